"""Which file a variant's name means, and the chain of files that it extends."""

from __future__ import annotations

from pathlib import Path

from workbench.definition.locate import place
from workbench.definition.source import Layer, read_layer, shown_path
from workbench.errors import DefinitionError, Problem, nearest
from workbench.resources import variants_folder


def shipped_variants() -> dict[str, Path]:
    """The shipped variants by id (``family/stem``)."""
    root = variants_folder()
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(root.glob("*/*.toml"))}


def is_path(name: str) -> bool:
    """Whether ``name`` is meant as a file rather than as a variant id."""
    return name.endswith(".toml") or name.startswith((".", "/", "~")) or "\\" in name or Path(name).is_file()


def find_variant(name: str) -> tuple[Path, str]:
    """The file of a variant, and its name in results: the id, or the path as given."""
    if "\0" not in name and is_path(name):
        return Path(name).expanduser(), name
    path, full = find_shipped(name)
    if path is not None:
        return path, full
    raise DefinitionError([Problem(f"unknown variant {name!r}", code="unknown-variant", hint=full)])


def find_shipped(name: str) -> tuple[Path | None, str]:
    """The file and full id of a shipped variant by id or unique stem; where there is none, None and a hint."""
    known = shipped_variants()
    if name in known:
        return known[name], name
    same_stem = [full for full in known if full.partition("/")[2] == name]
    if len(same_stem) == 1:
        return known[same_stem[0]], same_stem[0]
    if same_stem:
        return None, "it may mean " + " or ".join(same_stem)
    guess = nearest(name, known) or nearest(name, [full.partition("/")[2] for full in known])
    if guess:
        return None, f"did you mean {guess}?"
    return None, "`workbench list` shows the variants; a file needs its .toml"


def chain_of(name: str) -> list[Layer]:
    """The files from the oldest ancestor to the variant itself; errors name the chain."""
    path, label = find_variant(name)
    return _chain(path, label, shown_path(path) if label != name or not is_path(name) else label, ())


def _chain(path: Path, name: str, label: str, children: tuple[tuple[Path, str], ...]) -> list[Layer]:
    layer = read_layer(path, label)
    layer = Layer(layer.label, layer.data, layer.text, layer.path, name)
    children = (*children, (_real(path), name))
    if "extends" not in layer.data:
        return [layer]
    wanted = layer.data["extends"]
    if not isinstance(wanted, str):
        raise _refuse(layer, "bad-extends", "extends must be a variant id or a path in quotes")
    parent, parent_name = _parent(layer, wanted, children)
    names = " -> ".join([*(known for _, known in children), parent_name])
    if any(_real(parent) == known for known, _ in children):
        raise _refuse(layer, "cycle", f"extends runs in a circle: {names}")
    if not parent.is_file():
        raise _refuse(layer, "missing-parent", f"the parent {wanted} is missing: {names}")
    parent_label = parent_name if parent_name.endswith(".toml") else shown_path(parent)
    layers = _chain(parent, parent_name, parent_label, children)
    return [*layers, layer]


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return path


def _parent(layer: Layer, wanted: str, children: tuple[tuple[Path, str], ...]) -> tuple[Path, str]:
    if wanted.endswith(".toml"):
        assert layer.path is not None
        path = layer.path.parent / wanted
        return path, shown_path(path)
    path_or_none, full = find_shipped(wanted)
    if path_or_none is not None:
        return path_or_none, full
    names = " -> ".join([*(known for _, known in children), wanted])
    raise _refuse(layer, "missing-parent", f"the parent {wanted} is missing: {names}", full)


def _refuse(layer: Layer, code: str, message: str, hint: str | None = None) -> DefinitionError:
    line, column = place(layer, ("extends",))
    return DefinitionError([Problem(message, layer.label, line, column, "extends", code=code, hint=hint)])


def check_one_family(layers: list[Layer]) -> str:
    """The family of a chain; a parent of another one is an error that names the chain."""
    stated = [(layer, layer.data["family"]) for layer in layers if "family" in layer.data]
    if not stated:
        top = layers[-1]
        raise DefinitionError(
            [
                Problem(
                    "is missing: the family whose rules are played",
                    top.label,
                    1,
                    1,
                    "family",
                    code="missing-key",
                    hint='for example family = "stollen"',
                )
            ]
        )
    first_layer, family = stated[0]
    if not isinstance(family, str):
        line, column = place(first_layer, ("family",))
        raise DefinitionError(
            [Problem("family must be a text in quotes", first_layer.label, line, column, "family", code="not-text")]
        )
    for layer, other in stated[1:]:
        if other != family:
            chain = " -> ".join(f"{known.name} ({known.data.get('family', family)})" for known in reversed(layers))
            line, column = place(layer, ("family",))
            raise DefinitionError(
                [
                    Problem(
                        f"a variant of {other} cannot extend one of {family}: {chain}",
                        layer.label,
                        line,
                        column,
                        "family",
                        code="another-family",
                    )
                ]
            )
    return family

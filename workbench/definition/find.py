"""Which file a variant's name means, and the chain of files that it extends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from workbench.definition.fields import quoted
from workbench.definition.locate import place
from workbench.definition.source import Layer, Unreadable, read_bytes, read_layer, shown_path
from workbench.errors import DefinitionError, Problem, in_quotes, nearest, one_line
from workbench.resources import variants_folder


def shipped_variants() -> dict[str, Path]:
    """The shipped variants by id (``family/stem``)."""
    root = variants_folder()
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(root.glob("*/*.toml"))}


def is_path(name: str) -> bool:
    """Whether ``name`` is meant as a file rather than as a variant id."""
    if name.endswith(".toml") or name.startswith((".", "/", "~")) or "\\" in name:
        return True
    return _is_file(Path(name))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def find_variant(name: str) -> tuple[Path, str]:
    """The file of a variant, and its name in results: the id, or the path as given."""
    if is_path(name):
        return _expanded(name), name
    path, full = find_shipped(name)
    if path is not None:
        return path, full
    raise DefinitionError([Problem(f"unknown variant {in_quotes(name)}", code="unknown-variant", hint=full)])


def _expanded(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:  # ~somebody where there is nobody of that name
        return Path(name)


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
    guess = _near_variant(name)
    if guess:
        return None, f"did you mean {guess}?"
    return None, "`workbench list` shows the variants; a file needs its .toml"


def _near_variant(name: str) -> str | None:
    known = shipped_variants()
    return nearest(name, known) or nearest(name, [full.partition("/")[2] for full in known])


def chain_of(name: str) -> list[Layer]:
    """The files from the oldest ancestor to the variant itself; errors name the chain."""
    path, label = find_variant(name)
    layer = _read(path, label, label if is_path(name) else shown_path(path))
    layers = [layer]
    while "extends" in layer.data:
        path, label = _parent(layers)
        layer = _read(path, label, label if label.endswith(".toml") else shown_path(path))
        layers.append(layer)
    return layers[::-1]


def _read(path: Path, name: str, label: str) -> Layer:
    try:
        layer = read_layer(path, label)
    except DefinitionError as error:
        problem = error.problems[0]
        stem = name.removesuffix(".toml")
        guess = _near_variant(stem) if problem.code == "not-found" else None
        if guess and (problem.hint is None or guess.endswith(stem)):
            problem = replace(problem, hint=f"did you mean {guess}? A shipped variant has no .toml")
        raise DefinitionError([problem]) from None
    return Layer(layer.label, layer.data, layer.text, layer.path, name)


def _parent(layers: list[Layer]) -> tuple[Path, str]:
    """The file that the last one of ``layers`` extends, and its name."""
    layer = layers[-1]
    wanted = layer.data["extends"]
    if not isinstance(wanted, str):
        message = f"extends must be a variant id or a path in quotes, got {quoted(wanted)}"
        raise _refuse(layer, "bad-extends", message)
    path, name, hint = _meant(layer, wanted)
    names = " -> ".join(one_line(known) for known in [*(known.name for known in layers), name])
    if path is None:
        raise _refuse(layer, "missing-parent", f"there is no variant {in_quotes(wanted)}: {names}", hint)
    if any(_same(path, known.path) for known in layers):
        raise _refuse(layer, "cycle", f"extends runs in a circle: {names}")
    try:
        read_bytes(path)
    except Unreadable as error:
        hint = "write / in paths, also on Windows" if not wanted.isprintable() or "\\" in wanted else error.hint
        raise _refuse(
            layer, "missing-parent", f"the parent {in_quotes(wanted)} {_of_it(error)}: {names}", hint
        ) from None
    return path, name


def _of_it(error: Unreadable) -> str:
    return "is missing" if str(error) == "no such file" else str(error)


def _meant(layer: Layer, wanted: str) -> tuple[Path | None, str, str | None]:
    """The file that ``extends = "<wanted>"`` means, its name, and a hint where there is none."""
    assert layer.path is not None
    beside = layer.path.parent / wanted
    if not wanted.endswith(".toml"):
        path, full = find_shipped(wanted)
        if path is not None:
            return path, full, None
        if not (wanted.startswith((".", "/")) or (wanted and _is_file(beside))):
            with_ending = layer.path.parent / f"{wanted}.toml"
            return None, wanted, f"did you mean {wanted}.toml?" if wanted and _is_file(with_ending) else full
    return beside, shown_path(beside), None


def _same(path: Path, other: Path | None) -> bool:
    try:
        return other is not None and path.resolve() == other.resolve()
    except (OSError, ValueError, RuntimeError):
        return path == other


def _refuse(layer: Layer, code: str, message: str, hint: str | None = None) -> DefinitionError:
    line, column = place(layer, ("extends",))
    return DefinitionError([Problem(message, layer.label, line, column, "extends", code=code, hint=hint)])


def check_one_family(layers: list[Layer]) -> str:
    """The family of a chain; a parent of another one is an error that names the chain."""
    stated = [(layer, layer.data["family"]) for layer in layers if "family" in layer.data]
    if not stated:
        message = "is missing: the family whose rules are played"
        hint = 'for example family = "stollen"'
        raise DefinitionError([Problem(message, layers[-1].label, 1, 1, "family", code="missing-key", hint=hint)])
    for layer, name in stated:
        if not isinstance(name, str):
            raise _wrong_family(layer, "not-text", f"family must be a text in quotes, got {quoted(name)}")
    family: str = stated[0][1]
    for layer, other in stated[1:]:
        if other != family:
            chain = " -> ".join(
                f"{one_line(known.name)} ({known.data.get('family', family)})" for known in reversed(layers)
            )
            message = f"a variant of {in_quotes(other)} cannot extend one of {in_quotes(family)}: {chain}"
            raise _wrong_family(layer, "another-family", message)
    return family


def _wrong_family(layer: Layer, code: str, message: str) -> DefinitionError:
    line, column = place(layer, ("family",))
    return DefinitionError([Problem(message, layer.label, line, column, "family", code=code)])

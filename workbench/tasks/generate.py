"""Make new material of a family with wished properties, as a variant file that validates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.definition.find import shipped_variants
from workbench.definition.load import Loaded, examine, load
from workbench.errors import DefinitionError, OutputError, nearest, one_line, usage_problem
from workbench.family import family_of
from workbench.output import remove, write_text
from workbench.tasks.examine import name_of_parent

MOST_SEED = 2**63 - 1


def generate(
    kind: str,
    family: str,
    output: Path,
    *,
    seed: int = 1,
    parent: str | None = None,
    force: bool = False,
    options: Mapping[str, str | None] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write new material of the ``kind`` ("tiles", "boards", "cards") to ``output``; returns the path.

    The file extends ``parent`` (by default the first shipped variant of the family that extends no other), for whose
    rules the material is made. ``options`` are those of the family. The same seed gives the same file.
    """
    found = family_of(family)
    if kind not in found.generates:
        makes = ", ".join(found.generates) or "nothing"
        raise usage_problem(f"{family} generates no {kind}", code="unknown-kind", hint=f"it generates {makes}")
    given = {name: value for name, value in (options or {}).items() if value is not None}
    for name in given:
        if name not in found.generates[kind]:
            guess = nearest(name, found.generates[kind])
            hint = f"did you mean --{guess}?" if guess else None
            raise usage_problem(f"{family} has no option --{name} for {kind}", code="unknown-option", hint=hint)
    if not 0 <= seed <= MOST_SEED:
        raise usage_problem(f"seed must be 0 to 2^63 - 1, got {seed}", code="bad-number", key="seed")
    if output.suffix != ".toml":
        output = output.with_name(output.name + ".toml") if output.name else output
    if output.exists() and not force:
        raise OutputError(f"{one_line(str(output))}: is there already; --force overwrites it")
    if not output.parent.is_dir():
        raise OutputError(f"{one_line(str(output))}: cannot be written: there is no folder {output.parent}")
    loaded = load(parent) if parent else _root(family)
    base = parent or loaded.variant
    if loaded.family.id != family:
        raise usage_problem(f"{base} is of the family {loaded.family.id}, not of {family}", code="other-family")
    files = [layer.path for layer in loaded.merged.layers if layer.path is not None]
    if any(output.exists() and known.exists() and output.samefile(known) for known in files):
        raise usage_problem(f"{one_line(str(output))} cannot extend itself", code="cycle")

    import tomli_w

    tables = found.generate(kind, loaded.definition, seed, given, progress)
    content = {"family": family, "extends": name_of_parent(base, output), **tables}
    wishes = "".join(f" --{name} {value}" for name, value in given.items())
    origin = f" --from {one_line(parent)}" if parent else ""
    text = f"# workbench generate {kind} {family} --seed {seed}{wishes}{origin}\n{tomli_w.dumps(content)}"
    write_text(output, text)
    _, problems = examine(output.as_posix())
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        remove(output)
        raise DefinitionError(errors)
    return output


def _root(family: str) -> Loaded:
    """The first shipped variant of the family that extends no other."""
    shipped = (load(name) for name in shipped_variants() if name.startswith(f"{family}/"))
    root = next((loaded for loaded in shipped if loaded.parent is None), None)
    if root is None:
        raise usage_problem(f"{family} ships no variant to start from", code="no-parent", hint="name one with --from")
    return root

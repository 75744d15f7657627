"""Look at definitions without playing: validate, show, diff, list, schema, and start a new one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.definition.diff import KeyDifference, differences, flat, tables
from workbench.definition.find import find_variant, is_path, shipped_variants
from workbench.definition.load import Loaded, examine, load
from workbench.definition.text import inline
from workbench.errors import DefinitionError, OutputError, Problem, one_line, usage_problem
from workbench.family import Family, families, family_of
from workbench.output import write_text

DEFAULT_ORIGIN = "default"


@dataclass(frozen=True)
class ValidateResult:
    """Every problem of some variants."""

    problems: Sequence[Problem]

    def is_fine(self, strict: bool = False) -> bool:
        """Whether there is no error (and, where ``strict``, no warning)."""
        return not any(strict or problem.severity == "error" for problem in self.problems)

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        return {"problems": [problem.to_dict() for problem in self.problems]}


@dataclass(frozen=True)
class DiffResult:
    """The keys in which two definitions differ."""

    differences: Sequence[KeyDifference]

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        return {"differences": [difference.to_dict() for difference in self.differences]}


@dataclass(frozen=True)
class ShowResult:
    """A fully resolved definition and where each value came from.

    ``omit`` names the shipped characters that the definition does without.
    """

    definition: Mapping[str, Any]
    origin: Mapping[str, str]
    omit: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        return {"definition": dict(self.definition), "origin": dict(self.origin)}

    def to_toml(self) -> str:
        """The definition as a TOML file that loads to the same."""
        import tomli_w

        return tomli_w.dumps({**({"omit": list(self.omit)} if self.omit else {}), **self.definition})

    def to_annotated_toml(self) -> str:
        """One ``key = value  # origin`` a line; still a TOML file that loads to the same."""
        lines = [f"omit = {inline(self.omit)}"] if self.omit else []
        for key, value in flat(dict(self.definition)).items():
            lines.append(f"{key} = {inline(value)}  # {one_line(self.origin[key])}")
        return "\n".join(lines) + "\n"


def validate(*variants: str, settings: Sequence[str] = ()) -> ValidateResult:
    """Every problem of every variant at once; warnings included."""
    problems: list[Problem] = []
    for variant in variants:
        problems.extend(examine(variant, settings)[1])
    return ValidateResult(tuple(dict.fromkeys(problems)))


def diff(a: str | Loaded, b: str | Loaded, settings: Sequence[str] = ()) -> DiffResult:
    """The keys in which two variants differ."""
    arms: list[Loaded] = []
    problems: list[Problem] = []
    for arm in (a, b):
        loaded, found = (arm, []) if isinstance(arm, Loaded) else examine(arm, settings)
        if loaded is None:
            problems.extend(found)
        else:
            arms.append(loaded)
    if problems:
        raise DefinitionError(dict.fromkeys(problems))
    return DiffResult(tuple(differences(*arms)))


def show(variant: str | Loaded, settings: Sequence[str] = ()) -> ShowResult:
    """The fully resolved definition of a variant."""
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    definition = tables(loaded)
    origin = {}
    for key in flat(definition):
        path = tuple(key.split("."))
        layer, found = loaded.merged.origin(path)
        origin[key] = layer.label if found == path else DEFAULT_ORIGIN
    here = definition.get("characters", {})
    gone = [f"characters.{name}" for name in shipped_characters(loaded.family) if name not in here]
    return ShowResult(definition, origin, tuple(gone))


def shipped_characters(family: Family) -> list[str]:
    """The characters that come with a family."""
    import tomllib

    return list(tomllib.loads(family.characters_file.read_text(encoding="utf-8")).get("characters", {}))


def listing() -> dict[str, Any]:
    """Families with their variants and characters, as CONTRACT-shaped JSON."""
    known = shipped_variants()
    return {
        "families": [
            {
                "id": family.id,
                "variants": [name for name in known if name.startswith(f"{family.id}/")],
                "characters": shipped_characters(family),
            }
            for family in families().values()
        ]
    }


def schema(family: str) -> dict[str, Any]:
    """The JSON Schema of a family's definition files."""
    found: dict[str, Any] = family_of(family).model.model_json_schema()
    # Any table of a file may leave out what it inherits, and a file has two keys of its own for that.
    for table in (found, *found.get("$defs", {}).values()):
        table.pop("required", None)
    characters = found["properties"].get("characters", {}).get("additionalProperties", {})
    if characters.pop("discriminator", None):
        characters["anyOf"] = characters.pop("oneOf")
    found["properties"] |= {
        "extends": {"type": "string", "description": "variant id or relative path of the parent"},
        "omit": {
            "type": "array",
            "items": {"type": "string"},
            "description": "dotted keys of the parent that this file removes",
        },
        "title": {
            "description": "name of the variant: a text, or a table by language",
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
            ],
        },
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def name_of_parent(parent: str, path: Path) -> str:
    """How the file ``path`` names its parent: the id of a shipped variant, else the relative path."""
    source, name = find_variant(parent)
    return Path(os.path.relpath(source.resolve(), path.parent.resolve())).as_posix() if is_path(name) else name


def new(path: Path, parent: str, force: bool = False) -> Path:
    """Write a small variant file that extends ``parent``; returns its path."""
    import shlex

    import tomli_w

    if path.suffix != ".toml":
        path = path.with_name(path.name + ".toml") if path.name else path
    loaded = load(parent)
    if path.exists() and not force:
        raise OutputError(f"{one_line(str(path))}: is there already; --force overwrites it")
    files = [layer.path for layer in loaded.merged.layers if layer.path is not None]
    if any(path.exists() and known.exists() and path.samefile(known) for known in files):
        raise usage_problem(f"{one_line(str(path))} cannot extend itself", code="cycle")
    name = name_of_parent(parent, path)
    title = "".join(c for c in path.stem.replace("-", " ").replace("_", " ") if c.isprintable()).strip()[:200]
    head = tomli_w.dumps(
        {"family": loaded.family.id, "extends": name, "title": title[:1].upper() + title[1:] or "New variant"}
    )
    shown, file = (shlex.quote(one_line(text)) for text in (name, path.name))
    write_text(
        path,
        f"{head}\n"
        "# Write only what your variant changes; all else comes from its parent, key by key.\n"
        '# omit = ["TABLE.KEY"] (above the first table) removes what is inherited.\n'
        f"#   workbench show {shown} --origin      every key with its value\n"
        f"#   workbench validate {file}\n"
        f"#   workbench build {file} -o out    what the change does, and the printed game\n",
    )
    return path

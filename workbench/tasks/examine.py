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
from workbench.errors import OutputError, Problem
from workbench.family import families, family_of
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
    """A fully resolved definition and where each value came from."""

    definition: Mapping[str, Any]
    origin: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        return {"definition": dict(self.definition), "origin": dict(self.origin)}

    def to_toml(self) -> str:
        """The definition as a TOML file that loads to the same."""
        import tomli_w

        return tomli_w.dumps(dict(self.definition))

    def to_annotated_toml(self) -> str:
        """One ``key = value  # origin`` a line; still a TOML file that loads to the same."""
        import tomli_w

        lines = []
        for key, value in flat(dict(self.definition)).items():
            text = tomli_w.dumps({"value": value}).removeprefix("value = ").strip() if value != {} else "{}"
            lines.append(f"{key} = {' '.join(text.split())}  # {self.origin[key]}")
        return "\n".join(lines) + "\n"


def validate(*variants: str, settings: Sequence[str] = ()) -> ValidateResult:
    """Every problem of every variant at once; warnings included."""
    problems: list[Problem] = []
    for variant in variants:
        problems.extend(examine(variant, settings)[1])
    return ValidateResult(tuple(dict.fromkeys(problems)))


def diff(a: str | Loaded, b: str | Loaded, settings: Sequence[str] = ()) -> DiffResult:
    """The keys in which two variants differ."""
    first, second = (arm if isinstance(arm, Loaded) else load(arm, settings) for arm in (a, b))
    return DiffResult(tuple(differences(first, second)))


def show(variant: str | Loaded, settings: Sequence[str] = ()) -> ShowResult:
    """The fully resolved definition of a variant."""
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    definition = tables(loaded)
    origin = {}
    for key in flat(definition):
        path = tuple(key.split("."))
        layer, found = loaded.merged.origin(path)
        origin[key] = layer.label if found == path else DEFAULT_ORIGIN
    return ShowResult(definition, origin)


def listing() -> dict[str, Any]:
    """Families with their variants and characters, as CONTRACT-shaped JSON."""
    import tomllib

    found = []
    for family in families().values():
        characters = tomllib.loads(family.characters_file.read_text(encoding="utf-8")).get("characters", {})
        variants = [name for name in shipped_variants() if name.startswith(f"{family.id}/")]
        found.append({"id": family.id, "variants": variants, "characters": list(characters)})
    return {"families": found}


def schema(family: str) -> dict[str, Any]:
    """The JSON Schema of a family's definition files."""
    model = family_of(family).model
    found: dict[str, Any] = model.model_json_schema()
    # A file may leave out what it inherits, and has two keys of its own for that.
    found["properties"] = {
        **found["properties"],
        "extends": {"type": "string", "description": "variant id or relative path of the parent"},
        "omit": {
            "type": "array",
            "items": {"type": "string"},
            "description": "dotted keys of the parent that this file removes",
        },
    }
    found["properties"]["title"] = {
        "description": "name of the variant: a text, or a table by language",
        "anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}],
    }
    found["required"] = ["family"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def new(path: Path, parent: str, force: bool = False) -> Path:
    """Write a small variant file that extends ``parent``; returns its path."""
    import tomli_w

    if path.suffix != ".toml":
        path = path.with_name(path.name + ".toml")
    loaded = load(parent)
    if path.exists() and not force:
        raise OutputError(f"{path}: is there already; --force overwrites it")
    source, name = find_variant(parent)
    if is_path(name):
        name = Path(os.path.relpath(source.resolve(), path.parent.resolve())).as_posix()
    title = path.stem.replace("-", " ").replace("_", " ").strip().capitalize() or "New variant"
    head = tomli_w.dumps({"family": loaded.family.id, "extends": name, "title": title})
    write_text(
        path,
        f"{head}\n"
        "# Write only what your variant changes; everything else comes from its parent.\n"
        f"#   workbench show {parent} --origin      every key with its value\n"
        f"#   workbench validate {path.name}\n"
        f"#   workbench build {path.name} -o out    what the change does, and the printed game\n",
    )
    return path

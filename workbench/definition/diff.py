"""What differs between two definitions, key by key; and a definition as plain tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.definition.load import Loaded
from workbench.errors import usage_problem


@dataclass(frozen=True)
class KeyDifference:
    """One key whose value differs; None where a definition does not have it."""

    key: str
    a: Any
    b: Any

    def to_dict(self) -> dict[str, Any]:
        """The difference as CONTRACT-shaped JSON."""
        return {"key": self.key, "a": self.a, "b": self.b}


def tables(loaded: Loaded) -> dict[str, Any]:
    """The fully resolved definition as TOML data: every key with its value, defaults included."""
    data: dict[str, Any] = loaded.definition.model_dump(mode="json")
    if set(data["title"]) == {""}:
        data["title"] = data["title"][""]
    return data


def flat(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Dotted keys and their values; arrays are values, an empty table is one too."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict) and value:
            found.update(flat(value, f"{prefix}{key}."))
        else:
            found[f"{prefix}{key}"] = value
    return found


def differences(a: Loaded, b: Loaded) -> list[KeyDifference]:
    """The keys that differ, in the order of the first definition, new ones last; the title is no rule."""
    if a.family.id != b.family.id:
        raise usage_problem(
            f"{a.variant} is of the family {a.family.id}, {b.variant} of the family {b.family.id}: "
            "they have no keys in common",
            code="another-family",
        )
    mine, theirs = flat(tables(a)), flat(tables(b))
    keys = [key for key in dict.fromkeys([*mine, *theirs]) if key.partition(".")[0] != "title"]
    return [
        KeyDifference(key, mine.get(key), theirs.get(key))
        for key in keys
        if key not in mine or key not in theirs or mine[key] != theirs[key]
    ]

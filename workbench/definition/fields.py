"""Field types of a definition: strict, with messages written for designers, options in a fixed order.

Each factory returns an ``Annotated`` type for a pydantic model. The messages say what would be right and
what was found; where it stands is added by :mod:`workbench.definition.validate`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError


class Table(BaseModel):
    """A table of a definition: strict values, no unknown keys, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def quoted(value: object) -> str:
    """``value`` as a TOML author would recognise it, shortened to one line."""
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, str):
        shown = value if len(value) <= 40 else value[:37] + "..."
        return "the text " + repr(shown).replace("'", '"') if '"' not in shown else "the text " + repr(shown)
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "an array"
    shown = str(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def whole_number(noun: str, low: int, high: int, value: object) -> int:
    """Check one whole number; booleans, fractions and quoted numbers are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise PydanticCustomError(
            "not-a-whole-number",
            "{noun} must be a whole number, got {got}",
            {"noun": noun, "got": quoted(value)},
        )
    if not low <= value <= high:
        raise PydanticCustomError(
            "out-of-range",
            "{noun} must be {low} to {high}, got {got}",
            {"noun": noun, "low": low, "high": high, "got": quoted(value)},
        )
    return value


def whole(noun: str, low: int, high: int) -> Any:
    """A whole number from ``low`` to ``high``, called ``noun`` in messages."""

    def check(value: object) -> int:
        return whole_number(noun, low, high, value)

    return Annotated[
        int,
        BeforeValidator(check),
        WithJsonSchema({"type": "integer", "minimum": low, "maximum": high}),
    ]


def array(item: Any, noun: str, low: int, high: int) -> Any:
    """An array of ``low`` to ``high`` items; kept as a tuple."""

    def check(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise PydanticCustomError(
                "not-an-array",
                "{noun} must be an array, got {got}",
                {"noun": noun, "got": quoted(value)},
            )
        if not low <= len(value) <= high:
            raise PydanticCustomError(
                "wrong-length",
                "{noun} must have {low} to {high} items, got {got}",
                {"noun": noun, "low": low, "high": high, "got": len(value)},
            )
        return tuple(value)

    return Annotated[tuple[item, ...], BeforeValidator(check), Field(min_length=low, max_length=high)]


def names(noun: str) -> Callable[[object], object]:
    """A check that the keys of a table are plain lower-case names (they become dotted keys and card ids)."""

    def check(value: object) -> object:
        if isinstance(value, dict):
            for key in value:
                if not (key and key[0].isascii() and key[0].islower() and _plain(key)):
                    raise PydanticCustomError(
                        "bad-name",
                        "{noun} must be a plain name (a-z, 0-9, - and _, a letter first), got {got}",
                        {"noun": noun, "got": quoted(key), "key": key},
                    )
        return value

    return check


def _plain(key: str) -> bool:
    return all(c.isascii() and (c.islower() or c.isdigit() or c in "-_") for c in key) and len(key) <= 40


def text(noun: str, longest: int = 200) -> Any:
    """A line of printable text."""

    def check(value: object) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError(
                "not-text",
                '{noun} must be a text in quotes, got {got}',
                {"noun": noun, "got": quoted(value)},
            )
        bad = next((c for c in value if ord(c) < 32 or 0x7F <= ord(c) < 0xA0), None)
        if bad is not None:
            raise PydanticCustomError(
                "control-character",
                "{noun} must be one line of printable text, got the control character U+{code}",
                {"noun": noun, "code": f"{ord(bad):04X}"},
            )
        if not value.strip() or len(value) > longest:
            raise PydanticCustomError(
                "wrong-length",
                "{noun} must have 1 to {high} characters, got {got}",
                {"noun": noun, "high": longest, "got": len(value.strip()) and len(value)},
            )
        return value

    return Annotated[str, BeforeValidator(check), WithJsonSchema({"type": "string", "maxLength": longest})]


def rule(*ids: str) -> dict[str, Any]:
    """The marks of a property in the schema: the open points of docs/rules.md that it answers."""
    return {"x-rule": ids[0] if len(ids) == 1 else list(ids)}


def point(rule_id: str, description: str, default: object = ...) -> Any:
    """A field that answers an open point of docs/rules.md (``x-rule`` in the schema)."""
    return Field(default=default, description=description, json_schema_extra=rule(rule_id))

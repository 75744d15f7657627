"""Field types of a definition: strict, with messages written for designers, options in a fixed order.

The marks go into ``Annotated`` types of a pydantic model. The messages say what would be right and
what was found; where it stands is added by :mod:`workbench.definition.validate`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from workbench.errors import DefinitionError, in_quotes


class Table(BaseModel):
    """A table of a definition: strict values, no unknown keys, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def quoted(value: object) -> str:
    """``value`` as a TOML author would recognise it, shortened to one line."""
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {in_quotes(value)}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "an array"
    if isinstance(value, int) and abs(value) >= 10**40:
        # Python refuses to write out whole numbers of a few thousand digits.
        return f"a number of {int(value.bit_length() * 0.30103) + 1} digits"
    return str(value)


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


@dataclass(frozen=True)
class Whole:
    """Marks an ``int``: a whole number from ``low`` to ``high``, called ``noun`` in messages."""

    noun: str
    low: int
    high: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def check(value: object) -> int:
            return whole_number(self.noun, self.low, self.high, value)

        return core_schema.no_info_plain_validator_function(check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Array:
    """Marks a ``tuple[item, ...]``: an array of ``low`` to ``high`` items, called ``noun`` in messages."""

    noun: str
    low: int
    high: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def check(value: object) -> object:
            if not isinstance(value, list | tuple):
                raise PydanticCustomError(
                    "not-an-array",
                    "{noun} must be an array, got {got}",
                    {"noun": self.noun, "got": quoted(value)},
                )
            if not self.low <= len(value) <= self.high:
                raise PydanticCustomError(
                    "wrong-length",
                    "{noun} must have {low} to {high} items, got {got}",
                    {"noun": self.noun, "low": self.low, "high": self.high, "got": len(value)},
                )
            return tuple(value)

        return core_schema.no_info_before_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "minItems": self.low, "maxItems": self.high}


@dataclass(frozen=True)
class Measured:
    """Marks a ``str`` that ``read`` understands as a length or a size, called ``noun`` in messages."""

    read: Callable[[str], object]
    noun: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string"}

    def _check(self, value: object) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError(
                "not-text", "{noun} must be a text in quotes, got {got}", {"noun": self.noun, "got": quoted(value)}
            )
        try:
            self.read(value)
        except DefinitionError as error:
            problem = error.problems[0]
            hint = f" ({problem.hint})" if problem.hint else ""
            raise PydanticCustomError("unknown-value", "{text}", {"text": problem.message + hint}) from None
        return value


@dataclass(frozen=True)
class Text:
    """Marks a ``str``: one line of printable text, called ``noun`` in messages."""

    noun: str
    longest: int = 200
    empty: bool = False
    """Whether an empty text is one: the same as none."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "minLength": 0 if self.empty else 1, "maxLength": self.longest}

    def _check(self, value: object) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError(
                "not-text",
                "{noun} must be a text in quotes, got {got}",
                {"noun": self.noun, "got": quoted(value)},
            )
        bad = next((c for c in value if unicodedata.category(c) in NOT_PRINTABLE), None)
        if bad is not None:
            raise PydanticCustomError(
                "control-character",
                "{noun} must be one line of printable text, got the control character U+{code}",
                {"noun": self.noun, "code": f"{ord(bad):04X}"},
            )
        if not value.strip() and not self.empty:
            raise PydanticCustomError("wrong-length", "{noun} must not be empty", {"noun": self.noun})
        if len(value) > self.longest:
            raise PydanticCustomError(
                "wrong-length",
                "{noun} must have at most {high} characters, got {got}",
                {"noun": self.noun, "high": self.longest, "got": len(value)},
            )
        return value


@dataclass(frozen=True)
class Prose:
    """Marks a ``str``: printable text of any number of lines, called ``noun`` in messages; line ends become LF."""

    noun: str
    longest: int = 4000

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "maxLength": self.longest}

    def _check(self, value: object) -> str:
        if not isinstance(value, str):
            return Text(self.noun)._check(value)
        lines = value.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").split("\n")
        line = Text(self.noun, self.longest, empty=True)
        text = "\n".join(line._check(part).rstrip() for part in lines).strip("\n")
        if len(text) > self.longest:
            line._check(text.replace("\n", " "))
        return text


NOT_PRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that no line of text has: controls, halves of surrogate pairs, ends of lines and paragraphs."""


@dataclass(frozen=True)
class Name:
    """Marks the keys of a ``dict[str, ...]``: plain lower-case names, for they become dotted keys and card ids."""

    noun: str
    reserved: str | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,39}$"}

    def _check(self, value: object) -> str:
        name = str(value)
        if name == self.reserved:
            raise PydanticCustomError(
                "reserved-name", "the name {name} is reserved for a person at the table", {"name": name}
            )
        if not (name and name[0].isascii() and name[0].islower() and _plain(name)):
            raise PydanticCustomError(
                "bad-name",
                "a {noun} needs a plain name: a-z, 0-9, - and _, a letter first, at most 40",
                {"noun": self.noun},
            )
        return name


def _plain(key: str) -> bool:
    return all(c.isascii() and (c.islower() or c.isdigit() or c in "-_") for c in key) and len(key) <= 40


@dataclass(frozen=True)
class Numbered:
    """Marks the keys of a ``dict[str, ...]`` that are counted: 1, 2, 3, ... up to ``high``."""

    noun: str
    high: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": "^[1-9][0-9]?$"}

    def _check(self, value: object) -> str:
        name = str(value)
        if name not in {str(number) for number in range(1, self.high + 1)}:
            raise PydanticCustomError(
                "bad-number-name",
                "{nouns} are numbered 1, 2, 3, ... to at most {high}",
                {"nouns": _plural(self.noun), "high": self.high},
            )
        return name


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def without_gap(noun: str, high: int, table: dict[str, Any]) -> None:
    """Raise where a number is left out among the keys 1 to ``high`` of ``table``."""
    numbers = [number for number in range(1, high + 1) if str(number) in table]
    for expected, number in enumerate(numbers, start=1):
        if number > expected:
            raise PydanticCustomError(
                "gap",
                "is missing: {nouns} are numbered 1, 2, 3, ... without a gap, and there is a {noun} {number}",
                {
                    "noun": noun,
                    "nouns": _plural(noun),
                    "key": str(expected),
                    "missing": [str(n) for n in range(expected, number)],
                }
                | {"number": number},
            )


def rule(*ids: str) -> dict[str, Any]:
    """The marks of a property in the schema: the open points of docs/rules.md that it answers."""
    return {"x-rule": ids[0] if len(ids) == 1 else list(ids)}


def point(rule_id: str, description: str, default: object = ...) -> Any:
    """A field that answers an open point of docs/rules.md (``x-rule`` in the schema)."""
    return Field(default=default, description=description, json_schema_extra=rule(rule_id))

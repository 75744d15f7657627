"""Lengths and sizes as people write them: ``3mm``, ``0.3 cm``, ``1/8in``, ``63x88``; plain numbers are mm."""

from __future__ import annotations

import re
from collections.abc import Mapping

from workbench.errors import DefinitionError, in_quotes, nearest, usage_problem

MM_PER_INCH = 25.4

PAPERS_MM: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
SIZES_MM: dict[str, tuple[float, float]] = {
    "poker": (63.0, 88.0),
    "poker-us": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (70.0, 120.0),
    "mini-euro": (44.0, 68.0),
    "euro": (59.0, 92.0),
    "mini-us": (41.0, 63.0),
    "square": (70.0, 70.0),
}
# Nobody can hold a smaller card, and no printer takes a smaller sheet.
SMALLEST_CARD_MM = 15.0
SMALLEST_PAPER_MM = 40.0
MOST_BLEED_MM = 20.0


def is_card_size(size_mm: tuple[float, float]) -> bool:
    """Whether it is the size of a card that has a name, standing or lying."""
    return size_mm in SIZES_MM.values() or size_mm[::-1] in SIZES_MM.values()


_UNITS = {
    "": 1.0,
    "mm": 1.0,
    "cm": 10.0,
    "in": MM_PER_INCH,
    "inch": MM_PER_INCH,
    '"': MM_PER_INCH,
    "pt": MM_PER_INCH / 72,
}
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:\s*/\s*\d+)?"
_UNIT = r"(?:mm|cm|inch|in|pt|\")?"
_LENGTH = re.compile(rf"\s*(?P<number>{_NUMBER})\s*(?P<unit>{_UNIT})\s*", re.IGNORECASE)
_SIZE = re.compile(
    rf"\s*(?P<a>{_NUMBER})\s*(?P<a_unit>{_UNIT})\s*[x×*]\s*(?P<b>{_NUMBER})\s*(?P<b_unit>{_UNIT})\s*", re.IGNORECASE
)
# No sheet and no card is larger than this; a slip of the unit is.
LONGEST_MM = 2000.0


def _number(text: str) -> float:
    above, _, below = text.partition("/")
    divisor = float(below) if below else 1.0
    return float(above) / divisor if divisor else float("inf")


def _wrong(text: str, what: str, key: str, hint: str) -> DefinitionError:
    return usage_problem(f"{what} {in_quotes(text)} is not understood", code="not-a-length", key=key, hint=hint)


def length_mm(value: str | float, what: str, key: str, *, least: float = 0.0, most: float = LONGEST_MM) -> float:
    """``value`` in mm. Errors: DefinitionError for what is no length, or not from ``least`` to ``most`` mm."""
    match = _LENGTH.fullmatch(str(value).replace(",", "."))
    if match is None:
        raise _wrong(str(value), what, key, "a number with mm, cm or in, for example 3mm or 1/8in")
    found = _number(match["number"]) * _UNITS[match["unit"].lower()]
    if not least <= found <= most:
        raise usage_problem(
            f"{what} must be {least:g} to {most:g} mm, got {in_quotes(str(value))}", code="out-of-range", key=key
        )
    return found


def pair_mm(value: str | tuple[float, float], what: str, key: str, *, most: float) -> tuple[float, float]:
    """Two lengths with a comma between them, in mm: ``1.0,-0.5`` or ``1mm, 1/16in``."""
    parts = [str(part) for part in value] if isinstance(value, tuple) else value.split(",")
    if len(parts) != 2:
        raise _wrong(str(value), what, key, "two lengths with a comma between them, for example 1.0,-0.5")
    across, down = (length_mm(part, what, key, least=-most, most=most) for part in parts)
    return across + 0.0, down + 0.0  # never -0.0


def size_mm(
    value: str, known: Mapping[str, tuple[float, float]], what: str, key: str, *, least: float
) -> tuple[float, float]:
    """Width and height in mm of a size that is known by name, or written ``WxH``; a unit at the end is for both."""
    name = value.strip().lower()
    if name in known:
        return known[name]
    match = _SIZE.fullmatch(value)
    if match is None:
        guess = nearest(name, known)
        hint = f"did you mean {guess}?" if guess else "a width and a height, for example 63x88mm or 2.5x3.5in"
        names = ", ".join(known)
        raise usage_problem(
            f"unknown {what} {value!r}, known are {names} and WxH", code=f"unknown-{key}", key=key, hint=hint
        )
    second = match["b_unit"].lower()
    first = match["a_unit"].lower() or second
    found = (_number(match["a"]) * _UNITS[first], _number(match["b"]) * _UNITS[second])
    if not all(least <= length <= LONGEST_MM for length in found):
        raise usage_problem(
            f"the {what} must be {least:g} to {LONGEST_MM:g} mm in both directions, got {in_quotes(value)}",
            code="out-of-range",
            key=key,
        )
    return found


def paper_size_mm(value: str) -> tuple[float, float]:
    """Width and height of a paper by name (portrait), or of ``WxH`` as written."""
    return size_mm(value, PAPERS_MM, "paper", "paper", least=SMALLEST_PAPER_MM)


def card_size_mm(value: str) -> tuple[float, float]:
    """Width and height of a card by name, or of ``WxH``."""
    return size_mm(value, SIZES_MM, "card size", "size", least=SMALLEST_CARD_MM)


def bleed_mm(value: str | float) -> float:
    """How far a card is printed over its cut, in mm."""
    return length_mm(value, "the bleed", "bleed", most=MOST_BLEED_MM)

"""What can be asked of printed sheets, checked once, whether it came from the command line, Python or a definition."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.errors import nearest, usage_problem
from workbench.lengths import (
    MM_PER_INCH,
    MOST_BLEED_MM,
    PAPERS_MM,
    SIZES_MM,
    bleed_mm,
    card_size_mm,
    length_mm,
    pair_mm,
    paper_size_mm,
)
from workbench.printing import geometry

BACKS = ("none", "duplex", "separate", "fold")
SIDES = ("fronts", "backs", "both")
TARGETS = ("tgc", "mpc", "tts", "printer")

SHOP_DPI = 300
# Pixels that the shops want beyond the cut, on each side, at 300 dpi.
SHOP_BLEED_PX = {"tgc": 37.5, "mpc": 36.0}
MOST_OFFSET_MM = 20.0


@dataclass(frozen=True)
class PrintOptions:
    """Everything that shapes a sheet; lengths in mm. The defaults are those of a definition that says nothing."""

    paper: tuple[float, float] = PAPERS_MM["a4"]
    size: tuple[float, float] | None = None
    """Size of a card; None is the size that the kind has by itself."""
    bleed_mm: float = 0.0
    gutter_mm: float = 0.0
    grid: tuple[int, int] | None = None
    marks: str = "corners"
    marks_on: str = "both"
    backs: str = "none"
    flip: str = "long"
    fold: str | None = None
    back_offset_mm: tuple[float, float] = (0.0, 0.0)
    target: str | None = None
    dpi: int = SHOP_DPI
    draft: bool = False
    image_url: str | None = None

    @property
    def single(self) -> bool:
        """Whether each card gets a page of its own, of the card's size with its bleed."""
        return self.target is not None

    def card_mm(self, own: tuple[float, float]) -> tuple[float, float]:
        """Width and height of a card whose kind is ``own`` large by itself; shops cut poker cards in inches."""
        size = self.size or own
        if self.target in SHOP_BLEED_PX and size == SIZES_MM["poker"]:
            return SIZES_MM["poker-us"]
        return size

    @property
    def card_bleed_mm(self) -> float:
        """Bleed of a card on a page of its own."""
        if self.target in SHOP_BLEED_PX:
            return SHOP_BLEED_PX[self.target] / SHOP_DPI * MM_PER_INCH
        return 0.0 if self.target == "tts" else self.bleed_mm


def _choice(value: Any, known: Sequence[str], what: str, key: str) -> str:
    if value in known:
        return str(value)
    guess = nearest(str(value), known)
    raise usage_problem(
        f"unknown {what} {value!r}, known are {', '.join(known)}",
        code=f"unknown-{key}",
        key=key,
        hint=f"did you mean {guess}?" if guess else None,
    )


def _grid(value: Any) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,3})\s*[x×]\s*(\d{1,3})\s*", str(value))
    if match is None or "0" in match.groups():
        raise usage_problem(
            f"the grid {value!r} is not understood", code="unknown-grid", key="grid", hint="columns x rows, like 3x3"
        )
    return int(match[1]), int(match[2])


def _whole(value: Any, what: str, key: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise usage_problem(f"{what} must be {least} to {most}, got {value!r}", code="out-of-range", key=key)
    return value


def paper_mm(value: str, orientation: str | None = None) -> tuple[float, float]:
    """Width and height of ``value`` as it lies; without an orientation named papers stand and WxH is as written."""
    found = paper_size_mm(value)
    if orientation is None:
        return found
    _choice(orientation, geometry.ORIENTATIONS, "orientation", "orientation")
    return (min(found), max(found)) if orientation == "portrait" else (max(found), min(found))


def options_of(given: Mapping[str, Any], defaults: Mapping[str, Any] | None = None) -> PrintOptions:
    """The options ``given`` (None: not given), else those of the definition (``defaults``), else the usual ones.

    Lengths are mm as numbers, or texts with a unit. Errors: DefinitionError for the first one that is not understood.
    """
    asked: dict[str, Any] = {key: value for key, value in (defaults or {}).items() if value is not None}
    asked |= {key: value for key, value in given.items() if value is not None}
    unknown = set(asked) - set(_READERS) - {"orientation"}
    if unknown:
        raise usage_problem(f"unknown option {sorted(unknown)[0]!r} of printing", code="unknown-option")
    if asked.get("target") is not None:
        # A page that is one card has no room for marks, unless somebody asks for them.
        asked["marks"] = given.get("marks") or "none"
    orientation = asked.pop("orientation", None)
    values: dict[str, Any] = {}
    if orientation is not None:
        asked.setdefault("paper", "a4")
    for key, value in asked.items():
        if key == "paper":
            values["paper"] = paper_mm(str(value), orientation)
        else:
            name, reader = _READERS[key]
            values[name] = reader(value)
    return replace(PrintOptions(), **values)


_READERS: dict[str, tuple[str, Any]] = {
    "paper": ("paper", None),
    "size": ("size", lambda value: card_size_mm(str(value))),
    "bleed": ("bleed_mm", bleed_mm),
    "gutter": ("gutter_mm", lambda value: length_mm(value, "the gutter", "gutter", most=2 * MOST_BLEED_MM)),
    "grid": ("grid", _grid),
    "marks": ("marks", lambda value: _choice(value, geometry.MARKS, "cut marks", "marks")),
    "marks_on": ("marks_on", lambda value: _choice(value, SIDES, "sides", "marks-on")),
    "backs": ("backs", lambda value: _choice(value, BACKS, "backs", "backs")),
    "flip": ("flip", lambda value: _choice(value, geometry.FLIPS, "flip", "flip")),
    "fold": ("fold", lambda value: _choice(value, geometry.FOLDS, "fold", "fold")),
    "back_offset": (
        "back_offset_mm",
        lambda value: pair_mm(value, "the offset of the backs", "back-offset", most=MOST_OFFSET_MM),
    ),
    "target": ("target", lambda value: _choice(value, TARGETS, "target", "target")),
    "dpi": ("dpi", lambda value: _whole(value, "dpi", "dpi", 30, 1200)),
    "draft": ("draft", bool),
    "image_url": ("image_url", str),
}

"""Sheets of plain cards that can be measured: each card is one grey, with a bar at its top, on both sides.

On a card of 63 x 88 mm: the ground runs into the bleed; a patch of 20 x 20 mm in the middle has the grey of the card
(its index times GREY_STEP on fronts, the same on backs); a black bar of 30 x 3 mm lies 8 mm below the upper edge.
"""

from __future__ import annotations

import io
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from tests.printing.material import STAMP, make_definition
from workbench.families.stollen import words
from workbench.printing import own, sheets
from workbench.printing.kinds import Pieces
from workbench.printing.options import options_of
from workbench.resources import templates_folder

GREY_STEP = 8
GROUND = 240
DPI = 600
PIXELS_PER_MM = DPI / 25.4
TEMPLATE = """<% include "shared/cards.typ.j2" %>
#let side(card) = {
  ground(luma(240))
  place(center + horizon, rect(width: 20mm, height: 20mm, fill: luma(card.grey)))
  place(top + center, dy: 8mm, rect(width: 30mm, height: 3mm, fill: black))
}
#card-document("measured", <<cards>>, side, side)
"""
KIND = Pieces("measured_context", "measured.typ.j2")


def setup(folder: Path, patch: Any) -> None:
    """The templates with the measurable one, and its words, for the time of ``patch``."""
    root = folder / "templates"
    shutil.copytree(templates_folder(), root)
    (root / "stollen" / "measured.typ.j2").write_text(TEMPLATE, encoding="utf-8")
    patch.setattr(own, "templates_folder", lambda: root)
    patch.setattr(words, "measured_context", lambda definition, language: {"cards": list(CARDS)}, raising=False)


CARDS: list[dict[str, Any]] = []


def deck(cards: int, without_back: tuple[int, ...] = ()) -> None:
    """The next sheets hold this many cards."""
    CARDS[:] = [
        {"id": f"card:{n}", "grey": grey, "deck": "all", "back": None if n in without_back else {"grey": grey}}
        for n, grey in enumerate(range(0, cards * GREY_STEP, GREY_STEP))
    ]


def printed(cards: int, without_back: tuple[int, ...] = (), **options: Any) -> sheets.Sheets:
    """The sheets of that many cards."""
    deck(cards, without_back)
    definition = make_definition("stollen/schlicht")
    return sheets.make_sheets(KIND, definition, "en", STAMP, options_of(options))


@dataclass(frozen=True)
class Seen:
    """A card found on a page: which one, the middle of its patch in mm, and whether it stands upright."""

    card: int
    x_mm: float
    y_mm: float
    upright: bool


def page_greys(pdf: bytes, number: int, dpi: float = DPI) -> np.ndarray:
    """A page in shades of grey, 0 to 255, rows first."""
    document = PdfDocument(pdf)
    try:
        image = document[number].render(scale=dpi / 72, grayscale=True, no_smoothpath=True).to_numpy()
    finally:
        document.close()
    return image.reshape(image.shape[0], image.shape[1])


def page_count(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages)


COARSE = 12


def seen(pdf: bytes, number: int) -> list[Seen]:
    """The cards on a page, found by their greys alone."""
    greys = page_greys(pdf, number)
    page = PdfReader(io.BytesIO(pdf)).pages[number].mediabox
    # The picture has whole pixels, the page has not.
    mm_x = float(page.width) / 72 * 25.4 / greys.shape[1]
    mm_y = float(page.height) / 72 * 25.4 / greys.shape[0]
    side = round(20 * PIXELS_PER_MM / COARSE)
    coarse = greys[::COARSE, ::COARSE]
    found = []
    for card, described in enumerate(CARDS):
        hits = coarse == described["grey"]
        # A patch is a solid square; lines and bars of the same grey are thin.
        rows = np.flatnonzero(hits.sum(axis=1) >= side * 0.8)
        for down in _runs(rows, side):
            columns = np.flatnonzero(hits[down[0] : down[-1] + 1].sum(axis=0) >= side * 0.8)
            for across in _runs(columns, side):
                row, column = int(down.mean() * COARSE), int(across.mean() * COARSE)
                x = _middle(greys[row] == described["grey"], column)
                y = _middle(greys[:, column] == described["grey"], row)
                above = greys[round(y - 34.5 * PIXELS_PER_MM), round(x)]
                below = greys[round(y + 34.5 * PIXELS_PER_MM), round(x)]
                assert {int(above), int(below)} == {0, GROUND}
                found.append(Seen(card, x * mm_x, y * mm_y, bool(above == 0)))
    return found


def _middle(line: np.ndarray, within: int) -> float:
    """The middle of the run of hits around ``within``."""
    misses = np.flatnonzero(~line)
    after = int(np.searchsorted(misses, within))
    return float(misses[after - 1] + 1 + misses[after]) / 2


def _runs(hits: np.ndarray, length: int) -> list[np.ndarray]:
    """The runs of neighbours in ``hits`` that are about ``length`` long."""
    if not hits.size:
        return []
    groups = np.split(hits, np.flatnonzero(np.diff(hits) > 1) + 1)
    return [group for group in groups if abs(len(group) - length) <= 2]

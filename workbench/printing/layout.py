"""Which card lies where on which sheet: what a template needs to set pieces that are cut out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from workbench.printing.geometry import (
    MARK_GAP_MM,
    MARK_LENGTH_MM,
    SAFE_MM,
    STRIP_MM,
    CardGrid,
    Demand,
    Line,
    Slot,
)
from workbench.printing.options import PrintOptions


@dataclass(frozen=True)
class Part:
    """One side of some cards on one sheet; None is an empty slot."""

    side: str
    cards: Sequence[int | None]


@dataclass(frozen=True)
class Layout:
    """The sheets of a document, and where its slots are."""

    grid: CardGrid
    slots: dict[str, list[Slot]]
    marks: dict[str, list[Line]]
    sheets: Sequence[Sequence[Part]]
    fold: Line | None = None


def sheet_grid(options: PrintOptions, card_mm: tuple[float, float]) -> CardGrid:
    """The grid of a sheet of paper. Errors: DefinitionError where the cards do not fit."""

    def demand(fold: str | None) -> Demand:
        return Demand(*options.paper, *card_mm, options.bleed_mm, options.gutter_mm, fold)

    if options.backs != "fold":
        return demand(None).grid(options.grid)
    if options.fold is not None:
        return demand(options.fold).grid(options.grid)
    # The fold that leaves room for more cards; an upright one is easier to fold.
    counts = {fold: _product(demand(fold).largest()) for fold in ("vertical", "horizontal")}
    return demand(max(counts, key=lambda fold: counts[fold])).grid(options.grid)


def _product(pair: tuple[int, int]) -> int:
    return pair[0] * pair[1]


def single_grid(options: PrintOptions, card_mm: tuple[float, float]) -> CardGrid:
    """A page that is one card with its bleed, and room for marks where a printer is to get them."""
    bleed = options.card_bleed_mm
    marked = options.target == "printer" and options.marks != "none"
    edge = bleed + MARK_GAP_MM + MARK_LENGTH_MM + 0.5 if marked else bleed
    return CardGrid(card_mm[0] + 2 * edge, card_mm[1] + 2 * edge, *card_mm, 1, 1, edge, edge, bleed)


def fronts_and_backs(options: PrintOptions, grid: CardGrid, cards: int) -> tuple[Layout, Layout | None]:
    """The layout of the document, and of a second one where backs go into a file of their own."""
    fronts = grid.slots()
    if grid.fold:
        backs = [grid.fold_slot(index) for index in range(grid.per_page)]
        marks = grid.marks(options.marks)
    else:
        backs = [grid.back_slot(index, options.flip) for index in range(grid.per_page)]
        if grid.per_page == 1 and options.single:
            backs = fronts
        marks = grid.marks(options.marks)
    offset = options.back_offset_mm
    backs = [slot.moved(*offset) for slot in backs]
    back_marks = marks if grid.fold else [mark.moved(*offset) for mark in marks]
    slots = {"front": fronts, "back": backs}
    lines = {
        "front": marks if options.marks_on != "backs" or grid.fold else [],
        "back": back_marks if options.marks_on != "fronts" else [],
    }
    pages = [
        [index if index < cards else None for index in range(first, first + grid.per_page)]
        for first in range(0, cards, grid.per_page)
    ]
    front = [[Part("front", page)] for page in pages]
    back = [[Part("back", page)] for page in pages]
    if options.backs == "none":
        return Layout(grid, slots, lines, front), None
    if grid.fold:
        both = [[Part("front", page), Part("back", page)] for page in pages]
        return Layout(grid, slots, lines, both, grid.fold_line()), None
    if options.backs == "separate":
        return Layout(grid, slots, lines, front), Layout(grid, slots, lines, back)
    turned = [sheet for pair in zip(front, back, strict=True) for sheet in pair]
    return Layout(grid, slots, lines, turned), None


def job(layout: Layout, options: PrintOptions, drawn_mm: tuple[float, float], notes: dict[str, str]) -> dict[str, Any]:
    """The layout as data for the template.

    Faces are drawn for pieces of at least ``drawn_mm`` and scaled to the size that is asked for. ``notes`` are the
    words for the margin by side.
    """
    grid = layout.grid
    scale = min(grid.card_width_mm / drawn_mm[0], grid.card_height_mm / drawn_mm[1])
    return {
        "page_width_mm": grid.page_width_mm,
        "page_height_mm": grid.page_height_mm,
        "card_width_mm": grid.card_width_mm,
        "card_height_mm": grid.card_height_mm,
        "canvas_width_mm": grid.card_width_mm / scale,
        "canvas_height_mm": grid.card_height_mm / scale,
        "scale": scale,
        "safe_mm": SAFE_MM / scale,
        "bleed_mm": max(options.bleed_mm, options.card_bleed_mm) / scale,
        "slots": {side: [asdict(slot) for slot in slots] for side, slots in layout.slots.items()},
        "marks": {side: [asdict(line) for line in lines] for side, lines in layout.marks.items()},
        "fold": asdict(layout.fold) if layout.fold else None,
        "sheets": [[{"side": part.side, "cards": list(part.cards)} for part in sheet] for sheet in layout.sheets],
        "notes": notes,
        "strip": None if options.single else strip(grid),
        "duplex": options.backs == "duplex",
    }


def strip(grid: CardGrid) -> dict[str, Any]:
    """Where the line with ruler, variant and page stands: in the wider margin, between marks and the paper's edge."""
    beside = min(grid.left_mm, grid.page_width_mm - grid.right_mm if grid.fold != "vertical" else grid.left_mm)
    below = grid.page_height_mm - grid.bottom_mm if grid.fold != "horizontal" else grid.top_mm
    upright = beside > below
    margin = beside if upright else below
    length = (grid.page_height_mm if upright else grid.page_width_mm) - 2 * 8.0
    used = grid.bleed_mm + MARK_GAP_MM + MARK_LENGTH_MM
    # Centred in what marks and the white edge of the paper leave; on a narrow margin, as far out as it goes.
    room = margin - used - 3.0
    distance = used + (room - STRIP_MM) / 2 if room > STRIP_MM else margin - 1.5 - min(STRIP_MM, margin - 1.5)
    return {
        "upright": upright,
        "from_edge_mm": margin - distance - STRIP_MM,
        "length_mm": length,
        "height_mm": STRIP_MM,
    }

"""Where things are on the paper. All lengths in mm, from the top left corner of the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from workbench.errors import usage_problem

PAPERS_MM: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARKS = ("corners", "lines", "none")

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0
SAFE_MM = 3.0

MARK_GAP_MM = 1.0
MARK_LENGTH_MM = 4.0
LEAST_MARGIN_MM = 5.0

RULER_MM = 50.0

# The corner of a card that a sleeve shows: nothing but the mark is printed in the square of CORNER_MM.
CORNER_MM = 13.0
CORNER_MARK_CENTRE_MM = 7.5
CORNER_MARK_DIAMETER_MM = 6.0

SLEEVE_PLAY_MM = 1.0
SLEEVE_WINDOW_MM = 8.0
SLEEVE_FLAP_MM = 10.0
SLEEVE_NOTCH_RADIUS_MM = 9.0


@dataclass(frozen=True)
class Line:
    """A straight cut mark from (x1, y1) to (x2, y2), in mm."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


@dataclass(frozen=True)
class CardGrid:
    """The slots of a sheet: cards touch, so that neighbours share one cut."""

    paper: str
    page_width_mm: float
    page_height_mm: float
    columns: int
    rows: int
    left_mm: float
    top_mm: float

    @property
    def per_page(self) -> int:
        """Slots on a sheet."""
        return self.columns * self.rows

    @property
    def right_mm(self) -> float:
        """Right edge of the grid."""
        return self.left_mm + self.columns * CARD_WIDTH_MM

    @property
    def bottom_mm(self) -> float:
        """Lower edge of the grid."""
        return self.top_mm + self.rows * CARD_HEIGHT_MM

    def pages(self, cards: int) -> int:
        """Sheets that ``cards`` cards fill."""
        return ceil(cards / self.per_page)

    def slot(self, index: int) -> tuple[float, float]:
        """Top left corner of the slot of card ``index`` (counted over all sheets) on its sheet."""
        row, column = divmod(index % self.per_page, self.columns)
        return self.left_mm + column * CARD_WIDTH_MM, self.top_mm + row * CARD_HEIGHT_MM

    def cuts_x(self) -> list[float]:
        """Where the upright cuts are."""
        return [self.left_mm + n * CARD_WIDTH_MM for n in range(self.columns + 1)]

    def cuts_y(self) -> list[float]:
        """Where the level cuts are."""
        return [self.top_mm + n * CARD_HEIGHT_MM for n in range(self.rows + 1)]

    def marks(self, kind: str) -> list[Line]:
        """The cut marks: ``corners`` stay outside the cards, ``lines`` run over the whole sheet."""
        if kind == "none":
            return []
        if kind == "lines":
            return [Line(x, 0.0, x, self.page_height_mm) for x in self.cuts_x()] + [
                Line(0.0, y, self.page_width_mm, y) for y in self.cuts_y()
            ]
        near, far = MARK_GAP_MM, MARK_GAP_MM + MARK_LENGTH_MM
        found: list[Line] = []
        for x in self.cuts_x():
            found.append(Line(x, self.top_mm - far, x, self.top_mm - near))
            found.append(Line(x, self.bottom_mm + near, x, self.bottom_mm + far))
        for y in self.cuts_y():
            found.append(Line(self.left_mm - far, y, self.left_mm - near, y))
            found.append(Line(self.right_mm + near, y, self.right_mm + far, y))
        return found


def paper_size_mm(paper: str) -> tuple[float, float]:
    """Width and height of ``paper``, portrait."""
    if paper not in PAPERS_MM:
        raise usage_problem(
            f"unknown paper {paper!r}, known are {', '.join(PAPERS_MM)}", code="unknown-paper", key="paper"
        )
    return PAPERS_MM[paper]


def check_marks(marks: str) -> str:
    """``marks`` if it is a known kind of cut marks."""
    if marks not in MARKS:
        raise usage_problem(
            f"unknown cut marks {marks!r}, known are {', '.join(MARKS)}", code="unknown-marks", key="marks"
        )
    return marks


def card_grid(paper: str) -> CardGrid:
    """As many cards as ``paper`` holds, the grid in the middle of the sheet."""
    width, height = paper_size_mm(paper)
    columns = int((width - 2 * LEAST_MARGIN_MM) // CARD_WIDTH_MM)
    rows = int((height - 2 * LEAST_MARGIN_MM) // CARD_HEIGHT_MM)
    left = (width - columns * CARD_WIDTH_MM) / 2
    top = (height - rows * CARD_HEIGHT_MM) / 2
    return CardGrid(paper, width, height, columns, rows, left, top)


@dataclass(frozen=True)
class SleeveNet:
    """The net of the sleeve, in mm from its own top left corner: front above with a flap on each side, back below.

    A card lies in it face to the front panel, its lower edge on the fold.
    """

    panel_width_mm: float = CARD_WIDTH_MM + SLEEVE_PLAY_MM
    panel_height_mm: float = CARD_HEIGHT_MM + SLEEVE_PLAY_MM
    flap_mm: float = SLEEVE_FLAP_MM
    notch_radius_mm: float = SLEEVE_NOTCH_RADIUS_MM
    window_mm: float = SLEEVE_WINDOW_MM

    @property
    def width_mm(self) -> float:
        """Width with both flaps."""
        return self.panel_width_mm + 2 * self.flap_mm

    @property
    def height_mm(self) -> float:
        """Height of both panels."""
        return 2 * self.panel_height_mm

    def card_left_mm(self) -> float:
        """Left edge of a card in the middle of its play."""
        return self.flap_mm + SLEEVE_PLAY_MM / 2

    def card_top_mm(self) -> float:
        """Upper edge of a card that rests on the fold."""
        return self.panel_height_mm - CARD_HEIGHT_MM

    def window(self) -> tuple[float, float]:
        """Left and upper edge of the window: its centre is that of the card's upper right corner mark."""
        centre_x = self.card_left_mm() + CARD_WIDTH_MM - CORNER_MARK_CENTRE_MM
        centre_y = self.card_top_mm() + CORNER_MARK_CENTRE_MM
        return centre_x - self.window_mm / 2, centre_y - self.window_mm / 2

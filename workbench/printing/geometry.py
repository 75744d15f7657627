"""Where things are on the paper. All lengths in mm, from the top left corner of the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from workbench.errors import usage_problem

MARKS = ("corners", "lines", "none")
ORIENTATIONS = ("portrait", "landscape")
FLIPS = ("long", "short")
FOLDS = ("vertical", "horizontal")

SAFE_MM = 3.0
MARK_GAP_MM = 1.0
MARK_LENGTH_MM = 4.0
# Printers leave an edge of 3 to 5 mm white.
LEAST_MARGIN_MM = 5.0
PAPER_EDGE_MM = 3.0
# Cards keep this distance from a fold, so that they are cut on all sides and the fold is cut away.
LEAST_FOLD_MM = 3.0

RULER_MM = 50.0
STRIP_MM = 4.5

# A little more than rounding errors, far less than a printer can see.
_TINY = 1e-6


@dataclass(frozen=True)
class Line:
    """A straight line from (x1, y1) to (x2, y2), in mm."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float

    def moved(self, across_mm: float, down_mm: float) -> Line:
        """The same line elsewhere."""
        return Line(self.x1_mm + across_mm, self.y1_mm + down_mm, self.x2_mm + across_mm, self.y2_mm + down_mm)


@dataclass(frozen=True)
class Slot:
    """Where a card lies on a sheet: its upper left corner, how far it may bleed on each side, and whether it stands
    on its head."""

    left_mm: float
    top_mm: float
    bleed_left_mm: float = 0.0
    bleed_top_mm: float = 0.0
    bleed_right_mm: float = 0.0
    bleed_bottom_mm: float = 0.0
    turned: bool = False

    def moved(self, across_mm: float, down_mm: float) -> Slot:
        """The same slot elsewhere."""
        return Slot(
            self.left_mm + across_mm,
            self.top_mm + down_mm,
            self.bleed_left_mm,
            self.bleed_top_mm,
            self.bleed_right_mm,
            self.bleed_bottom_mm,
            self.turned,
        )


@dataclass(frozen=True)
class CardGrid:
    """The slots of a sheet. Cards touch, so that neighbours share one cut, unless there is a gutter between them.

    Bleed stands at the outside of the grid, and inside as far as the gutter has room for it. With a ``fold`` the
    grid holds the fronts: the left half of the sheet (fold ``vertical``) or the upper one (``horizontal``).
    """

    page_width_mm: float
    page_height_mm: float
    card_width_mm: float
    card_height_mm: float
    columns: int
    rows: int
    left_mm: float
    top_mm: float
    bleed_mm: float = 0.0
    gutter_mm: float = 0.0
    fold: str | None = None

    @property
    def per_page(self) -> int:
        """Slots on a sheet."""
        return self.columns * self.rows

    @property
    def right_mm(self) -> float:
        """Right edge of the cards."""
        return self.left_mm + self.columns * (self.card_width_mm + self.gutter_mm) - self.gutter_mm

    @property
    def bottom_mm(self) -> float:
        """Lower edge of the cards."""
        return self.top_mm + self.rows * (self.card_height_mm + self.gutter_mm) - self.gutter_mm

    def pages(self, cards: int) -> int:
        """Sheets that ``cards`` cards fill."""
        return ceil(cards / self.per_page)

    def slot(self, index: int) -> Slot:
        """The slot of card ``index`` (counted over all sheets) on its sheet."""
        row, column = divmod(index % self.per_page, self.columns)
        inside = min(self.bleed_mm, self.gutter_mm / 2)
        return Slot(
            self.left_mm + column * (self.card_width_mm + self.gutter_mm),
            self.top_mm + row * (self.card_height_mm + self.gutter_mm),
            self.bleed_mm if column == 0 else inside,
            self.bleed_mm if row == 0 else inside,
            self.bleed_mm if column == self.columns - 1 else inside,
            self.bleed_mm if row == self.rows - 1 else inside,
        )

    def slots(self) -> list[Slot]:
        """All slots in reading order: fixed, however many cards a sheet holds."""
        return [self.slot(index) for index in range(self.per_page)]

    def turns_columns(self, flip: str) -> bool:
        """Whether turning the sheet over its ``flip`` edge changes left and right (else top and bottom)."""
        return (flip == "long") == (self.page_height_mm >= self.page_width_mm)

    def back_slot(self, index: int, flip: str) -> Slot:
        """Where the back of card ``index`` lies on the other side of the sheet, seen from that side.

        Turned about the upright middle, left and right change and the back stays upright; turned about the level
        middle, top and bottom change and the back stands on its head, so that a card turned like the page of a book
        has both sides upright.
        """
        return self._mirrored(self.slot(index), self.turns_columns(flip), self.page_width_mm, self.page_height_mm)

    def fold_slot(self, index: int) -> Slot:
        """Where the back of card ``index`` lies beyond the fold."""
        return self._mirrored(self.slot(index), self.fold == "vertical", self.page_width_mm, self.page_height_mm)

    def _mirrored(self, slot: Slot, across: bool, width_mm: float, height_mm: float) -> Slot:
        left, top = slot.left_mm, slot.top_mm
        if across:
            left = width_mm - left - self.card_width_mm
            return Slot(left, top, slot.bleed_right_mm, slot.bleed_top_mm, slot.bleed_left_mm, slot.bleed_bottom_mm)
        top = height_mm - top - self.card_height_mm
        # Bleeds are those of the page, whichever way the card on it stands.
        return Slot(
            left, top, slot.bleed_left_mm, slot.bleed_bottom_mm, slot.bleed_right_mm, slot.bleed_top_mm, turned=True
        )

    def cuts_x(self) -> list[float]:
        """Where the upright cuts are."""
        return _cuts(self.left_mm, self.card_width_mm, self.gutter_mm, self.columns)

    def cuts_y(self) -> list[float]:
        """Where the level cuts are."""
        return _cuts(self.top_mm, self.card_height_mm, self.gutter_mm, self.rows)

    def marks(self, kind: str) -> list[Line]:
        """The cut marks: ``corners`` stay outside cards and bleed, ``lines`` run over the whole sheet."""
        if kind == "none":
            return []
        xs, ys = self.cuts_x(), self.cuts_y()
        if self.fold == "vertical":
            xs = sorted({*xs, *(self.page_width_mm - x for x in xs)})
        elif self.fold == "horizontal":
            ys = sorted({*ys, *(self.page_height_mm - y for y in ys)})
        if kind == "lines":
            return [Line(x, 0.0, x, self.page_height_mm) for x in xs] + [
                Line(0.0, y, self.page_width_mm, y) for y in ys
            ]
        left, right = self._outer(self.left_mm, self.right_mm, self.page_width_mm, self.fold == "vertical")
        top, bottom = self._outer(self.top_mm, self.bottom_mm, self.page_height_mm, self.fold == "horizontal")
        near = self.bleed_mm + MARK_GAP_MM
        across = min(MARK_LENGTH_MM, left - near - 0.5)
        down = min(MARK_LENGTH_MM, top - near - 0.5)
        found: list[Line] = []
        for x in xs:
            found.append(Line(x, top - near - down, x, top - near))
            found.append(Line(x, bottom + near, x, bottom + near + down))
        for y in ys:
            found.append(Line(left - near - across, y, left - near, y))
            found.append(Line(right + near, y, right + near + across, y))
        return found

    @staticmethod
    def _outer(first: float, last: float, page: float, folded: bool) -> tuple[float, float]:
        return (first, page - first) if folded else (first, last)

    def fold_line(self) -> Line | None:
        """The line to fold along, if there is one: between the cards and past them, not through the margin's words."""
        over = self.bleed_mm + MARK_GAP_MM + MARK_LENGTH_MM
        if self.fold == "vertical":
            middle = self.page_width_mm / 2
            return Line(middle, self.top_mm - over, middle, self.bottom_mm + over)
        if self.fold == "horizontal":
            middle = self.page_height_mm / 2
            return Line(self.left_mm - over, middle, self.right_mm + over, middle)
        return None


def _cuts(start: float, length: float, gutter: float, count: int) -> list[float]:
    if gutter <= _TINY:
        return [start + n * length for n in range(count + 1)]
    return [start + n * (length + gutter) + end for n in range(count) for end in (0.0, length)]


def _how_many(room: float, length: float, gutter: float) -> int:
    return max(0, int((room + gutter + _TINY) // (length + gutter)))


@dataclass(frozen=True)
class Demand:
    """What is asked of a sheet: the paper as it lies, the card, bleed and gutter, and the kind of fold."""

    page_width_mm: float
    page_height_mm: float
    card_width_mm: float
    card_height_mm: float
    bleed_mm: float = 0.0
    gutter_mm: float = 0.0
    fold: str | None = None

    @property
    def margin_mm(self) -> float:
        """Least distance of a card from the edge of the paper: marks and bleed need room too."""
        return max(LEAST_MARGIN_MM, self.bleed_mm + PAPER_EDGE_MM)

    @property
    def fold_mm(self) -> float:
        """Distance of the cards from the fold."""
        return max(LEAST_FOLD_MM, self.bleed_mm)

    def largest(self) -> tuple[int, int]:
        """Columns and rows of the largest grid that fits (of fronts, where there is a fold)."""
        width = self.page_width_mm - 2 * self.margin_mm
        height = self.page_height_mm - 2 * self.margin_mm
        if self.fold == "vertical":
            width = self.page_width_mm / 2 - self.margin_mm - self.fold_mm
        elif self.fold == "horizontal":
            height = self.page_height_mm / 2 - self.margin_mm - self.fold_mm
        return (
            _how_many(width, self.card_width_mm, self.gutter_mm),
            _how_many(height, self.card_height_mm, self.gutter_mm),
        )

    def grid(self, asked: tuple[int, int] | None = None) -> CardGrid:
        """The grid in the middle of the sheet; ``asked`` are columns and rows, else as many as there is room for.

        Errors: DefinitionError that says the largest grid that fits.
        """
        most = self.largest()
        wanted = asked or most
        if wanted[0] > most[0] or wanted[1] > most[1] or 0 in most:
            raise self._too_large(asked, most)
        columns, rows = wanted
        width = columns * (self.card_width_mm + self.gutter_mm) - self.gutter_mm
        height = rows * (self.card_height_mm + self.gutter_mm) - self.gutter_mm
        left, top = (self.page_width_mm - width) / 2, (self.page_height_mm - height) / 2
        if self.fold == "vertical":
            left = self.page_width_mm / 2 - self.fold_mm - width
        elif self.fold == "horizontal":
            top = self.page_height_mm / 2 - self.fold_mm - height
        return CardGrid(
            self.page_width_mm,
            self.page_height_mm,
            self.card_width_mm,
            self.card_height_mm,
            columns,
            rows,
            left,
            top,
            self.bleed_mm,
            self.gutter_mm,
            self.fold,
        )

    def _too_large(self, asked: tuple[int, int] | None, most: tuple[int, int]) -> Exception:
        paper = f"paper of {self.page_width_mm:g} x {self.page_height_mm:g} mm"
        card = f"{self.card_width_mm:g} x {self.card_height_mm:g} mm"
        turned = Demand(
            self.page_height_mm,
            self.page_width_mm,
            self.card_width_mm,
            self.card_height_mm,
            self.bleed_mm,
            self.gutter_mm,
            self.fold,
        ).largest()
        other = f"{turned[0]}x{turned[1]} with the paper turned" if 0 not in turned else None
        if 0 in most:
            return usage_problem(
                f"a card of {card} does not fit on {paper}",
                code="grid-does-not-fit",
                key="size",
                hint=other or "take larger paper or a smaller card",
            )
        assert asked is not None
        return usage_problem(
            f"a grid of {asked[0]}x{asked[1]} cards of {card} does not fit on {paper}: the largest is "
            f"{most[0]}x{most[1]}",
            code="grid-does-not-fit",
            key="grid",
            hint=other,
        )

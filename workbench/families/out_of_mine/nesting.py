"""Where the tiles lie on the plates that they are cut from: as close as the gap between them allows.

Every length is a whole number of mm. A plate is one long row of bits, a bit for each place where the upper left corner
of a cell could be; what a laid cell forbids is a square of them, and a tile fits where none of its cells is forbidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.families.out_of_mine.shapes import Shape, orientations


@dataclass(frozen=True)
class Laid:
    """A tile on a plate: which one (its place in the list), its cells as it lies, and its upper left corner in mm."""

    tile: int
    cells: Shape
    left_mm: int
    top_mm: int


class _Plate:
    """The free places of a plate."""

    def __init__(self, width_mm: int, height_mm: int, cell_mm: int, gap_mm: int) -> None:
        self.across, self.down = width_mm - cell_mm + 1, height_mm - cell_mm + 1
        self.cell_mm, self.apart = cell_mm, cell_mm + gap_mm
        # Room behind each row, so that a shifted row never runs into the next one.
        self.row = self.across + width_mm
        line = (1 << self.across) - 1
        self.free = sum(line << (y * self.row) for y in range(self.down)) if self.down > 0 < self.across else 0

    def first_place(self, cells: Shape) -> tuple[int, int] | None:
        """The uppermost, then leftmost place (left, top) where the tile fits; its cells begin at row and column 0."""
        places = self.free
        for row, column in cells:
            places &= self.free >> (row * self.cell_mm * self.row + column * self.cell_mm)
        if not places:
            return None
        top, left = divmod((places & -places).bit_length() - 1, self.row)
        return left, top

    def lay(self, cells: Shape, left_mm: int, top_mm: int) -> None:
        """Forbid every place too near to the cells of a tile."""
        for row, column in cells:
            x, y = left_mm + column * self.cell_mm, top_mm + row * self.cell_mm
            first, last = max(0, x - self.apart + 1), min(self.across, x + self.apart)
            line = ((1 << (last - first)) - 1) << first if last > first else 0
            for line_y in range(max(0, y - self.apart + 1), min(self.down, y + self.apart)):
                self.free &= ~(line << (line_y * self.row))


Fit = tuple[int, int, int, int]
"""A place for a tile in one of its turns: left and top, width and height, in mm."""

PREFERENCES: tuple[Callable[[Fit], tuple[int, ...]], ...] = (
    lambda fit: (fit[1] + fit[3], fit[0] + fit[2]),
    lambda fit: (fit[1] + fit[3], fit[1], fit[0]),
    lambda fit: (fit[3], fit[1], fit[0]),
    lambda fit: (fit[1], fit[0], fit[3]),
)
"""What a tile goes by in choosing its turn. None is best for all sets of shapes, so all of them are tried."""


def nested(
    tiles: Sequence[Shape], width_mm: int, height_mm: int, cell_mm: int, gap_mm: int
) -> tuple[list[list[Laid]], list[int]]:
    """The fewest plates found for ``tiles``, large tiles first, and the tiles that no plate has room for.

    A tile is never turned over, since each side of a plate shows one side of the tiles.
    """
    found = [_filled(tiles, (width_mm, height_mm), cell_mm, gap_mm, prefer) for prefer in PREFERENCES]
    return min(found, key=lambda plates: (len(plates[0]), plates[0] and len(plates[0][-1])))


def _filled(
    tiles: Sequence[Shape],
    size_mm: tuple[int, int],
    cell_mm: int,
    gap_mm: int,
    prefer: Callable[[Fit], tuple[int, ...]],
) -> tuple[list[list[Laid]], list[int]]:
    """Plates filled one after the other: each tile lies on the first one with room, in the turn it prefers."""

    def fits(plate: _Plate, cells: Shape) -> tuple[tuple[int, ...], Fit, Shape] | None:
        place = plate.first_place(cells)
        if place is None:
            return None
        across, down = max(column for _, column in cells) + 1, max(row for row, _ in cells) + 1
        fit = (*place, across * cell_mm, down * cell_mm)
        return prefer(fit), fit, cells

    plates: list[tuple[_Plate, list[Laid]]] = []
    too_large = []
    for tile in sorted(range(len(tiles)), key=lambda tile: (-len(tiles[tile]), tile)):
        looks = orientations(tiles[tile], flipping=False)
        for plate, laid in [*plates, (_Plate(*size_mm, cell_mm, gap_mm), list[Laid]())]:
            best = min((fit for look in looks if (fit := fits(plate, look))), default=None)
            if best is None:
                continue
            _, (left, top, _, _), cells = best
            plate.lay(cells, left, top)
            if not laid:
                plates.append((plate, laid))
            laid.append(Laid(tile, cells, left, top))
            break
        else:
            too_large.append(tile)
    return [laid for _, laid in plates], too_large

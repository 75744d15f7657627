"""New galleries: passages and chambers in one piece, with rock around them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from workbench.engine.randomness import below, stream
from workbench.families.out_of_mine.shapes import (
    ROCK,
    SPACE,
    Cell,
    moved_to_corner,
    neighbours,
    parts,
    spaces_of,
    views,
)

Gallery = tuple[str, ...]

STYLE, GROWTH = 11, 12
"""What random numbers are for."""
STYLES = ((0, 6, 3, 2, 1), (0, 4, 4, 3, 2), (0, 3, 5, 4, 2), (0, 2, 4, 6, 4))
"""How gladly a gallery grows into a cell with 0 to 4 neighbours that it has already: from passages to chambers."""
MOST_DEAD_ENDS = 2
MOST_PILLARS = 1
"""Pieces of rock with spaces all around."""
MOST_ALIKE = 0.8
"""Share of spaces that two galleries may have in common, however they are turned, flipped and shifted."""


def new_gallery(key: int, number: int, rows: int, columns: int, spaces: int) -> Gallery | None:
    """The candidate ``number`` of ``spaces`` spaces in a grid; None where it does not look like a mine."""
    style = STYLES[below(stream(key, STYLE, 0, number), len(STYLES))]
    luck = stream(key, GROWTH, 0, number)
    found = {(rows // 2, columns // 2)}
    for step in range(spaces - 1):
        reach = {cell: 0 for inside in sorted(found) for cell in neighbours(inside) if cell not in found}
        for cell in reach:
            row, column = cell
            if 0 <= row < rows and 0 <= column < columns:
                reach[cell] = style[sum(other in found for other in neighbours(cell))]
        left = below(stream(luck, GROWTH, 1, step), sum(reach.values()))
        for cell, weight in reach.items():
            left -= weight
            if left < 0:
                found.add(cell)
                break
    return _drawn(found, rows, columns) if is_mine(found, rows, columns) else None


def is_mine(found: set[Cell], rows: int, columns: int) -> bool:
    """Whether spaces look like a mine: neither a corridor nor a block, few dead ends, and about as wide as the grid
    allows."""
    dead_ends = sum(sum(other in found for other in neighbours(cell)) == 1 for cell in found)
    blocks = sum({(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= found for row, column in found)
    if dead_ends > MOST_DEAD_ENDS or not len(found) // 6 <= blocks <= len(found) // 2 - 1:
        return False
    height = len({row for row, _ in found})
    width = len({column for _, column in found})
    wide = isqrt(len(found)) + 1
    if height < min(wide, rows) or width < min(wide, columns):
        return False
    box = moved_to_corner(found)
    rock = {(row, column) for row in range(-1, height + 1) for column in range(-1, width + 1)} - set(box)
    return len(parts(rock)) - 1 <= MOST_PILLARS


def _drawn(found: set[Cell], rows: int, columns: int) -> Gallery:
    """The spaces in the middle of the grid."""
    box = moved_to_corner(found)
    top = (rows - 1 - max(row for row, _ in box)) // 2
    left = (columns - 1 - max(column for _, column in box)) // 2
    inside = {(row + top, column + left) for row, column in box}
    return tuple(
        "".join(SPACE if (row, column) in inside else ROCK for column in range(columns)) for row in range(rows)
    )


def too_similar(one: Gallery, other: Gallery) -> bool:
    """Whether two galleries are almost the same, however one of them is turned, flipped and shifted."""
    mine = frozenset(spaces_of(one))
    most = MOST_ALIKE * len(mine)
    for view in _corner_views(other):
        rows = range(-2, len(one) + 1)
        for down, right in ((down, right) for down in rows for right in range(-2, len(one[0]) + 1)):
            if sum((row + down, column + right) in mine for row, column in view) > most:
                return True
    return False


@lru_cache(maxsize=1024)
def _corner_views(gallery: Gallery) -> Sequence[tuple[Cell, ...]]:
    return [moved_to_corner(spaces_of(view)) for view in views(gallery)]

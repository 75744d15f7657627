"""Shapes and boards as drawings, and every way to lay a shape on a board.

A *cell* is (row, column) from 0, top left first. A *shape* is a set of cells that hang together (a polyomino), an
*orientation* one of the pictures that turning, and flipping where the rules allow it, make of it. The *spaces* of a
board are its cells to fill, numbered in reading order; a set of spaces is one integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

Cell = tuple[int, int]
"""Row and column."""
Shape = tuple[Cell, ...]
"""Cells in reading order; the topmost row and the leftmost column are 0."""

FILLED, SPACE, ROCK = "X", ".", "#"
MOST_SPACES = 64


def cells(rows: Sequence[str], mark: str) -> tuple[Cell, ...]:
    """The cells of a drawing that bear ``mark``, in reading order."""
    return tuple((row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == mark)


def spaces_of(rows: Sequence[str]) -> tuple[Cell, ...]:
    """The spaces of a drawn board; the place in the list is the space's number."""
    return cells(rows, SPACE)


def shape_of(rows: Sequence[str]) -> Shape:
    """A drawn shape."""
    return moved_to_corner(cells(rows, FILLED))


def moved_to_corner(found: Iterable[Cell]) -> Shape:
    """The same cells with the topmost row and the leftmost column 0, in reading order."""
    listed = list(found)
    top = min((row for row, _ in listed), default=0)
    left = min((column for _, column in listed), default=0)
    return tuple(sorted((row - top, column - left) for row, column in listed))


def turned(shape: Shape) -> Shape:
    """A quarter turn clockwise."""
    return moved_to_corner((column, -row) for row, column in shape)


def flipped(shape: Shape) -> Shape:
    """Turned over, left to right."""
    return moved_to_corner((row, -column) for row, column in shape)


@lru_cache(maxsize=1024)
def orientations(shape: Shape, flipping: bool) -> tuple[Shape, ...]:
    """The different pictures of a shape, in the order of their cells; a mirrored one only with ``flipping`` (OO5)."""
    found = set()
    for start in (shape, flipped(shape)) if flipping else (shape,):
        picture = moved_to_corner(start)
        for _ in range(4):
            found.add(picture)
            picture = turned(picture)
    return tuple(sorted(found))


def canonical(shape: Shape, flipping: bool) -> Shape:
    """The same picture for all shapes that turning (and flipping) make equal."""
    return orientations(shape, flipping)[0]


def views(rows: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The eight pictures of a drawn board, turned and flipped, the drawing itself first."""
    found = []
    for start in (tuple(rows), tuple(row[::-1] for row in rows)):
        picture = start
        for _ in range(4):
            found.append(picture)
            picture = tuple("".join(column) for column in zip(*picture[::-1], strict=True))
    return tuple(found)


def hangs_together(found: Iterable[Cell]) -> bool:
    """Whether every cell can be reached from every other one by edges; true of no cells at all."""
    return len(parts(found)) <= 1


def parts(found: Iterable[Cell]) -> list[set[Cell]]:
    """The parts into which cells fall, each in one piece by edges, in the order of their first cells."""
    left = sorted(set(found))
    unseen = set(left)
    split: list[set[Cell]] = []
    for start in left:
        if start not in unseen:
            continue
        unseen.remove(start)
        part, frontier = {start}, [start]
        while frontier:
            for other in neighbours(frontier.pop()):
                if other in unseen:
                    unseen.remove(other)
                    part.add(other)
                    frontier.append(other)
        split.append(part)
    return split


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share an edge with this one."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def placements(spaces: Sequence[Cell], shape: Shape, flipping: bool) -> tuple[int, ...]:
    """Every set of spaces that a tile of this shape can cover, each once, rising."""
    bits = {cell: 1 << number for number, cell in enumerate(spaces)}
    return tuple(sorted(_placements(bits, shape, flipping)))


def _placements(bits: Mapping[Cell, int], shape: Shape, flipping: bool) -> Iterable[int]:
    for picture in orientations(shape, flipping):
        # The first cell in reading order lies on each space in turn.
        row, column = picture[0]
        for top, left in bits:
            covered = 0
            for other_row, other_column in picture:
                space = bits.get((top + other_row - row, left + other_column - column))
                if space is None:
                    break
                covered |= space
            else:
                yield covered


def cells_of(spaces: Sequence[Cell], covered: int) -> tuple[Cell, ...]:
    """The cells of a set of spaces, in reading order."""
    return tuple(cell for number, cell in enumerate(spaces) if covered >> number & 1)

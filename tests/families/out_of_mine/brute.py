"""Packings by brute force (sets of cells, tile by tile, nothing kept and no bits), and by a public package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from dlx import DLX

Cells = frozenset[complex]
Kind = tuple[str, tuple[str, ...], int]
"""Colour, drawing and copies of a tile."""


def drawing(rows: Sequence[str], mark: str) -> Cells:
    """The marked cells of a drawing, row and column as a complex number."""
    return frozenset(
        complex(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == mark
    )


def pictures(shape: Cells, flipping: bool) -> set[Cells]:
    """All turned and flipped pictures, the corner at 0."""
    found = set()
    for start in {shape, frozenset(cell.conjugate() for cell in shape)} if flipping else {shape}:
        for turn in (1, 1j, -1, -1j):
            turned = [cell * turn for cell in start]
            corner = complex(min(cell.real for cell in turned), min(cell.imag for cell in turned))
            found.add(frozenset(cell - corner for cell in turned))
    return found


def laid(board: Cells, shape: Cells, flipping: bool = True) -> set[Cells]:
    """Everything that a tile can cover."""
    return {
        moved
        for picture in pictures(shape, flipping)
        for place in board
        for anchor in picture
        if (moved := frozenset(cell - anchor + place for cell in picture)) <= board
    }


def packings(
    board: Cells, kinds: Sequence[Kind], card: Mapping[str, int], flipping: bool = True
) -> Iterator[frozenset[tuple[int, Cells]]]:
    """Every set of tiles (kind and cells) within the card and the box that covers the board."""
    yield from _with_kinds(board, kinds, 0, dict(card), flipping, frozenset(), frozenset())


def _with_kinds(
    board: Cells,
    kinds: Sequence[Kind],
    number: int,
    left: dict[str, int],
    flipping: bool,
    covered: Cells,
    tiles: frozenset[tuple[int, Cells]],
) -> Iterator[frozenset[tuple[int, Cells]]]:
    if number == len(kinds):
        if covered == board:
            yield tiles
        return
    colour, rows, copies = kinds[number]
    places = sorted(laid(board - covered, drawing(rows, "X"), flipping), key=lambda found: sorted(map(str, found)))
    for count in range(min(copies, left.get(colour, 0)) + 1):
        for chosen in combinations(places, count):
            union = frozenset[complex]().union(*chosen)
            if len(union) == sum(map(len, chosen)):
                yield from _with_kinds(
                    board,
                    kinds,
                    number + 1,
                    {**left, colour: left.get(colour, 0) - count},
                    flipping,
                    covered | union,
                    tiles | {(number, place) for place in chosen},
                )


def fewest_empty(board: Cells, kinds: Sequence[Kind], card: Mapping[str, int]) -> int:
    """Spaces that stay empty at best: the fewest that a packing of the rest leaves."""
    for empty in range(len(board) + 1):
        for gap in combinations(sorted(board, key=str), empty):
            if next(packings(board - set(gap), kinds, card), None) is not None:
                return empty
    raise AssertionError


def expected(
    board: Cells, kinds: Sequence[Kind], card: Mapping[str, int], by_column: bool = False
) -> tuple[int, Fraction]:
    """Packings, and tiles that are laid on the way to the first one if whatever fits the first free space is tried in
    an order of luck (in vain, if there is none): the whole tree of the search, as fractions."""
    if not board:
        return 1, Fraction(0)
    first = min(board, key=lambda cell: (cell.imag, cell.real) if by_column else (cell.real, cell.imag))
    ways, live, live_sum, dead_sum = 0, 0, Fraction(0), Fraction(0)
    for number, (colour, rows, copies) in enumerate(kinds):
        if not copies or not card.get(colour):
            continue
        rest = [(c, r, n - (place == number)) for place, (c, r, n) in enumerate(kinds)]
        for tile in laid(board, drawing(rows, "X")):
            if first in tile:
                more, effort = expected(board - tile, rest, {**card, colour: card[colour] - 1}, by_column)
                ways += more
                if more:
                    live += 1
                    live_sum += effort + 1
                else:
                    dead_sum += effort + 1
    return ways, dead_sum / (live + 1) + (live_sum / live if live else 0)


def covers(
    d: Any, gallery: Sequence[str], card: str, allowed: Callable[[str, Cells], bool] = lambda colour, cells: True
) -> Iterator[list[tuple[str, str, Cells]]]:
    """Packings with all tiles of a card (colour, shape, cells) as a public package for exact covers finds them.

    Each tile of the card is an item to be covered like each space, so that every order of a colour's tiles is found.
    Only tiles that are ``allowed`` are laid.
    """
    spaces = sorted(drawing(gallery, "."), key=str)
    tiles = [(colour, number) for colour, wanted in d.cards[card].tiles.items() for number in range(wanted)]
    names = [*map(str, spaces), *map(str, tiles)]
    cover = DLX([(name, DLX.PRIMARY) for name in names])
    where = {name: place for place, name in enumerate(names)}
    told = {}
    for tile in tiles:
        for shape in d.tiles[tile[0]]:
            for place in laid(frozenset(spaces), drawing(d.shapes[shape], "X")):
                if allowed(tile[0], place):
                    row = [where[str(tile)], *(where[str(cell)] for cell in place)]
                    told[frozenset(names[item] for item in row)] = (tile[0], shape, place)
                    cover.appendRow(row)
    for solution in cover.solve():
        found = [told[frozenset(cover.getRowList(row))] for row in solution]
        # The package knows no box: more tiles of one shape than there are do not count.
        used = Counter((colour, shape) for colour, shape, _ in found)
        if all(count <= d.tiles[colour][shape] for (colour, shape), count in used.items()):
            yield found

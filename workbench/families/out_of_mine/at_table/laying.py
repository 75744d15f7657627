"""Which tile a person means who names cells, or why none can lie there."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.families.out_of_mine.at_table.answers import cell_name
from workbench.families.out_of_mine.at_table.sight import Choice, Sight
from workbench.families.out_of_mine.definition import SIDES
from workbench.families.out_of_mine.shapes import Cell, Shape, canonical, hangs_together, moved_to_corner


class Refused(ValueError):
    """No tile can be laid like that. ``key`` says why; ``cell`` and ``colour`` are what is in the way."""

    def __init__(self, key: str, cell: str = "", colour: str = "", number: int = 0) -> None:
        super().__init__(key)
        self.key = key
        self.cell = cell
        self.colour = colour
        self.number = number


def choice_of(sight: Sight, cells: Sequence[Cell], colour: str | None) -> Choice:
    """The tile to lay on these cells: of ``colour``, or of the one that has this shape; among its copies the one whose
    elements pay most. Errors: Refused."""
    _free(sight, cells)
    kinds = _kinds(sight, cells, colour)
    numbers = {cell: number for number, cell in enumerate(sight.cells)}
    covered = sum(1 << numbers[cell] for cell in cells)
    places = [
        place
        for place, covers in sight.places_over(min(numbers[cell] for cell in cells))
        if covers == covered and sight.rules.kind[place] in kinds
    ]
    ways = [
        Choice(sight.rules.kind[place], place, copy, up)
        for place in places
        for copy in sight.copies(sight.rules.kind[place])
        for up in range(len(SIDES))
        if sight.rules.up[place] >> up & 1
    ]
    return max(ways, key=lambda way: (sight.worth(way.kind, way.copy, SIDES[way.up]), -way.kind, -way.copy, -way.up))


def _free(sight: Sight, cells: Sequence[Cell]) -> None:
    """All cells are on the board, on no rock and on no other tile (O14, OO8)."""
    rows, known = sight.rows, set(sight.cells)
    covered = {cell: tile for tile in sight.tiles() for cell in tile.cells}
    for cell in cells:
        row, column = cell
        if row >= len(rows) or column >= len(rows[row]):
            raise Refused("beyond_edge", cell_name(cell))
        if cell not in known:
            raise Refused("on_rock", cell_name(cell))
        if cell in covered:
            raise Refused("on_tile", cell_name(cell), covered[cell].colour)


def _kinds(sight: Sight, cells: Sequence[Cell], colour: str | None) -> list[int]:
    """The kinds of tiles that have this shape and one colour, are on the card, and still to be had (O9)."""
    d = sight.definition
    if not hangs_together(cells):
        raise Refused("falls_apart")
    shape = moved_to_corner(cells)
    alike = _alike(sight, shape, d.flipping)
    if not alike:
        raise Refused("only_turned_over" if _alike(sight, shape, True) else "no_such_shape", number=len(cells))
    if not any(cell in sight.spaces for cell in cells):
        raise Refused("all_rock")
    if colour is not None:
        chosen = [kind for kind in alike if sight.kinds[kind].colour == colour]
        if not chosen:
            raise Refused("other_colour", colour=colour)
        alike = chosen
    left = sight.left
    wanted = [kind for kind in alike if sight.kinds[kind].colour in left]
    if not wanted:
        raise Refused("not_on_card", colour=sight.kinds[alike[0]].colour)
    allowed = [kind for kind in wanted if left[sight.kinds[kind].colour] > 0]
    if not allowed:
        colour = sight.kinds[wanted[0]].colour
        raise Refused("enough_of_it", colour=colour, number=d.cards[sight.card].tiles[colour])
    there = [kind for kind in allowed if sight.copies(kind)]
    if not there:
        raise Refused("all_taken", colour=sight.kinds[allowed[0]].colour)
    if len({sight.kinds[kind].colour for kind in there}) > 1:
        raise Refused("several_colours", colour=sight.kinds[there[0]].colour)
    return there


def _alike(sight: Sight, shape: Shape, flipping: bool) -> list[int]:
    """The kinds of tiles that can look like this."""
    wanted = canonical(shape, flipping)
    return [kind for kind, tiles in enumerate(sight.kinds) if canonical(tiles.shape, flipping) == wanted]


__all__ = ["Refused", "choice_of"]

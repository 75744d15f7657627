"""The board: arranging the tiles (M1, M2), and which moves it allows (M8, M9)."""

from __future__ import annotations

from workbench.engine.bits import bit
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.randomness import below, stream
from workbench.families.micro_robots.state import ADJACENT, FIRST_MATCH, LAYOUT, TURN, Rules, Table


@rule
def arrange_by_luck(r: Rules, t: Table, key: int) -> None:
    """Any arrangement, each as likely as any other (M2); a fixed one where the definition says so."""
    for place in range(r.tiles):
        if r.is_fixed:
            t.tile_at[place] = r.fixed[2 * place]
            t.turn_at[place] = r.fixed[2 * place + 1]
        else:
            t.tile_at[place] = place
            t.turn_at[place] = below(stream(key, TURN, place, 0), 4 // r.turn_step) * r.turn_step
    if not r.is_fixed:
        for place in range(r.tiles - 1, 0, -1):
            other = below(stream(key, LAYOUT, place, 0), place + 1)
            tile = t.tile_at[place]
            t.tile_at[place] = t.tile_at[other]
            t.tile_at[other] = tile
    lay_out(r, t)


@rule
def arrange_by_number(r: Rules, t: Table, number: int) -> None:
    """The arrangement with this number: its turns are the digits of the number, what remains tells the order."""
    turns = 4 // r.turn_step
    for place in range(r.tiles):
        t.tile_at[place] = place
        t.turn_at[place] = (number % turns) * r.turn_step
        number = number // turns
    for place in range(r.tiles - 1, 0, -1):
        other = place - number % (place + 1)
        number = number // (place + 1)
        tile = t.tile_at[place]
        t.tile_at[place] = t.tile_at[other]
        t.tile_at[other] = tile
    lay_out(r, t)


@rule
def lay_out(r: Rules, t: Table) -> None:
    """Put the spaces of the arranged and turned tiles on the squares of the board, and find all moves."""
    rows = r.tile_rows
    columns = r.tile_columns
    width = columns * r.grid_columns
    for place in range(r.tiles):
        top = place // r.grid_columns * rows
        left = place % r.grid_columns * columns
        first = t.tile_at[place] * rows * columns
        turn = t.turn_at[place]
        for row in range(rows):
            for column in range(columns):
                # A quarter turn clockwise brings what was in the last row into the first column.
                if turn == 0:
                    source = row * columns + column
                elif turn == 1:
                    source = (rows - 1 - column) * columns + row
                elif turn == 2:
                    source = (rows - 1 - row) * columns + columns - 1 - column
                else:
                    source = column * columns + columns - 1 - row
                square = (top + row) * width + left + column
                t.space_at[square] = first + source
                t.square_of[first + source] = square
    link(r, t)


@small_rule
def matches(r: Rules, a: int, b: int) -> bool:
    """Whether the two spaces have the same colour or the same number (M9)."""
    return r.colour[a] == r.colour[b] or r.number[a] == r.number[b]


@rule
def link(r: Rules, t: Table) -> None:
    """Find all moves: along rows and columns (M8), to a space that matches (M9), as far as one may travel (MO1)."""
    width = r.tile_columns * r.grid_columns
    height = r.tile_rows * r.grid_rows
    for space in range(r.spaces):
        t.reach[space] = 0
        t.back[space] = 0
    for square in range(r.spaces):
        row = square // width
        column = square % width
        link_along(r, t, square, 1, width - 1 - column)
        link_along(r, t, square, -1, column)
        link_along(r, t, square, width, height - 1 - row)
        link_along(r, t, square, -width, row)


@small_rule
def link_along(r: Rules, t: Table, square: int, step: int, far: int) -> None:
    """The moves from one square in one direction, with ``far`` squares before the edge."""
    here = t.space_at[square]
    reach = u64(t.reach[here])
    if r.travel == ADJACENT and far > 1:
        far = 1
    for distance in range(1, far + 1):
        there = t.space_at[square + distance * step]
        if matches(r, here, there):
            reach |= bit(there)
            t.back[there] = i64(u64(t.back[there]) | bit(here))
            if r.travel == FIRST_MATCH:
                break
    t.reach[here] = i64(reach)


@small_rule
def lies_between(r: Rules, t: Table, a: int, b: int, c: int) -> bool:
    """Whether a straight move from ``a`` to ``b`` passes over ``c``."""
    width = r.tile_columns * r.grid_columns
    from_square = min(t.square_of[a], t.square_of[b])
    to_square = max(t.square_of[a], t.square_of[b])
    square = t.square_of[c]
    if square <= from_square or square >= to_square:
        return False
    if from_square // width == to_square // width:
        return True
    return square % width == from_square % width

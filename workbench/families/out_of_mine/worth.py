"""What a tile on a board is worth: the spaces that it covers, the elves that it serves, the elements on it."""

from __future__ import annotations

from workbench.engine.bits import count
from workbench.engine.jit import small_rule
from workbench.families.out_of_mine.solver import as_set
from workbench.families.out_of_mine.state import BY_TILE, MOST_COPIES, Rules, Table


@small_rule
def worth_of(r: Rules, card: int, kind: int, copy: int, up: int) -> int:
    """Points for the elements on a side of a tile by a card (O28): for each symbol, or once for a tile (OO18)."""
    points = 0
    if r.elements_count:
        first = ((kind * MOST_COPIES + copy) * 2 + up) * r.elements
        for element in range(r.elements):
            symbols = r.symbols[first + element]
            if r.elements_count == BY_TILE:
                symbols = min(symbols, 1)
            points += symbols * r.worth[card * r.elements + element]
    return points


@small_rule
def spaces_under(r: Rules, t: Table, player: int, at: int) -> int:
    """How many spaces a tile on a board covers; rock is none."""
    return count(as_set(t.tile_covers[at]) & as_set(r.spaces[t.gallery[player]]))


@small_rule
def elves_under(r: Rules, t: Table, player: int, at: int) -> int:
    """How many elves of its own colour a tile on a board serves: it must cover their space (O27, OO17)."""
    served = 0
    if r.elf_points:
        colour = r.colour[r.kind[t.tile_place[at]]]
        served = count(as_set(t.tile_covers[at]) & as_set(r.elf_at[t.gallery[player] * r.colours + colour]))
    return served


@small_rule
def elements_on(r: Rules, t: Table, player: int, at: int) -> int:
    """Points for the elements on a tile on a board."""
    return worth_of(r, t.card[player], r.kind[t.tile_place[at]], t.tile_copy[at], t.tile_up[at])


@small_rule
def tile_worth(r: Rules, t: Table, player: int, at: int) -> int:
    """What it would cost to lose a tile on a board."""
    elves = r.elf_points * elves_under(r, t, player, at)
    return spaces_under(r, t, player, at) + elves + elements_on(r, t, player, at)

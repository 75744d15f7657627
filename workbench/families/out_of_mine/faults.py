"""What is wrong with the tiles on a board, and which are removed (O14, O16, OO7, OO8)."""

from __future__ import annotations

from workbench.engine.bits import count
from workbench.engine.jit import rule, small_rule, u64
from workbench.families.out_of_mine.solver import as_set
from workbench.families.out_of_mine.state import (
    COLOUR,
    EDGE,
    LAST_PLACED,
    MOST_LAID,
    NOTHING,
    NUMBER,
    OVERLAP,
    OWNER,
    Rules,
    Table,
)
from workbench.families.out_of_mine.worth import tile_worth


@rule
def fault_of(r: Rules, t: Table, player: int, number: int) -> int:
    """What is wrong with a tile by itself: it leaves the gallery (O14), has a colour that is not on the card (O16), or
    lies on another one (OO8)."""
    at = player * MOST_LAID + number
    kind = r.kind[t.tile_place[at]]
    covers = as_set(t.tile_covers[at])
    if count(covers) < r.size[kind]:
        return EDGE
    if r.wanted[t.card[player] * r.colours + r.colour[kind]] == 0:
        return COLOUR
    for other in range(player * MOST_LAID, player * MOST_LAID + t.laid[player]):
        if other != at and as_set(t.tile_covers[other]) & covers != u64(0):
            return OVERLAP
    return NOTHING


@rule
def check_board(r: Rules, t: Table, player: int) -> int:
    """Mark what is removed from a board; how many tiles that are."""
    removed = 0
    for number in range(t.laid[player]):
        why = fault_of(r, t, player, number)
        t.tile_why[player * MOST_LAID + number] = why
        removed += why != NOTHING
    if r.surplus_removed:
        for colour in range(r.colours):
            removed += remove_surplus(r, t, player, colour)
    return removed


@rule
def remove_surplus(r: Rules, t: Table, player: int, colour: int) -> int:
    """Remove tiles of a colour until no more are left than the card says (O16, OO7); how many that are."""
    first = player * MOST_LAID
    left = 0
    for at in range(first, first + t.laid[player]):
        left += t.tile_why[at] == NOTHING and r.colour[r.kind[t.tile_place[at]]] == colour
    removed = 0
    while left > r.wanted[t.card[player] * r.colours + colour]:
        chosen = -1
        rank = 0
        for at in range(first, first + t.laid[player]):
            if t.tile_why[at] != NOTHING or r.colour[r.kind[t.tile_place[at]]] != colour:
                continue
            cost = surplus_rank(r, t, player, at)
            # Of equal ones the last placed goes.
            if chosen < 0 or cost <= rank:
                chosen = at
                rank = cost
        t.tile_why[chosen] = NUMBER
        left -= 1
        removed += 1
    return removed


@small_rule
def surplus_rank(r: Rules, t: Table, player: int, at: int) -> int:
    """The lower, the sooner a tile too many goes: as it costs the owner least, or most, or as it was laid last."""
    if r.surplus == LAST_PLACED:
        return 0
    cost = tile_worth(r, t, player, at)
    return cost if r.surplus == OWNER else -cost

"""Records of what happens in a game: eight integers each, written by the rules only where they are asked for."""

from __future__ import annotations

from workbench.engine.jit import tracing
from workbench.families.out_of_mine.state import CURSOR, Table

WIDTH = 8

BOARD, CARD, ROUND, SEAT, POINTS, TILE = range(6)
# BOARD (board), one for each of the pile; CARD (card), one for each of the first deck; ROUND (number, caller, ms),
# caller -1 for nobody; SEAT (seat, gallery, card, empty, base, extra, called); POINTS (seat, elves, elements, points of
# the round); TILE (seat, place, slip, copy, side, what is wrong), one for each tile on a board in the order in which
# they were laid.


@tracing
def record(t: Table, event: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
    """Append one record, if the table keeps a trace (its cursor is not negative)."""
    at = t.counts[CURSOR]
    if at < 0:
        return
    t.trace[at] = event
    t.trace[at + 1] = a
    t.trace[at + 2] = b
    t.trace[at + 3] = c
    t.trace[at + 4] = d
    t.trace[at + 5] = e
    t.trace[at + 6] = f
    t.trace[at + 7] = g
    t.counts[CURSOR] = at + WIDTH

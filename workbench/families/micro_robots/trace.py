"""Records of what happens in a game: six integers each, written by the rules only where they are asked for."""

from __future__ import annotations

from workbench.engine.jit import tracing
from workbench.families.micro_robots.state import CURSOR, Table

WIDTH = 6

ROUND, CALL, STOP, CHIPS, PLACED = range(5)
# PLACED (place, tile, turn); ROUND (number, start, target, waypoint); CALL (seat, called, right, ms, paid to), seat -1
# where nobody called; STOP (space), one for each stop of the way shown; CHIPS (seat, chips, minus points).


@tracing
def record(t: Table, event: int, a: int, b: int, c: int, d: int, e: int) -> None:
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
    t.counts[CURSOR] = at + WIDTH

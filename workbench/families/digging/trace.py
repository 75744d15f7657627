"""Records of what happens in a game: six integers each, written by the rules only where they are asked for."""

from __future__ import annotations

from workbench.engine.jit import tracing
from workbench.families.digging.state import CURSOR, Table

WIDTH = 6

ROUND, DEALT, PILED, TURN, ANSWER, FIGHT, MINE, CRATE, POINTS = range(9)
# ROUND (number from 0, starter); DEALT (player, card); PILED (card), from the top of the pile; TURN (number from 1,
# player, verb, card, target), card -1 for none, target the partner, a display or a mine; ANSWER (player, card), card
# -1 for none; FIGHT (attack, defence, outcome, display the mine went to or -1, crate removed or -1); MINE (mine card,
# display, closed, value) at the end of a round, with its crates from bottom to top: CRATE (card); POINTS (player,
# points of the round).


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

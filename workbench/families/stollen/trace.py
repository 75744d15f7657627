"""Records of what happens in a game: six integers each, written by the rules only where they are asked for."""

from __future__ import annotations

from workbench.engine.jit import tracing
from workbench.families.stollen.state import CURSOR, Table

WIDTH = 6

(
    LEVEL,
    CARD,
    CANARY,
    CHOICE,
    EXIT,
    EXIT_FOSSILS,
    LEFT,
    COLLAPSE,
    HELMET_WORN,
    ROPE_SAVES,
    ROPE_THROWN,
    LOST,
    LEVEL_END,
    STANDING,
    DECK_CARD,
    RESHUFFLE,
) = range(16)


@tracing
def record(t: Table, event: int, level: int, step: int, a: int, b: int, c: int) -> None:
    """Append one record, if the table keeps a trace (its cursor is not negative)."""
    at = t.counts[CURSOR]
    if at < 0:
        return
    t.trace[at] = event
    t.trace[at + 1] = level
    t.trace[at + 2] = step
    t.trace[at + 3] = a
    t.trace[at + 4] = b
    t.trace[at + 5] = c
    t.counts[CURSOR] = at + WIDTH

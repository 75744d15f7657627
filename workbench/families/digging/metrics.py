"""What is measured in a game of digging: the columns of an outcome row, and the function that fills one."""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.jit import rule
from workbench.engine.simulation import Column
from workbench.families.digging.compile import Cards
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.scoring import WIN_PARTS
from workbench.families.digging.state import TURNS, TURNS_KEPT, Rules, Seats, Table, sides_of


def columns(d: DiggingDefinition, cards: Cards, seats: int) -> list[Column]:
    """The columns of a row, in the order in which :func:`measure` fills them."""
    found = [
        Column(
            "win_rate",
            "share of games",
            "wins; a win shared by k players counts 1/k, and partners share theirs",
            seat,
            WIN_PARTS,
            share=True,
            counted=True,
        )
        for seat in range(seats)
    ]
    found += [
        Column("score", "points", "points of the closed mines in the own display (D21)", seat, histogram=True)
        for seat in range(seats)
    ]
    found += [
        Column("win_rate", "share of games", "mean of the seats' win rates", scale=seats * WIN_PARTS, share=True),
        Column("score", "points", "mean of the seats' scores", scale=seats),
        Column("ties", "share of games", "games won by more than one side", share=True, counted=True),
        Column("length", "turns", "turns of a game, of all rounds"),
    ]
    found += [
        Column(f"turn_{number}.decisions", "", "for the comparison of decisions", shown=False)
        for number in range(1, TURNS_KEPT + 1)
    ]
    return found


@rule
def measure(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Fill ``row`` from a finished game, in the order of :func:`columns`."""
    seats = s.players
    win = 0
    score = 0
    winners = 0
    for player in range(seats):
        row[player] = t.win[player]
        row[seats + player] = max(t.score[player], 0)
        win += t.win[player]
        score += row[seats + player]
        winners += t.win[player] > 0
    at = 2 * seats
    row[at] = win
    row[at + 1] = score
    row[at + 2] = winners * sides_of(r, s) > seats
    row[at + 3] = t.counts[TURNS]
    at += 4
    for turn in range(TURNS_KEPT):
        row[at + turn] = t.decisions[turn]

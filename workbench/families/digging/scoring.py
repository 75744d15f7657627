"""Scores of a round, and who wins (D20 to D25)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule, tracing
from workbench.families.digging.mines import is_open, worth_of
from workbench.families.digging.state import (
    HELD,
    KINDS,
    LEFT_OPEN,
    MINES,
    MORE_GOLD,
    MOST_PLAYERS,
    NEXT_ROUND,
    PUSHED_CLOSERS,
    PUSHED_CRATES,
    ROUNDS,
    SEAT_LEFT,
    Rules,
    Seats,
    Table,
    side_of,
    sides_of,
)
from workbench.families.digging.trace import CRATE, MINE, POINTS, record

WIN_PARTS = 840
"""A shared win counts 1/k each; 840 divides by every number of winners up to 8."""


@rule
def score_round(r: Rules, s: Seats, t: Table) -> None:
    """Closed mines score for the displays in which they lie (D21 to D24); cards in hand may cost points (DO28)."""
    for mine in range(t.counts[MINES]):
        worth = worth_of(r, t, mine)
        record_mine(r, t, mine, worth)
        if is_open(t, mine):
            t.tally[LEFT_OPEN] += worth
            continue
        display = t.mine_display[mine]
        metal = t.mine_metal[mine]
        t.round_points[display] += worth
        t.metal_points[metal] += worth
        t.gold[side_of(r, s, display)] += worth * r.is_top[metal]
        credit_pushes(r, t, mine, worth)
    for player in range(s.players):
        for kind in range(r.kinds):
            t.tally[HELD + r.kind_type[kind]] += t.hand[player * KINDS + kind]
        t.round_points[player] -= r.card_in_hand * t.hand_cards[player]
        t.score[player] += t.round_points[player]
        t.side_score[side_of(r, s, player)] += t.round_points[player]
        t.seat_tally[SEAT_LEFT * MOST_PLAYERS + player] += t.hand_cards[player]
        record(t, POINTS, player, t.round_points[player], 0, 0, 0)


@small_rule
def credit_pushes(r: Rules, t: Table, mine: int, worth: int) -> None:
    """What pushed cards brought: each crate its share of the mine, the closer all of it."""
    crates = t.mine_crates[mine]
    if crates == 0:
        return
    for at in range(crates):
        t.tally[PUSHED_CRATES] += t.pushed[t.stacks[mine * r.stack + at]] * (worth // crates)
    t.tally[PUSHED_CLOSERS] += t.pushed[t.mine_closer[mine]] * worth


@tracing
def record_mine(r: Rules, t: Table, mine: int, worth: int) -> None:
    """A mine at the end of a round, with its crates, goes into the trace."""
    closed = not is_open(t, mine)
    record(t, MINE, t.mine_card[mine], t.mine_display[mine], int(closed), worth if closed else 0, 0)
    for at in range(t.mine_crates[mine]):
        record(t, CRATE, t.stacks[mine * r.stack + at], 0, 0, 0, 0)


@small_rule
def best_score(r: Rules, s: Seats, t: Table) -> int:
    """The highest score of a side."""
    best = t.side_score[0]
    for side in range(1, sides_of(r, s)):
        best = max(best, t.side_score[side])
    return best


@rule
def is_over(r: Rules, s: Seats, t: Table) -> bool:
    """Whether the game ends after this round (D25, DO23, DO24)."""
    if t.counts[ROUNDS] >= r.most_rounds:
        return True
    best = best_score(r, s, t)
    if r.target > 0 and best < r.target:
        return False
    leaders = 0
    for side in range(sides_of(r, s)):
        leaders += t.side_score[side] == best
    if leaders == 1 or r.tie == MORE_GOLD:
        return True
    return r.tie != NEXT_ROUND and r.target == 0


@rule
def find_winners(r: Rules, s: Seats, t: Table) -> None:
    """The side with the most points wins, all its players together; equal ones share the win (D25, DO23)."""
    best = best_score(r, s, t)
    most_gold = 0
    for side in range(sides_of(r, s)):
        if t.side_score[side] == best:
            most_gold = max(most_gold, t.gold[side])
    winners = 0
    for player in range(s.players):
        side = side_of(r, s, player)
        wins = t.side_score[side] == best and (r.tie != MORE_GOLD or t.gold[side] == most_gold)
        t.win[player] = int(wins)
        winners += wins
    each = WIN_PARTS // winners
    for player in range(s.players):
        t.win[player] *= each

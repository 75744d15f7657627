"""The rules of digging, once: integers and named tuples only, so that they run interpreted or compiled alike.

Each function names the rules of docs/rules.md that it plays. :func:`play_game` plays rounds; :func:`play_round` deals
(dealing.py) and lets one player after the other take a turn (turns.py), until the pile is empty and everybody has had
a last action. What is legal is in legal.py, mines are in mines.py, a fight is in fights.py, points are in scoring.py.
"""

from __future__ import annotations

from workbench.engine.jit import rule
from workbench.engine.randomness import below, game_key, stream
from workbench.families.digging.dealing import deal
from workbench.families.digging.scoring import find_winners, is_over, score_round
from workbench.families.digging.state import (
    BY_LOT,
    COUNTS,
    CURSOR,
    DEALER,
    FIRST_STARTER,
    KINDS,
    MOST_METALS,
    MOST_PLAYERS,
    ROUND,
    ROUNDS,
    SEAT_TALLIES,
    STARTER,
    TALLIES,
    TO_ACT,
    TURN,
    TURNS_KEPT,
    Rules,
    Seats,
    Table,
    pile_cards,
)
from workbench.families.digging.trace import ROUND as NEW_ROUND
from workbench.families.digging.trace import record
from workbench.families.digging.turns import take_turn

FIRST_DEALER, STARTS = 25, 26
"""What a random number is for, beside the purposes of the engine and of players.py."""


@rule
def starter_of(r: Rules, s: Seats, key: int, number: int) -> int:
    """Who begins a round (DO1). The first dealer is drawn by lot, the next one is the one to the left."""
    if r.starter == BY_LOT:
        return below(stream(key, STARTS, number, 0), s.players)
    dealer = below(stream(key, FIRST_DEALER, 0, 0), s.players) + number
    return (dealer if r.starter == DEALER else dealer + 1) % s.players


@rule
def play_round(r: Rules, s: Seats, t: Table, key: int, number: int) -> None:
    """One round from the deal to its points (D2 to D24)."""
    player = starter_of(r, s, key, number)
    t.counts[ROUND] = number
    t.counts[TURN] = 0
    t.counts[STARTER] = player
    if number == 0:
        t.counts[FIRST_STARTER] = player
    record(t, NEW_ROUND, number, player, 0, 0, 0)
    deal(r, s, t, key, number)
    # Without a pile there is nothing but the last round.
    t.counts[TO_ACT] = -1 if pile_cards(r, t) > 0 else s.players
    while t.counts[TO_ACT] != 0:
        take_turn(r, s, t, key, player)
        if t.counts[TO_ACT] > 0:
            t.counts[TO_ACT] -= 1
        elif pile_cards(r, t) == 0 or t.counts[TURN] >= r.most_turns:
            # D20, DO18: everybody once more, from the left of who drew the last card to himself.
            t.counts[TO_ACT] = s.players if r.drawer_acts else s.players - 1
        player = (player + 1) % s.players
    score_round(r, s, t)
    t.counts[ROUNDS] = number + 1


@rule
def play_game(r: Rules, s: Seats, t: Table, seed: int, game: int) -> None:
    """One game; everything about it is then in the table (D25)."""
    key = game_key(seed, game)
    for player in range(MOST_PLAYERS):
        t.score[player] = 0
        t.side_score[player] = 0
        t.gold[player] = 0
        t.banked[player] = 0
    for metal in range(MOST_METALS):
        t.metal_points[metal] = 0
    for kind in range(KINDS):
        t.played[kind] = 0
        t.worth[kind] = 0
    for figure in range(TALLIES):
        t.tally[figure] = 0
    for slot in range(SEAT_TALLIES * MOST_PLAYERS):
        t.seat_tally[slot] = 0
    for turn in range(TURNS_KEPT):
        t.decisions[turn] = 0
    for at in range(COUNTS):
        if at != CURSOR:
            t.counts[at] = 0
    number = 0
    over = False
    while not over:
        play_round(r, s, t, key, number)
        number += 1
        over = is_over(r, s, t)
    find_winners(r, s, t)

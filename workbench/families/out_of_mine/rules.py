"""The rules of Out of Mine, once: integers and named tuples only, so that they run interpreted or compiled alike.

Each function names the rules of docs/rules.md that it plays. :func:`play_game` deals boards and cards (dealing.py) and
plays rounds; in each everybody races (racing.py, searching.py), then the boards are checked (faults.py) and scored
(scoring.py); :func:`score_game` finds the winners.
"""

from __future__ import annotations

from workbench.engine.jit import rule
from workbench.engine.randomness import game_key
from workbench.families.out_of_mine.dealing import (
    change_boards,
    choose_sides,
    deal_boards,
    draw_cards,
    name_chief,
    shuffle_deck,
)
from workbench.families.out_of_mine.racing import race, start_round
from workbench.families.out_of_mine.scoring import score_round
from workbench.families.out_of_mine.state import (
    COUNTS,
    CURSOR,
    MOST_PLAYERS,
    NUMBER,
    PER_PLACE,
    ROUNDS,
    WIN_PARTS,
    Rules,
    Seats,
    Table,
)
from workbench.families.out_of_mine.trace import BOARD, CARD, record


@rule
def start_game(r: Rules, s: Seats, t: Table, key: int) -> None:
    """A chief, a board for everybody, the pile, and the shuffled cards (O4 to O7)."""
    for index in range(COUNTS):
        if index != CURSOR:
            t.counts[index] = 0
    if t.counts[CURSOR] > 0:
        t.counts[CURSOR] = 0
    for player in range(MOST_PLAYERS):
        t.score[player] = 0
        t.calls[player] = 0
        t.wrong[player] = 0
        t.empty_sum[player] = 0
        t.empty_by_rank[player] = 0
        t.elf_sum[player] = 0
        t.element_sum[player] = 0
    for why in range(NUMBER + 1):
        t.fault_sum[why] = 0
    for at in range(2 * r.boards * PER_PLACE):
        t.gallery_rounds[at] = 0
    for at in range(r.cards * PER_PLACE):
        t.card_rounds[at] = 0
    name_chief(r, s, t, key)
    deal_boards(r, s, t, key)
    shuffle_deck(r, s, t, key, 0)
    for at in range(s.players, s.players + r.rounds - 1):
        record(t, BOARD, t.pile[at], 0, 0, 0, 0, 0, 0)
    for at in range(r.cards):
        record(t, CARD, t.deck[at], 0, 0, 0, 0, 0, 0)


@rule
def play_round(r: Rules, s: Seats, t: Table, key: int, number: int) -> None:
    """One round in its four phases: cards, the race, the check and points, other boards (O8 to O24)."""
    draw_cards(r, s, t, key)
    choose_sides(r, s, t, key, number)
    start_round(r, s, t)
    race(r, s, t, key, number)
    score_round(r, s, t, number)
    if number < r.rounds:
        change_boards(r, s, t, key, number)


@rule
def play_game(r: Rules, s: Seats, t: Table, seed: int, game: int) -> None:
    """One game: as many rounds as the pile has boards to change, and one (O25)."""
    key = game_key(seed, game)
    start_game(r, s, t, key)
    for number in range(1, r.rounds + 1):
        play_round(r, s, t, key, number)
    t.counts[ROUNDS] = r.rounds
    score_game(r, s, t)


@rule
def standing(r: Rules, t: Table, player: int) -> int:
    """What decides the game: points (O26), or few empty spaces; then calls where they break a tie (OO20)."""
    first = -t.empty_sum[player] if r.fewest_empty else t.score[player]
    return first * 1000 + (t.calls[player] if r.most_calls else 0)


@rule
def score_game(r: Rules, s: Seats, t: Table) -> None:
    """The best standing wins; a tie is shared (O26, OO20)."""
    best = standing(r, t, 0)
    for player in range(1, s.players):
        best = max(best, standing(r, t, player))
    winners = 0
    for player in range(s.players):
        winners += standing(r, t, player) == best
    for player in range(s.players):
        t.win[player] = WIN_PARTS // winners if standing(r, t, player) == best else 0

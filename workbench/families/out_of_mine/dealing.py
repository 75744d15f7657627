"""Chief, boards and treasure cards: who gets what, and which side is played (O4 to O8, O21 to O23)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.engine.outside import ask
from workbench.engine.randomness import below, card_key, card_of, key_at, mix, sort_keys, stream
from workbench.families.out_of_mine.state import (
    ASK_SIDE,
    CALLER,
    CHIEF,
    DEAL,
    DEALT,
    DECK,
    DRAWN,
    PILE,
    SHUFFLES,
    SIDE,
    THE_CHIEF,
    Rules,
    Seats,
    Table,
    View,
)


@small_rule
def own_luck(key: int, purpose: int, number: int, player: int, step: int) -> int:
    """64 random bits of one player's own for one step of a round."""
    return stream(key, purpose, number * 8 + player, step)


@small_rule
def name_chief(r: Rules, s: Seats, t: Table, key: int) -> None:
    """The oldest player, who sits on the first seat, is chief dwarf; or anybody is (O7)."""
    t.counts[THE_CHIEF] = below(stream(key, CHIEF, 0, 0), s.players) if r.chief_by_lot else 0


@rule
def deal_boards(r: Rules, s: Seats, t: Table, key: int) -> None:
    """Each player gets a board; the following ones are the pile, and the rest leaves the game (O4, O5)."""
    luck = stream(key, PILE, 0, 0)
    for board in range(r.boards):
        t.keys[board] = card_key(luck, r.board_name[board], board)
    sort_keys(t.keys, r.boards, t.scratch)
    for at in range(r.boards):
        t.pile[at] = card_of(key_at(t.keys, r.boards, t.scratch, at))
    for player in range(s.players):
        t.board[player] = t.pile[player]
        t.gallery[player] = -1
    t.counts[DRAWN] = 0


@rule
def shuffle_deck(r: Rules, s: Seats, t: Table, key: int, held: int) -> None:
    """Shuffle all cards but those that the first ``held`` players hold (O6); the deck then has the rest in order."""
    luck = stream(key, DECK, t.counts[SHUFFLES], 0)
    cards = 0
    for card in range(r.cards):
        is_free = True
        for player in range(held):
            if t.card[player] == card:
                is_free = False
        if is_free:
            t.keys[cards] = card_key(luck, r.card_name[card], card)
            cards += 1
    sort_keys(t.keys, cards, t.scratch)
    for at in range(cards):
        t.deck[at] = card_of(key_at(t.keys, cards, t.scratch, at))
    for at in range(cards, r.cards):
        t.deck[at] = -1
    t.counts[SHUFFLES] += 1
    t.counts[DEALT] = 0


@rule
def draw_cards(r: Rules, s: Seats, t: Table, key: int) -> None:
    """Each player draws a treasure card (O8). Used ones stay out, or make a new pile when there is none left (OO16)."""
    for player in range(s.players):
        if t.counts[DEALT] == r.cards or t.deck[t.counts[DEALT]] < 0:
            shuffle_deck(r, s, t, key, player)
        t.card[player] = t.deck[t.counts[DEALT]]
        t.counts[DEALT] += 1


@rule
def choose_sides(r: Rules, s: Seats, t: Table, key: int, number: int) -> None:
    """Each player chooses a side of his board (O4), but plays the other one of the same board as before (O23, OO14)."""
    for player in range(s.players):
        first = 2 * t.board[player]
        before = t.gallery[player]
        if before >= 0 and before // 2 == t.board[player]:
            t.gallery[player] = before ^ 1
            continue
        if player == s.person:
            t.gallery[player] = first + ask(ASK_SIDE, View(player, number, 0))
            continue
        bits = own_luck(key, SIDE, number, player, 0)
        side = below(mix(bits), 2)
        if below(bits, 100) < s.side_percent[player] and r.room[first] != r.room[first + 1]:
            side = 1 if r.room[first + 1] > r.room[first] else 0
        t.gallery[player] = first + side


@rule
def change_boards(r: Rules, s: Seats, t: Table, key: int, number: int) -> None:
    """The caller's board goes into the box and a new one comes from the pile (O21); all are shuffled and dealt (O22).

    After a round without a call the pile loses its top board, or the chief changes his (OO13).
    """
    changer = t.counts[CALLER]
    if changer < 0 and r.chief_changes:
        changer = t.counts[THE_CHIEF]
    if changer >= 0:
        t.board[changer] = t.pile[s.players + t.counts[DRAWN]]
    t.counts[DRAWN] += 1
    luck = stream(key, DEAL, number, 0)
    for player in range(s.players):
        board = t.board[player]
        t.keys[player] = card_key(luck, r.board_name[board], board)
    for player in range(s.players):
        # So few are put in order by looking for the smallest.
        smallest = player
        for other in range(player + 1, s.players):
            if t.keys[other] < t.keys[smallest]:
                smallest = other
        key_there = t.keys[smallest]
        t.keys[smallest] = t.keys[player]
        t.keys[player] = key_there
        t.board[player] = card_of(key_there)

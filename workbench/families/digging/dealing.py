"""The deck: how it is shuffled and dealt, and how a card is drawn or leaves a hand (D2, D5)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule, tracing
from workbench.engine.randomness import DEAL, card_key, card_of, key_at, sort_keys, stream
from workbench.families.digging.state import (
    DRAWN,
    IN_PILE,
    KINDS,
    MINES,
    MOST_METALS,
    MOST_PLAYERS,
    Rules,
    Seats,
    Table,
    pile_cards,
)
from workbench.families.digging.trace import DEALT, PILED, record


@rule
def deal(r: Rules, s: Seats, t: Table, key: int, number: int) -> None:
    """Clear the table, shuffle by the keys of the cards and deal one card after the other, from seat 0 on (D2)."""
    for slot in range(s.players * KINDS):
        t.hand[slot] = 0
        t.told[slot] = 0
    for player in range(MOST_PLAYERS):
        t.hand_cards[player] = 0
        t.round_points[player] = 0
    for kind in range(r.kinds):
        t.seen[kind] = 0
    for slot in range(MOST_PLAYERS * MOST_METALS):
        t.open_mines[slot] = 0
    t.counts[MINES] = 0
    t.counts[DRAWN] = 0
    luck = stream(key, DEAL, number, 0)
    for card in range(r.cards):
        t.place[card] = IN_PILE
        t.pushed[card] = 0
        t.keys[card] = card_key(luck, r.card_key[card], card)
    sort_keys(t.keys, r.cards, t.scratch)
    for _ in range(r.hand_size):
        for player in range(s.players):
            card = draw_card(r, t, player)
            record(t, DEALT, player, card, 0, 0, 0)
    record_pile(r, t)


@small_rule
def draw_card(r: Rules, t: Table, player: int) -> int:
    """The top card of the pile goes to a player's hand (D5); returns it."""
    card = card_of(key_at(t.keys, r.cards, t.scratch, t.counts[DRAWN]))
    t.counts[DRAWN] += 1
    give(r, t, player, card)
    return card


@small_rule
def give(r: Rules, t: Table, player: int, card: int) -> None:
    """A card goes to a player's hand."""
    t.place[card] = player
    t.hand[player * KINDS + r.card_kind[card]] += 1
    t.hand_cards[player] += 1


@rule
def take(r: Rules, t: Table, player: int, kind: int, place: int) -> int:
    """The first card of a kind leaves a player's hand for ``place``; returns it. The hand must hold one."""
    card = r.first_card[kind]
    while t.place[card] != player:
        card += 1
    t.place[card] = place
    t.hand[player * KINDS + kind] -= 1
    t.hand_cards[player] -= 1
    return card


@tracing
def record_pile(r: Rules, t: Table) -> None:
    """The cards of the pile, top card first, go into the trace."""
    for at in range(pile_cards(r, t)):
        record(t, PILED, card_of(key_at(t.keys, r.cards, t.scratch, t.counts[DRAWN] + at)), 0, 0, 0, 0)

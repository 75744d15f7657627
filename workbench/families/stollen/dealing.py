"""The decks: which cards are in, and in which order they lie (S3, S4, S7, S8, SO5, SO6, SO15)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule, tracing
from workbench.engine.randomness import DEAL, card_key, card_of, key_at, sort_keys, stream
from workbench.families.stollen.state import FOSSIL, FREE_FOSSILS, HAZARD, NO_KIND, Rules, Table
from workbench.families.stollen.trace import DECK_CARD, record


@small_rule
def card_at(t: Table, size: int, position: int) -> int:
    """The card at a position of the deck, counted from the top; positions are asked for in turn."""
    return card_of(key_at(t.keys, size, t.scratch, position))


@rule
def deal(r: Rules, t: Table, key: int, level: int) -> tuple[int, int]:
    """Shuffle the deck of a level by the keys of its cards (S3, S4, S7, S8, SO5, SO6); its size and its hazards."""
    luck = stream(key, DEAL, level, 0)
    first = r.first_card[level]
    size = r.end_card[level] - first
    for at in range(size):
        t.keys[at] = card_key(luck, r.card_key[first + at], first + at)
    hazards = 0
    out = 0
    for kind in range(r.kinds):
        copies = r.copies[level * r.kinds + kind]
        hazards += copies
        out += min(t.removed[kind], copies)
    if out > 0:
        size = take_out_removed(r, t, level, size)
    for number in range(t.counts[FREE_FOSSILS]):
        card = r.first_fossil + number
        t.keys[size] = card_key(luck, r.card_key[card], card)
        size += 1
    sort_keys(t.keys, size, t.scratch)
    return size, hazards - out


@rule
def take_out_removed(r: Rules, t: Table, level: int, size: int) -> int:
    """Without the hazards that are out of the game (SO6): of each kind its last copies. Returns what stays."""
    if r.growing:
        return _take_out_of_growing(r, t, level, size)
    # A kind's copies lie one after the other. From the last card down, whatever is last fills the gap.
    for number in range(r.kinds):
        slot = level * r.kinds + r.kinds - 1 - number
        copies = r.copies[slot]
        for gone in range(min(t.removed[r.kinds - 1 - number], copies)):
            size -= 1
            t.keys[r.kind_first[slot] - r.first_card[level] + copies - 1 - gone] = t.keys[size]
    return size


@rule
def _take_out_of_growing(r: Rules, t: Table, level: int, size: int) -> int:
    """The same where a level's deck has the cards of the levels before."""
    stay = 0
    for at in range(size):
        card = card_of(t.keys[at])
        kind = r.card_kind[card]
        t.keys[stay] = t.keys[at]
        stay += kind == NO_KIND or r.card_copy[card] < r.copies[level * r.kinds + kind] - t.removed[kind]
    return stay


@rule
def reshuffle(r: Rules, t: Table, key: int, level: int, size: int) -> tuple[int, int, int]:
    """Shuffle the turned finds and hazards again (SO15); size 0 where no hazard is among them, as that would never
    end. Returns its size, its hazards and its lumps."""
    luck = stream(key, DEAL, level, 1)
    count = 0
    hazards = 0
    finds = 0
    for at in range(size):
        card = card_of(t.keys[at])
        if r.card_type[card] != FOSSIL:
            t.keys[count] = card_key(luck, r.card_key[card], card)
            count += 1
            if r.card_type[card] == HAZARD:
                hazards += 1
            else:
                finds += r.card_value[card]
    if hazards == 0:
        return 0, 0, 0
    sort_keys(t.keys, count, t.scratch)
    return count, hazards, finds


@tracing
def record_deck(t: Table, level: int, step: int, size: int) -> None:
    """The cards of a deck, top card first, go into the trace."""
    for at in range(size):
        record(t, DECK_CARD, level, step, card_at(t, size, at), 0, 0)

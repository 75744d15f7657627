"""The decks: which cards are in, and in which order they lie (S3, S4, S7, S8, SO5, SO6, SO15)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.engine.randomness import DEAL, card_key, card_of, sort_keys, stream
from workbench.families.stollen.state import FIND, FOSSIL, FREE_FOSSILS, HAZARD, Rules, Table
from workbench.families.stollen.trace import DECK_CARD, record


@small_rule
def shuffle(t: Table, size: int) -> None:
    """Put the deck in the order of its keys."""
    sort_keys(t.keys, size, t.scratch)
    for at in range(size):
        t.deck[at] = card_of(t.keys[at])


@rule
def deal(r: Rules, t: Table, key: int, level: int) -> int:
    """Shuffle the deck of a level by the keys of its cards and return its size (S3, S4, S7, S8, SO5, SO6)."""
    size = 0
    luck = stream(key, DEAL, level, 0)
    for card in range(r.first_card[level], r.end_card[level]):
        if r.card_type[card] == HAZARD:
            kind = r.card_value[card]
            if r.card_copy[card] >= r.copies[level * r.kinds + kind] - t.removed[kind]:
                continue
        t.keys[size] = card_key(luck, r.card_key[card], card)
        size += 1
    for number in range(t.counts[FREE_FOSSILS]):
        card = r.first_fossil + number
        t.keys[size] = card_key(luck, r.card_key[card], card)
        size += 1
    shuffle(t, size)
    return size


@rule
def reshuffle(r: Rules, t: Table, key: int, level: int, size: int) -> int:
    """Shuffle the turned finds and hazards again (SO15); 0 where no hazard is among them, as that would never end."""
    luck = stream(key, DEAL, level, 1)
    count = 0
    hazards = 0
    for at in range(size):
        card = t.deck[at]
        if r.card_type[card] != FOSSIL:
            t.keys[count] = card_key(luck, r.card_key[card], card)
            count += 1
            hazards += r.card_type[card] == HAZARD
    if hazards == 0:
        return 0
    shuffle(t, count)
    return count


@rule
def survey(r: Rules, t: Table, level: int, step: int, size: int) -> tuple[int, int]:
    """Hazards and lumps in a new deck; its cards go into the trace."""
    hazards = 0
    finds = 0
    for at in range(size):
        card = t.deck[at]
        record(t, DECK_CARD, level, step, card, 0, 0)
        if r.card_type[card] == HAZARD:
            hazards += 1
        elif r.card_type[card] == FIND:
            finds += r.card_value[card]
    return hazards, finds

"""Keyed randomness: every random number is a pure function of (seed, game, what it is for).

There is no stream that a changed rule could shift, so two variants share their luck and results do not depend
on threads or chunks. The mixer is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence

from workbench.engine.jit import i64, small_rule, u64

MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLD = 0x9E37_79B9_7F4A_7C15

# What a random number is for.
DEAL, MOOD, LOOK, CHOICE, HELMET, ROPE, TARGET, REFUSE, FAVOURITE = 1, 2, 3, 4, 5, 6, 7, 8, 9


@small_rule
def mix(z: int) -> int:
    """64 well mixed bits of 64."""
    z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return z ^ (z >> 31)


@small_rule
def game_key(seed: int, game: int) -> int:
    """The key from which all luck of one game follows."""
    return mix(mix((u64(seed) + GOLD) & MASK) ^ u64(game))


@small_rule
def stream(key: int, purpose: int, first: int, second: int) -> int:
    """The key of one purpose within a game, for instance (DEAL, level, shuffle)."""
    return mix((key + u64((purpose << 32) ^ (first << 16) ^ second) * GOLD) & MASK)


@small_rule
def below(bits: int, limit: int) -> int:
    """A whole number from 0 to ``limit`` - 1 from 64 random bits."""
    return (i64(bits >> 33) * limit) >> 31


@small_rule
def chance(bits: int, percent: int) -> bool:
    """True in ``percent`` of 100 cases."""
    return below(bits, 100) < percent


def name_key(name: str) -> int:
    """63 bits that stand for a name: a card's key then depends on the card alone, never on the other cards."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8"), digest_size=8).digest(), "big") >> 1


CARD_BITS = 12


@small_rule
def card_key(luck: int, name: int, card: int) -> int:
    """What a card is sorted by in a shuffled deck: 51 bits of its luck, then its number in 12."""
    return (i64(mix(luck ^ u64(name)) >> (CARD_BITS + 1)) << CARD_BITS) | card


@small_rule
def card_of(key: int) -> int:
    """The card of a key."""
    return key & ((1 << CARD_BITS) - 1)


SCRATCH_ROOM = 32


def sort_keys(keys: MutableSequence[int], count: int, scratch: MutableSequence[int]) -> None:
    """Order the first ``count`` keys for :func:`key_at`; ``scratch`` holds ``count`` + ``SCRATCH_ROOM`` integers.

    Interpreted code sorts them in place. Compiled code leaves them and puts them into ``scratch``, sorted roughly;
    few decks are turned to the end, so it sorts the rest card by card.
    """
    keys[:count] = sorted(keys[:count])


def key_at(keys: MutableSequence[int], count: int, scratch: MutableSequence[int], at: int) -> int:
    """The key at a place of keys that went through :func:`sort_keys`; places are asked for in turn from 0."""
    return keys[at]

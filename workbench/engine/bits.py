"""Sets of up to 64 spaces as the bits of one integer, for compiled and interpreted code alike."""

from __future__ import annotations

from workbench.engine.jit import i64, small_rule, u64
from workbench.engine.randomness import MASK

_FACTOR = 0x03F7_9D71_B4CB_0A89
_PLACE = tuple(place for _, place in sorted(((((1 << place) * _FACTOR) & MASK) >> 58, place) for place in range(64)))
"""By the top six bits of the product with a de Bruijn sequence: which bit was set (Leiserson, Prokop, Randall 1998)."""


@small_rule
def bit(space: int) -> int:
    """The set of one space."""
    return u64(1) << u64(space)


@small_rule
def lowest(spaces: int) -> int:
    """The lowest space of a set that is not empty."""
    return _PLACE[i64((((spaces & ((MASK - spaces) + u64(1))) * u64(_FACTOR)) & MASK) >> u64(58))]


@small_rule
def without_lowest(spaces: int) -> int:
    """A set that is not empty without its lowest space."""
    return spaces & (spaces - u64(1))


@small_rule
def count(spaces: int) -> int:
    """How many spaces are in the set."""
    n = spaces - ((spaces >> u64(1)) & u64(0x5555_5555_5555_5555))
    n = (n & u64(0x3333_3333_3333_3333)) + ((n >> u64(2)) & u64(0x3333_3333_3333_3333))
    n = (n + (n >> u64(4))) & u64(0x0F0F_0F0F_0F0F_0F0F)
    return i64(((n * u64(0x0101_0101_0101_0101)) & MASK) >> u64(56))


@small_rule
def nth(spaces: int, index: int) -> int:
    """The space number ``index`` (from 0, rising) of a set that has it."""
    for _ in range(index):
        spaces = without_lowest(spaces)
    return lowest(spaces)


@small_rule
def has(spaces: int, space: int) -> bool:
    """Whether ``space`` is in the set."""
    return ((spaces >> u64(space)) & u64(1)) != u64(0)

"""Keyed randomness: each number follows from what it is for, and from nothing else."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from workbench.engine.randomness import (
    SCRATCH_ROOM,
    below,
    card_key,
    card_of,
    chance,
    game_key,
    mix,
    name_key,
    sort_keys,
    stream,
)

bits = st.integers(0, 2**64 - 1)


def test_the_mixer_is_that_of_splitmix64() -> None:
    # The first outputs of the published generator with the seed 1234567.
    gold, state, found = 0x9E37_79B9_7F4A_7C15, 1234567, []
    for _ in range(3):
        state = (state + gold) % 2**64
        found.append(mix(state))
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(bits, st.integers(1, 10**6))
def test_numbers_below_a_limit(number: int, limit: int) -> None:
    assert 0 <= below(number, limit) < limit
    assert below(0, limit) == 0 and below(2**64 - 1, limit) == limit - 1


def test_chances() -> None:
    assert not any(chance(mix(n), 0) for n in range(1000))
    assert all(chance(mix(n), 100) for n in range(1000))
    hits = sum(chance(mix(n), 25) for n in range(20_000))
    assert stats.binomtest(hits, 20_000, 0.25).pvalue > 1e-4


def test_keys_differ_by_all_they_are_for() -> None:
    keys = {
        stream(game_key(seed, game), purpose, first, second)
        for seed in range(4)
        for game in range(20)
        for purpose in range(1, 9)
        for first in range(20)
        for second in range(20)
    }
    assert len(keys) == 4 * 20 * 8 * 20 * 20
    assert game_key(2**63 - 1, 2**40) != game_key(2**63 - 1, 2**40 - 1)
    assert all(0 <= key < 2**64 for key in list(keys)[:1000])


def test_names_have_keys_of_their_own() -> None:
    names = [f"{kind}#{n}" for kind in ("find:5", "find:55", "hazard:gas", "fossil") for n in range(20)]
    assert len({name_key(name) for name in names}) == len(names)
    assert name_key("fossil#0") == name_key("fossil#0") < 2**64


def test_shuffles_are_even() -> None:
    """All orders of four cards come about equally often."""
    seen: Counter[tuple[int, ...]] = Counter()
    cards = [name_key(f"card#{n}") for n in range(4)]
    for game in range(12_000):
        luck = stream(game_key(1, game), 1, 0, 0)
        keys = [card_key(luck, name, number) for number, name in enumerate(cards)]
        sort_keys(keys, 4, [])
        seen[tuple(card_of(key) for key in keys)] += 1
    assert len(seen) == 24
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**63 - 1), unique=True, min_size=1, max_size=40), st.data())
def test_only_the_first_keys_are_sorted(keys: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(keys)))
    found = list(keys)
    sort_keys(found, count, [0] * (len(keys) + SCRATCH_ROOM))
    assert found == [*sorted(keys[:count]), *keys[count:]]


@given(bits, st.integers(0, 2**63 - 1), st.integers(0, 4095))
def test_a_key_carries_its_card(luck: int, name: int, card: int) -> None:
    key = card_key(luck, name, card)
    assert card_of(key) == card and 0 <= key < 2**63
    assert key >> 12 == card_key(luck, name, 0) >> 12


def test_neighbouring_games_are_unrelated() -> None:
    first = np.array([below(stream(game_key(1, game), 1, 0, 0), 1000) for game in range(5000)])
    for other in (first[1:], np.array([below(stream(game_key(2, game), 1, 0, 0), 1000) for game in range(5000)])):
        length = min(len(first), len(other))
        assert abs(stats.pearsonr(first[:length], other[:length]).statistic) < 4 / length**0.5

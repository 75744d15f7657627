"""Intervals against published values and against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from workbench.engine.simulation import Column
from workbench.statistics.estimates import (
    Estimate,
    clopper_pearson,
    estimate,
    normal_quantile,
    skewed_mean,
    t_quantile,
    wilson,
)
from workbench.statistics.format import figure

from .fake import LENGTH, SCORE, SHARE, WIN, interval_of, paired_of, sums_of


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, table I, method 3 (score without continuity correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins / games, games)
    assert [round(end, 4) for end in found] == [low, high]


@settings(deadline=None)
@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.9, 0.95]))
def test_wilson_as_scipy_has_it(counts: tuple[int, int], level: float) -> None:
    wins, games = counts
    expected = stats.binomtest(wins, games).proportion_ci(level, method="wilson")
    low, high = wilson(wins / games, games, level)
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)
    assert 0 <= low <= wins / games <= high <= 1


def test_quantiles() -> None:
    assert normal_quantile(0.95) == pytest.approx(1.959963984540054)
    assert t_quantile(0.95, 9) == pytest.approx(2.262157162740992)
    assert t_quantile(0.95, 10**8) == pytest.approx(normal_quantile(0.95), rel=1e-6)


@settings(deadline=None)
@given(st.lists(st.integers(0, 400), min_size=2, max_size=60))
def test_means_as_scipy_has_them(halves: list[int]) -> None:
    values = np.array(halves) / 2
    found = estimate(sums_of([SCORE], halves), 0)
    assert found.estimate == pytest.approx(values.mean())
    if len(set(halves)) > 1:
        expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-9)
    else:
        assert found.low == found.high == found.estimate


@settings(deadline=None)
@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.05, 0.001]))
def test_exact_bounds_as_scipy_has_them(counts: tuple[int, int], error: float) -> None:
    count, games = counts
    expected = stats.binomtest(count, games).proportion_ci(1 - 2 * error, method="exact")
    assert clopper_pearson(count, games, error) == pytest.approx((expected.low, expected.high), rel=1e-8, abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from([-3, 1, 2, 2, 2, 90]), min_size=3, max_size=80),
    st.integers(0, 500),
    st.sampled_from([0.95, 0.99, 0.999]),
)
def test_skewed_means(changes: list[int], same: int, level: float) -> None:
    values = np.array([*changes, *[0] * same])
    sums = (int((values**power).sum()) for power in (1, 2, 3))
    found = skewed_mean(len(values), *sums, len(changes), level)
    assert found == pytest.approx(interval_of(values, level), rel=1e-7, abs=1e-9)
    assert found[0] <= values.mean() <= found[1]


def test_shared_wins_count_in_parts() -> None:
    # 840, 420 and 280 are a whole win, a half and a third of one.
    found = estimate(sums_of([WIN], [840, 420, 280, 0, 0, 0]), 0)
    share = (1 + 1 / 2 + 1 / 3) / 6
    assert (found.estimate, found.low, found.high) == pytest.approx((share, *wilson(share, 6)))


def test_a_share_of_the_game_stays_between_0_and_1() -> None:
    found = estimate(sums_of([SHARE], [4200, 4200, 4000]), 0)
    assert found.high == 1.0
    found = estimate(sums_of([SHARE], [0, 0, 200]), 0)
    assert found.low == 0.0


def test_one_game_has_no_interval() -> None:
    assert estimate(sums_of([LENGTH], [7]), 0) == Estimate(7.0, None, None)
    assert estimate(sums_of([LENGTH], [7]), 0).to_dict() == {"estimate": 7.0, "low": None, "high": None}
    win = estimate(sums_of([WIN], [840]), 0)
    assert win.low == pytest.approx(0.2065, abs=1e-4) and win.high == 1.0


def test_wilson_covers() -> None:
    """A nominal 95 % interval for shared wins holds at least that often."""
    rng = np.random.default_rng(5)
    outcomes, chances = np.array([840, 420, 280, 0]), np.array([0.25, 0.1, 0.05, 0.6])
    truth = float(outcomes @ chances) / 840
    runs = 600
    hits = 0
    for _ in range(runs):
        found = estimate(sums_of([WIN], rng.choice(outcomes, 150, p=chances)), 0)
        assert found.low is not None and found.high is not None
        hits += found.low <= truth <= found.high
    assert hits / runs >= 0.95 - 2 * (0.95 * 0.05 / runs) ** 0.5


@pytest.mark.parametrize(
    ("value", "share", "signed", "text"),
    [
        (None, False, False, "–"),
        (0.12345, True, False, "12.35 %"),
        (0.12345, True, True, "+12.35 %"),
        (1.23456, False, False, "1.235"),
        (-12.3456, False, True, "-12.35"),
        (1234.56, False, False, "1234.6"),
        (12345.6, False, False, "12346"),
    ],
)
def test_figures_as_people_read_them(value: float | None, share: bool, signed: bool, text: str) -> None:
    assert figure(value, share, signed) == text


ROUNDS = Column("rounds", "rounds", "")
SECONDS = Column("seconds", "seconds", "", scale=1000, per="rounds")


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 10**6)), min_size=2, max_size=60), st.integers(0, 60))
def test_ratios_of_means(games: list[tuple[int, int]], cut: int) -> None:
    """The ratio of the sums; its variance is that of the residues x - ratio * y (Cochran 1977, section 6.3)."""
    sums = sums_of([ROUNDS, SECONDS], games, [min(cut, len(games))])
    y, x = np.array(games, dtype=float).T
    found = estimate(sums, 1)
    ratio = x.sum() / y.sum()
    assert found.estimate == pytest.approx(ratio / 1000)
    deviation = np.sqrt(((x - ratio * y) ** 2).sum() / (len(games) - 1) / len(games)) / y.mean()
    half = stats.t.ppf(0.975, len(games) - 1) * deviation / 1000
    assert found.low is not None and found.high is not None
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=1e-9, abs=1e-9)
    assert estimate(sums, 0).estimate == pytest.approx(y.mean())


def test_a_ratio_of_nothing_is_undefined() -> None:
    assert estimate(sums_of([ROUNDS, SECONDS], [(0, 0)] * 5), 1) == Estimate(None, None, None)
    assert estimate(sums_of([ROUNDS, SECONDS], [(4, 2000)]), 1) == Estimate(0.5, None, None)


def test_sums_of_ratios_merge_and_are_not_compared() -> None:
    games = [(n % 7 + 1, n * 13 % 101) for n in range(40)]
    whole, first, second = (sums_of([ROUNDS, SECONDS], part) for part in (games, games[:15], games[15:]))
    first.merge(second)
    assert estimate(first, 1) == estimate(whole, 1)
    paired = paired_of([ROUNDS, SECONDS], games, games[::-1])
    assert [paired.base.columns[index].name for index in paired.base_index] == ["rounds"]

"""Comparisons: paired differences, their bounds, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from workbench.engine.simulation import Column
from workbench.statistics.paired import FEW, Difference, differences
from workbench.statistics.sums import PairedSums

from .fake import LENGTH, SCORE, SHARE, WIN, Fake, interval_of, paired_of, row_of, sums_of


def changed(games: int, up: int, down: int, part: int = 840) -> tuple[list[int], list[int]]:
    """Two arms of a win: ``up`` games gain ``part`` and ``down`` games lose it, half of the others are won."""
    same = [0, 840] * ((games - up - down + 1) // 2)
    base = [0] * up + [part] * down + same[: games - up - down]
    other = [part] * up + [0] * down + same[: games - up - down]
    return base, other


# Differences and their intervals


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(FEW, 200), st.integers(1, 12))
def test_differences_are_those_of_the_raw_rows(seed: int, games: int, primary_rows: int) -> None:
    rng = np.random.default_rng(seed)
    base = rng.integers(0, 200, games)
    other = base + rng.integers(1, 40, games) * rng.choice([1, -1], games) + 40  # every game differs
    row = row_of(SCORE, base, other, primary_rows=primary_rows)
    by_game = (other - base) / 2
    assert (row.baseline, row.variant) == pytest.approx((base.mean() / 2, other.mean() / 2))
    assert row.difference == pytest.approx(by_game.mean(), abs=1e-12)
    for level, low, high in ((0.95, row.low, row.high), (1 - 0.05 / primary_rows, row.low_all, row.high_all)):
        assert (low, high) == pytest.approx(interval_of(by_game, level), rel=1e-8, abs=1e-8)
    assert row.variance_reduction == pytest.approx((base.var(ddof=1) + other.var(ddof=1)) / 4 / by_game.var(ddof=1))
    assert row.games_that_differ == int((by_game != 0).sum())


def test_arms_that_count_in_different_parts() -> None:
    """Five levels against four: shares of a game in 4200ths and in 3360ths."""
    four = Column(SHARE.name, SHARE.unit, "", None, 3360, share=True)
    rng = np.random.default_rng(1)
    base, other = rng.integers(0, 6, 80) * 840, rng.integers(0, 5, 80) * 840
    a, b = Fake([SHARE], base), Fake([four], other)
    paired = PairedSums(a, b)
    paired.add(a.rows, b.rows)
    (row,) = differences(sums_of([SHARE], base), sums_of([four], other), paired, margin=1, primary_rows=1)
    by_game = other / 3360 - base / 4200
    assert row.difference == pytest.approx(by_game.mean())
    assert (row.low, row.high) == pytest.approx(interval_of(by_game))


def test_rows_without_verdict_are_exploratory() -> None:
    rng = np.random.default_rng(1)
    row = row_of(LENGTH, rng.integers(0, 50, 100), rng.integers(30, 90, 100))
    assert row.low is not None and row.low > 0
    assert (row.low_all, row.high_all, row.verdict, row.games_needed) == (None, None, None, None)


def test_every_shown_figure_has_a_row() -> None:
    hidden = Column("hidden", "", "", shown=False)
    games = [[840, 5, 100, 7, 1]] * 40
    columns = [WIN, SCORE, SHARE, LENGTH, hidden]
    found = differences(
        sums_of(columns, games), sums_of(columns, games), paired_of(columns, games, games), margin=1, primary_rows=2
    )
    assert [(row.metric, row.seat) for row in found] == [(c.name, c.seat) for c in columns[:4]]
    assert all(value is None or abs(value) < inf for row in found for value in row.to_dict().values()
               if not isinstance(value, str))  # fmt: skip


# Few games that differ


@pytest.mark.parametrize(("games", "allowed"), [(300, "equivalent"), (299, "inconclusive")])
def test_no_game_differs(games: int, allowed: str) -> None:
    row = row_of(WIN, *changed(games, 0, 0), margin=1.0)
    assert (row.difference, row.games_that_differ) == (0, 0)
    assert (row.low, row.high) == (row.low_all, row.high_all) == (-3 / games, 3 / games)
    assert row.verdict == allowed
    assert row.variance_reduction is None


def test_no_game_differs_in_a_score() -> None:
    scores = [10, 50] * 50  # 5 and 25 points: no game shows more of a change than 20
    row = row_of(SCORE, scores, scores)
    assert (row.low, row.high) == (-3 / 100 * 20, 3 / 100 * 20)
    assert row.verdict == "inconclusive"
    assert row_of(SCORE, scores, scores, margin=10).verdict == "equivalent"


@pytest.mark.parametrize(("up", "down"), [(1, 0), (5, 3), (0, 29), (15, 14)])
def test_exact_bounds_of_few_games(up: int, down: int) -> None:
    games = 1000
    row = row_of(WIN, *changed(games, up, down))
    ends = []
    for count in (up, down):
        # Clopper and Pearson at half the error each, by the quantiles of the beta distribution.
        low = stats.beta.ppf(0.0125, count, games - count + 1) if count else 0.0
        ends.append((low, stats.beta.ppf(1 - 0.0125, count + 1, games - count)))
    (up_low, up_high), (down_low, down_high) = ends
    assert (row.low, row.high) == pytest.approx((up_low - down_high, up_high - down_low), rel=1e-9)
    assert row.low is not None and row.high is not None
    assert row.low < row.difference < row.high


def test_a_shared_win_may_be_any_part_of_a_win() -> None:
    whole, half = row_of(WIN, *changed(1000, 12, 0)), row_of(WIN, *changed(1000, 12, 0, part=420))
    assert half.high == whole.high and half.low is not None and whole.low is not None
    assert half.low < 0 < whole.low
    assert half.difference == whole.difference / 2


@pytest.mark.parametrize(("up", "down"), [(20, 10), (30, 0), (0, 200)])
def test_from_30_games_on_by_the_corrected_normal_theory(up: int, down: int) -> None:
    base, other = changed(1000, up, down)
    row = row_of(WIN, base, other, primary_rows=6)
    by_game = (np.array(other) - base) / 840
    assert (row.low, row.high) == pytest.approx(interval_of(by_game))
    assert (row.low_all, row.high_all) == pytest.approx(interval_of(by_game, 1 - 0.05 / 6))
    expected = stats.ttest_1samp(by_game, 0).confidence_interval(0.95)
    assert row.low is not None and row.high is not None
    assert row.low < expected.low and row.high > expected.high


def test_many_differing_games_need_no_correction() -> None:
    base, other = changed(100_000, 12_000, 10_000)
    row = row_of(WIN, base, other)
    expected = stats.ttest_1samp((np.array(other) - base) / 840, 0).confidence_interval(0.95)
    assert (row.low, row.high) == pytest.approx((expected.low, expected.high), rel=2e-4)


def test_what_goes_unseen_in_many_rows() -> None:
    """A row in which no game differs among others where some do: each may hide more than it would alone."""
    base, other = changed(1000, 40, 0)
    columns = [WIN, replace(WIN, seat=1)]
    a, b = [(x, 0) for x in base], [(x, 0) for x in other]

    def hidden(second: Any, primary_rows: int, same: bool = False) -> Difference:
        paired = paired_of(columns, a, second)
        sums = (sums_of(columns, rows) for rows in (a, second))
        return differences(*sums, paired, margin=1, primary_rows=primary_rows, same=same)[1]

    among_others, two_variants = hidden(b, 2), hidden(b, 12)
    for row, rows in ((among_others, 2), (two_variants, 12)):
        assert row.games_that_differ == 0 and (row.low, row.high) == (-0.003, 0.003)
        # Had this share of games changed, all of them would go unseen in 0.05 / m of comparisons.
        assert row.high_all is not None
        assert (1 - row.high_all) ** 1000 == pytest.approx(0.05 / rows, rel=0.02)
    # Where nothing differs at all, the rows of a variant are one and the same event.
    assert hidden(a, 2).high_all == 0.003
    three_variants = hidden(a, 6).high_all
    assert three_variants is not None and (1 - three_variants) ** 1000 == pytest.approx(0.05 / 3, rel=0.02)
    assert hidden(a, 6, same=True).high_all == 0.003


def test_other_figures_with_few_differing_games_are_inconclusive() -> None:
    base = [10, 50] * 100
    row = row_of(SCORE, base, [base[0] + 2, *base[1:]], margin=50)
    assert (row.low, row.high, row.low_all, row.high_all) == (None, None, None, None)
    assert row.verdict == "inconclusive"


@pytest.mark.parametrize("part", [840, 420])
@pytest.mark.parametrize("chances", [(0.002, 0.002), (0.006, 0.002), (0.0, 0.01), (0.001, 0.0)])
def test_exact_bounds_cover(chances: tuple[float, float], part: int) -> None:
    rng = np.random.default_rng(7)
    games, runs = 800, 400
    truth = (chances[0] - chances[1]) * part / 840
    hits = told = 0
    rows: dict[tuple[int, int], Difference] = {}
    for up, down, _ in rng.multinomial(games, [*chances, 1 - sum(chances)], runs).tolist():
        assert up + down < FEW
        if (up, down) not in rows:
            rows[up, down] = row_of(WIN, *changed(games, up, down, part))
        row = rows[up, down]
        assert row.low is not None and row.high is not None
        hits += row.low <= truth <= row.high
        told += row.verdict in ("higher", "lower") and (truth == 0 or (row.verdict == "higher") != (truth > 0))
    noise = 2 * (0.95 * 0.05 / runs) ** 0.5
    assert hits / runs >= 0.95 - noise
    assert told / runs <= 0.05 + noise


# Verdicts


def spread_out(mean: float, deviation: float, games: int = 400) -> list[int]:
    """Differences with exactly this mean and nearly this standard deviation, none of them 0."""
    half = np.full(games // 2, deviation)
    return [round(x) for x in np.concatenate([mean + half, mean - half])]


@pytest.mark.parametrize(
    ("mean", "deviation", "verdict"),
    [
        (40, 100, "higher"),  # 40 +- 10
        (-40, 100, "lower"),
        (5, 100, "inconclusive"),  # 5 +- 10, allowed are 12
        (0, 100, "equivalent"),  # 0 +- 10
        (1, 100, "equivalent"),
        (9, 100, "inconclusive"),
        (11, 100, "higher"),  # 1 to 21
        (11, 7, "equivalent"),  # not 0, but too little to matter
        (13, 7, "higher"),  # 12.3 to 13.7
        (-11, 7, "equivalent"),
        (-13, 7, "lower"),
    ],
)
def test_verdicts(mean: float, deviation: float, verdict: str) -> None:
    base = np.array([1000, 1400] * 200)  # a mean of 600 points, so 1 percent is 6 points or 12 half ones
    row = row_of(SCORE, base, base + spread_out(mean, deviation), margin=1.0)
    assert row.low_all is not None and row.high_all is not None
    assert row.verdict == verdict
    assert (row.games_needed is not None) == (verdict == "inconclusive")


def test_verdicts_read_the_simultaneous_interval() -> None:
    base = np.array([1000, 1400] * 200)
    other = base + spread_out(13, 120)  # 13 +- 11.8 alone, +- 16.9 among ten
    alone, among_ten = (row_of(SCORE, base, other, margin=0.5, primary_rows=n) for n in (1, 10))
    assert (alone.verdict, among_ten.verdict) == ("higher", "inconclusive")
    assert (alone.low, alone.high) == (among_ten.low, among_ten.high)


def test_a_difference_without_variance() -> None:
    base = [100, 200] * 20
    row = row_of(SCORE, base, [b + 2 for b in base])
    assert (row.difference, row.low, row.high, row.verdict) == (1.0, 1.0, 1.0, "higher")
    assert (row.variance_reduction, row.games_needed) == (None, None)


def test_arms_without_variance() -> None:
    row = row_of(SCORE, [100] * 40, [100] * 40)
    assert row.variance_reduction is None
    assert (row.low, row.high) == (-3 / 40, 3 / 40)
    worthless = row_of(SCORE, [0] * 40, [0] * 40)
    assert worthless.verdict == "inconclusive" and worthless.games_needed is None


def test_one_game() -> None:
    for base, other in (([10], [10]), ([10], [30])):
        row = row_of(SCORE, base, other)
        assert row.verdict == "inconclusive"
        assert row.variance_reduction is None
    assert row_of(WIN, [840], [0]).verdict == "inconclusive"


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 200), st.floats(0.1, 100), st.integers(1, 40))
def test_bounds_hold_together(seed: int, games: int, margin: float, primary_rows: int) -> None:
    rng = np.random.default_rng(seed)
    base = rng.choice([0, 420, 840], games)
    other = np.where(rng.random(games) < rng.random(), rng.choice([0, 420, 840], games), base)
    row = row_of(WIN, base, other, margin, primary_rows)
    found: list[Any] = [row.low_all, row.low, row.difference, row.high, row.high_all]
    if None in found:
        assert games < 2
    else:
        assert found == sorted(found)
        assert row.low_all < row.high_all or len(set(other - base)) == 1


# Games needed


def test_games_needed_where_no_game_differs() -> None:
    # 3 / N is at most the margin from 3 / margin games on.
    row = row_of(WIN, *changed(100, 0, 0), margin=1.0)
    assert (row.verdict, row.games_needed) == ("inconclusive", 300)
    assert row_of(WIN, *changed(300, 0, 0), margin=1.0).verdict == "equivalent"


def test_games_needed_grow_with_the_noise_and_shrink_with_the_difference() -> None:
    base = np.array([1000, 1400] * 200)

    def needed(mean: float, deviation: float) -> int:
        row = row_of(SCORE, base, base + spread_out(mean, deviation), margin=0.01)
        assert row.verdict == "inconclusive" and row.games_needed is not None
        return row.games_needed

    assert needed(10, 200) > 400
    assert needed(10, 400) == pytest.approx(4 * needed(10, 200), rel=0.01)
    assert needed(5, 200) == pytest.approx(4 * needed(10, 200), rel=0.01)


def test_games_needed_are_out_of_reach_where_the_difference_is_the_margin() -> None:
    base = np.array([2000, 4000] * 2000)
    row = row_of(SCORE, base, base + [round(x) for x in spread_out(0.0, 1000.0, 4000)], margin=1e-4)
    assert (row.verdict, row.games_needed) == ("inconclusive", None)


@pytest.mark.slow
@pytest.mark.parametrize(("true_mean", "margin", "played"), [(3.0, 0.01, 500), (1.5, 0.01, 2000), (0.0, 0.3, 500)])
def test_as_many_games_as_needed_decide_in_most_cases(true_mean: float, margin: float, played: int) -> None:
    rng = np.random.default_rng(11)
    cases = decided = 0

    def play(games: int) -> Any:
        base = rng.normal(1200, 100, games).round().astype(int)
        return row_of(SCORE, base, base + rng.normal(true_mean, 40, games).round().astype(int), margin, 6)

    for _ in range(300):
        first = play(played)
        if first.games_needed is not None and first.games_needed < 2_000_000:
            cases += 1
            decided += play(first.games_needed).verdict != "inconclusive"
    assert cases > 50
    assert decided / cases >= 0.75


def test_games_needed_are_whole_and_more_than_played() -> None:
    base, other = changed(1000, 40, 30)
    row = row_of(WIN, base, other, margin=0.1)
    assert row.verdict == "inconclusive"
    assert isinstance(row.games_needed, int) and row.games_needed > 1000
    few = row_of(WIN, *changed(1000, 3, 0), margin=0.1)
    assert few.games_needed is not None and few.games_needed >= ceil(1000 * FEW / 3)

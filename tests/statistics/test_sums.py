"""Sums are exact, and nothing depends on how the games came in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.engine.simulation import Column
from workbench.statistics.sums import percentile_of, spread, sum_of_powers

from .fake import LENGTH, SCORE, SHARE, WIN, paired_of, sums_of

COLUMNS = [WIN, SCORE, SHARE, LENGTH, Column("hidden", "", "", shown=False, histogram=True)]

rows = st.lists(
    st.tuples(
        st.sampled_from([0, 280, 420, 840]), st.integers(0, 300), st.integers(0, 4200), st.integers(1, 90),
        st.integers(0, 9),
    ),
    min_size=1,
    max_size=40,
)  # fmt: skip
cuts = st.lists(st.integers(0, 40), max_size=4)


def state(sums: Any) -> dict[str, Any]:
    kept = {name: value for name, value in vars(sums).items() if name not in ("simulation", "base", "other")}
    if "histograms" in kept:
        kept["histograms"] = {index: np.trim_zeros(c, "b").tolist() for index, c in kept["histograms"].items()}
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in kept.items()}


@settings(deadline=None)
@given(rows, cuts)
def test_sums_do_not_depend_on_chunks(games: list[tuple[int, ...]], where: list[int]) -> None:
    where = [cut for cut in where if cut <= len(games)]
    assert state(sums_of(COLUMNS, games, where)) == state(sums_of(COLUMNS, games))


@settings(deadline=None)
@given(rows)
def test_sums_are_those_of_the_rows(games: list[tuple[int, ...]]) -> None:
    sums = sums_of(COLUMNS, games)
    table = np.array(games, dtype=float)
    assert sums.games == len(games)
    for index, column in enumerate(COLUMNS[:4]):
        values = table[:, index] / column.scale
        assert sums.mean(index) == pytest.approx(values.mean())
        assert sums.deviation(index) == pytest.approx(values.std(ddof=1) if len(games) > 1 else 0, abs=1e-9)
        assert sums.index(column.name, column.seat) == index


def test_sums_are_exact_where_floats_are_not() -> None:
    big = 2**27
    sums = sums_of([LENGTH], [big, big + 1, big + 2])
    assert sums.total[0] == 3 * big + 3
    assert sums.deviation(0) == 1.0
    for _ in range(3):
        sums.add(np.array([[big]] * 250))
    # Beyond 64 bits in all, though never in a chunk.
    assert sums.squares[0] == 750 * big**2 + big**2 + (big + 1) ** 2 + (big + 2) ** 2 > 2**63


@pytest.mark.parametrize("power", [2, 3])
@pytest.mark.parametrize("size", [3, 2**20, 2**31])
def test_powers_are_exact_beyond_64_bits(power: int, size: int) -> None:
    values = [[size, -size], [-size + 1, size - 2], [5, -5]]
    expected = [sum(row[at] ** power for row in values) for at in range(2)]
    assert sum_of_powers(np.array(values), power, axis=0).tolist() == expected


@settings(deadline=None)
@given(st.lists(st.integers(0, 60), min_size=1, max_size=200), st.integers(1, 100))
def test_percentiles_as_numpy_has_them(halves: list[int], percent: int) -> None:
    found = sums_of([SCORE], halves).percentile(0, percent)
    # In whole numbers: the smallest value that enough games do not exceed.
    ordered = sorted(halves)
    assert found == ordered[-(-percent * len(ordered) // 100) - 1] / 2
    if (percent * len(halves)) % 100:
        assert found == np.percentile(np.array(halves), percent, method="inverted_cdf") / 2


@pytest.mark.parametrize("percent", [5, 50, 95])
def test_percentiles_as_numpy_has_them_at_a_whole_rank(percent: int) -> None:
    values = np.arange(1, 101)
    assert percentile_of(np.bincount(values), percent) == percent
    assert np.percentile(values, percent, method="inverted_cdf") == percent


@pytest.mark.parametrize("percent", [5, 50, 95])
@pytest.mark.parametrize("games", [10**7, 10**9, 10**12, 10**15, 3 * 10**15 + 20])
def test_percentiles_of_very_many_games(percent: int, games: int) -> None:
    rank = percent * games // 100
    assert percentile_of(np.array([rank, games - rank]), percent) == 0
    assert percentile_of(np.array([rank - 1, games - rank + 1]), percent) == 1


@pytest.mark.parametrize(("values", "expected"), [([3], 0.0), ([2, 2, 2], 0.0), ([1, 2, 3], 1.0)])
def test_spread(values: list[int], expected: float) -> None:
    assert spread(len(values), sum(values), sum(v * v for v in values)) == expected


# Pairs


@settings(deadline=None)
@given(st.data())
def test_paired_sums_are_those_of_the_raw_rows(data: st.DataObject) -> None:
    base = data.draw(rows)
    other = data.draw(st.lists(st.sampled_from(base), min_size=len(base), max_size=len(base)))
    where = [cut for cut in data.draw(cuts) if cut <= len(base)]
    paired = paired_of(COLUMNS, base, other, where)
    assert state(paired) == state(paired_of(COLUMNS, base, other))
    difference = np.array(other) - np.array(base)
    shown = difference[:, :4]
    assert paired.games == len(base)
    assert paired.total == shown.sum(axis=0).tolist()
    assert paired.squares == (shown**2).sum(axis=0).tolist()
    assert paired.cubes == (shown.astype(object) ** 3).sum(axis=0).tolist()
    assert paired.differing == (shown != 0).sum(axis=0).tolist()
    assert paired.up == (shown > 0).sum(axis=0).tolist()
    assert paired.down == (shown < 0).sum(axis=0).tolist()
    assert paired.whole_up[0] == sum(d[0] == 840 for d in difference)
    assert paired.whole_down[0] == sum(d[0] == -840 for d in difference)
    # A column that is not shown counts too.
    assert paired.games_that_differ == int((difference != 0).any(axis=1).sum())

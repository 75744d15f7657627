"""Effects of a factorial: against raw rows, in exact cases, and where few games differ."""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from workbench.engine.simulation import Column
from workbench.statistics.effects import Contrast, FactorialSums, contrasts, rare_bounds
from workbench.statistics.estimates import estimate
from workbench.statistics.paired import FEW

from .fake import LENGTH, SCORE, SHARE, WIN, interval_of, sums_of


def factorial(
    shape: tuple[int, ...], columns: list[Column] | list[list[Column]], rows: Any, cuts: Any = ()
) -> FactorialSums:
    """The sums of rows by cell, game and figure, taken in the chunks that ``cuts`` make."""
    by_cell: Any = columns if isinstance(columns[0], list) else [columns] * prod(shape)
    sums = FactorialSums(shape, by_cell)
    for chunk in np.split(np.array(rows, dtype=np.int64), sorted(cuts), axis=1):
        if chunk.shape[1]:
            sums.add(chunk)
    return sums


def raw_contrast(shape: tuple[int, ...], contrast: Contrast, figures: Any) -> Any:
    """By game: the contrast of ``figures`` (cell, game), cell by cell from the formulas."""
    cells = list(product(*(range(levels) for levels in shape)))

    def mean(wanted: dict[int, int]) -> Any:
        chosen = [at for at, cell in enumerate(cells) if all(cell[f] == level for f, level in wanted.items())]
        return figures[chosen].mean(axis=0)

    if len(contrast.factors) == 1:
        (a,), (level,) = contrast.factors, contrast.levels
        return mean({a: level}) - mean({a: 0})
    (a, b), (i, j) = contrast.factors, contrast.levels
    return (mean({a: i, b: j}) - mean({a: 0, b: j})) - (mean({a: i, b: 0}) - mean({a: 0, b: 0}))


shapes = st.lists(st.integers(2, 4), min_size=1, max_size=3).map(tuple)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), shapes, st.integers(FEW, 90))
def test_effects_are_those_of_the_raw_rows(seed: int, shape: tuple[int, ...], games: int) -> None:
    rng = np.random.default_rng(seed)
    luck = rng.integers(0, 1000, (1, games, 2))
    rows = luck + rng.integers(0, 300, (prod(shape), games, 2))
    sums = factorial(shape, [SCORE, LENGTH], rows)
    found = {(effect.contrast, effect.column.name): effect for effect in sums.effects()}
    assert len(found) == 2 * len(contrasts(shape))
    for (contrast, name), effect in found.items():
        figure, scale = (0, 2) if name == "score" else (1, 1)
        by_game = raw_contrast(shape, contrast, rows[..., figure] / scale)
        differing = int((np.abs(by_game) > 1e-9).sum())
        assert effect.games_that_differ == differing
        assert effect.value.estimate == pytest.approx(by_game.mean(), abs=1e-9)
        if differing >= FEW:
            assert (effect.value.low, effect.value.high) == pytest.approx(interval_of(by_game), abs=1e-8)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), shapes, st.lists(st.integers(0, 50), max_size=4), st.integers(1, 49))
def test_chunks_parts_and_bytes_change_nothing(seed: int, shape: tuple[int, ...], cuts: list[int], middle: int) -> None:
    rows = np.random.default_rng(seed).integers(-50, 900, (prod(shape), 50, 3))
    columns = [WIN, SCORE, SHARE]
    whole = factorial(shape, columns, rows)
    assert factorial(shape, columns, rows, cuts).to_bytes() == whole.to_bytes()
    merged = FactorialSums(shape, [columns] * prod(shape))
    for part in (rows[:, middle:], rows[:, :middle]):
        merged.merge_bytes(factorial(shape, columns, part).to_bytes(), part.shape[1])
    assert merged.to_bytes() == whole.to_bytes()
    assert merged.effects() == whole.effects()


def test_the_effects_and_their_order() -> None:
    assert contrasts((2, 3)) == [
        Contrast((0,), (1,)),
        Contrast((1,), (1,)),
        Contrast((1,), (2,)),
        Contrast((0, 1), (1, 1)),
        Contrast((0, 1), (1, 2)),
    ]
    for shape in ((2,), (2, 2, 2), (3, 4), (2, 3, 4)):
        mains = sum(levels - 1 for levels in shape)
        pairs = sum((a - 1) * (b - 1) for a, b in combinations(shape, 2))
        assert len(contrasts(shape)) == mains + pairs


def test_an_exact_case() -> None:
    """One factor adds 4, the other 10, both together 1 more than that, in every game; luck adds what it likes."""
    luck = np.arange(40) * 7 % 13
    rows = np.stack([luck, luck + 10, luck + 4, luck + 15])[..., np.newaxis]
    values = [effect.value for effect in factorial((2, 2), [LENGTH], rows).effects()]
    assert [(value.estimate, value.low, value.high) for value in values] == [
        (4.5, 4.5, 4.5),
        (10.5, 10.5, 10.5),
        (1.0, 1.0, 1.0),
    ]


def test_shared_luck_makes_intervals_narrow() -> None:
    rng = np.random.default_rng(3)
    luck = rng.normal(100, 30, (1, 500, 1))
    rows = np.round(luck + rng.normal(0, 1, (4, 500, 1)) + np.array([0, 1, 2, 3]).reshape(4, 1, 1)).astype(int)
    (first, _, both) = factorial((2, 2), [LENGTH], rows).effects()
    assert first.value.low is not None and first.value.high is not None
    assert first.value.high - first.value.low < 0.3  # 3.7 for independent cells
    assert first.value.low < 2 < first.value.high
    assert both.value.low is not None and both.value.high is not None
    assert both.value.low < 0 < both.value.high


def test_intervals_cover_in_19_of_20_runs() -> None:
    rng = np.random.default_rng(11)
    runs, covered = 800, np.zeros(3)
    for _ in range(runs):
        luck = rng.integers(0, 40, (1, 60, 1))
        spice = rng.integers(0, 21, (4, 60, 1))  # mean 10 in every cell
        rows = luck + spice + np.array([0, 3, 5, 8]).reshape(4, 1, 1)
        for at, (effect, truth) in enumerate(
            zip(factorial((2, 2), [LENGTH], rows).effects(), (5.0, 3.0, 0.0), strict=True)
        ):
            assert effect.value.low is not None and effect.value.high is not None
            covered[at] += effect.value.low <= truth <= effect.value.high
    # Three standard errors of a share of 95 %.
    assert (np.abs(covered / runs - 0.95) < 3 * np.sqrt(0.95 * 0.05 / runs)).all()


def test_cells_that_count_in_different_parts() -> None:
    four = Column(SHARE.name, SHARE.unit, "", None, 3360, share=True)
    rng = np.random.default_rng(5)
    base, other = rng.integers(0, 6, 80) * 840, rng.integers(0, 5, 80) * 840
    sums = factorial((2,), [[SHARE], [four]], np.stack([base, other])[..., np.newaxis])
    (effect,) = sums.effects()
    by_game = other / 3360 - base / 4200
    assert effect.value.estimate == pytest.approx(by_game.mean())
    assert (effect.value.low, effect.value.high) == pytest.approx(interval_of(by_game))
    assert sums.means(1)[0].estimate == pytest.approx(other.mean() / 3360)


@pytest.mark.parametrize("column", [WIN, SCORE, SHARE, LENGTH], ids=lambda column: column.name)
@pytest.mark.parametrize("games", [1, 2, 60])
def test_figures_of_a_cell_are_those_of_a_simulation(column: Column, games: int) -> None:
    rows = np.random.default_rng(games).integers(0, 2, (2, games, 1)) * column.scale
    found = factorial((2,), [column], rows).means(1)
    assert found == [estimate(sums_of([column], rows[1]), 0)]


def test_sums_beyond_64_bits_are_exact() -> None:
    rows = np.array([[[0], [0]], [[2**40 + 1], [2**40 - 1]]])
    sums = factorial((2,), [LENGTH], rows)
    assert sums.contrast_squares[0, 0] == (2**40 + 1) ** 2 + (2**40 - 1) ** 2 == sums.squares[1, 0]
    assert sums.effects()[0].value.estimate == 2**40


# Few games that differ


def test_no_game_differs() -> None:
    rows = np.random.default_rng(1).integers(0, 2, (1, 300, 2)) * [840, 9]
    main_win, main_length, *_, both_win, both_length = factorial((2, 2), [WIN, LENGTH], np.repeat(rows, 4, 0)).effects()
    for effect, bound in ((main_win, 0.01), (main_length, 0.09), (both_win, 0.02), (both_length, 0.18)):
        assert effect.games_that_differ == 0
        assert (effect.value.estimate, effect.value.low, effect.value.high) == pytest.approx((0, -bound, bound))


@pytest.mark.parametrize(("up", "down"), [(1, 0), (0, 29), (12, 5), (14, 15)])
def test_bounds_where_few_games_differ(up: int, down: int) -> None:
    games = 400
    base, other = np.full(games, 420), np.full(games, 420)
    other[:up], other[up : up + down] = 840, 0
    (effect,) = factorial((2,), [WIN], np.stack([base, other])[..., np.newaxis]).effects()
    highest = stats.binomtest(up, games).proportion_ci(0.95, method="exact").high
    lowest = stats.binomtest(down, games).proportion_ci(0.95, method="exact").high
    assert (effect.value.low, effect.value.high) == pytest.approx((-lowest, highest))
    assert effect.value.low is not None and effect.value.high is not None
    assert effect.value.low < effect.value.estimate < effect.value.high  # type: ignore[operator]


def test_bounds_where_every_one_of_few_games_differs() -> None:
    assert rare_bounds(3, 3, 0, 2.0)[1] == 2.0
    (effect,) = factorial((2,), [SCORE], [[[0], [0], [0]], [[4], [4], [4]]]).effects()
    assert (effect.value.estimate, effect.value.high) == (2.0, 2.0)


# Bytes that are no sums


def test_other_bytes_are_refused() -> None:
    import json
    import zlib

    good = factorial((2,), [LENGTH], [[[1], [2]], [[3], [5]]])
    data = json.loads(zlib.decompress(good.to_bytes()))
    wrong: list[bytes] = [b"", b"x", good.to_bytes()[:-3], zlib.compress(b"[]"), zlib.compress(b"\xff")]
    for change in ({"games": 3}, {"total": [[1]]}, {"squares": [[1.5], [2]]}, {"least": None}, {"most": ["a"]}):
        wrong.append(zlib.compress(json.dumps({**data, **change}).encode()))
    for stored in wrong:
        with pytest.raises(ValueError):
            FactorialSums((2,), [[LENGTH]] * 2).merge_bytes(stored, 2)

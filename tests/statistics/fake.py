"""A game whose outcomes are given: rows of whole numbers, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import optimize, stats

from workbench.engine.simulation import Column, Simulation
from workbench.statistics.paired import Difference, differences
from workbench.statistics.sums import PairedSums, Sums

WIN = Column("win_rate", "share of games", "", 0, 840, share=True, counted=True)
SCORE = Column("score", "points", "", 0, 2, histogram=True)
SHARE = Column("decisiveness", "share of the game", "", None, 4200, share=True)
LENGTH = Column("length", "cards", "", None)


class Fake(Simulation):
    """Outcomes by game and column."""

    def __init__(self, columns: Sequence[Column], rows: Any) -> None:
        self.columns = list(columns)
        self.rows = np.array(rows, dtype=np.int64).reshape(-1, len(self.columns))
        self.seats = 1

    def play(self, seed: int, first: int, last: int) -> Any:
        return self.rows[first:last]

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        return []

    def decisions_that_differ(self, rows: Any, other: Simulation, other_rows: Any) -> Any:
        return np.zeros((len(rows), 1), dtype=np.int64)


def sums_of(columns: Sequence[Column], rows: Any, cuts: Sequence[int] = ()) -> Sums:
    """The sums of rows, taken in the chunks that ``cuts`` make."""
    fake = Fake(columns, rows)
    sums = Sums(fake)
    for chunk in np.split(fake.rows, sorted(cuts)):
        sums.add(chunk)
    return sums


def paired_of(columns: Sequence[Column], base: Any, other: Any, cuts: Sequence[int] = ()) -> PairedSums:
    """The paired sums of the same games of two arms."""
    a, b = Fake(columns, base), Fake(columns, other)
    paired = PairedSums(a, b)
    for mine, theirs in zip(np.split(a.rows, sorted(cuts)), np.split(b.rows, sorted(cuts)), strict=True):
        paired.add(mine, theirs)
    return paired


def row_of(column: Column, base: Any, other: Any, margin: float = 1.0, primary_rows: int = 1) -> Difference:
    """The one row of a comparison of one column."""
    base, other = np.array(base).reshape(-1, 1), np.array(other).reshape(-1, 1)
    (row,) = differences(
        sums_of([column], base),
        sums_of([column], other),
        paired_of([column], base, other),
        margin=margin,
        primary_rows=primary_rows,
    )
    return row


def interval_of(differences: Any, level: float = 0.95) -> tuple[float, float]:
    """The interval of a mean difference, from the differences themselves.

    Student's, with the differing games less one as degrees of freedom, and Hall's (1992): the means mu at which his
    transformation of the studentised mean comes to the quantile, found by search. The hull of both.
    """
    values = np.asarray(differences, dtype=float)
    n, mean, deviation = len(values), values.mean(), values.std(ddof=1)
    if deviation == 0:
        return mean, mean
    freedom = np.count_nonzero(np.abs(values) > 1e-9) - 1
    student = stats.t.interval(level, freedom, mean, deviation / n**0.5)
    skew = stats.skew(values)

    def transformed(mu: float) -> float:
        at = (mean - mu) / deviation
        return float(n**0.5 * (at + skew * at**2 / 3 + skew**2 * at**3 / 27 + skew / (6 * n)))

    reach = 1000 * (student[1] - student[0])
    hall = [
        optimize.brentq(lambda mu, q=q: transformed(mu) - q, mean - reach, mean + reach, xtol=1e-14, rtol=1e-14)
        for q in stats.t.ppf([(1 + level) / 2, (1 - level) / 2], freedom)
    ]
    return min(student[0], hall[0]), max(student[1], hall[1])

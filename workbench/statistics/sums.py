"""Exact sums of outcomes, kept as whole numbers while games stream by.

Memory stays flat and results depend neither on chunks nor on threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.simulation import Column, Simulation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows


class Sums:
    """For each column the number of games, sum and sum of squares; for some the whole distribution."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.columns: Sequence[Column] = simulation.columns
        self.games = 0
        self._figures = [index for index, column in enumerate(self.columns) if column.unit]
        self.total = [0] * len(self.columns)
        self.squares = [0] * len(self.columns)
        self.histograms: dict[int, NDArray[np.int64]] = {
            index: np.zeros(0, dtype=np.int64) for index, column in enumerate(self.columns) if column.histogram
        }
        self.ratios = {index: self.index(column.per, None) for index, column in enumerate(self.columns) if column.per}
        """By column that is a ratio: the column it is divided by."""
        self._wide = {*self.ratios, *self.ratios.values()}
        """Columns that may be sums of squares themselves."""
        self.products = dict.fromkeys(self.ratios, 0)
        self.details: dict[str, Any] = {}

    def add(self, rows: Rows) -> None:
        """Take the rows of a chunk."""
        self.games += len(rows)
        figures = rows[:, self._figures]
        totals, squares = figures.sum(axis=0).tolist(), np.einsum("ij,ij->j", figures, figures).tolist()
        for index, total, square in zip(self._figures, totals, squares, strict=True):
            self.total[index] += total
            self.squares[index] += exact_product(rows[:, index], rows[:, index]) if index in self._wide else square
        for index, below in self.ratios.items():
            self.products[index] += exact_product(rows[:, index], rows[:, below])
        for index, counts in self.histograms.items():
            self.histograms[index] = _added(counts, np.bincount(rows[:, index]))
        for name, more in self.simulation.details(rows).items():
            self.details[name] = more if name not in self.details else self.details[name] + more

    def merge(self, part: Sums) -> None:
        """Take the sums of other games of the same simulation."""
        self.games += part.games
        self.total = [a + b for a, b in zip(self.total, part.total, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, part.squares, strict=True)]
        for index, product in part.products.items():
            self.products[index] += product
        for index, counts in part.histograms.items():
            self.histograms[index] = _added(self.histograms[index], counts)
        for name, more in part.details.items():
            self.details[name] = more if name not in self.details else self.details[name] + more

    def index(self, name: str, seat: int | None) -> int:
        """The column called ``name`` of a seat, or of the game."""
        return next(i for i, column in enumerate(self.columns) if (column.name, column.seat) == (name, seat))

    def mean(self, index: int) -> float:
        """Mean in the column's unit."""
        return self.total[index] / (self.games * self.columns[index].scale)

    def deviation(self, index: int) -> float:
        """Standard deviation in the column's unit (n - 1)."""
        return spread(self.games, self.total[index], self.squares[index]) / self.columns[index].scale

    def percentile(self, index: int, percent: float) -> float:
        """Smallest value that at least ``percent`` of the games do not exceed."""
        return percentile_of(self.histograms[index], percent) / self.columns[index].scale


def percentile_of(counts: NDArray[np.int64], percent: float) -> int:
    """The nearest-rank percentile of a histogram of whole numbers from 0."""
    cumulated = np.cumsum(counts)
    return int(np.searchsorted(cumulated, percent / 100 * cumulated[-1] - 1e-9))


def spread(games: int, total: int, squares: int) -> float:
    """Standard deviation from exact sums (n - 1); 0 for fewer than two games."""
    if games < 2:
        return 0.0
    return sqrt(max(games * squares - total * total, 0) / (games * (games - 1)))


def sum_of_powers(values: NDArray[np.int64], power: int, axis: int) -> NDArray[Any]:
    """Sums of squares or cubes along an axis, exact also where they outgrow 64 bits."""
    largest = max(abs(int(values.min(initial=0))), abs(int(values.max(initial=0))))
    wide = largest**power * values.shape[axis] >= 2**63
    factor = values.astype(object) if wide else values
    product = factor
    for _ in range(power - 1):
        product = product * factor
    found: NDArray[Any] = product.sum(axis=axis)
    return found


def exact_product(left: NDArray[np.int64], right: NDArray[np.int64]) -> int:
    """The scalar product of two columns, exact also where it outgrows 64 bits."""
    largest = [max(abs(int(side.min(initial=0))), abs(int(side.max(initial=0)))) for side in (left, right)]
    if largest[0] * largest[1] * len(left) >= 2**63:
        left, right = left.astype(object), right.astype(object)
    return int(np.dot(left, right))


def _added(counts: NDArray[np.int64], more: NDArray[np.int64]) -> NDArray[np.int64]:
    if len(more) > len(counts):
        counts, more = more.copy(), counts
    counts[: len(more)] += more
    return counts


class PairedSums:
    """Exact sums of the differences between two arms that share their luck, game by game."""

    def __init__(self, base: Simulation, other: Simulation) -> None:
        self.base = base
        self.other = other
        self.games = 0
        self.games_that_differ = 0
        self.decisions_by_seat = [0] * base.seats
        at = {(c.name, c.seat): i for i, c in enumerate(other.columns)}
        both = [(i, at[c.name, c.seat]) for i, c in enumerate(base.columns) if (c.name, c.seat) in at]
        played = [(i, j) for i, j in both if not base.columns[i].supposed]
        self._base_all = [i for i, _ in played]
        self._other_all = [j for _, j in played]
        shown = {i for i, column in enumerate(base.columns) if column.unit and column.shown and not column.per}
        pairs = [(i, j) for i, j in both if i in shown]
        self.base_index = [i for i, _ in pairs]
        self.other_index = [j for _, j in pairs]
        # Arms may count in different parts (another number of levels): bring both to the common one.
        self.scale = [_common(base.columns[i].scale, other.columns[j].scale) for i, j in pairs]
        self._base_factor = np.array(
            [s // base.columns[i].scale for s, i in zip(self.scale, self.base_index, strict=True)]
        )
        self._other_factor = np.array(
            [s // other.columns[j].scale for s, j in zip(self.scale, self.other_index, strict=True)]
        )
        self._played = [at for at, i in enumerate(self.base_index) if not base.columns[i].supposed]
        width = len(pairs)
        self.total = [0] * width
        self.squares = [0] * width
        self.cubes = [0] * width
        self.differing = [0] * width
        self.whole_up = [0] * width
        """Games in which the figure is higher by a whole 1."""
        self.whole_down = [0] * width
        self.up = [0] * width
        self.down = [0] * width

    @property
    def decisions_that_differ(self) -> int:
        """Differing decisions of all seats."""
        return sum(self.decisions_by_seat)

    def add(self, rows: Rows, other_rows: Rows) -> None:
        """Take the rows of the same games of both arms."""
        difference = other_rows[:, self.other_index] * self._other_factor - rows[:, self.base_index] * self._base_factor
        whole = np.array(self.scale)
        self.games += len(rows)
        everything = rows[:, self._base_all] != other_rows[:, self._other_all]
        self.games_that_differ += int((everything.any(axis=1) | (difference[:, self._played] != 0).any(axis=1)).sum())
        by_seat = self.base.decisions_that_differ(rows, self.other, other_rows).sum(axis=0).tolist()
        self.decisions_by_seat = [a + b for a, b in zip(self.decisions_by_seat, by_seat, strict=True)]
        for mine, more in (
            (self.total, difference.sum(axis=0)),
            (self.squares, sum_of_powers(difference, 2, axis=0)),
            (self.cubes, sum_of_powers(difference, 3, axis=0)),
            (self.differing, (difference != 0).sum(axis=0)),
            (self.whole_up, (difference == whole).sum(axis=0)),
            (self.whole_down, (difference == -whole).sum(axis=0)),
            (self.up, (difference > 0).sum(axis=0)),
            (self.down, (difference < 0).sum(axis=0)),
        ):
            for index, value in enumerate(more.tolist()):
                mine[index] += value

    def merge(self, part: PairedSums) -> None:
        """Take the sums of other games of the same two arms."""
        self.games += part.games
        self.games_that_differ += part.games_that_differ
        for name in (
            "decisions_by_seat",
            "total",
            "squares",
            "cubes",
            "differing",
            "whole_up",
            "whole_down",
            "up",
            "down",
        ):
            mine, theirs = getattr(self, name), getattr(part, name)
            setattr(self, name, [a + b for a, b in zip(mine, theirs, strict=True)])


def _common(a: int, b: int) -> int:
    return a * b // gcd(a, b)

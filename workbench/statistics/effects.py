"""Main effects and two-way interactions of a full factorial played on shared luck.

The cells of a sweep play the same games, so an effect is a contrast of the cells *within* each game, and its interval
comes from how that contrast varies from game to game, not from cell means as if they were independent. The games are
the sampling units (with rotated seats: the deals). With y the figure of one game by cell, and a bar for the mean over
all levels of all other factors, game by game:

    main effect of level a of factor A       d = y(a) - y(0)                         (bars over all but A)
    interaction of levels a of A and b of B  d = [y(a, b) - y(0, b)] - [y(a, 0) - y(0, 0)]   (bars over all but A, B)

Level 0 is the first one named: a factor of k levels has k - 1 main effects, two factors of k and m levels have
(k - 1)(m - 1) interactions. An interaction is the whole difference of the differences (textbooks on two-level designs
often halve it, e.g. Box, Hunter and Hunter 2005). The estimate is mean(d); its 95 % interval is Student's, corrected
for few and for skewed differences (:func:`~workbench.statistics.estimates.skewed_mean`). Each interval holds for its
row alone.

The sums of d and of its powers are exact whole numbers: d is kept times (scale of the column x cells in each mean), so
results depend neither on batches nor on who played them.

Normal theory fails where few games differ. With R the largest size that d can have (1 for the main effect on a share,
else the range of the figure over all games and cells, at least 1; twice that for an interaction), mean(d) lies between
-R P(d < 0) and R P(d > 0). Below :data:`~workbench.statistics.paired.FEW` games with d other than 0, each probability
gets its one-sided 97.5 % bound after Clopper and Pearson (1934): together they hold in at least 95 %. Where no game
has one, the bounds are +- 3 R / N (Hanley and Lippman-Hand 1983).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import lcm, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.statistics.estimates import LEVEL, Estimate, clopper_pearson, mean_of, skewed_mean
from workbench.statistics.paired import FEW
from workbench.statistics.sums import sum_of_powers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Column

    Whole = NDArray[np.object_]
    """Whole numbers of any size."""

_SUMS = ("total", "squares", "contrast_total", "contrast_squares", "contrast_cubes", "contrast_up", "contrast_down")


@dataclass(frozen=True)
class Contrast:
    """An effect: its factors by place, and the level of each that is set against the first."""

    factors: tuple[int, ...]
    levels: tuple[int, ...]


@dataclass(frozen=True)
class Effect:
    """One effect on one figure; ``games_that_differ`` counts the games in which it is not 0."""

    contrast: Contrast
    column: Column
    value: Estimate
    games_that_differ: int


def contrasts(shape: Sequence[int]) -> list[Contrast]:
    """All main effects, then all two-way interactions, of a factorial with these numbers of levels."""
    places = [(at,) for at in range(len(shape))] + list(combinations(range(len(shape)), 2))
    return [
        Contrast(factors, levels)
        for factors in places
        for levels in product(*(range(1, shape[factor]) for factor in factors))
    ]


class FactorialSums:
    """Exact sums over games of a full factorial: of each figure by cell, and of each contrast of the cells.

    ``shape`` has the number of levels by factor; cells stand in the order of ``itertools.product``. ``columns`` has
    for each cell the same figures in the same order; only their scales may differ.
    """

    def __init__(self, shape: Sequence[int], columns: Sequence[Sequence[Column]]) -> None:
        self.shape = tuple(shape)
        self.columns = columns
        self.contrasts = contrasts(shape)
        cells, figures = len(columns), len(columns[0])
        assert cells == prod(shape)
        self.games = 0
        self.scale = [lcm(*(cell[at].scale for cell in columns)) for at in range(figures)]
        """The common scale of each figure over all cells."""
        self._factor = np.array([[self.scale[at] // cell[at].scale for at in range(figures)] for cell in columns])
        self.total = _zeros(cells, figures)
        self.squares = _zeros(cells, figures)
        self.contrast_total = _zeros(len(self.contrasts), figures)
        self.contrast_squares = _zeros(len(self.contrasts), figures)
        self.contrast_cubes = _zeros(len(self.contrasts), figures)
        self.contrast_up = _zeros(len(self.contrasts), figures)
        """Games in which the contrast is above 0."""
        self.contrast_down = _zeros(len(self.contrasts), figures)
        self.least: Whole | None = None
        """Smallest value of each figure over all cells and games, in the common scale; None before any game."""
        self.most: Whole | None = None

    def add(self, outcomes: NDArray[np.int64]) -> None:
        """Take games: integers by cell, game and figure."""
        self.games += outcomes.shape[1]
        self.total += outcomes.sum(axis=1)
        self.squares += sum_of_powers(outcomes, 2, axis=1)
        common = outcomes * self._factor[:, np.newaxis, :]
        self._widen(common.min(axis=(0, 1)).astype(object), common.max(axis=(0, 1)).astype(object))
        found = self._contrasts_of(common)
        self.contrast_total += found.sum(axis=1)
        self.contrast_squares += sum_of_powers(found, 2, axis=1)
        self.contrast_cubes += sum_of_powers(found, 3, axis=1)
        self.contrast_up += (found > 0).sum(axis=1)
        self.contrast_down += (found < 0).sum(axis=1)

    def merge(self, part: FactorialSums) -> None:
        """Take the sums of other games of the same factorial."""
        self.games += part.games
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(part, name))
        if part.least is not None and part.most is not None:
            self._widen(part.least, part.most)

    def _widen(self, least: Whole, most: Whole) -> None:
        self.least = least if self.least is None else np.minimum(self.least, least)
        self.most = most if self.most is None else np.maximum(self.most, most)

    def _contrasts_of(self, common: NDArray[np.int64]) -> NDArray[np.int64]:
        """By contrast, game and figure: the contrast times the number of cells in each of its means."""
        by_factor = common.reshape(*self.shape, *common.shape[1:])
        everything = range(len(self.shape))
        parts = []
        for factor in everything:
            by_level = by_factor.sum(axis=tuple(other for other in everything if other != factor))
            parts.append(by_level[1:] - by_level[:1])
        for pair in combinations(everything, 2):
            of = by_factor.sum(axis=tuple(other for other in everything if other not in pair))
            both = of[1:, 1:] - of[:1, 1:] - of[1:, :1] + of[:1, :1]
            parts.append(both.reshape(-1, *common.shape[1:]))
        return np.concatenate(parts)

    def means(self, cell: int) -> list[Estimate]:
        """The figures of a cell with their intervals."""
        sums = zip(self.columns[cell], self.total[cell].tolist(), self.squares[cell].tolist(), strict=True)
        return [mean_of(column, self.games, total, squares) for column, total, squares in sums]

    def effects(self) -> list[Effect]:
        """Every contrast of every figure."""
        return [
            self._effect(at, contrast, figure)
            for at, contrast in enumerate(self.contrasts)
            for figure in range(len(self.scale))
        ]

    def _effect(self, at: int, contrast: Contrast, figure: int) -> Effect:
        column = self.columns[0][figure]
        averaged = len(self.columns) // prod(self.shape[factor] for factor in contrast.factors)
        unit = self.scale[figure] * averaged
        total, squares = self.contrast_total[at, figure], self.contrast_squares[at, figure]
        up, down = self.contrast_up[at, figure], self.contrast_down[at, figure]
        mean = total / (self.games * unit)
        if up + down < FEW:
            reach = self._reach(figure) * 2 ** (len(contrast.factors) - 1)
            low, high = rare_bounds(self.games, up, down, reach)
        else:
            cubes = self.contrast_cubes[at, figure]
            low, high = (end / unit for end in skewed_mean(self.games, total, squares, cubes, up + down, LEVEL))
        return Effect(contrast, column, Estimate(mean, low, high), up + down)

    def _reach(self, figure: int) -> float:
        """The largest difference between two cells in one game: 1 for a share, else the range seen, at least 1."""
        if self.columns[0][figure].share or self.least is None or self.most is None:
            return 1.0
        return max(1.0, float(self.most[figure] - self.least[figure]) / self.scale[figure])

    def to_bytes(self) -> bytes:
        """The sums of at least one game as compressed JSON."""
        data = {name: getattr(self, name).tolist() for name in (*_SUMS, "least", "most")}
        return zlib.compress(json.dumps({"games": self.games, **data}, separators=(",", ":")).encode("ascii"))

    def merge_bytes(self, stored: bytes, games: int) -> None:
        """Take sums from :meth:`to_bytes` of as many ``games``; ValueError where they are no such sums."""
        try:
            data = json.loads(zlib.decompress(stored))
        except (zlib.error, RecursionError) as error:
            raise ValueError(str(error)) from None
        part = FactorialSums(self.shape, self.columns)
        if not isinstance(data, dict) or data.get("games") != games:
            raise ValueError("not the sums of that many games")
        part.games = games
        for name in _SUMS:
            setattr(part, name, _read(data.get(name), getattr(part, name).shape))
        part.least, part.most = (_read(data.get(name), (len(self.scale),)) for name in ("least", "most"))
        self.merge(part)


def rare_bounds(games: int, up: int, down: int, reach: float) -> tuple[float, float]:
    """Bounds (95 %) of a mean of which all but ``up`` games above and ``down`` below are 0, none over ``reach``."""
    if up + down == 0:
        return -3 * reach / games, 3 * reach / games
    lost, gained = (clopper_pearson(count, games, (1 - LEVEL) / 2)[1] for count in (down, up))
    return -lost * reach, gained * reach


def _zeros(*shape: int) -> Whole:
    return np.full(shape, 0, dtype=object)


def _read(data: Any, shape: tuple[int, ...]) -> Whole:
    """Whole numbers of a given shape from JSON."""
    found = np.array(data, dtype=object)
    if found.shape != shape or not all(type(value) is int for value in found.flat):
        raise ValueError("not sums of this factorial")
    return found

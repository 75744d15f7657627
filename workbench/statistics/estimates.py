"""Estimates with intervals.

Means: Student's t over independent games (exact sums, so no rounding enters). Shares of games: Wilson's score
interval (Wilson 1927) on the mean share; a win shared by k players counts 1/k, whose variance is below that of a
whole win, so the interval is on the safe side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from workbench.engine.simulation import Column
from workbench.statistics.sums import Sums, spread

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval; None where it is undefined."""

    estimate: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """The estimate as CONTRACT-shaped JSON (``E``)."""
        return {"estimate": self.estimate, "low": self.low, "high": self.high}


@lru_cache(maxsize=256)
def t_quantile(level: float, freedom: int) -> float:
    """Two-sided quantile of Student's distribution."""
    from scipy.stats import t

    return float(t.ppf(0.5 + level / 2, freedom))


@lru_cache(maxsize=256)
def normal_quantile(level: float) -> float:
    """Two-sided quantile of the normal distribution."""
    from scipy.stats import norm

    return float(norm.ppf(0.5 + level / 2))


def wilson(share: float, games: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval for a share of ``games``."""
    z = normal_quantile(level)
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # At 0 and 1 the ends are exact; rounding must not put the share outside.
    return max(0.0, min(share, (middle - half) / whole)), min(1.0, max(share, (middle + half) / whole))


def estimate(sums: Sums, index: int, level: float = LEVEL) -> Estimate:
    """The mean of a column with its interval; of a ratio the ratio of the means."""
    if index in sums.ratios:
        return ratio_of(sums, index, level)
    return mean_of(sums.columns[index], sums.games, sums.total[index], sums.squares[index], level)


def ratio_of(sums: Sums, index: int, level: float = LEVEL) -> Estimate:
    """A ratio of two means over the same games; the interval is that of its linearisation (Cochran 1977, 6.3)."""
    below = sums.ratios[index]
    games, top, bottom = sums.games, sums.total[index], sums.total[below]
    if not bottom:
        return Estimate(None, None, None)
    unit = sums.columns[below].scale / sums.columns[index].scale
    ratio = top / bottom
    if games < 2:
        return Estimate(ratio * unit, None, None)
    # The sum of (x - ratio * y)^2 times bottom^2, in whole numbers.
    residue = sums.squares[index] * bottom**2 - 2 * top * bottom * sums.products[index] + top**2 * sums.squares[below]
    half = t_quantile(level, games - 1) * sqrt(residue * games / (games - 1)) / bottom**2
    return Estimate(ratio * unit, (ratio - half) * unit, (ratio + half) * unit)


def mean_of(column: Column, games: int, total: int, squares: int, level: float = LEVEL) -> Estimate:
    """The mean of a column with its interval, from the exact sums of its integers and of their squares."""
    mean = total / (games * column.scale)
    if column.counted:
        return Estimate(mean, *wilson(mean, games, level))
    if games < 2:
        return Estimate(mean, None, None)
    half = t_quantile(level, games - 1) * (spread(games, total, squares) / column.scale) / sqrt(games)
    low, high = mean - half, mean + half
    return Estimate(mean, max(0.0, low), min(1.0, high)) if column.share else Estimate(mean, low, high)

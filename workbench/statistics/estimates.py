"""Estimates with intervals.

Means: Student's t over independent games (exact sums, so no rounding enters). Shares of games: Wilson's score
interval (Wilson 1927) on the mean share; a win shared by k players counts 1/k, whose variance is below that of a
whole win, so the interval is on the safe side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cbrt, expm1, log1p, sqrt

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


@lru_cache(maxsize=4096)
def t_quantile(level: float, freedom: int) -> float:
    """Two-sided quantile of Student's distribution."""
    from scipy.special import stdtrit  # scipy.stats would take most of a second to load

    return float(stdtrit(freedom, 0.5 + level / 2))


@lru_cache(maxsize=256)
def normal_quantile(level: float) -> float:
    """Two-sided quantile of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(0.5 + level / 2))


def wilson(share: float, games: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval for a share of ``games``."""
    z = normal_quantile(level)
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # At 0 and 1 the ends are exact; rounding must not put the share outside.
    return max(0.0, min(share, (middle - half) / whole)), min(1.0, max(share, (middle + half) / whole))


def clopper_pearson(count: int, games: int, error: float) -> tuple[float, float]:
    """Lower and upper bound of a probability after ``count`` of ``games`` (Clopper and Pearson 1934).

    Each is too far in with a probability of at most ``error``.
    """
    from scipy.special import betaincinv

    low = 0.0 if count == 0 else float(betaincinv(count, games - count + 1, error))
    high = 1.0 if count == games else float(betaincinv(count + 1, games - count, 1 - error))
    return low, high


def skewness(games: int, total: int, squares: int, cubes: int) -> float:
    """Skewness from the exact sums of whole numbers, of their squares and cubes; 0 where nothing varies."""
    second = games * squares - total * total
    if second == 0:
        return 0.0
    third = games * games * cubes - 3 * games * total * squares + 2 * total**3
    return float(third / second**1.5)


def skewed_mean(games: int, total: int, squares: int, cubes: int, differing: int, level: float) -> tuple[float, float]:
    """Interval of a mean of whole numbers, most of which may be 0 and whose others may lie to one side.

    Two things make Student's interval too narrow then, most of all at levels far above 95 %. Games without a change
    say nothing of how much a change varies, so the degrees of freedom are those of the ``differing`` games, less one.
    And a skewed mean is not as often too low as too high: Hall (1992, *On the removal of skewness by transformation*)
    corrects for it by a cubic in the studentised mean. What is given here is the hull of Student's interval and of
    Hall's, so the correction only ever widens.
    """
    mean = total / games
    deviation = spread(games, total, squares)
    skew = skewness(games, total, squares, cubes)
    at = t_quantile(level, max(differing - 1, 1)) / sqrt(games)
    ends = [mean - deviation * at, mean + deviation * at]
    if skew:
        ends += [mean - deviation * _unskewed(side, skew, games) for side in (at, -at)]
    return min(ends), max(ends)


def _unskewed(quantile: float, skew: float, games: int) -> float:
    """Hall's transformation backwards: the studentised mean that a symmetric ``quantile`` stands for."""
    turned = skew * (quantile - skew / (6 * games))
    # Near 0, taking 1 from the root would leave few digits.
    root_less_one = expm1(log1p(turned) / 3) if turned > -0.5 else cbrt(1 + turned) - 1
    return 3 / skew * root_less_one


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

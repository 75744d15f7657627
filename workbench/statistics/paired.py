"""Verdicts on the difference between two arms that share their luck.

A row is one figure of one seat. Its 95 % interval is Student's on the paired differences, corrected for few and for
skewed ones (:func:`~workbench.statistics.estimates.skewed_mean`). Simultaneous intervals over the m primary rows (win
rate and score of every seat and variant) are the same at level 1 - 0.05 / m: by Bonferroni's inequality all m of them
hold together in at least 95 % of comparisons, whatever the dependence between rows. Verdicts read the simultaneous
intervals, so a false "higher" or "lower" anywhere among them is that rare.

Normal theory fails where few games differ. Below :data:`FEW` differing games a share gets exact bounds: games that
gain and games that lose are binomial counts, each bounded by Clopper and Pearson (1934) at half the error, and the
difference lies between their extremes. Other figures are inconclusive then. Where no game differs, a share of games
of up to 3 / N could still differ unseen (Hanley and Lippman-Hand 1983); times the largest change a game can show,
that is the bound. For all rows together 3 is too little: a share of -ln(e) / N goes unseen with probability e, so the
simultaneous bound takes e = 0.05 / m. Where no game differs in any figure, all rows of the variant go unseen at once;
then e = 0.05 / v over the v variants, which for one variant is 3 / N again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log
from typing import Literal

from workbench.statistics.estimates import LEVEL, clopper_pearson, normal_quantile, skewed_mean, t_quantile
from workbench.statistics.sums import PairedSums, Sums, spread

FEW = 30
OUT_OF_REACH_GAMES = 10**9
POWER = 0.9
"""How sure ``games_needed`` is to decide a row."""
Verdict = Literal["higher", "lower", "equivalent", "inconclusive"]


@dataclass(frozen=True)
class Difference:
    """One row of a comparison: variant minus baseline."""

    metric: str
    seat: int | None
    baseline: float
    variant: float
    difference: float
    low: float | None
    high: float | None
    low_all: float | None
    high_all: float | None
    verdict: Verdict | None
    variance_reduction: float | None
    games_needed: int | None
    games_that_differ: int

    def to_dict(self) -> dict[str, object]:
        """The row as CONTRACT-shaped JSON."""
        return dict(self.__dict__)


def differences(
    base: Sums, other: Sums, paired: PairedSums, *, margin: float, primary_rows: int, same: bool = False
) -> list[Difference]:
    """Every shown row of a comparison. ``margin`` is in percentage points for shares, else in percent of the
    baseline's mean; ``primary_rows`` is the number of primary rows of the whole comparison."""
    together = _together(base, paired, primary_rows, same)
    rows = [_row(base, other, paired, at, margin, together) for at in range(len(paired.base_index))]
    if same:
        # One and the same game cannot differ, however few games were played.
        rows = [replace(row, verdict="equivalent", games_needed=None) if row.verdict else row for row in rows]
    # The mean win rate of all seats is the even share in every variant.
    return [row for row in rows if (row.metric, row.seat) != ("win_rate", None)]


@dataclass(frozen=True)
class _Sureness:
    """How sure an interval is: its level, and games that may differ unseen where none of those played does."""

    level: float
    unseen: float


ALONE = _Sureness(LEVEL, 3)
"""Of a row for itself."""


def _together(base: Sums, paired: PairedSums, primary_rows: int, same: bool) -> _Sureness:
    """Of each primary row, so that all of them hold together."""
    rows = max(primary_rows, 1)
    error = (1 - LEVEL) / rows
    if same:
        unseen: float = ALONE.unseen
    elif paired.games_that_differ == 0:
        variants = rows / max(sum(column.primary for column in base.columns), 1)
        unseen = max(ALONE.unseen, -log((1 - LEVEL) / max(variants, 1)))
    else:
        unseen = max(ALONE.unseen, -log(error))
    return _Sureness(1 - error, unseen)


def _row(base: Sums, other: Sums, paired: PairedSums, at: int, margin: float, together: _Sureness) -> Difference:
    index, other_index = paired.base_index[at], paired.other_index[at]
    column = base.columns[index]
    mean, other_mean = base.mean(index), other.mean(other_index)
    difference = paired.total[at] / (paired.games * paired.scale[at])
    deviation = spread(paired.games, paired.total[at], paired.squares[at]) / paired.scale[at]
    independent = base.deviation(index) ** 2 + other.deviation(other_index) ** 2
    bounds = _Bounds(base, paired, at)
    low, high = bounds.at(ALONE)
    low_all, high_all = bounds.at(together) if column.primary else (None, None)
    allowed = margin / 100 * (1.0 if column.share else abs(mean))
    verdict = _verdict(low_all, high_all, allowed) if column.primary else None
    needed = None
    if verdict == "inconclusive":
        if paired.differing[at] == 0:
            needed = bounds.games_for(allowed, together)
        else:
            needed = _games_needed(paired, at, difference, deviation, allowed, together.level)
    return Difference(
        metric=column.name,
        seat=column.seat,
        baseline=mean,
        variant=other_mean,
        difference=difference,
        low=low,
        high=high,
        low_all=low_all,
        high_all=high_all,
        verdict=verdict,
        variance_reduction=independent / deviation**2 if deviation > 0 and independent > 0 else None,
        games_needed=needed,
        games_that_differ=paired.differing[at],
    )


@dataclass(frozen=True)
class _Bounds:
    base: Sums
    paired: PairedSums
    row: int

    def at(self, sureness: _Sureness) -> tuple[float | None, float | None]:
        """The interval of the row."""
        paired, row, games = self.paired, self.row, self.paired.games
        column = self.base.columns[paired.base_index[row]]
        if paired.differing[row] == 0:
            bound = sureness.unseen / games * self._reach()
            # A share changes by 1 at most, however few the games.
            bound = min(bound, 1.0) if column.share else bound
            return -bound, bound
        if paired.differing[row] < FEW:
            return self._exact(sureness.level) if column.counted else (None, None)
        low, high = skewed_mean(
            games, paired.total[row], paired.squares[row], paired.cubes[row], paired.differing[row], sureness.level
        )
        low, high = low / paired.scale[row], high / paired.scale[row]
        return (max(low, -1.0), min(high, 1.0)) if column.share else (low, high)

    def games_for(self, allowed: float, sureness: _Sureness) -> int | None:
        """Games after which the bound for no differing game is within ``allowed``, should none differ still."""
        if allowed <= 0:
            return None
        games = ceil(round(sureness.unseen * self._reach() / allowed, 6))
        return games if games <= OUT_OF_REACH_GAMES else None

    def _reach(self) -> float:
        """The largest change that one game can show: 1 for a share, else the range of the baseline, at least 1."""
        index = self.paired.base_index[self.row]
        if self.base.columns[index].share:
            return 1.0
        counts = self.base.histograms.get(index)
        if counts is None or len(counts) == 0:
            return max(1.0, 2 * self.base.mean(index))
        filled = counts.nonzero()[0]
        return max(1.0, float(filled[-1] - filled[0]) / self.base.columns[index].scale)

    def _exact(self, level: float) -> tuple[float, float]:
        """Clopper-Pearson on the games that gain and on those that lose, each at half the error."""
        paired, row = self.paired, self.row
        error = (1 - level) / 4
        ends = []
        for whole, any_change in (
            (paired.whole_up[row], paired.up[row]),
            (paired.whole_down[row], paired.down[row]),
        ):
            # A shared win changes a game by a part only: at least 0, at most 1.
            sure, _ = clopper_pearson(whole, paired.games, error)
            _, most = clopper_pearson(any_change, paired.games, error)
            ends.append((sure, most))
        (up_low, up_high), (down_low, down_high) = ends
        return up_low - down_high, up_high - down_low


def _verdict(low: float | None, high: float | None, allowed: float) -> Verdict:
    if low is None or high is None:
        return "inconclusive"
    if -allowed <= low and high <= allowed:
        return "equivalent"
    if low > 0:
        return "higher"
    if high < 0:
        return "lower"
    return "inconclusive"


def _games_needed(
    paired: PairedSums, at: int, difference: float, deviation: float, allowed: float, level: float
) -> int | None:
    """Games in all that would decide the row in nine of ten runs, if the estimate is the truth."""
    if deviation == 0 or paired.games < 2:
        return None
    # The interval has to stay clear even where the estimate falls short of the truth, as it does in every second run.
    z = t_quantile(level, paired.games - 1) + normal_quantile(2 * POWER - 1)
    ways = []
    if difference:
        ways.append((z * deviation / abs(difference)) ** 2)
    if abs(difference) < allowed:
        ways.append((z * deviation / (allowed - abs(difference))) ** 2)
    if not ways:
        return None
    needed = min(ways)
    if paired.differing[at] < FEW:
        needed = max(needed, paired.games * FEW / paired.differing[at])
    games = max(ceil(needed), paired.games + 1)
    return games if games <= OUT_OF_REACH_GAMES else None

"""One verdict in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.report.words import Words, decimals_for

if TYPE_CHECKING:
    from workbench.statistics.paired import Difference


@dataclass(frozen=True)
class Line:
    """One verdict in words. ``figure`` is the difference at a glance."""

    verdict: str
    figure: str
    sentence: str
    row: Difference
    range: str = ""
    """What is possible, where it is undecided."""


def win_line(row: Difference, margin: float, words: Words) -> Line:
    """The verdict on a win rate in words, in percentage points."""
    return _line("win", row, 100, words, words.margin_points(margin), words("results.pp"))


def score_line(row: Difference, margin: float, words: Words) -> Line:
    """The verdict on a score in words."""
    return _line("score", row, 1, words, words.margin_percent(margin), "")


def _line(kind: str, row: Difference, scale: int, words: Words, margin: str, unit: str) -> Line:
    verdict = str(row.verdict)
    low, high = (None if end is None else scale * end for end in (row.low_all, row.high_all))
    size = scale * row.difference
    decimals = decimals_for(low, high)
    figure = words.number(size, decimals, signed=True) + (f"\N{NO-BREAK SPACE}{unit}" if unit else "")
    if low is None or high is None:
        few = words("interval.too_few_range", count=words.whole(row.games_that_differ))
        return Line(verdict, figure, words("interval.too_few", range=few), row, few)
    values: dict[str, Any] = {"size": words.number(abs(size), decimals), "margin": margin}
    ends = {"low": words.number(low, decimals, signed=True), "high": words.number(high, decimals, signed=True)}
    if verdict in ("higher", "lower"):
        least, most = (low, high) if verdict == "higher" else (-high, -low)
        ends = {"low": words.number(least, decimals), "high": words.number(most, decimals)}
    interval = words("interval.simultaneous", **ends)
    if verdict == "equivalent" and row.games_that_differ == 0:
        sentence = words(f"{kind}.unseen", bound=words.number(high, decimals))
    elif verdict == "equivalent" and (low > 0 or high < 0):
        values["size"] = words.number(size, decimals, signed=True)
        sentence = words(f"{kind}.real", interval=interval, **values)
    elif verdict == "inconclusive":
        unseen = row.games_that_differ == 0
        possible = words(f"{kind}.{'unseen_range' if unseen else 'range'}", bound=words.number(high, decimals), **ends)
        return Line(
            verdict, figure, words(f"{kind}.inconclusive", range=possible, level=words("interval.level")), row, possible
        )
    else:
        sentence = words(f"{kind}.{verdict}", interval=interval, **values)
    return Line(verdict, figure, sentence, row)


def needs(row: Difference, words: Words) -> str:
    """How many games would decide an undecided row."""
    if row.games_needed is None:
        return words("needs.out_of_reach" if row.games_that_differ else "needs.unseen")
    return words("needs.games", games=words.whole(rounded(row.games_needed)))


def rounded(games: int) -> int:
    """``games`` to two significant digits, upwards: it is a guess."""
    step = int(10 ** max(len(str(games)) - 2, 0))
    return -(-games // step) * step

"""The tables of results, as text in cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.report import arms
from workbench.report.arms import Arm
from workbench.report.lines import rounded, score_line, win_line
from workbench.report.words import Words, decimals_for

if TYPE_CHECKING:
    from workbench.statistics.estimates import Estimate
    from workbench.statistics.paired import Difference
    from workbench.tasks.compare import ComparedVariant, CompareResult
    from workbench.tasks.simulate import MetricResult, PlayerResult, SimulateResult


@dataclass(frozen=True)
class Standing:
    """One player on one side."""

    name: str
    arm: str
    first: bool
    rows: int
    win_rate: str
    win_interval: str
    score: str
    score_interval: str
    percentiles: str


@dataclass(frozen=True)
class Verdict:
    """One primary row of a comparison."""

    name: str
    measure: str
    baseline: str
    variant: str
    difference: str
    interval: str
    verdict: str
    luck: str
    needed: str


@dataclass(frozen=True)
class Exploratory:
    """A row without a verdict."""

    name: str
    meaning: str
    unit: str
    baseline: str
    variant: str
    difference: str
    interval: str


@dataclass(frozen=True)
class Figure:
    """One figure of the whole game."""

    name: str
    meaning: str
    unit: str
    estimate: str
    interval: str


@dataclass(frozen=True)
class ByPlayer:
    """One figure of every player."""

    name: str
    meaning: str
    unit: str
    estimates: tuple[str, ...]


def standings(sides: Sequence[Arm], words: Words) -> list[Standing]:
    """Every player, on every side."""
    found = []
    for player in arms.players_of(sides[0].result, words):
        for at, side in enumerate(sides):
            result = arms.result_of(side.result, player)
            found.append(_standing(player.name, side.name, at == 0, len(sides), result, words))
    return found


def seat_standings(sides: Sequence[Arm], words: Words) -> list[Standing]:
    """Every seat of a rotated run, on every side."""
    found = []
    for seat in range(len(sides[0].result.by_seat)):
        for at, side in enumerate(sides):
            name = words("who.seat", number=seat + 1)
            found.append(_standing(name, side.name, at == 0, len(sides), side.result.by_seat[seat], words))
    return found


def _standing(name: str, arm: str, first: bool, rows: int, result: PlayerResult, words: Words) -> Standing:
    win, score = result.win_rate, result.score
    win_decimals = decimals_for(_percent(win.low), _percent(win.high))
    return Standing(
        name,
        arm,
        first,
        rows,
        words.share(win.estimate, win_decimals),
        words.span(_percent(win.low), _percent(win.high), win_decimals),
        words.number(score.estimate, decimals_for(score.low, score.high)),
        words.span(score.low, score.high, decimals_for(score.low, score.high)),
        " / ".join(words.trimmed(value) for value in result.score_percentiles.values()),
    )


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def verdicts(compare: CompareResult, compared: ComparedVariant, words: Words) -> list[Verdict]:
    """The primary rows of a comparison."""
    rows = {(row.metric, row.seat): row for row in compared.differences}
    found = []
    for metric, line_of in (("win_rate", win_line), ("score", score_line)):
        for player in arms.players_of(compare.result, words):
            row = rows[metric, player.place]
            share = metric == "win_rate"
            scale = 100 if share else 1
            low, high = (None if end is None else scale * end for end in (row.low_all, row.high_all))
            decimals = decimals_for(low, high)
            found.append(
                Verdict(
                    player.name,
                    words("results.win_rate" if share else "results.score"),
                    words.share(row.baseline, decimals) if share else words.number(row.baseline, decimals),
                    words.share(row.variant, decimals) if share else words.number(row.variant, decimals),
                    line_of(row, compare.margin, words).figure,
                    words.span(low, high, decimals, signed=True)
                    if low is not None
                    else words("results.few", count=row.games_that_differ),
                    str(row.verdict),
                    "–" if row.variance_reduction is None else f"{_luck(row.variance_reduction, words)} ×",
                    _needed(row, words),
                )
            )
    return found


def _needed(row: Difference, words: Words) -> str:
    if row.verdict != "inconclusive":
        return words("results.decided")
    if row.games_needed is None:
        return words("needs.no_number" if row.games_that_differ else "needs.more")
    return words("needs.about", games=words.whole(rounded(row.games_needed)))


def _luck(value: float, words: Words) -> str:
    return words.number(value, 1 if value < 10 else 0)


def exploratory(compare: CompareResult, compared: ComparedVariant, words: Words) -> list[Exploratory]:
    """All other rows of a comparison."""
    columns = {(column.name, column.seat): column for column in compare.result.sums.columns}
    found = []
    for row in compared.differences:
        if row.verdict is not None:
            continue
        column = columns[row.metric, row.seat]
        share = _is_share(column.unit)
        scale = 100 if share else 1
        name, meaning = words.metric(row.metric, column.description)
        if row.seat is not None:
            name = f"{name}, {words('who.seat', number=row.seat + 1)}"
        low, high = (None if end is None else scale * end for end in (row.low, row.high))
        decimals = decimals_for(low, high, 1 if share else 2)
        found.append(
            Exploratory(
                name,
                meaning,
                "%" if share else words.unit(column.unit),
                words.number(scale * row.baseline, decimals),
                words.number(scale * row.variant, decimals),
                words.number(scale * row.difference, decimals, signed=True),
                _interval(row, low, high, decimals, words),
            )
        )
    return found


def _interval(row: Difference, low: float | None, high: float | None, decimals: int, words: Words) -> str:
    if low is None:
        return words("results.few", count=row.games_that_differ)
    return words.span(low, high, decimals, signed=True)


def by_player(result: SimulateResult, words: Words) -> list[ByPlayer]:
    """The further figures of every player of one side; none where the family has none."""
    players = [arms.result_of(result, player) for player in arms.players_of(result, words)]
    found = []
    for number, metric in enumerate(players[0].metrics):
        name, meaning = words.metric(metric.name, metric.description)
        share = _is_share(metric.unit)
        values = [player.metrics[number].value for player in players]
        decimals = max(decimals_for(value.low, value.high, 1 if share else 2) for value in values)
        spelt = tuple(
            words.share(value.estimate, decimals) if share else words.number(value.estimate, decimals)
            for value in values
        )
        found.append(ByPlayer(name, meaning, "%" if share else words.unit(metric.unit), spelt))
    return found


def figures(result: SimulateResult, words: Words) -> list[Figure]:
    """The figures of the whole game of one side."""
    return [_figure(metric, words) for metric in result.metrics if not metric.detail]


def details(result: SimulateResult, words: Words) -> list[Figure]:
    """The figures of single pieces, such as each side of each board; none where the family has none."""
    return [_figure(metric, words) for metric in result.metrics if metric.detail]


def _is_share(unit: str) -> bool:
    """Whether a figure is shown in percent."""
    return unit.startswith("share")


def _figure(metric: MetricResult, words: Words) -> Figure:
    value: Estimate = metric.value
    share = _is_share(metric.unit)
    scale = 100 if share else 1
    low, high = (None if end is None else scale * end for end in (value.low, value.high))
    decimals = decimals_for(low, high, 1 if share else 2)
    name, meaning = words.metric(metric.name, metric.description)
    return Figure(
        name,
        meaning,
        "%" if share else words.unit(metric.unit),
        words.number(None if value.estimate is None else scale * value.estimate, decimals),
        words.span(low, high, decimals),
    )

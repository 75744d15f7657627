"""The pictures of the report. A picture whose columns a family does not have is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.report import arms, svg
from workbench.report.arms import Arm
from workbench.report.pictures import WIDE, Plots, colour_of, rows_of, spell
from workbench.report.play_plots import scores, survival, tools
from workbench.report.svg import Picture, draw
from workbench.report.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from workbench.statistics.paired import Difference
    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import SimulateResult

ROW_UNITS = 34
MOST_PERCENT = 400
"""Relative differences of figures beyond this are left out of the picture (they stand in the table)."""


def plots(simulate: SimulateResult, compare: CompareResult | None, words: Words, choice_first: bool) -> list[Plots]:
    """All pictures that the data allow. ``choice_first``: players choose before the first card of a level."""
    found = [
        win_rates(arms.arms_of(simulate, compare, words), words),
        forests(compare, words) if compare else None,
        scores(simulate, compare, words),
        survival(simulate, compare, words, 1 if choice_first else 2),
        tools(simulate, compare, words),
        metrics(compare, words) if compare else None,
    ]
    return [plot for plot in found if plot is not None]


def win_rates(sides: Sequence[Arm], words: Words) -> Plots:
    """Dots and whiskers of the win rates."""
    players = arms.players_of(sides[0].result, words)
    even = 100 / len(sides[0].result.seats)
    said = [
        words("plots.desc_row", name=f"{player.name} {side.name}".strip(), value=words.share(found.win_rate.estimate))
        for player in players
        for side in sides
        for found in [arms.result_of(side.result, player)]
    ]

    def paint(axes: Axes) -> None:
        rows_of(axes, [player.name for player in players])
        axes.axvline(even, color=svg.GREY, linewidth=1, dashes=(4, 3))
        for at, player in enumerate(players):
            for number, side in enumerate(sides):
                rate = arms.result_of(side.result, player).win_rate
                if rate.estimate is None or rate.low is None or rate.high is None:
                    continue
                hollow = len(sides) > 1 and number == 0
                y = at + 0.22 * (number - (len(sides) - 1) / 2)
                colour = svg.GREY if hollow else colour_of(at)
                axes.plot([100 * rate.low, 100 * rate.high], [y, y], color=colour, linewidth=2)
                axes.plot(
                    [100 * rate.estimate], [y], svg.MARKERS[at % 8], color=colour, markersize=7,
                    markerfacecolor="white" if hollow else colour,
                )  # fmt: skip
        spell(axes.xaxis, words)
        axes.set_xlabel(words("plots.win_axis"))

    height = 70 + ROW_UNITS * len(players) * max(1, len(sides) - 1)
    title = words("plots.win_title")
    picture = draw("win", title, "; ".join(said), (WIDE, height), paint)
    return Plots(title, words("plots.win_caption_both" if len(sides) > 1 else "plots.win_caption"), [picture])


def forests(compare: CompareResult, words: Words) -> Plots | None:
    """Paired differences with the margin band: wins in percentage points, scores in percent of the baseline."""
    players = {player.place: player for player in arms.players_of(compare.result, words)}
    several = len(compare.variants) > 1
    pictures = []
    for metric, key in (("win_rate", "win"), ("score", "score")):
        rows: list[tuple[str, str, float, float, float]] = []
        for number, compared in enumerate(compare.variants, start=1):
            for row in compared.differences:
                scaled = _scaled(row, metric)
                if row.metric == metric and row.verdict is not None and scaled is not None:
                    name = players[row.seat or 0].name
                    label = f"{name}, {words('who.variant_number', number=number)}" if several else name
                    rows.append((label, row.verdict, *scaled))
        if rows:
            title = words(f"plots.forest_{key}_title")
            axis = words(f"plots.forest_{key}_axis")
            pictures.append(_forest(f"forest-{key}", title, axis, rows, compare.margin, words))
    if not pictures:
        return None
    caption = words("plots.forest_caption", margin=words.percent(words.trimmed(compare.margin)))
    return Plots(words("results.differences"), caption, pictures)


def _scaled(row: Difference, metric: str) -> tuple[float, float, float] | None:
    low, high = (row.low_all, row.high_all) if row.verdict is not None else (row.low, row.high)
    if low is None or high is None or (metric == "score" and row.baseline == 0):
        return None
    scale = 100.0 if metric == "win_rate" else 100 / abs(row.baseline)
    return scale * row.difference, scale * low, scale * high


def _forest(
    key: str, title: str, axis: str, rows: Sequence[tuple[str, str, float, float, float]], margin: float, words: Words
) -> Picture:
    said = [
        words(
            "plots.desc_row", name=name, value=f"{words.number(size, 1, signed=True)} ({words(f'verdicts.{verdict}')})"
        )
        for name, verdict, size, _, _ in rows
    ]

    def paint(axes: Axes) -> None:
        rows_of(axes, [name for name, *_ in rows])
        axes.axvspan(-margin, margin, color=svg.BAND, linewidth=0)
        axes.axvline(0, color=svg.INK, linewidth=1)
        for y, (_, verdict, size, low, high) in enumerate(rows):
            colour = svg.VERDICT_COLOURS[verdict]
            axes.plot([low, high], [y, y], color=colour, linewidth=2.4)
            axes.plot([size], [y], "o", color=colour, markersize=7)
            axes.annotate(
                words(f"verdicts.{verdict}"), (size, y), (0, 8), textcoords="offset points", fontsize=9.5,
                color=colour, ha="center",
            )  # fmt: skip
        ends = [end for _, _, _, low, high in rows for end in (low, high)] + [-1.5 * margin, 1.5 * margin]
        room = 0.08 * (max(ends) - min(ends))
        axes.set_xlim(min(ends) - room, max(ends) + room)
        axes.set_ylim(len(rows) - 0.5, -0.8)
        spell(axes.xaxis, words)
        axes.set_xlabel(axis)

    return draw(key, title, "; ".join(said), (WIDE, 75 + 40 * len(rows)), paint)


def metrics(compare: CompareResult, words: Words) -> Plots | None:
    """Relative differences of the figures of the whole game, of a single variant."""
    if len(compare.variants) > 1:
        return None
    rows: list[tuple[str, float, float, float]] = []
    for row in compare.variants[0].differences:
        if row.seat is not None or row.low is None or row.high is None or not row.baseline or not row.games_that_differ:
            continue
        scale = 100 / abs(row.baseline)
        if max(abs(scale * row.low), abs(scale * row.high)) <= MOST_PERCENT:
            rows.append((words.metric(row.metric)[0], scale * row.difference, scale * row.low, scale * row.high))
    if not rows:
        return None

    def paint(axes: Axes) -> None:
        rows_of(axes, [name for name, *_ in rows])
        axes.axvline(0, color=svg.INK, linewidth=1)
        for y, (_, size, low, high) in enumerate(rows):
            axes.plot([low, high], [y, y], color=svg.GREY, linewidth=2)
            axes.plot([size], [y], "o", color=svg.GREY, markerfacecolor="white", markersize=6)
        spell(axes.xaxis, words)
        axes.set_xlabel(words("plots.metrics_axis"))

    title = words("plots.metrics_title")
    said = [words("plots.desc_row", name=name, value=words.percent(words.number(size, 1, signed=True)))
            for name, size, _, _ in rows]  # fmt: skip
    picture = draw("metrics", title, "; ".join(said), (WIDE, 60 + 24 * len(rows)), paint)
    return Plots(title, words("plots.metrics_caption"), [picture])

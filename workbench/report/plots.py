"""The pictures of the report. A picture whose columns a family does not have is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.report import arms, svg
from workbench.report.arms import Arm, Player
from workbench.report.svg import Picture, draw
from workbench.report.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from workbench.statistics.paired import Difference
    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import SimulateResult

ROW_UNITS = 34
WIDE, NARROW = 500, 340
MOST_PERCENT = 400
"""Relative differences of figures beyond this are left out of the picture (they stand in the table)."""


@dataclass(frozen=True)
class Plots:
    """One or more pictures under one caption; ``legend`` are (colour, marker, name)."""

    title: str
    caption: str
    pictures: Sequence[Picture]
    legend: Sequence[tuple[str, str]] = ()


def plots(simulate: SimulateResult, compare: CompareResult | None, words: Words, choice_first: bool) -> list[Plots]:
    """All pictures that the data allow. ``choice_first``: players choose before the first card of a level."""
    makers = [
        lambda: win_rates(arms.arms_of(simulate, compare, words), words),
        lambda: forests(compare, words) if compare else None,
        lambda: scores(simulate, compare, words),
        lambda: survival(simulate, compare, words, 1 if choice_first else 2),
        lambda: tools(simulate, compare, words),
        lambda: metrics(compare, words) if compare else None,
    ]
    return [found for maker in makers if (found := maker()) is not None]


def _colour(at: int) -> str:
    return svg.COLOURS[at % len(svg.COLOURS)]


def _baseline_of(simulate: SimulateResult, compare: CompareResult | None) -> SimulateResult | None:
    """The baseline, where it is another side than the one that is shown."""
    return compare.result if compare is not None and compare.result is not simulate else None


def _rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=svg.LIGHT, linewidth=0.8)


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
        _rows(axes, [player.name for player in players])
        axes.axvline(even, color=svg.GREY, linewidth=1, dashes=(4, 3))
        for at, player in enumerate(players):
            for number, side in enumerate(sides):
                rate = arms.result_of(side.result, player).win_rate
                if rate.estimate is None or rate.low is None or rate.high is None:
                    continue
                hollow = len(sides) > 1 and number == 0
                y = at + 0.22 * (number - (len(sides) - 1) / 2)
                colour = svg.GREY if hollow else _colour(at)
                axes.plot([100 * rate.low, 100 * rate.high], [y, y], color=colour, linewidth=2)
                axes.plot(
                    [100 * rate.estimate], [y], svg.MARKERS[at % 8], color=colour, markersize=7,
                    markerfacecolor="white" if hollow else colour,
                )  # fmt: skip
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
        words("plots.desc_row", name=name, value=f"{words.number(size, 1, signed=True)} ({words(f'verdicts.{verdict}')})")
        for name, verdict, size, _, _ in rows
    ]

    def paint(axes: Axes) -> None:
        _rows(axes, [name for name, *_ in rows])
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
        axes.set_xlabel(axis)

    return draw(key, title, "; ".join(said), (WIDE, 75 + 40 * len(rows)), paint)


def scores(simulate: SimulateResult, compare: CompareResult | None, words: Words) -> Plots | None:
    """How often each score came up, one picture a player."""
    baseline = _baseline_of(simulate, compare)
    shown = []
    for at, player in enumerate(arms.players_of(simulate, words)):
        counts, scale = _score_counts(simulate, player)
        if counts is not None:
            shown.append((at, player, counts, scale, _score_counts(baseline, player) if baseline else (None, 1)))
    if not shown:
        return None
    most = max(len(counts) / scale for _, _, counts, scale, _ in shown)
    width = _bin_width(max(_reach(counts) / scale for _, _, counts, scale, _ in shown))
    pictures = [
        _distribution(at, player, counts, scale, old, width, most, words)
        for at, player, counts, scale, old in shown
    ]
    caption = words("plots.score_caption_both" if baseline else "plots.score_caption")
    return Plots(words("plots.score_group"), caption, pictures)


def _score_counts(result: SimulateResult, player: Player) -> tuple[Any, int]:
    """The histogram of a player's scores and its scale; over the rotations where seats were rotated."""
    import numpy as np

    found: Any = None
    scale = 1
    for index, counts in result.sums.histograms.items():
        column = result.sums.columns[index]
        own = column.name == "score" and column.seat == player.place
        raw = column.name.startswith("raw.") and int(column.name.partition(".")[2]) in player.places
        if (own or raw) and len(counts):
            scale = column.scale
            more = counts if found is None else np.zeros(max(len(found), len(counts)), dtype=np.int64)
            if found is not None:
                more[: len(found)] += found
                more[: len(counts)] += counts
            found = more
    return found, scale


def _reach(counts: Any) -> int:
    """The index that 99.9 % of the games do not exceed."""
    from workbench.statistics.sums import percentile_of

    return percentile_of(counts, 99.9)


def _bin_width(reach: float) -> int:
    """Whole points a bar: about 30 bars."""
    return next(width for width in (1, 2, 4, 5, 10, 20, 50, 100, 1000, 10**9) if reach / width <= 36)


def _binned(counts: Any, scale: int, width: int, most: float) -> Any:
    """Percent of the games by bar."""
    import numpy as np

    bars = int(most // width) + 1
    return 100 * np.bincount(np.minimum(np.arange(len(counts)) // (scale * width), bars - 1), counts, bars) / counts.sum()


def _distribution(
    at: int, player: Player, counts: Any, scale: int, old: tuple[Any, int], width: int, most: float, words: Words
) -> Picture:
    from workbench.statistics.sums import percentile_of

    marks = [percentile_of(counts, percent) / scale for percent in (5, 50, 95)]
    title = words("plots.score_title", name=player.name)
    text = f"{words('results.percentiles')}: {' / '.join(words.trimmed(mark) for mark in marks)}"
    reach = max(_reach(counts) / scale, _reach(old[0]) / old[1] if old[0] is not None else 0)

    def paint(axes: Axes) -> None:
        bars = _binned(counts, scale, width, most)
        edges = [width * k for k in range(len(bars) + 1)]
        axes.stairs(bars, edges, fill=True, color=_colour(at), alpha=0.35)
        axes.stairs(bars, edges, color=_colour(at), linewidth=1.4)
        if old[0] is not None:
            before = _binned(*old, width, max(most, len(old[0]) / old[1]))
            axes.stairs(before, [width * k for k in range(len(before) + 1)], color=svg.INK, linewidth=1, linestyle="--")
        axes.plot(marks, [0] * 3, "^", color=svg.INK, markersize=6, clip_on=False, zorder=5)
        axes.set_xlim(0, reach * 1.02 + width)
        axes.set_ylim(0)
        axes.set_xlabel(words("plots.score_axis"))
        axes.set_ylabel(words("plots.score_axis_y"))

    return draw(f"score-{player.place}", title, text, (NARROW, 220), paint)


def survival(
    simulate: SimulateResult, compare: CompareResult | None, words: Words, first_card: int
) -> Plots | None:
    """How far each player goes in each level, and how far the level itself."""
    still = simulate.sums.details.get("still_in")
    levels = dict(_level_histograms(simulate))
    if still is None or not levels:
        return None
    baseline = _baseline_of(simulate, compare)
    old = dict(_level_histograms(baseline)) if baseline is not None else {}
    players = arms.players_of(simulate, words)
    pictures = []
    for level, counts in levels.items():
        if level > len(still):
            continue
        gone = {at: still[level - 1][list(player.places)].sum(axis=0) for at, player in enumerate(players)}
        title = words("plots.survival_title", number=level)
        pictures.append(_level(level, title, counts, old.get(level), gone, simulate.games, players, first_card, words))
    legend = [(_colour(at), player.name) for at, player in enumerate(players)]
    caption = words("plots.survival_caption_both" if old else "plots.survival_caption")
    return Plots(words("plots.survival_group"), caption, pictures, [*legend, (svg.GREY, words("plots.tunnel"))])


def _level_histograms(result: SimulateResult) -> Iterator[tuple[int, Any]]:
    for index, counts in result.sums.histograms.items():
        stem, _, what = result.sums.columns[index].name.partition(".")
        if what == "steps" and stem.startswith("level_") and len(counts):
            yield int(stem.removeprefix("level_")), counts


def _turned(counts: Any) -> Any:
    """Percent of the games in which card k was turned, for k = 1, 2, ..."""
    return 100 * counts[::-1].cumsum()[::-1][1:] / counts.sum()


def _level(
    level: int, title: str, counts: Any, old: Any, gone: dict[int, Any], games: int, players: Sequence[Player],
    first_card: int, words: Words,
) -> Picture:  # fmt: skip
    turned = _turned(counts)
    last = max(6, next((card for card in range(len(turned), 0, -1) if turned[card - 1] >= 0.5), 1))
    said = []
    for at, player in enumerate(players):
        card = 5
        share = gone[at][card - first_card] / games if len(gone[at]) > card - first_card else 0.0
        said.append(words("plots.desc_row", name=f"{player.name}, {words('plots.survival_axis')} {card}",
                          value=words.share(float(share), 0)))  # fmt: skip

    def paint(axes: Axes) -> None:
        cards = range(1, len(turned) + 1)
        axes.fill_between(cards, turned, color=svg.LIGHT, linewidth=0)
        if old is not None:
            before = _turned(old)
            axes.plot(range(1, len(before) + 1), before, color=svg.GREY, linewidth=1.1, linestyle="--")
        for at, line in gone.items():
            shares = 100 * line / (games * len(players[at].places))
            steps = [first_card + step for step in range(len(shares))]
            axes.plot(steps, shares, color=_colour(at), linewidth=1.8, linestyle=svg.DASHES[at % 8],
                      marker=svg.MARKERS[at % 8], markersize=4)  # fmt: skip
        axes.set_xlim(1, last)
        axes.set_ylim(0, 102)
        axes.set_xlabel(words("plots.survival_axis"))
        axes.set_ylabel(words("plots.survival_axis_y"))

    return draw(f"level-{level}", title, "; ".join(said), (NARROW, 220), paint)


def _tool_uses(result: SimulateResult, player: Player) -> dict[str, float]:
    """Mean uses by tool, from hidden columns by seat."""
    sums = result.sums
    return {
        column.name.partition(".")[2]: sums.mean(index)
        for index, column in enumerate(sums.columns)
        if column.name.startswith("tool_use.") and column.seat == player.place
    }


def tools(simulate: SimulateResult, compare: CompareResult | None, words: Words) -> Plots | None:
    """How often each player uses each tool; tools that nobody used are left out."""
    players = arms.players_of(simulate, words)
    baseline = _baseline_of(simulate, compare)
    uses = {at: _tool_uses(simulate, player) for at, player in enumerate(players)}
    old = {at: _tool_uses(baseline, player) for at, player in enumerate(players)} if baseline else {}
    found = list(dict.fromkeys(tool for own in uses.values() for tool in own))
    names = [tool for tool in found if any(own.get(tool) for own in [*uses.values(), *old.values()])]
    if not names:
        return None
    said = [
        words("plots.desc_row", name=f"{player.name}, {words.part(tool)}", value=words.number(uses[at].get(tool, 0), 2))
        for tool in names
        for at, player in enumerate(players)
    ]
    high = 0.8 / len(players)

    def paint(axes: Axes) -> None:
        _rows(axes, [words.part(tool) for tool in names])
        for row, tool in enumerate(names):
            for at in range(len(players)):
                y = row - 0.4 + high * (at + 0.5)
                value = uses[at].get(tool, 0.0)
                axes.barh([y], [value], high * 0.8, color=_colour(at), alpha=0.85)
                if at in old:
                    axes.barh([y], [old[at].get(tool, 0.0)], high * 0.8, fill=False, edgecolor=svg.INK, linestyle="--")
                axes.annotate(
                    words.number(value, 2), (value, y), (4, 0), textcoords="offset points", va="center", fontsize=9.5
                )
        axes.set_xlim(0, 1.12 * max(value for own in [*uses.values(), *old.values()] for value in own.values()))
        axes.set_xlabel(words("plots.tools_axis"))

    title = words("plots.tools_title")
    size = (WIDE, 60 + len(names) * (16 + 17 * len(players)))
    legend = [(_colour(at), player.name) for at, player in enumerate(players)]
    caption = words("plots.tools_caption_both" if old else "plots.tools_caption")
    return Plots(title, caption, [draw("tools", title, "; ".join(said), size, paint)], legend)


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
        _rows(axes, [name for name, *_ in rows])
        axes.axvline(0, color=svg.INK, linewidth=1)
        for y, (_, size, low, high) in enumerate(rows):
            axes.plot([low, high], [y, y], color=svg.GREY, linewidth=2)
            axes.plot([size], [y], "o", color=svg.GREY, markerfacecolor="white", markersize=6)
        axes.set_xlabel(words("plots.metrics_axis"))

    title = words("plots.metrics_title")
    said = [words("plots.desc_row", name=name, value=words.percent(words.number(size, 1, signed=True)))
            for name, size, _, _ in rows]  # fmt: skip
    picture = draw("metrics", title, "; ".join(said), (WIDE, 60 + 24 * len(rows)), paint)
    return Plots(title, words("plots.metrics_caption"), [picture])

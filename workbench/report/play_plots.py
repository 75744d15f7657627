"""Pictures of how the games went: scores, how deep they went, which tools they used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.report import arms, svg
from workbench.report.arms import Player
from workbench.report.pictures import LOW, NARROW, WIDE, Plots, baseline_of, colour_of, rows_of, spell
from workbench.report.svg import Picture, draw
from workbench.report.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import SimulateResult


def scores(simulate: SimulateResult, compare: CompareResult | None, words: Words) -> Plots | None:
    """How often each score came up, one picture a player."""
    baseline = baseline_of(simulate, compare)
    shown = []
    for at, player in enumerate(arms.players_of(simulate, words)):
        own = _score_counts(simulate, player)
        if own is not None:
            shown.append((at, player, own, _score_counts(baseline, player) if baseline else None))
    if not shown:
        return None
    sides = [own for _, _, own, _ in shown] + [old for *_, old in shown if old is not None]
    least, reach = min(0, *(side.least for side in sides)), max(side.reach for side in sides)
    width = _bin_width(reach - least)
    span = (least // width * width, (reach // width + 1) * width)
    pictures = [_distribution(at, player, own, old, width, span, words) for at, player, own, old in shown]
    caption = words("plots.score_caption_both" if baseline else "plots.score_caption")
    return Plots(words("plots.score_group"), caption, pictures)


@dataclass(frozen=True)
class _Scores:
    """How often each score came up: a histogram that begins with the score ``lowest``, both in 1/``scale`` points."""

    counts: Any
    scale: int
    lowest: int

    def percentile(self, percent: float) -> float:
        """The points that so many games do not exceed."""
        from workbench.statistics.sums import percentile_of

        return (percentile_of(self.counts, percent) + self.lowest) / self.scale

    @property
    def least(self) -> float:
        """The points that all but 0.1 % of the games reach."""
        return self.percentile(0.1)

    @property
    def reach(self) -> float:
        """The points that 99.9 % of the games do not exceed."""
        return self.percentile(99.9)

    def binned(self, width: int) -> tuple[list[int], Any]:
        """The edges of bars of ``width`` points, and the percent of the games by bar."""
        import numpy as np

        first = self.lowest // (self.scale * width)
        bar = (np.arange(len(self.counts)) + self.lowest) // (self.scale * width) - first
        bars = 100 * np.bincount(bar, self.counts) / self.counts.sum()
        return [width * (first + k) for k in range(len(bars) + 1)], bars


def _score_counts(result: SimulateResult, player: Player) -> _Scores | None:
    """A player's scores; over the rotations where seats were rotated."""
    import numpy as np

    found: _Scores | None = None
    for index, counts in result.sums.histograms.items():
        column = result.sums.columns[index]
        own = column.name == "score" and column.seat == player.place
        raw = column.name.startswith("raw.") and int(column.name.partition(".")[2]) in player.places
        if (own or raw) and len(counts):
            more = counts
            if found is not None:
                more = np.zeros(max(len(found.counts), len(counts)), dtype=np.int64)
                more[: len(found.counts)] += found.counts
                more[: len(counts)] += counts
            found = _Scores(more, column.scale, column.lowest)
    return found


def _bin_width(reach: float) -> int:
    """Whole points a bar: 25 to 48 bars."""
    return next(width for width in (1, 2, 4, 5, 10, 20, 50, 100, 1000, 10**9) if reach / width <= 48)


def _distribution(
    at: int, player: Player, own: _Scores, old: _Scores | None, width: int, span: tuple[float, float], words: Words
) -> Picture:
    marks = [own.percentile(percent) for percent in (5, 50, 95)]
    title = words("plots.score_title", name=player.name)
    text = f"{words('results.percentiles')}: {' / '.join(words.trimmed(mark) for mark in marks)}"

    def paint(axes: Axes) -> None:
        edges, bars = own.binned(width)
        axes.stairs(bars, edges, fill=True, color=colour_of(at), alpha=0.35)
        axes.stairs(bars, edges, color=colour_of(at), linewidth=1.4)
        if old is not None:
            old_edges, before = old.binned(width)
            axes.stairs(before, old_edges, color=svg.INK, linewidth=1, linestyle="--")
        axes.plot(marks, [0] * 3, "^", color=svg.INK, markersize=6, clip_on=False, zorder=5)
        axes.set_xlim(*span)
        axes.set_ylim(0)
        spell(axes.xaxis, words)
        axes.set_xlabel(words("plots.score_axis"))
        spell(axes.yaxis, words)
        axes.set_ylabel(words("plots.score_axis_y"))

    return draw(f"score-{player.place}", title, text, (NARROW, LOW), paint)


def survival(simulate: SimulateResult, compare: CompareResult | None, words: Words, first_card: int) -> Plots | None:
    """How far each player goes in each level, and how far the level itself."""
    still = simulate.sums.details.get("still_in")
    levels = dict(_level_histograms(simulate))
    if still is None or not levels:
        return None
    baseline = baseline_of(simulate, compare)
    old = dict(_level_histograms(baseline)) if baseline is not None else {}
    players = arms.players_of(simulate, words)
    pictures = []
    for level, counts in levels.items():
        if level > len(still):
            continue
        gone = {at: still[level - 1][list(player.places)].sum(axis=0) for at, player in enumerate(players)}
        title = words("plots.survival_title", number=level)
        pictures.append(_level(level, title, counts, old.get(level), gone, simulate.games, players, first_card, words))
    legend = [(colour_of(at), svg.SIGNS[at % 8], player.name) for at, player in enumerate(players)]
    caption = words("plots.survival_caption_both" if old else "plots.survival_caption")
    return Plots(words("plots.survival_group"), caption, pictures, [*legend, ("#b9b3a6", "■", words("plots.tunnel"))])


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
        from matplotlib.ticker import MaxNLocator

        cards = range(1, len(turned) + 1)
        axes.fill_between(cards, turned, color=svg.LIGHT, linewidth=0)
        if old is not None:
            before = _turned(old)
            axes.plot(range(1, len(before) + 1), before, color=svg.GREY, linewidth=1.1, linestyle="--")
        for at, line in gone.items():
            shares = 100 * line / (games * len(players[at].places))
            steps = [first_card + step for step in range(len(shares))]
            axes.plot(steps, shares, color=colour_of(at), linewidth=1.8, linestyle=svg.DASHES[at % 8],
                      marker=svg.MARKERS[at % 8], markersize=4)  # fmt: skip
        axes.set_xlim(1, last)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_ylim(0, 102)
        spell(axes.xaxis, words)
        axes.set_xlabel(words("plots.survival_axis"))
        spell(axes.yaxis, words)
        axes.set_ylabel(words("plots.survival_axis_y"))

    return draw(f"level-{level}", title, "; ".join(said), (NARROW, LOW), paint)


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
    baseline = baseline_of(simulate, compare)
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
        rows_of(axes, [words.part(tool) for tool in names])
        for row, tool in enumerate(names):
            for at in range(len(players)):
                y = row - 0.4 + high * (at + 0.5)
                value = uses[at].get(tool, 0.0)
                axes.barh([y], [value], high * 0.8, color=colour_of(at), alpha=0.85)
                before = old[at].get(tool, 0.0) if at in old else 0.0
                if before:
                    axes.barh([y], [before], high * 0.8, fill=False, edgecolor=svg.INK, linestyle="--")
                axes.annotate(
                    words.number(value, 2), (max(value, before), y), (4, 0), textcoords="offset points", va="center",
                    fontsize=9.5,
                )  # fmt: skip
        axes.set_xlim(0, 1.12 * max(value for own in [*uses.values(), *old.values()] for value in own.values()))
        spell(axes.xaxis, words)
        axes.set_xlabel(words("plots.tools_axis"))

    title = words("plots.tools_title")
    size = (WIDE, 60 + len(names) * (16 + 17 * len(players)))
    legend = [(colour_of(at), "■", player.name) for at, player in enumerate(players)]
    caption = words("plots.tools_caption_both" if old else "plots.tools_caption")
    return Plots(title, caption, [draw("tools", title, "; ".join(said), size, paint)], legend)

"""The picture of a sweep: what each setting does to every seat's win rate and score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.report import svg
from workbench.report.pictures import colour_of, rows_of
from workbench.report.svg import Picture, draw_figure
from workbench.statistics.format import figure as as_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from workbench.tasks.sweep import SweepEffect, SweepResult

WIDE = 900
HEAD_UNITS, LEGEND_UNITS = 60, 95
SEAT_UNITS, ROW_GAP_UNITS = 13, 30
_PANELS = (
    ("win_rate", "Win rate", "change in percentage points", 100.0),
    ("score", "Score", "change in points", 1.0),
)

Row = tuple[str, dict[tuple[str, int], "SweepEffect"]]
"""The name of a main effect, and the effect by metric and seat."""


def effects_picture(result: SweepResult, seats: Sequence[tuple[int, str]], value: dict[str, str]) -> Picture:
    """Main effects with their intervals: a row a change of one setting, a mark a seat.

    ``seats`` are the places in the figures with the name of each; ``value`` has for each row (the key, then the
    number of the effect, as :func:`row_key` makes it) the words for its change.
    """
    rows = _rows(result, value)
    title = f"What each setting of {result.variant} does"

    def paint(figure: Figure) -> None:
        figure.suptitle(f"{title}\n", x=0.01, ha="left", fontsize=13, fontweight="bold")
        figure.text(0.01, 1 - 0.36 / figure.get_figheight(), _subtitle(result), va="top", fontsize=9.5, color=svg.GREY)
        panels = figure.subplots(1, 2, sharey=True)
        for axes, (metric, name, unit, scale) in zip(panels, _PANELS, strict=True):
            _paint_panel(axes, rows, seats, metric, scale)
            axes.set_title(name, loc="left", fontsize=11)
            axes.set_xlabel(unit)
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=min(len(names), 4), frameon=False, fontsize=10)

    height = HEAD_UNITS + LEGEND_UNITS + len(rows) * (ROW_GAP_UNITS + SEAT_UNITS * len(seats))
    return draw_figure("effects", title, _in_words(rows, seats), (WIDE, height), paint)


def _subtitle(result: SweepResult) -> str:
    unit = "deals, each played once for each rotation of the seats" if result.rotate else "games"
    return (
        f"{result.games} {unit}, the same for all {len(result.cells)} combinations. Mean over the other settings "
        "with 95 % interval; hollow where 0 lies in it."
    )


def row_key(effect: SweepEffect) -> str:
    """What stands for all figures of one main effect."""
    return f"{effect.factors[0]}\n{effect.end[0]!r}"


def _rows(result: SweepResult, value: dict[str, str]) -> list[Row]:
    found: dict[str, dict[tuple[str, int], SweepEffect]] = {}
    for effect in result.effects:
        if len(effect.factors) == 1 and effect.primary and effect.seat is not None:
            found.setdefault(row_key(effect), {})[effect.metric, effect.seat] = effect
    return [(value[key], effects) for key, effects in found.items()]


def _paint_panel(axes: Axes, rows: Sequence[Row], seats: Sequence[tuple[int, str]], metric: str, scale: float) -> None:
    rows_of(axes, [name for name, _ in rows])
    axes.axvline(0, color=svg.INK, linewidth=1)
    step = 0.64 / max(len(seats), 1)
    for number, (seat, who) in enumerate(seats):
        colour, marker = colour_of(number), svg.MARKERS[number % len(svg.MARKERS)]
        axes.plot([], [], marker, color=colour, markersize=6.5, label=who)
        for at, (_, effects) in enumerate(rows):
            value = effects[metric, seat].value
            if value.estimate is None or value.low is None or value.high is None:
                continue
            y = at + step * (number - (len(seats) - 1) / 2)
            # What is told apart from 0 stands filled, what is not, hollow.
            clear = value.low > 0 or value.high < 0
            axes.plot([scale * value.low, scale * value.high], [y, y], color=colour, linewidth=1.8)
            axes.plot(
                [scale * value.estimate], [y], marker, color=colour, markersize=6.5,
                markerfacecolor=colour if clear else "white",
            )  # fmt: skip
    for at in range(1, len(rows)):
        axes.axhline(at - 0.5, color=svg.LIGHT, linewidth=0.8)


def _in_words(rows: Sequence[Row], seats: Sequence[tuple[int, str]]) -> str:
    names = dict(seats)
    return "; ".join(
        f"{name.replace(chr(10), ' ')}, {metric} of {names[seat]}: {as_text(effect.value.estimate, effect.share, True)}"
        for name, effects in rows
        for (metric, seat), effect in effects.items()
    )

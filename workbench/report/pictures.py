"""What all pictures share: captions, colours of players, rows with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.report import svg
from workbench.report.svg import Picture
from workbench.report.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import SimulateResult

WIDE, NARROW, LOW = 500, 400, 250


@dataclass(frozen=True)
class Plots:
    """One or more pictures under one caption; ``legend`` are (colour, sign, name)."""

    title: str
    caption: str
    pictures: Sequence[Picture]
    legend: Sequence[tuple[str, str, str]] = ()


def colour_of(at: int) -> str:
    return svg.COLOURS[at % len(svg.COLOURS)]


def baseline_of(simulate: SimulateResult, compare: CompareResult | None) -> SimulateResult | None:
    """The baseline, where it is another side than the one that is shown."""
    return compare.result if compare is not None and compare.result is not simulate else None


def rows_of(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=svg.LIGHT, linewidth=0.8)


def spell(axis: Axis, words: Words) -> None:
    """Numbers of an axis in the spelling of the language."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, at: words.trimmed(value, 3)))

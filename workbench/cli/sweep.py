"""The command that sweeps settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli import options

if TYPE_CHECKING:
    from workbench.tasks.sweep import SweepEffect, SweepResult

_PRIMARY = (("win_rate", "wins"), ("score", "score"))


@click.command("sweep")
@options.variant
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="KEY=V1,V2",
    help="A key and the values it takes; effects are read against the first.",
)
@options.games
@options.seed
@options.seats
@options.characters
@options.rotate
@options.threads
@click.option("--store", type=options.a_path, metavar="FILE", help="Keep finished batches; a stopped sweep goes on.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="Play on the workers of dask.distributed.")
@click.option("--plot", type=options.a_path, metavar="FILE.svg", help="Write a picture of the main effects.")
@options.common
def sweep_command(
    variant: str,
    vary: tuple[str, ...],
    games: int | None,
    seed: int,
    seats: tuple[str, ...],
    characters: tuple[tuple[str, str], ...],
    rotate: bool,
    threads: int | None,
    store: Path | None,
    scheduler: str | None,
    plot: Path | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play VARIANT with every combination of some values, on the same luck, and say what each of them does."""
    from workbench.cli import show
    from workbench.output import check_writable
    from workbench.tasks.sweep import sweep

    if plot is not None:
        check_writable(plot)
    with show.progress(quiet) as progress:
        result = sweep(
            variant,
            vary,
            settings=settings,
            games=games,
            seed=seed,
            seats=seats,
            characters=dict(characters),
            rotate=rotate,
            threads=threads,
            store=store,
            scheduler=scheduler,
            progress=progress,
            note=lambda text: show.note(text, quiet),
        )
    show.warn(list(dict.fromkeys(problem for cell in result.cells for problem in cell.warnings)), quiet)
    if plot is not None:
        write_plot(plot, result)
    if as_json:
        show.print_json(result)
    else:
        print_sweep(result)


def write_plot(path: Path, result: SweepResult) -> None:
    """The main effects as a picture."""
    from workbench.output import write_text
    from workbench.report.effects import effects_picture, row_key
    from workbench.report.svg import standalone

    changes = {
        row_key(effect): f"{_short(effect.factors[0])}\n{_change(effect, 0)}"
        for effect in result.effects
        if len(effect.factors) == 1
    }
    write_text(path, standalone(effects_picture(result, _seats(result), changes)))


def print_sweep(result: SweepResult) -> None:
    """Tables of combinations, of effects on every seat, and of what else changes."""
    from workbench.cli import show

    screen = show.console()
    unit = "deals, seats rotated" if result.rotate else "games"
    screen.print(
        f"{result.variant}  {len(result.cells)} combinations  {result.games} {unit}  seed {result.seed}", markup=False
    )
    screen.print(_cell_table(result))
    names = dict(_seats(result))
    primary = [effect for effect in result.effects if effect.primary]
    others = [effect for effect in result.effects if effect.seat is None and _is_clear(effect)]
    for title, factors, effects in (
        ("What each setting does (mean over the others)", 1, primary),
        ("What two settings do together beyond what each does (difference of the differences)", 2, primary),
        ("Other figures: main effects whose interval is without 0", 1, others),
    ):
        chosen = [effect for effect in effects if len(effect.factors) == factors]
        if chosen:
            screen.print(_effect_table(title, chosen, names))
    for text in result.notes:
        screen.print(text, markup=False)
    screen.print("Each interval holds for its row alone; --json has every figure and all interactions.", markup=False)


def _cell_table(result: SweepResult) -> Any:
    from workbench.cli import show
    from workbench.statistics.format import figure

    seats = _seats(result)
    heads = [f">{word}\n{name}" for _, word in _PRIMARY for _, name in seats]
    table = show.table("Combinations", *(_short(factor.key) for factor in result.factors), *heads)
    for cell in result.cells:
        found = {(metric.name, metric.seat): metric.value.estimate for metric in cell.metrics}
        table.add_row(
            *(_value(value) for value in cell.settings.values()),
            *(figure(found[name, seat], name == "win_rate") for name, _ in _PRIMARY for seat, _ in seats),
        )
    return table


def _effect_table(title: str, effects: Sequence[SweepEffect], names: dict[int, str]) -> Any:
    from workbench.cli import show
    from workbench.statistics.format import figure

    table = show.table(title, "setting", "change", "figure", "of", ">effect", ">95 %", "")
    last = None
    for effect in effects:
        head = (
            " x ".join(_short(key) for key in effect.factors),
            ", ".join(_change(effect, at) for at in range(len(effect.factors))),
        )
        table.add_row(
            *(head if head != last else ("", "")),
            effect.metric,
            names.get(effect.seat, "") if effect.seat is not None else "the game",
            figure(effect.value.estimate, effect.share, signed=True),
            show.interval(effect.value.low, effect.value.high, effect.share),
            _sign(effect),
        )
        last = head
    return table


def _is_clear(effect: SweepEffect) -> bool:
    """Whether the interval is without 0."""
    low, high = effect.value.low, effect.value.high
    return low is not None and high is not None and (low > 0 or high < 0)


def _sign(effect: SweepEffect) -> str:
    if effect.games_that_differ == 0:
        return "no game differs"
    return ("higher" if (effect.value.estimate or 0) > 0 else "lower") if _is_clear(effect) else ""


def _seats(result: SweepResult) -> list[tuple[int, str]]:
    """The seats that have figures of their own, with a name for each that nobody else has."""
    first = [seat.character for seat in result.cells[0].seats]
    alike = all([seat.character for seat in cell.seats] == first for cell in result.cells)
    places = [
        metric.seat for metric in result.cells[0].metrics if metric.name == "win_rate" and metric.seat is not None
    ]
    if not alike:
        return [(seat, f"seat {seat}") for seat in places]
    if result.rotate or len(set(first)) == len(first):
        return [(seat, first[seat]) for seat in places]
    return [(seat, f"{seat} {first[seat]}") for seat in places]


def _change(effect: SweepEffect, at: int) -> str:
    return f"{_value(effect.start[at])} → {_value(effect.end[at])}"


def _value(value: Any) -> str:
    from workbench.definition.text import inline

    return _short(inline(value), 28)


def _short(text: str, longest: int = 40) -> str:
    """``text``, its middle left out where it is longer than anyone reads."""
    half = (longest - 1) // 2
    return text if len(text) <= longest else f"{text[:half]}…{text[-half:]}"

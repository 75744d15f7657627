"""The command that analyses: exact figures, and restricted play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from workbench.cli import options

if TYPE_CHECKING:
    from workbench.tasks.analyse import AnalyseResult
    from workbench.tasks.restricted import RestrictedResult


@click.command("analyse")
@options.variant
@options.of_families
@click.option(
    "--restricted",
    is_flag=True,
    help="Simulate what each option is worth: every character forbidden one option against its unrestricted twin. "
    "The options below are for this.",
)
@click.option(
    "--character",
    "characters",
    multiple=True,
    type=options.Who(),
    metavar="ID[=FILE.py:function]",
    help="Only this character of those at the table; it may be one of your own.",
)
@options.games
@click.option("--seed", type=int, metavar="S", help="Luck of the run [1].")
@options.seats
@options.threads
@options.common
def analyse_command(
    variant: str,
    restricted: bool,
    characters: tuple[tuple[str, str], ...],
    games: int | None,
    seed: int | None,
    seats: tuple[str, ...],
    threads: int | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
    **family_options: int | str | None,
) -> None:
    """Exact figures of VARIANT, without simulation; with --restricted, simulated: what each option is worth."""
    from workbench.cli import show
    from workbench.errors import usage_problem

    simulated = {"character": characters, "games": games, "seed": seed, "seats": seats, "threads": threads}
    given = [name for name, value in simulated.items() if value not in (None, ())]
    if given and not restricted:
        raise usage_problem(
            f"exact figures take no --{given[0]}",
            code="bad-combination",
            key=given[0],
            hint="it goes with --restricted",
        )
    if restricted:
        exact = [name for name, value in family_options.items() if value is not None]
        if exact:
            raise usage_problem(
                f"--{exact[0]} is for exact figures and cannot be used with --restricted",
                code="bad-combination",
                key=exact[0],
            )
        seed = 1 if seed is None else seed
        _restricted(variant, characters, games, seed, seats, threads, settings, language, as_json, quiet)
        return
    from workbench.tasks.analyse import analyse

    result = analyse(variant, settings=settings, **family_options)
    if as_json:
        show.print_json(result)
    else:
        print_analysis(result)


def _restricted(
    variant: str, characters: Sequence[tuple[str, str]], games: int | None, seed: int, seats: Sequence[str],
    threads: int | None, settings: Sequence[str], language: str | None, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    from workbench.cli import show
    from workbench.definition.load import load
    from workbench.tasks.restricted import restricted

    loaded = load(variant, settings)
    show.warn(loaded.warnings, quiet)
    with show.progress(quiet) as progress:
        result = restricted(
            loaded,
            games=games,
            seed=seed,
            seats=seats,
            only=[name for name, _ in characters],
            characters={name: place for name, place in characters if place},
            language=language,
            threads=threads,
            progress=progress,
            note=lambda text: show.note(text, quiet),
        )
    if as_json:
        show.print_json(result)
    else:
        print_restricted(result)


def print_restricted(result: RestrictedResult) -> None:
    """A table for each character: what it wins and scores without each option."""
    from workbench.cli import show
    from workbench.statistics.format import figure

    screen = show.console()
    screen.print(
        f"{result.variant}  rules {result.fingerprint['rules']}  {result.games} deals, each with every rotation of the "
        f"seats  seed {result.seed}  restricted play, simulated",
        markup=False,
    )
    for character in dict.fromkeys(row.character for row in result.rows):
        rows = [row for row in result.rows if row.character == character]
        free = rows[0]
        title = (
            f"{character}: wins {figure(free.win_rate.estimate, share=True)}, "
            f"scores {figure(free.score.estimate)} with everything allowed"
        )
        table = show.table(
            title, "forbidden", "to ...", ">wins", ">worth in wins", ">95 %", ">score", ">worth in points", ">95 %",
            ">deals that differ",
        )  # fmt: skip
        for row in rows:
            win, score = row.win_rate_worth, row.score_worth
            table.add_row(
                row.option,
                row.words,
                figure(row.restricted_win_rate.estimate, share=True),
                figure(win.estimate, share=True, signed=True),
                show.interval(win.low, win.high, share=True),
                figure(row.restricted_score.estimate),
                figure(score.estimate, signed=True),
                show.interval(score.low, score.high),
                str(row.deals_that_differ),
            )
        screen.print(table)
    screen.print(
        "Worth: what the unrestricted twin wins (in percentage points) or scores more on the same deals at the\n"
        "same table. Simulated, with a 95 % interval for each row alone, not exact; --json also has intervals that\n"
        "hold for all rows together. It is the worth to this character as it plays: it does not learn to do without.",
        markup=False,
    )


def print_analysis(result: AnalyseResult) -> None:
    """One table a list of figures; nested figures show their best or first entries."""
    from workbench.cli import show

    screen = show.console()
    screen.print(f"{result.variant}  rules {result.fingerprint['rules']}  exact figures", markup=False)
    if result.told:
        for line in result.told:
            screen.print(line, markup=False)
        return
    for name, entries in result.figures.items():
        if not isinstance(entries, list):
            screen.print(f"{name}: {_shown(entries)}", markup=False)
            continue
        columns = list(dict.fromkeys(key for entry in entries for key in entry))
        table = show.table(name, *(f">{column}" for column in columns))
        for entry in entries:
            table.add_row(*(_shown(entry.get(column)) for column in columns))
        screen.print(table)
    screen.print("Nested figures show their highest entry; --json has all of them.", markup=False)


def _shown(value: Any) -> str:
    from workbench.statistics.format import figure

    if isinstance(value, float):
        return figure(value)
    if isinstance(value, dict):
        if "mean" in value:
            return f"mean {_shown(value['mean'])}"
        numbers = {key: number for key, number in value.items() if isinstance(number, float | int)}
        if not numbers:
            return "–"
        best = max(numbers, key=lambda key: numbers[key])
        return f"{figure(float(numbers[best]))} at {best}"
    return "–" if value is None else str(value)

"""Commands that play: simulate, compare, replay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli import options

if TYPE_CHECKING:
    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import PlayerResult, SimulateResult


@click.command("simulate")
@options.variant
@options.a_run
@click.option("--log", type=options.a_path, metavar="FILE", help="Write games as JSON Lines.")
@click.option("--log-games", type=int, metavar="K", help="The first K games go into the log [100].")
@click.option("--csv", type=options.a_path, metavar="FILE", help="Write a row for each game and seat.")
@options.common
def simulate_command(
    variant: str,
    games: int | None,
    seed: int,
    seats: tuple[str, ...],
    characters: tuple[tuple[str, str], ...],
    rotate: bool,
    precision: float | None,
    threads: int | None,
    log: Path | None,
    log_games: int | None,
    csv: Path | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play many games of VARIANT with its characters and sum up."""
    from workbench.cli import show
    from workbench.definition.load import load
    from workbench.tasks.simulate import simulate

    loaded = load(variant, settings)
    show.warn(loaded.warnings, quiet)
    if log_games is not None and log is None:
        show.note("--log-games without --log FILE: no log is written", quiet)
    with show.progress(quiet) as progress:
        result = simulate(
            loaded,
            games=games,
            seed=seed,
            seats=seats,
            characters=dict(characters),
            rotate=rotate,
            precision=precision,
            threads=threads,
            log=log,
            log_games=log_games,
            csv=csv,
            progress=progress,
            note=lambda text: show.note(text, quiet),
        )
    if as_json:
        show.print_json(result)
    else:
        print_simulation(result)


def print_simulation(result: SimulateResult) -> None:
    """Tables of players and metrics."""
    from workbench.cli import show
    from workbench.statistics.format import figure

    screen = show.console()
    screen.print(
        f"{result.variant}  rules {result.fingerprint['rules']}  {result.games} games  seed {result.seed}", markup=False
    )
    groups: list[tuple[str, Sequence[PlayerResult]]] = [
        ("Players", result.players),
        ("By seat (characters rotated)", result.by_seat),
        ("By character (seats rotated)", result.by_character),
    ]
    for title, players in groups:
        if not players:
            continue
        fair = f"; a fair seat wins {figure(1 / len(players), share=True)}" if players is result.by_seat else ""
        who = ("seat" if players[0].seat is not None else "", "character" if players[0].character is not None else "")
        table = show.table(title + fair, *filter(None, who), ">wins", ">95 %", ">score", ">95 %", ">5 / 50 / 95 %")
        for player in players:
            percentiles = " / ".join(f"{value:g}" for value in player.score_percentiles.values())
            table.add_row(
                *(str(part) for part in (player.seat, player.character) if part is not None),
                figure(player.win_rate.estimate, share=True),
                show.interval(player.win_rate.low, player.win_rate.high, share=True),
                figure(player.score.estimate),
                show.interval(player.score.low, player.score.high),
                percentiles,
            )
        screen.print(table)
        print_players(f"{title}: more figures", players)
    table = show.table("The game", "metric", ">mean", ">95 %", "unit", "meaning")
    for metric in result.metrics:
        share = metric.unit.startswith("share")
        table.add_row(
            metric.name,
            figure(metric.value.estimate, share),
            show.interval(metric.value.low, metric.value.high, share),
            metric.unit,
            metric.description,
        )
    screen.print(table)


def print_players(title: str, players: Sequence[PlayerResult]) -> None:
    """A table of the further figures of each player, where there are any: a column a player."""
    from workbench.cli import show
    from workbench.statistics.format import figure

    if not players[0].metrics:
        return
    names = [" ".join(str(part) for part in (p.seat, p.character) if part is not None) for p in players]
    table = show.table(title, "mean of a game", *(f">{name}" for name in names), "unit", "meaning")
    for number, metric in enumerate(players[0].metrics):
        share = metric.unit.startswith("share")
        values = [figure(player.metrics[number].value.estimate, share) for player in players]
        table.add_row(metric.name, *values, metric.unit, metric.description)
    show.console().print(table)


@click.command("compare")
@click.argument("base", metavar="BASE")
@click.argument("others", metavar="OTHER...", nargs=-1)
@click.option("--change", "changes", multiple=True, metavar="KEY=VALUE", help="A further arm: BASE with one change.")
@options.a_run
@options.margin
@click.option("--report", type=options.a_path, metavar="FILE", help="Write an HTML report.")
@options.common
def compare_command(
    base: str,
    others: tuple[str, ...],
    changes: tuple[str, ...],
    games: int | None,
    seed: int,
    seats: tuple[str, ...],
    characters: tuple[tuple[str, str], ...],
    rotate: bool,
    precision: float | None,
    threads: int | None,
    margin: float,
    report: Path | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play the same games of BASE and every OTHER and say what differs, and how surely."""
    from workbench.cli import show
    from workbench.output import check_writable
    from workbench.tasks.compare import compare

    if report is not None:
        check_writable(report)
    with show.progress(quiet) as progress:
        result = compare(
            base,
            others,
            changes=changes,
            settings=settings,
            games=games,
            seed=seed,
            seats=seats,
            characters=dict(characters),
            rotate=rotate,
            precision=precision,
            margin=margin,
            threads=threads,
            progress=progress,
            note=lambda text: show.note(text, quiet),
        )
    show.warn([problem for arm in result.variants for problem in arm.loaded.warnings], quiet)
    if report is not None:
        write_report(report, result, language)
    if as_json:
        show.print_json(result)
    else:
        print_comparison(result)


def write_report(path: Path, result: CompareResult, language: str | None) -> None:
    """The HTML report of the first variant against the baseline."""
    from dataclasses import replace

    from workbench.output import write_text
    from workbench.report import render_report
    from workbench.tasks.analyse import analyse

    first = result.variants[0]
    write_text(
        path,
        render_report(
            loaded=first.loaded,
            simulate=first.result,
            compare=replace(result, variants=(first,)) if len(result.variants) == 1 else result,
            analyse=analyse(first.loaded).to_dict(),
            language=language or "en",
        ),
    )


def print_comparison(result: CompareResult) -> None:
    """A table of verdicts for each variant, and the exploratory rows."""
    from workbench.cli import show
    from workbench.statistics.format import figure

    screen = show.console()
    screen.print(
        f"{result.baseline}  {result.games} games  seed {result.seed}  margin {result.margin:g} "
        "(percentage points of shares, percent of scores)",
        markup=False,
    )
    shares = {column.name for column in result.result.sums.columns if column.share}
    for variant in result.variants:
        rows = [row for row in variant.differences if row.verdict is not None]
        title = (
            f"{variant.variant}: {variant.games_that_differ} of {result.games} games differ, "
            f"{variant.decisions_that_differ} decisions"
        )
        table = show.table(
            title, "figure", ">seat", "character", ">base", ">variant", ">difference", ">all rows together", "verdict"
        )
        for row in rows:
            share = row.metric in shares
            needed = f" ({row.games_needed} games would decide)" if row.games_needed else ""
            table.add_row(
                row.metric,
                str(row.seat),
                result.seats[row.seat].character if row.seat is not None else "",
                figure(row.baseline, share),
                figure(row.variant, share),
                figure(row.difference, share, signed=True),
                show.interval(row.low_all, row.high_all, share),
                f"{row.verdict}{needed}",
            )
        screen.print(table)
        if variant.note:
            screen.print(variant.note, markup=False)
        table = show.table(
            "Exploratory: no verdicts", "metric", ">base", ">variant", ">difference", ">95 % of this row"
        )
        for row in variant.differences:
            if row.verdict is None and row.seat is None:
                share = row.metric in shares
                table.add_row(
                    row.metric,
                    figure(row.baseline, share),
                    figure(row.variant, share),
                    figure(row.difference, share, signed=True),
                    show.interval(row.low, row.high, share),
                )
        screen.print(table)


@click.command("replay")
@click.argument("log", type=options.a_path)
@click.option("--game", type=int, metavar="N", help="Only the game with this number.")
@options.language
@options.as_json
@options.quiet
def replay_command(log: Path, game: int | None, language: str | None, as_json: bool, quiet: bool) -> None:
    """The games of a LOG (from `simulate --log`), step by step, in words."""
    from workbench.cli import show
    from workbench.tasks.replay import replay, told_games

    if as_json:
        show.print_json({"games": [told.to_dict() for told in told_games(log, game=game, language=language)]})
        return
    for line in replay(log, game=game, language=language):
        click.echo(line)

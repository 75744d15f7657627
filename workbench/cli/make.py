"""Commands that make files: render, build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from workbench.cli import options


@click.group("render")
def render_command() -> None:
    """Print a variant as PDF."""


def _render(
    kind: str,
    variant: str,
    output: Path,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
    **printing: Any,
) -> None:
    from workbench.cli import show
    from workbench.definition.load import load
    from workbench.tasks.render import render

    loaded = load(variant, settings)
    show.warn(loaded.warnings, quiet or as_json)
    render(kind, loaded, output, language=language, **printing)
    if as_json:
        show.print_json({"written": [output.as_posix()]})
    elif not quiet:
        click.echo(output.as_posix())


output = click.option("-o", "--output", type=options.a_path, required=True, metavar="FILE.pdf", help="Where to.")


@render_command.command("rules")
@options.variant
@output
@options.paper
@options.common
def rules_command(
    variant: str,
    output: Path,
    paper: str | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """The rules sheet of VARIANT."""
    _render("rules", variant, output, settings, language, as_json, quiet, paper=paper)


@render_command.command("cards")
@options.variant
@output
@options.paper
@click.option("--marks", type=click.Choice(["none", "corners", "lines"]), help="Cut marks [the definition's].")
@options.common
def cards_command(
    variant: str,
    output: Path,
    paper: str | None,
    marks: str | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Every card of VARIANT, to print and cut."""
    _render("cards", variant, output, settings, language, as_json, quiet, paper=paper, marks=marks)


def _document(kind: str, text: str) -> None:
    def command(
        variant: str,
        output: Path,
        paper: str | None,
        settings: tuple[str, ...],
        language: str | None,
        as_json: bool,
        quiet: bool,
    ) -> None:
        _render(kind, variant, output, settings, language, as_json, quiet, paper=paper)

    command.__doc__ = text
    render_command.command(kind)(options.together(options.variant, output, options.paper, options.common)(command))


_document("tiles", "The tiles of VARIANT with its chips and dice, to print, cut and glue.")
_document("puzzles", "Puzzles of VARIANT, with their solutions on the back.")


@click.command("build")
@options.variant
@click.option("-o", "--output", type=options.a_path, required=True, metavar="DIR", help="Folder for the results.")
@click.option("--against", metavar="VARIANT", help="Compare with this one [the parent].")
@options.games
@options.seed
@options.seats
@options.threads
@options.margin
@options.paper
@options.common
def build_command(
    variant: str,
    output: Path,
    against: str | None,
    games: int | None,
    seed: int,
    seats: tuple[str, ...],
    threads: int | None,
    margin: float,
    paper: str | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Everything about VARIANT: validate, simulate, compare, analyse, print, report."""
    from workbench.cli import show
    from workbench.definition.load import load
    from workbench.tasks.build import build

    loaded = load(variant, settings)
    show.warn(loaded.warnings, quiet)
    with show.progress(quiet) as progress:
        result = build(
            loaded,
            output,
            against=against,
            settings=settings,
            languages=(language,) if language else (),
            games=games,
            seed=seed,
            seats=seats,
            margin=margin,
            paper=paper,
            threads=threads,
            step=lambda text: show.note(f"{text} ...", quiet),
            progress=progress,
        )
    if as_json:
        show.print_json(result)
        return
    click.echo("Written:")
    for path in result.written:
        click.echo(f"  {path.as_posix()}")

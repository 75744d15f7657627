"""Commands that make files: render, build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from workbench.cli import options


@click.group("render")
def render_command() -> None:
    """Print a variant as PDF, or as pictures."""


def _render(
    kind: str,
    variant: str,
    output: Path | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
    **printing: Any,
) -> None:
    from workbench.cli import show
    from workbench.definition.load import load
    from workbench.tasks.render import render

    if output is None and printing.get("png") is None:
        raise click.MissingParameter(param_hint="'-o' or '--png'", param_type="option")
    loaded = load(variant, settings)
    show.warn(loaded.warnings, quiet or as_json)
    result = render(kind, loaded, output, language=language, **printing)
    _tell(result, as_json, quiet)


def _tell(result: Any, as_json: bool, quiet: bool) -> None:
    """What was written: each file, but only the folder of many pictures."""
    from workbench.cli import show

    for note in result.notes:
        show.note(f"note: {note}", quiet or as_json)
    if as_json:
        show.print_json(result)
    elif not quiet:
        pictures = [path for path in result.written if path.suffix.lower() == ".png"]
        for path in result.written:
            if path.suffix.lower() != ".png":
                click.echo(path.as_posix())
        for folder in sorted({path.parent for path in pictures}):
            count = sum(path.parent == folder for path in pictures)
            click.echo(f"{folder.as_posix()}/ ({count} pictures)")


_needed = click.option("-o", "--output", type=options.a_path, required=True, metavar="FILE.pdf", help="Where to.")


@render_command.command("rules")
@options.variant
@_needed
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


@render_command.command("calibration")
@_needed
@options.paper
@options.orientation
@options.flip
@options.language
@options.as_json
@options.quiet
def calibration_command(
    output: Path,
    paper: str | None,
    orientation: str | None,
    flip: str | None,
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """A page from which a person reads how far a printer's second side is off."""
    from workbench.tasks.render import render_calibration

    result = render_calibration(output, language=language or "en", paper=paper, orientation=orientation, flip=flip)
    _tell(result, as_json, quiet)


KINDS = {
    "cards": "Every card of VARIANT, to print and cut.",
    "tiles": "The tiles of VARIANT, to print and cut.",
    "boards": "The boards of VARIANT.",
    "pads": "Pads to write on: scores, notes.",
    "aids": "Player aids: the rules at a glance.",
    "puzzles": "Puzzles of VARIANT for one person.",
}


def _kind_command(kind: str, text: str) -> None:
    def command(
        variant: str,
        output: Path | None,
        settings: tuple[str, ...],
        language: str | None,
        as_json: bool,
        quiet: bool,
        **printing: Any,
    ) -> None:
        _render(kind, variant, output, settings, language, as_json, quiet, **printing)

    command.__doc__ = text
    decorated = options.together(options.variant, options.pieces, options.common)(command)
    render_command.command(kind)(decorated)


for _kind, _text in KINDS.items():
    _kind_command(_kind, _text)


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
    for note in result.notes:
        show.note(f"note: {note}", quiet or as_json)
    if as_json:
        show.print_json(result)
        return
    click.echo("Written:")
    for path in result.written:
        click.echo(f"  {path.as_posix()}")

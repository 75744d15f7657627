"""The command that plays at the table."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import click

from workbench.cli import INTERRUPTED, options


@click.command("play")
@options.variant
@click.option("--seats", type=options.Names(), default=(), help="Who sits where; me is you [me in the first seat].")
@click.option("--seed", type=int, metavar="S", help="Luck of the game [1, and any game of it].")
@click.option("--game", type=int, metavar="N", help="Which game of the seed [0; any where no seed is given].")
@click.option(
    "--slow", type=float, default=1.0, metavar="TIMES", help="The clock runs TIMES slower, to play calmly [1]."
)
@options.characters
@click.option("--log", type=options.a_path, metavar="FILE", help="Write the game as JSON Lines, for replay.")
@options.common
def play_command(
    variant: str,
    seats: tuple[str, ...],
    seed: int | None,
    game: int | None,
    slow: float,
    characters: tuple[tuple[str, str], ...],
    log: Path | None,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> int | None:
    """A game of VARIANT in the terminal, you against its characters.

    Several seats may be me: then you take turns in front of the screen. With --json the game is told on stderr.
    """
    from workbench.cli import show
    from workbench.definition.load import load
    from workbench.errors import Problem
    from workbench.tasks.play import play, table_language
    from workbench.terminal import PersonLeft, Terminal

    loaded = load(variant, settings)
    show.warn(loaded.warnings, quiet)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    screen = sys.stderr if as_json else sys.stdout
    terminal = Terminal(sys.stdin, screen, table_language(loaded, language), slow=slow)
    try:
        result = play(
            loaded,
            terminal,
            seats=seats,
            characters=dict(characters),
            seed=seed,
            game=game,
            language=language,
            log=log,
        )
    except (PersonLeft, KeyboardInterrupt):
        terminal.show("")
        if as_json:
            left = Problem("the game was left before its end: it has no result and no log", code="left")
            show.print_json({"problems": [left.to_dict()]})
        click.echo(terminal.words["left"], err=True)
        return INTERRUPTED
    if as_json:
        show.print_json(result)
    show.note(terminal.words["again"].format(seed=result.seed, game=result.game), quiet)
    if log is not None:
        show.note(terminal.words["log"].format(file=log), quiet)
    return None

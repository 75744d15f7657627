"""Put results on the screen: tables for people, progress for the patient."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from workbench.numbers import to_json
from workbench.statistics.format import figure

PATIENCE_SECONDS = 1.0


def print_json(result: Any) -> None:
    """The one document of ``--json``."""
    sys.stdout.write(to_json(result if isinstance(result, dict | list) else result.to_dict()))


def note(text: str, quiet: bool) -> None:
    """A remark that is no result."""
    if not quiet:
        click.echo(text, err=True)


def warn(problems: Sequence[Any], quiet: bool) -> None:
    """Warnings of a definition that is used all the same."""
    for problem in problems:
        note(str(problem), quiet)


@contextmanager
def progress(quiet: bool, what: str = "games") -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar of ``what`` on stderr where it takes over a second; none where stderr is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    started = time.monotonic()
    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=None)
    shown = False

    def update(done: int, total: int) -> None:
        nonlocal shown
        if not shown and time.monotonic() - started > PATIENCE_SECONDS:
            bar.start()
            shown = True
        bar.update(task, completed=done, total=total)

    try:
        yield update
    finally:
        if shown:
            bar.stop()


def console() -> Any:
    """Where tables go. A pipe gets them as wide as they are."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(width=None if terminal else 160, highlight=False, soft_wrap=not terminal)


def table(title: str, *columns: str) -> Any:
    """An empty table; columns whose name starts with > hold numbers."""
    from rich import box
    from rich.table import Table

    found = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        found.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
    return found


def interval(low: float | None, high: float | None, share: bool = False) -> str:
    """An interval, or a dash."""
    if low is None or high is None:
        return "–"
    return f"{figure(low, share)} to {figure(high, share)}"

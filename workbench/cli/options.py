"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])


class Number(click.ParamType[float]):
    """A number, with or without a percent sign."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, int | float):
            return float(value)
        try:
            number = float(str(value).strip().removesuffix("%"))
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)
        if number != number:
            self.fail(f"{value!r} is not a number", param, ctx)
        return number


class Names(click.ParamType[tuple[str, ...]]):
    """Names separated by commas."""

    name = "a,b,c"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(part.strip() for part in str(value).split(","))
        if not all(names):
            self.fail(f"{value!r} is not a list of names separated by commas", param, ctx)
        return names


class Own(click.ParamType[tuple[str, str]]):
    """A character of the user's: ID=FILE.py:function."""

    name = "ID=FILE.py:function"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, place = str(value).partition("=")
        if not (name and equals and place):
            self.fail(f"{value!r} is not of the form ID=FILE.py:function", param, ctx)
        return name, place


class Who(Own):
    """A character at the table, or one of the user's."""

    name = "ID[=FILE.py:function]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, str) and value and "=" not in value:
            return value, ""
        return super().convert(value, param, ctx)


LANGUAGES = ("de", "en", "zh")
a_path = click.Path(path_type=Path)


def together(*decorators: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Several decorators as one, the first one outermost."""

    def decorate(function: Function) -> Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


variant = click.argument("variant", metavar="VARIANT")
settings = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a value, after everything else."
)
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON document instead of tables.")
quiet = click.option("--quiet", is_flag=True, help="No progress and no notes.")
language = click.option("--lang", "language", type=click.Choice(LANGUAGES), help="Language of sheets and words.")
common = together(settings, language, as_json, quiet)

games = click.option("--games", type=int, metavar="N", help="Games to play [10000].")
seed = click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Luck of the run.")
seats = click.option("--seats", type=Names(), default=(), help="Characters by seat [the definition's seats].")
characters = click.option(
    "--character",
    "characters",
    multiple=True,
    type=Own(),
    metavar="ID=FILE.py:function",
    help="A character of your own: a Python function from the view to a decision.",
)
rotate = click.option("--rotate", is_flag=True, help="Play every deal once for each rotation of the seats.")
precision = click.option(
    "--precision", type=Number(), metavar="P", help="Play until every win rate is known to P percentage points."
)
threads = click.option("--threads", type=int, metavar="T", help="Threads [all cores].")
margin = click.option(
    "--margin",
    type=Number(),
    default=1.0,
    show_default=True,
    help="What counts as equivalent: percentage points of shares, percent of other figures.",
)
a_run = together(games, seed, seats, characters, rotate, precision, threads)
paper = click.option("--paper", type=str, metavar="a4|letter", help="Paper [the definition's].")

"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from workbench.resources import languages

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
language = click.option("--lang", "language", type=click.Choice(languages()), help="Language of sheets and words.")
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
paper = click.option("--paper", type=str, metavar="a4|letter|a3|WxH", help="Paper [the definition's, else a4].")
orientation = click.option(
    "--orientation", type=click.Choice(["portrait", "landscape"]), help="How the paper lies [portrait]."
)
flip = click.option("--flip", type=click.Choice(["long", "short"]), help="Edge over which paper is turned [long].")
output_or_pictures = click.option(
    "-o", "--output", type=a_path, metavar="FILE.pdf", help="Where to; may be left out with --png."
)
pieces = together(
    output_or_pictures,
    paper,
    orientation,
    click.option("--size", metavar="NAME|WxH", help="Size of a card: poker, tarot, ... or 63x88mm [the family's]."),
    click.option("--bleed", metavar="LENGTH", help="Print over the cut, for example 3mm or 1/8in [0]."),
    click.option("--gutter", metavar="LENGTH", help="Space between cards; twice the bleed gives each its own [0]."),
    click.option("--grid", metavar="CxR", help="Columns and rows on a sheet [as many as there is room for]."),
    click.option("--marks", type=click.Choice(["none", "corners", "lines"]), help="Cut marks [corners]."),
    click.option("--marks-on", type=click.Choice(["fronts", "backs", "both"]), help="Sides with cut marks [both]."),
    click.option("--backs", type=click.Choice(["none", "duplex", "separate", "fold"]), help="Backs [none]."),
    flip,
    click.option("--fold", type=click.Choice(["vertical", "horizontal"]), help="Fold line [that of more cards]."),
    click.option("--back-offset", metavar="DX,DY", help="Move the backs right and down, in mm [0,0]."),
    click.option("--png", type=a_path, metavar="DIR", help="A picture of each piece or page into this folder."),
    click.option("--dpi", type=int, metavar="N", help="Dots per inch of pictures [300]."),
    click.option("--target", type=click.Choice(["tgc", "mpc", "tts", "printer"]), help="Shop, table, printer."),
    click.option("--image-url", metavar="URL", help="Address of the pictures in a saved object [this machine's]."),
    click.option("--draft", is_flag=True, default=None, help="Placeholders for pictures that are missing."),
)


def of_families(function: Function) -> Function:
    """The options of `analyse` that only some families know."""
    from workbench.family import families

    known = [
        (name, is_text, f"{family.id}: {meaning}")
        for family in families().values()
        for table, is_text in ((family.analyse_options, False), (family.analyse_texts, True))
        for name, meaning in table.items()
    ]
    return _known_to_some(known, function)


def of_generators(function: Function) -> Function:
    """The options of `generate` that only some families know."""
    from workbench.family import families

    known = [
        (name, True, f"{family.id} {kind}: {meaning}")
        for family in families().values()
        for kind, table in family.generates.items()
        for name, meaning in table.items()
    ]
    return _known_to_some(known, function)


def _known_to_some(known: Iterable[tuple[str, bool, str]], function: Function) -> Function:
    """Options by name, whether they are texts (else whole numbers), and their meaning to one family."""
    meanings: dict[tuple[str, bool], list[str]] = {}
    for name, is_text, meaning in known:
        meanings.setdefault((name, is_text), []).append(meaning)
    for (name, is_text), texts in reversed(meanings.items()):
        kind, metavar = (str, name.upper()) if is_text else (int, "N")
        function = click.option(f"--{name}", name, type=kind, metavar=metavar, help="; ".join(texts) + ".")(function)
    return function

"""What all printed sheets share: names, looks and numbers of a definition, as the templates draw them."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.families.micro_robots.compile import Placed, read_arrangement
from workbench.families.micro_robots.definition import MicroRobotsDefinition

SPARE_COLOURS = ("O", "V", "T", "N", "S", "K")
"""Whose look a colour without an entry of its own gets."""


@functools.cache
def _tables(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def vocabulary(language: str) -> dict[str, Any]:
    """The words of ``language`` from words.toml."""
    found: dict[str, Any] = _tables("words")[language]
    return found


def in_every_language(name: str, **values: object) -> dict[str, str]:
    """A word of the sheets by language, with ``values`` in it."""
    return {language: table["sheets"][name].format(**values) for language, table in _tables("words").items()}


def cardinal(number: int, language: str) -> str:
    """A number as a word up to twelve, then in digits."""
    words: list[str] = vocabulary(language)["numbers"]
    return words[number] if number < len(words) else str(number)


def look_of(d: MicroRobotsDefinition, colour: str) -> dict[str, str]:
    """Fill and ink of a colour of the game, by its letter."""
    known: dict[str, dict[str, str]] = _tables("look")["colours"]
    if colour in known:
        return known[colour]
    strangers = [letter for letter in d.colours if letter not in known]
    free = [letter for letter in SPARE_COLOURS if letter not in d.colours]
    return known[free[strangers.index(colour) % len(free)] if free else SPARE_COLOURS[0]]


def cell(d: MicroRobotsDefinition, space: str) -> dict[str, str]:
    """A space as it is printed."""
    return {"name": space, "letter": space[0], "number": space[1:], **look_of(d, space[0])}


def cells(d: MicroRobotsDefinition, rows: Sequence[Sequence[str]]) -> list[list[dict[str, str]]]:
    """Rows of spaces as they are printed."""
    return [[cell(d, space) for space in row] for row in rows]


def space_name(space: str, language: str) -> str:
    """A space in words: "red 4"."""
    names: dict[str, str] = vocabulary(language)["colours"]
    return f"{names.get(space[0], space[0])} {space[1:]}"


def side_colour(side: str) -> str:
    """The ground of a side."""
    return str(_tables("look")["sides"].get(side, "#3d4a5c"))


def duration(seconds: int, language: str) -> str:
    """Seconds as people say them: minutes and halves of them where that is exact."""
    words: dict[str, str] = vocabulary(language)["durations"]
    if seconds % 30 or seconds < 60:
        return words["second" if seconds == 1 else "seconds"].format(n=seconds)
    if seconds % 60:
        return words["half"].format(n=seconds // 60)
    return words["minute" if seconds == 60 else "minutes"].format(n=seconds // 60)


def squares_of(board: Sequence[Sequence[str]], way: Sequence[str]) -> list[list[int]]:
    """Row and column of each stop of a way."""
    at = {space: [row, column] for row, line in enumerate(board) for column, space in enumerate(line)}
    return [at[space] for space in way]


def drawn(d: MicroRobotsDefinition, board: Sequence[Sequence[str]], way: Sequence[str]) -> dict[str, Any]:
    """A board as the templates draw it, with a way over it."""
    rows, columns = d.tile_shape
    return {
        "cells": cells(d, board),
        "tile_rows": rows,
        "tile_columns": columns,
        "ground": side_colour(d.side),
        "way": squares_of(board, way),
    }


def facts(d: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """What every sheet needs."""
    words = vocabulary(language)
    colours = [
        {"letter": letter, "name": words["colours"].get(letter, letter), **look_of(d, letter)} for letter in d.colours
    ]
    return {
        "d": d.model_dump(),
        "players": {"min": d.players.min, "max": d.players.max},
        "w": words["sheets"],
        "colours": colours,
        "numbers": [str(number) for number in d.numbers],
        "tile_count": len(d.tiles),
        "space_count": len(d.spaces),
        "side": {
            "id": d.side,
            "up": words["sides"].get(d.side, words["sides"]["other"].format(side=d.side)),
            "ground": side_colour(d.side),
            "several": len(sides_of(d)) > 1,
        },
        "square_tiles": d.tile_shape[0] == d.tile_shape[1],
        "limit": duration(d.rounds.limit_seconds, language),
        "number": functools.partial(cardinal, language=language),
        "duration": functools.partial(duration, language=language),
    }


def sides_of(d: MicroRobotsDefinition) -> list[str]:
    """The sides that every tile has, the played one first."""
    shared = [side for side in d.tiles["1"] if all(side in d.tiles[tile] for tile in d.tile_names)]
    return [d.side, *(side for side in shared if side != d.side)]


def shown_arrangement(d: MicroRobotsDefinition) -> list[Placed]:
    """The arrangement of an example: the one the definition states, else all tiles in order and unturned."""
    if d.board.arrangement == "any":
        return [(tile, 0) for tile in range(len(d.tiles))]
    return read_arrangement(d.board.arrangement)

"""From a definition to the words and numbers of its printed sheets.

The only place that turns a micro_robots definition into what its templates print. Sentences stand in the templates,
which get the switches; every number, every way and every example is found here by the functions of the rules.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from workbench.families.micro_robots.calling import pay
from workbench.families.micro_robots.compile import compile_rules, new_table, read_arrangement
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.puzzles import Puzzle, puzzles
from workbench.families.micro_robots.state import MOST_PLAYERS, Seats
from workbench.families.micro_robots.ways import SolvedBoard

LANGUAGES = ("de", "en")

EXAMPLE_MOVES = 4
"""Length of the way that the rules sheet draws, where the board has one."""
SPARE_COLOURS = ("O", "V", "T", "N", "S", "K")
"""Whose look a colour without an entry of its own gets."""
FACES_OF_A_CUBE = 6
ROOM_MM = (186.0, 240.0)
"""Width and height that every paper has room for."""


@functools.cache
def _tables(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def vocabulary(language: str) -> dict[str, Any]:
    """The words of ``language`` from words.toml."""
    found: dict[str, Any] = _tables("words")[language]
    return found


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
    words = vocabulary(language)
    if seconds % 30 or seconds < 60:
        return f"{seconds} {words['second'][0 if seconds == 1 else 1]}"
    half = words["half"] if seconds % 60 else ""
    return f"{seconds // 60}{half} {words['minute'][0 if seconds == 60 else 1]}"


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


def example(d: MicroRobotsDefinition, language: str) -> dict[str, Any] | None:
    """A way on an example board: as long as wished if there is one, the only shortest one, and with many turns."""
    arrangement = (
        [(tile, 0) for tile in range(len(d.tiles))]
        if d.board.arrangement == "any"
        else read_arrangement(d.board.arrangement)
    )
    board = SolvedBoard(d, arrangement)
    names = board.names
    # One waypoint is enough to choose from: the space in the middle of the list.
    through = names[len(names) // 2] if d.waypoint else None
    ranks = {
        (start, target): (abs(moves - EXAMPLE_MOVES), ways)
        for target in names
        if target != through
        for start, (moves, ways) in board.distances_to(target, through).items()
    }
    if not ranks:
        return None
    best = min(ranks.values())
    candidates = [
        way for ends, rank in ranks.items() if rank == best for way in [next(board.ways(*ends, through), None)]
    ]

    def worth(way: list[str]) -> tuple[int, int, int]:
        turns, passed = _turns(board.board, way)
        return turns, len(board.moves_from(way[0])), passed

    way = max((way for way in candidates if way), key=worth, default=None)
    if way is None:
        return None
    start, target = way[0], way[-1]
    return {
        **drawn(d, board.board, way),
        "stops": way,
        "moves": len(way) - 1,
        "start": space_name(start, language),
        "target": space_name(target, language),
        "through": space_name(through, language) if through else None,
        "first": [space_name(space, language) for space in board.moves_from(start)],
        "waypoint": squares_of(board.board, [through])[0] if through else None,
    }


def _turns(board: Sequence[Sequence[str]], way: Sequence[str]) -> tuple[int, int]:
    """Turns of a way from row to column or back, and the spaces it passes over."""
    stops = squares_of(board, way)
    level = [a[0] == b[0] for a, b in pairwise(stops)]
    passed = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) - 1 for a, b in pairwise(stops))
    return sum(a != b for a, b in pairwise(level)), passed


def penalty_example(d: MicroRobotsDefinition) -> dict[str, Any] | None:
    """Who gets the chip of a wrong call: four players A to D, clockwise, D calls (docs/rules.md, M-E6)."""
    if d.players.max < 4:
        return None
    before = [2, 0, 0, 3]
    if max(before) >= d.chips.to_win or sum(before) > d.chips.total:
        return None
    table = new_table()
    table.chips[:4] = before
    seats = Seats(4, -1, *((0,) * MOST_PLAYERS for _ in Seats._fields[2:]))
    receiver = pay(compile_rules(d), seats, table, 3)
    return {"before": before, "after": list(table.chips[:4]), "receiver": "ABCD"[receiver]}


def die(d: MicroRobotsDefinition, faces: Sequence[str]) -> dict[str, Any]:
    """The faces of a cube (repeated where that comes out even, else "again"), or lots to draw if there are too many."""
    count = len(faces)
    if count > FACES_OF_A_CUBE:
        return {"lots": True, "faces": list(faces)}
    if FACES_OF_A_CUBE % count == 0:
        return {"lots": False, "faces": list(faces) * (FACES_OF_A_CUBE // count)}
    return {"lots": False, "faces": [*faces, *[""] * (FACES_OF_A_CUBE - count)]}


def _facts(d: MicroRobotsDefinition, language: str) -> dict[str, Any]:
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


def rules_context(definition: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """Everything that the rules sheet prints."""
    facts = _facts(definition, language)
    return facts | {"example": example(definition, language), "penalty": penalty_example(definition)}


def tiles_context(definition: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """The tiles with both sides, the chips, the start chip, the robot and the dice."""
    d = definition
    rows, columns = d.tile_shape
    sides = sides_of(d)[:2]
    # Both sides of a tile lie beside each other; what is too large for the paper is printed smaller.
    space_mm = min(d.print.tile_mm / min(rows, columns), ROOM_MM[0] / (columns * len(sides)), ROOM_MM[1] / rows)
    tiles = []
    for tile in d.tile_names:
        faces = [
            {"side": side, "ground": side_colour(side), "cells": cells(d, d.grid(tile, side))}
            for side in sides
            if len(d.grid(tile, side)) == rows and len(d.grid(tile, side)[0]) == columns
        ]
        tiles.append({"number": tile, "faces": faces})
    return _facts(d, language) | {
        "tiles": tiles,
        "space_mm": space_mm,
        "tile_width_mm": space_mm * columns,
        "tile_height_mm": space_mm * rows,
        "chips": d.chips.total,
        "colour_die": die(d, d.colours),
        "number_die": die(d, [str(number) for number in d.numbers]),
        "chip_mm": min(22.0, space_mm * 0.95),
        "start_mm": min(30.0, space_mm * 1.25),
    }


def puzzles_context(definition: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """The positions of the puzzle sheet with their solutions."""
    d = definition
    words = vocabulary(language)["sheets"]
    travel = {"free": "travel_free", "first-match": "travel_first", "adjacent": "travel_adjacent"}[d.travel]
    text = words["puzzles_text"].format(travel=words[travel])
    if d.waypoint:
        text += " " + words["puzzles_waypoint" if d.professional.visit == "stop" else "puzzles_pass"]
    return _facts(d, language) | {
        "text": text,
        "puzzles": [_puzzle(d, puzzle, number, language) for number, puzzle in enumerate(puzzles(d), start=1)],
    }


def _puzzle(d: MicroRobotsDefinition, puzzle: Puzzle, number: int, language: str) -> dict[str, Any]:
    words = vocabulary(language)["sheets"]
    start, target, through = (
        squares_of(puzzle.board, [space])[0] if space else None
        for space in (puzzle.start, puzzle.target, puzzle.through)
    )
    ways = words["ways"][0] if puzzle.ways == 1 else words["ways"][1].format(count=puzzle.ways)
    moves = len(puzzle.way) - 1
    return {
        **drawn(d, puzzle.board, puzzle.way),
        "number": number,
        "difficulty": puzzle.difficulty,
        "start": start,
        "target": target,
        "waypoint": through,
        "stops": puzzle.way,
        "told": f"{moves} {words['moves'][0 if moves == 1 else 1]}, {ways}",
    }

"""What is cut out, written on and laid beside the board: tiles, chips, dice, a whole board, pads and aids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.facts import cells, facts, shown_arrangement, side_colour, sides_of
from workbench.families.micro_robots.ways import SolvedBoard

FACES_OF_A_CUBE = 6
ROOM_MM = (186.0, 240.0)
"""Width and height that every paper has room for."""
CHIP_MM = 22.0
START_MM = 30.0
PADS_A_PAGE = 2
MOST_ROUNDS_ON_A_PAD = 12


def die(faces: Sequence[str]) -> dict[str, Any]:
    """The faces of a cube (repeated where that comes out even, else "again"), or lots to draw if there are too many."""
    count = len(faces)
    if count > FACES_OF_A_CUBE:
        return {"lots": True, "faces": list(faces)}
    if FACES_OF_A_CUBE % count == 0:
        return {"lots": False, "faces": list(faces) * (FACES_OF_A_CUBE // count)}
    return {"lots": False, "faces": [*faces, *[""] * (FACES_OF_A_CUBE - count)]}


def tile_mm(d: MicroRobotsDefinition) -> tuple[float, float]:
    """Width and height of a printed tile; what is too large for the paper is smaller."""
    rows, columns = d.tile_shape
    space_mm = min(d.print.tile_mm / min(rows, columns), ROOM_MM[0] / columns, ROOM_MM[1] / rows)
    return space_mm * columns, space_mm * rows


def board_mm(d: MicroRobotsDefinition) -> tuple[float, float]:
    """Width and height of a board in one piece: as large as the paper."""
    rows, columns = d.board_shape
    space_mm = min(ROOM_MM[0] / columns, ROOM_MM[1] / rows)
    return space_mm * columns, space_mm * rows


def tiles_context(d: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """The tiles with both sides; and the chips, the start chip, the robot and the dice on sheets of their own."""
    found = facts(d, language)
    space_mm = tile_mm(d)[0] / d.tile_shape[1]
    return found | {
        "cards": [_tile(d, tile, found["w"]) for tile in d.tile_names],
        "chips": d.chips.total,
        "colour_die": die(d.colours),
        "number_die": die([str(number) for number in d.numbers]),
        "chip_mm": min(CHIP_MM, space_mm * 0.95),
        "start_mm": min(START_MM, space_mm * 1.25),
    }


def _tile(d: MicroRobotsDefinition, tile: str, words: dict[str, Any]) -> dict[str, Any]:
    """A tile: its played side, and as its back the other one where that has the same shape."""
    faces = [
        {
            "id": f"tile:{tile}:{side}",
            "kind": side,
            "deck": "tiles",
            "deck_name": words["tiles"],
            "name": f"{words['tile']} {tile}",
            "number": tile,
            "ground": side_colour(side),
            "cells": cells(d, grid),
        }
        for side in sides_of(d)[:2]
        if len(grid := d.grid(tile, side)) == d.tile_shape[0] and len(grid[0]) == d.tile_shape[1]
    ]
    return {**faces[0], "back": faces[1] if len(faces) > 1 else None}


def boards_context(d: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """The board in one piece, for a try-out without cutting; the tiles lie as the definition states or in order."""
    found = facts(d, language)
    rows, columns = d.tile_shape
    board = {
        "id": "board",
        "kind": d.side,
        "deck": "boards",
        "deck_name": found["w"]["board"],
        "name": found["w"]["board"],
        "ground": side_colour(d.side),
        "cells": cells(d, SolvedBoard(d, shown_arrangement(d)).board),
        "tile_rows": rows,
        "tile_columns": columns,
    }
    return found | {"cards": [board]}


def pads_context(d: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """Pads: chips to tick off for each player, and the rounds."""
    found = facts(d, language)
    pads = [{"id": "pad", "name": found["w"]["pad"], "copy": copy} for copy in range(1, PADS_A_PAGE + 1)]
    return found | {"cards": pads, "rounds": MOST_ROUNDS_ON_A_PAD}


def aids_context(d: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """A player aid for each player: the rules at a glance."""
    found = facts(d, language)
    aids = [{"id": "aid", "name": found["w"]["aid"], "seat": seat} for seat in range(1, d.players.max + 1)]
    return found | {"cards": aids}

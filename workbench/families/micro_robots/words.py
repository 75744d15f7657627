"""From a definition to the words and numbers of its printed sheets.

The only place that turns a micro_robots definition into what its templates print. Sentences stand in the templates,
which get the switches; every number, every way and every example is found here by the functions of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from workbench.families.micro_robots.calling import pay
from workbench.families.micro_robots.compile import compile_rules, new_table
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.facts import drawn, facts, shown_arrangement, space_name, squares_of, vocabulary
from workbench.families.micro_robots.pieces import (
    aids_context,
    board_mm,
    boards_context,
    pads_context,
    tile_mm,
    tiles_context,
)
from workbench.families.micro_robots.puzzles import Puzzle, puzzles
from workbench.families.micro_robots.state import MOST_PLAYERS, Seats
from workbench.families.micro_robots.ways import SolvedBoard

EXAMPLE_MOVES = 4
"""Length of the way that the rules sheet draws, where the board has one."""


def example(d: MicroRobotsDefinition, language: str) -> dict[str, Any] | None:
    """A way on an example board: as long as wished if there is one, the only shortest one, and with many turns."""
    board = SolvedBoard(d, shown_arrangement(d))
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


def rules_context(definition: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """Everything that the rules sheet prints."""
    return facts(definition, language) | {
        "example": example(definition, language),
        "penalty": penalty_example(definition),
    }


def puzzles_context(definition: MicroRobotsDefinition, language: str) -> dict[str, Any]:
    """The positions of the puzzle sheet with their solutions."""
    d = definition
    words = vocabulary(language)["sheets"]
    travel = {"free": "travel_free", "first-match": "travel_first", "adjacent": "travel_adjacent"}[d.travel]
    text = words["puzzles_text"].format(travel=words[travel])
    if d.waypoint:
        text += " " + words["puzzles_waypoint" if d.professional.visit == "stop" else "puzzles_pass"]
    return facts(d, language) | {
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
        "told": words["told"].format(moves=f"{moves} {words['moves'][0 if moves == 1 else 1]}", ways=ways),
    }


__all__ = [
    "aids_context",
    "board_mm",
    "boards_context",
    "example",
    "pads_context",
    "penalty_example",
    "puzzles_context",
    "rules_context",
    "tile_mm",
    "tiles_context",
]

"""Positions for the puzzle sheet, each with its shortest solution, easy ones first."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.engine.randomness import below, game_key, mix, stream
from workbench.families.micro_robots.board import arrange_by_luck
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.state import ROLL
from workbench.families.micro_robots.ways import SolvedBoard

HARDEST = 5
TRIES = 60
"""Rolls for each position; the one whose length is nearest to the wished one is taken."""


@dataclass(frozen=True)
class Puzzle:
    """One position: where the robot is, where it has to go, and one shortest way."""

    arrangement: str
    board: list[list[str]]
    start: str
    target: str
    through: str | None
    way: list[str]
    ways: int
    difficulty: int


def difficulty(moves: int, ways: int) -> int:
    """1 (easy) to 5: by the moves of the shortest way, one less from three equally short ways on."""
    longest_of = (2, 3, 4, 6)
    level = 1 + sum(moves > most for most in longest_of)
    return max(1, level - (ways >= 3))


def puzzles(definition: MicroRobotsDefinition) -> list[Puzzle]:
    """As many positions as ``[print]`` wishes for, by the luck of its seed; equal definitions give equal ones."""
    count = definition.print.puzzles
    found = []
    for number in range(count):
        # From two moves up to eight, with a waypoint twice that.
        wished = (2 + number * 7 // count) * (2 if definition.waypoint else 1)
        puzzle = _position(definition, game_key(definition.print.puzzle_seed, number), wished)
        if puzzle is not None:
            found.append(puzzle)
    return sorted(found, key=lambda puzzle: (puzzle.difficulty, len(puzzle.way), -puzzle.ways))


def _position(definition: MicroRobotsDefinition, key: int, wished: int) -> Puzzle | None:
    tiles = len(definition.tiles)
    board = SolvedBoard(definition, [(tile, 0) for tile in range(tiles)])
    arrange_by_luck(board.rules, board.table, key)
    names = board.names
    best: tuple[int, str, str, str | None, int] | None = None
    for attempt in range(TRIES):
        bits = stream(key, ROLL, 0, attempt)
        start, target = names[below(bits, len(names))], names[below(mix(bits), len(names))]
        through = names[below(mix(mix(bits)), len(names))] if definition.waypoint else None
        if start == target or through in (start, target):
            continue
        moves, ways = board.distance(start, target, through)
        if moves is None:
            continue
        if best is None or abs(moves - wished) < best[0]:
            best = (abs(moves - wished), start, target, through, ways)
        if moves == wished:
            break
    if best is None:
        return None
    _, start, target, through, ways = best
    way = next(board.ways(start, target, through))
    return Puzzle(board.arrangement, board.board, start, target, through, way, ways, difficulty(len(way) - 1, ways))

"""What a valid micro_robots definition may still get wrong: problems of meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from workbench.engine.randomness import game_key
from workbench.errors import Severity, nearest
from workbench.families.micro_robots.board import arrange_by_luck, lay_out
from workbench.families.micro_robots.compile import (
    arrangement_problem,
    arrangements,
    compile_rules,
    new_table,
    read_arrangement,
)
from workbench.families.micro_robots.definition import MOST_DIE, MOST_SPACES, MicroRobotsDefinition
from workbench.families.micro_robots.solver import is_connected
from workbench.families.micro_robots.state import Rules
from workbench.family import Finding, seat_findings

MOST_NAMED = 8
"""Spaces that one message lists."""
MOST_CHECKED = 1536
"""Boards that are tried for being connected; of more, a sample of as many."""
BOARD_FIELDS = (
    *("spaces", "tiles", "tile_rows", "tile_columns", "grid_rows", "grid_columns", "turn_step", "travel"),
    *("colour", "number", "is_fixed", "fixed"),
)
"""What the board and its moves depend on."""


def findings(d: MicroRobotsDefinition) -> Iterator[Finding]:
    """Errors and warnings of meaning."""
    yield from seat_findings(d)
    yield from _chips(d)
    yield from _switches(d)
    tiles = list(_tiles(d))
    yield from tiles
    if any(finding.severity == "error" for finding in tiles):
        return
    board = list(_board(d))
    yield from board
    if not board:
        yield from _connection(d)


def _chips(d: MicroRobotsDefinition) -> Iterator[Finding]:
    if d.chips.to_win > d.chips.total:
        yield Finding(
            ("chips", "to_win"),
            f"nobody can win {d.chips.to_win} chips: there are only {d.chips.total}",
            "warning",
            "out-of-reach",
        )


def _switches(d: MicroRobotsDefinition) -> Iterator[Finding]:
    if d.calls.shortest and d.calls.at_once != "earlier":
        yield Finding(
            ("calls", "at_once"),
            "in shortest-way mode the lowest number counts anyway",
            "warning",
            "no-effect",
        )
    if d.chips.fewest_counted == "after" and d.chips.caller_among_fewest == "left-out":
        yield Finding(
            ("chips", "fewest_counted"),
            "the caller is left out, so it does not matter when the fewest are counted",
            "warning",
            "no-effect",
        )
    if not d.waypoint:
        for field in ("target_before_waypoint", "visit"):
            if getattr(d.professional, field) != type(d.professional).model_fields[field].default:
                yield Finding(("professional", field), "changes nothing: waypoint is off", "warning", "no-effect")


def _tiles(d: MicroRobotsDefinition) -> Iterator[Finding]:
    sides = list(dict.fromkeys(side for tile in d.tile_names for side in d.tiles[tile]))
    if d.side not in sides:
        guess = nearest(d.side, sides)
        yield Finding(
            ("side",),
            f"no tile has a side {d.side}",
            code="unknown-side",
            hint=f"did you mean {guess}?" if guess else f"known sides: {', '.join(sides) or 'none'}",
        )
        return
    for side in [d.side, *(side for side in sides if side != d.side)]:
        played = side == d.side
        missing = [tile for tile in d.tile_names if side not in d.tiles[tile]]
        if played:
            for tile in missing:
                yield Finding(
                    ("tiles", tile, d.side),
                    f"tile {tile} has no side {side}; all tiles show the same one (M1)",
                    code="no-side",
                )
        if not missing:
            yield from _side(d, side, played)


def _side(d: MicroRobotsDefinition, side: str, played: bool) -> Iterator[Finding]:
    """The shapes of a side's tiles, and whether each roll of the dice names one space (M3)."""
    severity: Severity = "error" if played else "warning"
    uneven = False
    shapes: dict[str, tuple[int, int]] = {}
    for tile in d.tile_names:
        grid = d.grid(tile, side)
        for number, row in enumerate(grid):
            if len(row) != len(grid[0]):
                uneven = True
                yield Finding(
                    ("tiles", tile, side, number),
                    f"row {number + 1} has {len(row)} spaces, the first one {len(grid[0])}",
                    severity,
                    "uneven-rows",
                )
        shapes[tile] = (len(grid), len(grid[0]))
    first = shapes["1"]
    for tile, (rows, columns) in shapes.items():
        if (rows, columns) != first and not uneven:
            yield Finding(
                ("tiles", tile, side),
                f"tile {tile} has {rows} x {columns} spaces, tile 1 has {first[0]} x {first[1]}: they must be equal",
                severity,
                "unequal-tiles",
            )
    yield from _dice(d, side, severity)


def _dice(d: MicroRobotsDefinition, side: str, severity: Severity) -> Iterator[Finding]:
    spaces = Counter(space for tile in d.tile_names for row in d.grid(tile, side) for space in row)
    colours = sorted({space[0] for space in spaces})
    numbers = sorted({int(space[1:]) for space in spaces})
    path = ("tiles",)
    if len(numbers) > MOST_DIE:
        yield Finding(path, f"a die with {len(numbers)} numbers; {MOST_DIE} are the most", severity, "large-die")
        return
    if sum(spaces.values()) > MOST_SPACES:
        yield Finding(
            path,
            f"side {side} has {sum(spaces.values())} spaces; a board has at most {MOST_SPACES}",
            severity,
            "too-many-spaces",
        )
        return
    missing = [f"{colour}{number}" for colour in colours for number in numbers if f"{colour}{number}" not in spaces]
    doubled = [f"{space} ({copies} times)" for space, copies in sorted(spaces.items()) if copies > 1]
    if missing or doubled:
        parts = [
            f"{what}: {_list(names)}" for what, names in (("missing", missing), ("more than once", doubled)) if names
        ]
        yield Finding(
            path,
            f"side {side}: not every roll of the dice names exactly one space (M3); {'; '.join(parts)}",
            severity,
            "dice",
            f"the dice have the colours {' '.join(colours)} and the numbers {' '.join(map(str, numbers))}",
        )


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def _board(d: MicroRobotsDefinition) -> Iterator[Finding]:
    places = d.board.rows * d.board.columns
    if places != len(d.tiles):
        yield Finding(
            ("board", "rows"),
            f"{d.board.rows} x {d.board.columns} tiles make {places}, but there are {len(d.tiles)}",
            code="board-shape",
        )
        return
    if len(d.spaces) < 3:
        yield Finding(("tiles",), "a board needs at least three spaces", code="board-shape")
        return
    if d.board.arrangement != "any":
        try:
            problem = arrangement_problem(d, read_arrangement(d.board.arrangement))
        except ValueError as error:
            problem = str(error)
        if problem is not None:
            example = ",".join(f"{tile}:0" for tile in d.tile_names)
            yield Finding(
                ("board", "arrangement"), problem, code="bad-arrangement", hint=f'"any", or for example "{example}"'
            )


def _connection(d: MicroRobotsDefinition) -> Iterator[Finding]:
    rules = compile_rules(d)
    unneeded: dict[str, Any] = dict.fromkeys(set(Rules._fields) - set(BOARD_FIELDS), 0)
    board = rules._replace(**unneeded)
    boards, connected, sampled = connected_boards(board, arrangements(d))
    if connected == boards:
        return
    if d.board.arrangement != "any":
        message = "not every space of this board can be reached from every other one: some rounds have no way"
    else:
        share = 100 * (boards - connected) / boards
        message = (
            f"in {'about ' if sampled else ''}{share:.1f} % of the arrangements not every space can be reached from "
            "every other one: some rounds have no way"
        )
    yield Finding(("travel",) if d.travel != "free" else ("tiles",), message, "warning", "not-connected")


@lru_cache(maxsize=32)
def connected_boards(rules: Rules, arrangement_count: int) -> tuple[int, int, bool]:
    """How many boards were tried, how many are connected, and whether they are only a sample of all.

    Turning the whole board changes no move, so tile 1 need not be turned where the board is square; with free travel
    swapping rows or columns of tiles changes none either, so tile 1 may stay in its place.
    """
    table = new_table()
    if rules.is_fixed:
        arrange_by_luck(rules, table, 0)
        return 1, int(is_connected(rules, table)), False
    turns = range(0, 4, rules.turn_step)
    first_turns = (0,) if rules.grid_rows == rules.grid_columns or rules.turn_step == 2 else (0, 1)
    first_places = range(rules.tiles) if rules.travel else (0,)
    boards = arrangement_count // len(turns) * len(first_turns)
    boards = boards // rules.tiles * len(first_places)
    if boards > MOST_CHECKED:
        connected = 0
        for number in range(MOST_CHECKED):
            arrange_by_luck(rules, table, game_key(1, number))
            connected += is_connected(rules, table)
        return MOST_CHECKED, connected, True
    connected = 0
    for order, turned in _representatives(rules.tiles, first_places, first_turns, turns):
        for place in range(rules.tiles):
            table.tile_at[place] = order[place]
            table.turn_at[place] = turned[place]
        lay_out(rules, table)
        connected += is_connected(rules, table)
    return boards, connected, False


def _representatives(
    tiles: int, first_places: Sequence[int], first_turns: Sequence[int], turns: Sequence[int]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    from itertools import permutations, product

    for others in permutations(range(1, tiles)):
        for place in first_places:
            order = [*others[:place], 0, *others[place:]]
            for turned in product(*(first_turns if tile == 0 else turns for tile in order)):
                yield order, turned


__all__ = ["connected_boards", "findings"]

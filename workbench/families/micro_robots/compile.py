"""From a definition and characters to the integers that the rules work on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from workbench.definition.fields import Table
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.state import (
    COUNTS,
    CURSOR,
    DISTANCES,
    FAR,
    MOST_ENDS,
    MOST_MOVES,
    MOST_NODES,
    MOST_PLAYERS,
    MOST_SPACES,
    MOST_TILES,
    ROUNDS_KEPT,
    WAYS,
    Rules,
    Seats,
)
from workbench.families.micro_robots.state import Table as GameTable
from workbench.family import PERSON, Seat

Placed = tuple[int, int]
"""A tile (from 0) and its quarter turns clockwise."""


def option(table: Table, field: str) -> int:
    """The number of the option chosen for ``field``: its place among the field's options."""
    options: tuple[object, ...] = get_args(type(table).model_fields[field].annotation)
    return options.index(getattr(table, field))


def read_arrangement(text: str) -> list[Placed]:
    """The arrangement that ``tile:turn,tile:turn,...`` spells. Errors: ValueError."""
    found = []
    for part in text.split(","):
        tile, colon, turn = part.strip().partition(":")
        if not (colon and tile.isascii() and tile.isdigit() and turn.isascii() and turn.isdigit() and len(part) < 12):
            raise ValueError(f"{part.strip()!r} is not of the form tile:turn")
        found.append((int(tile) - 1, int(turn)))
    return found


def arrangement_problem(d: MicroRobotsDefinition, arrangement: Sequence[Placed]) -> str | None:
    """What is wrong with an arrangement for these tiles; None if nothing is."""
    tiles = [tile for tile, _ in arrangement]
    if sorted(tiles) != list(range(len(d.tiles))):
        return f"it must name each of the tiles 1 to {len(d.tiles)} once, got " + ", ".join(
            str(tile + 1) for tile in tiles
        )
    rows, columns = d.tile_shape
    turns = (0, 1, 2, 3) if rows == columns else (0, 2)
    wrong = [turn for _, turn in arrangement if turn not in turns]
    if wrong:
        return f"a tile is turned by {'0, 1, 2 or 3' if len(turns) == 4 else '0 or 2'} quarter turns, got {wrong[0]}"
    return None


def spell_arrangement(tiles: Sequence[int], turns: Sequence[int]) -> str:
    """The spelling of an arrangement, tiles from 0."""
    return ",".join(f"{tile + 1}:{turn}" for tile, turn in zip(tiles, turns, strict=True))


def arrangements(d: MicroRobotsDefinition) -> int:
    """How many arrangements there are: every order of the tiles, each turned in every way."""
    rows, columns = d.tile_shape
    found = 1
    for number in range(1, len(d.tiles) + 1):
        found *= number * (4 if rows == columns else 2)
    return found


def compile_rules(d: MicroRobotsDefinition) -> Rules:
    """The rules as integers. What a switched-off rule would need is 0, so that equal play has equal integers."""
    rows, columns = d.tile_shape
    colours, numbers, spaces = d.colours, d.numbers, d.spaces
    at = {space: number for number, space in enumerate(spaces)}
    rolled = [at.get(f"{colour}{number}", -1) for colour in colours for number in numbers]
    fixed: list[Placed] = [] if d.board.arrangement == "any" else read_arrangement(d.board.arrangement)
    through = d.waypoint
    tries = d.calls.others_try
    return Rules(
        spaces=len(spaces),
        tiles=len(d.tiles),
        tile_rows=rows,
        tile_columns=columns,
        grid_rows=d.board.rows,
        grid_columns=d.board.columns,
        turn_step=1 if rows == columns else 2,
        travel=option(d, "travel"),
        revisits=int(d.way.revisits),
        out_and_back=option(d.target, "equal_to_start"),
        min_distance=d.target.min_distance,
        waypoint=int(through),
        target_first=int(d.professional.target_before_waypoint) if through else 1,
        pass_over=option(d.professional, "visit") if through else 0,
        chips=d.chips.total,
        to_win=d.chips.to_win,
        on_target=int(d.chips.on_target),
        minus_points=option(d.chips, "empty_handed"),
        caller_keeps=option(d.chips, "caller_among_fewest"),
        fewest_after=option(d.chips, "fewest_counted") if d.chips.caller_among_fewest == "keeps-it" else 0,
        gift_wins=int(d.chips.gift_wins),
        at_once=option(d.calls, "at_once"),
        at_once_ms=d.calls.at_once_ms if d.calls.at_once != "earlier" else 0,
        others_try=int(tries),
        show_ms=1000 * d.calls.show_seconds,
        shortest=int(d.calls.shortest),
        shortest_ms=1000 * d.calls.shortest_seconds if d.calls.shortest else 0,
        limit_ms=1000 * d.rounds.limit_seconds,
        start_moves_on=option(d.rounds, "after_break"),
        most_rounds=d.rounds.most,
        colours=len(colours),
        numbers=len(numbers),
        colour=tuple(colours.index(space[0]) for space in spaces),
        number=tuple(numbers.index(int(space[1:])) for space in spaces),
        rolled=tuple(rolled),
        is_fixed=int(bool(fixed)),
        fixed=tuple(value for placed in fixed for value in placed) or (0,) * (2 * len(d.tiles)),
    )


def play_data(d: MicroRobotsDefinition) -> dict[str, Any]:
    """All that changes play, as JSON data."""
    data: dict[str, Any] = compile_rules(d)._asdict()
    # A die's faces have names that the log and the players use.
    data["faces"] = [list(d.colours), list(d.numbers)]
    return data


def compile_seats(seats: Sequence[Seat]) -> Seats:
    """The characters as integers; at most one seat is a person's."""
    persons = [number for number, seat in enumerate(seats) if seat.strategy == PERSON]
    return Seats(
        players=len(seats),
        person=persons[0] if persons else -1,
        **{
            field: tuple(0 if seat.strategy == PERSON else int(seat.parameters[field]) for seat in seats)
            for field in Seats._fields
            if field not in ("players", "person")
        },
    )


FIXED_LENGTHS = {
    "tile_at": MOST_TILES,
    "turn_at": MOST_TILES,
    "space_at": MOST_SPACES,
    "square_of": MOST_SPACES,
    "reach": MOST_SPACES,
    "back": MOST_SPACES,
    "to_go": MOST_NODES,
    "ways": MOST_NODES,
    "parent": MOST_NODES,
    "depth": MOST_NODES,
    "ends": MOST_ENDS + 1,
    "call_ms": MOST_PLAYERS,
    "called": MOST_PLAYERS,
    "moves": MOST_PLAYERS,
    "way": MOST_PLAYERS * (MOST_MOVES + 1),
    "chips": MOST_PLAYERS,
    "minus": MOST_PLAYERS,
    "tried": MOST_PLAYERS,
    "win": MOST_PLAYERS,
    "calls": MOST_PLAYERS,
    "wrong": MOST_PLAYERS,
    "rounds_by_distance": DISTANCES,
    "ms_by_distance": DISTANCES,
    "rounds_by_ways": WAYS,
    "ms_by_ways": WAYS,
    "round_call": ROUNDS_KEPT,
    "pairs": FAR + 1,
    "through": FAR + 1,
    "between": MOST_SPACES * MOST_SPACES,
    "counts": COUNTS,
}
"""Lengths of the table's sequences, the same for every definition."""


def new_table(trace_length: int = 0) -> GameTable:
    """An empty table; a trace is kept where it has a length."""
    columns = {field: [0] * length for field, length in FIXED_LENGTHS.items()}
    table = GameTable(trace=[0] * trace_length, **columns)
    table.counts[CURSOR] = 0 if trace_length else -1
    return table

"""Definition of a micro_robots game: every number and switch that a variant can set.

Words of the game: a *space* is one field of the board, named by its colour letter and number ("R4"); a *tile* is one
of the square parts of the board; a *way* is a chain of moves from the start to the target. Defaults are those of
docs/rules.md, section 5.5; the options of each open point stand in the order given there.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from workbench.definition.fields import Array, Name, Numbered, Table, Text, Whole, point, quoted, without_gap
from workbench.definition.model import DefinitionBase, PlayersBase, PrintBase

MOST_TILES = 16
MOST_SPACES = 64
MOST_ROUNDS = 1000
MOST_DIE = 26
"""Most colours, and most numbers, that a die can have here."""

Percent = Annotated[int, Whole("percentage", 0, 100)]
Permille = Annotated[int, Whole("share in thousandths", 0, 1000)]
Milliseconds = Annotated[int, Whole("milliseconds", 1, 600_000)]

SPACE = re.compile(r"[A-Z][1-9][0-9]?")


class _Row:
    """Marks a ``str``: the spaces of one row of a tile, such as ``"W6 B6 B2"``."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": "^ *[A-Z][1-9][0-9]?( +[A-Z][1-9][0-9]?)* *$"}

    def _check(self, value: object) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError(
                "not-text", 'a row must be a text such as "W6 B6 B2", got {got}', {"got": quoted(value)}
            )
        wrong = [space for space in value.split() if not SPACE.fullmatch(space)]
        if wrong or not value.split():
            raise PydanticCustomError(
                "bad-space",
                'a row must be spaces such as "W6 B6 B2" (a capital letter for the colour, a number from 1 to 99), '
                "got {got}",
                {"got": quoted(wrong[0] if wrong else value)},
            )
        return " ".join(value.split())


Row = Annotated[str, _Row()]
Rows = Annotated[tuple[Row, ...], Array("rows", 1, MOST_SPACES)]


class Players(PlayersBase):
    """How many may play (the engine plays 1 to 8; the printed game has no upper limit)."""

    min: Annotated[int, Whole("players", 1, 8)] = Field(2, description="fewest players offered")
    max: Annotated[int, Whole("players", 1, 8)] = Field(8, description="most players offered")


class Board(Table):
    """How the tiles make up the board (M2)."""

    rows: Annotated[int, Whole("rows of tiles", 1, MOST_TILES)] = Field(2, description="rows of tiles")
    columns: Annotated[int, Whole("columns of tiles", 1, MOST_TILES)] = Field(2, description="columns of tiles")
    arrangement: Annotated[str, Text("arrangement")] = Field(
        "any",
        description='"any": another arrangement in each game; or one by tile and quarter turns clockwise, in reading '
        'order, such as "1:0,2:0,3:0,4:0"',
    )
    between_rounds: Literal["stays"] = point("MO19", "the tiles are not turned between rounds", "stays")


class Way(Table):
    """What a way may do."""

    revisits: bool = point("MO2", "a way may stop at a space twice", True)


class Target(Table):
    """Which targets are played."""

    equal_to_start: Literal["reroll", "out-and-back"] = point(
        "MO3", "the target is the start: roll again, or walk out and back", "reroll"
    )
    min_distance: Annotated[int, Whole("moves", 1, 12)] = point(
        "MO15", "house rule: a target that is fewer moves away is rolled again", 1
    )


class Professional(Table):
    """The second space of the professional variant (M23); only with ``waypoint = true``."""

    equal_to_start_or_target: Literal["reroll"] = point(
        "MO12", "the second space is the start or the target: roll again", "reroll"
    )
    target_before_waypoint: bool = point("MO13", "the way may stop at the target before it was at the waypoint", True)
    visit: Literal["stop", "pass-over"] = point(
        "MO14", "the robot must stop at the waypoint, or may also just pass over it", "stop"
    )


class Chips(Table):
    """Victory chips: how many there are, and what is won and paid."""

    total: Annotated[int, Whole("chips", 1, 200)] = Field(25, description="chips in the box (M20)")
    to_win: Annotated[int, Whole("chips", 1, 200)] = point("MO20", "chips with which a player wins at once", 5)
    on_target: bool = Field(
        True, description="a chip marks the target; advanced (M22): false, the dice alone name the target"
    )
    empty_handed: Literal["nothing", "minus-point"] = point(
        "MO5", "a wrong caller without a chip pays nothing, or gets a minus point", "nothing"
    )
    caller_among_fewest: Literal["left-out", "keeps-it"] = point(
        "MO6", "the wrong caller has the fewest himself: he is left out, or keeps his chip", "left-out"
    )
    clockwise_from: Literal["caller"] = point("MO7", "from whom the first with the fewest is counted", "caller")
    fewest_counted: Literal["before", "after"] = point(
        "MO8", "the fewest are counted before or after the caller paid", "before"
    )
    gift_wins: bool = point("MO10", "a chip from another's wrong call can end the game", True)


class Calls(Table):
    """Calling a number and showing the way."""

    shown_way: Literal["any-of-that-length"] = point(
        "MO4", "the way shown may be another one than the one found, if it is legal and as long", "any-of-that-length"
    )
    at_once: Literal["earlier", "lower-number", "nobody"] = point(
        "MO16",
        "two calls at once: the earlier one counts (at the same millisecond the lower number, then clockwise from the "
        "last winner), or the lower number, or none of them",
        "earlier",
    )
    at_once_ms: Annotated[int, Whole("milliseconds", 0, 5000)] = Field(
        200, description="calls this close count as at once, where that is not decided by the earlier one"
    )
    others_try: bool = point("MO9", "after a wrong call the others may still call in the same round", False)
    show_seconds: Annotated[int, Whole("seconds", 0, 60)] = point(
        "MO17", "seconds in which the way must be shown; 0: as long as it takes", 0
    )
    shortest: bool = point(
        "MO18", "shortest-way mode: after the first call a timer runs, and the lowest number counts", False
    )
    shortest_seconds: Annotated[int, Whole("seconds", 1, 600)] = Field(
        60, description="seconds of that timer after the first call"
    )


class Rounds(Table):
    """The length of a round, and of the game."""

    limit_seconds: Annotated[int, Whole("seconds", 1, 3600)] = Field(
        150, description="a round without a call is broken off after this time (M19: 2 to 3 minutes)"
    )
    after_break: Literal["same-start", "old-target"] = point(
        "MO11", "the next start after a round that was broken off", "same-start"
    )
    most: Annotated[int, Whole("rounds", 1, MOST_ROUNDS)] = Field(
        200, description="the game ends undecided after so many rounds; most chips win then, too"
    )


class Print(PrintBase):
    """How printed matter looks."""

    tile_mm: Annotated[int, Whole("millimetres", 40, 186)] = Field(
        58, description="length of the shorter edge of a printed tile"
    )
    puzzles: Annotated[int, Whole("puzzles", 1, 48)] = Field(12, description="positions on the puzzle sheet")
    puzzle_seed: Annotated[int, Whole("seed", 0, 999_999)] = Field(1, description="luck of the puzzle sheet")


class SearchStrategy(Table):
    """Searches in the head: looks from space to space, holds some ends of ways in mind, and calls what it found."""

    strategy: Literal["search"]
    look_ms: Milliseconds = Field(description="median time to look at one more space")
    find_ms: Milliseconds = Field(1500, description="median time to find a space on the board that only the dice name")
    breadth: Annotated[int, Whole("ends", 1, 16)] = Field(description="ends of ways that it holds in mind")
    depth: Annotated[int, Whole("moves", 1, 40)] = Field(description="longest way that it holds in mind")
    notice_percent: Percent = Field(description="chance to see at once that the target can be reached from a space")
    order_percent: Percent = Field(
        50, description="chance to go on from the shortest way in mind instead of the latest one"
    )
    check_ms: Milliseconds = Field(2000, description="median time to go over a found way before calling")
    miscount_permille: Permille = Field(description="chance for each move of the way to miscount")
    forget_permille: Permille = Field(description="chance for each move of the way to forget it while showing")
    show_ms: Milliseconds = Field(900, description="median time to show one move")


Character = SearchStrategy


def _tiles(value: object) -> object:
    if isinstance(value, dict):
        without_gap("tile", MOST_TILES, value)
    return value


class MicroRobotsDefinition(DefinitionBase):
    """A micro_robots game: the path race."""

    family: Literal["micro_robots"]
    players: Players = Players()
    seats: Annotated[tuple[Annotated[str, Text("seat", 40)], ...], Array("seats", 1, 8)] = Field(
        ("anfaenger", "geuebt", "meisterin"), description="the characters who play, by seat"
    )
    tiles: Annotated[
        dict[Annotated[str, Numbered("tile", MOST_TILES)], dict[Annotated[str, Name("side")], Rows]],
        Field(min_length=1),
        BeforeValidator(_tiles),
    ] = Field(description="the tiles by number and side: rows of spaces such as W6, from top to bottom")
    side: Annotated[str, Name("side")] = Field(description="the side that all tiles show (M1)")
    board: Board = Board()
    travel: Literal["free", "first-match", "adjacent"] = point(
        "MO1",
        "a move goes over any other spaces; or stops at the first space that matches; or goes to the next space only",
        "free",
    )
    way: Way = Way()
    target: Target = Target()
    waypoint: bool = Field(False, description="professional (M23): a second space must be visited before the target")
    professional: Professional = Professional()
    chips: Chips = Chips()
    calls: Calls = Calls()
    rounds: Rounds = Rounds()
    characters: dict[Annotated[str, Name("character", reserved="me")], Character] = Field(
        {}, description="named parameters of a strategy; a definition may add or override"
    )
    print: Print = Print()

    def grid(self, tile: str, side: str | None = None) -> tuple[tuple[str, ...], ...]:
        """The spaces of a tile's side (the played one by default), row by row."""
        rows = self.tiles[tile].get(side or self.side, ())
        return tuple(tuple(row.split()) for row in rows)

    @property
    def tile_names(self) -> tuple[str, ...]:
        """The tiles by number."""
        return tuple(str(number) for number in range(1, len(self.tiles) + 1))

    @property
    def spaces(self) -> tuple[str, ...]:
        """Every space of the played side, tile by tile in reading order; the place is the space's number."""
        return tuple(space for tile in self.tile_names for row in self.grid(tile) for space in row)

    @property
    def colours(self) -> tuple[str, ...]:
        """The faces of the colour die, in alphabetical order (M3)."""
        return tuple(sorted({space[0] for space in self.spaces}))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces of the number die, rising (M3)."""
        return tuple(sorted({int(space[1:]) for space in self.spaces}))

    @property
    def tile_shape(self) -> tuple[int, int]:
        """Rows and columns of a tile."""
        grid = self.grid("1")
        return len(grid), len(grid[0]) if grid else 0

    @property
    def board_shape(self) -> tuple[int, int]:
        """Rows and columns of spaces of the board."""
        rows, columns = self.tile_shape
        return rows * self.board.rows, columns * self.board.columns


__all__ = ["Character", "MicroRobotsDefinition", "SearchStrategy"]

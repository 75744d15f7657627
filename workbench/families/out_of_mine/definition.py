"""Definition of an out_of_mine game: every number and switch that a variant can set.

Words of the game: a *gallery* is what a side of a board shows; its *spaces* are to be filled, everything else is rock.
A *tile* has a colour and a *shape*; its copies are numbered from 1 (``red:L:2``). A *treasure card* says how many tiles
of which colour its owner may use in a round. An *elf* sits at a space and likes tiles of its colour; *elements* (gold,
worms) are printed on tiles. A *cell* is a square of a drawing, by row and column from 0. Defaults are those of
docs/rules.md, section 4.4; the options of each open point stand in the order given there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from workbench.definition.fields import Array, Name, Numbered, Table, Text, Whole, point, quoted
from workbench.definition.model import DefinitionBase, PlayersBase, PrintBase

MOST_SPACES = 64
"""Spaces of one gallery; where rock may be covered (``check.rock``), cells of its drawing."""
MOST_SQUARES = 8
"""Rows, and columns, of the drawing of a tile."""
MOST_CELLS = 12
"""Cells of a tile."""
MOST_LINES = 32
"""Rows, and columns, of the drawing of a gallery."""
MOST_COLOURS = 8
MOST_SHAPES = 32
MOST_COPIES = 40
MOST_ELEMENTS = 8
MOST_BOARDS = 60
MOST_CARDS = 400
MOST_ROUNDS = 40

Percent = Annotated[int, Whole("percentage", 0, 100)]
Permille = Annotated[int, Whole("share in thousandths", 0, 1000)]
Milliseconds = Annotated[int, Whole("milliseconds", 1, 600_000)]
Points = Annotated[int, Whole("points", 0, 1000)]


@dataclass(frozen=True)
class _Pattern:
    """Marks a ``str`` that matches ``pattern``, called ``noun`` in messages, which say it must be ``wanted``."""

    pattern: str
    noun: str
    wanted: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": f"^{self.pattern}$"}

    def _check(self, value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise PydanticCustomError(
                "bad-spelling",
                "a {noun} must be {wanted}, got {got}",
                {"noun": self.noun, "wanted": self.wanted, "got": quoted(value)},
            )
        return value


TileRow = Annotated[
    str, _Pattern(f"[X.]{{1,{MOST_SQUARES}}}", "row of a shape", 'X for a cell and . for none, such as "XX."')
]
GalleryRow = Annotated[
    str,
    _Pattern(f"[.#]{{1,{MOST_LINES}}}", "row of a gallery", '. for a space to fill and # for rock, such as "#..#"'),
]
Cell = Annotated[str, _Pattern("[0-9]{1,2},[0-9]{1,2}", "cell", 'a row and a column, both from 0, such as "2,0"')]
ShapeName = Annotated[
    str, _Pattern("[A-Za-z][A-Za-z0-9]{0,11}", "name of a shape", "a letter and at most 11 more letters or digits")
]
Colour = Annotated[str, Name("colour")]
Element = Annotated[str, Name("element")]
Copy = Annotated[str, Numbered("copy", MOST_COPIES)]
Gallery = Annotated[tuple[GalleryRow, ...], Array("rows of a gallery", 1, MOST_LINES)]
Elves = dict[Colour, Annotated[tuple[Cell, ...], Array("elves", 0, MOST_SPACES)]]
Symbols = Annotated[tuple[Element, ...], Array("elements", 0, MOST_CELLS)]

SIDES = ("a", "b")


class Players(PlayersBase):
    """How many may play (O1; the engine plays 1 to 8, as far as the boards and cards suffice)."""

    min: Annotated[int, Whole("players", 1, 8)] = Field(2, description="fewest players offered")
    max: Annotated[int, Whole("players", 1, 8)] = Field(4, description="most players offered")
    age: Annotated[int, Whole("years", 1, 99)] = Field(10, description="youngest age, as the rules sheet names it (O1)")


class TileSides(Table):
    """The elements on the two sides of one copy of a tile: its drawing shows side a; turned over it shows side b."""

    a: Symbols = Field((), description="elements on side a")
    b: Symbols = Field((), description="elements on side b")


class Board(Table):
    """A double-sided board: two galleries, each with its elves."""

    a: Gallery = Field(description="the gallery of side a: rows of . for a space to fill and # for rock")
    b: Gallery = Field(description="the gallery of side b")
    elves_a: Elves = Field({}, description='elves of side a by colour: at which cells they sit, such as "2,0"')
    elves_b: Elves = Field({}, description="elves of side b")


class Card(Table):
    """A treasure card."""

    tiles: dict[Colour, Annotated[int, Whole("tiles", 0, MOST_SPACES)]] = Field(
        description="how many tiles of which colour may be used (O9)"
    )
    elements: dict[Element, Annotated[int, Whole("points", -20, 20)]] = Field(
        {}, description="what each element in the own gallery is worth (O28)"
    )


class Treasure(Table):
    """What treasure cards mean."""

    count: Literal["limit", "exact"] = point(
        "OO1", "the number on a card is the most tiles that may be used, or the number that must be", "limit"
    )
    sum: Literal["board", "more", "less"] = point(
        "OO2", "the spaces that a card's tiles cover: as many as a gallery has, or more, or fewer", "board"
    )
    used: Literal["out", "reshuffled"] = point(
        "OO16", "used cards stay out of the game, or make a new pile when the pile is empty", "out"
    )


class Sides(Table):
    """Which side of a board is played."""

    same_board: Literal["other-side"] = point(
        "OO14", "who gets the same board again must play its other side, whatever he would choose (O23)", "other-side"
    )


class Hand(Table):
    """Taking and exchanging tiles."""

    tiles: Literal["one"] = point("OO15", "a player holds one tile at a time", "one")
    exchange: bool = Field(
        True, description="a placed tile may be exchanged for another one (O13; only in the German text)"
    )


class Calls(Table):
    """Calling, and rounds that nobody can finish."""

    without_full_board: Literal["fault", "no-bonus"] = point(
        "OO10", "a call on a board that is not full counts as a fault, or is allowed, without a bonus", "fault"
    )
    at_once: Literal["earlier", "both"] = point(
        "OO11",
        "two calls at once: the earlier counts (of equal ones both; who sits closer to the chief changes), or both do",
        "earlier",
    )
    at_once_ms: Annotated[int, Whole("milliseconds", 0, 5000)] = Field(
        300, description="calls this close are at once, where both count"
    )
    limit_seconds: Annotated[int, Whole("seconds", 0, 3600)] = point(
        "OO12", "a round is broken off after this time; 0: when nobody acts any more", 0
    )
    nobody: Literal["pile-shrinks", "chief-changes"] = point(
        "OO13",
        "after a round without a call the top board of the pile goes into the box, or the chief changes his board",
        "pile-shrinks",
    )


class Check(Table):
    """What is removed when a round is checked (O16)."""

    surplus_removed: bool = Field(
        True, description="tiles beyond the number on the card are removed (O16; only the German text says so)"
    )
    surplus: Literal["owner", "opponents", "last-placed"] = point(
        "OO7", "which of too many tiles is removed: as the owner likes, as the opponents like, or the last placed",
        "owner",
    )  # fmt: skip
    overlap: Literal["both-faulty"] = point("OO8", "tiles must not overlap; both are faulty", "both-faulty")
    rock: bool = Field(
        True,
        description="tiles that lie on rock are faulty (O14; only the Chinese text says so); false: only those that "
        "leave the drawing of the board are",
    )
    removed: Literal["count-nothing"] = point("OO19", "removed tiles count for no elf and no element", "count-nothing")


class Scoring(Table):
    """Points of a round (O17 to O20)."""

    full: Points = Field(10, description="points for a full gallery; each empty space costs one (O17)")
    floor: Literal["before", "after", "none"] = point(
        "OO9", "no points below 0: before bonus and penalty, after them, or not at all (O18: in the German text)",
        "before",
    )  # fmt: skip
    caller_bonus: Points = Field(2, description="for the caller of a full board without a fault (O19)")
    caller_penalty: Points = Field(2, description="taken from a caller with a fault (O20)")
    caller_with_fault: Literal["penalty-only"] = point(
        "OO21", "a caller with a fault gets the penalty alone, and no bonus", "penalty-only"
    )


class ElvesRule(Table):
    """The professional variant with elves (O27)."""

    enabled: bool = Field(False, description="elves give points")
    counts: Literal["cover"] = point("OO17", "a tile of the elf's colour must cover its space", "cover")
    points: Annotated[int, Whole("points", 0, 100)] = Field(1, description="points for each elf that is served")


class ElementsRule(Table):
    """The professional variant with special elements (O28)."""

    enabled: bool = Field(False, description="elements on tiles give and cost points as the card says")
    counts: Literal["symbol", "tile"] = point(
        "OO18", "elements count by symbol, or once for each tile that shows them", "symbol"
    )


class Ending(Table):
    """Who wins (O26)."""

    wins: Literal["most-points", "fewest-empty"] = Field(
        "most-points",
        description="what wins: points, or the fewest empty spaces of all rounds (opening sentence of the German text)",
    )
    tie: Literal["shared", "most-calls"] = point(
        "OO20", "a tie is shared, or goes to whoever called most often without a fault", "shared"
    )


class Chief(Table):
    """The chief dwarf gives the signal (O7, O10)."""

    who: Literal["oldest", "open"] = Field(
        "oldest", description="the oldest player, on the first seat (German text), or anybody (Chinese text)"
    )


class Print(PrintBase):
    """How printed matter looks."""

    cell_mm: Annotated[int, Whole("millimetres", 8, 40)] = Field(
        18, description="edge of one space, on boards and tiles alike; less where a board is too large for the paper"
    )
    tile_gap_mm: Annotated[int, Whole("millimetres", 0, 10)] = Field(
        2, description="distance between the tiles on the plates that they are cut from"
    )
    solutions: Annotated[int, Whole("cards", 1, 40)] = Field(
        3, description="cards for each side of a board in the booklet of solutions"
    )
    solution_seed: Annotated[int, Whole("seed", 0, 999_999)] = Field(1, description="luck of that choice of cards")


class PackStrategy(Table):
    """Packs by trial and error: picks a spot, tries tiles there in the head, takes one, and takes back what is in the
    way."""

    strategy: Literal["pack"]
    think_ms: Milliseconds = Field(description="median time to try one tile at a spot in the head")
    look_ms: Milliseconds = Field(description="median time to find a tile in the middle")
    take_ms: Milliseconds = Field(description="median time to take a tile")
    place_ms: Milliseconds = Field(description="median time to lay a tile down, or to move a placed one")
    return_ms: Milliseconds = Field(description="median time to put a tile back")
    breadth: Annotated[int, Whole("tiles", 1, 64)] = Field(
        description="tiles that it tries in the head before it takes the best one"
    )
    focus_percent: Percent = Field(description="chance to go for the narrowest empty spot instead of any")
    foresight_percent: Percent = Field(
        description="chance to see that a tile would leave a gap that cannot be filled any more"
    )
    patience: Annotated[int, Whole("dead ends", 1, 2000)] = Field(
        description="dead ends of a round after which it fills what can be filled, and stops"
    )
    slip_permille: Permille = Field(description="chance to lay a tile over the edge or onto another one")
    miscount_permille: Permille = Field(description="chance to forget the card when it picks a tile")
    overlook_permille: Permille = Field(description="chance to call although one space is empty")
    check_ms: Milliseconds = Field(description="median time to look over the full board before the call")
    notice_percent: Percent = Field(description="chance to find each fault then")
    side_percent: Percent = Field(description="chance to choose the roomier side of a board instead of any")
    bonus_percent: Percent = Field(
        description="chance to mind elves and elements when it picks a tile, where they give points"
    )


Character = PackStrategy

TilesByShape = dict[ShapeName, Annotated[int, Whole("tiles", 0, MOST_COPIES)]]


class OutOfMineDefinition(DefinitionBase):
    """An out_of_mine game: the packing race."""

    family: Literal["out_of_mine"]
    players: Players = Players()
    seats: Annotated[tuple[Annotated[str, Text("seat", 40)], ...], Array("seats", 1, 8)] = Field(
        ("anfaenger", "geuebt", "geuebt", "meisterin"), description="the characters who play, by seat"
    )
    rounds: Annotated[int, Whole("rounds", 1, MOST_ROUNDS)] = Field(
        7, description="rounds of a game; the pile has one board fewer (O5, O25)"
    )
    flipping: bool = point("OO5", "tiles may be turned over", True)
    clock: Literal["by-skill"] = point(
        "OO22", "in a simulation each action takes a time drawn around the character's own", "by-skill"
    )
    shapes: Annotated[
        dict[ShapeName, Annotated[tuple[TileRow, ...], Array("rows of a shape", 1, MOST_SQUARES)]],
        Field(min_length=1, max_length=MOST_SHAPES),
    ] = point("OO4", "the shapes of the tiles: rows of X for a cell and . for none")
    tiles: Annotated[dict[Colour, TilesByShape], Field(min_length=1, max_length=MOST_COLOURS)] = point(
        "OO3", "how many tiles of each colour and shape are in the box"
    )
    unsorted: Annotated[tuple[Colour, ...], Array("colours", 0, MOST_COLOURS)] = Field(
        (),
        description="colours that do not lie sorted in the middle, so that it takes twice as long to find a tile (O2: "
        "none in the German text; the Chinese one names piles of green, red and white only)",
    )
    tile_elements: dict[Colour, dict[ShapeName, dict[Copy, TileSides]]] = Field(
        {}, description="which copy of a tile carries which elements on which side"
    )
    boards: Annotated[dict[Annotated[str, Name("board")], Board], Field(min_length=1, max_length=MOST_BOARDS)] = point(
        "OO6", "the boards by id"
    )
    cards: Annotated[dict[Annotated[str, Name("card")], Card], Field(min_length=1, max_length=MOST_CARDS)] = Field(
        description="the treasure cards by id"
    )
    chief: Chief = Chief()
    treasure: Treasure = Treasure()
    sides: Sides = Sides()
    hand: Hand = Hand()
    calls: Calls = Calls()
    check: Check = Check()
    scoring: Scoring = Scoring()
    elves: ElvesRule = ElvesRule()
    elements: ElementsRule = ElementsRule()
    ending: Ending = Ending()
    characters: dict[Annotated[str, Name("character", reserved="me")], Character] = Field(
        {}, description="named parameters of a strategy; a definition may add or override"
    )
    print: Print = Print()

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the tiles, in the order of the definition."""
        return tuple(self.tiles)

    @property
    def box_tiles(self) -> tuple[tuple[str, str], ...]:
        """The kinds of tiles in the box as (colour, shape), in the order of the definition, none that has no copy."""
        return tuple(
            (colour, shape) for colour, shapes in self.tiles.items() for shape, copies in shapes.items() if copies
        )

    @property
    def element_names(self) -> tuple[str, ...]:
        """The elements that tiles carry or cards value, in alphabetical order."""
        carried = {
            name
            for shapes in self.tile_elements.values()
            for copies in shapes.values()
            for sides in copies.values()
            for name in (*sides.a, *sides.b)
        }
        return tuple(sorted(carried | {name for card in self.cards.values() for name in card.elements}))

    def gallery(self, board: str, side: str) -> tuple[str, ...]:
        """The rows of a side of a board."""
        rows: tuple[str, ...] = getattr(self.boards[board], side)
        return rows

    def elves_of(self, board: str, side: str) -> dict[tuple[int, int], str]:
        """The elves of a side of a board: their colour by cell."""
        elves: dict[str, tuple[str, ...]] = getattr(self.boards[board], f"elves_{side}")
        return {read_cell(cell): colour for colour, cells in elves.items() for cell in cells}

    def elements_of(self, colour: str, shape: str, copy: int, side: str) -> tuple[str, ...]:
        """The elements on a side of a copy of a tile; copies count from 1."""
        sides = self.tile_elements.get(colour, {}).get(shape, {}).get(str(copy))
        found: tuple[str, ...] = getattr(sides, side) if sides is not None else ()
        return found


def read_cell(text: str) -> tuple[int, int]:
    """The row and column of a cell such as ``"2,0"``."""
    row, _, column = text.partition(",")
    return int(row), int(column)


__all__ = ["Character", "OutOfMineDefinition", "PackStrategy", "read_cell"]

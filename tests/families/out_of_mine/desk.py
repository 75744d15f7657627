"""A table laid out by hand: boards, cards and tiles as a test wants them, and games looked at act by act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from workbench.definition.load import load
from workbench.engine.bits import count
from workbench.engine.randomness import game_key
from workbench.families.out_of_mine.compile import compile_rules, compile_seats, new_table
from workbench.families.out_of_mine.dealing import choose_sides, draw_cards
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.log import Names, rounds_of, trace_length
from workbench.families.out_of_mine.placements import STEPS
from workbench.families.out_of_mine.racing import act, moved, next_player, put, start_round
from workbench.families.out_of_mine.rules import start_game
from workbench.families.out_of_mine.scoring import score_round
from workbench.families.out_of_mine.simulation import OutOfMineSimulation
from workbench.families.out_of_mine.state import (
    CALLER,
    CORNERS,
    CURSOR,
    GIVE_BACK,
    LAY,
    MOST_KINDS,
    MOST_LAID,
    MOST_SPACES,
    NEVER,
    RIGHTLY,
    Table,
)

from .strategies import seats_of

Cells = Sequence[tuple[int, int]]

FLAT = 'boards.flat={a=[".....",".....",".....","....."],b=["....","....","....","....","#..#","#..#"]}'
"""A board whose side a is 4 rows of 5 spaces; side b has 20 spaces and some rock."""
EXAMPLE = "cards.example={tiles={blue=3,green=2,red=2},elements={gold=2,worm=-1}}"
"""The card of O-E6 with the elements of O-E5."""
SYMBOLS = [
    f"tile_elements.{colour}.{shape}={{{', '.join(f'{copy}={sides}' for copy, sides in copies.items())}}}"
    for colour, shape, copies in (
        ("red", "L", {1: '{a=["gold","gold"],b=["worm"]}', 2: '{a=["worm"],b=[]}', 3: "{a=[],b=[]}"}),
        ("green", "I3", {1: '{a=["gold"],b=["gold"]}', 2: "{a=[],b=[]}"}),
    )
]
"""What some tiles carry."""
SURE = (
    'characters.{name}={{strategy="pack",think_ms={ms},look_ms={ms},take_ms={ms},place_ms={ms},return_ms={ms},'
    "breadth=4,focus_percent=80,foresight_percent=80,patience=200,slip_permille={slip},miscount_permille={miscount},"
    "overlook_permille={overlook},check_ms={ms},notice_percent={notice},side_percent=50,bonus_percent=100}}"
)


def character(name: str, ms: int = 500, slip: int = 0, miscount: int = 0, overlook: int = 0, notice: int = 100) -> str:
    """The setting that makes a character; without errors unless told so."""
    return SURE.format(name=name, ms=ms, slip=slip, miscount=miscount, overlook=overlook, notice=notice)


@cache
def define(*settings: str, variant: str = "grundspiel") -> OutOfMineDefinition:
    """A shipped variant with a flat board and the card of the examples in it, and changes."""
    definition = load(f"out_of_mine/{variant}", ["players.min=1", FLAT, EXAMPLE, *SYMBOLS, *settings]).definition
    assert isinstance(definition, OutOfMineDefinition)
    return definition


def games(names: Sequence[str], *settings: str, variant: str = "grundspiel", count: int = 5) -> list[list[Any]]:
    """Logs of games of these characters."""
    definition = _loaded(variant, settings)
    simulation = OutOfMineSimulation(definition, seats_of(definition, tuple(names)))
    return [simulation.log(2, game) for game in range(count)]


@cache
def _loaded(variant: str, settings: tuple[str, ...]) -> OutOfMineDefinition:
    definition = load(f"out_of_mine/{variant}", ["players.min=1", *settings]).definition
    assert isinstance(definition, OutOfMineDefinition)
    return definition


def rounds(logs: list[list[Any]]) -> list[dict[str, Any]]:
    return [event for events in logs for event in events if event["event"] == "round"]


class Desk:
    """One round on which tiles are laid by hand: everybody has side a (or b) of the flat board and the same card."""

    def __init__(
        self, *settings: str, variant: str = "grundspiel", players: int = 2, side: str = "a", card: str = "example"
    ) -> None:
        self.definition = define(*settings, variant=variant)
        self.rules = compile_rules(self.definition)
        self.players = compile_seats(seats_of(self.definition, ("geuebt",) * players))
        self.table = new_table(trace_length(self.rules, players))
        self.names = Names(self.definition)
        start_game(self.rules, self.players, self.table, game_key(1, 1))
        for player in range(players):
            board = self.names.boards.index("flat")
            self.table.board[player] = board
            self.table.gallery[player] = 2 * board + "ab".index(side)
            self.table.card[player] = self.names.cards.index(card)
        start_round(self.rules, self.players, self.table)

    def lay(self, player: int, tile: str, cells: Cells, up: str = "a") -> None:
        """Put a tile on these cells; they may lie over the edge by one."""
        r, t = self.rules, self.table
        gallery = t.gallery[player]
        wanted = sorted([row, column] for row, column in cells)
        colour, shape, copy = tile.split(":")
        kind = self.names.kinds.index((colour, shape))
        first, last = r.first[gallery * CORNERS], r.first[gallery * CORNERS + MOST_SPACES]
        for place in sorted({*r.place[first:last]}):
            for shift in range(len(STEPS) + 1):
                if r.kind[place] == kind and self.names.cells(place, shift) == wanted:
                    covers = r.covered[place]
                    if shift:
                        covers = moved(r, gallery, covers, shift - 1)
                    t.hand_place[player], t.hand_copy[player] = place, int(copy) - 1
                    t.hand_up[player] = "ab".index(up)
                    t.stock[kind] &= ~(1 << (int(copy) - 1))
                    put(r, t, player, shift, covers)
                    return
        raise AssertionError(f"{tile} cannot lie on {wanted}")

    def call(self, player: int) -> None:
        """The player calls."""
        full = count(self.table.filled[player]) == count(self.rules.spaces[self.table.gallery[player]])
        self.table.called[player] = RIGHTLY
        self.table.was_full[player] = int(full)
        if self.table.counts[CALLER] < 0:
            self.table.counts[CALLER] = player

    def score(self) -> list[dict[str, Any]]:
        """The boards as the log tells them."""
        before = self.table.counts[CURSOR]
        score_round(self.rules, self.players, self.table, 1)
        found = rounds_of(self.names, self.table.trace[before : self.table.counts[CURSOR]])
        boards: list[dict[str, Any]] = found[0]["boards"]
        return boards

    def fill(self, player: int, *left_out: str) -> None:
        """Fill side a of the flat board with three blue, two green and two red tiles, but for some."""
        for tile, cells in FULL.items():
            if tile not in left_out:
                self.lay(player, tile, cells)


FULL: dict[str, Cells] = {
    "red:L:3": ((0, 0), (0, 1), (0, 2), (1, 0)),
    "red:I:1": ((3, 1), (3, 2), (3, 3), (3, 4)),
    "green:I3:2": ((0, 4), (1, 4), (2, 4)),
    "green:V3:1": ((1, 1), (1, 2), (2, 1)),
    "blue:duo:1": ((0, 3), (1, 3)),
    "blue:duo:2": ((2, 2), (2, 3)),
    "blue:duo:3": ((2, 0), (3, 0)),
}
"""Three blue, two green and two red tiles on side a of the flat board: 20 spaces (O-E6)."""


class Race:
    """The first round of a game, act by act."""

    def __init__(self, definition: OutOfMineDefinition, names: Sequence[str], game: int = 0) -> None:
        self.definition = definition
        self.rules = compile_rules(definition)
        self.seats = compile_seats(seats_of(definition, tuple(names)))
        self.table: Table = new_table()
        self.key = game_key(3, game)
        start_game(self.rules, self.seats, self.table, self.key)
        draw_cards(self.rules, self.seats, self.table, self.key)
        choose_sides(self.rules, self.seats, self.table, self.key, 1)
        start_round(self.rules, self.seats, self.table)

    def acts(self) -> Iterator[tuple[int, bool]]:
        """Who acts, and whether with a call, which ends it; the table stands as after the act."""
        while True:
            player = next_player(self.seats, self.table)
            if self.table.now[player] >= NEVER:
                return
            called = act(self.rules, self.seats, self.table, self.key, 1, player)
            yield player, called
            if called:
                return

    def where(self) -> dict[str, int]:
        """How many tiles lie in the middle, on boards, aside, and in hands that are about to lay or give back one."""
        t, r = self.table, self.rules
        return {
            "middle": sum(bin(t.stock[kind]).count("1") for kind in range(r.kinds)),
            "boards": sum(t.laid[: self.seats.players]),
            "aside": sum(bin(t.loose[at]).count("1") for at in range(self.seats.players * MOST_KINDS)),
            "hands": sum(self.holds(player) for player in range(self.seats.players)),
        }

    def holds(self, player: int) -> bool:
        """Whether the player has a tile in the hand."""
        return self.table.now[player] < NEVER and self.table.does[player] in (LAY, GIVE_BACK)

    def laid(self, player: int) -> list[tuple[int, int]]:
        """The tiles on a board: kind and copy."""
        t = self.table
        return [
            (self.rules.kind[t.tile_place[at]], t.tile_copy[at])
            for at in range(player * MOST_LAID, player * MOST_LAID + t.laid[player])
        ]

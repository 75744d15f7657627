"""From a definition and characters to the integers that the rules work on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, get_args

from workbench.definition.fields import Table
from workbench.engine.randomness import SCRATCH_ROOM, name_key
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.packing import all_sides, as_word, new_search, numbered, puzzles
from workbench.families.out_of_mine.placements import in_order_of_luck, near_of, places_of
from workbench.families.out_of_mine.shapes import canonical, shape_of, spaces_of
from workbench.families.out_of_mine.solver import FINISHED, NODES, WAYS, Puzzles, prepare, search
from workbench.families.out_of_mine.state import (
    COUNTS,
    CURSOR,
    MOST_BOARDS,
    MOST_CARDS,
    MOST_COLOURS,
    MOST_COPIES,
    MOST_KINDS,
    MOST_LAID,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SPACES,
    NUMBER,
    PER_PLACE,
    Rules,
    Seats,
)
from workbench.families.out_of_mine.state import Table as GameTable
from workbench.family import PERSON, Seat

MOST_NODES_OF_ONE, MOST_NODES_OF_ALL = 2_000, 30_000
"""Tiles laid to find out whether a card fills a gallery, and for all pairs of them; what is not known then counts as
solvable."""


def option(table: Table, field: str) -> int:
    """The number of the option chosen for ``field``: its place among the field's options."""
    options: tuple[object, ...] = get_args(type(table).model_fields[field].annotation)
    return options.index(getattr(table, field))


def switches(d: OutOfMineDefinition) -> dict[str, Any]:
    """The single numbers of the rules. What a switched-off rule would need is 0, so that equal play has equal
    integers."""
    both = d.calls.at_once == "both"
    return {
        "rounds": d.rounds,
        "exact": option(d.treasure, "count"),
        "reshuffled": option(d.treasure, "used"),
        "exchange": int(d.hand.exchange),
        "call_without": option(d.calls, "without_full_board"),
        "at_once_ms": d.calls.at_once_ms if both else 0,
        "limit_ms": 1000 * d.calls.limit_seconds,
        "chief_changes": option(d.calls, "nobody"),
        "surplus_removed": int(d.check.surplus_removed),
        "surplus": option(d.check, "surplus") if d.check.surplus_removed else 0,
        "full": d.scoring.full,
        "floor": option(d.scoring, "floor"),
        "bonus": d.scoring.caller_bonus,
        "penalty": d.scoring.caller_penalty,
        "elf_points": d.elves.points if d.elves.enabled else 0,
        "elements_count": 1 + option(d.elements, "counts") if d.elements.enabled else 0,
        "fewest_empty": option(d.ending, "wins"),
        "most_calls": option(d.ending, "tie"),
        "chief_by_lot": option(d.chief, "who"),
    }


def play_data(d: OutOfMineDefinition) -> dict[str, Any]:
    """All that changes play, as JSON data."""
    data: dict[str, Any] = dict(switches(d))
    data["flipping"] = d.flipping
    data["rock"] = d.check.rock
    data["unsorted"] = sorted(d.unsorted)
    elements = d.elements.enabled
    data["tiles"] = [
        [colour, shape, d.tiles[colour][shape], canonical(shape_of(d.shapes[shape]), d.flipping)]
        for colour, shape in d.box_tiles
    ]
    data["tile_elements"] = [
        [[d.elements_of(colour, shape, copy, side) for side in SIDES] for copy in range(1, d.tiles[colour][shape] + 1)]
        for colour, shape in d.box_tiles
        if elements
    ]
    data["boards"] = {
        board: [
            [d.gallery(board, side), sorted(d.elves_of(board, side).items()) if d.elves.enabled else []]
            for side in SIDES
        ]
        for board in sorted(d.boards)
    }
    data["cards"] = {
        name: [sorted(card.tiles.items()), sorted(card.elements.items()) if elements else []]
        for name, card in sorted(d.cards.items())
    }
    return data


def set_of(numbers: Sequence[int]) -> int:
    """The set of these numbers as 64 bits with a sign."""
    return as_word(sum(1 << number for number in set(numbers)))


def compile_rules(d: OutOfMineDefinition) -> Rules:
    """The rules as integers."""
    colours, kinds, elements = d.colours, d.box_tiles, d.element_names
    size = [len(shape_of(d.shapes[shape])) for _, shape in kinds]
    cards = list(d.cards.values())
    return Rules(
        **switches(d),
        boards=len(d.boards),
        cards=len(cards),
        colours=len(colours),
        kinds=len(kinds),
        elements=len(elements),
        board_name=tuple(name_key(board) for board in d.boards),
        card_name=tuple(name_key(card) for card in d.cards),
        wanted=tuple(card.tiles.get(colour, 0) for card in cards for colour in colours),
        worth=tuple(card.elements.get(element, 0) for card in cards for element in elements) or (0,),
        colour=tuple(colours.index(colour) for colour, _ in kinds),
        size=tuple(size),
        copies=tuple((1 << d.tiles[colour][shape]) - 1 for colour, shape in kinds),
        unsorted=tuple(int(colour in d.unsorted) for colour in colours),
        sizes=tuple(
            set_of([size[number] for number, (other, _) in enumerate(kinds) if other == colour]) for colour in colours
        ),
        symbols=_symbols(d) if d.elements.enabled else (0,),
        solvable=solvable(puzzles(d, all_sides(d), list(d.cards))),
        **_galleries(d),
    )


@lru_cache(maxsize=64)
def solvable(r: Puzzles) -> tuple[int, ...]:
    """By gallery and card: 0 where the card is known not to fill the gallery, else 1."""
    t = new_search(r)
    found = []
    nodes = 0
    for board in range(r.boards):
        for card in range(r.cards):
            known = 0
            if nodes < MOST_NODES_OF_ALL:
                prepare(r, t, board, card, 0)
                search(r, t, board, r.exact, 1, MOST_NODES_OF_ONE)
                nodes += t.counts[NODES]
                known = t.counts[FINISHED] and not t.counts[WAYS]
            found.append(0 if known else 1)
    return tuple(found)


def _symbols(d: OutOfMineDefinition) -> tuple[int, ...]:
    """By kind, copy, side and element: how often the element is printed there."""
    return tuple(
        d.elements_of(colour, shape, copy, side).count(element)
        for colour, shape in d.box_tiles
        for copy in range(1, MOST_COPIES + 1)
        for side in SIDES
        for element in d.element_names
    ) or (0,)


def _galleries(d: OutOfMineDefinition) -> dict[str, Any]:
    """What the rules know of the galleries, and of all places of tiles on them."""
    rock_too = not d.check.rock
    kinds = [(number, shape_of(d.shapes[shape])) for number, (_, shape) in enumerate(d.box_tiles)]
    found: dict[str, list[int]] = {
        name: [] for name in ("spaces", "room", "near", "beside", "elf_at", "first", "cover", "place", "covered",
                              "kind", "up")
    }  # fmt: skip
    for board, side in ((board, side) for board in d.boards for side in SIDES):
        rows = d.gallery(board, side)
        where = numbered(rows, rock_too)
        found["spaces"].append(set_of(range(len(spaces_of(rows)))))
        beside = near_of(rows, rock_too)
        rest = MOST_SPACES - len(where)
        found["near"] += [set_of([n for n in around if n >= 0]) for around in beside] + [0] * rest
        found["beside"] += [n for around in beside for n in around] + [-1] * (4 * rest)
        if d.elves.enabled:
            elves = d.elves_of(board, side)
            found["elf_at"] += [
                set_of([n for n, cell in enumerate(where) if elves.get(cell) == colour]) for colour in d.colours
            ]
        by_space: list[list[int]] = [[] for _ in range(MOST_SPACES)]
        first = len(found["kind"])
        for kind, shape in kinds:
            for covered, up in places_of(rows, rock_too, shape, d.flipping):
                place = len(found["kind"])
                found["covered"].append(as_word(covered))
                found["kind"].append(kind)
                found["up"].append(up)
                for space in range(len(where)):
                    if covered >> space & 1:
                        by_space[space].append(place)
        found["room"].append(len(found["kind"]) - first)
        for space, places in enumerate(by_space):
            found["first"].append(len(found["place"]))
            for place in in_order_of_luck([place - first for place in places], space):
                found["place"].append(first + place)
                found["cover"].append(found["covered"][first + place])
        found["first"].append(len(found["place"]))
    return {name: tuple(values) or (0,) for name, values in found.items()}


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


_BY_SEAT = (
    *("board", "gallery", "card", "score", "win", "calls", "wrong", "empty_sum", "now", "does", "step", "dead_ends"),
    *("settled", "spot", "lifts", "avoided", "banned", "filled", "laid", "hand_place", "hand_copy", "hand_up"),
    *("called", "was_full", "empty", "base", "extra", "elves", "elements", "points", "empty_by_rank", "elf_sum"),
    "element_sum",
)
_BY_TILE = ("tile_place", "tile_shift", "tile_copy", "tile_up", "tile_covers", "tile_why")
FIXED_LENGTHS = {
    **dict.fromkeys(_BY_SEAT, MOST_PLAYERS),
    **dict.fromkeys(_BY_TILE, MOST_PLAYERS * MOST_LAID),
    "pile": MOST_BOARDS,
    "deck": MOST_CARDS,
    "keys": MOST_CARDS,
    "scratch": MOST_CARDS + SCRATCH_ROOM,
    "stock": MOST_KINDS,
    "left": MOST_PLAYERS * MOST_COLOURS,
    "loose": MOST_PLAYERS * MOST_KINDS,
    "aside": MOST_PLAYERS * MOST_COLOURS,
    "fault_sum": NUMBER + 1,
    "gallery_rounds": 2 * MOST_BOARDS * PER_PLACE,
    "card_rounds": MOST_CARDS * PER_PLACE,
    "round_mark": MOST_ROUNDS * MOST_PLAYERS,
    "counts": COUNTS,
}
"""Lengths of the table's sequences, the same for every definition."""


def new_table(trace_length: int = 0) -> GameTable:
    """An empty table; a trace is kept where it has a length."""
    columns = {field: [0] * length for field, length in FIXED_LENGTHS.items()}
    table = GameTable(trace=[0] * trace_length, **columns)
    table.counts[CURSOR] = 0 if trace_length else -1
    return table

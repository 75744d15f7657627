"""From a definition and characters to the integers that the rules work on."""

from __future__ import annotations

from typing import Any, get_args

from workbench.definition.fields import Table
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.shapes import canonical, shape_of


def option(table: Table, field: str) -> int:
    """The number of the option chosen for ``field``: its place among the field's options."""
    options: tuple[object, ...] = get_args(type(table).model_fields[field].annotation)
    return options.index(getattr(table, field))


def switches(d: OutOfMineDefinition) -> dict[str, int]:
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

"""The scoring example of the rules sheet: a board of the game, packed but for a gap, and what it scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from workbench.families.out_of_mine.compile import compile_rules
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.drawings import board, tile
from workbench.families.out_of_mine.packing import Side, Tile, all_sides, one_solution
from workbench.families.out_of_mine.scoring import base_points, extra_points
from workbench.families.out_of_mine.shapes import flipped, moved_to_corner, orientations, shape_of
from workbench.families.out_of_mine.state import FLOOR_AFTER, Rules
from workbench.families.out_of_mine.vocabulary import colour_of, element_name, signed

GAP = 2
"""Empty spaces of the example, where its tiles allow."""
MOST_SIDES, MOST_CARDS = 4, 3
"""Sides of boards, and cards, to choose from."""


MOST_NODES = 10_000
"""Tiles that are laid in search of one packing to print."""


def quick_solution(d: OutOfMineDefinition, name: str, side: str, card: str, luck: int = 0) -> list[Tile] | None:
    """A packing to print; None where none is found soon. It covers no rock, also where that would be allowed."""
    on_spaces = d.model_copy(update={"check": d.check.model_copy(update={"rock": True})})
    return one_solution(on_spaces, name, side, card, luck, MOST_NODES)


@dataclass(frozen=True)
class Packed:
    """A board with tiles on it, and which side of each tile is up."""

    side: Side
    card: str
    tiles: tuple[Tile, ...]
    up: tuple[str, ...]
    empty: int


def packed_board(d: OutOfMineDefinition) -> Packed | None:
    """A board that shows as much as possible of what counts; None where none of the first few can be filled."""
    found = [
        packed
        for side in all_sides(d)[:MOST_SIDES]
        for card in list(d.cards)[:MOST_CARDS]
        if (solution := quick_solution(d, *side, card))
        for packed in [_with_gap(d, side, card, solution)]
    ]
    return max(found, key=lambda packed: _worth_showing(d, packed), default=None)


def _with_gap(d: OutOfMineDefinition, side: Side, card: str, tiles: Sequence[Tile]) -> Packed:
    """The packing without the tiles that leave a gap nearest to the wished one; at least one tile stays."""
    gaps = [gap for size in (1, 2) if size < len(tiles) for gap in combinations(range(len(tiles)), size)] or [()]
    sizes = {gap: sum(len(tiles[number].cells) for number in gap) for gap in gaps}
    # Among equals the one with the fewest tiles, then the last in reading order.
    gap = min(gaps, key=lambda gap: (abs(sizes[gap] - GAP), len(gap), [-number for number in gap]))
    left = tuple(each for number, each in enumerate(tiles) if number not in gap)
    return Packed(side, card, left, _sides_up(d, left), sizes[gap])


def _sides_up(d: OutOfMineDefinition, tiles: Sequence[Tile]) -> tuple[str, ...]:
    """The side of each tile that is up: side a, but the other one where the tile lies as only that one can, or where it
    can lie so and only that one shows an element."""
    return tuple(_side_up(d, each) for each in tiles)


def _side_up(d: OutOfMineDefinition, each: Tile) -> str:
    a, b = SIDES
    drawing, lies = shape_of(d.shapes[each.shape]), moved_to_corner(each.cells)
    if not d.flipping or lies not in orientations(flipped(drawing), flipping=False):
        return a
    if lies not in orientations(drawing, flipping=False):
        return b
    shown = {side: d.elements_of(each.colour, each.shape, each.copy, side) for side in SIDES}
    return b if shown[b] and not shown[a] else a


def elements_on(d: OutOfMineDefinition, packed: Packed) -> dict[str, int]:
    """The elements that can be seen, and how often they count (O28, OO18)."""
    found: dict[str, int] = {}
    for each, side in zip(packed.tiles, packed.up, strict=True):
        shown = d.elements_of(each.colour, each.shape, each.copy, side)
        for element in shown if d.elements.counts == "symbol" else dict.fromkeys(shown):
            found[element] = found.get(element, 0) + 1
    return found


def elves_on(d: OutOfMineDefinition, packed: Packed) -> tuple[int, int]:
    """Elves that are served, and all of the side (O27)."""
    elves = d.elves_of(*packed.side)
    return sum(elves.get(cell) == each.colour for each in packed.tiles for cell in each.cells), len(elves)


def _worth_showing(d: OutOfMineDefinition, packed: Packed) -> tuple[int, ...]:
    """Better examples have the wished gap, an elf that is served and one that is not, and different elements."""
    served, elves = elves_on(d, packed)
    values = d.cards[packed.card].elements
    kinds = [element for element in elements_on(d, packed) if values.get(element)]
    return (
        -abs(packed.empty - GAP),
        (min(served, 2) + (served < elves)) * d.elves.enabled,
        (len(kinds) + any(values[kind] < 0 for kind in kinds)) * d.elements.enabled,
        len({each.colour for each in packed.tiles}),
    )


def drawn(d: OutOfMineDefinition, packed: Packed, language: str) -> dict[str, Any]:
    """The example's board as the templates draw it."""
    tiles = [
        tile(d, each.colour, each.cells, d.elements_of(each.colour, each.shape, each.copy, side), language)
        for each, side in zip(packed.tiles, packed.up, strict=True)
    ]
    return board(d, *packed.side, tiles, language)


def round_points(r: Rules, empty: int, called: bool = False, has_fault: bool = False) -> int:
    """Points of a round without elves and elements (O17 to O20)."""
    points = base_points(r, empty) + extra_points(r, int(called), int(empty == 0 or has_fault), has_fault)
    return max(points, 0) if r.floor == FLOOR_AFTER else points


def example(d: OutOfMineDefinition, language: str) -> dict[str, Any] | None:
    """The drawn example: a player who did not call, then two callers; None where there is no board for it."""
    packed = packed_board(d)
    if packed is None:
        return None
    served, elves = elves_on(d, packed) if d.elves.enabled else (0, 0)
    values = d.cards[packed.card].elements
    shown = elements_on(d, packed) if d.elements.enabled else {}
    found = sorted(((values.get(element, 0), element, count) for element, count in shown.items()), reverse=True)
    elements = [
        {
            "name": element_name(element, language),
            "count": count,
            "each": signed(value),
            "points": signed(count * value),
        }
        for value, element, count in found
        if value
    ]
    r = compile_rules(d)
    base = round_points(r, packed.empty)
    elf_points = served * d.elves.points
    element_points = sum(value * count for value, _, count in found)
    wrong = len(max(packed.tiles, key=lambda each: len(each.cells)).cells)
    return {
        "board": drawn(d, packed, language),
        "card": packed.card,
        "rows": [
            {"count": count, "colour": colour_of(d, colour, language)}
            for colour, count in d.cards[packed.card].tiles.items()
            if count
        ],
        "empty": packed.empty,
        "base": signed(base, plus=""),
        "elves": {"served": served, "all": elves, "points": signed(elf_points)},
        "elements": elements,
        "total": signed(base + elf_points + element_points, plus=""),
        "caller": signed(round_points(r, 0, called=True), plus=""),
        "wrong": wrong,
        "fault": signed(round_points(r, wrong, called=True, has_fault=True), plus=""),
    }

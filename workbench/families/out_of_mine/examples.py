"""The scoring example of the rules sheet: a board of the game, packed but for a gap, and what it scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.drawings import board, tile
from workbench.families.out_of_mine.packing import Side, Tile, all_sides, one_solution
from workbench.families.out_of_mine.shapes import spaces_of
from workbench.families.out_of_mine.vocabulary import colour_of, element_name, signed

GAP = 2
"""Empty spaces of the example, where its tiles allow."""
MOST_SIDES, MOST_CARDS, LUCKS = 5, 4, 2
"""Boards, cards and packings of each to choose from."""


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
        for luck in range(LUCKS)
        if (solution := one_solution(d, *side, card, luck))
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
    """Side a of each tile, but the other one where only that shows an element and tiles may be turned over."""

    def shown(each: Tile, side: str) -> tuple[str, ...]:
        return d.elements_of(each.colour, each.shape, each.copy, side)

    a, b = SIDES
    return tuple(b if d.flipping and shown(each, b) and not shown(each, a) else a for each in tiles)


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


def base_points(d: OutOfMineDefinition, empty: int) -> int:
    """Points for a gallery with ``empty`` spaces, before bonus and penalty (O17, O18, OO9)."""
    points = d.scoring.full - empty
    return max(points, 0) if d.scoring.floor == "before" else points


def round_points(d: OutOfMineDefinition, empty: int, extra: int) -> int:
    """The same with bonus or penalty."""
    points = base_points(d, empty) + extra
    return max(points, 0) if d.scoring.floor == "after" else points


def example(d: OutOfMineDefinition, language: str) -> dict[str, Any] | None:
    """The drawn example: a player who did not call, then two callers; None where there is no board for it."""
    packed = packed_board(d)
    if packed is None:
        return None
    served, elves = elves_on(d, packed) if d.elves.enabled else (0, 0)
    values = d.cards[packed.card].elements
    elements = [
        {"name": element_name(element, language), "count": count, "each": signed(values[element]),
         "points": count * values[element]}
        for element, count in sorted(elements_on(d, packed).items(), key=lambda item: -values.get(item[0], 0))
        if d.elements.enabled and values.get(element)
    ]  # fmt: skip
    base = round_points(d, packed.empty, 0)
    elf_points = served * d.elves.points
    element_points = sum(element["points"] for element in elements)
    wrong = len(max(packed.tiles, key=lambda each: len(each.cells)).cells)
    spaces = len(spaces_of(d.gallery(*packed.side)))
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
        "element_points": signed(element_points),
        "total": signed(base + elf_points + element_points, plus=""),
        "caller": signed(round_points(d, 0, d.scoring.caller_bonus), plus=""),
        "wrong": wrong,
        "left": spaces - wrong,
        "fault": signed(round_points(d, wrong, -d.scoring.caller_penalty), plus=""),
    }

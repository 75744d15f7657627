"""The booklet of solutions: for every side of every board some cards, each with one packing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.engine.randomness import below, game_key, stream
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.drawings import board, tile
from workbench.families.out_of_mine.examples import quick_solution
from workbench.families.out_of_mine.facts import facts
from workbench.families.out_of_mine.packing import Tile, all_sides
from workbench.families.out_of_mine.vocabulary import colour_of, signed, vocabulary

CHOICE = 71
"""What random numbers are for."""
TRIES = 4
"""Packings that are looked at where elves count; the one that serves most of them is shown."""
CARDS_FOR_ONE = 6
"""Cards that are tried for each solution that is wished for."""


def cards_by_luck(d: OutOfMineDefinition, number: int) -> list[str]:
    """All cards in an order of luck, another one for each ``number``."""
    key = game_key(d.print.solution_seed, number)
    found = list(d.cards)
    for last in range(len(found) - 1, 0, -1):
        other = below(stream(key, CHOICE, 0, last), last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def served(d: OutOfMineDefinition, name: str, side: str, tiles: list[Tile]) -> int:
    """Elves of a side whose space is covered by a tile of their colour (O27)."""
    elves = d.elves_of(name, side)
    return sum(elves.get(cell) == laid.colour for laid in tiles for cell in laid.cells)


def solutions(d: OutOfMineDefinition, name: str, side: str, number: int) -> Iterator[tuple[str, list[Tile]]]:
    """Cards that fill the side, as many as ``[print]`` wishes for, and the packing that is shown."""
    left = d.print.solutions
    for card in cards_by_luck(d, number)[: CARDS_FOR_ONE * left]:
        tries = TRIES if d.elves.enabled and d.elves_of(name, side) else 1
        first = quick_solution(d, name, side, card)
        if first is None:
            continue
        others = [quick_solution(d, name, side, card, luck) for luck in range(1, tries)]
        yield card, max((first, *filter(None, others)), key=lambda tiles: served(d, name, side, tiles))
        left -= 1
        if left == 0:
            return


def puzzles_context(definition: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """The sides of the boards with their cards and packings."""
    d = definition
    found = facts(d, language)
    words = vocabulary(language)["sheets"]
    sides = [
        {
            "name": f"{words['board']} {name} · {side.upper()}",
            "found": [
                _solution(d, name, side, card, tiles, language) for card, tiles in solutions(d, name, side, number)
            ],
        }
        for number, (name, side) in enumerate(all_sides(d))
    ]
    for each in sides:
        each["none"] = "" if each["found"] else words["no_solution"]
    text = words["solutions_text"] + (words["elves_text"] if d.elves.enabled else "")
    return found | {"sides": sides, "most_solutions": d.print.solutions, "text": text}


def _solution(
    d: OutOfMineDefinition, name: str, side: str, card: str, tiles: list[Tile], language: str
) -> dict[str, Any]:
    drawn = [tile(d, laid.colour, laid.cells, (), language) for laid in tiles]
    used = {colour: sum(laid.colour == colour for laid in tiles) for colour in d.cards[card].tiles}
    words = vocabulary(language)["sheets"]
    points = signed(served(d, name, side, tiles) * d.elves.points)
    return {
        "card": card,
        "rows": [{"count": count, "colour": colour_of(d, colour, language)} for colour, count in used.items() if count],
        "board": board(d, name, side, drawn, language),
        "told": words["elves_served"].format(points=points) if d.elves.enabled else "",
    }

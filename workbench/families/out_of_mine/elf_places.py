"""Where elves sit on a new gallery: so that one packing serves them all, and as many cards as possible allow one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from workbench.engine.randomness import below, stream
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.exact import solve
from workbench.families.out_of_mine.galleries import Gallery
from workbench.families.out_of_mine.packing import as_word, kinds_of, puzzles_for, some_packing, wanted
from workbench.families.out_of_mine.shapes import Cell, neighbours, spaces_of
from workbench.families.out_of_mine.solver import Puzzles

ELVES = 4
"""Of a gallery."""
TRIED = 10
"""Packings whose tiles are looked at."""
CHOICE, PLACE, PACKING = 21, 22, 23
"""What random numbers are for."""


def elves_for(d: OutOfMineDefinition, gallery: Gallery, key: int) -> dict[str, list[str]]:
    """The cells of the elves by colour: each on a tile of its colour in some packing by one of the cards."""
    best: dict[Cell, str] = {}
    most = -1
    for number in range(TRIED):
        found = _on_a_packing(d, gallery, stream(key, CHOICE, 0, number))
        served = len(serving_cards(d, gallery, found)) if found else -1
        if served > most:
            best, most = found, served
    elves: dict[str, list[str]] = {}
    for (row, column), colour in sorted(best.items()):
        elves.setdefault(colour, []).append(f"{row},{column}")
    return elves


def _on_a_packing(d: OutOfMineDefinition, gallery: Gallery, key: int) -> dict[Cell, str]:
    """Elves on the tiles of one packing, of as many colours as it has; none where the card does not fill."""
    cards = list(d.cards)
    card = cards[below(stream(key, CHOICE, 1, 0), len(cards))]
    tiles = some_packing(d, gallery, card, stream(key, PACKING, 0, 0))
    if tiles is None:
        return {}
    lucky = sorted(range(len(tiles)), key=lambda place: stream(key, CHOICE, 2, place))
    met: Counter[str] = Counter()
    ranks = {}
    for place in lucky:
        ranks[place] = met[tiles[place].colour]
        met[tiles[place].colour] += 1
    chosen = sorted(lucky, key=lambda place: ranks[place])[:ELVES]
    spaces = set(spaces_of(gallery))
    elves = {}
    for place in chosen:
        cells = tiles[place].cells
        # Elves stand at the wall of the mine where there is one.
        at_wall = [cell for cell in cells if not spaces.issuperset(neighbours(cell))] or list(cells)
        elves[at_wall[below(stream(key, PLACE, 0, place), len(at_wall))]] = tiles[place].colour
    return elves


def serving_cards(d: OutOfMineDefinition, gallery: Gallery, elves: Mapping[Cell, str]) -> list[str]:
    """The cards with which the gallery can be filled so that every elf is served (O27, OO17)."""
    r = puzzles_for(d, [gallery], [wanted(d, card) for card in d.cards])
    ways = solve(_only_serving(r, d, spaces_of(gallery), elves), keep_bits=12)[:, 0].tolist()
    return [card for card, count in zip(d.cards, ways, strict=True) if count]


def _only_serving(r: Puzzles, d: OutOfMineDefinition, spaces: Sequence[Cell], elves: Mapping[Cell, str]) -> Puzzles:
    """The same puzzle without the placements that cover an elf by a tile of another colour."""
    colours = [kind.colour for kind in kinds_of(d)]
    forbidden = {
        colour: sum(1 << space for space, cell in enumerate(spaces) if elves.get(cell, colour) != colour)
        for colour in colours
    }
    keep = [not r.placed[i] & as_word(forbidden[colours[kind]]) for i, kind in enumerate(r.kind)]
    before = [0]
    for kept in keep:
        before.append(before[-1] + kept)
    return r._replace(
        first=tuple(before[at] for at in r.first),
        placed=tuple(placed for placed, kept in zip(r.placed, keep, strict=True) if kept),
        kind=tuple(kind for kind, kept in zip(r.kind, keep, strict=True) if kept),
    )

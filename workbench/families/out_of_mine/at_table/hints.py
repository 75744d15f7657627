"""A way to go on for somebody who is stuck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.families.out_of_mine.at_table.sight import Sight
from workbench.families.out_of_mine.shapes import Cell

MOST_TRIES = 60_000
"""Tiles laid in search of a way; a look of about a second."""


class Hint(NamedTuple):
    """One tile of a way to fill the gallery, the one at the narrowest spot."""

    colour: str
    cells: tuple[Cell, ...]


class Unknown(Exception):
    """The search was given up."""


def hint(sight: Sight) -> Hint | None:
    """A tile that leads on from what lies there, with the tiles that the card and the middle still have.

    None where nothing leads on; Unknown where that would take too long to find out.
    """
    found = solution(sight)
    return found[0] if found else None


def solution(sight: Sight) -> Sequence[Hint] | None:
    """All tiles of such a way. None where there is none. Errors: Unknown."""
    empty = sight.open
    filled = sight.filled
    over = {
        space: [(place, cover) for place, cover in sight.places_over(space) if not cover & filled]
        for space in range(empty.bit_length())
        if empty >> space & 1
    }
    left = dict(sight.left)
    copies = {kind: len(sight.copies(kind)) for kind in range(len(sight.kinds))}
    colour = [kind.colour for kind in sight.kinds]
    rules = sight.rules
    tries = 0

    def usable(place: int, cover: int, taken: int) -> bool:
        kind = rules.kind[place]
        return not cover & taken and copies[kind] > 0 and left.get(colour[kind], 0) > 0

    def fill(rest: int, taken: int) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not rest:
            return []
        # At the space with the fewest ways there is least to try.
        best: list[tuple[int, int]] | None = None
        for space, places in over.items():
            if rest >> space & 1:
                fitting = [(place, cover) for place, cover in places if usable(place, cover, taken)]
                if best is None or len(fitting) < len(best):
                    best = fitting
                if not best:
                    return None
        for place, cover in best or ():
            tries += 1
            if tries > MOST_TRIES:
                raise Unknown
            kind = rules.kind[place]
            copies[kind] -= 1
            left[colour[kind]] -= 1
            more = fill(rest & ~cover, taken | cover)
            copies[kind] += 1
            left[colour[kind]] += 1
            if more is not None:
                return [(place, cover), *more]
        return None

    way = fill(empty, 0)
    if way is None:
        return None
    return [Hint(colour[rules.kind[place]], sight.cells_at(cover)) for place, cover in way]


__all__ = ["Hint", "Unknown", "hint", "solution"]

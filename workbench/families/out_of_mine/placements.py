"""Every place where a tile can lie on a gallery, prepared as sets of spaces before a game is played.

A tile that shows side a looks as drawn, in any of its four turns; turned over it shows side b, and looks as in a
mirror. Many shapes look alike from both sides, and then either can be up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from workbench.engine.randomness import mix
from workbench.families.out_of_mine.packing import numbered
from workbench.families.out_of_mine.shapes import SPACE, Shape, cells, flipped, orientations
from workbench.families.out_of_mine.state import DIRECTIONS, SIDE_A, SIDE_B

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Rows and columns of the directions in which a slipping hand moves a tile: up, left, right, down."""


class Place(NamedTuple):
    """One way to lay a shape: the set of spaces (and rock) that it covers, and the set of sides that can be up."""

    covered: int
    up: int


@lru_cache(maxsize=4096)
def places_of(rows: tuple[str, ...], rock_too: bool, shape: Shape, flipping: bool) -> tuple[Place, ...]:
    """Every place of a shape on a gallery that covers a space, by what it covers."""
    number = {cell: n for n, cell in enumerate(numbered(rows, rock_too))}
    spaces = (1 << len(cells(rows, SPACE))) - 1
    sides: dict[Shape, int] = dict.fromkeys(orientations(shape, False), SIDE_A)
    if flipping:
        for picture in orientations(flipped(shape), False):
            sides[picture] = sides.get(picture, 0) | SIDE_B
    found = []
    for picture, up in sides.items():
        (row, column), *_ = picture
        for top, left in number:
            there = [number.get((top + i - row, left + j - column), -1) for i, j in picture]
            if min(there) >= 0:
                covered = sum(1 << n for n in there)
                if covered & spaces:
                    found.append(Place(covered, up))
    return tuple(sorted(found))


@lru_cache(maxsize=512)
def near_of(rows: tuple[str, ...], rock_too: bool) -> tuple[tuple[int, ...], ...]:
    """By cell and direction: the number of the next cell there, -1 for none."""
    where = numbered(rows, rock_too)
    number = {cell: n for n, cell in enumerate(where)}
    assert len(STEPS) == DIRECTIONS
    return tuple(tuple(number.get((i + down, j + right), -1) for down, right in STEPS) for i, j in where)


def in_order_of_luck(places: Sequence[int], space: int) -> list[int]:
    """Places in an order without a system, always the same: so that a start of luck among them is a choice of luck."""
    return sorted(places, key=lambda place: mix((place << 8 | space) + 1))

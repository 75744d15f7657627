"""The edges of shapes and boards, as they are drawn and cut."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from workbench.families.out_of_mine.shapes import Cell


def outline(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The edge of a shape as closed loops of corners (row, column), clockwise around the cells; holes run the other
    way. Where two cells touch by a corner only, each keeps its own edge."""
    inside = set(cells)
    steps: dict[Cell, list[Cell]] = {}
    for row, column in sorted(inside):
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        for (start, end), other in zip(pairwise([*corners, corners[0]]), beside, strict=True):
            if other not in inside:
                steps.setdefault(start, []).append(end)
    loops = []
    while steps:
        start = min(steps)
        loop = [start]
        before: Cell = (-1, 0)
        here = start
        while True:
            # The sharpest turn to the right keeps to the cell that the edge belongs to.
            choice = min(steps[here], key=lambda there: _turn(before, (there[0] - here[0], there[1] - here[1])))
            steps[here].remove(choice)
            if not steps[here]:
                del steps[here]
            before = (choice[0] - here[0], choice[1] - here[1])
            here = choice
            if here == start:
                break
            loop.append(here)
        loops.append(_corners(loop))
    return loops


def _turn(before: Cell, after: Cell) -> int:
    """0 for a turn to the right, 1 straight on, 2 to the left (rows grow downwards)."""
    return 1 - (before[1] * after[0] - before[0] * after[1])


def _corners(loop: list[Cell]) -> list[Cell]:
    """The loop without the points on straight edges."""
    around = [loop[-1], *loop, loop[0]]
    return [
        here
        for before, here, after in zip(around, around[1:], around[2:], strict=False)
        if (before[0] == here[0]) != (here[0] == after[0])
    ]

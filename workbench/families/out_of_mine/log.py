"""From the trace of a game to the events of its log (CONTRACT section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.families.out_of_mine import trace
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.packing import numbered
from workbench.families.out_of_mine.placements import STEPS, places_of
from workbench.families.out_of_mine.shapes import Cell, shape_of
from workbench.families.out_of_mine.state import MOST_LAID, NOTHING, THE_CHIEF, Rules, Table

WHY = ("", "edge", "colour", "overlap", "number")
"""What is wrong with a tile, by its number."""


def trace_length(r: Rules, seats: int) -> int:
    """Integers that the trace of one game can need."""
    return trace.WIDTH * (r.boards + r.cards + r.rounds * (1 + seats * (2 + MOST_LAID)))


class Names:
    """The names and cells behind the numbers of the rules."""

    def __init__(self, d: OutOfMineDefinition) -> None:
        self.definition = d
        self.boards = list(d.boards)
        self.cards = list(d.cards)
        self.kinds = d.box_tiles
        self.rock_too = not d.check.rock
        self._cells: list[tuple[Cell, ...]] = []
        """By place: the cells that a tile covers there, in the order of the rules' places."""
        shapes = [shape_of(d.shapes[shape]) for _, shape in self.kinds]
        self._kind: list[int] = []
        for board in d.boards:
            for side in SIDES:
                rows = d.gallery(board, side)
                where = numbered(rows, self.rock_too)
                for kind, shape in enumerate(shapes):
                    for covered, _ in places_of(rows, self.rock_too, shape, d.flipping):
                        self._cells.append(tuple(sorted(cell for n, cell in enumerate(where) if covered >> n & 1)))
                        self._kind.append(kind)

    def cells(self, place: int, shift: int) -> list[list[int]]:
        """The cells of a tile at a place, moved by one in the direction ``shift`` - 1, if any."""
        down, right = STEPS[shift - 1] if shift else (0, 0)
        return [[row + down, column + right] for row, column in self._cells[place]]

    def tile(self, place: int, copy: int) -> str:
        """The id of a tile, such as ``red:L:2``."""
        colour, shape = self.kinds[self._kind[place]]
        return f"{colour}:{shape}:{copy + 1}"

    def elements(self, place: int, copy: int, up: int) -> list[str]:
        """What is printed on the side that is up."""
        colour, shape = self.kinds[self._kind[place]]
        return list(self.definition.elements_of(colour, shape, copy + 1, SIDES[up]))


def rounds_of(names: Names, records: Sequence[int]) -> list[dict[str, Any]]:
    """The events of the rounds, in the order in which they happened."""
    d = names.definition
    events: list[dict[str, Any]] = []
    for at in range(0, len(records), trace.WIDTH):
        event, a, b, c, *more = records[at : at + trace.WIDTH]
        if event == trace.ROUND:
            caller = b if b >= 0 else None
            events.append(
                {"event": "round", "round": a, "caller": caller, "callers": [], "seconds": c / 1000, "boards": []}
            )
        elif event == trace.SEAT:
            empty, base, extra, called = more
            board, side = names.boards[b // 2], SIDES[b % 2]
            if called:
                events[-1]["callers"].append(a)
            events[-1]["boards"].append(
                {
                    "player": a,
                    "board": board,
                    "side": side,
                    "card": names.cards[c],
                    "cells": len(numbered(d.gallery(board, side), False)),
                    "placed": [],
                    "faulty": [],
                    "empty": empty,
                    "base": base,
                    "bonus": extra,
                }
            )
        elif event == trace.POINTS:
            events[-1]["boards"][-1] |= {"elves": b, "elements": c, "points": more[0]}
        elif event == trace.TILE:
            copy, up, why, _ = more
            tile = {"tile": names.tile(b, copy), "up": SIDES[up], "cells": names.cells(b, c)}
            if why == NOTHING:
                events[-1]["boards"][-1]["placed"].append({**tile, "elements": names.elements(b, copy, up)})
            else:
                events[-1]["boards"][-1]["faulty"].append({**tile, "why": WHY[why]})
    return events


def events_of(d: OutOfMineDefinition, seats: int, t: Table, records: Sequence[int]) -> list[dict[str, Any]]:
    """The events of a finished game in the order in which they happened, its head first."""
    names = Names(d)
    dealt = [record for record in _records(records) if record[0] in (trace.BOARD, trace.CARD)]
    head = {
        "event": "game",
        "pile": [names.boards[record[1]] for record in dealt if record[0] == trace.BOARD],
        "deck": [names.cards[record[1]] for record in dealt if record[0] == trace.CARD],
        # Where the first seat is not the chief's, who it is decides ties and boards.
        **({"chief": t.counts[THE_CHIEF]} if d.chief.who == "open" else {}),
    }
    end = {
        "event": "end",
        "scores": [t.score[seat] for seat in range(seats)],
        "winners": [seat for seat in range(seats) if t.win[seat]],
    }
    return [head, *rounds_of(names, records), end]


def _records(records: Sequence[int]) -> list[Sequence[int]]:
    return [records[at : at + trace.WIDTH] for at in range(0, len(records), trace.WIDTH)]

"""Games of micro_robots as rows of integers, and as logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.compiled import Game, Kernel, compiled_game, is_ready
from workbench.engine.simulation import Simulation
from workbench.families.micro_robots.compile import FIXED_LENGTHS, compile_rules, compile_seats, new_table
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.log import events_of, trace_length
from workbench.families.micro_robots.metrics import columns, measure
from workbench.families.micro_robots.rules import play_game
from workbench.families.micro_robots.state import CURSOR, ROUNDS_KEPT
from workbench.family import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows

KERNEL = Kernel("micro_robots", play_game, measure, FIXED_LENGTHS)
WORTH_COMPILING_GAMES = 1_000
WORTH_LOADING_GAMES = 100
COMPILED_CHUNK_GAMES = 1_024


class MicroRobotsSimulation(Simulation):
    """One definition with its seats."""

    def __init__(self, definition: MicroRobotsDefinition, seats: Sequence[Seat]) -> None:
        self.definition = definition
        self.rules = compile_rules(definition)
        self.players = compile_seats(seats)
        self.seats = len(seats)
        self.columns = columns(self.players)
        self._compiled: Game | None = None

    @property
    def is_compiled(self) -> bool:
        """Whether games are played compiled."""
        return self._compiled is not None

    def prepare(self, games: int, note: Callable[[str], None]) -> None:
        """Compile, where that is quicker than to play ``games`` games interpreted."""
        if games >= WORTH_COMPILING_GAMES or (games >= WORTH_LOADING_GAMES and is_ready(KERNEL)):
            self._compiled = compiled_game(KERNEL, self.rules, self.players, new_table(), note)
            self.chunk_games = COMPILED_CHUNK_GAMES

    def play(self, seed: int, first: int, last: int) -> Rows:
        width = len(self.columns)
        if self._compiled is not None:
            return self._compiled.play(seed, first, last, width)
        table = new_table()
        rows = []
        for game in range(first, last):
            play_game(self.rules, self.players, table, seed, game)
            row = [0] * width
            measure(self.rules, self.players, table, row)
            rows.append(row)
        return np.array(rows, dtype=np.int64).reshape(last - first, width)

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        table = new_table(trace_length(self.rules, self.seats))
        play_game(self.rules, self.players, table, seed, game)
        return events_of(self, table, table.trace[: table.counts[CURSOR]])

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """First calls of a round that one arm has and the other has not, or with another number, by the seat that
        called; over the first rounds (``ROUNDS_KEPT``)."""
        mine, theirs = rows[:, -ROUNDS_KEPT:], other_rows[:, -ROUNDS_KEPT:]
        found = np.zeros((len(rows), self.seats), dtype=np.int64)
        for seat in range(self.seats):
            ours = [np.where(calls // 1000 == seat + 1, calls, 0) for calls in (mine, theirs)]
            found[:, seat] = (ours[0] != ours[1]).sum(axis=1)
        return found

"""Games of micro_robots as rows of integers, and as logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.compiled import Kernel
from workbench.engine.kernel_simulation import KernelSimulation
from workbench.engine.simulation import Simulation
from workbench.families.micro_robots.compile import FIXED_LENGTHS, compile_rules, compile_seats, new_table
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.log import events_of, trace_length
from workbench.families.micro_robots.metrics import columns, measure
from workbench.families.micro_robots.rules import play_game
from workbench.families.micro_robots.state import CURSOR, ROUNDS_KEPT, Seats, Table
from workbench.family import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows

KERNEL = Kernel("micro_robots", play_game, measure, FIXED_LENGTHS)


class MicroRobotsSimulation(KernelSimulation):
    """One definition with its seats."""

    kernel = KERNEL
    worth_compiling_games = 1_000
    worth_loading_games = 100
    compiled_chunk_games = 1_024

    def __init__(self, definition: MicroRobotsDefinition, seats: Sequence[Seat]) -> None:
        self.definition = definition
        self.rules = compile_rules(definition)
        self.line_up = seats
        self.players = self.compile_seats()
        self.seats = len(seats)
        self.columns = columns(self.rules, self.players)

    def compile_seats(self) -> Seats:
        return compile_seats(self.line_up)

    def new_table(self) -> Table:
        return new_table()

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

"""Games of out_of_mine as rows of integers, and as logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.compiled import Kernel
from workbench.engine.kernel_simulation import KernelSimulation
from workbench.engine.simulation import Simulation
from workbench.families.out_of_mine.compile import FIXED_LENGTHS, compile_rules, compile_seats, new_table
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.log import events_of, trace_length
from workbench.families.out_of_mine.metrics import MARK, columns, measure
from workbench.families.out_of_mine.rules import play_game
from workbench.families.out_of_mine.state import CURSOR, Seats, Table
from workbench.family import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows

KERNEL = Kernel("out_of_mine", play_game, measure, FIXED_LENGTHS)


class OutOfMineSimulation(KernelSimulation):
    """One definition with its seats."""

    kernel = KERNEL
    worth_compiling_games = 1_500
    worth_loading_games = 100
    compiled_chunk_games = 512

    def __init__(self, definition: OutOfMineDefinition, seats: Sequence[Seat]) -> None:
        self.definition = definition
        self.rules = compile_rules(definition)
        self.line_up = seats
        self.players = self.compile_seats()
        self.seats = len(seats)
        self.columns = columns(definition, self.players)

    def compile_seats(self) -> Seats:
        return compile_seats(self.line_up)

    def new_table(self) -> Table:
        return new_table()

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        table = new_table(trace_length(self.rules, self.seats))
        play_game(self.rules, self.players, table, seed, game)
        return events_of(self.definition, self.seats, table, table.trace[: table.counts[CURSOR]])

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """Rounds after which a player's side, tiles or call are not those of the other arm, by seat; a round that only
        one arm has is none."""
        found = np.zeros((len(rows), self.seats), dtype=np.int64)
        at = {(column.name, column.seat): index for index, column in enumerate(other.columns)}
        for index, column in enumerate(self.columns):
            there = at.get((column.name, column.seat))
            if column.name.startswith(MARK) and column.seat is not None and there is not None:
                found[:, column.seat] += rows[:, index] != other_rows[:, there]
        return found

"""Games of stollen as rows of integers, and as logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.compiled import Kernel
from workbench.engine.kernel_simulation import KernelSimulation
from workbench.engine.simulation import Simulation
from workbench.families.stollen.compile import (
    FIXED_LENGTHS,
    Cards,
    compile_rules,
    compile_seats,
    hazard_kinds,
    new_table,
)
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.log import events_of, trace_length
from workbench.families.stollen.metrics import columns, measure
from workbench.families.stollen.rules import play_game
from workbench.families.stollen.state import CURSOR, Seats, Table
from workbench.family import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows


KERNEL = Kernel("stollen", play_game, measure, FIXED_LENGTHS)


class StollenSimulation(KernelSimulation):
    """One definition with its seats."""

    kernel = KERNEL
    worth_compiling_games = 5_000
    worth_loading_games = 500
    compiled_chunk_games = 2_048

    def __init__(self, definition: StollenDefinition, seats: Sequence[Seat]) -> None:
        self.definition = definition
        self.kinds = hazard_kinds(definition)
        self.cards = Cards(definition, self.kinds)
        self.rules = compile_rules(definition, self.cards)
        self.line_up = seats
        self.players = self.compile_seats()
        self.seats = len(seats)
        self.columns = columns(definition, self.seats)
        self._decisions = next(i for i, column in enumerate(self.columns) if column.name == "level_1.choices")
        self._steps = next(i for i, column in enumerate(self.columns) if column.name == "level_1.steps")

    def compile_seats(self) -> Seats:
        return compile_seats(self.line_up)

    def new_table(self) -> Table:
        return new_table(self.rules)

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        table = new_table(self.rules, trace_length(self.rules, self.seats))
        play_game(self.rules, self.players, table, seed, game)
        return events_of(self, table, table.trace[: table.counts[CURSOR]])

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """Choices of the same level, step and seat that differ, and levels in which a player used its tools
        differently. A player's choices of a level are all "deeper" but perhaps the last, so counting is enough."""
        assert isinstance(other, StollenSimulation)
        levels = min(len(self.definition.levels), len(other.definition.levels))
        a = self._by_level(rows)[:, :levels]
        b = other._by_level(other_rows)[:, :levels]
        # Where one player chose less often, its last choice stands against a "deeper" of the other arm.
        shorter_left = np.where(a[..., 0] < b[..., 0], a[..., 1], b[..., 1]) > 0
        choice = np.where(a[..., 0] == b[..., 0], a[..., 1] != b[..., 1], shorter_left)
        tools = a[..., 2] != b[..., 2]
        differ: NDArray[np.int64] = choice.sum(axis=1) + tools.sum(axis=1)
        return differ

    def _by_level(self, rows: Rows) -> Rows:
        """By game, level and seat: choices made, whether the last was to leave, and the mark of the tools."""
        return rows[:, self._decisions :].reshape(len(rows), len(self.definition.levels), self.seats, 3)

    def details(self, rows: Rows) -> Mapping[str, Any]:
        """``still_in``: by level, seat and step, games in which the player chose to go deeper then."""
        by_level = self._by_level(rows)
        deeper = by_level[..., 0] - by_level[..., 1]
        longest = len(self.cards.type)
        levels = len(self.definition.levels)
        still = np.zeros((levels, self.seats, longest), dtype=np.int64)
        for level in range(levels):
            for seat in range(self.seats):
                counts = np.bincount(deeper[:, level, seat], minlength=longest + 1)
                # Who went deeper n times was still in at the steps before the n-th.
                still[level, seat] = counts[::-1].cumsum()[::-1][1 : longest + 1]
        return {"still_in": still}

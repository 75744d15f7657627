"""Games of digging as rows of integers, and as logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.compiled import Kernel
from workbench.engine.kernel_simulation import KernelSimulation
from workbench.engine.simulation import Simulation
from workbench.errors import WRONG_TABLE, DefinitionError, Problem
from workbench.families.digging.check import team_problem
from workbench.families.digging.compile import FIXED_LENGTHS, Cards, compile_rules, compile_seats, new_table
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.log import events_of, trace_length
from workbench.families.digging.metrics import columns, measure
from workbench.families.digging.rules import play_game
from workbench.families.digging.state import CURSOR, MOST_PLAYERS, TURNS_KEPT, Seats, Table
from workbench.families.digging.turns import ACTIVE, ANSWER_BITS
from workbench.family import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows

KERNEL = Kernel("digging", play_game, measure, FIXED_LENGTHS)


class DiggingSimulation(KernelSimulation):
    """One definition with its seats. Errors: DefinitionError where so many players cannot play it."""

    kernel = KERNEL
    worth_compiling_games = 2_000
    worth_loading_games = 200
    compiled_chunk_games = 1_024

    def __init__(self, definition: DiggingDefinition, seats: Sequence[Seat]) -> None:
        _check_players(definition, len(seats))
        self.definition = definition
        self.cards = Cards(definition)
        self.rules = compile_rules(definition, self.cards)
        self.line_up = seats
        self.players = self.compile_seats()
        self.seats = len(seats)
        self.columns = columns(definition, self.cards, self.seats)

    def compile_seats(self) -> Seats:
        return compile_seats(self.line_up)

    def new_table(self) -> Table:
        return new_table(self.rules)

    def prepare(self, games: int, note: Callable[[str], None]) -> None:
        # A strategy of the user's is asked about everything it may do: interpreted, that takes ten times as long.
        asked = any(seat.function is not None for seat in self.line_up)
        super().prepare(10 * games if asked else games, note)

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        table = new_table(self.rules, trace_length(self.rules, self.seats))
        play_game(self.rules, self.players, table, seed, game)
        return events_of(self, table, table.trace[: table.counts[CURSOR]])

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """Actions and answers of the same turn and seat that differ, over the first turns (``TURNS_KEPT``) in which
        both arms were at it; where another player had the turn, nothing is compared."""
        mine, theirs = rows[:, -TURNS_KEPT:], other_rows[:, -TURNS_KEPT:]
        found = np.zeros((len(rows), self.seats), dtype=np.int64)
        all_answers = ANSWER_BITS * MOST_PLAYERS
        for seat in range(self.seats):
            shift = ANSWER_BITS * (MOST_PLAYERS - 1 - seat)
            my_word, their_word = ((turns >> shift) & ACTIVE for turns in (mine, theirs))
            active = (my_word == ACTIVE) & (their_word == ACTIVE)
            answering = (my_word != ACTIVE) & (their_word != ACTIVE)
            acted = active & ((mine >> all_answers) != (theirs >> all_answers))
            found[:, seat] = (acted | (answering & (my_word != their_word))).sum(axis=1)
        return found


def _check_players(d: DiggingDefinition, players: int) -> None:
    """Refuse a number of players for whom there are no teams, or not enough cards."""
    problem = team_problem(players) if d.teams else None
    if problem:
        raise DefinitionError([Problem(problem, key="seats", code=WRONG_TABLE, hint="name four characters")])
    if players * d.hand_size > d.cards:
        message = f"{players} players get {players * d.hand_size} cards, but the deck has only {d.cards}"
        raise DefinitionError([Problem(message, key="seats", code=WRONG_TABLE, hint="name fewer characters")])

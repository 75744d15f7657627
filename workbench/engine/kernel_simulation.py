"""A simulation whose rules can run compiled: what every family with a :class:`Kernel` shares."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from workbench.engine.compiled import Game, Kernel, compiled_game, is_ready
from workbench.engine.simulation import Simulation

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows
    from workbench.family import Seat


TRIED_GAMES = 3
COMPILING_SECONDS, LOADING_SECONDS = 20, 2
"""What to compile and to load takes at most, so that games which take longer interpreted are not."""


class KernelSimulation(Simulation):
    """Few games are played interpreted, many compiled, with the same rows.

    A family sets ``line_up``, ``seats``, ``rules``, ``players`` (its characters as integers) and ``columns``.
    """

    kernel: ClassVar[Kernel]
    worth_compiling_games: ClassVar[int]
    worth_loading_games: ClassVar[int]
    compiled_chunk_games: ClassVar[int]
    line_up: Sequence[Seat]
    rules: Any
    players: Any
    _compiled: Game | None = None

    @abstractmethod
    def compile_seats(self) -> Any:
        """The characters of the line-up as integers."""

    @abstractmethod
    def new_table(self) -> Any:
        """The scratch of one game, without a trace."""

    @property
    def is_compiled(self) -> bool:
        return self._compiled is not None

    def prepare(self, games: int, note: Callable[[str], None]) -> None:
        """Compile, where that is quicker than to play ``games`` games interpreted."""
        is_worth = games >= self.worth_compiling_games or (games >= self.worth_loading_games and is_ready(self.kernel))
        if is_worth or self._takes_long(games):
            # By now the strategies of the user's may be compiled too, and known by another handle.
            self._compiled = compiled_game(self.kernel, self.rules, self.compile_seats(), self.new_table(), note)
            self.chunk_games = self.compiled_chunk_games

    def _takes_long(self, games: int) -> bool:
        """Whether few games are still many seconds, since those of this definition are long: some of them tell."""
        if games <= 2 * TRIED_GAMES:
            return False
        most = LOADING_SECONDS if is_ready(self.kernel) else COMPILING_SECONDS
        table = self.new_table()
        started = time.perf_counter()
        for game in range(min(games, TRIED_GAMES)):
            self.kernel.play(self.rules, self.players, table, 1, game)
            if (time.perf_counter() - started) / TRIED_GAMES * games > most:
                return True
        return False

    def play(self, seed: int, first: int, last: int) -> Rows:
        if self._compiled is not None:
            rows = self._compiled.play(seed, first, last, len(self.columns))
            failed = [seat.function.has_failed() for seat in self.line_up if seat.function is not None]
            if True not in failed:
                return rows
            # A strategy failed in compiled code, which cannot say where: the same games interpreted do.
        return self._play_interpreted(seed, first, last)

    def _play_interpreted(self, seed: int, first: int, last: int) -> Rows:
        width = len(self.columns)
        table = self.new_table()
        rows = []
        for game in range(first, last):
            self.kernel.play(self.rules, self.players, table, seed, game)
            row = [0] * width
            self.kernel.measure(self.rules, self.players, table, row)
            rows.append(row)
        return np.array(rows, dtype=np.int64).reshape(last - first, width)

"""A few places of the line-up, over every rotation of the seats: their wins and scores and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.simulation import Simulation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows
    from workbench.family import Seat


class FocusSimulation(Simulation):
    """One row a deal: win rate and score of each place in ``places``, summed over the rotations of the seats.

    ``seat`` of a column is the place in the line-up. ``arms`` is the number of such simulations that play the same
    deals in one run, which decides whether it pays to compile.
    """

    def __init__(
        self, make: Callable[[Sequence[Seat]], Simulation], seats: Sequence[Seat], places: Sequence[int], arms: int = 1
    ) -> None:
        self.seats = n = len(seats)
        self.arms = arms
        self.rotations = [make([*seats[k:], *seats[:k]]) for k in range(n)]
        base = self.rotations[0].columns
        at = {(column.name, column.seat): index for index, column in enumerate(base)}
        self.columns = []
        self._sources: list[list[int]] = []
        """For each column its place in the rows of each rotation."""
        for name in ("win_rate", "score"):
            for place in places:
                sources = [at[name, (place - k) % n] for k in range(n)]
                column = base[sources[0]]
                self.columns.append(replace(column, seat=place, scale=column.scale * n, histogram=False))
                self._sources.append(sources)

    def prepare(self, games: int, note: Callable[[str], None]) -> None:
        for simulation in self.rotations:
            simulation.prepare(games * self.seats * self.arms, note)
            self.chunk_games = simulation.chunk_games

    def play(self, seed: int, first: int, last: int) -> Rows:
        rows = np.zeros((last - first, len(self.columns)), dtype=np.int64)
        for k, simulation in enumerate(self.rotations):
            rows += simulation.play(seed, first, last)[:, [sources[k] for sources in self._sources]]
        return rows

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The log of the unrotated game."""
        return self.rotations[0].log(seed, game)

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """Not known here: none."""
        return np.zeros((len(rows), self.seats), dtype=np.int64)

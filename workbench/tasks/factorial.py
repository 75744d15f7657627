"""Play every cell of a factorial on the same games, and keep nothing but sums."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from workbench.definition.load import Loaded
from workbench.definition.merge import Merged
from workbench.errors import WorkbenchError
from workbench.family import Seat
from workbench.statistics.effects import FactorialSums
from workbench.tasks.simulate import make_simulation

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROWS_AT_ONCE = 2**13
"""Games times cells that are held as rows at a time: what bounds the memory of a run."""
ROWS_A_BATCH = 2**16
LEAST_BATCH_GAMES, MOST_BATCH_GAMES = 256, 4096


def batch_games(cells: int) -> int:
    """Games of a batch. Neither threads nor workers nor the number of games matter, so batches fit other runs'."""
    return min(max(ROWS_A_BATCH // cells, LEAST_BATCH_GAMES), MOST_BATCH_GAMES)


class Factorial:
    """The games of all cells. ``columns``: for each cell the figures shown that every cell has, in equal order."""

    def __init__(self, cells: Sequence[tuple[Loaded, Sequence[Seat]]], rotate: bool, shape: Sequence[int]) -> None:
        self.shape = tuple(shape)
        self.simulations = [make_simulation(loaded, seats, rotate) for loaded, seats in cells]
        shown = [
            {
                (column.name, column.seat): at
                for at, column in enumerate(simulation.columns)
                if column.shown and column.unit and not column.per
            }
            for simulation in self.simulations
        ]
        common = [who for who in shown[0] if all(who in other for other in shown)]
        self._places = [[places[who] for who in common] for places in shown]
        self.columns = [
            [simulation.columns[at] for at in places]
            for simulation, places in zip(self.simulations, self._places, strict=True)
        ]
        self.left_out = sorted({name for places in shown for name, seat in places if (name, seat) not in common})
        """Figures that some cells lack."""

    def prepare(self, games: int, note: Callable[[str], None]) -> None:
        """Get ready for so many games of each cell."""
        for simulation in self.simulations:
            simulation.prepare(games * len(self.simulations), note)

    def sums(self) -> FactorialSums:
        """The sums of no game yet."""
        return FactorialSums(self.shape, self.columns)

    def play(self, seed: int, first: int, last: int) -> FactorialSums:
        """The sums of the games ``first`` to ``last`` - 1 of every cell."""
        sums = self.sums()
        step = max(ROWS_AT_ONCE // len(self.simulations), 1)
        for start in range(first, last, step):
            sums.add(self._outcomes(seed, start, min(start + step, last)))
        return sums

    def _outcomes(self, seed: int, first: int, last: int) -> NDArray[np.int64]:
        """Integers by cell, game and figure."""
        return np.stack(
            [
                simulation.play(seed, first, last)[:, places]
                for simulation, places in zip(self.simulations, self._places, strict=True)
            ]
        )


@dataclass(frozen=True)
class Batches:
    """Plays ranges of games of a factorial in whatever process it is called; small enough to be sent along.

    ``design`` is what :func:`pack` made; ``games`` are those of the whole run, of each cell.
    """

    design: bytes
    seed: int
    games: int
    version: str

    def __call__(self, first: int, last: int) -> bytes:
        """The sums of the games ``first`` to ``last`` - 1, as bytes."""
        from workbench import __version__

        if __version__ != self.version:
            raise WorkbenchError(f"a worker has version {__version__} of the workbench, not {self.version}")
        with _LOCK:
            factorial = _prepared(self.design, self.games)
        return factorial.play(self.seed, first, last).to_bytes()


_LOCK = Lock()


def pack(cells: Sequence[tuple[Loaded, Sequence[Seat]]], rotate: bool, shape: Sequence[int]) -> bytes:
    """All that another process needs to play the cells."""
    bare = [(replace(loaded, merged=Merged(), warnings=()), list(seats)) for loaded, seats in cells]
    return zlib.compress(pickle.dumps((bare, rotate, tuple(shape))))


@lru_cache(maxsize=2)
def _prepared(design: bytes, games: int) -> Factorial:
    factorial = Factorial(*pickle.loads(zlib.decompress(design)))
    factorial.prepare(games, lambda text: None)
    return factorial

"""Play many games in chunks over threads; what comes back does not depend on either."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from os import cpu_count
from typing import TYPE_CHECKING

from workbench.engine.simulation import Simulation

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows

CHUNK_GAMES = 250
Progress = Callable[[int, int], None]
"""Called with games done and games in all."""


def threads_or_all(threads: int | None) -> int:
    """The number of threads asked for, else one a core."""
    return threads if threads else (cpu_count() or 1)


def play(
    simulations: Sequence[Simulation],
    seed: int,
    first: int,
    last: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[int, list[Rows]]]:
    """The games ``first`` to ``last`` - 1 of every simulation, chunk by chunk in order: (first game, rows by
    simulation). Holds no more chunks than threads need."""
    starts = range(first, last, CHUNK_GAMES)

    def chunk(start: int) -> list[Rows]:
        end = min(start + CHUNK_GAMES, last)
        return [simulation.play(seed, start, end) for simulation in simulations]

    workers = min(threads_or_all(threads), len(starts) or 1)
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[tuple[int, Future[list[Rows]]]] = deque()
        ahead = iter(starts)
        try:
            for start in ahead:
                waiting.append((start, pool.submit(chunk, start)))
                if len(waiting) >= 2 * workers:
                    break
            while waiting:
                start, future = waiting.popleft()
                rows = future.result()
                following = next(ahead, None)
                if following is not None:
                    waiting.append((following, pool.submit(chunk, following)))
                yield start, rows
                if progress is not None:
                    progress(min(start + CHUNK_GAMES, last), last)
        finally:
            for _, future in waiting:
                future.cancel()

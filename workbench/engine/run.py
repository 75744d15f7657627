"""Play many games in chunks over threads; what comes back does not depend on either."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from os import cpu_count
from typing import TYPE_CHECKING, TypeVar

from workbench.engine.simulation import Simulation

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows

Progress = Callable[[int, int], None]
"""Called with games done and games in all."""
Part = TypeVar("Part")


MOST_THREADS = 256
"""More would only cost memory, or be refused by the system."""


def threads_or_all(threads: int | None) -> int:
    """The number of threads asked for (as far as that makes sense), else one a core."""
    return min(threads, MOST_THREADS) if threads else (cpu_count() or 1)


def play(
    simulations: Sequence[Simulation],
    seed: int,
    first: int,
    last: int,
    digest: Callable[[int, list[Rows]], Part],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> Iterator[Part]:
    """The games ``first`` to ``last`` - 1 of every simulation, chunk by chunk in order.

    ``digest`` takes the first game of a chunk and its rows by simulation, on the thread that played them; what it
    returns comes out. No more chunks are held than threads need, so memory stays flat.
    """
    for simulation in simulations:
        simulation.prepare(last, note or _say_nothing)
    size = max(simulation.chunk_games for simulation in simulations)
    starts = range(first, last, size)

    def chunk(start: int) -> Part:
        end = min(start + size, last)
        return digest(start, [simulation.play(seed, start, end) for simulation in simulations])

    workers = min(threads_or_all(threads), len(starts) or 1)
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[tuple[int, Future[Part]]] = deque()
        ahead = iter(starts)
        try:
            for start in ahead:
                waiting.append((start, pool.submit(chunk, start)))
                if len(waiting) >= 2 * workers:
                    break
            while waiting:
                start, future = waiting.popleft()
                part = future.result()
                following = next(ahead, None)
                if following is not None:
                    waiting.append((following, pool.submit(chunk, following)))
                yield part
                if progress is not None:
                    progress(min(start + size, last), last)
        finally:
            for _, future in waiting:
                future.cancel()


def _say_nothing(text: str) -> None:
    """The note of those who do not want to hear one."""


def play_ranges(
    executor: Executor, work: Callable[[int, int], Part], ranges: Iterable[tuple[int, int]], at_once: int
) -> Iterator[tuple[tuple[int, int], Part]]:
    """``work(first, last)`` of every range, as each is done: in any order. At most ``at_once`` wait at a time."""
    waiting: dict[Future[Part], tuple[int, int]] = {}
    ahead = iter(ranges)
    try:
        while True:
            for first, last in islice(ahead, at_once - len(waiting)):
                waiting[executor.submit(work, first, last)] = (first, last)
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()

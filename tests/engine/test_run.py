"""Chunks and threads: games come in order, each of them once, whatever the number of threads."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from workbench.engine import run
from workbench.engine.run import play, threads_or_all
from workbench.engine.simulation import Column, Simulation


def play_rows(simulations: list[Simulation], seed: int, first: int, last: int, **options: Any) -> Any:
    return play(simulations, seed, first, last, lambda start, rows: (start, rows), **options)


class Numbers(Simulation):
    """Game n has the outcome n."""

    columns = (Column("n", "n", ""),)
    seats = 1

    def __init__(self, add: int = 0) -> None:
        self.add = add
        self.calls: list[tuple[int, int]] = []
        self.fails_at = -1
        self._lock = threading.Lock()

    def play(self, seed: int, first: int, last: int) -> Any:
        with self._lock:
            self.calls.append((first, last))
        if first <= self.fails_at < last:
            raise RuntimeError("a game failed")
        return (np.arange(first, last) + self.add).reshape(-1, 1)

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        return []

    def decisions_that_differ(self, rows: Any, other: Simulation, other_rows: Any) -> Any:
        return np.zeros((len(rows), 1), dtype=np.int64)


@pytest.mark.parametrize("threads", [1, 2, 5, None])
@pytest.mark.parametrize(("first", "last"), [(0, 1), (0, 250), (0, 251), (100, 1733), (7, 7)])
def test_every_game_once_and_in_order(threads: int | None, first: int, last: int) -> None:
    games: list[int] = []
    for start, (rows, more) in play_rows([Numbers(), Numbers(5)], 1, first, last, threads=threads):
        assert start == first + len(games)
        assert (more == rows + 5).all()
        games += rows[:, 0].tolist()
    assert games == list(range(first, last))


def test_no_more_chunks_are_held_than_threads_need() -> None:
    numbers = Numbers()
    chunks = play_rows([numbers], 1, 0, 100 * Numbers.chunk_games, threads=2)
    for taken in range(1, 4):
        next(chunks)
        assert len(numbers.calls) <= taken + 4
    chunks.close()
    assert len(numbers.calls) <= 8


def test_progress_ends_with_all_games() -> None:
    told: list[tuple[int, int]] = []
    for _ in play_rows([Numbers()], 1, 0, 1001, threads=2, progress=lambda done, total: told.append((done, total))):
        pass
    assert told[-1] == (1001, 1001)
    assert told == sorted(told) and {total for _, total in told} == {1001}


def test_a_failure_in_a_thread_is_seen() -> None:
    numbers = Numbers()
    numbers.fails_at = 600
    with pytest.raises(RuntimeError, match="a game failed"):
        list(play_rows([numbers], 1, 0, 5000, threads=2))


def test_all_cores_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "cpu_count", lambda: 7)
    assert [threads_or_all(n) for n in (None, 0, 1, 3)] == [7, 7, 1, 3]
    assert threads_or_all(1_000_000) == run.MOST_THREADS
    monkeypatch.setattr(run, "cpu_count", lambda: None)
    assert threads_or_all(None) == 1

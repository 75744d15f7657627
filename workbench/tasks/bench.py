"""How many games a second a family plays: compiled on one thread and on more, and interpreted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import cpu_count
from typing import Any

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.engine.run import play
from workbench.engine.simulation import Simulation
from workbench.errors import usage_problem
from workbench.family import Family, Seat, families, family_of
from workbench.numbers import plain

DEFAULT_SECONDS = 1.0
ROUNDS = 5
MANY_GAMES = 10**9


@dataclass(frozen=True)
class BenchResult:
    """Games a second of one variant with its seats; ``compiled`` by number of threads, empty where it cannot be."""

    family: str
    variant: str
    seats: Sequence[Seat]
    compiled: dict[int, float]
    interpreted: float

    def to_dict(self) -> dict[str, Any]:
        """One entry of the CONTRACT-shaped list."""
        found: dict[str, Any] = plain(
            {
                "family": self.family,
                "variant": self.variant,
                "seats": [seat.character for seat in self.seats],
                "compiled": {str(threads): rate for threads, rate in self.compiled.items()},
                "interpreted": self.interpreted,
            }
        )
        return found


def bench(
    family: str | None = None,
    *,
    seconds: float = DEFAULT_SECONDS,
    threads: int | None = None,
    note: Callable[[str], None] | None = None,
) -> list[BenchResult]:
    """Time every family, or one: games played into rows of outcomes; summing them up is not in it.

    Each figure is the best of several rounds of about ``seconds`` together, taken in turns with the others, so that
    whatever else the machine does falls on all. ``threads`` is the most to try: 1, 2, 4 and so on up to it.
    """
    if not 0 < seconds <= 3600:
        raise usage_problem(f"seconds must be above 0 and at most 3600, got {seconds:g}", code="bad-number")
    most = threads if threads is not None else cpu_count() or 1
    if not 1 <= most <= 256:
        raise usage_problem(f"threads must be 1 to 256, got {most}", code="bad-number")
    chosen = [family_of(family)] if family is not None else list(families().values())
    return [
        _bench(one, variant, seats, seconds, most, note or (lambda text: None))
        for one in chosen
        for variant, seats in (one.benches or _first_variant(one))
    ]


def _first_variant(family: Family) -> list[tuple[str, Sequence[str]]]:
    names = [name for name in shipped_variants() if name.partition("/")[0] == family.id]
    return [(name, ()) for name in names[:1]]


def thread_counts(most: int) -> list[int]:
    """1, 2, 4 and so on below ``most``, then ``most``."""
    return [*(2**power for power in range(most.bit_length()) if 2**power < most), most]


def _bench(
    family: Family, variant: str, names: Sequence[str], seconds: float, most: int, note: Callable[[str], None]
) -> BenchResult:
    loaded = load(variant)
    seats = loaded.seats(names)
    interpreted = family.simulation(loaded.definition, seats)
    fast = family.simulation(loaded.definition, seats)
    fast.prepare(MANY_GAMES, note)
    if not fast.is_compiled:
        return BenchResult(family.id, loaded.variant, seats, {}, _rates({0: interpreted}, seconds)[0])
    rates = _rates({0: interpreted, **dict.fromkeys(thread_counts(most), fast)}, seconds)
    return BenchResult(family.id, loaded.variant, seats, {n: rate for n, rate in rates.items() if n}, rates[0])


def _rates(ways: dict[int, Simulation], seconds: float) -> dict[int, float]:
    """Games a second by number of threads; 0 stands for the interpreted rules."""
    slice_seconds = seconds / ROUNDS
    games = {threads: _games_of(way, threads, slice_seconds) for threads, way in ways.items()}
    best = dict.fromkeys(ways, 0.0)
    for number in range(ROUNDS):
        for threads, way in ways.items():
            first = number * games[threads]
            start = time.perf_counter()
            _play(way, threads, first, first + games[threads])
            best[threads] = max(best[threads], games[threads] / (time.perf_counter() - start))
    return best


def _games_of(way: Simulation, threads: int, seconds: float) -> int:
    """About the games that fit into ``seconds``; on threads a chunk each at least, or their start would be timed."""
    games = way.chunk_games * threads or 4
    least = games if threads else 1
    while True:
        start = time.perf_counter()
        _play(way, threads, 0, games)
        taken = time.perf_counter() - start
        if taken > seconds / 4:
            return max(least, round(games * seconds / taken))
        games *= 2


def _play(way: Simulation, threads: int, first: int, last: int) -> None:
    if threads == 0:
        way.play(1, first, last)
        return
    for _ in play([way], 1, first, last, lambda start, rows: None, threads=threads):
        pass

"""Sweep settings of a variant: every combination on the same luck, and what each setting does on its own and in
pairs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from workbench.definition.load import Loaded
from workbench.engine.cluster import cluster
from workbench.engine.run import Progress, play_ranges, threads_or_all
from workbench.engine.store import Store
from workbench.errors import Problem, usage_problem
from workbench.family import Seat
from workbench.statistics.effects import Effect, FactorialSums
from workbench.statistics.estimates import Estimate
from workbench.tasks.factorial import Batches, Factorial, batch_games, pack
from workbench.tasks.factors import Factor, load_cells, read_factors
from workbench.tasks.simulate import DEFAULT_GAMES, check_numbers
from workbench.tasks.strategies import check as check_strategies
from workbench.tasks.strategies import own_characters


@dataclass(frozen=True)
class CellMetric:
    """One figure of a cell: of a seat, or of the whole game where ``seat`` is None."""

    name: str
    seat: int | None
    unit: str
    description: str
    value: Estimate

    def to_dict(self) -> dict[str, Any]:
        """The metric as CONTRACT-shaped JSON."""
        head = {"name": self.name, "seat": self.seat, "unit": self.unit, "description": self.description}
        return {**head, **self.value.to_dict()}


@dataclass(frozen=True)
class Cell:
    """One combination of settings, and how it plays: the figures that ``simulate`` of it gives."""

    settings: Mapping[str, Any]
    fingerprint: Mapping[str, str]
    seats: Sequence[Seat]
    metrics: Sequence[CellMetric]
    warnings: Sequence[Problem] = ()

    def to_dict(self) -> dict[str, Any]:
        """The cell as CONTRACT-shaped JSON."""
        return {
            "settings": dict(self.settings),
            "fingerprint": dict(self.fingerprint),
            "seats": [seat.to_dict() for seat in self.seats],
            "metrics": [metric.to_dict() for metric in self.metrics],
        }


@dataclass(frozen=True)
class SweepEffect:
    """What one factor (or a pair) does to one figure: from the first values ``start`` to the values ``end``."""

    factors: Sequence[str]
    start: Sequence[Any]
    end: Sequence[Any]
    metric: str
    seat: int | None
    share: bool
    value: Estimate
    games_that_differ: int

    @property
    def primary(self) -> bool:
        """Whether it is one on a seat's win rate or score."""
        return self.seat is not None and self.metric in ("win_rate", "score")

    def to_dict(self) -> dict[str, Any]:
        """The effect as CONTRACT-shaped JSON."""
        return {
            "factors": list(self.factors),
            "from": list(self.start),
            "to": list(self.end),
            "metric": self.metric,
            "seat": self.seat,
            **self.value.to_dict(),
            "games_that_differ": self.games_that_differ,
        }


@dataclass(frozen=True)
class SweepResult:
    """What a sweep found."""

    family: str
    variant: str
    seed: int
    games: int
    rotate: bool
    factors: Sequence[Factor]
    cells: Sequence[Cell]
    effects: Sequence[SweepEffect]
    notes: Sequence[str]

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        return {
            "family": self.family,
            "variant": self.variant,
            "seed": self.seed,
            "games": self.games,
            "rotate": self.rotate,
            "factors": [factor.to_dict() for factor in self.factors],
            "cells": [cell.to_dict() for cell in self.cells],
            "effects": [effect.to_dict() for effect in self.effects],
            "notes": list(self.notes),
        }


def sweep(
    variant: str,
    vary: Sequence[str] | Mapping[str, Sequence[Any]],
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    seats: Sequence[str] = (),
    characters: Mapping[str, str] | None = None,
    rotate: bool = False,
    threads: int | None = None,
    store: Path | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> SweepResult:
    """Play the same games with every combination of the values in ``vary`` and estimate what each of them does.

    ``vary``: ``KEY=V1,V2`` texts, or the values by key. ``store`` keeps finished batches, so that the same call goes
    on where it was stopped. ``scheduler`` plays on the workers of dask.distributed. The result depends on neither.
    ``characters`` ({id: "FILE.py:function"}) are strategies of your own, which play in this process alone.
    """
    games = DEFAULT_GAMES if games is None else games
    check_numbers(games=games, seed=seed, threads=threads)
    factors = read_factors(vary, settings)
    loaded = load_cells(variant, factors, settings)
    own = own_characters(loaded[0].family, characters or {})
    if own and scheduler is not None:
        raise usage_problem(
            "strategies of your own do not play on the workers of a scheduler",
            code="bad-combination",
            key="character",
            hint="without --scheduler they play here, on all threads",
        )
    note = note or (lambda text: None)
    cells = [(cell, cell.seats(seats, own)) for cell in loaded]
    _same_table(cells)
    for number, (cell, line_up) in enumerate(cells):
        # How they run is told once, not for each combination.
        check_strategies(cell, line_up, seed, games, note if number == 0 else lambda text: None)
    shape = [len(factor.levels) for factor in factors]
    factorial = Factorial(cells, rotate, shape)
    design = pack(cells, rotate, shape) if scheduler is not None else b""
    run = _Run(factorial, design, games, seed, threads, scheduler, note)
    with ExitStack() as files:
        kept = files.enter_context(Store(store, _identity(cells, rotate, shape, seed))) if store is not None else None
        sums = run.play(kept, progress)
    return _summarise(cells, factors, factorial, sums, seed, rotate)


def _same_table(cells: Sequence[tuple[Loaded, Sequence[Seat]]]) -> None:
    sizes = sorted({len(seats) for _, seats in cells})
    if len(sizes) > 1:
        message = f"the combinations seat {' and '.join(str(size) for size in sizes)} players: they must be as many"
        raise usage_problem(message, code="other-seats", key="seats", hint="choose the same with --seats")


def _identity(
    cells: Sequence[tuple[Loaded, Sequence[Seat]]], rotate: bool, shape: Sequence[int], seed: int
) -> dict[str, Any]:
    """What the sums of a range of games depend on, and nothing else."""
    from workbench import __version__

    return {
        "version of the workbench": __version__,
        "family": cells[0][0].family.id,
        "number of values": list(shape),
        "rules": [cell.fingerprint.rules for cell, _ in cells],
        "seats": [[_mark(seat) for seat in seats] for _, seats in cells],
        "rotation": rotate,
        "seed": seed,
    }


def _mark(seat: Seat) -> dict[str, Any]:
    """The seat, with what the file of a user's strategy holds: it may be changed before the sweep goes on."""
    if seat.function is None:
        return seat.to_dict()
    return {**seat.to_dict(), "content": hashlib.sha256(seat.function.path.read_bytes()).hexdigest()}


@dataclass(frozen=True)
class _Run:
    """The playing of a sweep, batch by batch."""

    factorial: Factorial
    design: bytes
    games: int
    seed: int
    threads: int | None
    scheduler: str | None
    note: Callable[[str], None]

    def play(self, store: Store | None, progress: Progress | None) -> FactorialSums:
        """The sums of all games: of the store as far as it has them, the others played (and stored)."""
        sums = self.factorial.sums()
        missing: list[tuple[int, int]] = []
        for first, last, is_stored in self._plan(store):
            if is_stored and store is not None:
                try:
                    sums.merge_bytes(store.read(first, last), last - first)
                except ValueError:
                    raise store.damaged() from None
            else:
                missing.append((first, last))
        if sums.games:
            self.note(f"{sums.games} of {self.games} games come from the store")
        if not missing:
            return sums
        with self._players() as (executor, work, workers):
            for (first, last), part in play_ranges(executor, work, missing, 2 * workers):
                if store is not None:
                    store.write(first, last, part)
                sums.merge_bytes(part, last - first)
                if progress is not None:
                    progress(sums.games, self.games)
        return sums

    def _plan(self, store: Store | None) -> Iterator[tuple[int, int, bool]]:
        """Ranges that make up all games, and whether the store has them. Batches end at multiples of their size."""
        size = batch_games(len(self.factorial.simulations))
        stored: dict[int, int] = {}
        for first, last in store.ranges() if store is not None else ():
            if last <= self.games:
                stored[first] = max(last, stored.get(first, 0))
        at = 0
        while at < self.games:
            end = stored.get(at) or min((at // size + 1) * size, self.games)
            yield at, end, at in stored
            at = end

    @contextmanager
    def _players(self) -> Iterator[tuple[Executor, Callable[[int, int], bytes], int]]:
        """Who plays: an executor, what it is given, and how much it does at a time."""
        from workbench import __version__

        if self.scheduler is not None:
            with cluster(self.scheduler) as (executor, workers):
                yield executor, Batches(self.design, self.seed, self.games, __version__), workers
            return
        self.factorial.prepare(self.games, self.note)
        workers = threads_or_all(self.threads)
        with ThreadPoolExecutor(workers) as pool:
            yield pool, lambda first, last: self.factorial.play(self.seed, first, last).to_bytes(), workers


def _summarise(
    cells: Sequence[tuple[Loaded, Sequence[Seat]]],
    factors: Sequence[Factor],
    factorial: Factorial,
    sums: FactorialSums,
    seed: int,
    rotate: bool,
) -> SweepResult:
    found = []
    for at, levels in enumerate(product(*(factor.levels for factor in factors))):
        loaded, seats = cells[at]
        metrics = [
            CellMetric(column.name, column.seat, column.unit, column.description, value)
            for column, value in zip(factorial.columns[at], sums.means(at), strict=True)
        ]
        chosen = {factor.key: level for factor, level in zip(factors, levels, strict=True)}
        found.append(Cell(chosen, loaded.fingerprint.to_dict(), tuple(seats), tuple(metrics), loaded.warnings))
    first = cells[0][0]
    return SweepResult(
        first.family.id,
        first.variant,
        seed,
        sums.games,
        rotate,
        tuple(factors),
        tuple(found),
        tuple(_named(effect, factors) for effect in sums.effects()),
        tuple(_notes(cells, factors, factorial)),
    )


def _named(effect: Effect, factors: Sequence[Factor]) -> SweepEffect:
    contrast = effect.contrast
    mine = [factors[place] for place in contrast.factors]
    return SweepEffect(
        tuple(factor.key for factor in mine),
        tuple(factor.levels[0] for factor in mine),
        tuple(factor.levels[level] for factor, level in zip(mine, contrast.levels, strict=True)),
        effect.column.name,
        effect.column.seat,
        effect.column.share,
        effect.value,
        effect.games_that_differ,
    )


def _notes(
    cells: Sequence[tuple[Loaded, Sequence[Seat]]], factors: Sequence[Factor], factorial: Factorial
) -> Iterator[str]:
    """What a reader of the figures should know."""
    if factorial.left_out:
        yield f"figures that not every combination has are left out: {', '.join(factorial.left_out)}"
    played = [(cell.fingerprint.rules, [seat.to_dict() for seat in seats]) for cell, seats in cells]
    step = len(cells)
    for factor in factors:
        step //= len(factor.levels)
        firsts = [at - at // step % len(factor.levels) * step for at in range(len(cells))]
        if all(played[at] == played[first] for at, first in enumerate(firsts)):
            yield f"{factor.key} changes nothing in play: the rules and the players are the same"

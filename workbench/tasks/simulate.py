"""Simulate a variant: how its characters fare, with intervals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from workbench.definition.load import Loaded, load
from workbench.engine.rotation import SEAT_PREFIX, RotatedSimulation
from workbench.engine.run import Progress, play
from workbench.engine.simulation import Column, Simulation
from workbench.errors import usage_problem
from workbench.family import Seat
from workbench.numbers import plain, to_json_line
from workbench.output import open_text
from workbench.statistics.estimates import Estimate, estimate
from workbench.statistics.sums import Sums, percentile_of
from workbench.tasks.strategies import check as check_strategies
from workbench.tasks.strategies import own_characters

DEFAULT_GAMES = 10_000
DEFAULT_GAMES_WITH_PRECISION = 10_000_000
FIRST_BATCH_GAMES = 10_000
DEFAULT_LOG_GAMES = 100
PERCENTILES = (5, 50, 95)


@dataclass(frozen=True)
class MetricResult:
    """One figure, of the whole game or of a player."""

    name: str
    unit: str
    description: str
    value: Estimate
    detail: bool = False
    """Whether it is one of many alike, which no screen has room for."""

    def to_dict(self) -> dict[str, Any]:
        """The metric as CONTRACT-shaped JSON."""
        return {"name": self.name, "unit": self.unit, "description": self.description, **self.value.to_dict()}


@dataclass(frozen=True)
class PlayerResult:
    """How one seat (or one character over all seats) fared."""

    win_rate: Estimate
    score: Estimate
    score_percentiles: dict[str, float]
    seat: int | None = None
    character: str | None = None
    metrics: Sequence[MetricResult] = ()
    """Further figures of the player: its tools, its fossils."""

    def to_dict(self) -> dict[str, Any]:
        """The player as CONTRACT-shaped JSON."""
        who: dict[str, Any] = {}
        if self.seat is not None:
            who["seat"] = self.seat
        if self.character is not None:
            who["character"] = self.character
        return {
            **who,
            "win_rate": self.win_rate.to_dict(),
            "score": self.score.to_dict(),
            "score_percentiles": self.score_percentiles,
            "metrics": [metric.to_dict() for metric in self.metrics],
        }


@dataclass(frozen=True)
class SimulateResult:
    """What a simulation found. ``players`` by seat, or ``by_seat`` and ``by_character`` of rotated seats."""

    family: str
    variant: str
    fingerprint: dict[str, str]
    seed: int
    games: int
    seats: Sequence[Seat]
    players: Sequence[PlayerResult]
    by_seat: Sequence[PlayerResult]
    by_character: Sequence[PlayerResult]
    metrics: Sequence[MetricResult]
    sums: Sums = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        head = {
            "family": self.family,
            "variant": self.variant,
            "fingerprint": self.fingerprint,
            "seed": self.seed,
            "games": self.games,
            "seats": [seat.to_dict() for seat in self.seats],
        }
        groups = (
            {"players": self.players} if self.players else {"by_seat": self.by_seat, "by_character": self.by_character}
        )
        found: dict[str, Any] = plain(
            {
                **head,
                **{name: [player.to_dict() for player in group] for name, group in groups.items()},
                "metrics": [metric.to_dict() for metric in self.metrics],
            }
        )
        return found


def make_simulation(loaded: Loaded, seats: Sequence[Seat], rotate: bool) -> Simulation:
    """The game of a definition with its seats, rotated if asked for."""
    if not rotate:
        return loaded.family.simulation(loaded.definition, seats)
    return RotatedSimulation(lambda order: loaded.family.simulation(loaded.definition, order), seats)


def check_numbers(**numbers: float | None) -> None:
    """Refuse counts below 1, negative seeds and the like, by name."""
    for name, value in numbers.items():
        low, high = (0, 2**63 - 1) if name == "seed" else (1, 2**40)
        if name in ("precision", "margin"):
            if value is not None and not 0 < value <= 100:
                raise usage_problem(
                    f"{name} must be above 0 and at most 100, got {value:g}", code="bad-number", key=name
                )
        elif value is not None and not low <= value <= high:
            raise usage_problem(f"{name} must be {low} to {high}, got {value}", code="bad-number", key=name)


def batches(games: int, precision: float | None) -> Iterator[int]:
    """The totals after which a run may stop: the one asked for, or doubling from the first batch."""
    if precision is not None:
        total = FIRST_BATCH_GAMES
        while total < games:
            yield total
            total *= 2
    yield games


def precise_enough(sums: Sums, precision: float) -> bool:
    """Whether every win rate's interval is at most ``precision`` percentage points wide to each side."""
    for index, column in enumerate(sums.columns):
        if column.seat is not None and column.name in ("win_rate", f"{SEAT_PREFIX}win_rate"):
            found = estimate(sums, index)
            if found.low is None or found.high is None or (found.high - found.low) / 2 > precision / 100:
                return False
    return True


def tell_imprecise(games: int, precision: float | None, note: Callable[[str], None] | None) -> None:
    """Say that all games asked for did not reach the wished precision."""
    if precision is not None and note is not None:
        note(f"{games} games do not reach a precision of {precision:g} percentage points; --games allows more")


def simulate(
    variant: str | Loaded,
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    seats: Sequence[str] = (),
    characters: Mapping[str, str] | None = None,
    rotate: bool = False,
    precision: float | None = None,
    threads: int | None = None,
    log: Path | None = None,
    log_games: int | None = None,
    csv: Path | None = None,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> SimulateResult:
    """Play ``games`` games of a variant and sum up.

    ``precision`` (percentage points) plays batches that double from 10,000 until every win rate's half-width is at
    most that, or ``games`` are played; stopping looks at widths only. ``log`` gets the first ``log_games`` games as
    JSON Lines, ``csv`` a row a game and seat.
    """
    if games is None:
        games = DEFAULT_GAMES_WITH_PRECISION if precision is not None else DEFAULT_GAMES
    check_numbers(games=games, seed=seed, precision=precision, threads=threads, log_games=log_games)
    if log is not None and csv is not None and os.path.realpath(log) == os.path.realpath(csv):
        raise usage_problem(f"--log and --csv are the same file: {log}", code="bad-combination")
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    line_up = loaded.seats(seats, own_characters(loaded.family, characters or {}))
    check_strategies(loaded, line_up, seed, games, note or (lambda text: None))
    simulation = make_simulation(loaded, line_up, rotate)
    sums = Sums(simulation)
    with ExitStack() as files:
        if log is not None:
            write_log(
                files.enter_context(open_text(log)),
                loaded,
                line_up,
                simulation,
                seed,
                min(games, log_games or DEFAULT_LOG_GAMES),
            )
        table = files.enter_context(_score_table(csv, simulation, line_up)) if csv is not None else None

        def digest(first: int, rows: list[Any]) -> tuple[Sums, list[list[object]]]:
            part = Sums(simulation)
            part.add(rows[0])
            return part, table.lines(first, rows[0]) if table is not None else []

        done = 0
        for total in batches(games, precision):
            for part, written in play(
                [simulation], seed, done, total, digest, threads=threads, progress=progress, note=note
            ):
                sums.merge(part)
                if table is not None:
                    table.write(written)
            done = total
            if precision is not None and precise_enough(sums, precision):
                break
        else:
            tell_imprecise(done, precision, note)
    return summarise(loaded, line_up, seed, sums)


def summarise(loaded: Loaded, line_up: Sequence[Seat], seed: int, sums: Sums) -> SimulateResult:
    """The result of a run from its sums."""
    simulation = sums.simulation
    rotated = isinstance(simulation, RotatedSimulation)
    players: list[PlayerResult] = []
    by_seat: list[PlayerResult] = []
    by_character: list[PlayerResult] = []
    if isinstance(simulation, RotatedSimulation):
        by_seat = [
            PlayerResult(
                estimate(sums, sums.index(f"{SEAT_PREFIX}win_rate", seat)),
                estimate(sums, sums.index(f"{SEAT_PREFIX}score", seat)),
                _raw_percentiles(sums, lambda place, at, seat=seat: at == seat),
                seat=seat,
                metrics=_of_player(sums, seat, SEAT_PREFIX),
            )
            for seat in range(simulation.seats)
        ]
        for character in simulation.characters:
            place = next(i for i, seat in enumerate(line_up) if seat.character == character)
            by_character.append(
                PlayerResult(
                    estimate(sums, sums.index("win_rate", place)),
                    estimate(sums, sums.index("score", place)),
                    _raw_percentiles(sums, lambda p, at, character=character: line_up[p].character == character),
                    character=character,
                    metrics=_of_player(sums, place),
                )
            )
    else:
        players = [
            PlayerResult(
                estimate(sums, sums.index("win_rate", seat)),
                estimate(sums, sums.index("score", seat)),
                {str(p): sums.percentile(sums.index("score", seat), p) for p in PERCENTILES},
                seat=seat,
                character=who.character,
                metrics=_of_player(sums, seat),
            )
            for seat, who in enumerate(line_up)
        ]
    metrics = _metrics(sums, lambda column: column.shown and column.seat is None)
    assert rotated != bool(players)
    return SimulateResult(
        loaded.family.id,
        loaded.variant,
        loaded.fingerprint.to_dict(),
        seed,
        sums.games,
        tuple(line_up),
        tuple(players),
        tuple(by_seat),
        tuple(by_character),
        metrics,
        sums,
    )


def _metrics(sums: Sums, wanted: Callable[[Column], bool], prefix: str = "") -> tuple[MetricResult, ...]:
    return tuple(
        MetricResult(
            column.name.removeprefix(prefix), column.unit, column.description, estimate(sums, index), column.detail
        )
        for index, column in enumerate(sums.columns)
        if wanted(column)
    )


def _of_player(sums: Sums, place: int, prefix: str = "") -> tuple[MetricResult, ...]:
    """The further figures of a place; ``prefix`` is that of the names of figures by seat where seats were rotated."""

    def wanted(column: Column) -> bool:
        return column.by_player and column.seat == place and column.name.startswith(SEAT_PREFIX) == bool(prefix)

    return _metrics(sums, wanted, prefix)


def _raw_percentiles(sums: Sums, wanted: Any) -> dict[str, float]:
    """Percentiles of single games' scores over the rotations, of the wanted (line-up place, seat) pairs."""
    import numpy as np

    counts = np.zeros(0, dtype=np.int64)
    scale, lowest = 1, 0
    for index, column in enumerate(sums.columns):
        if column.name.startswith("raw.") and wanted(int(column.name.partition(".")[2]), column.seat):
            more = sums.histograms[index]
            length = max(len(counts), len(more))
            counts = np.pad(counts, (0, length - len(counts))) + np.pad(more, (0, length - len(more)))
            scale, lowest = column.scale, column.lowest
    return {str(p): (percentile_of(counts, p) + lowest) / scale for p in PERCENTILES}


def game_head(loaded: Loaded, line_up: Sequence[Seat], seed: int, game: int) -> dict[str, Any]:
    """The line of a log that heads a game (CONTRACT section 6)."""
    return {
        "event": "game",
        "family": loaded.family.id,
        "variant": loaded.variant,
        "fingerprint": loaded.fingerprint.to_dict(),
        "seed": seed,
        "game": game,
        "seats": [seat.to_dict() for seat in line_up],
    }


def write_log(
    file: TextIO, loaded: Loaded, line_up: Sequence[Seat], simulation: Simulation, seed: int, games: int
) -> None:
    """The first games as JSON Lines (CONTRACT section 6)."""
    for game in range(games):
        file.writelines(log_lines(loaded, line_up, seed, game, simulation.log(seed, game)))


def log_lines(
    loaded: Loaded, line_up: Sequence[Seat], seed: int, game: int, events: Sequence[dict[str, Any]]
) -> Iterator[str]:
    """The lines of a game's log, its head and its events."""
    # A family may have more to say of the game as a whole: that goes into the line that heads it.
    own, *rest = events if events[0]["event"] == "game" else ({}, *events)
    yield to_json_line({**game_head(loaded, line_up, seed, game), **own})
    yield from map(to_json_line, rest)


class _ScoreTable:
    """The CSV: one row a game and seat."""

    def __init__(self, file: TextIO, simulation: Simulation, line_up: Sequence[Seat]) -> None:
        import csv

        self.writer = csv.writer(file, lineterminator="\n")
        self.writer.writerow(["game", "seat", "character", "score", "win_share"])
        self.simulation = simulation
        self.line_up = line_up
        at = {(column.name, column.seat): index for index, column in enumerate(simulation.columns)}
        self.columns = [(at["score", seat], at["win_rate", seat]) for seat in range(len(line_up))]

    def lines(self, first: int, rows: Any) -> list[list[object]]:
        """The lines for the rows of a chunk."""
        columns = self.simulation.columns
        return [
            [
                number,
                seat,
                self.line_up[seat].character,
                f"{row[score] / columns[score].scale:.10g}",
                f"{row[win] / columns[win].scale:.10g}",
            ]
            for number, row in enumerate(rows.tolist(), start=first)
            for seat, (score, win) in enumerate(self.columns)
        ]

    def write(self, lines: list[list[object]]) -> None:
        """Write the lines of a chunk."""
        self.writer.writerows(lines)


@contextmanager
def _score_table(path: Path, simulation: Simulation, line_up: Sequence[Seat]) -> Iterator[_ScoreTable]:
    if isinstance(simulation, RotatedSimulation):
        raise usage_problem("--csv lists games by seat and cannot be used with --rotate", code="bad-combination")
    with open_text(path) as file:
        yield _ScoreTable(file, simulation, line_up)

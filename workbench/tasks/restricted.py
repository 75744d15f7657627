"""Restricted play: what each option of the game is worth to a player who has it.

After Jaffe, Miller, Andersen, Liu, Karlin and Popovic 2012 (Evaluating Competitive Game Balance with Restricted Play,
AIIDE): a player who is forbidden one option plays against unrestricted ones, and what it wins less is what the option
is worth. Here the twin without the restriction plays the same deals at the same table, so that both share their luck;
every deal is played once for each rotation of the seats, so that no seat counts more than another.

The characters do not learn: who is forbidden an option plays on by its own strategy without it. The figures are
simulated, with intervals, not exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.definition.load import Loaded, load
from workbench.engine.focus import FocusSimulation
from workbench.engine.run import Progress, play
from workbench.engine.simulation import Simulation
from workbench.errors import in_quotes, nearest, usage_problem
from workbench.family import Seat
from workbench.numbers import plain
from workbench.statistics.estimates import Estimate, estimate
from workbench.statistics.paired import Difference, differences
from workbench.statistics.sums import PairedSums, Sums
from workbench.tasks.compare import DEFAULT_MARGIN
from workbench.tasks.simulate import DEFAULT_GAMES, check_numbers
from workbench.tasks.strategies import check as check_strategies
from workbench.tasks.strategies import own_characters


@dataclass(frozen=True)
class Worth:
    """What an option is worth in one figure: unrestricted minus restricted.

    ``low`` and ``high``: 95 % for this row alone; ``low_all`` and ``high_all``: for all rows of the run together.
    None where too few deals differ for an interval.
    """

    estimate: float
    low: float | None
    high: float | None
    low_all: float | None
    high_all: float | None

    def to_dict(self) -> dict[str, float | None]:
        """The worth as JSON data."""
        return dict(self.__dict__)


@dataclass(frozen=True)
class RestrictedRow:
    """One character without one option, against its unrestricted twin."""

    character: str
    option: str
    words: str
    win_rate: Estimate
    score: Estimate
    restricted_win_rate: Estimate
    restricted_score: Estimate
    win_rate_worth: Worth
    score_worth: Worth
    deals_that_differ: int

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON data."""
        return {
            "character": self.character,
            "option": self.option,
            "words": self.words,
            "unrestricted": {"win_rate": self.win_rate.to_dict(), "score": self.score.to_dict()},
            "restricted": {
                "win_rate": self.restricted_win_rate.to_dict(),
                "score": self.restricted_score.to_dict(),
            },
            "worth": {"win_rate": self.win_rate_worth.to_dict(), "score": self.score_worth.to_dict()},
            "deals_that_differ": self.deals_that_differ,
        }


@dataclass(frozen=True)
class RestrictedResult:
    """What restricted play found; ``games`` are deals, each played once for each rotation of the seats."""

    family: str
    variant: str
    fingerprint: dict[str, str]
    seed: int
    games: int
    seats: Sequence[Seat]
    rows: Sequence[RestrictedRow]

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON data (documented in docs/design.md)."""
        found: dict[str, Any] = plain(
            {
                "family": self.family,
                "variant": self.variant,
                "fingerprint": self.fingerprint,
                "simulated": True,
                "seed": self.seed,
                "games": self.games,
                "seats": [seat.to_dict() for seat in self.seats],
                "restricted": [row.to_dict() for row in self.rows],
            }
        )
        return found


@dataclass(frozen=True)
class _Arm:
    place: int
    option: str
    simulation: Simulation


def restricted(
    variant: str | Loaded,
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    seats: Sequence[str] = (),
    only: Sequence[str] = (),
    characters: Mapping[str, str] | None = None,
    language: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> RestrictedResult:
    """Play ``games`` deals with each rotation of the seats, once freely and once for each option forbidden to each
    character at the table (or to those in ``only``; of equal characters the first is restricted).

    ``characters``: strategies of your own, as for :func:`workbench.simulate`. Raises :class:`DefinitionError` where the
    family has no options to forbid, or a character of ``only`` has no seat.
    """
    games = DEFAULT_GAMES if games is None else games
    check_numbers(games=games, seed=seed, threads=threads)
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    options = loaded.family.options(loaded.definition, language or "en")
    if not options:
        raise usage_problem(
            f"the family {loaded.family.id} has no options to forbid: there is no restricted play of {loaded.variant}",
            code="no-options",
        )
    line_up = loaded.seats(seats, own_characters(loaded.family, characters or {}))
    places = _places(line_up, only)
    check_strategies(loaded, line_up, seed, games, note or (lambda text: None))

    def make(order: Sequence[Seat]) -> Simulation:
        return loaded.family.simulation(loaded.definition, order)

    count = 1 + len(places) * len(options)
    free = FocusSimulation(make, line_up, places, count)
    arms = [
        _Arm(place, option, FocusSimulation(make, forbid(line_up, place, option), [place], count))
        for place in places
        for option in options
    ]
    sums, part_of_arm, pairs = Sums(free), [Sums(arm.simulation) for arm in arms], _pairs(free, arms)

    def digest(first: int, rows: list[Any]) -> tuple[Sums, list[Sums], list[PairedSums]]:
        part = Sums(free)
        part.add(rows[0])
        own, paired = [Sums(arm.simulation) for arm in arms], _pairs(free, arms)
        for mine, pair, found in zip(own, paired, rows[1:], strict=True):
            mine.add(found)
            pair.add(rows[0], found)
        return part, own, paired

    simulations = [free, *(arm.simulation for arm in arms)]
    for part, own, paired in play(simulations, seed, 0, games, digest, threads=threads, progress=progress, note=note):
        sums.merge(part)
        for mine, more in zip(part_of_arm, own, strict=True):
            mine.merge(more)
        for pair, more_pairs in zip(pairs, paired, strict=True):
            pair.merge(more_pairs)
    rows = [
        _row(line_up[arm.place].character, arm, options[arm.option], sums, mine, pair, 2 * len(arms))
        for arm, mine, pair in zip(arms, part_of_arm, pairs, strict=True)
    ]
    return RestrictedResult(
        loaded.family.id, loaded.variant, loaded.fingerprint.to_dict(), seed, games, tuple(line_up), tuple(rows)
    )


def forbid(line_up: Sequence[Seat], place: int, option: str) -> list[Seat]:
    """The line-up with one more option forbidden to one place."""
    seat = line_up[place]
    return [*line_up[:place], replace(seat, forbidden=(*seat.forbidden, option)), *line_up[place + 1 :]]


def _places(line_up: Sequence[Seat], only: Sequence[str]) -> list[int]:
    """The places to be restricted: the first of each character."""
    names = [seat.character for seat in line_up]
    for name in only:
        if name not in names:
            guess = nearest(name, names)
            raise usage_problem(
                f"{in_quotes(name)} has no seat at this table",
                code="unknown-character",
                key="character",
                hint=f"did you mean {guess}?" if guess else f"seated: {', '.join(names)}",
            )
    return [names.index(name) for name in dict.fromkeys(names) if not only or name in only]


def _pairs(free: Simulation, arms: Sequence[_Arm]) -> list[PairedSums]:
    return [PairedSums(free, arm.simulation) for arm in arms]


def _row(character: str, arm: _Arm, words: str, free: Sums, sums: Sums, pair: PairedSums, rows: int) -> RestrictedRow:
    found = {row.metric: row for row in differences(free, sums, pair, margin=DEFAULT_MARGIN, primary_rows=rows)}
    win, score = (free.index(name, arm.place) for name in ("win_rate", "score"))
    own_win, own_score = (sums.index(name, arm.place) for name in ("win_rate", "score"))
    return RestrictedRow(
        character,
        arm.option,
        words,
        estimate(free, win),
        estimate(free, score),
        estimate(sums, own_win),
        estimate(sums, own_score),
        _worth(found["win_rate"]),
        _worth(found["score"]),
        pair.games_that_differ,
    )


def _worth(row: Difference) -> Worth:
    """A difference turned round: what is lost without the option."""

    def minus(value: float | None) -> float | None:
        return None if value is None else -value

    return Worth(-row.difference, minus(row.high), minus(row.low), minus(row.high_all), minus(row.low_all))

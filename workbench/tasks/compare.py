"""Compare variants on shared luck: what differs, how surely, and where nothing does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.definition.load import Loaded, load
from workbench.engine.run import Progress, play
from workbench.errors import usage_problem
from workbench.family import Seat
from workbench.numbers import plain
from workbench.statistics.paired import Difference, differences
from workbench.statistics.sums import PairedSums, Sums
from workbench.tasks.simulate import (
    DEFAULT_GAMES,
    DEFAULT_GAMES_WITH_PRECISION,
    SimulateResult,
    batches,
    check_numbers,
    make_simulation,
    precise_enough,
    summarise,
    tell_imprecise,
)
from workbench.tasks.strategies import check as check_strategies
from workbench.tasks.strategies import own_characters

DEFAULT_MARGIN = 1.0


@dataclass(frozen=True)
class ComparedVariant:
    """One variant against the baseline."""

    variant: str
    fingerprint: dict[str, str]
    games_that_differ: int
    decisions_that_differ: int
    decisions_by_seat: Sequence[int]
    differences: Sequence[Difference]
    note: str | None
    loaded: Loaded = field(repr=False, compare=False)
    result: SimulateResult = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The variant as CONTRACT-shaped JSON."""
        return {
            "variant": self.variant,
            "fingerprint": self.fingerprint,
            "games_that_differ": self.games_that_differ,
            "decisions_that_differ": self.decisions_that_differ,
            "decisions_by_seat": list(self.decisions_by_seat),
            "note": self.note,
            "differences": [row.to_dict() for row in self.differences],
        }


@dataclass(frozen=True)
class CompareResult:
    """What a comparison found."""

    family: str
    fingerprint: dict[str, str]
    baseline: str
    games: int
    seed: int
    seats: Sequence[Seat]
    margin: float
    variants: Sequence[ComparedVariant]
    loaded: Loaded = field(repr=False, compare=False)
    result: SimulateResult = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        found: dict[str, Any] = plain(
            {
                "family": self.family,
                "fingerprint": self.fingerprint,
                "baseline": self.baseline,
                "games": self.games,
                "seed": self.seed,
                "seats": [seat.to_dict() for seat in self.seats],
                "margin": self.margin,
                "variants": [variant.to_dict() for variant in self.variants],
            }
        )
        return found


def compare(
    base: str | Loaded,
    others: str | Loaded | Sequence[str | Loaded] = (),
    *,
    changes: Sequence[str] = (),
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    seats: Sequence[str] = (),
    characters: Mapping[str, str] | None = None,
    rotate: bool = False,
    precision: float | None = None,
    margin: float = DEFAULT_MARGIN,
    threads: int | None = None,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> CompareResult:
    """Play the same games of ``base`` and of every other variant and compare them game by game.

    ``changes`` (``KEY=VALUE``) make further arms of the baseline; ``settings`` apply to every arm. Each arm is what
    :func:`workbench.simulate` of it gives. ``margin``: percentage points for shares, else percent of the baseline.
    """
    if games is None:
        games = DEFAULT_GAMES_WITH_PRECISION if precision is not None else DEFAULT_GAMES
    check_numbers(games=games, seed=seed, precision=precision, margin=margin, threads=threads)
    baseline = base if isinstance(base, Loaded) else load(base, settings)
    one_or_many = [others] if isinstance(others, str | Loaded) else others
    arms = [other if isinstance(other, Loaded) else load(other, settings) for other in one_or_many]
    names = [arm.variant for arm in arms]
    for change in changes:
        assert isinstance(base, str)
        arms.append(load(base, [*settings, change]))
        names.append(f"{baseline.variant} with {change}")
    if not arms:
        raise usage_problem(
            "nothing to compare with: name another variant, or --change KEY=VALUE", code="nothing-to-compare"
        )
    own = own_characters(baseline.family, characters or {})
    # A character that one arm brings plays in all of them, and a table that one arm allows is set for all.
    guests = {name: seat for arm in reversed([baseline, *arms]) for name, seat in arm.characters().items()}
    most = max(arm.definition.players.max for arm in [baseline, *arms])
    line_ups = [arm.seats(seats, {**guests, **arm.characters(), **own}, most) for arm in [baseline, *arms]]
    for arm, line_up in zip(arms, line_ups[1:], strict=True):
        _same_table(baseline, line_ups[0], arm, line_up)
    for arm, line_up in zip([baseline, *arms], line_ups, strict=True):
        check_strategies(arm, line_up, seed, games, note or (lambda text: None))
    simulations = [
        make_simulation(arm, line_up, rotate) for arm, line_up in zip([baseline, *arms], line_ups, strict=True)
    ]
    sums = [Sums(simulation) for simulation in simulations]
    paired = [PairedSums(simulations[0], simulation) for simulation in simulations[1:]]

    def digest(first: int, rows: list[Any]) -> tuple[list[Sums], list[PairedSums]]:
        part_sums = [Sums(simulation) for simulation in simulations]
        for part, arm_rows in zip(part_sums, rows, strict=True):
            part.add(arm_rows)
        part_pairs = [PairedSums(simulations[0], simulation) for simulation in simulations[1:]]
        for pair, arm_rows in zip(part_pairs, rows[1:], strict=True):
            pair.add(rows[0], arm_rows)
        return part_sums, part_pairs

    done = 0
    for total in batches(games, precision):
        for part_sums, part_pairs in play(
            simulations, seed, done, total, digest, threads=threads, progress=progress, note=note
        ):
            for arm_sums, part in zip(sums, part_sums, strict=True):
                arm_sums.merge(part)
            for pair, part_pair in zip(paired, part_pairs, strict=True):
                pair.merge(part_pair)
        done = total
        if precision is not None and all(precise_enough(arm_sums, precision) for arm_sums in sums):
            break
    else:
        tell_imprecise(done, precision, note)
    results = [
        summarise(arm, line_up, seed, arm_sums)
        for arm, line_up, arm_sums in zip([baseline, *arms], line_ups, sums, strict=True)
    ]
    primary = sum(column.primary for column in simulations[0].columns) * len(arms)
    variants = [
        ComparedVariant(
            name,
            arm.fingerprint.to_dict(),
            pair.games_that_differ,
            pair.decisions_that_differ,
            tuple(pair.decisions_by_seat),
            tuple(
                differences(
                    sums[0],
                    arm_sums,
                    pair,
                    margin=margin,
                    primary_rows=primary,
                    same=_is_same(baseline, arm, line_ups[0], line_up),
                )
            ),
            note_on(baseline, arm, pair, list(line_ups[0]) == list(line_up)),
            arm,
            result,
        )
        for name, arm, line_up, pair, arm_sums, result in zip(
            names, arms, line_ups[1:], paired, sums[1:], results[1:], strict=True
        )
    ]
    return CompareResult(
        baseline.family.id,
        baseline.fingerprint.to_dict(),
        baseline.variant,
        done,
        seed,
        tuple(line_ups[0]),
        margin,
        tuple(variants),
        baseline,
        results[0],
    )


def _same_table(baseline: Loaded, seats: Sequence[Seat], arm: Loaded, other: Sequence[Seat]) -> None:
    if baseline.family.id != arm.family.id:
        raise usage_problem(
            f"{arm.variant} is of the family {arm.family.id}, {baseline.variant} of {baseline.family.id}: "
            "only variants of one family can be compared",
            code="another-family",
        )
    mine, theirs = ([seat.character for seat in line_up] for line_up in (seats, other))
    if mine != theirs:
        raise usage_problem(
            f"{baseline.variant} seats {', '.join(mine)}, but {arm.variant} seats {', '.join(theirs)}",
            code="other-seats",
            hint="choose the same with --seats",
        )


def _is_same(baseline: Loaded, arm: Loaded, seats: Sequence[Seat], other: Sequence[Seat]) -> bool:
    """Whether both arms are one and the same game, by rules and players."""
    return baseline.fingerprint.rules == arm.fingerprint.rules and list(seats) == list(other)


def note_on(baseline: Loaded, arm: Loaded, pair: PairedSums, same_characters: bool) -> str | None:
    """What happened where little or nothing did."""
    if baseline.fingerprint.rules == arm.fingerprint.rules:
        if same_characters:
            return "the rules and the characters are the same: no game differs"
        if pair.games_that_differ == 0:
            return "the rules are the same, and the characters acted alike: no game differs"
        return "the rules are the same; only characters differ"
    if pair.games_that_differ == 0:
        return "no game differs: what was changed never came into play"
    if pair.decisions_that_differ == 0:
        return "no character reacted; only the scoring changed"
    return None

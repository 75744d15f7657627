"""Who sat at the table, and the sides of a comparison, in the shape that the report tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.report.words import Words

if TYPE_CHECKING:
    from workbench.definition.load import Loaded
    from workbench.family import Seat
    from workbench.statistics.estimates import Estimate
    from workbench.tasks.compare import ComparedVariant, CompareResult
    from workbench.tasks.simulate import PlayerResult, SimulateResult


@dataclass(frozen=True)
class Player:
    """One row of results: a seat, or a character over all seats where they were rotated."""

    place: int
    """The seat, or the line-up place where the character first stands: what differences are listed under."""
    places: tuple[int, ...]
    name: str
    seat: Seat


@dataclass(frozen=True)
class Arm:
    """One side: its name in words, what it is, and what was found."""

    name: str
    variant: str
    result: SimulateResult
    compared: ComparedVariant | None = None


def is_rotated(result: SimulateResult) -> bool:
    """Whether the seats were rotated."""
    return not result.players


def players_of(result: SimulateResult, words: Words) -> list[Player]:
    """The players whose results are told."""
    names = [seat.character for seat in result.seats]
    if is_rotated(result):
        return [
            Player(
                names.index(name),
                tuple(place for place, other in enumerate(names) if other == name),
                name,
                result.seats[names.index(name)],
            )
            for name in dict.fromkeys(names)
        ]
    return [
        Player(
            place,
            (place,),
            words("who.named", character=seat.character, number=place + 1)
            if names.count(seat.character) > 1
            else seat.character,
            seat,
        )
        for place, seat in enumerate(result.seats)
    ]


def result_of(result: SimulateResult, player: Player) -> PlayerResult:
    """What ``result`` says about a player."""
    if is_rotated(result):
        return next(found for found in result.by_character if found.character == player.seat.character)
    return next(found for found in result.players if found.seat == player.place)


def arms_of(simulate: SimulateResult, compare: CompareResult | None, words: Words) -> list[Arm]:
    """The baseline and the variants; one nameless side where nothing was compared."""
    if compare is None:
        return [Arm("", simulate.variant, simulate)]
    several = len(compare.variants) > 1
    return [
        Arm(words("who.baseline"), compare.baseline, compare.result),
        *(
            Arm(
                words("who.variant_number", number=number) if several else words("who.variant"),
                compared.variant,
                compared.result,
                compared,
            )
            for number, compared in enumerate(compare.variants, start=1)
        ),
    ]


def primary_rows(compare: CompareResult) -> int:
    """How many intervals hold together."""
    return sum(row.verdict is not None for compared in compare.variants for row in compared.differences)


def decisions_of(compared: ComparedVariant, player: Player) -> int | None:
    """How many decisions of a player differ; None where that is not known by seat."""
    by_seat: Sequence[int] | None = getattr(compared, "decisions_by_seat", None)
    if by_seat is not None:
        return sum(by_seat[place] for place in player.places)
    return 0 if compared.decisions_that_differ == 0 else None


def settings_of(loaded: Loaded) -> list[str]:
    """The ``KEY=VALUE`` settings laid on top of a variant."""
    return [
        layer.name.removeprefix(f"{layer.label} ")
        for layer in loaded.merged.layers
        if layer.path is None and layer.text is None and layer.label.startswith("--")
    ]


def half(estimate: Estimate) -> tuple[float | None, float | None]:
    """Low and high of an estimate."""
    return estimate.low, estimate.high

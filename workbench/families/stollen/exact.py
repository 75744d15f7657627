"""Exact figures of one level (Sohle) of stollen, computed and never estimated.

Everything here is for one fresh level deck with some fossils in it that are worth nothing, and without tools.
The figures follow the rules of docs/rules.md; ids such as S17 or SO15 are those of that document.

Values of rules of leaving are computed on whole numbers (leaving.py); the best value with the canary, and that of
several who always act alike, by backward induction (induction.py).

What is too large for the bounds below becomes None, with a reason beside it. The bounds count work, not time,
so the same definition gives the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, Literal

from workbench.families.stollen.definition import Canary, StollenDefinition
from workbench.families.stollen.induction import MOST_STEPS, solo_best, together
from workbench.families.stollen.leaving import (
    Deck,
    OutOfReach,
    collapse_chances,
    leave_after,
    leave_at_kinds,
    leave_at_loot,
)

NO_COLLAPSE = "no collapse is possible"
NOT_IF_LEAVERS_ARE_BURIED = "not computed where leaving does not come before the next card"


def _numbered(values: Iterable[float], first: int = 1) -> dict[str, float]:
    return {str(number): value for number, value in enumerate(values, start=first)}


def level_figures(
    finds: Sequence[int],
    hazards: Mapping[str, int],
    fossils: int,
    canary: Canary | None,
    *,
    most_players: int = 6,
    split: Literal["pooled", "per-card"] = "pooled",
    when_empty: Literal["leave", "reshuffle", "bank"] = "leave",
    leaving_first: bool = True,
    most_steps: int = MOST_STEPS,
) -> dict[str, Any]:
    """All figures of one fresh level deck.

    Where a collapse is possible at all, it is certain if nobody leaves, for the deck cannot run out (S-T2);
    else the mean collapse card is null. ``solo_best`` includes the canary, all other figures leave it aside.
    SO45 does not bind somebody who plays alone. When the deck runs out (SO15) there is no further choice; a
    deck without hazards is not shuffled again. Nothing but the collapse card is computed where leavers can be
    buried by the next card (SO41).
    """
    deck = Deck(tuple(finds), tuple(copies for copies in hazards.values() if copies), fossils)
    chances, none = collapse_chances(deck, when_empty == "reshuffle")
    collapse: dict[str, Any] = {
        "mean": None,
        "p": {str(k): chance for k, chance in chances.items()},
        "p_none": none,
    }
    if chances:
        collapse["mean"] = fsum(k * chance for k, chance in chances.items())
    else:
        collapse["reason"] = NO_COLLAPSE
    figures: dict[str, Any] = {"cards": deck.cards, "collapse_card": collapse}

    def solo() -> float:
        return solo_best(
            deck,
            canary,
            reshuffle=when_empty == "reshuffle",
            most_steps=most_steps,
        )

    def alike() -> dict[str, float]:
        return _numbered(together(deck, most_players, split=split, when_empty=when_empty, most_steps=most_steps), 2)

    for name, compute in (
        ("solo_best", solo),
        ("together", alike),
        ("leave_after", lambda: _numbered(leave_after(deck))),
        ("leave_at_loot", lambda: _numbered(leave_at_loot(deck))),
        ("leave_at_hazard_kinds", lambda: _numbered(leave_at_kinds(deck))),
    ):
        try:
            if not leaving_first:
                raise OutOfReach(NOT_IF_LEAVERS_ARE_BURIED)
            figures[name] = compute()
        except OutOfReach as why:
            figures[name] = None
            figures[f"{name}_reason"] = str(why)
    return figures


def level_decks(definition: StollenDefinition) -> list[tuple[tuple[int, ...], dict[str, int]]]:
    """Finds and hazards of each level's deck: its own, or all cards of the levels down to it (SO5)."""
    decks: list[tuple[tuple[int, ...], dict[str, int]]] = []
    for level in definition.levels_in_order:
        finds, hazards = tuple(level.finds), dict(level.hazards)
        if definition.deck.mode == "growing" and decks:
            above, lying = decks[-1]
            finds = above + finds
            hazards = {kind: lying.get(kind, 0) + hazards.get(kind, 0) for kind in lying | hazards}
        decks.append((finds, hazards))
    return decks


def analyse(definition: StollenDefinition, fossils: int = 0) -> dict[str, Any]:
    """The exact figures of every level, with ``fossils`` fossils in each deck.

    Equal decks are computed once; the bound on the work is shared out evenly among the different decks.
    """
    decks = level_decks(definition)
    keys = [(tuple(sorted(finds)), tuple(sorted(hazards.values()))) for finds, hazards in decks]
    most_steps = MOST_STEPS // len(set(keys))
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], dict[str, Any]] = {}
    levels = []
    for number, (key, (finds, hazards)) in enumerate(zip(keys, decks, strict=True), start=1):
        if key not in known:
            known[key] = level_figures(
                finds,
                hazards,
                fossils,
                definition.canary,
                most_players=definition.players.max,
                split=definition.leftovers.split,
                when_empty=definition.deck.when_empty,
                leaving_first=definition.step.leaving_comes_first,
                most_steps=most_steps,
            )
        levels.append({"level": number, **known[key]})
    return {"levels": levels}

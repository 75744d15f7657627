"""What a valid stollen definition may still get wrong: problems of meaning."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.families.stollen.definition import StollenDefinition
from workbench.family import Finding


def findings(d: StollenDefinition) -> Iterator[Finding]:
    """Errors and warnings of meaning."""
    yield from _players(d)
    yield from _levels(d)
    yield from _fossils(d)
    yield from _tools(d)
    yield from _switches(d)


def _players(d: StollenDefinition) -> Iterator[Finding]:
    if d.players.min > d.players.max:
        yield Finding(
            ("players", "min"),
            f"the fewest players ({d.players.min}) are more than the most ({d.players.max})",
            code="players",
        )
    seats = len(d.seats)
    if seats > d.players.max:
        yield Finding(
            ("seats",),
            f"{seats} seats are more than the {d.players.max} players allowed",
            code="too-many-seats",
            hint="players.max says how many; the engine plays up to 8",
        )
    elif seats < d.players.min:
        yield Finding(
            ("seats",),
            f"{seats} {'seat is' if seats == 1 else 'seats are'} fewer than the {d.players.min} players the game "
            "is meant for",
            "warning",
            "few-seats",
        )
    if d.canary.enabled and d.canary.heard_by == "owner" and d.canary.owner >= seats:
        yield Finding(
            ("canary", "owner"),
            f"seat {d.canary.owner} hears the canary, but the seats are 0 to {seats - 1}",
            "warning",
            "no-owner",
        )


def _levels(d: StollenDefinition) -> Iterator[Finding]:
    finds: list[int] = []
    hazards: dict[str, int] = {}
    for number, level in enumerate(d.levels_in_order, start=1):
        path = ("levels", str(number))
        if d.deck.mode == "per-level":
            finds, hazards = [], {}
        finds.extend(level.finds)
        for kind, copies in level.hazards.items():
            hazards[kind] = hazards.get(kind, 0) + copies
        if len(finds) > 100 or any(copies > 60 for copies in hazards.values()):
            yield Finding(
                path,
                "the deck has grown beyond 100 finds or 60 copies of a hazard",
                code="deck-too-large",
            )
        if not any(finds) and not (d.fossils_possible and number):
            yield Finding(path, "nothing worth winning in this level: no find and no fossil", "warning", "no-finds")
        elif not any(finds):
            yield Finding((*path, "finds"), "nothing worth winning but fossils: no find", "warning", "no-finds")
        if not any(hazards.values()):
            if d.deck.when_empty == "reshuffle":
                yield Finding(
                    (*path, "hazards"),
                    "this level cannot end: its deck has no hazard and is shuffled again when it is empty",
                    code="endless",
                    hint="add a hazard, or set deck.when_empty to leave or bank",
                )
            else:
                yield Finding((*path, "hazards"), "nothing to fear in this level: no hazard", "warning", "no-hazards")
        for kind, copies in level.hazards.items():
            if hazards[kind] == 1 and copies and d.deck.when_empty != "reshuffle":
                yield Finding(
                    (*path, "hazards", kind),
                    "one copy only: it can never bring the tunnel down",
                    "warning",
                    "single-hazard",
                )
        if not finds and not any(hazards.values()) and not d.fossils_possible:
            yield Finding(path, "the deck of this level is empty", code="empty-deck", hint="add finds or hazards")


def _fossils(d: StollenDefinition) -> Iterator[Finding]:
    for key in ("points", "points_plain"):
        table = getattr(d.fossils, key)
        for index in range(1, len(table)):
            if table[index] < table[index - 1]:
                yield Finding(
                    ("fossils", key, index),
                    f"fossil points fall: {table[index]} for {index + 1} after {table[index - 1]} for {index}",
                    code="falling-points",
                    hint="the points are running totals",
                )
    key = "points" if d.fossils.collection else "points_plain"
    table = getattr(d.fossils, key)
    if d.fossils_possible > len(table):
        allowed = d.fossils.beyond_table == "extrapolate"
        how = "n(n+4)" if d.fossils.collection else "10 more for each"
        yield Finding(
            ("fossils", key),
            f"the table ends at {len(table)}, but a player can hold {d.fossils_possible} fossils"
            + (f": the rest is extrapolated ({how})" if allowed else ""),
            "warning" if allowed else "error",
            "short-table",
        )


def _tools(d: StollenDefinition) -> Iterator[Finding]:
    for name in ("lamp", "helmet", "rope"):
        tool = d.tool(name)
        if tool.enabled and tool.uses == 0:
            yield Finding(
                ("tools", name, "uses"),
                f"the {name} is enabled but can never be used: 0 uses",
                "warning",
                "unused-tool",
            )
    alone = len(d.seats) == 1 or d.players.max == 1
    can_collapse = d.deck.when_empty == "reshuffle" or any(
        copies > 1 for level in d.levels_in_order for copies in level.hazards.values()
    )
    if d.tool_in_play("rope") and alone:
        yield Finding(
            ("tools", "rope", "enabled"),
            "the rope can never be used with one player: nobody is left to throw it",
            "warning",
            "unused-tool",
        )
    for name in ("helmet", "rope"):
        if d.tool_in_play(name) and not can_collapse and d.deck.mode == "per-level":
            yield Finding(
                ("tools", name, "enabled"),
                f"the {name} can never be used: no hazard has two copies, so no tunnel collapses",
                "warning",
                "unused-tool",
            )
    if d.canary.enabled and max(_kinds_by_level(d)) < d.canary.wakes_at_kinds:
        yield Finding(
            ("canary", "wakes_at_kinds"),
            f"the canary never wakes: no level has {d.canary.wakes_at_kinds} kinds of hazard",
            "warning",
            "unused-tool",
        )


def _kinds_by_level(d: StollenDefinition) -> list[int]:
    kinds: list[set[str]] = []
    for level in d.levels_in_order:
        here = {kind for kind, copies in level.hazards.items() if copies}
        kinds.append(here | kinds[-1] if kinds and d.deck.mode == "growing" else here)
    return [len(here) for here in kinds]


def _switches(d: StollenDefinition) -> Iterator[Finding]:
    helmet = d.tools.helmet
    if helmet.enabled and helmet.odd == "exact" and not helmet.kept_is_banked:
        yield Finding(
            ("tools", "helmet", "odd"),
            "half lumps cannot be taken into the next level: exact halves need kept_is_banked = true",
            code="contradiction",
        )
    if d.canary.enabled and d.canary.timing == "after-choice":
        yield Finding(
            ("canary", "timing"),
            "heard after the choice, the canary changes no decision of that step",
            "warning",
            "no-effect",
        )

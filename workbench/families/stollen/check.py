"""What a valid stollen definition may still get wrong: problems of meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.errors import nearest
from workbench.families.stollen.definition import MOST_COPIES, MOST_FINDS, Level, StollenDefinition
from workbench.families.stollen.state import MOST_KINDS
from workbench.families.stollen.vocabulary import hazard_words
from workbench.family import Finding, seat_findings


def findings(d: StollenDefinition) -> Iterator[Finding]:
    """Errors and warnings of meaning."""
    yield from _players(d)
    yield from _levels(d)
    yield from _fossils(d)
    yield from _tools(d)
    yield from _switches(d)


def _players(d: StollenDefinition) -> Iterator[Finding]:
    yield from seat_findings(d)
    if d.canary.enabled and d.canary.heard_by == "owner" and d.canary.owner >= len(d.seats):
        yield Finding(
            ("canary", "owner"),
            f"seat {d.canary.owner} hears the canary, but the seats are 0 to {len(d.seats) - 1}",
            "warning",
            "no-owner",
        )


def _decks(d: StollenDefinition) -> Iterator[tuple[int, Level, Sequence[int], Mapping[str, int]]]:
    """Each level with the finds and the hazards of its deck; a growing deck keeps those of the levels before."""
    finds: list[int] = []
    hazards: dict[str, int] = {}
    for number, level in enumerate(d.levels_in_order, start=1):
        if d.deck.mode == "per-level":
            finds, hazards = [], {}
        finds = [*finds, *level.finds]
        hazards = {kind: hazards.get(kind, 0) + level.hazards.get(kind, 0) for kind in {**hazards, **level.hazards}}
        yield number, level, finds, hazards


def _hazard_names(d: StollenDefinition) -> Iterator[Finding]:
    """A kind of hazard that is spelt almost like another one is likely meant to be that one."""
    known = hazard_words()
    for number, level in d.levels.items():
        for kind in level.hazards:
            others = [other for other in dict.fromkeys([*d.hazard_kinds, *known]) if other != kind]
            guess = None if kind in known else nearest(kind, others)
            if guess:
                yield Finding(
                    ("levels", number, "hazards", kind),
                    f"{kind} is a hazard of its own, besides {guess}",
                    "warning",
                    "near-hazard",
                    f"did you mean {guess}?",
                )


def _levels(d: StollenDefinition) -> Iterator[Finding]:
    yield from _hazard_names(d)
    if len(d.hazard_kinds) > MOST_KINDS:
        yield Finding(
            ("levels",),
            f"a game has at most {MOST_KINDS} kinds of hazard, got {len(d.hazard_kinds)}",
            code="too-many-kinds",
        )
    for number, level, finds, hazards in _decks(d):
        path = ("levels", str(number))
        fossils = d.fossils.at_start + d.fossils.per_level * number
        if len(finds) > MOST_FINDS or any(copies > MOST_COPIES for copies in hazards.values()):
            yield Finding(
                path,
                f"the deck has grown beyond {MOST_FINDS} finds or {MOST_COPIES} copies of a hazard",
                code="deck-too-large",
            )
        if not finds and not any(hazards.values()) and not fossils:
            yield Finding(path, "the deck of this level is empty", code="empty-deck", hint="add finds or hazards")
        elif not any(finds) and not (fossils and d.fossil_points(fossils)):
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
        most = d.fossils_possible
        rest = f"{len(table) + 1} fossils" if most == len(table) + 1 else f"{len(table) + 1} to {most} fossils"
        points = " to ".join(dict.fromkeys(str(d.fossil_points(n)) for n in (len(table) + 1, most)))
        yield Finding(
            ("fossils", key),
            f"the table ends at {len(table)}, but a player can hold {d.fossils_possible} fossils"
            + (f": extrapolated, {rest} give {points} points" if allowed else ""),
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
        if name != "lamp" and tool.enabled and tool.per == "level" and tool.uses > 1:
            yield Finding(
                ("tools", name, "uses"),
                f"{tool.uses} uses a level, but a level ends with its first collapse: only one can be used",
                "warning",
                "unused-tool",
            )
    alone = len(d.seats) == 1 or d.players.max == 1
    can_collapse = any(
        copies > 1 or (copies and d.deck.when_empty == "reshuffle")
        for _, _, _, hazards in _decks(d)
        for copies in hazards.values()
    )
    if d.tool_in_play("rope") and alone:
        yield Finding(
            ("tools", "rope", "enabled"),
            "the rope can never be used with one player: nobody is left to throw it",
            "warning",
            "unused-tool",
        )
    for name in ("helmet", "rope"):
        if d.tool_in_play(name) and not can_collapse:
            yield Finding(
                ("tools", name, "enabled"),
                f"the {name} can never be used: no hazard has two copies, so no tunnel collapses",
                "warning",
                "unused-tool",
            )
    most_kinds = max(sum(copies > 0 for copies in hazards.values()) for _, _, _, hazards in _decks(d))
    if d.canary.enabled and most_kinds < d.canary.wakes_at_kinds:
        yield Finding(
            ("canary", "wakes_at_kinds"),
            f"the canary never wakes: no level has {d.canary.wakes_at_kinds} kinds of hazard",
            "warning",
            "unused-tool",
        )


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

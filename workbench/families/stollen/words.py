"""From a definition to the words and numbers of its printed sheets.

The only place that turns a stollen definition into what its templates print. Sentences stand in the templates,
which get the switches; numbers are counted, summed and divided here, by the functions of the rules.
"""

from __future__ import annotations

import functools
from typing import Any

from workbench.families.stollen.definition import Level, StollenDefinition
from workbench.families.stollen.sharing import share
from workbench.families.stollen.sleeve import corner_data, sleeve_net
from workbench.families.stollen.vocabulary import (
    TOOLS,
    cardinal,
    hazard_icon,
    hazard_name,
    mixed,
    ordinal,
    ordinal_short,
    times,
    vocabulary,
)

MOST_COLUMNS = 12
"""The longest table of fossil points that is printed; a sentence says how it goes on."""


def canary_at_the_table(definition: StollenDefinition) -> str:
    """How a table makes the canary speak (SO46).

    A mark on a card cannot know whether its hazard lies already: where the canary is silent only before a
    fatal hazard, somebody who knows the card must speak, whatever the definition wishes.
    """
    canary = definition.canary
    if not canary.enabled:
        return "none"
    if canary.at_the_table == "sleeve" and canary.silent_at == "fatal-hazard":
        return "outside-or-app"
    return canary.at_the_table


def level_rows(definition: StollenDefinition, language: str) -> list[dict[str, Any]]:
    """The level table: finds, their sum, hazards with copies, for each level that brings cards."""
    rows = []
    for number, level in enumerate(definition.levels_in_order, start=1):
        hazards = _hazards(level)
        copies = set(hazards.values())
        rows.append(
            {
                "number": number,
                "finds": list(level.finds),
                "find_count": len(level.finds),
                "find_sum": sum(level.finds),
                "largest": max(level.finds, default=0),
                "hazards": [
                    {
                        "kind": kind,
                        "name": hazard_name(kind, language),
                        "icon": hazard_icon(kind),
                        "icon_for": kind,
                        "copies": count,
                    }
                    for kind, count in hazards.items()
                ],
                "kinds": len(hazards),
                "hazard_count": sum(hazards.values()),
                "copies_each": copies.pop() if len(copies) == 1 else None,
                "empty": not level.finds and not hazards,
            }
        )
    return rows


def _hazards(level: Level) -> dict[str, int]:
    """Copies of each hazard that is really in the deck."""
    return {kind: count for kind, count in level.hazards.items() if count}


def fossil_table(definition: StollenDefinition) -> dict[str, Any]:
    """Points for 1, 2, ... fossils (S29, S30), and what each further one adds (SO16)."""
    table = definition.fossils.points if definition.fossils.collection else definition.fossils.points_plain
    possible = definition.fossils_possible
    counted = possible if definition.fossils.beyond_table == "extrapolate" else min(possible, len(table))
    next_adds = definition.fossil_points(counted) - definition.fossil_points(max(counted - 1, 0))

    def told(count: int) -> bool:
        """Whether the sentence below the table gives the points for ``count``."""
        points = definition.fossil_points(count)
        if definition.fossils.value == "carried-order":
            return False
        if definition.fossils.collection:
            return points == count * (count + 4)
        return points - definition.fossil_points(count - 1) == next_adds

    untold = [count for count in range(1, counted + 1) if not told(count)]
    shown = range(1, max([min(counted, MOST_COLUMNS), *untold]) + 1)
    points = [definition.fossil_points(count) for count in shown]
    return {
        "counts": list(shown),
        "on_card": list(shown)[:MOST_COLUMNS],
        "points": points,
        "next_adds": next_adds,
        "adds": [definition.fossil_points(count) - definition.fossil_points(count - 1) for count in shown],
        "goes_on": counted > len(shown),
        "ends": counted < possible,
    }


def find_example(definition: StollenDefinition) -> dict[str, int] | None:
    """A find that does not divide among the players, if the game has one (S17, S18)."""
    heads = min(4, definition.players.max)
    values = sorted({value for level in definition.levels_in_order for value in level.finds})
    for value in reversed(values):
        each, rest = share(value, heads)
        if each and rest:
            return {"value": value, "heads": heads, "each": each, "rest": rest}
    return None


def leftovers_example(definition: StollenDefinition) -> dict[str, Any]:
    """Leftovers on three cards, shared by two leavers (S13, S14, SO7)."""
    lying, heads = (3, 1, 1), 2
    if definition.leftovers.split == "pooled":
        each, rest = share(sum(lying), heads)
    else:
        parts = [share(amount, heads) for amount in lying]
        each, rest = sum(part[0] for part in parts), sum(part[1] for part in parts)
    return {"lying": list(lying), "total": sum(lying), "heads": heads, "each": each, "rest": rest}


def fossil_examples(definition: StollenDefinition) -> list[dict[str, int]]:
    """Fossils lying and leavers of one step (S25 to S28), as far as the game has that many fossils."""
    cases = [(2, 2), (1, 2), (3, 2)]
    found = []
    for lying, heads in cases:
        if lying <= definition.fossils_possible and heads <= definition.players.max:
            each, rest = share(lying, heads)
            found.append({"lying": lying, "heads": heads, "each": each, "rest": rest})
    return found


def helmet_example(definition: StollenDefinition, language: str) -> dict[str, Any]:
    """What a helmet keeps of an odd loot (S43, SO31)."""
    loot = 9
    half, odd = share(loot, 2)
    kept = {
        "floor": mixed(half, 0, language),
        "ceil": mixed(half + odd, 0, language),
        "exact": mixed(half, odd, language),
    }
    return {"loot": loot, "kept": kept[definition.tools.helmet.odd]}


def rope_example(definition: StollenDefinition, loot: int, throwers: int) -> dict[str, int]:
    """What the rope leaves to the buried player, gives to each thrower and loses (S47, S48, SO33, SO34)."""
    rope = definition.tools.rope
    half, odd = share(loot, 2)
    kept = half + (odd if rope.odd == "victim" else 0)
    given = half + (odd if rope.odd == "thrower" else 0)
    each, rest = share(given, throwers)
    kept += rest if rope.several_rest == "victim" else 0
    return {
        "loot": loot,
        "throwers": throwers,
        "kept": kept,
        "each": each,
        "lost": loot - kept - each * throwers,
    }


def _facts(definition: StollenDefinition, language: str) -> dict[str, Any]:
    """What both sheets need."""
    rows = level_rows(definition, language)
    tools = {name: definition.tool_in_play(name) for name in TOOLS}
    return {
        "d": definition.model_dump(),
        "players": {"min": definition.players.min, "max": definition.players.max},
        "level_count": len(rows),
        "levels": rows,
        "has_fossils": definition.fossils_possible > 0,
        "fossils_possible": definition.fossils_possible,
        "fossil_table": fossil_table(definition),
        "has_hazards": any(row["hazard_count"] for row in rows),
        "tools": tools,
        "uses": {
            name: {
                "count": definition.tool(name).uses,
                "words": vocabulary(language)["uses"].format(
                    times=times(definition.tool(name).uses, language),
                    per=vocabulary(language)["per"][definition.tool(name).per],
                ),
            }
            for name in TOOLS
        },
        "canary_table": canary_at_the_table(definition),
        "w": vocabulary(language)["cards"],
        "number": functools.partial(cardinal, language=language),
        "ordinal_short": functools.partial(ordinal_short, language=language),
        "ordinal": functools.partial(ordinal, language=language),
    }


def rules_context(definition: StollenDefinition, language: str) -> dict[str, Any]:
    """Everything that the rules sheet prints."""
    facts = _facts(definition, language)
    rows = [row for row in facts["levels"] if not row["empty"]]
    counts = [row["hazard_count"] for row in rows]
    first = {key: value for key, value in rows[0].items() if key != "number"} if rows else {}
    return facts | {
        "rows": rows,
        "all_levels_alike": len(rows) == facts["level_count"] > 1
        and all({k: v for k, v in row.items() if k != "number"} == first for row in rows),
        "harder": len(rows) > 1 and counts == sorted(counts) and counts[0] < counts[-1],
        "ordinals": [ordinal_short(count, language) for count in facts["fossil_table"]["counts"]],
        "largest_find": max((row["largest"] for row in rows), default=0),
        "own_rules": definition.canary.enabled or any(facts["tools"].values()),
        "example": {
            "find": find_example(definition),
            "leftovers": leftovers_example(definition) if definition.players.max > 1 else None,
            "fossils": fossil_examples(definition),
            "helmet": helmet_example(definition, language),
            "rope": rope_example(definition, 9, 1),
            "ropes": rope_example(definition, 10, 2),
        },
        "card_count": sum(row["find_count"] + row["hazard_count"] for row in rows) + definition.fossils_possible,
    }


def cards_context(definition: StollenDefinition, language: str) -> dict[str, Any]:
    """Every card of the game in the order of printing, and whether a sleeve is printed."""
    facts = _facts(definition, language)
    bringing = sum(not row["empty"] for row in facts["levels"])
    growing = definition.deck.mode == "growing"
    return facts | {
        "w": facts["w"] | {"level_name": facts["w"]["level_from" if growing else "level"]},
        "levels_shown": bringing > 1 or (not growing and facts["level_count"] > 1),
        "cards": card_list(definition, language),
        "sleeve": corner_data(facts["canary_table"] == "sleeve"),
        "sleeve_net": sleeve_net,
        "helmet": helmet_example(definition, language),
    }


def pads_context(definition: StollenDefinition, language: str) -> dict[str, Any]:
    """Score pads: one sheet of a pad for each half of a page."""
    facts = _facts(definition, language)
    return facts | {"cards": [{"id": "pad", "name": facts["w"]["pad"], "copy": copy} for copy in (1, 2)]}


def aids_context(definition: StollenDefinition, language: str) -> dict[str, Any]:
    """A player aid for each player: the step, the own rules, and what is in which level."""
    facts = _facts(definition, language)
    rows = facts["levels"]
    kinds = [kind for kind in definition.hazard_kinds if any(kind in _hazards(x) for x in definition.levels_in_order)]
    hazards = [
        {
            "name": hazard_name(kind, language),
            "icon": hazard_icon(kind),
            "icon_for": kind,
            "copies": [level.hazards.get(kind, 0) for level in definition.levels_in_order],
        }
        for kind in kinds
    ]
    aid = {"id": "aid", "name": facts["w"]["aid"]}
    return facts | {
        "cards": [aid | {"seat": seat} for seat in range(1, definition.players.max + 1)],
        "hazard_rows": hazards,
        "sums": [row["find_sum"] for row in rows],
        "find_counts": [row["find_count"] for row in rows],
        "helmet": helmet_example(definition, language),
        "growing": definition.deck.mode == "growing",
    }


def card_list(definition: StollenDefinition, language: str) -> list[dict[str, Any]]:
    """All cards: the tunnel cards level by level, the fossils, then what each player gets.

    ``deck`` is what is sorted together on the table, ``back`` what the other side shows (SO48).
    """
    words = vocabulary(language)["cards"]
    sleeve = canary_at_the_table(definition) == "sleeve"
    per_level = definition.print.card_backs == "per-level"
    fossil_mark = "sings" if definition.canary.fossil_is_safe else "silent"
    largest = max((value for level in definition.levels_in_order for value in level.finds), default=0)
    cards: list[dict[str, Any]] = []

    def tunnel(number: int) -> dict[str, Any]:
        return {"kind": "tunnel", "level": number if per_level else None}

    for number, level in enumerate(definition.levels_in_order, start=1):
        deck = {
            "level": number,
            "deck": f"level-{number}",
            "deck_name": words["level"].format(n=number),
            "back": tunnel(number),
        }
        for value in sorted(level.finds):
            cards.append(
                {
                    "kind": "find",
                    "id": f"find:{value}",
                    "name": f"{words['find']} {value}",
                    "value": value,
                    "size_percent": 40 + 60 * value // max(largest, 1),
                    "mark": "sings" if sleeve else "none",
                }
                | deck
            )
        for kind, copies in _hazards(level).items():
            hazard = {
                "kind": "hazard",
                "id": f"hazard:{kind}",
                "name": hazard_name(kind, language),
                "icon": hazard_icon(kind),
                "icon_for": kind,
                "mark": "silent" if sleeve else "none",
            }
            cards += [hazard | deck] * copies
    cards += [
        {
            "kind": "fossil",
            "id": "fossil",
            "name": words["fossil"],
            "mark": fossil_mark if sleeve else "none",
            "deck": "fossils",
            "deck_name": words["fossil"],
            "back": tunnel(number),
        }
        for number in _fossil_levels(definition)
    ]
    for seat in range(1, definition.players.max + 1):
        cards += _hand(definition, seat, words)
    return cards


def _fossil_levels(definition: StollenDefinition) -> list[int]:
    """The level in which each fossil joins the deck (S7)."""
    fossils = definition.fossils
    joining = [level for level in range(1, len(definition.levels) + 1) for _ in range(fossils.per_level)]
    return [1] * fossils.at_start + joining


def _hand(definition: StollenDefinition, seat: int, words: dict[str, str]) -> list[dict[str, Any]]:
    """What the player in ``seat`` (from 1) gets: choices, tools, reference."""
    own = {
        "seat": seat,
        "deck": f"player-{seat}",
        "deck_name": words["player"].format(n=seat),
        "back": {"kind": "seat", "seat": seat},
    }
    ids = [("choice", "deeper"), ("choice", "leave")]
    for name in TOOLS:
        if definition.tool_in_play(name):
            ids += [("tool", name)] * definition.tool(name).uses
    ids.append(("reference", "reference"))
    return [{"kind": kind, "id": name, "name": words[name]} | own for kind, name in ids]

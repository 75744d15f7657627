"""The second computation has to accept games worked out by hand and to reject every change in them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from workbench.families.stollen.definition import StollenDefinition

from .recompute import recompute
from .strategies import definitions, full

# The settings of the game of the seed (every own rule on), written out; levels and fossils differ by case.
SETTINGS: dict[str, Any] = {
    "deck": {"mode": "per-level", "when_empty": "leave"},
    "step": {"choice_before_first_card": False, "leaving_comes_first": True, "last_player": "may-go-on"},
    "collapse": {"removes": "none", "order": "simultaneous"},
    "leftovers": {
        "split": "pooled",
        "at_level_end": "lost",
        "after_split": "stay",
        "settled": "leftovers-first",
    },
    "fossils": {
        "per_level": 1,
        "at_start": 0,
        "collection": True,
        "points": [5, 12, 21, 32, 45],
        "points_plain": [5, 10, 15, 25, 35],
        "share": "equal",
        "single_leaver_takes": "all",
        "after_collapse": "back",
        "after_exit": "as-collapse",
        "indivisible": "stay",
        "value": "own-count",
        "beyond_table": "extrapolate",
    },
    "scoring": {"tie_break": "fossils", "still_tied": "shared"},
    "canary": {
        "enabled": True,
        "wakes_at_kinds": 2,
        "speaks": "every-card",
        "timing": "before-choice",
        "heard_by": "all",
        "owner": 0,
        "silent_at": "any-hazard",
        "fossil_is_safe": True,
        "before_lamp": "canary-first",
        "at_the_table": "sleeve",
    },
    "tools": {
        "lamp": {
            "enabled": True,
            "uses": 1,
            "per": "game",
            "announced": "with-choices",
            "after_own_choice": False,
            "several_at_once": True,
            "at_the_table": "others-first",
        },
        "helmet": {
            "enabled": True,
            "uses": 1,
            "per": "game",
            "use": "choice",
            "odd": "floor",
            "kept_is_banked": True,
            "with_rope": "helmet-first",
        },
        "rope": {
            "enabled": True,
            "uses": 1,
            "per": "game",
            "odd": "lost",
            "several_rest": "lost",
            "may_refuse": False,
            "spent_in_vain": False,
            "may_decline": True,
            "just_left_may_throw": True,
        },
    },
}


class Case(NamedTuple):
    """A game, the settings it was played with, and settings under which it would be wrong."""

    name: str
    levels: dict[str, Any]
    changes: dict[str, Any]
    otherwise: dict[str, Any]
    events: list[dict[str, Any]]
    mutable: bool = True  # whether every number in it follows from the others


def rules(levels: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    definition = copy.deepcopy(SETTINGS)
    definition["levels"] = levels
    for key, value in changes.items():
        *tables, last = key.split(".")
        table = definition
        for name in tables:
            table = table[name]
        assert last in table, key
        table[last] = value
    return definition


# --- writing a log by hand: short words for the lines ---------------------------------------------


def ids(cards: str) -> list[str]:
    """ "5 fossil gas" as card ids."""
    return [f"find:{c}" if c.isdigit() else c if c == "fossil" else f"hazard:{c}" for c in cards.split()]


def game(players: int, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of one game, with level and step filled in."""
    first = {
        "event": "game",
        "family": "stollen",
        "variant": "by-hand",
        "fingerprint": {"rules": "00000000", "print": "00000000"},
        "seed": 1,
        "game": 0,
        "seats": ["nie"] * players,
    }
    level = step = 0
    events = [first]
    for line in lines:
        if line["event"] == "level":
            level, step = level + 1, 0
        if line["event"] == "card":
            step += 1
        place: dict[str, Any] = {"level": level, "step": step}
        if line["event"] in ("level", "level-end"):
            del place["step"]
        if line["event"] == "end":
            place = {}
        events.append({"event": line["event"], **place, **{k: v for k, v in line.items() if k != "event"}})
    return events


def deck(cards: str) -> dict[str, Any]:
    return {"event": "level", "deck": ids(cards)}


def again(cards: str) -> dict[str, Any]:
    return {"event": "reshuffle", "deck": ids(cards)}


def card(name: str, each: int | None = None, rest: int | None = None) -> dict[str, Any]:
    return {"event": "card", "card": ids(name)[0], "each": each, "rest": rest}


def choice(inside: str, out: str = "", canary: str | None = None, lamps: str = "") -> dict[str, Any]:
    choices = {p: "leave" if p in out else "deeper" for p in inside}
    return {"event": "choice", "canary": canary, "choices": choices, "lamps": [int(p) for p in lamps]}


def leave(
    each: int,
    left: int,
    banked: dict[str, float],
    fossils: tuple[int, int] = (0, 0),
    fossils_first: bool = False,
) -> dict[str, Any]:
    lumps = {"each": each, "left": left}
    found = {"fossils_each": fossils[0], "fossils_left": fossils[1]}
    shares = {**found, **lumps} if fossils_first else {**lumps, **found}
    return {"event": "leave", "players": [int(p) for p in banked], **shares, "banked": banked}


def rope(to: int, thrown_by: list[int], kept: float, each: float) -> dict[str, Any]:
    return {"to": to, "from": thrown_by, "kept": kept, "each": each}


def collapse(hazard: str, lost: dict[str, float], helmets: Any = None, ropes: Any = None) -> dict[str, Any]:
    saved = {"helmets": helmets or {}, "ropes": ropes or []}
    return {"event": "collapse", "hazard": hazard, **saved, "lost": lost}


def level_end(reason: str, bank: list[float], fossils: list[int] | None = None) -> dict[str, Any]:
    return {"event": "level-end", "reason": reason, "bank": bank, "fossils": fossils or [0] * len(bank)}


def end(
    bank: list[float],
    winners: list[int],
    fossils: list[int] | None = None,
    points: list[int] | None = None,
    scores: list[float] | None = None,
) -> dict[str, Any]:
    none = [0] * len(bank)
    return {
        "event": "end",
        "bank": bank,
        "fossils": fossils or none,
        "fossil_points": points or none,
        "scores": scores or bank,
        "winners": winners,
    }


def one(finds: list[int], **hazards: int) -> dict[str, Any]:
    return {"1": {"finds": finds, "hazards": hazards}}


def two(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    return {"1": first["1"], "2": second["1"]}


BARE = {"fossils.per_level": 0}
EARLY = {**BARE, "step.choice_before_first_card": True}


def roped(players: int, loot: int, *ends: dict[str, Any]) -> list[dict[str, Any]]:
    """Player 0 goes in alone, finds ``loot`` and is buried; the others are out before the first card."""
    others = "".join(map(str, range(1, players)))
    return game(
        players,
        deck(f"{loot} gas gas"),
        choice("0" + others, others),
        leave(0, 0, dict.fromkeys(others, 0)),
        card(str(loot), loot, 0),
        choice("0"),
        card("gas"),
        choice("0"),
        card("gas"),
        *ends,
    )


def tie(points: list[int], scores: list[float], winners: list[int]) -> list[dict[str, Any]]:
    return game(
        2,
        deck("fossil fossil 40 gas gas"),
        choice("01", "1"),
        leave(0, 0, {"1": 0}),
        card("fossil"),
        choice("0"),
        card("fossil"),
        choice("0"),
        card("40", 40, 0),
        choice("0", "0"),
        leave(0, 0, {"0": 40}, (2, 0)),
        level_end("empty", [40, 0], [2, 0]),
        deck("47 fossil gas gas"),
        choice("01", "0"),
        leave(0, 0, {"0": 0}),
        card("47", 47, 0),
        choice("1"),
        card("fossil"),
        choice("1", "1"),
        leave(0, 0, {"1": 47}, (1, 0)),
        level_end("empty", [40, 47], [2, 1]),
        end([40, 47], winners, [2, 1], points, scores),
    )


TIE = {"fossils.at_start": 1, "step.choice_before_first_card": True}
TIE_LEVELS = two(one([40], gas=2), one([47], gas=2))


def silence(*canary: str | None) -> list[dict[str, Any]]:
    """One player; the canary hears gas, water, a fossil, a find, fire and the second gas."""
    cards = [card("gas"), card("water"), card("fossil"), card("3", 3, 0), card("fire")]
    lines = [line for c, says in zip(cards, canary, strict=True) for line in (c, choice("0", canary=says))]
    return game(
        1,
        deck("gas water fossil 3 fire gas water"),
        *lines,
        card("gas"),
        collapse("gas", {"0": 3}),
        level_end("collapse", [0]),
        end([0], [0]),
    )


SILENCE = one([3], gas=2, water=2, fire=1)


def cases() -> Iterator[Case]:
    yield Case(
        "a small game of two levels",
        two(one([11, 7, 6, 2], gas=2, water=2), one([9, 4], gas=1, water=2)),
        {},
        {"canary.enabled": False},
        game(
            4,
            deck("11 gas fossil 7 water 6 gas water 2"),
            card("11", 2, 3),  # S-E1
            choice("0123"),
            card("gas"),
            choice("0123"),
            card("fossil"),
            choice("0123", lamps="0"),
            card("7", 1, 3),
            choice("0123", "23"),
            leave(3, 0, {"2": 6, "3": 6}, (0, 1)),
            card("water"),
            choice("01", canary="sings"),
            card("6", 3, 0),
            choice("01", canary="silent", lamps="1"),
            card("gas"),
            collapse("gas", {"0": 3, "1": 1}, {"0": 3}, [rope(1, [2, 3], 3, 1)]),
            level_end("collapse", [3, 3, 7, 7]),
            deck("fossil 9 fossil water 4 gas water"),
            card("fossil"),
            choice("0123", "2", lamps="23"),
            leave(0, 0, {"2": 0}, (1, 0)),
            card("9", 3, 0),
            choice("013"),
            card("fossil"),
            choice("013"),
            card("water"),
            choice("013"),
            card("4", 1, 1),
            choice("013", "03"),
            leave(0, 1, {"0": 4, "3": 4}, (0, 1)),
            card("gas"),
            choice("1", "1", canary="silent"),
            leave(1, 0, {"1": 5}, (1, 0)),
            level_end("empty", [7, 8, 7, 11], [0, 1, 1, 0]),
            end([7, 8, 7, 11], [1], [0, 1, 1, 0], [0, 5, 5, 0], [7, 13, 12, 11]),
        ),
    )
    yield Case(
        "S-E2: five lie, two leave, later one",
        one([11, 6], gas=1, water=1),
        BARE,
        {"leftovers.after_split": "lost"},
        game(
            4,
            deck("11 6 gas water"),
            card("11", 2, 3),
            choice("0123"),
            card("6", 1, 2),
            choice("0123", "23"),
            leave(2, 1, {"2": 5, "3": 5}),
            card("gas"),
            choice("01", "1"),
            leave(1, 0, {"1": 4}),
            card("water"),
            leave(0, 0, {"0": 3}),
            level_end("deck-out", [3, 4, 5, 5]),
            end([3, 4, 5, 5], [2, 3]),
        ),
    )
    yield Case(
        "S-E2: five lie, one leaves",
        one([11, 6], gas=2),
        BARE,
        {"fossils.per_level": 1},
        game(
            4,
            deck("11 6 gas gas"),
            card("11", 2, 3),
            choice("0123"),
            card("6", 1, 2),
            choice("0123", "3"),
            leave(5, 0, {"3": 8}),
            card("gas"),
            choice("012", "012"),
            leave(0, 0, {"0": 3, "1": 3, "2": 3}),
            level_end("empty", [3, 3, 3, 8]),
            end([3, 3, 3, 8], [3]),
        ),
    )
    for split, each, left, each_banks in (("pooled", 1, 1, 4), ("per-card", 0, 3, 3)):
        yield Case(
            f"S-E3: three cards with 1 each, {split}",
            one([3, 3, 3], gas=2),
            {**BARE, "leftovers.split": split},
            {"leftovers.split": "per-card" if split == "pooled" else "pooled"},
            game(
                2,
                deck("3 3 3 gas gas"),
                card("3", 1, 1),
                choice("01"),
                card("3", 1, 1),
                choice("01"),
                card("3", 1, 1),
                choice("01", "01"),
                leave(each, left, {"0": each_banks, "1": each_banks}),
                level_end("empty", [each_banks] * 2),
                end([each_banks] * 2, [0, 1]),
            ),
        )
    yield Case(
        "S-E4: three fossils, two leave, then one",
        one([], gas=2),
        {**BARE, "fossils.at_start": 4},
        {"fossils.share": "single-leaver"},
        game(
            3,
            deck("fossil fossil fossil fossil gas gas"),
            card("fossil"),
            choice("012"),
            card("fossil"),
            choice("012"),
            card("fossil"),
            choice("012", "12"),
            leave(0, 0, {"1": 0, "2": 0}, (1, 1)),
            card("fossil"),
            choice("0", "0"),
            leave(0, 0, {"0": 0}, (2, 0)),
            level_end("empty", [0, 0, 0], [2, 1, 1]),
            end([0, 0, 0], [0], [2, 1, 1], [12, 5, 5], [12, 5, 5]),
        ),
    )
    yield Case(
        "S-E5: two fossils, three leave",
        one([], gas=2),
        {**BARE, "fossils.at_start": 2},
        {"fossils.indivisible": "first-leaver"},
        game(
            3,
            deck("fossil fossil gas gas"),
            card("fossil"),
            choice("012"),
            card("fossil"),
            choice("012", "012"),
            leave(0, 0, {"0": 0, "1": 0, "2": 0}, (0, 2)),
            level_end("empty", [0, 0, 0]),
            end([0, 0, 0], [0, 1, 2]),
        ),
    )
    for loot, odd, kept, lost in (
        (9, "floor", 4, 5),
        (1, "floor", 0, 1),
        (9, "ceil", 5, 4),
        (9, "exact", 4.5, 4.5),
        (8, "exact", 4, 4),
    ):
        yield Case(
            f"S-E6: helmet, loot {loot}, {odd}",
            one([loot], gas=2),
            {**BARE, "tools.helmet.odd": odd},
            {"tools.helmet.uses": 0},
            game(
                1,
                deck(f"{loot} gas gas"),
                card(str(loot), loot, 0),
                choice("0"),
                card("gas"),
                choice("0"),
                card("gas"),
                collapse("gas", {"0": lost}, {"0": kept}),
                level_end("collapse", [kept]),
                end([kept], [0]),
            ),
        )
    for loot, throwers, changes, kept, each, lost in (
        (10, [1], {}, 5, 5, 0),
        (10, [1, 2], {}, 5, 2, 1),
        (10, [1, 2], {"tools.rope.several_rest": "victim"}, 6, 2, 0),
        (9, [1], {}, 4, 4, 1),
        (9, [1], {"tools.rope.odd": "victim"}, 5, 4, 0),
        (9, [2], {"tools.rope.odd": "thrower"}, 4, 5, 0),
        (9, [1, 2], {"tools.rope.odd": "thrower"}, 4, 2, 1),
        (9, [1, 2], {"tools.rope.may_decline": False}, 4, 2, 1),
    ):
        bank = [kept, *[each if p in throwers else 0 for p in (1, 2)]]
        yield Case(
            f"S-E7: rope, loot {loot}, thrown by {throwers}, {changes}",
            one([loot], gas=2),
            {**EARLY, **changes},
            {"tools.rope.enabled": False},
            roped(
                3,
                loot,
                collapse("gas", {"0": lost}, None, [rope(0, throwers, kept, each)]),
                level_end("collapse", bank),
                end(bank, [p for p in (0, 1, 2) if bank[p] == max(bank)]),
            ),
        )
    for changes, otherwise, points, scores, winners in (
        ({}, {"scoring.tie_break": "none"}, [12, 5], [52, 52], [0]),
        ({"fossils.collection": False}, {"fossils.collection": True}, [10, 5], [50, 52], [1]),
        ({"scoring.tie_break": "fossil-points"}, {"scoring.tie_break": "none"}, [12, 5], [52, 52], [0]),
        ({"scoring.tie_break": "none"}, {"scoring.tie_break": "fossils"}, [12, 5], [52, 52], [0, 1]),
        (
            {"scoring.tie_break": "none", "scoring.still_tied": "last-level"},
            {"scoring.tie_break": "fossils"},
            [12, 5],
            [52, 52],
            [1],
        ),
        (
            {"scoring.tie_break": "none", "scoring.still_tied": "earliest-leaver"},
            {"scoring.still_tied": "shared"},
            [12, 5],
            [52, 52],
            [0],
        ),
        (
            {
                "fossils.value": "carried-order",
                "fossils.collection": False,
                "fossils.points_plain": [1, 3, 8],
            },
            {"fossils.value": "own-count"},
            [3, 5],
            [43, 52],
            [1],
        ),
        (
            {"fossils.points": [7]},  # beyond the table: n (n + 4)
            {"fossils.beyond_table": "impossible"},
            [12, 7],
            [52, 54],
            [1],
        ),
    ):
        yield Case(f"S-E8: tie, {changes}", TIE_LEVELS, {**TIE, **changes}, otherwise, tie(points, scores, winners))

    # Switches, one by one.
    yield Case(
        "SO15: reshuffle",
        one([4], gas=1),
        {"deck.when_empty": "reshuffle"},
        {"deck.when_empty": "leave"},
        game(
            1,
            deck("fossil 4 gas"),
            card("fossil"),
            choice("0"),
            card("4", 4, 0),
            choice("0"),
            card("gas"),
            again("4 gas"),
            choice("0"),
            card("4", 4, 0),
            choice("0"),
            card("gas"),
            collapse("gas", {"0": 8}),
            level_end("collapse", [0]),
            end([0], [0]),
        ),
    )
    for when_empty, each, left in (("leave", 1, 1), ("bank", 0, 4), ("reshuffle", 1, 1)):
        yield Case(
            f"SO15: the deck runs out, {when_empty}",
            one([5, 5]),
            {"deck.when_empty": when_empty},
            {"deck.when_empty": "leave" if when_empty == "bank" else "bank"},
            game(
                3,
                deck("5 fossil 5"),
                card("5", 1, 2),
                choice("012"),
                card("fossil"),
                choice("012"),
                card("5", 1, 2),
                leave(each, left, dict.fromkeys("012", 2 + each), (0, 1)),
                level_end("deck-out", [2 + each] * 3),
                end([2 + each] * 3, [0, 1, 2]),
            ),
        )
    yield Case(
        "SO15: an empty deck",
        one([]),
        BARE,
        {"fossils.per_level": 1},
        game(
            2,
            deck(""),
            leave(0, 0, {"0": 0, "1": 0}),
            level_end("deck-out", [0, 0]),
            end([0, 0], [0, 1]),
        ),
    )
    for changes, bank in (
        ({}, [3, 0, 0]),
        ({"leftovers.at_level_end": "last-leaver"}, [4, 0, 0]),
        ({"leftovers.at_level_end": "carried"}, [3, 0, 0]),
    ):
        yield Case(
            f"SO8: something lies at a collapse, {changes}",
            one([5, 5], gas=2),
            {**BARE, **changes},
            {"leftovers.at_level_end": "lost" if bank[0] == 4 else "last-leaver"},
            game(
                3,
                deck("5 5 gas gas"),
                card("5", 1, 2),
                choice("012", "0"),
                leave(2, 0, {"0": 3}),
                card("5", 2, 1),
                choice("12"),
                card("gas"),
                choice("12"),
                card("gas"),
                collapse("gas", {"1": 3, "2": 3}),
                level_end("collapse", bank),
                end(bank, [0]),
            ),
        )
    yield Case(
        "SO8: carried into the next level, card by card",
        two(one([3, 3], gas=1), one([1], gas=1)),
        {**EARLY, "leftovers.at_level_end": "carried", "leftovers.split": "per-card"},
        {"leftovers.split": "pooled"},
        game(
            2,
            deck("3 3 gas"),
            choice("01"),
            card("3", 1, 1),
            choice("01"),
            card("3", 1, 1),
            choice("01", "01"),
            leave(0, 2, {"0": 2, "1": 2}),
            level_end("empty", [2, 2]),
            deck("1 gas"),
            choice("01"),
            card("1", 0, 1),
            choice("01", "01"),
            leave(0, 3, {"0": 0, "1": 0}),
            level_end("empty", [2, 2]),
            end([2, 2], [0, 1]),
        ),
    )
    yield Case(
        "SO9, SO10: what a split leaves over is lost; fossils first",
        one([5], gas=2),
        {"leftovers.after_split": "lost", "leftovers.settled": "fossils-first"},
        {"leftovers.settled": "leftovers-first"},
        game(
            3,
            deck("5 gas fossil gas"),
            card("5", 1, 2),
            choice("012", "01"),
            leave(1, 0, {"0": 2, "1": 2}, fossils_first=True),
            card("gas"),
            choice("2", "2"),
            leave(0, 0, {"2": 1}, fossils_first=True),
            level_end("empty", [2, 2, 1]),
            end([2, 2, 1], [0, 1]),
        ),
    )
    yield Case(
        "SO9: what a split leaves over is lost, for the next leaver too",
        one([5], gas=2),
        {**BARE, "leftovers.after_split": "lost"},
        {"leftovers.after_split": "stay"},
        game(
            6,
            deck("5 gas gas"),
            card("5", 0, 5),
            choice("012345", "01"),
            leave(2, 0, {"0": 2, "1": 2}),
            card("gas"),
            choice("2345", "2345"),
            leave(0, 0, dict.fromkeys("2345", 0)),
            level_end("empty", [2, 2, 0, 0, 0, 0]),
            end([2, 2, 0, 0, 0, 0], [0, 1]),
        ),
    )
    yield Case(
        "SO5, SO6, SO12: a growing deck, a hazard and a fossil out of the game",
        two(one([2], gas=2), one([4], water=1)),
        {"deck.mode": "growing", "collapse.removes": "one-of-that-kind", "fossils.after_collapse": "out"},
        {"collapse.removes": "none"},
        game(
            1,
            deck("gas fossil gas 2"),
            card("gas"),
            choice("0"),
            card("fossil"),
            choice("0"),
            card("gas"),
            collapse("gas", {"0": 0}),
            level_end("collapse", [0]),
            deck("gas 2 4 water fossil"),
            card("gas"),
            choice("0"),
            card("2", 2, 0),
            choice("0", "0"),
            leave(0, 0, {"0": 2}),
            level_end("empty", [2]),
            end([2], [0]),
        ),
    )
    for after_collapse, after_exit, back in (
        ("back", "as-collapse", True),
        ("out", "as-collapse", False),
        ("out", "back", True),
        ("back", "out", False),
    ):
        yield Case(
            f"SO13: a fossil lies when the last leave, {after_collapse}, {after_exit}",
            two(one([], gas=1), one([], gas=1)),
            {"fossils.after_collapse": after_collapse, "fossils.after_exit": after_exit},
            {"fossils.after_exit": "out" if back else "back"},
            game(
                2,
                deck("fossil gas"),
                card("fossil"),
                choice("01", "01"),
                leave(0, 0, {"0": 0, "1": 0}, (0, 1)),
                level_end("empty", [0, 0]),
                deck("gas fossil fossil" if back else "gas fossil"),
                card("gas"),
                choice("01", "01"),
                leave(0, 0, {"0": 0, "1": 0}),
                level_end("empty", [0, 0]),
                end([0, 0], [0, 1]),
            ),
        )
    yield Case(
        "SO45: the last one must leave",
        one([5], gas=2),
        {**EARLY, "step.last_player": "must-leave"},
        {"step.choice_before_first_card": False},
        game(
            2,
            deck("5 gas gas"),
            choice("01"),
            card("5", 2, 1),
            choice("01", "1"),
            leave(1, 0, {"1": 3}),
            card("gas"),
            choice("0", "0"),
            leave(0, 0, {"0": 2}),
            level_end("empty", [2, 3]),
            end([2, 3], [1]),
        ),
    )
    yield Case(
        "SO41: leaving does not come first",
        one([5], gas=2),
        {**BARE, "step.leaving_comes_first": False},
        {"step.leaving_comes_first": True},
        game(
            3,
            deck("5 gas gas"),
            card("5", 1, 2),
            choice("012", "0"),
            leave(2, 0, {"0": 3}),
            card("gas"),
            choice("12", "1"),
            card("gas"),
            collapse("gas", {"1": 1, "2": 1}),
            level_end("collapse", [3, 0, 0]),
            end([3, 0, 0], [0]),
        ),
        mutable=False,  # who wanted to leave with the last card makes no difference
    )
    yield Case(
        "DI8, SO11: only a single leaver takes fossils, and only the last one",
        one([], gas=2),
        {
            **BARE,
            "fossils.at_start": 3,
            "fossils.share": "single-leaver",
            "fossils.single_leaver_takes": "last-turned",
            "fossils.indivisible": "first-leaver",
        },
        {"fossils.single_leaver_takes": "all"},
        game(
            3,
            deck("fossil fossil fossil gas gas"),
            card("fossil"),
            choice("012"),
            card("fossil"),
            choice("012", "01"),
            leave(0, 0, {"0": 0, "1": 0}, (0, 2)),
            card("fossil"),
            choice("2", "2"),
            leave(0, 0, {"2": 0}, (1, 2)),
            level_end("empty", [0, 0, 0], [0, 0, 1]),
            end([0, 0, 0], [2], [0, 0, 1], [0, 0, 5], [0, 0, 5]),
        ),
    )
    yield Case(
        "SO14, SO16: the first leaver takes the rest, worth by the order",
        one([], gas=2),
        {
            **BARE,
            "fossils.at_start": 5,
            "fossils.indivisible": "first-leaver",
            "fossils.value": "carried-order",
            "fossils.points": [1, 3, 6, 10],
        },
        {"fossils.value": "own-count"},
        game(
            2,
            deck("fossil fossil fossil fossil fossil gas gas"),
            *[line for _ in range(4) for line in (card("fossil"), choice("01"))],
            card("fossil"),
            choice("01", "01"),
            leave(0, 0, {"0": 0, "1": 0}, (2, 0)),
            level_end("empty", [0, 0], [3, 2]),
            # fossils 1 to 5 are worth 1, 2, 3, 4 and 45 - 10; 0 takes 1, 3 and 5
            end([0, 0], [0], [3, 2], [1 + 3 + 35, 2 + 4], [39, 6]),
        ),
    )
    for changes, otherwise, canary in (
        ({}, {"canary.wakes_at_kinds": 1}, [None, "sings", "sings", "silent", "silent"]),
        (
            {"canary.wakes_at_kinds": 1},
            {"canary.wakes_at_kinds": 2},
            ["silent", "sings", "sings", "silent", "silent"],
        ),
        (
            {"canary.silent_at": "fatal-hazard"},
            {"canary.silent_at": "any-hazard"},
            [None, "sings", "sings", "sings", "silent"],
        ),
        (
            {"canary.fossil_is_safe": False},
            {"canary.fossil_is_safe": True},
            [None, "silent", "sings", "silent", "silent"],
        ),
        (
            {"canary.speaks": "next-card", "canary.wakes_at_kinds": 3},
            {"canary.speaks": "every-card", "canary.wakes_at_kinds": 0},
            [None, None, None, None, "silent"],
        ),
        (
            {"canary.speaks": "next-card"},
            {"canary.speaks": "every-card"},
            [None, "sings", None, None, None],
        ),
        ({"canary.enabled": False}, {"canary.enabled": True}, [None] * 5),
    ):
        yield Case(f"canary, {changes}", SILENCE, changes, otherwise, silence(*canary))
    yield Case(
        "SO24: a canary that is awake from the start",
        one([], gas=2),
        {**EARLY, "canary.wakes_at_kinds": 0},
        {"canary.wakes_at_kinds": 1},
        game(
            1,
            deck("gas gas"),
            choice("0", "0", canary="silent"),
            leave(0, 0, {"0": 0}),
            level_end("empty", [0]),
            end([0], [0]),
        ),
    )
    yield Case(
        "SO32: the half that is kept goes along; SO30: automatic",
        two(one([9], gas=2), one([2], gas=2)),
        {
            **BARE,
            "tools.helmet.kept_is_banked": False,
            "tools.helmet.use": "automatic",
            "tools.helmet.uses": 2,
        },
        {"tools.helmet.uses": 1},
        game(
            1,
            deck("9 gas gas"),
            card("9", 9, 0),
            choice("0"),
            card("gas"),
            choice("0"),
            card("gas"),
            collapse("gas", {"0": 5}, {"0": 4}),
            level_end("collapse", [0]),
            deck("2 gas gas"),
            card("2", 2, 0),
            choice("0"),
            card("gas"),
            choice("0"),
            card("gas"),
            collapse("gas", {"0": 3}, {"0": 3}),
            level_end("collapse", [3]),
            end([3], [0]),
        ),
    )
    yield Case(
        "SO36: helmet and rope for one player",
        one([11], gas=2),
        {**EARLY, "tools.helmet.with_rope": "both"},
        {"tools.helmet.with_rope": "helmet-first"},
        roped(
            2,
            11,
            collapse("gas", {"0": 0}, {"0": 5}, [rope(0, [1], 3, 3)]),
            level_end("collapse", [8, 3]),
            end([8, 3], [0]),
        ),
    )
    yield Case(
        "SO36: the buried player takes the rope and keeps the helmet",
        one([11], gas=2),
        {**EARLY, "tools.helmet.with_rope": "victim-chooses", "tools.helmet.use": "automatic"},
        {"tools.helmet.with_rope": "helmet-first"},
        roped(
            2,
            11,
            collapse("gas", {"0": 1}, None, [rope(0, [1], 5, 5)]),
            level_end("collapse", [5, 5]),
            end([5, 5], [0, 1]),
        ),
    )
    yield Case(
        "SO38: a rope in vain",
        one([11], gas=2),
        {**EARLY, "tools.rope.spent_in_vain": True},
        {"tools.rope.spent_in_vain": False},
        roped(
            2,
            11,
            collapse("gas", {"0": 6}, {"0": 5}, [rope(0, [1], 0, 0)]),
            level_end("collapse", [5, 0]),
            end([5, 0], [0]),
        ),
    )
    yield Case(
        "SO39: who has to throw throws",
        one([11], gas=2),
        EARLY,
        {"tools.rope.may_decline": False},
        roped(2, 11, collapse("gas", {"0": 11}), level_end("collapse", [0, 0]), end([0, 0], [0, 1])),
    )
    yield Case(
        "SO40: who left just now throws",
        one([4], gas=2),
        BARE,
        {"tools.rope.just_left_may_throw": False},
        game(
            3,
            deck("gas 4 gas"),
            card("gas"),
            choice("012", "2"),
            leave(0, 0, {"2": 0}),
            card("4", 2, 0),
            choice("01", "1"),
            leave(0, 0, {"1": 2}),
            card("gas"),
            collapse("gas", {"0": 0}, None, [rope(0, [1], 1, 1)]),
            level_end("collapse", [1, 3, 0]),
            end([1, 3, 0], [1]),
        ),
    )
    yield Case(
        "SO29, SO44: lamps in each level, one in a step",
        two(one([1], gas=1), one([1], gas=1)),
        {**BARE, "tools.lamp.per": "level", "tools.lamp.several_at_once": False},
        {"tools.lamp.per": "game"},
        game(
            1,
            deck("1 gas"),
            card("1", 1, 0),
            choice("0", lamps="0"),
            card("gas"),
            leave(0, 0, {"0": 1}),
            level_end("deck-out", [1]),
            deck("1 gas"),
            card("1", 1, 0),
            choice("0", lamps="0"),
            card("gas"),
            leave(0, 0, {"0": 1}),
            level_end("deck-out", [2]),
            end([2], [0]),
        ),
    )
    yield Case(
        "SO29: two look at the same card",
        one([1], gas=1),
        BARE,
        {"tools.lamp.several_at_once": False},
        game(
            2,
            deck("1 gas"),
            card("1", 0, 1),
            choice("01", lamps="01"),
            card("gas"),
            leave(0, 1, {"0": 0, "1": 0}),
            level_end("deck-out", [0, 0]),
            end([0, 0], [0, 1]),
        ),
    )


CASES = list(cases())
each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
each_mutable = pytest.mark.parametrize(
    "case", [case for case in CASES if case.mutable], ids=[case.name for case in CASES if case.mutable]
)
FREE = ("seed", "game", "seats", "variant", "fingerprint")  # keys of the first line that nothing follows from


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a log that is no table and no list, with the way to it."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))
    elif not (path[0] == 0 and path[1] in FREE):
        yield path, value


def put(events: list[dict[str, Any]], path: tuple[Any, ...], value: Any) -> list[dict[str, Any]]:
    changed: Any = copy.deepcopy(events)
    table = changed
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return list(changed)


def saves_nothing(events: list[dict[str, Any]], path: tuple[Any, ...]) -> bool:
    saved = events[path[0]][path[1]][path[2]]
    return saved == 0 or (isinstance(saved, dict) and saved["kept"] == saved["each"] == 0)


def accepted(case: Case, events: list[dict[str, Any]]) -> bool:
    try:
        recompute(rules(case.levels, case.changes), events)
    except AssertionError:
        return False
    return True


@pytest.mark.rule("S1", "S9", "S11", "S13", "S17", "S21", "S25", "S31", "S34", "S39", "S43", "S47", "S-T1")
@each_case
def test_accepts_what_was_worked_out_by_hand(case: Case) -> None:
    events = json.loads(json.dumps(case.events))
    result = recompute(rules(case.levels, case.changes), events)
    last = case.events[-1]
    assert all(result[key] == value for key, value in last.items() if key != "event")
    assert result["reasons"] == [e["reason"] for e in events if e["event"] == "level-end"]
    assert result["lost"] == sum(sum(e["lost"].values()) for e in events if e["event"] == "collapse")


@each_case
def test_the_switch_matters(case: Case) -> None:
    with pytest.raises(AssertionError):
        recompute(rules(case.levels, {**case.changes, **case.otherwise}), case.events)


@each_mutable
def test_every_number_is_checked(case: Case) -> None:
    for path, value in places(case.events):
        if isinstance(value, int | float) and not isinstance(value, bool):
            for wrong in (value + 1, value - 1, value + 0.5, str(value), None):
                assert not accepted(case, put(case.events, path, wrong)), (path, value, wrong)
            if isinstance(value, int):
                assert not accepted(case, put(case.events, path, float(value))), (path, value)


@each_mutable
def test_every_word_is_checked(case: Case) -> None:
    other = {"deeper": "leave", "leave": "deeper", "sings": "silent", "silent": "sings"}
    for path, value in places(case.events):
        if isinstance(value, str) or value is None:
            wrongs = [other.get(value, "x"), "x", None if value is not None else 0]
            for wrong in wrongs:
                assert not accepted(case, put(case.events, path, wrong)), (path, value, wrong)


@each_mutable
def test_every_line_is_needed_in_its_place(case: Case) -> None:
    for i in range(len(case.events)):
        gone = case.events[:i] + case.events[i + 1 :]
        assert not accepted(case, gone), ("left out", i)
        twice = case.events[: i + 1] + case.events[i:]
        assert not accepted(case, twice), ("twice", i)
        for j in range(i):
            swapped = list(case.events)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            if swapped != case.events:
                assert not accepted(case, swapped), ("swapped", i, j)


@each_mutable
def test_every_key_and_entry_is_needed(case: Case) -> None:
    ways = {way[:n] for way, _ in places(case.events) for n in range(2, len(way) + 1)}
    for path in sorted(ways, key=repr):
        if path[0] == 0 and path[1] in FREE and len(path) > 2:
            continue
        if path[2:] and path[1] == "lamps":
            continue  # nobody has to use a lamp
        if len(path) == 3 and path[1] in ("helmets", "ropes") and saves_nothing(case.events, path):
            continue  # nor a tool that saves nothing
        changed = copy.deepcopy(case.events)
        table: Any = changed
        for key in path[:-1]:
            table = table[key]
        del table[path[-1]]
        assert not accepted(case, changed), path


@each_mutable
def test_a_card_turned_is_the_card_of_the_deck(case: Case) -> None:
    """Exchange two cards of a deck, one of which was turned."""
    for i, event in enumerate(case.events):
        if event["event"] not in ("level", "reshuffle"):
            continue
        after = [e["event"] for e in case.events[i + 1 :]]
        stop = min(after.index(e) for e in ("level-end", "reshuffle") if e in after)
        turned = after[:stop].count("card")
        for a in range(turned):
            for b in range(len(event["deck"])):
                cards = list(event["deck"])
                cards[a], cards[b] = cards[b], cards[a]
                if cards != event["deck"]:
                    assert not accepted(case, put(case.events, (i, "deck"), cards)), (i, a, b)


def test_a_lamp_is_used_by_those_who_are_in_and_have_one() -> None:
    case = CASES[0]
    path = next((i, "lamps") for i, e in enumerate(case.events) if e.get("lamps") == [0])
    for wrong in ([0, 0], [1], [0, 1], [3, 0], [4], [-1]):  # 1 and 3 use theirs later
        assert not accepted(case, put(case.events, path, wrong)), wrong
    assert accepted(case, put(case.events, path, []))


def buried_two(*ropes: dict[str, Any], bank: list[float], lost: dict[str, float]) -> Case:
    """Players 0 and 1 are buried with 4 each; 2 and 3 are out and may throw."""
    events = game(
        4,
        deck("8 gas gas"),
        choice("0123", "23"),
        leave(0, 0, {"2": 0, "3": 0}),
        card("8", 4, 0),
        choice("01"),
        card("gas"),
        choice("01"),
        card("gas"),
        collapse("gas", lost, None, list(ropes)),
        level_end("collapse", bank),
        end(bank, [p for p in range(4) if bank[p] == max(bank)]),
    )
    return Case("two are buried", one([8], gas=2), EARLY, {}, events)


def test_ropes_go_from_those_outside_to_those_buried() -> None:
    right = buried_two(rope(0, [3], 2, 2), rope(1, [2], 2, 2), bank=[2] * 4, lost={"0": 0, "1": 0})
    assert accepted(right, right.events)
    wrong = (
        buried_two(rope(1, [2], 2, 2), rope(0, [3], 2, 2), bank=[2] * 4, lost={"0": 0, "1": 0}),
        buried_two(rope(0, [2], 2, 2), rope(1, [2], 2, 2), bank=[2, 2, 4, 0], lost={"0": 0, "1": 0}),
        buried_two(rope(0, [1], 2, 2), bank=[2, 2, 0, 0], lost={"0": 0, "1": 4}),
        buried_two(rope(2, [3], 0, 0), bank=[0] * 4, lost={"0": 4, "1": 4}),
        buried_two(rope(0, [], 2, 0), bank=[2, 0, 0, 0], lost={"0": 2, "1": 4}),
        buried_two(rope(0, [3, 2], 2, 1), bank=[2, 0, 1, 1], lost={"0": 0, "1": 4}),
        buried_two(rope(0, [2, 2], 2, 1), bank=[2, 0, 2, 0], lost={"0": 0, "1": 4}),
    )
    for case in wrong:
        assert not accepted(case, case.events), case.events[-3]


def test_the_last_one_who_must_leave_may_not_go_on() -> None:
    lines = [
        deck("5 gas gas"),
        card("5", 2, 1),
        choice("01", "1"),
        leave(1, 0, {"1": 3}),
        card("gas"),
        choice("0"),
        card("gas"),
        collapse("gas", {"0": 2}),
        level_end("collapse", [0, 3]),
        end([0, 3], [1]),
    ]
    case = Case("alone", one([5], gas=2), BARE, {}, game(2, *lines))
    assert accepted(case, case.events)
    must = case._replace(changes={**BARE, "step.last_player": "must-leave"})
    assert not accepted(must, case.events)


def test_the_message_names_the_place_and_both_numbers() -> None:
    case = CASES[0]
    path = next((i, "rest") for i, e in enumerate(case.events) if e.get("card") == "find:7")
    with pytest.raises(AssertionError, match=r"game 0, level 1, step 4 .*card\.rest: expected 3, logged 4"):
        recompute(rules(case.levels, case.changes), put(case.events, path, 4))


def test_the_settings_written_out_here_are_those_of_the_definition() -> None:
    definition = StollenDefinition.model_validate(
        {"family": "stollen", "title": "x", "levels": {"1": {"finds": [1], "hazards": {"gas": 2}}}}
    ).model_dump()
    for table, values in SETTINGS.items():
        assert json.loads(json.dumps(definition[table])) == values


@settings(max_examples=200, deadline=None)
@given(definitions())
def test_random_definitions_are_valid(override: dict[str, Any]) -> None:
    definition = StollenDefinition.model_validate(full(override))
    assert definition.players.min <= len(definition.seats) <= definition.players.max
    assert definition.canary.owner < len(definition.seats)
    if definition.fossils.beyond_table == "impossible":
        assert definition.fossils_possible <= len(definition.fossils.points)
        assert definition.fossils_possible <= len(definition.fossils.points_plain)

"""The JSON Schema names every open point of docs/rules.md, with its options and its default."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from workbench import load
from workbench.tasks.examine import schema

SWITCH = None
# Section 1.4 of docs/rules.md by hand: key, default, options in their order (SWITCH: true or false; a pair: a range).
OPEN_POINTS: dict[str, list[tuple[str, Any, Any]]] = {
    "SO1": [("players.min", 3, (1, 8)), ("players.max", 6, (1, 8))],
    "SO2": [("step.choice_before_first_card", False, SWITCH)],
    "SO3": [("levels.hazards", {}, "table")],
    "SO4": [("levels.finds", [], "array")],
    "SO5": [("deck.mode", "per-level", ["per-level", "growing"])],
    "SO6": [("collapse.removes", "none", ["none", "one-of-that-kind"])],
    "SO7": [("leftovers.split", "pooled", ["pooled", "per-card"])],
    "SO8": [("leftovers.at_level_end", "lost", ["lost", "carried", "last-leaver"])],
    "SO9": [("leftovers.after_split", "stay", ["stay", "lost"])],
    "SO10": [("leftovers.settled", "leftovers-first", ["leftovers-first", "fossils-first"])],
    "SO11": [("fossils.single_leaver_takes", "all", ["all", "last-turned"])],
    "SO12": [("fossils.after_collapse", "back", ["back", "out"])],
    "SO13": [("fossils.after_exit", "as-collapse", ["as-collapse", "back", "out"])],
    "SO14": [("fossils.indivisible", "stay", ["stay", "first-leaver"])],
    "SO15": [("deck.when_empty", "leave", ["leave", "reshuffle", "bank"])],
    "SO16": [("fossils.value", "own-count", ["own-count", "carried-order"])],
    "SO17": [("fossils.beyond_table", "extrapolate", ["impossible", "extrapolate"])],
    "SO18": [("scoring.tie_break", "fossils", ["fossils", "fossil-points", "none"])],
    "SO19": [("scoring.still_tied", "shared", ["shared", "last-level", "earliest-leaver"])],
    "SO20": [("canary.speaks", "every-card", ["every-card", "next-card"])],
    "SO21": [("canary.timing", "before-choice", ["before-choice", "after-choice"])],
    "SO22": [("canary.heard_by", "all", ["all", "owner"])],
    "SO23": [("canary.silent_at", "any-hazard", ["any-hazard", "fatal-hazard"])],
    "SO24": [("canary.wakes_at_kinds", 2, (0, 6))],
    "SO25": [("canary.fossil_is_safe", True, SWITCH)],
    "SO26": [("canary.before_lamp", "canary-first", ["canary-first", "lamp-first"])],
    "SO27": [("tools.lamp.announced", "with-choices", ["at-once", "with-choices"])],
    "SO28": [("tools.lamp.after_own_choice", False, SWITCH)],
    "SO29": [("tools.lamp.several_at_once", True, SWITCH)],
    "SO30": [("tools.helmet.use", "choice", ["automatic", "choice"])],
    "SO31": [("tools.helmet.odd", "floor", ["floor", "ceil", "exact"])],
    "SO32": [("tools.helmet.kept_is_banked", True, SWITCH)],
    "SO33": [("tools.rope.odd", "lost", ["victim", "thrower", "lost"])],
    "SO34": [("tools.rope.several_rest", "lost", ["lost", "victim"])],
    "SO35": [("tools.rope.may_refuse", False, SWITCH)],
    "SO36": [("tools.helmet.with_rope", "helmet-first", ["helmet-first", "both", "victim-chooses"])],
    "SO37": [("collapse.order", "simultaneous", ["simultaneous", "clockwise"])],
    "SO38": [("tools.rope.spent_in_vain", False, SWITCH)],
    "SO39": [("tools.rope.may_decline", True, SWITCH)],
    "SO40": [("tools.rope.just_left_may_throw", True, SWITCH)],
    "SO41": [("step.leaving_comes_first", True, SWITCH)],
    "SO42": [("information.banks", "hidden", ["open", "hidden"])],
    "SO43": [("information.fossils", "open", ["open", "hidden"])],
    "SO44": [
        entry
        for tool in ("lamp", "helmet", "rope")
        for entry in ((f"tools.{tool}.uses", 1, (0, 20)), (f"tools.{tool}.per", "game", ["game", "level"]))
    ],
    "SO45": [("step.last_player", "may-go-on", ["may-go-on", "must-leave"])],
    "SO46": [("canary.at_the_table", "sleeve", ["sleeve", "player-outside", "app"])],
    "SO47": [("tools.lamp.at_the_table", "others-first", ["others-first", "eyes-closed"])],
    "SO48": [("print.card_backs", "alike", ["alike", "per-level"])],
}


def properties(document: dict[str, Any], table: Any, prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Dotted keys and their properties; the numbers of levels and names of characters are left out."""
    if "$ref" in table:
        table = document["$defs"][table["$ref"].rpartition("/")[2]]
    for key, found in table.get("properties", {}).items():
        yield f"{prefix}{key}", found
        yield from properties(document, found, f"{prefix}{key}.")
        for below in (found.get("additionalProperties"), *found.get("patternProperties", {}).values()):
            if isinstance(below, dict):
                yield from properties(document, below, f"{prefix}{key}.")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return schema("stollen")


@pytest.fixture(scope="module")
def marked(document: dict[str, Any]) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    found: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for key, about in properties(document, document):
        if "x-rule" in about:
            found.setdefault(about["x-rule"], []).append((key, about))
    return found


def test_every_open_point_and_no_other(marked: dict[str, Any]) -> None:
    assert set(marked) == set(OPEN_POINTS) == {f"SO{number}" for number in range(1, 49)}


@pytest.mark.parametrize("rule", OPEN_POINTS)
def test_keys_options_and_defaults(rule: str, marked: dict[str, list[tuple[str, dict[str, Any]]]]) -> None:
    assert [key for key, _ in marked[rule]] == [key for key, _, _ in OPEN_POINTS[rule]]
    for (_, about), (_, default, options) in zip(marked[rule], OPEN_POINTS[rule], strict=True):
        assert about["default"] == default
        assert type(about["default"]) is type(default)
        assert about["description"]
        if options is SWITCH:
            assert about["type"] == "boolean"
        elif isinstance(options, tuple):
            assert (about["type"], about["minimum"], about["maximum"]) == ("integer", *options)
        elif isinstance(options, list):
            assert about["enum"] == options
        else:
            assert about["type"] == {"table": "object", "array": "array"}[options]


@pytest.mark.parametrize("variant", ["stollen/diese-partie", "stollen/schlicht"])
def test_the_decks_of_the_seed(variant: str) -> None:
    """SO3 and SO4 are free tables; their defaults are the decks of section 1.5."""
    levels = load(variant).definition.levels
    assert [(len(level.hazards), set(level.hazards.values())) for level in levels.values()] == [
        (3, {2}),
        (4, {2}),
        (4, {3}),
        (5, {3}),
        (6, {3}),
    ]
    assert [list(level.finds) for level in levels.values()] == [
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 9],
        [1, 2, 3, 4, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11, 13],
        [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17],
        [3, 4, 5, 7, 7, 9, 9, 11, 11, 13, 14, 15, 17, 19, 22],
        [5, 7, 7, 9, 11, 11, 13, 14, 15, 17, 19, 21, 23, 25, 28],
    ]


def test_the_seed_plays_by_the_defaults() -> None:
    """What ``diese-partie`` states differs from no default of an open point."""
    from workbench.definition.diff import flat, tables

    shown = flat(tables(load("stollen/diese-partie")))
    for entries in OPEN_POINTS.values():
        for key, default, options in entries:
            if options not in ("table", "array"):
                assert shown[key] == default, key


def test_a_file_may_leave_out_what_it_inherits(document: dict[str, Any]) -> None:
    assert "required" not in json.dumps(document)
    assert {"family", "extends", "omit", "title", "levels", "characters"} <= set(document["properties"])
    assert document["additionalProperties"] is False
    assert document["$schema"].startswith("https://json-schema.org/")

"""The JSON Schema names every open point of docs/rules.md, section 4.4, with its options and its default; so do the
keys for what the two texts of the rules say differently."""

from __future__ import annotations

from typing import Any

import pytest

from tests.definition.test_schema import SWITCH, properties
from workbench import load
from workbench.definition.diff import flat, tables
from workbench.tasks.examine import schema

SHIPPED = object()
"""The default is what the basic game ships, since tables of material have none in the schema."""

# Section 4.4 of docs/rules.md by hand: key, default, options in their order (SWITCH: true or false; a pair: a range;
# a text: the only option).
OPEN_POINTS: dict[str, tuple[str, Any, Any]] = {
    "OO1": ("treasure.count", "limit", ["limit", "exact"]),
    "OO2": ("treasure.sum", "board", ["board", "more", "less"]),
    "OO3": ("tiles", SHIPPED, None),
    "OO4": ("shapes", SHIPPED, None),
    "OO5": ("flipping", True, SWITCH),
    "OO6": ("boards", SHIPPED, None),
    "OO7": ("check.surplus", "owner", ["owner", "opponents", "last-placed"]),
    "OO8": ("check.overlap", "both-faulty", "both-faulty"),
    "OO9": ("scoring.floor", "before", ["before", "after", "none"]),
    "OO10": ("calls.without_full_board", "fault", ["fault", "no-bonus"]),
    "OO11": ("calls.at_once", "earlier", ["earlier", "both"]),
    "OO12": ("calls.limit_seconds", 0, (0, 3600)),
    "OO13": ("calls.nobody", "pile-shrinks", ["pile-shrinks", "chief-changes"]),
    "OO14": ("sides.same_board", "other-side", "other-side"),
    "OO15": ("hand.tiles", "one", "one"),
    "OO16": ("treasure.used", "out", ["out", "reshuffled"]),
    "OO17": ("elves.counts", "cover", "cover"),
    "OO18": ("elements.counts", "symbol", ["symbol", "tile"]),
    "OO19": ("check.removed", "count-nothing", "count-nothing"),
    "OO20": ("ending.tie", "shared", ["shared", "most-calls"]),
    "OO21": ("scoring.caller_with_fault", "penalty-only", "penalty-only"),
    "OO22": ("clock", "by-skill", "by-skill"),
}
# What only one text says, with what the German one says (section 4.2, differences in short).
DIFFERENCES = {
    "unsorted": [],
    "check.rock": True,
    "check.surplus_removed": True,
    "scoring.floor": "before",
    "hand.exchange": True,
    "chief.who": "oldest",
    "elves.enabled": False,
    "elements.enabled": False,
    "ending.wins": "most-points",
}


@pytest.fixture(scope="module")
def marked() -> dict[str, tuple[str, dict[str, Any]]]:
    document = schema("out_of_mine")
    found = [(about["x-rule"], key, about) for key, about in properties(document, document) if "x-rule" in about]
    assert len({rule for rule, _, _ in found}) == len(found)
    return {rule: (key, about) for rule, key, about in found}


def test_every_open_point_and_no_other(marked: dict[str, Any]) -> None:
    assert set(marked) == set(OPEN_POINTS) == {f"OO{number}" for number in range(1, 23)}


@pytest.mark.parametrize("rule", OPEN_POINTS)
def test_keys_options_and_defaults(rule: str, marked: dict[str, tuple[str, dict[str, Any]]]) -> None:
    key, default, options = OPEN_POINTS[rule]
    found, about = marked[rule]
    assert found == key
    assert about["description"]
    if default is SHIPPED:
        assert "default" not in about
        return
    assert about["default"] == default
    assert type(about["default"]) is type(default)
    if options is SWITCH:
        assert about["type"] == "boolean"
    elif isinstance(options, tuple):
        assert (about["type"], about["minimum"], about["maximum"]) == ("integer", *options)
    elif isinstance(options, list):
        assert about["enum"] == options
    else:
        assert about["const"] == options


def test_the_shipped_game_plays_by_the_defaults() -> None:
    shown = flat(tables(load("out_of_mine/grundspiel")))
    for key, default, _ in OPEN_POINTS.values():
        if default is not SHIPPED:
            assert shown[key] == default, key
    for key, default in DIFFERENCES.items():
        assert shown[key] == default, key

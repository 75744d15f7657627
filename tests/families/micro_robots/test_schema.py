"""The JSON Schema names every open point of docs/rules.md, section 5.5, with its options and its default."""

from __future__ import annotations

from typing import Any

import pytest

from tests.definition.test_schema import SWITCH, properties
from workbench import load
from workbench.definition.diff import flat, tables
from workbench.tasks.examine import schema

# Section 5.5 of docs/rules.md by hand: key, default, options in their order (SWITCH: true or false; a pair: a range).
OPEN_POINTS: dict[str, tuple[str, Any, Any]] = {
    "MO1": ("travel", "free", ["free", "first-match", "adjacent"]),
    "MO2": ("way.revisits", True, SWITCH),
    "MO3": ("target.equal_to_start", "reroll", ["reroll", "out-and-back"]),
    "MO4": ("calls.shown_way", "any-of-that-length", "any-of-that-length"),
    "MO5": ("chips.empty_handed", "nothing", ["nothing", "minus-point"]),
    "MO6": ("chips.caller_among_fewest", "left-out", ["left-out", "keeps-it"]),
    "MO7": ("chips.clockwise_from", "caller", "caller"),
    "MO8": ("chips.fewest_counted", "before", ["before", "after"]),
    "MO9": ("calls.others_try", False, SWITCH),
    "MO10": ("chips.gift_wins", True, SWITCH),
    "MO11": ("rounds.after_break", "same-start", ["same-start", "old-target"]),
    "MO12": ("professional.equal_to_start_or_target", "reroll", "reroll"),
    "MO13": ("professional.target_before_waypoint", True, SWITCH),
    "MO14": ("professional.visit", "stop", ["stop", "pass-over"]),
    "MO15": ("target.min_distance", 1, (1, 12)),
    "MO16": ("calls.at_once", "earlier", ["earlier", "lower-number", "nobody"]),
    "MO17": ("calls.show_seconds", 0, (0, 60)),
    "MO18": ("calls.shortest", False, SWITCH),
    "MO19": ("board.between_rounds", "stays", "stays"),
    "MO20": ("chips.to_win", 5, (1, 200)),
}


@pytest.fixture(scope="module")
def marked() -> dict[str, tuple[str, dict[str, Any]]]:
    document = schema("micro_robots")
    found = [(about["x-rule"], key, about) for key, about in properties(document, document) if "x-rule" in about]
    assert len({rule for rule, _, _ in found}) == len(found)
    return {rule: (key, about) for rule, key, about in found}


def test_every_open_point_and_no_other(marked: dict[str, Any]) -> None:
    assert set(marked) == set(OPEN_POINTS) == {f"MO{number}" for number in range(1, 21)}


@pytest.mark.parametrize("rule", OPEN_POINTS)
def test_keys_options_and_defaults(rule: str, marked: dict[str, tuple[str, dict[str, Any]]]) -> None:
    key, default, options = OPEN_POINTS[rule]
    found, about = marked[rule]
    assert found == key
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
        assert about["const"] == options


def test_the_shipped_game_plays_by_the_defaults() -> None:
    shown = flat(tables(load("micro_robots/schwarz")))
    for key, default, _ in OPEN_POINTS.values():
        assert shown[key] == default, key


@pytest.mark.rule("M1")
def test_the_tiles_of_the_box() -> None:
    """Section 5.1: 36 colours and numbers once on each side, 25 chips, five to win."""
    d = load("micro_robots/schwarz").definition
    assert (d.chips.total, d.chips.to_win) == (25, 5)
    for side in ("black", "copper"):
        spaces = [space for tile in d.tile_names for row in d.grid(tile, side) for space in row]
        assert sorted(spaces) == sorted(f"{colour}{number}" for colour in "BGPRWY" for number in range(1, 7))
    assert d.grid("4", "copper") == (("P3", "R6", "R2"), ("B6", "Y2", "R3"), ("B5", "Y5", "R4"))

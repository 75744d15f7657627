"""The JSON Schema names every open point of docs/rules.md, section 3.4, with its options and its default."""

from __future__ import annotations

from typing import Any

import pytest

from tests.definition.test_schema import SWITCH, properties
from workbench import load
from workbench.definition.diff import flat, tables
from workbench.tasks.examine import schema

# Section 3.4 of docs/rules.md by hand: key, default, options in their order (SWITCH: true or false; a pair: a range).
OPEN_POINTS: dict[str, tuple[str, Any, Any]] = {
    "DO1": ("turns.starter", "left-of-dealer", ["left-of-dealer", "random", "dealer"]),
    "DO2": ("turns.passing", "only-if-stuck", ["only-if-stuck", "allowed"]),
    "DO3": ("displays.opponents", "closers-and-bandits", ["everything", "closers-and-bandits"]),
    "DO4": ("mines.late_double", "plain", ["plain", "forbidden", "doubles"]),
    "DO5": ("fights.double_on_top", "removed", "removed"),
    "DO6": ("fights.top_crate", "out", ["out", "to-hand"]),
    "DO7": ("fights.at_once", "one", "one"),
    "DO8": ("fights.second_bandit", False, SWITCH),
    "DO9": ("fights.own_mine", False, SWITCH),
    "DO10": ("fights.order", "left-of-attacker", "left-of-attacker"),
    "DO11": ("fights.partner_supports", True, SWITCH),
    "DO12": ("fights.closed_by", "anyone", ["anyone", "defenders"]),
    "DO13": ("fights.next_turn_lost", "never", "never"),
    "DO14": ("fights.then", "left-of-attacker", "left-of-attacker"),
    "DO15": ("fights.won_mine_to", "attacker", ["attacker", "winners-choice"]),
    "DO16": ("fights.alone", "each-alone", ["each-alone", "all-against-owner"]),
    "DO17": ("fights.owner_answers", "in-turn-order", "in-turn-order"),
    "DO18": ("last_round.drawer_acts", True, SWITCH),
    "DO19": ("last_round.drawing", "impossible", "impossible"),
    "DO20": ("last_round.pushing", True, SWITCH),
    "DO21": ("push.needs", "a-card", "a-card"),
    "DO22": ("information.table_talk", "none", ["none", "free"]),
    "DO23": ("scoring.tie", "shared", ["shared", "more-gold", "next-round"]),
    "DO24": ("target", 0, (0, 9999)),
    "DO25": ("mines.several_of_a_metal", True, SWITCH),
    "DO26": ("displays.two_players", "as-others", "as-others"),
    "DO27": ("mines.moving_crates", "never", "never"),
    "DO28": ("scoring.card_in_hand", 0, (0, 20)),
}


@pytest.fixture(scope="module")
def marked() -> dict[str, tuple[str, dict[str, Any]]]:
    document = schema("digging")
    found = [(about["x-rule"], key, about) for key, about in properties(document, document) if "x-rule" in about]
    assert len({rule for rule, _, _ in found}) == len(found)
    return {rule: (key, about) for rule, key, about in found}


def test_every_open_point_and_no_other(marked: dict[str, Any]) -> None:
    assert set(marked) == set(OPEN_POINTS) == {f"DO{number}" for number in range(1, 29)}


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
    elif isinstance(options, list):
        assert about["enum"] == options
    elif isinstance(options, str):
        assert about["const"] == options
    else:
        assert (about["minimum"], about["maximum"]) == options


@pytest.mark.parametrize("variant", ["digging/team", "digging/einzeln"])
def test_the_printed_game_has_the_defaults(variant: str) -> None:
    values = flat(tables(load(variant)))
    for rule, (key, default, _) in OPEN_POINTS.items():
        assert values[key] == default, rule

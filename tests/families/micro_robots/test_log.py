"""Every line of a log follows from the rules: re-computed by an independent reading of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.simulation import MicroRobotsSimulation

from .recompute import recompute
from .strategies import definitions, seats_of

VARIANTS = [name for name in shipped_variants() if name.startswith("micro_robots/")]


def check(definition: MicroRobotsDefinition, names: tuple[str, ...] | None, seed: int, games: int) -> list[Any]:
    """Re-compute games from their logs, and the outcome rows from the same games."""
    seats = seats_of(definition, names)
    simulation = MicroRobotsSimulation(definition, seats)
    rows = simulation.play(seed, 0, games)
    at = {(column.name, column.seat): i for i, column in enumerate(simulation.columns)}
    tables = json.loads(json.dumps(definition.model_dump()))
    seen = []
    for game in range(games):
        own, *events = json.loads(json.dumps(simulation.log(seed, game)))
        head = {"seats": [seat.to_dict() for seat in seats], **own}
        found = recompute(tables, [head, *events])
        row = rows[game]
        for seat in range(len(seats)):
            assert row[at["score", seat]] == found["scores"][seat]
            share = 840 // len(found["winners"]) if seat in found["winners"] else 0
            assert row[at["win_rate", seat]] == share
        for name, value in (
            ("length", found["rounds"]),
            ("solved", found["right"]),
            ("wrong_calls", found["wrong"]),
            ("calls", found["right"] + found["wrong"]),
            ("broken_off", found["broken_off"]),
            (f"end.{found['reason']}", 1),
        ):
            assert row[at[name, None]] == value, name
        if not definition.waypoint and definition.target.equal_to_start == "reroll":
            assert row[at["trivial", None]] == found["trivial"]
            assert row[at["distance", None]] == found["distance"]
        seen.append(found)
    return seen


@pytest.mark.rule(*(f"M{n}" for n in (1, 2, 3, 4, 6, 8, 9, 12, 13, 14, 15, 16, 17, 18, 20, 21)), "M-T3")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "names", [None, ("anfaenger",) * 2, ("anfaenger", "meisterin", "geuebt", "geuebt", "anfaenger")]
)
def test_shipped_variants(variant: str, names: tuple[str, ...] | None) -> None:
    seen = check(load(variant).definition, names, 11, 6)
    assert sum(found["right"] for found in seen) > 10
    assert sum(found["wrong"] for found in seen) > 0


@pytest.mark.rule("M10", "M19", "M23", "MO2", "MO3", "MO5", "MO6", "MO7", "MO8", "MO9", "MO10", "MO11", "MO12", "MO13",
                  "MO14", "MO17", "MO18")  # fmt: skip
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(definition=definitions(), seed=st.integers(0, 2**63 - 1))
def test_random_definitions(definition: MicroRobotsDefinition, seed: int) -> None:
    check(definition, None, seed, 2)


def test_the_file_has_the_lines_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    simulate("micro_robots/profi", games=3, seed=4, log=path, log_games=3)
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    heads = [event for event in events if event["event"] == "game"]
    assert [head["game"] for head in heads] == [0, 1, 2]
    assert list(heads[0]) == ["event", "family", "variant", "fingerprint", "seed", "game", "seats", "side",
                              "arrangement", "board", "start"]  # fmt: skip
    rounds = [event for event in events if event["event"] == "round"]
    assert {tuple(event) for event in rounds} == {
        ("event", "round", "start", "target", "waypoint", "caller", "called", "path", "right", "seconds", "paid_to",
         "chips", "stock")
    }  # fmt: skip
    assert {tuple(event) for event in events if event["event"] == "end"} == {("event", "reason", "chips", "winners")}

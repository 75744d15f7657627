"""Every line of a log follows from the rules: re-computed by an independent reading of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.simulation import OutOfMineSimulation

from .recompute import recompute
from .strategies import FAULTY, definitions, seats_of

VARIANTS = [name for name in shipped_variants() if name.startswith("out_of_mine/")]
CLUMSY = f"characters.clumsy={{{', '.join(f'{key}={value!r}' for key, value in FAULTY.items())}}}".replace("'", '"')
"""Somebody who errs so often that every fault comes up."""


def check(definition: OutOfMineDefinition, names: tuple[str, ...] | None, seed: int, games: int) -> Counter[str]:
    """Re-compute games from their logs, and the outcome rows from the same games; what came up in them."""
    seats = seats_of(definition, names)
    simulation = OutOfMineSimulation(definition, seats)
    rows = simulation.play(seed, 0, games)
    at = {(column.name, column.seat): i for i, column in enumerate(simulation.columns)}
    tables = json.loads(json.dumps(definition.model_dump()))
    seen: Counter[str] = Counter()
    for game in range(games):
        own, *events = json.loads(json.dumps(simulation.log(seed, game)))
        found = recompute(tables, [{"seats": [seat.to_dict() for seat in seats], **own}, *events])
        row = rows[game]
        boards = [entry for e in events[:-1] for entry in e["boards"]]
        for seat in range(len(seats)):
            assert row[at["score", seat]] == found["scores"][seat]
            share = 840 // len(found["winners"]) if seat in found["winners"] else 0
            assert row[at["win_rate", seat]] == share
            assert row[at["calls", seat]] == found["calls"][seat]
            assert row[at["empty_spaces", seat]] == found["empty"][seat]
        faults = Counter(tile["why"] for entry in boards for tile in entry["faulty"])
        for name, value in (
            ("length", definition.rounds),
            ("seconds", round(1000 * sum(found["seconds"]))),
            ("called", definition.rounds - found["nobody"]),
            ("full_boards", found["full"]),
            ("wrong_calls", found["with_fault"]),
            ("bonus", sum(entry["bonus"] for entry in boards)),
            ("elves", sum(entry["elves"] for entry in boards)),
            ("elements", sum(entry["elements"] for entry in boards)),
            ("faults", sum(faults.values())),
            *((f"faults.{why}", faults[why]) for why in ("edge", "colour", "overlap", "number")),
        ):
            assert row[at[name, None]] == value, name
        seen += faults
        seen.update(called=found["called"], wrong=found["with_fault"], nobody=found["nobody"])
        seen["elves"] += sum(entry["elves"] != 0 for entry in boards)
        seen["elements"] += sum(entry["elements"] != 0 for entry in boards)
    return seen


@pytest.mark.rule(*(f"O{n}" for n in (2, 3, 4, 5, 6, 8, 9, 10, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                                     28, 29)))  # fmt: skip
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "names",
    [
        ("meisterin", "anfaenger"),
        ("anfaenger", "geuebt", "meisterin"),
        ("geuebt", "geuebt", "anfaenger", "meisterin"),
        ("clumsy", "clumsy", "clumsy", "geuebt"),
    ],
)
def test_shipped_variants(variant: str, names: tuple[str, ...]) -> None:
    definition = load(variant, [CLUMSY]).definition
    seen = check(definition, names, seed=7, games=6)
    assert seen["called"] > 30
    assert bool(seen["elves"]) == definition.elves.enabled
    assert bool(seen["elements"]) == definition.elements.enabled
    if "clumsy" in names:
        assert min(seen[why] for why in ("edge", "colour", "overlap", "number", "wrong")) > 0


@pytest.mark.rule(
    "OO1", "OO5", "OO7", "OO8", "OO9", "OO10", "OO11", "OO12", "OO13", "OO14", "OO16", "OO17", "OO18", "OO19", "OO20",
    "OO21", "OO22",
)  # fmt: skip
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(definition=definitions(), seed=st.integers(0, 2**63 - 1))
def test_any_rules(definition: OutOfMineDefinition, seed: int) -> None:
    check(definition, None, seed, games=3)


def test_the_log_that_simulate_writes(tmp_path: Path) -> None:
    """As somebody else reads it: JSON Lines with the keys of the contract."""
    file = tmp_path / "games.jsonl"
    simulate("out_of_mine/profi", games=4, seed=3, log=file, log_games=2)
    events: list[Any] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    starts = [n for n, e in enumerate(events) if e["event"] == "game"]
    assert [events[n]["game"] for n in starts] == [0, 1]
    tables = json.loads(json.dumps(load("out_of_mine/profi").definition.model_dump()))
    for first, after in zip(starts, [*starts[1:], None], strict=True):
        recompute(tables, events[first:after])
    assert {*events[0]} >= {"family", "variant", "fingerprint", "seed", "game", "seats", "pile", "deck"}
    assert [*events[1]] == ["event", "round", "caller", "callers", "seconds", "boards"]
    assert [*events[1]["boards"][0]] == [
        *("player", "board", "side", "card", "cells", "placed", "faulty"),
        *("empty", "base", "bonus", "elves", "elements", "points"),
    ]

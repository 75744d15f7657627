"""Every number of a log follows from the rules: re-computed by an independent reading of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.simulation import StollenSimulation
from workbench.family import Seat

from .recompute import recompute
from .strategies import definitions, full

VARIANTS = [name for name in shipped_variants() if name.startswith("stollen/")]


def _seats(definition: StollenDefinition, names: list[str] | tuple[str, ...]) -> list[Seat]:
    seats = []
    for name in names:
        parameters = definition.characters[name].model_dump()
        seats.append(Seat(name, parameters.pop("strategy"), parameters))
    return seats


def _check(definition: StollenDefinition, seats: list[Seat], seed: int, games: int) -> None:
    """Re-compute games from their logs, and the outcome rows from the same games."""
    simulation = StollenSimulation(definition, seats)
    rows = simulation.play(seed, 0, games)
    at = {(column.name, column.seat): (i, column.scale) for i, column in enumerate(simulation.columns)}
    tables = definition.model_dump()
    for game in range(games):
        head = {"event": "game", "family": "stollen", "variant": "x", "fingerprint": {}, "seed": seed, "game": game,
                "seats": [seat.to_dict() for seat in seats]}  # fmt: skip
        events = json.loads(json.dumps([head, *simulation.log(seed, game)]))
        found = recompute(tables, events)
        for seat in range(len(seats)):
            index, scale = at["score", seat]
            assert rows[game, index] / scale == found["scores"][seat]
            index, scale = at["win_rate", seat]
            expected = 1 / len(found["winners"]) if seat in found["winners"] else 0
            assert rows[game, index] / scale == pytest.approx(expected)
        assert rows[game, at["length", None][0]] == found["cards"]
        index, scale = at["lost", None]
        assert rows[game, index] / scale == found["lost"]


@pytest.mark.rule(*(f"S{n}" for n in (1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                                     25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 42, 43, 44, 45, 46, 47,
                                     48)))  # fmt: skip
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "names",
    [
        ("angsthase", "draufgaenger", "rechnerin", "zufall"),
        ("zufall", "zufall", "zufall"),
        ("nie", "rechnerin", "zufall", "nie", "angsthase", "zufall"),
    ],
)
def test_shipped_variants(variant: str, names: tuple[str, ...]) -> None:
    definition = load(variant).definition
    _check(definition, _seats(definition, names), seed=7, games=60)


@pytest.mark.rule("DI1", "DI2", "DI3", "DI4", "DI5", "DI6", "DI7", "DI8", "DI9", "DI10")
@pytest.mark.parametrize("variant", ["stollen/diamant-2005", "stollen/incan-gold-2006", "stollen/diamant-2016"])
def test_the_published_parents(variant: str) -> None:
    definition = load(variant).definition
    _check(definition, _seats(definition, ("rechnerin", "zufall", "draufgaenger", "zufall", "nie")), seed=3, games=200)


@pytest.mark.rule("S13", "S14", "S25", "S43", "S47", "S48")
@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(overrides=definitions(), seed=st.integers(0, 2**63 - 1))
def test_random_switches(overrides: dict[str, Any], seed: int) -> None:
    definition = StollenDefinition.model_validate(_tables(overrides))
    _check(definition, _seats(definition, definition.seats), seed, games=6)


def _tables(overrides: dict[str, Any]) -> dict[str, Any]:
    """The override over its parents and the shipped characters, through the loader's own merge."""
    from workbench.definition.find import chain_of
    from workbench.definition.merge import Merged
    from workbench.definition.source import Layer, read_layer
    from workbench.family import family_of

    merged = Merged()
    merged.add(read_layer(family_of("stollen").characters_file))
    for layer in chain_of(overrides["extends"]):
        merged.add(layer)
    merged.add(Layer("random", overrides, path=Path("random.toml")))
    assert "levels" in full(overrides)
    return merged.data

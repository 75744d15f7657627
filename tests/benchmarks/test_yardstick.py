"""The yardstick in C is a second writing of the rules: it must play every game as the workbench does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.families.stollen.strategies import definitions, resolved
from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.stollen.simulation import StollenSimulation

from .yardstick import Yardstick, has_compiler, same_figures

pytestmark = pytest.mark.skipif(not has_compiler(), reason="needs gcc")
STOLLEN = [name for name in shipped_variants() if name.startswith("stollen/")]


@pytest.mark.parametrize("variant", STOLLEN)
def test_shipped_variants(variant: str) -> None:
    loaded = load(variant)
    for names in ((), ("zufall", "angsthase", "nie", "rechnerin", "draufgaenger")):
        simulation = StollenSimulation(loaded.definition, loaded.seats(names))
        found = Yardstick(simulation).play(3, 0, 400)
        assert np.array_equal(found, same_figures(simulation, simulation.play(3, 0, 400)))


@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(overrides=definitions(), seed=st.integers(0, 2**63 - 1))
def test_random_definitions(overrides: dict[str, Any], seed: int) -> None:
    simulation = StollenSimulation(*resolved(overrides))
    assert np.array_equal(Yardstick(simulation).play(seed, 0, 8), same_figures(simulation, simulation.play(seed, 0, 8)))

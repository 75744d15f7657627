"""The contract of every family: compiled games are the interpreted ones, game by game.

The families are those found, their variants those shipped, so a new family is held to it without a line here. One
that has no compiled path passes by playing the same games twice.
"""

from __future__ import annotations

import numpy as np
import pytest

from workbench.definition.find import shipped_variants
from workbench.definition.load import Loaded, load
from workbench.family import families
from workbench.tasks.simulate import make_simulation

MANY_GAMES = 10**9
GAMES = 60


def line_ups(loaded: Loaded) -> list[list[str]]:
    """The definition's own table, then every size of table, so that every character plays in every variant."""
    names = list(loaded.definition.characters)
    players = loaded.definition.players
    sizes = [*range(players.min, players.max + 1)]
    while sum(sizes) < len(names):
        sizes.append(players.max)
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return [list(loaded.definition.seats)] + [
        [names[(start + n) % len(names)] for n in range(size)] for start, size in zip(starts, sizes, strict=True)
    ]


def assert_alike(loaded: Loaded, seats: list[str], seed: int, first: int, last: int, rotate: bool = False) -> None:
    """Play the same games both ways."""
    line_up = loaded.seats(seats)
    interpreted, fast = (make_simulation(loaded, line_up, rotate) for _ in range(2))
    fast.prepare(MANY_GAMES, lambda text: None)
    assert not interpreted.is_compiled
    slowly, quickly = (simulation.play(seed, first, last) for simulation in (interpreted, fast))
    assert slowly.dtype == quickly.dtype and slowly.shape == quickly.shape == (last - first, len(fast.columns))
    for game, (mine, theirs) in enumerate(zip(slowly, quickly, strict=True), start=first):
        assert np.array_equal(mine, theirs), f"game {game} of seed {seed} with {', '.join(seats)}"


@pytest.mark.parametrize("variant", shipped_variants())
def test_compiled_games_are_the_interpreted_ones(variant: str) -> None:
    loaded = load(variant)
    tables = line_ups(loaded)
    assert {name for seats in tables for name in seats} == set(loaded.definition.characters)
    for number, seats in enumerate(tables):
        assert_alike(loaded, seats, 5 + number, 0, GAMES)
    # The first and the last seed, and games far on.
    for seed, first in ((0, 0), (2**63 - 1, 10**6), (1, 2**40)):
        assert_alike(loaded, tables[0], seed, first, first + GAMES // 2)
    assert_alike(loaded, tables[-1], 3, 0, GAMES // 3, rotate=True)


@pytest.mark.parametrize("variant", [name for name in shipped_variants() if name.startswith("stollen/")])
def test_stollen_is_compiled(variant: str) -> None:
    loaded = load(variant)
    for rotate in (False, True):
        simulation = make_simulation(loaded, loaded.seats(), rotate)
        assert not simulation.is_compiled
        simulation.prepare(MANY_GAMES, lambda text: None)
        assert simulation.is_compiled


def test_every_family_has_a_shipped_variant() -> None:
    assert {name.partition("/")[0] for name in shipped_variants()} == set(families())

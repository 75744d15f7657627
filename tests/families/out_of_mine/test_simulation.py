"""Simulation: compiled is interpreted, games depend on seed and number alone, characters differ as they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench import compare, simulate
from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.simulation import OutOfMineSimulation
from workbench.families.out_of_mine.state import Rules, Seats, Table

from .strategies import definitions, seats_of

MANY_GAMES = 10**9
VARIANTS = [name for name in shipped_variants() if name.startswith("out_of_mine/")]


def quiet(text: str) -> None:
    pass


def played(variant: str, *changes: str, names: tuple[str, ...] | None = None) -> OutOfMineSimulation:
    """A compiled simulation of a shipped variant."""
    definition = load(variant, changes).definition
    simulation = OutOfMineSimulation(definition, seats_of(definition, names))
    simulation.prepare(MANY_GAMES, quiet)
    return simulation


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(definition=definitions(), seed=st.integers(0, 2**63 - 1))
def test_compiled_is_interpreted(definition: OutOfMineDefinition, seed: int) -> None:
    seats = seats_of(definition)
    interpreted, compiled = OutOfMineSimulation(definition, seats), OutOfMineSimulation(definition, seats)
    compiled.prepare(MANY_GAMES, quiet)
    assert np.array_equal(interpreted.play(seed, 0, 3), compiled.play(seed, 0, 3))


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_is_interpreted_in_shipped_variants(variant: str) -> None:
    compiled = played(variant)
    interpreted = OutOfMineSimulation(compiled.definition, seats_of(compiled.definition))
    assert np.array_equal(interpreted.play(5, 0, 8), compiled.play(5, 0, 8))


def test_large_boards_use_every_bit() -> None:
    """64 spaces on a side, and a stock that suffices."""
    rows = '["........","........","........","........","........","........","........","........"]'
    simulation = played(
        "out_of_mine/profi",
        *(f"boards.b{number:02}.{side}={rows}" for number in range(1, 11) for side in "ab"),
        *(f"cards.t{number:02}.tiles={{yellow=4,blue=4,green=4,red=4,white=2}}" for number in range(1, 41)),
        names=("geuebt", "meisterin"),
    )
    interpreted = OutOfMineSimulation(simulation.definition, seats_of(simulation.definition, ("geuebt", "meisterin")))
    assert np.array_equal(interpreted.play(1, 0, 2), simulation.play(1, 0, 2))
    cells = [tile["cells"] for event in simulation.log(1, 0)[1:-1] for tile in event["boards"][0]["placed"]]
    assert any([7, 7] in found for found in cells)


def test_no_name_stands_for_two_lengths() -> None:
    """Lengths of the table's sequences hold for all tuples of a kernel: the others must not use their names."""
    assert not {*Rules._fields, *Seats._fields} & {*Table._fields} - {"elements"}


def test_chunks_share_nothing() -> None:
    simulation = played("out_of_mine/profi")
    whole = simulation.play(9, 0, 90).copy()
    parts = [simulation.play(9, first, first + 30).copy() for first in (60, 0, 30)]
    assert np.array_equal(whole, np.concatenate([parts[1], parts[2], parts[0]]))


def rates(variant: str, **options: Any) -> dict[str, float]:
    result = simulate(variant, games=2000, **options)
    found = {player.character: player.win_rate.estimate for player in result.by_character}
    metrics = {metric.name: metric.value.estimate for metric in result.metrics}
    return {**{str(name): rate for name, rate in found.items() if rate is not None}, **metrics}  # type: ignore[dict-item]


@pytest.mark.rule("O10", "O15", "O27", "O28", "OO22")
def test_characters_and_variants_differ_as_their_names_say() -> None:
    plain, elves = rates("out_of_mine/grundspiel", rotate=True), rates("out_of_mine/elfen", rotate=True)
    elements, both = rates("out_of_mine/sonderelemente", rotate=True), rates("out_of_mine/profi", rotate=True)
    for found in (plain, elves, elements, both):
        assert found["anfaenger"] < found["geuebt"] < found["meisterin"]
        assert found["unsolvable"] == 0
        # The first full board calls, and gets what is left to nobody else.
        assert found["empty.rank_1"] < found["empty.rank_2"] < found["empty.rank_3"] < found["empty.rank_4"]
        assert found["others_points"] < found["caller_points"]
    assert plain["elves"] == plain["elements"] == 0
    assert elves["elves"] > 0
    assert elves["elements"] == 0
    assert elements["elements"] > 0
    assert both["elves"] > 0
    assert both["elements"] > 0


def test_seats_are_equal() -> None:
    """Four alike win a quarter of the games each, wherever they sit."""
    result = simulate("out_of_mine/grundspiel", games=4000, seats=("geuebt",) * 4)
    for player in result.players:
        low, high = player.win_rate.low, player.win_rate.high
        assert low is not None
        assert high is not None
        # The interval of 95 % widened to one that fails in a million cases.
        assert abs((low + high) / 2 - 0.25) < 2.5 * (high - low)


def test_a_short_box_shows() -> None:
    """Half of the red tiles: more hands reach in vain, and more boards stay empty."""
    short = {"tiles.red.I": 1, "tiles.red.O": 1, "tiles.red.T": 1, "tiles.red.L": 2, "tiles.red.S": 2}
    settings = [f"{key}={value}" for key, value in short.items()]
    plain = {m.name: m.value.estimate for m in simulate("out_of_mine/grundspiel", games=1500).metrics}
    found = {
        m.name: m.value.estimate for m in simulate("out_of_mine/grundspiel", games=1500, settings=settings).metrics
    }
    for name in ("shortages", "in_vain", "empty_spaces", "seconds"):
        before, after = plain[name], found[name]
        assert before is not None
        assert after is not None
        assert before < after, name


def test_shared_luck() -> None:
    """A variant deals the same boards and cards, and plays the first round alike until points are counted."""
    arms = [load(f"out_of_mine/{name}") for name in ("grundspiel", "elfen", "sonderelemente")]
    logs = [arm.family.simulation(arm.definition, arm.seats()).log(5, 0) for arm in arms]
    assert logs[0][0] == logs[1][0] == logs[2][0]
    dealt = [[(x["board"], x["side"], x["card"]) for x in log[1]["boards"]] for log in logs]
    assert dealt[0] == dealt[1] == dealt[2]


@pytest.mark.rule("O19")
def test_a_comparison_tells_what_changed() -> None:
    """Another bonus changes scores, but nothing that anybody does."""
    result = compare("out_of_mine/grundspiel", changes=["scoring.caller_bonus=5"], games=400)
    (arm,) = result.variants
    assert arm.decisions_that_differ == 0
    scores = [row for row in arm.differences if row.metric == "score" and row.seat is not None]
    assert all(row.difference is not None and row.difference > 0 for row in scores)


def test_scores_below_zero_are_told() -> None:
    """Without a floor, of who hardly gets anywhere: means, percentiles and the CSV agree."""
    result = simulate(
        "out_of_mine/grundspiel", games=1500, settings=['scoring.floor="none"'], seats=("anfaenger", "meisterin")
    )
    slow = result.players[0]
    simulation = played("out_of_mine/grundspiel", 'scoring.floor="none"', names=("anfaenger", "meisterin"))
    scores = np.sort(simulation.play(1, 0, 1500)[:, 2])
    assert scores[0] < 0
    assert slow.score.estimate == pytest.approx(scores.mean())
    assert slow.score_percentiles["5"] == scores[74]

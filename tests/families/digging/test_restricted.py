"""Restricted play: what is forbidden is not done, all else is as ever, and a figure is that of the games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.cli import main
from workbench.definition.load import load
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.options import OPTIONS, forbidden_bits, options_of
from workbench.families.digging.simulation import DiggingSimulation
from workbench.family import Seat
from workbench.tasks.restricted import forbid, restricted
from workbench.tasks.simulate import make_simulation
from workbench.tasks.strategies import own_characters

from .on_paper import Action, Round, before_turns, kind_of
from .strategies import definitions, seats_of
from .table_top import ALONE, TEAM, characters, definition_of

Events = list[dict[str, Any]]
EVERYBODY = ("schuerfer", "raeuber", "buchhalterin", "zufall")
PUSHERS = {f"characters.{who}.{key}": 60 for who in EVERYBODY[:3] for key in ("push_closer", "spoil_worth")}
"""The shipped characters seldom push and never spoil; so set, they do."""


def done(table: Round, turn: Action) -> Iterator[tuple[int, str]]:
    """Which players use which options in a turn, the fight with it."""
    player, card = turn["player"], turn.get("card")
    if turn["action"] == "push":
        yield player, "push"
    if turn["action"] == "play" and kind_of(card) == "bandit":
        yield player, "attack"
        for answer in turn["fight"]["answers"]:
            if answer["card"] is not None:
                yield answer["player"], "rescue" if kind_of(answer["card"]) == "closer" else "fight"
    closes = turn["action"] == "play" and kind_of(card) == "closer"
    if closes and table.mines[turn["mine"]].display not in table.side(player):
        yield player, "spoil"


def replayed(d: DiggingDefinition, events: Events) -> Iterator[tuple[Round, Action]]:
    """The table before each turn. Who is forbidden all that is left passes, whatever DO2 says."""
    tables = d.model_dump()
    tables["turns"]["passing"] = "allowed"
    return before_turns(tables, events)


def used(d: DiggingDefinition, line_up: list[Seat], seed: int, games: int) -> set[tuple[int, str]]:
    simulation = DiggingSimulation(d, line_up)
    return {
        found
        for game in range(games)
        for table, turn in replayed(d, simulation.log(seed, game))
        for found in done(table, turn)
    }


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("option", list(OPTIONS))
def test_what_is_forbidden_is_never_done(who: str, option: str) -> None:
    d = definition_of(TEAM, PUSHERS)
    line_up = characters(d, (who, "raeuber", "zufall", "raeuber"))
    free = used(d, line_up, 4, 40)
    bound = used(d, forbid(line_up, 0, option), 4, 40)
    assert (0, option) not in bound
    # The others are free, and so is he in everything else.
    assert {(seat, other) for seat, other in free if seat == 2} <= bound
    cannot = {"attack"} if who == "schuerfer" else set()
    assert ((0, option) in free) == (option not in cannot)


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data(), d=definitions(), seed=st.integers(0, 2**63 - 1))
def test_no_definition_and_no_strategy_finds_a_way_round(data: Any, d: DiggingDefinition, seed: int) -> None:
    masks = [data.draw(st.sets(st.sampled_from(sorted(OPTIONS)))) for _ in d.seats]
    line_up = [replace(seat, forbidden=tuple(sorted(mask))) for seat, mask in zip(seats_of(d), masks, strict=True)]
    events = DiggingSimulation(d, line_up).log(seed, 0)
    for table, turn in replayed(d, events):
        for seat, option in done(table, turn):
            # A second bandit of the attacker's is a bandit in a fight, too (DO8).
            assert option not in masks[seat], (option, turn)


def first_use(d: DiggingDefinition, line_up: list[Seat], game: int, option: str) -> int | None:
    """The number of the first turn in which seat 0 uses an option."""
    events = DiggingSimulation(d, line_up).log(6, game)
    for number, (table, turn) in enumerate(replayed(d, events)):
        if (0, option) in done(table, turn):
            return number
    return None


@pytest.mark.parametrize("option", list(OPTIONS))
def test_until_it_would_be_used_the_game_is_the_same(option: str) -> None:
    d = definition_of(TEAM, PUSHERS)
    never = differ = 0
    for who in EVERYBODY:
        line_up = characters(d, (who, "raeuber", "schuerfer", "buchhalterin"))
        free, bound = DiggingSimulation(d, line_up), DiggingSimulation(d, forbid(line_up, 0, option))
        for game in range(20):
            use = first_use(d, line_up, game, option)
            logs = [[e for e in s.log(6, game) if e["event"] in ("round", "turn", "end")] for s in (free, bound)]
            if use is None:
                assert logs[0] == logs[1]
                never += 1
            else:
                assert logs[0][: use + 1] == logs[1][: use + 1]
                assert logs[0][use + 1] != logs[1][use + 1]
                differ += 1
    assert differ > 3
    assert never + differ == 20 * len(EVERYBODY)


STRATEGY = """
def choose(view):
    if view.question:
        return 1 + view.value if view.card >= 3 else 0
    return (view.verb == 3) * (1 + view.card) + (view.verb == 2) * 2 + (view.turn % 3 == 0) * (view.verb == 0) * 9
"""


def test_a_strategy_of_the_users_is_bound_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(STRATEGY, encoding="utf-8")
    loaded = load(TEAM)
    me = own_characters(loaded.family, {"me": f"{path}:choose"})["me"]
    line_up = [me, *characters(loaded.definition, ("raeuber", "zufall", "raeuber"))]
    free = used(loaded.definition, line_up, 2, 20)
    for option in ("attack", "fight", "rescue", "spoil"):
        assert (0, option) in free
        assert (0, option) not in used(loaded.definition, forbid(line_up, 0, option), 2, 20)
    pusher = path.with_name("pusher.py")
    pusher.write_text("def choose(view):\n    return view.verb == 2\n", encoding="utf-8")
    push = own_characters(loaded.family, {"push": f"{pusher}:choose"})["push"]
    line_up = [push, *line_up[1:]]
    assert (0, "push") in used(loaded.definition, line_up, 2, 1)
    assert (0, "push") not in used(loaded.definition, forbid(line_up, 0, "push"), 2, 3)


# The options of a definition


@pytest.mark.parametrize(
    ("variant", "changes", "missing"),
    [
        (TEAM, [], []),
        (ALONE, [], ["push"]),
        (ALONE, ["bandits=[]"], ["push", "attack", "fight", "rescue"]),
        (TEAM, ["bandits=[]"], ["attack", "fight", "rescue"]),
    ],
    ids=str,
)
def test_only_what_the_variant_has_is_listed(variant: str, changes: list[str], missing: list[str]) -> None:
    loaded = load(variant, changes)
    assert set(OPTIONS) - set(options_of(loaded.definition)) == set(missing)
    found = restricted(loaded, games=2, seats=("schuerfer", "zufall", "zufall", "zufall"))
    assert {row.option for row in found.rows} == set(OPTIONS) - set(missing)


def test_every_option_has_a_bit_of_its_own_and_words() -> None:
    assert forbidden_bits(OPTIONS) == 2 ** len(OPTIONS) - 1
    loaded = load(TEAM)
    words = [loaded.family.options(loaded.definition, language) for language in ("de", "en", "zh")]
    assert all(list(found) == list(OPTIONS) and len(set(found.values())) == len(OPTIONS) for found in words)
    assert len({tuple(found.values()) for found in words}) == 3


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "dem Partner Karten zuschieben"), ("en", "push cards to the partner"), ("zh", "把牌推給隊友")],
)
def test_the_table_has_the_words(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["analyse", TEAM, "--restricted", "--character", "raeuber", "--lang", language, "--games", "5"]
    assert main([*command, "--quiet"]) == 0
    found = capsys.readouterr().out
    assert words in found and "raeuber" in found and "schuerfer: wins" not in found


# The result


def wins_and_scores(loaded: Any, line_up: list[Seat], place: int, games: int) -> np.ndarray[Any, Any]:
    """By deal: mean win share and score of a place over the rotations, from games played one rotation at a time."""
    n = len(line_up)
    total = np.zeros((games, 2))
    for k in range(n):
        simulation = make_simulation(loaded, [*line_up[k:], *line_up[:k]], False)
        rows = simulation.play(7, 0, games)
        for column, name in enumerate(("win_rate", "score")):
            at = next(i for i, c in enumerate(simulation.columns) if (c.name, c.seat) == (name, (place - k) % n))
            total[:, column] += rows[:, at] / simulation.columns[at].scale / n
    return total


@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_figures_are_those_of_the_games(variant: str) -> None:
    names = ("buchhalterin", "raeuber", "buchhalterin", "raeuber")
    loaded = load(variant)
    found = restricted(loaded, games=20, seed=7, seats=names, only=["raeuber"])
    line_up = loaded.seats(names)
    assert [row.option for row in found.rows] == options_of(loaded.definition)
    free = wins_and_scores(loaded, line_up, 1, 20)
    for row in found.rows:
        bound = wins_and_scores(loaded, forbid(line_up, 1, row.option), 1, 20)
        assert (row.win_rate.estimate, row.score.estimate) == pytest.approx(tuple(free.mean(axis=0)))
        assert (row.restricted_win_rate.estimate, row.restricted_score.estimate) == pytest.approx(
            tuple(bound.mean(axis=0))
        )
        worth = (free - bound).mean(axis=0)
        assert (row.win_rate_worth.estimate, row.score_worth.estimate) == pytest.approx(tuple(worth), abs=1e-12)


def test_who_never_does_it_loses_nothing_by_not_being_allowed_to() -> None:
    found = restricted(TEAM, games=25, seats=("schuerfer", "raeuber") * 2, only=["schuerfer"])
    rows = {row.option: row for row in found.rows}
    assert (rows["attack"].deals_that_differ, rows["attack"].win_rate_worth.estimate) == (0, 0)
    assert rows["rescue"].deals_that_differ > 0

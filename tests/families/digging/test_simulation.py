"""Simulation: luck is shared, games depend on seed and number alone, strategies of the user's play, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench import compare, simulate
from workbench.definition.load import load
from workbench.engine.strategy import UserStrategy
from workbench.families.digging.legal import FAULTS, FINE, fault, list_actions
from workbench.families.digging.options import OPTIONS, options_of
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import View
from workbench.family import Seat, families
from workbench.tasks.simulate import make_simulation

from .table_top import ALONE, TEAM, Layout, definition_of

MANY_GAMES = 10**9
FOUR = ("schuerfer", "raeuber", "buchhalterin", "zufall")


def quiet(text: str) -> None:
    pass


def simulation_of(
    variant: str, names: Sequence[str] = FOUR, settings: Sequence[str] = (), compiled: bool = False
) -> DiggingSimulation:
    loaded = load(variant, settings)
    simulation = DiggingSimulation(loaded.definition, loaded.seats(names))
    if compiled:
        simulation.prepare(MANY_GAMES, quiet)
    return simulation


def shuffled(settings: Sequence[str], game: int) -> list[str]:
    """The deck of a game, top card first: dealt one by one, then the pile."""
    deal = simulation_of(TEAM, FOUR, ["turns.most=1", *settings]).log(5, game)[1]
    return [*(card for cards in zip(*deal["hands"], strict=True) for card in cards), *deal["pile"]]


# Luck


@pytest.mark.rule("D2")
@pytest.mark.parametrize(
    ("settings", "gone"),
    [
        (["closers=8"], {"closer:9"}),
        (["metals.gold.crates=7"], {"crate:gold:8", "crate:gold:9"}),
        (["bandits=[1,2,3,4,5,6,7,8,9,10,12]"], {"bandit:11"}),
    ],
)
def test_a_deck_with_a_card_fewer_has_the_others_in_the_same_order(settings: list[str], gone: set[str]) -> None:
    for game in range(5):
        assert [card for card in shuffled([], game) if card not in gone] == shuffled(settings, game)


def test_the_order_in_the_file_changes_nothing(tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.toml"
    metals = "\n".join(
        f"[metals.{name}]\nvalue = {value}\nmines = 3\ncrates = 9\ndouble_crates = 1"
        for name, value in (("copper", 1), ("gold", 3), ("silver", 2))
    )
    mixed.write_text(
        'family = "digging"\ntitle = "x"\nbandits = [12, 3, 1, 2, 4, 5, 6, 11, 8, 9, 10, 7]\n'
        'seats = ["zufall", "zufall", "zufall", "zufall"]\n[players]\nmin = 4\nmax = 4\n' + metals
    )
    assert load(str(mixed)).fingerprint.rules == load(TEAM).fingerprint.rules
    names = ["zufall"] * 4
    assert simulation_of(str(mixed), names).log(1, 0) == simulation_of(TEAM, names).log(1, 0)


def test_every_round_has_luck_of_its_own() -> None:
    events = simulation_of(TEAM, FOUR, ["turns.most=1", "target=5000"]).log(1, 0)
    piles = [tuple(event["pile"]) for event in events if event["event"] == "round"]
    assert len(set(piles)) == len(piles) == 50


def test_chunks_share_nothing() -> None:
    simulation = simulation_of(ALONE, compiled=True)
    whole = simulation.play(9, 0, 300)
    parts = [simulation.play(9, first, first + 100) for first in (200, 0, 100)]
    assert np.array_equal(whole, np.concatenate([parts[1], parts[2], parts[0]]))


def test_a_game_does_not_depend_on_what_was_played_before() -> None:
    simulation = simulation_of(TEAM, settings=["target=30"])
    assert np.array_equal(simulation.play(2, 3, 5)[1], simulation.play(2, 4, 5)[0])


@pytest.mark.rule("DO4")
def test_compared_arms_share_their_deals() -> None:
    """A late double is rare enough that many games have none, and those go alike."""
    result = compare(TEAM, changes=["mines.late_double=doubles"], games=300, seats=["schuerfer"] * 4)
    (found,) = result.variants
    assert 0 < found.games_that_differ < 300


def test_decisions_that_differ() -> None:
    plain, other = simulation_of(TEAM), simulation_of(TEAM, settings=["fights.closed_by=defenders"])
    rows, others = plain.play(1, 0, 20), other.play(1, 0, 20)
    differ = plain.decisions_that_differ(rows, other, others)
    assert differ.shape == (20, 4)
    for game in range(20):
        mine, theirs = plain.log(1, game), other.log(1, game)
        assert (differ[game].sum() > 0) == (mine != theirs)
    assert not plain.decisions_that_differ(rows, plain, rows).any()


# What may be done


@pytest.mark.rule("D4", "D7")
def test_the_list_of_actions_is_what_has_no_fault() -> None:
    hand = "mine:gold:3 crate:gold:3 double:gold:1 closer:1 bandit:4 crate:silver:2"
    mines = [
        ("mine:gold:1", 0, "crate:gold:1"),
        ("mine:gold:2", 1, "crate:gold:2"),
        ("mine:silver:1", 3, "", "closer:2"),
    ]
    table = Layout([hand, "", "", ""], mines)
    listed = set(table.t.actions[: list_actions(table.r, table.s, table.t, 0)])
    texts = ["draw", *(f"push {card}" for card in hand.split())]
    texts += ["mine:gold:3 for 0", "mine:gold:3 for 2", "crate:gold:3 on mine:gold:1", "double:gold:1 on mine:gold:1"]
    texts += ["closer:1 on mine:gold:1", "closer:1 on mine:gold:2", "bandit:4 on mine:gold:2"]
    assert listed == {table.action(text) for text in texts}
    every = [action for action in range(4 << 16) if fault(table.r, table.s, table.t, 0, action) == FINE]
    assert {action >> 16 for action in every} == {0, 2, 3}
    assert FAULTS[fault(table.r, table.s, table.t, 0, 9 << 16)] == "no-such-action"


# Strategies of the user's


MINE = '''
def eager(v):
    """Digs, and fights for everything."""
    if v.question == 0:
        if v.verb == 0:
            return 50 if v.hand < 8 else 5
        if v.verb == 3 and v.card == 3:
            return 60 + v.worth if v.own and v.worth >= 6 else 0
        if v.verb == 3 and v.card == 4:
            return 70 if v.value > 8 and v.worth > 3 else 0
        if v.verb == 3 and (v.card == 1 or v.card == 2):
            return 55 + v.worth_after - v.worth if v.own else 0
        if v.verb == 3:
            return 40 if v.fitting_crates > 0 else 10
        return 0
    if v.question == 1 and v.card == 4:
        return v.value if v.attack > v.defence else 0
    return 1


def wrong(v):
    return v.nothing


def quiet(v):
    return 0
'''


def own_file(folder: Path) -> Path:
    path = folder / "mine.py"
    path.write_text(MINE)
    return path


@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_a_strategy_of_the_users_plays_compiled_and_interpreted_alike(variant: str, tmp_path: Path) -> None:
    character = {"eager": f"{own_file(tmp_path)}:eager"}
    seats = ["eager", "schuerfer", "eager", "raeuber"]
    few = simulate(variant, games=20, seats=seats, characters=character, log=tmp_path / "log.jsonl", log_games=1)
    rows: dict[bool, Any] = {}
    for compiled in (False, True):
        loaded = load(variant)
        function = UserStrategy(own_file(tmp_path), "eager", _function(tmp_path, "eager"), View)
        own = {"eager": Seat("eager", "python", {}, function)}
        simulation = make_simulation(loaded, loaded.seats(seats, own), False)
        if compiled:
            assert function.compile()
            simulation.prepare(MANY_GAMES, quiet)
        rows[compiled] = simulation.play(1, 0, 20)
    assert np.array_equal(rows[False], rows[True])
    assert few.players[0].score.estimate == pytest.approx(rows[True][:, 4].mean())


def _function(folder: Path, name: str) -> Any:
    space: dict[str, Any] = {}
    exec(compile(MINE, str(own_file(folder)), "exec"), space)
    return space[name]


def test_a_strategy_that_fails_names_its_line(tmp_path: Path) -> None:
    from workbench import DefinitionError

    with pytest.raises(DefinitionError, match="has no attribute 'nothing'") as raised:
        simulate(TEAM, games=3, seats=["wrong"] * 4, characters={"wrong": f"{own_file(tmp_path)}:wrong"})
    assert raised.value.problems[0].line == 22


def test_who_likes_nothing_draws(tmp_path: Path) -> None:
    """Of what is liked equally the first is done: that is drawing while there is a pile."""
    log = tmp_path / "log.jsonl"
    simulate(
        TEAM, games=1, seats=["quiet"] * 4, characters={"quiet": f"{own_file(tmp_path)}:quiet"}, log=log, log_games=1
    )
    actions = [
        line.split('"action": "')[1].split('"')[0] for line in log.read_text().splitlines() if '"action"' in line
    ]
    assert actions[:36] == ["draw"] * 36


# Restricted play


def test_every_option_has_a_bit_of_its_own_and_words() -> None:
    assert sorted(OPTIONS.values()) == [1 << n for n in range(len(OPTIONS))]
    team, alone = definition_of(TEAM), definition_of(ALONE)
    assert list(OPTIONS) == options_of(team)
    assert options_of(alone) == [option for option in OPTIONS if option != "push"]
    for language in ("de", "en", "zh", "fr"):
        assert all(families()["digging"].options(team, language).values())


COUNTED = {
    "push": "pushes", "attack": "attacks", "rescue": "closed_in_fights",
    "spoil": "mines_spoiled",
}  # fmt: skip
"""The figure that says how often an option was used; for "fight" none does, so it is looked for in logs alone."""


@pytest.mark.parametrize(
    ("option", "compiled"),
    [(option, compiled) for option in OPTIONS for compiled in (False, True) if not (compiled and option == "fight")],
)
def test_what_is_forbidden_is_never_done(option: str, compiled: bool) -> None:
    loaded = load(TEAM)
    free = loaded.seats(["zufall"] * 4)
    bound = [Seat(seat.character, seat.strategy, seat.parameters, forbidden=(option,)) for seat in free]
    done = {}
    for name, seats in (("free", free), ("bound", bound)):
        simulation = DiggingSimulation(loaded.definition, seats)
        if compiled:
            simulation.prepare(MANY_GAMES, quiet)
            rows = simulation.play(1, 0, 40)
            at = {column.name: index for index, column in enumerate(simulation.columns) if column.seat is None}
            done[name] = rows[:, at[COUNTED[option]]].sum()
        else:
            done[name] = sum(_uses(simulation.log(1, game), option) for game in range(8))
    assert done["free"] > 0
    assert done["bound"] == 0


def _uses(events: list[dict[str, Any]], option: str) -> int:
    """How often an option is used in a game."""
    owner: dict[str, int] = {}
    found = 0
    for event in events:
        if event["event"] != "turn":
            continue
        if "display" in event:
            owner[event["card"]] = event["display"]
        answers = event.get("fight", {}).get("answers", [])
        kinds = [answer["card"].partition(":")[0] for answer in answers if answer["card"]]
        if event.get("fight", {}).get("outcome") == "lost":
            owner[event["mine"]] = event["fight"]["to"]
        found += {
            "push": event["action"] == "push",
            "attack": "fight" in event,
            "fight": kinds.count("bandit"),
            "rescue": kinds.count("closer"),
            "spoil": event.get("card", "").startswith("closer")
            and event["action"] == "play"
            and (owner[event["mine"]] - event["player"]) % 2,
        }[option]
    return found

"""The characters: what sets them apart (S49), and that they know no more than a fair player (S50)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.stollen.compile import compile_rules, compile_seats
from workbench.families.stollen.players import decide
from workbench.families.stollen.simulation import StollenSimulation
from workbench.families.stollen.state import FATAL, GO_DEEPER, NO_LAMP, NOT_HEARD, NOT_SEEN, SAFE, SILENT, SINGS, View

from .table_top import by_level, characters, definition, logs, play_with, replay

SHIPPED = ("angsthase", "draufgaenger", "rechnerin", "zufall", "nie")
VARIANTS = [name for name in shipped_variants() if name.startswith("stollen/")]
PLAIN = "stollen/schlicht"


def decision(game: Any, seat: int, step: int) -> str:
    return game.choice(step)["choices"][str(seat)]


# S49


def deeper_by_game(variant: str, names: tuple[str, ...], games: int) -> np.ndarray[Any, Any]:
    """Choices "deeper" by game and seat, mean over the levels."""
    found = np.zeros((games, len(names)))
    for game, events in enumerate(logs(variant, names, games)):
        for event in events:
            if event["event"] == "choice":
                for seat, choice in event["choices"].items():
                    found[game, int(seat)] += (choice == "deeper") / 5
    return found


@pytest.mark.rule("S49")
@pytest.mark.parametrize("variant", ["stollen/diese-partie", PLAIN])
def test_the_timid_one_leaves_earlier_than_the_daredevil(variant: str) -> None:
    deeper = deeper_by_game(variant, ("angsthase", "draufgaenger", "rechnerin"), 300)
    steps = ttest_1samp(deeper[:, 1] - deeper[:, 0], 0).confidence_interval(0.99)
    assert steps.low >= 1.5


@pytest.mark.rule("S49")
def test_the_calculator_counts_cards() -> None:
    # What lies on the table is the same; only what is still in the deck differs.
    table = "5 gas"
    rich, deadly = f"{table} 20 20 20 20 gas", f"{table} 1 gas gas gas"
    for name, decisions in (
        ("rechnerin", {rich: "deeper", deadly: "leave"}),
        ("angsthase", {rich: "deeper", deadly: "deeper"}),
    ):
        for deck, expected in decisions.items():
            game = play_with([name], deck, variant=PLAIN, settings={"fossils.per_level": 0})
            assert decision(game, 0, 2) == expected, (name, deck)


@pytest.mark.rule("S49")
def test_the_calculator_counts_deadly_cards() -> None:
    def deck(deadly: int) -> str:
        return " ".join(["12", "gas", *["gas"] * deadly, *["6"] * 4])

    def decide(deadly: int) -> str:
        game = play_with(["rechnerin"], deck(deadly), variant=PLAIN, settings={"fossils.per_level": 0})
        return decision(game, 0, 2)

    # The next card brings 24 / cards and takes 12 * deadly / cards: even at two deadly cards.
    assert [decide(deadly) for deadly in (0, 1, 2, 3)] == ["deeper", "deeper", "leave", "leave"]


@pytest.mark.rule("S49", "S50", "DI4")
@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        *((variant, []) for variant in VARIANTS),
        ("stollen/diese-partie", ["deck.when_empty=reshuffle", "levels.1.hazards={gas=1,water=1}"]),
    ],
)
def test_players_count_what_is_still_in_the_deck(variant: str, changes: list[str]) -> None:
    d = load(variant, changes).definition
    simulation = StollenSimulation(d, characters(d, ["nie", "zufall", "draufgaenger"]))
    checked = 0
    for number in range(25):
        game = replay(simulation, [], 2, number)
        views = iter(game.views)
        deck: list[str] = []
        lying: set[str] = set()
        for event in game.events:
            if event["event"] in ("level", "reshuffle"):
                deck = list(event["deck"])
                lying = set() if event["event"] == "level" else lying
            elif event["event"] == "card":
                assert deck.pop(0) == event["card"]
                lying |= {event["card"]} if event["card"].startswith("hazard:") else set()
            elif event["event"] == "choice":
                for _ in event["choices"]:
                    view = next(views)
                    hazards = [c for c in deck if c.startswith("hazard:")]
                    finds = [int(c.removeprefix("find:")) for c in deck if c.startswith("find:")]
                    assert (view.cards, view.hazards, view.finds) == (len(deck), len(hazards), sum(finds))
                    assert (view.fatal, view.kinds) == (sum(c in lying for c in hazards), len(lying))
                    checked += 1
    assert checked > 200


# The strategies


def views(seat: int = 0, **changes: int) -> View:
    """A player alone in the tunnel of the second of five levels."""
    fields = dict.fromkeys(View._fields, 0) | {
        "seat": seat, "level": 1, "levels": 5, "step": 3, "players": 3, "inside": 1, "cards": 10, "fatal": 2,
        "hazards": 4, "finds": 40, "kinds": 1, "mood": 10, "canary": NOT_HEARD, "seen": NOT_SEEN, "best_other": -1,
    }  # fmt: skip
    return View(**{**fields, **changes})


def deeper(name: str, view: View, settings: dict[str, Any] | None = None) -> bool:
    d = definition(["1 gas"], settings)
    return decide(compile_rules(d), compile_seats(characters(d, [name])), view, 1, NO_LAMP) == GO_DEEPER


@pytest.mark.rule("S40", "S42", "S50")
@pytest.mark.parametrize("name", ["angsthase", "draufgaenger", "rechnerin"])
def test_what_the_own_lamp_showed_is_heeded(name: str) -> None:
    assert not deeper(name, views(seen=FATAL))
    assert deeper(name, views(seen=SAFE, loot=200))


@pytest.mark.rule("S37", "S-T5")
@pytest.mark.parametrize("name", ["angsthase", "draufgaenger", "rechnerin"])
def test_while_the_canary_sings_they_stay(name: str) -> None:
    for loot in (0, 5, 30, 200):
        assert deeper(name, views(canary=SINGS, kinds=3, loot=loot))


@pytest.mark.rule("S35", "S49")
def test_silence_frightens_the_timid_one_first() -> None:
    d = load("stollen/diese-partie").definition
    timid, daring = (d.characters[name].leave_at_silence for name in ("angsthase", "draufgaenger"))
    assert timid < daring
    silent = views(canary=SILENT, kinds=1, loot=timid, mood=100)
    assert not deeper("angsthase", silent)
    assert deeper("draufgaenger", silent)
    assert not deeper("draufgaenger", silent._replace(loot=daring))


def test_a_calculator_risks_more_when_behind_an_open_bank_in_the_last_level() -> None:
    mine = {"characters.kuehl": {"strategy": "odds", "risk_percent": 100, "behind_percent": 60}}
    # 40 to gain against 2 * 25 to lose; at 60 percent of that it goes on.
    view = views(loot=25, level=4, mood=100)
    assert not deeper("kuehl", view, mine)
    assert not deeper("kuehl", view._replace(best_other=50), mine)  # equal to its own, in half lumps
    assert deeper("kuehl", view._replace(best_other=51), mine)
    assert not deeper("kuehl", view._replace(best_other=51, level=3), mine)


@pytest.mark.parametrize("leave_at", [1, 9, 15])
def test_a_loot_character_leaves_exactly_from_its_loot_on(leave_at: int) -> None:
    settings = {"characters.gierig": {"strategy": "loot", "leave_at": leave_at}}
    d = definition(["1 gas"], {**settings, "levels": load("stollen/diese-partie").definition.model_dump()["levels"]})
    simulation = StollenSimulation(d, characters(d, ["gierig", "zufall", "gierig", "nie"]))
    left = 0
    for game in range(60):
        for level in by_level(simulation.log(3, game)):
            loot, inside = [0] * 4, set(range(4))
            for event in level:
                if event["event"] == "card" and event["each"]:
                    for seat in inside:
                        loot[seat] += event["each"]
                elif event["event"] == "choice":
                    for seat in {0, 2} & inside:
                        leaves = event["choices"][str(seat)] == "leave"
                        assert leaves == (loot[seat] >= leave_at)
                        left += leaves
                elif event["event"] == "leave":
                    inside -= set(event["players"])
    assert left > 50


def test_zufall_leaves_in_a_quarter_of_its_choices() -> None:
    choices = [
        choice
        for events in logs("stollen/diese-partie", ("zufall", "zufall", "zufall"), 200)
        for event in events
        if event["event"] == "choice"
        for choice in event["choices"].values()
    ]
    share = choices.count("leave") / len(choices)
    assert abs(share - 0.25) < 4 * (0.25 * 0.75 / len(choices)) ** 0.5


def test_nie_never_leaves() -> None:
    for events in logs("stollen/diese-partie", ("nie", "angsthase", "nie"), 60):
        for event in events:
            if event["event"] == "choice":
                assert {event["choices"].get(seat, "deeper") for seat in ("0", "2")} == {"deeper"}


def test_moods_differ_from_level_to_level_within_the_spread() -> None:
    d = load("stollen/diese-partie").definition
    names = ["draufgaenger", "angsthase"]
    simulation = StollenSimulation(d, characters(d, names))
    moods: list[set[int]] = [set(), set()]
    for number in range(60):
        game = replay(simulation, [], 1, number)
        for view in game.views:
            moods[view.seat].add(view.mood)
    for name, found in zip(names, moods, strict=True):
        who = d.characters[name]
        assert found == set(range(who.leave_at - who.spread, who.leave_at + who.spread + 1))


# S50


@pytest.mark.rule("S50")
@settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    variant=st.sampled_from(VARIANTS),
    names=st.lists(st.sampled_from(SHIPPED), min_size=1, max_size=6),
    game=st.integers(0, 10**6),
    banks=st.sampled_from(["open", "hidden"]),
)
def test_cards_not_yet_seen_change_no_decision(
    data: st.DataObject, variant: str, names: list[str], game: int, banks: str
) -> None:
    d = load(variant, [f"information.banks={banks}"]).definition
    simulation = StollenSimulation(d, characters(d, names))
    events = replay(simulation, [], 5, game).events
    decks = [e["deck"] for e in events if e["event"] == "level"]
    # Any decision: a choice, or the tools at a collapse.
    places = [n for n, e in enumerate(events) if e["event"] in ("choice", "collapse")]
    at = data.draw(st.sampled_from(places), label="decision")
    level, step = events[at]["level"], events[at]["step"]
    deck = decks[level - 1]
    told = step + 1 if events[at].get("lamps") else step
    rest = data.draw(st.permutations(deck[told:]), label="rest of the deck")
    other = [*deck[:told], *rest]
    if told == step and events[at].get("canary"):
        # The canary told whether the next card is a hazard.
        assume(other[step].startswith("hazard:") == deck[step].startswith("hazard:"))
    again = replay(simulation, [*decks[: level - 1], other], 5, game).events
    changed = [n for n in range(at + 1) if events[n] != again[n]]
    assert changed == [next(n for n, e in enumerate(events) if e["event"] == "level" and e["level"] == level)] * bool(
        changed
    )


@pytest.mark.rule("S50")
def test_hidden_banks_stay_hidden() -> None:
    level = "9 gas 6 gas"
    seen = {}
    for banks in ("hidden", "open"):
        game = play_with(
            ["angsthase", "draufgaenger", "rechnerin"],
            *[level] * 3,
            settings={"information.banks": banks},
        )
        seen[banks] = [v for v in game.views if v.level == 2]
        assert any(bank for e in game.all("level-end") for bank in e["bank"])
    assert {v.best_other for v in seen["hidden"]} == {-1}
    assert max(v.best_other for v in seen["open"]) > 0


@pytest.mark.rule("S50", "SO42", "SO43")
@pytest.mark.parametrize(
    ("banks", "fossils", "best"), [("open", "open", 2 * 8), ("open", "hidden", 2 * 3), ("hidden", "open", -1)]
)
def test_what_is_open_of_the_others(banks: str, fossils: str, best: int) -> None:
    # The first one banks 3 of a find of 6 and takes the fossil, worth 5.
    game = play_with(
        ["satt", "nie"],
        "fossil 6 gas gas",
        "6 gas gas",
        settings={
            "information.banks": banks,
            "information.fossils": fossils,
            "characters.satt": {"strategy": "loot", "leave_at": 3},
        },
    )
    assert game.all("leave", 1)[0]["banked"] == {"0": 3}
    assert game.view(1, 1, level=2).best_other == best


@pytest.mark.rule("S50")
def test_a_view_holds_no_seat_of_others_and_no_card_to_come() -> None:
    # The next card is in no field, and no field is a column over seats.
    fatal, harmless = (
        play_with(["rechnerin"] * 3, f"9 3 gas {rest}", variant=PLAIN) for rest in ("gas 8 1 water", "8 water gas 1")
    )
    for a, b in zip(fatal.views[:9], harmless.views[:9], strict=True):
        assert a.step <= 3 and a == b
    assert all(isinstance(value, int) for v in fatal.views for value in v)


@pytest.mark.rule("S50")
def test_the_own_chance_does_not_depend_on_the_rules() -> None:
    """Zufall decides alike in two variants, choice by choice, as far as both have that choice."""
    found = [
        {
            (game, e["level"], e["step"]): e["choices"]
            for game, events in enumerate(logs(variant, ("zufall",), 40))
            for e in events
            if e["event"] == "choice"
        }
        for variant in ("stollen/diese-partie", PLAIN)
    ]
    both = found[0].keys() & found[1].keys()
    assert len(both) > 300
    assert all(found[0][place] == found[1][place] for place in both)

"""Restricted play: what is forbidden is not done, all else is as ever, and the figures are those of the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.engine.focus import FocusSimulation
from workbench.engine.simulation import Simulation
from workbench.errors import DefinitionError
from workbench.families.stollen.family import Stollen
from workbench.families.stollen.options import OPTIONS, forbidden_bits, options_of
from workbench.families.stollen.simulation import StollenSimulation
from workbench.family import Seat
from workbench.numbers import to_json
from workbench.tasks.restricted import RestrictedResult, forbid, restricted
from workbench.tasks.simulate import make_simulation, simulate
from workbench.tasks.strategies import own_characters

from .strategies import definitions
from .table_top import Events, characters, full_definition

VARIANT = "stollen/diese-partie"
EVERYBODY = ("angsthase", "draufgaenger", "rechnerin", "zufall", "nie")
REFUSABLE = ("tools.rope.may_refuse=true", "tools.lamp.uses=3", "tools.helmet.uses=2", "tools.rope.uses=2")


def forbidden_things(events: Events, seat: int, forbidden: Sequence[str], must_leave: bool, seats: int) -> list[str]:
    """What a player did in a logged game although it is forbidden."""
    found = []
    for event in events:
        if event["event"] == "choice" and str(seat) in event["choices"]:
            choice = event["choices"][str(seat)]
            alone = must_leave and len(event["choices"]) == 1 and seats > 1
            if choice == "leave" and "leave" in forbidden and not alone:
                found.append("leave")
            if choice == "deeper" and "deeper" in forbidden and "leave" not in forbidden:
                found.append("deeper")
            if seat in event["lamps"] and "lamp" in forbidden:
                found.append("lamp")
        if event["event"] == "collapse":
            if str(seat) in event["helmets"] and "helmet" in forbidden:
                found.append("helmet")
            for rope in event["ropes"]:
                if seat in rope["from"] and "rope" in forbidden:
                    found.append("rope")
                if seat == rope["to"] and "roped" in forbidden:
                    found.append("roped")
    return found


def did(events: Events, seat: int) -> set[str]:
    """The options that a player used in a logged game."""
    return set(forbidden_things(events, seat, list(OPTIONS), False, 8)) | {
        event["choices"][str(seat)] for event in events if event["event"] == "choice" and str(seat) in event["choices"]
    }


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("option", ["lamp", "helmet", "rope", "roped", "leave", "deeper"])
def test_what_is_forbidden_is_never_done(who: str, option: str) -> None:
    d = load(VARIANT, REFUSABLE).definition
    assert option in options_of(d)
    line_up = characters(d, (who, "draufgaenger", "zufall", "zufall"))
    free = StollenSimulation(d, line_up)
    bound = StollenSimulation(d, forbid(line_up, 0, option))
    used = False
    for game in range(40):
        assert forbidden_things(bound.log(4, game), 0, [option], False, 4) == []
        used = used or option in did(free.log(4, game), 0)
    cannot = {"nie": {"lamp", "rope", "leave"}}  # who never leaves never stands outside with a rope
    assert used == (option not in cannot.get(who, set()))


@settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
@given(data=st.data(), overrides=definitions(), seed=st.integers(0, 2**63 - 1))
def test_no_definition_and_no_strategy_finds_a_way_round(data: Any, overrides: dict[str, Any], seed: int) -> None:
    d = full_definition(overrides)
    masks = [data.draw(st.sets(st.sampled_from(sorted(OPTIONS)))) for _ in d.seats]
    line_up = [
        replace(seat, forbidden=tuple(sorted(mask))) for seat, mask in zip(characters(d, d.seats), masks, strict=True)
    ]
    simulation = StollenSimulation(d, line_up)
    must_leave = d.step.last_player == "must-leave"
    may_refuse = d.tools.rope.may_refuse
    for game in range(2):
        events = simulation.log(seed, game)
        for seat, mask in enumerate(masks):
            ruled_out = mask if may_refuse else mask - {"roped"}
            assert forbidden_things(events, seat, sorted(ruled_out), must_leave, len(masks)) == []


SILENT_FROM_THE_START = ("canary.wakes_at_kinds=0",)


def choices_heard(events: Events, seat: int) -> list[tuple[str | None, str]]:
    """What the canary said and what a player chose, step by step."""
    return [
        (event["canary"], event["choices"][str(seat)])
        for event in events
        if event["event"] == "choice" and str(seat) in event["choices"]
    ]


def test_in_silence_nobody_goes_deeper_who_must_not() -> None:
    d = load(VARIANT, SILENT_FROM_THE_START).definition
    for who in EVERYBODY:
        line_up = characters(d, (who, "nie"))
        heard = [
            pair for game in range(20) for pair in choices_heard(
                StollenSimulation(d, forbid(line_up, 0, "silence")).log(1, game), 0
            )
        ]  # fmt: skip
        assert ("silent", "leave") in heard
        assert ("silent", "deeper") not in heard
        assert any(choice == "deeper" for _, choice in heard)


def test_a_forbidden_canary_is_as_good_as_none() -> None:
    """For one player alone: the others would still hear it."""
    with_canary, without = load(VARIANT).definition, load(VARIANT, ["canary.enabled=false"]).definition
    for who in EVERYBODY:
        deaf = StollenSimulation(with_canary, forbid(characters(with_canary, (who,)), 0, "canary"))
        none = StollenSimulation(without, characters(without, (who,)))
        assert [e for e in deaf.log(3, 0) if e["event"] == "end"] == [e for e in none.log(3, 0) if e["event"] == "end"]
        at = next(i for i, c in enumerate(deaf.columns) if c.name == "score" and c.seat == 0)
        assert (deaf.play(3, 0, 60)[:, at] == none.play(3, 0, 60)[:, at]).all()
        heard = next(i for i, c in enumerate(deaf.columns) if (c.name, c.seat) == ("canary_heard", 0))
        assert not deaf.play(3, 0, 20)[:, heard].any()


LAMP = """
def choose(view):
    if view.canary == 2:
        return view.loot < 3
    if view.seen:
        return view.seen == 1
    return 2 if view.lamp and view.loot > 5 else view.loot < 12
"""


def test_a_strategy_of_the_users_is_bound_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(LAMP, encoding="utf-8")
    loaded = load(VARIANT)
    me = own_characters(loaded.family, {"me": f"{path}:choose"})["me"]
    line_up = [me, *characters(loaded.definition, ("draufgaenger", "zufall"))]
    free = [StollenSimulation(loaded.definition, line_up).log(2, game) for game in range(30)]
    assert {"lamp", "leave", "deeper", "helmet"} <= set.union(*(did(events, 0) for events in free))
    for option in ("lamp", "helmet", "rope", "leave", "deeper"):
        bound = StollenSimulation(loaded.definition, forbid(line_up, 0, option))
        assert all(forbidden_things(bound.log(2, game), 0, [option], False, 3) == [] for game in range(30))
    deaf = StollenSimulation(loaded.definition, forbid(line_up, 0, "canary"))
    assert any(choices_heard(deaf.log(2, game), 0) != choices_heard(free[game], 0) for game in range(30))


# The options of a definition


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ([], ["roped"]),
        (["tools.rope.may_refuse=true"], []),
        (["tools.lamp.enabled=false"], ["lamp", "roped"]),
        (["tools.helmet.uses=0"], ["helmet", "roped"]),
        (["tools.rope.enabled=false", "tools.rope.may_refuse=true"], ["rope", "roped"]),
        (["canary.enabled=false"], ["canary", "silence", "roped"]),
        (["canary.timing=after-choice"], ["canary", "silence", "roped"]),
    ],
    ids=str,
)
def test_only_what_the_variant_has_is_listed(changes: list[str], missing: list[str]) -> None:
    loaded = load(VARIANT, changes)
    assert set(OPTIONS) - set(options_of(loaded.definition)) == set(missing)
    found = restricted(loaded, games=2, seats=("nie", "zufall"))
    assert {row.option for row in found.rows} == set(OPTIONS) - set(missing)


def test_every_option_has_a_bit_of_its_own_and_words() -> None:
    assert forbidden_bits(OPTIONS) == 2 ** len(OPTIONS) - 1
    loaded = load(VARIANT, REFUSABLE)
    words = [loaded.family.options(loaded.definition, language) for language in ("de", "en", "zh")]
    assert all(list(found) == list(OPTIONS) and len(set(found.values())) == len(OPTIONS) for found in words)
    assert len({tuple(found.values()) for found in words}) == 3


def test_a_seat_tells_what_it_is_forbidden_and_else_nothing() -> None:
    seat = Seat("nie", "never", {})
    assert "forbidden" not in seat.to_dict()
    assert replace(seat, forbidden=("lamp",)).to_dict()["forbidden"] == ["lamp"]


# The result


def wins_and_scores(loaded: Any, line_up: Sequence[Seat], place: int, games: int) -> np.ndarray[Any, Any]:
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


def test_figures_are_those_of_the_games() -> None:
    names = ("rechnerin", "draufgaenger", "rechnerin")
    loaded = load(VARIANT)
    found = restricted(loaded, games=60, seed=7, seats=names, threads=2)
    assert [row.character for row in found.rows[:: len(found.rows) // 2]] == ["rechnerin", "draufgaenger"]
    line_up = loaded.seats(names)
    for row in found.rows:
        place = names.index(row.character)
        free = wins_and_scores(loaded, line_up, place, 60)
        bound = wins_and_scores(loaded, forbid(line_up, place, row.option), place, 60)
        assert (row.win_rate.estimate, row.score.estimate) == pytest.approx(tuple(free.mean(axis=0)))
        assert (row.restricted_win_rate.estimate, row.restricted_score.estimate) == pytest.approx(
            tuple(bound.mean(axis=0))
        )
        worth = (free - bound).mean(axis=0)
        assert (row.win_rate_worth.estimate, row.score_worth.estimate) == pytest.approx(tuple(worth), abs=1e-12)
        assert row.deals_that_differ == (np.abs(free - bound) > 1e-9).any(axis=1).sum()
        for value in (row.win_rate_worth, row.score_worth):
            if value.low is not None and value.low_all is not None:
                assert value.high is not None and value.high_all is not None
                assert value.low_all <= value.low <= value.estimate <= value.high <= value.high_all


def test_the_unrestricted_twin_is_the_rotated_simulation() -> None:
    names = ("angsthase", "draufgaenger", "rechnerin")
    found = restricted(VARIANT, games=60, seats=names)
    expected = {p.character: p for p in simulate(VARIANT, games=60, seats=names, rotate=True).by_character}
    for row in found.rows:
        assert row.win_rate == expected[row.character].win_rate
        assert row.score.estimate == pytest.approx(expected[row.character].score.estimate)


def test_forbidding_nothing_changes_nothing() -> None:
    loaded = load(VARIANT)
    line_up = loaded.seats(EVERYBODY)
    d = loaded.definition
    same = [replace(seat, forbidden=()) for seat in line_up]
    assert StollenSimulation(d, same).players == StollenSimulation(d, line_up).players
    # An option that the rules do not offer is no option: nothing is bit for bit different.
    for option, change in (
        ("roped", "tools.rope.may_refuse=false"),
        ("canary", "canary.enabled=false"),
        ("silence", "canary.enabled=false"),
        ("lamp", "tools.lamp.enabled=false"),
    ):
        without = load(VARIANT, [change])
        free, bound = (
            StollenSimulation(without.definition, seats).play(5, 0, 60)
            for seats in (line_up, forbid(line_up, 2, option))
        )
        assert np.array_equal(free, bound)


def document(**options: Any) -> str:
    return to_json(restricted(VARIANT, **{"games": 130, "seats": ("angsthase", "zufall"), **options}).to_dict())


def test_threads_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for threads, chunk in ((1, 250), (2, 50), (3, 37)):
        monkeypatch.setattr(Simulation, "chunk_games", chunk)
        monkeypatch.setattr(FocusSimulation, "chunk_games", chunk)
        found.add(document(threads=threads))
    assert len(found) == 1
    assert document(seed=2) not in found


def rows_of(found: RestrictedResult) -> dict[tuple[str, str], Any]:
    return {(row.character, row.option): row for row in found.rows}


def test_the_choice_is_worth_nearly_everything_and_the_canary_much() -> None:
    found = rows_of(restricted(VARIANT, games=2_000))
    for who in ("angsthase", "draufgaenger", "rechnerin"):
        for option in ("leave", "deeper"):
            row = found[who, option]
            assert row.restricted_win_rate.high < 0.02
            assert row.win_rate_worth.low_all > 0.2
        for option in ("canary", "helmet"):
            assert found[who, option].score_worth.low_all > 0
    # Who never leaves anyway loses nothing by not being allowed to, and all knowing nothing by the canary's silence.
    alone = rows_of(restricted(VARIANT, games=300, seats=("nie", "zufall"), only=("nie",)))
    for option in ("leave", "canary", "lamp", "rope"):
        row = alone["nie", option]
        assert (row.deals_that_differ, row.win_rate_worth.estimate, row.score_worth.estimate) == (0, 0, 0)
        assert row.win_rate_worth.low == pytest.approx(-3 / 300)


def test_mistakes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DefinitionError, match=r'"angsthaes" has no seat at this table \(did you mean angsthase\?\)'):
        restricted(VARIANT, only=("angsthaes",))
    with pytest.raises(DefinitionError, match="games must be"):
        restricted(VARIANT, games=0)
    monkeypatch.setattr(Stollen, "options", lambda self, definition, language: {})
    with pytest.raises(DefinitionError, match="the family stollen has no options to forbid"):
        restricted(VARIANT)

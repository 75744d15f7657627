"""A game at the table: people play by the same rules, see what is open, and nothing that is not."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.engine.randomness import FAVOURITE, MOOD, below, game_key, stream
from workbench.families.stollen import choosing, collapse, players
from workbench.families.stollen.at_table.host import Host
from workbench.families.stollen.at_table.talk import WORDS
from workbench.families.stollen.collapse import at_stake, may_rope, rope_pays
from workbench.families.stollen.compile import compile_seats
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.simulation import StollenSimulation
from workbench.families.stollen.state import (
    ASK_CHOICE,
    ASK_DEEPER,
    ASK_HELMET,
    ASK_LAMP,
    ASK_REFUSAL,
    ASK_ROPE,
    ASK_TARGET,
    GO_DEEPER,
    GO_OUT,
    LAMP_AT_HAND,
    LAMP_ONLY,
    NO_LAMP,
    RANDOM,
    USE_LAMP,
    View,
    moment,
)
from workbench.families.stollen.vocabulary import vocabulary
from workbench.family import PERSON, Seat
from workbench.terminal import InputEnded, Terminal, languages, width_of

from .recompute import recompute
from .strategies import definitions
from .table_top import characters, definition, laid_out
from .test_log import _tables

ME = Seat("me", PERSON, {})
SHIPPED = ["angsthase", "draufgaenger", "rechnerin", "zufall", "nie"]
VARIANTS = [name for name in shipped_variants() if name.startswith("stollen/")]
Answer = Callable[["Table"], str]


class Lines:
    """Lines of a pipe that are made when they are asked for."""

    def __init__(self, line: Callable[[], str]) -> None:
        self.readline = line

    def isatty(self) -> bool:
        return False


class Table(Host):
    """A host in front of a pipe. It keeps what was said before each question of the rules, and checks its scene."""

    def __init__(self, d: StollenDefinition, seats: Sequence[Seat], answer: Answer, language: str = "en") -> None:
        self.out = io.StringIO()
        self.asked: list[tuple[int, View]] = []
        self.shown: list[tuple[int, View, str]] = []
        """At each question that was put: which one, and all that was said up to its prompt."""

        def line() -> str:
            self.shown.append((*self.asked[-1], self.out.getvalue()))
            return answer(self)

        source: Any = Lines(line)
        super().__init__(d, seats, Terminal(source, self.out, language, {}), language)

    def answer(self, question: int, view: View) -> int:
        self._catch_up()
        self.check(question, view)
        self.asked.append((question, view))
        return super().answer(question, view)

    def check(self, question: int, view: View) -> None:
        """The scene, made from events alone, equals the table of the rules where that is open."""
        scene, t = self.scene, self.table
        assert scene.inside == [seat for seat in scene.seats if t.inside[seat]]
        assert [2 * bank for bank in scene.bank] == t.bank[: len(scene.seats)]
        assert scene.fossils == t.fossils[: len(scene.seats)]
        assert [scene.loot[seat] for seat in scene.inside] == [t.loot[seat] for seat in scene.inside]
        assert scene.tools["helmet"] == t.helmets[: len(scene.seats)]
        assert scene.tools["rope"] == t.ropes[: len(scene.seats)]
        assert (scene.level, scene.step) == (view.level + 1, view.step)
        assert scene.fossils_lying == view.lying
        if question in (ASK_CHOICE, ASK_DEEPER):
            looked = [t.looked_at[seat] == moment(view.level, view.step) for seat in scene.seats]
            assert scene.tools["lamp"] == [t.lamps[seat] + looked[seat] for seat in scene.seats]
        if question in (ASK_CHOICE, ASK_DEEPER, ASK_LAMP):
            counted = scene.deck.total(), scene.in_deck("hazard"), scene.lumps_in_deck(), scene.fatal_in_deck()
            assert counted == (view.cards, view.hazards, view.finds, view.fatal)
            assert (scene.lying, len(scene.hazards)) == (view.left, view.kinds)

    def options(self) -> int:
        """How many options the last menu has."""
        menu = self.out.getvalue().rpartition("\n  1")[2].partition("? ")[0]
        return 1 + menu.count("· ") - 1


def by_the_rules_of(seats: Sequence[Seat], key: int) -> Answer:
    """People who do as these characters would, by typing numbers."""
    real = compile_seats(seats)

    def answer(table: Table) -> str:
        question, view = table.asked[-1]
        r, t = table.rules, table.table
        spread = real.spread[view.seat]
        mood = real.leave_at[view.seat]
        if spread:
            mood += below(stream(key, MOOD, view.level, view.seat), 2 * spread + 1) - spread
        view = view._replace(mood=max(mood, 1))
        if question == ASK_LAMP:
            return "1\n" if players.decide(r, real, view, key, LAMP_ONLY) == USE_LAMP else "2\n"
        if question in (ASK_CHOICE, ASK_DEEPER):
            lamp = LAMP_AT_HAND if question == ASK_CHOICE else NO_LAMP
            return {GO_DEEPER: "1\n", GO_OUT: "2\n", USE_LAMP: "3\n"}[players.decide(r, real, view, key, lamp)]
        if question == ASK_HELMET:
            return "1\n" if players.wears_helmet(real, view, key) else "2\n"
        if question == ASK_REFUSAL:
            return "1\n" if players.refuses_rope(real, view, key) else "2\n"
        assert question == ASK_ROPE
        targets = [seat for seat in range(view.players) if may_rope(r, t, seat)]
        shares = {
            seat: rope_pays(r, at_stake(r, t, seat))
            // (1 + (list(t.thrown_to[: view.players]).count(seat) if r.open_collapse else 0))
            for seat in targets
        }
        if not players.throws_rope(real, view, max(shares.values()), key) and r.rope_declinable:
            return f"{len(targets) + 1}\n"
        if real.strategy[view.seat] == RANDOM:
            return f"{players.picks_target(real, view, len(targets), key) + 1}\n"
        first = below(players.own_chance(key, FAVOURITE, view), view.players)
        return f"{targets.index(max(targets, key=lambda s: (shares[s], -((s - first) % view.players)))) + 1}\n"

    return answer


def compare(d: StollenDefinition, line_up: list[Seat], persons: set[int], seed: int, game: int) -> Table:
    """People who play by their characters' rules make the same game as these characters."""
    expected = StollenSimulation(d, line_up).log(seed, game)
    seats = [ME if seat in persons else who for seat, who in enumerate(line_up)]
    table = Table(d, seats, by_the_rules_of(line_up, game_key(seed, game)))
    assert table.play(seed, game) == expected
    assert [line for line in table.out.getvalue().splitlines() if width_of(line) > 80] == []
    return table


@pytest.mark.rule("S9", "S10", "S39", "S40", "S43", "S44", "S45", "S46")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_person_who_plays_by_a_characters_rule_plays_its_game(variant: str) -> None:
    d = load(variant).definition
    asked = set()
    for game, name in enumerate(SHIPPED * 2):
        others = ["rechnerin", "draufgaenger", "zufall"]
        place = game % 4
        table = compare(d, characters(d, [*others[:place], name, *others[place:]]), {place}, 11, game)
        asked |= {question for question, _ in table.asked}
    own_rules = {ASK_CHOICE, ASK_HELMET, ASK_ROPE, ASK_TARGET} if d.tool_in_play("lamp") else set()
    assert asked == {ASK_DEEPER} | own_rules


@pytest.mark.rule("SO35", "SO37", "SO26", "SO27", "SO29", "SO22", "SO39")
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    overrides=definitions(),
    seed=st.integers(0, 2**63 - 1),
    persons=st.sets(st.integers(0, 7), min_size=1),
    language=st.sampled_from(languages(WORDS)),
)
def test_also_by_other_rules_and_several_people(
    overrides: dict[str, Any], seed: int, persons: set[int], language: str
) -> None:
    d = StollenDefinition.model_validate(_tables(overrides))
    # Who must leave is not asked, not even for the lamp that a character would use up.
    assume(d.step.last_player == "may-go-on")
    line_up = characters(d, d.seats)
    for game in range(2):
        compare(d, line_up, persons & set(range(len(line_up))), seed, game)


def test_every_question_is_met_with_some_rules() -> None:
    """The equality above is tested with every question, refusals among them."""
    shown = set()
    for announced in ("with-choices", "at-once"):
        own = ["tools.rope.may_refuse=true", "characters.zufall.refuse_percent=50", f"tools.lamp.announced={announced}"]
        d = load("stollen/diese-partie", own).definition
        line_up = characters(d, ["zufall", "zufall", "zufall", "nie"])
        for game in range(12):
            shown |= {question for question, *_ in compare(d, line_up, {0, 1, 2}, 5, game).shown}
    assert shown == {ASK_CHOICE, ASK_DEEPER, ASK_LAMP, ASK_HELMET, ASK_ROPE, ASK_REFUSAL}


def test_long_names_and_many_players_fit_on_a_screen() -> None:
    hazard = "herabfallende-foerderkoerbe-und-mehr"
    d = definition(["99 98 97 96 95 94 93 92 fossil " + f"{hazard} {hazard}"])
    name = "jemand-mit-einem-besonders-langen-namen"
    line_up = [Seat(name, who.strategy, who.parameters) for who in characters(d, ["nie", "zufall"] * 4)]
    for language in languages(WORDS):
        table = Table(
            d, [*line_up[:4], ME, *line_up[5:]], lambda table: "?\n1\n"[2 * (len(table.shown) % 2) :], language
        )
        table.play(4, 2)
        assert [line for line in table.out.getvalue().splitlines() if width_of(line) > 80] == []


@pytest.mark.rule("SO45")
def test_who_must_leave_is_told_so() -> None:
    d = definition(["9 9 gas gas"], {"step.last_player": "must-leave"})
    table = Table(d, [ME, *characters(d, ["nie"])], lambda table: "1\n")
    # Nie, not alone, goes deeper; the person stays until nie would be alone.
    with laid_out(table.simulation, [["find:9", "find:9", "hazard:gas"]]):
        events = table.play(1, 0)
    assert next(e["choices"] for e in events if e["event"] == "choice") == {"0": "deeper", "1": "deeper"}
    alone = Table(d, [ME, *characters(d, ["zufall"])], lambda table: "1\n")
    alone.simulation.players = compile_seats(
        [ME, Seat("zufall", "random", {"leave_percent": 100, "helmet_percent": 0, "rope_percent": 0})]
    )
    events = alone.play(1, 0)
    assert [e["choices"] for e in events if e["event"] == "choice"][1] == {"0": "leave"}
    assert "You: alone in the tunnel, so you have to leave." in alone.out.getvalue()
    assert len(alone.shown) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_log_follows_from_the_rules(variant: str) -> None:
    d = load(variant).definition
    rng = Random(variant)
    seats = [ME, *characters(d, ["rechnerin", "zufall"])]
    for game in range(10):
        table = Table(d, seats, lambda table: f"{rng.randint(1, table.options())}\n")
        head = {"event": "game", "family": "stollen", "variant": variant, "fingerprint": {}, "seed": 3, "game": game,
                "seats": [seat.to_dict() for seat in seats]}  # fmt: skip
        recompute(d.model_dump(), json.loads(json.dumps([head, *table.play(3, game)])))


# What is hidden.


def flipped(table: Table, at: tuple[int, View]) -> ExitStack:
    """Characters who do the opposite of what they do, but only in the decision that ``at`` belongs to."""
    question, place = at
    persons = table.speech.persons

    def here(view: View, *questions: int) -> bool:
        same = (view.level, view.step) == (place.level, place.step)
        return same and question in questions and view.seat not in persons

    def decide(r: Any, s: Any, view: View, key: int, lamp: int) -> int:
        found = players.decide(r, s, view, key, lamp)
        if not here(view, ASK_CHOICE, ASK_DEEPER, ASK_LAMP):
            return found
        if lamp == LAMP_ONLY:
            return GO_OUT if found == USE_LAMP else USE_LAMP
        return GO_DEEPER if found != GO_DEEPER else USE_LAMP if lamp else GO_OUT

    def wears_helmet(s: Any, view: View, key: int) -> bool:
        return players.wears_helmet(s, view, key) != here(view, ASK_HELMET)

    def throws_rope(s: Any, view: View, share: int, key: int) -> bool:
        return players.throws_rope(s, view, share, key) != here(view, ASK_HELMET, ASK_ROPE)

    stack = ExitStack()
    stack.enter_context(patch.object(choosing, "decide", decide))
    # At the helmet also the ropes are still to come; at the rope the helmets are known.
    stack.enter_context(patch.multiple(collapse, wears_helmet=wears_helmet, throws_rope=throws_rope))
    return stack


def scripted(answers: Sequence[str]) -> Answer:
    """These answers one after the other, then the end."""
    waiting = iter(answers)
    return lambda table: next(waiting, "")


@pytest.mark.rule("S9", "S10", "S36", "S40", "S41", "S42", "S50", "SO27", "SO37", "SO42")
@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(data=st.data(), variant=st.sampled_from(VARIANTS), seed=st.integers(0, 10**6), place=st.integers(0, 3))
def test_no_word_before_a_choice_depends_on_what_is_hidden(
    data: st.DataObject, variant: str, seed: int, place: int
) -> None:
    """The next cards and the others' decisions of the same moment are changed: up to the prompt nothing changes."""
    d = load(variant).definition
    seats = characters(d, ["rechnerin", "draufgaenger", "zufall"])
    seats.insert(place, ME)
    rng, answers = Random(seed), list[str]()

    def choose(table: Table) -> str:
        # Mostly deeper, so that collapses come.
        count = table.options()
        answers.append("1\n" if rng.random() < 0.6 else f"{rng.randint(1, count)}\n")
        return answers[-1]

    table = Table(d, seats, choose)
    events = table.play(seed, 0)
    number = data.draw(st.integers(0, len(table.shown) - 1), label="question")
    question, view, shown = table.shown[number]
    decks = [e["deck"] for e in events if e["event"] == "level"]
    deck = decks[view.level]
    # Who looks with the lamp has seen one card more.
    known = view.step + (1 if view.seen else 0)
    rest = data.draw(st.permutations(deck[known:]), label="rest of the deck")
    if view.canary and not view.seen:
        heard = "hazard:" if d.canary.silent_at == "any-hazard" else None
        assert heard is not None
        assume(rest[0].startswith(heard) == deck[known].startswith(heard))
    other = [*decks[: view.level], [*deck[:known], *rest]]
    again = Table(d, seats, scripted(answers[:number]))
    with flipped(again, (question, view)), laid_out(again.simulation, other), pytest.raises(InputEnded):
        again.play(seed, 0)
    assert again.shown[number][2] == shown


def test_what_was_hidden_comes_out_afterwards() -> None:
    """The test above would see a change: after the choice the opposite decisions are told."""
    d = load("stollen/diese-partie").definition
    seats = [ME, *characters(d, ["rechnerin", "draufgaenger", "zufall"])]
    differ = 0
    for seed in range(10):
        table, again = (Table(d, seats, scripted(["1\n"] * 2)) for _ in range(2))
        with pytest.raises(InputEnded):
            table.play(seed, 0)
        with flipped(again, table.shown[0][:2]), pytest.raises(InputEnded):
            again.play(seed, 0)
        assert table.shown[0][2] == again.shown[0][2]
        differ += table.shown[1][2] != again.shown[1][2]
    assert differ == 10


@pytest.mark.rule("S40", "S41")
def test_the_lamp_shows_the_card_to_its_owner_alone() -> None:
    d = definition(["9 gas 6 gas water fossil"])
    seats = [ME, ME, *characters(d, ["nie"])]
    table = Table(d, seats, scripted(["3\n", "1\n", "1\n", "1\n"]))
    with laid_out(table.simulation, [["find:9", "hazard:gas", "hazard:gas"]]), pytest.raises(InputEnded):
        table.play(1, 0)
    (first, own, other, after, _) = (text for _, _, text in table.shown)
    assert "Human 1: deeper, or leave?" in first
    assert "For your eyes only – the next card: Firedamp – the first one, harmless yet" in own[len(first) :]
    # On a screen, what the first one saw is gone by then.
    assert "Firedamp" not in other[len(own) :] and "Looked with the lamp" not in other
    assert "Looked with the lamp: Human 1\n" in after


@pytest.mark.parametrize(
    ("deck", "told"),
    [("9 gas gas", "Grubengas – zum ersten Mal, noch harmlos"), ("gas gas 9", "Grubengas – EINSTURZ"),
     ("9 fossil gas gas", "ein Fossil"), ("9 6 gas gas", "Fund 6")],
)  # fmt: skip
def test_what_the_lamp_tells(deck: str, told: str) -> None:
    d = definition([deck], {"fossils.per_level": deck.count("fossil")})
    names = [f"find:{w}" if w.isdigit() else w if w == "fossil" else f"hazard:{w}" for w in deck.split()]
    table = Table(d, [ME, *characters(d, ["nie"])], scripted(["l\n"]), "de")
    with laid_out(table.simulation, [names]), pytest.raises(InputEnded):
        table.play(1, 0)
    said = " ".join(table.out.getvalue().split())
    assert f"Nur für deine Augen – die nächste Karte: {told} Du: tiefer" in said


@pytest.mark.rule("SO27")
def test_lamps_that_are_announced_at_once() -> None:
    d = definition(["9 9 gas gas"], {"tools.lamp.announced": "at-once"})
    table = Table(d, [*characters(d, ["zufall"]), ME], scripted(["2\n", "1\n"]))
    table.simulation.players = compile_seats([Seat("zufall", "random", {"lamp_percent": 100, "leave_percent": 0}), ME])
    with laid_out(table.simulation, [["find:9", "find:9"]]), pytest.raises(InputEnded):
        table.play(1, 0)
    assert table.shown[0][2].count("Uses the lamp in this step: zufall.") == 1
    assert "You: use the lamp before you choose?" in table.shown[0][2]


@pytest.mark.rule("SO21", "SO22")
@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "The canary sings: the next card is no hazard."),
        ({"canary.silent_at": "fatal-hazard"}, "The canary sings: the next card brings no collapse."),
        ({"canary.heard_by": "owner", "canary.owner": 1}, "Only nie can hear the canary."),
        ({"canary.timing": "after-choice"}, "The canary speaks only after the choice."),
        ({"canary.wakes_at_kinds": 3}, "The canary is still asleep (2 of 3 different hazards)."),
    ],
)
def test_the_song_of_the_canary(changes: dict[str, Any], line: str) -> None:
    d = definition(["gas water 9 8 gas water"], changes)
    table = Table(d, [ME, *characters(d, ["nie"])], scripted(["1\n", "1\n"]))
    with laid_out(table.simulation, [["hazard:gas", "hazard:water", "find:9", "find:8"]]), pytest.raises(InputEnded):
        table.play(1, 0)
    assert table.shown[1][2].count(line) == 1
    told = table.shown[2][2][len(table.shown[1][2]) :]
    sung = told.partition("Card 3")[0].count("The canary sings")
    assert sung == (1 if "canary.timing" in changes else 0)


@pytest.mark.rule("S33", "SO18", "SO19")
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Shared victory: You, du"),
        ({"scoring.still_tied": "earliest-leaver"}, "who left the last level first decides"),
    ],
)
def test_a_tie(changes: dict[str, Any], told: str) -> None:
    own = {"characters.du": {"strategy": "loot", "leave_at": 4}}
    d = definition(["8 8 gas gas"], {**changes, **own, "fossils.per_level": 0})
    # Each gets 4, and the character leaves with it; the person does so too, or one card later.
    table = Table(d, [ME, *characters(d, ["du"])], scripted(["1\n", "2\n"] if changes else ["2\n"]))
    with laid_out(table.simulation, [["find:8", "hazard:gas", "hazard:gas"]]):
        table.play(1, 0)
    assert told in table.out.getvalue()


def test_every_language_has_the_words_of_the_game() -> None:
    for language in languages(WORDS):
        assert set(vocabulary(language)["hazards"]) == set(vocabulary("en")["hazards"])

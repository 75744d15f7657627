"""A game at the table: people play by the same rules, see what is open and their own cards, and nothing else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.engine.randomness import game_key
from workbench.families.digging import dealing, players, rules
from workbench.families.digging import turns as game_turns
from workbench.families.digging.at_table.commands import LETTERS, Hand, NoCommand, action_for
from workbench.families.digging.at_table.host import Host
from workbench.families.digging.at_table.talk import FAULTS_FILE, WORDS
from workbench.families.digging.compile import Cards, compile_seats
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.legal import FAULTS, fault, list_actions
from workbench.families.digging.mines import worth_of
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import (
    ASK_ACTION,
    ASK_ANSWER,
    ASK_DISPLAY,
    ASK_SECOND,
    DRAW,
    MINE,
    MINES,
    OUT,
    PASS,
    PLAY,
    PUSH,
    TO_ACT,
    View,
    action_of,
    kind_of,
    pile_cards,
    target_of,
    verb_of,
)
from workbench.family import PERSON, Seat
from workbench.tasks.play import play
from workbench.tasks.replay import replay
from workbench.terminal import InputEnded, PersonLeft, Terminal, languages, sentences, width_of

from .recompute import recompute
from .strategies import definitions, seats_of
from .table_top import ALONE, TEAM, definition_of
from .test_fair import Mixer

ME = Seat("me", PERSON, {})
Answer = Callable[["Table"], str]


class Lines:
    """Lines of a pipe that are made when they are asked for."""

    def __init__(self, line: Callable[[], str]) -> None:
        self.readline = line

    def isatty(self) -> bool:
        return False


class Table(Host):
    """A host in front of a pipe. It keeps what was said before each question of the rules, and checks its scene."""

    def __init__(self, d: DiggingDefinition, seats: Sequence[Seat], answer: Answer, language: str = "en") -> None:
        self.out = io.StringIO()
        self.asked: list[tuple[int, View]] = []
        self.lines = 0
        """Lines read."""

        def line() -> str:
            self.lines += 1
            return answer(self)

        source: Any = Lines(line)
        super().__init__(d, seats, Terminal(source, self.out, language, {}), language)

    def answer(self, question: int, view: View) -> int:
        self._catch_up()
        self.check()
        self.asked.append((question, view))
        return super().answer(question, view)

    @property
    def said(self) -> str:
        """All that was said, as one line."""
        return " ".join(self.out.getvalue().split())

    def check(self) -> None:
        """The scene, made from what was told, equals the table of the rules where that is open."""
        scene, t = self.scene, self.table
        mines = t.counts[MINES]
        for open_column in ("mine_card", "mine_metal", "mine_display", "mine_crates", "mine_doubles", "mine_closer"):
            assert getattr(scene.table, open_column)[:mines] == getattr(t, open_column)[:mines], open_column
        assert scene.table.counts[MINES] == mines
        assert [scene.worth(mine) for mine in range(mines)] == [worth_of(self.rules, t, mine) for mine in range(mines)]
        assert [scene.hand_cards(seat) for seat in scene.seats] == t.hand_cards[: len(scene.seats)]
        assert scene.pile == pile_cards(self.rules, t)
        assert scene.last_round == (t.counts[TO_ACT] >= 0)
        assert sorted(scene.out) == [card for card in range(self.rules.cards) if t.place[card] == OUT]
        # What lies in a hand or in the pile, the scene does not know.
        assert not any(scene.table.hand) and not any(scene.table.keys) and not any(scene.table.told)

    def options(self) -> list[str]:
        """What can be typed now, as the rules have it."""
        question, view = self.asked[-1]
        hand = self._hand(view.seat)
        if question != ASK_ACTION:
            return ["n", *(str(hand.number(kind)) for kind in hand.kinds if kind > self.rules.closer)]
        count = list_actions(self.rules, self.simulation.players, self.table, view.seat)
        return [typed(self, hand, action) for action in self.table.actions[:count]]

    def fits(self) -> bool:
        return all(width_of(line) <= 80 and line.isprintable() for line in self.out.getvalue().splitlines())


def typed(table: Table, hand: Hand, action: int) -> str:
    """What a person types for an action."""
    verb, kind, target = verb_of(action), kind_of(action), target_of(action)
    if verb in (DRAW, PASS):
        return "d" if verb == DRAW else "pass"
    if verb == PUSH:
        return f"p {hand.number(kind)}"
    place = LETTERS[target] if table.rules.kind_type[kind] == MINE else str(target + 1)
    return f"{hand.number(kind)} {place}"


def by_the_rules_of(line_up: Sequence[Seat], key: int, curious: bool = False) -> Answer:
    """People who do as these characters would; ``curious`` ones let everything be explained before."""
    real = compile_seats(line_up)

    def answer(table: Table) -> str:
        question, view = table.asked[-1]
        r, t = table.rules, table.table
        hand = table._hand(view.seat)
        if curious and table.lines % 3:
            return ["\n", "?\n"][table.lines % 3 - 1]
        if question == ASK_ACTION:
            return typed(table, hand, players.decide(r, real, t, key, view.seat)) + "\n"
        mine = table.scene.fought
        if question == ASK_DISPLAY:
            return LETTERS[players.picks_display(r, real, t, mine, view.seat)] + "\n"
        if question == ASK_ANSWER:
            kind = players.answer(r, real, t, key, table._attacker(), mine, view.seat)
        else:
            kind = players.second_bandit(r, real, t, key, mine, view.seat)
        return "n\n" if kind < 0 else f"{hand.number(kind)}\n"

    return answer


def compare(
    d: DiggingDefinition, line_up: list[Seat], persons: set[int], seed: int, language: str = "en", curious: bool = False
) -> Table:
    """People who play by their characters' rules make the same game as these characters."""
    expected = DiggingSimulation(d, line_up).log(seed, 0)
    seats = [ME if seat in persons else who for seat, who in enumerate(line_up)]
    table = Table(d, seats, by_the_rules_of(line_up, game_key(seed, 0), curious), language)
    assert table.play(seed, 0) == expected
    assert table.fits()
    return table


# The rules are the simulation's.


@pytest.mark.rule("D4", "D5", "D6", "D7", "D15", "D18", "D25", "D26")
@pytest.mark.parametrize(
    ("variant", "names"),
    [(TEAM, ("schuerfer", "raeuber", "buchhalterin", "raeuber")), (ALONE, ("raeuber", "schuerfer", "buchhalterin"))],
)
def test_a_person_who_plays_by_a_characters_rule_plays_its_game(variant: str, names: tuple[str, ...]) -> None:
    d = definition_of(variant)
    asked = set()
    for place in range(len(names)):
        table = compare(d, seats_of(d, names), {place}, 11 + place)
        asked |= {question for question, _ in table.asked}
    assert asked == {ASK_ACTION, ASK_ANSWER}


@pytest.mark.rule(
    "DO2", "DO3", "DO4", "DO6", "DO8", "DO9", "DO11", "DO12", "DO15", "DO16", "DO18", "DO23", "DO24", "DO28"
)
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    d=definitions(),
    seed=st.integers(0, 2**63 - 1),
    persons=st.sets(st.integers(0, 3), min_size=1),
    language=st.sampled_from(languages(WORDS)),
    curious=st.booleans(),
)
def test_also_by_other_rules_and_several_people(
    d: DiggingDefinition, seed: int, persons: set[int], language: str, curious: bool
) -> None:
    line_up = seats_of(d)
    d = d.model_copy(update={"rounds": d.rounds.model_copy(update={"most": min(d.rounds.most, 3)})})
    compare(d, line_up, {seat % len(line_up) for seat in persons}, seed, language, curious)


def test_every_question_is_met_with_some_rules() -> None:
    """The equality above is tested with every question."""
    asked = set()
    for seed in range(6):
        d = definition_of(TEAM, {"fights.second_bandit": True, "fights.won_mine_to": "winners-choice"})
        table = compare(d, seats_of(d, ("raeuber",) * 4), {0, 1, 2}, seed)
        asked |= {question for question, _ in table.asked}
    assert asked == {ASK_ACTION, ASK_ANSWER, ASK_SECOND, ASK_DISPLAY}


@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_the_log_follows_from_the_rules(variant: str) -> None:
    d = definition_of(variant, {"target": 30})
    rng = Random(variant)
    seats = [ME, *seats_of(d, ("raeuber", "schuerfer", "buchhalterin"))]
    for game in range(3):
        table = Table(d, seats, lambda table: rng.choice(table.options()) + "\n")
        head = {"event": "game", "family": "digging", "variant": variant, "fingerprint": {}, "seed": 3, "game": game,
                "seats": [seat.to_dict() for seat in seats]}  # fmt: skip
        events = table.play(3, game)
        recompute(d.model_dump(), json.loads(json.dumps([head | events[0], *events[1:]])))
        end = events[-1]
        told = table.out.getvalue().rpartition("Result")[2]
        assert all(f" {score}" in told for score in end["scores"])
        names = [table.speech.names[seat] for seat in end["winners"]]
        assert f"Winner{'s' if len(names) > 1 else ''}: " + " and ".join(names) in told


def test_a_game_through_a_pipe_is_logged_and_replayed(tmp_path: Path) -> None:
    log, out = tmp_path / "game.jsonl", io.StringIO()
    terminal = Terminal(io.StringIO("d\ns 1\nn\n" * 200), out, "de", {})
    seats = ["me", "raeuber", "schuerfer", "raeuber"]
    result = play("digging/team", terminal, seats=seats, seed=4, log=log, language="de")
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    recompute(load("digging/team").definition.model_dump(), events)
    assert events[-1]["winners"] == result.end["winners"]
    assert any(" draws: " in line for line in replay(log))
    # When nothing is left to draw, the reason is told, and the question stays.
    assert "Der Stapel ist leer.\n" in out.getvalue()


def test_leaving() -> None:
    d = definition_of(TEAM)
    seats = [ME, *seats_of(d, ("raeuber", "schuerfer", "raeuber"))]
    with pytest.raises(PersonLeft):
        Table(d, seats, scripted("d", "q")).play(1, 0)
    with pytest.raises(InputEnded):
        Table(d, seats, scripted("d")).play(1, 0)


# What is typed.


def scripted(*lines: str) -> Answer:
    """These lines one after the other, then the end."""
    waiting = iter([f"{line}\n" for line in lines])
    return lambda table: next(waiting, "")


@contextmanager
def stacked(d: DiggingDefinition, seats: int, hands: Sequence[str], pile: str = "") -> Iterator[None]:
    """These cards in these hands, as far as they are named, and on top of the pile; seat 0 begins."""
    names = Cards(d).name
    rest = [name for name in names if name not in " ".join([*hands, pile]).split()]
    dealt = [hands[seat].split() if seat < len(hands) else [] for seat in range(seats)]
    for hand in dealt:
        hand += [rest.pop(0) for _ in range(d.hand_size - len(hand))]
    order = [dealt[seat][n] for n in range(d.hand_size) for seat in range(seats)] + pile.split() + rest
    place = {names.index(name): at for at, name in enumerate(order)}
    with (
        patch.object(dealing, "card_key", lambda luck, name, card: (place[card] << 12) | card),
        patch.object(rules, "starter_of", lambda r, s, key, number: 0),
    ):
        yield


STILL = Seat("zufall", "random", {"draw_percent": 100, "answer_percent": 0})
"""Draws as long as there is a pile, and answers no attack."""
FIGHTER = Seat("zufall", "random", {"draw_percent": 100, "answer_percent": 100})
MINE_AND_CRATES = "mine:gold:1 double:gold:1 crate:gold:1 crate:silver:1 closer:1 bandit:7"


def sit(
    answer: Answer,
    hands: Sequence[str] = (MINE_AND_CRATES,),
    *,
    variant: str = TEAM,
    language: str = "en",
    others: Sequence[Seat] = (STILL, STILL, STILL),
    **changes: Any,
) -> Table:
    """A person on seat 0 until the lines end."""
    d = definition_of(variant, {key.replace("__", "."): value for key, value in changes.items()})
    table = Table(d, [ME, *others], answer, language)
    with stacked(d, 1 + len(others), hands), pytest.raises(InputEnded):
        table.play(1, 0)
    return table


def turns(table: Table) -> list[dict[str, Any]]:
    """The turns of seat 0 so far, without those whose fight goes on."""
    return [e for e in table._writer.events if e["event"] == "turn" and e["player"] == 0]


@pytest.mark.rule("D5", "D6", "D8", "D9", "D12", "D14", "DO3", "DO9")
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["4 9"], "no-such-mine"), (["1 b"], "not-for-opponents"), (["1", "2 1"], "other-metal"),
        (["1", "b3 1"], "not-in-hand"), (["1", "4 1"], "empty-mine"), (["1", "1 1", "3 1"], "own-mine"),
        (["1", "3 1", "1 1"], "closed"), (["pass"], "must-act"),
        (["1", "2"], "other-metal"), (["1", "2 a"], "other-metal"), (["1", "4"], "empty-mine"),
    ],
)  # fmt: skip
def test_what_is_not_legal_is_answered_with_the_reason(lines: list[str], reason: str) -> None:
    hand = "mine:gold:1 crate:gold:1 crate:silver:1 closer:1 bandit:7"
    for language in languages(WORDS):
        table = sit(scripted(*lines), (hand,), language=language, hand_size=5)
        words = sentences(FAULTS_FILE, language)[reason]
        assert table.said.endswith(f"{words} >")
        # The turn is not lost: one action less than lines typed.
        assert len(turns(table)) == len(lines) - 1


@pytest.mark.rule("D9", "D13")
def test_where_no_mine_takes_a_card_each_ones_reason_is_told() -> None:
    hand = "mine:gold:1 mine:silver:1 mine:gold:2 closer:1 crate:silver:1 bandit:7"
    table = sit(scripted("1", "2", "1 a", "2 2", "1", "1 b"), (hand,), hand_size=6)
    assert table.said.count("That card fits on no mine there:") == 1
    assert "1, 3: The crate is of another metal than the mine. 2: That mine is closed." in table.said
    assert table.said.endswith("No mine lies there yet for that card to go on. >")
    assert len(turns(table)) == 4


@pytest.mark.rule("D26", "D6")
def test_alone_nobody_pushes() -> None:
    table = sit(scripted("p 1"), variant=ALONE)
    assert table.said.endswith("Without a partner nobody can push a card. >")
    assert "p 6" not in table.out.getvalue().partition("> ")[0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hello", 'I do not understand "hello".'), ("8 1", 'There is no card number "8" in your hand.'),
        ("0", 'There is no card number "0" in your hand.'), ("b13 1", 'There is no bandit "13".'),
        ("p", "Which card? Its number is missing."), ("1 1", "A mine card goes into a display"),
        ("2", "No mine lies there yet for that card to go on."), ("d 1", 'That is too much: "1".'),
        ("1 a 2", 'That is too much: "2".'), ("1 e", 'I do not understand "e".'), ("...", 'I do not understand "..."'),
        ("b", "Which card?"), ("²", 'I do not understand "²"'), ("9" * 5000, "There is no card number"),
    ],
)  # fmt: skip
def test_what_is_no_command_costs_nothing(line: str, told: str) -> None:
    table = sit(scripted(line))
    assert told in table.said
    assert turns(table) == []


@pytest.mark.parametrize(
    "line", ["2 1", "2,1", " 2-1 ", "2 on mine 1", "2→1", "2", "2 a", "play card 2 on 1", "2.1", "02 01"]
)
def test_there_are_many_ways_to_say_it(line: str) -> None:
    table = sit(scripted("1", line))
    assert turns(table)[1]["card"] == "double:gold:1"
    assert turns(table)[1]["mine"] == "mine:gold:1"


def test_a_mine_is_called_for_only_where_there_are_several() -> None:
    hand = "mine:gold:1 mine:gold:2 crate:gold:1 crate:gold:2 closer:1 closer:2"
    table = sit(scripted("1", "1 c", "1", "1 2", "1 a"), (hand,))
    assert 'On which mine? Possible are "1, 2".' in table.said or "Possible are 1, 2" in table.said
    assert [e.get("mine", e.get("display")) for e in turns(table)] == [0, 2, "mine:gold:2", "mine:gold:1"]


@cache
def some_table() -> Table:
    """A table where nothing has happened, the person with a card of some kinds."""
    table = Table(definition_of(TEAM), [ME] * 4, scripted())
    for kind in (0, 1, 5, table.rules.closer, table.rules.closer + 3):
        table.table.hand[kind] = 1
    return table


@settings(deadline=None, max_examples=200)
@given(text=st.text(max_size=12) | st.text(alphabet="123 abdpq,-", max_size=8))
def test_any_line_is_a_command_or_none(text: str) -> None:
    table = some_table()
    try:
        action = action_for(text, table.speech.words, table._hand(0), table.table, 0)
    except NoCommand as problem:
        assert table.speech.say(problem.key, what=problem.what)
    else:
        assert FAULTS[fault(table.rules, table.simulation.players, table.table, 0, action)]


@pytest.mark.rule("D4")
def test_enter_lists_all_that_is_legal() -> None:
    table = sit(scripted("1", "1", ""))
    listed = table.out.getvalue().partition("> \n")[2]
    assert listed.splitlines()[:-1] == [
        "  d draw a card",
        "  1 Double gold crate: on mine 1 (You, 3 → 6)",
        "  3 Closer: on mine 1 (You, 3)",
        "  p 1 … p 4 push that card to zufall 2, face down",
    ]


@pytest.mark.rule("DO2")
def test_who_can_do_nothing_is_told_to_pass() -> None:
    # Two players hold the whole deck, and the one who begins holds all crates and no mine.
    d = definition_of(ALONE, {"hand_size": 30, "players.max": 2, "seats": ["zufall", "zufall"]})
    table = Table(d, [ME, STILL], scripted("d", "1", "", "pass"))
    crates = " ".join(name for name in Cards(d).name if name.startswith(("crate", "double")))
    with stacked(d, 2, (crates,)):
        table.play(1, 0)
    said = table.out.getvalue()
    assert "Your last action of this round.\n  pass · Enter what is possible · ? explain · q quit\n> d\n" in said
    assert (
        "> d\nThe pile is empty.\n> 1\nNo mine lies there yet for that card to go on.\n> \n  pass do nothing\n" in said
    )
    assert "> pass\nYou pass.\n" in said


# Fights.

CLOSERS = "closer:4 closer:5 closer:6 closer:7 closer:8"
"""What lies on top of the pile."""


@contextmanager
def others_do(table: Table, script: dict[int, list[tuple[str, int]]]) -> Iterator[None]:
    """Characters who play these cards there in their first turns, by seat."""
    real = players.decide
    left = {seat: list(plays) for seat, plays in script.items()}

    def decide(r: Any, s: Any, t: Any, key: int, player: int) -> int:
        if left.get(player):
            card, target = left[player].pop(0)
            return action_of(PLAY, table.scene.kind(card), target) if card else action_of(DRAW, 0, 0)
        return real(r, s, t, key, player)

    with patch.object(game_turns, "decide", decide):
        yield


@pytest.mark.rule("D14", "D15", "D16", "D17", "D19")
def test_a_fight_is_told_step_by_step() -> None:
    hands = ("bandit:11 closer:1", "mine:gold:1 crate:gold:1", "bandit:5 closer:2", "bandit:9 closer:3")
    d = definition_of(TEAM, {"hand_size": 2, "fights.closed_by": "defenders"})
    table = Table(d, [ME, STILL, FIGHTER, STILL], scripted("d", "d", "b11 1"))
    with (
        stacked(d, 4, hands, CLOSERS),
        others_do(table, {1: [("mine:gold:1", 1), ("crate:gold:1", 0)]}),
        pytest.raises(InputEnded),
    ):
        table.play(1, 0)
    told = table.out.getvalue()
    assert "zufall 1 opens mine 1: Gold.\n" in told
    assert "zufall 1 puts a gold crate on mine 1 (Gold): 0 → 3 points.\n" in told
    assert told.partition("You attack mine 1 (Gold, zufall 1): 3 points – bandit 11!\n")[2].splitlines()[:2] == [
        "    zufall 1: nothing, zufall 2: bandit 5, zufall 3: nothing",
        "    Attack 16, defence 0: the mine goes to you.",
    ]
    assert "Out of the game: Bandits 5, 11\n" in told


@pytest.mark.rule("D20")
def test_the_last_round_begins_after_the_fight_of_the_last_turn() -> None:
    hands = ("bandit:11 closer:1", "mine:gold:1 crate:gold:1", "bandit:5 closer:2", "bandit:9 closer:3")
    d = definition_of(TEAM, {"hand_size": 2, "turns.most": 9, "fights.closed_by": "defenders"})
    table = Table(d, [ME, STILL, FIGHTER, STILL], scripted("d", "d", "b11 1"))
    with (
        stacked(d, 4, hands, CLOSERS),
        others_do(table, {1: [("mine:gold:1", 1), ("crate:gold:1", 0)]}),
        pytest.raises(InputEnded),
    ):
        table.play(1, 0)
    before, _, after = table.out.getvalue().partition("Attack 16, defence 0")
    assert "9 turns are played" not in before
    assert after.splitlines()[1].startswith("9 turns are played: ")


@pytest.mark.rule("D15", "D18", "DO6", "DO12")
@pytest.mark.parametrize(
    ("changes", "line", "told"),
    [
        ({}, "1", "You close the mine; its top crate (gold crate) leaves the game, 0 points remain."),
        ({"fights.top_crate": "to-hand"}, "1", "You close the mine and take its top crate (gold crate), 0 points"),
        ({}, "b4", "You: bandit 4 Attack 8, defence 4: the mine goes to zufall 1."),
        ({}, "2", "You: bandit 4 Attack 8, defence 4: the mine goes to zufall 1."),
        ({}, "n", "You: nothing Attack 8, defence 0: the mine goes to zufall 1."),
        ({}, "0", "You: nothing Attack 8, defence 0: the mine goes to zufall 1."),
        ({}, "b5", "That card is not in your hand. >"),
        ({}, "2 1", 'That is too much: "1".'),
        ({}, "3", 'There is no card number "3" in your hand.'),
        ({}, "4", "You: bandit 4 Attack 8, defence 4: the mine goes to zufall 1."),
        ({}, "", "1 Closer: closes the mine at once and ends the fight. 2 Bandit 4: 4 more for your side. n play"),
        ({}, "?", "in a tie the mine stays where it is."),
    ],
)  # fmt: skip
def test_an_answer_in_a_fight(changes: dict[str, Any], line: str, told: str) -> None:
    d = definition_of(TEAM, {"hand_size": 4} | changes)
    hands = ("mine:gold:1 crate:gold:1 closer:1 bandit:4", "bandit:8")
    table = Table(d, [ME, STILL, STILL, STILL], scripted("1", "1", line))
    with stacked(d, 4, hands), others_do(table, {1: [("", 0), ("bandit:8", 0)]}), pytest.raises(InputEnded):
        table.play(1, 0)
    assert "zufall 1 attacks your mine 1 (Gold): 3 points – bandit 8!" in table.said
    assert "It is about your mine 1 (Gold): 3 points. Attack 8, defence 0. Nobody answers after that." in table.said
    assert told in table.said


@pytest.mark.rule("DO12", "D15")
def test_who_may_not_close_is_told_so() -> None:
    d = definition_of(TEAM, {"hand_size": 3, "fights.closed_by": "defenders"})
    hands = ("closer:1 bandit:4 bandit:5", "mine:gold:1 crate:gold:1", "bandit:8")
    table = Table(d, [ME, STILL, STILL, STILL], scripted("d", "d", "1", "b4"))
    plays = {1: [("mine:gold:1", 1), ("crate:gold:1", 0)], 2: [("", 0), ("bandit:8", 0)]}
    with stacked(d, 4, hands, CLOSERS), others_do(table, plays), pytest.raises(InputEnded):
        table.play(1, 0)
    assert "Only the defenders may close the mine in a fight. >" in table.said
    assert "Attack 8, defence 0. Still to answer: zufall 1." in table.said
    assert "You: bandit 4, zufall 1: nothing Attack 12, defence 0: the mine goes to zufall 2." in table.said


@pytest.mark.rule("DO8", "DO15")
def test_a_second_bandit_and_the_display_of_a_won_mine() -> None:
    d = definition_of(TEAM, {"hand_size": 3, "fights.second_bandit": True, "fights.won_mine_to": "winners-choice"})
    hands = ("closer:1 bandit:4 bandit:5", "mine:gold:1 crate:gold:1", "", "bandit:6")
    table = Table(d, [ME, STILL, STILL, STILL], scripted("d", "d", "b4 1", "1", "b5", "c"))
    plays = {1: [("mine:gold:1", 1), ("crate:gold:1", 0)]}
    with stacked(d, 4, hands, CLOSERS), others_do(table, plays), pytest.raises(InputEnded):
        table.play(1, 0)
    assert "A second bandit? It is about mine 1 (Gold, zufall 1): 3 points. Attack 4, defence 0." in table.said
    assert "You: into which display does mine 1 go? 1/a You · 2/c zufall 2" in table.said
    assert "Attack 9, defence 0: the mine goes to zufall 2." in table.said
    assert "An attack is answered with a bandit or a closer." in table.said


# What is hidden.


class Mixed(Table):
    """Puts each question a second time, after the cards that its player cannot see were dealt anew."""

    mixer = Mixer(Random(5))

    def answer(self, question: int, view: View) -> int:
        self._catch_up()
        r, s, t = self.rules, self.simulation.players, self.table
        before = self.out.tell()
        columns = (t.place, t.keys, t.hand, t.told, t.pushed)
        kept = [list(column) for column in columns]
        self.asked.append((question, view))
        self.typed = iter(["", "?", self.chosen(question, view)])
        found = int(self._questions[question](view))
        first, middle = self.out.getvalue()[before:], self.out.tell()
        self.mixer.deal_anew(r, s, t, view.seat)
        self.typed = iter(["", "?", self.last])
        again = int(self._questions[question](view))
        for column, values in zip(columns, kept, strict=True):
            column[:] = values
        assert again == found
        assert self.out.getvalue()[middle:] == first
        return found

    def chosen(self, question: int, view: View) -> str:
        self.last = self.rng.choice(self.options())
        return self.last

    rng = Random(9)


@pytest.mark.rule("D5", "D6")
@pytest.mark.parametrize("variant", [TEAM, ALONE])
@pytest.mark.parametrize("place", [0, 2])
def test_no_word_of_a_question_depends_on_what_is_hidden(variant: str, place: int) -> None:
    d = definition_of(variant)
    seats = seats_of(d, ("buchhalterin", "raeuber", "schuerfer"))
    seats.insert(place, ME)
    table = Mixed(d, seats, lambda table: next(table.typed) + "\n")  # type: ignore[attr-defined]
    table.play(8, place)
    assert len(table.asked) > 12


@pytest.mark.rule("D5", "D6")
def test_what_others_draw_and_push_is_not_named() -> None:
    d = definition_of(TEAM)
    seats = seats_of(d, ("schuerfer", "buchhalterin", "zufall"))
    pushes = 0
    for game in range(4):
        rng = Random(game)
        table = Table(d, [ME, *seats], lambda table, rng=rng: rng.choice(table.options()) + "\n")  # type: ignore[misc]
        events = table.play(6, game)
        told = [line.replace("\u00a0", " ") for line in table.out.getvalue().splitlines()]
        names, card = table.speech.names, lambda e, t=table: t.speech.card(t.scene.kind(e["card"]))
        for e in events:
            if e["event"] != "turn" or e["action"] not in ("draw", "push"):
                continue
            player = names[e["player"]]
            if e["action"] == "draw":
                line = f"You draw: {card(e)}" if e["player"] == 0 else f"{player} draws a card."
            elif 0 in (e["player"], e["to"]):
                other = names[e["to"]]
                line = f"You push to {other}: {card(e)}" if e["player"] == 0 else f"{player} pushes to you: {card(e)}"
            else:
                pushes += 1
                line = f"{player} pushes a card to {names[e['to']]}."
            # Each line is told once.
            told.remove(line.replace("\u00a0", " "))
        assert not [line for line in told if line.startswith("You draw") or "pushes" in line]
    assert pushes > 5


@pytest.mark.rule("D5", "D6")
def test_several_people_see_their_own_cards_only() -> None:
    d = definition_of(TEAM)
    rng = Random(3)
    table = Table(d, [ME] * 4, lambda table: rng.choice(table.options()) + "\n")
    events = table.play(2, 0)
    parts = table.out.getvalue().split("It is Human ")[1:]
    drawn = [(part[0], line) for part in parts for line in part.splitlines() if line.startswith(("Drawn", "From"))]
    expected = []
    for e in events:
        if e["event"] == "turn" and e["action"] in ("draw", "push"):
            card = table.speech.card(table.scene.kind(e["card"])).replace("\u00a0", " ")
            seat = e["player"] if e["action"] == "draw" else e["to"]
            line = f"Drawn: {card}" if e["action"] == "draw" else f"From Human {e['player'] + 1} for you: {card}"
            expected.append((str(seat + 1), line))
    # Who was not asked again heard no more news.
    assert len(expected) - 8 < len(drawn)
    for entry in drawn:
        expected.remove(entry)
    assert "You draw" not in table.out.getvalue()


# What it looks like.


def test_the_picture() -> None:
    hands = ("mine:gold:1 double:gold:1 crate:gold:1 crate:gold:2 closer:1 bandit:7",)
    table = sit(scripted("1 a", "2 1", "1 1", "1 1", "1 1"), hands)
    shown = table.out.getvalue().rpartition("── Round 1")[2].splitlines()[1:]
    assert shown[0].split() == ["hand", "points", "mine", "crates", "worth"]
    assert shown[1].split() == ["a", "You", "Team", "1", "1", "18", "1", "Gold", "D", "C", "C", "18", "closed"]
    assert shown[2].split() == ["b", "zufall", "1", "Team", "2", "11", "0", "–"]
    assert shown[5:7] == ["  Closed: Team 1: 18 · Team 2: 0", "  Your hand, 1 card"]


def test_the_readme_shows_it() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    sample = readme.partition("workbench play digging/team")[2].partition("```text\n")[2].partition("```")[0]
    d = definition_of(TEAM)
    names = [("raeuber", STILL), ("schuerfer", FIGHTER), ("raeuber", STILL)]
    seats = [ME, *(Seat(name, who.strategy, who.parameters) for name, who in names)]
    hands = ("mine:gold:1 crate:copper:1 crate:gold:1 double:gold:1 crate:silver:1 bandit:9", "bandit:8",
             "crate:gold:2 bandit:12")  # fmt: skip
    table = Table(d, seats, scripted("1 a", "2 1", "n"))
    plays = {1: [("", 0), ("bandit:8", 0)], 2: [("crate:gold:2", 0)]}
    with stacked(d, 4, hands), others_do(table, plays), pytest.raises(InputEnded):
        table.play(1, 0)
    assert sample and sample in table.out.getvalue()


def test_long_names_and_many_players_fit_on_a_screen() -> None:
    name = "jemand-mit-einem-besonders-langen-namen"
    d = definition_of(ALONE, {"displays.opponents": "everything", "hand_size": 7, "players.max": 8})
    seats = [Seat(name, "random", {"draw_percent": 5, "answer_percent": 50}) for _ in range(8)]
    for language in languages(WORDS):
        rng = Random(language)

        def anything(table: Table, rng: Random = rng) -> str:
            return rng.choice(table.options()) + "\n"

        table = Table(d, [*seats[:4], ME, *seats[5:]], anything, language)
        table.play(4, 2)
        assert table.fits()

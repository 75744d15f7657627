"""A game at the table: a person plays by the same rules, against the clock, and sees nothing that is hidden."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.micro_robots.at_table import host as host_module
from workbench.families.micro_robots.at_table.answers import NoAnswer, number_of, way_of
from workbench.families.micro_robots.at_table.bids import Bid, bids
from workbench.families.micro_robots.at_table.faults import why_wrong
from workbench.families.micro_robots.at_table.host import Host
from workbench.families.micro_robots.at_table.talk import WORDS, Speech
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.simulation import MicroRobotsSimulation
from workbench.families.micro_robots.state import ASK_CALL, ASK_SHOWING, View
from workbench.family import PERSON, Seat
from workbench.terminal import InputEnded, Terminal, languages, sentences, width_of

from .boards import board, definition
from .recompute import distances, is_way, moves_of, recompute
from .strategies import definitions, seats_of

ME = Seat("me", PERSON, {})
VARIANTS = [name for name in shipped_variants() if name.startswith("micro_robots/")]
Answer = Callable[["Table"], str]


class Lines:
    """Lines of a pipe that are made when they are asked for."""

    def __init__(self, line: Callable[[], str]) -> None:
        self.readline = line

    def isatty(self) -> bool:
        return False


class Table(Host):
    """A host in front of a pipe."""

    def __init__(self, d: MicroRobotsDefinition, seats: Sequence[Seat], answer: Answer, language: str = "en") -> None:
        self.out = io.StringIO()
        self.asked: list[tuple[int, View]] = []
        source: Any = Lines(lambda: answer(self))
        super().__init__(d, seats, Terminal(source, self.out, language, {}), language)

    def answer(self, question: int, view: View) -> int:
        self.asked.append((question, view))
        return super().answer(question, view)

    @property
    def said(self) -> str:
        """All that was said, as one line."""
        return " ".join(self.out.getvalue().split())


def scripted(*lines: str) -> Answer:
    """These lines one after the other, then the end."""
    waiting = iter([f"{line}\n" for line in lines])
    return lambda table: next(waiting, "")


def absent(seat: Seat) -> Seat:
    """A character in the place of ``seat`` who needs longer than any round takes."""
    return Seat("absent", seat.strategy, {**seat.parameters, "look_ms": 600_000, "check_ms": 600_000})


def fits(table: Table) -> bool:
    return all(width_of(line) <= 80 and line.isprintable() for line in table.out.getvalue().splitlines())


# The rules are the simulation's.


def passes_always(d: MicroRobotsDefinition, line_up: list[Seat], place: int, seed: int, language: str = "en") -> None:
    others = [absent(seat) if number == place else seat for number, seat in enumerate(line_up)]
    seats = [ME if number == place else seat for number, seat in enumerate(line_up)]
    table = Table(d, seats, lambda table: "\n", language)
    assert table.play(seed, 0) == MicroRobotsSimulation(d, others).log(seed, 0)
    assert fits(table)


@pytest.mark.rule("M7", "M11", "M22", "M23")
@pytest.mark.parametrize("variant", VARIANTS)
def test_who_always_passes_sees_the_game_of_the_simulation(variant: str) -> None:
    d = load(variant).definition
    for place in range(3):
        passes_always(d, seats_of(d, ("anfaenger", "geuebt", "meisterin")), place, 7 + place)


@pytest.mark.rule("MO9", "MO16", "MO17", "MO18", "M19")
@settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    d=definitions(), seed=st.integers(0, 2**63 - 1), place=st.integers(0, 4), language=st.sampled_from(languages(WORDS))
)
def test_also_by_other_rules(d: MicroRobotsDefinition, seed: int, place: int, language: str) -> None:
    line_up = seats_of(d)
    passes_always(d, line_up, place % len(line_up), seed, language)


def as_logged(events: Sequence[dict[str, Any]], seat: int) -> Answer:
    """A person who calls when, what and as the one on ``seat`` did in a logged game, and passes in other rounds."""
    own = [e for e in events if e["event"] == "round" and e["caller"] == seat]

    def answer(table: Table) -> str:
        question, view = table.asked[-1]
        event = next((e for e in own if e["round"] == view.round_number), None)
        if event is None:
            return "pass\n"
        if question == ASK_CALL:
            return f"{event['seconds']} {event['called']}\n"
        return "pass\n" if event["path"] is None else " ".join(event["path"][1:]) + "\n"

    return answer


def same_game(d: MicroRobotsDefinition, line_up: list[Seat], place: int, seed: int) -> int:
    expected = MicroRobotsSimulation(d, line_up).log(seed, 0)
    table = Table(d, [ME if n == place else seat for n, seat in enumerate(line_up)], as_logged(expected, place))
    assert table.play(seed, 0) == expected
    return sum(question == ASK_SHOWING for question, _ in table.asked)


@pytest.mark.rule("M11", "M12", "M13", "M14", "M15", "M16", "M17", "M20", "MO4")
@pytest.mark.parametrize("variant", VARIANTS)
def test_who_calls_as_a_character_does_plays_its_game(variant: str) -> None:
    d = load(variant).definition
    shown = [same_game(d, seats_of(d, ("geuebt", "meisterin", "geuebt")), n % 3, n) for n in range(6)]
    assert sum(shown) > 10


@pytest.mark.rule("MO5", "MO6", "MO8", "MO9", "MO10", "MO11", "MO16", "MO17")
@settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(d=definitions(), seed=st.integers(0, 2**63 - 1), place=st.integers(0, 4))
def test_also_that_by_other_rules(d: MicroRobotsDefinition, seed: int, place: int) -> None:
    # When the first call of all came, on which the timer of MO18 depends, a log does not tell.
    d = d.model_copy(update={"calls": d.calls.model_copy(update={"shortest": False})})
    line_up = seats_of(d)
    same_game(d, line_up, place % len(line_up), seed)


def at_random(d: MicroRobotsDefinition, rng: Random) -> Answer:
    """Somebody who calls at any time and shows right and wrong ways of any kind."""

    def answer(table: Table) -> str:
        question, view = table.asked[-1]
        assert table.board is not None
        names = d.spaces
        if question == ASK_CALL:
            seconds = rng.choice((0, rng.randint(0, view.until_ms), 2 * view.until_ms)) / 1000
            called = rng.choice((rng.randint(1, 5), rng.randint(1, 5), 128))
            return rng.choice((f"{seconds} {called}\n", f"{seconds} {called}\n", f"{called}\n", "pass\n", "?\n", "x\n"))
        if rng.random() < 0.5:
            through = names[view.waypoint] if view.waypoint >= 0 else None
            way = next(table.board.ways(names[view.start], names[view.target], through, 0), None)
            if way is not None:
                return f"{0 if rng.random() < 0.5 else 4.9} {'-'.join(way).lower()}\n"
        way = [names[view.start]]
        for _ in range(rng.randint(1, 6)):
            way.append(rng.choice((*table.board.moves_from(way[-1]), rng.choice(names))))
        return rng.choice((" ".join(way), ", ".join(way[1:]), "pass", "?", "R4 Z99", "")) + "\n"

    return answer


@pytest.mark.rule("M8", "M9", "M10", "M12", "M14", "M21", "M23", "MO2", "MO13", "MO14", "MO18", "M-T3")
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    d=definitions(), seed=st.integers(0, 2**63 - 1), place=st.integers(0, 4), language=st.sampled_from(languages(WORDS))
)
def test_the_log_follows_from_the_rules(d: MicroRobotsDefinition, seed: int, place: int, language: str) -> None:
    seats = seats_of(d)
    seats[place % len(seats)] = ME
    table = Table(d, seats, at_random(d, Random(seed)), language)
    own, *events = json.loads(json.dumps(table.play(seed, 0)))
    head = {"seats": [seat.to_dict() for seat in seats], **own}
    recompute(json.loads(json.dumps(d.model_dump())), [head, *events])
    assert fits(table)


# What is hidden.


def winner(seconds: float) -> Answer:
    """A person who has a shortest way after so many seconds of every round."""

    def answer(table: Table) -> str:
        question, view = table.asked[-1]
        assert table.board is not None
        names = table.simulation.definition.spaces
        through = names[view.waypoint] if view.waypoint >= 0 else None
        way = next(table.board.ways(names[view.start], names[view.target], through))
        return f"{seconds} {len(way) - 1}\n" if question == ASK_CALL else " ".join(way) + "\n"

    return answer


@pytest.mark.rule("M5", "M7", "M11")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", languages(WORDS))
def test_nothing_is_said_of_calls_that_are_still_to_come(variant: str, language: str) -> None:
    """Before they call, it cannot be told from the screen who sits there: a beginner, a champion, or nobody."""
    d = load(variant).definition
    told = set()
    for name in ("anfaenger", "meisterin"):
        others = [Seat("somebody", seat.strategy, seat.parameters) for seat in seats_of(d, (name, name))]
        for line_up in (others, [absent(seat) for seat in others]):
            named = [Seat("somebody", seat.strategy, seat.parameters) for seat in line_up]
            table = Table(d, [ME, *named], winner(0.001), language)
            events = table.play(5, 0)
            assert [e["caller"] for e in events if e["event"] == "round"] == [0] * d.chips.to_win
            told.add(table.out.getvalue())
    assert len(told) == 1


def test_it_is_told_when_they_call() -> None:
    """The test above would see a call: half a minute later most of them have called."""
    d = definition()
    told = set()
    for name in ("anfaenger", "meisterin"):
        others = [Seat("somebody", seat.strategy, seat.parameters) for seat in seats_of(d, (name, name))]
        table = Table(d, [ME, *others], winner(30))
        table.play(5, 0)
        told.add(table.out.getvalue())
    assert len(told) == 2


def test_the_way_is_told_after_the_round_only() -> None:
    d = definition()
    texts: list[str] = []

    def answer(table: Table) -> str:
        texts.append(table.out.getvalue())
        return winner(0)(table)

    Table(d, [ME, *seats_of(d, ("geuebt",))], answer).play(3, 0)
    assert [text.count("hortest way") for text in texts[::2]] == [0, 1, 2, 3, 4]
    # At the question for the way nothing new is known.
    assert [text.count("hortest way") for text in texts[1::2]] == [0, 1, 2, 3, 4]


# What is told.


def first_call(d: MicroRobotsDefinition, names: tuple[str, ...], seed: int) -> dict[str, Any]:
    """The first round of a game in which these play, and somebody absent on the first seat."""
    seats = seats_of(d, names)
    event: dict[str, Any] = MicroRobotsSimulation(d, [absent(seats[0]), *seats]).log(seed, 0)[1]
    return event


def start_of(d: MicroRobotsDefinition, names: tuple[str, ...], seed: int, *lines: str) -> Table:
    """A game up to the end of these lines."""
    table = Table(d, [ME, *seats_of(d, names)], scripted(*lines))
    with pytest.raises(InputEnded):
        table.play(seed, 0)
    return table


@pytest.mark.rule("M11", "MO16")
def test_the_earlier_call_is_heard() -> None:
    d = definition()
    call = first_call(d, ("meisterin",), 3)
    seconds = call["seconds"]
    table = start_of(d, ("meisterin",), 3, f"{seconds + 0.001:.3f} {call['called']}")
    assert f"meisterin calls after {seconds:.1f} s" in table.said
    assert f"This came too late: {call['called']} " in table.said and "Chips: You 0, meisterin 0" in table.said
    table = start_of(d, ("meisterin",), 3, f"{seconds - 0.001:.3f} {len(call['path']) - 1}", " ".join(call["path"]))
    assert "meisterin calls" not in table.said
    assert "Right – the chip is yours!" in table.said and "Chips: You 1, meisterin 0 – stock 24" in table.said
    # In the same millisecond: the lower number.
    table = start_of(d, ("meisterin",), 3, f"{seconds} {call['called'] - 1}", "pass")
    assert "Wrong: the way is forgotten. You have no chip to pay with." in table.said


@pytest.mark.rule("MO16")
def test_calls_at_once() -> None:
    lower = definition("schwarz", "calls.at_once=lower-number")
    call = first_call(lower, ("meisterin",), 3)
    late, soon = f"{call['seconds'] + 0.19:.3f}", f"{call['seconds'] - 0.19:.3f}"
    table = start_of(lower, ("meisterin",), 3, f"{late} {call['called'] - 1}", "pass")
    assert "meisterin calls" not in table.said and "the way is forgotten" in table.said
    table = start_of(lower, ("meisterin",), 3, f"{soon} {call['called'] + 1}")
    assert "Your call came at the same moment, and this one goes first." in table.said
    nobody = definition("schwarz", "calls.at_once=nobody")
    table = start_of(nobody, ("meisterin",), 3, f"{late} 9")
    assert f"Two calls at once after {call['seconds']:.1f} s: none counts" in table.said


@pytest.mark.rule("MO9")
def test_after_a_wrong_call_the_person_may_go_on() -> None:
    wrong = 'characters.wrong={strategy="search",look_ms=300,breadth=16,depth=40,notice_percent=100,miscount_permille=0,forget_permille=1000}'  # noqa: E501
    d = load("micro_robots/schwarz", [wrong, "calls.others_try=true"]).definition
    call = first_call(d, ("wrong",), 3)
    way = winner(call["seconds"] + 1)
    table = Table(d, [ME, *seats_of(d, ("wrong",))], way)
    events = table.play(3, 0)
    assert [e["caller"] for e in events[1:5]] == [1, 0, 1, 0]
    assert events[2]["right"] and events[2]["seconds"] == call["seconds"] + 1
    # The shortest way is told once, when the round is over.
    assert table.said.count("hortest way") == events[-2]["round"]
    assert "wrong has no chip to pay with. The round goes on." in table.said


@pytest.mark.rule("MO17")
def test_who_shows_too_slowly() -> None:
    d = definition("schwarz", "calls.show_seconds=5")
    names = ("geuebt",)
    way = first_call(d, names, 3)["path"]
    table = start_of(d, names, 3, f"{len(way) - 1}", f"5.001 {' '.join(way)}")
    assert "Wrong: the way is forgotten, or was not shown in time." in table.said
    table = start_of(d, names, 3, f"{len(way) - 1}", f"5 {' '.join(way)}")
    assert "the chip is yours!" in table.said


@pytest.mark.rule("M19", "MO11")
def test_a_round_that_is_broken_off() -> None:
    d = load("micro_robots/schwarz", ["rounds.limit_seconds=2", "rounds.most=1"]).definition
    table = Table(d, [ME, *seats_of(d, ("anfaenger",))], scripted("2.5 3"))
    events = table.play(3, 0)
    assert events[1]["caller"] is None and events[1]["seconds"] == 2
    assert "Nobody has called after 2.0 s: the round is broken off. This came too late: 3" in table.said
    assert "The game ends after its last round." in table.said


@pytest.mark.rule("MO18")
@settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
@given(d=definitions(), seed=st.integers(0, 10**6))
def test_all_calls_are_told_while_the_timer_runs(d: MicroRobotsDefinition, seed: int) -> None:
    d = d.model_copy(update={"calls": d.calls.model_copy(update={"shortest": True})})
    seen = 0

    def checked(r: Any, s: Any, t: Any, seed: int, game: int, view: View) -> list[Bid]:
        nonlocal seen
        before = [list(column) for column in t]
        found = bids(r, s, t, seed, game, view)
        assert [list(column) for column in t] == before
        for seat in range(1, s.players):
            own = [bid.ms for bid in found if bid.seat == seat]
            assert own == sorted(set(own)) and all(ms <= view.until_ms for ms in own)
            assert (own[-1] if own else -1) == t.call_ms[seat], "the last one is the one that the rules know"
        assert found == sorted(found)
        assert found[0].ms == view.now_ms, "the first call of all started the timer"
        seen += len(found)
        return found

    table = Table(d, [ME, *seats_of(d, ("geuebt", "fahrig"))], lambda table: "\n")
    with patch.object(host_module, "bids", checked):
        table.play(seed, 0)
    assert table.said.count(" calls after ") == seen


@pytest.mark.rule("MO18")
def test_the_lowest_number_shows_its_way() -> None:
    d = definition("schwarz", "calls.shortest=true")
    lines = ["9", "12 8", "13 7", "P5 P1 Y1 B1 W1"]
    table = Table(d, [ME, *seats_of(d, ("anfaenger",))], scripted(*lines[:3], "pass", lines[3]))
    with pytest.raises(InputEnded):
        table.play(3, 0)
    assert "You call after 0.0 s: 9 moves! How many moves? The clock runs until 60 s." in table.said
    assert "You call after 13.0 s: 7 moves!" in table.said
    assert "The time is over." in table.said


@pytest.mark.parametrize(
    ("path", "changes", "told"),
    [
        ("R4 B3", (), "move 1 – R4 and B3 are neither in one row nor in one column."),
        ("R4 Y4 W3", (), "move 2 – Y4 and W3 have neither the same colour nor the same number."),
        ("R4 R4", (), "in move 1 the robot stays on R4."),
        ("R4 R3 B3", (), "the way ends at B3, not at W1."),
        ("R4 R3 B3 B1 W1", (), "the way has 4 moves, the call was 9 moves."),
        ("R4 R3 R4 R3 B3 B1 W1", ("way.revisits=false",), "move 2 comes to R4 a second time."),
        ("R4 R3", ("travel=adjacent",), "move 1 – R3 is not next to R4."),
        ("R4 R3", ("travel=first-match",), "move 1 – a space that matches lies between R4 and R3."),
        ("R4 R3 B3 B1 W1", ("waypoint=true",), "the way leaves out the waypoint G1."),
        (
            "R4 R3 B3 B1 W1 B1",
            ("waypoint=true", "professional.target_before_waypoint=false"),
            "move 4 stops at the target W1 before the robot was at G1.",
        ),
        (None, (), "the way is forgotten."),
        (None, ("calls.show_seconds=5",), "the way is forgotten, or was not shown in time."),
    ],
)  # fmt: skip
@pytest.mark.rule("M8", "M9", "M12", "M23", "MO1", "MO2", "MO13", "MO17")
def test_why_a_call_is_wrong(path: str | None, changes: tuple[str, ...], told: str) -> None:
    solved = board(*changes)
    stops = path.split() if path else None
    event = {"caller": 0, "called": 9, "right": False, "path": stops, "start": "R4", "target": "W1",
             "waypoint": "G1" if "waypoint=true" in changes else None}  # fmt: skip
    speech = Speech(solved.definition, [ME], "en")
    assert why_wrong(solved, event, speech).replace("\u00a0", " ") == told
    if stops is not None:
        tables = json.loads(json.dumps(solved.definition.model_dump()))
        legal = is_way(tables, solved.board, stops, event)
        assert legal == told.startswith("the way has")


@pytest.mark.rule("M14", "MO5", "MO6")
@pytest.mark.parametrize("language", languages(WORDS))
def test_the_person_is_spoken_to(language: str) -> None:
    """A sentence about a player has a twin for the person, which does not name them."""
    words = sentences(WORDS, language)
    for key in words:
        if f"{key}_you" in words:
            assert "{player}" not in words[f"{key}_you"]
    accepted = Terminal(None, io.StringIO(), language, {}).words
    assert not set(words["pass_words"]) & {*accepted["quit_words"], *accepted["help_words"], "q", "?"}
    assert not any(word[0].isdigit() for word in words["pass_words"])


@pytest.mark.rule("M4", "M6", "M22", "M23")
def test_what_is_marked_on_the_board() -> None:
    for variant, marks in (("schwarz", "[<"), ("kupfer", "[<"), ("fortgeschritten", "["), ("profi", "[(<")):
        d = definition(variant)
        table = Table(d, [ME, *seats_of(d, ("geuebt",))], scripted())
        with pytest.raises(InputEnded):
            table.play(3, 0)
        _, view = table.asked[0]
        drawn = [line[:38] for line in table.out.getvalue().splitlines() if line.startswith("  │")]
        start, target = d.spaces[view.start], d.spaces[view.target]
        text = "\n".join(drawn)
        assert sum(text.count(mark) for mark in "[<(") == len(marks)
        assert f"[{start}]" in text
        assert (f"<{target}>" in text) == ("<" in marks)
        if variant == "profi":
            assert f"({d.spaces[view.waypoint]})" in text
        # The dice are always to be seen, and the board is the one of the game.
        assert f"Target {'<' if '<' in marks else ''}{target}" in table.said
        shown = [[space.strip("[]<>()") for space in line.replace("│", " ").split()] for line in drawn]
        assert table.board is not None and shown == table.board.board
        moves = moves_of(shown, d.travel)
        assert distances(moves, start)[target] >= 1


# What is typed.


@given(
    stops=st.lists(st.sampled_from(["R4", "R3", "B3", "B1", "W1", "G6"]), min_size=1, max_size=12),
    separators=st.lists(
        st.sampled_from([" ", ",", ", ", "-", " – ", "; ", " > ", " → ", ""]), min_size=12, max_size=12
    ),
    lower=st.booleans(),
)
def test_ways_can_be_typed_in_many_ways(stops: list[str], separators: list[str], lower: bool) -> None:
    text = "".join(stop + separator for stop, separator in zip(stops, separators, strict=False))
    expected = stops if stops[0] == "R4" else ["R4", *stops]
    if stops == ["R4"]:
        with pytest.raises(NoAnswer, match="no_way"):
            way_of(text, "R4", ("R4",))
        return
    assert way_of(text.lower() if lower else text, "R4", {*stops, "R4"}) == expected


@pytest.mark.parametrize(
    ("text", "key"),
    [("", "no_way"), ("R4", "no_way"), ("R4 Z9", "no_space"), ("4", "no_space"), ("R3 huh B1", "no_space"),
     ("R3 " * 129, "way_too_long")],
)  # fmt: skip
def test_what_is_no_way(text: str, key: str) -> None:
    with pytest.raises(NoAnswer, match=key):
        way_of(text, "R4", definition().spaces)


@pytest.mark.parametrize("text", ["4.5", "-1", "four", "", "4 R3", "²", "٣", "0", "129", "9" * 5000])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(NoAnswer, match=r"no_number|number_out_of_range"):
        number_of(text)


def test_slips_cost_nothing() -> None:
    d = definition()
    call = first_call(d, ("geuebt",), 3)
    way = " ".join(call["path"])
    table = start_of(d, ("geuebt",), 3, "1.5 four", "0", "?", f"2 {call['called']}", "R4 Q9", "", "?", way)
    assert '"four" is not a number. How many moves has your way?' in table.said
    assert '"0" cannot be called, only 1 to 128.' in table.said
    assert '"Q9" is not a space of this board.' in table.said
    assert "There is no way in that" in table.said
    assert "You call after 2.0 s" in table.said and "the chip is yours" in table.said
    assert table.said.count("If nobody calls for 150 seconds, the round is broken off.") == 3

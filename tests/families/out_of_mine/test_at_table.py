"""A game at the table: a person packs by the same rules, against the clock, while the characters go on."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.families.out_of_mine.at_table.answers import (
    LAY,
    TAKE_BACK,
    Answer,
    NoAnswer,
    answer_of,
    cell_name,
    read_cell,
)
from workbench.families.out_of_mine.at_table.hints import solution
from workbench.families.out_of_mine.at_table.host import Host
from workbench.families.out_of_mine.at_table.talk import WORDS
from workbench.families.out_of_mine.definition import Card, OutOfMineDefinition
from workbench.families.out_of_mine.simulation import OutOfMineSimulation
from workbench.families.out_of_mine.state import ASK_SIDE, View
from workbench.family import PERSON, Seat
from workbench.terminal import InputEnded, PersonLeft, Terminal, languages, sentences, width_of

from .recompute import recompute
from .strategies import definitions, seats_of

ME = Seat("me", PERSON, {})
VARIANTS = [name for name in shipped_variants() if name.startswith("out_of_mine/")]
Answers = Callable[["Table"], str]


class Lines:
    """Lines of a pipe that are made when they are asked for."""

    def __init__(self, line: Callable[[], str]) -> None:
        self.readline = line

    def isatty(self) -> bool:
        return False


class Table(Host):
    """A host in front of a pipe."""

    def __init__(self, d: OutOfMineDefinition, seats: Sequence[Seat], answers: Answers, language: str = "en") -> None:
        self.out = io.StringIO()
        self.asked: tuple[int, View] = (-1, View(0, 0, 0))
        source: Any = Lines(lambda: answers(self))
        super().__init__(d, seats, Terminal(source, self.out, language, {}), language)

    def answer(self, question: int, view: View) -> int:
        self.asked = question, view
        return super().answer(question, view)

    @property
    def said(self) -> str:
        """All that was said, as one line."""
        return " ".join(self.out.getvalue().split())


def scripted(*lines: str) -> Answers:
    """These lines one after the other, then the end."""
    waiting = iter([f"{line}\n" for line in lines])
    return lambda table: next(waiting, "")


def absent(seat: Seat) -> Seat:
    """A character in the place of ``seat`` who needs longer than any round takes."""
    return Seat("absent", seat.strategy, {**seat.parameters, "think_ms": 600_000, "look_ms": 600_000})


LIMIT_SECONDS = 500


def fits(table: Table) -> bool:
    return all(width_of(line) <= 80 and line.isprintable() for line in table.out.getvalue().splitlines())


def log_of(d: OutOfMineDefinition, table: Table, seats: Sequence[Seat], seed: int) -> list[dict[str, Any]]:
    """The log of the whole game, re-computed by the rules alone."""
    own, *events = json.loads(json.dumps(table.play(seed, 0)))
    recompute(json.loads(json.dumps(d.model_dump())), [{"seats": [seat.to_dict() for seat in seats], **own}, *events])
    assert fits(table)
    return [own, *events]


def start_of(d: OutOfMineDefinition, names: tuple[str, ...], seed: int, *lines: str) -> Table:
    """A game up to the end of these lines."""
    table = Table(d, [ME, *seats_of(d, names)], scripted(*lines))
    with pytest.raises(InputEnded):
        table.play(seed, 0)
    return table


def definition(*changes: str, variant: str = "grundspiel") -> OutOfMineDefinition:
    found: OutOfMineDefinition = load(f"out_of_mine/{variant}", changes).definition
    return found


# A game in miniature: a gallery of four spaces and a card that fills it.
TINY = (
    "rounds=1",
    "players={min=1,max=2}",
    'seats=["geuebt"]',
    'shapes={one=["X"],two=["XX"],corner=["XX","X."],hook=[".X",".X","XX"]}',
    "tiles={yellow={one=2},blue={two=3},green={corner=2},red={hook=1}}",
    "tile_elements={blue={two={2={a=['gold'],b=['worm']},3={b=['gold','gold']}}}}",
    'boards={b1={a=["...#","#.##"],b=["....","###."],elves_a={blue=["0,0"],yellow=["1,1"]},elves_b={}},'
    'b2={a=["....",".###"],b=["..",".."]}}',
    "cards={t1={tiles={yellow=1,blue=1,green=1},elements={gold=2,worm=-1}},t2={tiles={yellow=1,blue=1,green=1}}}",
)


def tiny(*changes: str) -> OutOfMineDefinition:
    omitted = ("boards", "cards", "shapes", "tiles", "tile_elements")
    data = definition().model_dump()
    for name in omitted:
        data.pop(name)
    import tomllib

    for change in TINY:
        data |= tomllib.loads(change)
    for change in changes:
        key, value = change.split("=", 1)
        table, name = key.split(".")
        data[table] = {**data[table], name: tomllib.loads(f"x={value}")["x"]}
    return OutOfMineDefinition.model_validate(data)


# The rules are the simulation's.


def as_logged(events: Sequence[dict[str, Any]], seat: int, lines: Callable[[dict[str, Any]], Iterator[str]]) -> Answers:
    """A person who chooses the sides that ``seat`` had in a logged game, and says these lines in each round."""
    rounds = {e["round"]: e["boards"][seat] for e in events if e["event"] == "round"}
    saying: dict[int, Iterator[str]] = {}

    def answer(table: Table) -> str:
        question, view = table.asked
        entry = rounds[view.round_number]
        if question == ASK_SIDE:
            return f"{entry['side']}\n"
        said = saying.setdefault(view.round_number, lines(entry))
        return f"{next(said)}\n"

    return answer


def passes(entry: dict[str, Any]) -> Iterator[str]:
    yield "pass"


def passes_always(d: OutOfMineDefinition, line_up: list[Seat], place: int, seed: int, language: str = "en") -> None:
    others = [absent(seat) if number == place else seat for number, seat in enumerate(line_up)]
    seats = [ME if number == place else seat for number, seat in enumerate(line_up)]
    # Nobody waits for somebody absent.
    d = d.model_copy(update={"calls": d.calls.model_copy(update={"limit_seconds": LIMIT_SECONDS})})
    expected = OutOfMineSimulation(d, others).log(seed, 0)
    table = Table(d, seats, as_logged(expected, place, passes), language)
    played = table.play(seed, 0)
    for one, other in zip(played, expected, strict=True):
        # A round without a call ends with the last act, or when the time is over.
        ends = {"seconds": LIMIT_SECONDS} if one.get("caller", 0) is None else {}
        assert one | ends == other
    assert fits(table)


@pytest.mark.rule("O8", "O10", "O15", "O23")
@pytest.mark.parametrize("variant", VARIANTS)
def test_who_always_passes_sees_the_game_of_the_simulation(variant: str) -> None:
    d = load(variant).definition
    for place in range(3):
        passes_always(d, seats_of(d, ("anfaenger", "geuebt", "meisterin")), place, 7 + place)


def placed(entry: dict[str, Any], last: str) -> Iterator[str]:
    """The tiles of a logged board, cell by cell, and then ``last``."""
    for tile in entry["placed"]:
        yield f"{tile['tile'].split(':')[0]} " + " ".join(cell_name((row, column)) for row, column in tile["cells"])
    while True:
        yield last


@pytest.mark.rule("O14", "O15", "O17", "O19", "O21", "O22", "O24", "O26", "O27", "O28")
@pytest.mark.parametrize("variant", VARIANTS)
def test_who_lays_what_a_winner_laid_wins(variant: str) -> None:
    """At once, while nobody else has moved: every board that can be filled is filled, and called."""
    d = load(variant).definition
    seats = [ME, *seats_of(d, ("geuebt", "anfaenger"))]
    line_up = seats_of(d, ("meisterin", "geuebt", "anfaenger"))
    expected = OutOfMineSimulation(d, line_up).log(3, 0)
    first = expected[1]["boards"][0]
    # After the first round other boards are dealt than to somebody who called later, so there it is solved afresh.

    def answer(table: Table) -> str:
        question, view = table.asked
        if question == ASK_SIDE:
            return f"{first['side']}\n" if view.round_number == 1 else "b\n"
        way = solution(table.sight)
        if table.sight.open:
            assert way
            return " ".join([way[0].colour, *map(cell_name, way[0].cells)]) + "\n"
        return "call\n"

    table = Table(d, seats, answer)
    events = log_of(d, table, seats, 3)
    for e in events[1:-1]:
        assert (e["caller"], e["callers"], e["seconds"], e["boards"][0]["empty"]) == (0, [0], 0, 0)
        assert (e["boards"][0]["base"], e["boards"][0]["bonus"]) == (10, 2)
    assert events[-1]["winners"] == [0] and "You have won. Congratulations!" in table.said


def at_random(rng: Random) -> Answers:
    """Somebody who does anything at any time, now and then something right."""

    def answer(table: Table) -> str:
        question, _view = table.asked
        if question == ASK_SIDE:
            return rng.choice(("a\n", "b\n", "?\n", "x\n"))
        sight = table.sight
        now = table.clock.now_ms + rng.choice((0, 0, 700, 3000, 20_000))
        stamp = f"{now / 1000} " if rng.random() < 0.7 else ""
        kind = rng.random()
        cells = [cell for n, cell in enumerate(sight.cells)]
        if kind < 0.5 and sight.open:
            ways = [
                (sight.kinds[sight.rules.kind[place]].colour, sight.cells_at(cover))
                for space in range(64)
                if sight.open >> space & 1
                for place, cover in sight.places_over(space)
            ]
            if ways:
                colour, chosen = rng.choice(ways)
                return f"{stamp}{colour if rng.random() < 0.8 else ''} {' '.join(map(cell_name, chosen))}\n"
        if kind < 0.7:
            tried = rng.sample(cells, min(len(cells), rng.randint(1, 4)))
            return stamp + rng.choice((" ", "-", ",", "")).join(map(cell_name, tried)) + "\n"
        if kind < 0.8:
            return f"{stamp}-{cell_name(rng.choice(cells))}\n"
        words = (
            "undo",
            "call",
            "call",
            "list",
            "hint",
            "",
            "?",
            "x",
            "a0",
            "-",
            "a1-",
            "zz99",
            "pass" if kind > 0.97 else "call",
        )
        return stamp + rng.choice(words) + "\n"

    return answer


@pytest.mark.rule("O11", "O12", "O13", "O16", "OO1", "OO8", "OO10", "OO11", "OO12", "OO13", "OO15")
@settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    d=definitions(), seed=st.integers(0, 2**63 - 1), place=st.integers(0, 4), language=st.sampled_from(languages(WORDS))
)
def test_the_log_follows_from_the_rules(d: OutOfMineDefinition, seed: int, place: int, language: str) -> None:
    seats = seats_of(d)
    seats[place % len(seats)] = ME
    table = Table(d, seats, at_random(Random(seed)), language)
    events = log_of(d, table, seats, seed)
    # The person at the table is kept from every fault but that of other numbers than exact ones.
    for e in events[1:-1]:
        assert e["boards"][place % len(seats)]["faulty"] == []
        assert e["boards"][place % len(seats)]["bonus"] >= 0


def in_the_middle(text: str) -> list[int]:
    """The numbers of tiles in the middle on each picture, added up."""
    pictures = text.split("Treasure card")[1:]
    return [sum(map(int, re.findall(r"in the middle (\d+)", picture.split("Empty")[0]))) for picture in pictures]


@pytest.mark.rule("O2", "O10")
def test_the_stock_is_shared() -> None:
    """What others take meanwhile is gone, and how far they are is to be seen."""
    table = start_of(definition(), ("meisterin", "geuebt", "geuebt"), 3, "a", "show", "30 show", "40 show")
    text = table.out.getvalue()
    first, same, later, _ = in_the_middle(text)
    assert first == same > later
    empty = [int(number) for number in re.findall(r"meisterin (\d+)", text)]
    assert empty[:2] == [20, 20] and empty[2] < 20


@pytest.mark.rule("O15", "OO11")
def test_whoever_is_full_first_calls() -> None:
    """A millisecond before somebody else's call the person's counts, a millisecond later it comes too late."""
    d = definition("rounds=1")
    line_up = seats_of(d, ("anfaenger", "meisterin"))
    seats = [ME, line_up[1]]
    expected = OutOfMineSimulation(d, [absent(line_up[0]), line_up[1]]).log(3, 0)[1]
    assert expected["caller"] == 1
    called = round(1000 * expected["seconds"])
    for ms, callers in ((called - 1, [0]), (called, [0, 1]), (called + 1, [1])):
        saying: list[str] = []

        def answer(table: Table, saying: list[str] = saying, ms: int = ms) -> str:
            if table.asked[0] == ASK_SIDE:
                return f"{expected['boards'][0]['side']}\n"
            if not saying:
                way = solution(table.sight)
                assert way is not None
                # One tile after the other, none of them before the other has all of his.
                saying.extend(" ".join(map(cell_name, hint.cells)) for hint in way)
                saying.append("call")
            return f"{ms / 1000} {saying.pop(0)}\n"

        events = log_of(d, table := Table(d, seats, answer), seats, 3)
        assert events[1]["callers"] == callers, (ms, callers)
        assert ("You call after" in table.said) == (0 in callers)


@pytest.mark.rule("OO12", "OO13")
def test_when_all_others_have_stopped() -> None:
    """Somebody whose card is too small stops sooner or later; the person is told, and may go on or pass."""
    d = tiny().model_copy(update={"cards": {name: Card(tiles={"yellow": 1}) for name in ("t1", "t2")}})
    seats = [ME, *seats_of(definition(), ("meisterin",))]
    table = Table(d, seats, scripted("a", "0.5 a1", "9999 show", "pass"))
    events = log_of(d, table, seats, 1)
    assert events[1]["caller"] is None and len(events[1]["boards"][0]["placed"]) == 1
    assert table.said.count("The others have stopped: the round ends when you call or pass.") == 1
    assert table.said.index("The others have stopped") < table.said.index("the round is over without a call")


# What cannot be done is told in words.


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["a1-c1"], "There is no crystal of this shape with 3 cells."),
        (["a1 c1"], "These cells do not hang together."),
        (["e1"], "e1 is outside your gallery."),
        (["a3"], "a3 is outside your gallery."),
        (["d1"], "d1 is rock."),
        (["c1 d1"], "d1 is rock."),
        (["a1", "a1 b1"], "There is a crystal on a1 already (yellow)."),
        (["a1", "b1"], "Your card allows only 1 in yellow, and they lie already."),
        (["red a1 b1"], "There is no such shape in red."),
        (["red a1-b1-b2"], "There is no such shape in red."),
        (["-a1"], "There is no crystal on a1."),
        (["undo"], "Nothing lies there yet."),
        (["a1 b1", "-b1", "b1 c1", "a1"], "blue all laid"),
        (["a1-b1-b2", "c1"], "Your gallery is full: call!"),
        (["a1 b1", "undo", "undo"], "Nothing lies there yet."),
        (["call"], "Not yet: 4 spaces empty. Who has filled everything may call."),
        (["hello"], 'I do not understand "hello".'),
        (["-"], "Off which cell? For example -a1."),
        (["a1-"], "A dash stands between two cells: a1-a3."),
        (["a1-b9"], "These are too many cells for a crystal."),
        (["red"], "The cells are missing, for example a1-a3 b1."),
        (["hint"], "Hint: "),
        (["b2", "hint"], "With what lies there it does not work out. Take something off."),
    ],
)  # fmt: skip
@pytest.mark.rule("O9", "O12", "O13", "O14", "O15", "OO8")
def test_what_is_said(lines: list[str], told: str) -> None:
    table = Table(tiny(), [ME], scripted("a", *lines))
    with pytest.raises(InputEnded):
        table.play(1, 0)
    assert told in table.said, table.said[-600:]


@pytest.mark.rule("O13")
def test_what_lay_once_does_not_go_back() -> None:
    d = tiny("hand.exchange=false")
    table = Table(d, [ME], scripted("a", "a1 b1", "undo", "b1 c1", "undo", "a1-b1-b2", "c1", "call"))
    table.play(1, 0)
    # What is taken off can be laid again, and only that: a blue one of the middle is not to be had any more.
    assert in_the_middle(table.out.getvalue()) == [7, 4, 5, 4, 5, 3, 1]


@pytest.mark.rule("O28", "OO18")
def test_the_best_of_equal_tiles_is_taken() -> None:
    """Of three blue ones: one with gold on its front (+2) or a worm on its back, one with two gold on its back (+4)."""
    d = tiny("elements.enabled=true")
    table = Table(d, [ME], scripted("a", "a1 b1"))
    with pytest.raises(InputEnded):
        table.play(2, 0)
    pays = "gold +2, worm −1" in table.said
    assert f"so far {'+4' if pays else '0'}" in table.said
    tile = next(iter(table.sight.tiles()))
    assert (tile.copy + 1, tile.up) == ((3, "b") if pays else (1, "a"))


@pytest.mark.rule("O27", "OO17")
def test_elves_are_to_be_seen() -> None:
    d = tiny("elves.enabled=true")
    table = Table(d, [ME], scripted("a", "a1 b1"))
    with pytest.raises(InputEnded):
        table.play(1, 0)
    assert "Elves: 0 of 2" in table.said and "Elves: 1 of 2" in table.said


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a1", "a1"), ("A1 b1", "a1 b1"), ("a1,b1;b2", "a1 b1 b2"), ("a1b1b2", "a1 b1 b2"), ("a1-a3", "a1 a2 a3"),
        ("a3-a1", "a1 a2 a3"), ("a1-b2", "a1 a2 b1 b2"), ("a1-a3-c3", "a1 a2 a3 b3 c3"), ("a1 - c1 b2", "a1 b1 c1 b2"),
        ("z1-ab1", "z1 aa1 ab1"), ("red a1", "a1"), ("a1 rot b1", "a1 b1"),
    ],
)  # fmt: skip
def test_cells_can_be_typed_in_many_ways(text: str, cells: str) -> None:
    words = sentences(WORDS, "de")
    answer = answer_of(text, words, {"red": "rot", "green": "grün", "yellow": "gelb"})
    assert answer == Answer(LAY, tuple(sorted(filter(None, map(read_cell, cells.split())))), answer.colour)
    assert (answer.colour == "red") == ("r" in text)


@pytest.mark.parametrize(
    ("text", "key"),
    [("a", "not_understood"), ("g a1", "which_colour"), ("gr", "no_cells"), ("a1--b1", "dash_between"),
     ("a1-x", "not_understood"), ("a0", "not_understood"), ("a1-m2", "too_many_cells"), ("weg", "take_back_what"),
     ("-a1 b1", "take_back_what"), ("a1 rot grün", "not_understood"), ("a100", "not_understood")],
)  # fmt: skip
def test_what_is_no_answer(text: str, key: str) -> None:
    with pytest.raises(NoAnswer, match=key):
        answer_of(text, sentences(WORDS, "de"), {"red": "rot", "green": "grün", "yellow": "gelb"})


@pytest.mark.parametrize("language", languages(WORDS))
def test_the_words_of_the_table(language: str) -> None:
    """Every word that can be typed does one thing; a sentence about a player has a twin that speaks to the person."""
    words = sentences(WORDS, language)
    accepted = Terminal(None, io.StringIO(), language, {}).words
    typed = [
        word for key, value in words.items() if key.endswith("_words") and key != "explain_words" for word in value
    ]
    typed += ["?", "q", *accepted["quit_words"], *accepted["help_words"]]
    assert len({*typed}) == len(typed)
    for key in words:
        if f"{key}_you" in words:
            assert "{player}" not in words[f"{key}_you"]
    assert {*words} == {*sentences(WORDS, "en")}
    assert answer_of(words["take_back_words"][1] + " b3", words, {}) == Answer(TAKE_BACK, ((2, 1),))


@pytest.mark.rule("O28")
def test_elements_are_those_of_the_definition() -> None:
    assert told_of(()) == "Manche Kristalle tragen Gold, Silber oder Holzwurm"
    assert (
        told_of(('tile_elements={red={L={1={a=["ruby"]}}}}',))
        == "Manche Kristalle tragen Gold, ruby, Silber oder Holzwurm"
    )


def told_of(settings: tuple[str, ...]) -> str:
    d = load("out_of_mine/sonderelemente", settings).definition
    table = Table(d, [ME], scripted("q"), language="de")
    with pytest.raises(PersonLeft):
        table.play(1, 0)
    (line,) = [part for part in re.sub(r"\s+", " ", table.said).split(". ") if "Kristalle tragen" in part]
    return line.split(":")[0]


# On a terminal.


@pytest.mark.rule("O10", "O15", "O19", "O25", "O26")
def test_a_whole_game_on_a_terminal(tmp_path: Path) -> None:
    """Against a character who takes an hour for everything, somebody wins who does what the hints say."""
    pytest.importorskip("termios", reason="pseudo-terminals")
    from tests.cli.sitting import sitting

    log = tmp_path / "game.jsonl"
    slow = ",".join(f"characters.geuebt.{name}=600000" for name in ("think_ms", "look_ms"))
    settings = [part for change in (*slow.split(","), "rounds=2") for part in ("--set", change)]
    arguments = ("play", "out_of_mine/grundspiel", "--seats", "geuebt,me", "--seed", "3", "--lang", "en")
    with sitting(*arguments, "--log", str(log), *settings) as table:
        for number in (1, 2):
            said = table.question()
            if said.endswith("[Enter go on · q quit] "):
                table.type("")
                said = table.question()
            if said.endswith("> "):
                table.type("b")
                said = table.question()
            assert f"Round {number} of 2" in table.text and said.endswith("q quit] ")
            table.type("")
            said = table.wait_for(lambda text: text.endswith("] > "))
            assert "Empty spaces" in said
            while "Your gallery is full: call!" not in said:
                table.type("hint")
                hint = re.findall(r"Hint: (\w+ on [a-z0-9 ]+)\.", table.wait_for(lambda text: text.endswith("] > ")))[0]
                table.type(hint.replace(" on", ""))
                said = table.wait_for(lambda text: text.endswith("] > "))
            table.type("out of mine!")
            said = table.question()
            assert "You call after" in said and "No fault: 2 points more for you!" in said
        table.type("")
        code, last = table.end()
    assert code == 0 and "You have won. Congratulations!" in last
    assert [line for line in table.text.splitlines() if width_of(line) > 80 and str(log) not in line] == []
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    found = recompute(json.loads(json.dumps(definition("rounds=2").model_dump())), events)
    assert (found["winners"], found["scores"][1]) == ([1], 24)
    assert all(0 < e["seconds"] < 600 for e in events[1:-1])


@pytest.mark.rule("O15")
def test_somebody_calls_while_the_person_types() -> None:
    """What is half typed by then is forgotten, and the next round begins only when the person wants it to."""
    pytest.importorskip("termios", reason="pseudo-terminals")
    from tests.cli.sitting import sitting

    arguments = ("play", "out_of_mine/grundspiel", "--seats", "me,meisterin", "--seed", "3", "--lang", "en")
    with sitting(*arguments, "--slow", "0.01") as table:
        table.question()
        table.type("a")
        table.question()
        table.type("")
        table.wait_for(lambda text: text.endswith("] > "))
        os.write(table.terminal, b"a1 b")
        said = table.wait_for(lambda text: text.endswith("[Enter go on · q quit] "))
        assert "meisterin calls after" in said and "This would have filled your gallery:" in said
        table.type("")
        assert "not understand" not in table.question()
        table.type("q")
        assert table.end()[0] == 130

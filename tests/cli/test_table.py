"""A game at the table as somebody sees it who sits in front of a terminal, or feeds a pipe."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.families.stollen.recompute import recompute
from workbench.cli import main
from workbench.definition.load import load
from workbench.errors import DefinitionError
from workbench.families.stollen.family import Stollen
from workbench.tasks.play import play
from workbench.tasks.replay import replay
from workbench.tasks.simulate import simulate
from workbench.terminal import Terminal, width_of

pytest.importorskip("termios", reason="pseudo-terminals")

from .sitting import PROMPT, Sitting, plain, sitting

VARIANT = "stollen/diese-partie"


def piped(*arguments: str, lines: bytes = b"", **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "workbench", "play", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, check=False, timeout=300, **options)


def whole_game(table: Sitting, choose: Callable[[str], str]) -> None:
    """Answer every question; go on at every pause."""
    while True:
        said = table.question()
        table.type(choose(said) if said.endswith(PROMPT) else "")
        if "[Enter result" in said:
            return


def some_option(rng: Random) -> Callable[[str], str]:
    """Any option of the menu, mostly the first one."""

    def choose(said: str) -> str:
        menu = said.rpartition("\n  1")[2].partition("? ")[0]
        return "1" if rng.random() < 0.6 else str(rng.randint(1, menu.count("·")))

    return choose


def check_log(log: Path, variant: str, seats: Sequence[str]) -> dict[str, Any]:
    """The log is what simulate writes, to its head and its keys, and follows from the rules; its end."""
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    recompute(load(variant).definition.model_dump(), events)
    assert [seat["character"] for seat in events[0]["seats"]] == list(seats)
    assert next(replay(log)).startswith("Game 0 (seed")
    other = log.with_name("simulated.jsonl")
    simulate(variant, games=1, seed=events[0]["seed"], seats=["nie"] * len(seats), log=other)
    expected = [json.loads(line) for line in other.read_text(encoding="utf-8").splitlines()]
    assert {**events[0], "seats": None} == {**expected[0], "seats": None}
    # The same cards in the same order, as long as the fossils out are the same.
    assert events[1] == expected[1]
    found: dict[str, Any] = events[-1]
    return found


@pytest.mark.parametrize(("seed", "language"), [("3", "en"), ("8", "de")])
def test_a_whole_game_on_a_terminal(seed: str, language: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    arguments = ("play", VARIANT, "--seats", "rechnerin,me,angsthase", "--seed", seed, "--log", str(log))
    rng = Random(seed)
    with sitting(*arguments, "--lang", language) as table:
        if language == "en":
            whole_game(table, some_option(rng))
        else:
            while "[Enter Ergebnis" not in (said := table.question()):
                table.type(some_option(rng)(said) if said.endswith(PROMPT) else "")
            table.type("")
        code, last = table.end()
    assert code == 0
    assert "\x1b[" in table.raw.decode()
    assert [line for line in table.text.splitlines() if width_of(line) > 80 and str(log) not in line] == []
    end = check_log(log, VARIANT, ["rechnerin", "me", "angsthase"])
    assert all(f" {score}" in last for score in end["scores"])
    assert f"--seed {seed} --game 0" in last
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.jsonl", "simulated.jsonl"]


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    seats = "me,draufgaenger,zufall,rechnerin"
    answers = b"".join(b"1\n" if number % 4 else b"2\n" for number in range(400))
    done = piped(VARIANT, "--seats", seats, "--seed", "12", "--lang", "en", "--log", str(log), lines=answers)
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "\x1b" not in text and "[Enter" not in text
    assert all(width_of(line) <= 80 for line in text.splitlines())
    end = check_log(log, VARIANT, seats.split(","))
    names = ["You", "draufgaenger", "zufall", "rechnerin"]
    assert ": " + ", ".join(names[seat] for seat in end["winners"]) in text
    assert b"--seed 12 --game 0" in done.stderr
    # The same lines give the same game; --json tells it on stderr.
    again = piped(VARIANT, "--seats", seats, "--seed", "12", "--lang", "en", "--json", lines=answers)
    found = json.loads(again.stdout)
    assert {key: found[key] for key in end if key != "event"} == {key: end[key] for key in end if key != "event"}
    assert (found["variant"], found["seed"], found["game"], found["seats"][0]["strategy"]) == (VARIANT, 12, 0, "person")
    assert again.stderr.decode().startswith(text)


def test_a_fresh_game_where_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for seed, game in ((None, None), (None, None), (4, None), (None, 7)):
        result = play("schlicht", terminal("2\n" * 200), seats=["me"], seed=seed, game=game)
        seen.append((result.seed, result.game))
    assert seen[2:] == [(4, 0), (1, 7)]
    assert {seed for seed, _ in seen[:2]} == {1}
    assert seen[0] != seen[1]


def terminal(lines: str) -> Terminal:
    return Terminal(io.StringIO(lines), io.StringIO(), "en", {})


def test_me_takes_the_first_seat() -> None:
    result = play("schlicht", terminal("2\n" * 200), seed=1)
    expected = ["me", *load("schlicht").definition.seats[1:]]
    assert [seat.character for seat in result.seats] == expected


def test_a_strategy_of_the_users_sits_at_the_table() -> None:
    own = {"robi": str(Path(__file__).parents[2] / "examples" / "strategy" / "careful.py") + ":careful"}
    result = play("schlicht", terminal("2\n" * 200), seats=["me", "robi"], characters=own, seed=1)
    assert [seat.strategy for seat in result.seats] == ["person", "python"]


@pytest.mark.parametrize("how", ["\x03", "\x04", "q", "quit"])
def test_leaving(how: str, tmp_path: Path) -> None:
    with sitting("play", VARIANT, "--seed", "3", "--lang", "en", "--log", str(tmp_path / "game.jsonl")) as table:
        table.question()
        table.type("1")
        table.question()
        table.type(how)
        code, last = table.end()
    assert code == 130
    assert "Good luck, and see you next time! The game ends here, without a result and without a log." in last
    assert "Traceback" not in table.text
    assert list(tmp_path.iterdir()) == []


def test_leaving_gives_a_document_too() -> None:
    """Also to a program that asked for one: what is no result is a problem."""
    run = piped(VARIANT, "--json", "--lang", "en", lines=b"1\nq\n")
    (problem,) = json.loads(run.stdout)["problems"]
    assert (run.returncode, problem["code"], problem["severity"]) == (130, "left", "error")
    assert b"Good luck, and see you next time!" in run.stderr


def test_an_interruption_while_a_pipe_waits(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "workbench", "play", VARIANT, "--log", str(tmp_path / "game.jsonl")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    run = subprocess.Popen(command, **pipes)  # type: ignore[call-overload]
    try:
        said = b""
        while not said.endswith(b"\n> "):
            said += os.read(run.stdout.fileno(), 4096)
        run.send_signal(signal.SIGINT)
        _, notes = run.communicate(timeout=120)
    finally:
        run.kill()
    assert run.returncode == 130
    assert b"Traceback" not in notes
    assert list(tmp_path.iterdir()) == []


def test_slips_are_answered_kindly() -> None:
    with sitting("play", VARIANT, "--seed", "3", "--lang", "en", NO_COLOR="1") as table:
        before = table.question()
        for slip in ("", "deper", "\t7 ", "y", "ä\u00a0\u2028x", "d d"):
            table.type(slip)
            said = table.question()
            assert (f'"{slip.strip()}" is nothing to choose here.' if slip.isascii() else "is nothing") in said or (
                not slip and "That was an empty line, so nothing is chosen." in said
            )
            assert "1/d deeper · 2/l leave · 3/p lamp · ? explain · q quit" in said
            assert "Deeper: " not in said
        table.type("?")
        said = table.question()
        assert "1/d deeper: you stay, and the next card is turned." in said
        assert "Counted: still 21 cards in the deck" in said
        table.type("d")
        assert "\nDeeper: You" in table.question()
        assert "21 cards in the deck" in before
        assert "\x1b" not in table.raw.decode()


def test_who_is_out_watches_card_by_card_or_skips() -> None:
    with sitting("play", VARIANT, "--seed", "3", "--lang", "en", "--seats", "me,rechnerin,draufgaenger") as table:
        table.question()
        table.type("2")
        said = table.question()
        assert said.endswith("[Enter next card · s on to the end of the level · q quit] ")
        assert "Still in the tunnel: rechnerin" in said
        table.type("")
        said = table.question()
        assert "Card 2: " in said and "Card 3: " not in said
        table.type("s")
        said = table.question()
        # To the end of the level, unless a rope is to be thrown.
        assert said.endswith("[Enter next level · q quit] ") or "throw the rope?" in said


def test_two_people_share_a_screen() -> None:
    with sitting("play", "schlicht", "--seed", "3", "--lang", "en", "--seats", "me,nie,me") as table:
        said = table.question()
        assert said.endswith("[Enter Human 1 is here · q quit] ")
        assert "It is Human 1's turn – everybody else please look away." in said
        table.type("")
        table.question()
        table.type("1")
        said = table.question()
        # What the first one saw and typed is gone, and nothing is told before the second one has chosen.
        assert "\x1b[2J" in table.raw.decode().rpartition("It is Human 2")[0][-20:]
        assert "Human 1" not in said
        table.type("")
        table.question()
        table.type("2")
        assert "Deeper: Human 1, nie\nLeave: Human 2\n" in table.question()


@pytest.mark.parametrize("lines", [b"", b"1\n1\n", b"1\nnonsense", b"\xff\xfe\x00\n\x80"])
def test_the_end_of_the_input(lines: bytes, tmp_path: Path) -> None:
    done = piped(VARIANT, "--seed", "3", "--lang", "en", "--log", "game.jsonl", lines=lines, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == b"error: the input ended before the game did; there is no result and no log\n"
    assert done.stdout.endswith(b"> \n") and b"Traceback" not in done.stdout
    assert list(tmp_path.iterdir()) == []
    as_json = piped(VARIANT, "--seed", "3", "--lang", "en", "--json", lines=lines)
    (problem,) = json.loads(as_json.stdout)["problems"]
    assert problem["message"].startswith("the input ended before the game did")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--seats", "me,angsthase,nemo"], 1, 'seats.3: unknown character "nemo"'),
        (["--seats", "angsthase,nie"], 1, "nobody plays: no seat is me (for example --seats me,nie"),
        (["--seats", "me,nie,nie,nie,nie,nie,nie"], 1, "7 seats are more than the 6 players"),
        (["--lang", "zh"], 1, "stollen is not played in the language 'zh', only in de, en"),
        (["--seed", "-1"], 1, "seed must be 0 to"),
        (["--game", "-1"], 1, "game must be 0 to"),
        (["--log", "no/where/game.jsonl"], 3, "no/where/game.jsonl: cannot be written"),
        (["--log", "."], 3, "cannot be written: it is a folder"),
        (["--set", "canary.enabled=perhaps"], 1, "canary.enabled"),
        (["--nope"], 2, "No such option"),
    ],
)
def test_what_cannot_be_played(
    arguments: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 500))
    assert main(["play", VARIANT, *arguments]) == code
    text, notes = capsys.readouterr()
    assert text == ""
    assert told in notes


def test_a_log_is_not_written_over_before_the_game_is_over(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("old")
    assert piped(VARIANT, "--log", "game.jsonl", lines=b"1\nq\n", cwd=tmp_path).returncode == 130
    assert (tmp_path / "game.jsonl").read_text() == "old"
    log = tmp_path / "game.jsonl"
    assert piped("schlicht", "--seed", "1", "--log", str(log), lines=b"2\n" * 50).returncode == 0
    check_log(log, "stollen/schlicht", ["me", *load("schlicht").definition.seats[1:]])


def test_no_terminal_and_no_input_at_all() -> None:
    done = piped(VARIANT, "--lang", "en")
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    command = f"exec {sys.executable} -m workbench play {VARIANT} <&-"
    closed = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=300)
    assert (closed.returncode, b"Traceback" in closed.stderr) == (1, False)


def test_people_play_only_at_the_table() -> None:
    with pytest.raises(DefinitionError, match="the seat me is for a person at the table"):
        simulate("schlicht", seats=["me", "nie"])


class Silent(Stollen):
    """A family that cannot be played at the table."""

    host_languages = ()


def test_a_family_without_a_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DefinitionError, match="stollen cannot be played in the terminal"):
        play(replace(load("schlicht"), family=Silent()), terminal(""))
    monkeypatch.setattr(Stollen, "host_languages", ())
    assert main(["play", "schlicht"]) == 1
    assert capsys.readouterr().err == "error: stollen cannot be played in the terminal\n"


def test_the_readme_shows_a_real_game() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    excerpt = readme.partition("### At the table")[2].partition("```text\n")[2].partition("```")[0]
    arguments = (VARIANT, "--seats", "me,angsthase,rechnerin", "--lang", "en", "--seed", "2")
    assert excerpt.strip()
    assert excerpt in piped(*arguments, lines=b"1\n1\n1\n1\n3\n2\n").stdout.decode()


def test_what_a_terminal_shows_is_read_without_its_escapes() -> None:
    assert plain("\x1b[1mDu\x1b[0m\r\n\x1b[2J\x1b[3J\x1b[Hx") == "Du\nx"

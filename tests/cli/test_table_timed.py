"""Micro Robots as somebody sees it who sits in front of a terminal, or feeds a pipe."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.families.micro_robots.recompute import moves_of, recompute
from workbench.cli import main
from workbench.definition.load import load
from workbench.tasks.replay import replay
from workbench.tasks.simulate import simulate
from workbench.terminal import width_of

pytest.importorskip("termios", reason="pseudo-terminals")

from .sitting import Sitting, sitting

VARIANT = "micro_robots/schwarz"
SEARCH = 'characters.{name}={{strategy="search",look_ms={ms},breadth=16,depth=40,notice_percent=100,check_ms={ms},miscount_permille=0,forget_permille=0}}'  # noqa: E501
QUICK, SLOW = SEARCH.format(name="quick", ms=1), SEARCH.format(name="slow", ms=600_000)
NEVER = "rounds.limit_seconds=3600"


def piped(*arguments: str, lines: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "workbench", "play", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, check=False, timeout=300, text=True, **options)


def log_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def ways_of(events: list[dict[str, Any]]) -> list[list[str]]:
    """A shortest way for each round of a game on a board, found by looking at the board."""
    moves = moves_of(events[0]["board"], "free")
    return [shortest(moves, e["start"], e["target"]) for e in events if e["event"] == "round"]


def shortest(moves: dict[str, set[str]], start: str, target: str) -> list[str]:
    ways, seen = [[start]], {start}
    for way in ways:
        if way[-1] == target:
            return way
        for there in sorted(moves[way[-1]] - seen):
            seen.add(there)
            ways.append([*way, there])
    raise AssertionError("no way")


def seen_on(screen: str) -> tuple[list[list[str]], str, str]:
    """The board, the start and the target on the last picture."""
    rows = re.findall(r"^  │(.*)│", screen, re.MULTILINE)[-6:]
    board = [re.findall(r"[A-Z][1-6]", row) for row in rows]
    text = "\n".join(rows)
    return board, re.findall(r"\[(..)\]", text)[0], re.findall(r"<(..)>", text)[0]


def ask(table: Sitting) -> str:
    """What came up to the question for a number."""
    return table.wait_for(lambda text: "How many moves?" in text and text.endswith("> "))


@pytest.mark.rule("M6", "M11", "M12", "M13", "M17", "M20")
def test_a_whole_game_on_a_terminal(tmp_path: Path) -> None:
    """Against characters who take an hour, somebody wins who finds the ways on the screen."""
    log = tmp_path / "game.jsonl"
    arguments = ("play", VARIANT, "--seats", "slow,me", "--seed", "3", "--lang", "en", "--log", str(log))
    with sitting(*arguments, "--set", SLOW, "--set", NEVER, "--set", "chips.to_win=3") as table:
        for number in range(1, 4):
            assert table.question().endswith("q quit] ")
            table.type("")
            board, start, target = seen_on(ask(table))
            way = shortest(moves_of(board, "free"), start, target)
            table.type(str(len(way) - 1))
            table.wait_for(lambda text: "Your way from" in text and text.endswith("> "))
            table.type(" ".join(way).lower())
            said = table.question()
            assert "Right – the chip is yours!" in said and f"Chips: slow 0, You {number}" in said
        assert said.endswith("[Enter result · q quit] ")
        table.type("")
        code, last = table.end()
    assert code == 0 and "You have won. Congratulations!" in last
    assert "--seed 3 --game 0" in last
    assert b"\x1b[" in table.raw
    assert [line for line in table.text.splitlines() if width_of(line) > 80 and str(log) not in line] == []
    events = log_of(log)
    found = recompute(load(VARIANT, [NEVER, "chips.to_win=3"]).definition.model_dump(), events)
    assert (found["winners"], found["rounds"]) == ([1], 3)
    assert all(0 <= e["seconds"] < 3600 for e in events[1:-1])
    assert next(replay(log)).startswith("Game 0 (seed 3) of micro_robots/schwarz")


@pytest.mark.rule("M11")
def test_a_character_calls_while_somebody_types() -> None:
    # On a clock that runs fast a beginner takes a second; what is typed by then without Enter is no call.
    arguments = ("play", VARIANT, "--seats", "me,anfaenger", "--seed", "3", "--lang", "en", "--slow", "0.05")
    with sitting(*arguments) as table:
        table.question()
        table.type("")
        table.wait_for(lambda text: "> " in text)
        os.write(table.terminal, b"12")
        said = table.wait_for(lambda text: text.endswith("[Enter next round · q quit] "))
        assert "anfaenger calls after" in said
        assert "You call" not in said and "This came too late" not in said
        table.type("")
        said = table.wait_for(lambda text: "Round 2" in text and "> " in text)
        assert "is not a number" not in said
        table.type("q")
        assert table.end()[0] == 130


@pytest.mark.rule("M7")
def test_the_clock_is_to_be_seen() -> None:
    with sitting("play", VARIANT, "--seats", "me,slow", "--lang", "en", "--set", SLOW, "--set", NEVER) as table:
        table.question()
        table.type("")
        table.wait_for(lambda text: table.raw.count(b"\x1b7\r[") >= 2)
        faces = [int(face) for face in re.findall(rb"\[ *(\d+) s\] ", table.raw)]
        assert faces[0] == 0 and faces == sorted(faces) and faces[-1] >= 2
        table.type("\x04")
        assert table.end()[0] == 130
    with sitting("play", VARIANT, "--seats", "me,quick", "--lang", "en", "--set", QUICK, TERM="dumb") as table:
        table.question()
        table.type("")
        assert "quick calls after 0.0 s" in table.wait_for(lambda text: "next round" in text)
        assert b"\x1b" not in table.raw


@pytest.mark.parametrize("how", ["\x03", "\x04", "q", "quit"])
@pytest.mark.parametrize("showing", [False, True])
def test_leaving(how: str, showing: bool, tmp_path: Path) -> None:
    arguments = ("--seats", "me,slow", "--lang", "en", "--set", SLOW, "--set", NEVER)
    with sitting("play", VARIANT, *arguments, "--log", str(tmp_path / "game.jsonl")) as table:
        table.question()
        table.type("")
        ask(table)
        if showing:
            table.type("3")
            table.wait_for(lambda text: "Your way from" in text and text.endswith("> "))
        table.type(how)
        code, last = table.end()
    assert code == 130
    assert "Good luck, and see you next time! The game ends here, without a result and without a log." in last
    assert "Traceback" not in table.text
    assert list(tmp_path.iterdir()) == []


def test_who_passes_makes_the_log_of_the_simulation(tmp_path: Path) -> None:
    """Also for somebody else's program: the same bytes, but for the seats and what changes no play."""
    ours, theirs = tmp_path / "played.jsonl", tmp_path / "simulated.jsonl"
    seats = ["slow", "geuebt", "anfaenger"]
    for variant in ("schwarz", "profi"):
        done = piped(
            f"micro_robots/{variant}",
            "--seats",
            "me,geuebt,anfaenger",
            "--seed",
            "9",
            "--log",
            str(ours),
            lines="\n" * 300,
        )
        assert (done.returncode, "\x1b" in done.stdout) == (0, False)
        loaded = load(f"micro_robots/{variant}", [SLOW])
        simulate(loaded, games=1, seed=9, seats=seats, log=theirs)
        (head, *played), (other, *simulated) = (file.read_text().splitlines() for file in (ours, theirs))
        assert played == simulated
        ignored = {"seats": None, "fingerprint": None}
        assert {**json.loads(head), **ignored} == {**json.loads(other), **ignored}
        assert list(json.loads(head)) == list(json.loads(other))
        recompute(loaded.definition.model_dump(), log_of(ours))


@pytest.mark.parametrize("variant", ["schwarz", "kupfer", "fortgeschritten"])
def test_a_game_through_a_pipe_is_the_same_each_time(variant: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    arguments = (f"micro_robots/{variant}", "--seats", "me,meisterin", "--seed", "4", "--lang", "en")
    # The ways are known from a game without the person; as long as the person is right nothing else happens.
    piped(*arguments, "--log", str(log), lines="\n" * 300)
    ways = ways_of(log_of(log))[:5]
    lines = "".join(f"0.5 {len(way) - 1}\n{' '.join(way)}\n" for way in ways)
    assert len(ways) == 5
    done = piped(*arguments, "--log", str(log), lines=lines)
    assert done.returncode == 0 and "You have won." in done.stdout
    assert all(width_of(line) <= 80 for line in done.stdout.splitlines())
    events = log_of(log)
    assert [(e["caller"], e["seconds"], e["path"]) for e in events[1:-1]] == [(0, 0.5, way) for way in ways]
    as_json = piped(*arguments, "--json", lines=lines)
    found = json.loads(as_json.stdout)
    assert (found["reason"], found["chips"], found["winners"]) == ("goal", [5, 0], [0])
    assert as_json.stderr.startswith(done.stdout)


@pytest.mark.parametrize("lines", ["", "3\n", "3\nR4", "99999999999 3\n"])
def test_the_end_of_the_input(lines: str, tmp_path: Path) -> None:
    done = piped(VARIANT, "--seed", "3", "--lang", "en", "--log", "game.jsonl", lines=lines, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "error: the input ended before the game did; there is no result and no log\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([VARIANT, "--seats", "me,geuebt,me"], "seats: only one person can play micro_robots in the terminal"),
        ([VARIANT, "--lang", "zh"], "micro_robots is not played in the language 'zh', only in de, en"),
        ([VARIANT, "--slow", "0"], "slow must be 0.01 to 100, got 0"),
        ([VARIANT, "--slow", "nan"], "slow must be 0.01 to 100, got nan"),
        (["stollen/schlicht", "--slow", "2"], "stollen has no clock that could be slow"),
    ],
)
def test_what_cannot_be_played(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 500))
    assert main(["play", *arguments]) == 1
    text, notes = capsys.readouterr()
    assert text == ""
    assert told in notes


def test_the_readme_shows_a_real_game() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.partition("### At the table")[2].partition("\n### ")[0]
    excerpt = next(part for part in section.split("```") if "Round 1" in part).removeprefix("text\n")
    arguments = (VARIANT, "--seats", "me,anfaenger,meisterin", "--lang", "en", "--seed", "8")
    assert "Your way from" in excerpt
    assert excerpt in piped(*arguments, lines="38.2 5\nb4 b6 y6 y4 r4 r6\n").stdout

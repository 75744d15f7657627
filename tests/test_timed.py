"""Lines against the clock: told by a pipe, or real on a terminal."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from workbench.terminal import InputEnded, PersonLeft, Terminal
from workbench.timed import Stopwatch

FAR_MS = 10**8
"""So late that no slow machine gets there."""


def piped(lines: str, slow: float = 1.0) -> Stopwatch:
    return Stopwatch(Terminal(io.StringIO(lines), io.StringIO(), "en", {}, slow))


def said(clock: Stopwatch) -> str:
    out: Any = clock.terminal.out
    text: str = out.getvalue()
    return text


@pytest.mark.parametrize("slow", [0.5, 1, 100])
def test_a_line_of_a_pipe_is_said_when_it_says(slow: float) -> None:
    clock = piped("12.5 4\n13,25   R4 R3\n14 pass\n", slow)
    clock.start()
    assert (clock.read("> ", 20_000), clock.now_ms) == ("4", 12_500)
    assert (clock.read("> "), clock.now_ms) == ("R4 R3", 13_250)
    assert (clock.read("> ", 14_000), clock.now_ms) == ("pass", 14_000)
    assert said(clock) == "> 4\n> R4 R3\n> pass\n"
    with pytest.raises(InputEnded):
        clock.read("> ", 20_000)


@pytest.mark.parametrize("line", ["4", "", "?", "12.5", "4x 3", "-1 4", "1.2.3 4", "R4 R3"])
def test_any_other_line_at_once(line: str) -> None:
    clock = piped(f"{line}\n")
    clock.start(700)
    assert (clock.read("> ", 1000), clock.now_ms) == (line, 700)


def test_a_line_that_comes_too_late_waits_for_its_time() -> None:
    clock = piped("12.5 4\n3 5\n8 6\n7\n")
    clock.start()
    assert (clock.read("> ", 12_499), clock.now_ms) == (None, 12_499)
    clock.start(12_499)
    assert (clock.read("> ", 12_500), clock.now_ms) == ("4", 12_500)
    # No line is said before another one that was.
    assert (clock.read("> ", 20_000), clock.now_ms) == ("5", 12_500)
    clock.start()
    assert clock.read("> ", 1000) is None
    clock.drop()
    assert "This came too late: 6" in said(clock)
    clock.start()
    assert (clock.read("> ", 1000), clock.now_ms) == ("7", 0)


@contextmanager
def a_terminal(slow: float = 1.0) -> Iterator[tuple[Stopwatch, int]]:
    """A clock in front of a pseudo-terminal, and the end of it where somebody types."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals")
    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8") as source:  # noqa: PTH123
        yield Stopwatch(Terminal(source, io.StringIO(), "en", {}, slow)), ours
    os.close(ours)


def test_a_terminal_waits_until_the_time_is_over() -> None:
    with a_terminal() as (clock, keyboard):
        clock.start()
        assert (clock.read("> ", 30), clock.now_ms) == (None, 30)
        os.write(keyboard, b"4\n")
        clock.start()
        assert clock.read("> ", FAR_MS) == "4"
        assert 0 <= clock.now_ms < FAR_MS
        # A line that was half typed when the time was over is forgotten.
        os.write(keyboard, b"12")
        clock.start()
        assert clock.read("> ", 30) is None
        os.write(keyboard, b"3\n")
        assert clock.read("> ") == "3"
        os.write(keyboard, b"\x04")
        with pytest.raises(PersonLeft):
            clock.read("> ", FAR_MS)


def test_what_was_typed_before_can_be_dropped() -> None:
    with a_terminal() as (clock, keyboard):
        os.write(keyboard, b"1\n2\n")
        clock.drop()
        clock.start()
        assert clock.read("> ", 30) is None


def test_seconds_are_not_typed_on_a_terminal() -> None:
    with a_terminal() as (clock, keyboard):
        os.write(keyboard, b"12.5 4\n")
        clock.start()
        assert clock.read("> ", FAR_MS) == "12.5 4"
        assert clock.now_ms < FAR_MS


def test_a_slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    now = 50.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with a_terminal(4.0) as (clock, keyboard):
        clock.start(1000)
        now += 8.0
        os.write(keyboard, b"4\n")
        assert (clock.read("> ", 5000), clock.now_ms) == ("4", 3000)
        now += 8.0
        assert (clock.read("> ", 5000), clock.now_ms) == (None, 5000)


class Typed(io.StringIO):
    """Somebody at a terminal of which nobody can tell whether there is a line."""

    def isatty(self) -> bool:
        return True


def test_where_one_can_only_wait_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    now = 50.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    clock = Stopwatch(Terminal(Typed("4\n5\n"), io.StringIO(), "en", {}))
    clock.start()
    assert clock.read("> ", 1000) == "4"
    now += 2
    assert (clock.read("> ", 1000), clock.now_ms) == (None, 1000)


def test_an_open_question_waits_in_small_steps() -> None:
    clock = piped("0.25 a\nb\n3 c\n")
    clock.start()
    clock.open("> ")
    assert [clock.hear(ms) for ms in (100, 200)] == [None, None]
    assert (clock.hear(300), clock.now_ms) == ("a", 250)
    clock.open("> ")
    assert (clock.hear(300), clock.now_ms) == ("b", 250)
    clock.open("> ")
    assert (clock.hear(300), clock.now_ms) == (None, 300)
    # Each question and each answer are shown once.
    assert said(clock) == "> a\n> b\n> "
    clock.drop()
    assert "This came too late: c" in said(clock)


def test_what_is_half_typed_may_be_finished() -> None:
    with a_terminal() as (clock, keyboard):
        clock.start()
        clock.open("> ")
        os.write(keyboard, b"12")
        assert (clock.hear(20), clock.now_ms) == (None, 20)
        os.write(keyboard, b"3\n")
        assert clock.hear(FAR_MS) == "123"
        assert 20 <= clock.now_ms < FAR_MS
        os.write(keyboard, b"\x04")
        with pytest.raises(PersonLeft):
            clock.hear(FAR_MS)


def test_a_line_is_heard_in_the_step_in_which_it_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    now = 50.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with a_terminal() as (clock, keyboard):
        clock.start()
        clock.open("> ")
        os.write(keyboard, b"4\n")
        # The game was busy until after the line came: what happened before it comes first.
        now += 0.5
        assert (clock.hear(400), clock.now_ms) == (None, 400)
        assert (clock.hear(499), clock.now_ms) == (None, 499)
        assert (clock.hear(600), clock.now_ms) == ("4", 500)

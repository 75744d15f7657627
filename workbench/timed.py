"""A clock that runs while somebody thinks, and what they say on it."""

from __future__ import annotations

import re
import select
import time
from contextlib import suppress
from typing import TextIO

from workbench.terminal import Terminal

SETTLING_SECONDS = 1.0

_SAID_AT = re.compile(r"(\d{1,6}(?:[.,]\d{1,18})?)\s+(\S.*)")
_SAVE, _RESTORE = "\x1b7", "\x1b8"


class Stopwatch:
    """Takes lines against the clock.

    On a terminal the time is real (``terminal.slow`` times slower), and the clock stands before the prompt. Through a
    pipe nobody waits: a line that begins with a number of seconds ("12.5 4") is said at that time of the clock, any
    other line as soon as it is asked for.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.now_ms = 0
        self._waiting: tuple[int, str] | None = None
        """Of a pipe: when the next line is said, and the line."""
        self._zero = 0.0
        self._face_second = -1
        """Of an open question: the second that its clock shows."""

    def start(self, now_ms: int = 0) -> None:
        """Let the clock run from ``now_ms``."""
        self.now_ms = now_ms
        if self.terminal.interactive:
            self._zero = time.monotonic() - now_ms * self.terminal.slow / 1000

    def drop(self) -> None:
        """Forget what was typed, or said too late."""
        if self.terminal.interactive:
            forget_typed(self.terminal.source)
        if self._waiting is not None:
            self.terminal.say(self.terminal.words["too_late"].format(answer=self._waiting[1]))
            self._waiting = None

    def settle(self) -> None:
        """Wait until somebody who was interrupted has stopped typing; what they typed is forgotten."""
        if self.terminal.interactive:
            time.sleep(SETTLING_SECONDS)
            forget_typed(self.terminal.source)

    def read(self, prompt: str, until_ms: int | None = None) -> str | None:
        """The next line, if it is said until ``until_ms`` on the clock, which stands at that moment then; else None."""
        said = self._typed(prompt, until_ms) if self.terminal.interactive else self._piped(prompt, until_ms)
        if said is None:
            assert until_ms is not None
            self.now_ms = until_ms
            self.terminal.write("\n")
        return said

    def open(self, prompt: str) -> None:
        """Ask for a line that :meth:`hear` waits for."""
        if self.terminal.interactive and self.terminal.moves:
            self._face_second = self._run() // 1000
            self.terminal.write(self._face())
        self.terminal.write(prompt)

    def hear(self, until_ms: int) -> str | None:
        """The line asked for, if it is said until ``until_ms`` on the clock, which stands at that moment then.

        Else None, and the question stays open: what is half typed may be finished, a line that came later is heard by
        a later call. So a game goes on in small steps while somebody types.
        """
        said = self._heard(until_ms) if self.terminal.interactive else self._said(until_ms)
        if said is None:
            self.now_ms = until_ms
        return said

    def _heard(self, until_ms: int) -> str | None:
        terminal = self.terminal
        while self._waiting is None:
            ready = self._ready(until_ms)
            if terminal.moves and self._run() // 1000 != self._face_second:
                self._face_second = self.now_ms // 1000
                terminal.write(f"{_SAVE}\r{self._face()}{_RESTORE}")
            if ready:
                line = terminal.next_line()
                self._waiting = self._run(), line
            elif self.now_ms >= until_ms:
                return None
        at, line = self._waiting
        if at > until_ms:
            return None
        self._waiting = None
        self.now_ms = at
        return line

    def _piped(self, prompt: str, until_ms: int | None) -> str | None:
        self.terminal.write(prompt)
        return self._said(until_ms)

    def _said(self, until_ms: int | None) -> str | None:
        if self._waiting is None:
            line = self.terminal.next_line()
            found = _SAID_AT.fullmatch(line)
            at = round(1000 * float(found[1].replace(",", "."))) if found else 0
            self._waiting = at, found[2] if found else line
        at, line = self._waiting
        if until_ms is not None and at > until_ms:
            return None
        self._waiting = None
        self.now_ms = max(self.now_ms, at)
        return self.terminal.echo(line)

    def _typed(self, prompt: str, until_ms: int | None) -> str | None:
        terminal, timed = self.terminal, until_ms is not None and self.terminal.moves
        terminal.write((self._face() if timed else "") + prompt)
        while not self._ready(until_ms):
            if until_ms is not None and self._run() >= until_ms:
                forget_typed(terminal.source)
                return None
            if timed:
                terminal.write(f"{_SAVE}\r{self._face()}{_RESTORE}")
        self._run()
        line = terminal.next_line()
        if until_ms is None or terminal.source is None or not _can_wait(terminal.source):
            # It was waited for just now.
            self._run()
        return line if until_ms is None or self.now_ms <= until_ms else None

    def _run(self) -> int:
        """Set the clock to the time that it is."""
        self.now_ms = int((time.monotonic() - self._zero) * 1000 / self.terminal.slow)
        return self.now_ms

    def _face(self) -> str:
        return f"[{self.now_ms // 1000:3} s] "

    def _ready(self, until_ms: int | None) -> bool:
        """Whether a line is there by the next full second, or by ``until_ms``."""
        source = self.terminal.source
        if until_ms is None or source is None or not _can_wait(source):
            return True
        wait_ms = min(1000 - self._run() % 1000, max(until_ms - self.now_ms, 0))
        return bool(select.select([source], [], [], wait_ms * self.terminal.slow / 1000)[0])


def forget_typed(source: TextIO | None) -> None:
    """Throw away what was typed at a terminal and not read yet."""
    with suppress(ImportError):
        import termios

        if source is not None:
            with suppress(OSError, ValueError, termios.error):
                termios.tcflush(source.fileno(), termios.TCIFLUSH)


def _can_wait(source: TextIO) -> bool:
    """Whether one can wait for a line of it with a limit of time; else it is waited for without one."""
    try:
        select.select([source], [], [], 0)
    except (OSError, ValueError, TypeError):
        return False
    return True

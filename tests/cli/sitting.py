"""Somebody who sits in front of a real terminal: a process on a pseudo-terminal, its screen, and what is typed.

Waiting is for what the screen shows, never for time alone, so that a slow machine only takes longer.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE_SECONDS = 180.0
PROMPT = "> "

# Colours and the like, and what is written over an earlier part of the line (a clock).
_ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\x1b7[^\x1b]*\x1b8")


class Sitting:
    """A running ``workbench`` with a terminal of ``columns`` columns."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self.terminal = terminal
        self.raw = b""
        self._seen = 0

    @property
    def text(self) -> str:
        """All that the terminal got so far, without colours, line ends as line breaks."""
        return plain(self.raw.decode("utf-8", "replace"))

    def wait_for(self, ready: Callable[[str], bool]) -> str:
        """Read until ``ready`` likes what came since the last :meth:`type`; returns that."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not ready(self.text[self._seen :]):
            assert time.monotonic() < deadline, f"nothing more came after:\n{self.text[-2000:]}"
            if not self._read(1.0) and self.process.poll() is not None and not self._read(0):
                raise AssertionError(f"it ended ({self.process.returncode}):\n{self.text[-2000:]}")
        return self.text[self._seen :]

    def question(self) -> str:
        """What came up to the next question or pause."""
        return self.wait_for(lambda text: text.endswith((PROMPT, "] ")))

    def type(self, text: str) -> None:
        """Type, with Enter at the end unless it is Ctrl-C or Ctrl-D."""
        self._seen = len(self.text)
        os.write(self.terminal, text.encode() if text in ("\x03", "\x04") else f"{text}\n".encode())

    def end(self) -> tuple[int, str]:
        """The exit code, and what came since the last :meth:`type`."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._read(1.0) or self.process.poll() is None:
            assert time.monotonic() < deadline, f"it did not end after:\n{self.text[-2000:]}"
        return self.process.wait(PATIENCE_SECONDS), self.text[self._seen :]

    def _read(self, seconds: float) -> bool:
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.terminal, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += more
        return bool(more)


def plain(text: str) -> str:
    """Text of a terminal without escapes."""
    return _ESCAPES.sub("", text).replace("\r\n", "\n")


@contextmanager
def sitting(*arguments: str, columns: int = 80, **environment: str) -> Iterator[Sitting]:
    """``workbench`` with these arguments on a pseudo-terminal of its own, with Ctrl-C and Ctrl-D as ever."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    unwanted = ("NO_COLOR", "COLUMNS", "LINES")
    surroundings = {key: value for key, value in os.environ.items() if key not in unwanted}
    options: dict[str, Any] = {"stdin": theirs, "stdout": theirs, "stderr": theirs, "start_new_session": True}
    process = subprocess.Popen(
        # A new session gets the terminal as its own by opening it.
        [sys.executable, "-c", _START, *arguments],
        env={**surroundings, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        **options,
    )
    os.close(theirs)
    try:
        yield Sitting(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


_START = (
    "import os, sys; os.close(os.open(os.ttyname(0), os.O_RDWR))\n"
    "from workbench.cli import main\nsys.exit(main(sys.argv[1:]))"
)

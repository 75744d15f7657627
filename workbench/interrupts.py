"""Interruptions that come through."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_come_through() -> Iterator[None]:
    """KeyboardInterrupt at the latest at the end, also where what runs inside swallows it or makes it another error.

    Libraries do: a compiler in its callbacks, Python itself while it defines a class.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    seen = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal seen
        seen = True
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if seen:
            raise KeyboardInterrupt

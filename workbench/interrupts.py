"""Interruptions that come through."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


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
    unraisable = sys.unraisablehook

    def swallow(found: UnraisableHookArgs) -> None:
        # Python tells of an interruption that a callback cannot hand on; here it is handed on in the end.
        if found.exc_type is not KeyboardInterrupt:
            unraisable(found)

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal seen
        seen = True
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    sys.unraisablehook = swallow
    try:
        yield
    finally:
        sys.unraisablehook = unraisable
        signal.signal(signal.SIGINT, before)
        if seen:
            raise KeyboardInterrupt

"""What a person types: a number, a way, or that there is none."""

from __future__ import annotations

import re
from collections.abc import Collection

from workbench.families.micro_robots.state import MOST_MOVES

_PART = re.compile(r"[A-Z][0-9]+|[^\s,;>→–-]+")


class NoAnswer(ValueError):
    """What was typed is neither a number nor a way. ``key`` says why, ``what`` is the part that is wrong."""

    def __init__(self, key: str, what: str = "") -> None:
        super().__init__(key)
        self.key = key
        self.what = what


def number_of(text: str) -> int:
    """A number of moves that can be called. Errors: NoAnswer."""
    if not (text.isascii() and text.isdigit()):
        raise NoAnswer("no_number", text)
    if len(text) > 9 or not 1 <= int(text) <= MOST_MOVES:
        raise NoAnswer("number_out_of_range", text)
    return int(text)


def way_of(text: str, start: str, spaces: Collection[str]) -> list[str]:
    """The spaces of a way, the start first, whether it was typed or not: "R3 B3", "r3,b3", "R4-R3-B3".

    Errors: NoAnswer for what is no space of the board; whether the way is right is not asked here.
    """
    found: list[str] = _PART.findall(text.upper())
    for part in found:
        if part not in spaces:
            raise NoAnswer("no_space", part)
    if not found or found == [start]:
        raise NoAnswer("no_way")
    way = found if found[0] == start else [start, *found]
    if len(way) > MOST_MOVES + 1:
        raise NoAnswer("way_too_long")
    return way

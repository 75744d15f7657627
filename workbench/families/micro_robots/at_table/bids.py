"""When the characters call where everybody goes on searching for shorter ways (MO18), one call after the other.

The rules keep the last call of each only; at the table everybody hears all of them. A search that is stopped earlier
knows what was known at that time, so the calls are found by searching again.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.engine.randomness import game_key
from workbench.families.micro_robots.calling import count_moves
from workbench.families.micro_robots.searching import search
from workbench.families.micro_robots.state import NOBODY_CALLS, Rules, Seats, Table, View


class Bid(NamedTuple):
    """A call: when, by whom, and the number."""

    ms: int
    seat: int
    number: int


def bids(r: Rules, s: Seats, table: Table, seed: int, game: int, view: View) -> list[Bid]:
    """What the characters call until the timer of ``view`` ends, the earliest first."""
    key = game_key(seed, game)
    # The rules' own table must not notice.
    t = Table(*(list(column) for column in table))
    found = []
    for seat in range(s.players):
        until = view.until_ms
        while seat != s.person:
            ms = search(
                r, s, t, key, view.round_number, seat, view.start, view.target, view.waypoint, until, only_first=0
            )
            if ms == NOBODY_CALLS:
                break
            found.append(Bid(ms, seat, count_moves(s, t, key, view.round_number, seat)))
            until = ms - 1
    return sorted(found)

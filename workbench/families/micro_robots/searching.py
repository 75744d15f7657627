"""How a player searches in the head: from space to space, with some ends of ways in mind.

A search starts with one end, the start. Each step takes one of the ends in mind (the shortest or the latest way), looks
at one more space that a move leads to from there, and makes it a new end. Whoever holds too many ends forgets the
oldest; whoever has none left starts over. A good player notices at once if the goal can be reached. Every look takes a
number of milliseconds drawn around the character's own pace. Nothing is known to a search but the board and the dice.
"""

from __future__ import annotations

from workbench.engine.bits import bit, count, has, nth
from workbench.engine.jit import rule, small_rule, u64
from workbench.engine.pace import paced
from workbench.engine.randomness import MASK, below, mix, stream
from workbench.families.micro_robots.solver import first_layer, layer_after
from workbench.families.micro_robots.state import (
    CHECK,
    FIND,
    LOOK,
    MOST_MOVES,
    MOST_SPACES,
    NOBODY_CALLS,
    Rules,
    Seats,
    Table,
)

MOST_LOOKS = 4000
"""Looks after which a player gives up a round."""


@small_rule
def own_luck(key: int, purpose: int, round_number: int, player: int, step: int) -> int:
    """64 random bits of one player's own for one step of one round."""
    return stream(key, purpose, round_number * 8 + player, step)


@rule
def search(
    r: Rules,
    s: Seats,
    t: Table,
    key: int,
    round_number: int,
    player: int,
    start: int,
    target: int,
    waypoint: int,
    until_ms: int,
    only_first: int,
) -> int:
    """When the player is ready to call (NOBODY_CALLS: not until ``until_ms``); the way is then in ``t.way``.

    ``only_first``: the first way counts; else the search goes on for shorter ones until the time is over (MO18).
    """
    time = 0
    if not r.on_target:
        time += paced(own_luck(key, FIND, round_number, player, 0), s.find_ms[player])
    if waypoint >= 0:
        time += paced(own_luck(key, FIND, round_number, player, 1), s.find_ms[player])
    longest = min(s.depth[player], MOST_MOVES)
    ready = NOBODY_CALLS
    ends = 0
    seen_before = u64(0)
    seen_behind = u64(0)
    for look in range(MOST_LOOKS):
        if ends == 0:
            # From the beginning, and again after the last end led nowhere.
            ends = 1
            start_node = first_layer(waypoint) * MOST_SPACES + start
            t.ends[0] = start_node
            t.depth[start_node] = 0
            seen_before = bit(start)
            seen_behind = bit(start) if start != target else u64(0)
            if waypoint >= 0:
                seen_behind = u64(0)
                if not r.target_first:
                    seen_before |= bit(target)
        bits = own_luck(key, LOOK, round_number, player, look)
        which = 0 if below(bits, 100) < s.order_percent[player] else ends - 1
        node = t.ends[which]
        layer = node // MOST_SPACES
        here = node % MOST_SPACES
        seen = seen_behind if layer == 1 else seen_before
        choices = u64(t.reach[here]) & (seen ^ MASK)
        if t.depth[node] >= longest or choices == u64(0):
            # Nothing more to see from here.
            for i in range(which, ends - 1):
                t.ends[i] = t.ends[i + 1]
            ends -= 1
            continue
        more = mix(bits)
        goal = target if layer == 1 else waypoint
        if has(choices, goal) and below(more, 100) < s.notice_percent[player]:
            there = goal
        else:
            there = nth(choices, below(mix(more), count(choices)))
        time += paced(bits, s.look_ms[player])
        if time > until_ms:
            return ready
        after = layer_after(r, t, layer, here, there, waypoint)
        next_node = after * MOST_SPACES + there
        if layer == 0:
            seen_before |= bit(there)
            if after == 1 and not r.revisits:
                # The first part of the way is settled, and its spaces are not visited again.
                seen_behind = u64(0)
                back = node
                for _ in range(t.depth[node]):
                    seen_behind |= bit(back % MOST_SPACES)
                    back = t.parent[back]
                if start != target:
                    seen_behind |= bit(start)
            elif after == 1:
                seen_behind = u64(0)
        if after == 1:
            seen_behind |= bit(there)
        t.parent[next_node] = node
        t.depth[next_node] = t.depth[node] + 1
        if after == 1 and there == target:
            found = time + paced(own_luck(key, CHECK, round_number, player, look), s.check_ms[player])
            if found > until_ms:
                return ready
            ready = found
            # Who checks a way does not search on meanwhile.
            time = found
            keep_way(t, player, next_node)
            longest = t.depth[next_node] - 1
            if only_first or longest < 1:
                return ready
            ends = 0
            continue
        if layer == 0 and after == 1:
            # At the waypoint: from here on there is only one way to go on from.
            ends = 0
        if ends == s.breadth[player]:
            for i in range(ends - 1):
                t.ends[i] = t.ends[i + 1]
            ends -= 1
        t.ends[ends] = next_node
        ends += 1
    return ready


@small_rule
def keep_way(t: Table, player: int, last: int) -> None:
    """Write down the way in mind that ends at the node ``last``."""
    moves = t.depth[last]
    t.moves[player] = moves
    node = last
    at = player * (MOST_MOVES + 1)
    for move in range(moves, 0, -1):
        t.way[at + move] = node % MOST_SPACES
        node = t.parent[node]
    t.way[at] = node % MOST_SPACES

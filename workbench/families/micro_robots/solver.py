"""Shortest ways: to one target from every space at once, on sets of spaces.

Every function here is a rule: the same source solves one board for a person and thousands of them compiled.
"""

from __future__ import annotations

from workbench.engine.bits import bit, count, has, lowest, without_lowest
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.randomness import MASK
from workbench.families.micro_robots.board import lies_between
from workbench.families.micro_robots.state import FAR, MOST_SPACES, Rules, Table


@small_rule
def layer_after(r: Rules, t: Table, layer: int, a: int, b: int, waypoint: int) -> int:
    """The layer after a move from ``a`` to ``b``: the waypoint is visited by stopping there (M23, MO14)."""
    if layer == 1 or b == waypoint:
        return 1
    return 1 if r.pass_over and lies_between(r, t, a, b, waypoint) else 0


@small_rule
def may_stop(r: Rules, layer: int, space: int, target: int) -> bool:
    """Whether the robot may stop at ``space`` in this layer: perhaps not at the target before the waypoint (MO13)."""
    return layer == 1 or space != target or r.target_first == 1


@small_rule
def first_layer(waypoint: int) -> int:
    """The layer of the start: 0 where a waypoint has to be visited (-1: none)."""
    return 0 if waypoint >= 0 else 1


@rule
def measure_to(r: Rules, t: Table, target: int, waypoint: int) -> None:
    """Moves to go to the target and the number of shortest ways, for every node (``to_go``, ``ways``)."""
    for node in range(MOST_SPACES * 2):
        t.to_go[node] = FAR
        t.ways[node] = 0
    t.to_go[MOST_SPACES + target] = 0
    t.ways[MOST_SPACES + target] = 1
    behind = bit(target)
    before = u64(0)
    moves = 0
    while (behind | before) != u64(0):
        moves += 1
        next_behind = u64(0)
        next_before = u64(0)
        rest = behind
        while rest != u64(0):
            space = lowest(rest)
            rest = without_lowest(rest)
            ways = t.ways[MOST_SPACES + space]
            others = u64(t.back[space])
            while others != u64(0):
                other = lowest(others)
                others = without_lowest(others)
                if t.to_go[MOST_SPACES + other] >= moves:
                    t.to_go[MOST_SPACES + other] = moves
                    t.ways[MOST_SPACES + other] += ways
                    next_behind |= bit(other)
                if waypoint >= 0 and t.to_go[other] >= moves and layer_after(r, t, 0, other, space, waypoint):
                    t.to_go[other] = moves
                    t.ways[other] += ways
                    next_before |= bit(other)
        rest = before
        while rest != u64(0):
            space = lowest(rest)
            rest = without_lowest(rest)
            ways = t.ways[space]
            others = u64(t.back[space])
            if space == waypoint or not may_stop(r, 0, space, target):
                others = u64(0)
            while others != u64(0):
                other = lowest(others)
                others = without_lowest(others)
                if t.to_go[other] >= moves and not layer_after(r, t, 0, other, space, waypoint):
                    t.to_go[other] = moves
                    t.ways[other] += ways
                    next_before |= bit(other)
        behind = next_behind
        before = next_before


@rule
def shortest(r: Rules, t: Table, start: int, target: int, waypoint: int) -> tuple[int, int]:
    """Moves of a shortest way (FAR: there is none) and how many there are, after :func:`measure_to`.

    A way from a space to itself walks out and back (MO3).
    """
    layer = first_layer(waypoint)
    if start != target or layer == 0:
        return t.to_go[layer * MOST_SPACES + start], t.ways[layer * MOST_SPACES + start]
    best = FAR
    ways = 0
    rest = u64(t.reach[start])
    while rest != u64(0):
        space = lowest(rest)
        rest = without_lowest(rest)
        moves = 1 + t.to_go[MOST_SPACES + space]
        if moves < best:
            best = moves
            ways = 0
        if moves == best and moves < FAR:
            ways += t.ways[MOST_SPACES + space]
    return best, ways


@small_rule
def reached_from(t: Table, start: int) -> int:
    """The set of spaces that can be reached from ``start``, itself included."""
    seen = bit(start)
    frontier = seen
    while frontier != u64(0):
        found = u64(0)
        while frontier != u64(0):
            found |= u64(t.reach[lowest(frontier)])
            frontier = without_lowest(frontier)
        frontier = found & (seen ^ MASK)
        seen |= found
    return seen


@rule
def is_connected(r: Rules, t: Table) -> bool:
    """Whether every space can be reached from every other one."""
    for start in range(r.spaces):
        if count(reached_from(t, start)) < r.spaces:
            return False
        if r.travel == 0:
            # Free travel is symmetric: one start is enough.
            return True
    return True


@small_rule
def is_move(t: Table, a: int, b: int) -> bool:
    """Whether one move leads from ``a`` to ``b``."""
    return has(u64(t.reach[a]), b)


__all__ = ["first_layer", "i64", "is_connected", "is_move", "layer_after", "may_stop", "measure_to", "shortest"]

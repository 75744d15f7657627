"""All distances of a board, and of one arrangement after the other: what the exact figures are made of."""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.bits import count, lowest, without_lowest
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.randomness import game_key, mix
from workbench.families.micro_robots.board import arrange_by_luck, arrange_by_number
from workbench.families.micro_robots.solver import measure_to, reached_from, shortest
from workbench.families.micro_robots.state import BOARD_MARK, CONNECTIONS, FAR, MOST_SPACES, Rules, Seats, Table

THROUGH, SAMPLED, ONLY_REACHED = 1, 2, 4
"""Wishes for a survey: also count ways through a waypoint; take arrangements by luck instead of by number;
only count the pairs without a way."""
SAMPLE_SEED = 1


@rule
def survey_board(r: Rules, t: Table, with_waypoint: int) -> None:
    """Count ordered pairs by distance (and ordered triples, start - waypoint - target), connections and the mark."""
    for moves in range(FAR + 1):
        t.pairs[moves] = 0
        t.through[moves] = 0
    for target in range(r.spaces):
        measure_to(r, t, target, -1)
        for start in range(r.spaces):
            if start != target:
                t.pairs[t.to_go[MOST_SPACES + start]] += 1
                t.between[start * MOST_SPACES + target] = t.to_go[MOST_SPACES + start]
        if with_waypoint and not splits(r):
            for waypoint in range(r.spaces):
                if waypoint != target:
                    measure_to(r, t, target, waypoint)
                    for start in range(r.spaces):
                        if start != target and start != waypoint:
                            t.through[shortest(r, t, start, target, waypoint)[0]] += 1
    if with_waypoint and splits(r):
        count_split_ways(r, t)
    connections = 0
    mark = u64(0)
    for space in range(r.spaces):
        # Two ends of one connection are counted at the one with the lower number, one-way moves where they start.
        reach = u64(t.reach[space])
        connections += count(reach)
        both = reach & u64(t.back[space])
        while both != u64(0):
            connections -= lowest(both) < space
            both = without_lowest(both)
        mark ^= mix(mix(u64(space)) ^ reach)
    t.counts[CONNECTIONS] = connections
    t.counts[BOARD_MARK] = i64(mark >> u64(2))


@rule
def count_unreached(r: Rules, t: Table) -> None:
    """Count the ordered pairs without a way, and nothing else."""
    for moves in range(FAR + 1):
        t.pairs[moves] = 0
    for start in range(r.spaces):
        t.pairs[FAR] += r.spaces - count(reached_from(t, start))


@small_rule
def splits(r: Rules) -> bool:
    """Whether a shortest way through a waypoint is a shortest way to it and one from it."""
    return r.target_first == 1 and r.pass_over == 0


@rule
def count_split_ways(r: Rules, t: Table) -> None:
    """Triples by moves, where both parts of a way are counted by themselves."""
    for waypoint in range(r.spaces):
        for start in range(r.spaces):
            first = t.between[start * MOST_SPACES + waypoint]
            for target in range(r.spaces):
                if start != target and start != waypoint and target != waypoint:
                    t.through[min(first + t.between[waypoint * MOST_SPACES + target], FAR)] += 1


@rule
def survey_arrangement(r: Rules, s: Seats, t: Table, seed: int, number: int) -> None:
    """The board of one arrangement; ``seed`` is the sum of the wishes below."""
    if seed & SAMPLED:
        arrange_by_luck(r, t, game_key(SAMPLE_SEED, number))
    else:
        arrange_by_number(r, t, number)
    if seed & ONLY_REACHED:
        count_unreached(r, t)
    else:
        survey_board(r, t, seed & THROUGH)


@rule
def survey_row(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Connections, mark, pairs by moves, triples by moves."""
    row[0] = t.counts[CONNECTIONS]
    row[1] = t.counts[BOARD_MARK]
    for moves in range(FAR + 1):
        row[2 + moves] = t.pairs[moves]
        row[3 + FAR + moves] = t.through[moves]


ROW_WIDTH = 4 + 2 * FAR

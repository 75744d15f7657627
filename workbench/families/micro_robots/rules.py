"""The rules of Micro Robots, once: integers and named tuples only, so that they run interpreted or compiled alike.

Each function names the rules of docs/rules.md that it plays. :func:`play_game` arranges the board (board.py) and plays
rounds until the game is over; :func:`play_round` rolls, lets everybody search (searching.py) and settles the calls
(calling.py); :func:`score_game` finds the winners.
"""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.engine.randomness import below, game_key, mix, stream
from workbench.families.micro_robots.board import arrange_by_luck
from workbench.families.micro_robots.calling import (
    everybody_searches,
    fault,
    hear,
    next_caller,
    pay,
    person_shows,
    showing_ms,
    win_chip,
)
from workbench.families.micro_robots.solver import measure_to, shortest
from workbench.families.micro_robots.state import (
    BROKEN_OFF,
    BY_GOAL,
    BY_ROUNDS,
    BY_STOCK,
    COUNTS,
    CURSOR,
    DETOUR,
    DISTANCE_SUM,
    DISTANCES,
    FAR,
    LAST_WINNER,
    MOST_MOVES,
    MOST_SPACES,
    NOBODY_CALLS,
    NOTHING_WRONG,
    REASON,
    ROLL,
    ROUNDS,
    ROUNDS_KEPT,
    SOLVED,
    START_ROLL,
    STOCK,
    TARGET_ROLL,
    TIME_MS,
    TRIVIAL,
    WAYPOINT_ROLL,
    WAYS,
    Rules,
    Seats,
    Table,
    View,
)
from workbench.families.micro_robots.trace import CALL, CHIPS, PLACED, ROUND, STOP, record

WIN_PARTS = 840
"""A shared win counts 1/k each; 840 divides by every number of winners up to 8."""
MOST_ROLLS = 200
"""After so many rolls the dice are left as they lie, should no target be far enough away (MO15)."""


@small_rule
def roll(r: Rules, key: int, number: int, which: int, attempt: int) -> int:
    """The space that both dice name (M3)."""
    bits = stream(key, ROLL, number * 4 + which, attempt)
    return r.rolled[below(bits, r.colours) * r.numbers + below(mix(bits), r.numbers)]


@rule
def roll_target(r: Rules, t: Table, key: int, number: int, start: int) -> int:
    """The target of a round (M6): not the start, but where one may walk out and back (MO3), and far enough (MO15)."""
    target = start
    for attempt in range(MOST_ROLLS):
        rolled = roll(r, key, number, TARGET_ROLL, attempt)
        if rolled == start and not r.out_and_back:
            continue
        target = rolled
        if r.min_distance > 1:
            measure_to(r, t, target, -1)
            if shortest(r, t, start, target, -1)[0] < r.min_distance:
                continue
        return target
    return target if target != start or r.out_and_back else (start + 1) % r.spaces


@rule
def roll_waypoint(r: Rules, key: int, number: int, start: int, target: int) -> int:
    """The second space of the professional variant (M23), neither start nor target (MO12); -1 in other variants."""
    if not r.waypoint:
        return -1
    for attempt in range(MOST_ROLLS):
        waypoint = roll(r, key, number, WAYPOINT_ROLL, attempt)
        if waypoint != start and waypoint != target:
            return waypoint
    for waypoint in range(3):
        if waypoint != start and waypoint != target:
            return waypoint
    return 0


@small_rule
def class_of_ways(ways: int) -> int:
    """In which class a target with so many shortest ways is counted."""
    return ways if ways < 3 else 3 if ways < 5 else WAYS - 1


@rule
def play_round(r: Rules, s: Seats, t: Table, key: int, number: int, start: int) -> int:
    """One round from the roll to its end (M6 to M19); the next start. ``counts[REASON]`` tells if the game is over."""
    target = roll_target(r, t, key, number, start)
    waypoint = roll_waypoint(r, key, number, start, target)
    measure_to(r, t, target, waypoint)
    distance, ways = shortest(r, t, start, target, waypoint)
    everybody_searches(r, s, t, key, number, start, target, waypoint)
    ms = r.limit_ms
    now_ms = 0
    called = 0
    while t.counts[REASON] < 0:
        if s.person >= 0 and not r.shortest:
            hear(r, s, t, number, start, target, waypoint, now_ms)
        caller = next_caller(r, s, t)
        if caller < 0:
            break
        t.tried[caller] = 1
        ms = t.call_ms[caller]
        now_ms = ms
        t.calls[caller] += 1
        if called == 0 and number <= ROUNDS_KEPT:
            t.round_call[number - 1] = 1000 * (caller + 1) + t.called[caller]
        called += 1
        record(t, ROUND, number, start, target, waypoint, 0)
        if caller == s.person:
            showing = person_shows(r, t, View(caller, number, start, target, waypoint, ms, r.show_ms, 0))
        else:
            showing = showing_ms(r, s, t, key, number, caller)
        right = (
            showing >= 0
            and t.called[caller] == t.moves[caller]
            and fault(r, t, caller, start, target, waypoint) == NOTHING_WRONG
        )
        paid_to = -1
        if right:
            win_chip(t, caller)
            t.counts[SOLVED] += 1
            t.counts[DETOUR] += t.moves[caller] - distance
            if t.chips[caller] >= r.to_win:
                t.counts[REASON] = BY_GOAL
        else:
            paid_to = pay(r, s, t, caller)
            t.wrong[caller] += 1
            if paid_to >= 0 and r.gift_wins and t.chips[paid_to] >= r.to_win:
                t.counts[REASON] = BY_GOAL
        if t.counts[REASON] < 0 and t.counts[STOCK] == 0:
            t.counts[REASON] = BY_STOCK
        t.counts[TIME_MS] += max(showing, 0)
        record(t, CALL, caller, t.called[caller], right, ms, paid_to)
        if showing >= 0:
            for move in range(t.moves[caller] + 1):
                record(t, STOP, t.way[caller * (MOST_MOVES + 1) + move], 0, 0, 0, 0)
        record_chips(s, t)
        if right or not r.others_try:
            break
    if called == 0:
        # Without a call the time is over; calls at once that count for nobody end the round as well (MO16).
        for player in range(s.players):
            if t.call_ms[player] != NOBODY_CALLS:
                ms = min(ms, t.call_ms[player])
        t.counts[BROKEN_OFF] += 1
        record(t, ROUND, number, start, target, waypoint, 0)
        record(t, CALL, -1, 0, 0, ms, -1)
        record_chips(s, t)
    count_round(t, distance, ways, ms)
    # The robot or the chip marks the next start (M17); a round that was broken off keeps it (M19, MO11).
    return target if called or r.start_moves_on else start


@small_rule
def record_chips(s: Seats, t: Table) -> None:
    """Write down what everybody has now."""
    for player in range(s.players):
        record(t, CHIPS, player, t.chips[player], t.minus[player], 0, 0)


@small_rule
def count_round(t: Table, distance: int, ways: int, ms: int) -> None:
    """Count a finished round by how hard its target was."""
    by_distance = min(distance, DISTANCES - 1) if distance < FAR else 0
    by_ways = class_of_ways(ways)
    t.counts[TIME_MS] += ms
    t.counts[TRIVIAL] += distance <= 2
    t.counts[DISTANCE_SUM] += distance if distance < FAR else 0
    t.rounds_by_distance[by_distance] += 1
    t.ms_by_distance[by_distance] += ms
    t.rounds_by_ways[by_ways] += 1
    t.ms_by_ways[by_ways] += ms


@rule
def start_game(r: Rules, s: Seats, t: Table, key: int) -> None:
    """All chips lie in the stock, and the board is laid out (M1, M2)."""
    for index in range(COUNTS):
        if index != CURSOR:
            t.counts[index] = 0
    if t.counts[CURSOR] > 0:
        t.counts[CURSOR] = 0
    t.counts[STOCK] = r.chips
    t.counts[LAST_WINNER] = -1
    t.counts[REASON] = -1
    for player in range(s.players):
        t.chips[player] = 0
        t.minus[player] = 0
        t.calls[player] = 0
        t.wrong[player] = 0
    for index in range(DISTANCES):
        t.rounds_by_distance[index] = 0
        t.ms_by_distance[index] = 0
    for index in range(WAYS):
        t.rounds_by_ways[index] = 0
        t.ms_by_ways[index] = 0
    for index in range(ROUNDS_KEPT):
        t.round_call[index] = 0
    for node in range(2 * MOST_SPACES):
        t.parent[node] = 0
    arrange_by_luck(r, t, key)
    for place in range(r.tiles):
        record(t, PLACED, place, t.tile_at[place], t.turn_at[place], 0, 0)


@rule
def play_game(r: Rules, s: Seats, t: Table, seed: int, game: int) -> None:
    """One game: the board, the first start (M4), and rounds until it ends (M18, M20)."""
    key = game_key(seed, game)
    start_game(r, s, t, key)
    start = roll(r, key, 0, START_ROLL, 0)
    number = 0
    while t.counts[REASON] < 0:
        number += 1
        start = play_round(r, s, t, key, number, start)
        if t.counts[REASON] < 0 and number == r.most_rounds:
            t.counts[REASON] = BY_ROUNDS
    t.counts[ROUNDS] = number
    score_game(s, t)


@rule
def score_game(s: Seats, t: Table) -> None:
    """Most chips win, minus points taken off; a tie is shared (M21)."""
    best = t.chips[0] - t.minus[0]
    for player in range(s.players):
        best = max(best, t.chips[player] - t.minus[player])
    winners = 0
    for player in range(s.players):
        winners += t.chips[player] - t.minus[player] == best
    for player in range(s.players):
        t.win[player] = WIN_PARTS // winners if t.chips[player] - t.minus[player] == best else 0

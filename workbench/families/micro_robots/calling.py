"""Calling, showing and paying: who is heard first, whether the way is right, and where chips go (M11 to M16)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.engine.outside import ask
from workbench.engine.pace import paced
from workbench.engine.randomness import below, mix
from workbench.families.micro_robots.searching import own_luck, search
from workbench.families.micro_robots.solver import first_layer, is_move, layer_after, may_stop
from workbench.families.micro_robots.state import (
    ASK_CALL,
    ASK_NUMBER,
    ASK_SHOWING,
    ASK_STOP,
    ERROR,
    FAULTS,
    LAST_WINNER,
    LOWER_NUMBER,
    MOST_MOVES,
    NO_MOVE,
    NO_TARGET,
    NO_WAYPOINT,
    NOBODY,
    NOBODY_CALLS,
    NOTHING_WRONG,
    SECOND_VISIT,
    SHOW,
    STOCK,
    TARGET_TOO_EARLY,
    Rules,
    Seats,
    Table,
    View,
)


@rule
def everybody_searches(
    r: Rules, s: Seats, t: Table, key: int, number: int, start: int, target: int, waypoint: int
) -> None:
    """All search at the same time (M7): fills ``call_ms``, ``called``, ``moves`` and ``way`` of every seat.

    A person, who is asked for the way only after the call, is heard later (:func:`hear`), but for the shortest-way
    mode, where the time of the first call tells how long everybody searches.
    """
    earliest = r.limit_ms
    for player in range(s.players):
        t.tried[player] = 0
        t.call_ms[player] = NOBODY_CALLS
        if player == s.person:
            continue
        # Who cannot be heard any more need not search on; where others may try, everybody's call can count.
        until = r.limit_ms if r.others_try else min(r.limit_ms, earliest + r.at_once_ms)
        t.call_ms[player] = search(r, s, t, key, number, player, start, target, waypoint, until, 1)
        if t.call_ms[player] != NOBODY_CALLS:
            earliest = min(earliest, t.call_ms[player])
    if r.shortest:
        if s.person >= 0:
            hear(r, s, t, number, start, target, waypoint, 0)
            if t.call_ms[s.person] != NOBODY_CALLS:
                earliest = t.call_ms[s.person]
        called = 0
        for player in range(s.players):
            called += t.call_ms[player] != NOBODY_CALLS
        until = earliest + r.shortest_ms
        for player in range(s.players):
            if called and player != s.person:
                t.call_ms[player] = search(r, s, t, key, number, player, start, target, waypoint, until, 0)
        if called and s.person >= 0:
            take_call(t, View(s.person, number, start, target, waypoint, earliest, until, 1))
    for player in range(s.players):
        if t.call_ms[player] != NOBODY_CALLS and player != s.person:
            t.called[player] = count_moves(s, t, key, number, player)


@rule
def hear(r: Rules, s: Seats, t: Table, number: int, start: int, target: int, waypoint: int, now_ms: int) -> None:
    """Ask the person, who has not called yet, for a call before another one counts or the time is over (M11, M19).

    Where calls are at once within some time (MO16), the person has that time after the first call too.
    """
    until = r.limit_ms
    for player in range(s.players):
        if player != s.person and t.call_ms[player] != NOBODY_CALLS and not t.tried[player]:
            until = min(until, t.call_ms[player] + (0 if r.shortest else r.at_once_ms))
    if t.call_ms[s.person] == NOBODY_CALLS and not t.tried[s.person]:
        take_call(t, View(s.person, number, start, target, waypoint, now_ms, until, 0))


@small_rule
def take_call(t: Table, view: View) -> None:
    """Ask a person for a call; no answer leaves what was called before."""
    ms = ask(ASK_CALL, view)
    if ms != NOBODY_CALLS:
        t.call_ms[view.seat] = ms
        t.called[view.seat] = ask(ASK_NUMBER, view)


@rule
def person_shows(r: Rules, t: Table, view: View) -> int:
    """Ask a person for the way, space by space (M12): how long it takes, -1 for forgotten or not in time (MO17)."""
    time = ask(ASK_SHOWING, view)
    first = view.seat * (MOST_MOVES + 1)
    t.way[first] = view.start
    t.moves[view.seat] = 0
    if time < 0 or (r.show_ms and time > r.show_ms):
        return -1
    for move in range(1, MOST_MOVES + 1):
        there = ask(ASK_STOP, view)
        if there < 0:
            break
        t.way[first + move] = there
        t.moves[view.seat] = move
    return time


@small_rule
def count_moves(s: Seats, t: Table, key: int, number: int, player: int) -> int:
    """The number that the player calls: the moves of the way found, miscounted now and then."""
    called = t.moves[player]
    for move in range(t.moves[player]):
        bits = own_luck(key, ERROR, number, player, move)
        if below(bits, 1000) < s.miscount_permille[player]:
            called += 2 * below(mix(bits), 2) - 1
    return max(called, 1)


@small_rule
def clockwise_from(s: Seats, first: int, player: int) -> int:
    """Places clockwise from the seat after ``first`` (-1: from seat 0)."""
    return (player - first - 1 + s.players) % s.players


@rule
def next_caller(r: Rules, s: Seats, t: Table) -> int:
    """Whose call counts now (M11), -1 for nobody.

    The earlier call; in the same millisecond the lower number, then clockwise from the last winner (MO16). Otherwise
    calls within ``at_once_ms`` of the first are at once: the lower number counts, or none. In shortest-way mode
    (MO18) the lowest number counts, then the earlier call.
    """
    earliest = NOBODY_CALLS
    for player in range(s.players):
        ms = t.call_ms[player]
        if ms != NOBODY_CALLS and not t.tried[player] and (earliest == NOBODY_CALLS or ms < earliest):
            earliest = ms
    best = -1
    least = 0
    heard = 0
    for player in range(s.players):
        ms = t.call_ms[player]
        if ms == NOBODY_CALLS or t.tried[player]:
            continue
        if not r.shortest and ms > earliest + r.at_once_ms:
            continue
        heard += 1
        place = clockwise_from(s, t.counts[LAST_WINNER], player)
        if r.shortest or r.at_once == LOWER_NUMBER:
            rank = (t.called[player] << 40) + (ms << 4) + place
        else:
            rank = (ms << 12) + (t.called[player] << 4) + place
        if best < 0 or rank < least:
            best = player
            least = rank
    if r.at_once == NOBODY and heard > 1 and not r.shortest:
        return -1
    return best


@small_rule
def showing_ms(r: Rules, s: Seats, t: Table, key: int, number: int, player: int) -> int:
    """How long the player takes to show his way (M12); -1 if he forgets it, or is not done in time (MO17)."""
    time = 0
    for move in range(t.moves[player]):
        bits = own_luck(key, SHOW, number, player, move)
        time += paced(bits, s.show_ms[player])
        if below(mix(bits), 1000) < s.forget_permille[player]:
            return -1
    return -1 if r.show_ms and time > r.show_ms else time


@rule
def fault(r: Rules, t: Table, player: int, start: int, target: int, waypoint: int) -> int:
    """What is wrong with the way shown: 0 if it has only moves (M8, M9), leads from the start to the target, and
    stops where it must (M23) and may (MO2, MO13). Else the first fault, as ``FAULTS`` says."""
    first = player * (MOST_MOVES + 1)
    moves = t.moves[player]
    layer = first_layer(waypoint)
    if t.way[first] != start or moves < 1:
        return NO_MOVE
    for move in range(1, moves + 1):
        here = t.way[first + move - 1]
        there = t.way[first + move]
        if not is_move(t, here, there):
            return FAULTS * move + NO_MOVE
        layer = layer_after(r, t, layer, here, there, waypoint)
        if not may_stop(r, layer, there, target):
            return FAULTS * move + TARGET_TOO_EARLY
        if not r.revisits:
            for earlier in range(move):
                if t.way[first + earlier] == there and not (earlier == 0 and move == moves):
                    return FAULTS * move + SECOND_VISIT
    if t.way[first + moves] != target:
        return FAULTS * moves + NO_TARGET
    return NOTHING_WRONG if layer == 1 else FAULTS * moves + NO_WAYPOINT


@rule
def pay(r: Rules, s: Seats, t: Table, caller: int) -> int:
    """A wrong call costs a chip, which goes to the player with the fewest (M14, M15); to whom, -1 for nobody.

    The caller is left out, or keeps his chip if nobody has fewer (MO6), counted before or after he paid (MO8). Without
    a chip he pays nothing, or takes a minus point (MO5).
    """
    if t.chips[caller] == 0:
        t.minus[caller] += r.minus_points
        return -1
    fewest = -1
    receiver = -1
    for place in range(1, s.players):
        player = (caller + place) % s.players
        if receiver < 0 or t.chips[player] < fewest:
            fewest = t.chips[player]
            receiver = player
    if receiver < 0 or (r.caller_keeps and t.chips[caller] - r.fewest_after <= fewest):
        return -1
    t.chips[caller] -= 1
    t.chips[receiver] += 1
    return receiver


@small_rule
def win_chip(t: Table, caller: int) -> None:
    """The caller gets the chip from the target (M13)."""
    t.chips[caller] += 1
    t.counts[STOCK] -= 1
    t.counts[LAST_WINNER] = caller

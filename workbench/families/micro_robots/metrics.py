"""What is measured in a game of micro_robots: the columns of an outcome row, and the function that fills one."""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.jit import rule, small_rule
from workbench.engine.simulation import Column
from workbench.families.micro_robots.rules import WIN_PARTS
from workbench.families.micro_robots.state import (
    BROKEN_OFF,
    BY_GOAL,
    BY_ROUNDS,
    BY_STOCK,
    DETOUR,
    DISTANCE_SUM,
    DISTANCES,
    REASON,
    ROUNDS,
    ROUNDS_KEPT,
    SOLVED,
    TIME_MS,
    TRIVIAL,
    WAYS,
    Rules,
    Seats,
    Table,
)

DISTANCE_NAMES = ["none", *(str(moves) for moves in range(1, DISTANCES - 1)), f"{DISTANCES - 1}_or_more"]
WAYS_NAMES = ["none", "1", "2", "3_or_4", "5_or_more"]


def quicker_pairs(look_ms: tuple[int, ...]) -> int:
    """Pairs of seats of which one looks quicker than the other."""
    return sum(a < b for a in look_ms for b in look_ms)


def columns(r: Rules, seats: Seats) -> list[Column]:
    """The columns of a row, in the order in which :func:`measure` fills them."""
    players = seats.players
    # A player calls once a round at most.
    most_minus_points = r.minus_points * r.most_rounds
    found = [
        Column(
            "win_rate", "share of games", "wins; a win shared by k players counts 1/k", seat, WIN_PARTS,
            share=True, counted=True,
        )
        for seat in range(players)
    ]  # fmt: skip
    found += [
        Column("score", "chips", "chips at the end, minus points taken off (M21, MO5)", seat, histogram=True,
               lowest=-most_minus_points)
        for seat in range(players)
    ]  # fmt: skip
    pairs = quicker_pairs(tuple(seats.look_ms))
    found += [
        Column("win_rate", "share of games",
               "mean of the seats' win rates: the even share against which each seat's own is read",
               scale=players * WIN_PARTS, share=True),
        Column("score", "chips", "mean of the seats' scores", scale=players),
        Column("ties", "share of games", "games won by more than one player", share=True, counted=True),
        Column("length", "rounds", "rounds of a game"),
        Column("minutes", "minutes", "thinking and showing in a game", scale=60_000),
        Column("distance", "moves", "moves of the shortest way of a round's target", per="length"),
        Column("trivial", "share of rounds", "targets one or two moves away", per="length"),
        Column("broken_off", "rounds", "rounds of a game that nobody solved in time (M19)"),
        Column("calls", "calls", "calls in a game"),
        Column("wrong_calls", "calls", "wrong calls in a game (M14)"),
        Column("wrong_share", "share of calls", "calls that are wrong: miscounted, forgotten or shown too late",
               per="calls"),
        Column("solved", "rounds", "right calls in a game (M13)"),
        Column("detour", "moves", "moves of a right way beyond the shortest", per="solved"),
        Column("skill", "share of pairs",
               "pairs of players in which the one who looks quicker has more chips, half for equal ones: 50 % is pure "
               "luck, 100 % pure skill (concordance, Kendall 1938)", scale=2 * max(pairs, 1), share=True,
               shown=pairs > 0),
        Column("end.goal", "share of games", "games that end because somebody has enough chips (M20)", share=True,
               counted=True),
        Column("end.stock", "share of games", "games that end because all chips are won (M20)", share=True,
               counted=True),
        Column("end.rounds", "share of games", "games that end undecided after the most rounds", share=True,
               counted=True),
    ]  # fmt: skip
    for stem, what, names in (
        ("distance", "with a shortest way of this many moves", DISTANCE_NAMES),
        ("ways", "with this many shortest ways", WAYS_NAMES),
    ):
        found += [Column(f"rounds.{stem}_{name}", "rounds", f"rounds of a game {what}") for name in names]
        found += [
            Column(f"seconds.{stem}_{name}", "seconds", f"until the call in rounds {what}", scale=1000,
                   per=f"rounds.{stem}_{name}")
            for name in names
        ]  # fmt: skip
    found += [Column("calls_of_seat", "calls", "calls of this seat", seat, shown=False) for seat in range(players)]
    found += [
        Column("wrong_of_seat", "calls", "wrong calls of this seat", seat, shown=False) for seat in range(players)
    ]
    found += [
        Column(f"round_{number}.call", "", "for the comparison of decisions", shown=False)
        for number in range(1, ROUNDS_KEPT + 1)
    ]
    return found


@small_rule
def final_score(t: Table, player: int) -> int:
    """Chips without minus points."""
    return t.chips[player] - t.minus[player]


@rule
def skill(s: Seats, t: Table) -> int:
    """Over pairs of players: 2 where the one who looks quicker has more chips, 1 where both have as many."""
    found = 0
    for one in range(s.players):
        for other in range(s.players):
            if s.look_ms[one] < s.look_ms[other]:
                mine = t.chips[one] - t.minus[one]
                theirs = t.chips[other] - t.minus[other]
                found += 2 * (mine > theirs) + (mine == theirs)
    return found


@rule
def measure(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Fill ``row`` from a finished game, in the order of :func:`columns`."""
    seats = s.players
    score = 0
    winners = 0
    win = 0
    calls = 0
    wrong = 0
    for player in range(seats):
        row[player] = t.win[player]
        row[seats + player] = final_score(t, player)
        win += t.win[player]
        winners += t.win[player] > 0
        score += final_score(t, player)
        calls += t.calls[player]
        wrong += t.wrong[player]
    at = 2 * seats
    row[at] = win
    row[at + 1] = score
    row[at + 2] = winners > 1
    row[at + 3] = t.counts[ROUNDS]
    row[at + 4] = t.counts[TIME_MS]
    row[at + 5] = t.counts[DISTANCE_SUM]
    row[at + 6] = t.counts[TRIVIAL]
    row[at + 7] = t.counts[BROKEN_OFF]
    row[at + 8] = calls
    row[at + 9] = wrong
    row[at + 10] = wrong
    row[at + 11] = t.counts[SOLVED]
    row[at + 12] = t.counts[DETOUR]
    row[at + 13] = skill(s, t)
    row[at + 14] = t.counts[REASON] == BY_GOAL
    row[at + 15] = t.counts[REASON] == BY_STOCK
    row[at + 16] = t.counts[REASON] == BY_ROUNDS
    at += 17
    for index in range(DISTANCES):
        row[at + index] = t.rounds_by_distance[index]
        row[at + DISTANCES + index] = t.ms_by_distance[index]
    at += 2 * DISTANCES
    for index in range(WAYS):
        row[at + index] = t.rounds_by_ways[index]
        row[at + WAYS + index] = t.ms_by_ways[index]
    at += 2 * WAYS
    for player in range(seats):
        row[at + player] = t.calls[player]
        row[at + seats + player] = t.wrong[player]
    at += 2 * seats
    for index in range(ROUNDS_KEPT):
        row[at + index] = t.round_call[index]

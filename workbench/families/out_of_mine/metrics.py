"""What is measured in a game of out_of_mine: the columns of an outcome row, and the function that fills one."""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.jit import rule, small_rule
from workbench.engine.simulation import Column
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.shapes import spaces_of
from workbench.families.out_of_mine.state import (
    ACTIONS,
    BONUS_POINTS,
    CALLED_ROUNDS,
    CALLER_POINTS,
    COLOUR,
    DEAD_ENDS,
    DRY,
    EDGE,
    FULL_BOARDS,
    IN_VAIN,
    MOST_PLAYERS,
    NUMBER,
    OTHER_POINTS,
    OTHERS,
    OVERLAP,
    PER_PLACE,
    ROUNDS,
    TIME_MS,
    UNSOLVABLE,
    WIN_PARTS,
    Rules,
    Seats,
    Table,
)

MARK = "round_"
"""Begins the names of the columns in which decisions are compared."""


def quicker_pairs(think_ms: tuple[int, ...]) -> int:
    """Pairs of seats of which one thinks quicker than the other."""
    return sum(a < b for a in think_ms for b in think_ms)


def lowest_score(d: OutOfMineDefinition) -> int:
    """A number that no score of a game is below."""
    galleries = [d.gallery(board, side) for board in d.boards for side in SIDES]
    most = max(len(spaces_of(rows)) for rows in galleries)
    base = max(most - d.scoring.full, 0) if d.scoring.floor != "before" else 0
    symbols = max(
        (len(side) for shapes in d.tile_elements.values() for copies in shapes.values() for sides in copies.values()
         for side in (sides.a, sides.b)),
        default=0,
    )  # fmt: skip
    worst = min((worth for card in d.cards.values() for worth in card.elements.values()), default=0)
    elements = most * symbols * max(-worst, 0) if d.elements.enabled else 0
    return -d.rounds * (base + d.scoring.caller_penalty + elements)


def columns(d: OutOfMineDefinition, s: Seats) -> list[Column]:
    """The columns of a row, in the order in which :func:`measure` fills them."""
    players = s.players
    lowest = lowest_score(d)
    found = [
        Column(
            "win_rate", "share of games", "wins; a win shared by k players counts 1/k", seat, WIN_PARTS,
            share=True, counted=True,
        )
        for seat in range(players)
    ]  # fmt: skip
    found += [
        Column("score", "points", "points of all rounds (O26)", seat, histogram=True, lowest=lowest)
        for seat in range(players)
    ]
    found += _of_the_game(players, quicker_pairs(tuple(s.think_ms)))
    found += [
        Column(f"empty.rank_{rank}", "spaces", f"empty spaces of the board that is number {rank} by fewest empty ones, "
               "in a round (O17)", per="length")
        for rank in range(1, players + 1)
    ]  # fmt: skip
    for name, unit, what in (
        ("calls", "calls", "calls without a fault in a game (O19)"),
        ("wrong_calls", "calls", "calls with a fault in a game (O20)"),
        ("empty_spaces", "spaces", "empty spaces in a game"),
        ("elves", "points", "points for elves in a game (O27)"),
        ("elements", "points", "points for elements in a game (O28)"),
    ):
        found.append(Column(name, unit, f"{what}, mean of the players", scale=players))
        found += [Column(name, unit, what, seat, shown=False, by_player=True) for seat in range(players)]
    for stem, told, parts in (
        ("board", "side {0[1]} of board {0[0]}", [(board, side) for board in d.boards for side in SIDES]),
        ("card", "treasure card {0[0]}", [(card,) for card in d.cards]),
    ):
        for part in parts:
            found += _of_a_piece(stem, "_".join(part), told.format(part))
    found += [
        Column(f"{MARK}{number}.board", "", "for the comparison of decisions", seat, shown=False)
        for number in range(1, d.rounds + 1)
        for seat in range(players)
    ]
    return found


def _of_a_piece(stem: str, part: str, told: str) -> list[Column]:
    """What is counted of one side of a board, or one card, in the order of ``PER_PLACE``."""
    rounds = f"{stem}_rounds.{part}"
    return [
        Column(rounds, "rounds", f"boards played in a game with {told}", shown=False),
        Column(f"{stem}_points.{part}", "points", f"points of a round with {told}", per=rounds, detail=True),
        Column(f"{stem}_win_rate.{part}", "share of rounds", f"rounds with most points, with {told}; one shared by k "
               "players counts 1/k", scale=WIN_PARTS, per=rounds, detail=True),
        Column(f"{stem}_calls.{part}", "share of rounds", f"calls without a fault in a round with {told}", per=rounds,
               detail=True),
    ]  # fmt: skip


def _of_the_game(players: int, pairs: int) -> list[Column]:
    """Figures of the whole game, in the order in which :func:`measure_game` fills them."""
    return [
        Column("win_rate", "share of games",
               "mean of the seats' win rates: the even share against which each seat's own is read",
               scale=players * WIN_PARTS, share=True),
        Column("score", "points", "mean of the seats' scores", scale=players),
        Column("ties", "share of games", "games won by more than one player", share=True, counted=True),
        Column("length", "rounds", "rounds of a game (O25)"),
        Column("seconds", "seconds", "from the signal to the end of a round (O10, O15)", scale=1000, per="length"),
        Column("called", "share of rounds", "rounds that end with a call (O15)", per="length"),
        Column("full_boards", "boards", "boards of a round without an empty space after the check", per="length"),
        Column("unsolvable", "share of boards", "boards of a round that their card cannot fill, whatever lies in the "
               "middle", scale=players, per="length"),
        Column("caller_points", "points", "points of a caller in a round that ends with a call", per="called"),
        Column("others_points", "points", "points of anybody else in such a round", per="others"),
        Column("others", "boards", "boards of a game whose owners did not call in a round with a call",
               shown=False),
        Column("bonus", "points", "bonuses less penalties of all players in a game (O19, O20)"),
        Column("tiles_laid", "tiles", "tiles laid in a round by all players, moved ones too", per="length"),
        Column("dead_ends", "dead ends", "spots of a round at which nothing fits, of all players", per="length"),
        Column("shortages", "dead ends", "of these, spots of a round at which only a tile fits that is not in the "
               "middle any more", per="length"),
        Column("in_vain", "tiles", "tiles of a round that were gone when a hand reached for them", per="length"),
        Column("faults", "tiles", "tiles removed by the check of a round (O16)", per="length"),
        Column("faults.edge", "tiles", "of these: over the edge (O14)", per="length"),
        Column("faults.colour", "tiles", "of these: of a colour that is not on the card", per="length"),
        Column("faults.overlap", "tiles", "of these: on one another (OO8)", per="length"),
        Column("faults.number", "tiles", "of these: too many of a colour", per="length"),
        Column("skill", "share of pairs",
               "pairs of players in which the one who thinks quicker has more points, half for equal ones: 50 % is "
               "pure luck, 100 % pure skill (concordance, Kendall 1938)", scale=2 * max(pairs, 1), share=True,
               shown=pairs > 0),
    ]  # fmt: skip


@rule
def skill(s: Seats, t: Table) -> int:
    """Over pairs of players: 2 where the one who thinks quicker has more points, 1 where both have as many."""
    found = 0
    for one in range(s.players):
        for other in range(s.players):
            if s.think_ms[one] < s.think_ms[other]:
                found += 2 * (t.score[one] > t.score[other]) + (t.score[one] == t.score[other])
    return found


@rule
def measure_game(s: Seats, t: Table, row: MutableSequence[int], at: int) -> int:
    """Fill in the figures of the whole game from column ``at`` on; where the next one stands."""
    score = 0
    winners = 0
    win = 0
    for player in range(s.players):
        win += t.win[player]
        winners += t.win[player] > 0
        score += t.score[player]
    faults = t.fault_sum[EDGE] + t.fault_sum[COLOUR] + t.fault_sum[OVERLAP] + t.fault_sum[NUMBER]
    row[at] = win
    row[at + 1] = score
    row[at + 2] = winners > 1
    row[at + 3] = t.counts[ROUNDS]
    row[at + 4] = t.counts[TIME_MS]
    row[at + 5] = t.counts[CALLED_ROUNDS]
    row[at + 6] = t.counts[FULL_BOARDS]
    row[at + 7] = t.counts[UNSOLVABLE]
    row[at + 8] = t.counts[CALLER_POINTS]
    row[at + 9] = t.counts[OTHER_POINTS]
    row[at + 10] = t.counts[OTHERS]
    row[at + 11] = t.counts[BONUS_POINTS]
    row[at + 12] = t.counts[ACTIONS]
    row[at + 13] = t.counts[DEAD_ENDS]
    row[at + 14] = t.counts[DRY]
    row[at + 15] = t.counts[IN_VAIN]
    row[at + 16] = faults
    row[at + 17] = t.fault_sum[EDGE]
    row[at + 18] = t.fault_sum[COLOUR]
    row[at + 19] = t.fault_sum[OVERLAP]
    row[at + 20] = t.fault_sum[NUMBER]
    row[at + 21] = skill(s, t)
    return at + 22


@small_rule
def by_player(s: Seats, values: MutableSequence[int], row: MutableSequence[int], at: int) -> int:
    """Fill in the sum of the players and each one's figure; where the next one stands."""
    row[at] = 0
    for player in range(s.players):
        row[at] += values[player]
        row[at + 1 + player] = values[player]
    return at + 1 + s.players


@small_rule
def by_place(counted: MutableSequence[int], places: int, row: MutableSequence[int], at: int) -> int:
    """Fill in what is counted of each gallery or card; where the next figure stands."""
    for index in range(places * PER_PLACE):
        row[at + index] = counted[index]
    return at + places * PER_PLACE


@rule
def measure(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Fill ``row`` from a finished game, in the order of :func:`columns`."""
    seats = s.players
    for player in range(seats):
        row[player] = t.win[player]
        row[seats + player] = t.score[player]
    at = measure_game(s, t, row, 2 * seats)
    for rank in range(seats):
        row[at + rank] = t.empty_by_rank[rank]
    at = by_player(s, t.calls, row, at + seats)
    at = by_player(s, t.wrong, row, at)
    at = by_player(s, t.empty_sum, row, at)
    at = by_player(s, t.elf_sum, row, at)
    at = by_player(s, t.element_sum, row, at)
    at = by_place(t.gallery_rounds, 2 * r.boards, row, at)
    at = by_place(t.card_rounds, r.cards, row, at)
    for number in range(r.rounds):
        for player in range(seats):
            row[at + number * seats + player] = t.round_mark[number * MOST_PLAYERS + player]

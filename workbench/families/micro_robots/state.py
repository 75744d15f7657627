"""The named tuples of integers that the rules work on.

``Rules`` is what a definition compiles to and ``Seats`` the characters; both are read only. ``Table`` is the scratch of
one running game: mutable sequences of integers, allocated once and used for game after game.

A *space* is a number from 0: the place of the space among all spaces, tile by tile. A set of spaces is one integer with
a bit for each. A *node* is a space in one of two layers: in layer 0 the robot has still to visit the waypoint, in
layer 1 it has not (any more). Times are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

MOST_PLAYERS = 8
MOST_TILES = 16
MOST_SPACES = 64
LAYERS = 2
MOST_NODES = LAYERS * MOST_SPACES
MOST_ENDS = 16
MOST_MOVES = 2 * MOST_SPACES
"""Longest way that fits: each node at most once."""

# Options, numbered in the order of the definition's fields.
FREE, FIRST_MATCH, ADJACENT = 0, 1, 2
EARLIER, LOWER_NUMBER, NOBODY = 0, 1, 2
# How a game ends.
BY_GOAL, BY_STOCK, BY_ROUNDS = 0, 1, 2
# What random numbers are for.
LAYOUT, TURN, ROLL, LOOK, FIND, CHECK, ERROR, SHOW, NEW_TILES = 21, 22, 23, 24, 25, 26, 27, 28, 29
# What a person is asked (see engine/outside.py).
ASK_CALL, ASK_NUMBER, ASK_SHOWING, ASK_STOP = 0, 1, 2, 3
# What can be wrong with a way.
NOTHING_WRONG, NO_MOVE, SECOND_VISIT, TARGET_TOO_EARLY, NO_WAYPOINT, NO_TARGET = 0, 1, 2, 3, 4, 5
FAULTS = 8
"""A fault is this times the number of its move, plus what is wrong."""
# Which space a roll is for.
START_ROLL, TARGET_ROLL, WAYPOINT_ROLL = 0, 1, 2

FAR = MOST_NODES
"""Stands for "cannot be reached"."""
NOBODY_CALLS = -1

DISTANCES = 10
"""Rounds are counted by their shortest way: 1 to 8 moves, 9 or more, and none at all (index 0)."""
WAYS = 5
"""Rounds are counted by the number of shortest ways: none (index 0), 1, 2, 3 or 4, 5 or more."""
ROUNDS_KEPT = 40
"""Rounds whose call stands in the row of a game."""


class Rules(NamedTuple):
    """A definition as integers. Switches are 0 or 1; tables are flat."""

    spaces: int
    tiles: int
    tile_rows: int
    tile_columns: int
    grid_rows: int
    grid_columns: int
    turn_step: int
    """Quarter turns that a tile can be turned by: 1 for square tiles, else 2."""
    travel: int
    revisits: int
    out_and_back: int
    min_distance: int
    waypoint: int
    target_first: int
    pass_over: int
    chips: int
    to_win: int
    on_target: int
    minus_points: int
    caller_keeps: int
    fewest_after: int
    gift_wins: int
    at_once: int
    at_once_ms: int
    others_try: int
    show_ms: int
    """Time in which the way must be shown; 0 for any."""
    shortest: int
    shortest_ms: int
    limit_ms: int
    start_moves_on: int
    """After a round that was broken off the old target is the next start."""
    most_rounds: int
    colours: int
    numbers: int
    colour: Sequence[int]
    """By space."""
    number: Sequence[int]
    """By space."""
    rolled: Sequence[int]
    """By colour and number: the space that these dice name."""
    is_fixed: int
    fixed: Sequence[int]
    """By place of the board: tile and quarter turns if the arrangement is fixed, else zeros."""


class Seats(NamedTuple):
    """The characters at the table: one column a parameter, one row a seat."""

    players: int
    person: int
    """The seat of a person, who has no parameters; -1 where only characters play."""
    look_ms: Sequence[int]
    find_ms: Sequence[int]
    breadth: Sequence[int]
    depth: Sequence[int]
    notice_percent: Sequence[int]
    order_percent: Sequence[int]
    check_ms: Sequence[int]
    miscount_permille: Sequence[int]
    forget_permille: Sequence[int]
    show_ms: Sequence[int]


class View(NamedTuple):
    """What a person is asked about."""

    seat: int
    round_number: int
    start: int
    target: int
    waypoint: int
    """-1 for none."""
    now_ms: int
    """The clock of the round when the question is put."""
    until_ms: int
    """Until when an answer counts; 0 where that is open."""
    timer: int
    """1 where somebody has called and the timer runs (MO18)."""


class Table(NamedTuple):
    """One running game. Columns by seat unless said otherwise."""

    tile_at: MutableSequence[int]
    """By place of the board in reading order: the tile that lies there."""
    turn_at: MutableSequence[int]
    """By place of the board: its quarter turns clockwise."""
    space_at: MutableSequence[int]
    """By square of the board in reading order: the space that lies there."""
    square_of: MutableSequence[int]
    """By space: its square of the board."""
    reach: MutableSequence[int]
    """By space: the set of spaces that one move leads to."""
    back: MutableSequence[int]
    """By space: the set of spaces that lead to it in one move."""
    to_go: MutableSequence[int]
    """By node: moves that are still needed to the target, FAR if there is no way."""
    ways: MutableSequence[int]
    """By node: number of shortest ways to the target."""
    parent: MutableSequence[int]
    """By node: the node before it in the searching player's mind."""
    depth: MutableSequence[int]
    """By node: moves from the start in the searching player's mind."""
    ends: MutableSequence[int]
    """Nodes from which the searching player goes on, the oldest first."""
    call_ms: MutableSequence[int]
    """When the player calls in this round, NOBODY_CALLS for never."""
    called: MutableSequence[int]
    """The number that the player calls."""
    moves: MutableSequence[int]
    """Moves of the way that the player found."""
    way: MutableSequence[int]
    """By seat and move: the spaces of that way, the start first."""
    chips: MutableSequence[int]
    minus: MutableSequence[int]
    """Minus points (MO5)."""
    tried: MutableSequence[int]
    """1 for players who have called in this round."""
    win: MutableSequence[int]
    """Share of the win in 840ths."""
    calls: MutableSequence[int]
    wrong: MutableSequence[int]
    rounds_by_distance: MutableSequence[int]
    ms_by_distance: MutableSequence[int]
    rounds_by_ways: MutableSequence[int]
    ms_by_ways: MutableSequence[int]
    round_call: MutableSequence[int]
    """By round: the first call as 1000 * (seat + 1) + number, 0 for none."""
    pairs: MutableSequence[int]
    """By moves: ordered pairs of spaces of the solved board that are so far apart; at FAR those without a way."""
    through: MutableSequence[int]
    """The same for ordered triples of start, waypoint and target."""
    between: MutableSequence[int]
    """By start and target: moves of a shortest way on the solved board."""
    counts: MutableSequence[int]
    """Single numbers, by the indices below."""
    trace: MutableSequence[int]
    """Records of what happened, where it is asked for (see trace.py)."""


# Indices into Table.counts.
(
    ROUNDS,
    STOCK,
    LAST_WINNER,
    REASON,
    BROKEN_OFF,
    TIME_MS,
    TRIVIAL,
    SOLVED,
    DETOUR,
    DISTANCE_SUM,
    CURSOR,
    CONNECTIONS,
    BOARD_MARK,
) = range(13)
COUNTS = 13
# STOCK: chips with nobody; LAST_WINNER: who won a chip last, -1 for nobody; BROKEN_OFF: rounds broken off (M19);
# TIME_MS: thinking and showing; TRIVIAL: targets one or two moves away; SOLVED: right calls; DETOUR: moves of right
# ways beyond the shortest; DISTANCE_SUM: moves of the shortest ways; CURSOR: end of the trace, -1 for none;
# CONNECTIONS and BOARD_MARK: of the solved board, the number of its moves (there and back counted once where both
# exist) and 62 bits that differ where its moves differ.

"""The named tuples of integers that the rules work on.

``Rules`` is what a definition compiles to and ``Seats`` the characters; both are read only. ``Table`` is the scratch of
one running game: mutable sequences of integers, allocated once and used for game after game.

A *gallery* is a side of a board: number 2 * board + side. Its spaces have numbers from 0 in reading order; where tiles
may cover rock, its rock cells follow. A set of them is one integer with a bit for each. A *kind* is a shape in a
colour, and a *place* one way to lay a kind on a gallery. Times are whole milliseconds on the clock of the round.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

MOST_PLAYERS = 8
MOST_SPACES = 64
MOST_COLOURS = 8
MOST_KINDS = 32
"""Kinds in the box."""
MOST_COPIES = 40
MOST_LAID = 64
"""Tiles on one board."""
MOST_ROUNDS = 40
MOST_BOARDS = 60
MOST_CARDS = 400
CORNERS = MOST_SPACES + 1
"""Entries of ``Rules.first`` for one gallery."""

PER_PLACE = 4
"""What is counted of each gallery and card: rounds, points, shares of the most points of a round, calls without a
fault."""
WIN_PARTS = 840
"""A shared win counts 1/k each; 840 divides by every number of winners up to 8."""

NEVER = 1 << 40
"""When somebody acts next who does not act any more in this round."""
MOST_STEPS = 16_000
"""Decisions of a player in one round; after that he stops."""

# Sides of boards and tiles: a side as a bit of a set.
SIDE_A, SIDE_B = 1, 2
# Options, numbered in the order of the definition's fields.
OWNER, OPPONENTS, LAST_PLACED = 0, 1, 2
FLOOR_BEFORE, FLOOR_AFTER, NO_FLOOR = 0, 1, 2
BY_SYMBOL, BY_TILE = 1, 2
"""How elements count; 0 where they do not."""
# What a player does at his next moment.
CHOOSE, REACH, LAY, GIVE_BACK, CALL = 0, 1, 2, 3, 4
# What a person is asked (see engine/outside.py): for a side of a board; for the moment of the next act, what that is,
# and with which tile.
ASK_SIDE, ASK_ACT, ASK_WHAT, ASK_PLACE, ASK_COPY, ASK_UP, ASK_TILE = 0, 1, 2, 3, 4, 5, 6
# How a player called, once that is checked.
RIGHTLY, WRONGLY = 1, 2
# Directions in which a slipping hand moves a tile: up, left, right, down.
DIRECTIONS = 4
# What is wrong with a tile.
NOTHING, EDGE, COLOUR, OVERLAP, NUMBER = 0, 1, 2, 3, 4
# What random numbers are for.
PILE, DECK, DEAL, SIDE, CHIEF, ACT = 41, 42, 43, 44, 45, 46


class Rules(NamedTuple):
    """A definition as integers. Switches are 0 or 1; tables are flat."""

    rounds: int
    boards: int
    cards: int
    colours: int
    kinds: int
    elements: int
    exact: int
    reshuffled: int
    exchange: int
    call_without: int
    """A call without a full board is allowed (OO10)."""
    at_once_ms: int
    limit_ms: int
    """When a round is broken off; 0 for never."""
    chief_changes: int
    surplus_removed: int
    surplus: int
    full: int
    floor: int
    bonus: int
    penalty: int
    elf_points: int
    elements_count: int
    fewest_empty: int
    most_calls: int
    chief_by_lot: int
    board_name: Sequence[int]
    """By board: what its luck depends on."""
    card_name: Sequence[int]
    wanted: Sequence[int]
    """By card and colour: how many tiles it names."""
    worth: Sequence[int]
    """By card and element: points."""
    colour: Sequence[int]
    """By kind."""
    size: Sequence[int]
    """By kind: spaces that a tile covers."""
    copies: Sequence[int]
    """By kind: the set of the copies in the box."""
    unsorted: Sequence[int]
    """By colour: 1 where it does not lie sorted in the middle (O2)."""
    sizes: Sequence[int]
    """By colour: the set of the sizes of its tiles."""
    symbols: Sequence[int]
    """By kind, copy, side and element: how often the element is printed there; nothing where elements do not count."""
    spaces: Sequence[int]
    """By gallery: the set of its spaces."""
    room: Sequence[int]
    """By gallery: how many places there are, which tells how easy it looks."""
    near: Sequence[int]
    """By gallery and space: the set of the spaces that share an edge with it."""
    beside: Sequence[int]
    """By gallery, space and direction: the next space there, -1 for none."""
    elf_at: Sequence[int]
    """By gallery and colour: the set of the spaces with such an elf; nothing where elves give no points."""
    first: Sequence[int]
    """By gallery and space (and one more): the first entry of ``cover`` and ``place`` that covers it."""
    cover: Sequence[int]
    """The spaces that are covered."""
    place: Sequence[int]
    """Which place that is."""
    covered: Sequence[int]
    """By place: the spaces that are covered."""
    kind: Sequence[int]
    """By place."""
    up: Sequence[int]
    """By place: the set of the sides of a tile that can be up there."""
    solvable: Sequence[int]
    """By gallery and card: 1 where the card can fill it, 0 where it cannot; nothing where that is not known."""


class Seats(NamedTuple):
    """The characters at the table: one column a parameter, one row a seat."""

    players: int
    person: int
    """The seat of a person, who has no parameters; -1 where only characters play."""
    think_ms: Sequence[int]
    look_ms: Sequence[int]
    take_ms: Sequence[int]
    place_ms: Sequence[int]
    return_ms: Sequence[int]
    breadth: Sequence[int]
    focus_percent: Sequence[int]
    foresight_percent: Sequence[int]
    patience: Sequence[int]
    slip_permille: Sequence[int]
    miscount_permille: Sequence[int]
    overlook_permille: Sequence[int]
    check_ms: Sequence[int]
    notice_percent: Sequence[int]
    side_percent: Sequence[int]
    bonus_percent: Sequence[int]


class View(NamedTuple):
    """What a person is asked about: whose turn to answer it is, the round, and until when an act counts."""

    seat: int
    round_number: int
    until_ms: int


class Table(NamedTuple):
    """One running game. Columns by seat unless said otherwise."""

    # The game.
    pile: MutableSequence[int]
    """The boards by their place: those of the players first, then the pile from its top."""
    deck: MutableSequence[int]
    """The treasure cards, first on top."""
    keys: MutableSequence[int]
    scratch: MutableSequence[int]
    board: MutableSequence[int]
    """The board that lies before the player."""
    gallery: MutableSequence[int]
    """The side of it that is played."""
    card: MutableSequence[int]
    score: MutableSequence[int]
    win: MutableSequence[int]
    """Share of the win in 840ths."""
    calls: MutableSequence[int]
    """Calls without a fault."""
    wrong: MutableSequence[int]
    """Calls with a fault."""
    empty_sum: MutableSequence[int]
    """Empty spaces of all rounds."""
    # The round.
    stock: MutableSequence[int]
    """By kind: the set of the copies in the middle."""
    now: MutableSequence[int]
    """When the player acts next, NEVER for not any more."""
    does: MutableSequence[int]
    """What he does then."""
    step: MutableSequence[int]
    """Decisions so far."""
    dead_ends: MutableSequence[int]
    settled: MutableSequence[int]
    """1 for who only fills what can be filled; 2 for who calls without a full board."""
    spot: MutableSequence[int]
    """The space at which the player got stuck."""
    lifts: MutableSequence[int]
    """Tiles that he still wants to take back there."""
    avoided: MutableSequence[int]
    """The set of spaces that he leaves for later."""
    banned: MutableSequence[int]
    """The place that he has just given up, -1 for none."""
    filled: MutableSequence[int]
    """The set of spaces on which something lies."""
    left: MutableSequence[int]
    """By player and colour: tiles that the card still allows."""
    loose: MutableSequence[int]
    """By player and kind: the set of copies put aside, which may not go back (O13)."""
    aside: MutableSequence[int]
    """By player and colour: how many those are."""
    laid: MutableSequence[int]
    """Tiles on the board."""
    hand_place: MutableSequence[int]
    """Where the tile in the hand, or reached for, is to go."""
    hand_copy: MutableSequence[int]
    hand_up: MutableSequence[int]
    # Tiles on boards, by player and their number in the order in which they were laid.
    tile_place: MutableSequence[int]
    tile_shift: MutableSequence[int]
    """The direction in which the hand slipped, counted from 1; 0 for none."""
    tile_copy: MutableSequence[int]
    tile_up: MutableSequence[int]
    """The side that is up, 0 or 1."""
    tile_covers: MutableSequence[int]
    """The spaces that it lies on."""
    tile_why: MutableSequence[int]
    """What is wrong with it."""
    # What a round came to.
    called: MutableSequence[int]
    """RIGHTLY or WRONGLY for who called in this round, else 0."""
    was_full: MutableSequence[int]
    """1 for who called with something on every space."""
    empty: MutableSequence[int]
    base: MutableSequence[int]
    extra: MutableSequence[int]
    """Bonus or minus the penalty."""
    elves: MutableSequence[int]
    elements: MutableSequence[int]
    points: MutableSequence[int]
    # What is measured.
    empty_by_rank: MutableSequence[int]
    """By rank in a round (0: the fewest): sums of empty spaces."""
    elf_sum: MutableSequence[int]
    element_sum: MutableSequence[int]
    fault_sum: MutableSequence[int]
    """By what is wrong: tiles removed."""
    gallery_rounds: MutableSequence[int]
    """By gallery: how often it was played; then as PER_PLACE says."""
    card_rounds: MutableSequence[int]
    """The same by card."""
    round_mark: MutableSequence[int]
    """By round and player: bits that differ where what was done differs."""
    counts: MutableSequence[int]
    """Single numbers, by the indices below."""
    trace: MutableSequence[int]
    """Records of what happened, where it is asked for (see trace.py)."""


# Indices into Table.counts.
(
    CURSOR,
    THE_CHIEF,
    DRAWN,
    DEALT,
    SHUFFLES,
    ROUNDS,
    CALLER,
    ROUND_MS,
    TIME_MS,
    CALLED_ROUNDS,
    CALLER_POINTS,
    OTHER_POINTS,
    OTHERS,
    IN_VAIN,
    DRY,
    DEAD_ENDS,
    UNSOLVABLE,
    ACTIONS,
    BONUS_POINTS,
    FULL_BOARDS,
) = range(20)
COUNTS = 20
# CURSOR: end of the trace, -1 for none; THE_CHIEF: seat of the chief dwarf; DRAWN: boards taken from the pile; DEALT:
# cards taken from the deck; SHUFFLES: how often the deck was made anew; CALLER: who changes his board after this
# round, -1 for nobody; ROUND_MS: length of this round, TIME_MS of all; CALLED_ROUNDS: rounds with a call;
# CALLER_POINTS, OTHER_POINTS: points in those, of callers and of all others (OTHERS in number); IN_VAIN: tiles gone
# when a hand reached for them; DEAD_ENDS: spots at which nothing fitted; DRY: of these, where a tile of the card's
# colours would have fitted, but none was left in the middle; UNSOLVABLE: deals that nobody could have solved; ACTIONS:
# tiles laid; BONUS_POINTS: bonuses minus penalties; FULL_BOARDS: boards without an empty space after the check.

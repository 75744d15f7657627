"""The named tuples of integers that the rules work on.

``Rules`` is what a definition compiles to and ``Seats`` the characters; both are read only. ``Table`` is the scratch
of one running game: mutable sequences of integers, allocated once and used for game after game.

Cards that nobody can tell apart in play are of one *kind*. For each metal, in alphabetical order, there are its mines,
its crates and its double crates; then come the closers, then the bandits by rising value. The cards of a kind have
numbers one after the other.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from workbench.engine.jit import small_rule

MOST_PLAYERS = 8
MOST_METALS = 6
MOST_MINES = 32
MOST_CARDS = 120
KINDS = 64
"""Room for kinds in the columns by player and kind; six metals and thirty bandits need 49."""

# Types of cards.
MINE, CRATE, DOUBLE, CLOSER, BANDIT = 0, 1, 2, 3, 4
# Options, numbered in the order of the definition's fields.
LEFT_OF_DEALER, BY_LOT, DEALER = 0, 1, 2
PLAIN, FORBIDDEN, DOUBLES = 0, 1, 2
SHARED, MORE_GOLD, NEXT_ROUND = 0, 1, 2
# Where a card is: in the hand of the seat, else here.
IN_PILE, ON_TABLE, OUT = -1, -2, -3
# What a player can do in his turn. An action is one number: verb, kind of card and target (see :func:`action_of`).
DRAW, PASS, PUSH, PLAY = 0, 1, 2, 3
# An answer in a fight is a kind of card, or this.
NOTHING = -1
# How a fight ends.
KEPT, LOST, CLOSED = 0, 1, 2
# Strategies.
WEIGH, RANDOM, USER, PERSON = 0, 1, 2, 3
# What a person is asked for: an action, an answer in a fight, a second bandit, and the display of a won mine.
ASK_ACTION, ASK_ANSWER, ASK_SECOND, ASK_DISPLAY = 0, 1, 2, 3
# What a player may be forbidden, as bits (see options.py).
BAN_PUSH, BAN_ATTACK, BAN_FIGHT, BAN_RESCUE, BAN_SPOIL = 1, 2, 4, 8, 16


class Rules(NamedTuple):
    """A definition as integers. Switches are 0 or 1; tables are flat."""

    metals: int
    kinds: int
    cards: int
    closer: int
    """The kind of the closers; those above are bandits, rising."""
    stack: int
    """Most crates that can lie on one mine."""
    teams: int
    hand_size: int
    target: int
    starter: int
    may_pass: int
    most_turns: int
    all_displays: int
    """1 if everything may be put into an opponent's display (DO3)."""
    late_double: int
    several: int
    top_to_hand: int
    second_bandit: int
    own_mine: int
    partner_supports: int
    defenders_close: int
    winners_choice: int
    against_owner: int
    drawer_acts: int
    last_pushes: int
    tie: int
    card_in_hand: int
    most_rounds: int
    metal_value: Sequence[int]
    is_top: Sequence[int]
    """By metal: 1 if none has a higher base value."""
    kind_type: Sequence[int]
    kind_metal: Sequence[int]
    """Of a mine or a crate, else -1."""
    kind_value: Sequence[int]
    """Base value of a mine or a crate, value of a bandit, 0 for a closer."""
    first_card: Sequence[int]
    copies: Sequence[int]
    """By kind: cards in the deck."""
    card_kind: Sequence[int]
    card_key: Sequence[int]


class Seats(NamedTuple):
    """The characters at the table: one column a parameter, one row a seat."""

    players: int
    strategy: Sequence[int]
    rush_at: Sequence[int]
    close_at: Sequence[int]
    spared: Sequence[int]
    guards: Sequence[int]
    keep_other: Sequence[int]
    draw_worth: Sequence[int]
    crowding: Sequence[int]
    hand_size: Sequence[int]
    crate_worth: Sequence[int]
    open_for_crates: Sequence[int]
    idle_mine: Sequence[int]
    closer_worth: Sequence[int]
    grow: Sequence[int]
    spoil_worth: Sequence[int]
    attack_at: Sequence[int]
    attack_with: Sequence[int]
    hold_robbed: Sequence[int]
    bandit_worth: Sequence[int]
    bluff: Sequence[int]
    fight_at: Sequence[int]
    rescue_at: Sequence[int]
    relies: Sequence[int]
    tempo: Sequence[int]
    push_closer: Sequence[int]
    push_bandit: Sequence[int]
    counts_cards: Sequence[int]
    draw_percent: Sequence[int]
    answer_percent: Sequence[int]
    user: Sequence[int]
    """Handle of the strategy of the user's that plays the seat, else 0."""
    forbidden: Sequence[int]
    """What the seat is forbidden in restricted play, as bits."""


class Table(NamedTuple):
    """One running game. Columns by player and kind have ``KINDS`` places for each player."""

    hand: MutableSequence[int]
    """By player and kind: cards in hand."""
    hand_cards: MutableSequence[int]
    """By player: cards in hand."""
    told: MutableSequence[int]
    """By player and kind: cards that it pushed to its partner and that the partner has not played."""
    seen: MutableSequence[int]
    """By kind: cards that lie open or left the game, so that everybody has seen them."""
    place: MutableSequence[int]
    """By card: the seat that holds it, or where it is."""
    keys: MutableSequence[int]
    scratch: MutableSequence[int]
    mine_card: MutableSequence[int]
    """By mine, in the order in which they were opened: its mine card."""
    mine_metal: MutableSequence[int]
    mine_display: MutableSequence[int]
    """The seat in whose display it lies."""
    mine_crates: MutableSequence[int]
    mine_doubles: MutableSequence[int]
    """Double crates among them."""
    mine_closer: MutableSequence[int]
    """The closer card on it, -1 while it is open."""
    stacks: MutableSequence[int]
    """By mine, ``Rules.stack`` places for each: its crates from bottom to top."""
    open_mines: MutableSequence[int]
    """By side and metal, ``MOST_METALS`` places for each side: mines in its displays, open or closed (DO25)."""
    actions: MutableSequence[int]
    """The legal actions of whoever is asked (see turns.py)."""
    answers: MutableSequence[int]
    """In a fight, by player: the kind that it played, or ``NOTHING``."""
    strength: MutableSequence[int]
    """In a fight, by side: its bandits added up."""
    counts: MutableSequence[int]
    """Single numbers, by the indices below."""
    round_points: MutableSequence[int]
    """By player: points of the round."""
    score: MutableSequence[int]
    """By player: points of all rounds."""
    side_score: MutableSequence[int]
    """By side (a team, or a player alone): points of all rounds."""
    banked: MutableSequence[int]
    """By side: points of the mines that it has closed so far, in all rounds."""
    gold: MutableSequence[int]
    """By side: points from the metals of the highest base value, in all rounds (DO23)."""
    win: MutableSequence[int]
    """Share of the win in 840ths, by seat."""
    metal_points: MutableSequence[int]
    """By metal: points of closed mines, in all rounds."""
    pushed: MutableSequence[int]
    """By card: 1 if it was pushed in this round."""
    played: MutableSequence[int]
    """By kind: cards played in all rounds, in fights too."""
    worth: MutableSequence[int]
    """By kind of bandit: points of the mines that went another way for the sake of such a card, in all rounds."""
    tally: MutableSequence[int]
    """What is counted over all rounds, by the indices below."""
    seat_tally: MutableSequence[int]
    """The same by figure and seat, ``MOST_PLAYERS`` places for each figure."""
    decisions: MutableSequence[int]
    """By turn of the game, the first ``TURNS_KEPT`` of them: what everybody decided, packed by turns.py."""
    trace: MutableSequence[int]
    """Records of what happened, where it is asked for (see trace.py)."""


TURNS_KEPT = 120


class View(NamedTuple):
    """What a strategy of the user's gets: one thing that its player may do now, and what he knows.

    The strategy is asked about each of them in turn and says how much it likes it, as a whole number from 0; the
    highest is done, of equal ones the first. Everything here is open to the player: his own hand, what lies on the
    table, how many cards the others hold, and what he pushed to his partner.
    """

    question: int
    """0: an action in his turn, 1: an answer in a fight, 2: a second bandit of his in a fight, 3: where a won mine
    goes."""
    verb: int
    """0: draw, 1: pass (in a fight: play nothing), 2: push to the partner, 3: play."""
    card: int
    """The card pushed or played, 0: mine, 1: crate, 2: double crate, 3: closer, 4: bandit; -1: none."""
    metal: int
    """Its metal by number, in alphabetical order; -1 for none."""
    value: int
    """Base value of a mine or a crate, value of a bandit, else 0."""
    display: int
    """The seat in whose display the card goes or its mine lies, -1 for none."""
    own: int
    """1 if that display is the own team's."""
    crates: int
    """Crates on that mine."""
    worth: int
    """Points of that mine if it were closed as it lies."""
    worth_after: int
    """The same after this, where a crate is played, or where a closer is in a fight."""
    attack: int
    """In a fight: the bandits of the strongest side but the owner's, so far."""
    defence: int
    """In a fight: the bandits of the owner's side, so far."""
    seat: int
    players: int
    teams: int
    round: int
    turn: int
    pile: int
    """Cards left in the pile."""
    last_actions: int
    """Actions left in the last round, this one included; -1 before it."""
    hand: int
    """Own cards in hand, and of them:"""
    mines: int
    crates_in_hand: int
    """Double ones too."""
    closers: int
    bandits: int
    highest_bandit: int
    """0 without any."""
    fitting_crates: int
    """Own crates in hand of the metal in question."""
    partner_hand: int
    """Cards in the partner's hand; 0 without teams."""
    told: int
    """Cards of this very kind that the player pushed to his partner and that he still holds."""
    points: int
    """Points of the own team's closed mines in this round."""
    best_other_points: int
    """The same of the best other side."""
    closers_unseen: int
    """Closers that are neither in the own hand nor open nor out of the game."""
    higher_unseen: int
    """Bandits of this kind not seen either, higher than the one in question (of all, where it is none)."""


# Indices into Table.counts.
MINES, DRAWN, ROUND, TURN, STARTER, TO_ACT, CURSOR, ROUNDS, FIRST_STARTER, TURNS, LEADER = range(11)
COUNTS = 11
# MINES: mines on the table; DRAWN: cards taken from the shuffled deck, dealt ones too; ROUND: number of the round, from
# 0; TURN: turns of the round so far; STARTER: who began the round; TO_ACT: actions left in the last round, -1 before
# it; CURSOR: end of the trace, -1 for none; ROUNDS: rounds played; FIRST_STARTER: who began the first one; TURNS: turns
# of all rounds; LEADER: the side last in sole lead and 1, 0 for none yet.

# Indices into Table.tally.
(
    DRAWS, PASSES, OPENED, FIGHTS, KEPT_MINES, LOST_MINES, CLOSED_MINES, LOST_POINTS, REMOVED_POINTS, SPOILED,
    CLOSED_LATER, PUSHED_CRATES, PUSHED_CLOSERS, PUSHED_BANDITS, LEFT_OPEN, LEAD_CHANGES, HELD,
) = range(17)  # fmt: skip
TALLIES = HELD + 5
# FIGHTS end with the mine kept, lost or closed: KEPT_MINES, LOST_MINES, CLOSED_MINES; LOST_POINTS: what the lost ones
# held; REMOVED_POINTS: what closing in a fight cost; SPOILED: mines closed by a turn in an opponent's display;
# CLOSED_LATER: mines closed by a turn in the own team's; PUSHED_...: points that pushed cards brought the team;
# LEFT_OPEN: what the mines still open at the end held; LEAD_CHANGES: changes of the side in sole lead; HELD and the
# next ones: cards in hand at the end of a round, by type.

# Indices into Table.seat_tally.
SEAT_PUSHES, SEAT_ATTACKS, SEAT_WON, SEAT_ROBBED, SEAT_LEFT = range(5)
SEAT_TALLIES = 5
# SEAT_WON: attacks that won the mine; SEAT_ROBBED: mines lost from the display; SEAT_LEFT: cards left in hand.


@small_rule
def sides_of(r: Rules, s: Seats) -> int:
    """How many play against each other: teams, or players alone (D3, D26)."""
    return s.players // 2 if r.teams else s.players


@small_rule
def side_of(r: Rules, s: Seats, player: int) -> int:
    """The side of a player. Partners sit opposite, so the teams alternate (D3)."""
    return player % sides_of(r, s)


@small_rule
def partner_of(r: Rules, s: Seats, player: int) -> int:
    """The player opposite; without teams the player itself."""
    return (player + sides_of(r, s)) % s.players


@small_rule
def pile_cards(r: Rules, t: Table) -> int:
    """Cards left in the pile."""
    return r.cards - t.counts[DRAWN]


@small_rule
def action_of(verb: int, kind: int, target: int) -> int:
    """An action as one number: what is done, with which kind of card, and the display or the mine it goes to."""
    return (verb << 16) | (kind << 8) | target


@small_rule
def verb_of(action: int) -> int:
    """Draw, pass, push or play."""
    return action >> 16


@small_rule
def kind_of(action: int) -> int:
    """The kind of card that is pushed or played."""
    return (action >> 8) & 255


@small_rule
def target_of(action: int) -> int:
    """The display that a mine is opened in, or the mine that a card is put on."""
    return action & 255

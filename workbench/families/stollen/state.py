"""The named tuples of integers that the rules work on.

``Rules`` is what a definition compiles to and ``Seats`` the characters; both are read only. ``Table`` is the
scratch of one running game: mutable sequences of integers, allocated once and used for game after game.
Lumps in banks and scores are counted in half lumps, since exact halves (SO31) can leave one.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from workbench.engine.jit import small_rule

MOST_PLAYERS = 8

MOST_KINDS = 12
NO_KIND = MOST_KINDS
"""The kind of a card that is no hazard; it never lies in the tunnel."""

# Kinds of cards.
FIND, HAZARD, FOSSIL = 0, 1, 2
# Options, numbered in the order of the definition's fields.
LEAVE, RESHUFFLE, BANK = 0, 1, 2
LOST, CARRIED, LAST_LEAVER = 0, 1, 2
FLOOR, CEIL, EXACT = 0, 1, 2
HELMET_FIRST, BOTH, VICTIM_CHOOSES = 0, 1, 2
TO_VICTIM, TO_THROWER, TO_NOBODY = 0, 1, 2
TIE_FOSSILS, TIE_POINTS, TIE_NONE = 0, 1, 2
SHARED, LAST_LEVEL, EARLIEST_LEAVER = 0, 1, 2
# What the canary says.
NOT_HEARD, SINGS, SILENT = 0, 1, 2
# What a lamp shows.
NOT_SEEN, SAFE, FATAL = 0, 1, 2
# How a level ends.
BY_COLLAPSE, BY_EXIT, BY_EMPTY_DECK = 0, 1, 2
# Strategies.
LOOT, NERVE, ODDS, RANDOM, NEVER, USER, PERSON = 0, 1, 2, 3, 4, 5, 6
CALM_STRATEGIES = (NERVE, ODDS, NEVER)
# Decisions, also what a strategy of the user's returns.
GO_OUT, GO_DEEPER, USE_LAMP = 0, 1, 2
# Whether a player that decides may look at the next card: not, instead of choosing, or only that is asked.
NO_LAMP, LAMP_AT_HAND, LAMP_ONLY = 0, 1, 2
# What a person is asked: for a decision, for a seat (the target of the rope), else yes or no.
ASK_CHOICE, ASK_DEEPER, ASK_LAMP, ASK_HELMET, ASK_ROPE, ASK_TARGET, ASK_REFUSAL = 0, 1, 2, 3, 4, 5, 6
# Columns of the tools, and what is counted like one: the canary's word, and the buried player's side of the rope.
LAMP, HELMET, ROPE, CANARY_WORD, ROPED = 0, 1, 2, 3, 4
# What a player may be forbidden, as bits (see options.py).
BAN_LAMP, BAN_HELMET, BAN_ROPE, BAN_ROPED, BAN_CANARY, BAN_LEAVING, BAN_DEEPER, BAN_DEEPER_AT_SILENCE = (
    1, 2, 4, 8, 16, 32, 64, 128
)  # fmt: skip


class Rules(NamedTuple):
    """A definition as integers. Switches are 0 or 1; tables are flat."""

    levels: int
    kinds: int
    growing: int
    when_empty: int
    first_choice: int
    leaving_first: int
    last_must_leave: int
    removes_hazard: int
    open_collapse: int
    per_card: int
    leftovers_at_end: int
    rest_lost: int
    fossils_per_level: int
    fossils_at_start: int
    single_leaver_only: int
    single_takes_one: int
    rest_to_first: int
    by_carried_order: int
    out_after_collapse: int
    out_after_exit: int
    tie_break: int
    still_tied: int
    canary: int
    canary_kinds: int
    canary_once: int
    canary_before_choice: int
    canary_owner: int
    """The seat that hears it, or -1 for all."""
    canary_fatal_only: int
    canary_fossil_safe: int
    canary_first: int
    lamps: int
    lamps_per_level: int
    lamp_announced_at_once: int
    lamps_together: int
    helmets: int
    helmets_per_level: int
    helmet_automatic: int
    helmet_odd: int
    helmet_banked: int
    helmet_with_rope: int
    ropes: int
    ropes_per_level: int
    rope_odd: int
    rope_rest_to_victim: int
    rope_refusable: int
    rope_in_vain: int
    rope_declinable: int
    rope_just_left: int
    banks_open: int
    fossils_open: int
    fossil_table: Sequence[int]
    """Running totals for 0, 1, 2, ... fossils, as many as there can be."""
    first_card: Sequence[int]
    """By level: the first card of its deck in the card columns."""
    end_card: Sequence[int]
    copies: Sequence[int]
    """By level and kind: copies in that level's deck before any is removed."""
    card_type: Sequence[int]
    card_value: Sequence[int]
    """Lumps of a find, kind of a hazard, 0 for a fossil."""
    card_kind: Sequence[int]
    """Kind of a hazard, else ``NO_KIND``."""
    card_copy: Sequence[int]
    """Its number among equal cards, from 0."""
    card_key: Sequence[int]
    kind_first: Sequence[int]
    """By level and kind: the first card of that kind in the level's own cards."""
    lumps: Sequence[int]
    """By level: lumps on the finds of its deck."""
    first_fossil: int
    """Fossils are the last cards of the columns."""


class Seats(NamedTuple):
    """The characters at the table: one column a parameter, one row a seat."""

    players: int
    calm: int
    """1 if none of them leaves or looks while no hazard lies."""
    strategy: Sequence[int]
    leave_at: Sequence[int]
    spread: Sequence[int]
    leave_at_kinds: Sequence[int]
    leave_at_silence: Sequence[int]
    lone_percent: Sequence[int]
    behind_percent: Sequence[int]
    counts_fossils: Sequence[int]
    uses_lamp: Sequence[int]
    lamp_at: Sequence[int]
    hears_canary: Sequence[int]
    helmet_at: Sequence[int]
    rope_at: Sequence[int]
    refuses_rope: Sequence[int]
    leave_percent: Sequence[int]
    lamp_percent: Sequence[int]
    helmet_percent: Sequence[int]
    rope_percent: Sequence[int]
    refuse_percent: Sequence[int]
    user: Sequence[int]
    """Handle of the strategy of the user's that plays the seat, else 0."""
    forbidden: Sequence[int]
    """What the seat is forbidden in restricted play, as bits."""


class Table(NamedTuple):
    """One running game. Columns by seat unless said otherwise."""

    bank: MutableSequence[int]
    """Half lumps in the Kaue."""
    loot: MutableSequence[int]
    """Lumps of this level, not yet safe."""
    carried: MutableSequence[int]
    """Loot taken into the next level (SO32)."""
    inside: MutableSequence[int]
    insiders: MutableSequence[int]
    """The seats inside, rising, as many as there are."""
    left_at: MutableSequence[int]
    """Step of the choice in which the player left this level, -1 while inside."""
    fossils: MutableSequence[int]
    fossil_points: MutableSequence[int]
    lamps: MutableSequence[int]
    helmets: MutableSequence[int]
    ropes: MutableSequence[int]
    mood: MutableSequence[int]
    """The loot that a character's nerve allows in this level."""
    looked_at: MutableSequence[int]
    """:func:`moment` of the choice in which the player last used its lamp, 0 for never."""
    wears: MutableSequence[int]
    thrown_to: MutableSequence[int]
    """Seat that the player throws the rope to, -1 for nobody."""
    level_start: MutableSequence[int]
    """Bank at the start of the level."""
    seen: MutableSequence[int]
    """By kind: lies in this level's tunnel."""
    removed: MutableSequence[int]
    """By kind: copies out of the game (SO6)."""
    keys: MutableSequence[int]
    scratch: MutableSequence[int]
    rests: MutableSequence[int]
    """Lumps lying, a heap for each find that left some (one heap where leftovers are pooled)."""
    counts: MutableSequence[int]
    """Single numbers, by the indices below."""
    win: MutableSequence[int]
    """Share of the win in 840ths, by seat."""
    score: MutableSequence[int]
    """Final score in half lumps."""
    tool_uses: MutableSequence[int]
    """By tool (the canary's word after them) and seat."""
    tool_worth: MutableSequence[int]
    """By tool (the canary's word and being roped after them) and seat: half lumps that it brought the player."""
    level_steps: MutableSequence[int]
    """By level: cards turned."""
    level_reason: MutableSequence[int]
    choices: MutableSequence[int]
    """By level and seat: choices made."""
    exits: MutableSequence[int]
    """By level and seat: 1 if the last of these choices was to leave."""
    tool_marks: MutableSequence[int]
    """By level and seat: a number that differs if the tools were used differently."""
    standing: MutableSequence[int]
    """By level and seat: the score in half lumps if the game ended after this level."""
    took: MutableSequence[int]
    """By level and seat: half lumps banked in the level."""
    brought: MutableSequence[int]
    """By level and seat: loot brought into the level (SO32)."""
    first_step: MutableSequence[int]
    """By level, and for the end of the last: its first step at which somebody chose, among those of the game."""
    first_word: MutableSequence[int]
    """By level: the step, among the same, before which the canary first spoke; beyond its last one if it did not."""
    bags: MutableSequence[int]
    """By step at which somebody chose, level after level: loot of the level of each player inside."""
    nexts: MutableSequence[int]
    """By the same: what came next, packed by :func:`choosing.note_next`."""
    looks: MutableSequence[int]
    """By use of a lamp: its step among the above, its level and its seat, packed."""
    trace: MutableSequence[int]
    """Records of what happened, where it is asked for (see trace.py)."""


# Indices into Table.counts.
RESTS, LUMPS, LYING, FREE_FOSSILS, CARRIED_OUT, LOST_HALVES, LEFT_BEHIND, CURSOR = 0, 1, 2, 3, 4, 5, 6, 7
LOOKS = 8
COUNTS = 9
# RESTS: heaps lying; LUMPS: lumps in them all; LYING: fossils lying; FREE_FOSSILS: fossils in the deck; CARRIED_OUT:
# fossils out of the mine; LOST_HALVES: half lumps buried; LEFT_BEHIND: lumps of finds that nobody got; CURSOR: end of
# the trace, -1 for none; LOOKS: uses of lamps.


class Open(NamedTuple):
    """What lies open on the table before a choice, and what follows from it for the rest of the deck."""

    level: int
    step: int
    inside: int
    left: int
    """Lumps lying in the tunnel."""
    lying: int
    """Fossils lying in the tunnel."""
    kinds: int
    """Different hazards lying."""
    cards: int
    """Cards still in the deck."""
    fatal: int
    """Of these, cards that would bring the tunnel down."""
    hazards: int
    """Of these, hazards of any kind."""
    finds: int
    """Lumps on the finds still in the deck."""
    left_share: int
    """What each would get of the lumps lying if all left together."""
    best: int
    """Highest score in half lumps, as far as open; -1 where banks are hidden."""
    best_seat: int
    second: int
    """Highest score of those on other seats than ``best_seat``."""


class View(NamedTuple):
    """All that a strategy may look at: what is open, and its player's own secrets (S50)."""

    seat: int
    level: int
    levels: int
    step: int
    players: int
    inside: int
    loot: int
    left: int
    """Lumps lying in the tunnel."""
    lying: int
    """Fossils lying in the tunnel."""
    kinds: int
    """Different hazards lying."""
    cards: int
    """Cards still in the deck."""
    fatal: int
    """Of these, cards that would bring the tunnel down."""
    hazards: int
    """Of these, hazards of any kind."""
    finds: int
    """Lumps on the finds still in the deck."""
    left_share: int
    """What each would get of the lumps lying if all left together."""
    canary: int
    seen: int
    seen_find: int
    """Value of the find that the own lamp showed, else 0."""
    lamps_announced: int
    mood: int
    bank: int
    """Own bank in half lumps."""
    fossils: int
    lamp: int
    helmet: int
    rope: int
    best_other: int
    """Highest score of another player in half lumps, as far as open; -1 where banks are hidden."""


@small_rule
def moment(level: int, step: int) -> int:
    """A choice as one number, never 0; levels count from 0."""
    return (level + 1 << 16) + step

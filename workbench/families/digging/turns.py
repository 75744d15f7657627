"""One turn: what the active player decides is done (D4 to D12, D14)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.dealing import draw_card, give, take
from workbench.families.digging.fights import fight, forget, play_card
from workbench.families.digging.mines import add_crate, close_mine, open_mine
from workbench.families.digging.players import decide
from workbench.families.digging.state import (
    BANDIT,
    CLOSED_LATER,
    CLOSER,
    DRAW,
    DRAWS,
    IN_PILE,
    KINDS,
    MINE,
    MOST_PLAYERS,
    NOTHING,
    ON_TABLE,
    OPENED,
    OUT,
    PASS,
    PASSES,
    PLAY,
    PUSH,
    SEAT_PUSHES,
    SPOILED,
    TURN,
    TURNS,
    TURNS_KEPT,
    Rules,
    Seats,
    Table,
    kind_of,
    partner_of,
    side_of,
    target_of,
    verb_of,
)
from workbench.families.digging.trace import TURN as TAKES_TURN
from workbench.families.digging.trace import record

ANSWER_BITS = 6
"""What the answer of one player takes in a packed decision."""
ACTIVE = 63
"""Stands for the answer of the player whose turn it is."""


@rule
def take_turn(r: Rules, s: Seats, t: Table, key: int, player: int) -> None:
    """A player takes exactly one action (D4)."""
    action = decide(r, s, t, key, player)
    turn = t.counts[TURNS]
    t.counts[TURN] += 1
    verb = verb_of(action)
    kind = kind_of(action)
    target = target_of(action)
    for other in range(MOST_PLAYERS):
        t.answers[other] = NOTHING
    if verb == DRAW:
        card = draw_card(r, t, player)
        t.tally[DRAWS] += 1
        record(t, TAKES_TURN, t.counts[TURN], player, verb, card, NOTHING)
    elif verb == PASS:
        t.tally[PASSES] += 1
        record(t, TAKES_TURN, t.counts[TURN], player, verb, NOTHING, NOTHING)
    elif verb == PUSH:
        push(r, s, t, player, kind)
    else:
        play(r, s, t, key, player, kind, target)
    if turn < TURNS_KEPT:
        t.decisions[turn] = packed(s, t, player, action)
    t.counts[TURNS] = turn + 1


@rule
def push(r: Rules, s: Seats, t: Table, player: int, kind: int) -> None:
    """A card goes from hand to the partner's hand, face down (D6); these two know of it."""
    partner = partner_of(r, s, player)
    card = take(r, t, player, kind, IN_PILE)
    forget(r, s, t, player, kind)
    give(r, t, partner, card)
    t.told[player * KINDS + kind] += 1
    t.pushed[card] = 1
    t.seat_tally[SEAT_PUSHES * MOST_PLAYERS + player] += 1
    record(t, TAKES_TURN, t.counts[TURN], player, PUSH, card, partner)


@rule
def play(r: Rules, s: Seats, t: Table, key: int, player: int, kind: int, target: int) -> None:
    """A card is played: it opens a mine, goes on one, or attacks one (D7 to D14)."""
    card_type = r.kind_type[kind]
    card = play_card(r, s, t, player, kind, OUT if card_type == BANDIT else ON_TABLE)
    record(t, TAKES_TURN, t.counts[TURN], player, PLAY, card, target)
    if card_type == MINE:
        open_mine(r, s, t, card, target)
        t.tally[OPENED] += 1
    elif card_type == CLOSER:
        close_mine(r, s, t, target, card)
        own = side_of(r, s, t.mine_display[target]) == side_of(r, s, player)
        t.tally[CLOSED_LATER if own else SPOILED] += 1
    elif card_type == BANDIT:
        fight(r, s, t, key, player, target, kind)
    else:
        add_crate(r, t, target, card)


@small_rule
def packed(s: Seats, t: Table, player: int, action: int) -> int:
    """An action and the answers to it as one number, by which decisions of two games are compared."""
    found = ((verb_of(action) << 6 | kind_of(action)) << 5) | (target_of(action) & 31)
    for other in range(MOST_PLAYERS):
        word = ACTIVE if other == player else t.answers[other] + 1
        found = (found << ANSWER_BITS) | (word if other < s.players else 0)
    return found

"""The characters' strategies: from what a player knows to an action, or to an answer in a fight.

:func:`decide` and its like find what may be done and let the strategy of the seat choose. How characters weigh it is in
weighing.py. A character's own chance is keyed by turn and seat, so that it does not shift when the rules change.
"""

from __future__ import annotations

from workbench.engine.asking import ask as ask_strategy
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.outside import ask as ask_person
from workbench.engine.randomness import chance, mix, stream
from workbench.families.digging.knowledge import view_of
from workbench.families.digging.legal import FINE, answer_fault, list_actions
from workbench.families.digging.state import (
    ASK_ACTION,
    ASK_ANSWER,
    ASK_DISPLAY,
    ASK_SECOND,
    BAN_FIGHT,
    BAN_RESCUE,
    DRAW,
    KINDS,
    NOTHING,
    PASS,
    PERSON,
    PLAY,
    RANDOM,
    TURNS,
    USER,
    Rules,
    Seats,
    Table,
    action_of,
    partner_of,
    verb_of,
)
from workbench.families.digging.weighing import NEVER, answer_by_weight, outlook, weight_of_action

# What a random number is for, beside the purposes of the engine.
ACTION, DRAWING, ANSWERING, CARD, SECOND = 20, 21, 22, 23, 24


@small_rule
def own_chance(t: Table, key: int, purpose: int, player: int) -> int:
    """64 random bits of one player's own for one purpose in one turn."""
    return stream(key, purpose, t.counts[TURNS], player)


@small_rule
def lot(luck: int, choice: int) -> int:
    """The lot that a choice draws; the highest wins. It does not depend on what else may be chosen."""
    return i64(mix(luck ^ u64(choice)) >> 1)


@rule
def decide(r: Rules, s: Seats, t: Table, key: int, player: int) -> int:
    """What a player does in its turn (D4): one of its legal actions."""
    count = list_actions(r, s, t, player)
    strategy = s.strategy[player]
    if strategy == PERSON:
        return ask_person(ASK_ACTION, view_of(r, s, t, player, ASK_ACTION, action_of(PASS, 0, 0), -1))
    if count == 1:
        return t.actions[0]
    if strategy == RANDOM:
        return _any_action(s, t, key, player, count)
    best = t.actions[0]
    highest = 2 * NEVER
    view = outlook(r, s, t, player)
    for number in range(count):
        action = t.actions[number]
        if strategy == USER:
            weight = ask_strategy(s.user[player], view_of(r, s, t, player, ASK_ACTION, action, -1))
        else:
            weight = weight_of_action(r, s, t, player, action, view)
        if weight > highest:
            highest = weight
            best = action
    return best


@rule
def _any_action(s: Seats, t: Table, key: int, player: int, count: int) -> int:
    """By chance: draw, or any other action."""
    first = 0
    if verb_of(t.actions[0]) == DRAW:
        if chance(own_chance(t, key, DRAWING, player), s.draw_percent[player]):
            return t.actions[0]
        first = 1
    luck = own_chance(t, key, ACTION, player)
    best = t.actions[first]
    for number in range(first + 1, count):
        if lot(luck, t.actions[number]) > lot(luck, best):
            best = t.actions[number]
    return best


@rule
def answer(r: Rules, s: Seats, t: Table, key: int, attacker: int, mine: int, player: int) -> int:
    """The kind of card with which a player answers an attack on a mine, or ``NOTHING`` (D15, D18)."""
    first = NOTHING
    may_fight = False
    for kind in range(r.kinds - 1, r.closer - 1, -1):
        if _may_answer(r, s, t, attacker, mine, player, kind):
            first = kind
            may_fight = may_fight or kind > r.closer
    if first < 0:
        return NOTHING
    strategy = s.strategy[player]
    if strategy == PERSON:
        return ask_person(ASK_ANSWER, view_of(r, s, t, player, ASK_ANSWER, action_of(PASS, 0, 0), mine))
    if strategy == RANDOM:
        if not chance(own_chance(t, key, ANSWERING, player), s.answer_percent[player]):
            return NOTHING
        return _any_answer(r, s, t, own_chance(t, key, CARD, player), attacker, mine, player, first)
    if strategy == USER:
        return _answer_of_user(r, s, t, attacker, mine, player, ASK_ANSWER)
    return answer_by_weight(r, s, t, attacker, player, mine, may_fight, first == r.closer)


@small_rule
def _may_answer(r: Rules, s: Seats, t: Table, attacker: int, mine: int, player: int, kind: int) -> bool:
    """Whether an answer is legal and not forbidden in restricted play."""
    forbidden = s.forbidden[player] & (BAN_RESCUE if kind == r.closer else BAN_FIGHT)
    return not forbidden and answer_fault(r, s, t, attacker, mine, player, kind) == FINE


@rule
def _any_answer(r: Rules, s: Seats, t: Table, luck: int, attacker: int, mine: int, player: int, first: int) -> int:
    """One of the answers by chance; ``first`` is the lowest of them."""
    best = first
    for kind in range(first + 1, r.kinds):
        if _may_answer(r, s, t, attacker, mine, player, kind) and lot(luck, kind) > lot(luck, best):
            best = kind
    return best


@rule
def _answer_of_user(r: Rules, s: Seats, t: Table, attacker: int, mine: int, player: int, question: int) -> int:
    """The answer that a strategy of the user's likes best: none, or a card."""
    best = NOTHING
    action = action_of(PASS, 0, 0)
    highest = ask_strategy(s.user[player], view_of(r, s, t, player, question, action, mine))
    for kind in range(r.closer if question == ASK_ANSWER else r.closer + 1, r.kinds):
        legal = t.hand[player * KINDS + kind] > 0
        if question == ASK_ANSWER:
            legal = _may_answer(r, s, t, attacker, mine, player, kind)
        if legal:
            action = action_of(PLAY, kind, 0)
            weight = ask_strategy(s.user[player], view_of(r, s, t, player, question, action, mine))
            if weight > highest:
                highest = weight
                best = kind
    return best


@rule
def second_bandit(r: Rules, s: Seats, t: Table, key: int, mine: int, player: int) -> int:
    """The kind of bandit that an attacker adds after all answers, or ``NOTHING`` (DO8)."""
    first = NOTHING
    for kind in range(r.kinds - 1, r.closer, -1):
        if t.hand[player * KINDS + kind] > 0:
            first = kind
    if first < 0 or s.forbidden[player] & BAN_FIGHT:
        return NOTHING
    strategy = s.strategy[player]
    if strategy == PERSON:
        return ask_person(ASK_SECOND, view_of(r, s, t, player, ASK_SECOND, action_of(PASS, 0, 0), mine))
    if strategy == RANDOM:
        return first if chance(own_chance(t, key, SECOND, player), s.answer_percent[player]) else NOTHING
    if strategy == USER:
        return _answer_of_user(r, s, t, player, mine, player, ASK_SECOND)
    return answer_by_weight(r, s, t, player, player, mine, True, False)


@rule
def picks_display(r: Rules, s: Seats, t: Table, mine: int, player: int) -> int:
    """The seat in whose display a won mine goes, where that is the winner's choice (DO15)."""
    partner = partner_of(r, s, player)
    strategy = s.strategy[player]
    if strategy == PERSON:
        view = view_of(r, s, t, player, ASK_DISPLAY, action_of(PASS, 0, player), mine)
        return partner if ask_person(ASK_DISPLAY, view) == partner else player
    if strategy == USER:
        own = ask_strategy(s.user[player], view_of(r, s, t, player, ASK_DISPLAY, action_of(PASS, 0, player), mine))
        other = ask_strategy(s.user[player], view_of(r, s, t, player, ASK_DISPLAY, action_of(PASS, 0, partner), mine))
        return partner if other > own else player
    return player

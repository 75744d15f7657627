"""The characters' strategies: from a view (fair information only, S50) to a decision.

All numbers are integers; probabilities are compared as products, never divided. Each strategy is a few lines
over the parameters of its character (see definition.py); a character's own chance is keyed by seat, level and
step, so that it does not shift when the rules change.
"""

from __future__ import annotations

from workbench.engine.asking import ask as ask_strategy
from workbench.engine.jit import quotient, small_rule
from workbench.engine.outside import ask as ask_person
from workbench.engine.randomness import CHOICE, HELMET, LOOK, REFUSE, ROPE, TARGET, below, chance, stream
from workbench.families.stollen.state import (
    ASK_CHOICE,
    ASK_DEEPER,
    ASK_HELMET,
    ASK_LAMP,
    ASK_REFUSAL,
    ASK_ROPE,
    ASK_TARGET,
    BAN_DEEPER,
    BAN_DEEPER_AT_SILENCE,
    BAN_LEAVING,
    BAN_ROPED,
    FATAL,
    GO_DEEPER,
    GO_OUT,
    LAMP_AT_HAND,
    LAMP_ONLY,
    LOOT,
    NERVE,
    NEVER,
    NOT_SEEN,
    ODDS,
    PERSON,
    RANDOM,
    SILENT,
    SINGS,
    USE_LAMP,
    USER,
    Rules,
    Seats,
    View,
)


@small_rule
def own_chance(key: int, purpose: int, v: View) -> int:
    """64 random bits of one player's own for one purpose in one step."""
    return stream(key, purpose, v.level * 16 + v.seat, v.step)


@small_rule
def worth_of_leaving(v: View) -> int:
    """Loot plus the share of what lies, should all leave together."""
    return v.loot + v.left_share


@small_rule
def decide(r: Rules, s: Seats, v: View, key: int, lamp: int) -> int:
    """Whether the player leaves, goes deeper or first looks at the next card (S9, S39, S40), knowing the canary and
    the card that its lamp showed as far as it did.

    ``lamp`` says whether it may look: ``NO_LAMP``, ``LAMP_AT_HAND``, or ``LAMP_ONLY`` where only that is asked.
    """
    forbidden = s.forbidden[v.seat]
    if forbidden:
        # Who has no choice left does not look either.
        if forbidden & BAN_LEAVING:
            return GO_DEEPER
        if forbidden & BAN_DEEPER or (forbidden & BAN_DEEPER_AT_SILENCE and v.canary == SILENT):
            return GO_OUT
    strategy = s.strategy[v.seat]
    if strategy >= USER:
        return ask_strategy(s.user[v.seat], v) if strategy == USER else _person_decides(v, lamp)
    if strategy == NEVER:
        return GO_DEEPER
    if strategy == RANDOM:
        if lamp and chance(own_chance(key, LOOK, v), s.lamp_percent[v.seat]):
            return USE_LAMP
        return GO_OUT if chance(own_chance(key, CHOICE, v), s.leave_percent[v.seat]) else GO_DEEPER
    if v.seen != NOT_SEEN:
        return GO_OUT if v.seen == FATAL else GO_DEEPER
    if v.canary == SINGS and s.hears_canary[v.seat]:
        return GO_DEEPER
    if _keeps_on(r, s, v, strategy):
        return GO_DEEPER
    # Who would leave with enough in the bag looks first.
    if lamp and s.uses_lamp[v.seat] and v.fatal > 0 and worth_of_leaving(v) >= s.lamp_at[v.seat]:
        return USE_LAMP
    return GO_OUT


@small_rule
def _person_decides(v: View, lamp: int) -> int:
    """What a person at the table answers."""
    if lamp == LAMP_AT_HAND:
        return ask_person(ASK_CHOICE, v)
    if lamp == LAMP_ONLY:
        return USE_LAMP if ask_person(ASK_LAMP, v) else GO_OUT
    return GO_DEEPER if ask_person(ASK_DEEPER, v) else GO_OUT


@small_rule
def _keeps_on(r: Rules, s: Seats, v: View, strategy: int) -> bool:
    """The choice of those who go by loot, nerve or odds."""
    if strategy == LOOT:
        return v.loot < s.leave_at[v.seat]
    if strategy == NERVE:
        return _nerve_holds(s, v)
    return _odds_are_good(r, s, v)


@small_rule
def _nerve_holds(s: Seats, v: View) -> bool:
    worth = worth_of_leaving(v)
    if v.kinds == 0 or worth == 0:
        return True
    if v.canary == SILENT and s.hears_canary[v.seat] and worth >= s.leave_at_silence[v.seat]:
        return False
    return worth < v.mood and v.kinds < s.leave_at_kinds[v.seat]


@small_rule
def _odds_are_good(r: Rules, s: Seats, v: View) -> bool:
    """Weigh what one more card brings against what a collapse takes, over the cards still in the deck."""
    if v.fatal == 0:
        return True
    at_risk = worth_of_leaving(v)
    # What leaving alone would bring beyond leaving together; somebody else may take it first.
    alone = v.left - v.left_share
    if v.helmet > 0:
        at_risk -= v.loot // 2
    if s.counts_fossils[v.seat] and v.lying > 0:
        held = v.fossils
        share = quotient(v.lying, v.inside) if v.lying >= v.inside else 0
        together = r.fossil_table[held + share] - r.fossil_table[held]
        at_risk += together
        alone += r.fossil_table[held + v.lying] - r.fossil_table[held] - together
    if at_risk <= 0 and alone <= 0:
        return True
    weight = v.mood
    missed = alone * s.lone_percent[v.seat]
    if v.level == v.levels - 1 and v.best_other > v.bank + 2 * v.loot:
        weight = weight * s.behind_percent[v.seat] // 100
    if v.canary == SILENT and s.hears_canary[v.seat]:
        if r.canary_fatal_only:
            return False
        # No find comes now; staying pays only through the cards after this one (about two of them).
        harmless = v.hazards - v.fatal
        return harmless * 2 * v.finds * 100 > (v.fatal * at_risk * weight + v.hazards * missed) * v.cards * v.inside
    return v.finds * 100 > (v.fatal * at_risk * weight + v.cards * missed) * v.inside


@small_rule
def wears_helmet(s: Seats, v: View, key: int) -> bool:
    """Whether a buried player with loot puts on its helmet (S43)."""
    strategy = s.strategy[v.seat]
    if strategy == PERSON:
        return ask_person(ASK_HELMET, v) > 0
    if strategy == RANDOM:
        return chance(own_chance(key, HELMET, v), s.helmet_percent[v.seat])
    return v.loot >= s.helmet_at[v.seat] or v.level == v.levels - 1


@small_rule
def throws_rope(s: Seats, v: View, share: int, key: int) -> bool:
    """Whether the player throws its rope for ``share`` lumps of its own (S44, S45)."""
    strategy = s.strategy[v.seat]
    if strategy == PERSON:
        return ask_person(ASK_ROPE, v) > 0
    if strategy == RANDOM:
        return chance(own_chance(key, ROPE, v), s.rope_percent[v.seat])
    return share >= s.rope_at[v.seat] or (share > 0 and v.level == v.levels - 1)


@small_rule
def picks_target(s: Seats, v: View, targets: int, key: int) -> int:
    """Which of ``targets`` a player throws its rope to, by number; -1 for those who pick the best (S46)."""
    strategy = s.strategy[v.seat]
    if strategy == PERSON:
        return ask_person(ASK_TARGET, v)
    if strategy == RANDOM:
        return below(own_chance(key, TARGET, v), targets)
    return -1


@small_rule
def refuses_rope(s: Seats, v: View, key: int) -> bool:
    """Whether a buried player refuses a rope, where that is allowed (SO35)."""
    if s.forbidden[v.seat] & BAN_ROPED:
        return True
    strategy = s.strategy[v.seat]
    if strategy == PERSON:
        return ask_person(ASK_REFUSAL, v) > 0
    if strategy == RANDOM:
        return chance(own_chance(key, REFUSE, v), s.refuse_percent[v.seat])
    return bool(s.refuses_rope[v.seat])


__all__ = ["ODDS", "decide", "picks_target", "refuses_rope", "throws_rope", "wears_helmet"]

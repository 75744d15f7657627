"""The characters' strategies: from a view (fair information only, S50) to a decision.

All numbers are integers; probabilities are compared as products, never divided. Each strategy is a few lines
over the parameters of its character (see definition.py); a character's own chance is keyed by seat, level and
step, so that it does not shift when the rules change.
"""

from __future__ import annotations

from workbench.engine.asking import ask
from workbench.engine.jit import small_rule
from workbench.engine.randomness import CHOICE, HELMET, LOOK, REFUSE, ROPE, TARGET, below, chance, stream
from workbench.families.stollen.state import (
    FATAL,
    GO_DEEPER,
    LOOT,
    NERVE,
    NEVER,
    NO_DEEPER,
    NO_DEEPER_AT_SILENCE,
    NO_LEAVING,
    NO_ROPED,
    NOT_SEEN,
    ODDS,
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
def goes_deeper(r: Rules, s: Seats, v: View, key: int) -> bool:
    """Whether the player goes deeper, knowing the canary and the lamp's card as far as it saw them."""
    forbidden = s.forbidden[v.seat]
    if forbidden & NO_LEAVING:
        return True
    if forbidden & NO_DEEPER or (forbidden & NO_DEEPER_AT_SILENCE and v.canary == SILENT):
        return False
    strategy = s.strategy[v.seat]
    if strategy == USER:
        return ask(s.user[v.seat], v) == GO_DEEPER
    if strategy == NEVER:
        return True
    if strategy == RANDOM:
        return not chance(own_chance(key, CHOICE, v), s.leave_percent[v.seat])
    if v.seen != NOT_SEEN:
        return v.seen != FATAL
    if v.canary == SINGS and s.hears_canary[v.seat]:
        return True
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
        together = r.fossil_table[held + v.lying // v.inside] - r.fossil_table[held]
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
def wants_to_look(r: Rules, s: Seats, v: View, key: int) -> bool:
    """Whether the player uses its lamp in this step (S39, S40): where it would leave with enough in the bag."""
    strategy = s.strategy[v.seat]
    if strategy == USER:
        return ask(s.user[v.seat], v) == USE_LAMP
    if strategy == NEVER:
        return False
    if strategy == RANDOM:
        return chance(own_chance(key, LOOK, v), s.lamp_percent[v.seat])
    if not s.uses_lamp[v.seat] or v.fatal == 0 or worth_of_leaving(v) < s.lamp_at[v.seat]:
        return False
    return not goes_deeper(r, s, v, key)


@small_rule
def wears_helmet(s: Seats, v: View, key: int) -> bool:
    """Whether a buried player with loot puts on its helmet (S43)."""
    if s.strategy[v.seat] == RANDOM:
        return chance(own_chance(key, HELMET, v), s.helmet_percent[v.seat])
    return v.loot >= s.helmet_at[v.seat] or v.level == v.levels - 1


@small_rule
def throws_rope(s: Seats, v: View, share: int, key: int) -> bool:
    """Whether the player throws its rope for ``share`` lumps of its own (S44, S45)."""
    strategy = s.strategy[v.seat]
    if strategy == RANDOM:
        return chance(own_chance(key, ROPE, v), s.rope_percent[v.seat])
    return share >= s.rope_at[v.seat] or (share > 0 and v.level == v.levels - 1)


@small_rule
def picks_at_random(s: Seats, v: View, targets: int, key: int) -> int:
    """Which of ``targets`` a random player throws its rope to; -1 for those who pick the best."""
    if s.strategy[v.seat] == RANDOM:
        return below(own_chance(key, TARGET, v), targets)
    return -1


@small_rule
def refuses_rope(s: Seats, v: View, key: int) -> bool:
    """Whether a buried player refuses a rope, where that is allowed (SO35)."""
    if s.forbidden[v.seat] & NO_ROPED:
        return True
    if s.strategy[v.seat] == RANDOM:
        return chance(own_chance(key, REFUSE, v), s.refuse_percent[v.seat])
    return bool(s.refuses_rope[v.seat])


__all__ = ["ODDS", "goes_deeper", "picks_at_random", "refuses_rope", "throws_rope", "wants_to_look", "wears_helmet"]

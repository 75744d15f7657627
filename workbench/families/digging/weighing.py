"""How much a character likes what it may do: rules of thumb over what its player knows (knowledge.py).

A weight is a whole number; the highest is done, of equal ones the first. Weights are roughly points times ten.
"""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.knowledge import crates_in_hand, higher_unseen, strongest_other
from workbench.families.digging.mines import is_open, worth_of, worth_with, worth_without_top
from workbench.families.digging.state import (
    BANDIT,
    CLOSER,
    DRAW,
    KINDS,
    MINE,
    MINES,
    NOTHING,
    PASS,
    PUSH,
    TO_ACT,
    Rules,
    Seats,
    Table,
    kind_of,
    pile_cards,
    side_of,
    target_of,
    verb_of,
)

NEVER = -1000


@rule
def weight_of_action(r: Rules, s: Seats, t: Table, player: int, action: int) -> int:
    """How much a player likes an action of its turn."""
    verb = verb_of(action)
    if verb == DRAW:
        return 20 if t.hand_cards[player] < s.hand_size[player] else 3
    if verb == PASS:
        return 0
    kind = kind_of(action)
    if verb == PUSH:
        return NEVER if not s.pushes[player] else 1 - t.hand_cards[player] // 100
    card_type = r.kind_type[kind]
    if card_type == MINE:
        return _weight_of_opening(r, s, t, player, kind, target_of(action))
    mine = target_of(action)
    own = side_of(r, s, t.mine_display[mine]) == side_of(r, s, player)
    worth = worth_of(r, t, mine)
    if card_type == BANDIT:
        return _weight_of_attack(r, s, t, player, kind, worth)
    if card_type == CLOSER:
        return _weight_of_closing(r, s, t, player, own, worth)
    gain = worth_with(r, t, mine, kind) - worth
    return 25 + 5 * gain if own else NEVER


@small_rule
def _weight_of_opening(r: Rules, s: Seats, t: Table, player: int, kind: int, display: int) -> int:
    """A new mine in the own display: for crates in hand, while no other mine takes them."""
    if display != player:
        return NEVER
    metal = r.kind_metal[kind]
    for mine in range(t.counts[MINES]):
        own = side_of(r, s, t.mine_display[mine]) == side_of(r, s, player)
        if own and is_open(t, mine) and t.mine_metal[mine] == metal:
            return 2
    return 22 + r.metal_value[metal] if crates_in_hand(r, t, player, metal) > 0 else 10


@small_rule
def _weight_of_attack(r: Rules, s: Seats, t: Table, player: int, kind: int, worth: int) -> int:
    """Robbing what is worth it, with a bandit that is likely to win; of those the lowest."""
    value = r.kind_value[kind]
    if worth < s.attack_at[player] or value < s.attack_with[player]:
        return NEVER
    if s.counts_cards[player] and higher_unseen(r, t, player, kind) > 3:
        return NEVER
    return 30 + 10 * worth - value


@small_rule
def _weight_of_closing(r: Rules, s: Seats, t: Table, player: int, own: bool, worth: int) -> int:
    """Closing the own mine when it is worth enough, or when time runs out."""
    if not own:
        return NEVER
    hurry = t.counts[TO_ACT] >= 0 or pile_cards(r, t) <= s.rush_at[player]
    if worth >= s.close_at[player] or (hurry and worth > 0):
        return 40 + 10 * worth
    return NEVER


@rule
def answer_by_weight(r: Rules, s: Seats, t: Table, player: int, mine: int) -> int:
    """The card with which a player answers an attack: the lowest bandit that turns it, else a closer, else none."""
    owner = side_of(r, s, t.mine_display[mine])
    worth = worth_of(r, t, mine)
    others = strongest_other(r, s, t, owner)
    defends = owner == side_of(r, s, player)
    lost = others > t.strength[owner]
    if worth < s.fight_at[player] or defends != lost:
        return NOTHING
    side = side_of(r, s, player)
    needed = others - t.strength[owner] if defends else t.strength[owner] + 1 - t.strength[side]
    for kind in range(r.closer + 1, r.kinds):
        if t.hand[player * KINDS + kind] > 0 and r.kind_value[kind] >= needed:
            return kind
    if defends and t.hand[player * KINDS + r.closer] > 0 and worth_without_top(r, t, mine) >= s.rescue_at[player]:
        return r.closer
    return NOTHING

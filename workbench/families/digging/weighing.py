"""How much a character likes what it may do: what it expects to gain by it, in tenths of a point.

The highest weight is done, of equal ones the first. Points that a mine holds count for its owner's side by the chance
that it scores there in the end: for sure once it is closed, else by what the character trusts in (``keep_open`` and the
like), less and less as the pile runs out. What is played leaves the hand, where it was worth something, too. Everything
is weighed by what the player knows (knowledge.py).
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.knowledge import (
    cards_of_side,
    chance_without,
    closers_unknown,
    crates_in_hand,
    hidden_from,
    opponents_cards,
    strength_with,
    stronger_unknown,
    strongest_other,
    told,
)
from workbench.families.digging.mines import is_open, worth_of, worth_with, worth_without_top
from workbench.families.digging.state import (
    BANDIT,
    CLOSER,
    DOUBLE,
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
    sides_of,
    target_of,
    verb_of,
)

NEVER = -100_000
SURE = 1000
"""Chances are in thousandths."""


@small_rule
def time_left(r: Rules, s: Seats, t: Table, player: int) -> int:
    """How much of the game a player still sees before him, in thousandths; less from ``rush_at`` cards on."""
    if t.counts[TO_ACT] >= 0:
        return 0
    pile = pile_cards(r, t)
    rush = s.rush_at[player]
    return SURE if pile >= rush else SURE * pile // rush


@small_rule
def partner_acts_later(r: Rules, s: Seats, t: Table) -> bool:
    """Whether the partner of whoever has the turn still comes in the last round."""
    return bool(r.teams) and t.counts[TO_ACT] > sides_of(r, s)


class Outlook(NamedTuple):
    """What a player expects of an open mine of his own side, in thousandths."""

    spared: int
    """Chance that it is not attacked."""
    saved: int
    """Chance that a closer saves what it holds without its top crate, if it is."""


@rule
def outlook(r: Rules, s: Seats, t: Table, player: int) -> Outlook:
    """What a player expects; less and less as the pile runs out. Who counts cards knows when nobody can attack.

    In the last round only a partner who still has his turn and is known to hold a closer can make it score.
    """
    at_hand = t.hand[player * KINDS + r.closer] + told(t, player, r.closer)
    if t.counts[TO_ACT] >= 0:
        closes = partner_acts_later(r, s, t) and told(t, player, r.closer) > 0
        return Outlook(s.guards[player] if closes else 0, 0)
    # Alone, several opponents have their turns before the player has his again.
    spared = s.spared[player]
    for _ in range(1, rivals(r, s)):
        spared = spared * s.spared[player] // SURE
    if s.counts_cards[player]:
        spared += (SURE - spared) * unarmed(r, s, t, player, r.closer + 1) // SURE
    time = time_left(r, s, t, player)
    return Outlook(spared * time // SURE, s.guards[player] * time // SURE if at_hand > 0 else 0)


@small_rule
def expected(view: Outlook, worth: int, without_top: int) -> int:
    """Tenths of a point that an open mine of the own side brings in the end."""
    return 10 * (worth * view.spared + without_top * view.saved * (SURE - view.spared) // SURE) // SURE


@rule
def keeps_other(r: Rules, s: Seats, t: Table, player: int, owner: int) -> int:
    """Chance that an open mine of another side scores for that side in the end.

    Who counts cards trusts in it as far as that side can have a closer.
    """
    trust = s.keep_other[player] // 2 if t.counts[TO_ACT] >= 0 else s.keep_other[player]
    if s.counts_cards[player]:
        trust -= trust * unclosed(r, s, t, player, owner) // (2 * SURE)
    return trust


@small_rule
def unclosed(r: Rules, s: Seats, t: Table, player: int, owner: int) -> int:
    """Chance that another side holds no closer."""
    cards = cards_of_side(r, s, t, owner)
    return chance_without(hidden_from(r, s, t, player), closers_unknown(r, t, player), cards)


@small_rule
def unarmed(r: Rules, s: Seats, t: Table, player: int, kind: int) -> int:
    """Chance that no opponent holds a bandit as strong as ``kind``."""
    hidden, cards = hidden_from(r, s, t, player), opponents_cards(r, s, t, player)
    return chance_without(hidden, stronger_unknown(r, t, player, kind), cards)


@small_rule
def rivals(r: Rules, s: Seats) -> int:
    """How many other sides there are."""
    return sides_of(r, s) - 1


@small_rule
def price_of_bandit(r: Rules, s: Seats, t: Table, player: int, kind: int) -> int:
    """What a bandit is worth in hand."""
    return s.bandit_worth[player] * r.kind_value[kind] * time_left(r, s, t, player) // SURE


@small_rule
def price_of_closer(r: Rules, s: Seats, t: Table, player: int) -> int:
    """What a closer is worth in hand; a second one half of that."""
    price = s.closer_worth[player] * time_left(r, s, t, player) // SURE
    return price // 2 if t.hand[player * KINDS + r.closer] > 1 else price


@rule
def weight_of_action(r: Rules, s: Seats, t: Table, player: int, action: int, view: Outlook) -> int:
    """How much a player likes an action of his turn; ``view`` is what :func:`outlook` gives."""
    verb = verb_of(action)
    if verb == DRAW:
        return weight_of_drawing(r, s, t, player)
    if verb == PASS:
        return 0
    kind = kind_of(action)
    if verb == PUSH:
        return weight_of_push(r, s, t, player, kind)
    card_type = r.kind_type[kind]
    if card_type == MINE:
        return weight_of_opening(r, s, t, player, kind, target_of(action))
    mine = target_of(action)
    own = side_of(r, s, t.mine_display[mine]) == side_of(r, s, player)
    if card_type == BANDIT:
        return NEVER if own else weight_of_attack(r, s, t, player, kind, mine, view)
    if card_type == CLOSER:
        return weight_of_closing(r, s, t, player, mine, view) if own else weight_of_spoiling(r, s, t, player, mine)
    return weight_of_crate(r, s, t, player, kind, mine, view) if own else NEVER - 10 * r.metal_value[r.kind_metal[kind]]


@small_rule
def weight_of_drawing(r: Rules, s: Seats, t: Table, player: int) -> int:
    """A new card; less with a full hand, and when little time is left to play it."""
    crowded = max(t.hand_cards[player] + 1 - s.hand_size[player], 0)
    return s.draw_worth[player] * time_left(r, s, t, player) // SURE - s.crowding[player] * crowded


@rule
def weight_of_push(r: Rules, s: Seats, t: Table, player: int, kind: int) -> int:
    """A closer or a strong bandit for a partner who is not known to have one, if there is another one in hand.

    Everything else he could only play where the player can play it himself. Two bandits in one hand cannot fight
    together: the second highest goes, where there is something to rob.
    """
    if kind < r.closer or told(t, player, kind) > 0:
        return NEVER
    if kind == r.closer:
        return s.push_closer[player] if t.hand[player * KINDS + kind] > 1 else NEVER
    above = t.hand[player * KINDS + kind] - 1
    for other in range(r.closer + 1, r.kinds):
        if told(t, player, other) > 0:
            return NEVER
        if other > kind:
            above += t.hand[player * KINDS + other]
    if above != 1:
        return NEVER
    prize = 0
    for mine in range(t.counts[MINES]):
        if is_open(t, mine) and side_of(r, s, t.mine_display[mine]) != side_of(r, s, player):
            prize = max(prize, worth_of(r, t, mine))
    return 10 * prize * s.push_bandit[player] // SURE


@small_rule
def weight_of_opening(r: Rules, s: Seats, t: Table, player: int, kind: int, display: int) -> int:
    """A new mine in the own display, by the crates in hand for it, unless an open one takes them."""
    if display != player:
        return NEVER
    metal = r.kind_metal[kind]
    for mine in range(t.counts[MINES]):
        own = side_of(r, s, t.mine_display[mine]) == side_of(r, s, player)
        if own and is_open(t, mine) and t.mine_metal[mine] == metal:
            return s.idle_mine[player] // 2 * time_left(r, s, t, player) // SURE
    crates = crates_in_hand(r, t, player, metal)
    hoped = 10 * r.metal_value[metal] * crates * s.open_for_crates[player] // SURE
    return (s.idle_mine[player] + hoped) * time_left(r, s, t, player) // SURE


@small_rule
def weight_of_crate(r: Rules, s: Seats, t: Table, player: int, kind: int, mine: int, view: Outlook) -> int:
    """A crate on an own mine: what it adds to what the mine will bring, less what it is worth in hand."""
    worth = worth_of(r, t, mine)
    value = r.metal_value[t.mine_metal[mine]]
    gain = expected(view, worth_with(r, t, mine, kind), worth) - expected(view, worth, worth_without_top(r, t, mine))
    held = value
    if r.kind_type[kind] == DOUBLE:
        held = 2 * value
        if t.mine_crates[mine] == 0:
            # It doubles the crates that are to come, too.
            gain += expected(view, value * crates_in_hand(r, t, player, t.mine_metal[mine]), 0)
    return gain - 10 * held * s.crate_worth[player] * time_left(r, s, t, player) // (SURE * SURE)


@small_rule
def weight_of_closing(r: Rules, s: Seats, t: Table, player: int, mine: int, view: Outlook) -> int:
    """Closing an own mine: its points for sure, but no more of them, and a closer less."""
    worth = worth_of(r, t, mine)
    if worth == 0:
        return NEVER
    time = time_left(r, s, t, player)
    if worth < s.close_at[player] and time == SURE:
        return NEVER
    each = worth // t.mine_crates[mine]
    hoped = 10 * each * crates_in_hand(r, t, player, t.mine_metal[mine]) * s.grow[player] * time // (SURE * SURE)
    secured = 10 * worth - expected(view, worth, worth_without_top(r, t, mine))
    return secured - hoped - price_of_closer(r, s, t, player)


@small_rule
def weight_of_spoiling(r: Rules, s: Seats, t: Table, player: int, mine: int) -> int:
    """Closing an opponent's mine before it grows: its points for him for sure."""
    if s.spoil_worth[player] == 0:
        # Who must act in the last round rather does anything else, and closes the poorest mine if there is nothing.
        return NEVER - 10 * worth_of(r, t, mine)
    owner = side_of(r, s, t.mine_display[mine])
    given = 10 * worth_of(r, t, mine) * (SURE - keeps_other(r, s, t, player, owner)) // SURE
    denied = s.spoil_worth[player] * r.metal_value[t.mine_metal[mine]] * time_left(r, s, t, player) // SURE
    return (denied - given) // rivals(r, s) - price_of_closer(r, s, t, player)


@small_rule
def chance_to_win(r: Rules, s: Seats, t: Table, player: int, kind: int, owner: int) -> int:
    """Chance that an attack with a bandit succeeds: by its value alone, or by the cards that are not out."""
    if not s.counts_cards[player]:
        return SURE * r.kind_value[kind] // r.kind_value[r.kinds - 1]
    # Opponents do not always answer with what they have; but each of several may.
    shy = s.bluff[player]
    for _ in range(1, rivals(r, s)):
        shy = shy * s.bluff[player] // SURE
    in_time = shy + (SURE - shy) * unclosed(r, s, t, player, owner) // SURE
    return in_time * (shy + (SURE - shy) * unarmed(r, s, t, player, kind) // SURE) // SURE


@small_rule
def weight_of_attack(r: Rules, s: Seats, t: Table, player: int, kind: int, mine: int, view: Outlook) -> int:
    """Robbing a mine: what the opponent loses and what the own side may keep of it, by the chance to win."""
    worth = worth_of(r, t, mine)
    if worth < s.attack_at[player] or r.kind_value[kind] < s.attack_with[player]:
        # Rather push a card, where one must act.
        return NEVER - 1
    owner = side_of(r, s, t.mine_display[mine])
    robbed = expected(view, worth, worth_without_top(r, t, mine)) * s.hold_robbed[player] // SURE
    # What one of several rivals loses is worth less than what the only one does.
    gain = robbed + 10 * worth * keeps_other(r, s, t, player, owner) // (SURE * rivals(r, s))
    return gain * chance_to_win(r, s, t, player, kind, owner) // SURE - price_of_bandit(r, s, t, player, kind)


@small_rule
def others_to_answer(r: Rules, s: Seats, t: Table, attacker: int, player: int, side: int) -> int:
    """How many players of a side still answer after ``player``."""
    found = 0
    last = (attacker - player) % s.players
    for step in range(1, last):
        found += side_of(r, s, (player + step) % s.players) == side
    return found


@rule
def answer_by_weight(
    r: Rules, s: Seats, t: Table, attacker: int, player: int, mine: int, may_fight: bool, may_close: bool
) -> int:
    """The card with which a player answers an attack: the lowest bandit that turns it, a closer, or ``NOTHING``."""
    owner = side_of(r, s, t.mine_display[mine])
    side = side_of(r, s, player)
    worth = worth_of(r, t, mine)
    others = strongest_other(r, s, t, owner)
    lost = others > t.strength[owner]
    kept = worth_without_top(r, t, mine)
    hoped = expected(outlook(r, s, t, player), worth, kept)
    stake = hoped + 10 * worth * s.keep_other[player] // (SURE * rivals(r, s))
    best = NOTHING
    highest = 0
    if side == owner:
        helped = others_to_answer(r, s, t, attacker, player, owner)
        waiting = s.relies[player] if lost and helped > 0 else 0
        if may_fight and lost and worth >= s.fight_at[player]:
            for kind in range(r.kinds - 1, r.closer, -1):
                if t.hand[player * KINDS + kind] > 0 and strength_with(r, t, owner, kind) >= others:
                    weight = stake * (SURE - waiting) // SURE - price_of_bandit(r, s, t, player, kind)
                    if weight >= highest:
                        highest = weight
                        best = kind
        if may_close and kept >= s.rescue_at[player]:
            # A closer in a fight costs no turn.
            saved = 10 * kept - hoped
            if lost:
                saved += stake * (SURE - waiting) // SURE
            weight = saved + s.tempo[player] - price_of_closer(r, s, t, player)
            if weight > highest:
                best = r.closer
        return best
    return supporting_bandit(r, s, t, attacker, player, mine, stake) if may_fight else NOTHING


@rule
def supporting_bandit(r: Rules, s: Seats, t: Table, attacker: int, player: int, mine: int, stake: int) -> int:
    """The lowest bandit that wins an opponent's mine which is fought for, if it is worth it, else ``NOTHING``."""
    owner = side_of(r, s, t.mine_display[mine])
    side = side_of(r, s, player)
    ahead = t.strength[owner]
    for other in range(sides_of(r, s)):
        if other != side:
            ahead = max(ahead, t.strength[other])
    joins = side == side_of(r, s, attacker) or not r.against_owner
    if not joins or t.strength[side] > ahead or worth_of(r, t, mine) < s.fight_at[player]:
        return NOTHING
    doubt = s.relies[player] if others_to_answer(r, s, t, attacker, player, owner) > 0 else 0
    for kind in range(r.closer + 1, r.kinds):
        if t.hand[player * KINDS + kind] > 0 and strength_with(r, t, side, kind) > ahead:
            wins = stake * (SURE - doubt) // SURE > price_of_bandit(r, s, t, player, kind)
            return kind if wins else NOTHING
    return NOTHING

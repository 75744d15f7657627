"""What is legal: each action and each answer in a fight, with the reason where it is not (D4 to D15, D18 to D20).

:func:`fault` and :func:`answer_fault` are the rules; :func:`list_actions` lists what they find no fault with. The words
for the reasons are in faults.toml, by the names in :data:`FAULTS`.
"""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.mines import is_open
from workbench.families.digging.state import (
    BAN_ATTACK,
    BAN_PUSH,
    BAN_SPOIL,
    BANDIT,
    CLOSER,
    DOUBLE,
    DRAW,
    FORBIDDEN,
    KINDS,
    MINE,
    MINES,
    MOST_METALS,
    PASS,
    PLAY,
    PUSH,
    TO_ACT,
    Rules,
    Seats,
    Table,
    action_of,
    kind_of,
    pile_cards,
    side_of,
    target_of,
    verb_of,
)

FAULTS = (
    "none", "no-such-action", "pile-empty", "must-act", "alone", "no-push", "not-in-hand", "no-such-player",
    "no-such-mine", "not-for-opponents", "one-of-a-metal", "closed", "other-metal", "double-not-first", "empty-mine",
    "own-mine", "no-answer", "partner-may-not", "only-defenders-close",
)  # fmt: skip
"""Names of the faults by number."""
(
    FINE, NO_SUCH_ACTION, PILE_EMPTY, MUST_ACT, ALONE, NO_PUSH, NOT_IN_HAND, NO_SUCH_PLAYER,
    NO_SUCH_MINE, NOT_FOR_OPPONENTS, ONE_OF_A_METAL, IS_CLOSED, OTHER_METAL, DOUBLE_NOT_FIRST, EMPTY_MINE,
    OWN_MINE, NO_ANSWER, PARTNER_MAY_NOT, ONLY_DEFENDERS_CLOSE,
) = range(19)  # fmt: skip


@small_rule
def push_fault(r: Rules, t: Table) -> int:
    """Why nothing may be pushed: only partners push (D6, D26), perhaps not in the last round (DO20)."""
    if not r.teams:
        return ALONE
    return NO_PUSH if t.counts[TO_ACT] >= 0 and not r.last_pushes else FINE


@small_rule
def opening_fault(r: Rules, s: Seats, t: Table, player: int, kind: int, display: int) -> int:
    """Why a mine may not be opened in a display (D7, D8, DO3, DO25)."""
    if display >= s.players:
        return NO_SUCH_PLAYER
    side = side_of(r, s, display)
    if side != side_of(r, s, player) and not r.all_displays:
        return NOT_FOR_OPPONENTS
    if not r.several and t.open_mines[side * MOST_METALS + r.kind_metal[kind]] > 0:
        return ONE_OF_A_METAL
    return FINE


@small_rule
def placing_fault(r: Rules, s: Seats, t: Table, player: int, kind: int, mine: int) -> int:
    """Why a crate, a closer or a bandit may not be played on a mine (D7, D9 to D14, DO3, DO4, DO9)."""
    if mine >= t.counts[MINES]:
        return NO_SUCH_MINE
    if not is_open(t, mine):
        return IS_CLOSED
    card_type = r.kind_type[kind]
    if card_type == CLOSER:
        return FINE
    own = side_of(r, s, t.mine_display[mine]) == side_of(r, s, player)
    if card_type == BANDIT:
        if t.mine_crates[mine] == 0:
            return EMPTY_MINE
        return OWN_MINE if own and not r.own_mine else FINE
    if r.kind_metal[kind] != t.mine_metal[mine]:
        return OTHER_METAL
    if not own and not r.all_displays:
        return NOT_FOR_OPPONENTS
    late = card_type == DOUBLE and t.mine_crates[mine] > 0
    return DOUBLE_NOT_FIRST if late and r.late_double == FORBIDDEN else FINE


@small_rule
def playing_fault(r: Rules, s: Seats, t: Table, player: int, kind: int, target: int) -> int:
    """Why a card of the hand may not be played there (D7)."""
    if r.kind_type[kind] == MINE:
        return opening_fault(r, s, t, player, kind, target)
    return placing_fault(r, s, t, player, kind, target)


@rule
def fault(r: Rules, s: Seats, t: Table, player: int, action: int) -> int:
    """Why a player may not do this in his turn (D4), as a number of :data:`FAULTS`; ``FINE`` if he may."""
    verb = verb_of(action)
    kind = kind_of(action)
    if verb == DRAW:
        return FINE if pile_cards(r, t) > 0 else PILE_EMPTY
    if verb == PASS:
        return MUST_ACT if not r.may_pass and can_act(r, s, t, player) else FINE
    if verb != PUSH and verb != PLAY:
        return NO_SUCH_ACTION
    if kind >= r.kinds or t.hand[player * KINDS + kind] == 0:
        return NOT_IN_HAND
    return push_fault(r, t) if verb == PUSH else playing_fault(r, s, t, player, kind, target_of(action))


@rule
def can_act(r: Rules, s: Seats, t: Table, player: int) -> bool:
    """Whether a player can do anything but pass (DO2)."""
    if pile_cards(r, t) > 0 or (t.hand_cards[player] > 0 and push_fault(r, t) == FINE):
        return True
    for kind in range(r.kinds):
        if t.hand[player * KINDS + kind] > 0:
            targets = s.players if r.kind_type[kind] == MINE else t.counts[MINES]
            for target in range(targets):
                if playing_fault(r, s, t, player, kind, target) == FINE:
                    return True
    return False


@rule
def is_forbidden(r: Rules, s: Seats, t: Table, player: int, kind: int, target: int) -> bool:
    """Whether restricted play forbids this player to play such a card there."""
    forbidden = s.forbidden[player]
    if r.kind_type[kind] == BANDIT:
        return forbidden & BAN_ATTACK > 0
    if r.kind_type[kind] != CLOSER or not forbidden & BAN_SPOIL:
        return False
    return side_of(r, s, t.mine_display[target]) != side_of(r, s, player)


@rule
def list_actions(r: Rules, s: Seats, t: Table, player: int) -> int:
    """Put what a player may do into ``Table.actions``; returns how many there are, at least one.

    First comes drawing, then playing by kind and target, then pushing by kind, last passing.
    """
    count = 0
    if pile_cards(r, t) > 0:
        t.actions[count] = action_of(DRAW, 0, 0)
        count += 1
    forbidden = s.forbidden[player]
    for kind in range(r.kinds):
        if t.hand[player * KINDS + kind] > 0:
            targets = s.players if r.kind_type[kind] == MINE else t.counts[MINES]
            for target in range(targets):
                if playing_fault(r, s, t, player, kind, target) == FINE:
                    if forbidden and is_forbidden(r, s, t, player, kind, target):
                        continue
                    t.actions[count] = action_of(PLAY, kind, target)
                    count += 1
    if t.hand_cards[player] > 0 and push_fault(r, t) == FINE and not forbidden & BAN_PUSH:
        for kind in range(r.kinds):
            if t.hand[player * KINDS + kind] > 0:
                t.actions[count] = action_of(PUSH, kind, 0)
                count += 1
    if count == 0 or r.may_pass:
        t.actions[count] = action_of(PASS, 0, 0)
        count += 1
    return count


@small_rule
def answer_fault(r: Rules, s: Seats, t: Table, attacker: int, mine: int, player: int, kind: int) -> int:
    """Why a player may not answer an attack with a card of this kind (D15, D18, DO11, DO12)."""
    if kind < r.closer:
        return NO_ANSWER
    if kind >= r.kinds or t.hand[player * KINDS + kind] == 0:
        return NOT_IN_HAND
    side = side_of(r, s, player)
    if kind > r.closer:
        return PARTNER_MAY_NOT if not r.partner_supports and side == side_of(r, s, attacker) else FINE
    defends = side == side_of(r, s, t.mine_display[mine])
    return ONLY_DEFENDERS_CLOSE if r.defenders_close and not defends else FINE

"""A collapse: helmets first, then ropes, then what is lost (S21 to S23, S43 to S48)."""

from __future__ import annotations

from workbench.engine.jit import quotient, rule, small_rule
from workbench.engine.randomness import FAVOURITE, below
from workbench.families.stollen.players import own_chance, picks_target, refuses_rope, throws_rope, wears_helmet
from workbench.families.stollen.state import (
    BOTH,
    CEIL,
    FLOOR,
    HELMET,
    HELMET_FIRST,
    LOST_HALVES,
    LYING,
    MOST_PLAYERS,
    NOT_HEARD,
    NOT_SEEN,
    ROPE,
    ROPED,
    TO_THROWER,
    TO_VICTIM,
    VICTIM_CHOOSES,
    Rules,
    Seats,
    Table,
    View,
)
from workbench.families.stollen.trace import COLLAPSE, HELMET_WORN, LOST, ROPE_SAVES, ROPE_THROWN, record


@rule
def settle_collapse(r: Rules, s: Seats, t: Table, key: int, level: int, step: int, kind: int) -> None:
    """The tunnel comes down by a hazard of ``kind``."""
    record(t, COLLAPSE, level, step, kind, 0, 0)
    for player in range(s.players):
        t.wears[player] = 0
        t.thrown_to[player] = -1
    for player in range(s.players):
        if t.inside[player]:
            decide_helmet(r, s, t, key, level, step, player)
    for player in range(s.players):
        if not t.inside[player] and t.ropes[player] > 0:
            decide_rope(r, s, t, key, level, step, player)
    if r.rope_refusable:
        for player in range(s.players):
            if t.inside[player] and refuses_rope(s, buried_view(r, s, t, level, step, player), key):
                for thrower in range(s.players):
                    if t.thrown_to[thrower] == player:
                        t.thrown_to[thrower] = -1
    if r.helmet_with_rope == VICTIM_CHOOSES:
        for thrower in range(s.players):
            if t.thrown_to[thrower] >= 0:
                # The rope saves the same half and leaves the helmet unused.
                t.wears[t.thrown_to[thrower]] = 0
    for player in range(s.players):
        if t.inside[player]:
            bury(r, s, t, level, step, player)


@rule
def buried_view(r: Rules, s: Seats, t: Table, level: int, step: int, player: int) -> View:
    """What a player sees when the tunnel has come down."""
    inside = 0
    for other in range(s.players):
        inside += t.inside[other]
    return View(
        player, level, r.levels, step, s.players, inside, t.loot[player], 0, t.counts[LYING], 0, 0, 0, 0, 0, 0,
        NOT_HEARD, NOT_SEEN, 0, 0, t.mood[player], t.bank[player], t.fossils[player], t.lamps[player],
        t.helmets[player], t.ropes[player], -1,
    )  # fmt: skip


@small_rule
def mark_tool(t: Table, level: int, player: int, what: int) -> None:
    """Remember a decision about a tool, for the comparison of games."""
    slot = level * MOST_PLAYERS + player
    t.tool_marks[slot] = t.tool_marks[slot] * 41 + what & 0xFFFFFFFF


@rule
def decide_helmet(r: Rules, s: Seats, t: Table, key: int, level: int, step: int, player: int) -> None:
    """A buried player with loot may wear its helmet, or does so at once (S43, SO30)."""
    if t.helmets[player] <= 0 or t.loot[player] <= 0:
        return
    if r.helmet_automatic or wears_helmet(s, buried_view(r, s, t, level, step, player), key):
        t.wears[player] = 1


@small_rule
def helmet_saves(r: Rules, loot: int) -> int:
    """Half of the loot, in half lumps (S43, SO31)."""
    if r.helmet_odd == FLOOR:
        return 2 * (loot // 2)
    if r.helmet_odd == CEIL:
        return 2 * ((loot + 1) // 2)
    return loot


@small_rule
def at_stake(r: Rules, t: Table, player: int) -> int:
    """Lumps of a buried player that a rope could still divide (S47, SO36)."""
    if not t.wears[player]:
        return t.loot[player]
    if r.helmet_with_rope == HELMET_FIRST:
        return 0
    if r.helmet_with_rope == BOTH:
        return (2 * t.loot[player] - helmet_saves(r, t.loot[player])) // 2
    return t.loot[player]


@small_rule
def may_rope(r: Rules, t: Table, target: int) -> bool:
    """Whether a rope may be thrown to ``target`` (S46, SO36, SO38)."""
    if not t.inside[target]:
        return False
    return at_stake(r, t, target) > 0 or r.rope_in_vain > 0


@rule
def decide_rope(r: Rules, s: Seats, t: Table, key: int, level: int, step: int, player: int) -> None:
    """A player outside may throw its rope to one buried player (S44 to S46, SO37, SO39, SO40)."""
    if not r.rope_just_left and t.left_at[player] == step - 1:
        return
    view = buried_view(r, s, t, level, step, player)
    # Between equal targets chance decides, so that no seat is roped more often than another.
    first = below(own_chance(key, FAVOURITE, view), s.players)
    targets = 0
    best = -1
    best_share = -1
    for number in range(first, first + s.players):
        target = number if number < s.players else number - s.players
        if not may_rope(r, t, target):
            continue
        targets += 1
        throwers = 1
        if r.open_collapse:
            for other in range(s.players):
                throwers += t.thrown_to[other] == target
        own = quotient(rope_pays(r, at_stake(r, t, target)), throwers)
        if own > best_share:
            best, best_share = target, own
    if targets == 0:
        return
    if not throws_rope(s, view, best_share, key) and r.rope_declinable:
        return
    choice = picks_target(s, view, targets, key)
    if choice >= 0:
        for target in range(s.players):
            if may_rope(r, t, target):
                if choice == 0:
                    best = target
                choice -= 1
    t.thrown_to[player] = best


@small_rule
def rope_keeps(r: Rules, stake: int) -> int:
    """What the rope saves for the buried player, before what throwers cannot share (S47, SO33)."""
    return stake // 2 + (stake % 2 if r.rope_odd == TO_VICTIM else 0)


@small_rule
def rope_pays(r: Rules, stake: int) -> int:
    """What the rope brings its throwers together (S47, SO33)."""
    return stake // 2 + (stake % 2 if r.rope_odd == TO_THROWER else 0)


@rule
def bury(r: Rules, s: Seats, t: Table, level: int, step: int, player: int) -> None:
    """One buried player: what helmet and ropes save, what throwers get, what is lost (S22, S43, S47, S48)."""
    loot = t.loot[player]
    stake = at_stake(r, t, player)
    saved = 0
    if t.wears[player]:
        saved = helmet_saves(r, loot)
        t.helmets[player] -= 1
        t.tool_uses[HELMET * MOST_PLAYERS + player] += 1
        t.tool_worth[HELMET * MOST_PLAYERS + player] += saved
        mark_tool(t, level, player, 1)
        if r.helmet_banked:
            t.bank[player] += saved
        else:
            t.carried[player] = saved // 2
        record(t, HELMET_WORN, level, step, player, saved, 0)
    throwers = 0
    for thrower in range(s.players):
        throwers += t.thrown_to[thrower] == player
    lost = 2 * loot - saved
    if throwers > 0:
        kept = rope_keeps(r, stake)
        each = quotient(rope_pays(r, stake), throwers)
        if r.rope_rest_to_victim:
            kept += rope_pays(r, stake) - each * throwers
        t.bank[player] += 2 * kept
        lost -= 2 * (kept + each * throwers)
        t.tool_worth[ROPED * MOST_PLAYERS + player] += 2 * kept
        record(t, ROPE_SAVES, level, step, player, kept, each)
        for thrower in range(s.players):
            if t.thrown_to[thrower] == player:
                t.ropes[thrower] -= 1
                t.bank[thrower] += 2 * each
                t.tool_uses[ROPE * MOST_PLAYERS + thrower] += 1
                t.tool_worth[ROPE * MOST_PLAYERS + thrower] += 2 * each
                mark_tool(t, level, thrower, 2 + player)
                record(t, ROPE_THROWN, level, step, player, thrower, 0)
    t.counts[LOST_HALVES] += lost
    t.loot[player] = 0
    record(t, LOST, level, step, player, lost, 0)

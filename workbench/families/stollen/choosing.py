"""One hidden, simultaneous choice, with canary and lamps (S9, S10, S34 to S42)."""

from __future__ import annotations

from workbench.engine.jit import small_rule
from workbench.families.stollen.players import goes_deeper, wants_to_look
from workbench.families.stollen.state import (
    CHOICE_STEPS,
    CURSOR,
    FATAL,
    FIND,
    FOSSIL,
    HAZARD,
    LAMP,
    LOOKS,
    MOST_PLAYERS,
    NO_CANARY,
    NOT_HEARD,
    NOT_SEEN,
    SAFE,
    SILENT,
    SINGS,
    Open,
    Rules,
    Seats,
    Table,
    View,
)
from workbench.families.stollen.trace import CANARY, CHOICE, record


@small_rule
def canary_says(r: Rules, kinds: int, spoken: bool, card: int, fatal: bool) -> int:
    """What the canary says of the next card (S34 to S36, SO20, SO23, SO25)."""
    if not r.canary or kinds < r.canary_kinds or (spoken and r.canary_once):
        return NOT_HEARD
    if r.card_type[card] == HAZARD:
        silent = bool(fatal) or not r.canary_fatal_only
    else:
        silent = r.card_type[card] == FOSSIL and not r.canary_fossil_safe
    return SILENT if silent else SINGS


@small_rule
def best_other_score(r: Rules, s: Seats, t: Table, player: int) -> int:
    """The highest open score of the others in half lumps; -1 where banks are hidden (SO42, SO43)."""
    if not r.banks_open:
        return -1
    best = -1
    for other in range(s.players):
        if other != player:
            score = t.bank[other] + (2 * t.fossil_points[other] if r.fossils_open else 0)
            best = max(best, score)
    return best


@small_rule
def hears(r: Rules, s: Seats, player: int, says: int) -> int:
    """What one player hears of the canary before it chooses (SO21, SO22)."""
    if says == NOT_HEARD or s.forbidden[player] & NO_CANARY:
        return NOT_HEARD
    if r.canary_before_choice and (r.canary_owner < 0 or r.canary_owner == player):
        return says
    return NOT_HEARD


@small_rule
def view_of(
    r: Rules, s: Seats, t: Table, o: Open, player: int, heard: int, seen: int, seen_find: int, announced: int
) -> View:
    """What one player sees before it decides (S50)."""
    return View(
        player, o.level, r.levels, o.step, s.players, o.inside, t.loot[player], o.left, o.lying, o.kinds, o.cards,
        o.fatal, o.hazards, o.finds, o.left_share, heard, seen, seen_find,
        announced if r.lamp_announced_at_once else 0, t.mood[player], t.bank[player], t.fossils[player],
        t.lamps[player], t.helmets[player], t.ropes[player], best_other_score(r, s, t, player),
    )  # fmt: skip


@small_rule
def look_with_lamps(r: Rules, s: Seats, t: Table, o: Open, key: int, says: int) -> int:
    """Who wants to looks at the next card in secret (S39 to S42, SO26, SO29); returns how many did."""
    looks = 0
    for player in range(s.players):
        t.looked[player] = 0
        if t.inside[player] and t.lamps[player] > 0 and (looks == 0 or r.lamps_together):
            heard = hears(r, s, player, says) if r.canary_first else NOT_HEARD
            if wants_to_look(r, s, view_of(r, s, t, o, player, heard, NOT_SEEN, 0, looks), key):
                # S42: the card seen stays the next card.
                t.looked[player] = 1
                t.lamps[player] -= 1
                looks += 1
                t.tool_uses[LAMP * MOST_PLAYERS + player] += 1
                slot = o.level * MOST_PLAYERS + player
                t.looks[t.counts[LOOKS]] = t.counts[CHOICE_STEPS] << 8 | slot
                t.counts[LOOKS] += 1
                t.tool_marks[slot] = t.tool_marks[slot] * 41 + o.step + 1 & 0xFFFFFFFF
    return looks


@small_rule
def note_step(t: Table, bag: int, value: int, fatal: bool, staying: int, says: int) -> None:
    """Remember a step for weighing.py: the loot of the level, what was known of the next card, to how many it comes."""
    at = t.counts[CHOICE_STEPS]
    t.bags[at] = bag
    t.nexts[at] = ((0 if fatal else value + 1) << 4 | staying) << 2 | says
    t.counts[CHOICE_STEPS] = at + 1


@small_rule
def choose(r: Rules, s: Seats, t: Table, o: Open, key: int, card: int, is_fatal: bool, spoken: bool) -> int:
    """All inside choose; ``card`` is the next one. Their choices are then in the table; returns the leavers."""
    says = canary_says(r, o.kinds, spoken, card, is_fatal)
    looks = look_with_lamps(r, s, t, o, key, says) if r.lamps else 0
    leavers = 0
    bag = 0
    for player in range(s.players):
        if t.inside[player]:
            seen = NOT_SEEN
            seen_find = 0
            if r.lamps and t.looked[player]:
                seen = FATAL if is_fatal else SAFE
                seen_find = r.card_value[card] if r.card_type[card] == FIND else 0
            view = view_of(r, s, t, o, player, hears(r, s, player, says), seen, seen_find, looks)
            deeper = goes_deeper(r, s, view, key)
            # SO45: who is alone may have to leave.
            if r.last_must_leave and o.inside == 1 and s.players > 1:
                deeper = False
            t.deeper[player] = 1 if deeper else 0
            leavers += 0 if deeper else 1
            slot = o.level * MOST_PLAYERS + player
            t.choices[slot] += 1
            t.exits[slot] = 0 if deeper else 1
            bag = t.loot[player] - t.brought[slot]
    value = r.card_value[card] if r.card_type[card] == FIND else 0
    note_step(t, bag, value, is_fatal, o.inside - leavers, says)
    if t.counts[CURSOR] >= 0:
        record(t, CANARY, o.level, o.step, says, 0, 0)
        for player in range(s.players):
            if t.inside[player]:
                record(t, CHOICE, o.level, o.step, player, t.deeper[player], t.looked[player])
    return leavers

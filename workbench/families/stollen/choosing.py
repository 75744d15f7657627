"""One hidden, simultaneous choice, with canary and lamps (S9, S10, S34 to S42)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule, tracing
from workbench.families.stollen.players import decide
from workbench.families.stollen.state import (
    BAN_CANARY,
    FATAL,
    FIND,
    FOSSIL,
    GO_DEEPER,
    HAZARD,
    LAMP,
    LAMP_AT_HAND,
    LAMP_ONLY,
    LOOKS,
    MOST_PLAYERS,
    NO_LAMP,
    NOT_HEARD,
    NOT_SEEN,
    SAFE,
    SILENT,
    SINGS,
    USE_LAMP,
    Open,
    Rules,
    Seats,
    Table,
    View,
    moment,
)
from workbench.families.stollen.trace import CANARY, CHOICE, record

ALL = (1 << MOST_PLAYERS) - 1
"""Everybody, a bit for each seat."""


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
def open_scores(r: Rules, s: Seats, t: Table) -> tuple[int, int, int]:
    """The highest open score in half lumps, its seat, and the highest of the others; -1 where banks are hidden
    (SO42, SO43)."""
    best = -1
    best_seat = -1
    second = -1
    if r.banks_open:
        for player in range(s.players):
            score = t.bank[player] + (2 * t.fossil_points[player] if r.fossils_open else 0)
            second = max(second, min(score, best))
            best_seat = player if score > best else best_seat
            best = max(best, score)
    return best, best_seat, second


@small_rule
def hears(r: Rules, s: Seats, player: int, says: int) -> int:
    """What one player hears of the canary before it chooses (SO21, SO22)."""
    owner = r.canary_owner < 0 or r.canary_owner == player
    if r.canary_before_choice and owner and not s.forbidden[player] & BAN_CANARY:
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
        announced, t.mood[player], t.bank[player], t.fossils[player],
        t.lamps[player], t.helmets[player], t.ropes[player], o.second if player == o.best_seat else o.best,
    )  # fmt: skip


@small_rule
def has_lamp(r: Rules, t: Table, player: int, looked: int) -> bool:
    """Whether a player may look at the next card, after those who ``looked`` (S39, SO29)."""
    return (t.lamps[player] > 0) & ((looked == 0) | (r.lamps_together > 0))


@rule
def look(r: Rules, t: Table, o: Open, player: int) -> None:
    """A player uses its lamp; the card seen stays the next card (S40, S42)."""
    t.looked_at[player] = moment(o.level, o.step)
    t.lamps[player] -= 1
    t.tool_uses[LAMP * MOST_PLAYERS + player] += 1
    slot = o.level * MOST_PLAYERS + player
    # Every turned card has been followed by one choice, and the first perhaps preceded by one.
    t.looks[t.counts[LOOKS]] = (t.first_step[o.level] + o.step + r.first_choice - 1) << 8 | slot
    t.counts[LOOKS] += 1
    t.tool_marks[slot] = t.tool_marks[slot] * 41 + o.step + 1 & 0xFFFFFFFF


@rule
def decide_after_look(
    r: Rules, s: Seats, t: Table, o: Open, key: int, card: int, is_fatal: bool, player: int, heard: int, announced: int
) -> int:
    """The choice of a player whose lamp showed the next card (S40)."""
    seen = FATAL if is_fatal else SAFE
    seen_find = r.card_value[card] if r.card_type[card] == FIND else 0
    return decide(r, s, view_of(r, s, t, o, player, heard, seen, seen_find, announced), key, NO_LAMP)


@rule
def look_first(r: Rules, s: Seats, t: Table, o: Open, key: int, says: int) -> tuple[int, int]:
    """All who want to look do so before anybody chooses (SO26, SO27): who did, a bit for each seat, and how many the
    others saw doing it."""
    looked = 0
    announced = 0
    for at in range(o.inside):
        player = t.insiders[at]
        if has_lamp(r, t, player, looked):
            heard = hears(r, s, player, says) if r.canary_first else NOT_HEARD
            view = view_of(r, s, t, o, player, heard, NOT_SEEN, 0, announced)
            if decide(r, s, view, key, LAMP_ONLY) == USE_LAMP:
                look(r, t, o, player)
                looked |= 1 << player
                announced += r.lamp_announced_at_once
    return looked, announced


@small_rule
def choose(r: Rules, s: Seats, t: Table, o: Open, key: int, card: int, is_fatal: bool, says: int) -> tuple[int, int]:
    """All inside choose; ``card`` is the next one. Returns who leaves and who looked first, a bit for each seat."""
    looked = 0
    announced = 0
    # A lamp that nobody sees used before the canary speaks is part of its owner's choice.
    lamps_first = r.lamps > 0 and (r.lamp_announced_at_once > 0 or (r.canary > 0 and not r.canary_first))
    if lamps_first:
        looked, announced = look_first(r, s, t, o, key, says)
    leaving = 0
    for at in range(o.inside):
        player = t.insiders[at]
        heard = hears(r, s, player, says)
        decision = USE_LAMP
        if not looked >> player & 1:
            lamp = LAMP_AT_HAND if has_lamp(r, t, player, looked) & (not lamps_first) else NO_LAMP
            decision = decide(r, s, view_of(r, s, t, o, player, heard, NOT_SEEN, 0, announced), key, lamp)
            if decision == USE_LAMP and lamp:
                look(r, t, o, player)
                looked |= 1 << player
        if looked >> player & 1:
            decision = decide_after_look(r, s, t, o, key, card, is_fatal, player, heard, announced)
        if decision != GO_DEEPER:
            leaving |= 1 << player
    return leaving, looked


@small_rule
def note_leavers(t: Table, level: int, inside: int, leaving: int, asked: int) -> int:
    """Remember for the comparison of games at which choice of the level somebody left; returns how many."""
    leavers = 0
    for at in range(inside):
        player = t.insiders[at]
        leaves = leaving >> player & 1
        leavers += leaves
        slot = level * MOST_PLAYERS + player
        t.choices[slot] = asked
        t.exits[slot] = leaves
    return leavers


@small_rule
def note_next(r: Rules, t: Table, level: int, asked: int, bag: int, card: int, is_fatal: bool, staying: int) -> None:
    """Remember for weighing.py what each inside held of this level's finds at a choice, what came next, and to how
    many of them."""
    find = r.card_value[card] * (r.card_type[card] == FIND)
    at = t.first_step[level] + asked - 1
    t.bags[at] = bag
    t.nexts[at] = (find << 1 | is_fatal) << 4 | staying


@rule
def note_stayers(s: Seats, t: Table, level: int, asked: int, quiet: int) -> None:
    """Remember the same of those who never chose to leave in this level, and where its choices end; before the first
    ``quiet`` of them the canary had not spoken."""
    t.first_step[level + 1] = t.first_step[level] + asked
    t.first_word[level] = t.first_step[level] + quiet
    for player in range(s.players):
        slot = level * MOST_PLAYERS + player
        t.choices[slot] = t.choices[slot] if t.exits[slot] else asked


@tracing
def record_choices(t: Table, level: int, step: int, inside: int, leaving: int, looked: int, says: int) -> None:
    """What the canary said and all chose goes into the trace."""
    record(t, CANARY, level, step, says, 0, 0)
    for at in range(inside):
        player = t.insiders[at]
        record(t, CHOICE, level, step, player, 1 - (leaving >> player & 1), looked >> player & 1)

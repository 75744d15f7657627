"""The rules of stollen, once: integers and named tuples only, so that they run interpreted or compiled alike.

Each function names the rules of docs/rules.md that it plays. :func:`play_game` plays the levels; :func:`play_level`
deals its deck (dealing.py), turns cards and lets those inside choose (choosing.py) and leave (sharing.py) until the
level ends; a collapse is settled in collapse.py; :func:`score_game` finds the winners.
"""

from __future__ import annotations

from workbench.engine.jit import quotient, rule
from workbench.engine.randomness import MOOD, below, game_key, stream
from workbench.families.stollen.choosing import (
    ALL,
    canary_says,
    choose,
    note_leavers,
    note_next,
    note_stayers,
    open_scores,
    record_choices,
)
from workbench.families.stollen.collapse import settle_collapse
from workbench.families.stollen.dealing import card_at, deal, record_deck, reshuffle
from workbench.families.stollen.sharing import settle_exit, share, turn_find
from workbench.families.stollen.state import (
    BAN_HELMET,
    BAN_LAMP,
    BAN_ROPE,
    BANK,
    BY_COLLAPSE,
    BY_EMPTY_DECK,
    BY_EXIT,
    CARRIED,
    COUNTS,
    CURSOR,
    EARLIEST_LEAVER,
    FIND,
    FOSSIL,
    FREE_FOSSILS,
    LAST_LEAVER,
    LAST_LEVEL,
    LEFT_BEHIND,
    LUMPS,
    LYING,
    MOST_PLAYERS,
    RESHUFFLE,
    RESTS,
    TIE_FOSSILS,
    TIE_POINTS,
    Open,
    Rules,
    Seats,
    Table,
)
from workbench.families.stollen.trace import CARD, LEVEL, LEVEL_END, STANDING, record
from workbench.families.stollen.trace import RESHUFFLE as RESHUFFLED

WIN_PARTS = 840
"""A shared win counts 1/k each; 840 divides by every number of winners up to 8."""


@rule
def start_level(r: Rules, s: Seats, t: Table, key: int, level: int) -> None:
    """Everybody enters (S2); new fossils join (S7); tools of the level are handed out (SO44)."""
    for player in range(s.players):
        t.inside[player] = 1
        t.insiders[player] = player
        t.left_at[player] = -1
        t.loot[player] = t.carried[player]
        t.carried[player] = 0
        t.level_start[player] = t.bank[player]
        # What a player is forbidden to use it does not hold, so that it does not count on it either.
        forbidden = s.forbidden[player]
        if r.lamps_per_level or level == 0:
            t.lamps[player] = 0 if forbidden & BAN_LAMP else r.lamps
        if r.helmets_per_level or level == 0:
            t.helmets[player] = 0 if forbidden & BAN_HELMET else r.helmets
        if r.ropes_per_level or level == 0:
            t.ropes[player] = 0 if forbidden & BAN_ROPE else r.ropes
        spread = s.spread[player]
        mood = s.leave_at[player]
        if spread > 0:
            mood += below(stream(key, MOOD, level, player), 2 * spread + 1) - spread
        t.mood[player] = max(mood, 1)
        slot = level * MOST_PLAYERS + player
        t.exits[slot] = 0
        t.tool_marks[slot] = 0
        t.brought[slot] = t.loot[player]
    for kind in range(r.kinds):
        t.seen[kind] = 0
    t.counts[FREE_FOSSILS] += r.fossils_per_level


@rule
def play_level(r: Rules, s: Seats, t: Table, key: int, level: int) -> None:
    """One level from the first card to its end (S9 to S28, S34 to S48)."""
    start_level(r, s, t, key, level)
    size, hazards = deal(r, t, key, level)
    finds = r.lumps[level]
    record(t, LEVEL, level, 0, size, 0, 0)
    record_deck(t, level, 0, size)
    best, best_seat, second = open_scores(r, s, t)
    inside = s.players
    card = card_at(t, size, 0)
    kinds = 0
    fatal = 0
    bag = 0
    position = 0
    step = 0
    asked = 0
    spoken = False
    quiet = 0
    reason = BY_EXIT
    turned = not r.first_choice
    while inside > 0:
        if turned and position < size:
            position += 1
            step += 1
            value = r.card_value[card]
            if r.card_type[card] == FIND:
                finds -= value
                each, rest = turn_find(r, t, value, inside)
                bag += each
                record(t, CARD, level, step, card, each, rest)
            elif r.card_type[card] == FOSSIL:
                t.counts[LYING] += 1
                t.counts[FREE_FOSSILS] -= 1
                record(t, CARD, level, step, card, 0, 0)
            else:
                hazards -= 1
                record(t, CARD, level, step, card, 0, 0)
                if t.seen[value]:
                    settle_collapse(r, s, t, key, level, step, value)
                    if r.removes_hazard:
                        t.removed[value] += 1
                    reason = BY_COLLAPSE
                    break
                t.seen[value] = 1
                kinds += 1
                fatal += r.copies[level * r.kinds + value] - t.removed[value] - 1
        turned = True
        if position >= size:
            again = 0
            if r.when_empty == RESHUFFLE:
                again, hazards, finds = reshuffle(r, t, key, level, size)
            if again == 0:
                settle_exit(r, s, t, level, step, inside, ALL, inside, r.when_empty != BANK)
                reason = BY_EMPTY_DECK
                break
            size = again
            position = 0
            record(t, RESHUFFLED, level, step, size, 0, 0)
            record_deck(t, level, step, size)
            # Every hazard in it lies already (it was turned once), so each of them is fatal now.
            fatal = hazards
        card = card_at(t, size, position)
        is_fatal = t.seen[r.card_kind[card]] > 0
        asked += 1
        says = canary_says(r, kinds, spoken, card, is_fatal)
        # SO45: who is alone may have to leave.
        must_leave = r.last_must_leave and inside == 1 and s.players > 1
        leaving = 0
        leavers = 0
        looked = 0
        # Calm characters go deeper anyway while no hazard lies; asking them would change nothing.
        if not s.calm or kinds > 0 or must_leave:
            left = t.counts[LUMPS]
            left_share = quotient(left, inside) if left >= inside else 0
            tunnel = Open(
                level, step, inside, left, t.counts[LYING], kinds, size - position, fatal, hazards, finds, left_share,
                best, best_seat, second,
            )  # fmt: skip
            leaving, looked = choose(r, s, t, tunnel, key, card, is_fatal, says)
            if must_leave:
                leaving = ALL
        record_choices(t, level, step, inside, leaving, looked, says)
        spoken = spoken or (r.canary > 0 and kinds >= r.canary_kinds)
        quiet += 0 if spoken else 1
        # SO41: where leaving does not come first, a collapse buries those on their way out as well.
        if leaving:
            leavers = note_leavers(t, level, inside, leaving, asked)
        note_next(r, t, level, asked, bag, card, is_fatal, inside - leavers)
        if leaving and (r.leaving_first or not is_fatal):
            settle_exit(r, s, t, level, step, inside, leaving, leavers, True)
            inside -= leavers
            best, best_seat, second = open_scores(r, s, t)
    note_stayers(s, t, level, asked, quiet)
    end_level(r, s, t, level, step, reason)


@rule
def end_level(r: Rules, s: Seats, t: Table, level: int, step: int, reason: int) -> None:
    """What lies is lost, carried or given away; fossils go back or out (SO8, SO12, SO13)."""
    last_level = level == r.levels - 1
    if r.leftovers_at_end == LAST_LEAVER:
        give_to_last_leavers(s, t)
    if r.leftovers_at_end != CARRIED or last_level:
        t.counts[LEFT_BEHIND] += t.counts[LUMPS]
        t.counts[RESTS] = 0
        t.counts[LUMPS] = 0
    out = r.out_after_collapse if reason == BY_COLLAPSE else r.out_after_exit
    if not out:
        t.counts[FREE_FOSSILS] += t.counts[LYING]
    t.counts[LYING] = 0
    t.level_steps[level] = step
    t.level_reason[level] = reason
    record(t, LEVEL_END, level, step, reason, 0, 0)
    for player in range(s.players):
        if last_level and t.carried[player] > 0:
            # SO32: nothing can befall what would be taken into a next level.
            t.bank[player] += 2 * t.carried[player]
            t.carried[player] = 0
        t.standing[level * MOST_PLAYERS + player] = t.bank[player] + 2 * t.fossil_points[player]
        t.took[level * MOST_PLAYERS + player] = t.bank[player] - t.level_start[player]
        record(t, STANDING, level, step, player, t.bank[player], t.fossils[player])


@rule
def give_to_last_leavers(s: Seats, t: Table) -> None:
    """What lies at the end goes to those who left last, if it divides (SO8)."""
    last = -1
    count = 0
    for player in range(s.players):
        if t.left_at[player] > last:
            last = t.left_at[player]
            count = 0
        count += t.left_at[player] == last
    if last < 0:
        return
    each, rest = share(t.counts[LUMPS], count)
    for player in range(s.players):
        if t.left_at[player] == last:
            t.bank[player] += 2 * each
    t.counts[RESTS] = 0
    t.counts[LUMPS] = 0
    t.counts[LEFT_BEHIND] += rest


@rule
def ranks_below(r: Rules, t: Table, player: int, other: int) -> bool:
    """Whether ``player`` is behind ``other`` at the end (S32, S33, SO18, SO19)."""
    mine, theirs = t.score[player], t.score[other]
    if mine == theirs and r.tie_break == TIE_FOSSILS:
        mine, theirs = t.fossils[player], t.fossils[other]
    if mine == theirs and r.tie_break == TIE_POINTS:
        mine, theirs = t.fossil_points[player], t.fossil_points[other]
    if mine == theirs and r.still_tied == LAST_LEVEL:
        mine = t.bank[player] - t.level_start[player]
        theirs = t.bank[other] - t.level_start[other]
    if mine == theirs and r.still_tied == EARLIEST_LEAVER:
        # Who never left counts as last; an earlier step is better.
        never = 1 << 30
        mine = -(t.left_at[player] if t.left_at[player] >= 0 else never)
        theirs = -(t.left_at[other] if t.left_at[other] >= 0 else never)
    return mine < theirs


@rule
def score_game(r: Rules, s: Seats, t: Table) -> None:
    """Final scores (S31) and shares of the win (S32, S33)."""
    best = 0
    for player in range(s.players):
        t.score[player] = t.bank[player] + 2 * t.fossil_points[player]
        best = max(best, t.score[player])
    winners = 0
    for player in range(s.players):
        t.win[player] = 1 if t.score[player] == best else 0
        winners += t.win[player]
    if winners > 1:
        winners = 0
        for player in range(s.players):
            for other in range(s.players):
                if t.win[player] and ranks_below(r, t, player, other):
                    t.win[player] = 0
            winners += t.win[player]
    each = WIN_PARTS // winners
    for player in range(s.players):
        t.win[player] *= each


@rule
def play_game(r: Rules, s: Seats, t: Table, seed: int, game: int) -> None:
    """One game; everything about it is then in the table (S1, S31 to S33)."""
    key = game_key(seed, game)
    for player in range(s.players):
        t.bank[player] = 0
        t.carried[player] = 0
        t.fossils[player] = 0
        t.fossil_points[player] = 0
    for slot in range(4 * MOST_PLAYERS):
        t.tool_uses[slot] = 0
    for slot in range(5 * MOST_PLAYERS):
        t.tool_worth[slot] = 0
    for kind in range(r.kinds):
        t.removed[kind] = 0
    for at in range(COUNTS):
        if at != CURSOR:
            t.counts[at] = 0
    t.first_step[0] = 0
    t.counts[FREE_FOSSILS] = r.fossils_at_start
    for level in range(r.levels):
        play_level(r, s, t, key, level)
    score_game(r, s, t)

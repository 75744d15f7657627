"""The rules of stollen, once: integers and named tuples only, so that they run interpreted or compiled alike.

Each function names the rules of docs/rules.md that it plays. Order of a game: :func:`play_game` plays the levels
(:func:`play_level`); a level deals its deck, then turns cards (:func:`turn_find` and the hazards) and lets those
inside choose (:func:`choose`, :func:`settle_exit`) until it ends; a collapse is settled in collapse.py; winners are
found in :func:`score_game`.
"""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.engine.randomness import DEAL, MOOD, below, card_key, card_of, game_key, sort_keys, stream
from workbench.families.stollen.collapse import settle_collapse
from workbench.families.stollen.players import goes_deeper, wants_to_look
from workbench.families.stollen.state import (
    BANK,
    BY_COLLAPSE,
    BY_EMPTY_DECK,
    BY_EXIT,
    CARRIED,
    CARRIED_OUT,
    COUNTS,
    CURSOR,
    EARLIEST_LEAVER,
    FATAL,
    FIND,
    FOSSIL,
    FREE_FOSSILS,
    HAZARD,
    LAMP,
    LAST_LEAVER,
    LAST_LEVEL,
    LEFT_BEHIND,
    LYING,
    MOST_PLAYERS,
    NOT_HEARD,
    NOT_SEEN,
    RESHUFFLE,
    RESTS,
    SAFE,
    SILENT,
    SINGS,
    TIE_FOSSILS,
    TIE_POINTS,
    Rules,
    Seats,
    Table,
    View,
)
from workbench.families.stollen.trace import (
    CANARY,
    CARD,
    CHOICE,
    DECK_CARD,
    EXIT,
    EXIT_FOSSILS,
    LEFT,
    LEVEL,
    LEVEL_END,
    STANDING,
    record,
)
from workbench.families.stollen.trace import RESHUFFLE as RESHUFFLED

WIN_PARTS = 840
"""A shared win counts 1/k each; 840 divides by every number of winners up to 8."""


@small_rule
def share(amount: int, heads: int) -> tuple[int, int]:
    """Divide fairly among ``heads``: what each gets and what stays (S13, S14, S17, S18, S25)."""
    each = amount // heads
    return each, amount - each * heads


@small_rule
def shuffle(t: Table, size: int) -> None:
    """Put the deck in the order of its keys."""
    sort_keys(t.keys, size, t.scratch)
    for at in range(size):
        t.deck[at] = card_of(t.keys[at])


@rule
def deal(r: Rules, t: Table, key: int, level: int) -> int:
    """Shuffle the deck of a level by the keys of its cards and return its size (S3, S4, S7, S8, SO5, SO6)."""
    size = 0
    luck = stream(key, DEAL, level, 0)
    for card in range(r.first_card[level], r.end_card[level]):
        if r.card_type[card] == HAZARD:
            kind = r.card_value[card]
            if r.card_copy[card] >= r.copies[level * r.kinds + kind] - t.removed[kind]:
                continue
        t.keys[size] = card_key(luck, r.card_key[card], card)
        size += 1
    for number in range(t.counts[FREE_FOSSILS]):
        card = r.first_fossil + number
        t.keys[size] = card_key(luck, r.card_key[card], card)
        size += 1
    shuffle(t, size)
    return size


@rule
def reshuffle(r: Rules, t: Table, key: int, level: int, size: int) -> int:
    """Shuffle the turned finds and hazards again (SO15); 0 where no hazard is among them, as that would never end."""
    luck = stream(key, DEAL, level, 1)
    count = 0
    hazards = 0
    for at in range(size):
        card = t.deck[at]
        if r.card_type[card] != FOSSIL:
            t.keys[count] = card_key(luck, r.card_key[card], card)
            count += 1
            hazards += r.card_type[card] == HAZARD
    if hazards == 0:
        return 0
    shuffle(t, count)
    return count


@small_rule
def lies_in_all(t: Table) -> int:
    """Lumps lying in the tunnel."""
    total = 0
    for at in range(t.counts[RESTS]):
        total += t.rests[at]
    return total


@small_rule
def leave_lying(r: Rules, t: Table, rest: int) -> None:
    """A rest stays lying: on its own card, or on the one heap (S18, SO7)."""
    if rest == 0:
        return
    if r.per_card or t.counts[RESTS] == 0:
        t.rests[t.counts[RESTS]] = rest
        t.counts[RESTS] += 1
    else:
        t.rests[0] += rest


@rule
def share_leftovers(r: Rules, t: Table, leavers: int) -> int:
    """What each leaver gets of what lies; the rest stays, or is lost (S13, S14, SO7, SO9)."""
    each = 0
    kept = 0
    for at in range(t.counts[RESTS]):
        part, rest = share(t.rests[at], leavers)
        each += part
        if r.rest_lost:
            t.counts[LEFT_BEHIND] += rest
        elif rest > 0:
            t.rests[kept] = rest
            kept += 1
    t.counts[RESTS] = kept
    return each


@rule
def share_fossils(r: Rules, t: Table, leavers: int) -> tuple[int, int]:
    """Fossils for each leaver, and those that the first leaver gets besides (S25 to S28, SO11, SO14, DI8)."""
    lying = t.counts[LYING]
    if leavers == 1:
        return (min(1, lying) if r.single_takes_one else lying), 0
    if r.single_leaver_only:
        return 0, 0
    each, rest = share(lying, leavers)
    return each, (rest if r.rest_to_first else 0)


@rule
def take_fossil(r: Rules, t: Table, player: int) -> None:
    """One fossil leaves the mine in a player's hands (SO16: its worth may go by the order of leaving)."""
    t.fossils[player] += 1
    t.counts[LYING] -= 1
    out = t.counts[CARRIED_OUT] + 1
    t.counts[CARRIED_OUT] = out
    if r.by_carried_order:
        t.fossil_points[player] += r.fossil_points[out] - r.fossil_points[out - 1]
    else:
        t.fossil_points[player] = r.fossil_points[t.fossils[player]]


@rule
def settle_exit(r: Rules, s: Seats, t: Table, level: int, step: int, leavers: int, shares: bool) -> None:
    """Those who do not go deeper bank their loot and share what lies (S11 to S15, S25 to S28)."""
    each = share_leftovers(r, t, leavers) if shares else 0
    fossils_each, extra = share_fossils(r, t, leavers) if shares else (0, 0)
    record(t, EXIT, level, step, each, lies_in_all(t), fossils_each)
    first = -1
    for player in range(s.players):
        if t.inside[player] and not t.deeper[player]:
            first = player if first < 0 else first
            t.inside[player] = 0
            t.left_at[player] = step
            t.bank[player] += 2 * (t.loot[player] + each)
            record(t, LEFT, level, step, player, t.loot[player] + each, 0)
            t.loot[player] = 0
    for _ in range(fossils_each):
        for player in range(s.players):
            if t.left_at[player] == step and not t.inside[player]:
                take_fossil(r, t, player)
    for _ in range(extra):
        take_fossil(r, t, first)
    record(t, EXIT_FOSSILS, level, step, t.counts[LYING], 0, 0)


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


@rule
def choose(
    r: Rules,
    s: Seats,
    t: Table,
    key: int,
    level: int,
    step: int,
    inside: int,
    kinds: int,
    cards: int,
    fatal: int,
    hazards: int,
    finds: int,
    card: int,
    spoken: bool,
) -> tuple[int, bool]:
    """One hidden, simultaneous choice of all inside (S9, S10), with canary and lamps; returns the leavers.

    ``cards``, ``fatal``, ``hazards`` and ``finds`` count what is still in the deck; ``card`` is the next one. The
    second result tells whether the next card brings the tunnel down.
    """
    kind = r.card_value[card]
    is_fatal = r.card_type[card] == HAZARD and t.seen[kind] > 0
    says = canary_says(r, kinds, spoken, card, is_fatal)
    left = lies_in_all(t)
    lying = t.counts[LYING]
    announced = 0
    leavers = 0
    for look_now in (True, False):
        for player in range(s.players):
            if not t.inside[player]:
                continue
            heard = says
            if not r.canary_before_choice or (r.canary_owner >= 0 and r.canary_owner != player):
                heard = NOT_HEARD
            if look_now:
                t.looked[player] = 0
                if t.lamps[player] <= 0 or (announced and not r.lamps_together):
                    continue
                if not r.canary_first:
                    heard = NOT_HEARD
            seen = NOT_SEEN
            seen_find = 0
            if not look_now and t.looked[player]:
                seen = FATAL if is_fatal else SAFE
                seen_find = r.card_value[card] if r.card_type[card] == FIND else 0
            view = View(
                player, level, r.levels, step, s.players, inside, t.loot[player], left, lying, kinds, cards, fatal,
                hazards, finds, heard, seen, seen_find, announced if r.lamp_announced_at_once else 0,
                t.mood[player], t.bank[player], t.fossils[player], t.lamps[player], t.helmets[player],
                t.ropes[player], best_other_score(r, s, t, player),
            )  # fmt: skip
            slot = level * MOST_PLAYERS + player
            if look_now:
                if wants_to_look(r, s, view, key):
                    # S42: the card seen stays the next card.
                    t.looked[player] = 1
                    t.lamps[player] -= 1
                    announced += 1
                    t.tool_uses[LAMP * MOST_PLAYERS + player] += 1
                    t.tool_marks[slot] = t.tool_marks[slot] * 41 + step + 1 & 0xFFFFFFFF
            else:
                deeper = goes_deeper(r, s, view, key)
                if r.last_must_leave and inside == 1 and s.players > 1:
                    deeper = False
                t.deeper[player] = 1 if deeper else 0
                leavers += 0 if deeper else 1
                t.choices[slot] += 1
                t.exits[slot] = 0 if deeper else 1
    record(t, CANARY, level, step, says, 0, 0)
    for player in range(s.players):
        if t.inside[player]:
            record(t, CHOICE, level, step, player, t.deeper[player], t.looked[player])
    return leavers, is_fatal


@rule
def start_level(r: Rules, s: Seats, t: Table, key: int, level: int) -> None:
    """Everybody enters (S2); new fossils join (S7); tools of the level are handed out (SO44)."""
    for player in range(s.players):
        t.inside[player] = 1
        t.left_at[player] = -1
        t.loot[player] = t.carried[player]
        t.carried[player] = 0
        t.level_start[player] = t.bank[player]
        if r.lamps_per_level or level == 0:
            t.lamps[player] = r.lamps
        if r.helmets_per_level or level == 0:
            t.helmets[player] = r.helmets
        if r.ropes_per_level or level == 0:
            t.ropes[player] = r.ropes
        spread = s.spread[player]
        mood = s.leave_at[player]
        if spread > 0:
            mood += below(stream(key, MOOD, level, player), 2 * spread + 1) - spread
        t.mood[player] = max(mood, 1)
        slot = level * MOST_PLAYERS + player
        t.choices[slot] = 0
        t.exits[slot] = 0
        t.tool_marks[slot] = 0
    for kind in range(r.kinds):
        t.seen[kind] = 0
    t.counts[FREE_FOSSILS] += r.fossils_per_level


@small_rule
def turn_find(r: Rules, s: Seats, t: Table, value: int, inside: int) -> tuple[int, int]:
    """A find is shared by those inside; the rest stays on the card (S17, S18)."""
    each, rest = share(value, inside)
    for player in range(s.players):
        if t.inside[player]:
            t.loot[player] += each
    leave_lying(r, t, rest)
    return each, rest


@rule
def play_level(r: Rules, s: Seats, t: Table, key: int, level: int) -> None:
    """One level from the first card to its end (S9 to S28, S34 to S48)."""
    start_level(r, s, t, key, level)
    size = deal(r, t, key, level)
    record(t, LEVEL, level, 0, size, 0, 0)
    hazards = 0
    finds = 0
    for at in range(size):
        card = t.deck[at]
        record(t, DECK_CARD, level, 0, card, 0, 0)
        hazards += r.card_type[card] == HAZARD
        if r.card_type[card] == FIND:
            finds += r.card_value[card]
    inside = s.players
    kinds = 0
    fatal = 0
    position = 0
    step = 0
    spoken = False
    reason = BY_EXIT
    turned = not r.first_choice
    while inside > 0:
        if turned and position < size:
            card = t.deck[position]
            position += 1
            step += 1
            value = r.card_value[card]
            if r.card_type[card] == FIND:
                finds -= value
                each, rest = turn_find(r, s, t, value, inside)
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
                again = reshuffle(r, t, key, level, size)
            if again == 0:
                for player in range(s.players):
                    t.deeper[player] = 0
                settle_exit(r, s, t, level, step, inside, r.when_empty != BANK)
                reason = BY_EMPTY_DECK
                break
            size = again
            position = 0
            hazards = 0
            finds = 0
            record(t, RESHUFFLED, level, step, size, 0, 0)
            for at in range(size):
                card = t.deck[at]
                record(t, DECK_CARD, level, step, card, 0, 0)
                hazards += r.card_type[card] == HAZARD
                if r.card_type[card] == FIND:
                    finds += r.card_value[card]
            # Every hazard in it lies already (it was turned once), so each of them is fatal now.
            fatal = hazards
        leavers, is_fatal = choose(
            r, s, t, key, level, step, inside, kinds, size - position, fatal, hazards, finds, t.deck[position], spoken
        )
        spoken = spoken or (r.canary > 0 and kinds >= r.canary_kinds)
        # SO41: where leaving does not come first, a collapse buries those on their way out as well.
        if leavers > 0 and (r.leaving_first or not is_fatal):
            settle_exit(r, s, t, level, step, leavers, True)
            inside -= leavers
    end_level(r, s, t, level, step, reason)


@rule
def end_level(r: Rules, s: Seats, t: Table, level: int, step: int, reason: int) -> None:
    """What lies is lost, carried or given away; fossils go back or out (SO8, SO12, SO13)."""
    last_level = level == r.levels - 1
    if r.leftovers_at_end == LAST_LEAVER:
        give_to_last_leavers(s, t)
    if r.leftovers_at_end != CARRIED or last_level:
        t.counts[LEFT_BEHIND] += lies_in_all(t)
        t.counts[RESTS] = 0
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
    each, rest = share(lies_in_all(t), count)
    for player in range(s.players):
        if t.left_at[player] == last:
            t.bank[player] += 2 * each
    t.counts[RESTS] = 0
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
    for player in range(s.players):
        t.score[player] = t.bank[player] + 2 * t.fossil_points[player]
    winners = 0
    for player in range(s.players):
        t.win[player] = 1
        for other in range(s.players):
            if ranks_below(r, t, player, other):
                t.win[player] = 0
        winners += t.win[player]
    for player in range(s.players):
        t.win[player] = WIN_PARTS // winners if t.win[player] else 0


@rule
def play_game(r: Rules, s: Seats, t: Table, seed: int, game: int) -> None:
    """One game; everything about it is then in the table (S1, S31 to S33)."""
    key = game_key(seed, game)
    for player in range(s.players):
        t.bank[player] = 0
        t.carried[player] = 0
        t.fossils[player] = 0
        t.fossil_points[player] = 0
    for slot in range(3 * MOST_PLAYERS):
        t.tool_uses[slot] = 0
        t.tool_worth[slot] = 0
    for kind in range(r.kinds):
        t.removed[kind] = 0
    for at in range(COUNTS):
        if at != CURSOR:
            t.counts[at] = 0
    t.counts[FREE_FOSSILS] = r.fossils_at_start
    for level in range(r.levels):
        play_level(r, s, t, key, level)
    score_game(r, s, t)

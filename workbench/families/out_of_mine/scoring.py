"""What a round is worth: the check, empty spaces, bonus and penalty, elves and elements (O16 to O20, O27, O28)."""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.bits import count
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.randomness import mix
from workbench.families.out_of_mine.faults import check_board
from workbench.families.out_of_mine.solver import as_set
from workbench.families.out_of_mine.state import (
    BONUS_POINTS,
    CALLED_ROUNDS,
    CALLER,
    CALLER_POINTS,
    FLOOR_AFTER,
    FLOOR_BEFORE,
    FULL_BOARDS,
    MOST_COLOURS,
    MOST_LAID,
    MOST_PLAYERS,
    NOTHING,
    OTHER_POINTS,
    OTHERS,
    PER_PLACE,
    RIGHTLY,
    ROUND_MS,
    TIME_MS,
    WIN_PARTS,
    WRONGLY,
    Rules,
    Seats,
    Table,
)
from workbench.families.out_of_mine.trace import POINTS, ROUND, SEAT, TILE, record
from workbench.families.out_of_mine.worth import elements_on, elves_under, spaces_under


@rule
def score_round(r: Rules, s: Seats, t: Table, number: int) -> None:
    """Check every board and give everybody the points of the round."""
    for player in range(s.players):
        score_board(r, t, player)
    tell_round(s, t, number)
    count_round(r, s, t, number)


@small_rule
def base_points(r: Rules, empty: int) -> int:
    """The full score less one for each empty space (O17), not below 0 (O18, OO9)."""
    points = r.full - empty
    return max(points, 0) if r.floor == FLOOR_BEFORE else points


@small_rule
def call_fails(r: Rules, was_full: int, has_fault: bool) -> bool:
    """Whether a call is punished: for a fault (O20), or since the board was not full where that is none (OO10)."""
    return has_fault or not (was_full or r.call_without)


@small_rule
def extra_points(r: Rules, called: int, was_full: int, has_fault: bool) -> int:
    """The caller's bonus for a full board without a fault (O19), or the penalty alone (O20, OO21); where a call without
    a full board is allowed, it gets nothing (OO10)."""
    if not called:
        return 0
    if call_fails(r, was_full, has_fault):
        return -r.penalty
    return r.bonus if was_full else 0


@small_rule
def differs_from_card(r: Rules, t: Table, player: int) -> bool:
    """Whether a board is full of other numbers of tiles than the card names, where they are exact (OO1)."""
    other = 0
    if r.exact:
        for colour in range(r.colours):
            at = player * MOST_COLOURS + colour
            other += t.left[at] + t.aside[at] != 0
    return other != 0


@rule
def score_board(r: Rules, t: Table, player: int) -> None:
    """Check one board (O16) and count its points; what is removed counts for nothing (OO19)."""
    removed = check_board(r, t, player)
    covered = 0
    elves = 0
    elements = 0
    for number in range(t.laid[player]):
        at = player * MOST_LAID + number
        why = t.tile_why[at]
        t.fault_sum[why] += 1
        if why == NOTHING:
            covered += spaces_under(r, t, player, at)
            elves += elves_under(r, t, player, at)
            elements += elements_on(r, t, player, at)
    empty = count(as_set(r.spaces[t.gallery[player]])) - covered
    has_fault = removed > 0 or (empty == 0 and differs_from_card(r, t, player))
    base = base_points(r, empty)
    extra = extra_points(r, t.called[player], t.was_full[player], has_fault)
    points = base + extra
    if r.floor == FLOOR_AFTER:
        points = max(points, 0)
    t.empty[player] = empty
    t.base[player] = base
    t.extra[player] = extra
    t.elves[player] = r.elf_points * elves
    t.elements[player] = elements
    t.points[player] = points + t.elves[player] + elements
    t.score[player] += t.points[player]
    t.empty_sum[player] += empty
    if t.called[player]:
        fails = call_fails(r, t.was_full[player], has_fault)
        t.calls[player] += not fails
        t.wrong[player] += fails
        t.called[player] = WRONGLY if fails else RIGHTLY


@small_rule
def tell_round(s: Seats, t: Table, number: int) -> None:
    """Write down how the round ended."""
    record(t, ROUND, number, t.counts[CALLER], t.counts[ROUND_MS], 0, 0, 0, 0)
    for player in range(s.players):
        record(t, SEAT, player, t.gallery[player], t.card[player], t.empty[player], t.base[player], t.extra[player],
               t.called[player])  # fmt: skip
        record(t, POINTS, player, t.elves[player], t.elements[player], t.points[player], 0, 0, 0)
        for at in range(player * MOST_LAID, player * MOST_LAID + t.laid[player]):
            record(t, TILE, player, t.tile_place[at], t.tile_shift[at], t.tile_copy[at], t.tile_up[at],
                   t.tile_why[at], 0)  # fmt: skip


@rule
def count_round(r: Rules, s: Seats, t: Table, number: int) -> None:
    """Count what is measured."""
    t.counts[TIME_MS] += t.counts[ROUND_MS]
    was_called = t.counts[CALLER] >= 0
    t.counts[CALLED_ROUNDS] += was_called
    most = t.points[0]
    for player in range(1, s.players):
        most = max(most, t.points[player])
    winners = 0
    for player in range(s.players):
        winners += t.points[player] == most
    for player in range(s.players):
        points = t.points[player]
        t.elf_sum[player] += t.elves[player]
        t.element_sum[player] += t.elements[player]
        t.counts[BONUS_POINTS] += t.extra[player]
        t.counts[FULL_BOARDS] += t.empty[player] == 0
        if was_called:
            if t.called[player]:
                t.counts[CALLER_POINTS] += points
            else:
                t.counts[OTHER_POINTS] += points
                t.counts[OTHERS] += 1
        rank = 0
        for other in range(s.players):
            rank += t.empty[other] < t.empty[player] or (t.empty[other] == t.empty[player] and other < player)
        t.empty_by_rank[rank] += t.empty[player]
        won = WIN_PARTS // winners if points == most else 0
        called = 1 if t.called[player] == RIGHTLY else 0
        count_place(t.gallery_rounds, t.gallery[player], points, won, called)
        count_place(t.card_rounds, t.card[player], points, won, called)
        t.round_mark[(number - 1) * MOST_PLAYERS + player] = mark_of(t, player)


@small_rule
def count_place(counted: MutableSequence[int], at: int, points: int, won: int, called: int) -> None:
    """Count one player's round for a gallery or card."""
    counted[PER_PLACE * at] += 1
    counted[PER_PLACE * at + 1] += points
    counted[PER_PLACE * at + 2] += won
    counted[PER_PLACE * at + 3] += called


@small_rule
def mark_of(t: Table, player: int) -> int:
    """62 bits that differ where what a player did differs: the side, the tiles in the order laid, the call."""
    mark = mix(u64(2 * t.gallery[player] + (t.called[player] != 0)))
    for at in range(player * MOST_LAID, player * MOST_LAID + t.laid[player]):
        mark = mix(mark ^ u64((t.tile_place[at] << 16) + (t.tile_shift[at] << 8) + 2 * t.tile_copy[at] + t.tile_up[at]))
    return i64(mark >> u64(2))

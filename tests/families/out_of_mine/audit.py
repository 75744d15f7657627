"""The books of a game: from the record of what lay on the boards to what must then be in the scores.

:func:`audit` reads the trace only (which tiles lay where, who called) and holds all that was counted against it. It
runs interpreted, or compiled behind the rules themselves, so that many games can be checked one by one.
"""

from __future__ import annotations

from typing import Any

from workbench.engine.bits import bit, count, lowest, without_lowest
from workbench.engine.jit import u64
from workbench.families.out_of_mine import rules
from workbench.families.out_of_mine.solver import as_set
from workbench.families.out_of_mine.state import (
    COLOUR,
    CORNERS,
    CURSOR,
    DIRECTIONS,
    EDGE,
    FLOOR_AFTER,
    FLOOR_BEFORE,
    MOST_COPIES,
    MOST_PLAYERS,
    MOST_SPACES,
    NOTHING,
    NUMBER,
    OVERLAP,
)
from workbench.families.out_of_mine.trace import POINTS, ROUND, SEAT, TILE, WIDTH

CHECKS = (
    "tiles of the box",
    "places of tiles",
    "faults",
    "numbers on the card",
    "empty spaces",
    "points",
    "calls",
    "boards",
    "cards",
    "rounds",
    "scores",
    "wins",
)
BOX, PLACES, FAULTS, NUMBERS, EMPTY, SCORING, CALLS, BOARDS, CARDS, ROUNDS, SCORES, WINS = range(len(CHECKS))
COLUMNS = len(CHECKS) + 1
"""Breaches of each, then the tiles found."""
# Parts of the scratch that the shuffles have left: by seat unless said otherwise.
HELD, BEFORE, SUM, EXPECTED, KEPT = 0, 8, 16, 24, 32
"""Boards held, galleries of the round before, points so far, boards that must come; by colour: tiles that stay."""


def play(r: Any, s: Any, t: Any, seed: int, game: int) -> None:
    """A game that keeps its trace."""
    t.counts[CURSOR] = 0
    rules.play_game(r, s, t, seed, game)


def measure(r: Any, s: Any, t: Any, row: Any) -> None:
    """The audit in place of what simulations measure, then wins and scores by seat."""
    for at in range(COLUMNS):
        row[at] = 0
    audit(r, s, t, row)
    for player in range(s.players):
        row[COLUMNS + player] = t.win[player]
        row[COLUMNS + s.players + player] = t.score[player]


def lies_on(r: Any, gallery: int, place: int, shift: int) -> int:
    """The spaces that a tile at a place lies on, moved by one where a hand slipped."""
    covered = as_set(r.covered[place])
    if shift == 0:
        return covered
    there = u64(0)
    while covered != u64(0):
        beside = r.beside[(gallery * MOST_SPACES + lowest(covered)) * DIRECTIONS + shift - 1]
        covered = without_lowest(covered)
        if beside >= 0:
            there |= bit(beside)
    return there


def is_on(r: Any, gallery: int, place: int) -> bool:
    """Whether a place is one of this gallery."""
    first = gallery * CORNERS + lowest(as_set(r.covered[place]))
    found = False
    for entry in range(r.first[first], r.first[first + 1]):
        found = found or r.place[entry] == place
    return found


def worth(r: Any, card: int, kind: int, copy: int, up: int) -> int:
    """What the card pays for the elements on a side of a tile."""
    points = 0
    for element in range(r.elements if r.elements_count else 0):
        symbols = r.symbols[((kind * MOST_COPIES + copy) * 2 + up) * r.elements + element]
        points += (min(symbols, 1) if r.elements_count == 2 else symbols) * r.worth[card * r.elements + element]
    return points


def audit_board(r: Any, t: Any, row: Any, p: int, caller: int) -> int:
    """Add breaches of one board, whose records begin at ``p``, to ``row``; where the next ones begin."""
    player, gallery, card = t.trace[p + 1], t.trace[p + 2], t.trace[p + 3]
    empty, base, extra, called = t.trace[p + 4], t.trace[p + 5], t.trace[p + 6], t.trace[p + 7]
    p += WIDTH
    row[SCORING] += t.trace[p] != POINTS or t.trace[p + 1] != player
    elves, elements, points = t.trace[p + 2], t.trace[p + 3], t.trace[p + 4]
    p += WIDTH
    first = p
    for colour in range(r.colours):
        t.keys[KEPT + colour] = 0
    filled = lying = u64(0)
    served = paid = removed = surplus = 0
    while p < t.counts[CURSOR] and t.trace[p] == TILE:
        place, shift, copy, up, why = t.trace[p + 2], t.trace[p + 3], t.trace[p + 4], t.trace[p + 5], t.trace[p + 6]
        kind = r.kind[place]
        colour = r.colour[kind]
        row[BOX] += t.trace[p + 1] != player or as_set(r.copies[kind]) & bit(copy) == u64(0)
        row[BOX] += as_set(t.stock[kind]) & bit(copy) != u64(0)
        t.stock[kind] |= 1 << copy
        row[PLACES] += not is_on(r, gallery, place) or (r.up[place] >> up) & 1 == 0
        covers = lies_on(r, gallery, place, shift)
        # What is wrong with it is seen from the tile, the card and the others.
        is_over = count(covers) < r.size[kind]
        is_other = r.wanted[card * r.colours + colour] == 0
        overlaps = False
        q = first
        while q < t.counts[CURSOR] and t.trace[q] == TILE:
            if q != p and lies_on(r, gallery, t.trace[q + 2], t.trace[q + 3]) & covers != u64(0):
                overlaps = True
            q += WIDTH
        by_itself = EDGE if is_over else COLOUR if is_other else OVERLAP if overlaps else NOTHING
        row[FAULTS] += why != by_itself and not (by_itself == NOTHING and why == NUMBER)
        lying |= covers
        if why == NOTHING:
            row[PLACES] += filled & covers != u64(0)
            filled |= covers
            t.keys[KEPT + colour] += 1
            if r.elf_points:
                served += count(covers & as_set(r.elf_at[gallery * r.colours + colour]))
            paid += worth(r, card, kind, copy, up)
        else:
            removed += 1
            surplus += why == NUMBER
        row[len(CHECKS)] += 1
        p += WIDTH
    row[NUMBERS] += surplus > 0 and not r.surplus_removed
    other_numbers = False
    for colour in range(r.colours):
        wanted = r.wanted[card * r.colours + colour]
        other_numbers = other_numbers or t.keys[KEPT + colour] != wanted
        row[NUMBERS] += r.surplus_removed and t.keys[KEPT + colour] > wanted
    if surplus > 0:
        # Only until the card's number is left.
        q = first
        while q < p:
            colour = r.colour[r.kind[t.trace[q + 2]]]
            row[NUMBERS] += t.trace[q + 6] == NUMBER and t.keys[KEPT + colour] != r.wanted[card * r.colours + colour]
            q += WIDTH
    spaces = as_set(r.spaces[gallery])
    row[EMPTY] += empty != count(spaces) - count(filled & spaces)
    row[SCORING] += base != (max(r.full - empty, 0) if r.floor == FLOOR_BEFORE else r.full - empty)
    was_full = lying & spaces == spaces
    with_fault = removed > 0 or (r.exact and empty == 0 and other_numbers) or not (was_full or r.call_without)
    due = 0
    if called:
        due = -r.penalty if with_fault else r.bonus if was_full else 0
    row[CALLS] += extra != due or (caller == player and not called) or (caller < 0 and called)
    row[SCORING] += elves != r.elf_points * served or elements != paid
    row[SCORING] += points != (max(base + extra, 0) if r.floor == FLOOR_AFTER else base + extra) + elves + elements
    t.keys[SUM + player] += points
    return p


def audit_deal(r: Any, s: Any, t: Any, row: Any, p: int, number: int, caller: int) -> None:
    """Add breaches of who got what for round ``number``, whose first board's record is at ``p``."""
    q = p
    for player in range(s.players):
        gallery = t.trace[q + 2]
        board = gallery // 2
        row[BOARDS] += t.trace[q] != SEAT or t.trace[q + 1] != player
        if number == 1:
            for other in range(r.rounds - 1):
                row[BOARDS] += t.trace[other * WIDTH + 1] == board
        else:
            row[BOARDS] += gallery == t.keys[BEFORE + player]
            is_due = False
            for other in range(s.players):
                if t.keys[EXPECTED + other] == board:
                    t.keys[EXPECTED + other] = -1
                    is_due = True
                    break
            row[BOARDS] += not is_due
        if not r.reshuffled:
            card = t.trace[(r.rounds - 1 + (number - 1) * s.players + player) * WIDTH + 1]
            row[CARDS] += t.trace[q + 3] != card
        t.keys[HELD + player] = board
        t.keys[BEFORE + player] = gallery
        q += WIDTH
        while q < t.counts[CURSOR] and (t.trace[q] == TILE or t.trace[q] == POINTS):
            q += WIDTH
    for player in range(s.players):
        for other in range(player):
            row[BOARDS] += t.keys[HELD + player] == t.keys[HELD + other]
        t.keys[EXPECTED + player] = t.keys[HELD + player]
    changer = 0 if caller < 0 and r.chief_changes else caller
    if changer >= 0 and number < r.rounds:
        t.keys[EXPECTED + changer] = t.trace[(number - 1) * WIDTH + 1]


def audit(r: Any, s: Any, t: Any, row: Any) -> None:
    """Add breaches to ``row`` in the order of CHECKS, and the tiles found."""
    for player in range(MOST_PLAYERS):
        t.keys[SUM + player] = 0
    p = (r.rounds - 1 + r.cards) * WIDTH
    number = 0
    while p < t.counts[CURSOR]:
        number += 1
        caller = t.trace[p + 2]
        row[ROUNDS] += t.trace[p] != ROUND or t.trace[p + 1] != number or caller >= s.players
        for kind in range(r.kinds):
            t.stock[kind] = 0
        p += WIDTH
        audit_deal(r, s, t, row, p, number, caller)
        for _ in range(s.players):
            p = audit_board(r, t, row, p, caller)
    row[ROUNDS] += number != r.rounds
    wins = 0
    for player in range(s.players):
        row[SCORES] += t.score[player] != t.keys[SUM + player]
        wins += t.win[player]
        for other in range(s.players):
            row[WINS] += t.win[player] > 0 and t.score[other] > t.score[player]
            row[WINS] += t.win[player] == 0 and t.win[other] > 0 and t.score[other] == t.score[player]
    row[WINS] += wins != rules.WIN_PARTS

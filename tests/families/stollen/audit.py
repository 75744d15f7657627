"""The books of a game: from the record of what happened to what must then be in the banks, and nowhere else.

:func:`audit` reads the trace only (who was inside, what lay on a card, who took what out) and holds the table's
numbers against it. It runs interpreted, or compiled behind the rules themselves, so that millions of games can be
checked one by one. Lumps are counted in half lumps.
"""

from __future__ import annotations

from typing import Any

from workbench.families.stollen import rules
from workbench.families.stollen.state import (
    CARRIED_OUT,
    CURSOR,
    FOSSIL,
    FREE_FOSSILS,
    HAZARD,
    HELMET,
    LAMP,
    LEFT_BEHIND,
    LOST_HALVES,
    MOST_PLAYERS,
    ROPE,
)
from workbench.families.stollen.trace import (
    CARD,
    DECK_CARD,
    EXIT,
    EXIT_FOSSILS,
    HELMET_WORN,
    LEFT,
    LEVEL,
    LEVEL_END,
    LOST,
    ROPE_SAVES,
    ROPE_THROWN,
    STANDING,
    WIDTH,
)

CHECKS = (
    "lumps of the game",
    "lumps of a card",
    "lumps of an exit",
    "lumps of a buried player",
    "banks",
    "cards",
    "hazards",
    "fossils",
    "fossil points and scores",
    "tools",
    "wins",
)
COLUMNS = len(CHECKS) + 1
"""Breaches of each, then the half lumps found."""


def play(r: Any, s: Any, t: Any, seed: int, game: int) -> None:
    """A game that keeps its trace."""
    t.counts[CURSOR] = 0
    rules.play_game(r, s, t, seed, game)


def measure(r: Any, s: Any, t: Any, row: Any) -> None:
    """The audit in place of what simulations measure, then wins and scores by seat."""
    for at in range(COLUMNS):
        row[at] = 0
    audit(r, s, t, row, 0)
    for player in range(s.players):
        row[COLUMNS + player] = t.win[player]
        row[COLUMNS + s.players + player] = t.score[player]


def audit(r: Any, s: Any, t: Any, row: Any, at: int) -> None:
    """Add breaches to ``row`` from ``at`` on, in the order of CHECKS, and the half lumps found."""
    # The shuffle's scratch is free by now: by card the level that dealt it, then by seat what the books say.
    cards = r.first_fossil + r.fossils_at_start + r.fossils_per_level * r.levels
    loot, booked, helmets, ropes = cards, cards + 8, cards + 16, cards + 24
    for place in range(cards + 32):
        t.scratch[place] = 0
    found = lying = lying_fossils = fossils_out = removed_hazards = taken = 0
    inside = leavers = each = stays = dealt = turned = 0
    kept = rope_each = throwers = saved = 0
    for p in range(0, t.counts[CURSOR], WIDTH):
        event, a, b, c = t.trace[p], t.trace[p + 3], t.trace[p + 4], t.trace[p + 5]
        if event == LEVEL:
            inside = s.players
            dealt = p + WIDTH
            turned = 0
            lying_fossils = 0
        elif event == DECK_CARD:
            # No card twice in a deck.
            row[at + 5] += t.scratch[a] == t.trace[p + 1] + 1
            t.scratch[a] = t.trace[p + 1] + 1
        elif event == CARD:
            row[at + 5] += t.trace[dealt + turned * WIDTH + 3] != a
            turned += 1
            if r.card_type[a] == FOSSIL:
                lying_fossils += 1
            elif r.card_type[a] != HAZARD:
                value = r.card_value[a]
                found += 2 * value
                lying += c
                row[at + 1] += b * inside + c != value or c < 0 or c >= inside
                for player in range(s.players):
                    if t.scratch[loot + player] >= 0:
                        t.scratch[loot + player] += b
        elif event == EXIT:
            leavers = 0
            each = a
            stays = b
        elif event == LEFT:
            leavers += 1
            row[at + 2] += t.scratch[loot + a] + each != b
            t.scratch[booked + a] += 2 * b
            t.scratch[loot + a] = -1
        elif event == EXIT_FOSSILS:
            # What went from the heap is what the leavers got.
            row[at + 2] += lying - stays != each * leavers
            lying = stays
            inside -= leavers
            row[at + 7] += a < 0 or a > lying_fossils
            taken += lying_fossils - a
            lying_fossils = a
        elif event == HELMET_WORN:
            saved = b
            t.scratch[booked + a] += b
            t.scratch[helmets + a] += 1
        elif event == ROPE_SAVES:
            kept = b
            rope_each = c
            t.scratch[booked + a] += 2 * b
        elif event == ROPE_THROWN:
            throwers += 1
            t.scratch[booked + b] += 2 * rope_each
            t.scratch[ropes + b] += 1
        elif event == LOST:
            owned = 2 * t.scratch[loot + a]
            row[at + 3] += owned < 0 or b < 0 or owned != saved + 2 * kept + 2 * rope_each * throwers + b
            t.scratch[loot + a] = -1
            kept = rope_each = throwers = saved = 0
        elif event == LEVEL_END:
            removed_hazards += a == 0 and r.removes_hazard
            out = r.out_after_collapse if a == 0 else r.out_after_exit
            if out:
                fossils_out += lying_fossils
            lying = 0
        elif event == STANDING:
            row[at + 4] += t.scratch[booked + a] != b
            t.scratch[loot + a] = 0
    row[at + len(CHECKS)] = found

    banks = points = carried = wins = 0
    for player in range(s.players):
        banks += t.bank[player]
        points += t.fossil_points[player]
        carried += t.fossils[player]
        wins += t.win[player]
        row[at + 8] += t.score[player] != t.bank[player] + 2 * t.fossil_points[player]
        if not r.by_carried_order:
            row[at + 8] += t.fossil_points[player] != r.fossil_table[t.fossils[player]]
        for tool, left, given, per_level, booked_uses in (
            (HELMET, t.helmets[player], r.helmets, r.helmets_per_level, t.scratch[helmets + player]),
            (ROPE, t.ropes[player], r.ropes, r.ropes_per_level, t.scratch[ropes + player]),
            (LAMP, t.lamps[player], r.lamps, r.lamps_per_level, t.tool_uses[LAMP * MOST_PLAYERS + player]),
        ):
            uses = t.tool_uses[tool * MOST_PLAYERS + player]
            row[at + 9] += uses != booked_uses or left < 0 or uses < 0
            row[at + 9] += uses > given * r.levels if per_level else uses + left != given
    row[at] += found != banks + t.counts[LOST_HALVES] + 2 * t.counts[LEFT_BEHIND]
    if r.by_carried_order:
        row[at + 8] += points != r.fossil_table[carried]
    removed = 0
    for kind in range(r.kinds):
        removed += t.removed[kind]
        row[at + 6] += t.removed[kind] < 0
    row[at + 6] += removed != removed_hazards
    fossils = r.fossils_at_start + r.fossils_per_level * r.levels
    row[at + 7] += carried != t.counts[CARRIED_OUT] or carried != taken
    row[at + 7] += t.counts[FREE_FOSSILS] < 0 or fossils != carried + t.counts[FREE_FOSSILS] + fossils_out
    row[at + 10] += wins != rules.WIN_PARTS

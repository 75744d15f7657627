"""What is measured in a game of stollen: the columns of an outcome row, and the function that fills one."""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.jit import rule, small_rule
from workbench.engine.simulation import Column
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.rules import WIN_PARTS
from workbench.families.stollen.state import (
    BY_COLLAPSE,
    CARRIED_OUT,
    HELMET,
    LAMP,
    LEFT_BEHIND,
    LOST_HALVES,
    MOST_PLAYERS,
    ROPE,
    Rules,
    Seats,
    Table,
)

TOOLS = (("lamp", LAMP), ("helmet", HELMET), ("rope", ROPE))


def columns(d: StollenDefinition, seats: int) -> list[Column]:
    """The columns of a row, in the order in which :func:`measure` fills them."""
    levels = len(d.levels)
    found = [
        Column(
            "win_rate",
            "share of games",
            "wins; a win shared by k players counts 1/k",
            seat,
            WIN_PARTS,
            share=True,
            counted=True,
        )
        for seat in range(seats)
    ]
    found += [
        Column("score", "points", "lumps in the bank and fossil points (S31)", seat, 2, histogram=True)
        for seat in range(seats)
    ]
    found += [
        Column(
            "win_rate",
            "share of games",
            "mean of the seats' win rates: the even share against which each seat's own is read",
            scale=seats * WIN_PARTS,
            share=True,
        ),
        Column("score", "points", "mean of the seats' scores", scale=2 * seats),
        Column("ties", "share of games", "games won by more than one player", share=True, counted=True),
        Column("length", "cards", "cards turned in a game"),
        Column("steps", "cards", "cards turned in a level, mean over the levels", scale=levels),
        Column("collapses", "levels", "levels of a game that end with a collapse"),
        Column("lost", "lumps", "lumps of buried players that vanish in a game (S22)", scale=2),
        Column("left_behind", "lumps", "lumps of finds that nobody got in a game (S14, SO8, SO9)"),
        Column(
            "lead_changes",
            "changes",
            "changes of the player in sole lead from level to level (lead change: Browne 2008)",
        ),
        Column(
            "decisiveness",
            "share of the game",
            "when the later winner takes the lead for good, as a share of the levels played (after Browne 2008)",
            scale=levels * WIN_PARTS,
            share=True,
        ),
        Column(
            "comeback",
            "share of games",
            "games whose winner was last, or tied for last, after half of the levels",
            scale=WIN_PARTS,
            share=True,
            counted=True,
        ),
        Column("fossils", "fossils", "fossils carried out of the mine in a game"),
        Column(
            "fossil_wins",
            "share of games",
            "games that other players would win without fossil points",
            share=True,
            counted=True,
        ),
    ]
    found += [
        Column(
            f"collapses.level_{level}",
            "share of games",
            f"games in which level {level} ends with a collapse",
            share=True,
            counted=True,
        )
        for level in range(1, levels + 1)
    ]
    for name, _ in TOOLS:
        found.append(Column(f"tool_use.{name}", "uses", f"uses of the {name} by a player in a game", scale=seats))
    for name, _ in TOOLS[1:]:
        found.append(
            Column(f"tool_worth.{name}", "lumps", f"lumps that a use of the {name} by a player in a game brought its "
                   "owner, per player", scale=2 * seats)
        )  # fmt: skip
    for name, _ in TOOLS:
        found += [
            Column(f"tool_use.{name}", "uses", f"uses of the {name} by this seat", seat, shown=False)
            for seat in range(seats)
        ]
    for level in range(1, levels + 1):
        found.append(Column(f"level_{level}.steps", "cards", "cards turned", shown=False, histogram=True))
    for level in range(1, levels + 1):
        for seat in range(seats):
            for what in ("choices", "exit", "tools"):
                found.append(Column(f"level_{level}.{what}", "", "for the comparison of decisions", seat, shown=False))
    return found


@small_rule
def leader_after(t: Table, seats: int, level: int) -> int:
    """The seat in sole lead after a level, or -1."""
    best = -1
    leader = -1
    for player in range(seats):
        standing = t.standing[level * MOST_PLAYERS + player]
        if standing > best:
            best = standing
            leader = player
        elif standing == best:
            leader = -1
    return leader


@rule
def lead_changes(t: Table, seats: int, levels: int) -> int:
    """How often the sole leader is another one than the sole leader before."""
    last = -1
    changes = 0
    for level in range(levels):
        leader = leader_after(t, seats, level)
        if leader >= 0:
            if last >= 0 and leader != last:
                changes += 1
            last = leader
    return changes


@rule
def lead_for_good(t: Table, seats: int, levels: int, winner: int) -> int:
    """The level (from 1) after which ``winner`` is never again behind."""
    since = levels
    for level in range(levels - 1, -1, -1):
        own = t.standing[level * MOST_PLAYERS + winner]
        for other in range(seats):
            if t.standing[level * MOST_PLAYERS + other] > own:
                return since
        since = level + 1
    return since


@small_rule
def was_last(t: Table, seats: int, level: int, player: int) -> bool:
    """Whether nobody stood below ``player`` after ``level``, and somebody above."""
    own = t.standing[level * MOST_PLAYERS + player]
    above = 0
    for other in range(seats):
        standing = t.standing[level * MOST_PLAYERS + other]
        if standing < own:
            return False
        above += standing > own
    return above > 0


@rule
def fossils_decide(t: Table, seats: int) -> bool:
    """Whether the winners would be others by the bank alone."""
    best = -1
    for player in range(seats):
        best = max(best, t.bank[player])
    others = 0
    for player in range(seats):
        others += (t.bank[player] == best) != (t.win[player] > 0)
    return others > 0


@rule
def measure(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Fill ``row`` from a finished game, in the order of :func:`columns`."""
    seats = s.players
    at = 0
    win = 0
    score = 0
    winners = 0
    decided = 0
    back = 0
    half = (r.levels + 1) // 2 - 1
    for player in range(seats):
        row[at] = t.win[player]
        row[at + seats] = t.score[player]
        at += 1
        win += t.win[player]
        score += t.score[player]
        winners += t.win[player] > 0
        if t.win[player]:
            decided += t.win[player] * lead_for_good(t, seats, r.levels, player)
            back += t.win[player] * was_last(t, seats, half, player)
    at += seats
    steps = 0
    collapses = 0
    for level in range(r.levels):
        steps += t.level_steps[level]
        collapses += t.level_reason[level] == BY_COLLAPSE
    row[at] = win
    row[at + 1] = score
    row[at + 2] = winners > 1
    row[at + 3] = steps
    row[at + 4] = steps
    row[at + 5] = collapses
    row[at + 6] = t.counts[LOST_HALVES]
    row[at + 7] = t.counts[LEFT_BEHIND]
    row[at + 8] = lead_changes(t, seats, r.levels)
    row[at + 9] = decided
    row[at + 10] = back
    row[at + 11] = t.counts[CARRIED_OUT]
    row[at + 12] = fossils_decide(t, seats)
    at += 13
    for level in range(r.levels):
        row[at] = t.level_reason[level] == BY_COLLAPSE
        at += 1
    for tool in range(3):
        uses = 0
        for player in range(seats):
            uses += t.tool_uses[tool * MOST_PLAYERS + player]
        row[at] = uses
        at += 1
    for tool in range(1, 3):
        worth = 0
        for player in range(seats):
            worth += t.tool_worth[tool * MOST_PLAYERS + player]
        row[at] = worth
        at += 1
    for tool in range(3):
        for player in range(seats):
            row[at] = t.tool_uses[tool * MOST_PLAYERS + player]
            at += 1
    for level in range(r.levels):
        row[at] = t.level_steps[level]
        at += 1
    for level in range(r.levels):
        for player in range(seats):
            slot = level * MOST_PLAYERS + player
            row[at] = t.choices[slot]
            row[at + 1] = t.exits[slot]
            row[at + 2] = t.tool_marks[slot]
            at += 3

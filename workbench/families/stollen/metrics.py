"""What is measured in a game of stollen: the columns of an outcome row, and the function that fills one.

Each column states its unit, its definition and, where it follows the literature, its source:

* Browne 2008: Cameron Browne, Automatic Generation and Evaluation of Recombination Games, thesis, Queensland
  University of Technology (criteria of a game's course: lead change, drama, decisiveness, completion, duration).
* Ludii: Piette, Stephenson, Soemers and Browne 2021, General Board Game Concepts (the concept Decision Moves: the
  share of moves with more than one option).
* CardStock: Bell and Goadrich 2016, Automated Playtesting with RECYCLEd CARDSTOCK, Game & Puzzle Design 2(1)
  (fairness by seat, lead changes and close finishes of card games from simulated play).
* Jaffe 2012: Jaffe, Miller, Andersen, Liu, Karlin and Popovic, Evaluating Competitive Game Balance with Restricted
  Play, AIIDE (what an option is worth: tasks/restricted.py; the figures of tools here only say what happened).

docs/design.md has them all in one table.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.jit import rule, small_rule
from workbench.engine.simulation import Column
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.rules import WIN_PARTS
from workbench.families.stollen.state import (
    BY_COLLAPSE,
    CANARY_WORD,
    CARRIED_OUT,
    FREE_FOSSILS,
    HELMET,
    LAMP,
    LEFT_BEHIND,
    LOST_HALVES,
    MOST_PLAYERS,
    ROPE,
    ROPED,
    Rules,
    Seats,
    Table,
)
from workbench.families.stollen.weighing import weigh

MILLION = 1_000_000
"""Shares within one game are kept in millionths, rounded down, so that sums stay whole numbers."""
TOOLS = ("lamp", "helmet", "rope")
SUPPOSED = ("tool_worth.lamp", "canary_worth")
"""Figures that look at a next card which need not have been turned."""


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
    found += _of_the_game(seats, levels)
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
    for name, unit, description, scale, total in _of_players(d):
        supposed = name in SUPPOSED
        if total:
            found.append(Column(name, unit, total, scale=scale, supposed=supposed))
        else:
            mean = f"{description}, mean of the players"
            found.append(Column(name, unit, mean, scale=seats * scale, supposed=supposed))
        found += [
            Column(name, unit, description, seat, scale, shown=False, by_player=True, supposed=supposed)
            for seat in range(seats)
        ]
    for level in range(1, levels + 1):
        found.append(Column(f"level_{level}.steps", "cards", "cards turned", shown=False, histogram=True))
    for level in range(1, levels + 1):
        for seat in range(seats):
            for what in ("choices", "exit", "tools"):
                found.append(Column(f"level_{level}.{what}", "", "for the comparison of decisions", seat, shown=False))
    return found


def _of_the_game(seats: int, levels: int) -> list[Column]:
    """Figures of the whole game."""
    return [
        Column(
            "win_rate",
            "share of games",
            "mean of the seats' win rates: the even share against which each seat's own is read",
            scale=seats * WIN_PARTS,
            share=True,
        ),
        Column("score", "points", "mean of the seats' scores", scale=2 * seats),
        Column(
            "fossil_share",
            "share of the score",
            "fossil points as a share of all points of a game (S31); 0 where nobody has any",
            scale=MILLION,
            share=True,
        ),
        Column(
            "ties",
            "share of games",
            "games won by more than one player (a drawn finish: completion, Browne 2008)",
            share=True,
            counted=True,
        ),
        Column("length", "cards", "cards turned in a game (duration: Browne 2008)"),
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
            "games whose winner was last, or tied for last, after half of the levels (after drama: Browne 2008)",
            scale=WIN_PARTS,
            share=True,
            counted=True,
        ),
        Column(
            "choices",
            "choices",
            "choices between deeper and leave of a player in a game (after Decision Moves: Ludii)",
            scale=seats,
        ),
        Column(
            "choices_that_mattered",
            "share of choices",
            "choices whose other option, with everything else as it was, would have changed whether somebody ends with "
            "more points than the chooser; bags only (after Decision Moves: Ludii; the counterfactual is our own)",
            scale=MILLION,
            share=True,
            supposed=True,
        ),
        Column(
            "fossil_wins",
            "share of games",
            "games that other players would win without fossil points",
            share=True,
            counted=True,
        ),
        Column("fossils_left", "fossils", "fossils still in the mine when the game ends (S8)"),
        Column("fossils_out", "fossils", "fossils put out of the game unfetched (SO12, SO13)"),
    ]


def _of_players(d: StollenDefinition) -> list[tuple[str, str, str, int, str]]:
    """Figures of each player: name, unit, description, scale, and the description of the total where the figure of the
    game is that and not the mean. What the canary did is told only where there is one."""
    found = [(f"tool_use.{tool}", "uses", f"uses of the {tool} in a game", 1, "") for tool in TOOLS]
    worth = {
        "lamp": "what a choice made after a look won over the other option at the next card: a bag saved from the "
        "collapse, or a share of the find",
        "helmet": "lumps of its owner that the helmet kept (S43)",
        "rope": "lumps that throwing the rope brought its owner (S47)",
        "roped": "lumps that a buried player kept through the ropes of others (S47)",
    }
    found += [(f"tool_worth.{tool}", "lumps", f"{text}, in a game", 2, "") for tool, text in worth.items()]
    if d.canary.enabled:
        found += [
            ("canary_heard", "choices", "choices before which the canary was heard (S35), in a game", 1, ""),
            (
                "canary_worth",
                "lumps",
                "what a choice made after the canary's word won over the other option at the next card: a bag saved "
                "from the collapse, or a share of the find, in a game; unheard it might have been the same choice",
                2,
                "",
            ),
        ]
    carried_out = "fossils carried out of the mine in a game"
    return [
        *found,
        ("fossils", "fossils", carried_out, 1, carried_out),
        ("fossil_points", "points", "points for fossils (S29, S30)", 1, ""),
    ]


@small_rule
def leader_after(t: Table, seats: int, level: int) -> int:
    """The seat in sole lead after a level, or -1."""
    best = -1
    for player in range(seats):
        best = max(best, t.standing[level * MOST_PLAYERS + player])
    leader = 0
    leaders = 0
    for player in range(seats):
        leads = t.standing[level * MOST_PLAYERS + player] == best
        leader += player * leads
        leaders += leads
    return leader if leaders == 1 else -1


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
    for level in range(levels - 1, -1, -1):
        own = t.standing[level * MOST_PLAYERS + winner]
        ahead = 0
        for other in range(seats):
            ahead += t.standing[level * MOST_PLAYERS + other] > own
        if ahead > 0:
            return min(level + 2, levels)
    return 1


@small_rule
def was_last(t: Table, seats: int, level: int, player: int) -> bool:
    """Whether nobody stood below ``player`` after ``level``, and somebody above."""
    own = t.standing[level * MOST_PLAYERS + player]
    above = 0
    below = 0
    for other in range(seats):
        standing = t.standing[level * MOST_PLAYERS + other]
        above += standing > own
        below += standing < own
    return below == 0 and above > 0


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


@small_rule
def share_of(part: int, whole: int) -> int:
    """``part`` of ``whole`` in millionths, rounded down; 0 of nothing."""
    return part * MILLION // whole if whole > 0 else 0


@small_rule
def tell(row: MutableSequence[int], at: int, values: MutableSequence[int], first: int, seats: int) -> int:
    """Write the total of the players' ``values`` from ``first`` on, then each; returns the place after them."""
    total = 0
    for player in range(seats):
        value = values[first + player]
        row[at + 1 + player] = value
        total += value
    row[at] = total
    return at + 1 + seats


@rule
def measure(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Fill ``row`` from a finished game, in the order of :func:`columns`."""
    seats = s.players
    mattered = weigh(r, s, t)
    at = 0
    win = 0
    score = 0
    points = 0
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
        points += t.fossil_points[player]
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
    row[at + 2] = share_of(2 * points, score)
    row[at + 3] = winners > 1
    row[at + 4] = steps
    row[at + 5] = steps
    row[at + 6] = collapses
    row[at + 7] = t.counts[LOST_HALVES]
    row[at + 8] = t.counts[LEFT_BEHIND]
    row[at + 9] = lead_changes(t, seats, r.levels)
    row[at + 10] = decided
    row[at + 11] = back
    of_choices = at + 12
    row[at + 14] = fossils_decide(t, seats)
    row[at + 15] = t.counts[FREE_FOSSILS]
    joined = r.fossils_at_start + r.fossils_per_level * r.levels
    row[at + 16] = joined - t.counts[FREE_FOSSILS] - t.counts[CARRIED_OUT]
    at += 17
    for level in range(r.levels):
        row[at] = t.level_reason[level] == BY_COLLAPSE
        at += 1
    at = tell(row, at, t.tool_uses, LAMP * MOST_PLAYERS, seats)
    at = tell(row, at, t.tool_uses, HELMET * MOST_PLAYERS, seats)
    at = tell(row, at, t.tool_uses, ROPE * MOST_PLAYERS, seats)
    at = tell(row, at, t.tool_worth, LAMP * MOST_PLAYERS, seats)
    at = tell(row, at, t.tool_worth, HELMET * MOST_PLAYERS, seats)
    at = tell(row, at, t.tool_worth, ROPE * MOST_PLAYERS, seats)
    at = tell(row, at, t.tool_worth, ROPED * MOST_PLAYERS, seats)
    if r.canary:
        at = tell(row, at, t.tool_uses, CANARY_WORD * MOST_PLAYERS, seats)
        at = tell(row, at, t.tool_worth, CANARY_WORD * MOST_PLAYERS, seats)
    at = tell(row, at, t.fossils, 0, seats)
    at = tell(row, at, t.fossil_points, 0, seats)
    for level in range(r.levels):
        row[at] = t.level_steps[level]
        at += 1
    choices = 0
    for level in range(r.levels):
        for player in range(seats):
            slot = level * MOST_PLAYERS + player
            choices += t.choices[slot]
            row[at] = t.choices[slot]
            row[at + 1] = t.exits[slot]
            row[at + 2] = t.tool_marks[slot]
            at += 3
    row[of_choices] = choices
    row[of_choices + 1] = share_of(mattered, choices)

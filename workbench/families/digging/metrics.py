"""What is measured in a game of digging: the columns of an outcome row, and the function that fills one.

Sources as in the metrics of stollen: lead changes and duration after Browne 2008, fairness by seat after CardStock
(Bell and Goadrich 2016). The worth of an option as such is measured by restricted play (Jaffe 2012); the worth of
single cards here only says what happened.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from workbench.engine.jit import rule, small_rule
from workbench.engine.simulation import Column
from workbench.families.digging.compile import Cards
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.scoring import WIN_PARTS
from workbench.families.digging.state import (
    CLOSED_LATER,
    CLOSED_MINES,
    DRAWS,
    FIGHTS,
    FIRST_STARTER,
    HELD,
    KEPT_MINES,
    LEAD_CHANGES,
    LEFT_OPEN,
    LOST_MINES,
    LOST_POINTS,
    MOST_PLAYERS,
    OPENED,
    PASSES,
    PUSHED_BANDITS,
    PUSHED_CLOSERS,
    PUSHED_CRATES,
    REMOVED_POINTS,
    ROUNDS,
    SEAT_ATTACKS,
    SEAT_LEFT,
    SEAT_PUSHES,
    SEAT_ROBBED,
    SEAT_WON,
    SPOILED,
    TURNS,
    TURNS_KEPT,
    Rules,
    Seats,
    Table,
    side_of,
    sides_of,
)

HELD_TYPES = ("mines", "crates", "double_crates", "closers", "bandits")


def columns(d: DiggingDefinition, cards: Cards, seats: int) -> list[Column]:
    """The columns of a row, in the order in which :func:`measure` fills them."""
    found = [
        Column(
            "win_rate",
            "share of games",
            "wins; a win shared by k players counts 1/k, and partners win together",
            seat,
            WIN_PARTS,
            share=True,
            counted=True,
        )
        for seat in range(seats)
    ]
    found += [
        Column(
            "score", "points", "points of the closed mines in the own display (D21), less those for cards in hand",
            seat, histogram=True, lowest=-most_minus_points(d),
        )
        for seat in range(seats)
    ]  # fmt: skip
    found += _of_the_game(d, seats)
    found += [Column(f"points.{metal}", "points", f"points of closed mines of {metal}") for metal in cards.metals]
    found += _of_mines()
    found += _of_pushes(seats)
    found += [
        Column(f"hand_left.{cards_held}", "cards", f"{cards_held.replace('_', ' ')} in all hands at the end of a round",
               per="rounds")
        for cards_held in HELD_TYPES
    ]  # fmt: skip
    for value in bandit_values(cards):
        name = f"bandit_worth.{value}"
        found += [
            Column(f"bandit_plays.{value}", "cards", f"bandits of value {value} that are played"),
            Column(
                name, "points", f"what the mines held that went another way for a bandit of {value}, each time it is "
                "played", per=f"bandit_plays.{value}",
            ),
        ]  # fmt: skip
    for name, unit, description in _OF_PLAYERS:
        found.append(Column(name, unit, f"{description}, mean of the players", scale=seats))
        found += [Column(name, unit, description, seat, shown=False, by_player=True) for seat in range(seats)]
    if d.teams:
        teams = range(1, seats // 2 + 1)
        found += [
            Column(f"team_wins.{team}", "share of games", f"wins of team {team}, shared ones in parts", scale=WIN_PARTS,
                   share=True, counted=True)
            for team in teams
        ]  # fmt: skip
        found += [Column(f"team_score.{team}", "points", f"points of team {team} in a game") for team in teams]
        found += [
            Column("team_score", "points", "points of the player's team in a game", seat, shown=False, by_player=True)
            for seat in range(seats)
        ]
    found += [
        Column(f"turn_{number}.decisions", "", "for the comparison of decisions", shown=False)
        for number in range(1, TURNS_KEPT + 1)
    ]
    return found


def most_minus_points(d: DiggingDefinition) -> int:
    """The most that cards in hand can cost a player in all rounds (DO28)."""
    one_round = not d.target and d.scoring.tie != "next-round"
    return d.scoring.card_in_hand * d.cards * (1 if one_round else d.rounds.most)


def bandit_values(cards: Cards) -> list[int]:
    """The values of the bandits, rising, each once."""
    return cards.value[cards.closer + 1 :]


def _of_the_game(d: DiggingDefinition, seats: int) -> list[Column]:
    """Figures of the whole game."""
    sides = seats // 2 if d.teams else seats
    others = "the other team" if sides == 2 and d.teams else "the others"
    return [
        Column(
            "win_rate", "share of games",
            "mean of the seats' win rates: the even share against which each seat's own is read",
            scale=seats * WIN_PARTS, share=True,
        ),
        Column("score", "points", "mean of the seats' scores", scale=seats),
        Column("ties", "share of games", f"games won by more than one {'team' if d.teams else 'player'}", share=True,
               counted=True),
        Column("length", "turns", "turns of a game, of all its rounds (duration: Browne 2008)"),
        Column("rounds", "rounds", "rounds of a game"),
        Column(
            "starter_wins", "share of games",
            f"wins of the side that begins the first round; 1/{sides} would be even", scale=WIN_PARTS, share=True,
            counted=True,
        ),
        Column("starter_lead", "points", f"points of that side beyond the mean of {others}", scale=max(sides - 1, 1)),
        Column("gap", "points", "points between the best side and the second"),
        Column("lead_changes", "changes",
               "changes of the side in sole lead by what it has closed (lead change: Browne 2008)"),
        Column("draws", "turns", "turns in which a card is drawn (D5)"),
        Column("passes", "turns", "turns in which nothing is done (DO2)"),
    ]  # fmt: skip


def _of_mines() -> list[Column]:
    """Figures of mines and fights."""
    return [
        Column("mines_opened", "mines", "mines opened in a game (D8)"),
        Column("mines_closed", "mines", "mines closed by their own side in its turn (D12)"),
        Column("mines_spoiled", "mines", "mines closed by another side in its turn, to stop them"),
        Column("points_open", "points", "what the mines still open at the end hold, and do not score (D21)"),
        Column("fights", "fights", "attacks on a mine in a game (D14)"),
        Column("mines_kept", "mines", "mines kept in a fight (D16)"),
        Column("mines_lost", "mines", "mines lost in a fight (D17)"),
        Column("closed_in_fights", "mines", "mines closed in a fight (D18)"),
        Column("attacks_won_share", "share of fights", "fights that move the mine", per="fights"),
        Column("mine_lost_worth", "points", "what a mine holds when it is lost", per="mines_lost"),
        Column("closing_cost", "points", "what closing a mine in a fight takes off it", per="closed_in_fights"),
    ]


def _of_pushes(seats: int) -> list[Column]:
    """Figures of pushed cards. Crates bring their part of a closed mine, closers all of it, bandits the mine that went
    another way for their sake; of a mine that several pushed cards belong to, each is counted."""
    brought = "in a game"
    return [
        Column("push_points.crates", "points", f"points of pushed crates in closed mines {brought}"),
        Column("push_points.closers", "points", f"points of mines that pushed closers closed {brought}"),
        Column("push_points.bandits", "points", f"what the mines held that pushed bandits won or kept {brought}"),
        # The figure below is a mean of the players, so this one's scale is theirs, too.
        Column("push_worth", "points", "all of these, each time a card is pushed (D6)", scale=seats, per="pushes"),
    ]


_OF_PLAYERS = (
    ("pushes", "cards", "cards pushed to the partner in a game (D6)"),
    ("attacks", "attacks", "attacks begun in a game (D14)"),
    ("attacks_won", "attacks", "attacks begun that won the mine for the own side (D16)"),
    ("mines_robbed", "mines", "mines lost from the own display (D17)"),
    ("hand_left", "cards", "cards in hand at the end of all rounds (DO28)"),
)
"""Figures of each player, in the order of the indices into ``Table.seat_tally``."""


@small_rule
def second_best(r: Rules, s: Seats, t: Table, best: int) -> int:
    """The score of the second side; ``best``, where two share it."""
    second = -(1 << 30)
    leaders = 0
    for side in range(sides_of(r, s)):
        score = t.side_score[side]
        leaders += score == best
        if score < best:
            second = max(second, score)
    return best if leaders > 1 else second


@small_rule
def tell(row: MutableSequence[int], at: int, t: Table, figure: int, seats: int) -> int:
    """Write the total of the players' figures, then each; returns the place after them."""
    total = 0
    for player in range(seats):
        value = t.seat_tally[figure * MOST_PLAYERS + player]
        row[at + 1 + player] = value
        total += value
    row[at] = total
    return at + 1 + seats


@rule
def measure(r: Rules, s: Seats, t: Table, row: MutableSequence[int]) -> None:
    """Fill ``row`` from a finished game, in the order of :func:`columns`."""
    seats = s.players
    sides = sides_of(r, s)
    starters = side_of(r, s, t.counts[FIRST_STARTER])
    win = 0
    score = 0
    winners = 0
    starters_win = 0
    for player in range(seats):
        row[player] = t.win[player]
        row[seats + player] = t.score[player]
        win += t.win[player]
        score += row[seats + player]
        winners += t.win[player] > 0
        starters_win += t.win[player] * (side_of(r, s, player) == starters)
    best = t.side_score[0]
    lead = 0
    for side in range(sides):
        best = max(best, t.side_score[side])
        lead += t.side_score[starters] - t.side_score[side]
    at = 2 * seats
    row[at] = win
    row[at + 1] = score
    row[at + 2] = winners * sides > seats
    row[at + 3] = t.counts[TURNS]
    row[at + 4] = t.counts[ROUNDS]
    row[at + 5] = starters_win
    row[at + 6] = lead
    row[at + 7] = best - second_best(r, s, t, best)
    row[at + 8] = t.tally[LEAD_CHANGES]
    row[at + 9] = t.tally[DRAWS]
    row[at + 10] = t.tally[PASSES]
    at += 11
    for metal in range(r.metals):
        row[at + metal] = t.metal_points[metal]
    at += r.metals
    row[at] = t.tally[OPENED]
    row[at + 1] = t.tally[CLOSED_LATER]
    row[at + 2] = t.tally[SPOILED]
    row[at + 3] = t.tally[LEFT_OPEN]
    row[at + 4] = t.tally[FIGHTS]
    row[at + 5] = t.tally[KEPT_MINES]
    row[at + 6] = t.tally[LOST_MINES]
    row[at + 7] = t.tally[CLOSED_MINES]
    row[at + 8] = t.tally[LOST_MINES]
    row[at + 9] = t.tally[LOST_POINTS]
    row[at + 10] = t.tally[REMOVED_POINTS]
    at += 11
    row[at] = t.tally[PUSHED_CRATES]
    row[at + 1] = t.tally[PUSHED_CLOSERS]
    row[at + 2] = t.tally[PUSHED_BANDITS]
    row[at + 3] = t.tally[PUSHED_CRATES] + t.tally[PUSHED_CLOSERS] + t.tally[PUSHED_BANDITS]
    at += 4
    for card_type in range(5):
        row[at + card_type] = t.tally[HELD + card_type]
    at += 5
    for kind in range(r.closer + 1, r.kinds):
        row[at] = t.played[kind]
        row[at + 1] = t.worth[kind]
        at += 2
    at = tell(row, at, t, SEAT_PUSHES, seats)
    at = tell(row, at, t, SEAT_ATTACKS, seats)
    at = tell(row, at, t, SEAT_WON, seats)
    at = tell(row, at, t, SEAT_ROBBED, seats)
    at = tell(row, at, t, SEAT_LEFT, seats)
    if r.teams:
        for side in range(sides):
            row[at + side] = 2 * t.win[side]
            row[at + sides + side] = t.side_score[side]
        at += 2 * sides
        for player in range(seats):
            row[at + player] = t.side_score[side_of(r, s, player)]
        at += seats
    for turn in range(TURNS_KEPT):
        row[at + turn] = t.decisions[turn]

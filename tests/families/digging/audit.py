"""The books of a game: from the record of what happened to what must then be true, and nowhere else.

:func:`audit` reads the trace only and holds every action, fight and point of it against the rules of docs/rules.md,
section 3, with the options of the shipped variants. It runs interpreted, or compiled behind the rules themselves, so
that millions of games can be checked one by one.

    python -m tests.families.digging.audit [GAMES [SEED]]

plays so many games of every shipped variant (a million by default) and says what it found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from workbench.definition.find import shipped_variants
from workbench.definition.load import Loaded, load
from workbench.engine.compiled import Kernel, compiled_game, tell_numba
from workbench.engine.run import play as play_chunks
from workbench.engine.simulation import Column
from workbench.families.digging import rules
from workbench.families.digging.compile import FIXED_LENGTHS, new_table
from workbench.families.digging.log import trace_length
from workbench.families.digging.scoring import WIN_PARTS
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import (
    BANDIT,
    CLOSED,
    CLOSER,
    CURSOR,
    DOUBLE,
    DRAW,
    KEPT,
    LOST,
    PASS,
    PLAY,
    PUSH,
)
from workbench.families.digging.state import MINE as MINE_CARD
from workbench.families.digging.trace import ANSWER, CRATE, DEALT, FIGHT, MINE, PILED, POINTS, ROUND, TURN, WIDTH

CHECKS = (
    "cards of the deck",
    "order of turns",
    "cards in hands",
    "draws and pushes",
    "passes",
    "mines",
    "answers",
    "fights",
    "removed cards",
    "mines at the end",
    "points",
    "places",
    "wins",
)
(DECK, ORDER, HANDS, DRAWS, PASSES, MINES, ANSWERS, FIGHTS, REMOVED, ENDS, SCORES, PLACES, WINS) = range(len(CHECKS))
FIGURES = ("turns", "fights", "kept", "lost", "closed in fights", "passes", "points")
COLUMNS = len(CHECKS) + len(FIGURES)
"""Breaches of each, then what there was in the game."""

# Where a card is, besides the hand of a seat.
NOWHERE, PILE, TABLE, GONE = 20, 21, 22, 23
# Places in the scratch: by card, by mine, by player.
CARDS = 120
PLACE, ON_MINE, LEVEL = 0, CARDS, 2 * CARDS
BY_MINE = 3 * CARDS
MOST = 32
DISPLAY, METAL, CRATES, DOUBLED, SHUT, NAME = (BY_MINE + MOST * n for n in range(6))
BY_PLAYER = BY_MINE + 6 * MOST
HELD, ROUND_POINTS, TOTAL, BANDITS = (BY_PLAYER + 8 * n for n in range(4))
ROOM = BY_PLAYER + 4 * 8


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


def side(r: Any, s: Any, player: int) -> int:
    """Partners sit opposite each other (D3)."""
    return int(player % (s.players // 2) if r.teams else player)


def value_of(r: Any, x: Any, mine: int) -> int:
    """Points of a mine, were it closed (D22, D23)."""
    return r.metal_value[x[METAL + mine]] * x[CRATES + mine] * (1 + x[DOUBLED + mine])


def has_action(r: Any, s: Any, x: Any, player: int, mines: int) -> bool:
    """Whether a hand has a card that can be played (DO2)."""
    for card in range(r.cards):
        if x[PLACE + card] != player:
            continue
        kind = r.kind_type[r.card_kind[card]]
        if kind == MINE_CARD:
            return True
        for mine in range(mines):
            if fits(r, s, x, player, card, mine):
                return True
    return False


def fits(r: Any, s: Any, x: Any, player: int, card: int, mine: int) -> bool:
    """Whether a player may put a crate, a closer or a bandit on a mine (D9 to D14, DO3, DO9)."""
    if x[SHUT + mine]:
        return False
    kind = r.kind_type[r.card_kind[card]]
    own = side(r, s, x[DISPLAY + mine]) == side(r, s, player)
    if kind == CLOSER:
        return True
    if kind == BANDIT:
        return not own and x[CRATES + mine] > 0
    return kind != MINE_CARD and own and r.kind_metal[r.card_kind[card]] == x[METAL + mine]


def strongest(r: Any, s: Any, x: Any, owner: int) -> int:
    """The bandits of the strongest side but the owner's (D16, DO16)."""
    best = 0
    for player in range(s.players):
        force = 0
        for other in range(s.players):
            if side(r, s, other) == side(r, s, player):
                force += x[BANDITS + other]
        if side(r, s, player) != side(r, s, owner):
            best = max(best, force)
    return best


def force_of(r: Any, s: Any, x: Any, owner: int) -> int:
    """The bandits of a player's side."""
    force = 0
    for player in range(s.players):
        if side(r, s, player) == side(r, s, owner):
            force += x[BANDITS + player]
    return force


def audit(r: Any, s: Any, t: Any, row: Any) -> None:
    """Add breaches to ``row``, in the order of CHECKS, and what there was in the game."""
    x = t.scratch
    players = s.players
    figure = len(CHECKS)
    for player in range(8):
        x[TOTAL + player] = 0
    pile_at = piled = drawn = dealt = mines = number = told = level = scored = 0
    turn = expected = left = 0
    mine = attacker = asked = -1
    closer = False
    for p in range(0, t.counts[CURSOR], WIDTH):
        event, a, b, c, d, e = (t.trace[p], t.trace[p + 1], t.trace[p + 2], t.trace[p + 3], t.trace[p + 4],
                                t.trace[p + 5])  # fmt: skip
        if event == ROUND:
            row[ORDER] += a != number or left != 0 or (number > 0 and scored != players)
            number += 1
            for card in range(CARDS):
                x[PLACE + card] = NOWHERE
                x[ON_MINE + card] = -1
            for player in range(8):
                x[HELD + player] = 0
                x[ROUND_POINTS + player] = 0
            pile_at = piled = drawn = dealt = mines = told = turn = scored = 0
            expected = b
            left = players
            mine = -1
        elif event in (DEALT, PILED):
            card = b if event == DEALT else a
            row[DECK] += x[PLACE + card] != NOWHERE
            dealt += 1
            if event == DEALT:
                x[PLACE + card] = a
                x[HELD + a] += 1
            else:
                pile_at = p if piled == 0 else pile_at
                piled += 1
                x[PLACE + card] = PILE
                # Before the pile is empty there is no last round.
                left = -1
        elif event == TURN:
            if turn == 0:
                row[DECK] += dealt != r.cards
                for player in range(players):
                    row[DECK] += x[HELD + player] != r.hand_size
            turn += 1
            row[figure] += 1
            row[ORDER] += a != turn or b != expected or left == 0 or c < DRAW or c > PLAY or mine >= 0
            expected = (b + 1) % players
            kind = r.kind_type[r.card_kind[d]] if d >= 0 else -1
            if c == DRAW:
                row[DRAWS] += drawn >= piled or t.trace[pile_at + WIDTH * drawn + 1] != d or x[PLACE + d] != PILE
                drawn += 1
                x[PLACE + d] = b
                x[HELD + b] += 1
            elif c == PASS:
                row[figure + 5] += 1
                pushes = r.teams and x[HELD + b] > 0
                row[PASSES] += drawn < piled or pushes or has_action(r, s, x, b, mines)
            else:
                row[HANDS] += x[PLACE + d] != b
                x[HELD + b] -= 1
                if c == PUSH:
                    row[DRAWS] += not r.teams or e != (b + players // 2) % players
                    x[PLACE + d] = e
                    x[HELD + e] += 1
                elif kind == MINE_CARD:
                    row[MINES] += side(r, s, e) != side(r, s, b)
                    x[PLACE + d] = TABLE
                    x[DISPLAY + mines] = e
                    x[METAL + mines] = r.kind_metal[r.card_kind[d]]
                    x[NAME + mines] = d
                    x[CRATES + mines] = 0
                    x[DOUBLED + mines] = 0
                    x[SHUT + mines] = 0
                    mines += 1
                elif e < 0 or e >= mines or not fits(r, s, x, b, d, e):
                    row[MINES] += 1
                elif kind == CLOSER:
                    x[PLACE + d] = TABLE
                    x[SHUT + e] = 1
                elif kind == BANDIT:
                    x[PLACE + d] = GONE
                    for player in range(8):
                        x[BANDITS + player] = 0
                    x[BANDITS + b] = r.kind_value[r.card_kind[d]]
                    mine = e
                    attacker = b
                    asked = (b + 1) % players
                    closer = False
                    row[figure + 1] += 1
                else:
                    x[PLACE + d] = TABLE
                    x[ON_MINE + d] = e
                    x[LEVEL + d] = x[CRATES + e]
                    if x[CRATES + e] == 0:
                        x[DOUBLED + e] = kind == DOUBLE
                    x[CRATES + e] += 1
            if left > 0:
                left -= 1
            elif left < 0 and (drawn == piled or turn >= r.most_turns):
                left = players
        elif event == ANSWER:
            row[ANSWERS] += mine < 0 or a != asked or a == attacker or closer
            asked = (asked + 1) % players
            if b >= 0:
                kind = r.kind_type[r.card_kind[b]]
                row[HANDS] += x[PLACE + b] != a
                x[HELD + a] -= 1
                row[ANSWERS] += kind != BANDIT and kind != CLOSER
                closer = kind == CLOSER
                x[PLACE + b] = TABLE if closer else GONE
                if not closer:
                    x[BANDITS + a] = r.kind_value[r.card_kind[b]]
        elif event == FIGHT:
            row[ANSWERS] += not closer and asked != attacker
            owner = x[DISPLAY + mine]
            attack = strongest(r, s, x, owner)
            defence = force_of(r, s, x, owner)
            row[FIGHTS] += mine < 0 or a != attack or b != defence
            if closer:
                row[figure + 4] += 1
                row[FIGHTS] += c != CLOSED or d != -1
                x[SHUT + mine] = 1
                x[CRATES + mine] -= 1
                row[REMOVED] += e < 0 or x[ON_MINE + e] != mine or x[LEVEL + e] != x[CRATES + mine]
                if x[CRATES + mine] == 0:
                    x[DOUBLED + mine] = 0
                x[PLACE + e] = GONE
            elif attack > defence:
                row[figure + 3] += 1
                row[FIGHTS] += c != LOST or e != -1 or d < 0
                row[FIGHTS] += d != attacker if r.teams else x[BANDITS + d] != attack or d == owner
                x[DISPLAY + mine] = d
            else:
                row[figure + 2] += 1
                row[FIGHTS] += c != KEPT or d != -1 or e != -1
            mine = -1
        elif event == MINE:
            # One after the other as they were opened, each with its crates from bottom to top.
            row[ENDS] += told > 0 and level != x[CRATES + told - 1]
            row[ENDS] += told >= mines or a != x[NAME + told] or b != x[DISPLAY + told] or c != x[SHUT + told]
            points = value_of(r, x, told) * x[SHUT + told]
            row[ENDS] += d != points
            x[ROUND_POINTS + x[DISPLAY + told]] += points
            row[figure + 6] += points
            told += 1
            level = 0
        elif event == CRATE:
            row[ENDS] += x[PLACE + a] != TABLE or x[ON_MINE + a] != told - 1 or x[LEVEL + a] != level
            level += 1
        elif event == POINTS:
            row[SCORES] += a != scored or b != x[ROUND_POINTS + a]
            scored += 1
            x[TOTAL + a] += b
            if a == players - 1:
                row[ORDER] += left != 0 or mine >= 0
                row[ENDS] += told != mines or (told > 0 and level != x[CRATES + told - 1])
    places(r, s, t, row, piled - drawn)
    wins(r, s, t, row)


def places(r: Any, s: Any, t: Any, row: Any, pile: int) -> None:
    """Every card is where the table says, and every one of them is somewhere (D-E9)."""
    x = t.scratch
    for card in range(r.cards):
        place = x[PLACE + card]
        if place >= NOWHERE:
            row[PLACES] += place == NOWHERE or t.place[card] != NOWHERE - place
            pile -= place == PILE
        else:
            row[PLACES] += t.place[card] != place
            x[HELD + place] -= 1
    row[PLACES] += pile != 0
    for player in range(s.players):
        row[PLACES] += x[HELD + player] != 0


def wins(r: Any, s: Any, t: Any, row: Any) -> None:
    """The most points win, partners together; several share (D25, DO23)."""
    x = t.scratch
    best = -1
    for player in range(s.players):
        row[SCORES] += t.score[player] != x[TOTAL + player]
        best = max(best, together(r, s, x, player))
    winners = 0
    for player in range(s.players):
        winners += together(r, s, x, player) == best
    for player in range(s.players):
        wins = together(r, s, x, player) == best
        row[WINS] += t.win[player] != (WIN_PARTS // winners if wins else 0)


def together(r: Any, s: Any, x: Any, player: int) -> int:
    """Points of a player's side."""
    points = 0
    for other in range(s.players):
        if side(r, s, other) == side(r, s, player):
            points += x[TOTAL + other]
    return points


COMPILED = (side, value_of, fits, has_action, strongest, force_of, together, places, wins, audit, play, measure)
"""All functions, callers after whom they call."""


# Many games


KERNEL = Kernel("digging-audit", play, measure, FIXED_LENGTHS, keeps_trace=True)
VARIANTS = [name for name in shipped_variants() if name.startswith("digging/")]
GAMES = 1_000_000
SEED = 8


@cache
def register() -> None:
    """Tell numba of the functions here, once."""
    from numba.extending import register_jitable

    tell_numba()
    for function in COMPILED:
        register_jitable(error_model="numpy")(function)


class Audited(DiggingSimulation):
    """Rows of the audit."""

    chunk_games = 5_000

    def __init__(self, definition: Any, seats: Any) -> None:
        super().__init__(definition, seats)
        outcome = [f"{what} {seat}" for what in ("win", "score") for seat in range(self.seats)]
        self.columns = [Column(name, "", "") for name in (*CHECKS, *FIGURES, *outcome)]

    def traced_table(self) -> Any:
        table = new_table(self.rules, trace_length(self.rules, self.seats))
        return table._replace(scratch=[0] * (len(table.scratch) + ROOM))

    def prepare(self, games: int, note: Any) -> None:
        register()
        self._compiled = compiled_game(KERNEL, self.rules, self.players, self.traced_table(), note)

    def row(self, seed: int, game: int, change: Any = lambda table: None) -> list[int]:
        """One game interpreted; ``change`` may tamper with what it left in the table."""
        table = self.traced_table()
        play(self.rules, self.players, table, seed, game)
        change(table)
        row = [0] * len(self.columns)
        measure(self.rules, self.players, table, row)
        return row

    def breaches(self, rows: Any) -> dict[str, int]:
        """What was broken how often, by the names in CHECKS."""
        sums = np.asarray(rows).reshape(-1, len(self.columns))[:, : len(CHECKS)].sum(axis=0)
        return {name: int(number) for name, number in zip(CHECKS, sums, strict=True) if number}


def tables(loaded: Loaded) -> list[list[str]]:
    """The definition's own table, then every size with the characters in turn, random ones among them."""
    names = [*loaded.definition.characters, "zufall"]
    players = loaded.definition.players
    sizes = range(players.min, players.max + 1)
    others = [[names[(first + n) % len(names)] for n in range(size)] for size in sizes for first in (0, 2)]
    return [list(loaded.definition.seats), *others, ["zufall"] * players.max]


def simulation_of(variant: str, seats: list[str]) -> Audited:
    loaded = load(variant)
    return Audited(loaded.definition, loaded.seats(seats))


def audited(variant: str, games: int, seed: int = SEED) -> Iterator[tuple[list[str], dict[str, int]]]:
    """By table: who sits there, and what there was in its share of the games. A breach is an AssertionError."""
    line_ups = tables(load(variant))
    for number, seats in enumerate(line_ups):
        simulation = simulation_of(variant, seats)
        share = games * (number + 1) // len(line_ups) - games * number // len(line_ups)
        simulation.prepare(share, lambda text: None)

        def check(first: int, rows: list[Any], simulation: Audited = simulation) -> Any:
            faults = rows[0][:, : len(CHECKS)]
            if faults.any():
                game = first + int(faults.any(axis=1).argmax())
                raise AssertionError(f"{variant}, game {game} of seed {seed}: {simulation.breaches(rows[0])}")
            return rows[0][:, len(CHECKS) : COLUMNS].sum(axis=0), len(rows[0])

        sums, played = np.zeros(len(FIGURES), dtype=np.int64), 0
        for figures, count in play_chunks([simulation], seed, 0, share, check):
            sums, played = sums + figures, played + count
        yield seats, {"games": played, **dict(zip(FIGURES, map(int, sums), strict=True))}


def main(games: int = GAMES, seed: int = SEED) -> None:
    """Play and tell."""
    for variant in VARIANTS:
        for seats, found in audited(variant, games, seed):
            told = ", ".join(f"{number} {name}" for name, number in found.items())
            print(f"{variant} ({', '.join(seats)}): {told}; no breach")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

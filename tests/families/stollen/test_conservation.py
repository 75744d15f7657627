"""Nothing is lost and nothing is made up: the books of a million games of every shipped variant, game by game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.families.stollen import audit
from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.engine.compiled import Kernel, compiled_game, tell_numba
from workbench.engine.run import play
from workbench.engine.simulation import Column
from workbench.families.stollen import sharing
from workbench.families.stollen.compile import FIXED_LENGTHS, new_table
from workbench.families.stollen.log import trace_length
from workbench.families.stollen.simulation import StollenSimulation

VARIANTS = [name for name in shipped_variants() if name.startswith("stollen/")]
KERNEL = Kernel("stollen-audit", audit.play, audit.measure, FIXED_LENGTHS, keeps_trace=True)
GAMES = 1_000_000
CHUNK_GAMES = 5_000


@cache
def register() -> None:
    from numba.extending import register_jitable

    tell_numba()
    for function in (audit.audit, audit.play, audit.measure):
        register_jitable(error_model="numpy")(function)


class Audited(StollenSimulation):
    """Rows of the audit."""

    chunk_games = CHUNK_GAMES

    def __init__(self, definition: Any, seats: Any) -> None:
        super().__init__(definition, seats)
        outcome = [f"{what} {seat}" for what in ("win", "score") for seat in range(self.seats)]
        self.columns = [Column(name, "", "") for name in (*audit.CHECKS, "found", *outcome)]

    def traced_table(self) -> Any:
        return new_table(self.rules, trace_length(self.rules, self.seats))

    def prepare(self, games: int, note: Any) -> None:
        register()
        self._compiled = compiled_game(KERNEL, self.rules, self.players, self.traced_table(), note)

    def row(self, seed: int, game: int, change: Any = lambda table: None) -> list[int]:
        """One game interpreted; ``change`` may tamper with what it left in the table."""
        table = self.traced_table()
        audit.play(self.rules, self.players, table, seed, game)
        change(table)
        row = [0] * len(self.columns)
        audit.measure(self.rules, self.players, table, row)
        return row

    def breaches(self, rows: Any) -> dict[str, int]:
        sums = np.asarray(rows).reshape(-1, len(self.columns))[:, : len(audit.CHECKS)].sum(axis=0)
        return {name: int(number) for name, number in zip(audit.CHECKS, sums, strict=True) if number}


def tables(loaded: Any) -> list[list[str]]:
    """The definition's own table, then every size with the characters in turn, random ones twice."""
    names = [*loaded.definition.characters, "zufall"]
    players = loaded.definition.players
    sizes = range(players.min, players.max + 1)
    return [list(loaded.definition.seats)] + [[names[(size + n) % len(names)] for n in range(size)] for size in sizes]


def simulation_of(variant: str, seats: list[str]) -> Audited:
    loaded = load(variant)
    return Audited(loaded.definition, loaded.seats(seats))


# The audit finds what is wrong


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_few_games_interpreted(variant: str) -> None:
    for seats in tables(load(variant)):
        simulation = simulation_of(variant, seats)
        assert simulation.breaches([simulation.row(3, game) for game in range(10)]) == {}


TAMPERING = {
    "a lump too many in a bank": (lambda t: add(t.bank, 1, 2), {"lumps of the game"}),
    "lumps from one bank to another": (lambda t: (add(t.bank, 0, -2), add(t.bank, 1, 2)), {"fossil points and scores"}),
    "half a lump lost": (lambda t: add(t.counts, audit.LOST_HALVES, 1), {"lumps of the game"}),
    "a lump left behind": (lambda t: add(t.counts, audit.LEFT_BEHIND, 1), {"lumps of the game"}),
    "a fossil from nowhere": (lambda t: add(t.fossils, 0, 1), {"fossils"}),
    "a fossil in the deck": (lambda t: add(t.counts, audit.FREE_FOSSILS, 1), {"fossils"}),
    "a rope too many": (lambda t: add(t.ropes, 2, 1), {"tools"}),
    "a lamp used unseen": (lambda t: add(t.tool_uses, audit.LAMP * audit.MOST_PLAYERS, 1), {"tools"}),
    "a helmet used unseen": (lambda t: add(t.tool_uses, audit.HELMET * audit.MOST_PLAYERS, 1), {"tools"}),
    "a win too many": (lambda t: add(t.win, 0, 840), {"wins"}),
    "a hazard removed": (lambda t: add(t.removed, 0, 1), {"hazards"}),
    "points for nothing": (lambda t: add(t.fossil_points, 0, 1), {"fossil points and scores"}),
}


def add(values: Any, at: int, more: int) -> None:
    values[at] += more


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found(what: str) -> None:
    change, expected = TAMPERING[what]
    simulation = simulation_of("stollen/diese-partie", ["rechnerin", "zufall", "draufgaenger", "zufall"])
    for game in range(5):
        assert expected <= set(simulation.breaches(simulation.row(1, game, change)))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda amount, heads: (amount // heads, 0), {"lumps of a card", "lumps of the game"}),
        (lambda amount, heads: (amount // heads + 1, amount % heads), {"lumps of a card", "lumps of the game"}),
    ],
)
def test_wrong_sharing_is_found(change: Any, expected: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "share", change)
    simulation = simulation_of("stollen/schlicht", ["zufall"] * 3)
    assert expected <= set(simulation.breaches([simulation.row(1, game) for game in range(3)]))


# A million games


@pytest.mark.slow
@pytest.mark.rule("S17", "S18", "S22", "S25", "S31", "S43", "S47")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_million_games_keep_their_books(variant: str) -> None:
    line_ups = tables(load(variant))
    found = played = 0
    for number, seats in enumerate(line_ups):
        simulation = simulation_of(variant, seats)
        games = GAMES * (number + 1) // len(line_ups) - GAMES * number // len(line_ups)
        plain = StollenSimulation(simulation.definition, simulation.line_up)
        plain.prepare(GAMES, lambda text: None)

        def check(first: int, rows: list[Any], simulation: Audited = simulation) -> tuple[int, int]:
            faults = rows[0][:, : len(audit.CHECKS)]
            if faults.any():
                game = first + int(faults.any(axis=1).argmax())
                pytest.fail(f"game {game} of seed 8, {simulation.breaches(rows[0])}")
            return len(rows[0]), int(rows[0][:, len(audit.CHECKS)].sum())

        # What is audited are the games that simulations play.
        simulation.prepare(GAMES, lambda text: None)
        outcomes = simulation.play(8, 0, 2000)[:, audit.COLUMNS :]
        assert np.array_equal(outcomes, plain.play(8, 0, 2000)[:, : 2 * simulation.seats])
        for count, halves in play([simulation], 8, 0, games, check):
            played += count
            found += halves
    assert played == GAMES
    print(f"{variant}: {played} games at {len(line_ups)} tables, {found // 2} lumps found, no breach")

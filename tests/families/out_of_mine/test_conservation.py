"""Nothing lies in two places and nothing is made up: the books of many games of every shipped variant, game by game."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.families.out_of_mine import audit
from tests.families.out_of_mine.strategies import FAULTY, seats_of
from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.engine.compiled import Kernel, compiled_game, tell_numba
from workbench.engine.simulation import Column
from workbench.families.out_of_mine import scoring
from workbench.families.out_of_mine.compile import FIXED_LENGTHS, new_table
from workbench.families.out_of_mine.log import trace_length
from workbench.families.out_of_mine.simulation import OutOfMineSimulation
from workbench.families.out_of_mine.trace import TILE, WIDTH

VARIANTS = [name for name in shipped_variants() if name.startswith("out_of_mine/")]
KERNEL = Kernel("out_of_mine-audit", audit.play, audit.measure, FIXED_LENGTHS, keeps_trace=True)
CLUMSY = f"characters.clumsy={{{', '.join(f'{key}={value!r}' for key, value in FAULTY.items())}}}".replace("'", '"')
TABLES = (
    ("meisterin", "anfaenger"),
    ("clumsy", "geuebt", "clumsy"),
    ("anfaenger", "geuebt", "geuebt", "meisterin"),
    ("clumsy", "clumsy", "clumsy", "clumsy"),
)
CHUNK_GAMES = 500
SECONDS = 60.0
"""How long games of all variants and tables are audited; as many as that time allows."""


@cache
def register() -> None:
    from numba.extending import register_jitable

    tell_numba()
    for function in (audit.lies_on, audit.is_on, audit.worth, audit.audit_board, audit.audit_deal, audit.audit,
                     audit.play, audit.measure):  # fmt: skip
        register_jitable(error_model="numpy")(function)


class Audited(OutOfMineSimulation):
    """Rows of the audit."""

    def __init__(self, variant: str, names: tuple[str, ...]) -> None:
        definition = load(variant, [CLUMSY]).definition
        super().__init__(definition, seats_of(definition, names))
        outcome = [f"{what} {seat}" for what in ("win", "score") for seat in range(self.seats)]
        self.columns = [Column(name, "", "") for name in (*audit.CHECKS, "found", *outcome)]

    def traced_table(self) -> Any:
        return new_table(trace_length(self.rules, self.seats))

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


# The audit finds what is wrong.


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_few_games_interpreted(variant: str) -> None:
    for names in TABLES:
        simulation = Audited(variant, names)
        assert simulation.breaches([simulation.row(3, game) for game in range(3)]) == {}


def record_of(table: Any, event: int, which: int = 0) -> int:
    """Where the record number ``which`` of a kind begins."""
    found = [at for at in range(0, table.counts[audit.CURSOR], WIDTH) if table.trace[at] == event]
    return found[which]


def add(values: Any, at: int, more: int) -> None:
    values[at] += more


TAMPERING = {
    "a point too many": (lambda t: add(t.score, 0, 1), {"scores"}),
    "a win too many": (lambda t: add(t.win, 0, 840), {"wins"}),
    "an empty space more": (lambda t: add(t.trace, record_of(t, audit.SEAT) + 4, 1), {"empty spaces"}),
    "a point for the gallery": (lambda t: add(t.trace, record_of(t, audit.SEAT, 2) + 5, 1), {"points"}),
    "a bonus without a call": (lambda t: add(t.trace, record_of(t, audit.SEAT, 1) + 6, 5), {"calls"}),
    "an elf more": (lambda t: add(t.trace, record_of(t, audit.POINTS) + 2, 1), {"points"}),
    "another card": (lambda t: add(t.trace, record_of(t, audit.SEAT, 3) + 3, 1), {"cards"}),
    "another board": (lambda t: add(t.trace, record_of(t, audit.SEAT, 4) + 2, 2), {"boards"}),
    "the same side again": (lambda t: add(t.trace, record_of(t, audit.SEAT, 4) + 2, 1), {"places of tiles"}),
    "the next place": (lambda t: add(t.trace, record_of(t, TILE) + 2, 1), {"places of tiles"}),
    "a copy that is not in the box": (lambda t: add(t.trace, record_of(t, TILE) + 4, 20), {"tiles of the box"}),
    "a fault that is none": (lambda t: add(t.trace, record_of(t, TILE) + 6, 1), {"faults"}),
    "a tile twice": (
        lambda t: t.trace.__setitem__(
            slice(record_of(t, TILE, 1), record_of(t, TILE, 1) + WIDTH),
            t.trace[record_of(t, TILE) : record_of(t, TILE) + WIDTH],
        ),
        {"tiles of the box", "places of tiles", "faults"},
    ),
    "a round too many": (lambda t: add(t.trace, record_of(t, audit.ROUND) + 1, 1), {"rounds"}),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found(what: str) -> None:
    change, expected = TAMPERING[what]
    simulation = Audited("out_of_mine/profi", TABLES[2])
    for game in range(2):
        assert expected <= set(simulation.breaches(simulation.row(1, game, change)))


def test_wrong_scoring_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "base_points", lambda r, empty: r.full - empty + 1)
    simulation = Audited("out_of_mine/grundspiel", TABLES[0])
    assert "points" in simulation.breaches([simulation.row(1, 0)])


# As many games as fit into the time.


@pytest.mark.slow
@pytest.mark.rule("O2", "O9", "O14", "O16", "O17", "O18", "O19", "O20", "O21", "O22", "O23", "O26", "O27", "O28")
def test_many_games_keep_their_books() -> None:
    told = []
    share = SECONDS / (len(VARIANTS) * len(TABLES))
    for variant in VARIANTS:
        for names in TABLES:
            simulation = Audited(variant, names)
            simulation.prepare(1, lambda text: None)
            plain = OutOfMineSimulation(simulation.definition, simulation.line_up)
            plain.prepare(10**9, lambda text: None)
            # What is audited are the games that simulations play.
            outcomes = simulation.play(8, 0, CHUNK_GAMES)[:, audit.COLUMNS :]
            assert np.array_equal(outcomes, plain.play(8, 0, CHUNK_GAMES)[:, : 2 * simulation.seats])
            games = tiles = 0
            end = time.monotonic() + share
            while not games or time.monotonic() < end:
                rows = simulation.play(8, games, games + CHUNK_GAMES)
                faults = rows[:, : len(audit.CHECKS)]
                if faults.any():
                    game = games + int(faults.any(axis=1).argmax())
                    pytest.fail(f"game {game} of seed 8 of {variant}, {names}: {simulation.breaches(rows)}")
                games += CHUNK_GAMES
                tiles += int(rows[:, len(audit.CHECKS)].sum())
            told.append((games, tiles))
    print(f"{sum(games for games, _ in told)} games, {sum(tiles for _, tiles in told)} tiles found, no breach")

"""Compiled games are the interpreted ones, number by number."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.families.stollen.strategies import definitions, resolved
from workbench.definition.load import load
from workbench.engine import compiled, kernel_simulation
from workbench.engine.compiled import cache_root, is_ready
from workbench.engine.references import Buffer, Layout
from workbench.engine.simulation import Simulation
from workbench.families.stollen.compile import FIXED_LENGTHS, new_table
from workbench.families.stollen.options import OPTIONS
from workbench.families.stollen.simulation import KERNEL, StollenSimulation

MANY_GAMES = 10**9


def both_ways(make: Any, seed: int, games: int) -> tuple[Any, Any]:
    """The rows of the same games, interpreted and compiled."""
    interpreted, fast = make(), make()
    fast.prepare(MANY_GAMES, lambda text: None)
    return interpreted.play(seed, 0, games), fast.play(seed, 0, games)


forbidden = st.lists(st.sampled_from(sorted(OPTIONS)), max_size=3, unique=True).map(tuple)


@settings(deadline=None, max_examples=200, suppress_health_check=list(HealthCheck))
@given(
    overrides=definitions(),
    seed=st.integers(0, 2**63 - 1),
    bans=st.one_of(st.just(()), st.lists(forbidden, min_size=6, max_size=6)),
)
def test_random_definitions(overrides: dict[str, Any], seed: int, bans: Sequence[tuple[str, ...]]) -> None:
    definition, seats = resolved(overrides)
    seats = [replace(seat, forbidden=ban) for seat, ban in zip(seats, bans or [()] * len(seats), strict=False)]
    interpreted, fast = both_ways(lambda: StollenSimulation(definition, seats), seed, 8)
    assert np.array_equal(interpreted, fast)
    # Whoever goes deeper anyway need not be asked.
    asked = StollenSimulation(definition, seats)
    asked.players = asked.players._replace(calm=0)
    assert np.array_equal(asked.play(seed, 0, 8), interpreted)


def test_chunks_and_threads_share_nothing() -> None:
    loaded = load("stollen/diese-partie")
    simulation = loaded.family.simulation(loaded.definition, loaded.seats())
    simulation.prepare(MANY_GAMES, lambda text: None)
    whole = simulation.play(9, 0, 300)
    parts = [simulation.play(9, first, first + 100) for first in (200, 0, 100)]
    assert np.array_equal(whole, np.concatenate([parts[1], parts[2], parts[0]]))


def test_rows_that_somebody_holds_are_never_written_over() -> None:
    loaded = load("stollen/diese-partie")
    simulation = StollenSimulation(loaded.definition, loaded.seats())
    simulation.prepare(MANY_GAMES, lambda text: None)
    first = simulation.play(1, 0, 64)
    scores, copy = first[:, 4], first[:, 4].copy()
    del first
    simulation.play(2, 0, 64)
    assert np.array_equal(scores, copy)
    del scores
    # The memory of what nobody holds is used again.
    again = simulation.play(3, 0, 64)
    places = {again.ctypes.data}
    del again
    places.add(simulation.play(4, 0, 64).ctypes.data)
    assert len(places) == 1


def test_few_games_are_not_worth_compiling() -> None:
    loaded = load("stollen/diese-partie")
    simulation = loaded.family.simulation(loaded.definition, loaded.seats())
    simulation.prepare(10, lambda text: pytest.fail(text))
    assert simulation.chunk_games == Simulation.chunk_games


@pytest.mark.parametrize(("seconds", "expected"), [(0.0, True), (1e9, False)])
def test_few_games_that_take_long_are_worth_it(seconds: float, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COMPILING_SECONDS", "LOADING_SECONDS"):
        monkeypatch.setattr(kernel_simulation, name, seconds)
    loaded = load("stollen/schlicht")
    simulation = StollenSimulation(loaded.definition, loaded.seats())
    simulation.prepare(6, lambda text: None)
    assert not simulation.is_compiled
    simulation.prepare(7, lambda text: None)
    assert simulation.is_compiled is expected


def test_the_kernel_is_ready_once_compiled() -> None:
    loaded = load("stollen/diese-partie")
    loaded.family.simulation(loaded.definition, loaded.seats()).prepare(MANY_GAMES, lambda text: None)
    assert is_ready(KERNEL)


def test_a_buffer_knows_its_places() -> None:
    loaded = load("stollen/diese-partie")
    simulation = StollenSimulation(loaded.definition, loaded.seats())
    table = new_table(simulation.rules)
    table.bank[3] = 77
    table.keys[5] = 88
    layout = Layout(table, FIXED_LENGTHS)
    words = Buffer(table, FIXED_LENGTHS).copy()
    place = layout.places["bank"]
    assert place.fixed_at is not None and words[place.fixed_at + 3] == 77
    keys = layout.places["keys"]
    assert keys.fixed_at is None
    assert words[(words[keys.head] - words.ctypes.data) // 8 + 5] == 88


def test_a_sequence_longer_than_fixed_is_refused() -> None:
    loaded = load("stollen/diese-partie")
    table = new_table(StollenSimulation(loaded.definition, loaded.seats()).rules)
    with pytest.raises(ValueError, match="bank has 8 items, more than 3"):
        Buffer(table, {"bank": 3})


def run(cache: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "workbench", *arguments],
        env={**os.environ, "WORKBENCH_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.slow
def test_the_first_run_says_that_it_compiles_once(tmp_path: Path) -> None:
    command = ("simulate", "stollen/schlicht", "--games", "6000", "--json")
    first, second = (run(str(tmp_path), *command) for _ in range(2))
    assert first.stderr == "compiling the rules, once for this version\n"
    assert second.stderr == ""
    assert first.stdout == second.stdout


@pytest.mark.slow
def test_without_a_folder_for_the_cache(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = run(str(tmp_path / "file"), "simulate", "stollen/schlicht", "--games", "6000", "--json")
    assert found.stderr == "compiling the rules; the result cannot be kept, since no cache folder can be written\n"
    assert found.stdout == run(str(tmp_path), "simulate", "stollen/schlicht", "--games", "6000", "--json").stdout


def sum_up(rules: Any, seats: Any, table: Any, seed: int, game: int) -> None:
    """A kernel that is compiled in a moment."""


def write_one(rules: Any, seats: Any, table: Any, row: Any) -> None:
    row[0] = 1


@pytest.mark.parametrize("what", ["*.nbc", "*.nbi", "entry.py", "folder"])
@pytest.mark.parametrize("content", [b"", b"cut off", None])
def test_a_broken_cache_is_made_anew(
    what: str, content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.extending import register_jitable

    monkeypatch.setattr(compiled, "cache_root", lambda: tmp_path)
    kernel = compiled.Kernel("tiny", sum_up, write_one)
    for function in (sum_up, write_one):
        register_jitable(function)
    loaded = load("stollen/diese-partie")
    simulation = StollenSimulation(loaded.definition, loaded.seats())
    notes: list[str] = []

    def play() -> list[list[int]]:
        monkeypatch.setattr(compiled, "_ENTRIES", {})
        table = new_table(simulation.rules)
        game = compiled.compiled_game(kernel, simulation.rules, simulation.players, table, notes.append)
        rows: list[list[int]] = game.play(1, 0, 3, 1).tolist()
        return rows

    assert play() == [[1]] * 3
    (folder,) = tmp_path.iterdir()
    if what == "folder":
        shutil.rmtree(folder)
        folder.write_bytes(content or b"")
    else:
        (path,) = folder.rglob(what)
        path.unlink()
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content)
    notes.clear()
    assert play() == [[1]] * 3
    assert "anew" in notes[-1]
    notes.clear()
    assert play() == [[1]] * 3
    assert notes == []


def test_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    for variable in ("WORKBENCH_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "expanduser", nowhere)
    assert cache_root.__wrapped__() is None


def test_the_cache_folder_is_looked_for_once() -> None:
    assert cache_root() is cache_root()

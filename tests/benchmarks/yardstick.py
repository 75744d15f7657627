"""The yardstick: a C program of the same rules with the same keyed deal, against which the compiled rules are timed.

``python -m tests.benchmarks.yardstick`` builds it with gcc -O3 -march=native, checks that it plays every shipped
variant of stollen game by game as the workbench does, and prints the times, measured in turns: of the C program, of the
same rules compiled by the workbench with the same outcome of a game, and of the workbench with all its figures.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from workbench.definition.find import shipped_variants
from workbench.definition.load import load
from workbench.engine.compiled import Kernel, compiled_game
from workbench.engine.jit import rule
from workbench.engine.references import Buffer
from workbench.families.stollen.compile import FIXED_LENGTHS, new_table
from workbench.families.stollen.rules import play_game
from workbench.families.stollen.simulation import StollenSimulation
from workbench.families.stollen.state import Rules, Seats, Table

SOURCE = Path(__file__).with_name("yardstick.c")
VARIANT = "stollen/diese-partie"
SEATS = ("angsthase", "draufgaenger", "rechnerin", "rechnerin")
MANY_GAMES = 10**9
SLICE_GAMES = 4_096


def has_compiler() -> bool:
    return shutil.which("gcc") is not None


def _struct(kind: Any) -> str:
    """The C struct of a named tuple of integers as a :class:`Buffer` lays it out: numbers and addresses."""
    fields = (f"{'i64' if hint is int else 'const i64 *'} {name};" for name, hint in get_type_hints(kind).items())
    return f"typedef struct {{ {' '.join(fields)} }} {kind.__name__};\n"


@cache
def library(plain: bool = False) -> ctypes.CDLL:
    """The program, built once; ``plain`` with an ordinary shuffle instead of the keyed deal."""
    fields = _struct(Rules) + _struct(Seats)
    mark = hashlib.sha256(fields.encode() + SOURCE.read_bytes()).hexdigest()[:16]
    built = Path(tempfile.gettempdir()) / f"workbench-yardstick-{mark}-{'plain' if plain else 'keyed'}.so"
    if not built.exists():
        with tempfile.TemporaryDirectory(dir=built.parent) as folder:
            (Path(folder) / "fields.h").write_text(fields)
            flags = ["-O3", "-march=native", "-Wall", "-Werror", "-shared", "-fPIC", f"-I{folder}"]
            made = Path(folder) / built.name
            subprocess.run(["gcc", *flags, *(["-DPLAIN"] if plain else []), str(SOURCE), "-o", str(made)], check=True)
            made.replace(built)
    return ctypes.CDLL(str(built))


class Yardstick:
    """The C program with the rules and seats of a simulation."""

    def __init__(self, simulation: StollenSimulation, plain: bool = False) -> None:
        self._play = library(plain).play_range
        self._rules = Buffer(simulation.rules, FIXED_LENGTHS).copy()
        self._seats = Buffer(simulation.players, FIXED_LENGTHS).copy()
        self.width = 2 * simulation.seats + 1

    def play(self, seed: int, first: int, last: int) -> NDArray[np.int64]:
        """A row a game: shares of the win in 840ths and scores in half lumps by seat, cards turned."""
        rows = np.empty((last - first, self.width), dtype=np.int64)
        addresses = (ctypes.c_void_p(part.ctypes.data) for part in (self._rules, self._seats))
        numbers = (ctypes.c_uint64(seed), ctypes.c_int64(first), ctypes.c_int64(last))
        self._play(*addresses, *numbers, ctypes.c_void_p(rows.ctypes.data))
        return rows


def same_figures(simulation: StollenSimulation, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of rows of the workbench, the figures that the yardstick gives."""
    length = next(at for at, column in enumerate(simulation.columns) if column.name == "length")
    return rows[:, [*range(2 * simulation.seats), length]]


def simulation_of(variant: str, seats: Sequence[str] = (), settings: Sequence[str] = ()) -> StollenSimulation:
    loaded = load(variant, settings)
    return StollenSimulation(loaded.definition, loaded.seats(tuple(seats)))


def note(text: str) -> None:
    print(text, file=sys.stderr)


def compiled(simulation: StollenSimulation) -> StollenSimulation:
    simulation.prepare(MANY_GAMES, note)
    return simulation


@rule
def outcome(r: Rules, s: Seats, t: Table, row: Any) -> None:
    """What the yardstick gives of a game, and no other figure."""
    for player in range(s.players):
        row[player] = t.win[player]
        row[s.players + player] = t.score[player]
    steps = 0
    for level in range(r.levels):
        steps += t.level_steps[level]
    row[2 * s.players] = steps


OUTCOMES = Kernel("stollen-outcomes", play_game, outcome, FIXED_LENGTHS)


class Outcomes:
    """The rules as the workbench compiles them, with the outcome of a game and no other figure."""

    def __init__(self, simulation: StollenSimulation) -> None:
        table = new_table(simulation.rules)
        self._game = compiled_game(OUTCOMES, simulation.rules, simulation.players, table, note)
        self.width = 2 * simulation.seats + 1

    def play(self, seed: int, first: int, last: int) -> NDArray[np.int64]:
        return self._game.play(seed, first, last, self.width)


def check(games: int) -> int:
    """Play every shipped variant both ways; the number of games that were compared."""
    compared = 0
    for variant in shipped_variants():
        if variant.startswith("stollen/"):
            simulation = compiled(simulation_of(variant))
            found = Yardstick(simulation).play(7, 0, games)
            same = np.array_equal(found, same_figures(simulation, simulation.play(7, 0, games)))
            if not (same and np.array_equal(found, Outcomes(simulation).play(7, 0, games))):
                raise SystemExit(f"the yardstick plays {variant} otherwise than the workbench")
            compared += games
    return compared


def in_turns(ways: Sequence[Callable[[int], object]], rounds: int) -> list[float]:
    """Seconds of CPU time that each takes at its best over ``rounds`` slices, played in turns."""
    best = [float("inf")] * len(ways)
    for number in range(rounds):
        for which, play in enumerate(ways):
            start = time.thread_time()
            play(number)
            best[which] = min(best[which], time.thread_time() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games of each variant to compare [20000]")
    parser.add_argument("--rounds", type=int, default=200, help="slices to time [200]")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    compared = check(options.games)
    simulation = compiled(simulation_of(VARIANT, SEATS))
    yardstick = Yardstick(simulation)

    def slices(play: Callable[[int, int, int], object]) -> Callable[[int], object]:
        return lambda number: play(1, number * SLICE_GAMES, (number + 1) * SLICE_GAMES)

    ways = (yardstick.play, Outcomes(simulation).play, simulation.play)
    c, rules_alone, ours = in_turns([slices(way) for way in ways], options.rounds)
    result = {
        "games_compared": compared,
        "variant": VARIANT,
        "seats": SEATS,
        "c": round(SLICE_GAMES / c),
        "compiled": round(SLICE_GAMES / rules_alone),
        "time_ratio": round(rules_alone / c, 3),
        "with_all_figures": round(SLICE_GAMES / ours),
        "time_ratio_with_all_figures": round(ours / c, 3),
    }
    if options.json:
        print(json.dumps(result))
        return
    print(f"{compared} games of all shipped variants: the same outcomes")
    print("one thread                 games/s  time / C")
    print(f"C program                {result['c']:>9}      1.00")
    print(f"workbench, same outcome  {result['compiled']:>9}  {result['time_ratio']:8.2f}")
    print(f"workbench, all figures   {result['with_all_figures']:>9}  {result['time_ratio_with_all_figures']:8.2f}")


if __name__ == "__main__":
    main()

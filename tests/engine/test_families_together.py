"""Several families in one process: each compiles, whichever was first, and has its own place in the cache."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from workbench.engine import compiled, jit
from workbench.engine.compiled import Kernel, compiled_game, tell_numba, tell_rules

LATER = """
from workbench.engine.jit import rule, small_rule

@small_rule
def doubled(number):
    return 2 * number

@rule
def play(rules, seats, table, seed, game):
    table.found[0] = doubled(rules.number) + game

@rule
def measure(rules, seats, table, row):
    row[0] = table.found[0]
"""


class Rules(NamedTuple):
    number: int


class Seats(NamedTuple):
    players: int


class Table(NamedTuple):
    found: list[int]


def test_rules_that_are_loaded_later_are_compiled_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell_numba()
    tell_rules()
    # What is added here is not to be found by other tests.
    monkeypatch.setattr(jit, "RULES", [*jit.RULES])
    monkeypatch.setattr(jit, "SMALL", [*jit.SMALL])
    (tmp_path / "later_rules.py").write_text(LATER, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    later = importlib.import_module("later_rules")
    monkeypatch.setattr(compiled, "cache_root", lambda: None)
    kernel = Kernel("later", later.play, later.measure, {"found": 1})
    game = compiled_game(kernel, Rules(20), Seats(1), Table([0]), lambda text: None)
    assert game.play(1, 0, 3, 1).ravel().tolist() == [40, 41, 42]


PRINT = """
import importlib
{first}
from workbench.engine.compiled import _fingerprint
for family in ("stollen", "micro_robots"):
    print(_fingerprint(importlib.import_module(f"workbench.families.{{family}}.simulation").KERNEL))
"""


def test_another_family_in_the_process_changes_no_place_in_the_cache() -> None:
    marks = set()
    for first in (
        "",
        "import workbench.families.micro_robots.simulation",
        "import workbench.families.micro_robots.exact",
    ):
        command = [sys.executable, "-c", PRINT.format(first=first)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        marks.add(done.stdout)
    assert len(marks) == 1
    assert len(set(marks.pop().split())) == 2

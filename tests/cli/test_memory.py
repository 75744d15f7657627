"""Memory does not grow with the number of games: the peak of whole processes, few games against many."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource")

VARIANT, OTHER = "stollen/diese-partie", "stollen/schlicht"
MOST_GROWTH_MB = 10
"""Of the peak, from few games to many: about one byte for each of ten million games."""

MEASURE = """
import resource, subprocess, sys
code = subprocess.run([sys.executable, "-m", "workbench", *sys.argv[1:]], stdout=subprocess.DEVNULL).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(code, peak / 2**20 if sys.platform == "darwin" else peak / 2**10)
"""
"""Run from a small process, since a forked child starts with the peak of its parent."""


def peak_mb(*arguments: str) -> float:
    """The peak of resident memory of a run of the command."""
    command = [sys.executable, "-c", MEASURE, *arguments, "--json", "--quiet"]
    code, peak = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert code == "0"
    return float(peak)


def check_growth(few: list[str], many: list[str]) -> None:
    peak_mb("simulate", VARIANT, "--games", "6000")  # compiling takes memory of its own
    small, large = peak_mb(*few), peak_mb(*many)
    print(f"{' '.join(few)}: {small:.1f} MB; {' '.join(many)}: {large:.1f} MB")
    assert large - small < MOST_GROWTH_MB


@pytest.mark.slow
def test_ten_million_games_take_no_more_memory_than_a_hundred_thousand() -> None:
    asked = ["simulate", VARIANT, "--games"]
    check_growth([*asked, "100000"], [*asked, "10000000"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "few", "many"),
    [
        (["simulate", VARIANT, "--rotate"], 50_000, 500_000),
        (["compare", VARIANT, OTHER], 100_000, 1_000_000),
        (["compare", VARIANT, OTHER, "--rotate"], 20_000, 200_000),
        (["sweep", VARIANT, "--vary", "canary.enabled=true,false"], 100_000, 1_000_000),
    ],
    ids=["rotated", "compare", "compare rotated", "sweep"],
)
def test_ten_times_the_games_take_no_more_memory(arguments: list[str], few: int, many: int) -> None:
    check_growth([*arguments, "--games", str(few)], [*arguments, "--games", str(many)])


@pytest.mark.slow
@pytest.mark.parametrize("command", [["simulate", VARIANT], ["compare", VARIANT, OTHER]], ids=["simulate", "compare"])
def test_a_higher_precision_takes_no_more_memory(command: list[str]) -> None:
    check_growth([*command, "--precision", "0.4"], [*command, "--precision", "0.12"])


@pytest.mark.slow
def test_a_longer_table_takes_no_more_memory(tmp_path: Path) -> None:
    asked = ["simulate", VARIANT, "--csv", str(tmp_path / "games.csv"), "--games"]
    check_growth([*asked, "20000"], [*asked, "300000"])

"""Error rates and coverage as stated: false alarms, false equivalence, intervals, rare changes included.

Seeds are fixed, so each rate is one number; ``pytest -m slow -rP tests/statistics/test_error_rates.py`` tells it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from workbench.definition.load import load
from workbench.families.stollen.exact import analyse
from workbench.statistics.paired import Difference
from workbench.tasks import simulate as simulate_module
from workbench.tasks.compare import compare

from .fake import SCORE, WIN, row_of
from .rates import TRUTH_SEED, Tally, at_most, count, covers, truth_of, with_other_luck

BASE = "stollen/diese-partie"
NO_MARGIN = 1e-6
"""Nothing is equivalent, so that every wrong verdict is a false alarm."""


# Nothing differs but luck


def no_difference(seats: tuple[str, ...]) -> dict[Any, float]:
    return {(name, seat): 0.0 for name in ("win_rate", "score") for seat in range(len(seats))}


@pytest.mark.slow
def test_false_alarms_of_equal_players(tmp_path: Path) -> None:
    """Three who draw lots: each wins a third of the games, exactly."""
    seats = ("zufall",) * 3
    base, other = load("stollen/schlicht"), with_other_luck("stollen/schlicht", tmp_path)
    thirds = {("win_rate", seat): 1 / 3 for seat in range(3)}
    options: dict[str, Any] = {"games": 1000, "seats": seats, "margin": NO_MARGIN}
    count(base, other, range(3000), no_difference(seats), [thirds, thirds], **options).check("equal players")


@pytest.mark.slow
@pytest.mark.parametrize("precision", [None, 3.03])
def test_false_alarms_of_unequal_players(
    precision: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every rule on; with ``--precision`` the batches double from 500 games, which harms more than from 10,000."""
    monkeypatch.setattr(simulate_module, "FIRST_BATCH_GAMES", 500)
    base, other = load(BASE), with_other_luck(BASE, tmp_path)
    _, arms = truth_of(compare(base, [other], games=500_000, seed=TRUTH_SEED))
    options: dict[str, Any] = {"games": 4000 if precision else 1000, "precision": precision, "margin": NO_MARGIN}
    seeds = range(2000 if precision else 1000)
    tally = count(base, other, seeds, no_difference(base.definition.seats), arms, **options)
    tally.check(f"unequal players, precision {precision}")
    if precision:
        # The test is one of stopping only where runs stop at different times.
        print(f"stopped after {dict(tally.games)} games")
        assert len(tally.games) > 1 and min(tally.games.values()) > 100


@pytest.mark.slow
def test_false_alarms_with_rotated_seats(tmp_path: Path) -> None:
    base, other = load(BASE), with_other_luck(BASE, tmp_path)
    _, arms = truth_of(compare(base, [other], games=60_000, seed=TRUTH_SEED, rotate=True))
    options: dict[str, Any] = {"games": 500, "rotate": True, "margin": NO_MARGIN}
    count(base, other, range(500), no_difference(base.definition.seats), arms, **options).check("rotated seats")


# Something differs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "games", "differing"),
    [
        ("tools.rope.uses=2", 3500, (20, 800)),
        ("fossils.points=[5, 12, 25, 36, 49]", 1500, (4, 120)),
        ("fossils.points=[5, 12, 21, 40, 53]", 1000, (0.5, 12)),
    ],
)
def test_rare_changes(change: str, games: int, differing: tuple[float, float]) -> None:
    base, other = load(BASE), load(BASE, [change])
    differences, arms = truth_of(compare(base, [other], games=600_000, seed=TRUTH_SEED))
    # The margin is the true difference of one row: it must hardly ever be called equivalent.
    at_margin = ("win_rate", 0)
    margin = 100 * abs(differences[at_margin])
    tally = count(base, other, range(500), differences, arms, games=games, margin=margin)
    found = [tally.differing[row] / tally.runs for row in differences]
    print(f"{change}: {min(found):.1f} to {max(found):.1f} differing games a row")
    assert differing[0] <= min(found) and max(found) <= differing[1]
    tally.check(change)
    at_most(0.05, tally.equivalent[at_margin], tally.runs, f"{change}: {at_margin} at the margin called equivalent")


@pytest.mark.slow
def test_against_exact_scores() -> None:
    """One player alone, who leaves at a loot of 9: what a level is worth then can be computed (docs/rules.md, S9)."""
    fewer = "levels.3.hazards.gas=1"
    common = [
        "fossils.per_level=0", 'characters.satt={strategy="loot", leave_at=9}', "players.min=1", 'seats=["satt"]'
    ]  # fmt: skip
    base, other = load("stollen/schlicht", common), load("stollen/schlicht", [*common, fewer])

    def exact(definition: Any) -> float:
        return float(sum(level["leave_at_loot"]["9"] for level in analyse(definition)["levels"]))

    scores = [exact(arm.definition) for arm in (base, other)]
    arms = [{("win_rate", 0): 1.0, ("score", 0): score} for score in scores]
    differences = {("win_rate", 0): 0.0, ("score", 0): scores[1] - scores[0]}
    # Exactly at the margin, in percent of the baseline's mean.
    margin = 100 * (scores[1] - scores[0]) / scores[0]
    tally = count(base, other, range(2000), differences, arms, games=1000, margin=margin)
    tally.check("exact scores")
    at_most(0.05, tally.equivalent["score", 0], tally.runs, "exact scores: at the margin called equivalent")


# Rare changes, by sums over everything that can happen


def rows_by_count(games: int, most: int, primary_rows: int, margin: float = 1.0) -> list[Difference]:
    """What is said of a win that 0, 1, 2, ... games gain."""
    values = np.arange(games)
    return [row_of(WIN, 0 * values, 840 * (values < up), margin, primary_rows) for up in range(most)]


@pytest.mark.slow
@pytest.mark.parametrize("primary_rows", [1, 6, 24])
def test_exact_coverage_of_rare_gains(primary_rows: int) -> None:
    """The number of games that gain is binomial, so the coverage is a sum."""
    games = 2000
    rows = rows_by_count(games, 420, primary_rows)
    worst = {}
    for name, stated in (("row", 0.05), ("all", 0.05 / primary_rows)):
        rates = {}
        for expected in np.arange(0.25, 250, 0.25):
            chances = stats.binom.pmf(np.arange(len(rows)), games, expected / games)
            ends = [(row.low, row.high) if name == "row" else (row.low_all, row.high_all) for row in rows]
            missed = [not covers(low, expected / games, high) for low, high in ends]
            rates[expected] = float(chances @ missed) / stated
        worst[name] = max(rates.items(), key=lambda item: item[1])
    print(f"{primary_rows} rows: misses by the stated rate, at worst {worst}")
    assert all(rate <= 1 for _, rate in worst.values()), worst


@pytest.mark.slow
@pytest.mark.parametrize("games", [300, 480, 1000, 4000])
@pytest.mark.parametrize("primary_rows", [1, 6])
def test_exact_rate_of_false_equivalence(games: int, primary_rows: int) -> None:
    """A win rate that is higher by exactly the margin, since so many games gain a win."""
    for margin in (0.5, 1.0, 2.0):
        rows = rows_by_count(games, 200, primary_rows, margin)
        chances = stats.binom.pmf(np.arange(len(rows)), games, margin / 100)
        rate = float(chances @ [row.verdict == "equivalent" for row in rows])
        print(f"{games} games, {primary_rows} rows, margin {margin}: called equivalent in {rate:.2%}")
        assert rate <= 0.05 / primary_rows


CHANGES: dict[str, tuple[list[int], list[float]]] = {
    "one size": ([8], [1.0]),
    "to both sides": ([-8, 8], [0.5, 0.5]),
    "mostly one way": ([-8, 8], [0.2, 0.8]),
    "many sizes": (list(range(1, 60)), [0.8**n for n in range(1, 60)]),
    "often down, rarely up": ([-4, 24], [6 / 7, 1 / 7]),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", CHANGES)
@pytest.mark.parametrize("differing", [25, 40, 60, 120])
def test_coverage_of_rare_changes_of_a_score(shape: str, differing: int) -> None:
    sizes, weights = CHANGES[shape]
    chances = np.array(weights) / sum(weights)
    games, runs, rng = 1000, 1500, np.random.default_rng(17)
    truth = float(chances @ sizes) * differing / games / SCORE.scale
    base = rng.integers(100, 300, games)
    tally = Tally(runs)
    for _ in range(runs):
        change = np.where(rng.random(games) < differing / games, rng.choice(sizes, games, p=chances), 0)
        row = row_of(SCORE, base, base + change, NO_MARGIN, primary_rows=6)
        tally.misses["score", 0] += not covers(row.low, truth, row.high)
        tally.together += not covers(row.low_all, truth, row.high_all)
    what = f"{differing} games differ, {shape}"
    at_most(0.05, tally.misses["score", 0], runs, f"{what}: row misses")
    at_most(0.05 / 6, tally.together, runs, f"{what}: row among six misses")

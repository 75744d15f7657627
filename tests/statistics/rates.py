"""How often what is stated of an interval or a verdict is wrong: counted over many seeds, or summed up exactly."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scipy import stats

from workbench.definition.load import Loaded, load
from workbench.tasks.compare import CompareResult, compare
from workbench.tasks.simulate import SimulateResult

OTHER_NAMES = {
    "gas": "brand", "water": "sumpf", "rockfall": "bruch", "fire": "blitz", "bats": "ratten", "blast": "knall"
}  # fmt: skip
DOUBT = 0.001
"""A rate above the stated one fails a test where chance would give it this rarely."""
TRUTH_SEED = 10**12
"""Far from the seeds that are counted."""
Row = tuple[str, int | None]


def with_other_luck(variant: str, folder: Path) -> Loaded:
    """The same rules with other luck: every hazard has another name, so its cards have other keys."""
    levels = load(variant).definition.levels
    lines = ['family = "stollen"', f'extends = "{variant}"', 'title = "Anders"']
    lines.append(f"omit = {json.dumps([f'levels.{number}.hazards' for number in levels])}")
    for number, level in levels.items():
        lines.append(f"[levels.{number}.hazards]")
        lines += [f"{OTHER_NAMES[kind]} = {copies}" for kind, copies in level.hazards.items()]
    path = folder / "anders.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(str(path))


def at_most(stated: float, misses: int, runs: int, what: str) -> None:
    """Fail where ``misses`` of ``runs`` are significantly more than stated (exact binomial test), and tell the rate."""
    print(f"{what}: {misses} of {runs} = {misses / runs:.2%}, stated {stated:.2%}")
    doubt = stats.binomtest(misses, runs, stated, alternative="greater").pvalue
    assert doubt > DOUBT, f"{what}: {misses} of {runs} = {misses / runs:.2%}, stated are {stated:.2%} (p = {doubt:.2g})"


def figures(result: SimulateResult) -> dict[Row, Any]:
    """Win rate and score of every seat (rotated: of every character) with their intervals."""
    players = result.players or result.by_character
    return {(name, at): getattr(player, name) for at, player in enumerate(players) for name in ("win_rate", "score")}


@dataclass
class Tally:
    """What was wrong in how many comparisons. An interval that is not given states nothing, so it misses nothing."""

    runs: int = 0
    alarms: int = 0
    """Comparisons with a verdict higher or lower in any row whose figure is not so."""
    together: int = 0
    """Comparisons with a simultaneous interval that misses."""
    misses: Counter[Row] = field(default_factory=Counter)
    """By row: intervals of the row that miss."""
    alone: Counter[tuple[int, Row]] = field(default_factory=Counter)
    """By arm and figure: intervals of `simulate` that miss."""
    equivalent: Counter[Row] = field(default_factory=Counter)
    differing: Counter[Row] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)

    def check(self, what: str) -> None:
        """Everything that is stated with 95 %."""
        at_most(0.05, self.alarms, self.runs, f"{what}: false alarm in any row")
        at_most(0.05, self.together, self.runs, f"{what}: all rows together miss")
        for row, misses in sorted(self.misses.items(), key=str):
            at_most(0.05, misses, self.runs, f"{what}: difference of {row} misses")
        for row, misses in sorted(self.alone.items(), key=str):
            at_most(0.05, misses, self.runs, f"{what}: simulated {row} misses")


def truth_of(result: CompareResult) -> tuple[dict[Row, float], list[dict[Row, float]]]:
    """The differences and both arms' figures of a run so large that they may count as known."""
    (variant,) = result.variants
    differences = {(row.metric, row.seat): row.difference for row in variant.differences if row.verdict}
    arms = [figures(arm) for arm in (result.result, variant.result)]
    return differences, [{row: estimate.estimate for row, estimate in arm.items()} for arm in arms]


def count(
    base: Loaded,
    other: Loaded,
    seeds: Iterable[int],
    differences: Mapping[Row, float],
    arms: Iterable[Mapping[Row, float]],
    **options: Any,
) -> Tally:
    """Compare over and over, and hold what is said against the truth."""
    tally = Tally()
    arms = list(arms)
    for seed in seeds:
        found = compare(base, [other], seed=seed, threads=1, **options)
        (variant,) = found.variants
        rows = {(row.metric, row.seat): row for row in variant.differences if row.verdict}
        assert rows.keys() == differences.keys()
        tally.runs += 1
        tally.games[found.games] += 1
        alarm = outside = False
        for name, row in rows.items():
            truth = differences[name]
            tally.differing[name] += row.games_that_differ
            tally.misses[name] += not covers(row.low, truth, row.high)
            outside |= not covers(row.low_all, truth, row.high_all)
            alarm |= (row.verdict == "higher" and truth <= 0) or (row.verdict == "lower" and truth >= 0)
            tally.equivalent[name] += row.verdict == "equivalent"
        tally.alarms += alarm
        tally.together += outside
        for arm, (result, known) in enumerate(zip((found.result, variant.result), arms, strict=True)):
            for figure, estimate in figures(result).items():
                if figure in known:
                    tally.alone[arm, figure] += not covers(estimate.low, known[figure], estimate.high)
    return tally


def covers(low: float | None, truth: float, high: float | None) -> bool:
    """Whether an interval holds the truth; rounding aside."""
    return low is None or high is None or low - 1e-12 <= truth <= high + 1e-12

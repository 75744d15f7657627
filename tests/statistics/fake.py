"""A game whose outcomes are given: rows of whole numbers, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.engine.simulation import Column, Simulation
from workbench.statistics.paired import Difference, differences
from workbench.statistics.sums import PairedSums, Sums

WIN = Column("win_rate", "share of games", "", 0, 840, share=True, counted=True)
SCORE = Column("score", "points", "", 0, 2, histogram=True)
SHARE = Column("decisiveness", "share of the game", "", None, 4200, share=True)
LENGTH = Column("length", "cards", "", None)


class Fake(Simulation):
    """Outcomes by game and column."""

    def __init__(self, columns: Sequence[Column], rows: Any) -> None:
        self.columns = list(columns)
        self.rows = np.array(rows, dtype=np.int64).reshape(-1, len(self.columns))
        self.seats = 1

    def play(self, seed: int, first: int, last: int) -> Any:
        return self.rows[first:last]

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        return []

    def decisions_that_differ(self, rows: Any, other: Simulation, other_rows: Any) -> Any:
        return np.zeros((len(rows), 1), dtype=np.int64)


def sums_of(columns: Sequence[Column], rows: Any, cuts: Sequence[int] = ()) -> Sums:
    """The sums of rows, taken in the chunks that ``cuts`` make."""
    fake = Fake(columns, rows)
    sums = Sums(fake)
    for chunk in np.split(fake.rows, sorted(cuts)):
        sums.add(chunk)
    return sums


def paired_of(columns: Sequence[Column], base: Any, other: Any, cuts: Sequence[int] = ()) -> PairedSums:
    """The paired sums of the same games of two arms."""
    a, b = Fake(columns, base), Fake(columns, other)
    paired = PairedSums(a, b)
    for mine, theirs in zip(np.split(a.rows, sorted(cuts)), np.split(b.rows, sorted(cuts)), strict=True):
        paired.add(mine, theirs)
    return paired


def row_of(column: Column, base: Any, other: Any, margin: float = 1.0, primary_rows: int = 1) -> Difference:
    """The one row of a comparison of one column."""
    base, other = np.array(base).reshape(-1, 1), np.array(other).reshape(-1, 1)
    (row,) = differences(
        sums_of([column], base),
        sums_of([column], other),
        paired_of([column], base, other),
        margin=margin,
        primary_rows=primary_rows,
    )
    return row

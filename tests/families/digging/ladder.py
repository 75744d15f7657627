"""How the characters rank: ``python -m tests.families.digging.ladder [DEALS]`` prints the table of docs/design.md."""

from __future__ import annotations

import sys

from workbench import simulate
from workbench.statistics.estimates import Estimate

from .table_top import ALONE, TEAM

LADDER = (
    ("buchhalterin", "schuerfer"),
    ("buchhalterin", "raeuber"),
    ("schuerfer", "zufall"),
    ("raeuber", "zufall"),
)
"""Each first one beats the second."""
EVEN = 0.25
"""An even share at a table of four; partners share a win."""


def rates(better: str, worse: str, variant: str, deals: int, seed: int) -> dict[str, Estimate]:
    """The win rates of two characters, two and two at one table, every deal with each rotation of the seats."""
    found = simulate(variant, games=deals, seed=seed, seats=[better, worse] * 2, rotate=True)
    return {player.character: player.win_rate for player in found.by_character}


def main(deals: int = 100_000) -> None:
    """Print the table: what the two seats of the better one win together."""
    for better, worse in LADDER:
        shares = []
        for variant in (TEAM, ALONE):
            rate = rates(better, worse, variant, deals, 1)[better]
            assert rate.low is not None and rate.high is not None
            high = min(200 * rate.high, 100.0)
            shares.append(f"{200 * rate.estimate:.1f} % ({200 * rate.low:.1f} to {high:.1f})")
        print(f"| `{better}` against `{worse}` | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

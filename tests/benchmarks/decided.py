"""How long until a difference is decided: keyed deals against ordinary shuffles.

``python -m tests.benchmarks.decided`` takes one treasure out of a deck and finds, for each seat, the pairs of games
after which a paired 95 % interval shows a change of 1 percentage point of the win rate, and of 1 % of the mean score,
with power 80 %: (1.96 + 0.84)^2 times the variance of the difference, over the change squared; the same for a tenth of
that. The C program plays them both ways (see yardstick.c), each in a process of its own that is timed from start to
end; the worst seat counts. The last column is the workbench's own `compare` of as many pairs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from math import ceil

import numpy as np
from numpy.typing import NDArray

from .yardstick import SEATS, VARIANT, Yardstick, simulation_of

CHANGE = "levels.3.finds"
PILOT_GAMES = 200_000
CHUNK_GAMES = 8_192
DEALS = ("keyed", "plain")


def shortened() -> list[str]:
    """The change: the best find of the third level is out."""
    finds = sorted(simulation_of(VARIANT).definition.levels["3"].finds)[:-1]
    return [f"{CHANGE}={finds}"]


def differences(deal: str, games: int) -> Iterator[NDArray[np.int64]]:
    """Chunks of pairs: win shares in 840ths, then scores in half lumps, changed minus base; and the base scores."""
    arms = [Yardstick(simulation_of(VARIANT, SEATS, settings), plain=deal == "plain") for settings in ([], shortened())]
    for first in range(0, games, CHUNK_GAMES):
        base, changed = (arm.play(1, first, min(first + CHUNK_GAMES, games)) for arm in arms)
        yield np.hstack([(changed - base)[:, : 2 * len(SEATS)], base[:, len(SEATS) : 2 * len(SEATS)]])


def summed(deal: str, games: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means and variances of the columns of :func:`differences`."""
    total, squares = 0, 0
    for rows in differences(deal, games):
        total, squares = total + rows.sum(axis=0), squares + (rows * rows).sum(axis=0)
    mean = np.asarray(total) / games
    return mean, np.asarray(squares) / games - mean * mean


def pairs_needed(deal: str) -> dict[str, float]:
    """Pairs until the worst seat's change of 1 % is decided, by figure."""
    mean, variance = summed(deal, PILOT_GAMES)
    n = len(SEATS)
    from scipy import stats

    factor = (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) ** 2
    win = variance[:n] / (0.01 * 840) ** 2
    score = variance[n : 2 * n] / (0.01 * mean[2 * n :]) ** 2
    return {"win rate": float(factor * win.max()), "score": float(factor * score.max())}


def seconds_of(command: list[str]) -> float:
    """Wall time of a process, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", choices=DEALS, help="only play, with --games pairs")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.run:
        summed(options.run, options.games)
        return
    me = [sys.executable, "-m", "tests.benchmarks.decided"]
    rows = []
    needed = {deal: pairs_needed(deal) for deal in DEALS}
    for figure, percent in product(("win rate", "score"), (1.0, 0.1)):
        row: dict[str, object] = {"change": f"{percent:g} % of the {figure}"}
        pairs = {deal: ceil(needed[deal][figure] / percent**2) for deal in DEALS}
        for deal in DEALS:
            row[f"{deal}_pairs"] = pairs[deal]
            row[f"{deal}_seconds"] = round(seconds_of([*me, "--run", deal, "--games", str(pairs[deal])]), 2)
        compare = ["-m", "workbench", "compare", VARIANT, "--change", shortened()[0], "--seats", ",".join(SEATS)]
        games = ["--games", str(pairs["keyed"]), "--threads", "1", "--json"]
        row["compare_seconds"] = round(seconds_of([sys.executable, *compare, *games]), 2)
        rows.append(row)
    if options.json:
        print(json.dumps(rows))
        return
    print("| change | keyed: pairs | seconds | ordinary shuffle: pairs | seconds | workbench compare: seconds |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print(
            "| " + " | ".join(f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()) + " |"
        )


if __name__ == "__main__":
    main()

"""One seed, one result: to the byte on 1 thread, on 2 threads and on the two workers of a cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from workbench.cli import main
from workbench.definition.load import load
from workbench.engine.cluster import cluster
from workbench.engine.run import play_ranges
from workbench.statistics.sums import Sums
from workbench.tasks.simulate import make_simulation, summarise

VARIANT = "stollen/diese-partie"
GAMES = 20_000
SEED = 77
COMMON = ("--games", str(GAMES), "--seed", str(SEED), "--json", "--quiet")
VARY = ("--vary", "canary.enabled=true,false", "--vary", "tools.rope.uses=1,2")
COMMANDS = {
    "simulate": ("simulate", VARIANT),
    "simulate rotated": ("simulate", VARIANT, "--rotate"),
    "simulate to a precision": ("simulate", VARIANT, "--precision", "0.8"),
    "compare": ("compare", VARIANT, "stollen/schlicht", "--change", "fossils.per_level=2"),
    "compare rotated": ("compare", VARIANT, "stollen/schlicht", "--rotate"),
    "compare to a precision": ("compare", VARIANT, "stollen/schlicht", "--precision", "0.8"),
    "sweep": ("sweep", VARIANT, *VARY),
    "sweep rotated": ("sweep", VARIANT, *VARY, "--rotate"),
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of a cluster of two worker processes."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers:
        yield workers.scheduler_address


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, *COMMON]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("what", COMMANDS)
def test_one_and_two_threads(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (printed(capsys, *COMMANDS[what], "--threads", threads) for threads in ("1", "2"))
    assert one == two


@pytest.mark.slow
@pytest.mark.parametrize("what", ["sweep", "sweep rotated"])
def test_two_worker_processes(what: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    here, there = (printed(capsys, *COMMANDS[what], *how) for how in ((), ("--scheduler", address)))
    assert here == there
    # A cell played by the workers is what `simulate` finds here, digit by digit.
    cells = json.loads(there)["cells"]
    rotate = ("--rotate",) if "--rotate" in COMMANDS[what] else ()
    for cell in cells:
        settings = [f"{key}={json.dumps(value)}" for key, value in cell["settings"].items()]
        options = [part for setting in settings for part in ("--set", setting)]
        alone = json.loads(printed(capsys, "simulate", VARIANT, *options, *rotate))
        metrics = {(metric["name"], metric["seat"]): metric for metric in cell["metrics"]}
        found = {metric["name"]: metric for metric in alone["metrics"]}
        shared = {name for name, seat in metrics if seat is None}
        # A sweep has the figures that all of its cells have; here some are without a canary. What the deal and the
        # characters decide are ratios, which stand in results of a simulation only.
        ratios = {name for name, metric in found.items() if metric["unit"] == "share of the spread"}
        assert len(ratios) == (4 if rotate else 0)
        assert shared and set(found) - shared - ratios <= {"canary_heard", "canary_worth"}
        for name in shared:
            assert ends(metrics[name, None]) == ends(found[name])
        for seat, player in enumerate(alone.get("players", alone.get("by_character"))):
            for name in ("win_rate", "score"):
                assert ends(metrics[name, seat]) == ends(player[name])


def ends(estimate: dict[str, Any]) -> list[Any]:
    return [estimate[name] for name in ("estimate", "low", "high")]


@pytest.mark.slow
@pytest.mark.parametrize("rotate", [False, True])
def test_ranges_of_games_on_two_worker_processes(
    rotate: bool, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Uneven ranges, in whatever order they come back: every game's row, and so the result of `simulate`."""

    def rows_of(first: int, last: int) -> Any:
        from os import getpid

        from workbench.definition.load import load
        from workbench.tasks.simulate import make_simulation

        loaded = load("stollen/diese-partie")
        simulation = make_simulation(loaded, loaded.seats(), rotate)
        simulation.prepare(10**9, lambda text: None)
        return getpid(), simulation.play(77, first, last)

    loaded = load(VARIANT)
    simulation = make_simulation(loaded, loaded.seats(), rotate)
    cuts = [0, 1, 4_000, 4_250, 11_111, GAMES - 7, GAMES]
    sums, workers = Sums(simulation), set()
    with cluster(address) as (executor, threads):
        assert threads == 2
        ranges = list(pairwise(cuts))
        for (first, last), (worker, rows) in play_ranges(executor, rows_of, ranges, 2 * threads):
            workers.add(worker)
            assert len(rows) == last - first
            sums.add(rows)
            if last - first < 500:
                assert np.array_equal(rows, simulation.play(SEED, first, last))  # interpreted, here
    assert len(workers) == 2
    there = summarise(loaded, loaded.seats(), SEED, sums).to_dict()
    asked = ("simulate", VARIANT, *(("--rotate",) if rotate else ()))
    assert there == json.loads(printed(capsys, *asked))

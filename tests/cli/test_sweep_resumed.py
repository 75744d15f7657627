"""`sweep` with a store, after a kill, and on a cluster: always the same result."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from workbench.tasks import factorial

from .sweeping import VARIANT, VARY, Run, problems_of
from .sweeping import run as run

# The store


def small_batches(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    monkeypatch.setattr(factorial, "LEAST_BATCH_GAMES", 1)
    monkeypatch.setattr(factorial, "MOST_BATCH_GAMES", games)


def test_stored_batches_are_not_played_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    small_batches(monkeypatch, 50)
    played: list[tuple[int, int]] = []
    real = factorial.Factorial.play

    def play(self: Any, seed: int, first: int, last: int) -> Any:
        played.append((first, last))
        return real(self, seed, first, last)

    monkeypatch.setattr(factorial.Factorial, "play", play)
    asked = (VARIANT, *VARY, "--json", "--games")
    first = run(*asked, "120", "--store", "a.store")
    assert sorted(played) == [(0, 50), (50, 100), (100, 120)]
    played.clear()
    code, text, notes = run(*asked, "120", "--store", "a.store")
    assert (code, text, notes, played) == (0, first[1], "120 of 120 games come from the store\n", [])
    assert run(*asked, "200", "--store", "a.store", "--quiet")[1:] == run(*asked, "200")[1:]
    assert sorted(played)[-2:] == [(150, 200), (150, 200)] and (120, 150) in played
    played.clear()
    assert run(*asked, "60", "--store", "a.store", "--quiet")[1] == run(*asked, "60")[1]
    assert sorted(played) == [(0, 50), (50, 60), (50, 60)]


@pytest.mark.parametrize(
    "other",
    [
        ("--seed", "2"),
        ("--rotate",),
        ("--seats", "nie,zufall"),
        ("--set", "fossils.per_level=2"),
        ("--vary", "fossils.per_level=1,2"),
    ],
    ids=lambda other: other[0],
)
def test_a_store_of_another_sweep(run: Run, other: tuple[str, ...]) -> None:
    assert run(VARIANT, *VARY, "--games", "5", "--store", "a.store")[0] == 0
    (problem,) = problems_of(run, VARIANT, *VARY, "--games", "5", "--store", "a.store", *other)
    assert (problem["code"], problem["hint"]) == ("other-store", "name another file, or delete this one")


def test_a_store_with_sums_of_something_else(run: Run) -> None:
    arguments = (VARIANT, *VARY, "--games", "5", "--store", "a.store")
    assert run(*arguments)[0] == 0
    base = sqlite3.connect("a.store")
    base.execute("UPDATE batches SET sums = x'00ff'")
    base.commit()
    base.close()
    (problem,) = problems_of(run, *arguments)
    assert problem["code"] == "broken-store"
    Path("a.store").write_text("kein Speicher")
    assert problems_of(run, *arguments)[0]["code"] == "foreign-store"
    assert problems_of(run, VARIANT, *VARY, "--games", "5", "--store", "no/a.store", code=3)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_sweep_goes_on_and_ends_alike(tmp_path: Path) -> None:
    """Killed while it writes its fourth batch; what was finished is not played again."""
    script = (
        "import os, sys\nfrom workbench.tasks import factorial\nfrom workbench.engine import store\n"
        "from workbench.cli import main\nfactorial.LEAST_BATCH_GAMES, factorial.MOST_BATCH_GAMES = 1, 20\n"
        "real, played, written = factorial.Factorial.play, [], []\n"
        "def play(self, seed, first, last):\n    played.append(first)\n    return real(self, seed, first, last)\n"
        "factorial.Factorial.play = play\nwrite = store.Store.write\n"
        "def stop(self, first, last, sums):\n    written.append(first)\n"
        "    if len(written) == 4 and sys.argv[1] == 'kill':\n"
        f"        self._base.execute('BEGIN')\n        write(self, first, last, sums)\n"
        f"        os.kill(os.getpid(), {int(signal.SIGKILL)})\n    write(self, first, last, sums)\n"
        "store.Store.write = stop\ncode = main(sys.argv[2:])\nprint(len(played), file=sys.stderr)\nsys.exit(code)"
    )

    def process(how: str, *store: str) -> subprocess.CompletedProcess[bytes]:
        arguments = ["sweep", VARIANT, *VARY, "--games", "195", "--json", "--quiet", "--threads", "2", *store]
        command = [sys.executable, "-c", script, how, *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=120)

    killed = process("kill", "--store", "a.store")
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, b"")
    resumed = process("go on", "--store", "a.store")
    assert (resumed.returncode, resumed.stderr) == (0, b"7\n")  # of ten batches three were finished
    whole = process("go on")
    assert (whole.returncode, whole.stderr) == (0, b"10\n")
    assert resumed.stdout == whole.stdout


# The cluster


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("workbench.engine.cluster.import_module", missing)
    (problem,) = problems_of(run, VARIANT, *VARY, "--games", "5", "--scheduler", "tcp://127.0.0.1:1")
    assert (problem["code"], problem["hint"]) == ("missing-extra", "pip install 'rules-workbench[cluster]'")


def test_schedulers_that_do_not_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.engine.cluster.PATIENCE_SECONDS", 0.5)
    for address, code in (("tcp://127.0.0.1:1", "no-scheduler"), ("127.0.0.1", "bad-scheduler"), ("x", "bad-scheduler"),
                          ("tcp://127.0.0.1", "no-scheduler"), ("tcp://a.invalid:8786", "no-scheduler")):  # fmt: skip
        (problem,) = problems_of(run, VARIANT, *VARY, "--games", "5", "--scheduler", address)
        assert problem["code"] == code


def test_a_scheduler_without_workers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("workbench.engine.cluster.PATIENCE_SECONDS", 1)
    with LocalCluster(n_workers=0, processes=False, dashboard_address=None, protocol="tcp://") as empty:
        (problem,) = problems_of(run, VARIANT, *VARY, "--games", "5", "--scheduler", empty.scheduler_address)
    assert "has no workers" in problem["message"]


@pytest.mark.slow
def test_two_worker_processes_find_the_same(run: Run) -> None:
    from distributed import Client, LocalCluster

    asked = (VARIANT, *VARY, "--games", "20000", "--json", "--quiet")
    one, two = run(*asked, "--threads", "1"), run(*asked, "--threads", "2")
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers:
        there = run(*asked, "--scheduler", workers.scheduler_address)
        stored = run(*asked, "--scheduler", workers.scheduler_address, "--store", "a.store")
        with Client(workers) as client:
            prepared = client.run(lambda: factorial._prepared.cache_info().misses)
    assert list(prepared.values()) == [1, 1]  # both have played
    again = run(*asked, "--store", "a.store")
    assert one[0] == 0
    assert one == two == there == stored == again

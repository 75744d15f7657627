"""`workbench bench`: what it says, not how fast this machine is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.cli import main
from workbench.family import families
from workbench.tasks.bench import bench, thread_counts


def test_thread_counts() -> None:
    assert [thread_counts(most) for most in (1, 2, 3, 4, 6)] == [[1], [1, 2], [1, 2, 3], [1, 2, 4], [1, 2, 4, 6]]


def test_one_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "stollen", "--seconds", "0.2", "--threads", "2", "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [entry["family"] for entry in found] == ["stollen"]
    assert found[0]["variant"] == "stollen/diese-partie" and len(found[0]["seats"]) == 4
    assert set(found[0]["compiled"]) == {"1", "2"}
    # A compiled game takes microseconds, an interpreted one about a millisecond: far apart on any machine.
    assert found[0]["compiled"]["1"] > 5 * found[0]["interpreted"] > 0


def test_every_family_is_timed() -> None:
    assert {result.family for result in bench(seconds=0.05, threads=1)} == set(families())


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "stollen", "--seconds", "0.05", "--threads", "1", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "stollen/diese-partie" in shown and "1 thread" in shown and "interpreted" in shown


@pytest.mark.parametrize(
    "arguments",
    [["stolen"], ["stollen", "--seconds", "0"], ["stollen", "--threads", "0"], ["stollen", "--seconds", "x"]],
)
def test_what_cannot_be(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *arguments, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"]

"""The whole suite fails where a rule of docs/rules.md has no test that ran and passed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import known_rules, rules_to_test

RULES = """\
- **S1** A rule. [SEED]
- **S2** Another one.
- **DI1** One of the parent.
- **S-T1** A consequence.
- **D1** A rule of a family that is not finished.
| SO1 | an open point | yes; no | yes |
"""
BOTH = '@pytest.mark.rule("S1", "S-T1", "SO1")\ndef test_a(): pass\n@pytest.mark.rule("S2")\ndef test_b(): {b}\n'
PARENT = '@pytest.mark.rule("DI1")\n@pytest.mark.parametrize("n", [1, 2])\ndef test_c(n): assert n {c}\n'

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs pytest on a suite of two files: what it prints and its exit status."""
    folder = tmp_path / "tests" / "families" / "stollen"
    folder.mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rules.md").write_text(RULES, encoding="utf-8")
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path / "tests")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\naddopts = -m 'not slow' -p no:cacheprovider\n"
        "markers =\n    rule(*ids): x\n    slow: x\n",
        encoding="utf-8",
    )

    def go(*arguments: str, b: str = "pass", c: str = "> 0") -> subprocess.CompletedProcess[str]:
        (folder / "test_rules.py").write_text("import pytest\n" + BOTH.format(b=b), encoding="utf-8")
        (folder / "test_parent.py").write_text("import pytest\n" + PARENT.format(c=c), encoding="utf-8")
        plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        plain["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        command = [sys.executable, "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=plain, capture_output=True, text=True, check=False)

    return go


def missing(result: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in result.stdout.splitlines() if line.startswith("No test that names them")]
    return lines[0].partition(": ")[2] if lines else ""


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "workers"])
def test_a_rule_without_a_test_fails_the_run(run: Run, workers: tuple[str, ...]) -> None:
    # One of the cases of a test is enough.
    full = run(*workers, c="> 1")
    assert (full.returncode, missing(full)) == (1, ""), full.stdout
    skipped = run(*workers, b='pytest.skip("")')
    assert (skipped.returncode, missing(skipped)) == (1, "S2"), skipped.stdout


def test_only_what_passes_counts(run: Run) -> None:
    full = run()
    assert (full.returncode, missing(full)) == (0, ""), full.stdout
    assert missing(run(b="pytest.xfail('')", c="> 2")) == "S2, DI1"


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "test_a"),
        ("tests/families/stollen/test_parent.py",),
        ("tests/families/stollen/test_rules.py::test_a",),
        ("-m", "rule"),
        ("--deselect", "tests/families/stollen/test_rules.py::test_b"),
        ("--collect-only",),
    ],
    ids=" ".join,
)
def test_a_part_of_the_suite_may_leave_rules_out(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, b="pytest.skip('')")
    assert (result.returncode, missing(result)) == (0, ""), result.stdout


def test_a_run_that_stops_at_a_failure_says_nothing_of_rules(run: Run) -> None:
    result = run("-x", b="assert False", c="> 2")
    assert (result.returncode, missing(result)) == (1, "")


@pytest.mark.parametrize("arguments", [("tests",), (".", "-m", "")], ids=" ".join)
def test_ways_to_ask_for_the_whole_suite(run: Run, arguments: tuple[str, ...]) -> None:
    assert missing(run(*arguments, b="pytest.skip('')")) == "S2"


def test_an_unknown_rule_is_an_error(run: Run) -> None:
    for mark in ('"S3"', ""):
        result = run(b=f"pass\n@pytest.mark.rule({mark})\ndef test_d(): pass")
        assert result.returncode == 1
        assert ("no such rule in docs/rules.md" in result.stdout) == bool(mark)
        assert "1 error" in result.stdout


def test_the_rules_of_this_project_are_found() -> None:
    rules = rules_to_test()
    assert rules[:50] == [f"S{n}" for n in range(1, 51)]
    assert rules[50:60] == [f"DI{n}" for n in range(1, 11)]
    assert {"S-T5", "S-E10", "SO48", "DI-P1", "D26", "O1", "M1"} <= known_rules()

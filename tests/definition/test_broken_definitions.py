"""Each broken definition under tests/cases gives exactly the problems that stand beside it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.resources import variants_folder

CASES = Path(__file__).parents[1] / "cases"
NAMES = sorted(f"{path.parent.name}/{path.stem}" for path in CASES.glob("*/*.toml"))
THROUGH_A_PROCESS = (
    "stollen/01-copies-negative",
    "stollen/30-place-after-umlauts",
    "stollen/43-windows-1252",
    "stollen/62-deep-arrays",
    "stollen/79-several",
)
PLAIN = {"stollen": "stollen/schlicht", "micro_robots": "micro_robots/schwarz"}
"""A sound variant of each family."""


def expected(name: str) -> str:
    """What ``workbench validate`` prints; {variants} stands for the folder of the shipped variants."""
    text = (CASES / f"{name}.expected").read_bytes().decode("utf-8")
    return text.replace("{variants}", variants_folder().as_posix())


@pytest.fixture
def folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the cases of the family that the case ``name`` is of; the test works there."""
    family = name.partition("/")[0]
    copy = tmp_path / "cases"
    shutil.copytree(CASES / family, copy)
    monkeypatch.chdir(copy)
    return copy


def file_of(name: str) -> str:
    return f"{name.partition('/')[2]}.toml"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def as_text(problem: dict[str, object]) -> str:
    place = ":".join(str(problem[part]) for part in ("file", "line", "column") if problem[part] is not None)
    parts = [place, problem["severity"], problem["key"], problem["message"]]
    line = ": ".join(str(part) for part in parts if part)
    return f"{line} ({problem['hint']})" if problem["hint"] else line


def test_there_are_many_kinds() -> None:
    for family in {name.partition("/")[0] for name in NAMES}:
        assert sum(name.startswith(f"{family}/") for name in NAMES) >= 20
    assert {f"{path.parent.name}/{path.stem}" for path in CASES.glob("*/*.expected")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_text_and_json(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(folder)
    assert main(["validate", file_of(name)]) == 1
    text, notes = capsys.readouterr()
    assert text == expected(name)
    assert not notes
    assert main(["validate", file_of(name), "--json"]) == 1
    document, notes = capsys.readouterr()
    assert not notes
    problems = json.loads(document)["problems"]
    assert [as_text(problem) for problem in problems] == text.splitlines()
    for problem in problems:
        assert list(problem) == ["file", "line", "column", "key", "severity", "code", "message", "hint"]
        assert problem["severity"] in ("error", "warning")
        assert problem["code"] and problem["message"]
    own = [(p["line"] or 0, p["column"] or 0) for p in problems if p["file"] == file_of(name)]
    assert own == sorted(own)
    assert contents(folder) == before


@pytest.mark.parametrize("name", THROUGH_A_PROCESS)
def test_through_a_process(name: str, folder: Path) -> None:
    before = contents(folder)
    command = [sys.executable, "-m", "workbench", "validate", file_of(name)]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stdout.decode("utf-8") == expected(name)
    assert done.stderr == b""
    assert contents(folder) == before


@pytest.mark.parametrize("name", NAMES[::8])
@pytest.mark.parametrize("command", ["show", "diff", "new", "simulate"])
def test_no_command_works_on_it(name: str, command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(folder)
    arguments = {
        "show": [file_of(name)],
        "diff": [PLAIN[name.partition("/")[0]], file_of(name)],
        "new": ["kind.toml", "--from", file_of(name)],
        "simulate": [file_of(name), "--games", "1"],
    }[command]
    assert main([command, *arguments]) == 1
    text, problems = capsys.readouterr()
    assert text == ""
    assert problems == expected(name)
    assert contents(folder) == before

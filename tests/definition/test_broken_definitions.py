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

CASES = Path(__file__).parents[1] / "cases" / "stollen"
NAMES = sorted(path.stem for path in CASES.glob("*.toml"))
THROUGH_A_PROCESS = ("01-copies-negative", "30-place-after-umlauts", "43-windows-1252", "62-deep-arrays", "79-several")


def expected(name: str) -> str:
    """What ``workbench validate`` prints; {variants} stands for the folder of the shipped variants."""
    text = (CASES / f"{name}.expected").read_bytes().decode("utf-8")
    return text.replace("{variants}", variants_folder().as_posix())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "cases"
    shutil.copytree(CASES, copy)
    monkeypatch.chdir(copy)
    return copy


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def as_text(problem: dict[str, object]) -> str:
    place = ":".join(str(problem[part]) for part in ("file", "line", "column") if problem[part] is not None)
    parts = [place, problem["severity"], problem["key"], problem["message"]]
    line = ": ".join(str(part) for part in parts if part)
    return f"{line} ({problem['hint']})" if problem["hint"] else line


def test_there_are_many_kinds() -> None:
    assert len(NAMES) >= 30
    assert {path.stem for path in CASES.glob("*.expected")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_text_and_json(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(folder)
    assert main(["validate", f"{name}.toml"]) == 1
    text, notes = capsys.readouterr()
    assert text == expected(name)
    assert not notes
    assert main(["validate", f"{name}.toml", "--json"]) == 1
    document, notes = capsys.readouterr()
    assert not notes
    problems = json.loads(document)["problems"]
    assert [as_text(problem) for problem in problems] == text.splitlines()
    for problem in problems:
        assert list(problem) == ["file", "line", "column", "key", "severity", "code", "message", "hint"]
        assert problem["severity"] in ("error", "warning")
        assert problem["code"] and problem["message"]
    own = [(p["line"] or 0, p["column"] or 0) for p in problems if p["file"] == f"{name}.toml"]
    assert own == sorted(own)
    assert contents(folder) == before


@pytest.mark.parametrize("name", THROUGH_A_PROCESS)
def test_through_a_process(name: str, folder: Path) -> None:
    before = contents(folder)
    command = [sys.executable, "-m", "workbench", "validate", f"{name}.toml"]
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
        "show": [f"{name}.toml"],
        "diff": ["stollen/schlicht", f"{name}.toml"],
        "new": ["kind.toml", "--from", f"{name}.toml"],
        "simulate": [f"{name}.toml", "--games", "1"],
    }[command]
    assert main([command, *arguments]) == 1
    text, problems = capsys.readouterr()
    assert text == ""
    assert problems == expected(name)
    assert contents(folder) == before

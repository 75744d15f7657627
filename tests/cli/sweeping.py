"""What the tests of `sweep` share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main

VARIANT = "stollen/diese-partie"
HELMET, CANARY = "tools.helmet.enabled=true,false", "canary.enabled=true,false"
VARY = ("--vary", HELMET, "--vary", CANARY)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["sweep", *arguments])
        return code, *capsys.readouterr()

    return call


def problems_of(run: Run, *arguments: str, code: int = 1) -> list[dict[str, Any]]:
    found = run(*arguments, "--json")
    assert (found[0], found[2]) == (code, "")
    return list(json.loads(found[1])["problems"])

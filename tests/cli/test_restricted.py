"""`analyse --restricted`: its table, its JSON, and what goes together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench import restricted
from workbench.cli import main
from workbench.families.stollen.family import Stollen

VARIANT = "stollen/diese-partie"
FEW = ("--games", "20", "--quiet")


def test_the_json_is_that_of_the_function(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["analyse", VARIANT, "--restricted", "--seed", "3", "--seats", "nie,zufall", "--json", *FEW]
    assert main(command) == 0
    text = capsys.readouterr().out
    found = json.loads(text, parse_constant=lambda name: pytest.fail(name))
    assert found == restricted(VARIANT, games=20, seed=3, seats=("nie", "zufall")).to_dict()
    head = ["family", "variant", "fingerprint", "simulated", "seed", "games", "seats", "restricted"]
    assert list(found) == head
    assert (found["simulated"], found["seed"], found["games"]) == (True, 3, 20)
    rows = found["restricted"]
    assert list(rows[0]) == [
        "character", "option", "words", "unrestricted", "restricted", "worth", "deals_that_differ"
    ]  # fmt: skip
    assert list(rows[0]["unrestricted"]) == list(rows[0]["restricted"]) == list(rows[0]["worth"])
    assert list(rows[0]["worth"]["win_rate"]) == ["estimate", "low", "high", "low_all", "high_all"]
    options = ["lamp", "helmet", "rope", "canary", "silence", "deeper", "leave"]
    assert [(row["character"], row["option"]) for row in rows] == [(w, o) for w in ("nie", "zufall") for o in options]
    assert main(command) == 0
    assert capsys.readouterr().out == text


def test_the_table_says_that_it_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", VARIANT, "--restricted", "--character", "rechnerin", "--lang", "de", *FEW]) == 0
    found = capsys.readouterr()
    assert "20 deals, each with every rotation of the seats" in found.out
    assert "rechnerin: wins" in found.out and "angsthase" not in found.out
    assert "mit der Grubenlampe nachsehen" in found.out
    assert "Simulated, with a 95 % interval for each row alone, not exact" in found.out
    assert found.err == ""


def test_a_character_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text("def choose(view):\n    return view.loot < 9\n", encoding="utf-8")
    me = f"me={tmp_path / 'mine.py'}:choose"
    options = ["--restricted", "--character", me, "--json", *FEW]
    assert main(["analyse", VARIANT, *options, "--seats", "me,zufall"]) == 0
    rows = json.loads(capsys.readouterr().out)["restricted"]
    assert {row["character"] for row in rows} == {"me"}
    assert main(["analyse", VARIANT, *options]) == 1
    assert '"me" has no seat' in json.loads(capsys.readouterr().out)["problems"][0]["message"].replace("'", '"')


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "5"], "exact figures take no --games"),
        (["--seed", "0"], "exact figures take no --seed"),
        (["--character", "nie"], "exact figures take no --character"),
        (["--restricted", "--fossils", "1"], "--fossils is for exact figures"),
        (["--restricted", "--character", "nie"], '"nie" has no seat at this table'),
        (["--restricted", "--character", "nie="], "is not of the form ID=FILE.py:function"),
    ],
    ids=str,
)
def test_what_does_not_go_together(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", VARIANT, *arguments]) == 1
    found = capsys.readouterr()
    assert message in found.err
    assert found.out == ""


def test_a_family_without_options(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Stollen, "options", lambda self, definition, language: {})
    assert main(["analyse", VARIANT, "--restricted"]) == 1
    assert "the family stollen has no options to forbid" in capsys.readouterr().err

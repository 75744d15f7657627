"""The exact figures as the command line gives them (CONTRACT section 5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench import DefinitionError, analyse
from workbench.cli import main


def test_all_pairs() -> None:
    found = analyse("out_of_mine/grundspiel").to_dict()
    assert (found["family"], found["variant"]) == ("out_of_mine", "out_of_mine/grundspiel")
    pairs = found["pairs"]
    names = [(pair["board"], pair["side"], pair["card"]) for pair in pairs]
    assert len(set(names)) == len(names) == 20 * 40
    assert names[:2] == [("b01", "a", "t01"), ("b01", "a", "t02")]
    # The share is counted over all pairs; here every card fills every side.
    assert found["solvable_share"] == sum(pair["solvable"] for pair in pairs) / 800 == 1
    assert all(pair["solutions"] > 0 and not pair["capped"] and pair["fewest_empty"] == 0 for pair in pairs)
    # Nobody is done with fewer tiles than five: no card has fewer.
    assert all(pair["difficulty"]["placements"] >= 5 for pair in pairs)
    assert [(side["board"], side["side"]) for side in found["sides"][:3]] == [("b01", "a"), ("b01", "b"), ("b02", "a")]
    mean = sum(pair["difficulty"]["placements"] for pair in pairs[:40]) / 40
    assert found["sides"][0]["difficulty"]["placements"] == pytest.approx(mean)
    assert len(found["cards"]) == 40


def test_one_pair(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["analyse", "out_of_mine/grundspiel", "--board", "b10", "--side", "a", "--card", "t38"]
    assert main([*chosen, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (pair,) = found["pairs"]
    assert (pair["solvable"], pair["solutions"], pair["capped"], found["solvable_share"]) == (True, 4, False, 1)
    assert sum(len(tile["cells"]) for tile in found["cover"]) == 20
    assert main(chosen) == 0
    told = capsys.readouterr().out
    assert "board b10, side a, card t38" in told
    assert "4 ways to fill it" in told
    # The drawing shows each tile by a letter of its own.
    lines = [line.split() for line in told.splitlines() if set(line) <= set("ABCDEFGHIJ# ") and line.strip()]
    letters = [letter for line in lines for letter in line]
    assert (letters.count("#"), len(letters)) == (29, 49)
    assert sorted(set(letters) - {"#"}) == list("ABCDE")
    assert main([*chosen, "--cap", "3", "--json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["solutions"], pair["capped"]) == (3, True)
    assert main([*chosen, "--cap", "4", "--json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["solutions"], pair["capped"]) == (4, False)


def test_some_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "out_of_mine/grundspiel", "--board", "b02", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["pairs"]) == 80
    assert main(["analyse", "out_of_mine/grundspiel", "--card", "t07", "--side", "b"]) == 0
    told = capsys.readouterr().out
    assert "10 pairs of a side and a card, 10 of them can be filled (100.0 %)" in told
    assert "b10 b" in told


def test_a_card_that_does_not_fill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "narrow.toml"
    path.write_text(
        'family = "out_of_mine"\nextends = "out_of_mine/grundspiel"\ntitle = "narrow"\n'
        '[boards.b01]\na = ["'
        + "." * 20
        + '"]\nelves_a = { yellow = [], blue = [], green = [], red = [], white = [] }\n',
        encoding="utf-8",
    )
    assert main(["analyse", str(path), "--board", "b01", "--side", "a", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # In a corridor only straight tiles lie: three red ones at most, and no white one.
    bent = {pair["card"] for pair in found["pairs"] if not pair["solvable"]}
    assert 0 < len(bent) < 40
    hopeless = next(pair for pair in found["pairs"] if not pair["solvable"])
    assert hopeless["solutions"] == 0 and hopeless["fewest_empty"] > 0
    assert hopeless["difficulty"] == {"placements": None, "reason": "the card cannot fill the board"}
    assert found["solvable_share"] == pytest.approx(1 - len(bent) / 40)
    chosen = ["analyse", str(path), "--board", "b01", "--side", "a", "--card", hopeless["card"]]
    assert main(chosen) == 0
    told = capsys.readouterr().out
    assert f"it cannot be filled; at best {hopeless['fewest_empty']} stay" in told
    assert told.count(". ") + told.count(".\n") == hopeless["fewest_empty"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--board", "b11"], "there is no board b11 (did you mean b10?)"),
        (["--side", "c"], "there is no side c"),
        (["--card", "u01"], "there is no card u01"),
        (["--cap", "0"], "cap must be 1 to 1000000000000000, got 0"),
    ],
)
def test_refusals(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "out_of_mine/grundspiel", *options]) == 1
    assert message in capsys.readouterr().err
    with pytest.raises(DefinitionError):
        analyse("out_of_mine/grundspiel", board="b11")


@pytest.mark.rule("O14")
def test_what_lies_on_rock_is_missing_on_spaces() -> None:
    """Where cards cover just as many spaces as galleries have, leave to cover rock changes no packing."""
    plain, allowed = (
        analyse("out_of_mine/grundspiel", board="b01", settings=[f"check.rock={rock}"]).figures
        for rock in ("true", "false")
    )
    assert plain == allowed

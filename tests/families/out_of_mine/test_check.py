"""What ruins a round is told: where it is, what is wrong, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench import validate

GAME = "out_of_mine/grundspiel"
COLOURS = ("yellow", "blue", "green", "red", "white")
SMALL = [f"cards.t{number:02}.tiles={{yellow=0,blue=2,green=0,red=0,white=0}}" for number in range(1, 41)]

# Settings, and the code, the key and a part of the message of a problem.
PROBLEMS: list[tuple[list[str], str, str, str]] = [
    (["cards.t01.tiles.blu=2"], "unknown-colour", "cards.t01.tiles.blu", "there is no colour blu"),
    (['cards.t01.elements.ruby=2'], "unknown-element", "cards.t01.elements.ruby", "no tile carries ruby"),
    (["cards.t01.tiles={yellow=0,blue=0,green=0,red=0,white=0}"], "empty-card", "cards.t01.tiles", "allows no tile"),
    (["cards.t01.tiles.yellow=9"], "card-sum", "cards.t01.tiles", "a gallery's 20"),
    (["cards.t01.tiles={yellow=1,blue=0,green=0,red=0,white=0}"], "hopeless-card", "cards.t01.tiles",
     "can fill no gallery"),
    (SMALL, "hopeless-board", "boards.b01.a", "no card can fill side a of board b01"),
    (["cards.t01.tiles.white=11"], "short-box", "tiles.white", "a card allows 11 white tiles, and the box holds 10"),
    (["tiles.blue.duo=3"], "short-box", "tiles.blue", "and the box holds 3"),
    (["tiles.red.Q=1"], "unknown-shape", "tiles.red.Q", "there is no shape Q"),
    (["tiles.red.mono=1"], "unequal-sizes", "tiles.red", "cover unequal numbers of spaces"),
    (['shapes.J=["XXX","..X"]'], "same-shape", "shapes.J", "is the same as L after turning and flipping"),
    (['shapes.Q=["X.X"]'], "falls-apart", "shapes.Q", "shape Q falls apart"),
    (['shapes.Q=["..."]'], "empty-shape", "shapes.Q", "has no cell"),
    (['shapes.Q=["XXXXXXXX","XXXXX..."]'], "large-shape", "shapes.Q", "has 13 cells; 12 are the most"),
    (['shapes.Q=["XY"]'], "bad-spelling", "shapes.Q.1", "X for a cell and . for none"),
    (["tile_elements.red.L.9.a=[]"], "no-copy", "tile_elements.red.L.9", "so no copy 9"),
    (['tile_elements.pink.L.1.a=[]'], "unknown-colour", "tile_elements.pink", "there is no colour pink"),
    (['boards.b01.a=["..",".","#."]'], "uneven-rows", "boards.b01.a.2", "has 1 cell, the first one 2"),
    (['boards.b01.a=["##"]'], "no-space", "boards.b01.a", "has no space to fill"),
    (['boards.b01.a=[".#","#."]'], "falls-apart", "boards.b01.a", "falls apart into 2 parts"),
    (["boards.b01.a=[" + ",".join(['"........."'] * 8) + "]"], "too-many-spaces", "boards.b01.a",
     "has 72 spaces; 64 are the most"),
    (['boards.b01.elves_a.red=["90,0"]'], "elf-outside", "boards.b01.elves_a.red.1", "is outside"),
    (['boards.b01.elves_a.red=["x"]'], "bad-spelling", "boards.b01.elves_a.red.1", "a row and a column"),
    (['boards.b01.elves_a.pink=[]'], "unknown-colour", "boards.b01.elves_a.pink", "there is no colour pink"),
    (["players.max=5"], "few-boards", "boards", "5 players and 7 rounds need 11 boards"),
    (["rounds=11", "players.max=2"], "few-boards", "boards", "4 players and 11 rounds need 14 boards"),
    (['unsorted=["pink"]'], "unknown-colour", "unsorted.1", "there is no colour pink"),
    (['check.surplus="opponents"', "check.surplus_removed=false"], "no-effect", "check.surplus", "surplus tiles stay"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "code", "key", "message"), PROBLEMS, ids=lambda value: str(value)[:40])
def test_problems(settings: list[str], code: str, key: str, message: str) -> None:
    found = [problem for problem in validate(GAME, settings=settings).problems if problem.code == code]
    assert any(problem.key == key and message in problem.message for problem in found), found


def test_cards_must_suffice(tmp_path: Path) -> None:
    left_out = ", ".join(f'"cards.t{number:02}"' for number in range(21, 41))
    file = tmp_path / "few.toml"
    file.write_text(f'family = "out_of_mine"\nextends = "{GAME}"\nomit = [{left_out}]\n', encoding="utf-8")
    (problem,) = validate(str(file)).problems
    assert problem.code == "few-cards"
    assert "4 players need 28 treasure cards in 7 rounds; there are 20" in problem.message
    assert validate(str(file), settings=['treasure.used="reshuffled"']).problems == ()


def test_unequal_galleries_are_told_once() -> None:
    """Not by every card, too: it covers as many spaces as some galleries have."""
    larger = 'boards.b01.a=["......","......","......","......"]'
    no_elves = "boards.b01.elves_a={" + ",".join(f"{colour}=[]" for colour in COLOURS) + "}"
    found = [problem.code for problem in validate(GAME, settings=[larger, no_elves]).problems]
    assert found == ["unequal-galleries", "hopeless-board"]
    found = [problem.code for problem in validate(GAME, settings=[larger, no_elves, "cards.t01.tiles.blue=2"]).problems]
    assert found.count("card-sum") == 1


def test_slips_of_names_have_a_hint() -> None:
    (problem,) = validate(GAME, settings=["cards.t01.elements.goldd=2"]).problems
    assert problem.hint == "did you mean gold?"
    (problem,) = validate(GAME, settings=["tile_elements.red.L.x.a=[]"]).problems
    assert problem.message == "copies are numbered 1, 2, 3, ... to at most 40"


def test_mirrored_shapes_differ_where_tiles_are_not_turned_over() -> None:
    shape = 'shapes.J=["XXX","..X"]'
    assert validate(GAME, settings=[shape, "flipping=false"]).problems == ()


def test_rock_that_tiles_may_cover_counts_as_cells() -> None:
    wide = "boards.b01.a=[" + ",".join(['"....#####"'] * 5 + ['"#########"'] * 3) + "]"
    no_elves = "boards.b01.elves_a={" + ",".join(f"{colour}=[]" for colour in COLOURS) + "}"
    assert validate(GAME, settings=[wide, no_elves]).problems == ()
    (problem, *_) = validate(GAME, settings=[wide, no_elves, "check.rock=false"]).problems
    assert problem.code == "too-many-spaces"
    assert "72 cells" in problem.message


@pytest.mark.parametrize("variant", ["grundspiel", "elfen", "sonderelemente", "profi"])
def test_shipped_variants_are_fine(variant: str) -> None:
    assert validate(f"out_of_mine/{variant}").problems == ()

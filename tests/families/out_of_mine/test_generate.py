"""New boards and cards have the wished properties; the same seed gives the same file; the shipped set is such a one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench import DefinitionError, analyse, diff, load
from workbench.cli import main
from workbench.families.out_of_mine import generate as generating
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.generate import UNEVEN, read_range
from workbench.families.out_of_mine.packing import all_sides
from workbench.families.out_of_mine.shapes import hangs_together, spaces_of, views
from workbench.tasks.examine import validate

from . import brute

SHIPPED = Path(__file__).parents[3] / "variants" / "out_of_mine" / "grundspiel.toml"
SMALL = """
family = "out_of_mine"
extends = "out_of_mine/grundspiel"
title = "small"
rounds = 2
seats = ["anfaenger", "geuebt"]
omit = [{omit}]
[players]
min = 2
max = 2
"""
"""Three boards and eight cards for two players."""
GENERATED = {"boards": "--seed 1 --difficulty 22..30 --grid 7x7", "cards": "--seed 1 --difficulty 11..45"}
"""How the shipped file says that its boards and cards were made."""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    names = [f'"boards.b{number:02}"' for number in range(4, 11)] + [f'"cards.t{n:02}"' for n in range(9, 41)]
    Path("small.toml").write_text(SMALL.format(omit=", ".join(names)), encoding="utf-8")
    assert validate("small.toml").problems == ()
    yield "small.toml"


def definition(variant: str) -> OutOfMineDefinition:
    found = load(variant).definition
    assert isinstance(found, OutOfMineDefinition)
    return found


def check_boards(d: OutOfMineDefinition, figures: dict[str, Any], low: float, high: float) -> None:
    """Every side in one piece, of the wished difficulty, as hard as its back, no two alike."""
    hardness = {(side["board"], side["side"]): side["difficulty"]["placements"] for side in figures["sides"]}
    for board, side in all_sides(d):
        gallery = d.gallery(board, side)
        assert len(spaces_of(gallery)) == 20
        assert hangs_together(spaces_of(gallery))
        assert low <= hardness[board, side] <= high
    for board in d.boards:
        one, other = sorted(hardness[board, side] for side in SIDES)
        assert other <= UNEVEN * one
    pictures = [view for side in all_sides(d) for view in set(views(d.gallery(*side)))]
    assert len(set(pictures)) == len(pictures)
    assert all(side["solvable_share"] >= 0.9 for side in figures["sides"])


def check_elves(d: OutOfMineDefinition) -> None:
    """On every side some card has a packing that serves all elves at once, as a package for exact covers sees it."""
    for board, side in all_sides(d):
        elves = {complex(*cell): colour for cell, colour in d.elves_of(board, side).items()}
        assert len(elves) == 4
        assert set(elves) <= brute.drawing(d.gallery(board, side), ".")

        def suits(colour: str, cells: brute.Cells, elves: dict[complex, str] = elves) -> bool:
            return all(elves.get(cell, colour) == colour for cell in cells)

        assert any(next(brute.covers(d, d.gallery(board, side), card, suits), None) for card in d.cards)


def check_cards(d: OutOfMineDefinition, figures: dict[str, Any], low: float, high: float) -> None:
    """Every card covers 20 spaces, is as hard as wished, and all players at once find their tiles in the box."""
    sizes = {"yellow": 1, "blue": 2, "green": 3, "red": 4, "white": 5}
    for card in d.cards.values():
        assert sum(sizes[colour] * count for colour, count in card.tiles.items()) == 20
        assert sum(count > 0 for count in card.tiles.values()) >= 3
        assert sum(card.elements.values()) == 1
        assert {abs(worth) for worth in card.elements.values()} <= {1, 2}
    for colour, shapes in d.tiles.items():
        asked = sorted(card.tiles.get(colour, 0) for card in d.cards.values())
        assert sum(asked[-d.players.max :]) <= sum(shapes.values())
    assert all(low <= card["difficulty"]["placements"] <= high for card in figures["cards"])
    assert all(card["solvable_share"] >= 0.9 for card in figures["cards"])


def different_cards(d: OutOfMineDefinition) -> int:
    return len({tuple(sorted((k, n) for k, n in card.tiles.items() if n)) for card in d.cards.values()})


@pytest.mark.rule("OO6")
def test_new_boards(small: str) -> None:
    command = ["generate", "boards", "out_of_mine", "--seed", "5", "--difficulty", "20..32", "--from", small, "--quiet"]
    assert main([*command, "-o", "a.toml"]) == 0
    assert main([*command, "-o", "b.toml"]) == 0
    assert Path("a.toml").read_bytes() == Path("b.toml").read_bytes()
    assert validate("a.toml").problems == ()
    d = definition("a.toml")
    assert list(d.boards) == ["b01", "b02", "b03"]
    assert d.cards == definition(small).cards
    check_boards(d, analyse("a.toml").to_dict(), 20, 32)
    check_elves(d)
    assert {(len(d.gallery(*side)), len(d.gallery(*side)[0])) for side in all_sides(d)} == {(7, 7)}
    command[command.index("5")] = "6"
    assert main([*command, "--grid", "6x8", "-o", "c.toml"]) == 0
    other = definition("c.toml")
    assert not {other.gallery(*side) for side in all_sides(other)} & {d.gallery(*side) for side in all_sides(d)}
    assert {(len(other.gallery(*side)), len(other.gallery(*side)[0])) for side in all_sides(other)} == {(6, 8)}


@pytest.mark.rule("OO2")
def test_new_cards(small: str) -> None:
    command = ["generate", "cards", "out_of_mine", "--seed", "5", "--difficulty", "15..45", "--from", small, "--quiet"]
    assert main([*command, "-o", "a.toml"]) == 0
    assert main([*command, "-o", "b.toml"]) == 0
    assert Path("a.toml").read_bytes() == Path("b.toml").read_bytes()
    assert validate("a.toml").problems == ()
    d = definition("a.toml")
    assert d.boards == definition(small).boards
    check_cards(d, analyse("a.toml").to_dict(), 15, 45)
    assert different_cards(d) == len(d.cards) == 8
    assert [d.cards[card].tiles for card in d.cards] != [definition(small).cards[card].tiles for card in d.cards]


def test_for_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards and cards are made for the tiles, the sizes and the players of the variant that is named."""
    monkeypatch.chdir(tmp_path)
    Path("tiny.toml").write_text(
        'family = "out_of_mine"\ntitle = "tiny"\nrounds = 1\nflipping = false\nseats = ["anfaenger"]\n'
        "[players]\nmin = 1\nmax = 1\n[shapes]\nV = ['XX', 'X.']\nI = ['XXX']\nD = ['XX']\n"
        "[tiles]\nred = { V = 3, I = 3 }\nblue = { D = 6 }\n"
        "[boards.one]\na = ['....', '....', '###.']\nb = ['...#', '....', '#..#']\n"
        "[cards.first.tiles]\nred = 1\nblue = 3\n[cards.second.tiles]\nred = 3\n",
        encoding="utf-8",
    )
    assert main(["generate", "boards", "out_of_mine", "--from", "tiny.toml", "-o", "boards", "--quiet"]) == 0
    d = definition("boards.toml")
    assert [len(spaces_of(d.gallery("one", side))) for side in SIDES] == [9, 9]
    assert main(["generate", "cards", "out_of_mine", "--from", "boards.toml", "-o", "cards", "--quiet"]) == 0
    cards = definition("cards.toml").cards
    assert all(3 * card.tiles["red"] + 2 * card.tiles["blue"] == 9 for card in cards.values())
    assert not any(card.elements for card in cards.values())


def test_refusals(small: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(*arguments: str) -> str:
        assert main(["generate", *arguments, "--from", small, "-o", "a.toml"]) == 1
        assert not Path("a.toml").exists()
        return capsys.readouterr().err

    assert "out_of_mine generates no tiles" in refused("tiles", "out_of_mine")
    assert "is no range of difficulties" in refused("boards", "out_of_mine", "--difficulty", "30..20")
    assert "is no share in per cent" in refused("boards", "out_of_mine", "--share", "0")
    assert "'4x4' is no grid for 20 spaces" in refused("boards", "out_of_mine", "--grid", "4x4")
    monkeypatch.setattr(generating, "MOST_TRIES", 3)
    monkeypatch.setattr(generating, "_combinations", lambda d: [{"red": 5}, {"blue": 5, "green": 2, "red": 1}])
    told = refused("cards", "out_of_mine", "--difficulty", "500..600")
    assert "difficulty: 0 of 8 cards were found; 1 of 2 candidates fill 90 % of the sides, in " in told
    assert "try a --difficulty in that" in told
    told = refused("boards", "out_of_mine", "--difficulty", "500..600")
    assert "difficulty: 0 of 3 boards were found; 1 of 1 candidates are filled by 90 % of the cards, in 14.8" in told
    monkeypatch.setattr(generating, "_combinations", lambda d: [{"red": 5}])
    told = refused("cards", "out_of_mine")
    assert "share: 0 of 8 cards were found; none of 1 candidates fill 90 % of the sides" in told


def test_a_difficulty_that_none_has_is_given_up(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "HOPELESS", 30)
    tried: list[int] = []
    with pytest.raises(DefinitionError) as refused:
        generating.new_boards(definition(small), 1, "500..600", progress=lambda done, most: tried.append(done))
    assert "are filled by 90 % of the cards, in" in str(refused.value)
    assert max(tried) < 500 < generating.MOST_TRIES


def test_ranges() -> None:
    assert 3.0 in read_range("3..4") and 4.0 in read_range("3..4")
    assert 2.9 not in read_range("3..4") and 4.1 not in read_range("3..4")
    assert 99 in read_range(None)


@pytest.mark.rule("OO2", "OO3", "OO4", "OO6")
def test_the_shipped_set() -> None:
    """Docs/rules.md, section 4.4: 69 tiles, ten boards with 20 spaces on each side, 40 cards that cover 20 spaces."""
    d = definition("out_of_mine/grundspiel")
    figures = analyse("out_of_mine/grundspiel").to_dict()
    assert {colour: sum(shapes.values()) for colour, shapes in d.tiles.items()} == {
        "yellow": 15, "blue": 15, "green": 14, "red": 15, "white": 10}  # fmt: skip
    assert (len(d.boards), len(d.cards)) == (10, 40)
    check_boards(d, figures, 22, 30)
    check_elves(d)
    check_cards(d, figures, 11, 45)
    assert different_cards(d) == 40
    assert figures["solvable_share"] == 1
    text = SHIPPED.read_text(encoding="utf-8")
    for kind, options in GENERATED.items():
        assert f"workbench generate {kind} out_of_mine {options} -o" in text


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["boards", "cards"])
def test_the_shipped_set_is_made_by_the_generator(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["generate", kind, "out_of_mine", *GENERATED[kind].split(), "-o", "again.toml", "--quiet"]) == 0
    assert diff("out_of_mine/grundspiel", "again.toml").differences == ()

"""The printed sheets: words, numbers, and an example and solutions that an independent reading of the rules confirms.

After a wanted change of words: ``python -m tests.families.out_of_mine.test_sheets`` writes the golden files anew; read
the difference.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from tests.printing.material import pdf_text, quick_text
from workbench.definition.load import load
from workbench.families.out_of_mine.booklet import solutions
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.examples import Packed, example, packed_board
from workbench.families.out_of_mine.packing import Tile, all_sides
from workbench.families.out_of_mine.pieces import card_elements, card_rows, pads_context
from workbench.families.out_of_mine.vocabulary import look_of
from workbench.tasks.render import render

from . import recompute

GOLDEN = Path(__file__).with_name("golden")
SHEETS = [(variant, language) for variant in ("grundspiel", "profi") for language in ("de", "en", "zh")]


@cache
def sheet(kind: str, variant: str, language: str = "en", *settings: str, paper: str = "a4") -> bytes:
    """The PDF of a sheet."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        name = variant if variant.endswith(".toml") else f"out_of_mine/{variant}"
        render(kind, load(name, settings), path, language=language, paper=paper)
        return path.read_bytes()


def definition(variant: str, *settings: str) -> OutOfMineDefinition:
    found = load(f"out_of_mine/{variant}", settings).definition
    assert isinstance(found, OutOfMineDefinition)
    return found


def pages(pdf: bytes) -> int:
    return len(PdfDocument(pdf))


def lines(variant: str, language: str) -> str:
    """The words of a rules sheet, one sentence a line; without the fingerprints, which follow from the definition."""
    text = pdf_text(sheet("rules", variant, language))
    stamp = f"out_of_mine/{variant} · rules"
    words = " ".join(part if n == 0 else part.partition("%")[2] for n, part in enumerate(text.split(stamp)))
    return words.replace(". ", ".\n").replace("。", "。\n").strip() + "\n"


def golden(variant: str, language: str) -> Path:
    return GOLDEN / f"{variant}.{language}.txt"


@pytest.mark.parametrize(("variant", "language"), SHEETS)
def test_the_words_are_the_ones_read_before(variant: str, language: str) -> None:
    assert lines(variant, language) == golden(variant, language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["de", "en", "zh"])
@pytest.mark.parametrize("variant", ["grundspiel", "profi"])
def test_the_rules_fit_on_both_sides_of_one_sheet(variant: str, language: str) -> None:
    assert pages(sheet("rules", variant, language)) == 2


@pytest.mark.parametrize(
    ("setting", "said", "unsaid"),
    [
        ('treasure.count="exact"', "must lay exactly as many", "may lay fewer, but not more"),
        ('treasure.sum="more"', "cover more spaces than a board has", "exactly as many spaces as a board"),
        ('treasure.sum="less"', "cover fewer spaces than a board has", "exactly as many spaces as a board"),
        ('treasure.used="reshuffled"', "shuffled into a new deck", "out of the game"),
        ("flipping=false", "unprinted side stays below", "turn crystals round and over"),
        ("hand.exchange=false", "no longer exchanged", "exchanged for any crystal"),
        ('calls.without_full_board="no-bonus"', "You may call with empty spaces too", "is a fault"),
        ('calls.at_once="both"', "all of these calls count", "the earlier call counts"),
        ("calls.limit_seconds=300", "nobody has called after 5 minutes", "nobody can go on"),
        ("calls.limit_seconds=90", "nobody has called after 90 seconds", "nobody can go on"),
        ('calls.nobody="chief-changes"', "chief dwarf who then changes", "top board of the pile"),
        ("check.surplus_removed=false", "sorted by colour", "beyond the number on the card"),
        ('check.surplus="opponents"', "the other players say which", "their owner says which"),
        ('check.surplus="last-placed"', "those that were laid last", "their owner says which"),
        ("check.rock=false", "Crystals may lie on rock", "lie on rock or"),
        ("scoring.full=12", "12 + 2 = 14", "10 + 2 = 12"),
        ("scoring.caller_bonus=3", "10 + 3 = 13", "10 + 2 = 12"),
        ("scoring.caller_penalty=1", "−1 for the caller", "−2 for the caller"),
        ('scoring.floor="after"', "less than zero points for a round", "never below zero"),
        ('scoring.floor="none"', "even below zero", "never below zero"),
        ("elves.enabled=true", "An elf sits on some", None),
        ("elements.enabled=true", "gold, silver or woodworm", None),
        ('ending.wins="fewest-empty"', "fewest empty spaces in all rounds together", "Whoever has the most points"),
        ('ending.tie="most-calls"', "more calls without a fault", "If several are equal, they share"),
        ('chief.who="open"', "Name a chief dwarf", "The oldest player"),
        ("rounds=5", "Four more boards", "Six more boards"),
        ('unsorted=["yellow","blue"]', "and the others (yellow, blue) mixed", "in the middle, sorted"),
        ("players.max=3", "For 2 to 3 players", "For 2 to 4 players"),
        ("tiles.yellow.mono=12", "66 crystals", "69 crystals"),
    ],
)  # fmt: skip
@pytest.mark.rule("O1", "O2", "O5", "O7", "O9", "O14", "O16", "O25", "O26")
def test_a_changed_rule_is_told(setting: str, said: str, unsaid: str | None) -> None:
    settings = [setting, *(['seats=["geuebt","meisterin"]'] if "players" in setting else [])]
    plain, changed = quick_text(sheet("rules", "grundspiel")), quick_text(sheet("rules", "grundspiel", "en", *settings))
    assert said in changed
    if unsaid is not None:
        assert unsaid in plain
        assert unsaid not in changed
    for language in ("de", "zh"):
        other = quick_text(sheet("rules", "grundspiel", language, *settings))
        assert other != quick_text(sheet("rules", "grundspiel", language))
        assert '"' not in other and " ." not in other and " ," not in other and " ;" not in other


def entry_of(d: OutOfMineDefinition, packed: Packed) -> dict[str, Any]:
    """An example as a board of the log."""
    placed = [
        {"tile": f"{t.colour}:{t.shape}:{t.copy}", "up": up, "cells": [list(cell) for cell in t.cells],
         "elements": list(d.elements_of(t.colour, t.shape, t.copy, up))}
        for t, up in zip(packed.tiles, packed.up, strict=True)
    ]  # fmt: skip
    return {"player": 0, "board": packed.side[0], "side": packed.side[1], "card": packed.card, "placed": placed,
            "faulty": [], "empty": packed.empty}  # fmt: skip


@pytest.mark.rule("O17", "O18", "O19", "O20", "O27", "O28", "OO9", "OO18", "OO21")
@pytest.mark.parametrize(
    ("variant", "settings"),
    [("grundspiel", ()), ("profi", ()), ("profi", ('elements.counts="tile"', 'scoring.floor="none"', "elves.points=3")),
     ("profi", ("flipping=false", 'scoring.floor="after"', "scoring.full=1"))],
)  # fmt: skip
def test_the_example_keeps_the_rules(variant: str, settings: tuple[str, ...]) -> None:
    d = definition(variant, *settings)
    packed = packed_board(d)
    assert packed is not None and packed.empty == 2
    tables = d.model_dump()
    entry = entry_of(d, packed)
    recompute.check_shapes(tables, [entry])
    recompute.check_faults(tables, entry)
    assert recompute.empty_spaces(tables, entry) == 2
    found = example(d, "en")
    assert found is not None
    base = recompute.base_points(tables, entry)
    floor = d.scoring.floor
    base = max(base, 0) if floor == "after" else base
    points = [base, recompute.elf_points(tables, entry), recompute.element_points(tables, entry)]
    assert number(found["base"]) == points[0]
    assert number(found["elves"]["points"]) == points[1]
    assert sum(number(element["points"]) for element in found["elements"]) == points[2]
    assert number(found["total"]) == sum(points)
    assert number(found["caller"]) == d.scoring.full + d.scoring.caller_bonus
    wrong = d.scoring.full - found["wrong"]
    wrong = (max(wrong, 0) if floor == "before" else wrong) - d.scoring.caller_penalty
    assert number(found["fault"]) == (max(wrong, 0) if floor == "after" else wrong)
    assert found["wrong"] in {len(t.cells) for t in packed.tiles}


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def is_solution(d: OutOfMineDefinition, board: str, side: str, card: str, tiles: list[Tile]) -> bool:
    """Whether the tiles fill the side, each space once, with no more of a colour than the card names."""
    covered = sorted(cell for t in tiles for cell in t.cells)
    colours = [t.colour for t in tiles]
    shapes = {t.shape: recompute.shown(d.shapes[t.shape], "a") | recompute.shown(d.shapes[t.shape], "b") for t in tiles}
    return (
        covered == sorted(recompute.spaces_of(d.model_dump(), board, side))
        and all(colours.count(colour) <= d.cards[card].tiles.get(colour, 0) for colour in colours)
        and all(recompute.at_origin(t.cells) in shapes[t.shape] for t in tiles)
        and len({(t.colour, t.shape, t.copy) for t in tiles}) == len(tiles)
        and all(t.copy <= d.tiles[t.colour][t.shape] for t in tiles)
    )


@pytest.mark.rule("O9", "O14")
@pytest.mark.parametrize("variant", ["grundspiel", "profi"])
def test_the_booklet_has_solutions_of_every_side(variant: str) -> None:
    d = definition(variant)
    shown = []
    for place, (board, side) in enumerate(all_sides(d)):
        found = list(solutions(d, board, side, place))
        assert len({card for card, _ in found}) == d.print.solutions == 3
        assert all(is_solution(d, board, side, card, tiles) for card, tiles in found)
        shown += [card for card, _ in found]
    # Different sides have different cards.
    assert len(set(shown)) > 20
    text = quick_text(sheet("puzzles", variant))
    assert [word for word in text.split() if word[0] == "t" and word[1:].isdigit()] == shown


def test_another_choice_of_solutions() -> None:
    def cards(*settings: str) -> list[str]:
        d = definition("grundspiel", *settings)
        return [card for card, _ in solutions(d, "b01", "a", 0)]

    assert len(cards("print.solutions=5")) == 5
    assert cards("print.solutions=5")[:3] == cards() != cards("print.solution_seed=2")


@pytest.mark.rule("O-E6", "O9")
def test_cards_show_every_tile_and_what_elements_are_worth() -> None:
    d = definition("profi")
    for name, card in d.cards.items():
        rows = card_rows(d, name, "en")
        assert {row["colour"]["id"]: row["count"] for row in rows} == {c: n for c, n in card.tiles.items() if n}
        for row in rows:
            assert len(row["tiles"]) == row["count"]
            assert row["several"] == (sum(bool(n) for n in d.tiles[row["colour"]["id"]].values()) > 1)
        assert sum(len(tile["cells"]) for row in rows for tile in row["tiles"]) == 20
        worth = {element["id"]: number(element["points"]) for element in card_elements(d, name, "en")}
        assert worth == card.elements
    assert card_elements(definition("grundspiel"), "t01", "en") == []


@pytest.mark.parametrize(("rounds", "parts"), [(7, [7, 7]), (12, [12, 12]), (20, [12, 8])])
def test_pads_have_a_line_for_each_round(rounds: int, parts: list[int]) -> None:
    d = definition("grundspiel").model_copy(update={"rounds": rounds})
    pads = pads_context(d, "en")["cards"]
    assert [len(pad["rounds"]) for pad in pads] == parts
    assert max(pad["rounds"][-1] for pad in pads) == rounds


OWN = """
family = "out_of_mine"
title = "x"
rounds = 2
seats = ["geuebt", "geuebt"]
[players]
min = 2
max = 2
[elves]
enabled = true
[elements]
enabled = true
[shapes]
ring = ["XXX", "X.X", "XXX"]
dot = ["X"]
bar = ["XXXX"]
[tiles]
ochre = { ring = 4 }
red = { dot = 9, bar = 4 }
[tile_elements.ochre.ring]
1 = { a = ["ruby", "ruby", "ruby", "ruby", "ruby", "ruby", "ruby", "ruby", "ruby"], b = ["rat"] }
[tile_elements.red.dot]
1 = { a = ["gold", "rat", "gold"] }
"""


def own_variant(tmp_path: Path) -> str:
    """Boards of 64 and of 12 spaces, tiles with a hole, a colour and elements without a look of their own."""
    large, small = json.dumps(["." * 8] * 8), json.dumps(["...", ".#.", "..."])
    boards = [
        f"[boards.{name}]\na = {large}\nb = {small}\nelves_a = {{ ochre = ['0,0'] }}\n" for name in ("b1", "b2", "b3")
    ]
    cards = [
        f"[cards.c{n}]\ntiles = {{ ochre = {n % 2 + 1}, red = 7 }}\nelements = {{ ruby = 3, rat = -2, gold = 1 }}\n"
        for n in range(4)
    ]
    path = tmp_path / "own.toml"
    path.write_text(OWN + "\n".join([*boards, *cards]), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("language", ["de", "zh"])
def test_a_game_of_ones_own_is_printed(tmp_path: Path, language: str) -> None:
    name = own_variant(tmp_path)
    d = load(name).definition
    for kind in ("rules", *load(name).family.printed):
        made = render(kind, load(name), language=language)
        assert "x" in quick_text(made.pdf) or kind in ("boards", "cards", "tiles")
    assert len({look_of(d, colour)["fill"] for colour in d.colours}) == 2
    text = quick_text(render("rules", load(name), language=language).pdf)
    assert "ruby" in text and "ochre" in text
    assert {"de": "nicht immer genau so viele Felder", "zh": "不一定剛好填滿"}[language] in text
    # No card fills the large side.
    none = {"de": "Keine Lösung gefunden", "zh": "沒有找到解法"}[language]
    assert none in quick_text(render("puzzles", load(name), language=language).pdf)
    if language == "de":
        for backs in ("duplex", "fold"):
            assert render("tiles", load(name), language=language, backs=backs).pdf


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in SHEETS:
        golden(*each).write_text(lines(*each), encoding="utf-8")

"""The printed sheets: words, numbers, sizes on paper, and solutions that an independent search confirms.

After a wanted change of words: ``python -m tests.families.micro_robots.test_sheets`` writes the golden files anew; read
the difference.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from tests.printing.material import pdf_text, quick_text
from workbench.definition.load import load
from workbench.families.micro_robots.facts import look_of
from workbench.families.micro_robots.pieces import die
from workbench.families.micro_robots.puzzles import difficulty, puzzles
from workbench.families.micro_robots.words import example, penalty_example
from workbench.tasks.render import render

from .boards import definition
from .recompute import distances, is_way, moves_of, pay
from .strategies import SHAPES, tiles_of

GOLDEN = Path(__file__).with_name("golden")
SHEETS = [(variant, language) for variant in ("schwarz", "profi") for language in ("de", "en", "zh")]


@cache
def sheet(kind: str, variant: str, language: str = "en", *settings: str, paper: str = "a4") -> bytes:
    """The PDF of a sheet."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        name = variant if variant.endswith(".toml") else f"micro_robots/{variant}"
        render(kind, load(name, settings), path, language=language, paper=paper)
        return path.read_bytes()


def pages(pdf: bytes) -> int:
    return len(PdfDocument(pdf))


def lines(variant: str, language: str) -> str:
    """The words of a rules sheet, one sentence a line; without the fingerprints, which follow from the definition."""
    text = pdf_text(sheet("rules", variant, language))
    head, _, _ = text.partition(f"micro_robots/{variant} · rules")
    return head.replace(". ", ".\n").replace("。", "。\n").strip() + "\n"


def golden(variant: str, language: str) -> Path:
    return GOLDEN / f"{variant}.{language}.txt"


@pytest.mark.parametrize(("variant", "language"), SHEETS)
def test_the_words_are_the_ones_read_before(variant: str, language: str) -> None:
    assert lines(variant, language) == golden(variant, language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["de", "en", "zh"])
@pytest.mark.parametrize("variant", ["schwarz", "kupfer", "fortgeschritten", "profi"])
def test_the_rules_fit_on_one_sheet(variant: str, language: str) -> None:
    assert pages(sheet("rules", variant, language)) == 1


@pytest.mark.parametrize(
    ("setting", "said", "unsaid"),
    [
        ('travel="first-match"', "stops on the first one that does", "may pass over any other spaces"),
        ('travel="adjacent"', "the space next to the one", "may pass over any other spaces"),
        ("way.revisits=false", "may not stop twice", "may come back"),
        ('target.equal_to_start="out-and-back"', "the way goes out and back", "name the start, roll again"),
        ("target.min_distance=3", "fewer than three moves away", None),
        ('chips.empty_handed="minus-point"', "gets a minus point", "pays nothing"),
        ('chips.caller_among_fewest="keeps-it"', "he keeps it", "he himself does not count"),
        ("chips.gift_wins=false", "does not end it", None),
        ("chips.to_win=3", "has three chips", "five chips"),
        ("chips.total=18", "18 chips", "25 chips"),
        ("chips.on_target=false", "No chip marks the target", "Put a chip on the target"),
        ("calls.others_try=true", "may still call in the same round", "Either way the round is over"),
        ('calls.at_once="lower-number"', "If several call at once, the lower number counts", "last winner"),
        ('calls.at_once="nobody"', "none of the calls counts", "last winner"),
        ("calls.show_seconds=10", "within 10 seconds", None),
        ("calls.shortest=true", "From the first call on you have 1 minute more", "need not be the shortest"),
        ("rounds.limit_seconds=180", "after 3 minutes", "2½ minutes"),
        ('rounds.after_break="old-target"', "The old target is the next start", "roll a new target"),
        ("waypoint=true", "waypoint, where the robot must stop", None),
        ('board.arrangement="4:0,3:0,2:1,1:0"', "in this arrangement: 4:0,3:0,2:1,1:0", "in any arrangement"),
        ("players.max=3", "For 2 to 3 players", "A, B, C and D"),
    ],
)
def test_a_changed_rule_is_told(setting: str, said: str, unsaid: str | None) -> None:
    plain, changed = quick_text(sheet("rules", "schwarz")), quick_text(sheet("rules", "schwarz", "en", setting))
    assert said in changed
    assert said not in plain
    if unsaid is not None:
        assert unsaid in plain
        assert unsaid not in changed
    for language in ("de", "zh"):
        other = quick_text(sheet("rules", "schwarz", language, setting))
        assert other != quick_text(sheet("rules", "schwarz", language))
        assert '"' not in other and " ." not in other and " ," not in other


@pytest.mark.rule("M-E6", "M15")
def test_the_examples_keep_the_rules() -> None:
    for variant in ("schwarz", "kupfer", "profi"):
        d = definition(variant)
        found = example(d, "en")
        assert found is not None
        rows = [[cell["name"] for cell in row] for row in found["cells"]]
        ends = {"start": found["stops"][0], "target": found["stops"][-1], "waypoint": None}
        assert is_way(d.model_dump(), rows, found["stops"], ends)
        moves = moves_of(rows, d.travel)
        assert len(found["first"]) == len(moves[found["stops"][0]])
        if not d.waypoint:
            assert distances(moves, found["stops"][0])[found["stops"][-1]] == found["moves"] == 4
        penalty = penalty_example(d)
        assert penalty is not None
        assert "ABCD"[pay(d.model_dump(), penalty["before"], 3) or 0] == penalty["receiver"] == "B"
        assert penalty["after"] == [2, 1, 0, 2]


def test_dice() -> None:
    assert die("BGPRWY") == {"lots": False, "faces": list("BGPRWY")}
    assert die("BGP")["faces"] == list("BGPBGP")
    # Four faces do not come out even: the two others say to roll again.
    assert die("BGPR")["faces"] == ["B", "G", "P", "R", "", ""]
    assert die("ABCDEFGH") == {"lots": True, "faces": list("ABCDEFGH")}


@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_other_tiles_are_printed(number: int, tmp_path: Path) -> None:
    shape = SHAPES[number]
    path = tmp_path / "a.toml"
    tables = "\n".join(f"[tiles.{n}]\nfront = {json.dumps(sides['front'])}" for n, sides in tiles_of(shape, 1).items())
    path.write_text(
        f'family = "micro_robots"\ntitle = "x"\nside = "front"\n{tables}\n'
        f"[board]\nrows = {shape[2]}\ncolumns = {shape[3]}\n[print]\npuzzles = 3\n",
        encoding="utf-8",
    )
    d = load(str(path)).definition
    for kind in ("rules", "pads", "aids", "puzzles"):
        assert "x" in quick_text(sheet(kind, str(path)))
    for kind in ("tiles", "boards"):
        text = pdf_text(sheet(kind, str(path)))
        assert all(f"{space[1:]} {space[0]}" in text for space in d.spaces)
    # Colours without a look of their own get different ones as far as there are any.
    fills = {look_of(d, colour)["fill"] for colour in d.colours}
    assert len(fills) == min(len(d.colours), 6) or len(fills) >= 6


@pytest.mark.rule("M9", "M23")
@pytest.mark.parametrize("variant", ["schwarz", "kupfer", "profi"])
def test_solutions_are_shortest_ways(variant: str) -> None:
    d = definition(variant)
    found = puzzles(d)
    assert len(found) == 12
    for puzzle in found:
        moves = moves_of(puzzle.board, d.travel)
        ends = {"start": puzzle.start, "target": puzzle.target, "waypoint": puzzle.through}
        assert is_way(d.model_dump(), puzzle.board, puzzle.way, ends)
        far = distances(moves, puzzle.start)
        if puzzle.through is None:
            assert len(puzzle.way) - 1 == far[puzzle.target]
        else:
            assert len(puzzle.way) - 1 == far[puzzle.through] + distances(moves, puzzle.through)[puzzle.target]
    levels = [puzzle.difficulty for puzzle in found]
    assert levels == sorted(levels)
    assert len(set(levels)) >= 3
    assert len({puzzle.arrangement for puzzle in found}) > 6


def test_the_puzzle_sheet() -> None:
    pdf = sheet("puzzles", "schwarz", "en", "print.puzzles=7")
    text = quick_text(pdf)
    # Two sheets, each with the solutions on its back.
    assert pages(pdf) == 4
    for puzzle in puzzles(definition("schwarz", "print.puzzles=7")):
        assert " – ".join(puzzle.way) in text
        assert f"Start {puzzle.start} · Target {puzzle.target}" in text
    other = quick_text(sheet("puzzles", "schwarz", "en", "print.puzzles=7", "print.puzzle_seed=2"))
    assert other != text


@pytest.mark.parametrize("paper", ["a4", "letter", "148x210mm"])
def test_where_a_puzzle_leads_stands_in_one_line(paper: str) -> None:
    """Also where a waypoint makes it long, and above the board on narrow paper."""
    page = PdfDocument(sheet("puzzles", "profi", "de", "print.puzzles=6", paper=paper))[0]
    text = page.get_textpage()
    heads = text.get_text_range().splitlines()
    for puzzle in puzzles(definition("profi", "print.puzzles=6")):
        head = f"Start {puzzle.start} · Zwischenfeld {puzzle.through} · Ziel {puzzle.target}"
        assert any(head in line for line in heads)


def test_difficulty() -> None:
    assert [difficulty(moves, 1) for moves in range(1, 9)] == [1, 1, 2, 3, 4, 4, 5, 5]
    assert [difficulty(moves, 3) for moves in range(1, 9)] == [1, 1, 1, 2, 3, 3, 4, 4]


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in SHEETS:
        golden(*each).write_text(lines(*each), encoding="utf-8")

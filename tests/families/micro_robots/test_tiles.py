"""The tiles as they are cut and glued: both sides back to back, measured on rasterised pages by colours alone."""

from __future__ import annotations

import functools
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from tests.printing.material import page_texts, quick_text
from workbench.cli import main
from workbench.definition.load import load
from workbench.families.micro_robots.facts import look_of, side_colour
from workbench.printing.options import paper_mm
from workbench.tasks.render import RenderResult, render

DPI = 400
SLIP_MM = 0.05
LETTERS = "BYGRPW"


@functools.cache
def printed(variant: str = "schwarz", settings: tuple[str, ...] = (), **asked: Any) -> RenderResult:
    """The tiles of a shipped variant."""
    return render("tiles", load(f"micro_robots/{variant}", settings), language="en", **asked)


def rgb(colour: str) -> np.ndarray:
    return np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)])


@dataclass(frozen=True)
class Tile:
    """A tile on a page: the letters of its spaces row by row as they stand there, its ground, and its box in mm."""

    letters: str
    side: str
    left: float
    top: float
    right: float
    bottom: float


def tiles_on(pdf: bytes, number: int) -> list[Tile]:
    """The tiles of a page; with a gutter they are islands of their ground's colour."""
    d = load("micro_robots/schwarz").definition
    fills = {letter: rgb(look_of(d, letter)["fill"]) for letter in LETTERS}
    document = PdfDocument(pdf)
    page = document[number]
    picture = page.render(scale=DPI / 72).to_numpy()[:, :, ::-1].copy()
    mm_x = page.get_width() / 72 * 25.4 / picture.shape[1]
    mm_y = page.get_height() / 72 * 25.4 / picture.shape[0]
    document.close()
    inked = (picture != 255).any(axis=2)
    least = round(40 / mm_x)
    found = []
    for left, right in islands(inked.sum(axis=0) >= least / 2, least):
        for top, bottom in islands(inked[:, left:right].mean(axis=1) > 0.5, least):
            corner = picture[top + 8, left + 8].astype(int)
            (side,) = (side for side in ("black", "copper") if np.abs(corner - rgb(side_colour(side))).max() <= 3)
            wide, high = (right - left) / 3, (bottom - top) / 3
            letters = ""
            for row in range(3):
                for column in range(3):
                    # Left and right of the digit, inside the disc.
                    for aside in (0.24, 0.76):
                        x, y = round(left + (column + aside) * wide), round(top + (row + 0.5) * high)
                        far = {letter: int(np.abs(picture[y, x] - fill).sum()) for letter, fill in fills.items()}
                        best = min(far, key=lambda letter: far[letter])
                        assert far[best] < 12, (side, row, column, picture[y, x])
                    letters += best
            found.append(Tile(letters, side, left * mm_x, top * mm_y, right * mm_x, bottom * mm_y))
    return found


def islands(hits: np.ndarray, least: int) -> list[tuple[int, int]]:
    """The runs of hits, from the first to behind the last, that are at least that long."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], hits.astype(int), [0]])))
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= least]


def letters_of(tile: str, side: str) -> str:
    rows = load("micro_robots/schwarz").definition.tiles[tile][side]
    return "".join(space[0] for row in rows for space in row.split())


BY_LETTERS = {(letters_of(tile, side), side): tile for tile in "1234" for side in ("black", "copper")}


def named(tiles: list[Tile]) -> dict[str, tuple[Tile, bool]]:
    """The tiles by number, and whether each stands upright."""
    found = {}
    for tile in tiles:
        upright = (tile.letters, tile.side) in BY_LETTERS
        found[BY_LETTERS[tile.letters if upright else tile.letters[::-1], tile.side]] = (tile, upright)
    assert len(found) == len(tiles)
    return found


@pytest.mark.parametrize(("paper", "orientation"), [("a4", "portrait"), ("letter", "landscape")])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_copper_side_lies_behind_the_black_side_of_the_same_tile(paper: str, orientation: str, flip: str) -> None:
    pdf = printed(paper=paper, orientation=orientation, flip=flip, backs="duplex", gutter="6mm", marks="none").pdf
    width, height = paper_mm(paper, orientation)
    about_upright = (flip == "long") == (orientation == "portrait")
    fronts, backs = named(tiles_on(pdf, 0)), named(tiles_on(pdf, 1))
    assert fronts.keys() == backs.keys()
    for number, (front, upright) in fronts.items():
        back, back_upright = backs[number]
        assert (front.side, back.side) == ("black", "copper")
        assert upright and back_upright == about_upright
        if about_upright:
            through = (width - back.right, back.top, width - back.left, back.bottom)
        else:
            through = (back.left, height - back.bottom, back.right, height - back.top)
        # Edges fall between pixels of 0.06 mm: what is compared is the middle of the tile.
        middle = ((front.left + front.right) / 2, (front.top + front.bottom) / 2)
        behind = ((through[0] + through[2]) / 2, (through[1] + through[3]) / 2)
        assert behind == pytest.approx(middle, abs=SLIP_MM)
    assert fronts.keys() == set("1234")


@pytest.mark.parametrize("fold", ["vertical", "horizontal"])
def test_a_folded_tile_has_its_own_other_side_behind_it(fold: str) -> None:
    pdf = printed(backs="fold", fold=fold, gutter="6mm", marks="none").pdf
    tiles = [tile for page in range(len(PdfReader(io.BytesIO(pdf)).pages) - 2) for tile in tiles_on(pdf, page)]
    fronts = named([tile for tile in tiles if tile.side == "black"])
    backs = named([tile for tile in tiles if tile.side == "copper"])
    assert fronts.keys() == backs.keys() == set("1234")
    for number, (front, upright) in fronts.items():
        back, back_upright = backs[number]
        assert upright and back_upright == (fold == "vertical")
        if fold == "vertical":
            assert 105 - front.right == pytest.approx(back.left - 105, abs=0.1)
            assert front.top == pytest.approx(back.top, abs=SLIP_MM)
        else:
            assert 148.5 - front.bottom == pytest.approx(back.top - 148.5, abs=0.1)
            assert front.left == pytest.approx(back.left, abs=SLIP_MM)


def test_backs_in_a_file_of_their_own_are_those_of_duplex() -> None:
    together, apart = printed(backs="duplex", gutter="6mm"), printed(backs="separate", gutter="6mm")
    assert apart.backs is not None
    assert tiles_on(apart.backs, 0) == tiles_on(together.pdf, 1)
    assert tiles_on(apart.pdf, 0) == tiles_on(together.pdf, 0)
    assert len(PdfReader(io.BytesIO(apart.backs)).pages) == 1


@pytest.mark.parametrize(("variant", "first"), [("schwarz", "black"), ("kupfer", "copper")])
def test_without_backs_both_sides_are_pieces_to_glue_together(variant: str, first: str) -> None:
    tiles = tiles_on(printed(variant, gutter="6mm", marks="none").pdf, 0)
    assert len(tiles) == 8 and all((tile.letters, tile.side) in BY_LETTERS for tile in tiles)
    top = min(tiles, key=lambda tile: (round(tile.top), tile.left))
    assert (top.side, BY_LETTERS[top.letters, top.side]) == (first, "1")


@pytest.mark.parametrize("tile_mm", [58, 45])
def test_tiles_have_their_size(tile_mm: int) -> None:
    tiles = tiles_on(printed(settings=(f"print.tile_mm={tile_mm}",), gutter="8mm", marks="none").pdf, 0)
    assert len(tiles) >= 8
    for tile in tiles:
        assert tile.right - tile.left == pytest.approx(tile_mm, abs=0.1)
        assert tile.bottom - tile.top == pytest.approx(tile_mm, abs=0.1)


def test_tiles_are_never_larger_than_the_paper() -> None:
    (tile,) = tiles_on(printed(settings=("print.tile_mm=186",)).pdf, 0)
    assert tile.right - tile.left == pytest.approx(186, abs=0.1)


def test_a_size_of_cards_in_the_definition_is_not_that_of_tiles() -> None:
    assert printed(settings=('print.size="tarot"',), target="printer").pdf != b""
    page = PdfReader(io.BytesIO(printed(settings=('print.size="tarot"',), target="printer").pdf)).pages[0]
    assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(58, abs=0.01)


@pytest.mark.parametrize(("backs", "order"), [("none", "chips dice"), ("duplex", "chips empty dice")])
def test_chips_and_dice_have_sheets_that_nothing_is_printed_behind(backs: str, order: str) -> None:
    texts = page_texts(printed(backs=backs).pdf)[1 if backs == "none" else 2 :]
    kinds = ["chips" if "25 × chip" in text else "dice" if "Number die" in text else "empty" for text in texts]
    assert kinds == order.split()
    assert all(text == "" for text, kind in zip(texts, kinds, strict=True) if kind == "empty")


def test_many_chips_and_lots_for_large_dice(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    lines = ['family = "micro_robots"', 'title = "x"', 'side = "front"', "[tiles.1]"]
    path.write_text("\n".join([*lines, f"front = {json.dumps([' '.join(f'A{n}' for n in range(1, 9))])}",
                               "[tiles.2]", f"front = {json.dumps([' '.join(f'B{n}' for n in range(1, 9))])}",
                               "[board]\nrows = 2\ncolumns = 1\n[chips]\ntotal = 200"]))  # fmt: skip
    made = render("tiles", load(str(path)), language="en")
    text = quick_text(made.pdf)
    assert "200 × chip" in text and "instead of rolling" in text
    # Two sides are asked of tiles that have one.
    assert any("nothing on their backs" in note for note in render("tiles", load(str(path)), backs="duplex").notes)


def pictures(folder: Path) -> dict[str, Image.Image]:
    found = {}
    for path in sorted(folder.glob("*.png")):
        with Image.open(path) as image:
            found[path.name] = image.copy()
    return found


def test_loose_tiles_for_the_table(tmp_path: Path) -> None:
    command = ["render", "tiles", "micro_robots/schwarz", "--target", "tts", "--dpi", "60", "--quiet"]
    assert main([*command, "-o", str(tmp_path / "t"), "--image-url", "https://example.org/"]) == 0
    saved = json.loads((tmp_path / "t" / "saved-object.json").read_text(encoding="utf-8"))
    assert [entry["Name"] for entry in saved["ObjectStates"]] == ["Custom_Tile"] * 4
    made = pictures(tmp_path / "t")
    assert len(made) == 8 and {image.size for image in made.values()} == {(137, 137)}
    for entry in saved["ObjectStates"]:
        shown = entry["CustomImage"]
        for key, side in (("ImageURL", "black"), ("ImageSecondaryURL", "copper")):
            name = shown[key].removeprefix("https://example.org/")
            pixel = np.asarray(made[name].convert("RGB"))[1, 1]
            assert np.abs(pixel - rgb(side_colour(side))).max() <= 3
        assert entry["Transform"]["rotZ"] == 0.0
    places = {(entry["Transform"]["posX"], entry["Transform"]["posZ"]) for entry in saved["ObjectStates"]}
    assert len(places) == 4


def test_pictures_and_boxes_of_tiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["render", "tiles", "micro_robots/schwarz"]
    assert main([*base, "--target", "tgc", "--png", str(tmp_path / "p")]) == 0
    note = capsys.readouterr().err.replace("\n", " ")
    assert "58 x 58 mm is no size of a card" in note and "chips, start chip, robot and dice" in note
    made = pictures(tmp_path / "p")
    # 58 mm at 300 dpi and an eighth of an inch on all sides.
    assert len(made) == 8 and {image.size for image in made.values()} == {(760, 760)}
    assert (
        main([*base, "--target", "printer", "--bleed", "3mm", "--backs", "duplex", "-o", str(tmp_path / "p.pdf")]) == 0
    )
    pages = PdfReader(tmp_path / "p.pdf").pages
    assert len(pages) == 8
    for page in pages:
        assert float(page.trimbox.width) / 72 * 25.4 == pytest.approx(58, abs=0.01)
        assert float(page.bleedbox.height) / 72 * 25.4 == pytest.approx(64, abs=0.01)


def test_a_picture_lies_under_the_spaces_of_the_side_it_is_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (800, 800), "#004040").save("art.png")
    lines = ['family = "micro_robots"', 'extends = "micro_robots/schwarz"', 'title = "Art"']
    lines += ["[print.cards.black]", 'picture = "art.png"', '[print.cards."tile:2:copper"]', 'picture = "art.png"']
    Path("art.toml").write_text("\n".join(lines), encoding="utf-8")
    made = render("tiles", load("art.toml"), png=Path("p"), dpi=50)
    assert made.notes == ()
    with_art = {
        name for name, image in pictures(Path("p")).items() if image.convert("RGB").getpixel((1, 1)) == (0, 64, 64)
    }
    assert with_art == {f"tiles-tile-{n}-black-01.png" for n in "1234"} | {"tiles-tile-2-copper-01.png"}
    assert render("tiles", load("art.toml"), backs="duplex").notes == ()


def test_whole_pages_are_not_cut_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["render", "puzzles", "micro_robots/schwarz", "-o", str(tmp_path / "p.pdf")]
    assert main([*base, "--bleed", "3mm", "--back-offset", "1,1"]) == 0
    said = capsys.readouterr().err.replace("\n", " ")
    assert "whole pages" in said and "--bleed, --back-offset changes nothing" in said
    (tmp_path / "p.pdf").unlink()
    assert main([*base, "--target", "tts"]) == 1
    assert "--png makes a picture of each page" in capsys.readouterr().err.replace("\n", " ")
    assert not (tmp_path / "p.pdf").exists()
    assert main([*base, "--png", str(tmp_path / "p"), "--dpi", "50", "--orientation", "landscape"]) == 0
    made = pictures(tmp_path / "p")
    assert list(made) == [f"puzzles-{n:02d}.png" for n in range(1, len(made) + 1)]
    assert {image.size for image in made.values()} == {(585, 413)}


def test_a_board_in_one_piece_lies_as_the_definition_says() -> None:
    for setting, first in (("board.arrangement=any", "6 W 6 B 2 B 5 P 2 P 3 P"),
                           ("board.arrangement=2:0,1:0,4:0,3:0", "5 P 2 P 3 P 6 W 6 B 2 B")):  # fmt: skip
        made = render("boards", load("micro_robots/schwarz", [setting]), language="en")
        assert quick_text(made.pdf).startswith(first)

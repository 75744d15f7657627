"""Tiles and boards as they are cut: outlines read from the PDF's paths, colours and elements from its pixels."""

from __future__ import annotations

import ctypes
import functools
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdfium2 import PdfDocument

from tests.printing.material import quick_text
from workbench.cli import main
from workbench.definition.load import load
from workbench.families.out_of_mine.nesting import nested
from workbench.families.out_of_mine.outlines import outline
from workbench.families.out_of_mine.pieces import board_mm, cell_mm, plate_room_mm, plates_of
from workbench.families.out_of_mine.shapes import shape_of
from workbench.families.out_of_mine.vocabulary import look_of
from workbench.printing.options import paper_mm
from workbench.tasks.render import RenderResult, render

SLIP_MM = 0.05
CUT_PT = 0.35
PIXELS_PER_MM = 8.0
MM = 25.4 / 72

Point = tuple[float, float]


@functools.cache
def printed(kind: str, variant: str = "profi", settings: tuple[str, ...] = (), **asked: Any) -> RenderResult:
    """The tiles or boards of a shipped variant."""
    return render(kind, load(f"out_of_mine/{variant}", settings), language="en", **asked)


def strokes(page: Any, wide_pt: float) -> list[list[Point]]:
    """The lines of that width on a page as corners in mm from its upper left corner; those with two are left out."""
    height = page.get_height()
    found = []
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=8):
        fill, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        pdfium.FPDFPath_GetDrawMode(thing.raw, fill, stroke)
        pdfium.FPDFPageObj_GetStrokeWidth(thing.raw, width)
        count = pdfium.FPDFPath_CountSegments(thing.raw)
        if not stroke.value or abs(width.value - wide_pt) > 0.01 or count < 4:
            continue
        matrix = thing.get_matrix()
        corners = []
        for number in range(count):
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFPath_GetPathSegment(thing.raw, number), x, y)
            across, up = matrix.on_point(x.value, y.value)
            corners.append((across * MM, (height - up) * MM))
        found.append(corners)
    return found


@dataclass(frozen=True)
class Tile:
    """A tile on a page: its cells from the upper left corner of its box, which is at (left, top) in mm, its colour, and
    the elements on it."""

    cells: tuple[tuple[int, int], ...]
    left: float
    top: float
    colour: str
    elements: tuple[str, ...]


def rgb(colour: str) -> np.ndarray:
    return np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)])


# What the icons are mostly made of.
ELEMENT_COLOURS = {"gold": "#f2b824", "silver": "#c3cbd3", "worm": "#e08a6a"}


def inside(point: Point, corners: list[Point]) -> bool:
    """Whether a point lies in a polygon: by the edges to its right."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossed = not crossed
    return crossed


def tiles_on(pdf: bytes, number: int, cell: float, d: Any) -> list[Tile]:
    """The tiles of a page, read from their cuts and pixels."""
    document = PdfDocument(pdf)
    page = document[number]
    picture = page.render(scale=PIXELS_PER_MM * MM).to_numpy()[:, :, ::-1].astype(int)
    fills = {colour: rgb(look_of(d, colour)["fill"]) for colour in d.colours}
    found = []
    for corners in strokes(page, CUT_PT):
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
        columns, rows = round(wide / cell), round(high / cell)
        # Every corner lies on the grid of the cells.
        for x, y in corners:
            assert abs((x - left) / cell - round((x - left) / cell)) * cell < SLIP_MM
            assert abs((y - top) / cell - round((y - top) / cell)) * cell < SLIP_MM
        cells = [
            (row, column)
            for row in range(rows)
            for column in range(columns)
            if inside((left + (column + 0.5) * cell, top + (row + 0.5) * cell), corners)
        ]
        colours, elements = set(), []
        for row, column in cells:
            x, y = (left + column * cell) * PIXELS_PER_MM, (top + row * cell) * PIXELS_PER_MM
            size = cell * PIXELS_PER_MM
            # Near the upper left corner of the stone's inner facet, between its edge and the sign.
            pixel = picture[round(y + 0.3 * size), round(x + 0.3 * size)]
            if (pixel == 255).all():
                mark = picture[
                    round(y + 0.3 * size) : round(y + 0.7 * size), round(x + 0.3 * size) : round(x + 0.7 * size)
                ]
                near = {
                    name: int((np.abs(mark - rgb(colour)).sum(axis=2) < 12).sum())
                    for name, colour in ELEMENT_COLOURS.items()
                }
                elements.append(max(near, key=lambda name: near[name]))
                assert max(near.values()) > 20
            else:
                far = {colour: int(np.abs(pixel - fill).sum()) for colour, fill in fills.items()}
                best = min(far, key=lambda colour: far[colour])
                assert far[best] < 12
                colours.add(best)
        if len(cells) == 1 and elements:
            colours.add("")
        (colour,) = colours
        found.append(Tile(tuple(cells), left, top, colour, tuple(elements)))
    document.close()
    return found


def everything(result: RenderResult, pages: Iterable[int], d: Any, cell: float = 18) -> list[Tile]:
    return [tile for page in pages for tile in tiles_on(result.pdf, page, cell, d)]


def looks(cells: Iterable[tuple[int, int]]) -> frozenset[tuple[tuple[int, int], ...]]:
    """A shape in its four turns, not turned over."""
    found, now = set(), list(cells)
    for _ in range(4):
        top, left = min(row for row, _ in now), min(column for _, column in now)
        found.add(tuple(sorted((row - top, column - left) for row, column in now)))
        now = [(column, -row) for row, column in now]
    return frozenset(found)


def box(d: Any) -> Counter[Any]:
    """The tiles that the box must have: shape, colour, and the elements of both sides."""
    return Counter(
        (
            looks(shape_of(d.shapes[shape])),
            colour,
            tuple(sorted(d.elements_of(colour, shape, copy, "a"))),
            tuple(sorted(d.elements_of(colour, shape, copy, "b"))),
        )
        for colour, shapes in d.tiles.items()
        for shape, copies in shapes.items()
        for copy in range(1, copies + 1)
    )


@pytest.mark.rule("O3", "O28")
@pytest.mark.parametrize(
    ("paper", "orientation", "flip"),
    [("a4", "portrait", "long"), ("a4", "portrait", "short"), ("letter", "landscape", "long")],
)
def test_behind_every_tile_lies_its_own_other_side(paper: str, orientation: str, flip: str) -> None:
    d = load("out_of_mine/profi").definition
    made = printed("tiles", paper=paper, orientation=orientation, flip=flip, backs="duplex")
    pages = len(PdfDocument(made.pdf))
    width, height = paper_mm(paper, orientation)
    about_upright = (flip == "long") == (orientation == "portrait")
    found: Counter[Any] = Counter()
    for page in range(0, pages, 2):
        fronts, backs = tiles_on(made.pdf, page, 18, d), tiles_on(made.pdf, page + 1, 18, d)
        assert len(fronts) == len(backs) > 0
        for front in fronts:
            rows, columns = (max(cell[axis] for cell in front.cells) + 1 for axis in (0, 1))
            # Where the tile is seen from behind, and what its cells look like there.
            if about_upright:
                place = width - front.left - columns * 18, front.top
                cells = {(row, columns - 1 - column) for row, column in front.cells}
            else:
                place = front.left, height - front.top - rows * 18
                cells = {(rows - 1 - row, column) for row, column in front.cells}
            near = [b for b in backs if abs(b.left - place[0]) < SLIP_MM and abs(b.top - place[1]) < SLIP_MM]
            (back,) = near
            assert set(back.cells) == cells
            assert back.colour == front.colour
            found[looks(front.cells), front.colour, tuple(sorted(front.elements)), tuple(sorted(back.elements))] += 1
    assert found == box(d)


def test_the_outlines_are_those_of_the_shapes_and_keep_their_gap() -> None:
    d = load("out_of_mine/grundspiel").definition
    made = printed("tiles", "grundspiel")
    fronts = everything(made, range(2), d)
    assert len(fronts) == 69 and not any(tile.elements for tile in fronts)
    assert Counter((looks(tile.cells), tile.colour) for tile in fronts) == Counter(
        (shape, colour) for (shape, colour, _, _), count in box(d).items() for _ in range(count)
    )
    for page in range(2):
        cells = [
            (number, tile.left + column * 18, tile.top + row * 18)
            for number, tile in enumerate(tiles_on(made.pdf, page, 18, d))
            for row, column in tile.cells
        ]
        for n, (one, x, y) in enumerate(cells):
            for other, a, b in cells[n + 1 :]:
                # Between cells of different tiles there are at least the 2 mm of the gap, across or down.
                assert one == other or max(abs(x - a), abs(y - b)) > 20 - SLIP_MM


@pytest.mark.parametrize(("cell", "gap"), [(14, 0), (22, 5)])
def test_another_size_and_gap(cell: int, gap: int) -> None:
    settings = (f"print.cell_mm={cell}", f"print.tile_gap_mm={gap}")
    d = load("out_of_mine/grundspiel", settings).definition
    made = printed("tiles", "grundspiel", settings, backs="fold")
    # Both sides are on each page.
    tiles = everything(made, range(len(PdfDocument(made.pdf))), d, cell)
    assert len(tiles) == 2 * 69
    assert sum(len(tile.cells) for tile in tiles) == 2 * 197


def test_sides_to_glue_and_sides_in_a_file_of_their_own() -> None:
    d = load("out_of_mine/profi").definition
    glued = printed("tiles")
    tiles = everything(glued, range(len(PdfDocument(glued.pdf))), d)
    assert len(tiles) == 2 * 69
    apart, together = printed("tiles", backs="separate"), printed("tiles", backs="duplex")
    assert apart.backs is not None
    assert tiles_on(apart.backs, 0, 18, d) == tiles_on(together.pdf, 1, 18, d)


@pytest.mark.rule("OO5")
def test_tiles_that_must_not_be_turned_over_have_one_side() -> None:
    made = printed("tiles", "profi", ("flipping=false",), backs="duplex")
    assert any("nothing on their backs" in note for note in made.notes)
    d = load("out_of_mine/profi", ("flipping=false",)).definition
    tiles = everything(made, range(len(PdfDocument(made.pdf))), d)
    assert len(tiles) == 69


BOARDS_A_PAGE = 2


@pytest.mark.rule("O4")
@pytest.mark.parametrize(("settings", "cell"), [((), 18), (("print.cell_mm=15",), 15)])
def test_galleries_have_the_cells_of_the_tiles(settings: Any, cell: int) -> None:
    d = load("out_of_mine/profi", settings).definition
    made = printed("boards", "profi", settings, backs="duplex", marks="none")
    document = PdfDocument(made.pdf)
    assert board_mm(d) == (cell * 7 + 8, cell * 7 + 8)
    assert len(document) == 2 * len(d.boards) / BOARDS_A_PAGE
    names = list(d.boards)
    for page in range(len(document)):
        side = "ab"[page % 2]
        # The line along the edge of a gallery is 0.05 cells wide.
        edges = [edge for edge in strokes(document[page], cell * 0.05 / MM) if len(edge) > 4]
        first = page // 2 * BOARDS_A_PAGE
        for board in names[first : first + BOARDS_A_PAGE]:
            spaces = shape_of([row.replace(".", "X").replace("#", ".") for row in d.gallery(board, side)])
            wide, high = ((max(cell[axis] for cell in spaces) + 1) * cell for axis in (1, 0))
            assert any(
                abs(max(x for x, _ in edge) - min(x for x, _ in edge) - wide) < SLIP_MM
                and abs(max(y for _, y in edge) - min(y for _, y in edge) - high) < SLIP_MM
                and abs(area(edge) - len(spaces) * cell**2) < 1
                for edge in edges
            ), (board, side)


def area(corners: list[Point]) -> float:
    """Area of a polygon in mm², by the shoelace formula."""
    turned = [*corners[1:], corners[0]]
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, turned, strict=True))) / 2


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_backs_of_boards_lie_behind_their_fronts(flip: str) -> None:
    made = printed("boards", backs="duplex", flip=flip, marks="none")
    document = PdfDocument(made.pdf)
    boxes = []
    for page in range(2):
        dark = document[page].render(scale=PIXELS_PER_MM * MM).to_numpy().min(axis=2) < 250
        across, down = np.flatnonzero(dark.mean(axis=0) > 0.5), np.flatnonzero(dark.mean(axis=1) > 0.5)
        boxes.append([edge / PIXELS_PER_MM for edge in (across[0], down[0], across[-1] + 1, down[-1] + 1)])
    (left, top, right, bottom), back = boxes
    through = (210 - right, top, 210 - left, bottom) if flip == "long" else (left, 297 - bottom, right, 297 - top)
    # One pixel at each edge.
    assert back == pytest.approx(list(through), abs=1.01 / PIXELS_PER_MM)
    assert (right - left, bottom - top) == pytest.approx((134, 268), abs=1.01 / PIXELS_PER_MM)


SHAPES = st.lists(
    st.sampled_from([("X",), ("XX",), ("XX", "X."), ("XXX", "X.X"), ("XXX", "X.X", "XXX"), ("XXXXX",), (".X", "XX")]),
    min_size=1,
    max_size=40,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(drawings=SHAPES, cell=st.integers(3, 12), gap=st.integers(0, 4))
def test_tiles_on_plates_stay_inside_and_apart(drawings: list[tuple[str, ...]], cell: int, gap: int) -> None:
    shapes = [shape_of(rows) for rows in drawings]
    plates, too_large = nested(shapes, 60, 40, cell, gap)
    assert sorted([*too_large, *(laid.tile for plate in plates for laid in plate)]) == list(range(len(shapes)))
    for number in too_large:
        assert max(max(edge) + 1 for edge in shapes[number]) * cell > 40
    for plate in plates:
        assert plate
        cells = []
        for laid in plate:
            assert looks(laid.cells) == looks(shapes[laid.tile])
            cells += [(laid.tile, laid.left_mm + c * cell, laid.top_mm + r * cell) for r, c in laid.cells]
        for n, (one, x, y) in enumerate(cells):
            assert 0 <= x <= 60 - cell and 0 <= y <= 40 - cell
            for other, a, b in cells[n + 1 :]:
                assert one == other or max(abs(x - a), abs(y - b)) >= cell + gap


@given(cells=st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20))
def test_outlines_enclose_exactly_the_cells(cells: set[tuple[int, int]]) -> None:
    loops = outline(cells)
    assert sum(signed_area(loop) for loop in loops) == len(cells)
    for row in range(5):
        for column in range(5):
            crossed = sum(inside((column + 0.5, row + 0.5), [(x, y) for y, x in loop]) for loop in loops)
            assert crossed % 2 == ((row, column) in cells)
    for loop in loops:
        # Corners only: every step goes across where the one before went down.
        steps = [a[0] == b[0] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
        assert all(one != other for one, other in zip(steps, [*steps[1:], steps[0]], strict=True))


def signed_area(loop: list[tuple[int, int]]) -> float:
    turned = [*loop[1:], loop[0]]
    return sum(ax * by - bx * ay for (ay, ax), (by, bx) in zip(loop, turned, strict=True)) / 2


def test_large_boards_and_tiles_are_made_smaller(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    gallery = json.dumps(["." * 30, "." * 30])
    path.write_text(
        'family = "out_of_mine"\ntitle = "x"\n[shapes]\nI8 = ["XXXXXXXX"]\n[tiles]\nochre = {I8 = 8}\n'
        f"[boards.b1]\na = {gallery}\nb = {gallery}\n[boards.b2]\na = {gallery}\nb = {gallery}\n"
        "[cards.c1]\ntiles = {ochre = 7}\n[cards.c2]\ntiles = {ochre = 6}\n",
        encoding="utf-8",
    )
    d = load(str(path), ["rounds=1", "players.max=2", 'seats=["geuebt","geuebt"]']).definition
    # 30 columns and two rims of 4 mm on 186 mm of paper: 5 mm each.
    assert cell_mm(d) == 5 and board_mm(d) == (158.0, 18.0)
    (plate,) = plates_of(d)
    width, height = plate_room_mm()
    assert all(laid.left_mm <= width and laid.top_mm <= height for laid in plate)


def test_what_a_target_can_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for target in ("tts", "tgc", "mpc"):
        assert main(["render", "tiles", "out_of_mine/profi", "--target", target, "-o", str(tmp_path / "t.pdf")]) == 1
        said = " ".join(capsys.readouterr().err.split())
        assert "along outlines of their own" in said and "--png" in said
    assert not list(tmp_path.iterdir())
    command = ["render", "boards", "out_of_mine/profi", "--target", "tts", "--dpi", "40", "--quiet"]
    assert main([*command, "-o", str(tmp_path / "b")]) == 0
    saved = json.loads((tmp_path / "b" / "saved-object.json").read_text(encoding="utf-8"))
    assert [entry["Name"] for entry in saved["ObjectStates"]] == ["Custom_Tile"] * 10
    assert len(list((tmp_path / "b").glob("*.png"))) == 20
    command = ["render", "cards", "out_of_mine/profi", "--target", "tts", "--dpi", "40", "--quiet"]
    assert main([*command, "-o", str(tmp_path / "c")]) == 0
    saved = json.loads((tmp_path / "c" / "saved-object.json").read_text(encoding="utf-8"))
    (deck,) = saved["ObjectStates"]
    assert len(deck["DeckIDs"]) == 40


def test_a_look_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (1200, 1200), "#204030").save("art.png")
    lines = ['family = "out_of_mine"', 'extends = "out_of_mine/profi"', 'title = "Own"']
    lines += ["[print.cards.card]", 'text = "Go **now**"', '[print.cards."board:b01:b"]', 'picture = "art.png"']
    Path("own.toml").write_text("\n".join(lines), encoding="utf-8")
    assert quick_text(render("cards", load("own.toml"), language="en").pdf).count("Go now") == 40
    assert render("boards", load("own.toml"), png=Path("p"), dpi=50).notes == ()
    corners = {path.name: Image.open(path).convert("RGB").getpixel((2, 2)) for path in Path("p").glob("*.png")}
    assert [name for name, pixel in corners.items() if pixel == (0x20, 0x40, 0x30)] == ["boards-board-b01-b-01.png"]

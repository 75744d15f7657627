"""Packings: published counts, brute force, a public exact cover package; the expected effort by its whole tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import factorial, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import load
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.exact import NOBODY, solve
from workbench.families.out_of_mine.packing import (
    Kind,
    all_sides,
    best_cover,
    new_search,
    one_solution,
    puzzles,
    puzzles_of,
)
from workbench.families.out_of_mine.shapes import (
    canonical,
    hangs_together,
    orientations,
    placements,
    shape_of,
    spaces_of,
    views,
)
from workbench.families.out_of_mine.solver import MOST_WAYS, ONE, ROW_WIDTH, pair_row, solve_pair

from . import brute

PENTOMINOES = {
    "F": (".XX", "XX.", ".X."),
    "I": ("XXXXX",),
    "L": ("XXXX", "X..."),
    "N": ("XXX.", "..XX"),
    "P": ("XX", "XX", "X."),
    "T": ("XXX", ".X.", ".X."),
    "U": ("X.X", "XXX"),
    "V": ("X..", "X..", "XXX"),
    "W": ("X..", "XX.", ".XX"),
    "X": (".X.", "XXX", ".X."),
    "Y": ("XXXX", ".X.."),
    "Z": ("XX.", ".X.", ".XX"),
}
TETROMINOES = {"I": ("XXXX",), "O": ("XX", "XX"), "T": ("XXX", ".X."), "L": ("XXX", "X.."), "S": (".XX", "XX.")}
SMALL = {
    "mono": ("X",),
    "duo": ("XX",),
    "I3": ("XXX",),
    "V3": ("XX", "X."),
    **{name: TETROMINOES[name] for name in "LS"},
}


def kinds(shapes: Mapping[str, tuple[str, ...]], copies: int = 1, colour: str = "white") -> list[Kind]:
    return [
        Kind(colour, shape_of(rows), tuple((name, number) for number in range(1, copies + 1)))
        for name, rows in shapes.items()
    ]


def rectangle(rows: int, columns: int) -> tuple[str, ...]:
    return ("." * columns,) * rows


def count(tiles: Sequence[Kind], gallery: tuple[str, ...], card: Mapping[str, int], **rules: bool) -> int:
    ways, _, finished, _ = solve(puzzles_of(tiles, [gallery], [card], **rules))[0].tolist()
    assert finished
    return int(ways)


@pytest.mark.parametrize(
    ("rows", "columns", "packings"), [(20, 3, 2), (3, 20, 2), (15, 4, 368), (5, 12, 1010), (6, 10, 2339)]
)
def test_the_twelve_pentominoes(rows: int, columns: int, packings: int) -> None:
    """Published counts up to the rectangle's symmetry; none of the packings is symmetric itself."""
    assert count(kinds(PENTOMINOES), rectangle(rows, columns), {"white": 12}) == 4 * packings


def test_dominoes_on_a_chessboard() -> None:
    """12,988,816 (Kasteleyn; Temperley and Fisher), on all 64 spaces."""
    assert count(kinds({"duo": ("XX",)}, 32), rectangle(8, 8), {"white": 32}) == 12_988_816
    # One tile fewer leaves two spaces.
    assert solve(puzzles_of(kinds({"duo": ("XX",)}, 31), [rectangle(8, 8)], [{"white": 32}]))[0].tolist()[3] == 2


def test_tetrominoes() -> None:
    # All five together cover 20 spaces, but no rectangle of 20: the T covers three of one chessboard colour.
    five = kinds(TETROMINOES)
    assert count(five, rectangle(4, 5), {"white": 5}) == count(five, rectangle(2, 10), {"white": 5}) == 0
    # The square of 16 spaces.
    assert count(kinds({"T": TETROMINOES["T"]}, 4), rectangle(4, 4), {"white": 4}) == 2
    assert count(kinds({"I": TETROMINOES["I"]}, 4), rectangle(4, 4), {"white": 4}) == 2
    assert count(kinds({"L": TETROMINOES["L"]}, 4), rectangle(4, 4), {"white": 4}) == 10
    # Without flipping only one of the two hands of L remains.
    assert count(kinds({"L": TETROMINOES["L"]}, 2), rectangle(4, 2), {"white": 2}) == 2
    assert count(kinds({"L": TETROMINOES["L"]}, 2), rectangle(4, 2), {"white": 2}, flipping=False) == 1


@pytest.mark.rule("OO5")
def test_orientations() -> None:
    turned = {name: len(orientations(shape_of(rows), flipping=True)) for name, rows in PENTOMINOES.items()}
    assert turned == {**dict.fromkeys("FLNPY", 8), **dict.fromkeys("TUVWZ", 4), "I": 2, "X": 1}
    one_sided = {name: len(orientations(shape_of(rows), flipping=False)) for name, rows in PENTOMINOES.items()}
    assert one_sided == {**dict.fromkeys("FLNPYTUVW", 4), "Z": 2, "I": 2, "X": 1}
    assert (
        len({canonical(shape, True) for rows in PENTOMINOES.values() for shape in orientations(shape_of(rows), True)})
        == 12
    )
    assert canonical(shape_of((".XX", "XX.")), False) != canonical(shape_of(("XX.", ".XX")), False)
    assert canonical(shape_of((".XX", "XX.")), True) == canonical(shape_of(("XX.", ".XX")), True)
    assert hangs_together(spaces_of(("..#", "#.."))) and not hangs_together(spaces_of((".#", "#.")))


def cells_of(rows: Sequence[str]) -> brute.Cells:
    return brute.drawing(rows, ".")


@st.composite
def small_puzzles(draw: st.DrawFn) -> tuple[tuple[str, ...], list[brute.Kind], dict[str, int]]:
    """A gallery of at most nine spaces, a few kinds of tiles in one or two colours, and a card."""
    columns = draw(st.integers(1, 4))
    rows = draw(st.integers(1, 4))
    marks = draw(st.lists(st.sampled_from("...#"), min_size=rows * columns, max_size=rows * columns))
    if marks.count(".") > 9 or "." not in marks:
        marks = ["." if number < 8 else "#" for number in range(rows * columns)]
    gallery = tuple("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows))
    names = draw(st.lists(st.sampled_from(sorted(SMALL)), min_size=1, max_size=3, unique=True))
    found = [(draw(st.sampled_from(("red", "blue"))), SMALL[name], draw(st.integers(1, 4))) for name in names]
    return gallery, found, {colour: draw(st.integers(0, 5)) for colour in ("red", "blue")}


def as_kinds(found: Sequence[brute.Kind]) -> list[Kind]:
    return [
        Kind(colour, shape_of(rows), tuple((str(number), copy) for copy in range(1, copies + 1)))
        for number, (colour, rows, copies) in enumerate(found)
    ]


@settings(max_examples=60, deadline=None)
@given(small_puzzles())
def test_brute_force(puzzle: tuple[tuple[str, ...], list[brute.Kind], dict[str, int]]) -> None:
    """Ways, fewest empty spaces and expected effort are those of a search without bits, order or memory."""
    gallery, found, card = puzzle
    board = cells_of(gallery)
    r = puzzles_of(as_kinds(found), [gallery], [card], all_views=True)
    t = new_search(r, keep_bits=6)
    row = [0] * ROW_WIDTH
    solve_pair(r, NOBODY, t, MOST_WAYS, 0)
    pair_row(r, NOBODY, t, row)
    ways, effort, finished, empty = row
    assert finished
    assert ways == len(set(brute.packings(board, found, card)))
    assert empty == brute.fewest_empty(board, found, card)
    if ways:
        trees = [
            brute.expected(cells_of(view), found, card, by_column=len(view[0]) > len(view)) for view in views(gallery)
        ]
        assert {tree[0] for tree in trees} == {ways}
        assert effort / ONE == pytest.approx(float(sum(tree[1] for tree in trees) / 8), abs=1e-4)
    for name, rows, _ in found:
        del name
        expected = brute.laid(board, brute.drawing(rows, "X"))
        assert len(placements(spaces_of(gallery), shape_of(rows), True)) == len(expected)


def test_effort_is_that_of_a_searcher() -> None:
    """Searches with an order of luck need as many tiles on average as the figure says."""
    gallery = ("....", "...#", "#...", "#..#")
    found: list[brute.Kind] = [("red", SMALL["L"], 2), ("blue", SMALL["V3"], 2), ("blue", SMALL["duo"], 2)]
    card = {"red": 1, "blue": 3}
    board = cells_of(gallery)
    assert len(board) == 12
    ways, effort = brute.expected(board, found, card)
    assert ways > 0
    luck = Random(1)

    def tiles_laid(board: brute.Cells, kinds: list[brute.Kind], card: dict[str, int]) -> tuple[bool, int]:
        if not board:
            return True, 0
        first = min(board, key=lambda cell: (cell.real, cell.imag))
        options = [
            (number, tile)
            for number, (colour, rows, copies) in enumerate(kinds)
            if copies and card[colour]
            for tile in places[rows]
            if first in tile and tile <= board
        ]
        luck.shuffle(options)
        laid = 0
        for number, tile in options:
            rest = [(c, r, n - (place == number)) for place, (c, r, n) in enumerate(kinds)]
            colour = kinds[number][0]
            done, more = tiles_laid(board - tile, rest, {**card, colour: card[colour] - 1})
            laid += 1 + more
            if done:
                return True, laid
        return False, laid

    places = {rows: brute.laid(board, brute.drawing(rows, "X")) for _, rows, _ in found}
    runs = [tiles_laid(board, found, card)[1] for _ in range(4_000)]
    mean = sum(runs) / len(runs)
    error = (sum((run - mean) ** 2 for run in runs) / len(runs) / len(runs)) ** 0.5
    assert abs(mean - float(effort)) < 4 * error


@pytest.mark.parametrize(
    ("board", "side", "card"), [("b10", "a", "t38"), ("b09", "a", "t27"), ("b08", "b", "t27"), ("b10", "b", "t27")]
)
def test_a_public_package_for_exact_cover(board: str, side: str, card: str) -> None:
    """The package tells equal tiles apart: it finds every packing once for each order of a colour's tiles."""
    d = load("out_of_mine/grundspiel").definition
    orders = prod(factorial(wanted) for wanted in d.cards[card].tiles.values())
    ways, rest = divmod(sum(1 for _ in brute.covers(d, d.gallery(board, side), card)), orders)
    assert rest == 0
    assert solve(puzzles(d, [(board, side)], [card]))[0].tolist()[0] == ways > 0


def test_compiled_and_interpreted_agree() -> None:
    d = load("out_of_mine/grundspiel").definition
    sides, cards = all_sides(d)[4:6], list(d.cards)[10:12]
    r = puzzles(d, sides, cards, all_views=True)
    rows = solve(r).tolist()
    t = new_search(r, keep_bits=8)
    for number, expected in enumerate(rows):
        row = [0] * ROW_WIDTH
        solve_pair(r, NOBODY, t, MOST_WAYS, number)
        pair_row(r, NOBODY, t, row)
        assert row == expected


@pytest.mark.rule("OO1")
def test_a_limit_or_an_exact_number() -> None:
    tiles = [*kinds({"duo": ("XX",)}, 3, "blue"), *kinds({"mono": ("X",)}, 4, "yellow")]
    gallery = rectangle(1, 4)
    # Two dominoes; one and two singles in three ways; four singles.
    assert count(tiles, gallery, {"blue": 2, "yellow": 4}) == 5
    assert count(tiles, gallery, {"blue": 1, "yellow": 2}) == 3
    assert count(tiles, gallery, {"blue": 2, "yellow": 4}, exact=True) == 0
    assert count(tiles, gallery, {"blue": 1, "yellow": 2}, exact=True) == 3
    assert count(tiles, gallery, {"blue": 2, "yellow": 0}, exact=True) == 1


def test_more_than_the_box_holds() -> None:
    """The box holds ten white tiles, two of each shape."""
    d = _only_white(12)
    assert sorted(puzzles(d, [("b01", "a")], ["t01"]).wanted) == [0, 0, 0, 0, 10]
    tiles = best_cover(d, "b01", "a", "t01")
    assert tiles is not None
    assert max(Counter(tile.shape for tile in tiles).values()) <= 2


def test_tiles_on_rock() -> None:
    """With check.rock = false a tile may lie on rock, within the drawing; rock need not be covered."""
    tiles = kinds({"duo": ("XX",)}, 2)
    assert count(tiles, (".#", "#."), {"white": 2}) == 0
    # Each space by a tile of its own, lying across or upright: 2 x 2, but not both on the same rock.
    assert count(tiles, (".#", "#."), {"white": 2}, rock_too=True) == 2


def test_one_solution_is_one() -> None:
    """It lies on the spaces, without overlap, with tiles of the card; another luck finds another one."""
    d = load("out_of_mine/grundspiel").definition
    found = set()
    for luck in range(5):
        for (board, side), card in zip(all_sides(d), list(d.cards)[::2], strict=True):
            tiles = one_solution(d, board, side, card, luck)
            assert tiles is not None
            covered = [complex(*cell) for tile in tiles for cell in tile.cells]
            assert len(covered) == len(set(covered))
            assert set(covered) == cells_of(d.gallery(board, side))
            assert Counter(tile.colour for tile in tiles) <= Counter(d.cards[card].tiles)
            assert len({(tile.colour, tile.shape, tile.copy) for tile in tiles}) == len(tiles)
            for tile in tiles:
                assert 1 <= tile.copy <= d.tiles[tile.colour][tile.shape]
                shape = canonical(shape_of(d.shapes[tile.shape]), True)
                corner = min(row for row, _ in tile.cells), min(column for _, column in tile.cells)
                picture = tuple((row - corner[0], column - corner[1]) for row, column in tile.cells)
                assert canonical(picture, True) == shape
            if (board, side) == ("b01", "a"):
                found.add(tuple(sorted(tile.cells for tile in tiles)))
    assert len(found) > 1


def _only_white(count: int) -> OutOfMineDefinition:
    none = [f"cards.t01.tiles.{colour}=0" for colour in ("yellow", "blue", "green", "red")]
    found = load("out_of_mine/grundspiel", [*none, f"cards.t01.tiles.white={count}"]).definition
    assert isinstance(found, OutOfMineDefinition)
    return found


def test_best_cover() -> None:
    d = _only_white(4)
    row = solve(puzzles(d, [("b01", "a")], ["t01"]))[0].tolist()
    tiles = best_cover(d, "b01", "a", "t01")
    assert tiles is not None
    assert len(cells_of(d.gallery("b01", "a"))) - sum(len(tile.cells) for tile in tiles) == row[3] > 0
    assert one_solution(d, "b01", "a", "t01") is None

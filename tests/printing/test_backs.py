"""Backs lie behind their fronts, on every paper and for every way of turning it: measured on rasterised pages."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.printing import measured
from tests.printing.material import page_texts
from tests.printing.measured import PIXELS_PER_MM, Seen, page_count, page_greys, printed, seen
from workbench.errors import DefinitionError
from workbench.lengths import PAPERS_MM
from workbench.printing.options import paper_mm

SLIP_MM = 0.05


@pytest.fixture(scope="module", autouse=True)
def measurable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        measured.setup(tmp_path_factory.mktemp("measured"), patch)
        yield


def by_card(cards: list[Seen]) -> dict[int, Seen]:
    found = {card.card: card for card in cards}
    assert len(found) == len(cards), "a card occurs twice"
    return found


@pytest.mark.parametrize("cards", [1, 8, 9, 10, 17, 18, 19, 27])
def test_each_card_is_printed_once_in_its_slot(cards: int) -> None:
    pdf = printed(cards).pdf
    assert page_count(pdf) == -(-cards // 9)
    width, height = PAPERS_MM["a4"]
    for page in range(page_count(pdf)):
        here = by_card(seen(pdf, page))
        assert sorted(here) == list(range(page * 9, min(cards, page * 9 + 9)))
        for card, place in here.items():
            row, column = divmod(card % 9, 3)
            assert place.x_mm == pytest.approx(width / 2 + (column - 1) * 63, abs=0.1)
            assert place.y_mm == pytest.approx(height / 2 + (row - 1) * 88, abs=0.1)
            assert place.upright


def test_a_deck_of_none_is_said_to_be_none() -> None:
    with pytest.raises(DefinitionError, match="nothing to print"):
        printed(0)


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_back_lies_behind_its_front(paper: str, orientation: str, flip: str) -> None:
    pdf = printed(11, paper=paper, orientation=orientation, backs="duplex", flip=flip).pdf
    width, height = paper_mm(paper, orientation)
    # A sheet that stands turns about its upright axis over the long edge, one that lies over the short edge.
    about_upright = (flip == "long") == (orientation == "portrait")
    cards = 0
    for page in range(0, page_count(pdf), 2):
        fronts, backs = by_card(seen(pdf, page)), by_card(seen(pdf, page + 1))
        assert fronts.keys() == backs.keys()
        cards += len(fronts)
        for card, front in fronts.items():
            back = backs[card]
            through = (width - back.x_mm, back.y_mm) if about_upright else (back.x_mm, height - back.y_mm)
            assert through == pytest.approx((front.x_mm, front.y_mm), abs=SLIP_MM)
            assert front.upright and back.upright == about_upright
    assert cards == 11


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("fold", ["vertical", "horizontal"])
def test_a_folded_card_has_both_sides_upright(paper: str, fold: str) -> None:
    cards = 7
    pdf = printed(cards, paper=paper, backs="fold", fold=fold).pdf
    width, height = PAPERS_MM[paper]
    count = 0
    for page in range(page_count(pdf)):
        places = seen(pdf, page)
        for card in {place.card for place in places}:
            front, back = sorted(
                (place for place in places if place.card == card),
                key=lambda place: place.x_mm if fold == "vertical" else place.y_mm,
            )
            count += 1
            if fold == "vertical":
                assert width / 2 - front.x_mm == pytest.approx(back.x_mm - width / 2, abs=SLIP_MM)
                assert front.y_mm == pytest.approx(back.y_mm, abs=SLIP_MM)
                assert front.upright and back.upright
            else:
                assert height / 2 - front.y_mm == pytest.approx(back.y_mm - height / 2, abs=SLIP_MM)
                assert front.x_mm == pytest.approx(back.x_mm, abs=SLIP_MM)
                # Folded backwards its upper edge is up again.
                assert front.upright and not back.upright
    assert count == cards
    # The fold is dashed: neither bare nor solid.
    greys = page_greys(pdf, 0) < 128
    dark = greys.any(axis=0) if fold == "horizontal" else greys.any(axis=1)
    line = (
        greys[round(height / 2 * PIXELS_PER_MM)] if fold == "horizontal" else greys[:, round(width / 2 * PIXELS_PER_MM)]
    )
    assert 0.3 < line[np.flatnonzero(dark)[0] :].mean() < 0.75


def test_without_a_wish_the_fold_that_holds_more_is_taken() -> None:
    cards = {fold: page_count(printed(24, backs="fold", fold=fold).pdf) for fold in ("vertical", "horizontal")}
    assert page_count(printed(24, backs="fold").pdf) == min(cards.values())


def test_only_backs_move_by_the_offset() -> None:
    plain = printed(11, backs="duplex").pdf
    assert printed(11, backs="duplex", back_offset="0,0").pdf == plain
    moved = printed(11, backs="duplex", back_offset="1.0,-0.5").pdf
    for page in range(4):
        before, after = by_card(seen(plain, page)), by_card(seen(moved, page))
        shift = (1.0, -0.5) if page % 2 else (0.0, 0.0)
        for card, place in before.items():
            assert after[card].x_mm - place.x_mm == pytest.approx(shift[0], abs=SLIP_MM)
            assert after[card].y_mm - place.y_mm == pytest.approx(shift[1], abs=SLIP_MM)
    assert "1, -0.5 mm" in page_texts(moved)[1]


def test_backs_can_have_a_file_of_their_own() -> None:
    together, apart = printed(11, backs="duplex"), printed(11, backs="separate")
    assert apart.backs is not None and page_count(apart.pdf) == page_count(apart.backs) == 2
    for page in range(2):
        assert seen(apart.pdf, page) == seen(together.pdf, 2 * page)
        assert seen(apart.backs, page) == seen(together.pdf, 2 * page + 1)


def test_a_card_without_a_back_leaves_its_slot_empty() -> None:
    pdf = printed(9, without_back=(0, 4, 5), backs="duplex").pdf
    whole = by_card(seen(printed(9, backs="duplex").pdf, 1))
    some = by_card(seen(pdf, 1))
    assert sorted(some) == [1, 2, 3, 6, 7, 8]
    assert all(whole[card] == place for card, place in some.items())


@pytest.mark.parametrize(("flip", "edge"), [("long", "long edge"), ("short", "short edge")])
def test_the_margin_says_how_to_turn_the_paper(flip: str, edge: str) -> None:
    pages = page_texts(printed(9, backs="duplex", flip=flip).pdf)
    assert len(pages) == 2 and all(f"flip on the {edge}" in page for page in pages)
    assert "Fronts" in pages[0] and "Backs" in pages[1]
    for number, page in enumerate(pages, start=1):
        for part in ("stollen/test", "0123abcd", "89ef4567", "50 mm", "print at 100 %", f"Page {number} of 2"):
            assert part in page


@pytest.mark.parametrize("bleed", ["0", "3mm", "1/8in"])
@pytest.mark.parametrize("backs", ["none", "duplex"])
def test_corner_marks_stay_outside_the_bleed(bleed: str, backs: str) -> None:
    pdf = printed(9, bleed=bleed, backs=backs).pdf
    over = {"0": 0.0, "3mm": 3.0, "1/8in": 3.175}[bleed]
    left, top = (210 - 189) / 2, (297 - 264) / 2
    for page in range(page_count(pdf)):
        greys = page_greys(pdf, page)

        def inside(edge_mm: float, greys: np.ndarray = greys) -> np.ndarray:
            rows = slice(round((top - edge_mm) * PIXELS_PER_MM), round((top + 264 + edge_mm) * PIXELS_PER_MM))
            columns = slice(round((left - edge_mm) * PIXELS_PER_MM), round((left + 189 + edge_mm) * PIXELS_PER_MM))
            return greys[rows, columns]

        if over:
            # The bleed is painted on all four sides, and ends where it should.
            ring = inside(over - 0.2)
            for side in (ring[0], ring[-1], ring[:, 0], ring[:, -1]):
                assert (side == measured.GROUND).mean() > 0.99
        ring = inside(over + 0.4)
        for side in (ring[0], ring[-1], ring[:, 0], ring[:, -1]):
            assert (side == 255).all()
        ring = inside(over + 2.0)
        marks = [np.flatnonzero(side < 128) for side in (ring[0], ring[-1], ring[:, 0], ring[:, -1])]
        for hits, step in zip(marks, (63, 63, 88, 88), strict=True):
            centres = [group.mean() for group in np.split(hits, np.flatnonzero(np.diff(hits) > 1) + 1)]
            expected = [(over + 2.0 + n * step) * PIXELS_PER_MM for n in range(4)]
            assert centres == pytest.approx(expected, abs=0.1 * PIXELS_PER_MM + 1)


@pytest.mark.parametrize(("sides", "fronts", "backs"), [("fronts", 1, 0), ("backs", 0, 1), ("both", 1, 1)])
def test_marks_on_one_side_or_both(sides: str, fronts: int, backs: int) -> None:
    pdf = printed(9, backs="duplex", marks_on=sides).pdf
    for page, wanted in enumerate((fronts, backs)):
        row = page_greys(pdf, page)[round((16.5 - 3) * PIXELS_PER_MM)]
        assert ((row < 128).sum() > 0) == bool(wanted)


def test_a_gutter_gives_each_card_its_own_bleed() -> None:
    pdf = printed(4, paper="a3", bleed="3mm", gutter="8mm", grid="2x2").pdf
    greys = page_greys(pdf, 0)
    row = greys[round((420 / 2 - 50) * PIXELS_PER_MM)]
    middle = round(297 / 2 * PIXELS_PER_MM)
    white = np.flatnonzero(row[middle - 100 : middle + 100] == 255)
    assert len(white) / PIXELS_PER_MM == pytest.approx(8 - 2 * 3, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "330x480mm", "13x19in"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_every_page_is_the_paper_that_was_asked_for(paper: str, orientation: str) -> None:
    import io

    from pypdf import PdfReader

    pdf = printed(20, paper=paper, orientation=orientation, backs="duplex").pdf
    width, height = paper_mm(paper, orientation)
    assert (width < height) == (orientation == "portrait")
    for page in PdfReader(io.BytesIO(pdf)).pages:
        assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(width, abs=0.1)
        assert float(page.mediabox.height) / 72 * 25.4 == pytest.approx(height, abs=0.1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"grid": "4x3"}, r"a grid of 4x3 cards of 63 x 88 mm does not fit .* the largest is 3x3 \(4x2 with the paper"),
        ({"grid": "3x4", "orientation": "landscape"}, r"the largest is 4x2 \(3x3 with the paper turned\)"),
        ({"size": "250x100mm"}, r"a card of 250 x 100 mm does not fit .*\(1x2 with the paper turned\)"),
        ({"size": "400x400"}, "does not fit.*larger paper or a smaller card"),
        ({"bleed": "12mm", "grid": "3x3"}, "the largest is 2x3"),
        ({"size": "pokr"}, "unknown card size 'pokr'.*did you mean poker"),
        ({"bleed": "3 elephants"}, r"the bleed \"3 elephants\" is not understood"),
        ({"bleed": "-1"}, "the bleed must be 0 to 20 mm"),
        ({"bleed": "1/0in"}, "the bleed must be 0 to 20 mm"),
        ({"back_offset": "1"}, "offset of the backs.*two lengths with a comma"),
        ({"grid": "0x3"}, "grid '0x3' is not understood"),
        ({"paper": "5x5mm"}, "paper must be 40 to 2000 mm"),
        ({"flip": "lang"}, "unknown flip 'lang', known are long, short"),
        ({"nonsense": 1}, "unknown option 'nonsense'"),
    ],
)
def test_what_does_not_fit_or_is_not_understood_is_said(options: dict[str, str], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        printed(9, **options)


@pytest.mark.parametrize(
    ("size", "size_mm"),
    [
        ("poker", (63, 88)),
        ("poker-us", (63.5, 88.9)),
        ("euro", (59, 92)),
        ("mini-euro", (44, 68)),
        ("tarot", (70, 120)),
        ("square", (70, 70)),
        ("2.5x3.5in", (63.5, 88.9)),
        ("6.3x8.8cm", (63, 88)),
    ],
)
def test_cards_are_as_large_as_asked(size: str, size_mm: tuple[float, float]) -> None:
    pdf = printed(2, size=size, grid="1x2").pdf
    greys = page_greys(pdf, 0, 600)
    ground = greys == measured.GROUND
    rows = np.flatnonzero(ground.sum(axis=1) > 200)
    columns = np.flatnonzero(ground.sum(axis=0) > 200)
    assert (columns[-1] - columns[0] + 1) / 600 * 25.4 == pytest.approx(size_mm[0], abs=0.1)
    assert (rows[-1] - rows[0] + 1) / 600 * 25.4 == pytest.approx(2 * size_mm[1], abs=0.1)

"""Sizes on paper, measured on rasterised pages."""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from tests.printing.material import STAMP, VARIANTS, make_definition, shipped_cards, shipped_rules
from workbench.errors import DefinitionError
from workbench.families.stollen import sleeve
from workbench.lengths import PAPERS_MM
from workbench.printing import geometry
from workbench.printing.sheets import render_cards, render_rules

POINTS_PER_MM = 72 / 25.4
DPI = 600
MM_PER_PIXEL = 25.4 / DPI


def _grid(paper: str) -> geometry.CardGrid:
    return geometry.Demand(*PAPERS_MM[paper], 63.0, 88.0).grid()


def _dark(pdf: bytes, page: int = 0) -> np.ndarray:
    document = PdfDocument(pdf)
    try:
        image = document[page].render(scale=DPI / 72, grayscale=True).to_numpy()
    finally:
        document.close()
    return image.reshape(image.shape[0], image.shape[1]) < 150


def _line_centres_mm(share: np.ndarray, least: float = 0.9) -> list[float]:
    """Where rows (or columns) are dark for at least ``least`` of their length, in mm."""
    hits = np.flatnonzero(share >= least)
    groups = np.split(hits, np.flatnonzero(np.diff(hits) > 1) + 1) if hits.size else []
    return [float((group.mean() + 0.5) * MM_PER_PIXEL) for group in groups]


@pytest.mark.parametrize(("paper", "size_mm"), [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))])
def test_every_page_has_the_paper_size(paper: str, size_mm: tuple[float, float]) -> None:
    definition = make_definition("stollen/diese-partie")
    for pdf in (
        render_rules(definition, "de", paper, stamp=STAMP),
        render_cards(definition, "de", paper, "corners", stamp=STAMP),
    ):
        for page in PdfReader(io.BytesIO(pdf)).pages:
            assert float(page.mediabox.width) / POINTS_PER_MM == pytest.approx(size_mm[0], abs=0.1)
            assert float(page.mediabox.height) / POINTS_PER_MM == pytest.approx(size_mm[1], abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cut_lines_are_a_card_apart(paper: str) -> None:
    pdf = render_cards(make_definition("stollen/diamant-2005"), "de", paper, "lines", stamp=STAMP)
    for page in (0, 3):
        dark = _dark(pdf, page)
        across = _line_centres_mm(dark.mean(axis=0))
        down = _line_centres_mm(dark.mean(axis=1))
        grid = _grid(paper)
        assert across == pytest.approx(grid.cuts_x(), abs=0.1)
        assert down == pytest.approx(grid.cuts_y(), abs=0.1)
        assert [b - a for a, b in pairwise(across)] == pytest.approx([63.0] * 3, abs=0.1)
        assert [b - a for a, b in pairwise(down)] == pytest.approx([88.0] * 3, abs=0.1)


def test_corner_marks_stand_on_the_cuts_and_outside_the_cards() -> None:
    grid = _grid("a4")
    dark = _dark(shipped_cards("stollen/diese-partie", "de"))
    top = int((grid.top_mm - 3) / MM_PER_PIXEL)
    left = int((grid.left_mm - 3) / MM_PER_PIXEL)
    assert _line_centres_mm(dark[top : top + 20].mean(axis=0)) == pytest.approx(grid.cuts_x(), abs=0.1)
    assert _line_centres_mm(dark[:, left : left + 20].mean(axis=1)) == pytest.approx(grid.cuts_y(), abs=0.1)
    for paper in PAPERS_MM:
        grid = _grid(paper)
        for mark in grid.marks("corners"):
            inside_x = grid.left_mm < max(mark.x1_mm, mark.x2_mm) and min(mark.x1_mm, mark.x2_mm) < grid.right_mm
            inside_y = grid.top_mm < max(mark.y1_mm, mark.y2_mm) and min(mark.y1_mm, mark.y2_mm) < grid.bottom_mm
            assert not (inside_x and inside_y)
            assert min(mark.x1_mm, mark.x2_mm, mark.y1_mm, mark.y2_mm) >= 0


def test_nothing_is_printed_within_the_safe_edge_of_a_card() -> None:
    grid = _grid("a4")
    for page in range(len(PdfDocument(shipped_cards("stollen/diese-partie", "de"))) - 1):
        dark = _dark_any(shipped_cards("stollen/diese-partie", "de"), page)
        for x in grid.cuts_x():
            strip = dark[_px(grid.top_mm) : _px(grid.bottom_mm), _px(x - 2.5) : _px(x + 2.5)]
            rows = [strip[_px(n * 88) + 5 : _px((n + 1) * 88) - 5] for n in range(grid.rows)]
            assert not any(row.any() for row in rows)


def _px(mm: float) -> int:
    return round(mm / 25.4 * 100)


def _dark_any(pdf: bytes, page: int) -> np.ndarray:
    document = PdfDocument(pdf)
    try:
        image = document[page].render(scale=100 / 72, grayscale=True).to_numpy()
    finally:
        document.close()
    return image.reshape(image.shape[0], image.shape[1]) < 200


def test_marks_can_be_left_out() -> None:
    grid = _grid("a4")
    assert grid.marks("none") == []
    definition = make_definition("stollen/diese-partie")
    dark = _dark(render_cards(definition, "de", "a4", "none", stamp=STAMP))
    assert not dark[: int((grid.top_mm - 0.2) / MM_PER_PIXEL)].any()


def test_the_ruler_is_as_long_as_it_says() -> None:
    grid = _grid("a4")
    dark = _dark(shipped_cards("stollen/diese-partie", "de"))
    strip = dark[int((grid.bottom_mm + 6) / MM_PER_PIXEL) :, : int((grid.left_mm + 55) / MM_PER_PIXEL)]
    row = strip[int(np.argmax(strip.sum(axis=1)))]
    hits = np.flatnonzero(row)
    assert (hits[-1] - hits[0] + 1) * MM_PER_PIXEL == pytest.approx(50.0, abs=0.2)


@pytest.mark.parametrize("cards", [0, 1, 8, 9, 10, 17, 18, 19, 27])
def test_pages_are_the_cards_divided_by_the_slots(cards: int) -> None:
    grid = _grid("a4")
    assert grid.per_page == 9
    assert grid.pages(cards) == -(-cards // 9)
    assert grid.slot(9) == grid.slot(0) == geometry.Slot(grid.left_mm, grid.top_mm)


@pytest.mark.parametrize("finds", [0, 1, 7, 8, 9, 16])
def test_a_sheet_is_never_empty_nor_missing(finds: int) -> None:
    changes = {
        "levels.1.finds": [3] * finds,
        "levels.1.hazards": {"gas": 2},
        "players.min": 1,
        "players.max": 1,
        "seats": ["nie"],
    }
    definition = make_definition("stollen/diamant-2005", changes)
    pdf = render_cards(definition, "de", "a4", "corners", stamp=STAMP)
    # the hazards, and for the one player: deeper, leave, reference
    assert len(PdfReader(io.BytesIO(pdf)).pages) == -(-(finds + 2 + 3) // 9)


def test_unknown_paper_and_marks_are_named() -> None:
    definition = make_definition("stollen/schlicht")
    with pytest.raises(DefinitionError, match="unknown paper 'a5', known are a4, letter, a3 and WxH"):
        render_rules(definition, "de", "a5", stamp=STAMP)
    with pytest.raises(DefinitionError, match="unknown cut marks 'dots', known are corners, lines, none"):
        render_cards(definition, "de", "a4", "dots", stamp=STAMP)


@pytest.mark.rule("SO46")
def test_the_window_of_the_sleeve_shows_the_corner_mark_of_a_card() -> None:
    pdf = shipped_cards("stollen/diese-partie", "de")
    card = _dark_at_300(pdf, 0)
    grid = _grid("a4")
    # The corner mark as printed on the first card: its dark box, from the card's upper right corner.
    right, top = grid.left_mm + 63, grid.top_mm
    box = card[_p300(top) : _p300(top + 12), _p300(right - 12) : _p300(right)]
    rows, columns = np.flatnonzero(box.any(axis=1)), np.flatnonzero(box.any(axis=0))
    centre_down = (rows[0] + rows[-1] + 1) / 2 * 25.4 / 300
    centre_left = 12 - (columns[0] + columns[-1] + 1) / 2 * 25.4 / 300
    net = sleeve.SleeveNet()
    window_left, window_top = net.window()
    # The card rests on the fold and can move by the play.
    assert window_top + net.window_mm / 2 - net.card_top_mm() == pytest.approx(centre_down, abs=0.15)
    window_from_right = net.card_left_mm() + 63 - (window_left + net.window_mm / 2)
    assert window_from_right == pytest.approx(centre_left, abs=0.15)
    slack = (net.window_mm - sleeve.CORNER_MARK_DIAMETER_MM) / 2
    assert slack >= sleeve.SLEEVE_PLAY_MM / 2
    # Nothing but the mark can show: the plain square is larger than window and play.
    edge = sleeve.CORNER_MARK_CENTRE_MM + net.window_mm / 2 + sleeve.SLEEVE_PLAY_MM / 2
    assert edge <= sleeve.CORNER_MM


@pytest.mark.rule("SO46")
def test_the_sleeve_is_printed_with_its_window_where_the_net_says() -> None:
    pdf = shipped_cards("stollen/diese-partie", "de")
    page = len(PdfReader(io.BytesIO(pdf)).pages) - 1
    document = PdfDocument(pdf)
    grey = document[page].render(scale=300 / 72, grayscale=True).to_numpy()
    document.close()
    grey = grey.reshape(grey.shape[0], grey.shape[1])
    window = (grey > 225) & (grey < 240)
    rows = np.flatnonzero(window.sum(axis=1) > _p300(6))
    columns = np.flatnonzero(window.sum(axis=0) > _p300(6))
    net = sleeve.SleeveNet()
    assert (rows[-1] - rows[0] + 1) * 25.4 / 300 == pytest.approx(net.window_mm, abs=0.3)
    dark = grey < 100
    lines = np.flatnonzero(dark[: rows[0]].sum(axis=1) > _p300(60))
    top_edge = lines[-1] if lines.size else 0
    window_top = (rows[0] - top_edge) * 25.4 / 300
    assert window_top == pytest.approx(net.window()[1], abs=0.3)
    edge = np.flatnonzero(dark[rows[0] : rows[-1]].mean(axis=0) > 0.4)
    right = edge[edge > columns[-1] + 10][0]
    expected = net.flap_mm + net.panel_width_mm - net.window()[0] - net.window_mm
    assert (right - columns[-1]) * 25.4 / 300 == pytest.approx(expected, abs=0.4)


def _p300(mm: float) -> int:
    return round(mm / 25.4 * 300)


def _dark_at_300(pdf: bytes, page: int) -> np.ndarray:
    document = PdfDocument(pdf)
    try:
        image = document[page].render(scale=300 / 72, grayscale=True).to_numpy()
    finally:
        document.close()
    return image.reshape(image.shape[0], image.shape[1]) < 128


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_of_the_shipped_variants_fit_on_two_pages(variant: str, language: str) -> None:
    pages = len(PdfReader(io.BytesIO(shipped_rules(variant, language))).pages)
    assert pages <= (2 if make_definition(variant).levels_in_order[1].finds else 1)
    letter = render_rules(make_definition(variant), language, "letter", stamp=STAMP)
    assert len(PdfReader(io.BytesIO(letter)).pages) <= 2

"""Files for shops, tables and printers, opened again and measured."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from tests.printing import measured
from tests.printing.material import make_definition
from workbench.definition.load import load
from workbench.families.stollen.words import card_list
from workbench.family import families
from workbench.printing import raster
from workbench.printing.boxes import with_boxes
from workbench.printing.layout import single_grid
from workbench.printing.options import PrintOptions, options_of
from workbench.printing.pictures import Faces, card_files, card_names
from workbench.printing.tabletop import SAVED_OBJECT, table_files, table_sheets
from workbench.resources import variants_folder
from workbench.tasks.render import render

RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))}


@pytest.fixture(scope="module", autouse=True)
def measurable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        measured.setup(tmp_path_factory.mktemp("measured"), patch)
        yield


def files(cards: int, **asked: Any) -> dict[str, bytes]:
    measured.deck(cards)
    options = options_of(asked)
    definition = make_definition("stollen/schlicht")
    if options.target == "tts":
        return dict(table_files(measured.KIND, definition, "en", options, measured.CARDS, "https://example.org/"))
    return dict(card_files(Faces(measured.KIND, definition, "en", options, measured.CARDS)))


def picture(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("L"))


@pytest.mark.parametrize(("target", "size_px", "edge_px"), [("tgc", (825, 1125), 37.5), ("mpc", (822, 1122), 36.0)])
def test_pictures_for_the_shops(target: str, size_px: tuple[int, int], edge_px: float) -> None:
    made = files(3, target=target, backs="duplex")
    assert sorted(made) == sorted(f"all-card-{n}-01{side}.png" for n in range(3) for side in ("", "-back"))
    for name, content in made.items():
        image = Image.open(io.BytesIO(content))
        assert image.size == size_px and image.format == "PNG", name
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        greys = picture(content)
        # The ground reaches the edge on all sides: there is bleed.
        for side in (greys[0], greys[-1], greys[:, 0], greys[:, -1]):
            assert (side == measured.GROUND).all()
        # The bar lies 8 mm under the cut of a card drawn for 63 mm: both shops cut to the same 750 x 1050 pixels.
        scale = 750 / 63
        bar = np.flatnonzero((greys == 0)[: size_px[1] // 4].sum(axis=1) > 300)
        assert bar[0] == pytest.approx(edge_px + 8 * scale, abs=1)
        across = np.flatnonzero(greys[bar[2]] == 0)
        assert (across[0] + across[-1] + 1) / 2 == pytest.approx(size_px[0] / 2, abs=1)
        assert len(across) == pytest.approx(30 * scale, abs=1)


@pytest.mark.parametrize(("dpi", "size_px"), [(300, (744, 1039)), (150, (372, 520))])
def test_pictures_have_the_size_that_the_dots_say(dpi: int, size_px: tuple[int, int]) -> None:
    made = files(1, dpi=dpi)
    assert list(made) == ["all-card-0-01.png"]
    assert Image.open(io.BytesIO(made["all-card-0-01.png"])).size == size_px


def test_names_are_stable_unique_and_legal_everywhere() -> None:
    deck = card_list(make_definition("stollen/diese-partie"), "de")
    names = card_names(deck)
    assert len({name.lower() for name in names}) == len(deck)
    for name in names:
        assert name.isascii() and not set(name) & set('<>:"/\\|?* .') and name.split(".")[0] not in RESERVED
        assert len(name) < 150
    fewer = card_names([card for card in deck if card["id"] != "find:5"])
    assert set(fewer) < set(names)
    odd = [{"id": text} for text in ("con", "CON", "Ärger", "寶石", "a/b", "a:b", "a b", "", "x" * 300, "con-01")]
    names = card_names(odd)
    assert len({name.lower() for name in names}) == len(odd)
    assert all(name.isascii() and name not in RESERVED and len(name) < 150 for name in names)


@pytest.mark.parametrize("cards", [1, 4, 69, 70, 140])
def test_table_sheets_have_whole_cells_and_room_for_the_hidden_card(cards: int) -> None:
    sheets = table_sheets(cards, (63.0, 88.0), 300)
    assert sum(sheet.cards for sheet in sheets) == cards
    assert len(sheets) == -(-cards // 69)
    for sheet in sheets:
        assert 2 <= sheet.columns <= 10 and 2 <= sheet.rows <= 7
        assert sheet.cards + 1 <= sheet.columns * sheet.rows
        width, height = sheet.size_px
        assert width <= 4096 and height <= 4096
        assert sheet.cell_px[0] / sheet.cell_px[1] == pytest.approx(63 / 88, abs=0.003)
    if cards == 69:
        assert sheets[0].cell_px == (409, 571)


@pytest.mark.parametrize("cards", [1, 4, 27])
def test_the_deck_for_the_table_opens_again(cards: int) -> None:
    made = files(cards, target="tts", dpi=60)
    saved = json.loads(made[SAVED_OBJECT])
    (deck,) = saved["ObjectStates"]
    (sheet,) = table_sheets(cards, (63.0, 88.0), 60)
    (custom,) = deck["CustomDeck"].values()
    assert (custom["NumWidth"], custom["NumHeight"]) == (sheet.columns, sheet.rows)
    assert custom["FaceURL"] == "https://example.org/all-1.png"
    faces = picture(made["all-1.png"])
    assert faces.shape == (sheet.size_px[1], sheet.size_px[0])
    width, height = sheet.cell_px
    for cell in range(sheet.columns * sheet.rows):
        column, row = cell % sheet.columns, cell // sheet.columns
        middle = faces[row * height + height // 2, column * width + width // 2]
        if cell < cards:
            assert middle == measured.CARDS[cell]["grey"]
        elif cell == sheet.columns * sheet.rows - 1:
            assert middle == measured.CARDS[0]["grey"]  # the hidden card shows a back
        else:
            assert middle == 255
    if cards == 1:
        assert deck["Name"] == "Card" and deck["CardID"] == 100
        return
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100 + n for n in range(cards)]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert {card["Name"] for card in deck["ContainedObjects"]} == {"Card"}
    # Here every card has a back of its own, in the same cell of a second sheet.
    assert custom["UniqueBack"] is True
    assert picture(made["all-1-back.png"]).shape == faces.shape


def test_decks_of_a_game_are_sorted_for_the_table() -> None:
    definition = make_definition("stollen/diese-partie")
    deck = card_list(definition, "de")
    kind = measured.KIND
    measured.CARDS[:] = [{"id": card["id"], "grey": 0, "deck": card["deck"], "back": {"grey": 0}} for card in deck]
    made = dict(table_files(kind, definition, "de", options_of({"target": "tts", "dpi": 30}), measured.CARDS, ""))
    saved = json.loads(made[SAVED_OBJECT])
    sizes = [len(entry["ContainedObjects"]) for entry in saved["ObjectStates"]]
    assert sizes == list(Counter(card["deck"] for card in deck).values())
    numbers = [number for entry in saved["ObjectStates"] for number in entry["CustomDeck"]]
    assert len(set(numbers)) == len(numbers)
    assert not any(custom["UniqueBack"] for entry in saved["ObjectStates"] for custom in entry["CustomDeck"].values())


@pytest.mark.parametrize(("bleed", "bleed_mm"), [("0", 0.0), ("3mm", 3.0), ("1/8in", 3.175)])
@pytest.mark.parametrize("marks", [None, "corners"])
def test_a_printer_gets_one_card_a_page_with_its_boxes(bleed: str, bleed_mm: float, marks: str | None) -> None:
    made = measured.printed(3, target="printer", bleed=bleed, backs="duplex", marks=marks)
    slot = single_grid(made.options, made.card_mm).slot(0)
    pdf = with_boxes(made.pdf, made.card_mm, slot, made.options.card_bleed_mm)
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.pdf_header == "%PDF-1.7" and len(reader.pages) == 6
    for page in reader.pages:
        for box, edge in ((page.trimbox, 0.0), (page.bleedbox, bleed_mm)):
            size = [float(box.width) / 72 * 25.4, float(box.height) / 72 * 25.4]
            assert size == pytest.approx([63 + 2 * edge, 88 + 2 * edge], abs=0.01)
        media, bleedbox, trim = page.mediabox, page.bleedbox, page.trimbox
        assert media.left <= bleedbox.left <= trim.left and trim.right <= bleedbox.right <= media.right
        room = 0.0 if marks is None else 5.5
        assert float(media.width) / 72 * 25.4 == pytest.approx(63 + 2 * (bleed_mm + room), abs=0.01)
        assert float(trim.left + trim.right) / 2 == pytest.approx(float(media.width) / 2, abs=0.01)
    # What makes it an accessible archive is still there.
    catalog = reader.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"] and "/StructTreeRoot" in catalog and "/Metadata" in catalog
    xmp = catalog["/Metadata"].get_data().decode()
    assert "pdfaid:part>2<" in xmp and "pdfuaid:part>1<" in xmp
    assert with_boxes(made.pdf, made.card_mm, slot, made.options.card_bleed_mm) == pdf


def test_shops_cut_poker_cards_in_inches_and_leave_other_sizes() -> None:
    shop = options_of({"target": "tgc"})
    assert shop.card_mm((63.0, 88.0)) == (63.5, 88.9)
    assert options_of({"target": "tgc", "size": "tarot"}).card_mm((63.0, 88.0)) == (70.0, 120.0)
    assert PrintOptions().card_mm((63.0, 88.0)) == (63.0, 88.0)


def test_pictures_are_the_same_bytes_each_time() -> None:
    assert files(2, dpi=100, backs="duplex") == files(2, dpi=100, backs="duplex")


def test_written_pictures_are_named_in_the_result(tmp_path: Path) -> None:
    import workbench

    done = workbench.render("pads", "stollen/schlicht", png=tmp_path / "out", dpi=50)
    assert [path.name for path in done.written] == ["pad-01.png", "pad-02.png"]
    assert all(path.is_file() for path in done.written)
    assert done.to_dict() == {"written": [path.as_posix() for path in done.written]}


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.id)
def test_a_picture_of_a_pad_names_its_variant(family: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn = []
    monkeypatch.setattr(raster, "opened", lambda pdf, original=raster.opened: drawn.append(pdf) or original(pdf))
    first = min((variants_folder() / family.id).glob("*.toml")).stem
    loaded = load(f"{family.id}/{first}")
    render("pads", loaded, png=tmp_path, dpi=30)
    prints = loaded.fingerprint
    stamp = f"{loaded.variant} · rules {prints.rules} · print {prints.print}"
    for page in PdfReader(io.BytesIO(drawn[-1])).pages:
        assert stamp in page.extract_text()


def test_pictures_of_before_are_told(tmp_path: Path) -> None:
    def notes() -> list[str]:
        return [
            note for note in render("aids", "stollen/schlicht", None, png=tmp_path, dpi=30).notes if "older" in note
        ]

    assert notes() == []
    (tmp_path / "player-1-lamp-01.png").write_bytes(b"")
    told = f"1 older picture lies in {tmp_path.as_posix()} beside those of this run, for example player-1-lamp-01.png"
    assert notes() == [told]

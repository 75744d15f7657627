"""For Tabletop Simulator: sheets of cards, loose tiles, and the saved object that puts them on the table.

A sheet has at most 10 x 7 cells and 4096 pixels a side; every cell is the same whole number of pixels; the last cell
is the card that hides the hand of others, so a sheet holds 69 cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from workbench.lengths import MM_PER_INCH
from workbench.numbers import to_json
from workbench.printing import raster
from workbench.printing.kinds import Pieces
from workbench.printing.options import PrintOptions
from workbench.printing.own import SHIPPED, Own
from workbench.printing.pictures import Card, Faces, card_names, slug
from workbench.printing.sheets import piece_mm
from workbench.printing.stamp import UNSTAMPED, Stamp

if TYPE_CHECKING:
    from PIL import Image

MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_PX = 4096
CARDS_PER_SHEET = MOST_COLUMNS * MOST_ROWS - 1
SAVED_OBJECT = "saved-object.json"


@dataclass(frozen=True)
class TableSheet:
    """The cells of one picture: ``cards`` cards and the hidden one in the last cell."""

    cards: int
    columns: int
    rows: int
    cell_px: tuple[int, int]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.columns * self.cell_px[0], self.rows * self.cell_px[1]


def table_sheets(cards: int, card_mm: tuple[float, float], dpi: int) -> list[TableSheet]:
    """The sheets of a deck of ``cards`` cards, each as small as its cards allow and not below 2 x 2 cells."""
    found = []
    for first in range(0, cards, CARDS_PER_SHEET):
        count = min(CARDS_PER_SHEET, cards - first)
        rows = max(2, -(-(count + 1) // MOST_COLUMNS))
        columns = max(2, -(-(count + 1) // rows))
        # Both directions by the same factor, so that no card is stretched by more than the rounding to pixels.
        scale = min(dpi / 25.4, MOST_PX // columns / card_mm[0], MOST_PX // rows / card_mm[1])
        cell = (max(1, int(card_mm[0] * scale + 1e-9)), max(1, int(card_mm[1] * scale + 1e-9)))
        found.append(TableSheet(count, columns, rows, cell))
    return found


def table_files(
    kind: Pieces,
    definition: Any,
    language: str,
    options: PrintOptions,
    cards: Sequence[Card],
    folder_url: str,
    own: Own = SHIPPED,
    stamp: Stamp = UNSTAMPED,
) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the pictures of all decks and of the saved object, which names them below ``folder_url``.

    Cards with the same ``deck`` make one deck, in the order of the cards; cards without one are a deck of their own.
    """
    decks: dict[str, list[Card]] = {}
    for card in cards:
        decks.setdefault(str(card.get("deck", "cards")), []).append(card)
    drawing = replace(options, target="tts")
    card_mm = piece_mm(kind, options)
    objects = []
    sheet_number = 0
    for place, (deck, members) in enumerate(decks.items()):
        customs: dict[str, dict[str, Any]] = {}
        ids: list[int] = []
        rest = iter(members)
        for number, sheet in enumerate(table_sheets(len(members), card_mm, options.dpi), start=1):
            sheet_number += 1
            held = list(islice(rest, sheet.cards))
            faces = Faces(kind, definition, language, drawing, held, sheet.cell_px, own, stamp)
            backs = [picture for _, picture in faces.pictures("back")]
            alike = len(set(faces.shown("back"))) == 1
            name = f"{slug(deck) or 'deck'}-{number}"
            yield (
                f"{name}.png",
                raster.png(_sheet(sheet, (picture for _, picture in faces.pictures("front")), backs[0]), options.dpi),
            )
            if alike:
                yield f"{name}-back.png", raster.png(backs[0], options.dpi)
            else:
                yield f"{name}-back.png", raster.png(_sheet(sheet, backs, backs[0]), options.dpi)
            customs[str(sheet_number)] = {
                "FaceURL": f"{folder_url}{name}.png",
                "BackURL": f"{folder_url}{name}-back.png",
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": not alike,
                "Type": 0,
            }
            ids += [sheet_number * 100 + cell for cell in range(sheet.cards)]
        objects.append(_deck_object(deck, members, ids, customs, place))
    yield SAVED_OBJECT, to_json(_save(definition.title_in(language), objects)).encode()


def tile_files(
    kind: Pieces,
    definition: Any,
    language: str,
    options: PrintOptions,
    cards: Sequence[Card],
    folder_url: str,
    own: Own = SHIPPED,
    stamp: Stamp = UNSTAMPED,
) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the pictures of loose tiles, and of the saved object that lays them out face up."""
    width_mm, height_mm = piece_mm(kind, options)
    dpi = min(options.dpi, MOST_PX * MM_PER_INCH / max(width_mm, height_mm))
    size_px = raster.pixels(width_mm, dpi), raster.pixels(height_mm, dpi)
    faces = Faces(kind, definition, language, replace(options, target="tts"), cards, size_px, own, stamp)
    names = card_names(cards)
    for name, (_, picture) in zip(names, faces.pictures("front"), strict=True):
        yield f"{name}.png", raster.png(picture, dpi)
    for name, (key, picture) in zip(names, faces.pictures("back"), strict=True):
        if key:
            yield f"{name}-back.png", raster.png(picture, dpi)
    objects = [
        {
            "Name": "Custom_Tile",
            "Transform": _transform(place) | {"rotZ": 0.0},
            "Nickname": str(card.get("name", card["id"])),
            "Description": "",
            "CustomImage": {
                "ImageURL": f"{folder_url}{name}.png",
                "ImageSecondaryURL": f"{folder_url}{name}-back.png" if card.get("back") else "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                # A box of the picture's own proportions.
                "CustomTile": {"Type": 0, "Thickness": 0.2, "Stackable": False, "Stretch": True},
            },
        }
        for place, (name, card) in enumerate(zip(names, cards, strict=True))
    ]
    yield SAVED_OBJECT, to_json(_save(definition.title_in(language), objects)).encode()


def _sheet(sheet: TableSheet, pictures: Any, hidden: Image.Image) -> Image.Image:
    from PIL import Image

    made = Image.new("RGB", sheet.size_px, "white")
    width, height = sheet.cell_px
    for cell, picture in enumerate(pictures):
        made.paste(picture, (cell % sheet.columns * width, cell // sheet.columns * height))
    made.paste(hidden, ((sheet.columns - 1) * width, (sheet.rows - 1) * height))
    return made


def _transform(place: int) -> dict[str, float]:
    """Decks in rows of eight, face down, a card's width apart."""
    return {
        "posX": (place % 8) * 3.0 - 10.5,
        "posY": 1.5,
        "posZ": 3.0 - (place // 8) * 4.0,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 180.0,
        "scaleX": 1.0,
        "scaleY": 1.0,
        "scaleZ": 1.0,
    }


def _deck_object(
    deck: str, members: Sequence[Card], ids: Sequence[int], customs: dict[str, dict[str, Any]], place: int
) -> dict[str, Any]:
    def card(member: Card, card_id: int) -> dict[str, Any]:
        return {
            "Name": "Card",
            "Transform": _transform(place),
            "Nickname": str(member.get("name", member["id"])),
            "Description": "",
            "CardID": card_id,
            "SidewaysCard": False,
            "CustomDeck": {str(card_id // 100): customs[str(card_id // 100)]},
        }

    cards = [card(member, card_id) for member, card_id in zip(members, ids, strict=True)]
    if len(cards) == 1:
        # The simulator knows no deck of one card.
        return cards[0]
    return {
        "Name": "DeckCustom",
        "Transform": _transform(place),
        "Nickname": str(members[0].get("deck_name", deck)),
        "Description": "",
        "SidewaysCard": False,
        "DeckIDs": list(ids),
        "CustomDeck": customs,
        "ContainedObjects": cards,
    }


def _save(title: str, objects: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(objects),
        "TabStates": {},
        "VersionNumber": "",
    }

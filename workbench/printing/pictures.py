"""Cards as pictures: one file a card, for the shops and for screens."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench.definition.model import DefinitionBase
from workbench.printing import raster
from workbench.printing.kinds import Pieces
from workbench.printing.layout import single_grid
from workbench.printing.options import PrintOptions
from workbench.printing.own import SHIPPED, Own
from workbench.printing.sheets import piece_mm, single_faces
from workbench.printing.stamp import UNSTAMPED, Stamp

if TYPE_CHECKING:
    from PIL import Image

Card = Mapping[str, Any]
# Pages held in memory at a time: a picture of a card at 300 dpi is 3 MB.
_AT_A_TIME = 100


def slug(text: str) -> str:
    """``text`` as a part of a file's name that every system takes: small ASCII letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def card_names(cards: Sequence[Card]) -> list[str]:
    """A name for each card, from its deck, its id and its number among equal ones.

    A name stays the same when other cards come or go. None is a device of Windows (``con``, ``aux``), since each
    has a number at its end; upper and lower case never tell two apart.
    """
    seen: Counter[str] = Counter()
    names = []
    for card in cards:
        parts = [slug(str(card.get("deck", ""))), slug(str(card["id"]))]
        name = "-".join(part[:60] for part in parts if part) or "card"
        seen[name] += 1
        names.append(f"{name}-{seen[name]:02d}")
    return _unique(names)


def _unique(names: Sequence[str]) -> list[str]:
    taken: set[str] = set()
    found = []
    for name in names:
        unique, number = name, 1
        while unique in taken:
            number += 1
            unique = f"{name}-{number}"
        taken.add(unique)
        found.append(unique)
    return found


class Faces:
    """The cards of one kind as pictures of ``width_px`` x ``height_px``. What is equal is drawn once."""

    def __init__(
        self,
        kind: Pieces,
        definition: DefinitionBase,
        language: str,
        options: PrintOptions,
        cards: Sequence[Card],
        size_px: tuple[int, int] | None = None,
        own: Own = SHIPPED,
        stamp: Stamp = UNSTAMPED,
    ) -> None:
        self.own, self.stamp = own, stamp
        self.kind, self.definition, self.language, self.options = kind, definition, language, options
        self.cards = list(cards)
        self.size_px = size_px or picture_px(kind, options)

    def shown(self, side: str) -> list[str]:
        """What the ``side`` of each card shows, as a text that is the same for equal ones; a missing back is none."""
        what = [card if side == "front" else card.get("back") for card in self.cards]
        return [json.dumps(data, sort_keys=True, default=str) if data is not None else "" for data in what]

    def pictures(self, side: str) -> Iterator[tuple[str, Image.Image]]:
        """The ``side`` of each card with what it shows, in order; equal ones are the same picture."""
        keys = self.shown(side)
        unique = dict(zip(keys, self.cards, strict=True))
        number = {key: index for index, key in enumerate(unique)}
        pdf = single_faces(
            self.kind, self.definition, self.language, self.options, list(unique.values()), side, self.own, self.stamp
        )
        held: dict[str, Image.Image] = {}
        with raster.opened(pdf) as document:
            for key in keys:
                if key not in held:
                    if len(held) >= _AT_A_TIME:
                        held.pop(next(iter(held)))
                    held[key] = raster.page_picture(document, number[key], *self.size_px)
                yield key, held[key]


def picture_px(kind: Pieces, options: PrintOptions) -> tuple[int, int]:
    """Width and height in pixels of the picture of a card: its cut size and its bleed on both sides."""
    grid = single_grid(options, piece_mm(kind, options))
    return raster.pixels(grid.page_width_mm, options.dpi), raster.pixels(grid.page_height_mm, options.dpi)


def page_files(pdf: bytes, name: str, dpi: int) -> Iterator[tuple[str, bytes]]:
    """Names and contents of PNG files of all pages of a document."""
    with raster.opened(pdf) as document:
        for number in range(len(document)):
            size_px = (round(length / 72 * dpi) for length in document.get_page_size(number))
            yield f"{name}-{number + 1:02d}.png", raster.png(raster.page_picture(document, number, *size_px), dpi)


def card_files(faces: Faces) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the PNG files: a front for each card and, where backs are asked for, its back.

    A card without a back has none here either.
    """
    names = card_names(faces.cards)
    for side, ending in (("front", ""), ("back", "-back")):
        if side == "back" and faces.options.backs == "none":
            return
        last: tuple[str, bytes] = ("", b"")
        for name, (key, picture) in zip(names, faces.pictures(side), strict=True):
            if key != last[0]:
                last = (key, raster.png(picture, faces.options.dpi))
            if key:
                yield f"{name}{ending}.png", last[1]

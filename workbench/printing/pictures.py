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
from workbench.printing.sheets import piece_mm, single_faces

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
    """The cards of one kind as pictures of ``width_px`` x ``height_px``. Equal cards are drawn once."""

    def __init__(
        self,
        kind: Pieces,
        definition: DefinitionBase,
        language: str,
        options: PrintOptions,
        cards: Sequence[Card],
        size_px: tuple[int, int] | None = None,
    ) -> None:
        self.kind, self.definition, self.language, self.options = kind, definition, language, options
        self.cards = list(cards)
        self.size_px = size_px or picture_px(kind, options)
        keys = [json.dumps(card, sort_keys=True, default=str) for card in self.cards]
        first = {key: index for index, key in reversed(list(enumerate(keys)))}
        self.page_of = [first[key] for key in keys]

    def pictures(self, side: str) -> Iterator[Image.Image]:
        """The ``side`` of each card, in order."""
        pages = sorted(set(self.page_of))
        number = {page: index for index, page in enumerate(pages)}
        unique = [self.cards[page] for page in pages]
        pdf = single_faces(self.kind, self.definition, self.language, self.options, unique, side)
        with raster.opened(pdf) as document:
            held: dict[int, Image.Image] = {}
            for page in self.page_of:
                if page not in held:
                    if len(held) >= _AT_A_TIME:
                        held.pop(next(iter(held)))
                    held[page] = raster.page_picture(document, number[page], *self.size_px)
                yield held[page]


def picture_px(kind: Pieces, options: PrintOptions) -> tuple[int, int]:
    """Width and height in pixels of the picture of a card: its cut size and its bleed on both sides."""
    grid = single_grid(options, piece_mm(kind, options))
    return raster.pixels(grid.page_width_mm, options.dpi), raster.pixels(grid.page_height_mm, options.dpi)


def card_files(faces: Faces) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the PNG files: a front for each card and, where backs are asked for, its back."""
    names = card_names(faces.cards)
    for name, picture in zip(names, faces.pictures("front"), strict=True):
        yield f"{name}.png", raster.png(picture, faces.options.dpi)
    if faces.options.backs != "none":
        for name, picture in zip(names, faces.pictures("back"), strict=True):
            yield f"{name}-back.png", raster.png(picture, faces.options.dpi)

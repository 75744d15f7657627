"""The table ``[print]``: how the printed matter of a game looks, whatever its family."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.colours import hex_colour
from workbench.definition.fields import Array, Measured, Prose, Table, Text
from workbench.definition.language import Language
from workbench.lengths import bleed_mm, card_size_mm, paper_size_mm

OWN_SIZE = "own"
MOST_FONTS = 20


def _card_size(value: str) -> object:
    return None if value == OWN_SIZE else card_size_mm(value)


Colour = Annotated[str, Measured(hex_colour, "colour")]


class Colours(Table):
    """The colours that all sheets are made of: CSS names or #rrggbb."""

    ink: Colour = Field("#2d2a32", description="text")
    accent: Colour = Field("#c8452c", description="headings, and what is dangerous")
    gold: Colour = Field("#e3a53a", description="lines and ornaments")
    gold_dark: Colour = Field("#8f5a10", description="text in gold")
    cool: Colour = Field("#2a7f86", description="the second colour")
    paper: Colour = Field("#fff8ea", description="ground of text on cards")
    sand: Colour = Field("#f6ead0", description="ground of boxes")
    grey: Colour = Field("#6b6773", description="remarks")


TEXT_ON_PAPER = ("ink", "accent", "gold_dark", "cool", "grey")
"""The colours that text has on ``paper``."""


class CardLook(Table):
    """A text or a picture of the designer's own on a card."""

    text: Annotated[str, Prose("text")] = Field(
        "", description="text with **bold**, *italic* and {icon:name}; lines that begin with - are a list"
    )
    texts: dict[Language, Annotated[str, Prose("text")]] = Field({}, description="the text by language, else `text`")
    picture: Annotated[str, Text("picture", empty=True)] = Field(
        "", description="SVG, PNG or JPEG, relative to the file that states it"
    )


class PrintBase(Table):
    """How printed matter looks."""

    paper: Annotated[str, Measured(paper_size_mm, "paper")] = Field(
        "a4", description="paper of the sheets: a4, letter, a3 or WxH"
    )
    marks: Literal["none", "corners", "lines"] = Field("corners", description="cut marks")
    size: Annotated[str, Measured(_card_size, "card size")] = Field(
        OWN_SIZE, description="size of the cards: own (that of the family), a name (poker, tarot, ...) or WxH"
    )
    bleed: Annotated[str, Measured(bleed_mm, "bleed")] = Field("0mm", description="how far cards go over the cut")
    colours: Colours = Colours()
    font: Annotated[str, Text("font", empty=True)] = Field("", description="family of a font of `fonts`")
    fonts: Annotated[tuple[Annotated[str, Text("fonts")], ...], Array("fonts", 0, MOST_FONTS)] = Field(
        (),
        description="folders with fonts, or installed packages as package:NAME",
    )
    icons: Annotated[str, Text("icons", empty=True)] = Field(
        "", description="folder with SVG files, which replace the icons of the same names"
    )
    templates: Annotated[str, Text("templates", empty=True)] = Field(
        "", description="folder with templates, which replace those of the same names or override their blocks"
    )
    cards: dict[Annotated[str, Text("card")], CardLook] = Field(
        {}, description="texts and pictures by card: find:11, or find for all finds"
    )

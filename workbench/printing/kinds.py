"""The printed kinds of a family: which words fill which template, and what sort of sheet it makes."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.printing.options import TARGETS

DEFAULT_SIZE = "poker"


@dataclass(frozen=True)
class Document:
    """A sheet of running text. ``context`` is the function of the family's words.py that fills the template
    (``words.rules_context(definition, language)``); ``{language}`` in ``template`` stands for the language."""

    context: str
    template: str


@dataclass(frozen=True)
class Pieces:
    """Things to cut out of a sheet: cards, tiles, boards, pads, aids.

    ``context`` is the function of words.py whose result has ``cards``: mappings with an ``id`` (``find:5``), where
    they have one a ``deck`` (``level-1``: what is sorted together on the table), a ``name`` for people and a
    ``back``, all that their other side shows. The template hands ``card-document`` a function for each side.
    ``size`` is that of a piece where nobody asks for another, by name or as ``WxH``; ``size_of`` names a function of
    words.py that tells it from the definition, in mm; ``sizes`` False: it has no other. ``two_sided``: both sides are
    faces that play needs and the same function draws; where no backs are printed, each is a piece of its own, to be
    glued together. ``shows`` is what of a designer's own its pieces have room for. ``as_tiles``: Tabletop Simulator
    gets loose tiles, no deck. ``with_sheets`` says what else stands on sheets of paper, and only there. ``targets`` are
    those that can do something with such pieces: what has to be cut along an outline of its own is for paper.
    """

    context: str
    template: str
    size: str = DEFAULT_SIZE
    picture_mm: tuple[float, float] = (45.0, 36.0)
    """The box of a designer's own picture on a piece of that size."""
    sizes: bool = True
    size_of: str = ""
    two_sided: bool = False
    as_tiles: bool = False
    with_sheets: str = ""
    shows: tuple[str, ...] = ("text", "picture")
    targets: tuple[str, ...] = TARGETS


Kind = Document | Pieces

RULES = Document("rules_context", "rules.{language}.typ.j2")
"""The rules sheet, which every family has."""

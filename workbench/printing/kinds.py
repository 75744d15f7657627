"""The printed kinds of a family: which words fill which template, and what sort of sheet it makes."""

from __future__ import annotations

from dataclasses import dataclass

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
    ``size`` is that of a piece where nobody asks for another, by name or as ``WxH``; ``sizes`` False: it has no
    other.
    """

    context: str
    template: str
    size: str = DEFAULT_SIZE
    picture_mm: tuple[float, float] = (45.0, 36.0)
    """The box of a designer's own picture on a piece of that size."""
    sizes: bool = True


Kind = Document | Pieces

RULES = Document("rules_context", "rules.{language}.typ.j2")
"""The rules sheet, which every family has."""

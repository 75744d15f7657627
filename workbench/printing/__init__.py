"""Printing: Jinja templates write Typst source, Typst makes the PDF. Rules are never computed here."""

from __future__ import annotations

from workbench.printing.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, MARKS, PAPERS_MM, CardGrid, card_grid
from workbench.printing.sheets import render_cards, render_rules
from workbench.printing.stamp import Stamp

__all__ = [
    "CARD_HEIGHT_MM",
    "CARD_WIDTH_MM",
    "MARKS",
    "PAPERS_MM",
    "CardGrid",
    "Stamp",
    "card_grid",
    "render_cards",
    "render_rules",
]

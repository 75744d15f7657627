"""From a definition to the words and numbers of its printed sheets.

The only place that turns an out_of_mine definition into what its templates print. Sentences stand in the templates,
which get the switches; every number, every packing and every example is found here by the functions of the rules.
"""

from __future__ import annotations

from typing import Any

from workbench.families.out_of_mine.booklet import puzzles_context
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.examples import example
from workbench.families.out_of_mine.facts import facts
from workbench.families.out_of_mine.pieces import (
    aids_context,
    board_mm,
    boards_context,
    cards_context,
    cell_mm,
    pads_context,
    plate_mm,
    tiles_context,
)


def rules_context(definition: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """Everything that the rules sheet prints."""
    return facts(definition, language) | {"example": example(definition, language)}


__all__ = [
    "aids_context",
    "board_mm",
    "boards_context",
    "cards_context",
    "cell_mm",
    "pads_context",
    "plate_mm",
    "puzzles_context",
    "rules_context",
    "tiles_context",
]

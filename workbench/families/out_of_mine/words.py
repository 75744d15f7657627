"""From a definition to the words and numbers of its printed sheets.

The only place that turns an out_of_mine definition into what its templates print. Sentences stand in the templates,
which get the switches; every number, every packing and every example is found here by the functions of the rules.
"""

from __future__ import annotations

from workbench.families.out_of_mine.booklet import puzzles_context
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

__all__ = [
    "aids_context",
    "board_mm",
    "boards_context",
    "cards_context",
    "cell_mm",
    "pads_context",
    "plate_mm",
    "puzzles_context",
    "tiles_context",
]

"""What every printed sheet of a definition needs: its words, numbers and looks."""

from __future__ import annotations

import functools
from typing import Any

from workbench.families.out_of_mine.check import cards_fill_galleries
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.drawings import box_of, shape_tile
from workbench.families.out_of_mine.shapes import shape_of, spaces_of
from workbench.families.out_of_mine.vocabulary import (
    cardinal,
    colour_name,
    colour_of,
    duration,
    element_of,
    signed,
    vocabulary,
)

MINUTES_OF_SEVEN_ROUNDS = 20


def facts(d: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """The definition, and what the templates would otherwise have to work out."""
    words = vocabulary(language)
    spaces = sorted({len(spaces_of(d.gallery(name, side))) for name in d.boards for side in SIDES})
    return {
        "d": d.model_dump(exclude={"boards", "cards", "tile_elements", "characters", "print"}),
        "players": d.players.model_dump(),
        "w": words["sheets"],
        "colours": [_pile(d, colour, language) for colour in d.colours if any(d.tiles[colour].values())],
        "elements": [element_of(element, language) for element in d.element_names] if d.elements.enabled else [],
        "tile_count": len(box_of(d)),
        "board_count": len(d.boards),
        "card_count": len(d.cards),
        "pile_count": d.rounds - 1,
        "cards_fill": cards_fill_galleries(d),
        "spaces": {"least": spaces[0], "most": spaces[-1]},
        "limit": duration(d.calls.limit_seconds, language) if d.calls.limit_seconds else None,
        # 20 minutes for seven rounds (O1), to five minutes.
        "minutes": max(5, 5 * round(d.rounds * MINUTES_OF_SEVEN_ROUNDS / 7 / 5)),
        "unsorted": [colour_name(colour, language) for colour in d.unsorted],
        "number": functools.partial(cardinal, language=language),
        "signed": signed,
    }


def _pile(d: OutOfMineDefinition, colour: str, language: str) -> dict[str, Any]:
    """A colour with its tiles: how many, which shapes, and how many spaces each covers."""
    shapes = [shape for shape, copies in d.tiles[colour].items() if copies]
    sizes = sorted({len(shape_of(d.shapes[shape])) for shape in shapes})
    return {
        **colour_of(d, colour, language),
        "copies": sum(d.tiles[colour].values()),
        "sizes": sizes,
        "several": len(shapes) > 1,
        "sorted": colour not in d.unsorted,
        "shapes": [{**shape_tile(d, colour, shape, language), "copies": d.tiles[colour][shape]} for shape in shapes],
    }

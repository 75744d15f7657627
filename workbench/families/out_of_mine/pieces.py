"""What is cut out, written on and laid beside the boards: boards, plates of tiles, treasure cards, pads and aids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.errors import usage_problem
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.drawings import Copy, board, box_of, shape_tile, tile
from workbench.families.out_of_mine.facts import facts
from workbench.families.out_of_mine.nesting import Laid, nested
from workbench.families.out_of_mine.shapes import Cell, shape_of
from workbench.families.out_of_mine.vocabulary import colour_name, colour_of, element_of, signed, vocabulary

ROOM_MM = (186.0, 240.0)
"""Width and height that every paper has room for."""
RIM_MM = 4.0
"""Rock around the cells of a board."""
PLATE_MM = (198.0, 127.0)
"""A plate of tiles: two of them on A4 and on Letter, or one with its other side beyond a fold."""
PLATE_EDGE_MM = 1
PLATE_LABEL_MM = 5
"""What a plate keeps free at its edges, and at its foot for the words on it."""
PADS_A_PAGE = 2
MOST_ROUNDS_ON_A_PAD = 12


def plate_room_mm() -> tuple[int, int]:
    """Width and height of a plate that tiles can lie on."""
    width, height = (int(length) - 2 * PLATE_EDGE_MM for length in PLATE_MM)
    return width, height - PLATE_LABEL_MM


def cell_mm(d: OutOfMineDefinition) -> int:
    """The edge of a space, on boards and tiles alike: what the definition says, or less where the largest board is
    larger than the paper or the largest tile larger than a plate."""
    rows, columns = board_shape(d)
    most = min((ROOM_MM[0] - 2 * RIM_MM) / columns, (ROOM_MM[1] - 2 * RIM_MM) / rows)
    room = plate_room_mm()
    for rows_of_shape in (d.shapes[shape] for _, shape in d.box_tiles):
        cells = shape_of(rows_of_shape)
        sizes = sorted(max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
        most = min(most, min(room) / sizes[0], max(room) / sizes[1])
    return min(d.print.cell_mm, int(most))


def board_shape(d: OutOfMineDefinition) -> tuple[int, int]:
    """Rows and columns of cells that all boards have, rock included."""
    galleries = [d.gallery(name, side) for name in d.boards for side in SIDES]
    return max(len(rows) for rows in galleries), max(len(row) for rows in galleries for row in rows)


def board_mm(d: OutOfMineDefinition) -> tuple[float, float]:
    """Width and height of every board."""
    rows, columns = board_shape(d)
    size = cell_mm(d)
    return columns * size + 2 * RIM_MM, rows * size + 2 * RIM_MM


def plate_mm(d: OutOfMineDefinition) -> tuple[float, float]:
    """Width and height of every plate."""
    return PLATE_MM


def boards_context(d: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """The boards with both sides."""
    found = facts(d, language)

    def face(name: str, side: str) -> dict[str, Any]:
        return {
            "id": f"board:{name}:{side}",
            "kind": "board",
            "deck": "boards",
            "deck_name": found["w"]["boards"],
            "name": f"{found['w']['board']} {name} {side.upper()}",
            "label": f"{name} · {side.upper()}",
            "board": board(d, name, side, language=language),
        }

    cards = [{**face(name, "a"), "back": face(name, "b")} for name in d.boards]
    return found | {"cards": cards, "cell_mm": cell_mm(d)}


def tiles_context(d: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """The plates that the tiles are cut from. Behind each tile lies its own other side: seen from behind, a plate's
    left and right are exchanged."""
    found = facts(d, language)
    plates = plates_of(d)
    box = box_of(d)
    size = cell_mm(d)

    def face(number: int, laid: Sequence[Laid], side: str) -> dict[str, Any]:
        shown = [_laid_tile(d, box[each.tile], each, side, language) for each in laid]
        words = found["w"]
        plate = words["plate"].format(n=number, of=len(plates))
        return {
            "id": f"plate:{number}:{side}",
            "kind": "plate",
            "deck": "tiles",
            "deck_name": words["tiles"],
            "name": plate,
            "label": f"{plate} · {words['front' if side == 'a' else 'back']} · {_counted(d, box, laid, language)}",
            "tiles": shown,
        }

    # Tiles that must not be turned over have one side, so that nobody takes the other one for a shape.
    cards = [
        {**face(n, laid, "a"), "back": face(n, laid, "b") if d.flipping else None}
        for n, laid in enumerate(plates, start=1)
    ]
    over = min(d.print.tile_gap_mm / 2, 1.5)
    return found | {"cards": cards, "cell_mm": size, "over_mm": over, "edge_mm": PLATE_EDGE_MM}


def plates_of(d: OutOfMineDefinition) -> list[list[Laid]]:
    """What lies where on which plate, by the place of a tile in the box. Errors: DefinitionError for a tile that is
    larger than a plate even where a space is 1 mm wide."""
    box = box_of(d)
    shapes = [shape_of(d.shapes[copy.shape]) for copy in box]
    plates, too_large = nested(shapes, *plate_room_mm(), cell_mm(d), d.print.tile_gap_mm)
    if too_large:
        raise usage_problem(f"the tile {box[too_large[0]].shape} is larger than a sheet", code="tile-too-large")
    return plates


def _laid_tile(d: OutOfMineDefinition, copy: Copy, laid: Laid, side: str, language: str) -> dict[str, Any]:
    cells: Sequence[Cell] = laid.cells
    across = max(column for _, column in cells) + 1
    left = laid.left_mm
    if side == "b":
        cells = [(row, across - 1 - column) for row, column in cells]
        left = plate_room_mm()[0] - laid.left_mm - across * cell_mm(d)
    elements = d.elements_of(copy.colour, copy.shape, copy.number, side)
    found = tile(d, copy.colour, cells, elements, language)
    return {**found, "left_mm": left + PLATE_EDGE_MM, "top_mm": laid.top_mm + PLATE_EDGE_MM}


def _counted(d: OutOfMineDefinition, box: Sequence[Copy], laid: Sequence[Laid], language: str) -> str:
    """How many tiles of which colour a plate has."""
    counts = {colour: sum(box[each.tile].colour == colour for each in laid) for colour in d.colours}
    between: str = vocabulary(language)["sheets"]["list"]
    return between.join(f"{count} × {colour_name(colour, language)}" for colour, count in counts.items() if count)


def cards_context(d: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """The treasure cards."""
    found = facts(d, language)
    cards = [
        {
            "id": f"card:{name}",
            "kind": "card",
            "deck": "treasure",
            "deck_name": found["w"]["cards"],
            "name": f"{found['w']['card']} {name}",
            "number": name,
            "rows": card_rows(d, name, language),
            "elements": card_elements(d, name, language),
            "back": {"kind": "treasure"},
        }
        for name in d.cards
    ]
    return found | {"cards": cards}


def card_rows(d: OutOfMineDefinition, card: str, language: str) -> list[dict[str, Any]]:
    """The tiles of a card: a row for each colour, with one small tile for each. Where a colour has several shapes the
    small tiles show them by turns, since any may be taken."""
    found = []
    for colour, count in d.cards[card].tiles.items():
        shapes = [shape for shape, copies in d.tiles.get(colour, {}).items() if copies]
        if not count or not shapes:
            continue
        # Another card begins with another shape.
        start = list(d.cards).index(card)
        found.append(
            {
                "colour": colour_of(d, colour, language),
                "count": count,
                "several": len(shapes) > 1,
                "tiles": [shape_tile(d, colour, shapes[(start + n) % len(shapes)], language) for n in range(count)],
            }
        )
    return found


def card_elements(d: OutOfMineDefinition, card: str, language: str) -> list[dict[str, Any]]:
    """What elements are worth by a card, the best first; none where they do not count."""
    if not d.elements.enabled:
        return []
    values = sorted(d.cards[card].elements.items(), key=lambda item: -item[1])
    return [{**element_of(element, language), "points": signed(points)} for element, points in values]


def pads_context(d: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """Score pads: a line for each round, as far as they fit; longer games take several."""
    found = facts(d, language)
    rounds = list(range(1, d.rounds + 1))
    parts = [rounds[first : first + MOST_ROUNDS_ON_A_PAD] for first in range(0, len(rounds), MOST_ROUNDS_ON_A_PAD)]
    copies = max(1, PADS_A_PAGE // len(parts))
    pads = [
        {"id": "pad", "name": found["w"]["pad"], "copy": copy, "rounds": part}
        for copy in range(1, copies + 1)
        for part in parts
    ]
    scoring = d.scoring
    hint = found["w"]["pad_hint"].format(
        full=scoring.full, bonus=signed(scoring.caller_bonus), penalty=signed(-scoring.caller_penalty)
    )
    return found | {"cards": pads, "hint": hint}


def aids_context(d: OutOfMineDefinition, language: str) -> dict[str, Any]:
    """A player aid for each player: the rules at a glance."""
    found = facts(d, language)
    aids = [{"id": "aid", "name": found["w"]["aid"], "seat": seat} for seat in range(1, d.players.max + 1)]
    return found | {"cards": aids}


__all__ = [
    "aids_context",
    "board_mm",
    "boards_context",
    "cards_context",
    "cell_mm",
    "pads_context",
    "plate_mm",
    "plates_of",
    "tiles_context",
]

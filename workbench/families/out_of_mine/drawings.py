"""Tiles and boards as the templates draw them: cells, edges, looks, and what lies where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.outlines import outline
from workbench.families.out_of_mine.shapes import Cell, shape_of, spaces_of
from workbench.families.out_of_mine.vocabulary import colour_of, element_of


@dataclass(frozen=True)
class Copy:
    """One tile of the box."""

    colour: str
    shape: str
    number: int
    """From 1."""


def box_of(d: OutOfMineDefinition) -> list[Copy]:
    """Every tile of the box, in the order of the definition."""
    return [
        Copy(colour, shape, number) for colour, shape in d.box_tiles for number in range(1, d.tiles[colour][shape] + 1)
    ]


def tile(
    d: OutOfMineDefinition, colour: str, cells: Iterable[Cell], elements: Sequence[str] = (), language: str = "en"
) -> dict[str, Any]:
    """A tile as it lies, with its elements from its first cell on; without them where they do not count."""
    found = sorted(cells)
    shown = elements if d.elements.enabled else ()
    marks: dict[Cell, list[dict[str, Any]]] = {}
    for number, element in enumerate(shown):
        marks.setdefault(found[number % len(found)], []).append(element_of(element, language))
    return {
        "colour": colour_of(d, colour, language),
        "cells": found,
        "edge": outline(found),
        "marks": [{"cell": cell, "elements": on_it} for cell, on_it in marks.items()],
    }


def shape_tile(d: OutOfMineDefinition, colour: str, shape: str, language: str = "en") -> dict[str, Any]:
    """A tile of a shape as the definition draws it, with nothing on it."""
    return tile(d, colour, shape_of(d.shapes[shape]), (), language)


def board(
    d: OutOfMineDefinition,
    name: str,
    side: str,
    tiles: Sequence[dict[str, Any]] = (),
    language: str = "en",
) -> dict[str, Any]:
    """A side of a board with tiles on it; without elves where they do not count."""
    rows = d.gallery(name, side)
    spaces = spaces_of(rows)
    elves = d.elves_of(name, side) if d.elves.enabled else {}
    return {
        "rows": len(rows),
        "columns": max(len(row) for row in rows),
        "spaces": spaces,
        "edge": outline(spaces),
        "elves": [{"cell": cell, "colour": colour_of(d, colour, language)} for cell, colour in sorted(elves.items())],
        "tiles": list(tiles),
        "seen": seen(spaces, *(each["cells"] for each in tiles)),
    }


def seen(*groups: Iterable[Cell]) -> dict[str, int]:
    """The part of a board that a small drawing shows: without the rows and columns of rock around everything."""
    cells = [cell for group in groups for cell in group]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return {
        "top": min(rows),
        "left": min(columns),
        "rows": max(rows) - min(rows) + 1,
        "columns": max(columns) - min(columns) + 1,
    }

"""What a person types: cells to lay a tile on, a cell to take a tile back from, or a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.families.out_of_mine.definition import MOST_CELLS

Cell = tuple[int, int]

LAY, TAKE_BACK, UNDO, LOOK, LIST, HINT, CALL, PASS = (
    "lay", "take_back", "undo", "look", "list", "hint", "call", "pass",
)  # fmt: skip
_WORDS = (UNDO, LOOK, LIST, HINT, CALL, PASS)
_PART = re.compile(r"-|[a-z]{1,2}[0-9]{1,2}(?![0-9])|[^\s,;-]+")
_CELL = re.compile(r"([a-z]{1,2})([0-9]{1,2})")
_LETTERS = 26


class NoAnswer(ValueError):
    """What was typed is no answer. ``key`` says why, ``what`` is the part that is wrong."""

    def __init__(self, key: str, what: str = "") -> None:
        super().__init__(key)
        self.key = key
        self.what = what


@dataclass(frozen=True)
class Answer:
    """What somebody wants to do, on which cells, with a tile of which colour where they said so."""

    what: str
    cells: tuple[Cell, ...] = ()
    colour: str | None = None


def cell_name(cell: Cell) -> str:
    """A cell as a person names it: a letter for the column, a number from 1 for the row."""
    row, column = cell
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """a to z, then aa, ab and so on."""
    before, letter = divmod(column, _LETTERS)
    return (chr(ord("a") + before - 1) if before else "") + chr(ord("a") + letter)


def read_cell(text: str) -> Cell | None:
    """The cell of such a name; None if it is none."""
    found = _CELL.fullmatch(text)
    if found is None or int(found[2]) == 0:
        return None
    column = 0
    for letter in found[1]:
        column = column * _LETTERS + ord(letter) - ord("a") + 1
    return int(found[2]) - 1, column - 1


def answer_of(text: str, words: Mapping[str, Sequence[str]], colours: Mapping[str, str]) -> Answer:
    """What ``text`` says. ``words`` are those of the table, ``colours`` what people call each colour.

    Cells are those of the tile, in any order: "a1 a2 b2". A dash means all cells from one to another: "a1-a4" is a
    line, "a1-b2" a square, "a1-a3-c3" a corner. A colour may stand with them. "-a1" takes back the tile on a1.

    Errors: NoAnswer for what is neither; whether a tile can lie there is not asked here.
    """
    text = text.casefold()
    for what in _WORDS:
        if text in words[f"{what}_words"] or (what == "look" and not text):
            return Answer(what)
    for word in sorted(words["take_back_words"], key=len, reverse=True):
        rest = text.removeprefix(word).strip()
        if text.startswith(word) and (not word.isalpha() or text[len(word) :][:1] in (" ", "")):
            cell = read_cell(rest)
            if cell is None:
                raise NoAnswer("take_back_what", rest)
            return Answer(TAKE_BACK, (cell,))
    colour = None
    cells: dict[Cell, None] = {}
    last: Cell | None = None
    joined = False
    for part in _PART.findall(text):
        if part == "-":
            if last is None or joined:
                raise NoAnswer("dash_between")
            joined = True
            continue
        cell = read_cell(part)
        if cell is not None:
            for found in _between(last, cell) if joined and last is not None else (cell,):
                cells[found] = None
            if len(cells) > MOST_CELLS:
                raise NoAnswer("too_many_cells", part)
            last, joined = cell, False
        elif colour is None and not joined:
            colour = _colour_of(part, colours)
        else:
            raise NoAnswer("not_understood", part)
    if joined:
        raise NoAnswer("dash_between")
    if not cells:
        raise NoAnswer("no_cells")
    return Answer(LAY, tuple(sorted(cells)), colour)


def _between(first: Cell, last: Cell) -> Iterator[Cell]:
    """All cells of the rectangle between two of them; only a few more than a tile can have."""
    rows, columns = ((min(pair), max(pair)) for pair in zip(first, last, strict=True))
    if (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1) > MOST_CELLS:
        raise NoAnswer("too_many_cells", f"{cell_name(first)}-{cell_name(last)}")
    for row in range(rows[0], rows[1] + 1):
        for column in range(columns[0], columns[1] + 1):
            yield row, column


def _colour_of(part: str, colours: Mapping[str, str]) -> str:
    """The colour that a word means: its name, its id, or the beginning of only one of them."""
    names = {colour: (name.casefold(), colour.casefold()) for colour, name in colours.items()}
    meant = [colour for colour, both in names.items() if part in both]
    meant = meant or [colour for colour, both in names.items() if both[0].startswith(part)]
    if len(meant) != 1:
        raise NoAnswer("which_colour" if meant else "not_understood", part)
    return meant[0]


__all__ = ["Answer", "NoAnswer", "answer_of", "cell_name", "column_name", "read_cell"]

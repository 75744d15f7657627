"""The gallery drawn in characters, beside it what the card still allows; and the shapes of the tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from workbench.drawing import short
from workbench.families.out_of_mine.at_table.answers import column_name
from workbench.families.out_of_mine.at_table.sight import Sight
from workbench.families.out_of_mine.at_table.talk import Speech
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.packing import Tile
from workbench.families.out_of_mine.shapes import Cell
from workbench.terminal import Terminal, padded, width_of, wrapped

_STYLES = {
    "yellow": "yellow", "blue": "blue", "green": "green", "red": "red", "orange": "yellow", "violet": "magenta",
    "turquoise": "cyan", "pink": "magenta",
}  # fmt: skip
_ROCK, _EMPTY, _CELL = "#", ".", "X"
_WIDTH = 3
"""Columns of the screen for a cell of a board."""
_GAP = "   "

Mark = Callable[[Cell], tuple[str, Sequence[str]]]


def style_of(colour: str) -> tuple[str, ...]:
    """How a colour is painted; none where the screen has no such colour."""
    return (_STYLES[colour],) if colour in _STYLES else ()


def board(sight: Sight, speech: Speech, terminal: Terminal) -> list[str]:
    """The person's board with a letter for each tile, beside it the card, the middle and how far everybody is."""
    letters = {cell: (letter_of(tile.number), tile.colour) for tile in sight.tiles() for cell in tile.cells}
    drawn = _drawn(sight.rows, _marks(sight.rows, letters, sight.elves, speech), terminal)
    width = max(map(width_of, drawn))
    room = terminal.width - width - len(_GAP)
    beside = [part for line in _beside(sight, speech, terminal) for part in wrapped(line, room, 2)]
    return [
        f"{padded(left, width)}{_GAP}{right}".rstrip()
        for left, right in zip_longest(drawn, ["", *beside], fillvalue="")
    ]


def sides_of(
    definition: OutOfMineDefinition, name: str, sides: Sequence[str], speech: Speech, terminal: Terminal
) -> list[str]:
    """Sides of a board, side by side."""
    drawn = []
    for side in sides:
        rows = definition.gallery(name, side)
        elves = definition.elves_of(name, side) if definition.elves.enabled else {}
        title = speech.say("side", side=side)
        drawn.append([f"    {title}", *_drawn(rows, _marks(rows, {}, elves, speech), terminal)])
    return _together(drawn, terminal)


def packed(
    definition: OutOfMineDefinition, name: str, side: str, tiles: Sequence[Tile], terminal: Terminal
) -> list[str]:
    """A side of a board with these tiles on it."""
    letters = {cell: (letter_of(n), tile.colour) for n, tile in enumerate(tiles) for cell in tile.cells}
    rows = definition.gallery(name, side)
    return _drawn(rows, _marks(rows, letters, {}, None), terminal)


def shapes(sight: Sight, speech: Speech, terminal: Terminal) -> Iterator[str]:
    """The tiles in the middle by colour of the card, drawn, with how many there are."""
    for colour, left in sight.left.items():
        head = speech.say("allowed", colour=speech.colour(colour), number=left)
        yield f"  {terminal.paint(head, *style_of(colour), 'bold')}"
        if left <= 0:
            continue
        drawn = []
        for kind, tiles in enumerate(sight.kinds):
            if tiles.colour != colour:
                continue
            copies = sight.copies(kind)
            title = f"{len(copies)} ×" if copies else speech.words["none_left"]
            best = max((sight.worth(kind, copy, up) for copy in copies for up in SIDES), default=0)
            title += f" {speech.signed(best)}" if best else ""
            grid = _grid(tiles.shape)
            painted = [
                "".join(terminal.paint("  ", *style_of(colour), "reverse") if c == _CELL and terminal.colour
                        else f"{c} " for c in line)
                for line in grid
            ]  # fmt: skip
            drawn.append([f"    {title}", *(f"    {line}" for line in painted)])
        yield from _together(drawn, terminal)


def letter_of(number: int) -> str:
    """The letter of a tile on a board; letters repeat after 26 tiles."""
    return chr(ord("A") + number % 26)


def _grid(cells: Sequence[Cell]) -> list[str]:
    rows, columns = (1 + max(part) for part in zip(*cells, strict=True))
    return ["".join(_CELL if (row, column) in cells else " " for column in range(columns)) for row in range(rows)]


def _marks(
    rows: Sequence[str], letters: Mapping[Cell, tuple[str, str]], elves: Mapping[Cell, str], speech: Speech | None
) -> Mark:
    def mark(cell: Cell) -> tuple[str, Sequence[str]]:
        if cell in letters:
            letter, colour = letters[cell]
            return f" {letter} ", (*style_of(colour), "bold", "reverse")
        row, column = cell
        if rows[row][column] == _ROCK:
            return f" {_ROCK} ", ("faint",)
        if cell in elves and speech is not None:
            return padded(f" {speech.initial(elves[cell])}", _WIDTH), (*style_of(elves[cell]), "bold")
        return f" {_EMPTY} ", ()

    return mark


def _drawn(rows: Sequence[str], mark: Mark, terminal: Terminal) -> list[str]:
    """A board with letters for its columns and numbers for its rows."""
    columns = range(max(map(len, rows)))
    lines = ["    " + "".join(padded(f" {column_name(column)}", _WIDTH) for column in columns)]
    for row, line in enumerate(rows):
        marks = [mark((row, column)) for column in range(len(line))]
        lines.append(f" {row + 1:2} " + "".join(terminal.paint(text, *styles) for text, styles in marks))
    return lines


def _beside(sight: Sight, speech: Speech, terminal: Terminal) -> Iterator[str]:
    """What the card allows and what lies in the middle, how far everybody is, and what the tiles pay."""
    yield terminal.paint(speech.words["card"], "bold")
    left = sight.left
    width = max((width_of(speech.colour(colour)) for colour in left), default=0)
    for colour, number in left.items():
        held = sum(len(sight.copies(kind)) for kind, tiles in enumerate(sight.kinds) if tiles.colour == colour)
        name = terminal.paint(padded(speech.colour(colour), width), *style_of(colour), "bold")
        yield (
            f"{name}  {speech.say('still', number=number, held=held)}"
            if number > 0
            else f"{name}  {speech.words['done']}"
        )
    d = sight.definition
    if d.elements.enabled:
        pays = d.cards[sight.card].elements
        told = ", ".join(f"{speech.element(name)} {speech.signed(points)}" for name, points in pays.items())
        now = sum(sight.worth(tile.kind, tile.copy, tile.up) for tile in sight.tiles())
        yield speech.say("elements_now", pays=told or "–", now=speech.signed(now))
    if d.elves.enabled:
        under = {cell: tile.colour for tile in sight.tiles() for cell in tile.cells}
        served = sum(under.get(cell) == colour for cell, colour in sight.elves.items())
        yield speech.say("elves_now", served=served, elves=len(sight.elves))
    yield ""
    yield terminal.paint(speech.words["empty_spaces"], "bold")
    yield ", ".join(
        f"{short(name)} {sight.empty(seat)}".replace(" ", "\u00a0") for seat, name in enumerate(speech.names)
    )


def _together(pictures: Sequence[Sequence[str]], terminal: Terminal) -> list[str]:
    """Pictures side by side, as many as the screen has room for."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    used = 0
    for picture in pictures:
        width = max(map(width_of, picture))
        if row and used + width + len(_GAP) > terminal.width:
            lines += _beside_each_other(row)
            row, used = [], 0
        row.append(picture)
        used += width + len(_GAP)
    return lines + (_beside_each_other(row) if row else [])


def _beside_each_other(pictures: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(width_of, picture)) for picture in pictures]
    return [
        _GAP.join(padded(part, width) for part, width in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*pictures, fillvalue="")
    ]


__all__ = ["board", "letter_of", "packed", "shapes", "sides_of", "style_of"]

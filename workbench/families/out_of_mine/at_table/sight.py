"""What a person sees: the own gallery and the tiles on it, the card, and the tiles in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.packing import numbered
from workbench.families.out_of_mine.shapes import Cell, Shape, shape_of, spaces_of
from workbench.families.out_of_mine.state import (
    CORNERS,
    MOST_COLOURS,
    MOST_COPIES,
    MOST_KINDS,
    MOST_LAID,
    Rules,
    Table,
)


@dataclass(frozen=True)
class Kind:
    """Tiles of one shape in one colour."""

    colour: str
    name: str
    shape: Shape


@dataclass(frozen=True)
class Laid:
    """A tile on the person's board. ``number`` is its place in the order in which tiles were laid."""

    number: int
    kind: int
    colour: str
    copy: int
    """From 0."""
    up: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Choice:
    """A tile in the middle and how it would lie: what the rules call a place, the copy from 0, the side up."""

    kind: int
    place: int
    copy: int
    up: int


class Sight:
    """The table of the rules, seen from one seat, in words of the definition."""

    def __init__(self, definition: OutOfMineDefinition, rules: Rules, table: Table, seat: int) -> None:
        self.definition = definition
        self.rules = rules
        self.table = table
        self.seat = seat
        self.kinds = [Kind(colour, name, shape_of(definition.shapes[name])) for colour, name in definition.box_tiles]
        self._boards = tuple(definition.boards)
        self._cards = tuple(definition.cards)

    @property
    def board(self) -> str:
        """The board that lies before the person."""
        return self._boards[self.table.board[self.seat]]

    @property
    def gallery(self) -> int:
        """The number of the side that is played."""
        return self.table.gallery[self.seat]

    @property
    def side(self) -> str:
        return SIDES[self.gallery % 2]

    @property
    def rows(self) -> tuple[str, ...]:
        """The drawing of it."""
        return self.definition.gallery(self.board, self.side)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """By number of a space: its cell; after the spaces come rock cells where tiles may cover them."""
        return numbered(self.rows, not self.definition.check.rock)

    @property
    def spaces(self) -> frozenset[Cell]:
        """The cells to fill."""
        return frozenset(spaces_of(self.rows))

    @property
    def filled(self) -> int:
        """The set of the spaces (and rock) under the person's tiles."""
        return _set(self.table.filled[self.seat])

    @property
    def open(self) -> int:
        """The set of the spaces that are still empty."""
        return _set(self.rules.spaces[self.gallery]) & ~self.filled

    @property
    def elves(self) -> Mapping[Cell, str]:
        """Colours of the elves by cell; none where they do not count."""
        return self.definition.elves_of(self.board, self.side) if self.definition.elves.enabled else {}

    @property
    def card(self) -> str:
        return self._cards[self.table.card[self.seat]]

    @property
    def left(self) -> dict[str, int]:
        """By colour of the card: tiles that may still be laid, those put aside (O13) among them."""
        first = self.seat * MOST_COLOURS
        allowed = self.definition.cards[self.card].tiles
        return {
            colour: self.table.left[first + number] + self.table.aside[first + number]
            for number, colour in enumerate(self.definition.colours)
            if allowed.get(colour)
        }

    def tiles(self) -> Iterator[Laid]:
        """The tiles on the person's board, in the order in which they were laid."""
        first = self.seat * MOST_LAID
        for number in range(self.table.laid[self.seat]):
            place = self.table.tile_place[first + number]
            kind = self.rules.kind[place]
            copy = self.table.tile_copy[first + number]
            cells = self.cells_at(self.rules.covered[place])
            up = SIDES[self.table.tile_up[first + number]]
            yield Laid(number, kind, self.kinds[kind].colour, copy, up, cells)

    def cells_at(self, spaces: int) -> tuple[Cell, ...]:
        """The cells of a set of spaces, in reading order."""
        bits = _set(spaces)
        return tuple(sorted(cell for number, cell in enumerate(self.cells) if bits >> number & 1))

    def copies(self, kind: int) -> list[int]:
        """Copies of a kind, from 0, that the person could lay: those put aside (O13), and those in the middle, unless
        all that the card allows of the colour have been taken from there."""
        there = _set(self.table.loose[self.seat * MOST_KINDS + kind])
        if self.definition.hand.exchange or self.table.left[self.seat * MOST_COLOURS + self.rules.colour[kind]] > 0:
            there |= _set(self.table.stock[kind])
        return [copy for copy in range(MOST_COPIES) if there >> copy & 1]

    def empty(self, seat: int) -> int:
        """Spaces on which nothing lies, of any player: everybody can see that."""
        spaces = _set(self.rules.spaces[self.table.gallery[seat]])
        return (spaces & ~_set(self.table.filled[seat])).bit_count()

    def places_over(self, space: int) -> Iterator[tuple[int, int]]:
        """Every place that covers a space, with all the spaces that it covers."""
        at = self.gallery * CORNERS + space
        for entry in range(self.rules.first[at], self.rules.first[at + 1]):
            yield self.rules.place[entry], _set(self.rules.cover[entry])

    def worth(self, kind: int, copy: int, up: str) -> int:
        """What the card pays for the elements on this side of a tile."""
        if not self.definition.elements.enabled:
            return 0
        tile = self.kinds[kind]
        shown = self.definition.elements_of(tile.colour, tile.name, copy + 1, up)
        pays = self.definition.cards[self.card].elements
        once = self.definition.elements.counts == "tile"
        return sum(pays.get(element, 0) for element in (set(shown) if once else shown))


def _set(spaces: int) -> int:
    """The rules keep sets in 64 bits with a sign; here bits are counted from 0 on."""
    return int(spaces) & (1 << 64) - 1


__all__ = ["Choice", "Kind", "Laid", "Sight"]

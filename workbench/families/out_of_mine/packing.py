"""Boards, tiles and cards of a definition as the solver wants them, and one packing for a person to look at.

Nothing here needs numpy: a definition is checked with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.shapes import (
    MOST_SPACES,
    ROCK,
    SPACE,
    Cell,
    Shape,
    canonical,
    cells,
    placements,
    shape_of,
    views,
)
from workbench.families.out_of_mine.solver import (
    COUNTS,
    LEVEL,
    WAYS,
    WORDS,
    Puzzles,
    Search,
    fewest_empty,
    prepare,
    search,
    shuffle,
)

Side = tuple[str, str]
"""A board and one of its sides."""
KEEP_BITS = 12
MOST_NODES = 200_000
"""Room for kept parts and most tiles laid, where a search is interpreted."""
FIXED_LENGTHS = {
    **dict.fromkeys(
        ("at", "end", "laid", "covered", "used", "ways", "live", "live_effort", "dead_effort"), MOST_SPACES + 1
    ),
    "counts": COUNTS,
}
"""Lengths of the search's sequences that are the same for every definition."""


class Kind(NamedTuple):
    """Tiles of a colour that look alike: their cells, and the shape and copy of each that is in the box."""

    colour: str
    picture: Shape
    tiles: tuple[tuple[str, int], ...]


class Tile(NamedTuple):
    """A tile laid on a board; copies count from 1."""

    colour: str
    shape: str
    copy: int
    cells: tuple[Cell, ...]


def all_sides(d: OutOfMineDefinition) -> list[Side]:
    """Every side of every board, in the order of the definition."""
    return [(board, side) for board in d.boards for side in SIDES]


def kinds_of(d: OutOfMineDefinition) -> list[Kind]:
    """The kinds of tiles, the largest first: what is hard to lay is tried first.

    Two shapes of a colour that are the same after turning are one kind: nobody could tell their tiles apart.
    """
    found: dict[tuple[str, Shape], list[tuple[str, int]]] = {}
    for colour, shape in d.box_tiles:
        alike = found.setdefault((colour, canonical(shape_of(d.shapes[shape]), d.flipping)), [])
        alike += [(shape, copy) for copy in range(1, d.tiles[colour][shape] + 1)]
    kinds = [Kind(colour, picture, tuple(tiles)) for (colour, picture), tiles in found.items()]
    return sorted(kinds, key=lambda kind: -len(kind.picture))


def numbered(rows: Sequence[str], rock_too: bool) -> tuple[Cell, ...]:
    """The cells of a gallery by number: the spaces, then the rock where tiles may cover it.

    In reading order, or column by column where the gallery is wider than high: the shorter the front that the search
    pushes on, the sooner it sees that something does not fit.
    """
    found = [cells(rows, SPACE), cells(rows, ROCK) if rock_too else ()]
    if len(rows[0]) > len(rows):
        found = [tuple(sorted(part, key=lambda cell: cell[::-1])) for part in found]
    return found[0] + found[1]


@lru_cache(maxsize=4096)
def _placements(rows: tuple[str, ...], rock_too: bool, picture: Shape, flipping: bool) -> tuple[int, ...]:
    """Every way to lay a shape on a gallery; one that covers no space fills nothing."""
    spaces = (1 << len(cells(rows, SPACE))) - 1
    return tuple(placed for placed in placements(numbered(rows, rock_too), picture, flipping) if placed & spaces)


def wanted(d: OutOfMineDefinition, card: str) -> dict[str, int]:
    """Tiles by colour that the card names, as far as the box holds them."""
    return {colour: min(d.cards[card].tiles.get(colour, 0), sum(copies.values())) for colour, copies in d.tiles.items()}


def puzzles(d: OutOfMineDefinition, sides: Sequence[Side], cards: Sequence[str], *, all_views: bool = False) -> Puzzles:
    """These sides and cards as integers; ``all_views`` turns and flips each side for the difficulty."""
    galleries = [d.gallery(*side) for side in sides]
    return puzzles_for(d, galleries, [wanted(d, card) for card in cards], all_views=all_views)


def puzzles_for(
    d: OutOfMineDefinition,
    galleries: Sequence[tuple[str, ...]],
    cards: Sequence[Mapping[str, int]],
    *,
    all_views: bool = False,
) -> Puzzles:
    """The same for galleries and cards (tiles by colour) that need not be those of the definition."""
    return puzzles_of(
        kinds_of(d),
        galleries,
        cards,
        all_views=all_views,
        flipping=d.flipping,
        rock_too=not d.check.rock,
        exact=d.treasure.count == "exact",
    )


def puzzles_of(
    kinds: Sequence[Kind],
    galleries: Sequence[tuple[str, ...]],
    cards: Sequence[Mapping[str, int]],
    *,
    all_views: bool = False,
    flipping: bool = True,
    rock_too: bool = False,
    exact: bool = False,
) -> Puzzles:
    """Boards, tiles and cards as integers, from their parts.

    A gallery has at most 64 spaces (cells, where rock may be covered).
    """
    colours = list(dict.fromkeys(kind.colour for kind in kinds))
    first: list[int] = []
    placed: list[int] = []
    kind_of: list[int] = []
    spaces = []
    # Of equal pictures one will do: each is there as often as any other one.
    pictures = [tuple(dict.fromkeys(views(rows))) if all_views else (rows,) for rows in galleries]
    shown = [picture for together in pictures for picture in together]
    for rows in shown:
        count = len(cells(rows, SPACE))
        by_space: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for number, kind in enumerate(kinds):
            for covered in _placements(rows, rock_too, kind.picture, flipping):
                by_space[(covered & -covered).bit_length() - 1].append((covered, number))
        for here in by_space:
            first.append(len(placed))
            placed += [as_word(covered) for covered, _ in here]
            kind_of += [number for _, number in here]
        first += [len(placed)] * (MOST_SPACES + 1 - count)
        spaces.append(count)
    return Puzzles(
        boards=len(galleries),
        picture=tuple(accumulate(map(len, pictures), initial=0)),
        colours=len(colours),
        kinds=len(kinds),
        cards=len(cards),
        exact=int(exact),
        spaces=tuple(spaces),
        colour=tuple(colours.index(kind.colour) for kind in kinds),
        size=tuple(len(kind.picture) for kind in kinds),
        copies=tuple(len(kind.tiles) for kind in kinds),
        wanted=tuple(card.get(colour, 0) for card in cards for colour in colours),
        first=tuple(first),
        placed=tuple(placed),
        kind=tuple(kind_of),
    )


def as_word(covered: int) -> int:
    """A set of spaces as 64 bits with a sign."""
    return covered - (1 << 64) if covered >> 63 else covered


def new_search(r: Puzzles, keep_bits: int = KEEP_BITS) -> Search:
    """Room to search in; it can be used for one search after the other."""
    width = MOST_SPACES + 1
    most = max((r.first[at + width - 1] - r.first[at] for at in range(0, len(r.first), width)), default=0)
    return Search(
        keep_bits=keep_bits,
        left=[0] * (r.kinds + 1 + r.colours + 1),
        step=[0] * (r.kinds + 1),
        first=[0] * (MOST_SPACES + 1),
        # Each space may also be left empty.
        placed=[0] * (most + MOST_SPACES),
        kind=[0] * (most + MOST_SPACES),
        kept=[0] * (WORDS << keep_bits),
        **{name: [0] * length for name, length in FIXED_LENGTHS.items()},
    )


def one_solution(
    d: OutOfMineDefinition, board: str, side: str, card: str, luck: int = 0, most_nodes: int = MOST_NODES
) -> list[Tile] | None:
    """A packing that fills this side of the board with the card's tiles, in the order in which they are found.

    Another ``luck`` gives another one, if there are several. None where there is none, or where the search was broken
    off before it found one.
    """
    return some_packing(d, d.gallery(board, side), card, luck)


def some_packing(d: OutOfMineDefinition, gallery: Sequence[str], card: str, luck: int = 0) -> list[Tile] | None:
    """The same for a gallery that need not be one of the definition's."""
    return _cover(d, tuple(gallery), card, luck, best=False)


def best_cover(d: OutOfMineDefinition, board: str, side: str, card: str, luck: int = 0) -> list[Tile] | None:
    """The same, but as many spaces as possible are covered where they cannot be filled."""
    return _cover(d, d.gallery(board, side), card, luck, best=True)


def _cover(
    d: OutOfMineDefinition,
    gallery: tuple[str, ...],
    card: str,
    luck: int,
    best: bool,
    most_nodes: int = MOST_NODES,
) -> list[Tile] | None:
    kinds = kinds_of(d)
    r = puzzles_for(d, [gallery], [wanted(d, card)])
    t = new_search(r)
    empty = fewest_empty(r, t, 0, 0, most_nodes) if best else 0
    if empty < 0:
        return None
    prepare(r, t, 0, 0, empty)
    shuffle(r, t, 0, luck)
    search(r, t, 0, 0 if best else r.exact, 1, most_nodes)
    if not t.counts[WAYS]:
        return None
    where = numbered(gallery, not d.check.rock)
    used: dict[int, int] = {}
    tiles = []
    for level in range(t.counts[LEVEL]):
        number = t.kind[t.laid[level]]
        if number == len(kinds):
            continue
        copies = used.get(number, 0)
        used[number] = copies + 1
        covered = t.placed[t.laid[level]]
        found = tuple(sorted(cell for bit, cell in enumerate(where) if covered >> bit & 1))
        tiles.append(Tile(kinds[number].colour, *kinds[number].tiles[copies], found))
    return tiles


def draw(d: OutOfMineDefinition, board: str, side: str, tiles: Sequence[Tile]) -> list[str]:
    """A gallery with tiles on it as text: a letter for each tile, ``.`` for an empty space, ``#`` for rock."""
    return draw_rows(d.gallery(board, side), tiles)


def draw_rows(rows: Sequence[str], tiles: Sequence[Tile]) -> list[str]:
    """The same for a drawing; letters repeat after 26 tiles."""
    canvas = [list(row) for row in rows]
    for number, tile in enumerate(tiles):
        for row, column in tile.cells:
            canvas[row][column] = chr(ord("A") + number % 26)
    return [" ".join(line) for line in canvas]

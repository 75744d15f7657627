"""Packing a board: how many ways there are, one of them, and how hard it is to find one.

The search goes space by space: whatever covers the first free space (in the order of their numbers) is tried there,
then the next free space is looked at. So every packing is met exactly once, and copies of a tile are never told apart.
What is left to do depends only on the spaces covered and the tiles used, which is why finished parts of the search are
kept.

Every function here is a rule: the same source packs one board for a person and hundreds of them compiled.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from workbench.engine.bits import count, lowest
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.randomness import GOLD, MASK, below, stream

MOST_SPACES = 64
WORDS = 5
"""Integers of one kept part of the search: covered spaces, tiles used, search, ways, effort."""
ONE = 1 << 20
"""One placement, as efforts are counted: fixed point, so that compiled and interpreted agree to the bit."""
MOST_EFFORT = 1 << 56
MOST_WAYS = 1 << 60
MOST_STATES = 1 << 56
"""More combinations of used tiles than this are not numbered, and then nothing is kept."""
SHUFFLE = 61
"""What random numbers are for."""

# Indices into Search.counts.
WAYS, EFFORT, NODES, FINISHED, LEVEL, SEARCHES, FEWEST_EMPTY = range(7)
COUNTS = 7
# WAYS: packings found; EFFORT: see `expected`; NODES: tiles laid by the search; FINISHED: 1 unless it was broken off;
# LEVEL: tiles laid when it ended; SEARCHES: how many there were; FEWEST_EMPTY: spaces that stay empty at best.


class Puzzles(NamedTuple):
    """Boards, tiles and cards as integers; read only. A kind is a shape in a colour."""

    boards: int
    picture: Sequence[int]
    """By board (and one more): its first picture; there may be more, turned and flipped ones."""
    colours: int
    kinds: int
    cards: int
    exact: int
    """1 where a card's tiles must all be used (OO1)."""
    spaces: Sequence[int]
    """By picture. Sets of spaces may have further bits, of rock that tiles may cover."""
    colour: Sequence[int]
    """By kind."""
    size: Sequence[int]
    """By kind: the spaces that a tile covers."""
    copies: Sequence[int]
    """By kind: how many are in the box."""
    wanted: Sequence[int]
    """By card and colour: how many the card names."""
    first: Sequence[int]
    """By picture and space (and one more): the first placement that has this space as its first one."""
    placed: Sequence[int]
    """By placement: the spaces covered."""
    kind: Sequence[int]
    """By placement."""


class Search(NamedTuple):
    """One running search. Columns by level (number of tiles laid) unless said otherwise."""

    keep_bits: int
    """There is room for 2 to the power of this many kept parts."""
    left: MutableSequence[int]
    """By kind, then by colour; the last kind and the last colour stand for spaces left empty."""
    step: MutableSequence[int]
    """By kind: what one used tile adds to the number of the combination of used tiles; 0s where they are too many."""
    first: MutableSequence[int]
    """By space (and one more): as in Puzzles, of the tiles that the card allows."""
    placed: MutableSequence[int]
    kind: MutableSequence[int]
    at: MutableSequence[int]
    """The placement that is tried next."""
    end: MutableSequence[int]
    laid: MutableSequence[int]
    """The placement laid from here."""
    covered: MutableSequence[int]
    used: MutableSequence[int]
    """The number of the combination of used tiles."""
    ways: MutableSequence[int]
    live: MutableSequence[int]
    """Placements so far that can be completed."""
    live_effort: MutableSequence[int]
    dead_effort: MutableSequence[int]
    kept: MutableSequence[int]
    counts: MutableSequence[int]


class Nobody(NamedTuple):
    """There are no seats in a search."""

    players: int


@small_rule
def all_spaces(r: Puzzles, picture: int) -> int:
    """The set of all spaces of a picture."""
    return u64(MASK) >> u64(MOST_SPACES - r.spaces[picture])


@small_rule
def as_set(word: int) -> int:
    """A stored set of spaces; the one of space 63 is stored with a sign."""
    return u64(word) & u64(MASK)


@rule
def room_of(r: Puzzles, card: int) -> int:
    """The most spaces that the tiles of a card can cover."""
    room = 0
    for colour in range(r.colours):
        most = 0
        for kind in range(r.kinds):
            if r.colour[kind] == colour:
                most = max(most, r.size[kind])
        room += most * r.wanted[card * r.colours + colour]
    return room


@rule
def prepare(r: Puzzles, t: Search, picture: int, card: int, empty: int) -> None:
    """Set out the tiles that the card allows, and ``empty`` spaces that may stay empty."""
    step = 1
    for colour in range(r.colours):
        t.left[r.kinds + 1 + colour] = r.wanted[card * r.colours + colour]
    t.left[r.kinds] = empty
    t.left[r.kinds + 1 + r.colours] = empty
    for colour in range(r.colours + 1):
        wanted = t.left[r.kinds + 1 + colour]
        colour_step = step
        step = step * (wanted + 1) if step < MOST_STATES else MOST_STATES
        for kind in range(r.kinds + 1):
            if colour == (r.colour[kind] if kind < r.kinds else r.colours):
                t.step[kind] = colour_step
                if kind < r.kinds:
                    t.left[kind] = min(r.copies[kind], wanted)
                if t.left[kind] < wanted:
                    # Only a kind that can run out before its colour does matters by itself.
                    t.step[kind] += step
                    step = step * (t.left[kind] + 1) if step < MOST_STATES else MOST_STATES
    if step >= MOST_STATES:
        for kind in range(r.kinds + 1):
            t.step[kind] = 0
    # What lies on rock is missing on spaces.
    spare = room_of(r, card) + empty - r.spaces[picture]
    everything = all_spaces(r, picture)
    end = 0
    for space in range(r.spaces[picture]):
        t.first[space] = end
        place = picture * (MOST_SPACES + 1) + space
        for i in range(r.first[place], r.first[place + 1]):
            placed = as_set(r.placed[i])
            if t.left[r.kind[i]] > 0 and r.size[r.kind[i]] - count(placed & everything) <= spare:
                t.placed[end] = r.placed[i]
                t.kind[end] = r.kind[i]
                end += 1
        if empty > 0:
            t.placed[end] = i64(u64(1) << u64(space))
            t.kind[end] = r.kinds
            end += 1
    t.first[r.spaces[picture]] = end


@rule
def shuffle(r: Puzzles, t: Search, picture: int, key: int) -> None:
    """Try the placements at every space in an order of luck."""
    for space in range(r.spaces[picture]):
        first = t.first[space]
        for place in range(t.first[space + 1] - first - 1, 0, -1):
            i = first + place
            j = first + below(stream(key, SHUFFLE, space, place), place + 1)
            placed = t.placed[i]
            t.placed[i] = t.placed[j]
            t.placed[j] = placed
            kind = t.kind[i]
            t.kind[i] = t.kind[j]
            t.kind[j] = kind


@small_rule
def slot_of(t: Search, covered: int, used: int) -> int:
    """Where a part of the search is kept, if it is."""
    mixed = ((covered * u64(GOLD)) & MASK) ^ ((u64(used) * u64(0xBF58_476D_1CE4_E5B9)) & MASK)
    return i64(((mixed * u64(GOLD)) & MASK) >> u64(64 - t.keep_bits)) * WORDS


@small_rule
def open_level(t: Search, level: int, covered: int, free: int, used: int) -> None:
    """Begin with the placements at the first of the ``free`` spaces."""
    space = lowest(free)
    t.at[level] = t.first[space]
    t.end[level] = t.first[space + 1]
    t.covered[level] = i64(covered)
    t.used[level] = used
    t.ways[level] = 0
    t.live[level] = 0
    t.live_effort[level] = 0
    t.dead_effort[level] = 0


@small_rule
def expected(t: Search, level: int) -> int:
    """Placements until the board is full, or until all are tried in vain, beyond those laid before (in ``ONE``).

    Placements at one space are tried in an order of luck. A dead one comes before the first live one with a chance of
    1 in (live ones + 1), and each live one is the first of them with the same chance.
    """
    if t.live[level] == 0:
        return min(t.dead_effort[level], MOST_EFFORT)
    return min(t.dead_effort[level] // (t.live[level] + 1) + t.live_effort[level] // t.live[level], MOST_EFFORT)


@small_rule
def add_part(t: Search, level: int, ways: int, effort: int) -> None:
    """What one placement from this level led to."""
    if ways > 0:
        t.ways[level] = min(t.ways[level] + ways, MOST_WAYS)
        t.live[level] += 1
        t.live_effort[level] = min(t.live_effort[level] + effort + ONE, MOST_EFFORT)
    else:
        t.dead_effort[level] = min(t.dead_effort[level] + effort + ONE, MOST_EFFORT)


@rule
def search(r: Puzzles, t: Search, picture: int, exact: int, most_ways: int, most_nodes: int) -> None:
    """Pack a board with what :func:`prepare` set out, until ``most_ways`` are found or ``most_nodes`` tiles laid.

    With ``exact`` only packings that use all tiles count. Leaves ``counts``; a search that stopped for its first
    packing leaves that one's placements in ``laid``, as many as ``counts[LEVEL]`` says.
    """
    everything = all_spaces(r, picture)
    mark = t.counts[SEARCHES] + 1
    t.counts[SEARCHES] = mark
    keeps = t.step[0] > 0
    found = 0
    nodes = 0
    level = 0
    finished = 0
    open_level(t, 0, u64(0), everything, 0)
    while found < most_ways and nodes < most_nodes:
        i = t.at[level]
        if i < t.end[level]:
            t.at[level] = i + 1
            placed = as_set(t.placed[i])
            covered = as_set(t.covered[level])
            kind = t.kind[i]
            colour = r.kinds + 1 + (r.colour[kind] if kind < r.kinds else r.colours)
            if placed & covered != u64(0) or t.left[kind] == 0 or t.left[colour] == 0:
                continue
            nodes += 1
            covered |= placed
            free = (covered & everything) ^ everything
            t.laid[level] = i
            if free == u64(0):
                ways = 1 if not exact or is_used_up(r, t, colour) else 0
                found += ways
                add_part(t, level, ways, 0)
                continue
            used = t.used[level] + t.step[kind]
            if keeps:
                slot = slot_of(t, covered, used)
                if t.kept[slot + 2] == mark and as_set(t.kept[slot]) == covered and t.kept[slot + 1] == used:
                    found = min(found + t.kept[slot + 3], MOST_WAYS)
                    add_part(t, level, t.kept[slot + 3], t.kept[slot + 4])
                    continue
            t.left[kind] -= 1
            t.left[colour] -= 1
            level += 1
            open_level(t, level, covered, free, used)
        else:
            ways = t.ways[level]
            effort = expected(t, level)
            if level == 0:
                finished = 1
                break
            if keeps:
                slot = slot_of(t, as_set(t.covered[level]), t.used[level])
                t.kept[slot] = t.covered[level]
                t.kept[slot + 1] = t.used[level]
                t.kept[slot + 2] = mark
                t.kept[slot + 3] = ways
                t.kept[slot + 4] = effort
            level -= 1
            kind = t.kind[t.laid[level]]
            t.left[kind] += 1
            t.left[r.kinds + 1 + (r.colour[kind] if kind < r.kinds else r.colours)] += 1
            add_part(t, level, ways, effort)
    t.counts[WAYS] = found
    t.counts[EFFORT] = expected(t, 0)
    t.counts[NODES] = nodes
    t.counts[FINISHED] = finished
    t.counts[LEVEL] = level + 1


@small_rule
def is_used_up(r: Puzzles, t: Search, last: int) -> bool:
    """Whether the tile of the colour numbered ``last`` that is just laid is the last of all that the card names."""
    left = -1
    for colour in range(r.kinds + 1, r.kinds + 1 + r.colours):
        left += t.left[colour]
    return left == 0 and t.left[last] == 1


@rule
def fewest_empty(r: Puzzles, t: Search, picture: int, card: int, most_nodes: int) -> int:
    """Spaces of the board that stay empty at best, with no more tiles than the card names; -1 where ``most_nodes`` did
    not suffice to know.

    The last search found such a best cover.
    """
    room = room_of(r, card)
    for empty in range(max(r.spaces[picture] - room, 0), r.spaces[picture] + 1):
        prepare(r, t, picture, card, empty)
        search(r, t, picture, 0, 1, most_nodes)
        if t.counts[WAYS] > 0:
            return empty
        if t.counts[FINISHED] == 0:
            return -1
    return -1


FEW_NODES = 2_000_000
MOST_NODES = 200_000_000
"""Tiles that the search lays for one pair: until it only counts up to the cap, and until it is broken off."""


@rule
def solve_pair(r: Puzzles, s: Nobody, t: Search, most_ways: int, number: int) -> None:
    """Everything about one pair: board ``number // cards``, card ``number % cards``.

    The effort is the mean over all pictures of the board, -1 where it is not known. Of a search that takes long only
    ``most_ways`` are counted.
    """
    card = number % r.cards
    board = number // r.cards
    picture = r.picture[board]
    pictures = r.picture[board + 1] - picture
    prepare(r, t, picture, card, 0)
    search(r, t, picture, r.exact, MOST_WAYS, FEW_NODES)
    if t.counts[FINISHED] == 0:
        prepare(r, t, picture, card, 0)
        search(r, t, picture, r.exact, most_ways, MOST_NODES)
    ways = t.counts[WAYS]
    finished = t.counts[FINISHED]
    effort = t.counts[EFFORT] if finished and ways > 0 else -1
    if effort >= 0:
        for other in range(picture + 1, picture + pictures):
            prepare(r, t, other, card, 0)
            search(r, t, other, r.exact, MOST_WAYS, MOST_NODES)
            effort = effort + t.counts[EFFORT] if effort >= 0 and t.counts[FINISHED] else -1
    if effort >= 0:
        effort = effort // pictures
    t.counts[FEWEST_EMPTY] = 0
    if ways == 0:
        t.counts[FEWEST_EMPTY] = fewest_empty(r, t, picture, card, MOST_NODES) if finished else -1
    t.counts[WAYS] = ways
    t.counts[FINISHED] = finished
    t.counts[EFFORT] = effort


@rule
def pair_row(r: Puzzles, s: Nobody, t: Search, row: MutableSequence[int]) -> None:
    """Ways, effort, whether the search for them was finished, fewest empty spaces."""
    row[0] = t.counts[WAYS]
    row[1] = t.counts[EFFORT]
    row[2] = t.counts[FINISHED]
    row[3] = t.counts[FEWEST_EMPTY]


ROW_WIDTH = 4

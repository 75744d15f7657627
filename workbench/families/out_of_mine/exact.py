"""Exact figures of boards and cards: which card fills which side, in how many ways, and how hard that is.

The difficulty of a pair is the expected number of tiles that a searcher lays until the board is full, if he turns the
board as luck will have it, always covers the first free space (row by row, along the shorter edge of the drawing),
tries whatever fits there in an order of luck, and takes tiles back only where nothing is left to try. It is computed,
not simulated (see :func:`.solver.expected`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TYPE_CHECKING, Any

from workbench.engine.compiled import Kernel, compiled_game, is_ready
from workbench.errors import nearest, usage_problem
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.packing import (
    FIXED_LENGTHS,
    Side,
    Tile,
    all_sides,
    best_cover,
    draw,
    new_search,
    one_solution,
    puzzles,
)
from workbench.families.out_of_mine.solver import MOST_WAYS, ONE, ROW_WIDTH, Nobody, Puzzles, pair_row, solve_pair

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows

DEFAULT_CAP = 1_000_000
CHUNK = 8
"""Pairs that a thread solves before it takes the next ones."""
MOST_SPACES_INTERPRETED = 24
"""One pair is solved interpreted where its board is no larger."""
KEEP_BITS, KEEP_BITS_INTERPRETED = 16, 14
"""Room for kept parts of a search."""
DECIMALS = 3
"""Of a difficulty; the fixed point that it is computed in is good for more."""
TOO_LONG = "the search is too long to be finished"
NO_PACKING = "the card cannot fill the board"

KERNEL = Kernel("out_of_mine_pairs", solve_pair, pair_row, FIXED_LENGTHS)
NOBODY = Nobody(0)


def analyse(
    definition: OutOfMineDefinition,
    *,
    board: str | None = None,
    side: str | None = None,
    card: str | None = None,
    cap: int = DEFAULT_CAP,
) -> dict[str, Any]:
    """Figures of every pair of a board's side and a card, or of those chosen; ``cap`` is where counting ends.

    Errors: DefinitionError where there is no such board, side or card.
    """
    for name, value, known in (
        ("board", board, tuple(definition.boards)),
        ("side", side, SIDES),
        ("card", card, tuple(definition.cards)),
    ):
        if value is not None and value not in known:
            guess = nearest(value, known)
            hint = f"did you mean {guess}?" if guess else f"known: {', '.join(known[:10])}"
            raise usage_problem(f"there is no {name} {value}", code=f"unknown-{name}", key=name, hint=hint)
    sides = [found for found in all_sides(definition) if board in (None, found[0]) and side in (None, found[1])]
    cards = [card] if card is not None else list(definition.cards)
    rows = solve(puzzles(definition, sides, cards, all_views=True), cap + 1).tolist()
    names = [(*found, card) for found in sides for card in cards]
    pairs = [_pair(*name, row, cap) for name, row in zip(names, rows, strict=True)]
    figures = {
        "cap": cap,
        "solvable_share": _share(pairs),
        "sides": _grouped(pairs, ("board", "side")),
        "cards": _grouped(pairs, ("card",)),
        "pairs": pairs,
    }
    if len(pairs) == 1:
        found = one_solution(definition, *names[0]) or best_cover(definition, *names[0])
        figures["cover"] = [_placed(tile) for tile in found or ()]
    return figures


def solve(r: Puzzles, most_ways: int = MOST_WAYS, keep_bits: int = KEEP_BITS) -> Rows:
    """A row (see :func:`.solver.pair_row`) for every pair, board by board; ``most_ways`` are enough for a long search.

    One pair of a small board is solved interpreted where nothing is compiled yet, with the same row.
    """
    import numpy as np

    pairs = r.boards * r.cards
    if pairs > 1 or max(r.spaces) > MOST_SPACES_INTERPRETED or is_ready(KERNEL):
        game = compiled_game(KERNEL, r, NOBODY, new_search(r, keep_bits), lambda text: None)
        starts = range(0, pairs, CHUNK)
        with ThreadPoolExecutor(cpu_count() or 1) as pool:
            found = pool.map(lambda first: game.play(most_ways, first, min(first + CHUNK, pairs), ROW_WIDTH), starts)
            return np.concatenate(list(found))
    t = new_search(r, KEEP_BITS_INTERPRETED)
    rows = np.zeros((pairs, ROW_WIDTH), dtype=np.int64)
    for number in range(pairs):
        row = [0] * ROW_WIDTH
        solve_pair(r, NOBODY, t, most_ways, number)
        pair_row(r, NOBODY, t, row)
        rows[number] = row
    return rows


def _pair(board: str, side: str, card: str, row: Sequence[int], cap: int) -> dict[str, Any]:
    ways, effort, finished, empty = row
    found: dict[str, Any] = {
        "board": board,
        "side": side,
        "card": card,
        "solvable": True if ways else False if finished else None,
        "solutions": min(ways, cap) if finished or ways > cap else None,
        "capped": ways > cap,
        "fewest_empty": None if empty < 0 else empty,
        "difficulty": {"placements": round(effort / ONE, DECIMALS) if effort >= 0 else None},
    }
    if found["solutions"] is None:
        found["reason"] = TOO_LONG
    if found["difficulty"]["placements"] is None:
        found["difficulty"]["reason"] = NO_PACKING if finished and not ways else TOO_LONG
    return found


def _share(pairs: Sequence[Mapping[str, Any]]) -> float | None:
    known = [pair["solvable"] for pair in pairs]
    return None if None in known or not known else sum(known) / len(known)


def _grouped(pairs: Sequence[Mapping[str, Any]], keys: tuple[str, ...]) -> list[dict[str, Any]]:
    """The share of solvable pairs and their mean difficulty, for each side or each card."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for pair in pairs:
        groups.setdefault(tuple(pair[key] for key in keys), []).append(pair)
    told = []
    for names, group in groups.items():
        placements = [pair["difficulty"]["placements"] for pair in group if pair["solvable"]]
        known = placements and None not in placements
        told.append(
            {
                **dict(zip(keys, names, strict=True)),
                "solvable_share": _share(group),
                "difficulty": {"placements": sum(placements) / len(placements) if known else None},
            }
        )
    return told


def _placed(tile: Tile) -> dict[str, Any]:
    """A tile as the log names it (CONTRACT section 6)."""
    return {"tile": f"{tile.colour}:{tile.shape}:{tile.copy}", "cells": [list(cell) for cell in tile.cells]}


def describe(definition: OutOfMineDefinition, figures: Mapping[str, Any]) -> Iterator[str]:
    """The figures as lines for a screen."""
    pairs = figures["pairs"]
    if len(pairs) == 1:
        yield from _one_pair(definition, pairs[0], figures["cover"])
        return
    share = figures["solvable_share"]
    solvable = sum(pair["solvable"] is True for pair in pairs)
    percent = "" if share is None else f" ({100 * share:.1f} %)"
    yield f"{len(pairs)} pairs of a side and a card, {solvable} of them can be filled{percent}"
    capped = sum(pair["capped"] for pair in pairs)
    if capped:
        yield f"{capped} of them in more than {figures['cap']} ways"
    unknown = sum(pair["solvable"] is None for pair in pairs)
    if unknown:
        yield f"{unknown} of them are not known: {TOO_LONG}"
    yield ""
    yield "side      can be filled by   expected placements"
    for group in figures["sides"]:
        yield _group_line(f"{group['board']} {group['side']}", group)
    yield ""
    yield "card      fills              expected placements"
    for group in figures["cards"]:
        yield _group_line(group["card"], group)


def _group_line(name: str, group: Mapping[str, Any]) -> str:
    share, placements = group["solvable_share"], group["difficulty"]["placements"]
    told = "not known" if share is None else f"{100 * share:.1f} %"
    return f"{name:<9} {told:<18} {'-' if placements is None else format(placements, '.1f')}"


def _one_pair(
    definition: OutOfMineDefinition, pair: Mapping[str, Any], cover: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    yield f"board {pair['board']}, side {pair['side']}, card {pair['card']}"
    tiles = []
    for placed in cover:
        colour, shape, copy = placed["tile"].split(":")
        tiles.append(Tile(colour, shape, int(copy), tuple((row, column) for row, column in placed["cells"])))
    yield from draw(definition, pair["board"], pair["side"], tiles)
    yield from (f"  {chr(ord('A') + number % 26)} {tile.colour} {tile.shape}" for number, tile in enumerate(tiles))
    if pair["solvable"] is None:
        yield f"whether it can be filled is not known: {TOO_LONG}"
    elif not pair["solvable"]:
        empty = pair["fewest_empty"]
        yield "it cannot be filled" + ("" if empty is None else f"; at best {empty} stay{'s' * (empty == 1)} empty")
    else:
        count = pair["solutions"]
        if count is None:
            yield f"it can be filled; in how many ways is not known: {TOO_LONG}"
        else:
            yield f"{'more than ' if pair['capped'] else ''}{count} way{'' if count == 1 else 's'} to fill it"
        placements = pair["difficulty"]["placements"]
        if placements is not None:
            yield f"expected placements until it is full: {placements:.1f}"


__all__ = ["Side", "analyse", "describe", "solve"]

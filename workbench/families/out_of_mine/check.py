"""What a valid out_of_mine definition may still get wrong: problems of meaning."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.errors import nearest
from workbench.families.out_of_mine.compile import solvable
from workbench.families.out_of_mine.definition import (
    MOST_CELLS,
    MOST_SPACES,
    SIDES,
    Card,
    OutOfMineDefinition,
)
from workbench.families.out_of_mine.packing import all_sides, puzzles
from workbench.families.out_of_mine.shapes import canonical, hangs_together, parts, shape_of, spaces_of
from workbench.family import Finding, seat_findings

MOST_NAMED = 8
"""Names that one message lists."""


def findings(d: OutOfMineDefinition) -> Iterator[Finding]:
    """Errors and warnings of meaning."""
    yield from seat_findings(d)
    found = [*_shapes(d), *_tiles(d), *_elements(d), *_boards(d), *_cards(d)]
    yield from found
    if any(finding.severity == "error" for finding in found):
        return
    yield from _enough(d)
    yield from _sums(d)
    yield from _demand(d)
    yield from _hopeless(d)
    yield from _switches(d)


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _known(noun: str, name: str, known: tuple[str, ...], path: tuple[str | int, ...]) -> Iterator[Finding]:
    """A finding where ``name`` is not one of ``known``."""
    if name not in known:
        guess = nearest(name, known)
        hint = f"did you mean {guess}?" if guess else f"known: {', '.join(known) or 'none'}"
        yield Finding(path, f"there is no {noun} {name}", code=f"unknown-{noun}", hint=hint)


def _shapes(d: OutOfMineDefinition) -> Iterator[Finding]:
    seen: dict[object, str] = {}
    for name, rows in d.shapes.items():
        shape = shape_of(rows)
        if not shape:
            yield Finding(("shapes", name), f"shape {name} has no cell", code="empty-shape")
        elif len(shape) > MOST_CELLS:
            yield Finding(
                ("shapes", name), f"shape {name} has {len(shape)} cells; {MOST_CELLS} are the most", code="large-shape"
            )
        elif not hangs_together(shape):
            yield Finding(("shapes", name), f"shape {name} falls apart", code="falls-apart")
        else:
            same = seen.setdefault(canonical(shape, d.flipping), name)
            if same != name:
                how = "turning and flipping" if d.flipping else "turning"
                yield Finding(
                    ("shapes", name), f"shape {name} is the same as {same} after {how}", "warning", "same-shape"
                )


def _tiles(d: OutOfMineDefinition) -> Iterator[Finding]:
    unknown = False
    for colour, shapes in d.tiles.items():
        for shape in shapes:
            for finding in _known("shape", shape, tuple(d.shapes), ("tiles", colour, shape)):
                unknown = True
                yield finding
    for number, colour in enumerate(d.unsorted):
        yield from _known("colour", colour, d.colours, ("unsorted", number))
    if not d.box_tiles:
        yield Finding(("tiles",), "there is no tile in the box", code="no-tiles")
    if unknown:
        return
    for colour, shapes in d.tiles.items():
        sizes = {shape: len(shape_of(d.shapes[shape])) for shape, copies in shapes.items() if copies}
        if len(set(sizes.values())) > 1:
            told = ", ".join(f"{shape} {size}" for shape, size in sizes.items())
            yield Finding(
                ("tiles", colour),
                f"the {colour} tiles cover unequal numbers of spaces ({told}), so what a card's tiles cover depends on "
                "the tiles taken",
                "warning",
                "unequal-sizes",
            )


def _elements(d: OutOfMineDefinition) -> Iterator[Finding]:
    for colour, shapes in d.tile_elements.items():
        path = ("tile_elements", colour)
        if colour not in d.tiles:
            yield from _known("colour", colour, d.colours, path)
            continue
        for shape, copies in shapes.items():
            if shape not in d.tiles[colour]:
                yield from _known("shape", shape, tuple(d.tiles[colour]), (*path, shape))
                continue
            for copy in copies:
                if int(copy) > d.tiles[colour][shape]:
                    yield Finding(
                        (*path, shape, copy),
                        f"changes nothing: the box has {d.tiles[colour][shape]} of {colour} {shape}, so no copy {copy}",
                        "warning",
                        "no-copy",
                    )


def _boards(d: OutOfMineDefinition) -> Iterator[Finding]:
    drawn: dict[tuple[str, ...], str] = {}
    for board in d.boards:
        for side in SIDES:
            rows = d.gallery(board, side)
            path = ("boards", board, side)
            name = f"side {side} of board {board}"
            uneven = [number for number, row in enumerate(rows) if len(row) != len(rows[0])]
            if uneven:
                yield Finding(
                    (*path, uneven[0]),
                    f"row {uneven[0] + 1} of {name} has {_cells(len(rows[uneven[0]]))}, the first one {len(rows[0])}",
                    code="uneven-rows",
                )
                continue
            spaces = spaces_of(rows)
            bits = len(spaces) if d.check.rock else len(rows) * len(rows[0])
            if not spaces:
                yield Finding(path, f"{name} has no space to fill", code="no-space")
            elif bits > MOST_SPACES:
                what = "spaces" if d.check.rock else "cells (with check.rock = false rock counts, too)"
                yield Finding(path, f"{name} has {bits} {what}; {MOST_SPACES} are the most", code="too-many-spaces")
            elif not hangs_together(spaces):
                yield Finding(
                    path,
                    f"{name} falls apart into {len(parts(spaces))} parts",
                    "warning",
                    "falls-apart",
                )
            same = drawn.setdefault(rows, name)
            if same != name:
                yield Finding(path, f"{name} is drawn as {same}", "warning", "same-board")
            yield from _elves(d, board, side)


def _elves(d: OutOfMineDefinition, board: str, side: str) -> Iterator[Finding]:
    rows = d.gallery(board, side)
    elves = getattr(d.boards[board], f"elves_{side}")
    taken: dict[str, str] = {}
    for colour, cells in elves.items():
        path = ("boards", board, f"elves_{side}", colour)
        yield from _known("colour", colour, d.colours, path)
        for number, cell in enumerate(cells):
            row, column = (int(part) for part in cell.split(","))
            inside = row < len(rows) and column < len(rows[row])
            if not inside or rows[row][column] != ".":
                what = "rock" if inside else f"outside the {len(rows)} x {len(rows[0])} cells of the board"
                yield Finding(
                    (*path, number),
                    f"the elf at {cell} sits at no space to fill: there is {what}"
                    if inside
                    else f"the elf at {cell} is {what}",
                    code="elf-outside",
                    hint="rows and columns count from 0",
                )
            elif taken.setdefault(f"{row},{column}", colour) != colour or cells.index(cell) != number:
                yield Finding((*path, number), f"there are two elves at {cell}", code="two-elves")


def _cards(d: OutOfMineDefinition) -> Iterator[Finding]:
    for name, card in d.cards.items():
        for colour in card.tiles:
            yield from _known("colour", colour, d.colours, ("cards", name, "tiles", colour))
        carried = {
            element
            for shapes in d.tile_elements.values()
            for copies in shapes.values()
            for sides in copies.values()
            for element in (*sides.a, *sides.b)
        }
        for element in card.elements:
            if element not in carried:
                guess = nearest(element, carried)
                yield Finding(
                    ("cards", name, "elements", element),
                    f"no tile carries {element}",
                    "warning",
                    "unknown-element",
                    f"did you mean {guess}?" if guess else None,
                )
        if not any(card.tiles.values()):
            yield Finding(("cards", name, "tiles"), f"card {name} allows no tile", code="empty-card")


def most_players(d: OutOfMineDefinition) -> int:
    """The most players who can sit at this table: the offered ones, or the seats where they are more."""
    return max(d.players.max, len(d.seats))


def _enough(d: OutOfMineDefinition) -> Iterator[Finding]:
    """Whether boards and cards suffice for every round (O5, O25, OO16)."""
    players = most_players(d)
    needed = players + d.rounds - 1
    if len(d.boards) < needed:
        yield Finding(
            ("boards",),
            f"{players} players and {d.rounds} rounds need {needed} boards (one each, and a new one after every round "
            f"but the last); there are {len(d.boards)}",
            code="few-boards",
            hint="add boards, or lower rounds or players.max",
        )
    reshuffled = d.treasure.used == "reshuffled"
    cards = players if reshuffled else players * d.rounds
    if len(d.cards) < cards:
        yield Finding(
            ("cards",),
            f"{players} players need {cards} treasure cards {'in a round' if reshuffled else f'in {d.rounds} rounds'}; "
            f"there are {len(d.cards)}",
            code="few-cards",
            hint=None if reshuffled else 'with treasure.used = "reshuffled" used cards come back',
        )


def card_range(d: OutOfMineDefinition, card: Card) -> tuple[int, int]:
    """The fewest and the most spaces that a card's tiles can cover."""
    sizes = {
        colour: [len(shape_of(d.shapes[shape])) for shape, copies in shapes.items() if copies]
        for colour, shapes in d.tiles.items()
    }
    low = sum(count * min(sizes[colour], default=0) for colour, count in card.tiles.items())
    return low, sum(count * max(sizes[colour], default=0) for colour, count in card.tiles.items())


def cards_fill_galleries(d: OutOfMineDefinition) -> bool:
    """Whether the tiles of every card cover as many spaces as every gallery has."""
    spaces = {len(spaces_of(d.gallery(board, side))) for board in d.boards for side in SIDES}
    return len(spaces) == 1 and all(card_range(d, card) == 2 * tuple(spaces) for card in d.cards.values())


def _sums(d: OutOfMineDefinition) -> Iterator[Finding]:
    """Whether cards cover as many spaces as galleries have (OO2)."""
    spaces = {f"{board} {side}": len(spaces_of(d.gallery(board, side))) for board in d.boards for side in SIDES}
    fewest, most = min(spaces.values()), max(spaces.values())
    wish = d.treasure.sum
    if wish == "board" and fewest != most:
        uneven = [name for name, count in spaces.items() if count != most]
        yield Finding(
            ("boards",),
            f"galleries have {fewest} to {most} spaces, so no card can cover as many as each of them has (fewer than "
            f"{most}: {_listed(uneven)})",
            "warning",
            "unequal-galleries",
        )
    for name, card in d.cards.items():
        low, high = card_range(d, card)
        told = str(low) if low == high else f"{low} to {high}"
        # That no card covers as many as each of unequal galleries is told above, once.
        one_fits = any(low <= count <= high for count in spaces.values())
        fits = {"board": one_fits, "more": low > most, "less": high < fewest}[wish]
        if not fits:
            wanted = {"board": "as many as", "more": "more than", "less": "fewer than"}[wish]
            yield Finding(
                ("cards", name, "tiles"),
                f"card {name} covers {told} spaces; treasure.sum wants {wanted} a gallery's "
                f"{fewest if fewest == most else f'{fewest} to {most}'}",
                "warning",
                "card-sum",
            )


def _demand(d: OutOfMineDefinition) -> Iterator[Finding]:
    """Whether the box holds the tiles that all players together may need in a round."""
    players = most_players(d)
    for colour in d.colours:
        held = sum(d.tiles[colour].values())
        wanted = sorted((card.tiles.get(colour, 0) for card in d.cards.values()), reverse=True)
        worst = sum(wanted[:players])
        if wanted and wanted[0] > held:
            yield Finding(
                ("tiles", colour),
                f"a card allows {wanted[0]} {colour} tiles, and the box holds {held}",
                "warning",
                "short-box",
            )
        elif worst > held:
            yield Finding(
                ("tiles", colour),
                f"the cards of {players} players can ask for {worst} {colour} tiles in one round, and the box holds "
                f"{held}",
                "warning",
                "short-box",
            )


def _hopeless(d: OutOfMineDefinition) -> Iterator[Finding]:
    """Cards that can fill no gallery, and galleries that no card can fill, as far as a short search can tell."""
    if d.treasure.sum == "less":
        return
    sides, cards = all_sides(d), list(d.cards)
    fills = solvable(puzzles(d, sides, cards))
    for number, name in enumerate(cards):
        if not any(fills[number :: len(cards)]):
            yield Finding(
                ("cards", name, "tiles"),
                f"card {name} can fill no gallery: nobody who draws it can call",
                "warning",
                "hopeless-card",
            )
    for number, (board, side) in enumerate(sides):
        if not any(fills[number * len(cards) :][: len(cards)]):
            yield Finding(
                ("boards", board, side),
                f"no card can fill side {side} of board {board}: nobody can call on it",
                "warning",
                "hopeless-board",
            )


def _switches(d: OutOfMineDefinition) -> Iterator[Finding]:
    if d.check.surplus != "owner" and not d.check.surplus_removed:
        yield Finding(("check", "surplus"), "changes nothing: surplus tiles stay", "warning", "no-effect")
    if d.elves.enabled and not any(d.elves_of(board, side) for board in d.boards for side in SIDES):
        yield Finding(("elves", "enabled"), "changes nothing: no board has elves", "warning", "no-effect")
    if d.elements.enabled and not any(card.elements for card in d.cards.values()):
        yield Finding(("elements", "enabled"), "changes nothing: no card values elements", "warning", "no-effect")


__all__ = ["card_range", "cards_fill_galleries", "findings", "most_players"]

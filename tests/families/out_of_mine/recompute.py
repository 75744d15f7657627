"""An independent reading of the rules of Out of Mine: a logged game re-computed from the definition and the log alone.

Nothing of the family's rules is used. Every check names the rule that it checks in the message of its assertion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

Cell = tuple[int, int]
Tile = dict[str, Any]


def at_origin(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The same shape, moved up and to the left as far as it goes."""
    found = list(cells)
    top, left = min(row for row, _ in found), min(column for _, column in found)
    return frozenset((row - top, column - left) for row, column in found)


def turns(cells: Iterable[Cell]) -> set[frozenset[Cell]]:
    """The shape in its four quarter turns."""
    found, now = set(), at_origin(cells)
    for _ in range(4):
        found.add(now)
        now = at_origin((column, -row) for row, column in now)
    return found


def shown(drawing: Sequence[str], up: str) -> set[frozenset[Cell]]:
    """How a tile can lie that shows its side ``up``: as drawn, or, turned over, as in a mirror."""
    cells = [(row, column) for row, line in enumerate(drawing) for column, c in enumerate(line) if c == "X"]
    return turns(cells if up == "a" else [(row, -column) for row, column in cells])


def spaces_of(tables: dict[str, Any], board: str, side: str) -> set[Cell]:
    """The spaces to fill of a side of a board; all else is rock, or beyond the edge."""
    rows = tables["boards"][board][side]
    return {(row, column) for row, line in enumerate(rows) for column, c in enumerate(line) if c == "."}


def cells_of(tile: Tile) -> set[Cell]:
    return {(row, column) for row, column in tile["cells"]}


def colour_of(tile: Tile) -> str:
    return str(tile["tile"].split(":")[0])


def elements_on(tables: dict[str, Any], tile: Tile) -> list[str]:
    """What is printed on the side of the tile that is up."""
    colour, shape, copy = tile["tile"].split(":")
    sides = tables["tile_elements"].get(colour, {}).get(shape, {}).get(copy, {})
    return list(sides.get(tile["up"], ()))


def elf_points(tables: dict[str, Any], entry: dict[str, Any]) -> int:
    """Elves whose space lies under a tile of their colour (O27, OO17); removed tiles serve none (OO19)."""
    if not tables["elves"]["enabled"]:
        return 0
    colours = {cell: colour_of(tile) for tile in entry["placed"] for cell in cells_of(tile)}
    elves = tables["boards"][entry["board"]][f"elves_{entry['side']}"]
    seats = [(colour, tuple(map(int, cell.split(",")))) for colour, cells in elves.items() for cell in cells]
    served = sum(colours.get((row, column)) == colour for colour, (row, column) in seats)
    return int(served * tables["elves"]["points"])


def element_points(tables: dict[str, Any], entry: dict[str, Any]) -> int:
    """What the card pays for the elements in the gallery (O28, OO18, OO19)."""
    if not tables["elements"]["enabled"]:
        return 0
    worth = tables["cards"][entry["card"]]["elements"]
    once = tables["elements"]["counts"] == "tile"
    found = [elements_on(tables, tile) for tile in entry["placed"]]
    return sum(worth.get(element, 0) for on in found for element in (set(on) if once else on))


def base_points(tables: dict[str, Any], entry: dict[str, Any]) -> int:
    """Points of the gallery before bonus and penalty (O17, O18, OO9)."""
    points = int(tables["scoring"]["full"] - entry["empty"])
    return max(0, points) if tables["scoring"]["floor"] == "before" else points


def empty_spaces(tables: dict[str, Any], entry: dict[str, Any]) -> int:
    spaces = spaces_of(tables, entry["board"], entry["side"])
    return len(spaces - {cell for tile in entry["placed"] for cell in cells_of(tile)})


def leaves_the_gallery(tables: dict[str, Any], entry: dict[str, Any], tile: Tile) -> bool:
    """Whether a tile lies over the edge, or on rock (O14)."""
    if tables["check"]["rock"]:
        return not cells_of(tile) <= spaces_of(tables, entry["board"], entry["side"])
    rows = tables["boards"][entry["board"]][entry["side"]]
    return any(not (0 <= row < len(rows) and 0 <= column < len(rows[row])) for row, column in cells_of(tile))


def check_shapes(tables: dict[str, Any], boards: list[dict[str, Any]]) -> None:
    """Every tile is in the box, on one board only, and has its shape."""
    seen = Counter(tile["tile"] for entry in boards for tile in (*entry["placed"], *entry["faulty"]))
    assert all(number == 1 for number in seen.values()), "O2: no tile lies in two places"
    for entry in boards:
        for tile in (*entry["placed"], *entry["faulty"]):
            colour, shape, copy = tile["tile"].split(":")
            assert 1 <= int(copy) <= tables["tiles"][colour][shape], "O2, OO3: the tile is in the box"
            assert copy == str(int(copy)) and tile["up"] in ("a", "b"), "a tile's name and side"
            assert tables["flipping"] or tile["up"] == "a", "OO5: no tile is turned over"
            assert len(cells_of(tile)) == len(tile["cells"]), "O3: each cell once"
            assert at_origin(cells_of(tile)) in shown(tables["shapes"][shape], tile["up"]), "O3: the tile has its shape"
        for tile in entry["placed"]:
            assert tile["elements"] == elements_on(tables, tile), "O28: the elements on the side that is up"


def check_faults(tables: dict[str, Any], entry: dict[str, Any]) -> None:
    """What was removed had to be, and nothing else had to (O14, O16, OO7, OO8)."""
    card = tables["cards"][entry["card"]]["tiles"]
    every = [*entry["placed"], *entry["faulty"]]
    lying = Counter(cell for tile in every for cell in cells_of(tile))
    for tile in every:
        reasons = set()
        if leaves_the_gallery(tables, entry, tile):
            reasons.add("edge")
        if not card.get(colour_of(tile), 0):
            reasons.add("colour")
        if any(lying[cell] > 1 for cell in cells_of(tile)):
            reasons.add("overlap")
        why = tile.get("why")
        if reasons:
            assert why in reasons, f"O14, O16, OO8: {tile['tile']} is faulty ({reasons}), not {why}"
        else:
            assert why in (None, "number"), f"O16: {tile['tile']} is not faulty for {why}"
    surplus = {tile["tile"]: tile for tile in entry["faulty"] if tile["why"] == "number"}
    counts = Counter(map(colour_of, entry["placed"]))
    for colour, number in counts.items():
        if tables["check"]["surplus_removed"]:
            assert number <= card[colour], "O9, O16: no more tiles than the card says"
    assert tables["check"]["surplus_removed"] or not surplus, "O16: tiles beyond the number stay"
    for colour in {colour_of(tile) for tile in surplus.values()}:
        assert counts[colour] == card[colour], "O16: removed only until the card's number is left"
    check_choice(tables, entry, list(surplus.values()))


def check_choice(tables: dict[str, Any], entry: dict[str, Any], removed: list[Tile]) -> None:
    """Which of too many tiles go is what their owner likes, or what the others like (OO7)."""
    if not removed or tables["check"]["surplus"] == "last-placed":
        return
    colours = sorted({colour_of(tile) for tile in removed})
    ways = []
    for colour in colours:
        of_colour = [tile for tile in (*entry["placed"], *removed) if colour_of(tile) == colour]
        gone = sum(colour_of(tile) == colour for tile in removed)
        ways.append(list(combinations(of_colour, gone)))
    possible = [
        worth_without(tables, entry, [tile for part in way for tile in part], removed) for way in product(*ways)
    ]
    best = max(possible) if tables["check"]["surplus"] == "owner" else min(possible)
    assert worth_without(tables, entry, removed, removed) == best, "OO7: which of too many tiles is removed"


def worth_without(tables: dict[str, Any], entry: dict[str, Any], gone: list[Tile], removed: list[Tile]) -> int:
    """What a board is worth where ``gone`` would go in the place of ``removed``; the floor at 0 is not looked at, so
    that a covered space is always worth a point."""
    names = {tile["tile"] for tile in gone}
    other = {**entry, "placed": [tile for tile in (*entry["placed"], *removed) if tile["tile"] not in names]}
    other["empty"] = empty_spaces(tables, other)
    return elf_points(tables, other) + element_points(tables, other) - int(other["empty"])


def check_board(tables: dict[str, Any], entry: dict[str, Any], called: bool) -> None:
    """One player's gallery at the end of a round: faults and points."""
    check_faults(tables, entry)
    spaces = spaces_of(tables, entry["board"], entry["side"])
    assert entry["cells"] == len(spaces), "the spaces of the gallery"
    assert entry["empty"] == empty_spaces(tables, entry), "O17: empty spaces"
    assert entry["base"] == base_points(tables, entry), "O17, O18: points of the gallery"
    assert entry["bonus"] == bonus_of(tables, entry, called), "O19, O20: bonus or penalty"
    assert entry["elves"] == elf_points(tables, entry), "O27: elves"
    assert entry["elements"] == element_points(tables, entry), "O28: elements"
    points = entry["base"] + entry["bonus"]
    if tables["scoring"]["floor"] == "after":
        points = max(0, points)
    assert entry["points"] == points + entry["elves"] + entry["elements"], "OO9: points of the round"


def is_faulty(tables: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Whether a caller with this board gets the penalty (O20, OO1, OO10)."""
    if entry["faulty"]:
        return True
    if tables["treasure"]["count"] == "exact" and not entry["empty"]:
        card = {colour: number for colour, number in tables["cards"][entry["card"]]["tiles"].items() if number}
        if Counter(map(colour_of, entry["placed"])) != card:
            return True
    return bool(entry["empty"]) and tables["calls"]["without_full_board"] == "fault"


def bonus_of(tables: dict[str, Any], entry: dict[str, Any], called: bool) -> int:
    """What the call is worth (O19, O20, OO10, OO21)."""
    if not called:
        return 0
    if is_faulty(tables, entry):
        return -int(tables["scoring"]["caller_penalty"])
    return 0 if entry["empty"] else int(tables["scoring"]["caller_bonus"])


class Treasure:
    """The pile of treasure cards (O6, O8, OO16)."""

    def __init__(self, tables: dict[str, Any], deck: list[str]) -> None:
        assert sorted(deck) == sorted(tables["cards"]), "O6: all treasure cards, each once"
        self.tables = tables
        self.known = list(deck)
        self.rest: set[str] = set()
        """A new pile, of which the log does not tell the order."""

    def draw(self, cards: list[str]) -> None:
        """Each player draws one, by seat."""
        drawn: list[str] = []
        for card in cards:
            if not self.known and not self.rest:
                assert self.tables["treasure"]["used"] == "reshuffled", "OO16: the cards have run out"
                self.rest = set(self.tables["cards"]) - set(drawn)
            if self.known:
                assert card == self.known.pop(0), "O8: the next card of the pile"
            else:
                assert card in self.rest, "OO16: a card of the new pile"
                self.rest.remove(card)
            drawn.append(card)


class Boards:
    """The boards in play and in the pile (O4, O5, O21 to O23)."""

    def __init__(self, tables: dict[str, Any], pile: list[str], chief: int) -> None:
        assert len(pile) == tables["rounds"] - 1, "O5, O25: a board for each change"
        assert len({*pile}) == len(pile) and {*pile} <= {*tables["boards"]}, "O5: the pile is of boards"
        self.tables = tables
        self.pile = list(pile)
        self.chief = chief
        self.before: list[tuple[str, str]] = []
        self.next: set[str] | None = None

    def deal(self, dealt: list[tuple[str, str]]) -> None:
        """Every player has a board and a side of it."""
        names = [board for board, _ in dealt]
        assert {*names} <= {*self.tables["boards"]} and all(side in ("a", "b") for _, side in dealt)
        assert len({*names}) == len(names), "O4: one board each"
        if self.next is None:
            assert not {*names} & {*self.pile}, "O4, O5: the boards of the players are not in the pile"
        else:
            assert {*names} == self.next, "O21, O22: the new board and those of the others"
            for (board, side), (former, former_side) in zip(dealt, self.before, strict=True):
                assert board != former or side != former_side, "O23: the other side of the same board"
        self.before = dealt

    def change(self, caller: int | None) -> None:
        """The caller's board goes into the box (O21); without a caller a board of the pile, or the chief's (OO13)."""
        held = [board for board, _ in self.before]
        self.next = {*held}
        if not self.pile:
            return
        top = self.pile.pop(0)
        if caller is None and self.tables["calls"]["nobody"] == "chief-changes":
            caller = self.chief
        if caller is not None:
            self.next = {top, *held} - {held[caller]}


def check_callers(e: dict[str, Any], chief: int) -> None:
    """Who called (O15, OO10, OO11)."""
    callers = e["callers"]
    if e["caller"] is None:
        assert callers == [], "O15: nobody called"
        return
    assert e["caller"] in callers and callers == sorted({*callers}), "OO11: the caller is one of them"
    closest = min(callers, key=lambda seat: (seat - chief) % len(e["boards"]))
    assert e["caller"] == closest, "OO11: the one closer to the chief changes the board"
    assert all(0 <= seat < len(e["boards"]) for seat in callers), "O15: a player called"


def recompute(tables: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """Check a whole game; returns scores, winners and what happened in it."""
    head, *rounds, end = events
    seats = len(head["seats"])
    # The oldest player sits on the first seat (O7); where the chief is open, the log names him.
    chief = head["chief"] if tables["chief"]["who"] == "open" else 0
    boards, treasure = Boards(tables, head["pile"], chief), Treasure(tables, head["deck"])
    scores, empty, calls = [0] * seats, [0] * seats, [0] * seats
    found: dict[str, Any] = {"called": 0, "with_fault": 0, "nobody": 0, "faulty": 0, "full": 0, "seconds": []}
    assert len(rounds) == tables["rounds"], "O25: the number of rounds"
    for number, e in enumerate(rounds, start=1):
        assert e["event"] == "round"
        assert e["round"] == number, "rounds are counted"
        assert [entry["player"] for entry in e["boards"]] == list(range(seats)), "every player has a board"
        boards.deal([(entry["board"], entry["side"]) for entry in e["boards"]])
        treasure.draw([entry["card"] for entry in e["boards"]])
        check_shapes(tables, e["boards"])
        check_callers(e, chief)
        assert e["seconds"] >= 0, "time runs forward"
        limit = tables["calls"]["limit_seconds"]
        assert not limit or e["seconds"] <= limit, "OO12: the round is broken off in time"
        for seat, entry in enumerate(e["boards"]):
            called = seat in e["callers"]
            check_board(tables, entry, called)
            scores[seat] += entry["points"]
            empty[seat] += entry["empty"]
            calls[seat] += called and not is_faulty(tables, entry)
            found["faulty"] += len(entry["faulty"])
            found["full"] += not entry["empty"]
            found["called"] += called
            found["with_fault"] += called and is_faulty(tables, entry)
        found["nobody"] += e["caller"] is None
        found["seconds"].append(e["seconds"])
        boards.change(e["caller"])
    assert not boards.pile, "O25: no board is left to take"
    ranks = [
        (-n if tables["ending"]["wins"] == "fewest-empty" else score) for n, score in zip(empty, scores, strict=True)
    ]
    winners = [seat for seat in range(seats) if ranks[seat] == max(ranks)]
    if tables["ending"]["tie"] == "most-calls":
        most = max(calls[seat] for seat in winners)
        winners = [seat for seat in winners if calls[seat] == most]
    assert end == {**end, "event": "end", "scores": scores, "winners": winners}, "O26: the end"
    return {**found, "scores": scores, "winners": winners, "calls": calls, "empty": empty}

"""The second computation has to accept games worked out by hand and to reject every change in them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from workbench.families.out_of_mine.definition import OutOfMineDefinition

from .recompute import at_origin, recompute, shown

# The settings with which the games below were played, written out; sizes are small enough to be counted on paper.
BOX: dict[str, Any] = {
    "rounds": 3,
    "flipping": True,
    "shapes": {"I1": ["X"], "I2": ["XX"], "I3": ["XXX"], "L3": ["X.", "XX"], "J4": [".X", ".X", "XX"]},
    "tiles": {"yellow": {"I1": 4}, "blue": {"I2": 4}, "green": {"I3": 1, "L3": 2}, "red": {"J4": 2}},
    "tile_elements": {
        "yellow": {"I1": {"2": {"a": ["gold"], "b": ["worm"]}}},
        "red": {"J4": {"1": {"a": ["gold", "gold"], "b": ["worm"]}, "2": {"a": [], "b": ["gold", "gold", "worm"]}}},
    },
    "boards": {
        "b1": {"a": ["....", "...."], "b": ["..#", "...", "..."]},
        "b2": {"a": ["#...", "....", "#.##"], "b": ["..", "..", "..", ".."]},
        "b3": {"a": ["...", ".#.", "..."], "b": ["....", "...."]},
        "b4": {"a": ["...", "...", "..#"], "b": ["....", "...#", ".###"]},
        "b5": {"a": ["........"], "b": ["....", "...."]},
    },
    "cards": {
        "c1": {"tiles": {"red": 1, "green": 1, "yellow": 1}, "elements": {"gold": 2, "worm": -1}},
        "c2": {"tiles": {"blue": 2, "green": 1, "yellow": 1}, "elements": {"gold": 1, "worm": -1}},
        "c3": {"tiles": {"blue": 3, "yellow": 2}, "elements": {"gold": 1, "worm": -2}},
        "c4": {"tiles": {"blue": 2, "yellow": 4, "green": 0}, "elements": {}},
        "c5": {"tiles": {"red": 1, "blue": 2}, "elements": {"gold": 3, "worm": -1}},
        "c6": {"tiles": {"red": 2}, "elements": {"worm": -1}},
        "c7": {"tiles": {"green": 2, "blue": 1}, "elements": {}},
    },
}
NO_ELVES: dict[str, Any] = {}
ELVES = {
    "b1": ({"yellow": ["0,1"], "red": ["0,3", "1,2"]}, NO_ELVES),
    "b2": (NO_ELVES, {"green": ["1,0", "3,0"], "yellow": ["3,1"]}),
    "b4": ({"blue": ["2,0"]}, NO_ELVES),
}
SETTINGS: dict[str, Any] = {
    "chief": {"who": "oldest"},
    "treasure": {"count": "limit", "sum": "board", "used": "out"},
    "calls": {
        "without_full_board": "fault",
        "at_once": "earlier",
        "at_once_ms": 300,
        "limit_seconds": 0,
        "nobody": "pile-shrinks",
    },
    "check": {
        "surplus_removed": True,
        "surplus": "owner",
        "overlap": "both-faulty",
        "rock": True,
        "removed": "count-nothing",
    },
    "scoring": {
        "full": 10,
        "floor": "before",
        "caller_bonus": 2,
        "caller_penalty": 2,
        "caller_with_fault": "penalty-only",
    },
    "elves": {"enabled": False, "counts": "cover", "points": 1},
    "elements": {"enabled": False, "counts": "symbol"},
    "ending": {"wins": "most-points", "tie": "shared"},
}
# Both variants, and few points, so that somebody falls below 0.
PLAYED = {"elves.enabled": True, "elements.enabled": True, "scoring.full": 6}


def rules(changes: dict[str, Any]) -> dict[str, Any]:
    """The settings with changes by dotted key, as a definition resolves to."""
    tables = copy.deepcopy({**BOX, **SETTINGS})
    for name, board in tables["boards"].items():
        board["elves_a"], board["elves_b"] = ELVES.get(name, (NO_ELVES, NO_ELVES))
    for key, value in changes.items():
        *names, last = key.split(".")
        table = tables
        for name in names:
            table = table[name]
        assert last in table, key
        table[last] = value
    return tables


# --- writing a log by hand ------------------------------------------------------------------------


def tile(name: str, cells: str, up: str = "a", on: str = "") -> dict[str, Any]:
    """A tile that stays, with what is on it; cells as "row column" in two digits."""
    return {"tile": name, "up": up, "cells": [[int(r), int(c)] for r, c in cells.split()], "elements": on.split()}


def out(name: str, cells: str, why: str, up: str = "a") -> dict[str, Any]:
    """A tile that is removed."""
    return {"tile": name, "up": up, "cells": [[int(r), int(c)] for r, c in cells.split()], "why": why}


def board(
    where: str, card: str, tiles: list[dict[str, Any]], empty: int, base: int, bonus: int, elves: int, elements: int
) -> dict[str, Any]:
    name, side = where.split()
    return {
        "board": name,
        "side": side,
        "card": card,
        "cells": 8,
        "placed": [t for t in tiles if "why" not in t],
        "faulty": [t for t in tiles if "why" in t],
        "empty": empty,
        "base": base,
        "bonus": bonus,
        "elves": elves,
        "elements": elements,
        "points": base + bonus + elves + elements,
    }


def one_round(caller: int | None, seconds: float, *boards: dict[str, Any], callers: list[int] | None = None) -> Any:
    called = [caller] if caller is not None else []
    lines = [{"player": seat, **entry} for seat, entry in enumerate(boards)]
    return {"event": "round", "caller": caller, "callers": callers or called, "seconds": seconds, "boards": lines}


def game(pile: str, deck: str, *rounds: dict[str, Any], scores: list[int], winners: list[int]) -> list[dict[str, Any]]:
    head = {"event": "game", "family": "out_of_mine", "variant": "by-hand", "seed": 1, "game": 0}
    seats = ["geuebt"] * len(scores)
    numbered = [{"event": e["event"], "round": n, **e} for n, e in enumerate(rounds, start=1)]
    end = {"event": "end", "scores": scores, "winners": winners}
    return [{**head, "seats": seats, "pile": pile.split(), "deck": deck.split()}, *numbered, end]


def small_game() -> list[dict[str, Any]]:
    """Three rounds of two players, with every fault in them."""
    return game(
        "b3 b4",
        "c1 c2 c3 c4 c5 c6 c7",
        one_round(
            0,
            40.5,
            board(
                "b1 a",
                "c1",
                [
                    tile("red:J4:1", "00 10 11 12", on="gold gold"),
                    tile("green:L3:1", "02 03 13"),
                    tile("yellow:I1:2", "01", on="gold"),
                ],
                empty=0,
                base=6,
                bonus=2,
                elves=2,
                elements=6,
            ),
            board(
                "b2 b",
                "c2",
                [
                    tile("blue:I2:1", "00 01"),
                    tile("green:I3:1", "10 20 30"),
                    tile("blue:I2:2", "11 21"),
                    out("yellow:I1:1", "32", "edge"),
                ],
                empty=1,
                base=5,
                bonus=0,
                elves=2,
                elements=0,
            ),
        ),
        one_round(
            0,
            61.25,
            board(
                "b2 a",
                "c3",
                [
                    tile("blue:I2:1", "01 02"),
                    tile("blue:I2:2", "10 11"),
                    tile("yellow:I1:2", "03", on="gold"),
                    tile("yellow:I1:3", "13"),
                    out("yellow:I1:4", "21", "number"),
                ],
                empty=2,
                base=4,
                bonus=-2,
                elves=0,
                elements=1,
            ),
            board(
                "b3 a",
                "c4",
                [
                    out("blue:I2:3", "00 01", "overlap"),
                    out("blue:I2:4", "01 02", "overlap"),
                    out("green:L3:2", "12 22 21", "colour", up="b"),
                    tile("yellow:I1:1", "10"),
                ],
                empty=7,
                base=0,
                bonus=0,
                elves=0,
                elements=0,
            ),
        ),
        one_round(
            None,
            75.0,
            board(
                "b4 a",
                "c5",
                [tile("red:J4:2", "00 10 20 21", up="b", on="gold gold worm"), tile("blue:I2:3", "01 02")],
                empty=2,
                base=4,
                bonus=0,
                elves=0,
                elements=5,
            ),
            board("b3 b", "c6", [tile("red:J4:1", "00 01 02 10", up="b", on="worm")], 4, 2, 0, 0, -1),
        ),
        scores=[28, 8],
        winners=[0],
    )


def plain(caller: int | None, *, where: str = "b5 a", card: str = "c4", **changes: Any) -> list[dict[str, Any]]:
    """One round of one player who fills the board as far as ``tiles`` do."""
    entry = board(where, card, changes["tiles"], *(changes[k] for k in ("empty", "base", "bonus")), 0, 0)
    points = changes.get("points", entry["points"])
    rest = " ".join(c for c in BOX["cards"] if c != card)
    return game("", f"{card} {rest}", one_round(caller, 9.0, {**entry, "points": points}), scores=[points], winners=[0])


ONE_ROUND = {"rounds": 1}
HALF = [tile("yellow:I1:1", "00"), tile("yellow:I1:3", "01"), tile("yellow:I1:4", "02"), tile("blue:I2:1", "06 07")]
FULL = [*HALF, tile("yellow:I1:2", "03", on="gold"), tile("blue:I2:2", "04 05")]


def two_called() -> list[dict[str, Any]]:
    """Both are full at once."""
    first = board("b3 b", "c6", [tile("red:J4:1", "00 10 11 12", on="gold gold"),
                                tile("red:J4:2", "01 02 03 13")], 0, 10, 2, 0, 0)  # fmt: skip
    second = board("b5 b", "c2", [tile("blue:I2:1", "00 01"), tile("blue:I2:2", "02 03"),
                                  tile("green:I3:1", "10 11 12"), tile("yellow:I1:1", "13")],
                   0, 10, 2, 0, 0)  # fmt: skip
    return game("", "c6 c2 c1 c3 c4 c5 c7", one_round(0, 30.0, first, second, callers=[0, 1]),
                scores=[12, 12], winners=[0, 1])  # fmt: skip


CASES: dict[str, tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]] = {
    # name: settings, log, settings under which the log is wrong
    "a small game": (
        PLAYED,
        small_game(),
        [
            {"flipping": False}, {"elves.enabled": False}, {"elements.enabled": False}, {"elements.counts": "tile"},
            {"elves.points": 2}, {"scoring.full": 7}, {"scoring.floor": "none"}, {"scoring.floor": "after"},
            {"scoring.caller_bonus": 3}, {"scoring.caller_penalty": 1}, {"check.surplus": "opponents"},
            {"check.surplus_removed": False}, {"rounds": 4}, {"rounds": 2}, {"calls.limit_seconds": 74},
            {"treasure.count": "exact", "scoring.caller_bonus": 0}, {"tiles.yellow.I1": 3}, {"tiles.red.J4": 1},
            {"shapes.J4": ["X.", "X.", "XX"]}, {"cards.c3.tiles.yellow": 1}, {"cards.c3.tiles.yellow": 3},
            {"cards.c2.tiles.blue": 1}, {"cards.c1.elements.gold": 3}, {"boards.b1.a": ["....", "...#"]},
            {"boards.b2.b": ["..", "..", "..", "..."]},
        ],
    ),
    "OO9: below 0 without a floor": (
        {**ONE_ROUND, "scoring.full": 2, "scoring.floor": "none"},
        plain(0, tiles=HALF, empty=3, base=-1, bonus=-2),
        [{"scoring.floor": "before"}, {"scoring.floor": "after"}],
    ),
    "OO9: a floor below the penalty": (
        {**ONE_ROUND, "scoring.full": 4, "scoring.floor": "after"},
        plain(0, tiles=HALF, empty=3, base=1, bonus=-2, points=0),
        [{"scoring.floor": "before"}, {"scoring.floor": "none"}],
    ),
    "OO9: a floor, then the penalty (O-E3)": (
        {**ONE_ROUND, "scoring.full": 2},
        plain(0, tiles=HALF, empty=3, base=0, bonus=-2),
        [{"scoring.floor": "after"}, {"scoring.floor": "none"}, {"calls.without_full_board": "no-bonus"}],
    ),
    "OO10: a call without a full board": (
        {**ONE_ROUND, "calls.without_full_board": "no-bonus"},
        plain(0, tiles=HALF, empty=3, base=7, bonus=0),
        [{"calls.without_full_board": "fault"}],
    ),
    "O-E1: full and correct": (ONE_ROUND, plain(0, tiles=FULL, empty=0, base=10, bonus=2), [{"rounds": 2}]),
    "O14: only the Chinese text forbids rock": (
        {**ONE_ROUND, "check.rock": False},
        plain(None, where="b3 a", tiles=[tile("blue:I2:1", "10 11")], empty=7, base=3, bonus=0),
        [{"check.rock": True}],
    ),
    "OO1: fewer tiles than the card says": (
        {**ONE_ROUND, "treasure.count": "exact"},
        plain(0, card="c3", tiles=[*HALF[:2], *(tile(f"blue:I2:{n}", cells) for n, cells in
                                               ((1, "02 03"), (2, "04 05"), (3, "06 07")))],
              empty=0, base=10, bonus=2),
        [{"cards.c3.tiles.green": 1}],
    ),
    "OO11: two call at once": ({**ONE_ROUND, "calls.at_once": "both"}, two_called(), [{"scoring.caller_bonus": 1}]),
}  # fmt: skip
CASES["OO1: fewer tiles than the card says"][0]["cards.c3.tiles"] = {"blue": 3, "yellow": 2, "green": 0}
each_case = pytest.mark.parametrize("name", list(CASES))


def accepted(tables: dict[str, Any], events: list[dict[str, Any]]) -> bool:
    try:
        recompute(tables, events)
    except (AssertionError, KeyError, ValueError):
        return False
    return True


@pytest.mark.rule("O4", "O5", "O8", "O9", "O14", "O16", "O17", "O19", "O20", "O21", "O22", "O23", "O26", "O27", "O28")
@each_case
def test_accepts_what_was_worked_out_by_hand(name: str) -> None:
    changes, events, _ = CASES[name]
    result = recompute(rules(changes), json.loads(json.dumps(events)))
    assert (result["scores"], result["winners"]) == (events[-1]["scores"], events[-1]["winners"])


@each_case
def test_the_switch_matters(name: str) -> None:
    changes, events, otherwise = CASES[name]
    for other in otherwise:
        assert not accepted(rules({**changes, **other}), events), other


Change = Callable[[list[dict[str, Any]]], object]


def entry(events: list[dict[str, Any]], number: int, player: int) -> dict[str, Any]:
    found: dict[str, Any] = events[number]["boards"][player]
    return found


def rename(number: int, player: int, old: str, new: str) -> Change:
    """One tile is another copy, shape or colour."""

    def change(events: list[dict[str, Any]]) -> None:
        lines = entry(events, number, player)
        for t in (*lines["placed"], *lines["faulty"]):
            if t["tile"] == old:
                t["tile"] = new
                return
        raise AssertionError(old)

    return change


def put(*path: Any) -> Change:
    """Another value at a place of the log."""

    def change(events: Any) -> None:
        *way, last, value = path
        for key in way:
            events = events[key]
        assert events[last] != value
        events[last] = value

    return change


def kept(number: int, player: int, which: int) -> Change:
    """A tile that had to be removed stays."""

    def change(events: list[dict[str, Any]]) -> None:
        lines = entry(events, number, player)
        t = lines["faulty"].pop(which)
        lines["placed"].append({**{k: v for k, v in t.items() if k != "why"}, "elements": []})

    return change


def removed(number: int, player: int, which: int, why: str) -> Change:
    """A tile that is right is removed."""

    def change(events: list[dict[str, Any]]) -> None:
        lines = entry(events, number, player)
        t = lines["placed"].pop(which)
        lines["faulty"].append({**{k: v for k, v in t.items() if k != "elements"}, "why": why})

    return change


def swap(*path: Any) -> Change:
    """Two entries of a list change places."""

    def change(events: Any) -> None:
        *way, a, b = path
        for key in way:
            events = events[key]
        events[a], events[b] = events[b], events[a]

    return change


BREAKAGES: dict[str, Change] = {
    "O5: a pile too small": lambda events: events[0]["pile"].pop(),
    "O5: a pile too large": lambda events: events[0]["pile"].append("b5"),
    "O5: a board twice in the pile": put(0, "pile", 1, "b3"),
    "O5: a player's board in the pile": put(0, "pile", 1, "b1"),
    "O5: no such board": put(0, "pile", 1, "b9"),
    "O21: the top board is taken": swap(0, "pile", 0, 1),
    "O6: a card is missing": lambda events: events[0]["deck"].pop(),
    "O6: a card twice": put(0, "deck", 6, "c1"),
    "O8: another card than the next": swap(0, "deck", 0, 6),
    "O8: cards of two players": swap(0, "deck", 0, 1),
    "O4: the same board twice": put(1, "boards", 1, "board", "b1"),
    "O22: another board than the others'": put(2, "boards", 1, "board", "b4"),
    "O23: the same side again": put(3, "boards", 1, "side", "a"),
    "O21: the caller's board comes back": put(3, "boards", 0, "board", "b2"),
    "O15: a caller who is none": lambda events: [put(3, "caller", 0)(events), put(3, "callers", [0])(events)],
    "O15: nobody called": lambda events: [put(1, "caller", None)(events), put(1, "callers", [])(events)],
    "OO11: a bonus without a call": put(1, "boards", 1, "bonus", 2),
    "OO11: callers without the caller": put(1, "callers", [1]),
    "OO11: one caller too many": put(1, "callers", [0, 1]),
    "O2: a tile on two boards": rename(1, 1, "blue:I2:1", "blue:I2:2"),
    "O2: a tile that another has": rename(1, 1, "green:I3:1", "green:L3:1"),
    "O2: a copy that is not in the box": rename(1, 1, "blue:I2:2", "blue:I2:5"),
    "O2: copy 0": rename(1, 1, "blue:I2:2", "blue:I2:0"),
    "O3: the box has no such shape": rename(1, 1, "blue:I2:2", "blue:L3:2"),
    "O3: another shape": rename(1, 0, "green:L3:1", "blue:I2:3"),
    "O3: as in a mirror": put(1, "boards", 0, "placed", 0, "up", "b"),
    "O3: not as in a mirror": put(3, "boards", 1, "placed", 0, "up", "a"),
    "O3: a space less": lambda events: entry(events, 1, 0)["placed"][0]["cells"].pop(),
    "O3: a space twice": put(1, "boards", 0, "placed", 1, "cells", 0, [0, 3]),
    "O3: a space moved": put(1, "boards", 1, "placed", 2, "cells", 1, [3, 1]),
    "O3: a side that is none": put(1, "boards", 0, "placed", 1, "up", "c"),
    "O28: elements that are not there": put(1, "boards", 0, "placed", 0, "elements", ["gold"]),
    "O28: elements of another copy": rename(1, 0, "yellow:I1:2", "yellow:I1:3"),
    "O14: over the edge and kept": kept(1, 1, 0),
    "O16: a wrong colour kept": kept(2, 1, 2),
    "OO8: one of two that overlap kept": kept(2, 1, 0),
    "O16: one too many kept": kept(2, 0, 0),
    "O16: one too many removed": removed(2, 0, 3, "number"),
    "OO7: the nugget goes instead": lambda events: [removed(2, 0, 2, "number")(events), kept(2, 0, 0)(events)],
    "O16: right but removed": removed(1, 1, 0, "edge"),
    "O16: right but of a wrong colour": removed(1, 1, 0, "colour"),
    "OO8: overlaps with nothing": put(1, "boards", 1, "faulty", 0, "why", "overlap"),
    "O16: not the number": put(1, "boards", 1, "faulty", 0, "why", "number"),
    "O16: not the colour": put(2, "boards", 0, "faulty", 0, "why", "colour"),
    "O16: not the edge": put(2, "boards", 1, "faulty", 2, "why", "edge"),
    "O16: no such reason": put(2, "boards", 1, "faulty", 2, "why", "x"),
    "O25: a round less": lambda events: events.pop(3),
    "O25: a round twice": lambda events: events.insert(3, copy.deepcopy(events[3])),
    "O25: rounds out of order": swap(1, 2),
    "a player is missing": lambda events: events[1]["boards"].pop(),
    "players out of order": swap(1, "boards", 0, 1),
    "time runs forward": put(1, "seconds", -1.0),
    "O26: the loser wins": put(4, "winners", [1]),
    "O26: shared": put(4, "winners", [0, 1]),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BREAKAGES))
def test_rejects(name: str) -> None:
    events = copy.deepcopy(small_game())
    BREAKAGES[name](events)
    assert events != small_game()
    assert not accepted(rules(PLAYED), events)


def test_every_number_is_checked() -> None:
    keys = ("round", "player", "cells", "empty", "base", "bonus", "elves", "elements", "points")
    tables, events = rules(PLAYED), small_game()
    for number, player in ((n, p) for n in (1, 2, 3) for p in (0, 1)):
        for key in keys:
            lines = events[number] if key == "round" else entry(events, number, player)
            right = lines[key]
            for wrong in (right + 1, right - 1):
                lines[key] = wrong
                assert not accepted(tables, events), (number, player, key, wrong)
            lines[key] = right
    for seat in (0, 1):
        for change in (1, -1):
            other = copy.deepcopy(events)
            other[-1]["scores"][seat] += change
            assert not accepted(tables, other)
    assert accepted(tables, events)


@pytest.mark.rule("OO13")
def test_after_a_round_without_a_call() -> None:
    """The top board goes into the box and the players' own are dealt again; or the chief changes his."""
    empty = [board(f"b{n} a", "c1", [], 8, 2, 0, 0, 0) for n in (1, 2)]
    again = [board(f"b{n} {s}", "c1", [], 8, 2, 0, 0, 0) for n, s in ((1, "b"), (2, "b"))]
    new = [board(f"b{n} a", "c1", [], 8, 2, 0, 0, 0) for n in (2, 3)]
    for second, key in ((again, "pile-shrinks"), (new, "chief-changes")):
        cards = iter(("c1", "c2", "c3", "c4"))
        first, then = ([{**e, "card": next(cards)} for e in entries] for entries in (empty, second))
        events = game("b3", "c1 c2 c3 c4 c5 c6 c7", one_round(None, 1.0, *first), one_round(None, 1.0, *then),
                      scores=[4, 4], winners=[0, 1])  # fmt: skip
        for nobody in ("pile-shrinks", "chief-changes"):
            assert accepted(rules({"rounds": 2, "calls.nobody": nobody}), events) == (nobody == key)


@pytest.mark.rule("OO16")
def test_used_cards_make_a_new_pile() -> None:
    tables = rules({"rounds": 2, "treasure.used": "reshuffled"})
    tables["cards"] = {name: tables["cards"][name] for name in ("c1", "c2", "c3")}

    def played(last: str) -> list[dict[str, Any]]:
        first = [board(f"b{n} a", card, [], 8, 2, 0, 0, 0) for n, card in ((1, "c1"), (2, "c2"))]
        then = [board(f"b{n} b", card, [], 8, 2, 0, 0, 0) for n, card in ((1, "c3"), (2, last))]
        return game("b3", "c1 c2 c3", one_round(None, 1.0, *first), one_round(None, 1.0, *then),
                    scores=[4, 4], winners=[0, 1])  # fmt: skip

    assert accepted(tables, played("c1")) and accepted(tables, played("c2"))
    assert not accepted(tables, played("c3")), "on the table in this round"
    tables["treasure"]["used"] = "out"
    assert not accepted(tables, played("c1"))


@pytest.mark.rule("OO20", "O26")
def test_who_wins() -> None:
    # Ten points each: the one serves three elves, the other fills the board and calls.
    elves = board("b2 b", "c2", [tile("green:I3:1", "10 20 30"), tile("yellow:I1:5", "31")], 4, 4, 0, 6, 0)
    called = one_round(1, 5.0, elves, board("b5 a", "c4", FULL, 0, 8, 2, 0, 0))
    for changes, winners in (
        ({}, [0, 1]),
        ({"ending.tie": "most-calls"}, [1]),
        ({"ending.wins": "fewest-empty"}, [1]),
    ):
        events = game("", "c2 c4 c1 c3 c5 c6 c7", called, scores=[10, 10], winners=winners)
        tables = rules({**ONE_ROUND, "elves.enabled": True, "elves.points": 2, "scoring.full": 8, **changes})
        tables["tiles"]["yellow"]["I1"] = 5
        assert accepted(tables, events)
        for wrong in ([0], [1], [0, 1]):
            events[-1]["winners"] = wrong
            assert accepted(tables, events) == (wrong == winners)


def test_a_shape_in_all_its_ways() -> None:
    """By hand: four turns of a shape without symmetry, two of a bar, one of a square; a mirror changes the first."""
    assert len(shown([".X", ".X", "XX"], "a")) == 4
    assert not shown([".X", ".X", "XX"], "a") & shown([".X", ".X", "XX"], "b")
    assert shown(["XXX"], "a") == shown(["XXX"], "b") == {at_origin([(0, 0), (0, 1), (0, 2)]),
                                                         at_origin([(3, 1), (4, 1), (5, 1)])}  # fmt: skip
    assert shown(["XX", "XX"], "a") == {frozenset([(0, 0), (0, 1), (1, 0), (1, 1)])}


def test_the_settings_written_out_here_are_those_of_the_definition() -> None:
    tables = rules({})
    box = {key: tables[key] for key in BOX}
    seats = ["geuebt", "geuebt"]
    found = OutOfMineDefinition.model_validate({"family": "out_of_mine", "title": "x", "seats": seats, **box})
    written = json.loads(json.dumps(found.model_dump()))
    for table, values in {**box, **SETTINGS}.items():
        assert written[table] == values, table

"""An independent reading of the rules of Micro Robots: a logged game re-computed from the definition and the log alone.

Nothing of the family's rules is used. Every check names what it checks in the message of its assertion.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

Board = list[list[str]]


def board_of(tables: dict[str, Any], arrangement: str) -> Board:
    """The board of an arrangement, tile by tile turned by hand."""
    rows, columns = tables["board"]["rows"], tables["board"]["columns"]
    placed = []
    for part in arrangement.split(","):
        tile, turn = part.split(":")
        grid = [row.split() for row in tables["tiles"][tile][tables["side"]]]
        for _ in range(int(turn)):
            grid = [list(row) for row in zip(*grid[::-1], strict=True)]
        placed.append(grid)
    board: Board = []
    for row in range(rows):
        tiles = placed[row * columns : (row + 1) * columns]
        for line in range(len(tiles[0])):
            board.append([space for grid in tiles for space in grid[line]])
    return board


def moves_of(board: Board, travel: str) -> dict[str, set[str]]:
    """By space: where one move leads to (M8, M9, MO1)."""
    found: dict[str, set[str]] = {space: set() for row in board for space in row}
    lines = [list(row) for row in board] + [list(column) for column in zip(*board, strict=True)]
    for line in lines:
        for way in (line, line[::-1]):
            for at, here in enumerate(way):
                for steps, there in enumerate(way[at + 1 :], start=1):
                    if travel == "adjacent" and steps > 1:
                        break
                    if here[0] == there[0] or here[1:] == there[1:]:
                        found[here].add(there)
                        if travel == "first-match":
                            break
    return found


def passed(board: Board, a: str, b: str) -> list[str]:
    """The spaces strictly between two spaces of one row or column."""
    lines = [list(row) for row in board] + [list(column) for column in zip(*board, strict=True)]
    for line in lines:
        if a in line and b in line:
            low, high = sorted((line.index(a), line.index(b)))
            return line[low + 1 : high]
    raise AssertionError(f"{a} and {b} are not in one line")


def distances(moves: dict[str, set[str]], start: str) -> dict[str, int]:
    """Moves from ``start`` to every space that can be reached."""
    found = {start: 0}
    frontier = [start]
    while frontier:
        later = []
        for space in frontier:
            for other in moves[space]:
                if other not in found:
                    found[other] = found[space] + 1
                    later.append(other)
        frontier = later
    return found


def is_way(tables: dict[str, Any], board: Board, path: list[str], e: dict[str, Any]) -> bool:
    """Whether a shown way keeps the rules (M8 to M10, M23, MO2, MO13, MO14)."""
    moves = moves_of(board, tables["travel"])
    if path[0] != e["start"] or path[-1] != e["target"] or len(path) < 2:
        return False
    if any(b not in moves[a] for a, b in pairwise(path)):
        return False
    if not tables["way"]["revisits"]:
        inner = path[:-1] if path[0] == path[-1] else path
        if len(set(inner)) < len(inner):
            return False
    if e["waypoint"] is None:
        return True
    visits = None
    for number, (a, b) in enumerate(pairwise(path), start=1):
        over = tables["professional"]["visit"] == "pass-over" and e["waypoint"] in passed(board, a, b)
        if b == e["waypoint"] or over:
            visits = number
            break
    if visits is None:
        return False
    early = path[1:visits]
    return tables["professional"]["target_before_waypoint"] or e["target"] not in early


def pay(tables: dict[str, Any], chips: list[int], caller: int) -> int | None:
    """Who gets the chip of a wrong caller (M14, M15, MO5 to MO8)."""
    if chips[caller] == 0 or len(chips) == 1:
        return None
    others = [(caller + step) % len(chips) for step in range(1, len(chips))]
    fewest = min(chips[seat] for seat in others)
    if tables["chips"]["caller_among_fewest"] == "keeps-it":
        own = chips[caller] - (tables["chips"]["fewest_counted"] == "after")
        if own <= fewest:
            return None
    return next(seat for seat in others if chips[seat] == fewest)


def recompute(tables: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """Check a whole game; returns chips, winners and what happened in it."""
    head, *rounds, end = events
    seats = len(head["seats"])
    names = {f"{c}{n}" for tile in tables["tiles"].values() for row in tile[tables["side"]] for s in row.split()
             for c, n in [(s[0], s[1:])]}  # fmt: skip
    board = board_of(tables, head["arrangement"])
    assert head["side"] == tables["side"], "M1: the side"
    assert head["board"] == board, "M2: the board is the arrangement"
    assert sorted(s for row in board for s in row) == sorted(names), "M3: each space once"
    assert head["start"] in names, "M4: the first start is a space"
    moves = moves_of(board, tables["travel"])
    chips, minus = [0] * seats, [0] * seats
    total, goal = tables["chips"]["total"], tables["chips"]["to_win"]
    start, number, reason = head["start"], 0, None
    found: dict[str, Any] = {"right": 0, "wrong": 0, "broken_off": 0, "trivial": 0, "distance": 0}
    open_round: dict[str, Any] | None = None
    for at, e in enumerate(rounds):
        assert e["event"] == "round"
        assert reason is None, "M20: no round after the end"
        again = open_round is not None and e["round"] == number
        if again:
            assert open_round is not None
            assert tables["calls"]["others_try"], "MO9: the round was over"
            assert (e["start"], e["target"], e["waypoint"]) == (
                open_round["start"], open_round["target"], open_round["waypoint"]), "MO9: the same round"  # fmt: skip
            assert e["caller"] not in open_round["callers"], "MO9: others call"
            open_round["callers"].append(e["caller"])
        else:
            number += 1
            assert e["round"] == number, "M18: rounds are counted"
            assert e["start"] == start, "M17: the former target is the next start (MO11)"
            open_round = {**e, "callers": [e["caller"]]}
            assert e["target"] in names
            if tables["target"]["equal_to_start"] == "reroll":
                assert e["target"] != e["start"], "MO3: the target is not the start"
            assert (e["waypoint"] is not None) == tables["waypoint"], "M23: a waypoint only for professionals"
            if e["waypoint"] is not None:
                assert e["waypoint"] not in (e["start"], e["target"]), "MO12"
            if e["waypoint"] is None and e["start"] != e["target"]:
                far = distances(moves, e["start"]).get(e["target"])
                found["trivial"] += far is not None and far <= 2
                found["distance"] += far or 0
        if e["caller"] is None:
            assert (e["called"], e["path"], e["paid_to"], e["right"]) == (None, None, None, False)
            assert e["seconds"] == tables["rounds"]["limit_seconds"], "M19: broken off when the time is over"
            found["broken_off"] += 1
            next_start = e["start"] if tables["rounds"]["after_break"] == "same-start" else e["target"]
        else:
            assert e["seconds"] <= tables["rounds"]["limit_seconds"] or tables["calls"]["shortest"], "M19: in time"
            legal = e["path"] is not None and is_way(tables, board, e["path"], e)
            right = legal and len(e["path"]) - 1 == e["called"]
            assert e["right"] == right, "M12: right exactly if legal and as long as called"
            paid_to = None
            if right:
                chips[e["caller"]] += 1
                found["right"] += 1
            else:
                found["wrong"] += 1
                paid_to = pay(tables, chips, e["caller"])
                if paid_to is not None:
                    chips[e["caller"]] -= 1
                    chips[paid_to] += 1
                elif chips[e["caller"]] == 0 and tables["chips"]["empty_handed"] == "minus-point":
                    minus[e["caller"]] += 1
            assert e["paid_to"] == paid_to, "M14, M15: who gets the chip"
            next_start = e["target"]
            lucky = e["caller"] if right else paid_to
            if lucky is not None and chips[lucky] >= goal and (right or tables["chips"]["gift_wins"]):
                reason = "goal"
            elif sum(chips) == total:
                reason = "stock"
        assert e["chips"] == chips, "M13, M14: chips of all"
        assert e["stock"] == total - sum(chips) >= 0, "M-T3: chips are conserved"
        if "minus" in e:
            assert e["minus"] == minus
        later = rounds[at + 1] if at + 1 < len(rounds) else None
        if later is None or later["round"] != number:
            start = next_start
    if reason is None:
        assert number == tables["rounds"]["most"], "only the last round ends a game undecided"
        reason = "rounds"
    scores = [c - m for c, m in zip(chips, minus, strict=True)]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert end == {**end, "event": "end", "reason": reason, "chips": chips, "winners": winners}, "M20, M21: the end"
    return {**found, "chips": chips, "scores": scores, "winners": winners, "rounds": number, "reason": reason}

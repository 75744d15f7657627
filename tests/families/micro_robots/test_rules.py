"""The rules of docs/rules.md, section 5, one by one, on games and tables set up for them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from workbench.definition.load import load
from workbench.families.micro_robots.calling import next_caller, pay
from workbench.families.micro_robots.compile import compile_rules, compile_seats, new_table
from workbench.families.micro_robots.simulation import MicroRobotsSimulation
from workbench.families.micro_robots.state import LAST_WINNER

from .boards import definition
from .strategies import seats_of

PERFECT = 'characters.{name}={{strategy="search",look_ms={ms},breadth=16,depth=40,notice_percent=100,miscount_permille={miscount},forget_permille={forget}}}'  # noqa: E501


def character(name: str, ms: int = 500, miscount: int = 0, forget: int = 0) -> str:
    """The setting that makes a character."""
    return PERFECT.format(name=name, ms=ms, miscount=miscount, forget=forget)


def games(
    names: tuple[str, ...], *settings: str, variant: str = "schwarz", count: int = 5
) -> list[list[dict[str, Any]]]:
    """Logs of games of these characters."""
    d = load(f"micro_robots/{variant}", ["players.min=1", *settings]).definition
    simulation = MicroRobotsSimulation(d, seats_of(d, names))
    return [simulation.log(2, game) for game in range(count)]


def rounds_of(logs: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [event for events in logs for event in events if event["event"] == "round"]


SURE, WRONG, LOST = character("sure"), character("wrong", 300, miscount=1000), character("lost", 300, forget=1000)


@pytest.mark.rule("M1")
def test_all_tiles_show_the_side() -> None:
    for side in ("black", "copper"):
        (head, *_), *_ = games(("geuebt", "geuebt"), f'side="{side}"')
        shown = {space for row in head["board"] for space in row}
        assert shown == {f"{colour}{number}" for colour in "BGPRWY" for number in range(1, 7)}
        assert head["side"] == side
        tile = head["arrangement"].partition(":")[0]
        corner = {head["board"][row][column] for row in range(3) for column in range(3)}
        assert corner == {space for row in definition().tiles[tile][side] for space in row.split()}


@pytest.mark.rule("M5", "M6", "M18")
def test_nothing_moves_before_the_call_and_each_round_has_a_target() -> None:
    """The way starts where the start chip lies: the robot comes to the board with the call only."""
    for events in games(("sure", "geuebt"), SURE):
        start = events[0]["start"]
        for event in events[1:-1]:
            assert event["start"] == start
            assert event["target"] != start
            assert event["path"] is None or event["path"][0] == start
            start = event["target"] if event["caller"] is not None else start


@pytest.mark.rule("M7", "M11")
def test_the_quicker_player_is_heard() -> None:
    """All search at once: who needs a tenth of the time for each look calls nearly always first."""
    found = rounds_of(games(("slow", "quick"), character("slow", 5000), character("quick", 50)))
    assert sum(event["caller"] == 1 for event in found) > 0.95 * len(found)


@pytest.mark.rule("M10")
def test_a_way_need_not_be_the_shortest() -> None:
    d = definition()
    found = rounds_of(games(("anfaenger", "anfaenger")))
    right = [event for event in found if event["right"]]
    assert all(event["called"] == len(event["path"]) - 1 for event in right)
    from .recompute import distances, moves_of

    longer = 0
    for events in games(("anfaenger", "anfaenger")):
        moves = moves_of(events[0]["board"], d.travel)
        for event in events[1:-1]:
            if event["right"]:
                longer += event["called"] > distances(moves, event["start"])[event["target"]]
    assert longer > 5


@pytest.mark.rule("M12", "M13", "M16", "M17")
def test_right_calls_win_the_chip() -> None:
    for events in games(("sure", "sure"), SURE):
        for before, event in zip([{"chips": [0, 0]}, *events[1:-2]], events[1:-1], strict=True):
            assert event["right"]
            gained = [b - a for a, b in zip(before["chips"], event["chips"], strict=True)]
            assert gained[event["caller"]] == 1
            assert sum(gained) == 1


@pytest.mark.rule("M14", "MO5")
def test_wrong_or_forgotten() -> None:
    forgotten = [e for e in rounds_of(games(("lost", "sure"), LOST, SURE, "chips.to_win=9")) if e["caller"] == 0]
    assert len(forgotten) > 20
    for event in forgotten:
        # Without a chip of his own he pays nothing.
        assert (event["path"], event["right"], event["paid_to"]) == (None, False, None)
    miscounted = [e for e in rounds_of(games(("wrong", "sure"), WRONG, SURE, "chips.to_win=9")) if e["caller"] == 0]
    assert len(miscounted) > 20
    for event in miscounted:
        assert event["right"] == (event["called"] == len(event["path"]) - 1)
    assert sum(event["right"] for event in miscounted) < len(miscounted) / 2
    assert any(event["paid_to"] == 1 for event in miscounted)
    for events in games(("lost", "sure"), LOST, SURE, 'chips.empty_handed="minus-point"'):
        calls = sum(event["caller"] == 0 for event in events[1:-1])
        assert events[-1]["minus"] == [calls, 0]


def paid(chips: list[int], caller: int, **rules: int) -> tuple[list[int], int]:
    """Chips after a wrong call, and who got one."""
    table = new_table()
    table.chips[: len(chips)] = chips
    seats = compile_seats(seats_of(definition(), ("geuebt",) * len(chips)))
    receiver = pay(compile_rules(definition())._replace(**rules), seats, table, caller)
    return list(table.chips[: len(chips)]), receiver


@pytest.mark.rule("M14", "M15", "M-E6", "MO6", "MO7", "MO8")
def test_where_the_chip_goes() -> None:
    assert paid([2, 0, 0, 3], 3) == ([2, 1, 0, 2], 1)
    assert paid([2, 0, 0, 3], 0) == ([1, 1, 0, 3], 1)
    # Clockwise from the caller, beyond the last seat too.
    assert paid([1, 4, 4, 1], 2) == ([1, 4, 3, 2], 3)
    # The caller himself has the fewest: left out, or he keeps it.
    assert paid([1, 2, 3], 0) == ([0, 3, 3], 1)
    assert paid([1, 2, 3], 0, caller_keeps=1) == ([1, 2, 3], -1)
    # 3, 3, 2 and caller 0: others have fewer before he pays; 3, 2: he would be among the fewest after.
    assert paid([3, 2, 4], 0, caller_keeps=1) == ([2, 3, 4], 1)
    assert paid([3, 2, 4], 0, caller_keeps=1, fewest_after=1) == ([3, 2, 4], -1)
    assert paid([0, 2], 0) == ([0, 2], -1)
    assert paid([2], 0) == ([2], -1)


@pytest.mark.rule("M16", "MO9")
def test_a_wrong_call_ends_the_round_or_others_may_try() -> None:
    over = games(("wrong", "sure"), WRONG, SURE)
    for events in over:
        numbers = [event["round"] for event in events[1:-1]]
        assert numbers == list(range(1, len(numbers) + 1))
    tried = games(("wrong", "sure"), WRONG, SURE, "calls.others_try=true")
    again = 0
    for events in tried:
        for a, b in pairwise(events[1:-1]):
            if a["round"] == b["round"]:
                again += 1
                assert (a["caller"], a["right"], b["caller"]) == (0, False, 1)
                assert (a["start"], a["target"]) == (b["start"], b["target"])
                assert a["seconds"] <= b["seconds"]
    assert again > 5


@pytest.mark.rule("M19", "MO11")
@pytest.mark.parametrize("after", ["same-start", "old-target"])
def test_a_round_without_a_call_is_broken_off(after: str) -> None:
    logs = games(("anfaenger", "anfaenger"), "rounds.limit_seconds=8", f'rounds.after_break="{after}"')
    broken = 0
    for events in logs:
        for a, b in pairwise(events[1:-1]):
            if a["caller"] is None:
                broken += 1
                assert a["seconds"] == 8
                assert a["chips"] == b["chips"] or b["caller"] is not None
                assert b["start"] == (a["start"] if after == "same-start" else a["target"])
                assert b["round"] == a["round"] + 1
            else:
                assert a["seconds"] <= 8
    assert broken > 10


@pytest.mark.rule("M20", "M21", "MO10", "MO20")
def test_ends() -> None:
    for events in games(("sure", "sure"), SURE):
        assert (events[-1]["reason"], max(events[-1]["chips"])) == ("goal", 5)
    for events in games(("sure", "sure"), SURE, "chips.total=6", "chips.to_win=5"):
        *_, end = events
        assert sum(end["chips"]) == 6 if end["reason"] == "stock" else max(end["chips"]) == 5
        best = max(end["chips"])
        assert end["winners"] == [seat for seat in range(2) if end["chips"][seat] == best]
    ties = [events[-1] for events in games(("sure", "sure"), SURE, "chips.total=2", "chips.to_win=2", count=30)]
    shared = [end for end in ties if end["winners"] == [0, 1]]
    assert shared
    assert all(end["chips"] == [1, 1] and end["reason"] == "stock" for end in shared)
    for events in games(("lost", "lost"), LOST, "rounds.most=7"):
        assert (events[-1]["reason"], events[-2]["round"]) == ("rounds", 7)


@pytest.mark.rule("MO10")
def test_a_gift_may_end_the_game_or_not() -> None:
    """A player with four chips gets a fifth from a wrong call: the game is over, or goes on."""
    shaky = character("shaky", 300, forget=120)
    ended = {True: 0, False: 0}
    for wins in (True, False):
        for events in games(("shaky",) * 2, shaky, f"chips.gift_wins={str(wins).lower()}", "chips.to_win=3", count=60):
            for event in events[1:-1]:
                if event["paid_to"] is not None and event["chips"][event["paid_to"]] >= 3:
                    last = event is events[-2]
                    assert last == wins
                    ended[wins] += 1
    assert min(ended.values()) > 2


@pytest.mark.rule("M-T2")
def test_all_chips_without_a_five_needs_seven_players() -> None:
    """With six, 6 * 4 = 24 chips are the most without a five."""
    for players in (6, 7):
        names = ("sure",) * players
        reasons = {events[-1]["reason"] for events in games(names, SURE, "players.max=8", count=120)}
        assert "goal" in reasons
        assert ("stock" in reasons) <= (players >= 7)
    five = [4] * 6
    assert sum(five) < 25 <= sum([*five, 1])


@pytest.mark.rule("M22")
def test_advanced_starts_without_a_chip_on_the_target() -> None:
    """Thinking starts with the roll: finding the target on the board is part of the time."""
    plain = games(("sure", "sure"), SURE, variant="schwarz")
    advanced = games(("sure", "sure"), SURE, variant="fortgeschritten")
    first = [(a[1]["seconds"], b[1]["seconds"]) for a, b in zip(plain, advanced, strict=True)]
    assert all(a < b for a, b in first)
    assert [a[1]["target"] for a in plain] == [b[1]["target"] for b in advanced]


@pytest.mark.rule("M23", "MO12", "MO13", "MO14")
def test_professional_ways_go_through_the_waypoint() -> None:
    found = rounds_of(games(("sure", "sure"), SURE, variant="profi"))
    assert len(found) > 20
    for event in found:
        assert event["waypoint"] not in (None, event["start"], event["target"])
        if event["path"] is not None:
            assert event["waypoint"] in event["path"][:-1]
    strict = rounds_of(games(("sure", "sure"), SURE, "professional.target_before_waypoint=false", variant="profi"))
    for event in strict:
        if event["path"] is not None:
            assert event["target"] not in event["path"][1 : event["path"].index(event["waypoint"])]
    passing = rounds_of(games(("sure", "sure"), SURE, 'professional.visit="pass-over"', variant="profi", count=20))
    assert any(event["right"] and event["waypoint"] not in event["path"] for event in passing)


@pytest.mark.rule("MO15")
def test_minimum_distance() -> None:
    from .recompute import distances, moves_of

    for events in games(("sure", "sure"), SURE, "target.min_distance=3"):
        moves = moves_of(events[0]["board"], "free")
        for event in events[1:-1]:
            assert distances(moves, event["start"])[event["target"]] >= 3


def heard(calls: list[tuple[int, int]], last_winner: int = -1, **rules: int) -> int:
    """Who is heard: calls are milliseconds (-1 for none) and number by seat."""
    table = new_table()
    for seat, (ms, number) in enumerate(calls):
        table.call_ms[seat], table.called[seat] = ms, number
    table.counts[LAST_WINNER] = last_winner
    seats = compile_seats(seats_of(definition(), ("geuebt",) * len(calls)))
    return next_caller(compile_rules(definition())._replace(**rules), seats, table)


@pytest.mark.rule("M11", "MO16", "MO18")
def test_whose_call_counts() -> None:
    assert heard([(900, 2), (800, 5), (-1, 1)]) == 1
    assert heard([(800, 5), (800, 4), (900, 1)]) == 1
    # The same millisecond and number: clockwise from the last winner.
    same = [(800, 4)] * 4
    assert [heard(same, winner) for winner in (-1, 0, 1, 2, 3)] == [0, 1, 2, 3, 0]
    at_once = {"at_once": 1, "at_once_ms": 200}
    assert heard([(800, 5), (1000, 3), (1001, 1)], **at_once) == 1
    assert heard([(800, 5), (1000, 3)], at_once=2, at_once_ms=200) == -1
    assert heard([(800, 5), (1001, 3)], at_once=2, at_once_ms=200) == 0
    assert heard([(800, 5), (50_000, 3), (60_000, 3)], shortest=1) == 1
    assert heard([(-1, 0), (-1, 0)]) == -1


@pytest.mark.rule("MO16")
def test_if_calls_at_once_count_for_nobody_the_round_is_broken_off() -> None:
    found = rounds_of(games(("sure",) * 5, SURE, 'calls.at_once="nobody"', "calls.at_once_ms=2000"))
    broken = [event for event in found if event["caller"] is None]
    assert len(broken) > 5
    assert all(event["seconds"] < 150 for event in broken)


@pytest.mark.rule("MO17")
def test_a_way_must_be_shown_in_time() -> None:
    slow = character("slow").replace("}", ",show_ms=3000}")
    found = rounds_of(games(("slow", "slow"), slow, "calls.show_seconds=7", "rounds.most=30"))
    # Two moves or three can be shown in seven seconds, six cannot.
    assert any(event["right"] for event in found)
    assert all(event["right"] for event in found if event["path"] is not None)
    assert any(event["path"] is None and event["called"] >= 5 for event in found)
    assert not any(event["path"] is not None and len(event["path"]) > 7 for event in found)


@pytest.mark.rule("MO18")
def test_shortest_way_mode() -> None:
    """With time to go on, ways are shorter than first ideas, and calls come after the first one."""
    names = ("anfaenger", "geuebt", "meisterin")
    plain = rounds_of(games(names, count=20))
    timed = rounds_of(games(names, "calls.shortest=true", count=20))
    mean = [
        sum(e["called"] for e in found if e["called"]) / sum(bool(e["called"]) for e in found)
        for found in (plain, timed)
    ]
    assert mean[1] < mean[0]


@pytest.mark.rule("MO4", "MO19")
def test_points_with_one_answer_are_keys() -> None:
    d = definition()
    assert d.calls.shown_way == "any-of-that-length"
    assert d.board.between_rounds == "stays"

"""Moves and shortest ways: the worked examples, an independent search, and the figures of docs/rules.md, section 5."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench import analyse
from workbench.families.micro_robots.check import connected_boards
from workbench.families.micro_robots.compile import arrangements, compile_rules
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.exact import survey, survey_rows
from workbench.families.micro_robots.state import FAR
from workbench.families.micro_robots.survey import THROUGH
from workbench.families.micro_robots.ways import SolvedBoard

from .boards import PRINTED, board, definition
from .recompute import board_of, distances, is_way, moves_of
from .strategies import definitions

TURNS = "tile:turn"


@pytest.mark.rule("M-E1", "M8", "M9", "MO1")
def test_moves_of_the_example() -> None:
    found = board()
    assert sorted(found.moves_from("R4")) == ["R1", "R3", "R6", "Y4"]
    # R3 and Y4 lie behind R6, which matches.
    assert sorted(board('travel="first-match"').moves_from("R4")) == ["R1", "R6"]
    assert board('travel="adjacent"').moves_from("R4") == ["R6"]


@pytest.mark.rule("M-E2", "M-E3")
def test_ways_of_the_examples() -> None:
    found = board()
    assert list(found.ways("R4", "W1")) == [["R4", "R3", "B3", "B1", "W1"]]
    assert found.distance("R4", "W1") == (4, 1)
    assert found.distance("P5", "G1")[0] == 3
    assert ["P5", "P3", "G3", "G1"] in found.ways("P5", "G1")
    assert found.distance("W6", "G1")[0] == 4
    assert ["W6", "W1", "B1", "Y1", "G1"] in found.ways("W6", "G1")


@pytest.mark.rule("M-E4")
def test_distances_of_the_example() -> None:
    figures = analyse("micro_robots/schwarz", arrangement=PRINTED).to_dict()
    assert figures["pairs"] == dict(zip("12345678", (116, 240, 350, 280, 168, 78, 24, 4), strict=True))
    assert figures["connections"] == {"min": 58, "max": 58}
    assert figures["distance"]["max"] == 8
    assert (figures["arrangements"], figures["connected"], figures["sampled"]) == (1, 1, False)


@pytest.mark.rule("M-T5", "M2")
@pytest.mark.parametrize(
    ("variant", "mean", "longest", "shares", "connections"),
    [
        ("schwarz", 3.543, 14, (9.2, 17.5, 25.2, 23.3, 14.2, 6.5), (45, 73)),
        ("kupfer", 3.239, 12, (9.7, 19.4, 29.8, 25.3, 11.3, 3.4), (48, 72)),
    ],
)
def test_figures_over_all_arrangements(
    variant: str, mean: float, longest: int, shares: tuple[float, ...], connections: tuple[int, int]
) -> None:
    """Section 5.1; every arrangement is connected, so that no round is without a way."""
    found = analyse(f"micro_robots/{variant}").to_dict()
    assert (found["arrangements"], found["connected"], found["sampled"]) == (6144, 6144, False)
    assert round(found["distance"]["mean"], 3) == mean
    assert found["distance"]["max"] == longest
    assert tuple(round(100 * found["distance"]["share"][str(n)], 1) for n in range(1, 7)) == shares
    assert found["distance"]["unreachable"] == 0
    assert found["connections"] == {"min": connections[0], "max": connections[1]}
    assert found["boards"] == {"different": 384, "by_size": {"16": 384}}


@pytest.mark.rule("MO1")
@pytest.mark.parametrize(
    ("variant", "travel", "connected"),
    [
        ("schwarz", "first-match", 1992),
        ("kupfer", "first-match", 968),
        ("schwarz", "adjacent", 0),
        ("kupfer", "adjacent", 0),
    ],
)
def test_connected_arrangements_with_other_travel(variant: str, travel: str, connected: int) -> None:
    d = definition(variant, f'travel="{travel}"')
    assert survey(d)["connected"] == connected
    # The check of a definition looks at one of each class only.
    boards, fine, sampled = connected_boards(compile_rules(d), arrangements(d))
    assert not sampled
    assert fine * 6144 == connected * boards


def test_a_professional_way_is_counted_over_all_triples() -> None:
    """Where the two parts of a way are counted apart (stop at the waypoint), the general search says the same."""
    d = definition("profi")
    apart = next(survey_rows(d, THROUGH, 1))[0]
    expected: Counter[int] = Counter()
    found = SolvedBoard(d, [(tile, 0) for tile in range(4)])
    for start, through, target in product(found.names[::3], repeat=3):
        if len({start, through, target}) == 3:
            moves, _ = found.distance(start, target, through)
            first, second = found.distance(start, through)[0], found.distance(through, target)[0]
            assert moves is not None and first is not None and second is not None
            assert moves == first + second
            expected[moves] += 1
    triples = apart[3 + FAR :]
    assert triples.sum() == 36 * 35 * 34
    assert all(triples[moves] >= count for moves, count in expected.items())


def all_ways(
    tables: dict[str, Any], rows: list[list[str]], start: str, target: str, through: str | None, longest: int
) -> list[list[str]]:
    """Every shortest way of at most ``longest`` moves, by trying all chains of moves."""
    moves = moves_of(rows, tables["travel"])
    round_ = {"start": start, "target": target, "waypoint": through}
    chains = [[start]]
    for _ in range(longest):
        chains = [[*chain, there] for chain in chains for there in sorted(moves[chain[-1]])]
        found = [chain for chain in chains if is_way(tables, rows, chain, round_)]
        if found:
            return found
    return []


@pytest.mark.rule("M10", "M23", "MO2", "MO13", "MO14")
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(d=definitions(), luck=st.integers(0, 2**32))
def test_shortest_ways_against_trying_all(d: MicroRobotsDefinition, luck: int) -> None:
    random = Random(luck)
    placed = [(tile, 2 * random.randrange(2)) for tile in range(len(d.tiles))]
    random.shuffle(placed)
    found = SolvedBoard(d, placed)
    tables = d.model_dump()
    rows = board_of(tables, found.arrangement)
    assert found.board == rows
    start, target, through = random.sample(found.names, 3)
    waypoint = through if d.waypoint else None
    expected = all_ways(tables, rows, start, target, waypoint, 4)
    moves, count = found.distance(start, target, waypoint)
    if expected:
        assert moves == len(expected[0]) - 1
        assert count == len(expected)
        assert sorted(found.ways(start, target, waypoint)) == sorted(expected)
    else:
        assert moves is None or moves > 4
    if not d.waypoint:
        assert moves == distances(moves_of(rows, d.travel), start).get(target)


@pytest.mark.rule("M-T1")
@pytest.mark.parametrize("variant", ["schwarz", "kupfer"])
def test_moves_are_symmetric(variant: str) -> None:
    random = Random(3)
    for _ in range(40):
        tiles = random.sample(range(1, 5), 4)
        found = board(variant=variant, arrangement=",".join(f"{tile}:{random.randrange(4)}" for tile in tiles))
        for space in found.names:
            assert all(space in found.moves_from(other) for other in found.moves_from(space))


@pytest.mark.rule("M-T4")
def test_swapping_left_and_right_keeps_every_distance() -> None:
    random = Random(4)
    for _ in range(10):
        tiles = [f"{tile}:{random.randrange(4)}" for tile in random.sample(range(1, 5), 4)]
        a = board(arrangement=",".join(tiles))
        b = board(arrangement=",".join((tiles[1], tiles[0], tiles[3], tiles[2])))
        for start, target in product(a.names[::5], a.names):
            assert a.distance(start, target) == b.distance(start, target)


@pytest.mark.rule("MO3")
def test_out_and_back() -> None:
    found = board('target.equal_to_start="out-and-back"')
    assert found.distance("R4", "R4") == (2, 4)
    assert sorted(found.ways("R4", "R4")) == [["R4", other, "R4"] for other in ("R1", "R3", "R6", "Y4")]


@pytest.mark.rule("M3")
def test_both_dice_name_one_space() -> None:
    d = definition()
    assert (d.colours, d.numbers) == (tuple("BGPRWY"), (1, 2, 3, 4, 5, 6))
    assert compile_rules(d).rolled == tuple(d.spaces.index(f"{c}{n}") for c in "BGPRWY" for n in range(1, 7))

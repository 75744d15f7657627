"""Every figure of a game, worked out again from its log alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.simulation import StollenSimulation
from workbench.statistics.sums import PairedSums

from .table_top import Events, by_level, characters, play

LINE_UPS = [
    ("angsthase", "draufgaenger", "rechnerin", "zufall"),
    ("zufall", "zufall", "zufall", "zufall", "zufall"),
    ("nie", "angsthase"),
    ("zufall",),
]
VARIANTS = ["stollen/diese-partie", "stollen/schlicht", "stollen/incan-gold-2006"]
LAST_WAY_OUT = (
    "step.leaving_comes_first=false",
    "step.last_player=must-leave",
    "canary.heard_by=owner",
    "canary.owner=0",
    "canary.silent_at=fatal-hazard",
    "tools.lamp.uses=4",
    "fossils.after_collapse=out",
    "fossils.per_level=2",
    "fossils.beyond_table=extrapolate",
)
MORE_TOOLS = ("tools.helmet.uses=3", "tools.rope.uses=2", "tools.lamp.uses=2", "tools.helmet.odd=exact")


def simulation_of(variant: str, names: tuple[str, ...], changes: tuple[str, ...] = ()) -> StollenSimulation:
    d = load(variant, changes).definition
    return StollenSimulation(d, characters(d, names))


def standings(events: Events, points: Any) -> list[list[float]]:
    """Scores by level if the game ended there; fossil points by what each player holds then."""
    return [
        [b + points[f] for b, f in zip(e["bank"], e["fossils"], strict=True)]
        for e in events
        if e["event"] == "level-end"
    ]


def sole_leader(scores: list[float]) -> int | None:
    leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return leaders[0] if len(leaders) == 1 else None


def lead_changes(table: list[list[float]]) -> int:
    leaders = [leader for leader in map(sole_leader, table) if leader is not None]
    return sum(a != b for a, b in pairwise(leaders))


def in_lead_from(table: list[list[float]], winner: int) -> int:
    """The first level after which the winner is never behind again."""
    for level in range(len(table)):
        if all(scores[winner] == max(scores) for scores in table[level:]):
            return level + 1
    return len(table)


def millionths(part: float, whole: float) -> float:
    """A share as it is kept: rounded down to a millionth, 0 of nothing."""
    return int(2 * part) * 1_000_000 // int(2 * whole) / 1_000_000 if whole else 0


class Choice(NamedTuple):
    """One choice of one player, and what would have become of the bag with the other option."""

    seat: int
    level: int
    step: int
    deeper: bool
    loot: int
    other: int | None
    """Loot that the other option leads to; None where there was no other."""
    gain: int
    """How much more the option taken has after the next card, should it be a find or the collapse."""
    heard: bool
    looked: bool


def choices(events: Events, d: StollenDefinition, seats: int) -> Iterator[Choice]:
    """Every choice of a game, from its log; nobody brings loot into a level (SO32)."""
    first = d.step.leaving_comes_first
    for number, level in enumerate(by_level(events), start=1):
        deck: list[str] = []
        turned = 0
        seen: set[str] = set()
        loot = dict.fromkeys(range(seats), 0)
        inside = set(range(seats))
        for event in level:
            if event["event"] in ("level", "reshuffle"):
                deck, turned = event["deck"], 0
            elif event["event"] == "card":
                turned += 1
                if event["card"].startswith("hazard"):
                    seen.add(event["card"])
                for seat in inside if event["each"] else ():
                    loot[seat] += event["each"]
            elif event["event"] == "choice":
                card = deck[turned]
                fatal = card in seen
                value = int(card[5:]) if card.startswith("find:") else 0
                staying = [seat for seat, what in event["choices"].items() if what == "deeper"]
                for name, what in event["choices"].items():
                    seat = int(name)
                    deeper = what == "deeper"
                    one_more = 0 if fatal else loot[seat] + value // (len(staying) + 1)
                    other: int | None = loot[seat] if deeper else one_more
                    saved = loot[seat] if fatal and first else 0
                    gain = saved if not deeper else 0 if fatal else value // len(staying)
                    alone = len(inside) == 1 and seats > 1 and d.step.last_player == "must-leave"
                    if alone or (fatal and not first):
                        other = None
                    told = event["canary"] is not None and d.canary.timing == "before-choice"
                    heard = told and (d.canary.heard_by == "all" or d.canary.owner == seat)
                    looked = seat in event["lamps"]
                    yield Choice(seat, number, event["step"], deeper, loot[seat], other, gain, heard, looked)
            elif event["event"] == "leave":
                inside -= set(event["players"])


def mattered(events: Events, d: StollenDefinition, seats: int) -> float:
    """The share of choices whose other option changes who ends on top, by playing its score through."""
    scores = events[-1]["scores"]
    banks = [[0] * seats, *(e["bank"] for e in events if e["event"] == "level-end")]
    exits = {(e["level"], e["step"], seat) for e in events if e["event"] == "leave" for seat in e["players"]}
    all_of_them = list(choices(events, d, seats))
    took = {(c.level, c.seat): banks[c.level][c.seat] - banks[c.level - 1][c.seat] for c in all_of_them}
    for c in all_of_them:
        if not c.deeper and (c.level, c.step, c.seat) in exits:
            took[c.level, c.seat] = c.loot
    count = 0
    for c in all_of_them:
        if c.other is not None:
            best = max((score for seat, score in enumerate(scores) if seat != c.seat), default=-1)
            otherwise = scores[c.seat] - took[c.level, c.seat] + c.other
            count += (scores[c.seat] < best) != (otherwise < best)
    return millionths(count, len(all_of_them))


def fossils_in_the_end(events: Events, d: StollenDefinition) -> tuple[int, int]:
    """Fossils still in the mine, and those put out of the game."""
    level = by_level(events)[-1]
    in_deck = level[0]["deck"].count("fossil")
    turned = sum(e.get("card") == "fossil" for e in level)
    lying = next((e["fossils_left"] for e in reversed(level) if e["event"] == "leave"), 0)
    last = max((e["step"] for e in level if e["event"] == "leave"), default=-1)
    lying += sum(e.get("card") == "fossil" and e["step"] > last for e in level)
    goes_out = d.fossils.after_collapse if d.fossils.after_exit == "as-collapse" else d.fossils.after_exit
    if level[-1]["reason"] == "collapse":
        goes_out = d.fossils.after_collapse
    left = in_deck - turned + (0 if goes_out == "out" else lying)
    joined = d.fossils.at_start + d.fossils.per_level * len(d.levels)
    return left, joined - left - sum(events[-1]["fossils"])


def of_player(events: Events, d: StollenDefinition, seats: int) -> dict[str, list[float]]:
    """Figures of each player by name."""
    tools = ("lamp", "helmet", "rope")
    found = {f"tool_use.{tool}": [0.0] * seats for tool in tools}
    found |= {f"tool_worth.{tool}": [0.0] * seats for tool in (*tools, "roped")}
    heard, worth = [0.0] * seats, [0.0] * seats
    for event in events:
        for seat in event.get("lamps", []):
            found["tool_use.lamp"][seat] += 1
        if event["event"] == "collapse":
            for seat, kept in event["helmets"].items():
                found["tool_use.helmet"][int(seat)] += 1
                found["tool_worth.helmet"][int(seat)] += kept
            for rope in event["ropes"]:
                found["tool_worth.roped"][rope["to"]] += rope["kept"]
                for seat in rope["from"]:
                    found["tool_use.rope"][seat] += 1
                    found["tool_worth.rope"][seat] += rope["each"]
    for c in choices(events, d, seats):
        found["tool_worth.lamp"][c.seat] += c.gain * c.looked
        heard[c.seat] += c.heard
        worth[c.seat] += c.gain * c.heard
    if d.canary.enabled:
        found |= {"canary_heard": heard, "canary_worth": worth}
    return {**found, "fossils": events[-1]["fossils"], "fossil_points": events[-1]["fossil_points"]}


Place = tuple[str, int | None]


def figures(events: Events, d: StollenDefinition, seats: int, points: Any) -> Iterator[tuple[Place, float]]:
    """The figures of one game as (name, seat) and value, in the unit of the column."""
    end = events[-1]
    levels = by_level(events)
    winners = end["winners"]
    table = standings(events, points)
    for seat in range(seats):
        yield ("win_rate", seat), (seat in winners) / len(winners)
        yield ("score", seat), end["scores"][seat]
    yield ("win_rate", None), 1 / seats
    yield ("score", None), sum(end["scores"]) / seats
    yield ("ties", None), len(winners) > 1
    turned = [sum(e["event"] == "card" for e in level) for level in levels]
    yield ("length", None), sum(turned)
    yield ("steps", None), sum(turned) / len(levels)
    collapses = [level[-1]["reason"] == "collapse" for level in levels]
    yield ("collapses", None), sum(collapses)
    for number, collapsed in enumerate(collapses, start=1):
        yield (f"collapses.level_{number}", None), collapsed
    buried = [e for e in events if e["event"] == "collapse"]
    yield ("lost", None), sum(sum(e["lost"].values()) for e in buried)
    finds = sum(int(e["card"][5:]) for e in events if e.get("card", "").startswith("find:"))
    yield ("left_behind", None), finds - sum(end["bank"]) - sum(sum(e["lost"].values()) for e in buried)
    yield ("lead_changes", None), lead_changes(table)
    yield ("decisiveness", None), sum(in_lead_from(table, w) for w in winners) / len(winners) / len(levels)
    half = table[(len(levels) + 1) // 2 - 1]
    back = [half[w] == min(half) < max(half) for w in winners]
    yield ("comeback", None), sum(back) / len(winners)
    yield ("fossil_share", None), millionths(sum(end["fossil_points"]), sum(end["scores"]))
    yield ("choices", None), sum(1 for _ in choices(events, d, seats)) / seats
    yield ("choices_that_mattered", None), mattered(events, d, seats)
    left, out = fossils_in_the_end(events, d)
    yield ("fossils_left", None), left
    yield ("fossils_out", None), out
    by_bank = [seat for seat, bank in enumerate(end["bank"]) if bank == max(end["bank"])]
    yield ("fossil_wins", None), by_bank != winners
    for name, values in of_player(events, d, seats).items():
        yield (name, None), sum(values) / (1 if name == "fossils" else seats)
        for seat, value in enumerate(values):
            yield (name, seat), value


@pytest.mark.rule("S31", "S32", "S22", "S14")
@pytest.mark.parametrize("names", LINE_UPS, ids="-".join)
@pytest.mark.parametrize("changes", [(), MORE_TOOLS, LAST_WAY_OUT], ids=["as shipped", "more tools", "last way out"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_figure_follows_from_the_log(variant: str, changes: tuple[str, ...], names: tuple[str, ...]) -> None:
    simulation = simulation_of(variant, names, changes)
    rows = simulation.play(11, 0, 40)
    at = {(column.name, column.seat): index for index, column in enumerate(simulation.columns)}
    shown = {place for place, index in at.items() if simulation.columns[index].shown}
    told = {place for place, index in at.items() if simulation.columns[index].by_player}
    d = simulation.definition
    points = [d.fossil_points(n) for n in range(d.fossils_possible + 1)]
    for game in range(40):
        events = simulation.log(11, game)
        if d.fossils.value == "carried-order":
            found = dict(figures(events, d, len(names), [0] * len(points)))
            for name in ("lead_changes", "decisiveness", "comeback"):
                del found[name, None]  # points by the order of leaving are not in a level's last line
        else:
            found = dict(figures(events, d, len(names), points))
            assert shown | told <= found.keys()
        for place, value in found.items():
            column = simulation.columns[at[place]]
            assert rows[game, at[place]] / column.scale == pytest.approx(float(value), rel=1e-12), (game, place)


def test_figures_are_told_apart() -> None:
    """The games above show every figure at more than one value."""
    simulation = simulation_of("stollen/diese-partie", LINE_UPS[0])
    rows = simulation.play(11, 0, 200)
    constant = {c.name for i, c in enumerate(simulation.columns) if c.shown and len(set(rows[:, i])) == 1}
    # The even share, where no seat is named; unfetched fossils always go back here.
    assert constant == {"win_rate", "fossils_out"}


def test_the_leads_of_a_game_laid_out_by_hand() -> None:
    # Sole leaders: 0, none (a tie), 0, 1, 2; player 2 was last after three of five levels.
    table: list[list[float]] = [[3, 0, 0], [3, 3, 0], [5, 3, 0], [5, 6, 2], [5, 6, 9]]
    assert (lead_changes(table), in_lead_from(table, 2)) == (2, 5)
    leave = {(1, 1): "0", (2, 1): "1", (3, 1): "0", (4, 1): "12", (5, 1): "2"}
    game = play(
        3, "9 gas gas", "9 gas gas", "6 gas gas", "9 gas gas", "21 gas gas", leave=leave,
        settings={"fossils.per_level": 0},
    )  # fmt: skip
    assert standings(game.events, [0]) == [[3, 0, 0], [3, 3, 0], [5, 3, 0], [5, 6, 3], [5, 6, 10]]


# Decisions of two arms


def decisions(events: Events) -> dict[tuple[int, int, int], str]:
    return {
        (e["level"], e["step"], int(seat)): choice
        for e in events
        if e["event"] == "choice"
        for seat, choice in e["choices"].items()
    }


def tools_used(events: Events, level: int, seat: int) -> list[Any]:
    """What a player did with its tools in a level."""
    done: list[Any] = []
    for event in events:
        if event.get("level") != level:
            continue
        if event["event"] == "choice" and seat in event["lamps"]:
            done.append(("lamp", event["step"]))
        if event["event"] == "collapse":
            if str(seat) in event["helmets"]:
                done.append("helmet")
            done += [("rope", rope["to"]) for rope in event["ropes"] if seat in rope["from"]]
    return done


@pytest.mark.parametrize(
    ("base", "other"),
    [
        ("stollen/diese-partie", "stollen/ohne-kanarienvogel"),
        ("stollen/diese-partie", "stollen/schlicht"),
        ("stollen/diese-partie", "stollen/gleiche-sohlen"),
        ("stollen/schlicht", "stollen/schlicht"),
    ],
)
def test_decisions_that_differ(base: str, other: str) -> None:
    names = ("angsthase", "draufgaenger", "rechnerin", "zufall")
    a, b = simulation_of(base, names), simulation_of(other, names)
    differ = a.decisions_that_differ(a.play(2, 0, 80), b, b.play(2, 0, 80))
    for game in range(80):
        mine, theirs = a.log(2, game), b.log(2, game)
        left, right = decisions(mine), decisions(theirs)
        expected = np.zeros(4, dtype=int)
        for place in left.keys() & right.keys():
            expected[place[2]] += left[place] != right[place]
        for level in range(1, 6):
            for seat in range(4):
                expected[seat] += tools_used(mine, level, seat) != tools_used(theirs, level, seat)
        assert differ[game].tolist() == expected.tolist(), game


@pytest.mark.parametrize(
    ("names", "change"),
    [
        (("angsthase", "angsthase"), "levels.5.finds=[5,7,7,9,11,11,13,14,15,17,19,21,23,25,999]"),
        (("angsthase", "zufall", "nie"), "canary.enabled=false"),
    ],
)
def test_games_differ_where_their_logs_do(names: tuple[str, ...], change: str) -> None:
    """Cards that were never turned make no difference, though choices are weighed against them."""
    a, b = simulation_of("stollen/diese-partie", names), simulation_of("stollen/diese-partie", names, (change,))
    pair = PairedSums(a, b)
    pair.add(a.play(3, 0, 150), b.play(3, 0, 150))

    def course(simulation: StollenSimulation, game: int) -> Events:
        """What happened, but for the decks as they lay and what the canary said."""
        return [{**e, "canary": None} for e in simulation.log(3, game) if e["event"] != "level"]

    expected = sum(course(a, game) != course(b, game) for game in range(150))
    assert 0 < expected < 150
    assert pair.games_that_differ == expected


@settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63 - 1), first=st.integers(0, 2**32))
def test_games_do_not_depend_on_what_was_played_before(seed: int, first: int) -> None:
    simulation = simulation_of("stollen/diese-partie", LINE_UPS[0], MORE_TOOLS)
    together = simulation.play(seed, first, first + 6)
    for game in range(6):
        assert (simulation.play(seed, first + game, first + game + 1) == together[game]).all()


def test_details_count_who_is_still_in() -> None:
    simulation = simulation_of("stollen/diese-partie", LINE_UPS[0])
    still = simulation.details(simulation.play(4, 0, 50))["still_in"]
    expected = np.zeros_like(still)
    for game in range(50):
        number = dict.fromkeys(((level, seat) for level in range(1, 6) for seat in range(4)), 0)
        for event in simulation.log(4, game):
            if event["event"] == "choice":
                for seat, choice in event["choices"].items():
                    place = event["level"], int(seat)
                    if choice == "deeper":
                        expected[place[0] - 1, place[1], number[place]] += 1
                    number[place] += 1
    assert (still == expected).all()

"""From the trace of a game to the events of its log (CONTRACT section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.families.micro_robots import trace
from workbench.families.micro_robots.compile import spell_arrangement
from workbench.families.micro_robots.state import MOST_MOVES, REASON, Rules, Table
from workbench.families.micro_robots.ways import board_of

if TYPE_CHECKING:
    from workbench.families.micro_robots.simulation import MicroRobotsSimulation

REASONS = ("goal", "stock", "rounds")


def trace_length(r: Rules, seats: int) -> int:
    """Integers that the trace of one game can need."""
    calls = seats if r.others_try else 1
    return trace.WIDTH * (r.tiles + r.most_rounds * calls * (3 + MOST_MOVES + seats))


def rounds_of(simulation: MicroRobotsSimulation, records: Sequence[int]) -> list[dict[str, Any]]:
    """The events of the calls made, in the order in which they happened; one still being shown is left out."""
    names = simulation.definition.spaces
    rules = simulation.rules
    keeps_minus = bool(rules.minus_points)
    events: list[dict[str, Any]] = []
    for at in range(0, len(records), trace.WIDTH):
        event, a, b, c, d, e = records[at : at + trace.WIDTH]
        if event == trace.ROUND:
            events.append(
                {
                    "event": "round",
                    "round": a,
                    "start": names[b],
                    "target": names[c],
                    "waypoint": names[d] if d >= 0 else None,
                }
            )
        elif event == trace.CALL:
            called = a >= 0
            events[-1] |= {
                "caller": a if called else None,
                "called": b if called else None,
                "path": None,
                "right": bool(c),
                "seconds": d / 1000,
                "paid_to": e if e >= 0 else None,
                "chips": [],
                **({"minus": []} if keeps_minus else {}),
                "stock": rules.chips,
            }
        elif event == trace.STOP:
            events[-1]["path"] = [*(events[-1]["path"] or []), names[a]]
        elif event == trace.CHIPS:
            events[-1]["chips"].append(b)
            events[-1]["stock"] -= b
            if keeps_minus:
                events[-1]["minus"].append(c)
    return events[:-1] if events and "caller" not in events[-1] else events


def events_of(simulation: MicroRobotsSimulation, t: Table, records: Sequence[int]) -> list[dict[str, Any]]:
    """The events of a finished game in the order in which they happened, its head first."""
    rules = simulation.rules
    events = rounds_of(simulation, records)
    tiles = rules.tiles
    head = {
        "event": "game",
        "side": simulation.definition.side,
        "arrangement": spell_arrangement(t.tile_at[:tiles], t.turn_at[:tiles]),
        "board": board_of(simulation.definition, t.space_at),
        "start": events[0]["start"],
    }
    end = {
        "event": "end",
        "reason": REASONS[t.counts[REASON]],
        "chips": [t.chips[seat] for seat in range(simulation.seats)],
        **({"minus": [t.minus[seat] for seat in range(simulation.seats)]} if rules.minus_points else {}),
        "winners": [seat for seat in range(simulation.seats) if t.win[seat]],
    }
    return [head, *events, end]

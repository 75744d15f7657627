"""From the trace of a game to the events of its log (CONTRACT section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.families.stollen import trace
from workbench.families.stollen.state import FIND, SILENT, SINGS, Rules, Table

if TYPE_CHECKING:
    from workbench.families.stollen.simulation import StollenSimulation

CANARY_WORDS = {SINGS: "sings", SILENT: "silent"}
REASONS = ("collapse", "empty", "deck-out")


def trace_length(r: Rules, seats: int) -> int:
    """Integers that the trace of one game can need: per level the deck at most twice, and per card one step."""
    cards = len(r.card_type)
    step = 8 + 6 * seats
    return trace.WIDTH * r.levels * (2 * (cards + 1) * (step + 1) + 4 * seats + 8)


def lumps(halves: int) -> int | float:
    """Half lumps as lumps: whole where they are."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def events_of(simulation: StollenSimulation, t: Table, records: Sequence[int]) -> list[dict[str, Any]]:
    """The events of a finished game in the order in which they happened."""
    writer = EventWriter(simulation)
    for at in range(0, len(records), trace.WIDTH):
        writer.add(*records[at : at + trace.WIDTH])
    seats = range(simulation.seats)
    writer.events.append(
        {
            "event": "end",
            "bank": [lumps(t.bank[p]) for p in seats],
            "fossils": [t.fossils[p] for p in seats],
            "fossil_points": [t.fossil_points[p] for p in seats],
            "scores": [lumps(t.score[p]) for p in seats],
            "winners": [p for p in seats if t.win[p]],
        }
    )
    return writer.events


class EventWriter:
    """Makes events of records, one after the other; a collapse is whole once the next event has begun."""

    def __init__(self, simulation: StollenSimulation) -> None:
        self.names = simulation.cards.name
        self.types = simulation.cards.type
        self.kinds = simulation.kinds
        self.fossils_first = simulation.definition.leftovers.settled == "fossils-first"
        self.events: list[dict[str, Any]] = []

    def add(self, event: int, level: int, step: int, a: int, b: int, c: int) -> None:
        """Take one record; parts of an event follow its head and go into the last event."""
        last = self.events[-1] if self.events else {}
        level += 1
        if event == trace.LEVEL:
            self.events.append({"event": "level", "level": level, "deck": []})
        elif event == trace.RESHUFFLE:
            self.events.append({"event": "reshuffle", "level": level, "step": step, "deck": []})
        elif event == trace.DECK_CARD:
            last["deck"].append(self.names[a])
        elif event == trace.CARD:
            find = self.types[a] == FIND
            self.events.append(
                {
                    "event": "card",
                    "level": level,
                    "step": step,
                    "card": self.names[a],
                    "each": b if find else None,
                    "rest": c if find else None,
                }
            )
        elif event == trace.CANARY:
            self.events.append(
                {
                    "event": "choice",
                    "level": level,
                    "step": step,
                    "canary": CANARY_WORDS.get(a),
                    "choices": {},
                    "lamps": [],
                }
            )
        elif event == trace.CHOICE:
            last["choices"][str(a)] = "deeper" if b else "leave"
            if c:
                last["lamps"].append(a)
        elif event == trace.EXIT:
            self._exit(level, step, a, b, c)
        elif event == trace.LEFT:
            last["players"].append(a)
            last["banked"][str(a)] = b
        elif event == trace.EXIT_FOSSILS:
            last["fossils_left"] = a
        elif event == trace.COLLAPSE:
            self.events.append(
                {
                    "event": "collapse",
                    "level": level,
                    "step": step,
                    "hazard": self.kinds[a],
                    "helmets": {},
                    "ropes": [],
                    "lost": {},
                }
            )
        elif event == trace.HELMET_WORN:
            last["helmets"][str(a)] = lumps(b)
        elif event == trace.ROPE_SAVES:
            last["ropes"].append({"to": a, "from": [], "kept": b, "each": c})
        elif event == trace.ROPE_THROWN:
            last["ropes"][-1]["from"].append(b)
        elif event == trace.LOST:
            last["lost"][str(a)] = lumps(b)
        elif event == trace.LEVEL_END:
            self.events.append({"event": "level-end", "level": level, "reason": REASONS[a], "bank": [], "fossils": []})
        elif event == trace.STANDING:
            last["bank"].append(lumps(b))
            last["fossils"].append(c)

    def _exit(self, level: int, step: int, each: int, left: int, fossils_each: int) -> None:
        leftovers = {"each": each, "left": left}
        fossils = {"fossils_each": fossils_each, "fossils_left": 0}
        parts = {**fossils, **leftovers} if self.fossils_first else {**leftovers, **fossils}
        self.events.append({"event": "leave", "level": level, "step": step, "players": [], **parts, "banked": {}})

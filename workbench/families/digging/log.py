"""From the trace of a game to the events of its log (CONTRACT section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.families.digging import trace
from workbench.families.digging.state import (
    BANDIT,
    CLOSED,
    DRAW,
    KEPT,
    LOST,
    MINE,
    NEXT_ROUND,
    PASS,
    PLAY,
    PUSH,
    Rules,
    Seats,
    Table,
    sides_of,
)

if TYPE_CHECKING:
    from workbench.families.digging.simulation import DiggingSimulation

VERBS = {DRAW: "draw", PASS: "pass", PUSH: "push", PLAY: "play"}
OUTCOMES = {KEPT: "kept", LOST: "lost", CLOSED: "closed"}


def trace_length(r: Rules, seats: int) -> int:
    """Integers that the trace of one game can need: the cards dealt, the turns with a fight each, the mines, points."""
    turns = r.most_turns + seats
    rounds = r.most_rounds if r.target or r.tie == NEXT_ROUND else 1
    return trace.WIDTH * rounds * (1 + 2 * r.cards + turns + (seats + 2) * r.cards + seats)


def teams_of(r: Rules, s: Seats) -> list[list[int]] | None:
    """The seats of each team, None where everybody plays alone."""
    sides = sides_of(r, s)
    return [list(range(side, s.players, sides)) for side in range(sides)] if r.teams else None


def team_scores(teams: Sequence[Sequence[int]] | None, scores: Sequence[int]) -> list[int] | None:
    """What the members of each team scored together."""
    return None if teams is None else [sum(scores[seat] for seat in team) for team in teams]


def events_of(simulation: DiggingSimulation, t: Table, records: Sequence[int]) -> list[dict[str, Any]]:
    """The events of a finished game in the order in which they happened, its head first."""
    writer = EventWriter(simulation, t)
    for at in range(0, len(records), trace.WIDTH):
        writer.add(*records[at : at + trace.WIDTH])
    seats = range(simulation.seats)
    scores = [t.score[seat] for seat in seats]
    writer.events.append(
        {
            "event": "end",
            "scores": scores,
            "team_scores": team_scores(writer.teams, scores),
            "winners": [seat for seat in seats if t.win[seat]],
        }
    )
    return writer.events


class EventWriter:
    """Makes events of records, one after the other; a turn is whole once the next event has begun."""

    def __init__(self, simulation: DiggingSimulation, t: Table) -> None:
        self.names = simulation.cards.name
        self.rules = simulation.rules
        self.seats = simulation.seats
        self.teams = teams_of(simulation.rules, simulation.players)
        self.mines: list[str] = []
        self.events: list[dict[str, Any]] = [{"event": "game", "teams": self.teams}]

    def card(self, number: int) -> str | None:
        """The name of a card, None for none."""
        return self.names[number] if number >= 0 else None

    def add(self, event: int, a: int, b: int, c: int, d: int, e: int) -> None:
        """Take one record; parts of an event follow its head and go into the last event."""
        last = self.events[-1]
        if event == trace.ROUND:
            self.mines = []
            hands: list[list[str]] = [[] for _ in range(self.seats)]
            self.events.append({"event": "round", "round": a + 1, "hands": hands, "pile": [], "starter": b})
        elif event == trace.DEALT:
            last["hands"][a].append(self.names[b])
        elif event == trace.PILED:
            last["pile"].append(self.names[a])
        elif event == trace.TURN:
            self.events.append({"event": "turn", "turn": a, "player": b, "action": VERBS[c], **self._action(c, d, e)})
        elif event == trace.ANSWER:
            last["fight"]["answers"].append({"player": a, "card": self.card(b)})
        elif event == trace.FIGHT:
            last["fight"] |= {
                "attack": a,
                "defence": b,
                "outcome": OUTCOMES[c],
                "to": d if d >= 0 else None,
                "removed": self.card(e),
            }
        elif event == trace.MINE:
            self._round_end()["mines"].append(
                {"mine": self.names[a], "display": b, "cards": [], "closed": bool(c), "value": d}
            )
        elif event == trace.CRATE:
            last["mines"][-1]["cards"].append(self.names[a])
        elif event == trace.POINTS:
            end = self._round_end()
            end["scores"].append(b)
            if len(end["scores"]) == self.seats:
                end["team_scores"] = team_scores(self.teams, end["scores"])

    def _action(self, verb: int, card: int, target: int) -> dict[str, Any]:
        """What belongs to an action besides its verb."""
        if verb == PASS:
            return {}
        name = self.names[card]
        if verb == DRAW:
            return {"card": name}
        if verb == PUSH:
            return {"card": name, "to": target}
        card_type = self.rules.kind_type[self.rules.card_kind[card]]
        if card_type == MINE:
            self.mines.append(name)
            return {"card": name, "display": target}
        action = {"card": name, "mine": self.mines[target]}
        return {**action, "fight": {"answers": []}} if card_type == BANDIT else action

    def _round_end(self) -> dict[str, Any]:
        """The event that ends the round, begun if it is not yet."""
        if self.events[-1]["event"] != "round-end":
            self.events.append({"event": "round-end", "mines": [], "scores": [], "team_scores": None})
        return self.events[-1]

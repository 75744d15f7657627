"""A table where everything is laid out by hand: the order of the cards, who leaves, who uses which tool.

Decks are written as words, top card first: ``"11 gas fossil gas"`` is a find of 11, a hazard, a fossil and the
hazard that brings the tunnel down. Players are named by seat, several of them as ``"013"``. Everybody goes deeper
and keeps the tools in the bag unless the script says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from workbench.definition.load import load
from workbench.definition.merge import Merged
from workbench.definition.source import Layer, read_layer
from workbench.engine.randomness import card_of
from workbench.families.stollen import choosing, collapse, dealing
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.simulation import StollenSimulation
from workbench.families.stollen.state import (
    GO_DEEPER,
    GO_OUT,
    LAMP_ONLY,
    NO_LAMP,
    USE_LAMP,
    Rules,
    Seats,
    Table,
    View,
)
from workbench.family import Seat, families

Place = int | tuple[int, int]
"""(level, step) of a choice: after how many turned cards; a step alone is one of level 1."""

Events = list[dict[str, Any]]


class Game(NamedTuple):
    """What happened: the log, and what the players saw when they were asked."""

    events: Events
    views: list[View]
    """At each decision to go deeper or leave."""
    looks: list[View]
    """At each decision about the lamp."""
    helmets: list[View]
    """At each decision about the helmet."""
    ropes: list[tuple[View, tuple[int, ...]]]
    """At each decision about the rope, with the players it may go to."""

    def all(self, kind: str, level: int | None = None) -> Events:
        return [e for e in self.events if e["event"] == kind and level in (None, e["level"])]

    def one(self, kind: str, level: int | None = None) -> dict[str, Any]:
        (event,) = self.all(kind, level)
        return event

    def choice(self, step: int, level: int = 1) -> dict[str, Any]:
        (event,) = (e for e in self.all("choice", level) if e["step"] == step)
        return event

    def view(self, seat: int, step: int, level: int = 1) -> View:
        (view,) = (v for v in self.views if (v.seat, v.step, v.level) == (seat, step, level - 1))
        return view

    @property
    def end(self) -> dict[str, Any]:
        return self.events[-1]


def cards(deck: str) -> list[str]:
    """The names of the cards of a deck written as words."""
    return [f"find:{w}" if w.isdigit() else w if w == "fossil" else f"hazard:{w}" for w in deck.split()]


@cache
def _tables(variant: str) -> dict[str, Any]:
    return dict(load(variant).definition.model_dump())


def definition(
    decks: Sequence[str], settings: Mapping[str, Any] | None = None, variant: str = "stollen/diese-partie"
) -> StollenDefinition:
    """``variant`` with the levels that these decks need, and ``settings`` by dotted key."""
    tables = {**_tables(variant), "levels": {}, "players": {"min": 1, "max": 8}}
    for number, deck in enumerate(decks, start=1):
        words = Counter(cards(deck))
        finds = [int(c.removeprefix("find:")) for c in words.elements() if c.startswith("find:")]
        hazards = {c.removeprefix("hazard:"): n for c, n in words.items() if c.startswith("hazard:")}
        tables["levels"][str(number)] = {"finds": finds, "hazards": hazards}
    for key, value in (settings or {}).items():
        *path, last = key.split(".")
        inner = tables
        for name in path:
            inner[name] = dict(inner[name])
            inner = inner[name]
        inner[last] = value
    return StollenDefinition.model_validate(tables)


def full_definition(overrides: Mapping[str, Any]) -> StollenDefinition:
    """The definition that a variant file with these tables makes, with the shipped characters."""
    merged = Merged()
    merged.add(read_layer(families()["stollen"].characters_file))
    for layer in load(overrides["extends"]).merged.layers[1:]:
        merged.add(layer)
    merged.add(Layer("random", dict(overrides)))
    return StollenDefinition.model_validate(merged.data)


def never(players: int) -> list[Seat]:
    return [Seat("nie", "never", {"helmet_at": 1})] * players


def characters(d: StollenDefinition, names: Sequence[str]) -> list[Seat]:
    """Seats of a definition's characters by name."""
    seats = []
    for name in names:
        parameters = d.characters[name].model_dump()
        seats.append(Seat(name, parameters.pop("strategy"), parameters))
    return seats


def play(
    players: int,
    *decks: str,
    leave: Mapping[Place, str] | None = None,
    lamps: Mapping[Place, str] | None = None,
    lamps_always: str = "",
    helmets: str = "",
    ropes: Mapping[int, int] | None = None,
    settings: Mapping[str, Any] | None = None,
    variant: str = "stollen/diese-partie",
    levels: Mapping[str, Any] | None = None,
) -> Game:
    """Play one game by a script. ``levels`` gives full decks; then ``decks`` are their top cards only."""
    d = definition(decks, {**(settings or {}), **({"levels": dict(levels)} if levels else {})}, variant)
    leaves, looked = _by_place(leave), _by_place(lamps)
    game = Game([], [], [], [], [])
    legal: dict[int, bool] = {}

    def decide(r: Rules, s: Seats, v: View, key: int, lamp: int) -> int:
        if lamp != NO_LAMP:
            game.looks.append(v)
            if str(v.seat) in lamps_always + looked.get((v.level + 1, v.step), ""):
                return USE_LAMP
        if lamp != LAMP_ONLY:
            game.views.append(v)
        return GO_OUT if str(v.seat) in leaves.get((v.level + 1, v.step), "") else GO_DEEPER

    def wears_helmet(s: Seats, v: View, key: int) -> bool:
        game.helmets.append(v)
        return str(v.seat) in helmets

    def may_rope(r: Rules, t: Table, target: int) -> bool:
        legal[target] = real_may_rope(r, t, target)
        return legal[target]

    def targets() -> tuple[int, ...]:
        return tuple(seat for seat in sorted(legal) if legal[seat])

    def throws_rope(s: Seats, v: View, share: int, key: int) -> bool:
        game.ropes.append((v, targets()))
        return (ropes or {}).get(v.seat) in targets()

    def picks_target(s: Seats, v: View, count: int, key: int) -> int:
        assert count == len(targets())
        return targets().index((ropes or {})[v.seat])

    real_may_rope = collapse.may_rope
    simulation = asking(StollenSimulation(d, never(players)))
    with (
        laid_out(simulation, [cards(deck) for deck in decks]),
        patch.object(choosing, "decide", decide),
        patch.multiple(
            collapse,
            wears_helmet=wears_helmet,
            may_rope=may_rope,
            throws_rope=throws_rope,
            picks_target=picks_target,
        ),
    ):
        game.events.extend(simulation.log(1, 0))
    return game


def play_with(names: Sequence[str], *decks: str, **script: Any) -> Game:
    """Play one game of characters on decks laid out by hand: ``settings``, ``variant`` and ``levels`` as above."""
    levels = script.pop("levels", None)
    settings = {**script.pop("settings", {}), **({"levels": levels} if levels else {})}
    d = definition(decks, settings, script.pop("variant", "stollen/diese-partie"))
    return replay(StollenSimulation(d, characters(d, names)), [cards(deck) for deck in decks], **script)


def replay(simulation: StollenSimulation, decks: Sequence[Sequence[str]], seed: int = 1, game: int = 0) -> Game:
    """One game of a simulation with the top cards of its decks laid out; later decks are shuffled as ever."""
    seen = Game([], [], [], [], [])
    real = choosing.decide

    def decide(r: Rules, s: Seats, v: View, key: int, lamp: int) -> int:
        decision = real(r, s, v, key, lamp)
        if decision != USE_LAMP and lamp != LAMP_ONLY:
            seen.views.append(v)
        return decision

    with laid_out(asking(simulation), decks), patch.object(choosing, "decide", decide):
        seen.events.extend(simulation.log(seed, game))
    return seen


def asking(simulation: StollenSimulation) -> StollenSimulation:
    """The simulation with every choice asked for, those of calm characters at the start of a level too."""
    simulation.players = simulation.players._replace(calm=0)
    return simulation


def laid_out(simulation: StollenSimulation, decks: Sequence[Sequence[str]]) -> Any:
    """Decks with these cards on top, the other cards of the deck below in any order."""
    names = simulation.cards.name
    shuffle = dealing.sort_keys
    waiting = list(decks)

    def lay(keys: Any, count: int, scratch: Any) -> None:
        if not waiting:
            shuffle(keys, count, scratch)
            return
        below = [card_of(key) for key in keys[:count]]
        top = []
        for name in waiting.pop(0):
            top.append(next(card for card in below if names[card] == name))
            below.remove(top[-1])
        # A key is its card with luck above it: without luck it stays where it is laid.
        keys[:count] = [*top, *below]

    return patch.object(dealing, "sort_keys", lay)


def _by_place(script: Mapping[Place, str] | None) -> dict[tuple[int, int], str]:
    return {(1, place) if isinstance(place, int) else place: who for place, who in (script or {}).items()}


def logs(variant: str, names: Sequence[str], games: int, seed: int = 1, settings: Sequence[str] = ()) -> list[Events]:
    """Logs of games of a shipped variant with these characters."""
    d = load(variant, settings).definition
    simulation = StollenSimulation(d, characters(d, names))
    return [simulation.log(seed, game) for game in range(games)]


def by_level(events: Events) -> list[Events]:
    """The events of each level, from its deck to its end."""
    found: list[Events] = []
    for event in events:
        if event["event"] == "level":
            found.append([])
        if event["event"] != "end":
            found[-1].append(event)
    return found

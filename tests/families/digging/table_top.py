"""Tables laid out by hand: whose hand holds which card, which mines lie where, and what everybody then does.

Cards are called as in logs. Nothing is dealt by chance: a :class:`Layout` is in the middle of a round, and
:func:`play_rounds` plays whole ones from a stacked deck.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from unittest.mock import patch

from workbench.definition.load import load
from workbench.families.digging import dealing, fights, legal, players, rules, turns
from workbench.families.digging.compile import new_table
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.log import EventWriter, events_of, trace_length
from workbench.families.digging.mines import add_crate, close_mine, open_mine
from workbench.families.digging.scoring import score_round
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import (
    CURSOR,
    DRAW,
    DRAWN,
    IN_PILE,
    KINDS,
    MINE,
    NOTHING,
    ON_TABLE,
    OUT,
    PASS,
    PLAY,
    PUSH,
    TO_ACT,
    Rules,
    Seats,
    Table,
    action_of,
    kind_of,
    target_of,
    verb_of,
)
from workbench.families.digging.trace import WIDTH
from workbench.family import Seat

TEAM, ALONE = "digging/team", "digging/einzeln"
RANDOM = {"draw_percent": 0, "answer_percent": 0}
"""Who is not told what to do answers no attack."""
Settings = Mapping[str, Any]


def definition_of(variant: str, settings: Settings | None = None) -> DiggingDefinition:
    """A variant with some keys set."""
    return _definition(variant, tuple(f"{key}={json.dumps(value)}" for key, value in (settings or {}).items()))


@cache
def _definition(variant: str, settings: tuple[str, ...]) -> DiggingDefinition:
    found = load(variant, settings).definition
    assert isinstance(found, DiggingDefinition)
    return found


def seats_of(players: int) -> list[Seat]:
    """Seats whose decisions are scripted."""
    return [Seat("zufall", "random", RANDOM) for _ in range(players)]


def characters(definition: DiggingDefinition, names: Sequence[str]) -> list[Seat]:
    """Seats of a definition's characters by name."""
    found = []
    for name in names:
        parameters = definition.characters[name].model_dump()
        found.append(Seat(name, parameters.pop("strategy"), parameters))
    return found


class Layout:
    """A table in the middle of a round.

    ``hands`` are texts of cards by seat. ``mines`` are (mine, display, crates from bottom to top, closer or none).
    All other cards are the pile, in the order of ``pile`` as far as that goes; of these, all but the first ``left`` are
    out of the game. ``who`` are the characters; without them everybody does what the test says.
    """

    def __init__(
        self,
        hands: Sequence[str],
        mines: Sequence[tuple[str, int, str] | tuple[str, int, str, str]] = (),
        variant: str = TEAM,
        *,
        pile: str = "",
        left: int | None = None,
        who: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        definition = definition_of(variant, {key.replace("__", "."): value for key, value in settings.items()})
        seats = characters(definition, who) if who else seats_of(len(hands))
        self.simulation = DiggingSimulation(definition, seats)
        self.r: Rules = self.simulation.rules
        self.s: Seats = self.simulation.players
        self.names = self.simulation.cards.name
        self.t: Table = new_table(self.r, trace_length(self.r, len(hands)))
        t = self.t
        for card in range(self.r.cards):
            t.place[card] = IN_PILE
        for seat, hand in enumerate(hands):
            for name in hand.split():
                self._take(name)
                dealing.give(self.r, t, seat, self.number(name))
        self.writer = EventWriter(self.simulation, t)
        for entry in mines:
            self._lay(*entry)
        self._stack(pile.split(), left)
        t.counts[TO_ACT] = -1
        self.read = 0

    def number(self, name: str) -> int:
        return self.names.index(name)

    def kind(self, name: str) -> int:
        return int(self.r.card_kind[self.number(name)])

    def _take(self, name: str) -> None:
        assert self.t.place[self.number(name)] == IN_PILE, f"{name} is there twice"

    def _show(self, name: str, place: int = ON_TABLE) -> int:
        self._take(name)
        self.t.place[self.number(name)] = place
        self.t.seen[self.kind(name)] += 1
        return self.number(name)

    def _lay(self, name: str, display: int, crates: str, closer: str | None = None) -> None:
        mine = open_mine(self.r, self.s, self.t, self._show(name), display)
        self.writer.mines.append(name)
        for crate in crates.split():
            add_crate(self.r, self.t, mine, self._show(crate))
        if closer:
            close_mine(self.r, self.s, self.t, mine, self._show(closer))

    def _stack(self, first: Sequence[str], left: int | None) -> None:
        """The pile: ``first`` on top; where ``left`` says how many it has, all others are out of the game."""
        r, t = self.r, self.t
        pile = [self.number(name) for name in first]
        pile += [card for card in range(r.cards) if t.place[card] == IN_PILE and card not in pile]
        if left is not None:
            for card in pile[left:]:
                self._show(self.names[card], OUT)
            pile = pile[:left]
        t.counts[DRAWN] = r.cards - len(pile)
        for position, card in enumerate(pile, start=t.counts[DRAWN]):
            t.keys[position] = (position << 12) | card

    # What can be looked at

    def hand(self, seat: int) -> list[str]:
        return [self.names[card] for card in range(self.r.cards) if self.t.place[card] == seat]

    def at(self, name: str) -> int:
        """Where a card is."""
        return int(self.t.place[self.number(name)])

    def mine(self, name: str) -> int:
        return self.writer.mines.index(name)

    def display(self, name: str) -> int:
        return int(self.t.mine_display[self.mine(name)])

    def crates(self, name: str) -> list[str]:
        at = self.mine(name) * self.r.stack
        return [self.names[card] for card in self.t.stacks[at : at + self.t.mine_crates[self.mine(name)]]]

    def is_open(self, name: str) -> bool:
        return bool(self.t.mine_closer[self.mine(name)] < 0)

    # What can be done

    def action(self, text: str) -> int:
        """``draw``, ``pass``, ``push CARD``, ``CARD on MINE``, or ``CARD for SEAT`` (a mine card)."""
        words = text.split()
        if words[0] in ("draw", "pass"):
            return action_of(DRAW if words[0] == "draw" else PASS, 0, 0)
        if words[0] == "push":
            return action_of(PUSH, self.kind(words[1]), 0)
        target = int(words[2]) if words[1] == "for" else self.mine(words[2])
        return action_of(PLAY, self.kind(words[0]), target)

    def text(self, action: int) -> str:
        """An action in the words of :meth:`action`; of equal cards the first in the player's hand is as good as any."""
        verb, kind, target = verb_of(action), kind_of(action), target_of(action)
        if verb in (DRAW, PASS):
            return "draw" if verb == DRAW else "pass"
        card = self.card(kind)
        if verb == PUSH:
            return f"push {card}"
        return f"{card} for {target}" if self.r.kind_type[kind] == MINE else f"{card} on {self.writer.mines[target]}"

    def card(self, kind: int) -> str:
        """The first card of a kind that is in a hand; an empty text for ``NOTHING``."""
        if kind == NOTHING:
            return ""
        first = self.r.first_card[kind]
        return self.names[next(c for c in range(first, first + self.r.copies[kind]) if self.t.place[c] >= 0)]

    def wish(self, seat: int) -> str:
        """What the character of a seat would do in its turn."""
        return self.text(players.decide(self.r, self.s, self.t, 1, seat))

    def attack(self, mine: str, played: Mapping[int, str]) -> None:
        """A fight that has got so far: bandits by seat, not in any hand, in the order in which they were played."""
        r, s, t = self.r, self.s, self.t
        for seat, card in played.items():
            dealing.give(r, t, seat, self.number(card))
            fights.join_fight(r, s, t, seat, self.kind(card))
            t.answers[seat] = self.kind(card)
        self.fight = next(iter(played)), self.mine(mine)

    def reply(self, seat: int) -> str:
        """The card with which the character of a seat answers that fight; an empty text for none."""
        return self.card(players.answer(self.r, self.s, self.t, 1, *self.fight, seat))

    def second(self) -> str:
        """The second bandit that the attacker would add to it."""
        attacker, mine = self.fight
        return self.card(players.second_bandit(self.r, self.s, self.t, 1, mine, attacker))

    def fault(self, seat: int, text: str) -> str:
        """Why an action is not legal; ``none`` if it is."""
        return legal.FAULTS[legal.fault(self.r, self.s, self.t, seat, self.action(text))]

    def actions(self, seat: int) -> set[int]:
        """All that may be done."""
        return set(self.t.actions[: legal.list_actions(self.r, self.s, self.t, seat)])

    def do(
        self, seat: int, text: str, answers: Mapping[int, str] | None = None, *, second: str = "", to: int = -1
    ) -> dict[str, Any]:
        """A turn; returns its event. ``answers`` are the cards of those who answer an attack."""
        assert self.fault(seat, text) == "none", self.fault(seat, text)
        self.asked: list[int] = []

        def answer(r: Rules, s: Seats, t: Table, key: int, attacker: int, mine: int, player: int) -> int:
            self.asked.append(player)
            card = (answers or {}).get(player)
            if card is None:
                return NOTHING
            fault = legal.answer_fault(r, s, t, attacker, mine, player, self.kind(card))
            assert fault == legal.FINE, legal.FAULTS[fault]
            return self.kind(card)

        with (
            patch.object(turns, "decide", lambda *_: self.action(text)),
            patch.object(fights, "answer", answer),
            patch.object(fights, "second_bandit", lambda *_: self.kind(second) if second else NOTHING),
            patch.object(fights, "picks_display", lambda *_: to),
        ):
            turns.take_turn(self.r, self.s, self.t, 1, seat)
        return self._events()[-1]

    def answer_fault(self, attacker: int, mine: str, seat: int, card: str) -> str:
        """Why a player may not answer with a card."""
        found = legal.answer_fault(self.r, self.s, self.t, attacker, self.mine(mine), seat, self.kind(card))
        return legal.FAULTS[found]

    def score(self) -> dict[str, Any]:
        """The end of the round."""
        score_round(self.r, self.s, self.t)
        return self._events()[-1]

    def value(self, name: str) -> int:
        """Points of a mine at the end of the round."""
        return int(next(mine["value"] for mine in self.score()["mines"] if mine["mine"] == name))

    def told(self, seat: int, name: str) -> int:
        """Cards like this one that a player knows his partner to hold."""
        return int(self.t.told[seat * KINDS + self.kind(name)])

    def _events(self) -> list[dict[str, Any]]:
        end = self.t.counts[CURSOR]
        for at in range(self.read, end, WIDTH):
            self.writer.add(*self.t.trace[at : at + WIDTH])
        self.read = end
        return self.writer.events


def play_rounds(
    deck: str, script: Sequence[str], players: int = 4, variant: str = TEAM, **settings: Any
) -> list[dict[str, Any]]:
    """The log of a game with a stacked deck, begun by seat 0.

    ``deck`` has the cards on top (dealt one by one from seat 0 on), the others follow. The turns of ``script`` are
    taken one after the other, as in :meth:`Layout.action`; after them everybody draws, or passes.
    """
    definition = definition_of(variant, {key.replace("__", "."): value for key, value in settings.items()})
    simulation = DiggingSimulation(definition, seats_of(players))
    names = simulation.cards.name
    top = [names.index(name) for name in deck.split()]
    place = {card: at for at, card in enumerate([*top, *(c for c in range(len(names)) if c not in top)])}
    turn = iter(script)
    opened: list[str] = []

    def decide(r: Rules, s: Seats, t: Table, key: int, player: int) -> int:
        words = next(turn, "draw" if t.counts[DRAWN] < r.cards else "pass").split()
        if words[0] in ("draw", "pass"):
            return action_of(DRAW if words[0] == "draw" else PASS, 0, 0)
        kind = r.card_kind[names.index(words[-1] if words[0] == "push" else words[0])]
        if words[0] == "push":
            return action_of(PUSH, kind, 0)
        if words[1] == "for":
            opened.append(words[0])
            return action_of(PLAY, kind, int(words[2]))
        return action_of(PLAY, kind, opened.index(words[2]))

    table = new_table(simulation.rules, trace_length(simulation.rules, players))
    with (
        patch.object(dealing, "card_key", lambda luck, name, card: (place[card] << 12) | card),
        patch.object(turns, "decide", decide),
        patch.object(rules, "starter_of", lambda r, s, key, number: 0),
    ):
        rules.play_game(simulation.rules, simulation.players, table, 1, 0)
    return events_of(simulation, table, table.trace[: table.counts[CURSOR]])

"""Plays one game at the table: the rules run as they stand and ask the host, who asks the people.

The host sees the whole table of the rules, as a game master does. What people get to see of it comes from the scene
(what lies open), and here, for one pair of eyes: the view that the rules hand out with each question, the next card
for whoever used a lamp, and at a collapse what the rules have revealed of it by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.drawing import heading
from workbench.engine.outside import answering
from workbench.engine.randomness import card_of
from workbench.families.stollen.at_table import result
from workbench.families.stollen.at_table.picture import picture
from workbench.families.stollen.at_table.prompt import DEEPER, LOOK, NOBODY, Prompt, Target
from workbench.families.stollen.at_table.scene import FIND, FOSSIL, Scene
from workbench.families.stollen.at_table.talk import Speech, Teller
from workbench.families.stollen.collapse import at_stake, helmet_saves, may_rope, rope_keeps, rope_pays
from workbench.families.stollen.compile import new_table
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.log import EventWriter, events_of, lumps, trace_length
from workbench.families.stollen.rules import play_game
from workbench.families.stollen.simulation import StollenSimulation
from workbench.families.stollen.state import (
    ASK_CHOICE,
    ASK_DEEPER,
    ASK_HELMET,
    ASK_LAMP,
    ASK_REFUSAL,
    ASK_ROPE,
    ASK_TARGET,
    CURSOR,
    FATAL,
    GO_DEEPER,
    GO_OUT,
    NOT_HEARD,
    NOT_SEEN,
    SINGS,
    USE_LAMP,
    View,
    moment,
)
from workbench.families.stollen.trace import WIDTH
from workbench.family import Seat
from workbench.terminal import Terminal


def host(
    definition: StollenDefinition, seats: Sequence[Seat], terminal: Terminal, *, seed: int, game: int, language: str
) -> list[dict[str, Any]]:
    """Play a game with the people in front of ``terminal``; the events of its log."""
    return Host(definition, seats, terminal, language).play(seed, game)


class Host:
    """Runs one game: answers the rules' questions to persons, and tells what happens in between."""

    def __init__(self, definition: StollenDefinition, seats: Sequence[Seat], terminal: Terminal, language: str) -> None:
        self.simulation = StollenSimulation(definition, seats)
        self.rules = self.simulation.rules
        self.table = new_table(self.rules, trace_length(self.rules, len(seats)))
        self.terminal = terminal
        self.speech = Speech(definition, seats, language)
        self.scene = Scene(definition, len(seats))
        self.teller = Teller(self.speech, self.scene)
        self.prompt = Prompt(self.speech, self.scene, terminal)
        self._writer = EventWriter(self.simulation)
        self._read = 0
        self._told = 0
        self._collapsing = False
        self._skipping = False
        self._asked: tuple[int, int, int] | None = None
        """Seat, level and step of the question about the lamp alone."""
        self._target: dict[int, int] = {}
        self._in_front: int | None = None
        """Who of several people was asked last."""
        self._questions = {
            ASK_CHOICE: self._choice,
            ASK_LAMP: self._lamp,
            ASK_DEEPER: self._deeper,
            ASK_HELMET: self._helmet,
            ASK_ROPE: self._rope,
            ASK_TARGET: lambda view: self._target[view.seat],
            ASK_REFUSAL: self._refusal,
        }

    def play(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The game from the welcome to the result; the events of its log."""
        self._welcome()
        with answering(self.answer):
            play_game(self.rules, self.simulation.players, self.table, seed, game)
        events = events_of(self.simulation, self.table, self.table.trace[: self.table.counts[CURSOR]])
        self._catch_up(ended=True)
        self.terminal.pause(self.speech.words["result_now"])
        self.terminal.show(*result.result(events[-1], self.scene, self.speech, self.terminal))
        return events

    def answer(self, question: int, view: View) -> int:
        """What a person answers to a question of the rules."""
        self._catch_up()
        return int(self._questions[question](view))

    # What happens.

    def _welcome(self) -> None:
        definition, say = self.speech.definition, self.speech.say
        title = definition.title_in(self.speech.language)
        self.terminal.say()
        self.terminal.say(
            self.terminal.paint(
                say("welcome", title=title, players=self.speech.people(range(self.simulation.seats))), "bold"
            )
        )
        points = self.speech.words["aim_fossils" if definition.fossils_possible else "aim_lumps"]
        self.terminal.say(say("aim", levels=self.speech.count("levels", len(definition.levels)), points=points), 0)

    def _catch_up(self, ended: bool = False) -> None:
        """Tell what happened since the last question. A collapse is told in two parts: some are asked in between."""
        table = self.table
        for at in range(self._read, table.counts[CURSOR], WIDTH):
            self._writer.add(*table.trace[at : at + WIDTH])
        self._read = table.counts[CURSOR]
        events = self._writer.events
        while self._told < len(events):
            event = events[self._told]
            if not self._collapsing:
                self._wait_before(event)
                self._say(self.teller.tell(event))
                self._collapsing = event["event"] == "collapse"
            if self._collapsing:
                if event is events[-1] and not ended:
                    return
                self._collapsing = False
                self._say(self.teller.rescue(event))
            self.scene.follow(event)
            self._told += 1

    def _say(self, lines: Iterable[tuple[str, ...]]) -> None:
        for text, *styles in lines:
            self.terminal.say(self.terminal.paint(text, *styles) if styles else text)

    def _wait_before(self, event: dict[str, Any]) -> None:
        """Where nobody in front of the screen has anything to decide, they go on by Enter."""
        words, people = self.speech.words, self.speech.persons
        if event["event"] == "level":
            self._skipping = False
            if event["level"] > 1:
                self.terminal.pause(words["next_level"])
            levels = len(self.speech.definition.levels)
            title = self.speech.say("level", level=event["level"], levels=levels)
            self.terminal.show("", self.terminal.paint(heading(title, self.terminal.width), "bold"))
        elif event["event"] == "card" and self.scene.step and not any(seat in self.scene.inside for seat in people):
            held = self.speech.amounts({seat: self.scene.loot[seat] for seat in self.scene.inside})
            self.terminal.say(f"  {self.speech.say('in_tunnel', amounts=held)}")
            if not self._skipping:
                self._skipping = self.terminal.pause(words["next_card"], words["skip"])

    # Questions.

    def _in_private(self, view: View) -> Prompt:
        """The prompt for one player: where several people share a screen, the others look away."""
        if len(self.speech.persons) > 1 and self._in_front != view.seat:
            self.terminal.hand_over(self.speech.names[view.seat])
            self._in_front = view.seat
        return self.prompt

    def _done(self) -> None:
        if len(self.speech.persons) > 1:
            self.terminal.clear()

    def _must_leave(self, view: View) -> bool:
        return bool(self.rules.last_must_leave) and view.inside == 1 and view.players > 1

    def _choice(self, view: View) -> int:
        """Leave, go deeper, or look first."""
        if self._must_leave(view):
            return int(self._deeper(view))
        prompt = self._in_private(view)
        self._show_table(view)
        self._tell_canary(view)
        choice = prompt.choice(view.seat, with_lamp=True)
        self._done()
        return USE_LAMP if choice == LOOK else GO_DEEPER if choice == DEEPER else GO_OUT

    def _lamp(self, view: View) -> bool:
        """Whether to look, where the choice itself is made later, knowing more."""
        if self._must_leave(view):
            return False
        prompt = self._in_private(view)
        self._show_table(view)
        self._tell_canary(view)
        self._tell_lamps(view, range(view.seat))
        self._asked = view.seat, view.level, view.step
        looks = prompt.lamp(view.seat)
        self._done()
        return looks

    def _deeper(self, view: View) -> bool:
        here = view.level, view.step
        if self._must_leave(view):
            self.terminal.say(self.speech.say("must_leave", name=self.speech.names[view.seat]))
            return False
        prompt = self._in_private(view)
        several = len(self.speech.persons) > 1
        if several or (view.seen == NOT_SEEN and self._asked != (view.seat, *here)):
            self._show_table(view)
            self._tell_canary(view)
        elif self._asked == (view.seat, *here) and not self.rules.canary_first:
            self._tell_canary(view)
        self._tell_lamps(view, self.scene.seats)
        if (
            view.lamp
            and view.seen == NOT_SEEN
            and not self.rules.lamps_together
            and self._looked(view, self.scene.seats)
        ):
            self.terminal.say(self.speech.words["lamp_taken"])
        if view.seen != NOT_SEEN:
            self.terminal.say(
                self.terminal.paint(self.speech.say("seen", card=self._next_card(view)), "yellow", "bold")
            )
        choice = prompt.choice(view.seat, with_lamp=False)
        self._done()
        return choice == DEEPER

    def _helmet(self, view: View) -> bool:
        prompt = self._in_private(view)
        if self.rules.open_collapse:
            self._tell_helmets(range(view.seat), silent=True)
        kept = lumps(helmet_saves(self.rules, view.loot))
        wears = prompt.helmet(view.seat, view.loot, kept)
        self._done()
        return wears

    def _rope(self, view: View) -> bool:
        rules, table = self.rules, self.table
        targets = []
        for seat in self.scene.seats:
            if may_rope(rules, table, seat):
                stake = at_stake(rules, table, seat)
                targets.append(Target(seat, table.loot[seat], rope_keeps(rules, stake), rope_pays(rules, stake)))
        prompt = self._in_private(view)
        if rules.helmets:
            self._tell_helmets(self.scene.seats)
        if rules.open_collapse:
            throwers = [seat for seat in range(view.seat) if table.thrown_to[seat] >= 0]
            if throwers:
                told = [f"{self.speech.names[seat]} → {self.speech.names[table.thrown_to[seat]]}" for seat in throwers]
                self.terminal.say(self.speech.say("ropes_thrown", players=", ".join(told)))
        target = prompt.rope(view.seat, targets, bool(rules.rope_declinable))
        self._done()
        self._target[view.seat] = target
        return target != NOBODY

    def _refusal(self, view: View) -> bool:
        throwers = [seat for seat in self.scene.seats if self.table.thrown_to[seat] == view.seat]
        if not throwers:
            return False
        prompt = self._in_private(view)
        kept = rope_keeps(self.rules, at_stake(self.rules, self.table, view.seat))
        refuses = prompt.refusal(view.seat, throwers, view.loot, kept)
        self._done()
        return refuses

    # What one pair of eyes may see.

    def _show_table(self, view: View) -> None:
        self.terminal.show("", *picture(self.scene, self.speech, self.terminal, (view.seat,)))
        self.terminal.show("")

    def _tell_canary(self, view: View) -> None:
        canary = self.speech.definition.canary
        if not canary.enabled:
            return
        if view.canary != NOT_HEARD:
            says = "sings" if view.canary == SINGS else "silent"
            self.teller.heard = view.level + 1, view.step
            self.terminal.say(self.terminal.paint(self.speech.canary(says), "green" if says == "sings" else "red"))
        elif view.kinds < canary.wakes_at_kinds:
            self.terminal.say(self.speech.say("canary_asleep", count=view.kinds, wakes=canary.wakes_at_kinds))
        elif canary.heard_by == "owner" and canary.owner != view.seat:
            if canary.owner in self.scene.seats:
                self.terminal.say(self.speech.say("canary_owner", player=self.speech.names[canary.owner]))
        elif canary.timing == "after-choice":
            self.terminal.say(self.speech.words["canary_after"])
        elif canary.speaks == "next-card":
            self.terminal.say(self.speech.words["canary_spoken"])

    def _looked(self, view: View, seats: Sequence[int]) -> list[int]:
        """Who of ``seats`` used the lamp in this choice."""
        return [seat for seat in seats if self.table.looked_at[seat] == moment(view.level, view.step)]

    def _tell_lamps(self, view: View, seats: Sequence[int]) -> None:
        """Who of ``seats``, who had their turn to look, did so, where that is announced at once (SO27)."""
        looked = self._looked(view, seats) if self.rules.lamp_announced_at_once else []
        if looked:
            self.terminal.say(self.speech.say("lamps_announced", players=self.speech.people(looked)))

    def _tell_helmets(self, seats: Sequence[int], silent: bool = False) -> None:
        wearers = [seat for seat in seats if seat in self.scene.inside and self.table.wears[seat]]
        if wearers:
            self.terminal.say(self.speech.say("helmets_worn", players=self.speech.people(wearers)))
        elif not silent:
            self.terminal.say(self.speech.words["no_helmets"])

    def _next_card(self, view: View) -> str:
        """The card on top of the deck, for whoever looks at it with the lamp (S40)."""
        size = self._deck_size()
        name = self.simulation.cards.name[card_of(self.table.keys[size - view.cards])]
        sort, _, word = name.partition(":")
        if sort == FIND:
            return self.speech.say("seen_find", value=word)
        if sort == FOSSIL:
            return str(self.speech.words["seen_fossil"])
        key = "seen_fatal" if view.seen == FATAL else "seen_hazard"
        return self.speech.say(key, hazard=self.speech.hazard(word))

    def _deck_size(self) -> int:
        """Cards of the deck in play, turned ones included."""
        return next(len(event["deck"]) for event in reversed(self._writer.events) if "deck" in event)

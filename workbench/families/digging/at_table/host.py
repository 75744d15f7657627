"""Plays one game at the table: the rules run as they stand and ask the host, who asks the people.

The host sees the whole table of the rules, as a game master does. What people get to see of it comes from the scene
(what lies open), and here, for one pair of eyes: their own hand, the cards that they draw, and what goes between them
and their partner. A single person is told everything at once; of several, each hears what happened when it is his turn
to sit in front of the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from workbench.drawing import heading
from workbench.engine.outside import answering
from workbench.families.digging import trace
from workbench.families.digging.at_table import result
from workbench.families.digging.at_table.commands import Hand
from workbench.families.digging.at_table.picture import displays, hand_lines, picture, shown
from workbench.families.digging.at_table.prompt import Prompt
from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.at_table.talk import Line, Speech, Teller
from workbench.families.digging.compile import new_table
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.log import EventWriter, events_of, trace_length
from workbench.families.digging.rules import play_game
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import ASK_ACTION, ASK_ANSWER, ASK_DISPLAY, ASK_SECOND, CURSOR, KINDS, View
from workbench.families.digging.trace import WIDTH
from workbench.family import Seat
from workbench.terminal import Terminal


def host(
    definition: DiggingDefinition, seats: Sequence[Seat], terminal: Terminal, *, seed: int, game: int, language: str
) -> list[dict[str, Any]]:
    """Play a game with the people in front of ``terminal``; the events of its log."""
    return Host(definition, seats, terminal, language).play(seed, game)


class Host:
    """Runs one game: answers the rules' questions to persons, and tells what happens in between."""

    def __init__(self, definition: DiggingDefinition, seats: Sequence[Seat], terminal: Terminal, language: str) -> None:
        self.simulation = DiggingSimulation(definition, seats)
        self.rules = self.simulation.rules
        self.table = new_table(self.rules, trace_length(self.rules, len(seats)))
        self.terminal = terminal
        self.speech = Speech(definition, seats, self.simulation.cards, language)
        self.scene = Scene(self.simulation)
        self.teller = Teller(self.speech, self.scene)
        self.prompt = Prompt(self.speech, self.scene, terminal)
        self._writer = EventWriter(self.simulation, self.table)
        self._read = 0
        self._answers: list[dict[str, Any]] = []
        """Answers in the fight going on that were not told yet."""
        self._several = len(self.speech.persons) > 1
        self._heard = dict.fromkeys(self.speech.persons, 0)
        """Of several people, by seat: how many of the lines in ``_told`` each has seen."""
        self._told: list[str] = []
        self._news: dict[int, list[Line]] = {seat: [] for seat in self.speech.persons}
        """Of several people, by seat: what only its eyes may see."""
        self._in_front: int | None = None
        """Who of several people was asked last."""
        self._questions = {
            ASK_ACTION: self._action,
            ASK_ANSWER: self._answer,
            ASK_SECOND: self._second,
            ASK_DISPLAY: self._display,
        }

    def play(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The game from the welcome to the result; the events of its log."""
        self._welcome()
        with answering(self.answer):
            play_game(self.rules, self.simulation.players, self.table, seed, game)
        events = events_of(self.simulation, self.table, self.table.trace[: self.table.counts[CURSOR]])
        self._catch_up()
        self.terminal.show(*self._told[max(self._heard.values()) :])
        self.terminal.pause(self.speech.words["result_now"])
        self.terminal.show(*result.result(events[-1], self.scene, self.speech, self.terminal))
        return events

    def answer(self, question: int, view: View) -> int:
        """What a person answers to a question of the rules."""
        self._catch_up()
        return int(self._questions[question](view))

    # What happens.

    def _welcome(self) -> None:
        definition, speech, scene = self.speech.definition, self.speech, self.scene
        players = speech.people(scene.seats)
        self.terminal.say()
        title = speech.say("welcome", title=definition.title_in(speech.language), players=players)
        self.terminal.say(self.terminal.paint(title, "bold"))
        if definition.teams:
            sides = [speech.side(scene.members(side), side) for side in scene.sides]
            self.terminal.say(speech.say("teams", teams=speech.words["list"].join(sides)))
        points = speech.count("points", definition.target)
        self.terminal.say(speech.say("aim_target", points=points) if definition.target else speech.words["aim"], 0)
        self.terminal.say(speech.words["how"], 0)

    def _catch_up(self) -> None:
        """Tell what happened since the last question, record by record."""
        table = self.table
        for at in range(self._read, table.counts[CURSOR], WIDTH):
            record = table.trace[at : at + WIDTH]
            self._writer.add(*record)
            event = self._writer.events[-1]
            if record[0] == trace.ROUND:
                self._begin(event)
            elif record[0] == trace.TURN:
                self._turn(event)
            elif record[0] == trace.ANSWER:
                self._answers.append(event["fight"]["answers"][-1])
                self.scene.answer(self._answers[-1])
            elif record[0] == trace.FIGHT:
                self._tell_answers()
                self._tell(self.teller.settle(event["fight"]))
                self._follow(self.scene.settle, event["fight"], event["player"])
            elif record[0] == trace.POINTS and len(event["scores"]) == self.simulation.seats:
                self._end(event)
        self._read = table.counts[CURSOR]
        self._tell_answers()

    def _tell(self, lines: Iterable[Line]) -> None:
        """Tell all people; several hear it later."""
        self._show(shown(list(lines), self.terminal))

    def _show(self, lines: Sequence[str]) -> None:
        if self._several:
            self._told.extend(lines)
        else:
            self.terminal.show(*lines)

    def _tell_answers(self) -> None:
        self._tell(self.teller.answers(self._answers))
        self._answers = []

    def _begin(self, event: dict[str, Any]) -> None:
        if event["round"] > 1 and not self._several:
            self.terminal.pause(self.speech.words["next_round"])
        title = heading(self.speech.say("round", round=event["round"]), self.terminal.width)
        self._show(["", self.terminal.paint(title, "bold")])
        self._tell(self.teller.begin(event))
        self.scene.begin(event)

    def _turn(self, event: dict[str, Any]) -> None:
        lines = list(self.teller.act(event))
        if self._several:
            for seat, line in self.teller.news(event):
                self._news[seat].append(line)
        self._tell(lines)
        self._follow(self.scene.act, event, event["player"])

    def _follow(self, step: Callable[[Mapping[str, Any]], None], told: Mapping[str, Any], player: int) -> None:
        """Let the scene take a step; tell if the last round begins with it."""
        was_last = self.scene.last_round
        step(told)
        if self.scene.last_round and not was_last:
            self._tell(self.teller.last_round(player))

    def _end(self, event: dict[str, Any]) -> None:
        title = heading(self.speech.say("round_over", round=self.scene.round), self.terminal.width)
        self._show(["", self.terminal.paint(title, "bold")])
        self._show(displays(self.scene, self.speech, self.terminal, self.speech.you))
        self._tell(self.teller.end(event))
        self.scene.end(event)

    # Questions.

    def _sit_down(self, seat: int) -> None:
        """One player sits in front of the screen; where several people share it, the others look away."""
        if not self._several:
            return
        if self._in_front != seat:
            self.terminal.hand_over(self.speech.names[seat])
            self._in_front = seat
        self.terminal.show(*self._told[self._heard[seat] :])
        self._heard[seat] = len(self._told)
        self.terminal.show(*shown(self._news[seat], self.terminal))
        self._news[seat] = []

    def _done(self) -> None:
        if self._several:
            self.terminal.clear()

    def _hand(self, seat: int) -> Hand:
        return Hand(self.scene, {kind: self.table.hand[seat * KINDS + kind] for kind in range(self.rules.kinds)})

    def _pushed(self, seat: int) -> dict[int, int]:
        """What a player pushed to his partner who has not played it, as far as he can know."""
        return {kind: n for kind in range(self.rules.kinds) if (n := self.table.told[seat * KINDS + kind])}

    def _action(self, view: View) -> int:
        self._sit_down(view.seat)
        hand = self._hand(view.seat)
        self.terminal.show("", *picture(self.scene, self.speech, self.terminal, view.seat))
        if hand.kinds:
            title = self.speech.say("your_hand", cards=self.speech.count("cards", view.hand))
            self.terminal.show(*hand_lines(hand, self.speech, self.terminal, title))
        else:
            self.terminal.say(f"  {self.speech.words['empty_hand']}")
        pushed = self._pushed(view.seat)
        if pushed:
            self.terminal.say(f"  {self.speech.say('partner_holds', cards=self.speech.kinds(pushed))}", 4)
        action = self.prompt.action(view, self.table, hand)
        self._done()
        return action

    def _answer(self, view: View) -> int:
        self._sit_down(view.seat)
        kind = self.prompt.answer(view, self.table, self._hand(view.seat), self._attacker())
        self._done()
        return kind

    def _second(self, view: View) -> int:
        self._sit_down(view.seat)
        kind = self.prompt.second(view, self.table, self._hand(view.seat))
        self._done()
        return kind

    def _display(self, view: View) -> int:
        self._sit_down(view.seat)
        seat = self.prompt.display(view)
        self._done()
        return seat

    def _attacker(self) -> int:
        return int(self._writer.events[-1]["player"])

"""Plays one game at the table: the rules run as they stand and ask the host, who asks the person and holds the clock.

Between any two moments at which characters act the rules ask what the person does until then. The question on the
screen stays open all that time: the clock of the race is the one on the wall, and a line counts at the moment at which
it is typed. What a round came to is told from the events of the log, and only once the rules have gone on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from workbench.drawing import heading
from workbench.engine.outside import answering
from workbench.errors import in_quotes, usage_problem
from workbench.families.out_of_mine.at_table import answers
from workbench.families.out_of_mine.at_table.acting import Act, act_of
from workbench.families.out_of_mine.at_table.answers import NoAnswer, answer_of, cell_name
from workbench.families.out_of_mine.at_table.hints import Unknown, hint
from workbench.families.out_of_mine.at_table.laying import Refused
from workbench.families.out_of_mine.at_table.picture import board, packed, shapes, sides_of
from workbench.families.out_of_mine.at_table.result import result
from workbench.families.out_of_mine.at_table.sight import Sight
from workbench.families.out_of_mine.at_table.talk import Line, Speech, explain, points_of, tell_round
from workbench.families.out_of_mine.compile import new_table
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.log import Names, events_of, rounds_of, trace_length
from workbench.families.out_of_mine.packing import best_cover
from workbench.families.out_of_mine.rules import play_game
from workbench.families.out_of_mine.simulation import OutOfMineSimulation
from workbench.families.out_of_mine.state import (
    ASK_ACT,
    ASK_COPY,
    ASK_PLACE,
    ASK_SIDE,
    ASK_TILE,
    ASK_UP,
    ASK_WHAT,
    CURSOR,
    NEVER,
    View,
)
from workbench.family import PERSON, Seat
from workbench.terminal import Option, PersonLeft, Terminal, wrapped
from workbench.timed import Stopwatch


def host(
    definition: OutOfMineDefinition, seats: Sequence[Seat], terminal: Terminal, *, seed: int, game: int, language: str
) -> list[dict[str, Any]]:
    """Play a game with the person in front of ``terminal``; the events of its log. Errors: DefinitionError where
    several people want to play."""
    if sum(seat.strategy == PERSON for seat in seats) > 1:
        raise usage_problem(
            f"only one person can play {definition.family} in the terminal: all act at the same time, and there is one "
            "keyboard",
            code="several-people",
            key="seats",
        )
    return Host(definition, seats, terminal, language).play(seed, game)


class Host:
    """Runs one game: answers the rules' questions to the person, and tells what happens in between."""

    def __init__(
        self, definition: OutOfMineDefinition, seats: Sequence[Seat], terminal: Terminal, language: str
    ) -> None:
        self.simulation = OutOfMineSimulation(definition, seats)
        self.rules = self.simulation.rules
        self.table = new_table(trace_length(self.rules, len(seats)))
        self.terminal = terminal
        self.speech = Speech(definition, seats, language)
        self.clock = Stopwatch(terminal)
        self._names = Names(definition)
        self.sight = Sight(definition, self.rules, self.table, self.speech.person)
        self._told = 0
        """Rounds told."""
        self._round = 0
        """The round that the person plays in."""
        self._started = 0
        """The round whose clock was started last."""
        self._open = False
        """Whether a question stands on the screen."""
        self._interrupted = False
        self._passed = False
        self._all_stopped = False
        self._act: Act | None = None
        """What the person does now, for the questions that follow."""
        self._totals = [0] * len(seats)
        self._questions: dict[int, Callable[[View], int]] = {
            ASK_SIDE: self._asked_for_side,
            ASK_ACT: self._asked_for_act,
            ASK_WHAT: lambda view: self._doing.what,
            ASK_PLACE: lambda view: self._doing.place,
            ASK_COPY: lambda view: self._doing.copy,
            ASK_UP: lambda view: self._doing.up,
            ASK_TILE: lambda view: self._doing.tile,
        }

    def play(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The game from the welcome to the result; the events of its log."""
        self._welcome()
        with answering(self.answer):
            play_game(self.rules, self.simulation.players, self.table, seed, game)
        events = events_of(self.simulation.definition, self.simulation.seats, self.table, self._trace)
        self._catch_up()
        self._pause(self.speech.words["result_now"])
        self.terminal.show(*result(events[-1], self.speech, self.terminal))
        return events

    def answer(self, question: int, view: View) -> int:
        """What the person answers to a question of the rules."""
        return self._questions[question](view)

    @property
    def _trace(self) -> Sequence[int]:
        return self.table.trace[: self.table.counts[CURSOR]]

    @property
    def _doing(self) -> Act:
        assert self._act is not None
        return self._act

    # What happens.

    def _welcome(self) -> None:
        d, say = self.speech.definition, self.speech.say
        players = self.speech.people(range(self.simulation.seats))
        self.terminal.say()
        self.terminal.say(
            self.terminal.paint(say("welcome", title=d.title_in(self.speech.language), players=players), "bold")
        )
        for line in explain(self.speech):
            self.terminal.say(f"  {line}", 0)

    def _say(self, lines: Iterable[Line]) -> None:
        for text, *styles in lines:
            self.terminal.show(
                *(self.terminal.paint(line, *styles) for line in wrapped(text, self.terminal.width, hanging=2))
            )

    def _pause(self, text: str) -> None:
        """Wait for Enter; who was interrupted while typing has not meant that."""
        if self._interrupted:
            self.clock.settle()
        self._interrupted = False
        self.terminal.pause(text)

    def _catch_up(self) -> None:
        """Tell the rounds that are over."""
        events = rounds_of(self._names, self._trace)
        for event in events[self._told :]:
            if self._open:
                self.terminal.write("\n")
                self._open, self._interrupted = False, True
            self.clock.drop()
            self._totals = [total + entry["points"] for total, entry in zip(self._totals, event["boards"], strict=True)]
            self.terminal.say()
            self._say(tell_round(event, self.speech))
            self.terminal.show("", *points_of(event, self._totals, self.speech))
            self._tell_solution(event["boards"][self.speech.person])
        self._told = len(events)

    def _tell_solution(self, entry: dict[str, Any]) -> None:
        """How the person's gallery could have been filled."""
        if not entry["empty"]:
            return
        d = self.speech.definition
        tiles = best_cover(d, entry["board"], entry["side"], entry["card"])
        if tiles is None:
            return
        is_full = sum(len(tile.cells) for tile in tiles) >= entry["cells"]
        self.terminal.say()
        self.terminal.say(self.speech.words["solution" if is_full else "solution_best"])
        self.terminal.show(*packed(d, entry["board"], entry["side"], tiles, self.terminal))

    # Questions.

    def _asked_for_side(self, view: View) -> int:
        """Which side of the new board the person plays (O4, O23)."""
        self._catch_up()
        self._begin(view.round_number)
        name = self.sight.board
        self.terminal.show(*sides_of(self.speech.definition, name, SIDES, self.speech, self.terminal))
        options = [Option(number, self.speech.say("side", side=side), side) for number, side in enumerate(SIDES)]
        side: int = self.terminal.choose(
            self.speech.say("which_side", board=name), options, lambda: explain(self.speech)
        )
        return side

    def _begin(self, number: int) -> None:
        """Go on to a round, if that has not been done yet."""
        if self._round == number:
            return
        if self._round:
            self._pause(self.speech.words["next_round"])
        self._round, self._passed, self._act = number, False, None
        title = heading(self.speech.say("round", round=number, rounds=self.rules.rounds), self.terminal.width)
        self.terminal.show("", self.terminal.paint(title, "bold"))

    def _asked_for_act(self, view: View) -> int:
        """When the person does something next; what that is, is kept for the questions that follow."""
        if view.round_number != self._started:
            self._start(view.round_number)
        elif self._act is not None:
            self._show()
        self._act = None
        if view.until_ms >= NEVER and self.simulation.seats > 1:
            self._tell_all_stopped()
        while not self._passed:
            if not self._open:
                self.clock.open(self.terminal.words["prompt"])
                self._open = True
            said = self.clock.hear(view.until_ms)
            if said is None:
                break
            self._open = False
            self._act = self._does(said)
            if self._act is not None:
                return self.clock.now_ms
        return NEVER

    def _tell_all_stopped(self) -> None:
        """Nobody but the person acts any more; said once in a round."""
        if self._all_stopped or self._passed:
            return
        self._all_stopped = True
        if self._open:
            self.terminal.write("\n")
            self._open = False
        self.terminal.say(self.speech.words["all_stopped"])

    def _start(self, number: int) -> None:
        """The cards are turned and the clock runs (O10)."""
        self._catch_up()
        if self._round != number:
            self._begin(number)
            name, side = self.sight.board, self.sight.side
            self.terminal.say(self.speech.say("other_side", board=name))
            self.terminal.show(*sides_of(self.speech.definition, name, side, self.speech, self.terminal))
        self._pause(self.speech.words["start_clock"])
        self.clock.drop()
        self._started, self._all_stopped = number, False
        for line in shapes(self.sight, self.speech, self.terminal):
            self.terminal.show(line)
        self._show()
        self.clock.start()

    def _show(self) -> None:
        """The board as it is now."""
        self.terminal.show("", *board(self.sight, self.speech, self.terminal))
        if not self.sight.open:
            self.terminal.say(self.terminal.paint(self.speech.words["full_now"], "bold"))

    def _does(self, said: str) -> Act | None:
        """What the rules must know of what the person said; None where it was answered here."""
        if self.terminal.leaves(said):
            raise PersonLeft
        if self.terminal.asks_for_help(said):
            for line in explain(self.speech):
                self.terminal.say(f"  {line}", 0)
            return None
        try:
            answer = answer_of(said, self.speech.words, self.speech.colours)
            if answer.what in (answers.LAY, answers.TAKE_BACK, answers.UNDO, answers.CALL):
                return act_of(self.sight, answer)
            self._tell(answer.what)
        except NoAnswer as problem:
            self.terminal.say(self.speech.say(problem.key, what=in_quotes(problem.what)))
        except Refused as problem:
            self.terminal.say(self.speech.refused(problem))
        return None

    def _tell(self, what: str) -> None:
        """What the person wants to know or to say, of which the rules know nothing."""
        if what == answers.PASS:
            self._passed = True
            self.terminal.say(self.speech.words["passed"])
        elif what == answers.HINT:
            self.terminal.say(self._hint())
        else:
            if what == answers.LIST:
                for line in shapes(self.sight, self.speech, self.terminal):
                    self.terminal.show(line)
            self._show()

    def _hint(self) -> str:
        """A tile that leads on, in words."""
        if not self.sight.open:
            return str(self.speech.words["full_now"])
        try:
            found = hint(self.sight)
        except Unknown:
            return str(self.speech.words["hint_unknown"])
        if found is None:
            return str(self.speech.words["hint_none" if self.sight.filled else "hint_none_at_all"])
        cells = " ".join(cell_name(cell) for cell in found.cells)
        return self.speech.say("hint", colour=self.speech.colour(found.colour), cells=cells)

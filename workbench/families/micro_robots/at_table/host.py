"""Plays one game at the table: the rules run as they stand and ask the host, who asks the person and holds the clock.

The host sees the whole table of the rules, as a game master does: it knows when a character will call, and until then
says nothing of it. The rules hand out with each question until when an answer counts. What happened is told from the
events of the log, and only once the rules have gone on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from workbench.drawing import heading
from workbench.engine.outside import answering
from workbench.errors import in_quotes, usage_problem
from workbench.families.micro_robots.at_table.answers import NoAnswer, number_of, way_of
from workbench.families.micro_robots.at_table.bids import bids
from workbench.families.micro_robots.at_table.faults import why_wrong
from workbench.families.micro_robots.at_table.picture import Task, picture
from workbench.families.micro_robots.at_table.result import result
from workbench.families.micro_robots.at_table.talk import Line, Speech, explain, tell_round
from workbench.families.micro_robots.compile import new_table
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.log import events_of, rounds_of, trace_length
from workbench.families.micro_robots.rules import play_game
from workbench.families.micro_robots.simulation import MicroRobotsSimulation
from workbench.families.micro_robots.state import (
    ASK_CALL,
    ASK_NUMBER,
    ASK_SHOWING,
    ASK_STOP,
    CURSOR,
    MOST_MOVES,
    NOBODY_CALLS,
    View,
)
from workbench.families.micro_robots.ways import MOST_WAYS, SolvedBoard
from workbench.family import PERSON, Seat
from workbench.terminal import PersonLeft, Terminal, together, wrapped
from workbench.timed import Stopwatch

NO_MORE_STOPS = -1
FORGOTTEN = -1
DETOUR = 4
"""Where no space may be visited twice, a way is looked for up to so many moves beyond the shortest that might."""


def host(
    definition: MicroRobotsDefinition, seats: Sequence[Seat], terminal: Terminal, *, seed: int, game: int, language: str
) -> list[dict[str, Any]]:
    """Play a game with the person in front of ``terminal``; the events of its log. Errors: DefinitionError where
    several people want to play."""
    if sum(seat.strategy == PERSON for seat in seats) > 1:
        raise usage_problem(
            f"only one person can play {definition.family} in the terminal: all call at the same time, and the "
            "keyboard cannot tell who it was",
            code="several-people",
            key="seats",
        )
    return Host(definition, seats, terminal, language).play(seed, game)


class Host:
    """Runs one game: answers the rules' questions to the person, and tells what happens in between."""

    def __init__(
        self, definition: MicroRobotsDefinition, seats: Sequence[Seat], terminal: Terminal, language: str
    ) -> None:
        self.simulation = MicroRobotsSimulation(definition, seats)
        self.rules = self.simulation.rules
        self.table = new_table(trace_length(self.rules, len(seats)))
        self.terminal = terminal
        self.speech = Speech(definition, seats, language)
        self.clock = Stopwatch(terminal)
        self.board: SolvedBoard | None = None
        self._game = 0, 0
        self._told = 0
        """Events told."""
        self._last: dict[str, Any] | None = None
        """The last event told."""
        self._round = 0
        """The round that the person searches in."""
        self._passed = False
        self._call: tuple[int, int] | None = None
        """The person's call of this round: when, and the number."""
        self._stops: list[int] = []
        """What is left to show of the person's way."""
        self._interrupted = False
        self._questions: dict[int, Callable[[View], int]] = {
            ASK_CALL: self._asked_for_call,
            ASK_NUMBER: lambda view: self._call[1] if self._call is not None else 1,
            ASK_SHOWING: self._asked_for_way,
            ASK_STOP: lambda view: self._stops.pop(0) if self._stops else NO_MORE_STOPS,
        }

    def play(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The game from the welcome to the result; the events of its log."""
        self._game = seed, game
        self._welcome()
        with answering(self.answer):
            play_game(self.rules, self.simulation.players, self.table, seed, game)
        events = events_of(self.simulation, self.table, self.table.trace[: self.table.counts[CURSOR]])
        self._catch_up()
        self._end_round()
        self._pause(self.speech.words["result_now"])
        self.terminal.show(*result(events[-1], self.speech, self.terminal))
        return events

    def answer(self, question: int, view: View) -> int:
        """What the person answers to a question of the rules."""
        return self._questions[question](view)

    # What happens.

    def _welcome(self) -> None:
        d, say = self.speech.definition, self.speech.say
        players = self.speech.people(range(self.simulation.seats))
        welcome = say("welcome", title=d.title_in(self.speech.language), players=players)
        self.terminal.say()
        self.terminal.say(self.terminal.paint(welcome, "bold"))
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
        """Tell the calls since the last question."""
        events = rounds_of(self.simulation, self.table.trace[: self.table.counts[CURSOR]])
        for event in events[self._told :]:
            self._say(tell_round(event, self.speech, self._why(event)))
            if event["caller"] == self.speech.person:
                self._call = None
            elif self._call is not None and event["caller"] is not None and not self.rules.shortest:
                self.terminal.say(self.speech.words["at_once"])
            self._last = event
        self._told = len(events)

    def _why(self, event: dict[str, Any]) -> str:
        assert self.board is not None
        return why_wrong(self.board, event, self.speech)

    def _end_round(self) -> None:
        """A round is over: what the shortest way was, and what everybody has."""
        event, board, say = self._last, self.board, self.speech.say
        assert event is not None and board is not None
        self.clock.drop()
        start, target, through = event["start"], event["target"], event["waypoint"]
        detour = None if board.rules.revisits or through is None else DETOUR
        ways = list(islice(board.ways(start, target, through, detour), MOST_WAYS))
        if ways:
            count, moves = len(ways), self.speech.count("moves", len(ways[0]) - 1)
            key = "shortest" if count == 1 else "shortest_of"
            self.terminal.say(say(key, way=self.speech.way(ways[0]), moves=moves, count=count))
        else:
            self.terminal.say(self.speech.words["no_way_exists" if detour is None else "no_short_way"])
        self.terminal.say(self.speech.chips(event))

    # Questions.

    def _asked_for_call(self, view: View) -> int:
        """When the person calls; the number is kept for the next question."""
        self._catch_up()
        if view.round_number != self._round:
            self._new_round(view)
        elif not view.timer and not self._passed:
            # Somebody called wrongly, and the others may still call (MO9).
            self.terminal.say(self.terminal.paint(self.speech.words["go_on"], "bold"))
        if view.timer:
            return self._until_the_timer_ends(view)
        return self._hear(self.speech.words["ask_moves"], view.now_ms, view.until_ms)

    def _new_round(self, view: View) -> None:
        words, names = self.speech.words, self.simulation.definition.spaces
        if self.board is None:
            tiles = self.rules.tiles
            placed = list(zip(self.table.tile_at[:tiles], self.table.turn_at[:tiles], strict=True))
            self.board = SolvedBoard(self.simulation.definition, placed)
        else:
            self._end_round()
        self._pause(words["next_round" if self._round else "start_clock"])
        self.clock.drop()
        self._round, self._passed, self._call = view.round_number, False, None
        task = Task(names[view.start], names[view.target], names[view.waypoint] if view.waypoint >= 0 else None)
        chips, minus, stock = [0] * self.simulation.seats, None, self.rules.chips
        if self._last is not None:
            chips, minus, stock = self._last["chips"], self._last.get("minus"), self._last["stock"]
        holdings = [*self.speech.holdings(chips, minus), (words["stock"], str(stock))]
        title = heading(self.speech.say("round", round=self._round), self.terminal.width)
        self.terminal.show("", self.terminal.paint(title, "bold"))
        drawn = picture(self.simulation.definition, self.board.board, task, holdings, self.speech, self.terminal)
        self.terminal.show(*drawn)
        self._last = None

    def _hear(self, question: str, now_ms: int, until_ms: int) -> int:
        """A call until ``until_ms``, or none."""
        if self._passed:
            return NOBODY_CALLS
        also = self.terminal.joined([together(self.speech.words["or_pass"]), *self.terminal.always()])
        self.terminal.say(f"{self.terminal.paint(question, 'bold')}  {also}", 0)
        self.clock.start(now_ms)
        while True:
            said = self._line(until_ms)
            if said is None:
                self._interrupted = True
                return NOBODY_CALLS
            if not said or said.casefold() in self.speech.words["pass_words"]:
                self._passed = True
                return NOBODY_CALLS
            try:
                number = number_of(said)
            except NoAnswer as problem:
                self._not_understood(problem)
                continue
            self._call = self.clock.now_ms, number
            moves = self.speech.count("moves", number)
            called = self.speech.say("calls_you", seconds=self.speech.seconds(self.clock.now_ms), moves=moves)
            self.terminal.say(self.terminal.paint(called, "bold"))
            return self.clock.now_ms

    def _until_the_timer_ends(self, view: View) -> int:
        """Calls in shortest-way mode (MO18) after the first one: everybody's are told, the person's last one counts."""
        called = NOBODY_CALLS
        question = self.speech.say("ask_fewer", seconds=view.until_ms // 1000)
        coming = bids(self.rules, self.simulation.players, self.table, *self._game, view)
        now_ms = view.now_ms
        while True:
            while coming and coming[0].ms <= now_ms:
                bid = coming.pop(0)
                moves = self.speech.count("moves", bid.number)
                told = self.speech.of(bid.seat, "calls", seconds=self.speech.seconds(bid.ms), moves=moves)
                self.terminal.say(self.terminal.paint(told, "bold"))
            if now_ms >= view.until_ms:
                self.terminal.say(self.speech.words["timer_over"])
                return called
            until_ms = coming[0].ms if coming else view.until_ms
            ms = self._hear(question, now_ms, until_ms)
            called = ms if ms != NOBODY_CALLS else called
            now_ms = ms if ms != NOBODY_CALLS else until_ms

    def _asked_for_way(self, view: View) -> int:
        """How long the person takes to show the way, which is kept for the questions that follow."""
        names = self.simulation.definition.spaces
        self._catch_up()
        start, target = names[view.start], names[view.target]
        through = names[view.waypoint] if view.waypoint >= 0 else None
        key = "ask_way" if through is None else "ask_way_through"
        question = self.speech.say(key, start=start, target=target, through=through)
        self.terminal.say(self.terminal.paint(question, "bold"))
        limit = view.until_ms or None
        self.clock.start()
        while True:
            said = self._line(limit)
            if said is None:
                self._interrupted = True
                return limit + 1 if limit is not None else FORGOTTEN
            if said.casefold() in self.speech.words["pass_words"]:
                return FORGOTTEN
            try:
                way = way_of(said, start, names)
            except NoAnswer as problem:
                self._not_understood(problem)
                continue
            self._stops = [self.board.at[stop] for stop in way[1:]] if self.board is not None else []
            return self.clock.now_ms

    def _line(self, until_ms: int | None) -> str | None:
        """What the person says in time, after any explanations."""
        while True:
            said = self.clock.read(self.terminal.words["prompt"], until_ms)
            if said is not None and self.terminal.asks_for_help(said):
                for line in explain(self.speech):
                    self.terminal.say(f"  {line}", 0)
            elif said is not None and self.terminal.leaves(said):
                raise PersonLeft
            else:
                return said

    def _not_understood(self, problem: NoAnswer) -> None:
        self.terminal.say(self.speech.say(problem.key, what=in_quotes(problem.what), most=MOST_MOVES))

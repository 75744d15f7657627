"""What happens at the table, told in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.drawing import player_names
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.facts import vocabulary
from workbench.family import PERSON, Seat
from workbench.terminal import sentences, together

WORDS = Path(__file__).with_name("table.toml")
_ROBOT = " – "

Line = tuple[str, ...]
"""A text and the styles in which it is painted."""


class Speech:
    """Sentences of one language, and what the players are called in it."""

    def __init__(self, definition: MicroRobotsDefinition, seats: Sequence[Seat], language: str) -> None:
        self.definition = definition
        self.language = language
        self.words = sentences(WORDS, language)
        self.person = next((number for number, seat in enumerate(seats) if seat.strategy == PERSON), -1)
        characters = [seat.character for seat in seats]
        self.names = player_names(characters, {self.person}, self.words["you"], "")
        self._colours: Mapping[str, str] = vocabulary(language)["colours"]

    def say(self, key: str, **values: object) -> str:
        """The sentence of this key."""
        text: str = self.words[key]
        return text.format(**values)

    def of(self, seat: int, key: str, **values: object) -> str:
        """The sentence about a player: the person is spoken to."""
        own = seat == self.person
        return self.say(f"{key}_you" if own else key, player=self.names[seat], **values)

    def count(self, key: str, number: int) -> str:
        """``number`` of something."""
        one, several = self.words[key]
        return together(f"{number} {one if number == 1 else several}")

    def seconds(self, ms: int) -> str:
        """A time of the clock."""
        return together(f"{ms / 1000:.1f}".replace(".", self.words["decimal_point"]) + " s")

    def space(self, space: str) -> str:
        """A space in words: its colour and its number."""
        return f"{self._colours.get(space[0], space[0])} {space[1:]}"

    def way(self, stops: Sequence[str]) -> str:
        """A way as its stops."""
        return _ROBOT.join(stops)

    def people(self, seats: Sequence[int]) -> str:
        """The names of these seats."""
        return ", ".join(self.names[seat] for seat in seats)

    def holdings(self, chips: Sequence[int], minus: Sequence[int] | None) -> list[tuple[str, str]]:
        """Who has how many chips (and minus points), as a table has it."""
        return [
            (name, self.holding(held, minus[seat] if minus else 0))
            for seat, (name, held) in enumerate(zip(self.names, chips, strict=True))
        ]

    def holding(self, chips: int, minus: int) -> str:
        """Chips, and minus points where there are some."""
        return self.say("with_minus", chips=chips, minus=minus) if minus else str(chips)

    def chips(self, event: Mapping[str, Any]) -> str:
        """Who has how many chips after ``event``, in a sentence."""
        held = self.holdings(event["chips"], event.get("minus"))
        return self.say("chips", holdings=", ".join(together(" ".join(pair)) for pair in held), stock=event["stock"])


def tell_round(event: Mapping[str, Any], speech: Speech, why: str) -> Iterator[Line]:
    """A call and what became of it, from its event; ``why`` says what is wrong with a way."""
    caller = event["caller"]
    if caller is None:
        limit = speech.definition.rounds.limit_seconds
        key = "broken_off" if event["seconds"] >= limit else "nobody_counts"
        yield speech.say(key, seconds=speech.seconds(round(1000 * event["seconds"]))), "bold"
        return
    ms = round(1000 * event["seconds"])
    moves = speech.count("moves", event["called"])
    if speech.definition.calls.shortest:
        yield speech.of(caller, "counts", moves=moves), "bold"
    elif caller != speech.person:
        yield speech.of(caller, "calls", seconds=speech.seconds(ms), moves=moves), "bold"
    if event["path"] is not None and caller != speech.person:
        shown = speech.count("moves", len(event["path"]) - 1)
        yield (speech.of(caller, "shows", way=speech.way(event["path"]), moves=shown),)
    if event["right"]:
        yield speech.of(caller, "right"), "green", "bold"
        return
    yield speech.of(caller, "wrong", why=why), "red", "bold"
    to = event["paid_to"]
    if to is not None:
        key = "pays_to_you" if to == speech.person else "pays_you" if caller == speech.person else "pays"
        yield (speech.say(key, player=speech.names[caller], to=speech.names[to]),)
    elif event["chips"][caller]:
        yield (speech.of(caller, "keeps"),)
    elif speech.definition.chips.empty_handed == "minus-point":
        yield (speech.of(caller, "minus_point"),)
    else:
        yield (speech.of(caller, "pays_nothing"),)


def explain(speech: Speech) -> Iterator[str]:
    """The rules in force, as far as somebody who searches and calls must know them."""
    d, words = speech.definition, speech.words
    travel = words[f"travel_{d.travel.replace('-', '_')}"]
    yield speech.say("explain_moves", travel=travel)
    if not d.way.revisits:
        yield words["explain_no_revisits"]
    if d.waypoint:
        visit = "explain_waypoint_stop" if d.professional.visit == "stop" else "explain_waypoint_pass"
        yield words[visit]
        if not d.professional.target_before_waypoint:
            yield words["explain_target_late"]
    if d.calls.shortest:
        yield speech.say("explain_shortest", seconds=d.calls.shortest_seconds)
    else:
        yield words["explain_first"]
        if d.calls.at_once != "earlier":
            key = "explain_at_once_lower" if d.calls.at_once == "lower-number" else "explain_at_once_nobody"
            yield speech.say(key, seconds=speech.seconds(d.calls.at_once_ms))
    yield speech.say("explain_limit", seconds=d.rounds.limit_seconds)
    if d.calls.show_seconds:
        yield speech.say("explain_show", seconds=d.calls.show_seconds)
    yield words["explain_wrong"]
    if d.chips.empty_handed == "minus-point":
        yield words["explain_minus"]
    if d.calls.others_try:
        yield words["explain_others_try"]
    yield speech.say("explain_end", chips=speech.count("chips_count", d.chips.to_win))
    yield words["explain_input"]

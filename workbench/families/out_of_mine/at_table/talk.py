"""What happens at the table, told in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.drawing import player_names, short, table
from workbench.families.out_of_mine.at_table.laying import Refused
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.families.out_of_mine.vocabulary import colour_name, element_name, signed
from workbench.family import PERSON, Seat
from workbench.terminal import sentences, together

WORDS = Path(__file__).with_name("table.toml")

Line = tuple[str, ...]
"""A text and the styles in which it is painted."""


class Speech:
    """Sentences of one language, and what the players, the colours and the elements are called in it."""

    def __init__(self, definition: OutOfMineDefinition, seats: Sequence[Seat], language: str) -> None:
        self.definition = definition
        self.language = language
        self.words = sentences(WORDS, language)
        self.person = next((number for number, seat in enumerate(seats) if seat.strategy == PERSON), -1)
        self.names = player_names([seat.character for seat in seats], {self.person}, self.words["you"], "")
        self.colours = {colour: colour_name(colour, language) for colour in definition.colours}

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

    def seconds(self, seconds: float) -> str:
        """A time of the clock."""
        return together(f"{seconds:.1f}".replace(".", self.words["decimal_point"]) + " s")

    def colour(self, colour: str) -> str:
        """A colour in words."""
        return self.colours[colour]

    def initial(self, colour: str) -> str:
        """The shortest beginning of a colour's name that no other colour has, at most two letters."""
        name = self.colours[colour]
        others = [other for known, other in self.colours.items() if known != colour]
        return name[:1] if all(other[:1] != name[:1] for other in others) else name[:2]

    def element(self, element: str) -> str:
        """An element in words."""
        return element_name(element, self.language)

    def elements(self, elements: Sequence[str]) -> str:
        """Some elements in words: gold, silver or worms."""
        *names, last = [self.element(element) for element in elements]
        return f"{', '.join(names)} {self.words['or']} {last}" if names else last

    def signed(self, points: int) -> str:
        """Points with their sign."""
        return signed(points)

    def people(self, seats: Sequence[int]) -> str:
        """The names of these seats."""
        return ", ".join(self.names[seat] for seat in seats)

    def refused(self, problem: Refused) -> str:
        """Why no tile can be laid like that."""
        colour = self.colour(problem.colour) if problem.colour else ""
        spaces = self.count("spaces_count", problem.number)
        return self.say(f"no_{problem.key}", cell=problem.cell, colour=colour, number=problem.number, spaces=spaces)


def tell_round(event: Mapping[str, Any], speech: Speech) -> Iterator[Line]:
    """A round that is over, from its event: who called, what was removed, and who gets more or less for a call."""
    if event["caller"] is None:
        yield speech.say("nobody_called", seconds=speech.seconds(event["seconds"])), "bold"
    else:
        yield speech.of(event["caller"], "calls", seconds=speech.seconds(event["seconds"])), "bold"
        for seat in event["callers"]:
            if seat != event["caller"]:
                yield (speech.of(seat, "calls_too"),)
    for seat, entry in enumerate(event["boards"]):
        for tile in entry["faulty"]:
            colour = speech.colour(tile["tile"].split(":")[0])
            yield (speech.of(seat, "removed", colour=colour, why=speech.words[f"why_{tile['why']}"]),)
        if seat in event["callers"]:
            key = "bonus" if entry["bonus"] > 0 else "penalty" if entry["bonus"] < 0 else "no_bonus"
            style = "green" if entry["bonus"] > 0 else "red"
            yield speech.of(seat, key, points=abs(entry["bonus"])), style


def points_of(event: Mapping[str, Any], totals: Sequence[int], speech: Speech) -> list[str]:
    """The table of everybody's points in a round, and of all rounds so far."""
    words, d, boards = speech.words, speech.definition, event["boards"]
    columns = [("", [short(name) for name in speech.names])]
    keys = ["empty", "base", "bonus", *(["elves"] if d.elves.enabled else [])]
    for key in [*keys, *(["elements"] if d.elements.enabled else []), "points"]:
        shown = [entry[key] if key in ("empty", "base", "points") else speech.signed(entry[key]) for entry in boards]
        columns.append((words[f"column_{key}"], [str(cell).replace("-", "−") for cell in shown]))
    columns.append((words["column_total"], [str(total).replace("-", "−") for total in totals]))
    return table(columns, [""] * len(boards))


def explain(speech: Speech) -> Iterator[str]:
    """The rules in force, as far as somebody who packs and calls must know them, and what can be typed."""
    d, words = speech.definition, speech.words
    yield words["explain_race"]
    yield words["explain_exact" if d.treasure.count == "exact" else "explain_limit"]
    yield words["explain_flipping" if d.flipping else "explain_turning"]
    if not d.hand.exchange:
        yield words["explain_no_exchange"]
    yield speech.say("explain_points", full=d.scoring.full, bonus=d.scoring.caller_bonus)
    if d.elves.enabled:
        yield speech.say("explain_elves", points=speech.count("points_count", d.elves.points))
    if d.elements.enabled:
        yield speech.say("explain_elements", elements=speech.elements(d.element_names))
    if d.calls.limit_seconds:
        yield speech.say("explain_time", seconds=d.calls.limit_seconds)
    yield speech.say("explain_end", rounds=speech.count("rounds_count", d.rounds))
    yield from explain_input(speech)


def explain_input(speech: Speech) -> Iterator[str]:
    """What can be typed."""
    yield speech.words["explain_cells"]
    yield speech.words["explain_words"]


__all__ = ["WORDS", "Line", "Speech", "explain", "explain_input", "points_of", "tell_round"]

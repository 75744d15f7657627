"""A logged game in words, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.terminal import sentences

WORDS = Path(__file__).with_name("narration.toml")


def narrate(events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
    """The lines that tell ``events`` (CONTRACT section 6) in ``language``; English where it has no words."""
    narrator = _Narrator(language)
    for event in events:
        yield from narrator.lines(event)


class _Narrator:
    def __init__(self, language: str) -> None:
        self.words = sentences(WORDS, language)
        self.names: list[str] = []
        self.chips: list[int] = []

    def say(self, key: str, **values: object) -> str:
        text: str = self.words[key]
        return text.format(**values)

    def seconds(self, seconds: float) -> str:
        return f"{seconds:.1f}".replace(".", self.words["decimal-point"])

    def moves(self, count: int) -> str:
        return self.say("move" if count == 1 else "moves", count=count)

    def people(self, seats: Sequence[int]) -> str:
        names = [self.names[seat] for seat in seats]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self.words['and']} {names[-1]}"

    def holdings(self, chips: Sequence[int]) -> str:
        return ", ".join(self.say("holding", player=name, chips=n) for name, n in zip(self.names, chips, strict=True))

    def lines(self, event: Mapping[str, Any]) -> Iterator[str]:
        """The lines for one event."""
        tell = {"game": self._game, "round": self._round, "end": self._end}.get(event["event"])
        if tell is None:
            raise ValueError(f"unknown event {event['event']!r}")
        yield from tell(event)

    def _game(self, e: Mapping[str, Any]) -> Iterator[str]:
        self.names = [
            self.say("seat", number=number, character=seat["character"]) for number, seat in enumerate(e["seats"])
        ]
        self.chips = [0] * len(self.names)
        yield self.say("game", game=e["game"], seed=e["seed"], variant=e["variant"], seats=", ".join(self.names))
        yield self.say("board", side=self.words["sides"].get(e["side"], e["side"]), arrangement=e["arrangement"])
        for row in e["board"]:
            yield "    " + " ".join(space.ljust(3) for space in row).rstrip()
        yield self.say("start", start=e["start"])

    def _round(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        key = "round" if e["waypoint"] is None else "round-through"
        yield self.say(key, round=e["round"], start=e["start"], target=e["target"], waypoint=e["waypoint"])
        if e["caller"] is None:
            yield self.say("broken-off", seconds=e["seconds"])
            return
        caller = self.names[e["caller"]]
        yield self.say("call", player=caller, seconds=self.seconds(e["seconds"]), moves=self.moves(e["called"]))
        if e["path"] is None:
            yield self.say("forgotten", player=caller)
        else:
            yield self.say("shows", way=" – ".join(e["path"]), moves=self.moves(len(e["path"]) - 1))
        if e["right"]:
            yield self.say("right", player=caller)
        elif e["paid_to"] is not None:
            yield self.say("pays", player=caller, to=self.names[e["paid_to"]])
        else:
            yield self.say("pays-nothing", player=caller)
        if e["chips"] != self.chips:
            yield self.say("chips", chips=self.holdings(e["chips"]), stock=e["stock"])
        self.chips = list(e["chips"])

    def _end(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        yield self.say(f"end-{e['reason']}", chips=self.holdings(e["chips"]))
        yield self.say("winner" if len(e["winners"]) == 1 else "winners", players=self.people(e["winners"]))
        yield ""

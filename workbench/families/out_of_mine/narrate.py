"""A logged game in words, event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.families.out_of_mine.vocabulary import colour_name, signed
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
        self.scores: list[int] = []

    def say(self, key: str, **values: object) -> str:
        text: str = self.words[key]
        return text.format(**values)

    def people(self, seats: Sequence[int]) -> str:
        names = [self.names[seat] for seat in seats]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self.words['and']} {names[-1]}"

    def standings(self) -> str:
        return ", ".join(
            self.say("standing", player=name, points=signed(score, plus=""))
            for name, score in zip(self.names, self.scores, strict=True)
        )

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
        self.scores = [0] * len(self.names)
        yield self.say("game", game=e["game"], seed=e["seed"], variant=e["variant"], seats=", ".join(self.names))
        if e["pile"]:
            yield self.say("pile", boards=", ".join(e["pile"]))

    def _round(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        if e["caller"] is None:
            yield self.say("nobody", round=e["round"], seconds=e["seconds"])
        else:
            key = "call" if len(e["callers"]) == 1 else "calls"
            yield self.say(key, round=e["round"], seconds=e["seconds"], players=self.people(e["callers"]))
        for entry in e["boards"]:
            yield from self._board(entry)
        yield self.say("standings", standings=self.standings())

    def _board(self, entry: Mapping[str, Any]) -> Iterator[str]:
        placed = Counter(tile["tile"].partition(":")[0] for tile in entry["placed"])
        tiles = ", ".join(f"{number} × {self.colour(colour)}" for colour, number in placed.items())
        parts = [self.say("base", points=signed(entry["base"], plus=""))]
        parts += [self.say(key, points=signed(entry[key])) for key in ("bonus", "elves", "elements") if entry[key]]
        self.scores[entry["player"]] += entry["points"]
        yield self.say(
            "board",
            player=self.names[entry["player"]],
            board=entry["board"],
            side=entry["side"],
            card=entry["card"],
            tiles=tiles or self.words["no-tile"],
            empty=self.say("full") if not entry["empty"] else self.spaces(entry["empty"]),
            parts=", ".join(parts),
            points=signed(entry["points"], plus=""),
        )
        for tile in entry["faulty"]:
            yield self.say("faulty", tile=tile["tile"], why=self.words["why"][tile["why"]])

    def colour(self, colour: str) -> str:
        return colour_name(colour, self.words["language"])

    def spaces(self, number: int) -> str:
        return self.say("empty" if number == 1 else "empties", count=number)

    def _end(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        self.scores = list(e["scores"])
        yield self.say("end", standings=self.standings())
        yield self.say("winner" if len(e["winners"]) == 1 else "winners", players=self.people(e["winners"]))
        yield ""

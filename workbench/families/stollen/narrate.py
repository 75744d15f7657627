"""A logged game in words, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.families.stollen.vocabulary import hazard_name
from workbench.terminal import sentences

WORDS = Path(__file__).with_name("narration.toml")


def narrate(events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
    """The lines that tell ``events`` (CONTRACT section 6) in ``language``; English where it has no words."""
    narrator = _Narrator(language)
    for event in events:
        yield from narrator.lines(event)


class _Narrator:
    def __init__(self, language: str) -> None:
        self.language = language
        self.words = sentences(WORDS, language)
        self.names: list[str] = []

    def say(self, key: str, **values: object) -> str:
        text: str = self.words[key]
        return text.format(**values)

    def people(self, seats: Sequence[int]) -> str:
        names = [self.names[seat] for seat in seats]
        if not names:
            return str(self.words["nobody"])
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self.words['and']} {names[-1]}"

    def verbs(self, count: int, *keys: str) -> dict[str, str]:
        return {key: self.words[key][0 if count == 1 else 1] for key in keys}

    def holdings(self, amounts: Mapping[int, object]) -> str:
        return ", ".join(self.say("holding", player=self.names[s], amount=a) for s, a in amounts.items())

    def hazard(self, kind: str) -> str:
        return hazard_name(kind, self.language)

    def lines(self, event: Mapping[str, Any]) -> Iterator[str]:
        """The lines for one event."""
        tell = getattr(self, "_" + event["event"].replace("-", "_"), None)
        if tell is None:
            raise ValueError(f"unknown event {event['event']!r}")
        yield from tell(event)

    def _game(self, e: Mapping[str, Any]) -> Iterator[str]:
        self.names = [
            self.say("seat", number=number, character=seat["character"]) for number, seat in enumerate(e["seats"])
        ]
        yield self.say("game", **{**e, "seats": ", ".join(self.names)})

    def _level(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        yield self.say("level", level=e["level"], cards=len(e["deck"]))

    def _reshuffle(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield self.say("reshuffle", cards=len(e["deck"]))

    def _card(self, e: Mapping[str, Any]) -> Iterator[str]:
        kind, _, value = e["card"].partition(":")
        if kind == "find":
            yield self.say("find", step=e["step"], value=value, each=e["each"], rest=e["rest"])
        elif kind == "fossil":
            yield self.say("fossil", step=e["step"])
        else:
            yield self.say("hazard", step=e["step"], hazard=self.hazard(value))

    def _choice(self, e: Mapping[str, Any]) -> Iterator[str]:
        if e["canary"]:
            yield self.say(e["canary"])
        if e["lamps"]:
            yield self.say("lamps", players=self.people(e["lamps"]), **self.verbs(len(e["lamps"]), "has"))
        by_choice = {
            which: [int(seat) for seat, choice in e["choices"].items() if choice == which]
            for which in ("deeper", "leave")
        }
        yield self.say("choice", **{which: self.people(seats) for which, seats in by_choice.items()})

    def _leave(self, e: Mapping[str, Any]) -> Iterator[str]:
        banked = {int(seat): amount for seat, amount in e["banked"].items()}
        count = len(e["players"])
        yield self.say(
            "leave",
            players=self.people(e["players"]),
            banked=self.holdings(banked),
            left=e["left"],
            **self.verbs(count, "travel", "bring"),
        )
        if e["fossils_each"] or e["fossils_left"]:
            yield self.say("fossils", each=e["fossils_each"], left=e["fossils_left"])

    def _collapse(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield self.say("collapse", hazard=self.hazard(e["hazard"]))
        for seat, kept in e["helmets"].items():
            yield self.say("helmet", player=self.names[int(seat)], kept=kept)
        for rope in e["ropes"]:
            yield self.say(
                "rope",
                throwers=self.people(rope["from"]),
                player=self.names[rope["to"]],
                kept=rope["kept"],
                each=rope["each"],
            )
        for seat, lost in e["lost"].items():
            if lost:
                yield self.say("lost", player=self.names[int(seat)], lost=lost)

    def _level_end(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield self.say(f"level-end-{e['reason']}", bank=self.holdings(dict(enumerate(e["bank"]))))

    def _end(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        scores = [
            self.say("score", player=name, score=score, bank=bank, fossils=fossils, points=points)
            for name, score, bank, fossils, points in zip(
                self.names, e["scores"], e["bank"], e["fossils"], e["fossil_points"], strict=True
            )
        ]
        yield self.say("end", scores=", ".join(scores))
        yield self.say("winner" if len(e["winners"]) == 1 else "winners", players=self.people(e["winners"]))
        yield ""

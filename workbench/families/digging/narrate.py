"""A logged game in words, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.families.digging.vocabulary import vocabulary
from workbench.terminal import sentences

WORDS = Path(__file__).with_name("narration.toml")


def narrate(events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
    """The lines that tell ``events`` (CONTRACT section 6) in ``language``; English where it has no words."""
    narrator = Narrator(language)
    for event in events:
        yield from narrator.lines(event)


def card_words(card: str, language: str) -> str:
    """A card of the log in words: its metal, or its value; mines and crates that are alike are told apart by number."""
    words = sentences(WORDS, language)
    kind, _, rest = card.partition(":")
    if kind in ("closer", "bandit"):
        return str(words[kind]).format(value=rest.partition(":")[0])
    metal, _, copy = rest.partition(":")
    found = vocabulary(language if language in ("de", "zh") else "en")
    known = found["metals"].get(metal)
    name = metal.replace("-", " ").replace("_", " ").capitalize()
    word = known[kind] if known else found["metal_without_words"][kind].format(name=name)
    return str(words["mine-number"]).format(mine=word, number=copy) if kind == "mine" else str(word)


class Narrator:
    """Tells events one after the other; it remembers the players' names and whose each mine is."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = sentences(WORDS, language)
        self.names: list[str] = []
        self.owners: dict[str, int] = {}

    def say(self, key: str, **values: object) -> str:
        """A sentence of narration.toml."""
        text: str = self.words[key]
        return text.format(**values)

    def people(self, seats: Sequence[int]) -> str:
        """Players by name."""
        names = [self.names[seat] for seat in seats]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self.words['and']} {names[-1]}"

    def card(self, card: str) -> str:
        """A card in words."""
        return card_words(card, self.language)

    def points(self, number: int) -> str:
        """A number of points."""
        return self.say("point" if number == 1 else "points", count=number)

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
        yield self.say("game", game=e["game"], seed=e["seed"], variant=e["variant"], seats=", ".join(self.names))
        for number, team in enumerate(e["teams"] or (), start=1):
            yield self.say("team", number=number, players=self.people(team))

    def _round(self, e: Mapping[str, Any]) -> Iterator[str]:
        self.owners = {}
        yield ""
        yield self.say("round", round=e["round"], player=self.names[e["starter"]], pile=len(e["pile"]))
        for name, hand in zip(self.names, e["hands"], strict=True):
            yield self.say("hand", player=name, cards=", ".join(self.card(card) for card in hand))

    def _turn(self, e: Mapping[str, Any]) -> Iterator[str]:
        told = {"turn": e["turn"], "player": self.names[e["player"]]}
        if e["action"] == "pass":
            yield self.say("pass", **told)
            return
        told["card"] = self.card(e["card"])
        if e["action"] == "draw":
            yield self.say("draw", **told)
        elif e["action"] == "push":
            yield self.say("push", to=self.names[e["to"]], **told)
        elif "display" in e:
            self.owners[e["card"]] = e["display"]
            key = "open" if e["display"] == e["player"] else "open-elsewhere"
            yield self.say(key, owner=self.names[e["display"]], **told)
        else:
            kind = e["card"].partition(":")[0]
            key = {"closer": "close", "bandit": "attack"}.get(kind, "crate")
            yield self.say(key, mine=self.card(e["mine"]), owner=self.names[self.owners[e["mine"]]], **told)
            if "fight" in e:
                yield from self._fight(e["mine"], e["fight"])

    def _fight(self, mine: str, fight: Mapping[str, Any]) -> Iterator[str]:
        """The answers of a fight, and how it ends."""
        for answer in fight["answers"]:
            if answer["card"] is not None:
                yield self.say("answer", player=self.names[answer["player"]], card=self.card(answer["card"]))
        sums = {"attack": fight["attack"], "defence": fight["defence"]}
        if fight["outcome"] == "closed":
            yield self.say("closed", crate=self.card(fight["removed"]), **sums)
        elif fight["outcome"] == "lost":
            self.owners[mine] = fight["to"]
            yield self.say("lost", to=self.names[fight["to"]], **sums)
        else:
            yield self.say("kept", **sums)

    def _round_end(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        for mine in e["mines"]:
            yield self.say(
                "scored" if mine["closed"] else "not-scored",
                mine=self.card(mine["mine"]),
                owner=self.names[mine["display"]],
                crates=self.say("crate-count" if len(mine["cards"]) == 1 else "crates-count", count=len(mine["cards"])),
                points=self.points(mine["value"]),
            )
        yield from self._scores("round-scores", e)

    def _scores(self, key: str, e: Mapping[str, Any]) -> Iterator[str]:
        scores = [
            self.say("score", player=name, points=self.points(score))
            for name, score in zip(self.names, e["scores"], strict=True)
        ]
        yield self.say(key, scores=", ".join(scores))
        if e["team_scores"] is not None:
            teams = [
                self.say("team-score", number=number, points=self.points(score))
                for number, score in enumerate(e["team_scores"], start=1)
            ]
            yield self.say("team-scores", scores=", ".join(teams))

    def _end(self, e: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        yield from self._scores("end-scores", e)
        yield self.say("winner" if len(e["winners"]) == 1 else "winners", players=self.people(e["winners"]))
        yield ""

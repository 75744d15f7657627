"""What happens at the table, told in words as the rules reveal it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.drawing import player_names
from workbench.families.stollen.at_table.scene import FIND, FOSSIL, HAZARD, Scene
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.vocabulary import hazard_name, mixed
from workbench.family import PERSON, Seat
from workbench.terminal import sentences, together

WORDS = Path(__file__).with_name("table.toml")


class Speech:
    """Sentences of one language, and what the players are called in it."""

    def __init__(self, definition: StollenDefinition, seats: Sequence[Seat], language: str) -> None:
        self.definition = definition
        self.language = language
        self.words = sentences(WORDS, language)
        self.persons = [number for number, seat in enumerate(seats) if seat.strategy == PERSON]
        characters = [seat.character for seat in seats]
        self.names = player_names(characters, self.persons, self.words["you"], self.words["person"])

    def say(self, key: str, **values: object) -> str:
        """The sentence of this key."""
        text: str = self.words[key]
        return text.format(**values)

    def count(self, key: str, number: int) -> str:
        """``number`` of something."""
        one, several = self.words[key]
        return together(f"{number} {one if number == 1 else several}")

    def amount(self, lumps: float) -> str:
        """An amount of lumps, which may end in a half."""
        return mixed(int(lumps), int(lumps != int(lumps)), self.language) if lumps else "0"

    def people(self, seats: Sequence[int]) -> str:
        """The names of these seats."""
        return ", ".join(self.names[seat] for seat in seats)

    def amounts(self, by_seat: Mapping[int, float]) -> str:
        """Who has, gets or loses how much."""
        return ", ".join(
            self.say("amount", player=self.names[seat], amount=self.amount(lumps)) for seat, lumps in by_seat.items()
        )

    def lying(self, lumps: int, fossils: int) -> str:
        """What lies in the tunnel."""
        parts = [self.count(key, number) for key, number in (("lumps", lumps), ("fossils", fossils)) if number]
        return str(self.words["and"].join(parts) if parts else self.words["nothing"])

    def hazard(self, kind: str) -> str:
        """The name of a hazard."""
        return hazard_name(kind, self.language)

    def deck(self, scene: Scene) -> dict[str, str]:
        """What is still in the deck, counted."""
        sorts = (("finds", FIND), ("hazards", HAZARD), ("fossils", FOSSIL))
        parts = {key: self.count(key, scene.in_deck(sort)) for key, sort in sorts if scene.in_deck(sort)}
        if "finds" in parts:
            parts["finds"] = self.say("finds_worth", finds=parts["finds"], lumps=scene.lumps_in_deck())
        return {"cards": self.count("cards", scene.deck.total()), "what": ", ".join(parts.values())}

    def canary(self, says: str) -> str:
        """What the canary says of the next card, and what it means by the rules in force."""
        rules = self.definition.canary
        meaning = f"{says}_{'fatal' if rules.silent_at == 'fatal-hazard' else 'any'}"
        if not rules.fossil_is_safe:
            meaning += "_no_fossil"
        return self.say(f"canary_{says}", meaning=self.words[meaning])


def by_seat(amounts: Mapping[str, float]) -> dict[int, float]:
    """Amounts of the log, whose seats are texts."""
    return {int(seat): lumps for seat, lumps in amounts.items()}


class Teller:
    """Tells events to everybody at the table: lines with the styles they are painted in.

    ``scene`` is the table before the event; :meth:`rescue` tells the second half of a collapse.
    """

    def __init__(self, speech: Speech, scene: Scene) -> None:
        self.speech = speech
        self.scene = scene
        self.heard: tuple[int, int] | None = None
        """Level and step for which the canary was already heard."""

    def tell(self, event: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        """The lines for ``event``, each with its styles."""
        tell = getattr(self, "_" + event["event"].replace("-", "_"), None)
        if tell is not None:
            yield from tell(event)

    def _level(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        fresh = Scene(self.scene.definition, 0)
        fresh.follow(e)
        yield (self.speech.say("in_deck", **self.speech.deck(fresh)),)

    def _reshuffle(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        yield (self.speech.say("reshuffle", cards=self.speech.count("cards", len(e["deck"]))),)

    def _card(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        sort, _, word = e["card"].partition(":")
        style = {FIND: "yellow", HAZARD: "red", FOSSIL: "cyan"}[sort]
        if sort == FIND:
            key = "find_nothing" if not e["each"] else "find_rest" if e["rest"] else "find"
            what = self.speech.say(
                key, value=word, each=e["each"], rest=e["rest"], players=self.speech.people(self.scene.inside)
            )
        elif sort == HAZARD:
            what = self.speech.say("hazard", hazard=self.speech.hazard(word))
        else:
            what = self.speech.words["fossil"]
        yield self.speech.say("card", step=e["step"], what=what), style, "bold"

    def _choice(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        if e["canary"] and self.heard != (e["level"], e["step"]) and self._all_hear():
            yield self.speech.canary(e["canary"]), "green" if e["canary"] == "sings" else "red"
        if e["lamps"]:
            yield (self.speech.say("lamps", players=self.speech.people(e["lamps"])),)
        for choice in ("deeper", "leave"):
            seats = [int(seat) for seat, made in e["choices"].items() if made == choice]
            if seats:
                yield (self.speech.say(choice, players=self.speech.people(seats)),)

    def _all_hear(self) -> bool:
        """Whether what the canary says may be told to everybody in front of the screen."""
        canary = self.speech.definition.canary
        return canary.heard_by == "all" or self.speech.persons == [canary.owner]

    def _leave(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        yield (self.speech.say("banked", amounts=self.speech.amounts(by_seat(e["banked"]))),)
        if e["fossils_each"]:
            yield self.speech.say("leavers_fossils", each=e["fossils_each"]), "cyan"
        stay = len(self.scene.inside) > len(e["players"])
        if stay and (e["left"] or e["fossils_left"]):
            yield (self.speech.say("left", what=self.speech.lying(e["left"], e["fossils_left"])),)

    def _collapse(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        yield self.speech.say("collapse", hazard=self.speech.hazard(e["hazard"])), "red", "bold"

    def rescue(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        """What helmets and ropes save after a collapse, and what is lost."""
        if e["helmets"]:
            yield (self.speech.say("helmet", amounts=self.speech.amounts(by_seat(e["helmets"]))),)
        for rope in e["ropes"]:
            saved = {rope["to"]: rope["kept"], **dict.fromkeys(rope["from"], rope["each"])}
            throwers, player = self.speech.people(rope["from"]), self.speech.names[rope["to"]]
            yield (self.speech.say("rope", throwers=throwers, player=player, amounts=self.speech.amounts(saved)),)
        lost = {seat: lumps for seat, lumps in by_seat(e["lost"]).items() if lumps}
        if lost:
            yield self.speech.say("lost", amounts=self.speech.amounts(lost)), "red"
        if self.speech.definition.collapse.removes == "one-of-that-kind":
            yield (self.speech.say("removed", hazard=self.speech.hazard(e["hazard"])),)

    def _level_end(self, e: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        yield self.speech.say(f"ends_{e['reason'].replace('-', '_')}", level=e["level"]), "bold"
        information = self.speech.definition.information
        everybody = list(self.scene.seats)
        own = self.speech.persons if len(self.speech.persons) == 1 else []
        banks = everybody if information.banks == "open" else own
        fossils = everybody if information.fossils == "open" else own
        if banks:
            has_fossils = bool(fossils) and self.speech.definition.fossils_possible > 0
            yield (
                self.speech.say(
                    "standing" if has_fossils else "standing_without_fossils",
                    amounts=self.speech.amounts({seat: e["bank"][seat] for seat in banks}),
                    fossils=self.speech.amounts({seat: e["fossils"][seat] for seat in fossils}),
                ),
            )

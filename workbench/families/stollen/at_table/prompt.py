"""The questions to a person: what can be chosen, and what each choice means by the rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.families.stollen.at_table.scene import Scene
from workbench.families.stollen.at_table.talk import Speech
from workbench.families.stollen.words import fossil_table
from workbench.terminal import Option, Terminal

DEEPER, OUT, LOOK = "deeper", "out", "look"
NOBODY = -1
MOST_POINTS_SHOWN = 8


@dataclass(frozen=True)
class Target:
    """A buried player to whom a rope may be thrown: what the player keeps then, and what a single thrower gets."""

    seat: int
    loot: int
    kept: int
    gained: int


class Prompt:
    """Asks a person; every answer is one of the rules' options."""

    def __init__(self, speech: Speech, scene: Scene, terminal: Terminal) -> None:
        self.speech = speech
        self.scene = scene
        self.terminal = terminal
        self.say = speech.say

    def choice(self, seat: int, with_lamp: bool) -> str:
        """Deeper or out, or first a look at the next card."""
        words = self.speech.words
        options = [
            self._option(DEEPER, "go_deeper", words["deeper_meaning"]),
            self._option(OUT, "go_out", " ".join(self._leaving(seat))),
        ]
        if with_lamp:
            options.append(self._option(LOOK, "look", self._looking()))
        loot = self.speech.amount(self.scene.loot[seat])
        return str(self._ask(self.say("ask_deeper", name=self.speech.names[seat], loot=loot), options, deck=True))

    def lamp(self, seat: int) -> bool:
        """Whether to look before the choice, where more may be known at the choice itself."""
        options = self._yes_or_no(self._looking(), self.speech.words["no_lamp_meaning"])
        return bool(self._ask(self.say("ask_lamp", name=self.speech.names[seat]), options, deck=True))

    def helmet(self, seat: int, loot: int, kept: float) -> bool:
        """Whether to wear the helmet."""
        words = self.speech.words
        rope = self.speech.definition.tool_in_play("rope") and len(self.scene.inside) < len(self.scene.seats)
        without = words["no_helmet_meaning" if rope else "no_helmet_no_rope_meaning"]
        question = self.say("ask_helmet", name=self.speech.names[seat], loot=loot, kept=self.speech.amount(kept))
        return bool(self._ask(question, self._yes_or_no(words["helmet_meaning"], without)))

    def rope(self, seat: int, targets: Sequence[Target], may_decline: bool) -> int:
        """The number of the target in ``targets``, or NOBODY."""
        options = [
            Option(
                number,
                self.speech.names[target.seat],
                meaning=self.say(
                    "rope_meaning",
                    player=self.speech.names[target.seat],
                    loot=target.loot,
                    kept=target.kept,
                    share=target.gained,
                ),
                note=self.say("rope_gain", share=target.gained),
            )
            for number, target in enumerate(targets)
        ]
        if may_decline:
            options.append(self._option(NOBODY, "nobody", self.speech.words["rope_nobody"]))
        return int(self._ask(self.say("ask_rope", name=self.speech.names[seat]), options))

    def refusal(self, seat: int, throwers: Sequence[int], loot: int, kept: int) -> bool:
        """Whether to refuse the rope of these."""
        words = self.speech.words
        question = self.say("ask_refusal", name=self.speech.names[seat], throwers=self.speech.people(throwers))
        keeps = self.say("refuse_no", kept=kept, loot=loot)
        return bool(self._ask(question, self._yes_or_no(words["refuse_yes"], keeps)))

    def _ask(self, question: str, options: Sequence[Option], deck: bool = False) -> Any:
        return self.terminal.choose(question, options, lambda: self._more(deck))

    def _option(self, value: object, key: str, meaning: str) -> Option:
        word, letter = self.speech.words[key]
        return Option(value, word, letter, meaning)

    def _yes_or_no(self, yes: str, no: str) -> list[Option]:
        return [self._option(True, "yes", yes), self._option(False, "no", no)]

    def _looking(self) -> str:
        lamp = self.speech.definition.tools.lamp
        when = "announced_at_once" if lamp.announced == "at-once" else "announced_later"
        return self.say("lamp_meaning", announced=self.speech.words[when])

    def _leaving(self, seat: int) -> Iterator[str]:
        yield self.say("leave_meaning", loot=self.speech.amount(self.scene.loot[seat]))
        if not self.speech.definition.step.leaving_comes_first:
            yield self.speech.words["leave_late"]
        if self.scene.level < len(self.speech.definition.levels):
            yield self.speech.words["back_again"]
        lumps, fossils = self.scene.lying, self.scene.fossils_lying
        if self.speech.definition.fossils.single_leaver_takes == "last-turned":
            fossils = min(fossils, 1)
        if (lumps or fossils) and len(self.scene.inside) > 1:
            yield self.say("leave_alone", what=self.speech.lying(lumps, fossils))
            if fossils and self.speech.definition.fossils.share == "single-leaver":
                yield self.speech.words["fossils_alone"]

    def _more(self, deck: bool) -> Iterator[str]:
        """What else there is to know at a choice: the deck counted, the fossils' points, tools for a collapse."""
        definition, scene = self.speech.definition, self.scene
        if not deck:
            return
        yield self.say("counted", **self.speech.deck(scene), fatal=self.speech.count("cards", scene.fatal_in_deck()))
        if definition.fossils_possible:
            yield self._points()
        for tool in ("helmet", "rope"):
            if definition.tool_in_play(tool):
                yield self.speech.words[f"{tool}_rule"]

    def _points(self) -> str:
        table = fossil_table(self.speech.definition)
        if self.speech.definition.fossils.value == "carried-order":
            return self.say("fossil_points_order", points=", ".join(map(str, table["adds"][:MOST_POINTS_SHOWN])))
        pairs = list(zip(table["counts"], table["points"], strict=True))
        told = ", ".join(self.say("fossil_points_entry", count=c, points=p) for c, p in pairs[:MOST_POINTS_SHOWN])
        goes_on = table["goes_on"] or len(pairs) > MOST_POINTS_SHOWN
        return self.say("fossil_points", points=told + (self.speech.words["fossil_points_more"] if goes_on else ""))

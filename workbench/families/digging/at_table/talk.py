"""What happens at the table, told in words as everybody sees it, and to one pair of eyes what only these see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.drawing import player_names
from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.compile import Cards
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.mines import worth_with, worth_without_top
from workbench.families.digging.state import BANDIT, CLOSER, CRATE, DOUBLE, MINE
from workbench.families.digging.vocabulary import metal_words
from workbench.family import PERSON, Seat
from workbench.terminal import sentences, together

WORDS = Path(__file__).with_name("table.toml")
FAULTS_FILE = Path(__file__).parents[1] / "faults.toml"
NOBODY = -1
_TOGETHER = together(" ")

Line = tuple[str, ...]
"""A text and the styles in which it is painted."""


class Speech:
    """Sentences of one language, and what players and cards are called in it."""

    def __init__(self, definition: DiggingDefinition, seats: Sequence[Seat], cards: Cards, language: str) -> None:
        self.definition = definition
        self.language = language
        self.cards = cards
        self.words = sentences(WORDS, language)
        self.persons = [number for number, seat in enumerate(seats) if seat.strategy == PERSON]
        self.you = self.persons[0] if len(self.persons) == 1 else NOBODY
        """The only person, who is spoken to; of several each one is called by number."""
        characters = [seat.character for seat in seats]
        self.names = player_names(characters, self.persons, self.words["you"], self.words["person"])
        self._metals = [metal_words(definition, metal, language) for metal in cards.metals]

    def say(self, key: str, **values: object) -> str:
        """The sentence of this key."""
        text: str = self.words[key]
        return text.format(**values)

    def of(self, seat: int, key: str, **values: object) -> str:
        """The sentence about a player: the only person is spoken to."""
        return self.say(f"{key}_you" if seat == self.you else key, player=self.names[seat], **values)

    def count(self, key: str, number: int) -> str:
        """``number`` of something."""
        one, several = self.words[key]
        return together(f"{number} {one if number == 1 else several}")

    def people(self, seats: Sequence[int]) -> str:
        """The names of these seats."""
        names = [self.names[seat] for seat in seats]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{self.words['and']}{names[-1]}"

    def side(self, members: Sequence[int], side: int) -> str:
        """A side: a team with its members, or a single player."""
        if not self.definition.teams:
            return self.people(members)
        return self.say("team_of", number=side + 1, players=self.people(members))

    def metal(self, metal: int) -> str:
        """The name of a metal, as it begins a line."""
        name = self._metals[metal]["name"]
        return name[:1].upper() + name[1:]

    def card(self, kind: int) -> str:
        """A kind of card."""
        card_type = self.cards.type[kind]
        if card_type == CLOSER:
            return str(self.words["closer"])
        if card_type == BANDIT:
            return together(self.say("bandit", value=self.cards.value[kind]))
        return self._metals[self.cards.metal[kind]][{MINE: "mine", CRATE: "crate", DOUBLE: "double"}[card_type]]

    def inside(self, word: str) -> str:
        """A noun inside a sentence, where the language writes it small."""
        return word[:1].lower() + word[1:] if self.words["nouns"] == "lower" else word

    def copies(self, kind: int, copies: int) -> str:
        """A kind of card, and how often where that is more than once."""
        return together(f"{self.card(kind)} ×{copies}" if copies > 1 else self.card(kind))

    def kinds(self, counts: Mapping[int, int]) -> str:
        """Cards by kind; bandits by their values alone."""
        parts = [self.copies(kind, n) for kind, n in sorted(counts.items()) if self.cards.type[kind] != BANDIT and n]
        values = [
            str(self.cards.value[k])
            for k, n in sorted(counts.items())
            if self.cards.type[k] == BANDIT
            for _ in range(n)
        ]
        if values:
            parts.append(self.say("bandit" if len(values) == 1 else "bandits", value=", ".join(values)))
        return self.words["list"].join(parts) if parts else str(self.words["nothing"])

    def mine(self, scene: Scene, mine: int, actor: int = NOBODY) -> str:
        """A mine by its number, with its metal and its owner, if that is not ``actor``, of whom the sentence is."""
        owner = scene.table.mine_display[mine]
        if owner == actor != self.you:
            return self.say("mine_alone", number=mine + 1, metal=self.metal(scene.table.mine_metal[mine]))
        return self.of(owner, "mine_of", number=mine + 1, metal=self.metal(scene.table.mine_metal[mine]))

    def by_side(self, scene: Scene, points: Mapping[int, object]) -> str:
        """Points of each side."""
        parts = []
        for side, number in points.items():
            name = self.say("team", number=side + 1) if self.definition.teams else self.people(scene.members(side))
            parts.append(together(f"{name}: {number}"))
        return f"{_TOGETHER}· ".join(parts)


class Teller:
    """Tells what happens: lines with the styles they are painted in. ``scene`` is the table before it happens."""

    def __init__(self, speech: Speech, scene: Scene) -> None:
        self.speech = speech
        self.scene = scene

    def _card(self, card: str) -> str:
        return self.speech.inside(self.speech.card(self.scene.kind(card)))

    def begin(self, e: Mapping[str, Any]) -> Iterator[Line]:
        """Who begins a round."""
        yield (self.speech.of(e["starter"], "begins", hand=self.speech.count("cards", self.scene.rules.hand_size)),)

    def act(self, e: Mapping[str, Any]) -> Iterator[Line]:
        """A turn, up to the fight that it may start; hidden cards are named to the only person who sees them."""
        player, you, speech = e["player"], self.speech.you, self.speech
        if e["action"] == "pass":
            yield (speech.of(player, "passes"),)
        elif e["action"] == "draw":
            yield (
                speech.of(
                    player, "draws", **({"card": speech.card(self.scene.kind(e["card"]))} if player == you else {})
                ),
            )
        elif e["action"] == "push":
            yield self._push(e)
        else:
            yield from self._play(e)

    def news(self, e: Mapping[str, Any]) -> Iterator[tuple[int, Line]]:
        """What a turn tells some of several people alone, by seat: the card drawn, and the one from the partner."""
        if e["action"] not in ("draw", "push"):
            return
        card = self.speech.card(self.scene.kind(e["card"]))
        if e["action"] == "draw":
            seat, text = e["player"], self.speech.say("news_drawn", card=card)
        else:
            seat, text = e["to"], self.speech.say("news_pushed", card=card, player=self.speech.names[e["player"]])
        if seat in self.speech.persons:
            yield seat, (text, "bold")

    def _push(self, e: Mapping[str, Any]) -> Line:
        player, to, speech = e["player"], e["to"], self.speech
        if speech.you == to:
            return speech.say(
                "pushes_to_you", player=speech.names[player], card=speech.card(self.scene.kind(e["card"]))
            ), "bold"
        if speech.you == player:
            return (speech.say("pushes_you", to=speech.names[to], card=speech.card(self.scene.kind(e["card"]))),)
        return (speech.say("pushes", player=speech.names[player], to=speech.names[to]),)

    def _play(self, e: Mapping[str, Any]) -> Iterator[Line]:
        scene, speech, player = self.scene, self.speech, e["player"]
        card_type = scene.type(e["card"])
        if card_type == MINE:
            metal = speech.metal(scene.cards.metal[scene.kind(e["card"])])
            told = {"number": len(scene.mines) + 1, "metal": metal}
            if e["display"] == player:
                yield (speech.of(player, "opens", **told),)
            elif e["display"] == speech.you:
                yield (speech.say("opens_at_you", player=speech.names[player], **told),)
            else:
                yield (speech.of(player, "opens_at", owner=speech.names[e["display"]], **told),)
            return
        mine = scene.mines.index(e["mine"])
        told = {"mine": speech.mine(scene, mine, player), "points": speech.count("points", scene.worth(mine))}
        if card_type == CLOSER:
            yield (speech.of(player, "closes", **told),)
        elif card_type == BANDIT:
            yield speech.of(player, "attacks", card=self._card(e["card"]), **told), "red", "bold"
        else:
            after = worth_with(scene.rules, scene.table, mine, scene.kind(e["card"]))
            told["points"] = f"{scene.worth(mine)} → {speech.count('points', after)}"
            yield (speech.of(player, "puts", card=self._card(e["card"]), **told),)

    def answers(self, answers: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
        """Answers in a fight, in one line."""
        if len(answers) == len(self.scene.seats) - 1 and all(a["card"] is None for a in answers):
            yield ("    " + self.speech.words["no_answers"],)
        elif answers:
            nothing = self.speech.words["nothing"]
            told = [
                together(f"{self.speech.names[a['player']]}: {nothing if a['card'] is None else self._card(a['card'])}")
                for a in answers
            ]
            yield ("    " + self.speech.words["list"].join(told),)

    def settle(self, fight: Mapping[str, Any]) -> Iterator[Line]:
        """How a fight ends."""
        scene, speech = self.scene, self.speech
        owner = scene.table.mine_display[scene.fought]
        sums = {"attack": fight["attack"], "defence": fight["defence"]}
        if fight["outcome"] == "kept":
            yield "    " + speech.of(owner, "kept", **sums), "bold"
        elif fight["outcome"] == "lost":
            yield "    " + speech.of(fight["to"], "lost", **sums), "bold"
        else:
            worth = worth_without_top(scene.rules, scene.table, scene.fought)
            closer = fight["answers"][-1]["player"]
            told = {"crate": self._card(fight["removed"]), "points": speech.count("points", worth)}
            key = "closed_to_hand" if scene.rules.top_to_hand else "closed"
            yield "    " + speech.of(closer, key, **told), "bold"

    def last_round(self, player: int) -> Iterator[Line]:
        """The last round begins with the action of ``player``."""
        scene = self.scene
        left = "last_all" if scene.rules.drawer_acts else "last_others"
        key = "last_round" if scene.pile == 0 else "last_round_by_turns"
        told = self.speech.say(left, player=self.speech.names[player])
        yield self.speech.say(key, turns=scene.turn, left=told), "yellow", "bold"

    def end(self, e: Mapping[str, Any]) -> Iterator[Line]:
        """The points of a round, by player and by side."""
        scene, speech = self.scene, self.speech
        minus = scene.rules.card_in_hand
        held = [seat for seat in scene.seats if scene.hand_cards(seat)]
        if minus and held:
            cards = [f"{speech.names[seat]} {scene.hand_cards(seat)}" for seat in held]
            yield (speech.say("minus", cards=speech.words["list"].join(map(together, cards)), each=minus),)
        sides = {side: sum(e["scores"][seat] for seat in scene.members(side)) for side in scene.sides}
        yield speech.say("round_points", points=speech.by_side(scene, sides)), "bold"
        if scene.round > 1:
            totals = {side: scene.totals[side] + points for side, points in sides.items()}
            yield speech.say("total_points", points=speech.by_side(scene, totals)), "bold"

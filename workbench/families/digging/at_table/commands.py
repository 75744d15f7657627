"""What a person types in his turn, and which action of the rules it is.

Cards are called by their number in the hand that is shown, bandits also by their value ("b7"); mines by their number,
displays by their letter. A place may be left out where there is only one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.legal import FINE, playing_fault
from workbench.families.digging.state import BANDIT, DRAW, MINE, MINES, PASS, PLAY, PUSH, Table, action_of

LETTERS = "abcdefgh"
"""Displays by seat."""
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_BIGGEST = 4
"""Digits of a number that somebody may mean."""


class NoCommand(ValueError):
    """What was typed is no command. ``key`` says why, ``what`` is the part that is wrong."""

    def __init__(self, key: str, what: str = "") -> None:
        super().__init__(key)
        self.key = key
        self.what = what


class NoPlace(NoCommand):
    """A card fits on none of several mines. ``faults`` are the reasons, numbers of legal.py, with their mines."""

    def __init__(self, faults: Mapping[int, Sequence[int]]) -> None:
        super().__init__("nowhere")
        self.faults = faults


@dataclass(frozen=True)
class Place:
    """Where a card shall go: a mine (its number of the rules, from 0), a display, or what there is (both None)."""

    mine: int | None = None
    display: int | None = None


class Hand:
    """The kinds of cards in a hand, numbered from 1 in the order in which they are shown: by type, then by metal."""

    def __init__(self, scene: Scene, counts: Mapping[int, int]) -> None:
        self.scene = scene
        self.counts = {kind: n for kind, n in counts.items() if n}
        types = scene.rules.kind_type
        # Double crates stand with the crates of their metal.
        groups = {0: 0, 1: 1, 2: 1, 3: 2, 4: 3}
        self.kinds = sorted(self.counts, key=lambda kind: (groups[types[kind]], kind))

    def number(self, kind: int) -> int:
        """The number of a kind of card."""
        return self.kinds.index(kind) + 1

    def kind(self, number: str) -> int:
        """The kind of the card with a number, or of the bandit with that value if no card has the number. Errors:
        NoCommand."""
        if len(number) > _BIGGEST or not 1 <= int(number) <= len(self.kinds):
            for kind in self.kinds:
                if self.scene.rules.kind_type[kind] == BANDIT and str(self.scene.rules.kind_value[kind]) == number:
                    return kind
            raise NoCommand("no_card", number)
        return self.kinds[int(number) - 1]

    def bandit(self, value: str) -> int:
        """The kind of a bandit, in the hand or not. Errors: NoCommand where the game has none of that value."""
        rules = self.scene.rules
        for kind in range(rules.kinds):
            if rules.kind_type[kind] == BANDIT and str(rules.kind_value[kind]) == value:
                return kind
        raise NoCommand("no_bandit", value)


class Reader:
    """The parts of a line, one after the other."""

    def __init__(self, text: str, words: Mapping[str, Any]) -> None:
        self.parts: list[str] = [part for part in _PARTS.findall(text.casefold()) if part not in words["filler_words"]]
        self.words = words
        if not self.parts:
            raise NoCommand("not_understood", text)

    def takes(self, key: str) -> bool:
        """Whether the next part is one of these words; then it is taken."""
        if self.parts and self.parts[0] in self.words[key]:
            del self.parts[0]
            return True
        return False

    def card(self, hand: Hand) -> int:
        """A card of the hand. Errors: NoCommand."""
        if not self.parts:
            raise NoCommand("which_card")
        is_bandit = self.takes("bandit_words")
        if not self.parts:
            raise NoCommand("which_card")
        part = self.parts.pop(0)
        if not part.isdecimal():
            raise NoCommand("not_understood", part)
        return hand.bandit(str(int(part))) if is_bandit else hand.kind(part)

    def place(self, players: int) -> Place:
        """A mine or a display, or neither. Errors: NoCommand."""
        if not self.parts:
            return Place()
        part = self.parts.pop(0)
        if part.isdecimal():
            return Place(mine=int(part[:_BIGGEST]) - 1)
        if len(part) == 1 and part in LETTERS[:players]:
            return Place(display=LETTERS.index(part))
        raise NoCommand("not_understood", part)

    def end(self) -> None:
        """Nothing may follow. Errors: NoCommand."""
        if self.parts:
            raise NoCommand("too_much", " ".join(self.parts))


def action_for(text: str, words: Mapping[str, Any], hand: Hand, table: Table, seat: int) -> int:
    """The action that a line means, legal or not (legal.py says so). Errors: NoCommand."""
    reader = Reader(text, words)
    if reader.takes("draw_words"):
        reader.end()
        return action_of(DRAW, 0, 0)
    if reader.takes("pass_words"):
        reader.end()
        return action_of(PASS, 0, 0)
    if reader.takes("push_words"):
        kind = reader.card(hand)
        reader.end()
        return action_of(PUSH, kind, 0)
    kind = reader.card(hand)
    place = reader.place(len(hand.scene.seats))
    reader.end()
    return action_of(PLAY, kind, _target(hand.scene, table, seat, kind, place))


def _target(scene: Scene, table: Table, seat: int, kind: int, place: Place) -> int:
    """The display or the mine that a card goes to."""
    if scene.rules.kind_type[kind] == MINE:
        if place.mine is not None:
            raise NoCommand("into_a_display")
        return place.display if place.display is not None else seat
    if place.mine is not None:
        # The target of an action has eight bits; no mine has this number.
        return place.mine if 0 <= place.mine < table.counts[MINES] else 255
    there = [m for m in range(table.counts[MINES]) if place.display in (None, table.mine_display[m])]
    if not there:
        raise NoCommand("no_place")
    faults: dict[int, list[int]] = {}
    for mine in there:
        faults.setdefault(playing_fault(scene.rules, scene.players, table, seat, kind, mine), []).append(mine)
    candidates = faults.get(FINE, [])
    if not candidates and len(faults) == 1:
        return there[0]
    if not candidates:
        raise NoPlace(faults)
    if len(candidates) > 1:
        raise NoCommand("which_mine", ", ".join(str(mine + 1) for mine in candidates))
    return candidates[0]


def places(scene: Scene, table: Table, seat: int, kind: int) -> Sequence[int]:
    """The displays or mines to which a card of the hand may go."""
    r, s = scene.rules, scene.players
    targets = s.players if r.kind_type[kind] == MINE else table.counts[MINES]
    return [target for target in range(targets) if playing_fault(r, s, table, seat, kind, target) == FINE]


def answer_for(text: str, words: Mapping[str, Any], hand: Hand) -> int | None:
    """The kind of card with which a line answers an attack, None for none. Errors: NoCommand."""
    reader = Reader(text, words)
    if reader.takes("nothing_words") or reader.takes("pass_words") or reader.parts == ["0"]:
        return None
    kind = reader.card(hand)
    reader.end()
    return kind

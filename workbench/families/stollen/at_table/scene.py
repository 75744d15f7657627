"""What lies open on the table, followed from the events of the log and from nothing else.

A scene knows a deck only as the cards that are still in it, without their order, and the tools of a step only from
the moment in which they are revealed. So nothing that is drawn from it can betray what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.sharing import share
from workbench.families.stollen.vocabulary import TOOLS

FIND, HAZARD, FOSSIL = "find", "hazard", "fossil"


class Card:
    """One card that was turned: its sort, its word (value or hazard), and what lies on it."""

    def __init__(self, name: str, rest: int) -> None:
        self.sort, _, self.word = name.partition(":")
        self.rest = rest
        self.taken = False
        """A fossil that somebody took along."""


class Scene:
    """The table as everybody sees it. Columns by seat unless said otherwise; amounts in lumps."""

    def __init__(self, definition: StollenDefinition, players: int) -> None:
        self.definition = definition
        self.seats = range(players)
        self.level = 0
        self.step = 0
        self.inside: list[int] = []
        """The seats in the tunnel."""
        self.left_at: dict[int, int] = {}
        """Step in which those outside left."""
        self.loot = [0] * players
        self.carried = [0] * players
        """Loot saved into the next level (SO32)."""
        self.bank: list[float] = [0] * players
        self.fossils = [0] * players
        self.tools = {name: [0] * players for name in TOOLS}
        self.cards: list[Card] = []
        """The cards turned in this level."""
        self.deck: Counter[str] = Counter()
        """How often each card is still in the deck."""
        self.heap = 0
        """Lumps lying that belong to no card any more."""
        self.standings: list[list[float]] = []
        """Banks after each finished level."""

    @property
    def lying(self) -> int:
        """Lumps lying in the tunnel."""
        return self.heap + sum(card.rest for card in self.cards)

    @property
    def fossils_lying(self) -> int:
        """Fossils lying in the tunnel."""
        return sum(card.sort == FOSSIL and not card.taken for card in self.cards)

    @property
    def hazards(self) -> list[str]:
        """The different hazards lying, in the order in which they came."""
        return list(dict.fromkeys(card.word for card in self.cards if card.sort == HAZARD))

    def in_deck(self, sort: str) -> int:
        """Cards of this sort that are still in the deck."""
        return sum(count for name, count in self.deck.items() if name.partition(":")[0] == sort)

    def lumps_in_deck(self) -> int:
        """Lumps on the finds that are still in the deck."""
        return sum(int(name.partition(":")[2]) * n for name, n in self.deck.items() if name.startswith(FIND))

    def fatal_in_deck(self, hazard: str | None = None) -> int:
        """Cards in the deck that would bring the tunnel down, of any kind or of one."""
        kinds = self.hazards if hazard is None else [hazard]
        return sum(self.deck[f"{HAZARD}:{kind}"] for kind in kinds)

    def follow(self, event: Mapping[str, Any]) -> None:
        """Take the next event of the log."""
        follow = getattr(self, "_" + event["event"].replace("-", "_"), None)
        if follow is not None:
            follow(event)

    def _level(self, e: Mapping[str, Any]) -> None:
        self.level, self.step = e["level"], 0
        self.inside, self.left_at = list(self.seats), {}
        self.loot, self.carried = self.carried, [0] * len(self.seats)
        self.cards = []
        self.deck = Counter(e["deck"])
        for name in TOOLS:
            tool = self.definition.tool(name)
            if self.definition.tool_in_play(name) and (self.level == 1 or tool.per == "level"):
                self.tools[name] = [tool.uses] * len(self.seats)

    def _reshuffle(self, e: Mapping[str, Any]) -> None:
        self.deck = Counter(e["deck"])

    def _card(self, e: Mapping[str, Any]) -> None:
        self.step = e["step"]
        self.deck[e["card"]] -= 1
        self.cards.append(Card(e["card"], e["rest"] or 0))
        for seat in self.inside:
            self.loot[seat] += e["each"] or 0

    def _choice(self, e: Mapping[str, Any]) -> None:
        for seat in e["lamps"]:
            self.tools["lamp"][seat] -= 1

    def _leave(self, e: Mapping[str, Any]) -> None:
        leavers = e["players"]
        for seat in leavers:
            self.inside.remove(seat)
            self.left_at[seat] = e["step"]
            self.bank[seat] += e["banked"][str(seat)]
            self.loot[seat] = 0
            self.fossils[seat] += e["fossils_each"]
        taken = self.fossils_lying - e["fossils_left"]
        # SO14: what does not divide may go to the first leaver.
        self.fossils[leavers[0]] += taken - e["fossils_each"] * len(leavers)
        for card in [c for c in self.cards if c.sort == FOSSIL and not c.taken][-taken or len(self.cards) :]:
            card.taken = True
        per_card = self.definition.leftovers.split == "per-card" and not self.heap
        for card in self.cards:
            card.rest = min(card.rest, share(card.rest, len(leavers))[1], e["left"]) if per_card else 0
        self.heap = e["left"] - sum(card.rest for card in self.cards)

    def _collapse(self, e: Mapping[str, Any]) -> None:
        for seat, kept in e["helmets"].items():
            self.tools["helmet"][int(seat)] -= 1
            if self.definition.tools.helmet.kept_is_banked:
                self.bank[int(seat)] += kept
            else:
                self.carried[int(seat)] = int(kept)
        for rope in e["ropes"]:
            self.bank[rope["to"]] += rope["kept"]
            for seat in rope["from"]:
                self.tools["rope"][seat] -= 1
                self.bank[seat] += rope["each"]
        self.loot = [0] * len(self.seats)

    def _level_end(self, e: Mapping[str, Any]) -> None:
        self.bank, self.fossils = list(e["bank"]), list(e["fossils"])
        self.standings.append(list(e["bank"]))
        self.heap = self.lying if self.definition.leftovers.at_level_end == "carried" else 0
        self.cards = []

"""What lies open on the table, followed as it happens.

A scene is a table of the rules on which only that is kept which everybody sees: mines, the numbers of cards, what left
the game. It knows no hand and no pile, so nothing that is drawn from it can betray them; what a mine is worth is said
by the functions of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.families.digging.compile import new_table
from workbench.families.digging.knowledge import points_of
from workbench.families.digging.mines import add_crate, close_mine, is_open, move_mine, open_mine, remove_top, worth_of
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import (
    BANDIT,
    CLOSER,
    DRAWN,
    MINE,
    MINES,
    MOST_METALS,
    MOST_PLAYERS,
    pile_cards,
    side_of,
    sides_of,
)


class Scene:
    """The table as everybody sees it. Mines are numbered from 0, as in the rules; sides are teams or single players."""

    def __init__(self, simulation: DiggingSimulation) -> None:
        self.rules = simulation.rules
        self.players = simulation.players
        self.cards = simulation.cards
        self.table = new_table(self.rules)
        self.seats = range(simulation.seats)
        self.sides = range(sides_of(self.rules, self.players))
        self.round = 0
        self.turn = 0
        self.last_round = False
        """Whether everybody has only one action left, at most (D20)."""
        self.out: list[int] = []
        """Cards that left the game in this round."""
        self.totals = [0] * len(self.sides)
        """By side: points of the rounds that are over."""
        self.top_gold = [0] * len(self.sides)
        """By side: points from the metals of the highest base value in those rounds (DO23)."""
        self.mines: list[str] = []
        """The mine cards as the log names them."""
        self.fought = -1
        """The mine that was fought for last."""
        self._number = {name: number for number, name in enumerate(self.cards.name)}

    # What there is to see.

    @property
    def pile(self) -> int:
        """Cards in the pile."""
        return pile_cards(self.rules, self.table)

    def hand_cards(self, seat: int) -> int:
        """Cards in a player's hand."""
        return self.table.hand_cards[seat]

    def side(self, seat: int) -> int:
        """The side of a player."""
        return side_of(self.rules, self.players, seat)

    def members(self, side: int) -> list[int]:
        """The seats of a side."""
        return [seat for seat in self.seats if self.side(seat) == side]

    def mines_of(self, seat: int) -> list[int]:
        """The mines in a player's display, in the order in which they were opened."""
        return [mine for mine in range(self.table.counts[MINES]) if self.table.mine_display[mine] == seat]

    def crates(self, mine: int) -> list[int]:
        """The crates on a mine from bottom to top, as cards."""
        at = mine * self.rules.stack
        return list(self.table.stacks[at : at + self.table.mine_crates[mine]])

    def worth(self, mine: int) -> int:
        """Points of a mine if it were closed as it lies (D23)."""
        return worth_of(self.rules, self.table, mine)

    def is_open(self, mine: int) -> bool:
        """Whether a mine is not closed."""
        return is_open(self.table, mine)

    def points(self, seat: int) -> int:
        """Points of the closed mines in a player's display."""
        return sum(self.worth(mine) for mine in self.mines_of(seat) if not self.is_open(mine))

    def side_points(self, side: int) -> int:
        """Points of a side's closed mines in this round."""
        return points_of(self.rules, self.players, self.table, side)

    def number(self, card: str) -> int:
        """The number of a card of the log."""
        return self._number[card]

    def kind(self, card: str) -> int:
        """The kind of a card of the log."""
        return int(self.rules.card_kind[self._number[card]])

    def type(self, card: str) -> int:
        """The type of a card of the log: mine, crate, double crate, closer or bandit."""
        return int(self.rules.kind_type[self.kind(card)])

    # What happens, by events of the log or parts of them.

    def begin(self, e: Mapping[str, Any]) -> None:
        """A round begins; of its event only the number is looked at."""
        t = self.table
        self.round, self.turn, self.out, self.mines, self.fought = e["round"], 0, [], [], -1
        for seat in self.seats:
            t.hand_cards[seat] = self.rules.hand_size
        t.counts[DRAWN] = self.rules.hand_size * len(self.seats)
        t.counts[MINES] = 0
        for slot in range(MOST_PLAYERS * MOST_METALS):
            t.open_mines[slot] = 0
        self.last_round = self.pile == 0

    def act(self, e: Mapping[str, Any]) -> None:
        """A turn, up to the fight that it may start."""
        r, s, t = self.rules, self.players, self.table
        self.turn = e["turn"]
        if e["action"] == "draw":
            t.hand_cards[e["player"]] += 1
            t.counts[DRAWN] += 1
        elif e["action"] == "push":
            t.hand_cards[e["player"]] -= 1
            t.hand_cards[e["to"]] += 1
        elif e["action"] == "play":
            t.hand_cards[e["player"]] -= 1
            card, card_type = self.number(e["card"]), self.type(e["card"])
            if card_type == MINE:
                self.mines.append(e["card"])
                open_mine(r, s, t, card, e["display"])
            elif card_type == CLOSER:
                close_mine(r, s, t, self.mines.index(e["mine"]), card)
            elif card_type == BANDIT:
                self.fought = self.mines.index(e["mine"])
                self.out.append(card)
                # The turn goes on until the fight is over.
                return
            else:
                add_crate(r, t, self.mines.index(e["mine"]), card)
        self._end_turn()

    def _end_turn(self) -> None:
        self.last_round = self.last_round or self.pile == 0 or self.turn >= self.rules.most_turns

    def answer(self, e: Mapping[str, Any]) -> None:
        """A player's answer in a fight; what a closer does comes with :meth:`settle`."""
        if e["card"] is not None:
            self.table.hand_cards[e["player"]] -= 1
            if self.type(e["card"]) == BANDIT:
                self.out.append(self.number(e["card"]))

    def settle(self, fight: Mapping[str, Any]) -> None:
        """The end of a fight."""
        r, s, t = self.rules, self.players, self.table
        if fight["outcome"] == "closed":
            closer = fight["answers"][-1]
            removed = remove_top(r, t, self.fought)
            if r.top_to_hand:
                t.hand_cards[closer["player"]] += 1
            else:
                self.out.append(removed)
            close_mine(r, s, t, self.fought, self.number(closer["card"]))
        elif fight["outcome"] == "lost":
            move_mine(r, s, t, self.fought, fight["to"])
        self._end_turn()

    def end(self, e: Mapping[str, Any]) -> None:
        """A round is over."""
        for seat in self.seats:
            self.totals[self.side(seat)] += e["scores"][seat]
        for mine in range(self.table.counts[MINES]):
            if not self.is_open(mine) and self.rules.is_top[self.table.mine_metal[mine]]:
                self.top_gold[self.side(self.table.mine_display[mine])] += self.worth(mine)

"""One round of Digging laid out on paper: the rules of docs/rules.md, section 3, written down a second time.

Nothing here knows the family's own rules. A :class:`Round` holds every card in plain lists, says in words why an
action is not allowed (:meth:`Round.refusal`), and does what is allowed. Cards are called as in logs, ``crate:gold:4``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Action = Mapping[str, Any]
"""``action`` (draw, push, play, pass) and what it needs of ``card``, ``to``, ``display`` and ``mine``."""

WAITING = "waiting"


def kind_of(card: str) -> str:
    return card.split(":")[0]


def metal_of(card: str) -> str:
    return card.split(":")[1]


def bandit_of(card: str | None) -> int:
    """The value of a bandit, 0 for anything else."""
    return int(card.split(":")[1]) if card is not None and kind_of(card) == "bandit" else 0


def deck_of(tables: Mapping[str, Any]) -> Counter[str]:
    """Every card of the game (D1)."""
    cards: Counter[str] = Counter()
    for metal, numbers in tables["metals"].items():
        for kind, key in (("mine", "mines"), ("crate", "crates"), ("double", "double_crates")):
            cards.update(f"{kind}:{metal}:{n}" for n in range(1, numbers[key] + 1))
    cards.update(f"closer:{n}" for n in range(1, tables["closers"] + 1))
    seen: Counter[int] = Counter()
    for value in sorted(tables["bandits"]):
        seen[value] += 1
        cards[f"bandit:{value}" if seen[value] == 1 else f"bandit:{value}:{seen[value]}"] += 1
    return cards


def teams_of(tables: Mapping[str, Any], players: int) -> list[list[int]] | None:
    """Partners sit opposite each other (D3); None where everybody plays alone (D26)."""
    if not tables["teams"]:
        return None
    return [[seat, seat + players // 2] for seat in range(players // 2)]


@dataclass
class Mine:
    """A mine on the table, its crates from bottom to top."""

    display: int
    crates: list[str] = field(default_factory=list)
    closer: str | None = None

    @property
    def cards(self) -> list[str]:
        return [*self.crates, *([self.closer] if self.closer else [])]


@dataclass
class Fight:
    """A fight while it lasts."""

    attacker: int
    mine: str
    order: list[int]
    """Who has still to answer."""
    bandits: list[tuple[int, str]]
    """All that are laid, in the order in which they were played, each with its player."""
    answers: list[dict[str, Any]] = field(default_factory=list)
    closer: str | None = None


class Round:
    """One round from the deal to the last action; lists are indexed by seat."""

    def __init__(
        self,
        tables: Mapping[str, Any],
        hands: Sequence[Sequence[str]],
        pile: Sequence[str],
        starter: int,
    ) -> None:
        self.tables = tables
        self.players = len(hands)
        self.teams = teams_of(tables, self.players)
        self.hands = [list(hand) for hand in hands]
        self.pile = list(pile)
        self.removed: list[str] = []
        self.mines: dict[str, Mine] = {}
        self.player = starter
        self.turns = 0
        self.turns_left = None if self.pile else self.players  # once the pile is empty (D20)
        self.fight: Fight | None = None

    # --- who and where ----------------------------------------------------------------------------

    def side(self, player: int) -> list[int]:
        """The player's team, or the player alone."""
        if self.teams is None:
            return [player]
        return next(team for team in self.teams if player in team)

    def partner(self, player: int) -> int | None:
        return next((p for p in self.side(player) if p != player), None)

    def everything(self) -> list[str]:
        """Every card, wherever it is (D-E9)."""
        on_table = [card for name, mine in self.mines.items() for card in (name, *mine.cards)]
        return [*self.pile, *(card for hand in self.hands for card in hand), *on_table, *self.removed, *self.laid()]

    def laid(self) -> list[str]:
        """What was played in a fight that goes on."""
        if self.fight is None:
            return []
        return [*(bandit for _, bandit in self.fight.bandits), *([self.fight.closer] if self.fight.closer else [])]

    @property
    def over(self) -> bool:
        return self.fight is None and self.turns_left == 0

    # --- an action --------------------------------------------------------------------------------

    def refusal(self, player: int, action: Action) -> str | None:
        """Why ``player`` may not do this now; None if he may."""
        if self.over:
            return "the round is over"
        if self.fight is not None:
            return "a fight goes on"
        if player != self.player:
            return f"D4: it is player {self.player}'s turn"
        kind, card = action["action"], action.get("card")
        if kind == "draw":
            return None if self.pile else "DO19: the pile is empty"
        if kind == "pass":
            may = self.tables["turns"]["passing"] == "allowed" or next(self.legal(player), None) is None
            return None if may else "DO2: something can be done"
        if card not in self.hands[player]:
            return f"{card} is not in the hand"
        if kind == "push":
            return self.refuses_push(player, action.get("to"))
        if kind == "play":
            return self.refuses_play(player, card, action)
        return f"there is no action {kind}"

    def refuses_push(self, player: int, to: int | None) -> str | None:
        if self.teams is None:
            return "D26: nobody pushes who plays alone"
        if to is None or to != self.partner(player):
            return "D6: a card is pushed to the partner"
        if self.turns_left is not None and not self.tables["last_round"]["pushing"]:
            return "DO20: nobody pushes in the last round"
        return None

    def refuses_play(self, player: int, card: str, action: Action) -> str | None:
        kind = kind_of(card)
        if kind == "mine":
            return self.refuses_mine(player, card, action.get("display"))
        name = action.get("mine")
        if name not in self.mines:
            return f"there is no mine {name} on the table"
        mine = self.mines[name]
        own = mine.display in self.side(player)
        if mine.closer is not None:
            return "D13: the mine is closed"
        if kind in ("crate", "double"):
            if metal_of(card) != metal_of(name):
                return "D9: the crate is of another metal"
            if not own and self.tables["displays"]["opponents"] != "everything":
                return "DO3: crates are not put into opponents' displays"
            if kind == "double" and mine.crates and self.tables["mines"]["late_double"] == "forbidden":
                return "DO4: a double crate is only put first"
        if kind == "bandit":
            if not mine.crates:
                return "D14: an empty mine is not attacked"
            if own and not self.tables["fights"]["own_mine"]:
                return "DO9: nobody attacks the own team"
        return None

    def refuses_mine(self, player: int, card: str, display: int | None) -> str | None:
        if display is None or not 0 <= display < self.players:
            return f"D7: there is no display {display}"
        if display not in self.side(player) and self.tables["displays"]["opponents"] != "everything":
            return "DO3: mines are not put into opponents' displays"
        if not self.tables["mines"]["several_of_a_metal"] and any(
            metal_of(name) == metal_of(card) and mine.display in self.side(display) for name, mine in self.mines.items()
        ):
            return "DO25: one mine of a metal for each team"
        return None

    def legal(self, player: int) -> Iterator[dict[str, Any]]:
        """All actions but passing that ``player`` may do now."""
        tried: list[dict[str, Any]] = [{"action": "draw"}]
        for card in self.hands[player]:
            if self.teams is not None:
                tried.append({"action": "push", "card": card, "to": self.partner(player)})
            if kind_of(card) == "mine":
                tried += [{"action": "play", "card": card, "display": display} for display in range(self.players)]
            else:
                tried += [{"action": "play", "card": card, "mine": mine} for mine in self.mines]
        return (action for action in tried if self.refusal(player, action) is None)

    def do(self, player: int, action: Action) -> None:
        """Do what is allowed; a bandit opens a fight that :meth:`answer` and :meth:`settle` carry on."""
        refusal = self.refusal(player, action)
        assert refusal is None, refusal
        kind, card = action["action"], action.get("card")
        self.turns += 1
        drawn_last = False
        if kind == "draw":
            self.hands[player].append(self.pile.pop(0))
            drawn_last = not self.pile
        elif kind == "push":
            self.hands[player].remove(str(card))
            self.hands[action["to"]].append(str(card))
        elif kind == "play":
            self.hands[player].remove(str(card))
            self.play(player, str(card), action)
        if self.fight is None:
            self.end_turn(drawn_last)

    def play(self, player: int, card: str, action: Action) -> None:
        kind = kind_of(card)
        if kind == "mine":
            self.mines[card] = Mine(action["display"])
        elif kind == "closer":
            self.mines[action["mine"]].closer = card
        elif kind == "bandit":
            order = [(player + step) % self.players for step in range(1, self.players)]
            self.fight = Fight(player, action["mine"], order, [(player, card)])
        else:
            self.mines[action["mine"]].crates.append(card)

    def end_turn(self, drawn_last: bool = False) -> None:
        """The left neighbour is next (D4); the last card, or too many turns, begin the last actions (D20, DO18)."""
        if self.turns_left is not None:
            self.turns_left -= 1
        elif drawn_last or self.turns == self.tables["turns"]["most"]:
            self.turns_left = self.players if self.tables["last_round"]["drawer_acts"] else self.players - 1
        self.player = (self.player + 1) % self.players

    # --- a fight ----------------------------------------------------------------------------------

    def refuses_answer(self, player: int, card: str | None) -> str | None:
        """Why ``player`` may not answer with this card now; no card is always allowed."""
        fight = self.fight
        if fight is None:
            return "there is no fight"
        if player == fight.attacker:
            return self.refuses_second(card)
        if not fight.order or player != fight.order[0]:
            return "D15, DO10: another one answers"
        if card is None:
            return None
        if card not in self.hands[player]:
            return f"{card} is not in the hand"
        defends = player in self.side(self.mines[fight.mine].display)
        if kind_of(card) == "closer":
            return None if defends or self.tables["fights"]["closed_by"] == "anyone" else "DO12: only defenders close"
        if kind_of(card) != "bandit":
            return "D15, D18: only a bandit or a closer answers"
        if player == self.partner(fight.attacker) and not self.tables["fights"]["partner_supports"]:
            return "DO11: the attacker's partner does not help"
        return None

    def refuses_second(self, card: str | None) -> str | None:
        """Why the attacker may not add this card to his bandit (DO8)."""
        fight = self.fight
        assert fight is not None
        if not self.tables["fights"]["second_bandit"]:
            return "DO8: the attacker has played his bandit"
        if fight.order or fight.closer is not None:
            return "DO8: the attacker adds a bandit after all answers"
        if any(answer["player"] == fight.attacker for answer in fight.answers):
            return "DO8: one more bandit and no third"
        if card not in self.hands[fight.attacker] or kind_of(str(card)) != "bandit":
            return f"DO8: {card} is no bandit of the attacker's hand"
        return None

    def answer(self, player: int, card: str | None) -> None:
        """Answer the attack; the answer that is the last one leaves the fight to be settled."""
        refusal = self.refuses_answer(player, card)
        assert refusal is None, refusal
        fight = self.fight
        assert fight is not None
        fight.order = fight.order[1:]
        fight.answers.append({"player": player, "card": card})
        if card is not None:
            self.hands[player].remove(card)
            if kind_of(card) == "closer":
                fight.closer = card
                fight.order = []
            else:
                fight.bandits.append((player, card))

    def forces(self) -> tuple[dict[int, int], int]:
        """By the first of a side to play: what the side attacks with; and the defence (D16, DO16)."""
        fight = self.fight
        assert fight is not None
        rule = self.tables["fights"]["alone"] if self.teams is None else "teams"
        defenders = self.side(self.mines[fight.mine].display)
        attack: dict[int, int] = {}
        defence = 0
        for player, bandit in fight.bandits:
            value = bandit_of(bandit)
            if player in defenders:
                defence = max(defence, value) if rule == "each-alone" else defence + value
                continue
            side = [p for p in range(self.players) if p not in defenders]
            if rule != "all-against-owner":
                side = self.side(player)
            head = next((p for p in attack if p in side), player)
            before = attack.get(head, 0)
            attack[head] = max(before, value) if rule == "each-alone" else before + value
        return attack, defence

    def settle(self, chosen: int | None = None) -> dict[str, Any]:
        """End the fight; returns what a log says of it. ``chosen``: the display that the attacker wishes (DO15)."""
        fight = self.fight
        assert fight is not None
        assert not fight.order, f"player {fight.order[0]} has not answered"
        mine = self.mines[fight.mine]
        attacks, defence = self.forces()
        attack = max(attacks.values(), default=0)
        to = removed = None
        if fight.closer is not None:
            outcome = "closed"
            removed = mine.crates.pop()
            mine.closer = fight.closer
            if self.tables["fights"]["top_crate"] == "to-hand":
                self.hands[fight.answers[-1]["player"]].append(removed)
            else:
                self.removed.append(removed)
        elif attack > defence:
            outcome = "lost"
            mine.display = to = self.taker(attacks, chosen)
        else:
            outcome = "kept"
        self.removed += [bandit for _, bandit in fight.bandits]  # D19
        self.fight = None
        self.end_turn()
        return {"answers": fight.answers, "attack": attack, "defence": defence, "outcome": outcome, "to": to,
                "removed": removed}  # fmt: skip

    def taker(self, attack: Mapping[int, int], chosen: int | None) -> int:
        """The display that a lost mine goes to (D17, DO15, DO16): the attacker's, if his side is the strongest.

        Of equally strong sides it is the one that played first. If it is not the attacker's, the mine goes to who
        played its highest bandit, of several the first.
        """
        fight = self.fight
        assert fight is not None
        defenders = self.side(self.mines[fight.mine].display)
        head = next(player for player, value in attack.items() if value == max(attack.values()))
        winners = self.side(head)
        if self.teams is None and self.tables["fights"]["alone"] == "all-against-owner":
            winners = [player for player in range(self.players) if player not in defenders]
        if self.teams is not None and self.tables["fights"]["won_mine_to"] == "winners-choice" and chosen in winners:
            return int(chosen)
        if fight.attacker in winners:
            return fight.attacker
        return max((bandit_of(bandit), -n, player) for n, (player, bandit) in enumerate(fight.bandits)
                   if player in winners)[2]  # fmt: skip

    # --- the end ----------------------------------------------------------------------------------

    def value(self, name: str) -> int:
        """What a mine is worth (D21 to D24, DO4, DO5)."""
        mine = self.mines[name]
        if mine.closer is None or not mine.crates:
            return 0
        doubles = [kind_of(card) == "double" for card in mine.crates]
        doubled = any(doubles) if self.tables["mines"]["late_double"] == "doubles" else doubles[0]
        return int(self.tables["metals"][metal_of(name)]["value"]) * len(doubles) * (2 if doubled else 1)

    def scores(self) -> list[int]:
        """By seat (D21, DO28)."""
        lost = self.tables["scoring"]["card_in_hand"]
        scores = [-lost * len(hand) for hand in self.hands]
        for name, mine in self.mines.items():
            scores[mine.display] += self.value(name)
        return scores

    def precious(self) -> list[int]:
        """By seat: points from the metal of the highest value (DO23)."""
        metals = self.tables["metals"]
        best = max(metal["value"] for metal in metals.values())
        points = [0] * self.players
        for name, mine in self.mines.items():
            if metals[metal_of(name)]["value"] == best:
                points[mine.display] += self.value(name)
        return points


def before_turns(tables: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Round, Action]]:
    """From a log: the table before each turn, and the turn."""
    table = None
    for event in events:
        if event["event"] == "round":
            table = Round(tables, event["hands"], event["pile"], event["starter"])
        elif event["event"] == "turn":
            assert table is not None
            yield table, event
            table.do(event["player"], event)
            for answer in event.get("fight", {}).get("answers", ()):
                table.answer(answer["player"], answer["card"])
            if "fight" in event:
                table.settle(event["fight"]["to"])

"""Replay one logged game of Digging by the rules alone and compare every word and number in it.

Nothing here knows the engine: :mod:`on_paper` has the rules a second time. From the log only these are believed: the
shuffled deck, who begins the first round (each round where that is drawn by lot), what a player does and with which
card, and where the winner of a mine wants it. Everything else has to follow.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .on_paper import Round, deck_of, kind_of, metal_of, teams_of

TURN = ("event", "turn", "player", "action")
KEYS = {
    "draw": ("card",),
    "push": ("card", "to"),
    "pass": (),
    "mine": ("card", "display"),
    "crate": ("card", "mine"),
    "double": ("card", "mine"),
    "closer": ("card", "mine"),
    "bandit": ("card", "mine", "fight"),
}
"""Of a turn besides TURN: by action, and for a play by the kind of its card."""


def recompute(tables: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """Replay one game, from its ``game`` line to its ``end`` line; AssertionError at the first wrong thing.

    ``tables`` is the resolved definition as plain tables, defaults filled in.
    """
    return Replay(tables, events).game()


def same(a: Any, b: Any) -> bool:
    """Equal in value and in kind: 1, 1.0 and true differ."""
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return bool(a == b)


class Replay:
    """One game while it is read; lists are indexed by seat."""

    def __init__(self, tables: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.tables = tables
        self.events = events
        self.position = 0
        self.number = 0  # of the round
        self.turn = 0
        self.found: Counter[str] = Counter()

    # --- reading ----------------------------------------------------------------------------------

    def require(self, true: bool, message: str) -> None:
        if not true:
            raise AssertionError(f"round {self.number}, turn {self.turn} (line {self.position}): {message}")

    def equal(self, what: str, expected: Any, logged: Any) -> None:
        self.require(same(expected, logged), f"{what}: expected {expected!r}, logged {logged!r}")

    def keys(self, what: str, expected: tuple[str, ...], logged: Any) -> None:
        self.require(isinstance(logged, dict), f"{what}: expected a table, logged {logged!r}")
        self.equal(f"keys of {what}", sorted(expected), sorted(logged))

    def peek(self) -> str | None:
        """What the next line is about; None after the last one."""
        return self.events[self.position].get("event") if self.position < len(self.events) else None

    def line(self, kind: str, *keys: str) -> dict[str, Any]:
        """The next line, which has to be of this kind, with these keys."""
        self.require(self.position < len(self.events), f"expected a {kind} line, the log ends")
        event = self.events[self.position]
        self.position += 1
        self.equal("event", kind, event.get("event"))
        if keys:
            self.keys(kind, ("event", *keys), event)
        return event

    def seat(self, what: str, logged: Any) -> int:
        known = type(logged) is int and 0 <= logged < self.players
        self.require(known, f"{what}: there is no seat {logged!r}")
        return int(logged)

    # --- the game ---------------------------------------------------------------------------------

    def game(self) -> dict[str, Any]:
        head = self.line("game", "family", "variant", "fingerprint", "seed", "game", "seats", "teams")
        self.equal("family", "digging", head["family"])
        for key in ("seed", "game"):
            self.require(type(head[key]) is int and head[key] >= 0, f"{key}: logged {head[key]!r}")
        self.require(isinstance(head["seats"], list), f"seats: logged {head['seats']!r}")
        self.players = len(head["seats"])
        self.require(2 <= self.players <= 8, f"seats: expected 2 to 8 players, logged {self.players}")
        self.teams = teams_of(self.tables, self.players)
        self.equal("D3, D26: teams", self.teams, head["teams"])
        self.scores = [0] * self.players
        self.precious = [0] * self.players
        self.starter: int | None = None
        while True:
            self.round()
            if self.is_last():
                break
        result = {"scores": self.scores, "team_scores": self.by_team(self.scores), "winners": self.winners()}
        end = self.line("end", *result)
        for key, value in result.items():
            self.equal(f"D25: {key} at the end", value, end[key])
        self.require(self.position == len(self.events), "there are lines after the end")
        return {**result, "rounds": self.number, **self.found}

    def by_team(self, values: list[int]) -> list[int] | None:
        return None if self.teams is None else [sum(values[seat] for seat in team) for team in self.teams]

    def sides(self) -> list[list[int]]:
        return [[seat] for seat in range(self.players)] if self.teams is None else self.teams

    def leaders(self) -> list[list[int]]:
        """Teams, or players alone, with the highest total."""
        totals = {tuple(side): sum(self.scores[seat] for seat in side) for side in self.sides()}
        return [list(side) for side, total in totals.items() if total == max(totals.values())]

    def is_last(self) -> bool:
        """Whether the game is over after this round (D25, DO23, DO24)."""
        if self.number == self.tables["rounds"]["most"]:
            return True
        best = sum(self.scores[seat] for seat in self.leaders()[0])
        target = self.tables["target"]
        if target and best < target:
            return False
        tied = len(self.leaders()) > 1
        rule = self.tables["scoring"]["tie"]
        if rule == "more-gold":
            tied = False
        elif rule == "shared":
            tied = tied and target > 0
        return not tied

    def richest(self) -> list[list[int]]:
        """The leaders, and of several those with most points of the metal of the highest value (DO23)."""
        leaders = self.leaders()
        most = max(sum(self.precious[seat] for seat in side) for side in leaders)
        return [side for side in leaders if sum(self.precious[seat] for seat in side) == most]

    def winners(self) -> list[int]:
        sides = self.richest() if self.tables["scoring"]["tie"] == "more-gold" else self.leaders()
        return sorted(seat for side in sides for seat in side)

    # --- a round ----------------------------------------------------------------------------------

    def round(self) -> None:
        self.number += 1
        self.turn = 0
        event = self.line("round", "round", "hands", "pile", "starter")
        self.equal("round", self.number, event["round"])
        self.read_deal(event)
        starter = self.seat("DO1: starter", event["starter"])
        if self.starter is not None and self.tables["turns"]["starter"] != "random":
            self.equal("DO1: starter", (self.starter + 1) % self.players, starter)
        self.starter = starter
        self.state = Round(self.tables, event["hands"], event["pile"], starter)
        self.deck = deck_of(self.tables)
        while not self.state.over:
            self.one_turn()
        self.round_end()

    def read_deal(self, event: dict[str, Any]) -> None:
        """D1, D2: everybody has as many cards as the rules say, and every card is there once."""
        hands, pile = event["hands"], event["pile"]
        for what, value in (("hands", hands), ("pile", pile), *((f"hand {n}", hand) for n, hand in enumerate(hands))):
            self.require(isinstance(value, list), f"{what}: expected a list, logged {value!r}")
        self.equal("hands", self.players, len(hands))
        for seat, hand in enumerate(hands):
            self.equal(f"D2: cards dealt to player {seat}", self.tables["hand_size"], len(hand))
        cards = [*pile, *(card for hand in hands for card in hand)]
        self.require(all(isinstance(card, str) for card in cards), "cards: expected texts")
        deck, seen = deck_of(self.tables), Counter(cards)
        self.require(deck == seen, f"D1: missing {dict(deck - seen)}, too many {dict(seen - deck)}")

    def one_turn(self) -> None:
        event = self.line("turn")
        self.turn += 1
        self.equal("turn", self.turn, event.get("turn"))
        player = self.seat("player", event.get("player"))
        self.equal("D4: whose turn it is", self.state.player, player)
        action, card = event.get("action"), event.get("card")
        kind = kind_of(card) if action == "play" and isinstance(card, str) else action
        self.require(kind in KEYS and (kind != "pass" or card is None), f"there is no action {action!r} with {card!r}")
        self.keys(f"turn ({kind})", (*TURN, *KEYS[kind]), event)
        for key in ("display", "to"):
            if key in event:
                self.seat(key, event[key])
        refusal = self.state.refusal(player, event)
        self.require(refusal is None, f"player {player} may not {action} {card}: {refusal}")
        if action == "draw":
            self.equal("D5: the card drawn", self.state.pile[0], card)
        self.found[str(action)] += 1
        self.state.do(player, event)
        if kind == "bandit":
            self.fight(event["fight"])
        self.conserve()

    def fight(self, logged: Any) -> None:
        """D14 to D19: the answers are believed if they are allowed, all else follows."""
        self.keys("fight", ("answers", "attack", "defence", "outcome", "to", "removed"), logged)
        self.require(isinstance(logged["answers"], list), f"answers: logged {logged['answers']!r}")
        for answer in logged["answers"]:
            self.keys("answer", ("player", "card"), answer)
            player = self.seat("D15: player", answer["player"])
            refusal = self.state.refuses_answer(player, answer["card"])
            self.require(refusal is None, f"player {player} may not answer with {answer['card']}: {refusal}")
            self.state.answer(player, answer["card"])
            self.conserve()
        fight = self.state.fight
        self.require(fight is not None and not fight.order, "D15: somebody has not answered")
        found = self.state.settle(logged["to"])
        for key, value in found.items():
            self.equal(f"fight.{key}", value, logged[key])
        self.found[str(found["outcome"])] += 1

    def conserve(self) -> None:
        """D-E9: every card is somewhere, and nowhere twice."""
        cards = Counter(self.state.everything())
        self.require(cards == self.deck, f"D-E9: missing {dict(self.deck - cards)}, too many {dict(cards - self.deck)}")

    def round_end(self) -> None:
        event = self.line("round-end", "mines", "scores", "team_scores")
        self.require(isinstance(event["mines"], list), f"mines: logged {event['mines']!r}")
        names = []
        for mine in event["mines"]:
            self.keys("mine", ("mine", "display", "cards", "closed", "value"), mine)
            name = mine["mine"]
            self.require(name in self.state.mines, f"there is no mine {name!r} on the table")
            state = self.state.mines[name]
            expected = {"mine": name, "display": state.display, "cards": state.crates,
                        "closed": state.closer is not None, "value": self.state.value(name)}  # fmt: skip
            for key, value in expected.items():
                self.equal(f"{name}: {key}", value, mine[key])
            names.append(name)
            self.found[f"points.{metal_of(name)}"] += mine["value"]
        self.equal("mines on the table", sorted(self.state.mines), sorted(names))
        scores = self.state.scores()
        self.equal("D21: scores of the round", scores, event["scores"])
        self.equal("D25: scores of teams", self.by_team(scores), event["team_scores"])
        self.found["turns"] += self.turn
        self.found["in_hand"] += sum(map(len, self.state.hands))
        for seat in range(self.players):
            self.scores[seat] += scores[seat]
            self.precious[seat] += self.state.precious()[seat]

"""Replay one logged game by the rules alone and compare every number in it.

Nothing here knows the engine: the rules (docs/rules.md, section 1) are written down a second time, as plainly
as possible, so that the two can check each other. From the log only three things are believed: the order of
the shuffled deck, the choices, and who uses a tool (and for whom). Everything else has to follow from them.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

FOSSIL = "fossil"


def recompute(definition: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """Replay one game, from its ``game`` line to its ``end`` line; AssertionError at the first wrong thing.

    ``definition`` is the resolved definition as plain tables, defaults filled in, levels named "1", "2", ...
    """
    return Replay(definition, events).game()


def tidy(number: float) -> float:
    """A number as the log writes it: whole ones are ints, halves are floats."""
    return int(number) if number == int(number) else float(number)


def same(a: Any, b: Any) -> bool:
    """Equal in value and in kind: 1, 1.0 and true differ, and so does the order of keys."""
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return bool(a == b)


def hazard_of(card: str) -> str | None:
    """The kind of a hazard card, None for any other card."""
    return card.removeprefix("hazard:") if card.startswith("hazard:") else None


def value_of(card: str) -> int | None:
    """The value of a find card, None for any other card."""
    return int(card.removeprefix("find:")) if card.startswith("find:") else None


class Replay:
    """One game while it is read; lists are indexed by seat."""

    def __init__(self, definition: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.rules = definition
        self.events = events
        self.position = 0
        self.game_number: Any = None
        self.number = 0  # of the level
        self.step = 0  # number of the card turned last
        self.last_level = len(definition["levels"])
        self.pool = definition["fossils"]["at_start"]  # fossils nobody has collected yet
        self.fossils_lying = 0
        self.fossils_out = 0
        self.carried_out = 0  # fossils that left the mine so far, by anybody
        self.removed: Counter[str] = Counter()  # hazard cards out of the game (SO6)
        self.lying: list[int] = []  # lumps that lie, card by card
        self.turned: float = 0  # value of all finds turned, and where it went:
        self.lost: float = 0
        self.collapses = 0
        self.cards = 0
        self.buried_lost: float = 0

    # --- reading ----------------------------------------------------------------------------------

    def require(self, true: bool, message: str) -> None:
        if not true:
            place = f"game {self.game_number}, level {self.number}, step {self.step}"
            raise AssertionError(f"{place} (line {self.position} of the game): {message}")

    def equal(self, what: str, expected: Any, logged: Any) -> None:
        self.require(same(expected, logged), f"{what}: expected {expected!r}, logged {logged!r}")

    def line(self, kind: str, keys: str, **expected: Any) -> dict[str, Any]:
        """The next line, which has to be of this kind, with these keys and these values."""
        self.require(self.position < len(self.events), f"expected a {kind} line, the log ends")
        event = self.events[self.position]
        self.position += 1
        self.equal("event", kind, event.get("event"))
        if kind == "leave":  # here the order of the keys says what is settled first (SO10)
            self.equal("keys of leave", ["event", *keys.split()], list(event))
        else:
            self.equal(f"keys of {kind}", sorted(["event", *keys.split()]), sorted(event))
        places = {"level": self.number, "step": self.step}
        for key, value in {**{k: v for k, v in places.items() if k in event}, **expected}.items():
            self.equal(f"{kind}.{key}", value, event[key])
        return event

    def rising_seats(self, what: str, seats: Any, among: list[int]) -> list[int]:
        """``seats`` as they are logged, if they are a list of players ``among`` these, rising by seat."""
        self.require(isinstance(seats, list), f"{what}: expected a list, logged {seats!r}")
        self.equal(what, [p for p in range(self.players) if p in seats and p in among], seats)
        return list(seats)

    def keyed_by_seat(self, what: str, table: Any, among: list[int]) -> dict[int, Any]:
        """``table`` by seat, if its keys are players ``among`` these, as strings, rising by seat."""
        self.require(isinstance(table, dict), f"{what}: expected a table, logged {table!r}")
        self.equal(f"keys of {what}", [str(p) for p in among if str(p) in table], list(table))
        return {int(p): value for p, value in table.items()}

    def use(self, tool: str, seat: int) -> None:
        """Count one use of a tool (S39, S43, S44, SO44)."""
        settings = self.rules["tools"][tool]
        self.require(settings["enabled"], f"player {seat} uses a {tool}, which is not in this game")
        self.used[tool][seat] += 1
        self.uses[tool] += 1
        limit = settings["uses"]
        self.require(
            self.used[tool][seat] <= limit,
            f"player {seat} uses a {tool}: expected at most {limit} in a {settings['per']}, "
            f"logged {self.used[tool][seat]}",
        )

    def has(self, tool: str, seat: int) -> bool:
        settings = self.rules["tools"][tool]
        return bool(settings["enabled"]) and self.used[tool][seat] < settings["uses"]

    def conserve(self) -> None:
        """S-T1: no lump and no fossil comes from nowhere or vanishes."""
        found = sum(self.bank) + sum(self.loot) + sum(self.saved) + sum(self.lying) + self.lost
        self.equal("turned = banked + loots + lying + lost", tidy(self.turned), tidy(found))
        fossils = self.pool + self.fossils_lying + sum(self.fossils) + self.fossils_out
        joined = self.rules["fossils"]["at_start"] + self.rules["fossils"]["per_level"] * self.number
        self.equal("fossils = in deck + lying + held + out", joined, fossils)

    # --- the game ---------------------------------------------------------------------------------

    def game(self) -> dict[str, Any]:
        event = self.line("game", "family variant fingerprint seed game seats", family="stollen")
        self.game_number = event["game"]
        for key in ("seed", "game"):
            self.require(type(event[key]) is int and event[key] >= 0, f"{key}: logged {event[key]!r}")
        self.require(isinstance(event["seats"], list), f"seats: logged {event['seats']!r}")
        self.players = len(event["seats"])
        self.require(1 <= self.players <= 8, f"seats: expected 1 to 8 players, logged {self.players}")
        self.bank: list[float] = [0] * self.players
        self.loot: list[float] = [0] * self.players
        self.saved: list[float] = [0] * self.players  # kept by helmets, loot of the next level (SO32)
        self.fossils = [0] * self.players
        self.carried_points = [0] * self.players
        self.used = {tool: [0] * self.players for tool in ("lamp", "helmet", "rope")}
        self.uses = Counter({"lamp": 0, "helmet": 0, "rope": 0})
        reasons = []
        while self.number < self.last_level:
            self.number += 1
            reasons.append(self.level())
        result = self.end()
        self.require(self.position == len(self.events), "there are lines after the end")
        return {
            **result,
            "players": self.players,
            "reasons": reasons,
            "cards": self.cards,
            "collapses": self.collapses,
            "lost": tidy(self.buried_lost),
            "tool_use": dict(self.uses),
        }

    def level(self) -> str:
        """One level from the shuffled deck to its end; returns why it ended."""
        self.step = 0
        self.inside = list(range(self.players))
        self.left_at: dict[int, int] = {}  # the step in which a player left
        self.last_leavers: list[int] = []
        self.kinds: set[str] = set()  # hazards lying
        self.canary_spoke = False
        self.bank_before = list(self.bank)
        self.loot, self.saved = self.saved, [0] * self.players
        for tool in self.used:
            if self.rules["tools"][tool]["per"] == "level":
                self.used[tool] = [0] * self.players
        self.pool += self.rules["fossils"]["per_level"]
        self.deck = self.read_deck("level", self.full_deck())
        self.seen: list[str] = []
        reason = self.steps()
        self.level_end(reason)
        return reason

    def full_deck(self) -> Counter[str]:
        """Every card that has to be in the deck of this level (S3 to S8, SO5, SO6)."""
        first = 1 if self.rules["deck"]["mode"] == "growing" else self.number
        levels = [self.rules["levels"][str(n)] for n in range(first, self.number + 1)]
        cards = Counter(f"find:{value}" for level in levels for value in level["finds"])
        hazards: Counter[str] = Counter()
        for level in levels:
            hazards.update(level["hazards"])
        cards.update({f"hazard:{kind}": max(0, n - self.removed[kind]) for kind, n in hazards.items()})
        cards[FOSSIL] = self.pool
        return +cards

    def read_deck(self, kind: str, cards: Counter[str]) -> list[str]:
        event = self.line(kind, "level deck" if kind == "level" else "level step deck")
        deck = event["deck"]
        self.require(isinstance(deck, list) and all(isinstance(c, str) for c in deck), f"deck: {deck!r}")
        missing, extra = cards - Counter(deck), Counter(deck) - cards
        self.require(not missing and not extra, f"deck: missing {dict(missing)}, too many {dict(extra)}")
        return list(deck)

    def steps(self) -> str:
        """Choices and cards in turn; returns why the level ends."""
        choose = self.rules["step"]["choice_before_first_card"]
        while True:
            if not self.deck and not self.reshuffle():
                self.leave(list(self.inside), share=self.rules["deck"]["when_empty"] != "bank")
                return "deck-out"
            leavers = self.choice() if choose else []
            choose = True
            collapses = hazard_of(self.deck[0]) in self.kinds
            if leavers and (self.rules["step"]["leaving_comes_first"] or not collapses):
                self.leave(leavers)
                if not self.inside:
                    return "empty"
            self.card()
            if collapses:
                self.collapse()
                return "collapse"

    def reshuffle(self) -> bool:
        """SO15: the finds and hazards turned so far make a new deck, if a hazard is among them."""
        cards = Counter(card for card in self.seen if card != FOSSIL)
        if self.rules["deck"]["when_empty"] != "reshuffle" or not any(map(hazard_of, cards)):
            return False
        self.deck = self.read_deck("reshuffle", cards)
        return True

    def card(self) -> None:
        """Turn the top card (S17 to S20)."""
        card = self.deck.pop(0)
        self.seen.append(card)
        self.step += 1
        self.cards += 1
        each = rest = None
        value, kind = value_of(card), hazard_of(card)
        if value is not None:
            each, rest = divmod(value, len(self.inside))
            self.turned += value
            self.lying.append(rest)
            for p in self.inside:
                self.loot[p] += each
        elif card == FOSSIL:
            self.pool -= 1
            self.fossils_lying += 1
        self.line("card", "level step card each rest", card=card, each=each, rest=rest)
        if kind is not None and kind not in self.kinds:
            self.kinds.add(kind)
        self.conserve()

    def canary(self) -> str | None:
        """What the canary says about the next card (S34 to S38, SO20, SO23 to SO25)."""
        rules, card = self.rules["canary"], self.deck[0]
        if not rules["enabled"] or len(self.kinds) < rules["wakes_at_kinds"]:
            return None
        if rules["speaks"] == "next-card" and self.canary_spoke:
            return None
        self.canary_spoke = True
        if card == FOSSIL:
            silent = not rules["fossil_is_safe"]
        elif rules["silent_at"] == "any-hazard":
            silent = hazard_of(card) is not None
        else:
            silent = hazard_of(card) in self.kinds
        return "silent" if silent else "sings"

    def choice(self) -> list[int]:
        """All who are in choose at once (S9, S10); returns who leaves."""
        event = self.line("choice", "level step canary choices lamps", canary=self.canary())
        choices = self.keyed_by_seat("choices", event["choices"], self.inside)
        self.equal("players who choose", self.inside, list(choices))
        for p, choice in choices.items():
            self.require(choice in ("deeper", "leave"), f"choice of player {p}: logged {choice!r}")
        if self.rules["step"]["last_player"] == "must-leave" and len(self.inside) == 1 < self.players:
            self.equal(f"choice of player {self.inside[0]}, alone", "leave", choices[self.inside[0]])
        lamps = self.rising_seats("lamps", event["lamps"], self.inside)
        for p in lamps:
            self.use("lamp", p)
        if not self.rules["tools"]["lamp"]["several_at_once"]:
            self.require(len(lamps) <= 1, f"lamps: expected at most one in a step, logged {lamps}")
        return [p for p in self.inside if choices[p] == "leave"]

    # --- leaving ----------------------------------------------------------------------------------

    def leave(self, leavers: list[int], share: bool = True) -> None:
        """Leavers bank their loot and share what lies (S11 to S14, S25 to S28), unless it stays."""
        each = self.share_lumps(len(leavers)) if share else 0
        fossils_each = self.share_fossils(leavers) if share else 0
        banked = {}
        for p in leavers:
            banked[str(p)] = tidy(self.loot[p] + each)
            self.bank[p] += self.loot[p] + each
            self.loot[p] = 0
            self.left_at[p] = self.step
            self.inside.remove(p)
        self.last_leavers = leavers
        order = "each left fossils_each fossils_left"
        if self.rules["leftovers"]["settled"] == "fossils-first":
            order = "fossils_each fossils_left each left"
        self.line(
            "leave",
            f"level step players {order} banked",
            players=leavers,
            each=each,
            left=sum(self.lying),
            fossils_each=fossils_each,
            fossils_left=self.fossils_lying,
            banked=banked,
        )
        self.conserve()

    def share_lumps(self, heads: int) -> int:
        """S13, S14, SO7, SO9: what each leaver gets of the lumps that lie."""
        if self.rules["leftovers"]["split"] == "pooled":
            self.lying = [sum(self.lying)]
        each = sum(pile // heads for pile in self.lying)
        self.lying = [pile % heads for pile in self.lying]
        if self.rules["leftovers"]["after_split"] == "lost":
            self.lost += sum(self.lying)
            self.lying = []
        return each

    def share_fossils(self, leavers: list[int]) -> int:
        """S25 to S28, SO11, SO14, DI8: how many of the fossils that lie each leaver gets."""
        rules, heads = self.rules["fossils"], len(leavers)
        each, extra = divmod(self.fossils_lying, heads)
        if heads == 1 and rules["single_leaver_takes"] == "last-turned":
            each = min(each, 1)
        if heads > 1 and rules["share"] == "single-leaver":
            each = extra = 0
        if rules["indivisible"] == "stay":
            extra = 0
        for p in leavers * each + leavers[:1] * extra:
            self.fossils_lying -= 1
            self.fossils[p] += 1
            self.carried_out += 1
            self.carried_points[p] += self.points(self.carried_out) - self.points(self.carried_out - 1)
        return each

    def points(self, count: int) -> int:
        """Points for ``count`` fossils by the table in force (S29, S30, SO17)."""
        rules = self.rules["fossils"]
        table = [0, *(rules["points"] if rules["collection"] else rules["points_plain"])]
        most = len(table) - 1
        if count <= most:
            return int(table[count])
        self.require(rules["beyond_table"] == "extrapolate", f"{count} fossils are more than the table has")
        if rules["collection"]:
            return max(int(table[most]), count * (count + 4))
        return int(table[most]) + 10 * (count - most)

    # --- collapse ---------------------------------------------------------------------------------

    def collapse(self) -> None:
        """S21 to S23, and what helmets (S43) and ropes (S44 to S48) save."""
        kind = hazard_of(self.seen[-1])
        assert kind is not None
        event = self.line("collapse", "level step hazard helmets ropes lost", hazard=kind)
        buried = self.inside
        helmets = self.keyed_by_seat("helmets", event["helmets"], buried)
        self.helmets(buried, helmets, event["ropes"])
        roped = self.ropes(buried, helmets, event["ropes"])
        lost = {str(p): tidy(self.loot[p] - helmets.get(p, 0) - roped.get(p, 0)) for p in buried}
        self.equal("collapse.lost", lost, event["lost"])
        for p in buried:
            self.loot[p] = 0
        self.lost += sum(lost.values())
        self.buried_lost += sum(lost.values())
        self.collapses += 1
        if self.rules["collapse"]["removes"] == "one-of-that-kind":
            self.removed[kind] += 1
        self.conserve()

    def helmets(self, buried: list[int], helmets: dict[int, Any], ropes: Any) -> None:
        """SO30 to SO32: who wears one, what it keeps, and where that goes."""
        rules = self.rules["tools"]["helmet"]
        if rules["use"] == "automatic":
            takes_rope = []
            if rules["with_rope"] == "victim-chooses" and isinstance(ropes, list):
                takes_rope = [rope.get("to") for rope in ropes if isinstance(rope, dict)]
            with_loot = [p for p in buried if self.has("helmet", p) and self.loot[p] > 0]
            self.equal("helmets worn", [p for p in with_loot if p not in takes_rope], list(helmets))
        for p, kept in helmets.items():
            self.use("helmet", p)
            half = self.loot[p] / 2
            if rules["odd"] == "floor":
                half = self.loot[p] // 2
            elif rules["odd"] == "ceil":
                half = (self.loot[p] + 1) // 2
            self.equal(f"helmet of player {p} keeps", tidy(half), kept)
            if rules["kept_is_banked"] or self.number == self.last_level:
                self.bank[p] += half
            else:
                self.saved[p] = half

    def ropes(self, buried: list[int], helmets: dict[int, Any], ropes: Any) -> dict[int, float]:
        """S44 to S48, SO33 to SO40: pay victims and throwers; returns what each rope saved from loss."""
        rules, with_helmet = self.rules["tools"]["rope"], self.rules["tools"]["helmet"]["with_rope"]
        may_throw = [p for p in range(self.players) if p in self.left_at and self.has("rope", p)]
        if not rules["just_left_may_throw"]:
            may_throw = [p for p in may_throw if self.left_at[p] < self.step - 1]
        # A rope divides whole lumps that the helmet does not save; where there are none, it is thrown in vain.
        in_vain = [
            p
            for p in buried
            if self.loot[p] - (helmets.get(p, 0) if with_helmet == "both" else 0) < 1
            or (p in helmets and with_helmet == "helmet-first")
        ]
        targets = [p for p in buried if rules["spent_in_vain"] or p not in in_vain]

        self.require(isinstance(ropes, list), f"ropes: expected a list, logged {ropes!r}")
        for rope in ropes:
            self.equal("keys of a rope", ["each", "from", "kept", "to"], sorted(rope))
        self.rising_seats("players roped", [rope["to"] for rope in ropes], targets)
        thrown: list[int] = []
        saved: dict[int, float] = {}
        for rope in ropes:
            victim = rope["to"]
            throwers = self.rising_seats("throwers", rope["from"], [p for p in may_throw if p not in thrown])
            self.require(bool(throwers), f"rope to player {victim}: nobody throws it")
            self.require(
                not (victim in helmets and with_helmet == "victim-chooses"),
                f"player {victim} takes both helmet and rope, expected one of them",
            )
            for p in throwers:
                self.use("rope", p)
            thrown += throwers
            kept, each = (
                (0, 0)
                if victim in in_vain
                else self.rope_shares(self.loot[victim] - helmets.get(victim, 0), len(throwers))
            )
            self.equal(f"rope to player {victim} keeps", tidy(kept), rope["kept"])
            self.equal(f"rope to player {victim} brings each thrower", tidy(each), rope["each"])
            self.bank[victim] += kept
            for p in throwers:
                self.bank[p] += each
            saved[victim] = kept + each * len(throwers)
        if not rules["may_decline"] and not rules["may_refuse"] and targets:
            self.equal("players who throw, as nobody may decline", may_throw, sorted(thrown))
        return saved

    def rope_shares(self, loot: float, throwers: int) -> tuple[float, float]:
        """S47, S48, SO33, SO34: what a rope leaves the victim, and what it brings each thrower."""
        rules = self.rules["tools"]["rope"]
        kept = other = loot // 2
        odd = loot // 1 - kept - other
        if rules["odd"] == "victim":
            kept += odd
        elif rules["odd"] == "thrower":
            other += odd
        each, rest = divmod(other, throwers)
        if rules["several_rest"] == "victim":
            kept += rest
        return kept, each

    # --- ends -------------------------------------------------------------------------------------

    def level_end(self, reason: str) -> None:
        """SO8, SO12, SO13: where lumps and fossils go that still lie."""
        rules, at_end = self.rules["fossils"], self.rules["leftovers"]["at_level_end"]
        if at_end == "last-leaver" and self.last_leavers:
            each, rest = divmod(sum(self.lying), len(self.last_leavers))
            for p in self.last_leavers:
                self.bank[p] += each
            self.lying = [rest]
        if at_end != "carried" or self.number == self.last_level:
            self.lost += sum(self.lying)
            self.lying = []
        policy = rules["after_collapse"]
        if reason != "collapse" and rules["after_exit"] != "as-collapse":
            policy = rules["after_exit"]
        if policy == "back":
            self.pool += self.fossils_lying
        else:
            self.fossils_out += self.fossils_lying
        self.fossils_lying = 0
        self.line(
            "level-end",
            "level reason bank fossils",
            reason=reason,
            bank=list(map(tidy, self.bank)),
            fossils=self.fossils,
        )
        self.conserve()

    def end(self) -> dict[str, Any]:
        """S29 to S33, SO16, SO18, SO19: points, scores and winners."""
        points = [self.points(count) for count in self.fossils]
        if self.rules["fossils"]["value"] == "carried-order":
            points = self.carried_points
        scores = [bank + point for bank, point in zip(self.bank, points, strict=True)]
        keys: list[list[float]] = [scores]
        if self.rules["scoring"]["tie_break"] == "fossils":
            keys.append(list(self.fossils))
        elif self.rules["scoring"]["tie_break"] == "fossil-points":
            keys.append(list(points))
        if self.rules["scoring"]["still_tied"] == "last-level":
            keys.append([now - before for now, before in zip(self.bank, self.bank_before, strict=True)])
        elif self.rules["scoring"]["still_tied"] == "earliest-leaver":
            keys.append([-self.left_at.get(p, inf) for p in range(self.players)])
        winners = list(range(self.players))
        for key in keys:
            best = max(key[p] for p in winners)
            winners = [p for p in winners if key[p] == best]
        result = {
            "bank": list(map(tidy, self.bank)),
            "fossils": self.fossils,
            "fossil_points": points,
            "scores": list(map(tidy, scores)),
            "winners": winners,
        }
        self.line("end", "bank fossils fossil_points scores winners", **result)
        return result

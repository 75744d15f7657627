"""Every figure of a game follows from its log: counted again there, by the words of its description."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from workbench.definition.load import load
from workbench.families.digging.simulation import DiggingSimulation
from workbench.report.exact import _plain
from workbench.report.page import _own_words as own_words
from workbench.report.words import Words

from .on_paper import bandit_of, kind_of, metal_of
from .table_top import ALONE, TEAM, play_rounds

VALUES = {"gold": 3, "silver": 2, "copper": 1}
LINE_UPS = [
    ("zufall",) * 4,
    ("schuerfer", "raeuber", "zufall", "raeuber"),
    ("raeuber", "buchhalterin", "zufall", "schuerfer"),
]
PARTS = {"mine": "mines", "crate": "crates", "double": "double_crates", "closer": "closers", "bandit": "bandits"}


class Book:
    """What happens in a game, read from its log; all figures that are counted one by one are in ``found``."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.events = events
        self.players = len(next(event for event in events if event["event"] == "round")["hands"])
        self.sides = self.players if events[0]["teams"] is None else len(events[0]["teams"])
        self.found: Counter[str] = Counter()
        self.seats: dict[str, list[int]] = {
            name: [0] * self.players for name in ("pushes", "attacks", "attacks_won", "mines_robbed", "hand_left")
        }
        self.banked = [0] * self.sides
        self.leader: int | None = None
        for event in events:
            name = event["event"].replace("-", "_")
            if name != "game":
                getattr(self, name)(event)

    def worth(self, mine: str) -> int:
        crates = self.crates[mine]
        doubled = bool(crates) and kind_of(crates[0]) == "double"
        return VALUES[metal_of(mine)] * len(crates) * (2 if doubled else 1)

    def round(self, event: dict[str, Any]) -> None:
        self.found["rounds"] += 1
        self.hands = [list(hand) for hand in event["hands"]]
        self.crates: dict[str, list[str]] = {}
        self.owner: dict[str, int] = {}
        self.closer: dict[str, str] = {}
        self.pushed: set[str] = set()
        if self.found["rounds"] == 1:
            self.starter = event["starter"]

    def turn(self, event: dict[str, Any]) -> None:
        player, action, card = event["player"], event["action"], event.get("card", "")
        self.found["length"] += 1
        self.found["draws"] += action == "draw"
        self.found["passes"] += action == "pass"
        if action == "draw":
            self.hands[player].append(card)
        elif action == "push":
            self.seats["pushes"][player] += 1
            self.hands[player].remove(card)
            self.hands[event["to"]].append(card)
            self.pushed.add(card)
        elif action == "play":
            self.hands[player].remove(card)
            self.play(event)

    def play(self, event: dict[str, Any]) -> None:
        player, card = event["player"], event["card"]
        if "display" in event:
            self.found["mines_opened"] += 1
            self.owner[card], self.crates[card] = event["display"], []
        elif kind_of(card) == "closer":
            own = (self.owner[event["mine"]] - player) % self.sides == 0
            self.found["mines_closed" if own else "mines_spoiled"] += 1
            self.close(event["mine"], card)
        elif kind_of(card) == "bandit":
            self.fight(player, card, event["mine"], event["fight"])
        else:
            self.crates[event["mine"]].append(card)

    def close(self, mine: str, closer: str) -> None:
        self.closer[mine] = closer
        self.banked[self.owner[mine] % self.sides] += self.worth(mine)
        best = max(self.banked)
        if best and self.banked.count(best) == 1:
            leader = self.banked.index(best)
            self.found["lead_changes"] += self.leader not in (None, leader)
            self.leader = leader

    def fight(self, attacker: int, bandit: str, mine: str, fight: dict[str, Any]) -> None:
        self.found["fights"] += 1
        self.seats["attacks"][attacker] += 1
        played = [(attacker, bandit), *((a["player"], a["card"]) for a in fight["answers"] if a["card"])]
        for player, card in played[1:]:
            self.hands[player].remove(card)
        bandits = [(player, card) for player, card in played if kind_of(card) == "bandit"]
        for _, card in bandits:
            self.found[f"bandit_plays.{bandit_of(card)}"] += 1
        owner, worth = self.owner[mine], self.worth(mine)
        if fight["outcome"] == "closed":
            self.found["closed_in_fights"] += 1
            assert self.crates[mine].pop() == fight["removed"]
            self.found["closing_cost"] += worth - self.worth(mine)
            self.close(mine, played[-1][1])
            return
        lost = self.is_lost(bandits, owner)
        assert lost == (fight["outcome"] == "lost")
        for one in bandits:
            if self.is_lost([other for other in bandits if other != one], owner) != lost:
                self.found[f"bandit_worth.{bandit_of(one[1])}"] += worth
                self.found["push_points.bandits"] += worth * (one[1] in self.pushed)
        self.found["mines_lost" if lost else "mines_kept"] += 1
        if lost:
            self.found["mine_lost_worth"] += worth
            self.seats["mines_robbed"][owner] += 1
            self.seats["attacks_won"][attacker] += (fight["to"] - attacker) % self.sides == 0
            self.owner[mine] = fight["to"]

    def is_lost(self, bandits: list[tuple[int, str]], owner: int) -> bool:
        strength = [0] * self.sides
        for player, card in bandits:
            strength[player % self.sides] += bandit_of(card)
        defence = strength[owner % self.sides]
        return max(strength) > defence

    def round_end(self, event: dict[str, Any]) -> None:
        for mine in event["mines"]:
            name, worth = mine["mine"], self.worth(mine["mine"])
            if not mine["closed"]:
                self.found["points_open"] += worth
                continue
            self.found[f"points.{metal_of(name)}"] += mine["value"]
            each = worth // len(mine["cards"]) if mine["cards"] else 0
            self.found["push_points.crates"] += each * len(self.pushed.intersection(mine["cards"]))
            self.found["push_points.closers"] += worth * (self.closer[name] in self.pushed)
        for seat, hand in enumerate(self.hands):
            self.seats["hand_left"][seat] += len(hand)
            for card in hand:
                self.found[f"hand_left.{PARTS[kind_of(card)]}"] += 1

    def end(self, event: dict[str, Any]) -> None:
        scores = event["team_scores"] or event["scores"]
        mine = scores[self.starter % self.sides]
        ordered = sorted(scores, reverse=True)
        self.found["gap"] = ordered[0] - ordered[1]
        self.found["starter_lead"] = mine * (self.sides - 1) - (sum(scores) - mine)
        winning = len({seat % self.sides for seat in event["winners"]})
        self.found["ties"] = winning > 1
        self.found["starter_wins"] = 840 // winning if self.starter in event["winners"] else 0
        for team in range(self.sides if event["team_scores"] else 0):
            self.found[f"team_score.{team + 1}"] = scores[team]
            self.found[f"team_wins.{team + 1}"] = 840 // winning if team in event["winners"] else 0
            for seat in range(team, len(self.hands), self.sides):
                self.seats.setdefault("team_score", [0] * len(self.hands))[seat] = scores[team]
        self.found["attacks_won_share"] = self.found["mines_lost"]
        parts = ("crates", "closers", "bandits")
        self.found["push_worth"] = sum(self.found[f"push_points.{part}"] for part in parts)


@pytest.mark.rule("D14", "D16", "D17", "D18", "D20", "D21", "D23", "D25")
@pytest.mark.parametrize("names", LINE_UPS, ids="-".join)
@pytest.mark.parametrize("changes", [(), ("target=30",)], ids=["a round", "to 30 points"])
@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_every_figure_follows_from_the_log(variant: str, changes: tuple[str, ...], names: tuple[str, ...]) -> None:
    loaded = load(variant, changes)
    simulation = DiggingSimulation(loaded.definition, loaded.seats(names))
    total: Counter[str] = Counter()
    for game, row in enumerate(simulation.play(6, 0, 8)):
        book = Book(simulation.log(6, game))
        total.update(book.found)
        told = set()
        for column, value in zip(simulation.columns, row, strict=True):
            told.add(column.name)
            if column.name in ("win_rate", "score") or column.name.startswith("turn_"):
                continue
            if column.name in book.seats:
                seats = book.seats[column.name]
                assert value == (sum(seats) if column.seat is None else seats[column.seat]), column.name
            else:
                assert value == book.found[column.name], column.name
        assert set(book.found) <= told
    assert all(total[name] for name in ("fights", "mines_lost", "mines_kept", "points.gold", "bandit_worth.12"))


def test_leads_of_a_game_laid_out_by_hand() -> None:
    deck = (
        "mine:gold:1 mine:silver:1 crate:gold:1 crate:silver:1 closer:1 closer:2 mine:copper:1 crate:silver:2 "
        "crate:copper:1 bandit:1 closer:3 bandit:2"
    )
    script = [
        "mine:gold:1 for 0", "mine:silver:1 for 1", "crate:gold:1 on mine:gold:1", "crate:silver:1 on mine:silver:1",
        "closer:1 on mine:gold:1", "crate:silver:2 on mine:silver:1", "mine:copper:1 for 0",
        "closer:2 on mine:silver:1", "crate:copper:1 on mine:copper:1", "draw", "closer:3 on mine:copper:1",
    ]  # fmt: skip
    book = Book(play_rounds(deck, script, 2, ALONE))
    # 3 : 0, then 3 : 4; at 4 : 4 nobody leads.
    assert book.found["lead_changes"] == 1
    assert (book.found["gap"], book.found["ties"], book.found["starter_wins"]) == (0, True, 420)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_the_report_has_words_for_every_metric(variant: str, language: str) -> None:
    loaded = load(variant)
    own = own_words(loaded, language)
    words = Words(language, own)
    found = [c for c in DiggingSimulation(loaded.definition, loaded.seats()).columns if c.shown and c.seat is None]
    names = set()
    for column in found:
        name, meaning = words.metric(column.name, column.description)
        assert meaning and not set("_.") & set(name)
        names.add(name)
        if language == "de":
            assert meaning != column.description
            if column.unit and not column.unit.startswith("share of games"):
                assert words.unit(column.unit) != column.unit
    assert len(names) == len(found)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_the_report_has_words_for_every_exact_figure(variant: str, language: str) -> None:
    loaded = load(variant)
    words = Words(language, own_words(loaded, language))
    tables = _plain(loaded.family.analyse(loaded.definition), words)
    names = [row[0] for row in tables[0].rows]
    assert len(set(names)) == len(names) > 15
    assert not set("_.") & set("".join(names))

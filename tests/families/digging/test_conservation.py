"""Nothing is lost and nothing is made up: every card, action and point of games against the rules on paper."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.families.digging import fights, knowledge, legal, mines, rules, scoring, state, turns
from workbench.families.digging.compile import new_table
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.log import events_of, trace_length
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import (
    CURSOR,
    DRAW,
    KINDS,
    MINES,
    NOTHING,
    PASS,
    PUSH,
    Rules,
    Seats,
    Table,
    action_of,
    kind_of,
    target_of,
    verb_of,
)
from workbench.families.digging.trace import ANSWER, CRATE, DEALT, FIGHT, MINE, PILED, POINTS, ROUND, TURN, WIDTH

from . import audit
from .on_paper import Round
from .recompute import recompute
from .strategies import definitions, seats_of

VERBS = {DRAW: "draw", PASS: "pass", PUSH: "push"}


def head_of(simulation: DiggingSimulation, own: dict[str, Any]) -> dict[str, Any]:
    """The first line as a run writes it."""
    seats = [seat.to_dict() for seat in simulation.line_up]
    run = {"family": "digging", "variant": "x", "fingerprint": {}, "seed": 1, "game": 0, "seats": seats}
    return {**own, **run}


def recomputed(simulation: DiggingSimulation, events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the second reading of the rules makes of a log."""
    own, *others = json.loads(json.dumps(events))
    tables = json.loads(json.dumps(simulation.definition.model_dump()))
    return recompute(tables, [head_of(simulation, own), *others])


class Gambler:
    """Decides for everybody by chance, and holds the rules against the rules on paper before each decision."""

    def __init__(self, definition: DiggingDefinition, luck: Random) -> None:
        self.simulation = DiggingSimulation(definition, seats_of(definition))
        self.tables = definition.model_dump()
        self.names = self.simulation.cards.name
        self.luck = luck
        self.paper: Round | None = None
        self.chosen: int | None = None
        self.read = 0  # records of the trace that were read
        self.refused = self.done = 0

    def play(self, seed: int) -> dict[str, Any]:
        """One game; returns what the second reading makes of its log."""
        simulation = self.simulation
        table = new_table(simulation.rules, trace_length(simulation.rules, simulation.seats))
        with (
            patch.object(turns, "decide", self.decide),
            patch.object(fights, "answer", self.answer),
            patch.object(fights, "second_bandit", self.second_bandit),
            patch.object(fights, "picks_display", self.picks_display),
        ):
            rules.play_game(simulation.rules, simulation.players, table, seed, 0)
        self.compare(table)
        found = recomputed(simulation, events_of(simulation, table, table.trace[: table.counts[CURSOR]]))
        assert [table.score[seat] for seat in range(simulation.seats)] == found["scores"]
        share = 840 // len(found["winners"])
        assert [table.win[seat] for seat in range(simulation.seats)] == [
            share * (seat in found["winners"]) for seat in range(simulation.seats)
        ]
        return found

    # --- what is on the table ---------------------------------------------------------------------

    def deal(self, t: Table) -> None:
        """Begin another round on paper where the trace has one."""
        for at in range(self.read, t.counts[CURSOR], WIDTH):
            event, a, b = t.trace[at : at + 3]
            if event == ROUND:
                self.hands: list[list[str]] = [[] for _ in range(self.simulation.seats)]
                self.pile: list[str] = []
                self.starter = b
                self.paper = None
            elif event == DEALT:
                self.hands[a].append(self.names[b])
            elif event == PILED:
                self.pile.append(self.names[a])
        self.read = t.counts[CURSOR]
        if self.paper is None:
            self.paper = Round(self.tables, self.hands, self.pile, self.starter)

    def compare(self, t: Table) -> None:
        """Where every card is, by the table and on paper."""
        paper = self.paper
        assert paper is not None
        if paper.fight is not None and not paper.fight.order:
            paper.settle(self.chosen)
            self.chosen = None
        r = self.simulation.rules
        by_place: dict[int, list[str]] = {}
        for card in range(r.cards):
            by_place.setdefault(t.place[card], []).append(self.names[card])
        for seat, hand in enumerate(paper.hands):
            assert sorted(by_place.pop(seat, [])) == sorted(hand)
            assert t.hand_cards[seat] == len(hand)
        assert sorted(by_place.pop(-1, [])) == sorted(paper.pile)
        laid = [card for name, mine in paper.mines.items() for card in (name, *mine.cards)]
        assert sorted(by_place.pop(-2, [])) == sorted(laid)
        assert sorted(by_place.pop(-3, [])) == sorted([*paper.removed, *paper.laid()])
        assert not by_place
        assert [self.names[t.mine_card[mine]] for mine in range(t.counts[MINES])] == list(paper.mines)
        for number, mine in enumerate(paper.mines.values()):
            crates = t.stacks[number * r.stack :][: t.mine_crates[number]]
            assert [self.names[card] for card in crates] == mine.crates
            assert t.mine_display[number] == mine.display
            assert (self.names[t.mine_closer[number]] if t.mine_closer[number] >= 0 else None) == mine.closer

    def card(self, kind: int, player: int) -> str | None:
        """The card of a kind that the rules take from a hand; any other of the kind if there is none in it."""
        r = self.simulation.rules
        if not 0 <= kind < r.kinds:
            return None
        of_kind = self.names[r.first_card[kind] :][: r.copies[kind]]
        assert self.paper is not None
        held = [card for card in of_kind if card in self.paper.hands[player]]
        return next(iter(held or of_kind), None)

    # --- decisions --------------------------------------------------------------------------------

    def on_paper(self, player: int, action: int) -> dict[str, Any]:
        """An action of the rules as one of the paper."""
        verb, kind, target = verb_of(action), kind_of(action), target_of(action)
        assert self.paper is not None
        if verb in (DRAW, PASS):
            return {"action": VERBS[verb]}
        card = self.card(kind, player)
        if verb == PUSH:
            return {"action": "push", "card": card, "to": self.paper.partner(player)}
        if card is not None and card.startswith("mine:"):
            return {"action": "play", "card": card, "display": target}
        mines = list(self.paper.mines)
        return {"action": "play", "card": card, "mine": mines[target] if target < len(mines) else None}

    def decide(self, r: Rules, s: Seats, t: Table, key: int, player: int) -> int:
        self.deal(t)
        self.compare(t)
        paper = self.paper
        assert paper is not None
        assert paper.player == player
        count = legal.list_actions(r, s, t, player)
        listed = t.actions[:count]
        tried = set(listed)
        for _ in range(30):
            kind = self.luck.randrange(r.kinds + 2)
            tried.add(action_of(self.luck.randrange(4), kind, self.luck.randrange(t.counts[MINES] + s.players + 1)))
        before = snapshot(t)
        for action in sorted(tried):
            fault = legal.fault(r, s, t, player, action)
            refusal = paper.refusal(player, self.on_paper(player, action))
            assert (fault == legal.FINE) == (refusal is None), (legal.FAULTS[fault], refusal)
            assert (plain(action) in listed) == (fault == legal.FINE)
            self.refused += fault != legal.FINE
        assert snapshot(t) == before
        action = self.luck.choice(listed)
        paper.do(player, self.on_paper(player, action))
        self.done += 1
        return int(action)

    def answer(self, r: Rules, s: Seats, t: Table, key: int, attacker: int, mine: int, player: int) -> int:
        assert self.paper is not None
        fine = []
        before = snapshot(t)
        for kind in range(r.kinds + 1):
            fault = legal.answer_fault(r, s, t, attacker, mine, player, kind)
            refusal = self.paper.refuses_answer(player, self.card(kind, player) or "nothing")
            assert (fault == legal.FINE) == (refusal is None), (legal.FAULTS[fault], refusal)
            self.refused += fault != legal.FINE
            fine += [kind] if fault == legal.FINE else []
        assert snapshot(t) == before
        chosen = self.luck.choice([NOTHING, *fine])
        self.paper.answer(player, self.card(chosen, player))
        return chosen

    def second_bandit(self, r: Rules, s: Seats, t: Table, key: int, mine: int, player: int) -> int:
        assert self.paper is not None
        bandits = [kind for kind in range(r.closer + 1, r.kinds) if t.hand[player * KINDS + kind]]
        chosen = self.luck.choice([NOTHING, *bandits])
        if chosen >= 0:
            self.paper.answer(player, self.card(chosen, player))
        return chosen

    def picks_display(self, r: Rules, s: Seats, t: Table, mine: int, player: int) -> int:
        assert self.paper is not None
        self.chosen = self.luck.choice(self.paper.side(player))
        return self.chosen


def plain(action: int) -> int:
    """The action as it is listed: without what does not matter to it."""
    verb = verb_of(action)
    if verb in (DRAW, PASS):
        return action_of(verb, 0, 0)
    return action_of(verb, kind_of(action), 0 if verb == PUSH else target_of(action))


def snapshot(t: Table) -> list[list[int]]:
    """Everything on the table but the list of actions."""
    return [list(column) for name, column in zip(Table._fields, t, strict=True) if name not in ("actions", "trace")]


@pytest.mark.rule("D4", "D7", "D9", "D10", "D12", "D13", "D15", "D26", "D-E9")
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(definition=definitions(most_players=8), seed=st.integers(0, 2**63 - 1), luck=st.randoms(use_true_random=False))
def test_random_actions_legal_and_illegal(definition: DiggingDefinition, seed: int, luck: Random) -> None:
    gambler = Gambler(definition, Random(luck.getrandbits(64)))
    found = gambler.play(seed)
    assert gambler.done == found["turns"]


# Compiled games


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(definition=definitions(most_players=8), seed=st.integers(0, 2**63 - 1))
def test_random_definitions_compiled(definition: DiggingDefinition, seed: int) -> None:
    interpreted, fast = (DiggingSimulation(definition, seats_of(definition)) for _ in range(2))
    fast.prepare(1_000_000, lambda text: None)
    assert fast.is_compiled
    assert np.array_equal(interpreted.play(seed, 0, 4), fast.play(seed, 0, 4))


@pytest.mark.rule("DO1", "DO2", "DO3", "DO4", "DO6", "DO8", "DO9", "DO11", "DO12", "DO15", "DO16", "DO18", "DO20")
@pytest.mark.rule("DO23", "DO24", "DO25", "DO28")
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(definition=definitions(most_players=8), seed=st.integers(0, 2**63 - 1))
def test_logs_of_random_definitions(definition: DiggingDefinition, seed: int) -> None:
    simulation = DiggingSimulation(definition, seats_of(definition))
    at = {(column.name, column.seat): i for i, column in enumerate(simulation.columns)}
    for game, row in enumerate(simulation.play(seed, 0, 2)):
        found = recomputed(simulation, simulation.log(seed, game))
        for seat in range(simulation.seats):
            assert row[at["score", seat]] == found["scores"][seat]
            share = 840 // len(found["winners"]) if seat in found["winners"] else 0
            assert row[at["win_rate", seat]] == share
        assert row[at["length", None]] == found["turns"]


# The audit finds what is wrong


@pytest.mark.parametrize("variant", audit.VARIANTS)
def test_a_few_games_interpreted(variant: str) -> None:
    for seats in audit.tables(load(variant)):
        simulation = audit.simulation_of(variant, seats)
        assert simulation.breaches([simulation.row(3, game) for game in range(5)]) == {}


FIELDS = {
    ROUND: 2, DEALT: 2, PILED: 1, TURN: 5, ANSWER: 2, FIGHT: 5, MINE: 4, CRATE: 1, POINTS: 2,
}  # fmt: skip
"""By event: how many numbers of its record say something."""


def says(record: Sequence[int], field: int) -> bool:
    """Whether a number of a record says something in this one."""
    event, verb = record[0], record[3]
    if event == TURN and verb in (DRAW, PASS):
        return field < 4 + (verb == DRAW)
    return field <= FIELDS[event]


@pytest.mark.parametrize("variant", audit.VARIANTS)
def test_every_number_of_a_trace_is_audited(variant: str) -> None:
    loaded = load(variant)
    simulation = audit.simulation_of(variant, ["raeuber", "zufall", "buchhalterin", "raeuber"])
    assert loaded.definition.target == 0
    for game in range(2):
        table = simulation.traced_table()
        audit.play(simulation.rules, simulation.players, table, 1, game)
        for at in range(0, table.counts[CURSOR], WIDTH):
            record = list(table.trace[at : at + WIDTH])
            for field in range(1, WIDTH):
                for wrong in (record[field] + 1, record[field] - 1):
                    if says(record, field) and not (record[0] == ANSWER and field == 2 and wrong < 0):
                        table.trace[at + field] = wrong
                        assert is_found(simulation, table), (game, record, field, wrong)
                        table.trace[at + field] = record[field]
        assert not is_found(simulation, table)


def is_found(simulation: audit.Audited, table: Table) -> bool:
    """Whether the audit objects; a number that is no card and no mine leads it off the table."""
    row = [0] * len(simulation.columns)
    try:
        audit.measure(simulation.rules, simulation.players, table, row)
    except IndexError:
        return True
    return bool(simulation.breaches([row]))


TAMPERING = {
    "a point too many": (lambda t: add(t.score, 1, 1), {"points"}),
    "a card in another hand": (lambda t: add(t.place, next(n for n, p in enumerate(t.place) if p == 0), 1), {"places"}),
    "a card gone": (lambda t: add(t.place, next(n for n, p in enumerate(t.place) if p == -2), -1), {"places"}),
    "a win too many": (lambda t: add(t.win, 0, 840), {"wins"}),
    "half a win": (lambda t: add(t.win, 1, 420), {"wins"}),
}


def add(values: Any, at: int, more: int) -> None:
    values[at] += more


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found(what: str) -> None:
    change, expected = TAMPERING[what]
    simulation = audit.simulation_of("digging/team", ["zufall"] * 4)
    for game in range(3):
        assert expected == set(simulation.breaches([simulation.row(1, game, change)]))


WRONG_RULES = {
    "a tie is lost": (fights, "strongest_other", lambda r, s, t, side: 1 + knowledge.strongest_other(r, s, t, side)),
    "a closer leaves the top crate": (fights, "remove_top", lambda r, t, mine: t.stacks[mine * r.stack]),
    "mines stay where they are": (fights, "move_mine", lambda r, s, t, mine, display: None),
    "open mines score": (scoring, "is_open", lambda t, mine: False),
    "no doubling": (mines, "is_double", lambda r, card: False),
    "no last actions": (rules, "pile_cards", lambda r, t: max(1, state.pile_cards(r, t))),
}


@pytest.mark.parametrize("what", WRONG_RULES)
def test_wrong_rules_are_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong = WRONG_RULES[what]
    monkeypatch.setattr(module, name, wrong)
    simulation = audit.simulation_of("digging/team", ["raeuber", "zufall", "raeuber", "zufall"])
    assert simulation.breaches([simulation.row(1, game) for game in range(20)]), what


# A million games


@pytest.mark.slow
@pytest.mark.rule("D4", "D5", "D6", "D9", "D12", "D13", "D14", "D16", "D17", "D18", "D19", "D20", "D21", "D23", "D-E9")
@pytest.mark.parametrize("variant", audit.VARIANTS)
def test_a_million_games_without_a_breach(variant: str) -> None:
    total: Counter[str] = Counter()
    for seats, found in audit.audited(variant, audit.GAMES):
        total.update(found)
        # What is audited are the games that simulations play.
        simulation = audit.simulation_of(variant, seats)
        plain = DiggingSimulation(simulation.definition, simulation.line_up)
        for one in (simulation, plain):
            one.prepare(audit.GAMES, lambda text: None)
        outcomes = simulation.play(audit.SEED, 0, 2000)[:, audit.COLUMNS :]
        assert np.array_equal(outcomes, plain.play(audit.SEED, 0, 2000)[:, : 2 * simulation.seats])
    assert total["games"] == audit.GAMES
    print(f"{variant}: {dict(total)}, no breach")

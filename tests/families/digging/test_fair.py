"""Characters know what their players know: cards that they cannot see change no decision of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.families.digging import fights, players, turns
from workbench.families.digging.compile import new_table
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.knowledge import view_of
from workbench.families.digging.rules import play_game
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import (
    ASK_ACTION,
    ASK_ANSWER,
    ASK_SECOND,
    DRAWN,
    IN_PILE,
    KINDS,
    NOTHING,
    PASS,
    Rules,
    Seats,
    Table,
    action_of,
)

from .strategies import definitions, seats_of
from .table_top import ALONE, TEAM

CARD = (1 << 12) - 1
QUESTIONS = {"decide": ASK_ACTION, "answer": ASK_ANSWER, "second_bandit": ASK_SECOND}


class Mixer:
    """Before each decision, deals the cards that its player cannot see anew, and compares what he then does."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.compared = 0

    def asks_again(self, name: str) -> Callable[..., Any]:
        honest = getattr(players, name)

        def asked(r: Rules, s: Seats, t: Table, key: int, *rest: int) -> int:
            player = rest[-1]
            mine = rest[-2] if len(rest) > 1 else NOTHING
            question = QUESTIONS[name]
            found = honest(r, s, t, key, *rest)
            view = view_of(r, s, t, player, question, action_of(PASS, 0, 0), mine)
            columns = (t.place, t.keys, t.hand, t.told, t.pushed)
            before = [list(column) for column in columns]
            self.deal_anew(r, s, t, player)
            again = honest(r, s, t, key, *rest)
            assert again == found, f"{name} of seat {player}"
            assert view_of(r, s, t, player, question, action_of(PASS, 0, 0), mine) == view
            for column, kept in zip(columns, before, strict=True):
                column[:] = kept
            self.compared += 1
            return int(found)

        return asked

    def deal_anew(self, r: Rules, s: Seats, t: Table, player: int) -> None:
        """Other cards into the pile and into the others' hands; what was pushed to the partner stays with him."""
        partner = (player + s.players // 2) % s.players if r.teams else player
        known = [t.told[player * KINDS + kind] for kind in range(r.kinds)]
        hidden: list[int] = []
        for card in range(r.cards):
            place = t.place[card]
            if place == IN_PILE or (place >= 0 and place != player):
                kind = r.card_kind[card]
                if place == partner and known[kind]:
                    known[kind] -= 1
                    continue
                hidden.append(card)
        assert not any(known)
        mixed = self.luck.sample(hidden, len(hidden))
        moved = dict(zip(hidden, mixed, strict=True))
        places = {mixed_card: t.place[card] for card, mixed_card in moved.items()}
        for card in hidden:
            kind = r.card_kind[card]
            if t.place[card] >= 0:
                t.hand[t.place[card] * KINDS + kind] -= 1
        for card, place in places.items():
            t.place[card] = place
            t.pushed[card] = self.luck.randrange(2)
            if place >= 0:
                t.hand[place * KINDS + r.card_kind[card]] += 1
        for at in range(t.counts[DRAWN], r.cards):
            t.keys[at] = (t.keys[at] & ~CARD) | moved[t.keys[at] & CARD]
        for other in range(s.players):
            for kind in range(r.kinds) if other != player else ():
                t.told[other * KINDS + kind] = self.luck.randrange(2)


@pytest.mark.rule("D6", "D26")
@pytest.mark.parametrize(
    ("variant", "names"),
    [
        (TEAM, ("schuerfer", "raeuber", "buchhalterin", "zufall")),
        (TEAM, ("buchhalterin",) * 4),
        (TEAM, ("zufall", "schuerfer", "zufall", "raeuber")),
        (ALONE, ("schuerfer", "raeuber", "buchhalterin")),
        (ALONE, ("buchhalterin", "raeuber")),
    ],
)
def test_hidden_cards_change_no_decision(variant: str, names: tuple[str, ...]) -> None:
    loaded = load(variant)
    assert deal_anew_in(DiggingSimulation(loaded.definition, loaded.seats(names)), 3, range(4)) > 200


def deal_anew_in(simulation: DiggingSimulation, seed: int, games: Iterable[int]) -> int:
    """Play games in which before every decision the cards that its player cannot see are dealt anew; how many."""
    mixer = Mixer(Random(seed))
    with (
        patch.object(turns, "decide", mixer.asks_again("decide")),
        patch.object(fights, "answer", mixer.asks_again("answer")),
        patch.object(fights, "second_bandit", mixer.asks_again("second_bandit")),
    ):
        for game in games:
            play_game(simulation.rules, simulation.players, new_table(simulation.rules), seed, game)
    return mixer.compared


@pytest.mark.rule("D6", "D26", "DO8")
@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(
    definition=definitions(),
    names=st.lists(st.sampled_from(("schuerfer", "raeuber", "buchhalterin")), min_size=4, max_size=4),
    pushing=st.booleans(),
    seed=st.integers(0, 2**31),
)
def test_by_no_definition_do_hidden_cards_change_a_decision(
    definition: DiggingDefinition, names: list[str], pushing: bool, seed: int
) -> None:
    seats = seats_of(definition, tuple(names[: len(definition.seats)]))
    if pushing:
        seats = [replace(seat, parameters={**seat.parameters, "push_closer": 90, "push_bandit": 900}) for seat in seats]
    deal_anew_in(DiggingSimulation(definition, seats), seed, range(1))


def test_a_cheat_is_found() -> None:
    def peeks(r: Rules, s: Seats, t: Table, player: int, action: int, view: object) -> int:
        return int(action * (1 + t.hand[(player + 1) % s.players * KINDS + r.closer]) % 7)

    with patch.object(players, "weight_of_action", peeks), pytest.raises(AssertionError, match="decide of seat"):
        test_hidden_cards_change_no_decision(TEAM, ("schuerfer",) * 4)

"""The rules of docs/rules.md, 3.2 to 3.4, one by one, on tables laid out by hand and in logs of whole games."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache
from typing import Any

import pytest

from workbench.definition.load import load
from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import OUT

from .table_top import ALONE, TEAM, Layout, definition_of, play_rounds

GOLD, SILVER, COPPER = "mine:gold:1", "mine:silver:1", "mine:copper:1"
Events = list[dict[str, Any]]


def crates(metal: str, count: int, first: int = 1) -> str:
    return " ".join(f"crate:{metal}:{number}" for number in range(first, first + count))


@cache
def many(
    variant: str = TEAM, names: tuple[str, ...] = ("schuerfer", "raeuber", "buchhalterin", "zufall")
) -> list[Events]:
    loaded = load(variant)
    simulation = DiggingSimulation(loaded.definition, loaded.seats(names))
    return [simulation.log(8, game) for game in range(30)]


def turns_of(events: Events) -> Events:
    return [event for event in events if event["event"] == "turn"]


# Cards and deal


@pytest.mark.rule("D1")
def test_the_deck_has_the_sixty_cards() -> None:
    deal = many()[0][1]
    cards = [*deal["pile"], *(card for hand in deal["hands"] for card in hand)]
    assert len(cards) == len(set(cards)) == 60
    kinds = Counter(":".join(card.split(":")[:-1]) for card in cards)
    for metal in ("gold", "silver", "copper"):
        assert (kinds[f"mine:{metal}"], kinds[f"crate:{metal}"], kinds[f"double:{metal}"]) == (3, 9, 1)
    assert kinds["closer"] == 9
    assert sorted(int(card[7:]) for card in cards if card.startswith("bandit")) == list(range(1, 13))


@pytest.mark.rule("D2", "DO26")
@pytest.mark.parametrize(("players", "pile"), [(2, 48), (3, 42), (4, 36)])
def test_six_cards_each_and_the_rest_is_the_pile(players: int, pile: int) -> None:
    for events in many(ALONE, ("schuerfer", "raeuber", "zufall", "zufall")[:players]):
        assert [len(hand) for hand in events[1]["hands"]] == [6] * players
        assert len(events[1]["pile"]) == pile


@pytest.mark.rule("D2")
def test_deals_differ_and_every_card_gets_everywhere() -> None:
    tops = {events[1]["pile"][0] for events in many()}
    assert len(tops) > 15
    simulation = DiggingSimulation(definition_of(TEAM, {"turns.most": 1}), load(TEAM).seats(["zufall"] * 4))
    firsts = Counter(simulation.log(2, game)[1]["hands"][0][0] for game in range(600))
    # 60 cards in 600 games: ten times each, 3.1 either way.
    assert len(firsts) == 60
    assert max(firsts.values()) < 25


@pytest.mark.rule("D3")
def test_partners_sit_opposite_and_teams_alternate() -> None:
    assert many()[0][0]["teams"] == [[0, 2], [1, 3]]
    for events in many():
        players = [turn["player"] for turn in turns_of(events)]
        assert all((later - earlier) % 4 == 1 for earlier, later in itertools.pairwise(players))


# A turn


@pytest.mark.rule("D4", "DO13", "DO14")
def test_one_action_then_the_left_neighbour_even_after_a_fight() -> None:
    fought = 0
    for events in many():
        turns = turns_of(events)
        for turn, following in itertools.pairwise(turns):
            assert following["player"] == (turn["player"] + 1) % 4
            assert turn["action"] in ("draw", "push", "play", "pass")
            fought += "fight" in turn
    assert fought > 20


@pytest.mark.rule("D5")
def test_drawing_takes_the_top_card_and_hands_have_no_limit() -> None:
    table = Layout(["bandit:1", "", "", ""], pile="mine:gold:1 closer:9")
    assert table.do(0, "draw") == {"event": "turn", "turn": 1, "player": 0, "action": "draw", "card": "mine:gold:1"}
    assert table.do(1, "draw")["card"] == "closer:9"
    assert table.hand(0) == ["mine:gold:1", "bandit:1"]
    for _ in range(40):
        table.do(0, "draw")
    assert len(table.hand(0)) == 42


@pytest.mark.rule("D6", "DO21")
def test_pushing_gives_the_partner_a_card() -> None:
    table = Layout(["closer:3 bandit:2", "", "", "bandit:4"])
    pushed = table.do(0, "push closer:3")
    assert pushed == {"event": "turn", "turn": 1, "player": 0, "action": "push", "card": "closer:3", "to": 2}
    assert (table.hand(0), table.hand(2)) == (["bandit:2"], ["closer:3"])
    assert table.fault(1, "push bandit:4") == "not-in-hand"
    # He may have none himself, and an empty hand has nothing to give.
    assert table.do(3, "push bandit:4")["to"] == 1
    assert table.fault(3, "push bandit:4") == "not-in-hand"


@pytest.mark.rule("D6", "D26")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_pushes_who_plays_alone(players: int) -> None:
    table = Layout(["closer:3"] + [""] * (players - 1), variant=ALONE)
    assert table.fault(0, "push closer:3") == "alone"
    for events in many(ALONE, ("zufall", "raeuber", "buchhalterin", "schuerfer")[:players]):
        assert events[0]["teams"] is None
        assert all(turn["action"] != "push" for turn in turns_of(events))


@pytest.mark.rule("D7", "DO3")
def test_cards_go_into_the_own_or_the_partners_display_and_only_closers_and_bandits_into_others() -> None:
    hand = "mine:silver:1 crate:gold:5 closer:1 bandit:3"
    mines = [(f"mine:gold:{seat + 1}", seat, "") for seat in range(3)]
    table = Layout([hand, "", "", ""], [*mines[:1], ("mine:gold:2", 1, "crate:gold:1"), *mines[2:]])
    assert table.fault(0, "mine:silver:1 for 0") == table.fault(0, "mine:silver:1 for 2") == "none"
    assert table.fault(0, "mine:silver:1 for 1") == table.fault(0, "mine:silver:1 for 3") == "not-for-opponents"
    assert table.fault(0, "mine:silver:1 for 4") == "no-such-player"
    assert table.fault(0, "crate:gold:5 on mine:gold:1") == table.fault(0, "crate:gold:5 on mine:gold:3") == "none"
    assert table.fault(0, "crate:gold:5 on mine:gold:2") == "not-for-opponents"
    assert table.fault(0, "closer:1 on mine:gold:2") == table.fault(0, "bandit:3 on mine:gold:2") == "none"
    assert table.do(0, "mine:silver:1 for 2")["display"] == 2
    assert table.display(SILVER) == 2


@pytest.mark.rule("DO3")
def test_everything_may_go_into_other_displays_where_the_rules_say_so() -> None:
    table = Layout(
        ["mine:silver:1 crate:gold:5", "", "", ""], [("mine:gold:1", 1, "")], displays__opponents="everything"
    )
    assert table.fault(0, "mine:silver:1 for 1") == table.fault(0, "crate:gold:5 on mine:gold:1") == "none"


@pytest.mark.rule("D8", "DO25")
def test_a_mine_card_opens_a_mine_also_a_second_one_of_a_metal() -> None:
    table = Layout(["mine:gold:1 mine:gold:2", "", "", ""])
    assert table.do(0, "mine:gold:1 for 0") == {
        "event": "turn", "turn": 1, "player": 0, "action": "play", "card": "mine:gold:1", "display": 0,
    }  # fmt: skip
    assert table.is_open(GOLD)
    assert table.fault(0, "mine:gold:2 for 0") == "none"


@pytest.mark.rule("DO25")
def test_one_mine_of_a_metal_for_each_team_where_the_rules_say_so() -> None:
    table = Layout(
        ["mine:gold:2 mine:silver:1", "mine:gold:3", "", ""],
        [(GOLD, 2, "", "closer:1")],
        mines__several_of_a_metal=False,
    )
    assert table.fault(0, "mine:gold:2 for 0") == table.fault(0, "mine:gold:2 for 2") == "one-of-a-metal"
    assert table.fault(0, "mine:silver:1 for 0") == table.fault(1, "mine:gold:3 for 1") == "none"


@pytest.mark.rule("D9", "DO27")
def test_a_crate_goes_on_a_mine_of_its_own_metal_and_stays_there() -> None:
    table = Layout(["crate:silver:1 double:copper:1", "", "", ""], [(GOLD, 0, ""), (SILVER, 0, "")])
    assert table.fault(0, "crate:silver:1 on mine:gold:1") == "other-metal"
    assert table.fault(0, "double:copper:1 on mine:silver:1") == "other-metal"
    table.do(0, "crate:silver:1 on mine:silver:1")
    assert table.crates(SILVER) == ["crate:silver:1"]
    # No action takes one away: what a crate in the hand can do is all there is.
    assert table.fault(0, "crate:silver:1 on mine:silver:1") == "not-in-hand"


@pytest.mark.rule("D10")
def test_any_number_of_crates_on_a_mine() -> None:
    table = Layout([crates("gold", 9) + " double:gold:1", "", "", ""], [(GOLD, 0, "")])
    for number in range(9, 0, -1):
        table.do(0, f"crate:gold:{number} on mine:gold:1")
    table.do(0, "double:gold:1 on mine:gold:1")
    # Of equal cards the first one leaves the hand.
    assert table.crates(GOLD) == [*crates("gold", 9).split(), "double:gold:1"]


@pytest.mark.rule("D12", "D13")
@pytest.mark.parametrize("content", ["", "crate:gold:1 crate:gold:2"])
def test_a_closer_closes_a_mine_for_good(content: str) -> None:
    table = Layout(["closer:1", "closer:2 bandit:12", "crate:gold:9", ""], [(GOLD, 0, content)])
    table.do(0, "closer:1 on mine:gold:1")
    assert not table.is_open(GOLD)
    assert table.fault(2, "crate:gold:9 on mine:gold:1") == "closed"
    assert table.fault(1, "closer:2 on mine:gold:1") == table.fault(1, "bandit:12 on mine:gold:1") == "closed"


@pytest.mark.rule("DO2")
def test_passing_only_where_nothing_else_is_legal() -> None:
    table = Layout(["bandit:1", "", "closer:1", ""], left=0)
    # A push is something, too.
    assert table.fault(0, "pass") == "must-act"
    assert table.fault(1, "pass") == "none"
    assert table.fault(1, "draw") == "pile-empty"
    assert Layout(["bandit:1", "", "", ""]).fault(1, "pass") == "must-act"
    alone = Layout(["bandit:1 crate:gold:1", "mine:gold:1"], variant=ALONE, left=0)
    assert alone.fault(0, "pass") == "none"
    assert alone.fault(1, "pass") == "must-act"
    assert Layout(["bandit:1", "", "", ""], turns__passing="allowed").fault(0, "pass") == "none"


# Fights


@pytest.mark.rule("D14", "DO9")
def test_only_open_mines_with_crates_of_others_are_attacked() -> None:
    mines = [
        ("mine:gold:1", 1, "crate:gold:1"),
        ("mine:gold:2", 1, ""),
        ("mine:silver:1", 3, "crate:silver:1", "closer:1"),
        ("mine:copper:1", 2, "crate:copper:1"),
        ("mine:copper:2", 0, "crate:copper:2"),
    ]
    table = Layout(["bandit:1", "", "", ""], mines)
    assert table.fault(0, "bandit:1 on mine:gold:1") == "none"
    assert table.fault(0, "bandit:1 on mine:gold:2") == "empty-mine"
    assert table.fault(0, "bandit:1 on mine:silver:1") == "closed"
    assert table.fault(0, "bandit:1 on mine:copper:1") == table.fault(0, "bandit:1 on mine:copper:2") == "own-mine"


@pytest.mark.rule("D15", "DO7", "DO8", "DO10", "DO17")
def test_each_other_player_answers_once_from_the_attackers_left() -> None:
    table = Layout(["bandit:2", "bandit:3", "bandit:5 bandit:9", "bandit:4"], [(GOLD, 1, "crate:gold:1")])
    fight = table.do(2, "bandit:5 on mine:gold:1", {3: "bandit:4", 0: "bandit:2", 1: "bandit:3"})["fight"]
    assert fight["answers"] == [
        {"player": 3, "card": "bandit:4"}, {"player": 0, "card": "bandit:2"}, {"player": 1, "card": "bandit:3"},
    ]  # fmt: skip
    assert table.asked == [3, 0, 1]
    assert table.hand(2) == ["bandit:9"]


@pytest.mark.rule("D15", "D18")
def test_an_answer_is_a_bandit_or_a_closer_of_the_own_hand() -> None:
    table = Layout(["bandit:2", "bandit:3 closer:1 crate:gold:5", "", ""], [(GOLD, 1, "crate:gold:1")])
    assert table.answer_fault(0, GOLD, 1, "bandit:3") == table.answer_fault(0, GOLD, 1, "closer:1") == "none"
    assert table.answer_fault(0, GOLD, 1, "crate:gold:5") == table.answer_fault(0, GOLD, 1, GOLD) == "no-answer"
    assert table.answer_fault(0, GOLD, 1, "bandit:2") == table.answer_fault(0, GOLD, 3, "closer:1") == "not-in-hand"


@pytest.mark.rule("D16", "D19", "D-E5", "DO11")
def test_bandits_of_a_team_are_added_and_a_tie_keeps_the_mine() -> None:
    table = Layout(["bandit:7", "", "bandit:3", "bandit:10"], [(GOLD, 1, "crate:gold:1")])
    fight = table.do(0, "bandit:7 on mine:gold:1", {2: "bandit:3", 3: "bandit:10"})["fight"]
    assert (fight["attack"], fight["defence"], fight["outcome"], fight["to"]) == (10, 10, "kept", None)
    assert table.display(GOLD) == 1
    assert [table.at(f"bandit:{value}") for value in (7, 3, 10)] == [OUT] * 3


@pytest.mark.rule("D16", "D17", "DO15")
def test_a_higher_sum_takes_the_mine_with_all_its_cards_and_it_stays_open() -> None:
    table = Layout(["bandit:7", "bandit:6", "bandit:4", "bandit:3"], [(GOLD, 1, "double:gold:1 crate:gold:1")])
    fight = table.do(0, "bandit:7 on mine:gold:1", {1: "bandit:6", 2: "bandit:4", 3: "bandit:3"})["fight"]
    assert (fight["attack"], fight["defence"], fight["outcome"], fight["to"]) == (11, 9, "lost", 0)
    assert table.display(GOLD) == 0
    assert table.is_open(GOLD)
    assert table.crates(GOLD) == ["double:gold:1", "crate:gold:1"]


@pytest.mark.rule("D18", "D-E6", "DO5", "DO6")
def test_a_closer_ends_the_fight_and_costs_the_top_crate() -> None:
    content = "double:gold:1 crate:gold:1 crate:gold:2"
    table = Layout(["bandit:7", "closer:4 bandit:1", "bandit:9", ""], [(GOLD, 1, content)])
    fight = table.do(0, "bandit:7 on mine:gold:1", {1: "closer:4", 2: "bandit:9"})["fight"]
    assert fight == {
        "answers": [{"player": 1, "card": "closer:4"}], "attack": 7, "defence": 0, "outcome": "closed", "to": None,
        "removed": "crate:gold:2",
    }  # fmt: skip
    assert table.asked == [1]
    assert not table.is_open(GOLD)
    assert (table.at("crate:gold:2"), table.at("bandit:7")) == (OUT, OUT)
    assert table.hand(2) == ["bandit:9"]
    assert table.value(GOLD) == 12


@pytest.mark.rule("D18", "D-E7")
def test_closing_a_mine_with_one_crate_in_a_fight_leaves_nothing() -> None:
    table = Layout(["bandit:7", "closer:4", "", ""], [(GOLD, 1, "double:gold:1")])
    table.do(0, "bandit:7 on mine:gold:1", {1: "closer:4"})
    assert table.crates(GOLD) == []
    assert table.value(GOLD) == 0


@pytest.mark.rule("DO6")
def test_the_top_crate_may_go_to_the_hand_of_who_closes() -> None:
    table = Layout(
        ["bandit:7", "", "closer:4", ""], [(GOLD, 1, "crate:gold:1 crate:gold:2")], fights__top_crate="to-hand"
    )
    table.do(0, "bandit:7 on mine:gold:1", {2: "closer:4"})
    assert table.hand(2) == ["crate:gold:2"]
    assert table.value(GOLD) == 3


@pytest.mark.rule("DO8")
def test_a_second_bandit_after_all_answers_where_the_rules_say_so() -> None:
    table = Layout(["bandit:7 bandit:2", "bandit:8", "", ""], [(GOLD, 1, "crate:gold:1")], fights__second_bandit=True)
    fight = table.do(0, "bandit:7 on mine:gold:1", {1: "bandit:8"}, second="bandit:2")["fight"]
    assert fight["answers"][-1] == {"player": 0, "card": "bandit:2"}
    assert (fight["attack"], fight["defence"], fight["to"]) == (9, 8, 0)


@pytest.mark.rule("DO9")
def test_the_own_mine_attacked_defends_itself() -> None:
    table = Layout(["bandit:3", "bandit:9", "bandit:6", "bandit:1"], [(GOLD, 2, "crate:gold:1")], fights__own_mine=True)
    fight = table.do(0, "bandit:3 on mine:gold:1", {1: "bandit:9", 2: "bandit:6", 3: "bandit:1"})["fight"]
    assert (fight["attack"], fight["defence"], fight["to"]) == (10, 9, 1)


@pytest.mark.rule("DO11")
def test_the_attackers_partner_may_have_to_keep_out() -> None:
    mines = [(GOLD, 1, "crate:gold:1")]
    hands = ["bandit:3", "bandit:4", "bandit:9 closer:1", "bandit:5"]
    assert Layout(hands, mines).answer_fault(0, GOLD, 2, "bandit:9") == "none"
    table = Layout(hands, mines, fights__partner_supports=False)
    assert table.answer_fault(0, GOLD, 2, "bandit:9") == "partner-may-not"
    assert table.answer_fault(0, GOLD, 3, "bandit:5") == table.answer_fault(0, GOLD, 2, "closer:1") == "none"


@pytest.mark.rule("DO12")
def test_who_may_close_in_a_fight() -> None:
    mines = [(GOLD, 1, "crate:gold:1")]
    hands = ["bandit:3", "closer:1", "closer:2", "closer:3"]
    assert Layout(hands, mines).answer_fault(0, GOLD, 2, "closer:2") == "none"
    table = Layout(hands, mines, fights__closed_by="defenders")
    assert table.answer_fault(0, GOLD, 2, "closer:2") == "only-defenders-close"
    assert table.answer_fault(0, GOLD, 1, "closer:1") == table.answer_fault(0, GOLD, 3, "closer:3") == "none"


@pytest.mark.rule("DO15")
def test_the_winner_may_choose_the_display() -> None:
    table = Layout(["bandit:3", "", "", ""], [(GOLD, 1, "crate:gold:1")], fights__won_mine_to="winners-choice")
    assert table.do(0, "bandit:3 on mine:gold:1", to=2)["fight"]["to"] == 2
    assert table.display(GOLD) == 2


@pytest.mark.rule("D16", "D26", "DO16")
def test_alone_the_highest_bandit_takes_the_mine() -> None:
    table = Layout(
        ["bandit:6", "bandit:7", "bandit:9", "bandit:5"], [(GOLD, 1, "crate:gold:1"), (SILVER, 3, "crate:silver:1")],
        variant=ALONE,
    )  # fmt: skip
    fight = table.do(0, "bandit:6 on mine:gold:1", {1: "bandit:7", 2: "bandit:9", 3: "bandit:5"})["fight"]
    assert (fight["attack"], fight["defence"], fight["outcome"], fight["to"]) == (9, 7, "lost", 2)


@pytest.mark.rule("DO16")
def test_alone_the_owner_keeps_what_nobody_beats() -> None:
    table = Layout(["bandit:6", "bandit:7", "", "bandit:5"], [(GOLD, 1, "crate:gold:1")], variant=ALONE)
    fight = table.do(0, "bandit:6 on mine:gold:1", {1: "bandit:7", 3: "bandit:5"})["fight"]
    assert (fight["attack"], fight["defence"], fight["outcome"], fight["to"]) == (6, 7, "kept", None)


@pytest.mark.rule("DO16")
@pytest.mark.parametrize(
    ("answers", "outcome", "to"),
    [
        ({1: "bandit:7:2"}, "kept", None),
        ({2: "bandit:7:2"}, "lost", 0),
        ({2: "bandit:8", 3: "bandit:8:2"}, "lost", 2),
    ],
)
def test_alone_equal_bandits_go_to_the_owner_else_to_who_played_first(
    answers: dict[int, str], outcome: str, to: int | None
) -> None:
    hands = ["bandit:7", *(answers.get(seat, "") for seat in (1, 2, 3))]
    table = Layout(hands, [(GOLD, 1, "crate:gold:1")], variant=ALONE, bandits=[7, 7, 8, 8])
    fight = table.do(0, "bandit:7 on mine:gold:1", answers)["fight"]
    assert (fight["outcome"], fight["to"]) == (outcome, to)


@pytest.mark.rule("DO16")
def test_alone_all_may_fight_the_owner_together() -> None:
    table = Layout(
        ["bandit:2", "bandit:7", "bandit:3", "bandit:4"], [(GOLD, 1, "crate:gold:1")], variant=ALONE,
        fights__alone="all-against-owner",
    )  # fmt: skip
    fight = table.do(0, "bandit:2 on mine:gold:1", {1: "bandit:7", 2: "bandit:3", 3: "bandit:4"})["fight"]
    assert (fight["attack"], fight["defence"], fight["to"]) == (9, 7, 0)


# The last round


@pytest.mark.rule("D20", "DO18", "DO19")
@pytest.mark.parametrize(("drawer_acts", "last"), [(True, 4), (False, 3)])
def test_everybody_acts_once_more_after_the_last_card_is_drawn(drawer_acts: bool, last: int) -> None:
    events = play_rounds("", [], last_round__drawer_acts=drawer_acts)
    turns = turns_of(events)
    draws = [turn for turn in turns if turn["action"] == "draw"]
    assert len(draws) == 36
    assert draws[-1]["card"] == events[1]["pile"][-1]
    after = turns[turns.index(draws[-1]) + 1 :]
    assert [turn["player"] for turn in after] == [(draws[-1]["player"] + step) % 4 for step in range(1, last + 1)]
    assert all(turn["action"] != "draw" for turn in after)


@pytest.mark.rule("D20")
def test_in_logs_too_the_last_draw_leaves_four_turns() -> None:
    for events in many():
        actions = [turn["action"] for turn in turns_of(events)]
        assert actions[-5] == "draw"
        assert "draw" not in actions[-4:]


@pytest.mark.rule("DO20")
@pytest.mark.parametrize(("pushing", "fault"), [(True, "none"), (False, "no-push")])
def test_pushing_in_the_last_round(pushing: bool, fault: str) -> None:
    table = Layout(["bandit:1", "", "", ""], left=0, last_round__pushing=pushing)
    table.t.counts[5] = 3
    assert table.fault(0, "push bandit:1") == fault


# Points


@pytest.mark.rule("D21", "D24")
def test_only_closed_mines_with_crates_score() -> None:
    mines = [
        (GOLD, 0, crates("gold", 3), "closer:1"),
        ("mine:gold:2", 2, crates("gold", 3, 4)),
        (SILVER, 1, "", "closer:2"),
        (COPPER, 1, crates("copper", 2), "closer:3"),
    ]
    end = Layout(["", "", "", ""], mines).score()
    assert [(mine["mine"], mine["display"], mine["closed"], mine["value"]) for mine in end["mines"]] == [
        (GOLD, 0, True, 9), ("mine:gold:2", 2, False, 0), (SILVER, 1, True, 0), (COPPER, 1, True, 2),
    ]  # fmt: skip
    assert (end["scores"], end["team_scores"]) == ([9, 2, 0, 0], [9, 2])


@pytest.mark.rule("D22")
@pytest.mark.parametrize(("metal", "value"), [("gold", 3), ("silver", 2), ("copper", 1)])
def test_base_values(metal: str, value: int) -> None:
    mine = f"mine:{metal}:1"
    assert Layout(["", "", "", ""], [(mine, 0, f"crate:{metal}:1", "closer:1")]).value(mine) == value


@pytest.mark.rule("D11", "D23", "D-E1", "D-E2", "D-E3", "D-E4", "DO4")
@pytest.mark.parametrize(
    ("metal", "content", "value"),
    [
        ("silver", crates("silver", 3), 6),
        ("gold", "double:gold:1 " + crates("gold", 3), 24),
        ("copper", "double:copper:1 crate:copper:1", 4),
        ("gold", "crate:gold:1 double:gold:1", 6),
        ("silver", "double:silver:1", 4),
    ],
)
def test_the_worked_examples(metal: str, content: str, value: int) -> None:
    mine = f"mine:{metal}:1"
    assert Layout(["", "", "", ""], [(mine, 0, content, "closer:1")]).value(mine) == value


@pytest.mark.rule("DO4")
def test_a_late_double_may_be_forbidden_or_double_all_the_same() -> None:
    table = Layout(["double:gold:1", "", "", ""], [(GOLD, 0, "crate:gold:1"), ("mine:gold:2", 0, "")],
                   mines__late_double="forbidden")  # fmt: skip
    assert table.fault(0, "double:gold:1 on mine:gold:1") == "double-not-first"
    assert table.fault(0, "double:gold:1 on mine:gold:2") == "none"
    content = "crate:gold:1 double:gold:1 crate:gold:2"
    table = Layout(["", "", "", ""], [(GOLD, 0, content, "closer:1")], mines__late_double="doubles")
    assert table.value(GOLD) == 18


@pytest.mark.rule("DO5")
@pytest.mark.parametrize(("late_double", "value"), [("plain", 3), ("doubles", 3)])
def test_a_double_on_top_is_removed_like_any_crate(late_double: str, value: int) -> None:
    table = Layout(
        ["bandit:7", "closer:4", "", ""], [(GOLD, 1, "crate:gold:1 double:gold:1")], mines__late_double=late_double
    )
    fight = table.do(0, "bandit:7 on mine:gold:1", {1: "closer:4"})["fight"]
    assert fight["removed"] == "double:gold:1"
    assert table.value(GOLD) == value


@pytest.mark.rule("D-E8")
@pytest.mark.parametrize(("metal", "most"), [("gold", 60), ("silver", 40), ("copper", 20)])
def test_the_most_that_one_mine_can_be_worth(metal: str, most: int) -> None:
    mine = f"mine:{metal}:1"
    content = f"double:{metal}:1 {crates(metal, 9)}"
    assert Layout(["", "", "", ""], [(mine, 0, content, "closer:1")]).value(mine) == most
    for variant in (TEAM, ALONE):
        for events in many(variant):
            end = next(event for event in events if event["event"] == "round-end")
            assert sum(end["scores"]) <= 120
            assert all(found["value"] <= most for found in end["mines"] if found["mine"].startswith(f"mine:{metal}"))


@pytest.mark.rule("DO28")
def test_cards_in_hand_may_cost_points() -> None:
    mines = [(GOLD, 0, "crate:gold:1", "closer:1")]
    assert Layout(["bandit:1 bandit:2", "", "bandit:3", ""], mines).score()["team_scores"] == [3, 0]
    end = Layout(["bandit:1 bandit:2", "", "bandit:3", ""], mines, scoring__card_in_hand=2).score()
    assert (end["scores"], end["team_scores"]) == ([-1, 0, -2, 0], [-3, 0])


# The end


@pytest.mark.rule("D25")
def test_the_team_with_more_points_wins_together() -> None:
    seen = 0
    for events in many():
        end = events[-1]
        assert end["team_scores"] == [end["scores"][0] + end["scores"][2], end["scores"][1] + end["scores"][3]]
        best = max(end["team_scores"])
        teams = [team for team, score in zip([[0, 2], [1, 3]], end["team_scores"], strict=True) if score == best]
        assert end["winners"] == sorted(seat for team in teams for seat in team)
        seen += len(teams) == 1
    assert seen > 20


@pytest.mark.rule("D25", "D26")
def test_alone_the_highest_score_wins() -> None:
    for events in many(ALONE):
        end = events[-1]
        assert end["team_scores"] is None
        assert end["winners"] == [seat for seat in range(4) if end["scores"][seat] == max(end["scores"])]


def rounds_of(events: Events) -> int:
    return sum(event["event"] == "round" for event in events)


@pytest.mark.rule("D25", "DO24")
@pytest.mark.parametrize("target", [20, 60])
def test_rounds_are_played_to_the_target(target: int) -> None:
    loaded = load(TEAM, [f"target={target}"])
    simulation = DiggingSimulation(loaded.definition, loaded.seats(["schuerfer"] * 4))
    for game in range(5):
        events = simulation.log(1, game)
        total = [0, 0]
        reached = []
        for event in events:
            if event["event"] == "round-end":
                total = [a + b for a, b in zip(total, event["team_scores"], strict=True)]
                reached.append(max(total) >= target and total[0] != total[1])
        assert reached == [False] * (len(reached) - 1) + [True]
        assert events[-1]["team_scores"] == total


EQUAL = (
    "mine:gold:1 mine:copper:1 crate:gold:1 crate:copper:1 closer:1 crate:copper:2 bandit:1 crate:copper:3 bandit:2 "
    "closer:2 bandit:3 bandit:4"
)
"""Two players; the one can close a gold mine with a crate, the other a copper mine with three: 3 points each."""
THREE_EACH = [
    "mine:gold:1 for 0", "mine:copper:1 for 1", "crate:gold:1 on mine:gold:1", "crate:copper:1 on mine:copper:1",
    "draw", "crate:copper:2 on mine:copper:1", "draw", "crate:copper:3 on mine:copper:1", "closer:1 on mine:gold:1",
    "closer:2 on mine:copper:1",
]  # fmt: skip


@pytest.mark.rule("D25", "DO23", "DO24")
@pytest.mark.parametrize(
    ("tie", "target", "rounds", "winners"),
    [
        ("shared", 0, 1, [0, 1]),
        ("shared", 3, 4, [0, 1]),
        ("more-gold", 0, 1, [0]),
        ("more-gold", 3, 1, [0]),
        ("next-round", 0, 4, [0, 1]),
        ("next-round", 3, 4, [0, 1]),
    ],
)
def test_equal_scores(tie: str, target: int, rounds: int, winners: list[int]) -> None:
    # After the first round nobody scores any more, so a game that goes on ends with the most rounds.
    events = play_rounds(EQUAL, THREE_EACH, 2, ALONE, scoring__tie=tie, target=target, rounds__most=4)
    assert events[-1]["scores"] == [3, 3]
    assert events[-1]["winners"] == winners
    assert rounds_of(events) == rounds


@pytest.mark.rule("DO23", "DO24")
def test_the_target_not_reached_in_the_most_rounds() -> None:
    events = play_rounds(EQUAL, THREE_EACH[:-1], 2, ALONE, target=50, rounds__most=3)
    assert rounds_of(events) == 3
    assert (events[-1]["scores"], events[-1]["winners"]) == ([3, 0], [0])


@pytest.mark.rule("DO2", "D20")
def test_too_many_turns_begin_the_last_round() -> None:
    events = play_rounds("", ["push mine:copper:1", "push crate:copper:1"] * 5, turns__most=10)
    assert len(turns_of(events)) == 14


@pytest.mark.rule("DO1")
@pytest.mark.parametrize("starter", ["left-of-dealer", "random", "dealer"])
def test_who_begins(starter: str) -> None:
    loaded = load(TEAM, ["target=80", "turns.most=1", "rounds.most=6", f"turns.starter={starter}"])
    simulation = DiggingSimulation(loaded.definition, loaded.seats(["schuerfer"] * 4))
    firsts: Counter[int] = Counter()
    moves_on = True
    for game in range(40):
        events = simulation.log(1, game)
        starters = [event["starter"] for event in events if event["event"] == "round"]
        firsts[starters[0]] += 1
        moves_on = moves_on and all((later - earlier) % 4 == 1 for earlier, later in itertools.pairwise(starters))
        for at, event in enumerate(events):
            if event["event"] == "round":
                assert events[at + 1]["player"] == event["starter"]
    assert set(firsts) == {0, 1, 2, 3}
    assert moves_on == (starter != "random")


@pytest.mark.rule("DO1")
def test_the_dealer_sits_right_of_who_begins_otherwise() -> None:
    begins = {}
    for starter in ("left-of-dealer", "dealer"):
        loaded = load(TEAM, ["turns.most=1", f"turns.starter={starter}"])
        simulation = DiggingSimulation(loaded.definition, loaded.seats(["schuerfer"] * 4))
        begins[starter] = [simulation.log(3, game)[1]["starter"] for game in range(10)]
    assert begins["left-of-dealer"] == [(seat + 1) % 4 for seat in begins["dealer"]]


@pytest.mark.rule("DO22")
def test_table_talk_changes_no_game() -> None:
    assert load(TEAM, ["information.table_talk=free"]).fingerprint.rules == load(TEAM).fingerprint.rules


@pytest.mark.rule("D-E9")
@pytest.mark.parametrize("variant", [TEAM, ALONE])
def test_every_card_is_somewhere_after_each_action(variant: str) -> None:
    for events in many(variant):
        where: dict[str, str] = {}
        for event in events:
            if event["event"] == "round":
                where = dict.fromkeys(event["pile"], "pile")
                where |= {card: "hand" for hand in event["hands"] for card in hand}
            elif event["event"] == "turn" and "card" in event:
                before = {"draw": "pile"}.get(event["action"], "hand")
                assert where[event["card"]] == before
                where[event["card"]] = "hand" if event["action"] in ("draw", "push") else "table"
                for answer in event.get("fight", {}).get("answers", ()):
                    if answer["card"]:
                        assert where[answer["card"]] == "hand"
                        where[answer["card"]] = "table"
        assert len(where) == 60

"""The characters: that they play sensibly, and that each of them is better than the one below it.

That they know no more than a fair player is in test_fair.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from workbench.families.digging.simulation import DiggingSimulation
from workbench.families.digging.state import TO_ACT
from workbench.families.digging.weighing import chance_to_win, outlook

from .ladder import EVEN, LADDER, rates
from .on_paper import Action, Round, before_turns
from .on_paper import kind_of as type_of
from .table_top import ALONE, TEAM, Layout, Settings, characters, definition_of

WEIGHING = ("schuerfer", "raeuber", "buchhalterin")
GOLD, SILVER = "mine:gold:1", "mine:silver:1"

by_everyone = pytest.mark.parametrize("who", WEIGHING)
in_both = pytest.mark.parametrize("variant", [TEAM, ALONE])


def crates(count: int, metal: str = "gold", first: int = 1) -> str:
    return " ".join(f"crate:{metal}:{number}" for number in range(first, first + count))


def wish(who: str, hands: list[str], mines: list[Any], variant: str = TEAM, **settings: Any) -> str:
    """What the first of four equal characters would do."""
    hands = [*hands, *[""] * (4 - len(hands))]
    return Layout(hands, mines, variant, who=[who] * 4, **settings).wish(0)


def turns(
    variant: str, names: tuple[str, ...], games: Iterable[int], **settings: Any
) -> Iterator[tuple[Round, Action]]:
    """Every turn of some games, each with the table before it."""
    d = definition_of(variant, {key.replace("__", "."): value for key, value in settings.items()})
    simulation = DiggingSimulation(d, characters(d, names))
    for game in games:
        yield from before_turns(d.model_dump(), simulation.log(11, game))


# Mines


@pytest.mark.rule("D7", "DO3")
@in_both
@pytest.mark.parametrize("hand", ["crate:gold:9", "crate:gold:9 double:gold:1 mine:gold:2", "mine:copper:1"])
@by_everyone
def test_nobody_builds_for_opponents(who: str, hand: str, variant: str) -> None:
    mine = (GOLD, 1, crates(3))
    found = wish(who, [hand], [mine], variant, displays__opponents="everything")
    assert found == "draw" or found.endswith("for 0")


@pytest.mark.rule("D7", "DO3")
@in_both
def test_in_whole_games_only_chance_builds_for_opponents(variant: str) -> None:
    names = ("schuerfer", "raeuber", "buchhalterin", "zufall")
    builders = {
        turn["player"]
        for table, turn in turns(variant, names, range(30), displays__opponents="everything")
        # Once the pile is empty, nothing else may be left to do.
        if table.pile and builds_elsewhere(table, turn)
    }
    assert builders == {3}


@pytest.mark.rule("D12", "D20", "D21")
@in_both
@by_everyone
def test_a_rich_mine_is_closed_before_the_pile_runs_out(who: str, variant: str) -> None:
    hands = ["closer:1 crate:copper:1 bandit:1", "crate:copper:2", "crate:copper:3", "crate:copper:4"]
    mine = (GOLD, 0, crates(5))
    assert wish(who, hands, [mine], variant, left=1) == f"closer:1 on {GOLD}"
    assert wish(who, hands, [mine], variant, left=30) == "draw"


@pytest.mark.rule("D20", "D21")
@in_both
@pytest.mark.parametrize("others", [1, 4])
@by_everyone
def test_in_the_last_round_the_richest_mine_is_closed(who: str, others: int, variant: str) -> None:
    hands = ["closer:1 crate:gold:9 bandit:12", "crate:copper:2", "crate:copper:3", "crate:copper:4"]
    mines = [(SILVER, 0, crates(5, "silver")), (GOLD, 0, crates(5)), ("mine:copper:1", 1, "crate:copper:1")]
    table = Layout(hands, mines, variant, who=[who] * 4, left=0)
    table.t.counts[TO_ACT] = others
    assert table.wish(0) == f"closer:1 on {GOLD}"


@pytest.mark.rule("D12", "D20")
@in_both
@by_everyone
def test_nobody_keeps_a_closer_to_the_end_who_could_use_it(who: str, variant: str) -> None:
    """Each player's last action is his last chance to close a mine of his side: he takes it, or attacks."""
    closed = nothing_to_close = 0
    for table, turn in turns(variant, (who,) * 4, range(40)):
        player = turn["player"]
        if table.pile or not any(type_of(card) == "closer" for card in table.hands[player]):
            continue
        open_mines = [name for name, mine in table.mines.items() if mine.crates and mine.closer is None]
        own = [name for name in open_mines if table.mines[name].display in table.side(player)]
        closes = turn["action"] == "play" and type_of(turn["card"]) == "closer"
        if own:
            assert (closes and turn["mine"] in own) or type_of(turn["card"]) == "bandit", (own, turn)
            closed += 1
        else:
            # With a partner there is always somebody to push a card to.
            assert not (closes and turn["mine"] in open_mines) or table.teams is None, turn
            nothing_to_close += 1
    assert closed > 5 and nothing_to_close > 5


@pytest.mark.rule("D4", "D12", "D20", "DO2")
@by_everyone
def test_who_must_act_gives_opponents_as_little_as_can_be(who: str) -> None:
    mines = [(GOLD, 1, crates(5)), ("mine:copper:1", 3, crates(2, "copper"))]

    def last(hand: str, variant: str) -> str:
        table = Layout([hand, "crate:gold:8", "", "crate:copper:8"], mines, variant, who=[who] * 4, left=0)
        table.t.counts[TO_ACT] = 1
        return table.wish(0)

    assert last("closer:1 crate:silver:1", TEAM).startswith("push")
    assert last("closer:1 crate:silver:1", ALONE) == "closer:1 on mine:copper:1"
    assert last("closer:1 bandit:1", ALONE).startswith("bandit:1")
    assert last("closer:1 mine:silver:1", ALONE) == "mine:silver:1 for 0"


# Attacks


def free_mine(who: str, hand: str, count: int, variant: str, **settings: Any) -> str:
    """What one does who sees a mine of an opponent's while all other bandits and all closers are out."""
    hands = [hand, crates(2, "copper", 1), crates(2, "copper", 3), crates(2, "copper", 5)]
    return wish(who, hands, [(GOLD, 1, crates(count))], variant, pile=crates(8, "silver"), left=8, **settings)


@pytest.mark.rule("D14")
@in_both
def test_a_rich_mine_is_robbed_when_nobody_can_answer(variant: str) -> None:
    assert free_mine("buchhalterin", "bandit:2", 5, variant) == f"bandit:2 on {GOLD}"
    # The robber does not count: with a strong bandit it tries its luck.
    assert free_mine("raeuber", "bandit:12", 5, variant) == f"bandit:12 on {GOLD}"
    assert free_mine("raeuber", "bandit:1", 5, variant) == "draw"


@pytest.mark.rule("D14")
@in_both
@pytest.mark.parametrize("count", [1, 5, 9])
def test_the_digger_never_attacks(count: int, variant: str) -> None:
    assert free_mine("schuerfer", "bandit:12", count, variant) == "draw"


@pytest.mark.rule("D14")
def test_in_whole_games_the_digger_never_attacks() -> None:
    for table, turn in turns(TEAM, ("schuerfer",) * 4, range(15)):
        # Unless the pile is empty and nothing else may be left to do.
        assert turn["action"] != "play" or type_of(turn["card"]) != "bandit" or not table.pile


@pytest.mark.rule("D14")
@in_both
def test_who_counts_robs_with_the_lowest_bandit_that_is_enough(variant: str) -> None:
    assert free_mine("buchhalterin", "bandit:12 bandit:7 bandit:2", 5, variant) == f"bandit:2 on {GOLD}"
    # The 5 is with somebody else, perhaps with an opponent.
    hands = ["bandit:12 bandit:7 bandit:2", "bandit:5", "crate:copper:3", "crate:copper:5"]
    found = wish("buchhalterin", hands, [(GOLD, 1, crates(5))], variant, pile=crates(8, "silver"), left=8)
    assert found == f"bandit:7 on {GOLD}"


HOPELESS = [
    "crate:gold:9",
    "closer:1 closer:2 closer:3 bandit:12 bandit:11 bandit:10",
    "",
    "closer:4 closer:5 closer:6 bandit:9 bandit:8 bandit:7",
]
"""The opponents hold everything that is still out: who counts knows it."""


@pytest.mark.rule("D14", "D16", "D18")
@in_both
def test_who_counts_does_not_attack_against_all_odds(variant: str) -> None:
    """With opponents who use what they have. The shipped one reckons with others."""
    hands = [f"bandit:1 {HOPELESS[0]} mine:silver:1", *HOPELESS[1:]]
    mine = (GOLD, 1, crates(4))
    out = {"pile": crates(2, "silver"), "left": 2}
    table = Layout(hands, [mine], variant, who=["buchhalterin"] * 4, **out, characters__buchhalterin__bluff=0)
    assert chance_to_win(table.r, table.s, table.t, 0, table.kind("bandit:1"), 1) == 0
    assert table.wish(0) == "draw"
    # The robber does not count, but sees that a 1 is little.
    assert wish("raeuber", hands, [mine], variant, **out) == "draw"


@pytest.mark.rule("D14")
@in_both
def test_what_counting_says_moves_the_chance(variant: str) -> None:
    """From certain over unknown to hopeless; each bandit at least as good as a lower one."""
    mine = (GOLD, 1, crates(4))
    few = [crates(2, "copper", first) for first in (1, 3, 5)]

    def chance(hands: list[str], bandit: int, **settings: Any) -> int:
        table = Layout(hands, [mine], variant, who=["buchhalterin"] * 4, **settings)
        return chance_to_win(table.r, table.s, table.t, 0, table.kind(f"bandit:{bandit}"), 1)

    free = chance(["bandit:5", *few], 5, pile=crates(8, "silver"), left=8)
    unknown = [chance([f"bandit:{value}", *few], value) for value in (1, 5, 9, 12)]
    hopeless = chance(["bandit:1", *HOPELESS[1:]], 1, left=0)
    assert free == 1000 > unknown[-1]
    assert unknown == sorted(unknown) and unknown[0] < unknown[-1]
    assert hopeless < unknown[0]


# Fights


def reply(who: str, seat: int, hand: str, played: Mapping[int, str], variant: str = TEAM, count: int = 4) -> str:
    """What a player answers who holds ``hand``, in a fight for a gold mine of seat 1 that seat 0 attacked."""
    table = Layout([hand if n == seat else "" for n in range(4)], [(GOLD, 1, crates(count))], variant, who=[who] * 4)
    table.attack(GOLD, played)
    return table.reply(seat)


@pytest.mark.rule("D18")
@in_both
@by_everyone
def test_a_lost_fight_is_answered_with_a_closer_where_points_stay(who: str, variant: str) -> None:
    assert reply(who, 1, "closer:1 bandit:1", {0: "bandit:7"}, variant) == "closer:1"
    # Without its only crate nothing would be left.
    assert reply(who, 1, "closer:1 bandit:1", {0: "bandit:7"}, variant, 1) == ""


@pytest.mark.rule("D18")
@by_everyone
def test_the_owners_partner_closes_too_and_an_opponent_does_not(who: str) -> None:
    fight = {0: "bandit:7", 1: "bandit:2"}
    assert reply(who, 3, "closer:1 bandit:1", fight) == "closer:1"
    assert reply(who, 3, "closer:1 bandit:1", fight, ALONE) == ""


@pytest.mark.rule("D16")
@in_both
@by_everyone
def test_the_lowest_bandit_that_keeps_the_mine_is_played(who: str, variant: str) -> None:
    # A tie would be the owner's; there is none to be had with values of which each is there once.
    assert reply(who, 1, "bandit:5 bandit:8 bandit:9 bandit:12", {0: "bandit:7"}, variant) == "bandit:8"
    assert reply(who, 1, "closer:1 bandit:5 bandit:8 bandit:12", {0: "bandit:7"}, variant) == "bandit:8"
    assert reply(who, 1, "bandit:5 bandit:6", {0: "bandit:7"}, variant) == ""


@pytest.mark.rule("D16")
@by_everyone
def test_partners_add_up_what_they_play(who: str) -> None:
    # 2 + 5 are as many as 7: the tie is the defenders'.
    assert reply(who, 3, "bandit:4 bandit:5 bandit:9 bandit:12", {0: "bandit:7", 1: "bandit:2"}) == "bandit:5"
    # The attacker's partner needs more than the defence: 7 + 3 against 9.
    fight = {0: "bandit:7", 1: "bandit:9"}
    assert reply(who, 2, "bandit:2 bandit:3 bandit:10", fight) == "bandit:3"


@pytest.mark.rule("D16", "DO16")
@by_everyone
def test_alone_each_bandit_stands_for_itself(who: str) -> None:
    fight = {0: "bandit:7", 1: "bandit:9"}
    assert reply(who, 3, "bandit:2 bandit:8 bandit:10 bandit:12", fight, ALONE) == "bandit:10"


@pytest.mark.rule("D16", "D18")
@by_everyone
def test_a_fight_that_stands_well_needs_no_card(who: str) -> None:
    kept, won = {0: "bandit:7", 1: "bandit:9"}, {0: "bandit:7", 1: "bandit:6"}
    assert reply(who, 3, "bandit:4 bandit:10 closer:1", kept) == ""
    assert reply(who, 2, "bandit:2 bandit:3 bandit:12", won) == ""


@pytest.mark.rule("DO8")
@in_both
@by_everyone
def test_a_second_bandit_is_the_lowest_that_wins(who: str, variant: str) -> None:
    def second(defence: str) -> str:
        settings = {"fights__second_bandit": True}
        hands = ["bandit:2 bandit:3 bandit:12", "", "", ""]
        table = Layout(hands, [(GOLD, 1, crates(4))], variant, who=[who] * 4, **settings)
        table.attack(GOLD, {0: "bandit:7", 1: defence})
        return table.second()

    assert second("bandit:9") == ("bandit:3" if variant == TEAM else "bandit:12")
    assert second("bandit:6") == ""


# Pushing


@pytest.mark.rule("D6")
@by_everyone
def test_a_spare_closer_goes_to_the_partner_once(who: str) -> None:
    settings = {f"characters__{who}__push_closer": 60}
    assert wish(who, ["closer:1 closer:2"], [], **settings) == "push closer:1"
    assert wish(who, ["closer:1 crate:gold:1"], [], **settings) == "draw"
    table = Layout(["closer:1 closer:2 closer:3", "", "", ""], [], who=[who] * 4, **settings)
    table.do(0, "push closer:1")
    assert table.wish(0) == "draw"
    # Once he has played it, the next one goes.
    lent = Layout(["closer:1 closer:2 closer:3", "", "", ""], [(GOLD, 2, "crate:gold:1")], who=[who] * 4, **settings)
    lent.do(0, "push closer:1")
    lent.do(2, f"closer:1 on {GOLD}")
    assert lent.told(0, "closer:1") == 0
    assert lent.wish(0) == "push closer:2"


@pytest.mark.rule("D6")
def test_two_bandits_are_divided_where_there_is_something_to_rob() -> None:
    settings = {"characters__schuerfer__push_bandit": 500}
    hand = "bandit:12 bandit:9 bandit:3"
    rich = (GOLD, 1, crates(5))
    assert wish("schuerfer", [hand], [rich], **settings) == "push bandit:9"
    assert wish("schuerfer", ["bandit:12 crate:copper:1"], [rich], **settings) == "draw"
    assert wish("schuerfer", [hand], [(GOLD, 0, crates(5))], **settings) == "draw"
    assert wish("schuerfer", [hand], [rich]) == "draw"


@pytest.mark.rule("D6")
@by_everyone
def test_alone_nothing_is_pushed(who: str) -> None:
    settings = {f"characters__{who}__push_closer": 60, f"characters__{who}__push_bandit": 900}
    table = Layout(
        ["closer:1 closer:2 bandit:12 bandit:9", "", "", ""], [(GOLD, 1, crates(5))], ALONE, who=[who] * 4, **settings
    )
    assert not table.wish(0).startswith("push")


@pytest.mark.rule("D6", "D16")
def test_what_was_pushed_is_known_to_be_with_the_partner() -> None:
    """The 11 is certain to win once the 12 is with the partner; before that an opponent may have it."""
    hands = ["bandit:12 bandit:11", crates(2, "copper", 1), crates(2, "copper", 3), crates(2, "copper", 5)]
    out = {"pile": crates(6, "silver"), "left": 6}
    table = Layout(hands, [(GOLD, 1, crates(4))], who=["buchhalterin"] * 4, **out)
    table.do(0, "push bandit:12")
    assert table.told(0, "bandit:12") == 1

    def chance() -> int:
        return chance_to_win(table.r, table.s, table.t, 0, table.kind("bandit:11"), 1)

    known = chance()
    table.t.told[table.kind("bandit:12")] = 0
    assert known == 1000 > chance()


@pytest.mark.rule("D6", "D12", "D20")
@by_everyone
def test_in_the_last_round_a_partner_is_trusted_who_has_a_pushed_closer(who: str) -> None:
    """Else nobody will close the mine any more, as far as the player knows."""

    def trust(pushed: bool, to_act: int) -> int:
        table = Layout(["closer:1 crate:gold:9", "", "closer:2", ""], [(GOLD, 0, crates(4))], who=[who] * 4, left=0)
        if pushed:
            table.do(0, "push closer:1")
        table.t.counts[TO_ACT] = to_act
        return outlook(table.r, table.s, table.t, 0).spared

    assert trust(True, 4) > 0
    # The partner has had his last action, or nobody knows that he holds one.
    assert trust(True, 2) == trust(False, 4) == 0


# Chance


def passes(table: Round, turn: Action) -> bool:
    return bool(turn["action"] == "pass")


def attacks_its_own(table: Round, turn: Action) -> bool:
    return "fight" in turn and table.mines[turn["mine"]].display in table.side(turn["player"])


def builds_elsewhere(table: Round, turn: Action) -> bool:
    if turn["action"] != "play" or type_of(turn["card"]) not in ("mine", "crate", "double"):
        return False
    display = turn["display"] if "display" in turn else table.mines[turn["mine"]].display
    return display not in table.side(turn["player"])


@in_both
@pytest.mark.parametrize(
    ("change", "is_new"),
    [
        ({"turns__passing": "allowed"}, passes),
        ({"fights__own_mine": True}, attacks_its_own),
        ({"displays__opponents": "everything"}, builds_elsewhere),
    ],
)
def test_the_own_chance_does_not_depend_on_the_rules(change: Settings, is_new: Any, variant: str) -> None:
    """Whoever may do more does the same as before, until he does what he could not do before."""
    differ = 0
    for game in range(20):
        plain = turns(variant, ("zufall",) * 4, [game])
        other = turns(variant, ("zufall",) * 4, [game], **change)
        for (_, mine), (table, theirs) in zip(plain, other, strict=False):
            if mine != theirs:
                assert is_new(table, theirs), theirs
                differ += 1
                break
    assert differ > 5


def test_zufall_draws_and_answers_in_its_share_of_cases() -> None:
    drawn, answered = [], []
    for table, turn in turns(TEAM, ("zufall",) * 4, range(100)):
        # Who holds a card may push it, so that there is always something else to do.
        if table.pile and table.hands[turn["player"]]:
            drawn.append(turn["action"] == "draw")
        for answer in turn.get("fight", {}).get("answers", ()):
            if any(type_of(card) in ("bandit", "closer") for card in table.hands[answer["player"]]):
                answered.append(answer["card"] is not None)
    for found in (drawn, answered):
        assert abs(sum(found) / len(found) - 0.3) < 4 * (0.3 * 0.7 / len(found)) ** 0.5
    assert len(drawn) > 3_000 and len(answered) > 500


# The ladder


@pytest.mark.slow
@in_both
@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_the_ladder(better: str, worse: str, variant: str) -> None:
    found = rates(better, worse, variant, 20_000, seed=3)
    print(variant, found)
    low, high = found[better].low, found[worse].high
    assert low is not None and high is not None
    assert low > EVEN > high

"""The rules of docs/rules.md, 1.2 and 1.3, one by one, on tables laid out by hand and in logs of many games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from workbench.definition.load import load
from workbench.families.stollen.exact import level_figures
from workbench.families.stollen.state import FATAL, NOT_SEEN, SAFE, View

from .table_top import Events, Game, by_level, logs, play

SEEDS = ("stollen/diese-partie", "stollen/schlicht")
NO_FOSSILS = {"fossils.per_level": 0}
TOOLS_OF = "stollen/diese-partie"
FOUR = ("angsthase", "draufgaenger", "rechnerin", "zufall")


@cache
def many(variant: str = TOOLS_OF, names: tuple[str, ...] = FOUR, games: int = 60) -> list[Events]:
    return logs(variant, names, games)


def decks(events: Events) -> list[list[str]]:
    return [e["deck"] for e in events if e["event"] == "level"]


def without_seat(view: View) -> View:
    return view._replace(seat=-1)


# Frame


@pytest.mark.rule("S1")
@pytest.mark.parametrize("variant", SEEDS)
def test_five_levels_in_order(variant: str) -> None:
    for events in many(variant):
        assert [e["level"] for e in events if e["event"] == "level"] == [1, 2, 3, 4, 5]
        assert [e["level"] for e in events if e["event"] == "level-end"] == [1, 2, 3, 4, 5]


@pytest.mark.rule("S2")
def test_everybody_enters_every_level() -> None:
    for events in many():
        for level in by_level(events):
            first = next(e for e in level if (e["event"] == "card" and e["each"] is not None) or e["event"] == "choice")
            if first["event"] == "choice":
                assert sorted(first["choices"]) == ["0", "1", "2", "3"]
            else:
                assert first["each"] == int(first["card"].removeprefix("find:")) // 4


@pytest.mark.rule("S2", "S15")
def test_leavers_and_buried_players_are_back_in_the_next_level() -> None:
    game = play(3, "9 gas gas", "9 gas gas", leave={1: "0"}, settings=NO_FOSSILS)
    assert list(game.choice(1, level=2)["choices"]) == ["0", "1", "2"]
    assert game.all("card", 2)[0]["each"] == 3


@pytest.mark.rule("S3")
@pytest.mark.parametrize("variant", SEEDS)
def test_hazards_of_level_1(variant: str) -> None:
    hazards = Counter(c for c in decks(many(variant)[0])[0] if c.startswith("hazard:"))
    assert list(hazards.values()) == [2, 2, 2]


@pytest.mark.rule("S4")
@pytest.mark.parametrize("variant", SEEDS)
def test_hazards_of_level_5(variant: str) -> None:
    assert sum(c.startswith("hazard:") for c in decks(many(variant)[0])[4]) == 18


@pytest.mark.rule("S5")
@pytest.mark.parametrize("variant", SEEDS)
def test_danger_does_not_shrink(variant: str) -> None:
    hazards = [sum(c.startswith("hazard:") for c in deck) for deck in decks(many(variant)[0])]
    assert hazards == sorted(hazards)


@pytest.mark.rule("S6")
@pytest.mark.parametrize("variant", SEEDS)
def test_finds_grow_with_depth(variant: str) -> None:
    finds = [[int(c[5:]) for c in deck if c.startswith("find:")] for deck in decks(many(variant)[0])]
    sums, largest = [sum(level) for level in finds], [max(level) for level in finds]
    assert sums == sorted(set(sums)) and largest == sorted(set(largest))
    assert largest[-1] == 28
    assert Counter(value for level in finds for value in level)[28] == 1


@pytest.mark.rule("S7")
def test_one_new_fossil_a_level() -> None:
    for events in logs(TOOLS_OF, ("nie", "nie", "nie"), 20):
        # Nobody ever leaves, so nobody collects.
        assert [deck.count("fossil") for deck in decks(events)] == [1, 2, 3, 4, 5]


@pytest.mark.rule("S7", "S8")
def test_fossils_of_a_deck_are_those_nobody_has() -> None:
    collected = 0
    for events in many():
        held = 0
        for number, level in enumerate(by_level(events), start=1):
            assert level[0]["deck"].count("fossil") == number - held
            held = sum(level[-1]["fossils"])
        collected += held
    assert collected > 20


@pytest.mark.rule("S8")
@pytest.mark.parametrize(
    ("first", "leave", "second"),
    [
        ("fossil 3 gas", {2: "01"}, 2),  # two leavers, one fossil: it stays lying
        ("fossil 3 gas", {2: "0", 1: ""}, 1),  # one leaver takes it
        ("fossil gas gas", {}, 2),  # buried with them
        ("3 fossil gas", {1: "01"}, 2),  # never turned
    ],
)
def test_fossils_not_fetched_stay_in(first: str, leave: dict[Any, str], second: int) -> None:
    game = play(2, first, "gas", leave=leave)
    assert decks(game.events)[1].count("fossil") == second


# One step


@pytest.mark.rule("S9")
def test_all_inside_choose_before_each_card() -> None:
    for events in many():
        for level in by_level(events):
            inside = {"0", "1", "2", "3"}
            chose = True  # nothing to choose before the first card (SO2)
            for event in level:
                if event["event"] == "choice":
                    assert set(event["choices"]) == inside
                    chose = True
                elif event["event"] == "leave":
                    inside -= {str(p) for p in event["players"]}
                elif event["event"] == "card":
                    assert chose
                    chose = False


@pytest.mark.rule("S9", "S10")
def test_choices_are_hidden_from_each_other() -> None:
    stays, leaves = (play(4, "gas 9 5 7", leave={2: who}) for who in ("", "013"))
    for game in (stays, leaves):
        assert [v.seat for v in game.views if v.step == 2] == [0, 1, 2, 3]
    # Player 2 sees the same whatever the others choose; only afterwards it knows.
    assert stays.view(2, 2) == leaves.view(2, 2)
    assert (leaves.view(2, 3).inside, stays.view(2, 3).inside) == (1, 4)


@pytest.mark.rule("S10")
def test_choices_stand_once_revealed() -> None:
    game = play(4, "gas 9 5 7 gas", leave={2: "1", 3: "03"})
    asked = [(v.step, v.seat) for v in game.views]
    assert len(asked) == len(set(asked))
    assert [game.choice(step)["choices"] for step in (2, 3)] == [
        {"0": "deeper", "1": "leave", "2": "deeper", "3": "deeper"},
        {"0": "leave", "2": "deeper", "3": "leave"},
    ]
    assert [e["players"] for e in game.all("leave")] == [[1], [0, 3]]


@pytest.mark.rule("S11")
def test_leaving_is_settled_before_the_card() -> None:
    # The next card brings the tunnel down: who chose to leave before it is out with everything.
    game = play(2, "gas 9 gas", leave={2: "0"}, settings=NO_FOSSILS)
    assert [e["event"] for e in game.events[-6:]] == ["choice", "leave", "card", "collapse", "level-end", "end"]
    assert game.one("level-end")["bank"] == [5, 0]
    # The next card is a find: it is shared by those who are still in.
    assert play(2, "gas 9 8", leave={2: "0"}).all("card")[2]["each"] == 8


@pytest.mark.rule("S12", "S23")
def test_what_is_banked_is_never_lost() -> None:
    game = play(2, "10 gas gas", "8 gas gas", "1 gas gas", leave={1: "0"}, settings=NO_FOSSILS)
    assert [e["bank"] for e in game.all("level-end")] == [[5, 0]] * 3
    for events in many():
        banks = [e["bank"] for e in events if e["event"] == "level-end"]
        for before, after in pairwise(banks):
            assert all(a <= b for a, b in zip(before, after, strict=True))


@pytest.mark.rule("S12")
def test_a_leaver_banks_the_whole_loot_of_the_level() -> None:
    game = play(2, "10 6 gas 4", leave={3: "0"}, settings=NO_FOSSILS)
    assert game.all("leave")[0]["banked"] == {"0": 5 + 3}
    # The other one goes on with 8, finds 4 alone and leaves with the last card.
    assert game.one("level-end")["bank"] == [8, 8 + 4]


@pytest.mark.rule("S13", "S14")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("leavers", [1, 2, 3])
def test_leavers_share_what_lies(left: int, leavers: int) -> None:
    game = play(4, f"{8 + left} gas 4", leave={1: "0123"[:leavers]})
    leave = game.all("leave")[0]
    assert (leave["each"], leave["left"]) == (left // leavers, left - leavers * (left // leavers))
    assert leave["banked"] == {str(p): 2 + left // leavers for p in range(leavers)}


@pytest.mark.rule("S14")
def test_what_did_not_divide_waits_for_later_leavers() -> None:
    game = play(4, "7 gas 3 1", leave={1: "01", 3: "2"}, settings=NO_FOSSILS)
    # 3 lie; 1 each for two, 1 stays; then 3 among two leave 1: the next leaver takes both.
    assert [(e["each"], e["left"]) for e in game.all("leave")] == [(1, 1), (2, 0), (0, 0)]


@pytest.mark.rule("S15")
def test_a_leaver_has_no_part_in_the_rest_of_the_level() -> None:
    game = play(3, "9 gas 8 fossil 6 gas", leave={1: "0", 4: "1"})
    assert game.all("leave")[0]["banked"] == {"0": 3}
    assert [e["each"] for e in game.all("card") if e["card"].startswith("find")] == [3, 4, 6]
    assert all("0" not in e["choices"] for e in game.all("choice") if e["step"] > 1)
    assert game.one("level-end")["bank"] == [3, 7, 0]
    assert game.one("level-end")["fossils"] == [0, 1, 0]


@pytest.mark.rule("S16", "S24")
def test_cards_are_turned_while_somebody_is_in() -> None:
    game = play(3, "9 8 6 gas 2", leave={1: "0", 2: "1", 4: "2"}, settings=NO_FOSSILS)
    assert [e["card"] for e in game.all("card")] == ["find:9", "find:8", "find:6", "hazard:gas"]
    assert [e["each"] for e in game.all("card")[:3]] == [3, 4, 6]


@pytest.mark.rule("S17", "S18")
@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("value", [0, 1, 7, 8, 23])
def test_a_find_is_shared(players: int, value: int) -> None:
    game = play(players, f"{value} gas", leave={1: "0"}, settings=NO_FOSSILS)
    card = game.all("card")[0]
    assert 0 <= card["rest"] < players
    assert card["each"] * players + card["rest"] == value
    # It is loot, not banked; what stays on the card goes to the first who leaves alone.
    assert game.view(0, 1).bank == 0
    assert {game.view(p, 1).loot for p in range(players)} == {card["each"]}
    assert game.all("leave")[0]["banked"] == {"0": card["each"] + card["rest"]}


@pytest.mark.rule("S18")
def test_the_remainder_stays_on_the_card() -> None:
    game = play(4, "11 7 gas gas")
    assert [e["rest"] for e in game.all("card")[:2]] == [3, 3]
    assert game.view(0, 2).left == 6
    assert game.one("collapse")["lost"] == {str(p): 3 for p in range(4)}


@pytest.mark.rule("S19")
def test_a_fossil_stays_in_the_tunnel() -> None:
    game = play(2, "fossil gas gas")
    card = game.all("card")[0]
    assert (card["each"], card["rest"]) == (None, None)
    assert [game.view(p, 1).fossils for p in (0, 1)] == [0, 0]
    assert game.view(0, 1).lying == 1
    assert game.one("level-end")["fossils"] == [0, 0]


@pytest.mark.rule("S20")
def test_first_hazards_do_nothing() -> None:
    game = play(2, "8 gas water fire bats 6 gas", settings=NO_FOSSILS)
    assert [v.loot for v in game.views if v.seat == 0] == [4, 4, 4, 4, 4, 7]
    assert [v.kinds for v in game.views if v.seat == 0] == [0, 1, 2, 3, 4, 4]
    assert game.one("collapse")["step"] == 7


@pytest.mark.rule("S20")
def test_hazards_of_another_level_do_not_count() -> None:
    game = play(2, "8 gas 1", "gas 6 1", "6 gas gas", settings=NO_FOSSILS)
    assert [e["level"] for e in game.all("collapse")] == [3]


@pytest.mark.rule("S21", "S24")
def test_the_second_of_a_kind_ends_the_level_at_once() -> None:
    game = play(2, "8 gas water 6 water gas 9", settings=NO_FOSSILS)
    assert [e["card"] for e in game.all("card")][-1] == "hazard:water"
    assert len(game.all("card")) == 5
    assert game.one("collapse")["hazard"] == "water"
    assert game.one("level-end")["reason"] == "collapse"


@pytest.mark.rule("S21")
def test_collapses_come_with_the_second_of_a_kind_and_only_then() -> None:
    for events in many():
        for level in by_level(events):
            lying = Counter(e["card"] for e in level if e["event"] == "card" and e["card"].startswith("hazard:"))
            collapsed = [e for e in level if e["event"] == "collapse"]
            assert sorted(lying.values()) == [1] * (len(lying) - len(collapsed)) + [2] * len(collapsed)
            if collapsed:
                assert [e["event"] for e in level[-3:]] == ["card", "collapse", "level-end"]


@pytest.mark.rule("S22", "S23")
def test_the_buried_lose_the_whole_loot_of_the_level() -> None:
    game = play(4, "8 gas 12 gas", leave={2: "2"}, settings=NO_FOSSILS)
    assert game.one("collapse")["lost"] == {"0": 6, "1": 6, "3": 6}
    assert game.one("level-end")["bank"] == [0, 0, 2, 0]


@pytest.mark.rule("S24")
def test_the_level_ends_when_nobody_is_left() -> None:
    game = play(3, "8 gas 12 5", leave={1: "2", 2: "01"}, settings=NO_FOSSILS)
    assert len(game.all("card")) == 2
    assert [e["event"] for e in game.events[-3:]] == ["leave", "level-end", "end"]
    assert game.one("level-end")["reason"] == "empty"


# Fossils


@pytest.mark.rule("S25")
@pytest.mark.parametrize("fossils", [1, 2, 3, 5])
@pytest.mark.parametrize("leavers", [1, 2, 3])
def test_leavers_share_fossils(fossils: int, leavers: int) -> None:
    game = play(
        4,
        " ".join(["fossil"] * fossils + ["gas", "gas"]),
        leave={fossils: "0123"[:leavers]},
        settings={"fossils.at_start": fossils - 1},
    )
    leave = game.one("leave")
    each = fossils // leavers
    assert (leave["fossils_each"], leave["fossils_left"]) == (each, fossils - each * leavers)
    assert game.end["fossils"] == [each if p < leavers else 0 for p in range(4)]


@pytest.mark.rule("S26")
def test_a_single_leaver_takes_fossils_of_earlier_steps_too() -> None:
    game = play(2, "fossil 4 fossil gas fossil gas", leave={5: "1"}, settings={"fossils.at_start": 2})
    assert game.end["fossils"] == [0, 3]


@pytest.mark.rule("S27", "S28")
@pytest.mark.parametrize(("fossils", "each", "left"), [(2, 1, 0), (1, 0, 1)])
def test_two_leavers(fossils: int, each: int, left: int) -> None:
    game = play(
        3, " ".join(["fossil"] * fossils + ["gas"]), leave={fossils: "02"}, settings={"fossils.at_start": fossils - 1}
    )
    leave = game.all("leave")[0]
    assert (leave["players"], leave["fossils_each"], leave["fossils_left"]) == ([0, 2], each, left)


@pytest.mark.rule("S29", "S30")
@pytest.mark.parametrize(
    ("variant", "points"),
    [
        ("stollen/diese-partie", [0, 5, 12, 21, 32, 45]),
        ("stollen/ohne-sammlung", [0, 5, 10, 15, 25, 35]),
        ("stollen/schlicht", [0, 5, 10, 15, 25, 35]),
    ],
)
@pytest.mark.parametrize("fossils", range(6))
def test_points_for_fossils(variant: str, points: list[int], fossils: int) -> None:
    # One level after the other turns its new fossil, and player 1 takes the first few of them.
    game = play(
        2,
        *["fossil gas gas"] * 5,
        leave={(level, 1): "1" for level in range(1, fossils + 1)},
        variant=variant,
    )
    assert game.end["fossils"] == [0, fossils]
    assert game.end["fossil_points"] == [0, points[fossils]]
    assert game.end["scores"] == [0, points[fossils]]


# End


@pytest.mark.rule("S31")
def test_score_is_bank_and_fossil_points() -> None:
    values = {0: 0, 1: 5, 2: 12, 3: 21, 4: 32, 5: 45}
    for events in many():
        end = events[-1]
        bank = [0] * 4
        for event in events:
            for player, banked in event.get("banked", {}).items():
                bank[int(player)] += banked
            for player, kept in event.get("helmets", {}).items():
                bank[int(player)] += kept
            for rope in event.get("ropes", []):
                bank[rope["to"]] += rope["kept"]
                for thrower in rope["from"]:
                    bank[thrower] += rope["each"]
        assert end["bank"] == bank
        assert end["scores"] == [b + values[f] for b, f in zip(bank, end["fossils"], strict=True)]


@pytest.mark.rule("S32")
def test_the_highest_score_after_the_last_level_wins() -> None:
    # Player 0 leads after four levels, player 1 after the fifth.
    leave = {**{(level, 1): "0" for level in range(1, 5)}, (5, 1): "1"}
    game = play(2, *["4 gas gas"] * 4, "18 gas gas", leave=leave, settings=NO_FOSSILS)
    assert game.all("level-end")[3]["bank"] == [8, 0]
    assert (game.end["scores"], game.end["winners"]) == ([8, 9], [1])
    for events in many():
        best = max(events[-1]["scores"])
        assert {events[-1]["scores"][p] for p in events[-1]["winners"]} == {best}


@pytest.mark.rule("S33")
def test_fossils_decide_between_equal_scores() -> None:
    def end(second: str, leave: dict[Any, str]) -> dict[str, Any]:
        return play(2, "fossil gas gas", second, leave={1: "0", **leave}, settings={"fossils.per_level": 1}).end

    # 5 points by the fossil against 5 lumps; then equal fossils: the win is shared (SO19).
    one = end("10 gas gas", {(2, 1): "1"})
    assert (one["scores"], one["fossils"], one["winners"]) == ([5, 5], [1, 0], [0])
    both = end("fossil gas gas", {(2, 1): "1"})
    assert (both["scores"], both["fossils"], both["winners"]) == ([5, 5], [1, 1], [0, 1])


# Canary


@pytest.mark.rule("S34")
def test_the_canary_waits_for_two_kinds() -> None:
    game = play(2, "4 gas 5 water 6 gas", "gas 4 water gas", settings=NO_FOSSILS)
    assert [e["canary"] for e in game.all("choice", 1)] == [None, None, None, "sings", "silent"]
    # In the next level it waits again.
    assert [e["canary"] for e in game.all("choice", 2)] == [None, None, "silent"]


@pytest.mark.rule("S34")
def test_two_cards_of_one_kind_never_wake_it() -> None:
    for events in many():
        for level in by_level(events):
            kinds: set[str] = set()
            for event in level:
                if event["event"] == "card" and event["card"].startswith("hazard:"):
                    kinds.add(event["card"])
                elif event["event"] == "choice":
                    assert (event["canary"] is not None) == (len(kinds) >= 2)


def heard(variant: str = TOOLS_OF) -> list[tuple[str, str, bool]]:
    """What the canary said, the next card, and whether the tunnel came down with it; from many games."""
    found = []
    for events in [*many(variant), *logs(variant, ("nie", "nie"), 60)]:
        for level in by_level(events):
            deck = level[0]["deck"]
            for event in level:
                if event["event"] == "choice" and event["canary"]:
                    lying = deck[: event["step"]]
                    following = deck[event["step"]]
                    found.append((event["canary"], following, following.startswith("h") and following in lying))
    assert len(found) > 500
    return found


@pytest.mark.rule("S35")
def test_silent_before_a_hazard_and_singing_before_all_else() -> None:
    for says, card, _ in heard():
        assert says == ("silent" if card.startswith("hazard:") else "sings")


@pytest.mark.rule("S36")
def test_the_canary_does_not_tell_which_hazard() -> None:
    # The same cards, in another order: once the next one is harmless, once it buries all.
    harmless, fatal = (play(3, f"9 gas water {rest}") for rest in ("fire gas 5", "gas fire 5"))
    for seat in range(3):
        assert harmless.view(seat, 3) == fatal.view(seat, 3)
    assert harmless.choice(3) == fatal.choice(3)
    assert (len(harmless.all("collapse")), len(fatal.all("collapse"))) == (1, 1)
    assert fatal.one("collapse")["step"] == 4 < harmless.one("collapse")["step"]


@pytest.mark.rule("S37")
def test_no_collapse_after_singing() -> None:
    assert not any(buries for says, _, buries in heard() if says == "sings")


@pytest.mark.rule("S38")
def test_silence_may_be_harmless() -> None:
    buries = Counter(fatal for says, _, fatal in heard() if says == "silent")
    assert buries[True] > 50 and buries[False] > 50


# Tools


@pytest.mark.rule("S39")
def test_one_lamp_a_game() -> None:
    game = play(3, "1 2 3 gas gas", "1 2 3 gas gas", lamps_always="02", settings=NO_FOSSILS)
    assert [e["lamps"] for e in game.all("choice")] == [[0, 2], *[[]] * 7]
    assert [v.lamp for v in game.views if v.seat == 0] == [0] * 8
    assert [v.lamp for v in game.views if v.seat == 1] == [1] * 8
    for events in many():
        uses = Counter(p for e in events for p in e.get("lamps", []))
        assert all(count == 1 for count in uses.values())


@pytest.mark.rule("S39", "S43", "S44")
def test_tools_may_be_more_or_none() -> None:
    for uses in (0, 2):
        settings = {**NO_FOSSILS, **{f"tools.{tool}.uses": uses for tool in ("lamp", "helmet", "rope")}}
        game = play(
            2,
            *["4 2 gas gas"] * 4,
            leave={(level, 1): "1" for level in range(1, 5)},
            lamps_always="0",
            helmets="0",
            settings=settings,
        )
        assert sum(len(e["lamps"]) for e in game.all("choice")) == uses
        assert sum(len(e["helmets"]) for e in game.all("collapse")) == uses


@pytest.mark.rule("S40")
@pytest.mark.parametrize(
    ("card", "seen", "value"), [("gas", FATAL, 0), ("water", SAFE, 0), ("6", SAFE, 6), ("fossil", SAFE, 0)]
)
def test_the_owner_alone_sees_the_next_card_before_choosing(card: str, seen: int, value: int) -> None:
    rest = " ".join(w for w in ("gas", "water", "6", "fossil") if w != card)
    game = play(3, f"9 gas {card} {rest}", lamps={2: "1"})
    assert (game.view(1, 2).seen, game.view(1, 2).seen_find) == (seen, value)
    for seat in (0, 2):
        assert (game.view(seat, 2).seen, game.view(seat, 2).seen_find) == (NOT_SEEN, 0)
    # It is one look, at one card.
    later = [v for v in game.views if v.step > 2]
    assert {(v.seen, v.seen_find) for v in later} <= {(NOT_SEEN, 0)}


@pytest.mark.rule("S40")
def test_the_look_comes_before_the_own_choice_and_does_not_show_the_card() -> None:
    game = play(2, "9 gas 6 gas", lamps={2: "0"})
    # Asked whether to look, nobody has seen anything yet.
    assert all(v.seen == NOT_SEEN and v.seen_find == 0 for v in game.looks)


@pytest.mark.rule("S41")
def test_the_others_see_only_that_the_lamp_is_used_up() -> None:
    dark, lit = play(3, "9 gas 6 gas", settings=NO_FOSSILS), play(3, "9 gas 6 gas", lamps={2: "1"}, settings=NO_FOSSILS)
    for seat in (0, 2):
        assert [v for v in dark.views if v.seat == seat] == [v for v in lit.views if v.seat == seat]
    assert (dark.choice(2)["lamps"], lit.choice(2)["lamps"]) == ([], [1])
    # Announced at once (SO27) it is known in that step, but not what was seen.
    fatal, harmless = (
        play(3, f"9 gas {order}", lamps={2: "1"}, settings={**NO_FOSSILS, "tools.lamp.announced": "at-once"})
        for order in ("gas 6", "6 gas")
    )
    assert fatal.view(0, 2).lamps_announced == 1
    assert fatal.view(0, 2) == harmless.view(0, 2)


@pytest.mark.rule("S42")
def test_the_card_seen_stays_the_next_card() -> None:
    for lamps in ({}, {1: "01", 2: "2"}):
        game = play(3, "9 4 gas 6 gas", lamps=lamps, settings=NO_FOSSILS)
        assert [e["card"] for e in game.all("card")] == game.one("level")["deck"]
    looks = 0
    for events in many():
        for level in by_level(events):
            turned = [e["card"] for e in level if e["event"] == "card"]
            looks += sum(len(e.get("lamps", [])) for e in level)
            assert turned == level[0]["deck"][: len(turned)]
    assert looks > 50


@pytest.mark.rule("S43")
@pytest.mark.parametrize("loot", [0, 1, 2, 7, 20])
def test_a_helmet_keeps_half(loot: int) -> None:
    game = play(2, f"{2 * loot} gas gas", helmets="0", settings=NO_FOSSILS)
    collapse = game.one("collapse")
    assert collapse["helmets"] == ({"0": loot // 2} if loot else {})
    assert collapse["lost"] == {"0": loot - loot // 2, "1": loot}
    assert game.end["bank"] == [loot // 2, 0]


@pytest.mark.rule("S43")
def test_one_helmet_a_game_and_only_at_a_collapse() -> None:
    safe, buried = "8 gas 4", "8 gas gas"
    game = play(2, safe, buried, buried, helmets="01", settings=NO_FOSSILS)
    assert [(e["level"], e["helmets"]) for e in game.all("collapse")] == [(2, {"0": 2, "1": 2}), (3, {})]
    assert [v.level for v in game.helmets] == [1, 1]


@pytest.mark.rule("S43")
def test_who_left_needs_no_helmet() -> None:
    game = play(2, "8 gas gas", leave={1: "0"}, helmets="01", settings=NO_FOSSILS)
    assert game.one("collapse")["helmets"] == {"1": 2}


@pytest.mark.rule("S44")
def test_one_rope_a_game() -> None:
    game = play(
        3,
        *["9 gas gas"] * 3,
        leave={(level, 1): "12" for level in (1, 2, 3)},
        ropes={1: 0},
        settings=NO_FOSSILS,
    )
    assert [e["ropes"] for e in game.all("collapse")] == [[{"to": 0, "from": [1], "kept": 1, "each": 1}], [], []]
    # Player 2 never throws and is asked each time; player 1 has none after the first.
    assert [(v.level + 1, v.seat) for v, _ in game.ropes] == [(1, 1), (1, 2), (2, 2), (3, 2)]


@pytest.mark.rule("S45")
def test_only_who_has_left_throws_and_only_at_a_collapse() -> None:
    ropes = {0: 1, 1: 0, 2: 0, 3: 0}
    game = play(4, "8 gas gas", leave={1: "2", 2: "3"}, ropes=ropes, settings=NO_FOSSILS)
    assert [v.seat for v, _ in game.ropes] == [2, 3]
    assert game.one("collapse")["ropes"][0]["from"] == [2, 3]
    nobody_left = play(4, "8 gas gas", ropes=ropes, settings=NO_FOSSILS)
    assert nobody_left.ropes == [] and nobody_left.one("collapse")["ropes"] == []
    no_collapse = play(4, "8 gas 4", leave={1: "2", 2: "3"}, ropes=ropes, settings=NO_FOSSILS)
    assert no_collapse.ropes == []
    # Who left in the level before, but not in this one, is buried like all.
    next_level = play(4, "8 gas 4", "8 gas gas", leave={1: "2"}, ropes=ropes, settings=NO_FOSSILS)
    assert next_level.ropes == []


@pytest.mark.rule("S46")
def test_the_thrower_names_one_buried_player() -> None:
    game = play(4, "8 gas 9 gas", leave={1: "3", 2: "1"}, ropes={3: 2, 1: 0}, settings=NO_FOSSILS)
    # Both 0 and 2 are buried, with 2 + 4; those outside cannot be named.
    assert [targets for _, targets in game.ropes] == [(0, 2), (0, 2)]
    assert game.one("collapse")["ropes"] == [
        {"to": 0, "from": [1], "kept": 3, "each": 3},
        {"to": 2, "from": [3], "kept": 3, "each": 3},
    ]
    assert game.end["bank"] == [3, 5, 3, 5]


def roped(loot: int, throwers: int) -> Game:
    """Player 0 is buried with ``loot``; of five others outside, these throw to it."""
    return play(
        6,
        f"gas {loot} gas",
        leave={1: "12345"},
        ropes=dict.fromkeys(range(1, throwers + 1), 0),
        settings=NO_FOSSILS,
    )


@pytest.mark.rule("S47", "S48")
@pytest.mark.parametrize("loot", [1, 2, 9, 10, 23])
@pytest.mark.parametrize("throwers", [1, 2, 3, 5])
def test_a_rope_halves_the_loot(loot: int, throwers: int) -> None:
    game = roped(loot, throwers)
    half = loot // 2
    each = half // throwers
    names = list(range(1, throwers + 1))
    assert game.one("collapse")["ropes"] == [{"to": 0, "from": names, "kept": half, "each": each}]
    assert game.end["bank"] == [half, *(each if p in names else 0 for p in range(1, 6))]
    assert game.one("collapse")["lost"] == {"0": loot - half - throwers * each}


# Consequences


@pytest.mark.rule("S-T1")
@pytest.mark.parametrize("variant", [*SEEDS, "stollen/diamant-2016", "stollen/incan-gold-2006"])
def test_no_lump_comes_from_nowhere_or_vanishes(variant: str) -> None:
    for events in many(variant, (*FOUR, "zufall"), 40):
        before = 0
        for level in by_level(events):
            turned = lying = lost = 0
            for event in level:
                if event["event"] == "card" and event["each"] is not None:
                    turned += int(event["card"].removeprefix("find:"))
                    lying += event["rest"]
                elif event["event"] == "leave":
                    lying = event["left"]
                elif event["event"] == "collapse":
                    lost += sum(event["lost"].values())
            bank = sum(level[-1]["bank"])
            assert turned == bank - before + lost + lying
            before = bank


@pytest.mark.rule("S-T2")
def test_the_latest_collapse() -> None:
    first = load(TOOLS_OF).definition.levels["1"]
    late = " ".join([*map(str, first.finds), "fossil", *first.hazards, next(iter(first.hazards))])
    game = play(1, late, levels={"1": first.model_dump()})
    assert (len(first.finds), len(first.hazards)) == (15, 3)
    assert game.one("collapse")["step"] == 20
    for events in logs(TOOLS_OF, ("nie",), 100):
        for level in by_level(events):
            harmless = sum(not c.startswith("hazard:") for c in level[0]["deck"])
            kinds = len({c for c in level[0]["deck"] if c.startswith("hazard:")})
            assert level[-1]["reason"] == "collapse"
            assert level[-2]["step"] <= harmless + kinds + 1


@pytest.mark.rule("S-T3")
def test_a_worthless_card_does_not_change_the_best_value() -> None:
    hazards = {"gas": 2, "water": 2, "fire": 3}
    finds = [3, 4, 4, 7, 9, 12]
    best = level_figures(finds, hazards, 0, None)["solo_best"]
    assert level_figures([0, *finds], hazards, 0, None)["solo_best"] == pytest.approx(best, rel=1e-12)
    assert level_figures(finds, hazards, 2, None)["solo_best"] == pytest.approx(best, rel=1e-12)


@pytest.mark.rule("S-T4", "S22", "S43", "S47")
def test_helmet_and_rope_only_move_lumps() -> None:
    settings = ["tools.helmet.uses=3", "tools.rope.uses=3"]
    saved = 0
    for events in logs(TOOLS_OF, ("zufall", "zufall", "draufgaenger", "zufall", "angsthase"), 60, settings=settings):
        for level in by_level(events):
            loot = [0] * 5
            inside = set(range(5))
            for event in level:
                if event["event"] == "card" and event["each"]:
                    for player in inside:
                        loot[player] += event["each"]
                elif event["event"] == "leave":
                    inside -= set(event["players"])
                elif event["event"] == "collapse":
                    assert set(map(int, event["lost"])) == inside
                    roped = {rope["to"]: rope for rope in event["ropes"]}
                    for player in inside:
                        helmet = event["helmets"].get(str(player), 0)
                        rope = roped.get(player, {"kept": 0, "each": 0, "from": []})
                        kept = helmet + rope["kept"]
                        assert 0 <= kept <= loot[player]
                        assert kept + rope["each"] * len(rope["from"]) + event["lost"][str(player)] == loot[player]
                        saved += kept > 0
    assert saved > 50


@pytest.mark.rule("S-T5", "S37")
def test_alone_with_a_singing_canary_nothing_is_lost_by_going_on() -> None:
    # Whatever comes next, leaving one step later brings no less.
    for events in logs(TOOLS_OF, ("nie",), 60):
        for level in by_level(events):
            for event in level:
                if event["event"] == "choice" and event["canary"] == "sings":
                    following = next(e for e in level if e["event"] == "card" and e["step"] == event["step"] + 1)
                    assert following["card"] == "fossil" or following["each"] >= 0
                    assert not following["card"].startswith("hazard:")


# The published parents, where they differ


DIAMANT = "stollen/diamant-2005"


@pytest.mark.rule("DI4")
def test_one_of_the_two_hazards_leaves_the_game() -> None:
    full = Counter({f"hazard:{kind}": 3 for kind in ("snake", "scorpion", "rockfall", "gas", "blast")})
    for events in logs(DIAMANT, ("nie", "zufall", "draufgaenger"), 60):
        gone: Counter[str] = Counter()
        for level in by_level(events):
            deck = Counter(level[0]["deck"])
            assert Counter({c: n for c, n in deck.items() if c.startswith("hazard:")}) == full - gone
            assert sum(n for c, n in deck.items() if c.startswith("find:")) == 15
            gone.update(f"hazard:{e['hazard']}" for e in level if e["event"] == "collapse")


@pytest.mark.rule("DI7")
def test_leftovers_of_all_cards_are_pooled() -> None:
    # 2, 1 and 2 lie on three cards: 5 for two leavers, 1 stays for the next one.
    game = play(3, "5 4 8 gas 3", leave={3: "01", 4: "2"}, variant=DIAMANT)
    assert [(e["each"], e["left"]) for e in game.all("leave")] == [(2, 1), (1, 0)]


@pytest.mark.rule("DI8")
@pytest.mark.parametrize(("leavers", "taken"), [("0", 2), ("01", 0), ("012", 0)])
def test_only_a_single_leaver_takes_relics(leavers: str, taken: int) -> None:
    game = play(
        4,
        "fossil fossil gas 3",
        leave={2: leavers},
        variant="stollen/diamant-2016",
        settings={"fossils.at_start": 2},
    )
    leave = game.all("leave")[0]
    assert (leave["fossils_each"], leave["fossils_left"]) == (taken, 2 - taken)


@pytest.mark.rule("DI8")
def test_the_first_three_relics_are_worth_5_the_others_10() -> None:
    d = load("stollen/diamant-2016").definition
    assert d.fossils.at_start == 5
    # Two to one player, then two to the other, then the last: 5 5, 5 10, 10.
    game = play(
        2,
        "fossil fossil 1 fossil fossil gas",
        "fossil gas 5",
        leave={2: "0", 5: "1", (2, 1): "0"},
        variant="stollen/diamant-2016",
    )
    assert game.end["fossils"] == [3, 2]
    assert game.end["fossil_points"] == [5 + 5 + 10, 5 + 10]


@pytest.mark.rule("DI9")
@pytest.mark.parametrize(
    ("first", "leave", "second"),
    [
        ("fossil gas gas", {}, 1),  # lost with the collapse; only the new one
        ("fossil 5 gas", {2: "01"}, 1),  # left lying by two leavers
        ("5 gas fossil", {2: "01"}, 2),  # not turned: it stays in the deck
    ],
)
def test_relics_on_the_path_leave_the_game(first: str, leave: dict[Any, str], second: int) -> None:
    game = play(2, first, "5", leave=leave, variant="stollen/incan-gold-2006", settings={"deck.mode": "per-level"})
    assert decks(game.events)[1].count("fossil") == second


@pytest.mark.rule("DI9")
def test_leftovers_return_to_the_bank() -> None:
    game = play(2, "5 gas", "8 gas", leave={1: "01", (2, 1): "0"}, variant=DIAMANT, settings={"deck.mode": "per-level"})
    assert (game.all("leave")[0]["each"], game.all("leave")[0]["left"]) == (0, 1)
    assert game.all("leave", 2)[0]["each"] == 0

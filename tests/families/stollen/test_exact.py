"""Exact figures: the reference values of docs/rules.md, and every order of the cards of tiny decks."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.families.stollen import induction, leaving
from workbench.families.stollen.definition import Canary, StollenDefinition
from workbench.families.stollen.exact import analyse, level_figures
from workbench.families.stollen.leaving import Deck

# Reference values


LEVELS = {
    "1": {"finds": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 9], "kinds": 3, "copies": 2},
    "2": {"finds": [1, 2, 3, 4, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11, 13], "kinds": 4, "copies": 2},
    "3": {"finds": [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17], "kinds": 4, "copies": 3},
    "4": {"finds": [3, 4, 5, 7, 7, 9, 9, 11, 11, 13, 14, 15, 17, 19, 22], "kinds": 5, "copies": 3},
    "5": {"finds": [5, 7, 7, 9, 11, 11, 13, 14, 15, 17, 19, 21, 23, 25, 28], "kinds": 6, "copies": 3},
}
# Collapse on card 2, mean collapse card, latest, best alone, best alone with the canary from 2 kinds on.
TABLE = {
    "1": ("0.0143", "10.057", 19, "18.141", "23.685"),
    "2": ("0.0158", "9.752", 20, "22.510", "28.868"),
    "3": ("0.0342", "7.480", 20, "19.357", "24.708"),
    "4": ("0.0345", "7.417", 21, "23.012", "29.023"),
    "5": ("0.0341", "7.427", 22, "28.435", "35.332"),
}
TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)


def hazards(*copies: int) -> dict[str, int]:
    return {f"kind-{number}": count for number, count in enumerate(copies)}


def definition(levels: dict[str, dict[str, Any]], **tables: Any) -> StollenDefinition:
    return StollenDefinition.model_validate({"family": "stollen", "title": "Test", "levels": levels} | tables)


def proposed(**tables: Any) -> StollenDefinition:
    levels = {
        number: {"finds": level["finds"], "hazards": hazards(*[level["copies"]] * level["kinds"])}
        for number, level in LEVELS.items()
    }
    return definition(levels, **tables)


def printed(value: float, expected: str) -> bool:
    return f"{value:.{len(expected.partition('.')[2])}f}" == expected


@pytest.fixture(scope="module")
def with_canary() -> dict[str, Any]:
    return analyse(proposed())


@pytest.fixture(scope="module")
def diamant() -> dict[str, Any]:
    return level_figures(TREASURES, hazards(3, 3, 3, 3, 3), 0, None)


@pytest.mark.rule("S20", "S21", "S34", "S35", "S-T2")
@pytest.mark.parametrize("number", list(TABLE))
def test_the_table_of_the_proposed_levels(number: str, with_canary: dict[str, Any]) -> None:
    second, mean, latest, alone, hearing = TABLE[number]
    figures = with_canary["levels"][int(number) - 1]
    collapse = figures["collapse_card"]
    assert figures["level"] == int(number)
    assert figures["cards"] == 15 + LEVELS[number]["kinds"] * LEVELS[number]["copies"]
    assert printed(collapse["p"]["2"], second)
    assert printed(collapse["mean"], mean)
    assert list(collapse["p"]) == [str(card) for card in range(2, latest + 1)]
    assert collapse["p_none"] == 0
    assert sum(collapse["p"].values()) == pytest.approx(1, abs=1e-12)
    assert printed(figures["solo_best"], hearing)
    without = analyse(proposed(canary={"enabled": False}))["levels"][int(number) - 1]
    assert printed(without["solo_best"], alone)
    assert without | {"solo_best": None} == figures | {"solo_best": None}


@pytest.mark.rule("S-T2")
def test_latest_collapse_card_with_a_fossil() -> None:
    level = LEVELS["1"]
    figures = level_figures(level["finds"], hazards(2, 2, 2), 1, None)
    assert figures["cards"] == 22
    assert list(figures["collapse_card"]["p"])[-1] == "20"


@pytest.mark.parametrize(
    ("finds", "fossils", "mean", "percent"),
    [
        (TREASURES, 0, "7.4171", "3.45 6.65 9.28 11.09 11.95 11.90 11.05 9.62 7.88 6.06 4.37"),
        (TREASURES, 1, "7.6563", "3.23 6.23 8.72 10.49 11.43 11.52 10.88 9.68 8.13 6.45 4.83"),
        (TREASURES[:-1], 0, "7.1778", "3.69 7.12 9.88 11.72 12.50 12.26 11.16 9.49 7.54 5.60 3.86"),
    ],
)
def test_collapse_card_of_the_published_decks(finds: tuple[int, ...], fossils: int, mean: str, percent: str) -> None:
    figures = level_figures(finds, hazards(3, 3, 3, 3, 3), fossils, None)
    collapse = figures["collapse_card"]
    assert printed(collapse["mean"], mean)
    for card, expected in enumerate(percent.split(), start=2):
        assert printed(100 * collapse["p"][str(card)], expected), card


def test_published_shares_of_the_collapse_card() -> None:
    p = level_figures(TREASURES, hazards(3, 3, 3, 3, 3), 1, None)["collapse_card"]["p"]
    shares = {int(card): 100 * share for card, share in p.items()}

    def between(low: int, high: int) -> float:
        return sum(share for card, share in shares.items() if low <= card <= high)

    assert printed(shares[2], "3.226")
    assert printed(between(4, 10), "70.86")
    assert printed(between(5, 8), "44.33")
    assert printed(shares[13], "3.40")
    assert printed(between(13, 99), "8.41")
    assert printed(shares[16], "0.76")
    assert printed(between(16, 99), "1.42")


def test_values_of_the_published_deck(diamant: dict[str, Any]) -> None:
    assert printed(diamant["solo_best"], "17.3399")
    after = {3: "11.942", 4: "14.746", 5: "16.390", 6: "16.761", 7: "15.938", 8: "14.162", 9: "11.780"}
    for card, expected in after.items():
        assert printed(diamant["leave_after"][str(card)], expected), card
    loot = {
        15: "14.165",
        19: "15.472",
        23: "15.939",
        25: "15.993",
        27: "15.947",
        31: "15.542",
        41: "13.122",
    }
    for bound, expected in loot.items():
        assert printed(diamant["leave_at_loot"][str(bound)], expected), bound
    assert printed(diamant["leave_at_hazard_kinds"]["2"], "13.286")
    assert printed(diamant["leave_at_hazard_kinds"]["3"], "13.797")
    together = {2: "8.5446", 3: "5.6045", 4: "4.1462", 6: "2.6865"}
    for heads, expected in together.items():
        assert printed(diamant["together"][str(heads)], expected), heads
    assert list(diamant["leave_after"]) == [str(card) for card in range(1, 31)]
    assert list(diamant["leave_at_loot"]) == [str(bound) for bound in range(1, 125)]
    assert list(diamant["leave_at_hazard_kinds"]) == ["1", "2", "3", "4", "5"]
    assert list(diamant["together"]) == ["2", "3", "4", "5", "6"]


@pytest.mark.parametrize(("copies", "best"), [((2, 3, 3, 3, 3), "18.4665"), ((2, 2, 3, 3, 3), "19.8366")])
def test_best_value_after_removals(copies: tuple[int, ...], best: str) -> None:
    assert printed(induction.solo_best(Deck(TREASURES, copies)), best)


@pytest.mark.rule("S-T3")
@pytest.mark.parametrize("canary", [None, Canary()])
def test_a_worthless_card_changes_no_best_value(canary: Canary | None) -> None:
    plain = level_figures(TREASURES, hazards(3, 3, 3, 3, 3), 0, canary)
    longer = level_figures(TREASURES, hazards(3, 3, 3, 3, 3), 1, canary)
    zero = level_figures((*TREASURES, 0), hazards(3, 3, 3, 3, 3), 0, canary)
    assert longer["cards"] == zero["cards"] == 31
    for other in (longer, zero):
        assert other["solo_best"] == pytest.approx(plain["solo_best"], abs=1e-12)
        assert other["together"] == pytest.approx(plain["together"], abs=1e-12)
        assert other["leave_at_loot"] == pytest.approx(plain["leave_at_loot"], abs=1e-12)
    assert longer["collapse_card"] == zero["collapse_card"] != plain["collapse_card"]
    assert longer["leave_after"] == pytest.approx(zero["leave_after"], abs=1e-12)


@pytest.mark.rule("S-E10", "S34", "S35")
def test_the_deck_for_hand_checks() -> None:
    deck = Deck((4, 6), (2,))
    assert induction.solo_best(deck) == pytest.approx(16 / 3, abs=1e-12)
    assert induction.solo_best(deck, Canary(wakes_at_kinds=1)) == pytest.approx(20 / 3, abs=1e-12)


# Every order of the cards of tiny decks

Card = tuple[str, int]
Orders = list[tuple[Card, ...]]


def orders_of(deck: Deck) -> Orders:
    """All different orders; each stands for equally many orders of cards that are told apart."""
    cards = [("find", value) for value in deck.finds]
    cards += [("hazard", kind) for kind, copies in enumerate(deck.copies) for _ in range(copies)]
    cards += [("fossil", 0)] * deck.fossils
    return sorted(set(permutations(cards)))


def falls_on(order: tuple[Card, ...]) -> int | None:
    seen = set()
    for at, card in enumerate(order, start=1):
        if card[0] == "hazard":
            if card in seen:
                return at
            seen.add(card)
    return None


def average(orders: Orders, leaves: Any) -> Fraction:
    """Mean loot of one who leaves when ``leaves`` says so of the cards turned, or when the deck is empty."""
    total = 0
    for order in orders:
        for turned in range(1, len(order) + 1):
            if falls_on(order[:turned]):
                break
            if turned == len(order) or leaves(order[:turned]):
                total += sum(value for kind, value in order[:turned] if kind == "find")
                break
    return Fraction(total, len(orders))


def best_by_orders(
    orders: Orders,
    heads: int = 1,
    canary: Canary | None = None,
    *,
    split: str = "pooled",
    bank: bool = False,
    first_choice: bool = False,
) -> Fraction:
    """Best value a head of all who act alike and know the cards turned and what the canary says."""

    def silent(turned: tuple[Card, ...], card: Card) -> bool:
        assert canary is not None
        if card[0] == "hazard":
            return canary.silent_at == "any-hazard" or card in turned
        return card[0] == "fossil" and not canary.fossil_is_safe

    def total(group: Orders, at: int, spoken: bool) -> int:
        turned = group[0][:at]
        if falls_on(turned):
            return 0
        finds = [value for kind, value in turned if kind == "find"]
        shares = sum(value // heads for value in finds)
        rests = [value % heads for value in finds]
        left = sum(rests) // heads if split == "pooled" else sum(rest // heads for rest in rests)
        if at == len(group[0]):
            return (shares if bank else shares + left) * len(group)

        def further(part: Orders, spoken: bool) -> int:
            by_card: dict[Card, Orders] = {}
            for order in part:
                by_card.setdefault(order[at], []).append(order)
            return sum(total(after, at + 1, spoken) for after in by_card.values())

        if at == 0 and not first_choice:
            return further(group, spoken)
        parts = [group]
        kinds = len({card for card in turned if card[0] == "hazard"})
        if canary and canary.enabled and kinds >= canary.wakes_at_kinds:
            if canary.timing == "before-choice" and not (spoken and canary.speaks == "next-card"):
                heard: dict[bool, Orders] = {}
                for order in group:
                    heard.setdefault(silent(turned, order[at]), []).append(order)
                parts = list(heard.values())
            spoken = True
        return sum(max((shares + left) * len(part), further(part, spoken)) for part in parts)

    return Fraction(total(orders, 0, False), len(orders))


@st.composite
def tiny_decks(draw: st.DrawFn, copies: int = 3) -> Deck:
    kinds = draw(st.lists(st.integers(1, copies), max_size=3))
    finds = draw(st.lists(st.integers(0, 9), max_size=4))
    fossils = draw(st.integers(0, 2))
    while sum(kinds) + len(finds) + fossils > 7:
        if fossils:
            fossils -= 1
        elif len(finds) > 2:
            finds.pop()
        else:
            kinds.pop()
    return Deck(tuple(finds), tuple(kinds), fossils)


canaries = st.builds(
    Canary,
    wakes_at_kinds=st.integers(0, 3),
    speaks=st.sampled_from(["every-card", "next-card"]),
    timing=st.sampled_from(["before-choice", "before-choice", "after-choice"]),
    heard_by=st.sampled_from(["all", "owner"]),
    silent_at=st.sampled_from(["any-hazard", "fatal-hazard"]),
    fossil_is_safe=st.booleans(),
)


def near(value: Any) -> Any:
    return pytest.approx(float(value), rel=1e-11, abs=1e-12)


@pytest.mark.rule("S12", "S17", "S20", "S21", "S22")
@settings(max_examples=80, deadline=None)
@given(deck=tiny_decks())
def test_plain_figures_against_every_order(deck: Deck) -> None:
    orders = orders_of(deck)
    figures = level_figures(deck.finds, hazards(*deck.copies), deck.fossils, None)
    falls = Counter(falls_on(order) for order in orders)
    none = falls.pop(None, 0)
    collapse = figures["collapse_card"]
    assert figures["cards"] == len(orders[0])
    assert collapse["p_none"] == near(Fraction(none, len(orders)))
    assert {int(k): p for k, p in collapse["p"].items()} == {
        k: near(Fraction(v, len(orders))) for k, v in falls.items()
    }
    if falls:
        assert collapse["mean"] == near(Fraction(sum(k * v for k, v in falls.items()), len(orders) - none))
    else:
        assert collapse["mean"] is None
        assert collapse["reason"]
    assert figures["leave_after"] == {
        str(k): near(average(orders, lambda turned, k=k: len(turned) >= k)) for k in range(1, len(orders[0]) + 1)
    }
    assert figures["leave_at_loot"] == {
        str(t): near(average(orders, lambda turned, t=t: sum(v for kind, v in turned if kind == "find") >= t))
        for t in range(1, sum(deck.finds) + 1)
    }
    assert figures["leave_at_hazard_kinds"] == {
        str(q): near(average(orders, lambda turned, q=q: len({c for c in turned if c[0] == "hazard"}) >= q))
        for q in range(1, len(deck.copies) + 1)
    }
    assert figures["solo_best"] == near(best_by_orders(orders))


@pytest.mark.rule("S34", "S35", "S37", "S38")
@settings(max_examples=120, deadline=None)
@given(deck=tiny_decks(), canary=canaries, first_choice=st.booleans())
def test_the_canary_against_every_order(deck: Deck, canary: Canary, first_choice: bool) -> None:
    expected = best_by_orders(orders_of(deck), canary=canary, first_choice=first_choice)
    assert induction.solo_best(deck, canary) == near(expected)
    assert induction.solo_best(deck, canary) >= induction.solo_best(deck) - 1e-12


@pytest.mark.rule("S13", "S17", "S18")
@settings(max_examples=80, deadline=None)
@given(
    deck=st.one_of(tiny_decks(), tiny_decks(copies=1)),
    split=st.sampled_from(["pooled", "per-card"]),
    when_empty=st.sampled_from(["leave", "bank"]),
)
def test_together_against_every_order(deck: Deck, split: Any, when_empty: Any) -> None:
    orders = orders_of(deck)
    found = induction.together(deck, 4, split=split, when_empty=when_empty)
    assert found == [near(best_by_orders(orders, heads, split=split, bank=when_empty == "bank")) for heads in (2, 3, 4)]


@settings(max_examples=30, deadline=None)
@given(
    finds=st.lists(st.integers(1, 9), max_size=4),
    kinds=st.integers(1, 3),
    fossils=st.integers(0, 2),
)
def test_collapse_card_of_a_deck_that_is_shuffled_again(finds: list[int], kinds: int, fossils: int) -> None:
    """All cards once, then finds and hazards again until a hazard comes, which now lies already (SO15)."""
    figures = level_figures(finds, hazards(*[1] * kinds), fossils, None, when_empty="reshuffle")
    again = list(permutations([0] * len(finds) + [1] * kinds))
    falls = Counter(len(finds) + kinds + fossils + order.index(1) + 1 for order in again)
    collapse = figures["collapse_card"]
    assert collapse["p_none"] == 0
    assert {int(k): p for k, p in collapse["p"].items()} == {k: near(Fraction(v, len(again))) for k, v in falls.items()}
    assert figures["solo_best"] == sum(finds)
    assert figures["together"] is None
    assert figures["together_reason"]
    heard = level_figures(finds, hazards(*[1] * kinds), fossils, Canary(), when_empty="reshuffle")
    assert heard["solo_best"] is None
    assert heard["solo_best_reason"]


# Decks, documents and bounds


def test_a_deck_without_danger_or_cards() -> None:
    figures = level_figures([3, 4], {"gas": 1, "water": 0}, 0, Canary())
    assert figures["collapse_card"] == {
        "mean": None,
        "p": {},
        "p_none": 1,
        "reason": "no collapse is possible",
    }
    assert figures["solo_best"] == 7
    assert figures["together"]["2"] == 3
    assert list(figures["leave_at_hazard_kinds"]) == ["1"]
    empty = level_figures([], {}, 0, Canary(), most_players=1)
    assert empty["cards"] == empty["solo_best"] == 0
    assert empty["together"] == empty["leave_after"] == empty["leave_at_loot"] == {}
    assert level_figures([], {"gas": 2}, 0, None)["collapse_card"]["p"] == {"2": 1}


def test_a_growing_deck_holds_the_levels_above() -> None:
    levels = {
        "1": {"finds": [1, 5], "hazards": {"gas": 2}},
        "2": {"finds": [2], "hazards": {"gas": 1, "water": 1}},
        "3": {},
    }
    found = analyse(definition(levels, deck={"mode": "growing"}), fossils=2)["levels"]
    assert found[0] == {"level": 1} | level_figures([1, 5], {"gas": 2}, 2, Canary())
    assert found[1] == {"level": 2} | level_figures([1, 5, 2], {"gas": 3, "water": 1}, 2, Canary())
    assert found[2] == found[1] | {"level": 3}
    assert [level["cards"] for level in found] == [6, 9, 9]
    alone = analyse(definition(levels), fossils=2)["levels"]
    assert [level["cards"] for level in alone] == [6, 5, 2]


def test_analyse_follows_the_rules_of_the_variant() -> None:
    levels = {"1": {"finds": [3, 5, 7], "hazards": {"gas": 2}}}
    pooled = analyse(definition(levels, players={"max": 3}))["levels"][0]
    split = analyse(definition(levels, players={"max": 3}, leftovers={"split": "per-card"}))["levels"][0]
    assert list(pooled["together"]) == ["2", "3"]
    assert split["together"]["2"] == pytest.approx(leaving.solo_plain(Deck((1, 2, 3), (2,))))
    assert split["together"]["2"] < pooled["together"]["2"]
    late = analyse(definition(levels, step={"leaving_comes_first": False}))["levels"][0]
    assert late["collapse_card"] == pooled["collapse_card"]
    assert late["solo_best"] is late["leave_after"] is None
    assert late["solo_best_reason"] == late["leave_after_reason"]


def test_it_is_fast(with_canary: dict[str, Any]) -> None:
    begin = time.perf_counter()
    assert analyse(proposed()) == with_canary
    assert time.perf_counter() - begin < 3


@pytest.mark.parametrize(
    ("levels", "tables"),
    [
        ({"1": {"finds": list(range(1, 101)), "hazards": hazards(*[3] * 6)}}, {}),
        (
            {str(n): {"finds": list(range(n, n + 100)), "hazards": hazards(*range(49, 61))} for n in range(1, 21)},
            {"deck": {"mode": "growing"}},
        ),
        (
            {str(n): {"finds": [n] * 100, "hazards": hazards(*range(49, 61))} for n in range(1, 21)},
            {"canary": {"fossil_is_safe": False}},
        ),
    ],
    ids=["all-different", "growing", "many-hazards"],
)
def test_monster_decks_end_soon_with_a_reason(levels: dict[str, dict[str, Any]], tables: dict[str, Any]) -> None:
    begin = time.perf_counter()
    found = analyse(definition(levels, players={"max": 8}, **tables), fossils=60)["levels"]
    assert time.perf_counter() - begin < 10
    for level in found:
        assert level["solo_best"] is None
        assert level["together"] is None
        assert "too many" in level["solo_best_reason"]
        assert "too many" in level["together_reason"]
        assert sum(level["collapse_card"]["p"].values()) == pytest.approx(1, abs=1e-9)
        assert len(level["leave_after"]) == level["cards"]


def test_a_large_deck_without_canary_is_within_reach() -> None:
    """75 finds of a growing deck: no induction over sets is needed for a lone player."""
    seed = proposed(deck={"mode": "growing"}, canary={"enabled": False})
    deepest = analyse(seed)["levels"][4]
    assert deepest["cards"] == 75 + 6 + 8 + 12 + 15 + 18
    assert deepest["solo_best"] >= max(deepest["leave_at_loot"].values())
    assert deepest["solo_best"] >= max(deepest["leave_after"].values())
    assert deepest["together"] is None

"""Exact figures: those of docs/rules.md, and every hand of small decks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import analyse, simulate
from workbench.definition.load import load
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.exact import analyse as figures_of
from workbench.families.digging.exact import deck_of, describe, draws_to_first, opening_sets
from workbench.report.page import render_report

from .on_paper import Mine, Round, kind_of, metal_of
from .on_paper import deck_of as cards_of

KINDS = ("mine", "closer", "bandit", "crate")


def definition(**tables: Any) -> DiggingDefinition:
    base = {"family": "digging", "title": "Test", "teams": False, "seats": ["zufall", "zufall"]}
    return DiggingDefinition.model_validate(base | tables)


def cards(d: DiggingDefinition) -> list[str]:
    return sorted(cards_of(d.model_dump()).elements())


def is_a(kind: str, card: str) -> bool:
    """A double is a crate (CONTRACT section 5)."""
    return kind_of(card) in (("crate", "double") if kind == "crate" else (kind,))


def near(found: float, expected: Fraction) -> bool:
    return abs(found - float(expected)) < 1e-12


@st.composite
def small(draw: st.DrawFn) -> DiggingDefinition:
    """A deck of at most twelve cards."""
    few = st.integers(0, 2)
    metals = {
        name: {"value": draw(st.integers(0, 3)), "mines": draw(few), "crates": draw(few), "double_crates": draw(few)}
        for name in draw(st.sampled_from((["gold"], ["gold", "tin"])))
    }
    bandits = draw(st.lists(st.integers(1, 3), min_size=0, max_size=3))
    closers = draw(st.integers(0, 2))
    size = sum(sum(metal.values()) - metal["value"] for metal in metals.values()) + len(bandits) + closers
    teams = draw(st.booleans())
    players = 4 if teams else draw(st.integers(2, 4))
    hand = draw(st.integers(0, min(size // players, 3)))
    return definition(
        metals=metals, bandits=bandits, closers=closers, hand_size=hand, teams=teams, seats=["zufall"] * players,
        players={"min": players, "max": players},
        mines={"late_double": draw(st.sampled_from(("plain", "forbidden", "doubles")))},
    )  # fmt: skip


@pytest.mark.rule("D1", "D2")
@pytest.mark.parametrize("variant", ["digging/team", "digging/einzeln"])
def test_published_figures_of_the_opening_hand(variant: str) -> None:
    figures = analyse(variant).to_dict()
    assert f"{figures['opening_hand']['no_closer']:.3f}" == "0.360"
    assert list(figures["opening_hand"]) == [f"no_{kind}" for kind in KINDS]
    pile = {"2": 48, "3": 42, "4": 36}
    assert figures["pile"] == ({"4": 36} if variant == "digging/team" else pile)


@pytest.mark.rule("D-E8")
@pytest.mark.parametrize("variant", ["digging/team", "digging/einzeln"])
def test_bounds_of_mines_and_of_a_round(variant: str) -> None:
    figures = analyse(variant).to_dict()
    assert figures["mine_value_max"] == {"gold": 60, "silver": 40, "copper": 20}
    assert figures["round_total_max"] == 120


@settings(deadline=None, max_examples=60)
@given(small())
def test_every_opening_hand(d: DiggingDefinition) -> None:
    if not d.cards:
        return
    deck = cards(d)
    hands = list(combinations(deck, d.hand_size))
    found = figures_of(d)
    for kind in KINDS:
        held = [sum(is_a(kind, card) for card in hand) for hand in hands]
        assert near(found["opening_hand"][f"no_{kind}"], Fraction(held.count(0), len(hands)))
        assert near(found["opening_mean"][kind], Fraction(sum(held), len(hands)))
        for row in found["opening_cards"]:
            assert near(row[kind], Fraction(held.count(row["cards"]), len(hands)))
        assert near(sum(row[kind] for row in found["opening_cards"]), Fraction(1))

    def fits(hand: tuple[str, ...]) -> bool:
        mines = {metal_of(card) for card in hand if is_a("mine", card)}
        return bool(mines & {metal_of(card) for card in hand if is_a("crate", card)})

    closes = [fits(hand) and any(is_a("closer", card) for card in hand) for hand in hands]
    sets = opening_sets(deck_of(d), d.hand_size)
    assert sets == {
        "mine_and_crate": Fraction(sum(map(fits, hands)), len(hands)),
        "mine_crate_and_closer": Fraction(sum(closes), len(hands)),
    }


def deals(deck: list[str], hand: int, others: int) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Every deal of two hands, by numbers of the cards: equal names are different cards."""
    numbers = range(len(deck))
    for own in combinations(numbers, hand):
        rest = [n for n in numbers if n not in own]
        for other in combinations(rest, others):
            pile = [deck[n] for n in rest if n not in other]
            yield [deck[n] for n in own], [deck[n] for n in other], pile


@settings(deadline=None, max_examples=30)
@given(small())
def test_every_place_of_the_best_bandit(d: DiggingDefinition) -> None:
    found = figures_of(d)["best_bandit"] if d.cards else {}
    if not d.bandits:
        assert not found or (found["own_hand"] is None and found["reason"])
        return

    def best(hand: list[str]) -> int:
        return max((int(card.split(":")[1]) for card in hand if kind_of(card) == "bandit"), default=0)

    top = max(d.bandits)
    opponents = d.hand_size * (len(d.seats) - 1 - d.teams)
    seen = [(best(own) == top, best(other) == top, best(own) > best(other))
            for own, other, _ in deals(cards(d), d.hand_size, opponents)]  # fmt: skip
    for name, number in (("own_hand", 0), ("opponents_hands", 1), ("beats_opponents", 2)):
        assert near(found[name], Fraction(sum(case[number] for case in seen), len(seen)))
    assert found.get("partner_hand") == (found["own_hand"] if d.teams else None)
    dealt = d.hand_size * len(d.seats)
    piles = [best(list(pile)) == top for pile in combinations(cards(d), d.cards - dealt)]
    assert near(found["pile"], Fraction(sum(piles), len(piles)))


def test_every_order_of_a_pile() -> None:
    metals = {"gold": {"value": 3, "mines": 2, "crates": 1, "double_crates": 1}}
    d = definition(metals=metals, bandits=[5], closers=0, hand_size=1)
    found = draws_to_first(deck_of(d))
    orders = list(permutations(cards(d)))
    for kind in ("mine", "crate", "bandit"):
        draws = [next(n for n, card in enumerate(order, start=1) if is_a(kind, card)) for order in orders]
        assert near(found[kind], Fraction(sum(draws), len(draws)))
    assert found["closer"] is None
    assert found["closer_reason"]


@pytest.mark.rule("D22", "D23", "DO4")
@settings(deadline=None, max_examples=60)
@given(small())
def test_every_way_to_lay_crates(d: DiggingDefinition) -> None:
    """Each crate is on one of the mines or on none, doubles first or last, and as many mines are closed as may be."""
    tables = d.model_dump()
    found = figures_of(d) if d.cards else None
    if found is None:
        return
    by_metal = []
    for metal in d.metals:
        mines = [card for card in cards(d) if kind_of(card) == "mine" and metal_of(card) == metal]
        crates = [card for card in cards(d) if is_a("crate", card) and metal_of(card) == metal]
        best = [0] * (d.closers + 1)
        for places in product([*mines, None], repeat=len(crates)):
            for reverse in (False, True):
                state = Round(tables, [[]] * len(d.seats), [], 0)
                state.mines = {mine: Mine(0) for mine in mines}
                for crate, place in sorted(zip(crates, places, strict=True), reverse=reverse):
                    if place is not None:
                        state.hands[0] = [crate]
                        if state.refuses_play(0, crate, {"action": "play", "card": crate, "mine": place}) is None:
                            state.mines[place].crates.append(crate)
                for mine in state.mines.values():
                    mine.closer = "closer:1"
                values = sorted((state.value(mine) for mine in mines), reverse=True)
                for closed in range(d.closers + 1):
                    best[closed] = max(best[closed], sum(values[:closed]))
        assert found["mine_value_max"][metal] == (best[1] if d.closers else 0)
        by_metal.append(best)
    split = [used for used in product(range(d.closers + 1), repeat=len(by_metal)) if sum(used) <= d.closers]
    totals = [sum(best[n] for best, n in zip(by_metal, used, strict=True)) for used in split]
    assert found["round_total_max"] == max(totals)


def test_the_figures_in_words() -> None:
    d = load("digging/team").definition
    told = "\n".join(describe(d, figures_of(d)))
    for part in ("hand of 6 from 60 cards", "no closer 36.0 %", "gold 60, silver 40, copper 20", "at most 120 points"):
        assert part in " ".join(told.split()), told
    alone = definition(metals={"gold": {"value": 1, "mines": 1, "crates": 1}}, bandits=[], hand_size=1)
    assert "best bandit: the deck has no bandits" in "\n".join(describe(alone, figures_of(alone)))


@pytest.mark.parametrize("variant", ["digging/team", "digging/einzeln"])
def test_the_report_has_words_for_every_figure(variant: str) -> None:
    results = simulate(variant, games=2)
    page = render_report(loaded=load(variant), simulate=results, compare=None, analyse=analyse(variant).to_dict(),
                         language="de")  # fmt: skip
    section = page[page.index('<section id="exact"') : page.index('<section id="definition"')]
    told = re.sub(r"<[^>]+>", " ", section)
    for words in ("Anfangshand ohne Schließer", "höchster Wert einer Mine: Gold", "Karten im Stapel, 4 Spieler"):
        assert words in told
    for key in ("opening", "best bandit", "draws", "value", "crate", "partner hand"):
        assert key not in told, told

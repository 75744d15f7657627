"""Exact figures of the deck and of opening hands, computed on whole numbers (docs/rules.md, 3.1 and D-E8).

A hand is a choice of cards of the shuffled deck, each as likely as any other. So every chance here is one count of
hands over another, a fraction of whole numbers until the end. A figure that means nothing for a definition is null,
with a reason beside it. How players play changes none of these figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from workbench.families.digging.definition import DiggingDefinition

NO_SUCH_CARD = "the deck has no such card"
NO_BANDITS = "the deck has no bandits"

Polynomial = list[int]
"""By number of cards: in how many ways so many cards are taken."""


class Deck(NamedTuple):
    """What is in the deck, in numbers of cards."""

    cards: int
    mines: Mapping[str, int]
    """By metal."""
    crates: Mapping[str, int]
    """By metal, double crates included."""
    closers: int
    bandits: Counter[int]
    """By value."""

    @property
    def kinds(self) -> dict[str, int]:
        """Cards by kind."""
        return {
            "mine": sum(self.mines.values()),
            "closer": self.closers,
            "bandit": self.bandits.total(),
            "crate": sum(self.crates.values()),
        }


def deck_of(definition: DiggingDefinition) -> Deck:
    """The deck of one round (D1)."""
    mines = {name: metal.mines for name, metal in definition.metals.items()}
    crates = {name: metal.crates + metal.double_crates for name, metal in definition.metals.items()}
    bandits = Counter(definition.bandits)
    cards = sum(mines.values()) + sum(crates.values()) + definition.closers + bandits.total()
    return Deck(cards, mines, crates, definition.closers, bandits)


def analyse(definition: DiggingDefinition) -> dict[str, Any]:
    """All figures: ``best_bandit`` for as many players as there are seats, ``pile`` for every number of them."""
    deck, hand = deck_of(definition), definition.hand_size
    kinds = deck.kinds
    players = range(definition.players.min, definition.players.max + 1)
    most = min(hand, max(kinds.values()))
    return {
        "opening_hand": {
            f"no_{kind}": float(hypergeometric(deck.cards, number, hand, 0)) for kind, number in kinds.items()
        },
        "mine_value_max": {metal: mine_value_max(definition, metal) for metal in definition.metals},
        "round_total_max": round_total_max(definition),
        "opening_mean": {kind: float(Fraction(number * hand, deck.cards)) for kind, number in kinds.items()},
        "opening_sets": {name: float(chance) for name, chance in opening_sets(deck, hand).items()},
        "best_bandit": best_bandit(deck, hand, len(definition.seats), definition.teams),
        "draws_to_first": draws_to_first(deck),
        "pile": {str(n): deck.cards - n * hand for n in players},
        "opening_cards": [
            {
                "cards": held,
                **{kind: float(hypergeometric(deck.cards, number, hand, held)) for kind, number in kinds.items()},
            }
            for held in range(most + 1)
        ],
    }


# Hands


def hypergeometric(cards: int, marked: int, drawn: int, hits: int) -> Fraction:
    """The chance that exactly ``hits`` of ``drawn`` cards are among the ``marked`` of all ``cards``."""
    return Fraction(comb(marked, hits) * comb(cards - marked, drawn - hits), comb(cards, drawn))


def opening_sets(deck: Deck, hand: int) -> dict[str, Fraction]:
    """Chances to hold cards that go together: a mine with a crate of its metal, and a closer with them.

    Counted are the hands without such a pair: of each metal either mines or crates or neither.
    """
    unpaired = [1]
    for metal, mines in deck.mines.items():
        of_metal = _sum(binomials(mines, hand), binomials(deck.crates[metal], hand))
        of_metal[0] -= 1  # the hand with neither was counted twice
        unpaired = _product(unpaired, of_metal, hand)
    bandits = binomials(deck.bandits.total(), hand)
    without_closer = _coefficient(_product(unpaired, bandits, hand), hand)
    either = _coefficient(_product(unpaired, binomials(deck.bandits.total() + deck.closers, hand), hand), hand)
    every = comb(deck.cards, hand)
    no_closer = comb(deck.cards - deck.closers, hand)
    return {
        "mine_and_crate": 1 - Fraction(either, every),
        "mine_crate_and_closer": 1 - Fraction(either + no_closer - without_closer, every),
    }


def binomials(cards: int, most: int) -> Polynomial:
    """In how many ways 0, 1, ... up to ``most`` of ``cards`` cards are taken."""
    return [comb(cards, taken) for taken in range(min(cards, most) + 1)]


def _sum(a: Polynomial, b: Polynomial) -> Polynomial:
    return [_coefficient(a, n) + _coefficient(b, n) for n in range(max(len(a), len(b)))]


def _product(a: Polynomial, b: Polynomial, most: int) -> Polynomial:
    found = [0] * min(len(a) + len(b) - 1, most + 1)
    for i, ways in enumerate(a):
        for j, others in enumerate(b[: len(found) - i]):
            found[i + j] += ways * others
    return found


def _coefficient(ways: Polynomial, number: int) -> int:
    return ways[number] if number < len(ways) else 0


def best_bandit(deck: Deck, hand: int, players: int, teams: bool) -> dict[str, Any]:
    """Where the best bandit is after the deal, seen from one player, and whether his own best beats all opponents'.

    Where several share the highest value, each place has its chance to hold one of them at least.
    """
    names = ("own_hand", *(("partner_hand",) if teams else ()), "opponents_hands", "pile", "beats_opponents")
    if not deck.bandits:
        return {**dict.fromkeys(names), "reason": NO_BANDITS}
    opponents = hand * (players - (2 if teams else 1))
    best = deck.bandits[max(deck.bandits)]

    def somewhere(cards: int) -> float:
        return float(1 - hypergeometric(deck.cards, best, cards, 0))

    cards = {"own_hand": hand, "partner_hand": hand, "opponents_hands": opponents, "pile": deck.cards - players * hand}
    found = {name: somewhere(cards[name]) for name in names if name in cards}
    return {**found, "beats_opponents": float(beats(deck, hand, opponents))}


def beats(deck: Deck, hand: int, others: int) -> Fraction:
    """The chance that the best bandit of ``hand`` cards is higher than every one among ``others`` further cards."""
    hands = 0
    for value, copies in deck.bandits.items():
        lower = deck.cards - sum(n for other, n in deck.bandits.items() if other >= value)
        for held in range(1, min(copies, hand) + 1):
            rest = lower - (hand - held)
            if rest >= 0:
                hands += comb(copies, held) * comb(lower, hand - held) * comb(rest, others)
    return Fraction(hands, comb(deck.cards, hand) * comb(deck.cards - hand, others))


def draws_to_first(deck: Deck) -> dict[str, Any]:
    """By kind: the mean number of cards that are turned from a shuffled deck until the first one of it appears."""
    found: dict[str, Any] = {}
    for kind, number in deck.kinds.items():
        found[kind] = float(Fraction(deck.cards + 1, number + 1)) if number else None
        if not number:
            found[f"{kind}_reason"] = NO_SUCH_CARD
    return found


# Mines


def mine_value_max(definition: DiggingDefinition, metal: str) -> int:
    """The most that one mine of the metal can be worth (D22, D23): all crates of its metal on it, a double first."""
    return metal_value_max(definition, metal, 1)


def round_total_max(definition: DiggingDefinition) -> int:
    """The most that all players together can score in one round, with so many closers as there are."""
    best = [0] * (definition.closers + 1)  # by number of closers used
    for metal, numbers in definition.metals.items():
        most = min(numbers.mines, definition.closers)
        values = [metal_value_max(definition, metal, closed) for closed in range(most + 1)]
        best = [
            max(best[used - closed] + values[closed] for closed in range(min(used, most) + 1))
            for used in range(len(best))
        ]
    return best[-1]


def metal_value_max(definition: DiggingDefinition, metal: str, closed: int) -> int:
    """The most that ``closed`` mines of one metal can be worth together.

    All crates lie on them. One double suffices: where it doubles its mine, the other crates lie on that one too.
    """
    numbers = definition.metals[metal]
    closed = min(closed, numbers.mines, definition.closers)
    if closed == 0:
        return 0
    doubles = numbers.double_crates
    if definition.mines.late_double == "forbidden":
        doubles = min(doubles, closed)
    crates = numbers.crates + doubles
    return numbers.value * crates * (2 if doubles else 1)


# In words


def describe(definition: DiggingDefinition, figures: Mapping[str, Any]) -> Iterator[str]:
    """The figures as lines for a screen."""
    hand, means = figures["opening_hand"], figures["opening_mean"]
    yield f"opening hand of {definition.hand_size} from {definition.cards} cards"
    for kind, mean in means.items():
        yield f"  no {kind:<7}{_percent(hand[f'no_{kind}']):>7}, {mean:.2f} on average"
    sets = figures["opening_sets"]
    yield f"  a mine and a crate of its metal {_percent(sets['mine_and_crate'])}"
    yield f"  and a closer with them {_percent(sets['mine_crate_and_closer'])}"
    yield from _told_of_the_best(figures["best_bandit"], len(definition.seats))
    piles = ", ".join(f"{cards} with {players} players" for players, cards in figures["pile"].items())
    yield f"pile: {piles}"
    draws = {kind: mean for kind, mean in figures["draws_to_first"].items() if isinstance(mean, float)}
    yield "cards drawn until the first " + ", ".join(f"{kind} {mean:.2f}" for kind, mean in draws.items())
    worth = ", ".join(f"{metal} {points}" for metal, points in figures["mine_value_max"].items())
    yield f"a mine is worth at most: {worth}"
    yield f"a round brings all players together at most {figures['round_total_max']} points"


def _told_of_the_best(found: Mapping[str, Any], players: int) -> Iterator[str]:
    if found["own_hand"] is None:
        yield f"best bandit: {found['reason']}"
        return
    partner = f"the partner's {_percent(found['partner_hand'])}, " if "partner_hand" in found else ""
    yield (
        f"best bandit, {players} players: in the own hand {_percent(found['own_hand'])}, {partner}"
        f"an opponent's {_percent(found['opponents_hands'])}, the pile {_percent(found['pile'])}"
    )
    yield f"  the own best one beats every opponent's {_percent(found['beats_opponents'])}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"

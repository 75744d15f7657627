"""Best value with the canary, and of several who always act alike, by backward induction (see exact.py).

The state is which finds are out.
Backward induction goes over all sets of drawn finds (equal values told apart only by how many are out) and
all sets of hazard kinds (kinds with equally many copies alike). It runs on floating point numbers, but only
adds, multiplies and divides numbers that are not negative, and so keeps more than ten digits. All other
figures are computed on whole numbers and rounded at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from typing import TYPE_CHECKING, Literal

from workbench.families.stollen.definition import Canary
from workbench.families.stollen.leaving import Deck, OutOfReach, solo_plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_SETS = 2_000_000
"""Bound of the sets of drawn finds of one deck."""

MOST_STEPS = 500_000_000
"""Bound of the additions of all backward inductions together."""

CALL = 400
"""What one operation on whole columns costs beside its additions, in additions."""

TOO_MANY_SETS = "too many sets of finds for an exact computation"
NOT_AFTER_SHUFFLE = "not computed for a deck that can run out and is shuffled again"


@dataclass(frozen=True)
class _Signs:
    """Which kinds of hazard lie: of kinds with equally many copies only how many lie matters."""

    kinds: int
    deadly: int
    harmless: int
    after: tuple[tuple[int, int], ...]
    """For the next harmless hazard: index of the state after it, number of such cards."""


def _sign_classes(deck: Deck) -> list[tuple[int, int]]:
    return sorted(Counter(deck.copies).items())


def _signs(deck: Deck) -> list[_Signs]:
    """All states of the hazards, each after those with fewer kinds."""
    classes = _sign_classes(deck)
    states = sorted(product(*(range(kinds + 1) for _, kinds in classes)), key=sum)
    index = {lying: number for number, lying in enumerate(states)}
    found = []
    for lying in states:
        after = tuple(
            (index[(*lying[:at], lying[at] + 1, *lying[at + 1 :])], (kinds - lying[at]) * copies)
            for at, (copies, kinds) in enumerate(classes)
            if lying[at] < kinds
        )
        deadly = sum(count * (copies - 1) for count, (copies, _) in zip(lying, classes, strict=True))
        found.append(_Signs(sum(lying), deadly, sum(cards for _, cards in after), after))
    return found


def _hears(deck: Deck, canary: Canary | None) -> Canary | None:
    """The canary if it can be of use to a lone player, who is its owner (SO22), else None.

    Of no use is one that is heard after the choice (SO21), that needs more kinds than there are (SO24), or
    that speaks once and at the first choice (SO20 with SO24 at 0), when one card at most has been turned:
    there is nothing to lose, or no danger.
    """
    if canary is None or not canary.enabled or canary.timing == "after-choice" or not deck.can_collapse:
        return None
    too_early = canary.speaks == "next-card" and canary.wakes_at_kinds == 0
    return None if too_early or canary.wakes_at_kinds > len(deck.copies) else canary


def _induction(
    deck: Deck,
    heads: Sequence[int],
    *,
    canary: Canary | None = None,
    fossils: int = 0,
    rest_is_shared: bool = True,
    most_steps: int = MOST_STEPS,
) -> list[float]:
    """Best value a head for each number of heads, by backward induction over what has been turned.

    Whoever leaves gets ``s // heads``: the shares and the pooled rests of all finds together are s (S13, S17,
    S18). ``fossils`` are those in the deck, 0 where they cannot matter. ``canary`` is one that is of use. Without
    ``rest_is_shared`` the rests stay lying if the deck runs out.
    """
    values = sorted(Counter(deck.finds).items())
    sets = prod(count + 1 for _, count in values)
    if sets > MOST_SETS:
        raise OutOfReach(TOO_MANY_SETS)
    classes = _sign_classes(deck)
    states = (fossils + 1) * prod(kinds + 1 for _, kinds in classes)
    transitions = len(values) + len(classes) + 4
    calls = (len(deck.finds) + 1) * (len(values) + states * (len(classes) + 4))
    if sets * states * len(heads) * transitions + CALL * calls > most_steps:
        raise OutOfReach(TOO_MANY_SETS)
    return _induce(deck, heads, values, canary, fossils, rest_is_shared)


def _induce(
    deck: Deck,
    heads: Sequence[int],
    values: Sequence[tuple[int, int]],
    canary: Canary | None,
    fossils: int,
    rest_is_shared: bool,
) -> list[float]:
    import numpy as np

    # A set of drawn finds is a number with mixed radix: how many of each value are out.
    radix = list(accumulate((count + 1 for _, count in values), lambda a, b: a * b, initial=1))
    codes = np.arange(radix.pop(), dtype=np.int64)
    drawn = np.zeros(len(codes), dtype=np.int64)
    for step, (_, count) in zip(radix, values, strict=True):
        drawn += codes // step % (count + 1)
    by_size = np.argsort(drawn, kind="stable")
    starts = np.searchsorted(drawn[by_size], np.arange(len(deck.finds) + 2))
    place = np.empty(len(codes), dtype=np.int64)
    place[by_size] = codes - starts[drawn[by_size]]

    per_head = np.array(heads, dtype=np.int64)
    shares = np.array([sum(value // n for value in deck.finds) for n in heads], dtype=np.float64)
    out_of_cards = None if rest_is_shared else shares
    signs = _signs(deck)
    shape = (fossils + 1, len(signs), len(heads))
    best: Floats = np.zeros((0, *shape))  # of the sets with one find more
    for size in range(len(deck.finds), -1, -1):
        layer = by_size[starts[size] : starts[size + 1]]
        loot = np.zeros(len(layer), dtype=np.int64)
        find: Floats = np.zeros((len(layer), *shape))
        for step, (value, count) in zip(radix, values, strict=True):
            out = layer // step % (count + 1)
            loot += out * value
            open_ = np.flatnonzero(out < count)
            find[open_] += (count - out[open_]).reshape(-1, 1, 1, 1) * best[place[layer[open_] + step]]
        leaving = (loot[:, None] // per_head).astype(np.float64)
        best = _layer(find, leaving, len(deck.finds) - size, signs, fossils, canary, out_of_cards)
    return [float(value) for value in best[0, 0, 0]]


def _layer(
    find: Floats,
    leaving: Floats,
    finds_left: int,
    signs: Sequence[_Signs],
    fossils: int,
    canary: Canary | None,
    out_of_cards: Floats | None,
) -> Floats:
    """The best values of all sets of one size.

    ``find`` holds the summed best values after each find that may come next, ``leaving`` the value of
    leaving.
    """
    import numpy as np

    best: Floats = np.empty_like(find)
    just_woken: dict[tuple[int, int], Floats] = {}
    nothing = np.zeros_like(leaving)
    for fossil in range(fossils, -1, -1):
        fossils_left = fossils - fossil
        for at in range(len(signs) - 1, -1, -1):
            state = signs[at]
            cards = finds_left + fossils_left + state.harmless + state.deadly
            if not cards:
                best[:, fossil, at] = leaving if out_of_cards is None else out_of_cards
                continue
            hazard = nothing
            for number, count in state.after:
                hazard = hazard + count * just_woken.get((fossil, number), best[:, fossil, number])
            relic = fossils_left * best[:, fossil + 1, at] if fossils_left else nothing
            plain = np.maximum(leaving, (find[:, fossil, at] + relic + hazard) / cards)
            if canary is None or state.kinds < canary.wakes_at_kinds:
                best[:, fossil, at] = plain
                continue
            # What the canary tells splits the next card in two (S35, S37, S38); each part has its own choice.
            sings, sing_cards = find[:, fossil, at], finds_left
            silent, silent_cards = nothing, state.deadly
            if canary.fossil_is_safe:  # SO25
                sings, sing_cards = sings + relic, sing_cards + fossils_left
            else:
                silent, silent_cards = silent + relic, silent_cards + fossils_left
            if canary.silent_at == "any-hazard":  # SO23
                silent, silent_cards = silent + hazard, silent_cards + state.harmless
            else:
                sings, sing_cards = sings + hazard, sing_cards + state.harmless
            heard = (np.maximum(sing_cards * leaving, sings) + np.maximum(silent_cards * leaving, silent)) / cards
            if canary.speaks == "every-card":  # SO20
                best[:, fossil, at] = heard
            else:
                best[:, fossil, at] = plain
                if state.kinds == canary.wakes_at_kinds:
                    just_woken[fossil, at] = heard
    return best


def solo_best(
    deck: Deck,
    canary: Canary | None = None,
    *,
    reshuffle: bool = False,
    most_steps: int = MOST_STEPS,
) -> float:
    """Best value of a lone player, who hears the canary if there is one (S34 to S38).

    A fossil changes nothing (S-T3) unless the canary takes it for a danger (SO25) or speaks only once (SO20).
    """
    if reshuffle and deck.hazards and not deck.can_collapse:
        if canary is not None and canary.enabled and canary.timing == "before-choice":
            raise OutOfReach(NOT_AFTER_SHUFFLE)
        return float(deck.total)  # no danger in the first pass, and no step pays after it: s >= T and d >= 1
    heard = _hears(deck, canary)
    if heard is None:
        return solo_plain(deck)
    fossils = 0 if heard.fossil_is_safe and heard.speaks == "every-card" else deck.fossils
    return _induction(deck, [1], canary=heard, fossils=fossils, most_steps=most_steps)[0]


def together(
    deck: Deck,
    most_players: int,
    *,
    split: Literal["pooled", "per-card"] = "pooled",
    when_empty: Literal["leave", "reshuffle", "bank"] = "leave",
    most_steps: int = MOST_STEPS,
) -> list[float]:
    """Best value a head of n players who always act alike, for n = 2 and on, without a canary.

    Shares are rounded down (S17) and what is left is shared at the common exit (S13): as one heap, or card by
    card (SO7). Card by card nothing can be gained, for each rest is below n; then a head is a lone player who
    finds ``value // n``.
    """
    heads = range(2, most_players + 1)
    if when_empty == "reshuffle" and deck.hazards and not deck.can_collapse:
        raise OutOfReach(NOT_AFTER_SHUFFLE)
    if split == "per-card":
        return [solo_plain(Deck(tuple(value // n for value in deck.finds), deck.copies)) for n in heads]
    if not heads:
        return []
    runs_out = when_empty == "bank" and not deck.can_collapse
    return _induction(
        deck,
        heads,
        fossils=deck.fossils if runs_out else 0,
        rest_is_shared=not runs_out,
        most_steps=most_steps,
    )

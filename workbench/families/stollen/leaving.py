"""Values of rules of leaving for a lone player in one fresh level deck of stollen, on whole numbers.

Words and letters: a deck has M finds with the sum T, H hazards and F fossils. A card is *deadly* if its kind
of hazard already lies in the tunnel (S21), *harmless* if it is the first of its kind (S20). After j different
hazards d deadly cards are left: the other copies of the j kinds.

**One step of going on.** Somebody who holds s, with d deadly cards among the c cards left, gains on average
``(T - s) / c`` lumps by the next card and loses ``s * d / c``, so one step is worth ``(T - s - d * s) / c``,
whatever finds are still out. The value of any plan is the sum, over all states in which it goes on, of the
chance to be there times the worth of that step. Where a plan that has gone on in a state went on in every
state before it, that chance is a count of card sets: ``(sets of m finds with sum s) * (sets of j different
hazards with d deadly cards left) / C(M + H, m + j)``. Fossils are passed over (S-T3). The plans below are all
of that kind: s and d never fall.

**Best value of a lone player without the canary.** One step pays exactly while ``s * (1 + d) < T``. As s and
d never fall, a step that does not pay is never followed by one that does (the monotone case of optimal
stopping), so going on exactly while a step pays is best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, fsum, lcm

MOST_SUMS = 60_000
"""Bound of M x (M + T) of one deck, for the figures that need the chances of every sum of finds."""

TOO_MANY_SUMS = "too many different sums of finds for an exact computation"


class OutOfReach(Exception):
    """The exact computation of a figure is out of reach; the message says why."""


@dataclass(frozen=True)
class Deck:
    """A fresh level deck."""

    finds: tuple[int, ...]
    copies: tuple[int, ...]
    """Copies of each kind of hazard that is in the deck at all."""
    fossils: int = 0

    @cached_property
    def total(self) -> int:
        """The sum of the finds."""
        return sum(self.finds)

    @cached_property
    def hazards(self) -> int:
        """The number of hazard cards."""
        return sum(self.copies)

    @property
    def cards(self) -> int:
        """The number of all cards."""
        return len(self.finds) + self.hazards + self.fossils

    @property
    def can_collapse(self) -> bool:
        """Whether some hazard is in the deck twice: then it cannot run out either (S21, S-T2)."""
        return any(copies > 1 for copies in self.copies)

    @cached_property
    def harmless_sets(self) -> dict[tuple[int, int], int]:
        """By (j, d): in how many ways j hazard cards of different kinds leave d deadly cards behind."""
        return _harmless_sets(tuple(sorted(self.copies)))

    @cached_property
    def harmless_by_number(self) -> tuple[list[int], list[int]]:
        """By j: in how many ways j hazard cards are of different kinds, and the sum of 1 + d over them."""
        ways, deadly = [0] * (len(self.copies) + 1), [0] * (len(self.copies) + 1)
        for (kinds, left), count in self.harmless_sets.items():
            ways[kinds] += count
            deadly[kinds] += count * (1 + left)
        return ways, deadly

    @cached_property
    def sums(self) -> tuple[list[list[int]], list[list[int]]]:
        """For m finds and t: in how many sets of m finds the sum is below t, and the sum of all these sums.

        The counts are the coefficients of the product of ``1 + x * y ** value`` over the finds. For each
        power of x they stand side by side in one long whole number.
        """
        size, total = len(self.finds), self.total
        if size * (size + total) > MOST_SUMS:
            raise OutOfReach(TOO_MANY_SUMS)
        width = size // 8 + 1  # bytes for a count: all 2 ** size sets fit
        rows = [1] + [0] * size
        for done, value in enumerate(self.finds, start=1):
            for m in range(done, 0, -1):
                rows[m] += rows[m - 1] << (8 * width * value)
        below, mass = [], []
        for row in rows:
            packed = row.to_bytes(width * (total + 1), "little")
            slots = range(0, len(packed), width)
            counts = [int.from_bytes(packed[at : at + width], "little") for at in slots]
            below.append(list(accumulate(counts, initial=0)))
            mass.append(list(accumulate((s * count for s, count in enumerate(counts)), initial=0)))
        return below, mass


@lru_cache(maxsize=32)
def _harmless_sets(all_copies: tuple[int, ...]) -> dict[tuple[int, int], int]:
    ways = {(0, 0): 1}
    for copies in all_copies:
        more = dict(ways)
        for (kinds, deadly), count in ways.items():
            key = kinds + 1, deadly + copies - 1
            more[key] = more.get(key, 0) + count * copies
        ways = more
    return ways


def _choose(size: int, most: int) -> list[int]:
    """In how many ways 0, 1, ... ``most`` things can be chosen from ``size``."""
    row = [1]
    for k in range(min(size, most)):
        row.append(row[-1] * (size - k) // (k + 1))
    return row + [0] * (most + 1 - len(row))


# Figures on whole numbers. A quotient of two of Python's whole numbers is rounded correctly, however long
# they are, and fsum adds without an error of its own.


def _standing(deck: Deck, most: int) -> list[int]:
    """By k: in how many ways k cards leave the tunnel standing: no two hazards of one kind (S20, S21)."""
    ways, _ = deck.harmless_by_number
    others = _choose(deck.cards - deck.hazards, most)
    return [sum(count * others[k - kinds] for kinds, count in enumerate(ways) if kinds <= k) for k in range(most + 1)]


def collapse_chances(deck: Deck, reshuffle: bool = False) -> tuple[dict[int, float], float]:
    """Chance of a collapse at each card if nobody leaves, and the chance of none (S20, S21, S-T2).

    A deck that runs out and is shuffled again (SO15) has only deadly hazards, and its fossils stay out.
    """
    cards = deck.cards
    if deck.can_collapse:
        latest = cards - deck.hazards + len(deck.copies) + 1
        standing, sets = _standing(deck, latest), _choose(cards, latest)
        ways = {k: standing[k - 1] * (cards - k + 1) - standing[k] * k for k in range(1, latest + 1)}
        return {k: count / (sets[k] * k) for k, count in ways.items() if count}, 0.0
    if reshuffle and deck.hazards:
        again = len(deck.finds) + deck.hazards
        first = [comb(again - k, deck.hazards - 1) for k in range(1, len(deck.finds) + 2)]
        return {k: count / comb(again, deck.hazards) for k, count in enumerate(first, start=cards + 1)}, 0.0
    return {}, 1.0


def leave_after(deck: Deck) -> list[float]:
    """Value of leaving after card k, for k = 1 and on: the loot, if the tunnel still stands (S12, S17, S22).

    Of k cards with j hazards the others are a fair sample of the finds and fossils.
    """
    ways, _ = deck.harmless_by_number
    others = deck.cards - deck.hazards
    most = min(others + len(ways) - 1, deck.cards)
    sets, fewer = _choose(deck.cards, most), _choose(others - 1, most) if others else [0] * most
    held = [
        deck.total * sum(count * fewer[k - kinds - 1] for kinds, count in enumerate(ways) if kinds < k)
        for k in range(1, most + 1)
    ]
    return [each / sets[k] for k, each in enumerate(held, start=1)] + [0.0] * (deck.cards - most)


def leave_at_kinds(deck: Deck) -> list[float]:
    """Value of leaving as soon as q different hazards lie, for q = 1 to the number of kinds.

    Over all m: what m finds hold on average, times the chance that the q-th hazard comes after m finds and is
    harmless.
    """
    ways, deadly = deck.harmless_by_number
    size, cards = len(deck.finds), len(deck.finds) + deck.hazards
    held, sets = _choose(size - 1, size) if size else [], _choose(cards, size + len(ways))
    values = []
    for kinds in range(len(deck.copies)):
        harmless = ways[kinds] * (deck.hazards - kinds + 1) - deadly[kinds]
        values.append(
            fsum(
                deck.total * held[m - 1] * harmless / (sets[m + kinds] * (cards - m - kinds))
                for m in range(1, size + 1)
            )
        )
    return values


def leave_at_loot(deck: Deck) -> Iterator[float]:
    """Value of leaving as soon as the loot is t or more, for t = 1 to the sum of the finds."""
    size, total, cards = len(deck.finds), deck.total, len(deck.finds) + deck.hazards
    below, mass = deck.sums
    ways, deadly = deck.harmless_by_number
    sets = _choose(cards, min(size + len(ways), cards))
    states = [(m, kinds) for m in range(size + 1) for kinds in range(len(ways)) if m + kinds < cards]
    common = lcm(*{sets[m + kinds] * (cards - m - kinds) for m, kinds in states})
    fixed, falling = [0] * (size + 1), [0] * (size + 1)
    for m, kinds in states:
        weight = common // (sets[m + kinds] * (cards - m - kinds))
        fixed[m] += ways[kinds] * weight * total
        falling[m] += deadly[kinds] * weight
    for t in range(1, total + 1):
        worth = sum(fixed[m] * below[m][t] - falling[m] * mass[m][t] for m in range(size + 1))
        yield worth / common


def solo_plain(deck: Deck) -> float:
    """Best value of a lone player without a canary: going on while one step pays (proved above)."""
    size, total, cards = len(deck.finds), deck.total, len(deck.finds) + deck.hazards
    if not deck.can_collapse:
        return float(total)
    below, mass = deck.sums
    # By kinds and the loot at which going on no longer pays: ways, and the sum of 1 + d over them.
    going_on: dict[tuple[int, int], tuple[int, int]] = {}
    for (kinds, deadly), count in deck.harmless_sets.items():
        key = kinds, -(-total // (1 + deadly))
        ways, weights = going_on.get(key, (0, 0))
        going_on[key] = ways + count, weights + count * (1 + deadly)
    worth = [0] * cards
    for (kinds, limit), (ways, weights) in going_on.items():
        for m in range(min(size + 1, cards - kinds)):
            worth[m + kinds] += ways * total * below[m][limit] - weights * mass[m][limit]
    sets = _choose(cards, cards)
    return fsum(each / (sets[turned] * (cards - turned)) for turned, each in enumerate(worth))

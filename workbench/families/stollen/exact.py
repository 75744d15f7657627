"""Exact figures of one level (Sohle) of stollen, computed and never estimated.

Everything here is for one fresh level deck with some fossils in it that are worth nothing, and without tools.
The figures follow the rules of docs/rules.md; ids such as S17 or SO15 are those of that document.

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

**Best value with the canary, and of several who always act alike.** There the state is which finds are out.
Backward induction goes over all sets of drawn finds (equal values told apart only by how many are out) and
all sets of hazard kinds (kinds with equally many copies alike). It runs on floating point numbers, but only
adds, multiplies and divides numbers that are not negative, and so keeps more than ten digits. All other
figures are computed on whole numbers and rounded at the end.

What is too large for the bounds below becomes None, with a reason beside it. The bounds count work, not time,
so the same definition gives the same answer everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import comb, fsum, lcm, prod
from typing import TYPE_CHECKING, Any, Literal

from workbench.families.stollen.definition import Canary, StollenDefinition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_SUMS = 60_000
"""Bound of M x (M + T) of one deck, for the figures that need the chances of every sum of finds."""

MOST_SETS = 2_000_000
"""Bound of the sets of drawn finds of one deck."""

MOST_STEPS = 500_000_000
"""Bound of the additions of all backward inductions together."""

CALL = 400
"""What one operation on whole columns costs beside its additions, in additions."""

TOO_MANY_SETS = "too many sets of finds for an exact computation"
TOO_MANY_SUMS = "too many different sums of finds for an exact computation"
NO_COLLAPSE = "no collapse is possible"
NOT_AFTER_SHUFFLE = "not computed for a deck that can run out and is shuffled again"
NOT_IF_LEAVERS_ARE_BURIED = "not computed where leaving does not come before the next card"


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


# Backward induction over sets


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


# The figures as a document


def _numbered(values: Iterable[float], first: int = 1) -> dict[str, float]:
    return {str(number): value for number, value in enumerate(values, start=first)}


def level_figures(
    finds: Sequence[int],
    hazards: Mapping[str, int],
    fossils: int,
    canary: Canary | None,
    *,
    most_players: int = 6,
    split: Literal["pooled", "per-card"] = "pooled",
    when_empty: Literal["leave", "reshuffle", "bank"] = "leave",
    leaving_first: bool = True,
    most_steps: int = MOST_STEPS,
) -> dict[str, Any]:
    """All figures of one fresh level deck.

    Where a collapse is possible at all, it is certain if nobody leaves, for the deck cannot run out (S-T2);
    else the mean collapse card is null. ``solo_best`` includes the canary, all other figures leave it aside.
    SO45 does not bind somebody who plays alone. When the deck runs out (SO15) there is no further choice; a
    deck without hazards is not shuffled again. Nothing but the collapse card is computed where leavers can be
    buried by the next card (SO41).
    """
    deck = Deck(tuple(finds), tuple(copies for copies in hazards.values() if copies), fossils)
    chances, none = collapse_chances(deck, when_empty == "reshuffle")
    collapse: dict[str, Any] = {
        "mean": None,
        "p": {str(k): chance for k, chance in chances.items()},
        "p_none": none,
    }
    if chances:
        collapse["mean"] = fsum(k * chance for k, chance in chances.items())
    else:
        collapse["reason"] = NO_COLLAPSE
    figures: dict[str, Any] = {"cards": deck.cards, "collapse_card": collapse}

    def solo() -> float:
        return solo_best(
            deck,
            canary,
            reshuffle=when_empty == "reshuffle",
            most_steps=most_steps,
        )

    def alike() -> dict[str, float]:
        return _numbered(together(deck, most_players, split=split, when_empty=when_empty, most_steps=most_steps), 2)

    for name, compute in (
        ("solo_best", solo),
        ("together", alike),
        ("leave_after", lambda: _numbered(leave_after(deck))),
        ("leave_at_loot", lambda: _numbered(leave_at_loot(deck))),
        ("leave_at_hazard_kinds", lambda: _numbered(leave_at_kinds(deck))),
    ):
        try:
            if not leaving_first:
                raise OutOfReach(NOT_IF_LEAVERS_ARE_BURIED)
            figures[name] = compute()
        except OutOfReach as why:
            figures[name] = None
            figures[f"{name}_reason"] = str(why)
    return figures


def level_decks(definition: StollenDefinition) -> list[tuple[tuple[int, ...], dict[str, int]]]:
    """Finds and hazards of each level's deck: its own, or all cards of the levels down to it (SO5)."""
    decks: list[tuple[tuple[int, ...], dict[str, int]]] = []
    for level in definition.levels_in_order:
        finds, hazards = tuple(level.finds), dict(level.hazards)
        if definition.deck.mode == "growing" and decks:
            above, lying = decks[-1]
            finds = above + finds
            hazards = {kind: lying.get(kind, 0) + hazards.get(kind, 0) for kind in lying | hazards}
        decks.append((finds, hazards))
    return decks


def analyse(definition: StollenDefinition, fossils: int = 0) -> dict[str, Any]:
    """The exact figures of every level, with ``fossils`` fossils in each deck.

    Equal decks are computed once; the bound on the work is shared out evenly among the different decks.
    """
    decks = level_decks(definition)
    keys = [(tuple(sorted(finds)), tuple(sorted(hazards.values()))) for finds, hazards in decks]
    most_steps = MOST_STEPS // len(set(keys))
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], dict[str, Any]] = {}
    levels = []
    for number, (key, (finds, hazards)) in enumerate(zip(keys, decks, strict=True), start=1):
        if key not in known:
            known[key] = level_figures(
                finds,
                hazards,
                fossils,
                definition.canary,
                most_players=definition.players.max,
                split=definition.leftovers.split,
                when_empty=definition.deck.when_empty,
                leaving_first=definition.step.leaving_comes_first,
                most_steps=most_steps,
            )
        levels.append({"level": number, **known[key]})
    return {"levels": levels}


__all__ = ["Deck", "OutOfReach", "analyse", "level_figures"]

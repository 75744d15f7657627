"""New boards and new treasure cards: what fits together, of a wished difficulty, found by keyed luck.

Boards are made for the cards of a definition and cards for its boards. Candidates come in an order that only the seed
decides; the first ones that fit are taken. The difficulty of a side is the mean over the cards that fill it, that of a
card the mean over the sides that it fills (in expected placements, see :mod:`.exact`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any, TypeVar

from workbench.engine.randomness import below, game_key, stream
from workbench.errors import DefinitionError, usage_problem
from workbench.families.out_of_mine.definition import SIDES, OutOfMineDefinition
from workbench.families.out_of_mine.elf_places import elves_for
from workbench.families.out_of_mine.exact import solve
from workbench.families.out_of_mine.galleries import Gallery, new_gallery, too_similar
from workbench.families.out_of_mine.packing import all_sides, kinds_of, puzzles_for, wanted
from workbench.families.out_of_mine.shapes import spaces_of
from workbench.families.out_of_mine.solver import ONE
from workbench.families.out_of_mine.vocabulary import in_every_language

PAIRING, CARD_ORDER, VALUES = 1, 2, 3
"""What random numbers are for."""
MOST_TRIES = 6_000
"""Candidates for a side of a board."""
HOPELESS = 300
"""Galleries after which one of the wished difficulty must have come, or there will not be enough of them."""
BATCH = 24
KEEP_BITS = 13
UNEVEN = 1.1
"""The harder side of a board is at most this many times as hard as the other one."""
LEAST_SHARE = 90
"""Per cent of the cards that must fill a side, and of the sides that a card must fill."""
FEWEST_COLOURS = 3

Item = TypeVar("Item")
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Range:
    """A wished range of the difficulty, in expected placements."""

    low: float
    high: float

    def __contains__(self, difficulty: float) -> bool:
        return self.low <= difficulty <= self.high


@dataclass
class Seen:
    """What a search met on its way: how many candidates, how many that fit, and how hard these are."""

    candidates: int = 0
    fitting: int = 0
    easiest: float = inf
    hardest: float = 0.0

    def add(self, hardness: float | None) -> None:
        """One more candidate; without a difficulty where it does not fit."""
        self.candidates += 1
        if hardness is not None:
            self.fitting += 1
            self.easiest, self.hardest = min(self.easiest, hardness), max(self.hardest, hardness)

    def problem(self, nouns: str, wanted: int, found: int, fit: str, wish: str | None, hint: str) -> DefinitionError:
        """The error that says how far the search came; ``fit`` says what those that fit do, ``wish`` is the wished
        difficulty as it was spelt."""
        told = f"{found} of {wanted} {nouns} were found; {self.fitting or 'none'} of {self.candidates} candidates {fit}"
        if self.fitting:
            told += f", in {self.easiest:.1f} to {self.hardest:.1f} expected placements"
            if wish is not None:
                hint = f"a --difficulty in that, {hint}"
        key = "difficulty" if self.fitting and wish is not None else "share"
        return usage_problem(told, code="not-found", key=key, hint=f"try {hint}")


def read_range(text: str | None) -> Range:
    """The range that ``LOW..HIGH`` spells; any where there is none."""
    if text is None:
        return Range(0.0, inf)
    low, dots, high = text.partition("..")
    try:
        found = Range(float(low), float(high))
    except ValueError:
        found = Range(1.0, 0.0)
    if not dots or not 0 < found.low <= found.high < inf:
        raise usage_problem(
            f"{text!r} is no range of difficulties",
            code="bad-range",
            key="difficulty",
            hint="for example 20..40, in expected placements",
        )
    return found


def read_share(text: str | None) -> float:
    """A share that is given in per cent."""
    try:
        found = LEAST_SHARE if text is None else float(text)
    except ValueError:
        found = inf
    if not 0 < found <= 100:
        raise usage_problem(f"{text!r} is no share in per cent", code="bad-number", key="share", hint="for example 90")
    return found / 100


def read_grid(text: str | None, d: OutOfMineDefinition) -> tuple[int, int]:
    """Rows and columns that ``ROWSxCOLUMNS`` spells; else those in which every side of the definition fits."""
    galleries = [d.gallery(*side) for side in all_sides(d)]
    if text is None:
        return max(len(rows) for rows in galleries), max(len(rows[0]) for rows in galleries)
    rows, _, columns = text.partition("x")
    spaces = _spaces(d)
    if not (rows.isdecimal() and columns.isdecimal()) or not spaces <= int(rows) * int(columns) <= 1024:
        raise usage_problem(
            f"{text!r} is no grid for {spaces} spaces", code="bad-grid", key="grid", hint="for example 7x7"
        )
    return int(rows), int(columns)


def _spaces(d: OutOfMineDefinition) -> int:
    """Spaces of a gallery; the most frequent number where they differ."""
    return Counter(len(spaces_of(d.gallery(*side))) for side in all_sides(d)).most_common(1)[0][0]


def new_boards(
    d: OutOfMineDefinition,
    seed: int,
    difficulty: str | None = None,
    share: str | None = None,
    grid: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The tables of as many new boards as ``d`` has, for its cards: title and boards with their elves.

    ``progress`` hears how many candidates were tried, of how many at most. Errors: DefinitionError where they did not
    suffice.
    """
    wished, least, (rows, columns), spaces = read_range(difficulty), read_share(share), read_grid(grid, d), _spaces(d)
    key = game_key(seed, 0)
    cards = [wanted(d, card) for card in d.cards]

    def judge(galleries: Sequence[Gallery]) -> list[float | None]:
        return _difficulties(d, galleries, cards, least, by_card=False)

    def candidates() -> Iterator[Gallery]:
        for number in range(MOST_TRIES):
            if progress is not None:
                progress(number, MOST_TRIES)
            gallery = new_gallery(key, number, rows, columns, spaces)
            if gallery is not None:
                yield gallery

    found: list[tuple[float, Gallery]] = []
    pairs: list[tuple[Gallery, Gallery]] = []
    seen = Seen()
    for gallery, hardness in _judged(candidates(), judge, seen):
        if not found and seen.candidates > HOPELESS:
            break
        if hardness in wished and not any(too_similar(gallery, other) for _, other in found):
            found.append((hardness, gallery))
            pairs = _even_pairs(found)
            if len(pairs) == len(d.boards):
                break
    if len(pairs) < len(d.boards):
        hint = "another --seed, a larger --grid or a smaller --share"
        raise seen.problem(
            "boards", len(d.boards), len(pairs), f"are filled by {100 * least:g} % of the cards", difficulty, hint
        )
    lucky = sorted(range(len(pairs)), key=lambda place: stream(key, PAIRING, 0, place))
    boards: dict[str, Any] = {}
    for number, (board, place) in enumerate(zip(d.boards, lucky, strict=True)):
        both = pairs[place] if below(stream(key, PAIRING, 1, number), 2) else pairs[place][::-1]
        boards[board] = dict(zip(SIDES, map(list, both), strict=True))
        for side, gallery in zip(SIDES, both, strict=True):
            # A table of the parent's is merged colour by colour: colours without an elf must say so.
            old = getattr(d.boards[board], f"elves_{side}")
            elves = elves_for(d, gallery, stream(key, PAIRING, 2 + SIDES.index(side), number))
            boards[board][f"elves_{side}"] = {c: elves.get(c, []) for c in d.colours if c in old or c in elves}
    return {"title": in_every_language("new_boards", seed=seed), "boards": boards}


def _even_pairs(found: Sequence[tuple[float, Gallery]]) -> list[tuple[Gallery, Gallery]]:
    """Pairs of sides that are about equally hard."""
    pairs = []
    ordered = sorted(found)
    at = 0
    while at + 1 < len(ordered):
        (easy, one), (hard, other) = ordered[at : at + 2]
        if hard <= UNEVEN * easy:
            pairs.append((one, other))
            at += 1
        at += 1
    return pairs


def new_cards(
    d: OutOfMineDefinition,
    seed: int,
    difficulty: str | None = None,
    share: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The tables of as many new cards as ``d`` has, for its boards: title and cards with the values of elements.

    Whichever cards the most players draw, the box holds the tiles for all of them at once. ``progress`` as above.
    Errors: DefinitionError where the combinations of tiles did not suffice.
    """
    wished, least = read_range(difficulty), read_share(share)
    key = game_key(seed, 1)
    galleries = [d.gallery(*side) for side in all_sides(d)]

    def judge(cards: Sequence[Mapping[str, int]]) -> list[float | None]:
        return _difficulties(d, galleries, cards, least, by_card=True)

    combinations = _combinations(d)
    order = sorted(range(len(combinations)), key=lambda place: stream(key, CARD_ORDER, 0, place))

    def candidates() -> Iterator[dict[str, int]]:
        for number, place in enumerate(order):
            if progress is not None:
                progress(number, len(order))
            yield combinations[place]

    seen = Seen()
    fitting = [tiles for tiles, hardness in _judged(candidates(), judge, seen) if hardness in wished]
    chosen: list[dict[str, int]] = []
    # The same combination comes again only where all that fit are there already.
    while len(chosen) < len(d.cards):
        before = len(chosen)
        for tiles in fitting:
            if len(chosen) < len(d.cards) and _box_suffices(d, [*chosen, tiles]):
                chosen.append(tiles)
        if len(chosen) == before:
            fit, hint = f"fill {100 * least:g} % of the sides", "a smaller --share or more tiles in the box"
            raise seen.problem("cards", len(d.cards), before, fit, difficulty, hint)
    cards: dict[str, Any] = {}
    for number, (card, tiles) in enumerate(zip(d.cards, chosen, strict=True)):
        # A table of the parent's is merged key by key: colours and elements that are not meant must say so.
        old = d.cards[card].tiles
        named = {colour: tiles.get(colour, 0) for colour in d.colours if colour in tiles or old.get(colour)}
        cards[card] = {"tiles": named}
        values = _values(d, stream(key, VALUES, 0, number))
        if values:
            cards[card]["elements"] = values
    return {"title": in_every_language("new_cards", seed=seed), "cards": cards}


def _combinations(d: OutOfMineDefinition) -> list[dict[str, int]]:
    """Every combination of colours that covers as many spaces as a gallery has and that the box holds."""
    sizes = {kind.colour: len(kind.picture) for kind in kinds_of(d)}
    held = {colour: sum(d.tiles[colour].values()) for colour in sizes}
    spaces = _spaces(d)
    # More than the fair share of a player by one at most, or few cards could be like it.
    most = {colour: min(count, count // d.players.max + 1, spaces // sizes[colour]) for colour, count in held.items()}
    ranges = [range(most[colour] + 1) for colour in sizes]
    found = []
    for counts in product(*ranges):
        tiles = {colour: count for colour, count in zip(sizes, counts, strict=True) if count}
        covered = sum(sizes[colour] * count for colour, count in tiles.items())
        if covered == spaces and len(tiles) >= min(FEWEST_COLOURS, len(sizes)) and _box_suffices(d, [tiles]):
            found.append({colour: tiles[colour] for colour in d.colours if colour in tiles})
    return found


def _box_suffices(d: OutOfMineDefinition, cards: Sequence[Mapping[str, int]]) -> bool:
    """Whether the box holds the tiles of as many of the cards as there are players, whichever they draw.

    Fewer cards than players count as if the missing ones were like the mean of the box.
    """
    players = d.players.max
    for colour, shapes in d.tiles.items():
        held = sum(shapes.values())
        asked = sorted((card.get(colour, 0) for card in cards), reverse=True)[:players]
        if sum(asked) + (players - len(asked)) * (held // players) > held:
            return False
    return True


def _values(d: OutOfMineDefinition, key: int) -> dict[str, int]:
    """What each element is worth on a card: 1 or 2 points, as good or bad as it is on the cards of ``d``.

    All cards are equally good: their values add up to the same sum.
    """
    signs = {}
    for element in d.element_names:
        worth = sum(card.elements.get(element, 0) for card in d.cards.values())
        signs[element] = -1 if worth < 0 else 1
    aim = sum(signs.values())
    fair = [
        values for values in product((1, 2), repeat=len(signs)) if sum(map(int.__mul__, signs.values(), values)) == aim
    ]
    chosen = fair[below(key, len(fair))] if signs else ()
    return {element: sign * value for (element, sign), value in zip(signs.items(), chosen, strict=True)}


def _judged(
    candidates: Iterator[Item], judge: Callable[[Sequence[Item]], list[float | None]], seen: Seen
) -> Iterator[tuple[Item, float]]:
    """Candidates that fit, each with its difficulty, in their order; they are judged by the batch."""
    batch: list[Item] = []

    def told() -> Iterator[tuple[Item, float]]:
        for item, hardness in zip(batch, judge(batch), strict=True):
            seen.add(hardness)
            if hardness is not None:
                yield item, hardness

    for item in candidates:
        batch.append(item)
        if len(batch) == BATCH:
            yield from told()
            batch = []
    if batch:
        yield from told()


def _difficulties(
    d: OutOfMineDefinition,
    galleries: Sequence[Gallery],
    cards: Sequence[Mapping[str, int]],
    least: float,
    *,
    by_card: bool,
) -> list[float | None]:
    """For each gallery (or card) the mean difficulty with all cards (galleries) that fit; None where too few do."""
    r = puzzles_for(d, galleries, cards, all_views=True)
    efforts = solve(r, keep_bits=KEEP_BITS)[:, 1].reshape(len(galleries), len(cards))
    told: list[float | None] = []
    for row in (efforts.T if by_card else efforts).tolist():
        known = [effort / ONE for effort in row if effort >= 0]
        told.append(sum(known) / len(known) if known and len(known) >= least * len(row) else None)
    return told

"""New tiles: every colour and number once on each side, every arrangement connected, the mean distance as wished.

A set is found by climbing: two spaces change their places wherever that leaves fewer pairs of spaces without a way,
and then wherever it brings the mean distance nearer to the wished range. What was found is proved over all
arrangements before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf
from typing import Any

from workbench.engine.compiled import compiled_game
from workbench.engine.randomness import below, game_key, mix, stream
from workbench.errors import usage_problem
from workbench.families.micro_robots.compile import arrangements, compile_rules, new_table
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.exact import KERNEL, MOST_ARRANGEMENTS, NOBODY, survey_rows
from workbench.families.micro_robots.facts import in_every_language
from workbench.families.micro_robots.state import FAR, NEW_TILES, Rules
from workbench.families.micro_robots.survey import ONLY_REACHED, ROW_WIDTH

MOST_STEPS = 6_000
"""Exchanges that are tried for one side."""
TRIED_BOARDS = 400
"""Arrangements on which an exchange is judged; a proof looks at all."""


@dataclass(frozen=True)
class Range:
    """A wished range of the mean distance, in moves."""

    low: float
    high: float

    def miss(self, mean: float) -> float:
        """How far ``mean`` is outside of the range; 0 within it."""
        return max(self.low - mean, mean - self.high, 0.0)


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
            f"{text!r} is no range of mean distances",
            code="bad-range",
            key="distance",
            hint="for example 3.2..3.6, in moves",
        )
    return found


def possible(definition: MicroRobotsDefinition) -> Range:
    """What no mean distance is outside of, whatever the tiles.

    Only so many spaces can be one move away as match and lie in the same lines, and each move farther at most so many
    times as many (after the bound of Moore). No shortest way is longer than one by way of all spaces.
    """
    rows, columns = definition.board_shape
    others = rows * columns - 1
    matching = len(definition.colours) + len(definition.numbers) - 2
    near = min(matching, rows + columns - 2 if definition.travel == "free" else 4, others)
    moves, left, layer, at = 0, others, near, 1
    while left > 0:
        reached = min(layer, left)
        moves, left = moves + at * reached, left - reached
        layer, at = layer * near, at + 1
    return Range(moves / others, (others + 1) / 2)


def new_tiles(
    definition: MicroRobotsDefinition,
    seed: int,
    distance: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """The tables of a new set: title and tiles, with the sides, shapes, colours and numbers of ``definition``."""
    wished = read_range(distance)
    bounds = possible(definition)
    if wished.high < bounds.low or wished.low > bounds.high:
        raise usage_problem(
            f"no tiles have a mean distance of {distance}",
            code="out-of-range",
            key="distance",
            hint=f"with these rules it is {bounds.low:.2f} to {bounds.high:.2f} moves at the utmost",
        )
    if arrangements(definition) > MOST_ARRANGEMENTS:
        raise usage_problem(
            f"{arrangements(definition)} arrangements are too many to prove that all are connected",
            code="too-many-arrangements",
        )
    sides = [side for side in definition.tiles["1"] if all(side in rows for rows in definition.tiles.values())]
    tiles: dict[str, dict[str, list[str]]] = {tile: {} for tile in definition.tile_names}
    for number, side in enumerate(sides):
        shown = definition.model_copy(update={"side": side})
        search = _Search(shown, game_key(seed, number), wished)
        found = search.run(partial(_tell, progress, number, len(sides)))
        for tile, rows in _tiles(shown, found).items():
            tiles[tile][side] = rows
    title = in_every_language("new_tiles", seed=seed)
    return {"title": title, "tiles": tiles}


def _tell(progress: Callable[[int, int], None] | None, side: int, sides: int, step: int) -> None:
    if progress is not None:
        progress(side * MOST_STEPS + step, sides * MOST_STEPS)


def _tiles(d: MicroRobotsDefinition, spaces: Sequence[str]) -> dict[str, list[str]]:
    """Rows by tile of spaces in the order of ``d.spaces``."""
    rows, columns = d.tile_shape
    return {
        tile: [" ".join(spaces[at : at + columns]) for at in range(first, first + rows * columns, columns)]
        for tile, first in zip(d.tile_names, range(0, len(spaces), rows * columns), strict=True)
    }


class _Search:
    """The climb for one side."""

    def __init__(self, definition: MicroRobotsDefinition, key: int, wished: Range) -> None:
        self.definition = definition
        self.key = key
        self.wished = wished
        self.rules = compile_rules(definition)._replace(is_fixed=0)
        self.all = arrangements(definition)
        # The first arrangements in the order of their numbers would all look alike; steps of a prime spread them.
        count = min(self.all, TRIED_BOARDS)
        self.tried = [number * 7919 % self.all for number in range(count)]

    def run(self, told: Callable[[int], None]) -> list[str]:
        """Spaces in the order of the definition's; ``told`` of each step.

        Errors: DefinitionError where the steps did not suffice.
        """
        spaces = self._shuffled()
        cost = self._cost(spaces)
        for step in range(MOST_STEPS):
            told(step)
            if cost == (0, 0.0):
                failing = self._failing(spaces)
                if not failing:
                    return spaces
                # What is not connected is looked at from now on.
                self.tried = [*failing, *self.tried]
                cost = self._cost(spaces)
            bits = stream(self.key, NEW_TILES, 1, step)
            one, other = below(bits, len(spaces)), below(mix(bits), len(spaces))
            if one == other:
                continue
            changed = list(spaces)
            changed[one], changed[other] = changed[other], changed[one]
            new_cost = self._cost(changed, cost)
            if new_cost <= cost:
                spaces, cost = changed, new_cost
        if cost[0]:
            raise usage_problem(
                f"no set of tiles connected in every arrangement was found in {MOST_STEPS} steps",
                code="not-found",
                hint="try another --seed",
            )
        raise usage_problem(
            f"no set of tiles with such a mean distance was found in {MOST_STEPS} steps, the nearest had "
            f"{self._mean(spaces):.2f}",
            code="not-found",
            key="distance",
            hint="try another --seed or a wider --distance",
        )

    def _shuffled(self) -> list[str]:
        d = self.definition
        pairs = [f"{colour}{number}" for colour, number in product(d.colours, d.numbers)]
        lucky = sorted((stream(self.key, NEW_TILES, 0, place), pair) for place, pair in enumerate(pairs))
        return [pair for _, pair in lucky]

    def _rules(self, spaces: Sequence[str]) -> Rules:
        colours, numbers = self.definition.colours, self.definition.numbers
        return self.rules._replace(
            colour=tuple(colours.index(space[0]) for space in spaces),
            number=tuple(numbers.index(int(space[1:])) for space in spaces),
        )

    def _cost(self, spaces: Sequence[str], limit: tuple[int, float] = (1 << 60, inf)) -> tuple[int, float]:
        """Pairs without a way over the tried arrangements, then how far the mean is off; stops beyond ``limit``."""
        game = compiled_game(KERNEL, self._rules(spaces), NOBODY, new_table(), lambda text: None)
        unreached = 0
        for number in self.tried:
            unreached += int(game.play(ONLY_REACHED, number, number + 1, ROW_WIDTH)[0, 2 + FAR])
            if unreached > limit[0]:
                return unreached, inf
        if unreached or (self.wished.low == 0 and self.wished.high == inf):
            return unreached, inf if unreached else 0.0
        return 0, self.wished.miss(self._mean(spaces))

    def _mean(self, spaces: Sequence[str]) -> float:
        """The mean distance over the tried arrangements."""
        game = compiled_game(KERNEL, self._rules(spaces), NOBODY, new_table(), lambda text: None)
        moves = pairs = 0
        for number in self.tried:
            counts = game.play(0, number, number + 1, ROW_WIDTH)[0, 2 : 2 + FAR].tolist()
            moves += sum(length * count for length, count in enumerate(counts))
            pairs += sum(counts)
        return moves / pairs

    def _failing(self, spaces: Sequence[str]) -> list[int]:
        """Arrangements that are not connected, at most a few; where the mean of all is off, the climb goes on, too."""
        tiles = _tiles(self.definition, spaces)
        d = self.definition.model_copy(
            update={"tiles": {tile: {self.definition.side: tuple(rows)} for tile, rows in tiles.items()}}
        )
        failing: list[int] = []
        moves = pairs = first = 0
        for rows in survey_rows(d, 0, self.all):
            failing += [first + int(at) for at in (rows[:, 2 + FAR] > 0).nonzero()[0]]
            counts = rows[:, 2 : 2 + FAR].sum(axis=0).tolist()
            moves += sum(length * count for length, count in enumerate(counts))
            pairs += sum(counts)
            first += len(rows)
        if not failing and self.wished.miss(moves / pairs):
            # The tried arrangements misled: try others as well.
            return [number * 104_729 % self.all for number in range(len(self.tried), 2 * len(self.tried))]
        return failing[:50]

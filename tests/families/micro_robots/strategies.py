"""Random definitions, for tests of what must hold for all of them."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.definition.merge import Merged
from workbench.definition.source import Layer
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.family import Seat

SHAPES = (
    # rows and columns of a tile, rows and columns of tiles, colours, numbers
    (3, 3, 2, 2, 6, 6),
    (2, 2, 2, 2, 4, 4),
    (2, 3, 2, 1, 3, 4),
    (1, 3, 3, 1, 3, 3),
    (8, 8, 1, 1, 8, 8),
    (2, 2, 2, 3, 6, 4),
    (4, 4, 2, 2, 4, 16),
)


def tiles_of(shape: tuple[int, int, int, int, int, int], seed: int) -> dict[str, dict[str, list[str]]]:
    """Tiles of this shape with every colour and number once."""
    rows, columns, down, across, colours, numbers = shape
    spaces = [f"{colour}{number}" for colour, number in product("ABCDEFGH"[:colours], range(1, numbers + 1))]
    Random(seed).shuffle(spaces)
    size = rows * columns
    assert len(spaces) == size * down * across
    return {
        str(tile + 1): {"front": [" ".join(spaces[tile * size + row * columns :][:columns]) for row in range(rows)]}
        for tile in range(down * across)
    }


@st.composite
def definitions(draw: st.DrawFn) -> MicroRobotsDefinition:
    """A valid definition with any of its rules."""
    pick = lambda *options: draw(st.sampled_from(options))  # noqa: E731
    shape = draw(st.sampled_from(SHAPES))
    overrides: dict[str, Any] = {
        "family": "micro_robots",
        "title": "random",
        "side": "front",
        "tiles": tiles_of(shape, draw(st.integers(0, 99))),
        "board": {"rows": shape[2], "columns": shape[3]},
        "travel": pick("free", "free", "first-match", "adjacent"),
        "waypoint": draw(st.booleans()),
        "seats": draw(
            st.lists(st.sampled_from(("anfaenger", "geuebt", "meisterin", "fahrig")), min_size=1, max_size=5)
        ),
        "players": {"min": 1},
        "way": {"revisits": draw(st.booleans())},
        "target": {"equal_to_start": pick("reroll", "out-and-back"), "min_distance": pick(1, 1, 3)},
        "professional": {"target_before_waypoint": draw(st.booleans()), "visit": pick("stop", "pass-over")},
        "chips": {
            "total": draw(st.integers(1, 25)),
            "to_win": draw(st.integers(1, 6)),
            "on_target": draw(st.booleans()),
            "empty_handed": pick("nothing", "minus-point"),
            "caller_among_fewest": pick("left-out", "keeps-it"),
            "fewest_counted": pick("before", "after"),
            "gift_wins": draw(st.booleans()),
        },
        "calls": {
            "at_once": pick("earlier", "lower-number"),
            "at_once_ms": pick(0, 500, 5000),
            "others_try": draw(st.booleans()),
            "show_seconds": pick(0, 0, 5),
            "shortest": pick(False, False, True),
            "shortest_seconds": pick(5, 60),
        },
        "rounds": {
            "limit_seconds": pick(5, 60, 150),
            "after_break": pick("same-start", "old-target"),
            "most": pick(1, 12, 25),
        },
        "characters": {
            "fahrig": {
                "strategy": "search",
                "look_ms": 500,
                "breadth": 1,
                "depth": 40,
                "notice_percent": 50,
                "miscount_permille": 300,
                "forget_permille": 300,
            }
        },
    }
    merged = Merged()
    # The shipped characters come first, as in a file.
    merged.add(load("micro_robots/schwarz").merged.layers[0])
    merged.add(Layer("random", overrides))
    return MicroRobotsDefinition.model_validate(merged.data)


def seats_of(definition: MicroRobotsDefinition, names: tuple[str, ...] | None = None) -> list[Seat]:
    """The definition's characters, or those with these names, ready to be seated."""
    seats = []
    for name in names or definition.seats:
        parameters = definition.characters[name].model_dump()
        seats.append(Seat(name, parameters.pop("strategy"), parameters))
    return seats

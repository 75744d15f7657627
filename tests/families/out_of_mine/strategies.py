"""Random definitions, for tests of what must hold for all of them."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.definition.merge import Merged
from workbench.definition.source import Layer
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.family import Seat

SHAPES = {
    "one": ["X"],
    "two": ["XX"],
    "bar": ["XXX"],
    "corner": ["X.", "XX"],
    "hook": [".X", ".X", "XX"],
    "snake": ["XX.", ".XX"],
    "square": ["XX", "XX"],
    "F": [".XX", "XX.", ".X."],
}
SIZES = {name: sum(row.count("X") for row in rows) for name, rows in SHAPES.items()}
FAULTY = {
    "strategy": "pack", "think_ms": 400, "look_ms": 300, "take_ms": 200, "place_ms": 200, "return_ms": 200,
    "breadth": 2, "focus_percent": 50, "foresight_percent": 30, "patience": 12, "slip_permille": 150,
    "miscount_permille": 400, "overlook_permille": 500, "check_ms": 300, "notice_percent": 20, "side_percent": 50,
    "bonus_percent": 50,
}  # fmt: skip


def gallery(rng: Random, spaces: int) -> list[str]:
    """A gallery that hangs together, with rock around its spaces."""
    cells = {(0, 0)}
    while len(cells) < spaces:
        row, column = rng.choice(sorted(cells))
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((row + down, column + right))
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    bottom, right = max(row for row, _ in cells), max(column for _, column in cells)
    return [
        "".join("." if (row, column) in cells else "#" for column in range(left, right + 1))
        for row in range(top, bottom + 1)
    ]


def board(rng: Random, spaces: int, colours: list[str]) -> dict[str, Any]:
    """A board with elves on both sides."""
    found: dict[str, Any] = {}
    for side in ("a", "b"):
        rows = gallery(rng, spaces)
        cells = [(row, column) for row, line in enumerate(rows) for column, c in enumerate(line) if c == "."]
        elves: dict[str, list[str]] = {}
        for row, column in rng.sample(cells, min(4, len(cells))):
            elves.setdefault(rng.choice(colours), []).append(f"{row},{column}")
        found |= {side: rows, f"elves_{side}": elves}
    return found


@st.composite
def definitions(draw: st.DrawFn) -> OutOfMineDefinition:
    """A valid definition with any of its rules. What lies in the box and on the boards is small."""
    pick = lambda *options: draw(st.sampled_from(options))  # noqa: E731
    rng = Random(draw(st.integers(0, 9999)))
    players, rounds = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    spaces = draw(st.integers(3, 14))
    colours = ["yellow", "blue", "red"]
    names = list(SHAPES)
    # Tiles of a colour may cover equal or unequal numbers of spaces.
    by_colour = pick(
        (["one"], ["two"], ["bar", "corner"]),
        (["one", "two"], ["hook", "snake", "square"], ["F"]),
        (names, names, names),
    )
    tiles = {
        colour: {shape: rng.randint(1, 3) for shape in shapes}
        for colour, shapes in zip(colours, by_colour, strict=True)
    }
    symbols = lambda: [rng.choice(("gold", "worm")) for _ in range(rng.randint(0, 2))]  # noqa: E731
    reshuffled = pick(False, False, True)
    overrides: dict[str, Any] = {
        "family": "out_of_mine",
        "title": "random",
        "rounds": rounds,
        "players": {"min": 1, "max": players},
        "seats": [pick("anfaenger", "geuebt", "meisterin", "faulty") for _ in range(players)],
        "flipping": draw(st.booleans()),
        "shapes": SHAPES,
        "tiles": tiles,
        "unsorted": pick([], ["red"]),
        "tile_elements": {
            colour: {
                shape: {str(copy): {"a": symbols(), "b": symbols()} for copy in range(1, copies + 1)}
                for shape, copies in shapes.items()
            }
            for colour, shapes in tiles.items()
        },
        "boards": {f"b{n}": board(rng, spaces, colours) for n in range(players + rounds - 1 + rng.randint(0, 2))},
        "cards": {
            f"t{n}": {
                "tiles": {colour: rng.randint(0, 3) for colour in rng.sample(colours, rng.randint(1, 3))},
                "elements": {"gold": rng.randint(0, 3), "worm": rng.randint(-3, 0)},
            }
            for n in range(players + rng.randint(0, 2) if reshuffled else players * rounds + rng.randint(0, 2))
        },
        "chief": {"who": pick("oldest", "open")},
        "treasure": {"count": pick("limit", "exact"), "used": "reshuffled" if reshuffled else "out"},
        "hand": {"exchange": pick(True, True, False)},
        "calls": {
            "without_full_board": pick("fault", "no-bonus"),
            "at_once": pick("earlier", "both"),
            "at_once_ms": pick(0, 300, 5000),
            "limit_seconds": pick(0, 0, 3, 20),
            "nobody": pick("pile-shrinks", "chief-changes"),
        },
        "check": {
            "surplus_removed": pick(True, True, False),
            "surplus": pick("owner", "opponents", "last-placed"),
            "rock": pick(True, True, False),
        },
        "scoring": {
            "full": pick(10, 4, 0),
            "floor": pick("before", "after", "none"),
            "caller_bonus": draw(st.integers(0, 3)),
            "caller_penalty": draw(st.integers(0, 3)),
        },
        "elves": {"enabled": draw(st.booleans()), "points": draw(st.integers(0, 2))},
        "elements": {"enabled": draw(st.booleans()), "counts": pick("symbol", "tile")},
        "ending": {"wins": pick("most-points", "fewest-empty"), "tie": pick("shared", "most-calls")},
        "characters": {"faulty": FAULTY},
    }
    merged = Merged()
    # The shipped characters come first, as in a file.
    merged.add(load("out_of_mine/grundspiel").merged.layers[0])
    merged.add(Layer("random", overrides))
    return OutOfMineDefinition.model_validate(merged.data)


def seats_of(definition: OutOfMineDefinition, names: tuple[str, ...] | None = None) -> list[Seat]:
    """The definition's characters, or those with these names, ready to be seated."""
    seats = []
    for name in names or definition.seats:
        parameters = definition.characters[name].model_dump()
        seats.append(Seat(name, parameters.pop("strategy"), parameters))
    return seats

"""Characters of the user's own: loaded, compiled where that works, and checked before they are believed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.errors import DefinitionError, Problem, usage_problem
from workbench.family import Family, Seat

if TYPE_CHECKING:
    from workbench.definition.load import Loaded

CHECKED_GAMES = 200
MANY_GAMES = 10**9


def own_characters(family: Family, characters: Mapping[str, str]) -> dict[str, Seat]:
    """The seats of ``{id: "FILE.py:function"}``. Problems name the file and line."""
    found = {}
    for name, place in characters.items():
        from workbench.engine.strategy import load_strategy

        if family.view is None:
            raise usage_problem(f"{family.id} takes no strategies of your own", code="no-strategies")
        strategy = load_strategy(place, family.view, family.decisions)
        parameters = {"file": strategy.path.as_posix(), "function": strategy.name}
        found[name] = Seat(name, "python", parameters, strategy)
    return found


def check(loaded: Loaded, line_up: Sequence[Seat], seed: int, games: int, note: Callable[[str], None]) -> None:
    """Compile the user's strategies and compare the first games with the interpreted ones.

    Says which way each runs, and how fast. An exception in one is an error with its file and line; one that decides
    differently when asked again is refused.
    """
    import numpy as np

    strategies = {seat.character: seat.function for seat in line_up if seat.function is not None}
    if not strategies:
        return
    few = min(games, CHECKED_GAMES)
    expected = loaded.family.simulation(loaded.definition, line_up).play(seed, 0, few)
    for strategy in strategies.values():
        strategy.compile()
    for _ in range(2):
        simulation = loaded.family.simulation(loaded.definition, line_up)
        simulation.prepare(MANY_GAMES, note)
        started = time.perf_counter()
        found = simulation.play(seed, 0, few)
        speed = few / (time.perf_counter() - started)
        if np.array_equal(found, expected):
            for name, strategy in strategies.items():
                how = "compiled" if strategy.compiled else "called back from the compiled rules"
                note(f"{name}: {strategy} runs {how}, about {speed:,.0f} games a second")
            return
        # What numba made of it decides differently from what Python does; Python is right.
        for strategy in strategies.values():
            strategy.give_up_compiled()
    names = ", ".join(str(strategy) for strategy in strategies.values())
    raise DefinitionError(
        [
            Problem(
                f"{names} decides differently when asked again",
                code="unsteady-strategy",
                hint="a strategy must depend on the view alone",
            )
        ]
    )

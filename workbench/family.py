"""The contract between the workbench and a family of games.

A family is one package under ``workbench.families`` (or one that another distribution names in the entry-point
group ``workbench.families``) whose ``FAMILY`` is an instance of a :class:`Family`. It is found by listing the
package, so a new one edits no file.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.definition.model import DefinitionBase
from workbench.errors import Severity, WorkbenchError, nearest, usage_problem

if TYPE_CHECKING:
    from workbench.engine.simulation import Simulation
    from workbench.engine.strategy import UserStrategy
    from workbench.printing.kinds import Kind
    from workbench.terminal import Terminal


PERSON = "person"
"""The strategy of a seat in which a person sits (only at the table)."""


@dataclass(frozen=True)
class Finding:
    """A problem of meaning in a valid definition; ``path`` leads to the value."""

    path: tuple[str | int, ...]
    message: str
    severity: Severity = "error"
    code: str = "meaning"
    hint: str | None = None


def seat_findings(d: Any) -> Iterator[Finding]:
    """Problems of ``players`` and ``seats``, which every family's definition has."""
    if d.players.min > d.players.max:
        yield Finding(
            ("players", "min"),
            f"the fewest players ({d.players.min}) are more than the most ({d.players.max})",
            code="players",
        )
    seats = len(d.seats)
    if seats > d.players.max:
        yield Finding(
            ("seats",) if "seats" in d.model_fields_set else ("players", "max"),
            f"{seats} seats are more than the {d.players.max} players allowed",
            code="too-many-seats",
            hint="players.max says how many; the engine plays up to 8",
        )
    elif seats < d.players.min:
        yield Finding(
            ("seats",),
            f"{seats} {'seat is' if seats == 1 else 'seats are'} fewer than the {d.players.min} players the game "
            "is meant for",
            "warning",
            "few-seats",
        )


@dataclass(frozen=True)
class Seat:
    """A character at the table: its id and the parameters of its strategy."""

    character: str
    strategy: str
    parameters: Mapping[str, Any]
    function: UserStrategy | None = None
    """The user's own strategy, where one plays this seat."""
    forbidden: tuple[str, ...] = ()
    """Options that this player may not use (restricted play), by the family's ids."""

    def to_dict(self) -> dict[str, Any]:
        """The seat as CONTRACT-shaped JSON."""
        found = {"character": self.character, "strategy": self.strategy, "parameters": dict(self.parameters)}
        return {**found, "forbidden": list(self.forbidden)} if self.forbidden else found


class Family(ABC):
    """What a family offers to the workbench. Heavy imports belong inside the methods."""

    id: str
    folder: Path
    model: type[DefinitionBase]
    printed: ClassVar[Mapping[str, Kind]]
    """What `render` and `build` can print besides the rules (cards, boards, tiles, pads, aids, puzzles), and how."""
    timed: bool = False
    """Whether people at the table play against the clock."""
    view: type[Any] | None = None
    """The named tuple that a strategy of the user's gets; None where the family takes none."""
    decisions: ClassVar[Sequence[str]] = ()
    """What such a strategy may return, from 0 on, in words."""
    analyse_options: ClassVar[Mapping[str, str]] = {}
    """Options of `analyse` that the family knows, all whole numbers, with what they mean."""
    benches: ClassVar[Sequence[tuple[str, Sequence[str]]]] = ()
    """Variants that `bench` times, with the characters on their seats; else the first one with its own seats."""
    generates: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Kinds of material that `generate` makes (tiles, boards, cards), each with its options and what they mean."""
    analyse_texts: ClassVar[Mapping[str, str]] = {}
    """The same for options that are texts."""

    @property
    def characters_file(self) -> Path:
        """The shipped characters."""
        return self.folder / "characters.toml"

    @property
    def host_languages(self) -> Sequence[str]:
        """Languages in which it can be played at the table; none where it cannot (see :meth:`host`)."""
        return ()

    @abstractmethod
    def check(self, definition: Any) -> Iterable[Finding]:
        """Problems of meaning, of errors and warnings."""

    @abstractmethod
    def play_data(self, definition: Any) -> object:
        """All that changes play, characters excluded, as JSON data: what the rules fingerprint is made of."""

    @abstractmethod
    def simulation(self, definition: Any, seats: Sequence[Seat]) -> Simulation:
        """The game with these seats, ready to be played."""

    @abstractmethod
    def analyse(self, definition: Any, **options: Any) -> dict[str, Any]:
        """Exact figures without simulation (CONTRACT section 5)."""

    def generate(
        self,
        kind: str,
        definition: Any,
        seed: int,
        options: Mapping[str, str],
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]:
        """New material of one of the kinds of ``generates``, made for ``definition``: the tables that it changes.

        ``progress`` is told how many of how many steps are done at most.
        Errors: DefinitionError where no material with the wished properties is found.
        """
        raise NotImplementedError

    def describe(self, definition: Any, figures: Mapping[str, Any]) -> Iterable[str]:
        """The figures of :meth:`analyse` as lines for a screen; none where the general tables do."""
        return ()

    def host(
        self, definition: Any, seats: Sequence[Seat], terminal: Terminal, *, seed: int, game: int, language: str
    ) -> list[dict[str, Any]]:
        """Play one game at the table: people in front of ``terminal`` sit where the strategy is :data:`PERSON`.

        Says and asks what there is to say and ask, and returns what :meth:`Simulation.log` would. ``language`` is one
        of :attr:`host_languages`. A person who leaves ends it with ``PersonLeft``. A family with both can be played at
        the table.
        """
        raise NotImplementedError

    def options(self, definition: Any, language: str) -> Mapping[str, str]:
        """What a player can be forbidden in restricted play by this definition: ids, and each in words.

        :attr:`Seat.forbidden` has such ids; :meth:`simulation` keeps to them. A family without any returns nothing.
        """
        return {}

    @abstractmethod
    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        """A log in words, line by line."""


@cache
def families() -> Mapping[str, Family]:
    """All families by id, in alphabetical order."""
    # By name, so that the contract does not depend on those who keep it.
    package = importlib.import_module("workbench.families")
    found: dict[str, Family] = {}
    packages = [module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg]
    members: list[tuple[str, Any]] = [
        (name, importlib.import_module(f"{package.__name__}.{name}").FAMILY) for name in packages
    ]
    members += [(point.name, point.load()) for point in entry_points(group="workbench.families")]
    for name, family in members:
        if family.id in found:
            raise WorkbenchError(f"two families are called {family.id} (the second one is {name})")
        found[family.id] = family
    return dict(sorted(found.items()))


def family_of(name: str) -> Family:
    """The family called ``name``; an unknown one is an error with the nearest known."""
    known = families()
    if name in known:
        return known[name]
    guess = nearest(name, known)
    hint = f"did you mean {guess}?" if guess else "known: " + ", ".join(known)
    raise usage_problem(f"unknown family {name}", code="unknown-family", hint=hint)

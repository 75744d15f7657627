"""What the engine plays: a game with its seats, as rows of integers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Column:
    """One integer of a game's outcome: ``value / scale`` is the figure in ``unit``.

    ``seat`` is None for a figure of the whole game. ``share`` marks a figure from 0 to 1, ``counted`` one that is 0 or
    1 in a game (or a share of that 1), ``shown`` one that stands in results, ``histogram`` one whose distribution is
    kept, from the value ``lowest`` on. ``per`` names the column of the whole game by whose sum this one's is divided (a
    ratio of means, such as seconds per round): such a figure stands in results of a simulation only. ``by_player``
    marks one of a seat that is told with the results of the player there, ``supposed`` one that also looks at what was
    not played, so that it can differ between two games that went alike, ``detail`` one of many alike, which no screen
    has room for.
    """

    name: str
    unit: str
    description: str
    seat: int | None = None
    scale: int = 1
    share: bool = False
    counted: bool = False
    shown: bool = True
    histogram: bool = False
    per: str | None = None
    by_player: bool = False
    supposed: bool = False
    lowest: int = 0
    detail: bool = False

    @property
    def primary(self) -> bool:
        """Whether verdicts are given for it: win rate and score of every seat."""
        return self.seat is not None and self.name in ("win_rate", "score")


class Simulation(ABC):
    """A game with its seats. ``play`` is a pure function of seed and game numbers."""

    columns: Sequence[Column]
    seats: int

    chunk_games = 250
    """Games to play at a time."""

    @property
    def is_compiled(self) -> bool:
        """Whether games are played compiled by now; never, in a family without a compiled path."""
        return False

    def prepare(self, games: int, note: Callable[[str], None]) -> None:  # noqa: B027 - nothing to do is fine
        """Get ready to play ``games`` games, for instance by compiling; ``note`` hears what takes time."""

    @abstractmethod
    def play(self, seed: int, first: int, last: int) -> Rows:
        """Games ``first`` to ``last`` - 1: a row a game, a column a :class:`Column`."""

    @abstractmethod
    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The events of one game (CONTRACT section 6). The line that heads it is put before them; a first event "game"
        has what the family adds to that line."""

    @abstractmethod
    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """By game and seat: decisions of the same place in two arms (of one family, equal seats) that differ."""

    def details(self, rows: Rows) -> Mapping[str, Any]:
        """Sums for plots of the report that no single column holds; added up over chunks."""
        return {}

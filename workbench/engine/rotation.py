"""The same deal played once for each rotation of the seats; the deal is then the sampling unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.simulation import Column, Simulation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.engine.simulation import Rows
    from workbench.family import Seat

SEAT_PREFIX = "by_seat."

SHARED_POINTS = ("team_score", "score")
"""What a place's points are, by the first of these columns that a family has: a team's stand for each of its seats."""


class RotatedSimulation(Simulation):
    """One row a deal: sums over the rotations. Rotation k puts line-up place (seat + k) on each seat.

    Seat columns are by character: ``seat`` is the place where the character first stands in the line-up. The
    figures by seat have names that start with ``by_seat.``; both hold for the figures told by player too.
    """

    def __init__(self, make: Callable[[Sequence[Seat]], Simulation], seats: Sequence[Seat]) -> None:
        self.line_up = list(seats)
        self.seats = len(seats)
        self.rotations = [make([*self.line_up[k:], *self.line_up[:k]]) for k in range(self.seats)]
        self.characters = list(dict.fromkeys(seat.character for seat in seats))
        self._base = self.rotations[0].columns
        self._at = {(column.name, column.seat): index for index, column in enumerate(self._base)}
        self.columns = self._make_columns()
        self._decided = self._make_decided()
        self.columns += [column for measured in self._decided for column in measured.columns]

    def _places(self, character: str) -> list[int]:
        return [place for place, seat in enumerate(self.line_up) if seat.character == character]

    def _make_columns(self) -> list[Column]:
        n = self.seats
        found: list[Column] = []
        self._sources: list[list[tuple[int, int]]] = []
        """For each column the (rotation, column of the rotation) that are added up."""
        at = self._at

        def add(column: Column, name: str, seat: int | None, sources: list[tuple[int, int]]) -> None:
            scale = column.scale * len(sources)
            found.append(
                Column(
                    name, column.unit, column.description, seat, scale, column.share, column.counted,
                    column.shown, False, column.per,
                    column.by_player, column.supposed,
                )
            )  # fmt: skip
            self._sources.append(sources)

        told = dict.fromkeys(["win_rate", "score", *(column.name for column in self._base if column.by_player)])
        for name in told:
            for character in self.characters:
                places = self._places(character)
                sources = [(k, at[name, (place - k) % n]) for k in range(n) for place in places]
                add(self._base[at[name, 0]], name, places[0], sources)
        for name in told:
            for seat in range(n):
                sources = [(k, at[name, seat]) for k in range(n)]
                add(self._base[at[name, seat]], SEAT_PREFIX + name, seat, sources)
        for index, column in enumerate(self._base):
            if column.seat is None and column.shown:
                add(column, column.name, None, [(k, index) for k in range(n)])
        for k in range(n):
            for seat in range(n):
                column = self._base[at["score", seat]]
                place = (seat + k) % n
                found.append(Column(f"raw.{place}", "", "", seat, column.scale, shown=False, histogram=True))
                self._sources.append([(k, at["score", seat])])
        for k in range(n):
            for index, column in enumerate(self._base):
                if not column.shown and not column.histogram and not column.by_player:
                    found.append(Column(f"rotation_{k}.{column.name}", "", "", column.seat, shown=False))
                    self._sources.append([(k, index)])
        return found

    def _make_decided(self) -> list[_Decided]:
        """What decides, in points and in wins; nothing where all rotations are one."""
        points = next(name for name in SHARED_POINTS if (name, 0) in self._at)
        rotations = [[self.line_up[(seat + k) % self.seats].character for seat in range(self.seats)]
                     for k in range(self.seats)]  # fmt: skip
        if all(rotation == rotations[0] for rotation in rotations):
            return []
        return [
            _Decided(name, [self._at[name, seat] for seat in range(self.seats)], said, rotations)
            for name, said in ((points, "points"), ("win_rate", "wins"))
        ]

    def prepare(self, games: int, note: Callable[[str], None]) -> None:
        for simulation in self.rotations:
            simulation.prepare(games, note)
            self.chunk_games = simulation.chunk_games

    @property
    def is_compiled(self) -> bool:
        return all(simulation.is_compiled for simulation in self.rotations)

    def play(self, seed: int, first: int, last: int) -> Rows:
        raw = [simulation.play(seed, first, last) for simulation in self.rotations]
        rows = np.zeros((last - first, len(self.columns)), dtype=np.int64)
        for column, sources in enumerate(self._sources):
            for rotation, index in sources:
                rows[:, column] += raw[rotation][:, index]
        filled = len(self._sources)
        for measured in self._decided:
            rows[:, filled : filled + len(measured.columns)] = measured.measure(raw)
            filled += len(measured.columns)
        return rows

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        """The log of the unrotated game."""
        return self.rotations[0].log(seed, game)

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> NDArray[np.int64]:
        """Differing decisions by line-up place, over all rotations."""
        assert isinstance(other, RotatedSimulation)
        total = np.zeros((len(rows), self.seats), dtype=np.int64)
        for k, simulation in enumerate(self.rotations):
            mine, theirs = self._of_rotation(rows, k), other._of_rotation(other_rows, k)
            by_seat = simulation.decisions_that_differ(mine, other.rotations[k], theirs)
            total += np.roll(by_seat, k, axis=1)
        return total

    def _of_rotation(self, rows: Rows, k: int) -> Rows:
        """Rows of one rotation as far as decisions need them: hidden columns filled, all others 0."""
        full = np.zeros((len(rows), len(self._base)), dtype=np.int64)
        for column, sources in enumerate(self._sources):
            if self.columns[column].name.startswith(f"rotation_{k}."):
                full[:, sources[0][1]] = rows[:, column]
        return full


class _Decided:
    """How far the deal, and how far the character, decides what a place comes to.

    What is looked at is a place's margin: its figure less the mean of all places. Over the rotations of one deal every
    character holds every place equally often, so the sum of squares of the margins falls into a part between places
    (what was dealt to them), one between characters and a rest (how well a hand suits a character, chance in play).
    Chance alone would give each part its degrees of freedom; what the rest says of it is taken off the first two
    (analysis of variance: Fisher 1925, chapter VII). Where no degrees are left for the rest, nothing can be taken off.
    """

    def __init__(self, name: str, sources: Sequence[int], said: str, rotations: Sequence[Sequence[str]]) -> None:
        self._sources = sources
        self._who = np.array(rotations)
        n, characters = len(rotations), list(dict.fromkeys(rotations[0]))
        self._counts = [(character, rotations[0].count(character)) for character in characters]
        self._common = lcm(*(count for _, count in self._counts))
        different = len({tuple(rotation) for rotation in rotations})
        self._freedom = n - 1, len(characters) - 1
        self._freedom_of_rest = different * (n - 1) - sum(self._freedom)
        spread, parts = f"spread.{name}", n * self._common
        weight = max(self._freedom_of_rest, 1)
        said_of_deal = f"how far what is dealt to a place decides its {said}"
        said_of_character = f"how far, in one deal, the character at a place decides its {said}"
        unit = "share of the spread"
        self.columns = [
            Column(f"deal_share.{name}", unit, said_of_deal, scale=parts * weight, per=spread),
            Column(f"character_share.{name}", unit, said_of_character, scale=parts * weight, per=spread),
            Column(spread, "squares", f"squares of the margins in {said}", scale=parts, shown=False),
        ]

    def measure(self, raw: Sequence[Rows]) -> NDArray[np.int64]:
        """By deal: the three columns."""
        n, common = len(raw), self._common
        figures = np.stack([rows[:, self._sources] for rows in raw])
        margins = (n * figures - figures.sum(axis=2, keepdims=True)).transpose(1, 0, 2)
        whole = n * common * (margins**2).sum(axis=(1, 2))
        between_places = common * (margins.sum(axis=1) ** 2).sum(axis=1)
        between_characters = sum(
            common // count * margins[:, self._who == character].sum(axis=1) ** 2 for character, count in self._counts
        )
        rest = whole - between_places - between_characters
        parts = [
            self._freedom_of_rest * part - freedom * rest if self._freedom_of_rest else part
            for part, freedom in zip((between_places, between_characters), self._freedom, strict=True)
        ]
        return np.stack([*parts, whole], axis=1)

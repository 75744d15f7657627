"""Rotated seats: every deal once for each rotation, added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from workbench.definition.load import load
from workbench.engine.rotation import SEAT_PREFIX, RotatedSimulation
from workbench.engine.simulation import Column, Simulation
from workbench.family import Seat
from workbench.statistics.estimates import estimate
from workbench.statistics.sums import Sums
from workbench.tasks.simulate import make_simulation, simulate

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows

VARIANT = "stollen/diese-partie"
GAMES = 60


@pytest.mark.parametrize(
    "names",
    [
        ("angsthase", "draufgaenger", "rechnerin", "zufall"),
        ("rechnerin", "zufall", "rechnerin"),
        ("zufall", "zufall", "zufall"),
        ("nie",),
    ],
    ids="-".join,
)
def test_sums_over_rotations(names: tuple[str, ...]) -> None:
    loaded = load(VARIANT)
    n = len(names)
    rotated = make_simulation(loaded, loaded.seats(names), rotate=True)
    assert isinstance(rotated, RotatedSimulation)
    rows = rotated.play(3, 0, GAMES)
    orders = [[*names[k:], *names[:k]] for k in range(n)]
    single = [make_simulation(loaded, loaded.seats(order), rotate=False) for order in orders]
    played = [simulation.play(3, 0, GAMES) for simulation in single]

    def value(k: int, name: str, seat: int | None) -> np.ndarray:
        at = next(i for i, c in enumerate(single[k].columns) if (c.name, c.seat) == (name, seat))
        return np.asarray(played[k][:, at] / single[k].columns[at].scale)

    found = {(c.name, c.seat): rows[:, i] / c.scale for i, c in enumerate(rotated.columns) if c.shown}
    for name in ("win_rate", "score"):
        for character in set(names):
            mean = np.mean(
                [value(k, name, seat) for k in range(n) for seat in range(n) if orders[k][seat] == character], axis=0
            )
            assert found.pop((name, names.index(character))) == pytest.approx(mean)
        for seat in range(n):
            mean = np.mean([value(k, name, seat) for k in range(n)], axis=0)
            assert found.pop((SEAT_PREFIX + name, seat)) == pytest.approx(mean)
    for name in [name for name, _ in found if name.startswith(("deal_share.", "character_share."))]:
        found.pop((name, None))
    for name, seat in list(found):
        assert seat is None
        assert found.pop((name, None)) == pytest.approx(np.mean([value(k, name, None) for k in range(n)], axis=0))
    assert not found


def test_the_log_is_that_of_the_unrotated_game() -> None:
    loaded = load(VARIANT)
    seats = loaded.seats(("angsthase", "nie", "zufall"))
    assert make_simulation(loaded, seats, True).log(2, 5) == make_simulation(loaded, seats, False).log(2, 5)


def test_decisions_are_counted_by_place_in_the_line_up() -> None:
    base, other = load(VARIANT), load("stollen/ohne-kanarienvogel")
    names = ("angsthase", "nie", "zufall")
    a, b = (make_simulation(loaded, loaded.seats(names), True) for loaded in (base, other))
    found = a.decisions_that_differ(a.play(1, 0, 40), b, b.play(1, 0, 40))
    expected = np.zeros_like(found)
    for k in range(3):
        order = (*names[k:], *names[:k])
        x, y = (make_simulation(loaded, loaded.seats(order), False) for loaded in (base, other))
        differ = x.decisions_that_differ(x.play(1, 0, 40), y, y.play(1, 0, 40))
        for seat in range(3):
            expected[:, (seat + k) % 3] += differ[:, seat]
    assert (found == expected).all()
    assert found.sum(axis=0)[0] > 0


def test_by_seat_and_by_character_agree() -> None:
    names = ("rechnerin", "zufall", "rechnerin", "angsthase")
    result = simulate(VARIANT, games=100, seats=names, rotate=True)
    assert not result.players and len(result.by_seat) == 4
    assert [player.character for player in result.by_character] == ["rechnerin", "zufall", "angsthase"]
    weights = {"rechnerin": 2, "zufall": 1, "angsthase": 1}
    for what in ("win_rate", "score"):
        seats = sum(getattr(player, what).estimate for player in result.by_seat)
        characters = sum(weights[p.character or ""] * getattr(p, what).estimate for p in result.by_character)
        assert seats == pytest.approx(characters)
    assert sum(player.win_rate.estimate or 0 for player in result.by_seat) == pytest.approx(1)


def test_equal_characters_have_the_even_share() -> None:
    result = simulate(VARIANT, games=50, seats=("rechnerin",) * 3, rotate=True)
    (who,) = result.by_character
    assert who.win_rate.estimate == pytest.approx(1 / 3)


def test_percentiles_are_those_of_single_games() -> None:
    names = ("angsthase", "zufall", "nie")
    result = simulate(VARIANT, games=80, seats=names, rotate=True)
    loaded = load(VARIANT)
    by_seat: list[list[float]] = [[], [], []]
    by_character: dict[str, list[float]] = {name: [] for name in names}
    for k in range(3):
        order = (*names[k:], *names[:k])
        simulation = make_simulation(loaded, loaded.seats(order), False)
        rows = simulation.play(1, 0, 80)
        for seat in range(3):
            at = next(i for i, c in enumerate(simulation.columns) if (c.name, c.seat) == ("score", seat))
            scores = (rows[:, at] / 2).tolist()
            by_seat[seat] += scores
            by_character[order[seat]] += scores
    for found, scores in (
        *zip(result.by_seat, by_seat, strict=True),
        *((p, by_character[p.character or ""]) for p in result.by_character),
    ):
        expected = {str(p): float(np.percentile(scores, p, method="inverted_cdf")) for p in (5, 50, 95)}
        assert found.score_percentiles == expected


class Board(Simulation):
    """A made-up game: a place's points are its deal, its character's strength and chance, in known parts."""

    def __init__(self, strengths: Sequence[int], deal: int, chance: int) -> None:
        self.strengths, self.deal, self.chance = strengths, deal, chance
        self.seats = len(strengths)
        self.columns = [
            Column(name, "points", "", seat, histogram=True)
            for name in ("score", "win_rate")
            for seat in range(self.seats)
        ]

    def play(self, seed: int, first: int, last: int) -> Rows:
        rows = np.zeros((last - first, len(self.columns)), dtype=np.int64)
        width = self.seats
        for game in range(first, last):
            dealt = np.random.default_rng((seed, game)).integers(-self.deal, self.deal + 1, width)
            luck = np.random.default_rng((seed, game, *self.strengths)).integers(
                -self.chance, self.chance + 1, self.seats
            )
            rows[game - first] = np.tile(1000 + dealt + luck + np.array(self.strengths), 2)
        return rows

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        raise NotImplementedError

    def decisions_that_differ(self, rows: Rows, other: Simulation, other_rows: Rows) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("strengths", [(0, 30, 60), (0, 40, 0), (10, 70), (0, 60, 0, 60), (0, 20, 40, 60, 80)], ids=str)
def test_what_the_deal_and_what_the_characters_decide(strengths: tuple[int, ...]) -> None:
    deal, chance = 30, 0 if len(set(strengths)) == len(strengths) == 2 else 20
    n = len(strengths)
    seats = [Seat(f"strength-{strength}", str(strength), {}) for strength in strengths]
    rotated = RotatedSimulation(lambda order: Board([int(s.strategy) for s in order], deal, chance), seats)
    sums = Sums(rotated)
    sums.add(rotated.play(1, 0, 1500))
    # Variances of whole numbers from -w to w, and of the characters over places; margins lose one part in n of each.
    by_deal, by_chance = deal * (deal + 1) / 3, chance * (chance + 1) / 3
    by_character = np.var(strengths) * n / (n - 1)
    whole = by_deal + by_chance + by_character
    for name, part in (("deal_share.score", by_deal), ("character_share.score", by_character)):
        found = estimate(sums, sums.index(name, None))
        assert found.estimate is not None and found.low is not None and found.high is not None
        wide = 1.6 * (found.high - found.estimate)
        assert found.estimate == pytest.approx(part / whole, abs=wide)
        assert wide < 0.05


def test_one_kind_of_character_decides_nothing() -> None:
    rotated = RotatedSimulation(lambda order: Board([0] * len(order), 3, 3), [Seat("same", "0", {})] * 3)
    assert not [column.name for column in rotated.columns if column.name.startswith("deal_share")]

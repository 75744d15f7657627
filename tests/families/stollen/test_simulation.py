"""Games as the engine plays them: decks keyed by card, and the published values of the parent game."""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from workbench.definition.load import Loaded, load
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.simulation import StollenSimulation
from workbench.tasks.compare import compare
from workbench.tasks.simulate import simulate

from .table_top import Events, characters

VARIANT = "stollen/diese-partie"
quickly = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))


def log(d: StollenDefinition, game: int, names: tuple[str, ...] = ("nie", "nie", "nie"), seed: int = 1) -> Events:
    return StollenSimulation(d, characters(d, names)).log(seed, game)


def decks(d: StollenDefinition, game: int, seed: int = 1) -> list[list[str]]:
    """The decks where nobody ever leaves, so that nothing but luck decides them."""
    return [e["deck"] for e in log(d, game, seed=seed) if e["event"] == "level"]


def with_levels(changes: dict[str, dict[str, Any]]) -> StollenDefinition:
    tables = load(VARIANT).definition.model_dump()
    for level, change in changes.items():
        tables["levels"][level].update(change)
    return StollenDefinition.model_validate(tables)


def without(deck: list[str], card: str) -> list[list[str]]:
    """The deck less one such card, in every way."""
    return [deck[:n] + deck[n + 1 :] for n, name in enumerate(deck) if name == card]


@quickly
@given(st.data(), st.integers(0, 2**40), st.integers(0, 2**63 - 1))
def test_without_one_find_the_others_keep_their_order(data: st.DataObject, game: int, seed: int) -> None:
    d = load(VARIANT).definition
    level = data.draw(st.sampled_from(sorted(d.levels)))
    finds = list(d.levels[level].finds)
    gone = finds.pop(data.draw(st.integers(0, len(finds) - 1)))
    before, after = decks(d, game, seed), decks(with_levels({level: {"finds": tuple(finds)}}), game, seed)
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        if str(number) == level:
            assert new in without(old, f"find:{gone}")
        else:
            assert new == old


@quickly
@given(st.data(), st.integers(0, 2**40))
def test_without_one_hazard_the_others_keep_their_order(data: st.DataObject, game: int) -> None:
    d = load(VARIANT).definition
    level = data.draw(st.sampled_from(sorted(d.levels)))
    hazards = dict(d.levels[level].hazards)
    kind = data.draw(st.sampled_from(sorted(hazards)))
    hazards[kind] -= 1
    at = int(level) - 1
    before, after = decks(d, game), decks(with_levels({level: {"hazards": hazards}}), game)
    assert after[at] in without(before[at], f"hazard:{kind}")
    assert before[:at] == after[:at] and before[at + 1 :] == after[at + 1 :]


@quickly
@given(st.integers(0, 2**40), st.text("abcxyz", min_size=1, max_size=6))
def test_a_renamed_hazard_moves_no_other_card(game: int, name: str) -> None:
    d = load(VARIANT).definition
    hazards = dict(d.levels["2"].hazards)
    assume(name not in hazards)
    copies = hazards.pop("gas")
    before = decks(d, game)[1]
    after = decks(with_levels({"2": {"hazards": {**hazards, name: copies}}}), game)[1]
    assert after == decks(with_levels({"2": {"hazards": {name: copies, **hazards}}}), game)[1]
    assert after.count(f"hazard:{name}") == copies
    assert [c for c in after if c != f"hazard:{name}"] == [c for c in before if c != "hazard:gas"]


@quickly
@given(st.data(), st.integers(0, 2**40))
def test_the_order_in_the_file_changes_nothing(data: st.DataObject, game: int) -> None:
    d = load(VARIANT).definition
    levels = {}
    for number, level in d.levels.items():
        finds = data.draw(st.permutations(level.finds))
        hazards = dict(data.draw(st.permutations(list(level.hazards.items()))))
        levels[number] = {"finds": tuple(finds), "hazards": hazards}
    names = ("angsthase", "rechnerin", "zufall", "draufgaenger")
    assert log(with_levels(levels), game, names) == log(d, game, names)


def test_the_order_in_the_file_changes_no_result(tmp_path: Path) -> None:
    levels = load(VARIANT).definition.levels
    lines = ['family = "stollen"', f'extends = "{VARIANT}"']
    lines.append(f"omit = {json.dumps([f'levels.{number}.hazards' for number in levels])}")
    for number, level in reversed(levels.items()):
        lines.append(f"[levels.{number}]")
        lines.append(f"finds = {list(reversed(level.finds))}")
        lines.append(f"[levels.{number}.hazards]")
        lines += [f"{kind} = {copies}" for kind, copies in reversed(level.hazards.items())]
    path = tmp_path / "umgestellt.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found, shipped = (simulate(variant, games=60).to_dict() for variant in (str(path), VARIANT))
    assert found["fingerprint"]["rules"] == shipped["fingerprint"]["rules"]
    for name in ("seats", "players", "metrics"):
        assert found[name] == shipped[name]


def test_every_level_and_game_has_luck_of_its_own() -> None:
    d = load("stollen/gleiche-sohlen").definition
    found = [
        tuple(c for c in deck if c != "fossil") for game in range(20) for deck in decks(d, game)
    ]  # the same cards in every level
    assert len({tuple(sorted(deck)) for deck in found}) == 1
    assert len(set(found)) == 100


def test_every_card_comes_first_equally_often() -> None:
    d = load(VARIANT).definition
    games = 500
    first = np.array([[deck[0].split(":")[0] for deck in decks(d, game)] for game in range(games)])
    for level, deck in enumerate(decks(d, 0)):
        for kind in ("find", "hazard", "fossil"):
            share = sum(card.split(":")[0] == kind for card in deck) / len(deck)
            seen = float((first[:, level] == kind).mean())
            assert abs(seen - share) < 4.5 * (share * (1 - share) / games) ** 0.5, (level, kind)


# Published values


def loot_table(loots: tuple[int, ...], split: str) -> tuple[Loaded, list[str]]:
    settings = [f'characters.satt{t}={{strategy="loot",leave_at={t}}}' for t in sorted(set(loots))]
    loaded = load("stollen/diamant-2005", [*settings, f'leftovers.split="{split}"'])
    return loaded, [f"satt{t}" for t in loots]


REFERENCE = [
    ((25,), "pooled", (84.60,), 0.433, None),
    ((9, 9, 9), "pooled", (27.36,) * 3, 0.520, None),
    ((7, 7, 7), "pooled", (26.88,) * 3, 0.415, None),
    ((11, 11, 11), "pooled", (26.18,) * 3, 0.619, None),
    ((9, 9, 9), "per-card", (24.30,) * 3, 0.520, None),
    ((7, 9, 9), "pooled", (32.53, 27.84, 27.84), 0.507, 0.623),
    ((6, 6, 6, 6), "pooled", (20.17,) * 4, 0.498, None),
    ((5, 5, 5, 5, 5), "pooled", (15.79,) * 5, 0.512, None),
]
"""docs/rules.md, 2.5: five rounds, hazard removal on; mean scores, collapses a round, wins of the first player."""


def check_reference(row: tuple[Any, ...], games: int) -> None:
    """Within three standard errors of the difference, and the rounding of what is printed."""
    loots, split, scores, collapses, wins = row
    loaded, seats = loot_table(loots, split)
    sums = simulate(loaded, games=games, seats=seats, seed=5).sums

    def near(name: str, seat: int | None, expected: float, their_error: float, rounding: float, scale: int = 1) -> None:
        index = sums.index(name, seat)
        error = sums.deviation(index) / scale / games**0.5
        found = sums.mean(index) / scale
        assert abs(found - expected) <= 3 * hypot(error, their_error) + rounding, (name, seat, found, error)

    for seat, score in enumerate(scores):
        near("score", seat, score, 0.03, 0.005)
    near("collapses", None, collapses, 0.0005, 0.0005, scale=5)
    if wins is not None:
        near("win_rate", 0, wins, 0.0005, 0.0005)


@pytest.mark.rule("DI1", "DI2", "DI3", "DI4", "DI7")
@pytest.mark.parametrize("row", REFERENCE[1:2] + REFERENCE[4:5], ids=["pooled", "per-card"])
def test_the_published_parent_in_a_few_games(row: tuple[Any, ...]) -> None:
    check_reference(row, 1500)


@pytest.mark.slow
@pytest.mark.rule("DI1", "DI2", "DI3", "DI4", "DI6", "DI7", "DI10")
@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: f"{'-'.join(map(str, row[0]))} {row[1]}")
def test_the_published_parent(row: tuple[Any, ...]) -> None:
    check_reference(row, 1_000_000)


SHARED_LUCK = [
    ("stollen/diese-partie", "levels.3.finds=[1, 2, 3, 4, 5, 5, 7, 7, 11, 11, 13, 14, 15, 17]"),
    ("stollen/diese-partie", "levels.3.hazards.gas=2"),
    ("stollen/diamant-2005", "levels.1.finds=[1, 2, 3, 4, 5, 5, 7, 7, 11, 11, 13, 14, 15, 17]"),
    ("stollen/diamant-2005", "levels.1.hazards.gas=2"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "change"), SHARED_LUCK, ids=["find", "hazard", "find of all", "hazard of all"])
def test_shared_luck_decides_early(variant: str, change: str) -> None:
    """One treasure less, or one hazard cut from 3 to 2 copies: a quarter of the variance of independent runs."""
    found = compare(variant, changes=[change], games=40_000).variants[0]
    for row in found.differences:
        if row.metric == "score" and row.seat is not None:
            assert row.variance_reduction is not None
            assert row.variance_reduction >= 4, (row.seat, row.variance_reduction)

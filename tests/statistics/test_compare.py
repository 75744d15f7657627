"""`compare`: each arm is a simulation of its own, and what is said of their differences holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.cli import main
from workbench.definition.load import load
from workbench.engine.simulation import Simulation
from workbench.errors import DefinitionError
from workbench.numbers import to_json
from workbench.tasks import simulate as simulate_module
from workbench.tasks.compare import compare
from workbench.tasks.simulate import make_simulation, simulate

from .fake import interval_of

BASE = "stollen/diese-partie"
SEATS = ("angsthase", "draufgaenger", "rechnerin")
FIND_GONE = "levels.3.finds=[1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15]"


@pytest.mark.parametrize("rotate", [False, True])
def test_each_arm_is_what_a_simulation_of_it_gives(rotate: bool) -> None:
    found = compare(
        BASE, ["stollen/schlicht"], changes=["canary.enabled=false"], settings=["fossils.per_level=2"],
        games=150, seats=SEATS, rotate=rotate, seed=4,
    )  # fmt: skip
    options: Any = {"games": 150, "seats": SEATS, "rotate": rotate, "seed": 4}
    arms = [
        simulate(BASE, settings=["fossils.per_level=2"], **options),
        simulate("stollen/schlicht", settings=["fossils.per_level=2"], **options),
        simulate(BASE, settings=["fossils.per_level=2", "canary.enabled=false"], **options),
    ]
    results = [found.result, *(variant.result for variant in found.variants)]
    for mine, alone in zip(results, arms, strict=True):
        assert mine.to_dict() == alone.to_dict()
    assert found.variants[1].variant == f"{BASE} with canary.enabled=false"
    # The rows carry the same means.
    for variant, alone in zip(found.variants, arms[1:], strict=True):
        for row in variant.differences:
            index = alone.sums.index(row.metric, row.seat)
            assert row.variant == alone.sums.mean(index)
            assert row.baseline == arms[0].sums.mean(arms[0].sums.index(row.metric, row.seat))
            assert row.difference == pytest.approx(row.variant - row.baseline, abs=1e-12)


def test_an_arm_does_not_depend_on_the_other_arms() -> None:
    alone = compare(BASE, ["stollen/schlicht"], games=100, seats=SEATS)
    among = compare(BASE, ["stollen/ohne-sammlung", "stollen/schlicht"], games=100, seats=SEATS)
    assert among.variants[1].result.to_dict() == alone.variants[0].result.to_dict()
    for a, b in zip(alone.variants[0].differences, among.variants[1].differences, strict=True):
        assert (a.difference, a.low, a.high) == (b.difference, b.low, b.high)
        # More rows to answer for at once: wider simultaneous intervals.
        assert a.low_all is None or b.low_all is None or b.low_all <= a.low_all <= (a.low or 0)


@pytest.mark.parametrize("rotate", [False, True])
def test_threads_and_chunks_change_nothing(rotate: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for threads, chunk in ((1, 250), (2, 250), (2, 41)):
        monkeypatch.setattr(Simulation, "chunk_games", chunk)
        result = compare(BASE, changes=[FIND_GONE], games=120, seats=SEATS, rotate=rotate, threads=threads)
        found.add(to_json(result.to_dict()))
    assert len(found) == 1


def test_rows_are_those_of_the_raw_games() -> None:
    found = compare(BASE, changes=[FIND_GONE], games=400, seats=SEATS)
    base, other = load(BASE), load(BASE, [FIND_GONE])
    arms = [make_simulation(loaded, loaded.seats(SEATS), False) for loaded in (base, other)]
    mine, theirs = (arm.play(1, 0, 400) for arm in arms)
    at = {(c.name, c.seat): i for i, c in enumerate(arms[0].columns)}
    (variant,) = found.variants
    # Figures that also look at what was not played do not make a game another one.
    played = [i for i, column in enumerate(arms[0].columns) if not column.supposed]
    assert variant.games_that_differ == int((mine != theirs)[:, played].any(axis=1).sum())
    assert variant.decisions_that_differ == int(arms[0].decisions_that_differ(mine, arms[1], theirs).sum())
    for row in variant.differences:
        index = at[row.metric, row.seat]
        by_game = (theirs - mine)[:, index] / arms[0].columns[index].scale
        assert row.difference == pytest.approx(by_game.mean(), abs=1e-12)
        assert row.games_that_differ == np.count_nonzero(by_game)
        if row.games_that_differ >= 30:
            assert (row.low, row.high) == pytest.approx(interval_of(by_game))
    primary = [row for row in variant.differences if row.verdict]
    assert [(row.metric, row.seat) for row in primary] == [
        (name, seat) for name in ("win_rate", "score") for seat in range(3)
    ]


@pytest.mark.parametrize("games", [1000, pytest.param(8_000, marks=pytest.mark.slow)])
def test_the_paired_estimate_is_that_of_two_independent_runs(games: int) -> None:
    """And needs far fewer games for it."""
    paired = compare(BASE, changes=[FIND_GONE], games=games, seats=SEATS, seed=1).variants[0]
    base = simulate(BASE, games=2 * games, seats=SEATS, seed=2).sums
    other = simulate(BASE, settings=[FIND_GONE], games=2 * games, seats=SEATS, seed=3).sums
    for row in paired.differences:
        index = base.index(row.metric, row.seat)
        independent = other.mean(index) - base.mean(index)
        error = (base.deviation(index) ** 2 + other.deviation(index) ** 2) / (2 * games)
        if row.low is not None and row.high is not None:
            error += ((row.high - row.low) / 2 / 1.96) ** 2
        assert abs(row.difference - independent) <= 4 * error**0.5, row.metric
        if row.metric == "score" and row.seat is not None:
            assert row.variance_reduction is not None and row.variance_reduction > 3


# Notes


def test_equal_rules_under_another_name(tmp_path: Path) -> None:
    twin = tmp_path / "zwilling.toml"
    twin.write_text(f'family = "stollen"\nextends = "{BASE}"\ntitle = "Zwilling"\n', encoding="utf-8")
    (variant,) = compare(BASE, [str(twin)], games=100, seats=SEATS).variants
    assert (variant.games_that_differ, variant.decisions_that_differ) == (0, 0)
    assert variant.note == "the rules and the characters are the same: no game differs"
    for row in variant.differences:
        assert row.difference == 0 and row.low is not None and row.low < 0
    wins = [row for row in variant.differences if row.metric == "win_rate"]
    assert all((row.low, row.high) == (-3 / 100, 3 / 100) for row in wins)


def test_only_characters_differ() -> None:
    change = 'characters.angsthase={strategy="loot",leave_at=3}'
    (variant,) = compare(BASE, changes=[change], games=60, seats=SEATS).variants
    assert variant.note == "the rules are the same; only characters differ"
    assert variant.games_that_differ > 0


def test_characters_that_act_alike() -> None:
    # Nobody ever has a loot of 900.
    settings = ['characters.a={strategy="loot",leave_at=900}']
    change = 'characters.a={strategy="loot",leave_at=901}'
    (variant,) = compare(BASE, changes=[change], settings=settings, games=30, seats=("a",) * 3).variants
    assert variant.games_that_differ == 0
    assert variant.note == "the rules are the same, and the characters acted alike: no game differs"
    # They might have acted otherwise, so this is no proof.
    assert any(row.verdict == "inconclusive" for row in variant.differences)


@pytest.mark.parametrize("options", [(), ("--rotate",), ("--change", 'title="Anders"')], ids=" ".join)
def test_a_comparison_with_itself_says_that_nothing_differs_and_why(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    others = () if "--change" in options else (BASE,)
    asked = ["compare", BASE, *others, "--games", "40", *options]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (variant,) = found["variants"]
    assert (variant["games_that_differ"], variant["decisions_that_differ"]) == (0, 0)
    assert variant["note"] == "the rules and the characters are the same: no game differs"
    assert variant["fingerprint"]["rules"] == found["fingerprint"]["rules"]
    primary = [row for row in variant["differences"] if row["verdict"] is not None]
    assert len(primary) == 6 and {row["verdict"] for row in primary} == {"equivalent"}
    for row in variant["differences"]:
        assert row["difference"] == 0 and row["low"] < 0 < row["high"]
        assert (row["variance_reduction"], row["games_needed"]) == (None, None)
        if (row["metric"], row["verdict"]) == ("win_rate", "equivalent"):
            assert [row[end] for end in ("low", "high", "low_all", "high_all")] == [-0.075, 0.075, -0.075, 0.075]
    assert main(asked) == 0
    text = capsys.readouterr().out
    assert "0 of 40 games differ, 0 decisions" in text and variant["note"] in text
    assert text.count("equivalent") == 6


def test_only_the_scoring_changed() -> None:
    seats = ("angsthase", "draufgaenger", "zufall")  # none of them counts fossils
    (variant,) = compare(BASE, ["stollen/ohne-sammlung"], games=100, seats=seats).variants
    assert variant.games_that_differ > 0 and variant.decisions_that_differ == 0
    assert variant.note == "no character reacted; only the scoring changed"


def test_what_never_comes_into_play() -> None:
    # Nobody holds six fossils in five levels.
    (variant,) = compare(BASE, changes=["fossils.points=[5, 12, 21, 32, 45, 60]"], games=60, seats=SEATS).variants
    assert variant.games_that_differ == 0
    assert all(row.verdict in ("equivalent", "inconclusive") for row in variant.differences if row.verdict)


def test_a_rule_that_matters_needs_no_note() -> None:
    (variant,) = compare(BASE, ["stollen/schlicht"], games=60, seats=SEATS).variants
    assert variant.note is None and variant.decisions_that_differ > 0


def test_fewer_levels_can_be_compared() -> None:
    (variant,) = compare("stollen/schlicht", ["stollen/gleiche-sohlen"], games=40, seats=SEATS).variants
    assert variant.differences
    found = compare("stollen/schlicht", changes=["levels.6.finds=[5, 6]"], games=60, seats=SEATS).variants[0]
    row = next(row for row in found.differences if row.metric == "decisiveness")
    assert 0 <= row.variant <= 1 and row.difference == pytest.approx(row.variant - row.baseline)


def test_nothing_undefined_in_json() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    for games in (1, 2, 40):
        text = to_json(compare(BASE, ["stollen/schlicht"], changes=[FIND_GONE], games=games, seats=SEATS).to_dict())
        found = json.loads(text, parse_constant=refuse)
        assert [variant["variant"] for variant in found["variants"]] == [
            "stollen/schlicht", f"{BASE} with {FIND_GONE}"
        ]  # fmt: skip


def test_precision_is_that_of_every_arm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_module, "FIRST_BATCH_GAMES", 100)
    found = compare(BASE, ["stollen/schlicht"], precision=5.0, seats=SEATS)
    assert found.games in [100 * 2**n for n in range(8)]
    for result in (found.result, found.variants[0].result):
        for player in result.players:
            assert player.win_rate.low is not None and player.win_rate.high is not None
            assert player.win_rate.high - player.win_rate.low <= 0.1


def test_what_cannot_be_compared() -> None:
    with pytest.raises(DefinitionError, match="nothing to compare"):
        compare(BASE, games=1)
    with pytest.raises(DefinitionError, match="margin"):
        compare(BASE, ["stollen/schlicht"], games=1, margin=0)
    with pytest.raises(DefinitionError, match="seats"):
        compare(BASE, changes=['seats=["nie", "nie", "nie"]'], games=1)


def test_a_character_of_one_arm_plays_in_both(tmp_path: Path) -> None:
    """So does a table of more players than the other arm is meant for."""
    path = tmp_path / "mutig.toml"
    path.write_text(
        'family = "stollen"\nextends = "stollen/diese-partie"\ntitle = "Mutig"\n'
        'seats = ["mutige", "mutige", "nie", "nie", "nie", "nie", "nie"]\n'
        'players.max = 7\n[characters.mutige]\nstrategy = "loot"\nleave_at = 9\n',
        encoding="utf-8",
    )
    arm = load(str(path))
    found = compare("stollen/diese-partie", [arm], seats=arm.definition.seats, games=20)
    assert [seat.character for seat in found.seats] == list(arm.definition.seats)
    assert found.games == 20


def test_one_and_the_same_game_is_equivalent_however_few_games_are_played() -> None:
    (variant,) = compare("stollen/diese-partie", ["stollen/diese-partie"], games=20).variants
    verdicts = {row.verdict for row in variant.differences if row.seat is not None}
    assert verdicts == {"equivalent"}
    assert all(row.low is not None and row.low < 0 for row in variant.differences)

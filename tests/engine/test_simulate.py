"""`simulate`: the same result whatever the threads and chunks, and files that are whole."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.definition.load import load
from workbench.engine.simulation import Simulation
from workbench.errors import DefinitionError, OutputError
from workbench.numbers import plain, to_json
from workbench.statistics.estimates import wilson
from workbench.tasks import simulate as module
from workbench.tasks.compare import compare
from workbench.tasks.simulate import batches, make_simulation, simulate

VARIANT = "stollen/diese-partie"
SEATS = ("angsthase", "draufgaenger", "rechnerin", "zufall")


def text(**options: Any) -> str:
    return to_json(simulate(VARIANT, seats=SEATS, **{"games": 600, **options}).to_dict())


@pytest.mark.parametrize("rotate", [False, True])
def test_threads_and_chunks_change_nothing(rotate: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = set()
    for number, (threads, chunk) in enumerate([(1, 250), (2, 50), (2, 37)]):
        monkeypatch.setattr(Simulation, "chunk_games", chunk)
        log, table = tmp_path / f"{number}.jsonl", tmp_path / f"{number}.csv"
        files = {"log": log, "log_games": 3, **({} if rotate else {"csv": table})}
        result = text(threads=threads, games=120, rotate=rotate, **files)
        found.add((result, *(path.read_bytes() for path in files.values() if isinstance(path, Path))))
    assert len(found) == 1


def test_seeds_and_seats_matter() -> None:
    assert len({text(games=50, seed=seed) for seed in (0, 1, 2**63 - 1)}) == 3
    assert text(games=50) == text(games=50)


def test_results_are_those_of_the_games() -> None:
    result = simulate(VARIANT, games=400, seats=SEATS)
    loaded = load(VARIANT)
    simulation = make_simulation(loaded, loaded.seats(SEATS), False)
    rows = simulation.play(1, 0, 400)
    at = {(c.name, c.seat): (rows[:, i] / c.scale, c) for i, c in enumerate(simulation.columns)}
    for seat, player in enumerate(result.players):
        wins, scores = at["win_rate", seat][0], at["score", seat][0]
        assert player.win_rate.estimate == pytest.approx(wins.mean())
        assert (player.win_rate.low, player.win_rate.high) == pytest.approx(wilson(wins.mean(), 400))
        assert player.score.estimate == pytest.approx(scores.mean())
        assert player.score_percentiles == {
            str(p): np.percentile(scores, p, method="inverted_cdf") for p in (5, 50, 95)
        }
    for metric in result.metrics:
        assert metric.value.estimate == pytest.approx(at[metric.name, None][0].mean())
    named = {metric.name for metric in result.metrics}
    assert {
        "win_rate", "score", "ties", "length", "steps", "collapses", "lost", "lead_changes", "decisiveness",
        "comeback", "tool_use.lamp", "tool_use.helmet", "tool_use.rope",
    } <= named  # fmt: skip


def test_win_rates_add_up_to_one() -> None:
    result = simulate(VARIANT, games=200, seats=("zufall",) * 5)
    assert sum(player.win_rate.estimate or 0 for player in result.players) == pytest.approx(1)


def numbers(value: Any) -> list[float]:
    if isinstance(value, dict | list):
        return [n for item in (value.values() if isinstance(value, dict) else value) for n in numbers(item)]
    return [value] if isinstance(value, float) else []


@pytest.mark.parametrize("games", [1, 2, 50])
@pytest.mark.parametrize("seats", [("nie",), ("nie", "nie"), SEATS], ids="-".join)
def test_ten_digits_and_nothing_undefined(games: int, seats: tuple[str, ...]) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    found = json.loads(to_json(simulate(VARIANT, games=games, seats=seats).to_dict()), parse_constant=refuse)
    assert all(n == float(f"{n:.10g}") for n in numbers(found))
    ends = [(e["low"], e["estimate"], e["high"]) for p in found["players"] for e in (p["win_rate"], p["score"])]
    ends += [(m["low"], m["estimate"], m["high"]) for m in found["metrics"]]
    assert all(low is None or low <= middle <= high for low, middle, high in ends)


def test_numbers_as_they_stand_in_results() -> None:
    assert plain({"a": [1 / 3, float("nan"), float("inf"), -0.0, 7, True, None, "x"]}) == {
        "a": [0.3333333333, None, None, 0.0, 7, True, None, "x"]
    }
    assert str(plain(-0.0)) == "0.0"
    with pytest.raises(TypeError):
        plain({1, 2})


# Precision


def test_batches_double() -> None:
    assert list(batches(50_000, 1.0)) == [10_000, 20_000, 40_000, 50_000]
    assert list(batches(80_000, 1.0)) == [10_000, 20_000, 40_000, 80_000]
    assert list(batches(5_000, 1.0)) == [5_000]
    assert list(batches(50_000, None)) == [50_000]


def half_widths(players: Any) -> list[float]:
    return [(p.win_rate.high - p.win_rate.low) / 2 for p in players]


def test_precision_stops_at_the_first_batch_that_is_precise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_BATCH_GAMES", 100)
    result = simulate(VARIANT, seats=SEATS, precision=5.0)
    assert result.games in [100 * 2**n for n in range(12)]
    assert max(half_widths(result.players)) <= 0.05
    before = simulate(VARIANT, seats=SEATS, games=result.games // 2)
    assert max(half_widths(before.players)) > 0.05
    # It is the plain run of that many games, and --games bounds it.
    assert result.to_dict() == simulate(VARIANT, seats=SEATS, games=result.games).to_dict()
    assert simulate(VARIANT, seats=SEATS, games=150, precision=0.01).games == 150


def test_a_precision_that_is_not_reached_is_told() -> None:
    notes: list[str] = []
    simulate(VARIANT, seats=SEATS, precision=0.5, games=200, note=notes.append)
    compare(VARIANT, ["stollen/schlicht"], seats=SEATS, precision=0.5, games=200, note=notes.append)
    told = "200 games do not reach a precision of 0.5 percentage points; --games allows more"
    assert [note for note in notes if "precision" in note] == [told, told]


def test_precision_with_rotated_seats_is_that_of_every_win_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_BATCH_GAMES", 100)
    # The characters' win rates are far from one half, those of the seats are near it, where intervals are wider.
    result = simulate("stollen/schlicht", seats=("angsthase", "nie"), rotate=True, precision=4.5)
    assert max(half_widths([*result.by_seat, *result.by_character])) <= 0.045


# Files


def test_the_csv_has_a_row_a_game_and_seat(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    result = simulate(VARIANT, games=120, seats=SEATS, csv=path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["game", "seat", "character", "score", "win_share"]
    assert [(int(r["game"]), int(r["seat"])) for r in rows] == [(g, s) for g in range(120) for s in range(4)]
    assert [r["character"] for r in rows[:4]] == list(SEATS)
    for seat, player in enumerate(result.players):
        mine = rows[seat::4]
        assert np.mean([float(r["score"]) for r in mine]) == pytest.approx(player.score.estimate)
        assert np.mean([float(r["win_share"]) for r in mine]) == pytest.approx(player.win_rate.estimate, rel=1e-8)
    assert b"\r" not in path.read_bytes()


def test_the_log_has_a_head_for_every_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = simulate(VARIANT, games=40, seats=SEATS, seed=9, log=path, log_games=5)
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    heads = [e for e in events if e["event"] == "game"]
    assert [head["game"] for head in heads] == [0, 1, 2, 3, 4]
    for head in heads:
        assert list(head) == ["event", "family", "variant", "fingerprint", "seed", "game", "seats"]
        assert (head["family"], head["variant"], head["seed"]) == ("stollen", VARIANT, 9)
        assert head["fingerprint"] == result.fingerprint
        assert head["seats"] == result.to_dict()["seats"]
    ends = [n for n, e in enumerate(events) if e["event"] == "end"]
    assert [n for n, e in enumerate(events) if e["event"] == "game"] == [0, *(n + 1 for n in ends[:-1])]
    assert ends[-1] == len(events) - 1
    table = tmp_path / "games.csv"
    simulate(VARIANT, games=5, seats=SEATS, seed=9, csv=table)
    scores = [float(line.split(",")[3]) for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert scores == [score for n in ends for score in events[n]["scores"]]


def test_no_more_games_are_logged_than_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(VARIANT, games=3, seats=SEATS, log=path, log_games=10)
    assert path.read_text(encoding="utf-8").count('"event": "game"') == 3


@pytest.mark.parametrize("before", [None, "old"])
def test_an_interrupted_run_leaves_the_old_files_or_none(tmp_path: Path, before: str | None) -> None:
    log, table = tmp_path / "a.jsonl", tmp_path / "a.csv"
    for path in (log, table):
        if before is not None:
            path.write_text(before, encoding="utf-8")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(VARIANT, games=600, seats=SEATS, log=log, csv=table, progress=stop, threads=1)
    left = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert left == ({} if before is None else {"a.jsonl": "old", "a.csv": "old"})


def test_what_cannot_be_written_or_played_is_said(tmp_path: Path) -> None:
    for option in ("log", "csv"):
        with pytest.raises(OutputError, match="cannot be written"):
            simulate(VARIANT, games=1, **{option: tmp_path / "missing" / "file"})
    with pytest.raises(DefinitionError, match="rotate"):
        simulate(VARIANT, games=1, rotate=True, csv=tmp_path / "x.csv")
    with pytest.raises(DefinitionError, match="the same file"):
        simulate(VARIANT, games=1, log=tmp_path / "x", csv=tmp_path / ".." / tmp_path.name / "x")
    assert not list(tmp_path.iterdir())
    for wrong in (
        {"games": 0},
        {"seed": -1},
        {"seed": 2**63},
        {"precision": 0.0},
        {"precision": 101.0},
        {"threads": 0},
    ):
        with pytest.raises(DefinitionError, match=next(iter(wrong))):
            simulate(VARIANT, **wrong)  # type: ignore[arg-type]

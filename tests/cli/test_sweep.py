"""`sweep`: what it finds, how it is shown, and what it refuses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import workbench
from workbench.numbers import to_json
from workbench.tasks import factorial
from workbench.tasks.factors import MOST_CELLS, read_factors, split_values
from workbench.tasks.sweep import sweep

from .sweeping import CANARY, HELMET, VARIANT, VARY, Run, problems_of
from .sweeping import run as run

# What it finds


def test_json(run: Run) -> None:
    code, text, notes = run(VARIANT, *VARY, "--games", "100", "--json")
    assert (code, notes) == (0, "")
    found = json.loads(text)
    assert [cell["settings"] for cell in found["cells"]] == [
        {"tools.helmet.enabled": helmet, "canary.enabled": canary}
        for helmet in (True, False)
        for canary in (True, False)
    ]
    for cell in found["cells"]:
        assert {"name", "seat", "unit", "description", "estimate", "low", "high"} == set(cell["metrics"][0])
    both = [effect for effect in found["effects"] if len(effect["factors"]) == 2]
    assert len(found["effects"]) == 3 * len(found["cells"][0]["metrics"]) == 3 * len(both)
    assert both[0]["from"] == [True, True] and both[0]["to"] == [False, False]
    assert set(both[0]) == {
        "factors", "from", "to", "metric", "seat", "estimate", "low", "high", "games_that_differ"
    }  # fmt: skip
    result = workbench.sweep(VARIANT, [HELMET, CANARY], games=100)
    assert to_json(result.to_dict()) == text
    by_key = {"tools.helmet.enabled": [True, False], "canary.enabled": [True, False]}
    assert workbench.sweep(VARIANT, by_key, games=100) == result
    with pytest.raises(AttributeError):
        result.games = 1  # type: ignore[misc]


@pytest.mark.parametrize("rotate", [False, True])
def test_cells_are_what_simulate_finds(rotate: bool) -> None:
    options: dict[str, Any] = {"games": 60, "seed": 4, "rotate": rotate, "seats": ("angsthase", "nie", "zufall")}
    result = sweep(VARIANT, [HELMET, "fossils.per_level=1,3"], settings=["canary.enabled=false"], **options)
    for cell in result.cells:
        changes = [f"{key}={json.dumps(value)}" for key, value in cell.settings.items()]
        alone = workbench.simulate(VARIANT, settings=["canary.enabled=false", *changes], **options)
        found = {(metric.name, metric.seat): metric.value for metric in cell.metrics}
        assert cell.fingerprint == alone.fingerprint and cell.seats == alone.seats
        for metric in alone.metrics:
            if metric.unit == "share of the spread":
                continue  # a ratio of means is none of a sweep's figures
            assert found.pop((metric.name, None)) == metric.value
        players = [(seat, "", player) for seat, player in enumerate(alone.by_character or alone.players)]
        for seat, prefix, player in [*players, *((p.seat, "by_seat.", p) for p in alone.by_seat)]:
            assert found.pop((f"{prefix}win_rate", seat)) == player.win_rate
            assert found.pop((f"{prefix}score", seat)) == player.score
        assert not found


OWN = """
def loot(view):
    return view.loot < {limit}
"""


def test_a_strategy_of_the_users_plays_in_every_combination(run: Run) -> None:
    Path("own.py").write_text(OWN.format(limit=9), encoding="utf-8")
    arguments = (VARIANT, "--vary", HELMET, "--games", "300", "--seats", "me,nie", "--character", "me=own.py:loot")
    code, text, notes = run(*arguments, "--json")
    assert code == 0 and notes.count("me: own.py:loot runs compiled") == 1
    for cell in json.loads(text)["cells"]:
        change = f"tools.helmet.enabled={json.dumps(cell['settings']['tools.helmet.enabled'])}"
        own: dict[str, Any] = {"games": 300, "seats": ("me", "nie"), "characters": {"me": "own.py:loot"}}
        alone = workbench.simulate(VARIANT, settings=[change], **own).to_dict()
        assert cell["seats"] == alone["seats"]
        found = {(metric["name"], metric["seat"]): metric["estimate"] for metric in cell["metrics"]}
        for player in alone["players"]:
            assert found["score", player["seat"]] == player["score"]["estimate"]
    (problem,) = problems_of(run, *arguments, "--scheduler", "tcp://127.0.0.1:1")
    assert (problem["code"], problem["key"]) == ("bad-combination", "character")


def test_a_store_knows_a_strategy_that_was_changed(run: Run) -> None:
    arguments = (VARIANT, "--vary", HELMET, "--games", "300", "--seats", "me,nie", "--character", "me=own.py:loot")
    Path("own.py").write_text(OWN.format(limit=9), encoding="utf-8")
    assert run(*arguments, "--store", "a.store")[0] == 0
    code, _, notes = run(*arguments, "--store", "a.store")
    assert code == 0 and "300 of 300 games come from the store" in notes
    Path("own.py").write_text(OWN.format(limit=5), encoding="utf-8")
    code, text, _ = run(*arguments, "--store", "a.store", "--json")
    assert (code, json.loads(text)["problems"][0]["code"]) == (1, "other-store")


def test_the_effect_of_one_change_is_the_paired_difference() -> None:
    result = sweep(VARIANT, [HELMET], games=250)
    compared = workbench.compare(VARIANT, changes=["tools.helmet.enabled=false"], games=250).variants[0]
    effects = {(effect.metric, effect.seat): effect for effect in result.effects}
    # The mean win rate of all seats is the same in every variant and no row of a comparison.
    effects.pop(("win_rate", None))
    assert len(effects) == len(compared.differences)
    for row in compared.differences:
        effect = effects[row.metric, row.seat]
        assert effect.value.estimate == pytest.approx(row.difference, abs=1e-12)
        assert effect.games_that_differ == row.games_that_differ
        if row.games_that_differ >= 30:
            assert (effect.value.low, effect.value.high) == pytest.approx((row.low, row.high))


def test_interactions_are_differences_of_differences() -> None:
    result = sweep(VARIANT, ["fossils.per_level=1,2,3", HELMET], games=100)
    score = [
        next(m.value.estimate or 0 for m in cell.metrics if (m.name, m.seat) == ("score", 1)) for cell in result.cells
    ]
    effects = [e for e in result.effects if (e.metric, e.seat) == ("score", 1)]
    expected = [
        (score[2] + score[3] - score[0] - score[1]) / 2,
        (score[4] + score[5] - score[0] - score[1]) / 2,
        (score[1] + score[3] + score[5] - score[0] - score[2] - score[4]) / 3,
        score[3] - score[2] - score[1] + score[0],
        score[5] - score[4] - score[1] + score[0],
    ]
    assert [effect.value.estimate for effect in effects] == pytest.approx(expected)
    assert [tuple(effect.end) for effect in effects] == [(2,), (3,), (False,), (2, False), (3, False)]


def test_threads_chunks_and_batches_change_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = set()
    for number, (threads, rows, batch) in enumerate([(1, 8192, 4096), (2, 40, 64), (3, 7, 33)]):
        monkeypatch.setattr(factorial, "ROWS_AT_ONCE", rows)
        monkeypatch.setattr(factorial, "LEAST_BATCH_GAMES", 1)
        monkeypatch.setattr(factorial, "MOST_BATCH_GAMES", batch)
        store = tmp_path / f"{number}.store"
        for _ in range(2):
            found.add(to_json(sweep(VARIANT, [HELMET, CANARY], games=300, threads=threads, store=store).to_dict()))
    assert len(found) == 1


def test_levels_that_differ_in_their_figures() -> None:
    six = "levels.6={ finds = [1, 2], hazards = { gas = 2 } }"
    result = sweep("stollen/schlicht", ["levels.5.hazards.gas=1,2"], settings=[six], games=60)
    assert "collapses.level_6" in {metric.name for metric in result.cells[0].metrics}
    assert not result.notes
    with_and_without = sweep("stollen/schlicht", {"levels": [level_tables(5), level_tables(6)]}, games=60)
    assert "left out: collapses.level_6" in with_and_without.notes[0]
    assert {"steps", "decisiveness"} <= {effect.metric for effect in with_and_without.effects}


def level_tables(count: int) -> dict[str, Any]:
    return {str(level): {"finds": [1, 2, 3], "hazards": {"gas": 2}} for level in range(1, count + 1)}


def test_what_changes_nothing_is_said() -> None:
    result = sweep(VARIANT, ["title=a,b", HELMET], games=40)
    assert result.notes == ("title changes nothing in play: the rules and the players are the same",)
    title = next(effect for effect in result.effects if effect.metric == "score" and effect.seat == 0)
    assert title.value.low is not None and title.value.high is not None
    assert (title.value.estimate, title.games_that_differ) == (0, 0) and title.value.low < 0 < title.value.high


def test_characters_can_be_varied() -> None:
    new = 'characters.neu={ strategy = "loot", leave_at = 9 }'
    result = sweep(VARIANT, ["characters.neu.leave_at=3,30"], settings=[new], seats=("neu", "nie"), games=50)
    assert [cell.seats[0].parameters["leave_at"] for cell in result.cells] == [3, 30]
    assert not result.notes


# For people


def test_tables_and_plot(run: Run) -> None:
    code, text, notes = run(VARIANT, *VARY, "--vary", "fossils.per_level=1,2,3", "--games", "60", "--plot", "a.svg")
    assert (code, notes.count("warning: fossils.points"), len(notes.splitlines())) == (0, 2, 2)
    for part in ("12 combinations  60 games  seed 1", "true → false", "1 → 3", "canary.enabled x fossils.per_level"):
        assert part in text
    svg = Path("a.svg").read_text(encoding="utf-8")
    assert ET.fromstring(svg).tag.endswith("svg")
    for part in ("tools.helmet.enabled", "1 → 3", "angsthase", "percentage points", "60 games"):
        assert part in svg
    assert run(VARIANT, *VARY, "--vary", "fossils.per_level=1,2,3", "--games", "60", "--plot", "b.svg")[1] == text
    assert Path("b.svg").read_text(encoding="utf-8") == svg


def test_one_factor_equal_seats_and_other_seats(run: Run) -> None:
    code, text, _ = run(VARIANT, "--vary", HELMET, "--seats", "nie,nie", "--games", "20", "--plot", "a.svg")
    assert code == 0 and "0 nie" in text and "together" not in text
    code, text, _ = run(VARIANT, "--vary", 'seats=["nie", "zufall"],["zufall", "nie"]', "--games", "20")
    assert code == 0 and "seat 1" in text
    code, text, _ = run(VARIANT, "--vary", HELMET, "--rotate", "--games", "20", "--plot", "a.svg")
    assert code == 0 and "20 deals, seats rotated" in text


def test_a_plot_that_cannot_be_written(run: Run) -> None:
    assert problems_of(run, VARIANT, "--vary", HELMET, "--games", "5", "--plot", "no/a.svg", code=3)


# Factors


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        ("true,false", [True, False]),
        ("1, 2.5,-3", [1, 2.5, -3]),
        ("free,first-match", ["free", "first-match"]),
        ("[1, 2],[3]", [[1, 2], [3]]),
        ('"a,b",c', ["a,b", "c"]),
        ("{ a = 1, b = 2 },{}", [{"a": 1, "b": 2}, {}]),
        ("[1,2],free", [[1, 2], "free"]),
        ("'x','y,z'", ["x", "y,z"]),
        ("1,2,", [1, 2]),
        ("a,,b", []),
        ("", []),
        ("a\nb,c", ["a\nb", "c"]),
    ],
)
def test_values_are_the_items_of_an_array(raw: str, values: list[Any]) -> None:
    assert split_values(raw) == values


def test_problems_of_factors(run: Run) -> None:
    arguments = (
        "canary.enabled", "=1,2", "a=1", "b=1,1", "c=", "tools.rope.uses=1,2", '"tools".rope.uses=3,4',
        "tools.rope={},{a=1}", "fossils.per_level=1,2",
    )  # fmt: skip
    vary = [part for argument in arguments for part in ("--vary", argument)]
    found = problems_of(run, VARIANT, *vary, "--set", "fossils.per_level=2")
    assert [(problem["key"], problem["code"]) for problem in found] == [
        (None, "bad-factor"),
        (None, "bad-factor"),
        ("a", "one-level"),
        ("b", "duplicate-level"),
        (None, "bad-factor"),
        ("tools.rope.uses", "duplicate-factor"),
        ("tools.rope", "duplicate-factor"),
        ("tools.rope", "duplicate-factor"),
        ("fossils.per_level", "varied-and-set"),
    ]
    assert {problem["file"] for problem in found} == {"--vary"}
    assert run(VARIANT)[0] == 2


def test_every_problem_of_every_combination_at_once(run: Run) -> None:
    found = problems_of(
        run, VARIANT, "--vary", "canary.enabeld=true,false", "--vary", "fossils.per_level=1,-1,x", "--set", "canari.x=1"
    )
    assert {(problem["file"], problem["key"]) for problem in found} == {
        ("--vary", "canary.enabeld"),
        ("--vary", "fossils.per_level"),
        ("--set", "canari"),
    }
    assert len(found) == 4
    assert "did you mean enabled?" in {problem["hint"] for problem in found}


def test_too_many_combinations(run: Run) -> None:
    values = ",".join(str(number) for number in range(1, 18))
    (problem,) = problems_of(run, VARIANT, "--vary", f"a={values}", "--vary", f"b={values}")
    assert problem["code"] == "too-many-cells" and "17 x 17 = 289" in problem["message"]
    assert len(read_factors([f"a={','.join(map(str, range(MOST_CELLS)))}"])[0].levels) == MOST_CELLS


def test_other_problems(run: Run) -> None:
    (problem,) = problems_of(run, VARIANT, "--vary", 'seats=["nie"],["nie", "nie"]')
    assert problem["code"] == "other-seats"
    assert problems_of(run, VARIANT, "--vary", HELMET, "--games", "0")[0]["key"] == "games"
    assert problems_of(run, VARIANT, "--vary", HELMET, "--seats", "nein")[0]["code"] == "unknown-character"
    assert problems_of(run, "nope", "--vary", HELMET)[0]["code"] == "unknown-variant"
    assert not list(Path().iterdir())

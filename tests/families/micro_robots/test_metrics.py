"""What is measured: sums that must agree, how far skill decides, and words for all of it."""

from __future__ import annotations

from typing import Any

import pytest

from workbench import simulate
from workbench.definition.load import load
from workbench.families.micro_robots.compile import compile_rules, compile_seats, new_table
from workbench.families.micro_robots.metrics import columns, skill
from workbench.families.micro_robots.simulation import MicroRobotsSimulation
from workbench.families.micro_robots.state import DISTANCES
from workbench.report.exact import _plain
from workbench.report.page import _own_words as own_words
from workbench.report.words import Words

from .boards import definition
from .strategies import seats_of


def rows_of(variant: str, *settings: str) -> tuple[list[dict[str, int]], Any]:
    d = load(f"micro_robots/{variant}", settings).definition
    simulation = MicroRobotsSimulation(d, seats_of(d))
    rows = simulation.play(8, 0, 30).tolist()
    names = [column.name if column.seat is None else f"{column.name}.{column.seat}" for column in simulation.columns]
    return [dict(zip(names, row, strict=True)) for row in rows], simulation


@pytest.mark.parametrize("variant", ["schwarz", "profi"])
def test_sums_agree(variant: str) -> None:
    rows, simulation = rows_of(variant, "rounds.limit_seconds=25")
    logs = [simulation.log(8, game) for game in range(len(rows))]
    for row, events in zip(rows, logs, strict=True):
        rounds = events[1:-1]
        for stem in ("distance", "ways"):
            assert sum(value for name, value in row.items() if name.startswith(f"rounds.{stem}_")) == row["length"]
            thinking = sum(value for name, value in row.items() if name.startswith(f"seconds.{stem}_"))
            assert thinking == round(sum(1000 * event["seconds"] for event in rounds))
            # The rest of the time is for showing.
            assert thinking <= row["minutes"]
        assert row["calls"] == row["solved"] + row["wrong_calls"] == sum(e["caller"] is not None for e in rounds)
        assert row["broken_off"] == sum(e["caller"] is None for e in rounds)
        assert row["calls"] == sum(row[f"calls_of_seat.{seat}"] for seat in range(3))
        assert row["end.goal"] + row["end.stock"] + row["end.rounds"] == 1
        assert row["trivial"] == row["rounds.distance_1"] + row["rounds.distance_2"]
        right = sum(len(event["path"]) - 1 for event in rounds if event["right"])
        assert row["detour"] <= right
        first = rounds[0]
        expected = 0 if first["caller"] is None else 1000 * (first["caller"] + 1) + first["called"]
        assert row["round_1.call"] == expected


def test_skill_is_concordance() -> None:
    seats = compile_seats(seats_of(definition(), ("meisterin", "geuebt", "anfaenger")))
    table = new_table()

    def found(*chips: int) -> int:
        table.chips[:3] = chips
        return skill(seats, table)

    # Three pairs, each counted 2 where the quicker one has more and 1 where both have as many.
    assert found(5, 3, 1) == 6
    assert found(1, 3, 5) == 0
    assert found(2, 2, 2) == 3
    assert found(5, 1, 3) == 4
    same = compile_seats(seats_of(definition(), ("geuebt", "geuebt")))
    made = columns(compile_rules(definition()), same)
    assert next(column for column in made if column.name == "skill").shown is False


def test_ratios_are_those_of_the_sums() -> None:
    result = simulate("micro_robots/kupfer", games=400, seed=5)
    value = {metric.name: metric.value for metric in result.metrics}
    sums = result.sums
    for moves in range(1, DISTANCES - 1):
        total = sums.total[sums.index(f"seconds.distance_{moves}", None)]
        rounds = sums.total[sums.index(f"rounds.distance_{moves}", None)]
        assert value[f"seconds.distance_{moves}"].estimate == pytest.approx(total / 1000 / rounds)
    assert value["seconds.distance_none"].estimate is None
    assert value["distance"].estimate == pytest.approx(3.24, abs=0.2)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_report_has_words_for_every_exact_figure(language: str) -> None:
    loaded = load("micro_robots/profi")
    words = Words(language, own_words(loaded, language))
    figures = loaded.family.analyse(loaded.definition)
    (table,) = _plain(figures, words)
    names = [row[0] for row in table.rows]
    assert len(set(names)) == len(names)
    assert not set("_.") & set("".join(names))
    known = own_words(loaded, language)["exact"]
    assert all(key in known or isinstance(value, dict) for key, value in figures.items())
    one_move = next(row for row in table.rows if row[0] == words.exact("distance.share.1")[0])
    share = f"{100 * figures['distance']['share']['1']:.2f}\N{NO-BREAK SPACE}%"
    assert one_move[1] == (share.replace(".", ",") if language == "de" else share)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_report_has_words_for_every_metric(language: str) -> None:
    loaded = load("micro_robots/schwarz")
    words = Words(language, own_words(loaded, language))
    simulation = MicroRobotsSimulation(loaded.definition, loaded.seats())
    names = set()
    for column in simulation.columns:
        if column.shown and column.seat is None:
            name, meaning = words.metric(column.name, column.description)
            assert "_" not in name
            assert "." not in name
            assert meaning
            if language == "de" and column.unit and not column.unit.startswith("share"):
                assert words.unit(column.unit) != column.unit
            names.add(name)
    assert len(names) == sum(column.shown and column.seat is None for column in simulation.columns)
    assert "Karten" not in words.metric("length")[1]
    assert "cards" not in words.metric("length")[1]

"""What is measured, counted once more in the logs of the same games."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from workbench import simulate
from workbench.definition.load import load
from workbench.families.out_of_mine.metrics import lowest_score
from workbench.families.out_of_mine.simulation import OutOfMineSimulation
from workbench.report.page import render_report

from .strategies import seats_of
from .test_log import CLUMSY

NAMES = ("anfaenger", "clumsy", "meisterin")
GAMES = 15


def counted(events: list[dict[str, Any]]) -> dict[str, Fraction]:
    """Sums over one game, by the names of the figures."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for event in events:
        boards = event["boards"]
        for rank, empty in enumerate(sorted(entry["empty"] for entry in boards), start=1):
            found[f"empty.rank_{rank}"] += empty
        points = [entry["points"] for entry in boards]
        for entry in boards:
            called = entry["player"] in event["callers"]
            if event["caller"] is not None:
                found["caller_points" if called else "others_points"] += entry["points"]
                found["others"] += not called
            for part in (f"board_*.{entry['board']}_{entry['side']}", f"card_*.{entry['card']}"):
                found[part.replace("*", "rounds")] += 1
                found[part.replace("*", "points")] += entry["points"]
                found[part.replace("*", "calls")] += called and entry["bonus"] > 0
                if entry["points"] == max(points):
                    found[part.replace("*", "win_rate")] += Fraction(1, points.count(max(points)))
    return found


@pytest.mark.rule("O17", "O19", "O26")
def test_figures_are_those_of_the_logs() -> None:
    definition = load("out_of_mine/profi", [CLUMSY]).definition
    simulation = OutOfMineSimulation(definition, seats_of(definition, NAMES))
    rows = simulation.play(3, 0, GAMES)
    checked: Counter[str] = Counter()
    for game in range(GAMES):
        found = counted(simulation.log(3, game)[1:-1])
        for index, column in enumerate(simulation.columns):
            stem = column.name.partition(".")[0]
            if column.seat is None and (column.name in found or stem.startswith(("board_", "card_"))):
                assert Fraction(int(rows[game, index]), column.scale) == found[column.name], column.name
                checked[stem] += found[column.name] != 0
    assert min(checked.values()) > 0
    assert len(checked) == 12


def test_an_even_share_of_rounds_won_over_all_sides() -> None:
    """Every round is won once: shares weighted by how often a side was played make one win a round."""
    definition = load("out_of_mine/grundspiel").definition
    simulation = OutOfMineSimulation(definition, seats_of(definition))
    rows = simulation.play(1, 0, 20)
    for stem in ("board", "card"):
        won = [i for i, column in enumerate(simulation.columns) if column.name.startswith(f"{stem}_win_rate.")]
        assert rows[:, won].sum() == 840 * 7 * 20


def test_no_score_is_below_what_the_histogram_begins_with() -> None:
    settings = [CLUMSY, 'scoring.floor="none"', "scoring.caller_penalty=40"]
    result = simulate("out_of_mine/sonderelemente", games=200, settings=settings, seats=("clumsy", "clumsy"))
    definition = load("out_of_mine/sonderelemente", settings).definition
    lowest = min(player.score_percentiles["5"] for player in result.players)
    assert lowest_score(definition) < lowest < 0


@pytest.mark.rule("OO5")
def test_boards_that_no_card_fills_are_a_share_of_all_boards() -> None:
    """Without a tile of one space, cards of yellow ones fill nothing."""
    settings = [f"cards.t{number:02}.tiles={{yellow=0,blue=2,green=0,red=0,white=0}}" for number in range(1, 41)]
    found = {m.name: m.value.estimate for m in simulate("out_of_mine/grundspiel", games=5, settings=settings).metrics}
    assert found["unsolvable"] == 1


def test_single_pieces_are_folded_away_in_the_report() -> None:
    loaded = load("out_of_mine/grundspiel")
    played = simulate(loaded, games=20)
    html = render_report(loaded=loaded, simulate=played, compare=None, analyse=None)
    shown, _, folded = html.partition("180 further figures, of single pieces")
    assert "board b01, side a" in folded or "b01 a" in folded
    assert "b01 a" not in shown
    called = shown[shown.index("rounds that end with a call") - 400 :][:400]
    assert "<td>%</td>" in called


def test_single_pieces_stand_in_results_but_not_among_differences() -> None:
    metrics = {metric.name: metric for metric in simulate("out_of_mine/grundspiel", games=20).metrics}
    assert metrics["board_points.b01_a"].detail
    assert not metrics["seconds"].detail
    assert "board_rounds.b01_a" not in metrics
    assert metrics["unsolvable"].unit == "share of boards"
    rotated = {metric.name for metric in simulate("out_of_mine/grundspiel", games=5, rotate=True).metrics}
    shares = {f"{what}_share.{figure}" for what in ("deal", "character") for figure in ("score", "win_rate")}
    assert rotated == set(metrics) | shares

"""`workbench analyse` for one board and for ways; sets of tiles of other shapes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench import analyse
from workbench.cli import main
from workbench.errors import DefinitionError
from workbench.families.micro_robots import exact

from .boards import PRINTED
from .strategies import SHAPES, tiles_of

DRAWN = """\
+-------------------+-------------------+
| W6    B6    B2    | P5    P2    P3    |
| R3·1  Y4    W3    | R6    R4·0  Y3    |
| B3·2  G4    W5    | B4    G5    G3    |
+-------------------+-------------------+
| B1·3  R2    W4    | P1    Y6    Y1    |
| W1·4  G2    G6    | Y5    B5    R5    |
| Y2    W2    P4    | P6    R1    G1    |
+-------------------+-------------------+
"""


@pytest.mark.rule("M-E2")
def test_ways_are_listed_and_the_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "micro_robots/schwarz", "--from", "R4", "--to", "W1"]) == 0
    text = capsys.readouterr().out
    assert DRAWN in text
    assert text.endswith("R4 to W1: 4 moves, 1 way\n  R4 R3 B3 B1 W1\n")
    assert main(["analyse", "micro_robots/schwarz", "--from", "R4", "--to", "W1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ways"] == {"from": "R4", "to": "W1", "through": None, "moves": 4, "count": 1,
                                "ways": [["R4", "R3", "B3", "B1", "W1"]]}  # fmt: skip
    assert document["arrangement"] == PRINTED


@pytest.mark.rule("M23")
def test_through_a_waypoint() -> None:
    ways = analyse("micro_robots/profi", **{"from": "R4", "to": "W1", "through": "G1"}).to_dict()["ways"]
    assert all(way[0] == "R4" and way[-1] == "W1" and "G1" in way for way in ways["ways"])
    assert ways["moves"] == len(ways["ways"][0]) - 1
    assert ways["count"] == len(ways["ways"])


def test_every_arrangement_has_its_own_figures() -> None:
    turned = analyse("micro_robots/schwarz", arrangement="3:1,1:1,4:1,2:1").to_dict()
    printed = analyse("micro_robots/schwarz", arrangement=PRINTED).to_dict()
    other = analyse("micro_robots/schwarz", arrangement="1:0,2:0,3:0,4:1").to_dict()
    # The whole board turned by a quarter.
    assert turned["pairs"] == printed["pairs"]
    assert other["pairs"] != printed["pairs"]
    assert [row[0] for row in turned["board"]] == printed["board"][-1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"from": "R4"}, "a way has two ends"),
        ({"from": "R4", "to": "R9"}, "there is no space 'R9' on the black side"),
        ({"from": "R4", "to": "R4"}, "the target is never the start"),
        ({"from": "R4", "to": "W1", "through": "W1"}, "the waypoint is neither"),
        ({"arrangement": "1:0,2:0"}, "each of the tiles 1 to 4 once"),
        ({"arrangement": "1,2,3,4"}, "'1' is not of the form tile:turn"),
        ({"fossils": 3}, "micro_robots has no option --fossils"),
        ({"arrangement": 3}, "arrangement must be a text"),
    ],
)
def test_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(DefinitionError) as problem:
        analyse("micro_robots/schwarz", **options)
    assert message in str(problem.value)


def test_options_of_another_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "stollen/schlicht", "--from", "R4"]) == 1
    assert "stollen has no option --from" in capsys.readouterr().err


def write(path: Path, number: int) -> str:
    shape = SHAPES[number]
    tiles = "\n".join(
        f"[tiles.{tile}]\nfront = {json.dumps(sides['front'])}" for tile, sides in tiles_of(shape, 1).items()
    )
    path.write_text(
        f'family = "micro_robots"\ntitle = "x"\nside = "front"\n{tiles}\n'
        f"[board]\nrows = {shape[2]}\ncolumns = {shape[3]}\n",
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.parametrize(
    ("number", "arrangements"),
    [(1, 24 * 4**4), (2, 2 * 2**2), (3, 6 * 2**3), (4, 4)],
    ids=["square", "flat", "strips", "one tile of 64"],
)
def test_other_shapes(number: int, arrangements: int, tmp_path: Path) -> None:
    """Tiles that are not square lie only one way round or the other."""
    found = analyse(write(tmp_path / "a.toml", number)).to_dict()
    assert (found["arrangements"], found["solved"], found["sampled"]) == (arrangements, arrangements, False)
    assert sum(found["distance"]["share"].values()) + found["distance"]["unreachable"] == pytest.approx(1)


def test_too_many_arrangements_are_sampled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_ARRANGEMENTS", 6000)
    monkeypatch.setattr(exact, "SAMPLE", 2000)
    found = analyse("micro_robots/schwarz").to_dict()
    assert (found["arrangements"], found["solved"], found["sampled"]) == (6144, 2000, True)
    assert found["boards"]["different"] is None
    assert found["boards"]["reason"]
    # 2,000 boards of 6,144: the mean of all is 3.543 with a deviation of about 0.2 a board.
    assert found["distance"]["mean"] == pytest.approx(3.543, abs=0.03)


def test_compiled_and_interpreted_figures_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    from .boards import definition

    compiled = next(iter(exact.survey_rows(definition("profi"), 1, 1500)))[:12]
    monkeypatch.setattr(exact, "WORTH_LOADING", 10**9)
    interpreted = next(iter(exact.survey_rows(definition("profi"), 1, 12)))
    assert (compiled == interpreted).all()

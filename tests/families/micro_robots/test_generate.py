"""New tiles have the wished properties, proved over all arrangements; the same seed gives the same file."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench import DefinitionError, analyse, load
from workbench.cli import main
from workbench.families.micro_robots import generate as generating
from workbench.families.micro_robots.generate import new_tiles, possible, read_range
from workbench.tasks.examine import validate


def test_a_set_that_validates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["generate", "tiles", "micro_robots", "--seed", "5", "--distance", "3.0..3.4", "--quiet"]
    assert main([*command, "-o", "a.toml"]) == 0
    assert main([*command, "-o", "b.toml"]) == 0
    assert Path("a.toml").read_bytes() == Path("b.toml").read_bytes()
    assert validate("a.toml").problems == ()
    d = load("a.toml").definition
    assert load("a.toml").parent == "micro_robots/schwarz"
    for side in ("black", "copper"):
        spaces = [space for tile in d.tile_names for row in d.grid(tile, side) for space in row]
        assert sorted(spaces) == sorted(f"{colour}{number}" for colour in "BGPRWY" for number in range(1, 7))
        found = analyse(load("a.toml", [f'side="{side}"'])).to_dict()
        assert found["connected"] == found["arrangements"] == 6144
        assert 3.0 <= found["distance"]["mean"] <= 3.4
    assert load("a.toml").definition.tiles != load("micro_robots/schwarz").definition.tiles


def test_for_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles are made for the rules and shapes of the variant that is named."""
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(
        'family = "micro_robots"\ntitle = "small"\nside = "front"\n[board]\nrows = 1\ncolumns = 4\n'
        '[tiles.1]\nfront = ["A1 B2", "C3 D4"]\n[tiles.2]\nfront = ["B1 C2", "D3 A4"]\n'
        '[tiles.3]\nfront = ["C1 D2", "A3 B4"]\n'
        "[tiles.4]\nfront = ['D1 A2', 'B3 C4']\n",
        encoding="utf-8",
    )
    assert validate("small.toml").problems[0].code == "not-connected"
    assert main(["generate", "tiles", "micro_robots", "--from", "small.toml", "-o", "sub/new", "--quiet"]) == 3
    assert main(["generate", "tiles", "micro_robots", "--from", "small.toml", "-o", "new", "--quiet"]) == 0
    assert validate("new.toml").problems == ()
    assert load("new.toml").parent == "small.toml"
    assert analyse("new.toml").to_dict()["connected"] == 24 * 4**4


def test_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.toml").write_text("mine", encoding="utf-8")

    def refused(*arguments: str) -> tuple[int, str]:
        code = main(["generate", *arguments])
        return code, capsys.readouterr().err

    code, text = refused("tiles", "micro_robots", "-o", "there.toml")
    assert (code, Path("there.toml").read_text(encoding="utf-8")) == (3, "mine")
    assert "--force overwrites it" in text
    assert refused("cards", "micro_robots", "-o", "a.toml")[0] == 1
    assert refused("tiles", "stollen", "-o", "a.toml") == (
        1, "error: stollen generates no tiles (it generates nothing)\n")  # fmt: skip
    assert refused("tiles", "micro_robot", "-o", "a.toml") == (
        1, "error: unknown family micro_robot (did you mean micro_robots?)\n")  # fmt: skip
    assert refused("tiles", "micro_robots", "--distance", "4..3", "-o", "a.toml")[0] == 1
    assert refused("tiles", "micro_robots", "--from", "stollen/schlicht", "-o", "a.toml")[0] == 1
    assert refused("tiles", "micro_robots", "--seed", "-1", "-o", "a.toml")[0] == 1
    assert refused("tiles", "micro_robots")[0] == 2
    monkeypatch.setattr(generating, "MOST_STEPS", 3)
    told = "connected in every arrangement was found in 3 steps (try another --seed)\n"
    assert refused("tiles", "micro_robots", "-o", "a.toml") == (1, f"error: no set of tiles {told}")
    assert not Path("a.toml").exists()


@pytest.mark.parametrize("travel", ["free", "first-match", "adjacent"])
@pytest.mark.parametrize("variant", ["schwarz", "kupfer"])
def test_no_mean_distance_is_out_of_the_possible(variant: str, travel: str) -> None:
    d = load(f"micro_robots/{variant}", [f'travel="{travel}"']).definition
    bounds = possible(d)
    far = analyse(load(f"micro_robots/{variant}", [f'travel="{travel}"']), arrangement="1:0,2:0,3:0,4:0").to_dict()
    if not far["distance"]["unreachable"]:
        assert bounds.low <= far["distance"]["mean"] <= bounds.high
    # Of 35 others, ten match; in one line with four neighbours it is 4, 16 and the other 15.
    expected = (10 + 2 * 25) / 35 if travel == "free" else (4 + 2 * 16 + 3 * 15) / 35
    assert (bounds.low, bounds.high) == (pytest.approx(expected), 18)


def test_the_possible_is_reached_where_all_match(tmp_path: Path) -> None:
    path = tmp_path / "row.toml"
    path.write_text(
        'family = "micro_robots"\ntitle = "row"\nside = "front"\n[board]\nrows = 1\ncolumns = 1\n'
        '[tiles.1]\nfront = ["A1 A2 A3 A4"]\n',
        encoding="utf-8",
    )
    assert possible(load(path.as_posix()).definition).low == analyse(path.as_posix()).to_dict()["distance"]["mean"] == 1


def test_what_is_impossible_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(generating, "_Search", None)
    for impossible in ("1.0..1.7", "18.1..20"):
        assert main(["generate", "tiles", "micro_robots", "--distance", impossible, "-o", "a.toml"]) == 1
        assert capsys.readouterr().err == (
            f"error: distance: no tiles have a mean distance of {impossible} "
            "(with these rules it is 1.71 to 18.00 moves at the utmost)\n"
        )


def test_the_nearest_distance_and_the_steps_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "MOST_STEPS", 60)
    monkeypatch.setattr(generating, "TRIED_BOARDS", 3)
    d, steps = load("micro_robots/schwarz").definition, list[tuple[int, int]]()
    with pytest.raises(DefinitionError, match=r"the nearest had \d\.\d\d \(try another --seed or a wider"):
        new_tiles(d, 1, "9..10", lambda *step: steps.append(step))
    assert steps == [(step, 120) for step in range(60)]


def test_ranges() -> None:
    assert read_range("3.2..3.6").miss(3.0) == pytest.approx(0.2)
    assert read_range("3..4").miss(4.5) == pytest.approx(0.5)
    assert read_range("3..4").miss(3.5) == 0
    assert read_range(None).miss(99) == 0

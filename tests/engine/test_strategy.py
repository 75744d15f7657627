"""Strategies of the user's own: compiled, called back, or refused with the place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.engine.strategy import load_strategy
from workbench.errors import DefinitionError
from workbench.families.stollen.state import View
from workbench.tasks.compare import compare
from workbench.tasks.simulate import simulate

VARIANT = "stollen/diese-partie"
SEATS = ("me", "angsthase", "rechnerin")
GAMES = 6000


def write(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return f"{folder / 'mine.py'}:choose"


def played(place: str, notes: list[str] | None = None, games: int = GAMES) -> dict[str, object]:
    told = notes if notes is not None else []
    return simulate(VARIANT, seats=SEATS, characters={"me": place}, games=games, note=told.append).to_dict()


LOOT_NINE = "def choose(view):\n    return view.loot < 9\n"
# Numba takes no string formatting of this kind, nor a global dictionary.
LOOT_NINE_SLOW = "seen = {}\n\ndef choose(view):\n    seen[str(view.step)] = view\n    return view.loot < 9\n"


def test_a_function_is_the_strategy_that_it_states(tmp_path: Path) -> None:
    notes: list[str] = []
    mine = played(write(tmp_path, LOOT_NINE), notes)
    settings = ['characters.me2={strategy = "loot", leave_at = 9}', "characters.me2.helmet_at=1"]
    shipped = simulate(VARIANT, settings=settings, seats=("me2", *SEATS[1:]), games=GAMES).to_dict()
    assert [p["score"] for p in mine["players"]] == [p["score"] for p in shipped["players"]]  # type: ignore[attr-defined]
    assert mine["seats"][0] == {  # type: ignore[index]
        "character": "me",
        "strategy": "python",
        "parameters": {"file": (tmp_path / "mine.py").as_posix(), "function": "choose"},
    }
    assert re.search(r"me: .*mine\.py:choose runs compiled, about [\d,]+ games a second", notes[-1])


def test_any_python_is_called_back_with_the_same_result(tmp_path: Path) -> None:
    quick = played(write(tmp_path, LOOT_NINE))
    notes: list[str] = []
    slow = played(write(tmp_path, LOOT_NINE_SLOW), notes)
    assert quick == slow
    assert "runs called back from the compiled rules" in notes[-1]


def test_few_games_and_rotated_seats(tmp_path: Path) -> None:
    place = write(tmp_path, LOOT_NINE)
    assert played(place, games=50)["games"] == 50
    rotated = simulate(VARIANT, seats=SEATS, characters={"me": place}, games=50, rotate=True)
    assert [player.character for player in rotated.by_character] == list(SEATS)


def test_compare_takes_it_too(tmp_path: Path) -> None:
    place = write(tmp_path, LOOT_NINE)
    found = compare(VARIANT, ["stollen/ohne-kanarienvogel"], seats=SEATS, characters={"me": place}, games=300)
    assert found.seats[0].character == "me"


LAMP = """
def choose(view):
    if view.seen:
        return view.seen == 1
    return 2 if view.lamp and view.loot > 5 else view.loot < 9
"""


def test_it_may_use_its_lamp(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    simulate(VARIANT, seats=SEATS, characters={"me": write(tmp_path, LAMP)}, games=30, log=log, log_games=30)
    assert '"lamps": [0' in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("compiles", [True, False])
def test_an_exception_names_the_file_and_line(tmp_path: Path, compiles: bool) -> None:
    """It happens only in a game after those that are checked."""
    lines = [
        "def choose(view):",
        "    pass" if compiles else "    str(view)",
        "    if view.fossils >= 3:",
        "        return 1 // (view.fossils - view.fossils)",
        "    return view.loot < 9",
    ]
    with pytest.raises(DefinitionError) as caught:
        played(write(tmp_path, "\n".join(lines)), games=30_000)
    (problem,) = caught.value.problems
    assert problem.line == 4
    assert problem.file == (tmp_path / "mine.py").as_posix()
    assert problem.message == "choose failed: ZeroDivisionError: integer division or modulo by zero"


@pytest.mark.parametrize("compiles", [True, False])
def test_what_is_no_decision_is_refused_also_later(tmp_path: Path, compiles: bool) -> None:
    first = "pass" if compiles else "str(view)"
    text = f"def choose(view):\n    {first}\n    return 7 if view.fossils >= 3 else view.loot < 9\n"
    with pytest.raises(DefinitionError, match="choose returned 7"):
        played(write(tmp_path, text), games=30_000)


def test_one_that_changes_its_mind_is_refused(tmp_path: Path) -> None:
    text = "import itertools\n\ncount = itertools.count()\n\ndef choose(view):\n    return next(count) % 7 > 0\n"
    with pytest.raises(DefinitionError, match="decides differently when asked again"):
        played(write(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("def choose(view):\n    return 1\n", "choos", r"has no function choos \(did you mean choose\?\)"),
        ("x = 1\n", "choose", r"has no function choose \(it has no function\)"),
        ("def choose(view:\n", "choose", r"mine\.py:1: error: is not Python"),
        ("import nothing_of_this_name\n", "choose", r"mine\.py:1: error: cannot be loaded: ModuleNotFoundError"),
        (
            "def choose(view):\n    return 'deeper'\n",
            "choose",
            r"mine\.py:1: error: choose failed: TypeError: choose must",
        ),
        (
            "def choose(view):\n    return view.next_card\n",
            "choose",
            r"mine\.py:2: error: choose failed: AttributeError",
        ),
        ("raise SystemExit\n", "choose", r"mine\.py:1: error: cannot be loaded: SystemExit"),
        (
            "def choose(view):\n    raise SystemExit(7)\n",
            "choose",
            r"mine\.py:2: error: choose failed: SystemExit: 7",
        ),
        (
            "def choose(view):\n    return 9\n",
            "choose",
            r"choose returned 9; a decision is one of 0 \(leave\), 1 \(go deeper\), 2 \(look with the lamp\)",
        ),
    ],
)
def test_mistakes_are_shown_with_their_place(tmp_path: Path, text: str, name: str, message: str) -> None:
    place = write(tmp_path, text).replace(":choose", f":{name}")
    with pytest.raises(DefinitionError, match=message):
        played(place, games=10)


@pytest.mark.parametrize("place", ["mine.py", ":choose", "nowhere.py:choose", "mine.py:not a name", "mine.txt:choose"])
def test_places_that_are_none(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, LOOT_NINE)
    (tmp_path / "mine.txt").touch()
    with pytest.raises(DefinitionError):
        load_strategy(place, View)


@pytest.mark.parametrize("extra", ["", "print('at the top')\n"])
def test_what_it_prints_is_no_result(tmp_path: Path, extra: str, capfd: pytest.CaptureFixture[str]) -> None:
    place = write(tmp_path, f"{extra}def choose(view):\n    print('thinking', view.loot)\n    return view.loot < 9\n")
    asked = ["simulate", VARIANT, "--seats", ",".join(SEATS), "--character", f"me={place}", "--games", "600", "--json"]
    assert main(asked) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["games"] == 600
    assert "thinking" in err and ("at the top" in err) == bool(extra)


def test_the_example_plays(capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "examples" / "strategy" / "careful.py"
    options = ["--seats", "me,angsthase,rechnerin", "--games", "100", "--quiet"]
    assert main(["simulate", VARIANT, "--character", f"me={example}:careful", *options]) == 0
    assert "me" in capsys.readouterr().out
    assert main(["simulate", VARIANT, "--character", "me", "--games", "10"]) == 1

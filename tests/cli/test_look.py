"""The commands that look at definitions: what they print, their JSON, and their exit codes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench import load
from workbench.cli import main
from workbench.definition.find import shipped_variants

Run = Callable[..., tuple[int, str, str]]
KEYS = ["file", "line", "column", "key", "severity", "code", "message", "hint"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return code, *capsys.readouterr()

    return call


def document(result: tuple[int, str, str], code: int = 0) -> Any:
    """The one JSON document on stdout; nothing on stderr."""
    assert result[0] == code
    assert result[2] == ""
    assert result[1].endswith("}\n")
    return json.loads(result[1], parse_constant=lambda name: pytest.fail(name))


def problems(result: tuple[int, str, str], code: int = 1) -> list[dict[str, Any]]:
    found = document(result, code)
    assert list(found) == ["problems"]
    assert all(list(problem) == KEYS for problem in found["problems"])
    return list(found["problems"])


def test_list(run: Run) -> None:
    found = document(run("list", "--json"))
    (stollen,) = [family for family in found["families"] if family["id"] == "stollen"]
    assert list(stollen) == ["id", "variants", "characters"]
    assert stollen["characters"] == ["angsthase", "draufgaenger", "rechnerin", "zufall", "nie"]
    names = ("diese-partie", "schlicht", "gleiche-sohlen", "ohne-kanarienvogel", "ohne-sammlung")
    editions = ("diamant-2005", "incan-gold-2006", "diamant-2016")
    assert set(stollen["variants"]) == {f"stollen/{name}" for name in (*names, *editions)}
    code, text, _ = run("list")
    assert code == 0
    assert "  stollen/diese-partie             Diese Partie\n" in text
    assert "This match" in run("list", "--lang", "en")[1]


def test_show(run: Run) -> None:
    found = document(run("show", "stollen/diese-partie", "--json", "--set", "fossils.points.3=22"))
    assert list(found) == ["definition", "origin"]
    assert found["definition"]["fossils"]["points"] == [5, 12, 22, 32, 45]
    assert found["origin"]["fossils.points"] == "--set"
    code, text, notes = run("show", "schlicht")
    assert (code, notes) == (0, "")
    assert tomllib.loads(text)["title"] == {"de": "Schlicht", "en": "Plain", "zh": "樸素版"}
    code, text, _ = run("show", "schlicht", "--origin", "--set", "title=a  b")
    assert 'title = "a  b"  # --set\n' in text
    assert 'step.last_player = "may-go-on"  # default\n' in text
    assert all("  # " in line for line in text.splitlines())


def test_diff(run: Run) -> None:
    found = document(run("diff", "stollen/diese-partie", "ohne-sammlung", "--json"))
    assert found == {"differences": [{"key": "fossils.collection", "a": True, "b": False}]}
    code, text, _ = run("diff", "schlicht", "gleiche-sohlen")
    assert code == 0
    assert "levels.1.finds: [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 9] -> [1, 2, 3" in text
    assert "levels.1.hazards.fire: nothing -> 3\n" in text
    assert run("diff", "schlicht", "schlicht") == (0, "no difference\n", "")
    assert document(run("diff", "schlicht", "schlicht", "--json")) == {"differences": []}


def test_diff_reports_both_sides(run: Run) -> None:
    Path("a.toml").write_text("x")
    found = problems(run("diff", "nope", "a.toml", "--json"))
    assert [problem["code"] for problem in found] == ["unknown-variant", "not-toml"]


def test_validate(run: Run) -> None:
    assert run("validate", "schlicht") == (0, "no problem in schlicht\n", "")
    assert run("validate", "schlicht", "--quiet") == (0, "", "")
    assert document(run("validate", "schlicht", "stollen/diese-partie", "--json")) == {"problems": []}
    assert document(run("validate", "--strict", *shipped_variants(), "--json")) == {"problems": []}


def test_warnings_fail_only_where_strict(run: Run) -> None:
    warning = ("validate", "schlicht", "--set", "levels.1.hazards.gas=1")
    code, text, _ = run(*warning)
    assert (code, text.count("warning: levels.1.hazards.gas: ")) == (0, 1)
    assert run(*warning, "--strict")[0] == 1
    assert problems(run(*warning, "--json"), 0)[0]["severity"] == "warning"
    assert problems(run(*warning, "--json", "--strict"), 1)[0]["severity"] == "warning"


def test_problems_of_several_variants(run: Run) -> None:
    Path("a.toml").write_text('family = "stollen"\nextends = "schlicht"\n[fossils]\nper_level = -1\n')
    found = problems(run("validate", "schlicht", "nope", "a.toml", "--json"))
    assert [(problem["file"], problem["line"], problem["column"]) for problem in found] == [
        (None, None, None),
        ("a.toml", 4, 13),
    ]


def test_schema(run: Run) -> None:
    found = document(run("schema", "stollen"))
    assert found == document(run("schema", "stollen", "--json"))
    assert found["$defs"]["Canary"]["properties"]["wakes_at_kinds"]["x-rule"] == "SO24"
    (problem,) = problems(run("schema", "stolen", "--json"))
    assert (problem["code"], problem["hint"]) == ("unknown-family", "did you mean stollen?")


def test_new(run: Run) -> None:
    code, text, notes = run("new", "mein-spiel", "--from", "diese-partie")
    assert (code, notes) == (0, "")
    assert "workbench build mein-spiel.toml -o out" in text
    loaded = load("mein-spiel.toml")
    assert loaded.parent == "stollen/diese-partie"
    assert loaded.definition.title_in("de") == "Mein spiel"
    assert run("validate", "--strict", "mein-spiel.toml")[0] == 0


def test_new_never_overwrites(run: Run) -> None:
    Path("a.toml").write_text("# mein")
    code, text, notes = run("new", "a.toml", "--from", "schlicht")
    assert (code, text, notes) == (3, "", "error: a.toml: is there already; --force overwrites it\n")
    assert run("new", "a", "--from", "schlicht")[0] == 3
    assert problems(run("new", "a.toml", "--from", "schlicht", "--json"), 3)[0]["code"] == "output"
    assert Path("a.toml").read_text() == "# mein"
    assert document(run("new", "a.toml", "--from", "schlicht", "--force", "--json")) == {"written": ["a.toml"]}
    assert load("a.toml").parent == "stollen/schlicht"


def test_new_from_a_path_works_from_another_folder(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("basis ä").mkdir()
    Path("kinder/enkel").mkdir(parents=True)
    assert run("new", "basis ä/b.toml", "--from", "schlicht", "--quiet") == (0, "", "")
    assert run("new", "kinder/enkel/c.toml", "--from", "basis ä/b.toml")[0] == 0
    assert 'extends = "../../basis ä/b.toml"' in Path("kinder/enkel/c.toml").read_text(encoding="utf-8")
    monkeypatch.chdir("kinder")
    assert load("enkel/c.toml").definition.fossils == load("schlicht").definition.fossils


def test_new_does_not_extend_itself(run: Run) -> None:
    assert run("new", "a", "--from", "schlicht")[0] == run("new", "b", "--from", "a.toml")[0] == 0
    before = Path("a.toml").read_bytes()
    for parent in ("a.toml", "b.toml"):
        code, _, notes = run("new", "a.toml", "--from", parent, "--force")
        assert (code, notes) == (1, "error: a.toml cannot extend itself\n")
    assert Path("a.toml").read_bytes() == before


def test_new_cannot_be_written(run: Run) -> None:
    assert run("new", "nicht/da.toml", "--from", "schlicht")[0] == 3
    Path("d.toml").mkdir()
    assert run("new", "d.toml", "--from", "schlicht", "--force")[0] == 3
    assert run("new", "a.toml", "--from", "nope")[0] == 1
    assert list(Path().iterdir()) == [Path("d.toml")]


@pytest.mark.parametrize("name", ["a\nb = 1\n", "Ä ö", "-", "x" * 240, '"q"', "寶石"])
def test_new_with_odd_names(run: Run, name: str) -> None:
    assert run("new", f"./{name}", "--from", "schlicht")[0] == 0
    (path,) = Path().iterdir()
    assert load(str(path)).definition.title_in("de")
    assert run("new", "kind", "--from", f"./{path.name}")[0] == 0
    assert load("kind.toml").parent is not None

"""Files that are no definition, or one in an unusual dress."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from workbench import DefinitionError, Problem, load
from workbench.definition import find
from workbench.definition.load import examine
from workbench.tasks.examine import validate

MINE = 'family = "stollen"\nextends = "stollen/diese-partie"\ntitle = "{}"\n'


def only(variant: object) -> Problem:
    problems = validate(str(variant)).problems
    assert len(problems) == 1
    return problems[0]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_folder(here: Path) -> None:
    (here / "partie.toml").mkdir()
    assert only("partie.toml") == Problem(
        "is a folder, not a TOML file", "partie.toml", code="is-a-folder", hint="name a file in it"
    )


def test_missing_file_names_a_near_one(here: Path) -> None:
    (here / "partie.toml").write_text(MINE.format("x"))
    problem = only("patrie.toml")
    assert (problem.message, problem.hint) == ("no such file", "did you mean partie.toml?")
    assert only("sub/x.toml").message == "no such file"
    assert only("partie.toml/x.toml").message == "no such file"


def test_shipped_variant_with_an_ending(here: Path) -> None:
    for name in ("schlicht.toml", "stollen/schlicht.toml"):
        assert only(name).hint == "did you mean stollen/schlicht? A shipped variant has no .toml"


def test_pipe_and_devices_are_not_read(here: Path) -> None:
    os.mkfifo("pipe.toml")
    started = time.monotonic()
    assert only("pipe.toml").code == "not-a-file"
    assert only("/dev/zero").code == "not-a-file"
    assert time.monotonic() - started < 5


def test_large_file_is_not_read_whole(here: Path) -> None:
    with Path("gross.toml").open("wb") as file:
        file.truncate(100_000_000)
    assert str(only("gross.toml")) == "gross.toml: error: is larger than 1 MiB, which no definition is"


def test_links(here: Path) -> None:
    Path("a.toml").symlink_to("b.toml")
    Path("b.toml").symlink_to("a.toml")
    assert only("a.toml").message == "is a link that leads back to itself"
    Path("c.toml").symlink_to("nicht-da")
    assert only("c.toml").message == "is a link to a file that is not there"
    Path("echt.toml").write_text(MINE.format("x"))
    Path("d.toml").symlink_to("echt.toml")
    assert not validate("d.toml").problems


def test_no_permission(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("zu.toml").write_text(MINE.format("x"))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert str(only("zu.toml")) == "zu.toml: error: may not be read: no permission"
    monkeypatch.undo()
    monkeypatch.chdir(here)
    monkeypatch.setattr(Path, "stat", refuse)
    assert only("zu.toml").code == "no-permission"


def test_names_that_no_file_can_have(here: Path) -> None:
    assert only("a\0.toml").message == "is no name that a file can have"
    assert str(only("a\0.toml")).startswith("a\\x00.toml: error: ")
    assert only("a\0b").code == "unknown-variant"
    assert only("x" * 5000 + ".toml").message == "cannot be read: file name too long"
    assert len(str(only("x" * 5000 + ".toml"))) < 250
    assert only("x" * 5000).code == "unknown-variant"
    assert only("~nobody-of-that-name/x.toml").message == "no such file"
    assert "\n" not in str(only("a\nb.toml"))


@pytest.mark.parametrize("name", ["", " ", "nope", "stollen/", "stollen/../stollen/schlicht", "digging/nope", "\n"])
def test_unknown_variants(here: Path, name: str) -> None:
    problem = only(name)
    assert (problem.code, problem.file, problem.line) == ("unknown-variant", None, None)
    assert problem.hint


def test_near_variants() -> None:
    assert only("schlichd").hint == "did you mean schlicht?"
    assert only("STOLLEN/Schlicht").hint == "did you mean stollen/schlicht?"
    assert load("schlicht").variant == "stollen/schlicht"


def test_a_stem_of_two_families(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"eins/gleich": Path("a"), "zwei/gleich": Path("b")}
    monkeypatch.setattr(find, "shipped_variants", lambda: known)
    assert only("gleich").hint == "it may mean eins/gleich or zwei/gleich"


@pytest.mark.parametrize("name", ["mit leer.toml", "Glück auf.toml", "a#b.toml", "寶石.toml", "a'b\"c.toml", "-x.toml"])
def test_paths_are_shown_as_given(here: Path, name: str) -> None:
    path = here / "Ordner ä" / name
    path.parent.mkdir()
    path.write_text(MINE.format("x") + "[levels.3.hazards]\ngas = -1\n", encoding="utf-8")
    relative = f"Ordner ä/../Ordner ä/{name}"
    for given in (relative, str(path)):
        problem = only(given)
        assert (problem.file, problem.line, problem.column) == (given, 5, 7)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_byte_order_mark_and_line_ends_change_nothing(here: Path, mark: bytes, ends: str) -> None:
    text = MINE.format("Glück") + "[levels.1]\nfinds = [\n  1, # ä\n  2,\n]\n"
    Path("a.toml").write_bytes(mark + text.replace("\n", ends).encode())
    Path("b.toml").write_text(text, encoding="utf-8")
    assert load("a.toml").definition == load("b.toml").definition


@pytest.mark.parametrize(
    ("codec", "title", "guess"),
    [
        ("cp1252", "Glück auf", "Windows-1252"),
        ("cp1252", "café … • naïve", "Windows-1252"),
        ("latin-1", "Maße", "Windows-1252"),
        ("big5", "這場遊戲", "Big5"),
        ("gb18030", "这场游戏", "GB 18030"),
        ("shift_jis", "このゲームをします", "Shift JIS"),
        ("utf-16", "x", "UTF-16"),
        ("utf-16-le", "x", "UTF-16"),
        ("utf-16-be", "x", "UTF-16"),
        ("utf-32", "x", "UTF-32"),
        ("utf-32-be", "x", "UTF-32"),
    ],
)
def test_encodings_are_named(here: Path, codec: str, title: str, guess: str) -> None:
    Path("a.toml").write_bytes(MINE.format(title).encode(codec))
    problem = only("a.toml")
    assert problem.message.endswith(f"this looks like {guess}")
    assert (problem.code, problem.hint) == ("encoding", "save it as UTF-8")
    if problem.line is not None:
        first = next(i for i, c in enumerate(title) if not c.isascii())
        assert (problem.line, problem.column) == (3, len('title = "') + first + 1)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "{a=" * 50_000,
        ".".join("a" * 300_000) + " = 1\n",
        "x = {" + ".".join("a" * 100_000) + " = 1}\n",
        "[" + ".".join("a" * 100_000) + "]\n",
        "".join(f"[a{n}]\nb = 1\n" for n in range(20_000)),
        "[[levels]]\n" * 20_000,
        "x = " + "[" * 17 + "]" * 17 + "\n",
    ],
    ids=["arrays", "tables", "dots", "dots-inline", "dots-header", "tables-many", "arrays-of-tables", "just-too-deep"],
)
def test_monstrous_texts_end_soon(here: Path, text: str) -> None:
    Path("a.toml").write_text(MINE.format("x") + text)
    started = time.process_time()
    loaded, problems = examine("a.toml")
    assert loaded is None
    assert problems
    assert time.process_time() - started < 20


def test_titles(here: Path) -> None:
    for title in ("😀 👩‍👩‍👧", "x" * 200, "寶石", "a  b", "<b>&amp;", "{{ x }}"):
        Path("a.toml").write_text(MINE.format(title), encoding="utf-8")
        assert load("a.toml").definition.title_in("de") == title
    for bad in ("\\u2028", "\\u0085", "\\u0007", "\\t"):
        Path("a.toml").write_text(MINE.format(bad))
        assert only("a.toml").code == "control-character"
    Path("a.toml").write_text(MINE.format("\\ud800"))
    assert only("a.toml").message == "not TOML: this code is no character"


def test_load_raises_every_problem(here: Path) -> None:
    Path("a.toml").write_text(MINE.format("") + "seats = [1]\n[fossils]\npoints = [3, 2]\n")
    with pytest.raises(DefinitionError) as caught:
        load("a.toml")
    assert [problem.key for problem in caught.value.problems] == [
        "title",
        "seats.1",
        "fossils.points",
        "fossils.points.2",
    ]
    assert str(caught.value).count("\n") == 3

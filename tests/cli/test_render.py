"""`workbench render` as a user calls it: files, exit codes, messages."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from workbench.cli import main
from workbench.printing import fonts

SMALL = ["--set", "players.max=1", "--set", "players.min=1", "--set", 'seats=["nie"]', "--set", "levels.1.finds=[1]"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pages(name: str) -> int:
    return len(PdfReader(io.BytesIO(Path(name).read_bytes())).pages)


def cards(*arguments: str) -> int:
    return main(["render", "cards", "stollen/diamant-2005", *SMALL, *arguments])


@pytest.mark.parametrize(
    ("arguments", "where", "why"),
    [
        (["build", "stollen/schlicht", "-o", "file"], "file", "it is a file, no folder"),
        (["build", "stollen/schlicht", "-o", "file/in/it"], "file/in/it", "{here}/file is a file, no folder"),
        (["render", "cards", "stollen/schlicht", "--png", "file"], "file", "it is a file, no folder"),
        (["render", "cards", "stollen/schlicht", "--target", "tts", "-o", "file"], "file", "it is a file, no folder"),
        (["render", "rules", "stollen/schlicht", "-o", "nowhere/r.pdf"], "nowhere/r.pdf", None),
        (["compare", "stollen/schlicht", "--change", "title=A", "--report", "nowhere/r.html"], "nowhere/r.html", None),
        (["sweep", "stollen/schlicht", "--vary", "title=A,B", "--plot", "nowhere/p.svg"], "nowhere/p.svg", None),
    ],
)  # fmt: skip
def test_a_place_where_nothing_can_be_written_is_told_before_the_work(
    arguments: list[str],
    where: str,
    why: str | None,
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("worked in vain")

    for name in ("build.render", "build.compare", "render.make_sheets", "compare.compare", "sweep.sweep"):
        monkeypatch.setattr(f"workbench.tasks.{name}", work)
    Path("file").touch()
    assert main(arguments) == 3
    failed = f"cannot be made: {why.format(here=here)}" if why else "cannot be written: No such file or directory"
    assert capsys.readouterr().err == f"error: {where}: {failed}\n"
    assert [path.name for path in here.iterdir()] == ["file"]


def test_a_sheet_with_the_title_of_the_parent_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = 'family = "stollen"\nextends = "stollen/schlicht"\nlanguages = ["de"]\ntitle.de = "Meins"\n'
    Path("mine.toml").write_text(text, encoding="utf-8")
    assert main(["render", "rules", "mine.toml", "-o", "r.pdf", "--lang", "en"]) == 0
    told = 'note: in en the title is that of stollen/schlicht, "Plain": title.en would change it\n'
    assert capsys.readouterr().err == told
    for quiet in (
        "rules mine.toml --lang de",
        "rules stollen/schlicht --lang en",
        "rules mine.toml --lang en --set title=A",
    ):
        assert main(["render", *quiet.split(), "-o", "r.pdf"]) == 0
        assert capsys.readouterr().err == ""
    assert main(["build", "mine.toml", "-o", "out", "--lang", "en", "--games", "50"]) == 0
    assert capsys.readouterr().err.endswith(told)


def test_backs_of_their_own_stand_beside_the_fronts(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("-o", "c.pdf", "--backs", "separate", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"written": ["c.pdf", "c-backs.pdf"]}
    assert pages("c.pdf") == pages("c-backs.pdf")
    assert cards("-o", "d.pdf", "--backs", "duplex", "--quiet") == 0
    assert pages("d.pdf") == 2 * pages("c.pdf")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        (["--target", "tgc", "-o", "shop.pdf"], {"shop.pdf", "shop"}),
        (["--target", "tgc", "-o", "shop"], {"shop"}),
        (["--target", "mpc", "--png", "p"], {"p"}),
        (["--target", "mpc", "--png", "p", "-o", "m.pdf"], {"p", "m.pdf"}),
        (["--png", "p"], {"p"}),
        (["--png", "p", "-o", "c.pdf"], {"p", "c.pdf"}),
    ],
)
def test_pictures_go_where_they_are_wanted(arguments: list[str], written: set[str], here: Path) -> None:
    assert main(["render", "pads", "stollen/schlicht", "--dpi", "40", "--quiet", *arguments]) == 0
    assert {path.name for path in here.iterdir()} == written
    for folder in (path for path in here.iterdir() if path.is_dir()):
        assert sorted(path.name for path in folder.iterdir()) == ["pad-01.png", "pad-02.png"]
        for path in folder.iterdir():
            with Image.open(path) as image:
                assert image.format == "PNG"


def test_a_deck_for_the_table_names_pictures_that_are_there(here: Path) -> None:
    assert cards("--target", "tts", "-o", "table", "--dpi", "30") == 0
    saved = json.loads((here / "table" / "saved-object.json").read_text(encoding="utf-8"))
    for entry in saved["ObjectStates"]:
        for custom in entry["CustomDeck"].values():
            for key in ("FaceURL", "BackURL"):
                assert custom[key].startswith("file://") and (here / "table" / custom[key].rsplit("/", 1)[1]).is_file()


def test_a_printer_gets_boxes_and_a_word_about_bleed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("--target", "printer", "-o", "p.pdf") == 0
    assert "most printing houses want 3 mm" in capsys.readouterr().err
    assert cards("--target", "printer", "-o", "p.pdf", "--bleed", "3mm") == 0
    assert capsys.readouterr().err == ""
    page = PdfReader(io.BytesIO(Path("p.pdf").read_bytes())).pages[0]
    assert float(page.trimbox.width) / 72 * 25.4 == pytest.approx(63, abs=0.01)
    assert float(page.bleedbox.width) / 72 * 25.4 == pytest.approx(69, abs=0.01)


@pytest.mark.parametrize("kind", ["cards", "pads", "aids"])
def test_every_kind_is_a_command(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", kind, "stollen/schlicht", "-o", "x.pdf", "--paper", "letter"]) == 0
    assert capsys.readouterr().out == "x.pdf\n"
    assert float(PdfReader(io.BytesIO(Path("x.pdf").read_bytes())).pages[0].mediabox.width) == pytest.approx(612)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_calibration_page_is_one_page(flip: str) -> None:
    assert main(["render", "calibration", "-o", "k.pdf", "--flip", flip, "--paper", "a4", "--lang", "en"]) == 0
    (page,) = PdfReader(io.BytesIO(Path("k.pdf").read_bytes())).pages
    text = page.extract_text().replace("\u2212", "-")
    assert "--back-offset" in text and f"flip on the {flip} edge" in text and "50 mm" in text
    # The scales are labelled with both signs, except for zero.
    assert all(text.count(f"{sign}{number}") >= 2 for sign in "+-" for number in (4, 8))


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["cards", "stollen/schlicht"], 2, "Missing option '-o' or '--png'"),
        (["cards", "stollen/schlicht", "-o", "x.pdf", "--backs", "both"], 1, "'both' is not one of"),
        (["cards", "stollen/schlicht", "-o", "x.pdf", "--grid", "9x9"], 1, "the largest is 3x3"),
        (["cards", "stollen/schlicht", "-o", "x.pdf", "--bleed", "lots"], 1, 'the bleed "lots" is not understood'),
        (["cards", "stollen/schlicht", "-o", "x.pdf", "--size", "tarock"], 1, "did you mean tarot?"),
        (["rules", "stollen/schlicht", "-o", "x.pdf", "--paper", "a44"], 1, "did you mean a4?"),
        (["boards", "stollen/schlicht", "-o", "x.pdf"], 1, "stollen has no boards to print"),
        (["cards", "stollen/schlicht", "-o", "nowhere/x.pdf"], 3, "cannot be written"),
        (["cards", "stollen/schlicht", "--png", "file/x"], 3, "cannot be made"),
        (["rules", "stollen/schlicht", "-o", "x.pdf", "--lang", "fr"], 1, "'fr' is not one of 'de', 'en', 'zh'"),
        (["cards", "stollen/schlicht", "-o", "x.pdf", "--set", "print.size=pokr"], 1, "did you mean poker"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    arguments: list[str], code: int, message: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    assert main(["render", *arguments]) == code
    out, err = capsys.readouterr()
    assert message in err.replace("\n", " ") and "Traceback" not in err and out == ""
    assert [path.name for path in here.iterdir()] == ["file"]


def test_chinese_without_its_fonts_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = fonts._package_folder
    monkeypatch.setattr(fonts, "_package_folder", lambda name: None if "cjk" in name else found(name))
    assert main(["render", "rules", "stollen/schlicht", "-o", "x.pdf", "--lang", "zh"]) == 1
    assert "pip install 'rules-workbench[zh]'" in capsys.readouterr().err
    assert not Path("x.pdf").exists()


def test_the_look_of_a_definition_is_the_default() -> None:
    look = ["--set", "print.size=tarot", "--set", "print.paper=a3", "--set", "print.bleed=3mm"]
    assert cards("-o", "c.pdf", "--target", "printer", *look) == 0
    page = PdfReader(io.BytesIO(Path("c.pdf").read_bytes())).pages[0]
    assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(76, abs=0.01)
    assert cards("-o", "c.pdf", *look, "--paper", "a4", "--orientation", "landscape") == 0
    page = PdfReader(io.BytesIO(Path("c.pdf").read_bytes())).pages[0]
    assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(297, abs=0.1)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupted_run_leaves_whole_pictures_only(here: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "workbench",
        "render",
        "cards",
        "stollen/diese-partie",
        "--png",
        "p",
        "--dpi",
        "200",
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 100
    while len(list(here.glob("p/*.png"))) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=100)
    assert running.returncode in (0, 130)  # it may have been done by then
    for path in (here / "p").iterdir():
        assert path.suffix == ".png"
        with Image.open(path) as image:
            image.verify()

"""A designer's own look: what it changes, what is refused, and that strangers' templates are held in."""

from __future__ import annotations

import io
import os
import shutil
import time
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

import workbench
from tests.printing.material import pdf_text, quick_text
from workbench.colours import contrast, css_colours, hex_colour
from workbench.definition.load import load
from workbench.errors import DefinitionError, WorkbenchError
from workbench.printing import guard
from workbench.printing.fonts import font_folders
from workbench.printing.own import runs_of
from workbench.resources import templates_folder

EXAMPLE = Path(__file__).parents[2] / "examples" / "look"
HEAD = 'family = "stollen"\nextends = "stollen/diamant-2005"\ntitle = "Eigenes"\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def write(text: str) -> str:
    Path("mine.toml").write_text(HEAD + text, encoding="utf-8")
    return "mine.toml"


def problems(text: str) -> str:
    with pytest.raises(DefinitionError) as caught:
        load(write(text))
    return str(caught.value)


def picture(path: str, size: tuple[int, int] = (900, 720), kind: str = "PNG", colour: str = "#336699") -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path, kind)


def test_the_example_is_printed_with_its_colours_icon_texts_and_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "look")
    monkeypatch.chdir(tmp_path / "look")
    loaded = load("nachtschicht.toml")
    assert not loaded.warnings
    rules = quick_text(workbench.render("rules", loaded).pdf)
    assert "Ziel der Nachtschicht Es ist dunkel" in rules and "am Ende der fünften Sohle" in rules
    assert "Aufbau" in rules and "am meisten in der Kaue hat —" not in rules
    cards = workbench.render("cards", loaded)
    assert quick_text(cards.pdf).count("Dann ist es zu spät.") == 2 + 2 + 3 + 3 + 3
    assert not cards.notes
    before = loaded.fingerprint
    Path("art/lantern.svg").write_text(Path("icons/draught.svg").read_text(encoding="utf-8"), encoding="utf-8")
    after = load("nachtschicht.toml").fingerprint
    assert (after.rules, after.print == before.print) == (before.rules, False)


def test_build_writes_the_assets_beside_the_definition(here: Path) -> None:
    picture("art/ore.png", (300, 240))
    name = write('[print.cards.find]\npicture = "art/ore.png"\n')
    workbench.build(name, Path("out"), games=20, languages=["de"])
    assert Path("out/art/ore.png").read_bytes() == Path("art/ore.png").read_bytes()
    again = load("out/definition.toml")
    assert again.fingerprint == load(name).fingerprint


def test_a_picture_is_on_the_card_and_stored_once(here: Path) -> None:
    picture("art/Größe #1 ü.PNG", (900, 720))
    made = workbench.render("cards", write('[print.cards.find]\npicture = "art/Größe #1 ü.PNG"\n'))
    assert not made.notes
    images = {
        image.indirect_reference.idnum
        for page in PdfReader(io.BytesIO(made.pdf)).pages
        for image in page.images
        if image.indirect_reference is not None
    }
    assert len(images) == 1
    assert made.pdf.count(b"/Subtype /Image") <= 2


def test_all_unusable_pictures_are_listed_at_once(here: Path) -> None:
    Path("empty.png").touch()
    Path("text.png").write_text("no picture", encoding="utf-8")
    picture("really.png", kind="JPEG")
    picture("huge.png", (20_000, 5_001))
    Path("cut.jpg").write_bytes(b"\xff\xd8\xff\xe0 cut")
    Path("no.svg").write_text("<html></html>", encoding="utf-8")
    names = ["gone.png", "empty.png", "text.png", "really.png", "huge.png", "cut.jpg", "no.svg", "odd.bmp"]
    lines = [f'[print.cards."find:{n}"]\npicture = "{name}"\n' for n, name in enumerate(names, start=1)]
    name = write("[levels.1]\nfinds = [1, 2, 3, 4, 5, 6, 7, 8]\n" + "".join(lines))
    with pytest.raises(DefinitionError) as caught:
        workbench.render("cards", name)
    text = str(caught.value)
    for part in (
        "gone.png is missing",
        "empty.png is empty",
        "text.png is no PNG that can be read",
        "really.png is JPEG, not PNG as its name says",
        "huge.png has 20000 x 5001 pixels",
        "cut.jpg is no JPEG that can be read",
        "no.svg is not SVG",
        "odd.bmp is no picture by its name",
    ):
        assert part in text
    assert len(caught.value.problems) == len(names)
    assert "print.cards.find:1.picture" in text
    draft = workbench.render("cards", name, draft=True)
    shown = pdf_text(draft.pdf)
    assert all(part in shown for part in names)
    assert len(draft.notes) == len(names)


def test_a_coarse_picture_is_a_warning_with_its_dots(here: Path) -> None:
    picture("a.png", (144, 100))
    (note,) = workbench.render("cards", write('[print.cards.find]\npicture = "a.png"\n')).notes
    assert "a.png of find is printed at 81 dpi" in note


def test_a_text_for_no_card_is_said_with_the_nearest(here: Path) -> None:
    (note,) = workbench.render("cards", write('[print.cards."find:111"]\ntext = "x"\n')).notes
    assert note == "print.cards.find:111: there is no such card; did you mean find:11?"


def test_a_text_for_another_kind_is_no_reason_for_a_remark(here: Path) -> None:
    name = write('[print.cards.find]\ntext = "x"\n[print.cards.fid]\ntext = "x"\n[print.cards.aid]\ntext = "x"\n')
    stranger = "print.cards.fid: there is no such card; did you mean find?"
    assert workbench.render("cards", name).notes == (stranger,)
    vain = "print.cards.aid.text: there is no room for a text of one's own here"
    assert set(workbench.render("aids", name).notes) == {stranger, vain}


def test_a_coarse_picture_is_told_only_where_it_is_printed(here: Path) -> None:
    picture("a.png", (144, 100))
    assert workbench.render("aids", write('[print.cards.find]\npicture = "a.png"\n')).notes == ()


def test_texts_are_literal_but_for_their_marks(here: Path) -> None:
    odd = 'A & B <i> {{ x }} %} # \\\\ $ "q" [z] ~'
    made = workbench.render("cards", write(f"[print.cards.leave]\ntext = '{odd}'\n".replace("\\\\", "\\\\\\\\")))
    assert odd.replace("\\\\", "\\\\") in pdf_text(made.pdf).replace("\u00a0", " ")


def test_unbalanced_marks_are_an_error_of_their_card_alone(here: Path) -> None:
    text = '[print.cards."find:1"]\ntext = "**a"\n[print.cards."find:2"]\ntext = "*b*"\n'
    with pytest.raises(DefinitionError, match=r"print.cards.find:1.text: unbalanced markup") as caught:
        workbench.render("cards", write(text))
    assert len(caught.value.problems) == 1


def test_lines_and_lists_are_the_same_for_every_kind_of_line_end(here: Path) -> None:
    runs = [("item", ""), ("text", "eins"), ("break", ""), ("item", ""), ("bold", "zwei")]
    assert runs_of("- eins\n- **zwei**", frozenset()) == runs
    assert runs_of("a\\nb", frozenset()) == [("text", "a\\nb")]
    texts = []
    for end in ("\n", "\r\n"):
        body = f'{HEAD}[print.cards.leave]\ntext = """\n\n- eins\n- zwei\n\n"""\n'.replace("\n", end)
        Path("mine.toml").write_bytes(body.encode())
        texts.append(load("mine.toml").definition.print.cards["leave"].text)
    assert texts == ["- eins\n- zwei"] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wort " * 180, r"text of card leave is [\d.]+ mm too large at 6 pt"),
        ("\n".join(f"Zeile {n}" for n in range(12)), r"text of card leave is [\d.]+ mm too large"),
        ("w" * 60, r"text of card leave is 4\d\.\d mm too large at 6 pt"),
    ],
)
def test_text_that_does_not_fit_names_card_and_overflow(here: Path, text: str, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        workbench.render("cards", write(f'[print.cards.leave]\ntext = """{text}"""\n'))


def test_the_least_size_holds_on_small_cards_too(here: Path) -> None:
    name = write('[print.cards.leave]\ntext = "Ich bringe meine Beute ganz schnell in die Kaue, ehe es kracht."\n')
    workbench.render("cards", name, size="tarot")
    with pytest.raises(DefinitionError, match=r"mm too large at 6 pt"):
        workbench.render("cards", name, size="35x50mm")


def test_a_glyph_that_is_missing_names_the_cards(here: Path) -> None:
    text = '[print.cards."find:5"]\ntext = "寶"\n[print.cards.leave]\ntext = "石"\n'
    with pytest.raises(DefinitionError, match=r"cannot show 寶 \(U\+5BF6\), 石 .*on the cards find:5, leave"):
        workbench.render("cards", write(text))
    for word in ("Příliš žluťoučký kůň", "Zażółć gęślą jaźń", "Tiếng Việt"):
        made = workbench.render("cards", write(f'[print.cards.leave]\ntext = "{word}"\n'))
        assert word in pdf_text(made.pdf)


def test_chinese_wraps_without_spaces_and_never_begins_a_line_with_a_mark(here: Path) -> None:
    text = "礦工們在黑暗的坑道裡一步一步前進，沒有人知道下一張牌會帶來什麼。" * 2
    made = workbench.render("cards", write(f'[print.cards.lamp]\ntext = "{text}"\n').replace("x", "x"), language="zh")
    assert made.notes  # this game has no lamp
    made = workbench.render(
        "cards", "stollen/diese-partie", settings=[f'print.cards.lamp.text="{text}"'], language="zh"
    )
    pages = PdfReader(io.BytesIO(made.pdf)).pages
    lines = [line.strip() for page in pages for line in page.extract_text().splitlines()]
    assert text in "".join(lines).replace(" ", "")
    assert not [line for line in lines if line[:1] in set("，。；：、！？」』）")]


# ------------------------------------------------------------------------------------------------ Colours


def test_colours_have_the_values_of_css() -> None:
    from PIL import ImageColor

    assert len(css_colours()) == 148
    for name, value in css_colours().items():
        assert ImageColor.getrgb(name) == ImageColor.getrgb(value)
    assert hex_colour("RebeccaPurple") == "#663399" and hex_colour("#Abc") == "#aabbcc"
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # a well-known near miss


def test_a_colour_is_checked(here: Path) -> None:
    assert 'unknown colour "crimsn" (did you mean crimson?)' in problems('[print.colours]\naccent = "crimsn"\n')
    (warning,) = load(write('[print.colours]\nink = "silver"\n')).warnings
    assert warning.key == "print.colours.ink" and "a contrast of 1.7" in warning.message


# ------------------------------------------------------------------------- Files outside, links, the network


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "a/../../b.png", "C:/x.png", "..\\\\x.png"])
def test_files_outside_are_refused(here: Path, name: str) -> None:
    text = problems(f'[print.cards.find]\npicture = "{name}"\n')
    assert "mine.toml:5:11: error: print.cards.find.picture" in text and "must be a path below" in text


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links_are_refused(here: Path) -> None:
    outside = here.parent / "secret.png"
    picture(str(outside))
    Path("link.png").symlink_to(outside)
    assert "leads out of the folder" in problems('[print.cards.find]\npicture = "link.png"\n')
    Path("templates").mkdir()
    Path("templates/x.typ").symlink_to(outside)
    assert "links are not followed" in problems('[print]\ntemplates = "templates"\n')


def template(body: str, name: str = "stollen/rules.de.typ.j2") -> str:
    path = Path("templates", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(body, encoding="utf-8")
    return write('[print]\ntemplates = "templates"\n')


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('#set document(title: "x")\n#read("/../../etc/passwd")', "could not be set"),
        ('#import "@preview/cetz:0.3.0"', "imports of Typst packages"),
        ('#set document(title: "x")\n#let p = "@pre" + "view/cetz:0.3.0"\n#import p: *', "could not be set"),
        ("<< ''.__class__.__mro__ >>", "unsafe|undefined|unexpected"),
        ("<% include '../../secret' %>", "there is no template"),
        ("<<nothing>>", "'nothing' is undefined"),
    ],
)
def test_strangers_templates_are_held_in(here: Path, body: str, message: str) -> None:
    with pytest.raises(WorkbenchError, match=message):
        workbench.render("rules", template(body))


def test_an_endless_template_is_stopped(here: Path) -> None:
    root = here / "root"
    shutil.copytree(templates_folder(), root)
    fonts = font_folders("de")
    typst_loop = "#for a in range(1000000) { for b in range(1000000) { let x = calc.sin(a + b) } }"
    jinja_loop = "<% for a in range(99999) %><% for b in range(99999) %><% endfor %><% endfor %>"
    for body in (typst_loop, jinja_loop):
        (root / "loop.typ.j2").write_text(body, encoding="utf-8")
        started = time.monotonic()
        with pytest.raises(WorkbenchError, match="not done after 2 seconds"):
            guard.guarded_pdf(root, "loop.typ.j2", {}, fonts, seconds=2)
        assert time.monotonic() - started < 60
    (root / "loop.typ.j2").write_text("<% set x = 'a' * 3000000000 %>", encoding="utf-8")
    with pytest.raises(WorkbenchError):
        guard.guarded_pdf(root, "loop.typ.j2", {}, fonts, seconds=30, memory_bytes=2 * 1024**3)


# ---------------------------------------------------------------------------------------------------- Fonts


def test_a_font_comes_from_a_folder_or_a_package(here: Path) -> None:
    Path("fonts").mkdir()
    for path in font_folders("zh")[1].glob("*.ttf"):
        shutil.copyfile(path, Path("fonts") / path.name)
    name = write('[print]\nfonts = ["fonts"]\nfont = "Noto Sans TC"\n')
    made = workbench.render("rules", name).pdf
    used = {
        str(font.get_object()["/BaseFont"])
        for page in PdfReader(io.BytesIO(made)).pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert used and all("NotoSansTC" in font for font in used)
    with pytest.raises(WorkbenchError, match=r"there is no font 'Noto Sans TX'.*did you mean Noto Sans TC"):
        workbench.render("rules", write('[print]\nfonts = ["fonts"]\nfont = "Noto Sans TX"\n'))
    with pytest.raises(WorkbenchError, match="package nobody-has-this is not installed"):
        workbench.render("rules", write('[print]\nfonts = ["package:nobody-has-this"]\n'))
    assert 'there is no folder "gone"' in problems('[print]\nfonts = ["gone"]\n')

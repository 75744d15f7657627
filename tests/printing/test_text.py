"""Texts of a definition are data: shown as they stand, or refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.printing.material import STAMP, cards_text, make_definition, page_texts, pdf_text, rules_text
from workbench.errors import DefinitionError, WorkbenchError
from workbench.families.stollen.vocabulary import hazard_icon, vocabulary
from workbench.printing.markup import pieces, plain
from workbench.printing.sheets import render_cards, render_rules
from workbench.printing.typst import compile_pdf, fill, literal
from workbench.resources import templates_folder

ODD = [
    "Tiefe & Tücke < 3 > 2",
    "#panic(1) #let x = 2",
    'Ein \\ und ein "Zitat" und \\n',
    "$x^2$ *stern* _strich_ `code` ~ @ref = - + /",
    "{{ config }} {% if x %} << title >> <% x %> <# y #>",
    "// kein Kommentar /* auch nicht */",
    "[Klammer] (rund) {geschweift}",
    "<i>nie geschlossen",
    "Straße mit 100 % — „Übermut“, déjà vu, Łódź, čeština",
]


@pytest.mark.parametrize("title", ODD)
def test_an_odd_title_is_shown_as_it_stands(title: str) -> None:
    text = rules_text("stollen/schlicht", "de", {"title": title})
    assert title in text


ALPHABET = st.characters(min_codepoint=33, max_codepoint=126) | st.sampled_from("äöüßÄÖÜéñčŁ„“…—·×½ ")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(ALPHABET, min_size=1, max_size=60).filter(lambda title: title.strip()))
def test_any_title_is_shown_as_it_stands(title: str) -> None:
    pdf = render_rules(make_definition("stollen/diamant-2005", {"title": title}), "de", "a4", stamp=STAMP)
    # Where a line breaks, and which spaces are seen, is up to the page; a hyphen at a line's end may be its own.
    readings = ("".join(text.split()) for text in (pdf_text(pdf), "".join(page_texts(pdf))))
    assert any("".join(title.split()) in reading for reading in readings)


@given(st.text())
def test_a_literal_has_no_open_quote(text: str) -> None:
    made = literal(text)
    assert made[0] == made[-1] == '"'
    inside = made[1:-1]
    assert '"' not in inside.replace("\\\\", "").replace('\\"', "")
    assert all(character >= " " for character in inside)


def test_a_missing_glyph_is_an_error_that_names_it() -> None:
    with pytest.raises(DefinitionError, match=r"the font cannot show 漢 \(U\+6F22\), 字 \(U\+5B57\)"):
        rules_text("stollen/schlicht", "de", {"title": "漢字"})


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("\u202e", "U+202E"),
        ("\U0001f426", "\U0001f426 "),
        ("\ue000", "U+E000"),
        ("\u05d0", "א "),
        ("\ufeff", "font cannot show U+FEFF"),
    ],
)
def test_odd_characters_are_named_or_harmless(character: str, shown: str) -> None:
    try:
        text = rules_text("stollen/schlicht", "de", {"title": f"a{character}b"})
    except DefinitionError as error:
        assert shown in str(error)
    else:
        assert "a" in text


def test_every_known_hazard_has_an_icon() -> None:
    icons = {path.stem for path in (templates_folder() / "shared" / "icons").glob("*.svg")}
    known = set(vocabulary("de")["hazards"])
    assert known == set(vocabulary("en")["hazards"]) <= icons
    assert {hazard_icon(kind) for kind in known} == known
    assert hazard_icon("canary") == "hazard"


def test_all_languages_have_the_same_words() -> None:
    def keys(table: dict[str, object]) -> set[str]:
        found = set()
        for key, value in table.items():
            found |= {f"{key}.{k}" for k in keys(value)} if isinstance(value, dict) else {key}
        return found

    de, en, zh = (keys(vocabulary(language)) for language in ("de", "en", "zh"))
    # The words of the report are no printed ones: English ones stand with the figures, a test of the report has them.
    own = ("ordinal_endings", "report.")
    assert {k for k in (de ^ en) | (de ^ zh) if not k.startswith(own)} == set()


def test_a_long_title_shrinks_and_is_never_cut() -> None:
    title = " ".join(["Donaudampfschifffahrtsgesellschaft"] * 5)
    assert len(title) < 200
    assert title in rules_text("stollen/schlicht", "de", {"title": title})


def test_text_that_does_not_fit_is_an_error_with_the_card() -> None:
    kind = "w" * 40
    with pytest.raises(DefinitionError, match=rf"text of card hazard:{kind} is \d+.*mm too large at 6 pt"):
        cards_text("stollen/diamant-2005", "de", {"levels.1.hazards": {kind: 2, "gas": 2}})


def test_a_hazard_without_a_word_goes_by_its_id() -> None:
    changes = {"levels.1.hazards": {"wilde-feen_im-schacht": 2}}
    for language in ("de", "en"):
        assert "wilde feen im schacht" in rules_text("stollen/diamant-2005", language, changes)
        assert "wilde feen im schacht" in cards_text("stollen/diamant-2005", language, changes)


def test_markup_becomes_pieces() -> None:
    assert pieces("a **b** *c* {icon:ore}") == [
        ("text", "a "),
        ("bold", "b"),
        ("text", " "),
        ("italic", "c"),
        ("text", " "),
        ("icon", "ore"),
    ]
    assert plain("**a** \\*b\\*") == "a *b*"
    assert pieces("") == []


@pytest.mark.parametrize("text", ["**a", "a*", "*a **b* c**", "****", "a ** b * c"])
def test_unbalanced_markup_is_an_error(text: str) -> None:
    with pytest.raises(DefinitionError, match="unbalanced markup"):
        pieces(text)


def test_an_unknown_icon_is_an_error_with_a_near_one() -> None:
    with pytest.raises(DefinitionError, match=r"unknown icon 'canry'.*did you mean canary"):
        pieces("{icon:canry}", {"canary", "ore"})


def _fill(tmp_path: Path, template: str, **context: object) -> str:
    (tmp_path / "t.typ.j2").write_text(template, encoding="utf-8")
    return fill(tmp_path, "t.typ.j2", context)


def test_markup_in_a_template_escapes_its_text(tmp_path: Path) -> None:
    assert _fill(tmp_path, "#<<x | markup>>", x='**a"b** #c') == ('#{strong("a\\"b"); [#" #c";]}')


def test_values_become_literals_and_nothing_else(tmp_path: Path) -> None:
    made = _fill(tmp_path, "<<a>> <<b>> <<c>> <<d>> <<e ~ e>>", a=None, b=True, c=[1, "x"], d={"k-1": '"'}, e='"#')
    assert made == 'none true (1, "x", ) ("k-1": "\\"") "\\"#\\"#"'


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("a\n<<nope>>", "line 2: 'nope' is undefined"),
        ("<% if %>", "line 1"),
        ("<< ''.__class__.__mro__ >>", "unsafe|undefined"),
        ("<< object >>", "cannot be printed"),
        ("<< 1 / 0.0 | float >>", "division|finite|zero"),
    ],
)
def test_a_broken_template_is_an_error_with_its_line(tmp_path: Path, template: str, message: str) -> None:
    with pytest.raises(WorkbenchError, match=message):
        _fill(tmp_path, template, object=object())


def test_icons_scale_with_the_text_and_leave_the_lines_where_they_are() -> None:
    source = """#import "/shared/workbench.typ": *
#set document(title: "x")
#set text(font: "Noto Sans")
#let lines(mark) = block(width: 60mm)[eins #mark #linebreak() zwei #mark #mark #mark #linebreak() drei #mark]
#context {
  for size in (6pt, 9pt, 20pt) {
    let set-in(body) = { set text(size: size); body }
    assert.eq(measure(set-in(lines(icon("ore")))).height, measure(set-in(lines([x]))).height)
    assert.eq(measure(set-in(icon("ore"))).width, 1.1 * size)
  }
}
"""
    assert compile_pdf(source, templates_folder(), "de").startswith(b"%PDF")


def test_packages_and_links_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="@preview"):
        compile_pdf('#import "@preview/cetz:0.3.0"', tmp_path, "de")
    (tmp_path / "a.typ").symlink_to(__file__)
    with pytest.raises(WorkbenchError, match="link"):
        compile_pdf("a", tmp_path, "de")


def test_files_outside_the_templates_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    with pytest.raises(WorkbenchError):
        compile_pdf('#set document(title: "x")\n#read("../secret.txt")', root, "de")


def test_a_language_without_templates_is_an_error() -> None:
    with pytest.raises(DefinitionError, match="only in de, en, zh"):
        render_rules(make_definition("stollen/schlicht"), "fr", "a4", stamp=STAMP)
    with pytest.raises(DefinitionError, match="only in de, en, zh"):
        render_cards(make_definition("stollen/schlicht"), "fr", "a4", "none", stamp=STAMP)


def test_templates_hold_no_number_of_a_definition() -> None:
    """What could be a value of a definition comes from it: no digits in the sentences."""
    import re

    for path in templates_folder().glob("*/*.j2"):
        if path.name.count(".") < 3:
            continue  # no sentences: the look of cards, pads and aids
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"<[<%#].*?[>%#]>", "", text, flags=re.S)
        text = re.sub(r"#(table|text|grid|deco|step|score-sheet)\(.*", "", text)
        text = re.sub(
            r"let size = .*|(Schritt|step|步驟) \d|\b100 ?%|"
            r"[(（]\w+ \+ 4[)）]|\+ 1\b|range\(1|^\s*\d\.|\d+mm|deco\([^)]*\)",
            "",
            text,
            flags=re.M,
        )
        assert not re.search(r"\d", text), (path.name, re.search(r".*\d.*", text))


def test_a_call_after_chinese_stays_outside_the_list(tmp_path: Path) -> None:
    source = _fill(tmp_path, "- 礦箱\n  很多。\n#block[外面]\n\n有 #<<n>>;\n個。\n", n=3)
    assert source.splitlines() == ["- 礦箱很多。", "#block[外面]", "", "有 #3;個。"]

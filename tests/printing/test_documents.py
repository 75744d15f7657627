"""What every printed document must be: complete, accessible, in order, and the same bytes each time."""

from __future__ import annotations

import functools
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tests.printing.material import (
    STAMP,
    VARIANTS,
    headings,
    make_definition,
    pdf_text,
    quick_text,
    shipped_cards,
    shipped_rules,
)
from workbench.definition.load import load
from workbench.families.stollen.family import FAMILY
from workbench.families.stollen.vocabulary import hazard_name
from workbench.printing.calibration import calibration_page
from workbench.printing.options import options_of
from workbench.printing.sheets import make_sheets, print_options
from workbench.resources import languages, templates_folder

LANGUAGES = ("de", "en", "zh")
KINDS = ("rules", "cards", "pads", "aids")
# Every rule on, every rule off, and the two that count fossils in other ways; the others are slow by their number.
QUICK = ("stollen/diese-partie", "stollen/schlicht", "stollen/diamant-2016", "stollen/incan-gold-2006")
SOME_SLOW = [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in VARIANTS]
LONG = {
    "levels": {
        str(n): {"finds": list(range(1, 101)), "hazards": {f"kind-{k}": 2 for k in range(12)}} for n in range(1, 21)
    },
    "fossils.per_level": 5,
}


@functools.cache
def document(kind: str, variant: str, language: str) -> bytes:
    if kind == "rules":
        return shipped_rules(variant, language)
    if kind == "cards":
        return shipped_cards(variant, language)
    definition = make_definition(variant)
    return make_sheets(FAMILY.printed[kind], definition, language, STAMP, print_options(definition, {})).pdf


@functools.cache
def long_rules(paper: str) -> bytes:
    from workbench.printing.sheets import render_rules

    return render_rules(make_definition("stollen/diese-partie", LONG), "de", paper, stamp=STAMP)


def test_languages_are_found_by_their_templates() -> None:
    assert languages() == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", SOME_SLOW)
def test_no_mark_of_a_template_is_left_over(variant: str, language: str) -> None:
    # The cards of the others are words of these; their own numbers are read back in test_cards.py.
    for kind in KINDS if variant == "stollen/diese-partie" else ("rules", "pads", "aids"):
        text = quick_text(document(kind, variant, language))
        for mark in ("<<", ">>", "<%", "%>", "{n}", "{times}", "{per}", "#", "none", "Undefined", "\ufffd"):
            assert mark not in text, (kind, mark)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", SOME_SLOW)
@pytest.mark.rule("S3", "S4", "S29", "S30")
def test_aids_and_pads_say_what_the_definition_says(variant: str, language: str) -> None:
    definition = make_definition(variant)
    aids, pads = (quick_text(document(kind, variant, language)) for kind in ("aids", "pads"))
    for text in (aids, pads):
        assert definition.title_in(language).replace(" ", "") in text.replace(" ", "")
        assert "stollen/test" in text and "0123abcd" in text
    levels = definition.levels_in_order
    for kind in definition.hazard_kinds:
        row = " ?".join(str(level.hazards.get(kind, 0) or "·") for level in levels)
        found = re.search(rf"{hazard_name(kind, language)} ?{row}", aids)
        assert bool(found) == any(level.hazards.get(kind) for level in levels)
    assert re.search(" ?".join(str(sum(level.finds) or "·") for level in levels), aids)
    words = {
        "de": ("Kanarienvogel", "Grubenlampe", "Grubenhelm", "Seil", "Fossil"),
        "en": ("Canary", "lamp", "helmet", "rope", "ossil"),
        "zh": ("金絲雀", "礦燈", "頭盔", "繩", "化石"),
    }[language]
    plain = aids.replace(definition.title_in(language), "")
    tools = [definition.tool_in_play(tool) for tool in ("lamp", "helmet", "rope")]
    for word, on in zip(words, [definition.canary.enabled, *tools, definition.fossils_possible > 0], strict=True):
        assert (word in plain) == on, word
    assert (words[4] in pads) == (definition.fossils_possible > 0)
    if definition.fossils_possible and definition.fossils.value == "own-count":
        for count in range(1, definition.fossils_possible + 1):
            assert re.search(rf"{count}: ?{definition.fossil_points(count)}(?!\d)", pads)


def _figures(node: Any) -> Iterator[DictionaryObject]:
    node = node.get_object()
    if isinstance(node, DictionaryObject):
        if node.get("/S") == "/Figure":
            yield node
        children = node.get("/K", [])
        children = children.get_object() if hasattr(children, "get_object") else children
        for child in children if isinstance(children, list) else [children]:
            if not isinstance(child, int):
                yield from _figures(child)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [*KINDS, "calibration"])
def test_a_document_is_tagged_titled_and_in_its_language(kind: str, language: str) -> None:
    if kind == "calibration":
        pdf = calibration_page(options_of({}), language)
    else:
        pdf = document(kind, "stollen/diese-partie", language)
    reader = PdfReader(io.BytesIO(pdf))
    catalog = reader.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"] is True or catalog["/MarkInfo"]["/Marked"] == True  # noqa: E712
    assert catalog["/Lang"] == {"de": "de", "en": "en", "zh": "zh-TW"}[language]
    assert catalog["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None and reader.metadata.title
    xmp = catalog["/Metadata"].get_data().decode()
    assert "pdfaid:part>2<" in xmp and "pdfaid:conformance>A<" in xmp and "pdfuaid:part>1<" in xmp
    figures = list(_figures(catalog["/StructTreeRoot"]))
    assert all(str(figure.get("/Alt", "")).strip() for figure in figures)
    if kind == "cards":
        assert figures
    for page in reader.pages:
        assert page["/Tabs"] == "/S"


def test_a_long_sheet_has_contents_page_numbers_and_no_heading_alone() -> None:
    pdf = long_rules("148x210mm")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    assert len(pages) > 4
    found = headings(PdfReader(io.BytesIO(pdf)))
    assert {"Ziel", "Aufbau", "Ein Schritt", "Fossilien", "Die Sohlen", "Die eigenen Regeln"} <= {
        title for title, _, _ in found
    }
    assert "Inhalt" in pages[0]
    for title, page, _ in found:
        if title in ("Die Sohlen", "Die eigenen Regeln"):
            assert re.search(rf"{title}[\s.]*{page + 1}\b", pages[0]), title
    for number, text in enumerate(pages, start=1):
        assert f"Seite {number} von {len(pages)}" in text.replace("\u00a0", " ")
    for title, page, above_mm in found:
        # The margin is 17 mm: a heading has at least two lines of its text below it.
        assert above_mm > 17 + 12, (title, page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_headings_have_text_below_them_and_short_sheets_no_contents(variant: str, language: str) -> None:
    pdf = document("rules", variant, language)
    assert {"de": "Inhalt", "en": "Contents", "zh": "目錄"}[language] not in quick_text(pdf)
    found = headings(PdfReader(io.BytesIO(pdf)))
    assert len(found) >= 5
    assert all(above_mm > 17 + 12 for _, _, above_mm in found)


def test_letter_is_set_anew_with_the_same_words() -> None:
    from workbench.printing.sheets import render_rules

    definition = make_definition("stollen/diese-partie")
    a4, letter = (pdf_text(render_rules(definition, "de", paper, stamp=STAMP)) for paper in ("a4", "letter"))
    assert sorted("".join(a4.split())) == sorted("".join(letter.split()))


def test_german_is_hyphenated() -> None:
    raw = "\n".join(
        page.extract_text() for page in PdfReader(io.BytesIO(document("rules", "stollen/diese-partie", "de"))).pages
    )
    assert re.search(r"[a-zäöüß][-\u00ad]\n[a-zäöüß]", raw)


BYTES = """
import hashlib, sys
from tests.printing.material import STAMP, make_definition
from workbench.families.stollen.family import FAMILY
from workbench.printing.sheets import make_sheets, print_options, render_rules
d = make_definition("stollen/diese-partie")
made = [render_rules(d, "zh", "a4", stamp=STAMP)]
for kind in ("cards", "pads", "aids"):
    made.append(make_sheets(FAMILY.printed[kind], d, "de", STAMP, print_options(d, {"backs": "duplex"})).pdf)
print(hashlib.sha256(b"".join(made)).hexdigest())
"""


def test_the_bytes_depend_neither_on_the_run_nor_on_threads() -> None:
    seen = set()
    for threads, seed in (("1", "1"), ("2", "2")):
        environment = {**os.environ, "RAYON_NUM_THREADS": threads, "PYTHONHASHSEED": seed}
        environment["PYTHONPATH"] = os.pathsep.join([str(templates_folder().parent), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, "-c", BYTES], env=environment, capture_output=True, text=True, check=True, timeout=300
        )
        seen.add(done.stdout.strip())
    assert len(seen) == 1 and len(seen.pop()) == hashlib.sha256().digest_size * 2


@pytest.mark.slow
def test_five_thousand_cards_share_one_picture_and_little_memory(tmp_path: Path) -> None:
    import numpy as np
    from PIL import Image

    noise = np.random.default_rng(1).integers(0, 255, (1500, 1200, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "art.png")
    picture_bytes = (tmp_path / "art.png").stat().st_size
    assert picture_bytes > 5_000_000
    lines = ['family = "stollen"', 'extends = "stollen/schlicht"', 'title = "Big"', 'seats = ["nie"]']
    lines += ["[players]", "min = 1", "max = 1"]
    lines += [f'[print.cards.{kind}]\npicture = "art.png"' for kind in ("find", "hazard")]
    for n in range(1, 21):
        lines += [f"[levels.{n}]", f"finds = {[1 + k % 25 for k in range(100)]}", f"[levels.{n}.hazards]"]
        lines += [f"water = {60}", "gas = 60", "fire = 30"]
    (tmp_path / "big.toml").write_text("\n".join(lines), encoding="utf-8")
    # The peak of this process alone: what getrusage tells begins with that of the one that started it.
    code = (
        "import sys; from pathlib import Path; from workbench.cli import main; status = main(sys.argv[1:]); "
        "print(Path('/proc/self/status').read_text() if sys.platform == 'linux' else ''); sys.exit(status)"
    )
    command = [sys.executable, "-c", code, "render", "cards", "big.toml", "-o", "big.pdf", "--quiet"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(templates_folder().parent), *sys.path])}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    if sys.platform == "linux":
        peak = re.search(r"VmHWM:\s*(\d+) kB", done.stdout)
        assert peak is not None and int(peak[1]) < 1024**2
    pdf = (tmp_path / "big.pdf").read_bytes()
    # The picture once, with its transparency and the little that a card takes.
    assert len(pdf) < 2 * picture_bytes + 3000 * 5000
    reader = PdfReader(io.BytesIO(pdf))
    images = set()
    for page in reader.pages[:400:50]:
        images |= {o.idnum for o in page["/Resources"]["/XObject"].values() if hasattr(o, "idnum")}
    sizes = [
        len(reader.get_object(number)._data)  # type: ignore[union-attr]
        for number in images
        if reader.get_object(number)["/Subtype"] == "/Image"  # type: ignore[index]
    ]
    assert sum(size > 1_000_000 for size in sizes) == 1
    text = quick_text(pdf)
    total = len(reader.pages)
    assert f"Seite {total} von {total}" in text
    levels = load(str(tmp_path / "big.toml")).definition.levels.values()
    cards = sum(len(level.finds) + sum(level.hazards.values()) for level in levels)
    assert cards > 5000 and len(re.findall(r"Sohle \d+", text)) == cards


def test_a_language_is_added_by_files_alone(tmp_path: Path) -> None:
    """A copy of the project gets templates and a table of words, and no line of code."""
    root = templates_folder().parent
    for name in ("workbench", "templates", "variants"):
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    for family, names in (("stollen", ("rules", "cards")), ("micro_robots", ("rules", "glance"))):
        for name in names:
            source = tmp_path / "templates" / family / f"{name}.en.typ.j2"
            text = source.read_text(encoding="utf-8").replace("Goal", "But du jeu")
            source.with_name(f"{name}.fr.typ.j2").write_text(text, encoding="utf-8")
        words = tmp_path / "workbench" / "families" / family / "words.toml"
        table = tomllib.loads(words.read_text(encoding="utf-8"))["en"]
        table.setdefault("cards", {})["deeper"] = "Plus loin !"
        table.setdefault("colours", {})["W"] = "blanc"
        with words.open("a", encoding="utf-8") as file:
            file.write("\n" + tomli_w.dumps({"fr": table}))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    found = {}
    for kind, variant in (
        ("rules", "stollen/schlicht"),
        ("cards", "stollen/schlicht"),
        ("aids", "micro_robots/schwarz"),
    ):
        command = [sys.executable, "-m", "workbench", "render", kind, variant, "-o", f"{kind}.pdf"]
        arguments = ["--lang", "fr", "--set", 'languages=["fr"]']
        subprocess.run([*command, *arguments], cwd=tmp_path, env=environment, check=True, capture_output=True)
        found[kind] = (tmp_path / f"{kind}.pdf").read_bytes()
    assert "But du jeu" in quick_text(found["rules"]) and "Plus loin !" in quick_text(found["cards"])
    assert "blanc" in quick_text(found["aids"])
    assert {PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/Lang"] for pdf in found.values()} == {"fr"}

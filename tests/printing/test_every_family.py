"""Every family, every variant, every printed kind, every language: read back from the PDF.

A family that stands has ``tests/families/<id>/printed.py`` with what its sheets must have (``needed``) and must not
have (``silent``), told from the definition alone. Families, variants, kinds and languages are found, not listed.
"""

from __future__ import annotations

import functools
import importlib
import io
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

from tests.printing.material import STAMP, headings, quick_text
from workbench.definition.load import load
from workbench.family import families
from workbench.printing.kinds import RULES, Document
from workbench.printing.sheets import languages_of, make_sheets, print_options
from workbench.resources import languages, variants_folder
from workbench.tasks.render import render

VARIANTS = sorted(
    path.relative_to(variants_folder()).with_suffix("").as_posix() for path in variants_folder().glob("*/*.toml")
)
FAMILIES = list(families().values())


def _everything() -> Iterator[Any]:
    """All sheets; in a family of many variants those that extend another are slow."""
    for variant in VARIANTS:
        family = families()[variant.partition("/")[0]]
        first = load(variant).parent is None
        few = sum(name.startswith(f"{family.id}/") for name in VARIANTS) <= 4
        for kind in ("rules", *family.printed):
            for language in languages():
                quick = first or few
                marks = () if quick else (pytest.mark.slow,)
                yield pytest.param(variant, kind, language, marks=marks, id=f"{variant}-{kind}-{language}")


EVERYTHING = list(_everything())


@functools.cache
def printed(variant: str, kind: str, language: str) -> bytes:
    """The PDF."""
    loaded = load(variant)
    what = RULES if kind == "rules" else loaded.family.printed[kind]
    return make_sheets(what, loaded.definition, language, STAMP, print_options(loaded.definition, {}, what)).pdf


@functools.cache
def words_on(variant: str, kind: str, language: str) -> str:
    """Its words."""
    return quick_text(printed(variant, kind, language))


def facts_of(variant: str) -> Any:
    """The tests' own knowledge of the family."""
    return importlib.import_module(f"tests.families.{variant.partition('/')[0]}.printed")


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_every_family_speaks_every_language(family: Any) -> None:
    for variant in (name for name in VARIANTS if name.startswith(f"{family.id}/")):
        definition = load(variant).definition
        assert sorted(languages_of(definition)) == sorted(languages())
        titles = {language: definition.title_in(language) for language in languages()}
        assert all(titles.values()) and set(definition.title) >= set(languages())


@pytest.mark.parametrize(("variant", "kind", "language"), EVERYTHING)
def test_what_a_player_needs_is_on_the_sheet_and_nothing_else(variant: str, kind: str, language: str) -> None:
    definition = load(variant).definition
    text = words_on(variant, kind, language)
    for mark in ("<<", ">>", "<%", "%>", "{n}", "{times}", "{per}", "{", "}", "#", "None", "Undefined", "\ufffd"):
        assert mark not in text, mark
    title = re.sub(r" ?([\u2e80-\u9fff\uff00-\uff60]) ?", r"\1", definition.title_in(language))
    plain = text.replace(title, "").replace(STAMP.variant, "")
    facts = facts_of(variant)
    for pattern in facts.needed(definition, kind, language):
        assert re.search(pattern, plain), pattern
    for word in facts.silent(definition, kind, language):
        assert word not in plain, word
    if kind == "rules":
        assert title in text


def figures(node: Any) -> Iterator[DictionaryObject]:
    """The pictures of a document, by its structure."""
    node = node.get_object()
    if isinstance(node, DictionaryObject):
        if node.get("/S") == "/Figure":
            yield node
        children = node.get("/K", [])
        children = children.get_object() if hasattr(children, "get_object") else children
        for child in children if isinstance(children, list) else [children]:
            if not isinstance(child, int):
                yield from figures(child)


@pytest.mark.parametrize(("variant", "kind", "language"), EVERYTHING)
def test_it_is_an_accessible_archive_in_its_language(variant: str, kind: str, language: str) -> None:
    definition = load(variant).definition
    reader = PdfReader(io.BytesIO(printed(variant, kind, language)))
    catalog = reader.trailer["/Root"]
    xmp = catalog["/Metadata"].get_data().decode()
    assert "pdfaid:part>2<" in xmp and "pdfaid:conformance>A<" in xmp and "pdfuaid:part>1<" in xmp
    assert catalog["/Lang"] == {"zh": "zh-TW"}.get(language, language)
    assert catalog["/ViewerPreferences"]["/DisplayDocTitle"] and catalog["/MarkInfo"]["/Marked"]
    assert reader.metadata is not None and reader.metadata.title is not None
    assert reader.metadata.title.startswith(definition.title_in(language))
    assert all(str(figure.get("/Alt", "")).strip() for figure in figures(catalog["/StructTreeRoot"]))
    total = len(reader.pages)
    text = words_on(variant, kind, language)
    for part in (STAMP.variant, STAMP.rules, STAMP.print):
        assert text.count(part) >= total
    page = {"de": "Seite {n} von {total}", "en": "Page {n} of {total}", "zh": "第{n}頁，共{total}頁"}[language]
    assert all(page.format(n=n, total=total) in text for n in range(1, total + 1))
    if kind == "rules":
        assert len(reader.outline) >= 1
    else:
        what = load(variant).family.printed[kind]
        assert isinstance(what, Document) or "50 mm" in text


def outside_mm(pdf: bytes) -> float:
    """How far a text sticks out of its page, at most; below 0 nothing does."""
    document = PdfDocument(pdf)
    worst = -1000.0
    for page in document:
        width, height = page.get_size()
        for thing in page.get_objects(filter=[FPDF_PAGEOBJ_TEXT]):
            left, bottom, right, top = thing.get_bounds()
            worst = max(worst, -left, -bottom, right - width, top - height)
    document.close()
    return worst / 72 * 25.4


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_rules_on_narrow_paper_have_contents_no_heading_alone_and_nothing_cut(family: Any, language: str) -> None:
    # The variant with the most rules.
    loaded = load(family.benches[0][0])
    pdf = render("rules", loaded, language=language, paper="95x125mm").pdf
    reader = PdfReader(io.BytesIO(pdf))
    assert len(reader.pages) > 4
    contents = {"de": "Inhalt", "en": "Contents", "zh": "目錄"}[language]
    assert contents in reader.pages[0].extract_text()
    found = [heading for heading in headings(reader) if heading[0] != loaded.definition.title_in(language)]
    assert len(found) >= 5
    for title, page, above_mm in found:
        # The margin is 17 mm: a heading has some of its text below it.
        assert above_mm > 17 + 9, (title, page)
    assert outside_mm(pdf) < -3
    # Every letter of the large sheet is there: with contents and repeated heads of tables, rather more.
    large = Counter(filter(str.isalpha, words_on(family.benches[0][0], "rules", language)))
    small = Counter(filter(str.isalpha, quick_text(pdf)))
    assert sum((large - small).values()) < 0.02 * sum(large.values())


@pytest.mark.parametrize(("variant", "kind", "language"), EVERYTHING)
def test_no_text_leaves_its_page(variant: str, kind: str, language: str) -> None:
    assert outside_mm(printed(variant, kind, language)) < -1.4


CLOSING = "，。、；：！？）」』》"


@pytest.mark.parametrize(("kind", "paper"), [("rules", "a4"), ("rules", "105x148mm"), ("aids", "a4")])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_no_line_of_chinese_begins_with_a_closing_mark(family: Any, kind: str, paper: str) -> None:
    first = next(name for name in VARIANTS if name.startswith(f"{family.id}/") and load(name).parent is None)
    document = PdfDocument(render(kind, load(first), language="zh", paper=paper).pdf)
    lines = [line for page in document for line in page.get_textpage().get_text_range().splitlines()]
    document.close()
    assert len(lines) > 20
    assert not [line for line in lines if line.strip()[:1] in tuple(CLOSING)]


def complaints(report: Any, pdf: bytes) -> list[str]:
    """What the checker has against a document.

    It takes a last byte of compressed data that happens to be a line feed for the end of the line before `endstream`,
    and the stream for too short; so where it complains of that alone, the lengths are measured here.
    """
    said = [str(failure.message) for failure in report.failures]
    if set(said) == {"a stream /Length does not match its raw content length"}:
        starts = [match.end() for match in re.finditer(rb"stream\r?\n", pdf) if pdf[: match.start()][-3:] != b"end"]
        heads = [pdf[pdf.rfind(b" obj", 0, start) : start] for start in starts]
        lengths = [int(found[1]) for head in heads if (found := re.search(rb"/Length (\d+)", head))]
        assert len(lengths) == len(starts) > 0
        if all(pdf[start + n :].startswith(b"\nendstream") for start, n in zip(starts, lengths, strict=True)):
            return []
    return said or ([] if report.is_compliant else ["not compliant"])


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["2a", "ua1"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_public_checker_agrees(family: Any, profile: str) -> None:
    """PDF/A-2a and PDF/UA-1 by `page-validation`, which knows nothing of the engine; with backs, and after boxes."""
    page = pytest.importorskip("page", reason="page-validation is in the extra dev")
    first = next(name for name in VARIANTS if name.startswith(f"{family.id}/") and load(name).parent is None)
    for language in languages():
        for kind in ("rules", *family.printed):
            pdf = printed(first, kind, language)
            report = page.validate_pdf_bytes(pdf, profile=profile)
            assert report.rules.total > 100
            assert not complaints(report, pdf)
    pieces = [kind for kind, what in family.printed.items() if not isinstance(what, Document)]
    for options in ({"backs": "duplex", "bleed": "3mm"}, {"backs": "fold"}, {"target": "printer", "bleed": "3mm"}):
        pdf = render(pieces[0], load(first), language="en", **options).pdf
        assert not complaints(page.validate_pdf_bytes(pdf, profile=profile), pdf), options


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_there_are_pads_and_aids(family: Any) -> None:
    assert {"pads", "aids"} <= set(family.printed)

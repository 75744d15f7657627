"""Definitions and rendered sheets for the tests of printing."""

from __future__ import annotations

import functools
import io
import json
import re
import tomllib
from typing import Any

from pypdf import PdfReader
from pypdfium2 import PdfDocument

from workbench.families.stollen.definition import StollenDefinition
from workbench.printing.sheets import render_cards, render_rules
from workbench.printing.stamp import Stamp
from workbench.resources import variants_folder

VARIANTS = sorted(f"stollen/{path.stem}" for path in (variants_folder() / "stollen").glob("*.toml"))
STAMP = Stamp("stollen/test", "0123abcd", "89ef4567")

Change = dict[str, Any]


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = _merged(out[key], value) if both else value
    return out


def _tables(variant: str) -> dict[str, Any]:
    own = tomllib.loads((variants_folder() / f"{variant}.toml").read_text(encoding="utf-8"))
    base = _tables(own.pop("extends")) if "extends" in own else {}
    for path in own.pop("omit", []):
        *parents, last = path.split(".")
        table = base
        for parent in parents:
            table = table[parent]
        table.pop(last)
    return _merged(base, own)


def make_definition(variant: str, changes: Change | None = None) -> StollenDefinition:
    """A shipped variant with ``changes`` by dotted key."""
    tables = _tables(variant)
    for key, value in (changes or {}).items():
        *parents, last = key.split(".")
        table = tables
        for parent in parents:
            table = table.setdefault(parent, {})
        table[last] = value
    return StollenDefinition.model_validate(tables)


def pdf_text(pdf: bytes) -> str:
    """The words of a PDF on one line, hyphenated ones put together again."""
    from pypdf import PdfReader

    raw = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    raw = raw.replace("\u00ad", "-").replace("\u00a0", " ")
    return _spaced(re.sub(r"(?<=[a-zäöüß])-\s*\n", "", raw))


HAN = "\u2e80-\u9fff\uff00-\uff60"


def _spaced(text: str) -> str:
    """One space between words, and none beside Chinese characters: there it is up to the page."""
    return re.sub(rf" ?([{HAN}]) ?", r"\1", re.sub(r"\s+", " ", text))


def page_texts(pdf: bytes) -> list[str]:
    """The words of each page."""
    from pypdf import PdfReader

    return [_spaced(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]


@functools.cache
def shipped_rules(variant: str, language: str) -> bytes:
    """The rules sheet of a shipped variant."""
    return render_rules(make_definition(variant), language, "a4", stamp=STAMP)


@functools.cache
def shipped_cards(variant: str, language: str) -> bytes:
    """The card sheets of a shipped variant."""
    return render_cards(make_definition(variant), language, "a4", "corners", stamp=STAMP)


def rules_text(variant: str, language: str = "de", changes: Change | None = None) -> str:
    """The words of the rules sheet of a variant with changes."""
    return _rules_text(variant, language, json.dumps(changes or {}))


@functools.cache
def _rules_text(variant: str, language: str, changes: str) -> str:
    definition = make_definition(variant, json.loads(changes))
    return quick_text(render_rules(definition, language, "a4", stamp=STAMP))


def quick_text(pdf: bytes) -> str:
    """Like `pdf_text`, by a faster reader; it marks the hyphens that a line break put in as U+FFFE."""
    document = PdfDocument(pdf)
    try:
        raw = "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()
    return _spaced(raw.replace("\ufffe", ""))


def cards_text(variant: str, language: str = "de", changes: Change | None = None) -> str:
    """The words of the card sheets of a variant with changes."""
    return quick_text(render_cards(make_definition(variant, changes), language, "a4", "none", stamp=STAMP))


def headings(reader: PdfReader) -> list[tuple[str, int, float]]:
    """Title, page and height above the lower edge in mm of every bookmark."""
    found: list[tuple[str, int, float]] = []

    def walk(items: list[Any]) -> None:
        for item in items:
            if isinstance(item, list):
                walk(item)
            else:
                page = reader.get_destination_page_number(item)
                assert page is not None
                found.append((str(item.title), page, float(item.top) / 72 * 25.4))

    walk(reader.outline)
    return found

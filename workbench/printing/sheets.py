"""The printed sheets of a definition, whatever its family.

A family brings ``words.py`` with ``LANGUAGES``, ``rules_context(definition, language)`` and
``cards_context(definition, language)``, and its templates.
"""

from __future__ import annotations

import importlib
from dataclasses import asdict
from types import ModuleType
from typing import Any

from workbench.definition.model import DefinitionBase, PrintBase
from workbench.errors import nearest, usage_problem
from workbench.printing import geometry
from workbench.printing.fonts import font_families
from workbench.printing.stamp import Stamp
from workbench.printing.typst import compile_pdf, fill
from workbench.resources import templates_folder


def render_rules(definition: DefinitionBase, language: str, paper: str | None = None, *, stamp: Stamp) -> bytes:
    """The rules sheet as PDF; ``paper`` None is that of the definition. Errors: DefinitionError, WorkbenchError."""
    words = _words(definition, language)
    paper = paper or _print(definition).paper
    context = _frame(definition, language, paper, stamp) | words.rules_context(definition, language)
    template = f"{definition.family}/rules.{language}.typ.j2"
    return _pdf(template, context, language)


def render_cards(
    definition: DefinitionBase,
    language: str,
    paper: str | None = None,
    marks: str | None = None,
    *,
    stamp: Stamp,
) -> bytes:
    """The card sheets as PDF, cards of 63 x 88 mm; ``paper`` and ``marks`` None are those of the definition.

    Errors: DefinitionError (text that does not fit, unknown characters), WorkbenchError.
    """
    words = _words(definition, language)
    paper = paper or _print(definition).paper
    marks = marks or _print(definition).marks
    grid = geometry.card_grid(paper)
    context = _frame(definition, language, paper, stamp) | words.cards_context(definition, language)
    cards = context["cards"]
    context["grid"] = asdict(grid)
    context["marks"] = [asdict(line) for line in grid.marks(geometry.check_marks(marks))]
    context["pages"] = [cards[n : n + grid.per_page] for n in range(0, len(cards), grid.per_page)]
    context["sleeve_net"] = _sleeve_context()
    return _pdf(f"{definition.family}/cards.typ.j2", context, language)


def render_document(
    kind: str, definition: DefinitionBase, language: str, paper: str | None = None, *, stamp: Stamp
) -> bytes:
    """A sheet that the family lays out by itself: ``words.<kind>_context`` fills ``<family>/<kind>.typ.j2``."""
    words = _words(definition, language)
    context = _frame(definition, language, paper or _print(definition).paper, stamp)
    context |= getattr(words, f"{kind}_context")(definition, language)
    return _pdf(f"{definition.family}/{kind}.typ.j2", context, language)


def _pdf(template: str, context: dict[str, Any], language: str) -> bytes:
    root = templates_folder()
    return compile_pdf(fill(root, template, context), root, language)


def _print(definition: DefinitionBase) -> PrintBase:
    found: PrintBase = getattr(definition, "print")  # noqa: B009 - the field is not on the base class
    return found


def _words(definition: DefinitionBase, language: str) -> ModuleType:
    package = type(definition).__module__.rpartition(".")[0]
    words = importlib.import_module(f"{package}.words")
    known: tuple[str, ...] = words.LANGUAGES
    if language not in known:
        near = nearest(language, known)
        raise usage_problem(
            f"{definition.family} is not printed in the language {language!r}, only in {', '.join(known)}",
            code="unknown-language",
            key="language",
            hint=f"did you mean {near}?" if near else None,
        )
    return words


def _frame(definition: DefinitionBase, language: str, paper: str, stamp: Stamp) -> dict[str, Any]:
    """What every template gets: paper, fonts, language, title and stamp."""
    width_mm, height_mm = geometry.paper_size_mm(paper)
    return {
        "frame": {
            "title": definition.title_in(language),
            "language": language,
            "fonts": list(font_families(language)),
            "paper": paper,
            "page_width_mm": width_mm,
            "page_height_mm": height_mm,
            "stamp": asdict(stamp),
            "ruler_mm": geometry.RULER_MM,
            "safe_mm": geometry.SAFE_MM,
            "card_width_mm": geometry.CARD_WIDTH_MM,
            "card_height_mm": geometry.CARD_HEIGHT_MM,
            "corner_mm": geometry.CORNER_MM,
            "corner_mark_centre_mm": geometry.CORNER_MARK_CENTRE_MM,
            "corner_mark_diameter_mm": geometry.CORNER_MARK_DIAMETER_MM,
        },
    }


def _sleeve_context() -> dict[str, Any]:
    net = geometry.SleeveNet()
    window_left_mm, window_top_mm = net.window()
    return asdict(net) | {
        "width_mm": net.width_mm,
        "height_mm": net.height_mm,
        "window_left_mm": window_left_mm,
        "window_top_mm": window_top_mm,
    }

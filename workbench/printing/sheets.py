"""The printed sheets of a definition, whatever its family.

A family names its kinds (:mod:`workbench.printing.kinds`) and brings ``words.py`` with a function for each and
``words.toml`` with a table of words for each language, and its templates.
"""

from __future__ import annotations

import functools
import importlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from workbench.definition.model import OWN_SIZE, DefinitionBase, PrintBase
from workbench.errors import nearest, usage_problem
from workbench.lengths import SIZES_MM, card_size_mm
from workbench.printing import layout
from workbench.printing.fonts import font_families, font_folders, load_fonts, region
from workbench.printing.geometry import RULER_MM, SAFE_MM
from workbench.printing.glyphs import naming_cards
from workbench.printing.guard import guarded_pdf
from workbench.printing.kinds import RULES, Document, Kind, Pieces
from workbench.printing.options import PrintOptions, options_of
from workbench.printing.own import SHIPPED, Own, Worn, check_font, check_pictures, dress, keys_of, root_of
from workbench.printing.stamp import UNSTAMPED, Stamp
from workbench.printing.typst import compile_pdf, fill
from workbench.resources import templates_folder


@dataclass(frozen=True)
class Sheets:
    """What one kind is printed as: the PDF, the PDF of the backs where they stand apart, and how it was made."""

    pdf: bytes
    backs: bytes | None
    options: PrintOptions
    cards: tuple[Mapping[str, Any], ...] = ()
    card_mm: tuple[float, float] = SIZES_MM["poker"]
    notes: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    """Keys of a designer's own texts and pictures that no card of this kind has."""


def print_options(definition: DefinitionBase, given: Mapping[str, Any], kind: Kind | None = None) -> PrintOptions:
    """The options ``given``, else those of the definition's ``[print]`` (its size is that of cards)."""
    own: PrintBase = getattr(definition, "print")  # noqa: B009 - the field is not on the base class
    defaults = {name: getattr(own, name) for name in ("paper", "marks", "bleed")}
    if own.size != OWN_SIZE and not (isinstance(kind, Pieces) and kind.size_of):
        defaults["size"] = own.size
    return options_of(given, defaults)


def make_sheets(
    kind: Kind,
    definition: DefinitionBase,
    language: str,
    stamp: Stamp,
    options: PrintOptions,
    own: Own = SHIPPED,
) -> Sheets:
    """A document, or the sheets of pieces. Errors: DefinitionError (nothing to print, text that does not fit,
    characters that no font has, pictures that cannot be used), WorkbenchError."""
    if isinstance(kind, Document):
        context, _ = _context(kind, definition, language, own)
        context["frame"] = _frame(definition, language, options.paper, stamp, own)
        return Sheets(_pdf(kind, definition, context, language, own), None, options)
    return _pieces(sized(kind, definition), definition, language, stamp, options, own)


def sized(kind: Pieces, definition: DefinitionBase) -> Pieces:
    """``kind`` with the size that the definition gives its pieces; a picture fills such a piece."""
    if not kind.size_of:
        return kind
    words = importlib.import_module(f"{_package(definition)}.words")
    width_mm, height_mm = getattr(words, kind.size_of)(definition)
    size = f"{width_mm:.6g}x{height_mm:.6g}"
    return replace(kind, size=size, size_of="", picture_mm=(width_mm, height_mm))


def pieces_of(kind: Pieces, options: PrintOptions, cards: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What is printed of ``cards``: where no backs are, the other sides of a two-sided piece follow as pieces."""
    if not kind.two_sided or options.backs != "none" or options.target == "tts":
        return list(cards)
    others = [{**card["back"], "back": None} for card in cards if card.get("back")]
    return [*({**card, "back": None} for card in cards), *others]


def _pieces(
    kind: Pieces, definition: DefinitionBase, language: str, stamp: Stamp, options: PrintOptions, own: Own
) -> Sheets:
    context, worn = _context(kind, definition, language, own)
    cards = context["cards"] = pieces_of(kind, options, context["cards"])
    if not cards:
        raise usage_problem("there is nothing to print: the definition has none of these", code="nothing-to-print")
    if options.backs != "none" and not any(card.get("back") for card in cards):
        options = replace(options, backs="none")
    card_mm = piece_mm(kind, options)
    scale = card_mm[0] / card_size_mm(kind.size)[0]
    notes = check_pictures(own, (kind.picture_mm[0] * scale, kind.picture_mm[1] * scale), worn.used)
    grid = layout.single_grid(options, card_mm) if options.single else layout.sheet_grid(options, card_mm)
    main, apart = layout.fronts_and_backs(options, grid, len(cards))
    frame = _frame(definition, language, (grid.page_width_mm, grid.page_height_mm), stamp, own)
    margin = margin_notes(options, language)

    def pdf(part: layout.Layout, extras: bool) -> bytes:
        job = layout.job(part, options, card_size_mm(kind.size), margin)
        return _pdf(kind, definition, context | {"frame": frame, "job": job, "extras": extras}, language, own)

    extras = not options.single
    backs = pdf(apart, False) if apart else None
    return Sheets(pdf(main, extras), backs, options, tuple(cards), card_mm, (*worn.notes, *notes), worn.unused)


def single_faces(
    kind: Pieces,
    definition: DefinitionBase,
    language: str,
    options: PrintOptions,
    cards: Sequence[Mapping[str, Any]],
    side: str,
    own: Own = SHIPPED,
    stamp: Stamp = UNSTAMPED,
) -> bytes:
    """A PDF in which each of ``cards`` has a page, of the card's size with its bleed, showing its ``side``."""
    grid = layout.single_grid(options, piece_mm(kind, options))
    slots = grid.slots()
    sheets = [[layout.Part(side, [index])] for index in range(len(cards))]
    part = layout.Layout(grid, {"front": slots, "back": slots}, {"front": [], "back": []}, sheets)
    context, _ = _context(kind, definition, language, own)
    context |= {
        "cards": list(cards),
        "frame": _frame(definition, language, (grid.page_width_mm, grid.page_height_mm), stamp, own),
        "job": layout.job(part, options, card_size_mm(kind.size), {}) | {"strip": None},
        "extras": False,
    }
    return _pdf(kind, definition, context, language, own)


def piece_mm(kind: Pieces, options: PrintOptions) -> tuple[float, float]:
    """Width and height of a piece; ``--size`` is for those that can have another."""
    own = card_size_mm(kind.size)
    return options.card_mm(own) if kind.sizes else own


def margin_notes(options: PrintOptions, language: str) -> dict[str, str]:
    """What the margin of a front or a back says about printing the two sides."""
    if options.single:
        return {}
    words = sheet_words(language)
    if options.backs == "fold":
        return {"front": words["fold"], "back": words["fold"]}
    if options.backs == "none":
        return {"front": "", "back": ""}
    flip = words[f"flip_{options.flip}"]
    back = f"{words['backs']}, {flip}"
    if options.back_offset_mm != (0.0, 0.0):
        across, down = (f"{length:g}" for length in options.back_offset_mm)
        back += f", {words['offset']} {across}, {down} mm"
    return {"front": f"{words['fronts']}, {flip}", "back": back}


@functools.cache
def _all_words() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def sheet_words(language: str) -> dict[str, Any]:
    """The words that stand on sheets of every family."""
    return _all_words()["en"] | _all_words().get(language, {})


def render_rules(definition: DefinitionBase, language: str, paper: str | None = None, *, stamp: Stamp) -> bytes:
    """The rules sheet as PDF; ``paper`` None is that of the definition. Errors: DefinitionError, WorkbenchError."""
    return make_sheets(RULES, definition, language, stamp, print_options(definition, {"paper": paper})).pdf


def render_cards(
    definition: DefinitionBase,
    language: str,
    paper: str | None = None,
    marks: str | None = None,
    *,
    stamp: Stamp,
    kind: Pieces | None = None,
    **options: Any,
) -> bytes:
    """The card sheets as PDF; what is None is as in the definition. Errors: DefinitionError, WorkbenchError."""
    chosen = print_options(definition, {"paper": paper, "marks": marks, **options})
    kind = kind or Pieces("cards_context", "cards.typ.j2")
    return make_sheets(kind, definition, language, stamp, chosen).pdf


def _pdf(kind: Kind, definition: DefinitionBase, context: dict[str, Any], language: str, own: Own) -> bytes:
    template = f"{definition.family}/{kind.template.format(language=language)}"
    folders = (*font_folders(language), *own.font_folders)
    with naming_cards(context.get("cards", ())), root_of(own) as root:
        if own.templates is not None:
            # Somebody else's templates may loop for ever or ask for all the memory there is.
            return guarded_pdf(root, template, context, folders)
        return compile_pdf(fill(root, template, context), root, folders)


def card_keys(kind: Pieces, definition: DefinitionBase, language: str) -> frozenset[str]:
    """What a designer can name the pieces of a kind by."""
    context, _ = _context(kind, definition, language, SHIPPED)
    return keys_of(context["cards"])


def _context(kind: Kind, definition: DefinitionBase, language: str, own: Own) -> tuple[dict[str, Any], Worn]:
    """What fills the template, dressed in the designer's own look, and what became of that."""
    words = _words(definition, language)
    found: dict[str, Any] = getattr(words, kind.context)(definition, language)
    icons = frozenset(path.stem for path in (templates_folder() / "shared" / "icons").glob("*.svg"))
    shows = kind.shows if isinstance(kind, Pieces) else ()
    return found, dress(own, found, icons | own.icon_names, shows)


def languages_of(definition: DefinitionBase) -> tuple[str, ...]:
    """The languages that the definition's family is printed in: those its words.toml has a table for."""
    folder = Path(str(importlib.import_module(_package(definition)).__file__)).parent
    return tuple(tomllib.loads((folder / "words.toml").read_text(encoding="utf-8")))


def _package(definition: DefinitionBase) -> str:
    return type(definition).__module__.rpartition(".")[0]


def _words(definition: DefinitionBase, language: str) -> ModuleType:
    known = languages_of(definition)
    if language not in known:
        near = nearest(language, known)
        raise usage_problem(
            f"{definition.family} is not printed in the language {language!r}, only in {', '.join(known)}",
            code="unknown-language",
            key="language",
            hint=f"did you mean {near}?" if near else None,
        )
    return importlib.import_module(f"{_package(definition)}.words")


def _frame(
    definition: DefinitionBase, language: str, page_mm: tuple[float, float], stamp: Stamp, own: Own
) -> dict[str, Any]:
    """What every template gets: paper, fonts, language, title, words of the margins and stamp."""
    fonts = font_families(language)
    if own.font:
        check_font(own, load_fonts((*font_folders(language), *own.font_folders)).families())
        fonts = [own.font, *fonts]
    return {
        "title": definition.title_in(language),
        "language": language,
        "region": region(language),
        "fonts": fonts,
        "page_width_mm": page_mm[0],
        "page_height_mm": page_mm[1],
        "stamp": asdict(stamp),
        "words": sheet_words(language),
        "ruler_mm": RULER_MM,
        "safe_mm": SAFE_MM,
    }

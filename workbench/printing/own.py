"""A designer's own look: colours, fonts, icons, templates, and texts and pictures on cards.

What differs from the shipped look is laid over a copy of the shipped templates in a folder of its own, which is the
root of the compiler: nothing outside of it can be read.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.colours import hex_colour
from workbench.definition.look import Colours
from workbench.errors import DefinitionError, Problem, WorkbenchError, nearest
from workbench.printing import images
from workbench.printing.markup import pieces
from workbench.resources import templates_folder

PALETTE = {
    "coal": "ink",
    "rust": "accent",
    "ochre": "gold",
    "ochre-dark": "gold_dark",
    "teal": "cool",
    "cream": "paper",
    "sand": "sand",
    "grey": "grey",
}
"""The colours as the templates name them, by the keys of ``[print.colours]``."""

OWN_FOLDER = "own"
SHIPPED_FOLDER = "shipped"


@dataclass(frozen=True)
class Own:
    """What a definition changes of the look. Pictures and texts go by a card's id, how that begins, or its kind."""

    colours: Colours = field(default_factory=Colours)
    font: str = ""
    font_folders: Sequence[Path] = ()
    icons: Sequence[Path] = ()
    templates: Path | None = None
    pictures: Mapping[str, Path] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    draft: bool = False

    @property
    def plain(self) -> bool:
        """Whether the shipped templates can be used as they are."""
        return self.colours == Colours() and not (self.icons or self.templates or self.pictures)

    @property
    def icon_names(self) -> frozenset[str]:
        """The icons that the designer brings along."""
        return frozenset(path.stem for path in self.icons)


SHIPPED = Own()
"""The look that the workbench comes with."""


@contextmanager
def root_of(own: Own) -> Iterator[Path]:
    """The folder that templates are read from."""
    shipped = templates_folder()
    if own.plain:
        yield shipped
        return
    with tempfile.TemporaryDirectory(prefix="workbench-print-") as name:
        root = Path(name) / "root"
        shutil.copytree(shipped, root)
        lines = [f'#let {name} = rgb("{hex_colour(getattr(own.colours, key))}")' for name, key in PALETTE.items()]
        (root / "shared" / "palette.typ").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for path in own.icons:
            shutil.copyfile(path, root / "shared" / "icons" / path.name)
        if own.templates is not None:
            shutil.copytree(shipped, root / SHIPPED_FOLDER)
            shutil.copytree(own.templates, root, dirs_exist_ok=True)
        (root / OWN_FOLDER).mkdir()
        for key, path in own.pictures.items():
            if images.examine(path).problem is None:
                shutil.copyfile(path, root / picture_place(own, key))
        yield root


def picture_place(own: Own, key: str) -> str:
    """Where the picture of ``key`` lies below the root; the same file lies there once."""
    path = own.pictures[key]
    number = list(dict.fromkeys(own.pictures.values())).index(path)
    return f"{OWN_FOLDER}/{number}{path.suffix.lower()}"


def check_pictures(own: Own, box_mm: tuple[float, float], shown: Set[str]) -> list[str]:
    """Warnings about pictures too coarse for their box. Errors: DefinitionError that lists every unusable one.

    ``shown`` are the keys of the pictures that are printed. In a draft the unusable ones are placeholders.
    """
    problems: list[Problem] = []
    notes: list[str] = []
    for key, path in own.pictures.items():
        found = images.examine(path)
        if found.problem is not None:
            problems.append(
                Problem(
                    f"the picture {path.name} {found.problem}", key=f"print.cards.{key}.picture", code="bad-picture"
                )
            )
            continue
        dpi = found.dpi(*box_mm)
        if key in shown and dpi is not None and dpi < images.LEAST_DPI:
            notes.append(f"the picture {path.name} of {key} is printed at {dpi:.0f} dpi: coarse, 200 is the least")
    if problems and not own.draft:
        raise DefinitionError(problems)
    return notes + [str(problem) for problem in problems]


@dataclass(frozen=True)
class Worn:
    """What became of a designer's own texts and pictures: keys that these cards have, and those they have not."""

    used: frozenset[str] = frozenset()
    unused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def keys_of(cards: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """What a designer can name the cards by: ids, how they begin, and kinds; so too the backs that are faces."""
    faces = [face for card in cards for face in (card, card.get("back")) if face is not None and _is_face(face)]
    return frozenset(name for face in faces for name in _names(face))


def _is_face(side: Any) -> bool:
    return isinstance(side, Mapping) and "id" in side


def _names(card: Mapping[str, Any]) -> list[str]:
    """What a card goes by: its id, the beginnings of its id (``mine:gold`` of ``mine:gold:1``), its kind."""
    parts = str(card["id"]).split(":")
    beginnings = [":".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return [key for key in dict.fromkeys([*beginnings, str(card.get("kind", ""))]) if key]


def dress(own: Own, context: dict[str, Any], icons: frozenset[str], shows: Sequence[str] = ()) -> Worn:
    """Gives the cards of ``context`` their own icons and, of texts and pictures, what they can show.

    Errors: DefinitionError with the card for text with unbalanced marks or unknown icons.
    """
    if own.icon_names:
        _own_icons(context, own.icon_names)
    cards = context.get("cards")
    if cards is None or not (own.texts or own.pictures):
        return Worn()
    used: set[str] = set()
    runs: dict[str, list[tuple[str, str]]] = {}
    problems: list[Problem] = []
    for key, text in own.texts.items():
        try:
            runs[key] = runs_of(text, icons)
        except DefinitionError as error:
            where = f"print.cards.{key}.text"
            problems += [Problem(p.message, key=where, code=p.code, hint=p.hint) for p in error.problems]
    if problems:
        raise DefinitionError(problems)

    def dressed(card: Mapping[str, Any]) -> dict[str, Any]:
        more: dict[str, Any] = {}
        # What is said of the card itself goes before what is said of its kind.
        for key in reversed(_names(card)):
            if key in runs and "text" in shows:
                more["text"] = runs[key]
                used.add(key)
            if key in own.pictures and "picture" in shows:
                path = own.pictures[key]
                missing = images.examine(path).problem is not None
                more["picture"] = {"path": "/" + picture_place(own, key), "missing": missing, "name": path.name}
                used.add(key)
        if _is_face(card.get("back")):
            more["back"] = dressed(card["back"])
        return {**card, **more}

    context["cards"] = [dressed(card) for card in cards]
    known = keys_of(cards)
    vain = [
        f"print.cards.{key}.{what}: there is no room for a {what} of one's own here"
        for what, table in (("text", own.texts), ("picture", own.pictures))
        for key in table
        if key in known and what not in shows
    ]
    unused = [key for key in dict.fromkeys([*own.texts, *own.pictures]) if key not in known]
    return Worn(frozenset(used), tuple(unused), tuple(vain))


def no_such_card(key: str, known: Iterable[str]) -> str:
    """The remark on a text or picture for a card that the game does not have."""
    guess = nearest(key, known)
    return f"print.cards.{key}: there is no such card" + (f"; did you mean {guess}?" if guess else "")


def runs_of(text: str, icons: frozenset[str]) -> list[tuple[str, str]]:
    """A text as runs of (style, words): lines keep their ends, lines that begin with ``-`` are items of a list."""
    found: list[tuple[str, str]] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            found.append(("break", ""))
        if line.startswith("- "):
            found.append(("item", ""))
            line = line[2:]
        found += [(piece.kind, piece.text) for piece in pieces(line, icons)]
    return found


def _own_icons(value: Any, names: frozenset[str]) -> None:
    """Whatever says which icon it would like (``icon_for``) gets it where the designer has one of that name."""
    if isinstance(value, dict):
        if value.get("icon_for") in names:
            value["icon"] = value["icon_for"]
        for item in value.values():
            _own_icons(item, names)
    elif isinstance(value, list | tuple):
        for item in value:
            _own_icons(item, names)


def check_font(own: Own, families: Sequence[str]) -> None:
    """Errors: WorkbenchError where the font that is asked for is in none of the folders."""
    if own.font and own.font not in families:
        guess = nearest(own.font, families)
        known = ", ".join(families)
        hint = f"did you mean {guess}?" if guess else f"there are {known}"
        raise WorkbenchError(f"print.font: there is no font {own.font!r} in print.fonts ({hint})")

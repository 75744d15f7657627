"""The tiny markup of texts: ``**bold**``, ``*italic*``, ``{icon:name}``, a backslash before a literal mark.

Marks do not nest. What is unbalanced is an error, never half a sheet in bold.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal, NamedTuple

from workbench.errors import nearest, usage_problem

Kind = Literal["text", "bold", "italic", "icon"]

_MARK = re.compile(r"\\(?P<literal>[*{}\\])|(?P<icon>\{icon:(?P<name>[^{}]*)\})|(?P<bold>\*\*)|(?P<italic>\*)")


class Piece(NamedTuple):
    """A run of text in one style, or an icon by its name."""

    kind: Kind
    text: str


def pieces(source: str, icons: Collection[str] | None = None) -> list[Piece]:
    """Split ``source`` into pieces; ``icons`` are the known names (None: any).

    Errors: DefinitionError for unbalanced marks and unknown icons.
    """
    found: list[Piece] = []
    style: Kind = "text"
    held = ""
    position = 0

    def flush() -> None:
        nonlocal held
        if held:
            found.append(Piece(style, held))
        held = ""

    for match in _MARK.finditer(source):
        held += source[position : match.start()]
        position = match.end()
        if match["literal"]:
            held += match["literal"]
        elif match["icon"]:
            flush()
            found.append(Piece("icon", _known(match["name"], icons, source)))
        else:
            mark: Kind = "bold" if match["bold"] else "italic"
            if style not in ("text", mark):
                raise _unbalanced(source)
            if style == mark and not held:
                raise _unbalanced(source)
            flush()
            style = "text" if style == mark else mark
    held += source[position:]
    if style != "text":
        raise _unbalanced(source)
    flush()
    return found


def plain(source: str) -> str:
    """``source`` without marks; icons by their name."""
    return "".join(piece.text for piece in pieces(source))


def _known(name: str, icons: Collection[str] | None, source: str) -> str:
    if icons is None or name in icons:
        return name
    near = nearest(name, icons)
    raise usage_problem(
        f"unknown icon {name!r} in the text {source!r}",
        code="unknown-icon",
        hint=f"did you mean {near}?" if near else None,
    )


def _unbalanced(source: str) -> Exception:
    return usage_problem(
        f"unbalanced markup in the text {source!r}",
        code="unbalanced-markup",
        hint="close every * and **, or write \\* for the character itself",
    )

"""Where the shipped variants and templates are: inside an installed wheel, or at the top of a checkout."""

from __future__ import annotations

import functools
import re
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(kind: str) -> Path:
    """The folder of the shipped ``kind`` ("variants" or "templates")."""
    inside = _PACKAGE / "_data" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def variants_folder() -> Path:
    """The folder of the shipped variants, one folder a family."""
    return shipped("variants")


def templates_folder() -> Path:
    """The folder of the shipped templates, one folder a family and ``shared``."""
    return shipped("templates")


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages that any family has a rules sheet in, by their codes: adding one is adding its templates."""
    names = (path.name for path in templates_folder().glob("*/rules.*.typ.j2"))
    found = {match[1] for name in names if (match := re.fullmatch(r"rules\.([a-z]{2,3})\.typ\.j2", name))}
    return tuple(sorted(found))

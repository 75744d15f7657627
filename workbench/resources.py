"""Where the shipped variants and templates are: inside an installed wheel, or at the top of a checkout."""

from __future__ import annotations

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

"""Fonts from installed packages only, so that every machine prints the same bytes."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    import typst

LATIN_FAMILY = "Noto Sans"
CHINESE_FAMILY = "Noto Sans TC"


def _package_folder(module: str) -> Path | None:
    """The folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(module)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


def font_folders(language: str) -> tuple[Path, ...]:
    """The folders with the fonts that ``language`` needs.

    Errors: WorkbenchError if the package with the fonts is not installed.
    """
    latin = _package_folder("fontpkg_noto_sans")
    if latin is None:
        raise WorkbenchError("the fonts are missing: pip install fontpkg-noto-sans")
    if language != "zh":
        return (latin / "files",)
    chinese = _package_folder("justmytype_intl_cjk")
    if chinese is None:
        raise WorkbenchError("Traditional Chinese needs the fonts of the extra zh: pip install 'rules-workbench[zh]'")
    return (latin / "files", chinese / "fonts" / "ofl" / "notosanstc")


def font_families(language: str) -> list[str | dict[str, str]]:
    """The font families for ``language`` as Typst wants them, the preferred one first.

    In Chinese the Latin font shows Latin letters and digits only, so that all punctuation is in one face.
    """
    if language != "zh":
        return [LATIN_FAMILY]
    return [{"name": LATIN_FAMILY, "covers": "latin-in-cjk"}, CHINESE_FAMILY]


def region(language: str) -> str | None:
    """The region whose shapes of characters ``language`` is set in; None where it makes no difference."""
    return "TW" if language == "zh" else None


def package_fonts(name: str) -> Path:
    """The folder of an installed package of fonts. Errors: WorkbenchError if it is not installed."""
    found = _package_folder(name.replace("-", "_"))
    if found is None:
        raise WorkbenchError(f"print.fonts: the package {name} is not installed: pip install {name}")
    return found


@functools.cache
def load_fonts(folders: tuple[Path, ...]) -> typst.Fonts:
    """The fonts of ``folders`` for the compiler; no system fonts, none embedded in the compiler."""
    import typst

    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in folders],
    )

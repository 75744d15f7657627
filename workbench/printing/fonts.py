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
    chinese = _package_folder("pylopdf_fonts_zh_tw")
    if chinese is None:
        raise WorkbenchError("Traditional Chinese needs the fonts of the extra zh: pip install 'rules-workbench[zh]'")
    return (latin / "files", chinese)


def font_families(language: str) -> tuple[str, ...]:
    """Names of the font families for ``language``, the preferred one first."""
    return (LATIN_FAMILY, CHINESE_FAMILY) if language == "zh" else (LATIN_FAMILY,)


@functools.cache
def load_fonts(folders: tuple[Path, ...]) -> typst.Fonts:
    """The fonts of ``folders`` for the compiler; no system fonts, none embedded in the compiler."""
    import typst

    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in folders],
    )

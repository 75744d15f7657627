"""A page from which a person reads how far the second side of a printer is off."""

from __future__ import annotations

from workbench.printing.fonts import font_families, region
from workbench.printing.geometry import RULER_MM
from workbench.printing.options import PrintOptions
from workbench.printing.sheets import sheet_words
from workbench.printing.typst import compile_pdf, fill
from workbench.resources import templates_folder

# Scales reach this far from the middle of the page.
REACH_MM = 8


def calibration_page(options: PrintOptions, language: str) -> bytes:
    """The page as PDF.

    It is printed on both sides of one sheet. Held against the light, the cross of the back lies on the scales of the
    front. About the axis over which the sheet turned both sides err the same way and the errors add up; along it
    they are subtracted. The scales are labelled so that what is read is the offset that puts the back right.
    """
    width_mm, height_mm = options.paper
    turns_columns = (options.flip == "long") == (height_mm >= width_mm)
    context = {
        "frame": {
            "language": language,
            "region": region(language),
            "fonts": font_families(language),
            "page_width_mm": width_mm,
            "page_height_mm": height_mm,
            "ruler_mm": RULER_MM,
        },
        "words": sheet_words(language),
        "flip": options.flip,
        "reach": REACH_MM,
        # +1: right and down are positive, -1: left and up are.
        "across": 1 if turns_columns else -1,
        "down": -1 if turns_columns else 1,
    }
    root = templates_folder()
    return compile_pdf(fill(root, "shared/calibration.typ.j2", context), root, language)

"""Colours by their CSS names or as ``#rrggbb``, and the contrast between two."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

from workbench.errors import in_quotes, nearest, usage_problem

# WCAG 2.2, success criterion 1.4.3: text of ordinary size.
LEAST_CONTRAST = 4.5


@functools.cache
def css_colours() -> dict[str, str]:
    """The colours of CSS by name, as ``#rrggbb``."""
    return tomllib.loads(Path(__file__).with_name("colours.toml").read_text(encoding="utf-8"))


def hex_colour(value: str) -> str:
    """``value`` as ``#rrggbb``. Errors: DefinitionError with the nearest known name."""
    name = value.strip().lower()
    if name in css_colours():
        return css_colours()[name]
    if re.fullmatch(r"#[0-9a-f]{6}", name):
        return name
    if re.fullmatch(r"#[0-9a-f]{3}", name):
        return "#" + "".join(2 * digit for digit in name[1:])
    guess = nearest(name, css_colours())
    raise usage_problem(
        f"unknown colour {in_quotes(value)}",
        code="unknown-colour",
        hint=f"did you mean {guess}?" if guess else "a CSS name, or #rrggbb",
    )


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` (WCAG 2.2), 0 for black to 1 for white."""
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two ``#rrggbb`` (WCAG 2.2), 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)

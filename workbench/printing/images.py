"""Pictures of a designer's own: every one is looked at before anything is set, and all problems come at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".svg": "SVG"}
LARGEST_BYTES = 64 * 1024 * 1024
LARGEST_PIXELS = 100_000_000
LEAST_DPI = 200


@dataclass(frozen=True)
class Picture:
    """What a file is: its size in pixels (None for SVG, which has any), or what is wrong with it."""

    path: Path
    pixels: tuple[int, int] | None = None
    problem: str | None = None

    def dpi(self, width_mm: float, height_mm: float) -> float | None:
        """Dots per inch where it is fitted into a box; None for SVG."""
        if self.pixels is None:
            return None
        # Fitted whole: the side that reaches the edge of the box first decides.
        return max(self.pixels[0] / width_mm, self.pixels[1] / height_mm) * 25.4


def examine(path: Path) -> Picture:
    """The picture at ``path``. Errors are data: ``problem`` says what is wrong."""
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        return Picture(path, problem="is no picture by its name: SVG, PNG and JPEG are")
    try:
        size = path.stat().st_size
        if not path.is_file():
            return Picture(path, problem="is no file")
    except OSError:
        return Picture(path, problem="is missing")
    if size == 0:
        return Picture(path, problem="is empty")
    if size > LARGEST_BYTES:
        return Picture(path, problem=f"is too large: {size // 1024**2} MB, at most {LARGEST_BYTES // 1024**2}")
    return _svg(path) if kind == "SVG" else _pixels(path, kind)


def _svg(path: Path) -> Picture:
    head = path.read_bytes()[:4096]
    if not re.search(rb"<svg[\s>]", head):
        return Picture(path, problem="is not SVG, whatever its name says")
    return Picture(path)


def _pixels(path: Path, kind: str) -> Picture:
    from PIL import Image

    # Its own guard would only warn; the limit below is an error.
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        with Image.open(path) as image:
            size, found = image.size, image.format
            if size[0] * size[1] > LARGEST_PIXELS:
                return Picture(path, problem=f"has {size[0]} x {size[1]} pixels: at most {LARGEST_PIXELS:,} in all")
            if found != kind:
                return Picture(path, problem=f"is {found}, not {kind} as its name says")
            image.verify()
    except Exception as error:  # Pillow has no common base for what a broken file can raise
        return Picture(path, problem=f"is no {kind} that can be read ({type(error).__name__})")
    finally:
        Image.MAX_IMAGE_PIXELS = limit
    return Picture(path, size)

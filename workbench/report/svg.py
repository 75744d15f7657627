"""Pictures as SVG inside the page: the same bytes every time, text as text, named for screen readers."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#00805f", "#b0478a", "#9a6a00", "#3a93c4", "#5b3f8f", "#4d4d4d")
"""After Okabe and Ito (2008), the light ones darkened to be read on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
SIGNS = ("●", "■", "▲", "◆", "▼", "✚", "✖", "★")
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.5)),
    (0, (1.5, 1)),
    (0, (6, 1.5, 1.5, 1.5)),
    (0, (8, 2)),
    (0, (3, 1)),
    ":",
    "-.",
)
INK = "#2d2a32"
GREY = "#77727f"
LIGHT = "#e7e3db"
BAND = "#efe6d2"
VERDICT_COLOURS = {"higher": "#0b5c8f", "lower": "#a8440a", "equivalent": "#4d5a52", "inconclusive": "#77727f"}

_RC = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.labelsize": 11,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": True,
    "font.family": ["DejaVu Sans"],
    "font.size": 11,
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "report",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": GREY,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 10,
    "ytick.color": GREY,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 10,
}


@dataclass(frozen=True)
class Picture:
    """One drawn plot; ``svg`` is markup. ``title`` stands above it, ``text`` says it in words."""

    key: str
    title: str
    svg: str
    width: int


def draw(key: str, title: str, text: str, size: tuple[float, float], paint: Callable[[Axes], None]) -> Picture:
    """Let ``paint`` draw on axes of a picture of ``size`` (hundredths of an inch are its units)."""
    return draw_figure(key, title, text, size, lambda figure: paint(figure.add_subplot()))


def draw_figure(key: str, title: str, text: str, size: tuple[float, float], paint: Callable[[Figure], None]) -> Picture:
    """Let ``paint`` draw on an empty figure."""
    import matplotlib
    import matplotlib.style
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    width, height = size
    with matplotlib.style.context(["default", _RC]):
        figure = Figure(figsize=(width / 100, height / 100), dpi=100, layout="constrained")
        FigureCanvasSVG(figure)
        paint(figure)
        out = io.StringIO()
        figure.savefig(
            out,
            format="svg",
            transparent=True,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    return Picture(key, title, _inline(out.getvalue(), key, title, text), round(width))


def _inline(svg: str, key: str, title: str, text: str) -> str:
    """The picture as part of a page: ids of its own, the page's fonts, a name and a description."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]*)"', rf'id="{key}-\1"', svg)
    svg = re.sub(r'href="#([^"]*)"', rf'href="#{key}-\1"', svg)
    svg = re.sub(r"url\(#([^)]*)\)", rf"url(#{key}-\1)", svg)
    svg = re.sub(r"font-family: [^;\"]*", "font-family: inherit", svg)
    svg = re.sub(r"\s*<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)  # it would style the page
    head, _, body = svg.partition(">")
    view = re.search(r'viewBox="[^"]*"', head)
    assert view is not None
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {view[0]} '
        f'role="img" aria-labelledby="{key}-title {key}-desc">'
    )
    named = f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(text)}</desc>'
    return (opening + named + body).strip()


def standalone(picture: Picture) -> str:
    """The picture as a file of its own: on white, with a font that is as wide as the one it was measured with."""
    svg = picture.svg.replace("font-family: inherit", "font-family: 'DejaVu Sans', Verdana, sans-serif")
    svg = svg.replace("<svg ", f'<svg width="{picture.width}" ', 1)
    svg = svg.replace("</desc>", '</desc><rect width="100%" height="100%" fill="#ffffff"/>', 1)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg}\n'

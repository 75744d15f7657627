"""The boxes of a page that a printer asks for: where the paper, the bleed and the card end."""

from __future__ import annotations

import io

from workbench.printing.geometry import Slot

POINTS_PER_MM = 72 / 25.4


def with_boxes(pdf: bytes, card_mm: tuple[float, float], slot: Slot, bleed_mm: float) -> bytes:
    """``pdf`` with TrimBox (the card) and BleedBox (the card and its bleed) on every page.

    The card lies at ``slot`` on each page. Everything else of the document stays as it is.
    """
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import RectangleObject

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    width, height = card_mm
    for page in writer.pages:
        top = float(page.mediabox.top)

        def box(edge_mm: float, top: float = top) -> RectangleObject:
            left_mm, top_mm = slot.left_mm - edge_mm, slot.top_mm - edge_mm
            right_mm, bottom_mm = slot.left_mm + width + edge_mm, slot.top_mm + height + edge_mm
            return RectangleObject(
                (
                    left_mm * POINTS_PER_MM,
                    top - bottom_mm * POINTS_PER_MM,
                    right_mm * POINTS_PER_MM,
                    top - top_mm * POINTS_PER_MM,
                )
            )

        page.trimbox = box(0.0)
        page.bleedbox = box(bleed_mm)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()

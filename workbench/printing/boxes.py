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

    reader = PdfReader(io.BytesIO(pdf))
    writer = PdfWriter(clone_from=reader)
    writer.pdf_header = reader.pdf_header
    width, height = card_mm
    for page in writer.pages:
        media = page.mediabox
        top = float(media.top)

        def box(edge_mm: float, media: RectangleObject = media, top: float = top) -> RectangleObject:
            left_mm, top_mm = slot.left_mm - edge_mm, slot.top_mm - edge_mm
            right_mm, bottom_mm = slot.left_mm + width + edge_mm, slot.top_mm + height + edge_mm
            # Rounding must not carry a box over the edge of the page.
            return RectangleObject(
                (
                    max(left_mm * POINTS_PER_MM, float(media.left)),
                    max(top - bottom_mm * POINTS_PER_MM, float(media.bottom)),
                    min(right_mm * POINTS_PER_MM, float(media.right)),
                    min(top - top_mm * POINTS_PER_MM, top),
                )
            )

        page.trimbox = box(0.0)
        page.bleedbox = box(bleed_mm)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()

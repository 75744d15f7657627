"""Pages of a PDF as pictures of an exact size in pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image


def pixels(length_mm: float, dpi: float) -> int:
    """``length_mm`` in whole pixels."""
    return max(1, round(length_mm / 25.4 * dpi))


@contextmanager
def opened(pdf: bytes) -> Iterator[Any]:
    """The PDF, closed in the end."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def page_picture(document: Any, number: int, width_px: int, height_px: int) -> Image.Image:
    """Page ``number`` (from 0) fitted into exactly ``width_px`` x ``height_px`` pixels, on white."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    page = document[number]
    bitmap = pypdfium2.PdfBitmap.new_native(width_px, height_px, pdfium.FPDFBitmap_BGR)
    try:
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width_px, height_px)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width_px, height_px, 0, pdfium.FPDF_ANNOT)
        picture: Image.Image = bitmap.to_pil().convert("RGB")
        return picture
    finally:
        bitmap.close()
        page.close()


def png(picture: Image.Image, dpi: float) -> bytes:
    """``picture`` as PNG; the same picture gives the same bytes."""
    stream = io.BytesIO()
    picture.save(stream, "PNG", dpi=(dpi, dpi), optimize=False)
    return stream.getvalue()

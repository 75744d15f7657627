"""Make the pictures of the README: python docs/pictures.py (needs the extra `test`, and Chromium for the report)."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

import workbench
from workbench.report import render_report

IMAGES = Path(__file__).parent / "images"
DOTS_PER_INCH = 80
CHANGE = "fossils.points=[5, 12, 30, 50, 75]"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


def page_picture(pdf: bytes, number: int) -> Image.Image:
    """One page of a PDF as a picture."""
    page = pypdfium2.PdfDocument(pdf)[number]
    return page.render(scale=DOTS_PER_INCH / 72).to_pil()


def side_by_side(*pictures: Image.Image) -> Image.Image:
    """Pictures in a row, a little apart."""
    gap = 12
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    row = Image.new("RGB", (width, max(picture.height for picture in pictures)), "#d9d9d9")
    left = 0
    for picture in pictures:
        row.paste(picture, (left, 0))
        left += picture.width + gap
    return row


def save(picture: Image.Image, name: str) -> None:
    """Save with few colours: sheets have no photographs."""
    picture.convert("RGB").quantize(128).save(IMAGES / name, optimize=True)


def report_picture(html: str) -> Image.Image | None:
    """The first screen of a report, or None without a browser."""
    browser = next((path for path in map(shutil.which, CHROMIUM_NAMES) if path), None)
    if browser is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder, "report.html"), Path(folder, "report.png")
        page.write_text(html, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,1330"]
        profile = f"--user-data-dir={folder}/profile"
        subprocess.run([browser, *options, profile, f"--screenshot={shot}", page.as_uri()], check=True)
        return Image.open(shot).copy()


def robots_picture() -> Image.Image:
    """A board in one piece, the two sides of the tiles, and dice to fold."""
    variant = "micro_robots/schwarz"
    board = workbench.render("boards", variant, language="en").pdf
    tiles = workbench.render("tiles", variant, language="en", backs="fold").pdf
    return side_by_side(page_picture(board, 0), page_picture(tiles, 0), page_picture(tiles, 2))


def digging_picture() -> Image.Image:
    """The rules sheet of the card game, and two sheets of its cards: mines and bandits."""
    rules, cards = (workbench.render(kind, "digging/team", language="en").pdf for kind in ("rules", "cards"))
    return side_by_side(page_picture(rules, 0), page_picture(cards, 0), page_picture(cards, 5))


def mine_picture() -> Image.Image:
    """The packed board of the scoring example, an empty one, and tiles to cut out."""
    variant = "out_of_mine/profi"
    rules = workbench.render("rules", variant, language="en").pdf
    boards = workbench.render("boards", variant, language="en").pdf
    tiles = workbench.render("tiles", variant, language="en", backs="fold").pdf
    return side_by_side(page_picture(rules, 1), page_picture(boards, 0), page_picture(tiles, 1))


def main() -> None:
    """Render and save all pictures."""
    IMAGES.mkdir(exist_ok=True)
    variant = "stollen/diese-partie"
    save(page_picture(workbench.render("rules", variant, language="en").pdf, 0), "rules.png")
    cards = workbench.render("cards", variant, language="en", backs="duplex", bleed="3mm").pdf
    save(side_by_side(page_picture(cards, 8), page_picture(cards, 31)), "cards.png")
    pads, aids = (workbench.render(kind, variant, language="en").pdf for kind in ("pads", "aids"))
    save(side_by_side(page_picture(pads, 0), page_picture(aids, 0)), "pads.png")
    save(page_picture(workbench.render("rules", variant, language="zh").pdf, 0), "rules-zh.png")
    save(robots_picture(), "robots.png")
    save(digging_picture(), "digging.png")
    save(mine_picture(), "packed-board.png")
    compared = workbench.compare(variant, changes=[CHANGE], games=20_000)
    changed = compared.variants[0]
    html = render_report(
        loaded=changed.loaded,
        simulate=changed.result,
        compare=compared,
        analyse=workbench.analyse(changed.loaded).to_dict(),
        language="en",
    )
    picture = report_picture(html)
    if picture is not None:
        save(picture, "report.png")


if __name__ == "__main__":
    main()

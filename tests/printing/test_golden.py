"""The words of the shipped rules sheets, so that no sentence changes unseen.

After a wanted change: ``python -m tests.printing.test_golden`` writes the files anew; read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.printing.material import rules_text

FOLDER = Path(__file__).with_name("golden")
SHEETS = [
    (variant, language)
    for variant in ("stollen/diese-partie", "stollen/diamant-2016")
    for language in ("de", "en", "zh")
]


def _path(variant: str, language: str) -> Path:
    return FOLDER / f"{variant.replace('/', '-')}.{language}.txt"


def _lines(variant: str, language: str) -> str:
    """One sentence a line, which makes differences easy to read."""
    return rules_text(variant, language).replace(". ", ".\n").replace("。", "。\n").strip() + "\n"


@pytest.mark.parametrize(("variant", "language"), SHEETS)
def test_the_words_are_the_ones_read_before(variant: str, language: str) -> None:
    assert _lines(variant, language) == _path(variant, language).read_text(encoding="utf-8")


if __name__ == "__main__":
    for sheet in SHEETS:
        _path(*sheet).write_text(_lines(*sheet), encoding="utf-8")

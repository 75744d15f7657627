"""What the sheets of out_of_mine must have and must not have, told from the definition alone (see
tests/printing/test_every_family.py). Texts have no spaces beside Chinese characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

COLOURS = {
    "de": {"yellow": "gelb", "blue": "blau", "green": "grün", "red": "rot", "white": "weiß"},
    "en": {colour: colour for colour in ("yellow", "blue", "green", "red", "white")},
    "zh": {"yellow": "黃", "blue": "藍", "green": "綠", "red": "紅", "white": "白"},
}
SPACES = {"yellow": 1, "blue": 2, "green": 3, "red": 4, "white": 5}
COPIES = {"yellow": 15, "blue": 15, "green": 14, "red": 15, "white": 10}
WORMS = {"de": "Holzwurm", "en": "woodworm", "zh": "蛀蟲"}
ELVES = {"de": "Elfe", "en": "el(f|ves)", "zh": "精靈"}


def needed(d: Any, kind: str, language: str) -> Iterator[str]:
    """Patterns that the text of a sheet must have."""
    colours = COLOURS[language]
    if kind == "rules":
        yield {"de": "Für 2 bis 4 Spieler ab 10 Jahren", "en": "For 2 to 4 players from 10 years", "zh": "2 – 4人"}[
            language
        ]
        yield {"de": "etwa 20 Minuten", "en": "about 20 minutes", "zh": "約20分鐘"}[language]
        yield {"de": "10 beidseitig bedruckte Stollen mit je 20", "en": "10 boards, printed on both sides, with 20",
               "zh": "雙面坑道圖板10片（每面20格）"}[language]  # fmt: skip
        yield {"de": "40 Schatzkarten und 69 Kristalle", "en": "40 treasure cards and 69 crystals",
               "zh": "寶藏卡40張、水晶板塊69片"}[language]  # fmt: skip
        yield from (rf"{colours[name]} ?{SPACES[name]} ?{COPIES[name]}(?!\d)" for name in colours)
        yield {"de": "Sechs weitere Stollen", "en": "Six more boards", "zh": "再拿6片圖板"}[language]
        yield {"de": "sieben Runden", "en": "seven rounds", "zh": "7個回合後"}[language]
        yield r"10 − 2: ?(Zwei|Two)|10 − 2：有2"
        yield r"10 \+ 2 = 12"
        yield {"de": "eine andere Seite|dessen andere Seite", "en": "other side", "zh": "必須使用另一面"}[language]
    if kind in ("rules", "aids"):
        yield {"de": "„In die Mine!“", "en": "“Into the mine!”", "zh": "「開始挖礦！」"}[language]
        yield {"de": "„Out of Mine!“", "en": "“Out of Mine!”", "zh": "「挖到寶！」"}[language]
        yield {"de": "nie (weniger als|unter) null", "en": "never below zero", "zh": "最低零分"}[language]
        yield r"\+2"
        yield "−2"
    if kind == "aids":
        yield from (rf"{colours[name]} ?{SPACES[name]}" for name in colours)
    if kind == "boards":
        yield from (rf"b{number:02d} ?· ?{side}" for number in range(1, 11) for side in "AB")
    if kind == "tiles":
        counted = {"de": "gelb", "en": "yellow", "zh": "黃"}[language]
        yield rf"\d+ × ?{counted}"
        yield {"de": "Vorderseite.*Rückseite", "en": "front.*back", "zh": "正面.*背面"}[language]
    if kind == "cards":
        yield from (f"t{number:02d}" for number in range(1, 41))
        yield from (f"{count} ?×.*{colours[name]}" for name, count in d.cards["t05"].tiles.items() if count)
    if kind == "pads":
        yield "1 2 3 4 5 6 7"
    if kind == "puzzles":
        yield from (rf"b{number:02d} ?· ?{side}" for number in range(1, 11) for side in "AB")
    if d.elements.enabled and kind in ("rules", "cards"):
        yield WORMS[language]
    if d.elves.enabled and kind in ("rules", "aids", "pads", "puzzles"):
        yield ELVES[language]


def silent(d: Any, kind: str, language: str) -> Iterator[str]:
    """Words that no sheet may have, since their rule is switched off."""
    if not d.elves.enabled:
        yield from {"de": ("Elfe",), "en": ("lves", " elf "), "zh": ("精靈",)}[language]
    if not d.elements.enabled:
        yield WORMS[language]
        yield from {"de": ("Elem", "Silber"), "en": ("lement", "silver"), "zh": ("元素", "金塊")}[language]
    if d.calls.limit_seconds == 0 and kind == "rules":
        yield {"de": "Hat nach", "en": "has called after", "zh": "後仍無人喊停"}[language]
    if d.treasure.used == "out" and kind == "rules":
        yield {"de": "neu gemischt,", "en": "a new deck", "zh": "棄牌堆"}[language]

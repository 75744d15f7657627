"""What the sheets of micro_robots must have and must not have, told from the definition alone (see
tests/printing/test_every_family.py). Texts have no spaces beside Chinese characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

COLOURS = {
    "de": {"B": "blau", "Y": "gelb", "G": "grün", "R": "rot", "P": "rosa", "W": "weiß"},
    "en": {"B": "blue", "Y": "yellow", "G": "green", "R": "red", "P": "pink", "W": "white"},
    "zh": {"B": "藍", "Y": "黃", "G": "綠", "R": "紅", "P": "粉紅", "W": "白"},
}
LIMIT = {"de": "2½ Minuten", "en": "2½ minutes", "zh": "2分半鐘"}
GOAL = {"de": "fünf Chips", "en": "five chips", "zh": "5個籌碼"}
TOTAL = {"de": "alle 25", "en": "all 25", "zh": "25個籌碼"}


def spaces_of(sides: list[list[str]]) -> list[str]:
    """The spaces of some tile sides as they stand on a disc: number, then letter."""
    return [f"{space[1:]} {space[0]}" for rows in sides for row in rows for space in row.split()]


def needed(d: Any, kind: str, language: str) -> Iterator[str]:
    """Patterns that the text of a sheet must have."""
    if kind == "rules":
        players = {"de": "Für 2 bis 8 Spieler", "en": "For 2 to 8 players", "zh": "2 – 8人"}
        tiles = {"de": "4 beidseitig bedruckte Teile", "en": "4 tiles printed on both sides", "zh": "雙面板塊4片"}
        spaces = {"de": "36 Felder", "en": "36 spaces", "zh": "36格"}
        chips = {"de": "25 Chips", "en": "25 chips", "zh": "籌碼25個"}
        for words in (players, tiles, spaces, chips):
            yield words[language]
        yield "2 × 2"
        yield "1[,、] ?2[,、] ?3[,、] ?4[,、] ?5[,、] ?6"
        colours = COLOURS[language]
        yield "[,、] ?".join(colours[letter] for letter in "BGPRWY")
    if kind in ("rules", "aids"):
        yield from (words[language] for words in (LIMIT, GOAL, TOTAL))
    if kind == "aids":
        colours = COLOURS[language]
        yield from (f"{letter} ?{name}" for letter, name in colours.items())
        yield {"de": "gleiche Farbe", "en": "same colour", "zh": "相同顏色"}[language]
    if kind == "tiles":
        yield from (re.escape(space) for space in spaces_of([side for t in d.tiles.values() for side in t.values()]))
        yield {"de": "25 × Chip", "en": "25 × chip", "zh": "25 ×籌碼"}[language]
        yield from (f"{letter} ?{name}" for letter, name in COLOURS[language].items())
        yield r"1 2 3 4 6 5(?!\d)"
    if kind == "boards":
        yield from (re.escape(space) for space in spaces_of([tile[d.side] for tile in d.tiles.values()]))
    if kind == "pads":
        yield " ".join(map(str, range(1, 13)))
    if kind == "puzzles":
        yield from (rf"(?<!\d){number}(?!\d)" for number in range(1, 13))
        difficulty = {"de": "Schwierigkeit", "en": "Difficulty", "zh": "難度"}[language]
        yield rf"({difficulty} ?[1-5].*){{12}}"


def silent(d: Any, kind: str, language: str) -> Iterator[str]:
    """Words that no sheet may have, since their rule is switched off."""
    if not d.waypoint:
        yield from {"de": ("wischenfeld", "Raute"), "en": ("aypoint", "diamond"), "zh": ("中途格", "菱形")}[language]
    if not d.chips.on_target and kind in ("rules", "aids"):
        words = {
            "de": ("kommt ein Chip", "Chip kommt darauf"),
            "en": ("Put a chip on the target", "A chip goes on it"),
            "zh": ("放上一個籌碼", "目標格上的籌碼"),
        }
        yield from words[language]
    if kind == "rules":
        other = {"black": ("kupfer", "copper", "銅"), "copper": ("schwarze", "black", "黑")}[d.side]
        yield other[("de", "en", "zh").index(language)]
    if d.travel == "free":
        words = {
            "de": ("gleich daneben", "ersten Feld, das passt"),
            "en": ("right beside", "first space that matches"),
            "zh": ("相鄰的格子", "第一個相符"),
        }
        yield from words[language]

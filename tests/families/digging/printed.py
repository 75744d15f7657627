"""What the sheets of digging must have and must not have, told from the definition alone (see
tests/printing/test_every_family.py). Texts have no spaces beside Chinese characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

METALS = {
    "de": {"gold": "Gold", "silver": "Silber", "copper": "Kupfer"},
    "en": {"gold": "Gold", "silver": "Silver", "copper": "Copper"},
    "zh": {"gold": "金", "silver": "銀", "copper": "銅"},
}
MINE = {"de": "{}mine", "en": "{} mine", "zh": "{}礦坑"}
CRATE = {"de": "{}kiste", "en": "{} crate", "zh": "{}礦箱"}
DOUBLE = {"de": "{}-Doppelkiste", "en": "Double {} crate", "zh": "雙倍{}礦箱"}
PER_CRATE = {"de": "{} Punkte? je Kiste", "en": "{} points? a crate", "zh": "每箱{}分"}
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "push": {"de": ("schieb", "Partner"), "en": ("ush", "partner"), "zh": ("遞牌", "隊友")},
    "teams": {"de": ("Team", "gegenüber"), "en": ("team", "opposite"), "zh": ("隊伍", "兩人一隊")},
    "alone": {"de": ("jeder für sich", "einzelne Bandit"), "en": ("everyone alone",), "zh": ("各自為戰",)},
    "target": {"de": ("mehrere Runden", "Ziel:"), "en": ("several rounds", "Goal:"), "zh": ("好幾輪", "目標：")},
}


def needed(d: Any, kind: str, language: str) -> Iterator[str]:
    """Patterns that the text of a sheet must have."""
    names = METALS[language]
    metals: list[str] = sorted(d.metals, key=lambda name: -d.metals[name].value)
    if kind == "rules":
        for column in ("mines", "crates", "double_crates", "value"):
            yield " ".join(str(getattr(d.metals[metal], column)) for metal in metals)
        low, high = min(d.bandits), max(d.bandits)
        yield {"de": f"Stärke {low} bis {high}", "en": f"strength {low} to {high}", "zh": f"戰力{low}到{high}"}[
            language
        ]
        total = {"de": "Zusammen {}", "en": "In all {}", "zh": "合計{}"}
        yield total[language].format(d.cards)
        for players in {d.players.min, d.players.max}:
            yield rf"(?<!\d){d.cards - players * d.hand_size}(?!\d)"
        # D-E1, D-E2, D-E4 as they are drawn.
        yield r"2 × 3 ?= 6"
        yield r"3 × 4 × 2 ?= 24"
        yield r"3 × 2 ?= 6"
    if kind == "cards":
        for metal in metals:
            numbers, name = d.metals[metal], names[metal]
            yield rf"({MINE[language].format(name)}.*){{{numbers.mines}}}"
            yield rf"({CRATE[language].format(name)}.*){{{numbers.crates}}}"
            yield DOUBLE[language].format(name.lower()) if language == "en" else DOUBLE[language].format(name)
            yield PER_CRATE[language].format(numbers.value)
        strength = {"de": "Stärke {}", "en": "Strength {}", "zh": "戰力{}"}[language]
        yield from (rf"{strength.format(value)}(?!\d)" for value in d.bandits)
        closer = {"de": "Schließer", "en": "Closer", "zh": "封坑"}[language]
        yield rf"({closer}.*){{{d.closers}}}"
    if kind in ("aids", "pads"):
        yield from names.values()
    if kind == "aids":
        values = [rf"{names[metal]} ?{d.metals[metal].value}" for metal in metals]
        yield " ?".join(values)
    if kind == "pads" and d.teams:
        team = {"de": "Team {}", "en": "Team {}", "zh": "第{}隊"}[language]
        yield from (team.format(number) for number in range(1, d.players.max // 2 + 1))


def silent(d: Any, kind: str, language: str) -> Iterator[str]:
    """Words that no sheet may have, since their rule is switched off."""
    if not d.teams:
        yield from WORDS["push"][language]
        yield from WORDS["teams"][language]
    else:
        yield from WORDS["alone"][language]
    if not d.target:
        yield from WORDS["target"][language]

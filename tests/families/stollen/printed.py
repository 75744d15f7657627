"""What the sheets of stollen must have and must not have, told from the definition alone (see
tests/printing/test_every_family.py). Texts have no spaces beside Chinese characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

WORDS = {
    "canary": {"de": ("Kanarienvogel", "Vogel", "Verstummt"), "en": ("Canary", "bird"), "zh": ("金絲雀", "沉默", "牠")},
    "lamp": {"de": ("Grubenlampe", "Lampe", "leuchte"), "en": ("lamp",), "zh": ("礦燈",)},
    "helmet": {"de": ("Grubenhelm", "Helm"), "en": ("helmet",), "zh": ("頭盔",)},
    "rope": {"de": ("Seil",), "en": ("rope", "rescuer"), "zh": ("繩", "救援者")},
    "fossils": {"de": ("Fossil",), "en": ("ossil",), "zh": ("化石",)},
    "collection": {"de": ("Sammlung",), "en": ("collection",), "zh": ("收藏",)},
}


def rules_in_play(definition: Any) -> dict[str, bool]:
    """Which of the rules that have words of their own are in play."""
    return {
        "canary": definition.canary.enabled,
        "lamp": definition.tool_in_play("lamp"),
        "helmet": definition.tool_in_play("helmet"),
        "rope": definition.tool_in_play("rope"),
        "fossils": definition.fossils_possible > 0,
        "collection": definition.fossils_possible > 0 and definition.fossils.collection,
    }


def needed(definition: Any, kind: str, language: str) -> Iterator[str]:
    """Patterns that the text of a sheet must have."""
    levels = definition.levels_in_order
    if kind == "rules":
        for level in levels:
            yield ", ".join(map(str, level.finds))
            if level.finds:
                yield rf"(?<!\d){sum(level.finds)}(?!\d)"
    if kind == "cards":
        level_name = {"de": r"Sohle {n}", "en": r"[Ll]evel {n}", "zh": r"第{n}層"}[language]
        yield from (rf"(?<!\d){value}(?!\d)" for level in levels for value in level.finds)
        yield {"de": "Brocken", "en": "lumps?", "zh": "塊礦石"}[language]
        if len(levels) > 1 and definition.deck.mode == "per-level":
            yield from (level_name.format(n=number) for number in range(1, len(levels) + 1))
    if kind == "aids":
        yield " ?".join(str(sum(level.finds) or "·") for level in levels)
    if kind == "pads":
        level_name = {"de": r"Sohle {n}", "en": r"Level {n}", "zh": r"第{n}層"}[language]
        yield from (level_name.format(n=number) for number in range(1, len(levels) + 1))
    if kind == "rules":
        counts = Counter(copies for level in levels for copies in level.hazards.values() if copies)
        yield from (rf"(?<!\d){copies}×" for copies in counts)


def silent(definition: Any, kind: str, language: str) -> Iterator[str]:
    """Words that no sheet may have, since their rule is switched off."""
    for rule, on in rules_in_play(definition).items():
        if not on:
            yield from WORDS[rule][language]

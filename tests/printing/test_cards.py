"""The card sheets: every card of the game once, with what its player needs to know."""

from __future__ import annotations

import io
import re
from collections import Counter
from typing import Any

import pytest
from pypdf import PdfReader

from tests.printing.material import STAMP, VARIANTS, cards_text, make_definition, page_texts, quick_text, shipped_cards
from workbench.families.stollen.words import card_list
from workbench.printing.sheets import render_cards

LANGUAGES = ("de", "en", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_as_many_cards_as_the_definition_says(variant: str, language: str) -> None:
    definition = make_definition(variant)
    kinds = Counter(card["kind"] for card in card_list(definition, language))
    levels = definition.levels_in_order
    uses = sum(definition.tool(t).uses for t in ("lamp", "helmet", "rope") if definition.tool_in_play(t))
    expected = {
        "find": sum(len(level.finds) for level in levels),
        "hazard": sum(sum(level.hazards.values()) for level in levels),
        "fossil": definition.fossils_possible,
        "choice": 2 * definition.players.max,
        "tool": uses * definition.players.max,
        "reference": definition.players.max,
    }
    assert kinds == {kind: count for kind, count in expected.items() if count}
    sleeve = 1 if definition.canary.enabled else 0
    pages = PdfReader(io.BytesIO(shipped_cards(variant, language))).pages
    assert len(pages) == -(-sum(expected.values()) // 9) + sleeve


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cards_can_be_read_back(variant: str, language: str) -> None:
    definition = make_definition(variant)
    text = quick_text(shipped_cards(variant, language))
    one, many = {"de": (" Brocken", " Brocken"), "en": (" lump", " lumps"), "zh": ("塊礦石", "塊礦石")}[language]
    for value, count in Counter(v for level in definition.levels_in_order for v in level.finds).items():
        assert len(re.findall(rf"(?<!\d){value}{one if value == 1 else many}", text)) >= count
    reference = {"de": "Ein Schritt", "en": "One step", "zh": "一個步驟"}[language]
    assert text.count(reference) == definition.players.max
    assert text.count({"de": "Tiefer!", "en": "Deeper!", "zh": "深入！"}[language]) == definition.players.max
    for word, on in {
        "de": [("Kanarienvogel", definition.canary.enabled), ("Fossil", definition.fossils_possible > 0),
               ("Grubenlampe", definition.tool_in_play("lamp")), ("Sammlung", definition.fossils.collection)],
        "en": [("anary", definition.canary.enabled), ("ossil", definition.fossils_possible > 0),
               ("lamp", definition.tool_in_play("lamp")), ("collection", definition.fossils.collection)],
        "zh": [("金絲雀", definition.canary.enabled), ("化石", definition.fossils_possible > 0),
               ("礦燈", definition.tool_in_play("lamp")), ("收藏", definition.fossils.collection)],
    }[language]:  # fmt: skip
        assert (word in text) == on, word


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_sheet_carries_stamp_ruler_and_page_number(paper: str) -> None:
    pages = page_texts(render_cards(make_definition("stollen/diese-partie"), "en", paper, "corners", stamp=STAMP))
    for number, text in enumerate(pages, start=1):
        text = text.replace("\u00a0", " ")
        for part in (STAMP.variant, STAMP.rules, STAMP.print, "50 mm", "print at 100 %", f"{number} of {len(pages)}"):
            assert part in text


def test_the_same_definition_gives_the_same_bytes() -> None:
    definition = make_definition("stollen/diese-partie")
    first = render_cards(definition, "de", "letter", "lines", stamp=STAMP)
    assert first == render_cards(definition, "de", "letter", "lines", stamp=STAMP)


def _marks(changes: dict[str, Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for card in card_list(make_definition("stollen/diese-partie", changes), "de"):
        found.setdefault(card["kind"], set()).add(card.get("mark", "none"))
    return found


@pytest.mark.rule("SO46", "SO23", "SO25", "S35")
def test_corner_marks_follow_what_the_canary_says() -> None:
    marks = _marks({})
    assert marks["find"] == marks["fossil"] == {"sings"}
    assert marks["hazard"] == {"silent"}
    assert _marks({"canary.fossil_is_safe": False})["fossil"] == {"silent"}
    for changes in (
        {"canary.enabled": False},
        {"canary.silent_at": "fatal-hazard"},
        {"canary.at_the_table": "app"},
        {"canary.at_the_table": "player-outside"},
    ):
        assert {mark for kind in _marks(changes).values() for mark in kind} == {"none"}
        text = cards_text("stollen/diese-partie", "de", changes)
        assert "Hülle" not in text


@pytest.mark.rule("SO46")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sleeve_comes_with_instructions(language: str) -> None:
    last = page_texts(shipped_cards("stollen/diese-partie", language))[-1]
    words = {
        "de": ("Die Hülle für den Kanarien", "falten", "kleben"),
        "en": ("The sleeve", "fold", "glue"),
        "zh": ("卡套", "對摺", "黏貼"),
    }
    assert all(word in last for word in words[language])


@pytest.mark.rule("SO48")
def test_the_level_stands_on_the_face() -> None:
    definition = make_definition("stollen/diese-partie")
    text = quick_text(shipped_cards("stollen/diese-partie", "de"))
    for number, level in enumerate(definition.levels_in_order, start=1):
        assert text.count(f"Sohle {number}") == len(level.finds) + sum(level.hazards.values())


@pytest.mark.rule("SO5")
def test_a_growing_deck_shows_the_level_at_which_a_card_joins() -> None:
    text = cards_text("stollen/diamant-2016", "de", {"levels.3.finds": [20], "levels.3.hazards": {"gas": 2}})
    assert text.count("Ab Sohle 1") == 15 + 15
    assert text.count("Ab Sohle 3") == 1 + 2


@pytest.mark.rule("SO44")
def test_tool_cards_are_as_many_as_their_uses() -> None:
    text = cards_text("stollen/diese-partie", "de", {"tools.lamp.uses": 2, "tools.lamp.per": "level"})
    assert text.count("zweimal je Sohle") == 2 * 6


def test_no_cards_in_the_decks_is_no_crash() -> None:
    changes = {f"levels.{n}.{key}": value for n in range(1, 6) for key, value in (("finds", []), ("hazards", {}))}
    text = cards_text("stollen/diese-partie", "de", changes | {"fossils.per_level": 0})
    assert text.count("Ausfahren") >= 6
    assert "Fund" not in text.replace("Fund teilen", "")

"""The rules sheet says what the definition says, in each language, and nothing of what is switched off."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from tests.families.stollen.printed import WORDS, rules_in_play
from tests.printing.material import (
    STAMP,
    VARIANTS,
    make_definition,
    page_texts,
    pdf_text,
    rules_text,
    shipped_rules,
)
from workbench.families.stollen.vocabulary import hazard_name
from workbench.families.stollen.words import fossil_table
from workbench.printing.sheets import render_rules

LANGUAGES = ("de", "en", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.rule("S1", "S3", "S4", "S6", "S29", "S30")
def test_all_numbers_of_the_definition_are_on_the_sheet(variant: str, language: str) -> None:
    definition = make_definition(variant)
    title = definition.title_in(language)
    text = pdf_text(shipped_rules(variant, language)).replace(title, "")
    for level in definition.levels_in_order:
        assert ", ".join(map(str, level.finds)) in text
        if level.finds:
            assert re.search(rf"(?<!\d){sum(level.finds)}(?!\d)", text)
        for kind, copies in level.hazards.items():
            assert re.search(rf"{hazard_name(kind, language)} ?{copies}×", text)
    if definition.fossils_possible:
        counts = range(1, definition.fossils_possible + 1)
        points = [definition.fossil_points(count) for count in counts]
        if definition.fossils.value == "carried-order":
            points = [b - a for a, b in zip([0, *points], points, strict=False)]
        assert " ".join(map(str, points)) in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_word_of_what_is_switched_off(variant: str, language: str) -> None:
    definition = make_definition(variant)
    text = pdf_text(shipped_rules(variant, language)).replace(definition.title_in(language), "")
    text = text.replace(STAMP.variant, "")
    for rule, on in rules_in_play(definition).items():
        for word in WORDS[rule][language]:
            assert (word in text) == on, (rule, word)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_page_carries_stamp_and_page_number(variant: str, language: str) -> None:
    pages = page_texts(shipped_rules(variant, language))
    of, print_at = {
        "de": (" von ", "bei 100 % drucken"),
        "en": (" of ", "print at 100 %"),
        "zh": ("頁，共", "以100 %列印"),
    }[language]
    for number, text in enumerate(pages, start=1):
        for part in (STAMP.variant, STAMP.rules, STAMP.print, f"{number}{of}{len(pages)}", print_at):
            assert part in text.replace("\u00a0", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_document_has_title_language_and_bookmarks(language: str) -> None:
    reader = PdfReader(io.BytesIO(shipped_rules("stollen/diese-partie", language)))
    assert reader.metadata is not None
    assert reader.metadata.title == {"de": "Diese Partie", "en": "This match", "zh": "這一局"}[language]
    assert reader.trailer["/Root"]["/Lang"] == {"de": "de", "en": "en", "zh": "zh-TW"}[language]
    assert len(reader.outline) >= 1


def test_the_same_definition_gives_the_same_bytes() -> None:
    definition = make_definition("stollen/diese-partie")
    assert render_rules(definition, "de", "a4", stamp=STAMP) == render_rules(definition, "de", "a4", stamp=STAMP)


def test_paper_defaults_to_that_of_the_definition() -> None:
    definition = make_definition("stollen/schlicht", {"print.paper": "letter"})
    page = PdfReader(io.BytesIO(render_rules(definition, "de", stamp=STAMP))).pages[0]
    assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(215.9, abs=0.1)


@pytest.mark.rule("S2", "S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18", "S19", "S20", "S21")
def test_the_plain_step_is_told() -> None:
    text = rules_text("stollen/schlicht")
    for sentence in (
        "Am Ende der fünften Sohle gewinnt, wer am meisten in der Kaue hat — Brocken plus Fossilien.",
        "Bei Gleichstand entscheiden die Fossilien",
        "Zu Beginn jeder Sohle fahren alle wieder ein.",
        "wählen gleichzeitig und verdeckt: Tiefer! (weiter) oder Ausfahren. Dann wird aufgedeckt",
        "bringt seine Beute dieser Sohle in die Kaue — dort ist sie sicher.",
        "teilen die Ausfahrenden alles Liegengebliebene im Stollen fair unter sich; was nicht aufgeht, bleibt liegen.",
        "Wer ausgefahren ist, wartet bis zur nächsten Sohle.",
        "Ein Fund wird fair unter allen geteilt, die noch drin sind; der Rest bleibt auf der Karte liegen.",
        "Ein Fossil bleibt im Stollen liegen.",
        "Eine Gefahr ist beim ersten Mal nur ein Schreck.",
        "zum zweiten Mal, stürzt der Stollen ein. Wer noch drin ist, verliert die ganze Beute dieser Sohle.",
    ):
        assert sentence in text


@pytest.mark.rule("S7", "S8", "S25", "S26", "S27", "S28")
def test_fossils_are_told_with_computed_examples() -> None:
    text = rules_text("stollen/diese-partie")
    assert "Je Sohle kommt ein Fossil in den Stapel; nicht geholte bleiben für die nächsten Sohlen drin" in text
    assert "Fährt einer allein aus, bekommt er alle" in text
    assert "2 Fossilien, zwei fahren aus: jeder bekommt eins." in text
    assert "Ein Fossil, zwei fahren aus: es bleibt liegen." in text


MANY = {"fossils.per_level": 4}


@pytest.mark.parametrize(
    ("changes", "counts", "sentence"),
    [
        (MANY, 12, True),
        (MANY | {"fossils.points": list(range(1, 61))}, 20, False),
        (MANY | {"fossils.points": [*range(5, 18), 450]}, 19, True),
        (MANY | {"fossils.collection": False}, 12, True),
        (MANY | {"fossils.collection": False, "fossils.points_plain": [*range(1, 15)]}, 14, True),
        (MANY | {"fossils.value": "carried-order"}, 20, False),
    ],
)
@pytest.mark.rule("S29", "S30", "SO16", "SO17")
def test_a_long_table_of_fossils_is_told_as_it_is_scored(changes: dict[str, Any], counts: int, sentence: bool) -> None:
    definition = make_definition("stollen/diese-partie", changes)
    table = fossil_table(definition)
    points = [definition.fossil_points(count) for count in range(21)]
    assert table["points"] == points[1 : counts + 1]
    assert table["adds"] == [points[count] - points[count - 1] for count in range(1, counts + 1)]
    assert len(table["on_card"]) == 12
    for count in range(counts + 1, 21):
        more = points[count - 1] + table["next_adds"]
        assert points[count] == (count * (count + 4) if definition.fossils.collection else more)
    text = rules_text("stollen/diese-partie", "de", changes)
    assert ("Noch mehr zählen" in text or "Jedes weitere zählt" in text) == sentence == table["goes_on"]


@pytest.mark.rule("S34", "S35", "S36", "S37", "S39", "S40", "S41", "S42", "S43", "S44", "S45", "S47", "S48")
def test_the_own_rules_are_told() -> None:
    text = rules_text("stollen/diese-partie")
    for sentence in (
        "Sobald die zweite Gefahrensorte im Stollen liegt, horcht er auf die nächste Karte.",
        "Verstummt er, kommt eine Gefahr (nicht verraten, welche",
        "Singt er, ist der nächste Schritt sicher.",
        "Sohle 1 hat 3 Gefahrensorten mit je 2 Karten, Sohle 5 hat 18 Gefahrenkarten — dafür liegen unten die "
        "dicken Funde (bis 28 Brocken).",
        "einmal je Partie",
        "sie bleibt die nächste",
        "behältst die Hälfte deiner Beute, abgerundet (von 9 also 4)",
        "Beute 9, ein Retter: 4 bleiben, 4 gehen an ihn, 1 ist verloren.",
        "Beute 10, zwei Retter: 5 bleiben, jeder Retter bekommt 2, 1 ist verloren.",
    ):
        assert sentence in text


BASE: dict[str, Any] = {}
OWNER = {"canary.heard_by": "owner"}
PLAIN_FOSSILS = {"fossils.collection": False}
# What changes, and on top of which other changes it can be seen.
SWITCHES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("SO1", BASE, {"players.min": 2}),
    ("SO1", BASE, {"players.max": 8}),
    ("SO2", BASE, {"step.choice_before_first_card": True}),
    ("SO3", BASE, {"levels.2.hazards.fire": 4}),
    ("SO4", BASE, {"levels.3.finds": [4, 5, 6]}),
    ("SO5", BASE, {"deck.mode": "growing"}),
    ("SO6", BASE, {"collapse.removes": "one-of-that-kind"}),
    ("SO6", {"collapse.removes": "one-of-that-kind"}, {"deck.mode": "growing"}),
    ("SO7", BASE, {"leftovers.split": "per-card"}),
    ("SO8", BASE, {"leftovers.at_level_end": "carried"}),
    ("SO8", BASE, {"leftovers.at_level_end": "last-leaver"}),
    ("SO9", BASE, {"leftovers.after_split": "lost"}),
    ("SO10", BASE, {"leftovers.settled": "fossils-first"}),
    ("SO11", BASE, {"fossils.single_leaver_takes": "last-turned"}),
    ("SO11", {"fossils.share": "single-leaver"}, {"fossils.single_leaver_takes": "last-turned"}),
    ("S25", BASE, {"fossils.share": "single-leaver"}),
    ("SO12", BASE, {"fossils.after_collapse": "out"}),
    ("SO13", BASE, {"fossils.after_exit": "out"}),
    ("SO13", {"fossils.after_collapse": "out"}, {"fossils.after_exit": "back"}),
    ("SO14", BASE, {"fossils.indivisible": "first-leaver"}),
    ("SO15", BASE, {"deck.when_empty": "reshuffle"}),
    ("SO15", BASE, {"deck.when_empty": "bank"}),
    ("SO16", BASE, {"fossils.value": "carried-order"}),
    ("SO17", {"fossils.per_level": 2}, {"fossils.beyond_table": "impossible"}),
    ("S7", BASE, {"fossils.per_level": 3}),
    ("S7", BASE, {"fossils.at_start": 1}),
    ("S29", BASE, {"fossils.points": [5, 12, 21, 32, 46]}),
    ("S30", PLAIN_FOSSILS, {"fossils.points_plain": [5, 10, 15, 25, 36]}),
    ("S29", BASE, PLAIN_FOSSILS),
    ("SO18", BASE, {"scoring.tie_break": "fossil-points"}),
    ("SO18", BASE, {"scoring.tie_break": "none"}),
    ("SO19", BASE, {"scoring.still_tied": "last-level"}),
    ("SO19", BASE, {"scoring.still_tied": "earliest-leaver"}),
    ("S34", BASE, {"canary.enabled": False}),
    ("SO20", BASE, {"canary.speaks": "next-card"}),
    ("SO21", BASE, {"canary.timing": "after-choice"}),
    ("SO22", BASE, OWNER),
    ("SO22", OWNER, {"canary.owner": 2}),
    ("SO23", BASE, {"canary.silent_at": "fatal-hazard"}),
    ("SO24", BASE, {"canary.wakes_at_kinds": 0}),
    ("SO24", BASE, {"canary.wakes_at_kinds": 1}),
    ("SO24", BASE, {"canary.wakes_at_kinds": 3}),
    ("SO25", BASE, {"canary.fossil_is_safe": False}),
    ("SO25", {"canary.silent_at": "fatal-hazard"}, {"canary.fossil_is_safe": False}),
    ("SO26", BASE, {"canary.before_lamp": "lamp-first"}),
    ("SO27", BASE, {"tools.lamp.announced": "at-once"}),
    ("SO28", BASE, {"tools.lamp.after_own_choice": True}),
    ("SO29", BASE, {"tools.lamp.several_at_once": False}),
    ("SO30", BASE, {"tools.helmet.use": "automatic"}),
    ("SO31", BASE, {"tools.helmet.odd": "ceil"}),
    ("SO31", BASE, {"tools.helmet.odd": "exact"}),
    ("SO32", BASE, {"tools.helmet.kept_is_banked": False}),
    ("SO33", BASE, {"tools.rope.odd": "victim"}),
    ("SO33", BASE, {"tools.rope.odd": "thrower"}),
    ("SO34", BASE, {"tools.rope.several_rest": "victim"}),
    ("SO35", BASE, {"tools.rope.may_refuse": True}),
    ("SO36", BASE, {"tools.helmet.with_rope": "both"}),
    ("SO36", BASE, {"tools.helmet.with_rope": "victim-chooses"}),
    ("SO37", BASE, {"collapse.order": "clockwise"}),
    ("SO38", BASE, {"tools.rope.spent_in_vain": True}),
    ("SO39", BASE, {"tools.rope.may_decline": False}),
    ("SO40", BASE, {"tools.rope.just_left_may_throw": False}),
    ("SO41", BASE, {"step.leaving_comes_first": False}),
    ("SO42", BASE, {"information.banks": "open"}),
    ("SO43", BASE, {"information.fossils": "hidden"}),
    ("SO43", {"information.banks": "open"}, {"information.fossils": "hidden"}),
    ("SO44", BASE, {"tools.lamp.uses": 2}),
    ("SO44", BASE, {"tools.helmet.uses": 0}),
    ("SO44", BASE, {"tools.rope.per": "level"}),
    ("SO45", BASE, {"step.last_player": "must-leave"}),
    ("SO46", BASE, {"canary.at_the_table": "player-outside"}),
    ("SO46", BASE, {"canary.at_the_table": "app"}),
    ("SO46", {"canary.at_the_table": "app"}, OWNER),
    ("SO47", BASE, {"tools.lamp.at_the_table": "eyes-closed"}),
    ("SO48", BASE, {"print.card_backs": "per-level"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rule", "ground", "change"),
    [
        pytest.param(*case, marks=pytest.mark.rule(case[0]), id=f"{case[0]}-{'-'.join(case[2])}-{n}")
        for n, case in enumerate(SWITCHES)
    ],
)
def test_every_switch_changes_the_sheet(
    rule: str, ground: dict[str, Any], change: dict[str, Any], language: str
) -> None:
    before = rules_text("stollen/diese-partie", language, ground)
    after = rules_text("stollen/diese-partie", language, ground | change)
    assert before != after
    # A value that came out as a quoted literal instead of text would show straight quotes.
    assert '"' not in after
    assert " ." not in after and " ," not in after


def test_every_open_point_has_a_switch_in_this_test() -> None:
    tested = {rule for rule, _, _ in SWITCHES}
    assert {f"SO{n}" for n in range(1, 49)} <= tested


@pytest.mark.rule("SO46")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mark_cannot_tell_a_fatal_hazard(language: str) -> None:
    text = rules_text("stollen/diese-partie", language, {"canary.silent_at": "fatal-hazard"})
    assert {"de": "Hülle", "en": "sleeve", "zh": "卡套"}[language] not in text
    assert {"de": "App", "en": "app", "zh": "應用程式"}[language] in text


@pytest.mark.rule("SO3", "SO4", "SO5")
def test_a_large_or_odd_game_is_printed_whole() -> None:
    levels = {
        str(n): {"finds": list(range(1, 101)), "hazards": {f"kind-{k}": 2 for k in range(12)}} for n in range(1, 21)
    }
    text = rules_text("stollen/diese-partie", "de", {"levels": levels, "fossils.per_level": 5})
    assert "Am Ende der 20. Sohle" in text
    assert text.count("kind 11 2×") == 20
    lone = {"levels": {"1": {"finds": [1], "hazards": {}}}, "players.min": 1, "players.max": 1, "seats": ["nie"]}
    text = rules_text("stollen/schlicht", "en", lone)
    assert "For 1 miner" in text and "one level" in text and "hazard" not in text.replace("Hazards", "").lower()

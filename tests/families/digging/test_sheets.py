"""The printed sheets: every card once, every rule as it is set, examples that a second reckoning confirms.

After a wanted change of words: ``python -m tests.families.digging.test_sheets`` writes the golden files anew; read the
difference.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from tests.printing.material import pdf_text, quick_text
from workbench.definition.load import load
from workbench.families.digging.facts import metal_facts
from workbench.families.digging.pieces import card_list
from workbench.families.digging.words import fight_example, mine_states, rules_context, scoring_examples
from workbench.printing.typst import fill
from workbench.resources import templates_folder
from workbench.tasks.render import render

from .on_paper import Mine, Round, deck_of

GOLDEN = Path(__file__).with_name("golden")
LANGUAGES = ("de", "en", "zh")
SHEETS = [(variant, language) for variant in ("team", "einzeln") for language in LANGUAGES]


def definition(variant: str = "team", *settings: str) -> Any:
    return load(variant if variant.endswith(".toml") else f"digging/{variant}", settings).definition


@cache
def sheet(kind: str, variant: str, language: str = "en", *settings: str, paper: str = "a4") -> bytes:
    """The PDF of a sheet."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        name = variant if variant.endswith(".toml") else f"digging/{variant}"
        render(kind, load(name, settings), path, language=language, paper=paper)
        return path.read_bytes()


@cache
def said(variant: str, language: str, *settings: str) -> str:
    """The sentences of a rules sheet as they are handed to the engine, without its marks: read in no time."""
    context = rules_context(definition(variant, *settings), language) | {"frame": {}}
    source = fill(templates_folder(), f"digging/rules.{language}.typ.j2", context)
    source = re.sub(r'#(?:"((?:[^"\\]|\\.)*)"|(\d+));', lambda value: value[1] or value[2], source)
    return re.sub(r"\s+", " ", source.replace("*", ""))


def pages(pdf: bytes) -> int:
    document = PdfDocument(pdf)
    found = len(document)
    document.close()
    return found


# --- the words ------------------------------------------------------------------------------------


def lines(variant: str, language: str) -> str:
    """The words of a rules sheet, one sentence a line; without the fingerprints, which follow from the definition."""
    text = pdf_text(sheet("rules", variant, language))
    strip = rf"digging/{variant} · rules .*?(\d+ von \d+|\d+ of \d+|第\d+頁，共\d+頁) ?"
    return re.sub(strip, "", text).replace(". ", ".\n").replace("。", "。\n").strip() + "\n"


def golden(variant: str, language: str) -> Path:
    return GOLDEN / f"{variant}.{language}.txt"


@pytest.mark.parametrize(("variant", "language"), SHEETS)
def test_the_words_are_the_ones_read_before(variant: str, language: str) -> None:
    assert lines(variant, language) == golden(variant, language).read_text(encoding="utf-8")


@pytest.mark.parametrize(("variant", "language"), SHEETS)
def test_the_rules_fit_on_one_sheet_of_paper(variant: str, language: str) -> None:
    assert pages(sheet("rules", variant, language)) == 2
    assert pages(sheet("rules", variant, language, paper="letter")) == 2


ALONE = "einzeln"
OWN = "fights.own_mine=true"
TARGET = "target=80"
CHANGES: list[tuple[str, str, tuple[str, ...], str, str, str | None]] = [
    # Open point, variant, settings it can be seen with, setting, what is said then, what is not said any more.
    ("DO1", "team", (), 'turns.starter="random"', "Draw lots who begins", "left of the dealer begins"),
    ("DO1", "team", (), 'turns.starter="dealer"', "The dealer begins", "left of the dealer begins"),
    ("DO2", "team", (), 'turns.passing="allowed"', "You may also pass.", "may pass only if you can do none"),
    ("DO2", ALONE, (), 'turns.passing="allowed"', "You may also pass.", "may pass only if you can do neither"),
    ("DO3", "team", (), 'displays.opponents="everything"', "put any card into the others’", "only closers and bandits"),
    ("DO4", "team", (), 'mines.late_double="forbidden"', "as the first crate only", "not at the bottom"),
    ("DO4", "team", (), 'mines.late_double="doubles"', "wherever it lies in the stack", "Further up it counts"),
    ("DO6", "team", (), 'fights.top_crate="to-hand"', "goes to the hand of whoever closed it", "leaves the game, even"),
    ("DO8", "team", (), "fights.second_bandit=true", "the attacker may add a second bandit", None),
    ("DO9", "team", (), OWN, "your bandit counts for the defence", "may not raid your own"),
    ("DO9", ALONE, (), OWN, "If it is your own, your bandit counts for the defence", "open mine of the others"),
    ("DO11", "team", (), "fights.partner_supports=false", "partner may not add a bandit", "C adds the"),
    ("DO12", "team", (), 'fights.closed_by="defenders"', "by the owner’s team only", "partner may play a closer, too"),
    ("DO12", ALONE, (), 'fights.closed_by="defenders"', "by the owner of the mine only", None),
    ("DO15", "team", (), 'fights.won_mine_to="winners-choice"', "or his partner’s, as he likes", None),
    ("DO16", ALONE, (), 'fights.alone="all-against-owner"', "all bandits against the owner", "strongest single bandit"),
    ("DO18", "team", (), "last_round.drawer_acts=false", "he himself none", "he himself last"),
    ("DO20", "team", (), "last_round.pushing=false", "neither draw nor push", "but still push"),
    ("DO22", "team", (), 'information.table_talk="free"', "You may talk about what you hold", "You do not tell"),
    ("DO23", "team", (), 'scoring.tie="more-gold"', "has more points from gold wins", None),
    ("DO23", "team", (), 'scoring.tie="next-round"', "another round and add its points", "share the victory"),
    ("DO23", "team", (TARGET,), 'scoring.tie="more-gold"', "does not help, you play another round", None),
    ("DO24", "team", (), TARGET, "has at least 80 points at the end of a round", "share the victory"),
    ("DO24", ALONE, (), TARGET, "until somebody has 80 points in all", "share the victory"),
    ("DO25", "team", (), "mines.several_of_a_metal=false", "may not get another one", "may have several"),
    ("DO25", ALONE, (), "mines.several_of_a_metal=false", "may not get another one", "may have several"),
    ("DO28", "team", (), "scoring.card_in_hand=1", "you still hold costs one point", "cards in hand score nothing"),
    ("DO28", "team", (), "scoring.card_in_hand=3", "you still hold costs three points", "cards in hand score nothing"),
    ("D2", "team", (), "hand_size=5", "Everybody is dealt five. The other 40", "dealt six"),
    ("D2", "team", (), "hand_size=15", "All of them are dealt.", "dealt six"),
    ("D3", "team", (), "players.max=8", "The strongest team gets it", "attacking team has more"),
    ("D14", "team", (), "bandits=[]", "only closers, never mines", "raid"),
    ("D20", "team", (), "turns.most=90", "not empty after 90 turns", "400 turns"),
    ("D22", "team", (), "metals.copper.value=7", "copper, gold and silver", "gold, silver and copper"),
]  # fmt: skip
ONE_OPTION = {5, 7, 10, 13, 14, 17, 19, 21, 26, 27}
"""Open points that the definition leaves no choice in: their sentences stand in the golden files."""


@pytest.mark.parametrize(
    ("rule", "variant", "ground", "setting", "said_then", "unsaid"),
    [pytest.param(*case, marks=pytest.mark.rule(case[0]), id=f"{case[0]}-{case[1]}-{case[3]}") for case in CHANGES],
)
def test_a_changed_rule_is_told(
    rule: str, variant: str, ground: tuple[str, ...], setting: str, said_then: str, unsaid: str | None
) -> None:
    plain, changed = said(variant, "en", *ground), said(variant, "en", *ground, setting)
    assert said_then in changed and said_then not in plain
    assert unsaid is None or (unsaid in plain and unsaid not in changed)
    for language in ("de", "zh"):
        assert said(variant, language, *ground, setting) != said(variant, language, *ground)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "settings"), [(case[1], (*case[2], case[3])) for case in CHANGES], ids=str)
def test_a_changed_sheet_is_well_set(variant: str, settings: tuple[str, ...], language: str) -> None:
    text = quick_text(sheet("rules", variant, language, *settings))
    assert not [mark for mark in ('"', " .", " ,", "{", "<<", "None") if mark in text]


def test_every_open_point_with_a_choice_is_tested() -> None:
    tested = {rule for rule, *_ in CHANGES}
    assert {f"DO{number}" for number in range(1, 29) if number not in ONE_OPTION} <= tested


@pytest.mark.rule("D3", "D4", "D5", "D6", "D8", "D10", "D12", "D13", "D14", "D15", "D16", "D17", "D18", "D19", "D21")
def test_the_seed_is_told() -> None:
    text = said("team", "de")
    for sentence in (
        "Je zwei Spieler bilden ein Team und sitzen einander gegenüber.",
        "tust du genau eines von dreien. Dann ist dein linker Nachbar dran.",
        "Du darfst beliebig viele Karten halten.",
        "Gib deinem Partner verdeckt eine deiner Handkarten. Er muss sie nehmen",
        "Sie eröffnet eine Mine.",
        "auf eine offene Mine ihres Metalls, beliebig viele übereinander",
        "Ist sie die erste Kiste, verdoppelt sie die Mine.",
        "schließt eine offene Mine, ob leer oder voll",
        "Auf eine geschlossene Mine kommt nichts mehr, und niemand kann sie überfallen.",
        "Leere und geschlossene Minen sind sicher.",
        "darf jeder andere eine Karte spielen: einen Banditen oder einen Schließer",
        "bei Gleichstand bleibt sie, wo sie ist",
        "kommt mit allen Karten in die Auslage des Angreifers und bleibt offen",
        "Die Mine ist geschlossen, aber ihre oberste Kiste kommt aus dem Spiel",
        "kommen alle Banditen des Kampfes aus dem Spiel",
        "kommt jeder noch genau einmal an die Reihe, er selbst zuletzt",
        "Offene Minen, Minen ohne Kisten und Handkarten zählen nichts.",
    ):
        assert sentence in text, sentence


# --- the cards ------------------------------------------------------------------------------------


@pytest.mark.rule("D1")
@pytest.mark.parametrize(
    "settings",
    [(), ("bandits=[4, 4, 9]", "closers=1"), ("metals.gold.crates=2", "metals.tin={value=4, mines=1, crates=3}")],
    ids=str,
)
def test_every_card_of_the_deck_is_printed_once(settings: tuple[str, ...]) -> None:
    d = definition("team", *settings)
    cards = card_list(d, "en")
    assert Counter(card["id"] for card in cards) == deck_of(d.model_dump())
    assert len(cards) == d.cards
    assert all(card["back"] == {"kind": "deck"} for card in cards)


def test_metals_have_looks_and_words_of_their_own() -> None:
    settings = [
        "metals.copper=" + '{value=1, mines=1, crates=1, title={de="Mondstein", zh="月光石"}}',
        "metals.mithril={value=9, mines=1, crates=4, double_crates=1}",
        "metals.old_iron={value=1, mines=1, crates=4}",
        "metals.iron={value=1, mines=1, crates=4}",
    ]
    d = definition("team", *settings)
    facts = metal_facts(d, "de")
    assert len({metal["icon"] for metal in facts}) == len({metal["fill"] for metal in facts}) == 6
    names = {metal["id"]: (metal["label"], metal["mine"], metal["crate"], metal["double"]) for metal in facts}
    assert names["copper"] == ("Mondstein", "Mondstein-Mine", "Mondstein-Kiste", "Mondstein-Doppelkiste")
    assert names["old_iron"] == ("Old iron", "Old-iron-Mine", "Old-iron-Kiste", "Old-iron-Doppelkiste")
    assert names["iron"][1] == "Eisenmine"
    assert "Dig for mithril, gold, silver, mondstein" in quick_text(sheet("rules", "team", "en", *settings))
    assert {metal["label"] for metal in metal_facts(d, "zh")} >= {"月光石", "Mithril"}
    for kind, language in (("rules", "de"), ("cards", "zh"), ("pads", "en"), ("aids", "zh")):
        text = quick_text(sheet(kind, "team", language, *settings))
        assert "Mithril" in text and ("月光石" if language == "zh" else "Mondstein") in text


@pytest.mark.rule("DO4", "DO6", "D22")
def test_cards_say_what_is_set() -> None:
    plain = quick_text(sheet("cards", "team", "en"))
    assert plain.count("each crate in it scores 3 points") == plain.count("each crate in it scores 1 point.") == 3
    assert "As the first crate it doubles the mine, later it counts as a plain one." in plain
    assert "the top crate is lost then" in plain
    changed = quick_text(
        sheet("cards", "team", "en", 'mines.late_double="doubles"', 'fights.top_crate="to-hand"', "metals.gold.value=8")
    )
    assert "even on top of other crates" in changed and "as the first: mine × 2" not in changed
    assert "the top crate then goes to your hand" in changed
    assert changed.count("each crate in it scores 8 points") == 3


def test_a_value_that_is_another_upside_down_is_underlined(tmp_path: Path) -> None:
    values = (6, 7, 8, 9, 68, 69, 90)
    render("cards", load("digging/team", [f"bandits={list(values)}"]), png=tmp_path, dpi=100)
    faces = {value: Image.open(tmp_path / f"deck-bandit-{value}-01.png").convert("L") for value in values}
    # Between the digits of the corner and the pictogram nothing is drawn but the line.
    below = {value: np.asarray(face.crop((18, 51, 66, 57))).min() for value, face in faces.items()}
    assert [value for value in values if below[value] < 160] == [6, 9, 68]


def test_a_designer_names_cards_by_how_their_ids_begin(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(
        'family = "digging"\nextends = "digging/team"\n[print.cards."mine:gold"]\ntext = "Klondike"\n'
        '[print.cards."mine:gold:2"]\ntext = "Eldorado"\n[print.cards.bandit]\ntext = "Hands up"\n',
        encoding="utf-8",
    )
    text = quick_text(sheet("cards", str(path)))
    assert (text.count("Klondike"), text.count("Eldorado"), text.count("Hands up")) == (2, 1, 12)


# --- the examples ---------------------------------------------------------------------------------


def on_paper(d: Any, drawn: dict[str, Any], closed: bool = True) -> int:
    """What a drawn mine is worth by the rules on paper."""
    copies: Counter[str] = Counter()
    crates = []
    for card in drawn["cards"][1:]:
        copies[card["kind"]] += 1
        crates.append(f"{card['kind']}:{drawn['metal']['id']}:{copies[card['kind']]}")
    name = f"mine:{drawn['metal']['id']}:1"
    table = Round(d.model_dump(), [[], [], [], []], ["closer:1"], 0)
    table.mines[name] = Mine(0, crates, "closer:1" if closed else None)
    return table.value(name)


@pytest.mark.rule("D-E1", "D-E2", "D-E4", "D-E6", "D23", "D24")
@pytest.mark.parametrize("late", ["plain", "forbidden", "doubles"])
def test_the_drawn_mines_are_worth_what_they_say(late: str) -> None:
    d = definition("team", f'mines.late_double="{late}"')
    found = scoring_examples(d, "en")
    values = {"plain": [6, 24, 6], "forbidden": [6, 24], "doubles": [6, 24, 12]}[late]
    assert [example["value"] for example in found] == values == [on_paper(d, example) for example in found]
    assert [state["value"] for state in mine_states(d, "en")] == [0, 4, 2]
    fight = fight_example(d, "en")
    assert fight is not None
    closing = fight["closing"]
    assert (closing["value"], closing["left"]) == (24, 18)
    without_top = {**closing, "cards": closing["cards"][:-1]}
    assert on_paper(d, without_top) == closing["left"]
    assert on_paper(d, closing, closed=False) == 0


@pytest.mark.rule("D-E5", "D16", "DO16")
@pytest.mark.parametrize(
    ("variant", "settings", "outcome"),
    [
        ("team", (), "kept"),
        ("team", ("fights.partner_supports=false",), "lost"),
        ("team", ("bandits=[5, 6]",), "lost"),
        ("einzeln", (), "lost"),
        ("einzeln", ('fights.alone="all-against-owner"',), "kept"),
        ("einzeln", ("players.max=2", 'seats=["zufall", "zufall"]'), "lost"),
    ],
    ids=str,
)
def test_the_drawn_fight_ends_as_it_says(variant: str, settings: tuple[str, ...], outcome: str) -> None:
    d = definition(variant, *settings)
    found = fight_example(d, "en")
    assert found is not None
    if found["kind"] == "highest":
        played = [value for _, value in found["played"]]
    else:
        played = [found["attack"][0], found["defence"], *found["attack"][1:]]
    assert set(played) <= set(d.bandits) and len(set(played)) == len(played)
    hands = [[f"bandit:{value}"] for value in played] + [[]] * (d.players.max - len(played))
    table = Round(d.model_dump(), hands, ["closer:1"], 0)
    table.mines["mine:gold:1"] = Mine(1, ["crate:gold:1"])
    table.do(0, {"action": "play", "card": hands[0][0], "mine": "mine:gold:1"})
    for player in range(1, d.players.max):
        table.answer(player, hands[player][0] if hands[player] else None)
    ended = table.settle()
    assert ended["outcome"] == outcome
    if found["kind"] == "highest":
        assert "ABCD"[ended["to"]] == found["taker"]
    else:
        assert (ended["attack"], ended["defence"]) == (found["sum"], found["defence"])
        assert found["won"] == (outcome == "lost")


# --- pads and aids --------------------------------------------------------------------------------


@pytest.mark.rule("DO24")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pad_has_a_row_for_each_metal_or_for_each_round(language: str) -> None:
    rounds = {"de": "Runde {}", "en": "Round {}", "zh": "第{}輪"}[language]
    one, several = (quick_text(sheet("pads", "team", language, *target)) for target in ((), (TARGET,)))
    assert rounds.format(1) not in one
    assert all(several.count(rounds.format(number)) == 2 for number in range(1, 9))
    assert several.count("80") >= 2 > one.count("80")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in SHEETS:
        golden(*each).write_text(lines(*each), encoding="utf-8")

"""The lines of a log are those of CONTRACT section 6, and every one of them can be told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench import simulate
from workbench.families.digging.narrate import narrate
from workbench.terminal import languages

from .audit import VARIANTS
from .table_top import ALONE, TEAM, Layout, play_rounds

GOLD = "mine:gold:1"


def test_the_file_has_the_lines_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    simulate("digging/team", games=3, seed=4, log=path, log_games=3)
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    heads = [event for event in events if event["event"] == "game"]
    assert [head["game"] for head in heads] == [0, 1, 2]
    assert list(heads[0]) == ["event", "family", "variant", "fingerprint", "seed", "game", "seats", "teams"]
    keys = {
        "round": ["event", "round", "hands", "pile", "starter"],
        "round-end": ["event", "mines", "scores", "team_scores"],
        "end": ["event", "scores", "team_scores", "winners"],
    }
    for name, expected in keys.items():
        assert {tuple(event) for event in events if event["event"] == name} == {tuple(expected)}


@pytest.mark.rule("D5", "D6", "D8", "D9", "D14", "D20", "DO2")
def test_a_game_word_for_word() -> None:
    deck = f"{GOLD} bandit:5 closer:1 bandit:7 crate:gold:4 crate:gold:2"
    script = [f"{GOLD} for 0", "draw", f"crate:gold:4 on {GOLD}", f"bandit:5 on {GOLD}", f"closer:1 on {GOLD}"]
    events = play_rounds(deck, script, 2, ALONE, hand_size=3)
    assert events[0] == {"event": "game", "teams": None}
    assert events[1]["hands"] == [[GOLD, "closer:1", "crate:gold:4"], ["bandit:5", "bandit:7", "crate:gold:2"]]
    assert (events[1]["round"], events[1]["starter"], len(events[1]["pile"])) == (1, 0, 54)
    assert events[2:4] == [
        {"event": "turn", "turn": 1, "player": 0, "action": "play", "card": GOLD, "display": 0},
        {"event": "turn", "turn": 2, "player": 1, "action": "draw", "card": events[1]["pile"][0]},
    ]
    assert events[4] == {
        "event": "turn", "turn": 3, "player": 0, "action": "play", "card": "crate:gold:4", "mine": GOLD,
    }  # fmt: skip
    assert events[5] == {
        "event": "turn", "turn": 4, "player": 1, "action": "play", "card": "bandit:5", "mine": GOLD,
        "fight": {
            "answers": [{"player": 0, "card": None}], "attack": 5, "defence": 0, "outcome": "lost", "to": 1,
            "removed": None,
        },
    }  # fmt: skip
    assert events[6]["card"] == "closer:1"
    assert events[-3] == {"event": "turn", "turn": 60, "player": 1, "action": "pass"}
    assert events[-2] == {
        "event": "round-end",
        "mines": [{"mine": GOLD, "display": 1, "cards": ["crate:gold:4"], "closed": True, "value": 3}],
        "scores": [0, 3],
        "team_scores": None,
    }
    assert events[-1] == {"event": "end", "scores": [0, 3], "team_scores": None, "winners": [1]}


def test_equal_bandits_have_names_of_their_own() -> None:
    table = Layout(["bandit:7 bandit:7:2", "", "", ""], [(GOLD, 1, "crate:gold:1")], bandits=[7, 7, 7])
    assert table.do(0, f"bandit:7 on {GOLD}")["card"] == "bandit:7"
    assert table.hand(0) == ["bandit:7:2"]
    assert "bandit:7:3" in table.names


def told(events: list[dict[str, Any]], language: str) -> list[str]:
    seats = [{"character": name} for name in "abcd"]
    head = {**events[0], "game": 0, "seed": 1, "variant": "x", "seats": seats}
    return list(narrate([head, *events[1:]], language))


@pytest.mark.parametrize("language", ["de", "en", "zh", "fr"])
def test_every_line_can_be_told(language: str, tmp_path: Path) -> None:
    """Also in a language without words, and with metals that have none."""
    path = tmp_path / "log.jsonl"
    for variant in VARIANTS:
        options = ["metals.mithril={value=4, mines=2, crates=3, double_crates=1}"]
        simulate(variant, games=4, seats=["zufall"] * 4, log=path, log_games=4, settings=options)
        events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        lines = list(narrate(events, language))
        turns = sum(event["event"] == "turn" for event in events)
        assert len(lines) > turns
        assert not any("{" in line or "None" in line for line in lines)


def test_a_fight_in_words() -> None:
    table = Layout(["bandit:7", "closer:4", "", ""], [(GOLD, 1, "crate:gold:1")], variant=TEAM)
    fight = table.do(0, f"bandit:7 on {GOLD}", {1: "closer:4"})
    opened = {"event": "turn", "turn": 1, "player": 1, "action": "play", "card": GOLD, "display": 1}
    lines = told([{"event": "game", "teams": None}, opened, fight], "en")
    assert [line.strip() for line in lines[1:]] == [
        "1  b (seat 1) opens: Gold mine 1",
        "1  a (seat 0) attacks Gold mine 1 of b (seat 1): Bandit 7",
        "b (seat 1) answers: Closer",
        "The mine is closed, its top crate is gone: Gold crate",
    ]


def test_all_languages_have_the_same_sentences() -> None:
    from workbench.families.digging.legal import FAULTS
    from workbench.families.digging.narrate import WORDS
    from workbench.terminal import sentences

    faults = WORDS.with_name("faults.toml")
    for file in (WORDS, faults):
        assert set(languages(file)) == {"de", "en", "zh"}
        keys = [list(sentences(file, language)) for language in languages(file)]
        assert keys[0] == keys[1] == keys[2]
    assert list(sentences(faults, "en")) == list(FAULTS[1:])

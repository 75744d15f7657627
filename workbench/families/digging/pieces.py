"""What is cut out or written on: the cards, the score pad, the player aids."""

from __future__ import annotations

from collections import Counter
from typing import Any

from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.facts import facts, longer, metal_facts
from workbench.families.digging.vocabulary import vocabulary

PADS_A_PAGE = 2
ROUNDS_ON_A_PAD = 8
LOOKS_OF_BANDITS = 3
"""Pictures of bandits: the weak, the middling, the strong."""

KINDS = {"mine": "mines", "crate": "crates", "double": "double_crates"}
"""The cards of a metal, in the order of printing, and how the definition counts them."""


def card_list(d: DiggingDefinition, language: str) -> list[dict[str, Any]]:
    """All cards of the deck (D1): mines, crates, double crates, each by metal; closers; bandits by value."""
    words = vocabulary(language)["sheets"]
    deck = {"deck": "deck", "deck_name": words["deck"], "back": {"kind": "deck"}}
    metals = metal_facts(d, language)
    cards: list[dict[str, Any]] = [
        {"kind": kind, "id": f"{kind}:{metal['id']}:{number}", "name": metal[kind], "metal": metal, **deck}
        for kind, counted in KINDS.items()
        for metal in metals
        for number in range(1, metal[counted] + 1)
    ]
    cards += [
        {"kind": "closer", "id": f"closer:{number}", "name": words["closer"], **deck}
        for number in range(1, d.closers + 1)
    ]
    cards += [
        {
            "kind": "bandit",
            "id": name,
            "name": f"{words['bandit']} {value}",
            "value": value,
            "might": 1 + place * LOOKS_OF_BANDITS // len(d.bandits),
            **deck,
        }
        for place, (name, value) in enumerate(bandit_ids(d))
    ]
    return cards


def bandit_ids(d: DiggingDefinition) -> list[tuple[str, int]]:
    """Id and value of each bandit, by value; further ones of a value are numbered from 2."""
    found: list[tuple[str, int]] = []
    for value, copies in sorted(Counter(d.bandits).items()):
        found += [(f"bandit:{value}" + (f":{copy}" if copy > 1 else ""), value) for copy in range(1, copies + 1)]
    return found


def cards_context(d: DiggingDefinition, language: str) -> dict[str, Any]:
    """Every card of the game in the order of printing."""
    found = facts(d, language)
    words = found["w"]
    double_line = words["doubles" if d.mines.late_double == "doubles" else "first_doubles"]
    return found | {"w": words | {"double_line": double_line}, "cards": card_list(d, language)}


def sides_on_pad(d: DiggingDefinition, words: dict[str, Any]) -> list[str]:
    """The columns of a score table: teams by number, or an empty one for each player's name."""
    if not d.teams:
        return [""] * d.players.max
    return [words["team"].format(n=number) for number in range(1, d.players.max // 2 + 1)]


def pad_rows(d: DiggingDefinition, words: dict[str, Any], metals: list[dict[str, Any]]) -> list[str]:
    """The rows of a score table: the metals of one round, or the rounds of a longer game; then the total."""
    if longer(d):
        rows = [words["round_n"].format(n=number) for number in range(1, min(ROUNDS_ON_A_PAD, d.rounds.most) + 1)]
    else:
        rows = [f"{metal['label']} × {metal['value']}" for metal in metals]
        rows += [words["in_hand"]] if d.scoring.card_in_hand else []
    return [*rows, words["total"]]


def pads_context(d: DiggingDefinition, language: str) -> dict[str, Any]:
    """Score pads: a column for each team or player; a row for each metal, or for each round of a longer game."""
    found = facts(d, language)
    words = found["w"]
    pads = [{"id": "pad", "name": words["pad"], "copy": copy} for copy in range(1, PADS_A_PAGE + 1)]
    return found | {
        "cards": pads,
        "sides": sides_on_pad(d, words),
        "rounds": min(ROUNDS_ON_A_PAD, d.rounds.most) if found["several_rounds"] else 0,
        "goal": words["goal"].format(n=d.target) if d.target else None,
    }


def aids_context(d: DiggingDefinition, language: str) -> dict[str, Any]:
    """A player aid for each player: the turn, the fight, what counts."""
    found = facts(d, language)
    aids = [{"id": "aid", "name": found["w"]["aid"], "seat": seat} for seat in range(1, d.players.max + 1)]
    return found | {"cards": aids}

"""Random definitions, for tests of what must hold for all of them."""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.families.digging.check import findings
from workbench.families.digging.definition import DiggingDefinition
from workbench.family import Seat

CHARACTERS = ("schuerfer", "raeuber", "buchhalterin", "zufall", "wild")
WILD = {"strategy": "random", "draw_percent": 20, "answer_percent": 80}
"""A character that answers most attacks."""
METALS = ("gold", "silver", "copper", "tin")


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Any option of every open point that changes play (docs/rules.md, 3.4)."""
    pick = lambda *options: draw(st.sampled_from(options))  # noqa: E731
    flag = draw(st.booleans()), draw(st.booleans()), draw(st.booleans()), draw(st.booleans()), draw(st.booleans())
    return {
        "turns": {
            "starter": pick("left-of-dealer", "random", "dealer"),
            "passing": pick("only-if-stuck", "only-if-stuck", "allowed"),
            "most": pick(400, 400, 60, 1),
        },
        "displays": {"opponents": pick("closers-and-bandits", "everything")},
        "mines": {"late_double": pick("plain", "forbidden", "doubles"), "several_of_a_metal": flag[0]},
        "fights": {
            "top_crate": pick("out", "to-hand"),
            "second_bandit": flag[1],
            "own_mine": flag[2],
            "partner_supports": flag[3],
            "closed_by": pick("anyone", "defenders"),
            "won_mine_to": pick("attacker", "winners-choice"),
            "alone": pick("each-alone", "all-against-owner"),
        },
        "last_round": {"drawer_acts": flag[4], "pushing": pick(True, False)},
        "scoring": {"tie": pick("shared", "more-gold", "next-round"), "card_in_hand": pick(0, 0, 1, 3)},
        "rounds": {"most": pick(50, 1, 2, 5)},
        "target": pick(0, 0, 5, 20),
    }


@st.composite
def decks(draw: st.DrawFn) -> dict[str, Any]:
    """Cards of one to four metals, closers and bandits, some with equal values."""
    number = lambda low, high: draw(st.integers(low, high))  # noqa: E731
    metals = {}
    for name in METALS[: number(1, 4)]:
        crates, doubles = number(0, 9), number(0, 2)
        mines = number(1 if crates + doubles else 0, 4)
        metals[name] = {"value": number(1, 5), "mines": mines, "crates": crates, "double_crates": doubles}
    bandits = draw(st.one_of(st.permutations(range(1, 13)), st.lists(st.integers(1, 6), max_size=20)))
    return {"metals": metals, "bandits": list(bandits), "closers": number(1, 9)}


@st.composite
def definitions(draw: st.DrawFn, most_players: int = 4) -> DiggingDefinition:
    """A valid definition with any of its rules, for two to ``most_players`` players."""
    teams = draw(st.booleans())
    players = draw(st.sampled_from(range(4, most_players + 1, 2) if teams else range(2, most_players + 1)))
    seats = draw(st.lists(st.sampled_from(CHARACTERS), min_size=players, max_size=players))
    deck = draw(decks())
    size = sum(m["mines"] + m["crates"] + m["double_crates"] for m in deck["metals"].values())
    size += len(deck["bandits"]) + deck["closers"]
    hand = draw(st.integers(0, min(size // players, 8)))
    tables = {
        "family": "digging",
        "title": "random",
        "teams": teams,
        "seats": seats,
        "players": {"min": players, "max": players},
        "hand_size": hand,
        "characters": {**shipped_characters(), "wild": WILD},
        **deck,
        **draw(options()),
    }
    definition = DiggingDefinition.model_validate(tables)
    assume(not [finding for finding in findings(definition) if finding.severity == "error"])
    return definition


def shipped_characters() -> dict[str, Any]:
    """The characters of the family as tables."""
    found = load("digging/team").definition.model_dump()["characters"]
    return dict(found)


def seats_of(definition: DiggingDefinition, names: tuple[str, ...] | None = None) -> list[Seat]:
    """The characters of the definition, or others by name."""
    found = []
    for name in names or definition.seats:
        parameters = definition.characters[name].model_dump()
        found.append(Seat(name, parameters.pop("strategy"), parameters))
    return found

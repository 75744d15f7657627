"""Problems of meaning in a definition of digging whose shape is right, and of a line-up."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from workbench import DefinitionError, build, simulate
from workbench.tasks.examine import validate

TEAM, ALONE = "digging/team", "digging/einzeln"


def findings(variant: str, *settings: str) -> list[tuple[str, str, str]]:
    return sorted((p.key or "", p.severity, p.code) for p in validate(variant, settings=settings).problems)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (["metals.gold.mines=0"], [("metals.gold.mines", "error", "no-mine")]),
        (["metals.gold.mines=0", "metals.gold.crates=0"], [("metals.gold.mines", "error", "no-mine")]),
        (
            ["metals.gold.mines=0", "metals.gold.crates=0", "metals.gold.double_crates=0"],
            [("metals.gold", "warning", "no-cards")],
        ),
        (["metals.gold.value=0"], [("metals.gold.value", "error", "no-value")]),
        (
            ["metals.gold.crates=0", "metals.gold.double_crates=0"],
            [("metals.gold.crates", "warning", "no-crates")],
        ),
        (["hand_size=16"], [("hand_size", "error", "deck-too-small")]),
        (["hand_size=15"], [("hand_size", "warning", "no-pile")]),
        (["closers=0"], [("closers", "error", "no-closers")]),
        (["closers=60", "metals.gold.crates=60"], [("metals", "error", "deck-too-large")]),
        (["metals.gold.mines=33"], [("metals", "error", "too-many-mines")]),
        (["turns.most=35"], [("turns.most", "warning", "few-turns")]),
        (["turns.most=36"], []),
        (["target=6001"], [("target", "warning", "out-of-reach")]),
        (["target=6000"], []),
        (["target=50", "rounds.most=1"], [("target", "warning", "no-effect")]),
        (["rounds.most=4"], [("rounds.most", "warning", "no-effect")]),
        (["rounds.most=4", "scoring.tie=next-round"], []),
        (["fights.alone=all-against-owner"], [("fights.alone", "warning", "no-effect")]),
        (["bandits=[]", "fights.own_mine=true"], [("fights.own_mine", "warning", "no-effect")]),
        # Values may be there twice.
        (["bandits=[1, 1, 2, 7, 7, 7]"], []),
    ],
)
def test_what_makes_a_deck_playable(settings: list[str], expected: list[tuple[str, str, str]]) -> None:
    assert findings(TEAM, *settings) == expected


@pytest.mark.rule("D3")
@pytest.mark.parametrize(
    ("variant", "settings", "expected"),
    [
        (TEAM, ["players.min=3"], [("players.min", "error", "uneven-teams")]),
        (TEAM, ["players.min=2"], [("players.min", "error", "uneven-teams")]),
        (TEAM, ["players.max=5"], [("players.max", "error", "uneven-teams")]),
        (TEAM, ["players.max=6"], []),
        (
            ALONE,
            ["teams=true", 'seats=["zufall", "zufall", "zufall"]'],
            [("players.min", "error", "uneven-teams"), ("seats", "error", "uneven-teams")],
        ),
        (ALONE, ["fights.partner_supports=false"], [("fights.partner_supports", "warning", "no-effect")]),
        (ALONE, ["last_round.pushing=false"], [("last_round.pushing", "warning", "no-effect")]),
        (ALONE, ["fights.won_mine_to=winners-choice"], [("fights.won_mine_to", "warning", "no-effect")]),
        (ALONE, ["fights.alone=all-against-owner"], []),
    ],
)
def test_teams(variant: str, settings: list[str], expected: list[tuple[str, str, str]]) -> None:
    assert findings(variant, *settings) == expected


@pytest.mark.rule("D3")
@pytest.mark.parametrize("names", ["zufall", "zufall,zufall", "zufall,zufall,zufall"])
def test_a_line_up_without_teams_is_refused(names: str) -> None:
    with pytest.raises(DefinitionError, match=r"cannot be divided|one team only"):
        simulate(TEAM, games=1, seats=names.split(","))


def test_seven_metals_are_too_many() -> None:
    more = [f"metals.m{n}={{value=1, mines=1, crates=1}}" for n in range(4)]
    assert findings(TEAM, *more) == [("metals", "error", "too-many-metals")]


@pytest.mark.rule("D26")
def test_a_build_for_three_players_leaves_out_the_parent_for_four(tmp_path: Path) -> None:
    said: list[str] = []
    with patch("workbench.tasks.build.render", lambda *_, **__: SimpleNamespace(pdf=b"", notes=())):
        made = build(ALONE, tmp_path, games=20, seats=["zufall"] * 3, step=said.append)
        assert made.compare is None
        assert any("not compared with digging/team: 3 players cannot be divided" in text for text in said)
        assert build(ALONE, tmp_path, games=20).compare is not None
        with pytest.raises(DefinitionError, match="cannot be divided"):
            build(ALONE, tmp_path, games=20, seats=["zufall"] * 3, against=TEAM)

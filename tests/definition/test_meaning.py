"""Problems of meaning in a definition whose shape is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.definition.find import shipped_variants
from workbench.tasks.examine import validate

TINY = """\
family = "stollen"
title = "Kurz"
seats = ["nie", "nie", "nie"]
[levels.1]
finds = [1, 2, 3]
hazards = { gas = 2, water = 2 }
[levels.2]
finds = [4, 5]
hazards = { gas = 2, water = 2 }
"""


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kurz.toml").write_text(TINY)


def findings(*settings: str) -> list[tuple[str, str, str]]:
    problems = validate("kurz.toml", settings=settings).problems
    return [(p.key or "", p.severity, p.code) for p in problems]


@pytest.mark.parametrize("variant", sorted(shipped_variants()))
def test_shipped_variants_have_no_problem(variant: str) -> None:
    assert validate(variant).is_fine(strict=True)
    assert not validate(variant).problems


def test_the_tiny_game_has_none() -> None:
    assert findings() == []


def test_endless() -> None:
    """Shuffled again for ever: an error; where the deck may run out, only nothing to fear."""
    none = "levels.1.hazards={gas=0, water=0}"
    assert findings(none) == [("levels.1.hazards", "warning", "no-hazards")]
    assert findings(none, "deck.when_empty=bank") == [("levels.1.hazards", "warning", "no-hazards")]
    assert findings(none, "deck.when_empty=reshuffle") == [("levels.1.hazards", "error", "endless")]
    Path("kurz.toml").write_text(TINY.replace("hazards = { gas = 2, water = 2 }", "", 1))
    assert findings("deck.when_empty=reshuffle") == [("levels.1.hazards", "error", "endless")]
    Path("kurz.toml").write_text(TINY)
    assert findings("deck.when_empty=reshuffle", "levels.1.hazards={gas=1, water=1}") == []


def test_a_growing_deck_keeps_its_hazards() -> None:
    growing = "deck.mode=growing"
    assert findings(growing, "levels.2.hazards={gas=0,water=0}") == []
    assert findings(growing, "levels.2.hazards={gas=0,water=0}", "deck.when_empty=reshuffle") == []
    assert findings(growing, "levels.1.hazards={gas=0,water=0}", "deck.when_empty=reshuffle")[0][2] == "endless"
    assert findings(growing, "levels.2.finds=[]") == []
    assert findings(growing, "levels.1.hazards={gas=1, water=2}", "levels.2.hazards={gas=1}") == [
        ("levels.1.hazards.gas", "warning", "single-hazard")
    ]


def test_growing_too_large() -> None:
    many = "levels.1.hazards.gas=60"
    assert findings(many) == []
    assert findings(many, "deck.mode=growing") == [("levels.2", "error", "deck-too-large")]


def test_falling_points() -> None:
    assert findings("fossils.points=[5, 12, 11]") == [("fossils.points.3", "error", "falling-points")]
    assert findings("fossils.points_plain=[5, 4, 3]") == [
        ("fossils.points_plain.2", "error", "falling-points"),
        ("fossils.points_plain.3", "error", "falling-points"),
    ]
    assert findings("fossils.points=[5, 5, 5]") == []


def test_players_and_seats() -> None:
    assert findings("players.max=2") == [("players.min", "error", "players"), ("seats", "error", "too-many-seats")]
    assert findings("players.max=9") == [("players.max", "error", "out-of-range")]
    assert findings("players.min=0") == [("players.min", "error", "out-of-range")]
    assert findings('seats=["nie", "nie"]') == [("seats", "warning", "few-seats")]
    nine = ", ".join(['"nie"'] * 9)
    assert findings(f"seats=[{nine}]") == [("seats", "error", "wrong-length")]


@pytest.mark.parametrize(("own_rule", "table"), [("true", "points"), ("false", "points_plain")])
def test_short_table(own_rule: str, table: str) -> None:
    settings = (f"fossils.collection={own_rule}", f"fossils.{table}=[5]")
    (problem,) = validate("kurz.toml", settings=settings).problems
    assert (problem.key, problem.severity, problem.code) == (f"fossils.{table}", "warning", "short-table")
    points = 2 * (2 + 4) if own_rule == "true" else 5 + 10
    expected = f"the table ends at 1, but a player can hold 2 fossils: extrapolated, 2 fossils give {points} points"
    assert problem.message == expected
    assert findings(*settings, "fossils.beyond_table=impossible") == [(f"fossils.{table}", "error", "short-table")]
    assert findings(*settings, "fossils.per_level=0") == []
    other = {"points": "points_plain", "points_plain": "points"}[table]
    assert findings(f"fossils.collection={own_rule}", f"fossils.{other}=[5]") == []


def test_one_copy_only() -> None:
    assert findings("levels.2.hazards.gas=1") == [("levels.2.hazards.gas", "warning", "single-hazard")]
    assert findings("levels.2.hazards.gas=0") == []


def test_nothing_worth_winning() -> None:
    assert findings("levels.2.finds=[]") == [("levels.2.finds", "warning", "no-finds")]
    assert findings("levels.2.finds=[0, 0]") == [("levels.2.finds", "warning", "no-finds")]
    assert findings("levels.2.finds=[]", "fossils.per_level=0") == [("levels.2", "warning", "no-finds")]
    assert findings("levels.2.finds=[]", "fossils.points=[0, 0]") == [("levels.2", "warning", "no-finds")]


def test_empty_deck() -> None:
    settings = ("levels.2={finds=[], hazards={}}", "levels.2.finds=[]", "levels.2.hazards={gas=0,water=0}")
    assert ("levels.2", "error", "empty-deck") in findings(*settings, "fossils.per_level=0")
    assert ("levels.2", "error", "empty-deck") not in findings(*settings)


def test_tools_that_can_never_be_used() -> None:
    alone = ('seats=["nie"]', "players.min=1")
    assert findings(*alone) == [("tools.rope.enabled", "warning", "unused-tool")]
    assert findings(*alone, "tools.rope.enabled=false") == []
    assert findings("tools.lamp.uses=0") == [("tools.lamp.uses", "warning", "unused-tool")]
    calm = ("levels.1.hazards={gas=1, water=1}", "levels.2.hazards={gas=1, water=1}")
    unused = [key for key, _, code in findings(*calm) if code == "unused-tool"]
    assert unused == ["tools.helmet.enabled", "tools.rope.enabled"]
    assert "unused-tool" not in [code for _, _, code in findings(*calm, "deck.mode=growing")]
    assert "unused-tool" not in [code for _, _, code in findings(*calm, "deck.when_empty=reshuffle")]


def test_the_canary() -> None:
    assert findings("canary.wakes_at_kinds=3") == [("canary.wakes_at_kinds", "warning", "unused-tool")]
    assert findings("canary.wakes_at_kinds=3", "canary.enabled=false") == []
    growing = ("deck.mode=growing", "levels.2.hazards={fire=2}", "canary.wakes_at_kinds=3")
    assert findings(*growing) == []
    assert findings("canary.timing=after-choice") == [("canary.timing", "warning", "no-effect")]
    assert findings("canary.heard_by=owner", "canary.owner=3") == [("canary.owner", "warning", "no-owner")]


def test_half_lumps_need_the_bank() -> None:
    settings = ("tools.helmet.odd=exact", "tools.helmet.kept_is_banked=false")
    assert findings(*settings) == [("tools.helmet.odd", "error", "contradiction")]
    assert findings(settings[0]) == []


def test_meaning_is_checked_beside_a_broken_shape() -> None:
    assert findings("fossils.foo=1", "fossils.points=[5, 4]", 'seats=["ni", "nie", "nie"]') == [
        ("fossils.foo", "error", "unknown-key"),
        ("fossils.points.2", "error", "falling-points"),
        ("seats.1", "error", "unknown-character"),
    ]


@pytest.mark.parametrize(
    "settings",
    [
        ("levels.2.finds=[-1]",),
        ("levels.2.finds=7",),
        ("levels.2.hazards={gas=-1, water=true}",),
        ("levels.2.hazards=7",),
        ("levels.2=7",),
        ("levels=7",),
        ("players=7",),
        ("seats=7",),
        ("fossils.per_level=x", "fossils.points=[5]"),
        ("deck.mode=growin", "levels.2.finds=[]"),
        ("deck.mode=growin", "levels.2.hazards={gas=0,water=0}", "deck.when_empty=leave"),
        ("canary.enabled=x", "canary.timing=after-choice"),
        ("tools.rope.enabled=x", 'seats=["nie"]', "players.min=1"),
        ("characters.nie=7",),
        ('characters.nie={strategy="nevr"}',),
        ("characters.me={}",),
    ],
)
def test_nothing_is_said_that_hangs_on_a_broken_value(settings: tuple[str, ...]) -> None:
    """Mistakes have no echo: only the broken value itself is reported."""
    broken = settings[0].partition("=")[0]
    found = findings(*settings)
    assert found
    assert all(key.startswith(broken) and severity == "error" for key, severity, _ in found)


def test_a_kind_spelt_almost_like_another() -> None:
    (problem,) = validate("kurz.toml", settings=("levels.1.hazards.wasser=2",)).problems
    assert (problem.key, problem.severity, problem.code) == ("levels.1.hazards.wasser", "warning", "near-hazard")
    assert problem.hint == "did you mean water?"
    assert findings("levels.1.hazards.ghosts=2") == []


def test_more_uses_than_a_level_has_collapses() -> None:
    for tool, expected in (("helmet", [("tools.helmet.uses", "warning", "unused-tool")]), ("lamp", [])):
        enabled = (f"tools.{tool}.enabled=true", f"tools.{tool}.uses=2")
        assert findings(*enabled, f"tools.{tool}.per=level") == expected
        assert findings(*enabled, f"tools.{tool}.per=game") == []


def test_more_kinds_than_the_engine_plays() -> None:
    many = [f"levels.1.hazards.kind{chr(97 + n)}=2" for n in range(13)]
    assert ("levels", "error", "too-many-kinds") in findings(*many)

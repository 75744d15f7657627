"""The worked examples of docs/rules.md, 1.6, played as they stand there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from workbench.definition.load import load
from workbench.families.stollen.definition import Canary
from workbench.families.stollen.exact import level_figures

from .table_top import play


@pytest.mark.rule("S-E1", "S17", "S18")
def test_a_find_of_11_among_four() -> None:
    card = play(4, "11 1").all("card")[0]
    assert (card["each"], card["rest"]) == (2, 3)


@pytest.mark.rule("S-E2", "S13", "S14")
@pytest.mark.parametrize(("leavers", "each", "left"), [("01", 2, 1), ("2", 5, 0)])
def test_five_lie_in_all(leavers: str, each: int, left: int) -> None:
    # 3 of 11 and 2 of 6 stay lying among four.
    leave = play(4, "11 6 1", leave={2: leavers}).all("leave")[0]
    assert (leave["each"], leave["left"]) == (each, left)


@pytest.mark.rule("S-E3", "SO7")
@pytest.mark.parametrize(("split", "each", "left"), [("pooled", 1, 1), ("per-card", 0, 3)])
def test_three_cards_with_one_lump_each(split: str, each: int, left: int) -> None:
    game = play(3, "1 1 1 gas", leave={3: "01"}, settings={"leftovers.split": split})
    leave = game.all("leave")[0]
    assert (leave["each"], leave["left"]) == (each, left)


@pytest.mark.rule("S-E4", "S25", "S26")
def test_three_fossils_and_two_leavers_then_one() -> None:
    game = play(
        4, "fossil fossil fossil 8 fossil gas", leave={4: "01", 5: "2"}, settings={"fossils.at_start": 3}
    )  # four fossils in the level, the last of them turned after the first two left
    first, second = game.all("leave")[:2]
    assert (first["fossils_each"], first["fossils_left"]) == (1, 1)
    assert (second["fossils_each"], second["fossils_left"]) == (2, 0)
    assert game.end["fossils"] == [1, 1, 2, 0]


@pytest.mark.rule("S-E5", "S25")
def test_two_fossils_and_three_leavers() -> None:
    game = play(4, "fossil fossil gas", leave={2: "012"}, settings={"fossils.at_start": 1})
    leave = game.all("leave")[0]
    assert (leave["fossils_each"], leave["fossils_left"]) == (0, 2)


@pytest.mark.rule("S-E6", "S43")
@pytest.mark.parametrize(("loot", "kept"), [(9, 4), (1, 0)])
def test_half_of_the_loot_under_a_helmet(loot: int, kept: int) -> None:
    collapse = play(1, f"{loot} gas gas", helmets="0").one("collapse")
    assert collapse["helmets"] == {"0": kept}
    assert collapse["lost"] == {"0": loot - kept}


@pytest.mark.rule("S-E7", "S47", "S48")
@pytest.mark.parametrize(
    ("loot", "throwers", "kept", "each", "lost"),
    [(10, "1", 5, 5, 0), (10, "12", 5, 2, 1), (9, "1", 4, 4, 1)],
)
def test_the_halves_of_a_rope(loot: int, throwers: str, kept: int, each: int, lost: int) -> None:
    # All but player 0 leave before the find, with nothing.
    game = play(4, f"gas {loot} gas", leave={1: "123"}, ropes={int(p): 0 for p in throwers})
    collapse = game.one("collapse")
    assert collapse["ropes"] == [{"to": 0, "from": [int(p) for p in throwers], "kept": kept, "each": each}]
    assert collapse["lost"] == {"0": lost}
    assert game.end["bank"] == [kept, *(each if str(p) in throwers else 0 for p in (1, 2, 3))]


@pytest.mark.rule("S-E8", "S29", "S30", "S31", "S33")
@pytest.mark.parametrize(("collection", "scores", "winners"), [(True, [52, 52], [0]), (False, [50, 52], [1])])
def test_the_tie_that_fossils_decide(collection: bool, scores: list[int], winners: list[int]) -> None:
    game = play(
        2,
        "fossil 80 fossil 7 fossil",
        # A leaves with 40 and two fossils; B with 40 + 7 and the third one.
        leave={3: "0", 5: "1"},
        settings={"fossils.at_start": 2, "fossils.collection": collection},
    )
    assert (game.end["bank"], game.end["fossils"]) == ([40, 47], [2, 1])
    assert (game.end["scores"], game.end["winners"]) == (scores, winners)


@pytest.mark.rule("S-E9", "S35", "S36")
def test_the_chance_of_a_collapse_that_a_counter_sees() -> None:
    levels = {"1": load("stollen/diese-partie").definition.levels["1"].model_dump()}
    # 3 of the 16 harmless cards (15 finds and the fossil) are turned, and one card of two hazards.
    silent = play(3, "1 1 2 gas water gas", levels=levels).view(0, 5)
    assert silent.hazards == 4
    assert Fraction(silent.fatal, silent.hazards) == Fraction(1, 2)
    plain = play(3, "1 1 2 gas water gas", levels=levels, settings={"canary.enabled": False}).view(0, 5)
    assert Fraction(plain.fatal, plain.cards) == Fraction(2, 17)


@pytest.mark.rule("S-E10")
@pytest.mark.parametrize(("canary", "best"), [(None, Fraction(16, 3)), (Canary(wakes_at_kinds=1), Fraction(20, 3))])
def test_a_tiny_deck(canary: Canary | None, best: Fraction) -> None:
    figures = level_figures([4, 6], {"gas": 2}, 0, canary)
    assert figures["solo_best"] == pytest.approx(float(best), rel=1e-12)

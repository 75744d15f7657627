"""The fingerprint of the rules changes with play, that of the print with the printed matter."""

from __future__ import annotations

import re

import pytest

from workbench import load
from workbench.definition.load import Fingerprint

BASE = "stollen/diese-partie"
PLAIN = "stollen/schlicht"


def mark(variant: str, *settings: str) -> Fingerprint:
    return load(variant, settings).fingerprint


def test_eight_hex_digits() -> None:
    for digits in mark(BASE).to_dict().values():
        assert re.fullmatch("[0-9a-f]{8}", digits)


@pytest.mark.parametrize(
    "setting",
    [
        "title=Anders",
        'title.de="Anders"',
        "language=en",
        'languages=["en"]',
        "players.min=2",
        "players.max=8",
        'seats=["nie", "nie", "nie"]',
        "characters.angsthase.leave_at=1",
        'characters.neu={strategy="never"}',
        "print.paper=letter",
        "print.marks=none",
        "print.card_backs=per-level",
        "leftovers.settled=fossils-first",
        "canary.at_the_table=app",
        "tools.lamp.at_the_table=eyes-closed",
        "canary.owner=1",
        "fossils.points_plain=[1, 2, 3, 4, 5]",
        "fossils.beyond_table=impossible",
        "fossils.after_exit=back",
        "levels.1.finds=[9, 8, 7, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]",
    ],
)
def test_what_is_no_play_leaves_the_rules_alone(setting: str) -> None:
    assert mark(BASE, setting).rules == mark(BASE).rules


@pytest.mark.parametrize(
    "setting",
    [
        *(
            f"canary.{rest}"
            for rest in ("wakes_at_kinds=1", "speaks=next-card", "timing=after-choice", "heard_by=owner")
        ),
        *(f"canary.{rest}" for rest in ("silent_at=fatal-hazard", "fossil_is_safe=false", "before_lamp=lamp-first")),
        *(f"tools.lamp.{rest}" for rest in ("uses=2", "per=level", "announced=at-once", "several_at_once=false")),
        *(f"tools.helmet.{rest}" for rest in ("uses=2", "per=level", "use=automatic", "odd=ceil")),
        *(f"tools.helmet.{rest}" for rest in ("kept_is_banked=false", "with_rope=both")),
        *(f"tools.rope.{rest}" for rest in ("uses=2", "per=level", "odd=victim", "several_rest=victim")),
        *(f"tools.rope.{rest}" for rest in ("may_refuse=true", "spent_in_vain=true", "may_decline=false")),
        "tools.rope.just_left_may_throw=false",
        "collapse.order=clockwise",
    ],
)
def test_a_parameter_counts_only_where_its_rule_is_on(setting: str) -> None:
    assert mark(BASE, setting).rules != mark(BASE).rules
    assert mark(PLAIN, setting).rules == mark(PLAIN).rules


@pytest.mark.parametrize(
    "setting",
    [
        "levels.1.finds.1=2",
        "levels.5.hazards.gas=4",
        "fossils.per_level=2",
        "fossils.at_start=1",
        "fossils.collection=false",
        "fossils.points.2=13",
        "fossils.share=single-leaver",
        "fossils.single_leaver_takes=last-turned",
        "fossils.after_collapse=out",
        "fossils.after_exit=out",
        "fossils.indivisible=first-leaver",
        "fossils.value=carried-order",
        "deck.mode=growing",
        "deck.when_empty=reshuffle",
        "deck.when_empty=bank",
        "step.choice_before_first_card=true",
        "step.leaving_comes_first=false",
        "step.last_player=must-leave",
        "collapse.removes=one-of-that-kind",
        "leftovers.split=per-card",
        "leftovers.at_level_end=carried",
        "leftovers.after_split=lost",
        "scoring.tie_break=none",
        "scoring.still_tied=last-level",
        "canary.enabled=false",
        "tools.lamp.enabled=false",
        "tools.helmet.enabled=false",
        "tools.rope.enabled=false",
        "information.banks=open",
        "information.fossils=hidden",
    ],
)
def test_every_switch_of_play_changes_both(setting: str) -> None:
    before, after = mark(BASE), mark(BASE, setting)
    assert before.rules != after.rules
    assert before.print != after.print


def test_no_uses_are_as_good_as_off() -> None:
    assert mark(BASE, "tools.rope.uses=0").rules == mark(BASE, "tools.rope.enabled=false").rules


@pytest.mark.parametrize(
    ("setting", "changes"),
    [
        ("title=Anders", True),
        ("title.en=Other", True),
        ("players.max=5", True),
        ("print.paper=letter", True),
        ("print.card_backs=per-level", True),
        ("canary.at_the_table=app", True),
        ('seats=["nie", "nie", "nie"]', False),
        ("characters.angsthase.leave_at=1", False),
        ("language=en", False),
        ('languages=["en"]', False),
    ],
)
def test_print(setting: str, changes: bool) -> None:
    assert (mark(BASE, setting).print != mark(BASE).print) is changes


def test_shipped_variants_differ() -> None:
    ids = ("diese-partie", "schlicht", "gleiche-sohlen", "ohne-kanarienvogel", "ohne-sammlung", "diamant-2005")
    marks = [mark(f"stollen/{name}") for name in ids]
    assert len({m.rules for m in marks}) == len({m.print for m in marks}) == len(ids)

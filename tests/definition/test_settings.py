"""``--set KEY=VALUE``: what it reaches, what it takes for a value, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from workbench import Problem, load
from workbench.definition.diff import flat, tables
from workbench.definition.merge import toml_value
from workbench.tasks.examine import show, validate

BASE = "stollen/diese-partie"


def problems(*settings: str, variant: str = BASE) -> list[str]:
    found = validate(variant, settings=settings).problems
    assert all(p.line is None and p.column is None for p in found if p.file == "--set")
    return [str(problem) for problem in found]


def value(key: str, *settings: str, variant: str = BASE) -> Any:
    return flat(tables(load(variant, settings)))[key]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("3", 3),
        (" 3 ", 3),
        ("-3", -3),
        ("true", True),
        ("1.5", 1.5),
        ("[1, 2]", [1, 2]),
        ("{ a = 1 }", {"a": 1}),
        ('"3"', "3"),
        ("'a b'", "a b"),
        ("pooled", "pooled"),
        ("per-card", "per-card"),
        ("yes", "yes"),
        ("", ""),
        ("[1, 2", "[1, 2"),
        ("a=b", "a=b"),
        ("3 # drei", 3),
        ("1\nfoo = 2", "1\nfoo = 2"),
        ('"""a\nb"""', '"""a\nb"""'),
    ],
)
def test_values(raw: str, expected: object) -> None:
    assert toml_value(raw) == expected
    assert type(toml_value(raw)) is type(expected)


def test_types_in_a_definition() -> None:
    assert value("canary.enabled", "canary.enabled=false") is False
    assert value("leftovers.split", "leftovers.split=per-card") == "per-card"
    assert value("leftovers.split", 'leftovers.split="per-card"') == "per-card"
    assert value("levels.1.finds", "levels.1.finds=[5, 6]") == [5, 6]
    assert value("levels.1.hazards.gas", "levels.1.hazards = { gas = 4 }") == 4
    assert value("title", "title=a=b") == "a=b"
    assert value("characters.neu.leave_at", 'characters.neu={strategy="loot", leave_at=9}') == 9


def test_keys_may_be_spaced_and_quoted() -> None:
    for key in ("canary.enabled", " canary . enabled ", '"canary".enabled', "'canary' . \"enabled\""):
        assert value("canary.enabled", f"{key}=false") is False


def test_items_of_arrays() -> None:
    assert value("fossils.points", "fossils.points.3=22") == [5, 12, 22, 32, 45]
    assert value("fossils.points", "fossils.points.3=22", "fossils.points.1=4") == [4, 12, 22, 32, 45]
    assert load(BASE).definition.fossils.points == (5, 12, 21, 32, 45)


def test_items_of_arrays_that_no_file_states() -> None:
    assert value("seats", "seats.2=nie") == ["angsthase", "nie", "rechnerin"]
    assert value("fossils.points", "fossils.points.3=25", variant="stollen/diamant-2005") == [5, 12, 25, 32, 45]


def test_later_settings_win() -> None:
    assert value("fossils.per_level", "fossils.per_level=2", "fossils.per_level=0") == 0
    assert value("levels.1.hazards.gas", "levels.1.hazards.gas=3", "levels.1.hazards={water=1}") == 3


@pytest.mark.parametrize("setting", ["foo", "", "=", "=3", "a..b=3", ".a=3", "a.=3", ".=3", " =3", '"".a=3'])
def test_not_key_and_value(setting: str) -> None:
    (problem,) = validate(BASE, settings=(setting,)).problems
    assert problem == Problem(
        f'"{setting}" is not of the form KEY=VALUE'.replace('"".a', '\\"\\".a'),
        "--set",
        code="bad-setting",
        hint="for example canary.enabled=false",
    )


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("canary.enable=true", "--set: error: canary.enable: unknown key (did you mean enabled?)"),
        ("per_level=2", "--set: error: per_level: unknown key (did you mean fossils.per_level?)"),
        ("canary=true", "--set: error: canary: must be a table, got true"),
        ("canary.enabled=yes", '--set: error: canary.enabled: must be true or false, got the text "yes"'),
        ("canary.enabled=", '--set: error: canary.enabled: must be true or false, got the text ""'),
        ("canary.enabled.x=1", "--set: error: canary.enabled: is a single value, no table"),
        ("fossils.points.0=1", "--set: error: fossils.points: the array has no item 0: its items are 1 to 5"),
        ("fossils.points.6=1", "--set: error: fossils.points: the array has no item 6: its items are 1 to 5"),
        ("fossils.points.-1=1", "--set: error: fossils.points: the array has no item -1: its items are 1 to 5"),
        ("fossils.points.x=1", "--set: error: fossils.points: the array has no item x: its items are 1 to 5"),
        ("fossils.points.²=1", "--set: error: fossils.points: the array has no item ²: its items are 1 to 5"),
        ("fossils.points.2.a=1", "--set: error: fossils.points.2: is a single value, no table"),
        ("fossils.points.2=a", '--set: error: fossils.points.2: points must be a whole number, got the text "a"'),
        (
            "fossils.points=[1,2",
            '--set: error: fossils.points: fossil points must be an array, got the text "[1,2"',
        ),
        ("extends=stollen/schlicht", "--set: error: extends: unknown key (extends is for files only)"),
        ('omit=["levels.5"]', "--set: error: omit: unknown key (omit is for files only)"),
        ("family=digging", '--set: error: family: must be "stollen", got the text "digging"'),
        ("seats.1=angsthas", '--set: error: seats.1: unknown character "angsthas" (did you mean angsthase?)'),
        (
            "title=a\nfoo=3",
            "--set: error: title: title must be one line of printable text, got the control character U+000A",
        ),
        ("players.max=2", "--set: error: players.max: 3 seats are more than the 2 players allowed "
         "(players.max says how many; the engine plays up to 8)"),
        (
            "levels.2.hazards={gas=0,water=0,rockfall=0,fire=0}",
            "--set: warning: levels.2.hazards: nothing to fear in this level: no hazard",
        ),
    ],
)  # fmt: skip
def test_refused(setting: str, expected: str) -> None:
    assert problems(setting)[0] == expected


def test_long_ones_stay_readable() -> None:
    key = ".".join("a" * 5000)
    for setting in (f"{key}=1", "a" * 9000, "x" * 9000 + "=1", "title=" + "y" * 9000, f"x={'[' * 300}{']' * 300}"):
        (problem,) = problems(setting)
        assert len(problem) < 420
    assert problems("levels.1.hazards.gas=" + "9" * 9000) == [
        "--set: error: levels.1.hazards.gas: copies must be 0 to 60, got a number of 9000 digits"
    ]
    assert problems("levels.1.hazards.gas=-0x" + "f" * 9) == [
        '--set: error: levels.1.hazards.gas: copies must be a whole number, got the text "-0xfffffffff"'
    ]
    assert "digits" in problems("levels.1.hazards.gas=0x" + "f" * 9000)[0]


def test_several_at_once() -> None:
    found = problems("foo", "canary.x=1", "fossils.points.9=2", "fossils.per_level=-1", "fossils.points.2=1")
    assert [line.split(": ")[2] for line in found] == [
        '"foo" is not of the form KEY=VALUE (for example canary.enabled=false)',
        "canary.x",
        "fossils.per_level",
        "fossils.points",
        "fossils.points.2",
    ]


def test_origin() -> None:
    origin = show(BASE, ("fossils.points.3=22", "canary.enabled=false", "seats.1=nie")).origin
    assert {key for key, label in origin.items() if label == "--set"} == {"fossils.points", "canary.enabled", "seats"}

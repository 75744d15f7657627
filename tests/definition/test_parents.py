"""``extends`` and ``omit``: chains, circles, missing parents, and problems in an inherited value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from workbench import DefinitionError, load
from workbench import family as families_module
from workbench.definition import load as load_module
from workbench.definition.diff import flat, tables
from workbench.definition.fields import Array
from workbench.definition.model import DefinitionBase
from workbench.family import Family, Finding, Seat
from workbench.tasks.examine import diff, show, validate


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, extends: str | None, text: str = "", family: str = "stollen") -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    parent = f"extends = '{extends}'\n" if extends is not None else ""
    path.write_text(f'family = "{family}"\n{parent}{text}', encoding="utf-8")
    return name


def problems(variant: str) -> list[str]:
    return [str(problem) for problem in validate(variant).problems]


def test_by_id_stem_and_path() -> None:
    for parent in ("stollen/ohne-sammlung", "ohne-sammlung"):
        loaded = load(write("a.toml", parent))
        assert loaded.definition == load("stollen/ohne-sammlung").definition
        assert loaded.parent == "stollen/ohne-sammlung"
    write("base/b.toml", "stollen/ohne-sammlung", "[fossils]\nper_level = 2\n")
    write("kinder/c.toml", "../base/b.toml")
    assert load("kinder/c.toml").definition.fossils.per_level == 2
    assert load("kinder/c.toml").parent == "base/b.toml"


def test_chain_of_three() -> None:
    write("a.toml", "stollen/schlicht", '[title]\nde = "A"\n[levels.1]\nfinds = [1, 2]\n[fossils]\nper_level = 2\n')
    write("b.toml", "a.toml", "[levels.1]\nfinds = [3]\n[levels.1.hazards]\ngas = 5\n")
    write("c.toml", "./b.toml", "[levels.1.hazards]\nwater = 4\n[characters.angsthase]\nleave_at = 3\n")
    definition = load("c.toml").definition
    assert definition.levels["1"].finds == (3,)
    assert definition.levels["1"].hazards == {"gas": 5, "water": 4, "rockfall": 2}
    assert definition.fossils.per_level == 2
    assert definition.title == {"de": "A", "en": "Plain", "zh": "樸素版"}
    assert definition.characters["angsthase"].leave_at == 3
    assert definition.characters["angsthase"].helmet_at == 4
    origin = show("c.toml").origin
    assert origin["levels.1.finds"] == origin["levels.1.hazards.gas"] == "b.toml"
    assert origin["levels.1.hazards.water"] == origin["characters.angsthase.leave_at"] == "c.toml"
    assert origin["levels.1.hazards.rockfall"].endswith("variants/stollen/schlicht.toml")
    assert origin["characters.angsthase.helmet_at"].endswith("families/stollen/characters.toml")
    assert origin["fossils.per_level"] == "a.toml"
    assert origin["deck.when_empty"] == "default"


@pytest.mark.parametrize(
    ("title", "parents"),
    [
        ('title = "A"', []),
        ('title.de = "A"', ["en", "zh"]),
        ('title = {de = "A", zh = "A"}', ["en"]),
        ('title = {de = "A", en = "A", zh = "A"}', []),
        ('omit = ["title.en"]\ntitle.de = "A"', ["zh"]),
        ("", []),
    ],
)
def test_languages_in_which_the_title_is_still_the_parents(title: str, parents: list[str]) -> None:
    merged = load(write("a.toml", "stollen/schlicht", f"{title}\n")).merged
    found = {language: merged.half_titled(language) for language in ("de", "en", "zh")}
    assert [language for language, layer in found.items() if layer is not None] == parents
    assert {layer.name for layer in found.values() if layer is not None} <= {"stollen/schlicht"}
    assert load("stollen/schlicht", ['title.de="B"']).merged.half_titled("en") is None


def test_another_strategy_starts_afresh() -> None:
    write("a.toml", "stollen/schlicht", '[characters.angsthase]\nstrategy = "loot"\nleave_at = 9\n')
    character = load("a.toml").definition.characters["angsthase"]
    assert (character.strategy, character.leave_at, character.helmet_at) == ("loot", 9, 1)


def test_omit() -> None:
    write("a.toml", "stollen/schlicht", 'omit = ["levels.5", "levels.4.hazards.gas", "characters.nie", "title.en"]\n')
    definition = load("a.toml").definition
    assert list(definition.levels) == ["1", "2", "3", "4"]
    assert "gas" not in definition.levels["4"].hazards
    assert "nie" not in definition.characters
    assert definition.title == {"de": "Schlicht", "zh": "樸素版"}


def test_omit_comes_before_the_own_values() -> None:
    write("a.toml", "stollen/schlicht", 'omit = ["levels"]\n[levels.1]\nfinds = [1, 2]\nhazards = { gas = 2 }\n')
    assert load("a.toml").definition.levels.keys() == {"1"}


def test_circle_of_three() -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        write(f"{one}.toml", f"{other}.toml")
    assert problems("a.toml") == [
        "c.toml:2:11: error: extends: extends runs in a circle: a.toml -> b.toml -> c.toml -> a.toml"
    ]


def test_circle_through_a_link() -> None:
    write("a.toml", "link.toml")
    Path("link.toml").symlink_to("a.toml")
    assert "runs in a circle" in problems("a.toml")[0]


def test_long_chain() -> None:
    write("0.toml", "stollen/schlicht")
    for number in range(1, 300):
        write(f"{number}.toml", f"{number - 1}.toml")
    assert load("299.toml").definition == load("stollen/schlicht").definition


def test_missing_parent_of_a_parent() -> None:
    write("a.toml", "sub/b.toml")
    write("sub/b.toml", "nope.toml")
    assert problems("a.toml") == [
        'sub/b.toml:2:11: error: extends: the parent "nope.toml" is missing: a.toml -> sub/b.toml -> sub/nope.toml'
    ]


@pytest.mark.parametrize(
    ("extends", "message"),
    [
        ("", 'there is no variant "": a.toml -> '),
        ("..", 'the parent ".." is a folder, not a TOML file: '),
        ("stollen/nope", 'there is no variant "stollen/nope": a.toml -> stollen/nope'),
        ("sub\\b.toml", 'the parent "sub\\\\b.toml" is missing: a.toml -> sub\\b.toml'),
        ("/nope/b.toml", 'the parent "/nope/b.toml" is missing: a.toml -> /nope/b.toml'),
        ("loop.toml", 'the parent "loop.toml" is a link that leads back to itself: '),
    ],
)
def test_parents_that_are_none(extends: str, message: str) -> None:
    Path("loop.toml").symlink_to("loop.toml")
    (problem,) = validate(write("a.toml", extends)).problems
    assert problem.message.startswith(message)
    assert (problem.file, problem.line, problem.column, problem.key) == ("a.toml", 2, 11, "extends")


def test_hints_of_missing_parents() -> None:
    write("base.toml", "stollen/schlicht")
    assert validate(write("a.toml", "base")).problems[0].hint == "did you mean base.toml?"
    assert validate(write("a.toml", "baes.toml")).problems[0].hint == "did you mean base.toml?"
    assert validate(write("a.toml", "x\\base.toml")).problems[0].hint == "write / in paths, also on Windows"


def test_a_problem_points_into_the_file_that_states_it() -> None:
    write("base/b.toml", "stollen/schlicht", "# ä\n[fossils]\npoints = [5,\n  -12]\nfoo = 1\n[canary]\n")
    write("a.toml", "base/b.toml", "[canary]\nenabled = 3\n")
    assert problems("a.toml") == [
        "a.toml:4:11: error: canary.enabled: must be true or false, got 3",
        "base/b.toml:6:3: error: fossils.points.2: points must be 0 to 9999, got -12",
        "base/b.toml:7:7: error: fossils.foo: unknown key (known keys: per_level, at_start, collection, points, "
        "points_plain, share, single_leaver_takes, after_collapse, after_exit, indivisible, value, beyond_table)",
    ]


def test_an_overridden_mistake_is_none() -> None:
    write("b.toml", "stollen/schlicht", "[fossils]\nper_level = -1\n")
    assert problems(write("a.toml", "b.toml", "[fossils]\nper_level = 1\n")) == []


def test_a_parent_that_is_no_toml() -> None:
    Path("b.toml").write_bytes(b"\xff")
    write("c.toml", None, "x = \n")
    assert problems(write("a.toml", "b.toml"))[0].startswith("b.toml:1:1: error: is not UTF-8 text")
    assert problems(write("a.toml", "c.toml")) == ["c.toml:2:5: error: not TOML: a value is missing here"]


class OtherDefinition(DefinitionBase):
    family: Literal["andere"]
    seats: Annotated[tuple[str, ...], Array("seats", 1, 4)] = ("wer",)
    characters: dict[str, dict[str, str]] = Field(default_factory=dict)


class Other(Family):
    id = "andere"
    model = OtherDefinition
    printed = ()

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self, definition: Any) -> Iterable[Finding]:
        return ()

    def play_data(self, definition: Any) -> object:
        return {}

    def simulation(self, definition: Any, seats: Sequence[Seat]) -> Any:
        raise NotImplementedError

    def analyse(self, definition: Any, **options: Any) -> dict[str, Any]:
        return {}

    def render(self, kind: str, definition: Any, language: str, stamp: Any, **options: Any) -> bytes:
        return b""

    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        yield from ()


@pytest.fixture
def other_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Family:
    folder = tmp_path / "familie"
    folder.mkdir()
    (folder / "characters.toml").write_text('[characters.wer]\nstrategy = "x"\n')
    other = Other(folder)
    known = {**families_module.families(), other.id: other}
    for module in (families_module, load_module):
        monkeypatch.setattr(module, "families", lambda: known)
    return other


def test_a_parent_of_another_family(other_family: Family) -> None:
    write("b.toml", None, 'title = "B"\n', family="andere")
    write("m.toml", "b.toml", 'title = "M"\n', family="andere")
    assert problems(write("a.toml", "m.toml")) == [
        'a.toml:1:10: error: family: a variant of "stollen" cannot extend one of "andere": '
        "a.toml (stollen) -> m.toml (andere) -> b.toml (andere)"
    ]
    assert problems(write("c.toml", "stollen/schlicht", family="andere"))[0].startswith(
        'c.toml:1:10: error: family: a variant of "andere" cannot extend one of "stollen": c.toml (andere) -> '
    )


def test_families_have_no_keys_in_common(other_family: Family) -> None:
    write("b.toml", None, 'title = "B"\n', family="andere")
    assert problems("b.toml") == []

    with pytest.raises(DefinitionError, match="they have no keys in common"):
        diff("b.toml", "stollen/schlicht")


def test_family_is_inherited() -> None:
    Path("a.toml").write_text('extends = "stollen/schlicht"\n')
    assert flat(tables(load("a.toml")))["family"] == "stollen"

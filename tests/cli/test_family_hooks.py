"""What a family may add to general commands: options and words of `analyse`, material of `generate`, the log's head."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.definition.test_parents import Other
from workbench import DefinitionError, analyse, load
from workbench import family as families_module
from workbench.definition import load as load_module
from workbench.engine.simulation import Column, Simulation
from workbench.errors import OutputError
from workbench.family import Family, Seat
from workbench.tasks.generate import generate
from workbench.tasks.simulate import write_log


class Short(Simulation):
    """A game whose log has a word of its own in the head, or none."""

    columns: ClassVar = [
        Column("win_rate", "share of games", "", 0, 840, share=True, counted=True),
        Column("score", "points", "", 0, histogram=True),
    ]
    seats = 1

    def play(self, seed: int, first: int, last: int) -> Any:
        return np.full((last - first, 2), 840, dtype=np.int64)

    def log(self, seed: int, game: int) -> list[dict[str, Any]]:
        own = [{"event": "game", "table": "round"}] if game == 0 else []
        return [*own, {"event": "end", "winners": [0]}]

    def decisions_that_differ(self, rows: Any, other: Simulation, other_rows: Any) -> Any:
        return np.zeros((len(rows), 1), dtype=np.int64)


class Making(Other):
    analyse_options: ClassVar = {"depth": "how deep"}
    analyse_texts: ClassVar = {"place": "where"}
    generates: ClassVar = {"boards": {"size": "how large"}}

    def simulation(self, definition: Any, seats: Sequence[Seat]) -> Any:
        return Short()

    def analyse(self, definition: Any, **options: Any) -> dict[str, Any]:
        return {"given": options}

    def describe(self, definition: Any, figures: Mapping[str, Any]) -> Iterable[str]:
        return [f"{name} is {value}" for name, value in figures["given"].items()]

    def generate(
        self, kind: str, definition: Any, seed: int, options: Mapping[str, str], progress: Any = None
    ) -> dict[str, Any]:
        return {"title": f"{kind} {seed} {options.get('size', 'any')}", **({"x": 1} if seed == 13 else {})}


@pytest.fixture(autouse=True)
def making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Family:
    folder = tmp_path / "familie"
    folder.mkdir()
    (folder / "characters.toml").write_text('[characters.wer]\nstrategy = "x"\n')
    family = Making(folder)
    known = {**families_module.families(), family.id: family}
    for module in (families_module, load_module):
        monkeypatch.setattr(module, "families", lambda: known)
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text('family = "andere"\ntitle = "A"\n', encoding="utf-8")
    return family


def test_options_of_analyse() -> None:
    found = analyse("a.toml", depth=3, place="there", fossils=None)
    assert found.figures == {"given": {"depth": 3, "place": "there"}}
    assert list(found.told) == ["depth is 3", "place is there"]
    for wrong, message in (
        ({"depth": "3"}, "depth must be 0 to 1000"),
        ({"depth": 1001}, "depth must be 0 to 1000"),
        ({"place": 3}, "place must be a text"),
        ({"fossils": 3}, "andere has no option --fossils"),
    ):
        with pytest.raises(DefinitionError, match=message):
            analyse("a.toml", **wrong)  # type: ignore[arg-type]


def test_generated_material_is_a_variant() -> None:
    path = generate("boards", "andere", Path("new"), seed=4, parent="a.toml", options={"size": "5x5", "other": None})
    assert path == Path("new.toml")
    assert path.read_text(encoding="utf-8").splitlines()[0] == (
        "# workbench generate boards andere --seed 4 --size 5x5 --from a.toml"
    )
    assert load("new.toml").definition.title_in("en") == "boards 4 5x5"
    assert load("new.toml").parent == "a.toml"


def test_what_does_not_validate_is_not_left_behind() -> None:
    with pytest.raises(DefinitionError, match="unknown key"):
        generate("boards", "andere", Path("new.toml"), seed=13, parent="a.toml")
    assert not Path("new.toml").exists()


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("tiles", {}, "andere generates no tiles"),
        ("boards", {"sizes": "3"}, "andere has no option --sizes for boards"),
    ],
)
def test_refused(kind: str, options: dict[str, str | None], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        generate(kind, "andere", Path("new.toml"), parent="a.toml", options=options)
    assert not Path("new.toml").exists()


def test_where_it_goes() -> None:
    with pytest.raises(OutputError, match="--force overwrites it"):
        generate("boards", "andere", Path("a.toml"), parent="a.toml")
    with pytest.raises(DefinitionError, match="cannot extend itself"):
        generate("boards", "andere", Path("a.toml"), parent="a.toml", force=True)
    with pytest.raises(DefinitionError, match="ships no variant"):
        generate("boards", "andere", Path("new.toml"))
    with pytest.raises(OutputError, match="there is no folder"):
        generate("boards", "andere", Path("nowhere/new.toml"), parent="a.toml")


def test_the_head_of_a_log_has_what_the_family_adds() -> None:
    with Path("log.jsonl").open("w", encoding="utf-8") as file:
        write_log(file, load("a.toml"), [Seat("wer", "x", {})], Short(), 1, 2)
    events = [json.loads(line) for line in Path("log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [event["event"] for event in events] == ["game", "end", "game", "end"]
    assert (events[0]["table"], events[0]["game"], events[0]["family"]) == ("round", 0, "andere")
    assert "table" not in events[2]

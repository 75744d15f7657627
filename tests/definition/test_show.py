"""A shown definition is the definition: loaded again it is the same."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, assume, given, settings

from tests.families.stollen.strategies import definitions, full
from workbench import load
from workbench.definition.diff import tables
from workbench.definition.find import shipped_variants
from workbench.definition.load import examine
from workbench.tasks.examine import diff, show

VARIANTS = sorted(shipped_variants())
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def again(text: str, folder: Path) -> Any:
    path = folder / "wieder.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize("variant", VARIANTS)
def test_shipped_variants(variant: str, tmp_path: Path) -> None:
    loaded, shown = load(variant), show(variant)
    for text in (shown.to_toml(), shown.to_annotated_toml()):
        other = again(text, tmp_path)
        assert other.definition == loaded.definition
        assert other.fingerprint == loaded.fingerprint
        assert not diff(loaded, other).differences
        assert tomllib.loads(text) == shown.definition


def loaded_from(override: dict[str, Any], folder: Path) -> Any:
    path = folder / "meine.toml"
    path.write_text(tomli_w.dumps(override), encoding="utf-8")
    loaded, problems = examine(str(path))
    errors = {problem.code for problem in problems if problem.severity == "error"}
    assert errors <= {"endless"}  # the only mistake that a definition from the strategy may have
    assume(loaded is not None)
    return loaded


@FEW
@given(definitions())
def test_any_definition(tmp_path: Path, override: dict[str, Any]) -> None:
    loaded = loaded_from(override, tmp_path)
    shown = show(loaded)
    for text in (shown.to_toml(), shown.to_annotated_toml()):
        other = again(text, tmp_path)
        assert other.definition == loaded.definition
        assert other.fingerprint == loaded.fingerprint


@FEW
@given(definitions())
def test_the_merged_tables_are_shown(tmp_path: Path, override: dict[str, Any]) -> None:
    shown = dict(show(loaded_from(override, tmp_path)).definition)

    def contains(whole: Any, part: Any) -> bool:
        if isinstance(part, dict):
            return all(key in whole and contains(whole[key], value) for key, value in part.items())
        return bool(whole == part)

    assert contains(shown, full(override))


def test_what_was_omitted_stays_omitted(tmp_path: Path) -> None:
    path = tmp_path / "meine.toml"
    path.write_text('family = "stollen"\nextends = "stollen/schlicht"\nomit = ["characters.nie", "levels.5"]\n')
    loaded, shown = load(str(path)), show(str(path))
    for text in (shown.to_toml(), shown.to_annotated_toml()):
        assert again(text, tmp_path).definition == loaded.definition


@pytest.mark.parametrize("title", ["a  b", '"quoted" \\ back', "# kein Kommentar", "寶石 😀", "a = [1]"])
def test_texts_survive(title: str, tmp_path: Path) -> None:
    path = tmp_path / "meine # \n.toml"
    path.write_text(tomli_w.dumps({"family": "stollen", "extends": "stollen/schlicht", "title": title}))
    shown = show(str(path))
    for text in (shown.to_toml(), shown.to_annotated_toml()):
        assert again(text, tmp_path).definition.title_in("de") == title


def test_origins_of_a_shipped_variant() -> None:
    origin = show("stollen/diese-partie").origin
    files = {key: Path(label).name for key, label in origin.items()}
    assert files["title.de"] == files["canary.enabled"] == "diese-partie.toml"
    assert files["levels.1.finds"] == "schlicht.toml"
    assert files["characters.nie.strategy"] == "characters.toml"
    assert files["characters.nie.helmet_at"] == files["step.last_player"] == "default"
    assert set(files.values()) == {"diese-partie.toml", "schlicht.toml", "characters.toml", "default"}


def test_every_key_has_an_origin() -> None:
    for variant in VARIANTS:
        loaded, shown = load(variant), show(variant)
        assert shown.definition == tables(loaded)
        assert all(shown.origin.values())

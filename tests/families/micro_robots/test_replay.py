"""A logged game in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench import simulate
from workbench.cli import main
from workbench.errors import DefinitionError
from workbench.tasks.replay import replay


@pytest.mark.parametrize("language", ["de", "en", "zh"])
@pytest.mark.parametrize("variant", ["micro_robots/schwarz", "micro_robots/profi"])
def test_every_call_is_told(variant: str, language: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    simulate(variant, games=5, log=path, log_games=5, seed=2, seats=("anfaenger", "geuebt"))
    lines = list(replay(path, language=language))
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    told = "\n".join(lines)
    for event in events:
        if event["event"] == "round":
            if event["path"] is not None:
                assert " – ".join(event["path"]) in told
            if event["caller"] is not None:
                seconds = f"{event['seconds']:.1f} s"
                assert (seconds.replace(".", ",") if language == "de" else seconds) in told
            assert event["waypoint"] is None or event["waypoint"] in told
    word = {"de": "Runde", "en": "Round", "zh": "Round"}[language]
    rounds = [event for event in events if event["event"] == "round"]
    assert sum(line.startswith(word) for line in lines) == len(rounds)
    wrong = {"de": "Falsch", "en": "Wrong", "zh": "Wrong"}[language]
    expected = sum(event["caller"] is not None and not event["right"] for event in rounds)
    assert sum(line.strip().startswith(wrong) for line in lines) == expected > 0


def test_json_has_the_lines_of_each_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    simulate("micro_robots/schwarz", games=2, log=path, log_games=2, seed=2)
    assert main(["replay", str(path), "--lang", "de", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["games"]
    assert [*first["lines"], *second["lines"]] == list(replay(path, language="de"))
    which = {"family": "micro_robots", "variant": "micro_robots/schwarz", "seed": 2, "game": 1}
    assert {key: value for key, value in second.items() if key != "lines"} == which
    assert main(["replay", str(path), "--game", "1", "--lang", "de", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == [second]
    assert main(["replay", str(path), "--game", "7", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"][0]["code"] == "no-such-game"


def test_a_broken_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    simulate("micro_robots/schwarz", games=1, log=path, log_games=1)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"called"', '"shouted"'), encoding="utf-8")
    with pytest.raises(DefinitionError, match="is no whole game of micro_robots"):
        list(replay(path))

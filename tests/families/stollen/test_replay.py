"""Logs that somebody wrote or changed by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.errors import DefinitionError
from workbench.tasks.replay import replay
from workbench.tasks.simulate import simulate

HEAD = '{"event": "game", "family": "stollen", "variant": "x", "seed": 1, "game": 0, "seats": []}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game in it"),
        ("[]", "is no event"),
        ('{"event": "end"}', "starts with 'end' instead of a game"),
        (HEAD.replace('"seats": []', '"places": []'), "'seats' is missing"),
        (HEAD + '{"event": "hazard"}', "unknown event 'hazard'"),
        (HEAD + '{"event": "level", "level": 1, "deck": 3}', "something in it is wrong"),
    ],
)
def test_what_is_no_log(text: str, message: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError, match=message):
        list(replay(log))


def test_an_editor_may_have_saved_it(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    simulate("stollen/schlicht", games=2, log=log)
    told = list(replay(log))
    log.write_text("\ufeff" + log.read_text(encoding="utf-8").replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert list(replay(log)) == told

"""Tell a logged game in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import DefinitionError, Problem, usage_problem
from workbench.family import family_of

DEFAULT_LANGUAGE = "en"
WHICH = ("family", "variant", "seed", "game")


@dataclass(frozen=True)
class ToldGame:
    """A game of a log and the lines that tell it."""

    head: Mapping[str, Any]
    lines: Sequence[str]

    def to_dict(self) -> dict[str, Any]:
        """Which game it is, as its log says, and the lines."""
        return {**{key: self.head.get(key) for key in WHICH}, "lines": list(self.lines)}


def replay(log: Path, *, game: int | None = None, language: str | None = None) -> Iterator[str]:
    """The lines that tell the games of a log, or only one of them."""
    for told in told_games(log, game=game, language=language):
        yield from told.lines


def told_games(log: Path, *, game: int | None = None, language: str | None = None) -> Iterator[ToldGame]:
    """The games of a log, or only one of them, each with the lines that tell it."""
    found = False
    family = None
    for number, events in _games(log):
        head = events[0]
        family = family_of(str(head.get("family")))
        if game is not None and head.get("game") != game:
            continue
        found = True
        try:
            yield ToldGame(head, list(family.narrate(events, language or DEFAULT_LANGUAGE)))
        except KeyError as error:
            raise _refuse(log, number, f"is no whole game of {family.id}: {error} is missing") from None
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise _refuse(log, number, f"is no whole game of {family.id}: something in it is wrong ({error})") from None
    if family is None:
        raise _refuse(log, 1, "no game in it")
    if not found:
        raise usage_problem(f"{log}: no game {game} in it", code="no-such-game")


def _games(log: Path) -> Iterator[tuple[int, list[Mapping[str, Any]]]]:
    """The games of a log: line number of the first event, and the events."""
    events: list[Mapping[str, Any]] = []
    first = 1
    for number, event in _events(log):
        if event["event"] == "game" and events:
            yield first, events
            events = []
        if not events:
            first = number
            if event["event"] != "game":
                raise _refuse(log, number, f"starts with {event['event']!r} instead of a game")
        events.append(event)
    if events:
        yield first, events


def _events(log: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        with log.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                try:
                    event = json.loads(line)
                except (ValueError, RecursionError):
                    raise _refuse(log, number, "is not JSON") from None
                if not isinstance(event, dict) or not isinstance(event.get("event"), str):
                    raise _refuse(log, number, 'is no event: {"event": ...} is expected')
                yield number, event
    except UnicodeDecodeError:
        raise _refuse(log, None, "is not UTF-8") from None
    except OSError as error:
        raise _refuse(log, None, f"cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise _refuse(log, None, f"cannot be read: {error}") from None


def _refuse(log: Path, line: int | None, message: str) -> DefinitionError:
    return DefinitionError([Problem(message, file=log.as_posix(), line=line, code="bad-log")])

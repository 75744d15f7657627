"""Play one game at the table: people in a terminal against the characters."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.definition.load import Loaded, load
from workbench.errors import usage_problem
from workbench.family import PERSON, Seat
from workbench.numbers import plain
from workbench.output import check_writable, write_text
from workbench.tasks.simulate import check_numbers, log_lines
from workbench.tasks.strategies import own_characters
from workbench.terminal import Terminal

ME = "me"
SLOWEST = 100.0
"""How many times slower or faster than a real one a clock may run."""
FRESH_GAMES = 1_000_000
"""A game of which nothing is asked is one of so many of its seed."""


@dataclass(frozen=True)
class PlayResult:
    """How a game at the table ended. ``end`` is the last event of its log."""

    family: str
    variant: str
    fingerprint: dict[str, str]
    seed: int
    game: int
    seats: Sequence[Seat]
    end: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON data: whose game it was, then scores, winners and what else the end of the log tells."""
        found: dict[str, Any] = plain(
            {
                "family": self.family,
                "variant": self.variant,
                "fingerprint": self.fingerprint,
                "seed": self.seed,
                "game": self.game,
                "seats": [seat.to_dict() for seat in self.seats],
                **{key: value for key, value in self.end.items() if key != "event"},
            }
        )
        return found


def table_language(loaded: Loaded, language: str | None) -> str:
    """The language to be spoken at the table; one that the family does not speak is an error."""
    known = loaded.family.host_languages
    if not known:
        raise usage_problem(f"{loaded.family.id} cannot be played in the terminal", code="no-host")
    chosen = language or loaded.definition.language
    if chosen not in known:
        raise usage_problem(
            f"{loaded.family.id} is not played in the language {chosen!r}, only in {', '.join(known)}",
            code="no-language",
            key="language",
        )
    return chosen


def play(
    variant: str | Loaded,
    terminal: Terminal,
    *,
    seats: Sequence[str] = (),
    characters: Mapping[str, str] | None = None,
    seed: int | None = None,
    game: int | None = None,
    language: str | None = None,
    log: Path | None = None,
    settings: Sequence[str] = (),
) -> PlayResult:
    """One game with the people in front of ``terminal``, who sit where ``seats`` says "me".

    Without ``seats`` a person takes the definition's first seat. The cards are those of game ``game`` of ``seed``
    (game 0; without a seed any game of seed 1). Against the clock, the characters (and every limit of time) take
    ``terminal.slow`` times as long as in a simulation. ``log`` is written when the game has ended, or not at all.
    """
    check_numbers(seed=seed)
    if game is not None and not 0 <= game < 2**63:
        raise usage_problem(f"game must be 0 to {2**63 - 1}, got {game}", code="bad-number", key="game")
    if not SLOWEST >= terminal.slow >= 1 / SLOWEST:
        raise usage_problem(
            f"slow must be {1 / SLOWEST:g} to {SLOWEST:g}, got {terminal.slow:g}", code="bad-number", key="slow"
        )
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    if terminal.slow != 1 and not loaded.family.timed:
        raise usage_problem(f"{loaded.family.id} has no clock that could be slow", code="no-clock", key="slow")
    language = table_language(loaded, language)
    names = list(seats) or [ME, *loaded.definition.seats[1:]]
    own = own_characters(loaded.family, characters or {})
    if ME not in own:
        own[ME] = Seat(ME, PERSON, {})
    line_up = loaded.seats(names, own)
    if all(seat.strategy != PERSON for seat in line_up):
        raise usage_problem(
            "nobody plays: no seat is me",
            code="no-person",
            key="seats",
            hint=f"for example --seats {','.join([ME, *names[1:]])}; simulate plays without people",
        )
    if game is None:
        game = 0 if seed is not None else secrets.randbelow(FRESH_GAMES)
    seed = 1 if seed is None else seed
    if log is not None:
        # Nobody shall play a whole game for a log that cannot be written.
        check_writable(log)
    events = loaded.family.host(loaded.definition, line_up, terminal, seed=seed, game=game, language=language)
    if log is not None:
        write_text(log, "".join(log_lines(loaded, line_up, seed, game, events)))
    fingerprint = loaded.fingerprint.to_dict()
    return PlayResult(loaded.family.id, loaded.variant, fingerprint, seed, game, tuple(line_up), events[-1])

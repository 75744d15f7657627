"""Everything that can go wrong through a user's input, as data with a place.

The command line turns these into messages and exit codes; nothing here knows about it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


WRONG_TABLE = "wrong-table"
"""The code of a problem with a table of players that a game, fine as such, cannot be played by."""

LONGEST_SHOWN = 120


def dotted(path: Sequence[str | int]) -> str:
    """``path`` as a dotted key; array items count from 1, what is no plain key is quoted as in TOML."""
    return ".".join(str(part + 1) if isinstance(part, int) else _key(part) for part in path)


def _key(part: str) -> str:
    bare = part.isascii() and part.replace("-", "").replace("_", "").isalnum()
    return part if bare else json.dumps(part, ensure_ascii=not part.isprintable())


def one_line(text: str) -> str:
    """``text`` on one line of a screen: control characters spelled out, and not longer than anyone reads."""
    if len(text) > LONGEST_SHOWN:
        text = f"{text[: LONGEST_SHOWN // 2]}...{text[-LONGEST_SHOWN // 2 :]}"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def in_quotes(text: str) -> str:
    """``text`` in quotes on one line, shortened, control characters spelled out."""
    shown = text if len(text) <= 40 else text[:37] + "..."
    return json.dumps(shown, ensure_ascii=not shown.isprintable())


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where it stands, what it is, and what would be right.

    ``line`` and ``column`` count from 1, the column in code points, both of the value; None where there is no
    place in a file. ``key`` is the dotted key, array items counted from 1.
    """

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    key: str | None = None
    severity: Severity = "error"
    code: str = "problem"
    hint: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The problem as CONTRACT-shaped JSON."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "key": self.key,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
        }

    def __str__(self) -> str:
        file = one_line(self.file) if self.file else None
        place = ":".join(str(part) for part in (file, self.line, self.column) if part is not None)
        parts = [place, self.severity, one_line(self.key) if self.key else None, self.message]
        line = ": ".join(part for part in parts if part)
        return f"{line} ({self.hint})" if self.hint else line


class WorkbenchError(Exception):
    """Base of all errors that a user can cause."""


class DefinitionError(WorkbenchError):
    """A definition, or what was asked of it, cannot be used; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class OutputError(WorkbenchError):
    """An output could not be written."""


def usage_problem(message: str, *, code: str, key: str | None = None, hint: str | None = None) -> DefinitionError:
    """A problem of what was asked (an unknown variant, character, value) rather than of a place in a file."""
    return DefinitionError([Problem(message, key=key, code=code, hint=hint)])


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to ``word``, if one is near enough to be a slip; upper and lower case are alike."""
    import difflib

    choices = {choice.lower(): choice for choice in known}
    found = difflib.get_close_matches(word.lower()[:LONGEST_SHOWN], choices, n=1, cutoff=0.6)
    return choices[found[0]] if found else None

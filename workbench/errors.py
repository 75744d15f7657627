"""Everything that can go wrong through a user's input, as data with a place.

The command line turns these into messages and exit codes; nothing here knows about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


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
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        parts = [place, self.severity, self.key, self.message]
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
    """The known word nearest to ``word``, if one is near enough to be a slip."""
    import difflib

    choices = list(known)
    found = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if found:
        return found[0]
    lower = {choice.lower(): choice for choice in choices}
    return lower.get(word.lower())

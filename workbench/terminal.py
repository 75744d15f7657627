"""A conversation with people at a terminal: lines of at most 80 columns, choices by number or letter, no surprises.

It works with a terminal and with lines from a pipe, in colour and without. Nothing here knows a game; the words are
in terminal.toml.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from workbench.errors import WorkbenchError, in_quotes, one_line

WIDEST, NARROWEST = 80, 40
STYLES = {
    "bold": "1", "faint": "2", "reverse": "7", "red": "31", "green": "32", "yellow": "33", "blue": "94",
    "magenta": "35", "cyan": "36",
}  # fmt: skip
HELP, QUIT = "?", "q"

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_TOGETHER = "\u00a0"
_SEPARATOR = f"{_TOGETHER}· "
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
# For screens whose encoding lacks them.
_PLAINER = {
    "─": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "·": "-", "–": "-", "…": "...", "→": "->", "½": " 1/2",
    "×": "x", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "„": '"', "“": '"',
}  # fmt: skip


class PersonLeft(Exception):
    """A person does not want to go on."""


class InputEnded(WorkbenchError):
    """The lines of a pipe ended before the conversation did."""


@dataclass(frozen=True)
class Option:
    """One thing to choose: its word, the letter that chooses it too, and what choosing it does."""

    value: Any
    word: str
    letter: str = ""
    meaning: str = ""
    note: str = ""
    """Stands behind the word, in brackets."""


def sentences(file: Path, language: str) -> Mapping[str, Any]:
    """The words of ``language`` in a TOML file with a table a language; English where it has no such table."""
    tables = _tables(file)
    found: Mapping[str, Any] = tables.get(language, tables["en"])
    return found


def languages(file: Path) -> Sequence[str]:
    """The languages of such a file."""
    return tuple(_tables(file))


@cache
def _tables(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def width_of(text: str) -> int:
    """Columns that ``text`` takes on a screen: escapes take none, East Asian wide characters two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in _ESCAPES.sub("", text))


def together(text: str) -> str:
    """``text`` as one word that is not broken at its spaces."""
    return text.replace(" ", _TOGETHER)


def padded(text: str, width: int, right: bool = False) -> str:
    """``text`` filled with spaces to ``width`` columns, on the left if it shall stand ``right``."""
    space = " " * max(0, width - width_of(text))
    return space + text if right else text + space


def wrapped(text: str, width: int, hanging: int = 0) -> list[str]:
    """``text`` in lines of at most ``width`` columns (longer only where a word is); further lines are indented."""
    first = len(text) - len(text.lstrip(" "))
    lines = [" " * first]
    empty = True
    for word in filter(None, text.split(" ")):
        if not empty and width_of(lines[-1]) + 1 + width_of(word) > width:
            lines.append(" " * (first + hanging))
            empty = True
        lines[-1] += word if empty else f" {word}"
        empty = False
    return lines if text.strip() else [""]


class Terminal:
    """Who sits in front of the screen. ``source`` may be None: nobody answers.

    Colour only where ``out`` is a terminal that can and NO_COLOR is not set; pauses only where ``source`` is one.
    ``slow``: how many times slower than a real one the clock runs in games that have one.
    """

    def __init__(
        self,
        source: TextIO | None,
        out: TextIO,
        language: str,
        environment: Mapping[str, str] = os.environ,
        slow: float = 1.0,
    ) -> None:
        self.source = source
        self.out = out
        self.slow = slow
        self.words = sentences(Path(__file__).with_name("terminal.toml"), language)
        self.interactive = source is not None and source.isatty()
        self.screen = out.isatty()
        self.moves = self.screen and environment.get("TERM") != "dumb"
        """Whether a place of the screen can be written again."""
        self.colour = self.moves and not environment.get("NO_COLOR")
        columns = shutil.get_terminal_size((WIDEST, 24)).columns if self.screen else WIDEST
        self.width = max(NARROWEST, min(columns, WIDEST))
        plainer = {c: plain for c, plain in _PLAINER.items() if not _shows(out, c)}
        self._plainer = str.maketrans({**plainer, _TOGETHER: " "})

    def paint(self, text: str, *styles: str) -> str:
        """``text`` in these styles, where there is colour."""
        if not self.colour or not text or not styles:
            return text
        return f"\x1b[{';'.join(STYLES[style] for style in styles)}m{text}\x1b[0m"

    def say(self, text: str = "", hanging: int = 2) -> None:
        """Say something, in as many lines as it takes."""
        for line in wrapped(text, self.width, hanging):
            self.show(line)

    def show(self, *lines: str) -> None:
        """Lines as they are."""
        for line in lines:
            self.write(line.rstrip() + "\n")

    def choose(
        self, question: str, options: Sequence[Option], explain: Callable[[], Iterable[str]] | None = None
    ) -> Any:
        """The value of the option that somebody chooses. Asks again until an answer is one; nothing is a default."""
        answers = _answers(options)
        labels = [_label(number, option) for number, option in enumerate(options, start=1)]
        menu = self.joined([*labels, *self.always()])
        self.say(self.paint(question, "bold"))
        self.say(f"  {menu}", hanging=0)
        while True:
            answer = self._read(self.words["prompt"]).casefold()
            if answer in answers:
                return options[answers[answer]].value
            if self.asks_for_help(answer):
                self._explain(options, explain)
                self.say(f"  {menu}", hanging=0)
            elif self.leaves(answer):
                raise PersonLeft
            else:
                wrong = self.words["not_known"].format(answer=in_quotes(answer)) if answer else self.words["empty"]
                self.say(f"{wrong} {self.words['possible']}")
                self.say(f"  {menu}", hanging=0)

    def pause(self, text: str, skip: str = "") -> bool:
        """Wait for Enter, where somebody sits there; whether they would rather skip on, where ``skip`` offers that."""
        if not self.interactive:
            return False
        offers = [f"Enter {text}", *([f"s {skip}"] if skip else []), f"{QUIT} {self.words['quit']}"]
        answer = self._read(self.paint(f"[{' · '.join(offers)}] ", "faint")).casefold()
        if self.leaves(answer):
            raise PersonLeft
        return bool(skip) and answer == "s"

    def hand_over(self, name: str) -> None:
        """Wait until ``name`` sits in front of the screen, and the others do not look."""
        self.say(self.paint(self.words["hand_over"].format(name=name), "bold"))
        self.pause(self.words["here"].format(name=name))

    def clear(self) -> None:
        """Take away what the next one in front of the screen must not see."""
        if self.screen:
            self.write(_CLEAR)

    def asks_for_help(self, answer: str) -> bool:
        """Whether ``answer`` asks what is possible."""
        return answer == HELP or answer.casefold() in self.words["help_words"]

    def leaves(self, answer: str) -> bool:
        """Whether ``answer`` ends the conversation."""
        return answer.casefold() in (QUIT, *self.words["quit_words"])

    def joined(self, offers: Iterable[str]) -> str:
        """What can be answered, in one line of a menu."""
        return _SEPARATOR.join(offers)

    def always(self) -> list[str]:
        """The answers that are possible at every question."""
        return [together(f"{HELP} {self.words['explain']}"), together(f"{QUIT} {self.words['quit']}")]

    def _explain(self, options: Sequence[Option], explain: Callable[[], Iterable[str]] | None) -> None:
        for number, option in enumerate(options, start=1):
            self.say(f"  {_label(number, option)}: {option.meaning}" if option.meaning else f"  {option.word}", 4)
        for line in explain() if explain is not None else ():
            self.say(f"  {line}", 4)

    def _read(self, prompt: str) -> str:
        """One line without the spaces around it, after ``prompt``."""
        self.write(prompt)
        return self.echo(self.next_line())

    def next_line(self) -> str:
        """One line without the spaces around it. Errors: PersonLeft, or InputEnded where a pipe has no more."""
        line = self.source.readline() if self.source is not None else ""
        if not line:
            self.write("\n")
            if self.interactive:
                raise PersonLeft
            raise InputEnded(self.words["ended"])
        return line.strip()

    def echo(self, answer: str) -> str:
        """``answer``, shown where no terminal has shown it while it was typed."""
        if not self.interactive:
            self.write(f"{one_line(answer)}\n")
        return answer

    def write(self, text: str) -> None:
        """Write ``text`` where the screen is."""
        self.out.write(text.translate(self._plainer))
        self.out.flush()


def _answers(options: Sequence[Option]) -> dict[str, int]:
    """What chooses which option: its number, its letter, its word."""
    answers: dict[str, int] = {}
    for number, option in enumerate(options):
        for answer in (str(number + 1), option.letter, option.word):
            if answer:
                answers.setdefault(answer.casefold(), number)
    return answers


def _label(number: int, option: Option) -> str:
    letter = f"/{option.letter}" if option.letter else ""
    note = f" ({option.note})" if option.note else ""
    return together(f"{number}{letter} {option.word}{note}")


def _shows(out: TextIO, character: str) -> bool:
    try:
        character.encode(getattr(out, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

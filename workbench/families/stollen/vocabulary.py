"""The words of stollen by language (words.toml), and numbers in words."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

TOOLS = ("lamp", "helmet", "rope")


@functools.cache
def vocabulary(language: str) -> dict[str, Any]:
    """The words of ``language`` from words.toml."""
    everything = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = everything[language]
    return found


def hazard_words() -> tuple[str, ...]:
    """The hazards that have a word and a picture."""
    return tuple(vocabulary("en")["hazards"])


def hazard_name(kind: str, language: str) -> str:
    """The name of a hazard; without a word for it, its id."""
    names: dict[str, str] = vocabulary(language)["hazards"]
    return names.get(kind, kind.replace("-", " ").replace("_", " "))


def hazard_icon(kind: str) -> str:
    """The icon of a hazard: its own where there is a word for it, else the general one."""
    return kind if kind in vocabulary("en")["hazards"] else "hazard"


def cardinal(number: int, language: str) -> str:
    """A number as a word up to twelve, then in digits."""
    words: list[str] = vocabulary(language)["numbers"]
    return words[number] if number < len(words) else str(number)


def ordinal(number: int, language: str, ending: str = "") -> str:
    """First, second, ... up to twelfth, then in digits; ``ending`` is that of a German adjective."""
    found = vocabulary(language)
    words: list[str] = found["ordinals"]
    return words[number] + ending if number < len(words) else ordinal_short(number, language)


def ordinal_short(number: int, language: str) -> str:
    """1st, 2nd, ... by the endings of the language; the last digit picks one, but 11 to 13 take the usual one."""
    endings: dict[str, str] = vocabulary(language)["ordinal_endings"]
    usual = endings["usual"]
    return f"{number}{usual if number % 100 in (11, 12, 13) else endings.get(str(number % 10), usual)}"


def times(number: int, language: str) -> str:
    """Once, twice, ..."""
    found = vocabulary(language)
    words: list[str] = found["times"]
    return words[number] if number < len(words) else f"{number}{found['times_suffix']}"


def mixed(number: int, halves: int, language: str) -> str:
    """``number`` and, where ``halves`` is 1, a half: 4½."""
    half: str = vocabulary(language)["half"]
    return f"{number or ''}{half}" if halves else str(number)


def option_words(options: list[str], language: str) -> dict[str, str]:
    """What a player can be forbidden, in words; English where the language has none."""
    words: dict[str, str] = vocabulary(language).get("options") or vocabulary("en")["options"]
    return {option: words[option] for option in options}

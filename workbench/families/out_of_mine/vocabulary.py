"""The words of out_of_mine by language (words.toml), and how colours and elements look (look.toml)."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from workbench.families.out_of_mine.definition import OutOfMineDefinition

MINUS = "\N{MINUS SIGN}"


@functools.cache
def _tables(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def vocabulary(language: str) -> dict[str, Any]:
    """The words of ``language`` from words.toml."""
    found: dict[str, Any] = _tables("words")[language]
    return found


def in_every_language(name: str, **values: object) -> dict[str, str]:
    """A word of the sheets by language, with ``values`` in it."""
    return {language: table["sheets"][name].format(**values) for language, table in _tables("words").items()}


def cardinal(number: int, language: str) -> str:
    """A number as a word up to twelve, then in digits."""
    words: list[str] = vocabulary(language)["numbers"]
    return words[number] if 0 <= number < len(words) else signed(number, plus="")


def signed(number: int, plus: str = "+") -> str:
    """A number with its sign: +2, 0, −1."""
    return f"{MINUS}{-number}" if number < 0 else f"{plus if number else ''}{number}"


def duration(seconds: int, language: str) -> str:
    """Seconds as people say them: whole minutes where that is exact."""
    words: dict[str, str] = vocabulary(language)["durations"]
    if seconds % 60:
        return words["second" if seconds == 1 else "seconds"].format(n=seconds)
    return words["minute" if seconds == 60 else "minutes"].format(n=seconds // 60)


def colour_name(colour: str, language: str) -> str:
    """A colour in words; without a word for it, its id."""
    names: dict[str, str] = vocabulary(language)["colours"]
    return names.get(colour, _plain(colour))


def element_name(element: str, language: str) -> str:
    """An element in words; without a word for it, its id."""
    names: dict[str, str] = vocabulary(language)["elements"]
    return names.get(element, _plain(element))


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def look_of(d: OutOfMineDefinition, colour: str) -> dict[str, str]:
    """Fill, ink and sign of a colour."""
    known: dict[str, dict[str, str]] = _tables("look")["colours"]
    if colour in known:
        return known[colour]
    strangers = [name for name in d.colours if name not in known]
    free = [name for name in known if name not in d.colours]
    return known[free[strangers.index(colour) % len(free)]]


def colour_of(d: OutOfMineDefinition, colour: str, language: str) -> dict[str, str]:
    """A colour as the templates draw and name it."""
    return {"id": colour, "name": colour_name(colour, language), **look_of(d, colour)}


def element_of(element: str, language: str) -> dict[str, str | None]:
    """An element as the templates draw and name it; a designer's icon of its name takes the place of ``icon``."""
    icons: dict[str, str] = _tables("look")["elements"]
    name = element_name(element, language)
    return {
        "id": element,
        "name": name,
        "icon": icons.get(element),
        "icon_for": element,
        "letters": name[:2].capitalize(),
    }


__all__ = [
    "cardinal",
    "colour_name",
    "colour_of",
    "duration",
    "element_name",
    "element_of",
    "in_every_language",
    "look_of",
    "signed",
    "vocabulary",
]

"""The words of digging by language (words.toml), numbers in words, and names and looks of metals."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from workbench.families.digging.definition import DiggingDefinition

METAL_CARDS = ("mine", "crate", "double")
"""The cards of a metal."""


@functools.cache
def _tables(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def vocabulary(language: str) -> dict[str, Any]:
    """The words of ``language`` from words.toml."""
    found: dict[str, Any] = _tables("words")[language]
    return found


def cardinal(number: int, language: str) -> str:
    """A number as a word up to twelve, then in digits."""
    words: list[str] = vocabulary(language)["numbers"]
    return words[number] if number < len(words) else str(number)


def metal_words(d: DiggingDefinition, metal: str, language: str) -> dict[str, str]:
    """What a metal is called (``name``), and its cards (``mine``, ``crate``, ``double``): by its title if the
    definition gives it one, else by words.toml, else by its id."""
    found = vocabulary(language)
    title = d.metal_title(metal, language)
    if title is None and metal in found["metals"]:
        words: dict[str, str] = found["metals"][metal]
        return words
    name = title or metal.replace("-", " ").replace("_", " ").capitalize()
    # German joins words with hyphens, so that a name of several words has them throughout.
    joined = name.replace(" ", found["metal_without_words"]["space"])
    return {"name": name} | {card: found["metal_without_words"][card].format(name=joined) for card in METAL_CARDS}


def metal_look(d: DiggingDefinition, metal: str) -> dict[str, str]:
    """Icon and colours of a metal; one without an entry of its own gets a spare one that no other metal has."""
    known: dict[str, dict[str, str]] = _tables("look")["metals"]
    if metal in known:
        return known[metal]
    strangers = [name for name in d.metals if name not in known]
    spare = [look for name, look in known.items() if name not in d.metals]
    return spare[strangers.index(metal)]

"""Which cards hold a character that no font can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from workbench.printing.typst import GlyphError

_MOST_NAMED = 8


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a card's data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_of(item)


def cards_with(characters: Iterable[str], cards: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ids of the cards that have one of ``characters`` in a text, each once."""
    wanted = set(characters)
    found = (str(card.get("id")) for card in cards if any(wanted & set(text) for text in texts_of(card)))
    return list(dict.fromkeys(found))


@contextmanager
def naming_cards(cards: Iterable[Mapping[str, Any]]) -> Iterator[None]:
    """Adds the cards to an error about characters without a glyph."""
    try:
        yield
    except GlyphError as error:
        ids = cards_with(error.characters, cards)
        if not ids:
            raise
        more = f" and {len(ids) - _MOST_NAMED} more" if len(ids) > _MOST_NAMED else ""
        place = f"; on the cards {', '.join(ids[:_MOST_NAMED])}{more}"
        problems = [replace(problem, message=problem.message + place) for problem in error.problems]
        raise GlyphError(problems, error.characters) from error

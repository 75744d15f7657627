"""The difference of two definitions as the report shows it: key by key, old value and new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.definition.diff import differences

if TYPE_CHECKING:
    from workbench.definition.load import Loaded

NO_RULES = ("title", "language", "languages", "print", "seats")
"""Tables that say nothing about play."""


@dataclass(frozen=True)
class Token:
    """A bit of a value; ``changed`` where it is what differs."""

    text: str
    changed: bool


@dataclass(frozen=True)
class Change:
    """One key: the old and the new value in TOML's spelling, empty where there is none."""

    key: str
    old: tuple[Token, ...]
    new: tuple[Token, ...]

    @property
    def changes_play(self) -> bool:
        """Whether the key is about play at all."""
        return self.key.partition(".")[0] not in NO_RULES


def changes(a: Loaded, b: Loaded) -> list[Change]:
    """What differs from ``a`` to ``b``; rules of play first."""
    found = [Change(row.key, *_both(row.a, row.b)) for row in differences(a, b)]
    return sorted(found, key=lambda change: not change.changes_play)


def spelt(value: Any) -> str:
    """``value`` as TOML would have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(spelt(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {spelt(item)}" for key, item in value.items()) + "}"
    return str(value)


def _both(a: Any, b: Any) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    if isinstance(a, list) and isinstance(b, list):
        return _items(a, b), _items(b, a)
    return _whole(a), _whole(b)


def _whole(value: Any) -> tuple[Token, ...]:
    return () if value is None else (Token(spelt(value), True),)


def _items(items: Sequence[Any], others: Sequence[Any]) -> tuple[Token, ...]:
    """The items of an array: by place if both are equally long, else by how many of each there are."""
    texts, other_texts = [spelt(item) for item in items], [spelt(item) for item in others]
    if len(texts) == len(other_texts):
        marks = [text != other for text, other in zip(texts, other_texts, strict=True)]
    else:
        left = Counter(other_texts)
        marks = []
        for text in texts:
            marks.append(left[text] == 0)
            left[text] -= left[text] > 0
    tokens = [Token("[", False)]
    for at, (text, mark) in enumerate(zip(texts, marks, strict=True)):
        tokens.append(Token(text, mark))
        if at + 1 < len(texts):
            tokens.append(Token(", ", False))
    return (*tokens, Token("]", False))

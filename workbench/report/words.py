"""Words, sentences and numbers of the report in one language."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from math import floor, isfinite, log10
from pathlib import Path
from typing import Any

from workbench.family import families

FALLBACK = "en"
NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
MOST_DECIMALS = 5


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def languages() -> list[str]:
    """The languages that the report has words for."""
    return list(_tables())


@cache
def _family_tables(family: str) -> dict[str, Any]:
    """The family's own ``report.toml``; empty where it has none."""
    path = families()[family].folder / "report.toml" if family in families() else None
    return tomllib.loads(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else {}


def senses(family: str) -> dict[str, Any]:
    """What characters of a family may not perceive: the keys it is about, and who is blind to it."""
    found: dict[str, Any] = _family_tables(family).get("senses", {})
    return found


def scoring_keys(family: str) -> list[str]:
    """The keys of a family that only say what a result is worth."""
    found: list[str] = _family_tables(family).get("scoring", [])
    return found


class Words:
    """The words of one language; English where there is no table for it."""

    def __init__(self, language: str, own: dict[str, Any] | None = None) -> None:
        tables = _tables()
        self.language = language if language in languages() else FALLBACK
        self.table: dict[str, Any] = tables[self.language]
        self.own = own or {}
        """The family's own words for its metrics, parts and units, which come first."""

    def __call__(self, key: str, **values: object) -> str:
        """The sentence ``key`` ("table.name") with its places filled in."""
        table, _, name = key.partition(".")
        text: str = self.table[table][name]
        return (text.format(**values) if values else text).replace(" %", f"{NO_BREAK}%")

    def sense(self, family: str, name: str, many: bool) -> str:
        """What one character, or many, do not perceive."""
        tables = _family_tables(family)
        return str(tables.get(self.language, tables[FALLBACK])["senses"][name][many])

    # Numbers

    def number(self, value: float | None, decimals: int = 0, *, signed: bool = False) -> str:
        """``value`` in the spelling of the language; a dash for what is undefined."""
        if value is None or not isfinite(value):
            return "–"
        text = f"{abs(value):,.{decimals}f}"
        sign = ""
        if any(digit in "123456789" for digit in text):
            sign = MINUS if value < 0 else "+" if signed else ""
        marks = self.table["numbers"]
        spelt = text.replace(",", "\0").replace(".", marks["point"]).replace("\0", marks["thousands"])
        return sign + spelt

    def whole(self, value: float | None) -> str:
        """A count."""
        return self.number(value)

    def trimmed(self, value: float, decimals: int = 2) -> str:
        """``value`` without zeros at its end: 1, 0.5."""
        text = f"{value:.{decimals}f}"
        kept = len(text.rstrip("0").partition(".")[2]) if "." in text else 0
        return self.number(value, kept)

    def percent(self, text: str) -> str:
        """An already spelt number with a percent sign."""
        return str(self.table["numbers"]["percent"]).format(number=text).replace(" ", NO_BREAK)

    def share(self, value: float | None, decimals: int = 1) -> str:
        """A share as a percentage."""
        return "–" if value is None else self.percent(self.number(100 * value, decimals))

    def span(self, low: float | None, high: float | None, decimals: int, *, signed: bool = False) -> str:
        """An interval."""
        if low is None or high is None:
            return "–"
        return self(
            "lists.to",
            low=self.number(low, decimals, signed=signed),
            high=self.number(high, decimals, signed=signed),
        )

    def listed(self, items: Sequence[str]) -> str:
        """``a, b and c``."""
        if len(items) < 2:
            return "".join(items)
        return self("lists.comma").join(items[:-1]) + self("lists.last") + items[-1]

    def margin_points(self, margin: float) -> str:
        """The margin in percentage points, in words."""
        key = "interval.margin_points_one" if margin == 1 else "interval.margin_points_many"
        return self(key, margin=self.trimmed(margin))

    def margin_percent(self, margin: float) -> str:
        """The margin in percent."""
        return self.percent(self.trimmed(margin))

    # Names from data

    def family(self, family: str) -> str:
        """The name of a family."""
        return family.replace("_", " ").title()

    def part(self, part: str) -> str:
        """A part of a metric's name: a tool, a level."""
        return str(self._of("parts").get(part, part.replace("_", " ")))

    def unit(self, unit: str) -> str:
        """A unit as results name it."""
        return str(self._of("units").get(unit, unit))

    def metric(self, name: str, description: str = "") -> tuple[str, str]:
        """Name and meaning of a metric; what the language has no word for keeps the words it came with."""
        table = self._of("metrics")
        stem, _, rest = name.partition(".")
        part = rest
        entry = table.get(name)
        if entry is None and rest:
            kind, _, number = rest.rpartition("_")
            entry = table.get(f"{stem}.{kind}_*") if kind else None
            part = number if entry is not None else self.part(rest)
            entry = entry or table.get(f"{stem}.*")
        if entry is None:
            return name.replace("_", " "), description
        return str(entry[0]).format(part=part), str(entry[1]) or description

    def exact(self, name: str) -> tuple[str, bool]:
        """What an exact figure is called, by its keys with dots between them, and whether it is a share.

        What the family has no word for keeps its keys; the last one may stand for any (``distance.share.*``).
        """
        table: dict[str, Any] = self.own.get("exact", {})
        stem, _, part = name.rpartition(".")
        entry = table.get(name, table.get(f"{stem}.*"))
        if entry is None:
            return name.replace("_", " ").replace(".", " "), False
        text, kind = (entry, "") if isinstance(entry, str) else entry
        return text.format(part=self.part(part)), kind == "share"

    def _of(self, table: str) -> dict[str, Any]:
        return {**self.table[table], **self.own.get(table, {})}


def decimals_for(low: float | None, high: float | None, least: int = 1) -> int:
    """Decimals that show an interval with one significant digit of its half-width, at least ``least``."""
    if low is None or high is None or not high > low:
        return least
    return max(least, min(MOST_DECIMALS, -floor(log10((high - low) / 2))))

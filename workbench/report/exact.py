"""Exact figures beside what the simulation showed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.report.words import Words, decimals_for

if TYPE_CHECKING:
    from workbench.definition.load import Loaded
    from workbench.statistics.sums import Sums
    from workbench.tasks.simulate import SimulateResult

HEAD = ("family", "variant", "fingerprint")
MOST_ROWS = 40
MOST_COLUMNS = 9
RULES = ("leave_after", "leave_at_loot", "leave_at_hazard_kinds")


@dataclass(frozen=True)
class Heading:
    """A column: what it is, and whether it was computed ("exact") or played ("simulated")."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Table:
    """Text in cells."""

    headings: Sequence[Heading]
    rows: Sequence[Sequence[str]]
    left: int = 0
    """Rows that were left out."""


@dataclass(frozen=True)
class Exact:
    """The section of exact figures."""

    tables: Sequence[Table]
    notes: Sequence[str]


def exact(
    analyse: Mapping[str, Any], loaded: Loaded, simulate: SimulateResult, baseline: Loaded | None, words: Words
) -> Exact:
    """The exact figures as tables; ``baseline`` is what they are set against."""
    figures = {key: value for key, value in analyse.items() if key not in HEAD}
    levels = figures.get("levels")
    if isinstance(levels, list) and levels and all("collapse_card" in level for level in levels):
        return _levels(levels, loaded, simulate, baseline, words)
    return Exact(_plain(figures, words), [])


# Decks of levels


def _levels(
    levels: Sequence[Mapping[str, Any]], loaded: Loaded, simulate: SimulateResult, baseline: Loaded | None, words: Words
) -> Exact:
    old = _analysed(baseline, loaded) if baseline is not None else []
    quiet = _without_canary(loaded)
    heads = sorted({len(simulate.seats)} & {int(n) for level in levels for n in (level["together"] or {})})
    headings = [
        Heading(words("exact.level")),
        Heading(words("exact.cards")),
        Heading(words("exact.second"), "exact"),
        Heading(words("exact.mean"), "exact"),
        Heading(words("exact.simulated_mean"), "simulated"),
        Heading(words("exact.ever"), "exact"),
        Heading(words("exact.simulated_ever"), "simulated"),
    ]
    headings += [Heading(words("exact.solo"), "exact")]
    headings += [Heading(words("exact.solo_without"), "exact")] if quiet else []
    headings += [Heading(words("exact.rule"), "exact")]
    headings += [Heading(words("exact.together", number=n), "exact") for n in heads]
    rows = []
    arrows = False
    for at, level in enumerate(levels):
        before = old[at] if at < len(old) else None
        cells = _exact_cells(level, heads, words)
        if before is not None:
            earlier = _exact_cells(before, heads, words)
            both = [a if a == b else words("interval.from_to", before=a, after=b)
                    for a, b in zip(earlier, cells, strict=True)]  # fmt: skip
            arrows = arrows or both != cells
            cells = both
        cards, second, mean, ever, solo, rule, *together = cells
        number = str(level["level"])
        rows.append(
            [number, cards, second, mean, _simulated(simulate.sums, f"level_{number}.steps", words), ever,
             _simulated(simulate.sums, f"collapses.level_{number}", words), solo,
             *([_number(quiet[at]["solo_best"], words)] if quiet else []), rule, *together]
        )  # fmt: skip
    notes = [words("exact.note"), words("exact.which_mean"), words("exact.which_solo")]
    notes += [words("exact.both")] if arrows else []
    notes += _reasons(levels, words)
    return Exact([Table(headings, rows)], notes)


def _analysed(other: Loaded, loaded: Loaded) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = other.family.analyse(other.definition).get("levels", [])
    return found


def _without_canary(loaded: Loaded) -> list[Mapping[str, Any]]:
    """The figures of the same game with the canary off, where it has one that is on."""
    canary = getattr(loaded.definition, "canary", None)
    if canary is None or not canary.enabled:
        return []
    off = loaded.definition.model_copy(update={"canary": canary.model_copy(update={"enabled": False})})
    found: list[Mapping[str, Any]] = loaded.family.analyse(off)["levels"]
    return found


def _exact_cells(level: Mapping[str, Any], heads: Sequence[int], words: Words) -> list[str]:
    collapse = level["collapse_card"]
    together = level["together"] or {}
    return [
        words.whole(level["cards"]),
        words.share(collapse["p"].get("2", 0.0), 2),
        _number(collapse["mean"], words),
        words.share(1 - collapse["p_none"], 1),
        _number(level["solo_best"], words),
        _best_rule(level, words),
        *(_number(together.get(str(n)), words) for n in heads),
    ]


def _number(value: float | None, words: Words) -> str:
    return words.number(value, 2)


def _best_rule(level: Mapping[str, Any], words: Words) -> str:
    """The best of the rules that look at one thing only."""
    found = [
        (value, rule, number)
        for rule in RULES
        for number, value in (level.get(rule) or {}).items()
        if value is not None
    ]
    if not found:
        return "–"
    value, rule, number = max(found, key=lambda entry: entry[0])
    return words(f"exact.{rule}", number=number, value=_number(value, words))


def _simulated(sums: Sums, name: str, words: Words) -> str:
    """The mean of a column of the whole game with its interval."""
    from workbench.statistics.estimates import estimate

    for index, column in enumerate(sums.columns):
        if column.name == name and column.seat is None:
            found = estimate(sums, index)
            scale = 100 if column.share else 1
            if found.estimate is None or found.low is None or found.high is None:
                return "–"
            low, high = scale * found.low, scale * found.high
            decimals = decimals_for(low, high, 1 if column.share else 2)
            text = words.number(scale * found.estimate, decimals)
            text = words.percent(text) if column.share else text
            return f"{text}\n({words.span(low, high, decimals)})"
    return "–"


def _reasons(levels: Sequence[Mapping[str, Any]], words: Words) -> list[str]:
    """Why figures are missing, each reason once."""
    found = [
        str(reason)
        for level in levels
        for table in (level, level["collapse_card"])
        for key, reason in table.items()
        if key == "reason" or key.endswith("_reason")
    ]
    return [words("exact.reason", reason=reason) for reason in dict.fromkeys(found)]


# Any other family


def _plain(figures: Mapping[str, Any], words: Words) -> list[Table]:
    """Scalars by key in one table, each list of records in one of its own."""
    scalars: list[list[str]] = []
    tables: list[Table] = []
    for key, value in figures.items():
        if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            tables.append(_records(value, words))
        else:
            scalars += [[words.exact(name)[0], text] for name, text in _flat(key, value, words)]
    headings = [Heading(words("results.figure")), Heading(words("exact.exact"), "exact")]
    first = [Table(headings, scalars[:MOST_ROWS], max(0, len(scalars) - MOST_ROWS))] if scalars else []
    return [*first, *tables]


def _records(records: Sequence[Mapping[str, Any]], words: Words) -> Table:
    rows = [dict(pair for key, value in record.items() for pair in _flat(key, value, words)) for record in records]
    columns = list(dict.fromkeys(key for row in rows for key in row))[:MOST_COLUMNS]
    return Table(
        [Heading(words.exact(column)[0]) for column in columns],
        [[row.get(column, "–") for column in columns] for row in rows[:MOST_ROWS]],
        max(0, len(rows) - MOST_ROWS),
    )


def _flat(key: str, value: Any, words: Words) -> list[tuple[str, str]]:
    if isinstance(value, Mapping):
        return [pair for name, item in value.items() for pair in _flat(f"{key}.{name}", item, words)]
    if value is None:
        return [(key, "–")]
    if isinstance(value, bool):
        return [(key, words("exact.yes" if value else "exact.no"))]
    if isinstance(value, str):
        return [(key, value)]
    if isinstance(value, int):
        return [(key, words.whole(value))]
    if isinstance(value, float):
        return [(key, words.share(value, 2) if words.exact(key)[1] else words.number(value, 4))]
    return []

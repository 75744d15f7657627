"""The factors of a sweep: keys with the values they take, and the definitions of all combinations."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from workbench.definition.load import Loaded, examine
from workbench.definition.merge import SET_LABEL, dotted, key_path, toml_value
from workbench.definition.text import inline
from workbench.errors import DefinitionError, Problem, in_quotes

VARY_LABEL = "--vary"
MOST_CELLS = 256


@dataclass(frozen=True)
class Factor:
    """A key and the values it takes; effects are read against the first."""

    key: str
    levels: tuple[Any, ...]

    def to_dict(self) -> dict[str, Any]:
        """The factor as JSON."""
        return {"key": self.key, "levels": list(self.levels)}


def read_factors(vary: Sequence[str] | Mapping[str, Sequence[Any]], settings: Sequence[str] = ()) -> list[Factor]:
    """The factors of ``KEY=V1,V2`` texts, or of values by key; raises :class:`DefinitionError` with every problem."""
    stated = list(vary.items()) if isinstance(vary, Mapping) else [_split_factor(text) for text in vary]
    problems: list[Problem] = []
    paths: list[tuple[str, ...]] = []
    factors: list[Factor] = []
    fixed = [path for text in settings if (path := key_path(text.partition("=")[0])) is not None]
    for key, levels in stated:
        path = key_path(key) if levels else None
        if path is None:
            problems.append(_problem(f"{in_quotes(key)} is not of the form KEY=V1,V2", None, "bad-factor", _EXAMPLE))
            continue
        factor = Factor(dotted(path), tuple(levels))
        problems += _level_problems(factor)
        for other in paths:
            if _overlap(path, other):
                same = "is varied twice" if path == other else f"and {dotted(other)} are varied together"
                problems.append(_problem(same, factor.key, "duplicate-factor", "give all its values at once"))
        if any(known[: len(path)] == path for known in fixed):
            problems.append(_problem("is both varied and set", factor.key, "varied-and-set", "leave out --set"))
        paths.append(path)
        factors.append(factor)
    if not stated:
        problems.append(_problem("nothing is varied", None, "bad-factor", _EXAMPLE))
    cells = prod(len(factor.levels) for factor in factors)
    if cells > MOST_CELLS:
        message = f"{' x '.join(str(len(factor.levels)) for factor in factors)} = {cells} combinations are too many"
        problems.append(_problem(message, None, "too-many-cells", f"at most {MOST_CELLS}: vary less at a time"))
    if problems:
        raise DefinitionError(problems)
    return factors


_EXAMPLE = "for example --vary tools.helmet.enabled=true,false"


def _problem(message: str, key: str | None, code: str, hint: str | None) -> Problem:
    return Problem(message, file=VARY_LABEL, key=key, code=code, hint=hint)


def _level_problems(factor: Factor) -> list[Problem]:
    texts = [inline(level) for level in factor.levels]
    twice = [text for at, text in enumerate(texts) if text in texts[:at]]
    if twice:
        return [_problem(f"has the value {in_quotes(twice[0])[1:-1]} twice", factor.key, "duplicate-level", None)]
    if len(texts) < 2:
        hint = f"--set {factor.key}={texts[0]} sets a single one"
        return [_problem("needs two values or more, separated by commas", factor.key, "one-level", hint)]
    return []


def _overlap(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one of two keys is, or lies in, the other."""
    return path[: len(other)] == other[: len(path)]


def _split_factor(text: str) -> tuple[str, list[Any]]:
    key, equals, raw = text.partition("=")
    return (key, split_values(raw)) if equals else (text, [])


def split_values(raw: str) -> list[Any]:
    """``raw`` as the items of a TOML array; an item that is no TOML value is a text."""
    if "\n" not in raw:
        try:
            return list(tomllib.loads(f"items = [{raw}]")["items"])
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            pass
    items = [item.strip() for item in _split_at_commas(raw)]
    return [toml_value(item) for item in items] if all(items) else []


def _split_at_commas(raw: str) -> Iterator[str]:
    """The parts between the commas that stand outside quotes and brackets."""
    start = depth = 0
    quote = ""
    for at, character in enumerate(raw):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character == "," and depth <= 0:
            yield raw[start:at]
            start = at + 1
    yield raw[start:]


def load_cells(variant: str, factors: Sequence[Factor], settings: Sequence[str]) -> list[Loaded]:
    """The definition of every combination, the last factor changing fastest; raises every problem of all of them."""
    cells: list[Loaded] = []
    problems: list[Problem] = []
    for levels in product(*(factor.levels for factor in factors)):
        changes = [f"{factor.key}={inline(level)}" for factor, level in zip(factors, levels, strict=True)]
        loaded, found = examine(variant, [*settings, *changes])
        if loaded is None:
            problems += [_relabelled(problem, factors, settings) for problem in found]
        else:
            cells.append(loaded)
    if problems:
        raise DefinitionError(dict.fromkeys(problems))
    return cells


def _relabelled(problem: Problem, factors: Sequence[Factor], settings: Sequence[str]) -> Problem:
    """A problem of a varied value says so, and not that it was set."""
    path = key_path(problem.key) if problem.key and problem.file == SET_LABEL else None
    if path is None:
        return problem
    varied = [key_path(factor.key) for factor in factors]
    fixed = [key_path(text.partition("=")[0]) for text in settings]
    if any(other and _overlap(path, other) for other in varied) and path not in fixed:
        return replace(problem, file=VARY_LABEL)
    return problem

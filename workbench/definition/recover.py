"""Problems of meaning in a definition of which some values are unsound: only those that hold in any case."""

from __future__ import annotations

import copy
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from workbench.definition.fields import Whole
from workbench.definition.merge import Path
from workbench.definition.validate import Shape, kind_of
from workbench.family import Family, Finding

MOST_WORLDS = 60


def certain_findings(family: Family, shape: Shape) -> Iterable[Finding]:
    """The findings that do not hang on what an unsound value is meant to be.

    Those that touch an unsound value are left out, and those that vanish where another value stands for it.
    """
    if shape.definition is None:
        return []
    found = list(family.check(shape.definition))
    if not shape.unsound:
        return found
    found = [finding for finding in found if not _touches(finding.path, shape.unsound)]
    for number, other in enumerate(_worlds(family, shape)):
        if not found or number == MOST_WORLDS:
            break
        there = {(finding.path, finding.code) for finding in family.check(other)}
        found = [finding for finding in found if (finding.path, finding.code) in there]
    return found


def _touches(path: Path, unsound: Sequence[Path]) -> bool:
    return any(path[: len(other)] == other or other[: len(path)] == path for other in unsound)


def _worlds(family: Family, shape: Shape) -> Iterator[Any]:
    """Definitions with each other value that may be meant in place of an unsound one."""
    for path in shape.unsound:
        for value in _alternatives(family, shape, path):
            data = copy.deepcopy(shape.sound)
            table: Any = data
            for part in path[:-1]:
                table = table.setdefault(part, {})
            table[path[-1]] = value
            try:
                yield family.model.model_validate(data)
            except ValidationError:
                continue


def _alternatives(family: Family, shape: Shape, path: Path) -> Sequence[Any]:
    table = kind_of(family.model, shape.sound, path[:-1])
    known = getattr(table, "model_fields", {}).get(path[-1])
    if known is None:
        return ()
    for mark in known.metadata:
        if isinstance(mark, Whole):
            return (mark.low, mark.high)
    if known.annotation is bool:
        return (True, False)
    if typing.get_origin(known.annotation) is typing.Literal:
        return typing.get_args(known.annotation)
    return ()

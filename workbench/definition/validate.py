"""Turn merged tables into a definition, or into every problem at once, each with its place."""

from __future__ import annotations

import copy
import typing
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from workbench.definition.fields import quoted
from workbench.definition.locate import place
from workbench.definition.merge import SET_LABEL, Merged, Path, dotted
from workbench.definition.model import DefinitionBase
from workbench.errors import Problem, Severity, in_quotes, nearest

MOST_ROUNDS = 100
FILE_KEYS = ("extends", "omit")
"""Keys that a file has besides those of the definition."""


_KINDS = {
    "model_type": ("not-a-table", "a table"),
    "model_attributes_type": ("not-a-table", "a table"),
    "dict_type": ("not-a-table", "a table"),
    "list_type": ("not-an-array", "an array"),
    "tuple_type": ("not-an-array", "an array"),
    "bool_type": ("not-a-switch", "true or false"),
    "string_type": ("not-text", "a text in quotes"),
    "int_type": ("not-a-whole-number", "a whole number"),
    "float_type": ("not-a-number", "a number"),
}
"""What pydantic calls a value of the wrong kind, and what we call it."""


@dataclass
class Shape:
    """What the shape of some tables came to.

    ``definition`` is made of the sound values, defaults standing in for the ``unsound`` ones (by path); None where
    that does not do.
    """

    definition: DefinitionBase | None = None
    problems: list[Problem] = field(default_factory=list)
    unsound: list[Path] = field(default_factory=list)
    sound: dict[str, Any] = field(default_factory=dict)


def build(model: type[DefinitionBase], merged: Merged) -> Shape:
    """The definition and every problem of its shape.

    What is wrong is taken out and the rest looked at again, as one wrong value may hide another.
    """
    shape = Shape()
    if not merged.problems:
        try:
            shape.definition = model.model_validate(merged.data)
            return shape
        except ValidationError:
            pass
    shape.sound = copy.deepcopy(merged.data)
    for _ in range(MOST_ROUNDS):
        try:
            shape.definition = model.model_validate(shape.sound)
            break
        except ValidationError as error:
            details = error.errors(include_url=False)
        found = [(_path(shape.sound, detail), detail) for detail in details]
        fixed = False
        for path, detail in found:
            if path not in shape.unsound:
                shape.problems.append(_problem(model, merged, path, detail))
            fixed |= _take_out(shape, path, detail)
        if not fixed:
            break
    return shape


def _take_out(shape: Shape, path: Path, detail: Any) -> bool:
    """Take what is wrong out of the sound values; whether there was anything to take."""
    if path == ("title",) and "title" not in shape.sound:
        shape.sound["title"] = "-"
        shape.unsound.append(path)
        return True
    if detail["type"] == "gap":
        for key in detail["ctx"]["missing"]:
            shape.sound[str(path[0])][key] = {}
            shape.unsound.append((*path[:-1], key))
        return True
    if detail["type"] == "missing":
        path = path[:-1]
    while path and isinstance(path[-1], int):
        path = path[:-1]
    table: Any = shape.sound
    for part in path[:-1]:
        table = table.get(part) if isinstance(table, dict) else None
    if not path or not isinstance(table, dict) or path[-1] not in table:
        return False
    del table[path[-1]]
    if detail["type"] != "extra_forbidden":
        shape.unsound.append(path)
    return True


def located(
    merged: Merged,
    path: Path,
    message: str,
    *,
    severity: Severity = "error",
    code: str,
    hint: str | None = None,
) -> Problem:
    """A problem of the value at ``path``, in the file (or ``--set``) that the value came from.

    A table came from the last source that put something into it; what is missing belongs to the ``omit`` that
    removed it, else to its table in the last file that has that table.
    """
    if not _has(merged.data, path):
        omitted = merged.omitted_by(path)
        if omitted is not None:
            layer, item = omitted
            line, column = place(layer, item)
            return Problem(message, layer.label, line, column, dotted(path), severity, code, hint)
    layer, found = merged.origin(path)
    if len(found) < len(path):
        layer = merged.stating(path[:-1]) or layer
    line, column = place(layer, path)
    return Problem(message, layer.label, line, column, dotted(path), severity, code, hint)


def in_order(problems: Iterable[Problem], merged: Merged) -> list[Problem]:
    """Problems by file (the variant's own first), line and column, each once."""
    order = {layer.label: number for number, layer in enumerate(reversed(merged.layers))}
    order[SET_LABEL] = -1
    return sorted(
        dict.fromkeys(problems),
        key=lambda p: (order.get(p.file or "", 0), p.line or 0, p.column or 0, p.key or "", p.message),
    )


def _has(data: Any, path: Sequence[str | int]) -> bool:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _path(data: object, detail: Any) -> Path:
    """Where the problem is: a pydantic location without the parts that are no keys (tags of unions, marks of keys)."""
    location: Sequence[str | int] = detail["loc"]
    path: list[str | int] = []
    for index, part in enumerate(location):
        last = index == len(location) - 1
        if isinstance(data, dict) and part in data:
            data = data[part]
            path.append(part)
        elif isinstance(data, list | tuple) and isinstance(part, int):
            data = data[part] if part < len(data) else None
            path.append(part)
        elif last and isinstance(data, dict) and part != "[key]":
            path.append(part)
    if detail["type"] == "gap":
        path.append(detail["ctx"]["key"])
    elif detail["type"] in ("union_tag_invalid", "union_tag_not_found"):
        path.append("strategy")
    return tuple(path)


def _problem(model: type[BaseModel], merged: Merged, path: Path, detail: Any) -> Problem:
    kind: str = detail["type"]
    context: dict[str, Any] = detail.get("ctx", {})
    value = detail["input"]
    hint = None
    if kind in ("missing", "union_tag_not_found"):
        code, message = "missing-key", "is missing"
        hint = _meant(model, merged, path)
    elif kind == "extra_forbidden":
        code, message = "unknown-key", "unknown key"
        hint = _near_key(model, merged, path)
    elif kind == "literal_error":
        code, message = "unknown-value", f"must be {_double(context['expected'])}, got {quoted(value)}"
        hint = _near_value(str(context["expected"]), value)
    elif kind == "union_tag_invalid":
        value = value.get("strategy") if isinstance(value, dict) else value
        code = "unknown-value"
        message = f"must be {_one_of(context['expected_tags'])}, got {quoted(value)}"
        hint = _near_value(context["expected_tags"], value)
    elif kind in _KINDS:
        code, what = _KINDS[kind]
        message = f"must be {what}, got {quoted(value)}"
    elif kind == "too_short":
        code, message = "wrong-length", "must not be empty"
    else:
        code, message = kind.replace("_", "-"), detail["msg"]
    return located(merged, path, message, code=code, hint=hint)


def _double(options: str) -> str:
    """Options in the quotes of TOML."""
    return options.replace("'", '"')


def _one_of(options: str) -> str:
    first, comma, last = _double(options).rpartition(", ")
    return f"{first} or {last}" if comma else last


def _near_value(expected: str, got: object) -> str | None:
    import re

    guess = nearest(got, re.findall(r"'([^']*)'", expected)) if isinstance(got, str) else None
    return f"did you mean {in_quotes(guess)}?" if guess else None


def _near_key(model: type[BaseModel], merged: Merged, path: Path) -> str | None:
    """The key that an unknown one may be meant for; where none is near, those that may stand there."""
    known = _known_keys(model, merged.data, path[:-1])
    if not known:
        return None
    if len(path) == 1 and path[0] in FILE_KEYS:
        return f"{path[0]} is for files only"
    elsewhere = [other for other in _tables(model) if path[-1] == other[-1]]
    if len(elsewhere) == 1:
        return f"did you mean {dotted(elsewhere[0])}?"
    guess = nearest(str(path[-1]), [*known, *FILE_KEYS] if len(path) == 1 else known)
    return f"did you mean {guess}?" if guess else "known keys: " + ", ".join(known)


def _tables(model: type[BaseModel], path: Path = ()) -> Iterator[Path]:
    """The dotted keys below the tables of ``model``, those of named tables (levels, characters) left out."""
    for key, value in model.model_fields.items():
        here = _bare(value.annotation)
        if path:
            yield (*path, key)
        if isinstance(here, type) and issubclass(here, BaseModel):
            yield from _tables(here, (*path, key))


def _meant(model: type[BaseModel], merged: Merged, path: Path) -> str | None:
    """A key that stands there by mistake where another one is missing."""
    here: Any = merged.data
    for part in path[:-1]:
        here = here.get(part) if isinstance(here, dict) else None
    known = _known_keys(model, merged.data, path[:-1])
    strangers = [key for key in here if key not in known] if isinstance(here, dict) else []
    guess = nearest(str(path[-1]), strangers)
    return f"is {dotted((guess,))} meant for it?" if guess else None


def _known_keys(model: type[BaseModel], data: Any, path: Path) -> list[str]:
    """The keys that the table at ``path`` may have."""
    here = kind_of(model, data, path)
    return list(here.model_fields) if isinstance(here, type) and issubclass(here, BaseModel) else []


def kind_of(model: type[BaseModel], data: Any, path: Path) -> Any:
    """The type that the value at ``path`` must have, as far as the model tells."""
    here: Any = model
    value = data
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
        if isinstance(here, type) and issubclass(here, BaseModel):
            known = here.model_fields.get(str(part))
            here = known.annotation if known is not None else None
        elif typing.get_origin(here) is dict:
            here = typing.get_args(here)[1]
        else:
            here = None
        here = _chosen(_bare(here), value)
    return here


def default_at(model: type[BaseModel], data: Any, path: Path) -> object:
    """The default of the key at ``path``; None where there is none."""
    table = kind_of(model, data, path[:-1])
    known = table.model_fields.get(str(path[-1])) if isinstance(table, type) and issubclass(table, BaseModel) else None
    return None if known is None or known.is_required() else known.get_default()


def _bare(annotation: Any) -> Any:
    while typing.get_origin(annotation) is typing.Annotated:
        annotation = typing.get_args(annotation)[0]
    return annotation


def _chosen(annotation: Any, value: object) -> Any:
    """The member of a union that ``value`` chooses by its strategy."""
    members = [m for m in typing.get_args(annotation) if isinstance(m, type) and issubclass(m, BaseModel)]
    if typing.get_origin(annotation) is dict or not members or not isinstance(value, dict):
        return annotation
    for member in members:
        strategy = member.model_fields.get("strategy")
        if strategy is not None and value.get("strategy") in typing.get_args(strategy.annotation):
            return member
    return annotation

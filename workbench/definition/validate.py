"""Turn merged tables into a definition, or into every problem at once, each with its place."""

from __future__ import annotations

import copy
import typing
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from workbench.definition.fields import quoted
from workbench.definition.locate import place
from workbench.definition.merge import SET_LABEL, Merged, Path, dotted
from workbench.definition.model import DefinitionBase
from workbench.errors import Problem, Severity, nearest


def build(model: type[DefinitionBase], merged: Merged) -> tuple[DefinitionBase | None, list[Problem]]:
    """The definition, or None and the problems of its shape."""
    try:
        return model.model_validate(merged.data), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    return None, in_order([_problem(model, merged, detail) for detail in details], merged)


def build_what_is_sound(model: type[DefinitionBase], merged: Merged) -> DefinitionBase | None:
    """The definition without its unsound values, their defaults in their place; None where that does not do."""
    data = copy.deepcopy(merged.data)
    for _ in range(2):
        try:
            return model.model_validate(data)
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                _remove(data, _path(data, detail["loc"]))
    return None


def _remove(data: Any, path: Path) -> None:
    """Take the value at ``path`` out; an item of an array takes the whole array along."""
    while path and isinstance(path[-1], int):
        path = path[:-1]
    for part in path[:-1]:
        data = data.get(part) if isinstance(data, dict) else None
    if path and isinstance(data, dict):
        data.pop(path[-1], None)


def located(
    merged: Merged,
    path: Path,
    message: str,
    *,
    severity: Severity = "error",
    code: str,
    hint: str | None = None,
) -> Problem:
    """A problem of the value at ``path``, in the file (or ``--set``) that the value came from."""
    layer, found = merged.origin(path)
    if len(found) < len(path) and not _has(merged.data, path):
        # A missing key belongs to the table it is missing from, in the file that has that table last.
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


def _path(data: object, location: Sequence[str | int]) -> Path:
    """A pydantic location without the parts that are no keys of the data (tags of unions, marks of keys)."""
    path: list[str | int] = []
    for index, part in enumerate(location):
        last = index == len(location) - 1
        if isinstance(data, dict) and part in data:
            data = data[part]
            path.append(part)
        elif isinstance(data, list | tuple) and isinstance(part, int):
            data = data[part] if part < len(data) else None
            path.append(part)
        elif last and isinstance(data, dict) and part not in ("[key]", ""):
            path.append(part)
    return tuple(path)


def _value(data: Any, path: Path) -> object:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _problem(model: type[BaseModel], merged: Merged, detail: Any) -> Problem:
    kind: str = detail["type"]
    context: dict[str, Any] = detail.get("ctx", {})
    path = _path(merged.data, detail["loc"])
    got = quoted(detail["input"])
    hint = None
    if kind in ("bad-name", "bad-level", "reserved-name") and "key" in context:
        path = (*path, context["key"])
    if kind == "missing":
        code, message = "missing-key", "is missing"
    elif kind == "extra_forbidden":
        code, message = "unknown-key", "unknown key"
        hint = _near_key(model, merged.data, path)
    elif kind == "literal_error":
        code, message = "unknown-value", f"must be {_double(context['expected'])}, got {got}"
        hint = _near_value(str(context["expected"]), detail["input"])
    elif kind in ("union_tag_invalid", "union_tag_not_found"):
        path = (*path, "strategy")
        if kind == "union_tag_not_found":
            code, message = "missing-key", "is missing"
        else:
            expected = _double(context["expected_tags"])
            code, message = "unknown-value", f'must be one of {expected}, got the text "{context["tag"]}"'
            hint = _near_value(context["expected_tags"], context["tag"])
    elif kind in ("model_type", "dict_type", "model_attributes_type"):
        code, message = "not-a-table", f"must be a table, got {got}"
    elif kind == "bool_type":
        code, message = "not-a-switch", f"must be true or false, got {got}"
    elif kind == "string_type":
        code, message = "not-text", f"must be a text in quotes, got {got}"
    else:
        code, message = kind.replace("_", "-"), detail["msg"]
    return located(merged, path, message, code=code, hint=hint)


def _double(options: str) -> str:
    """Options in the quotes of TOML."""
    return options.replace("'", '"')


def _near_value(expected: str, got: object) -> str | None:
    import re

    guess = nearest(str(got), re.findall(r"'([^']*)'", expected))
    return f"did you mean {guess}?" if guess else None


def _near_key(model: type[BaseModel], data: Any, path: Path) -> str | None:
    known = _known_keys(model, data, path[:-1])
    if not known:
        return None
    guess = nearest(str(path[-1]), known)
    return f"did you mean {guess}?" if guess else "known keys: " + ", ".join(known)


def _known_keys(model: type[BaseModel], data: Any, path: Path) -> list[str]:
    """The keys that the table at ``path`` may have."""
    here: Any = model
    value = data
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
        if isinstance(here, type) and issubclass(here, BaseModel) and part in here.model_fields:
            here = here.model_fields[str(part)].annotation
        else:
            arguments = [a for a in typing.get_args(_bare(here)) if a is not str]
            here = arguments[0] if arguments else None
        here = _chosen(_bare(here), value)
    return list(here.model_fields) if isinstance(here, type) and issubclass(here, BaseModel) else []


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
        field = member.model_fields.get("strategy")
        if field is not None and value.get("strategy") in typing.get_args(field.annotation):
            return member
    return annotation

"""Lay definitions over each other, value by value, and remember where each value came from."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.definition.source import Layer
from workbench.errors import DefinitionError, Problem

Path = tuple[str | int, ...]

SET_LABEL = "--set"


def dotted(path: Sequence[str | int]) -> str:
    """``path`` as a dotted key; array items count from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


@dataclass
class Merged:
    """Layers laid over each other: the tables, and the layer that each value (or table) came from."""

    data: dict[str, Any] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    origins: dict[Path, int] = field(default_factory=dict)

    def origin(self, path: Sequence[str | int]) -> tuple[Layer, Path]:
        """The layer that stated the value at ``path``, or its nearest table, and the path found there."""
        for length in range(len(path), 0, -1):
            at = self.origins.get(tuple(path[:length]))
            if at is not None:
                return self.layers[at], tuple(path[:length])
        return self.layers[-1] if self.layers else Layer("", {}), ()

    def stating(self, path: Path) -> Layer | None:
        """The last layer of a file that has the table at ``path``: where a missing key belongs."""
        for layer in reversed(self.layers):
            if layer.text is None:
                continue
            here: object = layer.data
            for part in path:
                here = here.get(part) if isinstance(here, dict) else None
            if isinstance(here, dict):
                return layer
        return None

    def add(self, layer: Layer) -> None:
        """Lay ``layer`` on top: tables merge key by key, arrays and scalars replace, ``omit`` removes first."""
        self.layers.append(layer)
        data = dict(layer.data)
        for key in self._omitted(layer, data.pop("omit", [])):
            self._remove(tuple(key.split(".")), layer, key)
        data.pop("extends", None)
        self._merge(self.data, data, ())

    def _omitted(self, layer: Layer, omit: object) -> list[str]:
        if isinstance(omit, list) and all(isinstance(key, str) for key in omit):
            return list(omit)
        raise DefinitionError(
            [_problem(layer, ("omit",), "bad-omit", "omit must be an array of dotted keys in quotes")]
        )

    def _remove(self, path: Path, layer: Layer, key: str) -> None:
        table: Any = self.data
        for part in path[:-1]:
            table = table.get(part) if isinstance(table, dict) else None
        if not isinstance(table, dict) or path[-1] not in table:
            raise DefinitionError(
                [_problem(layer, ("omit",), "unknown-key", f"omit names {key}, which is not inherited")]
            )
        del table[path[-1]]
        self._forget(path)

    def _forget(self, path: Path) -> None:
        for known in [known for known in self.origins if known[: len(path)] == path]:
            del self.origins[known]

    def _merge(self, target: dict[str, Any], data: dict[str, Any], path: Path) -> None:
        layer = len(self.layers) - 1
        for key, value in data.items():
            here = (*path, key)
            old = target.get(key)
            if isinstance(value, dict):
                if not isinstance(old, dict) or _another_strategy(here, old, value):
                    self._forget(here)
                    target[key] = {}
                    self.origins[here] = layer
                self._merge(target[key], value, here)
            else:
                self._forget(here)
                target[key] = list(value) if isinstance(value, list) else value
                self.origins[here] = layer

    def set(self, setting: str) -> None:
        """Lay one ``KEY=VALUE`` of the command line on top; a number in KEY names an array's item from 1."""
        key, equals, raw = setting.partition("=")
        path = tuple(key.strip().split("."))
        if not equals or not all(path):
            raise DefinitionError(
                [
                    Problem(
                        f"{setting!r} is not of the form KEY=VALUE",
                        file=SET_LABEL,
                        code="bad-setting",
                        hint="for example canary.enabled=false",
                    )
                ]
            )
        value = toml_value(raw)
        self.layers.append(Layer(SET_LABEL, {}, name=f"{SET_LABEL} {setting}"))
        table: Any = self.data
        for length, part in enumerate(path[:-1], start=1):
            if isinstance(table, dict):
                if part not in table:
                    table[part] = {}
                    self.origins[path[:length]] = len(self.layers) - 1
                table = table[part]
            elif isinstance(table, list):
                table = table[self._item(path, length - 1, table)]
            else:
                raise self._no_table(path, length - 1)
        if isinstance(table, list):
            at = self._item(path, len(path) - 1, table)
            table[at] = value
            self.origins[(*path[:-1], at)] = len(self.layers) - 1
        elif isinstance(table, dict):
            for part in reversed(path[1:]):
                value = {part: value}
            self._merge(self.data, {path[0]: value}, ())
        else:
            raise self._no_table(path, len(path) - 1)

    def _item(self, path: Path, at: int, items: list[Any]) -> int:
        part = str(path[at])
        if part.isascii() and part.isdigit() and 1 <= int(part) <= len(items):
            return int(part) - 1
        raise DefinitionError(
            [
                Problem(
                    f"{part} is no item of it: the array has the items 1 to {len(items)}",
                    file=SET_LABEL,
                    key=dotted(path[:at]),
                    code="no-such-item",
                )
            ]
        )

    def _no_table(self, path: Path, at: int) -> DefinitionError:
        return DefinitionError(
            [Problem("is a single value, no table", file=SET_LABEL, key=dotted(path[:at]), code="not-a-table")]
        )


def toml_value(raw: str) -> Any:
    """``raw`` as a TOML value; what is none is a string."""
    try:
        parsed = tomllib.loads(f"value = {raw}")
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return raw
    # Anything that smuggles in a second line is text, not a value.
    return parsed["value"] if len(parsed) == 1 and "\n" not in raw else raw


def _another_strategy(path: Path, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """A character that changes its strategy starts afresh: the old one's parameters mean nothing to it."""
    return len(path) == 2 and path[0] == "characters" and "strategy" in new and new["strategy"] != old.get("strategy")


def _problem(layer: Layer, path: Path, code: str, message: str) -> Problem:
    from workbench.definition.locate import place

    line, column = place(layer, path)
    return Problem(message, file=layer.label, line=line, column=column, key=dotted(path), code=code)

"""Lay definitions over each other, value by value, and remember where each value came from."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.definition.source import DEEPEST_NESTING, Layer, depth_exceeds
from workbench.errors import Problem, dotted, in_quotes, nearest

Path = tuple[str | int, ...]

SET_LABEL = "--set"


def _no_default(path: Path) -> object:
    return None


@dataclass
class Merged:
    """Layers laid over each other: the tables, and the layer that each value (or table) came from.

    ``default`` tells the default of a key that no layer states, so that ``--set`` reaches into its items.
    """

    data: dict[str, Any] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    origins: dict[Path, int] = field(default_factory=dict)
    omitted: dict[Path, tuple[Layer, Path]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    default: Callable[[Path], object] = _no_default
    newest: dict[Path, int] | None = field(default=None, repr=False)

    def origin(self, path: Sequence[str | int]) -> tuple[Layer, Path]:
        """The layer that last changed the value or table at ``path``, or else its nearest table; and the path found."""
        path = tuple(path)
        inside = self._newest().get(path)
        if inside is not None:
            return self.layers[inside], path
        for length in range(len(path) - 1, 0, -1):
            at = self.origins.get(path[:length])
            if at is not None:
                return self.layers[at], path[:length]
        return self.layers[-1] if self.layers else Layer("", {}), ()

    def _newest(self) -> dict[Path, int]:
        """For each value and table the last layer that put something into it."""
        if self.newest is None:
            self.newest = {}
            for known, at in self.origins.items():
                for length in range(1, len(known) + 1):
                    self.newest[known[:length]] = max(at, self.newest.get(known[:length], 0))
        return self.newest

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

    def half_titled(self, language: str) -> Layer | None:
        """The parent whose title it still is in ``language``, where a later file states one in other languages only."""
        stated = {path[1]: at for path, at in self.origins.items() if path[0] == "title" and len(path) == 2}
        at = stated.get(language)
        later = [other for other in stated.values() if at is not None and other > at]
        return self.layers[at] if at is not None and any(self.layers[other].path for other in later) else None

    def omitted_by(self, path: Path) -> tuple[Layer, Path] | None:
        """The layer, and the item of its ``omit``, that took ``path`` or a table of it away."""
        found = [self.omitted[path[:length]] for length in range(len(path), 0, -1) if path[:length] in self.omitted]
        return found[0] if found else None

    def add(self, layer: Layer) -> None:
        """Lay ``layer`` on top: tables merge key by key, arrays and scalars replace, ``omit`` removes first."""
        self.layers.append(layer)
        self.newest = None
        data = dict(layer.data)
        self._omit(layer, data.pop("omit", []))
        data.pop("extends", None)
        self._merge(self.data, data, ())

    def _omit(self, layer: Layer, omit: object) -> None:
        if not isinstance(omit, list):
            self._refuse(layer, ("omit",), "bad-omit", "omit must be an array of dotted keys in quotes")
            return
        for number, key in enumerate(omit):
            item = ("omit", number)
            path = key_path(key) if isinstance(key, str) else None
            if path is None:
                self._refuse(layer, item, "bad-omit", 'omit names keys in quotes, such as "levels.5"')
                continue
            table: Any = self.data
            for part in path[:-1]:
                table = table.get(part) if isinstance(table, dict) else None
            if isinstance(table, list):
                message = f"omit removes keys; {dotted(path)} is an item of an array"
                self._refuse(layer, item, "bad-omit", message, "state the whole array anew")
            elif not isinstance(table, dict) or path[-1] not in table:
                guess = nearest(path[-1], table) if isinstance(table, dict) else None
                hint = f"did you mean {dotted((*path[:-1], guess))}?" if guess else None
                self._refuse(
                    layer, item, "unknown-key", f"{dotted(path)} is not inherited, so omit cannot name it", hint
                )
            else:
                del table[path[-1]]
                self._forget(path)
                self.omitted[path] = (layer, item)

    def _refuse(self, layer: Layer, path: Path, code: str, message: str, hint: str | None = None) -> None:
        from workbench.definition.locate import place

        line, column = place(layer, path)
        self.problems.append(Problem(message, layer.label, line, column, dotted(path), code=code, hint=hint))

    def _forget(self, path: Path) -> None:
        for known in [known for known in self.origins if known[: len(path)] == path]:
            del self.origins[known]

    def _merge(self, target: dict[str, Any], data: dict[str, Any], path: Path) -> None:
        layer = len(self.layers) - 1
        for key, value in data.items():
            here = (*path, key)
            self.omitted.pop(here, None)
            old = target.get(key)
            if isinstance(value, dict):
                if not isinstance(old, dict) or _another_strategy(here, old, value):
                    if key in target:
                        self._forget(here)
                    target[key] = {}
                    self.origins[here] = layer
                self._merge(target[key], value, here)
            else:
                if key in target:
                    self._forget(here)
                target[key] = list(value) if isinstance(value, list) else value
                self.origins[here] = layer

    def set(self, setting: str) -> None:
        """Lay one ``KEY=VALUE`` of the command line on top; a number in KEY names an array's item from 1."""
        key, equals, raw = setting.partition("=")
        path = key_path(key) if equals else None
        value = toml_value(raw)
        if path is None:
            self._misuse(
                f"{in_quotes(setting)} is not of the form KEY=VALUE",
                None,
                "bad-setting",
                "for example canary.enabled=false",
            )
        elif len(path) > DEEPEST_NESTING or depth_exceeds(value, DEEPEST_NESTING):
            self._misuse(f"tables and arrays are nested more than {DEEPEST_NESTING} deep", path[:1], "too-deep")
        else:
            self.layers.append(Layer(SET_LABEL, {}, name=f"{SET_LABEL} {setting}"))
            self.newest = None
            self._set(path, value)

    def _set(self, path: tuple[str, ...], value: Any) -> None:
        """Walk down to the value; an array on the way is left by the number of its item."""
        keys: Path = ()
        table: Any = self.data
        for part in path[:-1]:
            step = self._step(table, keys, part)
            if step is None:
                return
            keys = (*keys, step)
            if isinstance(table, dict) and part not in table:
                default = self.default(keys)
                table[part] = list(default) if isinstance(default, tuple) else {}
                self.origins[keys] = len(self.layers) - 1
            table = table[step]
        step = self._step(table, keys, path[-1])
        if step is None:
            return
        if isinstance(table, list):
            table[int(step)] = value
            self.origins[(*keys, step)] = len(self.layers) - 1
        else:
            self._merge(table, {str(step): value}, keys)

    def _step(self, table: Any, keys: Path, part: str) -> str | int | None:
        """``part`` as a key or as the place of an array's item; None, and a problem, where there is none."""
        if isinstance(table, dict):
            return part
        if not isinstance(table, list):
            self._misuse("is a single value, no table", keys, "not-a-table")
        elif part.isascii() and part.isdigit() and len(part) < 9 and 1 <= int(part) <= len(table):
            return int(part) - 1
        else:
            items = f"its items are 1 to {len(table)}" if table else "it is empty"
            self._misuse(f"the array has no item {in_quotes(part)[1:-1]}: {items}", keys, "no-such-item")
        return None

    def _misuse(self, message: str, keys: Path | None, code: str, hint: str | None = None) -> None:
        key = dotted(keys) if keys else None
        self.problems.append(Problem(message, file=SET_LABEL, key=key, code=code, hint=hint))


def key_path(key: str) -> tuple[str, ...] | None:
    """The parts of a dotted key, quoted ones too; None where one of them is empty."""
    if "\n" not in key and key.count(".") < 100:
        try:
            here: Any = tomllib.loads(f"{key} = 0")
        except (tomllib.TOMLDecodeError, ValueError):
            here = None
        parts = []
        while isinstance(here, dict) and len(here) == 1:
            part, here = next(iter(here.items()))
            parts.append(part)
        if here == 0 and parts:
            return tuple(parts) if all(parts) else None
    plain = tuple(part.strip() for part in key.split("."))
    return plain if all(plain) else None


def toml_value(raw: str) -> Any:
    """``raw`` as a TOML value; what is none is a string."""
    try:
        parsed = tomllib.loads(f"value = {raw}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return raw
    except ValueError:
        # A whole number of more digits than Python reads: any other one that is as far out of range will do.
        digits = raw.strip().lstrip("+-")
        size: int = 10 ** (min(len(digits), 10_000) - 1)
        return -size if raw.strip().startswith("-") else size
    # Anything that smuggles in a second line is text, not a value.
    return parsed["value"] if len(parsed) == 1 and "\n" not in raw else raw


def _another_strategy(path: Path, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """A character that changes its strategy starts afresh: the old one's parameters mean nothing to it."""
    return len(path) == 2 and path[0] == "characters" and "strategy" in new and new["strategy"] != old.get("strategy")


__all__ = ["SET_LABEL", "Merged", "Path", "dotted", "key_path", "toml_value"]

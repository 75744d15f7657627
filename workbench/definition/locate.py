"""Find the place of a key in a TOML text. Only loaded when there is a problem to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from workbench.definition.source import Layer

if TYPE_CHECKING:
    from tree_sitter import Node

Path = tuple[str | int, ...]
Place = tuple[int | None, int | None]

DEEPEST_LOOK = 40


@dataclass(frozen=True)
class Entry:
    """A table header or a value in a TOML text, in the order of the text; ``kind`` as the grammar calls it."""

    path: Path
    kind: str
    line: int
    column: int
    length: int


def place(layer: Layer, path: Path) -> Place:
    """Line and column (from 1, in code points) of the value at ``path``, or of its table's header."""
    if layer.text is None:
        return None, None
    places = _places(layer.text)
    for length in range(len(path), 0, -1):
        if path[:length] in places:
            return places[path[:length]]
    return 1, 1


@lru_cache(maxsize=32)
def _places(text: str) -> dict[Path, tuple[int, int]]:
    found: dict[Path, tuple[int, int]] = {}
    for entry in entries(text):
        here = (entry.line, entry.column)
        # A table made in passing stands at its first mention, a value where it stands.
        for length in range(1, len(entry.path)):
            found.setdefault(entry.path[:length], here)
        if entry.kind == "table_array_element":
            found.setdefault(entry.path[:-1], here)
        found[entry.path] = here
    return found


def entries(text: str) -> Iterator[Entry]:
    """Every table header and value of ``text``, down to a depth that no definition has."""
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    source = text.encode("utf-8")
    lines = source.split(b"\n")
    rows: dict[Path, int] = {}

    def entry(path: Path, node: Node) -> Entry:
        row, column = node.start_point
        before = lines[row][:column].decode("utf-8", "replace")
        return Entry(path, node.type, row + 1, len(before) + 1, node.end_byte - node.start_byte)

    root = Parser(Language(tree_sitter_toml.language())).parse(source).root_node
    for child in root.named_children:
        if child.type not in ("table", "table_array_element"):
            yield from _below([((), child)], source, entry)
            continue
        parts = _parts(child)
        if not parts:
            continue
        path = _key_of(parts[0], source)
        if child.type == "table_array_element":
            rows[path] = rows.get(path, -1) + 1
            path = (*path, rows[path])
        yield entry(path, child)
        yield from _below([(path, part) for part in reversed(parts[1:])], source, entry)


def _parts(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _below(stack: list[tuple[Path, Node]], source: bytes, entry: object) -> Iterator[Entry]:
    """The values of pairs (a path and a pair of it) and of all that they hold; a list instead of recursion."""
    assert callable(entry)
    while stack:
        path, node = stack.pop()
        if node.type == "pair":
            parts = _parts(node)
            if len(parts) != 2:
                continue
            path, node = path + _key_of(parts[0], source), parts[1]
        elif not path:
            continue
        yield entry(path, node)
        if len(path) > DEEPEST_LOOK:
            continue
        if node.type == "array":
            stack.extend(reversed([((*path, index), child) for index, child in enumerate(_parts(node))]))
        elif node.type == "inline_table":
            stack.extend((path, child) for child in reversed(_parts(node)) if child.type == "pair")


def _key_of(node: Node, source: bytes) -> Path:
    """The parts of a key; dotted keys are nested to the left."""
    parts: list[str] = []
    stack = [node]
    while stack:
        part = stack.pop()
        if part.type == "dotted_key":
            stack.extend(part.named_children)
            continue
        raw = source[part.start_byte : part.end_byte].decode("utf-8")
        if part.type == "quoted_key":
            import tomllib

            try:
                raw = next(iter(tomllib.loads(f"{raw} = 0")))
            except tomllib.TOMLDecodeError:
                raw = raw[1:-1]
        parts.append(raw)
    return tuple(reversed(parts))

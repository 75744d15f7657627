"""Find the place of a key in a TOML text. Only loaded when there is a problem to show."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from workbench.definition.source import Layer

if TYPE_CHECKING:
    from tree_sitter import Node

Path = tuple[str | int, ...]
Place = tuple[int | None, int | None]


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
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    source = text.encode("utf-8")
    lines = source.split(b"\n")
    found: dict[Path, tuple[int, int]] = {}
    rows: dict[Path, int] = {}

    def position(node: Node) -> tuple[int, int]:
        row, column = node.start_point
        return row + 1, len(lines[row][:column].decode("utf-8", "replace")) + 1

    def key_of(node: Node) -> Path:
        if node.type == "dotted_key":
            return tuple(part for child in node.named_children for part in key_of(child))
        raw = source[node.start_byte : node.end_byte].decode("utf-8")
        if node.type == "quoted_key":
            import tomllib

            return (next(iter(tomllib.loads(f"{raw} = 0"))),)
        return (raw,)

    def note(path: Path, node: Node) -> None:
        """A value stands where it stands; a table made in passing stands at its first mention."""
        for length in range(1, len(path)):
            found.setdefault(path[:length], position(node))
        found[path] = position(node)

    def value(path: Path, node: Node) -> None:
        note(path, node)
        children = [child for child in node.named_children if child.type != "comment"]
        if node.type == "array":
            for index, child in enumerate(children):
                value((*path, index), child)
        elif node.type == "inline_table":
            for child in children:
                pair(path, child)

    def pair(path: Path, node: Node) -> None:
        parts = [child for child in node.named_children if child.type != "comment"]
        if node.type == "pair" and len(parts) == 2:
            value(path + key_of(parts[0]), parts[1])

    def table(node: Node) -> None:
        parts = [child for child in node.named_children if child.type != "comment"]
        if not parts:
            return
        path = key_of(parts[0])
        if node.type == "table_array_element":
            rows[path] = rows.get(path, -1) + 1
            found.setdefault(path, position(node))
            path = (*path, rows[path])
        note(path, node)
        for child in parts[1:]:
            pair(path, child)

    root = Parser(Language(tree_sitter_toml.language())).parse(source).root_node
    for child in root.named_children:
        if child.type in ("table", "table_array_element"):
            table(child)
        else:
            pair((), child)
    return found

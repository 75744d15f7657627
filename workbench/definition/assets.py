"""The files of a designer's own that a definition names: where they are, and whether they may be used.

Paths are relative to the file that states them and stay inside its folder: what somebody sends you as a variant must
not read the rest of your disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.definition.merge import Merged
from workbench.definition.merge import Path as Key
from workbench.definition.validate import located
from workbench.errors import Problem, in_quotes

PACKAGE = "package:"
LARGEST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Asset:
    """A file or folder that a definition names: its key, the name as written, and where it is."""

    key: Key
    name: str
    path: Path
    base: Path
    """The folder of the file that states it."""


def _stated(printed: Mapping[str, Any]) -> Iterator[tuple[Key, str]]:
    """The keys of ``[print]`` that name files, with what they name."""
    for key in ("icons", "templates"):
        if isinstance(printed.get(key), str) and printed[key]:
            yield ("print", key), printed[key]
    fonts = printed.get("fonts")
    for number, name in enumerate(fonts if isinstance(fonts, list | tuple) else ()):
        if isinstance(name, str) and name and not name.startswith(PACKAGE):
            yield ("print", "fonts", number), name
    cards = printed.get("cards")
    for card, look in cards.items() if isinstance(cards, dict) else ():
        if isinstance(look, dict) and isinstance(look.get("picture"), str) and look["picture"]:
            yield ("print", "cards", card, "picture"), look["picture"]


def assets_of(merged: Merged) -> tuple[list[Asset], list[Problem]]:
    """What the definition names, and the problems of what it must not name."""
    found, problems = [], []
    printed = merged.data.get("print")
    for key, name in _stated(printed) if isinstance(printed, dict) else ():
        layer, _ = merged.origin(key)
        base = layer.path.resolve().parent if layer.path is not None else Path.cwd()
        path = base / name
        wrong = _forbidden(base, path, name)
        if wrong is not None:
            problems.append(located(merged, key, wrong, code="outside-the-folder"))
            continue
        asset = Asset(key, name, path, base)
        found.append(asset)
        if key[1] != "cards" and not path.is_dir():
            problems.append(located(merged, key, f"there is no folder {in_quotes(name)}", code="missing-file"))
    return found, problems


def _forbidden(base: Path, path: Path, name: str) -> str | None:
    """Why ``path`` may not be used, if it may not."""
    if "\0" in name or Path(name).is_absolute() or ".." in Path(name).parts or "\\" in name or ":" in name:
        return f"{in_quotes(name)} must be a path below the folder of its file, with / between its parts"
    try:
        if not path.resolve().is_relative_to(base):
            return f"{in_quotes(name)} leads out of the folder of its file"
        linked = [inner for inner in (path.rglob("*") if path.is_dir() else ()) if inner.is_symlink()]
    except (OSError, RuntimeError, ValueError) as error:
        return f"{in_quotes(name)} cannot be read: {error}"
    if linked:
        return f"{in_quotes(name)} holds the link {in_quotes(linked[0].name)}: links are not followed"
    return None


def files_of(asset: Asset) -> list[Path]:
    """Every file of the asset, in a fixed order."""
    if asset.path.is_dir():
        return sorted(path for path in asset.path.rglob("*") if path.is_file())
    return [asset.path] if asset.path.is_file() else []


def content_mark(assets: list[Asset]) -> str:
    """A mark of the contents of all files, which changes where one of them does."""
    digest = hashlib.sha256()
    for asset in assets:
        for path in files_of(asset):
            digest.update(path.relative_to(asset.base).as_posix().encode("utf-8", "surrogateescape") + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()

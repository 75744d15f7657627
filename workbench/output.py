"""Write files whole or not at all: under a temporary name in the same folder, then renamed.

A device or a pipe (``/dev/stdout``, ``>(gzip)``) is written to as it stands, and a link leads to its target: neither
is replaced by a file.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from pathlib import Path
from typing import TextIO

from workbench.errors import OutputError


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)


@contextmanager
def _renamed(path: Path) -> Iterator[int]:
    """A file descriptor for a temporary file that becomes ``path`` if nothing fails."""
    temporary = None
    # The name is known before there is a file, so that an interruption at any moment leaves none.
    try:
        try:
            if path.is_dir():
                raise OutputError(f"{path}: cannot be written: it is a folder")
            if path.exists() and not path.is_file():
                handle = os.open(path, os.O_WRONLY)
            else:
                target = path.resolve() if path.is_symlink() else path
                temporary = target.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.part"
                handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a loop of links, before Python 3.13
            reason = _reason(error) if isinstance(error, OSError) else str(error)
            raise OutputError(f"{path}: cannot be written: {reason}") from None
        try:
            yield handle
            if temporary is not None:
                temporary.replace(target)
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {_reason(error)}") from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


class _OnlyTried(Exception):
    """Nothing shall be written yet."""


def check_writable(path: Path) -> None:
    """Raise :class:`OutputError` now where writing to ``path`` later would; a device or a pipe is not touched."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return
    with suppress(_OnlyTried), _renamed(path) as handle:
        os.close(handle)
        raise _OnlyTried


def write_bytes(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``; raises :class:`OutputError` where that is not possible."""
    with _renamed(path) as handle, os.fdopen(handle, "wb") as file:
        file.write(content)


def write_text(path: Path, content: str) -> None:
    """Write ``content`` to ``path`` as UTF-8 with plain line ends."""
    write_bytes(path, content.encode("utf-8"))


@contextmanager
def open_text(path: Path) -> Iterator[TextIO]:
    """A text file to be written bit by bit, that appears as ``path`` when all went well."""
    with _renamed(path) as handle, os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        yield file


def make_folder(path: Path) -> None:
    """Make ``path`` and its parents, if they are not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = _reason(error) if isinstance(error, OSError) else str(error)
        raise OutputError(f"{path}: cannot be made: {reason}") from None


def check_folder(path: Path) -> None:
    """Raise :class:`OutputError` now where files in the folder ``path`` could not be written later; makes nothing."""
    try:
        there = next(place for place in (path, *path.absolute().parents) if place.exists())
    except (OSError, ValueError) as error:
        reason = _reason(error) if isinstance(error, OSError) else str(error)
        raise OutputError(f"{path}: cannot be made: {reason}") from None
    if not there.is_dir():
        what = "it is a file, no folder" if there == path else f"{there} is a file, no folder"
        raise OutputError(f"{path}: cannot be made: {what}")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OutputError(f"{path}: cannot be made: {os.strerror(EACCES)}")


def remove(path: Path) -> None:
    """Remove the file ``path``, if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be removed: {_reason(error)}") from None

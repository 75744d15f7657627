"""Read one TOML file: bytes to text to tables, with one clear problem where that is not possible."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.errors import DefinitionError, Problem, nearest

LARGEST_FILE_BYTES = 1024 * 1024
DEEPEST_NESTING = 16


@dataclass(frozen=True)
class Layer:
    """One source of values: a file, or one ``--set``.

    ``label`` names it in problems; ``text`` is None where there is nothing to point into.
    """

    label: str
    data: dict[str, Any]
    text: str | None = None
    path: Path | None = None
    name: str = field(default="", compare=False)


def shown_path(path: Path) -> str:
    """``path`` relative to the working folder where it is below it."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError, RuntimeError):
        return path.as_posix()


def read_layer(path: Path, label: str | None = None) -> Layer:
    """The tables of the file at ``path``; raises :class:`DefinitionError` with the place of what is wrong."""
    label = label if label is not None else shown_path(path)
    try:
        raw = read_bytes(path)
    except Unreadable as error:
        raise DefinitionError([Problem(str(error), file=label, code=error.code, hint=error.hint)]) from None
    text = _decode(raw, label)
    return Layer(label, _parse(text, label), text, path, label)


class Unreadable(Exception):
    """A file that cannot be read as a definition, and why."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.hint = code, hint


def read_bytes(path: Path) -> bytes:
    """What stands in the file at ``path``; raises :class:`Unreadable`."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable("is-a-folder", "is a folder, not a TOML file", "name a file in it")
        if not stat.S_ISREG(mode):
            raise Unreadable("not-a-file", "is a device or a pipe, not a TOML file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise Unreadable("not-found", "is a link to a file that is not there") from None
        raise Unreadable("not-found", "no such file", _near_file(path)) from None
    except PermissionError:
        raise Unreadable("no-permission", "may not be read: no permission") from None
    except RuntimeError:
        raise Unreadable("unreadable", "is a link that leads back to itself") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unreadable("unreadable", "is a link that leads back to itself") from None
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise Unreadable("unreadable", f"cannot be read: {reason}") from None
    except ValueError:
        raise Unreadable("unreadable", "is no name that a file can have") from None
    if len(raw) > LARGEST_FILE_BYTES:
        most = LARGEST_FILE_BYTES // 1024 // 1024
        raise Unreadable("too-large", f"is larger than {most} MiB, which no definition is")
    return raw


def _near_file(path: Path) -> str | None:
    """The TOML file in the same folder that may be meant."""
    try:
        others = sorted(other.stem for other in path.parent.glob("*.toml"))
    except (OSError, ValueError):
        return None
    guess = nearest(path.stem, others)
    return f"did you mean {(path.parent / guess).as_posix()}.toml?" if guess else None


def _decode(raw: bytes, label: str) -> str:
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    wide = _wide(raw)
    if wide:
        raise DefinitionError([_encoding(f"is not UTF-8 text; this looks like {wide}", label)])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        start = raw.rfind(b"\n", 0, at) + 1
        line, column = raw.count(b"\n", 0, at) + 1, len(raw[start:at].decode("utf-8")) + 1
        message = f"is not UTF-8 text (byte 0x{raw[at]:02X}); this looks like {_guess(raw)}"
        raise DefinitionError([_encoding(message, label, line, column)]) from None


def _encoding(message: str, label: str, line: int | None = None, column: int | None = None) -> Problem:
    hint = None if message.endswith("a binary file") else "save it as UTF-8"
    return Problem(message, label, line, column, code="encoding", hint=hint)


def _wide(raw: bytes) -> str | None:
    """The encoding of a text with two or four bytes a character; text in UTF-8 has no byte 0."""
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    if b"\0" not in raw:
        return None
    zeros = raw.count(0)
    if len(raw) // 4 < zeros < len(raw) * 3 // 5:
        return "UTF-16"
    if len(raw) * 3 // 5 <= zeros < len(raw) * 9 // 10:
        return "UTF-32"
    return "a binary file"


# Lead bytes of the characters in daily use: level 1 of Big5, of GB 2312 and of JIS X 0208 with its kana.
_EAST_ASIAN = (
    ("Big5", "big5", range(0xA4, 0xC7)),
    ("GB 18030", "gb18030", range(0xB0, 0xD8)),
    ("Shift JIS", "shift_jis", range(0x82, 0x99)),
)


def _guess(raw: bytes) -> str:
    """The likeliest encoding of a file that is not UTF-8.

    Western text has single letters beyond ASCII between plain ones; Chinese and Japanese text has runs of them.
    """
    if re.search(rb"[\x01-\x08\x0e-\x1f]", raw):
        return "a binary file"
    beyond = sum(byte >= 0x80 for byte in raw)
    in_runs = sum(len(run) for run in re.findall(rb"[\x80-\xff]{3,}", raw))
    western = not re.search(rb"[\x81\x8d\x8f\x90\x9d]", raw)
    if western and in_runs * 2 < beyond:
        return "Windows-1252"
    best, name = 0.0, "Windows-1252" if western else "a binary file"
    for label, codec, common in _EAST_ASIAN:
        try:
            pairs = [c.encode(codec) for c in raw.decode(codec) if not c.isascii()]
        except UnicodeError:
            continue
        share = sum(pair[0] in common for pair in pairs) / len(pairs)
        if share > max(best, 0.5):
            best, name = share, label
    return name


_LONG_KEY = re.compile(r"""(?m)(?:^|[\[{,])[ \t]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){64}""")


def _parse(text: str, label: str) -> dict[str, Any]:
    long_key = _LONG_KEY.search(text)
    if long_key:
        # Python's reader takes minutes for keys of ten thousands of parts.
        line = text.count("\n", 0, long_key.start()) + 1
        column = long_key.start() - text.rfind("\n", 0, long_key.start())
        raise DefinitionError([_too_deep(label, line, column)])
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        from workbench.definition.syntax import explain

        raise DefinitionError([explain(text, label, error)]) from None
    except RecursionError:
        raise DefinitionError([_too_deep(label, *_deep_place(text))]) from None
    if depth_exceeds(data, DEEPEST_NESTING):
        raise DefinitionError([_too_deep(label, *_deep_place(text))])
    return data


def _too_deep(label: str, line: int | None, column: int | None) -> Problem:
    message = f"tables and arrays are nested more than {DEEPEST_NESTING} deep"
    return Problem(message, label, line, column, code="too-deep")


def _deep_place(text: str) -> tuple[int | None, int | None]:
    from workbench.definition.locate import entries

    for entry in entries(text):
        if len(entry.path) > DEEPEST_NESTING:
            return entry.line, entry.column
    return None, None


def depth_exceeds(data: object, most: int) -> bool:
    """Whether tables and arrays in ``data`` are nested more than ``most`` deep."""
    level: list[object] = [data]
    for _ in range(most):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return False
    return any(isinstance(item, dict | list) for item in level)

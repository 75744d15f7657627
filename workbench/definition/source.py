"""Read one TOML file: bytes to text to tables, with one clear problem where that is not possible."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.errors import DefinitionError, Problem

LARGEST_FILE_BYTES = 4 * 1024 * 1024
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
    except (ValueError, OSError):
        return path.as_posix()


def read_layer(path: Path, label: str | None = None) -> Layer:
    """The tables of the file at ``path``; raises :class:`DefinitionError` with the place of what is wrong."""
    label = label if label is not None else shown_path(path)
    text = _decode(_read(path, label), label)
    return Layer(label, _parse(text, label), text, path, label)


def _read(path: Path, label: str) -> bytes:
    def refuse(code: str, message: str, hint: str | None = None) -> DefinitionError:
        return DefinitionError([Problem(message, file=label, code=code, hint=hint)])

    try:
        if path.is_dir():
            raise refuse("is-a-folder", "is a folder, not a TOML file", "name a file in it")
        if not path.exists():
            raise refuse("not-found", "no such file")
        if not path.is_file():
            raise refuse("not-a-file", "is not a regular file")
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise refuse("too-large", f"is larger than {LARGEST_FILE_BYTES // 1024 // 1024} MiB; no definition is")
        return path.read_bytes()
    except PermissionError:
        raise refuse("no-permission", "may not be read: no permission") from None
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise refuse("unreadable", f"cannot be read: {reason}") from None


def _decode(raw: bytes, label: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DefinitionError(
            [Problem("is not UTF-8; this looks like UTF-16", file=label, code="encoding", hint="save it as UTF-8")]
        )
    try:
        return raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        body = raw.removeprefix(b"\xef\xbb\xbf")
        start = body.rfind(b"\n", 0, at) + 1
        raise DefinitionError(
            [
                Problem(
                    f"is not UTF-8 (byte 0x{body[at]:02X}); this looks like {_guess(body)}",
                    file=label,
                    line=body.count(b"\n", 0, at) + 1,
                    column=len(body[start:at].decode("utf-8")) + 1,
                    code="encoding",
                    hint="save it as UTF-8",
                )
            ]
        ) from None


def _guess(raw: bytes) -> str:
    """The likeliest encoding of a file that is not UTF-8."""
    if raw.count(0) > len(raw) // 4:
        return "UTF-16 without a byte order mark"
    undefined_in_1252 = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
    if undefined_in_1252.isdisjoint(raw):
        return "Windows-1252"
    for name, codec in (("Big5", "big5"), ("GB 18030", "gb18030"), ("Shift JIS", "shift_jis")):
        try:
            raw.decode(codec)
        except UnicodeDecodeError:
            continue
        return name
    return "a binary file"


_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def _parse(text: str, label: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        line, column = _end(text)
        if found and found[1]:
            line, column = int(found[1]), int(found[2])
        message = _PLACE.sub("", str(error))
        raise DefinitionError(
            [Problem(f"not TOML: {message}", file=label, line=line, column=column, code="not-toml")]
        ) from None
    except RecursionError:
        raise DefinitionError([_too_deep(label)]) from None
    except ValueError as error:
        # Python refuses whole numbers of more than a few thousand digits.
        raise DefinitionError([Problem(f"not TOML: {str(error).split(';')[0]}", file=label, code="not-toml")]) from None
    if _depth_exceeds(data, DEEPEST_NESTING):
        raise DefinitionError([_too_deep(label)])
    return data


def _end(text: str) -> tuple[int, int]:
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _too_deep(label: str) -> Problem:
    return Problem(f"tables and arrays are nested more than {DEEPEST_NESTING} deep", file=label, code="too-deep")


def _depth_exceeds(data: object, most: int) -> bool:
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

"""Finished batches of a long run in one SQLite file, so that a run that was stopped, however rudely, goes on.

One file holds one run. Its identity (what is played, by whom, with which luck) is written first; a batch is a range
of games with the bytes of its sums, and is in the file whole or not at all. Nothing in it depends on the order in
which batches came.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from workbench.errors import DefinitionError, OutputError, one_line, usage_problem

APPLICATION_ID = 0x72776273
"""Marks a SQLite file as one of ours ("rwbs")."""
FORMAT = 1
_SCHEMA = (
    "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE batches (first INTEGER NOT NULL, last INTEGER NOT NULL, sums BLOB NOT NULL, "
    "PRIMARY KEY (first, last))",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {FORMAT}",
)
_NOT_OPENED = ("unable to open", "readonly", "read-only", "full", "disk I/O")


class Store:
    """The finished batches of the run with this ``identity`` (JSON data by name); a context manager.

    Raises :class:`DefinitionError` where the file is of another run, format or program, or damaged, and
    :class:`OutputError` where it cannot be written. While it is open nobody else can use the file.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._name = one_line(str(path))
        if path.is_dir():
            raise OutputError(f"{self._name}: cannot be written: it is a folder")
        with self._said():
            self._base = sqlite3.connect(path, timeout=1, isolation_level=None)
        try:
            with self._said():
                self._open(identity)
        except BaseException:
            self._base.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._base.close()

    def _open(self, identity: Mapping[str, Any]) -> None:
        run = self._base.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("BEGIN EXCLUSIVE")
        (application,), (version,) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
        if run("SELECT count(*) FROM sqlite_master").fetchone() == (0,) and application in (0, APPLICATION_ID):
            for statement in _SCHEMA:
                run(statement)
            rows = [(key, _text(value)) for key, value in identity.items()]
            self._base.executemany("INSERT INTO run VALUES (?, ?)", rows)
        elif application != APPLICATION_ID:
            raise self._refusal("is a SQLite file of another program", "foreign-store")
        elif version != FORMAT:
            raise self._refusal(f"has the format {version} of another version of this program", "other-store")
        else:
            self._compare(dict(run("SELECT key, value FROM run")), identity)
        run("COMMIT")

    def _compare(self, stored: Mapping[str, str], identity: Mapping[str, Any]) -> None:
        wanted = {key: _text(value) for key, value in identity.items()}
        other = [key for key in dict.fromkeys([*wanted, *stored]) if wanted.get(key) != stored.get(key)]
        if other:
            raise self._refusal(f"holds another run: not the same {', '.join(other)}", "other-store")

    def ranges(self) -> list[tuple[int, int]]:
        """The ranges of games (from the first to before the last) that are there, in order."""
        with self._said():
            return list(self._base.execute("SELECT first, last FROM batches ORDER BY first, last"))

    def read(self, first: int, last: int) -> bytes:
        """The sums of a range that is there."""
        with self._said():
            found = self._base.execute(
                "SELECT sums FROM batches WHERE first = ? AND last = ?", (first, last)
            ).fetchone()
        if found is None or not isinstance(found[0], bytes):
            raise self.damaged()
        return found[0]

    def write(self, first: int, last: int, sums: bytes) -> None:
        """Keep the sums of a range; they are on the disk when this returns."""
        with self._said():
            self._base.execute("INSERT OR REPLACE INTO batches VALUES (?, ?, ?)", (first, last, sums))

    def damaged(self) -> DefinitionError:
        """The problem of a file that is ours but cannot be read."""
        return self._refusal("is damaged", "broken-store")

    def _refusal(self, what: str, code: str) -> DefinitionError:
        return usage_problem(
            f"the store {self._name} {what}", code=code, key="store", hint="name another file, or delete this one"
        )

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What SQLite has to say, in words a user can use."""
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            if "locked" in text:
                message = f"the store {self._name} is in use by another run"
                raise usage_problem(message, code="store-in-use", key="store") from None
            if any(part in text for part in _NOT_OPENED):
                raise OutputError(f"{self._name}: cannot be written: {text}") from None
            if "not a database" in text:
                raise self._refusal("is no store: it is not a SQLite file", "foreign-store") from None
            raise self.damaged() from None
        except (OSError, ValueError) as error:  # a null character in the name, for instance
            raise OutputError(f"{self._name}: cannot be written: {error}") from None


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))

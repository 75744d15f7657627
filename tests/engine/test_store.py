"""The store of finished batches: it survives being killed, and says what it is not."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.engine.store import APPLICATION_ID, FORMAT, Store
from workbench.errors import DefinitionError, OutputError

IDENTITY = {"rules": ["01234567", "89abcdef"], "seed": 1, "seats": [{"character": "nie", "parameters": {}}]}


def code_of(path: Path, identity: dict[str, object] = IDENTITY) -> str:
    with pytest.raises(DefinitionError) as caught, Store(path, identity) as store:
        for first, last in store.ranges():
            store.read(first, last)
    (problem,) = caught.value.problems
    assert str(path) in problem.message and problem.key == "store"
    return problem.code


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with Store(path, IDENTITY) as store:
        assert store.ranges() == []
        store.write(100, 200, b"second")
        store.write(0, 100, b"\0first")
        store.write(100, 200, b"again")
    with Store(path, dict(reversed(IDENTITY.items()))) as store:
        assert store.ranges() == [(0, 100), (100, 200)]
        assert (store.read(0, 100), store.read(100, 200)) == (b"\0first", b"again")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"rules": ["01234567"]}, {"seats": []}, {"more": 1}], ids=lambda change: next(iter(change))
)
def test_another_run(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "a.store"
    Store(path, IDENTITY).__exit__(None, None, None)
    before = path.read_bytes()
    assert code_of(path, {**IDENTITY, **change}) == "other-store"
    with pytest.raises(DefinitionError, match=f"not the same {next(iter(change))}"):
        Store(path, {**IDENTITY, **change})
    assert path.read_bytes() == before


def test_another_format(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    Store(path, IDENTITY).__exit__(None, None, None)
    with sqlite3.connect(path) as base:
        base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.close()
    assert code_of(path) == "other-store"


def test_files_of_others(tmp_path: Path) -> None:
    text, picture, other, marked = (tmp_path / name for name in ("a.txt", "b.png", "c.sqlite", "d.sqlite"))
    text.write_text("Kein Speicher\n" * 100)
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    for path, statement in ((other, "CREATE TABLE notes (text)"), (marked, "PRAGMA application_id = 7")):
        with sqlite3.connect(path) as base:
            base.execute(statement)
        base.close()
    for path in (text, picture, other, marked):
        before = path.read_bytes()
        assert code_of(path) == "foreign-store"
        assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    path.touch()
    with Store(path, IDENTITY) as store:
        store.write(0, 1, b"x")
    assert path.read_bytes().startswith(b"SQLite format 3\0")


def full_store(path: Path) -> bytes:
    with Store(path, IDENTITY) as store:
        for first in range(0, 4000, 100):
            store.write(first, first + 100, os.urandom(3000))
    return path.read_bytes()


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    content = full_store(path)
    for damage in (
        content[: len(content) // 2],
        content[:4096] + b"\xff" * (len(content) - 4096),
        content[:30] + b"\xff" * 70 + content[100:],
    ):
        path.write_bytes(damage)
        assert code_of(path) in ("broken-store", "foreign-store")


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE run",
        "DROP TABLE batches",
        "UPDATE batches SET sums = 7",
        f"PRAGMA application_id = {APPLICATION_ID}",
    ],
)
def test_tables_that_are_not_ours(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "a.store"
    if statement.startswith("PRAGMA"):
        base = sqlite3.connect(path)
        base.execute(statement)
        base.execute(f"PRAGMA user_version = {FORMAT}")
        base.execute("CREATE TABLE x (y)")
    else:
        full_store(path)
        base = sqlite3.connect(path)
        base.execute(statement)
    base.commit()
    base.close()
    assert code_of(path) == "broken-store"


def test_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with Store(path, IDENTITY):
        assert code_of(path) == "store-in-use"
    with Store(path, IDENTITY):
        pass


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "a.store", tmp_path / "a\0b"):
        with pytest.raises(OutputError, match="cannot be written"):
            Store(path, IDENTITY)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    "moment", ["store.write(2, 3, b'three')", "store._base.execute('BEGIN'); store.write(2, 3, b'')"]
)
def test_batches_are_whole_after_a_kill(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "a.store"
    script = (
        f"import os, pathlib\nfrom workbench.engine.store import Store\nstore = Store(pathlib.Path({str(path)!r}), "
        f"{IDENTITY!r})\nstore.write(0, 1, b'one')\nstore.write(1, 2, b'two')\n{moment}\n"
        f"os.kill(os.getpid(), {int(signal.SIGKILL)})"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    with Store(path, IDENTITY) as store:
        found = {first: store.read(first, last) for first, last in store.ranges()}
    assert found == {0: b"one", 1: b"two"} | ({2: b"three"} if "three" in moment else {})

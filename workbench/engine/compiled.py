"""Run a family's rules compiled: one cached entry that does not hold the interpreter's lock.

The entry's source is generated and lies, with the machine code that numba caches beside it, in a folder named by a
hash of everything it depends on: numba's own cache looks at the file of the entry only and would miss a changed rule.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine import asking, jit, outside, randomness
from workbench.interrupts import interrupts_come_through

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows

CACHE_VARIABLE = "WORKBENCH_CACHE"
Note = Callable[[str], None]
"""Called with a remark for the user."""


@dataclass(frozen=True)
class Kernel:
    """What is compiled: ``play(rules, seats, table, seed, game)``, then ``measure(rules, seats, table, row)``.

    ``fixed`` has the lengths of those sequences of the three tuples that are equally long for every definition.
    """

    name: str
    play: Callable[..., None]
    measure: Callable[..., None]
    fixed: Mapping[str, int] = field(default_factory=dict, compare=False)
    keeps_trace: bool = False
    """Whether the functions that only write down what happens are compiled too."""


_SOURCE = '''"""Generated: the compiled entry of a family. The functions called ..._at are put in from outside."""
from {play_module} import {play} as play
from {measure_module} import {measure} as measure


def entry(rules_address, seats_address, table_address, seed, first, last, out_address, width):
    rules = rules_at(rules_address)
    seats = seats_at(seats_address)
    table = table_at(table_address)
    for game in range(first, last):
        play(rules, seats, table, seed, game)
        measure(rules, seats, table, integers_at(out_address + 8 * width * (game - first)))
'''


class Game:
    """A kernel's compiled entry with the tuples of one simulation."""

    def __init__(self, entry: Any, fixed: Mapping[str, int], rules: Any, seats: Any, table: Any) -> None:
        from workbench.engine.references import Buffer

        self._entry = entry
        self._rules, self._seats = Buffer(rules, fixed).copy(), Buffer(seats, fixed).copy()
        self._table = Buffer(table, fixed)
        self._mine = threading.local()

    def play(self, seed: int, first: int, last: int, width: int) -> Rows:
        """Games ``first`` to ``last`` - 1, a row of ``width`` integers a game. Any number of threads may play."""
        rows = self._room(last - first, width)
        table = self._table.copy()
        addresses = [part.ctypes.data for part in (self._rules, self._seats, table)]
        self._entry(*addresses, seed, first, last, rows.ctypes.data, width)
        return rows

    def _room(self, games: int, width: int) -> Rows:
        """An array for rows: this thread's last one if nobody holds it any more, since new memory costs a page fault
        every few games."""
        mine = self._mine
        fits = hasattr(mine, "room") and len(mine.room) >= games and mine.room.shape[1] == width
        if not fits or _holders(mine) > mine.holders:
            mine.room = np.empty((games, width), dtype=np.int64)
            mine.holders = _holders(mine)
        found: Rows = mine.room[:games]
        return found


def _holders(mine: threading.local) -> int:
    """References to this thread's array; how many there are of an unused one differs between versions of Python."""
    return sys.getrefcount(mine.room)


_ENTRIES: dict[str, Any] = {}


def is_ready(kernel: Kernel) -> bool:
    """Whether the entry would come from this process or from the cache, without compiling."""
    if kernel.name in _ENTRIES:
        return True
    root = cache_root()
    return root is not None and any(_folder(root, kernel).glob("__pycache__/*.nbc"))


def compiled_game(kernel: Kernel, rules: Any, seats: Any, table: Any, note: Note) -> Game:
    """The game, compiled or from the cache; ``note`` hears of a first compilation. ``table`` is only a pattern."""
    if kernel.name not in _ENTRIES:
        with interrupts_come_through():
            _ENTRIES[kernel.name] = _compile(kernel, rules, seats, table, note)
    return Game(_ENTRIES[kernel.name], kernel.fixed, rules, seats, table)


def _compile(kernel: Kernel, rules: Any, seats: Any, table: Any, note: Note) -> Any:
    from workbench.engine.references import Layout, reference_maker

    ready = is_ready(kernel)
    tell_numba()
    tell_rules()
    makers = {
        f"{part}_at": reference_maker(part, Layout(sample, kernel.fixed), kernel.keeps_trace)
        for part, sample in (("rules", rules), ("seats", seats), ("table", table))
    }
    root = cache_root()
    if root is not None:
        folder = _folder(root, kernel)
        if not ready:
            note("compiling the rules, once for this version")
        # Whatever lies in the cache may have been cut off or changed by others since: then it is made anew.
        with suppress(Exception):
            return _entry(kernel, makers, folder)
        note(f"the compiled rules in {folder} cannot be used; compiling them anew")
        _discard(folder)
        with suppress(Exception):
            return _entry(kernel, makers, folder)
    note("compiling the rules; the result cannot be kept, since no cache folder can be written")
    return _entry(kernel, makers, None)


def _entry(kernel: Kernel, makers: Mapping[str, Any], folder: Path | None) -> Any:
    """The entry, compiled or from the cache in ``folder``."""
    import numba
    from numba import types

    from workbench.engine.references import pointer_maker

    module = _module(kernel, folder)
    vars(module).update(makers, integers_at=pointer_maker())
    signature = types.void(*[types.int64] * 8)
    return numba.njit(signature, cache=folder is not None, nogil=True, error_model="numpy")(module.entry)


def _discard(folder: Path) -> None:
    if folder.is_dir():
        shutil.rmtree(folder, ignore_errors=True)
    else:
        with suppress(OSError):
            folder.unlink()


def _module(kernel: Kernel, folder: Path | None) -> ModuleType:
    name = f"workbench_entry_{kernel.name}"
    if folder is None:
        module = ModuleType(name)
        exec(compile(_source(kernel), f"<entry of {kernel.name}>", "exec"), module.__dict__)
        return module
    path = folder / "entry.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f"entry.{os.getpid()}.part"
        temporary.write_text(_source(kernel), encoding="utf-8")
        temporary.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # What is cached refers to its module by name.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _source(kernel: Kernel) -> str:
    return _SOURCE.format(
        play=kernel.play.__name__,
        play_module=kernel.play.__module__,
        measure=kernel.measure.__name__,
        measure_module=kernel.measure.__module__,
    )


def _folder(root: Path, kernel: Kernel) -> Path:
    return root / f"{kernel.name}-{_fingerprint(kernel)}"


@cache
def _fingerprint(kernel: Kernel) -> str:
    """Everything that the machine code depends on: the entry, the file of every rule, the tools and this processor."""
    from importlib.metadata import version

    digest = hashlib.sha256(_source(kernel).encode())
    here = Path(__file__)
    # Other families may have been used before in this process; their rules are no part of the entry.
    own = [function for function in jit.RULES if not _of_another_family(function, kernel)]
    # All of the engine, since which of its rules are loaded by now depends on those other families.
    files = {inspect.getfile(function) for function in own} | {str(path) for path in here.parent.glob("*.py")}
    files |= {str(path) for path in Path(inspect.getfile(kernel.play)).parent.glob("*.py")}
    for file in sorted(files):
        digest.update(Path(file).read_bytes())
    digest.update(f"{version('numba')} {version('llvmlite')} {sys.version}".encode())
    return digest.hexdigest()[:16]


def _of_another_family(function: Callable[..., object], kernel: Kernel) -> bool:
    families, own = "workbench.families.", kernel.play.__module__.rpartition(".")[0] + "."
    return function.__module__.startswith(families) and not function.__module__.startswith(own)


@cache
def cache_root() -> Path | None:
    """The folder for compiled code (``WORKBENCH_CACHE``, else the user's cache), or None where none can be written."""
    try:
        base = os.environ.get(CACHE_VARIABLE) or os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
        root = Path(base) / "rules-workbench"
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except (OSError, RuntimeError):  # RuntimeError: a user without a home
        return None
    return root


@cache
def tell_numba() -> None:
    """Make what rules may call of the engine known to numba, once a process."""
    from numba.extending import overload, register_jitable

    from workbench.engine.references import divider, strategy_caller

    @overload(jit.i64, inline="always")
    def _i64(value):  # type: ignore[no-untyped-def]
        return lambda value: np.int64(value)

    @overload(jit.u64, inline="always")
    def _u64(value):  # type: ignore[no-untyped-def]
        return lambda value: np.uint64(value)

    divide = divider()

    @overload(jit.quotient, inline="always")
    def _quotient(amount, heads):  # type: ignore[no-untyped-def]
        return lambda amount, heads: divide(amount, heads)

    register_jitable(error_model="numpy")(_sort_by_buckets)
    register_jitable(error_model="numpy", forceinline=True)(_smallest_left)

    @overload(randomness.sort_keys)
    def _sort_keys(keys, count, scratch):  # type: ignore[no-untyped-def]
        return lambda keys, count, scratch: _sort_by_buckets(keys, count, scratch)

    @overload(randomness.key_at, inline="always")
    def _key_at(keys, count, scratch, at):  # type: ignore[no-untyped-def]
        return lambda keys, count, scratch, at: _smallest_left(keys, count, scratch, at)

    caller = strategy_caller()

    @overload(asking.ask, inline="always")
    def _ask(handle, view):  # type: ignore[no-untyped-def]
        return lambda handle, view: caller(handle, view)

    @overload(outside.ask, inline="always")
    def _ask_person(question, view):  # type: ignore[no-untyped-def]
        return lambda question, view: 0


_TOLD: set[Callable[..., object]] = set()


def tell_rules() -> None:
    """Make the rules known to numba that are not yet: a family's come when it is first used."""
    from numba.extending import overload, register_jitable

    for function in jit.TRACING:
        if function not in _TOLD:
            overload(function)(_only_traced(function))
            _TOLD.add(function)
    for function in jit.RULES:
        if function not in _TOLD:
            register_jitable(forceinline=function in jit.SMALL, error_model="numpy")(function)
            _TOLD.add(function)


def _only_traced(function: Any) -> Callable[..., object]:
    """An overload of ``function``, by the names of its parameters, that does nothing where no trace is kept."""
    from numba.extending import register_jitable

    # A twin under another identity, or the call in the overload would be the overload again.
    twin = FunctionType(function.__code__, function.__globals__, function.__name__)
    names = list(inspect.signature(function).parameters)
    listed = ", ".join(names)
    source = f"lambda {listed}: (lambda {listed}: twin({listed})) if {names[0]}.traced else (lambda {listed}: None)"
    made: Callable[..., object] = eval(source, {"twin": register_jitable(error_model="numpy")(twin)})
    return made


_BUCKETS = randomness.SCRATCH_ROOM
_SHIFT = 63 - (_BUCKETS - 1).bit_length()


def _sort_by_buckets(keys: Any, count: int, scratch: Any) -> None:
    """Put keys of 63 even bits behind the first ``_BUCKETS`` words of ``scratch``, in the order of their top bits."""
    for bucket in range(_BUCKETS):
        scratch[bucket] = 0
    for i in range(count):
        scratch[keys[i] >> _SHIFT] += 1
    at = _BUCKETS
    for bucket in range(_BUCKETS):
        size = scratch[bucket]
        scratch[bucket] = at
        at += size
    for i in range(count):
        key = keys[i]
        bucket = key >> _SHIFT
        scratch[scratch[bucket]] = key
        scratch[bucket] += 1


def _smallest_left(keys: Any, count: int, scratch: Any, at: int) -> Any:
    """Put the smallest key of those from place ``at`` on there; it is among those of the same top bits."""
    first = _BUCKETS + at
    smallest = scratch[first]
    last_of_bucket = smallest | (1 << _SHIFT) - 1
    place = first
    other = first + 1
    while other < _BUCKETS + count and scratch[other] <= last_of_bucket:
        if scratch[other] < smallest:
            smallest = scratch[other]
            place = other
        other += 1
    scratch[place] = scratch[first]
    scratch[first] = smallest
    return smallest

"""Run a family's rules compiled: one cached entry that holds no lock of the interpreter.

The entry's source is generated from the fields of the named tuples and lies, with the machine code that numba
caches beside it, in a folder named by a hash of everything it depends on. Tuples cross the border as flat buffers
of int64 and raw addresses: arrays with reference counts cost ten times the games.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.engine import jit

Int64s = NDArray[np.int64]


@dataclass(frozen=True)
class Kernel:
    """What is compiled: ``play(rules, seats, table, seed, game)``, then ``measure(rules, seats, table, row)``."""

    name: str
    play: Callable[..., None]
    measure: Callable[..., None]


class Flat(NamedTuple):
    """A named tuple of integers and sequences of them as one buffer; field k is at offsets[k]."""

    buffer: Int64s
    offsets: Int64s


def flatten(values: Sequence[Any]) -> Flat:
    """The integers of a named tuple in one buffer."""
    buffer: list[int] = []
    offsets = [0]
    for value in values:
        buffer.extend([value] if isinstance(value, int) else value)
        offsets.append(len(buffer))
    return Flat(np.array(buffer or [0], dtype=np.int64), np.array(offsets, dtype=np.int64))


def _unpack(name: str, part: Sequence[Any]) -> str:
    """The source that makes a named tuple of integers and pointers from its buffer."""
    fields = [
        f"{name}_buffer[{name}_at[{k}]]" if isinstance(value, int) else f"pointer({name}_address + 8 * {name}_at[{k}])"
        for k, value in enumerate(part)
    ]
    return f"{type(part).__name__}({', '.join(fields)})"


def _source(kernel: Kernel, rules: Any, seats: Any, table: Any) -> str:
    parts = {"r": rules, "s": seats, "t": table}
    arguments = ", ".join(f"{name}_address, {name}_at_address" for name in parts)
    lines = [
        '"""Generated: the compiled entry of a family."""',
        "from workbench.engine.compiled import pointer",
        f"from {kernel.play.__module__} import {kernel.play.__name__} as play",
        f"from {kernel.measure.__module__} import {kernel.measure.__name__} as measure",
        *(f"from {type(part).__module__} import {type(part).__name__}" for part in parts.values()),
        "",
        "",
        f"def entry({arguments}, seed, first, last, out_address, width):",
    ]
    for name, part in parts.items():
        lines += [
            f"    {name}_at = pointer({name}_at_address)",
            f"    {name}_buffer = pointer({name}_address)",
            f"    {name} = {_unpack(name, part)}",
        ]
    lines += [
        "    for game in range(first, last):",
        "        play(r, s, t, seed, game)",
        "        measure(r, s, t, pointer(out_address + 8 * width * (game - first)))",
        "",
    ]
    return "\n".join(lines)


def _fingerprint(source: str) -> str:
    """Everything that the machine code depends on: the entry, every rule's file, numba and the processor's code."""
    import llvmlite
    import numba

    digest = hashlib.sha256(source.encode())
    files = {inspect.getfile(function) for function in jit.RULES} | {__file__}
    for file in sorted(files):
        digest.update(Path(file).read_bytes())
    digest.update(f"{numba.__version__} {llvmlite.__version__} {sys.version}".encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path | None:
    """The folder for compiled code: a folder of the user's, or None where none can be written."""
    base = os.environ.get("WORKBENCH_CACHE")
    if base is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    root = Path(base) / "rules-workbench"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        return None
    return root


@cache
def prepare() -> None:
    """Tell numba about every rule, once."""
    import numba
    from numba.extending import overload, register_jitable

    warnings.filterwarnings("ignore", category=numba.errors.NumbaExperimentalFeatureWarning)

    @overload(jit.i64, inline="always")
    def _i64(value):  # type: ignore[no-untyped-def]
        return lambda value: np.int64(value)

    @overload(jit.u64, inline="always")
    def _u64(value):  # type: ignore[no-untyped-def]
        return lambda value: np.uint64(value)

    from workbench.engine import randomness

    shift = 63 - 6

    @overload(randomness.sort_keys)
    def _sort_keys(keys, count, scratch):  # type: ignore[no-untyped-def]
        """A bucket a value of the top six bits, then insertion: keys are evenly spread, so hardly one moves."""

        def sort(keys, count, scratch):  # type: ignore[no-untyped-def]
            for bucket in range(64):
                scratch[bucket] = 0
            for i in range(count):
                scratch[keys[i] >> shift] += 1
            at = 64
            for bucket in range(64):
                size = scratch[bucket]
                scratch[bucket] = at
                at += size
            for i in range(count):
                key = keys[i]
                bucket = key >> shift
                scratch[scratch[bucket]] = key
                scratch[bucket] += 1
            keys[0] = scratch[64]
            for i in range(1, count):
                key = scratch[64 + i]
                j = i - 1
                while j >= 0 and keys[j] > key:
                    keys[j + 1] = keys[j]
                    j -= 1
                keys[j + 1] = key

        return sort

    for function in jit.RULES:
        register_jitable(forceinline=function in jit.SMALL, error_model="numpy")(function)


def pointer(address: int) -> Any:
    """``address`` as a pointer; only the compiler can use it."""
    raise TypeError("pointers exist in compiled code only")


@cache
def _register_pointer() -> None:
    from numba import types
    from numba.extending import intrinsic, overload

    integers = types.CPointer(types.int64)

    @intrinsic
    def as_pointer(context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(integers))

        return integers(types.int64), generate

    @overload(pointer, inline="always")
    def _pointer(address):  # type: ignore[no-untyped-def]
        return lambda address: as_pointer(address)


_ENTRIES: dict[str, Any] = {}


def entry_of(kernel: Kernel, rules: Any, seats: Any, table: Any, note: Callable[[str], None]) -> Any:
    """The compiled entry, from the cache where it is there; ``note`` hears of a first compilation."""
    import numba
    from numba import types

    if kernel.name in _ENTRIES:
        return _ENTRIES[kernel.name]
    prepare()
    _register_pointer()
    source = _source(kernel, rules, seats, table)
    module, cached = _module(kernel.name, source, note)
    signature = types.void(*[types.int64] * 6, types.int64, types.int64, types.int64, types.int64, types.int64)
    compiled = numba.njit(signature, cache=cached, nogil=True, error_model="numpy")(module.entry)
    _ENTRIES[kernel.name] = compiled
    return compiled


def _module(name: str, source: str, note: Callable[[str], None]) -> tuple[ModuleType, bool]:
    root = cache_root()
    if root is None:
        note("compiling the rules (no folder can be written to keep the result)")
        module = ModuleType(f"workbench_entry_{name}")
        exec(compile(source, f"<entry of {name}>", "exec"), module.__dict__)
        return module, False
    folder = root / f"{name}-{_fingerprint(source)}"
    path = folder / "entry.py"
    if not path.exists():
        note("compiling the rules, once for this version")
        folder.mkdir(exist_ok=True)
        temporary = folder / f"entry.{os.getpid()}.part"
        temporary.write_text(source, encoding="utf-8")
        temporary.replace(path)
    spec = importlib.util.spec_from_file_location(f"workbench_entry_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # What is cached refers to its module by name.
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module, True


def run(entry: Any, rules: Flat, seats: Flat, table: Flat, seed: int, first: int, last: int, width: int) -> Int64s:
    """Games ``first`` to ``last`` - 1 as rows; ``table`` is scratch that no other thread may use at the time."""
    out = np.zeros((last - first, width), dtype=np.int64)
    addresses = [part.ctypes.data for flat in (rules, seats, table) for part in flat]
    entry(*addresses, np.int64(np.uint64(seed)), first, last, out.ctypes.data, width)
    return out

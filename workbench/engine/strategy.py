"""Strategies of the user's own: a Python function from the view to a decision, loaded from the command line only.

``FILE.py:function`` names one. It runs compiled where numba takes it. Otherwise the compiled rules call it back,
which needs the interpreter's lock for each decision and is slow, but takes any Python.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from workbench.engine.asking import DECIDERS
from workbench.errors import DefinitionError, Problem, nearest

FAILED_DECISION = 0


class UserStrategy:
    """One function of a user's file. ``handle`` is what the rules know it by: the address of its machine code."""

    def __init__(
        self, path: Path, name: str, function: Callable[[Any], Any], view: Any, decisions: Sequence[str] = ()
    ) -> None:
        self.path = path
        self.name = name
        self.view = view
        self.decisions = decisions
        self.error: DefinitionError | None = None
        self.compiled = False
        self._given_up = False
        self._function = function
        self._failed = np.zeros(1, dtype=np.int64)
        self._callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))(self._called_back)
        self.callback_handle = ctypes.cast(self._callback, ctypes.c_void_p).value or 0
        self.handle = self.callback_handle
        self._machine_code: Any = None
        DECIDERS[self.callback_handle] = self.decide

    def __str__(self) -> str:
        return f"{self.path.as_posix()}:{self.name}"

    def decide(self, view: Any) -> int:
        """The decision for ``view``; an exception becomes an error that names the file and line."""
        try:
            decision = self._function(view)
            if not isinstance(decision, bool | int | np.integer | np.bool_):
                raise TypeError(f"{self.name} must return True, False or a number, got {decision!r}")
            if self.decisions and not 0 <= decision < len(self.decisions):
                known = ", ".join(f"{number} ({words})" for number, words in enumerate(self.decisions))
                raise ValueError(f"{self.name} returned {decision}; a decision is one of {known}")
            return int(decision)
        except (Exception, SystemExit) as error:
            raise self._located(error) from None

    def _located(self, error: BaseException) -> DefinitionError:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(self.path)]
        line = frames[-1].lineno if frames else self._function.__code__.co_firstlineno
        return DefinitionError(
            [
                Problem(
                    f"{self.name} failed: {type(error).__name__}: {error}",
                    file=self.path.as_posix(),
                    line=line,
                    code="strategy-failed",
                )
            ]
        )

    def _called_back(self, words: Any) -> int:
        """What compiled rules call; an exception must not cross into machine code."""
        if self.error is not None:
            return FAILED_DECISION
        try:
            return self.decide(self.view(*words[: len(self.view._fields)]))
        except DefinitionError as error:
            self.error = error
            return FAILED_DECISION

    def compile(self) -> bool:
        """Make machine code of the function, if numba takes it; whether it did."""
        if self._given_up:
            return False
        if self._machine_code is None:
            self._machine_code = _machine_code(
                self._function, self.view, self._failed.ctypes.data, len(self.decisions) or sys.maxsize
            )
        self.compiled = self._machine_code is not None
        self.handle = self._machine_code.address if self.compiled else self.callback_handle
        DECIDERS[self.handle] = self.decide
        return self.compiled

    def give_up_compiled(self) -> None:
        """Call back from now on, in every variant."""
        self._given_up = True
        self.compiled = False
        self.handle = self.callback_handle

    def has_failed(self) -> bool:
        """Whether a decision failed since the last look, compiled or called back."""
        failed = bool(self._failed[0]) or self.error is not None
        self._failed[0] = 0
        self.error = None
        return failed


def load_strategy(place: str, view: Any, decisions: Sequence[str] = ()) -> UserStrategy:
    """The function that ``FILE.py:function`` names; problems name the file and line."""
    file, colon, name = place.rpartition(":")
    if not colon or not file or not name.isidentifier():
        raise _refuse(None, f"{place!r} is not of the form FILE.py:function", "for example mine.py:careful")
    path = Path(file)
    if not path.is_file():
        raise _refuse(file, "no such file")
    spec = importlib.util.spec_from_file_location(f"workbench_strategy_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise _refuse(file, "is no Python file", "its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    # Results alone go to stdout, so what the file prints goes elsewhere.
    vars(module)["print"] = partial(print, file=sys.stderr)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise _refuse(file, f"is not Python: {error.msg}", line=error.lineno) from None
    except (Exception, SystemExit) as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = frames[-1].lineno if frames else None
        raise _refuse(file, f"cannot be loaded: {type(error).__name__}: {error}", line=line) from None
    function = getattr(module, name, None)
    if not callable(function) or not hasattr(function, "__code__"):
        functions = [key for key, value in vars(module).items() if hasattr(value, "__code__")]
        guess = nearest(name, functions)
        known = f"did you mean {guess}?" if guess else f"it has {', '.join(functions) or 'no function'}"
        raise _refuse(file, f"has no function {name}", known)
    return UserStrategy(path, name, function, view, decisions)


def _refuse(file: str | None, message: str, hint: str | None = None, line: int | None = None) -> DefinitionError:
    return DefinitionError([Problem(message, file=file, line=line, code="bad-strategy", hint=hint)])


def _machine_code(function: Callable[[Any], Any], view: Any, failed_address: int, decisions: int) -> Any:
    """A C function from the words of a view to a decision, or None where numba does not take ``function``."""
    import numba
    from numba import types

    from workbench.engine.references import INTEGERS, pointer_maker, view_maker

    view_of = view_maker(view)
    integers_at = pointer_maker()

    def decide(words):  # type: ignore[no-untyped-def]
        try:
            decision = np.int64(inner(view_of(words)))
            if decision < 0 or decision >= decisions:
                integers_at(failed_address)[0] = 1
            return decision
        except Exception:
            # Who called looks at this flag after each chunk and plays it again to find the place.
            integers_at(failed_address)[0] = 1
            return np.int64(FAILED_DECISION)

    try:
        inner = numba.njit(function)
        return numba.cfunc(types.int64(INTEGERS))(decide)
    except (numba.core.errors.NumbaError, NotImplementedError, TypeError, ValueError, AttributeError):
        return None

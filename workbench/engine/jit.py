"""One source, two ways to run: interpreted as it stands, or compiled into one entry of a family.

Functions marked with :func:`rule` stay ordinary Python. The first simulation registers them with numba, which then
inlines them into the family's entry. numba is imported only then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

RULES: list[Callable[..., object]] = []
SMALL: list[Callable[..., object]] = []
TRACING: list[Callable[..., object]] = []


def rule(function: Function) -> Function:
    """Mark a function of integers and named tuples as one that can be compiled."""
    RULES.append(function)
    return function


def small_rule(function: Function) -> Function:
    """The same for a few lines that are worth copying to wherever they are called."""
    SMALL.append(function)
    return rule(function)


def tracing(function: Function) -> Function:
    """Mark a function without a result that only writes down what happens; its first argument is the table.

    Compiled code leaves it out, calls and all, unless the kernel keeps a trace.
    """
    TRACING.append(function)
    return function


def i64(value: int) -> int:
    """``value`` as a signed number of 64 bits, where that must be said to the compiler."""
    return value


def u64(value: int) -> int:
    """``value`` as 64 bits without a sign, where that must be said to the compiler."""
    return value


def quotient(amount: int, heads: int) -> int:
    """``amount // heads`` of numbers from 0 to 2^31 - 1, ``heads`` not 0: one instruction in compiled code."""
    return amount // heads

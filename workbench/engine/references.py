"""A named tuple of integers as compiled code sees it: one address.

The tuple's buffer starts with a word for each field: an integer itself, or the address of a sequence's integers,
which follow. Passing the tuple is then passing one pointer, and reading a field one load that the compiler may
repeat or drop at will, since no field of a tuple ever changes (only the integers of its sequences do).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel import PrimitiveModel, register_default
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic
from numpy.typing import NDArray

WORD = ir.IntType(64)
INTEGERS = types.CPointer(types.int64)


class Reference(types.Type):  # type: ignore[misc]
    """The type of a reference to a named tuple; ``kinds`` says for each field whether it is a sequence."""

    def __init__(self, name: str, kinds: tuple[tuple[str, bool], ...]) -> None:
        super().__init__(name=f"Reference({name}, {kinds})")
        self.fields = {field: (index, is_sequence) for index, (field, is_sequence) in enumerate(kinds)}


@register_default(Reference)
class _Model(PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Reference

    def generic_resolve(self, reference: Reference, field: str) -> Any:
        if field not in reference.fields:
            return None
        return INTEGERS if reference.fields[field][1] else types.int64


@lower_getattr_generic(Reference)
def _read(context: Any, builder: Any, reference: Reference, value: Any, field: str) -> Any:
    index, is_sequence = reference.fields[field]
    word = builder.load(builder.gep(value, [ir.Constant(WORD, index)], source_etype=WORD), typ=WORD)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return builder.inttoptr(word, context.get_value_type(INTEGERS)) if is_sequence else word


@cache
def pointer_maker() -> Callable[[int], Any]:
    """A function of compiled code that makes an address a pointer to integers."""

    @intrinsic
    def integers_at(context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(INTEGERS))

        return INTEGERS(types.int64), generate

    made: Callable[[int], Any] = integers_at
    return made


def reference_maker(sample: Any) -> Callable[[int], Any]:
    """A function of compiled code that makes an address a reference to a tuple like ``sample``."""
    kinds = tuple((field, not isinstance(value, int)) for field, value in zip(sample._fields, sample, strict=True))
    reference = Reference(type(sample).__name__, kinds)

    @intrinsic
    def tuple_at(context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], WORD.as_pointer())

        return reference(types.int64), generate

    made: Callable[[int], Any] = tuple_at
    return made


def flatten(values: Sequence[Any]) -> NDArray[np.int64]:
    """The buffer of a named tuple."""
    words: list[int] = []
    sequences: list[Sequence[int]] = []
    at = len(values)
    for value in values:
        if isinstance(value, int):
            words.append(value)
        else:
            words.append(at)
            sequences.append(value)
            at += len(value)
    buffer = np.array([*words, *(item for sequence in sequences for item in sequence)], dtype=np.int64)
    for index, value in enumerate(values):
        if not isinstance(value, int):
            buffer[index] = buffer.ctypes.data + 8 * buffer[index]
    return buffer

"""A named tuple of integers as compiled code sees it: one address.

The tuple's buffer starts with a word for each field: an integer itself, or the address of a sequence's integers,
which follow. Sequences of a fixed length stand first, so that their place is known when compiling; the address of
any other is one load, which the compiler may repeat or drop at will, since no field of a tuple ever changes (only the
integers of its sequences do). Passing the tuple is passing one pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import PrimitiveModel, register_default
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic
from numpy.typing import NDArray

WORD = ir.IntType(64)
INTEGERS = types.CPointer(types.int64)


class Place(NamedTuple):
    """Where a field stands: its word among the heads, and for a sequence of fixed length its first integer."""

    head: int
    is_sequence: bool
    fixed_at: int | None


class Layout:
    """The layout of a named tuple like ``sample``; ``fixed`` has the lengths of sequences that never change."""

    def __init__(self, sample: Any, fixed: Mapping[str, int]) -> None:
        self.places: dict[str, Place] = {}
        at = len(sample)
        for head, (field, value) in enumerate(zip(sample._fields, sample, strict=True)):
            is_sequence = not isinstance(value, int)
            self.places[field] = Place(head, is_sequence, at if is_sequence and field in fixed else None)
            at += fixed.get(field, 0) if is_sequence else 0
        self.dynamic_at = at
        self._key = tuple(self.places.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Reference(types.Type):
    """The type of a reference to a named tuple of this layout; ``traced`` where the game keeps a trace."""

    def __init__(self, name: str, layout: Layout, traced: bool) -> None:
        super().__init__(name=f"Reference({name}, {hash(layout)}, {traced})")
        self.layout = layout
        self.traced = traced


@register_default(Reference)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@infer_getattr
class _Fields(AttributeTemplate):
    key = Reference

    def generic_resolve(self, reference: Reference, field: str) -> Any:
        place = reference.layout.places.get(field)
        return None if place is None else INTEGERS if place.is_sequence else types.int64


@lower_getattr_generic(Reference)
def _read(context: Any, builder: Any, reference: Reference, value: Any, field: str) -> Any:
    place = reference.layout.places[field]
    if place.fixed_at is not None:
        return builder.gep(value, [ir.Constant(WORD, place.fixed_at)], source_etype=WORD)
    word = builder.load(builder.gep(value, [ir.Constant(WORD, place.head)], source_etype=WORD), typ=WORD)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return builder.inttoptr(word, context.get_value_type(INTEGERS)) if place.is_sequence else word


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


def reference_maker(name: str, layout: Layout, traced: bool = False) -> Callable[[int], Any]:
    """A function of compiled code that makes an address a reference to a tuple of this layout."""
    reference = Reference(name, layout, traced)

    @intrinsic
    def tuple_at(context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], WORD.as_pointer())

        return reference(types.int64), generate

    made: Callable[[int], Any] = tuple_at
    return made


class Buffer:
    """The integers of a named tuple in one array, as a reference to it expects them."""

    def __init__(self, values: Any, fixed: Mapping[str, int]) -> None:
        layout = Layout(values, fixed)
        fixed_part: list[int] = []
        dynamic_part: list[int] = []
        heads: list[int] = []
        self._sequences: list[int] = []
        for (field, place), value in zip(layout.places.items(), values, strict=True):
            if not place.is_sequence:
                heads.append(value)
                continue
            self._sequences.append(place.head)
            if place.fixed_at is None:
                heads.append(8 * (layout.dynamic_at + len(dynamic_part)))
                dynamic_part.extend(value)
            else:
                if len(value) > fixed[field]:
                    raise ValueError(f"{field} has {len(value)} items, more than {fixed[field]}")
                heads.append(8 * place.fixed_at)
                fixed_part.extend([*value, *[0] * (fixed[field] - len(value))])
        self._words = np.array([*heads, *fixed_part, *dynamic_part], dtype=np.int64)

    def copy(self) -> NDArray[np.int64]:
        """A copy of its own whose heads hold the addresses of its own sequences."""
        words = self._words.copy()
        words[self._sequences] += words.ctypes.data
        return words


def view_maker(view: Any) -> Callable[[Any], Any]:
    """A function of compiled code that makes a pointer to integers a named tuple ``view`` of them."""
    kind = types.NamedUniTuple(types.int64, len(view._fields), view)

    @intrinsic
    def view_of(context: Any, words: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = [
                builder.load(builder.gep(arguments[0], [ir.Constant(WORD, index)], source_etype=WORD), typ=WORD)
                for index in range(len(view._fields))
            ]
            return context.make_tuple(builder, kind, values)

        return kind(INTEGERS), generate

    made: Callable[[Any], Any] = view_of
    return made


@cache
def divider() -> Callable[[int, int], int]:
    """A function of compiled code that divides numbers of 31 bits; the divisor must not be 0."""
    narrow = ir.IntType(32)

    @intrinsic
    def divide(context: Any, amount: Any, heads: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            parts = [builder.trunc(argument, narrow) for argument in arguments]
            return builder.zext(builder.udiv(*parts), WORD)

        return types.int64(types.int64, types.int64), generate

    made: Callable[[int, int], int] = divide
    return made


@cache
def strategy_caller() -> Callable[[int, Any], int]:
    """A function of compiled code that asks the strategy at an address for its decision on a view."""

    @intrinsic
    def call(context: Any, handle: Any, view: Any) -> Any:
        if not isinstance(view, types.NamedUniTuple):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            count = len(view.fields)
            words = cgutils.alloca_once(builder, WORD, size=count)
            for index in range(count):
                place = builder.gep(words, [ir.Constant(WORD, index)], source_etype=WORD)
                builder.store(builder.extract_value(arguments[1], index), place)
            kind = ir.FunctionType(WORD, [WORD.as_pointer()])
            return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), [words])

        return types.int64(types.int64, view), generate

    made: Callable[[int, Any], int] = call
    return made

"""How the rules ask a strategy of the user's for its decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

DECIDERS: dict[int, Callable[[Any], int]] = {}
"""By handle; the handle is the address that compiled code calls instead."""


def ask(handle: int, view: Any) -> int:
    """The decision of the strategy known by ``handle`` on a view."""
    return DECIDERS[handle](view)

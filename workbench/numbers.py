"""Numbers as they stand in results: 10 significant digits, nothing undefined but null."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any


def plain(value: Any) -> Any:
    """``value`` as JSON data, floats rounded to 10 significant digits, NaN and infinities as None."""
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, float):
        if not isfinite(value):
            return None
        rounded = float(f"{value:.10g}")
        return rounded + 0.0  # never -0.0
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} is no JSON data")


def to_json(value: Any) -> str:
    """One JSON document, readable, ending with a line break."""
    return json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def to_json_line(value: Any) -> str:
    """One JSON document on one line."""
    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False, separators=(", ", ": ")) + "\n"

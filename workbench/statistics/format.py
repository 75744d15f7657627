"""Figures as people read them."""

from __future__ import annotations


def figure(value: float | None, share: bool = False, signed: bool = False) -> str:
    """A figure with sensible digits; shares in percent, None as a dash."""
    if value is None:
        return "–"
    if share:
        return f"{100 * value:{'+' if signed else ''}.2f} %"
    size = abs(value)
    digits = 0 if size >= 10_000 else 1 if size >= 1000 else 2 if size >= 10 else 3
    return f"{value:{'+' if signed else ''}.{digits}f}"

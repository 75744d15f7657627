"""What identifies a printed sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stamp:
    """Variant and fingerprints (8 hex digits each), printed on every sheet."""

    variant: str
    rules: str
    print: str


UNSTAMPED = Stamp("", "", "")
"""Of a piece that is drawn as itself, not of a variant's sheet."""

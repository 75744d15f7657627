"""Exact figures of a variant, without simulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workbench.definition.load import Loaded, load
from workbench.errors import usage_problem
from workbench.numbers import plain


@dataclass(frozen=True)
class AnalyseResult:
    """The exact figures of a variant (CONTRACT section 5)."""

    family: str
    variant: str
    fingerprint: dict[str, str]
    figures: dict[str, Any]
    told: Sequence[str] = ()
    """The figures in lines, where the family has its own way to tell them."""

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        head = {"family": self.family, "variant": self.variant, "fingerprint": self.fingerprint}
        found: dict[str, Any] = plain({**head, **self.figures})
        return found


def analyse(variant: str | Loaded, *, settings: Sequence[str] = (), **options: int | str | None) -> AnalyseResult:
    """Exact figures; ``options`` are those of the family (stollen: ``fossils`` in each fresh deck)."""
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    family = loaded.family
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if name in family.analyse_texts:
            if not isinstance(value, str):
                raise usage_problem(f"{name} must be a text, got {value}", code="bad-value", key=name)
            continue
        if name not in family.analyse_options:
            raise usage_problem(f"{family.id} has no option --{name}", code="unknown-option", key=name)
        least, most = family.analyse_least.get(name, 0), family.analyse_most.get(name, 1000)
        if not isinstance(value, int) or not least <= value <= most:
            raise usage_problem(f"{name} must be {least} to {most}, got {value}", code="bad-number", key=name)
    figures = family.analyse(loaded.definition, **given)
    told = tuple(family.describe(loaded.definition, figures))
    return AnalyseResult(family.id, loaded.variant, loaded.fingerprint.to_dict(), figures, told)

"""Print a variant: rules sheets and everything else the family has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.definition.load import Loaded, load
from workbench.errors import usage_problem
from workbench.output import write_bytes
from workbench.printing.stamp import Stamp


def render(
    kind: str,
    variant: str | Loaded,
    output: Path | None = None,
    *,
    settings: Sequence[str] = (),
    language: str | None = None,
    **options: Any,
) -> bytes:
    """The PDF of the ``kind`` ("rules", "cards", ...), written to ``output`` where one is given.

    ``options`` left None (paper, marks) are those of the definition's ``[print]``.
    """
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    kinds = ("rules", *loaded.family.printed)
    if kind not in kinds:
        raise usage_problem(
            f"{loaded.family.id} has no {kind} to print", code="unknown-kind", hint="it has " + ", ".join(kinds)
        )
    fingerprint = loaded.fingerprint
    # A sheet names its variant, not the folder somebody happened to work in.
    stamp = Stamp(stamp_name(loaded), fingerprint.rules, fingerprint.print)
    given = {name: value for name, value in options.items() if value is not None}
    pdf = loaded.family.render(kind, loaded.definition, language or loaded.definition.language, stamp, **given)
    if output is not None:
        write_bytes(output, pdf)
    return pdf


def stamp_name(loaded: Loaded) -> str:
    """The variant's id, or the name of its file."""
    return Path(loaded.variant).name if loaded.variant.endswith(".toml") else loaded.variant

"""The commands that give the numbers of the report again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.report.arms import is_rotated, settings_of

if TYPE_CHECKING:
    from workbench.definition.load import Loaded
    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import SimulateResult


def _line(words: Sequence[str]) -> str:
    return shlex.join(words)


def _options(result: SimulateResult, seed: int | None = None) -> list[str]:
    found = ["--games", str(result.games), "--seed", str(result.seed if seed is None else seed)]
    found += ["--seats", ",".join(seat.character for seat in result.seats)]
    return [*found, "--rotate"] if is_rotated(result) else found


def _set(option: str, settings: Sequence[str]) -> list[str]:
    return [word for setting in settings for word in (option, setting)]


def simulate_command(loaded: Loaded, result: SimulateResult) -> str:
    """``workbench simulate`` with every option that matters."""
    return _line(["workbench", "simulate", loaded.variant, *_options(result), *_set("--set", settings_of(loaded))])


def compare_command(compare: CompareResult, seed: int | None = None) -> str:
    """``workbench compare`` with every option that matters. Arms made of settings come back as ``--change``."""
    common = settings_of(compare.loaded)
    others: list[str] = []
    changes: list[str] = []
    for compared in compare.variants:
        settings = settings_of(compared.loaded)
        if compared.loaded.variant == compare.loaded.variant and settings[: len(common)] == common:
            changes += settings[len(common) :]
        else:
            others.append(compared.loaded.variant)
    words = ["workbench", "compare", compare.baseline, *others, *_set("--change", changes)]
    words += [*_options(compare.result, seed), "--margin", f"{compare.margin:g}"]
    return _line([*words, *_set("--set", common)])


def diff_command(a: Loaded, b: Loaded) -> str:
    """``workbench diff``."""
    return _line(["workbench", "diff", a.variant, b.variant])


def analyse_command(loaded: Loaded) -> str:
    """``workbench analyse``."""
    return _line(["workbench", "analyse", loaded.variant, *_set("--set", settings_of(loaded))])

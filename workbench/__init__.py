"""The rules workbench: tabletop rules from one file, validated, simulated, compared and printed.

Everything the command line does is a function here: :func:`load`, :func:`validate`, :func:`diff`,
:func:`simulate`, :func:`compare`, :func:`sweep`, :func:`analyse`, :func:`restricted`, :func:`render`, :func:`build`,
:func:`bench`. They are imported when they are first used, so that ``import workbench`` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.errors import DefinitionError, OutputError, Problem, WorkbenchError

if TYPE_CHECKING:
    from workbench.definition.load import load
    from workbench.tasks.analyse import analyse
    from workbench.tasks.bench import bench
    from workbench.tasks.build import build
    from workbench.tasks.compare import compare
    from workbench.tasks.examine import diff, validate
    from workbench.tasks.render import render
    from workbench.tasks.restricted import restricted
    from workbench.tasks.simulate import simulate
    from workbench.tasks.sweep import sweep

__version__ = "0.1.0"

_WHERE = {
    "load": "workbench.definition.load",
    "validate": "workbench.tasks.examine",
    "diff": "workbench.tasks.examine",
    "simulate": "workbench.tasks.simulate",
    "compare": "workbench.tasks.compare",
    "sweep": "workbench.tasks.sweep",
    "analyse": "workbench.tasks.analyse",
    "restricted": "workbench.tasks.restricted",
    "render": "workbench.tasks.render",
    "build": "workbench.tasks.build",
    "bench": "workbench.tasks.bench",
}

__all__ = [
    "DefinitionError",
    "OutputError",
    "Problem",
    "WorkbenchError",
    "analyse",
    "bench",
    "build",
    "compare",
    "diff",
    "load",
    "render",
    "restricted",
    "simulate",
    "sweep",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        import importlib

        return getattr(importlib.import_module(_WHERE[name]), name)
    raise AttributeError(f"module 'workbench' has no attribute {name!r}")

"""Templates of somebody else's, filled and compiled in a process of their own with a limit of time and memory."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.errors import DefinitionError, Problem, WorkbenchError
from workbench.printing.typst import GlyphError, compile_pdf, fill

SECONDS = 60
MEMORY_BYTES = 3 * 1024**3

# No way to the network and no packages of Typst that happen to lie on this machine.
_NOWHERE = "http://127.0.0.1:9"
_OFFLINE = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"), _NOWHERE),
    "TYPST_PACKAGE_PATH": "/nonexistent",
    "TYPST_PACKAGE_CACHE_PATH": "/nonexistent",
    "XDG_CACHE_HOME": "/nonexistent",
    "XDG_DATA_HOME": "/nonexistent",
}

_FINE, _REFUSED = b"pdf:", b"no:"


def guarded_pdf(
    root: Path,
    template: str,
    context: Mapping[str, Any],
    fonts: Sequence[Path],
    seconds: float = SECONDS,
    memory_bytes: int = MEMORY_BYTES,
) -> bytes:
    """The PDF of ``template``. Errors: those of fill and compile_pdf, and WorkbenchError where a limit is reached."""
    job = pickle.dumps((str(root), template, dict(context), [str(folder) for folder in fonts], memory_bytes))
    command = [sys.executable, "-m", "workbench.printing.guard"]
    try:
        done = subprocess.run(
            command, input=job, capture_output=True, timeout=seconds, check=False, env={**os.environ, **_OFFLINE}
        )
    except subprocess.TimeoutExpired:
        raise WorkbenchError(
            f"the templates were not done after {seconds:g} seconds: is there an endless loop?"
        ) from None
    if done.stdout.startswith(_FINE):
        return done.stdout[len(_FINE) :]
    if done.stdout.startswith(_REFUSED):
        # Data, not code: whatever ran there is not trusted here.
        raise _error(json.loads(done.stdout[len(_REFUSED) :]))
    raise WorkbenchError(
        f"the templates broke off (exit code {done.returncode}): they may use {memory_bytes // 1024**2} MB of memory"
    )


def _error(found: dict[str, Any]) -> WorkbenchError:
    problems = [Problem(**problem) for problem in found["problems"]]
    if found["characters"]:
        return GlyphError(problems, found["characters"])
    return DefinitionError(problems) if problems else WorkbenchError(str(found["message"]))


def _limit(memory_bytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows: the time limit alone
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def _main() -> None:
    root, template, context, fonts, memory_bytes = pickle.loads(sys.stdin.buffer.read())
    _limit(memory_bytes)
    try:
        source = fill(Path(root), template, context)
        made = _FINE + compile_pdf(source, Path(root), tuple(Path(folder) for folder in fonts))
    except WorkbenchError as error:
        problems = error.problems if isinstance(error, DefinitionError) else ()
        characters = error.characters if isinstance(error, GlyphError) else ()
        report = {"message": str(error), "problems": [p.to_dict() for p in problems], "characters": list(characters)}
        made = _REFUSED + json.dumps(report).encode()
    except MemoryError:
        sys.exit(1)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    _main()

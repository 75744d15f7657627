"""Play on the workers of a dask.distributed scheduler (extra ``cluster``)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from re import fullmatch
from typing import Any

from workbench.errors import DefinitionError, WorkbenchError, in_quotes, usage_problem

PATIENCE_SECONDS = 10
"""How long to wait for the scheduler, and then for its first worker."""
RETRIES = 3
"""How often a batch is tried again after the worker that played it died."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the workers of the scheduler at ``address``, and the number of their threads."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise usage_problem(
            "--scheduler needs the extra cluster",
            code="missing-extra",
            key="scheduler",
            hint="pip install 'rules-workbench[cluster]'",
        ) from None
    if not fullmatch(r"(tcp|tls|ws|wss|inproc|ucx)://\S+", address):
        raise usage_problem(
            f"the scheduler {in_quotes(address)} is no address such as tcp://127.0.0.1:8786",
            code="bad-scheduler",
            key="scheduler",
        )
    try:
        client = distributed.Client(address, timeout=PATIENCE_SECONDS, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:  # no answer, no such host, no port
        raise _unreachable(address, f"no scheduler answers at {address}") from error
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        except TimeoutError:
            raise _unreachable(address, f"the scheduler at {address} has no workers") from None
        with _explained(distributed), client.get_executor(retries=RETRIES) as executor:
            yield executor, sum(client.nthreads().values())
    finally:
        client.close()


def _unreachable(address: str, message: str) -> DefinitionError:
    return usage_problem(message, code="no-scheduler", key="scheduler", hint="start it with `dask scheduler`")


@contextmanager
def _explained(distributed: Any) -> Iterator[None]:
    """What goes wrong on the way to workers and back, in words a user can use."""
    try:
        yield
    except distributed.KilledWorker as error:
        raise WorkbenchError(f"the workers died again and again while playing: {error}") from None
    except (CancelledError, OSError):  # a closed connection is an OSError of theirs
        raise WorkbenchError("the connection to the scheduler was lost") from None
    except ModuleNotFoundError as error:
        raise WorkbenchError(f"a worker lacks a package: {error}") from None

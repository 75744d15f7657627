"""How the rules ask somebody who stands outside them: a person at the table.

Only interpreted play has persons. Compiled rules never meet one, so there the question has an answer of nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Answer = Callable[[int, Any], int]
"""From a question (a number of the family's) and the view of the player who is asked to its answer."""

_ANSWER: ContextVar[Answer] = ContextVar("answer")


def ask(question: int, view: Any) -> int:
    """The answer of whoever is :func:`answering`; LookupError if nobody is."""
    return _ANSWER.get()(question, view)


@contextmanager
def answering(answer: Answer) -> Iterator[None]:
    """Within, the rules' questions to persons go to ``answer``."""
    token = _ANSWER.set(answer)
    try:
        yield
    finally:
        _ANSWER.reset(token)

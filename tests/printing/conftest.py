from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.printing.material import make_definition
from workbench.families.stollen.definition import StollenDefinition


@pytest.fixture(scope="session")
def definition_of() -> Callable[..., StollenDefinition]:
    """Loads a shipped variant: ``definition_of(variant_id, {"dotted.key": value})``."""
    return make_definition

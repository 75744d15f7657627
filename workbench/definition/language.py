"""The languages that a definition can name: those that there are templates in."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from workbench.definition.fields import quoted
from workbench.resources import languages


def _language(value: object) -> str:
    known = languages()
    if value not in known:
        names = " or ".join(", ".join(json.dumps(name) for name in part) for part in (known[:-1], known[-1:]))
        raise PydanticCustomError("unknown-value", "must be {known}, got {got}", {"known": names, "got": quoted(value)})
    return str(value)


Language = Annotated[str, PlainValidator(_language), WithJsonSchema({"type": "string", "enum": list(languages())})]

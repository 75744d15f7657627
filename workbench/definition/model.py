"""What every definition has, whatever its family."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainValidator
from pydantic_core import PydanticCustomError

from workbench.definition.fields import Array, Table, Text, quoted
from workbench.definition.language import Language
from workbench.definition.look import OWN_SIZE, PrintBase
from workbench.resources import languages

PLAIN_TITLE = ""
"""Where a title that is a plain text stands in the table by language."""


def _title(value: object) -> object:
    """A plain text is the title in every language."""
    if isinstance(value, str):
        return {PLAIN_TITLE: value}
    if isinstance(value, dict) and value and PLAIN_TITLE not in value:
        return value
    raise PydanticCustomError(
        "not-text",
        "title must be a text in quotes or a table by language, got {got}",
        {"got": "an empty table" if value == {} else quoted(value)},
    )


def _title_language(value: object) -> str:
    known = languages()
    if value != PLAIN_TITLE and value not in known:
        raise PydanticCustomError(
            "unknown-value",
            "titles are by language, {known}, got {got}",
            {"known": " or ".join(json.dumps(language) for language in known), "got": quoted(value)},
        )
    return str(value)


def _any_title(value: object) -> object:
    """An empty table is no title."""
    return value if value == {} else _title(value)


_ByLanguage = dict[Annotated[str, PlainValidator(_title_language)], Annotated[str, Text("title")]]
Title = Annotated[_ByLanguage, BeforeValidator(_title)]
"""A text, or a table of texts by language."""
OptionalTitle = Annotated[_ByLanguage, BeforeValidator(_any_title)]
"""The same, or an empty table where there is none."""


def title_in(title: dict[str, str], language: str, usual: str) -> str | None:
    """A title in ``language``, else in the ``usual`` language, else in any; None where there is none at all."""
    for key in (language, PLAIN_TITLE, usual):
        if key in title:
            return title[key]
    return next(iter(title.values()), None)


class PlayersBase(Table):
    """How many people may play; the family says with which default."""

    min: int
    max: int


class DefinitionBase(Table):
    """A validated definition. Families add their tables."""

    family: str = Field(description="the family whose rules are played")
    title: Title = Field(description="name of the variant: a text, or a table by language")
    language: Language = Field("de", description="language used where none is asked for")
    languages: Annotated[tuple[Language, ...], Array("languages", 1, 3)] = Field(
        ("de", "en"), description="languages that `build` writes"
    )
    seats: Annotated[tuple[Annotated[str, Text("seat", 40)], ...], Array("seats", 1, 8)] = Field(
        description="the characters who play, by seat"
    )

    def title_in(self, language: str) -> str:
        """The title in ``language``, else in the definition's own language, else any."""
        found = title_in(self.title, language, self.language)
        assert found is not None
        return found


__all__ = ["OWN_SIZE", "DefinitionBase", "Language", "OptionalTitle", "PlayersBase", "PrintBase", "Title", "title_in"]

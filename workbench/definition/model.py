"""What every definition has, whatever its family."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from workbench.definition.fields import Array, Table, Text, quoted

Language = Literal["de", "en", "zh"]


def _title(value: object) -> object:
    """A plain text is the title in every language."""
    if isinstance(value, str):
        return {"": value}
    if isinstance(value, dict):
        return value
    raise PydanticCustomError(
        "not-text", "title must be a text or a table by language, got {got}", {"got": quoted(value)}
    )


class PlayersBase(Table):
    """How many people may play; the family says with which default."""

    min: int
    max: int


class PrintBase(Table):
    """How printed matter looks."""

    paper: Literal["a4", "letter"] = Field("a4", description="paper of the sheets")
    marks: Literal["none", "corners", "lines"] = Field("corners", description="cut marks")


class DefinitionBase(Table):
    """A validated definition. Families add their tables."""

    family: str = Field(description="the family whose rules are played")
    title: Annotated[dict[str, Annotated[str, Text("title")]], BeforeValidator(_title)] = Field(
        min_length=1, description="name of the variant: a text, or a table by language"
    )
    language: Language = Field("de", description="language used where none is asked for")
    languages: Annotated[tuple[Language, ...], Array("languages", 1, 3)] = Field(
        ("de", "en"), description="languages that `build` writes"
    )
    seats: Annotated[tuple[Annotated[str, Text("seat", 40)], ...], Array("seats", 1, 8)] = Field(
        description="the characters who play, by seat"
    )

    def title_in(self, language: str) -> str:
        """The title in ``language``, else in the definition's own language, else any."""
        for key in (language, "", self.language):
            if key in self.title:
                return self.title[key]
        return next(iter(self.title.values()))

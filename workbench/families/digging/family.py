"""Digging as the workbench sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.families.digging.check import findings
from workbench.families.digging.definition import DiggingDefinition
from workbench.family import Family, Finding, Seat

if TYPE_CHECKING:
    from workbench.engine.simulation import Simulation


class Digging(Family):
    """The family ``digging``."""

    id = "digging"
    folder = Path(__file__).parent
    model = DiggingDefinition
    printed: ClassVar = {}
    benches: ClassVar = (
        ("digging/team", ("schuerfer", "schuerfer", "schuerfer", "schuerfer")),
        ("digging/team", ("buchhalterin", "buchhalterin", "buchhalterin", "buchhalterin")),
    )

    def check(self, definition: DiggingDefinition) -> Iterable[Finding]:
        return findings(definition)

    def play_data(self, definition: DiggingDefinition) -> object:
        from workbench.families.digging.compile import play_data

        return play_data(definition)

    def simulation(self, definition: DiggingDefinition, seats: Sequence[Seat]) -> Simulation:
        from workbench.families.digging.simulation import DiggingSimulation

        return DiggingSimulation(definition, seats)

    def analyse(self, definition: DiggingDefinition, **options: Any) -> dict[str, Any]:
        from workbench.families.digging.exact import analyse

        return analyse(definition, **options)

    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        from workbench.families.digging.narrate import narrate

        return narrate(events, language)


FAMILY = Digging()

"""Digging as the workbench sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.families.digging.check import findings
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.state import View
from workbench.family import Family, Finding, Seat
from workbench.printing.kinds import Pieces

if TYPE_CHECKING:
    from workbench.engine.simulation import Simulation
    from workbench.terminal import Terminal


class Digging(Family):
    """The family ``digging``."""

    id = "digging"
    folder = Path(__file__).parent
    model = DiggingDefinition
    printed: ClassVar = {
        "cards": Pieces("cards_context", "cards.typ.j2", picture_mm=(51.0, 38.0)),
        "pads": Pieces("pads_context", "pads.typ.j2", size="190x130", sizes=False, shows=()),
        "aids": Pieces("aids_context", "aids.typ.j2", size="95x130", sizes=False, shows=()),
    }
    view = View
    benches: ClassVar = (
        ("digging/team", ("schuerfer", "schuerfer", "schuerfer", "schuerfer")),
        ("digging/team", ("buchhalterin", "buchhalterin", "buchhalterin", "buchhalterin")),
    )

    @property
    def host_languages(self) -> Sequence[str]:
        from workbench.families.digging.at_table.talk import WORDS
        from workbench.terminal import languages

        return languages(WORDS)

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

    def describe(self, definition: DiggingDefinition, figures: Mapping[str, Any]) -> Iterable[str]:
        from workbench.families.digging.exact import describe

        return describe(definition, figures)

    def options(self, definition: DiggingDefinition, language: str) -> Mapping[str, str]:
        from workbench.families.digging.narrate import WORDS
        from workbench.families.digging.options import options_of
        from workbench.terminal import sentences

        words = sentences(WORDS, language)["options"]
        return {option: words[option] for option in options_of(definition)}

    def host(
        self,
        definition: DiggingDefinition,
        seats: Sequence[Seat],
        terminal: Terminal,
        *,
        seed: int,
        game: int,
        language: str,
    ) -> list[dict[str, Any]]:
        from workbench.families.digging.at_table.host import host

        return host(definition, seats, terminal, seed=seed, game=game, language=language)

    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        from workbench.families.digging.narrate import narrate

        return narrate(events, language)


FAMILY = Digging()

"""Stollen as the workbench sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.families.stollen.check import findings
from workbench.families.stollen.definition import StollenDefinition
from workbench.families.stollen.state import View
from workbench.family import Family, Finding, Seat
from workbench.printing.kinds import Pieces

if TYPE_CHECKING:
    from workbench.engine.simulation import Simulation
    from workbench.terminal import Terminal


class Stollen(Family):
    """The family ``stollen``."""

    id = "stollen"
    folder = Path(__file__).parent
    model = StollenDefinition
    printed: ClassVar = {
        "cards": Pieces("cards_context", "cards.typ.j2"),
        "pads": Pieces("pads_context", "pads.typ.j2", size="190x130", sizes=False, shows=()),
        "aids": Pieces("aids_context", "aids.typ.j2", size="95x130", sizes=False, shows=()),
    }
    view = View
    decisions: ClassVar = ("leave", "go deeper", "look with the lamp")
    analyse_options: ClassVar = {"fossils": "fossils in each level's fresh deck (default 0)"}
    benches: ClassVar = (("stollen/diese-partie", ("angsthase", "draufgaenger", "rechnerin", "rechnerin")),)

    @property
    def host_languages(self) -> Sequence[str]:
        from workbench.families.stollen.at_table.talk import WORDS
        from workbench.terminal import languages

        return languages(WORDS)

    def check(self, definition: StollenDefinition) -> Iterable[Finding]:
        return findings(definition)

    def play_data(self, definition: StollenDefinition) -> object:
        from workbench.families.stollen.compile import play_data

        return play_data(definition)

    def simulation(self, definition: StollenDefinition, seats: Sequence[Seat]) -> Simulation:
        from workbench.families.stollen.simulation import StollenSimulation

        return StollenSimulation(definition, seats)

    def analyse(self, definition: StollenDefinition, **options: Any) -> dict[str, Any]:
        from workbench.families.stollen.exact import analyse

        return analyse(definition, **options)

    def options(self, definition: StollenDefinition, language: str) -> Mapping[str, str]:
        from workbench.families.stollen.options import options_of
        from workbench.families.stollen.vocabulary import option_words

        return option_words(options_of(definition), language)

    def host(
        self,
        definition: StollenDefinition,
        seats: Sequence[Seat],
        terminal: Terminal,
        *,
        seed: int,
        game: int,
        language: str,
    ) -> list[dict[str, Any]]:
        from workbench.families.stollen.at_table.host import host

        return host(definition, seats, terminal, seed=seed, game=game, language=language)

    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        from workbench.families.stollen.narrate import narrate

        return narrate(events, language)


FAMILY = Stollen()

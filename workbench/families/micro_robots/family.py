"""Micro Robots as the workbench sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.families.micro_robots.check import findings
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.family import Family, Finding, Seat
from workbench.printing.kinds import Document, Pieces

if TYPE_CHECKING:
    from workbench.engine.simulation import Simulation
    from workbench.terminal import Terminal


class MicroRobots(Family):
    """The family ``micro_robots``."""

    id = "micro_robots"
    folder = Path(__file__).parent
    timed = True
    model = MicroRobotsDefinition
    printed: ClassVar = {
        "tiles": Pieces(
            "tiles_context",
            "tiles.typ.j2",
            size_of="tile_mm",
            two_sided=True,
            as_tiles=True,
            shows=("picture",),
            with_sheets="chips, start chip, robot and dice",
        ),
        "boards": Pieces("boards_context", "boards.typ.j2", size_of="board_mm", as_tiles=True, shows=("picture",)),
        "pads": Pieces("pads_context", "pads.typ.j2", size="190x130", sizes=False, shows=()),
        "aids": Pieces("aids_context", "aids.typ.j2", size="95x130", sizes=False, shows=()),
        "puzzles": Document("puzzles_context", "puzzles.typ.j2"),
    }
    generates: ClassVar = {"tiles": {"distance": "mean moves between two spaces, LOW..HIGH [any]"}}
    benches: ClassVar = (("micro_robots/schwarz", ("anfaenger", "geuebt", "meisterin")),)
    analyse_texts: ClassVar = {
        "arrangement": "one board, as tile:turn in reading order, such as 1:0,2:0,3:0,4:0",
        "from": "start of a way whose shortest ones are listed",
        "to": "its target",
        "through": "a waypoint on it",
    }

    def check(self, definition: MicroRobotsDefinition) -> Iterable[Finding]:
        return findings(definition)

    def play_data(self, definition: MicroRobotsDefinition) -> object:
        from workbench.families.micro_robots.compile import play_data

        return play_data(definition)

    def simulation(self, definition: MicroRobotsDefinition, seats: Sequence[Seat]) -> Simulation:
        from workbench.families.micro_robots.simulation import MicroRobotsSimulation

        return MicroRobotsSimulation(definition, seats)

    def analyse(self, definition: MicroRobotsDefinition, **options: Any) -> dict[str, Any]:
        from workbench.families.micro_robots.exact import analyse

        return analyse(definition, **options)

    def generate(
        self,
        kind: str,
        definition: MicroRobotsDefinition,
        seed: int,
        options: Mapping[str, str],
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]:
        from workbench.families.micro_robots.generate import new_tiles

        return new_tiles(definition, seed, **options, progress=progress)

    def describe(self, definition: MicroRobotsDefinition, figures: Mapping[str, Any]) -> Iterable[str]:
        from workbench.families.micro_robots.exact import describe

        return describe(definition, figures)

    @property
    def host_languages(self) -> Sequence[str]:
        from workbench.families.micro_robots.at_table.talk import WORDS
        from workbench.terminal import languages

        return languages(WORDS)

    def host(
        self,
        definition: MicroRobotsDefinition,
        seats: Sequence[Seat],
        terminal: Terminal,
        *,
        seed: int,
        game: int,
        language: str,
    ) -> list[dict[str, Any]]:
        from workbench.families.micro_robots.at_table.host import host

        return host(definition, seats, terminal, seed=seed, game=game, language=language)

    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        from workbench.families.micro_robots.narrate import narrate

        return narrate(events, language)


FAMILY = MicroRobots()

"""Out of Mine as the workbench sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.families.out_of_mine.check import findings
from workbench.families.out_of_mine.definition import OutOfMineDefinition
from workbench.family import Family, Finding, Seat
from workbench.printing.kinds import Document, Pieces

if TYPE_CHECKING:
    from workbench.engine.simulation import Simulation
    from workbench.terminal import Terminal


class OutOfMine(Family):
    """The family ``out_of_mine``."""

    id = "out_of_mine"
    folder = Path(__file__).parent
    timed = True
    model = OutOfMineDefinition
    printed: ClassVar = {
        "boards": Pieces(
            "boards_context",
            "boards.typ.j2",
            size_of="board_mm",
            two_sided=True,
            as_tiles=True,
            sizes=False,
            shows=("picture",),
        ),
        "tiles": Pieces(
            "tiles_context",
            "tiles.typ.j2",
            size_of="plate_mm",
            two_sided=True,
            sizes=False,
            shows=(),
            targets=("printer",),
        ),
        "cards": Pieces("cards_context", "cards.typ.j2", shows=("text",)),
        "pads": Pieces("pads_context", "pads.typ.j2", size="190x130", sizes=False, shows=()),
        "aids": Pieces("aids_context", "aids.typ.j2", size="95x130", sizes=False, shows=()),
        "puzzles": Document("puzzles_context", "puzzles.typ.j2"),
    }
    generates: ClassVar = {
        "boards": {
            "difficulty": "mean expected placements until a side is full, LOW..HIGH [any]",
            "share": "per cent of the cards that fill each side [90]",
            "grid": "rows and columns of the drawings, such as 7x7 [those of the parent]",
        },
        "cards": {
            "difficulty": "mean expected placements until a side is full, LOW..HIGH [any]",
            "share": "per cent of the sides that each card fills [90]",
        },
    }
    benches: ClassVar = (("out_of_mine/grundspiel", ("anfaenger", "geuebt", "geuebt", "meisterin")),)
    analyse_options: ClassVar = {"cap": "solutions at which counting ends [1000000]"}
    analyse_least: ClassVar = {"cap": 1}
    analyse_most: ClassVar = {"cap": 10**15}
    analyse_texts: ClassVar = {"board": "one board", "side": "one side, a or b", "card": "one treasure card"}

    def check(self, definition: OutOfMineDefinition) -> Iterable[Finding]:
        return findings(definition)

    def play_data(self, definition: OutOfMineDefinition) -> object:
        from workbench.families.out_of_mine.compile import play_data

        return play_data(definition)

    def simulation(self, definition: OutOfMineDefinition, seats: Sequence[Seat]) -> Simulation:
        from workbench.families.out_of_mine.simulation import OutOfMineSimulation

        return OutOfMineSimulation(definition, seats)

    def analyse(self, definition: OutOfMineDefinition, **options: Any) -> dict[str, Any]:
        from workbench.families.out_of_mine.exact import analyse

        return analyse(definition, **options)

    def generate(
        self,
        kind: str,
        definition: OutOfMineDefinition,
        seed: int,
        options: Mapping[str, str],
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]:
        from workbench.families.out_of_mine.generate import new_boards, new_cards

        make = new_boards if kind == "boards" else new_cards
        return make(definition, seed, **options, progress=progress)

    def describe(self, definition: OutOfMineDefinition, figures: Mapping[str, Any]) -> Iterable[str]:
        from workbench.families.out_of_mine.exact import describe

        return describe(definition, figures)

    @property
    def host_languages(self) -> Sequence[str]:
        from workbench.families.out_of_mine.at_table.talk import WORDS
        from workbench.terminal import languages

        return languages(WORDS)

    def host(
        self,
        definition: OutOfMineDefinition,
        seats: Sequence[Seat],
        terminal: Terminal,
        *,
        seed: int,
        game: int,
        language: str,
    ) -> list[dict[str, Any]]:
        from workbench.families.out_of_mine.at_table.host import host

        return host(definition, seats, terminal, seed=seed, game=game, language=language)

    def narrate(self, events: Iterable[Mapping[str, Any]], language: str) -> Iterator[str]:
        from workbench.families.out_of_mine.narrate import narrate

        return narrate(events, language)


FAMILY = OutOfMine()

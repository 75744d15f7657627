"""All shortest ways between two spaces of one board, and the board drawn as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.families.micro_robots.board import lay_out
from workbench.families.micro_robots.compile import Placed, compile_rules, new_table, spell_arrangement
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.solver import first_layer, layer_after, may_stop, measure_to, shortest
from workbench.families.micro_robots.state import FAR, MOST_SPACES
from workbench.families.micro_robots.survey import survey_board

MOST_WAYS = 1000
"""Ways that are listed; beyond that they are only counted."""
MOST_LENGTH = 40
"""How long a way without a second visit is looked for."""


class SolvedBoard:
    """One arrangement of a definition's tiles, ready to be asked for ways."""

    def __init__(self, definition: MicroRobotsDefinition, arrangement: Sequence[Placed]) -> None:
        self.definition = definition
        self.rules = compile_rules(definition)
        self.table = new_table()
        self.names = definition.spaces
        self.at = {name: number for number, name in enumerate(self.names)}
        for place, (tile, turn) in enumerate(arrangement):
            self.table.tile_at[place] = tile
            self.table.turn_at[place] = turn
        lay_out(self.rules, self.table)

    @property
    def arrangement(self) -> str:
        """The arrangement as it is spelled."""
        tiles = self.rules.tiles
        return spell_arrangement(self.table.tile_at[:tiles], self.table.turn_at[:tiles])

    @property
    def board(self) -> list[list[str]]:
        """The names of the spaces, row by row."""
        return board_of(self.definition, self.table.space_at)

    def pairs(self) -> dict[int, int]:
        """Ordered pairs of spaces by moves; FAR for those without a way."""
        survey_board(self.rules, self.table, 0)
        return {moves: pairs for moves, pairs in enumerate(self.table.pairs) if pairs}

    def moves_from(self, space: str) -> list[str]:
        """The spaces that one move leads to."""
        reach = self.table.reach[self.at[space]]
        return [name for number, name in enumerate(self.names) if reach >> number & 1]

    def distances_to(self, target: str, through: str | None = None) -> dict[str, tuple[int, int]]:
        """By start: moves of a shortest way and how many there are, as far as there is one; with second visits."""
        waypoint = self.at[through] if through is not None else -1
        measure_to(self.rules, self.table, self.at[target], waypoint)
        found = {
            start: shortest(self.rules, self.table, self.at[start], self.at[target], waypoint)
            for start in self.names
            if start not in (target, through)
        }
        return {start: (moves, ways) for start, (moves, ways) in found.items() if moves < FAR}

    def distance(self, start: str, target: str, through: str | None = None) -> tuple[int | None, int]:
        """Moves of a shortest way (None: there is none) and how many such ways there are."""
        waypoint = self.at[through] if through is not None else -1
        measure_to(self.rules, self.table, self.at[target], waypoint)
        moves, ways = shortest(self.rules, self.table, self.at[start], self.at[target], waypoint)
        if moves < FAR and not self.rules.revisits and through is not None:
            # Only listing them tells which ways come back to a space.
            found = list(self.ways(start, target, through))
            return (len(found[0]) - 1, len(found)) if found else (None, 0)
        return (moves, ways) if moves < FAR else (None, 0)

    def ways(
        self, start: str, target: str, through: str | None = None, detour: int | None = None
    ) -> Iterator[list[str]]:
        """Every shortest way as the spaces where the robot stops, in the order of the board's spaces.

        Where no space may be visited twice and there is a waypoint, ways are tried with up to ``MOST_LENGTH`` moves,
        or ``detour`` beyond the shortest with second visits: that can take very long where there is none.
        """
        waypoint = self.at[through] if through is not None else -1
        rules, table = self.rules, self.table
        measure_to(rules, table, self.at[target], waypoint)
        least, _ = shortest(rules, table, self.at[start], self.at[target], waypoint)
        # Without second visits the shortest way may be longer than the distances say.
        longest = least if rules.revisits or through is None else MOST_LENGTH if detour is None else least + detour
        for length in range(least, longest + 1) if least < FAR else ():
            found = False
            for way in self._of_length(length, self.at[start], self.at[target], waypoint):
                found = True
                yield [self.names[space] for space in way]
            if found:
                return

    def _of_length(self, length: int, start: int, target: int, waypoint: int) -> Iterator[list[int]]:
        rules, table = self.rules, self.table
        way = [start]

        def go_on(layer: int, left: int) -> Iterator[list[int]]:
            here = way[-1]
            for there in range(rules.spaces):
                if not table.reach[here] >> there & 1:
                    continue
                after = layer_after(rules, table, layer, here, there, waypoint)
                if not may_stop(rules, after, there, target) or table.to_go[after * MOST_SPACES + there] > left - 1:
                    continue
                if not rules.revisits and there in way and not (left == 1 and there == start):
                    continue
                way.append(there)
                if left == 1:
                    yield list(way)
                else:
                    yield from go_on(after, left - 1)
                way.pop()

        yield from go_on(first_layer(waypoint), length)


def board_of(definition: MicroRobotsDefinition, space_at: Sequence[int]) -> list[list[str]]:
    """The names of the spaces on the squares, row by row."""
    rows, columns = definition.board_shape
    names = definition.spaces
    return [[names[space_at[row * columns + column]] for column in range(columns)] for row in range(rows)]


def draw(definition: MicroRobotsDefinition, board: Sequence[Sequence[str]], way: Sequence[str] = ()) -> list[str]:
    """The board as lines of text; beside each stop of ``way`` its number, lines between the tiles."""
    marks = {space: str(number) for number, space in reversed(list(enumerate(way)))}
    rows, columns = definition.tile_shape
    widest = max(len(space) for row in board for space in row) + max((len(mark) for mark in marks.values()), default=0)
    width = widest + 3
    ruler = "+".join("-" * (columns * width + 1) for _ in range(definition.board.columns))
    lines = []
    for number, row in enumerate(board):
        if number % rows == 0:
            lines.append(f"+{ruler}+")
        cells = [f"{space}{'·' + marks[space] if space in marks else ''}".ljust(width) for space in row]
        parts = ["".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
        lines.append("| " + "| ".join(parts) + "|")
    return [*lines, f"+{ruler}+"]

"""The board drawn in characters, beside it who has how many chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from workbench.drawing import short
from workbench.families.micro_robots.at_table.talk import Speech
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.terminal import Terminal, padded, width_of

_STYLES = {"B": "blue", "Y": "yellow", "G": "green", "R": "red", "P": "magenta"}
_START, _TARGET, _WAYPOINT = "[{}]", "<{}>", "({})"
_GAP = "   "


@dataclass(frozen=True)
class Task:
    """What is searched in a round: the names of spaces."""

    start: str
    target: str
    waypoint: str | None


def picture(
    definition: MicroRobotsDefinition,
    board: Sequence[Sequence[str]],
    task: Task,
    holdings: Sequence[tuple[str, str]],
    speech: Speech,
    terminal: Terminal,
) -> list[str]:
    """The board with start, target and waypoint, and the table of ``holdings`` (names and chips)."""
    drawn = draw(definition, board, _marks(definition, task), terminal)
    beside = _beside(definition, task, holdings, speech, terminal)
    if width_of(drawn[0]) + max(map(width_of, beside)) + len(_GAP) > terminal.width:
        return [*drawn, *(f"  {line}" for line in beside)]
    width = width_of(drawn[0])
    return [
        f"{padded(left, width)}{_GAP}{right}".rstrip()
        for left, right in zip_longest(drawn, ["", *beside], fillvalue="")
    ]


def _marks(definition: MicroRobotsDefinition, task: Task) -> dict[str, str]:
    """By space: how it is marked. Where no chip lies on the target, the dice alone name what is searched (M22)."""
    marks = {task.start: _START}
    if definition.chips.on_target:
        marks[task.target] = _TARGET
        if task.waypoint is not None:
            marks[task.waypoint] = _WAYPOINT
    return marks


def draw(
    definition: MicroRobotsDefinition, board: Sequence[Sequence[str]], marks: Mapping[str, str], terminal: Terminal
) -> list[str]:
    """The board with lines between the tiles; a marked space stands in brackets."""
    rows, columns = definition.tile_shape
    across = definition.board.columns
    widest = max(len(space) for row in board for space in row)
    # Two columns for brackets; more air where the screen has it.
    width = widest + 2
    air = 1 if 4 + across * (columns * (width + 1) + 2) <= terminal.width else 0
    inner = columns * (width + air) + air

    def cell(space: str) -> str:
        text = padded(marks.get(space, " {}").format(space), width)
        styles = [style for style in (_STYLES.get(space[0]),) if style]
        painted = terminal.paint(text, *styles, "bold", *(["reverse"] if space in marks else []))
        return " " * air + painted

    def ruler(left: str, middle: str, right: str) -> str:
        return f"  {left}{middle.join('─' * inner for _ in range(across))}{right}"

    lines = [ruler("╭", "┬", "╮")]
    for number, row in enumerate(board):
        if number and number % rows == 0:
            lines.append(ruler("├", "┼", "┤"))
        cells = [cell(space) for space in row]
        parts = ["".join(cells[at : at + columns]) + " " * air for at in range(0, len(cells), columns)]
        lines.append(f"  │{'│'.join(parts)}│")
    return [*lines, ruler("╰", "┴", "╯")]


def _beside(
    definition: MicroRobotsDefinition,
    task: Task,
    holdings: Sequence[tuple[str, str]],
    speech: Speech,
    terminal: Terminal,
) -> list[str]:
    """What is searched, and who has how many chips."""
    marks = _marks(definition, task)
    places = [("start", task.start), ("through", task.waypoint), ("target", task.target)]
    titles = max(width_of(speech.words[key]) for key, space in places if space is not None)
    lines = []
    for key, space in places:
        if space is not None:
            face = marks.get(space, "{}").format(space)
            title = padded(speech.words[key], titles)
            lines.append(f"{title}  {terminal.paint(padded(face, 5), 'bold')} {speech.space(space)}")
    names = max(width_of(short(name)) for name, _ in holdings)
    numbers = max(width_of(speech.words["chips_column"]), *(width_of(chips) for _, chips in holdings))
    lines += ["", padded("", names) + "  " + padded(speech.words["chips_column"], numbers, right=True)]
    return lines + [f"{padded(short(name), names)}  {padded(chips, numbers, right=True)}" for name, chips in holdings]

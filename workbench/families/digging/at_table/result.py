"""The end of a game: points, winners, and what decided a tie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.drawing import heading, short, table
from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.at_table.talk import Speech
from workbench.terminal import Terminal, wrapped


def result(end: Mapping[str, Any], scene: Scene, speech: Speech, terminal: Terminal) -> list[str]:
    """The lines that tell the ``end`` event: a table, best first, and who won by what."""
    words, winners = speech.words, end["winners"]
    totals = scene.totals

    def order(seat: int) -> tuple[Any, ...]:
        side = scene.side(seat)
        return seat not in winners, -totals[side], side, -end["scores"][seat], seat

    seats = sorted(scene.seats, key=order)
    columns = [("", [short(speech.names[seat]) for seat in seats])]
    if speech.definition.teams:
        columns.append(("", [speech.say("team", number=scene.side(seat) + 1) for seat in seats]))
    columns.append((words["points_column"], [str(end["scores"][seat]) for seat in seats]))
    if speech.definition.teams:
        columns.append((words["together_column"], [str(totals[scene.side(seat)]) for seat in seats]))
    rows = table(columns, [words["won"] if seat in winners else "" for seat in seats])
    lines = ["", terminal.paint(heading(words["result"], terminal.width), "bold")]
    lines += [terminal.paint(row, "bold") if 0 < n <= len(winners) else row for n, row in enumerate(rows)]
    lines.append("")
    best = [side for side in scene.sides if totals[side] == max(totals)]
    sides = list(dict.fromkeys(scene.side(seat) for seat in winners))
    if len(best) > 1:
        key = "tie_gold" if len(sides) < len(best) else "tie"
        lines += wrapped(speech.say(key, points=speech.count("points", max(totals))), terminal.width)
    key = "winners" if len(winners) > 1 else "winner"
    lines += wrapped(speech.say(key, players=speech.people(winners)), terminal.width, 2)
    if len(speech.persons) == 1:
        key = "you_lost" if speech.you not in winners else "you_share" if len(sides) > 1 else "you_won"
        lines.append(terminal.paint(words[key], "bold"))
    return [*lines, ""]

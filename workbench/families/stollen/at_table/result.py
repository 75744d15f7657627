"""The end of a game: scores, fossils, winners, and what decided a tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.drawing import heading, short, table
from workbench.families.stollen.at_table.scene import Scene
from workbench.families.stollen.at_table.talk import Speech
from workbench.terminal import Terminal, wrapped


def result(end: Mapping[str, Any], scene: Scene, speech: Speech, terminal: Terminal) -> list[str]:
    """The lines that tell the ``end`` event: a table, best first, and who won by what."""
    words, winners = speech.words, end["winners"]
    seats = sorted(scene.seats, key=lambda seat: (seat not in winners, -end["scores"][seat], seat))
    columns: list[tuple[str, list[str]]] = [
        ("", [short(speech.names[seat]) for seat in seats]),
        (words["bank"], [speech.amount(end["bank"][seat]) for seat in seats]),
    ]
    if scene.definition.fossils_possible:
        columns.append((words["fossils_held"], [str(end["fossils"][seat]) for seat in seats]))
        columns.append((words["fossil_column"], [str(end["fossil_points"][seat]) for seat in seats]))
    columns.append((words["score"], [speech.amount(end["scores"][seat]) for seat in seats]))
    rows = table(columns, [words["won"] if seat in winners else "" for seat in seats])
    lines = ["", terminal.paint(heading(words["result"], terminal.width), "bold")]
    lines += [terminal.paint(row, "bold") if 0 < n <= len(winners) else row for n, row in enumerate(rows)]
    lines.append("")
    reason = _tie(end, scene)
    if reason is not None:
        points = speech.amount(max(end["scores"])) + " " + words["points"][1]
        lines += wrapped(speech.say("tie", points=points, reason=words[f"tie_{reason}"]), terminal.width)
    won_by = speech.say("winner" if len(winners) == 1 else "winners", players=speech.people(winners))
    lines += wrapped(won_by, terminal.width, 2)
    if len(speech.persons) == 1:
        won = speech.persons[0] in winners
        lines.append(
            terminal.paint(words["you_lost" if not won else "you_share" if winners[1:] else "you_won"], "bold")
        )
    return [*lines, ""]


def _tie(end: Mapping[str, Any], scene: Scene) -> str | None:
    """What decided between equal scores: the name of the rule, or None where nothing had to."""
    best = [seat for seat in scene.seats if end["scores"][seat] == max(end["scores"])]
    if len(best) == 1 or len(end["winners"]) == len(best):
        return None
    scoring = scene.definition.scoring
    counts = {"fossils": end["fossils"], "fossil-points": end["fossil_points"]}
    by_fossils: Sequence[int] = counts.get(scoring.tie_break, [0] * len(scene.seats))
    if len({by_fossils[seat] for seat in best}) > 1:
        return scoring.tie_break
    return scoring.still_tied

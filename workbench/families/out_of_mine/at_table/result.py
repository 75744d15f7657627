"""The end of a game: points and winners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.drawing import heading, short, table
from workbench.families.out_of_mine.at_table.talk import Speech
from workbench.terminal import Terminal, wrapped


def result(end: Mapping[str, Any], speech: Speech, terminal: Terminal) -> list[str]:
    """The lines that tell the ``end`` event: a table, best first, and who won."""
    words, winners, scores = speech.words, end["winners"], end["scores"]
    seats = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    columns = [
        ("", [short(speech.names[seat]) for seat in seats]),
        (words["column_points"], [str(scores[seat]).replace("-", "−") for seat in seats]),
    ]
    rows = table(columns, [words["won"] if seat in winners else "" for seat in seats])
    lines = ["", terminal.paint(heading(words["result"], terminal.width), "bold")]
    lines += [terminal.paint(row, "bold") if 0 < n <= len(winners) else row for n, row in enumerate(rows)]
    own = speech.person in winners
    alone = not winners[1:]
    if len(scores) > 1 and not (own and alone):
        won_by = speech.say("winner" if alone else "winners", players=speech.people(winners))
        lines += ["", *wrapped(won_by, terminal.width, 2)]
    key = "you_lost" if not own else "you_played" if len(scores) == 1 else "you_won" if alone else "you_share"
    return [
        *lines,
        "",
        terminal.paint(speech.say(key, points=str(scores[speech.person]).replace("-", "−")), "bold"),
        "",
    ]

"""The end of a game: chips and winners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.drawing import heading, short, table
from workbench.families.micro_robots.at_table.talk import Speech
from workbench.terminal import Terminal, wrapped


def result(end: Mapping[str, Any], speech: Speech, terminal: Terminal) -> list[str]:
    """The lines that tell the ``end`` event: why the game is over, a table, best first, and who won."""
    words, winners = speech.words, end["winners"]
    holdings = speech.holdings(end["chips"], end.get("minus"))
    seats = sorted(range(len(holdings)), key=lambda seat: (seat not in winners, -end["chips"][seat], seat))
    columns = [
        ("", [short(holdings[seat][0]) for seat in seats]),
        (words["chips_column"], [holdings[seat][1] for seat in seats]),
    ]
    rows = table(columns, [words["won"] if seat in winners else "" for seat in seats])
    lines = ["", terminal.paint(heading(words["result"], terminal.width), "bold")]
    lines += [*wrapped(words[f"end_{end['reason']}"], terminal.width, 2), ""]
    lines += [terminal.paint(row, "bold") if 0 < n <= len(winners) else row for n, row in enumerate(rows)]
    own = speech.person in winners
    alone = not winners[1:]
    if not (own and alone):
        won_by = speech.say("winner" if alone else "winners", players=speech.people(winners))
        lines += ["", *wrapped(won_by, terminal.width, 2)]
    key = "you_lost" if not own else "you_won" if alone else "you_share"
    return [*lines, "", terminal.paint(words[key], "bold"), ""]

"""Why a call is wrong, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.families.micro_robots.at_table.talk import Speech
from workbench.families.micro_robots.board import matches
from workbench.families.micro_robots.calling import fault
from workbench.families.micro_robots.state import (
    ADJACENT,
    FAULTS,
    NO_MOVE,
    NO_TARGET,
    NO_WAYPOINT,
    NOTHING_WRONG,
    SECOND_VISIT,
    TARGET_TOO_EARLY,
)
from workbench.families.micro_robots.ways import SolvedBoard

_KEYS = {
    SECOND_VISIT: "fault_second_visit",
    TARGET_TOO_EARLY: "fault_target_early",
    NO_WAYPOINT: "fault_no_waypoint",
    NO_TARGET: "fault_no_target",
}


def why_wrong(board: SolvedBoard, event: Mapping[str, Any], speech: Speech) -> str:
    """What is wrong with the call of a round's event; nothing where it is right."""
    path = event["path"]
    if event["right"] or event["caller"] is None:
        return ""
    if path is None:
        return str(speech.words["fault_too_slow" if speech.definition.calls.show_seconds else "fault_forgotten"])
    rules, table, at = board.rules, board.table, board.at
    table.moves[0] = len(path) - 1
    table.way[: len(path)] = [at[space] for space in path]
    waypoint = at[event["waypoint"]] if event["waypoint"] is not None else -1
    move, kind = divmod(fault(rules, table, 0, at[event["start"]], at[event["target"]], waypoint), FAULTS)
    if kind == NOTHING_WRONG:
        return speech.say(
            "fault_number", moves=speech.count("moves", len(path) - 1), called=speech.count("moves", event["called"])
        )
    here, there = path[max(move, 1) - 1], path[min(move, len(path) - 1)]
    key = _no_move(board, here, there) if kind == NO_MOVE else _KEYS[kind]
    return speech.say(
        key, move=move, here=here, there=there, target=event["target"], waypoint=event["waypoint"], end=path[-1]
    )


def _no_move(board: SolvedBoard, here: str, there: str) -> str:
    """Why no move leads from one space to another."""
    rules, table = board.rules, board.table
    a, b = board.at[here], board.at[there]
    width = rules.tile_columns * rules.grid_columns
    from_row, from_column = divmod(table.square_of[a], width)
    to_row, to_column = divmod(table.square_of[b], width)
    if a == b:
        return "fault_stays"
    if from_row != to_row and from_column != to_column:
        return "fault_not_straight"
    if not matches(rules, a, b):
        return "fault_no_match"
    return "fault_not_adjacent" if rules.travel == ADJACENT else "fault_passes"

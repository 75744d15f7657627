"""Exact figures of a set of tiles: every arrangement solved, or one board in detail (docs/rules.md, sections 5.1, 5.4).

Nothing is taken from symmetry: each arrangement is laid out and solved by the rules of play. Boards that allow the
same moves are found by comparing all moves (a mark of 62 bits of them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TYPE_CHECKING, Any

from workbench.engine.compiled import Kernel, compiled_game, is_ready
from workbench.errors import nearest, usage_problem
from workbench.families.micro_robots.compile import (
    FIXED_LENGTHS,
    Placed,
    arrangement_problem,
    arrangements,
    compile_rules,
    new_table,
    read_arrangement,
)
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.state import FAR, Seats
from workbench.families.micro_robots.survey import ROW_WIDTH, SAMPLED, THROUGH, survey_arrangement, survey_row
from workbench.families.micro_robots.ways import MOST_WAYS, SolvedBoard, draw

if TYPE_CHECKING:
    from workbench.engine.simulation import Rows

MOST_ARRANGEMENTS = 10_000_000
"""Beyond that many a sample is solved."""
SAMPLE = 100_000
CHUNK = 512
WORTH_COMPILING = 1_000
WORTH_LOADING = 30

KERNEL = Kernel("micro_robots_survey", survey_arrangement, survey_row, FIXED_LENGTHS)
NOBODY = Seats(0, -1, *((),) * (len(Seats._fields) - 2))


def analyse(
    definition: MicroRobotsDefinition,
    *,
    arrangement: str | None = None,
    through: str | None = None,
    **ends: str,
) -> dict[str, Any]:
    """Figures over all arrangements, or of one board (``arrangement``), or all shortest ways (``from``, ``to``)."""
    start, target = ends.get("from"), ends.get("to")
    if start is None and target is None and through is None:
        return survey(definition) if arrangement is None else of_one_board(definition, arrangement)
    for name, space in (("from", start), ("to", target)):
        if space is None:
            raise usage_problem("a way has two ends: --from and --to go together", code="bad-combination", key=name)
    for name, space in (("from", start), ("to", target), ("through", through)):
        if space is not None and space not in definition.spaces:
            guess = nearest(space, definition.spaces)
            raise usage_problem(
                f"there is no space {space!r} on the {definition.side} side",
                code="unknown-space",
                key=name,
                hint=f"did you mean {guess}?" if guess else None,
            )
    if through is not None and through in (start, target):
        raise usage_problem(
            "the waypoint is neither the start nor the target (MO12)", code="bad-waypoint", key="through"
        )
    if start == target and definition.target.equal_to_start == "reroll":
        raise usage_problem("the target is never the start (MO3)", code="bad-target", key="to")
    board = _board(definition, arrangement)
    assert start is not None
    assert target is not None
    return {**_figures_of(board), "ways": _ways(board, start, target, through)}


def of_one_board(definition: MicroRobotsDefinition, arrangement: str) -> dict[str, Any]:
    """The figures of one arrangement, with its pairs by distance."""
    return _figures_of(_board(definition, arrangement))


def _board(definition: MicroRobotsDefinition, arrangement: str | None) -> SolvedBoard:
    """The board that is asked for; else the fixed one of the definition, else the tiles in order, not turned."""
    if arrangement is None and definition.board.arrangement == "any":
        return SolvedBoard(definition, [(tile, 0) for tile in range(len(definition.tiles))])
    spelled = arrangement or definition.board.arrangement
    problem: str | None
    try:
        placed: list[Placed] = read_arrangement(spelled)
        problem = arrangement_problem(definition, placed)
    except ValueError as error:
        problem = str(error)
    if problem is not None:
        example = ",".join(f"{tile}:0" for tile in definition.tile_names)
        raise usage_problem(
            f"arrangement {spelled!r}: {problem}",
            code="bad-arrangement",
            key="arrangement",
            hint=f"for example {example}",
        )
    return SolvedBoard(definition, placed)


def _figures_of(board: SolvedBoard) -> dict[str, Any]:
    from workbench.families.micro_robots.state import CONNECTIONS

    pairs = board.pairs()
    counts = [pairs.get(moves, 0) for moves in range(FAR + 1)]
    connections = board.table.counts[CONNECTIONS]
    return {
        "arrangement": board.arrangement,
        "arrangements": 1,
        "connected": int(FAR not in pairs),
        "sampled": False,
        "distance": _distances(counts),
        "connections": {"min": connections, "max": connections},
        "pairs": {str(moves): count for moves, count in pairs.items() if moves < FAR},
        "board": board.board,
    }


def _ways(board: SolvedBoard, start: str, target: str, through: str | None) -> dict[str, Any]:
    moves, count = board.distance(start, target, through)
    ways: list[list[str]] = []
    for way in board.ways(start, target, through):
        if len(ways) == MOST_WAYS:
            break
        ways.append(way)
    return {"from": start, "to": target, "through": through, "moves": moves, "count": count, "ways": ways}


def _distances(counts: Sequence[int]) -> dict[str, Any]:
    """Mean, longest and shares of ordered pairs by moves; ``unreachable`` is the share of pairs without a way."""
    pairs = sum(counts)
    reached = pairs - counts[FAR]
    lengths = [moves for moves in range(FAR) if counts[moves]]
    return {
        "mean": sum(moves * counts[moves] for moves in lengths) / reached if reached else None,
        "max": lengths[-1] if lengths else None,
        "share": {str(moves): counts[moves] / pairs for moves in lengths},
        "unreachable": counts[FAR] / pairs,
    }


def survey(definition: MicroRobotsDefinition) -> dict[str, Any]:
    """The figures over all arrangements (over a sample, and marked so, where there are more than ten million)."""
    import numpy as np

    total = arrangements(definition)
    sampled = total > MOST_ARRANGEMENTS
    solved = SAMPLE if sampled else total
    wishes = SAMPLED * sampled + THROUGH * definition.waypoint
    pairs = np.zeros(FAR + 1, dtype=np.int64)
    triples = np.zeros(FAR + 1, dtype=np.int64)
    connected = 0
    connections: list[Any] = []
    marks = []
    for rows in survey_rows(definition, wishes, solved):
        pairs += rows[:, 2 : 3 + FAR].sum(axis=0)
        triples += rows[:, 3 + FAR :].sum(axis=0)
        connected += int((rows[:, 2 + FAR] == 0).sum())
        connections += [rows[:, 0].min(), rows[:, 0].max()]
        marks.append(rows[:, 1])
    _, sizes = np.unique(np.concatenate(marks), return_counts=True)
    kinds, how_many = np.unique(sizes, return_counts=True)
    found = {
        "arrangements": total,
        "solved": solved,
        "connected": connected,
        "sampled": sampled,
        "distance": _distances(pairs.tolist()),
        "connections": {"min": int(min(connections)), "max": int(max(connections))},
        "boards": {
            "different": None if sampled else len(sizes),
            "by_size": None if sampled else {str(k): int(n) for k, n in zip(kinds, how_many, strict=True)},
            **({"reason": "only a sample of the arrangements was solved"} if sampled else {}),
        },
    }
    if definition.waypoint:
        found["distance_through"] = _distances(triples.tolist())
    return found


def survey_rows(definition: MicroRobotsDefinition, wishes: int, solved: int) -> Iterator[Rows]:
    """The rows (see survey.py) of the first ``solved`` arrangements, chunk by chunk in order."""
    import numpy as np

    rules = compile_rules(definition)._replace(is_fixed=0)
    if solved >= WORTH_COMPILING or (solved >= WORTH_LOADING and is_ready(KERNEL)):
        game = compiled_game(KERNEL, rules, NOBODY, new_table(), lambda text: None)
        starts = range(0, solved, CHUNK)
        with ThreadPoolExecutor(cpu_count() or 1) as pool:
            yield from pool.map(lambda first: game.play(wishes, first, min(first + CHUNK, solved), ROW_WIDTH), starts)
        return
    table = new_table()
    rows = np.zeros((solved, ROW_WIDTH), dtype=np.int64)
    for number in range(solved):
        row = [0] * ROW_WIDTH
        survey_arrangement(rules, NOBODY, table, wishes, number)
        survey_row(rules, NOBODY, table, row)
        rows[number] = row
    yield rows


def describe(definition: MicroRobotsDefinition, figures: Mapping[str, Any]) -> Iterator[str]:
    """The figures as lines for a screen."""
    distance = figures["distance"]
    one = "arrangement" in figures
    if one:
        yield f"arrangement {figures['arrangement']}"
        way = figures.get("ways", {}).get("ways") or [[]]
        yield from draw(definition, figures["board"], way[0])
        yield "every space can be reached" if figures["connected"] else "not every space can be reached"
    else:
        of = f"{figures['solved']} of {figures['arrangements']}" if figures["sampled"] else str(figures["arrangements"])
        yield f"{of} arrangements, {figures['connected']} of them connected"
        boards = figures["boards"]
        if boards["different"] is not None:
            sizes = ", ".join(f"{count} of {size} each" for size, count in boards["by_size"].items())
            yield f"{boards['different']} of them allow different moves (classes: {sizes})"
    low, high = figures["connections"]["min"], figures["connections"]["max"]
    yield f"connections: {low}" if low == high else f"connections: {low} to {high}"
    yield from _told("shortest ways between two spaces", distance)
    if "distance_through" in figures:
        yield from _told("shortest ways through a waypoint", figures["distance_through"])
    if "ways" in figures:
        ways = figures["ways"]
        yield ""
        through = f" through {ways['through']}" if ways["through"] else ""
        if ways["moves"] is None:
            yield f"{ways['from']} to {ways['to']}{through}: there is no way"
        else:
            number = "1 way" if ways["count"] == 1 else f"{ways['count']} ways"
            yield f"{ways['from']} to {ways['to']}{through}: {ways['moves']} moves, {number}"
        yield from ("  " + " ".join(way) for way in ways["ways"])
        if ways["count"] > len(ways["ways"]):
            yield f"  and {ways['count'] - len(ways['ways'])} more"


def _told(what: str, distance: Mapping[str, Any]) -> Iterator[str]:
    if distance["mean"] is None:
        yield f"{what}: none"
        return
    yield f"{what}: mean {distance['mean']:.3f} moves, longest {distance['max']}"
    yield "  " + "  ".join(f"{moves}: {100 * share:.1f} %" for moves, share in distance["share"].items())
    if distance["unreachable"]:
        yield f"  without a way: {100 * distance['unreachable']:.1f} %"

"""From what a person typed to what the rules are told: lay a tile, take one back, call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.families.out_of_mine.at_table import answers
from workbench.families.out_of_mine.at_table.answers import Answer, cell_name
from workbench.families.out_of_mine.at_table.laying import Refused, choice_of
from workbench.families.out_of_mine.at_table.sight import Laid, Sight
from workbench.families.out_of_mine.state import CALL, GIVE_BACK, LAY


@dataclass(frozen=True)
class Act:
    """What the person does, in the numbers of the rules: LAY with a place, a copy (from 0) and the side up; GIVE_BACK
    with the number of a tile on the board; or CALL."""

    what: int
    place: int = -1
    copy: int = -1
    up: int = -1
    tile: int = -1


def act_of(sight: Sight, answer: Answer) -> Act:
    """What the answer does. Errors: Refused, where the rules or the host do not let the person do that."""
    if answer.what == answers.CALL:
        _may_call(sight)
        return Act(CALL)
    tiles = list(sight.tiles())
    if answer.what == answers.LAY:
        chosen = choice_of(sight, answer.cells, answer.colour)
        return Act(LAY, chosen.place, chosen.copy, chosen.up)
    return Act(GIVE_BACK, tile=_tile(tiles, answer).number)


def _tile(tiles: Sequence[Laid], answer: Answer) -> Laid:
    """The tile to take off the board."""
    if answer.what == answers.UNDO:
        if not tiles:
            raise Refused("nothing_to_undo")
        return tiles[-1]
    for tile in tiles:
        if answer.cells[0] in tile.cells:
            return tile
    raise Refused("tile_there", cell_name(answer.cells[0]))


def _may_call(sight: Sight) -> None:
    """A person is not let into a call that costs points for a space or a number overlooked (O15, OO1, OO10)."""
    d = sight.definition
    if sight.open:
        if d.calls.without_full_board == "fault":
            raise Refused("not_full", number=sight.open.bit_count())
    elif d.treasure.count == "exact" and any(sight.left.values()):
        raise Refused("not_exact")


__all__ = ["Act", "act_of"]

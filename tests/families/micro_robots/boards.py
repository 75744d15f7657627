"""Boards of the shipped tiles for tests."""

from __future__ import annotations

from functools import cache

from workbench.definition.load import load
from workbench.families.micro_robots.compile import read_arrangement
from workbench.families.micro_robots.definition import MicroRobotsDefinition
from workbench.families.micro_robots.ways import SolvedBoard

PRINTED = "1:0,2:0,3:0,4:0"


@cache
def definition(variant: str = "schwarz", *settings: str) -> MicroRobotsDefinition:
    """A shipped variant with settings."""
    found: MicroRobotsDefinition = load(f"micro_robots/{variant}", settings).definition
    return found


def board(*settings: str, variant: str = "schwarz", arrangement: str = PRINTED) -> SolvedBoard:
    """A board of it: the tiles as they are printed, or arranged."""
    return SolvedBoard(definition(variant, *settings), read_arrangement(arrangement))

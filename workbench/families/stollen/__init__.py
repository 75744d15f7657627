"""Stollen: push your luck in a mine, with fossils, a canary, lamps, helmets, ropes and computer mates."""

from workbench.families.stollen.family import FAMILY

__all__ = ["FAMILY"]

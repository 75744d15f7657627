"""Digging: open mines, fill them, close them in time, and rob those of the others."""

from workbench.families.digging.family import FAMILY

__all__ = ["FAMILY"]

"""Out of Mine: fill the own gallery with tiles from one common stock, faster than the others."""

from workbench.families.out_of_mine.family import FAMILY

__all__ = ["FAMILY"]

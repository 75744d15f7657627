"""Micro Robots: find a way over the board in the head, faster than the others."""

from workbench.families.micro_robots.family import FAMILY

__all__ = ["FAMILY"]

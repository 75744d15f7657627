"""The report: one HTML file that answers what a rule does to play, with everything needed to check it."""

from workbench.report.page import render_report

__all__ = ["render_report"]

"""Exact sums, estimates with intervals, paired comparison and verdicts."""

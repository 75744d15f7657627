"""How long an action takes: drawn around a person's own pace, in whole milliseconds."""

from __future__ import annotations

from workbench.engine.jit import i64, small_rule, u64

# Reaction times are skewed: quantiles of a log-normal distribution with a standard deviation of 0.5 of the logarithm,
# at (i + 1/2) / 32, in 1024ths of the median (Luce 1986 on the shape of response times).
PACE = (
    349, 443, 504, 554, 597, 638, 676, 713, 749, 784, 820, 855, 891, 928, 965, 1004,
    1044, 1086, 1130, 1177, 1226, 1279, 1337, 1400, 1471, 1551, 1644, 1755, 1894, 2081, 2367, 3006,
)  # fmt: skip


@small_rule
def paced(bits: int, median_ms: int) -> int:
    """Milliseconds that something takes, by 5 of the bits; at least 1."""
    return max(1, (PACE[i64(bits & u64(31))] * median_ms) >> 10)

"""The rules of stollen, once (work in progress)."""


def share(amount: int, heads: int) -> tuple[int, int]:
    """Divide fairly among ``heads``: what each gets and what stays (S13, S14, S17, S18, S25)."""
    each = amount // heads
    return each, amount - each * heads

"""Mines on the table: what they are worth, and how they are opened, filled, closed and moved (D8 to D13, D17, D23)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.state import (
    DOUBLE,
    DOUBLES,
    LEAD_CHANGES,
    LEADER,
    MINES,
    MOST_METALS,
    OUT,
    Rules,
    Seats,
    Table,
    side_of,
    sides_of,
)


@small_rule
def is_open(t: Table, mine: int) -> bool:
    """Whether cards can still be added to a mine (D13)."""
    return t.mine_closer[mine] < 0


@small_rule
def is_double(r: Rules, card: int) -> bool:
    """Whether a crate is a double one."""
    return r.kind_type[r.card_kind[card]] == DOUBLE


@small_rule
def worth_of(r: Rules, t: Table, mine: int) -> int:
    """Points of a mine if it were closed as it lies: base value times crate cards, doubled where the first one is a
    double (D23) or, by DO4, any one is."""
    crates = t.mine_crates[mine]
    if crates == 0:
        return 0
    doubled = t.mine_doubles[mine] > 0 and (r.late_double == DOUBLES or is_double(r, t.stacks[mine * r.stack]))
    worth = r.metal_value[t.mine_metal[mine]] * crates
    return 2 * worth if doubled else worth


@small_rule
def worth_with(r: Rules, t: Table, mine: int, kind: int) -> int:
    """Points of a mine with one more crate of ``kind`` on it."""
    value = r.metal_value[t.mine_metal[mine]]
    crates = t.mine_crates[mine]
    double = r.kind_type[kind] == DOUBLE
    if crates == 0:
        return 2 * value if double else value
    worth = worth_of(r, t, mine)
    # One more card for a plain yield; for a doubled one, or one doubled by this card, twice.
    if worth > value * crates:
        return worth + 2 * value
    return 2 * (worth + value) if double and r.late_double == DOUBLES else worth + value


@small_rule
def worth_without_top(r: Rules, t: Table, mine: int) -> int:
    """Points of a mine that is closed in a fight: its top crate is gone, the first one left says if it doubles
    (D18, DO5)."""
    crates = t.mine_crates[mine]
    if crates <= 1:
        return 0
    value = r.metal_value[t.mine_metal[mine]]
    worth = value * (crates - 1)
    top = is_double(r, t.stacks[mine * r.stack + crates - 1])
    first = is_double(r, t.stacks[mine * r.stack])
    doubled = first or (r.late_double == DOUBLES and t.mine_doubles[mine] > top)
    return 2 * worth if doubled else worth


@rule
def open_mine(r: Rules, s: Seats, t: Table, card: int, display: int) -> int:
    """A mine card opens a mine in a display (D8); returns its number."""
    mine = t.counts[MINES]
    metal = r.kind_metal[r.card_kind[card]]
    t.counts[MINES] = mine + 1
    t.mine_card[mine] = card
    t.mine_metal[mine] = metal
    t.mine_display[mine] = display
    t.mine_crates[mine] = 0
    t.mine_doubles[mine] = 0
    t.mine_closer[mine] = -1
    t.open_mines[side_of(r, s, display) * MOST_METALS + metal] += 1
    return mine


@small_rule
def add_crate(r: Rules, t: Table, mine: int, card: int) -> None:
    """A crate goes on top of a mine (D10)."""
    t.stacks[mine * r.stack + t.mine_crates[mine]] = card
    t.mine_crates[mine] += 1
    t.mine_doubles[mine] += is_double(r, card)


@rule
def close_mine(r: Rules, s: Seats, t: Table, mine: int, card: int) -> None:
    """A closer goes on a mine (D12); what lies on it is safe for its side."""
    t.mine_closer[mine] = card
    worth = worth_of(r, t, mine)
    if worth > 0:
        t.banked[side_of(r, s, t.mine_display[mine])] += worth
        note_lead(r, s, t)


@rule
def note_lead(r: Rules, s: Seats, t: Table) -> None:
    """Count it where another side than before is in sole lead by what is closed."""
    best = -1
    leader = 0
    for side in range(sides_of(r, s)):
        if t.banked[side] > best:
            best = t.banked[side]
            leader = side + 1
        elif t.banked[side] == best:
            leader = 0
    if leader > 0:
        before = t.counts[LEADER]
        t.tally[LEAD_CHANGES] += before > 0 and before != leader
        t.counts[LEADER] = leader


@small_rule
def remove_top(r: Rules, t: Table, mine: int) -> int:
    """The top crate leaves a mine (D18); returns it."""
    t.mine_crates[mine] -= 1
    card = t.stacks[mine * r.stack + t.mine_crates[mine]]
    t.mine_doubles[mine] -= is_double(r, card)
    t.place[card] = OUT
    return card


@small_rule
def move_mine(r: Rules, s: Seats, t: Table, mine: int, display: int) -> None:
    """A mine with all its cards goes to another display (D17)."""
    metal = t.mine_metal[mine]
    t.open_mines[side_of(r, s, t.mine_display[mine]) * MOST_METALS + metal] -= 1
    t.open_mines[side_of(r, s, display) * MOST_METALS + metal] += 1
    t.mine_display[mine] = display

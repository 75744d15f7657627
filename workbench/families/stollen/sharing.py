"""What is shared: finds among those inside, and what lies in the tunnel among those who leave."""

from __future__ import annotations

from workbench.engine.jit import quotient, small_rule
from workbench.families.stollen.state import CARRIED_OUT, LEFT_BEHIND, LUMPS, LYING, RESTS, Rules, Seats, Table
from workbench.families.stollen.trace import EXIT, EXIT_FOSSILS, LEFT, record


@small_rule
def share(amount: int, heads: int) -> tuple[int, int]:
    """Divide fairly among ``heads``: what each gets and what stays (S13, S14, S17, S18, S25)."""
    each = quotient(amount, heads)
    return each, amount - each * heads


@small_rule
def leave_lying(r: Rules, t: Table, rest: int) -> None:
    """A rest stays lying: on its own card, or on the one heap (S18, SO7)."""
    if rest == 0:
        return
    t.counts[LUMPS] += rest
    if r.per_card or t.counts[RESTS] == 0:
        t.rests[t.counts[RESTS]] = rest
        t.counts[RESTS] += 1
    else:
        t.rests[0] += rest


@small_rule
def share_leftovers(r: Rules, t: Table, leavers: int) -> int:
    """What each leaver gets of what lies; the rest stays, or is lost (S13, S14, SO7, SO9)."""
    each = 0
    kept = 0
    stays = 0
    for at in range(t.counts[RESTS]):
        part, rest = share(t.rests[at], leavers)
        each += part
        if r.rest_lost:
            t.counts[LEFT_BEHIND] += rest
        elif rest > 0:
            t.rests[kept] = rest
            kept += 1
            stays += rest
    t.counts[LUMPS] = stays
    t.counts[RESTS] = kept
    return each


@small_rule
def share_fossils(r: Rules, t: Table, leavers: int) -> tuple[int, int]:
    """Fossils for each leaver, and those that the first leaver gets besides (S25 to S28, SO11, SO14, DI8)."""
    lying = t.counts[LYING]
    if leavers == 1:
        return (min(1, lying) if r.single_takes_one else lying), 0
    if r.single_leaver_only:
        return 0, 0
    each, rest = share(lying, leavers)
    return each, (rest if r.rest_to_first else 0)


@small_rule
def take_fossil(r: Rules, t: Table, player: int) -> None:
    """One fossil leaves the mine in a player's hands (SO16: its worth may go by the order of leaving)."""
    t.fossils[player] += 1
    t.counts[LYING] -= 1
    out = t.counts[CARRIED_OUT] + 1
    t.counts[CARRIED_OUT] = out
    if r.by_carried_order:
        t.fossil_points[player] += r.fossil_table[out] - r.fossil_table[out - 1]
    else:
        t.fossil_points[player] = r.fossil_table[t.fossils[player]]


@small_rule
def settle_exit(
    r: Rules, s: Seats, t: Table, level: int, step: int, inside: int, leaving: int, leavers: int, shares: bool
) -> None:
    """Those who do not go deeper bank their loot and share what lies (S11 to S15, S25 to S28)."""
    each = share_leftovers(r, t, leavers) if shares else 0
    fossils_each, extra = share_fossils(r, t, leavers) if shares else (0, 0)
    record(t, EXIT, level, step, each, t.counts[LUMPS], fossils_each)
    first = -1
    stay = 0
    for at in range(inside):
        player = t.insiders[at]
        if not leaving >> player & 1:
            t.insiders[stay] = player
            stay += 1
        else:
            first = player if first < 0 else first
            t.inside[player] = 0
            t.left_at[player] = step
            t.bank[player] += 2 * (t.loot[player] + each)
            record(t, LEFT, level, step, player, t.loot[player] + each, 0)
            t.loot[player] = 0
    for _ in range(fossils_each):
        for player in range(s.players):
            if t.left_at[player] == step and not t.inside[player]:
                take_fossil(r, t, player)
    for _ in range(extra):
        take_fossil(r, t, first)
    record(t, EXIT_FOSSILS, level, step, t.counts[LYING], 0, 0)


@small_rule
def turn_find(r: Rules, t: Table, value: int, inside: int) -> tuple[int, int]:
    """A find is shared by those inside; the rest stays on the card (S17, S18)."""
    each, rest = share(value, inside)
    for at in range(inside):
        t.loot[t.insiders[at]] += each
    leave_lying(r, t, rest)
    return each, rest

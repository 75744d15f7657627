"""What a player does next: a randomised search for a packing, with the hands on the board.

A player picks an empty spot (often the narrowest one), tries tiles there in the head, and reaches for the best of them.
A good one sees that a tile would leave a gap that the rest of the card cannot fill. Where nothing fits, some of the
tiles around the spot come off again: each is laid elsewhere, or goes back to the middle. Who has had too many dead ends
fills what can be filled, and stops. A player knows the own board, the own card, and what lies in the middle when
looking there. Everything takes a number of milliseconds drawn around the player's own pace (OO22).
"""

from __future__ import annotations

from workbench.engine.bits import bit, count, lowest, nth, without_lowest
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.pace import paced
from workbench.engine.randomness import MASK, below, mix
from workbench.families.out_of_mine.dealing import own_luck
from workbench.families.out_of_mine.solver import as_set
from workbench.families.out_of_mine.state import (
    ACT,
    CALL,
    CHOOSE,
    CORNERS,
    DEAD_ENDS,
    DIRECTIONS,
    DRY,
    GIVE_BACK,
    LAY,
    MOST_COLOURS,
    MOST_KINDS,
    MOST_LAID,
    MOST_SPACES,
    MOST_STEPS,
    NEVER,
    REACH,
    Rules,
    Seats,
    Table,
)

NOT_FOUND = -1
MOST_TRIED = 4
"""Tiles tried at a spot, in multiples of the player's breadth, until one leaves no gap."""


@small_rule
def empty_spaces(r: Rules, t: Table, player: int) -> int:
    """The set of spaces on which the player sees nothing."""
    return as_set(r.spaces[t.gallery[player]]) & (as_set(t.filled[player]) ^ u64(MASK))


@small_rule
def wait(t: Table, player: int, does: int, ms: int) -> None:
    """The player will do something in ``ms`` milliseconds."""
    t.does[player] = does
    t.now[player] += ms


@small_rule
def card_used_up(r: Rules, t: Table, player: int) -> bool:
    """Whether the player has laid exactly the tiles that the card names (OO1)."""
    unused = 0
    for colour in range(r.colours):
        unused += t.left[player * MOST_COLOURS + colour] != 0
    return unused == 0


@small_rule
def may_take(r: Rules, t: Table, player: int, kind: int, careless: int) -> bool:
    """Whether the card still allows a tile of this kind (O9), or the player forgets the card."""
    return (
        t.loose[player * MOST_KINDS + kind] != 0 or careless != 0 or t.left[player * MOST_COLOURS + r.colour[kind]] > 0
    )


@small_rule
def is_at_hand(t: Table, player: int, kind: int) -> bool:
    """Whether such a tile lies in the middle, or aside."""
    return t.stock[kind] != 0 or t.loose[player * MOST_KINDS + kind] != 0


@rule
def coverable(r: Rules, t: Table, player: int, used: int) -> int:
    """The set of the numbers of spaces that tiles of the card can cover together, without one of colour ``used``."""
    sums = u64(1)
    for colour in range(r.colours):
        at = player * MOST_COLOURS + colour
        for _ in range(t.left[at] + t.aside[at] - (colour == used)):
            more = sums
            sizes = as_set(r.sizes[colour])
            while sizes != u64(0):
                more |= (sums << u64(lowest(sizes))) & u64(MASK)
                sizes = without_lowest(sizes)
            if more == sums:
                break
            sums = more
    return sums


@rule
def leaves_gap(r: Rules, gallery: int, empty: int, sums: int) -> bool:
    """Whether a part of the empty spaces is so large that no tiles can fill it."""
    first = gallery * MOST_SPACES
    while empty != u64(0):
        start = lowest(empty)
        part = bit(start)
        edge = part
        while edge != u64(0):
            more = as_set(r.near[first + lowest(edge)]) & empty & (part ^ u64(MASK))
            edge = without_lowest(edge) | more
            part |= more
        if (sums >> u64(count(part))) & u64(1) == u64(0):
            return True
        empty &= part ^ u64(MASK)
    return False


@rule
def pick_spot(r: Rules, s: Seats, t: Table, player: int, empty: int, bits: int) -> int:
    """The empty space to fill next: the one with the fewest empty spaces around it, or any."""
    there = below(bits, count(empty))
    if below(mix(bits), 100) >= s.focus_percent[player]:
        return nth(empty, there)
    first = t.gallery[player] * MOST_SPACES
    best = 0
    least = DIRECTIONS + 1
    # From a space of luck on, and around, so that equal ones have the same chance.
    turn = bit(there) - u64(1)
    for around in range(2):
        spaces = empty & (turn if around else turn ^ u64(MASK))
        while spaces != u64(0):
            space = lowest(spaces)
            spaces = without_lowest(spaces)
            open_sides = count(as_set(r.near[first + space]) & empty)
            if open_sides < least:
                best = space
                least = open_sides
                if least == 0:
                    return best
    return best


@rule
def try_tiles(r: Rules, s: Seats, t: Table, player: int, spot: int, bits: int, careless: int) -> tuple[int, int, int]:
    """Try tiles at a spot in the head: the best place found (NOT_FOUND for none), how many were tried, and whether one
    would have fitted that is not in the middle."""
    gallery = t.gallery[player]
    first = r.first[gallery * CORNERS + spot]
    places = r.first[gallery * CORNERS + spot + 1] - first
    filled = as_set(t.filled[player])
    empty = empty_spaces(r, t, player)
    minds_bonus = r.elf_points > 0 and below(mix(bits + u64(1)), 100) < s.bonus_percent[player]
    best = NOT_FOUND
    best_rank = -1
    good = 0
    tried = 0
    dry = 0
    breadth = s.breadth[player]
    at = first + below(bits, places) if places else first
    for _ in range(places):
        covered = as_set(r.cover[at])
        place = r.place[at]
        # By the place among those of the spot, so that another board in the box changes no luck here.
        luck = mix(bits ^ u64(at - first + 2))
        at += 1
        if at == first + places:
            at = first
        if covered & filled != u64(0) or place == t.banned[player]:
            continue
        kind = r.kind[place]
        if not may_take(r, t, player, kind, careless):
            continue
        if not is_at_hand(t, player, kind):
            dry = 1
            continue
        tried += 1
        colour = r.colour[kind]
        gap = below(luck, 100) < s.foresight_percent[player] and leaves_gap(
            r, gallery, empty & (covered ^ u64(MASK)), coverable(r, t, player, colour)
        )
        if not gap:
            good += 1
            rank = 8 * r.size[kind] + i64(luck & u64(15))
            if minds_bonus:
                rank += 16 * count(covered & as_set(r.elf_at[gallery * r.colours + colour]))
            if rank > best_rank:
                best = place
                best_rank = rank
        if good == breadth or tried == MOST_TRIED * breadth:
            break
    return best, tried, dry


@rule
def choose(r: Rules, s: Seats, t: Table, key: int, number: int, player: int) -> None:
    """Decide what to do next, and when it is done."""
    step = t.step[player]
    t.step[player] = step + 1
    bits = own_luck(key, ACT, number, player, step)
    empty = empty_spaces(r, t, player)
    left = count(empty)
    overlooks = left == 1 and below(mix(bits), 1000) < s.overlook_permille[player]
    other_numbers = left == 0 and r.exact != 0 and not card_used_up(r, t, player)
    if step >= MOST_STEPS or (other_numbers and t.settled[player]):
        # Who has given up leaves a full board of other numbers as it is.
        t.now[player] = NEVER
        return
    if other_numbers:
        get_stuck(r, s, t, player, lowest(as_set(r.spaces[t.gallery[player]])), bits, step)
        return
    if left == 0 or overlooks:
        wait(t, player, CALL, paced(bits, s.check_ms[player]))
        return
    if t.laid[player] >= MOST_LAID:
        t.now[player] = NEVER
        return
    if t.settled[player]:
        fill_up(r, s, t, player, empty, bits)
        return
    reachable = empty & (as_set(t.avoided[player]) ^ u64(MASK))
    if reachable == u64(0):
        settle(s, t, player, bits)
        return
    luck = mix(bits)
    spot = pick_spot(r, s, t, player, reachable, luck)
    careless = 1 if below(mix(luck), 1000) < s.miscount_permille[player] else 0
    place, tried, dry = try_tiles(r, s, t, player, spot, luck, careless)
    if place == NOT_FOUND:
        t.counts[DRY] += dry
        wait(t, player, CHOOSE, (1 + tried) * paced(bits, s.think_ms[player]))
        get_stuck(r, s, t, player, spot, bits, step)
    else:
        reach(r, s, t, player, place, tried, bits)


@small_rule
def settle(s: Seats, t: Table, player: int, bits: int) -> None:
    """Give up to fill the whole board."""
    t.settled[player] = 1
    t.banned[player] = -1
    wait(t, player, CHOOSE, paced(bits, s.think_ms[player]))


@small_rule
def reach(r: Rules, s: Seats, t: Table, player: int, place: int, tried: int, bits: int) -> None:
    """Go for the tile that was tried best: it takes twice as long where tiles do not lie sorted (O2)."""
    t.hand_place[player] = place
    look = s.look_ms[player] * (1 + r.unsorted[r.colour[r.kind[place]]])
    wait(t, player, REACH, tried * paced(bits, s.think_ms[player]) + paced(bits >> 5, look))


@rule
def fill_up(r: Rules, s: Seats, t: Table, player: int, empty: int, bits: int) -> None:
    """Lay whatever still fits anywhere, or stop; where that is allowed, call without a full board (OO10)."""
    luck = mix(bits)
    turn = bit(nth(empty, below(luck, count(empty)))) - u64(1)
    for around in range(2):
        spaces = empty & (turn if around else turn ^ u64(MASK))
        while spaces != u64(0):
            spot = lowest(spaces)
            spaces = without_lowest(spaces)
            place, tried, _ = try_tiles(r, s, t, player, spot, luck, 0)
            if place != NOT_FOUND:
                reach(r, s, t, player, place, tried, bits)
                return
    if r.call_without:
        t.settled[player] = 2
        wait(t, player, CALL, paced(bits, s.check_ms[player]))
    else:
        t.now[player] = NEVER


@rule
def get_stuck(r: Rules, s: Seats, t: Table, player: int, spot: int, bits: int, step: int) -> None:
    """A dead end: take back one to three tiles around the spot, or leave it for later; too many, and give up."""
    t.dead_ends[player] += 1
    t.counts[DEAD_ENDS] += 1
    if t.dead_ends[player] > s.patience[player] or step >= MOST_STEPS:
        settle(s, t, player, bits)
        return
    t.spot[player] = spot
    luck = mix(bits ^ u64(step + 7))
    t.lifts[player] = 1 + (below(luck, 10) < 5) + (below(mix(luck), 10) < 3)
    take_back(r, s, t, player, luck)


@rule
def take_back(r: Rules, s: Seats, t: Table, player: int, bits: int) -> None:
    """Lift a tile that lies around the player's spot, and lay it elsewhere there or give it back (O12, O13)."""
    spot = t.spot[player]
    gallery = t.gallery[player]
    around = as_set(r.near[gallery * MOST_SPACES + spot]) | bit(spot)
    found = -1
    seen = 0
    for i in range(t.laid[player]):
        if as_set(t.tile_covers[player * MOST_LAID + i]) & around != u64(0):
            seen += 1
            if below(mix(bits ^ u64(i + 3)), seen) == 0:
                found = i
    if found < 0:
        if t.laid[player] == 0 or t.lifts[player] < 1:
            t.avoided[player] = i64(as_set(t.avoided[player]) | bit(spot))
            t.lifts[player] = 0
            wait(t, player, CHOOSE, paced(bits, s.think_ms[player]))
            return
        found = below(bits, t.laid[player])
    t.lifts[player] -= 1
    lift(r, t, player, found)
    elsewhere = place_of_kind(r, t, player, spot, r.kind[t.hand_place[player]], bits)
    if elsewhere != NOT_FOUND:
        # A placed tile may be moved with both hands (O13).
        t.banned[player] = t.hand_place[player]
        t.hand_place[player] = elsewhere
        t.hand_up[player] = side_up(r, elsewhere, t.hand_up[player])
        t.lifts[player] = 0
        wait(t, player, LAY, paced(bits, s.place_ms[player]))
    elif r.exchange:
        t.banned[player] = t.hand_place[player]
        wait(t, player, GIVE_BACK, paced(bits, s.return_ms[player]))
    else:
        put_aside(r, t, player)
        wait(t, player, CHOOSE, paced(bits, s.place_ms[player]))


@rule
def place_of_kind(r: Rules, t: Table, player: int, spot: int, kind: int, bits: int) -> int:
    """A place at the spot, by luck, where the tile in the hand fits, but for the one that it came from."""
    gallery = t.gallery[player]
    first = r.first[gallery * CORNERS + spot]
    places = r.first[gallery * CORNERS + spot + 1] - first
    filled = as_set(t.filled[player])
    at = first + below(bits, places) if places else first
    for _ in range(places):
        if (
            as_set(r.cover[at]) & filled == u64(0)
            and r.kind[r.place[at]] == kind
            and r.place[at] != t.hand_place[player]
        ):
            return r.place[at]
        at += 1
        if at == first + places:
            at = first
    return NOT_FOUND


@small_rule
def side_up(r: Rules, place: int, wish: int) -> int:
    """The side (0 or 1) that is up at a place: the wished one where both can be."""
    return wish if r.up[place] == 3 else r.up[place] - 1


@rule
def lift(r: Rules, t: Table, player: int, number: int) -> None:
    """Take a tile off the board into the hand."""
    at = player * MOST_LAID + number
    last = player * MOST_LAID + t.laid[player] - 1
    t.hand_place[player] = t.tile_place[at]
    t.hand_copy[player] = t.tile_copy[at]
    t.hand_up[player] = t.tile_up[at]
    for i in range(at, last):
        t.tile_place[i] = t.tile_place[i + 1]
        t.tile_shift[i] = t.tile_shift[i + 1]
        t.tile_copy[i] = t.tile_copy[i + 1]
        t.tile_up[i] = t.tile_up[i + 1]
        t.tile_covers[i] = t.tile_covers[i + 1]
    t.laid[player] -= 1
    filled = u64(0)
    for i in range(player * MOST_LAID, last):
        filled |= as_set(t.tile_covers[i])
    t.filled[player] = i64(filled)
    t.left[player * MOST_COLOURS + r.colour[r.kind[t.hand_place[player]]]] += 1


@small_rule
def put_aside(r: Rules, t: Table, player: int) -> None:
    """Where placed tiles may not be exchanged, what is in the way lies aside until it is laid again."""
    kind = r.kind[t.hand_place[player]]
    at = player * MOST_COLOURS + r.colour[kind]
    t.loose[player * MOST_KINDS + kind] |= i64(bit(t.hand_copy[player]))
    t.aside[at] += 1
    t.left[at] -= 1

"""The race of a round: all act at the same time from one stock, each at the moments that the own actions take
(O10 to O15)."""

from __future__ import annotations

from workbench.engine.bits import bit, count, lowest, without_lowest
from workbench.engine.jit import i64, rule, small_rule, u64
from workbench.engine.outside import ask
from workbench.engine.pace import paced
from workbench.engine.randomness import below, mix
from workbench.families.out_of_mine.dealing import own_luck
from workbench.families.out_of_mine.faults import fault_of
from workbench.families.out_of_mine.searching import (
    choose,
    empty_spaces,
    lift,
    put_aside,
    side_up,
    take_back,
    wait,
)
from workbench.families.out_of_mine.solver import as_set
from workbench.families.out_of_mine.state import (
    ACT,
    ACTIONS,
    ASK_ACT,
    ASK_COPY,
    ASK_PLACE,
    ASK_TILE,
    ASK_UP,
    ASK_WHAT,
    CALL,
    CALLER,
    CHOOSE,
    DIRECTIONS,
    GIVE_BACK,
    IN_VAIN,
    LAY,
    MOST_COLOURS,
    MOST_KINDS,
    MOST_LAID,
    MOST_SPACES,
    MOST_STEPS,
    NEVER,
    NOTHING,
    REACH,
    RIGHTLY,
    ROUND_MS,
    THE_CHIEF,
    UNSOLVABLE,
    Rules,
    Seats,
    Table,
    View,
)
from workbench.families.out_of_mine.worth import worth_of

SEES_HOLE, SEES_NOTHING = -1, -2


@rule
def start_round(r: Rules, s: Seats, t: Table) -> None:
    """All tiles lie in the middle (O2, O24), all boards are empty, and everybody turns the card (O10)."""
    for kind in range(r.kinds):
        t.stock[kind] = r.copies[kind]
    for player in range(s.players):
        t.now[player] = NEVER if player == s.person else 0
        t.does[player] = CHOOSE
        t.step[player] = 0
        t.dead_ends[player] = 0
        t.settled[player] = 0
        t.lifts[player] = 0
        t.avoided[player] = 0
        t.banned[player] = -1
        t.filled[player] = 0
        t.laid[player] = 0
        t.called[player] = 0
        t.was_full[player] = 0
        for colour in range(r.colours):
            t.left[player * MOST_COLOURS + colour] = r.wanted[t.card[player] * r.colours + colour]
            t.aside[player * MOST_COLOURS + colour] = 0
        for kind in range(r.kinds):
            t.loose[player * MOST_KINDS + kind] = 0
        if not is_solvable(r, t.gallery[player], t.card[player]):
            t.counts[UNSOLVABLE] += 1
    t.counts[CALLER] = -1


@small_rule
def is_solvable(r: Rules, gallery: int, card: int) -> bool:
    """Whether the card's tiles can fill the gallery, as far as that is known."""
    return r.solvable[gallery * r.cards + card] != 0


@small_rule
def from_chief(s: Seats, t: Table, player: int) -> int:
    """Places clockwise from the chief dwarf."""
    return (player - t.counts[THE_CHIEF] + s.players) % s.players


@small_rule
def next_player(s: Seats, t: Table) -> int:
    """Who acts next; in the same millisecond whoever sits closer to the chief (OO11)."""
    best = 0
    for player in range(1, s.players):
        if t.now[player] < t.now[best] or (
            t.now[player] == t.now[best] and from_chief(s, t, player) < from_chief(s, t, best)
        ):
            best = player
    return best


@rule
def race(r: Rules, s: Seats, t: Table, key: int, number: int) -> None:
    """Play until somebody calls (O15), nobody acts any more, or the time is over (OO12)."""
    ms = 0
    while True:
        player = next_player(s, t)
        if s.person >= 0 and t.does[s.person] != CALL:
            until = t.now[player] if not r.limit_ms else min(t.now[player], r.limit_ms)
            ms = max(ms, person_acts(r, s, t, number, until))
            player = next_player(s, t)
        now = t.now[player]
        if now >= NEVER:
            break
        if r.limit_ms and now > r.limit_ms:
            ms = r.limit_ms
            break
        ms = now
        if act(r, s, t, key, number, player):
            hear_others(r, s, t, key, number, player)
            break
    t.counts[ROUND_MS] = ms


@rule
def person_acts(r: Rules, s: Seats, t: Table, number: int, until: int) -> int:
    """Let the person do whatever he does up to ``until``, the moment at which somebody else acts: lay tiles, take them
    back, and call. When he did so last; 0 if he did not. Only what the rules allow is done at the table."""
    view = View(s.person, number, until)
    ms = 0
    while t.does[s.person] != CALL:
        moment = ask(ASK_ACT, view)
        if moment >= NEVER:
            break
        ms = moment
        does = ask(ASK_WHAT, view)
        if does == LAY:
            t.hand_place[s.person] = ask(ASK_PLACE, view)
            pick_up(r, t, s.person, ask(ASK_COPY, view), ask(ASK_UP, view))
            put(r, t, s.person, 0, as_set(r.covered[t.hand_place[s.person]]))
        elif does == GIVE_BACK:
            lift(r, t, s.person, ask(ASK_TILE, view))
            if r.exchange:
                give_back(r, t, s.person)
            else:
                put_aside(r, t, s.person)
        else:
            t.does[s.person] = CALL
            t.now[s.person] = moment
    return ms


@rule
def hear_others(r: Rules, s: Seats, t: Table, key: int, number: int, first: int) -> None:
    """Who calls in the same millisecond, or where both count a moment later, calls at once with the first one; of all
    of them the one closest to the chief changes his board (OO11)."""
    until = t.now[first] + r.at_once_ms
    caller = first
    if s.person >= 0 and empty_spaces(r, t, s.person) == u64(0):
        person_acts(r, s, t, number, until)
    for player in range(s.players):
        is_calling = player != first and t.does[player] == CALL and t.now[player] <= until
        if is_calling and noticed(r, s, t, key, number, player) == SEES_NOTHING:
            call(r, s, t, key, number, player)
            if from_chief(s, t, player) < from_chief(s, t, caller):
                caller = player
    t.counts[CALLER] = caller


@rule
def act(r: Rules, s: Seats, t: Table, key: int, number: int, player: int) -> bool:
    """What the player does now; whether that is a call."""
    does = t.does[player]
    if does == CALL:
        return call(r, s, t, key, number, player)
    bits = own_luck(key, ACT, number, player, MOST_STEPS + t.step[player])
    if does == REACH:
        if take(r, s, t, player, bits):
            wait(t, player, LAY, paced(bits, s.take_ms[player]) + paced(bits >> 5, s.place_ms[player]))
            return False
        t.counts[IN_VAIN] += 1
    elif does == LAY:
        lay(r, t, player, bits, s.slip_permille[player])
    elif does == GIVE_BACK:
        give_back(r, t, player)
        if t.lifts[player] > 0:
            take_back(r, s, t, player, bits)
            return False
    choose(r, s, t, key, number, player)
    return False


@rule
def take(r: Rules, s: Seats, t: Table, player: int, bits: int) -> bool:
    """Take the tile that the player reached for, one with the best elements; False where none is left (O11, OO15)."""
    place = t.hand_place[player]
    kind = r.kind[place]
    aside = t.loose[player * MOST_KINDS + kind]
    heap = aside if aside != 0 else t.stock[kind]
    if heap == 0:
        return False
    copy = lowest(u64(heap))
    up = side_up(r, place, 0)
    if r.elements_count and below(bits, 100) < s.bonus_percent[player]:
        copy, up = best_copy(r, t, player, kind, heap, r.up[place])
    pick_up(r, t, player, copy, up)
    return True


@small_rule
def pick_up(r: Rules, t: Table, player: int, copy: int, up: int) -> None:
    """Take this copy of the kind that goes to ``hand_place``, from what lies aside or from the middle."""
    kind = r.kind[t.hand_place[player]]
    at = player * MOST_KINDS + kind
    if as_set(t.loose[at]) & bit(copy) != u64(0):
        t.loose[at] ^= i64(bit(copy))
        t.aside[player * MOST_COLOURS + r.colour[kind]] -= 1
        t.left[player * MOST_COLOURS + r.colour[kind]] += 1
    else:
        t.stock[kind] ^= i64(bit(copy))
    t.hand_copy[player] = copy
    t.hand_up[player] = up


@rule
def best_copy(r: Rules, t: Table, player: int, kind: int, heap: int, sides: int) -> tuple[int, int]:
    """The copy in a heap, and the side of it that can be up, whose elements are worth most to the player."""
    best = -1
    best_up = 0
    most = 0
    copies = u64(heap)
    while copies != u64(0):
        copy = lowest(copies)
        copies = without_lowest(copies)
        for up in range(2):
            if sides >> up & 1:
                worth = worth_of(r, t.card[player], kind, copy, up)
                if best < 0 or worth > most:
                    best = copy
                    best_up = up
                    most = worth
    return best, best_up


@rule
def moved(r: Rules, gallery: int, covered: int, direction: int) -> int:
    """The spaces that a tile lies on when it is moved by one; what leaves the gallery is dropped."""
    there = u64(0)
    while covered != u64(0):
        space = lowest(covered)
        covered = without_lowest(covered)
        beside = r.beside[(gallery * MOST_SPACES + space) * DIRECTIONS + direction]
        if beside >= 0:
            there |= bit(beside)
    return there


@rule
def lay(r: Rules, t: Table, player: int, bits: int, slip_permille: int) -> None:
    """Lay the tile in the hand down (O11); a slip leaves it over the edge, or on another tile (O14, OO8)."""
    place = t.hand_place[player]
    gallery = t.gallery[player]
    covers = as_set(r.covered[place])
    filled = as_set(t.filled[player])
    shift = 0
    luck = mix(bits)
    if below(luck, 1000) < slip_permille:
        for turn in range(DIRECTIONS):
            direction = (below(mix(luck), DIRECTIONS) + turn) % DIRECTIONS
            there = moved(r, gallery, covers, direction)
            is_wrong = count(there) < r.size[r.kind[place]] or there & filled != u64(0)
            if is_wrong and there & as_set(r.spaces[gallery]) != u64(0):
                covers = there
                shift = 1 + direction
                break
    put(r, t, player, shift, covers)


@small_rule
def put(r: Rules, t: Table, player: int, shift: int, covers: int) -> None:
    """The tile in the hand lies on the board now."""
    at = player * MOST_LAID + t.laid[player]
    t.tile_place[at] = t.hand_place[player]
    t.tile_shift[at] = shift
    t.tile_copy[at] = t.hand_copy[player]
    t.tile_up[at] = t.hand_up[player]
    t.tile_covers[at] = i64(covers)
    t.laid[player] += 1
    t.filled[player] = i64(as_set(t.filled[player]) | covers)
    t.left[player * MOST_COLOURS + r.colour[r.kind[t.hand_place[player]]]] -= 1
    t.avoided[player] = 0
    t.counts[ACTIONS] += 1


@small_rule
def give_back(r: Rules, t: Table, player: int) -> None:
    """The tile in the hand lies in the middle again (O12)."""
    t.stock[r.kind[t.hand_place[player]]] |= i64(bit(t.hand_copy[player]))


@rule
def noticed(r: Rules, s: Seats, t: Table, key: int, number: int, player: int) -> int:
    """What the player finds when looking over the board: the number of a faulty tile, SEES_HOLE, or SEES_NOTHING."""
    if player == s.person:
        return SEES_NOTHING
    bits = own_luck(key, ACT, number, player, 2 * MOST_STEPS + t.step[player])
    for i in range(t.laid[player]):
        wrong = fault_of(r, t, player, i) != NOTHING or (
            r.surplus_removed and t.left[player * MOST_COLOURS + colour_of(r, t, player, i)] < 0
        )
        if wrong and below(mix(bits ^ u64(i + 1)), 100) < s.notice_percent[player]:
            return i
    is_meant = t.settled[player] == 2
    if empty_spaces(r, t, player) != u64(0) and not is_meant and below(bits, 100) < s.notice_percent[player]:
        return SEES_HOLE
    return SEES_NOTHING


@rule
def call(r: Rules, s: Seats, t: Table, key: int, number: int, player: int) -> bool:
    """The player has looked over the board and calls (O15), unless a fault or an empty space is noticed."""
    found = noticed(r, s, t, key, number, player)
    if found == SEES_NOTHING:
        t.called[player] = RIGHTLY
        t.was_full[player] = 1 if empty_spaces(r, t, player) == u64(0) else 0
        return True
    if found == SEES_HOLE:
        choose(r, s, t, key, number, player)
    else:
        bits = own_luck(key, ACT, number, player, 3 * MOST_STEPS + t.step[player])
        t.lifts[player] = 0
        lift(r, t, player, found)
        wait(t, player, GIVE_BACK, paced(bits, s.return_ms[player]))
    return False


@small_rule
def colour_of(r: Rules, t: Table, player: int, number: int) -> int:
    """The colour of a tile on a board."""
    return r.colour[r.kind[t.tile_place[player * MOST_LAID + number]]]

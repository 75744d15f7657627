"""What a player knows: his own hand, the open table, the number of cards in each hand, what left the game, and what
he pushed to his partner. Characters look at hidden cards through these functions only.
"""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.mines import is_open, worth_of, worth_with, worth_without_top
from workbench.families.digging.state import (
    ASK_ACTION,
    ASK_DISPLAY,
    BANDIT,
    CLOSER,
    CRATE,
    DOUBLE,
    KINDS,
    MINE,
    MINES,
    MOST_PLAYERS,
    NOTHING,
    PLAY,
    PUSH,
    ROUND,
    TO_ACT,
    TURN,
    Rules,
    Seats,
    Table,
    View,
    kind_of,
    partner_of,
    pile_cards,
    side_of,
    sides_of,
    target_of,
    verb_of,
)


@small_rule
def unseen(r: Rules, t: Table, player: int, kind: int) -> int:
    """Cards of a kind that may be anywhere in the pile and in the others' hands, as far as a player knows."""
    return r.copies[kind] - t.seen[kind] - t.hand[player * KINDS + kind]


@small_rule
def hidden_cards(r: Rules, t: Table, player: int) -> int:
    """Cards in the pile and in the others' hands."""
    hidden = pile_cards(r, t) - t.hand_cards[player]
    for other in range(MOST_PLAYERS):
        hidden += t.hand_cards[other]
    return hidden


@small_rule
def told(t: Table, player: int, kind: int) -> int:
    """Cards of a kind that a player knows his partner to hold, since he pushed them."""
    return t.told[player * KINDS + kind]


@small_rule
def closers_unknown(r: Rules, t: Table, player: int) -> int:
    """Closers that may be in the pile or in a hand, but for those that the player pushed to his partner."""
    return unseen(r, t, player, r.closer) - told(t, player, r.closer)


@rule
def stronger_unknown(r: Rules, t: Table, player: int, kind: int) -> int:
    """The same of bandits at least as strong as ``kind``."""
    found = 0
    for other in range(kind, r.kinds):
        found += unseen(r, t, player, other) - told(t, player, other)
    return found


@small_rule
def opponents_cards(r: Rules, s: Seats, t: Table, player: int) -> int:
    """Cards in the hands of all opponents."""
    found = 0
    for other in range(s.players):
        if side_of(r, s, other) != side_of(r, s, player):
            found += t.hand_cards[other]
    return found


@small_rule
def cards_of_side(r: Rules, s: Seats, t: Table, side: int) -> int:
    """Cards in the hands of one side."""
    found = 0
    for player in range(side, s.players, sides_of(r, s)):
        found += t.hand_cards[player]
    return found


@rule
def hidden_from(r: Rules, s: Seats, t: Table, player: int) -> int:
    """Cards of the pile and of the other hands that the player does not know."""
    found = hidden_cards(r, t, player)
    for kind in range(r.kinds):
        found -= told(t, player, kind)
    return found


@rule
def chance_without(cards: int, special: int, drawn: int) -> int:
    """Chance in thousandths that none of ``special`` cards is among ``drawn`` of ``cards`` unknown ones."""
    chance = 1000
    for place in range(special):
        chance = chance * max(cards - drawn - place, 0) // max(cards - place, 1)
    return chance


@small_rule
def crates_in_hand(r: Rules, t: Table, player: int, metal: int) -> int:
    """A player's own crates of a metal, double ones too."""
    return t.hand[player * KINDS + 3 * metal + 1] + t.hand[player * KINDS + 3 * metal + 2]


@rule
def highest_bandit(r: Rules, t: Table, player: int) -> int:
    """The kind of a player's own highest bandit, or ``NOTHING``."""
    for kind in range(r.kinds - 1, r.closer, -1):
        if t.hand[player * KINDS + kind] > 0:
            return kind
    return NOTHING


@rule
def higher_unseen(r: Rules, t: Table, player: int, kind: int) -> int:
    """Bandits that a player has not seen and that are higher than ``kind`` (any, where that is no bandit)."""
    found = 0
    for other in range(max(kind, r.closer) + 1, r.kinds):
        found += unseen(r, t, player, other)
    return found


@rule
def points_of(r: Rules, s: Seats, t: Table, side: int) -> int:
    """Points of a side's closed mines in this round."""
    points = 0
    for mine in range(t.counts[MINES]):
        if not is_open(t, mine) and side_of(r, s, t.mine_display[mine]) == side:
            points += worth_of(r, t, mine)
    return points


@rule
def best_other_points(r: Rules, s: Seats, t: Table, side: int) -> int:
    """Points of the closed mines of the best other side in this round."""
    best = 0
    for other in range(sides_of(r, s)):
        if other != side:
            best = max(best, points_of(r, s, t, other))
    return best


@rule
def own_of_type(r: Rules, t: Table, player: int, first: int, last: int) -> int:
    """A player's own cards of the types ``first`` to ``last``."""
    found = 0
    for kind in range(r.kinds):
        if first <= r.kind_type[kind] <= last:
            found += t.hand[player * KINDS + kind]
    return found


@small_rule
def adds_up(r: Rules) -> bool:
    """Whether the bandits of a side are added up: not where each fights alone with his highest one (DO16)."""
    return bool(r.teams or r.against_owner)


@small_rule
def strength_with(r: Rules, t: Table, side: int, kind: int) -> int:
    """What a side has in a fight once a bandit of ``kind`` joins it (D16, DO16)."""
    value = r.kind_value[kind]
    return t.strength[side] + value if adds_up(r) else max(t.strength[side], value)


@rule
def strongest_other(r: Rules, s: Seats, t: Table, side: int) -> int:
    """In a fight: the bandits of the strongest side but ``side``, added up; of all others together, where they fight
    the owner as one (DO16)."""
    best = 0
    for other in range(sides_of(r, s)):
        if other != side:
            best = best + t.strength[other] if r.against_owner else max(best, t.strength[other])
    return best


@rule
def view_of(r: Rules, s: Seats, t: Table, player: int, question: int, action: int, mine: int) -> View:
    """What ``player`` sees of one thing that it may do; ``mine`` is the one that a fight is about, else -1."""
    verb = verb_of(action)
    kind = NOTHING if verb < PUSH else kind_of(action)
    card = NOTHING if kind < 0 else r.kind_type[kind]
    value = 0 if kind < 0 else r.kind_value[kind]
    known = 0 if kind < 0 else told(t, player, kind)
    side = side_of(r, s, player)
    if question == ASK_ACTION and verb == PLAY and card != MINE:
        mine = target_of(action)
    display = t.mine_display[mine] if mine >= 0 else NOTHING
    if question == ASK_DISPLAY or (question == ASK_ACTION and verb == PLAY and card == MINE):
        display = target_of(action)
    own = int(display >= 0 and side_of(r, s, display) == side)
    metal = NOTHING if kind < 0 else r.kind_metal[kind]
    crates = worth = after = attack = defence = fitting = 0
    if mine >= 0:
        metal = t.mine_metal[mine]
        crates = t.mine_crates[mine]
        worth = after = worth_of(r, t, mine)
        if question == ASK_ACTION and MINE < card <= DOUBLE:
            after = worth_with(r, t, mine, kind)
        if question != ASK_ACTION:
            owner = side_of(r, s, t.mine_display[mine])
            attack = strongest_other(r, s, t, owner)
            defence = t.strength[owner]
            if card == CLOSER:
                after = worth_without_top(r, t, mine)
    if metal >= 0:
        fitting = crates_in_hand(r, t, player, metal)
    best_kind = highest_bandit(r, t, player)
    highest = r.kind_value[best_kind] if best_kind >= 0 else 0
    partner_hand = t.hand_cards[partner_of(r, s, player)] if r.teams else 0
    mines = own_of_type(r, t, player, MINE, MINE)
    crates_held = own_of_type(r, t, player, CRATE, DOUBLE)
    bandits = own_of_type(r, t, player, BANDIT, BANDIT)
    points = points_of(r, s, t, side)
    return View(
        question, verb, card, metal, value, display, own, crates, worth, after, attack, defence,
        player, s.players, r.teams, t.counts[ROUND], t.counts[TURN], pile_cards(r, t), t.counts[TO_ACT],
        t.hand_cards[player], mines, crates_held, t.hand[player * KINDS + r.closer], bandits, highest, fitting,
        partner_hand, known, points, best_other_points(r, s, t, side),
        unseen(r, t, player, r.closer), higher_unseen(r, t, player, kind),
    )  # fmt: skip

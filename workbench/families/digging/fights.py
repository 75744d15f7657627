"""A fight for a mine: the answers in turn order, closing in it, and who gets the mine (D14 to D19)."""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.digging.dealing import give, take
from workbench.families.digging.knowledge import adds_up, strength_with, strongest_other
from workbench.families.digging.mines import close_mine, move_mine, remove_top, worth_of, worth_without_top
from workbench.families.digging.players import answer, picks_display, second_bandit
from workbench.families.digging.state import (
    CLOSED,
    CLOSED_MINES,
    FIGHTS,
    KEPT,
    KEPT_MINES,
    KINDS,
    LOST,
    LOST_MINES,
    LOST_POINTS,
    MOST_PLAYERS,
    NOTHING,
    ON_TABLE,
    OUT,
    PUSHED_BANDITS,
    REMOVED_POINTS,
    SEAT_ATTACKS,
    SEAT_ROBBED,
    SEAT_WON,
    Rules,
    Seats,
    Table,
    partner_of,
    side_of,
)
from workbench.families.digging.trace import ANSWER, FIGHT, record


@rule
def play_card(r: Rules, s: Seats, t: Table, player: int, kind: int, place: int) -> int:
    """A card of a player's hand is shown to all and goes to ``place``; returns it."""
    card = take(r, t, player, kind, place)
    t.seen[kind] += 1
    t.played[kind] += 1
    forget(r, s, t, player, kind)
    return card


@small_rule
def forget(r: Rules, s: Seats, t: Table, player: int, kind: int) -> None:
    """A card of a kind left a player's hand: of those that his partner pushed to him, he may have one less."""
    slot = partner_of(r, s, player) * KINDS + kind
    t.told[slot] = max(t.told[slot] - 1, 0)


@small_rule
def join_fight(r: Rules, s: Seats, t: Table, player: int, kind: int) -> int:
    """A bandit is played in a fight; it counts for its player's side and leaves the game (D16, D19)."""
    card = play_card(r, s, t, player, kind, OUT)
    side = side_of(r, s, player)
    t.strength[side] = strength_with(r, t, side, kind)
    return card


@rule
def fight(r: Rules, s: Seats, t: Table, key: int, attacker: int, mine: int, kind: int) -> None:
    """The fight that a bandit of ``kind``, already shown, starts for a mine (D14 to D19)."""
    for player in range(MOST_PLAYERS):
        t.answers[player] = NOTHING
        t.strength[player] = 0
    t.tally[FIGHTS] += 1
    t.seat_tally[SEAT_ATTACKS * MOST_PLAYERS + attacker] += 1
    t.answers[attacker] = kind
    t.strength[side_of(r, s, attacker)] = r.kind_value[kind]
    # D15, DO10: each other player in turn, from the attacker's left.
    for step in range(1, s.players):
        player = (attacker + step) % s.players
        chosen = answer(r, s, t, key, attacker, mine, player)
        t.answers[player] = chosen
        if chosen == r.closer:
            close_in_fight(r, s, t, mine, player)
            return
        card = NOTHING if chosen < 0 else join_fight(r, s, t, player, chosen)
        record(t, ANSWER, player, card, 0, 0, 0)
    added = second_bandit(r, s, t, key, mine, attacker) if r.second_bandit else NOTHING
    if added >= 0:
        card = join_fight(r, s, t, attacker, added)
        record(t, ANSWER, attacker, card, 0, 0, 0)
        if not adds_up(r):
            t.answers[attacker] = max(kind, added)
    settle(r, s, t, attacker, mine)


@rule
def close_in_fight(r: Rules, s: Seats, t: Table, mine: int, player: int) -> None:
    """A closer ends the fight: the mine is closed at once and loses its top crate (D18, DO5, DO6)."""
    before = worth_of(r, t, mine)
    t.tally[REMOVED_POINTS] += before - worth_without_top(r, t, mine)
    t.tally[CLOSED_MINES] += 1
    card = play_card(r, s, t, player, r.closer, ON_TABLE)
    removed = remove_top(r, t, mine)
    close_mine(r, s, t, mine, card)
    if r.top_to_hand:
        t.seen[r.card_kind[removed]] -= 1
        give(r, t, player, removed)
    record(t, ANSWER, player, card, 0, 0, 0)
    owner = side_of(r, s, t.mine_display[mine])
    record(t, FIGHT, strongest_other(r, s, t, owner), t.strength[owner], CLOSED, NOTHING, removed)


@rule
def settle(r: Rules, s: Seats, t: Table, attacker: int, mine: int) -> None:
    """The owner's side keeps the mine unless another has strictly more (D16, DO16); a lost one moves (D17)."""
    owner = side_of(r, s, t.mine_display[mine])
    attack = strongest_other(r, s, t, owner)
    worth = worth_of(r, t, mine)
    credit(r, s, t, owner, worth)
    if attack <= t.strength[owner]:
        t.tally[KEPT_MINES] += 1
        record(t, FIGHT, attack, t.strength[owner], KEPT, NOTHING, NOTHING)
        return
    winner = winner_of(r, s, t, attacker, owner)
    if r.winners_choice:
        winner = picks_display(r, s, t, mine, winner)
    t.tally[LOST_MINES] += 1
    t.tally[LOST_POINTS] += worth
    t.seat_tally[SEAT_ROBBED * MOST_PLAYERS + t.mine_display[mine]] += 1
    t.seat_tally[SEAT_WON * MOST_PLAYERS + attacker] += side_of(r, s, winner) == side_of(r, s, attacker)
    move_mine(r, s, t, mine, winner)
    record(t, FIGHT, attack, t.strength[owner], LOST, winner, NOTHING)


@rule
def winner_of(r: Rules, s: Seats, t: Table, attacker: int, owner: int) -> int:
    """Who gets a lost mine: the attacker, if his side was the strongest; of equal ones who played first (DO15, DO16).

    Where another side was stronger, or the owner's side attacked its own mine (DO9), it is the player of the strongest
    side who played the highest bandit.
    """
    side = side_of(r, s, attacker)
    attacks = side != owner
    if attacks and r.against_owner:
        return attacker
    best = side if attacks else NOTHING
    for step in range(1, s.players):
        player = (attacker + step) % s.players
        other = side_of(r, s, player)
        if t.answers[player] > r.closer and other != owner and (best < 0 or t.strength[other] > t.strength[best]):
            best = other
    if best == side:
        return attacker
    winner = NOTHING
    for step in range(1, s.players):
        player = (attacker + step) % s.players
        # Kinds of bandits rise with their values.
        if side_of(r, s, player) == best and (winner < 0 or t.answers[player] > t.answers[winner]):
            winner = player
    return winner


@rule
def credit(r: Rules, s: Seats, t: Table, owner: int, worth: int) -> None:
    """Points to each bandit without which the mine would have gone the other way."""
    attack = strongest_other(r, s, t, owner)
    defence = t.strength[owner]
    lost = attack > defence
    for player in range(s.players):
        kind = t.answers[player]
        side = side_of(r, s, player)
        if kind <= r.closer or (side == owner) == lost:
            continue
        t.strength[side] -= r.kind_value[kind]
        turned = (strongest_other(r, s, t, owner) > t.strength[owner]) != lost
        t.strength[side] += r.kind_value[kind]
        if turned:
            t.worth[kind] += worth
            t.tally[PUSHED_BANDITS] += worth * was_pushed(r, t, kind)


@small_rule
def was_pushed(r: Rules, t: Table, kind: int) -> int:
    """1 if the bandit of a kind was pushed in this round; of several of one value nobody keeps track."""
    return t.pushed[r.first_card[kind]] if r.copies[kind] == 1 else 0

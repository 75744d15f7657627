"""What hung on each choice: counted once the game is over, for the figures of metrics.py; it changes nothing in it.

Every choice has two options. Against the one that was taken stands the other one, with everything else as it was:

* who went deeper could have left at once with the loot held then;
* who left could have gone one card deeper and then left: with nothing if that card brings the tunnel down, with an
  equal share of it if it is a find, with the same loot otherwise.

Both count the bag alone: what lies in the tunnel, fossils and tools are left as they were, and so is what others get.

All inside hold the same loot but for what they brought into the level, and all of them choose at every step until
they are out. So one record a step (``bags``, ``nexts``; made by :func:`choosing.note_next`) and the number of choices
of each player tell everything.

Lamp and canary bring how much the option taken after a look, or after the canary's word, wins over the other one at the
next card: a bag saved from the collapse, or a share of the find.
"""

from __future__ import annotations

from workbench.engine.jit import quotient, rule, small_rule
from workbench.families.stollen.choosing import hears
from workbench.families.stollen.state import (
    BY_COLLAPSE,
    BY_EMPTY_DECK,
    CANARY_WORD,
    LAMP,
    LOOKS,
    MOST_PLAYERS,
    NOT_HEARD,
    SINGS,
    Rules,
    Seats,
    Table,
)


@small_rule
def must_leave(r: Rules, s: Seats, t: Table, level: int, step: int) -> bool:
    """Whether who chose at this step was alone and had to leave (SO45)."""
    if not r.last_must_leave or s.players == 1:
        return False
    inside = 0
    for player in range(s.players):
        inside += t.choices[level * MOST_PLAYERS + player] > step
    return inside == 1


@small_rule
def fatal(later: int) -> int:
    """1 if the next card after a noted step brings the tunnel down, else 0."""
    return later >> 4 & 1


@small_rule
def next_find(later: int) -> int:
    """Lumps on the next card after a noted step; 0 where it is no find."""
    return later >> 5


@small_rule
def share_of_next(later: int, more: int) -> int:
    """An equal share of the next card, were ``more`` inside than those who stayed; 0 where it is no find."""
    heads = (later & 15) + more
    return quotient(next_find(later), heads) if heads > 0 else 0


@small_rule
def last_was_none(r: Rules, t: Table, level: int, last: int) -> bool:
    """Whether the choice at step ``last`` of a level was none: the next card buried also who left (SO41)."""
    if r.leaving_first:
        return False
    return t.level_reason[level] == BY_COLLAPSE and last == t.first_step[level + 1] - 1


@small_rule
def gain_of_last(r: Rules, t: Table, level: int, player: int) -> int:
    """What the option taken in a player's last choice of a level won at the next card over the other one."""
    slot = level * MOST_PLAYERS + player
    last = t.first_step[level] + t.choices[slot] - 1
    if last_was_none(r, t, level, last):
        return 0
    gain = t.exits[slot] * fatal(t.nexts[last]) * (t.bags[last] + t.brought[slot])
    # Who never left was buried, unless the deck ran out.
    if t.level_reason[level] == BY_EMPTY_DECK and not t.exits[slot]:
        gain = share_of_next(t.nexts[last], 0)
    return gain


@small_rule
def mattered_in(r: Rules, s: Seats, t: Table, level: int, player: int, best: int, on_top: bool) -> int:
    """Choices of a player in a level that mattered.

    A choice mattered if its other option changes whether ``best``, the highest score of another, is above the
    player's; ``on_top`` says that it is not.
    """
    slot = level * MOST_PLAYERS + player
    first = t.first_step[level]
    last = first + t.choices[slot] - 1
    leaves = t.exits[slot]
    counts = not last_was_none(r, t, level, last)
    brought = t.brought[slot]
    took = t.took[slot] + leaves * counts * (2 * (t.bags[last] + brought) - t.took[slot])
    # The score with nothing of this level but what was brought into it; the bag only ever grows.
    without = t.score[player] - took + 2 * brought
    if on_top:
        if without - 2 * brought >= best:
            return 0
    elif without + 2 * (t.bags[last] + leaves * next_find(t.nexts[last])) < best:
        return 0
    mattered = 0
    for at in range(first, last):
        mattered += (without + 2 * t.bags[at] >= best) != on_top
    if not counts or (leaves and must_leave(r, s, t, level, last - first)):
        return mattered
    otherwise = t.bags[last]
    if leaves:
        otherwise = -brought if fatal(t.nexts[last]) else otherwise + share_of_next(t.nexts[last], 1)
    return mattered + ((without + 2 * otherwise >= best) != on_top)


@small_rule
def listen(r: Rules, t: Table, level: int, player: int) -> None:
    """Add the words of the canary that a player heard in a level, and what the options taken after them won."""
    first = t.first_step[level]
    last = first + t.choices[level * MOST_PLAYERS + player] - 1
    # It speaks before every choice from its first word on, or only then (SO20).
    word = min(t.first_word[level], last + 1)
    uses = last + 1 - word
    gain = t.bags[last] - t.bags[min(word, last)] + (uses > 0) * gain_of_last(r, t, level, player)
    if r.canary_once and uses > 1:
        uses = 1
        gain = t.bags[word + 1] - t.bags[word]
    t.tool_uses[CANARY_WORD * MOST_PLAYERS + player] += uses
    t.tool_worth[CANARY_WORD * MOST_PLAYERS + player] += 2 * gain


@small_rule
def weigh_lamps(r: Rules, s: Seats, t: Table) -> None:
    """What each use of a lamp brought."""
    for look in range(t.counts[LOOKS]):
        at = t.looks[look] >> 8
        slot = t.looks[look] & 255
        level = slot // MOST_PLAYERS
        player = slot % MOST_PLAYERS
        last = t.first_step[level] + t.choices[slot] - 1
        gain = t.bags[at + 1] - t.bags[at] if at < last else gain_of_last(r, t, level, player)
        t.tool_worth[LAMP * MOST_PLAYERS + player] += 2 * gain


@rule
def weigh(r: Rules, s: Seats, t: Table) -> int:
    """Weigh all choices of a finished game: what lamps and the canary brought; returns how many choices mattered."""
    mattered = 0
    for player in range(s.players):
        best = -1
        for other in range(s.players):
            if other != player:
                best = max(best, t.score[other])
        on_top = t.score[player] >= best
        hearing = r.canary > 0 and hears(r, s, player, SINGS) != NOT_HEARD
        for level in range(r.levels):
            if t.choices[level * MOST_PLAYERS + player] > 0:
                mattered += mattered_in(r, s, t, level, player, best, on_top)
                if hearing:
                    listen(r, t, level, player)
    weigh_lamps(r, s, t)
    return mattered

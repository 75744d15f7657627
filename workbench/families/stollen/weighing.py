"""What hung on each choice: counted once the game is over, for the figures of metrics.py; it changes nothing in it.

Every choice has two options. Against the one that was taken stands the other one, with everything else as it was:

* who went deeper could have left at once with the loot held then;
* who left could have gone one card deeper and then left: with nothing if that card brings the tunnel down, with an
  equal share of it if it is a find, with the same loot otherwise.

Both count the bag alone: what lies in the tunnel, fossils and tools are left as they were, and so is what others get.

All inside hold the same loot but for what they brought into the level, and all of them choose at every step until
they are out. So one record a step (``bags``, ``nexts``; made by :func:`choosing.note_step`) and the number of choices
of each player tell everything.

Lamp and canary bring how much the option taken after a look, or after the canary's word, wins over the other one at the
next card: a bag saved from the collapse, or a share of the find.
"""

from __future__ import annotations

from workbench.engine.jit import rule, small_rule
from workbench.families.stollen.choosing import hears
from workbench.families.stollen.state import (
    BY_COLLAPSE,
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
def says(later: int) -> bool:
    """Whether the canary spoke at a noted step."""
    return later & 3 != NOT_HEARD


@small_rule
def next_fatal(later: int) -> bool:
    """Whether the next card after a noted step brings the tunnel down."""
    return later >> 6 == 0


@small_rule
def share_of_next(later: int, more: int) -> int:
    """An equal share of the next card, were ``more`` inside than those who stayed; 0 where it is no find."""
    value = (later >> 6) - 1
    heads = (later >> 2 & 15) + more
    return value // heads if value > 0 and heads > 0 else 0


@small_rule
def all_buried(r: Rules, t: Table, level: int) -> bool:
    """Whether the last choice of a level was none, since the next card buried also who left (SO41)."""
    return t.level_reason[level] == BY_COLLAPSE and not r.leaving_first


@small_rule
def gain_of_last(r: Rules, t: Table, level: int, player: int) -> int:
    """What the option taken in a player's last choice of a level won at the next card over the other one."""
    slot = level * MOST_PLAYERS + player
    last = t.first_step[level] + t.choices[slot] - 1
    if not t.exits[slot]:
        return share_of_next(t.nexts[last], 0)
    if next_fatal(t.nexts[last]) and not (last == t.first_step[level + 1] - 1 and all_buried(r, t, level)):
        return t.bags[last] + t.brought[slot]
    return 0


@rule
def mattered_in(r: Rules, s: Seats, t: Table, level: int, player: int, first: int, end: int, best: int) -> int:
    """Choices of a player in a level, whose steps are ``first`` to ``end`` - 1, that mattered.

    A choice mattered if its other option changes whether ``best``, the highest score of another, is above the player's.
    """
    slot = level * MOST_PLAYERS + player
    brought = t.brought[slot]
    last = first + t.choices[slot] - 1
    leaves = t.exits[slot]
    buried = last == end - 1 and all_buried(r, t, level)
    took = 2 * (t.bags[last] + brought) if leaves and not buried else t.took[slot]
    without = t.score[player] - took + 2 * brought
    on_top = t.score[player] >= best
    # From nothing to the whole next card on top of the bag: mostly that changes nothing.
    most = without + 2 * t.bags[last] + (t.nexts[last] >> 5)
    if (without - 2 * brought >= best) == on_top and (most >= best) == on_top:
        return 0
    mattered = 0
    for at in range(first, last):
        mattered += (without + 2 * t.bags[at] >= best) != on_top
    if buried or (leaves and must_leave(r, s, t, level, last - first)):
        return mattered
    otherwise = t.bags[last]
    if leaves:
        otherwise = -brought if next_fatal(t.nexts[last]) else otherwise + share_of_next(t.nexts[last], 1)
    return mattered + ((without + 2 * otherwise >= best) != on_top)


@small_rule
def listen(t: Table, first: int, end: int) -> None:
    """Sum up over the steps of a level what came after the canary's words."""
    heard = 0
    gain = 0
    for at in range(first, end):
        t.words[at] = heard
        t.gains[at] = gain
        if says(t.nexts[at]):
            heard += 1
            gain += t.bags[at + 1] - t.bags[at] if at + 1 < end else 0


@rule
def weigh_lamps(r: Rules, s: Seats, t: Table) -> None:
    """What each use of a lamp brought."""
    for player in range(s.players):
        t.tool_worth[LAMP * MOST_PLAYERS + player] = 0
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
    best = -1
    second = -1
    leader = -1
    for player in range(s.players):
        t.tool_uses[CANARY_WORD * MOST_PLAYERS + player] = 0
        t.tool_worth[CANARY_WORD * MOST_PLAYERS + player] = 0
        score = t.score[player]
        if score > best:
            second = best
            best = score
            leader = player
        else:
            second = max(second, score)
    mattered = 0
    for level in range(r.levels):
        first = t.first_step[level]
        end = t.first_step[level + 1]
        if r.canary:
            listen(t, first, end)
        for player in range(s.players):
            choices = t.choices[level * MOST_PLAYERS + player]
            if choices > 0:
                of_others = second if player == leader else best
                mattered += mattered_in(r, s, t, level, player, first, end, of_others)
                if r.canary and hears(r, s, player, SINGS) != NOT_HEARD:
                    last = first + choices - 1
                    uses = t.words[last]
                    gain = t.gains[last]
                    if says(t.nexts[last]):
                        uses += 1
                        gain += gain_of_last(r, t, level, player)
                    t.tool_uses[CANARY_WORD * MOST_PLAYERS + player] += uses
                    t.tool_worth[CANARY_WORD * MOST_PLAYERS + player] += 2 * gain
    weigh_lamps(r, s, t)
    return mattered

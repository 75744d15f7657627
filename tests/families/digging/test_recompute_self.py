"""The second computation has to accept games worked out by hand and to reject every change in them."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from workbench.families.digging.definition import DiggingDefinition

from .on_paper import bandit_of, kind_of, metal_of
from .recompute import recompute

# The defaults of docs/rules.md, section 3.4, written out; the cards differ by case.
SETTINGS: dict[str, Any] = {
    "teams": True,
    "target": 0,
    "turns": {"starter": "left-of-dealer", "passing": "only-if-stuck", "most": 400},
    "displays": {"opponents": "closers-and-bandits", "two_players": "as-others"},
    "mines": {"late_double": "plain", "several_of_a_metal": True, "moving_crates": "never"},
    "push": {"needs": "a-card"},
    "fights": {
        "double_on_top": "removed",
        "top_crate": "out",
        "at_once": "one",
        "second_bandit": False,
        "own_mine": False,
        "order": "left-of-attacker",
        "partner_supports": True,
        "closed_by": "anyone",
        "next_turn_lost": "never",
        "then": "left-of-attacker",
        "won_mine_to": "attacker",
        "alone": "each-alone",
        "owner_answers": "in-turn-order",
    },
    "last_round": {"drawer_acts": True, "drawing": "impossible", "pushing": True},
    "scoring": {"tie": "shared", "card_in_hand": 0},
    "rounds": {"most": 50},
    "information": {"table_talk": "none"},
}
VALUES = {"gold": 3, "silver": 2, "copper": 1}


class Case(NamedTuple):
    """A game, the settings it was played with, and settings under which it would be wrong."""

    name: str
    changes: dict[str, Any]
    otherwise: dict[str, Any]
    events: list[dict[str, Any]]


# --- writing a log by hand: short words for cards and lines ---------------------------------------

METALS = {"g": "gold", "s": "silver", "c": "copper"}
KINDS = {"m": "mine", "c": "crate", "d": "double"}


def card(word: str) -> str:
    """``gm1`` is the first gold mine, ``sc2`` a silver crate, ``cd1`` a double, ``x1`` a closer, ``b7`` a bandit."""
    if word[0] == "x":
        return f"closer:{word[1:]}"
    if word[0] == "b":
        return f"bandit:{word[1:]}"
    return f"{KINDS[word[1]]}:{METALS[word[0]]}:{word[2:]}"


def cards(words: str) -> list[str]:
    return [card(word) for word in words.split()]


def deal(starter: int, pile: str, *hands: str) -> dict[str, Any]:
    return {"event": "round", "hands": [cards(hand) for hand in hands], "pile": cards(pile), "starter": starter}


def turn(player: int, action: str, **more: Any) -> dict[str, Any]:
    return {"event": "turn", "player": player, "action": action, **more}


def draw(player: int, word: str) -> dict[str, Any]:
    return turn(player, "draw", card=card(word))


def push(player: int, word: str, to: int) -> dict[str, Any]:
    return turn(player, "push", card=card(word), to=to)


def opens(player: int, word: str, display: int | None = None) -> dict[str, Any]:
    return turn(player, "play", card=card(word), display=player if display is None else display)


def put(player: int, word: str, mine: str) -> dict[str, Any]:
    return turn(player, "play", card=card(word), mine=card(mine))


def stuck(player: int) -> dict[str, Any]:
    return turn(player, "pass")


def attack(
    player: int, word: str, mine: str, answers: str, sums: tuple[int, int], to: int | None = None, removed: str = ""
) -> dict[str, Any]:
    """``answers``: "1 - 2 b3 3 x1", by player, a dash for no card."""
    words = answers.split()
    told = [
        {"player": int(who), "card": None if what == "-" else card(what)}
        for who, what in zip(words[::2], words[1::2], strict=True)
    ]
    outcome = "closed" if removed else "kept" if to is None else "lost"
    fight = {"answers": told, "attack": sums[0], "defence": sums[1], "outcome": outcome, "to": to}
    return {**put(player, word, mine), "fight": {**fight, "removed": card(removed) if removed else None}}


def on_table(mine: str, display: int, crates: str, value: int | None) -> dict[str, Any]:
    """``value`` None: it is still open."""
    return {"mine": card(mine), "display": display, "cards": cards(crates), "closed": value is not None,
            "value": value or 0}  # fmt: skip


def by_team(scores: list[int], teams: bool) -> list[int] | None:
    half = len(scores) // 2
    return [scores[n] + scores[n + half] for n in range(half)] if teams else None


def counted(scores: list[int], *mines: dict[str, Any]) -> dict[str, Any]:
    return {"event": "round-end", "mines": list(mines), "scores": scores}


def game(winners: list[int], *lines: dict[str, Any], teams: bool = True, most: int | None = None) -> list[Any]:
    """The lines of one game, with the numbers of rounds and turns filled in, and totals at the end."""
    players = len(lines[0]["hands"])
    head = {
        "event": "game",
        "family": "digging",
        "variant": "by-hand",
        "fingerprint": {"rules": "00000000", "print": "00000000"},
        "seed": 1,
        "game": 0,
        "seats": ["zufall"] * players,
        "teams": [[n, n + players // 2] for n in range(players // 2)] if teams else None,
    }
    events = [head]
    number = turns = 0
    totals = [0] * players
    for line in lines:
        place = {}
        if line["event"] == "round":
            number, turns = number + 1, 0
            place = {"round": number}
        elif line["event"] == "turn":
            turns += 1
            place = {"turn": turns}
        else:
            totals = [a + b for a, b in zip(totals, line["scores"], strict=True)]
            place = {"team_scores": by_team(line["scores"], teams)}
        events.append({**line, **place})
    end = {"event": "end", "scores": totals, "team_scores": by_team(totals, teams), "winners": winners}
    return [*events, end]


def rules(events: list[dict[str, Any]], changes: dict[str, Any]) -> dict[str, Any]:
    """The settings, with the deck that the first round deals."""
    tables = copy.deepcopy(SETTINGS)
    first = events[1]
    deck = [*first["pile"], *(card for hand in first["hands"] for card in hand)]
    kinds = Counter((kind_of(card), metal_of(card)) for card in deck if kind_of(card) not in ("closer", "bandit"))
    tables["metals"] = {
        metal: {"value": value, "mines": kinds["mine", metal], "crates": kinds["crate", metal],
                "double_crates": kinds["double", metal]}
        for metal, value in VALUES.items()
    }  # fmt: skip
    tables["closers"] = sum(kind_of(card) == "closer" for card in deck)
    tables["bandits"] = [bandit_of(card) for card in deck if kind_of(card) == "bandit"]
    tables["hand_size"] = len(first["hands"][0])
    for key, value in changes.items():
        *names, last = key.split(".")
        table = tables
        for name in names:
            table = table[name]
        assert last in table, key
        table[last] = value
    return tables


# --- the cases ------------------------------------------------------------------------------------


def examples() -> Iterator[Case]:
    yield Case(
        "D-E5: 7 and 3 against 10, a tie; a pass where nothing can be done",
        {},
        {"fights.partner_supports": False},
        game(
            [1, 3],
            deal(1, "gc3 b2", "b7 b1", "gm1 gc1", "b3 x1", "b10 gc2"),
            opens(1, "gm1"),
            draw(2, "gc3"),
            put(3, "gc2", "gm1"),
            attack(0, "b7", "gm1", "1 - 2 b3 3 b10", (10, 10)),
            put(1, "gc1", "gm1"),
            push(2, "x1", 0),
            draw(3, "b2"),
            put(0, "x1", "gm1"),
            stuck(1),
            push(2, "gc3", 0),
            push(3, "b2", 1),
            counted([0, 6, 0, 0], on_table("gm1", 1, "gc2 gc1", 6)),
        ),
    )
    yield Case(
        "D-E6: a double and two singles, attacked and closed",
        {},
        {"fights.top_crate": "to-hand", "scoring.card_in_hand": 1},
        game(
            [0, 2],
            deal(0, "b8 b9 b10 b11 b12", "gm1 gd1 gc1", "b5 b6 gc3", "x1 gc2 b2", "b1 b4 b3"),
            opens(0, "gm1"),
            draw(1, "b8"),
            push(2, "gc2", 0),
            draw(3, "b9"),
            put(0, "gd1", "gm1"),
            draw(1, "b10"),
            draw(2, "b11"),
            push(3, "b1", 1),
            put(0, "gc1", "gm1"),
            draw(1, "b12"),
            push(2, "b2", 0),
            push(3, "b3", 1),
            put(0, "gc2", "gm1"),
            attack(1, "b5", "gm1", "2 x1", (5, 0), removed="gc2"),
            counted([12, 0, 0, 0], on_table("gm1", 0, "gd1 gc1", 12)),
        ),
    )
    yield Case(
        "a mine is lost to the attacker and closed there; two mines of a metal",
        {},
        {"mines.several_of_a_metal": False},
        game(
            [1, 3],
            deal(0, "b1 b2", "gm1 gc1 sm1", "b5 x1 sc1", "gc2 b4 sm2", "b6 b3 x2"),
            opens(0, "gm1"),
            draw(1, "b1"),
            put(2, "gc2", "gm1"),
            push(3, "x2", 1),
            put(0, "gc1", "gm1"),
            attack(1, "b5", "gm1", "2 b4 3 b6 0 -", (11, 4), to=1),
            opens(2, "sm2"),
            push(3, "b3", 1),
            opens(0, "sm1"),
            put(1, "x1", "gm1"),
            draw(2, "b2"),
            stuck(3),
            stuck(0),
            put(1, "x2", "sm1"),
            push(2, "b2", 0),
            counted(
                [0, 6, 0, 0], on_table("gm1", 1, "gc2 gc1", 6), on_table("sm2", 2, "", None), on_table("sm1", 0, "", 0)
            ),
        ),
    )
    yield Case(
        "alone: the highest bandit takes the mine, whoever attacked",
        {"teams": False},
        {"teams": False, "fights.alone": "all-against-owner"},
        game(
            [2],
            deal(0, "b2 b4 b5 b6 b7 b8", "sm1 sc1", "b3 x1", "b9 b1"),
            opens(0, "sm1"),
            draw(1, "b2"),
            draw(2, "b4"),
            draw(0, "b5"),
            draw(1, "b6"),
            draw(2, "b7"),
            put(0, "sc1", "sm1"),
            attack(1, "b3", "sm1", "2 b9 0 b5", (9, 5), to=2),
            draw(2, "b8"),
            stuck(0),
            put(1, "x1", "sm1"),
            stuck(2),
            counted([0, 0, 2], on_table("sm1", 2, "sc1", 2)),
            teams=False,
        ),
    )
    yield Case(
        "D-E7, D-E3: closed in the fight without a crate left; a doubled copper mine",
        {"teams": False},
        {"teams": False, "fights.closed_by": "defenders"},
        game(
            [1],
            deal(0, "b2 x1 b3", "gm1 gc1 x2", "b1 cd1 cm1", "x3 b4 cc1"),
            opens(0, "gm1"),
            opens(1, "cm1"),
            draw(2, "b2"),
            put(0, "gc1", "gm1"),
            attack(1, "b1", "gm1", "2 x3", (1, 0), removed="gc1"),
            draw(2, "x1"),
            draw(0, "b3"),
            put(1, "cd1", "cm1"),
            put(2, "x1", "cm1"),
            stuck(0),
            counted([0, 2, 0], on_table("gm1", 0, "", 0), on_table("cm1", 1, "cd1", 2)),
            teams=False,
        ),
    )
    yield Case(
        "DO24: a second round, begun by the next player",
        {"teams": False, "target": 3},
        {"teams": False, "target": 0},
        game([1], *no_points(), *three_points(), teams=False),
    )


def no_points() -> list[dict[str, Any]]:
    return [
        deal(0, "gc1 x1 gc2", "gm1", "b1"),
        opens(0, "gm1"),
        draw(1, "gc1"),
        draw(0, "x1"),
        draw(1, "gc2"),
        put(0, "x1", "gm1"),
        stuck(1),
        counted([0, 0], on_table("gm1", 0, "", 0)),
    ]


def three_points() -> list[dict[str, Any]]:
    return [
        deal(1, "gc2 gc1 x1", "b1", "gm1"),
        opens(1, "gm1"),
        draw(0, "gc2"),
        draw(1, "gc1"),
        draw(0, "x1"),
        put(1, "gc1", "gm1"),
        put(0, "x1", "gm1"),
        counted([0, 3], on_table("gm1", 1, "gc1", 3)),
    ]


def lone(winners: list[int], *lines: dict[str, Any]) -> list[Any]:
    return game(winners, *lines, teams=False)


ALONE = {"teams": False}


def switches() -> Iterator[Case]:
    yield Case(
        "DO2: a pass at will",
        {**ALONE, "turns.passing": "allowed"},
        ALONE,
        lone([0, 1], deal(0, "b1", "gm1", "x1"), stuck(0), draw(1, "b1"), stuck(0), stuck(1), counted([0, 0])),
    )
    yield Case(
        "DO3: a mine and crates into another's display",
        {**ALONE, "displays.opponents": "everything"},
        ALONE,
        lone(
            [1],
            deal(0, "b1", "gm1 x1", "gm2 gc1"),
            opens(0, "gm1", 1),
            put(1, "gc1", "gm1"),
            draw(0, "b1"),
            opens(1, "gm2", 0),
            put(0, "x1", "gm1"),
            counted([0, 3], on_table("gm1", 1, "gc1", 3), on_table("gm2", 0, "", None)),
        ),
    )
    for option, value in (("plain", 6), ("doubles", 12)):
        yield Case(
            f"D-E4, DO4: a double after a crate, {option}",
            {**ALONE, "mines.late_double": option},
            {**ALONE, "mines.late_double": "forbidden"},
            lone(
                [0],
                deal(0, "x1 b2 b1", "gm1 gc1 gd1", "b3 b4 b5"),
                opens(0, "gm1"),
                draw(1, "x1"),
                put(0, "gc1", "gm1"),
                draw(1, "b2"),
                put(0, "gd1", "gm1"),
                draw(1, "b1"),
                stuck(0),
                put(1, "x1", "gm1"),
                counted([value, 0], on_table("gm1", 0, "gc1 gd1", value)),
            ),
        )
    yield Case(
        "DO6, DO28: the top crate goes to the hand of whoever closes, and cards in hand cost points",
        {**ALONE, "fights.top_crate": "to-hand", "scoring.card_in_hand": 2},
        {**ALONE, "scoring.card_in_hand": 2},
        lone(
            [0],
            deal(0, "b2", "gm1 gc1 x1", "b1 b3 b4"),
            opens(0, "gm1"),
            draw(1, "b2"),
            put(0, "gc1", "gm1"),
            attack(1, "b1", "gm1", "0 x1", (1, 0), removed="gc1"),
            counted([-2, -6], on_table("gm1", 0, "", 0)),
        ),
    )
    yield Case(
        "DO8: the attacker adds a second bandit",
        {**ALONE, "fights.second_bandit": True, "fights.alone": "all-against-owner"},
        {**ALONE, "fights.alone": "all-against-owner"},
        lone(
            [1],
            deal(0, "b1 x1", "gm1 gc1 b5", "b3 b4 b6"),
            opens(0, "gm1"),
            draw(1, "b1"),
            put(0, "gc1", "gm1"),
            attack(1, "b3", "gm1", "0 b5 1 b4", (7, 5), to=1),
            draw(0, "x1"),
            stuck(1),
            put(0, "x1", "gm1"),
            counted([0, 3], on_table("gm1", 1, "gc1", 3)),
        ),
    )
    yield Case(
        "DO9: an attack on the own mine; what others play is the attack",
        {**ALONE, "fights.own_mine": True},
        ALONE,
        lone(
            [1],
            deal(0, "b1 x1", "gm1 gc1 b5", "b3 b4 b6"),
            opens(0, "gm1"),
            draw(1, "b1"),
            put(0, "gc1", "gm1"),
            draw(1, "x1"),
            attack(0, "b5", "gm1", "1 b6", (6, 5), to=1),
            put(1, "x1", "gm1"),
            counted([0, 3], on_table("gm1", 1, "gc1", 3)),
        ),
    )
    yield Case(
        "DO15: the attacker gives the mine to his partner",
        {"fights.won_mine_to": "winners-choice"},
        {},
        game(
            [1, 3],
            deal(0, "b6 b7 b8 b9", "gm1 gc1", "b5 x1", "b1 b2", "b3 b4"),
            opens(0, "gm1"),
            draw(1, "b6"),
            draw(2, "b7"),
            draw(3, "b8"),
            put(0, "gc1", "gm1"),
            attack(1, "b5", "gm1", "2 b2 3 - 0 -", (5, 2), to=3),
            draw(2, "b9"),
            push(3, "b3", 1),
            stuck(0),
            put(1, "x1", "gm1"),
            push(2, "b1", 0),
            counted([0, 0, 0, 3], on_table("gm1", 3, "gc1", 3)),
        ),
    )
    yield Case(
        "DO16: all together against the owner",
        {**ALONE, "fights.alone": "all-against-owner"},
        ALONE,
        lone([1], *three_alone(attack(1, "b3", "sm1", "2 b9 0 b5", (12, 5), to=1), 1)),
    )
    yield Case(
        "DO16: of equal bandits the first one takes the mine",
        ALONE,
        {**ALONE, "fights.alone": "all-against-owner"},
        lone([1], *three_alone(attack(1, "b3", "sm1", "2 b3:2 0 -", (3, 0), to=1), 1, "sc2", "b3:2")),
    )
    yield Case(
        "D16: the owner keeps the mine from an equal bandit",
        ALONE,
        {**ALONE, "scoring.card_in_hand": 1},
        lone([0], *three_alone(attack(1, "b3", "sm1", "2 - 0 b3:2", (3, 3)), 0, "b3:2")),
    )
    yield Case(
        "DO18: who drew the last card does not act again",
        {**ALONE, "last_round.drawer_acts": False},
        ALONE,
        lone([0, 1], deal(0, "b1", "gm1", "x1"), draw(0, "b1"), stuck(1), counted([0, 0])),
    )
    yield Case(
        "DO20: no push in the last round",
        {"last_round.pushing": False},
        {},
        game(
            [0, 1, 2, 3],
            deal(0, "b5", "b1", "b2", "b3", "b4"),
            draw(0, "b5"),
            stuck(1),
            stuck(2),
            stuck(3),
            stuck(0),
            counted([0, 0, 0, 0]),
        ),
    )
    yield Case(
        "D20: with an empty pile everybody has one action",
        ALONE,
        {**ALONE, "scoring.tie": "next-round"},
        lone(
            [0, 1],
            deal(1, "", "gm1", "b1"),
            stuck(1),
            opens(0, "gm1"),
            counted([0, 0], on_table("gm1", 0, "", None)),
        ),
    )
    yield Case(
        "DO1: who begins is drawn by lot each time",
        {**ALONE, "turns.starter": "random", "target": 3, "rounds.most": 2},
        {**ALONE, "target": 3, "rounds.most": 2},
        lone([0, 1], *no_points(), *no_points()),
    )
    yield Case(
        "DO23: after a tie another round",
        {**ALONE, "scoring.tie": "next-round"},
        ALONE,
        lone([1], *no_points(), *three_points()),
    )
    yield Case(
        "DO23, DO24: a tie at the target, another round",
        {**ALONE, "target": 3},
        {**ALONE, "target": 3, "rounds.most": 1},
        lone([1], *three_each(), *three_for_the_other()),
    )
    yield Case(
        "DO23: more gold wins",
        {**ALONE, "scoring.tie": "more-gold"},
        ALONE,
        lone(
            [1],
            deal(0, "b2", "sm1 sc1 sc2 sc3 x1", "gm1 gc1 gc2 x2 b1"),
            opens(0, "sm1"),
            opens(1, "gm1"),
            put(0, "sc1", "sm1"),
            put(1, "gc1", "gm1"),
            put(0, "sc2", "sm1"),
            put(1, "gc2", "gm1"),
            put(0, "sc3", "sm1"),
            put(1, "x2", "gm1"),
            put(0, "x1", "sm1"),
            draw(1, "b2"),
            stuck(0),
            stuck(1),
            counted([6, 6], on_table("sm1", 0, "sc1 sc2 sc3", 6), on_table("gm1", 1, "gc1 gc2", 6)),
        ),
    )
    yield Case(
        "the last round that there can be",
        {**ALONE, "target": 3, "rounds.most": 1},
        {**ALONE, "target": 3},
        lone([0, 1], *no_points()),
    )


def three_alone(fight: dict[str, Any], to: int, drawn: str = "b5", third: str = "b9") -> list[dict[str, Any]]:
    """Player 0 digs silver, player 1 attacks; the mine ends in the display ``to`` and is closed by player 1."""
    return [
        deal(0, f"b2 b4 {drawn} b6 b7 b8", "sm1 sc1", "b3 x1", f"{third} b1"),
        opens(0, "sm1"),
        draw(1, "b2"),
        draw(2, "b4"),
        draw(0, drawn),
        draw(1, "b6"),
        draw(2, "b7"),
        put(0, "sc1", "sm1"),
        fight,
        draw(2, "b8"),
        stuck(0),
        put(1, "x1", "sm1"),
        stuck(2),
        counted([2 * (seat == to) for seat in range(3)], on_table("sm1", to, "sc1", 2)),
    ]


def three_each() -> list[dict[str, Any]]:
    return [
        deal(0, "x1 x2", "gm1 gc1", "gm2 gc2"),
        opens(0, "gm1"),
        opens(1, "gm2"),
        put(0, "gc1", "gm1"),
        put(1, "gc2", "gm2"),
        draw(0, "x1"),
        draw(1, "x2"),
        put(0, "x1", "gm1"),
        put(1, "x2", "gm2"),
        counted([3, 3], on_table("gm1", 0, "gc1", 3), on_table("gm2", 1, "gc2", 3)),
    ]


def three_for_the_other() -> list[dict[str, Any]]:
    return [
        deal(1, "x2 gc1", "gm1 x1", "gm2 gc2"),
        opens(1, "gm2"),
        opens(0, "gm1"),
        put(1, "gc2", "gm2"),
        put(0, "x1", "gm1"),
        draw(1, "x2"),
        draw(0, "gc1"),
        put(1, "x2", "gm2"),
        stuck(0),
        counted([0, 3], on_table("gm2", 1, "gc2", 3), on_table("gm1", 0, "", 0)),
    ]


def cases() -> Iterator[Case]:
    yield from examples()
    yield from switches()


CASES = list(cases())


each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
FREE = ("seed", "game", "seats", "variant", "fingerprint")  # keys of the first line that nothing follows from


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a log that is no table and no list, with the way to it."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))
    elif not (path[0] == 0 and path[1] in FREE):
        yield path, value


def put_in(events: list[dict[str, Any]], path: tuple[Any, ...], value: Any) -> list[dict[str, Any]]:
    changed: Any = copy.deepcopy(events)
    table = changed
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return list(changed)


def accepted(case: Case, events: list[dict[str, Any]]) -> bool:
    try:
        recompute(rules(case.events, case.changes), events)
    except AssertionError:
        return False
    return True


@pytest.mark.rule("D5", "D6", "D12", "D14", "D16", "D17", "D18", "D19", "D20", "D23", "D-E3", "D-E4", "D-E5", "D-E6")
@pytest.mark.rule("D-E7", "D-E9")
@each_case
def test_accepts_what_was_worked_out_by_hand(case: Case) -> None:
    events = json.loads(json.dumps(case.events))
    result = recompute(rules(events, case.changes), events)
    assert all(result[key] == value for key, value in case.events[-1].items() if key != "event")


@each_case
def test_the_switch_matters(case: Case) -> None:
    with pytest.raises(AssertionError):
        recompute(rules(case.events, case.otherwise), case.events)


@each_case
def test_every_number_is_checked(case: Case) -> None:
    for path, value in places(case.events):
        if isinstance(value, int) and not isinstance(value, bool):
            for wrong in (value + 1, value - 1, float(value), str(value), None):
                if path[-1] == "to" and len(path) == 3 and "fights.won_mine_to" in case.changes and wrong in (1, 3):
                    continue  # the attacker's choice
                assert not accepted(case, put_in(case.events, path, wrong)), (path, value, wrong)


@each_case
def test_every_word_is_checked(case: Case) -> None:
    other = {
        "kept": "lost",
        "lost": "closed",
        "closed": "kept",
        "draw": "pass",
        "pass": "draw",
        True: False,
        False: True,
    }
    for path, value in places(case.events):
        if isinstance(value, str | bool) or value is None:
            for wrong in (other.get(value, "x"), "x", 0 if value is None else None):
                if "answers" in path and wrong is None and not case.changes.get("teams", True):
                    continue  # alone, a bandit that is not the highest may be left out
                assert not accepted(case, put_in(case.events, path, wrong)), (path, value, wrong)


@each_case
def test_every_card_is_checked(case: Case) -> None:
    """Any other card of the deck in the place of one; of a play and an answer, which are choices, another kind."""
    deck = sorted(rules_deck(case))
    for path, value in places(case.events):
        event = case.events[path[0]]
        if path[1] == "hands" or event.get("action") == "push" or value not in deck:
            continue
        chosen = path[-1] == "card" and event.get("action") == "play"
        for wrong in deck:
            if wrong != value and not (chosen and kind_of(wrong) == kind_of(value)):
                assert not accepted(case, put_in(case.events, path, wrong)), (path, value, wrong)


def rules_deck(case: Case) -> list[str]:
    first = case.events[1]
    return [*first["pile"], *(card for hand in first["hands"] for card in hand)]


@each_case
def test_every_line_is_needed_in_its_place(case: Case) -> None:
    for i in range(len(case.events)):
        gone = case.events[:i] + case.events[i + 1 :]
        assert not accepted(case, gone), ("left out", i)
        twice = case.events[: i + 1] + case.events[i:]
        assert not accepted(case, twice), ("twice", i)
        for j in range(i):
            swapped = list(case.events)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            if swapped != case.events:
                assert not accepted(case, swapped), ("swapped", i, j)


@each_case
def test_every_key_and_entry_is_needed(case: Case) -> None:
    ways = {way[:n] for way, _ in places(case.events) for n in range(2, len(way) + 1)}
    for path in sorted(ways, key=repr):
        changed = copy.deepcopy(case.events)
        table: Any = changed
        for key in path[:-1]:
            table = table[key]
        del table[path[-1]]
        assert not accepted(case, changed), path
        if isinstance(table, dict):
            table["more"] = 0
            assert not accepted(case, changed), path


def test_the_message_names_the_place_and_both_numbers() -> None:
    case = CASES[0]
    path = next((i, "fight", "attack") for i, e in enumerate(case.events) if "fight" in e)
    with pytest.raises(AssertionError, match=r"round 1, turn 4 .*fight\.attack: expected 10, logged 11"):
        recompute(rules(case.events, case.changes), put_in(case.events, path, 11))


def test_the_settings_written_out_here_are_those_of_the_definition() -> None:
    metals = {"gold": {"value": 3, "mines": 3, "crates": 9}}
    tables = DiggingDefinition.model_validate({"family": "digging", "title": "x", "metals": metals}).model_dump()
    for key, value in SETTINGS.items():
        assert json.loads(json.dumps(tables[key])) == value
    assert set(tables) - set(SETTINGS) == {
        "family", "title", "language", "languages", "players", "seats", "metals", "closers", "bandits", "hand_size",
        "characters", "print",
    }  # fmt: skip

"""From a definition and characters to the integers that the rules work on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from workbench.definition.fields import Table
from workbench.engine.randomness import SCRATCH_ROOM, name_key
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.options import forbidden_bits
from workbench.families.digging.state import (
    BANDIT,
    CLOSER,
    COUNTS,
    CRATE,
    CURSOR,
    DOUBLE,
    KINDS,
    MINE,
    MOST_CARDS,
    MOST_METALS,
    MOST_MINES,
    MOST_PLAYERS,
    PERSON,
    RANDOM,
    SEAT_TALLIES,
    TALLIES,
    TURNS_KEPT,
    USER,
    WEIGH,
    Rules,
    Seats,
)
from workbench.families.digging.state import Table as GameTable
from workbench.family import Seat

STRATEGIES = {"weigh": WEIGH, "random": RANDOM, "python": USER, "person": PERSON}


def option(table: Table, field: str) -> int:
    """The number of the option chosen for ``field``: its place among the field's options."""
    options: tuple[object, ...] = get_args(type(table).model_fields[field].annotation)
    return options.index(getattr(table, field))


class Cards:
    """The deck: kinds with their columns, and the name of every card (CONTRACT section 6)."""

    def __init__(self, d: DiggingDefinition) -> None:
        self.metals = sorted(d.metals)
        self.type: list[int] = []
        self.metal: list[int] = []
        self.value: list[int] = []
        self.first: list[int] = []
        self.copies: list[int] = []
        self.kind: list[int] = []
        self.name: list[str] = []
        for number, metal in enumerate(self.metals):
            found = d.metals[metal]
            for card_type, word, copies in (
                (MINE, "mine", found.mines),
                (CRATE, "crate", found.crates),
                (DOUBLE, "double", found.double_crates),
            ):
                names = [f"{word}:{metal}:{copy}" for copy in range(1, copies + 1)]
                self._add(card_type, number, found.value, names)
        self.closer = len(self.type)
        self._add(CLOSER, -1, 0, [f"closer:{copy}" for copy in range(1, d.closers + 1)])
        for value, copies in sorted(Counter(d.bandits).items()):
            # One bandit of a value has its value as its name; further ones are numbered from 2.
            names = [f"bandit:{value}", *(f"bandit:{value}:{copy}" for copy in range(2, copies + 1))]
            self._add(BANDIT, -1, value, names)

    def _add(self, card_type: int, metal: int, value: int, names: Sequence[str]) -> None:
        self.first.append(len(self.name))
        self.copies.append(len(names))
        self.kind.extend([len(self.type)] * len(names))
        self.name.extend(names)
        self.type.append(card_type)
        self.metal.append(metal)
        self.value.append(value)


def compile_rules(d: DiggingDefinition, cards: Cards | None = None) -> Rules:
    """The rules as integers. What a switched-off rule would need is 0, so that equal play has equal integers."""
    cards = cards or Cards(d)
    values = [d.metals[metal].value for metal in cards.metals]
    doubles = any(metal.double_crates for metal in d.metals.values())
    fights = d.fights
    return Rules(
        metals=len(cards.metals),
        kinds=len(cards.type),
        cards=len(cards.name),
        closer=cards.closer,
        stack=max(metal.crates + metal.double_crates for metal in d.metals.values()),
        teams=int(d.teams),
        hand_size=d.hand_size,
        target=d.target,
        starter=option(d.turns, "starter"),
        may_pass=option(d.turns, "passing"),
        most_turns=d.turns.most,
        all_displays=1 - option(d.displays, "opponents"),
        late_double=option(d.mines, "late_double") if doubles else 0,
        several=int(d.mines.several_of_a_metal),
        top_to_hand=option(fights, "top_crate"),
        second_bandit=int(fights.second_bandit),
        own_mine=int(fights.own_mine),
        partner_supports=int(fights.partner_supports or not d.teams),
        defenders_close=option(fights, "closed_by"),
        winners_choice=option(fights, "won_mine_to") if d.teams else 0,
        against_owner=0 if d.teams else option(fights, "alone"),
        drawer_acts=int(d.last_round.drawer_acts),
        last_pushes=int(d.last_round.pushing or not d.teams),
        tie=option(d.scoring, "tie"),
        card_in_hand=d.scoring.card_in_hand,
        most_rounds=d.rounds.most,
        metal_value=tuple(values),
        is_top=tuple(int(value == max(values)) for value in values),
        kind_type=tuple(cards.type),
        kind_metal=tuple(cards.metal),
        kind_value=tuple(cards.value),
        first_card=tuple(cards.first),
        copies=tuple(cards.copies),
        card_kind=tuple(cards.kind),
        card_key=tuple(name_key(name) for name in cards.name),
    )


def play_data(d: DiggingDefinition) -> dict[str, Any]:
    """All that changes play, as JSON data."""
    data: dict[str, Any] = compile_rules(d)._asdict()
    if not d.bandits:
        fights = ("top_to_hand", "second_bandit", "own_mine", "partner_supports", "defenders_close", "winners_choice")
        data.update(dict.fromkeys((*fights, "against_owner"), 0))
    if not d.target and d.scoring.tie != "next-round":
        data["most_rounds"] = 1
    return data


def compile_seats(seats: Sequence[Seat]) -> Seats:
    """The characters as integers."""

    def column(parameter: str) -> tuple[int, ...]:
        return tuple(int(seat.parameters.get(parameter, 0)) for seat in seats)

    special = {"players", "strategy", "user", "forbidden"}
    return Seats(
        players=len(seats),
        strategy=tuple(STRATEGIES[seat.strategy] for seat in seats),
        user=tuple(seat.function.handle if seat.function is not None else 0 for seat in seats),
        forbidden=tuple(forbidden_bits(seat.forbidden) for seat in seats),
        **{field: column(field) for field in Seats._fields if field not in special},
    )


FIXED_LENGTHS = {
    **dict.fromkeys(Seats._fields[1:], MOST_PLAYERS),
    **dict.fromkeys(("hand", "told"), MOST_PLAYERS * KINDS),
    **dict.fromkeys(("hand_cards", "answers", "strength", "round_points"), MOST_PLAYERS),
    **dict.fromkeys(("score", "side_score", "banked", "gold", "win"), MOST_PLAYERS),
    "seen": KINDS,
    "place": MOST_CARDS,
    "open_mines": MOST_PLAYERS * MOST_METALS,
    "metal_points": MOST_METALS,
    **dict.fromkeys(
        ("mine_card", "mine_metal", "mine_display", "mine_crates", "mine_doubles", "mine_closer"), MOST_MINES
    ),
    "counts": COUNTS,
    "pushed": MOST_CARDS,
    **dict.fromkeys(("played", "worth"), KINDS),
    "tally": TALLIES,
    "seat_tally": SEAT_TALLIES * MOST_PLAYERS,
    "decisions": TURNS_KEPT,
    **dict.fromkeys(("metal_value", "is_top"), MOST_METALS),
    **dict.fromkeys(("kind_type", "kind_metal", "kind_value", "first_card", "copies"), KINDS),
    **dict.fromkeys(("card_kind", "card_key"), MOST_CARDS),
}
"""Lengths of the sequences that are equally long for every definition."""


def new_table(r: Rules, trace_length: int = 0) -> GameTable:
    """The scratch of one game; ``trace_length`` integers of trace, none by default."""
    sizes = {
        **FIXED_LENGTHS,
        "keys": r.cards,
        "scratch": r.cards + SCRATCH_ROOM,
        "stacks": MOST_MINES * max(r.stack, 1),
        # Each kind into a display or onto a mine, or pushed; draw and pass.
        "actions": r.kinds * (MOST_MINES + MOST_PLAYERS + 1) + 2,
        "trace": trace_length,
    }
    table = GameTable(*([0] * sizes[field] for field in GameTable._fields))
    table.counts[CURSOR] = 0 if trace_length else -1
    return table

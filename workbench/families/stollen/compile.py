"""From a definition and characters to the integers that the rules work on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from workbench.definition.fields import Table
from workbench.engine.randomness import SCRATCH_ROOM, name_key
from workbench.families.stollen.definition import MOST_LEVELS, StollenDefinition
from workbench.families.stollen.options import forbidden_bits
from workbench.families.stollen.state import (
    CALM_STRATEGIES,
    COUNTS,
    CURSOR,
    FIND,
    FOSSIL,
    HAZARD,
    LOOT,
    MOST_KINDS,
    MOST_PLAYERS,
    NERVE,
    NEVER,
    NO_KIND,
    ODDS,
    PERSON,
    RANDOM,
    USER,
    Rules,
    Seats,
)
from workbench.families.stollen.state import Table as GameTable
from workbench.family import Seat

STRATEGIES = {
    "loot": LOOT,
    "nerve": NERVE,
    "odds": ODDS,
    "random": RANDOM,
    "never": NEVER,
    "python": USER,
    "person": PERSON,
}
NEVER_BY_LOOT = 1 << 30


def option(table: Table, field: str) -> int:
    """The number of the option chosen for ``field``: its place among the field's options."""
    options: tuple[object, ...] = get_args(type(table).model_fields[field].annotation)
    return options.index(getattr(table, field))


class Cards:
    """The card columns: a row a card, in the order level by level, finds before hazards, fossils last."""

    def __init__(self, d: StollenDefinition, kinds: Sequence[str]) -> None:
        self.type: list[int] = []
        self.value: list[int] = []
        self.copy: list[int] = []
        self.key: list[int] = []
        self.name: list[str] = []
        self.first: list[int] = []
        self.end: list[int] = []
        self.copies: list[int] = []
        self.lumps: list[int] = []
        self.kind_first: list[int] = []
        growing = d.deck.mode == "growing"
        seen: dict[str, int] = {}
        for level in d.levels_in_order:
            if not growing:
                seen = {}
            self.first.append(0 if growing else len(self.type))
            for value in sorted(level.finds):
                self._add(FIND, value, f"find:{value}", seen)
            for number, kind in enumerate(kinds):
                self.kind_first.append(len(self.type))
                for _ in range(level.hazards.get(kind, 0)):
                    self._add(HAZARD, number, f"hazard:{kind}", seen)
            self.end.append(len(self.type))
            self.lumps.append(
                sum(
                    v
                    for t, v in zip(self.type[self.first[-1] :], self.value[self.first[-1] :], strict=True)
                    if t == FIND
                )
            )
            self.copies.extend(seen.get(f"hazard:{kind}", 0) for kind in kinds)
        self.first_fossil = len(self.type)
        for _ in range(d.fossils_possible):
            self._add(FOSSIL, 0, "fossil", seen)

    def _add(self, card_type: int, value: int, name: str, seen: dict[str, int]) -> None:
        copy = seen.get(name, 0)
        seen[name] = copy + 1
        self.type.append(card_type)
        self.value.append(value)
        self.copy.append(copy)
        self.key.append(name_key(f"{name}#{copy}"))
        self.name.append(name)


def hazard_kinds(d: StollenDefinition) -> tuple[str, ...]:
    """Kinds by number; sorted, so that the order in the file changes nothing."""
    return tuple(sorted(d.hazard_kinds))


def compile_rules(d: StollenDefinition, cards: Cards | None = None) -> Rules:
    """The rules as integers. What a switched-off rule would need is 0, so that equal play has equal integers."""
    kinds = hazard_kinds(d)
    cards = cards or Cards(d, kinds)
    canary, lamp, helmet, rope = d.canary, d.tools.lamp, d.tools.helmet, d.tools.rope
    hears = canary.enabled
    lamps, helmets, ropes = (d.tool(name).uses if d.tool_in_play(name) else 0 for name in ("lamp", "helmet", "rope"))
    after_exit = d.fossils.after_collapse if d.fossils.after_exit == "as-collapse" else d.fossils.after_exit
    return Rules(
        levels=len(d.levels),
        kinds=len(kinds),
        growing=int(d.deck.mode == "growing"),
        when_empty=option(d.deck, "when_empty"),
        first_choice=int(d.step.choice_before_first_card),
        leaving_first=int(d.step.leaving_comes_first),
        last_must_leave=option(d.step, "last_player"),
        removes_hazard=option(d.collapse, "removes"),
        open_collapse=option(d.collapse, "order") if ropes else 0,
        per_card=option(d.leftovers, "split"),
        leftovers_at_end=option(d.leftovers, "at_level_end"),
        rest_lost=option(d.leftovers, "after_split"),
        fossils_per_level=d.fossils.per_level,
        fossils_at_start=d.fossils.at_start,
        single_leaver_only=option(d.fossils, "share"),
        single_takes_one=option(d.fossils, "single_leaver_takes"),
        rest_to_first=option(d.fossils, "indivisible"),
        by_carried_order=option(d.fossils, "value"),
        out_after_collapse=int(d.fossils.after_collapse == "out"),
        out_after_exit=int(after_exit == "out"),
        tie_break=option(d.scoring, "tie_break"),
        still_tied=option(d.scoring, "still_tied"),
        canary=int(hears),
        canary_kinds=canary.wakes_at_kinds if hears else 0,
        canary_once=_on(hears, canary, "speaks"),
        canary_before_choice=int(hears and canary.timing == "before-choice"),
        canary_owner=canary.owner if hears and canary.heard_by == "owner" else -1,
        canary_fatal_only=_on(hears, canary, "silent_at"),
        canary_fossil_safe=int(canary.fossil_is_safe),
        canary_first=int(canary.before_lamp == "canary-first"),
        lamps=lamps,
        lamps_per_level=_on(lamps, lamp, "per"),
        lamp_announced_at_once=int(bool(lamps) and lamp.announced == "at-once"),
        lamps_together=int(lamp.several_at_once),
        helmets=helmets,
        helmets_per_level=_on(helmets, helmet, "per"),
        helmet_automatic=int(bool(helmets) and helmet.use == "automatic"),
        helmet_odd=_on(helmets, helmet, "odd"),
        helmet_banked=int(helmet.kept_is_banked),
        helmet_with_rope=_on(helmets and ropes, helmet, "with_rope"),
        ropes=ropes,
        ropes_per_level=_on(ropes, rope, "per"),
        rope_odd=_on(ropes, rope, "odd"),
        rope_rest_to_victim=_on(ropes, rope, "several_rest"),
        rope_refusable=int(bool(ropes) and rope.may_refuse),
        rope_in_vain=int(bool(ropes) and rope.spent_in_vain),
        rope_declinable=int(rope.may_decline),
        rope_just_left=int(rope.just_left_may_throw),
        banks_open=int(d.information.banks == "open"),
        fossils_open=int(d.information.fossils == "open"),
        fossil_table=tuple(d.fossil_points(count) for count in range(d.fossils_possible + 1)),
        first_card=tuple(cards.first),
        end_card=tuple(cards.end),
        copies=tuple(cards.copies),
        card_type=tuple(cards.type),
        card_value=tuple(cards.value),
        card_kind=tuple(v if t == HAZARD else NO_KIND for t, v in zip(cards.type, cards.value, strict=True)),
        card_copy=tuple(cards.copy),
        card_key=tuple(cards.key),
        kind_first=tuple(cards.kind_first),
        lumps=tuple(cards.lumps),
        first_fossil=cards.first_fossil,
    )


def _on(enabled: object, table: Table, field: str) -> int:
    return option(table, field) if enabled else 0


# Fields that mean nothing while the rule they belong to is off.
_ONLY_WITH = {
    "canary": ("canary_fossil_safe", "canary_first"),
    "lamps": ("lamps_together", "canary_first"),
    "helmets": ("helmet_banked",),
    "ropes": ("rope_declinable", "rope_just_left"),
}


def play_data(d: StollenDefinition) -> dict[str, Any]:
    """All that changes play, as JSON data."""
    data: dict[str, Any] = compile_rules(d)._asdict()
    for derived in ("card_kind", "kind_first", "lumps"):
        del data[derived]
    for owner, fields in _ONLY_WITH.items():
        if not data[owner]:
            data.update(dict.fromkeys(fields, 0))
    if not d.fossils_possible:
        for field in ("single_leaver_only", "single_takes_one", "rest_to_first", "by_carried_order"):
            data[field] = 0
        data["out_after_collapse"] = data["out_after_exit"] = 0
    return data


def compile_seats(seats: Sequence[Seat]) -> Seats:
    """The characters as integers."""

    def column(parameter: str, default: int = 0) -> tuple[int, ...]:
        return tuple(int(seat.parameters.get(parameter, default)) for seat in seats)

    return Seats(
        players=len(seats),
        calm=int(all(STRATEGIES[seat.strategy] in CALM_STRATEGIES and not seat.forbidden for seat in seats)),
        strategy=tuple(STRATEGIES[seat.strategy] for seat in seats),
        # The mood of those who weigh odds is the weight of a loss, of the others the loot at which they leave.
        leave_at=tuple(int(seat.parameters.get("risk_percent", seat.parameters.get("leave_at", 0))) for seat in seats),
        spread=column("spread"),
        leave_at_kinds=column("leave_at_kinds", 99),
        leave_at_silence=column("leave_at_silence"),
        lone_percent=column("lone_percent"),
        behind_percent=column("behind_percent", 100),
        counts_fossils=column("counts_fossils"),
        uses_lamp=column("uses_lamp"),
        lamp_at=column("lamp_at"),
        hears_canary=column("hears_canary"),
        helmet_at=column("helmet_at", 1),
        rope_at=column("rope_at", 1),
        refuses_rope=column("refuses_rope"),
        leave_percent=column("leave_percent"),
        lamp_percent=column("lamp_percent"),
        helmet_percent=column("helmet_percent"),
        rope_percent=column("rope_percent"),
        refuse_percent=column("refuse_percent"),
        user=tuple(seat.function.handle if seat.function is not None else 0 for seat in seats),
        forbidden=tuple(forbidden_bits(seat.forbidden) for seat in seats),
    )


_SLOTS = MOST_LEVELS * MOST_PLAYERS
FIXED_LENGTHS = {
    **dict.fromkeys(GameTable._fields, MOST_PLAYERS),
    **dict.fromkeys(Seats._fields[2:], MOST_PLAYERS),
    **dict.fromkeys(("seen", "removed"), MOST_KINDS + 1),
    "counts": COUNTS,
    "tool_uses": 4 * MOST_PLAYERS,
    "tool_worth": 5 * MOST_PLAYERS,
    **dict.fromkeys(("level_steps", "level_reason"), MOST_LEVELS),
    "first_step": MOST_LEVELS + 1,
    "first_word": MOST_LEVELS,
    **dict.fromkeys(("choices", "exits", "tool_marks", "standing", "took", "brought"), _SLOTS),
}
"""Lengths of the sequences that are equally long for every definition."""
for _field in ("keys", "scratch", "rests", "bags", "nexts", "looks", "trace"):
    del FIXED_LENGTHS[_field]


def new_table(r: Rules, trace_length: int = 0) -> GameTable:
    """The scratch of one game; ``trace_length`` integers of trace, none by default."""

    def zeros(length: int) -> list[int]:
        return [0] * length

    cards = len(r.card_type)
    fossils = cards - r.first_fossil
    decks = sum(end - first + fossils for first, end in zip(r.first_card, r.end_card, strict=True))
    sizes = {
        **FIXED_LENGTHS,
        "keys": cards,
        "scratch": cards + SCRATCH_ROOM,
        # Carried leftovers add to those of later levels; every find turned leaves at most one rest.
        "rests": 2 * cards * r.levels + 1,
        # A choice before each card, perhaps before the first too; a deck is dealt again at most once.
        **dict.fromkeys(("bags", "nexts"), 2 * decks + r.levels),
        "looks": MOST_PLAYERS * (2 * decks + r.levels) if r.lamps else 1,
        "trace": trace_length,
    }
    table = GameTable(*(zeros(sizes[field]) for field in GameTable._fields))
    table.counts[CURSOR] = 0 if trace_length else -1
    return table

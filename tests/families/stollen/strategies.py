"""Random definitions of the game for property tests: every switch set by chance, small decks."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from workbench.definition.load import load
from workbench.definition.merge import Merged
from workbench.definition.source import Layer, read_layer
from workbench.families.stollen.definition import StollenDefinition
from workbench.family import Seat, families

VARIANTS = Path(__file__).parents[3] / "variants"
BASE = "stollen/diese-partie"
KINDS = ("gas", "water", "rockfall", "fire")
SHIPPED = ("angsthase", "draufgaenger", "rechnerin", "zufall", "nie")

small = st.integers(0, 12)
percent = st.integers(0, 100)
yes_or_no = st.booleans()
loot_or_nerve = {
    "uses_lamp": yes_or_no,
    "lamp_at": small,
    "hears_canary": yes_or_no,
    "helmet_at": small,
    "rope_at": small,
    "refuses_rope": yes_or_no,
}


Tables = st.SearchStrategy[dict[str, Any]]


def table(required: dict[str, Any], optional: dict[str, Any] | None = None) -> Tables:
    return st.fixed_dictionaries(required, optional=optional or {})


def one_of(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


characters = st.one_of(
    table({"strategy": st.just("loot"), "leave_at": small}, loot_or_nerve),
    table(
        {"strategy": st.just("nerve"), "leave_at": small},
        {
            **loot_or_nerve,
            "spread": st.integers(0, 4),
            "leave_at_kinds": st.integers(0, 5),
            "leave_at_silence": small,
        },
    ),
    table(
        {"strategy": st.just("odds")},
        {**loot_or_nerve, "risk_percent": st.integers(0, 300), "counts_fossils": yes_or_no},
    ),
    table(
        {"strategy": st.just("random")},
        {f"{what}_percent": percent for what in ("leave", "lamp", "helmet", "rope", "refuse")},
    ),
    table({"strategy": st.just("never")}, {"helmet_at": small}),
)


@st.composite
def levels(draw: st.DrawFn, growing: bool) -> dict[str, Any]:
    """1 to 4 levels of 0 to 8 finds and 0 to 4 kinds of hazards of 0 to 4 copies; no deck starts empty."""
    value = st.integers(0, 30)
    decks = {}
    for number in range(1, draw(st.integers(1, 4)) + 1):
        finds = draw(st.lists(value, max_size=8))
        hazards = draw(st.dictionaries(st.sampled_from(KINDS), st.integers(0, 4), max_size=4))
        if not finds and not any(hazards.values()) and (number == 1 or not growing):
            finds = [draw(value)]
        decks[str(number)] = {"finds": finds, "hazards": hazards}
    return decks


def tool(extra: dict[str, Any]) -> Tables:
    return table(
        {
            "enabled": one_of(True, True, True, False),
            "uses": st.integers(0, 3),
            "per": one_of("game", "level"),
            **extra,
        }
    )


def tools() -> Tables:
    helmet = tool(
        {
            "use": one_of("automatic", "choice"),
            "odd": one_of("floor", "ceil", "exact"),
            "kept_is_banked": yes_or_no,
            "with_rope": one_of("helmet-first", "both", "victim-chooses"),
        }
    ).filter(lambda t: t["kept_is_banked"] or t["odd"] != "exact")
    return table(
        {
            "lamp": tool(
                {
                    "announced": one_of("at-once", "with-choices"),
                    "after_own_choice": yes_or_no,
                    "several_at_once": yes_or_no,
                    "at_the_table": one_of("others-first", "eyes-closed"),
                }
            ),
            "helmet": helmet,
            "rope": tool(
                {
                    "odd": one_of("victim", "thrower", "lost"),
                    "several_rest": one_of("lost", "victim"),
                    "may_refuse": yes_or_no,
                    "spent_in_vain": yes_or_no,
                    "may_decline": yes_or_no,
                    "just_left_may_throw": yes_or_no,
                }
            ),
        }
    )


@st.composite
def fossils(draw: st.DrawFn, number_of_levels: int) -> dict[str, Any]:
    """Rising tables of points; where a table must suffice it is long enough for every fossil of the game."""
    per_level, at_start = draw(st.integers(0, 2)), draw(st.integers(0, 4))
    beyond = draw(one_of("impossible", "extrapolate"))
    shortest = max(1, at_start + per_level * number_of_levels) if beyond == "impossible" else 1
    points = st.lists(st.integers(0, 99), min_size=shortest, max_size=max(shortest, 6)).map(sorted)
    return {
        "per_level": per_level,
        "at_start": at_start,
        "collection": draw(yes_or_no),
        "points": draw(points),
        "points_plain": draw(points),
        "share": draw(one_of("equal", "single-leaver")),
        "single_leaver_takes": draw(one_of("all", "last-turned")),
        "after_collapse": draw(one_of("back", "out")),
        "after_exit": draw(one_of("as-collapse", "back", "out")),
        "indivisible": draw(one_of("stay", "first-leaver")),
        "value": draw(one_of("own-count", "carried-order")),
        "beyond_table": beyond,
    }


@st.composite
def definitions(draw: st.DrawFn) -> dict[str, Any]:
    """A valid definition as what it changes in ``stollen/diese-partie``: the tables of a variant file.

    ``extends`` and ``omit`` are among them, so it may be written to a file as it stands; :func:`full` lays it
    over its parent.
    """
    own = draw(st.lists(characters, max_size=2))
    custom = {f"eigen{number}": character for number, character in enumerate(own, start=1)}
    seats = draw(st.lists(st.sampled_from([*SHIPPED, *custom]), min_size=1, max_size=6))
    growing = draw(yes_or_no)
    decks = draw(levels(growing))
    return {
        "family": "stollen",
        "extends": BASE,
        "omit": ["levels"],
        "title": "Zufall",
        "players": {"min": draw(st.integers(1, len(seats))), "max": draw(st.integers(len(seats), 8))},
        "seats": seats,
        "levels": decks,
        "deck": {
            "mode": "growing" if growing else "per-level",
            "when_empty": draw(one_of("leave", "reshuffle", "bank")),
        },
        "step": {
            "choice_before_first_card": draw(yes_or_no),
            "leaving_comes_first": draw(yes_or_no),
            "last_player": draw(one_of("may-go-on", "must-leave")),
        },
        "collapse": {
            "removes": draw(one_of("none", "one-of-that-kind")),
            "order": draw(one_of("simultaneous", "clockwise")),
        },
        "leftovers": {
            "split": draw(one_of("pooled", "per-card")),
            "at_level_end": draw(one_of("lost", "carried", "last-leaver")),
            "after_split": draw(one_of("stay", "lost")),
            "settled": draw(one_of("leftovers-first", "fossils-first")),
        },
        "fossils": draw(fossils(len(decks))),
        "scoring": {
            "tie_break": draw(one_of("fossils", "fossil-points", "none")),
            "still_tied": draw(one_of("shared", "last-level", "earliest-leaver")),
        },
        "canary": {
            "enabled": draw(one_of(True, True, True, False)),
            "wakes_at_kinds": draw(st.integers(0, 4)),
            "speaks": draw(one_of("every-card", "next-card")),
            "timing": draw(one_of("before-choice", "after-choice")),
            "heard_by": draw(one_of("all", "owner")),
            "owner": draw(st.integers(0, len(seats) - 1)),
            "silent_at": draw(one_of("any-hazard", "fatal-hazard")),
            "fossil_is_safe": draw(yes_or_no),
            "before_lamp": draw(one_of("canary-first", "lamp-first")),
            "at_the_table": draw(one_of("sleeve", "player-outside", "app")),
        },
        "tools": draw(tools()),
        "information": {
            "banks": draw(one_of("open", "hidden")),
            "fossils": draw(one_of("open", "hidden")),
        },
        **({"characters": custom} if custom else {}),
        "print": {"card_backs": draw(one_of("alike", "per-level"))},
    }


def full(override: dict[str, Any]) -> dict[str, Any]:
    """``override`` laid over its parents, without ``extends`` and ``omit``."""
    below: dict[str, Any] = {}
    if "extends" in override:
        path = VARIANTS / f"{override['extends']}.toml"
        below = full(tomllib.loads(path.read_text(encoding="utf-8")))
    for key in override.get("omit", ()):
        *names, last = key.split(".")
        inner = below
        for name in names:
            inner = inner[name]
        del inner[last]
    return merged(below, {key: value for key, value in override.items() if key not in ("extends", "omit")})


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Tables merge key by key, anything else replaces."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def resolved(overrides: dict[str, Any]) -> tuple[StollenDefinition, list[Seat]]:
    """The definition of one of these, with the characters on its seats."""
    layers = Merged()
    layers.add(read_layer(families()["stollen"].characters_file))
    for layer in load(overrides["extends"]).merged.layers[1:]:
        layers.add(layer)
    layers.add(Layer("random", overrides))
    definition = StollenDefinition.model_validate(layers.data)
    seats = []
    for name in definition.seats:
        parameters = definition.characters[name].model_dump()
        seats.append(Seat(name, parameters.pop("strategy"), parameters))
    return definition, seats

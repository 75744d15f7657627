"""From a definition to the words and numbers of its printed sheets.

The only place that turns a digging definition into what its templates print. Sentences stand in the templates, which
get the switches; what the examples are worth is said by the functions of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.families.digging.compile import Cards, compile_rules, new_table
from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.facts import facts, metal_facts
from workbench.families.digging.mines import add_crate, worth_of, worth_without_top
from workbench.families.digging.pieces import aids_context, cards_context, pad_rows, pads_context, sides_on_pad

Card = dict[str, Any]


def worth(d: DiggingDefinition, metal: str, crates: Sequence[str]) -> tuple[int, int]:
    """Points of a closed mine with ``crates`` (each "crate" or "double", the lowest first; D23), and what would be
    left of them if it were closed in a fight (D18)."""
    cards = Cards(d)
    rules = compile_rules(d, cards)
    table = new_table(rules)
    table.mine_metal[0] = cards.metals.index(metal)
    for number, kind in enumerate(crates):
        copy = 1 + crates[:number].count(kind)
        add_crate(rules, table, 0, cards.name.index(f"{kind}:{metal}:{copy}"))
    return worth_of(rules, table, 0), worth_without_top(rules, table, 0)


def stack(d: DiggingDefinition, metal: dict[str, Any], crates: Sequence[str]) -> dict[str, Any]:
    """A mine as it is drawn: its cards from the mine to the closer, and its worth."""
    value, left = worth(d, metal["id"], crates)
    count = len(crates)
    return {
        "metal": metal,
        "cards": [{"kind": kind, "metal": metal} for kind in ("mine", *crates)],
        "crates": count,
        "double": "double" in crates,
        "low": crates[:1] == ["double"],
        "doubled": value > metal["value"] * count,
        "value": value,
        "left": left,
    }


def scoring_examples(d: DiggingDefinition, language: str) -> list[dict[str, Any]]:
    """Closed mines to draw (D-E1, D-E2, D-E4): plain crates; a double one at the bottom; a double one further up."""
    metals = [metal for metal in metal_facts(d, language) if metal["mines"] and metal["value"]]
    plain = [metal for metal in metals if metal["crates"] > 1]
    double = [metal for metal in metals if metal["double_crates"] and metal["crates"]]
    found = []
    if plain:
        metal = plain[len(plain) // 2]
        found.append(stack(d, metal, ["crate"] * min(3, metal["crates"])))
    if double:
        metal = double[0]
        found.append(stack(d, metal, ["double", *["crate"] * min(3, metal["crates"])]))
        if d.mines.late_double != "forbidden":
            found.append(stack(d, metal, ["crate", "double"]))
    return found


def mine_states(d: DiggingDefinition, language: str) -> list[dict[str, Any]]:
    """Three mines to draw: an empty one, one with crates, and one with crates that is closed."""
    metals = [metal for metal in metal_facts(d, language) if metal["mines"] and metal["crates"] > 1]
    crates: list[list[str]] = [[], ["crate"] * 2, ["crate"] * 2]
    return [stack(d, metals[place % len(metals)], kinds) for place, kinds in enumerate(crates) if metals]


def fight_example(d: DiggingDefinition, language: str) -> dict[str, Any] | None:
    """A fight to draw (D-E5): players A to D, clockwise; A attacks a mine of B. None where there are too few bandits.

    Added up, the attack is as strong as the defence where the bandits allow it: the rule that people ask about.
    """
    values = sorted(set(d.bandits))
    mines = scoring_examples(d, language)
    if len(values) < 2 or not mines or (d.displays.opponents == "everything" and not d.bandits):
        return None
    found: dict[str, Any] = {"mine": mines[0], "closing": mines[1] if len(mines) > 1 else mines[0]}
    added_up = d.teams or d.fights.alone == "all-against-owner"
    helped = added_up and d.players.max > 2 and (d.fights.partner_supports or not d.teams)
    if not added_up and len(values) > 2 and d.players.max > 2:
        low, middle, high = values[len(values) // 3], values[len(values) // 2], values[-len(values) // 4]
        return found | {"kind": "highest", "played": [("A", low), ("B", middle), ("C", high)], "taker": "C"}
    ties = [(high + low, low, high) for low in values for high in values if low < high and high + low in values]
    if helped and ties:
        # Of the strong defences but the best ones.
        defence = max((tie[0] for tie in ties if tie[0] <= values[-3]), default=ties[0][0])
        fitting = [tie for tie in ties if tie[0] == defence]
        _, low, high = fitting[len(fitting) // 2]
        return found | {"kind": "added", "attack": [high, low], "defence": defence, "sum": high + low, "won": False}
    high, low = values[-1], values[-2]
    return found | {"kind": "single", "attack": [high], "defence": low, "sum": high, "won": True}


def bandit_words(d: DiggingDefinition, words: dict[str, str]) -> str:
    """The values of the bandits."""
    values = sorted(d.bandits)
    if len(values) > 2 and values == list(range(values[0], values[-1] + 1)):
        return words["bandits_range"].format(low=values[0], high=values[-1])
    return words["bandits_list"].format(list=words["list_comma"].join(map(str, values)))


def listed(names: Sequence[str], words: dict[str, str]) -> str:
    """Names in a row, as the language joins them: "gold, silver and copper"."""
    if len(names) < 2:
        return "".join(names)
    return words["list_last"].format(rest=words["list_comma"].join(names[:-1]), last=names[-1])


def rules_context(d: DiggingDefinition, language: str) -> dict[str, Any]:
    """Everything that the rules sheet prints."""
    found = facts(d, language)
    words = found["w"]
    metals = found["metals"]
    best = [metal["name"] for metal in metals if metal["value"] == metals[0]["value"]]
    return found | {
        "metal_list": listed([metal["name"] for metal in metals], words),
        "best_metals": listed(best, words),
        "bandit_words": bandit_words(d, words),
        "rest": [
            {"players": count, "cards": d.cards - count * d.hand_size}
            for count in range(d.players.min, d.players.max + 1)
            if not d.teams or (count % 2 == 0 and count >= 4)
        ],
        "turns_end": d.teams or d.turns.passing == "allowed" or d.turns.most < 2 * d.cards,
        "equal_bandits": len(set(d.bandits)) < len(d.bandits),
        "states": mine_states(d, language),
        "examples": scoring_examples(d, language),
        "fight": fight_example(d, language),
        "sides": sides_on_pad(d, words),
        "pad_rows": pad_rows(d, words, metals),
    }


__all__ = ["aids_context", "cards_context", "pads_context", "rules_context"]

"""What all printed sheets share: names, looks, counts and switches of a definition, as the templates use them."""

from __future__ import annotations

import functools
from typing import Any

from workbench.families.digging.definition import DiggingDefinition
from workbench.families.digging.vocabulary import cardinal, metal_look, metal_words, vocabulary


def metal_facts(d: DiggingDefinition, language: str) -> list[dict[str, Any]]:
    """The metals by falling value: words, look and numbers of cards of each."""
    return [
        {
            "id": name,
            **metal_words(d, name, language),
            "label": headed(metal_words(d, name, language)["name"]),
            **metal_look(d, name),
            "icon_for": name,
            **d.metals[name].model_dump(exclude={"title"}),
        }
        for name in d.metal_names
    ]


def headed(name: str) -> str:
    """A name as it stands by itself."""
    return name[:1].upper() + name[1:]


def longer(d: DiggingDefinition) -> bool:
    """Whether a game can have more than one round (DO23, DO24)."""
    return d.rounds.most > 1 and (d.target > 0 or d.scoring.tie == "next-round")


def facts(d: DiggingDefinition, language: str) -> dict[str, Any]:
    """What every sheet needs."""
    metals = metal_facts(d, language)
    doubles = sum(metal["double_crates"] for metal in metals)
    crates = doubles + sum(metal["crates"] for metal in metals)
    return {
        "d": d.model_dump(),
        "w": vocabulary(language)["sheets"],
        "players": {"min": d.players.min, "max": d.players.max},
        "metals": metals,
        "card_count": d.cards,
        "has_doubles": doubles > 0,
        "has_bandits": len(d.bandits) > 0,
        "fights": len(d.bandits) > 0 and crates > 0,
        "several_rounds": longer(d),
        "everything": d.displays.opponents == "everything",
        "number": functools.partial(cardinal, language=language),
    }

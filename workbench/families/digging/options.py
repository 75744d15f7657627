"""What a player can be forbidden in restricted play: pushing, attacking, and its answers in a fight."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.families.digging import state
from workbench.families.digging.definition import DiggingDefinition

OPTIONS = {
    "push": state.BAN_PUSH,
    "attack": state.BAN_ATTACK,
    "fight": state.BAN_FIGHT,
    "rescue": state.BAN_RESCUE,
    "spoil": state.BAN_SPOIL,
}
"""The bit of each option. ``fight`` is to answer an attack with a bandit, ``rescue`` to answer one with a closer,
``spoil`` to close an opponent's mine in a turn."""


def forbidden_bits(options: Iterable[str]) -> int:
    """The bits of these options together."""
    return sum(OPTIONS[option] for option in set(options))


def options_of(d: DiggingDefinition) -> list[str]:
    """The options that a player has by this definition, in the order of :data:`OPTIONS`."""
    has = {
        "push": d.teams,
        "attack": bool(d.bandits),
        "fight": bool(d.bandits),
        "rescue": bool(d.bandits and d.closers),
        "spoil": bool(d.closers),
    }
    return [option for option in OPTIONS if has[option]]

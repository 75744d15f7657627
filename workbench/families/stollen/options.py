"""What a player can be forbidden in restricted play: its tools, the canary's word, and either side of the choice."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.families.stollen import state
from workbench.families.stollen.definition import StollenDefinition

OPTIONS = {
    "lamp": state.BAN_LAMP,
    "helmet": state.BAN_HELMET,
    "rope": state.BAN_ROPE,
    "roped": state.BAN_ROPED,
    "canary": state.BAN_CANARY,
    "silence": state.BAN_DEEPER_AT_SILENCE,
    "deeper": state.BAN_DEEPER,
    "leave": state.BAN_LEAVING,
}
"""The bit of each option. A forbidden tool is taken away; a forbidden canary is not heard; who must not be roped
refuses every rope; ``silence`` is to go deeper at a choice before which the canary fell silent."""


def forbidden_bits(options: Iterable[str]) -> int:
    """The bits of these options together."""
    return sum(OPTIONS[option] for option in set(options))


def options_of(d: StollenDefinition) -> list[str]:
    """The options that a player has by this definition, in the order of :data:`OPTIONS`."""
    hears = d.canary.enabled and d.canary.timing == "before-choice"
    has = {
        "lamp": d.tool_in_play("lamp"),
        "helmet": d.tool_in_play("helmet"),
        "rope": d.tool_in_play("rope"),
        "roped": d.tool_in_play("rope") and d.tools.rope.may_refuse,
        "canary": hears,
        "silence": hears,
    }
    return [option for option in OPTIONS if has.get(option, True)]

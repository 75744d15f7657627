"""From a definition to the words and numbers of its printed sheets."""

from __future__ import annotations

from workbench.families.digging.pieces import aids_context, cards_context, pads_context

__all__ = ["aids_context", "cards_context", "pads_context"]

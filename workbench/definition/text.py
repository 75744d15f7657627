"""Values as TOML on one line."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.errors import dotted


def inline(value: object) -> str:
    """``value`` as TOML on one line."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{dotted((key,))} = {inline(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(inline(item) for item in value)}]"
    import tomli_w

    return tomli_w.dumps({"value": value}).removeprefix("value = ").rstrip("\n")

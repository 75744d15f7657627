"""From a variant's name to a checked definition: find, merge, validate, fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from workbench.colours import LEAST_CONTRAST, contrast, hex_colour
from workbench.definition.assets import Asset, assets_of, content_mark
from workbench.definition.find import chain_of, check_one_family, find_variant
from workbench.definition.look import TEXT_ON_PAPER, Colours
from workbench.definition.merge import Merged, Path
from workbench.definition.model import DefinitionBase, PrintBase
from workbench.definition.recover import certain_findings
from workbench.definition.source import Layer, read_layer
from workbench.definition.validate import build, default_at, in_order, located
from workbench.errors import DefinitionError, Problem, in_quotes, nearest
from workbench.family import Family, Seat, families, family_of


@dataclass(frozen=True)
class Fingerprint:
    """Two marks of a definition, 8 hex digits each: what changes play, and what changes the printed matter."""

    rules: str
    print: str

    def to_dict(self) -> dict[str, str]:
        """The fingerprints as CONTRACT-shaped JSON."""
        return {"rules": self.rules, "print": self.print}


@dataclass(frozen=True)
class Loaded:
    """A valid definition with its family, its name in results, its origins and its warnings."""

    variant: str
    family: Family
    definition: Any
    merged: Merged = field(repr=False)
    warnings: Sequence[Problem] = ()
    assets: Sequence[Asset] = ()
    """The designer's own files that its ``[print]`` names."""

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """The two fingerprints of the definition."""
        printed = self.definition.model_dump(mode="json", exclude={"characters", "seats", "language", "languages"})
        if self.assets:
            printed["assets"] = content_mark(list(self.assets))
        return Fingerprint(_mark(self.family.play_data(self.definition)), _mark(printed))

    @property
    def parent(self) -> str | None:
        """The variant that this one extends: its id, or its path."""
        files = [layer for layer in self.merged.layers if layer.path is not None]
        return files[-2].name if len(files) > 2 else None

    def seats(
        self, names: Sequence[str] = (), own: Mapping[str, Seat] | None = None, most: int | None = None
    ) -> list[Seat]:
        """The characters at the table: ``names``, else the definition's seats. Unknown ones are an error.

        ``own`` are further characters, by the id that ``names`` may use; ``most`` takes the place of the variant's own
        limit of players.
        """
        own = own or {}
        chosen = list(names) or list(self.definition.seats)
        problems = [
            Problem(problem, key=f"seats.{number}", code="unknown-character", hint=hint)
            for number, name in enumerate(chosen, start=1)
            for problem, hint in ([] if name in own else _unknown_character(name, list(self.definition.characters)))
        ]
        most = self.definition.players.max if most is None else most
        if len(chosen) > most:
            problems.append(
                Problem(
                    f"{len(chosen)} seats are more than the {most} players that {self.variant} allows",
                    key="seats",
                    code="too-many-seats",
                    hint="players.max says how many; the engine plays up to 8",
                )
            )
        if problems:
            raise DefinitionError(problems)
        mine = self.characters()
        return [own[name] if name in own else mine[name] for name in chosen]

    def characters(self) -> dict[str, Seat]:
        """The characters of the definition, ready to be seated."""
        return {name: _seat(name, character) for name, character in self.definition.characters.items()}


def _seat(name: str, character: Any) -> Seat:
    parameters = character.model_dump()
    return Seat(name, parameters.pop("strategy"), parameters)


def _mark(data: object) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:8]


def _unknown_character(name: str, known: Sequence[str]) -> list[tuple[str, str]]:
    if name in known:
        return []
    choices = "known: " + ", ".join(known) if known else "no character is defined"
    if name == "me":
        return [("the seat me is for a person at the table", choices)]
    guess = nearest(name, known)
    return [(f"unknown character {in_quotes(name)}", f"did you mean {guess}?" if guess else choices)]


def merge(variant: str, settings: Sequence[str] = ()) -> tuple[Family, str, Merged]:
    """The family, the name in results and the merged tables of a variant; shape and meaning not yet checked."""
    layers = chain_of(variant)
    family = _known_family(check_one_family(layers), layers)

    def default(path: Path) -> object:
        return default_at(family.model, merged.data, path)

    merged = Merged(default=default)
    merged.add(read_layer(family.characters_file))
    for layer in layers:
        merged.add(layer)
    for setting in settings:
        merged.set(setting)
    return family, find_variant(variant)[1], merged


def _known_family(name: str, layers: Sequence[Layer]) -> Family:
    if name in families():
        return families()[name]
    from workbench.definition.locate import place

    layer = next(layer for layer in layers if "family" in layer.data)
    guess = nearest(name, families())
    hint = f"did you mean {guess}?" if guess else "known: " + ", ".join(families())
    line, column = place(layer, ("family",))
    message = f"unknown family {in_quotes(name)}"
    raise DefinitionError([Problem(message, layer.label, line, column, "family", code="unknown-family", hint=hint)])


def examine(variant: str, settings: Sequence[str] = ()) -> tuple[Loaded | None, list[Problem]]:
    """The definition if it is usable, and every problem found, warnings included."""
    try:
        family, name, merged = merge(variant, settings)
    except DefinitionError as error:
        return None, list(error.problems)
    shape = build(family.model, merged)
    problems = [*merged.problems, *shape.problems, *_characters(merged, shape.definition)]
    # Problems of meaning are shown in the same run, as far as the sound values allow.
    problems += [
        located(merged, finding.path, finding.message, severity=finding.severity, code=finding.code, hint=finding.hint)
        for finding in certain_findings(family, shape)
    ]
    assets, wrong = assets_of(merged)
    problems += [*wrong, *(_pale(merged, shape.definition) if shape.definition is not None else ())]
    problems = in_order(problems, merged)
    if shape.definition is None or any(problem.severity == "error" for problem in problems):
        return None, problems
    return Loaded(name, family, shape.definition, merged, tuple(problems), tuple(assets)), problems


def _pale(merged: Merged, definition: DefinitionBase) -> list[Problem]:
    """Warnings of colours that a definition changes and that cannot be told well from the paper."""
    printed: PrintBase | None = getattr(definition, "print", None)
    if printed is None or printed.colours == Colours():
        return []
    colours = printed.colours
    paper = hex_colour(colours.paper)
    found = []
    for name in TEXT_ON_PAPER:
        ratio = contrast(hex_colour(getattr(colours, name)), paper)
        usual = contrast(hex_colour(getattr(Colours(), name)), hex_colour(Colours().paper))
        # The colours that come with the workbench are used large where they are paler.
        if ratio < min(LEAST_CONTRAST, usual):
            message = f"{getattr(colours, name)} on {colours.paper} has a contrast of {ratio:.1f}: hard to read"
            hint = f"{LEAST_CONTRAST:g} or more is readable"
            key = ("print", "colours", name)
            found.append(located(merged, key, message, severity="warning", code="contrast", hint=hint))
    return found


def _characters(merged: Merged, definition: DefinitionBase | None) -> list[Problem]:
    """The seats whose character is not defined, soundly or not."""
    defined = merged.data.get("characters", {})
    seats = merged.data.get("seats", definition.seats if definition else ())
    if not isinstance(defined, dict) or not isinstance(seats, list | tuple):
        return []
    return [
        located(merged, ("seats", number), message, code="unknown-character", hint=hint)
        for number, seat in enumerate(seats)
        if isinstance(seat, str) and seat
        for message, hint in _unknown_character(seat, list(defined))
    ]


def load(variant: str, settings: Sequence[str] = ()) -> Loaded:
    """A variant by id or path, with ``KEY=VALUE`` settings laid on top.

    Raises :class:`DefinitionError` with every problem; warnings come with the result.
    """
    loaded, problems = examine(variant, settings)
    if loaded is None:
        raise DefinitionError(problems)
    return loaded


__all__ = ["Fingerprint", "Loaded", "examine", "family_of", "load", "merge"]

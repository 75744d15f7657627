"""From results to one HTML file that stands alone."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import workbench
from workbench.report import arms, commands, tables
from workbench.report.alone import alone
from workbench.report.changes import changes, spelt
from workbench.report.exact import exact
from workbench.report.plots import plots
from workbench.report.story import answers
from workbench.report.svg import COLOURS
from workbench.report.words import Words
from workbench.resources import templates_folder

if TYPE_CHECKING:
    import jinja2

    from workbench.definition.load import Loaded
    from workbench.tasks.compare import CompareResult
    from workbench.tasks.simulate import SimulateResult

TEMPLATE = "report.html.j2"


def render_report(
    *,
    loaded: Loaded,
    simulate: SimulateResult,
    compare: CompareResult | None,
    analyse: dict[str, Any] | None,
    language: str = "en",
) -> str:
    """One self-contained HTML page about ``loaded``.

    ``simulate`` is what a simulation of ``loaded`` found, ``compare`` sets it against others (it may be the baseline
    or one of the variants), ``analyse`` are its exact figures. The same inputs give the same bytes.
    """
    words = Words(language, _own_words(loaded, language))
    context = _context(loaded, simulate, compare, analyse, words)
    return _environment().get_template(TEMPLATE).render(context)


@cache
def _environment() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder() / "shared"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _own_words(loaded: Loaded, language: str) -> dict[str, Any]:
    """A family may bring its own words for its metrics: the table ``report`` of a language in its words.toml."""
    path = loaded.family.folder / "words.toml"
    if not path.is_file():
        return {}
    found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")).get(language, {}).get("report", {})
    return found


def _context(
    loaded: Loaded,
    simulate: SimulateResult,
    compare: CompareResult | None,
    analyse: dict[str, Any] | None,
    words: Words,
) -> dict[str, Any]:
    sides = arms.arms_of(simulate, compare, words)
    rotated = arms.is_rotated(simulate)
    players = arms.players_of(simulate, words)
    lead, lonely = alone(simulate, words) if compare is None else ([], [])
    step = getattr(loaded.definition, "step", None)
    is_baseline = compare is not None and compare.result is simulate
    baseline = compare.loaded if compare is not None and not is_baseline else None
    drawn = plots(simulate, compare, words, bool(getattr(step, "choice_before_first_card", False)))
    return {
        "w": words,
        "family": loaded.family.id,
        "language": words.language,
        "title": loaded.definition.title_in(words.language),
        "head": _head(loaded, simulate, compare, words),
        "version": workbench.__version__,
        "colours": {player.name: COLOURS[at % len(COLOURS)] for at, player in enumerate(players)},
        "compared": compare is not None,
        "several": compare is not None and len(compare.variants) > 1,
        "baseline": compare.baseline if compare is not None else "",
        "answers": answers(compare, words) if compare is not None else [],
        "lead": lead,
        "lonely": lonely,
        "standings": tables.standings(sides, words),
        "seat_standings": tables.seat_standings(sides, words) if rotated else [],
        "verdicts": [
            (side, tables.verdicts(compare, side.compared, words), tables.exploratory(compare, side.compared, words))
            for side in sides
            if compare is not None and side.compared is not None
        ],
        "margin": words.trimmed(compare.margin) if compare is not None else "",
        "figures": tables.figures(simulate, words),
        "details": tables.details(simulate, words),
        "players": [player.name for player in players],
        "by_player": tables.by_player(simulate, words),
        "sections": [
            name
            for name, there in (
                ("answer", True),
                ("results", True),
                ("plots", bool(drawn)),
                ("exact", analyse is not None),
                ("definition", True),
            )
            if there
        ],
        "plots": drawn,
        "exact": exact(analyse, loaded, simulate, baseline, words) if analyse is not None else None,
        "differences": [
            (side.variant, changes(compare.loaded, side.compared.loaded))
            for side in sides
            if compare is not None and side.compared is not None
        ],
        "seats": [
            (seat.character, seat.strategy, ", ".join(f"{k} = {spelt(v)}" for k, v in sorted(seat.parameters.items())))
            for seat in simulate.seats
        ],
        "warnings": [str(problem) for problem in loaded.warnings],
        "commands": _commands(loaded, simulate, compare),
        "fresh": commands.compare_command(compare, compare.seed + 1) if compare is not None else "",
    }


def _head(
    loaded: Loaded, simulate: SimulateResult, compare: CompareResult | None, words: Words
) -> list[tuple[str, str, bool]]:
    """The facts at the top: name, value, whether the value is code."""
    games = words.whole(simulate.games)
    facts = [("variant", loaded.variant, True)]
    is_variant = compare is not None and compare.result is not simulate
    if compare is not None and is_variant and compare.baseline == loaded.parent:
        facts.append(("baseline_parent", compare.baseline, True))
    else:
        facts.append(("parent", loaded.parent or words("head.no_parent"), loaded.parent is not None))
        if compare is not None and is_variant:
            facts.append(("baseline", compare.baseline, True))
        elif compare is not None:
            facts.append(("variants", words("lists.comma").join(arm.variant for arm in compare.variants), True))
    settings = arms.settings_of(loaded)
    if settings:
        facts.append(("settings", "  ".join(settings), True))
    facts += [
        ("fingerprint", words("head.fingerprints", **simulate.fingerprint), False),
        ("games", words("head.games_rotated", games=games) if arms.is_rotated(simulate) else games, False),
        ("seed", str(simulate.seed), False),
        ("seats", words("lists.comma").join(seat.character for seat in simulate.seats), False),
    ]
    return [(words(f"head.{name}"), value, code) for name, value, code in facts]


def _commands(loaded: Loaded, simulate: SimulateResult, compare: CompareResult | None) -> list[str]:
    found = [commands.simulate_command(loaded, simulate)]
    if compare is not None:
        found.append(commands.compare_command(compare))
        others = [c.loaded for c in compare.variants if c.loaded.variant != compare.loaded.variant]
        found += [commands.diff_command(compare.loaded, other) for other in others]
    return [*found, commands.analyse_command(loaded)]

"""The main job: everything about a variant, from one command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.definition.assets import files_of
from workbench.definition.load import Loaded, load
from workbench.engine.run import Progress
from workbench.errors import WRONG_TABLE, DefinitionError
from workbench.numbers import to_json
from workbench.output import check_folder, make_folder, remove, write_bytes, write_text
from workbench.resources import languages
from workbench.tasks.analyse import AnalyseResult, analyse
from workbench.tasks.compare import DEFAULT_MARGIN, CompareResult, compare
from workbench.tasks.examine import show
from workbench.tasks.render import render
from workbench.tasks.simulate import SimulateResult, simulate

RESULTS = "results.json"
Report = Callable[[str], None]
"""Called with the name of each step as it starts."""


def remove_stale(output: Path, loaded: Loaded, names: set[str]) -> None:
    """Remove sheets of an earlier build that this one does not replace, so that no two games lie in one folder."""
    if not (output / RESULTS).is_file():
        return
    known = {f"rules-{language}.pdf" for language in languages()}
    for kind in loaded.family.printed:
        known |= {f"{kind}.pdf", *(f"{kind}-{language}.pdf" for language in languages())}
    for name in known - names:
        remove(output / name)


@dataclass(frozen=True)
class BuildResult:
    """What was written, and what was found."""

    written: Sequence[Path]
    simulate: SimulateResult = field(repr=False)
    compare: CompareResult | None = field(repr=False)
    analyse: AnalyseResult = field(repr=False)
    notes: Sequence[str] = ()
    """Remarks for whoever prints it."""

    def to_dict(self) -> dict[str, Any]:
        """The result as CONTRACT-shaped JSON."""
        return {"written": [path.as_posix() for path in self.written]}


def build(
    variant: str | Loaded,
    output: Path,
    *,
    against: str | None = None,
    settings: Sequence[str] = (),
    languages: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    seats: Sequence[str] = (),
    margin: float = DEFAULT_MARGIN,
    paper: str | None = None,
    threads: int | None = None,
    step: Report | None = None,
    progress: Progress | None = None,
) -> BuildResult:
    """Validate, simulate, compare with the parent (or ``against``), analyse and print into the folder ``output``.

    Everything is made before the first file is written, so a variant that cannot be printed leaves nothing behind.
    """
    say = step or (lambda text: None)
    check_folder(output)
    say("validating")
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    other = against or loaded.parent
    baseline = load(other, settings) if other is not None else None
    language = loaded.definition.language
    # The definition's own language comes first: cards.pdf and the report are in it.
    languages = languages or sorted(loaded.definition.languages, key=lambda name: name != language)
    line_up = [seat.character for seat in loaded.seats(seats)]

    files: dict[str, bytes] = {}
    notes: list[str] = []

    def printed(kind: str, language: str) -> bytes:
        result = render(kind, loaded, language=language, paper=paper)
        notes.extend(result.notes)
        return result.pdf

    for language in languages:
        say(f"printing the rules ({language})")
        files[f"rules-{language}.pdf"] = printed("rules", language)
    for kind in loaded.family.printed:
        for number, language in enumerate(languages):
            say(f"printing the {kind} ({language})")
            name = f"{kind}.pdf" if number == 0 else f"{kind}-{language}.pdf"
            files[name] = printed(kind, language)

    compared: CompareResult | None = None
    if baseline is not None:
        say(f"playing against {baseline.variant}")
        try:
            compared = compare(
                baseline,
                [loaded],
                games=games,
                seed=seed,
                seats=line_up,
                margin=margin,
                threads=threads,
                progress=progress,
                note=step,
            )
        except DefinitionError as error:
            # The parent may be a game for another number of players; to be compared with it nobody has asked.
            if against is not None or any(problem.code != WRONG_TABLE for problem in error.problems):
                raise
            say(f"not compared with {baseline.variant}: {error.problems[0].message}")
    if compared is not None:
        simulated = compared.variants[0].result
    else:
        say("playing")
        simulated = simulate(
            loaded, games=games, seed=seed, seats=line_up, threads=threads, progress=progress, note=step
        )
    say("computing exact figures")
    analysed = analyse(loaded)
    say("writing the report")
    from workbench.report import render_report

    report = render_report(
        loaded=loaded,
        simulate=simulated,
        compare=compared,
        analyse=analysed.to_dict(),
        language=languages[0],
    )
    results = {
        "simulate": simulated.to_dict(),
        "compare": compared.to_dict() if compared is not None else None,
        "analyse": analysed.to_dict(),
    }
    make_folder(output)
    written: list[Path] = []
    remove_stale(output, loaded, set(files))
    for name, content in files.items():
        write_bytes(output / name, content)
        written.append(output / name)
    for asset in loaded.assets:
        # definition.toml names its files relative to itself.
        for path in files_of(asset):
            copy = output / path.relative_to(asset.base)
            if copy.exists() and copy.samefile(path):
                continue
            make_folder(copy.parent)
            write_bytes(copy, path.read_bytes())
            written.append(copy)
    for name, text in (
        ("report.html", report),
        ("definition.toml", show(loaded).to_toml()),
        (RESULTS, to_json(results)),
    ):
        write_text(output / name, text)
        written.append(output / name)
    return BuildResult(tuple(written), simulated, compared, analysed, tuple(dict.fromkeys(notes)))

"""Print a variant: rules sheets and everything else the family has, as PDF and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.definition.assets import PACKAGE
from workbench.definition.load import Loaded, load
from workbench.definition.model import PrintBase
from workbench.errors import in_quotes, one_line, usage_problem
from workbench.lengths import is_card_size
from workbench.output import check_folder, check_writable, make_folder, write_bytes
from workbench.printing.fonts import package_fonts
from workbench.printing.kinds import RULES, Kind, Pieces
from workbench.printing.options import SHOP_BLEED_PX, PrintOptions, options_of
from workbench.printing.own import Own, no_such_card
from workbench.printing.sheets import Sheets, card_keys, make_sheets, print_options, sized
from workbench.printing.stamp import Stamp


@dataclass(frozen=True)
class RenderResult:
    """What was printed: the PDF, the PDF of the backs where they have a file of their own, and what was written."""

    pdf: bytes = field(repr=False)
    backs: bytes | None = field(default=None, repr=False)
    written: Sequence[Path] = ()
    notes: Sequence[str] = ()
    """Remarks for whoever prints it."""

    def to_dict(self) -> dict[str, Any]:
        """The files that were written."""
        return {"written": [path.as_posix() for path in self.written]}


def render(
    kind: str,
    variant: str | Loaded,
    output: Path | None = None,
    *,
    settings: Sequence[str] = (),
    language: str | None = None,
    png: Path | None = None,
    **options: Any,
) -> RenderResult:
    """The ``kind`` ("rules", "cards", ...), written to ``output`` and as pictures into the folder ``png``.

    ``options`` are those of :func:`workbench.printing.options.options_of`; what is None is as in the definition's
    ``[print]``. The pictures of a target (tgc, mpc, tts) go to ``png``, else into a folder beside ``output`` with its
    name; an ``output`` that does not end with .pdf is that folder, and no PDF is written. Backs of their own go
    beside ``output`` with ``-backs`` in the name.
    """
    loaded = variant if isinstance(variant, Loaded) else load(variant, settings)
    definition = loaded.definition
    language = language or definition.language
    what = _kind(loaded, kind)
    chosen = print_options(definition, options, what)
    if isinstance(what, Pieces):
        what = sized(what, definition)
        _check_pieces(kind, what, chosen, output, png)
    else:
        _check_pages(kind, chosen)
    folder = png
    if output is not None and chosen.target in ("tgc", "mpc", "tts") and png is None:
        folder = output.with_suffix("") if output.suffix.lower() == ".pdf" else output
    if folder is not None:
        check_folder(folder)
    if output is not None and output != folder:
        check_writable(output)
    fingerprint = loaded.fingerprint
    # A sheet names its variant, not the folder somebody happened to work in.
    stamp = Stamp(stamp_name(loaded), fingerprint.rules, fingerprint.print)
    own = own_look(loaded, language, chosen.draft)
    sheets = make_sheets(what, definition, language, stamp, chosen, own)
    pdf, backs = sheets.pdf, sheets.backs
    if chosen.target == "printer" and isinstance(what, Pieces):
        pdf, backs = _boxed(sheets, pdf), _boxed(sheets, backs) if backs is not None else None
    written: list[Path] = []
    older: Sequence[str] = ()
    if output is not None and output != folder:
        write_bytes(output, pdf)
        written.append(output)
        if backs is not None:
            apart = output.with_name(f"{output.stem}-backs{output.suffix}")
            write_bytes(apart, backs)
            written.append(apart)
    if folder is not None:
        make_folder(folder)
        for name, content in _pictures(kind, what, loaded, language, sheets, folder, own, stamp):
            write_bytes(folder / name, content)
            written.append(folder / name)
        older = _older_pictures(folder, written)
    return RenderResult(
        pdf,
        backs,
        tuple(written),
        (
            *_title(loaded, language),
            *sheets.notes,
            *_strangers(loaded, language, sheets),
            *_notes(kind, what, chosen, options, sheets),
            *older,
        ),
    )


def _older_pictures(folder: Path, written: Sequence[Path]) -> list[str]:
    """A remark on pictures of before in the folder: an order made of the whole folder would have them too."""
    older = sorted({path.name for path in folder.glob("*.png")} - {path.name for path in written})
    if not older:
        return []
    count = f"{len(older)} older pictures lie" if len(older) > 1 else "1 older picture lies"
    return [f"{count} in {folder.as_posix()} beside those of this run, for example {older[0]}"]


def own_look(loaded: Loaded, language: str, draft: bool = False) -> Own:
    """What the definition's ``[print]`` changes of the look in ``language``.

    Errors: WorkbenchError for a package of fonts that is not installed.
    """
    printed: PrintBase = loaded.definition.print
    at = {asset.key: asset for asset in loaded.assets}

    def folder(key: str) -> Path | None:
        return at[("print", key)].path if ("print", key) in at else None

    fonts = []
    for number, name in enumerate(printed.fonts):
        packaged = name.startswith(PACKAGE)
        fonts.append(package_fonts(name.removeprefix(PACKAGE)) if packaged else at["print", "fonts", number].path)
    icons = folder("icons")
    return Own(
        colours=printed.colours,
        font=printed.font,
        font_folders=tuple(fonts),
        icons=tuple(sorted(icons.glob("*.svg"))) if icons is not None else (),
        templates=folder("templates"),
        pictures={str(key[2]): asset.path for key, asset in at.items() if key[1] == "cards"},
        texts={key: text for key, look in printed.cards.items() if (text := look.texts.get(language, look.text))},
        draft=draft,
    )


def _kind(loaded: Loaded, kind: str) -> Kind:
    kinds: dict[str, Kind] = {"rules": RULES, **loaded.family.printed}
    if kind not in kinds:
        raise usage_problem(
            f"{loaded.family.id} has no {kind} to print", code="unknown-kind", hint="it has " + ", ".join(kinds)
        )
    return kinds[kind]


def _check_pieces(name: str, kind: Pieces, options: PrintOptions, output: Path | None, png: Path | None) -> None:
    if options.target is not None and options.target not in kind.targets:
        raise usage_problem(
            f"{name} are cut out of sheets along outlines of their own: no target but "
            f"{' or '.join(kind.targets)} can do that",
            code="no-target",
            key="target",
            hint="--png makes a picture of each sheet",
        )
    if options.target == "tts" and options.dpi > 300:
        raise usage_problem("a sheet for the table has at most 300 dpi", code="out-of-range", key="dpi")
    if output is not None and output.suffix.lower() != ".pdf" and options.target in ("tgc", "mpc", "tts") and png:
        raise usage_problem(
            f"{output}: the PDF must end with .pdf where --png names the folder", code="not-a-pdf", key="output"
        )


def _check_pages(kind: str, options: PrintOptions) -> None:
    if options.target is not None:
        raise usage_problem(
            f"{kind} are whole pages, and a target is for pieces that are cut out",
            code="no-pieces",
            key="target",
            hint="--png makes a picture of each page",
        )


def _boxed(sheets: Sheets, pdf: bytes) -> bytes:
    from workbench.printing.boxes import with_boxes
    from workbench.printing.layout import single_grid

    slot = single_grid(sheets.options, sheets.card_mm).slot(0)
    return with_boxes(pdf, sheets.card_mm, slot, sheets.options.card_bleed_mm)


def _pictures(
    name: str, kind: Kind, loaded: Loaded, language: str, sheets: Sheets, folder: Path, own: Own, stamp: Stamp
) -> Iterator[tuple[str, bytes]]:
    from workbench.printing.pictures import Faces, card_files, page_files
    from workbench.printing.tabletop import table_files, tile_files

    if not isinstance(kind, Pieces):
        yield from page_files(sheets.pdf, name, sheets.options.dpi)
    elif sheets.options.target == "tts":
        # Without an address of one's own the simulator finds the pictures on this machine.
        url = sheets.options.image_url or folder.resolve().as_uri() + "/"
        files = tile_files if kind.as_tiles else table_files
        yield from files(kind, loaded.definition, language, sheets.options, sheets.cards, url, own, stamp)
    else:
        faces = Faces(kind, loaded.definition, language, sheets.options, sheets.cards, own=own, stamp=stamp)
        yield from card_files(faces)


def _title(loaded: Loaded, language: str) -> Iterator[str]:
    """A remark on a sheet that has the parent's title, while the variant has one of its own in other languages."""
    parent = loaded.merged.half_titled(language)
    if parent is not None:
        title = in_quotes(loaded.definition.title_in(language))
        yield f"in {language} the title is that of {one_line(parent.name)}, {title}: title.{language} would change it"


def _strangers(loaded: Loaded, language: str, sheets: Sheets) -> Iterator[str]:
    """Remarks on texts and pictures for cards that nothing of the game is; those of other kinds are for these."""
    if not sheets.strangers:
        return
    pieces = [kind for kind in loaded.family.printed.values() if isinstance(kind, Pieces)]
    known = frozenset[str]().union(*(card_keys(kind, loaded.definition, language) for kind in pieces))
    yield from (no_such_card(key, sorted(known)) for key in sheets.strangers if key not in known)


PAGE_OPTIONS = frozenset({"paper", "orientation", "dpi", "draft"})
"""What can be asked of whole pages; everything else is for pieces."""


def _notes(name: str, kind: Kind, options: PrintOptions, given: Mapping[str, Any], sheets: Sheets) -> Iterable[str]:
    """Remarks for whoever prints it: what was asked for in vain, and what others will want to know."""
    if not isinstance(kind, Pieces):
        idle = [key for key, value in given.items() if value is not None and key not in PAGE_OPTIONS]
        if idle:
            asked = ", ".join("--" + key.replace("_", "-") for key in idle)
            yield f"{name} are whole pages, nothing is cut out: {asked} changes nothing"
        return
    if options.backs != sheets.options.backs:
        yield f"{name} have nothing on their backs: --backs {options.backs} changes nothing"
    if given.get("size") is not None and not kind.sizes:
        yield f"{name} have one size: --size changes nothing"
    if options.single and kind.with_sheets:
        yield f"{kind.with_sheets} are not among these: they are on the sheets of paper (without --target)"
    if options.target == "printer" and options.bleed_mm == 0.0:
        yield "no bleed: most printing houses want 3 mm (--bleed 3mm)"
    if options.target in SHOP_BLEED_PX:
        if options.dpi != 300:
            yield f"pictures at {options.dpi} dpi: the shop wants 300"
        width, height = sheets.card_mm
        if not is_card_size(sheets.card_mm):
            yield f"{width:g} x {height:g} mm is no size of a card: see that the shop has it, or take another (--size)"


def stamp_name(loaded: Loaded) -> str:
    """The variant's id, or the name of its file."""
    return Path(loaded.variant).name if loaded.variant.endswith(".toml") else loaded.variant


def render_calibration(
    output: Path | None = None,
    *,
    language: str = "en",
    paper: str | None = None,
    orientation: str | None = None,
    flip: str | None = None,
) -> RenderResult:
    """A page from which a person reads ``--back-offset``: printed on both sides, held against the light."""
    from workbench.printing.calibration import calibration_page

    chosen = options_of({"paper": paper, "orientation": orientation, "flip": flip})
    pdf = calibration_page(chosen, language)
    if output is not None:
        write_bytes(output, pdf)
    return RenderResult(pdf, written=(output,) if output is not None else ())

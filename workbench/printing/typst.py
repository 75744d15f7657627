"""Jinja that fails closed, and the call of the Typst compiler.

Every value that a template prints becomes a Typst literal, so that no text of a definition is ever read as
Typst code. Templates write ``#<<value>>;`` in running text and ``<<value>>`` in code.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import DefinitionError, Problem, WorkbenchError
from workbench.printing.fonts import font_folders, load_fonts
from workbench.printing.markup import pieces

if TYPE_CHECKING:
    import jinja2

# A fixed moment instead of now: the same definition gives the same bytes.
TIMESTAMP = 0
OVERFLOW = "does-not-fit:"

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MISSING_GLYPH = re.compile(
    r'the text `"(?P<text>.+?)"` could not be displayed|contains the disallowed codepoint `"(?P<refused>.+?)"`'
)
_ESCAPED = re.compile(r"\\u\{(?P<code>[0-9a-fA-F]+)\}")
_PACKAGE_IMPORT = re.compile(r"""\b(?:import|include)\b[\s(]*"@""")


class Code(str):
    """Typst source that the project itself made; everything else is escaped."""

    __slots__ = ()


def literal(value: object) -> Code:
    """``value`` as a Typst literal. Errors: TypeError for what has none."""
    if isinstance(value, Code):
        return value
    if value is None:
        return Code("none")
    if isinstance(value, bool):
        return Code("true" if value else "false")
    if isinstance(value, int):
        return Code(f"{int(value)}")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise TypeError(f"no finite number: {value}")
        return Code(f"{value:.6f}")
    if isinstance(value, str):
        return Code('"' + "".join(_escaped(character) for character in value) + '"')
    if isinstance(value, Mapping):
        items = ", ".join(f"{literal(str(key))}: {literal(item)}" for key, item in value.items())
        return Code(f"({items})" if items else "(:)")
    if isinstance(value, list | tuple):
        return Code("(" + "".join(f"{literal(item)}, " for item in value) + ")")
    raise TypeError(f"cannot be printed: {type(value).__name__}")


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character < " " or character == "\x7f":
        return f"\\u{{{ord(character):x}}}"
    # A lone surrogate has no UTF-8; the replacement character shows that something was there.
    return "\N{REPLACEMENT CHARACTER}" if "\ud800" <= character <= "\udfff" else character


_STYLES = {"text": "", "bold": "strong", "italic": "emph", "icon": "icon"}


@functools.cache
def environment(root: Path) -> jinja2.Environment:
    """The sandboxed Jinja environment over the templates in ``root``."""
    import jinja2
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def printed(value: object) -> Code:
        if isinstance(value, jinja2.Undefined):
            str(value)  # raises with the name that is missing
        return literal(value)

    made = ImmutableSandboxedEnvironment(
        loader=jinja2.FileSystemLoader(root),
        autoescape=False,
        finalize=printed,
        undefined=jinja2.StrictUndefined,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

    def markup(source: str) -> Code:
        icons = {path.stem for path in (root / "shared" / "icons").glob("*.svg")}
        parts = []
        for kind, text in pieces(str(source), icons):
            call = _STYLES[kind]
            parts.append(f"{call}({literal(text)})" if call else f"[#{literal(text)};]")
        return Code("{" + "; ".join(parts) + "}") if parts else Code("[]")

    made.filters["markup"] = markup
    return made


def fill(root: Path, template: str, context: Mapping[str, Any]) -> str:
    """The Typst source of ``template`` (a path below ``root``). Errors: WorkbenchError with template and line."""
    import jinja2

    try:
        return joined_lines(environment(root).get_template(template).render(context))
    except jinja2.TemplateNotFound as error:
        raise WorkbenchError(f"there is no template {error.name}") from error
    except jinja2.TemplateSyntaxError as error:
        raise WorkbenchError(f"template {error.name}, line {error.lineno}: {error.message}") from error
    except (jinja2.TemplateError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        line = _template_line(error, template)
        raise WorkbenchError(f"template {template}{line}: {error}") from error


# Chinese characters, their punctuation and full-width forms.
_HAN = "\u3001-\u303f\u3400-\u9fff\uff01-\uff60"
_BREAK_IN_CHINESE = re.compile(
    rf"(?<=[{_HAN}])[ \t]*\n[ \t]*(?!#[a-z])(?=[^\s\-+=\]/])|(?<=[;*{_HAN}])[ \t]*\n[ \t]*(?=[{_HAN}])"
)


def joined_lines(source: str) -> str:
    """``source`` without the line breaks beside Chinese characters: words there have no spaces between them.

    A line that begins with a call stays one: what it draws stands by itself, not in the list item before it.
    """
    return _BREAK_IN_CHINESE.sub("", source)


def _template_line(error: BaseException, template: str) -> str:
    """The line of ``template`` where ``error`` came from, as words."""
    found = ""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.replace("\\", "/").endswith(template):
            found = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return found


def check_root(root: Path) -> Path:
    """``root`` resolved. Errors: WorkbenchError if anything below it is a link, which could lead out of it."""
    root = root.resolve()
    if not root.is_dir():
        raise WorkbenchError(f"the templates are missing: {root}")
    for path in root.rglob("*"):
        if path.is_symlink():
            raise WorkbenchError(f"{path}: a link among the templates is not followed")
        if path.suffix == ".typ":
            refuse_packages(path.read_text(encoding="utf-8"), path.name)
    return root


def refuse_packages(source: str, name: str) -> None:
    """Errors: WorkbenchError if ``source`` imports a Typst package, which would be fetched from the network."""
    if _PACKAGE_IMPORT.search(source):
        raise WorkbenchError(f"{name}: imports of Typst packages (@preview) are refused")


def compile_pdf(source: str, root: Path, fonts: str | tuple[Path, ...]) -> bytes:
    """The PDF of a Typst source: PDF/A-2a and PDF/UA-1, the same bytes for the same source.

    ``fonts`` are the folders with the fonts, or a language whose usual fonts they are.

    Errors: DefinitionError for text that no font can show or that does not fit, else WorkbenchError.
    """
    import typst

    root = check_root(root)
    refuse_packages(source, "template")
    folders = font_folders(fonts) if isinstance(fonts, str) else fonts
    compiler = typst.Compiler(root=str(root), font_paths=load_fonts(folders))
    try:
        made = compiler.compile(
            input=source.encode(), format="pdf", pdf_standards=["a-2a", "ua-1"], timestamp=TIMESTAMP
        )
    except typst.TypstError as error:
        raise _explained(error.message, error.diagnostic) from error
    assert isinstance(made, bytes)
    return made


def _shown(character: str) -> str:
    code = f"U+{ord(character):04X}"
    return f"{character} ({code})" if character.isprintable() else code


class GlyphError(DefinitionError):
    """Characters that no font can show."""

    def __init__(self, problems: Iterable[Problem], characters: Iterable[str]) -> None:
        super().__init__(problems)
        self.characters = tuple(characters)


def _explained(message: str, diagnostic: str) -> WorkbenchError:
    """The compiler's error in words for the author of a definition."""
    unseen = "".join(match["text"] or match["refused"] for match in _MISSING_GLYPH.finditer(diagnostic))
    missing = dict.fromkeys(_ESCAPED.sub(lambda match: chr(int(match["code"], 16)), unseen))
    if missing:
        shown = ", ".join(_shown(character) for character in missing)
        problem = Problem(f"the font cannot show {shown}", code="missing-glyph", hint="write it with other characters")
        return GlyphError([problem], missing)
    if OVERFLOW in message:
        texts = message.split(OVERFLOW, 1)[1].split("|")
        return DefinitionError(
            [Problem(f"text of {text.strip()}", code="text-does-not-fit", hint="shorten it") for text in texts]
        )
    return WorkbenchError(f"the sheet could not be set: {message}\n{diagnostic.strip()}")

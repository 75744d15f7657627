"""Say in plain words what is wrong with a text that is not TOML. Only loaded when there is such a problem."""

from __future__ import annotations

import re
import sys

from workbench.definition.locate import Entry, Path, entries
from workbench.errors import Problem, dotted, in_quotes

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_CURLY_QUOTES = "\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u0060\u00b4"

# What Python's reader says, and what we say: pattern, message, hint.
_PLAIN = (
    (r"Expected '=' after a key", "a key must be followed by = and a value", None),
    (r"Expected ']' at the end of a table", "the table header has no closing ]", None),
    (r"Expected ']]' at the end of an array", "the table header has no closing ]]", None),
    (r"Unclosed array", "the array has no closing ], or a comma is missing between two items", None),
    (r"Unclosed inline table", "the inline table has no closing } on its line, or a comma is missing in it", None),
    (r"Unterminated string|Expected \W?'|Illegal character '\\n'", "the text has no closing quote", None),
    (r"Unescaped '\\", "a backslash in a text must be doubled", "or write the text in single quotes"),
    (r"Invalid hex value", "\\u must be followed by 4 hexadecimal digits, \\U by 8, \\x by 2", None),
    (r"Escaped character is not", "this code is no character", None),
    (r"Invalid date or datetime", "there is no such date or time", None),
    (r"Cannot ", "this table is complete where it was written before; nothing can be added here", None),
    (r"Invalid initial character for a key", "a key must stand here", None),
    (r"Invalid statement", "a line must be key = value, a [table] or a # comment", None),
)  # fmt: skip


def explain(text: str, label: str, error: ValueError) -> Problem:
    """The problem that made Python's reader stop."""
    reason = _PLACE.sub("", str(error))
    found = _PLACE.search(str(error))
    if found is None:
        return _too_many_digits(text, label)
    line, column = (int(found[1]), int(found[2])) if found[1] else _end(text)
    if re.match(r"Cannot (overwrite|declare)|Duplicate inline", reason):
        twice = _twice(text)
        if twice is not None:
            first, again = twice
            key = dotted(again.path)
            hint = f"the first one is in line {first.line}"
            message = "not TOML: this key is there twice"
            return Problem(message, label, again.line, again.column, key, code="duplicate-key", hint=hint)
    message, advice = _in_words(reason, text, line, column)
    return Problem(f"not TOML: {message}", label, line, column, code="not-toml", hint=advice)


def _in_words(reason: str, text: str, line: int, column: int) -> tuple[str, str | None]:
    whole = text.split("\n")[line - 1]
    rest = whole[column - 1 :]
    at = rest[:1]
    if at == "\r" and rest != "\r":
        return "a line ends with a lone carriage return", "save the file with the line ends of Unix or Windows"
    if at and at in _CURLY_QUOTES:
        return f"{in_quotes(at)} is no quote of TOML", "use straight quotes"
    if reason.startswith("Invalid value"):
        return _bad_value(rest)
    if reason.startswith("Expected newline or end of document"):
        return _bad_end(whole[: column - 1], rest)
    if reason.startswith("Expected '=' after a key") and at == ":":
        return "a key must be followed by = and a value", "write = instead of :"
    if reason.startswith("Invalid initial character") and at == "}":
        return "an inline table must not end with a comma", None
    if reason.startswith(("Illegal character", "Found invalid character")) and at not in ("", "\r") and at < " ":
        return f"the control character U+{ord(at):04X} must not stand here", None
    for pattern, message, hint in _PLAIN:
        if re.match(pattern, reason):
            return message, hint
    return reason, None


def _bad_value(rest: str) -> tuple[str, str | None]:
    word = re.split(r"[\s,#\]}]", rest, maxsplit=1)[0]
    if not word:
        return "a value is missing here", None
    if word.lower() in ("true", "false"):
        return f"{in_quotes(word)} must be written in lower case", f"write {word.lower()}"
    if word.lower() in ("yes", "no", "on", "off"):
        return f"{in_quotes(word)} is no value", "write true or false"
    if word.lower() in ("none", "null", "nil"):
        return f"{in_quotes(word)} is no value", "leave the key out, or name it in omit"
    return f"{in_quotes(word)} is no value", "a text must stand in quotes"


def _bad_end(before: str, rest: str) -> tuple[str, str | None]:
    if re.search(r"[=\[,{]\s*[+-]?0$", before) and rest[:1].isdigit():
        return "a number must not start with 0", None
    if re.search(r"[=\[,{]\s*[+-]?[\d_]+$", before) and rest[:1] == ",":
        return "a number is written with a point, not with a comma", "several values need [ and ]"
    if re.search(r"\d$", before) and rest[:1] in (".", "_", "e", "E"):
        return "this number is not complete", None
    found = rest.strip().split(" ")[0]
    return f"nothing may follow the value on its line, got {in_quotes(found)}", None


def _end(text: str) -> tuple[int, int]:
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _twice(text: str) -> tuple[Entry, Entry] | None:
    """The first key or table header that is there a second time, and where it stood before."""
    seen: dict[Path, Entry] = {}
    for entry in entries(text):
        before = seen.get(entry.path)
        if before is not None:
            return before, entry
        # A table in the form [a] may come after [a.b]; below a value there are no keys.
        seen[entry.path] = entry
    return None


def _too_many_digits(text: str, label: str) -> Problem:
    limit = sys.get_int_max_str_digits()
    for entry in entries(text):
        if entry.kind == "integer" and entry.length > limit:
            message = f"a whole number of {entry.length} digits is out of any range"
            return Problem(message, label, entry.line, entry.column, dotted(entry.path), code="out-of-range")
    return Problem("not TOML: a number has too many digits", label, code="out-of-range")

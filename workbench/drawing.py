"""What a screen of a game is drawn of: headings, tables, and the names of those at the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from workbench.terminal import padded, width_of

LONGEST_NAME = 18


def heading(text: str, width: int) -> str:
    """A line across the screen with a text in it."""
    start = f"── {text} "
    return start + "─" * (width - width_of(start))


def table(columns: Sequence[tuple[str, Sequence[str]]], remarks: Sequence[str]) -> list[str]:
    """Rows of a table with its titles: the first column to the left, further ones to the right, then a remark each."""
    widths = [max(width_of(cell) for cell in (title, *cells)) for title, cells in columns]

    def line(cells: Sequence[str]) -> str:
        return "  " + "  ".join(padded(c, w, right=n > 0) for n, (c, w) in enumerate(zip(cells, widths, strict=True)))

    titles = line([title for title, _ in columns])
    bodies = zip(*(cells for _, cells in columns), strict=True)
    return [titles, *(f"{line(cells)}  {remark}" for cells, remark in zip(bodies, remarks, strict=True))]


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """``name``, cut where it would take too much of a line."""
    if width_of(name) <= longest:
        return name
    while width_of(name) >= longest:
        name = name[:-1]
    return f"{name}…"


def player_names(characters: Sequence[str], persons: Collection[int], you: str, person: str) -> list[str]:
    """By seat: ``you``, or several people by number (``person`` has a place for it); characters by name, numbered
    where there are several of one."""
    names = []
    for seat, character in enumerate(characters):
        number = list(characters[: seat + 1]).count(character)
        if seat in persons:
            names.append(you if len(persons) == 1 else person.format(number=number))
        else:
            names.append(f"{character} {number}" if characters.count(character) > 1 else character)
    return names

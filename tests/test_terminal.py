"""A conversation in a terminal: what is accepted as an answer, how lines are broken, colour, and the words."""

from __future__ import annotations

import io
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench
from workbench.terminal import (
    InputEnded,
    Option,
    PersonLeft,
    Terminal,
    languages,
    padded,
    sentences,
    together,
    width_of,
    wrapped,
)

OPTIONS = (
    Option("in", "Tiefer", "t", "you stay"),
    Option("out", "ausfahren", "a"),
    Option("rope", "angsthase", note="dir 7"),
)
WORD_TABLES = sorted(
    path
    for path in Path(workbench.__file__).parent.rglob("*.toml")
    if path.name in ("terminal.toml", "table.toml", "narration.toml")
)


class Screen(io.StringIO):
    """A terminal that can show colours."""

    def isatty(self) -> bool:
        return True


class Typed(io.StringIO):
    """Somebody who types these lines."""

    def isatty(self) -> bool:
        return True


def talk(lines: str, language: str = "en") -> tuple[Terminal, io.StringIO]:
    out = io.StringIO()
    return Terminal(io.StringIO(lines), out, language, {}), out


@pytest.mark.parametrize(
    ("answer", "value"),
    [("1", "in"), ("t", "in"), ("T", "in"), (" tiefer ", "in"), ("2", "out"), ("AUSFAHREN", "out"), ("3", "rope"),
     ("Angsthase", "rope")],
)  # fmt: skip
def test_a_number_a_letter_or_the_word_chooses(answer: str, value: str) -> None:
    terminal, out = talk(f"{answer}\n")
    assert terminal.choose("Well?", OPTIONS) == value
    menu = out.getvalue().splitlines()[1]
    assert menu == "  1/t Tiefer · 2/a ausfahren · 3 angsthase (dir 7) · ? explain · q quit"


@given(answer=st.text(max_size=60).filter(lambda text: "\n" not in text and "\r" not in text))
def test_nothing_else_does(answer: str) -> None:
    terminal, out = talk(f"{answer}\n2\n")
    right = {"1", "2", "3", "t", "a", "tiefer", "ausfahren", "angsthase", "?", "h", "help", "q", "quit", "exit", "bye"}
    if answer.strip().casefold() in right:
        return
    assert terminal.choose("Well?", OPTIONS) == "out"
    assert "A number, letter or word will do:" in " ".join(out.getvalue().split())
    assert out.getvalue().count("1/t Tiefer") == 2
    assert all(line.isprintable() for line in out.getvalue().splitlines())


@pytest.mark.parametrize("kind", [io.StringIO, Typed])
def test_an_empty_line_chooses_nothing(kind: type[io.StringIO]) -> None:
    out = io.StringIO()
    assert Terminal(kind("\n \n1\n"), out, "en", {}).choose("Well?", OPTIONS) == "in"
    assert out.getvalue().count("That was an empty line, so nothing is chosen.") == 2


@pytest.mark.parametrize("language", languages(WORD_TABLES[-1]))
def test_the_question_mark_explains(language: str) -> None:
    terminal, out = talk("?\n1\n", language)
    assert terminal.choose("Well?", OPTIONS, lambda: ["what else there is"]) == "in"
    assert "  1/t Tiefer: you stay\n" in out.getvalue()
    assert "  what else there is\n" in out.getvalue()


@pytest.mark.parametrize("answer", ["q", "Q", "quit"])
def test_q_leaves(answer: str) -> None:
    terminal, _ = talk(f"{answer}\n1\n")
    with pytest.raises(PersonLeft):
        terminal.choose("Well?", OPTIONS)


def test_the_end_of_the_input() -> None:
    terminal, _ = talk("what\n")
    with pytest.raises(InputEnded, match="ended before the game did"):
        terminal.choose("Well?", OPTIONS)
    with pytest.raises(InputEnded):
        Terminal(None, io.StringIO(), "en", {}).choose("Well?", OPTIONS)
    # At a terminal it is Ctrl-D.
    with pytest.raises(PersonLeft):
        Terminal(Typed(""), io.StringIO(), "en", {}).choose("Well?", OPTIONS)


def test_pauses_are_for_people_only() -> None:
    terminal, out = talk("2\n")
    assert not terminal.pause("next card", "to the end")
    assert out.getvalue() == ""
    people = Terminal(Typed("\ns\nx\nq\n"), Screen(), "en", {})
    assert [people.pause("next card", "to the end") for _ in range(3)] == [False, True, False]
    with pytest.raises(PersonLeft):
        people.pause("next card")


@pytest.mark.parametrize(
    ("environment", "screen", "coloured"),
    [({}, True, True), ({"NO_COLOR": "1"}, True, False), ({"NO_COLOR": ""}, True, True),
     ({"TERM": "dumb"}, True, False), ({}, False, False)],
)  # fmt: skip
def test_colour_only_where_it_is_wanted(environment: dict[str, str], screen: bool, coloured: bool) -> None:
    out = Screen() if screen else io.StringIO()
    terminal = Terminal(None, out, "en", environment)
    terminal.say(terminal.paint("red", "red", "bold"))
    assert ("\x1b[" in out.getvalue()) == coloured


texts = st.text(alphabet=string.ascii_letters + " äß寶石", max_size=300)


@given(text=texts, width=st.integers(20, 80), hanging=st.integers(0, 6), first=st.integers(0, 4))
def test_lines_are_broken_between_words(text: str, width: int, hanging: int, first: int) -> None:
    lines = wrapped(" " * first + text, width, hanging)
    assert " ".join(lines).split() == text.split()
    for number, line in enumerate(lines):
        words = line.split()
        assert width_of(line) <= width or len(words) == 1
        if text.strip():
            indent = len(" " * first + text) - len((" " * first + text).lstrip(" "))
            assert len(line) - len(line.lstrip(" ")) == indent + (hanging if number else 0)


@given(text=texts, width=st.integers(0, 400), right=st.booleans())
def test_padding_counts_columns(text: str, width: int, right: bool) -> None:
    painted = f"\x1b[1m{text}\x1b[0m"
    assert width_of(padded(painted, width, right)) == max(width, width_of(text))


def test_what_belongs_together_stays_on_a_line() -> None:
    terminal, out = talk("")
    terminal.say("x" * 76 + " " + together("1 lump"))
    assert out.getvalue() == "x" * 76 + "\n  1 lump\n"


def test_a_screen_that_knows_ascii_only() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", errors="backslashreplace")
    terminal = Terminal(None, out, "de", {})
    terminal.say("── Wähle – ½ × „gut“ ╭╮╰╯│├┤┬┴┼ · → …")
    out.flush()
    assert raw.getvalue() == b'-- Waehle -  1/2 x "gut" ++++|+++++ - -> ...\n'


def fields(value: object) -> object:
    """The names in braces of a sentence, or of several."""
    if isinstance(value, list):
        return [fields(item) for item in value]
    return {name for _, name, _, _ in string.Formatter().parse(str(value)) if name}


@pytest.mark.parametrize("file", WORD_TABLES, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_language_has_every_word(file: Path) -> None:
    known = languages(file)
    assert {"de", "en"} <= set(known)
    english = sentences(file, "en")
    for language in known:
        words = sentences(file, language)
        assert list(words) == list(english), "the same words in the same order"
        for key, value in words.items():
            assert value and all(value)
            # Words that are accepted may be more or fewer.
            if not key.endswith("_words"):
                assert fields(value) == fields(english[key]), key


def test_answers_of_one_question_differ_in_every_language() -> None:
    (table,) = [path for path in WORD_TABLES if path.parts[-3:] == ("stollen", "at_table", "table.toml")]
    for language in languages(table):
        words = sentences(table, language)
        for question in (("go_deeper", "go_out", "look"), ("yes", "no")):
            answers = [answer for key in question for answer in words[key]]
            assert len(set(answers)) == len(answers)
            assert not set(answers) & {"q", "?", "h", "s"}


def test_a_language_without_words_speaks_english() -> None:
    assert Terminal(None, io.StringIO(), "zh", {}).words is Terminal(None, io.StringIO(), "en", {}).words

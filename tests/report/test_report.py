"""The report: one page that stands alone, says what the data say, and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from workbench.definition.load import Loaded, load
from workbench.report import commands, render_report
from workbench.report.changes import changes
from workbench.report.page import _own_words
from workbench.report.words import Words, decimals_for, languages
from workbench.statistics.sums import Sums
from workbench.tasks.compare import CompareResult, compare
from workbench.tasks.simulate import SimulateResult, simulate

GAMES = 300
VOID = {"meta", "link", "br", "hr", "img", "input", "col"}
TABLE = "fossils.points=[5,15,30,50,75]"
HOSTILE = '<script>alert(1)</script> & "x"'


class Page(HTMLParser):
    """Text, ids and links of a page; fails where tags are not balanced."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value is not None]
        self.links += [value for name, value in attrs if name in ("href", "src", "xlink:href") and value is not None]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> without a start"
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script"):
            self.text.append(data)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.text))


@dataclass(frozen=True)
class Case:
    loaded: Loaded
    simulate: SimulateResult
    compare: CompareResult | None

    def render(self, language: str = "en", **changed: Any) -> str:
        given: dict[str, Any] = {
            "loaded": self.loaded,
            "simulate": self.simulate,
            "compare": self.compare,
            "analyse": self.loaded.family.analyse(self.loaded.definition),
            "language": language,
        }
        return render_report(**(given | changed))


@cache
def alone() -> Case:
    loaded = load("stollen/schlicht")
    return Case(loaded, simulate(loaded, games=GAMES, threads=1), None)


@cache
def against_parent() -> Case:
    loaded = load("stollen/diese-partie")
    found = compare("stollen/schlicht", [loaded], games=GAMES, threads=1)
    return Case(loaded, found.variants[0].result, found)


@cache
def new_table(seats: tuple[str, ...] = ()) -> Case:
    found = compare("stollen/diese-partie", changes=[TABLE], games=GAMES, seats=seats, threads=1)
    return Case(found.variants[0].loaded, found.variants[0].result, found)


@cache
def rotated() -> Case:
    loaded = load("stollen/ohne-kanarienvogel")
    found = compare("stollen/diese-partie", [loaded], games=40, rotate=True, threads=1)
    return Case(loaded, found.variants[0].result, found)


def several() -> Case:
    found = compare(
        "stollen/diese-partie", changes=[TABLE, "canary.enabled=false"], games=60, seats=["nie", "nie"], threads=1
    )
    return Case(found.loaded, found.result, found)


@cache
def page(name: str, language: str = "en") -> str:
    """A rendered case; rendering takes a second or two."""
    return CASES[name]().render(language)


CASES = {"alone": alone, "against_parent": against_parent, "new_table": new_table, "rotated": rotated}


def first_screen(html: str) -> str:
    return Page(html[: html.index('<section id="results">')] + "</main></div></body></html>").words


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_is_one_balanced_page_that_stands_alone(name: str, language: str) -> None:
    html = page(name, language)
    found = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert f'<html lang="{language}">' in html
    bare = re.sub(r'xmlns(:xlink)?="http://www\.w3\.org/[a-zA-Z0-9/]*"', "", html)
    assert "http://" not in bare and "https://" not in bare and "@import" not in bare
    assert not {"script", "link", "img", "iframe", "object"} & set(found.tags)
    assert len(found.ids) == len(set(found.ids))
    assert all(link.startswith("#") and link[1:] in found.ids for link in found.links)
    assert re.search(r"\{\w+\}", found.words) is None


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_figure_has_a_name_and_a_meaning(name: str, language: str) -> None:
    case = CASES[name]()
    words = Words(language, _own_words(case.loaded, language))
    players = case.simulate.players or case.simulate.by_character
    for metric in [*case.simulate.metrics, *players[0].metrics]:
        title, meaning = words.metric(metric.name, metric.description)
        assert title != metric.name.replace("_", " ") and meaning, metric.name
        assert (meaning == metric.description) <= (language == "en"), metric.name
        assert language == "en" or words.unit(metric.unit) != metric.unit, metric.unit
    found = Page(page(name, language)).words
    for metric in players[0].metrics:
        assert words.metric(metric.name, metric.description)[0] in found


def test_the_same_inputs_give_the_same_bytes() -> None:
    case = against_parent()
    assert case.render() == page("against_parent")


def test_what_a_user_wrote_is_text() -> None:
    case = new_table()
    titled = case.loaded.definition.model_copy(update={"title": {"": HOSTILE}})
    loaded = replace(case.loaded, variant=f"{HOSTILE}.toml", definition=titled)
    assert case.compare is not None
    variant = replace(case.compare.variants[0], variant=HOSTILE, loaded=loaded)
    found = replace(case.compare, baseline=HOSTILE, variants=(variant,))
    html = case.render(loaded=loaded, compare=found, analyse=None)
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;x&#34;" in html
    assert HOSTILE in Page(html).words


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_primary_row_has_its_verdict_in_words(language: str) -> None:
    case = against_parent()
    html = page("against_parent", language)
    words = Words(language)
    assert case.compare is not None
    given = [row.verdict for row in case.compare.variants[0].differences if row.verdict]
    table = html[html.index(words("results.differences_note")) : html.index("<details>")]
    for verdict in set(given):
        badge = f">{words(f'verdicts.{verdict}')}</span>"
        assert table.count(badge) == given.count(verdict)
    assert len(given) == 6


def test_exploratory_rows_are_folded_away_and_say_that_they_are() -> None:
    html = page("against_parent")
    folded = html[html.index("<details>") : html.index("</details>")]
    assert "exploratory, no verdict" in folded
    assert 'class="badge' not in folded


def test_a_new_fossil_table_only_rescores_who_does_not_look_at_fossils() -> None:
    case = new_table()
    assert case.compare is not None
    # Those who do not look follow only where the one who does has changed the tunnel before.
    timid, daring, counting = case.compare.variants[0].decisions_by_seat
    assert timid + daring < counting / 3
    calm = replace(case.compare.variants[0], decisions_by_seat=(0, 0, counting), decisions_that_differ=counting)
    text = first_screen(case.render(compare=replace(case.compare, variants=(calm,))))
    card = text[text.index("How surely".lower()) :]
    own = card[card.index("angsthase") : card.index("draufgaenger")]
    assert "Only rescored: it made the same decisions in every game, for it does not look at fossils" in own
    assert "fossils.points" in text and "15" in text


def test_who_does_not_look_at_fossils_only_follows_those_who_do() -> None:
    """Where another one decides differently, leftovers and loot change, and so may what a blind one decides."""
    case = new_table()
    assert case.compare is not None
    variant = replace(case.compare.variants[0], decisions_by_seat=(2, 0, 5), decisions_that_differ=7)
    text = first_screen(case.render(compare=replace(case.compare, variants=(variant,))))
    assert "angsthase and draufgaenger do not look at fossils and were only rescored" in text
    assert "Only rescored at first hand: it does not look at fossils." in text
    assert "decided differently 2 times, which follows from what others did differently (rechnerin: 5)" in text
    assert "Every character decided differently" not in text


def test_games_that_contradict_a_reason_silence_it() -> None:
    """Somebody who decides differently where nobody perceives the change must perceive it somehow."""
    case = new_table(("angsthase", "draufgaenger"))
    assert case.compare is not None
    variant = replace(case.compare.variants[0], decisions_by_seat=(2, 0), decisions_that_differ=2)
    text = first_screen(case.render(compare=replace(case.compare, variants=(variant,))))
    assert "Reacted: it decided differently 2 times" in text
    assert text.count("does not look at fossils") == text.count("for it does not look at fossils") + 1


def test_where_nobody_reacts_only_the_scoring_changed() -> None:
    case = new_table(("angsthase", "draufgaenger"))
    assert case.compare is not None and case.compare.variants[0].decisions_that_differ == 0
    text = first_screen(case.render())
    assert "No character reacted (0 decisions differ in 300 games); only the scoring changed." in text
    assert "by the new values alone" in text
    assert (
        "angsthase and draufgaenger did not react (0 decisions differ in 300 games) and do not look at fossils" in text
    )


def test_no_reason_is_given_where_more_was_changed_than_it_explains() -> None:
    """The parent differs in the canary and the tools too: not looking at fossils explains nothing."""
    assert "does not look at fossils" not in first_screen(page("against_parent"))


def test_decisions_that_are_not_known_by_seat_are_not_guessed() -> None:
    case = against_parent()
    assert case.compare is not None
    variant = replace(case.compare.variants[0])
    object.__setattr__(variant, "decisions_by_seat", None)
    html = case.render(compare=replace(case.compare, variants=(variant,)))
    assert "Reacted:" not in first_screen(html)


def test_a_change_that_never_comes_into_play_says_so() -> None:
    found = compare("stollen/schlicht", changes=["canary.wakes_at_kinds=3"], games=50, threads=1)
    case = Case(found.variants[0].loaded, found.variants[0].result, found)
    text = first_screen(case.render())
    assert "Nothing changed" in text
    assert "could have gone unseen" in text


def test_undecided_rows_say_how_many_games_and_a_fresh_seed() -> None:
    case = new_table()
    assert case.compare is not None
    undecided = [row for row in case.compare.variants[0].differences if row.verdict == "inconclusive"]
    assert undecided
    text = first_screen(page("new_table"))
    assert "What is still undecided" in text
    assert "--seed 2" in text


def test_the_first_screen_gives_the_difference_with_its_simultaneous_interval() -> None:
    case = against_parent()
    assert case.compare is not None
    row = next(r for r in case.compare.variants[0].differences if (r.metric, r.seat) == ("score", 0))
    assert row.verdict == "higher" and row.low_all is not None and row.high_all is not None
    text = first_screen(page("against_parent"))
    assert f"scores {row.difference:.1f} points more" in text
    assert f"{row.low_all:.1f} to {row.high_all:.1f}" in text
    german = first_screen(page("against_parent", "de"))
    assert f"macht {row.difference:.1f} Punkte mehr".replace(".", ",") in german


def test_several_variants_each_get_their_answer() -> None:
    html = several().render()
    assert html.count("<article>") == 2
    assert "nie (seat 1)" in html and "nie (seat 2)" in html
    Page(html)


def test_pictures_whose_columns_are_missing_are_left_out() -> None:
    case = alone()
    assert 'id="level-1-title"' in page("alone") and 'id="score-0-title"' in page("alone")
    old = case.simulate.sums
    bare = Sums(old.simulation)
    for name in ("games", "total", "squares"):
        setattr(bare, name, getattr(old, name))
    bare.histograms = {}
    html = case.render(simulate=replace(case.simulate, sums=bare), analyse=None)
    assert 'id="level-1-title"' not in html and 'id="score-0-title"' not in html
    assert html.count("<figure") == html.count("</figcaption>") == 1
    assert 'id="exact"' not in html


def test_pictures_are_named_for_those_who_cannot_see_them() -> None:
    html = page("against_parent")
    pictures = re.findall(r'<svg [^>]*role="img" aria-labelledby="(\S+) (\S+)">', html)
    assert len(pictures) == html.count("<svg ") >= 13
    for title, description in pictures:
        assert re.search(rf'<title id="{title}">[^<]+</title><desc id="{description}">[^<]+</desc>', html)


def test_exact_figures_stand_beside_simulated_ones() -> None:
    case = against_parent()
    html = page("against_parent")
    section = Page(html[html.index('<section id="exact"') : html.index('<section id="definition"')]).words
    exact = case.loaded.family.analyse(case.loaded.definition)["levels"][0]
    assert f"{exact['collapse_card']['mean']:.2f}" in section
    assert f"→ {exact['solo_best']:.2f}" in section
    assert "simulated" in section and "neither predicts the other" in section


def test_figures_of_other_shapes_are_listed_as_they_are() -> None:
    figures = {
        "family": "x",
        "connected": 12,
        "distance": {"mean": 2.5},
        "pairs": [{"board": "b01", "solutions": 3}] * 50,
    }
    html = alone().render(analyse=figures)
    text = Page(html).words
    assert "distance mean" in text and "2.5000" in text and "b01" in text and "10 more rows" in text


def test_the_commands_can_be_pasted_into_a_shell() -> None:
    case = new_table()
    assert case.compare is not None
    assert commands.compare_command(case.compare) == (
        "workbench compare stollen/diese-partie --change 'fossils.points=[5,15,30,50,75]' --games 300 --seed 1 "
        "--seats angsthase,draufgaenger,rechnerin --margin 1"
    )
    assert commands.simulate_command(case.loaded, case.simulate).endswith(f"--set '{TABLE}'")
    assert commands.simulate_command(rotated().loaded, rotated().simulate).endswith("--rotate")


def test_changed_items_of_a_list_are_marked() -> None:
    (change,) = changes(load("stollen/diese-partie"), load("stollen/diese-partie", [TABLE]))
    assert [token.text for token in change.new if token.changed] == ["15", "30", "50", "75"]
    removed = "levels.1.finds=[1,1,2,2,3,3,4,4,5,5,6,7,8,9]"
    (change,) = changes(load("stollen/diese-partie"), load("stollen/diese-partie", [removed]))
    assert [token.text for token in change.old if token.changed] == ["7"]
    assert not any(token.changed for token in change.new)


def test_numbers_are_spelt_by_language() -> None:
    en, de = Words("en"), Words("de")
    assert en.number(-1234.56, 1, signed=True) == "−1,234.6"
    assert de.number(-1234.56, 1, signed=True) == "−1.234,6"
    assert en.number(-0.04, 1, signed=True) == "0.0"
    assert de.share(0.385) == "38,5\N{NO-BREAK SPACE}%"
    assert decimals_for(0.0182, 0.0431) == 2
    assert decimals_for(None, None) == 1


def test_every_language_has_the_same_words() -> None:
    def shape(table: dict[str, Any]) -> dict[str, Any]:
        return {
            f"{name}.{key}": sorted(re.findall(r"{(\w+)}", str(value)))
            for name, entries in table.items()
            if name not in ("metrics", "parts", "units")
            for key, value in entries.items()
        }

    first, *others = (Words(language).table for language in languages())
    for other in others:
        assert shape(other) == shape(first)


def test_an_unknown_language_is_told_in_english() -> None:
    assert '<html lang="en">' in alone().render("zh")


def test_the_template_has_no_line_of_its_own_words() -> None:
    """Every sentence stands in words.toml, so that a language is a table."""
    import workbench.resources

    text = (workbench.resources.templates_folder() / "shared" / "report.html.j2").read_text(encoding="utf-8")
    text = re.sub(r"{[{%#].*?[}%#]}", "", text)
    assert re.findall(r">([^<>]*[A-Za-z]{3}[^<>]*)<", text) == []
    assert Path(workbench.__file__).parent.joinpath("report", "words.toml").is_file()

"""The first screen in words: what was changed, what it does, to whom, how surely, and where it does nothing.

Every sentence is made from the data; a reason is given only where the games prove what it claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.report import arms
from workbench.report.arms import Arm, Player
from workbench.report.changes import Change, changes
from workbench.report.lines import Line, needs, score_line, win_line
from workbench.report.words import Words, decimals_for, scoring_keys, senses

if TYPE_CHECKING:
    from workbench.tasks.compare import ComparedVariant, CompareResult

MOST_CHANGES = 8
MOST_FIGURES = 6
ALWAYS_EVEN = ("win_rate", "length")
"""Figures of the whole game that are the same by necessity, or told in a sentence of their own."""


@dataclass(frozen=True)
class Person:
    """What a change does to one player."""

    player: Player
    win: Line
    score: Line
    reaction: str | None
    blind: str | None
    """What it does not perceive of the change: why it does not react by itself."""
    decisions: int | None


@dataclass(frozen=True)
class Answer:
    """The answer about one variant."""

    arm: Arm
    changes: Sequence[Change]
    changes_left: int
    lead: str
    more: Sequence[str]
    surely: str
    people: Sequence[Person]
    nothing: Sequence[str]
    undecided: Sequence[str]


def answers(compare: CompareResult, words: Words) -> list[Answer]:
    """The answer about each compared variant."""
    sides = arms.arms_of(compare.result, compare, words)[1:]
    return [_Teller(compare, side, words).answer() for side in sides]


class _Teller:
    """Tells one variant."""

    def __init__(self, compare: CompareResult, arm: Arm, words: Words) -> None:
        assert arm.compared is not None
        self.compare = compare
        self.arm = arm
        self.compared: ComparedVariant = arm.compared
        self.words = words
        self.games = words.whole(compare.games)
        self.players = arms.players_of(compare.result, words)
        self.rows = {(row.metric, row.seat): row for row in self.compared.differences}
        self.changes = changes(compare.loaded, self.compared.loaded)

    def answer(self) -> Answer:
        people = [self._person(player) for player in self.players]
        first, *more = self._lead(people)
        rotated = arms.is_rotated(self.compare.result)
        surely = self.words(
            "answer.rotated_surely" if rotated else "answer.how_surely",
            games=self.games,
            seed=self.compare.seed,
            differ=self.words.whole(self.compared.games_that_differ),
            rows=arms.primary_rows(self.compare),
        )
        return Answer(
            self.arm,
            self.changes[:MOST_CHANGES],
            len(self.changes[MOST_CHANGES:]),
            first,
            more,
            surely,
            people,
            self._nothing(people),
            self._undecided(people),
        )

    # One player

    def _person(self, player: Player) -> Person:
        win, score = self.rows["win_rate", player.place], self.rows["score", player.place]
        decisions = arms.decisions_of(self.compared, player)
        blind = self._blind(player) if decisions == 0 or (decisions and self._leaders()) else None
        return Person(
            player,
            win_line(win, self.compare.margin, self.words),
            score_line(score, self.compare.margin, self.words),
            self._reaction(player, decisions, blind, win.games_that_differ + score.games_that_differ > 0),
            blind,
            decisions,
        )

    def _reaction(self, player: Player, decisions: int | None, blind: str | None, changed: bool) -> str | None:
        words = self.words
        if decisions is None:
            return None
        if decisions and blind:
            leaders = self._leaders()
            return words(
                f"reaction.followed{'_rescored' if self._is_rescoring() else ''}",
                reason=words.sense(self.compare.family, blind, False),
                games=self.games,
                times=words(f"reaction.times_{'one' if decisions == 1 else 'many'}", count=words.whole(decisions)),
                others=words.listed([leader.name for leader in leaders]),
                count=words.whole(sum(arms.decisions_of(self.compared, leader) or 0 for leader in leaders)),
            )
        if decisions == 1:
            return words("reaction.once", games=self.games)
        if decisions > 1:
            often = decisions >= self.compare.games
            rate = decisions / self.compare.games * (1 if often else 100)
            return words(
                "reaction.often" if often else "reaction.some",
                count=words.whole(decisions),
                games=self.games,
                rate=words.number(rate, 1 if rate >= 1 else 2),
            )
        because = words("reaction.because", reason=words.sense(self.compare.family, blind, False)) if blind else ""
        if not changed:
            return words("reaction.untouched", because=because)
        others = [other.name for other in self.players if other != player and arms.decisions_of(self.compared, other)]
        key = "rescored" if self._is_rescoring() else "same"
        count = words.whole(self.compared.decisions_that_differ)
        return words(
            f"reaction.{key}{'_others' if others else ''}", because=because, others=words.listed(others), count=count
        )

    def _changed_keys(self) -> list[str]:
        return [change.key for change in self.changes if change.changes_play]

    def _blind(self, player: Player) -> str | None:
        """What a player does not perceive, if all that was changed is about that."""
        keys = self._changed_keys()
        for name, sense in senses(self.compare.family).items():
            blind = player.seat.strategy in sense["blind"] or player.seat.parameters.get(sense["parameter"]) is False
            if keys and blind and all(_is_below(key, sense["keys"]) for key in keys):
                return name
        return None

    def _leaders(self) -> list[Player]:
        """Those who perceive the change and decided differently: all other differing decisions follow from theirs."""
        return [
            player
            for player in self.players
            if arms.decisions_of(self.compared, player) and self._blind(player) is None
        ]

    def _is_rescoring(self) -> bool:
        """Whether only the worth of results changed: by the keys, or because every game took the same course."""
        keys = self._changed_keys()
        own = scoring_keys(self.compare.family)
        if keys and all(_is_below(key, own) for key in keys):
            return True
        return self.compared.decisions_that_differ == 0 and self._course_is_same()

    def _course_is_same(self) -> bool:
        """Whether every game is as long as before."""
        length = self.rows.get(("length", None))
        return length is not None and length.games_that_differ == 0

    # All players

    def _lead(self, people: Sequence[Person]) -> list[str]:
        words, compared = self.words, self.compared
        if compared.games_that_differ == 0:
            same = self.compare.fingerprint["rules"] == compared.fingerprint["rules"]
            return [words("lead.same" if same else "lead.never", games=self.games)]
        effects = [self._wins(people), self._scores(people)]
        if compared.decisions_that_differ == 0:
            key = "lead.rescored" if self._is_rescoring() else "lead.unmoved"
            return [words(key, games=self.games), *effects]
        followers = [person for person in people if person.decisions and person.blind]
        if followers:
            return [*effects, self._followed(people, followers)]
        still = [person.player.name for person in people if person.decisions == 0]
        moved = [person.player.name for person in people if person.decisions]
        if still and moved:
            key = "lead.some_rescored" if self._is_rescoring() else "lead.some_reacted"
        else:
            key = "lead.all_reacted" if moved else "lead.decisions"
        reaction = words(
            key,
            names=words.listed(moved),
            others=words.listed(still),
            count=words.whole(compared.decisions_that_differ),
            games=self.games,
        )
        return [*effects, reaction]

    def _followed(self, people: Sequence[Person], followers: Sequence[Person]) -> str:
        """Who reacted, and who only followed."""
        words = self.words
        blind = [person for person in people if person.blind == followers[0].blind]
        key = "some_followed" if self._is_rescoring() else "some_unmoved"
        leaders = [person for person in people if person.decisions and not person.blind]
        return words(
            f"lead.{key}_{'one' if len(blind) == 1 else 'many'}",
            names=words.listed([person.player.name for person in leaders]),
            count=words.whole(sum(person.decisions or 0 for person in leaders)),
            games=self.games,
            others=words.listed([person.player.name for person in blind]),
            reason=words.sense(self.compare.family, followers[0].blind or "", len(blind) > 1),
            wake=words.whole(sum(person.decisions or 0 for person in followers)),
        )

    def _named(self, people: Sequence[Person], line: str) -> str:
        named = [
            self.words("lead.named", name=person.player.name, size=getattr(person, line).figure) for person in people
        ]
        return self.words.listed(named)

    def _wins(self, people: Sequence[Person]) -> str:
        words = self.words
        more = [person for person in people if person.win.verdict == "higher"]
        less = [person for person in people if person.win.verdict == "lower"]

        def part(key: str, group: Sequence[Person]) -> str:
            one = {"name": group[0].player.name, "size": group[0].win.figure}
            return words(f"lead.{key}_{'one' if len(group) == 1 else 'many'}", names=self._named(group, "win"), **one)

        margin = words.margin_points(self.compare.margin)
        if not more and not less:
            same = all(person.win.verdict == "equivalent" for person in people)
            return words("lead.win_same" if same else "lead.win_open", margin=margin)
        parts = [part("win_more", more)] if more else [part("win_less_only", less)]
        parts += [part("win_less", less)] if more and less else []
        sentence = words("lists.comma").join(parts)
        for verdict, key in (("equivalent", "win_rest"), ("inconclusive", "win_undecided")):
            group = [person.player.name for person in people if person.win.verdict == verdict]
            if group:
                sentence += "; " + words(f"lead.{key}", names=words.listed(group), margin=margin)
        return sentence + "."

    def _scores(self, people: Sequence[Person]) -> str:
        words = self.words
        verdicts = {person.score.verdict for person in people}
        margin = words.margin_percent(self.compare.margin)
        if len(people) > 1 and verdicts in ({"higher"}, {"lower"}):
            sizes = sorted(abs(person.score.row.difference) for person in people)
            decimals = max(decimals_for(person.score.row.low_all, person.score.row.high_all) for person in people)
            return words(
                "lead.score_all_more" if verdicts == {"higher"} else "lead.score_all_less",
                low=words.number(sizes[0], decimals),
                high=words.number(sizes[-1], decimals),
            )
        if verdicts == {"equivalent"}:
            return words("lead.score_same", margin=margin)
        parts = []
        for verdict, key in (("higher", "more"), ("lower", "less"), ("equivalent", "rest"), ("inconclusive", "open")):
            group = [person for person in people if person.score.verdict == verdict]
            if group:
                names = (
                    self._named(group, "score")
                    if verdict in ("higher", "lower")
                    else words.listed([person.player.name for person in group])
                )
                parts.append(words(f"lead.score_{key}", names=names, margin=margin))
        return words("lead.score_sentence", parts="; ".join(parts))

    def _nothing(self, people: Sequence[Person]) -> list[str]:
        words, compared = self.words, self.compared
        found = []
        if self.compare.fingerprint["rules"] == compared.fingerprint["rules"]:
            found.append(words("nothing.rules_same"))
        if compared.games_that_differ == 0:
            return [*found, words("nothing.no_game", games=self.games)]
        reasons: dict[str | None, list[str]] = {}
        for person in people:
            if person.decisions == 0:
                reasons.setdefault(person.blind, []).append(person.player.name)
        for blind, names in reasons.items():
            key = "nothing.reaction_why" if blind else "nothing.reaction"
            reason = words.sense(self.compare.family, blind, len(names) > 1) if blind else ""
            found.append(words(key, names=words.listed(names), games=self.games, reason=reason))
        followers = [person for person in people if person.decisions and person.blind]
        if followers:
            found.append(
                words(
                    "nothing.followed",
                    names=words.listed([person.player.name for person in followers]),
                    reason=words.sense(self.compare.family, followers[0].blind or "", len(followers) > 1),
                    count=words.whole(sum(person.decisions or 0 for person in followers)),
                    games=self.games,
                )
            )
        for line, margin in (
            ("win", words.margin_points(self.compare.margin)),
            ("score", words.margin_percent(self.compare.margin)),
        ):
            alike = [person.player.name for person in people if getattr(person, line).verdict == "equivalent"]
            if alike:
                found.append(words(f"nothing.equivalent_{line}", names=words.listed(alike), margin=margin))
        if self._course_is_same():
            found.append(words("nothing.course"))
        same = [
            words.metric(row.metric)[0]
            for row in compared.differences
            if row.seat is None and row.metric not in ALWAYS_EVEN and row.games_that_differ == 0 and row.baseline
        ]
        if same:
            found.append(words("nothing.same_figures", names=words.listed(same[:MOST_FIGURES])))
        return found

    def _undecided(self, people: Sequence[Person]) -> list[str]:
        words = self.words
        found = [
            words(f"needs.{kind}", name=person.player.name, range=line.range, needs=needs(line.row, words))
            for person in people
            for kind, line in (("win", person.win), ("score", person.score))
            if line.verdict == "inconclusive"
        ]
        return [*found, words("needs.closing", option=f"--seed {self.compare.seed + 1}")] if found else []


def _is_below(key: str, tables: Sequence[str]) -> bool:
    return any(key == table or key.startswith(f"{table}.") for table in tables)

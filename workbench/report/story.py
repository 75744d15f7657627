"""The first screen in words: what was changed, what it does, to whom, how surely, and where it does nothing.

Every sentence is made from the data; a reason is given only where the games prove what it claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.report import arms
from workbench.report.arms import Arm, Player
from workbench.report.changes import Change, changes
from workbench.report.words import Words, decimals_for, senses

if TYPE_CHECKING:
    from workbench.statistics.paired import Difference
    from workbench.tasks.compare import ComparedVariant, CompareResult
    from workbench.tasks.simulate import SimulateResult

MOST_CHANGES = 8


@dataclass(frozen=True)
class Line:
    """One verdict in words. ``figure`` is the difference at a glance."""

    verdict: str
    figure: str
    sentence: str
    row: Difference


@dataclass(frozen=True)
class Person:
    """What a change does to one player."""

    player: Player
    win: Line
    score: Line
    reaction: str | None
    why: str | None
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
        return Person(
            player,
            win_line(win, self.compare.margin, self.words),
            score_line(score, self.compare.margin, self.words),
            self._reaction(decisions, win, score),
            self._why(player) if decisions == 0 and win.games_that_differ + score.games_that_differ else None,
            decisions,
        )

    def _reaction(self, decisions: int | None, win: Difference, score: Difference) -> str | None:
        if decisions is None:
            return None
        if decisions > 0:
            if decisions == 1:
                return self.words("reaction.some_one", games=self.games)
            rate = 100 * decisions / self.compare.games
            return self.words(
                "reaction.some",
                count=self.words.whole(decisions),
                games=self.games,
                rate=self.words.number(rate, 1 if rate >= 1 else 2),
            )
        if win.games_that_differ == 0 and score.games_that_differ == 0:
            return self.words("reaction.untouched")
        if self.compared.decisions_that_differ == 0 or self._course_is_same():
            return self.words("reaction.rescored" if self._only_scoring() else "reaction.none")
        return self.words("reaction.rescored" if self._only_scores_changed() else "reaction.rescored_others")

    def _why(self, player: Player) -> str | None:
        """Why a player that made the same decisions did: it does not perceive what was changed."""
        keys = [change.key for change in self.changes if change.changes_play]
        for name, sense in senses(self.compare.family).items():
            about = all(any(key == own or key.startswith(f"{own}.") for own in sense["keys"]) for key in keys)
            blind = player.seat.strategy in sense["blind"] or player.seat.parameters.get(sense["parameter"]) is False
            if keys and about and blind:
                return self.words(f"senses.{name}")
        return None

    def _course_is_same(self) -> bool:
        """Whether every figure of the whole game but wins and scores is the same in every game."""
        length = self.rows.get(("length", None))
        return length is not None and length.games_that_differ == 0

    def _only_scoring(self) -> bool:
        length = self.rows.get(("length", None))
        return self.compared.decisions_that_differ == 0 and (length is None or length.games_that_differ == 0)

    def _only_scores_changed(self) -> bool:
        """Never claimed where others decided differently: their choices change everybody's shares."""
        return False

    # All players

    def _lead(self, people: Sequence[Person]) -> list[str]:
        words, compared = self.words, self.compared
        if compared.games_that_differ == 0:
            same = self.compare.fingerprint["rules"] == compared.fingerprint["rules"]
            return [words("lead.same" if same else "lead.never", games=self.games)]
        effects = [self._wins(people), self._scores(people)]
        if compared.decisions_that_differ == 0:
            key = "lead.rescored" if self._only_scoring() else "lead.unmoved"
            return [words(key, games=self.games), *effects]
        still = [person.player.name for person in people if person.decisions == 0]
        moved = [person.player.name for person in people if person.decisions]
        if still and moved:
            reaction = words("lead.some_reacted", names=words.listed(moved), others=words.listed(still))
        else:
            key = "lead.all_reacted" if moved else "lead.decisions"
            reaction = words(key, count=words.whole(compared.decisions_that_differ), games=self.games)
        return [*effects, reaction]

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
            return words(f"lead.{key}_{'one' if len(group) == 1 else 'many'}", names=self._named(group, "win"))

        if more:
            parts = [part("win_more", more)] + ([part("win_less", less)] if less else [])
            return words("lists.comma").join(parts) + "."
        if less:
            return part("win_less_only", less) + "."
        if all(person.win.verdict == "equivalent" for person in people):
            return words("lead.win_same", margin=words.margin_points(self.compare.margin))
        return words("lead.win_open")

    def _scores(self, people: Sequence[Person]) -> str:
        words = self.words
        verdicts = {person.score.verdict for person in people}
        margin = words.margin_percent(self.compare.margin)
        if len(people) > 1 and verdicts in ({"higher"}, {"lower"}):
            sizes = sorted(abs(person.score.row.difference) for person in people)
            decimals = max(
                decimals_for(person.score.row.low_all, person.score.row.high_all) for person in people
            )
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
                reasons.setdefault(person.why, []).append(person.player.name)
        for reason, names in reasons.items():
            key = "nothing.reaction_why" if reason else "nothing.reaction"
            found.append(words(key, names=words.listed(names), games=self.games, reason=reason))
        for line, margin in (
            ("win", words.margin_points(self.compare.margin)),
            ("score", words.margin_percent(self.compare.margin)),
        ):
            alike = [person.player.name for person in people if getattr(person, line).verdict == "equivalent"]
            if alike:
                found.append(words(f"nothing.equivalent_{line}", names=words.listed(alike), margin=margin))
        if self._course_is_same():
            found.append(words("nothing.course"))
        return found

    def _undecided(self, people: Sequence[Person]) -> list[str]:
        words = self.words
        found = [
            words("needs.line", name=person.player.name, what=what, sentence=line.sentence, needs=needs(line.row, words))
            for person in people
            for what, line in ((words("answer.wins"), person.win), (words("answer.scores"), person.score))
            if line.verdict == "inconclusive"
        ]
        return [*found, words("needs.closing")] if found else []


def win_line(row: Difference, margin: float, words: Words) -> Line:
    """The verdict on a win rate in words, in percentage points."""
    return _line("win", row, 100, words, words.margin_points(margin), words("results.pp"))


def score_line(row: Difference, margin: float, words: Words) -> Line:
    """The verdict on a score in words."""
    return _line("score", row, 1, words, words.margin_percent(margin), "")


def _line(kind: str, row: Difference, scale: int, words: Words, margin: str, unit: str) -> Line:
    verdict = str(row.verdict)
    low, high = (None if end is None else scale * end for end in (row.low_all, row.high_all))
    size = scale * row.difference
    decimals = decimals_for(low, high)
    figure = words.number(size, decimals, signed=True) + (f"\N{NO-BREAK SPACE}{unit}" if unit else "")
    if low is None or high is None:
        return Line(verdict, figure, words("interval.too_few", count=words.whole(row.games_that_differ)), row)
    values: dict[str, Any] = {"size": words.number(abs(size), decimals), "margin": margin}
    ends = {"low": words.number(low, decimals, signed=True), "high": words.number(high, decimals, signed=True)}
    if verdict in ("higher", "lower"):
        least, most = (low, high) if verdict == "higher" else (-high, -low)
        ends = {"low": words.number(least, decimals), "high": words.number(most, decimals)}
    interval = words("interval.simultaneous", **ends)
    if verdict == "equivalent" and row.games_that_differ == 0:
        sentence = words(f"{kind}.unseen", bound=words.number(high, decimals))
    elif verdict == "equivalent" and (low > 0 or high < 0):
        values["size"] = words.number(size, decimals, signed=True)
        sentence = words(f"{kind}.real", interval=interval, **values)
    elif verdict == "inconclusive":
        sentence = words(f"{kind}.inconclusive", level=words("interval.level"), **ends)
    else:
        sentence = words(f"{kind}.{verdict}", interval=interval, **values)
    return Line(verdict, figure, sentence, row)


def needs(row: Difference, words: Words) -> str:
    """How many games would decide an undecided row."""
    if row.games_needed is None:
        return words("needs.out_of_reach")
    return words("needs.games", games=words.whole(rounded(row.games_needed)))


def rounded(games: int) -> int:
    """``games`` to two significant digits, upwards: it is a guess."""
    step = int(10 ** max(len(str(games)) - 2, 0))
    return -(-games // step) * step


@dataclass(frozen=True)
class Alone:
    """One player where nothing was compared."""

    player: Player
    share: str
    sentence: str
    standing: str
    score: str


def alone(result: SimulateResult, words: Words) -> tuple[list[str], list[Alone]]:
    """What there is to say about one variant by itself: who wins, and by how much."""
    players = arms.players_of(result, words)
    even = 1 / len(result.seats)
    people = []
    best: tuple[float, str] = (-1.0, "")
    for player in players:
        found = arms.result_of(result, player)
        win, score, middle = found.win_rate, found.score, found.score_percentiles
        expected = even * (len(player.places) if not arms.is_rotated(result) else 1)
        standing = "around"
        if win.low is not None and win.high is not None:
            standing = "above" if win.low > expected else "below" if win.high < expected else "around"
        decimals = decimals_for(_times(win.low), _times(win.high))
        interval = words("alone.interval", **_ends(_times(win.low), _times(win.high), decimals, words))
        share = words.share(win.estimate, decimals)
        points = decimals_for(score.low, score.high)
        people.append(
            Alone(
                player,
                share,
                f"{words(f'alone.{standing}')} ({interval})",
                standing,
                words(
                    "alone.score_short",
                    score=words.number(score.estimate, points),
                    interval=words("alone.interval", **_ends(score.low, score.high, points, words)),
                )
                + (f"; {words('results.percentiles')}: " + " / ".join(words.trimmed(v) for v in middle.values())),
            )
        )
        if win.estimate is not None and win.estimate > best[0]:
            best = win.estimate, words("alone.leads", name=player.name, share=share, interval=interval)
    return [best[1], words("alone.even", share=words.share(even))], people


def _times(value: float | None) -> float | None:
    return None if value is None else 100 * value


def _ends(low: float | None, high: float | None, decimals: int, words: Words) -> dict[str, str]:
    return {"low": words.number(low, decimals), "high": words.number(high, decimals)}

"""The first screen of a variant that was compared with nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.report import arms
from workbench.report.arms import Player
from workbench.report.words import Words, decimals_for

if TYPE_CHECKING:
    from workbench.tasks.simulate import SimulateResult


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

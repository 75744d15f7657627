"""What a valid digging definition may still get wrong: problems of meaning."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.families.digging.definition import MOST_CARDS, MOST_METALS, MOST_MINES, DiggingDefinition, Metal
from workbench.family import Finding, seat_findings


def team_problem(players: int) -> str | None:
    """Why so many players cannot play in teams of two partners; None if they can."""
    if players % 2:
        return f"{players} players cannot be divided into teams of two"
    return f"{players} players are one team only" if players < 4 else None


def findings(d: DiggingDefinition) -> Iterator[Finding]:
    """Errors and warnings of meaning."""
    yield from seat_findings(d)
    yield from _teams(d)
    for name, metal in d.metals.items():
        yield from _metal(name, metal)
    yield from _deck(d)
    yield from _rounds(d)
    yield from _switches(d)


def _teams(d: DiggingDefinition) -> Iterator[Finding]:
    """Partners sit opposite each other, so their number is even and there are two teams at least (D3)."""
    if not d.teams:
        return
    for path, players in ((("players", "min"), d.players.min), (("players", "max"), d.players.max)):
        problem = team_problem(players)
        if problem:
            yield Finding(path, problem, code="uneven-teams", hint="set players.min and players.max to 4")
    problem = team_problem(len(d.seats))
    if problem:
        yield Finding(("seats",), problem, code="uneven-teams", hint="name four characters, or set teams to false")


def _metal(name: str, metal: Metal) -> Iterator[Finding]:
    path = ("metals", name)
    crates = metal.crates + metal.double_crates
    if crates and not metal.mines:
        yield Finding(
            (*path, "mines"),
            f"crates of {name}, but no mine of it: nobody could ever play them (D9)",
            code="no-mine",
            hint="add a mine, or take the crates out",
        )
    if metal.mines and not crates:
        yield Finding(
            (*path, "crates"),
            f"a mine of {name}, but no crate for it: it could never be worth anything",
            "warning",
            "no-crates",
        )
    if not metal.value and (crates or metal.mines):
        yield Finding((*path, "value"), f"{name} has no base value: its mines are worth nothing", code="no-value")
    if not crates and not metal.mines:
        yield Finding(path, f"no card shows {name}", "warning", "no-cards")


def _deck(d: DiggingDefinition) -> Iterator[Finding]:
    if len(d.metals) > MOST_METALS:
        message = f"a game has at most {MOST_METALS} metals, got {len(d.metals)}"
        yield Finding(("metals",), message, code="too-many-metals")
    if d.cards > MOST_CARDS:
        yield Finding(("metals",), f"the deck has {d.cards} cards; {MOST_CARDS} are the most", code="deck-too-large")
    mines = sum(metal.mines for metal in d.metals.values())
    if mines > MOST_MINES:
        yield Finding(("metals",), f"the deck has {mines} mines; {MOST_MINES} are the most", code="too-many-mines")
    players = max(d.players.max, len(d.seats))
    dealt = players * d.hand_size
    if dealt > d.cards:
        yield Finding(
            ("hand_size",),
            f"{players} players get {dealt} cards, but the deck has only {d.cards}",
            code="deck-too-small",
            hint="deal fewer cards, or add some to the deck",
        )
    elif dealt == d.cards:
        yield Finding(
            ("hand_size",),
            f"{players} players get the whole deck: nothing is left to draw, and the first round is the last one",
            "warning",
            "no-pile",
        )
    elif d.turns.most < d.cards - dealt:
        yield Finding(
            ("turns", "most"),
            f"{d.turns.most} turns are too few to draw the {d.cards - dealt} cards of the pile: the last round always "
            "begins before it is empty",
            "warning",
            "few-turns",
        )
    if not d.closers:
        yield Finding(("closers",), "no mine can be closed, so nobody ever scores (D21)", code="no-closers")


def _rounds(d: DiggingDefinition) -> Iterator[Finding]:
    """A total that is out of reach, and rounds that never come."""
    if d.target:
        crates = {name: metal.crates + metal.double_crates for name, metal in d.metals.items()}
        most = sum(metal.value * crates[name] * (2 if metal.double_crates else 1) for name, metal in d.metals.items())
        if d.target > most * d.rounds.most:
            yield Finding(
                ("target",),
                f"nobody can reach {d.target} points: a round brings at most {most}, and there are at most "
                f"{d.rounds.most} rounds",
                "warning",
                "out-of-reach",
            )
    elif d.rounds.most != type(d.rounds).model_fields["most"].default and d.scoring.tie != "next-round":
        yield Finding(
            ("rounds", "most"),
            "changes nothing: without a target one round is played",
            "warning",
            "no-effect",
        )


def _switches(d: DiggingDefinition) -> Iterator[Finding]:
    """Keys that were changed but change nothing."""

    def idle(path: tuple[str, ...], why: str) -> Finding:
        return Finding(path, f"changes nothing: {why}", "warning", "no-effect")

    if d.teams and d.fights.alone != "each-alone":
        yield idle(("fights", "alone"), "teams are on, and teams add up their bandits (D16)")
    if not d.teams:
        if not d.fights.partner_supports:
            yield idle(("fights", "partner_supports"), "nobody has a partner")
        if d.fights.won_mine_to != "attacker":
            yield idle(("fights", "won_mine_to"), "nobody has a partner")
        if not d.last_round.pushing:
            yield idle(("last_round", "pushing"), "nobody has a partner to push to (D26)")
    if not any(metal.double_crates for metal in d.metals.values()) and d.mines.late_double != "plain":
        yield idle(("mines", "late_double"), "there is no double crate")
    if not d.bandits:
        fights = type(d.fights).model_fields
        for field in ("top_crate", "second_bandit", "own_mine", "partner_supports", "closed_by", "won_mine_to"):
            if getattr(d.fights, field) != fights[field].default:
                yield idle(("fights", field), "there is no bandit")
    if d.target and d.rounds.most == 1:
        yield idle(("target",), "the first round is the last one (rounds.most = 1)")
    if d.rounds.most == 1 and d.scoring.tie == "next-round":
        yield idle(("scoring", "tie"), "there is no next round (rounds.most = 1)")


__all__ = ["findings", "team_problem"]

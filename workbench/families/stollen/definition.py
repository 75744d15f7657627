"""Definition of a stollen game: every number and switch that a variant can set.

Words of the game: a *Sohle* (level) is one of the floors of the mine, the *Kaue* (bank, locker room) is where
loot is safe, a *Brocken* (lump) is one point of ore. Defaults are those of docs/rules.md, section 1.4; the
options of each open point stand in the order given there.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from workbench.definition.fields import Array, Name, Numbered, Table, Text, Whole, point, without_gap
from workbench.definition.model import DefinitionBase, PlayersBase, PrintBase

MOST_LEVELS = 20
MOST_FINDS = 100
MOST_COPIES = 60
MOST_FOSSILS = 60

Copies = Annotated[int, Whole("copies", 0, MOST_COPIES)]
Threshold = Annotated[int, Whole("threshold", 0, 9999)]
Percent = Annotated[int, Whole("percentage", 0, 100)]


class Players(PlayersBase):
    """How many may play (the engine plays 1 to 8)."""

    min: Annotated[int, Whole("players", 1, 8)] = point("SO1", "fewest players offered", 3)
    max: Annotated[int, Whole("players", 1, 8)] = point("SO1", "most players offered", 6)


class Level(Table):
    """The deck of one level (Sohle)."""

    finds: Annotated[tuple[Annotated[int, Whole("find", 0, 999)], ...], Array("finds", 0, MOST_FINDS)] = point(
        "SO4", "values of the find cards, in lumps", ()
    )
    hazards: dict[Annotated[str, Name("hazard")], Copies] = point("SO3", "copies of each kind of hazard", {})


class Deck(Table):
    """How the level decks are put together."""

    mode: Literal["per-level", "growing"] = point(
        "SO5",
        "each level has its own deck, or the cards of a level join one deck that grows",
        "per-level",
    )
    when_empty: Literal["leave", "reshuffle", "bank"] = point(
        "SO15",
        "deck runs out without a collapse: all leave together and share what lies; the turned finds and "
        "hazards are shuffled again; the loot is banked and what lies stays",
        "leave",
    )


class Step(Table):
    """The choices before each card."""

    choice_before_first_card: bool = point("SO2", "choose before the first card of a level", False)
    leaving_comes_first: bool = point(
        "SO41", "leaving is settled before the card, so that a collapse cannot touch the leavers", True
    )
    last_player: Literal["may-go-on", "must-leave"] = point(
        "SO45", "a player who is alone in the tunnel may go on, or must leave", "may-go-on"
    )


class Collapse(Table):
    """What a collapse does to the deck, and who decides in which order."""

    removes: Literal["none", "one-of-that-kind"] = point(
        "SO6", "hazard card that leaves the game after a collapse", "none"
    )
    order: Literal["simultaneous", "clockwise"] = point(
        "SO37", "helmets and ropes are decided at once and hidden, or clockwise and open", "simultaneous"
    )


class Leftovers(Table):
    """The lumps of finds that did not divide and lie in the tunnel."""

    split: Literal["pooled", "per-card"] = point(
        "SO7", "leavers share what lies as one heap, or card by card", "pooled"
    )
    at_level_end: Literal["lost", "carried", "last-leaver"] = point(
        "SO8", "what still lies at the end of a level: lost, lies in the next level, or to the last leavers", "lost"
    )
    after_split: Literal["stay", "lost"] = point(
        "SO9", "what a split leaves over: stays for later leavers, or is lost", "stay"
    )
    settled: Literal["leftovers-first", "fossils-first"] = point(
        "SO10", "what leavers settle first (changes the order of the words and the log only)", "leftovers-first"
    )


FossilPoints = Annotated[tuple[Annotated[int, Whole("points", 0, 9999)], ...], Array("fossil points", 1, MOST_FOSSILS)]


class Fossils(Table):
    """Fossils: how many, how they are shared and what they are worth."""

    per_level: Annotated[int, Whole("fossils", 0, 5)] = Field(
        1, description="fossils that join the deck at the start of each level (S7)"
    )
    at_start: Annotated[int, Whole("fossils", 0, 20)] = Field(
        0, description="fossils in the deck from the first level on, besides those of the level"
    )
    collection: bool = Field(True, description="own rule: score by `points` (S29), else by `points_plain` (S30)")
    points: FossilPoints = Field((5, 12, 21, 32, 45), description="points for 1, 2, ... fossils with the collection")
    points_plain: FossilPoints = Field(
        (5, 10, 15, 25, 35), description="points for 1, 2, ... fossils without the collection"
    )
    share: Literal["equal", "single-leaver"] = Field(
        "equal", description="leavers share fossils equally (S25), or only a single leaver takes them (DI8)"
    )
    single_leaver_takes: Literal["all", "last-turned"] = point(
        "SO11", "a single leaver takes all fossils that lie, or only the one turned last", "all"
    )
    after_collapse: Literal["back", "out"] = point(
        "SO12", "fossils lying at a collapse: back into the next deck, or out of the game", "back"
    )
    after_exit: Literal["as-collapse", "back", "out"] = point(
        "SO13", "fossils still lying when the last players left", "as-collapse"
    )
    indivisible: Literal["stay", "first-leaver"] = point(
        "SO14", "fossils that do not divide: stay, or go to the first leaver by seat", "stay"
    )
    value: Literal["own-count", "carried-order"] = point(
        "SO16",
        "a fossil is worth by the owner's count, or by the order in which all fossils left the mine",
        "own-count",
    )
    beyond_table: Literal["impossible", "extrapolate"] = point(
        "SO17",
        "more fossils than the table has entries: an error, or extrapolated "
        "(n(n+4) with the collection, 10 more each without)",
        "extrapolate",
    )


class Scoring(Table):
    """Who wins."""

    tie_break: Literal["fossils", "fossil-points", "none"] = point(
        "SO18", "what decides between equal scores", "fossils"
    )
    still_tied: Literal["shared", "last-level", "earliest-leaver"] = point(
        "SO19", "what decides if that is equal too", "shared"
    )


class Canary(Table):
    """Own rule: the canary (Kanarienvogel) listens to the next card."""

    enabled: bool = Field(True, description="own rule on or off")
    wakes_at_kinds: Annotated[int, Whole("hazard kinds", 0, 6)] = point(
        "SO24", "different hazards that must lie before it listens", 2
    )
    speaks: Literal["every-card", "next-card"] = point(
        "SO20", "from then on before every card, or only before the next one", "every-card"
    )
    timing: Literal["before-choice", "after-choice"] = point(
        "SO21", "it is heard before the choice or after it", "before-choice"
    )
    heard_by: Literal["all", "owner"] = point("SO22", "everybody hears it, or one owner", "all")
    owner: Annotated[int, Whole("seat", 0, 7)] = Field(
        0, description="seat of the owner, where only the owner hears it"
    )
    silent_at: Literal["any-hazard", "fatal-hazard"] = point(
        "SO23", "it falls silent before any hazard, or only before one that brings the tunnel down", "any-hazard"
    )
    fossil_is_safe: bool = point("SO25", "it sings before a fossil", True)
    before_lamp: Literal["canary-first", "lamp-first"] = point(
        "SO26", "in one step the canary is heard before a lamp is used, or after", "canary-first"
    )
    at_the_table: Literal["sleeve", "player-outside", "app"] = point(
        "SO46", "how a real table makes it speak", "sleeve"
    )


class Tool(Table):
    """A tool that each player has."""

    enabled: bool = Field(True, description="own rule on or off")
    uses: Annotated[int, Whole("uses", 0, 20)] = point("SO44", "how often each player may use it", 1)
    per: Literal["game", "level"] = point("SO44", "the uses are for the whole game, or new in each level", "game")


class Lamp(Tool):
    """Own rule: the lamp (Grubenlampe) shows its owner the next card."""

    announced: Literal["at-once", "with-choices"] = point(
        "SO27", "others see that it is used at once, or when the choices are revealed", "with-choices"
    )
    after_own_choice: bool = point("SO28", "it may be used when the own choice is already fixed", False)
    several_at_once: bool = point("SO29", "several players may look in the same step", True)
    at_the_table: Literal["others-first", "eyes-closed"] = point(
        "SO47", "how a real table keeps it secret", "others-first"
    )


class Helmet(Tool):
    """Own rule: the helmet (Grubenhelm) saves half of the loot at a collapse."""

    use: Literal["automatic", "choice"] = point("SO30", "worn as soon as there is loot to save, or by choice", "choice")
    odd: Literal["floor", "ceil", "exact"] = point("SO31", "half of an odd loot", "floor")
    kept_is_banked: bool = point("SO32", "the half that is kept goes to the bank, else along into the next level", True)
    with_rope: Literal["helmet-first", "both", "victim-chooses"] = point(
        "SO36",
        "helmet and rope for one player: a wearer cannot be roped; the rope saves half of what the helmet "
        "does not; the buried player takes one of them",
        "helmet-first",
    )


class Rope(Tool):
    """Own rule: the rope (Kumpel-Seil) saves half of a buried player's loot and pays its thrower the other half."""

    odd: Literal["victim", "thrower", "lost"] = point("SO33", "the odd lump of an odd loot", "lost")
    several_rest: Literal["lost", "victim"] = point("SO34", "what several throwers cannot share", "lost")
    may_refuse: bool = point("SO35", "the buried player may refuse it", False)
    spent_in_vain: bool = point(
        "SO38", "it may be thrown at a player with no loot or with a helmet on, and is used up then", False
    )
    may_decline: bool = point("SO39", "nobody has to throw", True)
    just_left_may_throw: bool = point("SO40", "who left in the very step before the collapse may throw", True)


class Tools(Table):
    """The tools of each player."""

    lamp: Lamp = Lamp()
    helmet: Helmet = Helmet()
    rope: Rope = Rope()


class Information(Table):
    """What is open to the others; computer players follow the same setting."""

    banks: Literal["open", "hidden"] = point("SO42", "banked lumps", "hidden")
    fossils: Literal["open", "hidden"] = point("SO43", "fossils held", "open")


class Print(PrintBase):
    """How the printed matter looks."""

    card_backs: Literal["alike", "per-level"] = point("SO48", "backs of the tunnel cards", "alike")


class Manners(Table):
    """How a character uses its tools; shared by the strategies that weigh what they hold."""

    uses_lamp: bool = Field(True, description="looks at the next card with its lamp instead of leaving")
    lamp_at: Threshold = Field(1, description="loot from which the lamp is worth it")
    hears_canary: bool = Field(True, description="stays while the canary sings")
    helmet_at: Threshold = Field(1, description="loot from which it wears the helmet (in the last level: any loot)")
    rope_at: Threshold = Field(1, description="own share from which it throws the rope (in the last level: any share)")
    refuses_rope: bool = Field(False, description="refuses a rope where that is allowed")


class LootStrategy(Manners):
    """Leaves as soon as its own loot of the level is at least `leave_at`; heeds nothing else."""

    strategy: Literal["loot"]
    leave_at: Threshold = Field(description="own loot of the level at which it leaves")
    uses_lamp: bool = Field(False, description="looks at the next card with its lamp instead of leaving")
    hears_canary: bool = Field(False, description="stays while the canary sings")


class NerveStrategy(Manners):
    """Leaves at a loot that its nerve allows, or when too many different hazards lie, or when the canary is silent."""

    strategy: Literal["nerve"]
    leave_at: Threshold = Field(description="loot with its share of what lies at which it leaves")
    spread: Threshold = Field(0, description="mood: `leave_at` differs by up to this much from level to level")
    leave_at_kinds: Annotated[int, Whole("hazard kinds", 0, 99)] = Field(
        99, description="different hazards lying at which it leaves"
    )
    leave_at_silence: Threshold = Field(0, description="loot from which it leaves when the canary falls silent")


class OddsStrategy(Manners):
    """Counts the cards: goes deeper while the next card brings more than it puts at risk."""

    strategy: Literal["odds"]
    risk_percent: Annotated[int, Whole("percentage", 0, 1000)] = Field(
        100, description="weight of a loss against a gain; above 100 is cautious"
    )
    spread: Threshold = Field(0, description="mood: `risk_percent` differs by up to this much from level to level")
    lone_percent: Percent = Field(
        0, description="chance it gives others to leave first with what a lone leaver would gain"
    )
    behind_percent: Annotated[int, Whole("percentage", 0, 1000)] = Field(
        100, description="that weight changes to this percentage in the last level when an open bank is ahead"
    )
    counts_fossils: bool = Field(True, description="weighs what the fossils in the tunnel are worth to it")


class RandomStrategy(Table):
    """Leaves, and uses its tools, by chance."""

    strategy: Literal["random"]
    leave_percent: Percent = Field(25, description="chance to leave at each choice")
    lamp_percent: Percent = Field(10, description="chance to look at each choice")
    helmet_percent: Percent = Field(50, description="chance to wear the helmet")
    rope_percent: Percent = Field(50, description="chance to throw the rope")
    refuse_percent: Percent = Field(0, description="chance to refuse a rope")


class NeverStrategy(Table):
    """Never leaves of its own will."""

    strategy: Literal["never"]
    helmet_at: Threshold = Field(1, description="loot from which it wears the helmet")


Character = Annotated[
    LootStrategy | NerveStrategy | OddsStrategy | RandomStrategy | NeverStrategy,
    Field(discriminator="strategy"),
]


def _levels(value: object) -> object:
    if isinstance(value, dict):
        without_gap("level", MOST_LEVELS, value)
    return value


class StollenDefinition(DefinitionBase):
    """A stollen game: push your luck in a mine."""

    family: Literal["stollen"]
    players: Players = Players()
    seats: Annotated[tuple[Annotated[str, Text("seat", 40)], ...], Array("seats", 1, 8)] = Field(
        ("angsthase", "draufgaenger", "rechnerin"), description="the characters who play, by seat"
    )
    levels: Annotated[
        dict[Annotated[str, Numbered("level", MOST_LEVELS)], Level], Field(min_length=1), BeforeValidator(_levels)
    ] = Field(description="the levels from 1 down")
    deck: Deck = Deck()
    step: Step = Step()
    collapse: Collapse = Collapse()
    leftovers: Leftovers = Leftovers()
    fossils: Fossils = Fossils()
    scoring: Scoring = Scoring()
    canary: Canary = Canary()
    tools: Tools = Tools()
    information: Information = Information()
    characters: dict[Annotated[str, Name("character", reserved="me")], Character] = Field(
        {}, description="named parameters of a strategy; a definition may add or override"
    )
    print: Print = Print()

    @property
    def levels_in_order(self) -> tuple[Level, ...]:
        """The levels from 1 down."""
        return tuple(self.levels[str(n)] for n in range(1, len(self.levels) + 1))

    @property
    def hazard_kinds(self) -> tuple[str, ...]:
        """Every hazard of the game, in the order in which the levels name them."""
        return tuple(dict.fromkeys(kind for level in self.levels_in_order for kind in level.hazards))

    @property
    def fossils_possible(self) -> int:
        """The most fossils one player can hold: all that ever join the deck (S7)."""
        return self.fossils.at_start + self.fossils.per_level * len(self.levels)

    def fossil_points(self, count: int) -> int:
        """Points for ``count`` fossils of one player by the table in force (S29, S30), extrapolated as SO17 says."""
        table = self.fossils.points if self.fossils.collection else self.fossils.points_plain
        if count <= len(table):
            return int(table[count - 1]) if count else 0
        if self.fossils.collection:
            return max(int(table[-1]), count * (count + 4))
        return int(table[-1]) + 10 * (count - len(table))

    def tool(self, name: str) -> Tool:
        """The table of the tool called ``name`` (lamp, helmet or rope)."""
        found: Tool = getattr(self.tools, name)
        return found

    def tool_in_play(self, name: str) -> bool:
        """Whether players hold the tool at all."""
        return self.tool(name).enabled and self.tool(name).uses > 0


__all__ = ["Character", "Level", "StollenDefinition"]

"""Definition of a digging game: every number and switch that a variant can set.

Words of the game: a *mine* is opened with a mine card and filled with *crates* of its metal; a *closer* closes it, and
only then it scores; a *bandit* attacks a mine that is open and holds crates; a *display* is the row of mines in front
of a player. Defaults are those of docs/rules.md, section 3.4; the options of each open point stand in the order given
there.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.definition.fields import Array, Name, Table, Text, Whole, point
from workbench.definition.model import DefinitionBase, OptionalTitle, PlayersBase, PrintBase, title_in

MOST_PLAYERS = 8
MOST_METALS = 6
MOST_CARDS = 120
MOST_MINES = 32
MOST_BANDITS = 30
MOST_VALUE = 99
"""Highest base value of a metal, and highest value of a bandit."""
MOST_TURNS = 1000
MOST_ROUNDS = 100

Copies = Annotated[int, Whole("cards", 0, 60)]
Percent = Annotated[int, Whole("percentage", 0, 100)]
Points = Annotated[int, Whole("points", 0, 999)]
Permille = Annotated[int, Whole("share in thousandths", 0, 1000)]
Tenths = Annotated[int, Whole("tenths of a point", 0, 999)]


class Players(PlayersBase):
    """How many may play (the engine plays 2 to 8)."""

    min: Annotated[int, Whole("players", 2, MOST_PLAYERS)] = Field(2, description="fewest players offered")
    max: Annotated[int, Whole("players", 2, MOST_PLAYERS)] = Field(4, description="most players offered")


class Metal(Table):
    """The cards of one metal, and what they are worth."""

    title: OptionalTitle = Field({}, description="name of the metal, a text or a table by language; else by its id")
    value: Annotated[int, Whole("base value", 0, MOST_VALUE)] = Field(
        description="points of each crate in a closed mine (D22)"
    )
    mines: Copies = Field(description="mine cards (D8)")
    crates: Copies = Field(description="plain crate cards (D9)")
    double_crates: Copies = Field(0, description="double crates: as the first one on a mine, one doubles it (D11)")


class Turns(Table):
    """Who begins, and what a turn may be."""

    starter: Literal["left-of-dealer", "random", "dealer"] = point(
        "DO1",
        "who begins a round: the player left of the dealer, one drawn by lot, or the dealer. The first dealer is drawn "
        "by lot, the next is the one to the left",
        "left-of-dealer",
    )
    passing: Literal["only-if-stuck", "allowed"] = point(
        "DO2", "a player may pass only where no action is legal, or at will", "only-if-stuck"
    )
    most: Annotated[int, Whole("turns", 1, MOST_TURNS)] = Field(
        400, description="after so many turns of a round the last round begins, so that pushing back and forth ends"
    )


class Displays(Table):
    """What may lie where."""

    opponents: Literal["everything", "closers-and-bandits"] = point(
        "DO3", "what may be put into an opponent's display", "closers-and-bandits"
    )
    two_players: Literal["as-others"] = point(
        "DO26", "with two players: the same cards in hand and one display each, as with more", "as-others"
    )


class Mines(Table):
    """Building mines."""

    late_double: Literal["plain", "forbidden", "doubles"] = point(
        "DO4",
        "a double crate that is not the first one: counts as one plain crate, may not be played, or doubles the mine",
        "plain",
    )
    several_of_a_metal: bool = point(
        "DO25", "a team may open a mine of a metal of which it has one; a crate names its mine", True
    )
    moving_crates: Literal["never"] = point("DO27", "crates are never moved from mine to mine", "never")


class Fights(Table):
    """Attacks on a mine."""

    double_on_top: Literal["removed"] = point(
        "DO5",
        "closing in a fight removes the top crate, be it the double one; the first crate left says whether it doubles",
        "removed",
    )
    top_crate: Literal["out", "to-hand"] = point(
        "DO6", "that crate leaves the game, or goes to the hand of the player who closes", "out"
    )
    at_once: Literal["one"] = point("DO7", "fights at the same time: one, since each is a turn's action", "one")
    second_bandit: bool = point("DO8", "the attacker may add a second bandit after all answers", False)
    own_mine: bool = point(
        "DO9", "the own team's mine may be attacked; the attacker's bandit then counts for the defence", False
    )
    order: Literal["left-of-attacker"] = point(
        "DO10", "answers go round once, from the attacker's left", "left-of-attacker"
    )
    partner_supports: bool = point("DO11", "the attacker's partner may add a bandit", True)
    closed_by: Literal["anyone", "defenders"] = point(
        "DO12",
        "who may answer with a closer: any player but the attacker, who has played already, or only the owner's team",
        "anyone",
    )
    next_turn_lost: Literal["never"] = point("DO13", "who plays a card in a fight keeps the next normal turn", "never")
    then: Literal["left-of-attacker"] = point(
        "DO14", "whose turn it is after a fight: the player left of the attacker", "left-of-attacker"
    )
    won_mine_to: Literal["attacker", "winners-choice"] = point(
        "DO15",
        "in whose display a won mine goes: the attacker's, or that of the partner he chooses",
        "attacker",
    )
    alone: Literal["each-alone", "all-against-owner"] = point(
        "DO16",
        "without teams: the highest single bandit takes the mine, equal ones keep it with the owner, else with who "
        "played first; or all bandits against the owner are added, and the attacker takes it",
        "each-alone",
    )
    owner_answers: Literal["in-turn-order"] = point(
        "DO17", "the owner answers when it is his turn to, like all", "in-turn-order"
    )


class LastRound(Table):
    """The last actions, once the pile is empty (D20)."""

    drawer_acts: bool = point("DO18", "the player who drew the last card has a last action too, after all others", True)
    drawing: Literal["impossible"] = point("DO19", "nothing is left to draw", "impossible")
    pushing: bool = point("DO20", "pushing is allowed in the last round", True)


class Push(Table):
    """Pushing a card to the partner (D6)."""

    needs: Literal["a-card"] = point("DO21", "what it takes: a card to give; the partner may have none", "a-card")


class Information(Table):
    """What players may say."""

    table_talk: Literal["none", "free"] = point("DO22", "talk about the cards in hand", "none")


class Scoring(Table):
    """What counts, and who wins."""

    tie: Literal["shared", "more-gold", "next-round"] = point(
        "DO23",
        "equal scores at the end: the win is shared (with a target: another round is played); more points from the "
        "metal of the highest value win; another round is played",
        "shared",
    )
    card_in_hand: Annotated[int, Whole("points", 0, 20)] = point(
        "DO28", "points lost for each card still in hand at the end of a round", 0
    )


class Rounds(Table):
    """How many rounds a game can have."""

    most: Annotated[int, Whole("rounds", 1, MOST_ROUNDS)] = Field(
        50, description="after so many rounds the highest total wins, also below the target"
    )


class Print(PrintBase):
    """How the printed matter looks."""


class WeighStrategy(Table):
    """Weighs each legal action by what it expects of it, in tenths of a point, and takes the best."""

    strategy: Literal["weigh"]
    counts_cards: bool = Field(description="reckons with the closers and bandits that are still out")
    # Time.
    rush_at: Annotated[int, Whole("cards", 1, MOST_CARDS)] = Field(
        description="cards in the pile from which on time runs out: what is not closed and played counts less and less"
    )
    # Mines.
    close_at: Points = Field(description="points from which it closes a mine of its own side while there is time")
    spared: Permille = Field(description="chance that it gives an open mine of its own side not to be attacked")
    guards: Permille = Field(description="chance that it gives a closer in hand to save what an attack leaves")
    keep_other: Permille = Field(description="chance that it gives an opponent's open mine to score in the end")
    grow: Permille = Field(description="how much crates in hand for a mine count against closing it")
    open_for_crates: Permille = Field(description="how much crates in hand for it count when it opens a mine")
    idle_mine: Tenths = Field(description="what opening a mine is worth without crates for it")
    spoil_worth: Tenths = Field(
        0, description="what closing an opponent's mine is worth for each point of its base value; 0: never"
    )
    # Cards in hand.
    draw_worth: Tenths = Field(description="what drawing a card is worth")
    hand_size: Annotated[int, Whole("cards", 0, MOST_CARDS)] = Field(
        description="cards in hand from which drawing is worth less"
    )
    crowding: Tenths = Field(description="how much less for each card from there on")
    crate_worth: Permille = Field(description="how much of its points a crate is worth in hand")
    closer_worth: Tenths = Field(description="what a closer is worth in hand")
    bandit_worth: Tenths = Field(description="what a bandit is worth in hand for each point of its value")
    # Fights.
    attack_at: Points = Field(description="points from which it attacks a mine; 999: never")
    attack_with: Annotated[int, Whole("bandit", 0, MOST_VALUE)] = Field(
        0, description="lowest bandit with which it attacks"
    )
    hold_robbed: Permille = Field(description="chance to hold a robbed mine, as a share of that for its own ones")
    bluff: Permille = Field(
        0, description="chance, where it counts cards, that opponents do not answer with what they may have"
    )
    fight_at: Points = Field(description="points of a mine from which it plays a bandit in others' attacks")
    rescue_at: Points = Field(description="points that a mine must keep for it to close it in a fight")
    relies: Permille = Field(description="chance that it gives the side whose player still answers to turn the fight")
    tempo: Tenths = Field(0, description="what it is worth that a closer in a fight costs no turn")
    # Pushing.
    push_closer: Tenths = Field(0, description="what it is worth to push a second closer to the partner")
    push_bandit: Permille = Field(
        0, description="worth of pushing the second best bandit to the partner, as a share of the best mine to rob"
    )


class RandomStrategy(Table):
    """Takes any legal action by chance."""

    strategy: Literal["random"]
    draw_percent: Percent = Field(30, description="chance to draw where that is legal")
    answer_percent: Percent = Field(30, description="chance to answer an attack with a card")


Character = Annotated[WeighStrategy | RandomStrategy, Field(discriminator="strategy")]


class DiggingDefinition(DefinitionBase):
    """A digging game: mines, crates and bandits."""

    family: Literal["digging"]
    players: Players = Players()
    seats: Annotated[tuple[Annotated[str, Text("seat", 40)], ...], Array("seats", 2, MOST_PLAYERS)] = Field(
        ("schuerfer", "raeuber", "buchhalterin", "schuerfer"), description="the characters who play, by seat"
    )
    metals: Annotated[dict[Annotated[str, Name("metal")], Metal], Field(min_length=1)] = Field(
        description="the metals and their cards (D1)"
    )
    closers: Copies = Field(9, description="closer cards (D12)")
    bandits: Annotated[
        tuple[Annotated[int, Whole("bandit", 1, MOST_VALUE)], ...], Array("bandits", 0, MOST_BANDITS)
    ] = Field(tuple(range(1, 13)), description="values of the bandit cards (D14)")
    hand_size: Annotated[int, Whole("cards", 0, 30)] = Field(6, description="cards dealt to each player (D2)")
    teams: bool = Field(True, description="partners opposite each other play as a team (D3), else everyone alone (D26)")
    target: Annotated[int, Whole("points", 0, 9999)] = point(
        "DO24", "rounds are played until somebody has so many points; 0: one round", 0
    )
    turns: Turns = Turns()
    displays: Displays = Displays()
    mines: Mines = Mines()
    push: Push = Push()
    fights: Fights = Fights()
    last_round: LastRound = LastRound()
    scoring: Scoring = Scoring()
    rounds: Rounds = Rounds()
    information: Information = Information()
    characters: dict[Annotated[str, Name("character", reserved="me")], Character] = Field(
        {}, description="named parameters of a strategy; a definition may add or override"
    )
    print: Print = Print()

    @property
    def metal_names(self) -> tuple[str, ...]:
        """The metals by falling base value, equal ones in alphabetical order: their numbers in the rules."""
        return tuple(sorted(self.metals, key=lambda name: (-self.metals[name].value, name)))

    def metal_title(self, metal: str, language: str) -> str | None:
        """The name that the definition gives a metal; None where it gives none."""
        return title_in(self.metals[metal].title, language, self.language)

    @property
    def cards(self) -> int:
        """Cards of the deck."""
        in_mines = sum(metal.mines + metal.crates + metal.double_crates for metal in self.metals.values())
        return in_mines + self.closers + len(self.bandits)


__all__ = ["Character", "DiggingDefinition", "Metal", "RandomStrategy", "WeighStrategy"]

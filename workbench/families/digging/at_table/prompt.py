"""The questions to a person: an action, an answer in a fight, a second bandit, the display of a won mine.

What is not legal is answered with the reason in words, and the question stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from workbench.errors import in_quotes
from workbench.families.digging.at_table import explain
from workbench.families.digging.at_table.commands import LETTERS, Hand, NoCommand, NoPlace, action_for, answer_for
from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.at_table.talk import FAULTS_FILE, Speech
from workbench.families.digging.legal import FAULTS, FINE, NO_ANSWER, answer_fault, fault, push_fault
from workbench.families.digging.mines import worth_without_top
from workbench.families.digging.state import CLOSER, NOTHING, Table, View
from workbench.terminal import Option, PersonLeft, Terminal, sentences, together


class Prompt:
    """Asks a person; every answer is one of the rules' options."""

    def __init__(self, speech: Speech, scene: Scene, terminal: Terminal) -> None:
        self.speech = speech
        self.scene = scene
        self.terminal = terminal
        self.faults = sentences(FAULTS_FILE, speech.language)

    def action(self, view: View, table: Table, hand: Hand) -> int:
        """What the player does in his turn."""
        speech, seat = self.speech, view.seat
        key = "ask_last" if view.last_actions >= 0 else "ask"
        self._ask(speech.of(seat, key), self._menu(table, hand, seat))

        def possible() -> Iterable[str]:
            return explain.possibilities(self.scene, speech, table, hand, seat)

        def help_() -> Iterable[str]:
            yield from explain.how_to_type(self.scene, speech)
            yield from explain.rules_in_force(self.scene, speech)
            yield from explain.not_seen(self.scene, speech, table, seat)

        def read(said: str) -> int:
            action = action_for(said, speech.words, hand, table, seat)
            self._check(fault(self.scene.rules, self.scene.players, table, seat, action))
            return action

        return self._read(read, possible, help_)

    def answer(self, view: View, table: Table, hand: Hand, attacker: int) -> int:
        """The kind of card with which the player answers an attack, or ``NOTHING``."""
        r, s, mine = self.scene.rules, self.scene.players, self.scene.fought

        def why_not(kind: int) -> int:
            return answer_fault(r, s, table, attacker, mine, view.seat, kind)

        later = [(view.seat + step) % view.players for step in range(1, view.players)]
        later = later[: later.index(attacker)]
        followers = self.speech.say("answers_after", players=self.speech.people(later)) if later else ""
        return self._fight(view, hand, "ask_answer", why_not, followers or self.speech.words["answers_last"])

    def second(self, view: View, table: Table, hand: Hand) -> int:
        """The kind of a second bandit, or ``NOTHING`` (DO8)."""

        def why_not(kind: int) -> int:
            return FINE if kind > self.scene.rules.closer and kind in hand.counts else NO_ANSWER

        return self._fight(view, hand, "ask_second", why_not, "")

    def display(self, view: View) -> int:
        """The seat in whose display a won mine goes (DO15)."""
        members = self.scene.members(self.scene.side(view.seat))
        seats = sorted(members, key=lambda seat: seat != view.seat)
        options = [Option(seat, self.speech.names[seat], LETTERS[seat]) for seat in seats]
        question = self.speech.say("ask_display", name=self.speech.names[view.seat], number=self.scene.fought + 1)
        return int(self.terminal.choose(question, options))

    def _fight(self, view: View, hand: Hand, key: str, why_not: Callable[[int], int], more: str) -> int:
        speech, scene, mine = self.speech, self.scene, self.scene.fought
        kinds = [kind for kind in hand.kinds if why_not(kind) == FINE]
        keeps = worth_without_top(scene.rules, scene.table, mine)
        told = {
            "mine": speech.mine(scene, mine),
            "points": speech.count("points", scene.worth(mine)),
            "attack": view.attack,
            "defence": view.defence,
        }
        question = " ".join(filter(None, [speech.of(view.seat, key, **told), more]))
        menu = [together(f"{hand.number(kind)} {self._answer_label(kind, keeps)}") for kind in kinds]
        self._ask(question, [*menu, together(f"{speech.words['nothing_words'][0]} {speech.words['nothing']}")])

        def possible() -> Iterable[str]:
            return explain.answers(scene, speech, hand, kinds)

        def help_() -> Iterable[str]:
            yield from explain.answers(scene, speech, hand, kinds)
            yield from explain.fight_rules(speech)

        def read(said: str) -> int:
            kind = answer_for(said, speech.words, hand)
            if kind is None:
                return NOTHING
            self._check(why_not(kind))
            return kind

        return self._read(read, possible, help_)

    def _answer_label(self, kind: int, keeps: int) -> str:
        if self.scene.rules.kind_type[kind] == CLOSER:
            return self.speech.say("closer_keeps", card=self.speech.card(kind), points=keeps)
        return self.speech.card(kind)

    def _menu(self, table: Table, hand: Hand, seat: int) -> list[str]:
        words, menu = self.speech.words, []
        if self.scene.pile:
            menu.append(together(f"{words['draw_words'][0]} {words['menu_draw']}"))
        example = explain.example(self.scene, self.speech, table, hand, seat)
        if example:
            menu.append(example)
        if hand.kinds and push_fault(self.scene.rules, table) == FINE:
            number = len(hand.kinds)
            menu.append(together(f"{words['push_words'][0]} {number} {self.speech.say('menu_push', number=number)}"))
        if not menu or self.scene.rules.may_pass:
            menu.append(together(f"{words['pass_words'][0]}"))
        return [*menu, together(f"Enter {words['menu_enter']}")]

    def _ask(self, question: str, menu: Sequence[str]) -> None:
        self.terminal.say(self.terminal.paint(question, "bold"))
        self.terminal.say(f"  {self.terminal.joined([*menu, *self.terminal.always()])}", 0)

    def _read(
        self, read: Callable[[str], int], possible: Callable[[], Iterable[str]], help_: Callable[[], Iterable[str]]
    ) -> int:
        """What ``read`` makes of a line, asked for until it is something legal."""
        while True:
            self.terminal.write(self.terminal.words["prompt"])
            said = self.terminal.echo(self.terminal.next_line())
            if not said or self.terminal.asks_for_help(said):
                for line in help_() if said else possible():
                    self.terminal.say(f"  {line}", 4)
            elif self.terminal.leaves(said):
                raise PersonLeft
            else:
                try:
                    return read(said)
                except NoPlace as problem:
                    self.terminal.say(self.speech.words[problem.key])
                    for number, mines in problem.faults.items():
                        numbers = ", ".join(str(mine + 1) for mine in mines)
                        self.terminal.say(f"  {numbers}: {self.faults[FAULTS[number]]}", 4)
                except NoCommand as problem:
                    self.terminal.say(self.speech.say(problem.key, what=in_quotes(problem.what)))
                except _Illegal as illegal:
                    self.terminal.say(self.terminal.paint(str(illegal), "red"))

    def _check(self, number: int) -> None:
        """Errors: _Illegal with the reason in words, unless ``number`` is FINE."""
        if number != FINE:
            raise _Illegal(self.faults[FAULTS[number]])


class _Illegal(ValueError):
    """What the rules do not allow; the text says why."""

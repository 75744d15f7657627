"""What somebody can do in a turn and in a fight, and the rules in force as far as one must know them for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.families.digging.at_table.commands import LETTERS, Hand, places
from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.at_table.talk import Speech
from workbench.families.digging.knowledge import unseen
from workbench.families.digging.legal import FINE, push_fault
from workbench.families.digging.mines import worth_with
from workbench.families.digging.state import BANDIT, CLOSER, DOUBLE, MINE, Table
from workbench.terminal import together


def possibilities(scene: Scene, speech: Speech, table: Table, hand: Hand, seat: int) -> Iterator[str]:
    """Every legal action, a line a card: what to type, and what it does."""
    words, rules = speech.words, scene.rules
    nothing = not scene.pile
    if scene.pile:
        yield speech.say("can_draw", command=words["draw_words"][0])
    for kind in hand.kinds:
        targets = places(scene, table, seat, kind)
        if targets:
            nothing = False
            what = speech.copies(kind, 1)
            told = words["list"].join(together(_where(scene, speech, seat, kind, target)) for target in targets)
            key = {MINE: "can_open", CLOSER: "can_close", BANDIT: "can_attack"}.get(rules.kind_type[kind], "can_put")
            yield f"{hand.number(kind)} {speech.say(key, card=what, places=told)}"
    if hand.kinds and push_fault(rules, table) == FINE:
        nothing = False
        partner = speech.names[partner_seat(scene, seat)]
        commands = [f"{words['push_words'][0]} {number}" for number in (1, len(hand.kinds))]
        command = together((" … " if len(hand.kinds) > 2 else ", ").join(dict.fromkeys(commands)))
        yield speech.say("can_push", command=command, partner=partner)
    if rules.may_pass or nothing:
        yield speech.say("can_pass", command=words["pass_words"][0])


def partner_seat(scene: Scene, seat: int) -> int:
    """The seat of the partner; without teams the own one."""
    return next((other for other in scene.members(scene.side(seat)) if other != seat), seat)


def _where(scene: Scene, speech: Speech, seat: int, kind: int, target: int) -> str:
    """A place for a card, as it is typed, and what it means."""
    card_type = scene.rules.kind_type[kind]
    if card_type == MINE:
        return speech.say("at_display", letter=LETTERS[target], player=speech.names[target])
    worth = scene.worth(target)
    owner = speech.names[scene.table.mine_display[target]]
    if card_type in (CLOSER, BANDIT):
        return speech.say("at_mine", number=target + 1, player=owner, points=worth)
    after = worth_with(scene.rules, scene.table, target, kind)
    return speech.say("at_mine", number=target + 1, player=owner, points=f"{worth} → {after}")


def example(scene: Scene, speech: Speech, table: Table, hand: Hand, seat: int) -> str:
    """What to type for one card that can be played, with what it does; empty where none can be."""
    types = scene.rules.kind_type
    for kind in sorted(hand.kinds, key=lambda kind: (types[kind] > DOUBLE, types[kind] == MINE)):
        for target in places(scene, table, seat, kind):
            if scene.rules.kind_type[kind] == MINE:
                place = LETTERS[target]
                told = speech.say("example_display", card=speech.card(kind), letter=place)
            else:
                place = str(target + 1)
                told = speech.say("example_mine", card=speech.card(kind), number=place)
            return together(f"{hand.number(kind)} {place} {told}")
    return ""


def how_to_type(scene: Scene, speech: Speech) -> Iterator[str]:
    """The commands."""
    words, d = speech.words, speech.definition
    yield speech.say("type_draw", command=words["draw_words"][0])
    if d.teams:
        yield speech.say("type_push", command=words["push_words"][0])
    yield words["type_play"]
    yield speech.say("type_open", letters=f"a–{LETTERS[len(scene.seats) - 1]}")
    yield words["type_bandit"]
    yield words["type_short"]
    yield words["type_enter"]


def rules_in_force(scene: Scene, speech: Speech) -> Iterator[str]:
    """What counts, how fights go, and how it ends."""
    words, d = speech.words, speech.definition
    values = words["list"].join(
        together(f"{speech.metal(scene.cards.metals.index(m))} {d.metals[m].value}") for m in d.metal_names
    )
    yield speech.say("rule_values", values=values)
    if any(metal.double_crates for metal in d.metals.values()):
        yield words[f"rule_double_{d.mines.late_double}"]
    if d.displays.opponents != "everything":
        yield words["rule_opponents"]
    if d.bandits:
        yield words["rule_fight"]
        yield from fight_rules(speech)
    yield words["rule_last" if d.last_round.drawer_acts else "rule_last_others"]
    if d.scoring.card_in_hand:
        yield speech.say("rule_minus", each=d.scoring.card_in_hand)
    if d.target:
        yield speech.say("rule_target", points=speech.count("points", d.target))


def fight_rules(speech: Speech) -> Iterator[str]:
    """How bandits are compared, and what a closer does in a fight."""
    words, d = speech.words, speech.definition
    if d.teams:
        yield words["rule_fight_teams" if d.fights.partner_supports else "rule_fight_no_partner"]
    else:
        yield words["rule_fight_owner" if d.fights.alone == "all-against-owner" else "rule_fight_alone"]
    if d.closers:
        top = "rule_close_to_hand" if d.fights.top_crate == "to-hand" else "rule_close_out"
        who = "rule_close_defenders" if d.fights.closed_by == "defenders" else "rule_close_anyone"
        yield f"{words[who]} {words[top]}"


def not_seen(scene: Scene, speech: Speech, table: Table, seat: int) -> Iterator[str]:
    """The cards that may be in other hands or in the pile, counted as the player ``seat`` can count them."""
    counts = {kind: unseen(scene.rules, table, seat, kind) for kind in range(scene.rules.kinds)}
    yield speech.say("not_seen", cards=speech.kinds(counts))


def answers(scene: Scene, speech: Speech, hand: Hand, kinds: Sequence[int]) -> Iterator[str]:
    """The answers in a fight, a line each, with what to type."""
    for kind in kinds:
        key = "answer_closer" if scene.rules.kind_type[kind] == CLOSER else "answer_bandit"
        yield f"{hand.number(kind)} {speech.say(key, card=speech.card(kind), value=scene.rules.kind_value[kind])}"
    yield f"{speech.words['nothing_words'][0]} {speech.words['answer_nothing']}"

"""The table drawn in characters: displays with their mines, the points, what left the game, and one hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from workbench.drawing import heading, short
from workbench.families.digging.at_table.commands import LETTERS, Hand
from workbench.families.digging.at_table.scene import Scene
from workbench.families.digging.at_table.talk import Line, Speech
from workbench.families.digging.state import BANDIT, CLOSER, CRATE, DOUBLE, MINE
from workbench.terminal import Terminal, padded, together, width_of, wrapped

LONGEST_NAME, LONGEST_METAL = 14, 12
MOST_MARKS = 6
"""So many crates are drawn one by one."""
_STYLES = {"gold": "yellow", "silver": "cyan", "copper": "red"}
_GROUPS = {
    MINE: "hand_mines",
    CRATE: "hand_crates",
    DOUBLE: "hand_crates",
    CLOSER: "hand_closers",
    BANDIT: "hand_bandits",
}


def picture(scene: Scene, speech: Speech, terminal: Terminal, eyes: int) -> list[str]:
    """The table as everybody sees it; the row of the player ``eyes`` stands out (-1: nobody's)."""
    pile = speech.say("pile", cards=speech.count("cards", scene.pile)) if scene.pile else speech.words["no_pile"]
    title = f"{speech.say('round', round=scene.round)} · {pile}"
    lines = [terminal.paint(heading(title, terminal.width), "bold"), *displays(scene, speech, terminal, eyes)]
    told = []
    if speech.definition.teams or any(scene.totals):
        told.append(standing(scene, speech))
    if scene.out:
        told.append(speech.say("out", cards=speech.kinds(Counter(scene.rules.card_kind[card] for card in scene.out))))
    return lines + [line for text in told for line in wrapped(f"  {text}", terminal.width, 2)]


def standing(scene: Scene, speech: Speech) -> str:
    """Points of closed mines by side, and with those of the rounds before."""
    points = {side: str(scene.side_points(side)) for side in scene.sides}
    if scene.round > 1:
        for side in scene.sides:
            in_all = speech.say("in_all", points=scene.side_points(side) + scene.totals[side])
            points[side] += f" ({in_all})"
    return speech.say("closed_points", points=speech.by_side(scene, points))


def displays(scene: Scene, speech: Speech, terminal: Terminal, eyes: int) -> list[str]:
    """A row a mine, with its owner before the first one."""
    words = speech.words
    names = [short(speech.names[seat], LONGEST_NAME) for seat in scene.seats]
    teams = [speech.say("team", number=scene.side(seat) + 1) if speech.definition.teams else "" for seat in scene.seats]
    heads = [
        f"{LETTERS[seat]} {padded(names[seat], max(map(width_of, names)))}  {teams[seat]}".rstrip()
        for seat in scene.seats
    ]
    owner_width = max(map(width_of, heads))
    cards = max(width_of(words["cards_column"]), 2)
    points = max(width_of(words["points_column"]), 2)
    rows = [[_mine(scene, speech, terminal, mine) for mine in scene.mines_of(seat)] for seat in scene.seats]
    flat = [row for display in rows for row in display]
    titles = ["", words["metal_column"], words["crates_column"], words["worth_column"]]
    widths = [max(width_of(cell) for cell in (title, *(row[n] for row in flat))) for n, title in enumerate(titles)]

    def line(owner: str, held: str, scored: str, cells: Sequence[str]) -> str:
        number, metal, crates, worth, state = cells
        left = f"  {padded(owner, owner_width)}  {padded(held, cards, True)}  {padded(scored, points, True)}"
        mine = f"{padded(number, widths[0], True)} {padded(metal, widths[1])}  {padded(crates, widths[2])}"
        return f"{left}   {mine}  {padded(worth, widths[3], True)}  {state}".rstrip()

    columns = [*titles, ""] if flat else [""] * 5
    found = [line("", words["cards_column"], words["points_column"], columns)]
    for seat, display in enumerate(rows):
        head = terminal.paint(heads[seat], "bold") if seat == eyes else heads[seat]
        first = head, str(scene.hand_cards(seat)), str(scene.points(seat))
        for n, row in enumerate(display or [["", words["no_mine"], "", "", ""]]):
            found.append(line(*(first if n == 0 else ("", "", "")), row))
    return found


def _mine(scene: Scene, speech: Speech, terminal: Terminal, mine: int) -> list[str]:
    """The cells of a mine: number, metal, crates from bottom to top, worth, and whether it is open."""
    words, crates = speech.words, scene.crates(mine)
    state = "closed" if not scene.is_open(mine) else "open" if crates else "empty"
    number = scene.table.mine_metal[mine]
    metal = short(speech.metal(number), LONGEST_METAL)
    style = _STYLES.get(scene.cards.metals[number])
    metal = terminal.paint(metal, *([style] if style else []), "bold")
    return [str(mine + 1), metal, _marks(scene, speech, crates), str(scene.worth(mine)), words[f"state_{state}"]]


def _marks(scene: Scene, speech: Speech, crates: Sequence[int]) -> str:
    """A letter a crate; of many, how many."""
    words = speech.words
    is_double = [scene.rules.kind_type[scene.rules.card_kind[card]] == DOUBLE for card in crates]
    marks = [words["double_mark"] if double else words["crate_mark"] for double in is_double]
    if len(marks) <= MOST_MARKS:
        return " ".join(marks) or "–"
    runs = [(mark, len(list(same))) for mark, same in groupby(marks)]
    return " ".join(mark if n == 1 else f"{n}{mark}" for mark, n in runs)


def hand_lines(hand: Hand, speech: Speech, terminal: Terminal, title: str) -> list[str]:
    """The cards of a hand with the numbers by which they are called, a line a group."""
    lines = [terminal.paint(f"  {title}", "bold")]
    groups = {
        key: list(kinds)
        for key, kinds in groupby(hand.kinds, key=lambda kind: _GROUPS[hand.scene.rules.kind_type[kind]])
    }
    width = max((width_of(speech.words[key]) for key in groups), default=0)
    for key, kinds in groups.items():
        cards = [
            together(f"{hand.number(kind)} ") + terminal.paint(speech.copies(kind, hand.counts[kind]), "bold")
            for kind in kinds
        ]
        title = together(f"    {padded(speech.words[key], width)}  ")
        text = title + f"{together(' ')}· ".join(cards)
        lines += wrapped(text, terminal.width, 6 + width)
    return lines


def shown(lines: Sequence[Line], terminal: Terminal) -> list[str]:
    """Told lines, broken and painted."""
    return [
        terminal.paint(line, *styles) for text, *styles in lines for line in wrapped(text, terminal.width, hanging=4)
    ]

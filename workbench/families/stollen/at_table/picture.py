"""The table drawn in characters: the tunnel with its cards, and the players."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from workbench.drawing import heading, short, table
from workbench.families.stollen.at_table.scene import FIND, FOSSIL, HAZARD, Card, Scene
from workbench.families.stollen.at_table.talk import Speech
from workbench.families.stollen.vocabulary import TOOLS
from workbench.terminal import Terminal, padded, width_of, wrapped

LONGEST_HAZARD = 30
_STYLES = {FIND: "yellow", HAZARD: "red", FOSSIL: "cyan"}
_TOOL_COLUMNS = {"lamp": "lamp", "helmet": "helmet_left", "rope": "rope_left"}


def picture(scene: Scene, speech: Speech, terminal: Terminal, eyes: Collection[int]) -> list[str]:
    """The table as the players ``eyes`` see it."""
    return [*tunnel(scene, speech, terminal), "", *players(scene, speech, terminal, eyes)]


def tunnel(scene: Scene, speech: Speech, terminal: Terminal) -> list[str]:
    """The cards turned, what lies on them, and which hazards are among them."""
    level = speech.say("level", level=scene.level, levels=len(scene.definition.levels))
    deck = speech.say("turned", cards=speech.count("cards", scene.deck.total()))
    lines = [terminal.paint(heading(f"{level} · {deck}", terminal.width), "bold")]
    lines += _rows(scene.cards, speech, terminal) or [f"  {speech.words['no_cards']}"]
    kinds = [speech.say("kind", hazard=speech.hazard(kind), count=scene.fatal_in_deck(kind)) for kind in scene.hazards]
    told = [
        speech.say("lies", what=speech.lying(scene.lying, scene.fossils_lying)),
        speech.say("kinds", kinds=", ".join(kinds)) if kinds else speech.words["no_kinds"],
    ]
    return lines + [line for text in told for line in wrapped(f"  {text}", terminal.width, 2)]


def _rows(cards: Sequence[Card], speech: Speech, terminal: Terminal) -> list[str]:
    """The cards side by side, in as many rows as they need; what lies on a card stands on its lower edge."""
    rows: list[list[str]] = []
    used = terminal.width
    for card in cards:
        text, rest = _label(card, speech), speech.say("rest", rest=card.rest) if card.rest else ""
        inner = max(width_of(text), width_of(rest), 2) + 2
        if used + inner + 2 > terminal.width:
            rows.append(["  ", "  ", "  "])
            used = 2
        used += inner + 2
        face = padded(f" {text}", inner)
        top, middle, bottom = rows[-1]
        edge = rest + "─" * (inner - 1 - width_of(rest))
        rows[-1] = [
            top + f"╭{'─' * inner}╮",
            middle + f"│{terminal.paint(face, _STYLES[card.sort], 'bold')}│",
            bottom + f"╰─{edge}╯",
        ]
    return [line for row in rows for line in row]


def _label(card: Card, speech: Speech) -> str:
    if card.sort == HAZARD:
        return speech.say("hazard_card", hazard=short(speech.hazard(card.word), LONGEST_HAZARD))
    if card.sort == FOSSIL:
        word: str = speech.words["fossil_card"]
        return speech.say("taken", fossil=word) if card.taken else word
    return card.word


def players(scene: Scene, speech: Speech, terminal: Terminal, eyes: Collection[int]) -> list[str]:
    """A row a player: loot, bank and fossils as far as ``eyes`` may see them, tools left, and where they are."""
    words, information = speech.words, scene.definition.information
    columns: list[tuple[str, list[str]]] = [("", [short(speech.names[seat]) for seat in scene.seats])]

    def column(title: str, cells: list[str]) -> None:
        columns.append((words[title], cells))

    def shown(amounts: Sequence[float], is_open: bool) -> list[str]:
        return [speech.amount(amounts[s]) if is_open or s in eyes else words["hidden"] for s in scene.seats]

    column("loot", [speech.amount(scene.loot[s]) if s in scene.inside else words["used"] for s in scene.seats])
    column("bank", shown(scene.bank, information.banks == "open"))
    if scene.definition.fossils_possible:
        column("fossils_held", shown(scene.fossils, information.fossils == "open"))
    for tool in TOOLS:
        if scene.definition.tool_in_play(tool):
            column(_TOOL_COLUMNS[tool], [str(left) if left else words["used"] for left in scene.tools[tool]])
    where = [words["inside"] if seat in scene.inside else words["outside"] for seat in scene.seats]
    rows = table(columns, where)
    return [terminal.paint(row, "bold") if n - 1 in eyes else row for n, row in enumerate(rows)]

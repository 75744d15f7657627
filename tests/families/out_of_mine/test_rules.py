"""The rules of docs/rules.md, section 4, one by one, on tables laid out by hand and in games looked at act by act."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from workbench import validate
from workbench.definition.load import load
from workbench.engine.randomness import game_key
from workbench.families.out_of_mine.compile import compile_rules, compile_seats, new_table
from workbench.families.out_of_mine.dealing import draw_cards, shuffle_deck
from workbench.families.out_of_mine.racing import hear_others, race, start_round
from workbench.families.out_of_mine.rules import score_game
from workbench.families.out_of_mine.searching import leaves_gap
from workbench.families.out_of_mine.state import CALL, CALLER, CHOOSE, LAY, REACH, ROUND_MS, THE_CHIEF

from .desk import FULL, Desk, Race, character, define, games, rounds
from .strategies import seats_of

SURE, QUICK = character("sure"), character("quick", ms=100)
FOUR = ("anfaenger", "geuebt", "geuebt", "meisterin")
SHIPPED = load("out_of_mine/grundspiel").definition


def board_of(event: dict[str, Any], player: int) -> dict[str, Any]:
    found: dict[str, Any] = event["boards"][player]
    return found


def faults(entry: dict[str, Any]) -> dict[str, str]:
    """What was removed, and why."""
    return {tile["tile"]: tile["why"] for tile in entry["faulty"]}


# Setup


@pytest.mark.rule("O1")
def test_two_to_four_players() -> None:
    assert (SHIPPED.players.min, SHIPPED.players.max) == (2, 4)
    codes = {
        seats: {
            problem.code
            for problem in validate("out_of_mine/grundspiel", settings=[f"seats={['geuebt'] * seats}"]).problems
        }
        for seats in (1, 2, 4, 5)
    }
    assert (codes[1], codes[2], codes[4]) == ({"few-seats"}, set(), set())
    assert "too-many-seats" in codes[5]


@pytest.mark.rule("O2", "O10", "O24", "OO3", "OO4")
def test_all_tiles_lie_in_the_middle_when_a_round_starts() -> None:
    """Section 4.4: 15 yellow, 15 blue, 14 green, 15 red, 10 white are 69 tiles; each round starts with all of them."""
    assert {colour: sum(shapes.values()) for colour, shapes in SHIPPED.tiles.items()} == {
        "yellow": 15, "blue": 15, "green": 14, "red": 15, "white": 10
    }  # fmt: skip
    desk = Desk()
    desk.fill(0)
    assert sum(bin(copies).count("1") for copies in desk.table.stock) == 69 - len(FULL)
    start_round(desk.rules, desk.players, desk.table)
    assert sum(bin(copies).count("1") for copies in desk.table.stock) == 69
    assert [desk.table.laid[player] for player in range(2)] == [0, 0]
    # Everybody turns the card at the signal.
    assert [desk.table.now[player] for player in range(2)] == [0, 0]


@pytest.mark.rule("O2")
def test_tiles_that_lie_unsorted_take_longer_to_find() -> None:
    everything = '["yellow","blue","green","red","white"]'
    chinese, loose = games(FOUR), games(FOUR, f"unsorted={everything}")
    assert sum(e["seconds"] for e in rounds(chinese)) < 0.9 * sum(e["seconds"] for e in rounds(loose))


@pytest.mark.rule("O3", "OO4")
def test_shapes() -> None:
    """Yellow and blue alike; green in both shapes of three cells, red in all five of four, white in some of five."""
    shapes = {colour: len(found) for colour, found in SHIPPED.tiles.items()}
    assert shapes == {"yellow": 1, "blue": 1, "green": 2, "red": 5, "white": 5}
    sizes = {
        colour: {sum(row.count("X") for row in SHIPPED.shapes[shape]) for shape in found}
        for colour, found in SHIPPED.tiles.items()
    }
    assert sizes == {"yellow": {1}, "blue": {2}, "green": {3}, "red": {4}, "white": {5}}


@pytest.mark.rule("O4", "O5")
def test_a_board_each_and_six_in_the_pile() -> None:
    dealt: Counter[str] = Counter()
    for head, first, *_ in games(FOUR, count=40):
        boards = [entry["board"] for entry in first["boards"]]
        assert len(head["pile"]) == 6
        # With four players all ten are used.
        assert {*boards, *head["pile"]} == {*SHIPPED.boards}
        dealt.update(boards)
    # At random: each of the ten is dealt, about 16 times.
    assert len(dealt) == 10
    assert 6 <= min(dealt.values()) <= max(dealt.values()) <= 28
    head, first, *_ = games(("geuebt", "geuebt"))[0]
    assert len({*(entry["board"] for entry in first["boards"]), *head["pile"]}) == 8


@pytest.mark.rule("O4", "O8")
def test_sides_are_chosen_and_cards_are_not_seen_then() -> None:
    """Who prefers room takes the side with more of it; another card in the hand changes no choice."""
    cards = [f"cards.{name}.tiles={{yellow=3,blue=3,green=1,red=2,white=0}}" for name in SHIPPED.cards]
    plain, other = games(FOUR, count=8), games(FOUR, *cards, count=8)
    sides = [[[(x["board"], x["side"]) for x in log[1]["boards"]] for log in logs] for logs in (plain, other)]
    assert sides[0] == sides[1]
    rules = compile_rules(SHIPPED)
    boards = list(SHIPPED.boards)
    choosy = 'characters.choosy={strategy="pack",think_ms=9,look_ms=9,take_ms=9,place_ms=9,return_ms=9,breadth=1,focus_percent=0,foresight_percent=0,patience=1,slip_permille=0,miscount_permille=0,overlook_permille=0,check_ms=9,notice_percent=0,side_percent=100,bonus_percent=0}'  # noqa: E501
    for event in [log[1] for log in games(("choosy", "choosy"), choosy, count=10)]:
        for entry in event["boards"]:
            room = dict(zip("ab", rules.room[2 * boards.index(entry["board"]) :][:2], strict=True))
            assert room[entry["side"]] == max(room.values())
    assert {side for game in sides[0] for _, side in game} == {"a", "b"}


@pytest.mark.rule("O6", "O8", "OO16")
def test_treasure_cards_are_shuffled_and_drawn_in_turn() -> None:
    decks = set()
    for head, *events in games(FOUR, count=8):
        assert sorted(head["deck"]) == sorted(SHIPPED.cards)
        drawn = [entry["card"] for event in events[:-1] for entry in event["boards"]]
        # 28 of 40 are needed, and none comes back.
        assert drawn == head["deck"][:28]
        decks.add(tuple(head["deck"]))
    assert len(decks) == 8


@pytest.mark.rule("OO16")
def test_used_cards_make_a_new_pile() -> None:
    d = define('treasure.used="reshuffled"')
    rules, table = compile_rules(d)._replace(cards=5), new_table()
    seats = compile_seats(seats_of(d, ("geuebt",) * 3))
    shuffle_deck(rules, seats, table, game_key(1, 1), 0)
    hands = []
    for _ in range(6):
        draw_cards(rules, seats, table, game_key(1, 1))
        hands.append(table.card[:3])
    # Nobody draws what somebody else holds, also where the pile is made in the middle of a draw.
    assert all(len(set(hand)) == 3 for hand in hands)
    assert {*hands[0], *hands[1][:2]} == set(range(5))


@pytest.mark.rule("O7")
def test_the_chief() -> None:
    assert all("chief" not in log[0] for log in games(("geuebt", "geuebt"), count=2))
    seen = {log[0]["chief"] for log in games(("geuebt",) * 3, 'chief.who="open"', count=12)}
    assert seen == {0, 1, 2}


# Round


@pytest.mark.rule("O9", "O14", "O16")
def test_who_does_not_err_keeps_to_the_card_and_the_gallery() -> None:
    for event in rounds(games(("sure", "sure", "quick"), SURE, QUICK)):
        for entry in event["boards"]:
            assert entry["faulty"] == []
            used = Counter(tile["tile"].partition(":")[0] for tile in entry["placed"])
            assert all(used[colour] <= SHIPPED.cards[entry["card"]].tiles.get(colour, 0) for colour in used)
            rows = SHIPPED.gallery(entry["board"], entry["side"])
            assert all(rows[row][column] == "." for tile in entry["placed"] for row, column in tile["cells"])


@pytest.mark.rule("O11", "O12", "O13", "OO15", "OO22")
@pytest.mark.parametrize("exchange", ["true", "false"])
def test_one_tile_in_the_hand_and_none_lost(exchange: str) -> None:
    """Tiles are in the middle, on boards, aside or in hands, one in each at most; time runs forward."""
    moved = returned = 0
    for game in range(6):
        game_race = Race(define(f"hand.exchange={exchange}"), ("anfaenger", "anfaenger", "geuebt"), game)
        before, time = game_race.where(), 0
        held, did = [False] * 3, [CHOOSE] * 3
        for player, _ in game_race.acts():
            where = game_race.where()
            assert sum(where.values()) == 69
            assert where["hands"] <= 3
            # Nobody takes another tile while the hand is full.
            if held[player] and game_race.holds(player):
                assert where["middle"] >= before["middle"]
            returned += where["middle"] > before["middle"]
            # A tile that is about to be laid comes from the middle, or from another spot of the board.
            moved += game_race.table.does[player] == LAY and did[player] != REACH
            held, did = [game_race.holds(seat) for seat in range(3)], game_race.table.does[:3]
            before = where
            assert game_race.table.now[player] >= time
            time = min(game_race.table.now[:3])
    assert moved > 0
    # Without exchange nothing that lay on a board goes back.
    assert (returned > 0) == (exchange == "true")


@pytest.mark.rule("O10", "O12")
def test_what_others_took_is_gone() -> None:
    """Two copies of one tile and four players who need it: never more than two of them on boards and in hands."""
    short = "tiles.red={I=2,O=0,T=0,L=0,S=0}"
    vain = 0
    for game in range(10):
        game_race = Race(define(short, character("sure")), ("sure",) * 4, game)
        for _ in game_race.acts():
            laid = [tile for player in range(4) for tile in game_race.laid(player)]
            assert len(laid) == len(set(laid))
            reds = sum(game_race.rules.colour[kind] == 3 for kind, _ in laid)
            assert reds <= 2
            vain += reds == 2
    assert vain > 0


@pytest.mark.rule("O14", "OO8")
def test_over_the_edge_and_on_one_another() -> None:
    desk = Desk()
    desk.lay(0, "green:I3:1", ((-1, 0), (0, 0), (1, 0)))
    desk.lay(0, "blue:duo:1", ((0, 2), (1, 2)))
    desk.lay(0, "blue:duo:2", ((1, 2), (1, 3)))
    desk.lay(0, "red:I:1", ((3, 0), (3, 1), (3, 2), (3, 3)))
    entry = desk.score()[0]
    assert faults(entry) == {"green:I3:1": "edge", "blue:duo:1": "overlap", "blue:duo:2": "overlap"}
    assert entry["empty"] == 16


@pytest.mark.rule("O14")
def test_rock() -> None:
    """Beside the gallery's narrow end lies rock: a fault, where only leaving the board is one, not."""
    cells = ((4, 0), (4, 1), (5, 0), (5, 1))
    kept = Desk("check.rock=false", side="b")
    kept.lay(0, "red:O:1", cells)
    entry = kept.score()[0]
    assert (faults(entry), entry["empty"]) == ({}, 18)
    strict = Desk(side="b")
    strict.lay(0, "red:O:1", cells)
    entry = strict.score()[0]
    assert (faults(entry), entry["empty"]) == ({"red:O:1": "edge"}, 20)
    # Rock that is covered keeps other tiles away.
    kept = Desk("check.rock=false", side="b")
    kept.lay(0, "red:O:1", cells)
    kept.lay(0, "blue:duo:1", ((3, 0), (4, 0)))
    assert faults(kept.score()[0]) == {"red:O:1": "overlap", "blue:duo:1": "overlap"}


@pytest.mark.rule("O15")
def test_the_call_stops_all_others() -> None:
    """What lies on the boards at the call is what is scored; a tile in a hand does not lie there."""
    in_hands = 0
    for game in range(10):
        game_race = Race(define(SURE), ("sure",) * 4, game)
        caller = -1
        for player, called in game_race.acts():
            caller = player if called else caller
        assert caller >= 0
        assert game_race.table.was_full[caller] == 1
        in_hands += game_race.where()["hands"]
        laid = [game_race.table.laid[player] for player in range(4)]
        whole = Race(define(SURE), ("sure",) * 4, game)
        race(whole.rules, whole.seats, whole.table, whole.key, 1)
        assert [whole.table.laid[player] for player in range(4)] == laid
        assert whole.table.counts[CALLER] == caller
        assert whole.table.counts[ROUND_MS] == game_race.table.now[caller]
    assert in_hands > 0


@pytest.mark.rule("O16", "OO19")
def test_colour_and_number() -> None:
    """White is not on the card; of four blue tiles one goes."""
    desk = Desk("elves.enabled=true", "elements.enabled=true",
                'boards.flat.elves_a={white=["0,0"],blue=["3,4"]}')  # fmt: skip
    desk.lay(0, "white:U:1", ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)))
    for copy, row in ((1, 0), (2, 1), (3, 2)):
        desk.lay(0, f"blue:duo:{copy}", ((row, 3), (row, 4)))
    desk.lay(0, "blue:duo:4", ((3, 3), (3, 4)))
    entry = desk.score()[0]
    # The one with the elf under it stays, and of equal ones the last placed goes.
    assert faults(entry) == {"white:U:1": "colour", "blue:duo:3": "number"}
    assert (entry["empty"], entry["elves"]) == (14, 1)


@pytest.mark.rule("O17", "O-E2")
def test_ten_points_less_the_empty_spaces() -> None:
    desk = Desk()
    desk.fill(0, "green:I3:2")
    entry = desk.score()[0]
    assert (entry["empty"], entry["base"], entry["bonus"], entry["points"]) == (3, 7, 0, 7)


@pytest.mark.rule("O18", "O-E4", "OO9")
@pytest.mark.parametrize(("floor", "points"), [("before", 0), ("after", 0), ("none", -3)])
def test_more_than_ten_empty_spaces(floor: str, points: int) -> None:
    desk = Desk(f'scoring.floor="{floor}"')
    desk.lay(0, "red:L:3", FULL["red:L:3"])
    desk.lay(0, "green:V3:1", FULL["green:V3:1"])
    entry = desk.score()[0]
    assert (entry["empty"], entry["points"]) == (13, points)


@pytest.mark.rule("OO9", "O20", "OO21")
@pytest.mark.parametrize(("floor", "points"), [("before", -2), ("after", 0), ("none", -5)])
def test_a_caller_may_end_below_zero(floor: str, points: int) -> None:
    """Thirteen empty spaces and a penalty."""
    desk = Desk(f'scoring.floor="{floor}"')
    desk.lay(0, "red:L:3", FULL["red:L:3"])
    desk.lay(0, "green:V3:1", FULL["green:V3:1"])
    desk.call(0)
    entry = desk.score()[0]
    assert (entry["bonus"], entry["points"]) == (-2, points)


@pytest.mark.rule("O19", "O-E1", "O-E6")
def test_a_full_board_without_a_fault() -> None:
    """3 blue, 2 green and 2 red tiles are 20 spaces: 10 + 2; seven times is the most of a game."""
    assert 3 * 2 + 2 * 3 + 2 * 4 == sum(len(cells) for cells in FULL.values()) == 20
    desk = Desk()
    desk.fill(0)
    desk.call(0)
    entry = desk.score()[0]
    assert (entry["empty"], entry["base"], entry["bonus"], entry["points"]) == (0, 10, 2, 12)
    # A full board of somebody who did not call gets no bonus.
    desk = Desk()
    desk.fill(1)
    assert desk.score()[1]["points"] == 10
    best = max(score for log in games(("quick", "sure"), QUICK, SURE, count=8) for score in log[-1]["scores"])
    assert best == 7 * 12 == 84


@pytest.mark.rule("O20", "O-E3", "OO21")
def test_a_caller_with_a_fault() -> None:
    """A third red tile of four spaces is removed: 10 - 4 - 2."""
    desk = Desk("cards.example.tiles.red=1")
    desk.fill(0)
    desk.call(0)
    entry = desk.score()[0]
    assert list(faults(entry).values()) == ["number"]
    assert (entry["empty"], entry["base"], entry["bonus"], entry["points"]) == (4, 6, -2, 4)


@pytest.mark.rule("O21", "O22", "O23", "OO14")
def test_the_caller_gets_a_new_board_and_all_are_dealt_anew() -> None:
    same = 0
    for head, *events in games(FOUR, count=12):
        pile = list(head["pile"])
        for before, after in pairwise(events[:-1]):
            old = [(entry["board"], entry["side"]) for entry in before["boards"]]
            new = [(entry["board"], entry["side"]) for entry in after["boards"]]
            caller = before["caller"]
            assert {board for board, _ in new} == {board for board, _ in old} - {old[caller][0]} | {pile.pop(0)}
            for (board, side), (board_before, side_before) in zip(new, old, strict=True):
                if board == board_before:
                    same += 1
                    assert side != side_before
    # A quarter of three of four boards, over six changes of 12 games: 54 to be expected.
    assert 34 < same < 76


@pytest.mark.rule("O25")
def test_seven_rounds_use_up_the_pile() -> None:
    for head, *events, end in games(FOUR):
        assert [event["round"] for event in events] == [1, 2, 3, 4, 5, 6, 7]
        last = {entry["board"] for entry in events[-1]["boards"]}
        assert head["pile"][-1] in last
        assert end["event"] == "end"


@pytest.mark.rule("O26", "OO20")
def test_the_highest_sum_wins() -> None:
    for _, *events, end in games(FOUR):
        sums = [sum(event["boards"][seat]["points"] for event in events) for seat in range(4)]
        assert end["scores"] == sums
        assert end["winners"] == [seat for seat in range(4) if sums[seat] == max(sums)]


def winners(scores: list[int], empty: list[int], calls: list[int], **rules: int) -> list[int]:
    """Shares of the win in 840ths."""
    seats = len(scores)
    table = new_table()
    table.score[:seats], table.empty_sum[:seats], table.calls[:seats] = scores, empty, calls
    players = compile_seats(seats_of(SHIPPED, ("geuebt",) * seats))
    score_game(compile_rules(SHIPPED)._replace(**rules), players, table)
    return list(table.win[:seats])


@pytest.mark.rule("O26", "OO20")
def test_ties_and_fewest_empty_spaces() -> None:
    assert winners([50, 50, 40], [9, 9, 1], [3, 4, 5]) == [420, 420, 0]
    assert winners([50, 50, 40], [9, 9, 1], [3, 4, 5], most_calls=1) == [0, 840, 0]
    assert winners([50, 50, 40], [9, 9, 1], [4, 4, 5], most_calls=1) == [420, 420, 0]
    assert winners([50, 50, 40], [9, 9, 1], [3, 4, 5], fewest_empty=1) == [0, 0, 840]
    assert winners([-3, -5], [9, 9], [0, 0]) == [840, 0]


# Professional variants


@pytest.mark.rule("O27", "O-E5", "OO17")
def test_elves() -> None:
    """Of four elves three are served: a tile of their colour covers their space."""
    desk = Desk("elves.enabled=true", 'boards.flat.elves_a={red=["0,0","3,4"],blue=["0,3"],green=["3,0"]}')
    desk.fill(0)
    entry = desk.score()[0]
    assert (entry["elves"], entry["points"]) == (3, 13)
    # A tile beside the elf's space is not enough.
    desk = Desk("elves.enabled=true", 'boards.flat.elves_a={red=["0,0","3,4"],blue=["0,3"],green=["3,0"]}')
    desk.fill(0, "red:L:3")
    assert desk.score()[0]["elves"] == 2


@pytest.mark.rule("O28", "O-E5", "OO18")
@pytest.mark.parametrize(("counts", "points"), [("symbol", 3), ("tile", 1)])
def test_elements(counts: str, points: int) -> None:
    """Two nuggets and one worm: 4 - 1; counted by tile the two nuggets of one tile are one."""
    desk = Desk("elements.enabled=true", f'elements.counts="{counts}"')
    desk.lay(0, "red:L:1", FULL["red:L:3"])
    desk.lay(0, "red:L:2", ((2, 0), (3, 0), (3, 1), (3, 2)))
    entry = desk.score()[0]
    shown = sorted(element for tile in entry["placed"] for element in tile["elements"])
    assert shown == ["gold", "gold", "worm"]
    assert entry["elements"] == points


@pytest.mark.rule("O28", "OO5")
def test_the_side_that_is_up_counts() -> None:
    """An L turned over shows its other side, a worm; one that only turns cannot lie so."""
    desk = Desk("elements.enabled=true")
    mirrored = ((0, 0), (0, 1), (0, 2), (1, 2))
    desk.lay(0, "red:L:1", mirrored, up="b")
    assert desk.score()[0]["elements"] == -1
    with pytest.raises(AssertionError, match="cannot lie"):
        Desk("flipping=false").lay(0, "red:L:1", mirrored)
    seen = Counter(
        tile["up"] for event in rounds(games(FOUR, "flipping=false")) for x in event["boards"] for tile in x["placed"]
    )
    assert set(seen) == {"a"}


@pytest.mark.rule("O29")
def test_variants_alone_and_together() -> None:
    seen = {}
    for variant in ("grundspiel", "elfen", "sonderelemente", "profi"):
        entries = [x for event in rounds(games(FOUR, variant=variant)) for x in event["boards"]]
        seen[variant] = (any(x["elves"] for x in entries), any(x["elements"] for x in entries))
    assert seen == {
        "grundspiel": (False, False),
        "elfen": (True, False),
        "sonderelemente": (False, True),
        "profi": (True, True),
    }


# Open points


@pytest.mark.rule("OO1")
def test_a_card_may_name_exact_numbers() -> None:
    """A full board that leaves a tile of the card unused: fine where the number is a limit."""
    more = "cards.example.tiles.yellow=1"
    for count, points in (("limit", 12), ("exact", 8)):
        desk = Desk(more, f'treasure.count="{count}"')
        desk.fill(0)
        desk.call(0)
        assert desk.score()[0]["points"] == points
    # Who knows that does not call then.
    card = [f"cards.{name}.tiles={{yellow=1,blue=3,green=2,red=2,white=0}}" for name in SHIPPED.cards]
    logs = games(("sure", "sure"), SURE, *card, 'treasure.count="exact"', 'treasure.sum="more"', count=2)
    assert all(event["caller"] is None for event in rounds(logs))


@pytest.mark.rule("OO2")
def test_a_card_sums_to_the_board() -> None:
    codes = lambda *settings: {p.code for p in validate("out_of_mine/grundspiel", settings=settings).problems}  # noqa: E731
    assert codes() == set()
    assert codes("cards.t01.tiles.yellow=9") >= {"card-sum"}
    assert codes('treasure.sum="more"') == codes('treasure.sum="less"') == {"card-sum"}


@pytest.mark.rule("OO6")
def test_boards() -> None:
    """Ten, with 20 spaces in one piece on each side."""
    assert len(SHIPPED.boards) == 10
    assert len(SHIPPED.cards) == 40
    for board in SHIPPED.boards:
        for side in ("a", "b"):
            assert sum(row.count(".") for row in SHIPPED.gallery(board, side)) == 20


@pytest.mark.rule("OO7")
@pytest.mark.parametrize(
    ("surplus", "removed"), [("owner", "red:L:2"), ("opponents", "red:L:1"), ("last-placed", "red:I:1")]
)
def test_which_of_too_many_tiles_goes(surplus: str, removed: str) -> None:
    """Two nuggets, a worm, nothing: the worm costs the owner least, the nuggets most."""
    desk = Desk("elements.enabled=true", "cards.example.tiles.red=2", f'check.surplus="{surplus}"')
    desk.lay(0, "red:L:1", FULL["red:L:3"])
    desk.lay(0, "red:L:2", ((2, 0), (3, 0), (3, 1), (3, 2)))
    desk.lay(0, "red:I:1", ((0, 4), (1, 4), (2, 4), (3, 4)))
    assert faults(desk.score()[0]) == {removed: "number"}
    desk = Desk("check.surplus_removed=false", "cards.example.tiles.red=1")
    desk.fill(0)
    assert faults(desk.score()[0]) == {}


@pytest.mark.rule("OO10")
@pytest.mark.parametrize(("allowed", "bonus"), [("fault", -2), ("no-bonus", 0)])
def test_a_call_without_a_full_board(allowed: str, bonus: int) -> None:
    desk = Desk(f'calls.without_full_board="{allowed}"')
    desk.fill(0, "blue:duo:3")
    desk.call(0)
    entry = desk.score()[0]
    assert (entry["base"], entry["bonus"]) == (8, bonus)


@pytest.mark.rule("OO10")
def test_who_overlooks_a_space_calls_wrongly() -> None:
    careless = character("careless", overlook=1000, notice=0)
    calls = [e for e in rounds(games(("careless", "careless"), careless, count=10)) if e["caller"] is not None]
    wrong = [e for e in calls if board_of(e, e["caller"])["empty"]]
    assert len(wrong) > 20
    assert all(board_of(e, e["caller"])["bonus"] == -2 for e in wrong)
    assert all(board_of(e, e["caller"])["empty"] == 1 for e in wrong)


def heard(times: list[int], first: int, at_once_ms: int = 0, chief: int = 0) -> tuple[list[int], int]:
    """Who called, and who changes his board, where everybody has a full board and is about to call."""
    desk = Desk(players=len(times))
    table = desk.table
    table.counts[THE_CHIEF] = chief
    for player, ms in enumerate(times):
        table.filled[player] = desk.rules.spaces[table.gallery[player]]
        table.does[player], table.now[player] = CALL, ms
    table.called[first] = 1
    hear_others(desk.rules._replace(at_once_ms=at_once_ms), desk.players, table, 1, 1, first)
    return [player for player in range(len(times)) if table.called[player]], table.counts[CALLER]


@pytest.mark.rule("OO11")
def test_two_calls_at_once() -> None:
    assert heard([900, 700, 701], 1) == ([1], 1)
    # In the same millisecond both; the one closer to the chief changes the board.
    assert heard([900, 700, 700], 1) == ([1, 2], 1)
    assert heard([900, 700, 700], 1, chief=2) == ([1, 2], 2)
    assert heard([900, 700, 701], 1, at_once_ms=200) == ([0, 1, 2], 0)
    assert heard([901, 700, 701], 1, at_once_ms=200) == ([1, 2], 1)


@pytest.mark.rule("OO12", "OO13")
def test_rounds_that_nobody_can_finish() -> None:
    """With cards for six spaces everybody stops; the pile shrinks by one, or the chief changes his board."""
    cards = [f"cards.{name}.tiles={{yellow=2,blue=2,green=0,red=0,white=0}}" for name in SHIPPED.cards]
    for nobody in ("pile-shrinks", "chief-changes"):
        for head, *events in games(("sure", "sure"), SURE, *cards, f'calls.nobody="{nobody}"', count=2):
            played = events[:-1]
            assert len(played) == 7
            boards = [{entry["board"] for entry in event["boards"]} for event in played]
            assert all(event["caller"] is None and event["callers"] == [] for event in played)
            assert all(entry["bonus"] == 0 for event in played for entry in event["boards"])
            if nobody == "pile-shrinks":
                assert all(found == boards[0] for found in boards)
            else:
                for number, (before, after) in enumerate(pairwise(played)):
                    chief = board_of(before, 0)["board"]
                    assert {x["board"] for x in after["boards"]} == boards[number] - {chief} | {head["pile"][number]}
    limited = rounds(games(("anfaenger", "anfaenger"), "calls.limit_seconds=20"))
    assert all(event["seconds"] <= 20 for event in limited)
    assert sum(event["seconds"] == 20 and event["caller"] is None for event in limited) > 20


@pytest.mark.rule("O15", "OO22")
def test_the_quicker_player_calls() -> None:
    found = rounds(games(("slow", "quick"), character("slow", 3000), QUICK))
    assert sum(event["caller"] == 1 for event in found) > 0.9 * len(found)


def test_gaps_that_cannot_be_filled_are_seen() -> None:
    """Six spaces in a row without the second one: a gap of one, and one of four."""
    d = define('boards.row={a=["......"],b=["......"]}')
    rules = compile_rules(d)
    gallery = 2 * list(d.boards).index("row")
    # Sums of spaces that can be covered, as a set: 4 and 5, or 1, 4 and 5.
    assert leaves_gap(rules, gallery, 0b111101, 1 << 4 | 1 << 5)
    assert not leaves_gap(rules, gallery, 0b111101, 1 << 1 | 1 << 4 | 1 << 5)

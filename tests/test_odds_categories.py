"""What a hand becomes by the river: counted, from random deals, in a cell and on the command line."""

import csv
import io
import json
import pickle
import random
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from support.cases import cases
from support.commands import run
from support.deals import DECKS, best_of_seven, deal_from

import xlpoker
from xlpoker.errors import HandError, RangeError
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.evaluator.classes import CATEGORY_NAMES, category_place
from xlpoker.evaluator.games import game_strength
from xlpoker.functions import call
from xlpoker.odds import all_boards, boards_in_lanes, deals
from xlpoker.odds.categories import category_counts, count_hand
from xlpoker.odds.table import Deal, table_of

HAND = "6c 7c"
FLOP = "8c 9s 4c"
ROYAL = len(CATEGORY_NAMES) - 1


def deal(board, *holes, game="holdem", dead=""):
    """Return a deal from texts."""
    hands = [tuple(parse_cards(hole)) for hole in holes]
    return Deal(tuple(hands), tuple(parse_cards(board)), tuple(parse_cards(dead)), game)


def lower(codes):
    """Return cards as pokerkit reads them."""
    texts = [card_text(code) for code in codes]
    return "".join(text[0] + text[1].lower() for text in texts)


# --- published chances -------------------------------------------------------------------------------


def test_all_hands_of_seven_cards():
    """The best five of seven: the published counts of all 133,784,560 hands, each dealt in 21 ways."""
    counts = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020]
    counts += [4_047_644, 3_473_184, 224_848, 37_260, 4_324]
    assert sum(counts) == comb(52, 7)
    shares = xlpoker.chances("", "random").values()
    assert list(shares) == pytest.approx([count / comb(52, 7) for count in counts], rel=1e-12)


@cases(
    ("board", "hand", "category", "boards"),
    {
        "nine outs to a flush": ("Qh 7h 2c", "Ah Kh", "Flush", 1081 - comb(38, 2) - 1),
        "a flush on the turn": ("Qh 7h 2c 3s", "Ah Kh", "Flush", 9),
        "eight outs to a straight": ("7h 8c 2s Kd", "9d Td", "Straight", 8),
        "a gutshot": ("7h 8c 2s Kd", "Td Jd", "Straight", 4),
        "a set makes four": ("7h 8c 2s", "7d 7c", "Four of a Kind", 46),
        "a set fills up": ("7h 8c 2s", "7d 7c", "Full House", 1081 - 46 - comb(40, 2) + 60),
        "two pair fill up": ("7h 8c 2s Kd", "7d 8d", "Full House", 4),
        "one card to the royal flush": ("Th Jh Qh 2c", "Ah Kd", "Royal Flush", 1),
    },
)
def test_known_chances(board, hand, category, boards):
    """What players know by heart: outs, and fractions of the 1,081 run-outs of a flop."""
    run_outs = comb(47, 2) if len(parse_cards(board)) == 3 else 46
    assert xlpoker.chances(board, hand)[category] == pytest.approx(boards / run_outs)


def test_a_royal_flush_before_the_flop():
    """Ace-king suited makes one with the other three of its suit, any other suit with all five."""
    own_suit = comb(47, 2)
    chance = xlpoker.chances("", "AhKh")["Royal Flush"]
    assert Fraction(chance).limit_denominator(comb(50, 5)) == Fraction(own_suit + 3, comb(50, 5))


# --- other programs, and every board -----------------------------------------------------------------


@pytest.mark.slow
@cases(
    ("name", "game", "size", "times"),
    {
        "hold'em": ("StandardHighHand", "holdem", 2, 20),
        "Omaha": ("OmahaHoldemHand", "omaha", 4, 8),
        "short deck": ("ShortDeckHoldemHand", "short-deck", 2, 20),
    },
)
def test_the_same_categories_as_pokerkit(name, game, size, times):
    """Turns at random, half of them of few suits: each river valued by another program."""
    pokerkit = pytest.importorskip("pokerkit")
    evaluate = getattr(pokerkit, name).from_game
    rng = random.Random(name)
    lowest_card = 16 if game == "short-deck" else 0
    for time in range(times):
        deck = [code for code in range(lowest_card, 52) if time % 2 or code & 3 < 2]
        cards = rng.sample(deck, size + 4)
        hole, board = cards[:size], cards[size:]
        expected = [0] * len(CATEGORY_NAMES)
        for code in set(range(lowest_card, 52)) - set(cards):
            hand = evaluate(lower(hole), lower([*board, code]))
            is_royal = "".join(sorted(card.rank for card in hand.cards)) == "AJKQT"
            place = CATEGORY_NAMES.index(hand.entry.label.value.title().replace(" Of A ", " of a "))
            expected[ROYAL if place == 8 and is_royal else place] += 1
        dead = tuple(range(lowest_card))
        assert count_hand(Deal((tuple(hole),), tuple(board), dead, game)) == expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("board", [3, 4])
def test_flops_and_turns_like_the_reference(deck, board):
    """All run-outs of random situations, also of few suits and ranks, with other hands and dead cards."""
    rng = random.Random(f"{deck} {board}")
    situation = deal_from(rng, DECKS[deck], rng.randint(1, 3), board, dead=rng.randint(0, 2))
    rest = [code for code in range(52) if code not in situation.known()]
    run_outs = [(code,) for code in rest]
    if board == 3:
        run_outs = [(low, high) for low, high in product(rest, rest) if low < high]
    expected = [0] * len(CATEGORY_NAMES)
    for coming in run_outs:
        cards = frozenset([*situation.holes[0], *situation.board, *coming])
        category, ranks = best_of_seven(cards)
        expected[ROYAL if category == 8 and ranks[0] == 12 else category] += 1
    assert count_hand(situation) == expected
    assert all_boards.count_categories(situation) == expected


@pytest.mark.sampled(3)
@cases(
    ("situation",),
    {
        "omaha": (deal("2s 3s 4s", "As Kd Qh Jc", game="omaha"),),
        "five cards of omaha": (deal("2s 3s 4s Ts", "As Ks Qh Js 2d", game="omaha", dead="5s"),),
        "a flush and a full house": (deal("Ks 9s 4s Kd", "As 2s Kh 9d", game="omaha"),),
        "short deck": (deal("9c 7s 6d", "Ah 8h", game="short-deck"),),
        "trips beat straights": (deal("9c 9s 7d", "9h 8h", game="short-deck-trips"),),
        "a short flush": (deal("9h 7h 6d", "Ah 8h", "Kd Kc", game="short-deck"),),
        "two players": (deal("Kc 7s 2d", "Ah Kh", "Qc Qd", dead="As"),),
        "a flush on the flop": (deal("Kh 7h 2h", "Ah 3h", "Qh Qd"),),
        "a river": (deal("Kh 7h 2h 2d 2s", "Ah 3h", "Qh Qd"),),
    },
)
def test_engines_agree_with_every_board(situation):
    """Each hand on each board, valued by itself."""
    if situation.game.startswith("short-deck"):
        situation = situation._replace(dead=(*situation.dead, *range(16)))
    for player in range(len(situation.holes)):
        expected = every_board(situation, player)
        assert count_hand(situation, player) == expected
        if situation.coming:
            assert all_boards.count_categories(situation, player) == expected
            assert boards_in_lanes.count_categories(situation, player) == expected


def every_board(situation, player):
    """Return the boards by category; each is dealt and valued by itself."""
    counts = [0] * len(CATEGORY_NAMES)
    rest = deals.rest_of_deck(situation)
    for coming in combinations(rest, situation.coming):
        board = (*situation.board, *coming)
        value = game_strength(situation.game, situation.holes[player], board)
        counts[category_place(value)] += 1
    return counts


# --- ranges ------------------------------------------------------------------------------------------


def combination_by_combination(table):
    """Return the counts of each player, every combination of hands counted by itself."""
    sums = [[0.0] * len(CATEGORY_NAMES) for _ in table.ranges]
    lots = [zip(chosen.hands, chosen.weights, strict=True) for chosen in table.ranges]
    for combination in product(*map(list, lots)):
        holes = tuple(hand for hand, _ in combination)
        if len({code for hole in holes for code in hole}) < 2 * len(holes):
            continue
        weight = 1.0
        for _, share in combination:
            weight *= share
        for player, sums_of_player in enumerate(sums):
            for place, boards in enumerate(count_hand(table.deal(holes), player)):
                sums_of_player[place] += weight * boards
    return sums


@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    ["8c 9s 7c", "8c 9s 7d", "Th 9h 8h", "8c 9s 7c Jc", "Ah Kh Qh Th", "8c 9s 7c Jc Jd"],
)
@pytest.mark.parametrize("dead", ["", "Qd Kd"])
@cases(
    ("hands", "game"),
    {
        "two ranges": (["TT+", "AK, JTs"], "holdem"),
        "weights": (["TT+:0.3, QJs", "AK:0.1, JTs"], "holdem"),
        "any cards": (["AsKs:0.5, JJ", "random"], "holdem"),
        "a hand and two": (["AsKs", "AcJc, 8s8d"], "holdem"),
        "each in the other's way": (["AsKs, 6c6d", "AsKs, 6c6d"], "holdem"),
        "three ranges": (["TT+", "AK:0.7", "98s"], "holdem"),
        "four players": (["KK", "AK:0.3", "9d8d", "T9s, 77:0.1"], "holdem"),
        "short deck": (["TT+", "AK:0.3, JTs"], "short-deck"),
    },
)
def test_ranges_on_a_board(hands, game, board, dead):
    """Ranges give what all their combinations give together, impossible categories exactly 0."""
    table = table_of(board, hands, game, dead)
    expected = combination_by_combination(table)
    for counts, sums in zip(category_counts(table), expected, strict=True):
        assert counts == pytest.approx(sums, rel=1e-9)
        assert [count == 0 for count in counts] == [count == 0 for count in sums]


@cases(
    ("board", "hands", "game"),
    {
        "before the flop": ("", ["TT+", "AKs"], "holdem"),
        "a list of Omaha": ("2s 3s 4d", ["AsKsQhJh, AhAdKhKd", "9s9d8s8d"], "omaha"),
        "short deck before the flop": ("", ["KK:0.5, AKs", "QJs"], "short-deck"),
    },
)
def test_ranges_by_kinds_of_combinations(board, hands, game):
    """Combinations that differ in the names of suits alone are counted once, with their weight."""
    table = table_of(board, hands, game)
    odds = xlpoker.equity(board, *hands, game=game)
    assert odds.exact
    expected = [[0.0] * len(CATEGORY_NAMES) for _ in hands]
    for first, weight in zip(table.ranges[0].hands, table.ranges[0].weights, strict=True):
        for second in table.ranges[1].hands:
            if set(first).isdisjoint(second):
                for player, sums in enumerate(expected):
                    for place, boards in enumerate(count_hand(table.deal((first, second)), player)):
                        sums[place] += weight * boards
    for categories, sums in zip(odds.categories, expected, strict=True):
        assert list(categories.values()) == pytest.approx([part / sum(sums) for part in sums])


def test_one_range_alone_is_the_average_of_its_hands():
    """Each hand counts with its weight."""
    nines = xlpoker.chances("8c 9s 4c", "9d9h")
    tens = xlpoker.chances("8c 9s 4c", "TdTh")
    both = xlpoker.chances("8c 9s 4c", "9d9h:0.5, TdTh")
    for name in CATEGORY_NAMES:
        assert both[name] == pytest.approx((nines[name] + 2 * tens[name]) / 3)


# --- the result of equity ----------------------------------------------------------------------------


def test_each_player_has_the_chances_beside_the_other_hands():
    """Cards that others hold cannot come: alone the pair of queens has two more cards."""
    odds = xlpoker.equity("Qh 7h 2c", "AhKh", "QcQd")
    assert list(odds.categories[0]) == list(CATEGORY_NAMES)
    assert odds.categories[1]["Four of a Kind"] == pytest.approx(44 / 990)
    assert xlpoker.chances("Qh 7h 2c", "QcQd")["Four of a Kind"] == pytest.approx(46 / 1081)
    assert [sum(categories.values()) for categories in odds.categories] == pytest.approx([1, 1])


@pytest.mark.parametrize("engine", ["numpy", "python"])
def test_random_deals_give_both_odds_and_categories(engine, monkeypatch):
    """The categories of a sampled answer are counted in its own deals."""
    if engine == "python":
        monkeypatch.setattr(deals, "numpy_engine", lambda: None)
    odds = xlpoker.equity("As Ks Qs Js 2d", "Ts3h", "3c4c", exact=False, samples=200)
    assert odds.categories[0]["Royal Flush"] == odds.players[0].win == 1
    odds = xlpoker.equity("8c 9s 4c", HAND, "TT+", exact=False, samples=4_000, seed=3)
    exact = xlpoker.equity("8c 9s 4c", HAND, "TT+")
    for sampled, counted in zip(odds.categories, exact.categories, strict=True):
        assert list(sampled.values()) == pytest.approx(list(counted.values()), abs=0.04)
        deals_of_categories = [4_000 * share for share in sampled.values()]
        assert deals_of_categories == pytest.approx(list(map(round, deals_of_categories)))


def test_players_with_the_same_range_have_the_same_categories():
    """As their odds: the average of what was dealt."""
    odds = xlpoker.equity("", "random", "random", "random", samples=1_000)
    assert odds.categories[0] == odds.categories[1] == odds.categories[2]


def test_odds_are_as_they_were():
    """The situation that the categories need is not printed, compared or unpacked; it is pickled."""
    odds = xlpoker.equity(FLOP, HAND, "AhAd")
    players, boards, samples, seed = odds
    assert (boards, samples, seed) == (990, 0, None)
    assert repr(odds) == f"Odds(players={players!r}, boards=990, samples=0, seed=None)"
    assert odds == xlpoker.equity(f"{FLOP}", "6C 7C", "AH AD")._replace(players=players)
    assert pickle.loads(pickle.dumps(odds)).categories == odds.categories


@cases(
    ("board", "hand", "game", "error", "message"),
    {
        "no street": ("8c 9s", "AhKh", "holdem", HandError, "2 board cards: odds are before"),
        "a card twice": (FLOP, "8cKh", "holdem", HandError, "duplicate card 8C in the board and hole"),
        "no range": ("", "TTs", "holdem", RangeError, "a pair has no suits"),
        "nothing left": ("Ah Ad As Ac", "AA", "holdem", HandError, "hole: no hand of 'AA' is left"),
        "too few cards": ("", "AhKh", "omaha", HandError, "2 hole cards: omaha takes 4 to 6"),
    },
)  # fmt: skip
def test_chances_say_what_is_wrong(board, hand, game, error, message):
    """The errors are those of equity; a single hand has no number."""
    with pytest.raises(error, match=message):
        xlpoker.chances(board, hand, game)


# --- in a cell ---------------------------------------------------------------------------------------


def test_chances_in_a_cell():
    """Ten numbers, the royal flush last."""
    (row,) = call("CHANCES", "TH JH QH 2C", "AH KD")
    assert row == list(xlpoker.chances("Th Jh Qh 2c", "AhKd").values())
    assert row[ROYAL] == 1 / 46


def test_chances_of_a_block():
    """One board for all rows or one for each; hands in two cells, in one, and ranges; a bad row has its reason."""
    holes = [["6C", "7C"], ["TT+", None], ["1OH", "2C"], [None, None], ["folded", None]]
    rows = call("CHANCES", "8C 9S 4C", holes)
    assert rows[0] == call("CHANCES", "8C 9S 4C", "6C 7C")[0]
    assert rows[1] == list(xlpoker.chances(FLOP, "TT+").values())
    assert rows[2][0].startswith("#VALUE! '1OH 2C' character 1: '1OH' is not")
    assert rows[3][0] == (
        "#VALUE! hole is blank; write random for an unknown hand, folded for a player who is out"
    )
    assert [rows[4], rows[2][1:]] == [[""] * 10, [""] * 9]
    boards = [["8C", "9S", "4C"], [None, None, None]]
    by_board = call("CHANCES", boards, holes[:2])
    assert by_board == [rows[0], list(xlpoker.chances("", "TT+").values())]


@cases(
    ("arguments", "message"),
    {
        "no street": (("8C 9S", "AH KH"), "2 board cards: odds are before the flop"),
        "a card twice": (("8C 9S 4C", "8C KH"), "duplicate card 8C in the board and hole"),
        "a question mark": (("8C 9S 4C", "?"), "'?' character 1: '?' is not a hand or a range"),
        "no hand": (("8C 9S 4C",), "CHANCES(board, hole, [dead]) needs hole"),
        "four arguments": (
            (None, "AH KH", "QC QD", "2C"),
            "CHANCES(board, hole, [dead]) takes no more than 3, not 4",
        ),
        "a dead card twice": (
            ("8C 9S 4C", "AH KH", "8C"),
            "duplicate card 8C in the board and the dead cards",
        ),
    },
)
def test_mistakes_in_cells(arguments, message):
    """A mistake is a text in the cell."""
    answer = call("CHANCES", *arguments)
    text = answer if isinstance(answer, str) else answer[0][0]
    assert text.startswith(f"#VALUE! {message}")


def test_omaha_by_its_cards():
    """Four cards and more are Omaha; unknown cards are dealt at random, always the same."""
    (row,) = call("CHANCES", "2S 3S 4S", "AS KD QH JC")
    assert row == list(xlpoker.chances("2s 3s 4s", "AsKdQhJc", "omaha").values())
    assert row[5] == 0  # one spade is no flush
    assert xlpoker.chances("", "random", "omaha") == xlpoker.chances("", "random", "omaha")


@pytest.mark.slow
def test_cells_need_no_numpy():
    """CHANCES answers in a Python without NumPy: counted, or sampled where that takes longer than a moment."""
    code = """
import json, sys, time
sys.modules["numpy"] = None
from xlpoker.functions import call
questions = [("8C 9S 4C", "6C 7C"), ("8C 9S 4C", "TT+, AKs"), (None, "AH KH"), (None, "TT+, AK"),
             (None, "AS KS QH JH"), ("8C 9S 4C", "AS KS QH JH"), ("8C 9S 4C 2D 3D", "random")]
start = time.process_time()
print(json.dumps([call("CHANCES", *question)[0] for question in questions]))
print(time.process_time() - start)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    answers, seconds = done.stdout.splitlines()
    known, flop, preflop, ranges, omaha, omaha_flop, river = json.loads(answers)
    assert known == list(xlpoker.chances(FLOP, HAND).values())
    assert flop == pytest.approx(list(xlpoker.chances(FLOP, "TT+, AKs").values()))
    assert preflop == list(xlpoker.chances("", "AhKh").values())
    assert ranges == pytest.approx(list(xlpoker.chances("", "TT+, AK").values()), abs=0.03)
    assert omaha == pytest.approx(list(xlpoker.chances("", "AsKsQhJh", "omaha").values()), abs=0.06)
    assert omaha_flop == list(xlpoker.chances(FLOP, "AsKsQhJh", "omaha").values())
    assert river == pytest.approx(list(xlpoker.chances(f"{FLOP} 2d 3d", "random").values()))
    assert float(seconds) < 20


# --- BESTHAND with a board ---------------------------------------------------------------------------


@cases(
    ("cards", "board", "best"),
    {
        "hold'em": ("AH KD", "QH JH TH 2C 2D", "AH KD QH JH TH"),
        "a flop": ("AH KD", "QH JH 2C", "AH KD QH JH 2C"),
        "the board plays": ("2H 3D", "TS JS QS KS AS", "AS KS QS JS TS"),
        "Omaha": ("AS KD QH JC", "2S 3S 4S 5S 9D", "AS KD 9D 5S 4S"),
        "five cards of Omaha": ("AS KS QH JC 2D", "2S 3S 4S 5D 9D", "AS KS 4S 3S 2S"),
        "a board that is blank": ("AH KD", None, "AH KD"),
        "no board on the table yet": ("AH KD", [[None, None, None]], "AH KD"),
        "a player who is out": ("folded", "QH JH TH 2C 2D", ""),
        "nobody": (None, "QH JH TH 2C 2D", ""),
        "three hole cards": ("AH KD QS", "QH JH TH", "#VALUE! 3 hole cards: holdem takes 2"),
        "too few on the board": ("AH KD", "QH JH", "#VALUE! 2 board cards: holdem takes 3 to 5"),
        "a card twice": ("AH KD", "AH JH TH", "#VALUE! duplicate card AH"),
    },
)
def test_which_cards_make_a_hand(cards, board, best):
    """BESTHAND with a board: the best five of hold'em, or of Omaha by the number of hole cards."""
    assert call("BESTHAND", cards, board) == best


def test_one_board_for_a_block_of_hands():
    """Each row has its own answer; a bad row says which argument is meant."""
    holes = [["AH", "KD"], ["8C", "9C"], [None, None], ["1OH", "2C"]]
    rows = call("BESTHAND", holes, "QH JH TH 2C 2D")
    assert rows[:3] == [["AH KD QH JH TH"], ["QH JH TH 9C 8C"], [""]]
    assert rows[3] == ["#VALUE! cards: '1OH' is not a card; did you mean '10H'?"]
    assert call("BESTHAND", holes)[3] == ["#VALUE! '1OH' is not a card; did you mean '10H'?"]


# --- on the command line -----------------------------------------------------------------------------


def test_the_command_prints_a_column_for_each_player():
    """A row for each category, the weakest first."""
    code, out, err = run("equity", "AhKh", "QcQd", "--board", "Kc 7s 2d", "--categories")
    assert (code, err) == (0, "")
    _, table = out.split("\n\n")
    lines = [line.split() for line in table.splitlines() if "%" in line]
    assert [" ".join(words[:-2]) for words in lines] == list(CATEGORY_NAMES)
    odds = xlpoker.equity("Kc 7s 2d", "AhKh", "QcQd")
    for name, words in zip(CATEGORY_NAMES, lines, strict=True):
        assert words[-2:] == [f"{categories[name]:.3%}" for categories in odds.categories]
    assert out.startswith(run("equity", "AhKh", "QcQd", "--board", "Kc 7s 2d")[1])


@pytest.mark.slow
def test_the_command_prints_categories_as_data():
    """JSON holds them by player, CSV as columns; with streets once for each."""
    record = json.loads(run("equity", "AhKh", "--categories", "--json")[1])
    odds = xlpoker.equity("", "AhKh", "random")
    assert [player["categories"] for player in record] == list(odds.categories)
    options = ["--board", f"{FLOP} Jh", "--streets", "--categories", "--csv"]
    rows = list(csv.DictReader(io.StringIO(run("equity", "6c7c", "AhAd", *options)[1])))
    assert [row["street"] for row in rows[::2]] == ["preflop", "flop", "turn"]
    assert float(rows[4]["Straight Flush"]) == 1 / 44
    assert "Flush" not in run("equity", "6c7c", "AhAd", "--csv")[1]

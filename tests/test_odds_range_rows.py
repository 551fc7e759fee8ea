"""Many hands against one range on the same board: each answer is that of the hand alone."""

import random
import subprocess
import sys

import pytest
from support.cases import cases
from support.samples import sample_size

import xlpoker
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.functions import call
from xlpoker.odds.range_rows import is_for_rows, shares_against
from xlpoker.odds.ranges import STARTING_HANDS

NAMES = [name for row in STARTING_HANDS for name in row]


@pytest.mark.sampled(8)
@cases(
    ("board", "dead", "opponent"),
    {
        "a flop of three suits": ("8c 9s 4h", "", "TT+, AK"),
        "a flop of one suit": ("2h 7h Kh", "", "xxs"),
        "a pair on the flop, dead cards": ("8c 8d As", "Ac 2d", "22+, AT+"),
        "a known hand": ("8c 9s 4c", "", "AhKh"),
        "a turn with two draws": ("Jh 9h 8c 7c", "Th", "random"),
        "four of a suit on the turn": ("2s 7s Js As", "", "Kxs, 77"),
        "weights": ("Qs Js 3d 2h", "", "AKs:0.25, QQ, 72o:0.5"),
        "a river": ("Ks Kd 7h 7c 2d", "", "random"),
        "a straight flush on the river": ("5c 6c 7c 8c 9c", "", "random"),
    },
)
def test_shares_are_those_of_each_hand_alone(board, dead, opponent):
    """Win and tie of starting hands, of two ranges and of a known hand, counted by the other engine."""
    rng = random.Random(board)
    holes = [*rng.sample(NAMES, sample_size(4, release=10)), "22+, A2s+", "QQ:0.5, KJ", "6d 5d"]
    shares = shares_against(parse_cards(board), parse_cards(dead), holes, opponent)
    for hole, share in zip(holes, shares, strict=True):
        odds = xlpoker.equity(board, hole, opponent, dead=dead, exact=True)
        first, second = odds.players
        assert share == pytest.approx((first.win, first.tie, second.win), abs=1e-12), hole


def test_texts_that_are_not_for_it():
    """What is not understood, and what the cards in play leave nothing of, is left to the row's own answer."""
    flop = parse_cards("Ac As Ah")
    assert shares_against(flop, (), ["AA", "TTs", "", "AKs"], "KK")[:3] == [None] * 3
    assert shares_against(flop, (), ["KK", "QQ"], "AA") == [None, None]
    assert shares_against(flop, (), ["KsKd"], "KsKd") == [None]
    for board, dead in (("8c 9s", ""), ("8c 9s 8c", ""), ("8c 9s 4c", "4c"), ("8c 9s *", "")):
        assert not is_for_rows(parse_cards(board), parse_cards(dead), "random")


def grid_of(board, opponent, *seats):
    """Return EQUITY of a column of hands, with some that are odd, as one block and row by row."""
    holes = [*NAMES[:30], "8c 2d", "folded", "TTx", "KcQcJcTc", "?", "top 10%"]
    block = call("EQUITY", board, [[hole] for hole in holes], opponent, *seats)
    alone = [call("EQUITY", board, hole, opponent, *seats) for hole in holes]
    return holes, block, alone


def same(row, alone):
    """Tell whether a row of a block shows what the formula of the row alone shows."""
    if isinstance(alone, str):
        return row[0] == alone
    return row == pytest.approx(alone[0], abs=1e-12)


@pytest.mark.sampled(3)
@cases(
    ("board", "opponent", "seats"),
    {
        "a wide range": ("8C 9S 4C JH", "top 40%", ()),
        "dead cards and a player who is out": ("8C 9S 4C JH", "top 40%", ("folded", "dead 2H KS")),
        "a dead card on the board": ("8C 9S 4C JH", "top 40%", ("dead 8C",)),
        "a third player": ("8C 9S 4C JH", "AhAd", ("QcQd",)),
        "a board card twice": ("8C 9S 8C JH", "top 40%", ()),
        "an opponent that is not understood": ("8C 9S 4C JH", "top", ()),
    },
)
def test_a_grid_in_a_cell(board, opponent, seats):
    """One formula over a column of hands shows in each row what the formula for that row shows."""
    for hole, row, alone in zip(*grid_of(board, opponent, *seats), strict=True):
        assert same(row, alone), hole


@pytest.mark.slow
def test_a_grid_without_numpy():
    """In a Python without NumPy a narrow range takes the same way."""
    code = """
import sys
sys.modules["numpy"] = None
sys.path[:0] = ["tests"]
from test_odds_range_rows import grid_of
for hole, row, alone in zip(*grid_of("8C 9S 4C JH", "TT+, AK", "dead 2H"), strict=True):
    numbers = [] if isinstance(alone, str) else alone[0]
    wrong = [(a, b) for a, b in zip(row, numbers) if abs(a - b) > 1e-12]
    assert not wrong and (numbers or row[0] == alone), (hole, row, alone)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_boards_by_random():
    """Random boards, dead cards and opponents: three hands each."""
    rng = random.Random(81)
    for _ in range(12):
        cards = rng.sample(range(52), 7)
        board, dead = cards[: rng.choice([4, 5])], cards[5 : rng.choice([5, 7])]
        opponent = ", ".join(rng.sample(NAMES, 6))
        holes = rng.sample(NAMES, 3)
        texts = ["".join(map(card_text, codes)) for codes in (board, dead)]
        for hole, share in zip(holes, shares_against(board, dead, holes, opponent), strict=True):
            odds = xlpoker.equity(texts[0], hole, opponent, dead=texts[1], exact=True)
            assert share[:2] == pytest.approx(odds.players[0][1:3], abs=1e-12)

"""What each player gets of a hand: main pot, side pots, money that nobody called, odd units."""

import random
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from support.cases import cases
from support.pokerkit_hands import played
from support.pots import pots_of
from support.samples import sample_size

import xlpoker
from xlpoker.errors import HandError, OptionError
from xlpoker.evaluator.batch.payout_cells import amounts_of_rows
from xlpoker.evaluator.batch.payouts import BoardValues, payout_rows
from xlpoker.evaluator.games import HIGH_LOW, game_strength, low_strength
from xlpoker.evaluator.hand import codes_of
from xlpoker.evaluator.payouts import Unit, payouts_in_units
from xlpoker.functions import call

OUT = None
NAN = float("nan")


@cases(
    ("stakes", "values", "unit", "expected"),
    {
        "one pot": ([10, 10, 10], [3, 2, 1], 1, [30, 0, 0]),
        "the short stack wins the main pot": ([10, 30, 30], [3, 2, 1], 1, [30, 40, 0]),
        "three pots": ([10, 20, 30, 30], [4, 3, 2, 1], 1, [40, 30, 20, 0]),
        "money of a player who folded": ([10, 30, 30, 5], [3, 2, 1, OUT], 1, [35, 40, 0, 0]),
        "nobody called the rest": ([50, 20], [1, 2], 1, [30, 40]),
        "everybody else folded": ([50, 20, 5], [1, OUT, OUT], 1, [75, 0, 0]),
        "the highest stake is not shown": ([50, 20], [OUT, 2], 1, [30, 40]),
        "folded money above all who are left": ([30, 30, 10], [OUT, OUT, 5], 1, [0, 0, 70]),
        "a tie": ([10, 10, 10], [3, 3, 1], 1, [15, 15, 0]),
        "an odd chip": ([5, 5, 5], [3, 3, 1], 1, [8, 7, 0]),
        "two odd chips": ([5, 5, 5, 5], [1, 3, 3, 3], 1, [0, 8, 6, 6]),
        "odd chips of each pot": ([1, 4, 4], [3, 3, 3], 1, [1, 4, 4]),
        "cents": ([0.05, 0.05, 0.05], [3, 3, 1], 0.01, [0.08, 0.07, 0]),
        "a sum of binary fractions": ([0.1 + 0.2, 0.3], [3, 3], 0.01, [0.3, 0.3]),
        "chips of five": ([25, 25, 25], [3, 3, 1], 5, [40, 35, 0]),
        "nobody has put anything in": ([0, 0], [3, 2], 1, [0, 0]),
    },
)
def test_what_each_player_gets(stakes, values, unit, expected):
    """The amounts as a dealer would push them; they add up to the stakes."""
    payouts = xlpoker.payouts(stakes, values, unit)
    assert [float(amount) for amount in payouts] == expected
    assert sum(payouts) == sum(Decimal(str(round(stake, 4))) for stake in stakes)


def test_amounts_are_exact_decimals():
    """A third of a dollar in cents, and exact amounts in."""
    assert xlpoker.payouts([Decimal("0.33")] * 3, [1, 1, 1]) == (Decimal("0.33"),) * 3
    assert xlpoker.payouts([1, 0.01, 1], [2, None, 2]) == (
        Decimal("1.01"), Decimal("0.00"), Decimal("1.00"),
    )  # fmt: skip


@cases(
    ("values", "expected"),
    {
        "first": ([NAN, 5.0, 3.0], [0, 30, 0]),
        "in the middle of a tie": ([5.0, NAN, 5.0], [15, 0, 15]),
        "last": ([3.0, 5.0, NAN], [0, 30, 0]),
        "beside a blank": ([None, 5.0, NAN], [0, 30, 0]),
    },
)
def test_a_value_that_is_not_a_number_is_a_fold(values, expected):
    """A DataFrame holds NaN where a cell is blank."""
    stakes = [10.0, 10.0, 10.0]
    assert list(xlpoker.payouts(stakes, values)) == expected
    assert call("PAYOUTS", [stakes], [values]) == [expected]


@cases(
    ("stakes", "values", "expected"),
    {
        "an empty seat": ([6.0, NAN], [12.0, NAN], [[6.0, ""]]),
        "beside a text": ([6.0, 6.0, NAN], [12.0, "fold", None], [[12.0, 0.0, ""]]),
        "behind the values": ([10.0, 10.0, NAN], [1.0, 2.0], [[0.0, 20.0, ""]]),
        "behind the stakes": ([10.0, 10.0], [1.0, 2.0, NAN], [[0.0, 20.0]]),
        "a value for it": ([10.0, NAN], [2.0, 5.0], "#VALUE! player 2 has a value and no stake; a player who folded has no value"),
        "a blank row": ([NAN, NAN], [NAN, NAN], ""),
    },
)  # fmt: skip
def test_a_stake_that_is_not_a_number_is_a_blank_cell(stakes, values, expected):
    """Cells that pandas passes are blank where they hold NaN."""
    assert call("PAYOUTS", [stakes], [values]) == expected


@cases(
    ("stakes", "values", "unit", "expected"),
    {
        "cents": ([0.07, 0.29, 0.29], [3, 2, 1], 0.01, [[0.21, 0.44, 0.0]]),
        "halves": ([1.5, 4.5, 4.5], [3, 2, 2], 0.5, [[4.5, 3.0, 3.0]]),
        "a unit that is no part of one": ([7.5, 2.5, 5.0], [1, 1, 1], 2.5, [[7.5, 2.5, 5.0]]),
        "chips of 25": ([75, 75, 50], [1, 1, 0], 25, [[100.0, 100.0, 0.0]]),
    },
)
def test_units(stakes, values, unit, expected):
    """A unit may be a part of one, several, or neither."""
    assert call("PAYOUTS", [stakes], [values], unit) == expected


@pytest.mark.parametrize("kind", [float, int, str])
def test_a_value_of_zero_is_a_fold(kind):
    """Excel passes 0 for a blank cell, and a text file "0"."""
    values = [kind(0), kind(5), kind(0)]
    assert call("PAYOUTS", [[10, 10, 10]], [values]) == [[0.0, 30.0, 0.0]]
    answer = call("PAYOUTS", [[10, 10]], [[kind(0), "fold"]])
    assert answer == "#VALUE! nobody is left to win the pot; give the winner a value"


@cases(
    ("stakes", "values", "unit", "message"),
    {
        "unequally many": ([1, 1], [1], 1, "2 stakes and 1 values; give each player one of both"),
        "negative": ([-1, 1], [1, 2], 1, "stake 1 is -1; a stake is what a player put in, 0 or more"),
        "no multiple": ([1, 0.005], [1, 2], 0.01, "stake 2 is 0.005, not a multiple of 0.01; name a smaller unit"),
        "nobody left": ([1, 1], [OUT, OUT], 1, "nobody is left to win the pot; give the winner a value"),
        "without a stake": ([0, 5, 5], [9, 1, 2], 1, "player 1 has a value and no stake; a player who folded has no value"),
        "not a number": ([float("nan"), 1], [1, 2], 1, "stake 1 is nan, not a multiple of 1; name a smaller unit"),
        "a text": (["ten", 1], [1, 2], 1, "stake 1 is 'ten'; a stake is a number, such as 2.50"),
        "a number as a text": ([1, "-5"], [1, 2], 1, "stake 2 is '-5'; a stake is a number, such as 2.50"),
        "a blank stake": ([1, None], [1, 2], 1, "stake 2 is None; a stake is a number, such as 2.50"),
        "a truth value": ([True, 1], [1, 2], 1, "stake 1 is True; a stake is a number, such as 2.50"),
        "not a decimal": ([Decimal("NaN"), 1], [1, 2], 1, "stake 1 is Decimal('NaN'); a stake is a number, such as 2.50"),
        "a negative fraction": ([1, Fraction(-1, 2)], [1, 2], 0.5, "stake 2 is -0.5; a stake is what a player put in, 0 or more"),
        "a third": ([Fraction(1, 3), 1], [1, 2], 1, "stake 1 is 0.3333333333, not a multiple of 1; name a smaller unit"),
        "a word as a value": ([1, 1], [1, "fold"], 1, "value 2 is 'fold'; give a number, or None for a player who folded"),
        "infinite": ([1, float("inf")], [1, 2], 1, "stake 2 is inf, not a multiple of 1; name a smaller unit"),
        "too large": ([1e300, 1], [1, 2], 1, "stake 1 is 1e+300, not a multiple of 1; name a smaller unit"),
    },
)  # fmt: skip
def test_what_cannot_be_paid_out(stakes, values, unit, message):
    """A sentence says whose number is wrong, and what is accepted."""
    with pytest.raises(HandError) as error:
        xlpoker.payouts(stakes, values, unit)
    assert str(error.value) == message


@pytest.mark.parametrize("unit", [0, -1, "cent", float("nan"), float("inf"), "1e99"])
def test_the_least_amount_is_a_number(unit):
    """A unit that is none is an option that does not exist."""
    with pytest.raises(
        OptionError, match=r"name the least amount that is paid out, such as 0\.01 or 1"
    ):
        xlpoker.payouts([1, 1], [1, 2], unit)


@cases(
    ("arguments", "expected"),
    {
        "a row": (([[10, 30, 30]], [[3, 2, 1]]), [[30.0, 40.0, 0.0]]),
        "a block": (([[10, 30], [5, 5]], [[3, 2], [1, 1]]), [[20.0, 20.0], [5.0, 5.0]]),
        "players below each other": (([[10], [30], [30]], [[3], [2], [1]]), [[30.0], [40.0], [0.0]]),
        "one row of stakes for all": (([[10, 10]], [[3, 2], [2, 3]]), [[20.0, 0.0], [0.0, 20.0]]),
        "an empty seat stays blank": (([[10, None, 10]], [[3, None, 1]]), [[20.0, "", 0.0]]),
        "a word for a fold": (([[10, 5, 10]], [[3, "folded", 1]]), [[25.0, 0.0, 0.0]]),
        "a blank row": (([[10, 10], [None, ""]], [[3, 2], [None, ""]]), [[20.0, 0.0], ["", ""]]),
        "numbers as texts": (([["10", "10.5"]], [["3", "2"]]), [[20.0, 0.5]]),
        "all in one cell": (("10 30 30 5", "3 2 1 fold"), [[35.0, 40.0, 0.0, 0.0]]),
        "whole chips": ((((5, 5, 5),), ((3, 3, 1),), 1), [[8.0, 7.0, 0.0]]),
        "blank seats behind": (([[10, 10]], [[3, 2, None]]), [[20.0, 0.0]]),
    },
)  # fmt: skip
def test_payouts_in_cells(arguments, expected):
    """A row is a hand with a cell for each player."""
    assert call("PAYOUTS", *arguments) == expected


@cases(
    ("arguments", "message"),
    {
        "a text": (([[10, "ten"]], [[3, 2]]), "stake 2 is 'ten'; a stake is a number, such as 2.50"),
        "a truth value": (([[10, True]], [[3, 2]]), "stake 2 is True; a stake is a number, such as 2.50"),
        "negative": (([[10, -5.0]], [[3, 2]]), "stake 2 is -5; a stake is what a player put in, 0 or more"),
        "more values": (([[10, 10]], [[3, 2, 1]]), "value 3 has no stake: there are 2 stakes"),
        "fewer values": (([[10, 10, 10]], [[3, 2]]), "stake 3 has no value: there are 2 values"),
        "a value for an empty seat": (([[10, None, 10]], [[3, 9, 1]]), "player 2 has a value and no stake; a player who folded has no value"),
        "a bad card": (([[10, 10]], [["#VALUE! '1OH' is not a card", 2]]), "value 1 is \"#VALUE! '1OH' is not a card\"; a value is a number, as HANDVAL gives it"),
        "an infinite stake": (([[10, float("inf")]], [[3, 2]]), "stake 2 is inf, not a multiple of 0.01; name a smaller unit"),
        "a word for infinity": (([["inf", 10]], [[3, 2]]), "stake 1 is 'inf'; a stake is a number, such as 2.50"),
        "a stake for a blank player, nobody left": (([[10, 10]], [[None, ""]]), "nobody is left to win the pot; give the winner a value"),
        "a negative text": (([["-5", 10]], [[3, 2]]), "stake 1 is -5; a stake is what a player put in, 0 or more"),
        "an Excel error": (([[10, 10]], [[-2146826246, 2]]), "value 1 is '#N/A'; a value is a number, as HANDVAL gives it"),
    },
)  # fmt: skip
def test_a_bad_row_of_amounts(arguments, message):
    """The first cell of a row says what is wrong, the next rows stand."""
    stakes, values = arguments
    assert call("PAYOUTS", stakes, values) == f"#VALUE! {message}"
    rows = call("PAYOUTS", [stakes[0], [1] * len(stakes[0])], [values[0], [1] * len(values[0])])
    assert rows[0] == [f"#VALUE! {message}", *[""] * (len(rows[1]) - 1)]
    assert rows[1][0] != ""


@pytest.mark.parametrize("unit", [-1, "cents"])
def test_a_wrong_unit_is_said_once(unit):
    """The unit is one for all rows."""
    answer = call("PAYOUTS", [[1, 1], [1, 1]], [[1, 2], [1, 2]], unit)
    assert answer.startswith("#VALUE! the unit is ")


def test_heights_that_do_not_fit():
    """Two rows of stakes and three of values have no common rows."""
    answer = call("PAYOUTS", [[1, 1]] * 2, [[1, 2]] * 3)
    assert answer == (
        "#VALUE! the arguments have 2 and 3 rows; give each the same number, or one row for all"
    )


MANY_HANDS = sample_size(100, release=1_500)


@pytest.mark.parametrize("count", [30, pytest.param(MANY_HANDS, marks=pytest.mark.slow)])
def test_the_same_pots_as_pokerkit(count):
    """Hands of two to nine players, played at random with pokerkit, pay the same to each."""
    pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    rng = random.Random(count)
    side_pots = 0
    for _ in range(count):
        stakes, holes, board, is_left, expected = played(rng)
        values = []
        for hole, left in zip(holes, is_left, strict=True):
            values.append(xlpoker.value(_spaced(hole + board)) if left else None)
        payouts = xlpoker.payouts(stakes, values, 1)
        assert [int(amount) for amount in payouts] == expected, (stakes, values)
        side_pots += len({stake for stake, left in zip(stakes, is_left, strict=True) if left}) > 1
    assert side_pots > count / 10


@pytest.mark.parametrize("count", [20, pytest.param(MANY_HANDS, marks=pytest.mark.slow)])
def test_the_same_halves_as_pokerkit(count):
    """Hands of Omaha hi-lo pay the same: halves of each pot, odd units, pots without a low.

    pokerkit divides a side pot without a low among its players where another player has one; the
    rule is that the high hand wins it all, so these hands are left out.
    """
    pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    rng = random.Random(count)
    halved = 0
    for _ in range(count):
        stakes, holes, board, is_left, expected = played(rng, hi_lo=True)
        values, lows = [None] * len(holes), [None] * len(holes)
        for player, hole in enumerate(holes):
            if is_left[player]:
                values[player], lows[player] = _halves(hole, board)
        payouts = xlpoker.payouts(stakes, values, 1, lows=lows)
        players_left = [player for player, left in enumerate(is_left) if left]
        has_low = [
            any(lows[player] for player in pot.players) for pot in pots_of(stakes, players_left)
        ]
        if any(has_low) and not all(has_low):
            continue
        payouts = xlpoker.payouts(stakes, values, 1, lows=lows)
        assert [int(amount) for amount in payouts] == expected, (stakes, values, lows)
        halved += any(lows)
    assert halved > count / 10


def test_a_side_pot_without_a_low():
    """Its high hand wins it whole, though a third player has a low hand in the main pot."""
    payouts = xlpoker.payouts([10, 20, 20], [12, 2633, 30], 1, lows=[60_023, None, None])
    assert [int(amount) for amount in payouts] == [15, 35, 0]


def _halves(hole, board):
    """Return the values of a high and a low hand; before the flop is dealt only one player is left."""
    if len(board) < 10:
        return 1, None
    codes, board_codes = codes_of(_spaced(hole)), codes_of(_spaced(board))
    return game_strength(HIGH_LOW, codes, board_codes), low_strength(HIGH_LOW, codes, board_codes)


@pytest.mark.parametrize("hi_lo", [False, True])
def test_many_rows_at_once(hi_lo):
    """The pots of rows of an array are those of single hands."""
    rng = np.random.default_rng(5)
    for players in range(2, 10):
        stakes = rng.integers(0, 30, (400, players)) * rng.integers(1, 3, (400, players))
        is_left = (rng.random((400, players)) < 0.7) & (stakes > 0)
        stakes[~is_left.any(axis=1)] = 0
        values = np.where(is_left, rng.integers(1, 5, (400, players)), 0)
        lows = np.where(is_left & hi_lo, rng.integers(0, 4, (400, players)), 0)
        payouts = payout_rows(stakes, values, lows if hi_lo else None)
        for row in range(400):
            low_values = lows[row].tolist() if hi_lo else []
            expected = payouts_in_units(stakes[row].tolist(), values[row].tolist(), low_values)
            assert payouts[row].tolist() == expected


ODD_STAKES = [
    "ten",
    "2.5",
    " ",
    True,
    NAN,
    -5.0,
    0.005,
    1e308,
    -2146826246,
    0,
    Decimal(5),
    0.1 + 0.2,
]
ODD_VALUES = ["fold", "7", "#VALUE! '1OH' is not a card", True, NAN, -5.0, -2146826246, 1e308]


def _rows_of_cells(rng, players, blank):
    """Yield the stakes and values of many hands, one in thirty with a cell that is odd."""
    for _ in range(20_000):
        seats = [rng.random() < 0.9 for _ in range(players)]
        seats[0] = True
        stakes = [rng.choice([5, 10, 10.5, 20]) if seat else blank for seat in seats]
        values = [rng.randint(1, 30) if seat and rng.random() < 0.8 else blank for seat in seats]
        player = rng.randrange(players)
        if rng.random() < 0.02:
            stakes[player] = rng.choice(ODD_STAKES)
        if rng.random() < 0.01:
            values[player] = rng.choice(ODD_VALUES)
        yield stakes, values


@pytest.mark.slow
@cases(
    ("players", "blank", "unit"),
    {"two": (2, None, 0.01), "three, blank texts": (3, "", 0.5), "six": (6, None, 0.005)},
)
def test_a_large_block_is_paid_like_small_ones(players, blank, unit, monkeypatch):
    """NumPy pays most rows of a large block; the answers are those of rows that are read by themselves."""
    rows = list(_rows_of_cells(random.Random(players), players, blank))
    stakes, values = [list(cells) for cells in zip(*rows, strict=True)]
    answers = call("PAYOUTS", stakes, values, unit)
    row_by_row = []
    for first in range(0, len(rows), 1000):
        end = first + 1000
        row_by_row += call("PAYOUTS", stakes[first:end], values[first:end], unit)
    assert list(map(repr, answers)) == list(map(repr, row_by_row))
    plain_rows = amounts_of_rows(stakes, values, Unit.of(unit), lambda _text: 0)
    assert 0.5 < sum(row is not None for row in plain_rows) / len(rows) < 0.99
    monkeypatch.setitem(sys.modules, "xlpoker.evaluator.batch.payout_cells", None)
    assert call("PAYOUTS", stakes, values, unit) == answers


def _paid_by_boards(stakes, boards):
    """Return what each player gets, pot by pot and board by board; `boards` are values and lows."""
    left = [player for player, value in enumerate(boards[0][0]) if value]
    second = sorted(stakes)[-2]
    payout = [max(stake - second, 0) for stake in stakes]
    in_play = [min(stake, second) for stake in stakes]
    for pot, players in pots_of(in_play, left):
        for number, board in enumerate(boards):
            part = pot // len(boards)
            if number == 0:
                part = pot - part * (len(boards) - 1)
            has_low = any(board[1][player] for player in players)
            low_half = part // 2 if has_low else 0
            for values, amount in zip(board, (part - low_half, low_half), strict=True):
                best = max(values[player] for player in players)
                winners = [player for player in players if values[player] == best]
                for player in winners:
                    payout[player] += amount // len(winners)
                payout[winners[0]] += amount % len(winners)
    return payout


@pytest.mark.parametrize("hi_lo", [False, True])
def test_rows_with_up_to_three_boards(hi_lo):
    """Each pot is divided by the boards of its row; the odd unit is that of the first board."""
    rng = np.random.default_rng(6)
    several = 0
    for players in range(2, 7):
        stakes = rng.integers(1, 40, (300, players))
        is_left = rng.random((300, players)) < 0.7
        is_left[:, 0] = True
        has_board = np.sort(rng.random((300, 3)) < 0.7, axis=1)[:, ::-1]
        has_board[:, 0] = True
        boards = []
        for is_there in has_board.T:
            counts = is_left & is_there[:, np.newaxis]
            values = np.where(counts, rng.integers(1, 5, (300, players)), 0)
            lows = np.where(counts & hi_lo, rng.integers(0, 3, (300, players)), 0)
            boards.append((values, lows))
        first, *further = [BoardValues(values, lows if hi_lo else None) for values, lows in boards]
        payouts = payout_rows(stakes, *first, further)
        for row, count in enumerate(has_board.sum(axis=1)):
            in_row = [(values[row].tolist(), lows[row].tolist()) for values, lows in boards[:count]]
            assert payouts[row].tolist() == _paid_by_boards(stakes[row].tolist(), in_row)
            assert payouts[row].sum() == stakes[row].sum()
            several += count > 1
    assert several > 500


def _spaced(cards):
    return " ".join(cards[place : place + 2] for place in range(0, len(cards), 2))


def test_what_nobody_called_goes_back():
    """A higher stake of one player changes what that player gets, by as much."""
    rng = random.Random(1)
    for _ in range(1000):
        count = rng.randint(2, 9)
        stakes = [rng.randint(1, 50) for _ in range(count)]
        stakes[1] = stakes[0] = max(stakes)  # no more than this was called
        values = [rng.randint(1, 5) for _ in range(count)]
        before = xlpoker.payouts(stakes, values, 1)
        player, more = rng.randint(0, 1), rng.randint(1, 100)
        stakes[player] += more
        after = xlpoker.payouts(stakes, values, 1)
        gains = [high - low for low, high in zip(before, after, strict=True)]
        assert gains == [more if place == player else 0 for place in range(count)]


def test_each_player_has_a_low_or_none():
    """Low hands are as many as stakes, like the high ones."""
    with pytest.raises(HandError, match="2 stakes and 1 lows; give each player one of both"):
        xlpoker.payouts([1, 1], [1, 2], lows=[1])

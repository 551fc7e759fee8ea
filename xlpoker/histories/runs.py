"""The boards of a hand that has several: a hand for each of them, with its share of the chips.

A pot of 60 that is played on two boards is two pots of 30. Whoever wins one of them collects 30:

    board 1   2C 7D 9S JC 3H   Ann has the best cards    Ann collects 30
    board 2   2C 7D 9S KD 3H   Ben has the best cards    Ben collects 30

Most histories say who collects on which board. In others, the cards tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from xlpoker.errors import HandError
from xlpoker.evaluator.cards import TEXTS
from xlpoker.evaluator.games import HIGH_LOW, game_strength, low_strength
from xlpoker.evaluator.payouts import payouts_in_units, ranks_of
from xlpoker.histories.model import CENT, RULES, Cards, PlayedHand, Seat

__all__ = ["has_several_runs", "runs_of"]

ValueFunction = Callable[[str, Seat, Sequence[int]], float]
"""Returns how good a player's cards are by some rules on a board."""

_DIGITS = 4  # of amounts
_SIZE_OF_A_BOARD = 5
_ABOVE_HIGH_HANDS = 1_000_000
"""More than the value of any high hand."""


def has_several_runs(hand: PlayedHand) -> bool:
    """Tell whether several boards decide who wins a hand: whether players are left on them.

    >>> ann, ben = Seat(1, "Ann", paid=5), Seat(2, "Ben", paid=5, folded=True)
    >>> boards = [("2C", "7D", "9S"), ("4C", "8D", "KS")]
    >>> has_several_runs(PlayedHand("", "", seats=[ann, ben], boards=boards))
    False
    """
    return len(hand.boards) > 1 and len(hand.left) > 1


def runs_of(hand: PlayedHand) -> list[PlayedHand]:
    """Return a hand for each board, with the share of all chips that was played on it.

    Each amount is the sum of its shares. What has no column, and the notes, are those of the first.

    >>> ann = Seat(1, "Ann", 30, ("AH", "AD"), paid=30, won=30)
    >>> ben = Seat(2, "Ben", 30, ("KH", "KC"), paid=30, won=30)
    >>> hand = PlayedHand("PokerNow", "1", "Hold'em", seats=[ann, ben], pot=60)
    >>> hand.boards = [("2C", "7D", "9S", "JC", "3H"), ("2C", "7D", "9S", "KD", "3H")]
    >>> [[seat.won for seat in run.seats] for run in runs_of(hand)]
    [[30.0, 0.0], [0.0, 30.0]]
    """
    if not has_several_runs(hand):
        return [hand]
    count = len(hand.boards)
    seats_by_board = _seats_by_board(hand)
    pots = _equal_shares(hand.pot, count)
    rakes = _equal_shares(hand.rake, count)
    runs = []
    for index, board in enumerate(hand.boards):
        run = replace(
            hand,
            seats=seats_by_board[index],
            boards=[board],
            pot=pots[index],
            rake=rakes[index],
        )
        if index > 0:
            run.remarks = []
            run.notes = []
        runs.append(run)
    return runs


def _seats_by_board(hand: PlayedHand) -> list[list[Seat]]:
    """Return for each board all players, with what they paid for it and collected on it."""
    seats_by_board: list[list[Seat]] = [[] for _ in hand.boards]
    count = len(seats_by_board)
    wins_by_seat = _wins_on_boards(hand)
    for seat, wins in zip(hand.seats, wins_by_seat, strict=True):
        payments = _shares(seat.paid, [1] * count)
        for seats, paid, won in zip(seats_by_board, payments, wins, strict=True):
            seat_on_board = replace(seat, paid=paid, won=won)
            seats.append(seat_on_board)
    return seats_by_board


def _wins_on_boards(hand: PlayedHand) -> list[list[float]]:
    """Return what each player collected on each board."""
    count = len(hand.boards)
    if all(_says_boards(seat, count) for seat in hand.seats):
        return [_wins_said(seat, count) for seat in hand.seats]
    payouts_by_board = [_payouts_on(board, hand) for board in hand.boards]
    wins_by_seat = []
    for index, seat in enumerate(hand.seats):
        weights = [payouts[index] for payouts in payouts_by_board]
        wins = _shares(seat.won, weights)
        wins_by_seat.append(wins)
    return wins_by_seat


def _wins_said(seat: Seat, count: int) -> list[float]:
    """Return what a player collected on each of so many boards, as the history says it."""
    wins = []
    for run in range(1, count + 1):
        amount = seat.won_on.get(run, 0.0)
        wins.append(round(amount, _DIGITS))
    return wins


def _says_boards(seat: Seat, count: int) -> bool:
    """Tell whether a history says on which of so many boards a player collected what.

    >>> _says_boards(Seat(1, "Ann", won=5, won_on={2: 5}), 2), _says_boards(Seat(1, "Ann", won=5), 2)
    (True, False)
    """
    are_boards_known = all(run <= count for run in seat.won_on)
    sum_of_boards = sum(seat.won_on.values())
    return are_boards_known and abs(sum_of_boards - seat.won) < CENT


def _payouts_on(board: Cards, hand: PlayedHand) -> list[int]:
    """Return what the cards of each player win on a board, of all the chips of the hand.

    These are zeros where the cards do not tell it.
    """
    nobody = [0] * len(hand.seats)
    if len(board) < _SIZE_OF_A_BOARD:
        return nobody
    common = [TEXTS[card] for card in board]
    units = 10**_DIGITS
    stakes = [round(seat.paid * units) for seat in hand.seats]
    value_functions = [_high_value]
    if RULES[hand.game] == HIGH_LOW:
        value_functions.append(_low_value)
    payouts = nobody
    try:
        for value_of in value_functions:
            ranks = ranks_of(_values_on(common, hand, value_of))
            chips = payouts_in_units(stakes, ranks)
            payouts = [sum(pair) for pair in zip(payouts, chips, strict=True)]
    except HandError:  # a card stands twice, for example
        return nobody
    return payouts


def _values_on(
    board: Sequence[int], hand: PlayedHand, value_of: ValueFunction
) -> list[float | None]:
    """Return how good the cards of each player are on a board, None for those without cards."""
    rules = RULES[hand.game]
    players_left = hand.left
    values: list[float | None] = []
    for seat in hand.seats:
        value = None
        if seat in players_left and seat.cards:
            value = value_of(rules, seat, board)
        values.append(value)
    return values


def _high_value(rules: str, seat: Seat, board: Sequence[int]) -> float:
    """Return how good the cards of a player are on a board."""
    hole = [TEXTS[card] for card in seat.cards]
    return game_strength(rules, hole, board)


def _low_value(rules: str, seat: Seat, board: Sequence[int]) -> float:
    """Return how good the low hand of a player is on a board.

    Any low hand beats those without: the half of a pot without any goes to the best high hand.
    """
    hole = [TEXTS[card] for card in seat.cards]
    low = low_strength(rules, hole, board)
    if low:
        return _ABOVE_HIGH_HANDS + low
    return _high_value(rules, seat, board)


def _equal_shares(amount: float | None, count: int) -> Sequence[float | None]:
    """Return equal shares of an amount, none of an amount that is not known."""
    if amount is None:
        return [None] * count
    return _shares(amount, [1] * count)


def _shares(amount: float, weights: Sequence[int]) -> list[float]:
    """Return the shares of an amount by weights, equal ones where all weights are zero.

    They are whole cents where the amount is, and the first has what is left over.

    >>> _shares(7.75, [1, 1]), _shares(30, [0, 60]), _shares(5, [0, 0]), _shares(0.0125, [1, 1])
    ([3.88, 3.87], [0.0, 30.0], [2.5, 2.5], [0.0063, 0.0062])
    """
    if not any(weights):
        weights = [1] * len(weights)
    units = 100 if round(amount, 2) == amount else 10**_DIGITS
    whole = round(amount * units)
    sum_of_weights = sum(weights)
    shares = [whole * weight // sum_of_weights for weight in weights]
    left_over = whole - sum(shares)
    for index, weight in enumerate(weights):
        if weight:
            shares[index] += left_over
            break
    return [share / units for share in shares]

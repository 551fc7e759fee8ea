"""The boards of a hand that has several: a hand for each of them, with its share of the chips.

A pot of 60 that is played on two boards is two pots of 30. Whoever wins one of them collects 30:

    board 1   2C 7D 9S JC 3H   Ann has the best cards    Ann collects 30
    board 2   2C 7D 9S KD 3H   Ben has the best cards    Ben collects 30

Most histories say who collects on which board. In others, the cards tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xlpoker.errors import HandError
from xlpoker.evaluator.cards import TEXTS
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.payouts import payouts_in_units
from xlpoker.histories.model import CENT, RULES, Cards, PlayedHand, Seat

__all__ = ["has_several_runs", "runs_of"]

_DIGITS = 4  # of amounts
_SIZE_OF_A_BOARD = 5
_SPLIT_GAME = "Omaha Hi/Lo"
"""Its pots go to a high and a low hand, which is not evaluated."""


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
    wins = _wins_on_boards(hand)
    paid = [_shares(seat.paid, [1] * count) for seat in hand.seats]
    pots = _equal_shares(hand.pot, count)
    rakes = _equal_shares(hand.rake, count)
    runs = []
    for index, board in enumerate(hand.boards):
        seats = [
            replace(seat, paid=paid_on_boards[index], won=won_on_boards[index])
            for seat, paid_on_boards, won_on_boards in zip(hand.seats, paid, wins, strict=True)
        ]
        run = replace(hand, seats=seats, boards=[board], pot=pots[index], rake=rakes[index])
        if index > 0:
            run.remarks, run.notes = [], []
        runs.append(run)
    return runs


def _wins_on_boards(hand: PlayedHand) -> list[list[float]]:
    """Return what each player collected on each board."""
    count = len(hand.boards)
    if all(_says_boards(seat, count) for seat in hand.seats):
        numbers = range(1, count + 1)
        return [
            [round(seat.won_on.get(run, 0.0), _DIGITS) for run in numbers] for seat in hand.seats
        ]
    payouts = [_payouts_on(board, hand) for board in hand.boards]
    weights = zip(*payouts, strict=True)
    return [
        _shares(seat.won, weights_of_seat)
        for seat, weights_of_seat in zip(hand.seats, weights, strict=True)
    ]


def _says_boards(seat: Seat, count: int) -> bool:
    """Tell whether a history says on which of so many boards a player collected what.

    >>> _says_boards(Seat(1, "Ann", won=5, won_on={2: 5}), 2), _says_boards(Seat(1, "Ann", won=5), 2)
    (True, False)
    """
    is_known = all(run <= count for run in seat.won_on)
    return is_known and abs(sum(seat.won_on.values()) - seat.won) < CENT


def _payouts_on(board: Cards, hand: PlayedHand) -> list[int]:
    """Return what the cards of each player win on a board, of all the chips of the hand.

    These are zeros where the cards do not tell it.
    """
    nobody = [0] * len(hand.seats)
    if len(board) < _SIZE_OF_A_BOARD or hand.game == _SPLIT_GAME:
        return nobody
    common = [TEXTS[card] for card in board]
    players_left = [seat for seat in hand.left if seat.cards]
    values = [_value(seat, common, hand) if seat in players_left else None for seat in hand.seats]
    stakes = [round(seat.paid * 10**_DIGITS) for seat in hand.seats]
    try:
        return payouts_in_units(stakes, values)
    except HandError:
        return nobody


def _value(seat: Seat, board: Sequence[int], hand: PlayedHand) -> float | None:
    """Return how good the cards of a player are on a board, None where cards stand twice."""
    cards = [TEXTS[card] for card in seat.cards]
    try:
        return game_strength(RULES[hand.game], cards, board)
    except HandError:
        return None


def _equal_shares(amount: float | None, count: int) -> Sequence[float | None]:
    """Return equal shares of an amount, none of an amount that is not known."""
    return [None] * count if amount is None else _shares(amount, [1] * count)


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
    shares = [whole * weight // sum(weights) for weight in weights]
    first = next(index for index, weight in enumerate(weights) if weight)
    shares[first] += whole - sum(shares)
    return [share / units for share in shares]

"""Pots of many hands at once: what each player gets in each row, in whole units.

The pots of a row are those of `xlpoker.evaluator.payouts`. They are made level by level, for all
rows together; the levels are the stakes of those who are left, ascending::

    stakes 10 30 30 5    values 7165 2067 2633 0 (folded)    levels 0 10 30 30

    level     up to it   pot   in it                 best
    0                0     0
    10              35    35   Anna Ben Carl         Anna
    30              75    40        Ben Carl              Carl
    30              75     0        Ben Carl

A hand that is run twice has two boards, and each of them pays half of each pot::

    pot 35    board 1    18   Anna      the odd unit is that of the first board
              board 2    17   Ben
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["BoardValues", "payout_rows"]

Numbers = npt.NDArray[Any]
Units = npt.NDArray[np.int64]


class BoardValues(NamedTuple):
    """How good the hands of each row are on a board: values, and those of low hands.

    All values are 0 in a row without that board.
    """

    values: Numbers
    lows: Numbers | None = None


def payout_rows(
    stakes: Units,
    values: Numbers,
    lows: Numbers | None = None,
    further: Sequence[BoardValues] = (),
) -> Units:
    """Return what each player gets: (rows, players), whose sum in each row is that of the stakes.

    `stakes` are whole units. `values` and `lows` are those of high and low hands, 0 for a player
    who folded or has no low. In each row somebody is left, unless all stakes are 0. `further` are
    the same hands on the second board, the third .. of rows that are run twice or more.

    >>> stakes = np.array([[10, 30, 30, 5], [5, 5, 5, 0]])
    >>> payout_rows(stakes, np.array([[7165, 2067, 2633, 0], [2633, 12, 10, 0]])).tolist()
    [[35, 0, 40, 0], [15, 0, 0, 0]]
    >>> second = BoardValues(np.array([[12, 2633]]))
    >>> payout_rows(np.array([[15, 18]]), np.array([[7165, 2067]]), further=[second]).tolist()
    [[15, 18]]
    """
    boards = [_by_player(board) for board in (BoardValues(values, lows), *further)]
    stakes = _transposed(stakes)
    payouts = _uncalled(stakes)
    in_play = stakes - payouts
    is_left = boards[0].values > 0
    levels = np.sort(np.where(is_left, in_play, 0), axis=0)
    paid_out = np.zeros(len(values), np.int64)
    for level in levels:
        up_to_level = np.minimum(in_play, level).sum(axis=0)
        is_last = level == levels[-1]
        # what others put in above all who are left is in the last pot
        up_to_level = np.where(is_last, in_play.sum(axis=0), up_to_level)
        is_in_pot = is_left & (in_play >= level)
        _share_on_boards(payouts, up_to_level - paid_out, is_in_pot, boards)
        paid_out = up_to_level
    return _transposed(payouts)


def _by_player(board: BoardValues) -> BoardValues:
    """Return the values on a board with a row for each player: (players, rows).

    The players are few. Arrays of long rows are much faster than those of many short ones.
    """
    values, lows = board
    return BoardValues(_transposed(values), None if lows is None else _transposed(lows))


def _transposed(numbers: Numbers) -> Numbers:
    """Return a copy of an array with rows and columns exchanged."""
    return np.ascontiguousarray(numbers.T)


def _uncalled(stakes: Units) -> Units:
    """Return for each player what nobody called.

    >>> _uncalled(np.array([[10, 5], [50, 5], [30, 0]])).tolist()
    [[0, 0], [20, 0], [0, 0]]
    """
    ascending = np.sort(stakes, axis=0)
    called = ascending[-2:-1]
    uncalled: Units = np.maximum(stakes - called, 0)
    return uncalled


def _share_on_boards(
    payouts: Units,
    pots: Units,
    is_in_pot: npt.NDArray[np.bool_],
    boards: Sequence[BoardValues],
) -> None:
    """Add one pot of each row to what the players get, an equal part of it by each board there.

    What is left over is that of the first board.
    """
    first, *further = boards
    has_board = [(board.values > 0).any(axis=0) for board in further]
    parts = pots // (1 + sum(has_board, np.zeros(len(pots), np.int64)))
    first_parts = pots
    for board, is_there in zip(further, has_board, strict=True):
        parts_there = np.where(is_there, parts, 0)
        first_parts = first_parts - parts_there
        _share_pots(payouts, parts_there, is_in_pot, board)
    _share_pots(payouts, first_parts, is_in_pot, first)


def _share_pots(
    payouts: Units,
    pots: Units,
    is_in_pot: npt.NDArray[np.bool_],
    board: BoardValues,
) -> None:
    """Add one pot of each row to what the players get, in halves where anybody in it has a low."""
    values, lows = board
    high_halves = pots
    if lows is not None:
        lows_in_pot = np.where(is_in_pot, lows, 0)
        has_low = (lows_in_pot > 0).any(axis=0)
        low_halves = np.where(has_low, pots // 2, 0)
        high_halves = pots - low_halves
        _share_out(payouts, low_halves, lows_in_pot)
    _share_out(payouts, high_halves, np.where(is_in_pot, values, 0))


def _share_out(payouts: Units, amounts: Units, values: Numbers) -> None:
    """Add an amount in each row, in equal shares, to what the best hands get.

    What is left over goes to the first of these.
    """
    best = values.max(axis=0)
    is_best = (values == best) & (values > 0)
    winners = np.maximum(is_best.sum(axis=0), 1)
    shares, left_over = np.divmod(amounts, winners)
    payouts += np.where(is_best, shares, 0)
    rows = np.arange(len(amounts))
    payouts[is_best.argmax(axis=0), rows] += left_over

"""Pots of many hands at once: what each player gets in each row, in whole units.

The pots of a row are those of `xlpoker.evaluator.payouts`. They are made level by level, for all
rows together; the levels are the stakes of those who are left, ascending::

    stakes 10 30 30 5    values 7165 2067 2633 0 (folded)    levels 0 10 30 30

    level     up to it   pot   in it                 best
    0                0     0
    10              35    35   Anna Ben Carl         Anna
    30              75    40        Ben Carl              Carl
    30              75     0        Ben Carl
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["payout_rows"]

Numbers = npt.NDArray[Any]
Units = npt.NDArray[np.int64]


def payout_rows(stakes: Units, values: Numbers, lows: Numbers | None = None) -> Units:
    """Return what each player gets: (rows, players), whose sum in each row is that of the stakes.

    `stakes` are whole units. `values` and `lows` are those of high and low hands, 0 for a player
    who folded or has no low. In each row somebody is left, unless all stakes are 0.

    >>> stakes = np.array([[10, 30, 30, 5], [5, 5, 5, 0]])
    >>> payout_rows(stakes, np.array([[7165, 2067, 2633, 0], [2633, 12, 10, 0]])).tolist()
    [[35, 0, 40, 0], [15, 0, 0, 0]]
    """
    payouts = _uncalled(stakes)
    in_play = stakes - payouts
    is_left = values > 0
    levels = np.sort(np.where(is_left, in_play, 0), axis=1)
    paid_out = np.zeros(len(stakes), np.int64)
    for level in levels.T:
        up_to_level = np.minimum(in_play, level[:, np.newaxis]).sum(axis=1)
        is_last = level == levels[:, -1]
        # what others put in above all who are left is in the last pot
        up_to_level = np.where(is_last, in_play.sum(axis=1), up_to_level)
        is_in_pot = is_left & (in_play >= level[:, np.newaxis])
        _share_pots(payouts, up_to_level - paid_out, is_in_pot, values, lows)
        paid_out = up_to_level
    return payouts


def _uncalled(stakes: Units) -> Units:
    """Return for each player what nobody called.

    >>> _uncalled(np.array([[10, 50, 30], [5, 5, 0]])).tolist()
    [[0, 20, 0], [0, 0, 0]]
    """
    ascending = np.sort(stakes, axis=1)
    called = ascending[:, -2:-1]
    uncalled: Units = np.maximum(stakes - called, 0)
    return uncalled


def _share_pots(
    payouts: Units,
    pots: Units,
    is_in_pot: npt.NDArray[np.bool_],
    values: Numbers,
    lows: Numbers | None,
) -> None:
    """Add one pot of each row to what the players get, in halves where anybody in it has a low."""
    high_halves = pots
    if lows is not None:
        lows_in_pot = np.where(is_in_pot, lows, 0)
        has_low = (lows_in_pot > 0).any(axis=1)
        low_halves = np.where(has_low, pots // 2, 0)
        high_halves = pots - low_halves
        _share_out(payouts, low_halves, lows_in_pot)
    _share_out(payouts, high_halves, np.where(is_in_pot, values, 0))


def _share_out(payouts: Units, amounts: Units, values: Numbers) -> None:
    """Add an amount in each row, in equal shares, to what the best hands get.

    What is left over goes to the first of these.
    """
    best = values.max(axis=1, keepdims=True)
    is_best = (values == best) & (values > 0)
    winners = np.maximum(is_best.sum(axis=1), 1)
    shares, left_over = np.divmod(amounts, winners)
    payouts += np.where(is_best, shares[:, np.newaxis], 0)
    rows = np.arange(len(payouts))
    payouts[rows, is_best.argmax(axis=1)] += left_over

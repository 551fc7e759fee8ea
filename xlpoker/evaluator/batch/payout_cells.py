"""What players get in many rows of cells at once, as a spreadsheet passes them.

Only rows of numbers and blank cells in which all is right are paid here::

    stakes             values                amounts
    10    30   30      3     2      1        [30.0, 40.0, 0.0]
    10    None 10      3     None   1        [20.0, "", 0.0]      an empty seat
    10    -5   10      3     2      1        None                 a mistake: read cell by cell
    10    10   10      3     "fold" 1        [30.0, 0.0, 0.0]     a word for a fold
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.batch.payouts import payout_rows
from xlpoker.evaluator.payouts import MOST_UNITS, TOLERANCE, Unit

__all__ = ["amounts_of_rows"]

Cells = Sequence[Sequence[Any]]
Numbers = npt.NDArray[np.float64]
Units = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]

_ROWS_AT_ONCE = 8_192
"""Arrays of so many rows stay in the cache of a processor."""
_MOST_EXACT = 2**53
"""Whole numbers below are exact in floating-point numbers."""
_NUMBERS_AND_BLANKS = frozenset([float, int, type(None)])


class _Block(NamedTuple):
    """The numbers in some rows, NaN for a blank cell, and which rows hold nothing else."""

    numbers: Numbers
    is_plain: Marks


class _Stakes(NamedTuple):
    """Stakes in units, which cells are blank, and which rows hold nothing that is wrong."""

    units: Units
    is_blank: Marks
    is_good: Marks


def amounts_of_rows(
    stakes: Cells, values: Cells, unit: Unit, value_of_text: Callable[[str], float]
) -> list[list[Any] | None]:
    """Return what the players of each row get, None for a row that is not as plain as this.

    >>> stakes = [[10, 30, 30], [10, None, -5]]
    >>> amounts_of_rows(stakes, [[3, 2, "fold"], [3, None, 1]], Unit(1, 100), lambda text: 0)
    [[30.0, 40.0, 0.0], None]

    Stakes and values have the same number of rows and columns. `value_of_text` returns the value of
    a hand in a text: 0 for a player who folded, a negative number for a mistake.
    """
    rows: list[list[Any] | None] = []
    for first in range(0, len(stakes), _ROWS_AT_ONCE):
        end = first + _ROWS_AT_ONCE
        stake_cells = list(chain.from_iterable(stakes[first:end]))
        value_cells = list(chain.from_iterable(values[first:end]))
        if str in set(map(type, value_cells)):
            value_cells = [
                value_of_text(cell) if type(cell) is str else cell for cell in value_cells
            ]
        width = len(stakes[first])
        rows += _amounts(_block(stake_cells, width), _block(value_cells, width), unit)
    return rows


def _block(cells: Sequence[Any], width: int) -> _Block:
    """Return the numbers in the cells of some rows of a width."""
    shape = (-1, width)
    is_plain = np.ones(len(cells), np.bool_).reshape(shape)
    if not _NUMBERS_AND_BLANKS.issuperset(map(type, cells)):
        is_number = [type(cell) in _NUMBERS_AND_BLANKS for cell in cells]
        is_plain_cell = [known or cell == "" for known, cell in zip(is_number, cells, strict=True)]
        is_plain = np.array(is_plain_cell, np.bool_).reshape(shape)
        cells = [cell if known else None for known, cell in zip(is_number, cells, strict=True)]
    numbers = np.array(cells, np.float64).reshape(shape)
    is_plain_row: Marks = np.all(is_plain, axis=1)
    return _Block(numbers, is_plain_row)


def _amounts(stake_block: _Block, value_block: _Block, unit: Unit) -> list[list[Any] | None]:
    """Return what the players of each row of two blocks get, None where a row is not plain."""
    stakes = _stakes(stake_block, unit)
    values = np.nan_to_num(value_block.numbers, nan=0, posinf=np.inf, neginf=-np.inf)
    is_left = values > 0
    is_player_wrong = (values < 0) | (is_left & stakes.is_blank)
    is_somebody_left = is_left.any(axis=1)
    is_good = stakes.is_good & value_block.is_plain & is_somebody_left
    is_good &= ~is_player_wrong.any(axis=1)
    payouts = payout_rows(stakes.units[is_good], values[is_good])
    amounts: npt.NDArray[Any] = payouts * unit.numerator / unit.denominator
    is_blank = stakes.is_blank[is_good]
    if is_blank.any():
        amounts = amounts.astype(object)
        amounts[is_blank] = ""
    rows: list[list[Any] | None] = [None] * len(is_good)
    good_rows = np.flatnonzero(is_good)
    for row, cells in zip(good_rows.tolist(), amounts.tolist(), strict=True):
        rows[row] = cells
    return rows


def _stakes(block: _Block, unit: Unit) -> _Stakes:
    """Return the stakes in some rows, by the rules of `Unit.units_of`; a 0 is left to others."""
    is_blank = np.isnan(block.numbers)
    with np.errstate(over="ignore"):
        exact = block.numbers * unit.denominator / unit.numerator
    is_in_range = (exact > 0) & (exact < MOST_UNITS)
    exact = np.where(is_in_range, exact, 0)
    whole = np.rint(exact)
    is_stake = (whole > 0) & (np.abs(exact - whole) <= TOLERANCE)
    totals = whole.sum(axis=1) * unit.numerator
    is_good = block.is_plain & (is_stake | is_blank).all(axis=1) & (totals < _MOST_EXACT)
    return _Stakes(whole.astype(np.int64), is_blank, is_good)

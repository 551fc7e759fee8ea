"""Pays out the pots of rows with stakes, for a block whose hands are scored.

::

    stakes     Anna 10   Ben 30   Carl 30   Dora 5        block.cells_in
    values     Anna 7165 Ben 2067 Carl 2633 Dora folded   Scored
    payouts    Anna 35   Ben 0    Carl 40   Dora 0        payout_rows

Where a row has a second board, each board pays half of each pot.

A row whose stakes are wrong is a bad row: it has no results, and its problem names the cell.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError, HandError, quoted
from xlpoker.evaluator.batch.payouts import BoardValues, payout_rows
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.payouts import MOST_UNITS, TOLERANCE, Unit
from xlpoker.histories.amounts import amount_of
from xlpoker.histories.model import NotReadError
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import Block, Marks, Numbers, Scored
from xlpoker.scoring.money import NOT_PAID
from xlpoker.scoring.single_rows import NO_SHOWDOWN, Window, cell_text

__all__ = ["pay_out"]

Units = npt.NDArray[np.int64]
_PLAIN = r"[0-9]{1,9}(?:\.[0-9]{1,2})?"
_PLAIN_TEXT = re.compile(_PLAIN)
_PLAIN_COLUMN = re.compile(rf"{_PLAIN}(?:\n{_PLAIN})*")


class _NoStake(IntEnum):
    """What stands in the place of a stake in units."""

    BLANK = -1
    WRONG = -2


def pay_out(block: Block, scored: Scored, layout: Layout, unit: Unit) -> Scored:
    """Return the outcome of a block with stakes and payouts; rows with wrong stakes become bad.

    `scored` is the outcome of the hands of the block.
    """
    places = np.searchsorted(block.numbers, scored.rows)
    reader = _StakeReader(unit)
    cells_by_player = [block.cells_in(column, places) for column in layout.stake_columns]
    stakes_by_player = [reader.units(cells) for cells in cells_by_player]
    stakes = np.stack(stakes_by_player, axis=1)
    faults = _faults(scored, stakes)
    is_bad: Marks = np.any(faults, axis=1)
    problems = {**scored.problems}
    rest = {**scored.rest}
    if is_bad.any():
        bad_places = places[is_bad]
        window = block.window(bad_places.tolist())
        first_faults = faults[is_bad].argmax(axis=1)
        players = first_faults.tolist()
        rows = scored.rows[is_bad].tolist()
        for row, player in zip(rows, players, strict=True):
            problems[row] = reader.problem(window, layout, row, player)
            rest[row] = window.row(row)
        is_good = ~is_bad
        scored = _with_further_chosen(scored.chosen(is_good))
        stakes = stakes[is_good]
    paid_in = np.maximum(stakes, 0)
    return replace(
        scored,
        problems=problems,
        rest=rest,
        stakes=paid_in,
        payouts=_payouts(scored, paid_in),
    )


def _with_further_chosen(scored: Scored) -> Scored:
    """Return an outcome whose further boards have no other rows than the first one."""
    further = []
    for part in scored.further:
        is_chosen = np.isin(part.rows, scored.rows)
        further.append(part.chosen(is_chosen))
    return replace(scored, further=tuple(further))


def _faults(scored: Scored, stakes: Units) -> Marks:
    """Tell whose stake is wrong in each good row: no amount, none for a hand, one for nobody."""
    is_left = _is_left(scored)
    has_money = (stakes > 0).any(axis=1, keepdims=True)
    is_blank_cell = stakes == _NoStake.BLANK
    is_zero_beside_money = (stakes == 0) & has_money
    is_missing = is_blank_cell | is_zero_beside_money
    is_wrong = stakes == _NoStake.WRONG
    faults: Marks = is_wrong | (is_left & is_missing)
    rows = scored.rows.tolist()
    for index, row in enumerate(rows):
        if row not in scored.seated:
            break
        for player, name in enumerate(scored.seated[row]):
            is_empty_seat = not name and not is_left[index, player]
            has_stake = stakes[index, player] > 0
            if is_empty_seat and has_stake:
                faults[index, player] = True
    return faults


def _is_left(scored: Scored) -> Marks:
    """Tell who has not folded in each row; nobody where hands are not compared."""
    is_left: Marks = scored.values > 0
    has_no_value = ~is_left.any(axis=1)
    has_winner = scored.winners > 0
    rows = np.flatnonzero(has_no_value & has_winner)
    winners = scored.winners[rows].astype(np.int64)
    is_left[rows, winners - 1] = True
    return is_left


def _payouts(scored: Scored, stakes: Units) -> Units:
    """Return what each player gets, `NOT_PAID` for all in a row without a showdown."""
    has_no_value = _is_left(scored) & (scored.values == 0)  # everybody else folded
    values = np.where(has_no_value, 1, scored.values)
    is_open = scored.winners == NO_SHOWDOWN
    for part in scored.further:
        open_rows = part.rows[part.winners == NO_SHOWDOWN]
        is_open |= np.isin(scored.rows, open_rows)
    in_play = stakes.copy()
    in_play[is_open] = 0
    further = [_in_all_rows(part, scored.rows) for part in scored.further]
    payouts = payout_rows(in_play, values, scored.lows, further)
    payouts[is_open] = NOT_PAID
    return payouts


def _in_all_rows(part: Scored, rows: npt.NDArray[np.int32]) -> BoardValues:
    """Return the values on a further board in all good rows, 0 in rows without that board."""
    places = np.searchsorted(rows, part.rows)
    count = len(rows)
    values = _spread(part.values, places, count)
    if part.lows is None:
        return BoardValues(values)
    lows = _spread(part.lows, places, count)
    return BoardValues(values, lows)


def _spread(values: Numbers, places: Numbers, count: int) -> Numbers:
    """Return values at some places of `count` rows, 0 elsewhere."""
    _, players = values.shape
    spread = np.zeros((count, players), values.dtype)
    spread[places] = values
    return spread


class _StakeReader:
    """Reads the cells of stakes as whole units: plain numbers together, each other cell once."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._known: dict[Any, int] = {}

    def units(self, cells: Sequence[Any]) -> Units:
        """Return stakes in units, one of `_NoStake` where there is none."""
        amounts = _plain_amounts(cells)
        units_per_amount = self._unit.denominator / self._unit.numerator
        exact = amounts * units_per_amount
        is_in_range = (exact >= 0) & (exact < MOST_UNITS)
        exact_or_zero = np.where(is_in_range, exact, 0)
        whole = np.rint(exact_or_zero)
        difference = np.abs(exact - whole)
        is_plain = is_in_range & (difference <= TOLERANCE)
        units = whole.astype(np.int64)
        other_cells = np.flatnonzero(~is_plain)
        for index in other_cells.tolist():
            units[index] = self._units_of_cell(cells[index])
        return units

    def _units_of_cell(self, cell: Any) -> int:
        """Return the stake in a cell, one of `_NoStake` where there is none."""
        if isinstance(cell, bool):  # True is equal to 1
            return _NoStake.WRONG.value
        if cell not in self._known:
            self._known[cell] = self._units_of(cell)
        return self._known[cell]

    def _units_of(self, cell: Any) -> int:
        """Return the stake in a cell."""
        if is_blank(cell):
            return _NoStake.BLANK.value
        try:
            return self._read(cell)
        except (NotReadError, HandError):
            return _NoStake.WRONG.value

    def _read(self, cell: Any) -> int:
        """Return the stake in a cell; raises `NotReadError` or `HandError` where there is none."""
        if type(cell) in (int, float):
            return self._unit.units_of(cell, "the stake")
        amount = amount_of(cell)
        if amount is None:
            return 0
        return self._unit.units_of(amount, "the stake")

    def problem(self, window: Window, layout: Layout, row: int, player: int) -> CellError:
        """Return what is wrong with the stake of a player in a row."""
        column = layout.stake_columns[player]
        cell = window.cell(row, column)
        reason = self._reason(cell, layout.labels[player])
        formula = window.uncalculated.get((row, column))
        if formula is not None:
            reason = f"{quoted(formula)} has no value yet; open the book in Excel and save it"
        address = window.address_of(row, column)
        return CellError(window.grid.sheet, address, cell_text(cell), reason)

    def _reason(self, cell: Any, player: str) -> str:
        """Return what is wrong with a cell of stakes."""
        if is_blank(cell):
            return f"{player} has a hand and no stake"
        try:
            units = self._read(cell)
        except HandError as error:
            return f"{player}: {error}"
        except NotReadError as error:
            return f"{player}: {error}; a stake is a number, such as 2.50"
        if units:
            return f"{player} is nobody here: the seat is empty, and has a stake"
        return f"{player} has a hand and no stake; a player who folded has no hand"


def _plain_amounts(cells: Sequence[Any]) -> npt.NDArray[np.float64]:
    """Return the numbers in some cells, also those in texts; NaN for any other cell.

    >>> _plain_amounts(["5", "2.50", None, "$ 5"]).tolist(), _plain_amounts([5, None]).tolist()
    ([5.0, 2.5, nan, nan], [5.0, nan])
    """
    if _is_plain_column(cells):
        amounts = [float(cell) for cell in cells]
    else:
        amounts = [_plain_amount(cell) for cell in cells]
    return np.array(amounts, np.float64)


def _is_plain_column(cells: Sequence[Any]) -> bool:
    """Tell whether all cells are texts of plain numbers, at once for all.

    >>> _is_plain_column(["5", "2.50"]), _is_plain_column(["5", None])
    (True, False)
    """
    kinds = {type(cell) for cell in cells}
    if kinds != {str}:
        return False
    return _PLAIN_COLUMN.fullmatch("\n".join(cells)) is not None


def _plain_amount(cell: Any) -> float:
    """Return the number in a cell, NaN for anything else."""
    if type(cell) is float:
        return cell
    if type(cell) is int and abs(cell) < MOST_UNITS:
        return float(cell)
    if type(cell) is str and _PLAIN_TEXT.fullmatch(cell):
        return float(cell)
    return math.nan

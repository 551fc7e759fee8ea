"""PAYOUTS: what each player gets of a hand, from rows of stakes and rows of values.

Stakes and values are numbers, not cards. A row is a hand with one cell for each player; a column
of stakes beside a column of values is one hand, too, with the players below each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from xlpoker.errors import HandError, PokerError, shown
from xlpoker.evaluator.payouts import KnownUnits, Unit, payouts_in_units
from xlpoker.functions.arguments import Rows, block

__all__ = ["payout_rows"]

BLANK = ""
_PLAIN = frozenset([float, type(None)])
"""The types of most cells; an error of Excel may come as a whole number."""
_NUMBERS = frozenset([float])


def payout_rows(blocks: Sequence[Rows], options: Sequence[str]) -> list[list[Any]]:
    """Return what each player gets, for each row of stakes and values.

    >>> payout_rows([[[10, 30, 50]], [[7165, 2067, 2633]]], ["0.01"])
    [[30.0, 0.0, 60.0]]

    A single row stands in every row of the other argument. A row with a mistake holds the message
    in its first cell. Raises `HandError` for arguments of different heights.
    """
    known_units = KnownUnits(Unit.of(options[0]))
    stakes, values = blocks
    if _is_column(stakes) and _is_column(values):
        row = _payouts(_cells_of(stakes), _cells_of(values), known_units)
        return [[cell] for cell in row]
    heights = {len(stakes), len(values)}
    height = max(heights)
    if not heights <= {1, height}:
        raise HandError(
            f"the arguments have {len(stakes):,} and {len(values):,} rows; "
            "give each the same number, or one row for all"
        )
    stakes = _repeated(stakes, height)
    values = _repeated(values, height)
    rows = [_payouts(*cells, known_units) for cells in zip(stakes, values, strict=True)]
    _fill_up(rows)
    return rows


def _is_column(rows: Rows) -> bool:
    """Tell whether an argument is a column of several cells."""
    return len(rows) > 1 and len(rows[0]) == 1


def _cells_of(column: Rows) -> list[Any]:
    """Return the cells of a column."""
    return [cell for (cell,) in column]


def _repeated(rows: Rows, height: int) -> Rows:
    """Return some rows; a single one as often as the other argument has rows."""
    if len(rows) == height:
        return rows
    return [rows[0]] * height


def _fill_up(rows: list[list[Any]]) -> None:
    """Add blank cells to rows until all are as long as the longest one."""
    width = max(map(len, rows))
    for row in rows:
        missing = width - len(row)
        row.extend([BLANK] * missing)


def _payouts(
    stake_cells: Sequence[Any], value_cells: Sequence[Any], known_units: KnownUnits
) -> list[Any]:
    """Return what the players of one hand get, or the message about it as the only cell."""
    try:
        stakes, seats = _stakes(stake_cells, known_units)
        values = _values(value_cells)
        if not seats and not any(values):
            return [BLANK]
        _pad(stakes, values)
        payouts = payouts_in_units(stakes, values)
    except PokerError as error:
        return [f"#VALUE! {error}"]
    amounts: list[Any] = known_units.unit.amounts(payouts)
    if len(seats) == len(stakes):
        return amounts
    for player in range(len(stakes)):
        if player not in seats:
            amounts[player] = BLANK
    return amounts


def _stakes(cells: Sequence[Any], known_units: KnownUnits) -> tuple[list[int], Sequence[int]]:
    """Return what each player put in, in units, and which seats are not empty."""
    if _NUMBERS.issuperset(map(type, cells)):
        units = list(map(known_units.__getitem__, cells))
        if None not in units:
            return units, range(len(units))
    stakes: list[int] = []
    seats: list[int] = []
    for place, cell in enumerate(_words(cells)):
        stake = _stake(cell, place + 1, known_units.unit)
        stakes.append(stake)
        if cell is not None:
            seats.append(place)
    return stakes, seats


def _values(cells: Sequence[Any]) -> list[float | None]:
    """Return the value of each player's hand, None for one who folded: a blank cell, 0 or NaN."""
    if _PLAIN.issuperset(map(type, cells)):
        return [None if not cell or isnan(cell) else cell for cell in cells]
    words = _words(cells)
    return [_value(word, number) for number, word in enumerate(words, 1)]


def _words(row: Sequence[Any]) -> list[Any]:
    """Return the cells of a row; a single text with blanks, as in ``"10 30 30"``, as several."""
    (cells,) = block([row])
    if len(cells) != 1:
        return cells
    text = cells[0]
    if not isinstance(text, str) or text.startswith("#"):
        return cells
    words: list[Any] = text.split()
    return words


def _pad(stakes: list[int], values: list[float | None]) -> None:
    """Give a seat without both cells what is missing; raise `HandError` where a player has one only."""
    count = len(stakes)
    missing = count - len(values)
    if missing == 0:
        return
    for number, value in enumerate(values[count:], count + 1):
        if value is not None:
            raise HandError(f"value {number} has no stake: there are {count} stakes")
    for number, stake in enumerate(stakes[len(values) :], len(values) + 1):
        if stake:
            raise HandError(f"stake {number} has no value: there are {len(values)} values")
    del values[count:]
    values += [None] * missing


def _stake(cell: Any, number: int, unit: Unit) -> int:
    """Return a stake in units, 0 for a blank cell; raises `HandError` for a cell that is no amount."""
    if cell is None:
        return 0
    amount = _number(cell)
    if amount is None:
        raise HandError(f"stake {number} is {shown(cell)}; a stake is a number, such as 2.50")
    return unit.units_of(amount, f"stake {number}")


def _value(cell: Any, number: int) -> float | None:
    """Return the value of a hand, None for a player who folded: a blank cell, "0", or any word.

    Raises `HandError` for an error, such as HANDVAL's message about a bad card.
    """
    amount = _number(cell)
    if amount is not None or cell is None:
        return amount or None
    if not isinstance(cell, str) or cell.startswith("#"):
        raise HandError(
            f"value {number} is {shown(cell)}; a value is a number, as HANDVAL gives it"
        )
    return None


def _number(cell: Any) -> float | None:
    """Return the number in a cell, also in a text without a currency, else None."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | float):
        return float(cell)
    if not isinstance(cell, str):
        return None
    try:
        number = float(cell)
    except ValueError:
        return None
    return number if abs(number) < 1e15 else None

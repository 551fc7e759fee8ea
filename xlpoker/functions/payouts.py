"""PAYOUTS: what each player gets of a hand, from rows of stakes and rows of values.

Stakes and values are numbers, not cards. A row is a hand with one cell for each player; a column
of stakes beside a column of values is one hand, too, with the players below each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from xlpoker.errors import HandError, PokerError, shown
from xlpoker.evaluator.payouts import Unit, payouts_in_units, ranks_of
from xlpoker.functions.arguments import Rows, block

__all__ = ["payout_rows"]

BLANK = ""
_PLAIN = frozenset([float, int, str, type(None)])
"""The types of cells that are looked up: no truth values, since True is equal to 1."""
_FLOATS = frozenset([float])
_MANY = 20_000
"""From so many rows on, loading NumPy takes less time than it saves."""
_MOST_KNOWN = 100_000
"""So many amounts are kept, which takes some 10 MB."""


class _KnownUnits(dict[Any, int]):
    """Numbers as whole units, each looked at once: stakes of many hands are few different ones.

    >>> units = _KnownUnits(Unit(1, 100))
    >>> units[0.1 + 0.2], units[5], units[""]
    (30, 500, 0)

    Raises `HandError` for a text, and for what `Unit.units_of` refuses.
    """

    def __init__(self, unit: Unit) -> None:
        super().__init__({None: 0, BLANK: 0})
        self.unit = unit

    def __missing__(self, cell: float | str) -> int:
        if isinstance(cell, str):
            raise HandError(cell)
        units = self.unit.units_of(float(cell), "")
        if len(self) < _MOST_KNOWN:
            self[cell] = units
        return units


def payout_rows(blocks: Sequence[Rows], options: Sequence[str]) -> list[list[Any]]:
    """Return what each player gets, for each row of stakes and values.

    >>> payout_rows([[[10, 30, 50]], [[7165, 2067, 2633]]], ["0.01"])
    [[30.0, 0.0, 60.0]]

    A single row stands in every row of the other argument. A row with a mistake holds the message
    in its first cell. Raises `HandError` for arguments of different heights.
    """
    known_units = _KnownUnits(Unit.of(options[0]))
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
    plain_rows = _plain_rows(stakes, values, known_units.unit)
    rows = [
        row or _payouts(stakes[number], values[number], known_units)
        for number, row in enumerate(plain_rows)
    ]
    _fill_up(rows)
    return rows


def _plain_rows(stakes: Rows, values: Rows, unit: Unit) -> list[list[Any] | None]:
    """Return what the players of plain rows get, all at once where there are many; None for others."""
    height = len(stakes)
    players = len(stakes[0])
    if height < _MANY or players < 2 or len(values[0]) != players:
        return [None] * height
    try:
        from xlpoker.evaluator.batch.payout_cells import amounts_of_rows
    except ImportError:  # without NumPy, row by row
        return [None] * height
    return amounts_of_rows(stakes, values, unit, _value_of_text)


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
    widths = set(map(len, rows))
    width = max(widths)
    if len(widths) == 1:
        return
    for row in rows:
        missing = width - len(row)
        row.extend([BLANK] * missing)


def _payouts(
    stake_cells: Sequence[Any], value_cells: Sequence[Any], known_units: _KnownUnits
) -> list[Any]:
    """Return what the players of one hand get, or the message about it as the only cell."""
    try:
        stakes, seats = _stakes(stake_cells, known_units)
        values = _values(value_cells)
        if len(stakes) != len(values):
            _pad(stakes, values)
        payouts = payouts_in_units(stakes, values)
    except PokerError as error:
        return [f"#VALUE! {error}"]
    amounts: list[Any] = known_units.unit.amounts(payouts)
    if all(stakes):
        return amounts or [BLANK]
    if _FLOATS.issuperset(map(type, seats)):
        return amounts  # a 0 that was typed in, since no cell is blank
    if not any(seats) and not any(values):
        return [BLANK]
    return [amount if cell else BLANK for amount, cell in zip(amounts, seats, strict=True)]


def _stakes(cells: Sequence[Any], known_units: _KnownUnits) -> tuple[list[int], Sequence[Any]]:
    """Return what each player put in, in units, and the cells of the seats, or the words of a text."""
    if _PLAIN.issuperset(map(type, cells)):
        try:
            return list(map(known_units.__getitem__, cells)), cells
        except HandError:
            pass
    words = _words(cells)
    stakes = [_stake(cell, number, known_units.unit) for number, cell in enumerate(words, 1)]
    return stakes, words


def _values(cells: Sequence[Any]) -> list[float]:
    """Return how good each hand is, 0 for a player who folded: a blank cell, 0, NaN or a word."""
    kinds = set(map(type, cells))
    if kinds <= _PLAIN and len(cells) > 1:
        values = _plain_values(cells, has_texts=str in kinds)
        # NaN is not 0 or more, nor is an error of Excel.
        if min(values) >= 0 and sum(values) >= 0:
            return values
    words = _words(cells)
    return ranks_of([_value(word, number) for number, word in enumerate(words, 1)])


def _plain_values(cells: Sequence[Any], *, has_texts: bool) -> list[float]:
    """Return the numbers in some cells, 0 for a blank one or a word, and -1 for an error."""
    if not has_texts:
        return [cell or 0 for cell in cells]
    return [_value_of_text(cell) if type(cell) is str else cell or 0 for cell in cells]


@lru_cache(maxsize=1_000)
def _value_of_text(text: str) -> float:
    """Return the value of a hand in a text, 0 for a player who folded, -1 for an error."""
    try:
        return _value(text, 1) or 0
    except HandError:
        return -1


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


def _pad(stakes: list[int], values: list[float]) -> None:
    """Give a seat without both cells what is missing; raise `HandError` where a player has one only."""
    count = len(stakes)
    missing = count - len(values)
    for number, value in enumerate(values[count:], count + 1):
        if value:
            raise HandError(f"value {number} has no stake: there are {count} stakes")
    for number, stake in enumerate(stakes[len(values) :], len(values) + 1):
        if stake:
            raise HandError(f"stake {number} has no value: there are {len(values)} values")
    del values[count:]
    values += [0] * missing


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

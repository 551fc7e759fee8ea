"""A table as rows of values, and the addresses of its cells; rows and columns count from 0."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

__all__ = ["MOST_COLUMNS", "Grid", "a1", "cell_text", "column_letters", "column_number"]

MOST_COLUMNS = 16_384


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet, or a text file: its name (empty for a text file) and its rows of raw cell values."""

    sheet: str
    rows: list[list[Any]] = field(repr=False)

    def cell(self, row: int, column: int) -> Any:
        """Return the value in a cell, None outside the grid."""
        cells = self.rows[row] if 0 <= row < len(self.rows) else ()
        return cells[column] if column < len(cells) else None


def cell_text(value: Any) -> str:
    """Return a value as a text file holds it: dates and times as ISO has them, truth values as a sheet shows them.

    >>> cell_text(12.0), cell_text(0.1), cell_text(True), cell_text(dt.datetime(2026, 5, 1)), cell_text(None)
    ('12', '0.1', 'TRUE', '2026-05-01', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    if isinstance(value, dt.timedelta):  # hours, as in 26:30:00
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return str(value)


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(16383)
    ('A', 'Z', 'AA', 'XFD')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the column of its letters, counted from 0.

    >>> column_number("A"), column_number("xfd")
    (0, 16383)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def a1(row: int, column: int) -> str:
    """Return the address of a cell counted from 0.

    >>> a1(2, 4)
    'E3'
    """
    return f"{column_letters(column)}{row + 1}"

"""Single rows as values, and what stands in them; for code without arrays."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from xlpoker.addresses import a1
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.grid import Grid
from xlpoker.layout.persons import person_in

__all__ = [
    "NO_SHOWDOWN",
    "AddressOf",
    "Hands",
    "Place",
    "Texts",
    "Window",
    "cell_text",
    "first_filled",
    "names_of_row",
]

NO_SHOWDOWN = -1
"""The winner of a row in which hands are not compared."""
Place = tuple[int, int]
Texts = Mapping[Place, str]
"""Texts of cells, by row and column."""
_NO_TEXTS: Texts = {}
AddressOf = Callable[[int, int], str]
"""Gives the address of a cell from its row and column."""
Hands = tuple[Sequence[Sequence[int]], Sequence[int]]
"""The codes of each hand, and of the board."""


class Window(NamedTuple):
    """Some rows as values, under their own numbers.

    `uncalculated` are the formulas without a cached value. `indices` has the index in the grid of
    each row, where that is not its number. `address_of` gives the name in messages of a cell that
    has no address as in a worksheet. People count the rows from `counted_from` on.
    """

    grid: Grid
    indices: Mapping[int, int] | None = None
    uncalculated: Texts = _NO_TEXTS
    address_of: AddressOf = a1
    counted_from: int = 1

    def row(self, number: int) -> list[Any]:
        """Return the values of a row, an empty list for a missing one."""
        index = number
        if self.indices is not None:
            index = self.indices.get(number, -1)
        rows = self.grid.rows
        return rows[index] if 0 <= index < len(rows) else []

    def cell(self, number: int, column: int) -> Any:
        """Return the value of a cell, None for an empty one."""
        cells = self.row(number)
        return cells[column] if column < len(cells) else None


def names_of_row(window: Window, row: int, columns: Sequence[int]) -> tuple[str, ...]:
    """Return whom a row names in some columns."""
    return tuple(_person(window.cell(row, column)) for column in columns)


def _person(cell: Any) -> str:
    """Return whom a cell below the first rows names, also one that holds a date or the like."""
    person = person_in(cell)
    return str(cell) if person is None else person


def first_filled(
    rows: Sequence[Sequence[Any]],
    first_row: int,
    known: Collection[int],
    start: int,
    texts: Collection[int],
) -> dict[int, int]:
    """Return the first filled row of each column that has one and is not known yet.

    `first_row` is the number of the first of the `rows`. Only rows from `start` on count, without
    those of text.

    >>> first_filled([["5H"], ["6S", None, "x"], ["7S", "y", "z"]], 0, {0}, 0, [2])
    {2: 1}
    """
    filled: dict[int, int] = {}
    width = max(map(len, rows), default=0)
    unknown = [column for column in range(width) if column not in known]
    if not unknown:
        return filled
    for row, cells in enumerate(rows, start=first_row):
        if row < start or row in texts:
            continue
        for column in unknown:
            if column < len(cells) and column not in filled and not is_blank(cells[column]):
                filled[column] = row
    return filled


def cell_text(value: Any) -> str:
    """Return a value as a text file holds it.

    Dates and times are written as in ISO 8601, truth values as a sheet shows them.

    >>> cell_text(12.0), cell_text(0.1), cell_text(True), cell_text(None)
    ('12', '0.1', 'TRUE', '')
    >>> cell_text(dt.datetime(2026, 5, 1))
    '2026-05-01'
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    is_midnight = isinstance(value, dt.datetime) and value.time() == dt.time()
    if is_midnight:
        return str(value.date())
    if isinstance(value, dt.timedelta):
        return _hours(value)
    return str(value)


def _hours(duration: dt.timedelta) -> str:
    """Return a duration in hours, minutes and seconds.

    >>> _hours(dt.timedelta(days=1, hours=2, minutes=30))
    '26:30:00'
    """
    seconds = round(duration.total_seconds())
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"

"""A table as rows of values, and areas of its columns; rows and columns count from 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from xlpoker.layout.columns_text import letters

__all__ = ["Area", "Grid", "with_cells"]

_Part = Callable[[list[Any]], Sequence[Any]]


class Grid(NamedTuple):
    """One sheet, or a text file: its name, empty for a text file, and its rows of raw cell values."""

    sheet: str
    rows: Sequence[list[Any]]

    def cell(self, row: int, column: int) -> Any:
        """Return the value in a cell, None outside the grid."""
        if not 0 <= row < len(self.rows):
            return None
        cells = self.rows[row]
        if column >= len(cells):
            return None
        return cells[column]

    def cells(self, row: int, columns: Iterable[int]) -> list[Any]:
        """Return the values of a row in some columns, None outside the grid.

        >>> Grid("", [["5H", "TD"]]).cells(0, [1, 2])
        ['TD', None]
        """
        if not 0 <= row < len(self.rows):
            return [None for _ in columns]
        cells = self.rows[row]
        width = len(cells)
        return [cells[column] if column < width else None for column in columns]

    def column(self, column: int, rows: Iterable[int]) -> list[Any]:
        """Return the values of a column in some rows of the grid, None where a row is shorter.

        >>> Grid("", [["5H", "TD"], ["6S"]]).column(1, [0, 1])
        ['TD', None]
        """
        values: list[Any] = []
        for row in rows:
            cells = self.rows[row]
            value = cells[column] if column < len(cells) else None
            values.append(value)
        return values

    def parts(
        self,
        rows: Iterable[int],
        columns: Sequence[int],
    ) -> Iterator[Sequence[Any]]:
        """Yield the values of some rows of the grid in some columns, None where a row is shorter.

        >>> list(Grid("", [["5H", "TD"], ["6S"]]).parts([0, 1], [0, 1]))
        [('5H', 'TD'), ['6S', None]]
        """
        last = max(columns)
        take_cells: _Part = itemgetter(*columns)
        if len(columns) == 1:
            take_cells = itemgetter(slice(last, last + 1))
        for row in rows:
            cells = self.rows[row]
            if len(cells) > last:
                yield take_cells(cells)
            else:
                yield self.cells(row, columns)


def with_cells(
    rows: Iterable[Sequence[Any]],
    cells: Mapping[tuple[int, int], Any],
) -> list[list[Any]]:
    """Return a copy of rows in which some cells, by row and column, have other values.

    >>> with_cells([["5H"]], {(0, 2): "=A1", (1, 0): "6S"})
    [['5H', None, '=A1'], ['6S']]
    """
    changed = [[*row] for row in rows]
    for (row, column), value in cells.items():
        while len(changed) <= row:
            changed.append([])
        values = changed[row]
        missing = column + 1 - len(values)
        values += [None] * missing
        values[column] = value
    return changed


class Area(NamedTuple):
    """The columns of one hand, or of the board, from the first to the last one.

    `listed_columns` are all columns where others stand between, or where their order is another
    one; in a run from the first to the last column it is empty.
    """

    first: int
    last: int
    listed_columns: tuple[int, ...] = ()

    @classmethod
    def of(cls, columns: Iterable[int]) -> Area:
        """Return the area of some columns from left to right.

        >>> Area.of([2, 1]).listed_columns, Area.of([1, 3]).listed_columns
        ((), (1, 3))
        """
        in_order = tuple(sorted(set(columns)))
        first = in_order[0]
        last = in_order[-1]
        stand_together = last - first < len(in_order)
        if stand_together:
            return cls(first, last)
        return cls(first, last, in_order)

    @classmethod
    def in_order(cls, columns: Sequence[int]) -> Area:
        """Return the area of some columns, whose cards are read in this order.

        >>> Area.in_order([1, 2]).listed_columns, Area.in_order([2, 1]).listed_columns
        ((), (2, 1))
        """
        area = cls.of(columns)
        if list(area.columns) == list(columns):
            return area
        return cls(area.first, area.last, tuple(columns))

    @property
    def columns(self) -> Sequence[int]:
        """Return the columns."""
        return self.listed_columns or range(self.first, self.last + 1)

    @property
    def letters(self) -> str:
        """Return the columns as people write them.

        >>> Area(0, 4).letters, Area.of([0, 2]).letters
        ('A:E', 'A+C')
        """
        return letters(self.columns)

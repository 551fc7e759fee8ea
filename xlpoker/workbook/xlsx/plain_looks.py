"""The styles of new cells, cell by cell: what `cell_formats` decides, where there is no NumPy.

What differs between the new columns is looked up once: their alignment, and what they held before::

    K  Anna value   right   SAME_KIND     the earlier result in K5 gives its style
    L  Anna hand    left    OTHER_KIND    L held values: as if nothing was there
    M  Winner       center  NO_RESULTS    M5 is a cell of the user's, or there is none
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from xlpoker.addresses import Box
from xlpoker.scoring.result_names import RESULTS
from xlpoker.scoring.seen import Done, NewColumn, Seen
from xlpoker.workbook.xlsx.cell_formats import Align, CellFormats, ColumnBefore, RowLook
from xlpoker.workbook.xlsx.part_edits import column_styles

__all__ = ["PlainLooks"]

Cell = tuple[int, int]
"""The row and the column of a cell."""


class _ColumnLook(NamedTuple):
    """What all new cells of a column have in common, in the rows of one table.

    `default` is the style that the sheet has for the column.
    """

    rows: range
    align: Align
    default: int
    before: ColumnBefore


class PlainLooks:
    """The styles of the cells that a click writes into a sheet.

    `head` is the part of the sheet up to its rows, `seen` the sheet as the click saw it, `reply`
    what the click decided.
    """

    def __init__(self, head: bytes, seen: Seen, reply: Done, formats: CellFormats) -> None:
        self.formats = formats
        self._title_rows = {box.top for box in reply.titles}
        self._earlier = _earlier_results(seen)
        new_titles = _new_titles(reply)
        default_of = column_styles(head)
        self._columns: dict[int, list[_ColumnLook]] = defaultdict(list)
        for new_column in reply.columns:
            look = _ColumnLook(
                rows=range(new_column.top, new_column.bottom + 1),
                align=new_column.align,
                default=default_of(new_column.column),
                before=_before(new_column, seen, self._earlier, new_titles),
            )
            self._columns[new_column.column].append(look)
        lefts = [box.left for box in self._earlier]
        self.first = min([*lefts, *self._columns])
        """The first column of new or earlier results; cells left of it are a row's own."""

    def is_earlier_result(self, cell: Cell) -> bool:
        """Tell whether a cell is in the results of an earlier run."""
        row, column = cell
        cell_alone = Box(row, column, row, column)
        return any(box.contains(cell_alone) for box in self._earlier)

    def of_cell(self, cell: Cell, look: RowLook, row_style: int | None, old: int | None) -> int:
        """Return the style of a new cell, -1 for none.

        `look` is that of its row, `row_style` the style of the row where it has one. `old` is the
        style of the cell in its place, None where there is none.
        """
        row, column = cell
        column_look = self._column_look(row, column)
        align = column_look.align
        if old is not None:
            style = self.formats.taken_over(old, column_look.before, align)
            if style is not None:
                return style
        if row in self._title_rows:
            return look.last
        default = column_look.default if row_style is None else row_style
        return self.formats.of_new_cell(look, default, align)

    def _column_look(self, row: int, column: int) -> _ColumnLook:
        """Return what the cells of a column have in common; several tables may share a column."""
        columns = self._columns[column]
        for column_look in columns:
            if row in column_look.rows:
                return column_look
        return columns[0]


def _earlier_results(seen: Seen) -> list[Box]:
    """Return the cells of earlier results of all tables."""
    earlier: list[Box] = []
    for name, boxes in seen.names.items():
        if name.startswith(RESULTS):
            earlier += boxes
    return earlier


def _new_titles(reply: Done) -> dict[Cell, str]:
    """Return the titles that a click writes."""
    title_rows = {box.top for box in reply.titles}
    titles: dict[Cell, str] = {}
    for block in reply.blocks:
        if block.top not in title_rows:
            continue
        for column, title in enumerate(block.rows[0], start=block.left):
            titles[block.top, column] = str(title)
    return titles


def _before(
    new_column: NewColumn,
    seen: Seen,
    earlier: Sequence[Box],
    new_titles: dict[Cell, str],
) -> ColumnBefore:
    """Return what a new column held before; results without titles are of the same kind."""
    results = [box for box in earlier if box.meets(new_column.box)]
    if not results:
        return ColumnBefore.NO_RESULTS
    title_cell = new_column.top, new_column.column
    first_result = min(box.top for box in results)
    if title_cell not in new_titles or new_column.top < first_result:
        return ColumnBefore.SAME_KIND
    old_title = seen.grid.cell(*title_cell)
    return ColumnBefore.of(str(old_title), new_titles[title_cell])

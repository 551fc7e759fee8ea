"""Writes the rows of a sheet anew, block by block, with the new cells among those that stay.

New cells stand at the ends of rows, or in the place of results of an earlier run. Old cells among
them are removed (their formats stay) or kept between them::

    old row   <row r="5"><c r="A5".../>...<c r="J5".../>               <c r="M5".../></row>
    new row   <row r="5"><c r="A5".../>...<c r="J5".../><c r="K5".../>... <c r="M5".../></row>
              \\____ copied as it stands ____________/\\____ new cells, and old ones kept ____/

The tag of a row stays as it is, also its ``spans``, a hint that no program relies on. Hands have
at most 7,475 values and names: the content of a cell is rendered at its first use, and later looked
up in a table of bytes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import a1
from xlpoker.scoring.plan import Plan
from xlpoker.scoring.result_columns import Column
from xlpoker.scoring.results import RenderedCells, in_turns
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.new_cells import new_cells, numbered, one_cell
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.source import SheetStream

__all__ = ["NewCells", "NewColumn", "RowWriter"]

Places = npt.NDArray[Any]


class NewColumn(NamedTuple):
    """A new column: for each good row the index of its content.

    A content is what follows the address and the style: ``><v>5</v></c>``; in a column of formulas
    it is the cached value.
    """

    column: Column
    places: Places
    contents: RenderedCells

    def cells(
        self,
        column: int,
        style: int,
        prefix: bytes,
        rows: Sequence[tuple[slice, Places]],
        places: Places,
    ) -> list[bytes]:
        """Return the cells in a column of the sheet, in some good rows, by their contents."""
        contents = self.contents.of(places)
        formula = self.column.formula
        return new_cells(column, style, prefix, rows, contents, formula, text=self.column.text)


@dataclass
class NewCells:
    """All new cells of a sheet.

    In the good `rows` each of the `columns` has a content. A bad row has a text in the column of
    `problems`, and the values of its formulas in `answers`, where there are formulas.
    """

    rows: Places
    columns: Sequence[NewColumn]
    problems: Mapping[int, str]
    answers: Mapping[int, Sequence[str | float]] = field(default_factory=dict)

    @cached_property
    def bad(self) -> list[int]:
        """The rows with a problem, in order."""
        return sorted(self.problems)

    @cached_property
    def all_rows(self) -> Places:
        """All rows with a result or a problem, in order."""
        if not self.problems:
            return self.rows
        places = np.searchsorted(self.rows, self.bad)
        return np.insert(self.rows, places, self.bad)


class RowWriter:
    """The writer of a sheet's rows; blocks come in order, each with the results of its rows."""

    def __init__(self, stream: SheetStream, plan: Plan, title_row: int | None) -> None:
        style_of = column_styles(stream.frame.head)
        self.plan = plan
        self._stream = stream
        self._prefix = stream.frame.prefix
        self._title_row = title_row  # None once the titles are written, too
        self._column_styles = [style_of(column) for column in plan.places]

    def block(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block with its new cells, among which those that are not replaced stay."""
        title_row = self._title_row_of(cells)
        if title_row is not None:
            self._title_row = None
            cells = self._with_row(cells, title_row)
        good = _between(new.rows, cells.numbers)
        bad = _between(new.bad, cells.numbers)
        cuts, ends, old = cells.tail(self.plan.first)
        has_new_cells = title_row is not None or len(good) or len(bad)
        if not has_new_cells and not len(old):
            return cells.block
        styles = self._styles(cells, title_row)
        texts = _BlockTexts(self.plan, self._prefix, cells, styles)
        texts.take_over_styles(old)
        if len(good):
            texts.add_results(new, good)
        if len(bad):
            texts.add_problems(new, bad)
        if title_row is not None:
            texts.add_titles(title_row)
        if len(old):
            texts.keep(old)
        return spliced(cells.block, texts.columns, cuts, ends)

    def _title_row_of(self, cells: Cells) -> int | None:
        """Return the row of the titles if it belongs into a block, and is not written yet."""
        if self._title_row is None or not len(cells.numbers):
            return None
        last = cells.numbers[-1]
        return self._title_row if last >= self._title_row else None

    def _with_row(self, cells: Cells, row: int) -> Cells:
        """Return a block with a row that was missing, or was an empty element (``<row/>``)."""
        block = cells.block
        index = bisect_left(cells.numbers, row)
        start = int(cells.starts[index])
        if cells.numbers[index] != row:
            end = start
            tag = b'<%srow r="%d"' % (self._prefix, row + 1)
        elif cells.ends[index] >= 0:
            return cells
        else:
            end = block.index(b">", start) + 1
            tag = block[start : end - len("/>")].rstrip()
        with_row = block[:start] + tag + b"></%srow>" % self._prefix + block[end:]
        first_row = min(row, int(cells.numbers[0]))
        return self._stream.cells(with_row, first_row - 1)

    def _styles(self, cells: Cells, title_row: int | None) -> Places:
        """Return the style of each new cell, by column and row of the block.

        It is that of the row, or that of the column. Titles look like the one left of them.
        """
        columns = self.plan.places
        count = len(cells.numbers)
        styles = np.repeat(self._column_styles, count).reshape(len(columns), count)
        for index, style in cells.row_styles():
            styles[:, index] = style
        if title_row is not None:
            index = bisect_left(cells.numbers, title_row)
            is_left = (cells.row == index) & cells.occupied & (cells.column < columns[0])
            left = np.flatnonzero(is_left)
            styles[:, index] = cells.style[left[-1]] if len(left) else -1
        return styles


class _BlockTexts:
    """The XML of the new cells of a block: `columns` has a text for each row, or nothing.

    `styles` are those of the new cells, by column and row of the block.
    """

    def __init__(self, plan: Plan, prefix: bytes, cells: Cells, styles: Places) -> None:
        self.columns = [[b""] * len(cells.numbers) for _ in plan.places]
        self._plan = plan
        self._prefix = prefix
        self._cells = cells
        self._styles = styles

    def take_over_styles(self, old: Places) -> None:
        """Give the new cells the styles of the old cells in their place."""
        in_place = old[self._slots(old) >= 0]
        slots = self._slots(in_place)
        rows = self._cells.row[in_place]
        self._styles[slots, rows] = self._cells.style[in_place]

    def _slots(self, old: Places) -> Places:
        """Return for each old cell the index of the new column in its place, -1 for none."""
        columns = np.array(self._plan.places)
        old_columns = self._cells.column[old]
        slots = np.searchsorted(columns, old_columns)
        is_in_place = columns.take(slots, mode="clip") == old_columns
        return np.where(is_in_place, slots, -1)

    def add_results(self, new: NewCells, good: Places) -> None:
        """Add the results of the good rows, column by column."""
        cells = self._cells
        is_full = len(good) == len(cells.numbers)
        index = np.arange(len(good)) if is_full else np.searchsorted(cells.numbers, good)
        numbers = numbered(good)
        first = bisect_left(new.rows, int(cells.numbers[0]))
        end = first + len(good)
        for slot, new_column in enumerate(new.columns):
            places = new_column.places[first:end]
            styles = self._styles[slot, index]
            used_styles = np.flatnonzero(np.bincount(styles + 1)) - 1
            for style in used_styles.tolist():
                here = np.flatnonzero(styles == style)
                has_one_style = len(here) == len(good)
                rows = numbers if has_one_style else numbered(good[here])
                column = self._plan.places[slot]
                texts = new_column.cells(column, style, self._prefix, rows, places[here])
                self._put(slot, index[here], texts)

    def _put(self, slot: int, index: Places, texts: list[bytes]) -> None:
        """Put the texts of a new column into some rows of the block."""
        column = self.columns[slot]
        if len(texts) == len(column):
            self.columns[slot] = texts
            return
        for row, text in zip(index.tolist(), texts, strict=True):
            column[row] = text

    def add_problems(self, new: NewCells, bad: Sequence[int]) -> None:
        """Add the problems of the bad rows in the last column, and their formulas in the others."""
        last_slot = len(self.columns) - 1
        indices = np.searchsorted(self._cells.numbers, bad).tolist()
        for row, index in zip(bad, indices, strict=True):
            for slot, answer in enumerate(new.answers.get(row, ())):
                formula = new.columns[slot].column.formula
                self._put_one(slot, index, answer, formula)
            self._put_one(last_slot, index, new.problems[row])

    def add_titles(self, title_row: int) -> None:
        """Add the titles in their row."""
        index = bisect_left(self._cells.numbers, title_row)
        for slot, label in enumerate(self._plan.labels):
            self._put_one(slot, index, label)

    def _put_one(
        self, slot: int, index: int, content: str | float, formula: Sequence[str] | None = None
    ) -> None:
        """Put a cell of a new column into a row of the block."""
        row = int(self._cells.numbers[index])
        column = self._plan.places[slot]
        style = self._styles[slot, index]
        self.columns[slot][index] = one_cell(content, column, style, self._prefix, row, formula)

    def keep(self, old: Places) -> None:
        """Put the old cells that are not replaced between the new ones of their rows.

        The new and the kept cells of such a row are joined, and stand in the first new column.
        """
        rows: dict[int, dict[int, bytes]] = {}
        for cell in self._kept(old):
            index = int(self._cells.row[cell])
            if index not in rows:
                new = [texts[index] for texts in self.columns]
                rows[index] = dict(zip(self._plan.places, new, strict=True))
            column = int(self._cells.column[cell])
            rows[index][column] = self._kept_text(cell)
        for index, text_by_column in rows.items():
            for texts in self.columns:
                texts[index] = b""
            in_order = [text_by_column[column] for column in sorted(text_by_column)]
            self.columns[0][index] = b"".join(in_order)

    def _kept(self, old: Places) -> list[int]:
        """Return the old cells in whose place there is no new cell."""
        slots = self._slots(old)
        has_text = np.array([[*map(bool, texts)] for texts in self.columns])
        is_replaced = (slots >= 0) & has_text[slots, self._cells.row[old]]
        remaining: list[int] = old[~is_replaced].tolist()
        return remaining

    def _kept_text(self, cell: int) -> bytes:
        """Return an old cell as it stands; of a result of an earlier run only the style stays."""
        cells = self._cells
        row, column = cells.place(cell)
        is_earlier_result = column in self._plan.old and self._plan.rows[row]
        if not is_earlier_result:
            start = int(cells.start[cell])
            return cells.block[start : cells.end(cell)]
        style = int(cells.style[cell])
        if style < 0:
            return b""
        address = a1(row, column).encode()
        return b'<%sc r="%s" s="%d"/>' % (self._prefix, address, style)


def _between(rows: Any, numbers: Places) -> Any:
    """Return those of some sorted rows that lie between the first and the last row of a block."""
    if not len(numbers):
        return rows[:0]
    low = bisect_left(rows, int(numbers[0]))
    high = bisect_left(rows, int(numbers[-1]) + 1)
    return rows[low:high]


def spliced(block: bytes, new: Sequence[list[bytes]], cuts: Places, ends: Places) -> bytes:
    """Return a block with new cells, given column by column, in place of the ends of its rows.

    Replaced are the bytes between the cut and the end of each row.

    >>> row = b'<row r="5"><c r="B5"/></row>'
    >>> spliced(row, [[b'<c r="C5"/>']], np.array([22]), np.array([22]))
    b'<row r="5"><c r="B5"/><c r="C5"/></row>'
    """
    starts = [0, *ends.tolist()]
    last_end = starts.pop()
    spans = zip(starts, cuts.tolist(), strict=True)
    beginnings = [block[start:cut] for start, cut in spans]
    columns = [texts for texts in new if any(texts)]
    pieces = in_turns([beginnings, *columns])
    return b"".join([*pieces, block[last_end:]])

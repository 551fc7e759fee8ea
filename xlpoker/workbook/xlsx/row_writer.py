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
from xlpoker.workbook.xlsx.cells import Cells, new_cells, numbered, one_cell
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.source import SheetStream

__all__ = ["NewCells", "NewColumn", "RowWriter"]

Places = npt.NDArray[Any]
Texts = list[list[bytes]]
"""The XML of new cells, column by column, for each row of a block; nothing where there is none."""


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
        cuts, ends, old = cells.tail(self.plan.first)
        good = _between(new.rows, cells.numbers)
        bad = _between(new.bad, cells.numbers)
        has_new_cells = title_row is not None or len(good) or len(bad)
        if not has_new_cells and not len(old):
            return cells.block
        columns = np.array(self.plan.places)
        slots = np.searchsorted(columns, cells.column[old])
        is_replaced = columns.take(slots, mode="clip") == cells.column[old]
        styles = self._styles(cells, title_row)
        replaced = old[is_replaced]
        styles[slots[is_replaced], cells.row[replaced]] = cells.style[replaced]
        texts = self._new_texts(cells, new, good, bad, styles)
        if title_row is not None:
            self._add_titles(cells, title_row, styles, texts)
        if len(old):
            has_text = np.array([[*map(bool, column)] for column in texts])
            is_replaced &= has_text[np.minimum(slots, len(columns) - 1), cells.row[old]]
            self._keep(cells, old[~is_replaced], texts)
        return spliced(cells.block, texts, cuts, ends)

    def _title_row_of(self, cells: Cells) -> int | None:
        """Return the row of the titles if it belongs into a block, and is not written yet."""
        if self._title_row is None or not len(cells.numbers):
            return None
        return self._title_row if cells.numbers[-1] >= self._title_row else None

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

    def _new_texts(
        self, cells: Cells, new: NewCells, good: Places, bad: Sequence[int], styles: Places
    ) -> Texts:
        """Return the new cells of a block, those of its good rows and those of its bad rows."""
        count = len(cells.numbers)
        if len(good):
            texts = self._good_texts(cells, new, good, styles)
            texts += [[b""] * count for _ in self.plan.places[len(texts) :]]
        else:
            texts = [[b""] * count for _ in self.plan.places]
        bad_index = np.searchsorted(cells.numbers, bad).tolist()
        for row, index in zip(bad, bad_index, strict=True):
            self._add_problem(row, index, new, styles, texts)
        return texts

    def _good_texts(self, cells: Cells, new: NewCells, good: Places, styles: Places) -> Texts:
        """Return the new cells of the good rows of a block, column by column."""
        count = len(cells.numbers)
        is_full = len(good) == count
        index = np.arange(count) if is_full else np.searchsorted(cells.numbers, good)
        first = bisect_left(new.rows, int(cells.numbers[0]))
        all_numbered = numbered(good)
        texts = []
        for slot, new_column in enumerate(new.columns):
            column = self.plan.places[slot]
            places = new_column.places[first : first + len(good)]
            row_styles = styles[slot, index]
            column_texts = [b""] * count
            used_styles = np.flatnonzero(np.bincount(row_styles + 1)) - 1
            for style in used_styles.tolist():
                here = np.flatnonzero(row_styles == style)
                has_one_style = len(here) == len(good)
                rows = all_numbered if has_one_style else numbered(good[here])
                styled = new_column.cells(column, style, self._prefix, rows, places[here])
                if len(styled) == count:
                    column_texts = styled
                    break
                for row, text in zip(index[here].tolist(), styled, strict=True):
                    column_texts[row] = text
            texts.append(column_texts)
        return texts

    def _add_problem(
        self, row: int, index: int, new: NewCells, styles: Places, texts: Texts
    ) -> None:
        """Put the problem of a bad row into the last column, and its formulas into the others."""
        columns = self.plan.places
        prefix = self._prefix
        for slot, answer in enumerate(new.answers.get(row, ())):
            column = columns[slot]
            style = styles[slot, index]
            formula = new.columns[slot].column.formula
            texts[slot][index] = one_cell(answer, column, style, prefix, row, formula)
        problem = new.problems[row]
        style = styles[-1, index]
        texts[-1][index] = one_cell(problem, columns[-1], style, prefix, row)

    def _add_titles(self, cells: Cells, title_row: int, styles: Places, texts: Texts) -> None:
        """Put the titles into their row."""
        index = bisect_left(cells.numbers, title_row)
        for slot, label in enumerate(self.plan.labels):
            column = self.plan.places[slot]
            style = styles[slot, index]
            texts[slot][index] = one_cell(label, column, style, self._prefix, title_row)

    def _keep(self, cells: Cells, old: Places, texts: Texts) -> None:
        """Put the cells that are not replaced between the new ones of their rows.

        The new and the kept cells of such a row are joined, and stand in the first new column.
        """
        rows: dict[int, dict[int, bytes]] = {}
        for cell in old.tolist():
            index = int(cells.row[cell])
            if index not in rows:
                new = [column_texts[index] for column_texts in texts]
                rows[index] = dict(zip(self.plan.places, new, strict=True))
            column = int(cells.column[cell])
            rows[index][column] = self._kept_text(cells, cell)
        for index, text_by_column in rows.items():
            for column_texts in texts:
                column_texts[index] = b""
            in_order = [text_by_column[column] for column in sorted(text_by_column)]
            texts[0][index] = b"".join(in_order)

    def _kept_text(self, cells: Cells, cell: int) -> bytes:
        """Return an old cell as it stands; of a result of an earlier run only the style stays."""
        row, column = cells.place(cell)
        is_earlier_result = column in self.plan.old and self.plan.rows[row]
        if not is_earlier_result:
            return cells.block[int(cells.start[cell]) : cells.end(cell)]
        style = int(cells.style[cell])
        if style < 0:
            return b""
        return b'<%sc r="%s" s="%d"/>' % (self._prefix, a1(row, column).encode(), style)


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
    starts = np.append(0, ends).tolist()
    last_end = starts.pop()
    beginnings = [block[start:cut] for start, cut in zip(starts, cuts.tolist(), strict=True)]
    columns = [column for column in new if any(column)]
    pieces = in_turns([beginnings, *columns])
    return b"".join([*pieces, block[last_end:]])

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

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from xlpoker.addresses import a1, column_letters
from xlpoker.scoring.plan import Plan
from xlpoker.scoring.result_columns import PROBLEM, Column
from xlpoker.scoring.results import RenderedCells, in_turns
from xlpoker.workbook.xlsx.cell_formats import CellFormats, ColumnBefore
from xlpoker.workbook.xlsx.cell_values import NUMBER
from xlpoker.workbook.xlsx.cells import Array, Cells
from xlpoker.workbook.xlsx.new_cells import new_cells, numbered
from xlpoker.workbook.xlsx.one_cell import one_cell
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.row_looks import row_looks
from xlpoker.workbook.xlsx.source import SheetStream

__all__ = ["NewCells", "NewColumn", "RowWriter"]


class NewColumn(NamedTuple):
    """A new column: for each good row the id of its content, and the cache of the contents.

    A content is what follows the address and the style: ``><v>5</v></c>``; in a column of formulas
    it is the cached value.
    """

    column: Column
    content_ids: Array
    contents: RenderedCells

    def cells(
        self,
        column: int,
        style: int,
        prefix: bytes,
        rows: Sequence[tuple[slice, Array]],
        content_ids: Array,
    ) -> list[bytes]:
        """Return the cells in a column of the sheet, in some good rows, by the ids of their contents."""
        return new_cells(
            column,
            style,
            prefix,
            rows,
            contents=self.contents.of(content_ids),
            formula=self.column.formula,
            text=self.column.text,
        )


@dataclass
class NewCells:
    """All new cells of a sheet.

    In the good `rows` each of the `columns` has a content. A bad row has a text in the column of
    `problems`, and the values of its formulas in `answers`, where there are formulas.
    """

    rows: Array
    columns: Sequence[NewColumn]
    problems: Mapping[int, str]
    answers: Mapping[int, Sequence[str | float]] = field(default_factory=dict)

    @cached_property
    def bad(self) -> list[int]:
        """The rows with a problem, in order."""
        return sorted(self.problems)

    @cached_property
    def all_rows(self) -> Array:
        """All rows with a result or a problem, in order."""
        if not self.problems:
            return self.rows
        places = np.searchsorted(self.rows, self.bad)
        return np.insert(self.rows, places, self.bad)


class RowWriter:
    """The writer of a sheet's rows; blocks come in order, each with the results of its rows."""

    def __init__(
        self,
        stream: SheetStream,
        plan: Plan,
        title_row: int | None,
        columns: Sequence[Column],
        formats: CellFormats,
    ) -> None:
        style_of = column_styles(stream.frame.head)
        self.plan = plan
        self._formats = formats
        self._columns = [*columns, PROBLEM][: len(plan.columns)]
        self._stream = stream
        self._prefix = stream.frame.prefix
        self._title_row = title_row  # None once the titles are written, too
        self._column_styles = [style_of(column) for column in plan.columns]

    def block(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block with its new cells, among which those that are not replaced stay."""
        title_row = self._title_row_of(cells)
        if title_row is not None:
            self._title_row = None
            cells = self._with_row(cells, title_row)
        good = _between(new.rows, cells.numbers)
        bad = _between(new.bad, cells.numbers)
        cuts, ends, old = cells.tail(self.plan.first)
        has_results = len(good) or len(bad)
        has_new_cells = has_results or title_row is not None
        if not has_new_cells and not len(old):
            return cells.block
        styles = self._styles(cells, title_row)
        texts = _BlockTexts(self.plan, self._prefix, cells, styles)
        texts.take_over_styles(old, self._columns, self._formats)
        if len(good):
            texts.add_results(new, good)
        if len(bad):
            texts.add_problems(new, bad)
        for slot, column in enumerate(self._columns):
            # bad rows have no results, good ones no problem
            rows_without_content = good if column == PROBLEM else bad
            texts.add_blanks(slot, rows_without_content, self._formats)
        if title_row is not None:
            texts.add_titles(title_row)
        if len(old):
            texts.keep(old)
        return spliced(cells.block, texts.columns, cuts, ends)

    def _title_row_of(self, cells: Cells) -> int | None:
        """Return the row of the titles if it belongs into a block, and is not written yet."""
        title_row = self._title_row
        if title_row is None or not len(cells.numbers):
            return None
        last = cells.numbers[-1]
        if last < title_row:
            return None
        return title_row

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
            end_of_tag = block.index(b"/>", start)
            end = end_of_tag + len("/>")
            tag = block[start:end_of_tag].rstrip()
        closing_tag = b"</%srow>" % self._prefix
        new_row = tag + b">" + closing_tag
        with_row = block[:start] + new_row + block[end:]
        first_row = min(row, int(cells.numbers[0]))
        return self._stream.cells(with_row, first_row - 1)

    def _styles(self, cells: Cells, title_row: int | None) -> Array:
        """Return the style of each new cell, by column and row of the block.

        It is that of the row, or that of the column, with the borders and colours of the cells left
        of it. Titles look like the one left of them.
        """
        column_styles = np.array(self._column_styles)
        as_a_column = column_styles[:, np.newaxis]
        styles = np.repeat(as_a_column, len(cells.numbers), axis=1)
        for index, style in cells.row_styles():
            styles[:, index] = style
        self._add_looks(styles, cells)
        if title_row is not None:
            index = bisect_left(cells.numbers, title_row)
            styles[:, index] = self._style_left_of(cells, index)
        return styles

    def _add_looks(self, styles: Array, cells: Cells) -> None:
        """Put the looks of rows, and the alignment of columns, into the styles of rows or columns."""
        look_of_row, looks = row_looks(cells, self.plan.first, self._formats)
        for slot, column in enumerate(self._columns):
            old_styles = styles[slot].copy()
            for style, rows in _groups_of(old_styles):
                looks_there = look_of_row[rows]
                style_of_look = np.zeros(len(looks), np.int64)
                for index in _different(looks_there):
                    look = looks[index]
                    new_style = self._formats.of_new_cell(look, style, column.align)
                    style_of_look[index] = new_style
                styles[slot, rows] = style_of_look[looks_there]

    def _style_left_of(self, cells: Cells, index: int) -> int:
        """Return the style of the last cell left of the new ones in a row, -1 for none."""
        is_in_row = cells.row == index
        is_left = cells.column < self.plan.columns[0]
        left = np.flatnonzero(is_in_row & is_left & cells.occupied)
        if not len(left):
            return -1
        last = left[-1]
        return int(cells.style[last])


class _BlockTexts:
    """The XML of the new cells of a block: `columns` has a text for each row, or nothing.

    `styles` are those of the new cells, by column and row of the block.
    """

    def __init__(self, plan: Plan, prefix: bytes, cells: Cells, styles: Array) -> None:
        count = len(cells.numbers)
        self.columns = [[b""] * count for _ in plan.columns]
        self._plan = plan
        self._prefix = prefix
        self._cells = cells
        self._styles = styles

    def take_over_styles(self, old: Array, columns: Sequence[Column], formats: CellFormats) -> None:
        """Give the new cells the styles that they take over from the old cells in their place."""
        slots = self._slots(old)
        for slot, column in enumerate(columns):
            old_title = self._plan.old_titles.get(self._plan.columns[slot])
            before = ColumnBefore.of(old_title, column.title)
            in_place = old[slots == slot]
            old_styles = self._cells.style[in_place]
            for style, indices in _groups_of(old_styles):
                new_style = formats.taken_over(style, before, column.align)
                if new_style is not None:
                    cells_of_style = in_place[indices]
                    rows = self._cells.row[cells_of_style]
                    self._styles[slot, rows] = new_style

    def _slots(self, old: Array) -> Array:
        """Return for each old cell the index of the new column in its place, -1 for none."""
        columns = np.array(self._plan.columns)
        old_columns = self._cells.column[old]
        slots = np.searchsorted(columns, old_columns)
        next_columns = columns.take(slots, mode="clip")
        is_in_place = next_columns == old_columns
        return np.where(is_in_place, slots, -1)

    def add_results(self, new: NewCells, good: Array) -> None:
        """Add the results of the good rows, column by column."""
        numbers = self._cells.numbers
        indices = np.arange(len(good))
        if len(good) < len(numbers):
            indices = np.searchsorted(numbers, good)
        rows = numbered(good)
        first = bisect_left(new.rows, int(numbers[0]))
        end = first + len(good)
        for slot, new_column in enumerate(new.columns):
            column = self._plan.columns[slot]
            content_ids = new_column.content_ids[first:end]
            styles = self._styles_of_results(slot, new_column.column)[indices]
            for style, chosen in _groups_of(styles):
                rows_of_style = rows
                if len(chosen) < len(good):
                    rows_of_style = numbered(good[chosen])
                texts = new_column.cells(
                    column,
                    style,
                    self._prefix,
                    rows_of_style,
                    content_ids[chosen],
                )
                self._put(slot, indices[chosen], texts)

    def _styles_of_results(self, slot: int, column: Column) -> Array:
        """Return the style of each result of a column by row: amounts look like the stakes beside them."""
        styles: Array = self._styles[slot]
        if column.format_of is None:
            return styles
        cells = self._cells
        is_beside = cells.column == column.format_of
        is_number = cells.kind == NUMBER
        has_style = cells.style >= 0
        numbers_beside = np.flatnonzero(is_beside & is_number & has_style)
        rows = cells.row[numbers_beside]
        styles = styles.copy()
        styles[rows] = cells.style[numbers_beside]
        return styles

    def _put(self, slot: int, indices: Array, texts: list[bytes]) -> None:
        """Put the texts of a new column into some rows of the block."""
        column = self.columns[slot]
        if len(texts) == len(column):
            self.columns[slot] = texts
            return
        for index, text in zip(indices.tolist(), texts, strict=True):
            column[index] = text

    def add_problems(self, new: NewCells, bad: Sequence[int]) -> None:
        """Add the problems of the bad rows in the last column, and their formulas in the others."""
        last_slot = len(self.columns) - 1
        numbers = self._cells.numbers
        indices = np.searchsorted(numbers, bad).tolist()
        for row, index in zip(bad, indices, strict=True):
            answers = new.answers.get(row, ())
            for slot, answer in enumerate(answers):
                formula = new.columns[slot].column.formula
                self._put_one(slot, index, answer, formula)
            self._put_one(last_slot, index, new.problems[row])

    def add_blanks(self, slot: int, rows: Array | list[int], formats: CellFormats) -> None:
        """Add blank cells to a column in some rows that have nothing there, but borders or a fill.

        So the table looks whole.
        """
        if not len(rows):
            return
        texts = self.columns[slot]
        letters = column_letters(self._plan.columns[slot]).encode()
        indices = np.searchsorted(self._cells.numbers, rows)
        styles = self._styles[slot, indices]
        for style, rows_of_style in _groups_of(styles):
            if not formats.draws(style):
                continue
            for index in indices[rows_of_style].tolist():
                if texts[index]:
                    continue
                number = int(self._cells.numbers[index]) + 1
                address = letters + b"%d" % number
                texts[index] = b'<%sc r="%s" s="%d"/>' % (self._prefix, address, style)

    def add_titles(self, title_row: int) -> None:
        """Add the titles in their row."""
        index = bisect_left(self._cells.numbers, title_row)
        for slot, label in enumerate(self._plan.labels):
            self._put_one(slot, index, label)

    def _put_one(
        self,
        slot: int,
        index: int,
        content: str | float,
        formula: Sequence[str] | None = None,
    ) -> None:
        """Put a cell of a new column into a row of the block."""
        texts = self.columns[slot]
        texts[index] = one_cell(
            content,
            column=self._plan.columns[slot],
            style=self._styles[slot, index],
            prefix=self._prefix,
            row=int(self._cells.numbers[index]),
            formula=formula,
        )

    def keep(self, old: Array) -> None:
        """Put the old cells that are not replaced between the new ones of their rows.

        The new and the kept cells of such a row are joined, and stand in the first new column.
        """
        rows: dict[int, dict[int, bytes]] = {}
        for cell in self._kept(old):
            index = int(self._cells.row[cell])
            if index not in rows:
                rows[index] = self._new_cells_of(index)
            column = int(self._cells.column[cell])
            rows[index][column] = self._kept_text(cell)
        first_texts, *other_texts = self.columns
        for index, text_by_column in rows.items():
            columns_in_order = sorted(text_by_column)
            texts_in_order = [text_by_column[column] for column in columns_in_order]
            first_texts[index] = b"".join(texts_in_order)
            for texts in other_texts:
                texts[index] = b""

    def _new_cells_of(self, index: int) -> dict[int, bytes]:
        """Return the new cells of a row of the block by their columns."""
        new_texts = [texts[index] for texts in self.columns]
        return dict(zip(self._plan.columns, new_texts, strict=True))

    def _kept(self, old: Array) -> list[int]:
        """Return the old cells in whose place there is no new cell."""
        cells = old.tolist()
        slots = self._slots(old).tolist()
        rows = self._cells.row[old].tolist()
        staying: list[int] = []
        for cell, slot, row in zip(cells, slots, rows, strict=True):
            is_replaced = slot >= 0 and self.columns[slot][row] != b""
            if not is_replaced:
                staying.append(cell)
        return staying

    def _kept_text(self, cell: int) -> bytes:
        """Return an old cell as it stands; of a result of an earlier run only the style stays."""
        cells = self._cells
        row, column = cells.place(cell)
        plan = self._plan
        is_earlier_result = column in plan.old_titles and plan.old_rows[row]
        if not is_earlier_result:
            start = int(cells.start[cell])
            return cells.block[start : cells.end(cell)]
        style = int(cells.style[cell])
        if style < 0:
            return b""
        address = a1(row, column).encode()
        return b'<%sc r="%s" s="%d"/>' % (self._prefix, address, style)


def _different(numbers: Array) -> list[int]:
    """Return the different numbers among some that are not below 0, ascending."""
    times = np.bincount(numbers)
    different: list[int] = np.flatnonzero(times).tolist()
    return different


def _between(rows: Any, numbers: Array) -> Any:
    """Return those of some sorted rows that lie between the first and the last row of a block."""
    if not len(numbers):
        return rows[:0]
    first = int(numbers[0])
    last = int(numbers[-1])
    low = bisect_left(rows, first)
    high = bisect_right(rows, last)
    return rows[low:high]


def _groups_of(styles: Array) -> Iterator[tuple[int, Array]]:
    """Yield each of some styles, from -1 on, with the indices at which it stands.

    >>> [(style, indices.tolist()) for style, indices in _groups_of(np.array([3, -1, 3]))]
    [(-1, [1]), (3, [0, 2])]
    """
    for number in _different(styles + 1):
        style = number - 1
        indices = np.flatnonzero(styles == style)
        yield style, indices


def spliced(
    block: bytes,
    new: Sequence[list[bytes]],
    cuts: Array,
    ends: Array,
) -> bytes:
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
    parts_of_rows = in_turns([beginnings, *columns])
    rows = b"".join(parts_of_rows)
    return rows + block[last_end:]

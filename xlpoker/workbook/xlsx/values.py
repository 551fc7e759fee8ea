"""Cells as Python values in rows: texts, numbers, dates, booleans, error texts.

Formulas without a cached value are collected beside them. This serves the first rows of a sheet,
single rows of a block, and sheets read as a whole. In the latter a merged area has the value of its
anchor only. Cells too far apart make the part damaged. The shared strings become an array here, and
their cards another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import a1
from xlpoker.errors import BookError
from xlpoker.evaluator.batch.codes import parse, parse_hands
from xlpoker.scoring.model import Codes
from xlpoker.workbook.xlsx.cell_values import (
    BOOL,
    EMPTY,
    ERROR,
    NUMBER,
    TEXT,
    Styles,
    date_or_error,
    not_a_value,
    number,
    truth_value,
)
from xlpoker.workbook.xlsx.cells import (
    Array,
    Cells,
    Numbers,
    formula_of,
)
from xlpoker.workbook.xlsx.merged import empty_merged
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.shared_strings import shared_strings
from xlpoker.workbook.xlsx.sheet_xml import PADDING, SLACK
from xlpoker.workbook.xlsx.xml_texts import gives_empty_text, merged_boxes, text_of

__all__ = ["BookTexts", "SheetValues"]

MOST_KNOWN = 1 << 16
"""Different texts and numbers that are cached."""
Place = tuple[int, int]


class SheetValues:
    """Rows of a sheet, block after block; the first of the `rows` has the number `above`.

    `uncalculated` has the texts of formulas without a cached value, by row and column.
    """

    def __init__(self, texts: BookTexts, where: str, above: int = 0) -> None:
        self.rows: list[list[Any]] = []
        self.uncalculated: dict[Place, str] = {}
        self._texts = texts
        self._where = where
        self._above = above
        self._room = SLACK
        as_text = lru_cache(MOST_KNOWN)(text_of)
        self._makers: dict[int, Callable[[Any], Any]] = {
            NUMBER: lru_cache(MOST_KNOWN)(number),
            TEXT: as_text,
            ERROR: as_text,
            BOOL: truth_value,
        }

    def _damaged(self, reason: str) -> NoReturn:
        """Raise the error that names file and part."""
        raise BookError(f"{self._where}: {reason}")

    def take(self, cells: Cells, row_indices: Sequence[int] | None = None) -> None:
        """Take the rows of a block, or some of them by their indices in the block.

        Raises `BookError` for a damaged cell.
        """
        if row_indices is None:
            is_chosen = np.ones(len(cells.row), np.bool_)
        else:
            is_chosen = np.isin(cells.row, list(row_indices))
        has_value = cells.kind != EMPTY
        if cells.has_formulas:
            is_uncalculated = (cells.formula >= 0) & ~has_value
            uncalculated = np.flatnonzero(is_chosen & is_uncalculated)
            self._note(cells, uncalculated.tolist())
        filled = np.flatnonzero(is_chosen & has_value)
        if not len(filled):
            return
        values = self._values(cells, filled)
        listed = values.tolist()
        if not all(listed):  # an empty text is no value
            is_blank = [value is None or value == "" for value in listed]
            is_kept = ~np.array(is_blank)
            filled = filled[is_kept]
            values = values[is_kept]
        if len(filled):
            numbers = cells.numbers[cells.row[filled]]
            columns = cells.column[filled]
            self._add(numbers, columns, values)

    def of_column(self, cells: Cells, column: int, row_indices: Numbers) -> list[Any]:
        """Return the values in a column of a block, in some rows by their indices, None for nothing.

        Raises `BookError` for a damaged cell.
        """
        is_in_column = cells.column == column
        has_value = cells.kind != EMPTY
        filled = np.flatnonzero(is_in_column & has_value)
        values = np.full(len(cells.numbers), None, object)
        values[cells.row[filled]] = self._values(cells, filled)
        chosen: list[Any] = values[row_indices].tolist()
        return chosen

    def _add(self, numbers: Numbers, columns: Numbers, values: Array) -> None:
        """Add rows, from the row, the column and the value of each of their cells."""
        differs_from_before = numbers[1:] != numbers[:-1]
        is_first = np.append(True, differs_from_before)
        firsts = np.flatnonzero(is_first)
        rows = numbers[firsts]
        counts = np.diff(firsts, append=len(values))
        last_cells = firsts + counts - 1
        widths = columns[last_cells] + 1
        ends = np.cumsum(widths)
        filled = len(values)
        blanks = int(ends[-1]) - filled
        self._room += PADDING * filled - blanks
        if self._room < 0:
            self._damaged("its cells lie too far apart")
        if blanks:
            start_of_row = np.repeat(ends - widths, counts)
            spread = np.full(ends[-1], None, object)
            spread[start_of_row + columns] = values
            values = spread
        listed = values.tolist()
        edges = [0, *ends.tolist()]
        lines = [listed[start:end] for start, end in pairwise(edges)]
        has_no_gaps = rows[-1] - rows[0] < len(lines)
        if has_no_gaps:
            self._add_blank_rows(int(rows[0]))
            self.rows += lines
            return
        for row, line in zip(rows.tolist(), lines, strict=True):
            self._add_blank_rows(row)
            self.rows.append(line)

    def _add_blank_rows(self, end: int) -> None:
        """Add blank rows up to the one before a row."""
        count = end - self._above - len(self.rows)
        self.rows += [[]] * count

    def _values(self, cells: Cells, chosen: Numbers) -> Array:
        """Return the values of some cells, an empty text or None for nothing."""
        try:
            values = cells.converted(chosen, self._texts.strings, self._makers)
        except (ValueError, LookupError):
            for cell in chosen.tolist():
                self._explain(cells, cell)
            raise
        dates = self._texts.dates
        if dates:
            is_number = cells.kind[chosen] == NUMBER
            has_date_style = np.isin(cells.style[chosen], list(dates))
            for index in np.flatnonzero(is_number & has_date_style).tolist():
                if values[index] is not None:
                    values[index] = date_or_error(values[index], self._texts.epoch)
        return values

    def _explain(self, cells: Cells, cell: int) -> None:
        """Raise the error about a cell that is damaged."""
        try:
            cell_alone = np.array([cell])
            cells.converted(cell_alone, self._texts.strings, self._makers)
        except (ValueError, LookupError):
            kind = int(cells.kind[cell])
            reason = not_a_value(kind, cells.text(cell), len(self._texts.strings))
            self._damaged(f"cell {a1(*cells.place(cell))} {reason}")

    def _note(self, cells: Cells, empty: Sequence[int]) -> None:
        """Note formulas without a value."""
        for cell in empty:
            start = int(cells.start[cell])
            formula_start = int(cells.formula[cell])
            if not gives_empty_text(cells.block, start, formula_start):
                text = formula_of(cells, cell)[1]  # none where several cells share it
                self.uncalculated[cells.place(cell)] = f"={text}" if text else "a formula"

    def finish(self, tail: bytes) -> None:
        """Empty all cells of merged areas but their anchors, and drop blank rows at the end."""
        empty_merged(self.rows, merged_boxes(tail), self._where)
        while self.rows and _is_empty(self.rows[-1]):
            self.rows.pop()


class BookTexts(Styles):
    """The shared strings of a workbook and their cards, and its styles; read at first use."""

    def __init__(self, package: Package) -> None:
        super().__init__(package)
        self._codes: dict[int, Codes] = {}

    @cached_property
    def strings(self) -> npt.NDArray[np.object_]:
        """All shared strings; raises `BookError` for a part that is damaged."""
        return np.array(shared_strings(self._package), object)

    def codes(self, width: int) -> Codes:
        """Return the codes of all shared strings, and of a blank behind them: (strings + 1, width).

        Each string is one card for the width 1, else a whole hand of that many cards.
        """
        if width not in self._codes:
            texts = np.array([*self.strings, None], object)
            codes = parse(texts) if width == 1 else parse_hands(texts, width)
            self._codes[width] = codes
        return self._codes[width]


def _is_empty(row: Sequence[Any]) -> bool:
    """Tell whether a row of a sheet has no value."""
    return all(value is None for value in row)

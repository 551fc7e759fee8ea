"""Cells as Python values: texts, numbers, dates, booleans, error texts, in rows; and formulas that nobody calculated.

The same for the first rows of a sheet, for single rows of a block, and for a sheet that is read as a whole, which adds what
only the whole part tells: merged cells count for their anchor, rows may come out of order, a formula may be shared.
A place that is filled twice, and cells too far apart, make the part damaged.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, NoReturn
from xml.parsers import expat

import numpy as np

from xlpoker.errors import BookError
from xlpoker.layout.grid import a1
from xlpoker.scoring.results import Made
from xlpoker.workbook.xlsx.byte_ops import BOOL, DATE, EMPTY, ERROR, NUMBER, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Cells, attribute, formula_of, shared_formulas, text_of
from xlpoker.workbook.xlsx.facts import merged_boxes
from xlpoker.workbook.xlsx.stream import SheetStream
from xlpoker.workbook.xlsx.strings_styles import BookTexts, reason_of

__all__ = ["SheetValues", "whole_sheet"]

SLACK = 1 << 23
"""Empty places between cells that are paid for by no cell."""
PADDING = 4
"""Further empty places for each cell."""
MERGED_STEPS = 1 << 23
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WHOLE = re.compile(r"[-+]?\d{1,400}")
_TRUTHS = {"1": True, "true": True, "0": False, "false": False}
_TEXT_TYPE = re.compile(rb"\st=[\"']str[\"']")
Place = tuple[int, int]


class _UnclearError(Exception):
    """What a cell holds is none of its kind."""


class SheetValues:
    """Rows of a sheet, block after block: `rows`, the first of which has the number `above`, and formulas without a value.

    `uncalculated` has the texts of these by row and column.
    """

    def __init__(self, texts: BookTexts, where: str, above: int = 0) -> None:
        self.rows: list[list[Any]] = []
        self.uncalculated: dict[Place, str] = {}
        self._texts, self._where, self._above = texts, where, above
        self._room = SLACK
        self._shared: dict[bytes, tuple[Place, str]] = {}
        self._followers: list[tuple[Place, bytes]] = []
        as_text = Made(text_of).__getitem__
        self._makers: dict[int, Callable[[Any], Any]] = {
            SHARED: texts.strings.__getitem__, NUMBER: Made(_number).__getitem__, TEXT: as_text, ERROR: as_text,
            BOOL: _truth, DATE: _date,
        }  # fmt: skip

    def _damaged(self, reason: str) -> NoReturn:
        raise BookError(f"{self._where}: {reason}")

    def take(self, cells: Cells, places: Sequence[int] | None = None) -> None:
        """Take the rows of a block, or those at some places; raises `BookError` for a damaged cell."""
        chosen = np.ones(len(cells.row), np.bool_) if places is None else np.isin(cells.row, list(places))
        if cells.has_formulas:
            self._note(cells, np.flatnonzero(chosen & (cells.kind == EMPTY) & (cells.formula >= 0)).tolist())
        there = np.flatnonzero(chosen & (cells.kind != EMPTY))
        if not len(there):
            return
        if cells.texts is not None:
            there = self._sorted(cells, there)
        numbers, columns = cells.numbers[cells.row[there]], cells.column[there]
        first = np.flatnonzero(np.diff(numbers, prepend=-1))
        end = np.append(first[1:], len(there))
        widths = columns[end - 1] + 1
        self._room += PADDING * len(there) - int(widths.sum() - len(there))
        if self._room < 0:
            self._damaged("its cells lie too far apart")
        values = self._values(cells, there)
        lines = [values[start:stop] for start, stop in zip(first.tolist(), end.tolist(), strict=True)]
        gaps = widths != end - first  # columns without a value
        if not all(values):
            gaps |= np.array([None in line or "" in line for line in lines])
        for at in np.flatnonzero(gaps).tolist():
            lines[at] = _spread(columns[first[at] : end[at]].tolist(), lines[at])
        below = self._above + len(self.rows)
        if numbers[0] == below and numbers[-1] == below + len(lines) - 1 and all(lines):
            self.rows += lines
            return
        for number, line in zip(numbers[first].tolist(), lines, strict=True):
            gap = number - self._above - len(self.rows)
            if gap < 0 and line:
                if self.rows[gap]:
                    self._damaged(f"row {number + 1} stands there twice")
                self.rows[gap] = line
            elif line:
                self.rows += [[]] * gap
                self.rows.append(line)

    def _sorted(self, cells: Cells, there: Any) -> Any:
        """Return cells that Expat has read in the order of the sheet; none, and no row, may stand there twice."""
        there = there[np.lexsort((cells.column[there], cells.numbers[cells.row[there]]))]
        again = np.diff(cells.numbers[cells.row[there]]) == 0
        for cell in there[1:][again & (np.diff(cells.row[there]) != 0)].tolist():
            self._damaged(f"row {cells.place(cell)[0] + 1} stands there twice")
        for cell in there[1:][again & (np.diff(cells.column[there]) == 0)].tolist():
            self._damaged(f"cell {a1(*cells.place(cell))} stands there twice")
        return there

    def _values(self, cells: Cells, there: Any) -> list[Any]:
        """Return the values of some cells, an empty text or None for nothing."""
        try:
            values = cells.made(there, self._makers)
        except (_UnclearError, IndexError):
            for cell in there.tolist():
                self._explain(cells, cell)
            raise
        dates = self._texts.dates
        if dates:
            dated = (cells.kind[there] == NUMBER) & np.isin(cells.style[there], list(dates))
            for at in np.flatnonzero(dated).tolist():
                if values[at] is not None:
                    values[at] = dates[int(cells.style[there[at]])](values[at])
        return values

    def _explain(self, cells: Cells, cell: int) -> None:
        """Raise the error about a cell that is damaged."""
        address = a1(int(cells.numbers[cells.row[cell]]), int(cells.column[cell]))
        try:
            cells.made(np.array([cell]), self._makers)
        except _UnclearError as error:
            self._damaged(f"cell {address} holds '{cells.text(cell).strip()[:40]}' as {error}")
        except IndexError:
            count = len(self._texts.strings)
            there = f"of which there are {count:,}" if count else "of which there are none"
            self._damaged(f"cell {address} asks for shared string {cells.text(cell)[:20]}, {there}")

    def _note(self, cells: Cells, empty: Sequence[int]) -> None:
        """Note formulas without a value, and the texts that formulas share."""
        for cell, attributes, text in shared_formulas(cells):
            self._shared[attribute(attributes, "si")] = cells.place(cell), text
        for cell in empty:
            start, begin = int(cells.start[cell]), int(cells.formula[cell])
            if not _TEXT_TYPE.search(cells.block, start, begin):  # else its value is an empty text
                attributes, text = formula_of(cells, cell)
                kind = attribute(attributes, "t")
                self.uncalculated[cells.place(cell)] = "=" + "TABLE()" * (kind == b"dataTable") + text
                if kind == b"shared" and not text:
                    self._followers.append((cells.place(cell), attribute(attributes, "si")))

    def finish(self, tail: bytes) -> None:
        """Say the formulas that are shared, and empty all cells of merged areas but their anchors."""
        steps = 0
        for box in set(merged_boxes(tail)):
            below = min(box.bottom + 1, len(self.rows))
            steps += max(0, below - box.top)
            if steps > MERGED_STEPS:
                self._damaged("its merged areas overlap")
            for row in range(box.top, below):
                cells = self.rows[row]
                for column in range(box.left + (row == box.top), min(box.right + 1, len(cells))):
                    cells[column] = None
        while self.rows and not any(value is not None for value in self.rows[-1]):
            self.rows.pop()
        if self._followers:
            from openpyxl.formula.translate import Translator

            for place, index in self._followers:
                origin, formula = self._shared.get(index, (place, ""))
                moved = Translator("=" + formula, origin=a1(*origin))
                self.uncalculated[place] = moved.translate_formula(a1(*place))


def _spread(columns: list[int], values: list[Any]) -> list[Any]:
    """Return values in their columns, None in those between; an empty text is no value."""
    line: list[Any] = []
    for column, value in zip(columns, values, strict=True):
        if value is not None and value != "":
            line.extend(repeat(None, column - len(line)))
            line.append(value)
    return line


def _plain(raw: bytes | str) -> str:
    return text_of(raw).strip()


def _number(raw: bytes | str) -> float | None:
    plain = _plain(raw)
    if _WHOLE.fullmatch(plain):
        return int(plain)
    if plain and not _NUMBER.fullmatch(plain):
        raise _UnclearError("a number")
    return float(plain) if plain else None


def _truth(raw: bytes | str) -> bool:
    if (plain := _plain(raw)) not in _TRUTHS:
        raise _UnclearError("a truth value")
    return _TRUTHS[plain]


def _date(raw: bytes | str) -> Any:
    try:
        return dt.datetime.fromisoformat(_plain(raw)).replace(tzinfo=None)
    except ValueError:
        return text_of(raw)


def whole_sheet(stream: SheetStream, texts: BookTexts) -> SheetValues | None:
    """Return a sheet read as a whole, None for one of charts.

    Raises `BookError` for a part that is damaged or out of proportion.
    """
    if not stream.holds_cells:
        return None
    found = SheetValues(texts, stream.where)
    for cells in stream.parsed(ordered=False):
        found.take(cells)
    try:
        expat.ParserCreate("utf-8", " ").Parse(stream.frame.head + stream.tail, True)  # noqa: FBT003
    except expat.ExpatError as error:
        raise BookError(f"{stream.where}: {reason_of(error)}") from None
    found.finish(stream.tail)
    return found

"""New cells in the rows of a worksheet part: behind the last of their rows, or in the place of results of an earlier run.

A block into which the new cells come behind all others is cut at the ends of its rows and put together again with the
cells between; so is one whose rows are all good and end in the same old results, cut where these begin. What goes between
is made row by row in other blocks, formats of replaced cells kept.

The last column that a row's ``spans`` name is put right in the same go; in the blocks that programs write all rows name
the same one, with as many digits as the new one mostly, and it is written over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.layout.grid import a1
from xlpoker.scoring.plan import Plan
from xlpoker.scoring.results import PROBLEM, Column, in_turns
from xlpoker.workbook.xlsx.cell_xml import CellStyles, NewCells, formula_cell, new_cells, one_cell, text_cell
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.stream import SheetStream

__all__ = ["RowWriter", "filled", "place_of"]

_SPANS = re.compile(rb"<(?:[\w.-]+:)?row\s[^<>]*?\bspans=[\"']\d+:(\d{1,9})(?=[\"'])")
_CANONICAL = re.compile(rb'<(?:[\w.-]+:)?row r="(\d+)" spans="\d+:\d+"')
_ROW_STYLE = re.compile(
    rb"<(?:[\w.-]+:)?row\s(?=[^<>]*\bcustomFormat=[\"'](?:1|true)[\"'])[^<>]*?\bs=[\"'](\d{1,9})[\"']"
)
_POWERS = 10 ** np.arange(1, 8)
Places = npt.NDArray[Any]


def place_of(numbers: Places | Sequence[int], number: int) -> int:
    """Return the place of a number among sorted ones; NumPy's search may copy all of them first."""
    return bisect_left(numbers, number)


class RowWriter:
    """The writer of a sheet's rows; blocks come in order, each with the results of its rows at least."""

    def __init__(
        self, stream: SheetStream, plan: Plan, header: int | None, styles: CellStyles, columns: Sequence[Column]
    ) -> None:
        self._stream, self.plan, self._header = stream, plan, header
        style_of = column_styles(stream.frame.head)
        pairs = zip([*columns, PROBLEM], plan.places, strict=False)
        self._prefix = stream.frame.prefix
        self._styles = {place: styles.aligned(style_of(place), one.align) for one, place in pairs}
        self._titled = header is None

    def block(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block with its new cells."""
        numbers, header, places = cells.numbers, self._header, self.plan.places
        if not len(numbers):
            return cells.block
        titles = header is not None and not self._titled and bool(numbers[-1] >= header)  # their row comes here
        self._titled |= titles
        if header is not None and titles:
            cells = self._with_row(cells, header)
            numbers, at = cells.numbers, place_of(cells.numbers, header)
        if cells.has_row_formats:
            return self.one_by_one(cells, new)
        good = _between(new.rows, numbers)
        if cells.last_column < self.plan.first:
            return self._filled(cells, new, good, {}, None)
        if header is not None and titles and at + 1 < len(numbers):  # the titles go by themselves, the rest in one go
            edge = int(cells.starts[at + 1])
            above = self._stream.cells(cells.block[:edge], int(numbers[0]) - 1)
            return self.one_by_one(above, new) + self.block(self._stream.cells(cells.block[edge:], header), new)
        cuts, here = cells.tail(self.plan.first)
        ours, old = places[: len(new.columns)], cells.styles(here)
        if len(good) < len(numbers) or not cells.is_even(here) or not set(old) <= set(ours) or ours != sorted(ours):
            return self.one_by_one(cells, new)
        return self._filled(cells, new, good, old, cuts)

    def _with_row(self, cells: Cells, row: int) -> Cells:
        """Return a block in which a row stands that was not there, or was empty and had no end."""
        text, at = cells.block, place_of(cells.numbers, row)
        start = after = int(cells.starts[at])
        tag = b'<%srow r="%d"' % (self._prefix, row + 1)
        if cells.numbers[at] == row:
            if cells.ends[at] >= 0:
                return cells
            after = text.index(b">", start) + 1
            tag = text[start : after - 2].rstrip()
        made = text[:start] + tag + b"></%srow>" % self._prefix + text[after:]
        return self._stream.cells(made, min(row, int(cells.numbers[0])) - 1)

    def over_results(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block with its new cells in the place of all that stands from the first of their columns on."""
        if not len(cells.numbers):
            return cells.block
        cuts, here = cells.tail(self.plan.first)
        there = cells.numbers[cells.row[here]]
        styles = cells.styles(here[there == new.rows[0]] if len(new.rows) else here[:0])
        return self._filled(
            cells, new, _between(new.rows, cells.numbers), styles, cuts, np.setdiff1d(there, new.rows).tolist()
        )

    def _filled(
        self,
        cells: Cells,
        new: NewCells,
        good: Places,
        styles: Mapping[int, int],
        cuts: Places | None,
        emptied: Sequence[int] | None = None,
    ) -> bytes:
        """Return a block made in one go: cells behind the last ones of its rows, or behind the cuts."""
        first, places = place_of(new.rows, int(cells.numbers[0])), self.plan.places
        columns = [
            (column, place, styles.get(place, self._styles[place]))
            for column, place in zip(new.columns, places, strict=False)
        ]
        made = new_cells(columns, self._prefix, new.rows, slice(first, first + len(good)))
        others = dict.fromkeys(emptied or (), b"")
        special = _between(new.bad, cells.numbers)
        if self._header is not None and cells.numbers[0] <= self._header <= cells.numbers[-1]:
            special = sorted([*special, self._header])
        for row in special:
            others[row] = _joined(self._cells(cells, new, row))
        last = max(places[: len(new.columns)], default=max(places))
        return filled(cells, good, made, others, (last, max(places) if emptied is None else last), cuts)

    def _cells(
        self,
        cells: Cells,
        new: NewCells,
        row: int,
        at: int | None = None,
        styles: Mapping[int, int] | None = None,
        default: int = -1,
    ) -> dict[int, bytes]:
        """Return the new cells of any row by column; `at` is its place among the good ones.

        `styles` are those of cells that are replaced, `default` is that of the row.
        """
        places, prefix = self.plan.places, self._prefix
        known = styles or {}

        def style(place: int) -> int:
            return known.get(place, default if default >= 0 else self._styles[place])

        if row == self._header:  # as the title left of it
            left = np.flatnonzero((cells.numbers[cells.row] == row) & cells.held & (cells.column < min(places)))
            beside = int(cells.style[left[-1]]) if len(left) else -1
            titles = zip(places, self.plan.labels, strict=True)
            return {place: text_cell(title, place, known.get(place, beside), prefix, row) for place, title in titles}
        if at is None and row not in new.problems:
            return {}
        columns = [(column, place, style(place)) for column, place in zip(new.columns, places, strict=False)]
        if at is not None:
            return {place: one_cell(column, place, shape, prefix, row, at) for column, place, shape in columns}
        answers = zip(columns, new.answers.get(row, ()), strict=False)
        made = {place: formula_cell(column, place, shape, prefix, row, to) for (column, place, shape), to in answers}
        return made | {places[-1]: text_cell(new.problems[row], places[-1], style(places[-1]), prefix, row)}

    def one_by_one(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block whose rows are made one by one."""
        firsts = np.searchsorted(cells.row, np.arange(len(cells.numbers) + 1)).tolist()
        low = place_of(new.rows, int(cells.numbers[0]))
        good = {row: at for at, row in enumerate(_between(new.rows, cells.numbers).tolist(), low)}
        styled, last = cells.has_row_formats, -1
        made: dict[int, bytes] = {}
        for place, row in enumerate(cells.numbers.tolist()):
            begin, end = firsts[place], firsts[place + 1]
            old = range(begin + int(np.searchsorted(cells.column[begin:end], self.plan.first)), end)
            anew = bool(old) or row in good or row in new.problems or row == self._header
            if anew and cells.ends[place] >= 0:
                match = _ROW_STYLE.match(cells.block, int(cells.starts[place])) if styled else None
                made[row], here = self._tail(cells, new, old, row, good.get(row), int(match[1]) if match else -1)
                last = max(last, here)
        return filled(cells, new.rows[:0], [], made, (last, last), cells.tail(self.plan.first)[0])

    def _tail(
        self, cells: Cells, new: NewCells, old: range, row: int, at: int | None, default: int
    ) -> tuple[bytes, int]:
        """Return the cells of a row from the first new column on, and the last column of the new ones."""
        styles = {int(cells.column[one]): int(cells.style[one]) for one in old}
        made = self._cells(cells, new, row, at, styles, default)
        last = max(made, default=-1)
        for one in old:
            column = int(cells.column[one])
            if column not in made and self.plan.clears(row, column):
                style, address = styles[column], a1(row, column).encode()
                made[column] = b'<%sc r="%s" s="%d"/>' % (self._prefix, address, style) if style >= 0 else b""
            elif column not in made:
                made[column] = cells.block[int(cells.start[one]) : cells.end(one)]
        return _joined(made), last


def _joined(cells: Mapping[int, bytes]) -> bytes:
    """Return the cells of a row in the order of their columns."""
    return b"".join(cell for _, cell in sorted(cells.items()))


def _between(rows: Any, numbers: Places) -> Any:
    """Return those of some sorted rows that lie between the first and the last row of a block."""
    return rows[place_of(rows, int(numbers[0])) : place_of(rows, int(numbers[-1]) + 1)]


def filled(
    block: Cells,
    good: Places,
    new: Sequence[Sequence[bytes]],
    others: Mapping[int, bytes],
    last_columns: tuple[int, int],
    cuts: Places | None = None,
) -> bytes:
    """Return a block with the new cells of its good rows (column by column), and those of other rows by their numbers.

    `last_columns` are the last ones of good rows and, in a block with others, of any row; `cuts` are where in each row the
    cells begin that the new ones replace.

    >>> from xlpoker.workbook.xlsx.tokens import scan_block
    >>> cells = scan_block(b'<row r="5" spans="1:2"><c r="B5"><v>1</v></c></row>')
    >>> filled(cells, np.array([4]), [[b'<c r="C5"/>']], {}, (2, 3))
    b'<row r="5" spans="1:3"><c r="B5"><v>1</v></c><c r="C5"/></row>'
    """
    text, columns = block.block, new
    if not len(good) and not others:
        return text
    rows = good
    if others:
        rows = np.union1d(good, list(others))
        first, *rest = [[*column] for column in new] or [[]]
        for at, row in enumerate(rows.tolist()):
            if row in others:
                first.insert(at, others[row])
                for column in rest:
                    column.insert(at, b"")
        columns = [first, *rest]
    places = np.arange(len(rows)) if len(rows) == len(block.numbers) else np.searchsorted(block.numbers, rows)
    text, shift = _spans(text, block, places, last_columns[bool(others)])
    ends = block.ends + shift
    starts = ends if cuts is None else cuts + shift
    edges = zip([0, *ends[places].tolist()], [*starts[places].tolist(), None], strict=True)
    slices = [text[start:end] for start, end in edges]
    return b"".join([*in_turns([slices[:-1], *columns]), slices[-1]])


def _spans(text: bytes, block: Cells, rows: Places, last_column: int) -> tuple[bytes, Any]:
    """Return the block with the spans of some rows made wider, and how far the ends of its rows moved by that."""
    if b"spans=" not in text:
        return text, 0
    last = b"%d" % (last_column + 1)
    starts = block.starts[rows].astype(np.int64)
    alike = _alike(text, starts, block.numbers[rows])
    if alike is not None:
        low, high = alike
        if int(text[low[0] : high[0]]) >= int(last):
            return text, 0
    else:
        low, high = _each(text, starts, int(last))
    there = np.flatnonzero(high > low)
    if ((high - low)[there] == len(last)).all():
        changed = np.frombuffer(bytearray(text), np.uint8)
        for place, digit in enumerate(last):
            changed[low[there] + place] = digit
        return changed.tobytes(), 0
    more = np.zeros(len(block.ends), np.int64)
    more[rows[there]] = len(last) - (high - low)[there]
    pieces: list[bytes] = []
    done = 0
    for start, end in zip(low[there].tolist(), high[there].tolist(), strict=True):
        pieces += (text[done:start], last)
        done = end
    pieces.append(text[done:])
    return b"".join(pieces), np.cumsum(more)


def _alike(text: bytes, starts: Any, numbers: Any) -> tuple[Any, Any] | None:
    """Return where the last column stands in the spans of rows, None unless all begin with the same span as the first."""
    match = _SPANS.match(text, int(starts[0]))
    canonical = _CANONICAL.match(text, int(starts[0]))
    if match is None or canonical is None:
        return None
    before = canonical.start(1) - int(starts[0])
    places = starts + before + 1 + np.searchsorted(_POWERS, numbers + 1, side="right")  # behind the number
    wanted = text[int(places[0]) : canonical.end()]
    window = np.ndarray((len(text) - len(wanted) + 1,), f"V{len(wanted)}", text, 0, (1,))
    if places[-1] > len(window) - 1 or (window[places] != np.void(wanted)).any():
        return None
    low = places + (match.start(1) - int(places[0]))
    return low, low + len(match[1])


def _each(text: bytes, starts: Any, last: int) -> tuple[Any, Any]:
    """Return where the last column stands in the spans of each row that ends before it, nothing for the others."""
    low, high = starts.copy(), starts.copy()
    for at, start in enumerate(starts.tolist()):
        match = _SPANS.match(text, start)
        if match is not None and int(match[1]) < last:
            low[at], high[at] = match.span(1)
    return low, high

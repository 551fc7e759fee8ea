"""Inserts new cells into the rows of a worksheet part: at the ends of rows, or in the place of results of an earlier run.

A block is a table of bytes while it is written: each row up to the first cell that may change, the new cells column by
column, and the bytes up to the next row. Old cells among the new ones are removed (their formats stay) or kept between
them. The last column in a row's ``spans`` is corrected in the same step.

The place of the new columns is certain only when the last row is known, but nearly always the first rows give it: right of
the last used column. So the plan is made once the row of labels and the first hands are known, and every later block is
filled and packed at once, into an unnamed file beside the target: the *draft*. The first blocks wait, since the dimension,
the labels and the widths of columns depend on whether a bad row comes; they are packed last and placed in front (deflate
allows that: the outputs of two packers, one after the other, are one stream)::

    read     | block 0 | block 1 | block 2 | ... | block n | behind the rows
    draft    |  waits  |   filled, packed, written ....    | packed
    target   | packed, in front of .......................... copied

A sheet that was scored before is drafted, too, as long as its blocks equal, byte for byte, what would be written: such a
block is copied, and its results need no other proof.

The draft is discarded, and a second pass writes everything, if a cell occupies a new column, if the hands end before the
last row, or if an earlier run's results differ.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import PokerError
from xlpoker.files.zip_archive import Packer, codec
from xlpoker.layout.grid import MOST_COLUMNS, a1
from xlpoker.scoring.model import Scored
from xlpoker.scoring.plan import Plan
from xlpoker.scoring.results import PROBLEM, Column, in_turns
from xlpoker.workbook.xlsx.cell_xml import CellStyles, NewCells, SheetResults, new_cells, numbered, one_cell
from xlpoker.workbook.xlsx.cells import Cells, words
from xlpoker.workbook.xlsx.package import Drafted
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.source import SheetStream

__all__ = ["Draft", "RowWriter", "joined", "place_of"]

_SPANS = re.compile(rb"<(?:[\w.-]+:)?row\s[^<>]*?\bspans=[\"']\d+:(\d{1,9})(?=[\"'])")
_CANONICAL = re.compile(rb'<(?:[\w.-]+:)?row r="(\d+)" spans="\d+:\d+"')
_SHORTEST_SPANS, _SHORTEST_FORMAT = len('<row r="1" spans="1:1">'), len('<row r="" customFormat="1">')
_WAITING = 4  # blocks that may wait for the first hands; there are more where notes stand above the hands
_POWERS = 10 ** np.arange(1, 8)
Places = npt.NDArray[Any]


def place_of(numbers: Places | Sequence[int], number: int) -> int:
    """Return the index of a number among sorted ones (NumPy's search may first copy all of them)."""
    return bisect_left(numbers, number)


class RowWriter:
    """The writer of a sheet's rows; blocks come in order, each with the results of its rows at least."""

    def __init__(
        self, stream: SheetStream, plan: Plan, header: int | None, styles: CellStyles, columns: Sequence[Column]
    ) -> None:
        self._stream, self.plan, self._titles = stream, plan, header
        style_of = column_styles(stream.frame.head)
        pairs = zip([*columns, PROBLEM], plan.places, strict=False)
        self._prefix = stream.frame.prefix
        self._styles = [styles.aligned(style_of(place), one.align) for one, place in pairs]

    def block(self, cells: Cells, new: NewCells, *, kept: bool = True) -> bytes:
        """Return a block with its new cells; unless `kept`, all other cells from the first new column on are removed."""
        titles = self._titles if len(cells.numbers) and cells.numbers[-1] >= (self._titles or 0) else None
        if titles is not None:  # their row comes here
            cells, self._titles = self._with_row(cells, titles), None
        cuts, ends, old = cells.tail(self.plan.first)
        good, bad = _between(new.rows, cells.numbers), _between(new.bad, cells.numbers)
        if not (titles is not None or len(good) or len(bad) or len(old)):
            return cells.block
        places = np.array(self.plan.places)
        slots = np.searchsorted(places, cells.column[old])
        ours = places.take(slots, mode="clip") == cells.column[old]
        styles = np.repeat(self._styles, len(cells.numbers)).reshape(len(places), -1)
        longest = cells.longest_tag  # most hold no more than the number
        for at, style in cells.row_styles() if longest >= _SHORTEST_FORMAT + len(str(cells.numbers[0])) else ():
            styles[:, at] = style
        if titles is not None:  # as the title left of them
            at = place_of(cells.numbers, titles)
            left = np.flatnonzero((cells.row == at) & cells.held & (cells.column < places[0]))
            styles[:, at] = cells.style[left[-1]] if len(left) else -1
        styles[slots[ours], cells.row[old[ours]]] = cells.style[old[ours]]
        made, lasts = self._made(cells, new, good, bad, styles)
        if titles is not None:
            lasts[at] = places[-1]
            for slot, label in enumerate(self.plan.labels):
                made[slot][at] = one_cell(label, self.plan.places[slot], styles[slot, at], self._prefix, titles)
        if kept and len(old):
            there = np.array([[*map(bool, column)] for column in made])
            ours &= there[np.minimum(slots, len(places) - 1), cells.row[old]]
            self._keep(cells, old[~ours], made)
        return joined(cells, made, lasts if titles is not None or longest >= _SHORTEST_SPANS else None, cuts, ends)

    def _with_row(self, cells: Cells, row: int) -> Cells:
        """Return a block with a row that was missing, or was an empty element (``<row/>``)."""
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

    def _made(
        self, cells: Cells, new: NewCells, good: Places, bad: Sequence[int], styles: Places
    ) -> tuple[list[list[bytes]], Places]:
        """Return the new cells of a block column by column, nothing where there is none, and the last new column of each row."""
        count, places, prefix = len(cells.numbers), self.plan.places, self._prefix
        made, lasts = [[b""] * count for _ in places], np.full(count, -1)
        index = np.searchsorted(cells.numbers, good) if len(good) < count else np.arange(count)
        bad_index = np.searchsorted(cells.numbers, bad).tolist()
        first = place_of(new.rows, int(cells.numbers[0]))
        lasts[index], lasts[bad_index] = places[len(new.columns) - 1], places[-1]
        all_numbered = numbered(good)
        for slot, column in enumerate(new.columns if len(good) else ()):
            looks, contents = styles[slot, index], column.places[first : first + len(good)]
            if (alike := bool((looks == looks[0]).all())) and len(good) == count:
                made[slot] = new_cells(column, places[slot], looks[0], prefix, all_numbered, contents)
                continue
            for style in looks[:1] if alike else np.unique(looks):
                here = looks == style
                parts = all_numbered if alike else numbered(good[here])
                some = new_cells(column, places[slot], style, prefix, parts, contents[here])
                for at, cell in zip(index[here].tolist(), some, strict=True):
                    made[slot][at] = cell
        for row, at in zip(bad, bad_index, strict=True):
            for slot, answer in enumerate(new.answers.get(row, ())):
                formula = new.columns[slot].column.formula
                made[slot][at] = one_cell(answer, places[slot], styles[slot, at], prefix, row, formula)
            made[-1][at] = one_cell(new.problems[row], places[-1], styles[-1, at], prefix, row)
        return made, lasts

    def _keep(self, cells: Cells, others: Places, made: Sequence[list[bytes]]) -> None:
        """Put the cells that are not replaced between the new ones of their rows; those that are cleared keep their style."""
        rows: dict[int, dict[int, bytes]] = {}
        for cell in others.tolist():
            at, (row, column), style = int(cells.row[cell]), cells.place(cell), int(cells.style[cell])
            text = cells.block[int(cells.start[cell]) : cells.end(cell)]
            if self.plan.clears(row, column):
                text = b'<%sc r="%s" s="%d"/>' % (self._prefix, a1(row, column).encode(), style) if style >= 0 else b""
            new = {place: column[at] for place, column in zip(self.plan.places, made, strict=True)}
            rows.setdefault(at, new)[column] = text
        for at, one in rows.items():
            for cell_of in made:
                cell_of[at] = b""
            made[0][at] = b"".join(text for _, text in sorted(one.items()))


def _between(rows: Any, numbers: Places) -> Any:
    """Return those of some sorted rows that lie between the first and the last row of a block."""
    return rows[place_of(rows, int(numbers[0])) : place_of(rows, int(numbers[-1]) + 1)] if len(numbers) else rows[:0]


def joined(block: Cells, new: Sequence[list[bytes]], lasts: Places | None, cuts: Places, ends: Places) -> bytes:
    """Return a block in which the bytes between the cut and the end of each row are replaced by new cells, column by column.

    `lasts` are the last columns of the new cells, -1 for none; without it rows have no spans.

    >>> from xlpoker.workbook.xlsx.tokens import scan_block
    >>> cells = scan_block(b'<row r="5" spans="1:2"><c r="B5"><v>1</v></c></row>')
    >>> joined(cells, [[b'<c r="C5"/>']], np.array([2]), cells.ends, cells.ends)
    b'<row r="5" spans="1:3"><c r="B5"><v>1</v></c><c r="C5"/></row>'
    """

    def between(starts: Places, ends: Places) -> list[bytes]:
        return [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

    text, starts = block.block, np.append(0, ends)
    low, high, spans = _spans(block, lasts)
    head = [between(starts[:-1], low), spans, between(high, cuts)] if spans else [between(starts[:-1], cuts)]
    return b"".join([*in_turns([*head, *filter(any, new)]), text[starts[-1] :]])


def _spans(block: Cells, lasts: Places | None) -> tuple[Places, Places, list[bytes]]:
    """Return the place of the last column in each row's spans, and its replacement where the spans are too narrow."""
    text, low, high = block.block, block.starts.copy(), block.starts.copy()
    if lasts is None or lasts.max() < 0 or b"spans=" not in text:
        return low, high, []
    rows = np.flatnonzero(lasts >= 0)
    places: Sequence[Places] | None = _alike(text, low[rows], block.numbers[rows])
    if places is None:
        found = [_SPANS.match(text, start) for start in low[rows].tolist()]
        places = [*np.array([(*one.span(1), int(one[1])) if one else (0, 0, MOST_COLUMNS) for one in found]).T]
    wider = lasts[rows] >= places[2]
    rows = rows[wider]
    low[rows], high[rows] = places[0][wider], places[1][wider]
    spans = np.full(len(low), b"", object)
    spans[rows] = np.array([b"%d" % (last + 1) for last in range(int(lasts.max()) + 1)], object)[lasts[rows]]
    return low, high, spans.tolist() if len(rows) else []


def _alike(text: bytes, starts: Places, numbers: Places) -> Sequence[Places] | None:
    """Return the place of the last column in the spans of rows, and that column; None unless all rows begin with the first one's spans."""
    first = _SPANS.match(text, int(starts[0]))
    canonical = _CANONICAL.match(text, int(starts[0]))
    if first is None or canonical is None:
        return None
    digits = np.searchsorted(_POWERS, numbers + 1, side="right")
    places = starts + (canonical.end(1) - starts[0] - digits[0]) + digits  # behind the number
    wanted = text[canonical.end(1) : canonical.end()]
    held = words(np.frombuffer(text + bytes(len(wanted)), np.uint8), places, f"V{len(wanted)}")
    if (held != np.void(wanted)).any():
        return None
    low = places + (first.start(1) - int(places[0]))
    return low, low + len(first[1]), np.array(int(first[1]))


class Draft:
    """The draft of a sheet's rows; `begin` plans the columns, including one for problems, for the first good rows.

    Its user must end with `drop`.
    """

    def __init__(
        self, begin: Callable[[npt.NDArray[Any]], RowWriter], results: SheetResults, target: Path, level: int | None
    ) -> None:
        self._begin, self._results, self._target, self._level = begin, results, target, level
        self._waiting: list[Cells] = []
        self._first: Any = None
        self._writer: RowWriter | None = None
        self._packer: Packer | None = None
        self._file: Any = None
        self._good = 0
        self._bad: list[int] = []
        self._given_up = False

    def drop(self) -> None:
        """Discard the draft."""
        self._given_up = True
        self._waiting.clear()
        if self._packer is not None:
            self._packer.close()
        if self._file is not None:
            with contextlib.suppress(OSError):  # a full disk: the buffered data are not needed
                self._file.close()
        self._packer = self._file = None

    def take(self, cells: Cells, scored: Scored) -> npt.NDArray[Any] | None:
        """Make the rows of a block that was scored; return the good ones where all hold their results already."""
        if self._given_up:
            return None
        try:
            if self._first is not None:
                return self._go_on(cells, scored)
            self._waiting.append(cells)
            if len(scored.rows):
                self._first, self._good = scored.rows, len(scored.rows)
            elif len(self._waiting) == _WAITING:
                self.drop()
        except (PokerError, OSError):  # the second pass says what is wrong
            self.drop()
        return None

    def _go_on(self, cells: Cells, scored: Scored) -> npt.NDArray[Any] | None:
        if self._writer is None:
            self._writer = self._begin(self._first)
            self._file = tempfile.TemporaryFile(dir=self._target.parent)  # noqa: SIM115 - closed by `drop`
            self._packer = Packer(codec(self._level), self._file)
        assert self._packer is not None
        new, plan = self._results.of(scored), self._writer.plan
        made = self._writer.block(cells, new, kept=False)
        if made != cells.block if plan.cleared else cells.last_column >= plan.first:
            self.drop()
            return None
        self._packer.put(made)
        self._good += len(scored.rows)
        self._bad += new.bad
        return scored.rows if plan.cleared else None

    def finished(self, writer: RowWriter, new: NewCells, head: bytes, tail: bytes) -> Drafted | None:
        """Return the whole content, with the first blocks made by the writer; None where the draft does not fit the writer's plan."""
        if self._writer is None or self._packer is None:
            return None
        behind = self._waiting[-1].numbers[-1]
        plan, drafted = writer.plan, self._writer.plan
        same = plan.places == drafted.places[: len(plan.places)] and bool(plan.cleared) == bool(drafted.cleared)
        if not same or self._good != len(new.rows) or [row for row in new.bad if row > behind] != self._bad:
            return None
        try:
            self._packer.put(tail)
            packed = self._packer.end()
        except OSError:
            return None
        return Drafted([head, *[writer.block(cells, new) for cells in self._waiting]], self._file, packed)

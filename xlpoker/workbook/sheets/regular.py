"""The fastest tier: a block in which every row is made like the first.

Most blocks of a large sheet are: the same columns in each row, the same attributes, the same cells with a value, rows
numbered without a gap. Then nothing differs but the number of the row and the values, and what stands between two
values is one run of bytes, as long in every row::

    <row r="7"><c r="A7" t="s"><v> 12 </v></c><c r="B7" t="s"><v> 3 </v></c><c r="C7" s="1"/></row>
    |----------- run 0 -----------|    |----------- run 1 -----------|   |------- run 2 ----------|

The byte ``v`` is rare, and those of the first row tell which ones open and close a value. Each run is taken out of all
rows at once and compared with that of the first row, in which the digits of the row's number are replaced. The runs and
the values are the whole block, so a block of which this holds is proved, byte for byte. What is not proved goes
to `xlpoker.workbook.sheets.scan`, which says the same of these blocks and understands more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.grid import column_number
from xlpoker.workbook.sheets.cells import Cells, row_formats
from xlpoker.workbook.sheets.words import (
    EMPTY,
    SHARED,
    Bytes,
    Numbers,
    decimal_digits,
    integers,
    known_attributes,
    words,
)

__all__ = ["Table", "letters_of", "scan_regular", "single_row"]

_FEW = 16  # rows for which there is nothing to gain
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_FIRST_ROW = (
    rb'<P:row r="(?P<number>[1-9]\d{0,6})"(?:[^<>]*[^/<>])?>'
    rb'(?:<P:c r="[A-Z]{1,3}(?P=number)"[^<>]*(?:/>|><P:v>[^<>]+</P:v></P:c>))+</P:row>'
)
_CELL = rb'<P:c r="([A-Z]{1,3})\d+"([^<>]*?)(?:/>|><P:v>([^<>]+)</P:v></P:c>)'
_LETTER, _TAG = ord("v"), ord("<")
_MOST_DIGITS = 8
_QUICK = 2  # digits of the index of a shared string that one look-up reads
_ONE = np.int16(100)  # tells that it read only one


@cache
def _patterns(prefix: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Return what matches a row and a cell, in a sheet whose tags have that prefix (with its colon)."""
    first, cell = (re.compile(pattern.replace(b"P:", re.escape(prefix))) for pattern in (_FIRST_ROW, _CELL))
    return first, cell


class _Made(NamedTuple):
    """How the first row is made: its cells, and the runs of bytes between its values.

    `end` is how many bytes its closing tag has, and `behind` how many stand between a value and the letter of the closing tag;
    `places` are each cell's run and its byte in that, `digits` where in each run the number of the row stands, `watched`
    which of a row's `letters` bytes ``v`` open and close its values, in turns.
    """

    number: int
    end: int
    behind: int
    columns: list[int]
    kinds: list[int]
    styles: list[int]
    filled: list[bool]
    places: list[tuple[int, int]]
    runs: list[bytes]
    digits: list[list[int]]
    watched: list[int]
    letters: int

    @property
    def kinds_filled(self) -> list[int]:
        """The kinds of the cells with a value."""
        return [kind for kind, filled in zip(self.kinds, self.filled, strict=True) if filled]


@dataclass
class Table:
    """The rows of a block that are all alike; rows and columns count from 0, places are bytes of the block.

    `opening` and `closing` (rows, filled cells) are where the texts of values begin and end, `shared` are the indices of
    shared strings (-1 for other values).
    """

    block: bytes
    numbers: Numbers
    starts: Numbers
    ends: Numbers
    made: _Made
    opening: Numbers
    closing: Numbers
    shared: Numbers

    @property
    def last_column(self) -> int:
        """The last column with a cell."""
        return self.made.columns[-1]

    @property
    def used(self) -> list[int]:
        """The columns with a value."""
        return [column for column, filled in zip(self.made.columns, self.made.filled, strict=True) if filled]

    @property
    def has_formulas(self) -> bool:
        """Whether any cell holds a formula."""
        return False

    @property
    def has_row_formats(self) -> bool:
        """Whether the rows have a format of their own."""
        return row_formats(self.made.runs[0])

    def sharing(self, first: int, last: int) -> Numbers | None:
        """Return the indices of the shared strings in some columns, None unless each of these cells holds one."""
        used = self.used
        if first not in used:
            return None
        here = slice(used.index(first), used.index(first) + last - first + 1)
        if used[here] != list(range(first, last + 1)):
            return None
        shared = self.shared[:, here]
        return shared if (shared[0] >= 0).all() else None

    def texts_outside(self, areas: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers]:
        """Return the columns and indices of the shared strings outside of some spans of columns."""
        there = [
            at
            for at, column in enumerate(self.used)
            if self.shared[0, at] >= 0 and not any(first <= column <= last for first, last in areas)
        ]
        used = np.array(self.used, np.int64)[there]
        return np.tile(used, len(self.numbers)), self.shared[:, there].reshape(-1)

    def filled(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether anything stands in it."""
        return np.full(high - low, any(self.made.filled))

    def tail(self, first: int) -> tuple[Numbers, dict[int, int]]:
        """Return where in each row the cells from a column on begin (else its end), and their styles by column."""
        made = self.made
        styles = {column: style for column, style in zip(made.columns, made.styles, strict=True) if column >= first}
        at = len(made.columns) - len(styles)
        return (self._begin(at) if styles else self.ends), styles

    def _begin(self, at: int) -> Numbers:
        """Return where in each row a cell begins."""
        run, offset = self.made.places[at]
        left = self.closing[:, run - 1] if run else self.starts
        places: Numbers = left + offset
        return places

    @cached_property
    def cells(self) -> Cells:
        """The same, cell by cell."""
        made, rows = self.made, len(self.numbers)
        shape, full = (rows, len(made.columns)), np.array(made.filled)
        length, shared = np.zeros(shape, np.int64), np.full(shape, -1)
        begin = np.stack([self._begin(at) for at in range(shape[1])], axis=1)
        value = begin.copy()
        value[:, full], length[:, full], shared[:, full] = self.opening, self.closing - self.opening, self.shared
        kinds = np.where(full, made.kinds, EMPTY).astype(np.uint8)
        flat = (begin.reshape(-1), value.reshape(-1), length.reshape(-1), shared.reshape(-1))
        return Cells(
            self.block,
            self.numbers,
            self.starts,
            self.ends,
            np.repeat(np.arange(rows), shape[1]),
            np.tile(made.columns, rows),
            np.tile(kinds, rows),
            np.tile(made.styles, rows),
            *flat,
            np.full(rows * shape[1], -1),
        )


def letters_of(block: bytes) -> Numbers:
    """Return where a block holds the letter by which values are found."""
    places: Numbers = np.flatnonzero(np.frombuffer(block, np.uint8) == _LETTER)
    return places


def scan_regular(block: bytes, before: int, letters: Numbers, prefix: bytes = b"", start: int = 0) -> Table | None:
    """Return the rows of a block from a byte on that are like the first of them, None where there are few.

    `before` is the number of the row before, `letters` are those that `letters_of` finds behind that byte, counted from it,
    `prefix` is that of the sheet's tags.

    >>> rows = b"".join(b'<row r="%d"><c r="B%d"><v>7</v></c></row>' % (row, row) for row in range(100, 120))
    >>> table = scan_regular(rows + b'<row r="120"/>', 98, letters_of(rows))
    >>> table.used, table.numbers[:3].tolist(), table.opening[:2].tolist(), table.closing[:2].tolist()
    ([1], [99, 100, 101], [[28], [71]], [[29], [72]])
    >>> table.block == rows
    True
    """
    match = _patterns(prefix)[0].match(block, start)
    made = None if match is None else _made(match[0], prefix)
    if made is None or not before < made.number - 1 < _LAST_ROW:
        return None
    if len(_tags(letters[: made.letters * _FEW], made)) < _FEW:
        return None
    text = np.frombuffer(
        block, np.uint8, offset=start
    )  # no window over it goes beyond its end: behind a value stand 14 bytes
    tags = _tags(letters, made)
    sizes = [len(run) for run in made.runs]
    lefts = [tags[:, 0] - (sizes[0] - 2), *[tags[:, at] - made.behind for at in range(1, tags.shape[1], 2)]]
    rows = len(tags)
    digits = decimal_digits(np.arange(made.number, made.number + rows), len(str(made.number)))
    for left, run, numbered in zip(lefts, made.runs, made.digits, strict=True):
        rows = min(rows, _alike(text, left[:rows], run, numbered, digits[:rows]))
        if rows < _FEW:
            return None
    ends = lefts[-1][:rows] + (sizes[-1] - made.end)
    whole = int(ends[-1]) + made.end
    opening, closing = tags[:rows, ::2] + 2, tags[:rows, 1::2] - made.behind
    shared = _shared(text[:whole], made, opening, closing)
    if shared is None:
        return None
    numbers = np.arange(made.number - 1, made.number - 1 + rows)
    return Table(block[start : start + whole], numbers, lefts[0][:rows], ends, made, opening, closing, shared)


def single_row(block: bytes, before: int, prefix: bytes = b"", start: int = 0) -> Table | None:
    """Return the row of a block that begins at a byte alone, None where it is made in another way than the fastest tier knows.

    >>> row = b'<row r="7"><c r="A7" t="s"><v>12</v></c><c r="C7"><v>.5</v></c></row>'
    >>> table = single_row(row + b'<row r="8"/>', 5)
    >>> table.used, table.shared.tolist(), table.block == row
    ([0, 2], [[12, -1]], True)
    """
    first, cells = _patterns(prefix)
    match = first.match(block, start)
    made = None if match is None else _made(match[0], prefix)
    if match is None or made is None or not before < made.number - 1 < _LAST_ROW:
        return None
    spans = [cell.span(3) for cell in cells.finditer(match[0]) if cell[3] is not None]
    shared = []
    for (low, high), kind in zip(spans, made.kinds_filled, strict=True):
        text = match[0][low:high]
        if kind == SHARED and not (text.isdigit() and len(text) < _MOST_DIGITS):
            return None
        shared.append(int(text) if kind == SHARED else -1)
    opening, closing = np.array(spans, np.int64).T[:, None]
    edges = np.array([0]), np.array([len(match[0]) - made.end])
    return Table(match[0], np.array([made.number - 1]), *edges, made, opening, closing, np.array([shared]))


def _tags(places: Numbers, made: _Made) -> Numbers:
    """Return the places of the tags of values, row by row, as long as they lie as far apart as in the first row.

    A closing tag and the next opening one do, and the first row begins the block; a value is a byte long at least.
    """
    rows = min(len(places) // made.letters, 10 ** len(str(made.number)) - made.number, _LAST_ROW + 1 - made.number)
    tags = places[: rows * made.letters].reshape(rows, -1)
    if made.letters != len(made.watched):
        tags = np.ascontiguousarray(tags[:, made.watched])
    sizes = [len(run) for run in made.runs]
    known = 2 + made.behind  # the letters stand two bytes before a value, and so many behind
    between = np.array([*[size - known for size in sizes[1:-1]], sizes[-1] + sizes[0] - known])
    gaps = np.diff(tags.reshape(-1))
    far = gaps[1::2] != np.tile(between, rows)[:-1]
    short = gaps[::2] <= known
    if far.any() or short.any():
        values = len(between)
        bad = (int(far.argmax()) + 1) // values if far.any() else rows
        rows = min(bad, int(short.argmax()) // values) if short.any() else bad
    return tags[:rows]


def _alike(text: Bytes, left: Numbers, run: bytes, places: list[int], digits: npt.NDArray[np.void]) -> int:
    """Return how many rows hold that run from there on, with their numbers at some of its places."""
    size, rows = len(run), len(left)
    inside = int(np.searchsorted(left, len(text) - size, side="right"))  # the last row may be cut off
    wanted = np.frombuffer(bytearray(run * rows), np.uint8)
    names = [f"digits{place}" for place in places]
    fields = np.dtype({"names": names, "formats": [digits.dtype] * len(places), "offsets": places, "itemsize": size})
    numbered = wanted.view(fields)
    for name in names:
        numbered[name] = digits
    differ = words(text, left[:inside], f"V{size}").view(np.uint8) != wanted[: inside * size]
    return int(differ.argmax()) // size if differ.any() else inside


@lru_cache(4)  # an odd row is looked at twice
def _made(row: bytes, prefix: bytes) -> _Made | None:
    """Return how a row is made, None where the fastest tier is not for it."""
    pattern, cell_pattern = _patterns(prefix)
    first = pattern.match(row)
    assert first is not None
    behind = len(b"</") + len(prefix)
    columns: list[int] = []
    kinds: list[int] = []
    styles: list[int] = []
    filled: list[bool] = []
    places: list[tuple[int, int]] = []
    edges = [0]
    for cell in cell_pattern.finditer(row):
        known = known_attributes(cell[2])
        if known is None:
            return None
        column = column_number(cell[1].decode())
        if columns and column <= columns[-1]:
            return None
        places.append((len(edges) // 2, cell.start() - edges[-1]))
        columns.append(column)
        kinds.append(known[0])
        styles.append(known[1])
        filled.append(cell[3] is not None)
        if cell[3] is not None:
            edges += cell.span(3)
    edges.append(len(row))
    if columns[-1] >= _LAST_COLUMN or not any(filled):
        return None
    runs = [row[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    letters = [at for at, byte in enumerate(row) if byte == _LETTER]
    wanted = [edge + step for edge, step in zip(edges[1:-1], [-2, behind] * sum(filled), strict=True)]
    numbered = [first.start("number"), *[cell.end(1) for cell in cell_pattern.finditer(row)]]
    digits = [
        [at - start for at in numbered if start <= at < end] for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    return _Made(
        int(first["number"]),
        len(b"</row>") + len(prefix),
        behind,
        columns,
        kinds,
        styles,
        filled,
        places,
        runs,
        digits,
        [letters.index(at) for at in wanted],
        len(letters),
    )


def _shared(text: Bytes, made: _Made, opening: Numbers, closing: Numbers) -> Numbers | None:
    """Return the indices of shared strings, -1 for other values; None where a value is none."""
    sharing = np.array(made.kinds_filled) == SHARED
    if not sharing.all():  # whatever else stands in a value, it is no tag
        tags = sum(run.count(b"<") for run in made.runs)
        if np.count_nonzero(text == _TAG) != tags * len(opening):
            return None
        if not sharing.any():
            return np.full(opening.shape, -1)
        found = np.full(opening.shape, -1)
        some = _indices(text, opening[:, sharing], closing[:, sharing])
        if some is None:
            return None
        found[:, sharing] = some
        return found
    return _indices(text, opening, closing)


def _indices(text: Bytes, opening: Numbers, closing: Numbers) -> Numbers | None:
    """Return the whole numbers between places, None where anything is none."""
    length = closing - opening
    if length.max() > _QUICK:
        found, good = integers(words(text, opening), length)
        return found if good else None
    pair = text.take(opening + 1).astype(np.uint16)
    pair <<= np.uint16(8)
    pair |= text.take(opening)
    small = _pairs().take(pair)
    single = small >= _ONE
    if small.min() < 0 or (single != (length == 1)).any():
        return None
    small -= single * _ONE
    return small.astype(np.int64)


@cache
def _pairs() -> npt.NDArray[np.int16]:
    """Return the number that two bytes are: two digits, or `_ONE` more for a digit and the ``<`` behind it; -1 for others."""
    table = np.full(1 << 16, -1, np.int16)
    for one in range(10):
        table[48 + one | _TAG << 8] = _ONE + one
        for other in range(10):
            table[48 + one | 48 + other << 8] = 10 * one + other
    return table

"""The rows and cells of a block of a worksheet part as arrays; texts of XML.

Both readers give the same arrays. References, attributes and escapes are read here, and texts
escaped. Bytes of a block are read as words: eight bytes at once are compared, or converted to a
number, as one uint64. `words` reads the bytes at many places in one look-up::

    block     <row r="7"><c r="A7" t="s"><v>12</v></c><c r="B7"><v>5</v></c></row>
    row                  0                            0
    column               0                            1
    kind                 SHARED                       NUMBER
    shared               12                           -1
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.xlsx.cell_values import EMPTY, SHARED
from xlpoker.workbook.xlsx.xml_texts import attribute, formula_at, text_of

__all__ = [
    "MASKS",
    "Array",
    "Bytes",
    "Cells",
    "Numbers",
    "byte_pairs",
    "formula_of",
    "shared_formulas",
    "words",
]

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

WORD_BYTES = 8
MASKS = np.array([256**length - 1 for length in range(WORD_BYTES + 1)], np.uint64)
"""Masks of the first bytes of a word, by their number."""
_SHARED = re.compile(rb"<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=[\"']shared[\"'])[^<>]*(?<!/)>")
_CUSTOM_FORMAT = re.compile(rb"customFormat=[\"'](?:1|true)[\"']")
_ROW_STYLE = re.compile(
    rb"<(?:[\w.-]+:)?row\s(?=[^<>]*\bcustomFormat=[\"'](?:1|true)[\"'])[^<>]*?\bs=[\"'](\d{1,9})[\"']"
)


@dataclass(slots=True)
class Cells:
    """The rows of a block and their cells, in order, as arrays.

    Places are bytes of the block; rows and columns count from 0. `texts` holds the text of each
    cell where the bytes of the block are not that text.

    ===========  ==============================================================
    of rows
    `numbers`    the numbers of the rows in the sheet
    `starts`     where their tags begin
    `ends`       where their closing tags begin, -1 for an empty element
    of cells
    `row`        the index of the row in the block
    `column`     the column
    `kind`       the type of the value, `EMPTY` for none
    `style`      the number of the style, -1 without one
    `start`      where the tag begins
    `value`      where the text of the value begins
    `length`     the length of this text in bytes
    `shared`     the index of the shared string, else -1
    `formula`    where the formula begins, else -1
    ===========  ==============================================================
    """

    block: bytes
    numbers: Numbers
    starts: Numbers
    ends: Numbers
    row: Numbers
    column: Numbers
    kind: Bytes
    style: Numbers
    start: Numbers
    value: Numbers
    length: Numbers
    shared: Numbers
    formula: Numbers
    texts: list[str] | None = None

    @property
    def occupied(self) -> npt.NDArray[np.bool_]:
        """Which cells hold a value, or a formula without one."""
        has_value = self.kind != EMPTY
        has_formula = self.formula >= 0
        is_occupied: npt.NDArray[np.bool_] = has_value | has_formula
        return is_occupied

    @property
    def used(self) -> list[int]:
        """The columns with a value or a formula."""
        counts = np.bincount(self.column[self.occupied])
        columns: list[int] = np.flatnonzero(counts).tolist()
        return columns

    @property
    def has_formulas(self) -> bool:
        """Whether any cell holds a formula."""
        return bool((self.formula >= 0).any())

    def row_styles(self) -> list[tuple[int, int]]:
        """Return the indices of the rows that have a format of their own, and its style."""
        block = self.block
        if b"m" not in block:  # one letter is found faster
            return []
        words = [match.start() for match in _CUSTOM_FORMAT.finditer(block)]
        rows_up_to_words = np.searchsorted(self.starts, words)
        styles = []
        for row in np.unique(rows_up_to_words).tolist():
            index = row - 1
            match = _ROW_STYLE.match(block, self.starts[index]) if row else None
            if match:
                styles.append((index, int(match[1])))
        return styles

    def tail(self, first: int) -> tuple[Numbers, Numbers, Numbers]:
        """Return where the rows are cut before a column, where they end, and the cells behind.

        A row is cut at its first cell from the column `first` on, else at its end.
        """
        ends = np.where(self.ends < 0, self.starts, self.ends)
        behind = np.flatnonzero(self.column >= first)
        is_first_of_row = np.diff(self.row[behind], prepend=-1)
        firsts = behind[np.flatnonzero(is_first_of_row)]
        cuts = ends.copy()
        cuts[self.row[firsts]] = self.start[firsts]
        return cuts, ends, behind

    def filled(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether it holds a value, or a formula without one.

        These are the rows with the indices from `low` up to, but not including, `high`.
        """
        rows = self.row[self.occupied]
        counts = np.bincount(rows, minlength=len(self.numbers))
        return counts[low:high] > 0

    def text(self, cell: int) -> str:
        """Return the text of a cell's value as it stands in the part."""
        cell_alone = np.array([cell])
        (raw,) = self._raw(cell_alone)
        return text_of(raw)

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        index = self.row[cell]
        row = int(self.numbers[index])
        return row, int(self.column[cell])

    def _raw(self, cells: Numbers) -> list[Any]:
        """Return the values of some cells: bytes of the block, or texts that Expat has read."""
        if self.texts is not None:
            return [self.texts[cell] for cell in cells.tolist()]
        block = self.block
        starts = self.value[cells]
        ends = starts + self.length[cells]
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        return [block[start:end] for start, end in spans]

    def converted(
        self,
        cells: Numbers,
        strings: npt.NDArray[np.object_],
        makers: Mapping[int, Callable[[Any], Any]],
    ) -> Array:
        """Return the values of some cells, None for a cell whose kind has no function.

        Shared strings are looked up by their index; other values are made by the function for
        their kind, from bytes or text.
        """
        kinds = self.kind[cells]
        values = np.full(len(cells), None, object)
        for kind in np.flatnonzero(np.bincount(kinds)).tolist():
            places = np.flatnonzero(kinds == kind)
            cells_of_kind = cells[places]
            if kind == SHARED:
                values[places] = strings.take(self.shared[cells_of_kind])
            elif kind in makers:
                values[places] = self._made(cells_of_kind, makers[kind])
        return values

    def _made(self, cells: Numbers, make: Callable[[Any], Any]) -> Array:
        """Return the values that a function makes of some cells.

        Most sheets repeat a few short texts. As words they are made once for all cells that hold
        them, without a slice of the block for each cell::

            5H TD 5H 8C  ->  5H 8C TD  ->  '5H' '8C' 'TD'  ->  '5H' 'TD' '5H' '8C'
        """
        if self.texts is not None:
            return _objects(map(make, self._raw(cells)), len(cells))
        is_short = self.length[cells] <= WORD_BYTES
        short = cells[is_short]
        long = cells[~is_short]
        short_words = self._as_words(short)
        different, places = np.unique(short_words, return_inverse=True)
        raw = different.view(f"S{WORD_BYTES}").tolist()  # no value holds a NUL byte
        different_values = _objects(map(make, raw), len(raw))
        long_values = _objects(map(make, self._raw(long)), len(long))
        values = np.empty(len(cells), object)
        values[is_short] = different_values.take(places)
        values[~is_short] = long_values
        return values

    def _as_words(self, cells: Numbers) -> Array:
        """Return values of at most eight bytes as words; behind each stand closing tags."""
        text = np.frombuffer(self.block, np.uint8)
        heads = words(text, self.value[cells])
        masks = MASKS.take(self.length[cells])
        return heads & masks

    def end(self, cell: int) -> int:
        """Return where a cell ends: at the next one of its row, or at the end of the row."""
        row = self.row[cell]
        following = cell + 1
        has_right_neighbour = following < len(self.row) and self.row[following] == row
        if has_right_neighbour:
            return int(self.start[following])
        return int(self.ends[row])


def _objects(items: Iterable[Any], count: int) -> Array:
    """Return so many items as an array of objects."""
    return np.fromiter(items, object, count)


def formula_of(cells: Cells, cell: int) -> tuple[bytes, str]:
    """Return the attributes and the text of a cell's formula."""
    return formula_at(cells.block, int(cells.formula[cell]))


def shared_formulas(cells: Cells) -> Iterator[tuple[int, bytes, bytes, str]]:
    """Yield the cells with the texts of formulas that other cells share.

    Each is the cell, the index of the formula, the reference of its cells, and its text.
    """
    if b"shared" not in cells.block:
        return
    starts = [match.start() for match in _SHARED.finditer(cells.block)]
    is_shared = np.isin(cells.formula, starts)
    for cell in np.flatnonzero(is_shared).tolist():
        attributes, text = formula_of(cells, cell)
        if text:
            yield cell, attribute(attributes, "si"), attribute(attributes, "ref"), text


def words(text: Bytes, places: Array, kind: str = "<u8") -> Array:
    """Return the bytes at each place as a number, or as a run of bytes for a type ``V...``."""
    width = np.dtype(kind).itemsize
    count = len(text) - width + 1
    one_at_every_byte: Array = np.ndarray(
        shape=(count,),
        dtype=kind,
        buffer=text,
        strides=(1,),
    )
    return one_at_every_byte[places]


def byte_pairs(text: Bytes, places: Array) -> npt.NDArray[np.uint16]:
    """Return the two bytes at each place as a number; faster than `words` for so few."""
    pairs = text[1:].take(places).astype(np.uint16)
    pairs <<= np.uint16(8)
    pairs |= text.take(places)
    return pairs

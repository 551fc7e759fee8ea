"""The quickest reader: a block whose rows are alike, cell for cell, but for their numbers and values.

In most sheets of hands the same stands around the values of all rows::

    <row r="7"><c r="A7" t="s"><v> 12 </v></c><c r="B7" t="s"><v> 5  </v></c></row>
    <row r="8"><c r="A8" t="s"><v> 3  </v></c><c r="B8" t="s"><v> 41 </v></c></row>
    <--------- piece 0 --------->      <------ piece 1 ------>      <- piece 2 ->

`xlpoker.workbook.xlsx.tokens` proves one row. Its pieces must stand in all other rows, too, with the
numbers of these rows. The values between them hold no tag: the block has as many ``<`` as the row,
times its rows. So each byte is proved, in half the time.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from xlpoker.addresses import MOST_ROWS, column_letters
from xlpoker.workbook.xlsx.cell_values import EMPTY
from xlpoker.workbook.xlsx.cells import Bytes, Cells, Numbers, words
from xlpoker.workbook.xlsx.new_cells import decimal_digits
from xlpoker.workbook.xlsx.tokens import OddError, is_legal, prove, scan_block, shared_indices

__all__ = ["AlikeRows"]

_LESS_THAN = ord("<")
_CELL = ord("c")
_ROW_TAG = b'<row r="'
_CELL_TAG = b'<c r="'
_ROW_END = b"</row>"


class AlikeRows:
    """The reader of the blocks of a sheet; it keeps the pattern of the rows for the next block.

    >>> rows = b'<row r="1"><c r="A1"><v>7</v></c></row><row r="2"><c r="A2"><v>15</v></c></row>'
    >>> cells = AlikeRows().scan(rows)
    >>> cells.numbers.tolist(), cells.text(0), cells.text(1)
    ([0, 1], '7', '15')
    >>> AlikeRows().scan(rows.replace(b"A2", b"B2")) is None
    True
    """

    _pattern: _Pattern | None = None

    def scan(self, block: bytes, before: int = -1) -> Cells | None:
        """Return what `scan_block` returns, None for a block whose rows are not alike.

        Its rows must follow each other, and the row before.
        """
        try:
            return self._scanned(block, before)
        except OddError:
            self._pattern = None
            return None

    def _scanned(self, block: bytes, before: int) -> Cells:
        """Return the rows and cells of a block; raise `OddError` where its rows are not alike."""
        text = np.frombuffer(block, np.uint8)
        is_tag = text == _LESS_THAN
        tags = int(np.count_nonzero(is_tag))
        digits = len(str(before + 2))
        if self._pattern is None or self._pattern.digits != digits:
            self._pattern = _Pattern.of_first_row(block, before, tags)
        pattern = self._pattern
        rows = _rows(tags, pattern.tags)
        prove(is_legal(block, text))
        is_cell = text[1:] == _CELL
        is_cell &= is_tag[:-1]
        cell_starts = np.flatnonzero(is_cell)
        prove(len(cell_starts) == rows * len(pattern.row.kind))
        places = _Places.of(pattern, cell_starts.reshape(rows, -1), len(block))
        numbers = np.arange(before + 1, before + 1 + rows)
        _prove_pieces(text, pattern, places, _digits(numbers, digits))
        return _cells(block, text, pattern.row, places, numbers)


def _rows(tags: int, tags_of_row: int) -> int:
    """Return how many rows a block has, if all have equally many tags."""
    rows, further_tags = divmod(tags, tags_of_row)
    prove(rows > 1 and further_tags == 0)
    return rows


class _Pattern(NamedTuple):
    """A row, to which others are compared.

    ================= ==================================================================
    `row`             its cells, each with a value and without a formula
    `digits`          how many digits its number has
    `tags`            how many ``<`` it has
    `pieces`          what stands before, between and behind its values
    `number_places`   where its number stands in each piece
    ================= ==================================================================
    """

    row: Cells
    digits: int
    tags: int
    pieces: list[bytes]
    number_places: list[list[int]]

    @classmethod
    def of_first_row(cls, block: bytes, before: int, tags: int) -> Self:
        """Return the pattern of the first row of a block, which has so many tags."""
        text = block[: block.find(_ROW_END) + len(_ROW_END)]
        prove(text.endswith(_ROW_END))
        tags_of_row = text.count(b"<")
        _rows(tags, tags_of_row)
        row = scan_block(text, before)
        if row is None:
            raise OddError
        prove(len(row.numbers) == 1 and len(row.kind))
        prove((row.kind != EMPTY).all() and not row.has_formulas)
        digits = len(str(row.numbers[0] + 1))
        return cls(row, digits, tags_of_row, _pieces(row), _number_places(row))


def _pieces(row: Cells) -> list[bytes]:
    """Return what stands before, between and behind the values of a row."""
    value_ends = row.value + row.length
    starts = [0, *value_ends.tolist()]
    ends = [*row.value.tolist(), len(row.block)]
    return [row.block[start:end] for start, end in zip(starts, ends, strict=True)]


def _number_places(row: Cells) -> list[list[int]]:
    """Return where the number of a row stands in each piece: in addresses, and in its own tag.

    >>> row = scan_block(b'<row r="7"><c r="A7"><v>1</v></c><c r="B7"><v>2</v></c></row>')
    >>> _number_places(row)
    [[8, 18], [15], []]
    """
    value_ends = row.value + row.length
    piece_starts = [0, *value_ends[:-1].tolist()]
    places: list[list[int]] = []
    for cell, piece_start in enumerate(piece_starts):
        letters = column_letters(int(row.column[cell]))
        address = int(row.start[cell]) + len(_CELL_TAG) + len(letters)
        places.append([address - piece_start])
    places[0].insert(0, len(_ROW_TAG))
    return [*places, []]


class _Places(NamedTuple):
    """Where things begin in a block, as (rows, cells), if its rows have the pieces of a pattern.

    A value ends where the next piece begins; `row_ends` are behind the closing tags of rows.
    """

    cells: Numbers
    pieces: Numbers
    values: Numbers
    value_ends: Numbers
    row_ends: Numbers

    @classmethod
    def of(cls, pattern: _Pattern, cell_starts: Numbers, size: int) -> Self:
        """Return the places in a block of some size; prove that there is room for the values."""
        row = pattern.row
        *sizes_before_values, size_of_last = map(len, pattern.pieces)
        values = cell_starts + (row.value - row.start)
        piece_starts = values - np.array(sizes_before_values)
        row_ends = np.append(piece_starts[1:, 0], size)
        last_pieces = row_ends - size_of_last
        value_ends = np.column_stack([piece_starts[:, 1:], last_pieces])
        prove(piece_starts[0, 0] == 0)
        prove((values < value_ends).all())
        return cls(cell_starts, piece_starts, values, value_ends, row_ends)


def _digits(numbers: Numbers, count: int) -> Bytes:
    """Return the digits of the numbers of rows: (rows, digits); all must have so many."""
    last = int(numbers[-1]) + 1
    prove(last <= MOST_ROWS and last < 10**count)
    return decimal_digits(numbers + 1, count).view(np.uint8).reshape(-1, count)


def _prove_pieces(text: Bytes, pattern: _Pattern, places: _Places, digits: Bytes) -> None:
    """Prove that the pieces of a pattern stand in all rows, with the numbers of the rows."""
    starts = [*places.pieces.T, places.value_ends[:, -1]]
    for index, piece in enumerate(pattern.pieces):
        _prove_piece(text, starts[index], piece, pattern.number_places[index], digits)


def _prove_piece(
    text: Bytes, starts: Numbers, piece: bytes, number_places: list[int], digits: Bytes
) -> None:
    """Prove that a piece begins at some places, with the number of each row."""
    rows, count = digits.shape
    expected = bytearray(piece) * rows
    table = np.frombuffer(expected, np.uint8).reshape(rows, -1)
    for place in number_places:
        table[:, place : place + count] = digits
    actual = words(text, starts, f"V{len(piece)}")
    prove(actual.tobytes() == expected)


def _cells(block: bytes, text: Bytes, row: Cells, places: _Places, numbers: Numbers) -> Cells:
    """Return the rows and cells of a block whose rows are like another one."""
    rows, width = places.cells.shape
    kind = np.tile(row.kind, rows)
    value = places.values.reshape(-1)
    length = places.value_ends.reshape(-1) - value
    return Cells(
        block=block,
        numbers=numbers,
        starts=places.pieces[:, 0].copy(),
        ends=places.row_ends - len(_ROW_END),
        row=np.repeat(np.arange(rows), width),
        column=np.tile(row.column, rows),
        kind=kind,
        style=np.tile(row.style, rows),
        start=places.cells.reshape(-1),
        value=value,
        length=length,
        shared=shared_indices(text, kind, value, length),
        formula=np.full(places.cells.size, -1),
    )

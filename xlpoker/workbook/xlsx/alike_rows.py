"""The quickest reader: a block whose rows are alike, cell for cell, but for their numbers and values.

In most sheets of hands the same stands around the values of all rows::

    <row r="7"><c r="A7" t="s"><v> 12 </v></c><c r="B7" t="s"><v> 5  </v></c></row>
    <row r="8"><c r="A8" t="s"><v> 3  </v></c><c r="B8" t="s"><v> 41 </v></c></row>
    <--------- piece 0 --------->      <------ piece 1 ------>      <- piece 2 ->

`xlpoker.workbook.xlsx.tokens` proves the first row. Its pieces must stand in all other rows, too, with
the numbers of these rows. The values between them hold no tag: the block has as many ``<`` as the
first row, times its rows. So each byte is proved, in half the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from xlpoker.addresses import MOST_ROWS, column_letters
from xlpoker.workbook.xlsx.cell_values import EMPTY
from xlpoker.workbook.xlsx.cells import Bytes, Cells, Numbers, words
from xlpoker.workbook.xlsx.new_cells import decimal_digits
from xlpoker.workbook.xlsx.tokens import OddError, is_legal, prove, scan_block, shared_indices

__all__ = ["scan_alike_rows"]

_LESS_THAN = ord("<")
_CELL = ord("c")
_ROW_TAG = b'<row r="'
_CELL_TAG = b'<c r="'
_ROW_END = b"</row>"


def scan_alike_rows(block: bytes, before: int = -1) -> Cells | None:
    """Return what `scan_block` returns, None for a block whose rows are not alike.

    >>> rows = b'<row r="2"><c r="A2"><v>7</v></c></row><row r="3"><c r="A3"><v>15</v></c></row>'
    >>> cells = scan_alike_rows(rows)
    >>> cells.numbers.tolist(), cells.text(0), cells.text(1)
    ([1, 2], '7', '15')
    >>> scan_alike_rows(rows.replace(b"A3", b"B3")) is None
    True
    """
    try:
        return _scanned(block, before)
    except OddError:
        return None


def _scanned(block: bytes, before: int) -> Cells:
    """Return the rows and cells of a block; raise `OddError` where its rows are not alike."""
    text = np.frombuffer(block, np.uint8)
    is_tag = text == _LESS_THAN
    first_row = block[: block.find(_ROW_END) + len(_ROW_END)]
    prove(first_row.endswith(_ROW_END))
    rows, further_tags = divmod(np.count_nonzero(is_tag), first_row.count(b"<"))
    prove(rows > 1 and further_tags == 0)
    model = _model(first_row, before)
    prove(is_legal(block, text))
    is_cell = is_tag[:-1] & (text[1:] == _CELL)
    starts = np.flatnonzero(is_cell)
    prove(len(starts) == rows * len(model.kind))
    cell_starts = starts.reshape(rows, -1)
    pieces = _pieces(model)
    places = _places(model, pieces, cell_starts, len(block))
    numbers = model.numbers + np.arange(rows)
    _prove_pieces(text, model, pieces, places, numbers)
    return _cells(block, text, model, places, numbers)


def _model(row: bytes, before: int) -> Cells:
    """Return the first row, whose cells must have values and no formulas."""
    model = scan_block(row, before)
    if model is None:
        raise OddError
    prove(len(model.numbers) == 1 and len(model.kind))
    prove((model.kind != EMPTY).all() and not model.has_formulas)
    return model


def _pieces(row: Cells) -> list[bytes]:
    """Return what stands around the values of a row: before, between and behind them."""
    value_ends = row.value + row.length
    starts = [0, *value_ends.tolist()]
    ends = [*row.value.tolist(), len(row.block)]
    return [row.block[start:end] for start, end in zip(starts, ends, strict=True)]


class _Places(NamedTuple):
    """Where things seem to begin, as (rows, cells): cells, the pieces before values, values.

    A value ends where the next piece begins; `row_ends` are behind the closing tags of rows.
    """

    cells: Numbers
    pieces: Numbers
    values: Numbers
    value_ends: Numbers
    row_ends: Numbers

    @property
    def rows(self) -> Numbers:
        """Where the rows begin."""
        return self.pieces[:, 0]


def _places(model: Cells, pieces: list[bytes], cell_starts: Numbers, size: int) -> _Places:
    """Return the places in a block of some size, if it has the pieces of the first row.

    Raises `OddError` where there would be no room for values.
    """
    *sizes_before_values, size_of_last = map(len, pieces)
    openings = model.value - model.start
    values = cell_starts + openings
    piece_starts = values - np.array(sizes_before_values)
    row_ends = np.append(piece_starts[1:, 0], size)
    last_pieces = row_ends - size_of_last
    value_ends = np.column_stack([piece_starts[:, 1:], last_pieces])
    prove(piece_starts[0, 0] == 0)
    prove((values < value_ends).all())
    return _Places(cell_starts, piece_starts, values, value_ends, row_ends)


def _prove_pieces(
    text: Bytes, model: Cells, pieces: list[bytes], places: _Places, numbers: Numbers
) -> None:
    """Prove that the pieces of the first row stand in all rows, with the numbers of the rows."""
    digits = _digits(numbers)
    *pieces_before_values, last_piece = pieces
    for index, piece in enumerate(pieces_before_values):
        addresses = _number_places(model, index, piece)
        _prove_piece(text, places.pieces[:, index], piece, addresses, digits)
    _prove_piece(text, places.value_ends[:, -1], last_piece, [], digits)


def _number_places(model: Cells, index: int, piece: bytes) -> list[int]:
    """Return where the number of the row stands in the piece before a value of the first row."""
    opening = int(model.value[index] - model.start[index])
    letters = column_letters(int(model.column[index]))
    in_address = len(piece) - opening + len(_CELL_TAG) + len(letters)
    if index > 0:
        return [in_address]
    return [len(_ROW_TAG), in_address]


def _digits(numbers: Numbers) -> Bytes:
    """Return the digits of the numbers of rows: (rows, digits); all must have equally many."""
    last = int(numbers[-1]) + 1
    count = len(str(last))
    prove(last <= MOST_ROWS and numbers[0] + 1 >= 10 ** (count - 1))
    return decimal_digits(numbers + 1, count).view(np.uint8).reshape(-1, count)


def _prove_piece(
    text: Bytes, starts: Numbers, piece: bytes, number_places: list[int], digits: Bytes
) -> None:
    """Prove that a piece of the first row begins at some places, with the number of each row."""
    rows, count = digits.shape
    expected = bytearray(piece) * rows
    table = np.frombuffer(expected, np.uint8).reshape(rows, -1)
    for place in number_places:
        table[:, place : place + count] = digits
    actual = words(text, starts, f"V{len(piece)}")
    prove(actual.tobytes() == expected)


def _cells(block: bytes, text: Bytes, model: Cells, places: _Places, numbers: Numbers) -> Cells:
    """Return the rows and cells of a block that has the pieces of the first row."""
    rows, width = places.cells.shape
    kind = np.tile(model.kind, rows)
    value = places.values.reshape(-1)
    length = places.value_ends.reshape(-1) - value
    return Cells(
        block=block,
        numbers=numbers,
        starts=places.rows.copy(),
        ends=places.row_ends - len(_ROW_END),
        row=np.repeat(np.arange(rows), width),
        column=np.tile(model.column, rows),
        kind=kind,
        style=np.tile(model.style, rows),
        start=places.cells.reshape(-1),
        value=value,
        length=length,
        shared=shared_indices(text, kind, value, length),
        formula=np.full(places.cells.size, -1),
    )

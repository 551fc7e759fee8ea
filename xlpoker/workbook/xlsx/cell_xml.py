"""New cells of a worksheet part as bytes, a column of thousands of rows at a time.

A million hands have at most 7,475 values and names: what a cell holds is made when its number comes for the first time, and
looked up in a table of bytes from then on. The cells of a column are rows of a table, too: constant pieces, the number
of the row, what the cell holds, filled up with zeros, which NumPy leaves out where it makes texts of them::

    <c r="K 12 "> <v>2067</v></c>        <c r="L 12 " t="inlineStr"> <is><t>One Pair, Fives</t></is></c>
    <c r="K 13 "> <v>5</v></c>000        <c r="L 13 " t="inlineStr"> <is><t>King High</t></is></c>000000
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.files.checked import xml_text
from xlpoker.layout.grid import column_letters
from xlpoker.scoring.cell_cache import Contents
from xlpoker.workbook.xlsx.byte_ops import decimal_digits

__all__ = [
    "NewColumn",
    "formula_cell",
    "new_cells",
    "number_content",
    "one_cell",
    "text_cell",
    "text_content",
]


@dataclass(frozen=True, slots=True)
class NewColumn:
    """A new column: header, width, and for each good row the number of its content.

    A content is what follows the address and the style: ``><v>5</v></c>``. With `formula` it is the cached value, and
    the formula is the list of its pieces, between which the number of the row stands; `text` tells whether it gives a text.
    """

    header: str
    width: float
    index: Any
    contents: Contents
    formula: list[str] | None = None
    text: bool = False


def text_content(text: str, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return what stands in a cell of text behind its address, or the cached text of a formula."""
    if cached:
        return b"<%sv>%s</%sv></%sc>" % (prefix, xml_text(text), prefix, prefix)
    keep = b' xml:space="preserve"' if text != text.strip() or "\n" in text else b""
    inside = b"<%sis><%st%s>%s</%st></%sis>" % (prefix, prefix, keep, xml_text(text), prefix, prefix)
    return b' t="inlineStr">' + inside + b"</%sc>" % prefix


def number_content(number: float, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return what stands in a cell with a number behind its address.

    >>> number_content(7462), number_content(3917.125)
    (b'><v>7462</v></c>', b'><v>3917.125</v></c>')
    """
    return b"%s<%sv>%a</%sv></%sc>" % (b"" if cached else b">", prefix, number, prefix, prefix)


def _opening(column: NewColumn, place: int, style: int, prefix: bytes, *, text: bool | None = None) -> list[bytes]:
    """Return the pieces of a cell before its content; the number of the row stands between any two.

    `text` tells whether a formula gives a text, where its column does not.
    """
    shown = b' s="%d"' % style if style >= 0 else b""
    head = b'<%sc r="%s' % (prefix, column_letters(place).encode())
    if column.formula is None:
        return [head, b'"' + shown]
    pieces = [xml_text(piece) for piece in column.formula]
    text = column.text if text is None else text
    kind = b' t="str"' if text else b""
    pieces[0] = b'"%s%s><%sf>%s' % (shown, kind, prefix, pieces[0])
    pieces[-1] += b"</%sf>" % prefix
    return [head, *pieces]


def one_cell(column: NewColumn, place: int, style: int, prefix: bytes, row: int, at: int) -> bytes:
    """Return the cell of one good row; `at` is its place among the good rows, `row` counts from 0."""
    content: bytes = column.contents[int(column.index[at])]
    return (b"%d" % (row + 1)).join(_opening(column, place, style, prefix)) + content


def formula_cell(column: NewColumn, place: int, style: int, prefix: bytes, row: int, answer: str | float) -> bytes:
    """Return the cell of a bad row: the formula of a column, and what it gives there."""
    text = isinstance(answer, str)
    content = (
        text_content(answer, prefix, cached=True)
        if isinstance(answer, str)
        else number_content(answer, prefix, cached=True)
    )
    return (b"%d" % (row + 1)).join(_opening(column, place, style, prefix, text=text)) + content


def text_cell(text: str, place: int, style: int, prefix: bytes, row: int) -> bytes:
    """Return a cell with a text."""
    plain = NewColumn(text, 0, [0], Contents(lambda _: text_content(text, prefix)))
    return one_cell(plain, place, style, prefix, row, 0)


def new_cells(
    columns: Sequence[tuple[NewColumn, int, int]], prefix: bytes, rows: npt.NDArray[Any], part: slice
) -> list[list[bytes]]:
    """Return the new cells of some good rows, those of `part`, for columns given as (column, place, style): a list for each.

    >>> winner = NewColumn("Winner", 9, np.array([1, 2]), Contents(number_content))
    >>> new_cells([(winner, 10, -1)], b"", np.array([8, 9]), slice(0, 2))
    [[b'<c r="K9"><v>1</v></c>', b'<c r="K10"><v>2</v></c>']]
    """
    numbers = rows[part] + 1
    edges = np.searchsorted(numbers, [10**count for count in range(8)]).tolist()
    found: list[list[bytes]] = []
    for column, place, style in columns:
        pieces = _opening(column, place, style, prefix)
        contents = column.contents.of(column.index[part])
        cells: list[bytes] = []
        for digits, (low, high) in enumerate(pairwise(edges), 1):
            if low < high:  # rows whose numbers have as many digits
                cells += _cells(pieces, decimal_digits(numbers[low:high], digits), contents[low:high])
        found.append(cells)
    return found


def _cells(pieces: Sequence[bytes], numbers: npt.NDArray[np.void], contents: npt.NDArray[np.void]) -> list[bytes]:
    """Return cells: the pieces with the number of the row between any two, and the content behind."""
    parts: list[Any] = [numbers] * (2 * len(pieces) - 1)
    parts[::2] = [np.void(piece) for piece in pieces]
    parts.append(contents)
    table = np.empty(len(numbers), np.dtype([(f"f{at}", part.dtype) for at, part in enumerate(parts)]))
    for at, part in enumerate(parts):
        table[f"f{at}"] = part
    cells: list[bytes] = table.view(f"S{table.dtype.itemsize}").tolist()
    return cells

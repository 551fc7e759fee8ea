"""New cells as bytes, thousands of rows at a time.

The cells of a row are a row of a table of bytes: constant pieces, the row's number in digits, and what a cell holds,
looked up in a table, since a million hands have at most 7,475 values and names. Places that a piece does not fill are
zero, which no XML can hold, and what is not zero is the text::

    <c r="K 12·····"><v>2067···</v></c> <c r="L 12·····" t="inlineStr"><is><t>One Pair, Fives·····</t></is></c>
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.grid import column_letters

__all__ = ["NewColumn", "escaped", "lines", "number_content", "one_cell", "text_cell", "text_content"]

_SEAM = b"\1"  # between the rows: no XML can hold it
Bytes = npt.NDArray[np.uint8]


@dataclass(slots=True)
class NewColumn:
    """A new column: header, width, and for each good row an index into the table of contents.

    A content is what follows the address and the style: ``><v>5</v></c>``. With `formula` it is the cached value, and
    the formula is the list of its pieces, between which the number of the row stands.
    """

    header: str
    width: float
    index: Any
    contents: list[bytes]
    formula: list[str] | None = None
    _matrix: Bytes | None = field(default=None, repr=False)

    def fill(self, matrix: Bytes) -> None:
        """Take contents that stand in a table of bytes already; the index is into that."""
        self._matrix = matrix

    def matrix(self) -> Bytes:
        """Return the contents as rows of bytes, filled up with zeros."""
        if self._matrix is None:
            width = max(map(len, self.contents), default=1)
            self._matrix = np.zeros((len(self.contents), width), np.uint8)
            for row, content in enumerate(self.contents):
                self._matrix[row, : len(content)] = np.frombuffer(content, np.uint8)
        return self._matrix


def escaped(text: str) -> bytes:
    r"""Return a text as XML holds it, without what no worksheet can hold.

    >>> escaped("a<b & \x07"), escaped(" x")
    (b'a&lt;b &amp; \xef\xbf\xbd', b' x')
    """
    clean = "".join([char if char >= " " or char in "\t\n" else "\ufffd" for char in text])
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode("utf-8", "replace")


def text_content(text: str, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return what stands in a cell of text behind its address, or the cached text of a formula."""
    if cached:
        return b"<%sv>%s</%sv></%sc>" % (prefix, escaped(text), prefix, prefix)
    keep = b' xml:space="preserve"' if text != text.strip() or "\n" in text else b""
    inside = b"<%sis><%st%s>%s</%st></%sis>" % (prefix, prefix, keep, escaped(text), prefix, prefix)
    return b' t="inlineStr">' + inside + b"</%sc>" % prefix


def number_content(number: float, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return what stands in a cell with a number behind its address.

    >>> number_content(7462), number_content(3917.125)
    (b'><v>7462</v></c>', b'><v>3917.125</v></c>')
    """
    return b"%s<%sv>%s</%sv></%sc>" % (b"" if cached else b">", prefix, repr(number).encode(), prefix, prefix)


def _opening(column: NewColumn, place: int, style: int, prefix: bytes) -> list[bytes]:
    """Return the pieces of a cell before its content; the number of the row stands between any two."""
    shown = b' s="%d"' % style if style >= 0 else b""
    head = b'<%sc r="%s' % (prefix, column_letters(place).encode())
    if column.formula is None:
        return [head, b'"' + shown]
    pieces = [escaped(piece) for piece in column.formula]
    kind = b' t="str"' if column.header.lower().endswith("hand") else b""
    pieces[0] = b'"%s%s><%sf>%s' % (shown, kind, prefix, pieces[0])
    pieces[-1] += b"</%sf>" % prefix
    return [head, *pieces]


def one_cell(column: NewColumn, place: int, style: int, prefix: bytes, row: int, at: int) -> bytes:
    """Return the cell of one good row; `at` is its place among the good rows, `row` counts from 0."""
    content: bytes = column.contents[int(column.index[at])]
    return (b"%d" % (row + 1)).join(_opening(column, place, style, prefix)) + content


def text_cell(text: str, place: int, style: int, prefix: bytes, row: int) -> bytes:
    """Return a cell with a text."""
    plain = NewColumn(text, 0, [0], [text_content(text, prefix)])
    return one_cell(plain, place, style, prefix, row, 0)


def lines(
    columns: Sequence[tuple[NewColumn, int, int]], prefix: bytes, rows: npt.NDArray[Any], part: slice
) -> list[bytes]:
    """Return the new cells of some good rows, those of `part`, in the order of the columns (column, place, style).

    >>> winner = NewColumn("Winner", 9, np.array([1, 0]), [number_content(1), number_content(2)])
    >>> lines([(winner, 10, -1)], b"", np.array([8, 9]), slice(0, 2))
    [b'<c r="K9"><v>2</v></c>', b'<c r="K10"><v>1</v></c>']
    """
    here = rows[part]
    if not len(here):
        return []
    digits = _digits(here + 1)
    pieces: list[Bytes | bytes] = []
    for column, place, style in columns:
        opening = _opening(column, place, style, prefix)
        for piece in opening[:-1]:
            pieces += [piece, digits]
        pieces += [opening[-1], column.matrix()[column.index[part]]]
    pieces.append(_SEAM)
    width = sum(len(piece) if isinstance(piece, bytes) else piece.shape[1] for piece in pieces)
    table = np.empty((len(here), width), np.uint8)
    at = 0
    for some in pieces:
        part_of_row = np.frombuffer(some, np.uint8) if isinstance(some, bytes) else some
        table[:, at : at + part_of_row.shape[-1]] = part_of_row
        at += part_of_row.shape[-1]
    text: bytes = table[table != 0].tobytes()
    return text.split(_SEAM)[:-1]


@cache
def _four_digits() -> Bytes:
    """Return the numbers 0 .. 9,999 as four digits each, and behind them once more with no zeros before them."""
    digits = np.array([b"%04d" % number for number in range(10_000)], "S4").view(np.uint8).reshape(-1, 4)
    bare = digits * (np.cumsum(digits != 48, axis=1) > 0)
    return np.concatenate([digits, bare.astype(np.uint8)])


def _digits(numbers: npt.NDArray[Any]) -> Bytes:
    """Return decimal digits of numbers above 0, zeros (not the digit) before them."""
    high, low = np.divmod(numbers, 10_000)
    return np.concatenate([_four_digits()[high + 10_000, 1:], _four_digits()[low + 10_000 * (high == 0)]], axis=1)

"""New cells as bytes, thousands of rows at a time.

A million hands have at most 7,475 values and names, so what a cell holds is made when its number comes for the first time, together
with the constant bytes around it, and looked up from then on. The new cells of some rows are a list of pieces; a piece
is the same in every row, or a list with one for each row::

    <c r="K   12   "><v>2067</v></c><c r="L   12   " t="inlineStr"><is><t>One Pair, Fives</t></is></c>
    --------  ==   =========================  ==   ===================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.grid import column_letters
from xlpoker.workbook.sheets.words import decimal_digits

__all__ = [
    "Contents",
    "NewColumn",
    "Pieces",
    "escaped",
    "new_cells",
    "number_content",
    "one_cell",
    "text_cell",
    "text_content",
]

Pieces = list[bytes | list[bytes]]
"""The new cells of some rows, in order: pieces that are the same in each of them, and lists with one for each."""


class Contents:
    """What the cells of a column hold, by number: made when a number comes for the first time, and kept.

    >>> contents = Contents(number_content)
    >>> contents[5], contents.framed(np.array([7, 5]), b'"', b"|")
    (b'><v>5</v></c>', [b'"><v>7</v></c>|', b'"><v>5</v></c>|'])
    """

    def __init__(self, make: Callable[[int], bytes]) -> None:
        self._make = make
        self._frame = b"", b""
        self._known = np.empty(0, object)
        self._missing = np.empty(0, np.bool_)

    def __getitem__(self, number: int) -> bytes:
        """Return what stands in a cell behind its address and style."""
        return self._make(number)

    def framed(self, numbers: npt.NDArray[Any], before: bytes, after: bytes) -> list[bytes]:
        """Return the contents of some cells with the bytes before and behind them, which are the same ones mostly."""
        if (before, after) != self._frame:
            self._frame, self._known, self._missing = (before, after), np.empty(0, object), np.empty(0, np.bool_)
        most = int(numbers.max(initial=0))
        if most >= len(self._known):
            self._known = np.append(self._known, np.empty(most + 1, object))
            self._missing = np.append(self._missing, np.ones(most + 1, np.bool_))
        missing = self._missing.take(numbers)
        if missing.any():
            for number in np.unique(numbers[missing]).tolist():
                self._known[number] = before + self._make(number) + after
                self._missing[number] = False
        found: list[bytes] = self._known.take(numbers).tolist()
        return found


@dataclass(frozen=True, slots=True)
class NewColumn:
    """A new column: header, width, and for each good row the number of its content.

    A content is what follows the address and the style: ``><v>5</v></c>``. With `formula` it is the cached value, and
    the formula is the list of its pieces, between which the number of the row stands.
    """

    header: str
    width: float
    index: Any
    contents: Contents | Sequence[bytes]
    formula: list[str] | None = None


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


def new_cells(
    columns: Sequence[tuple[NewColumn, int, int]], prefix: bytes, rows: npt.NDArray[Any], part: slice
) -> Pieces:
    """Return the new cells of some good rows, those of `part`, for columns given as (column, place, style).

    >>> winner = NewColumn("Winner", 9, np.array([1, 2]), Contents(number_content))
    >>> new_cells([(winner, 10, -1)], b"", np.array([8, 9]), slice(0, 2))
    [b'<c r="K', [b'9', b'10'], [b'"><v>1</v></c>', b'"><v>2</v></c>']]
    """
    if not columns:
        return []
    numbers = _decimal(rows[part] + 1)
    openings = [_opening(column, place, style, prefix) for column, place, style in columns]
    heads = [opening[0] for opening in openings]
    pieces: Pieces = [heads[0]]
    for (column, _, _), opening, after in zip(columns, openings, [*heads[1:], b""], strict=True):
        for piece in opening[1:-1]:
            pieces += [numbers, piece]
        assert isinstance(column.contents, Contents)
        pieces += [numbers, column.contents.framed(column.index[part], opening[-1], after)]
    return pieces


def _decimal(numbers: npt.NDArray[Any]) -> list[bytes]:
    """Return numbers above 0, in ascending order, as texts."""
    found: list[bytes] = []
    edges = np.searchsorted(numbers, [10**count for count in range(8)]).tolist()
    for count, (low, high) in enumerate(pairwise(edges), 1):
        if low < high:
            found += decimal_digits(numbers[low:high], count).view(f"S{count}").tolist()
    return found

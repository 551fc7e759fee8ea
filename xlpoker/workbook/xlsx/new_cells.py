"""New cells of a worksheet: one of a row, and those of a column in many rows.

The cells of a column are rows of a table of bytes: constant pieces, the number of the row, and the
content. They are padded with zero bytes, which NumPy strips when it converts them to texts::

    <c r="K 12 "> <v>2067</v></c>     <c r="L 12 " t="inlineStr"> <is><t>One Pair, Fives</t></is></c>
    <c r="K 13 "> <v>5</v></c>000     <c r="L 13 " t="inlineStr"> <is><t>King High</t></is></c>000000
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import column_letters
from xlpoker.workbook.xlsx.cells import Array, xml_text

__all__ = ["cell_content", "decimal_digits", "new_cells", "numbered", "one_cell"]


@cache
def _four_digits() -> npt.NDArray[np.uint32]:
    """Return a table of the numbers 0 .. 9,999: their four digits as one uint32."""
    texts = [b"%04d" % number for number in range(10_000)]
    return np.array(texts, "S4").view("<u4")


def decimal_digits(numbers: Array, count: int) -> Array:
    """Return the last digits of numbers, that many (at most eight) of each, as items of bytes.

    >>> decimal_digits(np.array([8, 1048576]), 7).tolist()
    [b'0000008', b'1048576']
    """
    high = numbers // 10_000
    low = numbers - 10_000 * high
    table = _four_digits()
    eight_digits = np.stack([table.take(high), table.take(low)], axis=1)
    last_digits: Array = np.ndarray(
        shape=(len(numbers),),
        dtype=f"V{count}",
        buffer=eight_digits,
        offset=8 - count,
        strides=(8,),
    )
    return last_digits.copy()


def cell_content(content: str | float, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return the part of a cell behind its address, or behind its formula: the cached value.

    >>> cell_content(7462)
    b'><v>7462</v></c>'
    >>> cell_content(3917.125, b"x:", cached=True)
    b'<x:v>3917.125</x:v></x:c>'
    >>> cell_content("A & B ")
    b' t="inlineStr"><is><t xml:space="preserve">A &amp; B </t></is></c>'
    """
    value = xml_text(content) if isinstance(content, str) else b"%a" % content
    if cached:
        return b"<%sv>%s</%sv></%sc>" % (prefix, value, prefix, prefix)
    if not isinstance(content, str):
        return b"><%sv>%s</%sv></%sc>" % (prefix, value, prefix, prefix)
    must_preserve = content != content.strip() or "\n" in content
    space = b' xml:space="preserve"' if must_preserve else b""
    text = b"<%st%s>%s</%st>" % (prefix, space, value, prefix)
    return b' t="inlineStr"><%sis>%s</%sis></%sc>' % (prefix, text, prefix, prefix)


def _opening(
    column: int,
    style: int,
    prefix: bytes,
    formula: Sequence[str] | None = None,
    *,
    text: bool = False,
) -> list[bytes]:
    """Return the pieces of a cell before its content; the number of the row joins them.

    `text` tells whether the formula's value is a text.

    >>> _opening(10, 3, b"")
    [b'<c r="K', b'" s="3"']
    """
    style_text = b' s="%d"' % style if style >= 0 else b""
    letters = column_letters(column).encode()
    head = b'<%sc r="%s' % (prefix, letters)
    if formula is None:
        return [head, b'"' + style_text]
    type_text = b' t="str"' if text else b""
    pieces = [xml_text(piece) for piece in formula]
    pieces[0] = b'"%s%s><%sf>%s' % (style_text, type_text, prefix, pieces[0])
    pieces[-1] += b"</%sf>" % prefix
    return [head, *pieces]


def one_cell(
    content: str | float,
    column: int,
    style: int,
    prefix: bytes,
    row: int,
    formula: Sequence[str] | None = None,
) -> bytes:
    """Return the cell of a row, counted from 0: with a content, or with a formula and its value.

    >>> one_cell(5, 10, -1, b"", 8)
    b'<c r="K9"><v>5</v></c>'
    """
    is_text = isinstance(content, str)
    pieces = _opening(column, style, prefix, formula, text=is_text)
    number = b"%d" % (row + 1)
    opening = number.join(pieces)
    is_cached = formula is not None
    return opening + cell_content(content, prefix, cached=is_cached)


def numbered(rows: Array) -> list[tuple[slice, Array]]:
    """Split ascending rows into parts whose numbers have equally many digits.

    Each part is returned as a slice with the digits of its numbers, which count from 1.

    >>> [(part, digits.tolist()) for part, digits in numbered(np.array([7, 8, 9]))]
    [(slice(0, 2, None), [b'8', b'9']), (slice(2, 3, None), [b'10'])]
    """
    limits = [10**count - 1 for count in range(8)]
    edges = np.searchsorted(rows, limits).tolist()
    parts = []
    for count, (start, end) in enumerate(pairwise(edges), 1):
        if start < end:
            part = slice(start, end)
            digits = decimal_digits(rows[part] + 1, count)
            parts.append((part, digits))
    return parts


def new_cells(
    column: int,
    style: int,
    prefix: bytes,
    rows: Sequence[tuple[slice, Array]],
    contents: Array,
    formula: Sequence[str] | None = None,
    *,
    text: bool = False,
) -> list[bytes]:
    """Return the new cells of a column in some rows, as `numbered` splits them.

    Their contents stand behind their addresses, or behind their formulas.

    >>> contents = np.array([b"><v>1</v></c>", b"><v>2</v></c>"], "V13")
    >>> new_cells(10, -1, b"", numbered(np.array([8, 9])), contents)
    [b'<c r="K9"><v>1</v></c>', b'<c r="K10"><v>2</v></c>']
    """
    pieces = _opening(column, style, prefix, formula, text=text)
    cells: list[bytes] = []
    for part, digits in rows:
        cells += _cells(pieces, digits, contents[part])
    return cells


def _cells(pieces: Sequence[bytes], numbers: Array, contents: Array) -> list[bytes]:
    """Return cells: the pieces joined by the number of the row, and the content behind."""
    parts: list[Any] = []
    for piece in pieces:
        parts.append(np.void(piece))
        parts.append(numbers)
    parts[-1] = contents  # behind the last piece
    fields = [(f"part {index}", part.dtype) for index, part in enumerate(parts)]
    table = np.empty(len(numbers), fields)
    for (name, _), part in zip(fields, parts, strict=True):
        table[name] = part
    texts = table.view(f"S{table.itemsize}")
    cells: list[bytes] = texts.tolist()
    return cells

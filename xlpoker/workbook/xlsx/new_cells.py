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

from xlpoker.workbook.xlsx.cells import Array
from xlpoker.workbook.xlsx.one_cell import opening_of

__all__ = ["decimal_digits", "new_cells", "numbered"]


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
    pieces = opening_of(column, style, prefix, formula, text=text)
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

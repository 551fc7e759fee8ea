"""The fastest tier: a block in which every row is made like the first.

Most blocks of a large sheet are: the same columns in each row, the same cells with a value, the same empty ones. There
the tags of all rows stand in a table with a line for each row::

    <row  <c  <v  </v  </c  <c  <v  </v  </c  <c .. />  ..  </row
    <row  <c  <v  </v  </c  <c  <v  </v  </c  <c .. />  ..  </row

and five words of eight bytes prove a cell: ``<c r="K``, the digits of its row with the quote, its attributes, ``<v>`` with
the first digits of the value, ``</v></c>``. What is not proved goes to `xlpoker.workbook.sheets.scan`, which says the same
of these blocks and understands more.
"""

from __future__ import annotations

import re

import numpy as np

from xlpoker.workbook.sheets.cells import Cells
from xlpoker.workbook.sheets.words import (
    EMPTY,
    SHARED,
    Array,
    Bytes,
    Numbers,
    attributes,
    integers,
    masks,
    row_numbers,
    word,
    words,
)

__all__ = ["scan_regular"]

_HEAD, _VALUE, _END, _ROW_END = word(b'<c r="'), word(b"<v>"), word(b"</v></c>"), word(b"</row>")
_SIX, _THREE = np.uint64((1 << 48) - 1), np.uint64((1 << 24) - 1)
_DIGITS_IN_WORD = 5  # of the word that begins with <v>
_FEW = 16  # rows for which there is nothing to gain
_FIRST_ROW = re.compile(rb'<row [^<>]*[^/<>]>((?:<c r="[A-Z]{1,2}\d+"[^<>]*(?:/>|><v>[^<>]*</v></c>))+)</row>')
_CELL = re.compile(rb'<c r="([A-Z]{1,2})\d+"[^<>]*?(/?)>')


def scan_regular(block: bytes, text: Bytes, tags: Numbers, before: int) -> Cells | None:
    """Return the rows and cells of a block, None where a row is not like the first; `text` is the block `padded`.

    `tags` are the places of all ``<``, `before` is the row before.
    """
    first = _FIRST_ROW.match(block)
    if first is None:
        return None
    cells = [(match[1], not match[2]) for match in _CELL.finditer(first[1])]
    full = np.array([filled for _, filled in cells])
    sizes = np.where(full, 4, 1)
    rows, rest = divmod(len(tags), 2 + int(sizes.sum()))
    if rest or rows < _FEW:
        return None
    table = tags.reshape(rows, -1)
    at = 1 + np.cumsum(sizes) - sizes
    starts, begin, ends = table[:, 0].copy(), table[:, at], table[:, -1].copy()
    numbered = row_numbers(text, starts, before)
    if numbered is None or not _row_tags(text, table):
        return None
    numbers, digits, lengths = numbered
    found = _addresses(text, begin, [letters for letters, _ in cells], digits, lengths)
    if found is None:
        return None
    column, behind = found
    value, shared = begin.copy(), np.full(begin.shape, -1)
    length = np.zeros(begin.shape, np.int64)
    value[:, full] = table[:, at[full] + 1]
    closing = value - 1
    closing[:, ~full] = table[:, at[~full] + 1] - 2
    length[:, full] = table[:, at[full] + 2] - value[:, full] - 3
    if not _closed(text, closing, full):
        return None
    known = attributes(text, behind.reshape(-1), (closing - behind).reshape(-1))
    if known is None:
        return None
    kind, style = known[0].reshape(begin.shape), known[1]
    if not _values(text, kind, value, length, shared, full):
        return None
    value += 3
    kind[:, ~full] = EMPTY
    row, column = np.repeat(np.arange(rows), len(cells)), np.tile(column, rows)
    flat = (begin.reshape(-1), value.reshape(-1), length.reshape(-1), shared.reshape(-1))
    formula = np.full(len(row), -1)
    return Cells(block, numbers, starts, ends, row, column, kind.reshape(-1), style, *flat, formula)


def _row_tags(text: Bytes, table: Numbers) -> bool:
    """Tell whether each row's tag ends before its first cell, and each row ends with its last."""
    before = words(text, table[:, 1] - 2, "<u2")
    ends = (words(text, table[:, -1]) ^ _ROW_END) & _SIX
    return not ends.any() and bool((before >> 8 == 62).all()) and not (before == 0x3E2F).any()


def _addresses(
    text: Bytes, begin: Numbers, letters: list[bytes], digits: Array, lengths: Numbers
) -> tuple[Numbers, Numbers] | None:
    """Return the columns of the cells of a row, and where the address of each cell ends, if they are what they must be."""
    column = np.array([one[-1] - 65 + (26 * (one[0] - 64) if len(one) == 2 else 0) for one in letters])
    if (np.diff(column) <= 0).any():
        return None
    wanted = np.array([word(b'<c r="' + one) for one in letters])
    kept = np.array([masks()[6 + len(one), 0] for one in letters])
    if ((words(text, begin) ^ wanted) & kept).any():
        return None
    behind = begin + np.array([6 + len(one) for one in letters])
    number = words(text, behind)
    number &= masks()[lengths + 1, 0][:, None]
    if (number != digits[:, None]).any():
        return None
    behind += lengths[:, None] + 1
    return column, behind


def _closed(text: Bytes, closing: Numbers, full: Array) -> bool:
    """Tell whether the tag of each cell with a value ends in ``>`` there, and of each other one in ``/>``."""
    if not (text[closing[:, full]] == 62).all():
        return False
    return bool(full.all() or (words(text, closing[:, ~full], "<u2") == 0x3E2F).all())


def _values(text: Bytes, kind: Bytes, value: Numbers, length: Numbers, shared: Numbers, full: Array) -> bool:
    """Tell whether all values stand between their tags; read the indices of shared strings."""
    if not full.any():
        return True
    begin, size = value[:, full], length[:, full]
    first = words(text, begin)
    if ((first ^ _VALUE) & _THREE).any() or size.min() < 1 or (words(text, begin + size + 3) != _END).any():
        return False
    sharing = kind[:, full] == SHARED
    if not sharing.any():
        return True
    first = first >> np.uint64(24) if size.max() <= _DIGITS_IN_WORD else words(text, begin + 3)
    if sharing.all():
        shared[:, full], good = integers(first, size)
        return good
    found = np.full(size.shape, -1)
    found[sharing], good = integers(first[sharing], size[sharing])
    shared[:, full] = found
    return good

"""The rows of a worksheet part that are hidden, filtered out or struck out."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from xlpoker.addresses import MOST_COLUMNS
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.values import BookTexts

__all__ = ["hidden_columns", "marked_rows"]

_HIDDEN = re.compile(rb"""hidden\s*=\s*["'](?:1|true)""")
_COLUMN = re.compile(rb"<(?:[\w.-]+:)?col\s[^<>]*>")
_ATTRIBUTE = re.compile(rb"""\s(min|max|hidden)\s*=\s*["'](\w+)["']""")


def hidden_columns(head: bytes) -> frozenset[int]:
    """Return the columns that are hidden, by the beginning of a part.

    >>> head = b'<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="9"/></cols>'
    >>> sorted(hidden_columns(head))
    [1, 2]
    """
    columns: set[int] = set()
    for tag in _COLUMN.findall(head):
        attributes = dict(_ATTRIBUTE.findall(tag))
        if attributes.get(b"hidden") not in (b"1", b"true"):
            continue
        first, last = attributes.get(b"min", b""), attributes.get(b"max", b"")
        if first.isdigit() and last.isdigit():
            columns.update(range(int(first) - 1, min(int(last), MOST_COLUMNS)))
    return frozenset(columns)


def marked_rows(cells: Cells, book: BookTexts) -> MarkedRows:
    """Return the filled rows of a block that are hidden, and its cells that are struck out."""
    hidden = _hidden_rows(cells)
    struck = _struck_cells(cells, book.struck)
    if not hidden and not struck:
        return NO_MARKS
    return MarkedRows(hidden, struck)


def _hidden_rows(cells: Cells) -> frozenset[int]:
    """Return the numbers of the filled rows that a filter or a person has hidden."""
    block = cells.block
    if b"h" not in block:  # one letter is found faster than a word
        return frozenset()
    attributes = [match.start() for match in _HIDDEN.finditer(block)]
    if not attributes:
        return frozenset()
    is_filled = cells.filled(0, len(cells.numbers))
    rows = np.searchsorted(cells.starts, attributes) - 1
    starts = cells.starts[rows]
    hidden = []
    for row, start, attribute in zip(rows.tolist(), starts.tolist(), attributes, strict=True):
        is_in_tag_of_row = row >= 0 and block.find(b">", start, attribute) < 0
        is_attribute = block[attribute - 1 : attribute].isspace()
        if is_in_tag_of_row and is_attribute and is_filled[row]:
            hidden.append(row)
    return frozenset(cells.numbers[hidden].tolist())


def _struck_cells(cells: Cells, styles: frozenset[int]) -> dict[int, list[int]]:
    """Return the columns of the filled cells with one of some styles, by the number of their row."""
    if not styles:
        return {}
    is_struck = np.isin(cells.style, list(styles)) & cells.occupied
    rows = cells.numbers[cells.row[is_struck]]
    columns = cells.column[is_struck]
    struck: dict[int, list[int]] = defaultdict(list)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        struck[row].append(column)
    return dict(struck)

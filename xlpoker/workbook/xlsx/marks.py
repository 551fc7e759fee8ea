"""The rows of a worksheet part that are hidden, filtered out or struck out."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.values import BookTexts

__all__ = ["marked_rows"]

_HIDDEN = re.compile(rb"""hidden\s*=\s*["'](?:1|true)""")


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
    matches = _HIDDEN.finditer(block)
    words = [match.start() for match in matches]
    if not words:
        return frozenset()
    is_filled = cells.filled(0, len(cells.numbers))
    starts = cells.starts.tolist()
    rows_before_words = np.searchsorted(cells.starts, words) - 1
    hidden = []
    for word, row in zip(words, rows_before_words.tolist(), strict=True):
        if row < 0 or not is_filled[row]:
            continue
        is_tag_closed = block.find(b">", starts[row], word) >= 0
        is_attribute = block[word - 1 : word].isspace()
        if is_attribute and not is_tag_closed:
            hidden.append(row)
    numbers = cells.numbers[hidden]
    return frozenset(numbers.tolist())


def _struck_cells(cells: Cells, styles: frozenset[int]) -> dict[int, list[int]]:
    """Return the columns of the filled cells with one of some styles, by the number of their row."""
    if not styles:
        return {}
    has_style = np.isin(cells.style, list(styles))
    is_struck = has_style & cells.occupied
    rows = cells.row[is_struck]
    numbers = cells.numbers[rows].tolist()
    columns = cells.column[is_struck].tolist()
    struck: dict[int, list[int]] = defaultdict(list)
    for number, column in zip(numbers, columns, strict=True):
        struck[number].append(column)
    return dict(struck)

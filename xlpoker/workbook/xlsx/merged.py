"""Merged areas of a sheet that is read as a whole: only the anchor of each, its first cell, has a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from xlpoker.addresses import Box
from xlpoker.errors import BookError

__all__ = ["empty_merged"]

MOST_STEPS = 1 << 23
"""The most rows of all merged areas."""


def empty_merged(rows: Sequence[list[Any]], merged: Iterable[Box], where: str) -> None:
    """Empty all cells of merged areas but their anchors.

    Raises `BookError`, which begins with `where`, for areas that overlap without end.

    >>> rows = [["Ann", "x"], ["y", "Ben"]]
    >>> empty_merged(rows, [Box(0, 0, 1, 0)], "")
    >>> rows
    [['Ann', 'x'], [None, 'Ben']]
    """
    steps = 0
    for box in set(merged):
        end = min(box.bottom + 1, len(rows))
        steps += max(0, end - box.top)
        if steps > MOST_STEPS:
            raise BookError(f"{where}: its merged areas overlap")
        for row in range(box.top, end):
            holds_anchor = row == box.top
            first = box.left + 1 if holds_anchor else box.left
            _empty(rows[row], range(first, box.right + 1))


def _empty(cells: list[Any], columns: range) -> None:
    """Empty the cells of a row in some columns."""
    for column in range(columns.start, min(columns.stop, len(cells))):
        cells[column] = None

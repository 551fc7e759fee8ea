"""Merged areas of a sheet that is read as a whole: only the anchor of each, its first cell, has a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from xlpoker.addresses import Box
from xlpoker.errors import BookError

__all__ = ["empty_merged"]

MOST_STEPS = 1 << 23
"""The most rows of all merged areas."""


def empty_merged(
    rows: Sequence[list[Any]],
    merged: Iterable[Box],
    where: str,
) -> None:
    """Empty all cells of merged areas but their anchors.

    Raises `BookError`, which begins with `where`, for areas that overlap without end.

    >>> rows = [["Ann", "x"], ["y", "Ben"]]
    >>> empty_merged(rows, [Box(0, 0, 1, 0)], "")
    >>> rows
    [['Ann', 'x'], [None, 'Ben']]
    """
    steps = 0
    for box in set(merged):
        last = min(box.bottom, len(rows) - 1)
        rows_of_area = range(box.top, last + 1)
        steps += len(rows_of_area)
        if steps > MOST_STEPS:
            raise BookError(f"{where}: its merged areas overlap")
        for row in rows_of_area:
            first = box.left
            if row == box.top:
                first += 1
            _empty(rows[row], first, box.right)


def _empty(
    cells: list[Any],
    first: int,
    last: int,
) -> None:
    """Empty the cells of a row from one column to another."""
    last = min(last, len(cells) - 1)
    for column in range(first, last + 1):
        cells[column] = None

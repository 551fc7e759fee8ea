"""Rectangles of cells, and where drawings would hide new cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy.typing as npt

from xlpoker.layout.grid import MOST_ROWS

__all__ = ["Box", "area_of", "beyond", "hidden"]

FAR = 26
"""Columns by which results may move to the right of a drawing."""


class Box(NamedTuple):
    """A rectangle of cells, rows and columns counted from 0, all ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def meets(self, other: Box) -> bool:
        """Tell whether two rectangles share a cell."""
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom


def area_of(rows: npt.NDArray[Any], first: int, width: int) -> Box:
    """Return the rectangle of that many columns from the first on, from the least of some rows to the greatest."""
    return Box(int(rows.min(initial=MOST_ROWS)), first, int(rows.max(initial=-1)), first + width - 1)


def beyond(area: Box, drawings: Sequence[Box]) -> int:
    """Return the first column, the area's own or one right of it, at which no drawing hides cells of the area.

    >>> beyond(Box(0, 10, 99, 14), [Box(1, 12, 8, 15), Box(5, 18, 20, 19)]), beyond(Box(0, 10, 99, 14), [Box(1, 12, 8, 60)])
    (20, 10)

    The area stays where that column is far away.
    """
    left, width = area.left, area.right - area.left
    while over := [one.right for one in drawings if one.meets(area._replace(left=left, right=left + width))]:
        left = max(over) + 1
        if left - area.left > FAR:
            return area.left
    return left


def hidden(area: Box, drawings: Sequence[Box]) -> tuple[int, int] | None:
    """Return the first cell of an area that a drawing hides, None where there is none.

    >>> hidden(Box(0, 10, 99, 14), [Box(3, 12, 8, 15)])
    (3, 12)
    """
    over = [(max(one.top, area.top), max(one.left, area.left)) for one in drawings if one.meets(area)]
    return min(over, default=None)

"""Where cells of a sheet have a property, asked of a spreadsheet program by rectangles.

Excel answers a question about a rectangle (are these cells merged?) by yes, no, or nothing where
only some of them are. Halving the rectangle finds these by few questions::

    A1:E1000  nothing
      A1:E500    nothing   --> halved again, down to the title A1:E1: yes
      A501:E1000 no
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator

from xlpoker.addresses import Box

__all__ = ["TooManyAreasError", "areas_where", "cells_of", "halving"]


class TooManyAreasError(Exception):
    """A property that changes in more places than the program is to be asked about."""


def areas_where(
    box: Box,
    answer: Callable[[Box], bool | None],
    most_questions: int = sys.maxsize,
) -> list[Box]:
    """Return the rectangles within `box` for which the answer is yes.

    `answer` gives True or False for a rectangle in which all cells have, or lack, the property,
    and None where they differ. Raises `TooManyAreasError` where more than `most_questions` would be
    needed.

    >>> merged = Box(0, 0, 0, 4)
    >>> def is_merged(part):
    ...     inside = part.top == part.bottom == 0 and part.right <= 4
    ...     return True if inside else None if part.meets(merged) else False
    >>> areas_where(Box(0, 0, 999, 9), is_merged)
    [Box(top=0, left=0, bottom=0, right=4)]
    """
    search = halving(box)
    part = next(search)
    for _ in range(most_questions):
        try:
            part = search.send(answer(part))
        except StopIteration as end:
            areas: list[Box] = end.value
            return areas
    raise TooManyAreasError


def halving(box: Box) -> Generator[Box, bool | None, list[Box]]:
    """Yield each rectangle that is to be asked about, and return those for which the answer is yes.

    This is the search of `areas_where` for programs whose answers have to be awaited.
    """
    is_so = yield box
    if is_so:
        return [box]
    are_mixed = is_so is None
    if not are_mixed or box.is_single_cell:
        return []
    areas: list[Box] = []
    for half in _halves(box):
        areas += yield from halving(half)
    return areas


def cells_of(box: Box) -> Iterator[Box]:
    """Yield each cell of a rectangle, row by row."""
    for row in range(box.top, box.bottom + 1):
        for column in box.columns:
            yield Box(row, column, row, column)


def _halves(box: Box) -> tuple[Box, Box]:
    """Return the two halves of a rectangle: its rows if there are several, else its columns."""
    if box.top < box.bottom:
        middle = (box.top + box.bottom) // 2
        upper = box._replace(bottom=middle)
        lower = box._replace(top=middle + 1)
        return upper, lower
    middle = (box.left + box.right) // 2
    left = box._replace(right=middle)
    right = box._replace(left=middle + 1)
    return left, right

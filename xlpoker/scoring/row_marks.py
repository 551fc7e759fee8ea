"""Sets of rows of a worksheet as bytes: one for each of its `MOST_ROWS`, 1 for a row of the set.

They need no NumPy. Code that has it writes them through ``np.frombuffer(marks, np.bool_)``.
"""

from __future__ import annotations

from collections.abc import Iterator

from xlpoker.addresses import MOST_ROWS

__all__ = ["Marks", "has_marks", "mark", "marked", "no_marks", "runs", "without"]

Marks = bytearray
_MARKED = b"\1"
_UNMARKED = b"\0"


def no_marks() -> Marks:
    """Return the set without any row."""
    return bytearray(MOST_ROWS)


def mark(marks: Marks, first: int, last: int) -> None:
    """Add the rows from one to another, both included; those below the last row of a sheet are left out.

    >>> marks = no_marks()
    >>> mark(marks, 2, 4)
    >>> [*marked(marks)], [*runs(marks)]
    ([2, 3, 4], [(2, 4)])
    """
    end = min(last + 1, len(marks))
    count = end - first
    if count > 0:
        marks[first:end] = _MARKED * count


def marked(marks: Marks, first: int = 0, last: int = MOST_ROWS - 1) -> Iterator[int]:
    """Yield the rows of a set from one row to another, ascending."""
    end = last + 1
    row = marks.find(_MARKED, first, end)
    while row >= 0:
        yield row
        row = marks.find(_MARKED, row + 1, end)


def has_marks(marks: Marks, first: int = 0, last: int = MOST_ROWS - 1) -> bool:
    """Tell whether one of the rows from one to another, both included, is in a set."""
    first_marked = marks.find(_MARKED, first, last + 1)
    return first_marked >= 0


def runs(marks: Marks) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each run of rows without a gap."""
    first = marks.find(_MARKED)
    while first >= 0:
        end = marks.find(_UNMARKED, first)
        if end < 0:
            end = len(marks)
        yield first, end - 1
        first = marks.find(_MARKED, end)


def without(marks: Marks, other_marks: Marks) -> Marks:
    """Return the rows of a set that are not in another one, which has few runs of rows.

    >>> marks, other_marks = no_marks(), no_marks()
    >>> mark(marks, 0, 4)
    >>> mark(other_marks, 1, 3)
    >>> [*marked(without(marks, other_marks))]
    [0, 4]
    """
    rest = bytearray(marks)
    for first, last in runs(other_marks):
        end = last + 1
        rest[first:end] = bytes(end - first)
    return rest

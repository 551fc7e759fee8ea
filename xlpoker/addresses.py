"""Addresses of cells as people write them, and rectangles of cells; rows and columns count from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

__all__ = [
    "MOST_COLUMNS",
    "MOST_ROWS",
    "Box",
    "a1",
    "boxes_of",
    "column_letters",
    "column_number",
    "on_sheet",
    "runs_of",
    "unquoted",
]

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
_AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?", re.ASCII)


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(16383)
    ('A', 'Z', 'AA', 'XFD')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the column of its letters, counted from 0.

    >>> column_number("A"), column_number("xfd")
    (0, 16383)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def a1(row: int, column: int) -> str:
    """Return the address of a cell counted from 0.

    >>> a1(2, 4)
    'E3'
    """
    return f"{column_letters(column)}{row + 1}"


def runs_of(numbers: Sequence[int]) -> list[range]:
    """Return ascending rows or columns as runs, in each of which one follows the other.

    >>> runs_of([3, 4, 7]), runs_of([])
    ([range(3, 5), range(7, 8)], [])
    """
    if not numbers:
        return []
    starts = [numbers[0]]
    ends: list[int] = []
    for before, number in pairwise(numbers):
        if number != before + 1:
            ends.append(before + 1)
            starts.append(number)
    ends.append(numbers[-1] + 1)
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


def unquoted(sheet: str) -> str:
    """Return the name of a sheet as references have it without its quotes.

    >>> unquoted("'Tom''s hands'"), unquoted("Hands")
    ("Tom's hands", 'Hands')
    """
    return sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet


def on_sheet(sheet: str, cells: str) -> str:
    """Return the reference to cells of a sheet: ``'Tom''s hands'!C7``.

    >>> on_sheet("Tom's hands", "C7")
    "'Tom''s hands'!C7"
    """
    quoted_sheet = sheet.replace("'", "''")
    return f"'{quoted_sheet}'!{cells}"


class Box(NamedTuple):
    """A rectangle of cells, rows and columns counted from 0, all ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def address(self) -> str:
        """The rectangle as people write it.

        >>> Box(2, 0, 9, 4).address
        'A3:E10'
        """
        return f"{a1(self.top, self.left)}:{a1(self.bottom, self.right)}"

    @property
    def columns(self) -> range:
        """The columns of the rectangle."""
        return range(self.left, self.right + 1)

    @property
    def is_single_cell(self) -> bool:
        """Whether the rectangle is one cell."""
        return self.top == self.bottom and self.left == self.right

    def contains(self, other: Box) -> bool:
        """Tell whether all cells of another rectangle are in this one.

        >>> Box(0, 0, 9, 4).contains(Box(2, 0, 9, 4)), Box(0, 0, 9, 4).contains(Box(2, 0, 9, 5))
        (True, False)
        """
        has_columns = self.left <= other.left and other.right <= self.right
        has_rows = self.top <= other.top and other.bottom <= self.bottom
        return has_columns and has_rows

    def meets(self, other: Box) -> bool:
        """Tell whether two rectangles share a cell."""
        shares_columns = self.left <= other.right and other.left <= self.right
        shares_rows = self.top <= other.bottom and other.top <= self.bottom
        return shares_columns and shares_rows


def boxes_of(references: Iterable[str]) -> list[Box]:
    """Return the rectangles of references; other texts are left out.

    >>> boxes_of(["B2:C5", "$A$1", "none"])
    [Box(top=1, left=1, bottom=4, right=2), Box(top=0, left=0, bottom=0, right=0)]
    """
    matches = [_AREA.fullmatch(reference) for reference in references]
    return [_rectangle(match) for match in matches if match]


def _rectangle(match: re.Match[str]) -> Box:
    """Return the rectangle of a reference, whichever two of its corners are named."""
    first_letters, first_number, last_letters, last_number = match.groups()
    first_column = column_number(first_letters)
    last_column = column_number(last_letters or first_letters)
    first_row = int(first_number) - 1
    last_row = int(last_number or first_number) - 1
    return Box(
        top=min(first_row, last_row),
        left=min(first_column, last_column),
        bottom=max(first_row, last_row),
        right=max(first_column, last_column),
    )

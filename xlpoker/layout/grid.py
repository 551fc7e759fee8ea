"""A table as rows of values, the addresses of its cells, and ranges as people write them; rows and columns count from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xlpoker.errors import LayoutError, quoted

__all__ = [
    "MOST_COLUMNS", "MOST_ROWS", "Area", "Grid", "Ranges", "a1", "column_letters", "column_number", "parse_ranges", "split_ranges", "unquoted",
]  # fmt: skip

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
_RANGE = re.compile(
    r"(?:(?P<sheet>'(?:[^']|'')+'|[^'!]+)!)?\$?([A-Z]{1,3})\$?(\d*)(?::\$?([A-Z]{1,3})\$?(\d*))?", re.IGNORECASE
)
_NAME = re.compile(r"\s*([^'!=\[\]:]+)=")
_BETWEEN = re.compile(
    r"'(?:[^']|'')*'|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|(?P<cut>[,;]|(?<=\w)\s+(?=\$?[A-Z]{1,3}\$?\d*:))|(?P<plus>\+)(?![^,;+]*!)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet, or a text file: its name (empty for a text file) and its rows of raw cell values."""

    sheet: str
    rows: list[list[Any]] = field(repr=False)

    def cell(self, row: int, column: int) -> Any:
        """Return the value in a cell, None outside the grid."""
        cells = self.rows[row] if 0 <= row < len(self.rows) else ()
        return cells[column] if column < len(cells) else None


@dataclass(frozen=True, slots=True)
class Area:
    """The columns of one hand (or the board) over the rows of the layout, counted from 0, both ends included.

    Where its cells hold several hands, `part` says which of them it is; `apart` are the columns where others stand between.
    """

    first: int
    last: int
    part: int | None = field(default=None, repr=False)
    apart: tuple[int, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, columns: Iterable[int], part: int | None = None) -> Area:
        """Return the area of some columns.

        >>> Area.of([2, 1]).apart, Area.of([1, 3]).apart
        ((), (1, 3))
        """
        every = tuple(sorted(columns))
        return cls(every[0], every[-1], part, () if every[-1] - every[0] < len(every) else every)

    @property
    def columns(self) -> Sequence[int]:
        """Return the columns."""
        return self.apart or range(self.first, self.last + 1)

    @property
    def runs(self) -> list[tuple[int, int]]:
        """Return the first and the last column of each run of columns side by side.

        >>> Area.of([0, 1, 4]).runs
        [(0, 1), (4, 4)]
        """
        columns, left = self.columns, {at + 1 for at in self.columns}
        right = {at - 1 for at in columns}
        return [*zip([at for at in columns if at not in left], [at for at in columns if at not in right], strict=True)]

    @property
    def letters(self) -> str:
        """Return the columns as people write them.

        >>> Area(0, 4).letters, Area.of([0, 2]).letters
        ('A:E', 'A+C')
        """
        ends = ([column_letters(at) for at in dict.fromkeys(run)] for run in self.runs)
        return "+".join(":".join(one) for one in ends)


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


@dataclass(frozen=True, slots=True)
class Ranges:
    """Parsed ranges: the sheet (None if not named), an area per range, the rows (None for whole columns), the name before each."""

    sheet: str | None
    areas: tuple[Area, ...]
    rows: tuple[int, int] | None
    names: tuple[str, ...] = ()


def parse_ranges(hands: str, option: str = "--hands") -> Ranges:
    """Return the ranges in a text: rows and columns counted from 0.

    >>> parse_ranges("A3:E1002,F3:J1002")
    Ranges(sheet=None, areas=(Area(first=0, last=4), Area(first=5, last=9)), rows=(2, 1001), names=())
    >>> parse_ranges("'Friday night'!A:E")
    Ranges(sheet='Friday night', areas=(Area(first=0, last=4),), rows=None, names=())
    >>> parse_ranges("A2:A9+C2:C9,D2:E9").areas[0].apart, parse_ranges("Anna=A:E,Ben=F:J").names
    ((0, 2), ('Anna', 'Ben'))

    Raises `LayoutError` for what is not a range, ranges outside a sheet or on different sheets, of different heights,
    and ranges that overlap.
    """
    shown = quoted(hands)[1:-1]
    areas: list[Area] = []
    heights: set[tuple[int, int] | None] = set()
    sheets: dict[str, str] = {}
    names: list[str] = []
    for named in split_ranges(hands):
        name, text = name_before(named)
        names.append(name)
        parts = [_range(part) for part in split_ranges(text, "plus")]
        areas.append(Area.of({at for _, area, _ in parts for at in area.columns}))
        heights.update(rows for _, _, rows in parts)
        sheets.setdefault((parts[0][0] or "").casefold(), parts[0][0] or "")
    if len(sheets) > 1 and (len(sheets) > 2 or "" not in sheets):
        raise LayoutError(f"the ranges of {option} {shown} name different sheets; give every hand the same one")
    if len(heights) > 1:
        raise LayoutError(f"the ranges of {option} {shown} have different rows; give every hand the same ones")
    for place, area in enumerate(areas):
        for other in areas[:place]:
            if shared := {*area.columns}.intersection(other.columns):
                raise LayoutError(f"the ranges of {option} {shown} overlap in column {column_letters(min(shared))}")
    if "" in names and any(names):
        raise LayoutError(f"{option} {shown} names some hands; write Anna=A3:E9 for each, or for none")
    return Ranges("".join(sheets.values()) or None, tuple(areas), heights.pop(), tuple(names) if any(names) else ())


def name_before(text: str) -> tuple[str, str]:
    """Return the name before a range, an empty text without one, and the range.

    >>> name_before("Anna=A3:E9"), name_before("'a=b'!A:E")
    (('Anna', 'A3:E9'), ('', "'a=b'!A:E"))
    """
    match = _NAME.match(text)
    return (match[1].strip(), text[match.end() :].strip()) if match is not None else ("", text)


def split_ranges(hands: str, sign: str = "cut") -> list[str]:
    """Split a text into its ranges at commas, semicolons and blanks outside of quotes and brackets.

    With the sign ``plus`` these are the parts of one hand.

    >>> split_ranges("A3:E9 F3:J9"), split_ranges("'a, b'!A:E;Table1[[C1],[C2]]"), split_ranges("Friday night!A3:E9")
    (['A3:E9', 'F3:J9'], ["'a, b'!A:E", 'Table1[[C1],[C2]]'], ['Friday night!A3:E9'])
    """
    cuts = [match.span() for match in _BETWEEN.finditer(hands) if match[sign]]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(hands)]
    return [hands[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def meant_range(text: str) -> str:
    """Return a range written with a hyphen, a dash or dots as one with a colon; an empty text for anything else.

    >>> meant_range("A3-E1002"), meant_range("A3..E9"), meant_range("A3:E9"), meant_range("hands")
    ('A3:E1002', 'A3:E9', '', '')
    """
    meant = re.sub(r"\s*(?:[-\N{EN DASH}\N{EM DASH}]|\.\.+)\s*", ":", text)
    return meant if meant != text and _RANGE.fullmatch(meant) else ""


def _range(text: str) -> tuple[str | None, Area, tuple[int, int] | None]:
    match = _RANGE.fullmatch(text)
    if match is None or bool(match[3]) != bool(match[5] if match[4] else match[3]):
        like = meant_range(text) or "A3:E1002"
        raise LayoutError(f"{quoted(text)} is not a range; write it like {like}, one range per hand")
    columns = sorted((column_number(match[2]), column_number(match[4] or match[2])))
    rows = sorted((_row(match[3]), _row(match[5] or match[3]))) if match[3] else None
    if columns[1] >= MOST_COLUMNS or (rows and not 0 <= rows[0] <= rows[1] < MOST_ROWS):
        raise LayoutError(f"{quoted(text)} lies outside a sheet: columns are A to XFD, rows 1 to {MOST_ROWS}")
    return (
        match["sheet"] and unquoted(match["sheet"]),
        Area(columns[0], columns[1]),
        (rows[0], rows[1]) if rows else None,
    )


def unquoted(sheet: str) -> str:
    """Return the name of a sheet as references have it without its quotes.

    >>> unquoted("'Tom''s hands'"), unquoted("Hands")
    ("Tom's hands", 'Hands')
    """
    return sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet


def _row(digits: str) -> int:
    """Return the row that digits name, counted from 0; numbers too long for any sheet are cut."""
    return int(digits.lstrip("0")[:8] or 0) - 1

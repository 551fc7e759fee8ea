"""A table as rows of values, and ranges as people write them; rows and columns count from 0."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, column_letters, column_number, unquoted
from xlpoker.errors import LayoutError, quoted

__all__ = [
    "NO_SKIP",
    "Area",
    "Grid",
    "Ranges",
    "Skip",
    "parse_ranges",
    "parse_skip",
    "split_ranges",
]

_RANGE = re.compile(
    r"(?:('(?:[^']|'')+'|[^'!]+)!)?\$?([A-Z]{1,3})(?:\$?(?P<row>\d{1,9}))?(?::\$?([A-Z]{1,3})(?(row)\$?(\d{1,9})))?",
    re.IGNORECASE,
)
_ROWS = re.compile(r"\d{1,18}(?::\d{1,18})?")
_NAMED = re.compile(r"(?:([^'!=\[\]:]+)=\s*)?(.*)", re.DOTALL)
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

    def within(self, ranges: Iterable[tuple[int, int]]) -> set[int]:
        """Return the rows of ranges, each with both ends, that the grid has."""
        return {row for low, high in ranges for row in range(low, min(high + 1, len(self.rows)))}


@dataclass(frozen=True, slots=True)
class Area:
    """The columns of one hand (or the board) over the rows of the layout, counted from 0, both ends included.

    `apart` are the columns where others stand between.
    """

    first: int
    last: int
    apart: tuple[int, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, columns: Iterable[int]) -> Area:
        """Return the area of some columns.

        >>> Area.of([2, 1]).apart, Area.of([1, 3]).apart
        ((), (1, 3))
        """
        every = tuple(sorted({*columns}))
        return cls(every[0], every[-1], () if every[-1] - every[0] < len(every) else every)

    @classmethod
    def in_order(cls, columns: Sequence[int]) -> Area:
        """Return the area of some columns, whose cards are read in this order.

        >>> Area.in_order([1, 2]).apart, Area.in_order([2, 1]).apart
        ((), (2, 1))
        """
        area = cls.of(columns)
        if [*area.columns] == [*columns]:
            return area
        return cls(area.first, area.last, tuple(columns))

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
        columns = {*self.columns}
        starts, ends = ([at for at in self.columns if at + step not in columns] for step in (-1, 1))
        return [*zip(starts, ends, strict=True)]

    @property
    def letters(self) -> str:
        """Return the columns as people write them.

        >>> Area(0, 4).letters, Area.of([0, 2]).letters
        ('A:E', 'A+C')
        """
        return "+".join(":".join(map(column_letters, dict.fromkeys(run))) for run in self.runs)


@dataclass(frozen=True, slots=True)
class Ranges:
    """Parsed ranges: the sheet (None if not named), an area per range, the rows (None for whole columns), the name before each."""

    sheet: str | None
    areas: tuple[Area, ...]
    rows: tuple[int, ...] | None
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
    named = [(name, [*map(_range, parts)]) for name, parts in split_ranges(hands)]
    areas = tuple(Area.of(at for _, columns, _ in parts for at in columns) for _, parts in named)
    every = [part for _, parts in named for part in parts]
    sheets = {sheet.casefold(): sheet for sheet, *_ in every if sheet}
    rows = {rows for *_, rows in every}
    column, times = Counter(at for area in areas for at in area.columns).most_common(1)[0]
    names = tuple(name for name, _ in named)
    checks = {
        "name different sheets; give every hand the same one": len(sheets) > 1,
        "have different rows; give every hand the same ones": len(rows) > 1,
        f"overlap in column {column_letters(column)}": times > 1,
        "name only some hands; write a name before each range (Anna=A3:E9), or before none": ""
        in names
        and any(names),
    }
    if wrong := next(filter(checks.get, checks), ""):
        raise LayoutError(f"the ranges of {option} {quoted(hands)[1:-1]} {wrong}")
    return Ranges(
        next(iter(sheets.values()), None), areas, rows.pop() or None, names if any(names) else ()
    )


class Skip(NamedTuple):
    """What is left out: columns, and rows from one to another, both ends included, all counted from 0."""

    columns: tuple[int, ...] = ()
    rows: tuple[tuple[int, int], ...] = ()

    @property
    def typed(self) -> tuple[str, str]:
        """Return the columns and the rows as ``--skip`` takes them."""
        rows = (":".join(dict.fromkeys((str(low + 1), str(high + 1)))) for low, high in self.rows)
        return ",".join(map(column_letters, self.columns)), ",".join(rows)


NO_SKIP = Skip()


def parse_skip(skip: str | None) -> Skip:
    """Return the columns, by letters, and the rows, by numbers, that ``--skip`` names.

    >>> parse_skip("G,L:M,7,9:12")
    Skip(columns=(6, 11, 12), rows=((6, 6), (8, 11)))
    """
    parts = re.findall(r"[^,;\s]+", skip or "")
    rows = {part: sorted(map(int, part.split(":"))) for part in parts if _ROWS.fullmatch(part)}
    letters = ",".join(part for part in parts if part not in rows)
    columns = (
        [at for area in parse_ranges(letters, "--skip").areas for at in area.columns]
        if letters
        else ()
    )
    numbers = [1, *chain.from_iterable(rows.values())]
    if not 0 < min(numbers) <= max(numbers) <= MOST_ROWS:
        raise LayoutError(
            f"{quoted(','.join(parts))} lies outside a sheet: rows are 1 to {MOST_ROWS}"
        )
    return Skip(tuple(columns), tuple((ends[0] - 1, ends[-1] - 1) for ends in rows.values()))


def split_ranges(hands: str) -> list[tuple[str, list[str]]]:
    """Split a text at commas, semicolons and blanks into hands, outside of quotes and brackets: the name of each, and its parts.

    >>> split_ranges("Anna=A3:A9+C3:C9 F3:J9"), split_ranges("'a, b=c'!A:E;Table1[[C1],[C2]]")
    ([('Anna', ['A3:A9', 'C3:C9']), ('', ['F3:J9'])], [('', ["'a, b=c'!A:E"]), ('', ['Table1[[C1],[C2]]'])])
    """
    named = [_NAMED.findall(one)[0] for one in _cut(hands, "cut")]
    return [(name.strip(), _cut(text, "plus")) for name, text in named]


def _cut(text: str, sign: str) -> list[str]:
    cuts = [match.span() for match in _BETWEEN.finditer(text) if match[sign]]
    ends = [0, *chain.from_iterable(cuts), len(text)]
    return [text[start:end].strip() for start, end in zip(ends[::2], ends[1::2], strict=True)]


def _range(text: str) -> tuple[str | None, range, tuple[int, ...]]:
    """Return the sheet, the columns and the first and last row of a range; no rows of whole columns."""
    match = _RANGE.fullmatch(text)
    if match is None:
        raise LayoutError(
            f"{quoted(text)} is not a range; write it like A3:E1002, one range per hand"
        )
    sheet, left, top, right, bottom = match.groups()
    first, last = sorted(map(column_number, (left, right or left)))
    rows = sorted(int(row) - 1 for row in (top, bottom or top) if row)
    if last >= MOST_COLUMNS or not all(0 <= row < MOST_ROWS for row in rows):
        raise LayoutError(
            f"{quoted(text)} lies outside a sheet: columns are A to XFD, rows 1 to {MOST_ROWS}"
        )
    return sheet and unquoted(sheet), range(first, last + 1), tuple(rows)

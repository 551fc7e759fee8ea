"""Ranges as people write them after ``--hands``: columns and rows of each hand, checked before anything is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlpoker.errors import LayoutError, quoted
from xlpoker.layout.grid import column_letters, column_number

__all__ = ["LAST_COLUMN", "LAST_ROW", "Area", "Ranges", "parse_ranges", "split_ranges"]

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
_RANGE = re.compile(
    r"(?:(?P<sheet>'(?:[^']|'')+'|[^'!]+)!)?\$?([A-Z]{1,3})\$?(\d*)(?::\$?([A-Z]{1,3})\$?(\d*))?", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"'(?:[^']|'')*'|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|(?P<cut>[,;]|(?<=\w)\s+(?=\$?[A-Z]{1,3}\$?\d*:))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Area:
    """The columns of one hand (or the board) over the rows of the layout, counted from 0, both ends included."""

    first: int
    last: int

    @property
    def columns(self) -> range:
        """Return the columns."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class Ranges:
    """What was named: the sheet (None where it was not), an area per range, the rows (None for whole columns)."""

    sheet: str | None
    areas: tuple[Area, ...]
    rows: tuple[int, int] | None


def parse_ranges(hands: str) -> Ranges:
    """Return the ranges in a text: rows and columns counted from 0.

    >>> parse_ranges("A3:E1002,F3:J1002")
    Ranges(sheet=None, areas=(Area(first=0, last=4), Area(first=5, last=9)), rows=(2, 1001))
    >>> parse_ranges("'Friday night'!A:E")
    Ranges(sheet='Friday night', areas=(Area(first=0, last=4),), rows=None)

    Raises `LayoutError` for what is not a range, ranges outside a sheet or on different sheets, of different heights,
    and ranges that overlap.
    """
    shown = quoted(hands)[1:-1]
    areas: list[Area] = []
    heights: set[tuple[int, int] | None] = set()
    sheets: dict[str, str] = {}
    for text in split_ranges(hands):
        sheet, area, rows = _range(text)
        areas.append(area)
        heights.add(rows)
        sheets.setdefault((sheet or "").casefold(), sheet or "")
    if len(sheets) > 1 and (len(sheets) > 2 or "" not in sheets):
        raise LayoutError(f"the ranges of --hands {shown} name different sheets; give every hand the same one")
    if len(heights) > 1:
        raise LayoutError(f"the ranges of --hands {shown} have different rows; give every hand the same ones")
    for place, area in enumerate(areas):
        for other in areas[:place]:
            if area.first <= other.last and other.first <= area.last:
                shared = column_letters(max(area.first, other.first))
                raise LayoutError(f"the ranges of --hands {shown} overlap in column {shared}")
    return Ranges("".join(sheets.values()) or None, tuple(areas), heights.pop())


def split_ranges(hands: str) -> list[str]:
    """Return the ranges in a text, each by itself: a comma, a semicolon or a blank stands between, not within quotes or brackets.

    >>> split_ranges("A3:E9 F3:J9"), split_ranges("'a, b'!A:E;Table1[[C1],[C2]]"), split_ranges("Friday night!A3:E9")
    (['A3:E9', 'F3:J9'], ["'a, b'!A:E", 'Table1[[C1],[C2]]'], ['Friday night!A3:E9'])
    """
    cuts = [match.span() for match in _BETWEEN.finditer(hands) if match["cut"]]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(hands)]
    return [hands[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _range(text: str) -> tuple[str | None, Area, tuple[int, int] | None]:
    match = _RANGE.fullmatch(text)
    if match is None or bool(match[3]) != bool(match[5] if match[4] else match[3]):
        raise LayoutError(f"{quoted(text)} is not a range; write it like A3:E1002, one range per hand")
    columns = sorted((column_number(match[2]), column_number(match[4] or match[2])))
    rows = sorted((_row(match[3]), _row(match[5] or match[3]))) if match[3] else None
    if columns[1] >= LAST_COLUMN or (rows and not 0 <= rows[0] <= rows[1] < LAST_ROW):
        raise LayoutError(f"{quoted(text)} lies outside a sheet: columns are A to XFD, rows 1 to {LAST_ROW}")
    sheet = match["sheet"]
    if sheet and sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    return sheet, Area(*columns), (rows[0], rows[1]) if rows else None


def _row(digits: str) -> int:
    """Return the row of its digits, counted from 0; however many there are, they are too many in the same way."""
    return int(digits.lstrip("0")[:8] or 0) - 1

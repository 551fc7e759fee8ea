"""Ranges as people write them, ``Anna=A3:E9,Ben=F3:J9``, and what ``--skip`` leaves out; rows and columns count from 0."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, column_letters, column_number, unquoted
from xlpoker.errors import LayoutError, quoted
from xlpoker.layout.grid import Area

__all__ = ["BOARD", "NO_SKIP", "Ranges", "Skip", "parse_ranges", "parse_skip", "split_ranges"]

_RANGE = (
    r"(?i)(?:(?P<sheet>'(?:[^']|'')+'|[^'!]+)!)?"  # Friday! or 'Friday night'!
    r"\$?(?P<left>[A-Z]{1,3})(?:\$?(?P<top>\d{1,9}))?"
    r"(?::\$?(?P<right>[A-Z]{1,3})(?(top)\$?(?P<bottom>\d{1,9})))?"
)
_ROWS = r"\d{1,18}(?::\d{1,18})?"
BOARD = "board"
"""The name before the range of the board; no player has it."""
_NAME_BEFORE = r"(?s)(?:([^'!=\[\]:]+)=\s*)?(.*)"
_SEPARATOR = (
    r"(?i)'(?:[^']|'')*'"  # a sheet's name in quotes
    r"|\[(?:[^\[\]]|\[[^\[\]]*\])*\]"  # a column of an Excel table in brackets
    r"|(?P<hand>[,;]|(?<=\w)\s+(?=\$?[A-Z]{1,3}\$?\d*:))"  # between two hands
    r"|(?P<part>\+)(?![^,;+]*!)"  # between two parts of a hand
)


class Ranges(NamedTuple):
    """Parsed ranges: an area for each, and the name before each if they have names.

    `sheet` is None if none is named, `rows` None for whole columns, else the first and the last row.
    """

    sheet: str | None
    areas: tuple[Area, ...]
    rows: tuple[int, ...] | None
    names: tuple[str, ...] = ()


class Skip(NamedTuple):
    """What is left out: columns, and rows from one to another, both ends included."""

    columns: tuple[int, ...] = ()
    rows: tuple[tuple[int, int], ...] = ()

    @property
    def typed(self) -> tuple[str, str]:
        """Return the columns and the rows as ``--skip`` takes them.

        >>> Skip((6,), ((6, 6), (8, 11))).typed
        ('G', '7,9:12')
        """
        columns = ",".join(column_letters(column) for column in self.columns)
        rows = [_typed_rows(low, high) for low, high in self.rows]
        return columns, ",".join(rows)


NO_SKIP = Skip()


def _typed_rows(low: int, high: int) -> str:
    """Return rows as a person types them: 7 or 7:9."""
    if low == high:
        return str(low + 1)
    return f"{low + 1}:{high + 1}"


class _Range(NamedTuple):
    """One range: its sheet, if it names one, its columns, its first and last row; no rows for whole columns."""

    sheet: str | None
    columns: range
    rows: tuple[int, ...]


def parse_ranges(hands: str, option: str = "--hands") -> Ranges:
    """Return the ranges in a text.

    >>> ranges = parse_ranges("A3:E1002,F3:J1002")
    >>> [area.letters for area in ranges.areas], ranges.rows
    (['A:E', 'F:J'], (2, 1001))
    >>> ranges = parse_ranges("'Friday night'!A:E")
    >>> ranges.sheet, [area.letters for area in ranges.areas], ranges.rows, ranges.names
    ('Friday night', ['A:E'], None, ())
    >>> parse_ranges("A2:A9+C2:C9,D2:E9").areas[0].listed_columns, parse_ranges("Anna=A:E,Ben=F:J").names
    ((0, 2), ('Anna', 'Ben'))

    Raises `LayoutError` for what is not a range, ranges outside a sheet or on different sheets, of
    different heights, and ranges that overlap.
    """
    names: list[str] = []
    areas: list[Area] = []
    ranges: list[_Range] = []
    for name, parts in split_ranges(hands):
        columns: list[int] = []
        for part in map(_parse_range, parts):
            columns.extend(part.columns)
            ranges.append(part)
        names.append(name)
        areas.append(Area.of(columns))
    fault = _fault_of(names, areas, ranges)
    if fault:
        raise LayoutError(f"the ranges of {option} {quoted(hands)[1:-1]} {fault}")
    sheets = [part.sheet for part in ranges if part.sheet]
    return Ranges(
        sheet=sheets[0] if sheets else None,
        areas=tuple(areas),
        rows=ranges[0].rows or None,
        names=tuple(names) if any(names) else (),
    )


def _fault_of(
    names: Sequence[str],
    areas: Sequence[Area],
    ranges: Sequence[_Range],
) -> str:
    """Return why ranges do not go together, an empty text if they do."""
    sheets = {part.sheet.casefold() for part in ranges if part.sheet}
    if len(sheets) > 1:
        return "name different sheets; give every hand the same one"
    heights = {part.rows for part in ranges}
    if len(heights) > 1:
        return "have different rows; give every hand the same ones"
    counts = Counter[int]()
    for area in areas:
        counts.update(area.columns)
    column, times = counts.most_common(1)[0]
    if times > 1:
        return f"overlap in column {column_letters(column)}"
    if any(names) and not all(names):
        return "name only some hands; write a name before each range (Anna=A3:E9), or before none"
    return ""


def _parse_range(text: str) -> _Range:
    """Return one range; raise `LayoutError` for what is none, or lies outside a sheet."""
    match = re.fullmatch(_RANGE, text)
    if match is None:
        raise LayoutError(
            f"{quoted(text)} is not a range; write it like A3:E1002, one range per hand"
        )
    left = column_number(match["left"])
    right = column_number(match["right"] or match["left"])
    first = min(left, right)
    last = max(left, right)
    top = match["top"]
    bottom = match["bottom"] or top
    edges = [edge for edge in (top, bottom) if edge]
    rows = sorted(int(edge) - 1 for edge in edges)
    if last >= MOST_COLUMNS or any(not 0 <= row < MOST_ROWS for row in rows):
        raise LayoutError(
            f"{quoted(text)} lies outside a sheet: columns are A to XFD, rows 1 to {MOST_ROWS}"
        )
    sheet = unquoted(match["sheet"]) if match["sheet"] else None
    return _Range(sheet, range(first, last + 1), tuple(rows))


def parse_skip(skip: str | None) -> Skip:
    """Return the columns, by letters, and the rows, by numbers, that ``--skip`` names.

    >>> parse_skip("G,L:M,7,9:12")
    Skip(columns=(6, 11, 12), rows=((6, 6), (8, 11)))

    Raises `LayoutError` for what is neither, and for what lies outside a sheet.
    """
    parts = re.findall(r"[^,;\s]+", skip or "")
    letters = [part for part in parts if not re.fullmatch(_ROWS, part)]
    columns: list[int] = []
    if letters:
        for area in parse_ranges(",".join(letters), "--skip").areas:
            columns.extend(area.columns)
    numbers = [part for part in dict.fromkeys(parts) if re.fullmatch(_ROWS, part)]
    rows = list(map(_parse_rows, numbers))
    if any(low < 0 or high >= MOST_ROWS for low, high in rows):
        raise LayoutError(
            f"{quoted(','.join(parts))} lies outside a sheet: rows are 1 to {MOST_ROWS}"
        )
    return Skip(tuple(columns), tuple(rows))


def _parse_rows(text: str) -> tuple[int, int]:
    """Return the first and the last row of a text such as 7, 9:12 or 12:9."""
    rows = [int(number) - 1 for number in text.split(":")]
    return min(rows), max(rows)


def split_ranges(hands: str) -> list[tuple[str, list[str]]]:
    """Split a text at commas, semicolons and blanks into hands: the name of each, and its parts.

    Quotes and brackets hold a text together.

    >>> split_ranges("Anna=A3:A9+C3:C9 F3:J9")
    [('Anna', ['A3:A9', 'C3:C9']), ('', ['F3:J9'])]
    >>> split_ranges("'a, b=c'!A:E;Table1[[C1],[C2]]")
    [('', ["'a, b=c'!A:E"]), ('', ['Table1[[C1],[C2]]'])]
    """
    hands_with_names: list[tuple[str, list[str]]] = []
    for text in _split(hands, "hand"):
        match = re.fullmatch(_NAME_BEFORE, text)
        assert match is not None
        name = match[1] or ""
        parts = list(_split(match[2], "part"))
        hands_with_names.append((name.strip(), parts))
    return hands_with_names


def _split(text: str, separator: str) -> Iterator[str]:
    """Yield the parts of a text between separators of one kind."""
    start = 0
    for match in re.finditer(_SEPARATOR, text):
        if match[separator]:
            yield text[start : match.start()].strip()
            start = match.end()
    yield text[start:].strip()

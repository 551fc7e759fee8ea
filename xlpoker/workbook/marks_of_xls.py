"""The rows of an .xls sheet that are hidden, filtered out or struck out.

python-calamine, which reads the values, does not tell of them. xlrd would; it takes as long again as
the values, and a damaged file of 6 KB keeps it busy until no memory is left.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Collection
from pathlib import Path

from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.workbook.xls_records import (
    DAMAGED,
    FILLED_CELLS,
    LAST_COLUMN,
    Kind,
    Record,
    Records,
)

__all__ = ["marked_rows_of_xls"]

_STRUCK = 0x0008
_HIDDEN_ROW = 0x0020
_HIDDEN_COLUMNS = 0x0001
_MISSING_FONT = 4  # a number that no font has
_CELL_OF_SEVERAL = 6  # bytes: a format, and a number in a short form
_COLUMNS = struct.Struct("<HH4xH")


def _bytes_with(bit: int) -> bytes:
    """Return the class of a pattern that matches all bytes with a bit."""
    matching = [byte for byte in range(256) if byte & bit]
    return b"[" + re.escape(bytes(matching)) + b"]"


_MAY_HIDE = re.compile(
    rb"\x08\x02\x10\x00.{12}%b|\x7d\x00[\x0a-\x0c]\x00.{8}%b"
    % (_bytes_with(_HIDDEN_ROW), _bytes_with(_HIDDEN_COLUMNS)),
    re.DOTALL,
)
"""What the records of hidden rows and columns look like; other bytes may look so, too."""


def marked_rows_of_xls(path: Path, sheet: str) -> MarkedRows | None:
    """Return the filled rows of a sheet of an .xls book that are hidden, and its struck-out cells.

    None for a book that is older than those of 1993, and for a damaged one.
    """
    try:
        records = Records(path)
        struck_formats = _struck_formats(records)
        if not struck_formats and _MAY_HIDE.search(records.stream) is None:
            return NO_MARKS
        return _marks_of_sheet(records, records.sheets()[sheet], struck_formats)
    except DAMAGED:
        return None


def _struck_formats(records: Records) -> frozenset[int]:
    """Return the numbers of the formats with a font that is struck out."""
    struck_fonts: set[int] = set()
    font = 0
    fonts_of_formats: list[int] = []
    for record in records.from_place(0):
        if record.kind == Kind.FONT:
            if font == _MISSING_FONT:
                font += 1
            if records.short(record.start + 2) & _STRUCK:
                struck_fonts.add(font)
            font += 1
        elif record.kind == Kind.XF:
            fonts_of_formats.append(records.short(record.start))
    struck = [number for number, font in enumerate(fonts_of_formats) if font in struck_fonts]
    return frozenset(struck)


def _marks_of_sheet(records: Records, place: int, struck_formats: Collection[int]) -> MarkedRows:
    """Return the marks of the sheet that begins at a place."""
    hidden_rows: set[int] = set()
    hidden_columns: set[int] = set()
    filled_rows: set[int] = set()
    struck: dict[int, list[int]] = {}
    for record in records.from_place(place):
        kind, start, _size = record
        if kind in FILLED_CELLS:
            row = records.short(start)
            filled_rows.add(row)
            if struck_formats and (columns := _struck_columns(records, record, struck_formats)):
                struck.setdefault(row, []).extend(columns)
        elif kind == Kind.ROW:
            if records.short(start + 12) & _HIDDEN_ROW:
                hidden_rows.add(records.short(start))
        elif kind == Kind.COLUMNS:
            first, last, flags = _COLUMNS.unpack_from(records.stream, start)
            if flags & _HIDDEN_COLUMNS:
                hidden_columns.update(range(first, min(last, LAST_COLUMN) + 1))
    hidden = frozenset(hidden_rows & filled_rows)
    return MarkedRows(hidden, struck, frozenset(hidden_columns))


def _struck_columns(records: Records, record: Record, struck_formats: Collection[int]) -> list[int]:
    """Return the columns of a record's cells that are struck out.

    Row and first column come first, then the format, for several numbers each with its number.
    """
    column = records.short(record.start + 2)
    first_format = record.start + 4
    end = first_format + 1
    if record.kind == Kind.SHORT_NUMBERS:
        end = record.start + record.size - 2
    columns: list[int] = []
    for place in range(first_format, end, _CELL_OF_SEVERAL):
        if records.short(place) in struck_formats:
            columns.append(column)
        column += 1
    return columns

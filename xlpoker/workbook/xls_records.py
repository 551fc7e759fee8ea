"""The records of an .xls book (BIFF5 and BIFF8), for what python-calamine does not tell of them.

A record is a number, a size and its content. Those of the book come first, then those of each sheet::

    book      BEGIN      the version
              FONT       struck out?
              XF         a format of cells, with the number of its font
              SHEET      name and place of a sheet
              END
    sheet     BEGIN
              COLUMNS    from .. to, hidden?
              ROW        hidden, also by a filter?
              a cell     row, column, number of its XF
              END
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from xlpoker.errors import BookError
from xlpoker.files.compound_file import read_stream

__all__ = ["DAMAGED", "FILLED_CELLS", "LAST_COLUMN", "Kind", "Record", "Records"]

LAST_COLUMN = 255
DAMAGED = (BookError, LookupError, UnicodeError, struct.error)
"""What reading a damaged book raises."""

_STREAMS = ("Workbook", "Book")
_BIFF5 = 0x0500
_BIFF8 = 0x0600
_WIDE = 0x01
_HEADER = struct.Struct("<HH")
_SHORT = struct.Struct("<H")
_SHEET = struct.Struct("<I2xB")
_USUAL_CELLS = re.compile(
    rb"(?:(?:\xfd\x00|\x7e\x02)\x0a\x00...\x00.{6}|\x03\x02\x0e\x00...\x00.{10})*+", re.DOTALL
)
"""Shared texts and numbers, in columns up to 255; most cells of a book are such."""


class Kind(IntEnum):
    """The numbers of records."""

    BEGIN = 0x0809
    END = 0x000A
    CODEPAGE = 0x0042
    SHEET = 0x0085
    FONT = 0x0031
    XF = 0x00E0
    COLUMNS = 0x007D
    ROW = 0x0208
    FORMULA = 0x0006
    RICH_TEXT = 0x00D6
    SHARED_TEXT = 0x00FD
    NUMBER = 0x0203
    TEXT = 0x0204
    TRUTH = 0x0205
    SHORT_NUMBER = 0x027E
    SHORT_NUMBERS = 0x00BD  # of cells beside each other


FILLED_CELLS = frozenset(
    {
        Kind.FORMULA,
        Kind.RICH_TEXT,
        Kind.SHARED_TEXT,
        Kind.NUMBER,
        Kind.TEXT,
        Kind.TRUTH,
        Kind.SHORT_NUMBER,
        Kind.SHORT_NUMBERS,
    }
)


class Record(NamedTuple):
    """A record of a stream: its number, where its content begins, and how long that is."""

    kind: int
    start: int
    size: int


class Records:
    """The stream of records of a book.

    What reads it may raise any of `DAMAGED`.
    """

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        streams = [read_stream(content, name) for name in _STREAMS]
        self.stream = streams[0] or streams[1] or b""
        first = next(self.from_place(0))
        self._version = self.short(first.start) if first.kind == Kind.BEGIN else 0
        if self._version not in (_BIFF5, _BIFF8):
            raise BookError(f"{path.name} is older than Excel's books of 1993")

    def from_place(self, start: int) -> Iterator[Record]:
        """Yield the records from a place on, up to the end of the book's own, or of a sheet's."""
        kind = -1
        while kind != Kind.END:
            kind, size = _HEADER.unpack_from(self.stream, start)
            start += _HEADER.size
            yield Record(kind, start, size)
            start += size

    def short(self, place: int) -> int:
        """Return the whole number in the two bytes at a place."""
        number: int
        (number,) = _SHORT.unpack_from(self.stream, place)
        return number

    def sheets(self) -> dict[str, int]:
        """Return the places of the sheets by their names."""
        places: dict[str, int] = {}
        encoding = ""
        for record in self.from_place(0):
            if record.kind == Kind.CODEPAGE:
                encoding = f"cp{self.short(record.start)}"
            elif record.kind == Kind.SHEET:
                place, length = _SHEET.unpack_from(self.stream, record.start)
                start = record.start + _SHEET.size
                places[self._name(start, length, encoding)] = place
        return places

    def _name(self, start: int, length: int, encoding: str) -> str:
        """Return a name in the encoding of a book of Excel 95; one in a later book tells its own."""
        if self._version == _BIFF8:
            is_wide = self.stream[start] & _WIDE
            start += 1
            encoding = "utf-16-le" if is_wide else "latin-1"
            length = 2 * length if is_wide else length
        return self.stream[start : start + length].decode(encoding)

    def has_far_cells(self) -> bool:
        """Tell whether a damaged sheet has a cell to the right of the last column that there is."""
        return any(map(self._reaches_too_far, self.sheets().values()))

    def _reaches_too_far(self, place: int) -> bool:
        """Tell whether a cell of the sheet that begins at a place is beyond the last column."""
        kind = -1
        while kind != Kind.END:
            usual = _USUAL_CELLS.match(self.stream, place)
            assert usual is not None  # there may be none of these cells
            place = usual.end()
            kind, size = _HEADER.unpack_from(self.stream, place)
            place += _HEADER.size
            if kind in FILLED_CELLS and self.short(place + 2) > LAST_COLUMN:
                return True
            place += size
        return False

"""The part of a worksheet as bytes: what stands around its rows, and the rows in blocks, without arrays.

A large part is read in pieces and never held as a whole. Blocks end with a row, at the same places
in every pass, so that results of one pass fit the next.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from typing import IO, NamedTuple, NoReturn
from xml.parsers import expat

from xlpoker.addresses import MOST_COLUMNS
from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.xml_texts import reason_of

__all__ = ["HEAD", "PADDING", "SLACK", "SheetXml", "hidden_columns", "keep_freed_memory"]

HEAD = 1_500
"""Rows that say where the hands are."""
PIECE = 1 << 20
"""Bytes that are read at once."""
FIRST = 1 << 14
"""Bytes that are read at first, which mostly hold all that stands before the rows."""
HELD = 1 << 23
"""The most bytes of a part that is unpacked once and kept in memory: most sheets need three passes."""
ROW_BYTES = 1 << 25
"""The most bytes of a row: no real sheet has more."""
HEAD_BYTES = 1 << 24
"""The most bytes before the rows."""
TAIL_BYTES = 1 << 26
"""The most bytes behind the rows."""
SLACK = 1 << 23
"""Empty places between cells that any sheet may have."""
PADDING = 4
"""Further empty places for each cell."""
_ROOT = re.compile(rb"<((?:[\w.-]+:)?(\w+))(?=[\s/>])[^<>]*>")
_TABLE = re.compile(rb"<((?:[\w.-]+:)?)sheetData(?:\s[^<>]*?)?(/?)>")
_ENCODING = re.compile(rb"^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding=[\"']([\w.-]+)[\"']")
_PLAIN = (b"utf-8", b"us-ascii", b"ascii")
_COLUMN = re.compile(rb"<(?:[\w.-]+:)?col\s[^<>]*>")
_ATTRIBUTE = rb"""\s(min|max|hidden)\s*=\s*["'](\w+)["']"""


class _Frame(NamedTuple):
    """What stands around the rows of a part.

    `head` is the part up to the first row, `prefix` that of its tags (with colon), `opening` and
    `closing` are the tags around the rows. A frame that `is_empty` holds no rows.
    """

    head: bytes
    prefix: bytes
    opening: bytes
    closing: bytes
    is_empty: bool


class SheetXml:
    """The part of one sheet; each call of `blocks` reads it anew.

    After a pass `tail` holds the part from ``</sheetData>`` on. `holds_cells` is false for a chart
    sheet; a part that `is_held` is in memory.
    """

    def __init__(self, package: Package, sheet: SheetPart) -> None:
        self.package = package
        self.sheet = sheet
        self.where = f"{package.path.name} is damaged: {sheet.part}"
        self.tail = b""
        self.holds_cells = True
        self._content: bytes | None = None
        size = package.member(sheet.part).file_size
        self.is_held = size <= HELD
        if self.is_held:
            self._content = package.read(sheet.part)
        with self._open() as part:
            self.frame = self._begin(part)

    def _open(self) -> AbstractContextManager[IO[bytes]]:
        """Open the part, or its content if that is in memory."""
        if self._content is None:
            return self.package.open_part(self.sheet.part)
        return io.BytesIO(self._content)

    def _damaged(self, reason: str) -> NoReturn:
        """Raise the error that names file and part."""
        raise BookError(f"{self.where}: {reason}")

    def _begin(self, part: IO[bytes]) -> _Frame:
        """Return the frame, from as much of the beginning of the part as it takes."""
        text = b""
        while True:
            piece = part.read(max(FIRST, len(text)))
            text += piece
            declaration = _ENCODING.match(text)
            has_other_encoding = declaration and declaration[1].lower() not in _PLAIN
            if has_other_encoding or b"\0" in text[:4]:
                self._damaged(
                    "it is not written in UTF-8; open the book in a spreadsheet program and save it"
                )
            frame = self._frame(text, is_whole=not piece)
            if frame is not None:
                return frame
            if not piece or len(text) > HEAD_BYTES:
                self._damaged(
                    "it has no tag <worksheet>, and none whose prefix is of English letters"
                )

    def _frame(self, text: bytes, *, is_whole: bool) -> _Frame | None:
        """Return the frame if the beginning of the part, or the whole part, holds it."""
        if b"<!DOCTYPE" in text:
            self._damaged("it has a DOCTYPE, which no workbook needs")
        root = _ROOT.search(text)
        if root is None:
            return None
        if root[2] not in (b"worksheet", b"chartsheet", b"dialogsheet"):
            self._damaged("it is no worksheet")
        self.holds_cells = root[2] == b"worksheet"
        table = _TABLE.search(text, root.end()) if self.holds_cells else None
        if table is None:
            return _Frame(text, b"", b"", b"", is_empty=True) if is_whole else None
        return _Frame(
            head=text[: table.end()],
            prefix=table[1],
            opening=root[0] + table[0],
            closing=b"</%ssheetData></%s>" % (table[1], root[1]),
            is_empty=bool(table[2]),
        )

    def blocks(self) -> Iterator[bytes]:
        """Yield blocks of whole rows.

        A row that seems to end within a comment leaves XML that Expat refuses.
        """
        table_end = b"</" + self.frame.prefix + b"sheetData"
        with self._open() as part:
            part.read(len(self.frame.head))
            rest = b""
            seam = 0  # what lies before has been searched
            is_complete = self.frame.is_empty
            while not is_complete:
                room = ROW_BYTES - len(rest)
                as_much_again = min(len(rest), room)  # of a long row
                piece = part.read(max(PIECE, as_much_again))
                rest += piece
                rows_end = self._rows_end(rest, seam)
                table = rest.find(table_end, max(rows_end, seam))
                is_complete = table >= 0
                if not is_complete and rows_end < 0:
                    self._check_row(rest, is_end=not piece)
                    seam = max(len(rest) - len(table_end), 0)
                    continue
                cut = table if is_complete else rows_end
                block = rest[:cut]
                rest = rest[cut:]
                seam = 0
                if block:
                    yield block
            self.tail = rest + part.read(TAIL_BYTES)
            if part.read(1):
                self._damaged(f"more than {TAIL_BYTES >> 20} MB behind its rows")

    def _rows_end(self, rest: bytes, seam: int) -> int:
        """Return where the last whole row ends behind a seam, -1 where none does.

        Rows without cells may have no tag that closes them: they end where the next row begins.
        """
        row_end = b"</" + self.frame.prefix + b"row>"
        last_row = rest.rfind(row_end, seam)
        if last_row >= 0:
            return last_row + len(row_end)
        row_start = b"<" + self.frame.prefix + b"row "
        return rest.rfind(row_start, 1)

    def check_frame(self) -> None:
        """Raise `BookError` where what stands around the rows is invalid; a whole pass has gone before."""
        around_the_rows = self.frame.head + self.tail
        try:
            expat.ParserCreate("utf-8", " ").Parse(around_the_rows, True)  # noqa: FBT003
        except expat.ExpatError as error:
            self._damaged(reason_of(error))

    def _check_row(self, rest: bytes, *, is_end: bool) -> None:
        """Raise `BookError` for a row that has no end, or is too long."""
        if is_end:
            self._damaged("it is cut off")
        if len(rest) > ROW_BYTES:
            self._damaged(f"more than {ROW_BYTES >> 20} MB without the end of a row")


def hidden_columns(head: bytes) -> frozenset[int]:
    """Return the columns that are hidden, by the beginning of a part.

    >>> head = b'<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="9"/></cols>'
    >>> sorted(hidden_columns(head))
    [1, 2]
    """
    columns: set[int] = set()
    for tag in _COLUMN.findall(head):
        attributes = dict(re.findall(_ATTRIBUTE, tag))
        is_hidden = attributes.get(b"hidden") in (b"1", b"true")
        if not is_hidden:
            continue
        first = attributes.get(b"min", b"")
        last = attributes.get(b"max", b"")
        if first.isdigit() and last.isdigit():
            start = int(first) - 1
            end = min(int(last), MOST_COLUMNS)
            columns.update(range(start, end))
    return frozenset(columns)


@cache
def keep_freed_memory() -> None:
    """Make malloc keep freed memory, which the next block or book needs again.

    A block of rows takes pieces of half a megabyte. GNU's malloc returns such pieces to the system
    until a larger one has been freed, and every page requested again costs a fault. A full sheet
    has 60,000 of them, a tenth of the time. So a larger piece is allocated and freed once,
    untouched. With another malloc this has no effect.
    """
    bytes((1 << 25) - (1 << 13))

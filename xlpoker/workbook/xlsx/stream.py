"""A worksheet part as a stream: the head before the rows, blocks of whole rows, the tail behind them.

The part is read in pieces and never held as a whole. Blocks end with a row, at the same places in every pass, so that
results of one pass fit the next.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NoReturn, cast

from xlpoker.errors import BookError
from xlpoker.files.zip_archive import ahead
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.expat import read_block
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.tokens import scan_block

__all__ = ["SheetStream"]

PIECE, FIRST = 1 << 20, 1 << 14
HELD = 1 << 23
"""Bytes of a part that is unpacked and read once and then held: three passes go over most sheets."""
ROW_BYTES = 1 << 25
"""Bytes between two ends of rows: more is no sheet of a person."""
HEAD_BYTES, TAIL_BYTES = 1 << 24, 1 << 26
_ROOT = re.compile(rb"<((?:[\w.-]+:)?(\w+))(?=[\s/>])[^<>]*>")
_TABLE = re.compile(rb"<((?:[\w.-]+:)?)sheetData(?:\s[^<>]*?)?(/?)>")
_HIDDEN = re.compile(rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
_ENCODING = re.compile(rb"^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding=[\"']([\w.-]+)[\"']")
_PLAIN = ("utf-8", "us-ascii", "ascii")


@dataclass(slots=True)
class _Frame:
    """The frame of the rows: the part up to the first row, the prefix of its tags (with colon), the tags around the rows."""

    head: bytes
    prefix: bytes
    opening: bytes
    closing: bytes
    empty: bool


def _bare(text: bytes) -> bytes:
    """Return a text in which comments, CDATA sections and instructions that contain tags are blanked.

    >>> _bare(b"<row/><!-- </row> --><!-- a note -->")
    b'<row/>               <!-- a note -->'
    """
    if not any(mark[1:] in text and mark in text for mark in (b"<!", b"<?")):  # one rare letter is found faster
        return text
    return _HIDDEN.sub(lambda one: b" " * len(one[0]) if b"<" in one[0][1:] else one[0], text)


class SheetStream:
    """The stream of one sheet; each call of `blocks` reads the part anew.

    After a pass `tail` holds the part from ``</sheetData>`` on. `encoding` is that of a part not in UTF-8, which is recoded
    as it is read; `holds_cells` is false for a chart sheet.
    """

    def __init__(self, package: Package, sheet: SheetPart) -> None:
        self.package, self.sheet = package, sheet
        self.where = f"{package.path.name} is damaged: {sheet.part}"
        self.tail = b""
        self.encoding = ""
        self.holds_cells = True
        self._content: bytes | None = None
        self._parsed: list[Cells] | None = None
        if package.member(sheet.part).size <= HELD:
            with package.open_part(sheet.part) as part:
                self._content = part.read()
        with self._open() as part:
            self.encoding = self._encoded(part.read(FIRST))
        with self._open() as part:
            self.frame = self._begin(part)

    def _open(self) -> BinaryIO:
        part = self.package.open_part(self.sheet.part) if self._content is None else io.BytesIO(self._content)
        return cast("BinaryIO", codecs.EncodedFile(part, "utf-8", self.encoding, "replace")) if self.encoding else part

    def _encoded(self, text: bytes) -> str:
        """Return the encoding of a part by its beginning, an empty text for UTF-8: UTF-16, or one with a byte per character."""
        if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        declared = _ENCODING.match(text)
        if text[:2] in (b"<\0", b"\0<"):
            return "utf-16-le" if text[1:2] == b"\0" else "utf-16-be"
        name = declared[1].decode().lower() if declared else "utf-8"
        if name in _PLAIN:
            return ""
        try:
            single = len(bytes(range(256)).decode(name, "replace")) == 256
        except (LookupError, ValueError):
            single = False
        if not single:
            self._damaged(f"its encoding is not understood ({name})")
        return name

    def _damaged(self, reason: str) -> NoReturn:
        raise BookError(f"{self.where}: {reason}")

    def _begin(self, part: BinaryIO) -> _Frame:
        """Return the frame."""
        text = b""
        while True:
            piece = part.read(max(FIRST, len(text)))
            text += piece
            if (frame := self._frame(text, whole=not piece)) is not None:
                return frame
            if not piece or len(text) > HEAD_BYTES:
                self._damaged("it is no worksheet")

    def _frame(self, text: bytes, *, whole: bool) -> _Frame | None:
        bare = _bare(text)
        if b"<!DOCTYPE" in bare[:HEAD_BYTES]:
            self._damaged("it has a DOCTYPE, which no workbook needs")
        root = _ROOT.search(bare)
        if root is None:
            return None
        if root[2] not in (b"worksheet", b"chartsheet", b"dialogsheet"):
            self._damaged("it is no worksheet")
        self.holds_cells = root[2] == b"worksheet"
        table = _TABLE.search(bare, root.end()) if self.holds_cells else None
        if table is None:
            return _Frame(bare, b"", b"", b"", empty=True) if whole else None
        end = b"</%ssheetData></%s>" % (table[1], root[1])
        return _Frame(bare[: table.end()], table[1], root[0] + table[0], end, bool(table[2]))

    def blocks(self) -> Iterator[bytes]:
        """Yield blocks of whole rows."""
        end = b"</" + self.frame.prefix + b"row>"
        last = b"</" + self.frame.prefix + b"sheetData"
        with self._open() as part:
            part.read(len(self.frame.head))
            rest = b""
            tail: bytes | None = b"" if self.frame.empty else None
            seam = 0  # what lies before has been searched
            while tail is None:
                piece = part.read(max(PIECE, min(len(rest), ROW_BYTES - len(rest))))  # of a long row as much again
                rest += piece
                bare = _bare(rest)
                over = bare.find(last, seam) if bare.find(b"h", seam) >= 0 else -1
                cut = over if over >= 0 else bare.rfind(end, seam) + len(end)
                if over < 0 and cut < len(end):
                    if not piece:
                        self._damaged("it is cut off")
                    if len(rest) > ROW_BYTES:
                        self._damaged(f"more than {ROW_BYTES >> 20} MB without the end of a row")
                    seam = max(len(rest) - len(last), 0)
                    continue
                block, rest, seam = rest[:cut], rest[cut:], 0
                if block:
                    yield block
                if over >= 0:
                    tail = rest
            self.tail = tail + part.read(TAIL_BYTES)
            if part.read(1):
                self._damaged(f"more than {TAIL_BYTES >> 20} MB behind its rows")

    def parsed(self, *, ordered: bool = True) -> Iterator[Cells]:
        """Yield the rows and cells of all blocks, which together are the part between head and tail.

        Raises `BookError` where rows or cells are not in order, if they must be `ordered`.
        """
        if self._parsed is not None:
            yield from self._parsed
            return
        before, held = -1, self._content is not None
        known: list[Cells] = []
        for block in self.blocks() if held else ahead(self.blocks()):
            cells = self.cells(block, before, ordered=ordered)
            if len(cells.numbers):
                before = int(cells.numbers[-1])
            if held:
                known.append(cells)
            yield cells
        if held and ordered:
            self._parsed = known

    def parsed_ahead(self) -> Iterator[Cells]:
        """Yield what `parsed` yields, reading the next block in a thread meanwhile."""
        return self.parsed() if self._content is not None else ahead(self.parsed())

    def cells(self, block: bytes, before: int, *, ordered: bool = True) -> Cells:
        """Return the rows and cells of a block by the quick reader or, where that gives up, by the general one."""
        frame = self.frame
        found = scan_block(block, before if ordered else -1, frame.prefix)
        return found or read_block(block, frame.opening, frame.closing, before, self.where, ordered=ordered)

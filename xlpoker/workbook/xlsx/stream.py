"""A worksheet part as a stream: what stands before the rows, blocks of whole rows, what stands behind them.

The part is read in pieces and never held as a whole. Blocks are cut behind the end of a row, at the same places in every
pass, so that what was found in one pass fits the next.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NoReturn

from xlpoker.errors import BookError
from xlpoker.files.deflate import ahead
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
_ROOT = re.compile(rb"<((?:[\w.-]+:)?)(\w+)(?=[\s/>])[^<>]*>")
_TABLE = rb"<%ssheetData(?:\s[^<>]*?)?(/?)>"
_HIDDEN = re.compile(rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
_UTF8 = re.compile(
    rb'^(?:\xef\xbb\xbf)?(?:<\?xml(?![^>]*encoding=(?!["\'](?:utf-8|us-ascii)["\']))[^>]*\?>)?\s*<(?!\?xml)',
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Frame:
    """What is known once the rows begin: the part up to them, the prefix of its tags (with colon), the root's tag."""

    head: bytes
    prefix: bytes
    root: bytes
    empty: bool


def _bare(text: bytes) -> bytes:
    """Return a text with blanks for comments, CDATA sections and instructions in which tags seem to stand.

    >>> _bare(b"<row/><!-- </row> --><!-- a note -->")
    b'<row/>               <!-- a note -->'
    """
    if not any(mark[1:] in text and mark in text for mark in (b"<!", b"<?")):  # one rare letter is found sooner
        return text
    return _HIDDEN.sub(lambda one: b" " * len(one[0]) if b"<" in one[0][1:] else one[0], text)


class SheetStream:
    """The stream of one sheet; each call of `blocks` reads the part anew.

    After a pass `tail` holds what stands behind the rows, from ``</sheetData>`` on, and `rows_end` its place.
    """

    def __init__(self, package: Package, sheet: SheetPart) -> None:
        self.package, self.sheet = package, sheet
        self.where = f"{package.path.name} is damaged: {sheet.part}"
        self.tail = b""
        self.rows_end = -1
        self._content: bytes | None = None
        self._parsed: list[tuple[int, Cells]] | None = None
        if package.member(sheet.part).size <= HELD:
            with package.open_part(sheet.part) as part:
                self._content = part.read()
        with self._open() as part:
            self.frame = self._begin(part)
        prefix = self.frame.prefix
        self.opening = self.frame.root + b"<" + prefix + b"sheetData>"
        self.closing = b"</" + prefix + b"sheetData></" + prefix + b"worksheet>"

    def _open(self) -> BinaryIO:
        return self.package.open_part(self.sheet.part) if self._content is None else io.BytesIO(self._content)

    def _damaged(self, reason: str) -> NoReturn:
        raise BookError(f"{self.where}: {reason}")

    def _begin(self, part: BinaryIO) -> _Frame:
        """Return the frame."""
        text = b""
        while True:
            piece = part.read(max(FIRST, len(text)))
            text += piece
            if (frame := self._frame(text)) is not None:
                return frame
            if not piece or len(text) > HEAD_BYTES:
                self._damaged("it is no worksheet")

    def _frame(self, text: bytes) -> _Frame | None:
        bare = _bare(text)
        if b"<!DOCTYPE" in bare[:HEAD_BYTES]:
            self._damaged("it has a DOCTYPE, which no workbook needs")
        root = _ROOT.search(bare)
        if b"\0" in text[:200] or (root is not None and not _UTF8.match(text)):
            name = self.package.path.name
            raise BookError(f"{name}: {self.sheet.part} is not written in UTF-8; open the book and save it again")
        if root is None:
            return None
        if root[2] != b"worksheet":
            self._damaged(f"it begins with <{root[2].decode()}>, not <worksheet>")
        table = re.search(_TABLE % re.escape(root[1]), bare)
        return None if table is None else _Frame(bare[: table.end()], root[1], root[0], bool(table[1]))

    def blocks(self) -> Iterator[tuple[int, bytes]]:
        """Yield blocks of whole rows and the byte of the part at which each begins."""
        end = b"</" + self.frame.prefix + b"row>"
        last = b"</" + self.frame.prefix + b"sheetData>"
        with self._open() as part:
            place, rest = len(part.read(len(self.frame.head))), b""
            tail: bytes | None = b"" if self.frame.empty else None
            seam = 0  # what lies before has been searched
            while tail is None:
                piece = part.read(PIECE)
                rest += piece
                bare = _bare(rest)
                over = bare.find(last, seam) if bare.find(b"h", seam) >= 0 else -1
                cut = over if over >= 0 else bare.rfind(end, seam) + len(end)
                if over < 0 and cut < len(end):
                    if not piece or len(rest) > ROW_BYTES:
                        reason = (
                            f"more than {ROW_BYTES >> 20} MB without the end of a row" if piece else "it is cut off"
                        )
                        self._damaged(reason)
                    seam = max(len(rest) - len(last), 0)
                    continue
                block, rest, seam = rest[:cut], rest[cut:], 0
                if block:
                    yield place, block
                place += cut
                if over >= 0:
                    tail = rest
            self.tail, self.rows_end = tail + self._rest(part), place

    def _rest(self, part: BinaryIO) -> bytes:
        pieces = [part.read(PIECE)]
        while pieces[-1]:
            pieces.append(part.read(PIECE))
            if len(pieces) * PIECE > TAIL_BYTES:
                self._damaged(f"more than {TAIL_BYTES >> 20} MB behind its rows")
        return b"".join(pieces)

    def parsed(self) -> Iterator[tuple[int, Cells]]:
        """Yield the blocks that hold rows, read, and the byte of the part at which each begins."""
        if self._parsed is not None:
            yield from self._parsed
            return
        before = -1
        known: list[tuple[int, Cells]] = []
        for place, block in self.blocks() if self._content is not None else ahead(self.blocks()):
            cells = self.cells(block, before)
            if len(cells.numbers):
                before = int(cells.numbers[-1])
                if self._content is not None:
                    known.append((place, cells))
                yield place, cells
        if self._content is not None:
            self._parsed = known

    def parsed_ahead(self) -> Iterator[tuple[int, Cells]]:
        """Yield what `parsed` yields, the next block read in a thread while one is used."""
        return self.parsed() if self._content is not None else ahead(self.parsed())

    def cells(self, block: bytes, before: int) -> Cells:
        """Return the rows and cells of a block by the quick reader, or by the general one where that gives up."""
        found = scan_block(block, before, self.frame.prefix)
        return read_block(block, self.opening, self.closing, before, self.where) if found is None else found

"""The worksheets of a workbook as a source: a part in blocks of whole rows to score, or read as a whole.

The part is read in pieces and never held as a whole. Blocks end with a row, at the same places in every pass, so that
results of one pass fit the next. Card codes are read from the bytes: those of a shared string once for all cells that refer
to it; texts in cells (mostly of two bytes) are looked up in a table of pairs.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import IO, NoReturn
from xml.parsers import expat

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_ROWS
from xlpoker.errors import BookError
from xlpoker.evaluator.batch.codes import pair_codes, parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import JOKER, MAX_CARDS
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Block, Box, Codes, NotPlainError, Window, grid_blocks
from xlpoker.scoring.sources import Table
from xlpoker.workbook.xlsx.cells import (
    EMPTY,
    SHARED,
    TEXT,
    Array,
    Cells,
    Numbers,
    merged_boxes,
    text_of,
)
from xlpoker.workbook.xlsx.expat import read_block, reason_of
from xlpoker.workbook.xlsx.package import Package, SheetPart, ahead
from xlpoker.workbook.xlsx.tokens import keep_freed_memory, scan_block
from xlpoker.workbook.xlsx.values import BookTexts, SheetValues

__all__ = ["HEAD", "BookSource", "SheetBlock", "SheetStream", "read_in_blocks"]

HEAD = 1_500
"""Rows that say where the hands are."""
PIECE, FIRST = 1 << 20, 1 << 14
HELD = 1 << 23
"""The most bytes of a part that is unpacked once and kept in memory: most sheets need three passes."""
ROW_BYTES = 1 << 25
"""The most bytes of a row: no real sheet has more."""
HEAD_BYTES, TAIL_BYTES = 1 << 24, 1 << 26
_ROOT = re.compile(rb"<((?:[\w.-]+:)?(\w+))(?=[\s/>])[^<>]*>")
_TABLE = re.compile(rb"<((?:[\w.-]+:)?)sheetData(?:\s[^<>]*?)?(/?)>")
_ENCODING = re.compile(rb"^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding=[\"']([\w.-]+)[\"']")
_PLAIN = (b"utf-8", b"us-ascii", b"ascii")


@dataclass(slots=True)
class _Frame:
    """The frame of the rows: the part up to the first row, the prefix of its tags (with colon), the tags around the rows."""

    head: bytes
    prefix: bytes
    opening: bytes
    closing: bytes
    empty: bool


class SheetStream:
    """The stream of one sheet; each call of `blocks` reads the part anew.

    After a pass `tail` holds the part from ``</sheetData>`` on. `holds_cells` is false for a chart sheet; a part that `is_held` is in memory, with its cells once they are read.
    """

    def __init__(self, package: Package, sheet: SheetPart) -> None:
        self.package, self.sheet = package, sheet
        self.where = f"{package.path.name} is damaged: {sheet.part}"
        self.tail = b""
        self.holds_cells = True
        self._content: bytes | None = None
        self._parsed: list[Cells] | None = None
        size = package.member(sheet.part).file_size
        self.is_held = size <= HELD
        if self.is_held:
            with package.open_part(sheet.part) as part:
                self._content = part.read(size)
        with self._open() as part:
            self.frame = self._begin(part)

    def _open(self) -> AbstractContextManager[IO[bytes]]:
        return (
            self.package.open_part(self.sheet.part)
            if self._content is None
            else io.BytesIO(self._content)
        )

    def _damaged(self, reason: str) -> NoReturn:
        raise BookError(f"{self.where}: {reason}")

    def _begin(self, part: IO[bytes]) -> _Frame:
        """Return the frame."""
        text = b""
        while True:
            piece = part.read(max(FIRST, len(text)))
            text += piece
            declared = _ENCODING.match(text)
            if b"\0" in text[:4] or (declared and declared[1].lower() not in _PLAIN):
                self._damaged(
                    "it is not written in UTF-8; open the book in a spreadsheet program and save it"
                )
            if (frame := self._frame(text, whole=not piece)) is not None:
                return frame
            if not piece or len(text) > HEAD_BYTES:
                self._damaged(
                    "it has no tag <worksheet>, and none whose prefix is of English letters"
                )

    def _frame(self, text: bytes, *, whole: bool) -> _Frame | None:
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
            return _Frame(text, b"", b"", b"", empty=True) if whole else None
        end = b"</%ssheetData></%s>" % (table[1], root[1])
        return _Frame(text[: table.end()], table[1], root[0] + table[0], end, bool(table[2]))

    def blocks(self) -> Iterator[bytes]:
        """Yield blocks of whole rows.

        A row that seems to end within a comment leaves XML that Expat refuses.
        """
        end = b"</" + self.frame.prefix + b"row>"
        last = b"</" + self.frame.prefix + b"sheetData"
        with self._open() as part:
            part.read(len(self.frame.head))
            rest = b""
            tail: bytes | None = b"" if self.frame.empty else None
            seam = 0  # what lies before has been searched
            while tail is None:
                piece = part.read(
                    max(PIECE, min(len(rest), ROW_BYTES - len(rest)))
                )  # of a long row as much again
                rest += piece
                row = rest.rfind(end, seam)
                over = rest.find(last, max(row, seam))
                cut = over if over >= 0 else row + len(end)
                if over < 0 and row < 0:
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

    def parsed(self) -> Iterator[Cells]:
        """Yield the rows and cells of all blocks, which together are the part between head and tail."""
        if self._parsed is not None:
            yield from self._parsed
            return
        before, held = -1, self.is_held
        known: list[Cells] = []
        for block in self.blocks() if held else ahead(self.blocks()):
            cells = self.cells(block, before)
            if len(cells.numbers):
                before = int(cells.numbers[-1])
            if held:
                known.append(cells)
            yield cells
        if held:
            self._parsed = known

    def parsed_ahead(self) -> Iterator[Cells]:
        """Yield what `parsed` yields, reading the next block in a thread meanwhile."""
        return self.parsed() if self.is_held else ahead(self.parsed())

    def cells(self, block: bytes, before: int) -> Cells:
        """Return the rows and cells of a block by the quick reader or, where that gives up, by the general one."""
        frame = self.frame
        return scan_block(block, before) or read_block(
            block, frame.opening, frame.closing, before, self.where
        )

    def first(self, book: BookTexts) -> Table:
        """Return the first rows of the sheet."""
        found, last = SheetValues(book, self.where), -1
        for cells in self.parsed():
            last = int(cells.numbers[-1]) if len(cells.numbers) else last
            found.take(
                cells, None if last < HEAD else range(int(np.searchsorted(cells.numbers, HEAD)))
            )
            if last >= HEAD:
                break
        return Table(Grid(self.sheet.name, found.rows), last < HEAD)

    def whole(self, book: BookTexts) -> SheetValues | None:
        """Return the sheet read as a whole, None for one of charts.

        Raises `BookError` for a part that is damaged or out of proportion.
        """
        if not self.holds_cells:
            return None
        found = SheetValues(book, self.where)
        for cells in self.parsed():
            found.take(cells)
        try:
            expat.ParserCreate("utf-8", " ").Parse(self.frame.head + self.tail, True)  # noqa: FBT003
        except expat.ExpatError as error:
            raise BookError(f"{self.where}: {reason_of(error)}") from None
        found.finish(self.tail)
        return found


_HIDDEN_ROW = re.compile(rb"""\shidden\s*=\s*["'](?:1|true)""")


@dataclass(frozen=True, slots=True)
class SheetBlock(Block):
    """Some rows of a worksheet part for `xlpoker.scoring.run.score_block`."""

    cells: Cells
    stream: SheetStream
    book: BookTexts
    layout: Layout

    @property
    def numbers(self) -> Array:
        """The numbers of its rows."""
        return self.cells.numbers

    @property
    def hidden(self) -> frozenset[int]:
        """The numbers of rows that a filter or a person has hidden."""
        if (
            b"h" not in self.cells.block or b"hidden=" not in self.cells.block
        ):  # one letter is found faster
            return frozenset()
        ends = (self.cells.block.find(b">", start) for start in self.cells.starts.tolist())
        tags = (
            self.cells.block[start:end]
            for start, end in zip(self.cells.starts.tolist(), ends, strict=True)
        )
        return frozenset(
            number
            for number, tag in zip(self.cells.numbers.tolist(), tags, strict=True)
            if _HIDDEN_ROW.search(tag)
        )

    def held(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether it holds a value, or a formula without one."""
        return self.cells.filled(low, high)

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values."""
        numbers = self.cells.numbers[list(places)].tolist()
        found = SheetValues(self.book, self.stream.where, numbers[0] if numbers else 0)
        found.take(self.cells, places)
        index = {row: row - numbers[0] for row in numbers}
        return Window(Grid(self.stream.sheet.name, found.rows), index, found.uncalculated)

    @property
    def struck(self) -> frozenset[int]:
        """The numbers of rows in which a hand is struck out."""
        styles = self.book.struck
        if not styles:
            return frozenset()
        cells = self.cells
        in_hands = np.isin(cells.column, self.layout.columns)
        struck = in_hands & cells.occupied & np.isin(cells.style, list(styles))
        return frozenset(cells.numbers[cells.row[struck]].tolist())

    def first_filled(
        self, known: Collection[int], first: int, texts: Collection[int]
    ) -> dict[int, int]:
        """Return, for each filled column that is not known yet, its first row from one on, no row of text, with anything in it."""
        cells = self.cells
        counts = (cells.numbers >= first) & ~np.isin(cells.numbers, list(texts))
        new = np.flatnonzero(cells.occupied & ~np.isin(cells.column, list(known)))
        new = new[counts[cells.row[new]]]
        columns, firsts = np.unique(cells.column[new], return_index=True)
        rows = cells.numbers[cells.row[new[firsts]]]
        return dict(zip(columns.tolist(), rows.tolist(), strict=True))

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes in an area of some rows."""
        whole = 5 if area == self.layout.board else self.layout.size or 5
        width = 1 if area.last > area.first else min(whole, MAX_CARDS)  # cards in a cell
        cells, table = self.cells, self.book.codes(width)
        part = slice(*np.searchsorted(cells.row, (low, high)))
        column = cells.column[part] - area.first
        here = np.flatnonzero((column >= 0) & (column <= area.last - area.first))
        kind, shared = cells.kind[part][here], cells.shared[part][here]
        if shared.max(initial=-1) >= len(table) - 1:
            raise NotPlainError  # reading the sheet as a whole tells which cell
        found = table.take(shared, axis=0).reshape(
            -1, width
        )  # without one, -1, it is the blank at the end
        if (kind != SHARED).any():
            found[(kind != SHARED) & (kind != EMPTY), 0] = BAD
            if len(texts := np.flatnonzero(kind == TEXT)):
                found[texts] = self._inline(cells, here[texts] + part.start, width)
        if len(here) == (high - low) * (area.last - area.first + 1):
            return found.reshape(high - low, -1)
        codes = np.full((high - low, area.last - area.first + 1, width), MISSING, np.uint8)
        codes[cells.row[part][here] - low, column[here]] = found
        return codes.reshape(high - low, -1)

    def _inline(self, cells: Cells, there: Numbers, width: int) -> Codes:
        """Return the codes of inline texts."""
        if width == 1 and cells.texts is None and (cells.length[there] == 2).all():
            raw = np.frombuffer(cells.block, np.uint8)
            pair = (
                raw[cells.value[there]].astype(np.uint16)
                | raw[cells.value[there] + 1].astype(np.uint16) << 8
            )
            found = pair_codes().take(pair)
            if found.max(initial=0) <= JOKER:
                return found.reshape(-1, 1)
        texts = cells.converted(there, self.book.strings, {TEXT: text_of})
        return parse(texts).reshape(-1, 1) if width == 1 else parse_hands(texts, width)


@contextmanager
def read_in_blocks() -> Iterator[None]:
    """Raise `NotPlainError` for a workbook that cannot be read in blocks; reading it as a whole tells what is wrong."""
    try:
        yield
    except BookError as error:
        raise NotPlainError from error


class BookSource:
    """The visible worksheets of an open workbook, or the one of that name."""

    reads_numbers, rereads = False, True

    def __init__(self, package: Package, sheet: str | None = None) -> None:
        self.path, self.package, self.size = package.path, package, 0
        self.book = BookTexts(package)
        self._chosen = package.chosen(sheet)
        self._values: dict[str, SheetValues] = {}
        self._streams: dict[str, SheetStream] = {}

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the first rows of each sheet, or all of them; sheets of charts are passed over."""
        if whole:
            self._streams.clear()
            found = {
                one.name: SheetStream(self.package, one).whole(self.book) for one in self._chosen
            }
            self._values = {name: values for name, values in found.items() if values is not None}
            return [Table(Grid(name, values.rows)) for name, values in self._values.items()]
        keep_freed_memory()
        tables = []
        with read_in_blocks():
            for one in self._chosen:
                stream = SheetStream(self.package, one)
                if stream.holds_cells:
                    self._streams[one.name] = stream
                    tables.append(stream.first(self.book))
        return tables

    def stream(self, sheet: str) -> SheetStream:
        """Return the stream of a sheet."""
        return self._streams.get(sheet) or SheetStream(self.package, self.package.sheet(sheet))

    def last_row(self, table: Table) -> int:
        """Return the number of the last row with cells."""
        if table.ended:
            return len(table.grid.rows) - 1
        last = 0
        for cells in self.stream(table.grid.sheet).parsed():
            if len(cells.numbers):
                last = int(cells.numbers[-1])
        return last

    def warnings(self, layout: Layout, options: Options) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Return nothing: only rows can be odd."""
        return []

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the worksheets that are hidden."""
        return [part.name for part in self.package.sheets if part.state != "visible"]

    def named_sheet(self, name: str) -> Table:
        """Return the first rows of the sheet of a name, also of a hidden one."""
        return SheetStream(self.package, self.package.sheet(name)).first(self.book)

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows of a sheet, and how many bytes of its part were read.

        Raises `NotPlainError` for merged areas among the hands, too.
        """
        name = table.grid.sheet
        self.size, done = self.package.member(self.package.sheet(name).part).file_size, 0
        if (values := self._values.get(name)) is not None:
            yield from grid_blocks(table.grid, self.size, values.uncalculated)
            return
        stream = self._streams[name]
        with read_in_blocks():
            for cells in stream.parsed_ahead():
                done += len(cells.block)
                yield done, SheetBlock(cells, stream, self.book, layout)
        hands = [Box(layout.first, area.first, MOST_ROWS, area.last) for area in layout.areas]
        if any(box.meets(hand) for box in merged_boxes(stream.tail) for hand in hands):
            raise NotPlainError

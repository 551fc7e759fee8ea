"""The worksheets of a workbook as a source: a part in blocks of whole rows to score, or read as a whole.

A large part is read in pieces and never held as a whole. Blocks end with a row, at the same places
in every pass, so that results of one pass fit the next. Card codes are read from the bytes. Those
of a shared string are read once for all cells that refer to it; texts in cells (mostly of two
bytes) are looked up in a table of pairs.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import IO, Any, NoReturn
from xml.parsers import expat

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_ROWS, Box
from xlpoker.errors import BookError
from xlpoker.evaluator.batch.codes import pair_codes, parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cards import JOKER, MAX_CARDS
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows, merge_marks
from xlpoker.scoring.model import Block, Codes, NotPlainError, grid_blocks
from xlpoker.scoring.single_rows import Window
from xlpoker.scoring.sources import Table
from xlpoker.workbook.xlsx.cells import EMPTY, SHARED, TEXT, Array, Cells, Numbers, byte_pairs
from xlpoker.workbook.xlsx.expat import read_block, reason_of
from xlpoker.workbook.xlsx.marks import hidden_columns, marked_rows
from xlpoker.workbook.xlsx.package import Package, SheetPart, ahead
from xlpoker.workbook.xlsx.tokens import keep_freed_memory, scan_block
from xlpoker.workbook.xlsx.values import BookTexts, SheetValues
from xlpoker.workbook.xlsx.xml_texts import merged_boxes, text_of

__all__ = ["HEAD", "BookSource", "SheetBlock", "SheetStream", "read_in_blocks"]

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
_ROOT = re.compile(rb"<((?:[\w.-]+:)?(\w+))(?=[\s/>])[^<>]*>")
_TABLE = re.compile(rb"<((?:[\w.-]+:)?)sheetData(?:\s[^<>]*?)?(/?)>")
_ENCODING = re.compile(rb"^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding=[\"']([\w.-]+)[\"']")
_PLAIN = (b"utf-8", b"us-ascii", b"ascii")


@dataclass(slots=True)
class _Frame:
    """What stands around the rows of a part.

    `head` is the part up to the first row, `prefix` that of its tags (with colon), `opening` and
    `closing` are the tags around the rows. A frame that `is_empty` holds no rows.
    """

    head: bytes
    prefix: bytes
    opening: bytes
    closing: bytes
    is_empty: bool


class SheetStream:
    """The stream of one sheet; each call of `blocks` reads the part anew.

    After a pass `tail` holds the part from ``</sheetData>`` on, after a whole one `marked` the rows
    that are hidden or struck out. `holds_cells` is false for a chart
    sheet; a part that `is_held` is in memory, with its cells once they are read.
    """

    def __init__(self, package: Package, sheet: SheetPart) -> None:
        self.package = package
        self.sheet = sheet
        self.where = f"{package.path.name} is damaged: {sheet.part}"
        self.tail = b""
        self.marked = NO_MARKS
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
        if self._content is None:
            return self.package.open_part(self.sheet.part)
        return io.BytesIO(self._content)

    def _damaged(self, reason: str) -> NoReturn:
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
        row_end = b"</" + self.frame.prefix + b"row>"
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
                last_row = rest.rfind(row_end, seam)
                table = rest.find(table_end, max(last_row, seam))
                is_complete = table >= 0
                if not is_complete and last_row < 0:
                    self._check_row(rest, is_end=not piece)
                    seam = max(len(rest) - len(table_end), 0)
                    continue
                cut = table if is_complete else last_row + len(row_end)
                block = rest[:cut]
                rest = rest[cut:]
                seam = 0
                if block:
                    yield block
            self.tail = rest + part.read(TAIL_BYTES)
            if part.read(1):
                self._damaged(f"more than {TAIL_BYTES >> 20} MB behind its rows")

    def _check_row(self, rest: bytes, *, is_end: bool) -> None:
        """Raise `BookError` for a row that has no end, or is too long."""
        if is_end:
            self._damaged("it is cut off")
        if len(rest) > ROW_BYTES:
            self._damaged(f"more than {ROW_BYTES >> 20} MB without the end of a row")

    def parsed(self) -> Iterator[Cells]:
        """Yield the rows and cells of all blocks, the part between head and tail."""
        if self._parsed is not None:
            yield from self._parsed
            return
        before = -1
        parsed: list[Cells] = []
        blocks = self.blocks()
        if not self.is_held:
            blocks = ahead(blocks)
        for block in blocks:
            cells = self.cells(block, before)
            if len(cells.numbers):
                before = int(cells.numbers[-1])
            if self.is_held:
                parsed.append(cells)
            yield cells
        if self.is_held:
            self._parsed = parsed

    def parsed_ahead(self) -> Iterator[Cells]:
        """Yield what `parsed` yields, reading the next block in a thread meanwhile."""
        return self.parsed() if self.is_held else ahead(self.parsed())

    def cells(self, block: bytes, before: int) -> Cells:
        """Return the rows and cells of a block; `before` is the number of the row before.

        They are read by the quick reader or, where that gives up, by the general one.
        """
        cells = scan_block(block, before)
        if cells is not None:
            return cells
        frame = self.frame
        return read_block(block, frame.opening, frame.closing, before, self.where)

    def first(self, book: BookTexts) -> Table:
        """Return the first rows of the sheet."""
        values = SheetValues(book, self.where)
        last = -1
        for cells in self.parsed():
            if len(cells.numbers):
                last = int(cells.numbers[-1])
            if last >= HEAD:
                count = int(np.searchsorted(cells.numbers, HEAD))
                values.take(cells, range(count))
                break
            values.take(cells)
        return Table(Grid(self.sheet.name, values.rows), last < HEAD)

    def whole(self, book: BookTexts) -> SheetValues | None:
        """Return the sheet read as a whole, None for one of charts.

        Raises `BookError` for a part that is damaged or out of proportion.
        """
        if not self.holds_cells:
            return None
        values = SheetValues(book, self.where)
        marks = []
        for cells in self.parsed():
            values.take(cells)
            marks.append(marked_rows(cells, book))
        self.marked = merge_marks(marks)
        try:
            expat.ParserCreate("utf-8", " ").Parse(self.frame.head + self.tail, True)  # noqa: FBT003
        except expat.ExpatError as error:
            raise BookError(f"{self.where}: {reason_of(error)}") from None
        values.finish(self.tail)
        return values


@dataclass(frozen=True, slots=True)
class SheetBlock(Block):
    """Some rows of a worksheet part for `xlpoker.scoring.blocks.score_block`."""

    cells: Cells
    stream: SheetStream
    book: BookTexts
    layout: Layout

    @property
    def numbers(self) -> Array:
        """The numbers of its rows."""
        return self.cells.numbers

    @property
    def marked(self) -> MarkedRows:
        """Its rows that are hidden, filtered out or struck out."""
        return marked_rows(self.cells, self.book)

    def held(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether it holds a value, or a formula without one."""
        return self.cells.filled(low, high)

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values."""
        numbers = self.cells.numbers[list(places)].tolist()
        above = numbers[0] if numbers else 0
        values = SheetValues(self.book, self.stream.where, above)
        values.take(self.cells, places)
        index = {row: row - above for row in numbers}
        return Window(Grid(self.stream.sheet.name, values.rows), index, values.uncalculated)

    def cells_in(self, column: int, places: Numbers) -> list[Any]:
        """Return the values in a column, in some of the rows."""
        values = SheetValues(self.book, self.stream.where)
        return values.of_column(self.cells, column, places)

    def first_filled(
        self, known: Collection[int], first: int, texts: Collection[int]
    ) -> dict[int, int]:
        """Return the first row with anything in it, for each filled column that is not known yet.

        Rows before the row `first` do not count, nor do the rows of `texts`.
        """
        cells = self.cells
        is_text = np.isin(cells.numbers, list(texts))
        row_counts = (cells.numbers >= first) & ~is_text
        is_known = np.isin(cells.column, list(known))
        new = np.flatnonzero(cells.occupied & ~is_known)
        new = new[row_counts[cells.row[new]]]
        columns, firsts = np.unique(cells.column[new], return_index=True)
        first_rows = cells.row[new[firsts]]
        rows = cells.numbers[first_rows]
        return dict(zip(columns.tolist(), rows.tolist(), strict=True))

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes in an area of the rows from `low` up to `high`: (rows, cards)."""
        width = self._cards_in_cell(area)
        columns = area.last - area.first + 1
        cells = self.cells
        table = self.book.codes(width)
        rows = slice(*np.searchsorted(cells.row, (low, high)))
        column = cells.column[rows] - area.first
        inside = np.flatnonzero((column >= 0) & (column < columns))
        kind = cells.kind[rows][inside]
        shared = cells.shared[rows][inside]
        if shared.max(initial=-1) >= len(table) - 1:
            raise NotPlainError  # reading the sheet as a whole tells which cell
        # A cell without a shared string has the index -1, which is the blank at the end.
        cell_codes = table.take(shared, axis=0).reshape(-1, width)
        is_shared = kind == SHARED
        if not is_shared.all():
            cell_codes[~is_shared & (kind != EMPTY), 0] = BAD
            texts = np.flatnonzero(kind == TEXT)
            if len(texts):
                cell_codes[texts] = self._inline(cells, inside[texts] + rows.start, width)
        if len(inside) == (high - low) * columns:
            return cell_codes.reshape(high - low, -1)
        codes = np.full((high - low, columns, width), MISSING, np.uint8)
        codes[cells.row[rows][inside] - low, column[inside]] = cell_codes
        return codes.reshape(high - low, -1)

    def _cards_in_cell(self, area: Area) -> int:
        """Return how many cards a cell of an area may hold: one, where it has several columns."""
        if area.last > area.first:
            return 1
        cards = 5 if area in self.layout.boards else self.layout.size or 5
        return min(cards, MAX_CARDS)

    def _inline(self, cells: Cells, chosen: Numbers, width: int) -> Codes:
        """Return the codes of inline texts."""
        are_bytes = cells.texts is None
        if width == 1 and are_bytes and (cells.length[chosen] == 2).all():
            text = np.frombuffer(cells.block, np.uint8)
            codes = pair_codes().take(byte_pairs(text, cells.value[chosen]))
            if codes.max(initial=0) <= JOKER:
                return codes.reshape(-1, 1)
        texts = cells.converted(chosen, self.book.strings, {TEXT: text_of})
        if width == 1:
            return parse(texts).reshape(-1, 1)
        return parse_hands(texts, width)


@contextmanager
def read_in_blocks() -> Iterator[None]:
    """Raise `NotPlainError` for a workbook that cannot be read in blocks.

    Reading it as a whole tells what is wrong.
    """
    try:
        yield
    except BookError as error:
        raise NotPlainError from error


class BookSource:
    """The visible worksheets of an open workbook, or the one of that name."""

    reads_numbers = False
    rereads = True

    def __init__(self, package: Package, sheet: str | None = None) -> None:
        self.path = package.path
        self.package = package
        self.size = 0
        self.book = BookTexts(package)
        self._chosen = package.chosen(sheet)
        self._values: dict[str, SheetValues] = {}
        self._streams: dict[str, SheetStream] = {}
        self._marks: dict[str, MarkedRows] = {}
        self._hidden_columns: dict[str, frozenset[int]] = {}

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the first rows of each sheet, or all of them; sheets of charts are passed over."""
        if whole:
            return self._whole_tables()
        keep_freed_memory()
        tables = []
        with read_in_blocks():
            for sheet in self._chosen:
                stream = SheetStream(self.package, sheet)
                if stream.holds_cells:
                    self._streams[sheet.name] = stream
                    tables.append(stream.first(self.book))
        return tables

    def _whole_tables(self) -> list[Table]:
        """Return all rows of each sheet, which are kept."""
        self._streams.clear()
        values_by_sheet = {}
        for sheet in self._chosen:
            stream = SheetStream(self.package, sheet)
            values = stream.whole(self.book)
            if values is not None:
                values_by_sheet[sheet.name] = values
                self._marks[sheet.name] = stream.marked
                self._hidden_columns[sheet.name] = hidden_columns(stream.frame.head)
        self._values = values_by_sheet
        return [Table(Grid(name, values.rows)) for name, values in values_by_sheet.items()]

    def stream(self, sheet: str) -> SheetStream:
        """Return the stream of a sheet."""
        if sheet in self._streams:
            return self._streams[sheet]
        return SheetStream(self.package, self.package.sheet(sheet))

    def last_row(self, table: Table) -> int:
        """Return the number of the last row with cells."""
        if table.ended:
            return len(table.grid.rows) - 1
        last = 0
        for cells in self.stream(table.grid.sheet).parsed():
            if len(cells.numbers):
                last = int(cells.numbers[-1])
        return last

    def marked_rows(self, table: Table) -> MarkedRows:
        """Return all rows of a sheet that are hidden, filtered out or struck out."""
        name = table.grid.sheet
        if name not in self._marks:
            blocks = self.stream(name).parsed()
            self._marks[name] = merge_marks(marked_rows(cells, self.book) for cells in blocks)
        return self._marks[name]

    def warnings(self, layout: Layout, options: Options) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Return what is said of hidden columns."""
        columns = self._hidden_columns.get(layout.sheet)
        if columns is None:
            columns = hidden_columns(self.stream(layout.sheet).frame.head)
        return MarkedRows(hidden_columns=columns).said_of_columns(layout.columns)

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the worksheets that are hidden."""
        return [part.name for part in self.package.sheets if part.state != "visible"]

    def named_sheet(self, name: str) -> Table:
        """Return the first rows of the sheet of a name, also of a hidden one."""
        stream = SheetStream(self.package, self.package.sheet(name))
        return stream.first(self.book)

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002 - as the protocol has it
        """Yield all rows of a sheet, and how many bytes of its part were read.

        Raises `NotPlainError` for merged areas among the hands, too.
        """
        name = table.grid.sheet
        part = self.package.sheet(name).part
        self.size = self.package.member(part).file_size
        values = self._values.get(name)
        if values is not None:
            marked = self.marked_rows(table)
            yield from grid_blocks(table.grid, self.size, values.uncalculated, marked)
            return
        stream = self._streams[name]
        bytes_read = 0
        with read_in_blocks():
            for cells in stream.parsed_ahead():
                bytes_read += len(cells.block)
                yield bytes_read, SheetBlock(cells, stream, self.book, layout)
        areas = layout.areas
        hands = [Box(layout.first, area.first, MOST_ROWS, area.last) for area in areas]
        for box in merged_boxes(stream.tail):
            if any(box.meets(hand) for hand in hands):
                raise NotPlainError

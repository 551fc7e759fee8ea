"""The worksheets of a workbook as a source: a part in blocks of whole rows to score, or read as a whole.

A large part is read in pieces and never held as a whole. Blocks end with a row, at the same places
in every pass, so that results of one pass fit the next. Card codes are read from the bytes. Those
of a shared string are read once for all cells that refer to it; texts in cells (mostly of two
bytes) are looked up in a table of pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

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
from xlpoker.scoring.model import Block, Codes, grid_blocks
from xlpoker.scoring.plan_inputs import Facts
from xlpoker.scoring.single_rows import Window
from xlpoker.scoring.sources import NotPlainError, Table
from xlpoker.workbook.xlsx.alike_rows import AlikeRows
from xlpoker.workbook.xlsx.cell_values import EMPTY, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Array, Cells, Numbers, byte_pairs
from xlpoker.workbook.xlsx.expat import read_block
from xlpoker.workbook.xlsx.marks import marked_rows
from xlpoker.workbook.xlsx.package import Package, SheetPart, ahead
from xlpoker.workbook.xlsx.prefixed_tags import cells_with_prefix, without_prefix
from xlpoker.workbook.xlsx.row_spans import RowSpans
from xlpoker.workbook.xlsx.sheet_facts import note_facts
from xlpoker.workbook.xlsx.sheet_xml import HEAD, SheetXml, hidden_columns, keep_freed_memory
from xlpoker.workbook.xlsx.tokens import scan_block
from xlpoker.workbook.xlsx.values import BookTexts, SheetValues
from xlpoker.workbook.xlsx.xml_texts import merged_boxes, text_of

__all__ = ["HEAD", "BookSource", "SheetBlock", "SheetStream", "read_in_blocks"]


class SheetStream(SheetXml):
    """The stream of one sheet; each call of `parsed` reads the part anew.

    Once the sheet was read as a whole, `marked` holds the rows that are hidden or struck out, and
    `facts` what the plan of new columns depends on. A part that is in memory keeps the cells of each
    block once they are read.
    """

    def __init__(self, package: Package, sheet: SheetPart) -> None:
        super().__init__(package, sheet)
        self.marked = NO_MARKS
        self.facts: Facts | None = None
        self._parsed: list[Cells] = []
        self._is_parsed = False
        self._alike_rows = AlikeRows()
        self._spans: dict[int, RowSpans | None] = {}

    def parsed(self, new_column: int = 0) -> Iterator[Cells]:
        """Yield the rows and cells of all blocks, the part between head and tail.

        A block that was read before, and has only cells without a format left of the column
        `new_column`, is yielded without these cells.
        """
        if self._is_parsed:
            return iter(self._parsed)
        return self._parsed_blocks(self.blocks(), new_column)

    def parsed_ahead(self) -> Iterator[Cells]:
        """Yield what `parsed` yields; a thread unpacks the next block while one is used.

        Only unpacking and packing gain by a thread: a step of NumPy is shorter than a change of threads.
        """
        if self.is_held:
            return self.parsed()
        return self._parsed_blocks(ahead(self.blocks()))

    def _parsed_blocks(self, blocks: Iterator[bytes], new_column: int = 0) -> Iterator[Cells]:
        """Yield the rows and cells of all blocks of the part."""
        before = -1
        for index, block in enumerate(blocks):
            if index < len(self._parsed):
                cells = self._parsed[index]
            else:
                cells = self._read(index, block, before, new_column)
            if len(cells.numbers):
                before = int(cells.numbers[-1])
            yield cells
        self._is_parsed = self.is_held

    def _read(
        self,
        index: int,
        block: bytes,
        before: int,
        new_column: int,
    ) -> Cells:
        """Return the rows and cells of a block of an index, and keep what the next pass needs of them."""
        spans = self._spans.get(index)
        if spans is not None and spans.last_column < new_column and spans.size == len(block):
            return spans.rows(block)
        cells = self.cells(block, before)
        if self.is_held:
            self._parsed.append(cells)
        elif index not in self._spans:
            self._spans[index] = RowSpans.of(cells)
        return cells

    def cells(self, block: bytes, before: int) -> Cells:
        """Return the rows and cells of a block; `before` is the number of the row before.

        They are read by a quick reader or, where these give up, by the general one.
        """
        frame = self.frame
        plain = without_prefix(block, frame.prefix) if frame.prefix else block
        cells = None if plain is None else self._scanned(plain, before)
        if cells is None:
            return read_block(block, frame.opening, frame.closing, before, self.where)
        if frame.prefix:
            return cells_with_prefix(cells, block, frame.prefix)
        return cells

    def _scanned(self, block: bytes, before: int) -> Cells | None:
        """Return the rows and cells of a block of plain tags, None where no quick reader understands it."""
        cells = None
        if before >= 0:  # the first block mostly begins with titles, which are unlike other rows
            cells = self._alike_rows.scan(block, before)
        return scan_block(block, before) if cells is None else cells

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
        grid = Grid(self.sheet.name, values.rows)
        is_whole = last < HEAD
        return Table(grid, is_whole)

    def whole(self, book: BookTexts) -> SheetValues | None:
        """Return the sheet read as a whole, None for one of charts.

        Raises `BookError` for a part that is damaged or out of proportion.
        """
        if not self.holds_cells:
            return None
        values = SheetValues(book, self.where)
        marks = []
        facts = Facts()
        for cells in self.parsed_ahead():
            values.take(cells)
            marks.append(marked_rows(cells, book))
            note_facts(facts, cells)
        self.facts = facts
        self.marked = merge_marks(marks)
        self.check_frame()
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

    def may_be_filled(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether it holds a value, or a formula without one."""
        return self.cells.filled(low, high)

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values."""
        chosen = list(places)
        numbers = self.cells.numbers[chosen].tolist()
        first = numbers[0] if numbers else 0
        values = SheetValues(self.book, self.stream.where, above=first)
        values.take(self.cells, places)
        grid = Grid(self.stream.sheet.name, values.rows)
        index = {row: row - first for row in numbers}
        return Window(grid, index, values.uncalculated)

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
        columns_there = np.flatnonzero(np.bincount(cells.column))
        if set(known).issuperset(columns_there.tolist()):
            return {}
        is_text = np.isin(cells.numbers, list(texts))
        is_below = cells.numbers >= first
        row_counts = is_below & ~is_text
        is_in_counted_row = row_counts[cells.row]
        is_known = np.isin(cells.column, list(known))
        is_new = cells.occupied & ~is_known
        new = np.flatnonzero(is_new & is_in_counted_row)
        columns, firsts = np.unique(cells.column[new], return_index=True)
        first_cells = new[firsts]
        rows = cells.numbers[cells.row[first_cells]]
        first_rows = zip(columns.tolist(), rows.tolist(), strict=True)
        return dict(first_rows)

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes in an area of the rows from `low` up to `high`: (rows, cards)."""
        cells = self.cells
        width = self._cards_in_cell(area)
        start, end = np.searchsorted(cells.row, (low, high))
        column = cells.column[start:end]
        is_inside = (column >= area.first) & (column <= area.last)
        inside = start + np.flatnonzero(is_inside)
        cell_codes = self._codes_of_cells(inside, width)
        rows = high - low
        columns = area.last - area.first + 1
        if len(inside) == rows * columns:
            return cell_codes.reshape(rows, -1)
        row_in_area = cells.row[inside] - low
        column_in_area = cells.column[inside] - area.first
        shape = (rows, columns, width)
        codes = np.full(shape, MISSING, np.uint8)
        codes[row_in_area, column_in_area] = cell_codes
        return codes.reshape(rows, -1)

    def _codes_of_cells(self, chosen: Numbers, width: int) -> Codes:
        """Return the codes of some cells: (cells, width)."""
        kind = self.cells.kind[chosen]
        shared = self.cells.shared[chosen]
        table = self.book.codes(width)
        blank = len(table) - 1
        if shared.max(initial=-1) >= blank:
            raise NotPlainError  # reading the sheet as a whole tells which cell
        # A cell without a shared string has the index -1, which is the blank at the end.
        codes = table.take(shared, axis=0).reshape(-1, width)
        is_shared = kind == SHARED
        if is_shared.all():
            return codes
        is_other_value = ~is_shared & (kind != EMPTY)
        codes[is_other_value, 0] = BAD
        texts = np.flatnonzero(kind == TEXT)
        if len(texts):
            codes[texts] = self._codes_of_texts(chosen[texts], width)
        return codes

    def _cards_in_cell(self, area: Area) -> int:
        """Return how many cards a cell of an area may hold: one, where it has several columns."""
        if area.last > area.first:
            return 1
        if area in self.layout.boards:
            return 5
        cards = self.layout.size or 5
        return min(cards, MAX_CARDS)

    def _codes_of_texts(self, chosen: Numbers, width: int) -> Codes:
        """Return the codes of cells with texts of their own: (cells, width)."""
        cells = self.cells
        if width == 1 and cells.texts is None:
            codes = _codes_of_pairs(cells, chosen)
            if codes is not None:
                return codes.reshape(-1, 1)
        makers = {TEXT: text_of}
        texts = cells.converted(chosen, self.book.strings, makers)
        if width == 1:
            return parse(texts).reshape(-1, 1)
        return parse_hands(texts, width)


def _codes_of_pairs(cells: Cells, chosen: Numbers) -> Codes | None:
    """Return the codes of cells with texts of two bytes, None where others are among them."""
    lengths = cells.length[chosen]
    if (lengths != 2).any():
        return None
    block = np.frombuffer(cells.block, np.uint8)
    pairs = byte_pairs(block, cells.value[chosen])
    codes = pair_codes().take(pairs)
    are_cards = codes.max(initial=0) <= JOKER
    return codes if are_cards else None


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
    is_small = False
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
            name = sheet.name
            stream = SheetStream(self.package, sheet)
            values = stream.whole(self.book)
            if values is not None:
                self._streams[name] = stream
                values_by_sheet[name] = values
                self._marks[name] = stream.marked
                self._hidden_columns[name] = hidden_columns(stream.frame.head)
        self._values = values_by_sheet
        grids = [Grid(name, values.rows) for name, values in values_by_sheet.items()]
        return [Table(grid) for grid in grids]

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
            marks = [marked_rows(cells, self.book) for cells in blocks]
            self._marks[name] = merge_marks(marks)
        return self._marks[name]

    def warnings(self, layout: Layout, options: Options) -> list[str]:  # noqa: ARG002 - as the protocol has it
        """Return the remark on hidden columns."""
        columns = self._hidden_columns.get(layout.sheet)
        if columns is None:
            stream = self.stream(layout.sheet)
            columns = hidden_columns(stream.frame.head)
        return MarkedRows(hidden_columns=columns).remarks_on_columns(layout.columns)

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the worksheets that are hidden."""
        return self.package.hidden_sheets

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
        if _has_merged_hands(layout, stream.tail):
            raise NotPlainError


def _has_merged_hands(layout: Layout, tail: bytes) -> bool:
    """Tell whether merged areas, which are listed behind the rows, meet the columns of hands."""
    merged = merged_boxes(tail)
    for area in layout.areas:
        hands = Box(
            top=layout.first,
            left=area.first,
            bottom=MOST_ROWS,
            right=area.last,
        )
        if any(box.meets(hands) for box in merged):
            return True
    return False

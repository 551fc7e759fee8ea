"""The worksheets of a workbook as a source: in blocks to score, whose card codes are read from the bytes, or as a whole.

The codes of a shared string are read once for all cells that refer to it; texts in cells (mostly of two bytes) are looked
up in a table of pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import BookError
from xlpoker.evaluator.batch import BAD, MISSING, parse, parse_hands
from xlpoker.evaluator.batch.codes import pair_codes
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.games import GAMES
from xlpoker.layout.find import Area, Layout
from xlpoker.layout.grid import MOST_ROWS, Grid
from xlpoker.scoring.boxes import Box
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Block, Codes, NotPlainError, Window, grid_blocks
from xlpoker.scoring.run import Table
from xlpoker.workbook.xlsx.cells import EMPTY, SHARED, TEXT, Cells, merged_boxes, text_of
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.stream import SheetStream
from xlpoker.workbook.xlsx.values import BookTexts, SheetValues, whole_sheet

__all__ = ["HEAD", "BookSource", "SheetBlock", "head_of", "read_in_blocks"]

SAMPLED = 8
HEAD = 1_500
"""Rows that say where the hands are."""


def keep_freed_memory() -> None:
    """Make malloc keep freed memory, which the next block needs again.

    A block of rows takes a dozen arrays of half a megabyte. GNU's malloc returns such pieces to the system until a larger one has
    been freed, and every page requested again costs a fault: 60,000 in a full sheet, a tenth of the time. So a larger piece is
    allocated and freed, untouched. With another malloc this has no effect.
    """
    np.empty((1 << 25) - (1 << 13), np.uint8)


def head_of(stream: SheetStream, book: BookTexts) -> Table:
    """Return the first rows of a sheet."""
    found, last = SheetValues(book, stream.where), -1
    for cells in stream.parsed():
        last = int(cells.numbers[-1]) if len(cells.numbers) else last
        found.take(cells, None if last < HEAD else range(int(np.searchsorted(cells.numbers, HEAD))))
        if last >= HEAD:
            break
    return Table(Grid(stream.sheet.name, found.rows), last < HEAD)


@dataclass(frozen=True, slots=True)
class SheetBlock(Block):
    """Some rows of a worksheet part for `xlpoker.scoring.score.score_block`."""

    cells: Cells
    stream: SheetStream
    book: BookTexts
    layout: Layout
    game: str

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The numbers of its rows."""
        return self.cells.numbers

    def held(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether anything stands in it, a formula without a value too."""
        return self.cells.filled(low, high)

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values."""
        numbers = self.cells.numbers[list(places)].tolist()
        found = SheetValues(self.book, self.stream.where, numbers[0] if numbers else 0)
        found.take(self.cells, places)
        index = {row: row - numbers[0] for row in numbers}
        return Window(Grid(self.stream.sheet.name, found.rows), index, found.uncalculated)

    def cards_outside(self, areas: Sequence[Area]) -> npt.NDArray[np.int64]:
        """Return the column of each card outside of some areas; for texts in cells only one row in `SAMPLED` is examined."""
        cells, table = self.cells, self.book.codes(1)
        outside = (cells.kind == SHARED) | (cells.kind == TEXT)
        for area in areas:
            outside &= (cells.column < area.first) | (cells.column > area.last)
        there = np.flatnonzero(outside)
        shared = there[cells.kind[there] == SHARED]
        cards = shared[table[np.minimum(cells.shared[shared], len(table) - 1)] <= JOKER]
        texts = there[(cells.kind[there] == TEXT) & (cells.row[there] % SAMPLED == 0)]
        if len(texts):
            texts = texts[self._inline(cells, texts, 1)[:, 0] <= JOKER]
        found: npt.NDArray[np.int64] = np.concatenate([cells.column[cards], np.repeat(cells.column[texts], SAMPLED)])
        return found

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes in an area of some rows."""
        wide = area.last > area.first
        width = 1 if wide else self._cards_a_cell(area)
        cells, table = self.cells, self.book.codes(width)
        part = slice(*np.searchsorted(cells.row, (low, high)))
        column = cells.column[part] - area.first
        here = np.flatnonzero((column >= 0) & (column <= area.last - area.first))
        kind, shared = cells.kind[part][here], cells.shared[part][here]
        if shared.max(initial=-1) >= len(table) - 1:
            raise NotPlainError  # reading the sheet as a whole tells which cell
        found = table.take(shared, axis=0).reshape(-1, width)  # without one, -1, it is the blank at the end
        if (kind != SHARED).any():
            found[(kind != SHARED) & (kind != EMPTY), 0] = BAD
            if len(texts := np.flatnonzero(kind == TEXT)):
                found[texts] = self._inline(cells, here[texts] + part.start, width)
        if len(here) == (high - low) * (area.last - area.first + 1):
            return found.reshape(high - low, -1)
        row = cells.row[part][here] - low
        codes = np.full((high - low, (area.last - area.first + 1) if wide else width), MISSING, np.uint8)
        if wide:
            codes[row, column[here]] = found[:, 0]
        else:
            codes[row] = found
        return codes

    def _cards_a_cell(self, area: Area) -> int:
        """Return how many cards a cell holds in which a whole hand stands: two at least."""
        if self.game == "five-card" or area == self.layout.board:
            return 5
        return GAMES[self.game].hole[0]

    def _inline(self, cells: Cells, there: npt.NDArray[np.int64], width: int) -> Codes:
        """Return the codes of inline texts."""
        if width == 1 and cells.texts is None and (cells.length[there] == 2).all():
            raw = np.frombuffer(cells.block, np.uint8)
            pair = raw[cells.value[there]].astype(np.uint16) | raw[cells.value[there] + 1].astype(np.uint16) << 8
            found = pair_codes().take(pair)
            if found.max(initial=0) <= JOKER:
                return found.reshape(-1, 1)
        texts = np.empty(len(there), dtype=object)
        texts[:] = cells.made(there, {TEXT: text_of})
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
            found = {one.name: whole_sheet(SheetStream(self.package, one), self.book) for one in self._chosen}
            self._values = {name: values for name, values in found.items() if values is not None}
            return [Table(Grid(name, values.rows)) for name, values in self._values.items()]
        keep_freed_memory()
        tables = []
        with read_in_blocks():
            for one in self._chosen:
                stream = SheetStream(self.package, one)
                if stream.holds_cells:
                    self._streams[one.name] = stream
                    tables.append(head_of(stream, self.book))
        return tables

    def stream(self, sheet: str) -> SheetStream:
        """Return the stream of a sheet."""
        return self._streams.get(sheet) or SheetStream(self.package, self.package.sheet(sheet))

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:
        """Yield all rows of a sheet, and how many bytes of its part were read.

        Raises `NotPlainError` for merged areas among the hands, too.
        """
        name = table.grid.sheet
        self.size, done = self.package.member(self.package.sheet(name).part).size, 0
        if (values := self._values.get(name)) is not None:
            yield from grid_blocks(table.grid, self.size, values.uncalculated)
            return
        stream = self._streams[name]
        with read_in_blocks():
            for cells in stream.parsed_ahead():
                done += len(cells.block)
                yield done, SheetBlock(cells, stream, self.book, layout, options.game)
        hands = [Box(layout.first, area.first, MOST_ROWS, area.last) for area in layout.areas]
        if any(box.meets(hand) for box in merged_boxes(stream.tail) for hand in hands):
            raise NotPlainError

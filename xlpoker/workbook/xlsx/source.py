"""The worksheets of a workbook as a source: read block by block, or as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from xlpoker.errors import BookError
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Block, NotPlainError, grid_blocks
from xlpoker.scoring.plan import Box
from xlpoker.scoring.run import Table
from xlpoker.workbook.xlsx.block import SheetBlock, SheetTexts, head_of, keep_freed_memory
from xlpoker.workbook.xlsx.byte_ops import LAST_ROW
from xlpoker.workbook.xlsx.facts import merged_boxes
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.stream import SheetStream
from xlpoker.workbook.xlsx.strings_styles import BookTexts
from xlpoker.workbook.xlsx.values import SheetValues, whole_sheet

__all__ = ["BookSource", "read_in_blocks"]


@contextmanager
def read_in_blocks() -> Iterator[None]:
    """Raise `NotPlainError` for a workbook that cannot be read in blocks: reading it as a whole says what is wrong."""
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
        self._texts: dict[str, SheetTexts] = {}

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the first rows of each sheet, or all of them; sheets of charts are passed over."""
        if whole:
            self._texts.clear()
            found = {one.name: whole_sheet(SheetStream(self.package, one), self.book) for one in self._chosen}
            self._values = {name: values for name, values in found.items() if values is not None}
            return [Table(Grid(name, values.rows)) for name, values in self._values.items()]
        keep_freed_memory()
        tables = []
        with read_in_blocks():
            for one in self._chosen:
                stream = SheetStream(self.package, one)
                if stream.holds_cells:
                    texts = self._texts[one.name] = SheetTexts(stream, self.book)
                    tables.append(Table(*head_of(stream, texts)))
        return tables

    def stream(self, sheet: str) -> SheetStream:
        """Return the stream of a sheet."""
        texts = self._texts.get(sheet)
        return texts.stream if texts is not None else SheetStream(self.package, self.package.sheet(sheet))

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:
        """Yield all rows of a sheet, and how many bytes of its part were read.

        Raises `NotPlainError` for merged areas among the hands, too.
        """
        name = table.grid.sheet
        self.size, done = self.package.member(self.package.sheet(name).part).size, 0
        if (values := self._values.get(name)) is not None:
            yield from grid_blocks(table.grid, self.size, values.uncalculated)
            return
        texts = self._texts[name]
        with read_in_blocks():
            for place, cells in texts.stream.parsed_ahead():
                done += len(cells.block)
                yield done, SheetBlock(cells, texts, layout, options.game, place)
        hands = [Box(layout.first, area.first, LAST_ROW, area.last) for area in layout.areas]
        if any(box.meets(hand) for box in merged_boxes(texts.stream.tail) for hand in hands):
            raise NotPlainError

"""Rows of a worksheet part as a block to score: codes of an area from the bytes, single rows as values.

The codes of a shared string are read once for all cells that hold it; texts in their cells (two bytes each mostly) are
looked up in a table of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.batch import BAD, MISSING, parse, parse_hands
from xlpoker.evaluator.batch.text import pair_codes
from xlpoker.evaluator.cards import JOKER
from xlpoker.layout.find import Area, Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.model import Codes, NotPlainError, Window
from xlpoker.workbook.xlsx.byte_ops import EMPTY, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Cells, text_of
from xlpoker.workbook.xlsx.stream import SheetStream
from xlpoker.workbook.xlsx.strings_styles import BookTexts
from xlpoker.workbook.xlsx.values import SheetValues

__all__ = ["HEAD", "SheetBlock", "SheetTexts", "head_of", "keep_freed_memory"]

SAMPLED = 8
HEAD = 1_500
"""Rows that say where the hands are."""


def keep_freed_memory() -> None:
    """Let the process keep memory that it frees, and is about to ask for again.

    A block of rows takes a dozen arrays of half a megabyte. GNU's malloc gives such pieces back to the system until it has seen a
    larger one come and go, and every page that is asked for anew costs a fault: 60,000 in a full sheet, a tenth of the
    time. So a larger one comes and goes, untouched. Elsewhere this does nothing.
    """
    np.empty((1 << 25) - (1 << 13), np.uint8)


def head_of(stream: SheetStream, texts: SheetTexts) -> tuple[Grid, bool]:
    """Return the first rows of a sheet, and whether these are all."""
    found, last = texts.values(), -1
    for _, cells in stream.parsed():
        last = int(cells.numbers[-1])
        found.take(cells, None if last < HEAD else range(int(np.searchsorted(cells.numbers, HEAD))))
        if last >= HEAD:
            break
    return Grid(stream.sheet.name, found.rows), last < HEAD


@dataclass(slots=True)
class SheetTexts:
    """A sheet with what its cells lean on; and the cards of the shared strings, once asked for."""

    stream: SheetStream
    book: BookTexts
    _codes: dict[int, Codes] = field(default_factory=dict)

    def codes(self, width: int) -> Codes:
        """Return the codes of all shared strings: one card each (width 1), or whole hands so many cards wide."""
        if width not in self._codes:
            texts = np.empty(len(self.book.strings), dtype=object)
            texts[:] = self.book.strings
            table = parse(texts) if width == 1 else parse_hands(texts, width)
            self._codes[width] = np.append(table, np.full((1, *table.shape[1:]), MISSING, np.uint8), axis=0)
        return self._codes[width]

    def values(self, above: int = 0) -> SheetValues:
        """Return the values of no rows yet, the first of which will have the number `above`."""
        return SheetValues(self.book, self.stream.where, above)


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """Some rows of a worksheet part for `xlpoker.scoring.score.score_block`."""

    cells: Cells
    texts: SheetTexts
    layout: Layout
    game: str
    place: int = 0
    reads_numbers: bool = False

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
        found = self.texts.values(numbers[0])
        found.take(self.cells, places)
        index = {row: row - numbers[0] for row in numbers}
        return Window(Grid(self.texts.stream.sheet.name, found.rows), index, found.uncalculated)

    def cards_outside(self, areas: Sequence[Area]) -> npt.NDArray[np.int64]:
        """Return the column of each card outside of some areas; of texts in their cells one row in `SAMPLED` tells."""
        cells, table = self.cells, self.texts.codes(1)
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
        table = self.texts.codes(width)
        cells = self.cells
        if cells.width:
            columns, kinds = cells.column[: cells.width], cells.kind[: cells.width]
            here = np.flatnonzero((columns >= area.first) & (columns <= area.last) & (kinds == SHARED))
            if len(here) == area.last - area.first + 1:
                shared = cells.shared.reshape(-1, cells.width)[low:high, here]
                if shared.max() >= len(table) - 1:
                    raise NotPlainError
                return table.take(shared, axis=0).reshape(high - low, -1)
        inside = (cells.column >= area.first) & (cells.column <= area.last) & (cells.kind != EMPTY)
        inside &= (cells.row >= low) & (cells.row < high)
        there = np.flatnonzero(inside)
        row, column = cells.row[there] - low, cells.column[there] - area.first
        kind = cells.kind[there]
        found = np.full((len(there), width), MISSING, np.uint8)
        found[:, 0] = BAD
        shared = cells.shared[there]
        if len(there) and int(shared.max()) >= len(table) - 1:
            raise NotPlainError  # reading it as a whole says which cell that is
        at = np.flatnonzero(kind == SHARED)
        found[at] = table[shared[at]].reshape(-1, width)
        at = np.flatnonzero(kind == TEXT)
        if len(at):
            found[at] = self._inline(cells, there[at], width)
        codes = np.full((high - low, (area.last - area.first + 1) if wide else width), MISSING, np.uint8)
        if wide:
            codes[row, column] = found[:, 0]
        else:
            codes[row] = found
        return codes

    def _cards_a_cell(self, area: Area) -> int:
        """Return how many cards a cell holds in which a whole hand stands: two at least."""
        if self.game == "five-card" or area == self.layout.board:
            return 5
        return {"holdem": 2, "omaha": 4, "front": 3}[self.game]

    def _inline(self, cells: Cells, there: npt.NDArray[np.int64], width: int) -> Codes:
        """Return the codes of texts that stand in their cells."""
        if width == 1 and cells.texts is None and (cells.length[there] == 2).all():
            raw = np.frombuffer(cells.block, np.uint8)
            pair = raw[cells.value[there]].astype(np.uint16) | raw[cells.value[there] + 1].astype(np.uint16) << 8
            found = pair_codes().take(pair)
            if found.max(initial=0) <= JOKER:
                return found.reshape(-1, 1)
        texts = np.empty(len(there), dtype=object)
        texts[:] = cells.made(there, {TEXT: text_of})
        return parse(texts).reshape(-1, 1) if width == 1 else parse_hands(texts, width)

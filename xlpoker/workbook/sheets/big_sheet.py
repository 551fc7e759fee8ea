"""A large sheet valued block by block while it is surveyed: codes from the bytes, values from the batch kernel.

The first rows say where the hands are, as for a small sheet, and the pass proves that all others go on like them: a
second block of hands, labels among the rows, cards in further columns are seen, and then the sheet is read as a whole,
which is slower and says what there is to say. A row that is not plain (a bad card, a formula without value, a short
board) is read by the general tier and valued by `xlpoker.workbook.scoring`, so that both ways say the same.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError, PokerError
from xlpoker.evaluator.batch import BAD, MISSING, parse, parse_hands
from xlpoker.evaluator.batch.text import pair_codes
from xlpoker.evaluator.cards import JOKER
from xlpoker.workbook.bulk import evaluated
from xlpoker.workbook.earlier import STRANGE
from xlpoker.workbook.grid import Grid, a1
from xlpoker.workbook.layout import Area, Layout
from xlpoker.workbook.scoring import Outcome, outcomes
from xlpoker.workbook.sheets.cells import Cells, Rows
from xlpoker.workbook.sheets.sheet_stream import SheetStream
from xlpoker.workbook.sheets.survey import Contents
from xlpoker.workbook.sheets.words import EMPTY, NUMBER, SHARED, TEXT
from xlpoker.workbook.sheets.xml_sheet import SheetCells, read_sheet

if TYPE_CHECKING:
    from xlpoker.workbook.job import Counts

__all__ = ["HEAD", "LARGE", "BigSheet", "NotPlainError", "head_of", "keep_freed_memory"]

LARGE = 1 << 23
"""Bytes of a sheet part from which it is valued while it streams: some 20,000 rows."""
HEAD = 2_000
PLAIN = 1 << 20
"""Rows times columns of the first rows up to which they may be read in the quick way."""
MOST_ODD = 250_000
"""Rows that are not plain, half a kilobyte each; where there are more, the sheet is read as a whole."""
BLANKS = 5
Codes = npt.NDArray[np.uint8]


class NotPlainError(Exception):
    """The sheet does not go on as it began: it must be read as a whole."""


@dataclass(frozen=True, slots=True)
class _Window(Grid):
    """Some rows of a sheet under their own numbers."""

    at: dict[int, int] = field(default_factory=dict)

    def cell(self, row: int, column: int) -> Any:
        return Grid.cell(self, self.at.get(row, -1), column)


def keep_freed_memory() -> None:
    """Let the process keep memory that it frees, and is about to ask for again.

    A block of rows takes a dozen arrays of half a megabyte. GNU's malloc gives such pieces back to the system until it has seen a
    larger one come and go, and every page that is asked for anew costs a fault: 60,000 in a full sheet, a tenth of the
    time. So a larger one comes and goes, untouched. Elsewhere this does nothing.
    """
    np.empty((1 << 25) - (1 << 13), np.uint8)


def head_of(stream: SheetStream, strings: Sequence[str], dates: Any) -> tuple[Grid, bool]:
    """Return the first rows of a sheet (two thousand at least), and whether these are all."""
    blocks: list[Cells] = []
    numbers = -1
    for _, block in stream.blocks():
        cells = stream.cells(block, numbers).cells
        blocks.append(cells)
        numbers = int(cells.numbers[-1]) if len(cells.numbers) else numbers
        if numbers >= HEAD:
            break
    rows = _rows_of_texts(blocks, strings, dates)
    if rows is None:
        rows = _read(stream, b"".join(cells.block for cells in blocks), strings, dates).rows
    return Grid(stream.sheet.name, rows), numbers < HEAD


def _rows_of_texts(blocks: Sequence[Cells], strings: Sequence[str], dates: Any) -> list[list[Any]] | None:
    """Return the rows as `read_sheet` gives them, None where a cell holds anything but a text or a whole number."""
    rows: list[list[Any]] = []
    contents = Contents(strings.__getitem__)
    styles = {int(style) for style in dates}
    for cells in blocks:
        there = np.flatnonzero(cells.held)
        kinds, columns = cells.kind[there], cells.column[there]
        most = cells.shared[there].max(initial=-1), columns.max(initial=0) * len(cells.numbers)
        dated = not styles.isdisjoint(np.unique(cells.style[there[kinds == NUMBER]]).tolist())
        if dated or most[0] >= len(strings) or most[1] > PLAIN or (cells.formula >= 0).any():
            return None
        held = contents.of(cells, there)
        if STRANGE in held or any(isinstance(content, float) for content in held):
            return None
        counts = np.bincount(cells.row[there], minlength=len(cells.numbers)).tolist()
        places = zip(held, columns.tolist(), strict=True)
        for number, count in zip(cells.numbers.tolist(), counts, strict=True):
            line: list[Any] = []
            for content, column in islice(places, count):
                if content != "":
                    line += repeat(None, column - len(line))
                    line.append(content)
            if line:
                rows += ([] for _ in range(number - len(rows)))
                rows.append(line)
    return rows


def _read(stream: SheetStream, rows: bytes, strings: Sequence[str], dates: Any, above: int = 0) -> SheetCells:
    part = io.BytesIO(stream.opening + rows + stream.closing)
    return read_sheet(part, strings, dates, stream.where, above=above)


@dataclass(slots=True)
class BigSheet:
    """The results so far; `take` is given every block of cells in order, `finish` checks what can be said at the end.

    `open_end` tells that the rows of the layout go on below its last one.
    """

    stream: SheetStream
    layout: Layout
    game: str
    jokers: str
    strings: Sequence[str]
    dates: Any
    open_end: bool
    progress: Callable[[int, int], None] | None = None
    rows: list[npt.NDArray[np.int32]] = field(default_factory=list)
    values: list[npt.NDArray[Any]] = field(default_factory=list)
    winners: list[npt.NDArray[np.int8]] = field(default_factory=list)
    errors: dict[int, CellError] = field(default_factory=dict)
    odd: dict[int, list[Any]] = field(default_factory=dict)
    done: int = 0
    strangers: dict[int, int] = field(default_factory=dict)
    _tables: dict[int, Codes] = field(default_factory=dict)

    @property
    def areas(self) -> list[Area]:
        """The areas of the hands, the board last."""
        return [*self.layout.hands, *([self.layout.board] if self.layout.board else [])]

    def table(self, width: int) -> Codes:
        """Return the codes of all shared strings: one card each (width 1), or whole hands so many cards wide."""
        if width not in self._tables:
            texts = np.empty(len(self.strings), dtype=object)
            texts[:] = self.strings
            table = parse(texts) if width == 1 else parse_hands(texts, width)
            self._tables[width] = np.append(table, np.full((1, *table.shape[1:]), MISSING, np.uint8), axis=0)
        return self._tables[width]

    def take(self, cells: Rows) -> None:
        """Value the rows of a block."""
        self.done += len(cells.block)
        if self.progress is not None:
            size = self.stream.package.member(self.stream.sheet.part).size
            self.progress(min(self.done, size), size)
        low = int(np.searchsorted(cells.numbers, self.layout.first))
        high = len(cells.numbers)
        if not self.open_end:
            high = int(np.searchsorted(cells.numbers, self.layout.last + 1))
        if low >= high:
            return
        numbers = cells.numbers[low:high]
        hands = [self.codes(cells, area, low, high) for area in self.areas]
        try:
            board = hands.pop() if self.layout.board else None
            found = evaluated(hands, board, self.game, self.jokers)
        except PokerError as error:
            raise NotPlainError from error
        values, winners = found.values, found.winners
        good = winners >= 0
        if not good.all():
            every = np.concatenate([*hands, *([board] if board is not None else [])], axis=1)
            odd = np.flatnonzero(~good & (~(every == MISSING).all(axis=1) | cells.filled(low, high)))
            if len(odd):
                values, good = self.one_by_one(cells, low, odd, values, winners, good)
            numbers, values, winners = numbers[good], values[good], winners[good]
        self.count_strangers(cells)
        self.rows.append(numbers.astype(np.int32))
        self.values.append(values)
        self.winners.append(np.zeros(len(numbers), np.int8) if len(self.layout.hands) == 1 else winners)

    def codes(self, cells: Rows, area: Area, low: int, high: int) -> Codes:
        """Return the codes in an area of some rows of a block."""
        wide = area.last > area.first
        width = 1 if wide else self.cards_a_cell(area)
        table = self.table(width)
        sharing = cells.sharing(area.first, area.last)
        if sharing is not None and sharing.max() < len(self.strings):
            return table.take(sharing[low:high], axis=0).reshape(high - low, -1)
        cells = cells.cells
        inside = (cells.column >= area.first) & (cells.column <= area.last) & (cells.kind != EMPTY)
        inside &= (cells.row >= low) & (cells.row < high)
        there = np.flatnonzero(inside)
        row, column = cells.row[there] - low, cells.column[there] - area.first
        kind = cells.kind[there]
        found = np.full((len(there), width), MISSING, np.uint8)
        found[:, 0] = BAD
        shared = cells.shared[there]
        if len(there) and int(shared.max()) >= len(self.strings):
            raise NotPlainError  # reading it as a whole says which cell that is
        at = np.flatnonzero(kind == SHARED)
        found[at] = table[shared[at]].reshape(-1, width)
        at = np.flatnonzero(kind == TEXT)
        if len(at):
            found[at] = self.inline(cells, there[at], width)
        codes = np.full((high - low, (area.last - area.first + 1) if wide else width), MISSING, np.uint8)
        if wide:
            codes[row, column] = found[:, 0]
        else:
            codes[row] = found
        return codes

    def cards_a_cell(self, area: Area) -> int:
        """Return how many cards a cell holds in which a whole hand stands: two at least."""
        return (
            5
            if self.game == "five-card" or area == self.layout.board
            else {"holdem": 2, "omaha": 4, "front": 3}[self.game]
        )

    def inline(self, cells: Cells, there: npt.NDArray[np.int64], width: int) -> Codes:
        """Return the codes of texts that stand in their cells."""
        if width == 1 and cells.texts is None and (cells.length[there] == 2).all():
            raw = np.frombuffer(cells.block, np.uint8)
            pair = raw[cells.value[there]].astype(np.uint16) | raw[cells.value[there] + 1].astype(np.uint16) << 8
            found = pair_codes().take(pair)
            if found.max(initial=0) <= JOKER:
                return found.reshape(-1, 1)
        texts = np.empty(len(there), dtype=object)
        texts[:] = [cells.text(cell) for cell in there.tolist()]
        return parse(texts).reshape(-1, 1) if width == 1 else parse_hands(texts, width)

    def one_by_one(
        self, cells: Rows, low: int, odd: npt.NDArray[np.int64], values: Any, winners: Any, good: Any
    ) -> tuple[Any, Any]:
        """Value the rows that are not plain, and note what is wrong with them."""
        block = cells.block
        places = (odd + low).tolist()
        pieces = [
            block[cells.starts[row] : block.index(b">", cells.ends[row]) + 1] for row in places if cells.ends[row] >= 0
        ]
        lines = [int(cells.numbers[row]) for row in places if cells.ends[row] >= 0]
        if not lines:
            return values, good
        above = lines[0]
        found = _read(self.stream, b"".join(pieces), self.strings, self.dates, above)
        window = _Window(self.stream.sheet.name, found.rows, {row: row - above for row in lines})
        place_of = dict(zip((odd + low).tolist(), odd.tolist(), strict=True))
        for place, row in zip([one for one in places if cells.ends[one] >= 0], lines, strict=True):
            at = place_of[place]
            outcome = self.outcome(window, row, found.uncalculated)
            if outcome is None or outcome.error is not None:
                self.odd[row] = found.rows[row - above] if row - above < len(found.rows) else []
                if outcome is not None and outcome.error is not None:
                    self.errors[row] = outcome.error
                if len(self.odd) > MOST_ODD:
                    raise NotPlainError
                continue
            if values.dtype.kind != "f" and any(value != int(value) for value in outcome.values):
                values = values.astype(np.float64)
            values[at], winners[at], good[at] = outcome.values, outcome.winner, True
        return values, good

    def outcome(self, window: _Window, row: int, uncalculated: dict[tuple[int, int], str]) -> Outcome | None:
        """Return what becomes of one row, None for a blank one."""
        here = replace(self.layout, first=row, last=row)
        done = next(
            outcomes(window, here, self.game, self.jokers, None, lambda _row, _column: "a card is missing"), None
        )
        columns = [column for area in self.layout.hands for column in area.columns]
        cell = None
        if done is None:
            cell = next(((row, column) for column in columns if (row, column) in uncalculated), None)
        elif done.error is not None and done.error.reason == "a card is missing":
            cell = next((place for place in uncalculated if place[0] == row and a1(*place) == done.error.cell), None)
        if cell is None:
            return done
        formula = uncalculated[cell]
        reason = f"{formula} has no calculated value; open the book in a spreadsheet program and save it"
        return Outcome(row, error=CellError(window.sheet, a1(*cell), formula, reason))

    def count_strangers(self, cells: Rows) -> None:
        """Count the cells with a card outside of the hands, by column."""
        columns, shared = cells.texts_outside([(area.first, area.last) for area in self.areas])
        if len(shared):
            cards = columns[self.table(1)[np.minimum(shared, len(self.strings))] <= JOKER]
            for column, count in enumerate(np.bincount(cards).tolist()):
                if count:
                    self.strangers[column] = self.strangers.get(column, 0) + count

    def arrays(self) -> tuple[npt.NDArray[np.int32], list[npt.NDArray[Any]], npt.NDArray[np.int8]]:
        """Return the good rows, the values of each hand, the winners; no more rows are taken."""
        for pieces in (self.rows, self.values, self.winners):
            if len(pieces) > 1:
                pieces[:] = [np.concatenate(pieces)]
        return self.rows[0], list(self.values[0].T), self.winners[0]

    def count(self, counts: Counts) -> None:
        """Add all rows to the counts."""
        rows, _, winners = self.arrays()
        counts.sheet = self.stream.sheet.name
        counts.errors = [self.errors[row] for row in sorted(self.errors)]
        counts.rows = len(rows) + len(counts.errors)
        if len(self.layout.hands) > 1:
            counts.players, counts.ties = [0] * len(self.layout.hands), 0
        counts.add_winners(winners)

    def finish(self, head: Grid, located: Callable[[Grid], Layout | None]) -> None:
        """Drop what stands below the hands; raise `NotPlainError` where there is more than the head of the sheet showed.

        `located` finds the layout of a grid: here the first rows, all rows that are not plain with what stands around
        them, and the last ones. It must find the same hands.
        """
        total = sum(map(len, self.rows)) + len(self.errors)
        if not total:
            raise NotPlainError
        if not self.open_end:
            return
        if any(10 * count >= total for count in self.strangers.values()):
            raise NotPlainError
        grid, numbers = self.condensed(head)
        try:
            found = located(grid)
        except PokerError as error:
            raise NotPlainError from error
        known = self.layout
        if found is None or (found.first, found.hands, found.board) != (known.first, known.hands, known.board):
            raise NotPlainError
        last = numbers[min(found.last, len(numbers) - 1)]
        if len(self.rows[-1]) and self.rows[-1][-1] > last:
            raise NotPlainError
        self.errors = {row: error for row, error in self.errors.items() if row <= last}

    def condensed(self, head: Grid) -> tuple[Grid, list[int]]:
        """Return the sheet without most of its plain rows, and the number of each row that is left."""
        plain, _, _ = self.arrays()
        sample = next((head.rows[row] for row in plain[: len(head.rows)].tolist() if row < len(head.rows)), None)
        if sample is None:
            raise NotPlainError
        there = plain
        if self.odd:
            odd = np.sort(np.fromiter(self.odd, np.int32, len(self.odd)))
            there = np.insert(plain, np.searchsorted(plain, odd), odd)
        there = there[np.searchsorted(there, len(head.rows)) :]
        marks = np.flatnonzero(np.diff(there) != 1) + 1  # behind a gap
        if self.odd:
            marks = np.append(marks, np.searchsorted(there, odd[odd >= len(head.rows)]))
        first = [0] if len(there) and there[0] != len(head.rows) else []
        kept = np.unique(np.concatenate([marks - 1, marks, marks + 1, first, [len(there) - 1]])).astype(np.int64)
        kept = kept[(kept >= 0) & (kept < len(there))]
        before = np.where(kept > 0, there[kept - 1], len(head.rows) - 1)
        rows, numbers = list(head.rows), list(range(len(head.rows)))
        for row, gap in zip(there[kept].tolist(), (there[kept] - before - 1).tolist(), strict=True):
            for blank in range(min(gap, BLANKS)):
                rows.append([])
                numbers.append(row - gap + blank)
            rows.append(self.odd.get(row, sample))
            numbers.append(row)
        return Grid(head.sheet, rows), numbers

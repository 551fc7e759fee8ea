"""The tables on a sheet: rows with hands below the same rows of headings.

Friday night                                         a title: not a row of headings
Deal | Anna              | Ben                       headings
     | 1  | 2  | 3 ..    | 1  | 2  | 3 ..            headings
1    | 5H | 5C | 6S ..   | 2C | 3S | 8S ..           rows with hands
2    | ..
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any

from xlpoker.addresses import a1
from xlpoker.layout.heading_rows import (
    are_repeated,
    begins_a_table,
    heading_rows_above,
    heading_texts,
    runs_of_hands,
)
from xlpoker.layout.headings import NO_HEADING, Heading, heading
from xlpoker.layout.labels import Labels, labels_beside_cards
from xlpoker.layout.sheet import BLANK, CARD, MANY, NEAR, WORD, Sheet, one_line

__all__ = ["Column", "Columns", "Table", "cells_in_columns", "tables_of"]

_MOST_ROWS_OF_TEXT = 16
_FEWEST_CARDS = 4
"""One filled cell in four is cards at least: players fold."""


class Column:
    """One column of a table: its headings from top to bottom, and what its cells hold.

    `heading` is the lowest one that is not blank. `filled` is how many cells are not blank, `cards`
    how many hold cards, misspelt ones included. `cells_by_size` says how many cells hold one card,
    two cards, and so on. `size` is how many cards most cells hold.

    A table makes each of its columns once, so that columns are compared by identity.
    """

    def __init__(
        self,
        index: int,
        kinds: bytes,
        headings: tuple[Heading, ...] = (),
    ) -> None:
        self.index = index
        self.kinds = kinds
        self.headings = headings
        self.heading = _lowest(headings)
        self.filled = len(kinds) - kinds.count(BLANK)
        self.cells_by_size = _cells_by_size(kinds)
        self.cards = sum(self.cells_by_size.values())
        self.cards += kinds.count(NEAR)
        self.size = self._commonest_size()

    def _commonest_size(self) -> int:
        """Return how many cards most cells hold; one for *Card 3* that was never filled in."""
        if not self.filled and self.heading.is_counted:
            return 1
        counts = self.cells_by_size
        return max(counts, key=lambda size: (counts[size], size), default=0)

    def below(self, headings: tuple[Heading, ...]) -> Column:
        """Return the same column below some headings."""
        return Column(self.index, self.kinds, headings)

    @property
    def holds_cards(self) -> bool:
        """Whether it is a column of cards: enough of its cells are, or its heading says so."""
        if not self.size:
            return False
        if any(head.calls_for_cards for head in self.headings):
            return True
        if self.heading.is_deal:
            return False
        return _FEWEST_CARDS * self.cards >= self.filled

    @property
    def is_whole(self) -> bool:
        """Whether its cells hold several cards."""
        return self.size > 1

    @property
    def holds_words(self) -> bool:
        """Whether most of its filled cells are words."""
        return 2 * self.count(WORD) > self.filled

    @property
    def is_gap(self) -> bool:
        """Whether nothing stands in it, nor above it."""
        return not self.filled and not self.heading.text

    def count(self, kind: int) -> int:
        """Return how many cells are of a kind."""
        return self.kinds.count(kind)


def _lowest(headings: Sequence[Heading]) -> Heading:
    """Return the lowest heading that is not blank."""
    filled = [head for head in headings if head.text]
    if filled:
        return filled[-1]
    return NO_HEADING


def _cells_by_size(kinds: bytes) -> dict[int, int]:
    """Return how many of some cells hold one card, two cards, and so on."""
    if kinds and kinds.count(CARD) == len(kinds):
        return {CARD: len(kinds)}
    cells_by_size: dict[int, int] = {}
    for size in range(CARD, MANY + 1):
        count = kinds.count(size)
        if count:
            cells_by_size[size] = count
    return cells_by_size


Columns = Sequence[Column]


class Table:
    """Rows with hands below the same headings; `repeated` are rows between them with the headings again."""

    def __init__(
        self,
        sheet: Sheet,
        heading_rows: tuple[int, ...],
        rows: tuple[int, ...],
        repeated: frozenset[int] = frozenset(),
    ) -> None:
        self.sheet = sheet
        self.heading_rows = heading_rows
        self.rows = rows
        self.repeated = repeated

    @property
    def first(self) -> int:
        """The first row with a hand."""
        return self.rows[0]

    @cached_property
    def last(self) -> int:
        """The last row with a hand.

        Where only the top of the sheet is searched, hands that reach its end go on to the last row.
        """
        last = self.rows[-1]
        if not self.sheet.is_cut:
            return last
        kinds_below = self.sheet.kinds[last + 1 :]
        filled_rows_below = list(filter(any, kinds_below))
        if len(filled_rows_below) > _MOST_ROWS_OF_TEXT:
            return last
        return self.sheet.last_row

    @cached_property
    def columns(self) -> list[Column]:
        """All columns with their headings."""
        width = self.sheet.width
        kinds_of_rows = self.sheet.kinds
        kinds = b"".join([kinds_of_rows[row] for row in self.rows])
        bare: list[Column] = []
        for index in range(width):
            kinds_of_column = kinds[index::width]
            bare.append(Column(index, kinds_of_column))
        if not self.heading_rows:
            return self._below_labels(bare) if self.labels else bare
        lines = [self._spread_headings(row, bare) for row in self.heading_rows]
        headings_of_columns = zip(*lines, strict=True)
        columns: list[Column] = []
        for column, headings in zip(bare, headings_of_columns, strict=True):
            columns.append(column.below(headings))
        return columns

    @cached_property
    def labels(self) -> dict[int, Labels]:
        """The columns of labels beside cards; a table with headings has none."""
        if self.heading_rows:
            return {}
        return labels_beside_cards(self.sheet, self.rows)

    def _below_labels(self, bare: Columns) -> list[Column]:
        """Return columns of cards below the label at their left, if it is the same in all rows."""
        columns: list[Column] = []
        head = NO_HEADING
        for column in bare:
            labels = self.labels.get(column.index)
            if labels:
                head = labels.heading
            elif not column.size:
                head = NO_HEADING
            columns.append(column.below((NO_HEADING if labels else head,)))
        return columns

    def _spread_headings(self, row: int, columns: Sequence[Column]) -> list[Heading]:
        """Return one row of headings, each repeated over the columns of cards that it is meant for.

        A heading counts for the columns at its right that have none of their own.
        """
        texts = heading_texts(self.sheet, row)
        headings = [heading(texts.get(column.index)) for column in columns]
        for left, column in pairwise(columns):
            heading_left = headings[left.index]
            if headings[column.index].text or not heading_left.text:
                continue
            if self._is_last_of_a_count(headings, texts, left.index):
                continue
            if self._share_a_heading(row, left, column):
                headings[column.index] = heading_left
        return headings

    def _share_a_heading(self, row: int, left: Column, column: Column) -> bool:
        """Tell whether two columns of cards, the second without a heading, belong together."""
        if not left.size or not column.size:
            return False
        place = self.heading_rows.index(row)
        rows_above = self.heading_rows[:place]
        rows_below = self.heading_rows[place + 1 :]
        if self._has_heading(column, rows_above):
            return False
        has_several_cards = column.is_whole or left.is_whole
        return not has_several_cards or self._has_heading(column, rows_below)

    def _has_heading(self, column: Column, rows: Sequence[int]) -> bool:
        """Tell whether a text stands in a column in some rows of headings."""
        kinds_of_rows = [self.sheet.kinds[row] for row in rows]
        return any(kinds[column.index] for kinds in kinds_of_rows)

    @staticmethod
    def _is_last_of_a_count(
        headings: Sequence[Heading],
        texts: Mapping[int, str],
        column: int,
    ) -> bool:
        """Tell whether a heading ends a count: Anna 4, Anna 5."""
        left = column - 1
        return left in texts and headings[column].follows(headings[left])

    @cached_property
    def rows_read(self) -> frozenset[int]:
        """The rows of headings and of hands."""
        return frozenset((*self.heading_rows, *self.repeated, *self.rows))

    def rows_not_read(self) -> Iterator[int]:
        """Yield the filled rows that hold neither headings nor hands."""
        kinds_of_rows = self.sheet.kinds
        all_rows = set(range(len(kinds_of_rows)))
        for row in sorted(all_rows - self.rows_read):
            if any(kinds_of_rows[row]):
                yield row

    @cached_property
    def card_columns(self) -> list[Column]:
        """The columns of cards, from left to right."""
        columns = [column for column in self.columns if column.holds_cards]
        return [column for column in columns if not self.holds_initials(column)]

    def holds_initials(self, column: Column) -> bool:
        """Tell whether a column holds initials, some of which are cards by chance: MB, JD, RW, KH."""
        if column.is_whole:
            return False
        count = column.count(WORD)
        if _FEWEST_CARDS * count < column.filled:
            return False
        rows = self.rows_with(column, WORD)
        texts = [self.text(row, column) for row in rows]
        initials = [text for text in texts if len(text) == 2 and text.isalpha()]
        return 2 * len(initials) > count

    def text(self, row: int, column: Column) -> str:
        """Return the text of a cell."""
        index = column.index
        if not self.sheet.kinds[row][index]:
            return ""
        return one_line(self.sheet.rows[row][index])

    def cells_of(self, column: Column) -> list[Any]:
        """Return the cells of a column in the rows with hands."""
        return [cells[column.index] for cells in self._rows_of_cells()]

    def cells_in_rows(
        self,
        columns: Columns,
        most_rows: int | None = None,
    ) -> list[Sequence[Any]]:
        """Return the cells of some columns in each row with a hand, or in so many first ones."""
        rows = self._rows_of_cells(most_rows)
        indexes = [column.index for column in columns]
        if indexes == list(range(self.sheet.width)):
            return rows
        cells_of = cells_in_columns(columns)
        return list(map(cells_of, rows))

    def _rows_of_cells(self, most_rows: int | None = None) -> list[Sequence[Any]]:
        """Return all cells of each row with a hand, or of so many first ones."""
        rows = self.sheet.rows
        return [rows[row] for row in self.rows[:most_rows]]

    def rows_with(self, column: Column, *kinds: int) -> list[int]:
        """Return the rows in which a column's cell is of one of some kinds."""
        cells = zip(self.rows, column.kinds, strict=True)
        return [row for row, kind in cells if kind in kinds]

    def real_column(self, column: Column) -> int:
        """Return the column of the real sheet."""
        return self.sheet.origins[column.index][0]

    def real_columns(self, columns: Columns) -> tuple[int, ...]:
        """Return the columns of the real sheet that columns were made of."""
        real: list[int] = []
        for column in columns:
            real.extend(self.sheet.origins[column.index])
        return tuple(real)

    def cell(self, row: int, column: Column) -> str:
        """Return the address of a cell."""
        return a1(row, self.real_column(column))

    def top_cell(self, column: Column) -> str:
        """Return the address of the lowest heading of a column, or of its first cell."""
        for row in reversed(self.heading_rows):
            kinds = self.sheet.kinds[row]
            if kinds[column.index]:
                return self.cell(row, column)
        return self.cell(self.first, column)


def cells_in_columns(columns: Columns) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Return a function that takes the cells of some columns from a row of a sheet."""
    indexes = [column.index for column in columns]
    first = indexes[0]
    end = first + len(indexes)
    if indexes == list(range(first, end)):
        return itemgetter(slice(first, end))
    return itemgetter(*indexes)


def tables_of(sheet: Sheet) -> list[Table]:
    """Return the tables that stand one below the other.

    A row of headings that repeats those above goes on with the same table.
    """
    runs = runs_of_hands(sheet)
    if not runs:
        return []
    tables: list[Table] = []
    heading_rows = heading_rows_above(sheet, runs[0].start, 0)
    rows = [*runs[0]]
    repeated: set[int] = set()
    for above, run in pairwise(runs):
        between = _headings_between(sheet, above, run, heading_rows)
        if between and not are_repeated(sheet, between, heading_rows):
            tables.append(Table(sheet, heading_rows, tuple(rows), frozenset(repeated)))
            heading_rows, rows, repeated = between, [], set()
        repeated.update(between)
        rows.extend(run)
    return [*tables, Table(sheet, heading_rows, tuple(rows), frozenset(repeated))]


def _headings_between(
    sheet: Sheet,
    above: range,
    below: range,
    heading_rows: Sequence[int],
) -> tuple[int, ...]:
    """Return the rows of headings between two runs of hands: the same again, or a new table's."""
    between = heading_rows_above(sheet, below.start, above.stop)
    if are_repeated(sheet, between, heading_rows):
        return between
    return tuple(row for row in between if begins_a_table(sheet, row, below.start))

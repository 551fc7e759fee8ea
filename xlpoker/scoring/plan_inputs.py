"""What the plan of new columns depends on: the request, and the facts of the worksheet's cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xlpoker.addresses import Box
from xlpoker.evaluator.cards import count_cards
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.remedies import COMMAND, Remedies
from xlpoker.scoring.result_columns import PROBLEM
from xlpoker.scoring.row_marks import Marks, mark, no_marks

__all__ = ["Facts", "PlanRequest", "title_row"]


class Facts:
    """The properties of a sheet on which the plan depends; they are noted block by block.

    `used` are the columns with a value, `calculated` those with formulas. `filled` has for each
    watched column the rows that hold anything there. `merged` and `arrays` are
    rectangles. `shared` has for each shared formula the row and the column of the cell with its
    text, and the rectangle of its cells.
    """

    def __init__(self, watched: Iterable[int] = ()) -> None:
        self.used: set[int] = set()
        self.calculated: set[int] = set()
        self.filled: dict[int, Marks] = {column: no_marks() for column in watched}
        self.merged: list[Box] = []
        self.arrays: list[Box] = []
        self.shared: list[tuple[int, int, Box]] = []

    def add(self, other: Facts) -> None:
        """Add the facts of other rows, in which no column is watched."""
        self.used |= other.used
        self.calculated |= other.calculated
        self.merged += other.merged
        self.arrays += other.arrays
        self.shared += other.shared

    def take(self, boxes: Iterable[Box]) -> None:
        """Note that some rectangles are no empty cells, though they hold no value: sparklines."""
        for box in boxes:
            self.used.update(box.columns)
            for column in self.filled.keys() & box.columns:
                mark(self.filled[column], box.top, box.bottom)


@dataclass(frozen=True)
class PlanRequest:
    """What is to be planned: columns with some titles, beside the hands of a worksheet.

    The hands are in `hand_columns`, and in rows from the first of `hand_rows` to the last.

    `header` is the row of the labels, None without one. `tables`, with a row of labels, and
    `drawings` are those of the sheet. `unlabelled` are tables without such a row. `queries` are
    tables that a query fills, which do not grow.

    `earlier_results` is what the name of earlier results covers. Of these only the rows in
    `chosen_rows` go, where this is set. `other_results` is what the names of other tables' results
    cover: those beside these rows stand apart, the columns of others are used here, too.

    `players` are the labels of the hands, `first_column` is where the new columns begin, if the
    user says it. `remedies` are what messages say that the user can do.
    """

    grid: Grid
    header: int | None
    titles: Sequence[str]
    hand_columns: Collection[int]
    hand_rows: tuple[int, int]
    tables: Sequence[Box] = ()
    unlabelled: Sequence[Box] = ()
    queries: Sequence[Box] = ()
    drawings: Sequence[Box] = ()
    earlier_results: Sequence[Box] = ()
    other_results: Sequence[Box] = ()
    players: Collection[str] = ()
    chosen_rows: tuple[int, int] | None = None
    first_column: int | None = None
    overwrite: bool = False
    remedies: Remedies = COMMAND

    @cached_property
    def table(self) -> Box | None:
        """The table of the hands, None where they are in no table with these labels."""
        left = min(self.hand_columns)
        right = max(self.hand_columns)
        for table in self.tables:
            if table.top == self.header and table.left <= left and right <= table.right:
                return table
        return None

    @cached_property
    def taken_columns(self) -> set[int]:
        """The columns of the hands, and of other tables' results beside them."""
        columns = set(self.hand_columns)
        first, last = self.hand_rows
        for box in self.other_results:
            if box.top <= last and first <= box.bottom:
                columns.update(box.columns)
        return columns

    @cached_property
    def shared_column(self) -> int | None:
        """The first column of another table's results above or below, for the new ones, too."""
        for box in self.other_results:
            if box.left not in self.taken_columns:
                return box.left
        return None

    @cached_property
    def titled_columns(self) -> list[int]:
        """The columns that have the title of a result already."""
        if self.header is None or self.header >= len(self.grid.rows):
            return []
        titles = {*self.titles, PROBLEM.title}
        columns = []
        for column, label in enumerate(self.grid.rows[self.header]):
            if isinstance(label, str) and label in titles and column not in self.taken_columns:
                columns.append(column)
        return columns

    @cached_property
    def old_columns(self) -> list[int]:
        """The columns of earlier results, else those that are to be overwritten, in order."""
        named: set[int] = set()
        for box in self.earlier_results:
            named.update(box.columns)
        named.difference_update(self.hand_columns)
        if named:
            return sorted(named)
        if self.overwrite and self.first_column is None:
            return self.titled_columns
        return []

    @property
    def watched_columns(self) -> set[int]:
        """The columns whose cells must all be known: old ones, and those that may be new ones."""
        starts = [self.first_column, self.shared_column]
        if self.table is not None:
            starts.append(self.table.right + 1)
        if self.old_columns:
            starts.append(self.old_columns[-1] + 1)
        width = len(self.titles) + 1
        columns = set(self.old_columns)
        for start in starts:
            if start is not None:
                columns.update(range(start, start + width))
        return columns

    def label(self, column: int) -> Any:
        """Return the label of a column, None without any."""
        return None if self.header is None else self.grid.cell(self.header, column)

    def is_label_of_table(self, column: int) -> bool:
        """Tell whether the label of a column is that of a column in a table."""
        return any(table.top == self.header and column in table.columns for table in self.tables)


def title_row(grid: Grid, layout: Layout, hands: Iterable[Box]) -> int | None:
    """Return the row of the titles, which is that above the hands.

    It is None if that row holds a hand, since then rows amid a table are scored. `hands` are the
    cells that an earlier run has marked as hands.
    """
    above = layout.first - 1
    is_marked = any(box.top <= above <= box.bottom for box in hands)
    if above < 0 or is_marked:
        return None
    cells = [str(grid.cell(above, column)) for column in layout.columns]
    holds_hand = all(map(count_cards, cells))
    return None if holds_hand else above

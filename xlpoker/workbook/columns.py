"""Tables of columns: Arrow tables, Parquet batches and DataFrames.

They are one kind of block, of source and of sink. The new columns stand behind the old ones:
``value``, ``hand``, ``winner``, ``problem``. A row that repeats the names of the columns above its
hands is a heading, and no bad row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import column_letters, column_number
from xlpoker.errors import CellError, LayoutError, OptionError
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.classes import LOW_ORDERS, OWN_VALUES, THREE_CARD, TOP, name, short_values
from xlpoker.evaluator.encodings import encoding
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scales import scale_named
from xlpoker.scales.arrays import on_scale_array
from xlpoker.scoring.counts import Options, Writing
from xlpoker.scoring.halves import share_of
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.scoring.model import Block, Codes, Scored, grid_blocks
from xlpoker.scoring.result_columns import PROBLEM, UNCONTESTED, Column
from xlpoker.scoring.results import Results, hand_name_of
from xlpoker.scoring.run import Sink
from xlpoker.scoring.single_rows import NO_SHOWDOWN, Window
from xlpoker.scoring.sources import NamedColumns, Table
from xlpoker.scoring.titles import OldColumns, columns_read, new_titles
from xlpoker.workbook.column_cells import column_cells, column_codes, filled_cells, number_codes
from xlpoker.workbook.column_names import headings_of, names_are_a_deal

__all__ = [
    "HEAD",
    "ROWS",
    "ColumnBlock",
    "ColumnSink",
    "ColumnSource",
    "ResultColumn",
    "hand_names",
]

HEAD = 1_500
"""Rows that say where the hands are."""
ROWS = 1 << 17
"""Rows of a batch."""
_ADDRESS = re.compile(r"(?P<column>[A-Z]+)(?P<row>[0-9]+)")
_EMPTY = {"value": np.nan, "text": None}
"""What an empty cell of a kind of column holds; -1 in others."""


@dataclass(frozen=True, slots=True)
class ColumnBlock(Block):
    """Rows of a table of columns, from the number `first` on.

    Row 0 of the table holds the `names`. `column` returns a column: Arrow's, a categorical or
    NumPy's. `shown` are the columns of rows as values, `blank_above` those in which nothing stands
    in the first rows of the table. `cell_name` returns the name of a cell in messages. `headings` are
    the names as a worksheet has them.
    """

    names: Sequence[str]
    size: int
    column: Callable[[int], Any]
    first: int = 1
    shown: Sequence[int] = ()
    cards: str | None = None
    cell_name: Callable[[int, int], str] | None = None
    headings: Sequence[Any] = ()
    blank_above: Sequence[int] = ()

    @property
    def reads_numbers(self) -> bool:
        """Whether the cards are numbers, not words in two cells."""
        if self.cards is None:
            return False
        numbers = encoding(self.cards).numbers
        return bool(numbers) and numbers[-1][-1] < 1 << 8  # of which a table is made

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The numbers of its rows."""
        return np.arange(self.first, self.first + self.size)

    def codes(
        self,
        area: Area,
        low: int,
        high: int,
    ) -> Codes:
        """Return the codes in the columns of a hand or the board."""
        columns = [self.column(column) for column in area.columns]
        if self.cards is not None:
            return number_codes(columns, encoding(self.cards))[low:high]
        if len(columns) == 1:
            return column_codes(columns[0], whole=True)[low:high]
        codes = [column_codes(column) for column in columns]
        return np.stack(codes, axis=1)[low:high]

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values, those that repeat the names as blank ones."""
        names = self._in_shown_columns(self.names)
        headings = self._in_shown_columns(self.headings)
        rows = [[] if row in (names, headings) else row for row in self.rows(places)]
        index = {self.first + place: row for row, place in enumerate(places)}
        return Window(
            Grid("", rows),
            index,
            address_of=self.cell_name or self._row_and_name,
            counted_from=0,
        )

    def first_filled(
        self, known: Collection[int], first: int, texts: Collection[int]
    ) -> dict[int, int]:
        """Return the first row of each filled column that is not known yet.

        Only columns that are blank in the first rows of the table are asked. Only rows from `first`
        on count, without those of text.
        """
        rows: dict[int, int] = {}
        for column in self.blank_above:
            if column in known:
                continue
            row = self._first_filled_row(column, first, texts)
            if row is not None:
                rows[column] = row
        return rows

    def _first_filled_row(
        self,
        column: int,
        first: int,
        texts: Collection[int],
    ) -> int | None:
        """Return the first row from one on in which a column holds more than its name, if any."""
        for place, cell in filled_cells(self.column(column)):
            row = self.first + place
            if row >= first and row not in texts and cell != self.names[column]:
                return row
        return None

    def cells_in(self, column: int, places: npt.NDArray[Any]) -> list[Any]:
        """Return the values in a column, in some of the rows."""
        return column_cells(self.column(column), places.tolist())

    def value(self, row: int, column: int) -> Any:
        """Return the value of a cell, also in a column that is not shown."""
        return column_cells(self.column(column), [row - self.first])[0]

    def _in_shown_columns(self, names: Sequence[Any]) -> list[Any]:
        """Return the names of columns as a row has them."""
        width = max(self.shown) + 1
        shown = {*self.shown}
        row: list[Any] = [None] * width
        for column, label in enumerate(names[:width]):
            if column in shown:
                row[column] = label
        return row[: len(names)]

    def _row_and_name(self, row: int, column: int) -> str:
        """Return the name of a cell in messages: its row, and the name of its column."""
        return f"row {row:,}, {self.names[column]}"

    def rows(self, places: Sequence[int] | None = None) -> list[list[Any]]:
        """Return some rows, or all, as Python holds them, None in columns that are not shown."""
        size = self.size if places is None else len(places)
        columns: list[list[Any]] = [[None] * size] * (max(self.shown, default=-1) + 1)
        for column in self.shown:
            columns[column] = column_cells(self.column(column), places)
        return [list(row) for row in zip(*columns, strict=True)]


class ColumnSource(NamedColumns):
    """A table of columns, whose rows come in batches.

    With `all_columns` blocks have all columns, else those of the hands. The first rows are those
    that `skip` leaves in, however far below they begin.
    """

    reads_numbers = True
    is_small = False
    rereads = False
    all_columns = False
    size: int
    batch_rows = ROWS
    path = Path()

    def batches(
        self,
        rows: int,
        columns: Sequence[int] | None,
    ) -> Iterator[ColumnBlock]:
        """Yield all rows in batches of at most so many, with all columns or some."""
        raise NotImplementedError

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them."""
        rows: list[list[Any]] = []
        if whole:
            for batch in self.batches(ROWS, None):
                rows += batch.rows()
        else:
            rows = self._first_rows()
        grid = Grid("", [self.headings, *rows])
        return [Table(grid, ended=whole, has_names=True, last_row=self.size)]

    def marked_rows(self, table: Table) -> MarkedRows | None:  # noqa: ARG002 - as the protocol has it
        """Return no rows: such a file has no look."""
        return NO_MARKS

    def last_row(self, table: Table) -> int:  # noqa: ARG002 - as the protocol has it
        """Return the number of the last row; the names of the columns are row 0."""
        return self.size

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of hidden sheets, which a table of columns has not."""
        return []

    def named_sheet(self, name: str) -> Table:  # noqa: ARG002 - as the protocol has it
        """Return the only table."""
        return self.tables(whole=False)[0]

    def _first_rows(self) -> list[list[Any]]:
        """Return the first rows that are not left out, and all rows above them.

        Rows that are left out behind the first ones of all are blank.
        """
        shown = np.ones(self.size, np.bool_)
        for first, last in self.skip.rows:
            shown[max(first - 1, 0) : max(last, 0)] = False  # row 0 has the names of the columns
        end = int(np.searchsorted(np.cumsum(shown), HEAD)) + 1
        end = max(end, HEAD)
        shown[:HEAD] = True
        rows: list[list[Any]] = []
        for batch in self.batches(min(end, self.batch_rows), None):
            shown_in_batch = shown[len(rows) : len(rows) + batch.size]
            places = np.flatnonzero(shown_in_batch).tolist()
            filled = dict(zip(places, batch.rows(places), strict=True))
            rows += [filled.get(place, []) for place in range(batch.size)]
            if len(rows) >= end:
                break
        return rows[:end]

    @property
    def headings(self) -> list[Any]:
        """The names of the columns as a worksheet has them above its columns."""
        return headings_of(self.names)

    def warnings(
        self,
        layout: Layout,
        options: Options,
    ) -> list[str]:
        """Return the warning that the names of the columns are cards."""
        warning = names_are_a_deal(self.names, layout, options)
        return [warning] if warning else []

    def blocks(
        self,
        table: Table,
        layout: Layout,
        options: Options,
    ) -> Iterator[tuple[int, Block]]:
        """Yield all rows, and how many were read."""
        if table.ended:
            yield from grid_blocks(table.grid, self.size)
            return
        every_column = range(len(self.names))
        run_columns = [] if layout.run_column is None else [layout.run_column]
        further_columns = [*layout.name_columns, *run_columns, *layout.stake_columns]
        shown = sorted({*layout.columns, *further_columns})
        if shown[-1] not in every_column:
            missing, last = column_letters(shown[-1]), column_letters(every_column[-1])
            raise LayoutError(f"{self.path.name} has no column {missing}; columns are A to {last}")
        if options.check:
            shown = [*every_column]
        blank_above = [column for column in every_column if _is_blank_column(table.grid, column)]
        has_equal_names = len({*self.names}) < len(self.names)
        read: list[int] | None = sorted({*shown, *blank_above})
        if self.all_columns or options.check or has_equal_names:
            read = None
        headings = self.headings
        end = 0
        for batch in self.batches(self.batch_rows, read):
            block = replace(
                batch,
                first=end + 1,
                shown=shown,
                cards=options.cards,
                headings=headings,
                blank_above=blank_above,
            )
            end += batch.size
            yield end, block


def _is_blank_column(grid: Grid, column: int) -> bool:
    """Tell whether nothing stands in a column below its name, in the rows of a grid."""
    return all(is_blank(grid.cell(row, column)) for row in range(1, len(grid.rows)))


class ResultColumn(NamedTuple):
    """A new column: its name, its kind, its contents.

    Names of hands are indices into `hand_names`; -1, NaN or None stand where a cell is empty.
    """

    name: str
    kind: str
    cells: npt.NDArray[Any]


class ColumnSink(Sink):
    """A table of columns with the results of its hands as further columns.

    `labels` are the names of the old columns, `table` has their first rows. New columns have names
    of their own beside those that were read; raises `OptionError` where a column may be an earlier
    result, unless `overwrite`.
    """

    remedy = "--overwrite"

    def __init__(
        self,
        labels: Sequence[Any],
        table: Table,
        layout: Layout,
        options: Options,
        writing: Writing,
    ) -> None:
        scale = options.scale
        if scale_named(scale).needs_cards:
            raise OptionError(
                f"scale {scale} needs the cards of a hand: xlpoker.values has it, tables have not"
            )
        self._scale = scale
        self.order = options.rule if options.rule in LOW_ORDERS else ""
        self._results = Results(
            layout,
            replace(options, scale="strength"),
            writing.chosen_for(layout),
        )
        grid = table.grid
        old = OldColumns(
            labels,
            grid.rows[1:],
            columns_read(layout),
            layout.names,
        )
        titles = [*self._results.titles, PROBLEM.title]
        new = new_titles(
            titles, old, overwrite=writing.overwrite, underscores=True, remedy=self.remedy
        )
        self.new_names = new.titles
        self.renamed = new.warnings
        self.kept = [column for column in range(len(labels)) if column not in new.replaced]

    def cell_name(self, row: int, column: int) -> str:
        """Return what a message calls a cell; rows count from 1, columns from 0."""
        raise NotImplementedError

    def named_by_columns(self, scored: Scored) -> Scored:
        """Return the outcome with problems that name rows and columns of the table."""
        problems: dict[int, CellError] = {}
        for row, error in scored.problems.items():
            problems[row] = replace(error, cell=self._renamed_cell(error.cell))
        return replace(scored, problems=problems)

    def _renamed_cell(self, cell: str) -> str:
        """Return the name of a cell in messages.

        Rows that are one deal come with addresses, as in a worksheet with the names above them.
        """
        address = _ADDRESS.fullmatch(cell)
        if address is None:
            return cell
        row = int(address["row"]) - 1
        return self.cell_name(row, column_number(address["column"]))

    def new_columns(
        self,
        scored: Scored,
        first: int,
        size: int,
    ) -> Iterator[ResultColumn]:
        """Yield the columns; `first` is the number of the first row.

        They are numbers on the scale (NaN where it has none), names, winners, problems.
        """
        good_rows = scored.rows - first
        columns = self._results.columns
        ids_by_column = self._results.content_ids(scored)
        named_columns = zip(columns, self.new_names, ids_by_column, strict=False)
        for column, title, content_ids in named_columns:
            kind, contents = self._contents(scored, column, content_ids)
            cells = np.full(size, _EMPTY.get(kind, -1), contents.dtype)
            cells[good_rows] = contents
            yield ResultColumn(title, kind, cells)
        problems = np.full(size, None, dtype=object)
        for row, error in scored.problems.items():
            problems[row - first] = str(error)
        yield ResultColumn(self.new_names[-1], "text", problems)

    def _contents(
        self, scored: Scored, column: Column, content_ids: npt.NDArray[Any]
    ) -> tuple[str, npt.NDArray[Any]]:
        """Return the kind of a new column, and its contents in the good rows."""
        results = self._results
        part = scored.on_board(column.board)
        if column.kind == "value":
            values = _in_rows(scored, part, part.values[:, column.player], 0)
            return "value", on_scale_array(self._scale, values, values == 0)
        if column.kind == "hand":
            index_of = partial(_index_of_name, self.order)
            return "hand", _contents_by_id(content_ids, index_of, np.int16)
        if column.kind == "gets":
            amount_of = partial(_amount, results, column)
            return "value", _contents_by_id(content_ids, amount_of, np.float64)
        if column.kind == "share":
            return "value", _contents_by_id(content_ids, _share, np.float64)
        if column.text:
            text_of = partial(results.content, column)
            return "text", _contents_by_id(content_ids, text_of, np.object_)
        winners = part.winners.astype(np.int8)
        return "winner", _in_rows(scored, part, winners, NO_SHOWDOWN)


def _in_rows(scored: Scored, part: Scored, cells: npt.NDArray[Any], blank: int) -> npt.NDArray[Any]:
    """Return what a board gives in all good rows: blank where a row has not that board."""
    if part is scored:
        return cells
    in_rows = np.full(len(scored.rows), blank, cells.dtype)
    in_rows[np.searchsorted(scored.rows, part.rows)] = cells
    return in_rows


def _contents_by_id(
    content_ids: npt.NDArray[Any],
    content_of: Callable[[int], Any],
    dtype: type,
) -> npt.NDArray[Any]:
    """Return the contents of some ids; the function is called once for each different id."""
    table = np.zeros(content_ids.max(initial=0) + 1, dtype)
    different_ids = np.flatnonzero(np.bincount(content_ids)).tolist()
    table[different_ids] = [content_of(content_id) for content_id in different_ids]
    return table.take(content_ids)


def _amount(results: Results, column: Column, content_id: int) -> float:
    """Return the amount of an id, NaN for none."""
    amount = results.content(column, content_id)
    return np.nan if amount is None else float(amount)


def _share(content_id: int) -> float:
    """Return the share of the pot of an id, NaN for none."""
    share = share_of(content_id)
    return np.nan if share is None else float(share)


@cache
def hand_names(order: str = "") -> tuple[str, ...]:
    """Return the names of all hands, each once, the weakest first, for a low game those of its order.

    A placeholder for a hand that is not shown and the names that only three cards have (Flush, Five
    high) come before.
    """
    if order in LOW_ORDERS:
        low_names = dict.fromkeys(name(value) for value in OWN_VALUES[order])
        return (UNCONTESTED, *low_names)
    strengths = sorted([*range(1, TOP + 14), *short_values().values()])
    names = dict.fromkeys(name(strength) for strength in strengths)
    three_card_names = dict.fromkeys(name(value) for value in OWN_VALUES[THREE_CARD])
    further = [text for text in three_card_names if text not in names]
    return (UNCONTESTED, *further, *names)


@cache
def _indices_of_names(order: str) -> dict[str, int]:
    """Return the index of each name in `hand_names`."""
    return {text: index for index, text in enumerate(hand_names(order))}


def _index_of_name(order: str, content_id: int) -> int:
    """Return the index in `hand_names` of the name of an id, -1 for no hand."""
    if content_id == 0:
        return -1
    return _indices_of_names(order)[hand_name_of(content_id)]

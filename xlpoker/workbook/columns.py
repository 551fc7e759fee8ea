"""Tables of columns: Arrow tables, Parquet batches and DataFrames are one kind of block, of source and of sink.

The new columns stand behind the old ones: ``value``, ``hand``, ``winner``, ``problem``. A row that repeats the names of the
columns above its hands is a heading, and no bad row.

Card codes come, wherever possible, without a Python object per cell. Where all texts of a column of Arrow have the same length, they
are read from its memory as rows of a table of bytes; of other texts, of a dictionary and of a categorical each different cell is
read once.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import column_letters, column_number
from xlpoker.errors import CardError, LayoutError, OptionError
from xlpoker.evaluator.batch.codes import hands_of_bytes, is_empty, parse, parse_hands
from xlpoker.evaluator.batch.kernel import BAD, MISSING
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.classes import OWN_VALUES, THREE_CARD, TOP, name, short_values
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scales import scale_named
from xlpoker.scales.arrays import on_scale_array
from xlpoker.scoring.counts import Options, Writing
from xlpoker.scoring.model import Block, Codes, Scored, Window, grid_blocks
from xlpoker.scoring.results import PROBLEM, UNCONTESTED, Results, hand_name_of
from xlpoker.scoring.run import Sink
from xlpoker.scoring.sources import NamedColumns, Table
from xlpoker.scoring.titles import OldColumns, columns_read, new_titles
from xlpoker.workbook.column_names import headings_of, names_are_a_deal

__all__ = [
    "HEAD", "ROWS", "ColumnBlock", "ColumnSink", "ColumnSource", "ResultColumn", "cell_value", "column_cells", "column_codes",
    "hand_names", "number_codes",
]  # fmt: skip

HEAD = 1_500
"""Rows that say where the hands are."""
ROWS = 1 << 17
"""Rows of a batch."""
_ADDRESS = re.compile(r"(?P<column>[A-Z]+)(?P<row>[0-9]+)")
_TEXTS = ("string", "large_string")


@dataclass(frozen=True, slots=True)
class ColumnBlock(Block):
    """Rows of a table of columns; the first has the number `first`, the row above the first one of all holds the `names`.

    `column` returns a column: Arrow's, a categorical or NumPy's. `shown` are the columns of rows as values, `blank_above` those in
    which nothing stands in the first rows of all, `called` returns the name of a cell in messages. `headings` are the names as a worksheet has them.
    """

    names: Sequence[str]
    size: int
    column: Callable[[int], Any]
    first: int = 1
    shown: Sequence[int] = ()
    cards: str | None = None
    called: Callable[[int, int], str] | None = None
    headings: Sequence[Any] = ()
    blank_above: Sequence[int] = ()

    @property
    def reads_numbers(self) -> bool:
        """Whether the cards are numbers, not words in two cells."""
        numbers = encoding(self.cards).numbers if self.cards is not None else ()
        return bool(numbers) and numbers[-1][-1] < 1 << 8  # of which a table is made

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The numbers of its rows."""
        return np.arange(self.first, self.first + self.size)

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes in the columns of a hand or the board."""
        columns = [self.column(at) for at in area.columns]
        if self.cards is not None:
            return number_codes(columns, encoding(self.cards))[low:high]
        if len(columns) == 1:
            return column_codes(columns[0], whole=True)[low:high]
        return np.stack([column_codes(column) for column in columns], axis=1)[low:high]

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values, those that repeat the names as blank ones."""
        repeated = [self._in_shown_columns(self.names), self._in_shown_columns(self.headings)]
        rows = [[] if row in repeated else row for row in self.rows(places)]
        index = {self.first + place: at for at, place in enumerate(places)}
        return Window(Grid("", rows), index, named=self.called or self._called, counted_from=0)

    def first_filled(
        self, known: Collection[int], first: int, texts: Collection[int]
    ) -> dict[int, int]:
        """Return, for each filled column that is blank in the first rows of all and not known yet, its first row, none of text."""
        rows: dict[int, int] = {}
        for column in self.blank_above:
            row = None if column in known else self._first_filled_row(column, first, texts)
            if row is not None:
                rows[column] = row
        return rows

    def _first_filled_row(self, column: int, first: int, texts: Collection[int]) -> int | None:
        """Return the first row from one on in which more stands in a column than its name, None without one."""
        for place, cell in filled_cells(self.column(column)):
            row = self.first + place
            if row >= first and row not in texts and cell != self.names[column]:
                return row
        return None

    def value(self, row: int, column: int) -> Any:
        """Return the value of a cell, also in a column that is not shown."""
        return column_cells(self.column(column), [row - self.first])[0]

    def _in_shown_columns(self, names: Sequence[Any]) -> list[Any]:
        """Return the names of columns as a row has them."""
        return [
            name if column in self.shown else None
            for column, name in enumerate(names[: max(self.shown) + 1])
        ]

    def _called(self, row: int, column: int) -> str:
        return f"row {row:,}, {self.names[column]}"

    def rows(self, places: Sequence[int] | None = None) -> list[list[Any]]:
        """Return some rows, or all, as Python holds them, None in columns that are not shown."""
        blank = [None] * (self.size if places is None else len(places))
        there = {at: column_cells(self.column(at), places) for at in self.shown}
        return [
            list(row)
            for row in zip(*(there.get(at, blank) for at in range(max(there) + 1)), strict=True)
        ]


class ColumnSource(NamedColumns):
    """A table of columns, whose rows come in batches; with `all_columns` blocks have all columns, else those of the hands.

    The first rows are those that `skip` leaves in, however far below they begin.
    """

    reads_numbers, rereads, all_columns = True, False, False
    size: int
    batch_rows = ROWS
    path = Path()

    def batches(self, rows: int, columns: Sequence[int] | None) -> Iterator[ColumnBlock]:
        """Yield all rows in batches of at most so many, with all columns or some."""
        raise NotImplementedError

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them."""
        rows = (
            [row for batch in self.batches(ROWS, None) for row in batch.rows()]
            if whole
            else self._first_rows()
        )
        return [
            Table(Grid("", [self.headings, *rows]), ended=whole, named=True, last_row=self.size)
        ]

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
        """Return the first rows; of those behind them as many as are left out there, which are blank if left out as well."""
        head = HEAD
        shown = np.ones(self.size, np.bool_)
        for first, last in self.skip.rows:
            shown[max(first - 1, 0) : max(last, 0)] = False  # row 0 has the names of the columns
        end = int(np.searchsorted(np.cumsum(shown), head)) + 1
        shown[:head] = True
        rows: list[list[Any]] = []
        for batch in self.batches(min(max(end, head), self.batch_rows), None):
            places = np.flatnonzero(shown[len(rows) : len(rows) + batch.size]).tolist()
            filled = dict(zip(places, batch.rows(places), strict=True))
            rows += [filled.get(place, []) for place in range(batch.size)]
            if len(rows) >= end:
                break
        return rows[: max(end, head)]

    @property
    def headings(self) -> list[Any]:
        """The names of the columns as a worksheet has them above its columns."""
        return headings_of(self.names)

    def warnings(self, layout: Layout, options: Options) -> list[str]:
        """Return the warning that the names of the columns are cards."""
        return [text for text in [names_are_a_deal(self.names, layout, options)] if text]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:
        """Yield all rows, and how many were read."""
        if table.ended:
            yield from grid_blocks(table.grid, self.size)
            return
        shown = sorted({*layout.columns, *layout.name_columns})
        if shown[-1] >= len(self.names):
            last = column_letters(len(self.names) - 1)
            raise LayoutError(
                f"{self.path.name} has no column {column_letters(shown[-1])}; columns are A to {last}"
            )
        shown = [*range(len(self.names))] if options.check else shown
        blank_above = [
            column for column in range(len(self.names)) if _is_blank_column(table.grid, column)
        ]
        everything = self.all_columns or options.check or len({*self.names}) < len(self.names)
        read = None if everything else sorted({*shown, *blank_above})
        done, headings = 0, self.headings
        for batch in self.batches(self.batch_rows, read):
            block = replace(batch, first=done + 1, shown=shown, cards=options.cards)
            yield done + batch.size, replace(block, headings=headings, blank_above=blank_above)
            done += batch.size


def _is_blank_column(grid: Grid, column: int) -> bool:
    """Tell whether nothing stands in a column below its name, in the rows of a grid."""
    return all(is_blank(grid.cell(row, column)) for row in range(1, len(grid.rows)))


class ResultColumn(NamedTuple):
    """A new column: its name, its kind, its contents: names as indices into `hand_names`; -1, NaN or None where it is empty."""

    name: str
    kind: str
    cells: npt.NDArray[Any]


class ColumnSink(Sink):
    """A table of columns with the results of its hands as further columns.

    `labels` are the names of the old columns, `table` has their first rows. New columns have names of their own beside
    those that were read; raises `OptionError` where a column may be an earlier result, unless `overwrite`.
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
        if scale_named(options.scale).needs_cards:
            raise OptionError(
                f"scale {options.scale} needs the cards of a hand: xlpoker.values has it, tables have not"
            )
        self._scale = options.scale
        self._results = Results(layout, replace(options, scale="strength"), writing.chosen)
        grid = table.grid
        old = OldColumns(labels, grid.rows[1:], columns_read(layout), layout.names)
        titles = [*self._results.titles, PROBLEM.title]
        new = new_titles(
            titles, old, overwrite=writing.overwrite, underscores=True, remedy=self.remedy
        )
        self.new_names, self.renamed = new.titles, new.warnings
        self.kept = [column for column in range(len(labels)) if column not in new.replaced]

    def called(self, row: int, column: int) -> str:
        """Return what a message calls a cell; rows count from 1, columns from 0."""
        raise NotImplementedError

    def named_by_columns(self, scored: Scored) -> Scored:
        """Return the outcome with problems that name rows and columns of the table, not addresses as in a worksheet."""
        problems = {
            row: replace(error, cell=self._renamed_cell(error.cell))
            for row, error in scored.problems.items()
        }
        return replace(scored, problems=problems)

    def _renamed_cell(self, cell: str) -> str:
        """Return the name of a cell in messages; rows that are one deal come with addresses below a row of names."""
        address = _ADDRESS.fullmatch(cell)
        if address is None:
            return cell
        return self.called(int(address["row"]) - 1, column_number(address["column"]))

    def new_columns(self, scored: Scored, first: int, size: int) -> Iterator[ResultColumn]:
        """Yield the columns: numbers on the scale (NaN where it has none), names, winners, problems; `first` is the first row's number."""
        results = self._results

        def column(name: str, kind: str, values: npt.NDArray[Any]) -> ResultColumn:
            whole = np.full(size, {"value": np.nan, "text": None}.get(kind, -1), values.dtype)
            whole[scored.rows - first] = values
            return ResultColumn(name, kind, whole)

        for one, title, places in zip(
            results.columns, self.new_names, results.content_ids(scored), strict=False
        ):
            if one.kind == "value":
                values = scored.values[:, one.player]
                yield column(title, "value", on_scale_array(self._scale, values, values == 0))
            elif one.kind == "hand":
                order = _each(
                    places, lambda place: _orders()[hand_name_of(place)] if place else -1, np.int16
                )
                yield column(title, "hand", order)
            elif one.text:
                yield column(
                    title, "text", _each(places, partial(results.content, one), np.object_)
                )
            else:
                yield column(title, "winner", scored.winners.astype(np.int8))
        problems = np.full(size, None, dtype=object)
        for row, error in scored.problems.items():
            problems[row - first] = str(error)
        yield ResultColumn(self.new_names[-1], "text", problems)


def _each(places: npt.NDArray[Any], made: Callable[[int], Any], kind: type) -> npt.NDArray[Any]:
    """Return what a function makes of each place; it is called once for each different one."""
    table = np.zeros(places.max(initial=0) + 1, kind)
    there = np.flatnonzero(np.bincount(places)).tolist()
    table[there] = [made(place) for place in there]
    return table.take(places)


@cache
def hand_names() -> tuple[str, ...]:
    """Return the names of all hands, each once, the weakest first, behind a placeholder for a hand that is not shown."""
    known = dict.fromkeys(map(name, sorted([*range(1, TOP + 14), *short_values().values()])))
    others = dict.fromkeys(
        map(name, OWN_VALUES[THREE_CARD])
    )  # Flush, Five high: only of three cards
    return (UNCONTESTED, *(one for one in others if one not in known), *known)


@cache
def _orders() -> dict[str, int]:
    return {text: order for order, text in enumerate(hand_names())}


def column_cells(column: Any, rows: Sequence[int] | None = None) -> list[Any]:
    """Return some cells of a column, or all, as Python holds them, None for what is missing.

    >>> column_cells(np.array(["5H", None, 7.0], dtype=object), [2, 1])
    [7.0, None]

    Equal texts of Arrow are one object.
    """
    if isinstance(column, np.ndarray) or hasattr(column, "categories"):
        picked = column if rows is None else column[np.array(rows, np.intp)]
        return [None if is_empty(cell) else cell for cell in picked.tolist()]
    column = _combined(column)
    values, places = _different(column if rows is None else column.take(np.array(rows, np.int64)))
    if places is None:
        return [cell_value(cell) for cell in values]
    seen = cache(lambda place: cell_value(values[place]) if place >= 0 else None)
    return [seen(place) for place in places.tolist()]


def filled_cells(column: Any) -> Iterator[tuple[int, Any]]:
    """Yield the cells of a column that are not blank, each with its place.

    >>> list(filled_cells(np.array([None, " ", "5H", 7], dtype=object)))
    [(2, '5H'), (3, 7)]
    """
    if getattr(column, "null_count", -1) == len(column):
        return
    for place, cell in enumerate(column_cells(column)):
        if not is_blank(cell):
            yield place, cell


def cell_value(cell: Any) -> Any:
    """Return a cell of Arrow's as a sheet can hold it: a list its items; a time that Python has none for is its number."""
    try:
        value = cell.as_py()
    except (OverflowError, ValueError):
        if not isinstance(getattr(cell, "value", None), int):
            raise
        value = cell.value
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, list):
        return " ".join(map(str, value))
    return (
        value
        if value is None or isinstance(value, str | int | float | dt.date | dt.time)
        else str(value)
    )


def column_codes(column: Any, *, whole: bool = False) -> Codes:
    """Return the code of the one card in each cell of a column, 255 for a blank cell, 254 for no card; or those of `whole` hands.

    >>> column_codes(np.array(["5H", "td", None, "5X"], dtype=object))
    array([ 14,  33, 255, 254], dtype=uint8)
    >>> column_codes(np.array(["5H 5C", "TD 2S"], dtype=object), whole=True).tolist()
    [[14, 12], [33, 3]]
    """
    column = _combined(column)
    codes = _plain_hands(column)
    if codes is not None and (whole or codes.shape[1] == 1):
        return codes if whole else codes[:, 0]
    values, places = _different(column, whole=whole)
    codes = _plain_hands(values) if whole and places is not None else None
    if codes is None:
        cells = values if isinstance(values, np.ndarray) else np.array(column_cells(values), object)
        codes = parse_hands(cells) if whole else parse(cells)
    if places is None:
        return codes
    blank = np.full_like(codes, MISSING, shape=(1, *codes.shape[1:]))
    return np.concatenate([codes, blank]).take(places, axis=0)  # the last one for the place -1


def _combined(column: Any) -> Any:
    """Return a column of Arrow in one piece, its texts in one run of bytes; any other column as it is."""
    column = column.combine_chunks() if hasattr(column, "chunks") else column
    return (
        column.cast("large_string") if str(getattr(column, "type", "")) == "string_view" else column
    )


def _different(column: Any, *, whole: bool = False) -> tuple[Any, npt.NDArray[Any] | None]:
    """Return the different cells of a column, and the place of each cell among them, -1 for an empty one; without places all cells.

    Texts of `whole` hands, which are seldom equal, are not compared.
    """
    if isinstance(column, np.ndarray):
        return column, None
    if hasattr(column, "categories"):
        return column.categories.to_numpy(dtype=object), column.codes
    if str(column.type) in _TEXTS and not whole:
        column = column.dictionary_encode()
    if not hasattr(column, "dictionary"):
        return column, None
    return column.dictionary, column.indices.cast("int64").fill_null(-1).to_numpy(
        zero_copy_only=False
    )


def _plain_hands(texts: Any) -> Codes | None:
    """Return the codes of whole hands from the memory of Arrow, None unless all are plain texts of one length."""
    if str(getattr(texts, "type", "")) not in _TEXTS or texts.null_count or not len(texts):
        return None
    _, offsets, data = texts.buffers()
    kind = np.int64 if str(texts.type).startswith("large") else np.int32
    places = np.frombuffer(offsets, kind)[texts.offset : texts.offset + len(texts) + 1]
    length = int(places[1] - places[0])
    if length < 2 or (np.diff(places) != length).any():
        return None
    clean, codes = hands_of_bytes(
        np.frombuffer(data, np.uint8)[places[0] : places[-1]].reshape(-1, length)
    )
    return codes if clean.all() else None


def number_codes(columns: Sequence[Any], numbers: Encoding) -> Codes:
    """Return the codes of cards written as numbers, in `numbers.cells` columns for each card; `BAD` for anything else."""
    table = np.full([some[-1] + 2 for some in numbers.numbers], BAD, np.uint8)
    for place in np.ndindex(table.shape):
        with suppress(CardError):
            (table[place],) = numbers.codes(place)
    cards = []
    for first in range(0, len(columns), numbers.cells):
        cells = zip(columns[first : first + numbers.cells], numbers.numbers, strict=True)
        cards.append(table[tuple(_indices(column, some[-1]) for column, some in cells)])
    return np.stack(cards, axis=1)


def _indices(column: Any, most: int) -> npt.NDArray[np.intp]:
    """Return the numbers of a column from 0 to `most`, one more for any other cell."""
    import pandas as pd

    values = np.asarray(column)
    if values.dtype.kind not in "iuf":
        cells = [None if isinstance(cell, bool) else cell for cell in values.tolist()]
        values = np.asarray(
            pd.to_numeric(pd.Series(cells, dtype=object), errors="coerce"), np.float64
        )
    whole = (values >= 0) & (values <= most) & (values == np.floor(values))
    return np.where(whole, values, most + 1).astype(np.intp)

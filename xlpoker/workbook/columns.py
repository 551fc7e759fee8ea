"""Tables of columns: Arrow tables, Parquet batches and DataFrames are one kind of block, of source and of sink.

The new columns stand behind the old ones: ``value``, ``hand``, ``winner``, ``problem``. A row that repeats the names of the
columns above its hands is a heading, and no bad row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.errors import LayoutError, OptionError
from xlpoker.evaluator.classes import OWN_VALUES, THREE_CARD, TOP, name, short_values
from xlpoker.evaluator.encodings import encoding
from xlpoker.layout.grid import Area, Grid, column_letters
from xlpoker.layout.model import Layout
from xlpoker.scales import scale_named
from xlpoker.scales.arrays import on_scale_array
from xlpoker.scoring.counts import COLUMNS, Options
from xlpoker.scoring.model import Block, Codes, Scored, Window, grid_blocks
from xlpoker.scoring.plan import titled
from xlpoker.scoring.results import PROBLEM, UNCONTESTED, Results, name_at
from xlpoker.scoring.run import Sink, Table
from xlpoker.workbook.column_codes import column_cells, column_codes, number_codes

__all__ = ["HEAD", "ROWS", "ColumnBlock", "ColumnSink", "ColumnSource", "ResultColumn", "hand_names"]

HEAD = 1000
"""Rows that say where the hands are."""
ROWS = 1 << 17
"""Rows of a batch."""


@dataclass(frozen=True, slots=True)
class ColumnBlock(Block):
    """Rows of a table of columns; the first has the number `first`, the row above the first one of all holds the `names`.

    `column` returns a column: Arrow's, a categorical or NumPy's. `shown` are the columns of rows as values, `called` returns the
    name of a cell in messages.
    """

    names: Sequence[str]
    size: int
    column: Callable[[int], Any]
    first: int = 1
    shown: Sequence[int] = ()
    cards: str | None = None
    called: Callable[[int, int], str] | None = None

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
        names = [name if at in self.shown else None for at, name in enumerate(self.names[: max(self.shown) + 1])]
        rows = [[] if row == names else row for row in self.rows(places)]
        index = {self.first + place: at for at, place in enumerate(places)}
        return Window(Grid("", rows), index, named=self.called or self._called, counted_from=0)

    def _called(self, row: int, column: int) -> str:
        return f"row {row:,}, {self.names[column]}"

    def rows(self, places: Sequence[int] | None = None) -> list[list[Any]]:
        """Return some rows, or all, as Python holds them, None in columns that are not shown."""
        blank = [None] * (self.size if places is None else len(places))
        there = {at: column_cells(self.column(at), places) for at in self.shown}
        return [list(row) for row in zip(*(there.get(at, blank) for at in range(max(there) + 1)), strict=True)]


class ColumnSource:
    """A table of columns, whose rows come in batches; with `all_columns` blocks have all columns, else those of the hands."""

    reads_numbers, rereads, all_columns = True, False, False
    names: list[str]
    size: int
    path = Path()

    def batches(self, rows: int, columns: Sequence[int] | None) -> Iterator[ColumnBlock]:
        """Yield all rows in batches of at most so many, with all columns or some."""
        raise NotImplementedError

    @property
    def batch_rows(self) -> int:
        """How many rows a batch has."""
        return ROWS

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table with its first rows, or with all of them."""
        batches = self.batches(ROWS if whole else min(HEAD, self.batch_rows), None)
        rows = [row for batch in islice(batches, None if whole else 1) for row in batch.rows()]
        return [Table(Grid("", [[*self.names], *rows]), ended=whole, named=not whole)]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:
        """Yield all rows, and how many were read."""
        if table.ended:
            yield from grid_blocks(table.grid, self.size)
            return
        shown = sorted({*layout.columns})
        if shown[-1] >= len(self.names):
            last = column_letters(len(self.names) - 1)
            raise LayoutError(f"{self.path.name} has no column {column_letters(shown[-1])}; columns are A to {last}")
        shown = [*range(len(self.names))] if options.check else shown
        everything = self.all_columns or options.check or len({*self.names}) < len(self.names)
        done = 0
        for batch in self.batches(self.batch_rows, None if everything else shown):
            yield done + batch.size, replace(batch, first=done + 1, shown=shown, cards=options.cards)
            done += batch.size


class ResultColumn(NamedTuple):
    """A new column: its name, its kind, its contents (names as indices into `hand_names`), and where it is empty."""

    name: str
    kind: str
    cells: npt.NDArray[Any]
    empty: npt.NDArray[np.bool_]


class ColumnSink(Sink):
    """A table of columns with the results of its hands as further columns.

    Raises `OptionError` where a column has the name of a new one, unless `overwrite`.
    """

    def __init__(
        self,
        there: Sequence[Any],
        layout: Layout,
        options: Options,
        chosen: Sequence[str] = COLUMNS,
        *,
        overwrite: bool,
        remedy: str = "--overwrite",
    ) -> None:
        if scale_named(options.scale).needs_cards:
            needs = "needs the cards of a hand: xlpoker.values has it, tables have not"
            raise OptionError(f"scale {options.scale} {needs}")
        self._scale = options.scale
        self._results = Results(layout, replace(options, scale="strength"), chosen)
        self.new_names = [title.lower().replace(" ", "_") for title in (*self._results.titles, PROBLEM.title)]
        taken = titled(there, self.new_names, overwrite=overwrite, remedy=remedy)
        self.kept = [at for at in range(len(there)) if at not in taken]

    def new_columns(self, scored: Scored, first: int, size: int) -> Iterator[ResultColumn]:
        """Yield the columns: numbers on the scale (NaN where it has none), names, winners, problems; `first` is the first row's number."""
        results, good, winners = self._results, scored.rows - first, scored.winners

        def column(name: str, kind: str, values: npt.NDArray[Any], empty: npt.NDArray[np.bool_]) -> ResultColumn:
            whole = np.full(size, {"value": np.nan, "text": None}.get(kind, -1), values.dtype)
            nothing = np.ones(size, np.bool_)
            whole[good], nothing[good] = values, empty
            return ResultColumn(name, kind, whole, nothing)

        for one, title, places in zip(results.columns, self.new_names, results.places(scored), strict=False):
            if one.kind == "value":
                values = scored.values[:, one.player]
                yield column(title, "value", on_scale_array(self._scale, values, values == 0), values == 0)
            elif one.kind == "hand":
                order = _each(places, lambda place: _orders()[name_at(place)] if place else -1, np.int16)
                yield column(title, "hand", order, order < 0)
            elif one.text:
                yield column(title, "text", _each(places, partial(results.content, one), np.object_), winners < 0)
            else:
                yield column(title, "winner", winners.astype(np.int8), winners < 0)
        problems = np.full(size, None, dtype=object)
        for row, error in scored.problems.items():
            problems[row - first] = str(error)
        yield ResultColumn(self.new_names[-1], "text", problems, np.array([one is None for one in problems], np.bool_))


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
    others = dict.fromkeys(map(name, OWN_VALUES[THREE_CARD]))  # Flush, Five high: only of three cards
    return (UNCONTESTED, *(one for one in others if one not in known), *known)


@cache
def _orders() -> dict[str, int]:
    return {text: order for order, text in enumerate(hand_names())}

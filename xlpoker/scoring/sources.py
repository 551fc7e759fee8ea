"""Where tables come from: the protocol of a source, first rows of its tables, tables in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.ranges import NO_SKIP, Skip
from xlpoker.scoring.counts import Options
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows

if TYPE_CHECKING:
    from xlpoker.scoring.model import Block

__all__ = [
    "SMALL_ROWS",
    "Grids",
    "NamedColumns",
    "NotPlainError",
    "Source",
    "Table",
    "arrays_are_loaded",
]

SMALL_ROWS = 6_000
"""Rows that are counted without NumPy, since it takes longer to load."""


class NotPlainError(Exception):
    """The table cannot be read in blocks, and must be read as a whole."""


class Table(NamedTuple):
    """The first rows of a table, all of them where it has `ended` with these.

    Where it `has_names` the first row holds the names of the columns. `last_row` is the number of its last
    row, where that is known; `marked` are the rows that the search and scoring pass over.
    """

    grid: Grid
    ended: bool = True
    has_names: bool = False
    last_row: int | None = None
    marked: MarkedRows = NO_MARKS


class Source(Protocol):
    """A source of tables: an open file, or data in memory.

    `path` names it in messages; `size` is what the places of `blocks` count up to. `reads_numbers`
    tells that its blocks read cards that are written as numbers. `is_small` tells that its
    rows are counted sooner than NumPy is loaded, and nothing is known of cells but their values (no
    formulas, no merged areas). `rereads` tells that it can be read as a whole where its first rows
    said too little.
    """

    path: Path
    size: int
    reads_numbers: bool
    is_small: bool
    rereads: bool

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the first rows of each table, or with `whole` all of them."""

    def blocks(
        self, table: Table, layout: Layout, options: Options, /
    ) -> Iterator[tuple[int, Block]]:
        """Yield all rows of a table as blocks in their order, each with the place that was reached.

        Raises `NotPlainError` for a table that must be read as a whole.
        """

    def marked_rows(self, table: Table) -> MarkedRows | None:
        """Return all rows of a table that are hidden, filtered out or struck out; None if that is not known."""

    def last_row(self, table: Table) -> int:
        """Return the number of the last row of a table, however many of its rows were given."""

    def warnings(self, layout: Layout, options: Options, /) -> list[str]:
        """Return what is odd about a table beside its rows."""

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the sheets that are hidden, which `tables` leaves out."""

    def named_sheet(self, name: str) -> Table:
        """Return the first rows of the sheet of a name, also of a hidden one."""


class NamedColumns:
    """Base of sources whose columns have names instead of a first row.

    Their hands go on to the end. `names` are those of the columns, `skip` is what is left out of
    the first rows.
    """

    names: list[str]
    skip: Skip = NO_SKIP

    def warnings(self, layout: Layout, options: Options) -> list[str]:
        """Return what is to be said about the names above the hands."""
        raise NotImplementedError


class Grids:
    """Tables that are in memory as a whole."""

    reads_numbers = rereads = False

    def __init__(self, path: Path, grids: list[Grid]) -> None:
        self.path, self._grids = path, grids
        self.size = sum(len(grid.rows) for grid in grids)
        self.is_small = self.size <= SMALL_ROWS

    def tables(self, *, whole: bool) -> list[Table]:  # noqa: ARG002 - as the protocol has it
        """Return all rows of each table."""
        return [Table(grid) for grid in self._grids]

    def blocks(
        self,
        table: Table,
        layout: Layout,  # noqa: ARG002 - as the protocol has it
        options: Options,  # noqa: ARG002 - as the protocol has it
    ) -> Iterator[tuple[int, Block]]:
        """Yield all rows."""
        from xlpoker.scoring.model import grid_blocks

        marked = self.marked_rows(table) or NO_MARKS
        return grid_blocks(table.grid, self.size, marked=marked)

    def marked_rows(self, table: Table) -> MarkedRows | None:  # noqa: ARG002 - as the protocol has it
        """Return no rows: values in memory have no look."""
        return NO_MARKS

    def last_row(self, table: Table) -> int:
        """Return the number of the last row."""
        return len(table.grid.rows) - 1

    def warnings(
        self,
        layout: Layout,  # noqa: ARG002 - as the protocol has it
        options: Options,  # noqa: ARG002 - as the protocol has it
    ) -> list[str]:
        """Return nothing: only rows can be odd."""
        return []

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the sheets that are hidden: none, since all tables are given."""
        return []

    def named_sheet(self, name: str) -> Table:
        """Return the table of a name."""
        return next(Table(grid) for grid in self._grids if grid.sheet == name)


def arrays_are_loaded() -> bool:
    """Tell whether NumPy is loaded, with which tables of all sizes are read and scored faster.

    To load it takes as long as counting some 20,000 rows without it.
    """
    return "numpy" in sys.modules

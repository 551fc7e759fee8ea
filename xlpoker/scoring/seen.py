"""What a spreadsheet program shows of its open sheet, and what it is to do: plain values, no host.

::

    Seen   the sheet: values, what is typed, names, tables, merged areas, the selection
      |    xlpoker.scoring.open_sheet.run(command, seen, choice)
    Done   a text to show; cells to empty, blocks to write, titles, widths, names

Rows and columns count from 0. A host needs two reads to fill a `Seen` (values, formulas), and one
write for each block of a `Done`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, Literal, NamedTuple

from xlpoker.addresses import Box
from xlpoker.layout.grid import Grid
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows

__all__ = ["CellBlock", "Done", "Kind", "NewColumn", "Seen", "SeenTable", "after", "is_filled"]


def is_filled(cell: object) -> bool:
    """Tell whether something is typed in a cell."""
    return cell is not None and cell != ""


class SeenTable(NamedTuple):
    """A table of Excel: all its cells, whether the first row has labels, whether a query fills it."""

    box: Box
    has_labels: bool = True
    is_query: bool = False


@dataclass(frozen=True)
class Seen:
    """An open sheet.

    ================ =========================================================================
    `book`           the name of the workbook, which may name the game
    `sheet`          the name of the sheet
    `values`         the values of the cells, row by row from A1 on; None or "" for an empty one
    `typed`          what is typed in the cells, as many rows; formulas as texts that begin with
                     ``=``. Without it no cell is a formula
    `names`          what our names on this sheet cover (`result_names.is_our_name`,
                     `result_names.covered_by`); nothing for a name whose cells are gone
    `tables`         the tables of Excel
    `merged`         the merged areas
    `arrays`         the cells of formulas that fill several cells
    `drawings`       the cells below charts and pictures
    `selection`      the selected areas
    `hidden_rows`    the rows that are hidden or filtered out
    `hidden_columns` the columns that are hidden
    `struck_cells`   the columns of the cells that are struck out, by row
    `visible`        whether these rows are left out, where a person can say so in a form; else None
    `remarks`        what else a host says of the sheet, beside the counts
    `is_protected`   whether cells of the sheet cannot be changed
    `is_read_only`   whether the workbook is to be saved under another name
    `game`           the game, where a person has named it in a form; else empty
    ================ =========================================================================
    """

    book: str
    sheet: str
    values: Sequence[Sequence[Any]]
    typed: Sequence[Sequence[Any]] | None = None
    names: Mapping[str, Sequence[Box]] = field(default_factory=dict)
    tables: Sequence[SeenTable] = ()
    merged: Sequence[Box] = ()
    arrays: Sequence[Box] = ()
    drawings: Sequence[Box] = ()
    selection: Sequence[Box] = ()
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    struck_cells: Mapping[int, Sequence[int]] = field(default_factory=dict)
    visible: bool | None = None
    remarks: Sequence[str] = ()
    is_protected: bool = False
    is_read_only: bool = False
    game: str = ""

    @property
    def title(self) -> str:
        """The name of the sheet; that of the file, where the sheet has none."""
        return self.sheet or self.book

    @cached_property
    def grid(self) -> Grid:
        """The values as a table."""
        rows: list[list[Any]] = []
        for row in self.values:
            cells = row if isinstance(row, list) else list(row)
            rows.append(cells)
        return Grid(self.sheet, rows)

    @cached_property
    def marked(self) -> MarkedRows:
        """The filled rows that are hidden, filtered out or struck out."""
        if not (self.hidden_rows or self.hidden_columns or self.struck_cells):
            return NO_MARKS
        filled = {row for row, cells in enumerate(self.values) if any(map(is_filled, cells))}
        return MarkedRows(
            hidden=self.hidden_rows & filled,
            struck=dict(self._struck()),
            hidden_columns=self.hidden_columns,
        )

    def _struck(self) -> Iterator[tuple[int, list[int]]]:
        """Yield each row with filled cells that are struck out, and the columns of these."""
        for row, columns in self.struck_cells.items():
            cells = self.values[row] if row < len(self.values) else []
            filled = [
                column for column in columns if column < len(cells) and is_filled(cells[column])
            ]
            if filled:
                yield row, filled

    @property
    def texts(self) -> Sequence[Sequence[Any]]:
        """What is typed in the cells; the values, where that is not known."""
        if self.typed is None:
            return self.values
        return self.typed


class Kind(Enum):
    """What a text is: a good end, a question to be answered by a number, or a reason to do nothing."""

    GOOD = "good"
    QUESTION = "question"
    ERROR = "error"


class CellBlock(NamedTuple):
    """Cells to write as one block, row by row from a corner on; None empties a cell.

    Texts are to stay texts, also those that a program would take for a formula or a date.
    """

    top: int
    left: int
    rows: list[list[Any]]

    @property
    def box(self) -> Box:
        """The cells of the block."""
        bottom = self.top + len(self.rows) - 1
        right = self.left + len(self.rows[0]) - 1
        return Box(self.top, self.left, bottom, right)


class NewColumn(NamedTuple):
    """A column of results: its width in characters, and the alignment of its cells in some rows.

    The width is for columns of the usual width; others keep theirs. It is None for a column that
    has one from the results of another table.
    """

    column: int
    width: float | None
    align: Literal["left", "center", "right"]
    top: int
    bottom: int

    @property
    def box(self) -> Box:
        """The cells of the column."""
        return Box(self.top, self.column, self.bottom, self.column)


@dataclass(frozen=True)
class Done:
    """The reply to a click: what a host is to do, in this order, and then to say.

    ============== ===========================================================================
    `resized`      tables that grow or shrink: the old cells, and the new ones
    `clear`        cells to empty
    `blocks`       cells to write
    `titles`       cells of titles: they look like the title left of them, or are bold
    `columns`      the new columns: their widths and alignments
    `names`        names on the sheet, hidden where that is possible: the cells that each
                   covers, None for a name to delete
    `text`         what to show, `kind` is what sort of text it is
    `choices`      the answers to a question, numbered from 1 in the text; the host calls again
                   with the number
    `counts`       what was counted in each table, for hosts that show more than a text
    ============== ===========================================================================
    """

    text: str
    kind: Kind = Kind.GOOD
    choices: tuple[str, ...] = ()
    resized: tuple[tuple[Box, Box], ...] = ()
    clear: tuple[Box, ...] = ()
    blocks: tuple[CellBlock, ...] = ()
    titles: tuple[Box, ...] = ()
    columns: tuple[NewColumn, ...] = ()
    names: Mapping[str, tuple[Box, ...] | None] = field(default_factory=dict)
    counts: tuple[Counts, ...] = ()

    @property
    def changes_cells(self) -> bool:
        """Whether anything is to be written."""
        changes = self.clear or self.blocks or self.names
        return bool(changes)


def after(seen: Seen, reply: Done) -> Seen:
    """Return a sheet as it is once a host has done what a reply says.

    >>> reply = Done("", blocks=(CellBlock(0, 1, [["Winner"], [2]]),))
    >>> after(Seen("Book1", "Sheet1", [["5H"]]), reply).values
    [['5H', 'Winner'], [None, 2]]
    """
    typed = None
    if seen.typed is not None:
        typed = _written(seen.typed, reply)
    return replace(
        seen,
        values=_written(seen.values, reply),
        typed=typed,
        names=_names_after(seen, reply),
        tables=_tables_after(seen, reply),
    )


def _names_after(seen: Seen, reply: Done) -> dict[str, Sequence[Box]]:
    """Return our names of a sheet once some are set and others deleted."""
    names = {**seen.names}
    for name, boxes in reply.names.items():
        names.pop(name, None)
        if boxes is not None:
            names[name] = boxes
    return names


def _tables_after(seen: Seen, reply: Done) -> list[SeenTable]:
    """Return the tables of a sheet once some have grown or shrunk."""
    new_boxes = dict(reply.resized)
    tables: list[SeenTable] = []
    for table in seen.tables:
        box = new_boxes.get(table.box, table.box)
        tables.append(table._replace(box=box))
    return tables


def _written(cells: Sequence[Sequence[Any]], reply: Done) -> list[list[Any]]:
    """Return the cells of a sheet once some are emptied and others are written."""
    rows = [list(row) for row in cells]
    for box in reply.clear:
        columns = slice(box.left, box.right + 1)
        for row in rows[box.top : box.bottom + 1]:
            row[columns] = [None] * len(row[columns])
    for block in reply.blocks:
        box = block.box
        columns = slice(box.left, box.right + 1)
        missing_rows = box.bottom + 1 - len(rows)
        rows += [[] for _ in range(missing_rows)]
        for number, new_cells in enumerate(block.rows, start=box.top):
            row = rows[number]
            missing_cells = box.left - len(row)
            row += [None] * missing_cells
            row[columns] = new_cells
    return rows

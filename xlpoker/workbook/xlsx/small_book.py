"""Small worksheets of a workbook, whose wins are counted without arrays.

A sheet that is larger, has formulas without a value, or is damaged is left to
`xlpoker.workbook.xlsx.source`, whose arrays read every sheet. `plain_sheet` is faster for these, since
NumPy takes as long to load as thousands of rows take here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xlpoker.errors import BookError
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows
from xlpoker.scoring.sources import SMALL_ROWS, Grids, Table
from xlpoker.workbook.xlsx.cell_values import Styles
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.plain_sheet import PlainSheet
from xlpoker.workbook.xlsx.shared_strings import shared_strings
from xlpoker.workbook.xlsx.sheet_xml import HEAD, SheetXml, hidden_columns, keep_freed_memory

if TYPE_CHECKING:
    from xlpoker.scoring.model import Block

__all__ = ["SmallBook", "small_book"]

MOST_BYTES = 1 << 21
"""The most bytes of the sheets, unpacked: some 6,000 rows of ten cards."""


class SmallBook(Grids):
    """The worksheets of a small workbook, all of which were read.

    `marks` has the rows of each sheet that are hidden or struck out, and its hidden columns.
    """

    def __init__(
        self,
        package: Package,
        grids: list[Grid],
        marks: dict[str, MarkedRows],
    ) -> None:
        super().__init__(package.path, grids)
        self.is_small = True
        self._package = package
        self._marks = marks

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the first rows of each sheet, or all of them."""
        tables = super().tables(whole=whole)
        if whole:
            return tables
        return [_first_rows(table.grid) for table in tables]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:
        """Yield all rows of a sheet."""
        return super().blocks(self._whole(table), layout, options)

    def last_row(self, table: Table) -> int:
        """Return the number of the last row of a sheet."""
        whole_table = self._whole(table)
        return super().last_row(whole_table)

    def _whole(self, table: Table) -> Table:
        """Return a table with all its rows."""
        return super().named_sheet(table.grid.sheet)

    def marked_rows(self, table: Table) -> MarkedRows:
        """Return the rows of a sheet that are hidden or struck out."""
        marked = self._marks[table.grid.sheet]
        return MarkedRows(marked.hidden, marked.struck) if marked else NO_MARKS

    def warnings(
        self,
        layout: Layout,
        options: Options,  # noqa: ARG002 - as the protocol has it
    ) -> list[str]:
        """Return the remark on hidden columns."""
        marked = self._marks[layout.sheet]
        return marked.remarks_on_columns(layout.columns)

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the worksheets that are hidden."""
        return self._package.hidden_sheets

    def named_sheet(self, name: str) -> Table:
        """Return the first rows of the sheet of a name, also of a hidden one."""
        from xlpoker.workbook.xlsx.source import BookSource

        return BookSource(self._package).named_sheet(name)


def _first_rows(grid: Grid) -> Table:
    """Return the rows of a sheet that say where the hands are."""
    first_rows = Grid(grid.sheet, grid.rows[:HEAD])
    has_ended = len(grid.rows) <= HEAD
    return Table(first_rows, has_ended)


def small_book(package: Package, sheet: str | None = None) -> SmallBook | None:
    """Return the visible worksheets of a workbook, or the one of that name; None where they are not small.

    Raises `BookError` for a damaged workbook.
    """
    chosen = package.chosen(sheet)
    sizes = [package.member(part.part).file_size for part in chosen]
    styles = Styles(package)
    if sum(sizes) > MOST_BYTES:
        return None
    keep_freed_memory()
    strings = shared_strings(package)
    grids: list[Grid] = []
    marks: dict[str, MarkedRows] = {}
    for part in chosen:
        xml = SheetXml(package, part)
        sheet_values = _read(xml, strings, styles)
        if sheet_values is None:
            return None
        grids.append(Grid(part.name, sheet_values.rows))
        marks[part.name] = MarkedRows(
            hidden=frozenset(sheet_values.hidden_rows),
            struck=sheet_values.struck,
            hidden_columns=hidden_columns(xml.frame.head),
        )
    return SmallBook(package, grids, marks)


def _read(
    xml: SheetXml,
    strings: Sequence[str],
    styles: Styles,
) -> PlainSheet | None:
    """Return the values of a sheet, None for one that the other readers have to read."""
    if not xml.holds_cells:
        return None
    values = PlainSheet(xml, strings, styles)
    try:
        for block in xml.blocks():
            values.take(block)
            if values.last_row >= SMALL_ROWS:
                return None
        values.finish()
    except BookError:
        return None
    for formula in values.formulas.values():
        if not formula.is_calculated:
            return None
    return values

"""Results into workbooks through openpyxl: new columns right of the data, saved without risk to what was there."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from xlpoker.errors import BookError
from xlpoker.files.marks import marked
from xlpoker.files.replace import check_book
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.scoring.boxes import Box
from xlpoker.scoring.plan import Plan, Planner
from xlpoker.scoring.results import PROBLEM, Column, Results, problem_text, problem_width
from xlpoker.scoring.run import Kept, Output, Table
from xlpoker.workbook.preflight import losses
from xlpoker.workbook.xlsx.cells import legal
from xlpoker.workbook.xlsx.part_edits import grown, on_sheet

if TYPE_CHECKING:
    import numpy.typing as npt

    from xlpoker.layout.find import Layout
    from xlpoker.workbook.xlsx.package import Package
    from xlpoker.workbook.xlsx.source import BookSource

__all__ = ["OpenpyxlSink", "check_size", "save_book"]

MOST_TAGS = 5_000_000
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen


class OpenpyxlSink(Kept):
    """The results of a sheet into its workbook as openpyxl reads it, which is written anew once all rows are scored.

    The columns stand where `xlpoker.scoring.plan` wants them; without a row above the hands they have no headers. Macros,
    where the target may hold them, and rich text are kept; what openpyxl cannot keep is listed by `xlpoker.workbook.preflight`.
    Without `force` a workbook that openpyxl takes long for is refused, and the workbook itself where it would lose anything.
    """

    def __init__(self, output: Output, source: BookSource, table: Table, layout: Layout) -> None:
        super().__init__(codes=output.options.by_cards)
        if not output.force:
            check_size(source.package)
        self._output, self._package, self._sheet = output, source.package, table.grid.sheet
        self._macros = output.target.suffix.lower() == ".xlsm"
        if self._macros and "xl/vbaProject.bin" not in source.package:
            raise BookError(f"{source.path.name} holds no macros; save it as .xlsx first")
        self._layout, self._header = layout, layout.first - 1 if layout.first else None
        self._results = Results(layout, output.options, output.writing.chosen, sheet=self._sheet)

    def finish(self, last: int) -> list[str]:
        """Write the workbook; return what it lacks, and what the plan of the new columns says."""
        super().finish(last)
        path, target = self._package.path, self._output.target
        lost = losses(path, target)  # what the reader refuses needs no further look
        if path == target and lost and not self._output.force:
            raise BookError(f"{path.name} would lose {'; '.join(lost)}; write to another file, or use --force")
        self._package.close()  # the target may be this very file
        book = _loaded(path, macros=self._macros)
        try:
            warned = self._fill(book[self._sheet])
            save_book(book, target)
        finally:
            if book.vba_archive is not None:
                book.vba_archive.close()
        return warned + ([f"{target.name} lacks {'; '.join(lost)}"] if lost else [])

    def _fill(self, sheet: Any) -> list[str]:
        """Write the results where the plan wants them, and empty what it clears; return its warnings."""
        from openpyxl.styles import Alignment
        from openpyxl.worksheet.hyperlink import Hyperlink

        results, header, scored = self._results, self._header, self.scored
        good = scored.rows.tolist()
        plan = self._planned(sheet, np.array(sorted([*good, *scored.problems]), np.int64))
        columns: list[tuple[Column, Iterable[tuple[int, Any]]]] = [
            (column, zip(good, cells, strict=True))
            for column, cells in zip(results.columns, results.cells(scored), strict=True)
        ]
        if scored.problems:
            texts = {row: problem_text(error) for row, error in scored.problems.items()}
            columns.append((replace(PROBLEM, width=problem_width(texts.values())), texts.items()))
        for group, cleared in plan.cleared:
            for row in cleared.nonzero()[0].tolist():
                for place in group:
                    sheet.cell(row + 1, place + 1).value = None
                    sheet.cell(row + 1, place + 1).hyperlink = None
        labels = sheet[header + 1][: min(plan.places)] if header is not None else ()
        left = next((cell for cell in reversed(labels) if cell.value is not None), None)
        for place, label, (column, cells) in zip(plan.places, plan.labels, columns, strict=True):
            aligned = Alignment(horizontal=column.align, indent=int(column.align == "left"))
            if header is not None:
                title = sheet.cell(header + 1, place + 1)
                if title.value is None and left is not None and left.has_style:
                    title._style = copy.copy(left._style)  # noqa: SLF001 - openpyxl has no other way to copy all of a style
                else:
                    title.font, title.alignment = bold(title.font), aligned
                title.value = label
            for row, value in cells:
                cell = sheet.cell(row + 1, place + 1, writable(value))
                cell.alignment = aligned
            _set_width(sheet, place + 1, column.width)
        for row, error in scored.problems.items():
            cell = sheet.cell(row + 1, plan.places[-1] + 1)
            cell.hyperlink = Hyperlink(cell.coordinate, location=on_sheet(sheet.title, error.cell))
        if header is not None and header < MOST_FROZEN and sheet.freeze_panes is None:
            sheet.freeze_panes = f"A{header + 2}"
        return plan.warnings

    def _planned(self, sheet: Any, rows: npt.NDArray[np.int64]) -> Plan:
        """Return where the columns go, given the rows of the hands; a table, filter or print area grows with them."""
        layout, header, titles = self._layout, self._header, self._results.titles
        grid = Grid(sheet.title, [list(row) for row in sheet.iter_rows(values_only=True)])
        hands = {column for area in layout.areas for column in area.columns}
        planner = Planner(grid, header, titles, hands, rows.tolist(), layout.won)
        planner.overwrite = self._output.writing.overwrite
        tables, placed = _tables(sheet), self._output.placed.setdefault(sheet.title, [])
        boxes = [box for _, box in tables]
        planner.keep(placed, (layout.first, layout.last), boxes, named=self._output.options.hands is not None)
        table = tables[boxes.index(planner.table)][0] if planner.table is not None else None
        found = planner.facts_of([grid.rows])
        found.merged = [_box(one.bounds) for one in sheet.merged_cells.ranges]
        taken = [one.name for one in table.tableColumns] if table is not None else ()
        plan = planner.planned(found, rows, problem=bool(self.scored.problems), taken=taken)
        top = int(rows[0]) if header is None else header
        _grow(sheet, table if plan.grows else None, plan, top)
        placed.append(Box(top, min(plan.places), layout.last, max(plan.places)))
        return plan


def check_size(package: Package) -> None:
    """Raise `BookError` for a workbook that openpyxl needs minutes and gigabytes for: five microseconds a tag and more."""
    tags = 0
    for name in package.members:
        if name.endswith(".xml"):
            with package.open_part(name) as part:
                while tags <= MOST_TAGS and (piece := part.read(1 << 20)):
                    tags += piece.count(b"<")
    if tags > MOST_TAGS:
        raise BookError(
            f"{package.path.name} is too large for the engine openpyxl: it has more than {MOST_TAGS:,} tags; use splice"
        )


def _loaded(path: Path, *, macros: bool) -> Any:
    """Return a workbook as openpyxl reads it; raise `BookError` with the reason where it cannot."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # preflight says what is lost, in better words
        try:
            with path.open("rb") as file:  # a path would be judged by its ending
                return openpyxl.load_workbook(file, keep_vba=macros, rich_text=True)
        except Exception as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0].replace(str(path), path.name)
            raise BookError(f"{path.name} is damaged: {reason}") from error


def _tables(sheet: Any) -> list[tuple[Any, Box]]:
    """Return the tables of a sheet that have a row of labels, and their cells."""
    from openpyxl.utils import range_boundaries

    return [(one, _box(range_boundaries(one.ref))) for one in sheet.tables.values() if one.headerRowCount != 0]


def _box(bounds: Iterable[Any]) -> Box:
    """Return the cells between a first column and row and a last column and row, which openpyxl counts from 1."""
    left, top, right, bottom = (int(edge or 1) - 1 for edge in bounds)
    return Box(top, left, bottom, right)


def _grow(sheet: Any, table: Any, plan: Plan, top: int) -> None:
    """Let a table, the filter and the print area hold the new columns, too, where they belong to them."""
    from openpyxl.worksheet.table import TableColumn

    if table is not None:
        (right,) = (box.right for one, box in _tables(sheet) if one is table)
        table.ref = grown(table.ref, plan.places, top)
        if table.autoFilter is not None:
            table.autoFilter.ref = grown(table.autoFilter.ref, plan.places, top)
        for place, label in zip(plan.places, plan.labels, strict=True):
            if place > right:
                table.tableColumns.append(TableColumn(max(one.id for one in table.tableColumns) + 1, name=label))
    if sheet.auto_filter.ref:
        sheet.auto_filter.ref = grown(sheet.auto_filter.ref, plan.places, top)
    if sheet.print_area:
        sheet.print_area = grown(sheet.print_area, plan.places, top)


def writable(value: Any) -> Any:
    """Return a value as a cell can hold it."""
    return legal(value) if isinstance(value, str) else value


def save_book(book: Any, target: Path) -> None:
    """Save a workbook of openpyxl in the target's place, in one step, once all of it could be read again; mark an output."""
    with marked(target) as temporary:
        book.save(temporary)
        check_book(temporary, target)


def _set_width(sheet: Any, place: int, width: float) -> None:
    """Set the width of one column, and of no other where a file keeps several columns in one entry."""
    dimensions = sheet.column_dimensions
    for key, shared in list(dimensions.items()):
        first, last = shared.min or 0, shared.max or 0
        if first < last and first <= place <= last:
            del dimensions[key]
            for start, end in ((first, place - 1), (place, place), (place + 1, last)):
                if start <= end:
                    part = copy.copy(shared)
                    part.index, part.min, part.max = column_letters(start - 1), start, end
                    dimensions[part.index] = part
    dimensions[column_letters(place - 1)].width = width


def bold(font: Any) -> Any:
    """Return the font of a header."""
    from openpyxl.styles import Font

    return Font(name=font.name, size=font.size, bold=True)

"""Results into workbooks through openpyxl: new columns right of the data, saved without risk to what was there."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.errors import BookError
from xlpoker.files.checked import check_book, legal
from xlpoker.files.replace import replaced
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.scoring.columns import COLUMNS
from xlpoker.workbook.xlsx.package import Package

if TYPE_CHECKING:
    from xlpoker.layout.find import Layout
    from xlpoker.scoring.counts import Options
    from xlpoker.scoring.model import Scored
    from xlpoker.scoring.plan import Box, Plan

__all__ = ["check_size", "save_book", "write_book"]

MOST_TAGS = 5_000_000
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen


def write_book(
    source: Path,
    target: Path,
    grid: Grid,
    layout: Layout,
    scored: Scored,
    options: Options,
    chosen: Sequence[str] = COLUMNS,
    *,
    overwrite: bool = False,
) -> list[str]:
    """Write the results into the grid's sheet of a workbook and save it as the target; return what the user should know.

    The columns stand where `xlpoker.scoring.plan` wants them; without a row above the hands they have no headers. Macros,
    where the target may hold them, and rich text are kept; what openpyxl cannot keep is listed by `xlpoker.workbook.preflight`.
    """
    import openpyxl

    macros = target.suffix.lower() == ".xlsm"
    with Package(source) as package:
        if macros and "xl/vbaProject.bin" not in package:
            raise BookError(f"{source.name} holds no macros; save it as .xlsx first")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # preflight says what is lost, in better words
        try:
            with source.open("rb") as file:  # a path would be judged by its ending
                book = openpyxl.load_workbook(file, keep_vba=macros, rich_text=True)
        except Exception as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0].replace(str(source), source.name)
            raise BookError(f"{source.name} is damaged: {reason}") from error
        try:
            warned = _fill(book[grid.sheet], layout, scored, options, chosen, overwrite=overwrite)
            save_book(book, target)
        finally:
            if book.vba_archive is not None:
                book.vba_archive.close()
    return warned


def check_size(path: Path) -> None:
    """Raise `BookError` for a workbook that openpyxl needs minutes and gigabytes for: five microseconds a tag and more."""
    tags = 0
    with Package(path) as package:
        for name in package.members:
            if name.endswith(".xml"):
                with package.open_part(name) as part:
                    while tags <= MOST_TAGS and (piece := part.read(1 << 20)):
                        tags += piece.count(b"<")
    if tags > MOST_TAGS:
        raise BookError(
            f"{path.name} is too large for the engine openpyxl: it has more than {MOST_TAGS:,} tags; use splice"
        )


def _fill(
    sheet: Any, layout: Layout, scored: Scored, options: Options, chosen: Sequence[str], *, overwrite: bool
) -> list[str]:
    """Write the results where the plan wants them, and empty what it clears; return its warnings."""
    import numpy as np
    from openpyxl.styles import Alignment
    from openpyxl.worksheet.hyperlink import Hyperlink

    from xlpoker.scoring.columns import PROBLEM, Column, Results, problem_text, problem_width
    from xlpoker.scoring.plan import facts_of, planned, to_watch

    grid = Grid(sheet.title, [list(row) for row in sheet.iter_rows(values_only=True)])
    header = layout.first - 1 if layout.first else None
    hands = {column for area in layout.areas for column in area.columns}
    results = Results(layout, options, chosen, sheet=sheet.title)
    good = scored.rows.tolist()
    rows = np.array(sorted([*good, *scored.problems]), np.int64)
    watch, proofs = to_watch(grid, header, results.titles, hands, rows.tolist(), layout.won)
    found = facts_of([grid.rows], watch, proofs)
    found.merged = [_box(one.bounds) for one in sheet.merged_cells.ranges]
    problem = bool(scored.problems)
    tables = _tables(sheet)
    table, box = next(
        ((one, box) for one, box in tables if header == box.top and rows[-1] <= box.bottom
         and all(box.left <= area.first and area.last <= box.right for area in layout.areas)), (None, None),
    )  # fmt: skip
    if box is not None:
        beside = range(box.right + 1, box.right + 2 + len(results.titles))
        found.watched |= facts_of([grid.rows], set(beside) - set(found.watched), {}).watched
    plan = planned(
        found, grid, header, results.titles, rows, problem=problem, proofs=proofs, overwrite=overwrite, table=box,
        tables=[box for _, box in tables], taken=[one.name for one in table.tableColumns] if table else (),
    )  # fmt: skip
    _grow(sheet, table if plan.grows else None, plan, int(rows[0]) if header is None else header)
    columns: list[tuple[Column, Iterable[tuple[int, Any]]]] = [
        (column, zip(good, cells, strict=True))
        for column, cells in zip(results.columns, results.cells(scored), strict=True)
    ]
    if problem:
        texts = {row: problem_text(error) for row, error in scored.problems.items()}
        columns.append((replace(PROBLEM, width=problem_width(texts.values())), texts.items()))
    for group, cleared in plan.cleared:
        for row in cleared.nonzero()[0].tolist():
            for place in group:
                sheet.cell(row + 1, place + 1).value = None
                sheet.cell(row + 1, place + 1).hyperlink = None
    beside_header = (
        [cell for cell in sheet[header + 1][: min(plan.places)] if cell.value is not None] if header is not None else []
    )
    left = beside_header[-1] if beside_header else None
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
        cell.hyperlink = Hyperlink(
            cell.coordinate, location="'{}'!{}".format(sheet.title.replace("'", "''"), error.cell)
        )
    if header is not None and header < MOST_FROZEN and sheet.freeze_panes is None:
        sheet.freeze_panes = f"A{header + 2}"
    return plan.warnings


def _tables(sheet: Any) -> list[tuple[Any, Box]]:
    """Return the tables of a sheet that have a row of labels, and their cells."""
    from openpyxl.utils import range_boundaries

    return [(one, _box(range_boundaries(one.ref))) for one in sheet.tables.values() if one.headerRowCount != 0]


def _box(bounds: Iterable[Any]) -> Box:
    """Return the cells between a first column and row and a last column and row, which openpyxl counts from 1."""
    from xlpoker.scoring.plan import Box

    left, top, right, bottom = (int(edge or 1) - 1 for edge in bounds)
    return Box(top, left, bottom, right)


def _grow(sheet: Any, table: Any, plan: Plan, top: int) -> None:
    """Let a table, the filter and the print area hold the new columns, too, where they belong to them."""
    from openpyxl.worksheet.table import TableColumn

    from xlpoker.scoring.plan import grown

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
    """Save a workbook of openpyxl in the target's place, in one step, once all of it could be read again."""
    with replaced(target) as temporary:
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

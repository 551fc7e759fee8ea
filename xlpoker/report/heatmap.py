"""The 169 starting hands as a heat map: a workbook whose cells are numbers, coloured by Excel itself.

Each cell holds an equity and shows its hand's name through its number format (``"AKs" 0%``), so the grid can be sorted,
charted and calculated with; the colours are a conditional format and follow when numbers change. A second sheet lists
the hands with win, tie and equity.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.errors import BookError
from xlpoker.evaluator.cards import card_text
from xlpoker.files.file_types import path_of
from xlpoker.files.replace import check_place
from xlpoker.workbook.openpyxl_engine import save_book

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlpoker.odds.grid import Grid

__all__ = ["check_target", "write_heatmap"]

LOW, MIDDLE, HIGH = "F4A582", "F7F7F7", "5AA5D6"
TOP, LEFT = 4, 1


def write_heatmap(grid: Grid, path: str | Path, outlined: Collection[str] = (), *, overwrite: bool = False) -> Path:
    """Write a grid as an Excel workbook and return its path; the hands in `outlined` get a frame.

    Raises `BookError` when the file exists, unless `overwrite` is true, or cannot be written.
    """
    from openpyxl import Workbook

    path = path_of(path, "written")
    check_target(path, overwrite=overwrite)
    book = Workbook()
    _draw(book.active, grid, outlined)
    _list(book.create_sheet("hands"), grid)
    save_book(book, path)
    return path


def check_target(path: Path, *, overwrite: bool) -> None:
    """Raise `BookError` unless a grid can be written there."""
    if path.suffix.lower() != ".xlsx":
        raise BookError(f"{path.name} has no ending that can be written here; choose .xlsx")
    check_place(path, overwrite=overwrite)


def title_of(grid: Grid) -> tuple[str, str]:
    """Return what the numbers are, and how they were found."""
    board = " ".join(map(card_text, grid.board))
    what = f"Equity of each starting hand against {grid.against}" + (f" on {board}" if board else " before the flop")
    if not grid.samples:
        return what, "Exact. Suited hands stand above the diagonal, offsuit ones below."
    error = max((field.error for field in grid.fields.values()), default=0)
    return what, f"{grid.samples:,} boards at random, seed {grid.seed}; standard error {error:.2%} at most."


def _draw(sheet: Any, grid: Grid, outlined: Collection[str]) -> None:
    from openpyxl.formatting.rule import ColorScaleRule
    from openpyxl.styles import Alignment, Border, Font, Side
    from openpyxl.utils import get_column_letter

    sheet.title = "grid"
    sheet.sheet_view.showGridLines = False
    for row, text in enumerate(title_of(grid), 1):
        cell = sheet.cell(row, LEFT, text)
        cell.font = Font(bold=row == 1, size=14 if row == 1 else 10)
    white, dark = Side("thin", color="FFFFFF"), Side("medium", color="1F1F1F")
    for row, fields in enumerate(grid.rows(), TOP):
        sheet.row_dimensions[row].height = 27
        for column, field in enumerate(fields, LEFT):
            cell = sheet.cell(row, column)
            cell.alignment = Alignment(horizontal="center", vertical="center")
            side = white
            if field is not None:
                cell.value = field.equity
                cell.number_format = f'"{field.hand}"  0%'
                cell.font = Font(size=10, bold=field.hand in outlined)
                side = dark if field.hand in outlined else white
            cell.border = Border(side, side, side, side)
    area = f"{get_column_letter(LEFT)}{TOP}:{get_column_letter(LEFT + 12)}{TOP + 12}"
    colours = {"start_color": LOW, "mid_color": MIDDLE, "end_color": HIGH}
    scale: Any = ColorScaleRule(start_type="min", mid_type="percentile", mid_value=50, end_type="max", **colours)  # type: ignore[no-untyped-call]
    sheet.conditional_formatting.add(area, scale)
    for column in range(LEFT, LEFT + 13):
        sheet.column_dimensions[get_column_letter(column)].width = 10
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _list(sheet: Worksheet, grid: Grid) -> None:
    from openpyxl.styles import Font

    sheet.append(["hand", "win", "tie", "equity", *(["standard error"] if grid.samples else [])])
    for field in sorted(grid.fields.values(), key=lambda field: -field.equity):
        sheet.append([field.hand, field.win, field.tie, field.equity, *([field.error] if grid.samples else [])])
    for cells in sheet.iter_rows(min_row=2, min_col=2):
        for cell in cells:
            cell.number_format = "0.00%"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    sheet.column_dimensions["E"].width = 15
    sheet.auto_filter.ref = sheet.dimensions

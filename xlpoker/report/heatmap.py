"""The 169 starting hands as a heat map: a workbook whose cells are numbers, coloured by Excel itself.

Each cell holds an equity and shows its hand's name through its number format (``"AKs" 0%``), so the grid can be sorted,
charted and calculated with; the colours are a conditional format and follow when numbers change. The colour scale
is fixed, from 20 % or less over 50 % to 80 % or more, so that maps can be compared. A second sheet lists the hands with win, tie and equity.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.evaluator.cards import card_text
from xlpoker.files.file_types import check_ending, path_of
from xlpoker.files.replace import check_place
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.sheet_format import color_scale

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlpoker.odds.grid import Grid

__all__ = ["check_chart_book", "write_heatmap"]

EQUITIES = (0.2, 0.5, 0.8)
"""Equities that are red, white and blue; colours are interpolated between them, and constant beyond."""

LEGEND = (0.2, 0.35, 0.5, 0.65, 0.8)
TOP, LEFT = 4, 1
SUFFIXES = (".xlsx",)


def write_heatmap(grid: Grid, path: str | Path, outlined: Collection[str] = (), *, overwrite: bool = False) -> Path:
    """Write a grid as an Excel workbook and return its path; the hands in `outlined` get a frame.

    Raises `BookError` when the file exists, unless `overwrite` is true, or cannot be written.
    """
    path = path_of(path, "written")
    check_chart_book(path, overwrite=overwrite)
    from openpyxl import Workbook

    book = Workbook()
    _draw(book.active, grid, outlined)
    _list(book.create_sheet("hands"), grid)
    save_book(book, path)
    return path


def check_chart_book(path: Path, *, overwrite: bool) -> None:
    """Raise `BookError` unless a workbook can be written there."""
    check_ending(path, SUFFIXES)
    check_place(path, overwrite=overwrite)


EXACT = (
    "Exact. Suited hands stand above the diagonal, offsuit ones below. 50% is white, above it is blue, below it red."
)


def title_of(grid: Grid) -> tuple[str, str]:
    """Return the title of a grid: what its numbers are, and how to read them."""
    board = " ".join(map(card_text, grid.board))
    what = f"Equity of each starting hand against {grid.against}" + (f" on {board}" if board else " before the flop")
    return what + (f", {grid.game}" if grid.game != "holdem" else ""), EXACT


def _draw(sheet: Any, grid: Grid, outlined: Collection[str]) -> None:
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
    sheet.conditional_formatting.add(area, color_scale(*EQUITIES))
    legend = TOP + 14
    for column, share in enumerate(LEGEND, LEFT):
        cell = sheet.cell(legend, column, share)
        cell.number_format = '"≤ "0%' if share == LEGEND[0] else '"≥ "0%' if share == LEGEND[-1] else "0%"
        cell.alignment = Alignment(horizontal="center")
    sheet.conditional_formatting.add(f"A{legend}:{get_column_letter(len(LEGEND))}{legend}", color_scale(*EQUITIES))
    for column in range(LEFT, LEFT + 13):
        sheet.column_dimensions[get_column_letter(column)].width = 10
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _list(sheet: Worksheet, grid: Grid) -> None:
    from openpyxl.styles import Font

    sheet.append(["hand", "win", "tie", "equity"])
    for field in sorted(grid.fields.values(), key=lambda field: -field.equity):
        sheet.append([field.hand, field.win, field.tie, field.equity])
    for cells in sheet.iter_rows(min_row=2, min_col=2):
        for cell in cells:
            cell.number_format = "0.00%"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions

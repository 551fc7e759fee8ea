"""The 169 starting hands as a heat map: a workbook whose cells are numbers, coloured by Excel itself.

Each cell holds an equity and shows its hand's name through its number format (``"AKs" 0%``), so the grid can be sorted,
charted and calculated with; the colours are a conditional format and follow when numbers change. The colour scale
is fixed, from 20 % or less over 50 % to 80 % or more, so that maps can be compared. A second sheet lists the hands with win, tie and equity.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.evaluator.cards import card_text
from xlpoker.files.file_types import check_ending, path_of
from xlpoker.files.replace import check_place
from xlpoker.odds.ranges import STARTING_HANDS
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.sheet_format import (
    LEFT,
    TOP_ROW,
    TableColumn,
    add_table,
    color_scale,
    set_page,
    set_widths,
    write_title,
)

if TYPE_CHECKING:
    from xlpoker.odds.hits import Grid

__all__ = ["check_chart_book", "draw_hands", "write_heatmap"]

EQUITIES = (0.2, 0.5, 0.8)
"""Equities that are red, white and blue; colours are interpolated between them, and constant beyond."""

COLUMNS = [TableColumn("Hand"), *(TableColumn(title, "0.00%", 12) for title in ("Win", "Tie", "Equity"))]
EXACT = (
    "Exact. Suited hands stand above the diagonal, offsuit ones below. 50% is white, above it is blue, below it red."
)


def write_heatmap(grid: Grid, path: str | Path, *, overwrite: bool = False) -> Path:
    """Write a grid as an Excel workbook and return its path.

    Raises `BookError` when the file exists, unless `overwrite` is true, or cannot be written.
    """
    from openpyxl import Workbook

    path = path_of(path, "written")
    check_chart_book(path, overwrite=overwrite)
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "grid"
    set_page(sheet)
    write_title(sheet, title_of(grid), EXACT)
    equities = {name: field.equity for name, field in grid.fields.items()}
    draw_hands(sheet, TOP_ROW, equities, '"{}"  0%', color_scale(*EQUITIES))
    listed: Any = book.create_sheet("hands")
    set_page(listed)
    write_title(listed, "Starting hands", title_of(grid))
    hands = sorted(grid.fields.values(), key=lambda field: -field.equity)
    add_table(listed, TOP_ROW, COLUMNS, [(one.hand, one.win, one.tie, one.equity) for one in hands])
    save_book(book, path)
    return path


def check_chart_book(path: Path, *, overwrite: bool) -> None:
    """Raise `BookError` unless a workbook can be written there."""
    check_ending(path, (".xlsx",))
    check_place(path, overwrite=overwrite)


def title_of(grid: Grid) -> str:
    """Return what the numbers of a grid are."""
    board = " ".join(map(card_text, grid.board))
    what = f"Equity of each starting hand against {grid.against}" + (f" on {board}" if board else " before the flop")
    return what + (f", {grid.game}" if grid.game != "holdem" else "")


def draw_hands(sheet: Any, top: int, values: Mapping[str, float], form: str, colors: Any) -> None:
    """Draw the starting hands from a row on: the number of each that has one, in a number format that shows its name."""
    from openpyxl.styles import Alignment

    for row, names in enumerate(STARTING_HANDS, top):
        for column, name in enumerate(names, LEFT):
            cell = sheet.cell(row, column, values.get(name, name))
            cell.alignment = Alignment(horizontal="center", vertical="center")
            cell.number_format = form.format(name)
    area = f"{sheet.cell(top, LEFT).coordinate}:{sheet.cell(top + 12, LEFT + 12).coordinate}"
    sheet.conditional_formatting.add(area, colors)
    set_widths(sheet, [12] * 13)

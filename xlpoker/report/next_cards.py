"""A hand's equity after each next card, as a workbook: a table of the cards, the best first, and a chart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from xlpoker.files.file_types import path_of
from xlpoker.report.heatmap import check_chart_book
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.sheet_format import (
    GREEN,
    LEFT,
    TOP_ROW,
    TableColumn,
    add_series,
    add_table,
    chart_title,
    place_chart,
    set_axes,
    set_page,
    write_title,
)

__all__ = ["write_next_cards"]

COLUMNS = (
    TableColumn("Next card", "", 14),
    TableColumn("Equity after it", "0.00%", 16),
    TableColumn("Change", "+0.00%;-0.00%;0.00%", 12),
)


def write_next_cards(
    equities: Mapping[str, float], now: float, title: str, path: str | Path, *, overwrite: bool = False
) -> Path:
    """Write the equity after each next card, and how far it is from that before it, as a workbook and return its path.

    Raises `BookError` when the file exists, unless `overwrite` is true, or cannot be written.
    """
    from openpyxl import Workbook
    from openpyxl.chart import BarChart

    path = path_of(path, "written")
    check_chart_book(path, overwrite=overwrite)
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Next card"
    set_page(sheet)
    write_title(sheet, "Equity after the next card", f"{title} · equity now {now:.2%}")
    add_table(sheet, TOP_ROW, COLUMNS, [(card, equity, equity - now) for card, equity in equities.items()])
    chart: Any = BarChart()
    chart.title = chart_title("Equity after each next card", 1400)
    add_series(sheet, chart, LEFT + 1, range(TOP_ROW + 1, TOP_ROW + 1 + len(equities)), {"Equity": GREEN}, LEFT)
    chart.legend, chart.gapWidth = None, 30
    set_axes(chart, "Equity", "0%")
    chart.y_axis.scaling.min, chart.y_axis.scaling.max = 0, 1
    place_chart(sheet, chart, LEFT + 4, TOP_ROW, 14)
    save_book(book, path)
    return path

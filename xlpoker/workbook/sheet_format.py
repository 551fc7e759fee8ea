"""Shared formatting of report sheets: titles, tables, notes, charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.workbook.openpyxl_engine import writable

__all__ = [
    "TableColumn",
    "add_series",
    "add_table",
    "chart_title",
    "color_scale",
    "place_chart",
    "set_axes",
    "set_page",
    "set_widths",
    "write_cell",
    "write_note",
    "write_title",
    "write_wrapped_note",
]

GREEN, PALE, GOLD, INK, GREY = "1F6F4A", "EEF5F1", "D9A441", "22332B", "6B7A72"
LOW, MIDDLE, HIGH = "F4A582", "F7F7F7", "5AA5D6"
LEFT = 2  # the first column of every table; column A is the margin
TOP_ROW = 5
CHART_ROWS = 17  # of 20 points
ROW_POINTS = 20
COUNT, SIGNED, NET = "#,##0", "+#,##0.0;-#,##0.0;0.0", "+#,##0.00;-#,##0.00;0.00"
FONT = "Calibri"


class TableColumn(NamedTuple):
    """A column of a table: its heading, the number format, and its width in characters.

    Texts have no number format; a width of 0 leaves it as it is.
    """

    title: str
    format: str = ""
    width: float = 0


def set_page(sheet: Any) -> None:
    """Show no grid lines, and print the width of a sheet on one page."""
    from openpyxl.worksheet.properties import PageSetupProperties

    sheet.sheet_view.showGridLines = False
    sheet.column_dimensions["A"].width = 3
    is_one_page = sheet.title == "Summary"
    sheet.page_setup.orientation = "portrait" if is_one_page else "landscape"
    sheet.page_setup.fitToHeight = 1 if is_one_page else 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def write_cell(
    sheet: Any,
    row: int,
    column: int,
    value: Any,
) -> Any:
    """Write a value to a cell and return the cell.

    A text stays a text, whatever it begins with and whatever it holds.
    """
    cell = sheet.cell(row, column, writable(value))
    if isinstance(value, str):
        cell.data_type = "s"  # else "=1+1" becomes a formula, and "#N/A" an error
    return cell


def write_title(
    sheet: Any,
    text: str,
    below: str,
) -> None:
    """Write the title of a sheet and the line below it."""
    from openpyxl.styles import Font

    sheet.row_dimensions[2].height = 30
    write_cell(sheet, 2, LEFT, text).font = Font(
        name=FONT,
        size=20,
        bold=True,
        color=GREEN,
    )
    write_cell(sheet, 3, LEFT, below).font = Font(
        name=FONT,
        size=11,
        color=GREY,
    )


def add_table(
    sheet: Any, top: int, columns: Sequence[TableColumn], rows: Sequence[Sequence[Any]]
) -> int:
    """Write a table at the left; texts stand left, numbers right. Return the row below it."""
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    border = Border(bottom=Side("thin", color="D5DFD9"))
    font = Font(name=FONT, color=INK)
    fill = PatternFill("solid", PALE)
    number_alignment = Alignment("right", "center", indent=0)
    text_alignment = Alignment("left", "center", indent=1)
    alignments = [number_alignment if column.format else text_alignment for column in columns]
    _write_head(sheet, top, columns, alignments)
    for number, row in enumerate(rows, 1):
        sheet.row_dimensions[top + number].height = ROW_POINTS
        for place, value in enumerate(row):
            cell = write_cell(sheet, top + number, LEFT + place, value)
            cell.alignment = alignments[place]
            cell.font = font
            cell.border = border
            cell.number_format = columns[place].format or "General"
            if number % 2 == 0:
                cell.fill = fill
    return top + len(rows) + 1


def _write_head(
    sheet: Any, top: int, columns: Sequence[TableColumn], alignments: Sequence[Any]
) -> None:
    """Write the headings of a table, and set the widths of its columns."""
    from openpyxl.styles import Alignment, Font, PatternFill

    wrapped = Alignment(wrap_text=True)
    for place, column in enumerate(columns):
        if column.width:
            letters = column_letters(LEFT - 1 + place)
            sheet.column_dimensions[letters].width = column.width
        cell = write_cell(
            sheet,
            top,
            LEFT + place,
            column.title or None,
        )
        cell.font = Font(name=FONT, bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", GREEN)
        cell.alignment = alignments[place] + wrapped
    has_two_lines = any("\n" in column.title for column in columns)
    sheet.row_dimensions[top].height = 34 if has_two_lines else 24


def set_widths(sheet: Any, widths: Sequence[float]) -> None:
    """Set the widths of the columns of a table, in characters."""
    for place, width in enumerate(widths):
        letters = column_letters(LEFT - 1 + place)
        sheet.column_dimensions[letters].width = width


def write_note(
    sheet: Any,
    row: int,
    text: str,
) -> None:
    """Write a note below a table."""
    from openpyxl.styles import Font

    write_cell(sheet, row, LEFT, text).font = Font(
        name=FONT,
        italic=True,
        color=GREY,
    )


def write_wrapped_note(
    sheet: Any,
    row: int,
    text: str,
    columns: int,
) -> int:
    """Write a note over some columns of a table, in as many rows as it needs; return the row below.

    A long note in one row would make the page so wide that all else is printed small.
    """
    from openpyxl.styles import Alignment

    letters = [column_letters(LEFT - 1 + place) for place in range(columns)]
    width = sum(sheet.column_dimensions[letter].width for letter in letters)
    lines = max(len(wrap(text, int(width))), 1)
    write_note(sheet, row, text)
    sheet.cell(row, LEFT).alignment = Alignment(vertical="top", wrap_text=True)
    last_row = row + lines - 1
    sheet.merge_cells(f"{letters[0]}{row}:{letters[-1]}{last_row}")
    return last_row + 1


def set_axes(
    chart: Any,
    words: str,
    number_format: str,
) -> None:
    """Show both axes (openpyxl hides them by default), with light grid lines."""
    from openpyxl.chart.shapes import GraphicalProperties
    from openpyxl.drawing.line import LineProperties

    grid_line = LineProperties(solidFill="E3E9E6", w=9525)
    no_line = LineProperties(noFill=True)
    chart.x_axis.delete = False
    chart.y_axis.delete = False
    chart.y_axis.title = chart_title(words, 1000)
    chart.y_axis.number_format = number_format
    chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=grid_line)
    chart.y_axis.spPr = GraphicalProperties(ln=no_line)


def chart_title(text: str, size: int) -> Any:
    """Return a title in the colours of the report; its size in hundredths of a point."""
    from openpyxl.chart.text import RichText, Text
    from openpyxl.chart.title import Title
    from openpyxl.drawing.text import (
        CharacterProperties,
        Paragraph,
        ParagraphProperties,
        RegularTextRun,
    )

    look = CharacterProperties(sz=size, b=size > 1000, solidFill=INK)
    run = RegularTextRun(rPr=look, t=writable(text))
    paragraph = Paragraph(pPr=ParagraphProperties(defRPr=look), r=[run])
    rich = RichText(p=[paragraph])
    return Title(tx=Text(rich=rich), overlay=False)


def add_series(
    sheet: Any, chart: Any, column: int, rows: range, named: Mapping[str, str], labels: int = 0
) -> None:
    """Add neighbouring columns of a table to a chart.

    `named` has the names of the series and their colors; `labels` is the column of words.
    """
    from openpyxl.chart import LineChart, Reference
    from openpyxl.chart.series import SeriesLabel

    top = rows[0]
    bottom = rows[-1]
    values = Reference(
        sheet,
        min_col=column,
        max_col=column + len(named) - 1,
        min_row=top,
        max_row=bottom,
    )
    chart.add_data(values)
    if labels:
        words = Reference(
            sheet,
            min_col=labels,
            min_row=top,
            max_row=bottom,
        )
        chart.set_categories(words)
    for series, (name, color) in zip(chart.series, named.items(), strict=True):
        series.tx = SeriesLabel(v=writable(name))
        properties = series.graphicalProperties
        if isinstance(chart, LineChart):
            properties.line.solidFill = color
            series.smooth = False
            series.marker.symbol = "none"
        else:
            properties.solidFill = color
            properties.line.noFill = True


def color_scale(
    low: float | None,
    middle: float,
    high: float | None,
) -> Any:
    """Return the conditional format that colors numbers from `low` to `high`.

    None is the least or greatest number present.
    """
    from openpyxl.formatting.rule import ColorScaleRule

    return ColorScaleRule(
        start_type="min" if low is None else "num",
        start_value=low,
        start_color=LOW,
        mid_type="num",
        mid_value=middle,
        mid_color=MIDDLE,
        end_type="max" if high is None else "num",
        end_value=high,
        end_color=HIGH,
    )  # type: ignore[no-untyped-call]


def place_chart(
    sheet: Any,
    chart: Any,
    column: int,
    row: int,
    columns: int,
) -> None:
    """Anchor a chart to whole cells, so that it covers no table at any screen scaling."""
    from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor

    for number in range(row, row + CHART_ROWS):
        if sheet.row_dimensions[number].height is None:
            sheet.row_dimensions[number].height = ROW_POINTS
    start = AnchorMarker(col=column - 1, row=row - 1)
    end = AnchorMarker(col=column - 1 + columns, row=row - 1 + CHART_ROWS)
    chart.anchor = TwoCellAnchor("oneCell", _from=start, to=end)
    sheet.add_chart(chart)

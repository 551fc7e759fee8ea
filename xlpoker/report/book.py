"""The workbook of a report, drawn with openpyxl: a summary with native charts, the best hands, the bad rows."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from xlpoker.files.file_types import is_workbook
from xlpoker.layout.grid import column_letters
from xlpoker.workbook.openpyxl_engine import save_book, writable
from xlpoker.workbook.outputs import REPORT_SHEETS, REPORT_TITLE

if TYPE_CHECKING:
    from xlpoker.report.figures import Figures

__all__ = ["write_report"]

GREEN, PALE, GOLD, INK, GREY = "1F6F4A", "EEF5F1", "D9A441", "22332B", "6B7A72"
LEFT = 2  # the first column of every table; column A is the margin
TOP_ROW = 5
CHART_ROWS = 17  # of 20 points
ROW_POINTS = 20
Links = Mapping[str, str | None]
MOST_LISTED = 100_000
MOST_LINKED = 1_000  # openpyxl writes each link as a relationship of its own
COUNT, SHARE, RARE, SIGNED = "#,##0", "0.0%", "0.0000%", "+#,##0.0;-#,##0.0;0.0"
CHANCE = '[<0.0001]"< 0.0001";0.0000'
FONT = "Calibri"


def write_report(target: Path, figures: Figures) -> None:
    """Write the workbook of a report."""
    import openpyxl

    book = openpyxl.Workbook()
    summary = book.active
    assert summary is not None
    summary.title, best, books, bad = REPORT_SHEETS
    _summary(summary, figures)
    links = {counts.file: _link(Path(counts.file), target) for counts in figures.books}
    _best_hands(book.create_sheet(best), figures, links)
    if len(figures.books) > 1:
        _books(book.create_sheet(books), figures)
    if figures.counts.errors:
        _bad_rows(book.create_sheet(bad), figures, links)
    for sheet in book.worksheets:
        _page(sheet)
    save_book(book, target)


def _page(sheet: Any) -> None:
    from openpyxl.worksheet.properties import PageSetupProperties

    sheet.sheet_view.showGridLines = False
    sheet.column_dimensions["A"].width = 3
    one = sheet.title == "Summary"
    sheet.page_setup.orientation = "portrait" if one else "landscape"
    sheet.page_setup.fitToHeight = int(one)
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _title(sheet: Any, text: str, below: str) -> None:
    from openpyxl.styles import Font

    sheet.row_dimensions[2].height = 30
    sheet.cell(2, LEFT, text).font = Font(name=FONT, size=20, bold=True, color=GREEN)
    sheet.cell(3, LEFT, writable(below)).font = Font(name=FONT, size=11, color=GREY)


def _table(sheet: Any, top: int, header: Sequence[str], rows: Sequence[Sequence[Any]], formats: Sequence[str]) -> int:
    """Write a table at the left; texts stand left, numbers right. Return the row below it."""
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    line = Border(bottom=Side("thin", color="D5DFD9"))
    for place, words in enumerate(header):
        cell = sheet.cell(top, LEFT + place, words or None)
        cell.font = Font(name=FONT, bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor=GREEN)
        text = not formats[place]
        cell.alignment = Alignment("left" if text else "right", "center", wrap_text=True, indent=int(text))
    sheet.row_dimensions[top].height = 34 if any("\n" in words for words in header) else 24
    for number, row in enumerate(rows, 1):
        sheet.row_dimensions[top + number].height = ROW_POINTS
        for place, value in enumerate(row):
            cell = sheet.cell(top + number, LEFT + place, writable(value))
            if cell.data_type == "f":
                cell.data_type = "s"  # a text that begins with "=" is no formula of ours
            text = not formats[place]
            cell.alignment = Alignment("left" if text else "right", "center", indent=int(text))
            cell.font = Font(name=FONT, color=INK)
            cell.border = line
            cell.number_format = formats[place] or "General"
            if number % 2 == 0:
                cell.fill = PatternFill("solid", fgColor=PALE)
    return top + len(rows) + 1


def _widths(sheet: Any, widths: Sequence[float]) -> None:
    for place, width in enumerate(widths):
        sheet.column_dimensions[column_letters(LEFT - 1 + place)].width = width


def _summary(sheet: Any, figures: Figures) -> None:
    counts = figures.counts
    where = " · ".join(part for part in (Path(counts.file).name, counts.sheet) if part)
    _title(sheet, REPORT_TITLE, f"{where} · {counts.rows:,} rows · {figures.hands:,} hands with a value")
    _widths(sheet, [20, *[12] * (figures.players + 6)])
    good = counts.rows - counts.bad
    rows: list[tuple[str, int, float, float | None]] = [
        (f"Player {number}", won, won / max(good, 1), figures.equal_wins)
        for number, won in enumerate(counts.players, 1)
    ]
    if counts.players:
        rows.append(("Ties", counts.ties, counts.ties / max(good, 1), None))
        header = ["Result", "Rows", "Share", "Equal\nwins"]
        below = _table(sheet, TOP_ROW, header, rows, ["", COUNT, SHARE, "#,##0.0"])
        _note(sheet, below, f"Bad rows, not counted: {counts.bad:,}")
        _wins_chart(sheet, len(rows))
        below = max(below, TOP_ROW + CHART_ROWS) + 2
    else:
        _note(sheet, TOP_ROW, f"Bad rows, not counted: {counts.bad:,}")
        below = TOP_ROW + 2
    _categories(sheet, below, figures)


def _note(sheet: Any, row: int, text: str) -> None:
    from openpyxl.styles import Font

    sheet.cell(row, LEFT, text).font = Font(name=FONT, italic=True, color=GREY)


def _categories(sheet: Any, top: int, figures: Figures) -> None:
    players, hands = figures.players, figures.hands
    header = [
        "Category",
        *(f"Player {number}" for number in range(1, players + 1) if players > 1),
        "All hands",
        "Share",
    ]
    formats = ["", *[COUNT] * (len(header) - 2), RARE]
    share_at = len(header) - 1
    if figures.expected:
        header += ["Expected\nshare", "Expected\nhands", "Difference", "One in"]
        formats += [RARE, "#,##0.0", SIGNED, COUNT]
    rows: list[list[Any]] = []
    for place, category in enumerate(figures.categories):
        each = [found[place] for found in figures.found]
        row: list[Any] = [category, *(each if players > 1 else []), sum(each), sum(each) / max(hands, 1)]
        if figures.expected:
            share = figures.expected[place]
            row += [share, share * hands, round(sum(each) - share * hands, 1) or 0, round(1 / share)]
        rows.append(row)
    below = _table(sheet, top, header, rows, formats)
    if figures.expected:
        _note(sheet, below, f"Expected: the share among all hands of {figures.cards} cards, counted exactly.")
    if tests := figures.tests:
        header = ["Is it fair?", "", "", "Chi-square", "Degrees of\nfreedom", "p", "In words", "", ""]
        told = [
            (test.question, None, None, test.statistic, test.degrees, test.chance, test.words, None, None)
            for test in tests
        ]  # the texts run on over the blank cells beside them
        below = _table(sheet, below + 2, header, told, ["", "", "", "0.0", COUNT, CHANCE, "", "", ""])
    shown = share_at + LEFT
    _categories_chart(sheet, top, below + 2, shown, len(rows), figures)


def _axes(chart: Any, words: str, number_format: str) -> None:
    """Show both axes (openpyxl hides them by default), with light grid lines."""
    from openpyxl.chart.shapes import GraphicalProperties

    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.title = _words(words, 1000)
    chart.y_axis.number_format = number_format
    chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=_line("E3E9E6"))
    chart.y_axis.spPr = GraphicalProperties(ln=_line(None))


def _words(text: str, size: int) -> Any:
    """Return a title in the colours of the report; its size in hundredths of a point."""
    from openpyxl.chart.text import RichText, Text
    from openpyxl.chart.title import Title
    from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RegularTextRun

    look = CharacterProperties(sz=size, b=size > 1000, solidFill=INK)
    run = RegularTextRun(rPr=look, t=text)
    rich = RichText(p=[Paragraph(pPr=ParagraphProperties(defRPr=look), r=[run])])
    return Title(tx=Text(rich=rich), overlay=False)


def _line(color: str | None) -> Any:
    from openpyxl.drawing.line import LineProperties

    return LineProperties(noFill=True) if color is None else LineProperties(solidFill=color, w=9525)


def _colored(series: Any, color: str) -> None:
    series.graphicalProperties.solidFill = color
    series.graphicalProperties.line.noFill = True


def _place(sheet: Any, chart: Any, column: int, row: int, columns: int) -> None:
    """Anchor a chart to whole cells, so that it covers no table whatever the screen makes of sizes."""
    from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor

    for number in range(row, row + CHART_ROWS):
        if sheet.row_dimensions[number].height is None:
            sheet.row_dimensions[number].height = ROW_POINTS
    start = AnchorMarker(col=column - 1, row=row - 1)
    chart.anchor = TwoCellAnchor(
        "oneCell", _from=start, to=AnchorMarker(col=column - 1 + columns, row=row - 1 + CHART_ROWS)
    )
    sheet.add_chart(chart)


def _wins_chart(sheet: Any, rows: int) -> None:
    from openpyxl.chart import BarChart, LineChart, Reference
    from openpyxl.chart.label import DataLabelList
    from openpyxl.chart.marker import DataPoint
    from openpyxl.chart.series import SeriesLabel

    chart: Any = BarChart()
    chart.title = _words("Rows won", 1400)
    chart.add_data(Reference(sheet, min_col=LEFT + 1, min_row=TOP_ROW + 1, max_row=TOP_ROW + rows))
    chart.set_categories(Reference(sheet, min_col=LEFT, min_row=TOP_ROW + 1, max_row=TOP_ROW + rows))
    chart.legend = None
    chart.gapWidth = 60
    (series,) = chart.series
    _colored(series, GREEN)
    ties = DataPoint(idx=rows - 1)
    ties.graphicalProperties.solidFill = GOLD
    series.dPt.append(ties)
    series.dLbls = DataLabelList(
        showVal=True, showSerName=False, showCatName=False, showLegendKey=False, showPercent=False
    )
    _axes(chart, "Rows", COUNT)
    chart.y_axis.scaling.min = 0
    equal: Any = LineChart()
    equal.add_data(Reference(sheet, min_col=LEFT + 3, min_row=TOP_ROW + 1, max_row=TOP_ROW + rows))
    (line,) = equal.series
    line.tx, series.tx = SeriesLabel(v="Equal wins"), SeriesLabel(v="Rows won")
    line.graphicalProperties.line.solidFill, line.graphicalProperties.line.dashStyle = GOLD, "dash"
    line.marker.symbol, line.smooth = "none", False
    chart += equal
    _place(sheet, chart, LEFT + 5, TOP_ROW, 5)


def _categories_chart(sheet: Any, top: int, row: int, shown: int, rows: int, figures: Figures) -> None:
    """Draw the shares found and expected; on a logarithmic axis, or nothing would be seen of the rare hands."""
    from openpyxl.chart import BarChart, Reference

    chart: Any = BarChart()
    chart.title = _words("How often each category came up", 1400)
    series = 2 if figures.expected else 1
    data = Reference(sheet, min_col=shown, max_col=shown + series - 1, min_row=top + 1, max_row=top + rows)
    chart.add_data(data)
    chart.set_categories(Reference(sheet, min_col=LEFT, min_row=top + 1, max_row=top + rows))
    from openpyxl.chart.series import SeriesLabel

    for one, color, words in zip(chart.series, (GREEN, GOLD), ("Found", "Expected"), strict=False):
        _colored(one, color)
        one.tx = SeriesLabel(v=words)
    chart.gapWidth, chart.overlap = 50, 0
    chart.legend.position = "b"
    if figures.expected is None:
        chart.legend = None
        _axes(chart, "Share of all hands", "0%")
    else:
        shares = [sum(found) / max(figures.hands, 1) for found in zip(*figures.found, strict=True)]
        least = min(share for share in (*shares, *figures.expected) if share)
        _axes(chart, "Share of all hands (logarithmic)", "0.####%")
        chart.y_axis.scaling.logBase = 10
        chart.y_axis.scaling.min, chart.y_axis.scaling.max = 10 ** math.floor(math.log10(least)), 1
        chart.y_axis.crosses = chart.x_axis.crosses = "min"
    chart.x_axis.tickLblPos = "low"
    _place(sheet, chart, LEFT, row, max(9, shown + 3 - LEFT))


def _best_hands(sheet: Any, figures: Figures, links: Links) -> None:
    _title(sheet, "Best hands", "The strongest hands, the first of equal ones first")
    named, one = len(figures.books) > 1, figures.players == 1
    header = [*["Book"] * named, "Cell", *([] if one else ["Player"]), "Hand", "Cards"]
    rows = [
        (*[Path(best.file).name] * named, best.cell, *(() if one else (best.player,)), best.name, best.cards)
        for best in figures.best
    ]
    _table(sheet, TOP_ROW, header, rows, [*[""] * named, "", *([] if one else [COUNT]), "", ""])
    _lead(sheet, LEFT + named, [(links[best.file], best.sheet, best.cell) for best in figures.best])
    _widths(sheet, [*[26] * named, 12, *([] if one else [10]), 38, 30])


def _books(sheet: Any, figures: Figures) -> None:
    """List the books, and all together in the last row."""
    _title(sheet, "Books", f"{len(figures.books):,} books")
    players = range(1, len(figures.counts.players) + 1)
    header = [
        "Book",
        "Sheet",
        "Rows",
        *(f"Player {number}" for number in players),
        *["Ties"] * bool(players),
        "Bad rows",
    ]
    rows = []
    for counts in (*figures.books, figures.counts):
        won = [*counts.players, *[None] * (len(players) - len(counts.players))]
        ties = [counts.ties if counts.players else None] * bool(players)
        rows.append((Path(counts.file).name, counts.sheet or None, counts.rows, *won, *ties, counts.bad))
    _table(sheet, TOP_ROW, header, rows, ["", "", *[COUNT] * (len(header) - 2)])
    _widths(sheet, [26, 20, *[12] * (len(header) - 2)])
    sheet.freeze_panes = f"A{TOP_ROW + 1}"


def _bad_rows(sheet: Any, figures: Figures, links: Links) -> None:
    errors = [(counts.file, error) for counts in figures.books for error in counts.errors][:MOST_LISTED]
    bad = figures.counts.bad
    said = f"{bad:,} rows were left out, each for the reason beside it"
    if bad > len(errors):
        said += f"; the first {len(errors):,} are listed"
    _title(sheet, "Bad rows", said)
    named = len(figures.books) > 1
    header = [*["Book"] * named, "Sheet", "Cell", "Value", "Reason"]
    rows = [(*[Path(file).name] * named, error.sheet, error.cell, error.value, error.reason) for file, error in errors]
    _widths(sheet, [*[26] * named, 20, 10, 26, 80])
    below = _table(sheet, TOP_ROW, header, rows, [""] * len(header))
    _lead(sheet, LEFT + named + 1, [(links[file], error.sheet, error.cell) for file, error in errors[:MOST_LINKED]])
    sheet.auto_filter.ref = f"B{TOP_ROW}:{column_letters(LEFT - 2 + len(header))}{below - 1}"
    sheet.freeze_panes = f"A{TOP_ROW + 1}"


def _lead(sheet: Any, column: int, cells: Iterable[tuple[str | None, str | None, str | None]]) -> None:
    """Make the cells of a table's column lead to cells of the workbooks that were read: address, sheet, cell."""
    from openpyxl.styles import Font
    from openpyxl.worksheet.hyperlink import Hyperlink

    for row, (book, name, address) in enumerate(cells, TOP_ROW + 1):
        if not book or not name or not address:
            continue
        cell = sheet.cell(row, column)
        there = name.replace("'", "''")
        cell.hyperlink = Hyperlink(cell.coordinate, target=book, location=f"'{there}'!{address}")
        cell.font = Font(name=FONT, color=GREEN, underline="single")


def _link(book: Path, target: Path) -> str | None:
    """Return the address of a workbook as seen from another; None for files that have no cells to go to."""
    if not is_workbook(book):
        return None
    try:
        return quote(Path(os.path.relpath(book.resolve(), target.resolve().parent)).as_posix())
    except ValueError:  # another drive of Windows
        return book.resolve().as_uri()

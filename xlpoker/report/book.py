"""The workbook of a report, drawn with openpyxl: a summary with native charts, the best hands, the bad rows."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from xlpoker.errors import counted
from xlpoker.files.file_types import is_workbook
from xlpoker.layout.grid import column_letters
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.sheet_format import (
    CHART_ROWS,
    COUNT,
    FONT,
    GOLD,
    GREEN,
    LEFT,
    SIGNED,
    TOP_ROW,
    TableColumn,
    add_series,
    add_table,
    chart_title,
    place_chart,
    set_axes,
    set_page,
    set_widths,
    write_note,
    write_title,
)
from xlpoker.workbook.xlsx.part_edits import on_sheet

if TYPE_CHECKING:
    from xlpoker.report.figures import Figures

__all__ = ["write_report"]

Links = Mapping[str, str | None]
WIDTH = 12  # characters of the columns of the summary
MOST_LISTED = 100_000
MOST_LINKED = 1_000  # openpyxl writes each link as a relationship of its own
SHARE, RARE = "0.0%", "0.0000%"
BOOK, BLANK = TableColumn("Book", width=26), TableColumn("")
EXPECTED = "Expected wins: each row with one winner counts as an equal share for every player in its showdown."
CHANCE = '[<0.0001]"< 0.0001";0.0000'
RESULTS = ("Players", "Starting hands", "Months", "Luck")
"""The sheets of a report on hand histories, by player."""


def write_report(target: Path, figures: Figures) -> None:
    """Write the workbook of a report."""
    import openpyxl

    book = openpyxl.Workbook()
    summary = book.active
    assert summary is not None
    summary.title = "Summary"
    _summary(summary, figures)
    links = {counts.file: _link(Path(counts.file), target) for counts in figures.books}
    _best_hands(book.create_sheet("Best hands"), figures, links)
    if len(figures.books) > 1:
        _books(book.create_sheet("Books"), figures)
    if figures.counts.errors:
        _bad_rows(book.create_sheet("Bad rows"), figures, links)
    if figures.deals:
        from xlpoker.report.history_sheets import write_results

        write_results(book, figures.deals, RESULTS)
    for sheet in book.worksheets:
        set_page(sheet)
    save_book(book, target)


def _summary(sheet: Any, figures: Figures) -> None:
    counts = figures.counts
    where = " · ".join(part for part in (Path(counts.file).name, counts.sheet) if part)
    write_title(
        sheet,
        "Poker report",
        f"{where} · {counted(counts.rows, 'row')} · {counted(figures.hands, 'hand')} with a value",
    )
    set_widths(sheet, [20, *[WIDTH] * (figures.players + 6)])
    good = counts.rows - counts.bad
    rows: list[tuple[str, int, float, float | None]] = [
        (name, won, won / max(good, 1), expected)
        for name, won, expected in zip(counts.labels, counts.players, figures.expected_wins, strict=True)
    ]
    if counts.players:
        rows.append(("Ties", counts.ties, counts.ties / max(good, 1), None))
        won = len(rows)
        if counts.no_showdown is not None:
            rows.append(("No showdown", counts.no_showdown, counts.no_showdown / max(good, 1), None))
        columns = [
            TableColumn("Result"),
            TableColumn("Rows", COUNT),
            TableColumn("Share", SHARE),
            TableColumn("Expected\nwins", "#,##0.0"),
        ]
        below = add_table(sheet, TOP_ROW, columns, rows)
        write_note(sheet, below, f"Shares of {counted(good, 'row')}; bad rows, not counted: {counts.bad:,}")
        _wins_chart(sheet, won)
        below = max(below + 1, TOP_ROW + CHART_ROWS)
        write_note(sheet, below, EXPECTED)
        below += 2
    else:
        write_note(sheet, TOP_ROW, f"Bad rows, not counted: {counts.bad:,}")
        below = TOP_ROW + 2
    if counts.read:
        write_note(sheet, below - 1, f"Read: {counts.read}")
        below += 1
    _categories(sheet, below, figures)


def _categories(sheet: Any, top: int, figures: Figures) -> None:
    hands, counts = figures.hands, figures.counts
    each_player = [TableColumn(label, COUNT) for label in counts.labels]
    columns = [TableColumn("Category"), *each_player, TableColumn("All hands", COUNT), TableColumn("Share", RARE)]
    share_at = len(columns) - 1
    if figures.expected:
        columns += [TableColumn("Expected\nshare", RARE), TableColumn("Expected\nhands", "#,##0.0")]
        columns += [TableColumn("Difference", SIGNED), TableColumn("One in", COUNT)]
    rows: list[list[Any]] = []
    for place, category in enumerate(figures.categories):
        each = [found[place] for found in figures.found]
        row: list[Any] = [category, *each[: len(counts.labels)], sum(each), sum(each) / max(hands, 1)]
        if figures.expected:
            share = figures.expected[place]
            row += [share, share * hands, round(sum(each) - share * hands, 1) or 0, round(1 / share)]
        rows.append(row)
    below = add_table(sheet, top, columns, rows)
    if figures.expected:
        write_note(sheet, below, f"Expected: the share among all hands of {figures.cards} cards, counted exactly.")
    tests = figures.tests
    if tests:
        columns = [TableColumn("Is it fair?"), BLANK, BLANK, TableColumn("Chi-square", "0.0")]
        columns += [TableColumn("Degrees of\nfreedom", COUNT), TableColumn("p", CHANCE), TableColumn("In words")]
        run_on = [BLANK] * (
            max(len(test.words) for test in tests) // WIDTH
        )  # long texts run on into the cells beside them
        columns += run_on
        told = [
            (test.question, None, None, test.statistic, test.degrees, test.chance, test.words, *[None] * len(run_on))
            for test in tests
        ]
        set_widths(sheet, [20, *[WIDTH] * (len(columns) - 1)])
        below = add_table(sheet, below + 2, columns, told)
    for said in figures.untested:
        below += 1
        write_note(sheet, below, said)
    shown = share_at + LEFT
    _categories_chart(sheet, top, below + 2, shown, len(rows), figures)


def _wins_chart(sheet: Any, rows: int) -> None:
    from openpyxl.chart import BarChart, LineChart
    from openpyxl.chart.label import DataLabelList
    from openpyxl.chart.marker import DataPoint
    from openpyxl.chart.shapes import GraphicalProperties
    from openpyxl.drawing.line import LineProperties

    below = range(TOP_ROW + 1, TOP_ROW + 1 + rows)
    chart: Any = BarChart()
    chart.title = chart_title("Rows won", 1400)
    add_series(sheet, chart, LEFT + 1, below, {"Rows won": GREEN}, LEFT)
    chart.legend = None
    chart.gapWidth = 60
    (series,) = chart.series
    ties = DataPoint(idx=rows - 1)
    ties.graphicalProperties.solidFill = GOLD
    series.dPt.append(ties)
    series.dLbls = DataLabelList(
        showVal=True, showSerName=False, showCatName=False, showLegendKey=False, showPercent=False
    )
    set_axes(chart, "Rows", COUNT)
    chart.y_axis.scaling.min = 0
    equal: Any = LineChart()
    add_series(sheet, equal, LEFT + 3, below, {"Expected wins": GOLD})
    (line,) = equal.series
    line.graphicalProperties.line.solidFill, line.graphicalProperties.line.noFill = None, True
    line.marker.symbol, line.marker.size = "dash", 15
    line.marker.graphicalProperties = GraphicalProperties(solidFill=GOLD, ln=LineProperties(solidFill=GOLD))
    chart += equal
    place_chart(sheet, chart, LEFT + 5, TOP_ROW, 5)


def _categories_chart(sheet: Any, top: int, row: int, shown: int, rows: int, figures: Figures) -> None:
    """Draw the shares found and expected, on a logarithmic axis since rare hands would be invisible otherwise."""
    from openpyxl.chart import BarChart

    chart: Any = BarChart()
    chart.title = chart_title("How often each category came up", 1400)
    named = {"Found": GREEN} | ({"Expected": GOLD} if figures.expected else {})
    add_series(sheet, chart, shown, range(top + 1, top + 1 + rows), named, LEFT)
    chart.gapWidth, chart.overlap = 50, 0
    chart.legend.position = "b"
    if figures.expected is None:
        chart.legend = None
        set_axes(chart, "Share of all hands", "0%")
    else:
        shares = [sum(found) / max(figures.hands, 1) for found in zip(*figures.found, strict=True)]
        least = min(share for share in (*shares, *figures.expected) if share)
        set_axes(chart, "Share of all hands (logarithmic)", "0.####%")
        chart.y_axis.scaling.logBase = 10
        chart.y_axis.scaling.min, chart.y_axis.scaling.max = 10 ** math.floor(math.log10(least)), 1
        chart.y_axis.crosses = chart.x_axis.crosses = "min"
    chart.x_axis.tickLblPos = "low"
    place_chart(sheet, chart, LEFT, row, max(9, shown + 3 - LEFT))


def _best_hands(sheet: Any, figures: Figures, links: Links) -> None:
    write_title(sheet, "Best hands", "The strongest hands, the first of equal ones first")
    named, sheets = figures.several
    columns = [*[BOOK] * named, *[TableColumn("Sheet", width=20)] * sheets, TableColumn("Cell", width=12)]
    columns += [
        *[TableColumn("Player", width=14)] * bool(figures.counts.players),
        TableColumn("Hand", width=38),
        TableColumn("Cards", width=30),
    ]
    rows = []
    for best in figures.best:
        where = [*[Path(best.file).name] * named, *[best.sheet] * sheets, best.cell]
        rows.append([*where, *[best.player] * bool(figures.counts.players), best.name, best.cards])
    add_table(sheet, TOP_ROW, columns, rows)
    _lead(sheet, LEFT + named + sheets, [(links[best.file], best.sheet, best.cell) for best in figures.best])


def _books(sheet: Any, figures: Figures) -> None:
    """List the books, and all together in the last row."""
    total = figures.counts
    write_title(sheet, "Books", Path(total.file).name)
    players, tables = total.labels, any(one.hands for one in figures.books)
    without = total.no_showdown is not None
    titles = ["Rows", *players, *["Ties"] * bool(players), *["No showdown"] * without, "Bad rows"]
    columns = [BOOK, TableColumn("Sheet", width=20), *[TableColumn("Hands", width=26)] * tables]
    rows = []
    for one, won in total.by_table():
        where = [Path(one.file).name, one.sheet or None, *[one.hands] * tables]
        ties = [one.ties if one.players else None] * bool(players)
        rows.append([*where, one.rows, *won, *ties, *[one.no_showdown] * without, one.bad])
    below = add_table(sheet, TOP_ROW, [*columns, *(TableColumn(title, COUNT, 13) for title in titles)], rows)
    for row, warning in enumerate(total.warnings, below):
        write_note(sheet, row, warning)
    sheet.freeze_panes = f"A{TOP_ROW + 1}"


def _bad_rows(sheet: Any, figures: Figures, links: Links) -> None:
    errors = [(counts.file, error) for counts in figures.books for error in counts.errors][:MOST_LISTED]
    bad = figures.counts.bad
    said = f"{counted(bad, 'row')} left out; the last column says why"
    if bad > len(errors):
        said += f"; the first {len(errors):,} are listed"
    write_title(sheet, "Bad rows", said)
    named, _ = figures.several
    columns = [*[BOOK] * named, TableColumn("Sheet", width=20), TableColumn("Cell", width=10)]
    columns += [TableColumn("Value", width=26), TableColumn("Reason", width=80)]
    rows = [(*[Path(file).name] * named, error.sheet, error.cell, error.value, error.reason) for file, error in errors]
    below = add_table(sheet, TOP_ROW, columns, rows)
    _lead(sheet, LEFT + named + 1, [(links[file], error.sheet, error.cell) for file, error in errors[:MOST_LINKED]])
    sheet.auto_filter.ref = f"B{TOP_ROW}:{column_letters(LEFT - 2 + len(columns))}{below - 1}"
    sheet.freeze_panes = f"A{TOP_ROW + 1}"


def _lead(sheet: Any, column: int, cells: Iterable[tuple[str | None, str | None, str | None]]) -> None:
    """Link the cells of a table's column to cells of the workbooks that were read: address, sheet, cell."""
    from openpyxl.styles import Font
    from openpyxl.worksheet.hyperlink import Hyperlink

    for row, (book, name, address) in enumerate(cells, TOP_ROW + 1):
        if not book or not name or not address:
            continue
        cell = sheet.cell(row, column)
        cell.hyperlink = Hyperlink(cell.coordinate, target=book, location=on_sheet(name, address))
        cell.font = Font(name=FONT, color=GREEN, underline="single")


def _link(book: Path, target: Path) -> str | None:
    """Return the address of a workbook relative to another; None for files without cells."""
    if not is_workbook(book):
        return None
    try:
        return quote(Path(os.path.relpath(book.resolve(), target.resolve().parent)).as_posix())
    except ValueError:  # another drive of Windows
        return book.resolve().as_uri()

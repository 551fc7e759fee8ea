"""The workbook of a report, drawn with openpyxl: a summary with native charts, the best hands, the bad rows."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.addresses import column_letters
from xlpoker.errors import counted
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.sheet_format import (
    CHART_ROWS,
    COUNT,
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

if TYPE_CHECKING:
    from xlpoker.report.figures import Figures

__all__ = ["write_report"]

WIDTH = 12  # characters of the columns of the summary
MOST_LISTED = 100_000
SHARE, RARE = "0.0%", "0.0000%"
BOOK = TableColumn("Book", width=26)
EXPECTED = "Expected wins: each row with one winner counts as an equal share for every player in its showdown."


def write_report(target: Path, figures: Figures) -> None:
    """Write the workbook of a report."""
    import openpyxl

    book = openpyxl.Workbook()
    summary = book.active
    assert summary is not None
    summary.title = "Summary"
    _summary(summary, figures)
    _best_hands(book.create_sheet("Best hands"), figures)
    if len(figures.books) > 1:
        _books(book.create_sheet("Books"), figures)
    if figures.counts.errors:
        _bad_rows(book.create_sheet("Bad rows"), figures)
    if figures.deals:
        from xlpoker.report.history_sheets import write_results

        write_results(book, figures.deals)
    for sheet in book.worksheets:
        set_page(sheet)
    save_book(book, target)


def _summary(sheet: Any, figures: Figures) -> None:
    counts = figures.counts
    where = " · ".join(part for part in (Path(counts.file).name, counts.sheet) if part)
    words = (
        f"{where} · {counted(counts.rows, 'row')} · {counted(figures.hands, 'hand')} with a value"
    )
    write_title(sheet, "Poker report", words)
    set_widths(sheet, [20, *[WIDTH] * (figures.players + 6)])
    good = counts.rows - counts.bad
    below, notes = TOP_ROW, [f"Bad rows, not counted: {counts.bad:,}"]
    if counts.players:
        rows = [
            *zip(counts.labels, counts.players, figures.expected_wins, strict=True),
            ("Ties", counts.ties, None),
        ]
        _wins_chart(sheet, len(rows))
        if counts.no_showdown is not None:
            rows.append(("No showdown", counts.no_showdown, None))
        columns = [
            TableColumn("Result"),
            TableColumn("Rows", COUNT),
            TableColumn("Expected\nwins", "#,##0.0"),
        ]
        below = add_table(
            sheet,
            TOP_ROW,
            [*columns, TableColumn("Share", SHARE)],
            [(*row, row[1] / max(good, 1)) for row in rows],
        )
        below = max(below, TOP_ROW + CHART_ROWS)
        notes = [
            f"Shares of {counted(good, 'row')}; bad rows, not counted: {counts.bad:,}",
            EXPECTED,
        ]
    notes += [f"Read: {counts.read}"] if counts.read else []
    for note in notes:
        write_note(sheet, below, note)
        below += 1
    _categories(sheet, below + 1, figures)


def _categories(sheet: Any, top: int, figures: Figures) -> None:
    hands, counts = figures.hands, figures.counts
    each_player = [TableColumn(label, COUNT) for label in counts.labels]
    columns = [
        TableColumn("Category"),
        *each_player,
        TableColumn("All hands", COUNT),
        TableColumn("Share", RARE),
    ]
    share_at = len(columns) - 1
    if figures.expected:
        columns += [TableColumn("Expected\nshare", RARE), TableColumn("Expected\nhands", "#,##0.0")]
        columns += [TableColumn("Difference", SIGNED), TableColumn("One in", COUNT)]
    rows: list[list[Any]] = []
    for place, category in enumerate(figures.categories):
        each = [found[place] for found in figures.found]
        row: list[Any] = [
            category,
            *each[: len(counts.labels)],
            sum(each),
            sum(each) / max(hands, 1),
        ]
        if figures.expected:
            share = figures.expected[place]
            row += [
                share,
                share * hands,
                round(sum(each) - share * hands, 1) or 0,
                round(1 / share),
            ]
        rows.append(row)
    below = add_table(sheet, top, columns, rows)
    if figures.expected:
        write_note(
            sheet,
            below,
            f"Expected: the share among all hands of {figures.cards} cards, counted exactly.",
        )
    for said in (*map(str, figures.tests), *figures.untested):
        below += 1
        write_note(sheet, below, said)
    shown = share_at + LEFT
    _categories_chart(sheet, top, below + 2, shown, len(rows), figures)


def _wins_chart(sheet: Any, rows: int) -> None:
    chart = _found_chart(
        sheet, "Rows won", LEFT + 1, range(TOP_ROW + 1, TOP_ROW + 1 + rows), expected=True
    )
    set_axes(chart, "Rows", COUNT)
    chart.y_axis.scaling.min = 0
    place_chart(sheet, chart, LEFT + 5, TOP_ROW, 5)


def _categories_chart(
    sheet: Any, top: int, row: int, shown: int, rows: int, figures: Figures
) -> None:
    """Draw the shares found and expected, on a logarithmic axis since rare hands would be invisible otherwise."""
    below = range(top + 1, top + 1 + rows)
    chart = _found_chart(
        sheet,
        "How often each category came up",
        shown,
        below,
        expected=figures.expected is not None,
    )
    if figures.expected is None:
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


def _found_chart(sheet: Any, title: str, column: int, rows: range, *, expected: bool) -> Any:
    """Return a chart of a column of what was found and, in the next one, of what was expected."""
    from openpyxl.chart import BarChart

    chart: Any = BarChart()
    chart.title = chart_title(title, 1400)
    add_series(
        sheet,
        chart,
        column,
        rows,
        {"Found": GREEN} | ({"Expected": GOLD} if expected else {}),
        LEFT,
    )
    chart.gapWidth, chart.overlap = 50, 0
    chart.legend.position = "b"
    return chart


def _place_columns(figures: Figures) -> list[TableColumn]:
    """Return the columns of a list that say where something stands."""
    return [
        *[BOOK] * figures.several,
        TableColumn("Sheet", width=20),
        TableColumn("Cell", width=12),
    ]


def _best_hands(sheet: Any, figures: Figures) -> None:
    write_title(sheet, "Best hands", "The strongest hands, the first of equal ones first")
    columns = [
        *_place_columns(figures),
        *[TableColumn("Player", width=14)] * bool(figures.counts.players),
    ]
    columns += [TableColumn("Hand", width=38), TableColumn("Cards", width=30)]
    rows = []
    for best in figures.best:
        where = [*[Path(best.file).name] * figures.several, best.sheet, best.cell]
        rows.append([*where, *[best.player] * bool(figures.counts.players), best.name, best.cards])
    add_table(sheet, TOP_ROW, columns, rows)


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
    below = add_table(
        sheet, TOP_ROW, [*columns, *(TableColumn(title, COUNT, 13) for title in titles)], rows
    )
    for row, warning in enumerate(total.warnings, below):
        write_note(sheet, row, warning)
    sheet.freeze_panes = f"A{TOP_ROW + 1}"


def _bad_rows(sheet: Any, figures: Figures) -> None:
    errors = [(counts.file, error) for counts in figures.books for error in counts.errors][
        :MOST_LISTED
    ]
    bad = figures.counts.bad
    said = f"{counted(bad, 'row')} left out; the last column says why"
    if bad > len(errors):
        said += f"; the first {len(errors):,} are listed"
    write_title(sheet, "Bad rows", said)
    columns = [
        *_place_columns(figures),
        TableColumn("Value", width=26),
        TableColumn("Reason", width=80),
    ]
    rows = [
        (*[Path(file).name] * figures.several, error.sheet, error.cell, error.value, error.reason)
        for file, error in errors
    ]
    below = add_table(sheet, TOP_ROW, columns, rows)
    sheet.auto_filter.ref = f"B{TOP_ROW}:{column_letters(LEFT - 2 + len(columns))}{below - 1}"
    sheet.freeze_panes = f"A{TOP_ROW + 1}"

"""The workbook of a report, written with openpyxl.

Its sheets are a summary with native charts, the best hands, the books and the bad rows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    write_wrapped_note,
)

if TYPE_CHECKING:
    from xlpoker.histories.pokernow import Session
    from xlpoker.report.figures import Figures
    from xlpoker.scoring.counts import Counts

__all__ = ["write_report"]

_LEAST_COLUMNS = 9
"""Notes are as wide as the chart of the categories, and at least so many columns."""
WIDTH = 12  # characters of the columns of the summary
MOST_LISTED = 100_000
SHARE = "0.0%"
RARE_SHARE = "0.00%"
DECIMAL = "#,##0.0"
BOOK = TableColumn("Book", width=26)
EXPECTED = "Expected wins: each row with one winner counts as an equal share for every player in its showdown."


def write_report(target: Path, figures: Figures | None, sessions: Sequence[Session] = ()) -> None:
    """Write the workbook of a report: the sheets about hands, and the results of ledgers."""
    import openpyxl

    book = openpyxl.Workbook()
    del book["Sheet"]
    if figures is not None:
        _write_figures(book, figures)
    if sessions:
        from xlpoker.workbook.results_sheet import add_results

        add_results(book, sessions)
    save_book(book, target)


def _write_figures(book: Any, figures: Figures) -> None:
    """Write the sheets about hands."""
    summary = book.create_sheet("Summary")
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


def _summary(sheet: Any, figures: Figures) -> None:
    """Write the first sheet: who wins with a chart, notes, then the categories with a chart."""
    counts = figures.counts
    source = " · ".join(part for part in (Path(counts.file).name, counts.sheet) if part)
    hands = counted(figures.hands, "hand")
    write_title(sheet, "Poker report", f"{source} · {counts.size} · {hands} with a value")
    set_widths(sheet, [20, *[WIDTH] * (figures.players + 6)])
    good = counts.rows - counts.bad + counts.further_showdowns
    if counts.players:
        below = _wins(sheet, figures, good)
    else:
        notes = [f"Bad rows, not counted: {counts.bad:,}", *_notes_of_reading(counts)]
        below = _write_notes(sheet, TOP_ROW, notes, _LEAST_COLUMNS)
    _categories(sheet, below + 1, figures)


def _notes_of_reading(counts: Counts) -> list[str]:
    """Return the note about what was read, if anything is known of it."""
    return [f"Read: {counts.read}"] if counts.read else []


def _write_notes(sheet: Any, row: int, notes: Sequence[str], columns: int) -> int:
    """Write notes below each other over some columns; return the row below them."""
    for note in notes:
        row = write_wrapped_note(sheet, row, note, columns)
    return row


def _wins(sheet: Any, figures: Figures, good: int) -> int:
    """Write the rows that each player won, as a table and a chart; return the row below both.

    Notes fill the space below the table, beside the chart. `good` is the number of rows that are not bad, with a showdown
    for each further board: shares are of these.
    """
    counts = figures.counts
    rows: list[tuple[str, int, float | None]] = [
        *zip(counts.labels, counts.players, figures.expected_wins, strict=True),
        (counts.label_of_ties, counts.ties, None),
    ]
    _wins_chart(sheet, len(rows))
    if counts.no_showdown is not None:
        rows.append(("No showdown", counts.no_showdown, None))
    columns = [
        TableColumn("Result"),
        TableColumn("Rows", COUNT),
        TableColumn("Expected\nwins", DECIMAL),
        TableColumn("Share", SHARE),
    ]
    cells = [(result, count, expected, count / max(good, 1)) for result, count, expected in rows]
    noun = "showdown" if counts.further_showdowns else "row"
    notes = [
        f"Shares of {counted(good, noun)}; bad rows, not counted: {counts.bad:,}",
        EXPECTED,
        *_notes_of_reading(counts),
    ]
    below = add_table(sheet, TOP_ROW, columns, cells)
    below = _write_notes(sheet, below + 1, notes, len(columns))
    return max(below, TOP_ROW + CHART_ROWS)


def _categories(sheet: Any, top: int, figures: Figures) -> None:
    """Write how often each category came up, the tests of fairness, and a chart of the shares."""
    labels = figures.counts.labels
    columns = [
        TableColumn("Category"),
        *(TableColumn(label, COUNT) for label in labels),
        TableColumn("All hands", COUNT),
        TableColumn("Share", RARE_SHARE),
    ]
    share_column = LEFT + len(columns) - 1
    if figures.expected:
        columns += [
            TableColumn("Expected\nshare", RARE_SHARE),
            TableColumn("Expected\nhands", DECIMAL),
            TableColumn("Difference", SIGNED),
            TableColumn("One in", COUNT),
        ]
    rows = [_row_of_category(figures, index) for index in range(len(figures.categories))]
    below = add_table(sheet, top, columns, rows)
    notes = [*map(str, figures.tests), *figures.untested]
    if figures.expected:
        notes.insert(
            0, f"Expected: the share among all hands of {figures.cards} cards, counted exactly."
        )
    below = _write_notes(sheet, below, notes, max(len(columns), _LEAST_COLUMNS))
    _categories_chart(sheet, top, below + 1, share_column, figures)


def _row_of_category(figures: Figures, index: int) -> list[Any]:
    """Return the cells of a category: its counts, its share, and what was expected."""
    counts = [player_counts[index] for player_counts in figures.category_counts]
    total = sum(counts)
    players = len(figures.counts.labels)
    row: list[Any] = [
        figures.categories[index],
        *counts[:players],
        total,
        total / max(figures.hands, 1),
    ]
    if figures.expected:
        share = figures.expected[index]
        expected_hands = share * figures.hands
        difference = round(total - expected_hands, 1) or 0  # not -0.0
        row += [share, expected_hands, difference, round(1 / share)]
    return row


def _wins_chart(sheet: Any, rows: int) -> None:
    """Draw the rows that each player won beside the table, which has that many rows of results."""
    results = range(TOP_ROW + 1, TOP_ROW + 1 + rows)
    chart = _bar_chart(sheet, "Rows won", LEFT + 1, results, with_expected=True)
    set_axes(chart, "Rows", COUNT)
    chart.y_axis.scaling.min = 0
    place_chart(sheet, chart, LEFT + 5, TOP_ROW, 5)


def _categories_chart(sheet: Any, top: int, row: int, share_column: int, figures: Figures) -> None:
    """Draw the shares found and expected at a row.

    The axis is logarithmic, since rare hands would be invisible otherwise.

    `top` is the row of the headings of the table, `share_column` its column with the shares found.
    """
    chart = _bar_chart(
        sheet,
        "How often each category came up",
        share_column,
        range(top + 1, top + 1 + len(figures.categories)),
        with_expected=figures.expected is not None,
    )
    if figures.expected is None:
        set_axes(chart, "Share of all hands", "0%")
    else:
        set_axes(chart, "Share of all hands (logarithmic)", "0.####%")
        chart.y_axis.scaling.logBase = 10
        chart.y_axis.scaling.min = _power_of_ten_below(_least_share(figures, figures.expected))
        chart.y_axis.scaling.max = 1
        chart.y_axis.crosses = "min"
        chart.x_axis.crosses = "min"
    chart.x_axis.tickLblPos = "low"
    place_chart(sheet, chart, LEFT, row, max(9, share_column + 3 - LEFT))


def _least_share(figures: Figures, expected: Sequence[float]) -> float:
    """Return the least share above 0 of a category, found or expected."""
    hands = max(figures.hands, 1)
    shares: list[float] = [
        sum(counts) / hands for counts in zip(*figures.category_counts, strict=True)
    ]
    return min(share for share in (*shares, *expected) if share)


def _power_of_ten_below(share: float) -> float:
    """Return the greatest power of ten that is not above a share.

    >>> _power_of_ten_below(0.0014)
    0.001
    """
    return 10.0 ** math.floor(math.log10(share))


def _bar_chart(sheet: Any, title: str, column: int, rows: range, *, with_expected: bool) -> Any:
    """Return a chart of a column of what was found.

    With `with_expected` the next column, of what was expected, is drawn too.
    """
    from openpyxl.chart import BarChart

    colors = {"Found": GREEN}
    if with_expected:
        colors["Expected"] = GOLD
    chart: Any = BarChart()
    chart.title = chart_title(title, 1400)
    add_series(sheet, chart, column, rows, colors, LEFT)
    chart.gapWidth = 50
    chart.overlap = 0
    chart.legend.position = "b"
    return chart


def _place_columns(figures: Figures) -> list[TableColumn]:
    """Return the columns of a list that say where something stands."""
    columns = [TableColumn("Sheet", width=20), TableColumn("Cell", width=12)]
    if figures.has_several_files:
        return [BOOK, *columns]
    return columns


def _place(figures: Figures, file: str, sheet: str, cell: str) -> list[Any]:
    """Return the cells of these columns."""
    if figures.has_several_files:
        return [Path(file).name, sheet, cell]
    return [sheet, cell]


def _best_hands(sheet: Any, figures: Figures) -> None:
    """List the strongest hands."""
    write_title(sheet, "Best hands", "The strongest hands, the first of equal ones first")
    has_players = bool(figures.counts.players)
    columns = _place_columns(figures)
    if has_players:
        columns.append(TableColumn("Player", width=14))
    has_deals = any(best.deal for best in figures.best)
    if has_deals:
        columns.append(TableColumn("Hand id", width=18))
    columns += [TableColumn("Hand", width=38), TableColumn("Cards", width=30)]
    rows = []
    for best in figures.best:
        row = _place(figures, best.file, best.sheet, best.cell)
        if has_players:
            row.append(best.player)
        if has_deals:
            row.append(best.deal or None)
        rows.append([*row, best.name, best.cards])
    add_table(sheet, TOP_ROW, columns, rows)


def _books(sheet: Any, figures: Figures) -> None:
    """List the books, and all together in the last row."""
    total = figures.counts
    write_title(sheet, "Books", Path(total.file).name)
    has_tables = any(book.hands for book in figures.books)
    columns = _columns_of_books(total, has_tables=has_tables)
    rows = []
    for counts, wins in total.by_table():
        row: list[Any] = [Path(counts.file).name, counts.sheet or None]
        if has_tables:
            row.append(counts.hands)
        row += [counts.rows, *wins]
        if total.players:
            row.append(counts.ties if counts.players else None)
        if total.no_showdown is not None:
            row.append(counts.no_showdown)
        rows.append([*row, counts.bad])
    below = add_table(sheet, TOP_ROW, columns, rows)
    for row_number, warning in enumerate(total.warnings, below):
        write_note(sheet, row_number, warning)
    sheet.freeze_panes = f"A{TOP_ROW + 1}"


def _columns_of_books(total: Counts, *, has_tables: bool) -> list[TableColumn]:
    """Return the columns of the list of books.

    With `has_tables` one says where the hands of a table are.
    """
    columns = [BOOK, TableColumn("Sheet", width=20)]
    if has_tables:
        columns.append(TableColumn("Hands", width=26))
    titles = ["Rows", *total.labels]
    if total.players:
        titles.append(total.label_of_ties)
    if total.no_showdown is not None:
        titles.append("No showdown")
    titles.append("Bad rows")
    return [*columns, *(TableColumn(title, COUNT, 13) for title in titles)]


def _bad_rows(sheet: Any, figures: Figures) -> None:
    """List the bad rows, up to a limit."""
    errors = [(book.file, error) for book in figures.books for error in book.errors]
    listed = errors[:MOST_LISTED]
    bad = figures.counts.bad
    subtitle = f"{counted(bad, 'row')} left out; the last column says why"
    if bad > len(listed):
        subtitle += f"; the first {len(listed):,} are listed"
    write_title(sheet, "Bad rows", subtitle)
    columns = [
        *_place_columns(figures),
        TableColumn("Value", width=26),
        TableColumn("Reason", width=80),
    ]
    rows = [
        [*_place(figures, file, error.sheet, error.cell), error.value, error.reason]
        for file, error in listed
    ]
    below = add_table(sheet, TOP_ROW, columns, rows)
    sheet.auto_filter.ref = f"B{TOP_ROW}:{column_letters(LEFT - 2 + len(columns))}{below - 1}"
    sheet.freeze_panes = f"A{TOP_ROW + 1}"

"""One table of an open sheet: where its hands are, and what its rows are worth, without NumPy.

    rows -> find_table -> Reading -> score_table -> OpenTable
                       \\-> Question

The steps are those of `xlpoker.workbook.detect` and `xlpoker.scoring.run`, for rows that are all in
memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from xlpoker.addresses import a1
from xlpoker.errors import LayoutError
from xlpoker.layout.book import find_in_book
from xlpoker.layout.first_rows import searched_sheet
from xlpoker.layout.grid import Grid
from xlpoker.layout.later import Later
from xlpoker.layout.model import Layout
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.reading import Finding, Reading
from xlpoker.layout.sheet import MOST_ROWS
from xlpoker.layout.why import why
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.marked_rows import NO_MARKS, MarkedRows, without_rows
from xlpoker.scoring.plain_results import counts_of
from xlpoker.scoring.plain_rows import RowResults, score_rows
from xlpoker.scoring.remarks import (
    SKIP_ROWS,
    board_remarks,
    check_game_cell,
    completed_reading,
    run_remarks,
    runs_in,
)

__all__ = [
    "Detection",
    "OpenTable",
    "count_rows",
    "find_table",
    "score_table",
    "with_later_rows",
]

_INSERT_COLUMN = "insert a column that numbers the deals, then click again"
_DELETE_ROWS = "delete its rows, or move them to another sheet"


class Detection(NamedTuple):
    """Where the hands of a sheet are: its cells, the answer of the search, and what takes later rows."""

    grid: Grid
    finding: Finding
    later: Later | None


class OpenTable(NamedTuple):
    """A table of an open sheet that was scored.

    `results` stand beside the rows of the sheet; their layout has the winners of deals, too.
    `has_marked_rows` tells whether rows are counted that are hidden or struck out.
    """

    counts: Counts
    results: RowResults
    options: Options
    has_marked_rows: bool


def find_table(grid: Grid, book: str, wishes: Wishes, marked: MarkedRows = NO_MARKS) -> Detection:
    """Return where the hands of a sheet are; `book` is the name of its workbook, which may name the game.

    Rows that are `marked` are not searched, and not scored later. Raises `LayoutError` where a wish
    names nothing on the sheet.
    """
    hidden_rows = marked.left_out(grid)
    visible = without_rows(grid, hidden_rows)
    sheet = searched_sheet(
        visible.sheet,
        visible.rows,
        wishes,
        file=book,
        hidden_rows=hidden_rows,
    )
    finding = find_in_book([sheet], wishes)
    reading = finding.answer
    if not isinstance(reading, Reading):
        return Detection(grid, finding, None)
    reading = marked.taken_from(reading, grid)
    finding = finding._replace(answer=reading)
    later = None
    if sheet.is_cut:
        later = Later(finding, sheet)
    return Detection(grid, finding, later)


def score_table(
    book: str, detection: Detection, options: Options, marked: MarkedRows = NO_MARKS
) -> OpenTable:
    """Return the results and the counts of a table whose hands were detected.

    Raises `LayoutError` where there are no hands after all, or rows of another game.
    """
    reading = detection.finding.answer
    assert isinstance(reading, Reading)
    options = replace(options, game=reading.game.value, cards=reading.cards or None)
    if reading.by:
        table = _score_deals(book, detection, reading, options, marked)
    else:
        table = _score_rows(book, detection, reading, options, marked)
    reasons = tuple(why(detection.finding))
    counts = replace(table.counts, why=reasons)
    return table._replace(counts=counts)


def _score_rows(
    book: str,
    detection: Detection,
    reading: Reading,
    options: Options,
    marked: MarkedRows,
) -> OpenTable:
    """Score the rows of a table, each by itself."""
    grid = detection.grid
    later = detection.later
    layout = Layout.of(reading)
    results = score_rows(grid, layout, options)
    rows = results.all_rows
    if not rows:
        ranges = ", ".join(area.letters for area in layout.areas)
        raise LayoutError(f"{grid.sheet or book} holds nothing in {ranges}")
    if later is not None:
        reading = with_later_rows(reading, results, later, _DELETE_ROWS)
    remarks = marked.remarks_on_rows(layout.columns, rows)
    counts = count_rows(book, results, reading, options, marked)
    return OpenTable(counts, results, options, has_marked_rows=bool(remarks))


def with_later_rows(
    reading: Reading, results: RowResults, later: Later, remedy: str = SKIP_ROWS
) -> Reading:
    """Return the reading with the last row, and with what later rows hold that the first ones did not.

    Raises `LayoutError` for a row of another game; `remedy` says what to do about it.
    """
    _check_later_games(reading, results, later, remedy)
    last_row = results.all_rows[-1]
    return completed_reading(later, results.grid, results.titles, last_row)


def count_rows(
    book: str, results: RowResults, reading: Reading, options: Options, marked: MarkedRows
) -> Counts:
    """Return the counts of rows that were scored, each by itself, with the remarks on them."""
    grid = results.grid
    layout = results.layout
    rows = results.all_rows
    remarks = marked.remarks_on_rows(layout.columns, rows)
    remarks += _remarks_on_runs(grid, layout, rows) or _remarks_on_boards(results)
    reading = reading._replace(warnings=(*reading.warnings, *remarks))
    first_rows = Grid(grid.sheet, grid.rows[:MOST_ROWS])
    warnings = [
        *board_remarks(first_rows, layout),
        *marked.remarks_on_columns(layout.columns),
    ]
    return counts_of(results, reading, options, book, warnings)


def _remarks_on_runs(grid: Grid, layout: Layout, rows: Iterable[int]) -> list[str]:
    """Return the remark on hands with several boards in a table of hand histories."""
    column = layout.run_column
    if column is None:
        return []
    return run_remarks(runs_in(grid.cell(row, column) for row in rows))


def _remarks_on_boards(results: RowResults) -> list[str]:
    """Return the remark on rows with several boards."""
    runs: Counter[int] = Counter()
    for number, part in enumerate(results.further, start=2):
        if part.rows:
            runs[number] = len(part.rows)
    return run_remarks(runs)


def _check_later_games(reading: Reading, results: RowResults, later: Later, remedy: str) -> None:
    """Raise `LayoutError` for a row below the searched ones that is of another game."""
    rows = [row for row in results.rows if row >= later.searched_rows]
    for column in reading.game_columns:
        for row in rows:
            cell = results.grid.cell(row, column)
            address = a1(row, column)
            check_game_cell(cell, address, reading.game, remedy)


def _score_deals(
    book: str, detection: Detection, reading: Reading, options: Options, marked: MarkedRows
) -> OpenTable:
    """Score a table with a row for each player: its deals, then the rows of the sheet."""
    from xlpoker.scoring.deal_table import DealTable
    from xlpoker.scoring.deals import deals_of
    from xlpoker.scoring.plain_deals import beside_rows

    grid = detection.grid
    later = detection.later
    layout = Layout.of(reading)
    deals = deals_of(grid, reading, _INSERT_COLUMN)
    has_names = reading.names is not None
    table = DealTable(grid, layout, deals, has_names=has_names)
    results = score_rows(table.grid, table.layout, options, table.address_of)
    if later is not None:
        last_row = max(deal.last for deal in deals.deals)
        reading = completed_reading(later, grid, deals.texts, last_row)
    remarks = marked.remarks_on_rows(layout.columns, deals.rows)
    reading = reading._replace(warnings=(*reading.warnings, *remarks))
    warnings = [
        *board_remarks(table.grid, table.layout),
        *marked.remarks_on_columns(layout.columns),
    ]
    counts_of_deals = counts_of(results, reading, options, book, warnings)
    counts = replace(counts_of_deals, layout=layout)
    results_of_rows = beside_rows(results, table)
    return OpenTable(counts, results_of_rows, options, has_marked_rows=bool(remarks))

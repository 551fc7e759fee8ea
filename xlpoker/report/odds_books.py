"""Odds as workbooks: a heat map of the 169 starting hands, and the equity after each next card.

Each cell holds an equity and shows its hand's name through its number format (``"AKs" 0%``). So the
grid can be sorted, charted and calculated with. The colours are a conditional format and follow
when numbers change. The colour scale is fixed, from 20 % or less over 50 % to 80 % or more, so that
maps can be compared. A second sheet lists the hands with win, tie and equity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.evaluator.cards import card_text
from xlpoker.files import check_ending, path_of
from xlpoker.files.outputs import claimed
from xlpoker.odds.ranges import STARTING_HANDS
from xlpoker.workbook import sheet_format as look
from xlpoker.workbook.openpyxl_engine import save_book
from xlpoker.workbook.sheet_format import GREEN, LEFT, TOP_ROW, TableColumn

if TYPE_CHECKING:
    from xlpoker.odds.hits import Grid

__all__ = ["claimed_chart", "draw_hands", "write_heatmap", "write_next_cards"]

EQUITIES = (0.2, 0.5, 0.8)
"""Equities that are red, white and blue.

Colours are interpolated between them, and constant beyond.
"""

COLUMNS = (
    TableColumn("Hand"),
    TableColumn("Win", "0.00%", 12),
    TableColumn("Tie", "0.00%", 12),
    TableColumn("Equity", "0.00%", 12),
)
AFTER = (
    TableColumn("Next card", "", 14),
    TableColumn("Equity after it", "0.00%", 16),
    TableColumn("Change", "+0.00%;-0.00%;0.00%", 12),
)
EXACT = "Exact. Suited hands stand above the diagonal, offsuit ones below. 50% is white, above it is blue, below it red."


def write_heatmap(grid: Grid, path: str | Path, *, overwrite: bool = False) -> Path:
    """Write a grid as an Excel workbook and return its path.

    Raises `BookError` when the file exists, unless `overwrite` is true, or cannot be written.
    """
    path = path_of(path, "written")
    title = title_of(grid)
    book, sheet = _new_book("grid", title, EXACT)
    equities = {name: field.equity for name, field in grid.fields.items()}
    colors = look.color_scale(*EQUITIES)
    draw_hands(sheet, TOP_ROW, equities, '"{}"  0%', colors)
    listed: Any = book.create_sheet("hands")
    look.set_page(listed)
    look.write_title(listed, "Starting hands", title)
    best_first = sorted(grid.fields.values(), key=lambda field: -field.equity)
    rows = [(field.hand, field.win, field.tie, field.equity) for field in best_first]
    look.add_table(listed, TOP_ROW, COLUMNS, rows)
    with claimed_chart(path, overwrite=overwrite):
        save_book(book, path)
    return path


def write_next_cards(
    equities: Mapping[str, float],
    now: float,
    title: str,
    path: str | Path,
    *,
    overwrite: bool = False,
) -> Path:
    """Write the equity after each next card, and the change, as a workbook and return its path.

    Raises `BookError` when the file exists, unless `overwrite` is true, or cannot be written.
    """
    from openpyxl.chart import BarChart

    path = path_of(path, "written")
    subtitle = f"{title} · equity now {now:.2%}"
    book, sheet = _new_book("Next card", "Equity after the next card", subtitle)
    rows = [(card, equity, equity - now) for card, equity in equities.items()]
    look.add_table(sheet, TOP_ROW, AFTER, rows)
    chart: Any = BarChart()
    chart.title = look.chart_title("Equity after each next card", 1400)
    first_row = TOP_ROW + 1
    cells = range(first_row, first_row + len(rows))
    look.add_series(sheet, chart, LEFT + 1, cells, {"Equity": GREEN}, LEFT)
    chart.legend = None
    chart.gapWidth = 30
    look.set_axes(chart, "Equity", "0%")
    chart.y_axis.scaling.min = 0
    chart.y_axis.scaling.max = 1
    look.place_chart(sheet, chart, LEFT + 4, TOP_ROW, 14)
    with claimed_chart(path, overwrite=overwrite):
        save_book(book, path)
    return path


def _new_book(name: str, title: str, subtitle: str) -> tuple[Any, Any]:
    """Return a new workbook, and its first sheet of that name with its title."""
    from openpyxl import Workbook

    book: Any = Workbook()
    sheet = book.active
    sheet.title = name
    look.set_page(sheet)
    look.write_title(sheet, title, subtitle)
    return book, sheet


@contextmanager
def claimed_chart(path: Path, *, overwrite: bool) -> Iterator[list[str]]:
    """Reserve the path of a workbook with a chart for the ``with`` block.

    Yield remarks as `xlpoker.files.outputs.claimed` does.
    """
    check_ending(path, (".xlsx",))
    with claimed(path, force=overwrite) as remarks:
        yield remarks


def title_of(grid: Grid) -> str:
    """Return what the numbers of a grid are."""
    board = " ".join(map(card_text, grid.board))
    street = f"on {board}" if board else "before the flop"
    title = f"Equity of each starting hand against {grid.against} {street}"
    if grid.game == "holdem":
        return title
    return f"{title}, {grid.game}"


def draw_hands(sheet: Any, top: int, values: Mapping[str, float], form: str, colors: Any) -> None:
    """Draw the starting hands from a row on.

    A hand with a number has a number format that shows its name; any other is its name.
    """
    from openpyxl.styles import Alignment

    centred = Alignment(horizontal="center", vertical="center")
    for row, names in enumerate(STARTING_HANDS, top):
        for column, name in enumerate(names, LEFT):
            value = values.get(name, name)
            cell = look.write_cell(sheet, row, column, value)
            cell.alignment = centred
            cell.number_format = form.format(name)
    first = sheet.cell(top, LEFT).coordinate
    last = sheet.cell(top + 12, LEFT + 12).coordinate
    sheet.conditional_formatting.add(f"{first}:{last}", colors)
    look.set_widths(sheet, [12] * 13)

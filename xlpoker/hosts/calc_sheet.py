"""What is seen of the active sheet of LibreOffice Calc: its objects in, plain values out.

Calc gives a sheet as numbers and texts. What it holds elsewhere is put back, so that a click sees the
same as a command that reads the file::

    shown in Calc     getDataArray     here
    2026-05-01        46143.0          datetime(2026, 5, 1)
    TRUE              1.0              True
    #DIV/0!           None             '#DIV/0!'

Nothing of LibreOffice is imported: a Python without it loads this module, too.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, Box, boxes_of
from xlpoker.hosts.cell_areas import areas_where, cells_of
from xlpoker.scoring.open_sheet import refused_size
from xlpoker.scoring.result_names import is_our_name
from xlpoker.scoring.seen import Done, Seen, SeenTable

__all__ = [
    "CONTENTS",
    "book_name",
    "box_of",
    "cells_in",
    "covered_in_calc",
    "range_of",
    "seen_in",
]

CONTENTS = 1 | 2 | 4 | 16
"""``com.sun.star.sheet.CellFlags``: numbers, dates, texts and formulas."""
_ERROR = 4
"""``com.sun.star.sheet.FormulaResult.ERROR``"""
_ERRORS = {
    503: "#NUM!",
    519: "#VALUE!",
    524: "#REF!",
    525: "#NAME?",
    532: "#DIV/0!",
    32767: "#N/A",
}
"""The errors that Excel has, too: Calc shows them in the language of its windows."""
_DATE_OR_TIME = 2 | 4
"""``com.sun.star.util.NumberFormat``: dates, times, or both."""
_TRUTH_VALUE = 1024
"""``com.sun.star.util.NumberFormat.LOGICAL``"""
_TRUTH_VALUES = {"=TRUE()": True, "=FALSE()": False}
"""How Calc keeps TRUE and FALSE of a workbook of Excel."""
_CELLS = re.compile(
    r"(?:\$?(?:'(?:[^']|'')*'|[^'.~]+)\.)(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)(?:~|\Z)"
)
"""Cells of a sheet as Calc writes them, alone or in a list."""
_COMMENT = "com.sun.star.drawing.CaptionShape"
_NOT_STRUCK = 0
"""``com.sun.star.awt.FontStrikeout.NONE``"""
Cells = list[list[Any]]


def seen_in(document: Any, controller: Any) -> Seen | Done:
    """Return what is on the active sheet, or the refusal of one that is too large."""
    sheet = controller.getActiveSheet()
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)  # noqa: FBT003 - UNO knows no names of arguments
    end = cursor.getRangeAddress()
    rows, columns = end.EndRow + 1, end.EndColumn + 1
    refusal = refused_size(sheet.getName(), rows, columns)
    if refusal is not None:
        return refusal
    used = Box(0, 0, end.EndRow, end.EndColumn)
    area = range_of(sheet, used)
    values = [list(row) for row in area.getDataArray()]
    typed = [list(row) for row in area.getFormulaArray()]
    arrays = list(_arrays(sheet, values, typed))
    _restore_values(document, sheet, area, values, typed)
    return Seen(
        book=book_name(document),
        sheet=sheet.getName(),
        values=values,
        typed=typed,
        names=_our_names(sheet),
        tables=list(_tables(document, sheet)),
        merged=_merged_areas(sheet, used),
        arrays=arrays,
        drawings=list(_drawings(sheet)),
        selection=_selection(controller, sheet),
        hidden_rows=_hidden_rows(area, used),
        hidden_columns=_hidden_columns(sheet, used),
        struck_cells=_struck_cells(area),
        is_protected=bool(sheet.isProtected()),
    )


def book_name(document: Any) -> str:
    """Return the name of a workbook: that of its file, or the title of one that was never saved."""
    _, _, file_name = document.getURL().rpartition("/")
    return unquote(file_name) or str(document.getTitle())


def range_of(sheet: Any, box: Box) -> Any:
    """Return Calc's range of a rectangle."""
    return sheet.getCellRangeByPosition(box.left, box.top, box.right, box.bottom)


def box_of(address: Any) -> Box:
    """Return the rectangle of a ``CellRangeAddress``."""
    return Box(address.StartRow, address.StartColumn, address.EndRow, address.EndColumn)


def covered_in_calc(content: str) -> list[Box]:
    """Return the cells that a name stands for; none where they are gone.

    >>> covered_in_calc("$'Tom''s ~ hands'.$K$1:$M$9~$Hands.$O$1")
    [Box(top=0, left=10, bottom=8, right=12), Box(top=0, left=14, bottom=0, right=14)]
    >>> covered_in_calc("#REF!.$K$1:$M$9") or covered_in_calc("$Hands.#REF!")
    []
    """
    references: list[str] = []
    start = 0
    while start < len(content):
        match = _CELLS.match(content, start)
        if match is None or content.startswith("#REF!", start):
            return []
        references.append(match[1])
        start = match.end()
    return boxes_of(references)


def cells_in(content: Sequence[Box], sheet: Any) -> str:
    """Return rectangles of a sheet as a name of Calc stands for them."""
    ranges = [range_of(sheet, box) for box in content]
    return "~".join(area.AbsoluteName for area in ranges)


def _restore_values(document: Any, sheet: Any, area: Any, values: Cells, typed: Cells) -> None:
    """Put errors, dates and truth values in the place of what Calc gives for them."""
    errors = area.queryFormulaCells(_ERROR)
    for box in map(box_of, errors.getRangeAddresses()):
        for cell in cells_of(box):
            row, column = cell.top, cell.left
            code = sheet.getCellByPosition(column, row).getError()
            values[row][column] = _ERRORS.get(code, f"Err:{code}")
    _restore_dates(document, area, values)
    for row, texts in enumerate(typed):
        for column, text in enumerate(texts):
            if text in _TRUTH_VALUES and values[row][column] != text:
                values[row][column] = _TRUTH_VALUES[text]
                typed[row][column] = text[1:-2]


def _restore_dates(document: Any, area: Any, values: Cells) -> None:
    """Make dates, times and truth values of the numbers that are shown as such."""
    formats = document.getNumberFormats()
    groups = area.getUniqueCellFormatRanges()
    for number in range(groups.getCount()):
        ranges = groups.getByIndex(number)
        kind = formats.getByKey(ranges.NumberFormat).Type
        is_date = bool(kind & _DATE_OR_TIME)
        is_truth_value = bool(kind & _TRUTH_VALUE)
        if not is_date and not is_truth_value:
            continue
        for box in map(box_of, ranges.getRangeAddresses()):
            for row in values[box.top : box.bottom + 1]:
                _restore_row(document, row, box.columns, is_date=is_date)


def _restore_row(
    document: Any,
    row: list[Any],
    columns: Iterable[int],
    *,
    is_date: bool,
) -> None:
    """Make dates, or else truth values, of the numbers in some columns of a row."""
    for column in columns:
        number = row[column]
        if not isinstance(number, float):
            continue
        if is_date:
            row[column] = _date(document, number)
        else:
            row[column] = number != 0


def _date(document: Any, days: float) -> object:
    """Return a number of days as a date, a part of a day as a time; others stay numbers."""
    start = document.NullDate
    midnight = dt.datetime(start.Year, start.Month, start.Day)  # noqa: DTZ001 - a sheet has no zones
    try:
        moment = midnight + dt.timedelta(days=days)
    except (OverflowError, ValueError):
        return days
    return moment.time() if 0 <= days < 1 else moment


def _arrays(sheet: Any, values: Cells, typed: Cells) -> Iterator[Box]:
    """Yield the cells of formulas that fill several, and take the braces off all such formulas."""
    boxes: list[Box] = []
    for row, texts in enumerate(typed):
        for column, text in enumerate(texts):
            is_array = text.startswith("{=")
            if not is_array or text == values[row][column]:
                continue
            texts[column] = text[1:-1]
            cell = Box(row, column, row, column)
            if any(cell.meets(box) for box in boxes):
                continue
            cursor = sheet.createCursorByRange(range_of(sheet, cell))
            cursor.collapseToCurrentArray()
            boxes.append(box_of(cursor.getRangeAddress()))
    for box in boxes:
        if box[:2] != box[2:]:
            yield box


def _our_names(sheet: Any) -> dict[str, Sequence[Box]]:
    """Return what our names on a sheet cover."""
    names = sheet.NamedRanges
    boxes_by_name: dict[str, Sequence[Box]] = {}
    for name in filter(is_our_name, names.getElementNames()):
        content = names.getByName(name).getContent()
        boxes_by_name[name] = covered_in_calc(content)
    return boxes_by_name


def _tables(document: Any, sheet: Any) -> Iterator[SeenTable]:
    """Yield the database ranges on a sheet, as which Calc keeps the tables of Excel."""
    number = sheet.getRangeAddress().Sheet
    ranges = document.DatabaseRanges
    for name in ranges.getElementNames():
        table = ranges.getByName(name)
        address = table.getDataArea()
        if address.Sheet == number:
            yield SeenTable(
                box_of(address),
                bool(table.ContainsHeader),
                _is_query(table),
            )


def _is_query(table: Any) -> bool:
    """Tell whether a query fills a database range."""
    for setting in table.getImportDescriptor():
        if setting.Name == "SourceType":
            source: str = setting.Value.value
            return source != "NONE"
    return False


def _merged_areas(sheet: Any, used: Box) -> list[Box]:
    """Return the merged areas within the used cells."""

    def is_merged(part: Box) -> bool | None:
        if not range_of(sheet, part).IsMerged:
            return False
        return True if part[:2] == part[2:] else None

    merged: list[Box] = []
    for cell in areas_where(used, is_merged):
        cursor = sheet.createCursorByRange(range_of(sheet, cell))
        cursor.collapseToMergedArea()
        merged.append(box_of(cursor.getRangeAddress()))
    return merged


def _drawings(sheet: Any) -> Iterator[Box]:
    """Yield the cells below charts and pictures."""
    page = sheet.getDrawPage()
    for number in range(page.getCount()):
        shape = page.getByIndex(number)
        if shape.getShapeType() == _COMMENT:
            continue
        start, size = shape.getPosition(), shape.getSize()
        end_x = start.X + size.Width - 1
        end_y = start.Y + size.Height - 1
        top, left = _cell_at(sheet, start.X, start.Y)
        bottom, right = _cell_at(sheet, end_x, end_y)
        yield Box(top, left, bottom, right)


def _cell_at(sheet: Any, x: int, y: int) -> tuple[int, int]:
    """Return row and column of the cell at a point, in hundredths of a millimetre."""

    def left_edge(column: int) -> int:
        edge: int = sheet.getCellByPosition(column, 0).Position.X
        return edge

    def top_edge(row: int) -> int:
        edge: int = sheet.getCellByPosition(0, row).Position.Y
        return edge

    columns = min(sheet.getColumns().getCount(), MOST_COLUMNS)
    row = bisect_right(range(MOST_ROWS), y, key=top_edge) - 1
    column = bisect_right(range(columns), x, key=left_edge) - 1
    return max(row, 0), max(column, 0)


def _selection(controller: Any, sheet: Any) -> list[Box]:
    """Return the selected areas, none where a shape is selected."""
    selected = controller.getSelection()
    if hasattr(selected, "getRangeAddresses"):
        addresses = selected.getRangeAddresses()
    elif hasattr(selected, "getRangeAddress"):
        addresses = [selected.getRangeAddress()]
    else:
        addresses = []
    number = sheet.getRangeAddress().Sheet
    return [box_of(address) for address in addresses if address.Sheet == number]


def _hidden_rows(area: Any, used: Box) -> frozenset[int]:
    """Return the rows that are hidden or filtered out, counted from 0."""
    hidden = set(range(used.bottom + 1))
    visible = area.queryVisibleCells()
    for box in map(box_of, visible.getRangeAddresses()):
        rows = range(box.top, box.bottom + 1)
        hidden.difference_update(rows)
    return frozenset(hidden)


def _hidden_columns(sheet: Any, used: Box) -> frozenset[int]:
    """Return the columns that are hidden, counted from 0."""
    columns = sheet.getColumns()
    hidden = [column for column in used.columns if not columns.getByIndex(column).IsVisible]
    return frozenset(hidden)


def _struck_cells(area: Any) -> dict[int, list[int]]:
    """Return the columns of the cells that are struck out, by row."""
    columns_by_row: dict[int, list[int]] = {}
    groups = area.getUniqueCellFormatRanges()
    for number in range(groups.getCount()):
        ranges = groups.getByIndex(number)
        if ranges.CharStrikeout == _NOT_STRUCK:
            continue
        for box in map(box_of, ranges.getRangeAddresses()):
            for row in range(box.top, box.bottom + 1):
                columns_by_row.setdefault(row, []).extend(box.columns)
    return columns_by_row

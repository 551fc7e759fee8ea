"""What is seen of a sheet of Excel: objects of xlwings in, plain values out.

All cells come by two calls, of values and of formulas. The values are those that Excel gives, without
xlwings' converters, which take as long as all scoring::

    in the cell    raw value             here
    5H             '5H'                  '5H'
    2026-05-01     a date in UTC         datetime(2026, 5, 1)
    #N/A           -2146826246           '#N/A'

A filter, merged cells and struck-out text are found by a few questions about rectangles. Their number
does not grow with the rows, only with the places where the answer changes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any

from xlpoker.addresses import Box, boxes_of
from xlpoker.evaluator.cells import EXCEL_ERRORS
from xlpoker.hosts.cell_areas import TooManyAreasError, areas_where, cells_of
from xlpoker.scoring.open_sheet import refused_size
from xlpoker.scoring.result_names import covered_by, is_our_name
from xlpoker.scoring.seen import Done, Seen, SeenTable

__all__ = ["our_names", "property_of", "range_of", "rows_of", "seen_in", "table_boxes"]

_QUERY = 3
"""``xlSrcQuery``: a table that a query fills."""
_VISIBLE_CELLS = 12
"""``xlCellTypeVisible``"""
_COMMENT = 4
"""``msoComment``: the box of a comment, which is no drawing."""
_AS_THEY_ARE = {str, float, bool, type(None), Decimal}
"""The types of values that need no converting."""
_MOST_QUESTIONS = 1_000
"""How often Excel is asked where text is struck out."""
_MOST_AREAS = 2_000
"""In how many pieces a filter may leave a sheet, for the rows between them to be found."""
UNKNOWN_ROWS = "rows in too many places are {mark}; they are counted"
"""What is said where a sheet has more such places than Excel is asked about."""


def seen_in(book: Any, sheet: Any) -> Seen | Done:
    """Return what is on a sheet, or the refusal of one that is too large."""
    end = sheet.used_range.last_cell
    last_row, last_column = end.row, end.column
    refusal = refused_size(sheet.name, last_row, last_column)
    if refusal is not None:
        return refusal
    used = sheet.range((1, 1), (last_row, last_column))
    box = Box(0, 0, last_row - 1, last_column - 1)
    remarks: list[str] = []
    return Seen(
        book=book.name,
        sheet=sheet.name,
        values=_values_of(used),
        typed=rows_of(used.formula),
        names=our_names(sheet),
        tables=list(_tables(sheet)),
        merged=_merged_areas(sheet, box),
        arrays=[
            *areas_where(box, lambda part: range_of(sheet, part).has_array),
            *_spills(sheet, box),
        ],
        drawings=list(_drawings(sheet)),
        selection=_selection(book),
        hidden_rows=_hidden_rows(used, remarks),
        hidden_columns=_hidden_columns(sheet, box),
        struck_cells=_struck_cells(sheet, box, remarks),
        remarks=remarks,
        is_protected=bool(property_of(sheet, "api", "ProtectContents")),
        is_read_only=bool(property_of(book, "api", "ReadOnly")),
    )


def range_of(sheet: Any, box: Box) -> Any:
    """Return xlwings' range of a rectangle."""
    first_cell = (box.top + 1, box.left + 1)
    last_cell = (box.bottom + 1, box.right + 1)
    return sheet.range(first_cell, last_cell)


def rows_of(content: Any) -> Sequence[Sequence[Any]]:
    """Return what Excel gives for a range as rows of cells; it gives a single cell as it is."""
    return content if isinstance(content, list | tuple) else [[content]]


def property_of(excel_object: Any, *names: str) -> Any:
    """Return a property of a property ... of an object of Excel, None where there is none.

    That is so in an Excel of another age, and in other programs behind xlwings.
    """
    try:
        for name in names:
            excel_object = getattr(excel_object, name)
    except Exception:  # noqa: BLE001 - what COM raises has many types
        return None
    return excel_object


def table_boxes(sheet: Any) -> Iterator[tuple[Any, Box]]:
    """Yield the tables of a sheet, each with its cells."""
    for table in sheet.tables:
        (box,) = _boxes(table.range)
        yield table, box


def our_names(sheet: Any) -> dict[str, Sequence[Box]]:
    """Return what our names on a sheet cover."""
    names: dict[str, Sequence[Box]] = {}
    for name in sheet.names:
        own_name = name.name.rpartition("!")[2]
        if is_our_name(own_name):
            names[own_name] = covered_by(name.refers_to)
    return names


# what the cells hold


def _values_of(area: Any) -> list[Sequence[Any]]:
    """Return the values of a range, row by row."""
    rows: list[Sequence[Any]] = []
    for cells in rows_of(area.raw_value):
        if _AS_THEY_ARE.issuperset(map(type, cells)):
            rows.append(cells)
        else:
            rows.append([_value(cell) for cell in cells])
    return rows


def _value(raw_value: Any) -> Any:
    """Return what a cell shows: errors by their names, dates and times without the zone of COM.

    >>> _value(-2146826246), _value(5), _value(dt.datetime(2026, 5, 1, tzinfo=dt.UTC))
    ('#N/A', 5, datetime.datetime(2026, 5, 1, 0, 0))
    """
    if isinstance(raw_value, dt.datetime):
        return dt.datetime.combine(raw_value.date(), raw_value.time())
    if isinstance(raw_value, int):
        return EXCEL_ERRORS.get(raw_value, raw_value)
    return raw_value


# what stands where


def _tables(sheet: Any) -> Iterator[SeenTable]:
    """Yield the tables of a sheet."""
    for table, box in table_boxes(sheet):
        source = property_of(table, "api", "SourceType")
        yield SeenTable(box, bool(table.show_headers), source == _QUERY)


def _boxes(area: Any) -> list[Box]:
    """Return the rectangles of a range, which may have several areas."""
    addresses = area.address.split(",")
    return boxes_of(addresses)


def _merged_areas(sheet: Any, used: Box) -> list[Box]:
    """Return the merged areas within the used cells."""
    parts = areas_where(used, lambda box: range_of(sheet, box).merge_cells)
    return _whole_areas(parts, lambda cell: range_of(sheet, cell).merge_area.address)


def _spills(sheet: Any, used: Box) -> list[Box]:
    """Return the cells into which formulas spill; before Excel 2021 there are none."""

    def are_spilled(part: Box) -> bool | None:
        spilled: bool | None = range_of(sheet, part).api.HasSpill
        return spilled

    def spill_of(cell: Box) -> str:
        address: str = range_of(sheet, cell).api.SpillParent.SpillingToRange.Address
        return address

    with suppress(Exception):
        return _whole_areas(areas_where(used, are_spilled), spill_of)
    return []


def _whole_areas(parts: Sequence[Box], address_of: Callable[[Box], str]) -> list[Box]:
    """Return the areas of which some cells are known; a cell tells the address of its area."""
    areas: list[Box] = []
    for part in parts:
        for cell in cells_of(part):
            if any(cell.meets(area) for area in areas):
                continue
            areas += boxes_of(address_of(cell).split(","))
    return areas


def _drawings(sheet: Any) -> Iterator[Box]:
    """Yield the cells below charts and pictures."""
    for shape in property_of(sheet, "api", "Shapes") or []:
        first = property_of(shape, "TopLeftCell")
        last = property_of(shape, "BottomRightCell")
        shape_type = property_of(shape, "Type")
        if first is None or last is None or shape_type == _COMMENT:
            continue
        yield Box(
            first.Row - 1,
            first.Column - 1,
            last.Row - 1,
            last.Column - 1,
        )


def _selection(book: Any) -> list[Box]:
    """Return the selected areas, none where a shape is selected."""
    address = property_of(book, "app", "selection", "address")
    if not address:
        return []
    return boxes_of(address.split(","))


# what a person does not see, or has struck out


def _hidden_rows(used: Any, remarks: list[str]) -> frozenset[int]:
    """Return the rows that are hidden or filtered out, counted from 0."""
    all_rows = range(used.rows.count)
    are_hidden = False
    with suppress(Exception):  # a program that is not Excel for Windows
        are_hidden = used.api.EntireRow.Hidden
    if are_hidden is not None:
        return frozenset(all_rows if are_hidden else ())
    areas = used.api.SpecialCells(_VISIBLE_CELLS).Areas
    if areas.Count > _MOST_AREAS:
        remarks.append(UNKNOWN_ROWS.format(mark="hidden"))
        return frozenset()
    hidden = set(all_rows)
    addresses = [area.Address for area in areas]
    for box in boxes_of(addresses):
        rows = range(box.top, box.bottom + 1)
        hidden.difference_update(rows)
    return frozenset(hidden)


def _hidden_columns(sheet: Any, used: Box) -> frozenset[int]:
    """Return the columns that are hidden, counted from 0."""

    def are_hidden(part: Box) -> bool | None:
        hidden: bool | None = sheet.api.Range(part.address).EntireColumn.Hidden
        return hidden

    columns: set[int] = set()
    with suppress(Exception):  # a program that is not Excel for Windows
        for box in areas_where(used._replace(bottom=0), are_hidden):
            columns.update(box.columns)
    return frozenset(columns)


def _struck_cells(
    sheet: Any,
    used: Box,
    remarks: list[str],
) -> dict[int, list[int]]:
    """Return the columns of the cells that are struck out, by row."""

    def are_struck(part: Box) -> bool | None:
        struck: bool | None = sheet.api.Range(part.address).Font.Strikethrough
        return struck

    columns_by_row: dict[int, list[int]] = {}
    try:
        boxes = areas_where(used, are_struck, _MOST_QUESTIONS)
    except TooManyAreasError:
        remarks.append(UNKNOWN_ROWS.format(mark="struck out"))
        return columns_by_row
    except Exception:  # noqa: BLE001 - a program that is not Excel for Windows
        return columns_by_row
    for box in boxes:
        for row in range(box.top, box.bottom + 1):
            columns_by_row.setdefault(row, []).extend(box.columns)
    return columns_by_row

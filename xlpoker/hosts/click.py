"""One click in Excel: reads the open sheet through xlwings, writes what is to be written, and can undo it.

The buttons of the ribbon (`xlpoker.hosts.ribbon`) call `called` in the Python that answers the
functions. What a click does is decided by `xlpoker.scoring.open_sheet`::

    open sheet --seen_in--> Seen --run--> Done --write--> the same sheet, and a text for the person
                                               \\--Before--> the cells as they were, for Undo

A sheet is read by two calls, of values and of formulas, and a block of results is written by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from xlpoker.addresses import Box, boxes_of
from xlpoker.hosts.cell_areas import areas_where, cells_of
from xlpoker.scoring.open_sheet import refused_size, run
from xlpoker.scoring.result_names import covered_by, is_our_name
from xlpoker.scoring.seen import Done, Kind, NewColumn, Seen, SeenTable

__all__ = [
    "called",
    "click",
    "our_names",
    "range_of",
    "reason_of",
    "rows_of",
    "seen_in",
    "typed_text",
    "write",
]

MOST_TEXT = 1000
"""The most characters that Excel shows in a message or a question."""
UNDONE = "The cells are as they were before the last click."
_QUERY = 3
"""``xlSrcQuery``: a table that a query fills."""
_VISIBLE_CELLS = 12
"""``xlCellTypeVisible``"""
_COMMENT = 4
"""``msoComment``: the box of a comment, which is no drawing."""
_MARKS = {Kind.QUESTION: "?", Kind.ERROR: "!", Kind.GOOD: " "}
"""The first character of an answer says what it is; "+" is a good end that can be undone."""
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?:,? [^\W\d_]+(?:-[^\W\d_]+)*)+")
"""Several words without a digit: no program takes them for a number, a date or a formula."""


def called(command: str, workbook: Any, choice: str = "") -> str:
    """Return the answer to a click as the ribbon shows it; its first character says what it is.

    `workbook` is Excel's object of the active workbook, `choice` the number that answers a
    question. No exception is raised.
    """
    try:
        return _answer(command, _book(workbook), choice)
    except Exception as error:  # noqa: BLE001 - a traceback in a message box helps nobody
        return f"!xlpoker cannot work on this workbook ({reason_of(error)}). Nothing was written."


def click(command: str, book: Any, choice: int | None = None) -> Done:
    """Do what a button says with the active sheet of a workbook of xlwings; return what was done.

    Nothing is half done: where a cell cannot be written, those that were get their former content
    back, and the text of the result says why.
    """
    try:
        sheet = book.sheets.active
        seen = seen_in(book, sheet)
    except Exception as error:  # noqa: BLE001 - a chart, a cell that is being edited, a busy Excel
        reason = reason_of(error)
        text = f"This sheet cannot be read ({reason}). Select a cell of a worksheet and try again."
        return Done(text, Kind.ERROR)
    if isinstance(seen, Done):
        return seen
    done = run(command, seen, choice)
    if done.kind is not Kind.GOOD or not done.changes_cells:
        return done
    return _written(book, sheet, done)


def _answer(command: str, book: Any, choice: str) -> str:
    """Return the answer to a click, marked by its first character and cut to what Excel shows."""
    if command == "undo":
        return _undo(book)
    number = int(choice) if choice.strip().isdecimal() else None
    done = click(command, book, number)
    is_undoable = done.kind is Kind.GOOD and done.changes_cells
    mark = "+" if is_undoable else _MARKS[done.kind]
    return mark + _cut(done.text)


def _cut(text: str) -> str:
    """Return a text that fits a message box, whole lines of it where it is too long."""
    if len(text) <= MOST_TEXT:
        return text
    shown = text[: MOST_TEXT - 4]
    end = shown.rfind("\n")
    return f"{shown[:end] if end > 0 else shown}\n..."


def _book(workbook: Any) -> Any:
    """Return xlwings' object of a workbook."""
    import xlwings

    if isinstance(workbook, xlwings.Book):
        return workbook
    from xlwings import _xlwindows

    windows: Any = _xlwindows
    return xlwings.Book(impl=windows.Book(xl=workbook))  # as xlwings does for a function's workbook


def reason_of(error: Exception) -> str:
    """Return what Excel said of a call that failed, without the numbers of COM."""
    details = getattr(error, "excepinfo", None)
    if details and len(details) > 2 and details[2]:
        return str(details[2]).rstrip(". ")
    lines = str(error).splitlines()
    return lines[0][:200].rstrip(". ") if lines else type(error).__name__


# reading


def seen_in(book: Any, sheet: Any) -> Seen | Done:
    """Return what is on a sheet, or the refusal of one that is too large."""
    end = sheet.used_range.last_cell
    refusal = refused_size(sheet.name, end.row, end.column)
    if refusal is not None:
        return refusal
    used = sheet.range((1, 1), (end.row, end.column))
    box = Box(0, 0, end.row - 1, end.column - 1)
    return Seen(
        book=book.name,
        sheet=sheet.name,
        values=used.options(ndim=2, err_to_str=True).value,
        typed=rows_of(used.formula),
        names=our_names(sheet),
        tables=list(_tables(sheet)),
        merged=_merged_areas(sheet, box),
        arrays=areas_where(box, lambda part: range_of(sheet, part).has_array),
        drawings=list(_drawings(sheet)),
        selection=_selection(book),
        hidden_rows=_hidden_rows(used),
        is_protected=bool(_property(sheet, "api", "ProtectContents")),
    )


def range_of(sheet: Any, box: Box) -> Any:
    """Return xlwings' range of a rectangle."""
    return sheet.range((box.top + 1, box.left + 1), (box.bottom + 1, box.right + 1))


def rows_of(formulas: Any) -> Sequence[Sequence[Any]]:
    """Return formulas as rows of cells; xlwings gives a single one as a text."""
    return [[formulas]] if isinstance(formulas, str) else formulas


def _property(thing: Any, *names: str) -> Any:
    """Return a property of a property ... of an object of Excel, None where there is none.

    That is so in an Excel of another age, and in other programs behind xlwings.
    """
    try:
        for name in names:
            thing = getattr(thing, name)
    except Exception:  # noqa: BLE001 - what COM raises has many types
        return None
    return thing


def our_names(sheet: Any) -> dict[str, Sequence[Box]]:
    """Return what our names on a sheet cover."""
    names: dict[str, Sequence[Box]] = {}
    for name in sheet.names:
        own_name = name.name.rpartition("!")[2]
        if is_our_name(own_name):
            names[own_name] = covered_by(name.refers_to)
    return names


def _tables(sheet: Any) -> Iterator[SeenTable]:
    """Yield the tables of a sheet."""
    for table in sheet.tables:
        (box,) = _boxes(table.range)
        source = _property(table, "api", "SourceType")
        yield SeenTable(box, bool(table.show_headers), source == _QUERY)


def _boxes(area: Any) -> list[Box]:
    """Return the rectangles of a range, which may have several areas."""
    return boxes_of(area.address.split(","))


def _merged_areas(sheet: Any, used: Box) -> list[Box]:
    """Return the merged areas within the used cells."""
    merged: list[Box] = []
    for part in areas_where(used, lambda box: range_of(sheet, box).merge_cells):
        for cell in cells_of(part):
            if not any(cell.meets(area) for area in merged):
                merged += _boxes(range_of(sheet, cell).merge_area)
    return merged


def _drawings(sheet: Any) -> Iterator[Box]:
    """Yield the cells below charts and pictures."""
    for shape in _property(sheet, "api", "Shapes") or []:
        first = _property(shape, "TopLeftCell")
        last = _property(shape, "BottomRightCell")
        is_comment = _property(shape, "Type") == _COMMENT
        if first is not None and last is not None and not is_comment:
            yield Box(first.Row - 1, first.Column - 1, last.Row - 1, last.Column - 1)


def _selection(book: Any) -> list[Box]:
    """Return the selected areas, none where a shape is selected."""
    address = _property(book, "app", "selection", "address")
    return boxes_of(address.split(",")) if address else []


def _hidden_rows(used: Any) -> frozenset[int]:
    """Return the rows that are hidden or filtered out, counted from 0."""
    hidden = set(range(used.rows.count))
    try:
        are_all_hidden = used.api.EntireRow.Hidden  # None where only some are
    except Exception:  # noqa: BLE001 - a program that is not Excel for Windows
        are_all_hidden = False
    if are_all_hidden is not None:
        return frozenset(hidden if are_all_hidden else ())
    for area in used.api.SpecialCells(_VISIBLE_CELLS).Areas:
        first = area.Row - 1
        hidden.difference_update(range(first, first + area.Rows.Count))
    return frozenset(hidden)


# writing


@dataclass
class Before:
    """A sheet as it was before a click, as far as the click changes it."""

    book: str
    sheet: str
    contents: list[tuple[Box, list[list[str]]]] = field(default_factory=list)
    names: dict[str, str | None] = field(default_factory=dict)
    resized: list[tuple[Box, Box]] = field(default_factory=list)
    widths: dict[int, float | None] = field(default_factory=dict)
    alignments: list[tuple[Box, str | None]] = field(default_factory=list)
    bold: list[tuple[Box, bool | None]] = field(default_factory=list)


_last_click: list[Before] = []
"""The sheet before the last click that wrote something: Excel offers one step of undo."""


def _written(book: Any, sheet: Any, done: Done) -> Done:
    """Write what is to be written; where that fails, restore the sheet and return why."""
    before: Before | None = None
    try:
        before = before_of(book, sheet, done)
        book.app.screen_updating = False
        write(sheet, done)
    except Exception as error:  # noqa: BLE001 - whatever Excel refuses
        if before is not None:
            _try_to_restore(sheet, before)
        reason = reason_of(error)
        text = f"{sheet.name} cannot be written ({reason}). Nothing was changed."
        return Done(text, Kind.ERROR)
    finally:
        book.app.screen_updating = True
    _last_click[:] = [before]
    return done


def _try_to_restore(sheet: Any, before: Before) -> None:
    """Restore a sheet after Excel refused something, as far as it lets that be done."""
    with suppress(Exception):
        restore(sheet, before)


def write(sheet: Any, done: Done) -> None:
    """Write what a click decided: one assignment for each block."""
    _resize_tables(sheet, done.resized)
    for box in done.clear:
        range_of(sheet, box).clear_contents()
    for block in done.blocks:
        cells = [[typed_text(cell) for cell in row] for row in block.rows]
        range_of(sheet, block.box).value = cells
    for box in done.titles:
        range_of(sheet, box).font.bold = True
    _format_columns(sheet, done)
    for name, boxes in done.names.items():
        _set_name(sheet, name, None if boxes is None else _reference(sheet, boxes))


def typed_text(value: Any) -> Any:
    """Return a value as it is typed into a cell, so that every text stays one.

    Excel hides the apostrophe. Several words need none.

    >>> typed_text("=2+2"), typed_text("May 5"), typed_text("High Card, King"), typed_text(7462)
    ("'=2+2", "'May 5", 'High Card, King', 7462)
    """
    if not isinstance(value, str) or _WORDS.fullmatch(value):
        return value
    return f"'{value}"


def _resize_tables(sheet: Any, resized: Sequence[tuple[Box, Box]]) -> None:
    """Give tables of Excel their new cells."""
    if not resized:
        return
    new_boxes = dict(resized)
    for table in sheet.tables:
        (box,) = _boxes(table.range)
        if box in new_boxes:
            table.resize(range_of(sheet, new_boxes[box]))


def _format_columns(sheet: Any, done: Done) -> None:
    """Align the new columns, and widen those of the usual width."""
    usual_width = _property(sheet, "api", "StandardWidth")
    for column in done.columns:
        area = range_of(sheet, _cells_of(column))
        area.horizontal_alignment = column.align
        is_usual = usual_width is None or area.column_width == usual_width
        if column.width is not None and is_usual:
            area.column_width = column.width


def _cells_of(column: NewColumn) -> Box:
    """Return the cells of a new column."""
    return Box(column.top, column.column, column.bottom, column.column)


def _reference(sheet: Any, boxes: Sequence[Box]) -> str:
    """Return cells as a name refers to them."""
    quoted_sheet = sheet.name.replace("'", "''")
    areas = [f"'{quoted_sheet}'!{range_of(sheet, box).address}" for box in boxes]
    return f"={','.join(areas)}"


def _set_name(sheet: Any, name: str, refers_to: str | None) -> None:
    """Let a hidden name on the sheet refer to cells; None deletes it."""
    if name in sheet.names:
        sheet.names[name].delete()
    if refers_to is not None:
        new_name = sheet.names.add(name, refers_to)
        with suppress(Exception):  # a program that cannot hide names
            new_name.api.Visible = False


# undoing


def before_of(book: Any, sheet: Any, done: Done) -> Before:
    """Return a sheet as it is before a click, as far as the click will change it."""
    before = Before(_path(book), sheet.name, resized=[(new, old) for old, new in done.resized])
    for box in [*done.clear, *(block.box for block in done.blocks)]:
        area = range_of(sheet, box)
        values = area.options(ndim=2, err_to_str=True).value
        before.contents.append((box, _as_typed(rows_of(area.formula), values)))
    for box in done.titles:
        before.bold.append((box, range_of(sheet, box).font.bold))
    for column in done.columns:
        box = _cells_of(column)
        area = range_of(sheet, box)
        before.widths[column.column] = area.column_width
        before.alignments.append((box, _property(area, "horizontal_alignment")))
    for name in done.names:
        before.names[name] = sheet.names[name].refers_to if name in sheet.names else None
    return before


def _path(book: Any) -> str:
    """Return the path of a workbook, or its name if it was never saved."""
    return str(_property(book, "fullname") or book.name)


def _as_typed(
    formulas: Sequence[Sequence[Any]], values: Sequence[Sequence[Any]]
) -> list[list[str]]:
    """Return cells as they can be typed again: a text with an apostrophe, so that it stays one.

    >>> _as_typed([["=A1", "=2+2", "45000"]], [["5H", "=2+2", 45000.0]])
    [['=A1', "'=2+2", '45000']]
    """
    rows = []
    for typed_cells, cells in zip(formulas, values, strict=True):
        row = []
        for typed, value in zip(typed_cells, cells, strict=True):
            is_text = isinstance(value, str) and typed == value and not value.startswith("#")
            row.append(f"'{typed}" if is_text and typed else typed)
        rows.append(row)
    return rows


def restore(sheet: Any, before: Before) -> None:
    """Make the cells of a sheet what they were before a click."""
    for box, rows in reversed(before.contents):
        range_of(sheet, box).formula = rows
    _resize_tables(sheet, before.resized)
    for box, is_bold in before.bold:
        range_of(sheet, box).font.bold = bool(is_bold)
    for column, width in before.widths.items():
        if width is not None:
            range_of(sheet, Box(0, column, 0, column)).column_width = width
    for box, alignment in before.alignments:
        if alignment is not None:
            range_of(sheet, box).horizontal_alignment = alignment
    for name, refers_to in before.names.items():
        _set_name(sheet, name, refers_to)


def _undo(book: Any) -> str:
    """Take the last click back, and return what Excel is to say."""
    if not _last_click:
        return "!There is nothing to undo."
    before = _last_click[0]
    sheet = book.sheets.active
    if (before.book, before.sheet) != (_path(book), sheet.name):
        return f"!The last click was on {before.sheet} of {before.book}. Go there to undo it."
    try:
        restore(sheet, before)
    except Exception as error:  # noqa: BLE001 - whatever Excel refuses
        return f"!{sheet.name} cannot be written ({reason_of(error)})."
    _last_click.clear()
    return f" {UNDONE}"

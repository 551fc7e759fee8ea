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
from xlpoker.hosts.reasons import reason_of
from xlpoker.scoring.open_sheet import refused_size, run
from xlpoker.scoring.result_names import covered_by, is_our_name
from xlpoker.scoring.seen import Done, Kind, Seen, SeenTable

__all__ = [
    "called",
    "click",
    "our_names",
    "range_of",
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
"""The first character of an answer says what it is."""
_UNDOABLE = "+"
"""The first character of a good end that can be undone."""
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
    reply = run(command, seen, choice)
    if reply.changes_cells:
        return _written(book, sheet, reply)
    return reply


def _answer(command: str, book: Any, choice: str) -> str:
    """Return the answer to a click, marked by its first character and cut to what Excel shows."""
    if command == "undo":
        return _undo(book)
    number = None
    if choice.strip().isdecimal():
        number = int(choice)
    reply = click(command, book, number)
    mark = _MARKS[reply.kind]
    if reply.changes_cells:
        mark = _UNDOABLE
    return mark + _cut(reply.text)


def _cut(text: str) -> str:
    """Return a text that fits a message box, whole lines of it where it is too long."""
    if len(text) <= MOST_TEXT:
        return text
    shown = text[: MOST_TEXT - 4]
    end = shown.rfind("\n")
    if end > 0:
        shown = shown[:end]
    return f"{shown}\n..."


def _book(workbook: Any) -> Any:
    """Return xlwings' object of a workbook."""
    import xlwings

    if isinstance(workbook, xlwings.Book):
        return workbook
    from xlwings import _xlwindows

    windows: Any = _xlwindows
    return xlwings.Book(impl=windows.Book(xl=workbook))  # as xlwings does for a function's workbook


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
    first_cell = (box.top + 1, box.left + 1)
    last_cell = (box.bottom + 1, box.right + 1)
    return sheet.range(first_cell, last_cell)


def rows_of(formulas: Any) -> Sequence[Sequence[Any]]:
    """Return formulas as rows of cells; xlwings gives a single one as a text."""
    return [[formulas]] if isinstance(formulas, str) else formulas


def _property(excel_object: Any, *names: str) -> Any:
    """Return a property of a property ... of an object of Excel, None where there is none.

    That is so in an Excel of another age, and in other programs behind xlwings.
    """
    try:
        for name in names:
            excel_object = getattr(excel_object, name)
    except Exception:  # noqa: BLE001 - what COM raises has many types
        return None
    return excel_object


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
    addresses = area.address.split(",")
    return boxes_of(addresses)


def _merged_areas(sheet: Any, used: Box) -> list[Box]:
    """Return the merged areas within the used cells."""
    merged: list[Box] = []
    for part in areas_where(used, lambda box: range_of(sheet, box).merge_cells):
        for cell in cells_of(part):
            if any(cell.meets(area) for area in merged):
                continue
            area_of_cell = range_of(sheet, cell).merge_area
            merged += _boxes(area_of_cell)
    return merged


def _drawings(sheet: Any) -> Iterator[Box]:
    """Yield the cells below charts and pictures."""
    for shape in _property(sheet, "api", "Shapes") or []:
        first = _property(shape, "TopLeftCell")
        last = _property(shape, "BottomRightCell")
        shape_type = _property(shape, "Type")
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
    address = _property(book, "app", "selection", "address")
    if not address:
        return []
    return boxes_of(address.split(","))


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


def _written(book: Any, sheet: Any, reply: Done) -> Done:
    """Write what is to be written; where that fails, restore the sheet and return why."""
    before: Before | None = None
    try:
        before = before_of(book, sheet, reply)
        book.app.screen_updating = False
        write(sheet, reply)
    except Exception as error:  # noqa: BLE001 - whatever Excel refuses
        if before is not None:
            _try_to_restore(sheet, before)
        reason = reason_of(error)
        text = f"{sheet.name} cannot be written ({reason}). Nothing was changed."
        return Done(text, Kind.ERROR)
    finally:
        book.app.screen_updating = True
    _last_click[:] = [before]
    return reply


def _try_to_restore(sheet: Any, before: Before) -> None:
    """Restore a sheet after Excel refused something, as far as it lets that be done."""
    with suppress(Exception):
        restore(sheet, before)


def write(sheet: Any, reply: Done) -> None:
    """Write what a click decided: one assignment for each block."""
    _resize_tables(sheet, reply.resized)
    for box in reply.clear:
        range_of(sheet, box).clear_contents()
    for block in reply.blocks:
        cells = [[typed_text(cell) for cell in row] for row in block.rows]
        range_of(sheet, block.box).value = cells
    for box in reply.titles:
        range_of(sheet, box).font.bold = True
    _format_columns(sheet, reply)
    for name, boxes in reply.names.items():
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


def _format_columns(sheet: Any, reply: Done) -> None:
    """Align the new columns, and widen those of the usual width."""
    usual_width = _property(sheet, "api", "StandardWidth")
    for column in reply.columns:
        area = range_of(sheet, column.box)
        area.horizontal_alignment = column.align
        is_usual = usual_width is None or area.column_width == usual_width
        if column.width is not None and is_usual:
            area.column_width = column.width


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


def before_of(book: Any, sheet: Any, reply: Done) -> Before:
    """Return a sheet as it is before a click, as far as the click will change it."""
    before = Before(_path(book), sheet.name)
    before.resized = [(new, old) for old, new in reply.resized]
    blocks = [block.box for block in reply.blocks]
    for box in [*reply.clear, *blocks]:
        contents = _contents(range_of(sheet, box))
        before.contents.append((box, contents))
    for box in reply.titles:
        is_bold = range_of(sheet, box).font.bold
        before.bold.append((box, is_bold))
    for column in reply.columns:
        area = range_of(sheet, column.box)
        before.widths[column.column] = area.column_width
        alignment = _property(area, "horizontal_alignment")
        before.alignments.append((column.box, alignment))
    for name in reply.names:
        before.names[name] = sheet.names[name].refers_to if name in sheet.names else None
    return before


def _contents(area: Any) -> list[list[str]]:
    """Return the cells of a range as they can be typed again."""
    values = area.options(ndim=2, err_to_str=True).value
    formulas = rows_of(area.formula)
    return _as_typed(formulas, values)


def _path(book: Any) -> str:
    """Return the path of a workbook, or its name if it was never saved."""
    path = _property(book, "fullname")
    return str(path or book.name)


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
            is_text = typed != "" and isinstance(value, str) and typed == value
            is_error = is_text and value.startswith("#")
            needs_apostrophe = is_text and not is_error
            row.append(f"'{typed}" if needs_apostrophe else typed)
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
            top_cell = Box(0, column, 0, column)
            range_of(sheet, top_cell).column_width = width
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
    is_same_sheet = before.book == _path(book) and before.sheet == sheet.name
    if not is_same_sheet:
        return f"!The last click was on {before.sheet} of {before.book}. Go there to undo it."
    try:
        restore(sheet, before)
    except Exception as error:  # noqa: BLE001 - whatever Excel refuses
        return f"!{sheet.name} cannot be written ({reason_of(error)})."
    _last_click.clear()
    return f" {UNDONE}"

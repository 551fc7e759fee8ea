"""What the scripts of xlwings Lite do: read the open sheet, decide, write, and say what was done.

A workbook arrives as `xlwings.BookAsync`: nothing is loaded before it is asked for, and what is
written waits until `flush`. What a click does is decided by `xlpoker.scoring.open_sheet`, as in
Excel for Windows. The text goes to the Output pane and into a message.

Lite cannot hide the names that cover the results, and offers no undo of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from xlpoker.addresses import Box, boxes_of
from xlpoker.hosts.cell_areas import cells_of, halving
from xlpoker.hosts.excel_cells import write
from xlpoker.hosts.excel_sheet import our_names, range_of, rows_of
from xlpoker.hosts.one_click import AT_WORK, only_click
from xlpoker.hosts.reasons import reason_of
from xlpoker.scoring.open_sheet import refused_size, run
from xlpoker.scoring.seen import Done, Kind, Seen, SeenTable

__all__ = ["ANSWER", "NO_FORM", "Form", "clicked", "seen_in"]

TITLE = "xlpoker"
Lines = Literal["rows", "columns"]
Answer = Callable[[Box], Awaitable[bool | None]]
"""What tells of a rectangle whether its cells have a property, once Excel has answered."""
ANSWER = "Put the number into the field reading, and click again."


@dataclass(frozen=True)
class Form:
    """The fields of a script: the game or the reading that answers a question, and which rows count."""

    game: str = ""
    reading: int = 0
    visible: bool = False


NO_FORM = Form()


async def clicked(command: str, book: Any, form: Form = NO_FORM) -> Done:
    """Do what a button says with the active sheet, show the text, and return what was done."""
    with only_click() as is_only:
        reply = await _reply_to(command, book, form) if is_only else AT_WORK
    text = f"{reply.text}\n{ANSWER}" if reply.kind is Kind.QUESTION else reply.text
    print(text)  # noqa: T201 - the Output pane of Lite
    mode = "critical" if reply.kind is Kind.ERROR else "info"
    book.app.alert(text, TITLE, mode=mode)
    return reply


async def _reply_to(command: str, book: Any, form: Form) -> Done:
    """Read the sheet, decide, and write."""
    try:
        sheet = await book.sheets.get_active()
        seen = await seen_in(book, sheet, form)
    except Exception as error:  # noqa: BLE001 - whatever Excel's browser refuses
        text = f"This sheet cannot be read ({reason_of(error)}). Select a worksheet and try again."
        return Done(text, Kind.ERROR)
    if isinstance(seen, Done):
        return seen
    reply = run(command, seen, form.reading or None)
    if not reply.changes_cells:
        return reply
    try:
        write(sheet, reply, _assign)
        await book.flush()
    except Exception as error:  # noqa: BLE001 - a protected sheet, a lost connection
        text = f"{sheet.name} cannot be written ({reason_of(error)}). Is it protected?"
        return Done(text, Kind.ERROR)
    return reply


def _assign(area: Any, cells: list[list[Any]]) -> None:
    """Put cells into a range; xlwings sends many of them in parts."""
    area.value = cells


async def seen_in(book: Any, sheet: Any, form: Form = NO_FORM) -> Seen | Done:
    """Return what is on a sheet, or the refusal of one that is too large."""
    used_range = await sheet.get_used_range(values_only=True)
    if used_range is None:
        return Seen(book.name, sheet.name, [])
    end = used_range.last_cell
    refusal = refused_size(sheet.name, end.row, end.column)
    if refusal is not None:
        return refusal
    used = Box(0, 0, end.row - 1, end.column - 1)
    area = range_of(sheet, used)
    values = await area.options(ndim=2, err_to_str=True).get_value()
    formulas = await area.options(ndim=2).get_formula()
    return Seen(
        book=book.name,
        sheet=sheet.name,
        values=values,
        typed=rows_of(formulas),
        names=our_names(sheet),
        tables=await _tables(sheet),
        merged=await _merged_areas(sheet, used),
        selection=await _selection(book),
        hidden_rows=await _hidden_rows(sheet, used),
        hidden_columns=await _hidden_columns(sheet, used),
        visible=form.visible,
        game=form.game,
    )


async def _selection(book: Any) -> list[Box]:
    """Return the selected areas, none where something else is selected."""
    selected = await book.app.get_selection()
    if selected is None:
        return []
    addresses = selected.address.split(",")
    return boxes_of(addresses)


async def _tables(sheet: Any) -> list[SeenTable]:
    """Return the tables of a sheet."""
    tables = []
    for table in sheet.tables:
        area = await table.get_range()
        (box,) = boxes_of([area.address])
        has_labels = bool(table.show_headers)
        tables.append(SeenTable(box, has_labels))
    return tables


async def _merged_areas(sheet: Any, used: Box) -> list[Box]:
    """Return the merged areas within the used cells."""
    parts = await _areas_where(used, lambda part: range_of(sheet, part).get_merge_cells())
    merged: list[Box] = []
    for part in parts:
        for cell in cells_of(part):
            if not any(cell.meets(area) for area in merged):
                area = await range_of(sheet, cell).get_merge_area()
                merged += boxes_of([area.address])
    return merged


async def _hidden_rows(sheet: Any, used: Box) -> frozenset[int]:
    """Return the rows that are hidden or filtered out, counted from 0."""
    rows: set[int] = set()
    for box in await _hidden_parts(sheet, used._replace(right=0), "rows"):
        rows.update(range(box.top, box.bottom + 1))
    return frozenset(rows)


async def _hidden_columns(sheet: Any, used: Box) -> frozenset[int]:
    """Return the columns that are hidden, counted from 0."""
    columns: set[int] = set()
    for box in await _hidden_parts(sheet, used._replace(bottom=0), "columns"):
        columns.update(box.columns)
    return frozenset(columns)


async def _hidden_parts(sheet: Any, strip: Box, lines: Lines) -> list[Box]:
    """Return the parts of a strip of cells whose rows, or columns, are hidden."""

    def lines_of(part: Box) -> Any:
        return getattr(range_of(sheet, part), lines)

    if not hasattr(lines_of(strip), "get_hidden"):  # an older Lite
        return []
    return await _areas_where(strip, lambda part: lines_of(part).get_hidden())


async def _areas_where(box: Box, answer: Answer) -> list[Box]:
    """Return the rectangles for which the answer is yes, as `cell_areas.areas_where` does."""
    search = halving(box)
    part = next(search)
    while True:
        is_so = await answer(part)
        try:
            part = search.send(is_so)
        except StopIteration as end:
            areas: list[Box] = end.value
            return areas

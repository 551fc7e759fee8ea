"""What the scripts of xlwings Lite do: read the open sheet, decide, write, and say what was done.

A workbook arrives as `xlwings.BookAsync`: nothing is loaded before it is asked for, and what is
written waits until `flush`. What a click does is decided by `xlpoker.scoring.open_sheet`, as in
Excel for Windows. The text goes to the Output pane and into a message.

Lite cannot hide the names that cover the results, and offers no undo of its own.
"""

from __future__ import annotations

from typing import Any

from xlpoker.addresses import Box, boxes_of
from xlpoker.hosts.cell_areas import cells_of, halving
from xlpoker.hosts.click import our_names, range_of, rows_of, write
from xlpoker.hosts.reasons import reason_of
from xlpoker.scoring.open_sheet import refused_size, run
from xlpoker.scoring.seen import Done, Kind, Seen, SeenTable

__all__ = ["ANSWER", "clicked", "seen_in"]

TITLE = "xlpoker"
ANSWER = "Put the number into the field reading, and click again."


async def clicked(command: str, book: Any, game: str = "", reading: int = 0) -> Done:
    """Do what a button says with the active sheet, show the text, and return what was done."""
    reply = await _reply_to(command, book, game, reading)
    text = f"{reply.text}\n{ANSWER}" if reply.kind is Kind.QUESTION else reply.text
    print(text)  # noqa: T201 - the Output pane of Lite
    mode = "critical" if reply.kind is Kind.ERROR else "info"
    book.app.alert(text, TITLE, mode=mode)
    return reply


async def _reply_to(command: str, book: Any, game: str, reading: int) -> Done:
    """Read the sheet, decide, and write."""
    try:
        sheet = await book.sheets.get_active()
        seen = await seen_in(book, sheet, game)
    except Exception as error:  # noqa: BLE001 - whatever Excel's browser refuses
        text = f"This sheet cannot be read ({reason_of(error)}). Select a worksheet and try again."
        return Done(text, Kind.ERROR)
    if isinstance(seen, Done):
        return seen
    reply = run(command, seen, reading or None)
    if not reply.changes_cells:
        return reply
    try:
        write(sheet, reply)
        await book.flush()
    except Exception as error:  # noqa: BLE001 - a protected sheet, a lost connection
        text = f"{sheet.name} cannot be written ({reason_of(error)}). Is it protected?"
        return Done(text, Kind.ERROR)
    return reply


async def seen_in(book: Any, sheet: Any, game: str = "") -> Seen | Done:
    """Return what is on a sheet, or the refusal of one that is too large."""
    used = await sheet.get_used_range(values_only=True)
    if used is None:
        return Seen(book.name, sheet.name, [])
    end = used.last_cell
    refusal = refused_size(sheet.name, end.row, end.column)
    if refusal is not None:
        return refusal
    area = sheet.range((1, 1), (end.row, end.column))
    return Seen(
        book=book.name,
        sheet=sheet.name,
        values=await area.options(ndim=2, err_to_str=True).get_value(),
        typed=rows_of(await area.options(ndim=2).get_formula()),
        names=our_names(sheet),
        tables=await _tables(sheet),
        merged=await _merged_areas(sheet, Box(0, 0, end.row - 1, end.column - 1)),
        selection=await _selection(book),
        game=game,
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
    search = halving(used)
    part = next(search)
    while True:
        answer = await range_of(sheet, part).get_merge_cells()
        try:
            part = search.send(answer)
        except StopIteration as end:
            parts: list[Box] = end.value
            break
    merged: list[Box] = []
    for part in parts:
        for cell in cells_of(part):
            if not any(cell.meets(area) for area in merged):
                area = await range_of(sheet, cell).get_merge_area()
                merged += boxes_of([area.address])
    return merged

"""One click in Excel: reads the open sheet through xlwings, writes what is to be written, and can undo it.

The buttons of the ribbon (`xlpoker.hosts.ribbon`) call `called` in the Python that answers the
functions. What a click does is decided by `xlpoker.scoring.open_sheet`::

    open sheet --excel_sheet--> Seen --run--> Done --excel_cells--> the same sheet, and a text
                                                        \\--Before--> the cells as they were, for Undo

A sheet is read by two calls, of values and of formulas, and a block of results is written by one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from xlpoker.hosts.excel_before import Before, before_of, restore
from xlpoker.hosts.excel_cells import assign_values, write
from xlpoker.hosts.excel_sheet import property_of, seen_in
from xlpoker.hosts.one_click import AT_WORK, only_click
from xlpoker.hosts.reasons import reason_of
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.seen import Done, Kind, Seen

__all__ = ["called", "click"]

MOST_TEXT = 1000
"""The most characters that Excel shows in a message or a question."""
UNDONE = "The cells are as they were before the last click."
HALF_WRITTEN = (
    "{sheet} is written in part ({reason}), and Excel did not take it back; press Ctrl+Z as soon as"
    " Excel is free"
)
NOT_UNDONE = "{sheet} cannot be written ({reason}); press Ctrl+Z again"
_TRIES = 4
"""How often a sheet is restored that Excel refused to change."""
PAUSE = 0.25
"""Seconds between these."""
_MARKS = {Kind.QUESTION: "?", Kind.ERROR: "!", Kind.GOOD: " "}
"""The first character of an answer says what it is."""
_UNDOABLE = "+"
"""The first character of an answer after which the cells can be restored."""
_last_click: list[Before] = []
"""The sheet before the last click that wrote something: Excel offers one step of undo."""


def called(command: str, workbook: Any, choice: str = "") -> str:
    """Return the answer to a click as the ribbon shows it; its first character says what it is.

    `workbook` is Excel's object of the active workbook, `choice` the number that answers a
    question. No exception is raised.
    """
    try:
        with only_click() as is_only:
            if not is_only:
                return _marked(AT_WORK)
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
    except Exception as error:  # noqa: BLE001 - a chart, a busy Excel, a book that was closed
        reason = reason_of(error)
        text = f"This sheet cannot be read ({reason}). Select a cell of a worksheet and try again."
        return Done(text, Kind.ERROR)
    if isinstance(seen, Done):
        return seen
    reply = run(command, seen, choice)
    if reply.changes_cells:
        return _written(book, sheet, seen, reply)
    return reply


def _answer(command: str, book: Any, choice: str) -> str:
    """Return the answer to a click, marked by its first character and cut to what Excel shows."""
    if command == "undo":
        return _undo(book)
    number = None
    if choice.strip().isdecimal():
        number = int(choice)
    return _marked(click(command, book, number))


def _marked(reply: Done) -> str:
    """Return the text of a reply behind the mark of what it is."""
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


def _written(book: Any, sheet: Any, seen: Seen, reply: Done) -> Done:
    """Write what is to be written; where that fails, restore the sheet and return why."""
    try:
        before = before_of(_path(book), sheet, seen, reply)
    except Exception as error:  # noqa: BLE001 - a busy Excel
        return _refused(seen.sheet, error)
    try:
        book.app.screen_updating = False
        write(sheet, reply, assign_values)
    except Exception as error:  # noqa: BLE001 - whatever Excel refuses
        return _taken_back(sheet, before, reply, _cause(sheet, error))
    finally:
        _try(lambda: setattr(book.app, "screen_updating", True))
    _last_click[:] = [before]
    return reply


def _refused(sheet: str, error: Exception) -> Done:
    """Return what is said where Excel refused a change, and nothing is changed."""
    text = f"{sheet} cannot be written ({reason_of(error)}). Nothing was changed."
    return Done(text, Kind.ERROR)


def _cause(sheet: Any, error: Exception) -> Exception:
    """Return why Excel refused a change: pywin32 may say only that a property cannot be set."""
    if not isinstance(error, AttributeError):
        return error
    try:
        _ = sheet.name
    except Exception as cause:  # noqa: BLE001 - a busy Excel
        return cause
    return error


def _taken_back(sheet: Any, before: Before, reply: Done, error: Exception) -> Done:
    """Restore a sheet of which Excel refused a change; return what is said."""
    for _ in range(_TRIES):
        if _try(lambda: restore(sheet, before)):
            return _refused(before.sheet, error)
        time.sleep(PAUSE)
    _last_click[:] = [before]
    text = HALF_WRITTEN.format(sheet=before.sheet, reason=reason_of(error))
    return replace(reply, text=text, kind=Kind.ERROR)


def _try(action: Callable[[], None]) -> bool:
    """Tell whether Excel does something."""
    try:
        action()
    except Exception:  # noqa: BLE001 - what COM raises has many types
        return False
    return True


def _path(book: Any) -> str:
    """Return the path of a workbook, or its name if it was never saved."""
    path = property_of(book, "fullname")
    return str(path or book.name)


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
        text = NOT_UNDONE.format(sheet=before.sheet, reason=reason_of(_cause(sheet, error)))
        return f"{_UNDOABLE}{text}"
    _last_click.clear()
    return f" {UNDONE}"

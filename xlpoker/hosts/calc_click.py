"""One click in LibreOffice Calc: reads the active sheet, writes the results, asks and tells.

The menu and the toolbar of the extension (`xlpoker.hosts.calc_menu`) call `clicked` in LibreOffice's
own Python. What a click does is decided by `xlpoker.scoring.open_sheet`::

    active sheet --seen_in--> Seen --run--> Done --write--> the same sheet, and a message box

A click is one step of undo. Calc keeps what `setFormulaArray` writes, but its undo leaves the new
values in cells that were empty. So an array formula is written over a block first, whose undo does
empty them (`_write_block`). `setDataArray` cannot be undone at all; a block that is pasted leaves out
the rows of a filter; an undo action of our own ends LibreOffice 7.4; cell by cell takes four times
as long.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from xlpoker.addresses import Box
from xlpoker.hosts.calc_sheet import CONTENTS, book_name, box_of, cells_in, range_of, seen_in
from xlpoker.hosts.one_click import AT_WORK, only_click
from xlpoker.hosts.reasons import reason_of
from xlpoker.scoring.buttons import COMMANDS
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.seen import CellBlock, Done, Kind

__all__ = ["TITLE", "click", "clicked"]

TITLE = "xlpoker"
READ_ONLY = "{book} is open for reading only; save it under another name, then click again"
NO_SHEET = "Open a spreadsheet, select a cell of it, and click again"
_BOLD = 150.0
_WIDTH_OF_A_CHARACTER = 196
"""Hundredths of a millimetre: a digit of 10 points."""
_MARGINS = 80
_INDENT = 200
"""Hundredths of a millimetre: a name does not stick to the value left of it."""
_HIDDEN = 16
"""``com.sun.star.sheet.NamedRangeFlag.HIDDEN``; a LibreOffice without it shows the name."""


class _LostCellError(Exception):
    """A cell that does not hold what was written into it."""


def clicked(command: str, frame: Any, choice: int | None = None) -> Done:
    """Do what a button says in a window of Calc; ask the person, show the text, and return what was done.

    A program that clicks gives the number that answers a question, or 0: then no window opens.
    No exception is raised.
    """
    with only_click() as is_only:
        if not is_only:
            reply = AT_WORK
        elif choice is not None:
            reply = click(command, frame.getController(), choice or None)
        else:
            reply = _asked_click(command, frame)
    is_cancelled = reply.kind is Kind.QUESTION
    if choice is None and not is_cancelled:
        _show(frame, reply)
    return reply


def _asked_click(command: str, frame: Any) -> Done:
    """Do what a button says; a question is asked, and is returned where nobody answers it."""
    reply = click(command, frame.getController())
    if reply.kind is not Kind.QUESTION:
        return reply
    number = _asked(frame, reply)
    if number is None:
        return reply
    return click(command, frame.getController(), number)


def click(command: str, controller: Any, choice: int | None = None) -> Done:
    """Do what a button says with the active sheet; return what was done.

    Nothing is half done: where Calc refuses a cell, all cells get their former content back.
    """
    try:
        document = controller.getModel()
        sheet = controller.getActiveSheet()
    except AttributeError:  # no document, a text document, the page preview
        return Done(NO_SHEET, Kind.ERROR)
    if document is None or sheet is None:  # a document that was closed meanwhile
        return Done(NO_SHEET, Kind.ERROR)
    try:
        refusal = _refused(command, document)
        seen = refusal or seen_in(document, controller)
    except Exception as error:  # noqa: BLE001 - what UNO raises has many types
        return Done(f"{sheet.getName()} cannot be read ({reason_of(error)})", Kind.ERROR)
    if isinstance(seen, Done):
        return seen
    reply = run(command, seen, choice)
    if not reply.changes_cells:
        return reply
    return _written(command, document, sheet, reply)


def _refused(command: str, document: Any) -> Done | None:
    """Return why nothing can be written into a document, None where it can or nothing is to be."""
    if not COMMANDS[command].writes:
        return None
    if document.isReadonly():
        return Done(READ_ONLY.format(book=book_name(document)), Kind.ERROR)
    return None


# writing


def _written(command: str, document: Any, sheet: Any, reply: Done) -> Done:
    """Write what is to be written; where that fails, restore the sheet and return why."""
    try:
        with _silence(document), _one_step(document, _label(command)):
            _write(document, sheet, reply)
    except Exception as error:  # noqa: BLE001 - whatever Calc refuses
        text = f"{sheet.getName()} cannot be written ({reason_of(error)}). Nothing was changed."
        return Done(text, Kind.ERROR)
    return reply


def _label(command: str) -> str:
    """Return the label of a button in the language of LibreOffice."""
    labels = COMMANDS[command].labels
    return labels.get(_language(), labels["en"])


def _language() -> str:
    """Return the language of LibreOffice's windows: ``en``, ``de``, ..."""
    import uno

    node = uno.createUnoStruct("com.sun.star.beans.NamedValue")
    node.Name, node.Value = "nodepath", "/org.openoffice.Setup/L10N"
    provider = _service("com.sun.star.configuration.ConfigurationProvider")
    settings = provider.createInstanceWithArguments(
        "com.sun.star.configuration.ConfigurationAccess", (node,)
    )
    return str(settings.getByName("ooLocale")).partition("-")[0]


def _service(name: str) -> Any:
    """Return a service of LibreOffice."""
    import uno

    context = uno.getComponentContext()
    return context.ServiceManager.createInstanceWithContext(name, context)


@contextmanager
def _silence(document: Any) -> Iterator[None]:
    """Let Calc neither paint nor calculate meanwhile."""
    is_automatic = document.isAutomaticCalculationEnabled()
    document.lockControllers()
    document.addActionLock()
    document.enableAutomaticCalculation(False)  # noqa: FBT003 - UNO knows no names of arguments
    try:
        yield
    finally:
        document.enableAutomaticCalculation(is_automatic)
        document.removeActionLock()
        document.unlockControllers()


@contextmanager
def _one_step(document: Any, label: str) -> Iterator[None]:
    """Make one step of undo of all that is done meanwhile; take it back where that fails."""
    undo = document.getUndoManager()
    titles = undo.getAllUndoActionTitles()
    undo.enterUndoContext(label)
    try:
        yield
    except BaseException:
        undo.leaveUndoContext()
        if undo.getAllUndoActionTitles() != titles:
            undo.undo()
            undo.clearRedo()
        raise
    undo.leaveUndoContext()


def _write(document: Any, sheet: Any, reply: Done) -> None:
    """Write what a click decided, in the order of `Done`; the names come last."""
    _resize_tables(document, sheet, reply)
    for box in reply.clear:
        range_of(sheet, box).clearContents(CONTENTS)
    for block in reply.blocks:
        area = range_of(sheet, block.box)
        _write_block(area, block)
        if not _holds(area, block):
            raise _LostCellError("Calc did not take all results")
    for box in reply.titles:
        range_of(sheet, box).CharWeight = _BOLD
    _format_columns(sheet, reply)
    for name, boxes in reply.names.items():
        _set_name(sheet, name, boxes)


def _holds(area: Any, block: CellBlock) -> bool:
    """Tell whether cells hold what was written; Calc may read the last digit of a number otherwise."""
    for shown, row in zip(area.getDataArray(), block.rows, strict=True):
        for cell, value in zip(shown, row, strict=True):
            if isinstance(value, int | float) and isinstance(cell, float):
                if not math.isclose(cell, value, rel_tol=1e-12):
                    return False
            elif cell != (value or ""):
                return False
    return True


def _write_block(area: Any, block: CellBlock) -> None:
    """Write a block so that Undo makes of its cells what they were, also the empty ones."""
    area.setArrayFormula("=0")
    area.clearContents(CONTENTS)
    area.setFormulaArray(tuple(tuple(map(_typed, row)) for row in block.rows))


def _typed(value: Any) -> str:
    """Return a value as it is typed into a cell; an apostrophe keeps a text one.

    >>> _typed("=2+2"), _typed(7462), _typed(34.25), _typed(None)
    ("'=2+2", '7462', '34.25', '')
    """
    if value is None or value == "":
        return ""
    return f"'{value}" if isinstance(value, str) else repr(value)


def _resize_tables(document: Any, sheet: Any, reply: Done) -> None:
    """Give database ranges, as which Calc keeps the tables of Excel, their new cells."""
    number = sheet.getRangeAddress().Sheet
    new_boxes = dict(reply.resized)
    ranges = document.DatabaseRanges
    for name in ranges.getElementNames() if new_boxes else ():
        table = ranges.getByName(name)
        address = table.getDataArea()
        new_box = new_boxes.get(box_of(address))
        if address.Sheet == number and new_box is not None:
            table.setDataArea(range_of(sheet, new_box).getRangeAddress())


def _format_columns(sheet: Any, reply: Done) -> None:
    """Align the new columns, and widen those of the usual width."""
    import uno

    columns = sheet.getColumns()
    usual_width = columns.getByIndex(columns.getCount() - 1).Width
    for new in reply.columns:
        alignment = uno.Enum("com.sun.star.table.CellHoriJustify", new.align.upper())
        cells = range_of(sheet, new.box)
        cells.HoriJustify = alignment
        if new.align == "left":
            cells.ParaIndent = _INDENT
        column = columns.getByIndex(new.column)
        if new.width is not None and column.Width == usual_width:
            column.Width = round(new.width * _WIDTH_OF_A_CHARACTER) + _MARGINS


def _set_name(sheet: Any, name: str, boxes: tuple[Box, ...] | None) -> None:
    """Let a hidden name on the sheet stand for cells; None deletes it."""
    names = sheet.NamedRanges
    if names.hasByName(name):
        names.removeByName(name)
    if boxes is not None:
        start = sheet.getCellByPosition(0, 0).getCellAddress()
        names.addNewByName(name, cells_in(boxes, sheet), start, _HIDDEN)


# asking and telling


def _show(frame: Any, reply: Done) -> None:
    """Show the text of a click in a message box."""
    import uno

    kind = "ERRORBOX" if reply.kind is Kind.ERROR else "INFOBOX"
    window = frame.getContainerWindow()
    box_type = uno.Enum("com.sun.star.awt.MessageBoxType", kind)
    box = window.getToolkit().createMessageBox(window, box_type, 1, TITLE, reply.text)
    box.execute()
    box.dispose()


_DIALOG_WIDTH = 300
"""The width of the dialog; like all sizes below in quarters of a character, or eighths of its height."""
_LINE = 9
_LETTERS_IN_A_LINE = 68
_MOST_LINES = 20
_GAP = 6
_BUTTON = (50, 14)
_POSITION = 3
"""``com.sun.star.awt.PosSize.POS``"""


def _asked(frame: Any, reply: Done) -> int | None:
    """Ask a question by a dialog with its numbered answers; return the number, None for none."""
    dialog = _service("com.sun.star.awt.UnoControlDialog")
    model = _dialog_model(reply)
    dialog.setModel(model)
    window = frame.getContainerWindow()
    dialog.createPeer(window.getToolkit(), window)
    _centre(dialog, window)
    dialog.getControl("answers").setFocus()
    try:
        is_answered = dialog.execute() == 1
        position = dialog.getControl("answers").getSelectedItemPos()
    finally:
        dialog.dispose()
    return position + 1 if is_answered and position >= 0 else None


def _centre(dialog: Any, window: Any) -> None:
    """Put a dialog into the middle of a window."""
    size, room = dialog.getPosSize(), window.getPosSize()
    left = max(0, (room.Width - size.Width) // 2)
    top = max(0, (room.Height - size.Height) // 2)
    dialog.setPosSize(left, top, 0, 0, _POSITION)


def _dialog_model(reply: Done) -> Any:
    """Return the dialog of a question: the text, a list of the answers, and two buttons."""
    model = _service("com.sun.star.awt.UnoControlDialogModel")
    inner = _DIALOG_WIDTH - 2 * _GAP
    lines = sum(len(line) // _LETTERS_IN_A_LINE + 1 for line in reply.text.splitlines())
    height = _LINE * min(lines, _MOST_LINES)
    text = {"Text": reply.text, "ReadOnly": True, "MultiLine": True, "AutoVScroll": True}
    text |= {"Border": 0, "Tabstop": False}
    top = _insert(model, "Edit", "text", (_GAP, _GAP, inner, height), text)
    answers = tuple(f"{number}  {choice}" for number, choice in enumerate(reply.choices, start=1))
    listed = {"StringItemList": answers}
    height = _LINE * len(answers) + 4
    top = _insert(model, "ListBox", "answers", (_GAP, top, inner, height), listed)
    width, height = _BUTTON
    left = _DIALOG_WIDTH - 2 * (width + _GAP)
    for number, name in enumerate(("ok", "cancel"), start=1):
        button = {"PushButtonType": number, "DefaultButton": number == 1}
        place = (left, top, width, height)
        bottom = _insert(model, "Button", name, place, button)
        left += width + _GAP
    model.Width, model.Height, model.Title = _DIALOG_WIDTH, bottom, TITLE
    return model


def _insert(
    model: Any, kind: str, name: str, place: tuple[int, int, int, int], properties: dict[str, Any]
) -> int:
    """Insert a control into a dialog, and return where the next one below it begins."""
    control = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
    left, top, width, height = place
    control.PositionX, control.PositionY = left, top
    control.Width, control.Height = width, height
    control.Name = name
    for key, value in properties.items():
        setattr(control, key, value)
    model.insertByName(name, control)
    return top + height + _GAP

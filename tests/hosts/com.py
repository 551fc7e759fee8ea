"""Excel for Windows: xlwings' own COM server (`XLPython.CallUDF`), called as by the functions that *Import Functions* writes."""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import time
from functools import partial
from typing import Any

from hosts import MISSING, Range, pywin32, rows_of_answer, serve
from xlpoker.evaluator.cells import EXCEL_ERRORS

NOT_PASSED = -2147352572
ERROR_NUMBERS = {text: number for number, text in EXCEL_ERRORS.items()}


def cell(value: Any) -> Any:
    """Return a cell as pywin32 delivers it: errors are numbers, whole numbers floats, blanks None, dates in UTC."""
    if isinstance(value, dt.datetime):
        return pywin32.TimeType.fromtimestamp(value.replace(tzinfo=dt.UTC).timestamp(), dt.UTC)
    if isinstance(value, str) and value in ERROR_NUMBERS:
        return ERROR_NUMBERS[value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def variant(argument: Any, book: pywin32.Workbook) -> Any:
    """Return an argument as the VBA wrapper passes it: a Range as an object, the value of one cell bare in it."""
    if isinstance(argument, Range):
        rows = tuple(tuple(map(cell, row)) for row in argument.rows)
        return pywin32.PyIDispatch(
            pywin32.Range(rows[0][0] if len(rows) == len(rows[0]) == 1 else rows, book)
        )
    return NOT_PASSED if argument == MISSING else cell(argument)


def opened(rows: list[list[Any]], selected: str) -> tuple[Any, pywin32.PyIDispatch]:
    """Return a sheet of the Excel in memory, and its workbook as it crosses the border."""
    from hosts import com_objects

    memory = sheet_of(rows)
    return memory, pywin32.PyIDispatch(com_objects.Workbook(memory, selected))


def sheet_of(rows: list[list[Any]]) -> Any:
    """Return a sheet of the Excel in memory."""
    from hosts import fake_excel

    return fake_excel.Sheet(fake_excel.Book(fake_excel.App(), "deals.xlsx"), "Hands", rows)


def cells_of(memory: Any) -> list[list[Any]]:
    """Return the cells of a sheet of the Excel in memory."""
    last = memory.used_range
    cells = memory.range((1, 1), (last.box[2], last.box[3])).raw_value
    return [list(row) for row in cells]


def pressed(excel: Any, workbook: Any, command: str, choice: str = "") -> str:
    """Return the answer to a click, called as the procedures of the ribbon do it."""
    arguments = excel.Tuple(command, workbook, choice)
    module = excel.Module("xlpoker.hosts.click")
    return excel.Str(excel.Call(module, "called", arguments))


def measured_click(
    excel: Any, rows: list[list[Any]], commands: list[str], rounds: int
) -> dict[str, tuple[str, float, int]]:
    """Return for each command its answer, the least seconds of processor time, and the calls to Excel.

    What the objects of the Excel in memory take is not in the seconds: xlwings and xlpoker are.
    """
    _, workbook = opened(rows, "A1")
    border = pywin32.BORDER
    figures: dict[str, tuple[str, float, int]] = {}
    for command in commands * rounds:
        border.calls, border.seconds = 0, 0.0
        start = time.process_time()
        answer = pressed(excel, workbook, command)
        seconds = time.process_time() - start - border.seconds
        _, least, _ = figures.get(command, ("", seconds, 0))
        figures[command] = answer, min(seconds, least), border.calls
    return figures


def clicked(
    excel: Any, rows: list[list[Any]], clicks: list[tuple[str, str]], selected: str
) -> tuple[list[str], list[list[Any]], dict[str, str]]:
    """Return the answers to clicks on a sheet, its cells after them, and its names."""
    memory, workbook = opened(rows, selected)
    answers = [pressed(excel, workbook, command, choice) for command, choice in clicks]
    return answers, cells_of(memory), memory.defined


def main() -> None:
    """Serve formulas."""
    pywin32.install()
    from xlwings.com_server import XLPython

    excel = XLPython()
    workbook = pywin32.Workbook("book.xlsm")
    book, caller = pywin32.PyIDispatch(workbook), pywin32.PyIDispatch(pywin32.Range(None, workbook))

    def padded(function: str, arguments: tuple[Any, ...]) -> list[Any]:
        """Return the arguments that VBA sends: those left out at the end are sent as missing."""
        from xlpoker import udfs

        described = getattr(udfs, function).__xlfunc__["args"]
        optional = (
            [] if any(argument["vararg"] for argument in described) else described[len(arguments) :]
        )
        return [
            *(variant(argument, workbook) for argument in arguments),
            *([NOT_PASSED] * len(optional)),
        ]

    def called(function: str, arguments: tuple[Any, ...]) -> Any:
        return excel.CallUDF("xlpoker.udfs", function, padded(function, arguments), book, caller)

    def calls(formulas: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
        return [rows_of_answer(called(name, arguments)) for name, arguments in formulas]

    def measured(formulas: list[tuple[str, tuple[Any, ...]]]) -> float:
        """Return the seconds that many calls take, without making their arguments."""
        ready = [(name, padded(name, arguments)) for name, arguments in formulas]
        start = time.perf_counter()
        for name, arguments in ready:
            excel.CallUDF("xlpoker.udfs", name, arguments, book, caller)
        return time.perf_counter() - start

    def ran(code: str) -> str:
        """Return what a program prints that runs here."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "<asked>", "exec"), {})
        return printed.getvalue()

    serve(
        calls=calls,
        measured=measured,
        clicked=partial(clicked, excel),
        measured_click=partial(measured_click, excel),
        ran=ran,
    )


if __name__ == "__main__":
    main()

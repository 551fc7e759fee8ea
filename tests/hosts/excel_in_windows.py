"""Excel's side of a click, a program for Windows Python: ``python -m hosts.excel_in_windows DLL TYPELIB COMMAND``.

As Excel does, it has xlwings' own DLL start the server, hands it a workbook, and answers what Python asks of that workbook
while it waits for the answer to the click. Its objects (`com_objects`) are shown to the other process by COM: by the
names and numbers of Excel's type library, with blank cells and dates as the VARIANTs that Excel gives.
"""

from __future__ import annotations

import ctypes
import datetime as dt
import sys
import types
from functools import partial
from typing import Any

import pythoncom
import pywintypes
import win32api
import win32com.client
import win32gui
import winerror
from win32com.server.exception import COMException
from win32com.server.policy import BasicWrapPolicy
from win32com.server.util import NewEnum, unwrap

from hosts import com, com_objects, pywin32, serve

PUT = pythoncom.DISPATCH_PROPERTYPUT | pythoncom.DISPATCH_PROPERTYPUTREF
PyIDispatch = pythoncom.TypeIIDs[pythoncom.IID_IDispatch]
PyIUnknown = pythoncom.TypeIIDs[pythoncom.IID_IUnknown]


class Types:
    """Excel's type library: for each interface its description, and which numbers its members have."""

    def __init__(self, file: str) -> None:
        library = pythoncom.LoadTypeLib(file)
        self.described = {
            library.GetDocumentation(index)[0]: library.GetTypeInfo(index)
            for index in range(library.GetTypeInfoCount())
        }

    def is_short_of_arguments(self, kind: str, number: int, count: int) -> bool:
        """Tell whether a property is asked with fewer arguments than it must have."""
        info = self.described[kind]
        for index in range(info.GetTypeAttr().cFuncs):
            function = info.GetFuncDesc(index)
            is_asked = function.memid == number and function.invkind == pythoncom.INVOKE_PROPERTYGET
            if is_asked:
                return count < len(function.args) - function.cParamsOpt
        return False


class Door:
    """Where calls come in: it may be closed, as that of an Excel in which a person edits a cell."""

    def __init__(self) -> None:
        self.calls = 0
        self.answer = winerror.S_OK
        self.open_calls = sys.maxsize

    def close_after(self, calls: int, answer: int) -> None:
        """Refuse all but the next calls, with a number."""
        self.open_calls, self.answer = self.calls + calls, answer

    def open_for_good(self) -> None:
        """Refuse nothing."""
        self.open_calls = sys.maxsize

    def passes(self) -> bool:
        """Tell whether a call is answered."""
        self.calls += 1
        return self.calls <= self.open_calls


DOOR = Door()


class Shown(BasicWrapPolicy):
    """An object of Excel as other processes see it."""

    library: Types

    def _wrap_(self, target: Any) -> None:
        self._obj_ = target
        self.info = self.library.described[target.KIND]
        self._com_interfaces_ = []

    def _GetTypeInfoCount_(self) -> int:
        return 1

    def _GetTypeInfo_(self, _index: int, _locale: int) -> Any:
        if not DOOR.passes():
            raise COMException(scode=DOOR.answer)
        return 0, self.info

    def _getidsofnames_(self, names: tuple[str, ...], _locale: int) -> Any:
        if not DOOR.passes():
            raise COMException(scode=DOOR.answer)
        numbers = self.info.GetIDsOfNames(*names)
        return numbers if isinstance(numbers, tuple) else (numbers,)

    def _invoke_(self, number: int, _locale: int, flags: int, arguments: tuple[Any, ...]) -> Any:
        if not DOOR.passes():
            return DOOR.answer, -1, None
        if not flags & PUT and self.library.is_short_of_arguments(
            self._obj_.KIND, number, len(arguments)
        ):
            return winerror.DISP_E_PARAMNOTOPTIONAL, -1, None
        try:
            return winerror.S_OK, -1, shown(self._answer(number, flags, arguments))
        except (pywin32.ComError, KeyError, AttributeError) as refused:
            details = getattr(refused, "excepinfo", None)
            text = details[2] if details else ""
            raise COMException(desc=text, scode=com_objects.FAILED) from None

    def _answer(self, number: int, flags: int, arguments: tuple[Any, ...]) -> Any:
        target = self._obj_
        given = [
            unwrap(argument) if type(argument) is PyIDispatch else argument
            for argument in arguments
        ]
        if number == pythoncom.DISPID_NEWENUM:
            return NewEnum([shown(item) for item in target.items])
        if number == pythoncom.DISPID_VALUE:
            return target(*given)
        name = self.info.GetNames(number)[0]
        if flags & PUT:
            return setattr(target, name, given[-1])
        value = getattr(target, name)
        return value(*given) if isinstance(value, types.MethodType) else value


def shown(value: Any) -> Any:
    """Return an answer of Excel as it crosses to another process."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        rows = tuple(tuple(map(cell, row)) for row in value)
        return (rows,)  # a tuple stands for the answer and for arguments that it changes
    if isinstance(value, PyIUnknown):
        return value
    return pythoncom.WrapObject(Shown(value))


def cell(value: Any) -> Any:
    """Return what a cell holds as Excel gives it: nothing, a number, a date, the number of an error."""
    if value is None:
        return pythoncom.Empty
    if isinstance(value, dt.datetime):
        return pywintypes.Time(value.replace(tzinfo=dt.UTC))
    if isinstance(value, str) and value in com.ERROR_NUMBERS:
        return com.ERROR_NUMBERS[value]  # as a whole number: pywin32 sends no errors
    return float(value) if type(value) is int else value


class Server:
    """XLPy, the server that answers functions and buttons: started and ended by xlwings' own DLL, as in VBA."""

    STARTS, ENDS = 1, -1

    def __init__(self, library: str, command: str) -> None:
        self.activate = ctypes.WinDLL(library).XLPyDLLActivateAuto
        self.command = command.encode()
        for stream in (
            win32api.STD_INPUT_HANDLE,
            win32api.STD_OUTPUT_HANDLE,
            win32api.STD_ERROR_HANDLE,
        ):
            win32api.SetStdHandle(
                stream, None
            )  # a program with windows, as Excel is one, has no streams
        variant = (ctypes.c_uint64 * 3)()
        self._activate(variant, self.STARTS)
        self.server = win32com.client.Dispatch(
            pythoncom.ObjectFromAddress(variant[1], pythoncom.IID_IDispatch)
        )
        self.server._FlagAsMethod(
            "Call", "Module", "Str", "Tuple"
        )  # VBA does not ask for properties

    def _activate(self, variant: Any, mode: int) -> None:
        number = self.activate(ctypes.byref(variant), self.command, mode)
        if number:
            raise OSError(f"XLPyDLLActivateAuto({mode}) returns {number}")

    def end(self) -> None:
        """End the server as KillPy does."""
        del self.server
        self._activate((ctypes.c_uint64 * 3)(), self.ENDS)


def clicked(
    server: Server, rows: list[list[Any]], clicks: list[tuple[str, str]], selected: str
) -> tuple[list[str], list[list[Any]], dict[str, str]]:
    """Return the answers to clicks on a sheet, its cells after them, and its names."""
    DOOR.open_for_good()
    memory, workbook = opened(rows, selected)
    answers = [com.pressed(server.server, workbook, command, choice) for command, choice in clicks]
    return answers, com.cells_of(memory), memory.defined


def refused(
    server: Server, rows: list[list[Any]], command: str, calls: int, number: int
) -> tuple[str, str, bool]:
    """Return what a click says that Excel refuses after so many calls, the next click, and whether cells changed."""
    memory, workbook = opened(rows, "A1")
    before = memory.snapshot()
    DOOR.close_after(calls, number)
    answer = com.pressed(server.server, workbook, command)
    DOOR.open_for_good()
    is_unchanged = memory.snapshot() == before
    return answer, com.pressed(server.server, workbook, "count"), is_unchanged


def opened(rows: list[list[Any]], selected: str) -> tuple[Any, Any]:
    """Return a sheet of the Excel in memory, and its workbook as another process gets it."""
    memory = com.sheet_of(rows)
    return memory, shown(com_objects.Workbook(memory, selected))


def main() -> None:
    """Serve clicks."""
    library, file, command = sys.argv[1:]
    Shown.library = Types(file)
    com_objects.Application.Hwnd = win32gui.GetDesktopWindow()
    server = Server(library, command)
    serve(clicked=partial(clicked, server), refused=partial(refused, server))
    server.end()


if __name__ == "__main__":
    main()

"""As much of Excel as the procedures behind the ribbon touch, for pyOpenVBA's interpreter of VBA.

The interpreter runs the text of the module; message boxes and input boxes are recorded and answered. Python is asked
through the same calls that xlwings' server answers, here by a function of the test.
"""
# ruff: noqa: D102 - the names are those of Excel and of xlwings

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pyopenvba.exceptions import VBARuntimeError
from pyopenvba.interpreter import (
    MISSING,
    NOTHING,
    HostBridge,
    Interpreter,
    VBAObject,
    member,
    method,
    setter,
)
from pyopenvba.interpreter._runtime import UNRESOLVED

from xlpoker.functions import call

ADDIN = "xlpoker.xlam"


class Workbook(VBAObject):
    """A workbook; what Python sees of it is `book`."""

    vba_type_name = "Workbook"

    def __init__(self, name: str, book: Any = None) -> None:
        self.title = name
        self.book = book

    @member(name="Name")
    def name(self) -> str:
        return self.title


class Sheet(VBAObject):
    """A worksheet, or a chart sheet, by its type."""

    def __init__(self, kind: str) -> None:
        self.vba_type_name = kind


class Application(VBAObject):
    """Excel: its status bar, and what *Undo* would run."""

    vba_type_name = "Application"

    def __init__(self) -> None:
        self.status: Any = False
        self.refuses: int | None = None
        self.undo: list[tuple[str, str]] = []

    @member(name="StatusBar")
    def status_bar(self) -> Any:
        return self.status

    @setter("StatusBar")
    def set_status_bar(self, text: Any) -> None:
        self._ask()
        self.status = text

    @method(name="OnUndo")
    def on_undo(self, text: str, procedure: str) -> None:
        self._ask()
        self.undo.append((text, procedure))

    def _ask(self) -> None:
        """Raise what an Excel raises that is not ready."""
        if self.refuses is not None:
            raise VBARuntimeError(self.refuses, "Call was rejected by callee.")


class Server(VBAObject):
    """XLPy, xlwings' server: it calls functions of Python modules."""

    vba_type_name = "XLPython"

    def __init__(self, answer: Callable[..., str]) -> None:
        self.answer = answer
        self.calls: list[tuple[Any, ...]] = []
        self.arguments: tuple[Any, ...] = ()

    @method(name="Module")
    def module(self, name: str) -> str:
        return name

    @method(name="Tuple")
    def as_tuple(self, *parts: Any) -> str:
        self.arguments = parts
        return ""

    @method(name="Call")
    def call(self, module: str, function: str, _arguments: Any) -> str:
        command, workbook, choice = self.arguments
        self.calls.append((module, function, str(command), str(choice)))
        try:
            return self.answer(str(command), workbook.book, str(choice))
        except VBARuntimeError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever Python raises is an error of VBA
            raise VBARuntimeError(1000, f"Python is gone: {error}") from None

    @method(name="Str")
    def text(self, value: Any) -> Any:
        return value


class Excel(HostBridge):
    """Excel as the procedures see it: the workbook and the sheet that are open, the server, the add-in."""

    def __init__(
        self, answer: Callable[..., str], book: Any = None, sheet: str = "Worksheet"
    ) -> None:
        self.application = Application()
        self.server = Server(answer)
        self.workbook: Any = Workbook("deals.xlsx", book)
        self.sheet = Sheet(sheet)

    def global_object(self, name: str) -> object:
        return {
            "activeworkbook": self.workbook,
            "activesheet": self.sheet,
            "thisworkbook": Workbook(ADDIN),
            "application": self.application,
            "xlpy": self.server,
        }.get(name.lower(), UNRESOLVED)


class Functions(VBAObject):
    """XLPy for the functions: it answers through the catalogue, and keeps what it was called with."""

    vba_type_name = "XLPython"

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, list[Any]]] = []

    @method(name="CallUDF")
    def call_udf(self, module: str, name: str, arguments: Any) -> Any:
        passed = [None if cell is MISSING else cell for cell in arguments.items]
        self.calls.append((module, name, passed))
        answer = call(name, *passed)
        return answer if isinstance(answer, str) else shown_as_text(answer)


def shown_as_text(answer: Any) -> str:
    """Return an answer as one text: cells of a row are separated by bars."""
    rows = answer if isinstance(answer, list) else [[answer]]
    return "; ".join(" | ".join(map(str, row)) for row in rows)


class FunctionHost(HostBridge):
    """Excel as far as the functions of the add-in touch it."""

    def __init__(self) -> None:
        self.server = Functions()

    def global_object(self, name: str) -> object:
        return self.server if name.lower() == "xlpy" else UNRESOLVED


def functions_of(text: str) -> tuple[Interpreter, Functions]:
    """Return an interpreter with the module of functions, and what it calls.

    The interpreter knows neither attributes of procedures, nor comments behind ``#Const``, nor the
    cell that calls.
    """
    text = re.sub(r"(?m)^Attribute (?!VB_Name).*\n", "", text)
    text = re.sub(r"(?m)^(#Const [^']*)'.*$", r"\1", text)
    text = text.replace("If TypeOf Application.Caller Is Range Then ", "")
    host = FunctionHost()
    interpreter = Interpreter(host)
    interpreter.add_module(text, name="xlwings_udfs")
    return interpreter, host.server


def clicked(excel: Excel, text: str, procedure: str, *answers: str) -> list[tuple[str, str]]:
    """Run a procedure as a click on its button does; return the boxes it put up: their kind and text."""
    interpreter = Interpreter(excel)
    interpreter.add_module(text, name="RibbonXlpoker")
    interpreter.answers.extend(answers)
    interpreter.run(procedure, [NOTHING] if procedure != "XlpokerUndo" else [])
    kinds = {48: "exclamation", 64: "information", 0: "question"}
    return [(kinds[style], prompt) for _, prompt, _, style in interpreter.dialogs]
